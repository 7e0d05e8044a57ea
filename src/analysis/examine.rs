//! A case before its trials: its rule, its graphs, its exact odds, and what a trial costs to play.

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::solve::{ExactLaw, cost_of_a_trial, solve};

use super::{EngineMode, RunError, built, stopped};
use crate::rule::Built;
use crate::scenario::document::Scenario;
use crate::scenario::settings::ExactMode;

/// Trials by which it is found out what one costs, where there is no graph to tell.
const PILOT: u64 = 1000;

/// Bytes of graphs that a run keeps; a case past them explores again when it is drawn.
const KEPT: usize = 200_000;

/// A case, explored and solved as far as it may be.
pub(super) struct Examined {
    pub(super) built: Built,
    /// The exact law of each slot, where there is one.
    pub(super) laws: Vec<Option<ExactLaw>>,
    /// Whether every part has a graph within the budget.
    pub(super) has_graph: bool,
    /// The graphs of the parts, where they are small enough to be kept.
    pub(super) graphs: Option<Vec<Graph>>,
    /// Faces, flips and cards of a trial, on average.
    pub(super) cost: f64,
}

impl Examined {
    pub(super) fn of(scenario: &Scenario, case: usize, mode: EngineMode, watch: &Watch) -> Result<Examined, RunError> {
        let built = built(scenario, case)?;
        let exact = scenario.settings.exact;
        let stop = |stop| stopped(scenario, case, stop);
        let slots = built.presentation.metrics.iter().map(|metric| metric.all_steps().count()).sum();
        let nothing = Examined { built, laws: vec![None; slots], has_graph: false, graphs: None, cost: 0.0 };
        if exact == ExactMode::Never && mode != EngineMode::Graph {
            return nothing.piloted(scenario, case, watch).map_err(stop);
        }
        let insists = exact == ExactMode::Always || mode == EngineMode::Graph;
        let mut examined = nothing.explored(exact != ExactMode::Never, insists, watch).map_err(stop)?;
        if exact == ExactMode::Always && examined.laws.iter().any(Option::is_none) {
            let edges = Budget::default().edges;
            return Err(stop(Stop::TooLarge { states: 0, edges }));
        }
        if !examined.has_graph {
            examined = examined.piloted(scenario, case, watch).map_err(stop)?;
        }
        Ok(examined)
    }

    /// Explores part by part; a part past the budget has no exact odds, and is an error where they are insisted on.
    fn explored(mut self, solves: bool, insists: bool, watch: &Watch) -> Result<Examined, Stop> {
        let budget = Budget::default();
        let mut graphs = Vec::new();
        self.has_graph = true;
        for part in 0..self.built.rule.part_count() {
            let graph = match self.built.rule.explore(part, &budget, watch) {
                Ok(graph) => graph,
                Err(Stop::TooLarge { .. }) if !insists => {
                    self.has_graph = false;
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            self.cost += cost_of_a_trial(&graph, watch)?;
            if solves {
                self.take(solve(&graph, &budget, watch)?, part);
            }
            graphs.push(graph);
        }
        let is_small = graphs.iter().map(Graph::bytes).sum::<usize>() < KEPT;
        self.graphs = Some(graphs).filter(|_| self.has_graph && is_small);
        Ok(self)
    }

    /// Takes the laws of one part.
    fn take(&mut self, solved: Vec<Option<ExactLaw>>, part: u32) {
        let slots = self.built.presentation.metrics.iter().flat_map(|metric| metric.all_steps().map(|_| metric.part));
        for ((own, law), of) in self.laws.iter_mut().zip(solved).zip(slots) {
            if of == part {
                *own = law;
            }
        }
    }

    fn piloted(self, scenario: &Scenario, case: usize, watch: &Watch) -> Result<Examined, Stop> {
        let stream = Stream { seed: scenario.settings.seed, case: case as u64 + 1, purpose: Purpose::Pilot };
        let (cost, _) = self.built.rule.pilot(stream, PILOT.min(scenario.settings.trials), watch)?;
        Ok(Examined { cost, ..self })
    }

    /// The graphs of all parts, explored again where they were not kept.
    pub(super) fn into_graphs(self, watch: &Watch) -> Result<(Built, Vec<Graph>), Stop> {
        let Examined { built, graphs, .. } = self;
        let again = |part| built.rule.explore(part, &Budget::default(), watch);
        let graphs = match graphs {
            Some(graphs) => graphs,
            None => (0..built.rule.part_count()).map(again).collect::<Result<_, _>>()?,
        };
        Ok((built, graphs))
    }
}
