//! The source of numbers in words: simulated or sampled trials, the cross-check, truncation, absent
//! values.

use crate::estimate::Estimate;
use crate::labels::uncapitalize;
use crate::messages::{Messages, Word};
use crate::report::{Case, CountSource, Distribution, Observed, Report, Verdict};
use crate::rule::presentation::Headline;
use oddsmith_engine::solve::ExactDistribution;

use super::number::significant;

/// Returns the trials of some cases: "1,000,000 simulated trials per case", or sampled trials with
/// the simulated trials that check them. `None` without cases.
pub fn trials_text(cases: &[&Case], per: &str, messages: &Messages) -> Option<String> {
    let cases_from = |source| {
        cases
            .iter()
            .filter(move |case| case.source == source && case.trials > 0)
    };
    let count_text = |word, number: String| messages.fill(word, &[("number", &number)]);
    let range = |source| number_range(cases_from(source).map(|case| case.trials), messages);
    let simulated =
        range(CountSource::Simulated).map(|number| count_text(Word::SimulatedTrials, number));
    let sampled = range(CountSource::Sampled).map(|number| count_text(Word::SampledTrials, number));
    let trials = match (simulated, sampled) {
        (Some(simulated), Some(sampled)) => messages.fill(
            Word::SimulatedOrSampled,
            &[("one", &simulated), ("other", &sampled)],
        ),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return None,
    };
    let cross_check = self::number_range(
        cases.iter().filter_map(|case| case.cross_check_trials),
        messages,
    );
    let cross_check = cross_check.map_or_else(String::new, |number| {
        count_text(Word::PlusSimulated, number)
    });
    let unfinished: u64 = cases.iter().map(|case| case.unfinished).sum();
    let numerals = messages.numerals();
    let more = if unfinished > 0 {
        count_text(Word::GivenUp, numerals.grouped(unfinished))
    } else {
        String::new()
    };
    let some = cases.iter().filter(|case| case.trials > 0).count();
    let [some_text, case_count] = [some, cases.len()].map(|count| count.to_string());
    let per = if some < cases.len() {
        messages.fill(Word::ForSome, &[("some", &some_text), ("all", &case_count)])
    } else {
        per.to_owned()
    };
    Some(format!("{trials}{per}{cross_check}{more}"))
}

/// Returns how numbers were computed if not all are exact: "Simulated: 1,000,000 simulated trials
/// for each case, seed 1, 95% confidence."
pub fn method_sentence(report: &Report, is_partly_exact: bool) -> String {
    let messages = &*report.messages;
    let word = if is_partly_exact {
        Word::BothBy
    } else {
        Word::SimulatedBy
    };
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 {
        messages.text(Word::ForEachCase)
    } else {
        ""
    };
    let trials = trials_text(&cases, per, messages)
        .unwrap_or_else(|| messages.text(Word::NoTrials).to_owned());
    let level = messages.fill(
        Word::Confidence,
        &[("level", &confidence_text(report, messages))],
    );
    let trials = format!(
        "{trials}, {} {}{level}",
        messages.text(Word::Seed),
        report.run.seed
    );
    messages.fill(word, &[("trials", &trials)])
}

/// Returns the range of some numbers: "1,000,000", or "10,000 to 1,000,000".
fn number_range(numbers: impl Iterator<Item = u64> + Clone, messages: &Messages) -> Option<String> {
    let (min, max) = (numbers.clone().min()?, numbers.max()?);
    let [low, high] = [min, max].map(|number| messages.numerals().grouped(number));
    Some(if min == max {
        low
    } else {
        messages.numerals().range(&low, &high)
    })
}

/// Returns the confidence level as text: "95%", "99.9%".
pub fn confidence_text(report: &Report, messages: &Messages) -> String {
    messages.percent(
        &messages
            .numerals()
            .localize_digits(&significant(report.run.confidence.level() * 100.0, 6)),
    )
}

/// Returns a sentence on whether the simulated trials agree with the exact odds, if the two were
/// compared.
pub fn verdict_sentence(report: &Report, messages: &Messages) -> Option<String> {
    let number = |value: f64| messages.numerals().localize(&significant(value, 2));
    let p = |p: Option<f64>| number(p.unwrap_or(1.0));
    Some(match report.verdict() {
        Verdict::Agrees => messages.text(Word::Agree).to_owned(),
        Verdict::Disagrees => messages.fill(Word::Disagree, &[("p", &p(report.check_p))]),
        Verdict::SampleDisagrees => {
            messages.fill(Word::SampleDisagrees, &[("p", &p(report.sampler_p))])
        }
        Verdict::NotBest => messages.fill(Word::NotBest, &[("gap", &number(report.shortfall()))]),
        Verdict::Untested => return None,
    })
}

/// Truncated mass up to this changes no shown number.
const NEGLIGIBLE_MASS: f64 = 1e-9;

/// Returns a sentence with the largest share of trials that some distributions leave out because
/// they go on too long. Returns `None` if that changes no shown number.
pub fn unresolved_sentence<'l>(
    distributions: impl Iterator<Item = &'l Distribution>,
    messages: &Messages,
) -> Option<String> {
    // A mean that is solved without the distribution leaves nothing out.
    let has_values = |distribution: &&Distribution| {
        let exact = distribution.exact.as_ref();
        !exact.is_some_and(ExactDistribution::has_only_moments)
    };
    let most = distributions
        .filter(has_values)
        .map(Distribution::unresolved)
        .fold(0.0, f64::max);
    // The share is rounded up to one digit, so that it is never too small.
    let unit = 10f64.powf(most.log10().floor());
    let most = (most / unit).ceil() * unit;
    let numerals = messages.numerals();
    let share = match most {
        ..1e-4 => numerals.chance_in_sentence(most),
        _ => numerals.percent(&numerals.localize_digits(&significant(most * 100.0, 1))),
    };
    (most > NEGLIGIBLE_MASS).then(|| messages.fill(Word::Unresolved, &[("share", &share)]))
}

/// Returns a sentence about trials without a value of the metric, or `None` if all these
/// distributions have values in every trial.
pub fn absence_sentence<'l>(
    observed: &Observed,
    report: &Report,
    distributions: impl Iterator<Item = &'l Distribution>,
    messages: &Messages,
) -> Option<String> {
    let absent_shares: Vec<Option<Estimate>> = distributions
        .map(|distribution| absent_share(distribution, report))
        .collect();
    let shares: Vec<&Estimate> = absent_shares.iter().flatten().collect();
    let most = shares.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    if shares.len() == absent_shares.len() && shares.iter().all(|share| share.is_certain()) {
        return Some(messages.text(Word::AbsentAlways).to_owned());
    }
    let share = match (most.percent(messages.numerals()), absent_shares.len()) {
        (share, 1) => share,
        (share, _) if share.starts_with('>') => {
            messages.fill(Word::UpToNearly, &[("all", &messages.percent("100"))])
        }
        (share, _) => messages.fill(Word::ShareUpTo, &[("share", &share)]),
    };
    Some(match observed.metric.absent.as_str() {
        "" | "none" | "never" | "absent" => messages.fill(Word::Absent, &[("share", &share)]),
        absent => messages.fill(Word::AbsentAs, &[("share", &share), ("absent", absent)]),
    })
}

/// Returns a line for each headline that is computed from a part of the trials only.
pub fn absence_lines(report: &Report) -> Vec<String> {
    let line = |quantity: &Headline| {
        let observed = report
            .cases
            .iter()
            .find_map(|case| case.observed(&quantity.metric))?;
        if observed.counts_all_trials(quantity.measure) {
            return None;
        }
        let distributions = report
            .cases
            .iter()
            .filter_map(|case| case.distribution(&quantity.metric, quantity.step));
        let absent = absence_sentence(observed, report, distributions, Messages::english())?;
        Some(format!("{}: {}", quantity.label, uncapitalize(&absent)))
    };
    report.headlines.iter().filter_map(line).collect()
}

/// Returns the share of trials without a value of the metric, if there may be any.
fn absent_share(distribution: &Distribution, report: &Report) -> Option<Estimate> {
    let row = distribution.absence_row(report.run.confidence)?;
    Some(match row.exact {
        Some(mass)
            if distribution
                .pmf()
                .is_some_and(|pmf| pmf.masses().is_empty()) =>
        {
            Estimate::exact(mass.value(), 0.0)
        }
        Some(mass) => Estimate::exact(mass.value().min(1.0f64.next_down()), 0.0),
        None => Estimate::with_interval(row.estimate, Some(row.interval)),
    })
}

/// Returns a note if the requested precision was not reached in some cases: "in 3 of 35 cases".
pub fn imprecision_note(report: &Report) -> Option<String> {
    let precision = report.run.precision?;
    let short = report
        .cases
        .iter()
        .filter(|case| report.is_imprecise(case))
        .count();
    (short > 0).then(|| {
        format!(
            "the precision of ±{} was not reached in {short} of {} cases",
            significant(precision, 6),
            report.cases.len()
        )
    })
}
