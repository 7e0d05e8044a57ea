//! Encodes the situation of a decision as numbers: the current instruction, and every value that
//! the program still needs.
//!
//! Exploration and simulation encode the same situation as the same numbers, although exploration
//! forgets values that simulation keeps. Dead values are left out. The numbers can be decoded, and
//! then have the names of the file.

use crate::asking::SeenValues;
use crate::code::{Op, Routine};
use crate::machine::{Machine, Program};
use crate::ratio::Ratio;
use crate::value::Datum;

/// Numbers below this are codes: a type and a payload.
const CODE_LIMIT: i64 = i64::MIN / 2;
const KIND_SHIFT: u32 = 40;

const NOTHING: i64 = 0;
const TRUTH: i64 = 1;
const TEXT: i64 = 2;
const DICE: i64 = 3;
const LIST: i64 = 4;
const ENTRY: i64 = 5;
const DECIMAL: i64 = 6;
const LOW: i64 = 7;
const CARDS: i64 = 8;
const PLAYER: i64 = 9;
/// The values that a player sees at a choice that sees only part of the situation; the payload is
/// the index of their names.
const SEEN: i64 = 10;

/// The smallest code. The engine uses the number below it for something else.
const FIRST_CODE: i64 = i64::MIN + 1;

fn code(kind: i64, amount: i64) -> i64 {
    FIRST_CODE + (kind << KIND_SHIFT) + amount
}

/// Encodes the situation of a machine that asks a player. `totals` says whether it includes
/// accumulators.
pub(crate) fn encode_situation(machine: &Machine, program: &Program, totals: bool) -> Vec<i64> {
    let mut numbers = Vec::with_capacity(machine.stack.len() + 4);
    // Only the last values of repeating metrics affect the rest of the trial.
    machine.stack[program.record_layout.relevant_slots()]
        .iter()
        .for_each(|value| write(value, &mut numbers));
    for (frame, end) in machine.frames() {
        numbers.push(i64::from(frame.function) << 32 | i64::from(frame.next_op));
        let function = &program.code.functions[frame.function as usize];
        let (base, slots) = (frame.base as usize, function.slots.len());
        let values = &machine.stack[base..end];
        numbers.push((values.len().saturating_sub(slots)) as i64);
        for (slot, value) in values.iter().enumerate() {
            if slot >= slots || is_needed(function, frame.next_op, slot as u16, totals) {
                write(value, &mut numbers);
            }
        }
    }
    numbers
}

/// Encodes what a player sees at a choice that sees only part of the situation.
pub(crate) fn encode_seen(seen: &SeenValues) -> Vec<i64> {
    let mut numbers = vec![code(SEEN, seen.names.into())];
    seen.values
        .iter()
        .for_each(|value| write(value, &mut numbers));
    numbers
}

/// Returns the names of the values that a player sees, if this is such a situation.
fn seen_names<'p>(program: &'p Program, situation: &[i64]) -> Option<&'p [String]> {
    let first = situation
        .first()
        .filter(|first| **first < CODE_LIMIT)?
        .checked_sub(FIRST_CODE)?;
    let names = (first >> KIND_SHIFT == SEEN).then_some(first & ((1 << KIND_SHIFT) - 1))?;
    let names = program.code.seen_names.get(names as usize)?;
    Some(names)
}

/// Returns whether the value of a slot is needed after the last instruction.
fn is_needed(function: &Routine, next_instruction: u32, slot: u16, totals: bool) -> bool {
    !function.dead_after[next_instruction as usize - 1].contains(&slot)
        && (totals || !function.total_slots.contains(&slot))
}

fn write(value: &Datum, numbers: &mut Vec<i64>) {
    let list = |kind, values: &[Datum], numbers: &mut Vec<i64>| {
        numbers.push(code(kind, values.len() as i64));
        values.iter().for_each(|value| write(value, numbers));
    };
    match value {
        Datum::Whole(number) if *number >= CODE_LIMIT => numbers.push(*number),
        Datum::Whole(number) => numbers.extend([code(LOW, 0), *number]),
        // Large abstract numbers do not occur in trials, and lists are read at once if a player
        // decides.
        Datum::Nothing | Datum::Far(_) | Datum::Deep(_) | Datum::Unread(_) | Datum::Into(_) => {
            numbers.push(code(NOTHING, 0));
        }
        Datum::Truth(truth) => numbers.push(code(TRUTH, (*truth).into())),
        Datum::Text(text) => numbers.push(code(TEXT, (*text).into())),
        Datum::Dice(dice) => numbers.push(code(DICE, (*dice).into())),
        Datum::Decimal(ratio) => {
            numbers.extend([code(DECIMAL, 0), ratio.numerator(), ratio.denominator()])
        }
        Datum::List(values) => list(LIST, values, numbers),
        Datum::Entry(values) => list(ENTRY, values, numbers),
        Datum::Cards(values) => list(CARDS, values, numbers),
        Datum::Player(name) => numbers.push(code(PLAYER, (*name).into())),
    }
}

fn read(numbers: &mut impl Iterator<Item = i64>) -> Datum {
    let number = numbers.next().unwrap_or(FIRST_CODE);
    if number >= CODE_LIMIT {
        return Datum::Whole(number);
    }
    let (kind, amount) = (
        (number - FIRST_CODE) >> KIND_SHIFT,
        (number - FIRST_CODE) & ((1 << KIND_SHIFT) - 1),
    );
    let mut list = || (0..amount).map(|_| read(numbers)).collect::<Vec<_>>();
    match kind {
        TRUTH => Datum::Truth(amount == 1),
        TEXT => Datum::Text(amount as u32),
        DICE => Datum::Dice(amount as u32),
        LIST => Datum::list(list()),
        ENTRY => Datum::Entry(list().into()),
        CARDS => Datum::Cards(list().into()),
        PLAYER => Datum::Player(amount as u32),
        DECIMAL => {
            let (above, below) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(1));
            Ratio::new(above.into(), below.into()).map_or(Datum::Nothing, Datum::decimal)
        }
        LOW => Datum::Whole(numbers.next().unwrap_or(0)),
        _ => Datum::Nothing,
    }
}

/// Describes a situation by the names of the file. Names of the outermost function come first. If a
/// choice is asked at several positions, the first part is the line.
pub(crate) fn describe_situation(
    program: &Program,
    choice: usize,
    situation: &[i64],
    totals: bool,
) -> Vec<(String, String)> {
    let (parts, lines) = parts(program, situation, totals);
    let mut shown = parts.shown;
    if !lines.is_empty() && is_asked_at_several_positions(program, choice, &lines) {
        let line = |&(function, next_instruction): &(u32, u32)| {
            let span =
                program.code.functions[function as usize].spans[next_instruction as usize - 1];
            program.code.line_number(span.start).to_string()
        };
        shown.insert(
            0,
            (
                "line".to_owned(),
                lines.iter().map(line).collect::<Vec<_>>().join(" > "),
            ),
        );
    }
    shown
}

/// Returns how many cards of each kind the parts of a situation hold: `hand.land` and its number.
pub(crate) fn card_counts(
    program: &Program,
    situation: &[i64],
    totals: bool,
) -> Vec<(String, i64)> {
    parts(program, situation, totals).0.cards
}

/// Decodes the parts of a situation, and each active function with its instruction.
fn parts<'p>(
    program: &'p Program,
    situation: &[i64],
    totals: bool,
) -> (SituationParts<'p>, Vec<(u32, u32)>) {
    let (mut parts, mut lines) = (SituationParts::new(program), Vec::new());
    let mut numbers = situation.iter().copied();
    if let Some(names) = seen_names(program, situation) {
        numbers.next();
        for name in names {
            parts.add_part("", name, &read(&mut numbers));
        }
        return (parts, lines);
    }
    let records = program.record_layout.relevant_slots().len();
    (0..records).for_each(|_| drop(read(&mut numbers)));
    while let Some(position) = numbers.next() {
        let (function, next_instruction) = ((position >> 32) as u32, position as u32);
        let other_count = numbers.next().unwrap_or(0);
        let routine = &program.code.functions[function as usize];
        let mut value = |slot: u16| {
            is_needed(routine, next_instruction, slot, totals).then(|| read(&mut numbers))
        };
        let slots: Vec<Option<Datum>> = (0..routine.slots.len() as u16).map(&mut value).collect();
        let other_values: Vec<Datum> = (0..other_count).map(|_| read(&mut numbers)).collect();
        parts.add_frame(routine, &slots, other_values);
        lines.push((function, next_instruction));
    }
    (parts, lines)
}

/// Describes the live values of a machine by the names of the file.
pub(crate) fn describe_machine(
    machine: &Machine,
    program: &Program,
    totals: bool,
) -> Vec<(String, String)> {
    let mut parts = SituationParts::new(program);
    for (frame, end) in machine.frames() {
        let routine = &program.code.functions[frame.function as usize];
        let base = frame.base as usize;
        let value = |slot: usize| {
            let is_total = !totals && routine.total_slots.contains(&(slot as u16));
            machine.stack[base..end]
                .get(slot)
                .filter(|_| !is_total)
                .cloned()
        };
        let slots: Vec<Option<Datum>> = (0..routine.slots.len()).map(value).collect();
        parts.add_frame(routine, &slots, Vec::new());
    }
    parts.shown
}

/// Returns whether more than one question asks for a choice, or the functions around it are called
/// from several positions.
fn is_asked_at_several_positions(program: &Program, choice: usize, lines: &[(u32, u32)]) -> bool {
    let ops = || {
        program
            .code
            .functions
            .iter()
            .flat_map(|function| &function.ops)
    };
    let is_passed = program.code.choices[choice].is_passed;
    let asks_for_it = |op: &&Op| op.asks_choice(choice, is_passed);
    let asks = ops().filter(asks_for_it).count();
    let calls_of = |called: u32| {
        let is_call = move |op: &&Op| matches!(op, Op::Call { function, .. } if u32::from(*function) == called);
        ops().filter(is_call).count()
    };
    asks > 1
        || lines
            .iter()
            .skip(1)
            .any(|&(function, _)| calls_of(function) > 1)
}

/// Returns whether an instruction adds entries to a slot.
fn gathers(op: &Op, slot: u16) -> bool {
    matches!(*op, Op::Append(op_slot) | Op::Fold { slot: op_slot, .. } if op_slot == slot)
}

struct SituationParts<'p> {
    program: &'p Program,
    shown: Vec<(String, String)>,
    /// The number of cards of each kind, for each part that holds cards.
    cards: Vec<(String, i64)>,
}

impl<'p> SituationParts<'p> {
    fn new(program: &'p Program) -> SituationParts<'p> {
        SituationParts {
            program,
            shown: Vec::new(),
            cards: Vec::new(),
        }
    }

    fn add_frame(&mut self, routine: &Routine, slots: &[Option<Datum>], other_values: Vec<Datum>) {
        let value = |slot: u16| {
            slots
                .get(slot as usize)?
                .as_ref()
                .filter(|value| **value != Datum::Nothing)
        };
        for (slot, name) in (0u16..).zip(&routine.slots) {
            let turn = routine.loops.iter().find(|turn| turn.slot == slot);
            match (value(slot), turn) {
                (Some(found), None) if !name.is_empty() => {
                    self.add_part(&routine.name, name, found)
                }
                // This is a list that is being built.
                (Some(found), None) if routine.ops.iter().any(|op| gathers(op, slot)) => {
                    self.add_part(&routine.name, "so far", found)
                }
                // This is the current iteration of a loop whose loop variable is dead.
                (Some(found), Some(turn)) if value(turn.name_slot).is_none() => {
                    let name = &routine.slots[turn.name_slot as usize];
                    match (found, value(slot + 1)) {
                        (Datum::Whole(next), _) => {
                            self.add_part(&routine.name, name, &Datum::Whole(next - 1))
                        }
                        (Datum::List(entries), Some(Datum::Whole(next))) => {
                            let entry = entries
                                .get((next - 1) as usize)
                                .cloned()
                                .unwrap_or_default();
                            self.add_part(&routine.name, name, &entry);
                        }
                        _ => (),
                    }
                }
                _ => (),
            }
        }
        other_values
            .iter()
            .filter(|value| **value != Datum::Nothing)
            .for_each(|value| self.add_part(&routine.name, "other value", value));
    }

    fn add_part(&mut self, function: &str, name: &str, value: &Datum) {
        let is_taken = |name: &str| self.shown.iter().any(|(known, _)| known == name);
        let mut unique = name.to_owned();
        if is_taken(&unique) {
            unique = format!("{name} of {function}");
        }
        if is_taken(&unique) {
            let numbered = (2..)
                .map(|number| format!("{unique} ({number})"))
                .find(|name| !is_taken(name));
            unique = numbered.unwrap_or(unique);
        }
        // An entry is shown by its name.
        let known_by = match value {
            Datum::Entry(values) => values
                .first()
                .filter(|first| matches!(first, Datum::Text(_)))
                .unwrap_or(value),
            _ => value,
        };
        if let Datum::Cards(counts) = value {
            let kinds = self.program.code.fields.iter().zip(counts.iter());
            let counted = kinds
                .filter_map(|(kind, count)| Some((format!("{unique}.{kind}"), count.as_whole()?)));
            self.cards.extend(counted);
        }
        let shown = self.program.value_text(known_by);
        self.shown
            .push((unique, shown.trim_matches('"').to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_values_decode_unchanged() {
        let list = Datum::list(vec![
            Datum::Whole(-4),
            Datum::list(Vec::new()),
            Datum::Truth(true),
        ]);
        let half = Datum::decimal(Ratio::new(1, 2).unwrap());
        let values = [
            Datum::Nothing,
            Datum::Whole(i64::MIN),
            Datum::Whole(7),
            Datum::Text(3),
            Datum::Dice(1),
            list,
            half,
        ];
        let mut numbers = Vec::new();
        values.iter().for_each(|value| write(value, &mut numbers));
        assert!(
            !numbers.contains(&i64::MIN)
                || numbers.iter().filter(|&&number| number == i64::MIN).count() == 1
        );
        let mut numbers = numbers.into_iter();
        for value in values {
            assert_eq!(read(&mut numbers), value);
        }
        assert_eq!(numbers.next(), None);
    }
}
