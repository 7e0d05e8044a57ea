//! What a chart shows, as one small table: places along two axes, and the law that stands at each pair of them. Titles read
//! it, marks are drawn from it, and the tables for rulebooks print it.

use oddsmith_engine::odds::{Mass, Pmf};
use rustc_hash::FxHashMap;

use crate::estimate::{Estimate, MARGIN};
use crate::figures::{Company, fixed};
use crate::report::{Axis, Case, Chart, Law, Observed, Reading, Report, rising};
use crate::rule::metric::{ChartKind, Kind, Measure, Outcome, ShownMetric, Tone};

/// A place along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisPlace {
    /// Its axis.
    pub axis: Axis,
    /// Which it is: an index into a parameter's values, the variants or the steps.
    pub index: usize,
    /// What a row says: "QV 4".
    pub name: String,
    /// What a tick says: "4".
    pub tick: String,
    /// The number that it is.
    pub number: Option<f64>,
    /// Whether it is where a reader looks.
    pub is_now: bool,
}

/// A value of a chart's metric, as it stands among the others.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownValue {
    /// The value.
    pub value: i64,
    /// What it is called.
    pub label: String,
    /// Whether it is good news, where it is an outcome; which it is of those of its tone, or of all values, and of how many.
    pub tone: Option<Tone>,
    /// Its place among those.
    pub nth: usize,
    /// How many these are.
    pub of: usize,
}

/// What a chart shows of a report.
#[derive(Clone, Debug)]
pub struct ChartTable<'a> {
    /// The report.
    pub report: &'a Report,
    /// The chart.
    pub chart: &'a Chart,
    /// Its metric, as the case has it that has it at most steps.
    pub observed: &'a Observed,
    /// The cases that it shows.
    pub cases: Vec<&'a Case>,
    /// The places along its first axis.
    pub xs: Vec<AxisPlace>,
    /// The lines, or a heat map's rows: the places along its second axis. One without a name where it has none.
    pub lines: Vec<AxisPlace>,
    /// What stands at each of these pairs, line by line.
    cells: Vec<Vec<Option<(&'a Case, &'a Law)>>>,
    /// Whether any law of the chart, or of its family, is another than an earlier run found; `None` where there is none.
    pub changed: Option<bool>,
}

impl<'a> ChartTable<'a> {
    /// The table of a chart.
    ///
    /// # Errors
    /// Why it shows nothing.
    pub fn new(report: &'a Report, chart: &'a Chart) -> Result<ChartTable<'a>, String> {
        let mut table = ChartTable::of(report, chart, report.cases_of(chart))?;
        if report.changes_since.is_some() {
            let family = table.family();
            let like: Vec<bool> = family.iter().chain([&table]).flat_map(ChartTable::likenesses).collect();
            table.changed = (!like.is_empty()).then(|| like.contains(&false));
        }
        Ok(table)
    }

    fn of(report: &'a Report, chart: &'a Chart, cases: Vec<&'a Case>) -> Result<ChartTable<'a>, String> {
        if cases.is_empty() {
            return Err("no case is left".to_owned());
        }
        let observed = chart.observed(&cases).ok_or_else(|| format!("there is no metric \"{}\"", chart.metric))?;
        if observed.laws.is_empty() {
            return Err(format!("the metric \"{}\" was never seen", chart.metric));
        }
        let series = chart.series.unwrap_or(Axis::Single);
        let (xs, lines, cells) = Default::default();
        let mut table = ChartTable { report, chart, observed, cases, xs, lines, cells, changed: None };
        (table.xs, table.lines) = (table.places(chart.x), table.places(series));
        if let Some((first, end)) = chart.rows {
            table.xs = table.xs.get(first..end.min(table.xs.len())).unwrap_or_default().to_vec();
        }
        let mut case_at: FxHashMap<[Option<usize>; 2], &Case> = FxHashMap::default();
        for &case in &table.cases {
            case_at.entry([series, chart.x].map(|axis| axis.place_of(case))).or_insert(case);
        }
        let cell = |line: &AxisPlace, x: &AxisPlace| {
            let of_case =
                |place: &AxisPlace| matches!(place.axis, Axis::Sweep(_) | Axis::Variants).then_some(place.index);
            let case = *case_at.get(&[line, x].map(of_case))?;
            let law = match [line, x].into_iter().find(|place| place.axis == Axis::Steps) {
                Some(place) => case.law(&chart.metric, observed.laws.get(place.index)?.step)?,
                None => case.law(&chart.metric, chart.step)?,
            };
            Some((case, law))
        };
        table.cells = table.lines.iter().map(|line| table.xs.iter().map(|x| cell(line, x)).collect()).collect();
        Ok(table)
    }

    /// The places along an axis that have a case.
    fn places(&self, axis: Axis) -> Vec<AxisPlace> {
        let is_now = |index| self.report.looked_at.as_ref().is_some_and(|own| own.is_at(axis, index));
        let named = |index, name: String| AxisPlace {
            axis,
            index,
            tick: name.clone(),
            name,
            number: None,
            is_now: is_now(index),
        };
        match axis {
            Axis::Sweep(parameter) => {
                let swept = &self.report.sweep[parameter];
                let place = |index: usize| {
                    let (tick, number) = (swept.values[index].in_print(), swept.values[index].number());
                    let name = format!("{} {tick}", swept.short).trim().to_owned();
                    AxisPlace { axis, index, name, tick, number, is_now: is_now(index) }
                };
                axis.places_of(&self.cases).into_iter().map(place).collect()
            }
            Axis::Variants => {
                axis.places_of(&self.cases).into_iter().map(|i| named(i, self.report.variants[i].clone())).collect()
            }
            Axis::Steps => {
                let place = |(index, law): (usize, &Law)| match law.step {
                    Some(step) if self.own_step_name(step).is_none() => AxisPlace {
                        axis,
                        index,
                        name: format!("{} {step}", self.report.step),
                        tick: step.to_string(),
                        number: Some(step.into()),
                        is_now: false,
                    },
                    step => named(index, step.map_or_else(String::new, |step| self.step_name(step))),
                };
                self.observed.laws.iter().enumerate().map(place).collect()
            }
            Axis::Values | Axis::Single => vec![named(0, String::new())],
        }
    }

    /// The tables of all panels with which this one shares its axes; none where it is alone.
    pub fn family(&self) -> Vec<ChartTable<'a>> {
        let of = |group: &Vec<usize>| {
            let variant = group.first().copied();
            let cases: Vec<&Case> = (self.report.cases.iter())
                .filter(|case| self.chart.held.iter().all(|&(parameter, value)| case.point[parameter] == value))
                .filter(|case| case.variant == variant)
                .collect();
            let own = ChartTable::of(self.report, self.chart, cases).ok()?;
            Some(ChartTable { changed: self.changed, ..own })
        };
        self.chart.family.iter().filter_map(of).collect()
    }

    // ---- its laws

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

    /// What stands in grey behind the law there: what an earlier run found, else in a panel of several the law of the first.
    pub fn behind(&self, line: usize, x: usize) -> Option<&'a Law> {
        if !self.chart.is_panel || self.report.changes_since.is_some() {
            return self.earlier(line, x);
        }
        let (case, law) = self.cell(line, x)?;
        let base = self.chart.family.first()?.first().copied();
        let first = self.report.cases.iter().find(|own| own.variant == base && own.point == case.point)?;
        let laws = &first.observed(&self.chart.metric).filter(|_| case.variant != base)?.laws;
        laws.iter().find(|own| own.step == law.step)
    }

    /// Whether each law is like what an earlier run found, where that knows it.
    fn likenesses(&self) -> Vec<bool> {
        let earlier = |case: &Case, law: &Law| self.report.earlier(case, &self.chart.metric, law.step);
        let all = self.cells.iter().flatten().flatten();
        all.filter_map(|&(case, law)| Some(law.is_like(earlier(case, law)?))).collect()
    }

    /// Whether every line has a law at every place, each with trials or exact odds, and the metric is called the same
    /// everywhere: "rounds of the 12 watched" is not said of where 20 are watched.
    pub fn is_whole(&self) -> bool {
        let own = &self.observed.metric;
        let is_alike = |metric: &ShownMetric| metric.wording == own.wording && metric.label == own.label;
        if !self.cases.iter().filter_map(|case| case.observed(&own.name)).all(|other| is_alike(&other.metric)) {
            return false;
        }
        let told =
            |cell: &Option<(&Case, &Law)>| cell.is_some_and(|(_, law)| law.exact.is_some() || law.tally.total() > 0);
        !self.cells.is_empty() && self.cells.iter().all(|line| !line.is_empty() && line.iter().all(told))
    }

    // ---- its numbers

    /// The chart's own reading of the law of a line at a place, where that has a value.
    pub fn read(&self, line: usize, x: usize) -> Option<Reading> {
        self.measured(self.law(line, x)?)
    }

    /// What an earlier run read there.
    pub fn read_earlier(&self, line: usize, x: usize) -> Option<f64> {
        self.measured(self.earlier(line, x)?).map(|reading| reading.best())
    }

    fn measured(&self, law: &Law) -> Option<Reading> {
        let reading = self.observed.read(law, self.measure(), self.report.run.confidence);
        reading.best().is_finite().then_some(reading)
    }

    /// The chart's own reading of a law, as it is told; also where it has no value.
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

    /// The chance of at least each of these values, which rise.
    pub fn tail(&self, law: &Law, ks: &[i64]) -> Vec<Estimate> {
        law.tail(ks, self.report.run.confidence).iter().map(Estimate::read).collect()
    }

    /// The median, where nothing but the median can be it.
    pub fn median(&self, law: &Law) -> Option<i64> {
        let median = law.quantile(50)?;
        let below = self.known(law, Measure::AtMost(median - 1));
        let above = self.known(law, Measure::AtLeast(median + 1));
        let half = |side: Estimate| side.low + MARGIN < 0.5 && side.high + MARGIN < 0.5;
        (half(below) && half(above)).then_some(median)
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

    // ---- its values

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

    /// The values that occur anywhere in the order in which they are drawn: outcomes from good news to bad, what happened
    /// before what did not, numbers as they rise.
    pub fn shown_values(&self) -> Vec<ShownValue> {
        let (metric, mut values) = (&self.observed.metric, self.values());
        let all = |values: Vec<i64>, tone: Option<Tone>| {
            let of = values.len();
            let shown = values.into_iter().enumerate();
            shown.map(move |(nth, value)| ShownValue { value, label: self.shown_label(value), tone, nth, of })
        };
        match &metric.kind {
            Kind::Category(outcomes) => {
                values.sort_by_key(|&value| metric.place(value));
                if metric.drawn.is_empty() && rises(outcomes) {
                    values.reverse();
                }
                let outcome = |value: i64| usize::try_from(value).ok().and_then(|code| outcomes.get(code));
                let tone = |value: i64| outcome(value).map_or(Tone::Neutral, |own| own.tone);
                let of = |own: Tone| values.iter().copied().filter(|&value| tone(value) == own).collect();
                let order = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
                order.into_iter().flat_map(|own| all(of(own), Some(own))).collect()
            }
            Kind::Flag => {
                values.reverse();
                all(values, None).collect()
            }
            Kind::Count | Kind::When => all(values, None).collect(),
        }
    }

    /// What a value is called among those that are shown together: what happens, and what else.
    fn shown_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 1) => self.label(),
            (Kind::Flag, _) => "Otherwise".to_owned(),
            _ => self.value_label(value),
        }
    }

    /// What a value of the metric is called.
    pub fn value_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 0) => "no".to_owned(),
            (Kind::Flag, 1) => "yes".to_owned(),
            (Kind::Count, _) => fixed(value as f64, 0),
            // When it was: by the name of the step, where steps have names.
            (Kind::When, _) => u32::try_from(value).map_or_else(|_| value.to_string(), |step| self.step_name(step)),
            _ => self.observed.value_label(value),
        }
    }

    /// Whether a value of the metric is told as a number.
    pub fn is_number(&self, value: i64) -> bool {
        match self.observed.metric.kind {
            Kind::Count => true,
            Kind::When => u32::try_from(value).is_ok_and(|step| self.own_step_name(step).is_none()),
            Kind::Flag | Kind::Category(_) => false,
        }
    }

    // ---- its axes

    /// The axis of the lines.
    pub fn series(&self) -> Axis {
        self.chart.series.unwrap_or(Axis::Single)
    }

    /// The places along one of the chart's axes.
    pub fn along(&self, axis: Axis) -> &[AxisPlace] {
        if axis == self.chart.x { &self.xs } else { &self.lines }
    }

    /// The numbers along an axis, where it has an order that rises.
    pub fn numbers(&self, axis: Axis) -> Option<Vec<f64>> {
        match axis {
            Axis::Sweep(_) => rising(self.along(axis).iter().map(|place| place.number)),
            Axis::Steps => Some((0..self.observed.laws.len()).map(|index| index as f64).collect()),
            Axis::Variants | Axis::Values | Axis::Single => None,
        }
    }

    /// Whether its lines are of numbers that rise.
    pub fn is_ordered(&self) -> bool {
        rising(self.lines.iter().map(|place| place.number)).is_some()
    }

    /// The line that is to stand out: the one asked for, else that of the swept value at which a reader looks.
    pub fn highlight(&self) -> Option<usize> {
        let stands_out = |place: &AxisPlace| match self.chart.wishes.highlight {
            Some(wanted) => place.index == wanted,
            None => place.is_now && matches!(place.axis, Axis::Sweep(_)),
        };
        self.lines.iter().position(stands_out)
    }

    /// What an axis says of itself.
    pub fn axis_label(&self, axis: Axis) -> String {
        if let Some(label) = self.chart.wishes.x_label.as_ref().filter(|_| axis == self.chart.x) {
            return label.clone();
        }
        match axis {
            Axis::Sweep(parameter) => self.report.sweep[parameter].label.clone(),
            Axis::Steps => self.report.step.clone(),
            Axis::Values => self.label(),
            Axis::Variants | Axis::Single => String::new(),
        }
    }

    /// What the metric is called in all its cases.
    pub fn label(&self) -> String {
        self.chart.label(&self.cases)
    }

    /// The name of its own that a step has in all its cases.
    fn own_step_name(&self, step: u32) -> Option<&'a str> {
        crate::report::own_step_name(self.cases.iter().copied(), step)
    }

    /// The name of a step in all its cases: its own, or its number.
    pub fn step_name(&self, step: u32) -> String {
        crate::report::step_name(self.cases.iter().copied(), step)
    }

    /// Whether its steps have names.
    pub fn names_steps(&self) -> bool {
        self.cases.iter().any(|case| !case.step_names.is_empty())
    }
}

/// Whether a category is written from the worst outcome to the best.
fn rises(outcomes: &[Outcome]) -> bool {
    let codes = |tone: Tone| outcomes.iter().enumerate().filter(move |(_, own)| own.tone == tone).map(|(code, _)| code);
    match (codes(Tone::Failure).max(), codes(Tone::Success).min()) {
        (Some(worst), Some(best)) => worst < best,
        _ => false,
    }
}
