//! A register machine that simulates trials.
//!
//! It executes a translation of the stack machine's program, with the parameters of the rule
//! already put in. Whole numbers, truths and texts are plain integers, so most instructions do not
//! check the type of a value. The stack machine executes what is rare: single instructions, or the
//! rest of a trial after a mistake. So only the stack machine has messages about mistakes.

mod flow;
mod general;
mod handover;
mod infer;
mod instruction;
mod kind;
mod names;
mod play;
mod questions;
mod run;
#[cfg(test)]
mod tests;
mod translate;
mod window;
mod work;

use std::sync::{Arc, OnceLock};

use crate::machine::Program;
use instruction::RegisterProgram;
pub(crate) use play::play;

/// The translation of a rule's program, which is made when the first trial needs it. A clone of the
/// rule may change the program, so it starts without a translation.
#[derive(Debug, Default)]
pub(crate) struct Translation(OnceLock<Option<Arc<RegisterProgram>>>);

impl Translation {
    /// Returns the translation, or `None` if the program has too many names in one function.
    pub(crate) fn of(&self, program: &Program) -> Option<&RegisterProgram> {
        self.0
            .get_or_init(|| translate::translate(program).map(Arc::new))
            .as_deref()
    }
}

impl Clone for Translation {
    fn clone(&self) -> Translation {
        Translation::default()
    }
}
