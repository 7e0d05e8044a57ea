//! Selects the data of a large report for the explorer, so that the page can still be sent by mail.

use oddsmith_model::report::{Case, Observed, Report};

/// The approximate limit of the data in bytes.
const MAX_BYTES: usize = 1_100_000;
/// The approximate number of bytes of a value with its count and its exact odds.
const VALUE_BYTES: usize = 26;
/// The approximate number of bytes of a distribution without its values.
const DISTRIBUTION_BYTES: usize = 12;

/// A selection of metrics and of swept values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The names of the metrics; `None` for all metrics.
    pub metrics: Option<Vec<String>>,
    /// The indices of the values of each swept parameter.
    pub values: Vec<Vec<usize>>,
    /// Whether swept values were left out.
    pub is_thinned: bool,
    /// The number of variants that are kept. These are the first ones.
    pub variants: usize,
}

impl Selection {
    /// Selects as much as fits: everything; else the headline metrics; else these at every second
    /// value, every fourth, and so on.
    pub fn of(report: &Report) -> Selection {
        Selection::within(report, MAX_BYTES)
    }

    /// Selects like [`Selection::of`], but with another limit.
    pub fn within(report: &Report, most: usize) -> Selection {
        let mut choice = Selection {
            metrics: None,
            values: report
                .sweep
                .iter()
                .map(|swept| (0..swept.values.len()).collect())
                .collect(),
            is_thinned: false,
            variants: report.variants.len(),
        };
        if choice.estimated_bytes(report) > most && !report.headlines.is_empty() {
            let mut names: Vec<String> = Vec::new();
            for quantity in &report.headlines {
                if !names.contains(&quantity.metric) {
                    names.push(quantity.metric.clone());
                }
            }
            choice.metrics = Some(names);
        }
        while choice.estimated_bytes(report) > most && choice.thin() {}
        choice
    }

    /// Keeps every second value of the longest sweep. Returns `false` if nothing is left to thin.
    fn thin(&mut self) -> bool {
        match self
            .values
            .iter_mut()
            .max_by_key(|values| values.len())
            .filter(|values| values.len() > 1)
        {
            Some(longest) => *longest = longest.iter().copied().step_by(2).collect(),
            None if self.variants > 1 => self.variants = self.variants.div_ceil(2),
            None => return false,
        }
        self.is_thinned = true;
        true
    }

    /// Returns whether a case is selected.
    pub fn contains_case(&self, case: &Case) -> bool {
        let values = self
            .values
            .iter()
            .zip(&case.point)
            .all(|(values, index)| values.binary_search(index).is_ok());
        values && case.variant.is_none_or(|variant| variant < self.variants)
    }

    /// Returns the selected metrics of a case.
    pub fn metrics<'c>(&self, case: &'c Case) -> impl Iterator<Item = &'c Observed> {
        case.metrics.iter().filter(|observed| {
            self.metrics
                .as_ref()
                .is_none_or(|names| names.contains(&observed.metric.name))
        })
    }

    /// Returns the approximate number of bytes.
    fn estimated_bytes(&self, report: &Report) -> usize {
        let distributions = report
            .cases
            .iter()
            .filter(|case| self.contains_case(case))
            .flat_map(|case| self.metrics(case));
        let distribution = |distribution: &oddsmith_model::report::Distribution| {
            let exact = distribution.pmf().map_or(0, |pmf| pmf.masses().len());
            DISTRIBUTION_BYTES + VALUE_BYTES * exact.max(distribution.tally.iter().count())
        };
        distributions
            .flat_map(|observed| &observed.distributions)
            .map(distribution)
            .sum()
    }
}
