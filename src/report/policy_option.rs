//! An option of best play, as a map of it calls it.

use crate::rule::choice::ChoiceWords;

/// An option that is best somewhere, or several that are as good as each other there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyOption {
    /// "roll"; "roll or bank".
    pub name: String,
    /// The options that it is, in every situation where it is so named.
    pub of: Vec<String>,
}

impl PolicyOption {
    /// Calls it by a player's words.
    pub(super) fn say(&mut self, words: &ChoiceWords) {
        if self.name == self.of.join(" or ") {
            let said: Vec<&str> = self.of.iter().map(|option| words.option(option)).collect();
            self.name = said.join(" or ");
            self.of = said.into_iter().map(str::to_owned).collect();
        }
    }

    /// Whether it is several.
    pub fn is_tie(&self) -> bool {
        self.of != [self.name.as_str()]
    }
}
