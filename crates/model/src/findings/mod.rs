//! Titles that say what the numbers say: a chart in, a true sentence out, or none.

pub mod advice;
mod alike;
mod apart;
pub mod balance;
mod chance;
mod claim;
pub(crate) mod clause;
mod counts;
mod course;
mod distribution;
mod family;
mod fan;
mod lines;
pub(crate) mod places;
pub mod policy;
pub mod sensitivity;
pub mod single;
mod stacked;
pub mod states;
mod told;
pub mod unworded;
mod words;

pub use policy::worth;
pub(crate) use words::{capital, quoted};
pub use words::{outcome_within, small};

pub use claim::{Along, Claim, Finding};
pub use clause::{event, heading};

use crate::plain::PlainChart;
use crate::report::{Chart, Report};
use crate::rule::presentation::ChartKind;
use crate::wordbook::Wordbook;
use single::single;

/// Gives every chart without a title of its own what it shows; where nothing holds, what is plotted.
pub fn title(report: &mut Report) {
    let titled = |report: &Report, chart: &Chart| match chart.kind {
        _ if chart.is_titled => None,
        ChartKind::Policy => policy::title(report, chart),
        ChartKind::States => states::found(report, chart).map(|found| found.sentence),
        // What other plays that are as good make otherwise is not told as a fact.
        _ if !reads_the_aim(report, chart) && report.hangs_on_ties(&chart.metric) => {
            beside_ties(report, chart).or_else(|| under_ties(report, chart))
        }
        _ => finding(report, chart).map(|found| found.sentence),
    };
    // Where nothing is found the title says what is shown: it asks nothing that the picture leaves open.
    let is_known = |chart: &Chart| chart.policy.is_some() || chart.observed(&report.cases_of(chart)).is_some();
    let plain = |chart: &Chart| {
        let is_plain = !chart.is_titled && is_known(chart);
        is_plain.then(|| PlainChart::of(report, chart, Wordbook::english()).title())
    };
    let titles: Vec<Option<String>> =
        report.charts.iter().map(|chart| titled(report, chart).or_else(|| plain(chart))).collect();
    let told: Vec<Option<String>> = report.told_charts.iter().map(|chart| titled(report, chart)).collect();
    let subtitles: Vec<Option<String>> = report
        .charts
        .iter()
        .map(|chart| policy::subtitle(report, chart).filter(|_| chart.subtitle.starts_with("The best option of ")))
        .collect();
    for (chart, subtitle) in report.charts.iter_mut().zip(subtitles) {
        if let Some(subtitle) = subtitle {
            chart.subtitle = subtitle;
        }
    }
    let charts = report.charts.iter_mut().zip(titles).chain(report.told_charts.iter_mut().zip(told));
    for (chart, title) in charts {
        if let Some(title) = title {
            chart.title = title;
        }
    }
}

/// The best that can be said of a chart in as few lines as may be.
pub fn finding(report: &Report, chart: &Chart) -> Option<Finding> {
    if matches!(chart.kind, ChartKind::Policy | ChartKind::States) {
        return None;
    }
    let found = match chart.family.len() {
        0 | 1 => single(report, chart)?,
        _ => family::finding(report, chart)?,
    };
    Some(Finding { sentence: words::capital(&found.sentence), ..found })
}

/// Whether a chart shows what is aimed at, and no more.
fn reads_the_aim(report: &Report, chart: &Chart) -> bool {
    let is_of_one = matches!(chart.kind, ChartKind::Lines | ChartKind::Heatmap);
    is_of_one && report.aim().is_some_and(|aim| aim.metric == chart.metric && aim.measure == chart.measure)
}

/// What is found of variants that are played otherwise.
fn beside_ties(report: &Report, chart: &Chart) -> Option<String> {
    let hanging = report
        .cases_of(chart)
        .into_iter()
        .filter(|case| case.hangs_on_ties(&report.headlines, report.aim(), &chart.metric));
    let hanging: Vec<&str> =
        hanging.map(|case| Some(report.variants.get(case.variant?)?.as_str())).collect::<Option<_>>()?;
    let found = finding(report, chart).filter(|_| chart.family.len() > 1)?.sentence;
    (!hanging.iter().any(|name| found.contains(name))).then_some(found)
}

/// "Winner: under one of several plays that are as good".
fn under_ties(report: &Report, chart: &Chart) -> Option<String> {
    let observed = report.cases.iter().find_map(|case| case.observed(&chart.metric))?;
    Some(format!("{}: under one of several plays that are as good", words::capital(&observed.metric.label)))
}
