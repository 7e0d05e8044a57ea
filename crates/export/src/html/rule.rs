//! The rule in words: its text, its source, and how the text was interpreted.

use oddsmith_model::report::{Origin, Report, ReportedParameter};
use oddsmith_model::rule::words::{Interpretation, to_sentence};

use super::tables::fold;
use super::words::{counted, escape_html};

/// Returns the rule for designers as a folded part: its text, its source and the interpretations.
/// It is empty for a rule without a description.
pub fn folded_section(report: &Report) -> String {
    let words = &report.words;
    if words.paragraphs.is_empty() && report.notes.is_empty() {
        return String::new();
    }
    let origin = match words.origin.as_str() {
        "" => String::new(),
        origin => format!("<p class=\"note\">From: {}</p>\n", escape_html(origin)),
    };
    let readings = match words.interpretations {
        [] => String::new(),
        readings => format!(
            "<h3>How we read the rules, and other readings</h3>\n<ul>\n{}</ul>\n",
            readings.iter().map(interpretation_html).collect::<String>()
        ),
    };
    let open = counted(
        words.interpretations.len(),
        "point that the text leaves open",
        "points that the text leaves open",
    );
    let aside = if words.interpretations.is_empty() {
        String::new()
    } else {
        open
    };
    fold(
        "<span id=\"rule\">The rule in words</span>",
        &aside,
        &(paragraphs(report) + &origin + &readings + &notes(report)),
    )
}

/// Returns the rule for playtesters: its text and its parameters. It is empty for a rule without a
/// description.
pub fn section(report: &Report) -> String {
    if report.words.paragraphs.is_empty() {
        return String::new();
    }
    let parameters = parameter_list(report);
    format!(
        "<section aria-labelledby=\"rule\">\n<h2 id=\"rule\">The rule</h2>\n{}{parameters}</section>\n",
        paragraphs(report)
    )
}

/// Lists the parameters: "The Quality Value (QV) of the Wing: 4".
fn parameter_list(report: &Report) -> String {
    let item = |parameter: &ReportedParameter| {
        let name = parameter
            .meaning
            .split([':', ';', ',', '.'])
            .next()
            .unwrap_or_default()
            .trim();
        let name = if name.is_empty() {
            parameter.key.replace(['_', '.'], " ")
        } else {
            name.to_owned()
        };
        let value = parameter.value.replace(" = ", " ").replace('_', " ");
        let value = match value.as_str() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            _ => value,
        };
        format!("<li>{}: {}</li>\n", escape_html(&name), escape_html(&value))
    };
    // Of the default values, only numbers other than 0 are shown.
    let is_number = |parameter: &ReportedParameter| {
        parameter
            .value
            .parse::<f64>()
            .is_ok_and(|number| number != 0.0)
    };
    let is_shown = |parameter: &&ReportedParameter| {
        parameter.origin != Origin::Default || is_number(parameter)
    };
    let items: String = report
        .parameters
        .iter()
        .filter(is_shown)
        .map(item)
        .collect();
    if items.is_empty() {
        items
    } else {
        format!("<h3>The numbers used here</h3>\n<ul>\n{items}</ul>\n")
    }
}

fn paragraphs(report: &Report) -> String {
    report
        .words
        .paragraphs
        .iter()
        .map(|paragraph| format!("<p>{}</p>\n", escape_html(paragraph)))
        .collect()
}

/// Lists facts that follow from the rule.
fn notes(report: &Report) -> String {
    let items = report
        .notes
        .iter()
        .map(|(label, value)| format!("<li>{}: {}</li>\n", escape_html(label), escape_html(value)));
    let items: String = items.collect();
    if items.is_empty() {
        String::new()
    } else {
        format!("<h3>Consequences</h3>\n<ul>\n{items}</ul>\n")
    }
}

fn interpretation_html(reading: &Interpretation) -> String {
    let other = |other: &oddsmith_model::rule::words::OtherReading| {
        format!(
            "<br><code>{}</code>: {}",
            escape_html(&other.setting()),
            escape_html(&to_sentence(other.meaning))
        )
    };
    format!(
        "<li>{}{}</li>\n",
        escape_html(reading.default_reading),
        reading.alternatives.iter().map(other).collect::<String>()
    )
}
