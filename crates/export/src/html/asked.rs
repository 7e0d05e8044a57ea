//! The last section of the report: what was run, and the command that runs it again.

use sha2::{Digest, Sha256};

use oddsmith_model::labels::capitalize;
use oddsmith_model::messages::Messages;
use oddsmith_model::provenance;
use oddsmith_model::report::{Case, Origin, Report, ReportedParameter};
use oddsmith_model::table::{Cell, CellStyle, Column, ColumnKind, Table};

use super::tables::fold;
use super::words::{counted, escape_html, plain_number};

/// Describes the trials of each case: how many, and where they come from.
pub fn trials(report: &Report) -> String {
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 { " per case" } else { "" };
    provenance::trials_text(&cases, per, Messages::english())
        .unwrap_or_else(|| "no trials".to_owned())
}

/// Returns the section: what was run, the command that runs it again, and the folded parts below.
pub fn section(report: &Report, folded: &str) -> String {
    let name = escape_html(&report.name);
    let digest: String = Sha256::digest(report.source.as_bytes())
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut facts = vec![
        format!(
            "{} {} ran the scenario <code>{name}.toml</code> with the rule <code>{}</code>: {}{}.",
            crate::PROGRAM,
            env!("CARGO_PKG_VERSION"),
            escape_html(&report.rule),
            counted(report.cases.len(), "case", "cases"),
            sweep_ranges(report)
        ),
        format!("{}.", capitalize(&trials(report))),
        report
            .without_trials
            .as_ref()
            .map_or_else(String::new, |reason| {
                format!("{}.", capitalize(&escape_html(reason)))
            }),
        format!(
            "Seed {}{}.",
            report.run.seed,
            if report.run.has_random_seed {
                ", chosen at random"
            } else {
                ""
            }
        ),
        format!("Scenario digest {digest}."),
    ];
    facts.extend(
        report
            .remarks
            .iter()
            .map(|remark| format!("{}.", escape_html(remark).replace('`', ""))),
    );
    if let Some(half) = report.run.precision {
        let short = provenance::imprecision_note(report)
            .map_or_else(String::new, |short| format!(": {short}"));
        facts.push(format!(
            "Requested precision: ±{} for every chance{short}.",
            plain_number(half)
        ));
    }
    if !report.overrides.is_empty() {
        facts.push(format!(
            "Changed on the command line: <code>{}</code>.",
            escape_html(&report.overrides.join(" "))
        ));
    }
    let rule = report.rule_text.as_ref().map_or_else(String::new, |_| {
        format!(
            " and the rule in the same folder as <code>{}</code>",
            escape_html(&report.rule)
        )
    });
    format!(
        "<section aria-labelledby=\"rerun\">\n<h2 id=\"rerun\">How it was made</h2>\n<p>{}</p>\n\
         <p>To get the same numbers,<span class=\"screen\"> save the scenario below as <code>{name}.toml</code>{rule}, then</span> \
         run:</p>\n\
         <pre tabindex=\"0\"><code>{}</code></pre>\n<div class=\"folds\">\n{folded}{}{}</div>\n</section>\n",
        facts
            .into_iter()
            .filter(|fact| !fact.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
        escape_html(&report.rerun),
        folded_texts(report),
        folded_parameters(report)
    )
}

/// Describes the sweep: ": Quality Value 2 to 6, White cubes 0 to 6".
fn sweep_ranges(report: &Report) -> String {
    let ranges = report
        .sweep
        .iter()
        .filter(|swept| swept.values.len() > 1)
        .map(|swept| {
            let (label, last) = (escape_html(&swept.label), swept.values.len() - 1);
            let value = |index: usize| escape_html(&swept.value(index, Messages::english()));
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
fn folded_parameters(report: &Report) -> String {
    let sections = parameters(report) + &variants(report);
    let parameter_count = counted(report.parameters.len(), "parameter", "parameters");
    if sections.is_empty() {
        String::new()
    } else {
        fold("Every parameter and its value", &parameter_count, &sections)
    }
}

fn parameters(report: &Report) -> String {
    if report.parameters.is_empty() {
        return String::new();
    }
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

fn variants(report: &Report) -> String {
    if report.variants.is_empty() {
        return String::new();
    }
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

/// Returns the scenario and the rule file as a folded part.
fn folded_texts(report: &Report) -> String {
    let folded_text = |name: String, text: &str| {
        let lines = counted(text.lines().count(), "line", "lines");
        fold(
            &name,
            &lines,
            &format!(
                "<pre tabindex=\"0\"><code>{}</code></pre>\n",
                escape_html(text)
            ),
        )
    };
    let scenario = folded_text(
        format!("The scenario, {}.toml", escape_html(&report.name)),
        &report.source,
    );
    let rule = report.rule_text.as_ref();
    let rule =
        rule.map(|text| folded_text(format!("The rule, {}", escape_html(&report.rule)), text));
    let used = report.used_files.iter().map(|(name, text)| {
        folded_text(format!("A file that it uses, {}", escape_html(name)), text)
    });
    scenario + &rule.into_iter().chain(used).collect::<String>()
}
