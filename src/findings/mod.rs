//! Titles that say what the numbers say: a chart in, a true sentence out, or none.

mod chance;
pub mod chart_data;
mod claim;
mod counts;
mod distribution;
mod fan;
mod lines;
pub mod opening;
mod places;
mod policy;
mod stacked;
#[cfg(test)]
pub(crate) mod tests;
mod words;

pub use claim::{Along, Claim, Finding};

use crate::report::{Chart, Law, Report};
use crate::rule::metric::{ChartKind, Kind};
use chart_data::ChartData;

/// A title has two lines of about this many characters.
const LINE: usize = 45;

/// Gives every chart without a title of its own what it shows; where nothing holds, it keeps its question.
pub fn title(report: &mut Report) {
    let titles: Vec<Option<String>> = report
        .charts
        .iter()
        .map(|chart| match chart.kind {
            _ if chart.is_titled => None,
            ChartKind::Policy => policy::finding(report, chart).map(|found| words::capital(&found)),
            _ => finding(report, chart).map(|found| found.sentence),
        })
        .collect();
    for (chart, title) in report.charts.iter_mut().zip(titles) {
        if let Some(title) = title {
            chart.title = title;
        }
    }
}

/// The best that can be said of a chart in two lines.
pub fn finding(report: &Report, chart: &Chart) -> Option<Finding> {
    if chart.kind == ChartKind::Policy {
        return None;
    }
    let data = ChartData::new(report, chart).filter(ChartData::is_whole)?;
    // What holds only of the trials that show it is no title: that needs more words than a title has.
    if data.laws().any(Law::may_be_absent) {
        return None;
    }
    let is_flag = data.observed.metric.kind == Kind::Flag;
    let found = match chart.kind {
        ChartKind::Stacked if is_flag => lines::lines(&data),
        ChartKind::Stacked => stacked::findings(&data),
        ChartKind::Lines => lines::lines(&data),
        ChartKind::Heatmap => lines::heatmap(&data),
        ChartKind::AtLeast => counts::at_least(&data),
        ChartKind::Compare => counts::compare(&data),
        ChartKind::Distribution => distribution::findings(&data),
        ChartKind::Fan => fan::findings(&data),
        ChartKind::Policy => Vec::new(),
    };
    let fits = |found: &Finding| found.sentence.chars().count() <= 2 * LINE;
    let found = found.into_iter().find(fits)?;
    Some(Finding { sentence: words::capital(&found.sentence), ..found })
}
