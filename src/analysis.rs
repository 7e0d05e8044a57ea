//! From a checked scenario to a report: builds the rule of each case, runs the engines, gathers what they found.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::engine::exact::solve;
use crate::engine::graph::{Graph, Limit};
use crate::engine::sampling::{BATCH, Stream, Watch, batches, merge_tallies};
use crate::engine::walk::Walker;
use crate::engine::{Playable, exact};
use crate::findings;
use oddsmith_engine::odds::Layout;
use oddsmith_engine::odds::Tally;
use crate::report::{Case, Chart, EngineUsed, Law, Observed, Report, Run, Swept};
use crate::rule::metric::{Metric, Presentation};
use crate::rule::values::{ParameterError, Values};
use crate::rules::RuleInfo;
use crate::rules::card_activation::CardActivation;
use crate::rules::cohering::Cohering;
use crate::rules::kaiser::collision::PowerCollision;
use crate::rules::kaiser::maintenance::PowerMaintenance;
use crate::rules::wing_activation::WingActivation;
use crate::rules::{aging, kaiser, power_activation};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::labels::labels;
use crate::scenario::problem::{Problem, Problems, Source};
use crate::scenario::settings::ExactMode;
use crate::scenario::tree::Node;
use crate::scenario::{charts, sweep};

/// Trials that a case with a precision has at least.
const LEAST_TRIALS: u64 = 10_000;

/// How trials are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineMode {
    /// Over the graph where it is explored for the exact odds anyway, else by playing.
    #[default]
    Auto,
    /// By playing the rule.
    Play,
    /// Over the state graph.
    Graph,
}

/// Why there is no report.
#[derive(Debug)]
pub enum Failure {
    /// The run was asked to stop.
    Interrupted,
    /// The scenario asks for what cannot be had.
    Problems(Problems),
}

/// The rule of a case, in parts that do not touch. The one place that matches on the rule.
fn parts(rule: &str, values: &Values) -> Result<Vec<Box<dyn Playable>>, ParameterError> {
    fn one(rule: impl Playable + 'static) -> Vec<Box<dyn Playable>> {
        vec![Box::new(rule)]
    }
    fn side_by_side<P: Playable + 'static>(parts: Vec<P>) -> Vec<Box<dyn Playable>> {
        parts.into_iter().map(|part| Box::new(part) as Box<dyn Playable>).collect()
    }
    match rule {
        "wing-activation" => WingActivation::new(values).map(one),
        "power-activation" => power_activation::parts(values).map(side_by_side),
        "cohering" => Cohering::new(values).map(one),
        "aging" => aging::parts(values).map(side_by_side),
        "card-activation" => CardActivation::new(values).map(one),
        "power-effect" => kaiser::effect::parts(values).map(side_by_side),
        "power-collision" => PowerCollision::new(values).map(one),
        "power-maintenance" => PowerMaintenance::new(values).map(one),
        other => unreachable!("{other} is listed in RULES and not built here"),
    }
}

fn parts_of(scenario: &Scenario, case: usize) -> Result<Vec<Box<dyn Playable>>, Problems> {
    let values = scenario.case(case)?;
    parts(scenario.rule.id, &values).map_err(|fault| Problems::from(scenario.fault(case, &fault)))
}

/// The metrics of a rule under its defaults.
pub fn metrics_by_default(rule: &RuleInfo) -> Vec<Metric> {
    let source = Arc::new(Source { name: "defaults".into(), text: format!("rule = \"{}\"", rule.id) });
    let parts = Scenario::parse("defaults", source, &Overrides::default()).and_then(|scenario| parts_of(&scenario, 0));
    parts.map_or_else(|_| Vec::new(), |parts| parts.iter().flat_map(|part| part.metrics()).collect())
}

/// A scenario of which every case can be run.
#[derive(Debug)]
pub struct Plan<'s> {
    scenario: &'s Scenario,
    presentation: Presentation,
    /// The charts that will be drawn.
    pub charts: Vec<Chart>,
    /// Trials that the progress bar counts: those of every part of every case.
    pub trials: u64,
}

impl Plan<'_> {
    /// What to tell of cases that wanted exact odds and are past the limit; nothing where there are none.
    pub fn past_the_limit(&self, report: &Report) -> Option<String> {
        let past = report.cases.iter().filter(|case| case.unresolved.is_none()).count();
        let wanted = self.scenario.settings.exact != ExactMode::Never;
        (wanted && past > 0).then(|| {
            let limit = Limit::default().edges;
            format!(
                "{past} of {} cases, or parts of them, have more than {limit} transitions between states: simulated only, `exact` is empty there",
                report.cases.len()
            )
        })
    }
}

/// Builds every case once, so that nothing is wrong with any before the first trial.
///
/// # Errors
/// What is wrong with the first case that cannot be built, or with a chart.
pub fn plan(scenario: &Scenario) -> Result<Plan<'_>, Problems> {
    let first = parts_of(scenario, 0)?;
    let built = |case| {
        let parts = parts_of(scenario, case)?;
        Ok((parts.len() as u64, parts.iter().flat_map(|part| part.presentation().notes).collect()))
    };
    let cases: Result<Vec<(u64, Vec<Note>)>, Problems> =
        (0..scenario.case_count()).into_par_iter().map(built).collect();
    let cases = cases?;
    let metrics: Vec<_> = first.iter().flat_map(|part| part.metrics()).collect();
    let mut presentation = first.iter().map(|part| part.presentation()).reduce(together).unwrap_or_default();
    // A fact under the table is one of the whole scenario: what holds in some cases only is left out.
    presentation.notes.retain(|note| cases.iter().all(|(_, notes)| notes.contains(note)));
    let charts = charts::resolve(scenario, &metrics, &presentation).map_err(Problems)?;
    let trials = cases.iter().map(|(parts, _)| parts * scenario.settings.trials).sum();
    Ok(Plan { scenario, presentation, charts, trials })
}

/// A fact with its label.
type Note = (String, String);

/// The presentation of parts side by side.
fn together(mut one: Presentation, other: Presentation) -> Presentation {
    one.headlines.extend(other.headlines);
    one.views.extend(other.views);
    one.notes.extend(other.notes);
    one
}

/// Runs every case.
///
/// # Errors
/// When it is stopped, or when what the scenario insists on is past the limit.
pub fn run(plan: &Plan<'_>, mode: EngineMode, watch: &Watch) -> Result<Report, Failure> {
    let scenario = plan.scenario;
    let cases: Result<Vec<Case>, Failure> =
        (0..scenario.case_count()).into_par_iter().map(|case| run_case(scenario, case, mode, watch)).collect();
    let settings = &scenario.settings;
    let swept = |own: &sweep::Sweep| {
        let (label, short) = labels(&own.path.text, scenario.rule.parameters);
        Swept { key: own.path.text.clone(), label, short, values: own.values.iter().map(Node::brief).collect() }
    };
    let mut report = Report {
        name: scenario.name.clone(),
        title: scenario.title.clone(),
        description: scenario.description.clone(),
        rule: scenario.rule.id.to_owned(),
        source: scenario.source.text.clone(),
        overrides: scenario.overrides.clone(),
        again: String::new(),
        parameters: scenario.told(),
        changes: scenario.changes(),
        run: Run {
            trials: settings.trials,
            seed: settings.seed,
            seed_drawn: settings.seed_drawn,
            confidence: settings.confidence,
            precision: settings.precision,
        },
        step: plan.presentation.step.clone(),
        step_names: plan.presentation.step_names.clone(),
        variants: scenario.variants.iter().map(|variant| variant.name.clone()).collect(),
        sweep: scenario.sweep.iter().map(swept).collect(),
        fixed: scenario.fixed(),
        cases: cases?,
        headlines: plan.presentation.headlines.clone(),
        notes: plan.presentation.notes.clone(),
        charts: plan.charts.clone(),
    };
    findings::title(&mut report);
    Ok(report)
}

/// A part of a case with its graph, where it has one.
struct Part {
    rule: Box<dyn Playable>,
    graph: Option<Graph>,
}

fn run_case(scenario: &Scenario, case: usize, mode: EngineMode, watch: &Watch) -> Result<Case, Failure> {
    let settings = &scenario.settings;
    let rules = parts_of(scenario, case).map_err(Failure::Problems)?;
    let wants_graph = settings.exact != ExactMode::Never || mode == EngineMode::Graph;
    let insists = settings.exact == ExactMode::Always || mode == EngineMode::Graph;
    let mut parts = Vec::new();
    for rule in rules {
        let graph = if wants_graph { rule.explore(Limit::default()).ok() } else { None };
        if graph.is_none() && insists {
            return Err(Failure::Problems(too_large(case).into()));
        }
        parts.push(Part { rule, graph });
    }
    let (tallies, trials) = simulate(scenario, case, &parts, mode, watch);
    if watch.is_stopped() {
        return Err(Failure::Interrupted);
    }
    let on_graph = parts.iter().filter(|part| part.graph.is_some() && mode != EngineMode::Play).count();
    let mut unresolved = Some(0.0);
    let mut metrics = Vec::new();
    for (part, tallies) in parts.iter().zip(tallies) {
        let exact = part.graph.as_ref().filter(|_| settings.exact != ExactMode::Never).map(solve);
        unresolved = unresolved.zip(exact.as_ref()).map(|(sum, exact)| sum + exact.unresolved);
        metrics.extend(observed(&*part.rule, tallies, exact));
    }
    let (variant, point) = scenario.point(case);
    let engine = match on_graph {
        0 => EngineUsed::Play,
        some if some == parts.len() => EngineUsed::Graph,
        _ => EngineUsed::Both,
    };
    Ok(Case { number: case + 1, variant, point, trials, engine, unresolved, metrics })
}

fn too_large(case: usize) -> Problem {
    let limit = Limit::default().edges;
    Problem::nowhere(
        format!("case {} has more than {limit} transitions between states: too many for exact odds", case + 1),
        "make the rule smaller (fewer turns, smaller stocks, fewer units), or set exact = \"auto\" to simulate it",
    )
}

/// Runs the trials of a case, all of them or until the precision is reached; tallies part by part.
fn simulate(
    scenario: &Scenario,
    case: usize,
    parts: &[Part],
    mode: EngineMode,
    watch: &Watch,
) -> (Vec<Vec<Tally>>, u64) {
    let settings = &scenario.settings;
    let walkers: Vec<Option<Walker<'_>>> =
        parts.iter().map(|part| part.graph.as_ref().filter(|_| mode != EngineMode::Play).map(Walker::new)).collect();
    let wave = |range: Range<u64>| -> Vec<Vec<Tally>> {
        let run = |(index, part): (usize, &Part)| {
            let stream = Stream { seed: settings.seed, case: case as u64 + 1, part: index as u64 };
            match &walkers[index] {
                Some(walker) => walker.walk(stream, range.clone(), settings.trials, watch),
                None => part.rule.play(stream, range.clone(), settings.trials, watch),
            }
        };
        parts.par_iter().enumerate().map(run).collect()
    };
    let all = batches(settings.trials);
    let Some(half_width) = settings.precision else {
        return (wave(0..all), settings.trials);
    };
    let mut done = batches(LEAST_TRIALS).min(all);
    let mut tallies = wave(0..done);
    while done < all && !watch.is_stopped() {
        // The trials still needed are foretold from what was seen, so that few waves are run and the
        // last is not much too long; the same tallies foretell the same on every machine.
        let slots = tallies.iter().flatten();
        let needed = slots.map(|tally| trials_needed(tally, half_width, scenario)).max().unwrap_or(0);
        let next = batches(needed).min(all);
        if next <= done {
            break;
        }
        for (sum, more) in tallies.iter_mut().zip(wave(done..next)) {
            *sum = merge_tallies(std::mem::take(sum), more);
        }
        done = next;
    }
    (tallies, (done * BATCH).min(settings.trials))
}

/// Trials after which every probability of a tally is as sure as asked.
fn trials_needed(tally: &Tally, half_width: f64, scenario: &Scenario) -> u64 {
    let total = tally.total() as f64;
    let shares = tally.iter().map(|(_, count)| count as f64 / total);
    shares.map(|share| scenario.settings.confidence.trials_for(share, half_width)).max().unwrap_or(0)
}

/// A part's metrics with their laws, step by step.
fn observed(rule: &dyn Playable, tallies: Vec<Tally>, exact: Option<exact::Exact>) -> Vec<Observed> {
    let metrics = rule.metrics();
    debug_assert_eq!(Layout::new(&metrics).len(), tallies.len());
    let mut tallies = tallies.into_iter();
    let mut pmfs = exact.map(|exact| exact.pmfs.into_iter());
    let mut law =
        |step| Law { step, tally: tallies.next().unwrap_or_default(), exact: pmfs.as_mut().and_then(Iterator::next) };
    metrics
        .into_iter()
        .map(|metric| {
            let laws = metric.all_steps().map(&mut law).collect();
            Observed { metric, laws }
        })
        .collect()
}
