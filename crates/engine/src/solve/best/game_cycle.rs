//! Best play in cycles in which two players decide at once and against each other: strategy
//! iteration (Hoffman and Karp 1966), with bounds from both sides.
//!
//! The side that wants more keeps a mixed strategy, and the other side plays its best response.
//! This gives lower bounds of the values. The games with these values give the next strategy. At
//! the end, the side that wants more plays its best response to the strategy of the other side,
//! which gives upper bounds.

use super::compare::{endless_play_error, relative};
use super::cycle::{decision_cycle, optimise};
use super::layers::Layers;
use super::matrix_game::{GameSolution, solve_oriented};
use super::ring::DecisionCycle;
use super::search::{BestPlaySearch, DecidedState};
use crate::budget::Stop;
use crate::error::RuleError;

/// The iteration ends when no value changes by more than this, relative to the largest scale.
const CONVERGENCE_TOLERANCE: f64 = 1e-14;
/// The bounds may differ by this, relative to the largest scale.
const MAX_DIFFERENCE: f64 = 1e-9;
/// The maximal number of rounds.
const MAX_ROUNDS: u32 = 1000;

/// A game at a state of the cycle, with the current strategies of both players.
struct CycleGame {
    /// The number of options of the second player.
    columns: usize,
    /// Whether the first player wants more.
    wants_more: bool,
    mixes: [Vec<f64>; 2],
}

impl CycleGame {
    /// Returns the index of a player, by what the player wants.
    fn player(&self, wants_more: bool) -> usize {
        usize::from(self.wants_more != wants_more)
    }

    /// Returns the pairs in which one player takes this option, each with the probability that the
    /// other player takes the other option.
    fn answers(&self, player: usize, option: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let other = self.mixes[1 - player].iter().enumerate();
        other
            .filter(|(_, weight)| **weight > 0.0)
            .map(move |(index, &weight)| {
                let pair = match player {
                    0 => option * self.columns + index,
                    _ => index * self.columns + option,
                };
                (pair, weight)
            })
    }
}

/// A cycle with games.
struct GameCycle {
    /// The cycle, in which each pair of options of a game is an option. At the other decisions, its
    /// chosen options are the current strategies.
    pairs: DecisionCycle,
    /// The game at each state, if there is one.
    games: Vec<Option<CycleGame>>,
}

/// Makes the decisions in a cycle with games, and computes the values of its states. It also
/// returns the largest difference between the bounds of a value, relative to the largest scale.
///
/// # Errors
/// Returns an error if the work is stopped, or if the bounds do not meet.
pub(super) fn decide_game_cycle(
    search: &BestPlaySearch<'_>,
    states: &[u32],
    layers: &Layers,
) -> Result<(Vec<DecidedState>, f64), Stop> {
    let mut cycle = GameCycle {
        pairs: decision_cycle(search, states, layers),
        games: states.iter().map(|&state| game_at(search, state)).collect(),
    };
    if !cycle.pairs.choose_exits(false) {
        return Err(endless_play_error());
    }
    let (mut before, mut scale) = (Vec::new(), 0.0f64);
    for _ in 0..MAX_ROUNDS {
        let lower = cycle.answer(true, search)?;
        cycle.take_options(&lower, false);
        cycle.pairs.set_values_of(&lower);
        cycle.solve_games();
        cycle.improve();
        scale = scale.max(lower.largest_scale());
        if difference(lower.values(), &before, scale) <= CONVERGENCE_TOLERANCE {
            break;
        }
        before = lower.values().to_vec();
    }
    let (lower, upper) = (cycle.answer(true, search)?, cycle.answer(false, search)?);
    let scale = scale.max(lower.largest_scale()).max(upper.largest_scale());
    let precision = difference(lower.values(), upper.values(), scale);
    if precision > MAX_DIFFERENCE {
        return Err(no_best_mix_error());
    }
    let played = cycle.values_of_play(search)?;
    let precision = precision.max(difference(played.values(), lower.values(), scale));
    Ok((cycle.into_decided(&played), precision))
}

fn game_at(search: &BestPlaySearch<'_>, state: u32) -> Option<CycleGame> {
    let (_, decision) = search.decision(state)?;
    let both = search.aim.opposed_choices(decision)?;
    let uniform = |options: usize| vec![1.0 / options as f64; options];
    Some(CycleGame {
        columns: both.options[1].len(),
        wants_more: search.aim.wants_more(decision),
        mixes: [0, 1].map(|side| uniform(both.options[side].len())),
    })
}

impl GameCycle {
    /// Returns the best response of one side to the strategy of the other side, with its values.
    /// `fixed_wants_more` says whether the other side, whose strategy is fixed, wants more.
    fn answer(
        &self,
        fixed_wants_more: bool,
        search: &BestPlaySearch<'_>,
    ) -> Result<DecisionCycle, Stop> {
        let mut answer = DecisionCycle::new(self.pairs.has_scales());
        for (state, game) in self.games.iter().enumerate() {
            let options = self.pairs.options_of(state);
            match game {
                Some(game) => {
                    let player = game.player(!fixed_wants_more);
                    for option in 0..game.mixes[player].len() {
                        let pairs = game.answers(player, option);
                        let taken = pairs.map(|(pair, weight)| (options.start + pair, weight));
                        answer.push_mixture(option as u32, &self.pairs, taken);
                    }
                }
                None if self.is_fixed(state, fixed_wants_more) => {
                    let option = self.pairs.chosen_option(state);
                    answer.push_mixture(0, &self.pairs, std::iter::once((option, 1.0)));
                }
                None => {
                    for (index, option) in (0..).zip(options) {
                        answer.push_mixture(index, &self.pairs, std::iter::once((option, 1.0)));
                    }
                }
            }
            answer.close_state(!fixed_wants_more);
        }
        optimise(&mut answer, search.watch)?;
        Ok(answer)
    }

    fn is_fixed(&self, state: usize, fixed_wants_more: bool) -> bool {
        self.pairs.decides(state) && self.pairs.maximises(state) == fixed_wants_more
    }

    /// Takes the options of a best response at the ordinary decisions of the side that responded.
    fn take_options(&mut self, answer: &DecisionCycle, wants_more: bool) {
        for state in 0..self.games.len() {
            if self.games[state].is_none() && self.is_fixed(state, wants_more) {
                self.pairs.choose(state, answer.chosen_index(state));
            }
        }
    }

    /// Finds the best strategies of all games for the current values.
    fn solve_games(&mut self) {
        for (state, game) in self.games.iter_mut().enumerate() {
            let Some(game) = game else { continue };
            let options = self.pairs.options_of(state);
            let payoffs = options.map(|option| self.pairs.worth(option)).collect();
            let (_, solution) = solve_oriented(payoffs, game.columns, game.wants_more);
            let GameSolution { rows, columns, .. } = solution;
            game.mixes = [rows, columns];
        }
    }

    /// Lets the side that wants more take better options at its ordinary decisions.
    fn improve(&mut self) {
        let games: Vec<(usize, usize)> = (0..self.games.len())
            .filter(|&state| self.games[state].is_some() || !self.pairs.maximises(state))
            .map(|state| (state, self.pairs.chosen_index(state)))
            .collect();
        self.pairs.improve();
        for (state, index) in games {
            self.pairs.choose(state, index);
        }
    }

    /// Returns the cycle with the values of the states if both sides follow their current
    /// strategies.
    fn values_of_play(&self, search: &BestPlaySearch<'_>) -> Result<DecisionCycle, Stop> {
        let mut play = DecisionCycle::new(self.pairs.has_scales());
        for (state, game) in self.games.iter().enumerate() {
            let first = self.pairs.options_of(state).start;
            match game {
                Some(game) => {
                    let [rows, columns] = &game.mixes;
                    let pairs = rows
                        .iter()
                        .flat_map(|row| columns.iter().map(move |column| row * column));
                    let weighted = pairs.enumerate().filter(|(_, weight)| *weight > 0.0);
                    let taken = weighted.map(|(pair, weight)| (first + pair, weight));
                    play.push_mixture(0, &self.pairs, taken);
                }
                None => {
                    let option = self.pairs.chosen_option(state);
                    play.push_mixture(0, &self.pairs, std::iter::once((option, 1.0)));
                }
            }
            play.close_state(true);
        }
        optimise(&mut play, search.watch)?;
        Ok(play)
    }

    fn into_decided(self, played: &DecisionCycle) -> Vec<DecidedState> {
        let ordinary: Vec<u32> = self.pairs.decided().map(|state| state.best).collect();
        let games = self.games.into_iter().zip(ordinary).enumerate();
        games
            .map(|(state, (game, option))| (played.value(state), game, option))
            .map(|(value, game, option)| match game {
                Some(CycleGame {
                    mixes: [first, second],
                    ..
                }) => DecidedState::mixed(value, first, second),
                None => DecidedState::new(value, option),
            })
            .collect()
    }
}

/// Returns the largest difference of two values, relative to a scale. It is infinite if there are
/// no values to compare with.
fn difference(values: &[f64], others: &[f64], scale: f64) -> f64 {
    if values.len() != others.len() {
        return f64::INFINITY;
    }
    let differences = values.iter().zip(others).map(|(a, b)| (a - b).abs());
    relative(differences.fold(0.0, f64::max), scale)
}

fn no_best_mix_error() -> Stop {
    let help = "give each round a cost, or set a limit";
    Stop::Rule(RuleError::new(
        "there is no best play: in a cycle of choices made at the same time, waiting longer always \
            gains a little",
        help,
    ))
}
