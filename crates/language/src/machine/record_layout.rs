//! The layout of a trial's records. They are at the bottom of the machine's stack, so that they are
//! part of its state.

use std::ops::Range;

use crate::code::{Code, MetricCode};
use crate::declare::Otherwise;
use crate::value::Datum;

/// The layout of the records of all metrics.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordLayout {
    pub(crate) metrics: Vec<MetricLayout>,
    /// The number of stack slots that hold bits; they come first.
    word_count: usize,
    slot_count: usize,
}

/// The layout of one metric.
#[derive(Clone, Debug)]
pub(crate) struct MetricLayout {
    /// The number of steps, or `None` for a metric of the whole trial.
    pub(crate) steps: Option<u32>,
    /// The texts that name the steps, as indices.
    pub(crate) step_names: Vec<u32>,
    first_bit: usize,
    /// For a metric that repeats its last value: the slot of its last recorded step. The next slot
    /// holds the value.
    pub(super) last_step_slot: Option<usize>,
}

impl MetricLayout {
    /// Returns whether the metric repeats its last value at steps without a record.
    pub(crate) fn repeats_last_value(&self) -> bool {
        self.last_step_slot.is_some()
    }
}

/// The bits of a stack slot.
pub(crate) const WORD_BITS: usize = 64;

/// Returns the layout of metrics with these steps and step names.
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
    for (layout, _) in metrics
        .iter_mut()
        .zip(&code.metrics)
        .filter(|(_, metric)| before(metric))
    {
        layout.last_step_slot = Some(slots);
        slots += 2;
    }
    RecordLayout {
        metrics,
        word_count: words,
        slot_count: slots,
    }
}

impl RecordLayout {
    /// Returns the stack slots that affect later steps: the last values of metrics that repeat
    /// them.
    pub(crate) fn relevant_slots(&self) -> Range<usize> {
        self.word_count..self.slot_count
    }

    /// Returns the index of the bit that marks a step as recorded.
    pub(super) fn bit(&self, metric: usize, step: u32) -> usize {
        self.metrics[metric].first_bit + step.saturating_sub(1) as usize
    }

    /// Returns the bit of a metric's first step.
    pub(crate) fn first_bit(&self, metric: usize) -> usize {
        self.metrics[metric].first_bit
    }

    /// Returns the slots after everything has been recorded, or `None` if a metric repeats its last
    /// value.
    pub(crate) fn all_marked(&self) -> Option<Vec<Datum>> {
        if self.metrics.iter().any(MetricLayout::repeats_last_value) {
            return None;
        }
        let mut words = vec![0i64; self.word_count];
        for (metric, layout) in self.metrics.iter().enumerate() {
            for step in 1..=layout.steps.unwrap_or(1) {
                let bit = self.bit(metric, step);
                words[bit / WORD_BITS] |= 1i64 << (bit % WORD_BITS);
            }
        }
        Some(words.into_iter().map(Datum::Whole).collect())
    }

    /// Returns the slots before anything has been recorded: each is 0.
    pub(crate) fn initial_values(&self) -> Vec<Datum> {
        vec![Datum::Whole(0); self.slot_count]
    }

    pub(crate) fn slot_count(&self) -> usize {
        self.slot_count
    }
}
