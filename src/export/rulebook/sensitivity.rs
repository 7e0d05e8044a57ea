//! The table of what matters most.

use super::Table;
use crate::estimate::Estimate;
use crate::figures::{Company, NEVER};
use crate::findings::sensitivity::title;
use crate::report::sensitivity::{Change, Direction, Sensitivity};

/// A row for each parameter that moves the answer, the one that does so most first.
pub(super) fn table(own: &Sensitivity, company: Company) -> Table {
    let told = |value: f64| Estimate::known(value).text(own.is_probability, company);
    let cell = |changes: &[&Change], directions: &[Direction]| {
        let found = changes.iter().find(|change| directions.contains(&change.direction));
        let found = found.map(|change| format!("{}: {}", change.to, change.value.map_or(NEVER.to_owned(), told)));
        found.unwrap_or_default()
    };
    let moves =
        |changes: &Vec<&Change>| changes.iter().any(|change| own.difference(change).is_some_and(|by| by.abs() > 1e-12));
    let rows = own.by_parameter().into_iter().filter(moves).map(|changes| {
        let (down, up) = (cell(&changes, &[Direction::Down]), cell(&changes, &[Direction::Up, Direction::Turned]));
        vec![changes[0].label.clone(), changes[0].from.clone(), down, up]
    });
    let base = own.base.map_or(NEVER.to_owned(), told);
    let note = if own.interval.is_some() { "Simulated." } else { "Exact." };
    Table {
        title: title(own, company),
        subtitle: format!("{}, one change at a time; it is {base} as it is", own.ask),
        head: ["Parameter", "Is", "One step down", "One step up, or turned"].map(str::to_owned).to_vec(),
        along: String::new(),
        rows: rows.collect(),
        note: note.to_owned(),
    }
}
