//! Examines a case before its trials: its rule, its graphs, its exact odds, and the cost of a
//! trial.

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::solve::{ExactDistribution, solve, trial_cost};
use oddsmith_engine::{AnyRule, Policy};

use super::best::{BoundedAim, FoundPlay, SolvedPlay, find_best_play};
use super::cost::pilot_cost;
use super::early_trials::{EarlySimulator, SimulatedBatches};
use super::exact_answer::{ExactAnswer, ExploredCase, solve_questions};
use super::graph_space::{GraphSpace, MAX_GRAPH_BYTES};
use super::offers::{self, Offered};
use super::partial::{explore_likeliest, explore_slices, is_resolved};
use super::parts::explore_and_solve;
use super::run_error::{RunError, stop_error};
#[cfg(feature = "cli")]
use super::trial_method::Share;
use super::trial_method::{EngineMode, TrialMethod};
use crate::question::asking::Asking;
use crate::report::play::{AimBounds, BestPlay};
use crate::rule::BuiltRule;
use crate::rule::presentation::Presentation;
use crate::scenario::document::Scenario;
use crate::scenario::settings::ExactMode;

/// How the parts of a case are explored.
struct ExploreOptions<'r> {
    budget: Budget,
    /// Whether the parts are also solved.
    solves: bool,
    /// Whether a part beyond the budget is an error.
    insists: bool,
    /// The number of cases in the run.
    cases: usize,
    room: &'r GraphSpace,
}

/// The results of exploring and solving a case.
#[derive(Default)]
pub(super) struct Examined {
    /// The best play, if a choice asks for it.
    pub(super) best_play: Option<BestPlay>,
    /// The bounds of the aim, if the case is too large to find its best play.
    pub(super) aim_bounds: Option<AimBounds>,
    /// The policy that follows the best play.
    pub(super) policy: Option<Policy>,
    /// The options that each choice offered.
    pub(super) offers: Vec<Offered>,
    /// The part that each slot belongs to.
    pub(super) parts: Vec<u32>,
    /// The exact odds of each question.
    pub(super) asked: Vec<ExactAnswer>,
    /// The exact distribution of each slot, if it is known.
    pub(super) distributions: Vec<Option<ExactDistribution>>,
    /// Whether every part has a graph within the budget.
    pub(super) has_graph: bool,
    /// The graphs of the parts, if they fit into the space that a run has for them.
    pub(super) graphs: Option<Vec<Graph>>,
    /// The mean number of faces, flips and cards of a trial.
    pub(super) cost: f64,
    /// The mean number of states of a sampled trial.
    pub(super) steps: f64,
    /// The part of the cross-check that waiting threads have simulated.
    pub(super) ahead: Option<SimulatedBatches>,
}

/// A case, and how its trials are run.
struct CaseContext<'r> {
    scenario: &'r Scenario,
    case: usize,
    mode: EngineMode,
    method: TrialMethod,
    room: &'r GraphSpace,
    watch: &'r Watch,
}

impl CaseContext<'_> {
    fn error(&self, stop: Stop) -> RunError {
        stop_error(self.scenario, self.case, stop)
    }

    /// Explores and solves the rule of the case, which follows the best play if there is one.
    fn explore(
        &self,
        rule: &dyn AnyRule,
        presentation: &Presentation,
        best: Option<SolvedPlay>,
    ) -> Result<Examined, RunError> {
        let (scenario, settings) = (self.scenario, &self.scenario.settings);
        let (best_play, policy, graph) = match best {
            Some(SolvedPlay {
                best_play,
                graph,
                policy,
            }) => (best_play, Some(policy), Some(graph)),
            None => (None, None, None),
        };
        let asking = scenario.asking(self.case, presentation)?;
        // Best play has one graph, which contains all parts of the rule.
        let part = |rule_part: u32| if graph.is_some() { 0 } else { rule_part };
        let parts: Vec<u32> = parts_of_slots(presentation).into_iter().map(part).collect();
        let nothing = Examined {
            best_play,
            policy,
            asked: asking.asked().map(|_| ExactAnswer::Unknown).collect(),
            distributions: vec![None; parts.len()],
            parts,
            ..Examined::default()
        };
        if settings.exact == ExactMode::Never && self.mode != EngineMode::Graph {
            return self.with_pilot_cost(rule, nothing);
        }
        let options = ExploreOptions {
            budget: settings.budget,
            solves: settings.exact != ExactMode::Never,
            insists: settings.exact == ExactMode::Always || self.mode == EngineMode::Graph,
            cases: scenario.case_count(),
            room: self.room,
        };
        let stream = Stream {
            seed: settings.seed,
            case: self.case as u64 + 1,
            purpose: Purpose::CrossCheck,
        };
        let sure = self.method.sure_cross_check_trials(settings.trials);
        let watch = self.method.trial_watch(self.watch, true);
        let ahead = EarlySimulator::new(rule, stream, sure, &watch);
        let examined = nothing
            .explore_parts(rule, graph, &options, &asking, ahead, self.watch)
            .map_err(|stop| self.error(stop))?;
        if settings.exact == ExactMode::Always && !examined.is_exact() {
            return Err(self.error(Stop::TooLarge {
                states: 0,
                edges: settings.budget.edges,
                bytes: None,
            }));
        }
        if examined.has_graph {
            Ok(examined)
        } else {
            self.with_pilot_cost(rule, examined)
        }
    }

    /// Estimates the cost of a trial from simulated trials.
    fn with_pilot_cost(
        &self,
        rule: &dyn AnyRule,
        examined: Examined,
    ) -> Result<Examined, RunError> {
        let cost = pilot_cost(rule, self.scenario, self.case, self.watch)
            .map_err(|stop| self.error(stop))?;
        Ok(Examined { cost, ..examined })
    }
}

impl Examined {
    /// Examines a case. `is_whole` says whether all of its trials are run here.
    pub(super) fn for_case(
        scenario: &Scenario,
        case: usize,
        mode: EngineMode,
        method: TrialMethod,
        room: &GraphSpace,
        is_whole: bool,
        watch: &Watch,
    ) -> Result<Examined, RunError> {
        let built = scenario.build_case(case)?;
        // A share of the trials needs the best play itself, and so do exact odds that are required.
        // Bounds are not enough for them.
        let may_bound =
            is_whole && scenario.settings.exact == ExactMode::Auto && mode == EngineMode::Auto;
        let best = match find_best_play(scenario, case, &built, may_bound, watch)? {
            Some(FoundPlay::Bounded(aim)) => {
                return Examined::bounded(scenario, case, &built, *aim);
            }
            Some(FoundPlay::Solved(best)) => Some(*best),
            None => None,
        };
        let BuiltRule {
            rule, presentation, ..
        } = match &best {
            Some(best) => built.with_policy(best.policy.clone()),
            None => built,
        };
        let context = CaseContext {
            scenario,
            case,
            mode,
            method,
            room,
            watch,
        };
        context.explore(&*rule, &presentation, best)
    }

    /// Returns what is known about a case that is too large to find its best play.
    fn bounded(
        scenario: &Scenario,
        case: usize,
        built: &BuiltRule,
        aim: BoundedAim,
    ) -> Result<Examined, RunError> {
        let asking = scenario.asking(case, &built.presentation)?;
        let odds = |asked: &_| {
            aim.odds(asked)
                .map_or(ExactAnswer::Unknown, ExactAnswer::Odds)
        };
        let parts = parts_of_slots(&built.presentation);
        Ok(Examined {
            asked: asking.asked().map(|asked| odds(&asked)).collect(),
            distributions: vec![None; parts.len()],
            parts,
            aim_bounds: Some(aim.bounds),
            ..Examined::default()
        })
    }

    /// Examines a case for a share of its trials. Without the first batch, it computes only what
    /// these trials need.
    #[cfg(feature = "cli")]
    pub(super) fn for_share(
        scenario: &Scenario,
        case: usize,
        share: &Share,
        mode: EngineMode,
        method: TrialMethod,
        watch: &Watch,
    ) -> Result<Examined, RunError> {
        if !share.has_first() && !method.prefers_sampling {
            let built = scenario.build_case(case)?;
            let asking = scenario.asking(case, &built.presentation)?;
            if asking.asked().all(|asked| asked.slots().len() == 1) {
                let policy = super::best::find_policy(scenario, case, &built, watch)?;
                return Ok(Examined {
                    policy,
                    ..Examined::default()
                });
            }
        }
        let room = GraphSpace::for_method(method);
        Examined::for_case(scenario, case, mode, method, &room, false, watch)
    }

    /// Explores and solves the parts one by one, unless the graph is known. A part beyond the
    /// budget has no exact odds. If exact odds are required, this is an error.
    fn explore_parts(
        mut self,
        rule: &dyn AnyRule,
        known: Option<Graph>,
        options: &ExploreOptions<'_>,
        asking: &Asking,
        ahead: EarlySimulator<'_>,
        watch: &Watch,
    ) -> Result<Examined, Stop> {
        let ExploreOptions {
            budget,
            solves,
            insists,
            cases,
            room,
        } = *options;
        let is_known = known.is_some();
        let budget = budget.per_exploration(rule.part_count() as usize);
        let explore = |part: u32| match rule.explore(part, &budget, watch) {
            Ok(graph) => Ok(Some(graph)),
            Err(stop) if stop.is_too_large() && !insists => Ok(None),
            Err(stop) => Err(stop),
        };
        let solve_all = |graph: &Graph| {
            let distributions = if solves {
                solve(graph, &budget, watch)?
            } else {
                Vec::new()
            };
            Ok((distributions, trial_cost(graph, watch)?))
        };
        let solve = |graph: &Graph| match solve_all(graph) {
            Err(stop) if Stop::is_too_large(&stop) && !insists => Ok(None),
            solved => solved.map(Some),
        };
        // If there are many cases, they already keep all threads busy.
        let threads = rayon::current_num_threads();
        let at_once = if cases < threads { threads } else { 1 };
        let parts = match known {
            Some(graph) => vec![(solve(&graph).map(Some)?, Some(graph))],
            None => explore_and_solve(rule.part_count(), at_once, explore, solve, || {
                ahead.simulate_next()
            })?,
        };
        self.ahead = ahead.into_simulated();
        let (mut graphs, mut sliced, mut likeliest) = (Vec::new(), Vec::new(), Vec::new());
        for (part, (solved, graph)) in (0..).zip(parts) {
            let solved = solved
                .flatten()
                .filter(|(distributions, _)| insists || is_resolved(distributions));
            let graph = graph.filter(|_| solved.is_some());
            if let Some((distributions, cost)) = solved {
                self.cost += cost.dice;
                self.steps += cost.steps;
                self.store_distributions(distributions, part);
            }
            if graph.is_none() && solves && !insists {
                let found = &mut self.distributions;
                sliced.extend(explore_slices(rule, part, at_once, &budget, watch, found)?);
                let slots = slots_of_part(&self.parts, part);
                likeliest.extend(explore_likeliest(rule, part, slots, &budget, watch, found)?);
            }
            graphs.push(graph);
        }
        self.has_graph = graphs.iter().all(Option::is_some);
        self.offers =
            offers::offers_in_graphs(&graphs, self.best_play.as_ref(), rule.choices().len());
        if solves {
            // Each case has a fixed share of the bytes, so that the order in which cases finish
            // cannot decide which trials are sampled.
            let explored = ExploredCase {
                graphs: &graphs,
                sliced: &sliced,
                likeliest: (!insists).then_some(&likeliest[..]),
                distributions: &self.distributions,
                parts: &self.parts,
            };
            let kept = MAX_GRAPH_BYTES / cases;
            self.asked = solve_questions(rule, asking, &explored, &budget, kept, watch)?;
        }
        self.keep_graphs(graphs, is_known, room);
        Ok(self)
    }

    /// Keeps the graphs for sampling, if all parts have one and there is space.
    fn keep_graphs(&mut self, graphs: Vec<Option<Graph>>, is_known: bool, room: &GraphSpace) {
        let graphs: Option<Vec<Graph>> = graphs.into_iter().collect();
        // From here on the graphs are only used for sampling, so they are stored without their
        // silent beginnings.
        let graphs = graphs.filter(|_| is_known || room.has_any()).map(|graphs| {
            graphs
                .into_iter()
                .map(Graph::without_silent_prefix)
                .collect::<Vec<_>>()
        });
        // The graph of best play is always kept, so that it is not explored a second time.
        self.graphs = graphs.filter(|graphs| is_known || room.reserve(graphs));
    }

    /// Returns whether every slot and every question has full exact odds, and not only moments.
    fn is_exact(&self) -> bool {
        let is_known = |distribution: &Option<ExactDistribution>| {
            distribution
                .as_ref()
                .is_some_and(|distribution| !distribution.has_only_moments())
        };
        self.distributions.iter().all(is_known)
            && self.asked.iter().all(|exact| exact.joint().is_some())
    }

    /// Stores the distributions of one part.
    fn store_distributions(&mut self, solved: Vec<Option<ExactDistribution>>, part: u32) {
        for ((target, distribution), slot_part) in
            self.distributions.iter_mut().zip(solved).zip(&self.parts)
        {
            if *slot_part == part {
                *target = distribution;
            }
        }
    }

    /// Returns the graphs of all parts. Graphs that were not kept are explored again.
    pub(super) fn into_graphs(
        self,
        rule: &dyn AnyRule,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Vec<Graph>, Stop> {
        let budget = &budget.per_exploration(rule.part_count() as usize);
        let explore_again = |part| rule.explore(part, budget, watch);
        self.graphs
            .map_or_else(|| (0..rule.part_count()).map(explore_again).collect(), Ok)
    }
}

/// Returns the slots of a part.
fn slots_of_part(parts: &[u32], part: u32) -> Vec<u32> {
    let slots = (0..).zip(parts).filter(|&(_, &of)| of == part);
    slots.map(|(slot, _)| slot).collect()
}

/// Returns the part that each slot belongs to.
pub(super) fn parts_of_slots(presentation: &Presentation) -> Vec<u32> {
    presentation
        .metrics
        .iter()
        .flat_map(|metric| metric.all_steps().map(|_| metric.part))
        .collect()
}
