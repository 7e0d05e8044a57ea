//! `distribution.csv`, `played.csv` and `summary.csv`: every number of a report, a row each.

use std::fmt::Display;
use std::io::{self, Write};

use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::ExactLaw;
use oddsmith_engine::stats::quantile_interval;

use crate::report::columns::{DISTRIBUTION, SUMMARY};
use crate::report::{Case, Law, Observed, Report, Row, Source};
use crate::rule::metric::Measure;

use super::csv::{Sink, field, row, table, which};
use super::number::{ESTIMATE, EXACT, add_significant, significant};

/// Columns of `distribution.csv` up to the estimate: those that `played.csv` has.
const PLAYED: usize = 7;

/// A row for each case, metric, step and value.
///
/// # Errors
/// Of kind `Interrupted` when it is stopped; as the sink has them.
pub fn distribution(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &DISTRIBUTION, sink, |rows, entry| law_rows(rows, report, entry, entry.law, DISTRIBUTION.len()))
}

/// The same of the trials that were played as a witness beside drawn ones.
///
/// # Errors
/// As for [`distribution`].
pub fn played(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &DISTRIBUTION[..PLAYED], sink, |rows, entry| {
        if let Some(witness) = &entry.law.witness {
            let own = Law::new(entry.law.step, witness.trials, witness.tally.clone(), None);
            law_rows(rows, report, entry, &own, PLAYED);
        }
    })
}

/// Whether any trials were played as a witness.
pub fn has_played(report: &Report) -> bool {
    report.cases.iter().any(|case| case.witness_trials.is_some())
}

/// A row for each case, metric and step.
///
/// # Errors
/// As for [`distribution`].
pub fn summary(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &SUMMARY, sink, |rows, entry| {
        row(rows, report, entry.case, &summary_row(report, entry.case, entry.observed, entry.law));
    })
}

/// A law with its case and metric.
#[derive(Clone, Copy)]
struct Entry<'r> {
    case: &'r Case,
    observed: &'r Observed,
    law: &'r Law,
}

/// Makes a table of which every law has its rows.
fn law_table(
    report: &Report,
    columns: &[&str],
    sink: Sink<'_>,
    rows: impl Fn(&mut Vec<u8>, &Entry<'_>) + Sync,
) -> io::Result<()> {
    let entries = laws(report).map(|(case, observed, law)| Entry { case, observed, law });
    let weight = |entry: &Entry<'_>| {
        let odds = entry.law.exact.as_ref().map_or(0, |exact| exact.pmf.masses().len());
        1 + odds.max(entry.law.tally.iter().count())
    };
    table(report, columns, sink, (entries, weight), rows)
}

/// A row for each value of a law, and one for its absence.
fn law_rows(rows: &mut Vec<u8>, report: &Report, entry: &Entry<'_>, law: &Law, columns: usize) {
    let metric = &entry.observed.metric;
    let mut start = which(report, entry.case);
    for cell in [&metric.name, &step(law), &step_label(entry.case, law)] {
        field(&mut start, cell);
    }
    let unresolved = law.exact.as_ref().map_or(f64::NAN, |exact| exact.unresolved);
    let mut write = |row: &Row, value: &dyn Display, label: &str| {
        rows.extend_from_slice(&start);
        number(rows, value);
        field(rows, label);
        number(rows, &row.count);
        estimate(rows, row.estimate, ESTIMATE);
        if columns == DISTRIBUTION.len() {
            estimate(rows, row.interval.low, ESTIMATE);
            estimate(rows, row.interval.high, ESTIMATE);
            let (value, fraction) = row.exact.map_or((f64::NAN, None), Mass::resolved);
            estimate(rows, value, EXACT);
            match fraction {
                Some((n, d)) => number(rows, &format_args!("{n}/{d}")),
                None => number(rows, &""),
            }
            estimate(rows, unresolved, EXACT);
        }
        rows.push(b'\n');
    };
    for row in law.rows_of_all(report.run.confidence) {
        let outcome = usize::try_from(row.value).ok().and_then(|code| metric.outcomes().get(code));
        write(&row, &row.value, outcome.map_or("", |outcome| &outcome.name));
    }
    if let Some(row) = law.absence(report.run.confidence) {
        write(&row, &"", "absent");
    }
}

/// Adds a cell that is a number, or nothing: it breaks no table.
fn number(row: &mut Vec<u8>, number: &dyn Display) {
    write!(row, ",{number}").expect("in memory");
}

/// Adds a cell with so many significant digits of a number; nothing of what is none.
fn estimate(row: &mut Vec<u8>, number: f64, digits: usize) {
    row.push(b',');
    add_significant(row, number, digits);
}

/// Every law of a report with its case and metric.
pub fn laws(report: &Report) -> impl Iterator<Item = (&Case, &Observed, &Law)> {
    report.cases.iter().flat_map(|case| {
        case.metrics.iter().flat_map(move |observed| observed.laws.iter().map(move |law| (case, observed, law)))
    })
}

/// The cells of [`SUMMARY`]; those that a category does not have are empty.
pub fn summary_row(report: &Report, case: &Case, observed: &Observed, law: &Law) -> [String; 33] {
    let tally = &law.tally;
    let is_number = observed.is_number();
    let number = |value: Option<f64>, digits| {
        let value = value.filter(|value| is_number && value.is_finite());
        value.map_or_else(String::new, |value| significant(value, digits))
    };
    let whole = |value: Option<i64>| value.filter(|_| is_number).map_or_else(String::new, |value| value.to_string());
    let mean = observed.read(law, Measure::Mean, report.run.confidence);
    let median = quantile_interval(tally, 50, report.run.confidence);
    let exact = law.exact.as_ref();
    let exact_quantile = |percent: u64| whole(exact.and_then(|exact| exact.quantile(percent as f64 / 100.0)));
    let share = |value: f64| significant(value, EXACT);
    let present = (law.trials > 0).then(|| tally.total() as f64 / law.trials as f64);
    [
        observed.metric.name.clone(),
        step(law),
        step_label(case, law),
        law.trials.to_string(),
        present.map_or_else(String::new, |share| significant(share, ESTIMATE)),
        exact.map_or_else(String::new, |exact| share(exact.present())),
        number(tally.mean(), ESTIMATE),
        number(Some(mean.interval.low), ESTIMATE),
        number(Some(mean.interval.high), ESTIMATE),
        number(tally.sd(), ESTIMATE),
        whole(tally.iter().next().map(|(value, _)| value)),
        whole(tally.quantile(5)),
        whole(tally.quantile(25)),
        whole(tally.quantile(50)),
        whole(tally.quantile(75)),
        whole(tally.quantile(95)),
        whole(tally.iter().next_back().map(|(value, _)| value)),
        number(mean.exact, EXACT),
        number(law.exact_sd(), EXACT),
        law.fit().map_or_else(String::new, |p| significant(p, ESTIMATE)),
        source(case, law).name().to_owned(),
        law.witness.as_ref().map_or_else(String::new, |witness| witness.trials.to_string()),
        number(law.witness.as_ref().and_then(|witness| witness.tally.mean()), ESTIMATE),
        whole(exact.and_then(ExactLaw::least)),
        exact_quantile(5),
        exact_quantile(25),
        exact_quantile(50),
        exact_quantile(75),
        exact_quantile(95),
        whole(exact.and_then(ExactLaw::greatest)),
        whole(median.map(|(low, _)| low)),
        whole(median.map(|(_, high)| high)),
        exact.map_or_else(String::new, |_| share(law.unresolved())),
    ]
}

/// Where the counts of a law come from: in a drawn case, what has no witness beside it was played itself.
fn source(case: &Case, law: &Law) -> Source {
    if law.witness.is_none() { Source::Played } else { case.source }
}

/// What a step is called: the name of the Wing, where steps have names.
pub(super) fn step_label(case: &Case, law: &Law) -> String {
    law.step.and_then(|step| case.own_step_name(step)).unwrap_or_default().to_owned()
}

fn step(law: &Law) -> String {
    law.step.map_or_else(String::new, |step| step.to_string())
}
