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
    pub fn read(&self, line: usize, x: usize) -> Option<Reading> {
        self.measured(self.distribution(line, x)?)
    }

    /// What an earlier run read there.
    pub fn read_earlier(&self, line: usize, x: usize) -> Option<f64> {
        self.measured(self.earlier(line, x)?)
            .map(|reading| reading.best())
    }

    fn measured(&self, distribution: &Distribution) -> Option<Reading> {
        let reading = self
            .observed
            .read(distribution, self.measure(), self.report.run.confidence);
        reading.best().is_finite().then_some(reading)
    }

    /// Returns the number that the chart shows of a distribution, even where the plot leaves it
    /// out.
    pub fn reading(&self, line: usize, x: usize) -> Option<Estimate> {
        self.distribution(line, x)
            .map(|distribution| self.known(distribution, self.measure()))
    }

    /// Any reading of a law.
    pub fn known(&self, distribution: &Distribution, measure: Measure) -> Estimate {
        Estimate::read(
            &self
                .observed
                .read(distribution, measure, self.report.run.confidence),
        )
    }

    /// The chance of each of these values.
    pub fn chances(&self, distribution: &Distribution, values: &[i64]) -> Vec<Estimate> {
        let chances = self
            .observed
            .chances(distribution, values, self.report.run.confidence);
        chances.iter().map(Estimate::read).collect()
    }

    /// The chance of at least each of these values, which rise.
    pub fn tail(&self, distribution: &Distribution, ks: &[i64]) -> Vec<Estimate> {
        distribution
            .tail(ks, self.report.run.confidence)
            .iter()
            .map(Estimate::read)
            .collect()
    }

    /// The median, where nothing but the median can be it and it lies where most are.
    pub fn median(&self, distribution: &Distribution) -> Option<i64> {
        let median = distribution
            .quantile(50)
            .filter(|_| stretches(distribution).len() < 2)?;
        let below = self.known(distribution, Measure::AtMost(median - 1));
        let above = self.known(distribution, Measure::AtLeast(median + 1));
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
