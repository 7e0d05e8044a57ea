//! Titles and subtitles of charts, in the language of the report.
//!
//! A chart of the number in the report's headline has this headline as its title. If no short
//! sentence covers the whole chart, the title is the label. The title of any other chart describes
//! what it shows.

mod axes;
mod subtitle;
mod title;

use std::borrow::Cow;

use crate::messages::{Messages, Word};
use crate::recommendation::chart_title;
use crate::report::balance::Balancing;
use crate::report::policy_grid::PolicyGrid;
use crate::report::sensitivity::Sensitivity;
use crate::report::{Case, Chart, Observed, Report};
use crate::rule::metric::ShownMetric;
use crate::rule::presentation::ChartKind;
use crate::summary::{chart_headline, chart_label, even_sentence};

/// Writes the English title and subtitle of each chart of a report, unless the scenario sets them.
pub fn write_chart_titles(report: &mut Report) {
    let words = Messages::english();
    let worded = |chart: &Chart| titled_chart(report, chart, words);
    let charts = report.charts.iter().map(worded).collect();
    let even = report.title_only_charts.iter().filter_map(|chart| {
        let sentence = match chart.kind {
            ChartKind::Policy => policy_title(report, chart, words)?,
            _ => even_sentence(report, chart, words)?.text(),
        };
        Some(Chart {
            title: sentence,
            ..chart.clone()
        })
    });
    (report.title_only_charts, report.charts) = (even.collect(), charts);
}

/// Returns a chart with its title and subtitle in the language of the report.
pub fn printed_chart<'c>(report: &Report, chart: &'c Chart) -> Cow<'c, Chart> {
    if !report.messages.is_translated() {
        return Cow::Borrowed(chart);
    }
    let mut printed = titled_chart(report, chart, &report.messages);
    if let Some((nth, sheet_count)) = chart.sheet.filter(|_| !chart.is_titled && !chart.is_panel) {
        printed.title = sheet_title(&printed.title, nth, sheet_count, &report.messages);
    }
    Cow::Owned(printed)
}

fn titled_chart(report: &Report, chart: &Chart, words: &Messages) -> Chart {
    let plain = PlainChart {
        report,
        chart,
        words,
        cases: report.cases_of(chart),
    };
    let mut worded = chart.clone();
    let mut is_plain = false;
    if !chart.is_titled && !chart.is_panel {
        let headline = chart_headline(report, chart, words).map(|sentence| sentence.title());
        worded.is_headed = headline.is_some();
        let title = headline.or_else(|| chart_label(report, chart)).or_else(|| {
            let policy = chart.policy.as_ref()?;
            let title = policy_title(report, chart, words)?;
            Some(with_side(
                report,
                &policy.choice,
                Decided::Rule(&title),
                words,
            ))
        });
        is_plain = title.is_none();
        worded.title = title.unwrap_or_else(|| plain.title());
    }
    if !chart.is_subtitled {
        worded.subtitle = plain.subtitle(is_plain);
    }
    worded
}

/// Returns the title of a policy chart: the recommended rule, or that all options are tied.
fn policy_title(report: &Report, chart: &Chart, words: &Messages) -> Option<String> {
    let all_tied = || {
        let grid = PolicyGrid::read(report, chart).ok()?;
        let is_free = grid
            .cells
            .iter()
            .flatten()
            .flatten()
            .all(|cell| cell.loss.is_none() && cell.share.is_none());
        let choice = report.choice_label(&chart.policy.as_ref()?.choice);
        // Two players who make mistakes at once mean to mix options, although all are tied.
        let mut plays = report
            .cases
            .iter()
            .filter_map(|case| case.best_play.as_ref());
        let is_best = plays.all(|play| play.is_best());
        (is_free && is_best).then(|| {
            words.fill(
                Word::SayAllTied,
                &[("choice", choice.trim_end_matches([':', '?']))],
            )
        })
    };
    chart_title(report, chart, words).or_else(all_tied)
}

/// The decisions of a side.
enum Decided<'t> {
    /// A choice, by best play.
    Choice(&'t str),
    /// A choice, by a rule.
    Rule(&'t str),
}

/// Returns the title of a policy chart with the side that decides. Examples are "Best play for the
/// opponent: Hit or stand?", "Player: Bank with 20 or more points in the pot".
fn with_side(report: &Report, choice: &str, decided: Decided<'_>, words: &Messages) -> String {
    let is_theirs = report
        .cases
        .iter()
        .filter_map(|case| case.best_play.as_ref())
        .flat_map(|play| &play.recommendations)
        .any(|recommendation| recommendation.choice == choice && recommendation.is_theirs);
    let (word, text) = match (decided, is_theirs) {
        (Decided::Choice(text), false) => (Word::BestPlay, text),
        (Decided::Choice(text), true) => (Word::BestPlayTheirs, text),
        (Decided::Rule(text), false) => (Word::RuleOfPlayer, text),
        (Decided::Rule(text), true) => (Word::RuleOfOpponent, text),
    };
    words.fill(word, &[("choice", text)])
}

/// Returns the title of one of several sheets of a chart.
pub fn sheet_title(title: &str, nth: usize, sheet_count: usize, words: &Messages) -> String {
    let [nth, sheet_count] = [nth, sheet_count].map(|number| number.to_string());
    words
        .fill(
            Word::Sheet,
            &[("title", title), ("nth", &nth), ("all", &sheet_count)],
        )
        .trim_start()
        .to_owned()
}

/// Returns the title of the chart of largest effects.
pub fn tornado_title(report: &Report, sensitivity: &Sensitivity) -> String {
    crate::summary::largest_effect(sensitivity, &report.messages)
}

/// Returns the title of the chart of a balance search: how many settings meet all goals.
pub fn balance_title(report: &Report, balancing: &Balancing) -> String {
    crate::summary::balance::title(balancing, &report.messages)
}

/// Builds the title of a chart from what it shows.
struct PlainChart<'a> {
    report: &'a Report,
    chart: &'a Chart,
    words: &'a Messages,
    cases: Vec<&'a Case>,
}

impl PlainChart<'_> {
    fn observed(&self) -> Option<&Observed> {
        self.chart.observed(&self.cases)
    }

    /// Returns the step of a chart that shows one step of several: the metric, the step's name and
    /// its number.
    fn step(&self) -> Option<(&ShownMetric, Option<&str>, u32)> {
        let step = self.chart.step.filter(|_| self.chart.policy.is_none())?;
        let metric = &self.observed()?.metric;
        metric.steps.filter(|(first, last)| first < last)?;
        Some((
            metric,
            self.report.shared_step_name(&metric.name, step),
            step,
        ))
    }
}
