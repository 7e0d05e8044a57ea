//! What a rule leaves to a player, as scenarios and people name it.

use std::collections::BTreeSet;

use oddsmith_engine::Side;
pub use oddsmith_language::COMMON_ANSWERS;
use oddsmith_language::{option_name, option_number};

/// A decision that a rule can leave to a player: a key of `[play]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceInfo {
    /// Its key: part of the contract.
    pub key: &'static str,
    /// What is decided, when, and what happens where a scenario says nothing: a sentence.
    pub meaning: &'static str,
}

/// A decision of a rule that has its parameters, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownChoice {
    /// Its key in `[play]`.
    pub name: String,
    /// What its options are called.
    pub options: NumberWords,
    /// What bears on it, in the order in which the rule tells it.
    pub parts: Vec<Part>,
    /// The player's words for options and parts, where the rule has others than their names.
    pub words: ChoiceWords,
    /// Who decides.
    pub side: Side,
}

/// A player's words for what bears on a choice, by the names that stand for it in files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceWords {
    /// The choice itself, where the designer has named it.
    pub label: Option<String>,
    /// Options: "roll on" for `roll`.
    pub options: Vec<(String, String)>,
    /// Parts of the situation: "points in the pot" for `pot`.
    pub parts: Vec<(String, String)>,
}

impl ChoiceWords {
    /// The words for an option, or its name.
    pub fn option<'w>(&'w self, name: &'w str) -> &'w str {
        words_for(&self.options, name).unwrap_or(name)
    }

    /// The words for a part of the situation, where it has some.
    pub fn part(&self, name: &str) -> Option<&str> {
        words_for(&self.parts, name)
    }
}

impl ShownChoice {
    /// The player's words, and for parts without any what follows their number: "in stock" of `{}
    /// in stock`.
    pub fn all_words(&self) -> ChoiceWords {
        let mut words = self.words.clone();
        for part in self
            .parts
            .iter()
            .filter(|part| matches!(part.values, NumberWords::Numbers(..)))
        {
            if let (Some(after), None) = (
                part.template.strip_prefix("{} "),
                self.words.part(&part.name),
            ) {
                words.parts.push((part.name.clone(), after.to_owned()));
            }
        }
        words
    }
}

impl ChoiceWords {
    /// Returns the words of a choice that is put as a question.
    pub fn question(question: &str) -> ChoiceWords {
        ChoiceWords {
            label: Some(question.to_owned()),
            ..ChoiceWords::default()
        }
    }

    /// The words for options that are numbers from 0 on.
    pub fn for_numbers(words: &[&str]) -> ChoiceWords {
        let options = words
            .iter()
            .enumerate()
            .filter(|(_, words)| !words.is_empty());
        let options = options
            .map(|(number, words)| (number.to_string(), (*words).to_owned()))
            .collect();
        ChoiceWords {
            options,
            ..ChoiceWords::default()
        }
    }
}

fn words_for<'w>(words: &'w [(String, String)], name: &str) -> Option<&'w str> {
    words
        .iter()
        .find(|(entry_name, _)| entry_name == name)
        .map(|(_, words)| words.as_str())
}

/// What numbers are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberWords {
    /// By themselves: these, from the first to the last.
    Numbers(i64, i64),
    /// By a word for each, from this number on.
    Listed(i64, Vec<String>),
    /// By what a rule file writes: numbers and texts.
    Written {
        /// The texts of the file.
        texts: Vec<String>,
        /// The words of every option; `None` where some are computed in the trial.
        known: Option<Vec<String>>,
    },
}

/// Something that bears on a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name: a column of `policy.csv`.
    pub name: String,
    /// What its numbers are called.
    pub values: NumberWords,
    /// Its text, with `{}` for the value: `penalty {}`, `{} next`.
    pub template: String,
    /// Whether 0 is shown at all.
    pub shows_zero: bool,
}

impl NumberWords {
    /// What a number is called.
    pub fn word(&self, number: i64) -> String {
        match self {
            NumberWords::Numbers(..) => number.to_string(),
            NumberWords::Written { texts, .. } => option_name(number, texts),
            NumberWords::Listed(first, words) => {
                let word = number
                    .checked_sub(*first)
                    .and_then(|offset| usize::try_from(offset).ok())
                    .and_then(|index| words.get(index));
                word.cloned().unwrap_or_else(|| number.to_string())
            }
        }
    }

    /// The number that a word stands for.
    pub fn number(&self, word: &str) -> Option<i64> {
        match self {
            NumberWords::Numbers(first, last) => word
                .parse()
                .ok()
                .filter(|number| (first..=last).contains(&number)),
            NumberWords::Written { texts, known } => match known {
                Some(known) if !known.iter().any(|known_word| known_word == word) => None,
                _ => option_number(word, texts),
            },
            NumberWords::Listed(first, words) => {
                let index = words.iter().position(|known_word| known_word == word)?;
                Some(first + index as i64)
            }
        }
    }

    /// All of them, where they are known and could be counted on a hand or two.
    pub fn short_list(&self) -> Option<Vec<String>> {
        match self {
            NumberWords::Numbers(first, last) => (last.checked_sub(*first)? < 20)
                .then(|| (*first..=*last).map(|number| number.to_string()).collect()),
            NumberWords::Listed(_, words)
            | NumberWords::Written {
                known: Some(words), ..
            } => Some(words.clone()),
            NumberWords::Written { known: None, .. } => None,
        }
    }

    /// What is allowed, as a person says it.
    pub fn allowed(&self) -> String {
        let quoted = |words: &[String]| {
            let quoted = |word: &String| {
                if word.parse::<i64>().is_ok() {
                    word.clone()
                } else {
                    format!("\"{word}\"")
                }
            };
            words.iter().map(quoted).collect::<Vec<_>>().join(", ")
        };
        match self {
            NumberWords::Numbers(first, last) => format!("a whole number from {first} to {last}"),
            NumberWords::Listed(_, words)
            | NumberWords::Written {
                known: Some(words), ..
            } => quoted(words),
            NumberWords::Written { known: None, .. } => {
                "an option that the rule file offers".to_owned()
            }
        }
    }
}

impl Part {
    /// Makes a part that is a number, shown as `penalty {}`.
    pub fn number(name: &str, template: &str) -> Part {
        Part {
            name: name.to_owned(),
            values: NumberWords::Numbers(i64::MIN, i64::MAX),
            template: template.to_owned(),
            shows_zero: true,
        }
    }

    /// One of several by name, from this number on.
    pub fn named(name: &str, template: &str, first: i64, words: Vec<String>) -> Part {
        Part {
            values: NumberWords::Listed(first, words),
            ..Part::number(name, template)
        }
    }

    /// The same, of which 0 is not worth a word.
    pub fn hiding_zero(self) -> Part {
        Part {
            shows_zero: false,
            ..self
        }
    }

    /// As a person says it; nothing where there is nothing to say.
    pub fn text(&self, value: i64) -> Option<String> {
        (self.shows_zero || value != 0)
            .then(|| self.template.replace("{}", &self.values.word(value)))
    }
}

/// The choices of a rule that a scenario asks about, by name; the rule asks for the others nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedChoiceNames(pub BTreeSet<String>);

impl AskedChoiceNames {
    /// Whether a choice is asked for.
    pub fn has(&self, choice: &str) -> bool {
        self.0.contains(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_are_described_in_words() {
        let wing = Part::named(
            "wing",
            "{} next",
            1,
            vec!["Left".to_owned(), "Right".to_owned()],
        );
        let penalty = Part::number("penalty", "penalty {}").hiding_zero();
        assert_eq!(
            (wing.text(2), penalty.text(0), penalty.text(1)),
            (Some("Right next".into()), None, Some("penalty 1".into()))
        );
    }

    #[test]
    fn words_and_numbers_convert_both_ways() {
        let words = NumberWords::Listed(1, vec!["hold".to_owned(), "roll".to_owned()]);
        assert_eq!(
            (words.word(2), words.number("hold"), words.number("press")),
            ("roll".to_owned(), Some(1), None)
        );
        let dice = NumberWords::Numbers(1, 3);
        assert_eq!(
            (dice.word(2), dice.number("3"), dice.number("4")),
            ("2".to_owned(), Some(3), None)
        );
    }
}
