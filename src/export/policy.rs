//! `policy.csv`: what to do in every situation, and what each option is worth.

use std::io;

use crate::report::Report;
use crate::report::columns::{POLICY, is_taken};

use super::csv::{Sink, row, table};
use super::number::{EXACT, significant};

/// Whether anybody seeks the best play.
pub fn has_policy(report: &Report) -> bool {
    report.cases.iter().any(|case| case.best_play.is_some())
}

/// What the column of a part of situations is called: by its name, unless another column is.
fn column(report: &Report, part: &str) -> String {
    let is_swept = report.sweep.iter().any(|swept| swept.key == part);
    if is_swept || is_taken(part) || POLICY.contains(&part) { format!("situation.{part}") } else { part.to_owned() }
}

/// A row for each case, situation and option.
///
/// # Errors
/// Of kind `Interrupted` when it is stopped; as the sink has them.
pub fn policy(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    let plays = || report.cases.iter().filter_map(|case| Some((case, case.best_play.as_ref()?)));
    let mut parts: Vec<&str> = Vec::new();
    let names = plays().flat_map(|(_, play)| &play.situations).flat_map(|situation| &situation.parts);
    for (name, _) in names {
        if !parts.contains(&name.as_str()) {
            parts.push(name);
        }
    }
    let (first, rest) = POLICY.split_at(1);
    let heads: Vec<String> = parts.iter().map(|part| column(report, part)).collect();
    let heads = heads.iter().map(String::as_str);
    let columns: Vec<&str> = first.iter().copied().chain(heads).chain(rest.iter().copied()).collect();
    let situations = plays().flat_map(|(case, play)| play.situations.iter().map(move |situation| (case, situation)));
    let number = |value: f64| significant(value, EXACT);
    table(
        report,
        &columns,
        sink,
        (situations, |(_, own): &(_, &crate::report::play::Situation)| own.options.len()),
        |rows, &(case, situation)| {
            let value = |name: &&str| {
                let part = situation.parts.iter().find(|(own, _)| own == name);
                part.map_or_else(String::new, |(_, value)| value.clone())
            };
            let own: Vec<String> = std::iter::once(situation.words.clone()).chain(parts.iter().map(value)).collect();
            for offer in &situation.options {
                let rest = [
                    situation.choice.clone(),
                    situation.best.clone(),
                    number(situation.value),
                    offer.name.clone(),
                    offer.value().map_or_else(String::new, number),
                    offer.loss().map_or_else(String::new, number),
                    number(situation.reached),
                ];
                row(rows, report, case, &own.iter().cloned().chain(rest).collect::<Vec<_>>());
            }
        },
    )
}
