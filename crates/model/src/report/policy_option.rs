//! The best options of a policy chart.

use super::Case;
use super::play::MetSituation;
use super::policy_best::best_options;
use crate::messages::{Messages, Word};
use crate::rule::choice::ChoiceWords;

/// The maximal number of options whose probabilities a cell shows.
const MAX_MIXED: usize = 6;

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

/// Returns everything that is best in any of these situations, in the order in which the rule
/// offers it. Ties come last.
pub(super) fn policy_options(shown: &[(&Case, MetSituation<'_>)]) -> Vec<PolicyOption> {
    let mut found: Vec<PolicyOption> = Vec::new();
    for &(_, situation) in shown {
        let (name, tied_options) = best_options(situation);
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => {
                let is_tied = |option: &String| tied_options.contains(&option.as_str());
                known.options.retain(is_tied);
            }
            None => found.push(PolicyOption {
                name: name.into_owned(),
                options: tied_options.into_iter().map(str::to_owned).collect(),
            }),
        }
    }
    // An option of a mix need not be the likeliest anywhere.
    let mixed = shown.iter().map(|(_, situation)| *situation);
    let mixed = mixed.filter(|situation| situation.mixed_share().is_some());
    for offer in mixed.flat_map(MetSituation::options) {
        if offer.probability > 0.0 && found.iter().all(|known| known.name != offer.name) {
            found.push(PolicyOption {
                name: offer.name.to_owned(),
                options: vec![offer.name.to_owned()],
            });
        }
    }
    let mut offered: Vec<&str> = Vec::new();
    for name in shown
        .iter()
        .flat_map(|(_, situation)| situation.options())
        .map(|offer| offer.name)
    {
        if !offered.contains(&name) {
            offered.push(name);
        }
    }
    let number = |option: &PolicyOption| option.name.parse::<i64>().ok();
    let are_numbers = found
        .iter()
        .all(|option| option.is_tie() || number(option).is_some());
    let place = |option: &PolicyOption| {
        offered
            .iter()
            .position(|&name| name == option.name)
            .unwrap_or(offered.len())
    };
    found.sort_by_key(|option| {
        (
            option.is_tie(),
            if are_numbers { number(option) } else { None },
            place(option),
        )
    });
    found
}

/// Returns the options of all situations in which best play mixes options. It is empty if they
/// differ, or if there are more than a cell can show.
pub(super) fn mixed_options(shown: &[(&Case, MetSituation<'_>)]) -> Vec<String> {
    let names = |situation: MetSituation<'_>| -> Vec<String> {
        let options = situation.options();
        options.map(|offer| offer.name.to_owned()).collect()
    };
    let mixed = shown.iter().map(|(_, situation)| *situation);
    let mut mixed = mixed.filter(|situation| situation.mixed_share().is_some());
    let first = mixed.next().map_or_else(Vec::new, names);
    let is_shown = first.len() <= MAX_MIXED && mixed.all(|situation| names(situation) == first);
    if is_shown { first } else { Vec::new() }
}

/// Returns the index of each of the mixed options, by their names in the rule.
pub(super) fn mixed_indices(mixed: &[String], options: &[PolicyOption]) -> Vec<Option<usize>> {
    let index = |name: &String| options.iter().position(|option| option.name == *name);
    mixed.iter().map(index).collect()
}
