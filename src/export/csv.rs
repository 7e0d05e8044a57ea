//! `distribution.csv` and `summary.csv`: every number of a report, a row each.

use std::borrow::Cow;

use oddsmith_engine::odds::Mass;
use oddsmith_engine::stats::quantile_interval;

use crate::report::columns::{DISTRIBUTION, SUMMARY};
use crate::report::{Case, Law, Observed, Report, Row};
use crate::rule::metric::Measure;

use super::number::{ESTIMATE, EXACT, significant};

/// Columns of `distribution.csv` up to the estimate: those that `played.csv` has.
const PLAYED: usize = 7;

/// A row for each case, metric, step and value.
pub fn distribution(report: &Report) -> Vec<u8> {
    let mut table = Table::new(report, &DISTRIBUTION);
    for (case, observed, law) in laws(report) {
        law_rows(&mut table, report, case, observed, law, DISTRIBUTION.len());
    }
    table.bytes()
}

/// The same of the trials that were played as a witness beside drawn ones; `None` where no case was drawn.
pub fn played(report: &Report) -> Option<Vec<u8>> {
    report.cases.iter().any(|case| case.witness_trials.is_some()).then(|| {
        let mut table = Table::new(report, &DISTRIBUTION[..PLAYED]);
        for (case, observed, law) in laws(report) {
            if let Some(witness) = &law.witness {
                let own = Law::new(law.step, witness.trials, witness.tally.clone(), None);
                law_rows(&mut table, report, case, observed, &own, PLAYED);
            }
        }
        table.bytes()
    })
}

/// A row for each value of a law, and one for its absence.
fn law_rows(table: &mut Table, report: &Report, case: &Case, observed: &Observed, law: &Law, columns: usize) {
    let metric = &observed.metric;
    let mut write = |row: &Row, value: String, label: &str| {
        let exact = row.exact.map(Mass::resolved);
        let fraction = exact.and_then(|(_, fraction)| fraction);
        let cells = [
            metric.name.clone(),
            step(law),
            step_label(report, law),
            value,
            label.to_owned(),
            row.count.to_string(),
            significant(row.estimate, ESTIMATE),
            significant(row.interval.low, ESTIMATE),
            significant(row.interval.high, ESTIMATE),
            exact.map_or_else(String::new, |(value, _)| significant(value, EXACT)),
            fraction.map_or_else(String::new, |(n, d)| format!("{n}/{d}")),
        ];
        table.row(report, case, &cells[..columns]);
    };
    for row in law.rows_of_all(report.run.confidence) {
        let outcome = usize::try_from(row.value).ok().and_then(|code| metric.outcomes().get(code));
        write(&row, row.value.to_string(), outcome.map_or("", |outcome| &outcome.name));
    }
    if let Some(row) = law.absence(report.run.confidence) {
        write(&row, String::new(), "absent");
    }
}

/// A row for each case, metric and step.
pub fn summary(report: &Report) -> Vec<u8> {
    let mut table = Table::new(report, &SUMMARY);
    for (case, observed, law) in laws(report) {
        table.row(report, case, &summary_row(report, case, observed, law));
    }
    table.bytes()
}

/// Every law of a report with its case and metric.
pub fn laws(report: &Report) -> impl Iterator<Item = (&Case, &Observed, &Law)> {
    report.cases.iter().flat_map(|case| {
        case.metrics.iter().flat_map(move |observed| observed.laws.iter().map(move |law| (case, observed, law)))
    })
}

/// The cells of [`SUMMARY`]; those that a category does not have are empty.
pub fn summary_row(report: &Report, case: &Case, observed: &Observed, law: &Law) -> [String; 32] {
    let tally = &law.tally;
    let is_number = observed.is_number();
    let number = |value: Option<f64>, digits| {
        let value = value.filter(|value| is_number && value.is_finite());
        value.map_or_else(String::new, |value| significant(value, digits))
    };
    let whole = |value: Option<i64>| value.filter(|_| is_number).map_or_else(String::new, |value| value.to_string());
    let mean = observed.read(law, Measure::Mean, report.run.confidence);
    let median = quantile_interval(tally, 50, report.run.confidence);
    let pmf = law.pmf();
    let exact_quantile = |percent: u64| whole(pmf.and_then(|pmf| pmf.quantile(percent as f64 / 100.0)));
    let ends = pmf.map(|pmf| pmf.masses()).unwrap_or_default();
    let share = |value: f64| significant(value, EXACT);
    [
        observed.metric.name.clone(),
        step(law),
        step_label(report, law),
        law.trials.to_string(),
        significant(tally.total() as f64 / law.trials.max(1) as f64, ESTIMATE),
        law.exact.as_ref().map_or_else(String::new, |exact| share(exact.present())),
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
        number(pmf.filter(|pmf| !pmf.masses().is_empty()).map(|pmf| pmf.sd()), EXACT),
        law.fit().map_or_else(String::new, |p| significant(p, ESTIMATE)),
        case.source.name().to_owned(),
        law.witness.as_ref().map_or_else(String::new, |witness| witness.trials.to_string()),
        number(law.witness.as_ref().and_then(|witness| witness.tally.mean()), ESTIMATE),
        whole(ends.first().map(|&(value, _)| value)),
        exact_quantile(5),
        exact_quantile(25),
        exact_quantile(50),
        exact_quantile(75),
        exact_quantile(95),
        whole(ends.last().map(|&(value, _)| value)),
        whole(median.map(|(low, _)| low)),
        whole(median.map(|(_, high)| high)),
    ]
}

/// What a step is called: the name of the Wing, where steps have names.
fn step_label(report: &Report, law: &Law) -> String {
    law.step.and_then(|step| report.own_step_name(step)).unwrap_or_default().to_owned()
}

fn step(law: &Law) -> String {
    law.step.map_or_else(String::new, |step| step.to_string())
}

/// The columns that say which case a row is of: their headers.
pub fn case_headers(report: &Report) -> Vec<String> {
    let variant = (!report.variants.is_empty()).then(|| "variant".to_owned());
    ["case".to_owned()].into_iter().chain(variant).chain(report.sweep.iter().map(|swept| swept.key.clone())).collect()
}

/// The columns that say which case a row is of: their cells.
pub fn case_cells(report: &Report, case: &Case) -> Vec<String> {
    let variant = case.variant.map(|index| report.variants[index].clone());
    let swept = report.sweep.iter().zip(&case.point).map(|(swept, &index)| swept.values[index].clone());
    [case.number.to_string()].into_iter().chain(variant).chain(swept).collect()
}

/// A cell that no spreadsheet takes for a formula: a text that begins like one gets an apostrophe, a number never.
fn inert(cell: &str) -> Cow<'_, [u8]> {
    let is_number = || cell.ends_with(|c: char| c.is_ascii_digit()) && cell.parse::<f64>().is_ok();
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number() {
        Cow::Owned(format!("'{cell}").into_bytes())
    } else {
        Cow::Borrowed(cell.as_bytes())
    }
}

pub(super) struct Table {
    writer: csv::Writer<Vec<u8>>,
}

/// Writing to memory cannot fail, and every row has as many cells as there are headers.
const IN_MEMORY: &str = "rows of one length, in memory";

impl Table {
    pub(super) fn new(report: &Report, columns: &[&str]) -> Table {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        let headers = case_headers(report);
        let headers = headers.iter().map(|header| inert(header)).chain(columns.iter().map(|&column| inert(column)));
        writer.write_record(headers).expect(IN_MEMORY);
        Table { writer }
    }

    pub(super) fn row(&mut self, report: &Report, case: &Case, cells: &[String]) {
        let which = case_cells(report, case);
        let cells = which.iter().chain(cells).map(|cell| inert(cell));
        self.writer.write_record(cells).expect(IN_MEMORY);
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        self.writer.into_inner().expect(IN_MEMORY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_begins_like_a_formula_gets_an_apostrophe_and_a_number_never() {
        for text in ["=1+1", "@SUM(A1)", "-2+3", "+1d6", "-1d6", "-inf", "\t=1"] {
            assert_eq!(inert(text), format!("'{text}").into_bytes());
        }
        for text in ["91/216", "-1", "+1", "-0.5", "-1e-9", "never", "2d6-1", ""] {
            assert_eq!(inert(text), text.as_bytes());
        }
    }
}
