//! The exact odds of a scenario's questions, computed from the graphs where possible.
//!
//! A question about one metric at one step is answered from that metric's distribution. Any other
//! question has a separate graph.

use std::collections::BTreeSet;

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::question::{JointOdds, JointQuestion, SolvedQuestion, solve_joint};
use oddsmith_engine::solve::ExactDistribution;
use oddsmith_engine::{AnyRule, RuleError};

use super::partial::{SlicedGraph, explore_in_part};
use crate::question::asking::Asking;

/// The budget for solving a question: about a second of one core.
const BUDGET: Budget = Budget {
    edges: 400_000,
    leaves: 4_000_000,
    bytes: 150_000_000,
};

/// The exact odds of a question.
pub(super) enum ExactAnswer {
    /// The odds alone.
    Odds(JointOdds),
    /// The odds with a graph from which trials can be sampled.
    Solved(Box<SolvedQuestion>),
    /// The question exceeds the budget, or no exact odds were requested.
    Unknown,
}

impl ExactAnswer {
    pub(super) fn joint(&self) -> Option<&JointOdds> {
        match self {
            ExactAnswer::Odds(joint) => Some(joint),
            ExactAnswer::Solved(solved) => Some(&solved.joint),
            ExactAnswer::Unknown => None,
        }
    }
}

/// The graphs and distributions of a case, from which its questions are answered.
pub(super) struct ExploredCase<'e> {
    /// The graph of each part, if it is within the budget.
    pub(super) graphs: &'e [Option<Graph>],
    /// The graphs of slices of parts that are too large as a whole.
    pub(super) sliced: &'e [SlicedGraph],
    /// The graphs of the likeliest states of parts that are too large; `None` if no part may be
    /// explored in part.
    pub(super) likeliest: Option<&'e [SlicedGraph]>,
    /// The exact distribution of each slot, if it is known.
    pub(super) distributions: &'e [Option<ExactDistribution>],
    /// The part that each slot belongs to.
    pub(super) parts: &'e [u32],
}

/// Computes the exact odds of all questions of a case. If a question's parts have no graph, it may
/// explore the slice of the rule that it needs, within the budget. The results keep graphs of at
/// most `kept` bytes in total.
pub(super) fn solve_questions(
    rule: &dyn AnyRule,
    asking: &Asking,
    explored: &ExploredCase<'_>,
    budget: &Budget,
    mut kept: usize,
    watch: &Watch,
) -> Result<Vec<ExactAnswer>, Stop> {
    let mut solver = QuestionSolver {
        rule,
        explored,
        budget,
        watch,
        whole: None,
        together: None,
    };
    let mut known: Vec<ExactAnswer> = Vec::new();
    for asked in asking.asked() {
        if let [slot] = asked.slots()[..] {
            let joint = explored.distributions[slot as usize]
                .as_ref()
                .map(|distribution| JointOdds::from_distribution(&asked, distribution))
                .transpose()?;
            known.push(joint.map_or(ExactAnswer::Unknown, ExactAnswer::Odds));
            continue;
        }
        known.push(match solver.solve(&asked) {
            // Sampling a metric that the scenario defines needs its graph, which is kept if there
            // is room.
            Ok(Some(solved)) if known.len() < asking.metrics.len() && solved.bytes() < kept => {
                kept -= solved.bytes();
                ExactAnswer::Solved(Box::new(solved))
            }
            Ok(Some(solved)) => ExactAnswer::Odds(solved.joint),
            Ok(None) => ExactAnswer::Unknown,
            Err(stop) if stop.is_too_large() => ExactAnswer::Unknown,
            Err(Stop::Rule(error)) => {
                let problem = format!("{}: {}", asking.name(known.len()), error.problem);
                return Err(Stop::Rule(RuleError { problem, ..error }));
            }
            Err(stop) => return Err(stop),
        });
    }
    Ok(known)
}

/// Solves questions about several slots.
struct QuestionSolver<'s> {
    rule: &'s dyn AnyRule,
    explored: &'s ExploredCase<'s>,
    budget: &'s Budget,
    watch: &'s Watch,
    /// The graph of all parts together, once it has been explored; `Some(None)` if it is too large.
    whole: Option<Option<Graph>>,
    /// The graph of the likeliest states of all parts together, once it has been explored.
    together: Option<Option<Graph>>,
}

impl QuestionSolver<'_> {
    /// Returns the odds of a question; `None` if no graph has all of its slots.
    fn solve(&mut self, asked: &JointQuestion) -> Result<Option<SolvedQuestion>, Stop> {
        let watch = self.watch;
        let graphs = self.graphs_for(asked)?;
        // If the parts have graphs and the question is still too large, it would hardly fit with
        // only the likeliest states.
        let has_graphs = graphs.is_some();
        let solved = match graphs {
            Some(graphs) => solve_joint(&graphs, asked, &BUDGET, watch).map(Some),
            None => self.solve_by_slice(asked),
        };
        let is_unknown = match &solved {
            Ok(solved) => solved.is_none(),
            Err(stop) => stop.is_too_large(),
        };
        match self.explored.likeliest {
            Some(known) if is_unknown && !has_graphs => self.solve_in_part(known, asked),
            _ => solved,
        }
    }

    /// Returns the graphs of all parts that a question needs, or the graph of the whole rule if
    /// these parts depend on each other; `None` if they are not known.
    fn graphs_for(&mut self, asked: &JointQuestion) -> Result<Option<Vec<&Graph>>, Stop> {
        let ExploredCase { graphs, parts, .. } = *self.explored;
        let needed = asked.slots();
        let needed: BTreeSet<u32> = needed.iter().map(|&slot| parts[slot as usize]).collect();
        let needed: Vec<u32> = if needed.is_empty() {
            vec![0]
        } else {
            needed.into_iter().collect()
        };
        let touch = needed.iter().enumerate().any(|(index, &part)| {
            needed[..index]
                .iter()
                .any(|&other| self.rule.parts_touch(part, other))
        });
        if !touch {
            let graphs = needed.iter().map(|&part| graphs[part as usize].as_ref());
            return Ok(graphs.collect());
        }
        let whole = match &mut self.whole {
            Some(whole) => whole,
            none => none.insert(match self.rule.explore_whole(&BUDGET, self.watch) {
                Ok(graph) => Some(graph),
                Err(stop) if stop.is_too_large() => None,
                Err(stop) => return Err(stop),
            }),
        };
        Ok(whole.as_ref().map(|graph| vec![graph]))
    }

    /// Computes the exact odds of a question from the slice of the rule that it needs; `None` if it
    /// needs the whole rule.
    fn solve_by_slice(&self, asked: &JointQuestion) -> Result<Option<SolvedQuestion>, Stop> {
        let (budget, watch) = (self.budget, self.watch);
        if let Some(solved) = solve_over(self.explored.sliced, asked, budget, watch)? {
            return Ok(Some(solved));
        }
        let Some(rule) = self.rule.sliced(&asked.slots()) else {
            return Ok(None);
        };
        let graph = rule.explore_whole(budget, watch)?;
        solve_joint(&[&graph], asked, budget, watch).map(Some)
    }

    /// Computes the odds of a question from the likeliest states of a part, or of all parts
    /// together.
    fn solve_in_part(
        &mut self,
        known: &[SlicedGraph],
        asked: &JointQuestion,
    ) -> Result<Option<SolvedQuestion>, Stop> {
        let (budget, watch) = (self.budget, self.watch);
        if let Some(solved) = solve_over(known, asked, budget, watch)? {
            return Ok(Some(solved));
        }
        let graph = match &mut self.together {
            Some(graph) => graph,
            none => none.insert(explore_in_part(self.rule, None, &BUDGET, watch)?),
        };
        let graph = graph.as_ref();
        graph
            .map(|graph| solve_joint(&[graph], asked, budget, watch))
            .transpose()
    }
}

/// Computes the exact odds of a question from the first graph that has all of its slots; `None` if
/// there is no such graph.
fn solve_over(
    known: &[SlicedGraph],
    asked: &JointQuestion,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<SolvedQuestion>, Stop> {
    let slots = asked.slots();
    let known = known
        .iter()
        .find(|(shown, _)| slots.iter().all(|slot| shown.contains(slot)));
    known
        .map(|(_, graph)| solve_joint(&[graph], asked, budget, watch))
        .transpose()
}
