//! Best play of all players who see only part of the situation.

use rustc_hash::FxHashMap;

use super::sequence_form::{SequenceForm, Unfit, forgetting_error};
use super::sets::InformationSets;
use super::walk::Walk;
use super::{decision_rules, program, regret};
use crate::budget::{Stop, Watch};
use crate::choice::{Choice, likeliest};
use crate::graph::{Decision, Graph, Play};
use crate::odds::Mass;
use crate::solve::best::{EdgeObjective, JointPlay, ScaledValue, relative, rounded_masses};

/// A play is exact if no other play can gain more than this, relative to the scale of payoffs.
const EXACT_GAP: f64 = 1e-9;

/// How good a play is known to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimality {
    /// No other play is better.
    Exact,
    /// No other rule without chance is better, for a player who forgets. Mixing options might be.
    ExactRule,
    /// It is the best rule that was found, for a player who forgets. No rule without chance is
    /// better by more than `gap`.
    BestFound {
        /// The difference between the value and its bound.
        gap: f64,
    },
    /// Two players mix their options such that neither can gain more than `by`.
    Exploitable {
        /// The most that a player can gain by another strategy.
        by: f64,
    },
}

/// The probabilities of the options of each decision, and what is known about them.
struct Found {
    weights: Vec<Vec<Mass>>,
    value: f64,
    optimality: Optimality,
}

/// How two players decide in sets that best play never reaches.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OffPath {
    /// In any way that keeps the play best.
    Any,
    /// As if rare mistakes had led there.
    Trembling,
}

/// The probability of a rare mistake.
const TREMBLE: f64 = 1e-3;
/// The probability of a mistake that changes no value by more than a rounding error.
const SMALLEST_TREMBLE: f64 = 1e-9;
/// A set that play reaches with a smaller probability than this counts as never reached.
const NEVER: f64 = 1e-12;

/// Finds the best play.
pub(super) fn hidden_play(
    graph: &Graph,
    aim: &EdgeObjective<'_>,
    off_path: OffPath,
    watch: &Watch,
) -> Result<(JointPlay, Optimality), Stop> {
    let sets = InformationSets::new(graph, aim);
    let walk = Walk::new(graph, aim)?;
    let found = match SequenceForm::new(&walk, &sets, watch) {
        Ok(form) => solve_form(graph, &sets, &form, off_path, watch)?,
        Err(Unfit::Stopped(stop)) => return Err(stop),
        Err(_) if !sets.has_two_players() => find_rule(graph, &sets, &walk, watch)?,
        Err(Unfit::Forgets { set, earlier }) => {
            let name = |set: u32| {
                let choice = aim.choices.get(sets.all[set as usize].choice as usize);
                choice.map_or("", |choice: &Choice| choice.name.as_str())
            };
            return Err(forgetting_error(name(set), name(earlier)).into());
        }
        Err(Unfit::TooLarge) => return Err(too_large(graph)),
    };
    Ok(evaluate(graph, &sets, &walk, found))
}

pub(super) fn too_large(graph: &Graph) -> Stop {
    Stop::TooLarge {
        states: graph.state_count(),
        edges: graph.edge_count(),
        bytes: None,
    }
}

/// Solves a game in sequence form.
fn solve_form(
    graph: &Graph,
    sets: &InformationSets,
    form: &SequenceForm,
    off_path: OffPath,
    watch: &Watch,
) -> Result<Found, Stop> {
    let gap = |plans: &[Vec<f64>; 2]| {
        let (most, least) = form.bounds(plans);
        relative(most - least, form.scale)
    };
    let solved = match sets.has_two_players() {
        false => Some([0, 1].map(|player| form.empty_plan(player))),
        true => Some(form)
            .filter(|form| program::fits(form))
            .map(|form| program::solve(form, 0.0))
            .filter(|plans| gap(plans) <= 1e3 * EXACT_GAP),
    };
    let plans = match solved {
        Some(plans) => plans,
        None => regret::minimise(form, watch)?,
    };
    let mut mixes = [0, 1].map(|player| form.mixes(player, &plans[player], &plans[1 - player]));
    if off_path == OffPath::Trembling && sets.has_two_players() && program::fits(form) {
        let meant = program::solve(form, TREMBLE);
        for player in [0, 1] {
            let mixes = form.sets[player].iter().zip(&mut mixes[player]);
            for (set, mix) in mixes.filter(|(set, _)| form.reach(set, player, &plans) <= NEVER) {
                let options = &meant[player][set.sequences()];
                let total: f64 = options.iter().sum();
                if total > 0.0 {
                    *mix = options.iter().map(|weight| weight / total).collect();
                }
            }
        }
    }
    let plans = [0, 1].map(|player| form.plan(player, &mixes[player]));
    let weights = weights_of_decisions(graph, sets, form, &plans, &mixes);
    // The proof is about the play as it will be followed.
    let played =
        [0, 1].map(|player| form.plan(player, &played_mixes(sets, form, player, &weights)));
    let value = form.value(&played);
    let (most, least) = form.bounds(&played);
    let exploited = (most - value).max(value - least).max(0.0);
    let optimality = if relative(most - least, form.scale) <= EXACT_GAP {
        Optimality::Exact
    } else {
        Optimality::Exploitable { by: exploited }
    };
    let weights = graph_weights(graph, sets, &weights);
    Ok(Found {
        weights,
        value,
        optimality,
    })
}

/// Returns the probability of each option of each information set. A player who sees everything may
/// come to a decision in several ways, and decides alike after all of them. The probabilities are
/// then a mean, weighted by how likely play is to come each way.
fn weights_of_decisions(
    graph: &Graph,
    sets: &InformationSets,
    form: &SequenceForm,
    plans: &[Vec<f64>; 2],
    mixes: &[Vec<Vec<f64>>; 2],
) -> Vec<Vec<Mass>> {
    debug_assert_eq!(graph.decisions.len(), sets.decision_count());
    let mut sums: Vec<Vec<f64>> = sets.all.iter().map(|set| vec![0.0; set.options]).collect();
    let mut first: Vec<Option<&Vec<f64>>> = vec![None; sets.all.len()];
    for player in [0, 1] {
        for (set, mix) in form.sets[player].iter().zip(&mixes[player]) {
            let reach = form.reach(set, player, plans);
            let sum = &mut sums[set.set as usize];
            sum.iter_mut()
                .zip(mix)
                .for_each(|(sum, weight)| *sum += reach * weight);
            first[set.set as usize].get_or_insert(mix);
        }
    }
    let mix = |(sum, first): (Vec<f64>, Option<&Vec<f64>>)| {
        let total: f64 = sum.iter().sum();
        if total > 1e-300 {
            return rounded_masses(sum.iter().map(|weight| weight / total).collect());
        }
        match first {
            Some(mix) => rounded_masses(mix.clone()),
            None => rounded_masses(vec![1.0 / sum.len() as f64; sum.len()]),
        }
    };
    sums.into_iter().zip(first).map(mix).collect()
}

/// Returns the probabilities with which a player takes the options at each set of the form.
fn played_mixes(
    sets: &InformationSets,
    form: &SequenceForm,
    player: usize,
    weights: &[Vec<Mass>],
) -> Vec<Vec<f64>> {
    debug_assert_eq!(weights.len(), sets.all.len());
    let mix = |set: u32| {
        weights[set as usize]
            .iter()
            .map(|weight| weight.float())
            .collect()
    };
    form.sets[player].iter().map(|set| mix(set.set)).collect()
}

/// Returns the probability of each option of each decision of a graph, from those of the
/// information sets.
fn graph_weights(graph: &Graph, sets: &InformationSets, weights: &[Vec<Mass>]) -> Vec<Vec<Mass>> {
    let of_decision = |index: usize| match sets.of(index) {
        (set, None) => weights[set as usize].clone(),
        (first, Some(second)) => {
            let second = &weights[second as usize];
            let pairs = |&weight: &Mass| second.iter().map(move |&other| weight * other);
            weights[first as usize].iter().flat_map(pairs).collect()
        }
    };
    (0..graph.decisions.len()).map(of_decision).collect()
}

/// Finds the best decision rule of a player who forgets.
fn find_rule(
    graph: &Graph,
    sets: &InformationSets,
    walk: &Walk<'_>,
    watch: &Watch,
) -> Result<Found, Stop> {
    let rule = decision_rules::find(walk, sets, decision_rules::MAX_STEPS, watch)?;
    let gap = (rule.bound - rule.value).abs();
    let optimality = if gap <= EXACT_GAP * walk.scale() {
        Optimality::ExactRule
    } else {
        Optimality::BestFound { gap }
    };
    let decisions = graph.decisions.iter().zip(&rule.options);
    let weights = decisions.map(|(decision, &taken)| {
        let mut weights = vec![Mass::ZERO; decision.options.len()];
        weights[taken as usize] = Mass::ONE;
        weights
    });
    Ok(Found {
        weights: weights.collect(),
        value: rule.value,
        optimality,
    })
}

/// Computes the values of all decisions and options under a play.
fn evaluate(
    graph: &Graph,
    sets: &InformationSets,
    walk: &Walk<'_>,
    found: Found,
) -> (JointPlay, Optimality) {
    let best = |weights: &Vec<Mass>| likeliest(weights.iter().map(|weight| weight.float())) as u32;
    let best: Vec<u32> = found.weights.iter().map(best).collect();
    let mut play = Play::pure(&graph.decisions, &best);
    for (decision, weights) in graph.decisions.iter().zip(&found.weights) {
        play.mix(decision, weights);
    }
    let state_values = walk.values(|index, values| {
        let weights = found.weights[index].iter().enumerate();
        let taken = weights.filter(|(_, weight)| !weight.is_zero());
        taken
            .map(|(option, weight)| weight.float() * walk.option_value(index, option, values))
            .sum()
    });
    let worths = option_worths(graph, sets, walk, &state_values, &found.weights);
    let value = |(decision, weights): (&Decision, &Vec<Mass>)| -> ScaledValue {
        let taken = weights
            .iter()
            .zip(&worths[decision.first_option as usize..]);
        let mut mean = ScaledValue::default();
        taken.for_each(|(weight, worth)| mean += weight.float() * worth.unwrap_or_default());
        mean
    };
    let joint = JointPlay {
        values: graph
            .decisions
            .iter()
            .zip(&found.weights)
            .map(value)
            .collect(),
        play,
        best,
        is_game: vec![true; graph.decisions.len()],
        worths,
        shortfall: relative((state_values[0] - found.value).abs(), walk.scale()),
        best_value: Some(found.value),
        second: None,
        erring: FxHashMap::default(),
    };
    (joint, found.optimality)
}

/// Returns the value of each option of each decision, if the play follows. At an information set,
/// it is the mean over the decisions of the set, weighted by how likely play is to reach each of
/// them.
fn option_worths(
    graph: &Graph,
    sets: &InformationSets,
    walk: &Walk<'_>,
    values: &[f64],
    weights: &[Vec<Mass>],
) -> Vec<Option<ScaledValue>> {
    let played = |index: usize, option: usize| weights[index][option].float();
    // The probability with which the other player and chance lead to each decision of a player.
    let others = [0, 1].map(|player| {
        walk.reaches(
            |index, option| match sets.all[sets.of(index).0 as usize].player == player {
                true => 1.0 / weights[index].len() as f64,
                false => played(index, option),
            },
        )
    });
    let reaches = walk.reaches(played);
    // In sets that play never reaches, the smallest mistakes decide.
    let trembling = walk.reaches(|index, option| {
        let random = 1.0 / weights[index].len() as f64;
        played(index, option) + SMALLEST_TREMBLE * (random - played(index, option))
    });
    let mut worths = vec![None; graph.option_first_edges.len()];
    for set in &sets.all {
        let sum = |reaches: &[f64]| -> f64 {
            set.members
                .iter()
                .map(|&(index, _)| reaches[index as usize])
                .sum()
        };
        let led = [&reaches, &others[set.player], &trembling];
        let reaches = led.into_iter().find(|reaches| sum(reaches) > 0.0);
        let reaches = reaches.unwrap_or(&trembling);
        let total = sum(reaches);
        let decision = |index: u32| &graph.decisions[index as usize];
        // A decision of two players at once has pairs of options.
        let options = decision(set.members[0].0).options.len();
        for option in 0..options {
            let mut mean = ScaledValue::default();
            for &(index, _) in &set.members {
                let share = if total > 0.0 {
                    reaches[index as usize] / total
                } else {
                    1.0 / set.members.len() as f64
                };
                if share > 0.0 {
                    let index = index as usize;
                    mean += share
                        * ScaledValue {
                            value: walk.option_value(index, option, values),
                            scale: walk.option_scale(index, option),
                        };
                }
            }
            for &(index, _) in &set.members {
                worths[decision(index).first_option as usize + option] = Some(mean);
            }
        }
    }
    worths
}
