//! Writes `asks.csv` and `joint.csv`: the answers to the questions, a row each.

use std::io;

use oddsmith_model::odds::Mass;

use oddsmith_model::estimate::Estimate;
use oddsmith_model::report::columns::{ASKS, JOINT, unique_column_name};
use oddsmith_model::report::{
    Answer, Case, JointDistribution, JointRequest, JointRow, Report, ReportQuestion,
};

use super::cell::TableCell;
use super::csv::{Sink, case_cells, write_table};

/// Writes a row for each case and question.
///
/// # Errors
/// Returns an error of kind `Interrupted` if the run is stopped, or an error of the sink.
pub fn write_asks(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    write_table(
        report,
        &ASKS,
        sink,
        answers(report),
        |_: &_| 1,
        |rows, &(case, ask, answer)| {
            rows.add_row(case_cells(report, case).chain(ask_cells(ask, answer)));
        },
    )
}

/// Returns every answer with its case and question.
pub fn answers(report: &Report) -> impl Iterator<Item = (&Case, &ReportQuestion, &Answer)> {
    report.cases.iter().flat_map(|case| {
        report
            .asks
            .iter()
            .zip(&case.answers)
            .map(move |(ask, answer)| (case, ask, answer))
    })
}

/// Returns the cells of [`ASKS`].
pub fn ask_cells<'r>(ask: &'r ReportQuestion, answer: &'r Answer) -> [TableCell<'r>; 9] {
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

/// Returns the file name of a joint distribution, given its index.
pub fn joint_file_name(index: usize) -> String {
    if index == 0 {
        "joint.csv".to_owned()
    } else {
        format!("joint-{}.csv", index + 1)
    }
}

/// Writes a row for each case and combination of values.
///
/// # Errors
/// Returns the errors of [`write_asks`].
pub fn write_joint(report: &Report, index: usize, sink: Sink<'_>) -> io::Result<()> {
    let joint = &report.joints[index];
    let swept: Vec<&str> = report
        .sweep
        .iter()
        .map(|swept| swept.key.as_str())
        .collect();
    let names: Vec<String> = joint
        .names
        .iter()
        .map(|name| unique_column_name("value", name, &swept))
        .collect();
    let columns: Vec<&str> = names.iter().map(String::as_str).chain(JOINT).collect();
    let together = report.cases.iter().flat_map(|case| {
        let distribution = &case.joints[index];
        distribution
            .rows
            .iter()
            .map(move |row| (case, distribution, row))
    });
    write_table(
        report,
        &columns,
        sink,
        together,
        |_: &_| 1,
        |rows, &(case, distribution, row)| {
            rows.add_row(
                case_cells(report, case)
                    .chain(value_cells(joint, row))
                    .chain(number_cells(report, distribution, row)),
            );
        },
    )
}

/// Returns the cells of the values of a row of a joint distribution.
pub fn value_cells<'r>(
    joint: &'r JointRequest,
    row: &'r JointRow,
) -> impl Iterator<Item = TableCell<'r>> {
    row.values
        .iter()
        .enumerate()
        .map(|(index, &value)| match value {
            Some(value) => joint
                .outcome(index, value)
                .map_or(TableCell::Whole(value), |outcome| {
                    TableCell::text(&outcome.name)
                }),
            None => TableCell::text("absent"),
        })
}

/// Returns the cells of [`JOINT`].
pub fn number_cells<'r>(
    report: &Report,
    distribution: &JointDistribution,
    row: &JointRow,
) -> [TableCell<'r>; 7] {
    let share = Estimate::sampled(row.count, distribution.trials, report.run.confidence);
    let exact = row.exact.map(Mass::value_and_fraction);
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
