//! A design goal in words: a probability or a mean, and where it is reached.

use crate::figures::{Numerals, fixed};
use crate::messages::{Messages, Word};

/// A design goal.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// A probability from 0 to 1, or a mean.
    pub value: f64,
    /// Whether it is a probability.
    pub is_chance: bool,
    /// The number format of the chart.
    pub numerals: Numerals,
}

impl Goal {
    /// Returns the goal as text: "60%", "4".
    pub fn text(self) -> String {
        let plain = |value: f64| {
            let text = fixed(value, 2);
            let text = if text.contains('.') {
                text.trim_end_matches('0').trim_end_matches('.')
            } else {
                &text
            };
            self.numerals.localize(text)
        };
        if self.is_chance {
            self.numerals.percent(&plain(self.value * 100.0))
        } else {
            plain(self.value)
        }
    }

    /// Returns where each line reaches the goal: everywhere, up to a setting, from a setting on, or
    /// at some of the `places`. Each line has a name, which may be empty, and the label and the
    /// value of each place that has a value.
    pub fn reached_text(
        self,
        messages: &Messages,
        places: usize,
        lines: impl Iterator<Item = (String, Vec<(String, f64)>)>,
    ) -> String {
        let line_text = |(name, values): (String, Vec<(String, f64)>)| {
            let reached: Vec<bool> = values
                .iter()
                .map(|(_, value)| *value >= self.value - 1e-12)
                .collect();
            let place = |nth: usize| &values[nth].0;
            let name = if name.is_empty() { name } else { name + ": " };
            let turns = reached.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let reached_count = reached.iter().filter(|is_reached| **is_reached).count();
            match (reached.first(), turns) {
                (Some(true), 0) if values.len() < places => name + messages.text(Word::WhereValued),
                (Some(true), 0) => name + messages.text(Word::Throughout),
                (Some(true), 1) => {
                    name + &messages.fill(Word::UpTo, &[("place", place(reached_count - 1))])
                }
                (Some(false), 1) => {
                    name + &messages.fill(
                        Word::From,
                        &[("place", place(reached.len() - reached_count))],
                    )
                }
                (_, 0) => name + messages.text(Word::NeverReached),
                _ => {
                    let [some, place_count] =
                        [reached_count, reached.len()].map(|count| count.to_string());
                    name + &messages
                        .fill(Word::ReachedAt, &[("some", &some), ("all", &place_count)])
                }
            }
        };
        let line_texts: Vec<String> = lines.map(line_text).collect();
        messages.fill(
            Word::GoalReached,
            &[("goal", &self.text()), ("reached", &line_texts.join("; "))],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_without_a_value_are_not_counted() {
        let goal = Goal {
            value: 0.5,
            is_chance: true,
            numerals: Numerals::ENGLISH,
        };
        let sentence = |values: &[(&str, f64)]| {
            let line = values
                .iter()
                .map(|&(place, value)| (place.to_owned(), value))
                .collect();
            goal.reached_text(Messages::english(), 3, [(String::new(), line)].into_iter())
        };
        assert_eq!(
            sentence(&[("2", 0.2), ("4", 0.6), ("5", 0.7)]),
            "Design goal 50%: reached from 4."
        );
        assert_eq!(
            sentence(&[("2", 0.6), ("4", 0.5), ("5", 0.1)]),
            "Design goal 50%: reached up to 4."
        );
        assert_eq!(
            sentence(&[("2", 0.6), ("4", 0.1), ("5", 0.6)]),
            "Design goal 50%: reached at 2 of 3."
        );
        assert_eq!(
            sentence(&[("2", 0.6), ("4", 0.5), ("5", 0.5)]),
            "Design goal 50%: reached throughout."
        );
        assert_eq!(
            sentence(&[("2", 0.6), ("5", 0.5)]),
            "Design goal 50%: reached wherever there is a value."
        );
        assert_eq!(
            sentence(&[("2", 0.4), ("5", 0.1)]),
            "Design goal 50%: never reached."
        );
    }
}
