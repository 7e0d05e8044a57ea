//! The registers and boxes of a trial.

use std::sync::Arc;

use super::general::{Records, Scratch};
use super::instruction::{NO_VALUE, RegisterProgram, WINDOW};
use super::work::Position;
use crate::machine::Program;
use crate::value::Datum;

/// The registers of a trial.
#[derive(Debug)]
pub(super) struct Registers {
    pub(super) integers: Vec<i64>,
    pub(super) boxes: Vec<Datum>,
    /// The calling functions, the outermost first, each with the instruction after the call.
    pub(super) callers: Vec<Position>,
    pub(super) records: Records,
    pub(super) scratch: Scratch,
    /// A list that nothing needs any more.
    pub(super) spare: Option<Arc<Vec<Datum>>>,
}

impl Registers {
    pub(super) fn new() -> Registers {
        Registers {
            integers: vec![0; 2 * WINDOW],
            boxes: vec![Datum::Nothing; 2 * WINDOW],
            callers: Vec::new(),
            records: Records::new(),
            scratch: Scratch::new(),
            spare: None,
        }
    }

    /// Prepares a trial.
    pub(super) fn start(&mut self, code: &RegisterProgram, program: &Program) {
        let records = &mut self.records.machine;
        let slots = program.record_layout.slot_count();
        records.stack.resize(slots, Datum::Nothing);
        for slot in &mut records.stack {
            *slot = Datum::Whole(0);
        }
        records.frame.function = code.trial as u32;
        records.frame.next_op = 1;
        records.frame.base = records.stack.len() as u32;
        let cleared = code.routines[code.trial].cleared.clone();
        self.integers[usize::from(cleared.start)..usize::from(cleared.end)].fill(NO_VALUE);
    }
}
