//! What a player should do: an aim, the plan that serves it best, and the graph of the rule under that plan.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::best::{EdgeWorth, FoundPlay, best_play};
use crate::budget::{Budget, Stop, Watch};
use crate::choice::Choice;
use crate::error::RuleError;
use crate::explore::{Expand, Leaves, Onward, Open, Outset, Termination, explore_all};
use crate::expression::{Expression, overgrown};
use crate::graph::{EdgeTarget, Flow, Graph};
use crate::metric::Fold;
use crate::policy::{BestOptions, NOT_SEEN, Policy, Situation};
use crate::slot_memory::SlotMemory;

/// Values of two options that differ by no more than this, of 1 or of the value, are the same.
const SAME: f64 = 1e-9;

/// What a player wants of a trial: the mean of a number that is never absent, or the chance of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The number or the condition.
    pub of: Expression,
    /// Whether less of it is better.
    pub minimises: bool,
}

/// The best play, and what it does.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The mean, or the chance, that is aimed at, under best play.
    pub value: f64,
    /// How far it is from being best, looked at situation by situation apart from how it was found: what another option would
    /// gain anywhere, and how far its value is off that of its own graph, as a share of what is at stake. More than rounding
    /// (1e-9) is a fault of this library.
    pub shortfall: f64,
    /// Edges of the graph in which it was found.
    pub explored: usize,
    /// The rule's graph under best play.
    pub graph: Graph,
    /// Every situation that best play meets, in the order of the graph.
    pub decisions: Vec<Planned>,
    /// The slots whose values so far bear on decisions, because the aim asks for them: numbers for these follow those of
    /// the choice's own parts in every situation.
    pub remembered: Vec<u32>,
}

/// What to do in a situation, of the options that are on offer there.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The choice, by its index.
    pub choice: usize,
    /// A number for each of its parts, and then for each remembered slot: [`NOT_SEEN`] where nothing was seen
    /// there yet.
    pub situation: Situation,
    /// The options on offer, the usual one first.
    pub options: Arc<[i64]>,
    /// The best of them, by its place; among equals the first.
    pub best: usize,
    /// The mean or the chance that is aimed at, from here on.
    pub value: f64,
    /// The same for each option, best play following; `None` where no play could end the trial after it.
    pub worths: Vec<Option<f64>>,
    /// How likely a trial under best play is to meet this situation; where it may be met again, how often on average.
    pub reached: f64,
}

impl Policy {
    /// The same, with the best option in each situation of a plan, for the choices that it answers by [`Answer::Best`].
    pub fn following(&self, plan: &Plan) -> Policy {
        let mut best = BestOptions::default();
        for own in &plan.decisions {
            let known = best.entry((own.choice as u32, own.situation.clone())).or_default();
            known.push((Arc::clone(&own.options), own.options[own.best]));
        }
        let slots = &plan.remembered;
        self.with_best(best, (!slots.is_empty()).then(|| SlotMemory::new(&plan.graph.layout, slots)))
    }
}

/// Finds the plan that serves an aim best, over the graph of a rule whose choices were left open.
///
/// A mean that adds up over the trial needs nothing to be remembered. For everything else the states are multiplied by
/// what the trial has shown so far in the slots that are asked for, and by nothing else.
///
/// # Errors
/// When it is stopped or past the budget; when best play would never end a trial; when a number grows past 64 bits; when the
/// aim asks for what sides of a split show together; when the rule tells too little of a situation, so that it has two
/// different answers.
pub fn plan(graph: &Graph, choices: &[Choice], aim: &Aim, budget: &Budget, watch: &Watch) -> Result<Plan, Stop> {
    let (mut lifted, mut slots) = (None, Vec::new());
    let of_edges = match added_up(graph, &aim.of) {
        Some(worth) => worth,
        None => match shown_at_the_end(graph, &aim.of)? {
            Some(worth) => worth,
            None => {
                let (graph, worth) = remembering(graph, &aim.of, budget, watch)?;
                (lifted, slots) = (Some(graph), aim.of.slots());
                worth
            }
        },
    };
    let graph = lifted.as_ref().unwrap_or(graph);
    let worth = EdgeWorth { of_edges, minimises: aim.minimises, choices };
    let mut found = best_play(graph, &worth, watch)?;
    let (decided, met) = graph.decided(&found.best, watch)?;
    let visits = Flow::<f64>::of(&decided, 0, watch)?.visits;
    let shortfall = found.shortfall().max(off(graph, &worth, &found, (&met, &visits)));
    let bears = what_bears(graph, slots.len());
    let mut decisions: Vec<Planned> = Vec::new();
    let mut known: FxHashMap<(usize, Situation, Arc<[i64]>), usize> = FxHashMap::default();
    for (number, decision) in graph.decisions.iter().enumerate() {
        let reached = met.binary_search(&decision.state).map_or(0.0, |state| visits[state]);
        if reached == 0.0 {
            continue;
        }
        let (choice, options) = (decision.choice as usize, Arc::clone(&decision.options));
        let situation = without_the_idle(&decision.situation, &bears);
        let (best, worths) = (found.best[number] as usize, found.worths(decision));
        let key = (choice, situation.clone(), Arc::clone(&options));
        let value = found.value_at(decision.state);
        let one = Planned { choice, situation, options, best, value, worths, reached };
        match known.get(&key) {
            None => {
                known.insert(key, decisions.len());
                decisions.push(one);
            }
            Some(&at) if decisions[at].is_same_as(&one) => decisions[at].reached += reached,
            Some(_) => return Err(told_too_little(choices, choice).into()),
        }
    }
    let remembered = slots.into_iter().zip(bears).filter(|(_, bears)| *bears).map(|(slot, _)| slot).collect();
    Ok(Plan { value: found.value, shortfall, explored: graph.edges.len(), graph: decided, decisions, remembered })
}

/// How far the value that was found backwards is off the one that is gathered forwards, along the ways that are played, as a
/// share of it.
fn off(graph: &Graph, worth: &EdgeWorth<'_>, found: &FoundPlay<'_>, (met, visits): (&[u32], &[f64])) -> f64 {
    let gathered = |(&state, &visits): (&u32, &f64)| -> f64 {
        let edges = match graph.decision_at(state) {
            Some((number, decision)) => graph.edges_of_option(decision, found.best[number] as usize),
            None => graph.edges_of(state as usize),
        };
        visits * edges.map(|edge| graph.edges[edge].mass.float() * worth.of_edges[edge]).sum::<f64>()
    };
    let sum: f64 = met.iter().zip(visits).map(gathered).sum();
    (sum - found.value).abs() / found.value.abs().max(1.0)
}

/// Which of so many remembered slots have been seen where anybody decides; the others bear on no decision.
fn what_bears(graph: &Graph, slots: usize) -> Vec<bool> {
    let mut bears = vec![false; slots];
    for decision in &graph.decisions {
        let told = &decision.situation[decision.situation.len() - slots..];
        bears.iter_mut().zip(told).for_each(|(bears, &value)| *bears |= value != NOT_SEEN);
    }
    bears
}

fn without_the_idle(situation: &[i64], bears: &[bool]) -> Situation {
    let (own, told) = situation.split_at(situation.len() - bears.len());
    let told = told.iter().zip(bears).filter(|(_, bears)| **bears).map(|(&value, _)| value);
    own.iter().copied().chain(told).collect()
}

impl Planned {
    fn is_same_as(&self, other: &Planned) -> bool {
        let near = |(one, other): (&Option<f64>, &Option<f64>)| match (one, other) {
            (Some(one), Some(other)) => (one - other).abs() <= SAME * other.abs().max(1.0),
            _ => one.is_none() && other.is_none(),
        };
        self.worths.iter().zip(&other.worths).all(near)
    }
}

fn told_too_little(choices: &[Choice], choice: usize) -> RuleError {
    let name = choices.get(choice).map_or("", |choice| choice.name.as_str());
    let help = "let the choice be told everything that the rest of the trial depends on";
    RuleError::new(format!("`{name}` has two answers in what it takes for one situation"), help)
}

/// What each edge is worth, where all that is asked for is shown as a trial ends; `None` where some is shown before.
fn shown_at_the_end(graph: &Graph, of: &Expression) -> Result<Option<Vec<f64>>, Stop> {
    let slots = of.slots();
    let is_asked: Vec<bool> = graph.cells.iter().map(|cell| slots.contains(&cell.slot)).collect();
    let is_shown = |edge: usize| graph.seen(edge).iter().any(|&cell| is_asked[cell as usize]);
    let ends = |edge: usize| graph.target(edge) == EdgeTarget::Done;
    if !graph.splits.is_empty() || (0..graph.edges.len()).any(|edge| !ends(edge) && is_shown(edge)) {
        return Ok(None);
    }
    let mut worth = vec![0.0; graph.edges.len()];
    for edge in (0..worth.len()).filter(|&edge| ends(edge)) {
        let cells = || graph.shown(edge);
        let shown = |slot| cells().find(|cell| cell.slot == slot).map(|cell| cell.value);
        worth[edge] = value_of(of, |slot| shown(slot).or(otherwise(graph, slot)))?;
    }
    Ok(Some(worth))
}

/// What a slot is in a trial that leaves it out, where that is a value.
fn otherwise(graph: &Graph, slot: u32) -> Option<i64> {
    graph.layout.metric(slot as usize).otherwise
}

/// What an aim comes to for what was shown.
fn value_of(of: &Expression, mut shown: impl FnMut(u32) -> Option<i64>) -> Result<f64, Stop> {
    match of.of(&mut shown) {
        Some(Some(value)) => Ok(value as f64),
        Some(None) => Err(absent().into()),
        None => Err(overgrown().into()),
    }
}

/// What each edge adds to a number that is a sum over the trial of what it shows; `None` where it is no such sum.
fn added_up(graph: &Graph, of: &Expression) -> Option<Vec<f64>> {
    let mut factors: FxHashMap<u32, f64> = FxHashMap::default();
    let constant = terms(graph, of, 1.0, true, &mut factors)?;
    // A number that is there whatever happens moves nobody; it would have to be added where a trial ends.
    if constant != 0.0 {
        return None;
    }
    let worth = |edge: usize| {
        let cells = graph.shown(edge);
        cells.map(|cell| factors.get(&cell.slot).map_or(0.0, |factor| factor * cell.value as f64)).sum()
    };
    Some((0..graph.edges.len()).map(worth).collect())
}

/// Gathers the factors of the slots of a sum, and gives its constant.
fn terms(
    graph: &Graph,
    of: &Expression,
    factor: f64,
    may_not_be_absent: bool,
    factors: &mut FxHashMap<u32, f64>,
) -> Option<f64> {
    match of {
        Expression::Number(number) => Some(factor * *number as f64),
        Expression::Seen(slot) => {
            let metric = &graph.layout.metric(*slot as usize);
            // What a trial that leaves it out counts for is not on any way.
            let adds_up =
                matches!(metric.fold, Fold::Once | Fold::Sum) && metric.otherwise.is_none_or(|value| value == 0);
            (adds_up && !(may_not_be_absent && metric.is_optional)).then(|| {
                *factors.entry(*slot).or_insert(0.0) += factor;
                0.0
            })
        }
        Expression::Plus(two) => {
            let first = terms(graph, &two[0], factor, true, factors)?;
            Some(first + terms(graph, &two[1], factor, true, factors)?)
        }
        Expression::Minus(two) => {
            let first = terms(graph, &two[0], factor, true, factors)?;
            Some(first + terms(graph, &two[1], -factor, true, factors)?)
        }
        Expression::Times(two) => match &**two {
            [Expression::Number(number), other] | [other, Expression::Number(number)] => {
                terms(graph, other, factor * *number as f64, may_not_be_absent, factors)
            }
            _ => None,
        },
        // What is absent adds nothing here.
        Expression::Sum(list) => {
            list.iter().try_fold(0.0, |sum, one| Some(sum + terms(graph, one, factor, false, factors)?))
        }
        _ => None,
    }
}

/// What a trial has shown so far in the slots that an aim asks for.
type Memory = Box<[Option<i64>]>;

/// A graph with its states multiplied by what has been shown so far in some slots; all else stays as it is.
struct Remembering<'g> {
    graph: &'g Graph,
    slots: Vec<u32>,
    /// The memory of each lifted state, in the order in which they are expanded.
    met: Vec<Memory>,
}

impl Remembering<'_> {
    fn after(&self, memory: &Memory, edge: usize) -> Result<Memory, RuleError> {
        let layout = &self.graph.layout;
        let mut memory = memory.clone();
        for &cell in self.graph.seen(edge) {
            let cell = self.graph.cells[cell as usize];
            let Ok(place) = self.slots.binary_search(&cell.slot) else { continue };
            let fold = layout.metric(cell.slot as usize).fold;
            let value = match memory[place] {
                None => cell.value,
                Some(before) => fold.combine(before, cell.value).ok_or_else(|| layout.twice(cell.slot))?,
            };
            memory[place] = Some(value);
        }
        Ok(memory)
    }
}

impl Expand for Remembering<'_> {
    type State = (u32, Memory);

    fn expand(&mut self, state: &Self::State, leaves: &mut Leaves<Self::State>) -> Result<(), RuleError> {
        let (own, memory) = state;
        self.met.push(memory.clone());
        let decision = self.graph.decision_at(*own).map(|(_, decision)| decision);
        let groups = decision.map_or(1, |decision| decision.options.len());
        for option in 0..groups {
            let (edges, cost) = match decision {
                None => (self.graph.edges_of(*own as usize), self.graph.costs[*own as usize]),
                Some(decision) => {
                    let told = memory.iter().map(|value| value.unwrap_or(NOT_SEEN));
                    let situation = decision.situation.iter().copied().chain(told).collect();
                    let (choice, options) = (decision.choice as usize, decision.options.as_ref().into());
                    leaves.choose(&Open { choice, options, situation, option });
                    (self.graph.edges_of_option(decision, option), self.graph.cost_of_option(decision, option))
                }
            };
            leaves.cost_on_average(cost);
            for edge in edges {
                let after = self.after(memory, edge)?;
                let onward = match self.graph.target(edge) {
                    EdgeTarget::State(target) => Onward::State((target, after)),
                    EdgeTarget::Done => Onward::Done,
                    EdgeTarget::Cut => Onward::Cut,
                    EdgeTarget::Split(_) => return Err(side_by_side()),
                };
                let cells: Vec<_> = self.graph.shown(edge).collect();
                leaves.add_cells(self.graph.edges[edge].mass, &cells, onward);
            }
        }
        Ok(())
    }
}

fn side_by_side() -> RuleError {
    let help = "aim at a mean that adds up, such as mean(X) of a metric that is summed";
    RuleError::new("the aim asks for what several sides of a trial show together, which go on side by side", help)
}

/// The graph with what an aim asks for remembered, and what each edge adds: all of it where a trial ends.
fn remembering(graph: &Graph, of: &Expression, budget: &Budget, watch: &Watch) -> Result<(Graph, Vec<f64>), Stop> {
    let mut lifted = Remembering { graph, slots: of.slots(), met: Vec::new() };
    let start = (0, vec![None; lifted.slots.len()].into());
    let ending = Termination::where_endless(graph.is_unbounded(|slot| lifted.slots.contains(&slot)));
    let outset = Outset::new(graph.layout.clone(), start).ending(ending).cut_early();
    let explored = explore_all(&mut lifted, outset, budget, watch)?;
    let mut worth = vec![0.0; explored.edges().len()];
    for state in 0..explored.state_count() {
        for edge in explored.edges_of(state) {
            if explored.target(edge) != EdgeTarget::Done {
                continue;
            }
            let memory = Remembering { graph: &explored, slots: lifted.slots.clone(), met: Vec::new() };
            let shown = memory.after(&lifted.met[state], edge)?;
            let seen = |slot: u32| shown[lifted.slots.binary_search(&slot).ok()?];
            worth[edge] = value_of(of, |slot| seen(slot).or(otherwise(graph, slot)))?;
        }
    }
    Ok((explored, worth))
}

fn absent() -> RuleError {
    let help = "aim at what every trial shows, or at the chance of a condition";
    RuleError::new("the aim is the mean of something that may be absent", help)
}
