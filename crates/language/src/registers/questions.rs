//! Asks for dice, and records values. These functions are not part of `run`, so that the compiler
//! keeps the values of `run` in the processor's registers.

use std::sync::Arc;

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceTerm, Die, Probability};

use super::general::{Records, Scratch, faces};
use super::instruction::{General, GeneralRecord, WINDOW};
use super::work::Work;
use crate::machine::Program;
use crate::player::roll_term;
use crate::value::Datum;

#[inline(never)]
pub(super) fn roll<A: Ask>(sides: u32, ask: &mut A) -> i64 {
    ask.roll(Die::new(sides)).into()
}

#[inline(never)]
pub(super) fn roll_terms<A: Ask>(terms: &[(i64, DiceTerm)], work: &mut Work, ask: &mut A) -> i64 {
    let mut total = 0;
    for (sign, term) in terms {
        work.dice += term.dice();
        total += sign * roll_term(*term, ask);
    }
    total
}

#[inline(never)]
pub(super) fn pool<A: Ask>(
    n: i64,
    sides: u32,
    spare: &mut Option<Arc<Vec<Datum>>>,
    ask: &mut A,
) -> Datum {
    let die = Die::new(sides);
    faces(n as usize, spare, || ask.roll(die).into())
}

/// Rolls dice, and returns how many show at least this face.
#[inline(never)]
pub(super) fn successes<A: Ask>(n: i64, sides: u32, least: i64, ask: &mut A) -> i64 {
    let die = Die::new(sides);
    (0..n)
        .map(|_| i64::from(i64::from(ask.roll(die)) >= least))
        .sum()
}

#[inline(never)]
pub(super) fn happens<A: Ask>(p: Probability, ask: &mut A) -> i64 {
    ask.happens(p).into()
}

#[inline(never)]
pub(super) fn observe_whole<A: Ask>(metric: u16, value: i64, ask: &mut A) {
    ask.observe_whole(metric.into(), value);
}

/// Records any value. Returns `false` if that is a mistake.
#[inline(never)]
pub(super) fn record_any<A: Ask>(
    program: &Program,
    record: &GeneralRecord,
    records: &mut Records,
    r: &[i64; WINDOW],
    b: &[Datum; WINDOW],
    ask: &mut A,
) -> bool {
    let is_recorded = records.record(program, record, r, b);
    for seen in records.observations.drain(..) {
        ask.observe(seen.metric, seen.step, seen.value);
    }
    is_recorded
}

/// Executes an instruction of the stack machine. Returns `false` if the stack machine must do so.
#[inline(never)]
pub(super) fn execute<A: Ask>(
    program: &Program,
    general: &General,
    scratch: &mut Scratch,
    r: &mut [i64; WINDOW],
    b: &mut [Datum; WINDOW],
    work: &mut Work,
    ask: &mut A,
) -> bool {
    let Some(request) = scratch.execute(program, general, r, b) else {
        return false;
    };
    if let Some(request) = request {
        work.dice += request.size();
        ask.worked(crate::player::effort(&request));
        let answer = crate::player::answer(&request, ask);
        scratch.machine.stack.push(answer);
    }
    scratch.store(general, r, b)
}
