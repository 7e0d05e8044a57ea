//! A best option in a policy chart.

use crate::messages::{Messages, Word};
use crate::rule::choice::ChoiceWords;

/// An option that is best in some situations, or several that are tied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyOption {
    /// Its name: "roll", "roll or bank".
    pub name: String,
    /// The options that are best in every situation with this name.
    pub options: Vec<String>,
}

impl PolicyOption {
    /// Replaces its name by the labels of its options.
    pub(super) fn use_player_words(&mut self, words: &ChoiceWords) {
        if self.name == self.options.join(" or ") {
            let labels: Vec<&str> = self
                .options
                .iter()
                .map(|option| words.option(option))
                .collect();
            self.name = labels.join(" or ");
            self.options = labels.into_iter().map(str::to_owned).collect();
        }
    }

    /// Translates its name.
    pub(super) fn translate(&mut self, messages: &Messages) {
        if !self.is_tie() {
            return;
        }
        self.name = match self.name.strip_prefix("any of ") {
            Some(count) => messages.fill(Word::AnyOf, &[("count", count)]),
            None if self.name == "any" => messages.text(Word::Any).to_owned(),
            None if self.name == self.options.join(" or ") => {
                self.options.join(&format!(" {} ", messages.text(Word::Or)))
            }
            None => return,
        };
    }

    /// Returns whether it is a tie of several options.
    pub fn is_tie(&self) -> bool {
        self.options != [self.name.as_str()]
    }
}

/// Returns the index of each of the mixed options, by their names in the rule.
pub(super) fn mixed_indices(mixed: &[String], options: &[PolicyOption]) -> Vec<Option<usize>> {
    let index = |name: &String| options.iter().position(|option| option.name == *name);
    mixed.iter().map(index).collect()
}
