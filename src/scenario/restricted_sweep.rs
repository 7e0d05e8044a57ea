//! Charts of a sweep that the command line restricts. They are drawn with the values that are left
//! if that makes sense, else omitted. Options need not fit the scenario's charts.

use crate::report::{Axis, Chart};
use crate::rule::presentation::ChartKind;

use super::chart_layout::Subject;
use super::chart_request::ChartRequest;
use super::document::Scenario;
use super::sweep::Sweep;
use crate::input::diagnostic::Diagnostic;
use crate::input::tree::{Key, Node, Tree};

/// A chart of the scenario that is not drawn.
#[derive(Debug)]
pub(crate) struct OmittedChart {
    /// The index of the chart in the scenario, counted from 0.
    pub(crate) request_index: usize,
    /// The reason, the place and the fix.
    pub(crate) diagnostic: Diagnostic,
}

impl Scenario {
    /// Returns a copy with the sweeps of the file. Returns `None` if the command line has not
    /// changed them.
    fn widened(&self) -> Option<Scenario> {
        let mut other = self.clone();
        let mut is_other = false;
        for sweep in &mut other.sweep {
            if let Some(file) = self
                .file_sweep
                .iter()
                .find(|file| file.path.text == sweep.path.text)
            {
                is_other |= !is_same(&sweep.values, &file.values);
                sweep.values.clone_from(&file.values);
            }
        }
        is_other.then_some(other)
    }

    /// Returns whether the command line gives a swept parameter other values than the file.
    fn is_restricted(&self, sweep: &Sweep) -> bool {
        let file = self
            .file_sweep
            .iter()
            .find(|file| file.path.text == sweep.path.text);
        file.is_some_and(|file| !is_same(&file.values, &sweep.values))
    }
}

fn is_same(some: &[Node], other_values: &[Node]) -> bool {
    some.len() == other_values.len()
        && some
            .iter()
            .zip(other_values)
            .all(|(value, other)| value.canonical() == other.canonical())
}

impl Subject<'_> {
    /// Resolves a requested chart. If the restricted sweep makes it impossible, it is drawn with
    /// the remaining values, or the inner result is the reason why it is omitted.
    ///
    /// # Errors
    /// Returns an error if the chart is wrong with the file's sweep as well.
    pub(super) fn chart_or_omission(
        &self,
        request: &ChartRequest,
    ) -> Result<Result<Chart, Diagnostic>, Diagnostic> {
        let requested = self.chart(request);
        let Some(whole) = self.scenario.widened() else {
            return requested.map(Ok);
        };
        let usual = Subject {
            scenario: &whole,
            ..*self
        }
        .chart(request);
        let chart = match (requested, usual) {
            (Ok(chart), _) => chart,
            (Err(problem), Err(_)) => return Err(problem),
            (Err(problem), Ok(usual)) => {
                match self.chart(&self.narrowed_request(request, &usual)) {
                    Ok(chart) => chart,
                    Err(_) => return Ok(Err(self.omission(request, &usual, &problem))),
                }
            }
        };
        Ok(match self.lost_axis(&chart) {
            Some(sweep) => Err(lost_values(request, sweep)),
            None => Ok(chart),
        })
    }

    /// Returns the request with the axes of the unrestricted chart. Values that are no longer swept
    /// are neither held nor highlighted.
    fn narrowed_request(&self, request: &ChartRequest, usual: &Chart) -> ChartRequest {
        let name = |axis: Axis| match axis {
            Axis::Sweep(index) => Some(self.scenario.sweep[index].path.text.clone()),
            Axis::Variants => Some("variant".to_owned()),
            Axis::Steps | Axis::Values | Axis::Single => None,
        };
        let node = |text: String| Node {
            tree: Tree::Text(text),
            place: request.place.clone(),
        };
        let mut other = request.clone();
        other.x = other.x.or_else(|| name(usual.x).map(node));
        other.series = other
            .series
            .or_else(|| usual.series.and_then(name).map(node));
        other.held.retain(|(key, value)| {
            self.only_value(key)
                .is_none_or(|left| left.canonical() == value.canonical())
        });
        other.highlight = other.highlight.filter(|value| {
            self.restricted_axis(usual.series)
                .is_none_or(|sweep| has_value(sweep, value))
        });
        other
    }

    /// Returns the only value of a swept parameter that the command line leaves.
    fn only_value(&self, key: &Key) -> Option<&Node> {
        let sweep = self
            .scenario
            .sweep
            .iter()
            .find(|sweep| sweep.path.text == key.text)?;
        (sweep.values.len() == 1 && self.scenario.is_restricted(sweep)).then(|| &sweep.values[0])
    }

    fn restricted_axis(&self, axis: Option<Axis>) -> Option<&Sweep> {
        let Some(Axis::Sweep(index)) = axis else {
            return None;
        };
        Some(&self.scenario.sweep[index]).filter(|sweep| self.scenario.is_restricted(sweep))
    }

    /// Returns the parameter of which this chart needs several values, but the command line leaves
    /// one.
    fn lost_axis(&self, chart: &Chart) -> Option<&Sweep> {
        let axis = match chart.kind {
            ChartKind::Lines => Some(chart.x),
            ChartKind::Compare => chart.series,
            _ => None,
        };
        self.restricted_axis(axis)
            .filter(|sweep| sweep.values.len() == 1)
    }

    /// Returns why a chart cannot be drawn with the remaining values.
    fn omission(&self, request: &ChartRequest, usual: &Chart, problem: &Diagnostic) -> Diagnostic {
        let lost = |(key, value): &(Key, Node)| {
            let sweep = self
                .scenario
                .sweep
                .iter()
                .find(|sweep| sweep.path.text == key.text)?;
            let is_gone = self.scenario.is_restricted(sweep) && !has_value(sweep, value);
            is_gone.then(|| {
                (
                    sweep,
                    format!("it shows `{}` = {}, which", key.text, value.brief()),
                )
            })
        };
        if let Some((sweep, needs)) = request.held.iter().find_map(lost) {
            return omission_of(request, sweep, &needs, "leaves out");
        }
        match [Some(usual.x), usual.series]
            .into_iter()
            .find_map(|axis| self.restricted_axis(axis))
        {
            Some(sweep) => lost_values(request, sweep),
            None => Diagnostic {
                problem: format!("oddsmith omits this chart: {}", problem.problem),
                ..problem.clone()
            },
        }
    }
}

fn has_value(sweep: &Sweep, value: &Node) -> bool {
    sweep
        .values
        .iter()
        .any(|swept_value| swept_value.canonical() == value.canonical())
}

fn lost_values(request: &ChartRequest, sweep: &Sweep) -> Diagnostic {
    let left = if sweep.values.len() == 1 {
        "leaves only one value"
    } else {
        "leaves out some values"
    };
    omission_of(
        request,
        sweep,
        &format!("it shows values of `{}`, and", sweep.path.text),
        left,
    )
}

fn omission_of(request: &ChartRequest, sweep: &Sweep, needs: &str, left: &str) -> Diagnostic {
    // The source of a value from the command line is the option.
    let option = &sweep.values[0].place.source.text;
    let message = format!("oddsmith omits this chart: {needs} {option} {left}");
    Diagnostic::at(
        &request.place,
        message,
        "the table and the CSV files have the numbers. Without that option the chart is drawn",
    )
}
