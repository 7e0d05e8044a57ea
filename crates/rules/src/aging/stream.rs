//! What arrives and what is spent, turn by turn.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, DiceParseError, Probability};

use oddsmith_model::rule::values::ParameterValue;

/// What arrives or is spent on a turn: dice, with a chance.
#[derive(Clone, Debug)]
pub(super) struct Amount {
    dice: DiceExpression,
    chance: Probability,
}

impl Amount {
    /// Reads `20`, `"2d6+1"` or `"20 @ 0.8"`.
    ///
    /// # Errors
    /// What is wrong with it, where in the text, and what is allowed.
    pub(super) fn read(value: &ParameterValue) -> Result<Amount, DiceParseError> {
        let text = match value {
            ParameterValue::Dice(dice) => {
                return Ok(Amount {
                    dice: dice.clone(),
                    chance: Probability::ONE,
                });
            }
            ParameterValue::Text(text) => text,
            other => panic!("an amount is {other:?}"),
        };
        // The dice come first, so that a place in them is one in the text.
        let (dice, chance) = text.split_once('@').unwrap_or((text, "1"));
        let message = |problem: &str| format!("\"{text}\": {problem}");
        let dice = DiceExpression::parse(dice).map_err(|wrong| DiceParseError {
            problem: message(&wrong.problem),
            ..wrong
        })?;
        let chance = Probability::parse(chance.trim()).ok_or_else(|| {
            let start = text.len() - chance.trim_start().len();
            let problem = match chance.trim() {
                "" => message("no chance stands after the @"),
                chance => message(&format!("`{chance}` is not a probability")),
            };
            let help = "after the @ stands its chance: \"20 @ 0.8\"".to_owned();
            DiceParseError {
                span: start..start + chance.trim().len(),
                problem,
                help,
            }
        })?;
        Ok(Amount { dice, chance })
    }

    /// How many it is at most.
    pub(super) fn most(&self) -> i64 {
        if self.chance == Probability::ZERO {
            0
        } else {
            self.dice.most()
        }
    }

    /// How many it is at least.
    pub(super) fn least(&self) -> i64 {
        if self.chance == Probability::ONE {
            self.dice.least().max(0)
        } else {
            0
        }
    }

    /// How many it is on average.
    pub(super) fn mean(&self) -> f64 {
        let mean: f64 = self
            .dice
            .distribution()
            .map(|(value, mass)| value.max(0) as f64 * mass.float())
            .sum();
        mean * self.chance.value()
    }

    /// Whether chance has a say.
    pub(super) fn is_random(&self) -> bool {
        self.dice.fixed_value().is_none()
            || (self.chance != Probability::ZERO && self.chance != Probability::ONE)
    }

    /// How many it is this time.
    pub(super) fn sample(&self, ask: &mut impl Ask) -> u32 {
        if ask.happens(self.chance) {
            ask.total(&self.dice).max(0) as u32
        } else {
            0
        }
    }
}

/// What a list by turn says of a turn, its last entry being repeated.
pub(super) fn value_on_turn<T>(list: &[T], turn: u16) -> &T {
    &list[usize::from(turn).min(list.len() - 1)]
}
