//! The choices of a rule, and their names in scenarios and in text.

use std::collections::BTreeSet;

use oddsmith_engine::Side;
pub use oddsmith_language::COMMON_ANSWERS;
use oddsmith_language::{option_name, option_number};

/// A choice that a rule can leave to a player: a key of `[play]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceInfo {
    /// Its key, which is part of the public interface.
    pub key: &'static str,
    /// A sentence: what is decided, when, and the default.
    pub meaning: &'static str,
}

/// A choice of a rule with set parameters, and its wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownChoice {
    /// Its key in `[play]`.
    pub name: String,
    /// The names of its options.
    pub options: NumberWords,
    /// The parts of its situation, in the order of the rule.
    pub parts: Vec<Part>,
    /// The wording of options and parts, where it differs from their names.
    pub words: ChoiceWords,
    /// The side that decides.
    pub side: Side,
}

/// The wording of a choice, by the names in files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceWords {
    /// The label of the choice, if the designer set one.
    pub label: Option<String>,
    /// The wording of options: "roll on" for `roll`.
    pub options: Vec<(String, String)>,
    /// The wording of parts of the situation: "points in the pot" for `pot`.
    pub parts: Vec<(String, String)>,
}

impl ChoiceWords {
    /// Returns the wording of an option, or its name.
    pub fn option<'w>(&'w self, name: &'w str) -> &'w str {
        words_for(&self.options, name).unwrap_or(name)
    }

    /// Returns the wording of a part of the situation, if it has one.
    pub fn part(&self, name: &str) -> Option<&str> {
        words_for(&self.parts, name)
    }
}

impl ShownChoice {
    /// Returns the complete wording. For numeric parts without wording, this is the text after the
    /// number: "in stock" for `{} in stock`.
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
    /// Returns the wording of a choice that is a question.
    pub fn question(question: &str) -> ChoiceWords {
        ChoiceWords {
            label: Some(question.to_owned()),
            ..ChoiceWords::default()
        }
    }

    /// Returns the wording of options that are numbers from 0 on.
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

/// The names of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberWords {
    /// The numbers themselves, from the first to the last.
    Numbers(i64, i64),
    /// A word for each, starting with this number.
    Listed(i64, Vec<String>),
    /// Values of a rule file: numbers and texts.
    Written {
        /// The texts of the file.
        texts: Vec<String>,
        /// The names of all options; `None` if some are computed in the trial.
        known: Option<Vec<String>>,
    },
}

/// A part of the situation of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, which is a column of `policy.csv`.
    pub name: String,
    /// The names of its values.
    pub values: NumberWords,
    /// Its template with `{}` for the value: `penalty {}`, `{} next`.
    pub template: String,
    /// Whether the value 0 is shown.
    pub shows_zero: bool,
}

impl NumberWords {
    /// Returns the name of a number.
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

    /// Returns the number of a name.
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

    /// Returns all names if they are known and few.
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

    /// Returns the allowed names in words.
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
    /// Returns a numeric part with a template such as `penalty {}`.
    pub fn number(name: &str, template: &str) -> Part {
        Part {
            name: name.to_owned(),
            values: NumberWords::Numbers(i64::MIN, i64::MAX),
            template: template.to_owned(),
            shows_zero: true,
        }
    }

    /// Returns a part with a word for each value, starting with this number.
    pub fn named(name: &str, template: &str, first: i64, words: Vec<String>) -> Part {
        Part {
            values: NumberWords::Listed(first, words),
            ..Part::number(name, template)
        }
    }

    /// Returns the part without its text for 0.
    pub fn hiding_zero(self) -> Part {
        Part {
            shows_zero: false,
            ..self
        }
    }

    /// Returns the text of a value, or `None` if it is not shown.
    pub fn text(&self, value: i64) -> Option<String> {
        (self.shows_zero || value != 0)
            .then(|| self.template.replace("{}", &self.values.word(value)))
    }
}

/// The names of the choices that a scenario asks about. The rule does not ask about the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedChoiceNames(pub BTreeSet<String>);

impl AskedChoiceNames {
    /// Returns whether the scenario asks about a choice.
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
