//! The rule in words: what it says, where it comes from, how its text was read.

use crate::report::Report;
use crate::rule::words::{Interpretation, sentence};

use super::words::escaped;

/// The section; nothing where the rule says nothing of itself.
pub fn section(report: &Report) -> String {
    let words = &report.words;
    if words.says.is_empty() {
        return String::new();
    }
    let paragraphs: String = words.says.iter().map(|own| format!("<p>{}</p>\n", escaped(own))).collect();
    let origin = match words.origin.as_str() {
        "" => String::new(),
        origin => format!("<p class=\"facts\">From: {}</p>\n", escaped(origin)),
    };
    let readings = match words.interpretations {
        [] => String::new(),
        readings => format!(
            "<details>\n<summary>How the text was read, and how to read it otherwise</summary>\n<ul>\n{}</ul>\n</details>\n",
            readings.iter().map(reading).collect::<String>()
        ),
    };
    format!(
        "<section aria-labelledby=\"rule\">\n<h2 id=\"rule\">The rule</h2>\n{paragraphs}{origin}{readings}</section>\n"
    )
}

fn reading(reading: &Interpretation) -> String {
    let other = |other: &crate::rule::words::OtherReading| {
        format!("<br><code>{}</code>: {}", escaped(&other.setting()), escaped(&sentence(other.means)))
    };
    format!("<li>{}{}</li>\n", escaped(reading.taken), reading.others.iter().map(other).collect::<String>())
}
