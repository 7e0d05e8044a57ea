//! A chart as it is printed in another language than English: under a plain title instead of a finding, and with what is
//! plotted in words of that language.

use std::borrow::Cow;

use crate::figures::Numerals;
use crate::findings;
use crate::plain::PlainChart;
use crate::report::balance::Balancing;
use crate::report::sensitivity::Sensitivity;
use crate::report::{Chart, Report};
use crate::wordbook::{Word, Wordbook};

/// A chart with the title and the subtitle that it has on paper.
pub fn on_paper<'c>(report: &Report, chart: &'c Chart) -> Cow<'c, Chart> {
    let plain = PlainChart::of(report, chart, &report.wordbook);
    if !report.wordbook.is_foreign() {
        return Cow::Borrowed(chart);
    }
    let mut own = chart.clone();
    if !chart.is_titled && !chart.is_panel {
        own.title = plain.title();
        if let Some((nth, all)) = chart.sheet {
            own.title = in_sheets(&own.title, nth, all, &report.wordbook);
        }
    }
    if !chart.is_subtitled {
        own.subtitle = plain.subtitle();
    }
    Cow::Owned(own)
}

/// The title of one of several sheets of a chart.
pub fn in_sheets(title: &str, nth: usize, all: usize, wordbook: &Wordbook) -> String {
    let [nth, all] = [nth, all].map(|number| number.to_string());
    wordbook.fill(Word::Sheet, &[("title", title), ("nth", &nth), ("all", &all)]).trim_start().to_owned()
}

/// The title of what matters most: what it finds, or in another language what is asked.
pub fn tornado_title(report: &Report, own: &Sensitivity) -> String {
    let asked = || report.wordbook.fill(Word::WhatMatters, &[("ask", &own.ask)]);
    if report.wordbook.is_foreign() { asked() } else { findings::sensitivity::title(own, Numerals::ENGLISH) }
}

/// The title of what came of looking for numbers: what was found, or in another language how many settings are as wanted.
pub fn balance_title(report: &Report, own: &Balancing) -> String {
    if !report.wordbook.is_foreign() {
        return findings::balance::title(own);
    }
    let [met, all] = [own.met().count() as u64, own.tried.len() as u64];
    let [met, all] = [met, all].map(|count| report.wordbook.numerals().grouped(count));
    report.wordbook.fill(Word::Settings, &[("met", &met), ("all", &all)])
}
