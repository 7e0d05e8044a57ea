//! What a chart shows, place by place: the laws along its axis, line by line.

use super::known::{Known, tails};
use crate::report::{Axis, Case, Chart, Law, Observed, Report};
use crate::rule::metric::{Kind, Measure};
use oddsmith_engine::odds::Pmf;

/// A law and what its case left unresolved.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    /// The law.
    pub law: &'a Law,
    /// Probability that the exact odds left unresolved.
    pub unresolved: f64,
}

/// What a chart shows of a report.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The report.
    pub report: &'a Report,
    /// The chart.
    pub chart: &'a Chart,
    /// Its metric, as the first case has it.
    pub observed: &'a Observed,
    /// The cases that it shows.
    pub cases: Vec<&'a Case>,
    /// The places along the axis: indices into a parameter's values, the variants or the steps.
    pub xs: Vec<usize>,
    /// The lines, or a heat map's rows.
    pub lines: Vec<usize>,
    /// The law of each line at each place.
    spots: Vec<Vec<Option<Spot<'a>>>>,
}

impl<'a> Scene<'a> {
    /// The laws that a chart shows; nothing where it shows none.
    pub fn new(report: &'a Report, chart: &'a Chart) -> Option<Scene<'a>> {
        let cases = report.cases_of(chart);
        let observed = cases.first()?.observed(&chart.metric)?;
        let along = |axis: Axis| -> Vec<usize> {
            let all = match axis {
                Axis::Sweep(parameter) => report.sweep[parameter].values.len(),
                Axis::Variants => report.variants.len(),
                Axis::Steps => observed.laws.len(),
                Axis::Values | Axis::Single => 1,
            };
            let seen = |&index: &usize| match axis {
                Axis::Sweep(parameter) => cases.iter().any(|case| case.point[parameter] == index),
                Axis::Variants => cases.iter().any(|case| case.variant == Some(index)),
                Axis::Steps | Axis::Values | Axis::Single => true,
            };
            (0..all).filter(seen).collect()
        };
        let (xs, lines) = (along(chart.x), along(chart.series.unwrap_or(Axis::Single)));
        let spot = |line: usize, x: usize| {
            let ends = [(chart.series.unwrap_or(Axis::Single), line), (chart.x, x)];
            let fits = |case: &&&Case| {
                ends.iter().all(|&(axis, index)| match axis {
                    Axis::Sweep(parameter) => case.point[parameter] == index,
                    Axis::Variants => case.variant == Some(index),
                    Axis::Steps | Axis::Values | Axis::Single => true,
                })
            };
            let case = cases.iter().find(fits)?;
            let law = match ends.iter().find(|(axis, _)| *axis == Axis::Steps) {
                Some(&(_, step)) => case.observed(&chart.metric)?.laws.get(step)?,
                None => case.law(&chart.metric, chart.step)?,
            };
            Some(Spot { law, unresolved: case.unresolved.unwrap_or(0.0) })
        };
        let spots = lines.iter().map(|&line| xs.iter().map(|&x| spot(line, x)).collect()).collect();
        Some(Scene { report, chart, observed, cases, xs, lines, spots })
    }

    /// Whether every line has a law at every place, each with trials or exact odds.
    pub fn is_whole(&self) -> bool {
        let told =
            |spot: &Option<Spot<'_>>| spot.is_some_and(|spot| spot.law.exact.is_some() || spot.law.tally.total() > 0);
        !self.spots.is_empty() && self.spots.iter().all(|line| !line.is_empty() && line.iter().all(told))
    }

    /// The law of a line at a place, by their order in the chart.
    pub fn spot(&self, line: usize, x: usize) -> Option<Spot<'a>> {
        self.spots.get(line)?.get(x).copied().flatten()
    }

    /// Every law of the chart.
    pub fn spots(&self) -> impl Iterator<Item = Spot<'a>> {
        self.spots.iter().flatten().copied().flatten()
    }

    /// The chart's own reading of a law.
    pub fn reading(&self, line: usize, x: usize) -> Option<Known> {
        self.spot(line, x).map(|spot| self.known(spot, self.measure()))
    }

    /// Any reading of a law.
    pub fn known(&self, spot: Spot<'_>, measure: Measure) -> Known {
        Known::read(&spot.law.read(measure, self.report.run.confidence), spot.unresolved)
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

    /// The values that occur anywhere, lowest first.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::new();
        for spot in self.spots() {
            values.extend(spot.law.tally.iter().map(|(value, _)| value));
            let masses = spot.law.pmf().into_iter().flat_map(Pmf::masses);
            values.extend(masses.filter(|(_, mass)| mass.float() > 0.0).map(|&(value, _)| value));
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The chance of at least each of these values, which rise.
    pub fn tail(&self, spot: Spot<'_>, ks: &[i64]) -> Vec<Known> {
        let Some(pmf) = spot.law.pmf() else {
            return ks.iter().map(|&k| self.known(spot, Measure::AtLeast(k))).collect();
        };
        let tails = tails(pmf, spot.unresolved);
        let nothing = Known::exact(0.0, spot.unresolved);
        // The tails fall in value: the last that is still at least k.
        let at = |&k: &i64| match tails.partition_point(|&(value, _)| value >= k) {
            0 => nothing,
            count => tails[count - 1].1,
        };
        ks.iter().map(at).collect()
    }

    /// The median, where nothing but the median can be it.
    pub fn median(&self, spot: Spot<'_>) -> Option<i64> {
        let median = spot.law.quantile(50)?;
        let below = self.known(spot, Measure::AtMost(median - 1));
        let above = self.known(spot, Measure::AtLeast(median + 1));
        let half = |side: Known| side.low + super::known::MARGIN < 0.5 && side.high + super::known::MARGIN < 0.5;
        (half(below) && half(above)).then_some(median)
    }

    /// The numbers along an axis, where it has an order that rises.
    pub fn numbers(&self, axis: Axis) -> Option<Vec<f64>> {
        let numbers: Vec<f64> = match axis {
            Axis::Sweep(parameter) => {
                let values = &self.report.sweep[parameter].values;
                let of = |index: &usize| values[*index].parse().ok().filter(|number: &f64| number.is_finite());
                self.along(axis).iter().map(of).collect::<Option<_>>()?
            }
            Axis::Steps => (0..self.observed.laws.len()).map(|index| index as f64).collect(),
            Axis::Variants | Axis::Values | Axis::Single => return None,
        };
        numbers.windows(2).all(|pair| pair[0] < pair[1]).then_some(numbers)
    }

    /// The places along one of the chart's axes.
    pub fn along(&self, axis: Axis) -> &[usize] {
        if axis == self.chart.x { &self.xs } else { &self.lines }
    }

    /// The axis of the lines.
    pub fn series(&self) -> Axis {
        self.chart.series.unwrap_or(Axis::Single)
    }
}
