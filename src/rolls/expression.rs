//! Translates a typed expression, whose dice have no quotes, to the rule language: `4d6kh3 + 2 >=
//! 14` is `dice("4d6kh3+2") >= 14`.

mod pools;

use std::ops::Range;

use oddsmith_engine::chance::{Amount, DiceText};

use super::word::{Token, TokenKind, tokens};

/// Functions that take a list of dice as their first argument.
const LIST_FUNCTIONS: [&str; 9] = [
    "all", "any", "distinct", "highest", "len", "lowest", "median", "middle", "sorted",
];
/// Functions that take a list of dice if it is their only argument.
const FOLDS: [&str; 3] = ["max", "min", "sum"];
/// Functions that take the number of dice and their faces.
const POOL_FUNCTIONS: [&str; 2] = ["pool", "tally"];
const COMPARISONS: [&str; 6] = [">=", "<=", ">", "<", "==", "!="];

/// A typed expression in the rule language.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleExpression {
    pub(super) text: String,
    /// Bytes of `text`, and the bytes of the typed text that they come from.
    pub(super) spans: Vec<(Range<usize>, Range<usize>)>,
    /// A comparison of the total of several dice with a number that one of them can show.
    pub(super) ambiguous_comparison: Option<AmbiguousComparison>,
}

/// A comparison such as `5d10 >= 7`, which other programs read as a count of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AmbiguousComparison {
    /// The bytes of the typed text.
    pub(super) span: Range<usize>,
    pub(super) typed: String,
    pub(super) count: String,
    pub(super) condition: String,
}

/// A mistake in a typed expression.
#[derive(Debug)]
pub(super) struct ExpressionError {
    pub(super) span: Range<usize>,
    pub(super) problem: String,
    pub(super) help: String,
}

/// Returns whether a text has dice without quotes.
pub(super) fn has_dice(text: &str) -> bool {
    tokens(text)
        .iter()
        .any(|token| token.kind == TokenKind::Dice)
}

/// Translates a typed expression.
///
/// # Errors
/// Returns an error if its dice are not valid.
pub(super) fn translate(typed: &str) -> Result<RuleExpression, ExpressionError> {
    let mut translator = Translator {
        typed,
        tokens: tokens(typed),
        next: 0,
        result: RuleExpression::default(),
    };
    translator.check_tokens()?;
    while translator.next < translator.tokens.len() {
        translator.step()?;
    }
    Ok(translator.result)
}

struct Translator<'t> {
    typed: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token to translate.
    next: usize,
    result: RuleExpression,
}

impl<'t> Translator<'t> {
    fn step(&mut self) -> Result<(), ExpressionError> {
        match self.kind(0) {
            Some(TokenKind::Name) if self.is_counted_pool() => self.counted_pool(),
            Some(TokenKind::Name) if self.text(0) == "count" && self.text(1) == "(" => {
                Err(ExpressionError {
                    span: self.tokens[self.next].span.clone(),
                    problem: "`count` needs dice of one kind and a condition".to_owned(),
                    help: "write count(5d10 >= 7), or count(3d6 in [1, 6])".to_owned(),
                })
            }
            Some(TokenKind::Name) if self.is_pool_call() => self.pool_call(),
            Some(TokenKind::Name) if self.text(0) == "in" && self.is_dice(1) => {
                self.copy();
                self.pool()
            }
            Some(TokenKind::Dice) => self.dice_sum(),
            Some(TokenKind::Number) if self.starts_sum() => self.dice_sum(),
            _ => {
                self.copy();
                Ok(())
            }
        }
    }

    /// Checks for mistakes that the language would explain in terms of a rule file: dice without
    /// faces, two rolls without an operator, and `=` as a comparison.
    fn check_tokens(&self) -> Result<(), ExpressionError> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate() {
            let text = &self.typed[token.span.clone()];
            let mistake = |problem: String, help: &str| {
                Err(ExpressionError {
                    span: token.span.clone(),
                    problem,
                    help: help.to_owned(),
                })
            };
            match text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "=" if depth == 0 => {
                    let help = "write == for this value, or >= for this value or more";
                    return mistake("`=` is no comparison".to_owned(), help);
                }
                _ => {}
            }
            let is_count = text
                .strip_suffix(['d', 'D'])
                .is_some_and(|count| count.chars().all(|c| c.is_ascii_digit()));
            if token.kind == TokenKind::Number && is_count {
                let help = "write the number of faces after d, such as 2d6";
                return mistake(format!("`{text}` has no faces"), help);
            }
            let Some(before) = index.checked_sub(1).map(|before| &self.tokens[before]) else {
                continue;
            };
            let text_before = &self.typed[before.span.clone()];
            let is_value = |kind: TokenKind| matches!(kind, TokenKind::Dice | TokenKind::Number);
            let ends_value = is_value(before.kind) || text_before == ")";
            let has_dice = [token.kind, before.kind].contains(&TokenKind::Dice);
            if is_value(token.kind) && ends_value && has_dice {
                let help = "write + or another operator between them, or make them separate rolls";
                return mistake(format!("nothing joins `{text_before}` and `{text}`"), help);
            }
        }
        Ok(())
    }

    fn kind(&self, ahead: usize) -> Option<TokenKind> {
        Some(self.tokens.get(self.next + ahead)?.kind)
    }

    fn text(&self, ahead: usize) -> &'t str {
        self.tokens
            .get(self.next + ahead)
            .map_or("", |token| &self.typed[token.span.clone()])
    }

    fn is_dice(&self, ahead: usize) -> bool {
        self.kind(ahead) == Some(TokenKind::Dice)
    }

    /// Adds the text for some typed tokens. If there was a blank before them, it adds one, too.
    fn add(&mut self, text: &str, typed: Range<usize>) {
        let had_blank = self.typed[..typed.start].ends_with(char::is_whitespace);
        if had_blank && !self.result.text.is_empty() {
            self.result.text.push(' ');
        }
        let start = self.result.text.len();
        self.result.text.push_str(text);
        self.result
            .spans
            .push((start..self.result.text.len(), typed));
    }

    fn copy(&mut self) {
        let span = self.tokens[self.next].span.clone();
        self.next += 1;
        let text = &self.typed[span.clone()];
        self.add(text, span);
    }

    fn check(&self, word: &str, span: &Range<usize>) -> Result<DiceText, ExpressionError> {
        let text = DiceText::read(word).map_err(|error| ExpressionError {
            span: span.start + error.span.start..span.start + error.span.end,
            problem: error.problem,
            help: error.help,
        })?;
        for (_, term) in &text.terms {
            let (Amount::Number(n), Some((kept, Amount::Number(count)))) = (term.number, term.kept)
            else {
                continue;
            };
            let (least, most, verb) = if kept.is_dropped {
                (0, n.saturating_sub(1), "drop")
            } else {
                (1, n, "keep")
            };
            if !(least..=most).contains(&count) {
                return Err(ExpressionError {
                    span: span.clone(),
                    problem: format!("{n} dice cannot {verb} {count}"),
                    help: format!("{verb} {least} to {most} of them"),
                });
            }
        }
        Ok(text)
    }

    /// Returns whether a sum of numbers and dice starts here, which becomes one dice text.
    fn starts_sum(&self) -> bool {
        self.is_sum_start() && self.sum_length() > 1
    }

    /// Returns whether a sum can start here: the token before is not an operator that would change
    /// it.
    fn is_sum_start(&self) -> bool {
        let Some(before) = self.next.checked_sub(1).map(|index| &self.tokens[index]) else {
            return true;
        };
        let text = &self.typed[before.span.clone()];
        match before.kind {
            TokenKind::Sign => !["+", "-", "*", "/", "//", "%", ")", "]", "."].contains(&text),
            TokenKind::Name => ["and", "or", "not", "if", "else", "in", "return"].contains(&text),
            _ => false,
        }
    }

    /// Returns how many tokens from here are numbers and dice with `+` and `-` between them.
    /// Returns 1 if a stronger operator follows the sum, or if it has no dice.
    fn sum_length(&self) -> usize {
        let is_term = |ahead: usize| {
            self.is_dice(ahead)
                || self.kind(ahead) == Some(TokenKind::Number)
                    && self.text(ahead).chars().all(|c| c.is_ascii_digit())
        };
        let is_free =
            |ahead: usize| !["*", "/", "//", "%", "[", "(", "."].contains(&self.text(ahead));
        if !is_term(0) || !is_free(1) {
            return 1;
        }
        let mut length = 1;
        while ["+", "-"].contains(&self.text(length)) && is_term(length + 1) && is_free(length + 2)
        {
            length += 2;
        }
        if (0..length).any(|ahead| self.is_dice(ahead)) {
            length
        } else {
            1
        }
    }

    /// Translates dice, or a sum of dice and numbers, to one dice text.
    fn dice_sum(&mut self) -> Result<(), ExpressionError> {
        let length = if self.is_sum_start() {
            self.sum_length()
        } else {
            1
        };
        let range = self.next..self.next + length;
        for token in &self.tokens[range.clone()] {
            if token.kind == TokenKind::Dice {
                self.check(&self.typed[token.span.clone()], &token.span)?;
            }
        }
        let words: String = self.tokens[range.clone()]
            .iter()
            .map(|token| &self.typed[token.span.clone()])
            .collect();
        let words: String = words.chars().filter(|c| !c.is_whitespace()).collect();
        let span = self.tokens[range.start].span.start..self.tokens[range.end - 1].span.end;
        if length == 1 {
            self.note_ambiguous_comparison(&words);
        }
        self.next = range.end;
        self.add(&format!("dice(\"{words}\")"), span);
        Ok(())
    }

    /// Stores a comparison of several dice with a number that one die can show.
    fn note_ambiguous_comparison(&mut self, word: &str) {
        let comparison = self.text(1);
        let before = self.next.checked_sub(1).map(|index| &self.tokens[index]);
        let stands_alone =
            before.is_none_or(|token| !["+", "-", "*"].contains(&&self.typed[token.span.clone()]));
        let number = (self.kind(2) == Some(TokenKind::Number))
            .then(|| self.text(2).parse::<u64>().ok())
            .flatten();
        let is_doubtful = || {
            let (count, faces) = word.split_once(['d', 'D'])?;
            let faces: u64 = faces.trim_end_matches('!').parse().ok()?;
            let count: u64 = count.parse().ok()?;
            Some(count > 1 && number? <= faces)
        };
        if stands_alone && COMPARISONS.contains(&comparison) && is_doubtful() == Some(true) {
            let condition = format!("{comparison} {}", self.text(2));
            let start = self.tokens[self.next].span.start;
            self.result.ambiguous_comparison = Some(AmbiguousComparison {
                span: start..self.tokens[self.next + 2].span.end,
                typed: format!("{word} {condition}"),
                count: format!("count({word} {condition})"),
                condition: match comparison {
                    ">=" => format!("{} or more", self.text(2)),
                    "<=" => format!("{} or less", self.text(2)),
                    ">" => format!("more than {}", self.text(2)),
                    "<" => format!("less than {}", self.text(2)),
                    "!=" => format!("something other than {}", self.text(2)),
                    _ => self.text(2).to_owned(),
                },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(typed: &str) -> String {
        translate(typed)
            .unwrap_or_else(|error| panic!("{typed}: {}", error.problem))
            .text
    }

    #[test]
    fn dice_get_quotes() {
        for (typed, expected) in [
            ("3d6", "dice(\"3d6\")"),
            ("2d6 + 3 >= 10", "dice(\"2d6+3\") >= 10"),
            ("10 - 2d6 + d4", "dice(\"10-2d6+d4\")"),
            ("2 * 3d6 + 1", "2 * dice(\"3d6\") + 1"),
            ("2d6 * 2 + 1", "dice(\"2d6\") * 2 + 1"),
            ("5 * (d6 - d4)", "5 * (dice(\"d6-d4\"))"),
            ("x - 2d6 + 3", "x - dice(\"2d6\") + 3"),
            ("d20+5 > d20", "dice(\"d20+5\") > dice(\"d20\")"),
            ("max(d6, d8)", "max(dice(\"d6\"), dice(\"d8\"))"),
            ("max(3d6)", "max(pool(3, 6))"),
            ("sum(highest(5d6, 3))", "sum(highest(pool(5, 6), 3))"),
            ("tally(5d6)[0]", "tally(5, 6)[0]"),
            ("6 in 4d6", "6 in pool(4, 6)"),
            (
                "any(x == 6 for x in 4d6)",
                "any(x == 6 for x in pool(4, 6))",
            ),
            ("count(5d10 >= 7)", "successes(5, 10, 7)"),
            ("count(6d10! >= 8)", "exploding_hits(6, 10, 8, 10)"),
            (
                "count(6d10!>=9 >= 8) + 1",
                "exploding_hits(6, 10, 8, 9) + 1",
            ),
            (
                "count(5d10 == 10)",
                "sum(face == 10 for face in pool(5, 10))",
            ),
            (
                "count(4dF > -1) + 1",
                "sum(face > -1 for face in pool(4, [-1, 0, 1])) + 1",
            ),
            ("dice(\"2d6\") + 1", "dice(\"2d6\") + 1"),
        ] {
            assert_eq!(translated(typed), expected, "{typed}");
        }
    }

    #[test]
    fn ambiguous_comparisons_are_noted() {
        let count = |typed: &str| {
            translate(typed)
                .expect("an expression")
                .ambiguous_comparison
                .map(|comparison| comparison.count)
        };
        assert_eq!(count("5d10>=7").as_deref(), Some("count(5d10 >= 7)"));
        assert_eq!(count("6d10! >= 8").as_deref(), Some("count(6d10! >= 8)"));
        assert_eq!(count("5d10 >= 27"), None);
        assert_eq!(count("d20 >= 7"), None);
        assert_eq!(count("5d10 + 1 >= 7"), None);
    }

    #[test]
    fn mistakes_of_beginners_are_explained() {
        let problem = |typed: &str| {
            let error = translate(typed).expect_err("a mistake");
            (error.problem, error.span)
        };
        assert_eq!(problem("1 + 2d"), ("`2d` has no faces".to_owned(), 4..6));
        assert_eq!(
            problem("4d6kh3 3d6"),
            ("nothing joins `4d6kh3` and `3d6`".to_owned(), 7..10)
        );
        assert_eq!(
            problem("2d6 = 7"),
            ("`=` is no comparison".to_owned(), 4..5)
        );
        for fine in [
            "any(d == 6 for d in 4d6)",
            "d8 if d20 > 3 else 0",
            "2 * (d6)",
        ] {
            assert!(translate(fine).is_ok(), "{fine}");
        }
    }

    #[test]
    fn mistakes_in_dice_point_at_the_typed_character() {
        let error = translate("1 + 4d6kx3").expect_err("a mistake");
        assert_eq!(error.span.start, 7);
        assert_eq!(translate("max(4d6kh3)").expect_err("a total").span, 4..10);
    }
}
