//! Writes `policy.csv`: what to do in every situation, and the value of each option.

use std::io;

use oddsmith_model::report::Report;
use oddsmith_model::report::columns::{POLICY, unique_column_name};
use oddsmith_model::report::play::MetSituation;

use super::cell::TableCell;
use super::csv::{RowPrefix, Sink, case_cells, write_table};

/// Returns whether any choice asks for best play.
pub fn has_policy(report: &Report) -> bool {
    report.cases.iter().any(|case| case.best_play.is_some())
}

/// Writes a row for each case, situation and option.
///
/// # Errors
/// Returns an error of kind `Interrupted` if the run is stopped, or an error of the sink.
pub fn policy(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    let plays = || {
        report
            .cases
            .iter()
            .filter_map(|case| Some((case, case.best_play.as_ref()?)))
    };
    let mut parts: Vec<&str> = Vec::new();
    let names = plays()
        .flat_map(|(_, play)| play.situations.iter())
        .flat_map(|situation| situation.parts());
    for (name, _) in names {
        if !parts.contains(&name) {
            parts.push(name);
        }
    }
    let (first, rest) = POLICY.split_at(1);
    let swept: Vec<&str> = report
        .sweep
        .iter()
        .map(|swept| swept.key.as_str())
        .collect();
    let heads: Vec<String> = parts
        .iter()
        .map(|part| unique_column_name("situation", part, &swept))
        .collect();
    let heads = heads.iter().map(String::as_str);
    let columns: Vec<&str> = first
        .iter()
        .copied()
        .chain(heads)
        .chain(rest.iter().copied())
        .collect();
    let situations = plays().flat_map(|(case, play)| {
        play.situations
            .iter()
            .map(move |situation| (case, situation))
    });
    write_table(
        report,
        &columns,
        sink,
        situations,
        |(_, situation): &(_, MetSituation<'_>)| situation.options().len(),
        |rows, &(case, situation)| {
            let value = |name: &&str| {
                situation
                    .part(name)
                    .map_or(TableCell::Nothing, TableCell::text)
            };
            let words = situation.words();
            let situation_cells = [TableCell::text(&words)]
                .into_iter()
                .chain(parts.iter().map(value));
            let named = [
                TableCell::text(situation.choice()),
                TableCell::text(situation.best()),
                TableCell::exact(situation.value()),
            ];
            let start =
                RowPrefix::new(case_cells(report, case).chain(situation_cells).chain(named));
            for offer in situation.options() {
                start.begin_row(rows);
                rows.add_row([
                    TableCell::text(offer.name),
                    TableCell::exact(offer.value()),
                    TableCell::exact(offer.loss()),
                    TableCell::exact(offer.probability),
                    TableCell::exact(situation.reached()),
                ]);
            }
        },
    )
}
