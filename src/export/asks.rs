//! `asks.csv` and `joint.csv`: the answers to what was asked, a row each.

use std::io;

use oddsmith_engine::odds::Mass;

use crate::estimate::Estimate;
use crate::report::columns::{ASKS, JOINT, unlike};
use crate::report::{Answer, Case, JointDistribution, JointOf, JointRow, Report, ReportQuestion};

use super::cell::TableCell;
use super::csv::{Sink, case_cells, table};

/// A row for each case and question.
///
/// # Errors
/// Of kind `Interrupted` when it is stopped; as the sink has them.
pub fn asks(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    table(
        report,
        &ASKS,
        sink,
        (answers(report), |_: &_| 1),
        |rows, &(case, ask, answer)| {
            rows.row(case_cells(report, case).chain(cells(ask, answer)));
        },
    )
}

/// Every answer with its case and question.
pub fn answers(report: &Report) -> impl Iterator<Item = (&Case, &ReportQuestion, &Answer)> {
    report.cases.iter().flat_map(|case| {
        report
            .asks
            .iter()
            .zip(&case.answers)
            .map(move |(ask, answer)| (case, ask, answer))
    })
}

/// The cells of [`ASKS`].
pub fn cells<'r>(ask: &'r ReportQuestion, answer: &'r Answer) -> [TableCell<'r>; 9] {
    let interval = answer.estimate.interval;
    let figure = answer.figure();
    [
        TableCell::text(&ask.label),
        TableCell::estimate(answer.estimate.value),
        TableCell::estimate(interval.map(|interval| interval.low)),
        TableCell::estimate(interval.map(|interval| interval.high)),
        TableCell::exact(figure.map(|figure| figure.value)),
        TableCell::fraction(figure.and_then(|figure| figure.fraction)),
        TableCell::text(ask.want.as_ref().map_or("", |want| &want.text)),
        TableCell::text(answer.met.map_or("", |met| met.name())),
        TableCell::exact(figure.map(|figure| figure.unresolved)),
    ]
}

/// Returns the file name of a joint distribution, by its number from 0.
pub fn joint_file(at: usize) -> String {
    if at == 0 {
        "joint.csv".to_owned()
    } else {
        format!("joint-{}.csv", at + 1)
    }
}

/// A row for each case and values that come together.
///
/// # Errors
/// As for [`asks`].
pub fn joint(report: &Report, at: usize, sink: Sink<'_>) -> io::Result<()> {
    let of = &report.joints[at];
    let swept: Vec<&str> = report
        .sweep
        .iter()
        .map(|swept| swept.key.as_str())
        .collect();
    let names: Vec<String> = of
        .names
        .iter()
        .map(|name| unlike("value", name, &swept))
        .collect();
    let columns: Vec<&str> = names.iter().map(String::as_str).chain(JOINT).collect();
    let together = report.cases.iter().flat_map(|case| {
        let distribution = &case.joints[at];
        distribution
            .rows
            .iter()
            .map(move |row| (case, distribution, row))
    });
    table(
        report,
        &columns,
        sink,
        (together, |_: &_| 1),
        |rows, &(case, distribution, row)| {
            rows.row(
                case_cells(report, case)
                    .chain(values(of, row))
                    .chain(numbers(report, distribution, row)),
            );
        },
    )
}

/// Returns the cells of the values of a row of a joint distribution.
pub fn values<'r>(of: &'r JointOf, row: &'r JointRow) -> impl Iterator<Item = TableCell<'r>> {
    row.values
        .iter()
        .enumerate()
        .map(|(at, &value)| match value {
            Some(value) => of
                .outcome(at, value)
                .map_or(TableCell::Whole(value), |outcome| {
                    TableCell::text(&outcome.name)
                }),
            None => TableCell::text("absent"),
        })
}

/// The cells of [`JOINT`].
pub fn numbers<'r>(
    report: &Report,
    distribution: &JointDistribution,
    row: &JointRow,
) -> [TableCell<'r>; 7] {
    let share = Estimate::sampled(row.count, distribution.trials, report.run.confidence);
    let exact = row.exact.map(Mass::resolved);
    [
        TableCell::Count(row.count),
        TableCell::estimate(share.value),
        TableCell::estimate(share.low),
        TableCell::estimate(share.high),
        TableCell::exact(exact.map(|(value, _)| value)),
        TableCell::fraction(
            exact
                .and_then(|(_, fraction)| fraction)
                .map(|(n, d)| (n.cast_signed(), d.cast_signed())),
        ),
        TableCell::exact(distribution.unresolved),
    ]
}
