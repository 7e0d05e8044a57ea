//! A scenario whose cases have all been checked, together with its charts.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;

use super::asked::{CaseReads, report_questions};
use super::each::map_cases;
use super::run_error::{limit_help, size_help};
use super::shared::SharedPresentation;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::question::asking::{self, Asking};
use crate::question::plain::PlainReading;
use crate::report::{Answer, Case, Chart, JointRequest, Observed, Report, ReportQuestion};
use crate::rule::BuiltRule;
use crate::rule::metric::ShownMetric;
use crate::rule::presentation::Presentation;
use crate::rule::values::ParameterError;
use crate::scenario::charts;
use crate::scenario::document::Scenario;
use crate::scenario::restricted_sweep::OmittedChart;
use crate::scenario::settings::ExactMode;

/// A scenario whose cases can all be run.
#[derive(Debug)]
pub struct RunPlan<'s> {
    pub(crate) scenario: Cow<'s, Scenario>,
    pub(crate) presentation: Presentation,
    /// The metrics of the first case. Most cases have the same ones.
    metrics: Vec<Arc<ShownMetric>>,
    pub(crate) asks: Vec<ReportQuestion>,
    pub(crate) joints: Vec<JointRequest>,
    /// The charts that will be drawn.
    pub charts: Vec<Chart>,
    /// The charts that the scenario names, but that have nothing to show because of command line
    /// options.
    pub(crate) left_out: Vec<OmittedChart>,
    /// Warnings about parameters that only some cases use.
    pub(crate) unused_in_some_cases: Vec<Diagnostic>,
    /// The number of trials over all cases.
    pub trials: u64,
}

impl RunPlan<'_> {
    /// Returns the plan with a copy of the scenario, so that it borrows nothing.
    pub fn owned(self) -> RunPlan<'static> {
        RunPlan {
            scenario: Cow::Owned(self.scenario.into_owned()),
            ..self
        }
    }

    /// Returns the labels of the numbers in the table: questions first, then headlines.
    #[cfg(feature = "cli")]
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        let headlines = self
            .presentation
            .headlines
            .iter()
            .map(|headline| headline.label.as_str());
        self.asks
            .iter()
            .map(|ask| ask.label.as_str())
            .chain(headlines)
    }

    /// Returns the metrics of a case. Metrics that equal those of the first case share their
    /// memory.
    pub(super) fn share_metrics(&self, metrics: Vec<ShownMetric>) -> Vec<Arc<ShownMetric>> {
        let mut known = self.metrics.iter();
        let share = |metric| match known.next() {
            Some(first) if **first == metric => Arc::clone(first),
            _ => Arc::new(metric),
        };
        metrics.into_iter().map(share).collect()
    }

    /// Returns a note about questions whose exact odds exceed the budget; `None` if there are none.
    pub fn simulated_questions_note(&self, report: &Report) -> Option<String> {
        let case_count = report.cases.len();
        let named = |label: &str, is_past: &dyn Fn(&Case) -> bool| match report
            .cases
            .iter()
            .filter(|&case| is_past(case))
            .count()
        {
            0 => None,
            past if past < case_count => Some(format!("{label} (in {past} of {case_count} cases)")),
            _ => Some(label.to_owned()),
        };
        let asks = |is_wanted: &dyn Fn(&Answer) -> bool| -> Vec<String> {
            let labels = self.asks.iter().enumerate();
            labels
                .filter_map(|(index, ask)| {
                    named(&ask.label, &|case| is_wanted(&case.answers[index]))
                })
                .collect()
        };
        let mut simulated = asks(&|answer| answer.exact.is_none() && !answer.has_no_number());
        let unknown = asks(&|answer| answer.exact.is_none() && answer.has_no_number());
        simulated.extend(named("a joint distribution", &|case| {
            case.joints.iter().any(|joint| joint.unresolved.is_none())
        }));
        let they_are = if simulated.len() == 1 {
            "it is"
        } else {
            "they are"
        };
        let simulated = (!simulated.is_empty()).then(|| {
            let labels = simulated.join(", ");
            format!(
                "too many states for the exact odds of {labels}: {they_are} simulated, with an interval"
            )
        });
        let unknown = (!unknown.is_empty()).then(|| {
            let labels = unknown.join(", ");
            format!(
                "no answer to {labels}: there are too many states for exact odds, and trials take too long"
            )
        });
        let notes: Vec<String> = simulated.into_iter().chain(unknown).collect();
        let is_wanted = self.scenario.settings.exact != ExactMode::Never && !notes.is_empty();
        is_wanted.then(|| notes.join("; "))
    }

    /// Returns a note about typed dice and outputs of programs without exact odds; `None` for other
    /// scenarios.
    fn simulated_rolls_note(&self, report: &Report) -> Option<String> {
        let is_past = |case: &&Case| {
            let metrics = case.metrics.iter();
            let mut distributions = metrics.flat_map(|observed| &observed.distributions);
            distributions.any(|distribution| distribution.exact.is_none())
        };
        let words: Vec<String> = report
            .cases
            .iter()
            .filter(is_past)
            .filter_map(|case| self.scenario.output(case.number - 1))
            .map(|output| format!("`{}`", output.word))
            .collect();
        let is_wanted = self.scenario.settings.exact != ExactMode::Never;
        (is_wanted && !words.is_empty()).then(|| {
            format!(
                "no exact odds for {}, so oddsmith simulates: use fewer dice, or dice with fewer faces",
                words.join(", ")
            )
        })
    }

    /// Returns a note about metrics whose exact odds exceed the budget; `None` if there are none.
    pub fn simulated_metrics_note(&self, report: &Report) -> Option<String> {
        self.simulated_rolls_note(report)
            .or_else(|| self.past_metrics_note(report))
    }

    fn past_metrics_note(&self, report: &Report) -> Option<String> {
        let is_past = |observed: &&Observed| {
            observed
                .distributions
                .iter()
                .any(|distribution| distribution.exact.is_none())
        };
        // Without best play, there are no trials.
        let is_past_case = |case: &&Case| {
            case.aim_bounds.is_none() && case.metrics.iter().any(|observed| is_past(&observed))
        };
        let first = report.cases.iter().position(|case| is_past_case(&case))?;
        let cases = || report.cases.iter().filter(is_past_case);
        let metrics = cases().flat_map(|case| &case.metrics);
        let past: Vec<&Observed> = metrics.filter(is_past).collect();
        let mut names: Vec<String> = past
            .iter()
            .map(|observed| format!("`{}`", observed.metric.name))
            .collect();
        names.sort();
        names.dedup();
        let in_cases = match report.cases.len() {
            1 => String::new(),
            case_count => format!("in {} of {case_count} cases ", cases().count()),
        };
        let (are, they_have, these) = if names.len() == 1 {
            ("is", "it has", "its")
        } else {
            ("are", "they have", "their")
        };
        let mean_alone = past.iter().all(|observed| {
            observed
                .distributions
                .iter()
                .all(|distribution| distribution.separate_moments.is_some())
        });
        let wanted = self.scenario.settings.exact != ExactMode::Never;
        let names = names.join(", ");
        let room = limit_help(&self.scenario);
        wanted.then(|| {
            if mean_alone {
                format!(
                    "{in_cases}{names} {are} exact only in {these} mean, because {they_have} too many values: \
                        {these} odds are simulated. End trials sooner, or record less{room}"
                )
            } else {
                format!(
                    "{in_cases}no exact odds for {names}, so oddsmith simulates and leaves `exact` empty: {}{room}",
                    size_help(&self.scenario, first),
                )
            }
        })
    }
}

/// Builds every case once, so that mistakes are reported before the first trial.
///
/// # Errors
/// Returns the mistakes in the first case that cannot be built, or in a chart.
pub fn plan(scenario: &Scenario) -> Result<RunPlan<'_>, Diagnostics> {
    let first = scenario.build_case(0)?.presentation;
    let asking = read_questions(scenario, &first)?;
    let shared = SharedPresentation::new(&first);
    let unused = map_cases(0..scenario.case_count(), |case| {
        let BuiltRule {
            presentation,
            unused,
            ..
        } = scenario.build_case(case)?;
        let reads = CaseReads::of(&scenario.asking(case, &presentation)?, &presentation);
        shared.add(presentation);
        Ok::<_, Diagnostics>((unused, reads))
    })?;
    let (unused, reads): (Vec<_>, Vec<_>) = unused.into_iter().unzip();
    let unused_in_some = unused_in_some_cases(scenario, unused)?;
    let (mut presentation, elsewhere) = shared.into_presentation();
    asking::add_scenario_metrics(&mut presentation, &asking, scenario.questions.aim);
    let first_asked = asking.asks.first();
    let first_asked = first_asked
        .and_then(|quantity| PlainReading::from_question(quantity, &presentation.metrics))
        .map(|plain| charts::AskedFirst {
            metric: &plain.metric.name,
            step: plain.step,
            measure: plain.measure,
        });
    let (charts, left_out) =
        charts::resolve(scenario, &presentation, &elsewhere, first_asked).map_err(Diagnostics)?;
    let trials = scenario.case_count() as u64 * scenario.settings.trials;
    let metrics = first.metrics.iter().cloned().map(Arc::new).collect();
    let (asks, joints) = report_questions(
        scenario,
        &presentation,
        &asking,
        &CaseReads::common_to_all(reads),
    );
    Ok(RunPlan {
        scenario: Cow::Borrowed(scenario),
        presentation,
        metrics,
        asks,
        joints,
        charts,
        left_out,
        unused_in_some_cases: unused_in_some,
        trials,
    })
}

/// Returns warnings about parameters that only some cases use, one for each parameter.
///
/// # Errors
/// Fails if no case uses a parameter.
fn unused_in_some_cases(
    scenario: &Scenario,
    unused: Vec<Vec<ParameterError>>,
) -> Result<Vec<Diagnostic>, Diagnostics> {
    let cases = unused.len();
    let mut by_path: IndexMap<String, Vec<(usize, ParameterError)>> = IndexMap::new();
    for (case, unused) in unused.into_iter().enumerate() {
        unused.into_iter().for_each(|fault| {
            by_path
                .entry(fault.path.clone())
                .or_default()
                .push((case, fault))
        });
    }
    let (unused_everywhere, some): (Vec<_>, Vec<_>) = by_path
        .into_values()
        .partition(|faults| faults.len() == cases);
    let first_fault = |faults: &Vec<(usize, ParameterError)>| {
        let (case, fault) = &faults[0];
        (*case, scenario.fault(*case, fault))
    };
    if !unused_everywhere.is_empty() {
        return Err(Diagnostics(
            unused_everywhere
                .iter()
                .map(|faults| first_fault(faults).1)
                .collect(),
        ));
    }
    let warning = |faults: &Vec<(usize, ParameterError)>| {
        let (case, mut fault) = first_fault(faults);
        let more = match faults.len() - 1 {
            0 => String::new(),
            more => format!("; and in {more} more of {cases}"),
        };
        fault.problem = format!("{}{}{more}", scenario.fault_prefix(case), fault.problem);
        fault
    };
    Ok(some.iter().map(warning).collect())
}

/// Reads the questions of the first case. If one cannot be read, all other mistakes in questions,
/// labels and charts are reported with it.
fn read_questions(scenario: &Scenario, presentation: &Presentation) -> Result<Asking, Diagnostics> {
    let mut problems = scenario.unknown_labels(presentation);
    match scenario.asking(0, presentation) {
        Ok(asking) if problems.is_empty() => return Ok(asking),
        Ok(_) => {}
        Err(more) => problems.extend(more.0),
    }
    // Charts can show metrics that the scenario defines, and so they can only be checked if there
    // are none.
    if scenario.questions.metrics.is_empty()
        && let Err(more) = charts::resolve(
            scenario,
            presentation,
            &charts::OtherCases::same_as(presentation),
            None,
        )
    {
        problems.extend(more);
    }
    Err(Diagnostics(problems))
}
