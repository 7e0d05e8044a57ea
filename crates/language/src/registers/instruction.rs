//! Instructions of the register machine, and translated programs.
//!
//! Each call of a function has a window of registers: first one for each name, then one for each
//! depth of the stack. A register is an integer. A value that is no integer is in a box with the
//! same number.

use std::ops::Range;

use oddsmith_engine::chance::{DiceTerm, Probability};

use super::kind::Form;
use crate::code::Op;
use crate::value::Datum;

/// The registers of a window.
pub(super) const WINDOW: usize = 256;

/// The number of a register or box in the window of its function.
pub(super) type Register = u8;

/// The integer of a name without a value.
pub(super) const NO_VALUE: i64 = i64::MIN;

/// An instruction. `to` is the result; the other registers are read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[rustfmt::skip]
pub(super) enum Instruction {
    Move { to: Register, from: Register },
    Set { to: Register, number: i32 },
    /// Sets a register to a number of the table.
    SetWide { to: Register, index: u16 },
    CopyBox { to: Register, from: Register },
    /// Moves a box that nothing reads again.
    TakeBox { to: Register, from: Register },
    /// Puts a value of the table into a box.
    SetBox { to: Register, index: u16 },
    /// Puts an integer into a box.
    Box { to: Register, from: Register, form: Form },
    /// Takes an integer out of a box.
    Unbox { to: Register, from: Register, form: Form },
    EmptyBox { to: Register },
    /// Sets registers to no value.
    Clear { from: Register, end: Register },
    /// Copies the box of a name that may have no value.
    LoadBox { to: Register, from: Register },

    Add { to: Register, a: Register, b: Register },
    Subtract { to: Register, a: Register, b: Register },
    Multiply { to: Register, a: Register, b: Register },
    FloorDivide { to: Register, a: Register, b: Register },
    Remainder { to: Register, a: Register, b: Register },
    Least { to: Register, a: Register, b: Register },
    Greatest { to: Register, a: Register, b: Register },
    AddNumber { to: Register, a: Register, number: i32 },
    MultiplyNumber { to: Register, a: Register, number: i32 },
    /// Subtracts from a number.
    SubtractFrom { to: Register, a: Register, number: i32 },
    /// Divides by a number greater than 0.
    FloorDivideNumber { to: Register, a: Register, number: i32 },
    /// Computes the remainder of a division by a number greater than 0.
    RemainderNumber { to: Register, a: Register, number: i32 },
    LeastNumber { to: Register, a: Register, number: i32 },
    GreatestNumber { to: Register, a: Register, number: i32 },
    Absolute { to: Register, a: Register },
    Not { to: Register, a: Register },

    Compare { to: Register, test: Test, a: Register, b: Register },
    CompareNumber { to: Register, test: Test, a: Register, number: i32 },

    Jump { to: u32 },
    JumpIf { a: Register, to: u32 },
    JumpUnless { a: Register, to: u32 },
    JumpIfLess { a: Register, b: Register, to: u32 },
    JumpIfAtMost { a: Register, b: Register, to: u32 },
    JumpIfEqual { a: Register, b: Register, to: u32 },
    JumpIfUnequal { a: Register, b: Register, to: u32 },
    JumpIfLessThan { a: Register, number: i16, to: u32 },
    JumpIfMoreThan { a: Register, number: i16, to: u32 },
    JumpIfIs { a: Register, number: i16, to: u32 },
    JumpIfIsNot { a: Register, number: i16, to: u32 },
    /// Jumps back to the head of a loop. `cost` is the number of instructions of an iteration.
    JumpBack { cost: u16, to: u32 },
    /// Counts one iteration of a loop over a list whose body was repeated for each entry.
    CountEntry,

    /// Sets a register to the next number of a loop, or leaves the loop.
    NextNumber { to: Register, slot: Register, end: u32 },
    /// Acts like `NextNumber` at the end of an iteration, and jumps to the beginning of the next
    /// one.
    RepeatNumber { to: Register, slot: Register, cost: u8, start: u32 },
    /// Sets a register or box to the next entry of a loop, or leaves the loop.
    NextEntry { to: Register, slot: Register, form: Option<Form>, end: u32 },

    /// Acts like `NextEntry` at the end of an iteration, and jumps to the beginning of the next
    /// one.
    RepeatEntry { to: Register, slot: Register, form: Option<Form>, start: u32 },

    Index { to: Register, list: Register, index: Register, form: Option<Form> },
    /// Acts like `Index` for a list of the table.
    IndexValue { to: Register, index: Register, form: Option<Form>, list: u16 },
    Field { to: Register, entry: Register, form: Option<Form>, field: u16 },
    SetEntry { list: Register, index: Register, from: Register, form: Option<Form> },
    Append { list: Register, from: Register, form: Option<Form> },
    Length { to: Register, list: Register },

    /// Adds an entry to a running result, which may have no value yet.
    FoldSum { slot: Register, entry: Register },
    FoldLeast { slot: Register, entry: Register },
    FoldGreatest { slot: Register, entry: Register },
    FoldAny { slot: Register, entry: Register },
    FoldAll { slot: Register, entry: Register },
    FoldCount { slot: Register },
    /// Reads a running result. If no entry was added, the result is `empty`, or it is a mistake to
    /// read it.
    ReadFold { to: Register, slot: Register, empty: Option<i8> },

    Roll { to: Register, sides: Register },
    RollDie { to: Register, sides: u32 },
    /// Rolls dice of the table.
    RollDice { to: Register, index: u16 },
    Pool { to: Register, n: Register, sides: Register },
    /// Acts like `Pool` with a known number of faces.
    PoolOf { to: Register, n: Register, sides: u32 },
    Successes { to: Register, n: Register, sides: Register, least: Register },
    /// Acts like `Successes` with a known number of faces and a known least face.
    SuccessesOf { to: Register, n: Register, sides: u16, least: i16 },
    /// Decides an event with a probability of the table.
    Happens { to: Register, index: u16 },

    /// Calls a function whose window begins at `base`, where its arguments are. `is_boxed` says
    /// whether the result is in a box.
    Call { base: Register, is_boxed: bool, function: u16 },
    Return { from: Register },
    ReturnNumber { number: i32 },
    ReturnBox { from: Register },

    /// Records a number for a metric without steps.
    Record { metric: u16, from: Register },
    /// Records the outcome with this index for a metric without steps.
    RecordOutcome { metric: u16, outcome: u16 },
    /// Records the text in a register for a metric without steps.
    RecordText { metric: u16, from: Register },
    /// Records a number, or the text in a register, at a step.
    RecordStep { metric: u16, from: Register, step: u16 },
    /// Acts like `RecordStep` with the step in a register.
    RecordAtStep { metric: u16, from: Register, step: Register },
    /// Sets a register to the step that an entry names.
    StepOf { to: Register, entry: Register, metric: u16 },
    /// Records any value at any step, as described by an entry of `records`.
    RecordAt { index: u16 },
    /// Lets the stack machine execute an instruction, as described by an entry of `generals`.
    General { index: u16 },
    /// Asks a player; the option goes into a box.
    Choose { to: Register },
    /// Leaves the trial to the stack machine.
    Leave,
}

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

impl Test {
    #[inline]
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Test::Less => a < b,
            Test::AtMost => a <= b,
            Test::More => a > b,
            Test::AtLeast => a >= b,
            Test::Equal => a == b,
            Test::Unequal => a != b,
        }
    }

    /// Returns the test that holds if this one does not.
    pub(super) fn opposite(self) -> Test {
        match self {
            Test::Less => Test::AtLeast,
            Test::AtMost => Test::More,
            Test::More => Test::AtMost,
            Test::AtLeast => Test::Less,
            Test::Equal => Test::Unequal,
            Test::Unequal => Test::Equal,
        }
    }

    /// Returns the test of the operands in the other order.
    pub(super) fn swapped(self) -> Test {
        match self {
            Test::Less => Test::More,
            Test::AtMost => Test::AtLeast,
            Test::More => Test::Less,
            Test::AtLeast => Test::AtMost,
            Test::Equal | Test::Unequal => self,
        }
    }
}

/// A place from which the stack machine takes a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    Integer(Register, Form),
    /// The integer of a name that may have no value.
    Unsure(Register, Form),
    Boxed(Register),
    /// The box of a name or, if a loop has taken its list, the box of the loop.
    Moved(Register, Register),
    Value(Datum),
}

/// A place for a value of the stack machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    Integer(Register, Form),
    Boxed(Register),
}

/// An instruction of the stack machine without a separate form in the register machine.
#[derive(Clone, Debug)]
pub(super) struct General {
    pub(super) op: Op,
    pub(super) operands: Vec<Source>,
    /// The places of its results, the last pushed first.
    pub(super) results: Vec<Target>,
}

/// A record with a step, or of a value that needs a check.
#[derive(Clone, Debug)]
pub(super) struct GeneralRecord {
    pub(super) metric: usize,
    pub(super) value: Source,
    pub(super) step: Option<Source>,
}

/// The state in which the stack machine takes over before an instruction.
#[derive(Clone, Debug)]
pub(super) struct Handover {
    /// The functions into which this one was copied, the outermost first. Each continues after its
    /// call.
    pub(super) outer: Vec<Frame>,
    pub(super) frame: Frame,
    /// At a call: how many values stay on the stack, below the arguments.
    pub(super) kept: usize,
}

/// A function with its values, for the stack machine.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) function: u32,
    pub(super) next_op: u32,
    pub(super) names: Vec<Source>,
    /// The values on the stack above the names.
    pub(super) stack: Vec<Source>,
}

/// A translated function.
#[derive(Clone, Debug, Default)]
pub(super) struct RegisterRoutine {
    pub(super) instructions: Vec<Instruction>,
    /// For each instruction, the index of its handover.
    pub(super) handover_of: Vec<u32>,
    pub(super) handovers: Vec<Handover>,
    /// The registers of names that may have a value or none at some place. They begin without a
    /// value.
    pub(super) cleared: Range<u8>,
    /// The boxes of such names.
    pub(super) emptied: Vec<Register>,
    /// The boxes that are emptied at the end.
    pub(super) boxes: Vec<Register>,
    /// The number of instructions, as the cost of a call.
    pub(super) cost: u32,
    pub(super) generals: Vec<General>,
    pub(super) records: Vec<GeneralRecord>,
}

/// A translated program.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegisterProgram {
    pub(super) routines: Vec<RegisterRoutine>,
    pub(super) trial: usize,
    pub(super) numbers: Vec<i64>,
    pub(super) values: Vec<Datum>,
    pub(super) dice: Vec<Vec<(i64, DiceTerm)>>,
    pub(super) probabilities: Vec<Probability>,
    /// For each metric, the mark that it has been recorded.
    pub(super) marks: Vec<Mark>,
    /// The marks of a trial that has recorded everything, or `None` if the end of a trial always
    /// needs a full check.
    pub(super) all_marked: Option<Vec<Datum>>,
    /// The field with the name of an entry.
    pub(super) name_field: Option<usize>,
}

/// The bits that mark the steps of a metric as recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) first_bit: usize,
    /// The number of steps; 0 for a metric of the whole trial.
    pub(super) steps: u32,
    pub(super) is_flag: bool,
}

impl Instruction {
    /// Returns the register of the result, if the instruction sets one register and could set
    /// another one instead.
    pub(super) fn result(&mut self) -> Option<&mut Register> {
        use Instruction::*;
        match self {
            Move { to, .. }
            | Set { to, .. }
            | SetWide { to, .. }
            | Unbox { to, .. }
            | Add { to, .. }
            | Subtract { to, .. }
            | Multiply { to, .. }
            | FloorDivide { to, .. }
            | Remainder { to, .. }
            | Least { to, .. }
            | Greatest { to, .. }
            | AddNumber { to, .. }
            | MultiplyNumber { to, .. }
            | SubtractFrom { to, .. }
            | FloorDivideNumber { to, .. }
            | RemainderNumber { to, .. }
            | LeastNumber { to, .. }
            | GreatestNumber { to, .. }
            | Absolute { to, .. }
            | Not { to, .. }
            | Compare { to, .. }
            | CompareNumber { to, .. }
            | NextNumber { to, .. }
            | NextEntry {
                to, form: Some(_), ..
            }
            | Index {
                to, form: Some(_), ..
            }
            | IndexValue {
                to, form: Some(_), ..
            }
            | Field {
                to, form: Some(_), ..
            }
            | Length { to, .. }
            | ReadFold { to, .. }
            | Roll { to, .. }
            | RollDie { to, .. }
            | RollDice { to, .. }
            | Successes { to, .. }
            | SuccessesOf { to, .. }
            | Happens { to, .. }
            | StepOf { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Returns whether the stack machine may take over before this instruction.
    #[cfg(test)]
    pub(super) fn may_leave(&self) -> bool {
        use Instruction::*;
        matches!(
            self,
            Add { .. }
                | Subtract { .. }
                | Multiply { .. }
                | FloorDivide { .. }
                | Remainder { .. }
                | AddNumber { .. }
                | MultiplyNumber { .. }
                | SubtractFrom { .. }
                | Absolute { .. }
                | LoadBox { .. }
                | JumpBack { .. }
                | CountEntry
                | RepeatNumber { .. }
                | NextEntry { .. }
                | RepeatEntry { .. }
                | Index { .. }
                | IndexValue { .. }
                | Field { .. }
                | SetEntry { .. }
                | Append { .. }
                | Length { .. }
                | FoldSum { .. }
                | FoldLeast { .. }
                | FoldGreatest { .. }
                | ReadFold { .. }
                | Roll { .. }
                | Pool { .. }
                | PoolOf { .. }
                | Successes { .. }
                | SuccessesOf { .. }
                | Call { .. }
                | Record { .. }
                | RecordOutcome { .. }
                | RecordText { .. }
                | RecordStep { .. }
                | RecordAtStep { .. }
                | StepOf { .. }
                | RecordAt { .. }
                | General { .. }
                | Choose { .. }
        )
    }

    /// Returns the box of the result, if the instruction fills one box and could fill another one
    /// instead.
    pub(super) fn boxed_result(&mut self) -> Option<&mut Register> {
        use Instruction::*;
        match self {
            CopyBox { to, .. }
            | TakeBox { to, .. }
            | SetBox { to, .. }
            | Box { to, .. }
            | LoadBox { to, .. }
            | NextEntry { to, form: None, .. }
            | Index { to, form: None, .. }
            | IndexValue { to, form: None, .. }
            | Field { to, form: None, .. }
            | Pool { to, .. }
            | PoolOf { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Returns the target of a jump.
    pub(super) fn target(&mut self) -> Option<&mut u32> {
        use Instruction::*;
        match self {
            Jump { to }
            | JumpIf { to, .. }
            | JumpUnless { to, .. }
            | JumpIfLess { to, .. }
            | JumpIfAtMost { to, .. }
            | JumpIfEqual { to, .. }
            | JumpIfUnequal { to, .. }
            | JumpIfLessThan { to, .. }
            | JumpIfMoreThan { to, .. }
            | JumpIfIs { to, .. }
            | JumpIfIsNot { to, .. }
            | JumpBack { to, .. }
            | NextNumber { end: to, .. }
            | RepeatNumber { start: to, .. }
            | RepeatEntry { start: to, .. }
            | NextEntry { end: to, .. } => Some(to),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_take_eight_bytes() {
        assert_eq!(size_of::<Instruction>(), 8);
    }
}
