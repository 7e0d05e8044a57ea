//! Where numbers come from, in words: simulated trials or drawn, what the one says of the other,
//! what was cut, what is absent.

use crate::estimate::Estimate;
use crate::labels::small;
use crate::report::{Case, CountSource, Law, Observed, Report, Verdict};
use crate::rule::presentation::Headline;
use crate::wordbook::{Word, Wordbook};

use super::number::significant;

/// Returns the trials of some cases: "1,000,000 simulated trials per case", or sampled trials with
/// the simulated trials that check them; `None` of none.
pub fn trials(cases: &[&Case], per: &str, wordbook: &Wordbook) -> Option<String> {
    let of = |source| {
        cases
            .iter()
            .filter(move |case| case.source == source && case.trials > 0)
    };
    let told = |word, number: String| wordbook.fill(word, &[("number", &number)]);
    let range = |source| range(of(source).map(|case| case.trials), wordbook);
    let played = range(CountSource::Played).map(|number| told(Word::Played, number));
    let drawn = range(CountSource::Drawn).map(|number| told(Word::Drawn, number));
    let own = match (played, drawn) {
        (Some(played), Some(drawn)) => {
            wordbook.fill(Word::PlayedOrDrawn, &[("one", &played), ("other", &drawn)])
        }
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return None,
    };
    let beside = self::range(
        cases.iter().filter_map(|case| case.witness_trials),
        wordbook,
    );
    let beside = beside.map_or_else(String::new, |number| told(Word::PlayedBeside, number));
    let unfinished: u64 = cases.iter().map(|case| case.unfinished).sum();
    let numerals = wordbook.numerals();
    let more = if unfinished > 0 {
        told(Word::GivenUp, numerals.grouped(unfinished))
    } else {
        String::new()
    };
    let some = cases.iter().filter(|case| case.trials > 0).count();
    let [told, all] = [some, cases.len()].map(|count| count.to_string());
    let per = match some < cases.len() {
        true => wordbook.fill(Word::ForSome, &[("some", &told), ("all", &all)]),
        false => per.to_owned(),
    };
    Some(format!("{own}{per}{beside}{more}"))
}

/// How numbers were got that are not all exact: "Simulated: 1,000,000 simulated trials for each
/// case, seed 1, 95% confidence."
pub fn got(report: &Report, is_partly_exact: bool) -> String {
    let wordbook = &*report.wordbook;
    let word = if is_partly_exact {
        Word::BothBy
    } else {
        Word::SimulatedBy
    };
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 {
        wordbook.say(Word::ForEachCase)
    } else {
        ""
    };
    let trials =
        trials(&cases, per, wordbook).unwrap_or_else(|| wordbook.say(Word::NoTrials).to_owned());
    let level = wordbook.fill(Word::Confidence, &[("level", &level(report, wordbook))]);
    let trials = format!(
        "{trials}, {} {}{level}",
        wordbook.say(Word::Seed),
        report.run.seed
    );
    wordbook.fill(word, &[("trials", &trials)])
}

/// "1,000,000", or "10,000 to 1,000,000".
fn range(numbers: impl Iterator<Item = u64> + Clone, wordbook: &Wordbook) -> Option<String> {
    let (min, max) = (numbers.clone().min()?, numbers.max()?);
    let [low, high] = [min, max].map(|number| wordbook.numerals().grouped(number));
    Some(if min == max {
        low
    } else {
        wordbook.numerals().range(&low, &high)
    })
}

/// The level of intervals as people write it: "95%", "99.9%".
pub fn level(report: &Report, wordbook: &Wordbook) -> String {
    wordbook.percent(
        &wordbook
            .numerals()
            .written(&significant(report.run.confidence.level() * 100.0, 6)),
    )
}

/// Returns a sentence on whether the simulated trials agree with the exact odds, where the two were
/// compared.
pub fn verdict(report: &Report, wordbook: &Wordbook) -> Option<String> {
    let number = |value: f64| wordbook.numerals().put(&significant(value, 2));
    let p = |p: Option<f64>| number(p.unwrap_or(1.0));
    Some(match report.verdict() {
        Verdict::Agrees => wordbook.say(Word::Agree).to_owned(),
        Verdict::Disagrees => wordbook.fill(Word::Disagree, &[("p", &p(report.witness_p))]),
        Verdict::DrawnDisagrees => wordbook.fill(Word::DrawnDisagree, &[("p", &p(report.drawn_p))]),
        Verdict::NotBest => wordbook.fill(Word::NotBest, &[("gap", &number(report.shortfall()))]),
        Verdict::Untested => return None,
    })
}

/// Truncated mass up to here changes no number that is shown.
const UNTOLD: f64 = 1e-9;

/// Returns the largest share of trials that some distributions leave out since they go on too long.
/// It returns `None` where that changes no number that is shown.
pub fn unresolved<'l>(laws: impl Iterator<Item = &'l Law>, wordbook: &Wordbook) -> Option<String> {
    let most = laws.map(Law::unresolved).fold(0.0, f64::max);
    // One digit, never less than the truth.
    let unit = 10f64.powf(most.log10().floor());
    let most = (most / unit).ceil() * unit;
    let numerals = wordbook.numerals();
    let share = match most {
        ..1e-4 => numerals.spoken_chance(most),
        _ => numerals.percent(&numerals.written(&significant(most * 100.0, 1))),
    };
    (most > UNTOLD).then(|| wordbook.fill(Word::Unresolved, &[("share", &share)]))
}

/// What is said of numbers of a metric that trials may be without; nothing where none of these laws
/// is.
pub fn absent<'l>(
    observed: &Observed,
    report: &Report,
    laws: impl Iterator<Item = &'l Law>,
    wordbook: &Wordbook,
) -> Option<String> {
    let of_laws: Vec<Option<Estimate>> = laws.map(|law| share_absent(law, report)).collect();
    let shares: Vec<&Estimate> = of_laws.iter().flatten().collect();
    let most = shares.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    if shares.len() == of_laws.len() && shares.iter().all(|share| share.is_certain()) {
        return Some(wordbook.say(Word::AbsentAlways).to_owned());
    }
    let share = match (most.percent(wordbook.numerals()), of_laws.len()) {
        (share, 1) => share,
        (share, _) if share.starts_with('>') => {
            wordbook.fill(Word::UpToNearly, &[("all", &wordbook.percent("100"))])
        }
        (share, _) => wordbook.fill(Word::ShareUpTo, &[("share", &share)]),
    };
    Some(match observed.metric.absent.as_str() {
        "" | "none" | "never" | "absent" => wordbook.fill(Word::Absent, &[("share", &share)]),
        absent => wordbook.fill(Word::AbsentAs, &[("share", &share), ("absent", absent)]),
    })
}

/// A line for each of the numbers to read first that is of some trials only.
pub fn absent_headlines(report: &Report) -> Vec<String> {
    let line = |quantity: &Headline| {
        let observed = report
            .cases
            .iter()
            .find_map(|case| case.observed(&quantity.metric))?;
        if observed.is_of_all(quantity.measure) {
            return None;
        }
        let laws = report
            .cases
            .iter()
            .filter_map(|case| case.law(&quantity.metric, quantity.step));
        let absent = absent(observed, report, laws, Wordbook::english())?;
        Some(format!("{}: {}", quantity.label, small(&absent)))
    };
    report.headlines.iter().filter_map(line).collect()
}

/// The share of trials that are without a metric, where any may be.
fn share_absent(law: &Law, report: &Report) -> Option<Estimate> {
    let row = law.absence(report.run.confidence)?;
    Some(match row.exact {
        Some(mass) if law.pmf().is_some_and(|pmf| pmf.masses().is_empty()) => {
            Estimate::exact(mass.value(), 0.0)
        }
        Some(mass) => Estimate::exact(mass.value().min(1.0f64.next_down()), 0.0),
        None => Estimate::with_interval(row.estimate, Some(row.interval)),
    })
}

/// That the precision asked for was not reached, and where: "in 3 of 35 cases"; nothing where it
/// was.
pub fn imprecise(report: &Report) -> Option<String> {
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
