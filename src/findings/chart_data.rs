//! What a chart shows, place by place: the laws along its axis, line by line.

use crate::estimate::Estimate;
use crate::figures::Company;
use crate::report::{Axis, Case, Chart, Law, Observed, Report, rising};
use crate::rule::metric::{ChartKind, Kind, Measure, ShownMetric};
use oddsmith_engine::odds::{Mass, Pmf};
use rustc_hash::FxHashMap;

/// What a chart shows of a report.
#[derive(Clone, Debug)]
pub struct ChartData<'a> {
    /// The report.
    pub report: &'a Report,
    /// The chart.
    pub chart: &'a Chart,
    /// Its metric, as the case has it that has it at most steps.
    pub observed: &'a Observed,
    /// The cases that it shows.
    pub cases: Vec<&'a Case>,
    /// The places along the axis: indices into a parameter's values, the variants or the steps.
    pub xs: Vec<usize>,
    /// The lines, or a heat map's rows.
    pub lines: Vec<usize>,
    /// The law of each line at each place.
    laws: Vec<Vec<Option<&'a Law>>>,
}

impl<'a> ChartData<'a> {
    /// The laws that a chart shows; nothing where it shows none.
    pub fn new(report: &'a Report, chart: &'a Chart) -> Option<ChartData<'a>> {
        let cases = report.cases_of(chart);
        let observed = chart.observed(&cases)?;
        let along = |axis: Axis| match axis {
            Axis::Sweep(_) | Axis::Variants => axis.places_of(&cases),
            Axis::Steps => (0..observed.laws.len()).collect(),
            Axis::Values | Axis::Single => vec![0],
        };
        let series = chart.series.unwrap_or(Axis::Single);
        let (xs, lines) = (along(chart.x), along(series));
        let mut case_at: FxHashMap<[Option<usize>; 2], &Case> = FxHashMap::default();
        for &case in &cases {
            case_at.entry([series, chart.x].map(|axis| axis.place_of(case))).or_insert(case);
        }
        let law = |line: usize, x: usize| {
            let ends = [(series, line), (chart.x, x)];
            let at = |(axis, index)| matches!(axis, Axis::Sweep(_) | Axis::Variants).then_some(index);
            let case = case_at.get(&ends.map(at))?;
            let law = match ends.iter().find(|(axis, _)| *axis == Axis::Steps) {
                Some(&(_, nth)) => case.law(&chart.metric, observed.laws.get(nth)?.step)?,
                None => case.law(&chart.metric, chart.step)?,
            };
            Some(law)
        };
        let laws = lines.iter().map(|&line| xs.iter().map(|&x| law(line, x)).collect()).collect();
        Some(ChartData { report, chart, observed, cases, xs, lines, laws })
    }

    /// Whether every line has a law at every place, each with trials or exact odds, and the metric is called the same
    /// everywhere: "rounds of the 12 watched" is not said of where 20 are watched.
    pub fn is_whole(&self) -> bool {
        let own = &self.observed.metric;
        let is_alike = |metric: &ShownMetric| metric.wording == own.wording && metric.label == own.label;
        if !self.cases.iter().filter_map(|case| case.observed(&own.name)).all(|other| is_alike(&other.metric)) {
            return false;
        }
        let told = |law: &Option<&Law>| law.is_some_and(|law| law.exact.is_some() || law.tally.total() > 0);
        !self.laws.is_empty() && self.laws.iter().all(|line| !line.is_empty() && line.iter().all(told))
    }

    /// The law of a line at a place, by their order in the chart.
    pub fn law(&self, line: usize, x: usize) -> Option<&'a Law> {
        self.laws.get(line)?.get(x).copied().flatten()
    }

    /// Every law of the chart.
    pub fn laws(&self) -> impl Iterator<Item = &'a Law> {
        self.laws.iter().flatten().copied().flatten()
    }

    /// The chart's own reading of a law.
    pub fn reading(&self, line: usize, x: usize) -> Option<Estimate> {
        self.law(line, x).map(|law| self.known(law, self.measure()))
    }

    /// Any reading of a law.
    pub fn known(&self, law: &Law, measure: Measure) -> Estimate {
        Estimate::read(&self.observed.read(law, measure, self.report.run.confidence))
    }

    /// The chance of each of these values.
    pub fn chances(&self, law: &Law, values: &[i64]) -> Vec<Estimate> {
        let chances = self.observed.chances(law, values, self.report.run.confidence);
        chances.iter().map(Estimate::read).collect()
    }

    /// What its numbers are told with.
    pub fn company(&self) -> Company {
        self.report.company
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

    /// The values that occur anywhere, lowest first.
    pub fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::new();
        for law in self.laws() {
            values.extend(law.tally.iter().map(|(value, _)| value));
            let masses = law.pmf().into_iter().flat_map(Pmf::masses);
            values.extend(masses.filter(|(_, mass)| *mass != Mass::ZERO).map(|&(value, _)| value));
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The chance of at least each of these values, which rise.
    pub fn tail(&self, law: &Law, ks: &[i64]) -> Vec<Estimate> {
        law.tail(ks, self.report.run.confidence).iter().map(Estimate::read).collect()
    }

    /// The median, where nothing but the median can be it.
    pub fn median(&self, law: &Law) -> Option<i64> {
        let median = law.quantile(50)?;
        let below = self.known(law, Measure::AtMost(median - 1));
        let above = self.known(law, Measure::AtLeast(median + 1));
        let half =
            |side: Estimate| side.low + crate::estimate::MARGIN < 0.5 && side.high + crate::estimate::MARGIN < 0.5;
        (half(below) && half(above)).then_some(median)
    }

    /// The numbers along an axis, where it has an order that rises.
    pub fn numbers(&self, axis: Axis) -> Option<Vec<f64>> {
        match axis {
            Axis::Sweep(parameter) => {
                let values = &self.report.sweep[parameter].values;
                rising(self.along(axis).iter().map(|&index| values[index].number()))
            }
            Axis::Steps => Some((0..self.observed.laws.len()).map(|index| index as f64).collect()),
            Axis::Variants | Axis::Values | Axis::Single => None,
        }
    }

    /// What the metric is called in all its cases.
    pub fn label(&self) -> String {
        self.chart.label(&self.cases)
    }

    /// The name of a step in all its cases: its own, or its number.
    pub fn step_name(&self, step: u32) -> String {
        crate::report::step_name(self.cases.iter().copied(), step)
    }

    /// Whether its steps have names.
    pub fn names_steps(&self) -> bool {
        self.cases.iter().any(|case| !case.step_names.is_empty())
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
