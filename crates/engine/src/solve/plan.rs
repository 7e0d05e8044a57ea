//! Plans: the option that players take in every state, and the graph of the rule under this play.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use super::aim::Aim;
use super::best::ScaledValue;
use super::hidden::{Optimality, is_hidden};
use super::open_play::OpenPlay;
use super::ties::Ties;
use super::weighed::WeighedGraph;
use crate::budget::{Budget, Stop, Watch};
use crate::choice::{Choice, NOT_SEEN, OptionWeights, Skill, unlisted_choice_error};
use crate::error::RuleError;
use crate::graph::{Decision, Graph, SharedWeights};
use crate::policy::{PlannedOptions, Policy, Situation};
use crate::slot_memory::SlotMemory;

/// A plan lists states that best play does not reach if the graph has at most this number of
/// decisions.
const MAX_UNMET: usize = 20_000;
/// A plan has the graph of all tied plays if it has at most this number of edges.
const MAX_TIED: usize = 1_000_000;

/// The play of all players and its results. It is best play, unless players make mistakes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The mean or the probability that the player optimises, under the plan.
    pub value: f64,
    /// The scale of rounding errors of the value: the mean sum of the absolute contributions to it.
    /// This is the absolute value if all contributions have the same sign.
    pub scale: f64,
    /// The value of the aim of the other side, if it is not the opposite of ours.
    pub their_value: Option<f64>,
    /// How far best play is from optimal, relative to the scale of values. It is checked state by
    /// state, independently of how the play was found. It is the larger of the gain of any other
    /// option, and of the difference between the value and that of the resulting graph. More than a
    /// rounding error (1e-9) is a bug in this library.
    pub shortfall: f64,
    /// How good the play is known to be, if players see only part of the situation; `None` if they
    /// see everything.
    pub optimality: Option<Optimality>,
    /// The number of edges of the graph in which the plan was found.
    pub explored: usize,
    /// The graph of the rule under the plan.
    pub graph: Graph,
    /// Every state in which the plan makes a decision, in the order of the graph.
    pub decisions: Vec<PlannedDecision>,
    /// The states that the plan does not reach, each with the best option from there on; empty if
    /// there are very many.
    pub unmet: Vec<PlannedDecision>,
    /// All tied plays; `None` if there is only one, or if the graph has too many edges.
    pub ties: Option<Ties>,
    /// Whether there are other plays that are tied with best play.
    pub is_tied: bool,
    /// The slots whose values so far affect decisions because the aim depends on them. In every
    /// situation, their values follow the parts of the choice.
    pub remembered: Vec<u32>,
}

/// The decision in one state.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedDecision {
    /// The index of the choice.
    pub choice: usize,
    /// One number for each part of the choice, and then one for each remembered slot: [`NOT_SEEN`]
    /// if it has no value yet.
    pub situation: Situation,
    /// The allowed options, the usual one first.
    pub options: Arc<[i64]>,
    /// The index of the best option. Among equally good options it is the first.
    pub best: usize,
    /// The mean or the probability that the player optimises, from this state on, with best play of
    /// this player and everybody else playing as planned. If each side has a separate aim, the
    /// value is that of the side that decides.
    pub value: f64,
    /// The same value for each option if this best play follows; `None` if no play can end the
    /// trial after it.
    pub worths: Vec<Option<f64>>,
    /// The loss of each option: how much worse its value is than that of the best option. It is 0
    /// if both differ only by rounding errors.
    pub losses: Vec<Option<f64>>,
    /// Whether each option is tied with the best one for all aims.
    pub is_tied: Vec<bool>,
    /// The probability that the plan takes each option.
    pub weights: Arc<OptionWeights>,
    /// Whether another player decides at the same time, and against this one. The values of options
    /// are then means over the options of the other player.
    pub is_game: bool,
    /// The probability that a trial under the plan reaches this state, or the expected number of
    /// times if it can be reached again.
    pub reached: f64,
}

impl Policy {
    /// Returns the policy with the best options of a plan, for the choices with the rule
    /// [`DecisionRule::Best`](crate::DecisionRule::Best).
    pub fn with_plan(&self, plan: &Plan) -> Policy {
        let mut planned = PlannedOptions::default();
        for decision in &plan.decisions {
            let key = (decision.choice as u32, decision.situation.clone());
            let (options, weights) = (Arc::clone(&decision.options), Arc::clone(&decision.weights));
            planned.entry(key).or_default().push((options, weights));
        }
        let slots = Some(&plan.remembered).filter(|slots| !slots.is_empty());
        self.with_planned(
            planned,
            slots.and_then(|slots| SlotMemory::new(&plan.graph.layout, slots).ok()),
        )
    }
}

/// Finds the best play for an aim, over the graph of a rule whose choices are open. Each further
/// aim chooses among the plays that are optimal for the aims before it.
///
/// If a player of a choice makes mistakes ([`Skill`](crate::Skill)), the plan follows from the
/// values of this player's best play. Everybody else then plays as stated. Further aims then have
/// no effect, and tied plays are not listed.
///
/// A mean that is a sum over the trial needs no memory. For other aims, the states are augmented
/// with the values so far of the slots in the aim.
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, if best play never ends a trial,
/// or if a number overflows 64 bits. It also fails if an aim combines results of several sides of a
/// split, or uses a slot that does not exist. Finally, it fails if an open choice is not listed, or
/// if a situation does not determine the best option.
///
/// # Panics
/// Panics if `aims` is empty.
pub fn plan(
    graph: &Graph,
    choices: &[Choice],
    aims: &[Aim],
    budget: &Budget,
    watch: &Watch,
) -> Result<Plan, Stop> {
    Ok(plan_with_play(graph, choices, aims, budget, watch)?.0)
}

/// Finds the same plan, and returns with it a graph for the evaluation of other plays for the first
/// aim.
///
/// # Errors
/// Fails like [`plan`].
///
/// # Panics
/// Panics if `aims` is empty.
pub fn plan_with_play<'g>(
    graph: &'g Graph,
    choices: &[Choice],
    aims: &[Aim],
    budget: &Budget,
    watch: &Watch,
) -> Result<(Plan, OpenPlay<'g>), Stop> {
    let [aim, other_aims @ ..] = aims else {
        panic!("this cannot be an aim")
    };
    check_choices(graph, choices)?;
    let errs = |decision: &Decision| choices[decision.choice as usize].skill != Skill::Best;
    let is_best = !graph.decisions.iter().any(errs);
    let other_aims = if is_best { other_aims } else { &[] };
    if is_hidden(graph) && !other_aims.is_empty() {
        return Err(second_aim_error().into());
    }
    let first = WeighedGraph::new(graph, aim, choices, budget, watch)?;
    let mut then: Option<WeighedGraph<'_>> = None;
    for aim in other_aims {
        then = Some(
            then.as_ref()
                .unwrap_or(&first)
                .with_next_aim(aim, choices, budget, watch)?,
        );
    }
    plan_of(first, then, choices, is_best)
}

/// Finds the play of two sides, each of which has an aim, and a graph for the evaluation of other
/// plays. At a decision, its side takes the first of the options that are best for its aim. If two
/// players decide at once, they play an equilibrium: neither side gains by departing alone. There
/// may be others.
///
/// If one side wants the opposite of the other, this is the same as [`plan_with_play`] with our
/// aim.
///
/// # Errors
/// Fails like [`plan`]. It also fails if players make mistakes or see only part of the situation,
/// or if a trial can return to a decision. Two players who decide at once may have at most 6
/// options each.
pub fn plan_of_two_sides<'g>(
    graph: &'g Graph,
    choices: &[Choice],
    aims: [&Aim; 2],
    budget: &Budget,
    watch: &Watch,
) -> Result<(Plan, OpenPlay<'g>), Stop> {
    check_choices(graph, choices)?;
    let errs = |decision: &Decision| choices[decision.choice as usize].skill != Skill::Best;
    let is_best = !graph.decisions.iter().any(errs);
    let first = WeighedGraph::of_two_sides(graph, aims, choices, budget, watch)?;
    plan_of(first, None, choices, is_best)
}

fn check_choices(graph: &Graph, choices: &[Choice]) -> Result<(), RuleError> {
    let open = graph.decisions.iter();
    let mut open = open.flat_map(|open| open.sides().map(|(choice, _)| choice as usize));
    match open.find(|&choice| choice >= choices.len()) {
        Some(open) => Err(unlisted_choice_error(open, choices.len())),
        None => Ok(()),
    }
}

/// Returns the plan of a play that was found for one aim, or for several in turn.
fn plan_of<'g>(
    mut first: WeighedGraph<'g>,
    then: Option<WeighedGraph<'_>>,
    choices: &[Choice],
    is_best: bool,
) -> Result<(Plan, OpenPlay<'g>), Stop> {
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
    // With two aims, the other side would answer another of the tied options differently.
    let is_tied = is_best && first.theirs.is_none() && last.has_ties();
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
        value: value.value,
        scale: value.scale,
        their_value: first.theirs.as_ref().map(|theirs| theirs.value.value),
        shortfall,
        explored: first.graph.edges.len(),
        optimality: first.optimality,
        decisions: decisions
            .into_values()
            .map(ScaledDecision::into_planned)
            .collect(),
        unmet,
        ties,
        is_tied,
        remembered,
        graph: decided,
    };
    Ok((plan, OpenPlay::from_weighed(first)))
}

/// Returns the decisions that best play reaches, with their values for the first aim and the best
/// option for all aims. The error is the index of a choice with two best options in one situation.
fn met_decisions(
    first: &WeighedGraph<'_>,
    last: &WeighedGraph<'_>,
    bears: &[bool],
) -> Result<PlannedByKey, usize> {
    let mut decisions = PlannedByKey::default();
    let (mut shared, mut shared_at_first) = (SharedWeights::default(), SharedWeights::default());
    for (index, decision) in last.graph.decisions.iter().enumerate() {
        let reached = last.reached(decision.state);
        if reached == 0.0 {
            continue;
        }
        let base = last.base(decision.state);
        let (base_index, base_decision) =
            first.graph.decision_at(base).unwrap_or((index, decision));
        let taken = decision.options[last.best[index] as usize];
        let best = base_decision
            .options
            .iter()
            .position(|option| *option == taken)
            .unwrap_or(0);
        let (choice, options) = (decision.choice as usize, Arc::clone(&base_decision.options));
        let situation = without_unused(&decision.situation, bears);
        let is_equal = |option: &i64| {
            let option_index = decision
                .options
                .iter()
                .position(|candidate| candidate == option);
            option_index.is_some_and(|option_index| last.is_tied(index, option_index))
        };
        let equals = options.iter().map(is_equal).collect();
        // The graph of a later aim has only the tied options, and the others have no weight. It
        // keeps the mixes of the first aim.
        let weights = if first.is_game[base_index] {
            shared_at_first.of(&first.play, base_decision, &options)
        } else {
            shared.of(&last.play, decision, &options)
        };
        let open = ScaledDecision {
            choice,
            situation,
            options,
            best,
            value: first.value_of(base_index),
            worths: first.worths(base_decision).to_vec(),
            is_tied: equals,
            weights,
            is_game: first.is_game[base_index],
            reached,
        };
        let sides = first.known_sides(base_index);
        for side in open.into_sides(base_decision.at_once.as_deref(), sides) {
            let choice = side.choice;
            match decisions.entry(side.key()) {
                Entry::Occupied(known) if !known.get().is_same_as(&side) => return Err(choice),
                Entry::Occupied(mut known) => known.get_mut().reached += reached,
                Entry::Vacant(new) => drop(new.insert(side)),
            }
        }
    }
    Ok(decisions)
}

type PlannedKey = (u32, Situation, Arc<[i64]>);
type PlannedByKey = IndexMap<PlannedKey, ScaledDecision, FxBuildHasher>;

/// Returns the states that best play does not reach. It omits states whose best option depends on a
/// number outside of their situation.
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
    let mut shared = SharedWeights::default();
    for (index, decision) in first.graph.decisions.iter().enumerate() {
        let (choice, options) = (decision.choice as usize, Arc::clone(&decision.options));
        let situation = without_unused(&decision.situation, bears);
        let (best, worths) = (first.best[index] as usize, first.worths(decision).to_vec());
        if worths[best].is_none() {
            continue;
        }
        let value = first.value_of(index);
        let equals = (0..options.len())
            .map(|option| first.is_tied(index, option))
            .collect();
        let open = ScaledDecision {
            choice,
            situation,
            options,
            best,
            value,
            worths,
            is_tied: equals,
            weights: shared.of(&first.play, decision, &decision.options),
            is_game: first.is_game[index],
            reached: 0.0,
        };
        let sides = first.known_sides(index);
        for side in open.into_sides(decision.at_once.as_deref(), sides) {
            let key = side.key();
            if met.contains_key(&key) {
                continue;
            }
            match candidates.entry(key) {
                Entry::Occupied(known) if !known.get().is_same_as(&side) => {
                    unclear.push(known.index())
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(new) => drop(new.insert(side)),
            }
        }
    }
    let clear = candidates
        .into_values()
        .enumerate()
        .filter(|(index, _)| !unclear.contains(index));
    clear.map(|(_, open)| open.into_planned()).collect()
}

/// Returns which of the remembered slots, without repetition, have a value at some decision. The
/// others affect no decision.
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

/// A planned decision with the scales of its values.
#[derive(Clone, Debug)]
pub(super) struct ScaledDecision {
    pub(super) choice: usize,
    pub(super) situation: Situation,
    pub(super) options: Arc<[i64]>,
    pub(super) best: usize,
    pub(super) value: ScaledValue,
    pub(super) worths: Vec<Option<ScaledValue>>,
    pub(super) is_tied: Vec<bool>,
    pub(super) weights: Arc<OptionWeights>,
    pub(super) is_game: bool,
    pub(super) reached: f64,
}

impl ScaledDecision {
    fn into_planned(self) -> PlannedDecision {
        let (value, worths) = (self.value, &self.worths);
        let of = |compute: fn(ScaledValue, ScaledValue) -> f64| {
            let worths = worths.iter();
            worths
                .map(|worth| worth.map(|worth| compute(value, worth)))
                .collect()
        };
        PlannedDecision {
            worths: of(|_, worth| worth.value),
            losses: of(ScaledValue::loss),
            choice: self.choice,
            situation: self.situation,
            options: self.options,
            best: self.best,
            value: self.value.value,
            is_tied: self.is_tied,
            weights: self.weights,
            is_game: self.is_game,
            reached: self.reached,
        }
    }

    /// Returns what distinguishes the decision from others.
    fn key(&self) -> PlannedKey {
        let options = Arc::clone(&self.options);
        (self.choice as u32, self.situation.clone(), options)
    }

    fn is_same_as(&self, other: &ScaledDecision) -> bool {
        let near = |pair: (&Option<ScaledValue>, &Option<ScaledValue>)| match pair {
            (Some(first), Some(other)) => first.is_tied(*other),
            (first, other) => first.is_none() && other.is_none(),
        };
        self.worths.iter().zip(&other.worths).all(near)
    }
}

fn second_aim_error() -> RuleError {
    let help = "remove `then` from [play]";
    let problem = "a second aim cannot break ties if a choice sees only part of the situation";
    RuleError::new(problem, help)
}

fn incomplete_situation_error(choices: &[Choice], choice: usize) -> RuleError {
    let name = choices
        .get(choice)
        .map_or("", |choice| choice.name.as_str());
    let help = "pass everything that the rest of the trial depends on to the choice";
    RuleError::new(format!("`{name}` has two best answers for one state"), help)
}
