//! Where a trial keeps what it has recorded: at the bottom of the machine's stack, so that it is
//! part of its state.

use std::ops::Range;

use crate::code::{Code, MetricCode};
use crate::declare::Otherwise;
use crate::value::Datum;

/// Where each metric keeps what it has recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordLayout {
    pub(crate) metrics: Vec<MetricLayout>,
    /// Words of bits, which stand first.
    word_count: usize,
    slot_count: usize,
}

/// Where one metric does.
#[derive(Clone, Debug)]
pub(crate) struct MetricLayout {
    /// How many steps it has; `None` for a value of the whole trial.
    pub(crate) steps: Option<u32>,
    /// The texts that name its steps.
    pub(crate) step_names: Vec<u32>,
    first_bit: usize,
    /// For a metric that goes on: the slot of its last step, and in the next one that of its
    /// value.
    pub(super) last_step_slot: Option<usize>,
}

/// Bits of a word of the stack.
pub(super) const WORD_BITS: usize = 64;

/// Lays out the records of metrics with these steps and names of steps.
pub(crate) fn record_layout(code: &Code, steps: Vec<(Option<u32>, Vec<u32>)>) -> RecordLayout {
    let mut bits = 0;
    let mut metrics = Vec::new();
    for (steps, names) in steps {
        metrics.push(MetricLayout {
            steps,
            step_names: names,
            first_bit: bits,
            last_step_slot: None,
        });
        bits += steps.unwrap_or(1) as usize;
    }
    let words = bits.div_ceil(WORD_BITS);
    let mut slots = words;
    let before = |metric: &MetricCode| metric.otherwise == Some(Otherwise::Before);
    for (place, _) in metrics
        .iter_mut()
        .zip(&code.metrics)
        .filter(|(_, metric)| before(metric))
    {
        place.last_step_slot = Some(slots);
        slots += 2;
    }
    RecordLayout {
        metrics,
        word_count: words,
        slot_count: slots,
    }
}

impl RecordLayout {
    /// Where on the stack stands what bears on what comes: what metrics go on from.
    pub(crate) fn relevant_slots(&self) -> Range<usize> {
        self.word_count..self.slot_count
    }

    /// The bit that says whether a step has been recorded.
    pub(super) fn bit(&self, metric: usize, step: u32) -> usize {
        self.metrics[metric].first_bit + step.saturating_sub(1) as usize
    }

    /// Nothing recorded yet.
    pub(crate) fn initial_values(&self) -> Vec<Datum> {
        vec![Datum::Whole(0); self.slot_count]
    }
}
