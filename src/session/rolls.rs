//! Dice that are typed on the page, one roll per line. They become a scenario and a rule file, as
//! on the command line, with the chart that the page shows.

use serde_json::{Value, json};

use super::problems::{fix_to_json, utf16_offset};
use super::texts::Texts;
use crate::estimate::Estimate;
use crate::export::table::rolls_tables;
use crate::figures::Numerals;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::{Case, Report};
use crate::rolls::anydice::is_program_text;
use crate::rolls::{self, Alternative, Note, Rolls};
use crate::rule::metric::Kind;
use oddsmith_engine::odds::Mass;
use oddsmith_model::table::Table;

/// The most rolls that fit into one chart.
const MAX_ROLLS: usize = rolls::MAX_IN_CHART;
/// The most calls in which a program is evaluated, a few milliseconds each.
const MAX_CALLS: usize = 4000;

/// Which chance of each value is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RollView {
    /// The chance of exactly this value.
    #[default]
    Exactly,
    /// The chance of this value or more.
    AtLeast,
    /// The chance of this value or less.
    AtMost,
}

impl RollView {
    /// Returns the view of this name, or `Exactly`.
    pub fn named(name: &str) -> RollView {
        match name {
            "at least" => RollView::AtLeast,
            "at most" => RollView::AtMost,
            _ => RollView::Exactly,
        }
    }

    fn chart_kind(self) -> &'static str {
        match self {
            RollView::Exactly => "distribution",
            RollView::AtLeast => "at-least",
            RollView::AtMost => "at-most",
        }
    }
}

/// A typed line that is not blank.
struct TypedLine<'t> {
    /// The roll, without blanks around it.
    roll: &'t str,
    /// Its first byte in the typed text.
    start: usize,
}

fn typed_lines(typed: &str) -> Vec<TypedLine<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in typed.split('\n') {
        let roll = line.trim();
        if !roll.is_empty() {
            lines.push(TypedLine {
                roll,
                start: start + line.len() - line.trim_start().len(),
            });
        }
        start += line.len() + 1;
    }
    lines
}

/// Returns the texts of typed rolls, and notes on the rolls. An error is a list of
/// problems.
pub(super) fn read(typed: &str, view: RollView) -> Result<(Texts, Vec<Value>), Vec<Value>> {
    if is_program_text(typed) {
        return read_program(typed, view);
    }
    let lines = typed_lines(typed);
    if lines.is_empty() {
        let empty = Diagnostic::nowhere("there is no roll yet", "type dice, such as 4d6kh3");
        return Err(vec![problem(typed, 0, 0..0, &empty)]);
    }
    if let Some(line) = lines.get(MAX_ROLLS) {
        let too_many = Diagnostic::nowhere(
            format!("a chart shows at most {MAX_ROLLS} rolls"),
            "remove a line",
        );
        let span = line.start..line.start + line.roll.len();
        return Err(vec![problem(typed, 0, span, &too_many)]);
    }
    let all: Vec<String> = lines.iter().map(|line| line.roll.to_owned()).collect();
    let rolls = rolls::read(&all).map_err(|problems| placed_problems(typed, &lines, problems))?;
    let mut notes = Vec::new();
    for note in &rolls.notes {
        if let Some(other) = &note.alternative {
            let alike = lines.iter().filter(|line| line.roll == other.expression);
            notes.extend(alike.map(|line| alternative_json(typed, line, &note.text, other)));
        }
    }
    Ok((texts(&rolls, view), notes))
}

fn texts(rolls: &Rolls, view: RollView) -> Texts {
    Texts {
        name: rolls::NAME.to_owned(),
        scenario: rolls.scenario.text.clone() + &chart_section(rolls, view),
        rule_file: Some((
            rolls.rule.source.name.clone(),
            rolls.rule.source.text.clone(),
        )),
    }
}

/// Reads an AnyDice program. The chart shows its first outputs.
fn read_program(typed: &str, view: RollView) -> Result<(Texts, Vec<Value>), Vec<Value>> {
    let mut calls = 0;
    let mut keep_going = || {
        calls += 1;
        calls < MAX_CALLS
    };
    let read = rolls::read_lines(typed, &mut keep_going);
    if calls >= MAX_CALLS {
        let too_long = Diagnostic::nowhere(
            "this program takes too long on the page",
            "save it as program.anydice and run it: simulate program.anydice",
        );
        return Err(vec![problem(typed, 0, 0..typed.len(), &too_long)]);
    }
    let mut rolls = read.map_err(|problems| {
        let at_place = |diagnostic: &Diagnostic| {
            let span = diagnostic
                .place
                .as_ref()
                .map_or(0..typed.len(), |place| place.span.clone());
            problem(typed, 0, span, diagnostic)
        };
        problems.0.iter().map(at_place).collect::<Vec<Value>>()
    })?;
    let all = rolls.outputs.len();
    if all > MAX_ROLLS {
        rolls.keep_first(MAX_ROLLS);
        let text = format!(
            "The program has {all} outputs. These are the first {MAX_ROLLS}; the command line shows all."
        );
        rolls.notes.push(Note {
            text,
            alternative: None,
        });
    }
    let notes = rolls
        .notes
        .iter()
        .map(|note| note_json(&note.text, 0, 0))
        .collect();
    Ok((texts(&rolls, view), notes))
}

/// Returns the problems of each line at its place; those of no line as they are.
fn placed_problems(typed: &str, lines: &[TypedLine<'_>], problems: Diagnostics) -> Vec<Value> {
    let of_line = |line: &TypedLine<'_>| {
        let problems = rolls::read(&[line.roll.to_owned()]).err()?;
        let placed = problems.0.into_iter().map(|diagnostic| {
            let span = diagnostic
                .place
                .as_ref()
                .map_or(0..line.roll.len(), |place| place.span.clone());
            problem(typed, line.start, span, &diagnostic)
        });
        Some(placed.collect::<Vec<_>>())
    };
    let placed: Vec<Value> = lines.iter().filter_map(of_line).flatten().collect();
    if placed.is_empty() {
        return problems
            .0
            .iter()
            .map(|diagnostic| problem(typed, 0, 0..typed.len(), diagnostic))
            .collect();
    }
    placed
}

/// Returns a problem at these bytes of a line that begins at byte `start`, with its fix.
fn problem(
    typed: &str,
    start: usize,
    span: std::ops::Range<usize>,
    diagnostic: &Diagnostic,
) -> Value {
    let offset = |byte| utf16_offset(typed, start + byte);
    let mut entry = json!({
        "message": diagnostic.problem,
        "help": diagnostic.help,
        "notes": diagnostic.notes,
        "text": "roll",
        "from": offset(span.start),
        "to": offset(span.end),
        "line": typed[..start + span.start].matches('\n').count() + 1,
    });
    if let Some(fix) = &diagnostic.fix {
        entry["fix"] = fix_to_json(fix, offset);
    }
    entry
}

fn note_json(text: &str, from: usize, to: usize) -> Value {
    json!({ "message": text, "help": "", "notes": [], "text": "roll", "from": from, "to": to })
}

fn alternative_json(typed: &str, line: &TypedLine<'_>, text: &str, other: &Alternative) -> Value {
    let [from, to] =
        [other.span.start, other.span.end].map(|offset| utf16_offset(typed, line.start + offset));
    let mut note = note_json(text, from, to);
    note["fix"] =
        json!({ "label": "Count the dice", "from": from, "to": to, "insert": other.replacement });
    note
}

/// Returns the chart of a scenario of rolls: bars for one roll, lines for several, and shares for
/// conditions.
fn chart_section(rolls: &Rolls, view: RollView) -> String {
    if rolls.outputs.len() > 1 || rolls.are_conditions {
        return rolls::chart_section(rolls.choice, view.chart_kind(), rolls.are_conditions);
    }
    let kind = view.chart_kind();
    format!("\n[[charts]]\nkind = \"{kind}\"\nmetric = \"result\"\n")
}

/// Gives all rolls the same rank, and shows each by its expression alone.
pub(super) fn prepare(report: &mut Report) {
    report.selected_setting = None;
    if let Some(swept) = report.sweep.first_mut() {
        swept.short.clear();
    }
}

/// Returns the numbers of all rolls: their means and standard deviations, or their chances, and the
/// chance of each value.
pub(super) fn numbers(report: &Report, view: RollView) -> Value {
    let tables = rolls_tables(report, view == RollView::AtLeast, view == RollView::AtMost);
    match tables {
        Some([chances, statistics]) => {
            json!({ "summary": rows(&statistics), "chances": rows(&chances) })
        }
        None => json!({ "summary": condition_rows(report), "chances": [] }),
    }
}

fn rows(table: &Table) -> Vec<Vec<String>> {
    let row = |index| table.row(index).map(|cell| cell.text.clone()).collect();
    [table.joined_heads()]
        .into_iter()
        .chain((0..table.row_count()).map(row))
        .collect()
}

/// Returns the chance of each condition, with its fraction.
fn condition_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |case: &Case| {
        let observed = case
            .metrics
            .iter()
            .find(|observed| observed.metric.kind == Kind::Flag)?;
        let distribution = observed.distributions.first()?;
        let reading = observed.read(
            distribution,
            crate::rule::presentation::Measure::Is(1),
            report.run.confidence,
        );
        let fraction = distribution
            .rows(report.run.confidence)
            .iter()
            .find(|row| row.value == 1)
            .and_then(|row| row.exact.and_then(Mass::fraction));
        let name = match report.sweep.first() {
            Some(swept) => swept.values[case.point[0]].printed_text(),
            None => report.title.clone(),
        };
        Some(vec![
            name,
            Estimate::from_reading(&reading).percent(Numerals::ENGLISH),
            fraction.map_or_else(String::new, |(n, d)| format!("{n}/{d}")),
        ])
    };
    let heads = ["", "chance", "as a fraction"].map(str::to_owned).to_vec();
    [heads]
        .into_iter()
        .chain(report.cases.iter().filter_map(row))
        .collect()
}

#[cfg(test)]
mod tests;
