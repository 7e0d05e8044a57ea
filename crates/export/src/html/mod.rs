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
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::sensitivity;
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_html;
use oddsmith_model::report::Report;
use oddsmith_model::summary::balance as sentences;
use oddsmith_model::summary::{self, Summary};

pub use figures::PageFigure;
pub use hero::{sentence_html, with_code_spans};
pub use playtest::CHART as PLAYTEST_CHART;
pub(super) use playtest::{
    MAX_SETTINGS as MAX_PLAYTEST_SETTINGS, facts as playtest_facts, title as playtest_title,
};

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
    /// The sections between the first chart and the others.
    html_between_charts: Markup,
    /// The sections below the charts.
    html_below_charts: Markup,
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
            html_between_charts: between,
            html_below_charts: below,
        }
    }

    /// Returns the page with its charts. The same report gives the same bytes.
    pub fn page(&self, figures: &[PageFigure]) -> Vec<u8> {
        let title = printable_html(&self.report.title);
        let body = PreEscaped(printable_html(&self.body(figures).0));
        // The typeface contains the letters of the whole page and of the explorer.
        let faces = fonts::faces(&[&title, &body.0, SCRIPT].concat());
        let page = html! {
            (DOCTYPE) "\n"
            html lang="en" {
                head {
                    "\n" meta charset="utf-8";
                    "\n" meta name="viewport" content="width=device-width, initial-scale=1";
                    "\n" meta http-equiv="Content-Security-Policy" content=(content_security_policy());
                    "\n" meta name="color-scheme" content="light dark";
                    "\n" title { (title) }
                    "\n" style { "\n" (PreEscaped(faces)) (PreEscaped(STYLE)) }
                }
                "\n"
                body { (body) script { (PreEscaped(SCRIPT)) } }
            }
            "\n"
        };
        page.0.into_bytes()
    }

    fn body(&self, figures: &[PageFigure]) -> Markup {
        let (report, readers) = (self.report, self.readers);
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
        let mut room = figures::MAX_BYTES;
        html! {
            "\n" a.skip href="#odds" { "Skip to the odds" }
            header {
                (PreEscaped(LOGO))
                b { (report.title) }
                span {
                    @match readers {
                        Readers::Designers => "For designers",
                        Readers::Playtesters => "For playtesters",
                    }
                }
            }
            "\n"
            main #odds class=[paper::is_dense(report).then_some("dense")] {
                "\n"
                (hero::section(report, &self.summary, lead, readers))
                (self.html_between_charts)
                (figures::section(report, &ordered, readers, &mut room))
                (self.html_below_charts)
                (figures::appendix(&panels, readers, &mut room))
            }
            (footer(report, readers))
        }
    }
}

/// Returns the sections between the first chart and the others.
fn sections_between_charts(report: &Report, summary: &Summary, readers: Readers) -> Markup {
    html! {
        @if readers == Readers::Playtesters { (rule::section(report)) }
        (playtest::section(report, readers))
        (goals::section(report, readers))
        (balance::section(report, readers))
        (data::explorer(report, summary, readers))
        @if readers == Readers::Designers { (play::section(report)) (skill::section(report)) }
    }
}

/// Returns the sections below the charts.
fn sections_below_charts(report: &Report, readers: Readers) -> Markup {
    html! {
        @if readers == Readers::Designers {
            (uncertainty::section(report))
            (asked::section(report, &html! {
                (tables::cases(report)) (tables::every_metric(report)) (rule::folded_section(report))
            }))
        }
        (paper::note(report, readers))
    }
}

fn footer(report: &Report, readers: Readers) -> Markup {
    html! {
        footer {
            p {
                (report.title) " · " (crate::PROGRAM) " " (env!("CARGO_PKG_VERSION"))
                @if readers == Readers::Designers { ", seed " (report.run.seed) }
                " · Typeface: IBM Plex Sans, licensed under the SIL Open Font License 1.1."
            }
        }
    }
}

/// Returns the rules for the browser: it may run only this script, and load nothing from elsewhere.
fn content_security_policy() -> String {
    let digest = STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; font-src data:; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}
