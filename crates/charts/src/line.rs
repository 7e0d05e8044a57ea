//! A line of a line chart: its numbers by place, and those of an earlier run.

use oddsmith_model::estimate::ROUNDING;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Reading;

use super::series::merged_name;

/// A line.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) name: String,
    /// A sentence with all names of a merged line, if they do not fit its label.
    pub(super) full_names: Option<String>,
    /// The indices of the places at which it has a number.
    pub(super) place_indices: Vec<usize>,
    /// The positions on the x axis, and the numbers.
    pub(super) points: Vec<(f64, Reading)>,
    /// The points of an earlier run.
    pub(super) before: Vec<(f64, f64)>,
}

impl Line {
    /// Returns whether both lines are exact and equal, also in the earlier run.
    pub(super) fn is_same(&self, other: &Line) -> bool {
        let exact_points = |line: &Line| {
            line.points
                .iter()
                .map(|(x, reading)| Some((*x, reading.exact?)))
                .collect::<Option<Vec<_>>>()
        };
        let is_near = |line_points: &[(f64, f64)], other: &[(f64, f64)]| {
            let near =
                |((x, a), (y, b)): (&(f64, f64), &(f64, f64))| x == y && (a - b).abs() <= ROUNDING;
            line_points.len() == other.len() && line_points.iter().zip(other).all(near)
        };
        let (Some(points), Some(other_points)) = (exact_points(self), exact_points(other)) else {
            return false;
        };
        is_near(&points, &other_points) && is_near(&self.before, &other.before)
    }

    /// Returns the line that replaces all these equal ones; `count` is the number of lines in the
    /// chart.
    pub(super) fn merge<'l>(
        lines: impl Iterator<Item = &'l Line> + Clone,
        count: usize,
        messages: &Messages,
    ) -> Line {
        let names: Vec<&str> = lines.clone().map(|line| line.name.as_str()).collect();
        let first = lines.into_iter().next().cloned().unwrap_or_default();
        let (name, full_names) = merged_name(&names, count, messages);
        Line {
            name,
            full_names,
            ..first
        }
    }

    pub(super) fn best_points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.points
            .iter()
            .map(|(x, reading)| (*x, reading.exact_or_estimate()))
    }
}
