//! The result of a search for parameter values as text: the best settings, and which goals exclude
//! each other.

use std::fmt::Write;

use super::options::Rest;
use crate::balance::{FILE, best_settings};
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::balance::{Balancing, JudgedAsk, MAX_LISTED, TriedSetting};
use oddsmith_model::summary::balance as sentences;
use oddsmith_model::table::Table;

/// Up to this many parameters each have a column. With more, the changes are listed below the
/// table.
const MAX_COLUMNS: usize = 4;
/// A longer header is wrapped.
const HEADER_WIDTH: usize = 12;
/// The maximal number of groups of conflicting goals that are printed.
const MAX_GROUPS: usize = 6;

/// Returns the best settings and their answers, no wider than `width`, with notes.
pub fn balance(balancing: &Balancing, width: usize, rest: Rest) -> String {
    let mut text = format!("{}\n", sentences::title(balancing, Messages::english()));
    for line in sentences::best(balancing, Messages::english())
        .into_iter()
        .chain(sentences::left_out(balancing, Messages::english()))
    {
        let _ = writeln!(text, "{}", printable_line(&line));
    }
    let settings: Vec<&TriedSetting> = balancing.ranked_settings().take(MAX_LISTED).collect();
    if !settings.is_empty() {
        text.push_str(&table(balancing, width).to_text(width));
    }
    if balancing.parameters.len() > MAX_COLUMNS {
        for (number, setting) in (1..).zip(&settings) {
            let changed = sentences::changed_values(balancing, setting);
            let _ = writeln!(
                text,
                "{number}: {}",
                if changed.is_empty() {
                    "as published".to_owned()
                } else {
                    printable_line(&changed).into_owned()
                }
            );
        }
    }
    let more = balancing.order.len().saturating_sub(settings.len());
    if more > 0 {
        let _ = writeln!(
            text,
            "... {} more settings: {}",
            oddsmith_model::figures::grouped(more as u64),
            rest.see(FILE)
        );
    }
    if !settings.is_empty() {
        let case_note = if balancing.cases.len() > 1 {
            ", in the worst case"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "In brackets: how far an answer is inside or outside its goal{case_note}."
        );
    }
    for odds in balancing.conflicts.iter().take(MAX_GROUPS) {
        let (group, prices) = sentences::at_odds(balancing, odds, Messages::english());
        let _ = writeln!(text, "{}", printable_line(&group));
        for price in prices {
            let _ = writeln!(text, "  {}", printable_line(&price));
        }
    }
    if balancing.conflicts.len() > MAX_GROUPS {
        let _ = writeln!(
            text,
            "... and {} more groups",
            balancing.conflicts.len() - MAX_GROUPS
        );
    }
    text
}

/// Returns a row for the published setting, and one for each of the best settings. With a limited
/// width, heads are wrapped.
fn table(balancing: &Balancing, width: usize) -> Table {
    let mut table = best_settings(balancing, goal);
    if balancing.parameters.len() > MAX_COLUMNS {
        table.columns.drain(1..=balancing.parameters.len());
    }
    if width < usize::MAX {
        table.columns = table
            .columns
            .into_iter()
            .map(|column| column.with_wrapped_head(HEADER_WIDTH))
            .collect();
    }
    table
}

/// Describes a goal: "0.45 to 0.55", "higher is better".
fn goal(ask: &JudgedAsk) -> String {
    match (&ask.want, ask.is_maximised) {
        (Some((_, want)), _) => want.clone(),
        (None, true) => "higher is better".to_owned(),
        (None, false) => "lower is better".to_owned(),
    }
}
