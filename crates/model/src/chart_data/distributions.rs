//! The distributions of a chart, and those of an earlier run.

use super::ChartData;
use crate::report::{Case, Distribution};
use crate::rule::metric::ShownMetric;

impl<'a> ChartData<'a> {
    fn cell(&self, line: usize, x: usize) -> Option<(&'a Case, &'a Distribution)> {
        self.cells.get(line)?.get(x).copied().flatten()
    }

    /// Returns the distribution of a line at a place. Both are indices into the chart.
    pub fn distribution(&self, line: usize, x: usize) -> Option<&'a Distribution> {
        self.cell(line, x).map(|(_, distribution)| distribution)
    }

    /// Returns every distribution of the chart.
    pub fn distributions(&self) -> impl Iterator<Item = &'a Distribution> {
        self.cells
            .iter()
            .flatten()
            .flatten()
            .map(|&(_, distribution)| distribution)
    }

    /// Returns the distribution of an earlier run, or `None` if no distribution of the chart has
    /// changed.
    pub fn earlier_distribution(&self, line: usize, x: usize) -> Option<&'a Distribution> {
        let (case, distribution) = self.cell(line, x).filter(|_| self.changed == Some(true))?;
        self.report
            .earlier_distribution(case, &self.chart.metric, distribution.step)
    }

    /// Returns the distribution to draw in grey behind another: that of an earlier run, or in a
    /// panel that of the first panel.
    pub fn background(&self, line: usize, x: usize) -> Option<&'a Distribution> {
        if !self.chart.is_panel || self.report.changes_since.is_some() {
            return self.earlier_distribution(line, x);
        }
        let (case, distribution) = self.cell(line, x)?;
        let base = self.chart.family.first()?.first().copied();
        let first = self
            .report
            .cases
            .iter()
            .find(|other_case| other_case.variant == base && other_case.point == case.point)?;
        let distributions = &first
            .observed(&self.chart.metric)
            .filter(|_| case.variant != base)?
            .distributions;
        distributions
            .iter()
            .find(|other_distribution| other_distribution.step == distribution.step)
    }

    /// Returns, for each distribution with an earlier version, whether the two are equal.
    pub(super) fn likenesses(&self) -> Vec<bool> {
        let earlier = |case: &Case, distribution: &Distribution| {
            self.report
                .earlier_distribution(case, &self.chart.metric, distribution.step)
        };
        let filled_cells = self.cells.iter().flatten().flatten();
        filled_cells
            .filter_map(|&(case, distribution)| {
                Some(distribution.is_like(earlier(case, distribution)?))
            })
            .collect()
    }

    /// Returns whether every line has a distribution with trials or exact odds at every place, and
    /// the metric has the same wording everywhere. A wording such as "rounds of the 12 watched"
    /// would be wrong in a case with 20.
    pub fn is_complete(&self) -> bool {
        let chart_metric = &self.observed.metric;
        let is_alike = |metric: &ShownMetric| {
            metric.wording == chart_metric.wording && metric.label == chart_metric.label
        };
        if !self
            .cases
            .iter()
            .filter_map(|case| case.observed(&chart_metric.name))
            .all(|other| is_alike(&other.metric))
        {
            return false;
        }
        let has_data = |cell: &Option<(&Case, &Distribution)>| {
            cell.is_some_and(|(_, distribution)| {
                distribution.exact.is_some() || distribution.tally.total() > 0
            })
        };
        !self.cells.is_empty()
            && self
                .cells
                .iter()
                .all(|line| !line.is_empty() && line.iter().all(has_data))
    }
}
