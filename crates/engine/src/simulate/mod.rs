//! Simulation: simulated trials, which roll every die, and trials sampled from the state graph.

mod alias;
mod asked;
mod batches;
mod cohort;
mod draw;
mod folding;
mod listening;
mod play;
mod player;
mod random;
mod recorder;
mod replay;
mod sampler;
mod waits;
mod walk;

pub use asked::play_questions;
pub use batches::{BATCH_SIZE, Purpose, Stream, batches, merge_tallies};
pub use play::{pilot, play};
pub use random::{Random, fresh_seed};
pub use replay::{Replay, TrialEvent, replay, replay_first};
pub use sampler::{COHORT_BATCHES, GraphSampler};
