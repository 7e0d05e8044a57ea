//! The virtual machine, which runs a program until it asks a question.

mod fault;
mod program;
mod record_layout;
mod records;
mod state;
mod step;

pub use fault::Fault;
pub(crate) use fault::Faulty;
pub(crate) use program::{MachineFlags, Program, SetDice};
pub(crate) use record_layout::{WORD_BITS, record_layout};
pub(crate) use state::{CallFrame, MAX_FRAMES, Machine, Pause, RunLog};
pub(crate) use step::MAX_STEPS;
