//! A case before its trials: its rule, its graphs, its exact odds, and what a trial costs to play.

use std::sync::atomic::{AtomicUsize, Ordering};

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::solve::{ExactDistribution, solve, trial_cost};
use oddsmith_engine::{AnyRule, Policy};

use super::ahead::{AheadSimulator, SimulatedBatches};
use super::answer::{self, ExactAnswer, SlicedGraph};
use super::best::{SolvedPlay, find_best_play};
use super::cost::pilot_cost;
use super::manner::{EngineMode, Manner};
use super::offers::{self, Offered};
use super::parts::explore_and_solve;
use super::run_error::{RunError, stop_error};
use crate::question::asking::Asking;
use crate::report::play::BestPlay;
use crate::rule::BuiltRule;
use crate::rule::presentation::Presentation;
use crate::scenario::document::Scenario;
use crate::scenario::settings::ExactMode;

/// Bytes of graphs that a run keeps, over all cases. Each takes some whatever its size: the names
/// of its metrics, its tables.
const MOST_GRAPH_BYTES: usize = 100_000_000;
const LEAST_GRAPH_BYTES: usize = 4000;
/// An exact answer that leaves more than this share of all trials unresolved is no answer: trials
/// are simulated instead.
const MOST_UNRESOLVED: f64 = 0.1;
/// Bytes that the place of a state in their order takes.
const ORDER_BYTES: usize = 8;

/// Room for the graphs that a run keeps: a case that finds none left explores again when it is
/// drawn, and finds the same.
#[derive(Debug)]
pub(super) struct GraphSpace(AtomicUsize);

impl GraphSpace {
    /// Of a run in this manner: where nothing is drawn, no graph is wanted again.
    pub(super) fn for_manner(manner: Manner) -> GraphSpace {
        GraphSpace(AtomicUsize::new(if manner.prefers_sampling {
            MOST_GRAPH_BYTES
        } else {
            0
        }))
    }

    /// Whether there is any.
    fn has_any(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Takes so many bytes of it, if there are as many.
    fn reserve(&self, bytes: usize) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            })
            .is_ok()
    }
}

/// A case, explored and solved as far as it may be.
#[derive(Default)]
pub(super) struct Examined {
    /// The best play, where it is sought.
    pub(super) best_play: Option<BestPlay>,
    /// The policy that follows it.
    pub(super) policy: Option<Policy>,
    /// What was on offer of each choice that `[play]` answers.
    pub(super) offers: Vec<Offered>,
    /// The part of each slot.
    pub(super) parts: Vec<u32>,
    /// The exact odds of what is asked besides.
    pub(super) asked: Vec<ExactAnswer>,
    /// The exact law of each slot, where there is one.
    pub(super) distributions: Vec<Option<ExactDistribution>>,
    /// Whether every part has a graph within the budget.
    pub(super) has_graph: bool,
    /// The graphs of the parts, where they are small enough to be kept.
    pub(super) graphs: Option<Vec<Graph>>,
    /// Faces, flips and cards of a trial, on average.
    pub(super) cost: f64,
    /// States that a trial leaves, on average, where it is drawn.
    pub(super) steps: f64,
    /// The part of the cross-check that waiting threads have simulated.
    pub(super) ahead: Option<SimulatedBatches>,
}

impl Examined {
    pub(super) fn for_case(
        scenario: &Scenario,
        case: usize,
        (mode, manner): (EngineMode, Manner),
        room: &GraphSpace,
        watch: &Watch,
    ) -> Result<Examined, RunError> {
        let built = scenario.build_case(case)?;
        let best = find_best_play(scenario, case, &built, watch)?;
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
            }) => (Some(best_play), Some(policy), Some(graph)),
            None => (None, None, None),
        };
        let asking = scenario.asking(case, &presentation)?;
        let unknown = asking.asked().map(|_| ExactAnswer::Unknown).collect();
        let exact = scenario.settings.exact;
        let stop = |stop| stop_error(scenario, case, stop);
        // The graph under best play is one, whatever parts the rule falls into.
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
        let insists = exact == ExactMode::Always || mode == EngineMode::Graph;
        let solves = exact != ExactMode::Never;
        let stream = Stream {
            seed: scenario.settings.seed,
            case: case as u64 + 1,
            purpose: Purpose::CrossCheck,
        };
        let sure = manner.sure_cross_check_trials(scenario.settings.trials);
        let examined = nothing
            .explore_parts(
                (&*rule, graph),
                (scenario.settings.budget, solves, insists),
                &asking,
                (scenario.case_count(), room),
                AheadSimulator::new(&*rule, stream, sure, &manner.trial_watch(watch, true)),
                watch,
            )
            .map_err(stop)?;
        if exact == ExactMode::Always && !examined.is_exact() {
            let edges = scenario.settings.budget.edges;
            return Err(stop(Stop::TooLarge { states: 0, edges }));
        }
        if examined.has_graph {
            Ok(examined)
        } else {
            pilot(examined)
        }
    }

    /// A case of which a share of the trials is run without the first batch: nothing is computed
    /// again that these trials do not need.
    #[cfg(feature = "cli")]
    pub(super) fn for_share(
        scenario: &Scenario,
        case: usize,
        (mode, manner): (EngineMode, Manner),
        watch: &Watch,
    ) -> Result<Examined, RunError> {
        let built = scenario.build_case(case)?;
        let asking = scenario.asking(case, &built.presentation)?;
        if manner.prefers_sampling || asking.asked().any(|asked| asked.slots().len() != 1) {
            return Examined::for_case(
                scenario,
                case,
                (mode, manner),
                &GraphSpace::for_manner(manner),
                watch,
            );
        }
        let policy = find_best_play(scenario, case, &built, watch)?.map(|best| best.policy);
        Ok(Examined {
            policy,
            ..Examined::default()
        })
    }

    /// Explores and solves part by part, where the graph is not known already; a part past the
    /// budget has no exact odds, and is an error where they are insisted on.
    fn explore_parts(
        mut self,
        (rule, known): (&dyn AnyRule, Option<Graph>),
        (budget, solves, insists): (Budget, bool, bool),
        asking: &Asking,
        (cases, room): (usize, &GraphSpace),
        ahead: AheadSimulator<'_>,
        watch: &Watch,
    ) -> Result<Examined, Stop> {
        let is_known = known.is_some();
        let budget = budget.per_exploration(rule.part_count() as usize);
        let explore = |part: u32| match rule.explore(part, &budget, watch) {
            Ok(graph) => Ok(Some(graph)),
            Err(Stop::TooLarge { .. }) if !insists => Ok(None),
            Err(stop) => Err(stop),
        };
        let solve = |graph: &Graph| {
            let distributions = if solves {
                solve(graph, &budget, watch)?
            } else {
                Vec::new()
            };
            Ok((distributions, trial_cost(graph, watch)?))
        };
        // Many cases keep all threads at work as they are.
        let threads = rayon::current_num_threads();
        let at_once = if cases < threads { threads } else { 1 };
        let parts = match known {
            Some(graph) => vec![(solve(&graph).map(Some)?, Some(graph))],
            None => explore_and_solve(rule.part_count(), at_once, explore, solve, || {
                ahead.simulate_next()
            })?,
        };
        self.ahead = ahead.into_simulated();
        let (mut graphs, mut sliced) = (Vec::new(), Vec::new());
        for (part, (solved, graph)) in (0..).zip(parts) {
            let is_answer = insists
                || solved
                    .as_ref()
                    .is_none_or(|(distributions, _)| is_resolved(distributions));
            let (solved, graph) = if is_answer {
                (solved, graph)
            } else {
                (None, None)
            };
            if let Some((distributions, cost)) = solved {
                self.cost += cost.dice;
                self.steps += cost.steps;
                self.store_distributions(distributions, part);
            }
            if graph.is_none() && solves && !insists {
                sliced.extend(self.explore_slices((rule, part), at_once, &budget, watch)?);
            }
            graphs.push(graph);
        }
        self.has_graph = graphs.iter().all(Option::is_some);
        self.offers =
            offers::offers_in_graphs(&graphs, self.best_play.as_ref(), rule.choices().len());
        if solves {
            // Each case has a share of its own here: what is drawn and what is played may not
            // depend on who comes first.
            let room = (budget, MOST_GRAPH_BYTES / cases);
            self.asked = answer::solve_questions(
                rule,
                asking,
                (&graphs, &sliced),
                &self.distributions,
                &self.parts,
                room,
                watch,
            )?;
        }
        let graphs: Option<Vec<Graph>> = graphs.into_iter().collect();
        // All that is still to be done with them is to draw: what they need not hold for that is
        // not kept.
        let graphs = graphs.filter(|_| is_known || room.has_any()).map(|graphs| {
            graphs
                .into_iter()
                .map(Graph::without_silent_prefix)
                .collect::<Vec<_>>()
        });
        // A graph that was made for the best play is not explored a second time.
        let graph_bytes =
            |graph: &Graph| LEAST_GRAPH_BYTES + graph.bytes() + graph.state_count() * ORDER_BYTES;
        let bytes = |graphs: &[Graph]| graphs.iter().map(graph_bytes).sum::<usize>();
        self.graphs = graphs.filter(|graphs| is_known || room.reserve(bytes(graphs)));
        Ok(self)
    }

    /// Solves the metrics of a part that is too large as a whole, those together that need the same
    /// of a trial; gives the graphs, each with its slots.
    fn explore_slices(
        &mut self,
        (rule, part): (&dyn AnyRule, u32),
        at_once: usize,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Vec<SlicedGraph>, Stop> {
        let slices = rule.slices(part);
        let budget = &budget.per_exploration(slices.len());
        let explore = |index: u32| match slices[index as usize].0.explore(part, budget, watch) {
            Ok(graph) => Ok(Some(graph)),
            Err(Stop::TooLarge { .. }) => Ok(None),
            Err(stop) => Err(stop),
        };
        let found = explore_and_solve(
            slices.len() as u32,
            at_once,
            explore,
            |graph| solve(graph, budget, watch),
            || false,
        )?;
        let mut graphs = Vec::new();
        for ((distributions, graph), (_, slots)) in found.into_iter().zip(&slices) {
            let (Some(mut distributions), Some(graph)) = (distributions, graph) else {
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

    /// Whether all of it has exact odds, and not means alone.
    fn is_exact(&self) -> bool {
        let is_known = |distribution: &Option<ExactDistribution>| {
            distribution
                .as_ref()
                .is_some_and(|distribution| !distribution.has_only_moments())
        };
        self.distributions.iter().all(is_known)
            && self.asked.iter().all(|exact| exact.joint().is_some())
    }

    /// Takes the laws of one part.
    fn store_distributions(&mut self, solved: Vec<Option<ExactDistribution>>, part: u32) {
        for ((target, distribution), slot_part) in
            self.distributions.iter_mut().zip(solved).zip(&self.parts)
        {
            if *slot_part == part {
                *target = distribution;
            }
        }
    }

    /// The graphs of all parts, explored again where they were not kept.
    pub(super) fn into_graphs(
        self,
        rule: &dyn AnyRule,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Vec<Graph>, Stop> {
        let explore_again = |part| rule.explore(part, budget, watch);
        self.graphs
            .map_or_else(|| (0..rule.part_count()).map(explore_again).collect(), Ok)
    }
}

/// Whether the laws of a part leave so little unresolved that they answer anything.
fn is_resolved(distributions: &[Option<ExactDistribution>]) -> bool {
    distributions.iter().flatten().all(|distribution| {
        distribution.has_only_moments() || distribution.unresolved <= MOST_UNRESOLVED
    })
}

/// The part that each slot belongs to.
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

    /// Waits for a one.
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
            solve(&graph, &Budget::default(), &Watch::default()).expect("laws")
        };
        let mut found = distributions(2);
        assert!(is_resolved(&found));
        found[0].as_mut().expect("a law").unresolved = 0.11;
        assert!(!is_resolved(&found));
        found[0].as_mut().expect("a law").unresolved = 0.09;
        assert!(is_resolved(&found));
    }
}
