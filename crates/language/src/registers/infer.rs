//! Infers the kinds of all values of a program, from its instructions and its parameters.
//!
//! A name has one kind in its whole function. The kinds of arguments and results are joined over
//! all calls. The kinds grow until nothing changes.

use super::flow::edges;
use super::kind::{Kind, binary_kind, chance_kind, fold_kind, folded_kind, pure_kind};
use crate::builtin::Chance;
use crate::code::{Op, Routine};
use crate::grammar::tree::Binary;
use crate::machine::{Program, SetDice};
use crate::value::Datum;

/// The kinds of the values of a program.
pub(super) struct Kinds<'p> {
    program: &'p Program,
    pub(super) functions: Vec<FunctionKinds>,
    /// The kind of each field, over all entries of the parameters.
    fields: Vec<Kind>,
    has_changed: bool,
}

/// The kinds of the values of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionKinds {
    pub(super) slots: Vec<Kind>,
    pub(super) result: Kind,
    /// The stack before each instruction, or `None` if it is never reached.
    pub(super) stacks: Vec<Option<Vec<Kind>>>,
    pub(super) is_called: bool,
}

impl<'p> Kinds<'p> {
    /// Infers the kinds of a program that starts with its trial.
    pub(super) fn infer(program: &'p Program) -> Kinds<'p> {
        let functions = program.code.functions.iter().map(|routine| FunctionKinds {
            slots: vec![Kind::Unknown; routine.slots.len()],
            stacks: vec![None; routine.ops.len()],
            ..FunctionKinds::default()
        });
        let mut kinds = Kinds {
            program,
            functions: functions.collect(),
            fields: field_kinds(program),
            has_changed: true,
        };
        kinds.functions[program.code.trial].is_called = true;
        while std::mem::take(&mut kinds.has_changed) {
            for function in 0..kinds.functions.len() {
                if kinds.functions[function].is_called {
                    kinds.pass(function);
                }
            }
        }
        kinds
    }

    /// Returns the kind of a parameter, choice or constant.
    pub(super) fn shared(&self, index: u16) -> Kind {
        let value = self.program.shared_values.get(usize::from(index));
        value.map_or(Kind::Other, Kind::of)
    }

    /// Follows all instructions of a function once.
    fn pass(&mut self, function: usize) {
        let routine = &self.program.code.functions[function];
        self.reach(function, 0, Vec::new());
        for op_index in 0..routine.ops.len() {
            let Some(stack) = self.functions[function].stacks[op_index].clone() else {
                continue;
            };
            let mut after = stack.clone();
            self.apply(function, routine, op_index, &mut after);
            let edges = edges(&routine.ops, op_index);
            if let Some(jump) = edges.jump {
                let mut jumped = after.clone();
                match routine.ops[op_index] {
                    Op::NextNumber { .. } | Op::NextEntry { .. } => drop(jumped.pop()),
                    Op::KeepIf { .. } if jump.keeps_condition => jumped.push(Kind::Truth),
                    _ => (),
                }
                self.reach(function, jump.to, jumped);
            }
            if let Some(next) = edges.next {
                self.reach(function, next, after);
            }
        }
    }

    /// Joins a stack with the one that is known before an instruction.
    fn reach(&mut self, function: usize, op_index: usize, stack: Vec<Kind>) {
        let known = &mut self.functions[function].stacks[op_index];
        match known {
            None => {
                *known = Some(stack);
                self.has_changed = true;
            }
            Some(known) => {
                for (known, kind) in known.iter_mut().zip(&stack) {
                    self.has_changed |= known.widen(kind);
                }
            }
        }
    }

    fn widen_slot(&mut self, function: usize, slot: u16, kind: &Kind) {
        self.has_changed |= self.functions[function].slots[usize::from(slot)].widen(kind);
    }

    /// Applies an instruction to a stack of kinds.
    fn apply(
        &mut self,
        function: usize,
        routine: &Routine,
        op_index: usize,
        stack: &mut Vec<Kind>,
    ) {
        let op = routine.ops[op_index];
        let pushed = match op {
            Op::Call {
                function: callee, ..
            } => {
                let callee = usize::from(callee);
                let arguments = self.program.code.functions[callee].arguments;
                Some(self.call(callee, &take(stack, arguments)))
            }
            Op::Ask {
                function: asked,
                arguments,
            } => {
                let given = take(stack, arguments.into());
                let before = op_index.checked_sub(1).map(|before| routine.ops[before]);
                if let (Chance::Dice, Some(Op::Shared(index))) = (asked, before)
                    && let Some(rolled) = rolled_function(self.program, index)
                {
                    self.call(rolled, &[]);
                }
                Some(chance_kind(asked, &given))
            }
            Op::Return => {
                let value = stack.pop().unwrap_or_default();
                self.has_changed |= self.functions[function].result.widen(&value);
                None
            }
            Op::Unpack(n) => {
                let unpacked = stack.pop().unwrap_or_default().unpacked(n.into());
                stack.extend(unpacked.into_iter().rev());
                None
            }
            _ => match self.apply_to_name(function, routine, op, stack) {
                Some(pushed) => pushed,
                None => self.pushed_kind(op, stack),
            },
        };
        stack.extend(pushed);
    }

    /// Applies an instruction that reads or changes a name. Returns `None` for any other one.
    fn apply_to_name(
        &mut self,
        function: usize,
        routine: &Routine,
        op: Op,
        stack: &mut Vec<Kind>,
    ) -> Option<Option<Kind>> {
        let slots = &self.functions[function].slots;
        let known = |slot: u16| slots[usize::from(slot)].clone();
        let mut pop = || stack.pop().unwrap_or_default();
        let (slot, kind) = match op {
            Op::Load(slot) | Op::LoadTotal(slot) => return Some(Some(known(slot))),
            Op::IndexIn(slot) => {
                pop();
                return Some(Some(known(slot).entry()));
            }
            Op::PushFold { slot, function, .. } => {
                return Some(Some(folded_kind(function, &known(slot))));
            }
            Op::NextEntry { slot, .. } => {
                let entry = known(slot).entry();
                // The next index is stored here.
                self.widen_slot(function, slot + 1, &Kind::Whole);
                return Some(Some(entry));
            }
            Op::Store(slot) | Op::BeginTotal { slot, .. } => {
                let kind = pop();
                // The running result of a function over a list begins without a value.
                if kind == Kind::Nothing && is_folded(routine, slot) {
                    return Some(None);
                }
                (slot, kind)
            }
            Op::StoreAt { slot, depth } => {
                (0..depth).for_each(|_| drop(pop()));
                (slot, known(slot).with_entry(depth.into(), &pop()))
            }
            Op::Grow { slot, .. } | Op::GrowTotal { slot, .. } => {
                (slot, binary_kind(Binary::Add, &known(slot), &pop()))
            }
            Op::Append(slot) => (slot, known(slot).with_entry(1, &pop())),
            Op::Fold { slot, function, .. } => (slot, fold_kind(function, &pop())),
            _ => return None,
        };
        self.widen_slot(function, slot, &kind);
        Some(None)
    }

    /// Pops the operands of an instruction, and returns the kind of its result, if it has one.
    fn pushed_kind(&self, op: Op, stack: &mut Vec<Kind>) -> Option<Kind> {
        let mut pop = || stack.pop().unwrap_or_default();
        match op {
            Op::Constant(constant) => {
                Some(Kind::of(&self.program.code.constants[constant as usize]))
            }
            Op::Whole(_) | Op::NextNumber { .. } => Some(Kind::Whole),
            Op::Truth(_) => Some(Kind::Truth),
            Op::Shared(index) => Some(self.shared(index)),
            Op::Drop | Op::RecordTotal(_) | Op::Unless(_) | Op::KeepIf { .. } => {
                pop();
                None
            }
            Op::Record { has_step, .. } => {
                (0..1 + u32::from(has_step)).for_each(|_| drop(pop()));
                None
            }
            Op::List(n) => Some(Kind::list(take(stack, n.into()))),
            Op::Index => {
                pop();
                Some(pop().entry())
            }
            Op::Field(field) => {
                pop();
                Some(self.fields[usize::from(field)].clone())
            }
            Op::Binary(operator) => {
                let (right, left) = (pop(), pop());
                Some(binary_kind(operator, &left, &right))
            }
            Op::Negative => match pop() {
                kind if kind.is_whole() => Some(Kind::Whole),
                kind => Some(kind),
            },
            Op::Not => {
                pop();
                Some(Kind::Truth)
            }
            Op::Compare(_) => {
                take(stack, 2);
                Some(Kind::Truth)
            }
            Op::Pure {
                function,
                arguments,
            } => Some(pure_kind(function, &take(stack, arguments.into()))),
            Op::Cards(deck) => {
                take(stack, self.program.code.decks[usize::from(deck)].len());
                Some(Kind::Other)
            }
            Op::Dice { open, .. } => {
                take(stack, open.into());
                Some(Kind::Whole)
            }
            Op::Choose { choice, seen } => {
                take(stack, seen.map_or(0, |seen| seen.count.into()));
                let options = take(stack, 1 + usize::from(choice.is_none())).pop();
                Some(options.map_or(Kind::Other, |options| options.entry()))
            }
            Op::ChooseAtOnce(players) => {
                let mut entries = [Kind::Other, Kind::Other];
                for side in [1, 0] {
                    entries[side] = pop().entry();
                    if players[side].is_none() {
                        pop();
                    }
                }
                Some(Kind::Tuple(entries.into()))
            }
            _ => None,
        }
    }

    /// Joins the kinds of arguments, and returns the kind of the result.
    fn call(&mut self, callee: usize, arguments: &[Kind]) -> Kind {
        let function = &mut self.functions[callee];
        self.has_changed |= !std::mem::replace(&mut function.is_called, true);
        for (slot, kind) in function.slots.iter_mut().zip(arguments) {
            self.has_changed |= slot.widen(kind);
        }
        function.result.clone()
    }
}

/// Pops the topmost kinds, the lowest first.
fn take(stack: &mut Vec<Kind>, n: usize) -> Vec<Kind> {
    stack.split_off(stack.len() - n)
}

/// Returns whether a slot holds the running result of a function over a list.
pub(super) fn is_folded(routine: &Routine, slot: u16) -> bool {
    let folds = |op: &Op| matches!(op, Op::Fold { slot: folded, .. } if *folded == slot);
    routine.ops.iter().any(folds)
}

/// Returns the function that rolls the dice of a parameter, if they are not plain.
pub(super) fn rolled_function(program: &Program, index: u16) -> Option<usize> {
    let value = program.shared_values.get(usize::from(index))?;
    match program.dice_of(value)? {
        SetDice::Rolled(function) => Some(*function),
        SetDice::Plain(_) => None,
    }
}

/// Returns the kind of each field, over all entries of the parameters. The fields of decks are
/// whole numbers.
fn field_kinds(program: &Program) -> Vec<Kind> {
    let mut kinds = vec![Kind::Unknown; program.code.fields.len()];
    let counted = program.code.decks.iter().flat_map(|deck| deck.iter());
    counted.for_each(|&field| kinds[usize::from(field)] = Kind::Whole);
    program
        .shared_values
        .iter()
        .for_each(|value| add_fields(value, &mut kinds));
    kinds
}

fn add_fields(value: &Datum, kinds: &mut [Kind]) {
    match value {
        Datum::List(values) => values.iter().for_each(|value| add_fields(value, kinds)),
        Datum::Entry(values) | Datum::Cards(values) => {
            for (kind, value) in kinds.iter_mut().zip(values.iter()) {
                if *value != Datum::Nothing {
                    kind.widen(&Kind::of(value));
                }
            }
        }
        _ => (),
    }
}
