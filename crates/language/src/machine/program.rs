//! The program of a machine, and the settings for running it.

use std::sync::Arc;

use oddsmith_engine::chance::DiceText;

use super::record_layout::RecordLayout;
use crate::code::Code;
use crate::value::Datum;

/// A program with its parameters set. It never changes while machines run it.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Arc<Code>,
    /// The values of parameters and constants.
    pub(crate) shared_values: Vec<Datum>,
    /// The texts of the program and of its parameters.
    pub(crate) texts: Vec<String>,
    /// The dice of the parameters, and the dice that texts describe.
    pub(crate) dice: Vec<SetDice>,
    /// For each text, the index of its dice, if it describes dice.
    pub(crate) dice_texts: Vec<Option<u32>>,
    pub(crate) record_layout: RecordLayout,
}

/// The dice of a parameter.
#[derive(Clone, Debug)]
pub(crate) enum SetDice {
    /// Dice that one question rolls.
    Plain(DiceText),
    /// Exploding or rerolled dice, which this function rolls.
    Rolled(usize),
}

impl Program {
    /// Returns a value as a rule would write it; cards are listed by kind ("wolf 2, gold 5").
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

    /// Returns the dice that a value describes, if any.
    pub(crate) fn dice_of(&self, value: &Datum) -> Option<&SetDice> {
        let index = match value {
            Datum::Dice(index) => *index,
            Datum::Text(text) => (*self.dice_texts.get(*text as usize)?)?,
            _ => return None,
        };
        self.dice.get(index as usize)
    }
}

/// The settings for running a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MachineFlags {
    /// Dead slots are cleared.
    pub(crate) forgets_dead_slots: bool,
    /// The machine stops before a function whose distribution is worth caching.
    pub(crate) stops_at_calls: bool,
    /// The machine stops at the start of each iteration of an outermost loop of the trial.
    pub(crate) stops_at_turns: bool,
    /// Notes are computed and shown.
    pub(crate) shows_notes: bool,
    /// The growth of accumulators is observed, and added up elsewhere.
    pub(crate) sums_totals: bool,
    /// The machine marks what has been recorded. Thus it finds a second record where it happens,
    /// and a missing one at the end. Otherwise the reader of the records checks this.
    pub(crate) marks_records: bool,
    /// Lists that are rolled or drawn are read entry by entry.
    pub(crate) reads_by_index: bool,
}

impl MachineFlags {
    /// The settings for simulating a trial, without any reduction.
    pub(crate) const PLAIN: MachineFlags = MachineFlags {
        forgets_dead_slots: false,
        stops_at_calls: false,
        stops_at_turns: false,
        shows_notes: false,
        sums_totals: false,
        marks_records: true,
        reads_by_index: false,
    };
    /// The settings for showing a trial line by line.
    pub(crate) const LINE_BY_LINE: MachineFlags = MachineFlags {
        shows_notes: true,
        ..MachineFlags::PLAIN
    };
    /// The settings for exploring a program.
    pub(crate) const EXPLORED: MachineFlags = MachineFlags {
        forgets_dead_slots: true,
        stops_at_calls: true,
        stops_at_turns: true,
        shows_notes: false,
        sums_totals: true,
        marks_records: false,
        reads_by_index: true,
    };
}
