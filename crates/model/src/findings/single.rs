//! What is said of a chart of one variant.

use super::claim::Finding;
use super::clause::headed;
use super::{counts, distribution, fan, lines, places, stacked};
use crate::chart_table::ChartTable;
use crate::report::{Chart, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::ChartKind;

/// Characters of a title: those of two lines and a half; of three where no finding is as short.
pub const LENGTHS: [usize; 2] = [110, 135];

/// The best that can be said of a chart of one variant, or of what has none.
pub(super) fn single(report: &Report, chart: &Chart) -> Option<Finding> {
    let data = ChartTable::new(report, chart).ok().filter(ChartTable::is_whole)?;
    let is_flag = data.observed.metric.kind == Kind::Flag;
    let found = match chart.kind {
        ChartKind::Stacked if is_flag && data.xs.len() == 1 && data.lines.len() == 1 => distribution::findings(&data),
        ChartKind::Stacked if is_flag => lines::lines(&data),
        ChartKind::Stacked => stacked::findings(&data),
        ChartKind::Lines => lines::lines(&data),
        ChartKind::Heatmap => lines::heatmap(&data),
        ChartKind::AtLeast => counts::at_least(&data),
        ChartKind::Compare => counts::compare(&data),
        ChartKind::Distribution => distribution::findings(&data),
        ChartKind::Fan => fan::findings(&data),
        ChartKind::Policy | ChartKind::States => Vec::new(),
    };
    let slice = places::slice(&data);
    let metric = &data.observed.metric;
    let spoken = |found: Finding| {
        let sentence = headed(metric, slice.as_deref(), &found.sentence);
        Finding { sentence, ..found }
    };
    let found: Vec<Finding> = found.into_iter().map(spoken).collect();
    let fits = |length: usize| found.iter().find(|found| found.sentence.chars().count() <= length);
    LENGTHS.into_iter().find_map(fits).cloned()
}
