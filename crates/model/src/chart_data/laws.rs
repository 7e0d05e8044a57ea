//! The distributions of a chart's data, and those behind them.

use super::ChartData;
use crate::report::{Case, Law};
use crate::rule::metric::ShownMetric;

impl<'a> ChartData<'a> {
    fn cell(&self, line: usize, x: usize) -> Option<(&'a Case, &'a Law)> {
        self.cells.get(line)?.get(x).copied().flatten()
    }

    /// The law of a line at a place, by their order in the chart.
    pub fn law(&self, line: usize, x: usize) -> Option<&'a Law> {
        self.cell(line, x).map(|(_, law)| law)
    }

    /// Every law of the chart.
    pub fn laws(&self) -> impl Iterator<Item = &'a Law> {
        self.cells.iter().flatten().flatten().map(|&(_, law)| law)
    }

    /// What an earlier run found there; nothing where no law of the chart has changed.
    pub fn earlier(&self, line: usize, x: usize) -> Option<&'a Law> {
        let (case, law) = self.cell(line, x).filter(|_| self.changed == Some(true))?;
        self.report.earlier(case, &self.chart.metric, law.step)
    }

    /// What stands in grey behind the law there: what an earlier run found, else in a panel of
    /// several the law of the first.
    pub fn behind(&self, line: usize, x: usize) -> Option<&'a Law> {
        if !self.chart.is_panel || self.report.changes_since.is_some() {
            return self.earlier(line, x);
        }
        let (case, law) = self.cell(line, x)?;
        let base = self.chart.family.first()?.first().copied();
        let first = self
            .report
            .cases
            .iter()
            .find(|own| own.variant == base && own.point == case.point)?;
        let laws = &first
            .observed(&self.chart.metric)
            .filter(|_| case.variant != base)?
            .laws;
        laws.iter().find(|own| own.step == law.step)
    }

    /// Whether each law is like what an earlier run found, where that knows it.
    pub(super) fn likenesses(&self) -> Vec<bool> {
        let earlier =
            |case: &Case, law: &Law| self.report.earlier(case, &self.chart.metric, law.step);
        let all = self.cells.iter().flatten().flatten();
        all.filter_map(|&(case, law)| Some(law.is_like(earlier(case, law)?)))
            .collect()
    }

    /// Whether every line has a law at every place, each with trials or exact odds, and the metric
    /// is called the same everywhere: "rounds of the 12 watched" is not said of where 20 are
    /// watched.
    pub fn is_whole(&self) -> bool {
        let own = &self.observed.metric;
        let is_alike =
            |metric: &ShownMetric| metric.wording == own.wording && metric.label == own.label;
        if !self
            .cases
            .iter()
            .filter_map(|case| case.observed(&own.name))
            .all(|other| is_alike(&other.metric))
        {
            return false;
        }
        let told = |cell: &Option<(&Case, &Law)>| {
            cell.is_some_and(|(_, law)| law.exact.is_some() || law.tally.total() > 0)
        };
        !self.cells.is_empty()
            && self
                .cells
                .iter()
                .all(|line| !line.is_empty() && line.iter().all(told))
    }
}
