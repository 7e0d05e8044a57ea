//! An option of best play, as a map of it calls it.

use crate::messages::{Messages, Word};
use crate::rule::choice::ChoiceWords;

/// An option that is best somewhere, or several that are tied there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyOption {
    /// "roll"; "roll or bank".
    pub name: String,
    /// The options that it is, in every situation where it is so named.
    pub options: Vec<String>,
}

impl PolicyOption {
    /// Calls it by a player's words.
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

    /// Calls it as it stands on paper: several options in a row, or how many there are.
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

    /// Whether it is several.
    pub fn is_tie(&self) -> bool {
        self.options != [self.name.as_str()]
    }
}
