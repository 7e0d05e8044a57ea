//! An empty log: a sheet to print and fill in by hand, and a CSV file to fill in on a screen.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use oddsmith_engine::explore::Watch;

use super::columns::{Slot, all_metrics, list};
use super::odds::{SlotOdds, possible_values, slot_odds};
use crate::analysis::RunError;
use crate::rule::metric::Kind;
use crate::scenario::document::Scenario;

/// The rows of a printed sheet.
const ROWS: usize = 24;
/// The most columns of a printed sheet.
const MAX_PRINTED: usize = 10;
/// The first column, which groups the rows of an evening.
const DATE: &str = "date";

const STYLE: &str = "\
@page { size: A4 landscape; margin: 12mm }
body { font: 10pt/1.3 'IBM Plex Sans', system-ui, sans-serif; color: #1a1a1a; margin: 0 auto; max-width: 270mm }
h1 { font-size: 15pt; margin: 0 0 2mm }
p { margin: 0 0 2mm }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-top: 3mm }
th, td { border: .3mm solid #777; padding: .8mm 1.2mm; vertical-align: top; overflow-wrap: anywhere }
th { text-align: left; font-weight: 600; background: #f0f0f0; print-color-adjust: exact }
th small { display: block; font-weight: 400; color: #444 }
td { height: 6.2mm }
th:first-child, td:first-child { width: 7mm; color: #666 }
";

/// An empty log.
#[derive(Clone, Debug)]
pub struct Form {
    /// The sheet to print: a web page that needs no network.
    pub html: String,
    /// The file to fill in: its header.
    pub csv: String,
}

/// A column of an empty log.
struct FormColumn {
    name: String,
    label: String,
    allowed: String,
}

/// Returns an empty log of a scenario.
///
/// # Errors
/// Returns the errors of a run.
pub fn form(scenario: &Scenario, watch: &Watch) -> Result<Form, RunError> {
    let base = scenario.without_sweeps().with_variant(0);
    let slots = Slot::all(&all_metrics(&base)?);
    let questions: Vec<String> = slots.iter().map(Slot::question).collect();
    let odds = slot_odds(&base, &questions, watch)?
        .into_iter()
        .next()
        .unwrap_or_default();
    let values: Vec<FormColumn> = slots
        .iter()
        .zip(&odds)
        .map(|(slot, odds)| value_column(slot, odds))
        .collect();
    let parameters: Vec<FormColumn> = parameter_columns(scenario);
    let mut printed = printed_columns(&base, &slots);
    // A value that is always the same needs no note.
    printed.retain(|&index| !odds[index].is_certain());
    printed.truncate(MAX_PRINTED.saturating_sub(parameters.len()));
    printed.sort_unstable();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = parameters
        .iter()
        .chain(&values)
        .map(|column| column.name.as_str());
    // A header of plain names can always be written.
    let _ = writer.write_record([DATE].into_iter().chain(names));
    let bytes = writer.into_inner().unwrap_or_default();
    Ok(Form {
        html: sheet(scenario, &parameters, &values, &printed),
        csv: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

fn value_column(slot: &Slot, odds: &SlotOdds) -> FormColumn {
    let allowed = match slot.metric.kind {
        Kind::Flag => "yes or no".to_owned(),
        _ => possible_values(&slot.metric, odds),
    };
    let is_open = odds.unresolved > 0.0 || !odds.is_exact;
    FormColumn {
        name: slot.column(),
        label: slot.label(),
        allowed: if is_open {
            format!("such as {allowed}")
        } else {
            allowed
        },
    }
}

/// Returns a column for each swept parameter, and one for the variant.
fn parameter_columns(scenario: &Scenario) -> Vec<FormColumn> {
    let swept = scenario.sweep.iter().filter(|sweep| sweep.values.len() > 1);
    let parameters = swept.map(|sweep| FormColumn {
        name: sweep.path.text.clone(),
        label: scenario.label(&sweep.path.text).label,
        allowed: list(
            &sweep
                .values
                .iter()
                .map(|value| value.brief())
                .collect::<Vec<_>>(),
        ),
    });
    let variant = (scenario.variants.len() > 1).then(|| FormColumn {
        name: "variant".to_owned(),
        label: "Variant".to_owned(),
        allowed: list(
            &scenario
                .variants
                .iter()
                .map(|variant| variant.name.clone())
                .collect::<Vec<_>>(),
        ),
    });
    parameters.chain(variant).collect()
}

/// Returns the values in the order of their importance for a printed sheet: those of the headlines,
/// then metrics of the whole trial, then the others.
fn printed_columns(base: &Scenario, slots: &[Slot]) -> Vec<usize> {
    let built = base.build_case(0).ok();
    let headlines: Vec<&str> = built
        .iter()
        .flat_map(|built| &built.presentation.headlines)
        .map(|headline| headline.metric.as_str())
        .collect();
    let rank = |slot: &Slot| {
        let headline = headlines.iter().position(|name| *name == slot.metric.name);
        match (headline, slot.step) {
            (Some(place), None) => (0, place, 0),
            (Some(place), Some(step)) => (1, place, step),
            (None, None) => (2, 0, 0),
            (None, Some(step)) => (3, 0, step),
        }
    };
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|&index| rank(&slots[index]));
    order
}

/// Returns the sheet to print.
fn sheet(
    scenario: &Scenario,
    parameters: &[FormColumn],
    values: &[FormColumn],
    printed: &[usize],
) -> String {
    let left_out = values.len() - printed.len();
    let columns: Vec<&FormColumn> = parameters
        .iter()
        .chain(printed.iter().map(|&index| &values[index]))
        .collect();
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                "\n" meta charset="utf-8";
                "\n" meta name="viewport" content="width=device-width, initial-scale=1";
                "\n" title { "Playtest sheet: " (scenario.title) }
                "\n" style { "\n" (PreEscaped(STYLE)) }
                "\n"
            }
            body {
                "\n" h1 { "Playtest sheet: " (scenario.title) }
                "\n" p {
                    "One row for each trial. Leave a cell empty where nobody took notes. Rough notes are fine: 3+, 2-4."
                }
                @if left_out > 0 {
                    p { "This sheet has the most important columns. The CSV file has " (left_out) " more." }
                }
                table {
                    thead {
                        tr {
                            th { "#" }
                            th { (DATE) small { "any text" } }
                            @for column in &columns { (head(column)) }
                        }
                    }
                    tbody {
                        @for row in 1..=ROWS {
                            "\n" tr { td { (row) } @for _ in 0..=columns.len() { td {} } }
                        }
                    }
                }
                "\n" p { "Compare: simulate playtest " (scenario.name) " LOG.csv" }
            }
        }
        "\n"
    };
    page.0
}

/// Returns the head of a column. Its name may break after `_` and before `@`.
fn head(column: &FormColumn) -> Markup {
    let name = column.name.render().0;
    let name = name.replace('_', "_<wbr>").replace('@', "<wbr>@");
    html! {
        th {
            (PreEscaped(name))
            @if column.label != column.name { small { (column.label) } }
            small { (column.allowed) }
        }
    }
}
