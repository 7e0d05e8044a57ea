//! `asks.csv` and `joint.csv`: the answers to what was asked, a row each.

use std::io;

use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::Figure;

use crate::estimate::Estimate;
use crate::report::columns::{ASKS, JOINT};
use crate::report::{Answer, Ask, Case, Report};

use super::csv::{Sink, row, table};
use super::number::{ESTIMATE, EXACT, significant};

/// A row for each case and question.
///
/// # Errors
/// Of kind `Interrupted` when it is stopped; as the sink has them.
pub fn asks(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    table(report, &ASKS, sink, (answers(report), |_: &_| 1), |rows, &(case, ask, answer)| {
        row(rows, report, case, &cells(ask, answer));
    })
}

/// Every answer with its case and question.
pub fn answers(report: &Report) -> impl Iterator<Item = (&Case, &Ask, &Answer)> {
    report
        .cases
        .iter()
        .flat_map(|case| report.asks.iter().zip(&case.answers).map(move |(ask, answer)| (case, ask, answer)))
}

/// The cells of [`ASKS`].
pub fn cells(ask: &Ask, answer: &Answer) -> [String; 9] {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| significant(value, ESTIMATE));
    let interval = answer.estimate.interval;
    let figure = answer.figure();
    [
        ask.label.clone(),
        number(answer.estimate.value),
        number(interval.map(|interval| interval.low)),
        number(interval.map(|interval| interval.high)),
        figure.map_or_else(String::new, |figure| significant(figure.value, EXACT)),
        figure.and_then(fraction).unwrap_or_default(),
        ask.want.as_ref().map_or_else(String::new, |want| want.text.clone()),
        answer.met.map_or("", |met| met.name()).to_owned(),
        figure.map_or_else(String::new, |figure| significant(figure.unresolved, EXACT)),
    ]
}

fn fraction(figure: Figure) -> Option<String> {
    figure.fraction.map(|(n, d)| format!("{n}/{d}"))
}

/// The file of a joint law, by its number from 0.
pub fn joint_file(at: usize) -> String {
    if at == 0 { "joint.csv".to_owned() } else { format!("joint-{}.csv", at + 1) }
}

/// A row for each case and values that come together.
///
/// # Errors
/// As for [`asks`].
pub fn joint(report: &Report, at: usize, sink: Sink<'_>) -> io::Result<()> {
    let of = &report.joints[at];
    let columns: Vec<&str> = of.names.iter().map(String::as_str).chain(JOINT).collect();
    let together = report.cases.iter().flat_map(|case| {
        let law = &case.joints[at];
        law.rows.iter().map(move |row| (case, law, row))
    });
    table(report, &columns, sink, (together, |_: &_| 1), |rows, &(case, law, own)| {
        let names = own.values.iter().enumerate().map(|(i, &value)| of.name_of(i, value));
        let share = Estimate::sampled(own.count, law.trials, report.run.confidence);
        let exact = own.exact.map(Mass::resolved);
        let fraction = exact.and_then(|(_, fraction)| fraction);
        let numbers = [
            own.count.to_string(),
            significant(share.value, ESTIMATE),
            significant(share.low, ESTIMATE),
            significant(share.high, ESTIMATE),
            exact.map_or_else(String::new, |(value, _)| significant(value, EXACT)),
            fraction.map_or_else(String::new, |(n, d)| format!("{n}/{d}")),
            law.unresolved.map_or_else(String::new, |unresolved| significant(unresolved, EXACT)),
        ];
        row(rows, report, case, &names.chain(numbers).collect::<Vec<String>>());
    })
}
