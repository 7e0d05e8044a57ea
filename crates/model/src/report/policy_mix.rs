//! The numbers of the cells of a policy chart, and the mixes of options at choices made at the same
//! time.

use super::policy_grid::{PolicyCell, PolicyGrid};
use crate::figures::Numerals;
use crate::messages::{Messages, Word};

impl PolicyGrid {
    /// Returns the number of a cell as text: the loss of the second best option, or, if best play
    /// mixes options, the probability of each: "54.9/27.1/18.0%". It is empty if all options are
    /// tied.
    pub fn number_text(&self, cell: &PolicyCell, numerals: Numerals) -> String {
        if let Some(mix) = cell.mix {
            let shares = self.mixes[mix].iter();
            let texts: Vec<String> = shares.map(|&share| numerals.chance(share)).collect();
            let (last, others) = texts.split_last().expect("a mix has options");
            let bare = others.iter().map(|text| text.trim_end_matches([' ', '%']));
            return bare.chain([last.as_str()]).collect::<Vec<_>>().join("/");
        }
        if let Some(share) = cell.share {
            return numerals.chance(share);
        }
        let loss = |loss: f64| numerals.loss(loss, cell.kind);
        cell.loss.map_or_else(String::new, loss)
    }

    /// Returns the mix of a cell: the options that best play takes there, as indices, each with its
    /// probability. It is empty if best play takes one.
    pub fn mix_of(&self, cell: &PolicyCell) -> Vec<(usize, f64)> {
        let shares = cell.mix.map_or(&[][..], |mix| &self.mixes[mix]);
        let options = self.mixed_indices.iter().zip(shares);
        let taken = options.filter(|(_, share)| **share > 0.0);
        taken
            .filter_map(|(option, &share)| Some(((*option)?, share)))
            .collect()
    }

    /// Returns what the percentages of cells with a mix mean; `None` if there are none.
    pub fn mix_note(&self, messages: &Messages) -> Option<String> {
        let mut cells = self.cells.iter().flatten().flatten();
        cells.find(|cell| cell.share.is_some())?;
        if self.mixed_options.is_empty() {
            return Some(messages.text(Word::MixNumbers).to_owned());
        }
        let names: Vec<&str> = self.mixed_options.iter().map(String::as_str).collect();
        let names = messages.join_names(&names, Word::And);
        Some(messages.fill(Word::MixShares, &[("names", &names)]))
    }
}
