//! What a player should do: the plan that serves an aim best, and the graph of the rule under that
//! plan.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use super::aim::Aim;
use super::open_play::OpenPlay;
use super::ties::Ties;
use super::weighed::{TIE_TOLERANCE, WeighedGraph};
use crate::budget::{Budget, Stop, Watch};
use crate::choice::{Choice, NOT_SEEN, unlisted_choice_error};
use crate::error::RuleError;
use crate::graph::Graph;
use crate::policy::{BestOptions, Policy, Situation};
use crate::slot_memory::SlotMemory;

/// The most states up to which a plan lists those that best play does not reach.
const MAX_UNMET: usize = 20_000;
/// The most edges up to which a plan has the graph of all tied plays.
const MAX_TIED: usize = 1_000_000;

/// The best play, and what it does.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The mean, or the chance, that is aimed at, under best play.
    pub value: f64,
    /// How far it is from being best, looked at situation by situation apart from how it was
    /// found: what another option would gain anywhere, and how far its value is off that of
    /// its own graph, as a share of what is at stake. More than rounding (1e-9) is a fault of
    /// this library.
    pub shortfall: f64,
    /// Edges of the graph in which it was found.
    pub explored: usize,
    /// The rule's graph under best play.
    pub graph: Graph,
    /// Every situation that best play meets, in the order of the graph.
    pub decisions: Vec<PlannedDecision>,
    /// The situations that only another play meets, each with what is best from there on; none
    /// where there are very many.
    pub unmet: Vec<PlannedDecision>,
    /// All tied plays, where there are several; also `None` if there are too many transitions
    /// between states.
    pub ties: Option<Ties>,
    /// Whether there are others.
    pub is_tied: bool,
    /// The slots whose values so far bear on decisions, because the aim asks for them: numbers for
    /// these follow those of the choice's own parts in every situation.
    pub remembered: Vec<u32>,
}

/// What to do in a situation, of the options that are on offer there.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedDecision {
    /// The choice, by its index.
    pub choice: usize,
    /// A number for each of its parts, and then for each remembered slot: [`NOT_SEEN`] where
    /// nothing was seen there yet.
    pub situation: Situation,
    /// The options on offer, the usual one first.
    pub options: Arc<[i64]>,
    /// The best of them, by its place; among equals the first.
    pub best: usize,
    /// The mean or the chance that is aimed at, from here on.
    pub value: f64,
    /// The same for each option, best play following; `None` where no play could end the trial
    /// after it.
    pub worths: Vec<Option<f64>>,
    /// Whether each option is tied with the best, for all that is aimed at.
    pub is_tied: Vec<bool>,
    /// How likely a trial under best play is to meet this situation; where it may be met again,
    /// how often on average.
    pub reached: f64,
}

impl Policy {
    /// The same, with the best option in each situation of a plan, for the choices that it answers
    /// by [`DecisionRule::Best`](crate::DecisionRule::Best).
    pub fn with_plan(&self, plan: &Plan) -> Policy {
        let mut best = BestOptions::default();
        for decision in &plan.decisions {
            let known = best
                .entry((decision.choice as u32, decision.situation.clone()))
                .or_default();
            known.push((
                Arc::clone(&decision.options),
                decision.options[decision.best],
            ));
        }
        let slots = Some(&plan.remembered).filter(|slots| !slots.is_empty());
        self.with_best(
            best,
            slots.and_then(|slots| SlotMemory::new(&plan.graph.layout, slots).ok()),
        )
    }
}

/// Finds the plan that serves an aim best, over the graph of a rule whose choices were left open.
/// Of several aims the first counts, and each that follows chooses among the plays that are best
/// for those before it.
///
/// A mean that adds up over the trial needs nothing to be remembered. For everything else the
/// states are multiplied by what the trial has shown so far in the slots that are asked for, and by
/// nothing else.
///
/// # Errors
/// When it is stopped or past the budget; when best play would never end a trial; when a number
/// grows past 64 bits; when an aim asks for what sides of a split show together, or for a slot that
/// is not there; when a choice was left open that is not among these; when the rule tells too
/// little of a situation, so that it has two different answers.
///
/// # Panics
/// Without an aim.
pub fn plan(
    graph: &Graph,
    choices: &[Choice],
    aims: &[Aim],
    budget: &Budget,
    watch: &Watch,
) -> Result<Plan, Stop> {
    Ok(plan_with_play(graph, choices, aims, budget, watch)?.0)
}

/// Finds the same plan, and keeps what is needed to evaluate other plays for the first aim.
///
/// # Errors
/// As [`plan`].
///
/// # Panics
/// Without an aim.
pub fn plan_with_play<'g>(
    graph: &'g Graph,
    choices: &[Choice],
    aims: &[Aim],
    budget: &Budget,
    watch: &Watch,
) -> Result<(Plan, OpenPlay<'g>), Stop> {
    if let Some(open) = graph
        .decisions
        .iter()
        .find(|open| open.choice as usize >= choices.len())
    {
        return Err(unlisted_choice_error(open.choice as usize, choices.len()).into());
    }
    let [aim, other_aims @ ..] = aims else {
        panic!("this cannot be an aim")
    };
    let mut first = WeighedGraph::new(graph, aim, choices, budget, watch)?;
    let mut then: Option<WeighedGraph<'_>> = None;
    for aim in other_aims {
        then = Some(
            then.as_ref()
                .unwrap_or(&first)
                .with_next_aim(aim, choices, budget, watch)?,
        );
    }
    let last = then.as_ref().unwrap_or(&first);
    let bears = relevant_slots(last);
    let decisions = met_decisions(&first, last, &bears)
        .map_err(|choice| incomplete_situation_error(choices, choice))?;
    let is_plain = last.slots.len() == first.slots.len();
    let unmet = if is_plain {
        unmet_decisions(&first, &bears, &decisions)
    } else {
        Vec::new()
    };
    let is_tied = last.has_ties();
    let ties = (is_tied && last.graph.edges.len() <= MAX_TIED).then(|| Ties(last.tied_graph().0));
    let remembered = last
        .slots
        .iter()
        .zip(&bears)
        .filter(|(_, bears)| **bears)
        .map(|(&slot, _)| slot)
        .collect();
    let (value, shortfall) = (first.value, first.shortfall.max(last.shortfall));
    let decided = match then {
        Some(last) => last.decided_graph,
        None => std::mem::take(&mut first.decided_graph),
    };
    let plan = Plan {
        value,
        shortfall,
        explored: first.graph.edges.len(),
        decisions: decisions.into_values().collect(),
        unmet,
        ties,
        is_tied,
        remembered,
        graph: decided,
    };
    Ok((plan, OpenPlay::from_weighed(first)))
}

/// The situations that best play meets: with what they are worth for the first aim, and decided by
/// all. The number of a choice that has two answers in one.
fn met_decisions(
    first: &WeighedGraph<'_>,
    last: &WeighedGraph<'_>,
    bears: &[bool],
) -> Result<PlannedByKey, usize> {
    let mut decisions = PlannedByKey::default();
    for (number, decision) in last.graph.decisions.iter().enumerate() {
        let reached = last.reached(decision.state);
        if reached == 0.0 {
            continue;
        }
        let base = last.base(decision.state);
        let base_decision = first
            .graph
            .decision_at(base)
            .map_or(decision, |(_, base_decision)| base_decision);
        let taken = decision.options[last.best[number] as usize];
        let best = base_decision
            .options
            .iter()
            .position(|option| *option == taken)
            .unwrap_or(0);
        let (choice, options) = (decision.choice as usize, Arc::clone(&base_decision.options));
        let situation = without_unused(&decision.situation, bears);
        let key = (decision.choice, situation.clone(), Arc::clone(&options));
        let (value, worths) = (first.value_at(base), first.worths(base_decision).to_vec());
        let is_equal = |option: &i64| {
            let option_index = decision
                .options
                .iter()
                .position(|candidate| candidate == option);
            option_index.is_some_and(|option_index| last.is_tied(number, option_index))
        };
        let equals = options.iter().map(is_equal).collect();
        let planned = PlannedDecision {
            choice,
            situation,
            options,
            best,
            value,
            worths,
            is_tied: equals,
            reached,
        };
        match decisions.entry(key) {
            Entry::Occupied(known) if !known.get().is_same_as(&planned) => return Err(choice),
            Entry::Occupied(mut known) => known.get_mut().reached += reached,
            Entry::Vacant(new) => drop(new.insert(planned)),
        }
    }
    Ok(decisions)
}

type PlannedByKey = IndexMap<(u32, Situation, Arc<[i64]>), PlannedDecision, FxBuildHasher>;

/// Returns the states that best play does not reach. A state with two answers, which depend on a
/// number outside its description, is left out.
fn unmet_decisions(
    first: &WeighedGraph<'_>,
    bears: &[bool],
    met: &PlannedByKey,
) -> Vec<PlannedDecision> {
    let mut candidates = PlannedByKey::default();
    if first.graph.decisions.len() > MAX_UNMET {
        return Vec::new();
    }
    let mut unclear = Vec::new();
    for (number, decision) in first.graph.decisions.iter().enumerate() {
        let (choice, options) = (decision.choice as usize, Arc::clone(&decision.options));
        let situation = without_unused(&decision.situation, bears);
        let key = (decision.choice, situation.clone(), Arc::clone(&options));
        let (best, worths) = (first.best[number] as usize, first.worths(decision).to_vec());
        let Some(value) = worths[best].filter(|_| !met.contains_key(&key)) else {
            continue;
        };
        let equals = (0..options.len())
            .map(|option| first.is_tied(number, option))
            .collect();
        let planned = PlannedDecision {
            choice,
            situation,
            options,
            best,
            value,
            worths,
            is_tied: equals,
            reached: 0.0,
        };
        match candidates.entry(key) {
            Entry::Occupied(known) if !known.get().is_same_as(&planned) => {
                unclear.push(known.index())
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(new) => drop(new.insert(planned)),
        }
    }
    let clear = candidates
        .into_values()
        .enumerate()
        .filter(|(index, _)| !unclear.contains(index));
    clear.map(|(_, planned)| planned).collect()
}

/// Which of the remembered slots have been seen where anybody decides, each once; the others bear
/// on no decision.
fn relevant_slots(weighed: &WeighedGraph<'_>) -> Vec<bool> {
    let slots = &weighed.slots;
    let mut bears = vec![false; slots.len()];
    for decision in &weighed.graph.decisions {
        let remembered = &decision.situation[decision.situation.len() - slots.len()..];
        bears
            .iter_mut()
            .zip(remembered)
            .for_each(|(bears, &value)| *bears |= value != NOT_SEEN);
    }
    bears
        .iter()
        .enumerate()
        .map(|(index, bears)| *bears && !slots[..index].contains(&slots[index]))
        .collect()
}

fn without_unused(situation: &[i64], bears: &[bool]) -> Situation {
    let (parts, remembered) = situation.split_at(situation.len() - bears.len());
    let remembered = remembered
        .iter()
        .zip(bears)
        .filter(|(_, bears)| **bears)
        .map(|(&value, _)| value);
    parts.iter().copied().chain(remembered).collect()
}

impl PlannedDecision {
    fn is_same_as(&self, other: &PlannedDecision) -> bool {
        let near = |(first, other): (&Option<f64>, &Option<f64>)| match (first, other) {
            (Some(first), Some(other)) => {
                (first - other).abs() <= TIE_TOLERANCE * other.abs().max(1.0)
            }
            _ => first.is_none() && other.is_none(),
        };
        self.worths.iter().zip(&other.worths).all(near)
    }
}

fn incomplete_situation_error(choices: &[Choice], choice: usize) -> RuleError {
    let name = choices
        .get(choice)
        .map_or("", |choice| choice.name.as_str());
    let help = "pass everything that the rest of the trial depends on to the choice";
    RuleError::new(format!("`{name}` has two best answers for one state"), help)
}
