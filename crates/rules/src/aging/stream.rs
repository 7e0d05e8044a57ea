//! Amounts that arrive or are spent, by turn.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, DiceParseError, Probability};

use oddsmith_model::rule::values::ParameterValue;

/// The amount that arrives or is spent in a turn: dice, with a probability.
#[derive(Clone, Debug)]
pub(super) struct Amount {
    dice: DiceExpression,
    chance: Probability,
}

impl Amount {
    /// Parses `20`, `"2d6+1"` or `"20 @ 0.8"`.
    ///
    /// # Errors
    /// Returns an error with its position in the text and what is allowed.
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
        // The dice come first, so that positions in the dice are positions in the text.
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

    /// Returns the greatest value.
    pub(super) fn most(&self) -> i64 {
        if self.chance == Probability::ZERO {
            0
        } else {
            self.dice.most()
        }
    }

    /// Returns the least value.
    pub(super) fn least(&self) -> i64 {
        if self.chance == Probability::ONE {
            self.dice.least().max(0)
        } else {
            0
        }
    }

    /// Returns the mean.
    pub(super) fn mean(&self) -> f64 {
        let mean: f64 = self
            .dice
            .distribution()
            .map(|(value, mass)| value.max(0) as f64 * mass.float())
            .sum();
        mean * self.chance.value()
    }

    /// Returns whether the amount is random.
    pub(super) fn is_random(&self) -> bool {
        self.dice.fixed_value().is_none()
            || (self.chance != Probability::ZERO && self.chance != Probability::ONE)
    }

    /// Samples the amount.
    pub(super) fn sample(&self, ask: &mut impl Ask) -> u32 {
        if ask.happens(self.chance) {
            ask.total(&self.dice).max(0) as u32
        } else {
            0
        }
    }
}

/// Returns the entry of a list for a turn. The last entry applies to all later turns.
pub(super) fn value_on_turn<T>(list: &[T], turn: u16) -> &T {
    &list[usize::from(turn).min(list.len() - 1)]
}
