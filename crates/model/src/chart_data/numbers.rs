//! What is read from the distributions of a chart's data.

use super::ChartData;
use crate::estimate::{Estimate, MARGIN};
use crate::figures::Numerals;
use crate::messages::Messages;
use crate::report::peaks::stretches;
use crate::report::{Distribution, Reading};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};

impl<'a> ChartData<'a> {
    /// The chart's own reading of the law of a line at a place, where that has a value.
    pub fn plotted_reading(&self, line: usize, x: usize) -> Option<Reading> {
        self.measured_reading(self.distribution(line, x)?)
    }

    /// What an earlier run read there.
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

    /// Any reading of a law.
    pub fn estimate(&self, distribution: &Distribution, measure: Measure) -> Estimate {
        Estimate::from_reading(&self.observed.read(
            distribution,
            measure,
            self.report.run.confidence,
        ))
    }

    /// The chance of each of these values.
    pub fn chances(&self, distribution: &Distribution, values: &[i64]) -> Vec<Estimate> {
        let chances = self
            .observed
            .chances(distribution, values, self.report.run.confidence);
        chances.iter().map(Estimate::from_reading).collect()
    }

    /// The chance of at least each of these values, which rise.
    pub fn tail(&self, distribution: &Distribution, ks: &[i64]) -> Vec<Estimate> {
        distribution
            .tail(ks, self.report.run.confidence)
            .iter()
            .map(Estimate::from_reading)
            .collect()
    }

    /// The median, where nothing but the median can be it and it lies where most are.
    pub fn median(&self, distribution: &Distribution) -> Option<i64> {
        let median = distribution
            .quantile(50)
            .filter(|_| stretches(distribution).len() < 2)?;
        let below = self.estimate(distribution, Measure::AtMost(median - 1));
        let above = self.estimate(distribution, Measure::AtLeast(median + 1));
        let half = |side: Estimate| side.low + MARGIN < 0.5 && side.high + MARGIN < 0.5;
        (half(below) && half(above)).then_some(median)
    }

    /// How its numbers are written.
    pub fn numerals(&self) -> Numerals {
        self.messages.numerals()
    }

    /// What its marks and its cells say of themselves.
    pub fn words(&self) -> &'a Messages {
        self.messages
    }

    /// What the chart reads: of a flag that is stacked or laid out, whether it happened.
    pub fn measure(&self) -> Measure {
        match self.observed.metric.kind {
            Kind::Flag if self.chart.measure == Measure::Mean => Measure::Is(1),
            _ => self.chart.measure,
        }
    }

    /// Whether the chart reads probabilities.
    pub fn is_probability(&self) -> bool {
        self.measure() != Measure::Mean
    }

    /// Whether the chart shows chances of at least k.
    pub fn is_tail(&self) -> bool {
        matches!(self.chart.kind, ChartKind::AtLeast | ChartKind::Compare)
    }
}
