//! Small multiples: the variants of one chart in panels with the same axes.

use super::error::ChartError;
use super::page::{Page, Sheet};
use oddsmith_model::messages::Word;
use oddsmith_model::report::{Chart, Report, Width};
use oddsmith_model::rule::presentation::ChartKind;

/// The horizontal distance between panels.
const PITCH: f64 = 90.0;
/// The vertical gap between panels.
const GAP: f64 = 1.5;

/// Draws all panels, two in a row.
pub(super) fn draw(report: &Report, chart: &Chart) -> Result<Sheet, ChartError> {
    let page = Chart {
        width: Width::Double,
        ..chart.clone()
    };
    let mut page = Page::new(&page);
    let members = report.panels(chart);
    let panels: Vec<Sheet> = members
        .iter()
        .map(|member| super::lay_out(report, member, 0.0))
        .collect::<Result<_, _>>()?;
    // All panels share one note. If any has whiskers, it is the note of such a panel.
    let note_panel = panels
        .iter()
        .find(|panel| panel.note.has_whiskers())
        .or(panels.first());
    let mut note = note_panel
        .map(|panel| panel.note.clone())
        .unwrap_or_default();
    note.legend = legend_sentences(
        members
            .iter()
            .map(|member| member.title.as_str())
            .zip(&panels)
            .collect(),
    );
    let is_ghosted = matches!(chart.kind, ChartKind::Distribution | ChartKind::Fan)
        && report.changes_since.is_none();
    if let Some(first) = members.first().filter(|_| is_ghosted) {
        let grey = report
            .messages
            .fill(Word::GreyFirst, &[("title", &first.title)]);
        note.legend.insert(0, grey);
    }
    let mut top = page.top;
    let mut panels = panels.into_iter().peekable();
    while panels.peek().is_some() {
        let row: Vec<Sheet> = panels.by_ref().take(2).collect();
        let height = row.iter().map(|panel| panel.height).fold(0.0, f64::max);
        for (nth, panel) in row.into_iter().enumerate() {
            page.hints.extend(panel.hints.iter().cloned());
            page.canvas.place(panel.canvas, (nth as f64 * PITCH, top));
        }
        top += height + GAP;
    }
    page.hints.dedup();
    Ok(page.finish(top - GAP, note))
}

/// Returns the legend of all panels. A sentence about several panels is written once, and a
/// sentence about one panel follows its name.
fn legend_sentences(panels: Vec<(&str, &Sheet)>) -> Vec<String> {
    let is_common = |entry: &String| {
        let has_entry = |(_, panel): &&(&str, &Sheet)| panel.note.legend.contains(entry);
        panels.len() == 1 || panels.iter().filter(has_entry).count() > 1
    };
    let mut entries: Vec<String> = Vec::new();
    for (title, panel) in &panels {
        for entry in &panel.note.legend {
            let sentence = if is_common(entry) {
                entry.clone()
            } else {
                format!("{title}: {entry}")
            };
            if !entries.contains(&sentence) {
                entries.push(sentence);
            }
        }
    }
    entries
}
