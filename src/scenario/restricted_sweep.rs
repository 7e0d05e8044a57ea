//! Charts of a sweep that the command line has narrowed: drawn of what is left where that makes a
//! picture, else left out. An option on the command line need not fit the scenario's charts.

use crate::report::{Axis, Chart};
use crate::rule::presentation::ChartKind;

use super::chart_layout::Subject;
use super::chart_request::ChartRequest;
use super::document::Scenario;
use super::sweep::Sweep;
use crate::input::diagnostic::Diagnostic;
use crate::input::tree::{Key, Node, Tree};

/// A chart that the scenario names and that is not drawn.
#[derive(Debug)]
pub(crate) struct OmittedChart {
    /// Which of the scenario's charts, counted from 0.
    pub(crate) request_index: usize,
    /// Why, where, and what to do.
    pub(crate) diagnostic: Diagnostic,
}

impl Scenario {
    /// The same with the sweeps of its file, as if the command line had narrowed none; nothing
    /// where it has not.
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

    /// Whether the command line has given a swept parameter other values than its file.
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
    /// A chart as asked for. Where the command line is why it cannot be drawn so, it is drawn of
    /// what is left; `Ok` with why it is left out where nothing sensible is.
    ///
    /// # Errors
    /// Where it could not be drawn of the scenario as its file has it either.
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

    /// The same chart on the axes that it has otherwise, nothing held or highlighted that is no
    /// longer swept.
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

    /// The one value that the command line has left of a swept parameter.
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

    /// The parameter of which the command line has left one value, and of which this chart needs
    /// several.
    fn lost_axis(&self, chart: &Chart) -> Option<&Sweep> {
        let axis = match chart.kind {
            ChartKind::Lines => Some(chart.x),
            ChartKind::Compare => chart.series,
            _ => None,
        };
        self.restricted_axis(axis)
            .filter(|sweep| sweep.values.len() == 1)
    }

    /// Why a chart cannot be drawn of what is left.
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
    // Values of the command line stand in the text of their option.
    let option = &sweep.values[0].place.source.text;
    let message = format!("oddsmith omits this chart: {needs} {option} {left}");
    Diagnostic::at(
        &request.place,
        message,
        "the table and the CSV files have the numbers. Without that option the chart is drawn",
    )
}
