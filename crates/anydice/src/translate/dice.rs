//! Code that rolls dice.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::code::{Code, Kind, Piece, Strength, list};
use super::{Failure, Translator};
use crate::die::Die;
use crate::pool::Pool;

/// The most faces of a die that are listed.
const MAX_FACES: usize = 120;

/// The most dice in dice notation.
const MAX_DICE: u64 = 1_000;

/// The largest weight of a face.
const LARGEST_WEIGHT: u64 = 900_000_000_000_000;

/// The sum of rounded weights, apart from what rounding adds or removes.
const ROUNDED_TOTAL: u64 = 800_000_000_000_000;

/// Returns the number of faces of a die that shows 1, 2 and so on.
pub(super) fn plain_sides(die: &Die) -> Option<usize> {
    let faces = die.faces();
    let is_plain = (1_i64..)
        .zip(faces)
        .all(|(side, (value, weight))| side == *value && weight.is_one());
    (is_plain && !faces.is_empty()).then_some(faces.len())
}

/// Returns the faces and the bonus of a larger die whose faces are 1, 2 and so on, plus a bonus.
fn shifted(die: &Die) -> Option<(usize, i64)> {
    let faces = die.faces();
    let first = faces.first()?.0;
    let is_plain = (first..)
        .zip(faces)
        .all(|(side, (value, weight))| side == *value && weight.is_one());
    let shift = first.checked_sub(1)?;
    (is_plain && faces.len() > 6 && shift != 0).then_some((faces.len(), shift))
}

/// Returns the dice notation of a pool of plain dice.
pub(super) fn notation(pool: &Pool) -> Option<String> {
    let sides = plain_sides(&pool.die)?;
    (pool.count >= 1 && pool.count <= MAX_DICE && sides <= 1_000_000)
        .then(|| format!("{}d{sides}", pool.count))
}

/// Returns the lowest and the highest sum of a pool.
pub(super) fn range(pool: &Pool) -> Option<(i64, i64)> {
    let faces = pool.die.faces();
    let count = i64::try_from(pool.count).ok()?;
    Some((
        faces.first()?.0.checked_mul(count)?,
        faces.last()?.0.checked_mul(count)?,
    ))
}

/// Returns outcomes with weights that fit a rule file, so that each probability is correct to
/// within 1e-14. Outcomes that are rarer than that get the weight 0.
pub(super) fn rounded(outcomes: &[(i64, BigUint)], total: &BigUint) -> Vec<(i64, BigUint)> {
    let scale = BigUint::from(ROUNDED_TOTAL);
    outcomes
        .iter()
        .map(|(value, weight)| {
            let doubled = weight * &scale * 2_u32 + total;
            (*value, doubled / (total * 2_u32))
        })
        .collect()
}

/// Returns the arguments of `roll` for a die with listed faces, if its weights fit.
pub(super) fn listed(faces: &[(i64, BigUint)]) -> Option<String> {
    let mut values = Vec::new();
    let mut weights = Vec::new();
    let mut sum = 0_u64;
    for (value, weight) in faces {
        let weight = weight.to_u64().filter(|weight| *weight <= LARGEST_WEIGHT)?;
        sum = sum.checked_add(weight)?;
        values.push(*value);
        weights.push(weight as i64);
    }
    if sum <= 12 && weights.iter().any(|weight| *weight > 1) {
        let repeated: Vec<i64> = values
            .iter()
            .zip(&weights)
            .flat_map(|(value, weight)| std::iter::repeat_n(*value, *weight as usize))
            .collect();
        return Some(list(&repeated));
    }
    if weights.iter().all(|weight| *weight == 1) {
        return Some(list(&values));
    }
    Some(format!("{}, weights = {}", list(&values), list(&weights)))
}

impl Translator<'_> {
    /// Returns code that rolls one die.
    fn one_die(&self, die: &Die) -> Result<String, Failure> {
        if let Some(sides) = plain_sides(die) {
            return Ok(format!("roll({sides})"));
        }
        if die.faces().len() > MAX_FACES {
            return Err(Failure::Untranslatable);
        }
        let faces = listed(die.faces()).ok_or(Failure::Untranslatable)?;
        Ok(format!("roll({faces})"))
    }

    /// Returns code that rolls a pool and adds up its dice.
    pub(super) fn rolled(&self, pool: &Pool) -> Result<Piece, Failure> {
        let range = range(pool);
        let piece = |text| Ok(Piece::atom(text, Kind::Number, true).with_range(range));
        let faces = pool.die.faces();
        if let [(value, _)] = faces {
            let number = i64::try_from(pool.count)
                .ok()
                .and_then(|count| value.checked_mul(count));
            return Ok(constant(number.ok_or(Failure::Untranslatable)?));
        }
        if pool.count == 0 || faces.is_empty() {
            return Ok(constant(0));
        }
        if pool.count == 1 {
            if let Some((sides, shift)) = shifted(&pool.die) {
                let sign = if shift > 0 { '+' } else { '-' };
                let text = format!("roll({sides}) {sign} {}", shift.unsigned_abs());
                return Ok(Piece::new(text, Strength::Sum, Kind::Number, true).with_range(range));
            }
            return piece(self.one_die(&pool.die)?);
        }
        if let Some(notation) = notation(pool) {
            return piece(format!("dice(\"{notation}\")"));
        }
        if let [(0, miss), (1, hit)] = faces {
            let (hit, total) = (hit.to_u64(), (miss + hit).to_u64());
            if let (Some(hit), Some(total)) = (hit, total)
                && total <= LARGEST_WEIGHT
                && pool.count <= 10_000
            {
                return piece(format!("binomial({}, {hit} / {total})", pool.count));
            }
        }
        if pool.count > 10_000 {
            return Err(Failure::Untranslatable);
        }
        if let Some(faces) = listed(faces)
            && !faces.contains('=')
            && pool.die.faces().len() <= MAX_FACES
        {
            return piece(format!("sum(pool({}, {faces}))", pool.count));
        }
        let die = self.rolled(&Pool::new(1, pool.die.clone()))?.text;
        piece(format!("sum({die} for i in range({}))", pool.count))
    }

    /// Returns code that rolls a pool and lists its dice, highest first.
    pub(super) fn listed_pool(&self, pool: &Pool) -> Result<Piece, Failure> {
        if pool.count > 200 || pool.count == 0 || pool.die.is_empty() {
            return Err(Failure::Untranslatable);
        }
        let count = pool.count;
        let text = if let Some(sides) = plain_sides(&pool.die) {
            format!("pool({count}, {sides})")
        } else if let Some(faces) = listed(pool.die.faces()).filter(|faces| !faces.contains('=')) {
            if pool.die.faces().len() > MAX_FACES {
                return Err(Failure::Untranslatable);
            }
            format!("pool({count}, {faces})")
        } else {
            let die = self.one_die(&pool.die)?;
            format!("highest([{die} for i in range({count})], {count})")
        };
        Ok(Piece::atom(text, Kind::List, true).with_length(Some(count as i64)))
    }

    /// Returns the code of a number: dice are rolled, sequences are added up.
    pub(super) fn number(&mut self, code: &Code) -> Result<Piece, Failure> {
        Ok(match code {
            Code::Number(number) => constant(*number),
            Code::Sequence(values) => {
                let sum: i128 = values.iter().map(|value| i128::from(*value)).sum();
                constant(i64::try_from(sum).map_err(|_| Failure::Untranslatable)?)
            }
            Code::Dice(pool) => self.rolled(pool)?,
            Code::Notation(terms, range) => {
                Piece::atom(format!("dice(\"{terms}\")"), Kind::Number, true).with_range(*range)
            }
            Code::Piece(piece) if piece.kind == Kind::List => Piece::atom(
                format!("sum({})", piece.text),
                Kind::Number,
                piece.is_random,
            ),
            Code::Piece(piece) => piece.clone().number(),
        })
    }
}

/// Returns the code of a constant.
pub(super) fn constant(number: i64) -> Piece {
    let strength = if number < 0 {
        Strength::Negative
    } else {
        Strength::Atom
    };
    Piece::new(number.to_string(), strength, Kind::Number, false).with_range(Some((number, number)))
}
