//! Policy charts in the language of the report.

use super::policy_grid::PolicyGrid;
use crate::messages::{Messages, Word};

impl PolicyGrid {
    /// Returns the grid in the language of the report.
    pub fn translated(mut self, messages: &Messages) -> PolicyGrid {
        let word = |text: &str| match (text, text.strip_suffix(" so far")) {
            ("on offer", _) => messages.text(Word::OnOffer).to_owned(),
            (_, Some(subject)) => messages.fill(Word::SoFar, &[("what", subject)]),
            (text, None) => messages.value(text),
        };
        for side in [&mut self.columns, &mut self.rows] {
            side.0 = word(&side.0);
            side.1.iter_mut().for_each(|name| *name = word(name));
        }
        for (heading, _) in &mut self.groups {
            if let Some((label, value)) = heading.rsplit_once(": ") {
                let value = match value {
                    "yes" => messages.text(Word::Yes).to_owned(),
                    "no" => messages.text(Word::No).to_owned(),
                    value => word(value),
                };
                *heading = format!("{label}: {value}");
            }
        }
        self.options
            .iter_mut()
            .for_each(|option| option.translate(messages));
        for option in &mut self.mixed_options {
            *option = messages.value(option);
        }
        self
    }
}
