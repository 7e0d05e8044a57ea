//! `report.html`: a whole run in one file that needs no network, for those who will not open a CSV.

mod asked;
mod data;
mod figures;
#[cfg(test)]
pub(super) mod fixture;
mod markdown;
mod play;
mod rule;
mod tables;
#[cfg(test)]
mod tests;
mod thinned;
mod uncertainty;
mod words;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::report::Report;

pub use figures::Figure;
use words::escaped;

/// Its name in the folder of results.
pub const FILE: &str = "report.html";

const STYLE: &str = include_str!("page.css");
/// The explorer: its files in one function, so that their names are their own.
const SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("explorer/odds.js"),
    include_str!("explorer/table.js"),
    include_str!("explorer/knobs.js"),
    include_str!("explorer/play.js"),
    "})();\n"
);
/// IBM Plex Sans, latin, by weight.
const FONTS: [(u16, &[u8]); 2] = [
    (400, include_bytes!("../../../assets/fonts/ibm-plex-sans-latin-400-normal.woff2")),
    (600, include_bytes!("../../../assets/fonts/ibm-plex-sans-latin-600-normal.woff2")),
];

/// The page of a report, with its charts. The same report gives the same bytes.
pub fn page(report: &Report, figures: &[Figure]) -> Vec<u8> {
    let title = escaped(&report.title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#odds\">Skip to the odds</a>\n<header>\n<h1>{title}</h1>\n",
        policy(),
        faces(),
    );
    if !report.description.is_empty() {
        html.push_str(&format!("<div class=\"description\">\n{}</div>\n", markdown::html(&report.description)));
    }
    html.push_str(&asked::in_short(report));
    html.push_str("</header>\n<main id=\"odds\">\n");
    html.push_str(&tables::answers(report));
    html.push_str(&tables::headlines(report));
    html.push_str(&data::explorer(report));
    html.push_str(&play::section(report));
    html.push_str(&figures::section(figures));
    html.push_str(&uncertainty::section(report));
    html.push_str(&rule::section(report));
    html.push_str(&asked::section(report));
    html.push_str(&tables::every_metric(report));
    html.push_str(&asked::rerun(report));
    html.push_str(&format!(
        "</main>\n<footer><p>Made by {} {}. The typeface is IBM Plex Sans, under the SIL Open Font License 1.1.</p></footer>\n\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
    ));
    html.into_bytes()
}

/// What a browser lets the page do: run this one script, use what it holds, and reach nothing.
fn policy() -> String {
    let digest = STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; font-src data:; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

/// The typeface, once for the page and all its charts.
fn faces() -> String {
    let face = |(weight, bytes): &(u16, &[u8])| {
        format!(
            "@font-face{{font-family:\"IBM Plex Sans\";font-weight:{weight};font-display:block;\
             src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n",
            STANDARD.encode(bytes)
        )
    };
    FONTS.iter().map(face).collect()
}
