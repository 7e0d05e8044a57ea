//! Players of different skill: who plays best, who makes mistakes, and what they all play together.

use rustc_hash::FxHashMap;

use super::compare::ScaledValue;
use super::group_graph::{decide_others, look_ahead};
use super::play::{FoundPlay, best_play};
use super::worth::EdgeWorth;
use crate::budget::{Stop, Watch};
use crate::choice::{Side, Skill};
use crate::error::RuleError;
use crate::graph::{Decision, Graph, Play};
use crate::odds::Mass;

/// The plays of several groups have settled if no weight changes by more than this.
const SETTLED: f64 = 1e-12;
/// The most edges that rounds may visit, if the plays of several groups depend on each other, and
/// the number of rounds that are always tried.
const MAX_VISITS: usize = 3_000_000_000;
const MIN_ROUNDS: usize = 50;

/// What all players do, and what each of them could reach by best play.
pub(in crate::solve) struct JointPlay {
    /// How likely each option is.
    pub(in crate::solve) play: Play,
    /// The best option of each decision, as an index into its options: the group that decides plays
    /// best from there on, and everybody else as stated.
    pub(in crate::solve) best: Vec<u32>,
    /// Whether two players make each decision at once, and against each other.
    pub(in crate::solve) is_game: Vec<bool>,
    /// The value of each decision with this option.
    pub(in crate::solve) values: Vec<ScaledValue>,
    /// The same value for each option of each decision; `None` if no play can end the trial after
    /// it.
    pub(in crate::solve) worths: Vec<Option<ScaledValue>>,
    /// How far the best options are from optimal, relative to the scale of values.
    pub(in crate::solve) shortfall: f64,
    /// The value of a trial if all decisions are best.
    pub(in crate::solve) best_value: Option<f64>,
    /// The values for the second of two players who decide at once, if each side has an aim of its
    /// own. The other values are then those of the first player.
    pub(in crate::solve) second: Option<SecondPlayers>,
}

/// The values of decisions and options for the second of two players who decide at once.
pub(in crate::solve) struct SecondPlayers {
    pub(in crate::solve) values: Vec<ScaledValue>,
    pub(in crate::solve) worths: Vec<Option<ScaledValue>>,
}

impl SecondPlayers {
    pub(super) fn undecided(graph: &Graph) -> SecondPlayers {
        SecondPlayers {
            values: vec![ScaledValue::of(f64::NAN); graph.decisions.len()],
            worths: vec![None; graph.option_first_edges.len()],
        }
    }
}

/// Players who decide together: with the same skill and, unless they play best, for the same side.
#[derive(Clone, Copy, PartialEq)]
struct Group {
    skill: Skill,
    side: Option<Side>,
}

impl Group {
    fn of(aim: &EdgeWorth<'_>, decision: &Decision) -> Group {
        let (side, skill) = aim.player(decision);
        Group {
            skill,
            side: (skill != Skill::Best).then_some(side),
        }
    }
}

/// Finds the play of all players. A group plays, or errs, by the values of its best play, with
/// everybody else playing as stated. If several groups depend on each other, each of them answers
/// the others in turn until nothing changes. Without cycles this ends: the decisions that come last
/// settle first.
///
/// # Errors
/// Returns an error if the work is stopped, if a trial would never end, if a cycle takes too long,
/// or if the plays of several groups do not settle.
pub(in crate::solve) fn joint_play(
    graph: &Graph,
    aim: &EdgeWorth<'_>,
    watch: &Watch,
) -> Result<JointPlay, Stop> {
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = Vec::with_capacity(graph.decisions.len());
    for decision in &graph.decisions {
        let group = Group::of(aim, decision);
        let index = groups.iter().position(|known| *known == group);
        group_of.push(index.unwrap_or(groups.len()));
        if index.is_none() {
            groups.push(group);
        }
    }
    if graph
        .decisions
        .iter()
        .any(|decision| aim.is_imperfect_game(decision))
    {
        return Err(imperfect_game_error());
    }
    let everybody: Vec<usize> = (0..graph.decisions.len()).collect();
    let is_alone = groups.len() <= 1;
    let starts_best = !is_alone || groups.iter().all(|group| group.skill == Skill::Best);
    let mut joint = JointPlay::undecided(graph);
    if starts_best {
        let found = best_play(graph, aim, watch)?;
        joint.best_value = Some(found.value);
        joint.play = Play::pure(&graph.decisions, &found.best);
        for (number, weights) in found.pair_weights() {
            joint.play.mix(&graph.decisions[number], &weights);
            joint.is_game[number] = true;
        }
        if is_alone {
            joint.store_best(graph, &everybody, &found);
            joint.shortfall = found.shortfall();
            return Ok(joint);
        }
    }
    let members = |group: usize| -> Vec<usize> {
        let is_member = |number: &usize| group_of[*number] == group;
        everybody.iter().copied().filter(is_member).collect()
    };
    let groups: Vec<(Group, Vec<usize>)> = (0..)
        .zip(groups)
        .map(|(index, group)| (group, members(index)))
        .collect();
    let mut rounds = 0;
    loop {
        let (mut change, mut shortfall) = (0.0f64, 0.0f64);
        for (group, members) in &groups {
            let answer = joint.answer(graph, aim, *group, members, is_alone, watch)?;
            change = change.max(answer.change);
            shortfall = shortfall.max(answer.shortfall);
        }
        joint.shortfall = shortfall;
        if is_alone || change <= SETTLED {
            joint.best_value = None;
            return Ok(joint);
        }
        rounds += 1;
        if rounds >= MIN_ROUNDS && rounds * graph.edge_count() > MAX_VISITS {
            return Err(unsettled_error());
        }
    }
}

/// How a group answered the others.
struct Answer {
    /// The largest change of a weight.
    change: f64,
    shortfall: f64,
}

impl JointPlay {
    pub(super) fn undecided(graph: &Graph) -> JointPlay {
        let decisions = graph.decisions.len();
        JointPlay {
            play: Play::pure(&graph.decisions, &vec![0; decisions]),
            best: vec![0; decisions],
            is_game: vec![false; decisions],
            values: vec![ScaledValue::of(f64::NAN); decisions],
            worths: vec![None; graph.option_first_edges.len()],
            shortfall: 0.0,
            best_value: None,
            second: None,
        }
    }

    /// Stores the best options of decisions, which were found in a graph with only these decisions.
    fn store_best(&mut self, graph: &Graph, members: &[usize], found: &FoundPlay<'_>) {
        let mut worths = found.worths().into_iter();
        for (&number, &best) in members.iter().zip(&found.best) {
            let decision = &graph.decisions[number];
            self.best[number] = best;
            self.values[number] = found.value_at(decision.state);
            let first = decision.first_option as usize;
            let options = &mut self.worths[first..first + decision.options.len()];
            options
                .iter_mut()
                .zip(&mut worths)
                .for_each(|(stored, worth)| *stored = worth);
        }
    }

    /// Lets a group answer the others.
    fn answer(
        &mut self,
        graph: &Graph,
        aim: &EdgeWorth<'_>,
        group: Group,
        members: &[usize],
        is_alone: bool,
        watch: &Watch,
    ) -> Result<Answer, Stop> {
        let others_decided = if is_alone {
            None
        } else {
            Some(decide_others(graph, &self.play, members))
        };
        let (graph_of_group, aim_of_group);
        let (open, open_aim) = match others_decided {
            None => (graph, aim),
            Some((decided, edges)) => {
                graph_of_group = decided;
                aim_of_group = aim.of_edges(&edges);
                (&graph_of_group, &aim_of_group)
            }
        };
        let found = best_play(open, open_aim, watch)?;
        self.store_best(graph, members, &found);
        let shortfall = found.shortfall();
        let pairs: FxHashMap<usize, Vec<Mass>> = found.pair_weights().collect();
        let taken = match group.skill {
            Skill::Worst => {
                let opposite = EdgeWorth {
                    minimises: !open_aim.minimises,
                    ..open_aim.clone()
                };
                best_play(open, &opposite, watch)?.best
            }
            Skill::ShortSighted(choices) => {
                let allowed: Vec<bool> = found.worths().iter().map(Option::is_some).collect();
                let (layered, edges) = look_ahead(open, choices, &allowed);
                let best = best_play(&layered, &open_aim.of_edges(&edges), watch)?.best;
                best[best.len() - members.len()..].to_vec()
            }
            Skill::Best | Skill::Mistakes(_) | Skill::Within(_) => found.best,
        };
        let mut change = 0.0f64;
        for (index, (&number, &option)) in members.iter().zip(&taken).enumerate() {
            let decision = &graph.decisions[number];
            let weights = match pairs.get(&index) {
                Some(weights) => weights.clone(),
                None => self.weights(decision, group.skill, option as usize),
            };
            let changes = self.play.weights(decision).zip(&weights);
            change = changes.fold(change, |change, (before, weight)| {
                change.max((before.float() - weight.float()).abs())
            });
            self.play.mix(decision, &weights);
        }
        Ok(Answer { change, shortfall })
    }

    /// Returns how likely a player of this skill takes each option of a decision, if the player
    /// means to take this one. An option after which a trial can never end is not taken by mistake.
    pub(in crate::solve) fn weights(
        &self,
        decision: &Decision,
        skill: Skill,
        meant: usize,
    ) -> Vec<Mass> {
        let first = decision.first_option as usize;
        let worths = &self.worths[first..first + decision.options.len()];
        let pure = |option: usize| {
            if option == meant {
                Mass::ONE
            } else {
                Mass::ZERO
            }
        };
        let Some(best) = worths[meant] else {
            return (0..worths.len()).map(pure).collect();
        };
        let count = worths.iter().flatten().count() as u128;
        match skill {
            Skill::Best | Skill::Worst | Skill::ShortSighted(_) => {
                (0..worths.len()).map(pure).collect()
            }
            Skill::Mistakes(share) => {
                let (numerator, denominator) = share.fraction();
                let (right, all) = (u128::from(numerator), u128::from(denominator));
                let weight = |(option, worth): (usize, &Option<ScaledValue>)| match worth {
                    None => Mass::ZERO,
                    Some(_) if option == meant => {
                        Mass::ratio(right * count + all - right, all * count)
                    }
                    Some(_) if right == all => Mass::ZERO,
                    Some(_) => Mass::ratio(all - right, all * count),
                };
                worths.iter().enumerate().map(weight).collect()
            }
            Skill::Within(scale) => quantal_weights(worths, best, scale),
        }
    }
}

/// Returns the weights of quantal response: proportional to exp(−loss / scale).
fn quantal_weights(worths: &[Option<ScaledValue>], best: ScaledValue, scale: f64) -> Vec<Mass> {
    let loss = |worth: ScaledValue| (best.value - worth.value).abs();
    let weight =
        |worth: &Option<ScaledValue>| worth.map_or(0.0, |worth| (-loss(worth) / scale).exp());
    let weights: Vec<f64> = worths.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    let taken = weights.iter().filter(|weight| **weight > 0.0).count();
    let is_even = weights.iter().all(|&weight| weight == 0.0 || weight == 1.0);
    let mass = |&weight: &f64| match weight {
        0.0 => Mass::ZERO,
        _ if is_even => Mass::ratio(1, taken as u128),
        weight => Mass::inexact(weight / total),
    };
    weights.iter().map(mass).collect()
}

#[cold]
fn imperfect_game_error() -> Stop {
    let help = "let both of them play best, or one of them at random, by a fixed option or by a rule of thumb";
    Stop::Rule(RuleError::no_such_play(
        "players who choose at the same time cannot make mistakes: each would have to know how the \
            other one mixes options",
        help,
    ))
}

#[cold]
fn unsettled_error() -> Stop {
    let help = "let one of them play \"best\", at random or by a rule of thumb";
    Stop::Rule(RuleError::new(
        "the players do not settle on a way to play: each answers the others' mistakes in turn forever",
        help,
    ))
}
