//! Slots: one for each metric and step.

use std::ops::Range;
use std::sync::Arc;

use crate::error::RuleError;
use crate::metric::{Fold, Metric};

/// The slots of a rule: the metrics in order, each with its steps in order.
///
/// ```
/// use oddsmith_engine::{Layout, Metric};
///
/// let layout = Layout::new(vec![Metric::whole("score"), Metric::steps("wounds", 1, 3)]).unwrap();
/// assert_eq!((layout.len(), layout.slot(1, 2), layout.step_of(2)), (4, Some(2), Some(2)));
/// assert_eq!(layout.slot(1, 4), None);
/// assert!(Layout::new(vec![Metric::steps("wounds", 3, 1)]).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Layout {
    metrics: Arc<[Metric]>,
    metric_slots: Arc<[MetricSlots]>,
    /// The index of the metric of each slot.
    slot_metrics: Arc<[u32]>,
}

/// The maximal number of slots of a rule.
const MAX_SLOTS: usize = 1 << 24;

/// The slots of one metric.
#[derive(Clone, Copy, Debug)]
struct MetricSlots {
    slot: u32,
    first: u32,
    last: u32,
    fold: Fold,
    is_whole: bool,
    is_apart: bool,
}

/// The slot of an observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundSlot {
    pub(crate) slot: u32,
    pub(crate) fold: Fold,
    /// Whether it belongs to a metric of the whole trial.
    pub(crate) is_whole: bool,
    /// Whether several observations within one step are kept separate.
    pub(crate) is_apart: bool,
}

impl Layout {
    /// Returns the slots of these metrics.
    ///
    /// # Errors
    /// Returns an error if the last step of a metric is before its first step, or if there are more
    /// than 2²⁴ slots.
    pub fn new(metrics: Vec<Metric>) -> Result<Layout, RuleError> {
        let (mut owners, mut metric_slots) = (Vec::new(), Vec::new());
        for (metric, index) in metrics.iter().zip(0u32..) {
            let (first, last) = metric.steps.unwrap_or((0, 0));
            let steps = last.checked_sub(first).map(|steps| steps as usize + 1);
            let Some(steps) = steps.filter(|steps| steps + owners.len() <= MAX_SLOTS) else {
                let help = format!(
                    "its first step is not after its last, and all metrics have {MAX_SLOTS} steps at the most"
                );
                return Err(RuleError::new(
                    format!("`{}` has the steps {first} to {last}", metric.name),
                    help,
                ));
            };
            let slot = owners.len() as u32;
            owners.resize(owners.len() + steps, index);
            let (fold, is_whole, is_apart) = (metric.fold, metric.steps.is_none(), metric.is_apart);
            metric_slots.push(MetricSlots {
                slot,
                first,
                last,
                fold,
                is_whole,
                is_apart,
            });
        }
        Ok(Layout {
            metrics: metrics.into(),
            metric_slots: metric_slots.into(),
            slot_metrics: owners.into(),
        })
    }

    /// Returns the metrics.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Returns the number of slots.
    pub fn len(&self) -> usize {
        self.slot_metrics.len()
    }

    /// Returns whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.slot_metrics.is_empty()
    }

    /// Returns the slot of a metric at a step; `None` if it has no such step. A metric of the whole
    /// trial has the same slot at every step.
    pub fn slot(&self, metric: usize, step: u32) -> Option<usize> {
        self.find(metric, step).map(|found| found.slot as usize)
    }

    /// Returns the metric of a slot.
    ///
    /// # Panics
    /// Panics unless `slot` is less than [`len`](Layout::len).
    pub fn metric(&self, slot: usize) -> &Metric {
        &self.metrics[self.metric_of(slot)]
    }

    /// Returns the index of the metric of a slot.
    ///
    /// # Panics
    /// Panics like [`metric`](Layout::metric).
    pub fn metric_of(&self, slot: usize) -> usize {
        self.slot_metrics[slot] as usize
    }

    /// Returns the step of a slot; `None` for the whole trial.
    ///
    /// # Panics
    /// Panics like [`metric`](Layout::metric).
    pub fn step_of(&self, slot: usize) -> Option<u32> {
        let slots = self.metric_slots[self.metric_of(slot)];
        (!slots.is_whole).then(|| slots.first + slot as u32 - slots.slot)
    }

    /// Returns the slots of a metric.
    pub(crate) fn slots_of(&self, metric: usize) -> Range<usize> {
        let slots = self.metric_slots[metric];
        slots.slot as usize..(slots.slot + slots.last - slots.first + 1) as usize
    }

    /// Returns an error if one of the slots does not exist.
    pub(crate) fn check_slots(&self, slots: &[u32]) -> Result<(), RuleError> {
        match slots.iter().find(|&&slot| slot as usize >= self.len()) {
            None => Ok(()),
            Some(slot) => {
                let help = format!("there are {}, numbered from 0", self.len());
                Err(RuleError::new(format!("slot {slot} is asked for"), help))
            }
        }
    }

    /// Returns the slot of an observation.
    ///
    /// # Errors
    /// Returns an error if the metric or the step does not exist.
    #[inline]
    pub(crate) fn locate(&self, metric: usize, step: u32) -> Result<FoundSlot, RuleError> {
        self.find(metric, step)
            .ok_or_else(|| self.stray_error(metric, step))
    }

    /// Returns the slot of an observation; `None` if the metric or the step does not exist.
    #[inline(always)]
    pub(crate) fn find(&self, metric: usize, step: u32) -> Option<FoundSlot> {
        let slots = self.metric_slots.get(metric)?;
        if slots.is_whole {
            return Some(FoundSlot {
                slot: slots.slot,
                fold: slots.fold,
                is_whole: true,
                is_apart: slots.is_apart,
            });
        }
        let is_within = slots.first <= step && step <= slots.last;
        is_within.then(|| FoundSlot {
            slot: slots.slot + (step - slots.first),
            fold: slots.fold,
            is_whole: false,
            is_apart: slots.is_apart,
        })
    }

    #[cold]
    pub(crate) fn stray_error(&self, metric: usize, step: u32) -> RuleError {
        let Some(Metric { name, steps, .. }) = self.metrics.get(metric) else {
            let help = format!("there are {}, numbered from 0", self.metrics.len());
            return RuleError::new(format!("metric {metric} was recorded"), help);
        };
        let (first, last) = steps.unwrap_or_default();
        let help = format!("it has the steps {first} to {last}");
        RuleError::new(format!("`{name}` was recorded at step {step}"), help)
    }

    /// Returns the error for two observations of a slot that cannot be combined.
    #[cold]
    pub(crate) fn recorded_twice_error(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let when = self
            .step_of(slot as usize)
            .map_or("one trial".to_owned(), |step| format!("step {step}"));
        if self.metric(slot as usize).fold == Fold::Sum {
            return RuleError::new(
                format!("the sum of `{name}` is too large in {when}"),
                "use smaller numbers",
            );
        }
        let help = "record it once, or declare what several records mean: their sum, the last, the greatest";
        RuleError::new(format!("`{name}` was recorded twice in {when}"), help)
    }

    #[cold]
    pub(crate) fn out_of_order_error(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let step = self.step_of(slot as usize).unwrap_or_default();
        let help = "record the steps in order";
        RuleError::new(
            format!("`{name}` was recorded at step {step} again, after another step"),
            help,
        )
    }

    #[cold]
    pub(crate) fn missing_error(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let when = self
            .step_of(slot as usize)
            .map_or(String::new(), |step| format!(" at step {step}"));
        let help = "record it in every trial, or allow missing values";
        RuleError::new(
            format!("a trial ended without a record of `{name}`{when}"),
            help,
        )
    }
}
