//! What a program is compiled to: short instructions for a machine with a stack.

use std::sync::Arc;

use oddsmith_engine::chance::DiceText;

use crate::builtin::{Chance, Pure};
use crate::choice::ChoiceCode;
use crate::declare::Otherwise;
use crate::grammar::tree::{Binary, Relation};
use crate::source::Span;
use crate::value::Datum;

/// An instruction. A `slot` is the place of a local name in its function's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    /// Pushes a constant of the table.
    Constant(u32),
    Whole(i32),
    Truth(bool),
    /// Pushes a parameter, a player or a constant of the file.
    Shared(u16),
    Load(u16),
    Store(u16),
    /// Stores into a place of the list in a slot: so many indices are on the stack, then the value.
    StoreAt {
        slot: u16,
        depth: u16,
    },
    /// Adds what is on the stack to the number in a slot, or takes it off.
    Grow {
        slot: u16,
        is_negative: bool,
    },
    /// Acts like `Store`, for a running total; the next three do so for `Grow`, `Load` and
    /// `Record`. If the run asks for it, every growth of the total is observed at once.
    BeginTotal {
        slot: u16,
        metric: u16,
    },
    GrowTotal {
        slot: u16,
        metric: u16,
        is_negative: bool,
    },
    LoadTotal(u16),
    RecordTotal(u16),
    Drop,
    List(u16),
    /// A number for each kind of card of a deck of the table.
    Cards(u16),
    /// Takes a list apart into so many values, the first on top.
    Unpack(u16),
    Index,
    /// The same of the list in a slot, the index being on the stack.
    IndexIn(u16),
    Field(u16),
    Binary(Binary),
    Negative,
    Not,
    Compare(Relation),
    Jump(u32),
    /// Back to the head of a `while`.
    JumpBack(u32),
    Unless(u32),
    /// For `and`, `or`: jumps and leaves the condition where it is this, else drops it.
    KeepIf {
        truth: bool,
        to: u32,
    },
    /// The next number of a slot below the end in the next slot, or out of the loop.
    NextNumber {
        slot: u16,
        end: u32,
    },
    /// The next entry of the list in a slot, its index in the next slot, or out of the loop.
    NextEntry {
        slot: u16,
        end: u32,
    },
    /// Adds to the list in a slot.
    Append(u16),
    /// Takes one entry more into what a function gives of a list that is never made: the slot holds
    /// what it gives so far, `kept` how many entries count, where the function says.
    Fold {
        slot: u16,
        function: Pure,
        kept: Option<u16>,
    },
    /// Past the end of a loop, where its result is decided and only the odds are wanted: `any` is
    /// true, `all` false.
    JumpIfDecided {
        slot: u16,
        truth: bool,
        end: u32,
    },
    /// Goes on here but where lists are read place by place.
    UnlessByIndex(u32),
    /// Pushes what came of it.
    PushFold {
        slot: u16,
        function: Pure,
        kept: Option<u16>,
    },
    Pure {
        function: Pure,
        arguments: u8,
    },
    Ask {
        function: Chance,
        arguments: u8,
    },
    /// So many rolls alike, sorted: their number is on the stack, then what the question or the
    /// dice text takes.
    SortedRolls {
        roll: RepeatedRoll,
        arguments: u8,
        highest_first: bool,
    },
    /// Rolls a dice text of the table, with so many values for the names in braces.
    Dice {
        template: u16,
        open: u8,
    },
    /// Asks a player, the options being on the stack.
    Choose(u16),
    /// The same where who is asked is below them.
    ChooseDynamic,
    Call {
        function: u16,
        arguments: u8,
    },
    Return,
    Record {
        metric: u16,
        has_step: bool,
    },
    /// Over a note, where nobody listens.
    SkipNote(u32),
    Note(u16),
    /// A turn of an outermost loop of the trial begins.
    Checkpoint,
}

/// What is rolled several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RepeatedRoll {
    /// A die that explodes, by its sides.
    Exploding,
    Ask(Chance),
    Dice(u16),
}

/// A function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routine {
    pub(crate) name: String,
    pub(crate) arguments: usize,
    pub(crate) ops: Vec<Op>,
    /// Where each instruction comes from.
    pub(crate) spans: Vec<Span>,
    /// The name of each slot; empty for those that no rule sees.
    pub(crate) slots: Vec<String>,
    /// After each instruction that may suspend: the slots that nobody reads again before writing.
    pub(crate) dead_after: Vec<Box<[u16]>>,
    /// Before each instruction that may read more of a list: the slots that neither it nor anybody
    /// after it reads.
    pub(crate) dead_before: Vec<Box<[u16]>>,
    /// Of each instruction that reads a slot, whether nobody reads it again before writing.
    pub(crate) is_last_read: Vec<bool>,
    /// What it does, itself or through others.
    pub(crate) effects: Effects,
    /// Slots whose lists could be in any order: nothing reads it.
    pub(crate) unordered_slots: Vec<u16>,
    /// Slots that hold what a rule of thumb can read.
    pub(crate) readable_slots: Vec<(u16, HeuristicInputKind)>,
    /// Slots that a rule of thumb reads, and the instructions at which it is asked.
    pub(crate) heuristic_slots: Vec<u16>,
    pub(crate) heuristic_sites: Vec<usize>,
    /// Slots of running totals: what they have grown to bears on nothing.
    pub(crate) total_slots: Vec<u16>,
    /// Loops over numbers and lists.
    pub(crate) loops: Vec<LoopSlots>,
    /// The function that has the same distribution and takes less time to compute.
    pub(crate) explored_as: Option<usize>,
}

/// What a name can hold that a rule of thumb can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeuristicInputKind {
    Whole,
    Truth,
    Text,
    /// How many entries a list has.
    Length,
    /// How many cards there are of a kind, by the place of its field.
    Card(u16),
}

/// A name that bears on a choice.
#[derive(Clone, Debug)]
pub(crate) struct HeuristicInput {
    pub(crate) name: String,
    pub(crate) kind: HeuristicInputKind,
    pub(crate) function: usize,
    pub(crate) slot: u16,
}

/// A loop: the slot of its next number, or of its list, and that of the name which holds this
/// turn's.
#[derive(Clone, Debug)]
pub(crate) struct LoopSlots {
    pub(crate) slot: u16,
    pub(crate) name_slot: u16,
    /// Lists that are read by this turn's number alone: nobody reads a place before it again. Each
    /// with what is added to the number where it reads the earliest place.
    pub(crate) passed_lists: Vec<(u16, i64)>,
}

/// What a function does besides giving a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) asks: bool,
    /// Records, or asks a player.
    pub(crate) is_observable: bool,
}

impl Effects {
    pub(crate) fn join(self, other: Effects) -> Effects {
        Effects {
            asks: self.asks || other.asks,
            is_observable: self.is_observable || other.is_observable,
        }
    }
}

impl Code {
    /// The line of the file, from 1, in which a byte stands.
    pub(crate) fn line_number(&self, byte_offset: usize) -> usize {
        self.line_ends.partition_point(|&end| end < byte_offset) + 1
    }
}

impl Routine {
    /// Whether it asks for a list of which a place can be read alone.
    pub(crate) fn rolls_lists(&self) -> bool {
        let is_list = |function| matches!(function, Chance::Pool | Chance::Tally | Chance::Hand);
        self.ops.iter().any(|op| match op {
            Op::Ask { function, .. } => is_list(*function),
            Op::SortedRolls { .. } => true,
            _ => false,
        })
    }

    /// Whether the law of what it gives depends on its arguments alone, and is worth remembering.
    pub(crate) fn has_distribution(&self) -> bool {
        self.effects.asks && !self.effects.is_observable
    }
}

/// A metric, as the machine needs it.
#[derive(Clone, Debug)]
pub(crate) struct MetricCode {
    pub(crate) name: String,
    /// For a category: the text of each outcome.
    pub(crate) outcomes: Option<Vec<u32>>,
    pub(crate) is_flag: bool,
    pub(crate) otherwise: Option<Otherwise>,
    /// Whether it may go unrecorded.
    pub(crate) is_optional: bool,
    /// The function that gives its number of steps, or their names.
    pub(crate) steps_function: Option<usize>,
    /// Whether it is a running total of the trial.
    pub(crate) is_total: bool,
    /// Whether it shows what an expression comes to, each time.
    pub(crate) is_watched: bool,
    pub(crate) span: Span,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) functions: Vec<Routine>,
    /// The same as they were compiled: nothing that is read is left out of them yet.
    pub(crate) compiled_functions: Arc<[Routine]>,
    /// What rules of thumb can read of each choice.
    pub(crate) heuristic_inputs: Vec<Vec<HeuristicInput>>,
    pub(crate) constants: Vec<Datum>,
    pub(crate) texts: Vec<String>,
    pub(crate) templates: Vec<DiceText>,
    pub(crate) choices: Vec<ChoiceCode>,
    /// The fields of each deck, in the order in which it is written.
    pub(crate) decks: Vec<Box<[u16]>>,
    /// Where the lines of the file end.
    pub(crate) line_ends: Vec<usize>,
    pub(crate) metrics: Vec<MetricCode>,
    pub(crate) trial: usize,
    /// The functions that go through a list which has not been read.
    pub(crate) by_index_functions: Vec<(Pure, usize)>,
    /// For each constant of the file in order: the function that works it out, and how many names
    /// it gives.
    pub(crate) constant_functions: Vec<(usize, usize)>,
    /// The names of parameters, players and constants.
    pub(crate) shared_names: Vec<String>,
    /// The names of all fields of all entries.
    pub(crate) fields: Vec<String>,
}
