//! The data of a fan for each step: quantiles and mean. A distribution with an empty middle has
//! quantiles for each of its stretches.

use oddsmith_model::chart_data::{AxisPlace, ChartData};
use oddsmith_model::report::peaks::{Stretch, stretches, value_chances};
use oddsmith_model::report::{Distribution, Reading};
use oddsmith_model::rule::presentation::Measure;

/// The data of one step.
pub(super) struct Slice {
    /// Its index among all steps.
    pub(super) step_index: usize,
    pub(super) name: String,
    /// The quantiles at 5, 25, 50, 75 and 95 percent, for each stretch of the distribution.
    pub(super) quantiles: Vec<[i64; 5]>,
    pub(super) mean: Reading,
    /// The median that is drawn behind this one: of an earlier run, or of the first panel.
    pub(super) before: Option<i64>,
}

impl Slice {
    /// Returns the lowest and the highest quantile.
    pub(super) fn ends(&self) -> [i64; 2] {
        [
            self.quantiles[0][0],
            self.quantiles[self.quantiles.len() - 1][4],
        ]
    }

    /// Returns the median, if the distribution has a single stretch.
    pub(super) fn median(&self) -> Option<i64> {
        match self.quantiles[..] {
            [quantiles] => Some(quantiles[2]),
            _ => None,
        }
    }
}

/// Returns the steps of a chart that have a value.
pub(super) fn slices_of(data: &ChartData<'_>) -> Vec<Slice> {
    let confidence = data.report.run.confidence;
    let slice = |(x, place): (usize, &AxisPlace)| {
        let distribution = data.distribution(0, x)?;
        let quantiles = quantiles(distribution)?;
        let before = data
            .background(0, x)
            .and_then(|earlier| earlier.quantile(50));
        Some(Slice {
            step_index: x,
            name: place.name.clone(),
            quantiles,
            mean: distribution.read(Measure::Mean, confidence),
            before,
        })
    };
    data.xs.iter().enumerate().filter_map(slice).collect()
}

/// Returns the quantiles of a distribution, for each of its stretches.
fn quantiles(distribution: &Distribution) -> Option<Vec<[i64; 5]>> {
    const PERCENTS: [u64; 5] = [5, 25, 50, 75, 95];
    let all_stretches = stretches(distribution);
    if all_stretches.len() < 2 {
        let mut quantiles = [0; 5];
        for (quantile, percent) in quantiles.iter_mut().zip(PERCENTS) {
            *quantile = distribution.quantile(percent)?;
        }
        return Some(vec![quantiles]);
    }
    let known = value_chances(distribution);
    let quantiles_of = |stretch: &Stretch| {
        PERCENTS.map(|percent| {
            let mut sum = 0.0;
            let within = known
                .iter()
                .filter(|(value, _)| (stretch.low..=stretch.high).contains(value));
            let reached = within.map(|&(value, share)| {
                sum += share;
                (value, sum)
            });
            let far = stretch.share * percent as f64 / 100.0 - 1e-12;
            reached
                .into_iter()
                .find(|(_, sum)| *sum >= far)
                .map_or(stretch.high, |(value, _)| value)
        })
    };
    Some(all_stretches.iter().map(quantiles_of).collect())
}
