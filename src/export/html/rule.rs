//! The rule in words: what it says, where it comes from, how its text was read.

use crate::report::{Origin, Report, ReportedParameter};
use crate::rule::words::{Interpretation, sentence};

use super::tables::fold;
use super::words::{counted, escaped};

/// The rule for designers, folded: what it says, where it comes from, how it was read. Nothing
/// where the rule says nothing of itself.
pub fn folded(report: &Report) -> String {
    let words = &report.words;
    if words.says.is_empty() && report.notes.is_empty() {
        return String::new();
    }
    let origin = match words.origin.as_str() {
        "" => String::new(),
        origin => format!("<p class=\"note\">From: {}</p>\n", escaped(origin)),
    };
    let readings = match words.interpretations {
        [] => String::new(),
        readings => format!(
            "<h3>How we read the rules, and other readings</h3>\n<ul>\n{}</ul>\n",
            readings.iter().map(reading).collect::<String>()
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

/// The rule for playtesters: what it says, and what the scenario makes of it. Nothing where it says
/// nothing of itself.
pub fn section(report: &Report) -> String {
    if report.words.says.is_empty() {
        return String::new();
    }
    let here = here(report);
    format!(
        "<section aria-labelledby=\"rule\">\n<h2 id=\"rule\">The rule</h2>\n{}{here}</section>\n",
        paragraphs(report)
    )
}

/// The numbers that it is played with: "The Quality Value (QV) of the Wing: 4".
fn here(report: &Report) -> String {
    let item = |parameter: &ReportedParameter| {
        let what = parameter
            .meaning
            .split([':', ';', ',', '.'])
            .next()
            .unwrap_or_default()
            .trim();
        let what = if what.is_empty() {
            parameter.key.replace(['_', '.'], " ")
        } else {
            what.to_owned()
        };
        let value = parameter.value.replace(" = ", " ").replace('_', " ");
        let value = match value.as_str() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            _ => value,
        };
        format!("<li>{}: {}</li>\n", escaped(&what), escaped(&value))
    };
    // Of what nobody has said, the numbers that are something.
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
        .says
        .iter()
        .map(|paragraph| format!("<p>{}</p>\n", escaped(paragraph)))
        .collect()
}

/// Facts that follow from the rule itself.
fn notes(report: &Report) -> String {
    let items = report
        .notes
        .iter()
        .map(|(label, value)| format!("<li>{}: {}</li>\n", escaped(label), escaped(value)));
    let items: String = items.collect();
    if items.is_empty() {
        String::new()
    } else {
        format!("<h3>Consequences</h3>\n<ul>\n{items}</ul>\n")
    }
}

fn reading(reading: &Interpretation) -> String {
    let other = |other: &crate::rule::words::OtherReading| {
        format!(
            "<br><code>{}</code>: {}",
            escaped(&other.setting()),
            escaped(&sentence(other.means))
        )
    };
    format!(
        "<li>{}{}</li>\n",
        escaped(reading.taken),
        reading.others.iter().map(other).collect::<String>()
    )
}
