//! The powers that a pool pays for, and their state after a round.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::DiceExpression;

use super::shown::{DAILY, INTERVALS, ended_in_metric, rounds_metric};
use oddsmith_model::rule::values::Values;

/// A maintained power.
#[derive(Clone, Debug)]
pub(super) struct Power {
    pub(super) name: String,
    pub(super) cost: i64,
    /// The round of the first payment.
    pub(super) first_payment: u32,
    /// The number of rounds between payments.
    pub(super) payment_interval: u32,
}

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct PowerMaintenance {
    pub(super) pool: i64,
    pub(super) pool_max: i64,
    pub(super) gain: DiceExpression,
    pub(super) powers: Vec<Power>,
    pub(super) rounds: u32,
    /// Whether a player decides which power is dropped.
    pub(super) has_player_choice: bool,
}

/// The state after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaintenanceState {
    pub(super) round: u32,
    pub(super) pool: i64,
    /// One bit for each power that is still active.
    pub(super) running: u32,
}

impl Power {
    pub(super) fn new(name: &str, values: &Values, dawn_in: u32, rounds: u32) -> Power {
        let word = values.text("maintenance");
        let every = INTERVALS
            .iter()
            .find(|(name, _)| *name == word)
            .map_or(1, |&(_, rounds)| rounds);
        // "Every day at dawn, unlike the other maintenance values": the first payment is not a day
        // after the start.
        let first = if word == DAILY { dawn_in } else { every };
        let name = name.to_owned();
        if first > rounds {
            // It is never paid within the recorded rounds.
            return Power {
                name,
                cost: 0,
                first_payment: u32::MAX,
                payment_interval: every,
            };
        }
        Power {
            name,
            cost: values.whole("cost"),
            first_payment: first,
            payment_interval: every,
        }
    }

    pub(super) fn is_due(&self, round: u32) -> bool {
        round
            .checked_sub(self.first_payment)
            .is_some_and(|since| since.is_multiple_of(self.payment_interval))
    }
}

impl PowerMaintenance {
    /// "The power ends when the round does": the round still counts.
    pub(super) fn end_power(&self, state: &mut MaintenanceState, power: usize, ask: &mut impl Ask) {
        state.running &= !(1 << power);
        ask.observe_whole(rounds_metric(power), state.round.into());
        ask.observe_whole(ended_in_metric(power), state.round.into());
    }
}
