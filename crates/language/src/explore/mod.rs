//! The reader that explores: the program is forked at each question, equal machines are one, and
//! what is asked between two checkpoints is summed out.

mod calls;
mod cycles;
mod expand;
mod level;
mod repeats;
mod scratch;
mod state;
mod walk;
mod walk_end;
mod walk_places;

pub(crate) use expand::{expand, start};
pub(crate) use level::{at_level, level};
pub use scratch::Scratch;
pub(crate) use state::ExploredRule;
pub use state::State;
