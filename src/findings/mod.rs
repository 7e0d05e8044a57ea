//! Titles that say what the numbers say: a chart in, a true sentence out, or none.

mod chance;
pub mod chart_data;
mod claim;
mod clause;
mod counts;
mod distribution;
mod family;
mod fan;
mod lines;
pub mod opening;
mod places;
mod policy;
mod stacked;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod unworded;
mod words;

pub(crate) use words::small;

pub use claim::{Along, Claim, Finding};
pub(crate) use clause::event;

use crate::report::{Chart, Report};
use crate::rule::metric::{ChartKind, Kind};
use chart_data::ChartData;

/// Characters of a title: those of two lines and a half; of three where no finding is as short.
pub(crate) const LENGTHS: [usize; 2] = [110, 135];

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

/// The best that can be said of a chart in as few lines as may be.
pub fn finding(report: &Report, chart: &Chart) -> Option<Finding> {
    if chart.kind == ChartKind::Policy {
        return None;
    }
    let found = match chart.family.len() {
        0 | 1 => single(report, chart)?,
        _ => family::finding(report, chart)?,
    };
    Some(Finding { sentence: words::capital(&found.sentence), ..found })
}

/// The best that can be said of a chart of one variant, or of what has none.
fn single(report: &Report, chart: &Chart) -> Option<Finding> {
    let data = ChartData::new(report, chart).filter(ChartData::is_whole)?;
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
    let slice = places::slice(&data);
    let spoken = |found: Finding| match &slice {
        Some(slice) => Finding { sentence: format!("{slice}: {}", found.sentence), ..found },
        None => found,
    };
    let found: Vec<Finding> = found.into_iter().map(spoken).collect();
    let fits = |length: usize| found.iter().find(|found| found.sentence.chars().count() <= length);
    LENGTHS.into_iter().find_map(fits).cloned()
}
