//! Calls of functions that take dice as a list: `count(5d10 >= 7)`, `highest(4d6, 3)`.

use oddsmith_engine::chance::{Amount, DiceText, WrittenDie};

use super::{COMPARISONS, ExpressionError, FOLDS, LIST_FUNCTIONS, POOL_FUNCTIONS, Translator};
use crate::rolls::word::TokenKind;

/// Dice of one kind: their number and their faces.
struct PlainDice {
    count: String,
    faces: String,
}

/// Exploding dice of one kind: each die that shows `from` or more adds another.
struct ExplodingDice {
    count: u64,
    sides: u64,
    from: u64,
}

impl Translator<'_> {
    /// Returns whether a call that counts dice, such as `count(5d10 >= 7)`, starts here.
    pub(super) fn is_counted_pool(&self) -> bool {
        let is_condition =
            COMPARISONS.contains(&self.text(3)) || ["in", "not"].contains(&self.text(3));
        self.text(0) == "count" && self.text(1) == "(" && self.is_dice(2) && is_condition
    }

    pub(super) fn counted_pool(&mut self) -> Result<(), ExpressionError> {
        let start = self.tokens[self.next].span.start;
        if let Some(exploding) = self.exploding_dice(2)? {
            return self.counted_exploding_dice(&exploding);
        }
        let dice = self.plain_dice(2)?;
        if self.text(3) == ">="
            && self.kind(4) == Some(TokenKind::Number)
            && self.text(5) == ")"
            && !dice.faces.starts_with('[')
        {
            let end = self.tokens[self.next + 5].span.end;
            let text = format!(
                "successes({}, {}, {})",
                dice.count,
                dice.faces,
                self.text(4)
            );
            self.next += 6;
            self.add(&text, start..end);
            return Ok(());
        }
        let dice_span = self.tokens[self.next + 2].span.clone();
        self.add("sum(face", start..dice_span.end);
        self.next += 3;
        let mut depth = 0;
        while self.next < self.tokens.len() {
            match self.text(0) {
                "(" | "[" => depth += 1,
                ")" | "]" if depth == 0 => break,
                ")" | "]" => depth -= 1,
                _ if self.is_dice(0) => {
                    return Err(ExpressionError {
                        span: self.tokens[self.next].span.clone(),
                        problem: "`count` compares each die with numbers, not with other dice"
                            .to_owned(),
                        help: "write a number: count(5d10 >= 7)".to_owned(),
                    });
                }
                _ => {}
            }
            self.step()?;
        }
        let pool = format!(" for face in pool({}, {})", dice.count, dice.faces);
        self.result.text.push_str(&pool);
        Ok(())
    }

    /// Translates a call such as `count(6d10! >= 8)`. The dice that explosions add count, too.
    fn counted_exploding_dice(&mut self, dice: &ExplodingDice) -> Result<(), ExpressionError> {
        let start = self.tokens[self.next].span.start;
        let word = self.text(2);
        let least = (self.kind(4) == Some(TokenKind::Number) && self.text(5) == ")")
            .then(|| self.text(4).parse::<u64>().ok())
            .flatten()
            .filter(|least| self.text(3) == ">=" && (1..=dice.sides).contains(least));
        let Some(least) = least else {
            return Err(ExpressionError {
                span: self.tokens[self.next + 2].span.clone(),
                problem: "exploding dice are counted from one face upward".to_owned(),
                help: format!("write count({word} >= {})", dice.sides.min(5)),
            });
        };
        let end = self.tokens[self.next + 5].span.end;
        let ExplodingDice { count, sides, from } = dice;
        self.next += 6;
        self.add(
            &format!("exploding_hits({count}, {sides}, {least}, {from})"),
            start..end,
        );
        Ok(())
    }

    /// Returns dice of one kind that explode, such as `6d10!` and `6d10!>=9`, if they have no other
    /// suffix.
    fn exploding_dice(&self, ahead: usize) -> Result<Option<ExplodingDice>, ExpressionError> {
        let span = self.tokens[self.next + ahead].span.clone();
        let text = self.check(&self.typed[span.clone()], &span)?;
        let [(_, term)] = text.terms.as_slice() else {
            return Ok(None);
        };
        let (Amount::Number(count), Some(Amount::Number(sides)), None) =
            (term.number, term.sides, term.kept)
        else {
            return Ok(None);
        };
        let from = match term.die {
            WrittenDie::Exploding(None) => sides,
            WrittenDie::Exploding(Some(Amount::Number(from))) => from,
            _ => return Ok(None),
        };
        Ok(Some(ExplodingDice { count, sides, from }))
    }

    /// Returns whether a call such as `highest(4d6, 3)`, `max(4d6)` or `tally(5d6)` starts here.
    pub(super) fn is_pool_call(&self) -> bool {
        let is_followed_by = |signs: &[&str]| signs.contains(&self.text(3));
        let takes_list = LIST_FUNCTIONS.contains(&self.text(0)) && is_followed_by(&[")", ","])
            || FOLDS.contains(&self.text(0)) && is_followed_by(&[")"])
            || POOL_FUNCTIONS.contains(&self.text(0)) && is_followed_by(&[")"]);
        self.text(1) == "(" && self.is_dice(2) && takes_list
    }

    pub(super) fn pool_call(&mut self) -> Result<(), ExpressionError> {
        let is_split = POOL_FUNCTIONS.contains(&self.text(0));
        self.copy();
        self.copy();
        if !is_split {
            return self.pool();
        }
        let dice = self.plain_dice(0)?;
        let span = self.tokens[self.next].span.clone();
        self.next += 1;
        self.add(&format!("{}, {}", dice.count, dice.faces), span);
        Ok(())
    }

    pub(super) fn pool(&mut self) -> Result<(), ExpressionError> {
        let dice = self.plain_dice(0)?;
        let span = self.tokens[self.next].span.clone();
        self.next += 1;
        self.add(&format!("pool({}, {})", dice.count, dice.faces), span);
        Ok(())
    }

    /// Returns dice that each show a face, which the list functions need.
    fn plain_dice(&self, ahead: usize) -> Result<PlainDice, ExpressionError> {
        let span = self.tokens[self.next + ahead].span.clone();
        let word = &self.typed[span.clone()];
        self.check(word, &span)?;
        let (count, faces) = word.split_once(['d', 'D']).unwrap_or(("", word));
        let faces = match faces {
            "%" => "100".to_owned(),
            "F" | "f" => "[-1, 0, 1]".to_owned(),
            _ if faces.starts_with('{') && faces.ends_with('}') => face_list(faces),
            _ => faces.to_owned(),
        };
        if faces.starts_with('[') || faces.chars().all(|c| c.is_ascii_digit()) {
            let count = if count.is_empty() { "1" } else { count };
            return Ok(PlainDice {
                count: count.to_owned(),
                faces,
            });
        }
        Err(ExpressionError {
            span,
            problem: format!("`{word}` is a total, but a list of dice is needed here"),
            help: "write plain dice, such as 4d6".to_owned(),
        })
    }
}

/// Returns `{1, 1, 4..6}` as a list of the rule language: `[1, 1, 4, 5, 6]`.
fn face_list(braces: &str) -> String {
    let faces: Vec<String> = DiceText::read(&format!("d{braces}"))
        .map(|text| text.faces.concat())
        .unwrap_or_default()
        .iter()
        .map(i64::to_string)
        .collect();
    format!("[{}]", faces.join(", "))
}
