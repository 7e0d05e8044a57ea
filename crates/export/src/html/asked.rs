//! The last section of the report: what was run, and the command that runs it again.

use maud::{Markup, html};
use sha2::{Digest, Sha256};

use oddsmith_model::labels::capitalize;
use oddsmith_model::messages::Messages;
use oddsmith_model::provenance;
use oddsmith_model::report::{Case, Origin, Report, ReportedParameter};
use oddsmith_model::table::{Cell, CellStyle, Column, ColumnKind, Table};

use super::tables::fold;
use super::words::{counted, plain_number};

/// Describes the trials of each case: how many, and where they come from.
pub fn trials(report: &Report) -> String {
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 { " per case" } else { "" };
    provenance::trials_text(&cases, per, Messages::english())
        .unwrap_or_else(|| "no trials".to_owned())
}

/// Returns the section: what was run, the command that runs it again, and the folded parts below.
pub fn section(report: &Report, folded: &Markup) -> Markup {
    html! {
        section aria-labelledby="rerun" {
            h2 #rerun { "How it was made" }
            p { (facts(report)) }
            p {
                "To get the same numbers,"
                span.screen {
                    " save the scenario below as " code { (report.name) ".toml" }
                    @if report.rule_text.is_some() {
                        " and the rule in the same folder as " code { (report.rule) }
                    }
                    ", then"
                }
                " run:"
            }
            (code_block(&report.rerun))
            div.folds { "\n" (folded) (folded_texts(report)) (folded_parameters(report)) }
        }
        "\n"
    }
}

/// Returns what was run, in sentences.
fn facts(report: &Report) -> Markup {
    let digest: String = Sha256::digest(report.source.as_bytes())
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    html! {
        (crate::PROGRAM) " " (env!("CARGO_PKG_VERSION")) " ran the scenario " code { (report.name) ".toml" }
        " with the rule " code { (report.rule) } ": " (counted(report.cases.len(), "case", "cases"))
        (sweep_ranges(report)) ". " (capitalize(&trials(report))) "."
        @if let Some(reason) = &report.without_trials { " " (capitalize(reason)) "." }
        " Seed " (report.run.seed) @if report.run.has_random_seed { ", chosen at random" }
        ". Scenario digest " (digest) "."
        @for remark in &report.remarks { " " (remark.replace('`', "")) "." }
        @if let Some(half) = report.run.precision {
            " Requested precision: ±" (plain_number(half)) " for every chance"
            @if let Some(short) = provenance::imprecision_note(report) { ": " (short) }
            "."
        }
        @if !report.overrides.is_empty() {
            " Changed on the command line: " code { (report.overrides.join(" ")) } "."
        }
    }
}

/// Returns a text as a block of code, which can be scrolled with the keyboard.
fn code_block(text: &str) -> Markup {
    html! { pre tabindex="0" { code { (text) } } "\n" }
}

/// Describes the sweep: ": Quality Value 2 to 6, White cubes 0 to 6".
fn sweep_ranges(report: &Report) -> String {
    let ranges = report
        .sweep
        .iter()
        .filter(|swept| swept.values.len() > 1)
        .map(|swept| {
            let (label, last) = (&swept.label, swept.values.len() - 1);
            let value = |index: usize| swept.value(index, Messages::english());
            if swept.values.iter().all(|value| value.number().is_some()) {
                format!("{label}: {} to {}", value(0), value(last))
            } else {
                format!(
                    "{label}: {}",
                    counted(swept.values.len(), "value", "values")
                )
            }
        });
    let variants =
        (report.variants.len() > 1).then(|| counted(report.variants.len(), "variant", "variants"));
    let parts: Vec<String> = ranges.chain(variants).collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join("; "))
    }
}

/// Returns the parameters and the variants as a folded part.
fn folded_parameters(report: &Report) -> Markup {
    if report.parameters.is_empty() && report.variants.is_empty() {
        return html! {};
    }
    let tables = html! {
        @if !report.parameters.is_empty() { (parameters(report)) }
        @if !report.variants.is_empty() { (variants(report)) }
    };
    let count = counted(report.parameters.len(), "parameter", "parameters");
    fold("Every parameter and its value", &count, &tables)
}

fn parameters(report: &Report) -> Markup {
    let row = |parameter: &ReportedParameter| {
        let (style, origin) = match parameter.origin {
            Origin::Default => (CellStyle::Plain, "as published"),
            Origin::Given => (CellStyle::Strong, "given"),
            Origin::Swept => (CellStyle::Strong, "swept"),
        };
        let value = Cell::styled(style, &parameter.value)
            .with_note(origin)
            .with_detail(&parameter.meaning);
        vec![Cell::styled(CellStyle::Code, &parameter.key), value]
    };
    let subtitle =
        "Every parameter of the rule and its value. Values that the scenario sets are in bold.";
    let table = Table::from_rows(
        columns(["Parameter", "Value and meaning"]),
        report.parameters.iter().map(row),
    );
    table.with_title("Parameters", subtitle).to_html()
}

fn variants(report: &Report) -> Markup {
    let row = |(name, changes): (&String, &Vec<(String, String)>)| {
        let sets: Vec<String> = changes
            .iter()
            .map(|(key, value)| format!("{key} = {value}"))
            .collect();
        let nothing = || Cell::from("nothing");
        let sets = if sets.is_empty() {
            nothing()
        } else {
            Cell::styled(CellStyle::Code, sets.join("\n"))
        };
        vec![Cell::from(name), sets]
    };
    let table = Table::from_rows(
        columns(["Variant", "Sets"]),
        report.variants.iter().zip(&report.changes).map(row),
    );
    table
        .with_title("Variants", "What each variant changes.")
        .to_html()
}

/// Returns two columns, one for names and one for text.
fn columns([names, text]: [&str; 2]) -> Vec<Column> {
    vec![
        Column::new(ColumnKind::Names, names),
        Column::new(ColumnKind::Text, text),
    ]
}

/// Returns the scenario and the rule files as folded parts.
fn folded_texts(report: &Report) -> Markup {
    let folded = |name: String, text: &str| {
        let lines = counted(text.lines().count(), "line", "lines");
        fold(name, &lines, &code_block(text))
    };
    html! {
        (folded(format!("The scenario, {}.toml", report.name), &report.source))
        @if let Some(text) = &report.rule_text { (folded(format!("The rule, {}", report.rule), text)) }
        @for (name, text) in &report.used_files { (folded(format!("A file that it uses, {name}"), text)) }
    }
}
