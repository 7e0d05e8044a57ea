//! The effects of parameters on an answer, as text. The largest come first.

use std::fmt::Write;

use super::options::Options;
use crate::sensitivity::FILE;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::labels::uncapitalize;
use oddsmith_model::number::significant;
use oddsmith_model::odds::Interval;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::sensitivity::{Change, Direction, HeldParameter, Sensitivity};
use oddsmith_model::table::{Column, Table};

/// The maximal number of parameters that are shown. The file has all of them.
const MAX_ROWS: usize = 5;
/// The maximal number of notes that are listed.
const MAX_NOTES: usize = 12;

/// Returns the parameters with the largest effects as text.
pub(super) fn sensitivity(sensitivity: &Sensitivity, options: &Options) -> String {
    let moves = |changes: &Vec<&Change>| {
        changes.iter().any(|change| {
            sensitivity
                .difference(change)
                .is_none_or(|by| by.abs() > 1e-12)
        })
    };
    let (moving, still): (Vec<_>, Vec<_>) = sensitivity.by_parameter().into_iter().partition(moves);
    let rows = &moving[..moving.len().min(MAX_ROWS)];
    let mut text = heading(sensitivity);
    text.push_str(&effects(sensitivity, rows).to_text(options.width));
    if moving.len() > MAX_ROWS {
        let _ = writeln!(
            text,
            "... {} more: {}",
            parameter_count(moving.len() - MAX_ROWS),
            options.rest.see(FILE)
        );
    }
    if !still.is_empty() {
        let names: Vec<&str> = still
            .iter()
            .map(|changes| changes[0].label.as_str())
            .collect();
        let _ = writeln!(text, "No effect: {}.", printable_line(&names.join(", ")));
    }
    add_notes(sensitivity, &mut text);
    text
}

/// Returns the line above the table: the answer, and the parameters that are not changed.
fn heading(sensitivity: &Sensitivity) -> String {
    let base = sensitivity.base.map_or("nothing".to_owned(), |value| {
        number(sensitivity, value, sensitivity.interval)
    });
    // The parameter of an entry is named by its path.
    let held = |held: &HeldParameter| {
        if held.path.contains('.') {
            format!("{} = {}", held.path, held.value)
        } else {
            format!("{} {}", uncapitalize(&held.label), held.value)
        }
    };
    let around: Vec<String> = sensitivity.held_parameters.iter().map(held).collect();
    let around = match around.as_slice() {
        [] => String::new(),
        around => format!(", at {}", around.join(", ")),
    };
    format!(
        "\nSensitivity of {} ({} unchanged{}): each whole number changed by 1, each decimal by a tenth.\n",
        printable_line(&sensitivity.ask),
        base,
        printable_line(&around),
    )
}

/// Returns the table of effects, a row for each parameter.
fn effects(sensitivity: &Sensitivity, rows: &[Vec<&Change>]) -> Table {
    let cell = |changes: &Vec<&Change>, directions: &[Direction]| {
        let found = changes
            .iter()
            .find(|change| directions.contains(&change.direction));
        found.map_or_else(String::new, |change| change_text(sensitivity, change))
    };
    Table::new(vec![
        Column::text(
            "parameter",
            rows.iter().map(|changes| changes[0].label.clone()),
        ),
        Column::numbers("is", rows.iter().map(|changes| changes[0].from.clone())),
        Column::numbers(
            "one step down",
            rows.iter().map(|changes| cell(changes, &[Direction::Down])),
        ),
        Column::numbers(
            "one step up, or switched",
            rows.iter()
                .map(|changes| cell(changes, &[Direction::Up, Direction::Toggled])),
        ),
    ])
}

/// Adds the notes about parameters that were not changed, and how exact the differences are.
fn add_notes(sensitivity: &Sensitivity, text: &mut String) {
    for note in sensitivity.notes.iter().take(MAX_NOTES) {
        let _ = writeln!(text, "{}", printable_line(note));
    }
    if sensitivity.notes.len() > MAX_NOTES {
        let _ = writeln!(
            text,
            "... and {} more that were not changed",
            parameter_count(sensitivity.notes.len() - MAX_NOTES)
        );
    }
    let Some(interval) = sensitivity.interval else {
        return;
    };
    let scale = if sensitivity.kind.is_chance() {
        100.0
    } else {
        1.0
    };
    // The half-width of the difference of two such numbers is larger by the square root of 2.
    let half = interval.half_width() * scale;
    let (half, difference_half) = (
        significant(half, 2),
        significant(half * std::f64::consts::SQRT_2, 2),
    );
    let _ = writeln!(
        text,
        "Simulated, each to about ±{half}: a difference below about {difference_half} may be random."
    );
}

fn parameter_count(count: usize) -> String {
    format!("{count} parameter{}", if count == 1 { "" } else { "s" })
}

/// Describes a change: "3: 4.968 (+0.533)".
fn change_text(sensitivity: &Sensitivity, change: &Change) -> String {
    let Some((value, by)) = change.value.zip(sensitivity.difference(change)) else {
        return format!("{}: no answer", change.to);
    };
    let by = Numerals::ENGLISH.change(by, sensitivity.kind);
    format!(
        "{}: {} ({by})",
        change.to,
        number(sensitivity, value, change.interval)
    )
}

fn number(sensitivity: &Sensitivity, value: f64, interval: Option<Interval>) -> String {
    Estimate::with_interval(value, interval).text(sensitivity.kind, Numerals::ENGLISH)
}
