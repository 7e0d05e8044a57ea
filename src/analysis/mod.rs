//! From a checked scenario to a report: builds the rule of each case, runs the engines, gathers what they found.

mod ahead;
mod answer;
pub(crate) mod best;
pub(crate) mod cost;
pub(crate) mod counts;
#[cfg(test)]
mod cut_tests;
mod each;
mod examine;
mod find;
mod foretell;
pub(crate) mod found;
mod gather;
mod histories;
mod numbers;
pub(crate) mod offers;
mod parts;
#[cfg(feature = "cli")]
pub(crate) mod pieces;
pub(crate) mod samples;
mod sensitivity;
#[cfg(feature = "cli")]
pub(crate) mod sharded;
mod shared;
mod steps;
pub(crate) mod trials;
mod witness;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::estimate::grouped;
use crate::findings;
use crate::gallery;
use crate::question::asking::{self, Asking};
use crate::report::{Ask, Case, Chart, JointOf, Report};
use crate::rule::metric::{Metric, Presentation};
use crate::scenario::charts;
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Scenario;
use crate::scenario::narrowed::LeftOut;
use crate::scenario::settings::{ExactMode, MOST_LIMIT};
use cost::Costs;
use each::each;
use examine::{Examined, Room};
use found::found;
use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{Stop, Watch};
use offers::Offered;
use shared::Shared;
pub use steps::{Come, Steps};
use trials::{Manner, Share};
use witness::Tested;

pub use find::find;
pub use samples::{refuse_too_many_samples, samples};
pub use sensitivity::Changes;

/// How trials are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineMode {
    /// Played where that is cheap or there is no other way; else drawn over the graph, some being played beside.
    #[default]
    Auto,
    /// Every trial is played.
    Play,
    /// Every trial is drawn over the state graph.
    Graph,
}

/// Why there is no report.
#[derive(Debug)]
pub enum RunError {
    /// The run was asked to stop.
    Interrupted,
    /// The scenario asks for what cannot be had.
    Diagnostics(Diagnostics),
}

impl From<Diagnostics> for RunError {
    fn from(problems: Diagnostics) -> RunError {
        RunError::Diagnostics(problems)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Interrupted => f.write_str("interrupted"),
            RunError::Diagnostics(problems) => problems.fmt(f),
        }
    }
}

/// A scenario of which every case can be run.
#[derive(Debug)]
pub struct Plan<'s> {
    pub(crate) scenario: Cow<'s, Scenario>,
    pub(crate) presentation: Presentation,
    /// The metrics of the first case, which most cases have too.
    metrics: Vec<Arc<Metric>>,
    /// The names of its steps, which most cases have too.
    step_names: Arc<[String]>,
    pub(crate) asks: Vec<Ask>,
    pub(crate) joints: Vec<JointOf>,
    /// The charts that will be drawn.
    pub charts: Vec<Chart>,
    /// The charts that the scenario names and that the command line leaves nothing to draw of.
    pub(crate) left_out: Vec<LeftOut>,
    /// Trials of all cases.
    pub trials: u64,
}

impl Plan<'_> {
    /// The same, holding the scenario itself.
    pub fn owned(self) -> Plan<'static> {
        Plan { scenario: Cow::Owned(self.scenario.into_owned()), ..self }
    }

    /// What the numbers of its table are called: questions, then those to read first.
    #[cfg(feature = "cli")]
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        let headlines = self.presentation.headlines.iter().map(|headline| headline.label.as_str());
        self.asks.iter().map(|ask| ask.label.as_str()).chain(headlines)
    }

    /// The metrics of a case: those of the first where they are the same, so that many cases take no more room.
    fn shared(&self, metrics: Vec<Metric>) -> Vec<Arc<Metric>> {
        let mut known = self.metrics.iter();
        let share = |metric| match known.next() {
            Some(first) if **first == metric => Arc::clone(first),
            _ => Arc::new(metric),
        };
        metrics.into_iter().map(share).collect()
    }

    /// The names of a case's steps: those of the first where they are the same.
    fn shared_names(&self, names: Vec<String>) -> Arc<[String]> {
        if *names == *self.step_names { Arc::clone(&self.step_names) } else { names.into() }
    }

    /// What to tell of questions that wanted exact odds and are past the budget; nothing where there are none.
    pub fn asked_of_trials(&self, report: &Report) -> Option<String> {
        let all = report.cases.len();
        let named = |label: &str, is_past: &dyn Fn(&Case) -> bool| match report
            .cases
            .iter()
            .filter(|&case| is_past(case))
            .count()
        {
            0 => None,
            past if past < all => Some(format!("{label} (in {past} of {all} cases)")),
            _ => Some(label.to_owned()),
        };
        let asks = (0..self.asks.len()).map(|at| (&self.asks[at].label, at));
        let past = asks.filter_map(|(label, at)| named(label, &|case| case.answers[at].exact.is_none()));
        let joint = named("a joint law", &|case| case.joints.iter().any(|joint| joint.unresolved.is_none()));
        let past: Vec<String> = past.chain(joint).collect();
        let wanted = self.scenario.settings.exact != ExactMode::Never;
        (wanted && !past.is_empty()).then(|| {
            let many = if past.len() == 1 { "this is" } else { "these are" };
            format!(
                "what must be remembered for {} has more states than can be explored: {many} answered by trials, with \
                 their interval",
                past.join(", ")
            )
        })
    }

    /// What to tell of laws that wanted exact odds and are past the budget; nothing where there are none.
    pub fn past_the_limit(&self, report: &Report) -> Option<String> {
        let is_past =
            |case: &&Case| case.metrics.iter().flat_map(|observed| &observed.laws).any(|law| law.exact.is_none());
        let first = report.cases.iter().position(|case| is_past(&case))?;
        let past = report.cases.iter().filter(is_past).count();
        let wanted = self.scenario.settings.exact != ExactMode::Never;
        (wanted && past > 0).then(|| {
            format!(
                "{past} of {} cases have metrics whose odds are past what can be explored: these are simulated only, \
                 `exact` is empty there: {}{}",
                report.cases.len(),
                what_helps(&self.scenario, first),
                more_room(&self.scenario)
            )
        })
    }
}

/// Builds every case once, so that nothing is wrong with any before the first trial.
///
/// # Errors
/// What is wrong with the first case that cannot be built, or with a chart.
pub fn plan(scenario: &Scenario) -> Result<Plan<'_>, Diagnostics> {
    let first = scenario.built(0)?.presentation;
    let asking = asked(scenario, &first)?;
    let shared = Shared::of(&first);
    each(0..scenario.case_count(), |case| {
        let own = scenario.built(case)?.presentation;
        scenario.asking(case, &own)?;
        shared.add(own);
        Ok::<(), Diagnostics>(())
    })?;
    let (mut presentation, elsewhere) = shared.into_all();
    asking::shown(&mut presentation, &asking, scenario.questions.aim);
    let (charts, left_out) = charts::resolve(scenario, &presentation, &elsewhere).map_err(Diagnostics)?;
    let trials = scenario.case_count() as u64 * scenario.settings.trials;
    let metrics = first.metrics.iter().cloned().map(Arc::new).collect();
    let step_names = first.step_names.clone().into();
    let (asks, joints) = gather::asked(scenario, &presentation, &asking);
    Ok(Plan {
        scenario: Cow::Borrowed(scenario),
        presentation,
        metrics,
        step_names,
        asks,
        joints,
        charts,
        left_out,
        trials,
    })
}

/// What is asked of the first case; where that cannot be read, whatever else is wrong with questions, labels and charts is
/// told with it.
fn asked(scenario: &Scenario, presentation: &Presentation) -> Result<Asking, Diagnostics> {
    let mut problems = asking::unknown_labels(&scenario.questions, presentation);
    match scenario.asking(0, presentation) {
        Ok(asking) if problems.is_empty() => return Ok(asking),
        Ok(_) => {}
        Err(more) => problems.extend(more.0),
    }
    // Charts of metrics of the scenario's own cannot be judged before these are read.
    if scenario.questions.metrics.is_empty()
        && let Err(more) = charts::resolve(scenario, presentation, &charts::Elsewhere::nowhere(presentation))
    {
        problems.extend(more);
    }
    Err(Diagnostics(problems))
}

/// Runs every case: first all are explored and solved, so that what is past the budget is told before the first trial.
///
/// # Errors
/// When it is stopped, when the rule is at fault, or when what the scenario insists on is past the budget.
pub fn run(plan: &Plan<'_>, mode: EngineMode, watch: &Watch) -> Result<Report, RunError> {
    let scenario = &*plan.scenario;
    foretell::refuse_too_many(scenario, watch)?;
    let manner = Manner::of(scenario, &Costs::of(scenario, watch)?, mode);
    let room = Room::of(manner);
    let examined = each(0..scenario.case_count(), |case| Examined::of(scenario, case, (mode, manner), &room, watch))?;
    let offers: Vec<Vec<Offered>> = examined.iter().map(|own| own.offers.clone()).collect();
    offers::refuse_what_is_never_on_offer(scenario, &offers)?;
    let numbered: Vec<(usize, Examined)> = examined.into_iter().enumerate().collect();
    let share = Share::whole(scenario.settings.trials);
    let cases = each(numbered, |(case, examined)| {
        let (computed, counts) = found(scenario, case, examined, &share, manner, watch)?;
        gather::case(plan, case, computed, counts)
    })?;
    report(plan, cases, &offers, watch)
}

/// The report of all cases, each with what came of testing what was asked of it; and what was on offer in each.
fn report(
    plan: &Plan<'_>,
    cases: Vec<(Case, Tested)>,
    offers: &[Vec<Offered>],
    watch: &Watch,
) -> Result<Report, RunError> {
    let scenario = &*plan.scenario;
    let (cases, tested): (Vec<Case>, Vec<Tested>) = cases.into_iter().unzip();
    let mut report = gather::report(plan, cases);
    answer::refuse_what_never_happens(scenario, &report)?;
    report.idle_play = offers::idle(scenario, offers);
    report.without_trials = without_trials(&report)?;
    (report.witness_p, report.drawn_p) = witness::of_run(&report, tested);
    gallery::settle(&mut report, scenario.charts.is_some());
    report.histories = histories::histories(scenario, &report, watch);
    if watch.is_stopped() {
        return Err(RunError::Interrupted);
    }
    findings::title(&mut report);
    Ok(report)
}

/// What to tell of cases that a trial ended which nobody waits for; nothing where there are none.
///
/// # Errors
/// Where all are so.
fn without_trials(report: &Report) -> Result<Option<String>, RunError> {
    let ended: Vec<String> =
        report.cases.iter().filter(|case| case.trials == 0).map(|case| report.case_name(case)).collect();
    let why = "a trial goes on and on, and after ten million dice it has not come to its end";
    if ended.len() == report.cases.len()
        && report.cases.iter().all(|case| case.unresolved.is_none_or(|unresolved| unresolved >= 1.0))
    {
        let problem = format!("in every case {why}");
        let help = "can each loop's condition always become false? A trial must come to an end, however late";
        return Err(RunError::Diagnostics(Diagnostic::nowhere(problem, help).into()));
    }
    if report.cases.len() == 1 {
        return Ok((!ended.is_empty()).then(|| format!("no trials were counted: {why}")));
    }
    let shown = ended.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
    Ok((!ended.is_empty()).then(|| match ended.len().saturating_sub(3) {
        0 => format!("no trials were counted of {shown}: {why}"),
        more => format!("no trials were counted of {shown} and {more} more cases: {why}"),
    }))
}

/// What makes a case smaller: the rule's own word for what grows in it, where it has one.
fn what_helps(scenario: &Scenario, case: usize) -> String {
    let grows = scenario.built(case).ok().and_then(|built| built.rule.what_grows(&Watch::default()));
    grows.unwrap_or_else(|| scenario.rule.smaller().to_owned())
}

/// What may help as well where something is not much too large.
fn more_room(scenario: &Scenario) -> String {
    match scenario.settings.budget.edges as u64 {
        edges if edges < MOST_LIMIT as u64 => format!("; or a higher `limit` in [run] (now {})", grouped(edges)),
        _ => String::new(),
    }
}

/// What is wrong with a rule, at its place: one that the engine met without a place is looked for once more.
fn fault(scenario: &Scenario, case: usize, error: RuleError) -> Diagnostic {
    let again = || scenario.built(case).ok()?.rule.fault(&Watch::default());
    let found = if error.place.is_none() { again() } else { None };
    scenario.rule.fault(&scenario.before(case), &found.unwrap_or(error))
}

/// What stopped an engine, as the user is told.
fn stopped(scenario: &Scenario, case: usize, stop: Stop) -> RunError {
    match stop {
        Stop::Asked => RunError::Interrupted,
        Stop::Rule(error) => RunError::Diagnostics(fault(scenario, case, error).into()),
        Stop::TooMuch => RunError::Diagnostics(
            Diagnostic::nowhere(
                format!("the counts of case {} need more memory than a run may take: too many different values", case + 1),
                format!("{}, or fewer trials", scenario.rule.smaller()),
            )
            .into(),
        ),
        Stop::TooLarge { states, edges } => RunError::Diagnostics(
            Diagnostic::nowhere(
                match states {
                    0 => format!("case {} is too large for exact odds: there are more than {edges} ways between situations", case + 1),
                    _ => format!(
                        "case {} is too large for exact odds: {states} states and {edges} ways between them were found, \
                         and there are more",
                        case + 1
                    ),
                },
                format!(
                    "{}{}; or set exact = \"auto\" to simulate it",
                    what_helps(scenario, case),
                    more_room(scenario)
                ),
            )
            .into(),
        ),
    }
}
