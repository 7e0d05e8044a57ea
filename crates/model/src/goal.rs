//! A design goal in words: a chance or a mean, and where it is reached.

use crate::figures::{Numerals, fixed};
use crate::wordbook::{Word, Wordbook};

/// A design goal.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// A share from 0 to 1, or a mean.
    pub at: f64,
    /// Which of the two.
    pub is_chance: bool,
    /// How numbers are written beside it.
    pub numerals: Numerals,
}

/// A number beside a goal, where there is one: with more decimals where rounding would put it on its other side.
pub fn apart(goal: Option<Goal>, value: f64, text: String) -> String {
    match goal {
        Some(goal) => goal.apart(value, text),
        None => text,
    }
}

impl Goal {
    /// In words: "60%", "4".
    pub fn text(self) -> String {
        let plain = |value: f64| {
            let text = fixed(value, 2);
            let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            self.numerals.put(text)
        };
        if self.is_chance { self.numerals.percent(&plain(self.at * 100.0)) } else { plain(self.at) }
    }

    fn apart(self, value: f64, text: String) -> String {
        let unit = self.numerals.without_percent(&text).1.to_owned();
        let scale = if self.is_chance || !unit.is_empty() { 100.0 } else { 1.0 };
        let is_reached = |value: f64| value >= self.at - 1e-12;
        let is_told = |text: &str| {
            let number = self.numerals.read(text);
            number.is_none_or(|number| is_reached(number / scale) == is_reached(value))
        };
        if is_told(&text) {
            return text;
        }
        let longer =
            (1..=4).map(|decimals| self.numerals.fixed(value * scale, decimals)).find(|longer| is_told(longer));
        longer.map_or(text, |longer| longer + &unit)
    }

    /// Where each line reaches it: everywhere, up to a setting, from a setting on, or at how many of the places that there
    /// are. A line is its name, which may be empty, and its value at each place where it has one, with what the place is
    /// called.
    pub fn reached(
        self,
        wordbook: &Wordbook,
        places: usize,
        lines: impl Iterator<Item = (String, Vec<(String, f64)>)>,
    ) -> String {
        let of = |(name, values): (String, Vec<(String, f64)>)| {
            let reached: Vec<bool> = values.iter().map(|(_, own)| *own >= self.at - 1e-12).collect();
            let place = |nth: usize| &values[nth].0;
            let name = if name.is_empty() { name } else { name + ": " };
            let turns = reached.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let many = reached.iter().filter(|own| **own).count();
            match (reached.first(), turns) {
                (Some(true), 0) if values.len() < places => name + wordbook.say(Word::WhereValued),
                (Some(true), 0) => name + wordbook.say(Word::Throughout),
                (Some(true), 1) => name + &wordbook.fill(Word::UpTo, &[("place", place(many - 1))]),
                (Some(false), 1) => name + &wordbook.fill(Word::From, &[("place", place(reached.len() - many))]),
                (_, 0) => name + wordbook.say(Word::NeverReached),
                _ => {
                    let [some, all] = [many, reached.len()].map(|count| count.to_string());
                    name + &wordbook.fill(Word::ReachedAt, &[("some", &some), ("all", &all)])
                }
            }
        };
        let all: Vec<String> = lines.map(of).collect();
        wordbook.fill(Word::GoalReached, &[("goal", &self.text()), ("reached", &all.join("; "))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_rounded_over_the_goal() {
        let half = Goal { at: 0.5, is_chance: true, numerals: Numerals::ENGLISH };
        assert_eq!(half.apart(0.496, "50%".to_owned()), "49.6%");
        assert_eq!(half.apart(0.496, "50".to_owned()), "49.6");
        assert_eq!(half.apart(0.5, "50".to_owned()), "50");
        assert_eq!(half.apart(0.49996, "50".to_owned()), "49.996");
        assert_eq!(half.apart(1e-9, "<1".to_owned()), "<1");
        assert_eq!(Goal { at: -2.0, is_chance: false, ..half }.apart(-2.04, "−2.0".to_owned()), "−2.04");
    }

    #[test]
    fn places_without_a_value_are_not_counted() {
        let goal = Goal { at: 0.5, is_chance: true, numerals: Numerals::ENGLISH };
        let told = |values: &[(&str, f64)]| {
            let line = values.iter().map(|&(place, value)| (place.to_owned(), value)).collect();
            goal.reached(Wordbook::english(), 3, [(String::new(), line)].into_iter())
        };
        assert_eq!(told(&[("2", 0.2), ("4", 0.6), ("5", 0.7)]), "Design goal 50%: reached from 4 on.");
        assert_eq!(told(&[("2", 0.6), ("4", 0.5), ("5", 0.1)]), "Design goal 50%: reached up to 4.");
        assert_eq!(told(&[("2", 0.6), ("4", 0.1), ("5", 0.6)]), "Design goal 50%: reached at 2 of 3.");
        assert_eq!(told(&[("2", 0.6), ("4", 0.5), ("5", 0.5)]), "Design goal 50%: reached throughout.");
        assert_eq!(told(&[("2", 0.6), ("5", 0.5)]), "Design goal 50%: reached wherever it has a value.");
        assert_eq!(told(&[("2", 0.4), ("5", 0.1)]), "Design goal 50%: never reached.");
    }
}
