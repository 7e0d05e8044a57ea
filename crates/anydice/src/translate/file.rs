//! Puts a rule file together.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::dice::listed;
use super::{Draft, Translator};

/// A program as a rule file.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// The text of the file. It is empty if no output can be written.
    pub text: String,
    /// What has become of each output, in the order of the program.
    pub outputs: Vec<TranslatedOutput>,
}

/// What has become of an output.
#[derive(Clone, Debug)]
pub struct TranslatedOutput {
    /// The name of the output in the program.
    pub name: String,
    /// The word that chooses the output in the rule file. It differs from the name if that has
    /// characters that a word cannot have, or if an earlier output has the same name.
    pub word: String,
    /// How the output was written.
    pub how: How,
}

/// How an output was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As a rule.
    Translated,
    /// As a list of its outcomes, with the weight of each.
    Evaluated,
    /// Not at all: it has no outcomes, or its weights are too large for a rule file.
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
    pub(super) fn file(&self, title: &str) -> RuleFile {
        let words = words(&self.drafts);
        let mut outputs = Vec::new();
        let mut written = Vec::new();
        for (draft, word) in self.drafts.iter().zip(words) {
            let (how, code) = match &draft.code {
                Some(code) => (How::Translated, Some(code.clone())),
                None => match evaluated(draft) {
                    Some(code) => (How::Evaluated, Some(code)),
                    None => (How::Unwritable, None),
                },
            };
            if let Some(code) = code {
                written.push((word.clone(), how, code));
            }
            outputs.push(TranslatedOutput {
                name: draft.name.clone(),
                word,
                how,
            });
        }
        let text = if written.is_empty() {
            String::new()
        } else {
            self.text(title, &written)
        };
        RuleFile { text, outputs }
    }

    fn text(&self, title: &str, written: &[(String, How, String)]) -> String {
        let mut text = format!("\"\"\"{}\"\"\"\n", one_line(title, "AnyDice program"));
        if self.helpers.contains("exploding") {
            text.push_str("use \"std\": exploding\n\n");
        }
        if let [_] = written {
            text.push_str("result = count(\"Result\")\n");
        } else {
            let words: Vec<String> = written
                .iter()
                .map(|(word, ..)| format!("\"{word}\""))
                .collect();
            let _ = writeln!(
                text,
                "output = one_of({}, help = \"output\")",
                words.join(", ")
            );
            text.push_str("result = count(\"Result\")\n");
        }
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
        text.push_str("\ndef trial():\n");
        if let [(_, how, code)] = written {
            record(&mut text, "    ", *how, code);
            return text;
        }
        for (index, (word, how, code)) in written.iter().enumerate() {
            match index {
                0 => {
                    let _ = writeln!(text, "    if output == \"{word}\":");
                }
                index if index + 1 == written.len() => text.push_str("    else:\n"),
                _ => {
                    let _ = writeln!(text, "    elif output == \"{word}\":");
                }
            }
            record(&mut text, "        ", *how, code);
        }
        text
    }
}

fn record(text: &mut String, indent: &str, how: How, code: &str) {
    if how == How::Evaluated {
        let _ = writeln!(
            text,
            "{indent}# The weights are the odds that were computed from the AnyDice program."
        );
    }
    let _ = writeln!(text, "{indent}record(result, {code})");
}

/// Returns code that draws from the distribution of an output, if its weights fit.
fn evaluated(draft: &Draft) -> Option<String> {
    match draft.distribution.outcomes() {
        [] => None,
        [(value, _)] => Some(value.to_string()),
        outcomes if outcomes.len() > 10_000 => None,
        outcomes => listed(outcomes).map(|faces| format!("roll({faces})")),
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
    const MOST_CHARACTERS: usize = 60;
    let mut used = FxHashSet::default();
    drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| {
            let number = format!("output {}", index + 1);
            let mut word = one_line(&draft.name.replace(',', ";").replace("..", "-"), &number);
            if word.chars().count() > MOST_CHARACTERS {
                word = word.chars().take(MOST_CHARACTERS).collect::<String>();
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
