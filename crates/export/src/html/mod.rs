//! Writes `report.html`: a whole run in one file that needs no network, for readers who do not open
//! CSV files.

mod asked;
mod balance;
mod data;
mod everyday;
mod figures;
#[cfg(test)]
pub(super) mod fixture;
mod fonts;
mod goals;
mod hero;
mod markdown;
mod paper;
mod play;
mod playtest;
mod rule;
mod skill;
mod tables;
#[cfg(test)]
mod tests;
mod thinned;
mod uncertainty;
mod words;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::sensitivity;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::summary::balance as sentences;
use oddsmith_model::summary::{self, Summary};

pub use figures::PageFigure;
pub use playtest::CHART as PLAYTEST_CHART;
pub(super) use playtest::{
    MOST_SETTINGS as MOST_PLAYTEST_SETTINGS, facts as playtest_facts, title as playtest_title,
};
use words::escape_html;

/// The name of the file in the results folder.
pub const FILE: &str = "report.html";

const STYLE: &str = concat!(include_str!("page.css"), include_str!("parting.css"));
/// The script of the explorer. All its files are inside one function, so that their names are
/// local.
const SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("explorer/numbers.js"),
    include_str!("explorer/odds.js"),
    include_str!("explorer/picture.js"),
    include_str!("explorer/table.js"),
    include_str!("explorer/copy.js"),
    include_str!("explorer/knobs.js"),
    include_str!("explorer/play.js"),
    include_str!("explorer/parting.js"),
    include_str!("explorer/parted.js"),
    "})();\n"
);
/// The logo of the program: a die.
const LOGO: &str = "<svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><rect width=\"20\" height=\"20\" rx=\"4\" class=\"mark\"/>\
    <circle cx=\"6\" cy=\"14\" r=\"1.8\"/><circle cx=\"10\" cy=\"10\" r=\"1.8\"/><circle cx=\"14\" cy=\"6\" r=\"1.8\"/></svg>";

/// The readers of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Designers read every number, its uncertainty and its source.
    Designers,
    /// Playtesters read the headline and the rule in everyday words.
    Playtesters,
}

/// A page without its charts. It can be made while the charts are drawn.
pub struct Draft<'r> {
    report: &'r Report,
    readers: Readers,
    summary: Summary,
    head: String,
    /// The sections between the first chart and the others.
    html_between_charts: String,
    /// The sections below the charts.
    html_below_charts: String,
}

impl<'r> Draft<'r> {
    /// Prepares the page of a report.
    pub fn new(report: &'r Report, readers: Readers) -> Draft<'r> {
        let mut summary = summary::summary(report, Messages::english());
        // If the run searched for parameter values, the result of the search comes first.
        let balance = report
            .balance
            .as_ref()
            .filter(|_| readers == Readers::Designers);
        summary.sentences.splice(
            0..0,
            balance.map(|found| sentences::headline(found, Messages::english())),
        );
        let played = report.playtest.as_ref();
        if let Some(headline) =
            played.and_then(|played| summary::playtest::headline(played, Messages::english()))
        {
            summary.sentences = vec![headline];
        }
        let (between, below) = rayon::join(
            || sections_between_charts(report, &summary, readers),
            || sections_below_charts(report, readers),
        );
        Draft {
            report,
            readers,
            summary,
            head: head(report),
            html_between_charts: between,
            html_below_charts: below,
        }
    }

    /// Returns the page with its charts. The same report gives the same bytes.
    pub fn page(&self, figures: &[PageFigure]) -> Vec<u8> {
        let (head, body) = (&self.head, self.body(figures));
        // The typeface contains the letters of the whole page and of the explorer.
        let faces = fonts::faces(&[head, &body, SCRIPT].concat());
        format!("{head}<style>\n{faces}{STYLE}</style>\n</head>\n{body}<script>{SCRIPT}</script>\n</body>\n</html>\n")
            .into_bytes()
    }

    fn body(&self, figures: &[PageFigure]) -> String {
        let (report, readers) = (self.report, self.readers);
        let title = escape_html(&report.title);
        let for_whom = if readers == Readers::Playtesters {
            "For playtesters"
        } else {
            "For designers"
        };
        let mut html = format!(
            "<body>\n<a class=\"skip\" href=\"#odds\">Skip to the odds</a>\n<header>{LOGO}<b>{title}</b><span>{for_whom}</span></header>\n\
             <main id=\"odds\"{}>\n",
            if paper::is_dense(report) {
                " class=\"dense\""
            } else {
                ""
            }
        );
        // Charts are matched by their file, since some may turn out to have nothing to show.
        let lead = summary::lead_chart(report).map(|index| &report.charts[index]);
        let lead = lead.and_then(|chart| figures.iter().find(|figure| figure.file == chart.file));
        let is_played = |figure: &PageFigure| {
            report.playtest.is_some() && figure.file.starts_with(PLAYTEST_CHART)
        };
        let lead = figures.iter().find(|figure| is_played(figure)).or(lead);
        let is_headed = |figure: &&PageFigure| {
            let headed = report
                .charts
                .iter()
                .any(|chart| chart.is_headed && chart.file == figure.file);
            headed
                || [
                    sensitivity::CHART,
                    super::skill::CHART,
                    super::balance::CHART,
                ]
                .contains(&figure.file.as_str())
                || is_played(figure)
        };
        let rest = figures
            .iter()
            .filter(|figure| lead.is_none_or(|lead| lead.file != figure.file));
        // Charts under a headline come first.
        let (first, then): (Vec<&PageFigure>, Vec<&PageFigure>) = rest.partition(is_headed);
        let ordered = [first, then].concat();
        let has_many_panels = |figure: &&PageFigure| {
            let mut charts = report.charts.iter();
            charts.any(|chart| chart.has_many_panels() && chart.file == figure.file)
        };
        let (panels, ordered): (Vec<&PageFigure>, Vec<&PageFigure>) =
            ordered.into_iter().partition(has_many_panels);
        html.push_str(&hero::section(report, &self.summary, lead, readers));
        html.push_str(&self.html_between_charts);
        let mut room = figures::MOST_BYTES;
        html.push_str(&figures::section(report, &ordered, readers, &mut room));
        html.push_str(&self.html_below_charts);
        html.push_str(&figures::appendix(&panels, readers, &mut room));
        html + &footer(report, readers)
    }
}

/// Returns the sections between the first chart and the others.
fn sections_between_charts(report: &Report, summary: &Summary, readers: Readers) -> String {
    let (rule, play) = match readers {
        Readers::Playtesters => (rule::section(report), String::new()),
        Readers::Designers => (
            String::new(),
            play::section(report) + &skill::section(report),
        ),
    };
    [
        rule,
        playtest::section(report, readers),
        goals::section(report, readers),
        balance::section(report, readers),
        data::explorer(report, summary, readers),
        play,
    ]
    .concat()
}

/// Returns the sections below the charts.
fn sections_below_charts(report: &Report, readers: Readers) -> String {
    let mut html = String::new();
    if readers == Readers::Designers {
        html.push_str(&uncertainty::section(report));
        let folded = [
            tables::cases(report),
            tables::every_metric(report),
            rule::folded_section(report),
        ]
        .concat();
        html.push_str(&asked::section(report, &folded));
    }
    html + &paper::note(report, readers)
}

fn footer(report: &Report, readers: Readers) -> String {
    format!(
        "</main>\n<footer><p>{} · {} {}{} · Typeface: IBM Plex Sans, licensed under the SIL Open Font License 1.1.</p></footer>\n",
        escape_html(&report.title),
        crate::PROGRAM,
        env!("CARGO_PKG_VERSION"),
        if readers == Readers::Designers {
            format!(", seed {}", report.run.seed)
        } else {
            String::new()
        },
    )
}

fn head(report: &Report) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n",
        content_security_policy(),
        escape_html(&report.title),
    )
}

/// Returns the rules for the browser: it may run only this script, and load nothing from elsewhere.
fn content_security_policy() -> String {
    let digest = STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; font-src data:; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}
