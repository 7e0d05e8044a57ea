//! The data of a chart: places along two axes, and the case and the distribution for each pair of
//! places. It holds numbers, not text: charts, titles and rulebook tables are made from it.

mod axes;
mod distributions;
mod ends;
mod numbers;
mod values;

pub use ends::{joined_ends, number_ends};

use rustc_hash::FxHashMap;

use crate::labels::capitalize_label;
use crate::messages::Messages;
use crate::report::{Axis, Case, Chart, Distribution, Observed, Report};
use crate::rule::metric::Tone;

/// A place along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisPlace {
    /// Its axis.
    pub axis: Axis,
    /// The index into the parameter's values, the variants or the steps.
    pub index: usize,
    /// The label in a row: "QV 4".
    pub name: String,
    /// The label of a tick: "4".
    pub tick: String,
    /// Its number, if it has one.
    pub number: Option<f64>,
    /// Whether the reader has selected it.
    pub is_selected: bool,
}

/// A value of a chart's metric, with its rank among the others.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownValue {
    /// The value.
    pub value: i64,
    /// Its label.
    pub label: String,
    /// The tone, if it is an outcome.
    pub tone: Option<Tone>,
    /// Its rank in its group. The group is all outcomes of the same tone, or all values.
    pub nth: usize,
    /// The size of the group.
    pub group_size: usize,
}

/// The data of a chart.
#[derive(Clone, Debug)]
pub struct ChartData<'a> {
    /// The report.
    pub report: &'a Report,
    /// The chart.
    pub chart: &'a Chart,
    /// Its metric, taken from the case with the most steps.
    pub observed: &'a Observed,
    /// The cases that it shows.
    pub cases: Vec<&'a Case>,
    /// The places along its first axis.
    pub xs: Vec<AxisPlace>,
    /// The places along its second axis: the lines, or the rows of a heat map. Without a second
    /// axis, there is one without a name.
    pub lines: Vec<AxisPlace>,
    /// The case and the distribution at each pair of places, line by line.
    cells: Vec<Vec<Option<(&'a Case, &'a Distribution)>>>,
    /// The messages of the chart's language.
    messages: &'a Messages,
    /// Whether any distribution of the chart, or of its panels, differs from that of an earlier
    /// run; `None` without an earlier run.
    pub changed: Option<bool>,
}

impl<'a> ChartData<'a> {
    /// Returns the data of a chart, with English messages.
    ///
    /// # Errors
    ///
    /// Returns the reason why the chart shows nothing.
    pub fn new(report: &'a Report, chart: &'a Chart) -> Result<ChartData<'a>, String> {
        ChartData::with_messages(Messages::english(), report, chart)
    }

    /// Returns the data of a chart in the report's language, for charts and tables in rulebooks.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ChartData::new`].
    pub fn for_print(report: &'a Report, chart: &'a Chart) -> Result<ChartData<'a>, String> {
        ChartData::with_messages(&report.messages, report, chart)
    }

    fn with_messages(
        messages: &'a Messages,
        report: &'a Report,
        chart: &'a Chart,
    ) -> Result<ChartData<'a>, String> {
        let mut data = ChartData::with_cases(messages, report, chart, report.cases_of(chart))?;
        if report.changes_since.is_some() {
            let family = data.family();
            let like: Vec<bool> = family
                .iter()
                .chain([&data])
                .flat_map(ChartData::likenesses)
                .collect();
            data.changed = (!like.is_empty()).then(|| like.contains(&false));
        }
        Ok(data)
    }

    fn with_cases(
        messages: &'a Messages,
        report: &'a Report,
        chart: &'a Chart,
        cases: Vec<&'a Case>,
    ) -> Result<ChartData<'a>, String> {
        if cases.is_empty() {
            return Err("no case is left".to_owned());
        }
        let observed = chart
            .observed(&cases)
            .ok_or_else(|| format!("there is no metric \"{}\"", chart.metric))?;
        if observed.distributions.is_empty() {
            return Err(format!("the metric \"{}\" was never seen", chart.metric));
        }
        let series = chart.series.unwrap_or(Axis::Single);
        let (xs, lines, cells) = Default::default();
        let mut data = ChartData {
            report,
            chart,
            observed,
            cases,
            xs,
            lines,
            cells,
            messages,
            changed: None,
        };
        (data.xs, data.lines) = (data.places(chart.x), data.places(series));
        if let Some((first, end)) = chart.rows {
            data.xs = data
                .xs
                .get(first..end.min(data.xs.len()))
                .unwrap_or_default()
                .to_vec();
        }
        let mut case_at: FxHashMap<[Option<usize>; 2], &Case> = FxHashMap::default();
        for &case in &data.cases {
            case_at
                .entry([series, chart.x].map(|axis| axis.index_of(case)))
                .or_insert(case);
        }
        let cell = |line: &AxisPlace, x: &AxisPlace| {
            let case_index = |place: &AxisPlace| {
                matches!(place.axis, Axis::Sweep(_) | Axis::Variants).then_some(place.index)
            };
            let case = *case_at.get(&[line, x].map(case_index))?;
            let distribution = match [line, x]
                .into_iter()
                .find(|place| place.axis == Axis::Steps)
            {
                Some(place) => {
                    case.distribution(&chart.metric, observed.distributions.get(place.index)?.step)?
                }
                None => case.distribution(&chart.metric, chart.step)?,
            };
            Some((case, distribution))
        };
        data.cells = data
            .lines
            .iter()
            .map(|line| data.xs.iter().map(|x| cell(line, x)).collect())
            .collect();
        Ok(data)
    }

    /// Returns the places along an axis that have a case.
    fn places(&self, axis: Axis) -> Vec<AxisPlace> {
        let is_now = |index| {
            self.report
                .selected_setting
                .as_ref()
                .is_some_and(|setting| setting.is_at(axis, index))
        };
        let named = |index, name: String| AxisPlace {
            axis,
            index,
            tick: name.clone(),
            name,
            number: None,
            is_selected: is_now(index),
        };
        match axis {
            Axis::Sweep(parameter) => {
                let swept = &self.report.sweep[parameter];
                let place = |index: usize| {
                    let (tick, number) = (
                        swept.value(index, self.words()),
                        swept.values[index].number(),
                    );
                    // A word of a choice is not changed.
                    let name = match (swept.name(index, self.words()), number) {
                        (name, Some(_)) => capitalize_label(&name),
                        (name, None) => name,
                    };
                    AxisPlace {
                        axis,
                        index,
                        name,
                        tick,
                        number,
                        is_selected: is_now(index),
                    }
                };
                axis.indices_of(&self.cases)
                    .into_iter()
                    .map(place)
                    .collect()
            }
            Axis::Variants => axis
                .indices_of(&self.cases)
                .into_iter()
                .map(|i| named(i, self.report.variants[i].clone()))
                .collect(),
            Axis::Steps => {
                let place = |(index, distribution): (usize, &Distribution)| match distribution.step
                {
                    Some(step) if self.shared_step_name(step).is_none() => AxisPlace {
                        axis,
                        index,
                        name: self.step_place(step),
                        tick: step.to_string(),
                        number: Some(step.into()),
                        is_selected: false,
                    },
                    step => named(
                        index,
                        step.map_or_else(String::new, |step| self.step_name(step)),
                    ),
                };
                self.observed
                    .distributions
                    .iter()
                    .enumerate()
                    .map(place)
                    .collect()
            }
            Axis::Values | Axis::Single => vec![named(0, String::new())],
        }
    }

    /// Returns the data of all panels that share axes with this one, or none if there is only one.
    pub fn family(&self) -> Vec<ChartData<'a>> {
        let panel_data = |group: &Vec<usize>| {
            let variant = group.first().copied();
            let cases: Vec<&Case> = (self.report.cases.iter())
                .filter(|case| {
                    self.chart
                        .held
                        .iter()
                        .all(|&(parameter, value)| case.point[parameter] == value)
                })
                .filter(|case| case.variant == variant)
                .collect();
            let data = ChartData::with_cases(self.messages, self.report, self.chart, cases).ok()?;
            Some(ChartData {
                changed: self.changed,
                ..data
            })
        };
        self.chart.family.iter().filter_map(panel_data).collect()
    }
}
