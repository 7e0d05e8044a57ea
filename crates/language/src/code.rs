//! The compiled program: instructions for a stack machine.

use std::sync::Arc;

use oddsmith_engine::chance::DiceText;

use crate::builtin::{Chance, Pure};
use crate::choice::ChoiceCode;
use crate::declare::Otherwise;
use crate::grammar::tree::{Binary, Relation};
use crate::source::Span;
use crate::value::Datum;

/// An instruction. A `slot` is the index of a local name in the frame of its function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    /// Pushes a constant from the table of constants.
    Constant(u32),
    Whole(i32),
    Truth(bool),
    /// Pushes a parameter, a choice or a constant of the file.
    Shared(u16),
    Load(u16),
    Store(u16),
    /// Stores into an entry of the list in a slot. `depth` indices are on the stack, then the
    /// value.
    StoreAt {
        slot: u16,
        depth: u16,
    },
    /// Adds the value on the stack to the number in a slot, or subtracts it.
    Grow {
        slot: u16,
        is_negative: bool,
    },
    /// Acts like `Store`, for an accumulator; the next three do so for `Grow`, `Load` and `Record`.
    /// If the run asks for it, every growth of the accumulator is observed at once.
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
    /// Makes one of the decks in the table. The number of cards of each kind is on the stack.
    Cards(u16),
    /// Unpacks a list into this many values, the first on top.
    Unpack(u16),
    Index,
    /// Pushes an entry of the list in a slot; its index is on the stack.
    IndexIn(u16),
    Field(u16),
    Binary(Binary),
    Negative,
    Not,
    Compare(Relation),
    Jump(u32),
    /// Jumps back to the head of a `while` loop.
    JumpBack(u32),
    Unless(u32),
    /// For `and` and `or`: if the condition equals `truth`, jumps and keeps it, else drops it.
    KeepIf {
        truth: bool,
        to: u32,
    },
    /// Pushes the next number of a slot if it is below the end in the next slot, else leaves the
    /// loop.
    NextNumber {
        slot: u16,
        end: u32,
    },
    /// Pushes the next entry of the list in a slot, whose index is in the next slot, or leaves the
    /// loop.
    NextEntry {
        slot: u16,
        end: u32,
    },
    /// Appends the value on the stack to the list in a slot.
    Append(u16),
    /// Adds one entry to the running result of a function over a list that is never built. The slot
    /// holds the result so far; `kept` is the slot with the number of entries that count, if the
    /// function takes it.
    Fold {
        slot: u16,
        function: Pure,
        kept: Option<u16>,
    },
    /// Leaves a loop when its result is decided and only the odds are needed: `any` is true, or
    /// `all` is false.
    JumpIfDecided {
        slot: u16,
        truth: bool,
        end: u32,
    },
    /// Jumps unless lists are read entry by entry.
    UnlessByIndex(u32),
    /// Pushes the result of a function that `Fold` computes.
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
    /// Repeats a roll and sorts the results. The number of rolls is on the stack, then the
    /// arguments of the question or of the dice text.
    SortedRolls {
        roll: RepeatedRoll,
        arguments: u8,
        highest_first: bool,
    },
    /// Rolls a dice text of the table, with `open` values for the names in braces.
    Dice {
        template: u16,
        open: u8,
    },
    /// Asks a player. On the stack are the player if no choice is given here, the options, and the
    /// values that the player sees if they are listed.
    Choose {
        choice: Option<u16>,
        seen: Option<SeenNames>,
    },
    /// Asks two players at once. The options of each are on the stack, and below them the player if
    /// no choice is given here.
    ChooseAtOnce([Option<u16>; 2]),
    Call {
        function: u16,
        arguments: u8,
    },
    Return,
    Record {
        metric: u16,
        has_step: bool,
    },
    /// Jumps over a note if notes are not read.
    SkipNote(u32),
    Note(u16),
    /// Marks the start of an iteration of an outermost loop of the trial.
    Checkpoint,
}

impl Op {
    /// Returns whether the instruction itself asks chance or a player.
    pub(crate) fn asks(&self) -> bool {
        matches!(
            self,
            Op::Ask { .. } | Op::SortedRolls { .. } | Op::Dice { .. }
        ) || self.asks_player()
    }

    /// Returns whether the instruction itself asks a player.
    pub(crate) fn asks_player(&self) -> bool {
        matches!(self, Op::Choose { .. } | Op::ChooseAtOnce(_))
    }

    /// Returns whether the instruction itself may ask a choice. `is_passed` says whether the choice
    /// is passed as a value.
    pub(crate) fn asks_choice(&self, choice: usize, is_passed: bool) -> bool {
        let is_asked = |asked: &Option<u16>| match asked {
            Some(asked) => usize::from(*asked) == choice,
            None => is_passed,
        };
        match self {
            Op::Choose { choice: asked, .. } => is_asked(asked),
            Op::ChooseAtOnce(players) => players.iter().any(is_asked),
            _ => false,
        }
    }

    /// Returns how many values on the stack an instruction that asks players takes.
    pub(crate) fn player_operands(&self) -> usize {
        match self {
            Op::Choose { choice, seen } => {
                let seen = seen.map_or(0, |seen| usize::from(seen.count));
                1 + usize::from(choice.is_none()) + seen
            }
            Op::ChooseAtOnce(players) => 2 + players.iter().filter(|who| who.is_none()).count(),
            _ => 0,
        }
    }
}

/// The values that a player sees at a choice: an index in [`Code::seen_names`], and how many values
/// are on the stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenNames {
    pub(crate) names: u16,
    pub(crate) count: u16,
}

/// The roll that `SortedRolls` repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RepeatedRoll {
    /// An exploding die; its sides are on the stack.
    Exploding,
    Ask(Chance),
    Dice(u16),
}

/// A compiled function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routine {
    pub(crate) name: String,
    pub(crate) arguments: usize,
    pub(crate) ops: Vec<Op>,
    /// The span of the source of each instruction.
    pub(crate) spans: Vec<Span>,
    /// The name of each slot; empty for slots that no rule can name.
    pub(crate) slots: Vec<String>,
    /// For each instruction that may suspend: the slots that are dead after it.
    pub(crate) dead_after: Vec<Box<[u16]>>,
    /// For each instruction that may read more of a list: the slots that are dead before it, and
    /// that it does not read.
    pub(crate) dead_before: Vec<Box<[u16]>>,
    /// For each instruction that reads a slot: whether the slot is dead afterwards.
    pub(crate) is_last_read: Vec<bool>,
    /// The effects of the function and of the functions that it calls.
    pub(crate) effects: Effects,
    /// Slots that hold lists whose order is never read.
    pub(crate) unordered_slots: Vec<u16>,
    /// Slots that hold values that a rule of thumb can read.
    pub(crate) readable_slots: Vec<(u16, HeuristicInputKind)>,
    /// Slots that a rule of thumb reads, and the instructions at which it is asked.
    pub(crate) heuristic_slots: Vec<u16>,
    pub(crate) heuristic_sites: Vec<usize>,
    /// Slots of accumulators: their values affect nothing else.
    pub(crate) total_slots: Vec<u16>,
    /// The loops over numbers and lists.
    pub(crate) loops: Vec<LoopSlots>,
    /// Another function with the same distribution that is cheaper to explore.
    pub(crate) explored_as: Option<usize>,
}

/// A type of value that a rule of thumb can read from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeuristicInputKind {
    Whole,
    Truth,
    Text,
    /// The number of entries of a list.
    Length,
    /// The number of cards of one kind, by the index of its field.
    Card(u16),
}

/// A name that a rule of thumb can read at a choice.
#[derive(Clone, Debug)]
pub(crate) struct HeuristicInput {
    pub(crate) name: String,
    pub(crate) kind: HeuristicInputKind,
    pub(crate) function: usize,
    pub(crate) slot: u16,
}

/// A loop: the slot of its next number or of its list, and the slot of the loop variable.
#[derive(Clone, Debug)]
pub(crate) struct LoopSlots {
    pub(crate) slot: u16,
    pub(crate) name_slot: u16,
    /// Lists that are indexed by the loop variable only, so that entries before it are dead. Each
    /// has the smallest offset that is added to the index.
    pub(crate) passed_lists: Vec<(u16, i64)>,
}

/// The effects of a function apart from returning a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) asks: bool,
    /// Whether it records something or asks a player.
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
    /// Returns the line of a byte offset, counted from 1.
    pub(crate) fn line_number(&self, byte_offset: usize) -> usize {
        self.line_ends.partition_point(|&end| end < byte_offset) + 1
    }
}

impl Routine {
    /// Returns whether the function asks for a list whose entries can be read one by one.
    pub(crate) fn rolls_lists(&self) -> bool {
        let is_list = |function| matches!(function, Chance::Pool | Chance::Tally | Chance::Hand);
        self.ops.iter().any(|op| match op {
            Op::Ask { function, .. } => is_list(*function),
            Op::SortedRolls { .. } => true,
            _ => false,
        })
    }

    /// Returns whether the distribution of the result depends on the arguments alone and is worth
    /// caching.
    pub(crate) fn has_distribution(&self) -> bool {
        self.effects.asks && !self.effects.is_observable
    }
}

/// A metric in a compiled program.
#[derive(Clone, Debug)]
pub(crate) struct MetricCode {
    pub(crate) name: String,
    /// The index of each outcome's text, for a category.
    pub(crate) outcomes: Option<Vec<u32>>,
    pub(crate) is_flag: bool,
    pub(crate) otherwise: Option<Otherwise>,
    /// Whether a trial may leave it unrecorded.
    pub(crate) is_optional: bool,
    /// The function that returns the number of steps, or their names.
    pub(crate) steps_function: Option<usize>,
    /// Whether it is recorded from an accumulator.
    pub(crate) is_total: bool,
    /// Whether it is a probe: it records the values of a watched expression.
    pub(crate) is_watched: bool,
    pub(crate) span: Span,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) functions: Vec<Routine>,
    /// The functions as compiled, before the removal of unused code.
    pub(crate) compiled_functions: Arc<[Routine]>,
    /// The names that rules of thumb can read, for each choice.
    pub(crate) heuristic_inputs: Vec<Vec<HeuristicInput>>,
    pub(crate) constants: Vec<Datum>,
    pub(crate) texts: Vec<String>,
    pub(crate) templates: Vec<DiceText>,
    pub(crate) choices: Vec<ChoiceCode>,
    /// The names of the values in each list of `sees`.
    pub(crate) seen_names: Vec<Vec<String>>,
    /// The fields of each deck, in the order of the source.
    pub(crate) decks: Vec<Box<[u16]>>,
    /// The byte offsets of line ends in the file.
    pub(crate) line_ends: Vec<usize>,
    pub(crate) metrics: Vec<MetricCode>,
    pub(crate) trial: usize,
    /// The functions of the prelude that iterate over a list that has not been read.
    pub(crate) by_index_functions: Vec<(Pure, usize)>,
    /// The function of the prelude that counts the explosions of dice.
    pub(crate) explosions_function: Option<usize>,
    /// For each constant of the file, in order: the function that computes it, and how many names
    /// it defines.
    pub(crate) constant_functions: Vec<(usize, usize)>,
    /// The names of parameters, choices and constants.
    pub(crate) shared_names: Vec<String>,
    /// The field names of all entries.
    pub(crate) fields: Vec<String>,
}
