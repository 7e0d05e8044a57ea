//! The sequence form of a game: what each player may do, and the payoffs of pairs of sequences
//! (Koller, Megiddo and von Stengel 1996).
//!
//! A sequence is what a player has decided so far: the last information set and option, which
//! determine the earlier ones. The empty sequence has the number 0. A plan gives the weight of each
//! sequence: the product of the probabilities with which the player takes its options.

use rustc_hash::FxHashMap;

use super::sets::InformationSets;
use super::step::Step;
use super::walk::Walk;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;

/// The largest number of pairs of a state and of what both players have decided before it.
const MAX_PAIRS: usize = 4_000_000;

/// The options of a player after one sequence.
#[derive(Clone, Debug)]
pub(super) struct SequenceSet {
    /// The index of the information set.
    pub(super) set: u32,
    /// The sequence that leads to it.
    pub(super) parent: u32,
    /// The sequence of its first option; those of the other options follow.
    pub(super) first: u32,
    /// The number of options.
    pub(super) options: usize,
    /// For each sequence of the other player, the probability that chance leads here.
    pub(super) chances: FxHashMap<u32, f64>,
}

impl SequenceSet {
    pub(super) fn sequences(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.options
    }
}

/// A mean payoff, weighted by its probability, for a sequence of each player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payoff {
    pub(super) sequences: [u32; 2],
    pub(super) value: f64,
    /// The probability that chance ends the trial here.
    pub(super) ending: f64,
}

/// A game of two players in sequence form. Player 0 wants more, and player 1 wants less.
#[derive(Debug)]
pub(super) struct SequenceForm {
    /// The sets of each player. Those that come earlier in the game come first.
    pub(super) sets: [Vec<SequenceSet>; 2],
    /// The number of sequences of each player.
    pub(super) sequences: [usize; 2],
    pub(super) payoffs: Vec<Payoff>,
    /// The largest and the smallest payoff of a trial.
    pub(super) extremes: (f64, f64),
    /// The scale of gains: the range of payoffs, or the scale of the value if that is smaller.
    pub(super) scale: f64,
}

/// Why a game has no sequence form.
#[derive(Debug)]
pub(super) enum Unfit {
    /// The player forgets at an information set what happened at an earlier one.
    Forgets {
        set: u32,
        earlier: u32,
    },
    /// There are too many pairs of a state and what was decided before.
    TooLarge,
    Stopped(Stop),
}

/// The probability with which chance leads to a state, and the mean payoff on the way times this
/// probability.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    chance: f64,
    payoff: f64,
}

/// The arrivals at a state, by the earlier decisions of both players.
type Arrivals = FxHashMap<[u32; 2], Arrival>;

impl SequenceForm {
    /// Follows all plays of an acyclic graph.
    pub(super) fn new(
        walk: &Walk<'_>,
        sets: &InformationSets,
        watch: &Watch,
    ) -> Result<SequenceForm, Unfit> {
        let mut unfolding = Unfolding {
            walk,
            arrivals: vec![Arrivals::default(); walk.states().len()],
            payoffs: FxHashMap::default(),
            sets: [Vec::new(), Vec::new()],
            sequences: [1, 1],
            known: FxHashMap::default(),
        };
        unfolding.arrivals[0].insert(
            [0, 0],
            Arrival {
                chance: 1.0,
                payoff: 0.0,
            },
        );
        let mut pairs = 0;
        for &state in walk.states() {
            if watch.is_stopped() {
                return Err(Unfit::Stopped(Stop::Requested));
            }
            let mut arrivals: Vec<_> = std::mem::take(&mut unfolding.arrivals[state as usize])
                .into_iter()
                .collect();
            // Numbers of sequences must not depend on the order of a hash table.
            arrivals.sort_unstable_by_key(|(sequences, _)| *sequences);
            pairs += arrivals.len();
            if pairs > MAX_PAIRS || unfolding.payoffs.len() > MAX_PAIRS {
                return Err(Unfit::TooLarge);
            }
            for (sequences, arrival) in arrivals {
                match walk.decision(state) {
                    None => unfolding.follow(walk.steps_of(state), sequences, arrival),
                    Some((index, _)) => unfolding.decide(sets, index, sequences, arrival)?,
                }
            }
        }
        let mut payoffs: Vec<Payoff> = unfolding
            .payoffs
            .into_iter()
            .map(|(sequences, arrival)| Payoff {
                sequences,
                value: arrival.payoff,
                ending: arrival.chance,
            })
            .collect();
        payoffs.sort_unstable_by_key(|payoff| payoff.sequences);
        let extremes = extremes(&payoffs);
        Ok(SequenceForm {
            scale: walk.scale().min(extremes.0 - extremes.1),
            sets: unfolding.sets,
            sequences: unfolding.sequences,
            extremes,
            payoffs,
        })
    }

    /// Returns the mean payoff of each sequence of a player against a plan of the other player.
    pub(super) fn gradient(&self, player: usize, other_plan: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.sequences[player]];
        for payoff in &self.payoffs {
            let weight = other_plan[payoff.sequences[1 - player] as usize];
            gradient[payoff.sequences[player] as usize] += weight * payoff.value;
        }
        gradient
    }

    /// Returns the value of a best response to a plan of the other player, and its option at each
    /// set. Of equal options, it is the first.
    pub(super) fn best_response(&self, player: usize, other_plan: &[f64]) -> (f64, Vec<usize>) {
        let mut worth = self.gradient(player, other_plan);
        let mut chosen = vec![0; self.sets[player].len()];
        let sign = if player == 0 { 1.0 } else { -1.0 };
        for (index, set) in self.sets[player].iter().enumerate().rev() {
            let options = &worth[set.sequences()];
            let mut best = 0;
            for option in 1..options.len() {
                // Rounding errors must not decide.
                let gain = sign * (options[option] - options[best]);
                if gain > 1e-15 * options[best].abs() {
                    best = option;
                }
            }
            chosen[index] = best;
            let value = options[best];
            worth[set.parent as usize] += value;
        }
        (worth[0], chosen)
    }

    /// Returns the plan of a player who decides nothing.
    pub(super) fn empty_plan(&self, player: usize) -> Vec<f64> {
        let mut plan = vec![0.0; self.sequences[player]];
        plan[0] = 1.0;
        plan
    }

    /// Returns the plan of a player who takes each option of each set with these probabilities.
    pub(super) fn plan(&self, player: usize, mixes: &[Vec<f64>]) -> Vec<f64> {
        let mut plan = self.empty_plan(player);
        for (set, mix) in self.sets[player].iter().zip(mixes) {
            let before = plan[set.parent as usize];
            for (sequence, weight) in set.sequences().zip(mix) {
                plan[sequence] = before * weight;
            }
        }
        plan
    }

    /// Returns the mean payoff of two plans.
    pub(super) fn value(&self, plans: &[Vec<f64>; 2]) -> f64 {
        let value = |payoff: &Payoff| {
            let [row, column] = payoff.sequences;
            plans[0][row as usize] * plans[1][column as usize] * payoff.value
        };
        self.payoffs.iter().map(value).sum()
    }

    /// Returns the probabilities with which a plan takes each option of each set. At a set that the
    /// plan excludes, it is the best response to the plan of the other player.
    pub(super) fn mixes(&self, player: usize, plan: &[f64], other_plan: &[f64]) -> Vec<Vec<f64>> {
        let (_, best) = self.best_response(player, other_plan);
        let mix = |(set, best): (&SequenceSet, usize)| {
            let weights = plan[set.sequences()].iter().map(|weight| weight.max(0.0));
            let total: f64 = weights.clone().sum();
            if total > 1e-12 {
                return weights.map(|weight| weight / total).collect();
            }
            (0..set.options)
                .map(|option| f64::from(option == best))
                .collect()
        };
        self.sets[player].iter().zip(best).map(mix).collect()
    }

    /// Returns the probability that these plans lead to a set of a player.
    pub(super) fn reach(&self, set: &SequenceSet, player: usize, plans: &[Vec<f64>; 2]) -> f64 {
        debug_assert_eq!(plans[player].len(), self.sequences[player]);
        let others = set.chances.iter();
        let chance: f64 = others
            .map(|(&sequence, chance)| plans[1 - player][sequence as usize] * chance)
            .sum();
        chance * plans[player][set.parent as usize]
    }

    /// Returns bounds that the plans guarantee. The plan of player 1 keeps the value at or below
    /// the first number. The plan of player 0 keeps it at or above the second.
    pub(super) fn bounds(&self, plans: &[Vec<f64>; 2]) -> (f64, f64) {
        let most = self.best_response(0, &plans[1]).0;
        let least = self.best_response(1, &plans[0]).0;
        (most, least)
    }
}

struct Unfolding<'g> {
    walk: &'g Walk<'g>,
    arrivals: Vec<Arrivals>,
    payoffs: FxHashMap<[u32; 2], Arrival>,
    sets: [Vec<SequenceSet>; 2],
    sequences: [usize; 2],
    /// The index among the sets of the player, for each information set and the sequence before it.
    known: FxHashMap<(u32, u32), u32>,
}

impl Unfolding<'_> {
    fn follow(&mut self, steps: &[Step], sequences: [u32; 2], arrival: Arrival) {
        for step in steps {
            let found = match step.target {
                Some(target) => self.arrivals[target as usize].entry(sequences),
                None => self.payoffs.entry(sequences),
            };
            let found = found.or_default();
            found.chance += arrival.chance * step.mass;
            found.payoff += arrival.payoff * step.mass + arrival.chance * step.worth;
        }
    }

    fn decide(
        &mut self,
        sets: &InformationSets,
        index: usize,
        sequences: [u32; 2],
        arrival: Arrival,
    ) -> Result<(), Unfit> {
        let (set, other) = sets.of(index);
        let player = sets.all[set as usize].player;
        let first = self.enter(sets, set, sequences, arrival)?;
        let other_first = other
            .map(|other| self.enter(sets, other, sequences, arrival))
            .transpose()?;
        let columns = other.map_or(1, |other| sets.all[other as usize].options as u32);
        for option in 0..sets.all[set as usize].options * columns as usize {
            let mut after = sequences;
            after[player] = first + option as u32 / columns;
            if let Some(other_first) = other_first {
                after[1 - player] = other_first + option as u32 % columns;
            }
            self.follow(self.walk.steps_of_option(index, option), after, arrival);
        }
        Ok(())
    }

    /// Returns the sequence of the first option of an information set after these sequences.
    fn enter(
        &mut self,
        sets: &InformationSets,
        set: u32,
        sequences: [u32; 2],
        arrival: Arrival,
    ) -> Result<u32, Unfit> {
        let information = &sets.all[set as usize];
        let player = information.player;
        let parent = sequences[player];
        let key = (set, if information.sees_part { 0 } else { parent });
        let index = match self.known.get(&key) {
            Some(&index) => index as usize,
            None => {
                let player_sets = &mut self.sets[player];
                self.known.insert(key, player_sets.len() as u32);
                player_sets.push(SequenceSet {
                    set,
                    parent,
                    first: self.sequences[player] as u32,
                    options: information.options,
                    chances: FxHashMap::default(),
                });
                self.sequences[player] += information.options;
                player_sets.len() - 1
            }
        };
        let found = &mut self.sets[player][index];
        if found.parent != parent {
            // One of the two sequences that lead here may be empty.
            let last = found.parent.max(parent) as usize;
            let mut earlier = self.sets[player].iter();
            let earlier = earlier.find(|earlier| earlier.sequences().contains(&last));
            let earlier = earlier.map_or(set, |earlier| earlier.set);
            return Err(Unfit::Forgets { set, earlier });
        }
        *found.chances.entry(sequences[1 - player]).or_default() += arrival.chance;
        Ok(found.first)
    }
}

/// Returns the largest and the smallest payoff of a trial that ends with some pair of sequences.
fn extremes(payoffs: &[Payoff]) -> (f64, f64) {
    let ends = payoffs.iter().filter(|payoff| payoff.ending > 0.0);
    let none = (f64::NEG_INFINITY, f64::INFINITY);
    ends.map(|payoff| payoff.value / payoff.ending)
        .fold(none, |(most, least), payoff| {
            (most.max(payoff), least.min(payoff))
        })
}

/// Returns the error for a choice that does not show what happened at an earlier one of the same
/// side.
pub(super) fn forgetting_error(name: &str, earlier: &str) -> RuleError {
    let help =
        format!("add what was seen and chosen at `{earlier}` to the list `sees` of `{name}`");
    let problem = format!(
        "`{name}` does not see what was seen and chosen at `{earlier}`, but the same side decides both"
    );
    RuleError::new(problem, help)
}
