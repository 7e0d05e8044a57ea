//! What a machine runs, and how.

use std::sync::Arc;

use oddsmith_engine::chance::DiceText;

use super::places::RecordLayout;
use crate::code::Code;
use crate::value::Datum;

/// A program with its parameters set: what a machine runs, and never changes.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Arc<Code>,
    /// Parameters and constants.
    pub(crate) shared_values: Vec<Datum>,
    /// The texts of the program and of its parameters.
    pub(crate) texts: Vec<String>,
    /// The dice of the parameters, and those that texts stand for.
    pub(crate) dice: Vec<SetDice>,
    /// Which of them a text stands for, of each text in order.
    pub(crate) dice_texts: Vec<Option<u32>>,
    pub(crate) record_layout: RecordLayout,
}

/// The dice of a parameter.
#[derive(Clone, Debug)]
pub(crate) enum SetDice {
    /// Asked for at once.
    Plain(DiceText),
    /// Rolled by this function, since they explode or are rolled again.
    Rolled(usize),
}

impl Program {
    /// A value as a designer reads it: as it is written in a rule, cards by their kinds ("wolf 2,
    /// gold 5").
    pub(crate) fn value_text(&self, value: &Datum) -> String {
        let is_cards = |value: &Datum| matches!(value, Datum::Cards(_));
        match value {
            Datum::Cards(counts) => {
                let held = self.code.fields.iter().zip(counts.iter());
                let held =
                    held.filter(|(_, count)| count.as_whole().is_some_and(|count| count != 0));
                let held: Vec<String> = held
                    .map(|(kind, count)| format!("{kind} {}", count.show(&self.texts)))
                    .collect();
                if held.is_empty() {
                    "no cards".to_owned()
                } else {
                    held.join(", ")
                }
            }
            Datum::List(values) if values.iter().any(is_cards) => values
                .iter()
                .map(|value| self.value_text(value))
                .collect::<Vec<_>>()
                .join("; "),
            _ => value.show(&self.texts),
        }
    }

    /// The dice that a value stands for, where it stands for any.
    pub(crate) fn dice_of(&self, value: &Datum) -> Option<&SetDice> {
        let place = match value {
            Datum::Dice(place) => *place,
            Datum::Text(text) => (*self.dice_texts.get(*text as usize)?)?,
            _ => return None,
        };
        self.dice.get(place as usize)
    }
}

/// How a machine is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunManner {
    /// Names that nobody needs any more are forgotten.
    pub(crate) forgets_dead_slots: bool,
    /// It stops before a function of which the law is worth remembering.
    pub(crate) stops_at_calls: bool,
    /// It stops where a turn of an outermost loop of the trial begins.
    pub(crate) stops_at_turns: bool,
    /// Notes are computed and shown.
    pub(crate) shows_notes: bool,
    /// Running totals are observed as they grow, and summed up elsewhere.
    pub(crate) sums_totals: bool,
    /// The machine remembers what has been recorded. So it finds a second record where it happens,
    /// and a missing one at the end. Otherwise the reader of the records checks this.
    pub(crate) marks_records: bool,
    /// A list that is rolled or drawn is read place by place.
    pub(crate) reads_by_index: bool,
}

impl RunManner {
    /// As a trial is played: with none of the savings.
    pub(crate) const PLAIN: RunManner = RunManner {
        forgets_dead_slots: false,
        stops_at_calls: false,
        stops_at_turns: false,
        shows_notes: false,
        sums_totals: false,
        marks_records: true,
        reads_by_index: false,
    };
    /// The settings for showing a trial line by line.
    pub(crate) const LINE_BY_LINE: RunManner = RunManner {
        shows_notes: true,
        ..RunManner::PLAIN
    };
    /// As a program is explored.
    pub(crate) const EXPLORED: RunManner = RunManner {
        forgets_dead_slots: true,
        stops_at_calls: true,
        stops_at_turns: true,
        shows_notes: false,
        sums_totals: true,
        marks_records: false,
        reads_by_index: true,
    };
}
