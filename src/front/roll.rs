//! Exact distributions of dice, and arithmetic with independent rolls.

use std::fmt;

use oddsmith_engine::chance::{DiceExpression, Probability, binomial};
use oddsmith_engine::explore::Watch;
use oddsmith_engine::odds::{Mass, Pmf};
use rustc_hash::FxHashMap;

use super::{Error, odds_while};
use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics};

/// The most pairs of values that an operation combines.
const MAX_PAIRS: usize = 20_000_000;
/// The most dice, and the most faces of a die, that are counted without a rule.
const MAX_COUNTED: u32 = 1000;
const MAX_FACES: u64 = 10_000;

/// The exact distribution of a roll: whole numbers with their probabilities.
///
/// ```
/// let attack = oddsmith::roll("d20+5")?;
/// let defence = oddsmith::roll("d20+3")?;
/// let hits = attack.combine(&defence, "attack >= defence", |a, d| Some(i64::from(a >= d)))?;
/// assert_eq!(hits.chance(|hit| hit == 1).fraction(), Some((247, 400)));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Roll {
    text: String,
    pmf: Pmf,
}

/// Returns the exact distribution of typed dice. A condition such as `2d6 >= 7` is 1 or 0.
///
/// Sums of dice, their comparisons with a number, and counts of dice take microseconds. Anything
/// else is compiled to a rule and explored, which takes milliseconds.
///
/// # Errors
/// Returns what is wrong with the expression, or that it is too large for exact odds.
pub fn roll(dice: &str) -> Result<Roll, Error> {
    match quick_roll(dice) {
        Some(roll) => Ok(roll),
        None => roll_while(dice, &Watch::default()),
    }
}

/// Returns the exact distribution of typed dice that need no rule, such as `3d6`; `None` for others.
pub fn quick_roll(dice: &str) -> Option<Roll> {
    let text = dice.trim();
    let roll = |pmf| Roll {
        text: text.to_owned(),
        pmf,
    };
    quick_pmf(text).map(roll)
}

/// Compiles typed dice to a rule, and explores it until the watch stops it.
///
/// # Errors
/// Fails like [`roll`], and if it is stopped.
pub fn roll_while(dice: &str, watch: &Watch) -> Result<Roll, Error> {
    Ok(Roll {
        text: dice.trim().to_owned(),
        pmf: odds_while(dice, watch)?.pmf().cloned().unwrap_or_default(),
    })
}

/// Returns the distribution of an expression that needs no rule; `None` for any other.
fn quick_pmf(text: &str) -> Option<Pmf> {
    sum_of_dice(text)
        .or_else(|| comparison(text))
        .or_else(|| count_of_dice(text))
}

/// Returns the distribution of a sum of dice and numbers; `None` for anything else.
fn sum_of_dice(text: &str) -> Option<Pmf> {
    let has_dice = text.contains(['d', 'D']);
    // Spaces inside dice are a mistake, which the slower way explains.
    let has_odd_spaces = text
        .split(['+', '-'])
        .any(|part| part.trim().contains(char::is_whitespace));
    // Exploding dice never end: each way would cut their tail elsewhere.
    if !has_dice || has_odd_spaces || text.contains('!') {
        return None;
    }
    let packed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let dice = DiceExpression::parse(&packed).ok()?;
    Some(possible(dice.distribution()))
}

/// Returns the distribution of the comparison of a sum of dice with a number: 1 or 0.
fn comparison(text: &str) -> Option<Pmf> {
    let (left, holds) = read_comparison(text)?;
    let sum = sum_of_dice(left)?;
    let chances = [false, true].map(|wanted| {
        let mass = sum.probability(|value| holds(value) == wanted);
        (i64::from(wanted), mass)
    });
    Some(possible(chances))
}

/// Returns the distribution of `count(5d10 >= 7)`: how many of some plain dice are successes.
fn count_of_dice(text: &str) -> Option<Pmf> {
    let inner = text.strip_prefix("count(")?.strip_suffix(')')?;
    let (left, holds) = read_comparison(inner)?;
    let (count, faces) = left.split_once('d')?;
    let (count, faces): (u32, u64) = (count.parse().ok()?, faces.parse().ok()?);
    if !(1..=MAX_COUNTED).contains(&count) || !(1..=MAX_FACES).contains(&faces) {
        return None;
    }
    let successes = (1..=faces)
        .filter(|&face| holds(face.cast_signed()))
        .count();
    let chance = Probability::ratio(successes as u64, faces)?;
    Some(possible((0..).zip(binomial(count, chance))))
}

/// Reads a comparison with a number: the text to the left of it, and whether it holds for a value.
fn read_comparison(text: &str) -> Option<(&str, impl Fn(i64) -> bool)> {
    let start = text.find(['<', '>', '=', '!'])?;
    let (left, rest) = text.split_at(start);
    type Comparison = fn(i64, i64) -> bool;
    let signs: [(&str, Comparison); 6] = [
        (">=", |a, b| a >= b),
        ("<=", |a, b| a <= b),
        ("==", |a, b| a == b),
        ("!=", |a, b| a != b),
        (">", |a, b| a > b),
        ("<", |a, b| a < b),
    ];
    let (sign, holds) = signs.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
    let number: i64 = rest[sign.len()..].trim().parse().ok()?;
    Some((left.trim(), move |value| holds(value, number)))
}

/// Returns the distribution of the values that are possible.
fn possible(masses: impl IntoIterator<Item = (i64, Mass)>) -> Pmf {
    let masses = masses.into_iter().filter(|(_, mass)| *mass != Mass::ZERO);
    Pmf::new(masses.collect())
}

impl Roll {
    /// Returns a roll that is always this number.
    pub fn constant(value: i64) -> Roll {
        Roll {
            text: value.to_string(),
            pmf: Pmf::new(vec![(value, Mass::ONE)]),
        }
    }

    /// Returns the values with their probabilities, in ascending order.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// Returns the mean. If it is a short fraction, it is this fraction as a float, and not a sum of
    /// rounded numbers. A roll without values has no mean.
    pub fn mean(&self) -> f64 {
        let masses = self.pmf.masses();
        let ([(least, _), ..], [.., (most, _)]) = (masses, masses) else {
            return f64::NAN;
        };
        // The mean's position between both, which is not above 1, as fractions of masses must be.
        let range = most.abs_diff(*least).max(1);
        let above =
            |&(value, mass): &(i64, Mass)| mass * Mass::ratio(value.abs_diff(*least).into(), 1);
        let total: Mass = masses.iter().map(|&(_, mass)| mass).sum();
        let sum = masses.iter().map(above).sum::<Mass>() * Mass::ratio(1, range.into());
        let rounded_once = |(n, d): (u64, u64)| {
            let (n, d) = (i128::from(n), i128::from(d));
            let above = n.checked_mul(range.into())?;
            let numerator = i128::from(*least).checked_mul(d)?.checked_add(above)?;
            Some(numerator as f64 / d as f64)
        };
        let is_whole = total.fraction() == Some((1, 1));
        let fraction = sum.fraction().filter(|_| is_whole);
        fraction
            .and_then(rounded_once)
            .unwrap_or_else(|| self.pmf.mean())
    }

    /// Returns the probability of the values that `allows` accepts.
    pub fn chance(&self, allows: impl FnMut(i64) -> bool) -> Mass {
        self.pmf.probability(allows)
    }

    /// Returns the distribution of a function of two independent rolls, which has this text. The
    /// function returns `None` if its result is not a whole number of 64 bits.
    ///
    /// # Errors
    /// Fails if the function returns `None`, or if there are too many pairs of values.
    pub fn combine(
        &self,
        other: &Roll,
        text: impl Into<String>,
        function: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<Roll, Error> {
        self.combine_while(other, text, function, &Watch::default())
    }

    /// Returns the same as [`combine`](Roll::combine), until the watch stops it.
    ///
    /// # Errors
    /// Fails like `combine`, and if it is stopped.
    pub fn combine_while(
        &self,
        other: &Roll,
        text: impl Into<String>,
        function: impl Fn(i64, i64) -> Option<i64>,
        watch: &Watch,
    ) -> Result<Roll, Error> {
        let text = text.into();
        let (left, right) = (self.pmf.masses(), other.pmf.masses());
        if left.len().saturating_mul(right.len()) > MAX_PAIRS {
            return Err(refused(&text, "has too many results", "use smaller rolls"));
        }
        let mut masses: FxHashMap<i64, Mass> = FxHashMap::default();
        for &(a, a_mass) in left {
            if watch.is_stopped() {
                return Err(RunError::Interrupted.into());
            }
            for &(b, b_mass) in right {
                let Some(value) = function(a, b) else {
                    let problem = format!("has no result for {a} and {b}");
                    return Err(refused(
                        &text,
                        &problem,
                        "use smaller numbers, and do not divide by 0",
                    ));
                };
                *masses.entry(value).or_insert(Mass::ZERO) += a_mass * b_mass;
            }
        }
        let mut masses: Vec<(i64, Mass)> = masses.into_iter().collect();
        masses.sort_unstable_by_key(|&(value, _)| value);
        Ok(Roll {
            text,
            pmf: Pmf::new(masses),
        })
    }
}

/// The text that was rolled.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn refused(text: &str, problem: &str, help: &str) -> Error {
    Diagnostics::from(Diagnostic::nowhere(format!("`{text}` {problem}"), help)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds;

    #[test]
    fn sums_of_rolls_are_those_of_one_expression() {
        let die = roll("d6").expect("a die");
        let sum = die
            .combine(&die, "d6 + d6", |a, b| a.checked_add(b))
            .expect("a sum");
        let both = roll("2d6").expect("two dice");
        assert_eq!(sum.pmf().masses().len(), 11);
        for &(value, mass) in both.pmf().masses() {
            assert_eq!(sum.pmf().mass(value).fraction(), mass.fraction(), "{value}");
        }
    }

    #[test]
    fn means_are_rounded_once() {
        let means = [
            ("3d6", 10.5),
            ("-d4", -2.5),
            ("4d6kh3", 15869.0 / 1296.0),
            ("d1", 1.0),
            ("10d10", 55.0),
            ("d6!", 4.2),
        ];
        for (text, mean) in means {
            let found = roll(text).expect("dice").mean();
            assert!((found - mean).abs() < 1e-12, "{text}: {found}");
            assert!(text.contains('!') || found == mean, "{text}: {found}");
        }
    }

    #[test]
    fn both_ways_to_a_distribution_agree() {
        let sums = [
            "d6",
            "3d6",
            "4d6kh3",
            "2d20kl1+3",
            "d8 - d6",
            "2d6+1d8-2",
            "2d6r1",
            "2d{1, 1, 2}",
            "4dF",
            "3d6!",
            "-d4",
        ];
        let comparisons = [
            "2d6 >= 7", "d20+5>12", "3d6 == 3", "d6 != 2", "d4 < 1", "2d4 <= 8",
        ];
        let counts = [
            "count(5d10 >= 7)",
            "count(1d6==6)",
            "count(3d6 < 1)",
            "count(4d4 <= 4)",
        ];
        for text in sums.into_iter().chain(comparisons).chain(counts) {
            let quick = quick_pmf(text);
            let slow = odds(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let slow = slow.pmf().expect("exact odds");
            let Some(quick) = quick else {
                assert!(
                    ["2d{1, 1, 2}", "3d6!"].contains(&text),
                    "{text} takes the slow way"
                );
                continue;
            };
            assert_eq!(quick.masses().len(), slow.masses().len(), "{text}");
            for (&(value, mass), &(other, wanted)) in quick.masses().iter().zip(slow.masses()) {
                assert_eq!(
                    (value, mass.fraction()),
                    (other, wanted.fraction()),
                    "{text}"
                );
                assert!(
                    (mass.value() - wanted.value()).abs() < 1e-12,
                    "{text}: {value}"
                );
            }
        }
        for mistake in [
            "2 d6",
            "d6 >= ",
            "2x6",
            "d6 = 3",
            "5",
            "d6 >= d4",
            "",
            "count(5d10)",
            "count(5dF >= 1)",
        ] {
            assert!(quick_pmf(mistake).is_none(), "{mistake}");
        }
    }

    #[test]
    fn results_that_are_no_whole_numbers_are_refused() {
        let die = roll("d6").expect("a die");
        let error = die
            .combine(&Roll::constant(0), "d6 // 0", i64::checked_div)
            .expect_err("a division by 0");
        assert!(
            error
                .to_string()
                .contains("`d6 // 0` has no result for 1 and 0"),
            "{error}"
        );
    }
}
