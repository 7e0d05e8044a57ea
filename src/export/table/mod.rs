//! The summary as a table that a person likes to read: exact beside estimate. Several cases are a row each; a single one has
//! a row for each of its numbers.

mod answers;
mod cells;
mod layout;
mod play;
mod search;
mod sensitivity;

pub use answers::wants;
pub use search::search;

use std::fmt::Write;

use crate::report::{Case, Law, Reading, Report};
use crate::rule::metric::Statistic;
use crate::terminal::shown;

use super::provenance;
use cells::{bar, exact, plain, simulated};
use layout::{Column, laid_out, left, right};

/// Rows at most; the rest is in the files.
const MOST_ROWS: usize = 40;
/// Numbers of a case that stand beside each other.
const MOST_NUMBERS: usize = 3;

/// The table of a report, with a heading in bold (as ANSI codes, which a stream without colour strips).
pub fn table(report: &Report) -> String {
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m\n{}\n", shown(&report.title), about(report));
    let (columns, rows) = match report.cases.as_slice() {
        [case] => (numbers_of(report, case), report.asks.len() + report.headlines.len()),
        cases => (cases_of(report), cases.len()),
    };
    text.push_str(&laid_out(&columns));
    if rows > MOST_ROWS {
        let _ = writeln!(text, "... {} more rows: see summary.csv", rows - MOST_ROWS);
    }
    text.push_str(&answers::below(report));
    text.push_str(&play::below(report));
    for line in provenance::absent_headlines(report) {
        let _ = writeln!(text, "{}", shown(&line));
    }
    for (label, value) in &report.notes {
        let _ = writeln!(text, "{}: {}", shown(label), shown(value));
    }
    if let Some(own) = &report.sensitivity {
        text.push_str(&sensitivity::sensitivity(own));
    }
    text
}

/// A row for each case: what varies, then its first numbers.
fn cases_of(report: &Report) -> Vec<Column> {
    let cases = &report.cases[..report.cases.len().min(MOST_ROWS)];
    let mut columns = Vec::new();
    if !report.variants.is_empty() {
        let names =
            cases.iter().map(|case| case.variant.map_or_else(String::new, |index| report.variants[index].clone()));
        columns.push(left("Variant", names));
    }
    for (index, swept) in report.sweep.iter().enumerate() {
        let header = if swept.short.is_empty() { &swept.label } else { &swept.short };
        columns.push(right(
            header,
            cases.iter().map(|case| swept.values[case.point[index]].clone()),
        ));
    }
    let mut has_bars = false;
    let asked = answers::columns(report, cases);
    let own = MOST_NUMBERS.saturating_sub(asked.len());
    let headlines = report.headlines.iter().take(own).map(|quantity| {
        let readings = cases.iter().map(|case| reading(report, case, quantity)).collect::<Vec<Option<Reading>>>();
        (quantity.label.as_str(), readings)
    });
    for (label, readings) in asked.into_iter().chain(headlines) {
        columns.push(right(label, readings.iter().map(exact)));
        columns.push(right("simulated", readings.iter().map(simulated)));
        if !has_bars && readings.iter().flatten().any(|reading| reading.is_probability) {
            columns.push(left("", readings.iter().map(bar)));
            has_bars = true;
        }
    }
    columns
}

/// A row for each number of the only case.
fn numbers_of(report: &Report, case: &Case) -> Vec<Column> {
    let asked = report.asks.iter().zip(&case.answers);
    let asked = asked.map(|(ask, answer)| (ask.label.clone(), Some(answer.reading(ask.is_probability))));
    let own = report.headlines.iter().map(|quantity| (quantity.label.clone(), reading(report, case, quantity)));
    let (labels, readings): (Vec<String>, Vec<Option<Reading>>) = asked.chain(own).take(MOST_ROWS).unzip();
    vec![
        left("", labels.into_iter()),
        right("exact", readings.iter().map(exact)),
        right("simulated", readings.iter().map(simulated)),
        left("", readings.iter().map(bar)),
    ]
}

fn reading(report: &Report, case: &Case, quantity: &Statistic) -> Option<Reading> {
    let law = case.law(&quantity.metric, quantity.step)?;
    Some(case.observed(&quantity.metric)?.read(law, quantity.measure, report.run.confidence))
}

/// How many trials, how sure, and what to make of it: under the title.
fn about(report: &Report) -> String {
    let cases: Vec<&Case> = report.cases.iter().collect();
    let (many, per) = match cases.len() {
        1 => (String::new(), ""),
        number => (format!("{number} cases, "), " for each"),
    };
    let trials = provenance::trials(&cases, per).unwrap_or_else(|| "no trials".to_owned());
    let level = report.run.confidence.level() * 100.0;
    let mut about = format!("{many}{trials}, seed {}; ± is the {}% interval", report.run.seed, plain(level));
    if report.cases.iter().any(|case| case.unresolved.is_none()) {
        about.push_str("; – where no exact value was computed");
    }
    if let Some(short) = provenance::imprecise(report) {
        let _ = write!(about, "; {short}");
    }
    for sentence in [provenance::verdict(report), provenance::unresolved(headline_laws(report))].into_iter().flatten() {
        let _ = write!(about, "\n{sentence}");
    }
    about
}

/// The laws that the table shows.
fn headline_laws(report: &Report) -> impl Iterator<Item = &Law> {
    report
        .cases
        .iter()
        .flat_map(|case| report.headlines.iter().filter_map(|quantity| case.law(&quantity.metric, quantity.step)))
}
