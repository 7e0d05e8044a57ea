//! Executes instructions.

use std::sync::Arc;

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Die;

use super::general::{
    MAX_DICE, MAX_FACES, MAX_RECORDED, absolute, copy, entry_at, fill, floor_divide, remainder,
    step_of,
};
use super::instruction::{Instruction, NO_VALUE, RegisterProgram, WINDOW};
use super::questions::{
    execute, happens, observe_whole, pool, record_any, roll, roll_terms, successes,
};
use super::window::Registers;
use super::work::{Halt, Position, STEPS_PER_ENTRY, Work};
use crate::machine::{MAX_FRAMES, Program};
use crate::value::Datum;

/// Executes instructions from a position until the trial halts.
#[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
pub(super) fn run<A: Ask>(
    registers: &mut Registers,
    code: &RegisterProgram,
    program: &Program,
    position: &mut Position,
    work: &mut Work,
    ask: &mut A,
) -> Halt {
    let Registers {
        integers,
        boxes,
        callers,
        records,
        scratch,
        spare,
    } = registers;
    loop {
        let Position {
            routine: routine_index,
            mut next,
            base,
        } = *position;
        let routine = &code.routines[routine_index];
        let instructions = routine.instructions.as_slice();
        let window = base..base + WINDOW;
        let (Some(r), Some(b)) = (
            integers
                .get_mut(window.clone())
                .and_then(|window| <&mut [i64; WINDOW]>::try_from(window).ok()),
            boxes
                .get_mut(window)
                .and_then(|window| <&mut [Datum; WINDOW]>::try_from(window).ok()),
        ) else {
            return Halt::Leave;
        };
        macro_rules! halt {
            ($halt:expr) => {{
                position.next = next - 1;
                return $halt;
            }};
        }
        // Sets a register to a result, or leaves if there is none.
        macro_rules! set {
            ($to:expr, $result:expr) => {
                match $result {
                    Some(result) => r[usize::from($to)] = result,
                    None => halt!(Halt::Leave),
                }
            };
        }
        macro_rules! get {
            ($register:expr) => {
                r[usize::from($register)]
            };
        }
        macro_rules! jump_if {
            ($condition:expr, $to:expr) => {
                if $condition {
                    next = $to as usize;
                }
            };
        }
        // Puts a value into a register or a box, as its form says.
        macro_rules! store {
            ($to:expr, $form:expr, $value:expr) => {
                match $form {
                    Some(form) => set!($to, form.read($value)),
                    None => {
                        let value = copy($value);
                        b[usize::from($to)] = value;
                    }
                }
            };
        }
        // Puts the next entry of a loop into a register or a box. Returns whether there is one.
        macro_rules! next_entry {
            ($to:expr, $slot:expr, $form:expr) => {{
                let Datum::List(list) = &b[usize::from($slot)] else {
                    halt!(Halt::Leave)
                };
                let index = get!($slot + 1);
                match list.get(index as usize) {
                    Some(value) => {
                        store!($to, $form, value);
                        get!($slot + 1) = index + 1;
                        true
                    }
                    None => false,
                }
            }};
        }
        // Empties the boxes of a function that returns. Its result goes into the first register of
        // its window.
        macro_rules! end_call {
            () => {{
                for &boxed in &routine.boxes {
                    super::general::empty(&mut b[usize::from(boxed)], spare);
                }
            }};
        }
        macro_rules! return_to_caller {
            () => {{
                match callers.pop() {
                    Some(caller) => {
                        *position = caller;
                        break;
                    }
                    None => return Halt::End,
                }
            }};
        }
        loop {
            let current = next;
            next += 1;
            #[cfg(test)]
            if work.leaves_at(&instructions[current]) {
                halt!(Halt::Leave);
            }
            // Without a copy, an arm reads only the operands that it needs.
            match instructions[current] {
                Instruction::Move { to, from } => get!(to) = get!(from),
                Instruction::Set { to, number } => get!(to) = number.into(),
                Instruction::SetWide { to, index } => get!(to) = code.numbers[usize::from(index)],
                Instruction::CopyBox { to, from } => {
                    let value = copy(&b[usize::from(from)]);
                    fill(&mut b[usize::from(to)], value);
                }
                Instruction::TakeBox { to, from } => {
                    let value = std::mem::take(&mut b[usize::from(from)]);
                    fill(&mut b[usize::from(to)], value);
                }
                Instruction::SetBox { to, index } => {
                    b[usize::from(to)] = copy(&code.values[usize::from(index)]);
                }
                Instruction::Box { to, from, form } => {
                    b[usize::from(to)] = form.write(get!(from));
                }
                Instruction::Unbox { to, from, form } => {
                    set!(to, form.read(&b[usize::from(from)]));
                }
                Instruction::EmptyBox { to } => {
                    super::general::empty(&mut b[usize::from(to)], spare);
                }
                Instruction::Clear { from, end } => {
                    r[usize::from(from)..usize::from(end)].fill(NO_VALUE);
                }
                Instruction::LoadBox { to, from } => match &b[usize::from(from)] {
                    Datum::Nothing => halt!(Halt::Leave),
                    value => b[usize::from(to)] = copy(value),
                },

                Instruction::Add { to, a, b } => set!(to, get!(a).checked_add(get!(b))),
                Instruction::Subtract { to, a, b } => set!(to, get!(a).checked_sub(get!(b))),
                Instruction::Multiply { to, a, b } => set!(to, get!(a).checked_mul(get!(b))),
                Instruction::FloorDivide { to, a, b } => set!(to, floor_divide(get!(a), get!(b))),
                Instruction::Remainder { to, a, b } => set!(to, remainder(get!(a), get!(b))),
                Instruction::Least { to, a, b } => get!(to) = get!(a).min(get!(b)),
                Instruction::Greatest { to, a, b } => get!(to) = get!(a).max(get!(b)),
                Instruction::AddNumber { to, a, number } => {
                    set!(to, get!(a).checked_add(number.into()));
                }
                Instruction::MultiplyNumber { to, a, number } => {
                    set!(to, get!(a).checked_mul(number.into()));
                }
                Instruction::SubtractFrom { to, a, number } => {
                    set!(to, i64::from(number).checked_sub(get!(a)));
                }
                Instruction::FloorDivideNumber { to, a, number } => {
                    set!(to, floor_divide(get!(a), number.into()));
                }
                Instruction::RemainderNumber { to, a, number } => {
                    set!(to, remainder(get!(a), number.into()));
                }
                Instruction::LeastNumber { to, a, number } => {
                    get!(to) = get!(a).min(number.into());
                }
                Instruction::GreatestNumber { to, a, number } => {
                    get!(to) = get!(a).max(number.into());
                }
                Instruction::Absolute { to, a } => set!(to, absolute(get!(a))),
                Instruction::Not { to, a } => get!(to) = get!(a) ^ 1,

                Instruction::Compare { to, test, a, b } => {
                    get!(to) = test.holds(get!(a), get!(b)).into();
                }
                Instruction::CompareNumber {
                    to,
                    test,
                    a,
                    number,
                } => {
                    get!(to) = test.holds(get!(a), number.into()).into();
                }

                Instruction::Jump { to } => next = to as usize,
                Instruction::JumpIf { a, to } => jump_if!(get!(a) != 0, to),
                Instruction::JumpUnless { a, to } => jump_if!(get!(a) == 0, to),
                Instruction::JumpIfLess { a, b, to } => jump_if!(get!(a) < get!(b), to),
                Instruction::JumpIfAtMost { a, b, to } => jump_if!(get!(a) <= get!(b), to),
                Instruction::JumpIfEqual { a, b, to } => jump_if!(get!(a) == get!(b), to),
                Instruction::JumpIfUnequal { a, b, to } => jump_if!(get!(a) != get!(b), to),
                Instruction::JumpIfLessThan { a, number, to } => {
                    jump_if!(get!(a) < number.into(), to);
                }
                Instruction::JumpIfMoreThan { a, number, to } => {
                    jump_if!(get!(a) > number.into(), to);
                }
                Instruction::JumpIfIs { a, number, to } => {
                    jump_if!(get!(a) == i64::from(number), to);
                }
                Instruction::JumpIfIsNot { a, number, to } => {
                    jump_if!(get!(a) != i64::from(number), to);
                }
                Instruction::JumpBack { cost, to } => {
                    if work.add_steps(cost.into()) {
                        halt!(Halt::Check);
                    }
                    next = to as usize;
                }
                Instruction::CountEntry => {
                    if work.add_steps(STEPS_PER_ENTRY) {
                        halt!(Halt::Check);
                    }
                }
                Instruction::NextNumber { to, slot, end } => {
                    let number = get!(slot);
                    if number < get!(slot + 1) {
                        get!(slot) = number + 1;
                        get!(to) = number;
                    } else {
                        next = end as usize;
                    }
                }
                Instruction::RepeatNumber {
                    to,
                    slot,
                    cost,
                    start,
                } => {
                    if work.add_steps(cost.into()) {
                        halt!(Halt::Check);
                    }
                    let number = get!(slot);
                    if number < get!(slot + 1) {
                        get!(slot) = number + 1;
                        get!(to) = number;
                        next = start as usize;
                    }
                }
                Instruction::NextEntry {
                    to,
                    slot,
                    form,
                    end,
                } => jump_if!(!next_entry!(to, slot, form), end),
                Instruction::RepeatEntry {
                    to,
                    slot,
                    form,
                    start,
                } => {
                    if work.add_steps(STEPS_PER_ENTRY) {
                        halt!(Halt::Check);
                    }
                    jump_if!(next_entry!(to, slot, form), start);
                }
                Instruction::Index {
                    to,
                    list,
                    index,
                    form,
                } => match entry_at(&b[usize::from(list)], get!(index)) {
                    Some(value) => store!(to, form, value),
                    None => halt!(Halt::Leave),
                },
                Instruction::IndexValue {
                    to,
                    index,
                    form,
                    list,
                } => match entry_at(&code.values[usize::from(list)], get!(index)) {
                    Some(value) => store!(to, form, value),
                    None => halt!(Halt::Leave),
                },
                Instruction::Field {
                    to,
                    entry,
                    form,
                    field,
                } => match &b[usize::from(entry)] {
                    Datum::Entry(values) | Datum::Cards(values) => {
                        match values.get(usize::from(field)) {
                            Some(Datum::Nothing) | None => halt!(Halt::Leave),
                            Some(value) => store!(to, form, value),
                        }
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::SetEntry {
                    list,
                    index,
                    from,
                    form,
                } => {
                    let value = form.map(|form| form.write(get!(from)));
                    let index = usize::try_from(get!(index)).unwrap_or(usize::MAX);
                    match (&mut b[usize::from(list)], value) {
                        (Datum::List(entries), Some(value)) if index < entries.len() => {
                            Arc::make_mut(entries)[index] = value;
                        }
                        _ => halt!(Halt::Leave),
                    }
                }
                Instruction::Append { list, from, form } => {
                    let value = match form {
                        Some(form) => form.write(get!(from)),
                        None => copy(&b[usize::from(from)]),
                    };
                    if !super::general::append(&mut b[usize::from(list)], value) {
                        halt!(Halt::Leave);
                    }
                }
                Instruction::Length { to, list } => match &b[usize::from(list)] {
                    Datum::List(entries) => get!(to) = entries.len() as i64,
                    _ => halt!(Halt::Leave),
                },

                Instruction::FoldSum { slot, entry } => match (get!(slot), get!(entry)) {
                    (_, NO_VALUE) => halt!(Halt::Leave),
                    (NO_VALUE, entry) => get!(slot) = entry,
                    (sum, entry) => {
                        let sum = sum.checked_add(entry);
                        set!(slot, sum.filter(|sum| *sum != NO_VALUE));
                    }
                },
                Instruction::FoldLeast { slot, entry } => match (get!(slot), get!(entry)) {
                    (_, NO_VALUE) => halt!(Halt::Leave),
                    (NO_VALUE, entry) => get!(slot) = entry,
                    (least, entry) => get!(slot) = least.min(entry),
                },
                Instruction::FoldGreatest { slot, entry } => match (get!(slot), get!(entry)) {
                    (_, NO_VALUE) => halt!(Halt::Leave),
                    // Every number is greater than `NO_VALUE`.
                    (greatest, entry) => get!(slot) = greatest.max(entry),
                },
                Instruction::FoldAny { slot, entry } => match get!(slot) {
                    NO_VALUE => get!(slot) = get!(entry),
                    any => get!(slot) = any | get!(entry),
                },
                Instruction::FoldAll { slot, entry } => match get!(slot) {
                    NO_VALUE => get!(slot) = get!(entry),
                    all => get!(slot) = all & get!(entry),
                },
                Instruction::FoldCount { slot } => match get!(slot) {
                    NO_VALUE => get!(slot) = 1,
                    count => get!(slot) = count + 1,
                },
                Instruction::ReadFold { to, slot, empty } => match (get!(slot), empty) {
                    (NO_VALUE, Some(empty)) => get!(to) = empty.into(),
                    (NO_VALUE, None) => halt!(Halt::Leave),
                    (number, _) => get!(to) = number,
                },

                Instruction::Roll { to, sides } => match get!(sides) {
                    sides @ 1..=MAX_FACES => {
                        work.dice += 1;
                        get!(to) = roll(sides as u32, ask);
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::RollDie { to, sides } => {
                    work.dice += 1;
                    get!(to) = ask.roll(Die::new(sides)).into();
                }
                Instruction::RollDice { to, index } => {
                    get!(to) = roll_terms(&code.dice[usize::from(index)], work, ask);
                }
                Instruction::Pool { to, n, sides } => match (get!(n), get!(sides)) {
                    (n @ 0..=MAX_DICE, sides @ 1..=MAX_FACES) => {
                        work.dice += n.max(1) as u64;
                        fill(&mut b[usize::from(to)], pool(n, sides as u32, spare, ask));
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::PoolOf { to, n, sides } => match get!(n) {
                    n @ 0..=MAX_DICE => {
                        work.dice += n.max(1) as u64;
                        fill(&mut b[usize::from(to)], pool(n, sides, spare, ask));
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::Successes {
                    to,
                    n,
                    sides,
                    least,
                } => match (get!(n), get!(sides)) {
                    (n @ 0..=MAX_DICE, sides @ 1..=MAX_FACES) => {
                        work.dice += n.max(1) as u64;
                        get!(to) = successes(n, sides as u32, get!(least), ask);
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::SuccessesOf {
                    to,
                    n,
                    sides,
                    least,
                } => match get!(n) {
                    n @ 0..=MAX_DICE => {
                        work.dice += n.max(1) as u64;
                        get!(to) = successes(n, sides.into(), least.into(), ask);
                    }
                    _ => halt!(Halt::Leave),
                },
                Instruction::Happens { to, index } => {
                    work.dice += 1;
                    get!(to) = happens(code.probabilities[usize::from(index)], ask);
                }

                Instruction::Call {
                    base: first,
                    function,
                    ..
                } => {
                    let callee = &code.routines[usize::from(function)];
                    if callers.len() >= MAX_FRAMES || work.add_steps(callee.cost.into()) {
                        // Calls that are nested too deeply are a mistake, which the stack machine
                        // reports. Otherwise, it is time for a check.
                        halt!(if callers.len() >= MAX_FRAMES {
                            Halt::Leave
                        } else {
                            Halt::Check
                        });
                    }
                    callers.push(Position {
                        routine: routine_index,
                        next,
                        base,
                    });
                    let base = base + usize::from(first);
                    *position = Position {
                        routine: function.into(),
                        next: 0,
                        base,
                    };
                    if integers.len() < base + WINDOW {
                        integers.resize(base + WINDOW, 0);
                        boxes.resize(base + WINDOW, Datum::Nothing);
                    }
                    let cleared = &callee.cleared;
                    integers[base + usize::from(cleared.start)..base + usize::from(cleared.end)]
                        .fill(NO_VALUE);
                    for &slot in &callee.emptied {
                        boxes[base + usize::from(slot)] = Datum::Nothing;
                    }
                    break;
                }
                Instruction::Return { from } => {
                    get!(0u8) = get!(from);
                    end_call!();
                    return_to_caller!();
                }
                Instruction::ReturnNumber { number } => {
                    get!(0u8) = number.into();
                    end_call!();
                    return_to_caller!();
                }
                Instruction::ReturnBox { from } => {
                    let result = std::mem::take(&mut b[usize::from(from)]);
                    end_call!();
                    b[0] = result;
                    return_to_caller!();
                }

                Instruction::Record { metric, from } => {
                    let (value, mark) = (get!(from), code.marks[usize::from(metric)]);
                    let is_wrong = value.unsigned_abs() >= MAX_RECORDED
                        || mark.is_flag && !(0..=1).contains(&value);
                    if is_wrong || !records.mark(mark, 0) {
                        halt!(Halt::Leave);
                    }
                    observe_whole(metric, value, ask);
                }
                Instruction::RecordOutcome { metric, outcome } => {
                    if !records.mark(code.marks[usize::from(metric)], 0) {
                        halt!(Halt::Leave);
                    }
                    observe_whole(metric, outcome.into(), ask);
                }
                Instruction::RecordText { metric, from } => {
                    let outcomes = &program.code.metrics[usize::from(metric)].outcomes;
                    let text = get!(from) as u32;
                    let mark = code.marks[usize::from(metric)];
                    match outcomes
                        .iter()
                        .flatten()
                        .position(|outcome| *outcome == text)
                    {
                        Some(outcome) if records.mark(mark, 0) => {
                            observe_whole(metric, outcome as i64, ask);
                        }
                        _ => halt!(Halt::Leave),
                    }
                }
                Instruction::RecordStep { metric, from, step } => {
                    let (metric, step) = (usize::from(metric), u32::from(step));
                    let outcomes = program.code.metrics[metric].outcomes.as_deref();
                    match records.record_at_step(code.marks[metric], outcomes, step, get!(from)) {
                        Some(value) => ask.observe(metric, step, value),
                        None => halt!(Halt::Leave),
                    }
                }
                Instruction::RecordAtStep { metric, from, step } => {
                    let metric = usize::from(metric);
                    let step = u32::try_from(get!(step)).unwrap_or(0);
                    let outcomes = program.code.metrics[metric].outcomes.as_deref();
                    match records.record_at_step(code.marks[metric], outcomes, step, get!(from)) {
                        Some(value) => ask.observe(metric, step, value),
                        None => halt!(Halt::Leave),
                    }
                }
                Instruction::StepOf { to, entry, metric } => {
                    let entry = &b[usize::from(entry)];
                    match step_of(program, code.name_field, metric.into(), entry) {
                        Some(step) => get!(to) = step.into(),
                        None => halt!(Halt::Leave),
                    }
                }
                Instruction::RecordAt { index } => {
                    let record = &routine.records[usize::from(index)];
                    if !record_any(program, record, records, r, b, ask) {
                        halt!(Halt::Leave);
                    }
                }
                Instruction::General { index } => {
                    let general = &routine.generals[usize::from(index)];
                    if !execute(program, general, scratch, r, b, work, ask) {
                        halt!(Halt::Leave)
                    }
                }
                Instruction::Choose { .. } => halt!(Halt::Choose),
                Instruction::Leave => halt!(Halt::Leave),
            }
        }
    }
}
