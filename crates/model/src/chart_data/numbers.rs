//! Reads numbers from the distributions of a chart.

use super::ChartData;
use crate::estimate::{Estimate, MARGIN};
use crate::figures::Numerals;
use crate::messages::Messages;
use crate::report::peaks::stretches;
use crate::report::{Distribution, Reading};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};

impl<'a> ChartData<'a> {
    /// Returns the number that the chart plots for a line at a place, if it has a value.
    pub fn plotted_reading(&self, line: usize, x: usize) -> Option<Reading> {
        self.measured_reading(self.distribution(line, x)?)
    }

    /// Returns the number of an earlier run for a line at a place.
    pub fn earlier_value(&self, line: usize, x: usize) -> Option<f64> {
        self.measured_reading(self.earlier_distribution(line, x)?)
            .map(|reading| reading.exact_or_estimate())
    }

    fn measured_reading(&self, distribution: &Distribution) -> Option<Reading> {
        let reading = self
            .observed
            .read(distribution, self.measure(), self.report.run.confidence);
        reading.exact_or_estimate().is_finite().then_some(reading)
    }

    /// Returns the number that the chart shows of a distribution, even where the plot leaves it
    /// out.
    pub fn shown_estimate(&self, line: usize, x: usize) -> Option<Estimate> {
        self.distribution(line, x)
            .map(|distribution| self.estimate(distribution, self.measure()))
    }

    /// Returns a measure of a distribution.
    pub fn estimate(&self, distribution: &Distribution, measure: Measure) -> Estimate {
        Estimate::from_reading(&self.observed.read(
            distribution,
            measure,
            self.report.run.confidence,
        ))
    }

    /// Returns the probability of each of these values.
    pub fn chances(&self, distribution: &Distribution, values: &[i64]) -> Vec<Estimate> {
        let chances = self
            .observed
            .chances(distribution, values, self.report.run.confidence);
        chances.iter().map(Estimate::from_reading).collect()
    }

    /// Returns the probabilities that a chart over values plots at these increasing values: of at
    /// least, of at most or of exactly each.
    pub fn plotted_chances(&self, distribution: &Distribution, ks: &[i64]) -> Vec<Estimate> {
        match self.chart.kind {
            ChartKind::AtLeast | ChartKind::Compare => self.tail(distribution, ks),
            ChartKind::AtMost => ks
                .iter()
                .map(|&k| self.estimate(distribution, Measure::AtMost(k)))
                .collect(),
            _ => self.chances(distribution, ks),
        }
    }

    /// Returns the probability of at least each of these increasing values.
    pub fn tail(&self, distribution: &Distribution, ks: &[i64]) -> Vec<Estimate> {
        distribution
            .tail(ks, self.report.run.confidence)
            .iter()
            .map(Estimate::from_reading)
            .collect()
    }

    /// Returns the median if it is certain and typical: no other value can be the median, and the
    /// distribution has a single stretch.
    pub fn median(&self, distribution: &Distribution) -> Option<i64> {
        let median = distribution
            .quantile(50)
            .filter(|_| stretches(distribution).len() < 2)?;
        let below = self.estimate(distribution, Measure::AtMost(median - 1));
        let above = self.estimate(distribution, Measure::AtLeast(median + 1));
        let half = |side: Estimate| side.low + MARGIN < 0.5 && side.high + MARGIN < 0.5;
        (half(below) && half(above)).then_some(median)
    }

    /// Returns the number format.
    pub fn numerals(&self) -> Numerals {
        self.messages.numerals()
    }

    /// Returns the messages.
    pub fn words(&self) -> &'a Messages {
        self.messages
    }

    /// Returns the measure that the chart shows. For the mean of a flag, this is the probability of
    /// the event.
    pub fn measure(&self) -> Measure {
        match self.observed.metric.kind {
            Kind::Flag if self.chart.measure == Measure::Mean => Measure::Is(1),
            _ => self.chart.measure,
        }
    }

    /// Returns whether the chart shows probabilities.
    pub fn is_probability(&self) -> bool {
        self.measure() != Measure::Mean
    }

    /// Returns whether the chart shows probabilities of at least or at most k.
    pub fn is_tail(&self) -> bool {
        matches!(
            self.chart.kind,
            ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare
        )
    }
}
