//! `distribution.csv` and `summary.csv`: every number of a report, a row each.

use std::borrow::Cow;

use crate::chance::mass::Mass;
use crate::report::{Case, Law, Observed, Report};

use super::number::{ESTIMATE, EXACT, significant};

const DISTRIBUTION: [&str; 10] =
    ["metric", "step", "value", "label", "count", "estimate", "ci_low", "ci_high", "exact", "exact_fraction"];

/// The columns of `summary.csv` after those that say which case it is.
pub const SUMMARY: [&str; 17] = [
    "metric",
    "step",
    "trials",
    "mean",
    "mean_ci_low",
    "mean_ci_high",
    "sd",
    "min",
    "p5",
    "p25",
    "median",
    "p75",
    "p95",
    "max",
    "exact_mean",
    "exact_sd",
    "gof_p",
];

/// A row for each case, metric, step and value.
pub fn distribution(report: &Report) -> Vec<u8> {
    let mut table = Table::new(report, &DISTRIBUTION);
    for (case, observed, law) in laws(report) {
        for row in law.rows(report.run.confidence) {
            let label = observed.metric.outcomes().get(row.value.max(0) as usize).map_or("", |outcome| outcome.name);
            let exact = row.exact.map(Mass::resolved);
            let fraction =
                exact.and_then(|(_, fraction)| fraction).map_or_else(String::new, |(n, d)| format!("{n}/{d}"));
            table.row(
                report,
                case,
                &[
                    observed.metric.name.clone(),
                    step(law),
                    row.value.to_string(),
                    label.to_owned(),
                    row.count.to_string(),
                    significant(row.estimate, ESTIMATE),
                    significant(row.interval.low, ESTIMATE),
                    significant(row.interval.high, ESTIMATE),
                    exact.map_or_else(String::new, |(value, _)| significant(value, EXACT)),
                    fraction,
                ],
            );
        }
    }
    table.bytes()
}

/// A row for each case, metric and step.
pub fn summary(report: &Report) -> Vec<u8> {
    let mut table = Table::new(report, &SUMMARY);
    for (case, observed, law) in laws(report) {
        table.row(report, case, &summary_row(report, observed, law));
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
pub fn summary_row(report: &Report, observed: &Observed, law: &Law) -> [String; 17] {
    let tally = &law.tally;
    let trials = tally.total();
    let is_number = observed.is_number();
    let number = |value: Option<f64>, digits| {
        value.filter(|_| is_number).map_or_else(String::new, |value| significant(value, digits))
    };
    let whole = |value: Option<i64>| value.filter(|_| is_number).map_or_else(String::new, |value| value.to_string());
    let (mean, sd) = (tally.mean(), tally.sd());
    let interval = mean.zip(sd).map(|(mean, sd)| report.run.confidence.normal(mean, sd, trials));
    let exact = law.exact.as_ref();
    [
        observed.metric.name.clone(),
        step(law),
        trials.to_string(),
        number(mean, ESTIMATE),
        number(interval.map(|interval| interval.low), ESTIMATE),
        number(interval.map(|interval| interval.high), ESTIMATE),
        number(sd, ESTIMATE),
        whole(tally.iter().next().map(|(value, _)| value)),
        whole(tally.quantile(5)),
        whole(tally.quantile(25)),
        whole(tally.quantile(50)),
        whole(tally.quantile(75)),
        whole(tally.quantile(95)),
        whole(tally.iter().next_back().map(|(value, _)| value)),
        number(exact.map(|pmf| pmf.mean()), EXACT),
        number(exact.map(|pmf| pmf.sd()), EXACT),
        law.fit().map_or_else(String::new, |p| significant(p, ESTIMATE)),
    ]
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

struct Table {
    writer: csv::Writer<Vec<u8>>,
}

/// Writing to memory cannot fail, and every row has as many cells as there are headers.
const IN_MEMORY: &str = "rows of one length, in memory";

impl Table {
    fn new(report: &Report, columns: &[&str]) -> Table {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        let headers = case_headers(report);
        let headers = headers
            .iter()
            .map(|header| inert(header))
            .chain(columns.iter().map(|&column| Cow::from(column.as_bytes())));
        writer.write_record(headers).expect(IN_MEMORY);
        Table { writer }
    }

    fn row(&mut self, report: &Report, case: &Case, cells: &[String]) {
        let which = case_cells(report, case);
        let cells = which.iter().chain(cells).map(|cell| inert(cell));
        self.writer.write_record(cells).expect(IN_MEMORY);
    }

    fn bytes(self) -> Vec<u8> {
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
