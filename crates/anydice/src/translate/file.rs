//! Puts a rule file together.

use std::fmt::Write;
use std::ops::Range;

use num_traits::Zero;
use rustc_hash::FxHashSet;

use super::code::{Kind, Piece, Strength};
use super::dice::{listed, rounded};
use super::{Draft, Translator};
use crate::die::Distribution;
use crate::problem::Problem;

/// A program as a rule file.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// The text of the file. It is empty if no output can be written.
    pub text: String,
    /// The translation of each output, in the order of the program.
    pub outputs: Vec<TranslatedOutput>,
    /// Whether the result of every output is always 0 or 1, so that the rule file records chances.
    pub are_chances: bool,
    /// Warnings for the reader of the program.
    pub warnings: Vec<Problem>,
}

/// The translation of an output.
#[derive(Clone, Debug)]
pub struct TranslatedOutput {
    /// The name of the output in the program.
    pub name: String,
    /// The word that chooses the output in the rule file. It differs from the name if that has
    /// characters that a word cannot have, or if an earlier output has the same name.
    pub word: String,
    /// How the output is written.
    pub how: How,
    /// Whether its result is always 0 or 1, and some output of the program can be both.
    pub is_chance: bool,
    /// The bytes of the `output` statement in the program.
    pub span: Range<usize>,
    /// The bytes of the rule file that are about this output alone; empty if it was not written.
    pub written: Range<usize>,
}

/// How an output is written in the rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As a rule.
    Translated,
    /// As a list of its outcomes, with the weight of each.
    Evaluated,
    /// As a list of its outcomes with rounded weights, because the exact ones have too many digits.
    /// Each probability is correct to within 1e-12.
    Rounded,
    /// Not at all: it has no outcomes, or too many.
    Unwritable,
}

/// The helper functions that code may call, with their text.
pub(super) const HELPERS: [(&str, &str); 4] = [
    (
        "divide",
        "def divide(a, b):\n    \"\"\"Divides, and rounds toward zero\"\"\"\n    quotient = abs(a) // abs(b)\n    return quotient if a >= 0 and b > 0 or a <= 0 and b < 0 else -quotient\n",
    ),
    (
        "power",
        "def power(base, exponent):\n    product = 1\n    for i in range(exponent):\n        product *= base\n    return product\n",
    ),
    (
        "item",
        "def item(values, position):\n    \"\"\"The value at a position, from 1; 0 if there is none\"\"\"\n    return values[position - 1] if 1 <= position <= len(values) else 0\n",
    ),
    (
        "picked",
        "def picked(values, positions):\n    \"\"\"The sum of the values at some positions\"\"\"\n    return sum(item(values, i) for i in positions)\n",
    ),
];

impl Translator<'_> {
    /// Puts the file together.
    pub(super) fn file(self, title: &str) -> RuleFile {
        let words = words(&self.drafts);
        let chances: Vec<bool> = chances(&self.drafts);
        let mut outputs: Vec<TranslatedOutput> = Vec::new();
        let mut codes = Vec::new();
        for ((draft, word), is_chance) in self.drafts.iter().zip(words).zip(chances) {
            let (how, code) = match &draft.code {
                Some(code) => (How::Translated, Some(code.clone())),
                None => evaluated(&draft.distribution),
            };
            codes.push(code);
            outputs.push(TranslatedOutput {
                name: draft.name.clone(),
                word,
                how,
                is_chance,
                span: draft.span.clone(),
                written: 0..0,
            });
        }
        let are_chances = outputs
            .iter()
            .filter(|output| output.how != How::Unwritable)
            .all(|output| output.is_chance);
        let is_written = outputs.iter().any(|output| output.how != How::Unwritable);
        let text = if is_written {
            self.text(title, &mut outputs, &codes, are_chances)
        } else {
            String::new()
        };
        RuleFile {
            text,
            outputs,
            are_chances,
            warnings: self.evaluator.warnings,
        }
    }

    fn text(
        &self,
        title: &str,
        outputs: &mut [TranslatedOutput],
        codes: &[Option<Piece>],
        are_chances: bool,
    ) -> String {
        let mut written: Vec<(&mut TranslatedOutput, &Piece)> = outputs
            .iter_mut()
            .zip(codes)
            .filter_map(|(output, code)| Some((output, code.as_ref()?)))
            .collect();
        let words: Vec<String> = written
            .iter()
            .map(|(output, _)| format!("\"{}\"", output.word))
            .collect();
        let mut text = self.head(title, &words, are_chances);
        text.push_str("\ndef trial():\n");
        let last = written.len() - 1;
        for (index, ((output, code), word)) in written.iter_mut().zip(&words).enumerate() {
            let start = text.len();
            let indent = if last == 0 { "    " } else { "        " };
            match index {
                _ if last == 0 => {}
                0 => {
                    let _ = writeln!(text, "    if output == {word}:");
                }
                _ if index == last => text.push_str("    else:\n"),
                _ => {
                    let _ = writeln!(text, "    elif output == {word}:");
                }
            }
            let comment = match output.how {
                How::Evaluated => {
                    "The weights are the odds that were computed from the AnyDice program."
                }
                How::Rounded => {
                    "The weights are the odds of the AnyDice program, rounded: each is within 1e-12."
                }
                How::Translated | How::Unwritable => "",
            };
            if !comment.is_empty() {
                let _ = writeln!(text, "{indent}# {comment}");
            }
            let value = recorded(code, are_chances);
            let _ = writeln!(text, "{indent}record(result, {value})");
            output.written = start..text.len();
        }
        text
    }

    /// Returns the title, the declarations and the functions.
    fn head(&self, title: &str, words: &[String], are_chances: bool) -> String {
        let mut text = format!("\"\"\"{}\"\"\"\n", one_line(title, "AnyDice program"));
        if self.helpers.contains("exploding") {
            text.push_str("use \"std\": exploding\n\n");
        }
        if words.len() > 1 {
            let words = words.join(", ");
            let _ = writeln!(text, "output = one_of({words}, help = \"output\")");
        }
        text.push_str(if are_chances {
            "result = flag(\"Chance\")\n"
        } else {
            "result = count(\"Result\")\n"
        });
        for (name, helper) in HELPERS {
            if self.helpers.contains(name) {
                let _ = write!(text, "\n{helper}");
            }
        }
        for (_, function) in &self.functions {
            if !function.text.is_empty() {
                let _ = write!(text, "\n{}", function.text);
            }
        }
        text
    }
}

/// Returns the code that is recorded: a condition, or a number.
fn recorded(code: &Piece, is_chance: bool) -> String {
    if !is_chance {
        return code.clone().number().text;
    }
    match code.kind {
        Kind::Truth => code.text.clone(),
        _ => format!("{} == 1", code.at(Strength::Sum)),
    }
}

/// Returns for each output whether it is a chance: its result is always 0 or 1, and some output of
/// this kind can be both.
fn chances(drafts: &[Draft]) -> Vec<bool> {
    let is_binary = |draft: &Draft| {
        let outcomes = draft.distribution.outcomes();
        !outcomes.is_empty() && outcomes.iter().all(|(value, _)| [0, 1].contains(value))
    };
    let has_both = |draft: &Draft| is_binary(draft) && draft.distribution.outcomes().len() == 2;
    let has_chance = drafts.iter().any(has_both);
    drafts
        .iter()
        .map(|draft| has_chance && is_binary(draft))
        .collect()
}

/// Returns code that draws from the distribution of an output.
fn evaluated(distribution: &Distribution) -> (How, Option<Piece>) {
    let atom = |text: String| Some(Piece::atom(text, Kind::Number, true));
    match distribution.outcomes() {
        [] => (How::Unwritable, None),
        [(value, _)] => (How::Evaluated, atom(value.to_string())),
        outcomes if outcomes.len() > 10_000 => (How::Unwritable, None),
        outcomes => {
            if let Some(faces) = listed(outcomes) {
                return (How::Evaluated, atom(format!("roll({faces})")));
            }
            let rounded = rounded(outcomes, distribution.total());
            let faces: Vec<_> = rounded
                .into_iter()
                .filter(|(_, weight)| !weight.is_zero())
                .collect();
            match listed(&faces) {
                Some(faces) => (How::Rounded, atom(format!("roll({faces})"))),
                None => (How::Unwritable, None),
            }
        }
    }
}

/// Returns a text on one line, without characters that end a text in quotes.
fn one_line(text: &str, otherwise: &str) -> String {
    let clean: String = text
        .chars()
        .map(|letter| match letter {
            '"' => '\'',
            '\\' => '/',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    if clean.is_empty() {
        otherwise.to_owned()
    } else {
        clean
    }
}

/// Returns a different word for each output.
fn words(drafts: &[Draft]) -> Vec<String> {
    const MAX_CHARACTERS: usize = 60;
    let mut used = FxHashSet::default();
    drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| {
            let number = format!("output {}", index + 1);
            let mut word = one_line(&draft.name.replace(',', ";").replace("..", "-"), &number);
            if word.chars().count() > MAX_CHARACTERS {
                word = word.chars().take(MAX_CHARACTERS).collect::<String>();
                word.truncate(word.trim_end().len());
            }
            // A word that is a number or a truth value cannot be given on the command line.
            let is_number = word
                .chars()
                .all(|c| c.is_ascii_digit() || "+-._".contains(c));
            if is_number || ["true", "false", "True", "False"].contains(&word.as_str()) {
                word = format!("output {word}");
            }
            let base = word.clone();
            let mut copy = 2;
            while !used.insert(word.clone()) {
                word = format!("{base} ({copy})");
                copy += 1;
            }
            word
        })
        .collect()
}
