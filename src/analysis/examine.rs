//! Examines a case before its trials: its rule, its graphs, its exact odds, and the cost of a
//! trial.

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::solve::{ExactDistribution, solve, trial_cost};
use oddsmith_engine::{AnyRule, Policy};

use super::best::{BoundedAim, FoundPlay, SolvedPlay, find_best_play};
use super::cost::pilot_cost;
use super::early_trials::{EarlySimulator, SimulatedBatches};
use super::exact_answer::{ExactAnswer, ExploredCase, SlicedGraph, solve_questions};
use super::graph_space::{GraphSpace, MAX_GRAPH_BYTES};
use super::offers::{self, Offered};
use super::partial::{MAX_MISSING, explore_in_part};
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

/// If more than this share of all trials is unresolved, the exact odds are not used and trials are
/// simulated instead.
const MAX_UNRESOLVED: f64 = 0.1;

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
        let (best_play, policy, graph) = match best {
            Some(SolvedPlay {
                best_play,
                graph,
                policy,
            }) => (best_play, Some(policy), Some(graph)),
            None => (None, None, None),
        };
        let asking = scenario.asking(case, &presentation)?;
        let unknown = asking.asked().map(|_| ExactAnswer::Unknown).collect();
        let exact = scenario.settings.exact;
        let stop = |stop| stop_error(scenario, case, stop);
        // Best play has one graph, which contains all parts of the rule.
        let part = |rule_part: u32| if graph.is_some() { 0 } else { rule_part };
        let parts: Vec<u32> = parts_of_slots(&presentation)
            .into_iter()
            .map(part)
            .collect();
        let nothing = Examined {
            best_play,
            policy,
            asked: unknown,
            distributions: vec![None; parts.len()],
            parts,
            ..Examined::default()
        };
        let pilot = |examined: Examined| {
            let cost = pilot_cost(&*rule, scenario, case, watch).map_err(stop)?;
            Ok(Examined { cost, ..examined })
        };
        if exact == ExactMode::Never && mode != EngineMode::Graph {
            return pilot(nothing);
        }
        let options = ExploreOptions {
            budget: scenario.settings.budget,
            solves: exact != ExactMode::Never,
            insists: exact == ExactMode::Always || mode == EngineMode::Graph,
            cases: scenario.case_count(),
            room,
        };
        let stream = Stream {
            seed: scenario.settings.seed,
            case: case as u64 + 1,
            purpose: Purpose::CrossCheck,
        };
        let sure = method.sure_cross_check_trials(scenario.settings.trials);
        let examined = nothing
            .explore_parts(
                &*rule,
                graph,
                &options,
                &asking,
                EarlySimulator::new(&*rule, stream, sure, &method.trial_watch(watch, true)),
                watch,
            )
            .map_err(stop)?;
        if exact == ExactMode::Always && !examined.is_exact() {
            let edges = scenario.settings.budget.edges;
            return Err(stop(Stop::TooLarge {
                states: 0,
                edges,
                bytes: None,
            }));
        }
        if examined.has_graph {
            Ok(examined)
        } else {
            pilot(examined)
        }
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
                sliced.extend(self.explore_slices(rule, part, at_once, &budget, watch)?);
                likeliest.extend(self.explore_likeliest(rule, part, &budget, watch)?);
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

    /// Solves the metrics of a part that is too large as a whole. Metrics that need the same slice
    /// of the rule are solved together. Returns the graphs of the slices, each with its slots.
    fn explore_slices(
        &mut self,
        rule: &dyn AnyRule,
        part: u32,
        at_once: usize,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Vec<SlicedGraph>, Stop> {
        let slices = rule.slices(part);
        // The part itself is still to be explored in part.
        let budget = &budget.per_exploration(slices.len() + 1);
        let explore = |index: u32| match slices[index as usize].0.explore(part, budget, watch) {
            Ok(graph) => Ok(Some(graph)),
            Err(stop) if stop.is_too_large() => Ok(None),
            Err(stop) => Err(stop),
        };
        let found = explore_and_solve(
            slices.len() as u32,
            at_once,
            explore,
            |graph| match solve(graph, budget, watch) {
                Err(stop) if stop.is_too_large() => Ok(None),
                solved => solved.map(Some),
            },
            || false,
        )?;
        let mut graphs = Vec::new();
        for ((distributions, graph), (_, slots)) in found.into_iter().zip(&slices) {
            let (Some(mut distributions), Some(graph)) = (distributions.flatten(), graph) else {
                continue;
            };
            if is_resolved(&distributions) {
                slots.iter().for_each(|&slot| {
                    self.distributions[slot as usize] = distributions[slot as usize].take()
                });
                graphs.push((slots.clone(), graph));
            }
        }
        Ok(graphs)
    }

    /// Explores the likeliest states of a part that is too large as a whole, and solves the metrics
    /// whose exact odds are not known. Returns the graph with the slots of the part.
    fn explore_likeliest(
        &mut self,
        rule: &dyn AnyRule,
        part: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Option<SlicedGraph>, Stop> {
        let Some(graph) = explore_in_part(rule, Some(part), budget, watch)? else {
            return Ok(None);
        };
        let mut distributions = match solve(&graph, budget, watch) {
            Ok(distributions) => distributions,
            Err(Stop::Requested) => return Err(Stop::Requested),
            Err(_) => return Ok(None),
        };
        let of_part = |&slot: &u32| self.parts[slot as usize] == part;
        let slots: Vec<u32> = (0..self.parts.len() as u32).filter(of_part).collect();
        for slot in slots.iter().map(|&slot| slot as usize) {
            let is_close = |distribution: &ExactDistribution| {
                !distribution.has_only_moments() && distribution.unresolved <= MAX_MISSING
            };
            let found = distributions[slot].take().filter(is_close);
            if self.distributions[slot].is_none() {
                self.distributions[slot] = found;
            }
        }
        Ok(Some((slots, graph)))
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

/// Returns whether the unresolved share of a part's distributions is small enough to use them.
fn is_resolved(distributions: &[Option<ExactDistribution>]) -> bool {
    distributions.iter().flatten().all(|distribution| {
        distribution.has_only_moments() || distribution.unresolved <= MAX_UNRESOLVED
    })
}

/// Returns the part that each slot belongs to.
pub(super) fn parts_of_slots(presentation: &Presentation) -> Vec<u32> {
    presentation
        .metrics
        .iter()
        .flat_map(|metric| metric.all_steps().map(|_| metric.part))
        .collect()
}

#[cfg(test)]
mod tests {
    use oddsmith_engine::explore::explore;
    use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step, chance::Die};

    use super::*;

    /// Rolls a die with this many sides until it shows 1, and records the number of other rolls.
    struct Waits(u32);

    impl Rule for Waits {
        type State = i64;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("waited")]
        }

        fn start(&self, _: &Parts) -> i64 {
            0
        }

        fn step<A: Ask>(&self, waited: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
            if ask.roll(Die::new(self.0)) == 1 {
                ask.observe_whole(0, *waited);
                return Ok(Step::Done);
            }
            *waited += 1;
            Ok(Step::Continue)
        }
    }

    #[test]
    fn more_than_a_tenth_unresolved_is_no_answer() {
        let distributions = |sides: u32| {
            let graph = explore(
                &Waits(sides),
                &Parts::ALL,
                &Budget::default(),
                &Watch::default(),
            )
            .expect("a graph");
            solve(&graph, &Budget::default(), &Watch::default()).expect("distributions")
        };
        let mut found = distributions(2);
        assert!(is_resolved(&found));
        found[0].as_mut().expect("a distribution").unresolved = 0.11;
        assert!(!is_resolved(&found));
        found[0].as_mut().expect("a distribution").unresolved = 0.09;
        assert!(is_resolved(&found));
    }
}
