//! The rule in words: its text, its source, and how the text was interpreted.

use maud::{Markup, html};
use oddsmith_model::report::{Origin, Report, ReportedParameter};
use oddsmith_model::rule::words::{Interpretation, to_sentence};

use super::tables::fold;
use super::words::counted;

/// Returns the rule for designers as a folded part: its text, its source and the interpretations.
/// It is empty for a rule without a description.
pub fn folded_section(report: &Report) -> Markup {
    let words = &report.words;
    if words.paragraphs.is_empty() && report.notes.is_empty() {
        return html! {};
    }
    let interpretations = words.interpretations;
    let open = if interpretations.is_empty() {
        String::new()
    } else {
        counted(
            interpretations.len(),
            "point that the text leaves open",
            "points that the text leaves open",
        )
    };
    let body = html! {
        (paragraphs(report))
        @if !words.origin.is_empty() { p.note { "From: " (words.origin) } "\n" }
        @if !interpretations.is_empty() {
            h3 { "How we read the rules, and other readings" }
            ul {
                "\n"
                @for interpretation in interpretations { (interpretation_html(interpretation)) }
            }
        }
        (pairs("Consequences", &report.notes))
    };
    fold(html! { span #rule { "The rule in words" } }, &open, &body)
}

/// Returns the rule for playtesters: its text and its parameters. It is empty for a rule without a
/// description.
pub fn section(report: &Report) -> Markup {
    if report.words.paragraphs.is_empty() {
        return html! {};
    }
    html! {
        section aria-labelledby="rule" {
            h2 #rule { "The rule" }
            (paragraphs(report))
            (pairs("The numbers used here", &shown_parameters(report)))
        }
        "\n"
    }
}

/// Lists names with their values below a heading; empty without any.
fn pairs(heading: &str, pairs: &[(String, String)]) -> Markup {
    html! {
        @if !pairs.is_empty() {
            h3 { (heading) }
            ul { @for (name, value) in pairs { "\n" li { (name) ": " (value) } } }
            "\n"
        }
    }
}

/// Returns the parameters in words: "The Quality Value (QV) of the Wing", "4".
fn shown_parameters(report: &Report) -> Vec<(String, String)> {
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
        (name, value)
    };
    // Default values are shown only if they are numbers other than 0.
    let is_number = |parameter: &ReportedParameter| {
        parameter
            .value
            .parse::<f64>()
            .is_ok_and(|number| number != 0.0)
    };
    let is_shown = |parameter: &&ReportedParameter| {
        parameter.origin != Origin::Default || is_number(parameter)
    };
    report
        .parameters
        .iter()
        .filter(is_shown)
        .map(item)
        .collect()
}

fn paragraphs(report: &Report) -> Markup {
    html! { @for paragraph in &report.words.paragraphs { p { (paragraph) } "\n" } }
}

fn interpretation_html(interpretation: &Interpretation) -> Markup {
    html! {
        li {
            (interpretation.default)
            @for other in interpretation.alternatives {
                br; code { (other.setting()) } ": " (to_sentence(other.meaning))
            }
        }
        "\n"
    }
}
