//! The player's choice: which power is dropped if the pool cannot pay for all powers that are due.

use oddsmith_engine::{Ask, Choice};

use super::round::{MaintenanceState, PowerMaintenance};
use oddsmith_model::rule::choice::{ChoiceInfo, ChoiceWords, NumberWords, Part, ShownChoice};

/// The name of the choice in scenarios.
pub(super) const DROP: &str = "drop";

pub(super) const CHOICES: &[ChoiceInfo] = &[ChoiceInfo {
    key: DROP,
    meaning: "Which power is dropped, by its name, if the pool cannot pay for all powers that are due. The choice repeats until the pool can pay. By default powers are paid in the order listed, and the first one that cannot be paid is dropped.",
}];

impl PowerMaintenance {
    /// Returns the choice with its texts.
    pub(super) fn shown_choices(&self) -> Vec<ShownChoice> {
        let names: Vec<String> = self.powers.iter().map(|power| power.name.clone()).collect();
        let runs = |name: &String| Part::number(name, &format!("{name} runs")).hiding_zero();
        let numbers = [
            Part::number("round", "round {}"),
            Part::number("pool", "{} in the pool"),
        ];
        let parts = numbers.into_iter().chain(names.iter().map(runs)).collect();
        let options = NumberWords::Listed(0, names);
        vec![ShownChoice {
            name: DROP.to_owned(),
            options,
            parts,
            words: ChoiceWords::question("Which power to drop?"),
            side: Default::default(),
        }]
    }

    /// Returns the choice for the engine.
    pub(super) fn engine_choices(&self) -> Vec<Choice> {
        let named = |choice: ShownChoice| {
            Choice::new(choice.name, choice.parts.into_iter().map(|part| part.name))
        };
        self.shown_choices().into_iter().map(named).collect()
    }

    /// Drops powers by the player's decisions, until the pool can pay for all remaining powers that
    /// are due.
    pub(super) fn drop_as_chosen(&self, state: &mut MaintenanceState, ask: &mut impl Ask) {
        loop {
            let is_running = |power: usize| state.running >> power & 1 == 1;
            let is_due =
                |&power: &usize| is_running(power) && self.powers[power].is_due(state.round);
            let due: Vec<usize> = (0..self.powers.len()).filter(is_due).collect();
            // The usual option is the first power that cannot be paid in the listed order.
            let mut left = state.pool;
            let usual = due.iter().copied().find(|&power| {
                left -= self.powers[power].cost;
                left < 0
            });
            let Some(usual) = usual else { return };
            let other_powers = due
                .into_iter()
                .filter(|&power| power != usual && self.powers[power].cost > 0);
            let options: Vec<i64> = std::iter::once(usual)
                .chain(other_powers)
                .map(|power| power as i64)
                .collect();
            let runs = (0..self.powers.len()).map(|power| i64::from(is_running(power)));
            let situation: Vec<i64> = [i64::from(state.round), state.pool]
                .into_iter()
                .chain(runs)
                .collect();
            let dropped = ask.choose(0, &options, &situation) as usize;
            self.end_power(state, dropped, ask);
        }
    }
}
