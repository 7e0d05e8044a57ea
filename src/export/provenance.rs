//! Where numbers come from, in words: trials played or drawn, what the one says of the other, what was cut, what is absent.

use crate::estimate::Estimate;
use crate::figures::grouped;
use crate::report::{Case, CountSource, Law, Observed, Report, Verdict};
use crate::rule::presentation::Headline;

use super::number::significant;

/// The trials of some cases: "1,000,000 trials played per case", "a sample of 1,000,000 drawn, 20,000 trials played
/// beside it"; `None` of none.
pub fn trials(cases: &[&Case], per: &str) -> Option<String> {
    let of = |source| cases.iter().filter(move |case| case.source == source && case.trials > 0);
    let played = range(of(CountSource::Played).map(|case| case.trials)).map(|number| format!("{number} trials played"));
    let drawn =
        range(of(CountSource::Drawn).map(|case| case.trials)).map(|number| format!("a sample of {number} drawn"));
    let own = match (played, drawn) {
        (Some(played), Some(drawn)) => format!("{played} or {drawn}"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return None,
    };
    let beside = range(cases.iter().filter_map(|case| case.witness_trials));
    let beside = beside.map_or_else(String::new, |number| format!(", {number} trials played beside it"));
    let unfinished: u64 = cases.iter().map(|case| case.unfinished).sum();
    let more = if unfinished > 0 {
        format!(" and {} given up that went on and on", grouped(unfinished))
    } else {
        String::new()
    };
    let told = cases.iter().filter(|case| case.trials > 0).count();
    let per = if told < cases.len() { format!(" for {told} of {} cases", cases.len()) } else { per.to_owned() };
    Some(format!("{own}{per}{beside}{more}"))
}

/// How numbers were got that are not all exact: "Simulated: 1,000,000 trials played for each case, seed 1, 95% confidence."
pub fn got(report: &Report, is_partly_exact: bool) -> String {
    let source = if is_partly_exact { "Exact where it was computed, else simulated:" } else { "Simulated:" };
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 { " for each case" } else { "" };
    let trials = trials(&cases, per).unwrap_or_else(|| "no trials".to_owned());
    let level = significant(report.run.confidence.level() * 100.0, 6);
    format!("{source} {trials}, seed {}, {level}% confidence.", report.run.seed)
}

/// "1,000,000", or "10,000 to 1,000,000".
fn range(numbers: impl Iterator<Item = u64> + Clone) -> Option<String> {
    let (min, max) = (numbers.clone().min()?, numbers.max()?);
    Some(if min == max { grouped(min) } else { format!("{} to {}", grouped(min), grouped(max)) })
}

/// What the played trials of the run say of its exact odds: a sentence, where they were compared.
pub fn verdict(report: &Report) -> Option<String> {
    let p = |p: Option<f64>| significant(p.unwrap_or(1.0), 2);
    Some(match report.verdict() {
        Verdict::Agrees => "Played trials agree with the exact odds.".to_owned(),
        Verdict::Disagrees => {
            let p = p(report.witness_p);
            format!("Played trials disagree with the exact odds (p = {p}): one of the two is wrong.")
        }
        Verdict::DrawnDisagrees => {
            let p = p(report.drawn_p);
            format!("The sample that was drawn disagrees with the exact odds (p = {p}): one of the two is wrong.")
        }
        Verdict::NotBest => {
            let gap = significant(report.shortfall(), 2);
            format!(
                "Best play is not best: looked at step by step, another option is better somewhere, by {gap} of what is at stake."
            )
        }
        Verdict::Untested => return None,
    })
}

/// What is left out of exact odds changes no number that is told, up to here.
const UNTOLD: f64 = 1e-9;

/// How many trials some laws leave out, at most, since they go on too long; nothing where that changes no number that is told.
pub fn unresolved<'l>(laws: impl Iterator<Item = &'l Law>) -> Option<String> {
    let most = laws.map(Law::unresolved).fold(0.0, f64::max);
    // One digit, never less than the truth.
    let unit = 10f64.powf(most.log10().floor());
    let most = (most / unit).ceil() * unit;
    let share = match most {
        ..1e-4 => format!("1 in {}", grouped((1.0 / most).floor() as u64)),
        _ => format!("{}%", significant(most * 100.0, 1)),
    };
    (most > UNTOLD).then(|| {
        format!("Up to {share} of all trials go on too long to be followed to their end: a chance may be greater by as much.")
    })
}

/// What is said of numbers of a metric that trials may be without; nothing where none of these laws is.
pub fn absent<'l>(observed: &Observed, report: &Report, laws: impl Iterator<Item = &'l Law>) -> Option<String> {
    let shares: Vec<Estimate> = laws.filter_map(|law| share_absent(law, report)).collect();
    let most = shares.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    let share = match (most.percent(report.company), shares.len()) {
        (share, 1) => share.replacen('>', "more than ", 1),
        (share, _) if share.starts_with('>') => "up to nearly 100%".to_owned(),
        (share, _) => format!("up to {share}"),
    };
    Some(match observed.metric.absent.as_str() {
        "" | "none" | "never" | "absent" => {
            format!("It counts only where it is shown: in {share} of the trials it is not.")
        }
        absent => format!("It counts only where it is shown: in {share} of the trials it is not ({absent})."),
    })
}

/// A line for each of the numbers to read first that is of some trials only.
pub fn absent_headlines(report: &Report) -> Vec<String> {
    let line = |quantity: &Headline| {
        let observed = report.cases.iter().find_map(|case| case.observed(&quantity.metric))?;
        if observed.is_of_all(quantity.measure) {
            return None;
        }
        let laws = report.cases.iter().filter_map(|case| case.law(&quantity.metric, quantity.step));
        Some(format!("{}: {}", quantity.label, absent(observed, report, laws)?))
    };
    report.headlines.iter().filter_map(line).collect()
}

/// The share of trials that are without a metric, where any may be.
fn share_absent(law: &Law, report: &Report) -> Option<Estimate> {
    let row = law.absence(report.run.confidence)?;
    Some(match row.exact {
        Some(mass) if law.pmf().is_some_and(|pmf| pmf.masses().is_empty()) => Estimate::exact(mass.value(), 0.0),
        Some(mass) => Estimate::exact(mass.value().min(1.0f64.next_down()), 0.0),
        None => Estimate { value: row.estimate, low: row.interval.low, high: row.interval.high, is_exact: false },
    })
}

/// That the precision asked for was not reached, and where: "in 3 of 35 cases"; nothing where it was.
pub fn imprecise(report: &Report) -> Option<String> {
    let precision = report.run.precision?;
    let short = report.cases.iter().filter(|case| report.is_imprecise(case)).count();
    (short > 0).then(|| {
        format!(
            "the precision of ±{} was not reached in {short} of {} cases",
            significant(precision, 6),
            report.cases.len()
        )
    })
}
