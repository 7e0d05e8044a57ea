//! The axes of a chart: their order, their labels, and the highlighted line.

use super::{AxisPlace, ChartData};
use crate::labels::capitalize_label;
use crate::report::{Axis, Case, rising_numbers};

impl<'a> ChartData<'a> {
    /// Returns the axis of the lines.
    pub fn series(&self) -> Axis {
        self.chart.series.unwrap_or(Axis::Single)
    }

    /// Returns the places along one of the chart's axes.
    pub fn places_along(&self, axis: Axis) -> &[AxisPlace] {
        if axis == self.chart.x {
            &self.xs
        } else {
            &self.lines
        }
    }

    /// Returns the numbers along an axis, if they increase.
    pub fn numbers(&self, axis: Axis) -> Option<Vec<f64>> {
        match axis {
            Axis::Sweep(_) => {
                rising_numbers(self.places_along(axis).iter().map(|place| place.number))
            }
            Axis::Steps => Some(
                (0..self.observed.distributions.len())
                    .map(|index| index as f64)
                    .collect(),
            ),
            Axis::Variants | Axis::Values | Axis::Single => None,
        }
    }

    /// Returns whether its lines are for increasing numbers.
    pub fn is_ordered(&self) -> bool {
        rising_numbers(self.lines.iter().map(|place| place.number)).is_some()
    }

    /// Returns the line to highlight: the requested one, else the line of the selected value of a
    /// swept parameter.
    pub fn highlight(&self) -> Option<usize> {
        let is_highlighted = |place: &AxisPlace| match self.chart.wishes.highlight {
            Some(wanted) => place.index == wanted,
            None => place.is_selected && matches!(place.axis, Axis::Sweep(_)),
        };
        self.lines.iter().position(is_highlighted)
    }

    /// Returns the label of an axis.
    pub fn axis_label(&self, axis: Axis) -> String {
        if let Some(label) = self
            .chart
            .wishes
            .x_label
            .as_ref()
            .filter(|_| axis == self.chart.x)
        {
            return label.clone();
        }
        let label = match axis {
            Axis::Sweep(parameter) => self.report.sweep[parameter].label.clone(),
            Axis::Steps => self.step_word().to_owned(),
            Axis::Values => self.label(),
            Axis::Variants | Axis::Single => String::new(),
        };
        capitalize_label(&label)
    }

    /// Returns the label of the metric for all cases of the chart.
    pub fn label(&self) -> String {
        self.chart.label(&self.cases)
    }

    /// Returns the name that a step has in all cases, if there is one.
    pub fn shared_step_name(&self, step: u32) -> Option<&'a str> {
        crate::report::shared_step_name(self.cases.iter().copied(), &self.chart.metric, step)
    }

    /// Returns the name of a step in all cases, or else its number.
    pub fn step_name(&self, step: u32) -> String {
        self.shared_step_name(step)
            .map_or_else(|| step.to_string(), str::to_owned)
    }

    /// Returns the label of a step: "Knight", "Turn 3".
    pub fn step_place(&self, step: u32) -> String {
        self.shared_step_name(step)
            .map_or_else(|| format!("{} {step}", self.step_word()), str::to_owned)
    }

    /// Returns the word for a step: "Turn".
    pub fn step_word(&self) -> &'a str {
        self.observed.metric.step.word()
    }

    /// Returns whether its steps have names.
    pub fn names_steps(&self) -> bool {
        let names = |case: &&Case| {
            case.observed(&self.chart.metric)
                .is_some_and(|observed| !observed.metric.step.step_names.is_empty())
        };
        self.cases.iter().any(names)
    }
}
