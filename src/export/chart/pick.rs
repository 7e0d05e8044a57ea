//! Which law stands where: the places along an axis and the law at a place.

use rustc_hash::FxHashMap;

use super::error::ChartError;
use super::places::{AxisPlace, Tick};
use crate::findings::unworded::within;
use crate::report::{Axis, Case, Chart, Law, Observed, Report, rising};
use crate::rule::metric::Kind;

/// What a chart shows of a report.
pub(super) struct Pick<'a> {
    pub(super) report: &'a Report,
    pub(super) chart: &'a Chart,
    pub(super) cases: Vec<&'a Case>,
    pub(super) observed: &'a Observed,
    /// The cases by variant and point.
    index: FxHashMap<(Option<usize>, &'a [usize]), &'a Case>,
    /// Whether any law of the chart, or of its family, is another than an earlier run found; `None` where there is none.
    pub(super) changed: Option<bool>,
}

impl<'a> Pick<'a> {
    pub(super) fn new(report: &'a Report, chart: &'a Chart) -> Result<Pick<'a>, ChartError> {
        let cases = report.cases_of(chart);
        if cases.is_empty() {
            return Err(ChartError::Empty("no case is left".to_owned()));
        }
        let observed = chart
            .observed(&cases)
            .ok_or_else(|| ChartError::Empty(format!("there is no metric \"{}\"", chart.metric)))?;
        if observed.laws.is_empty() {
            return Err(ChartError::Empty(format!("the metric \"{}\" was never seen", chart.metric)));
        }
        let index = cases.iter().map(|&case| ((case.variant, case.point.as_slice()), case)).collect();
        let mut pick = Pick { report, chart, cases, observed, index, changed: None };
        if report.changes_since.is_some() {
            let family = pick.family();
            let like: Vec<bool> = family.iter().chain([&pick]).flat_map(Pick::likenesses).collect();
            pick.changed = (!like.is_empty()).then(|| like.contains(&false));
        }
        Ok(pick)
    }

    /// The places along an axis that have a case.
    pub(super) fn places(&self, axis: Axis) -> Vec<AxisPlace> {
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

    /// The places along the first axis that the chart shows: all, or those of its part.
    pub(super) fn rows(&self) -> Vec<AxisPlace> {
        let places = self.places(self.chart.x);
        match self.chart.rows {
            Some((first, end)) => places.get(first..end.min(places.len())).unwrap_or_default().to_vec(),
            None => places,
        }
    }

    /// The places along the second axis; one without a name if there is none.
    pub(super) fn series(&self) -> Vec<AxisPlace> {
        self.places(self.chart.series.unwrap_or(Axis::Single))
    }

    /// The place that is to stand out: the one asked for, else the swept value at which a reader looks.
    pub(super) fn highlight(&self, places: &[AxisPlace]) -> Option<usize> {
        match self.chart.wishes.highlight {
            Some(wanted) => places.iter().position(|place| place.index == wanted),
            None => places.iter().position(|place| place.is_now && matches!(place.axis, Axis::Sweep(_))),
        }
    }

    /// Whether places are numbers that rise.
    pub(super) fn is_ordered(&self, places: &[AxisPlace]) -> bool {
        rising(places.iter().map(|place| place.number)).is_some()
    }

    /// The law at some places, one for each axis.
    pub(super) fn law(&self, places: &[&AxisPlace]) -> Option<&'a Law> {
        self.found(places).map(|(_, law)| law)
    }

    /// What an earlier run found there; nothing where no law of the chart has changed.
    pub(super) fn earlier(&self, places: &[&AxisPlace]) -> Option<&'a Law> {
        let (case, law) = self.found(places).filter(|_| self.changed == Some(true))?;
        self.report.earlier(case, &self.chart.metric, law.step)
    }

    /// What stands in grey behind the law there: what an earlier run found, else in a panel of several the law of the first.
    pub(super) fn behind(&self, places: &[&AxisPlace]) -> Option<&'a Law> {
        if !self.has_ghost() {
            return self.earlier(places);
        }
        let (case, law) = self.found(places)?;
        let base = self.chart.family.first()?.first().copied();
        let first = self.report.cases.iter().find(|own| own.variant == base && own.point == case.point)?;
        let laws = &first.observed(&self.chart.metric).filter(|_| case.variant != base)?.laws;
        laws.iter().find(|own| own.step == law.step)
    }

    /// Whether the first panel of a family stands behind the others.
    fn has_ghost(&self) -> bool {
        self.chart.is_panel && self.report.changes_since.is_none()
    }

    /// Whether each law is like what an earlier run found, where that knows it.
    fn likenesses(&self) -> Vec<bool> {
        let earlier = |case: &Case, law: &Law| self.report.earlier(case, &self.chart.metric, law.step);
        self.laws_by_case().filter_map(|(case, law)| Some(law.is_like(earlier(case, law)?))).collect()
    }

    fn found(&self, places: &[&AxisPlace]) -> Option<(&'a Case, &'a Law)> {
        // What no place names is as in the first case.
        let (mut variant, mut point) = (self.cases[0].variant, self.cases[0].point.clone());
        for place in places {
            match place.axis {
                Axis::Sweep(parameter) => point[parameter] = place.index,
                Axis::Variants => variant = Some(place.index),
                Axis::Steps | Axis::Values | Axis::Single => {}
            }
        }
        let case = *self.index.get(&(variant, point.as_slice()))?;
        let step = places.iter().find(|place| place.axis == Axis::Steps);
        let law = match step {
            Some(place) => case.law(&self.chart.metric, self.observed.laws.get(place.index)?.step),
            None => case.law(&self.chart.metric, self.chart.step),
        };
        Some((case, law?))
    }

    /// The picks of all panels with which this one shares its axes; itself where it is alone.
    pub(super) fn family(&self) -> Vec<Pick<'a>> {
        let of = |group: &Vec<usize>| {
            let variant = group.first().copied();
            let cases: Vec<&Case> = (self.report.cases.iter())
                .filter(|case| self.chart.held.iter().all(|&(parameter, value)| case.point[parameter] == value))
                .filter(|case| case.variant == variant)
                .collect();
            let observed = self.chart.observed(&cases)?;
            let index = cases.iter().map(|&case| ((case.variant, case.point.as_slice()), case)).collect();
            Some(Pick { report: self.report, chart: self.chart, cases, observed, index, changed: self.changed })
        };
        self.chart.family.iter().filter_map(of).collect()
    }

    /// What an axis says of itself.
    pub(super) fn axis_label(&self, axis: Axis) -> String {
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

    /// What the metric is called in all cases of the chart.
    pub(super) fn label(&self) -> String {
        self.chart.label(&self.cases)
    }

    /// The name of its own that a step has in all cases of the chart.
    fn own_step_name(&self, step: u32) -> Option<&'a str> {
        crate::report::own_step_name(self.cases.iter().copied(), step)
    }

    /// The name of a step in all cases of the chart.
    fn step_name(&self, step: u32) -> String {
        crate::report::step_name(self.cases.iter().copied(), step)
    }

    /// The name of the metric within a sentence: "successes", "Acts left".
    pub(super) fn metric_in_words(&self) -> String {
        within(&self.observed.metric, &self.label())
    }

    /// What a value of the metric is called.
    pub(super) fn value_label(&self, value: i64) -> String {
        match (&self.observed.metric.kind, value) {
            (Kind::Flag, 0) => "no".to_owned(),
            (Kind::Flag, 1) => "yes".to_owned(),
            (Kind::Count, _) => crate::figures::fixed(value as f64, 0),
            // When it was: by the name of the step, where steps have names.
            (Kind::When, _) => u32::try_from(value).map_or_else(|_| value.to_string(), |step| self.step_name(step)),
            _ => self.observed.value_label(value),
        }
    }

    /// The label of a value of the metric on an axis.
    pub(super) fn tick_of(&self, value: i64) -> Tick {
        let is_number = match self.observed.metric.kind {
            Kind::Count => true,
            Kind::When => u32::try_from(value).is_ok_and(|step| self.own_step_name(step).is_none()),
            Kind::Flag | Kind::Category(_) => false,
        };
        let of = if is_number { Tick::number } else { Tick::named };
        of(value as f64, self.value_label(value))
    }

    /// Every law that the chart may show.
    pub(super) fn laws(&self) -> impl Iterator<Item = &'a Law> {
        self.laws_by_case().map(|(_, law)| law)
    }

    fn laws_by_case(&self) -> impl Iterator<Item = (&'a Case, &'a Law)> {
        let step = self.chart.step;
        let shown = move |law: &&Law| step.is_none() || law.step == step;
        let metric = self.chart.metric.as_str();
        let of = move |case: &'a Case| Some((case, case.observed(metric)?));
        let all = self.cases.iter().filter_map(move |&case| of(case));
        all.flat_map(move |(case, seen)| seen.laws.iter().filter(shown).map(move |law| (case, law)))
    }
}
