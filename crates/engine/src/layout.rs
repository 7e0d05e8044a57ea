//! Where the observations of a rule go: a slot for each metric and step.

use std::sync::Arc;

use crate::error::RuleError;
use crate::metric::{Fold, Metric};

/// The slots of a rule's metrics, in the order of the metrics, each with its steps in order.
///
/// ```
/// use oddsmith_engine::{Layout, Metric};
///
/// let layout = Layout::new(vec![Metric::whole("score"), Metric::steps("wounds", 1, 3)]);
/// assert_eq!((layout.len(), layout.slot(1, 2), layout.step_of(2)), (4, Some(2), Some(2)));
/// assert_eq!(layout.slot(1, 4), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Layout {
    metrics: Arc<[Metric]>,
    places: Arc<[MetricSlots]>,
    /// The metric of each slot.
    owners: Arc<[u32]>,
}

/// The slots of a metric.
#[derive(Clone, Copy, Debug)]
struct MetricSlots {
    slot: u32,
    first: u32,
    last: u32,
    fold: Fold,
    is_whole: bool,
}

/// Where an observation goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundSlot {
    pub(crate) slot: u32,
    pub(crate) fold: Fold,
    /// Whether it is of the whole trial.
    pub(crate) is_whole: bool,
}

impl Layout {
    /// The slots for these metrics.
    pub fn new(metrics: Vec<Metric>) -> Layout {
        let mut owners = Vec::new();
        let places = metrics.iter().zip(0u32..).map(|(metric, index)| {
            let (first, last) = metric.steps.unwrap_or((0, 0));
            let slot = owners.len() as u32;
            owners.extend((first..=last).map(|_| index));
            MetricSlots { slot, first, last, fold: metric.fold, is_whole: metric.steps.is_none() }
        });
        let places = places.collect();
        Layout { metrics: metrics.into(), places, owners: owners.into() }
    }

    /// The metrics.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.owners.len()
    }

    /// Whether nothing is observed.
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// The slot of a metric at a step (any step, for a metric of the whole trial); `None` where it has no such step.
    pub fn slot(&self, metric: usize, step: u32) -> Option<usize> {
        self.find(metric, step).map(|found| found.slot as usize)
    }

    /// The metric of a slot.
    pub fn metric(&self, slot: usize) -> &Metric {
        &self.metrics[self.metric_of(slot)]
    }

    /// The metric of a slot, by index.
    pub fn metric_of(&self, slot: usize) -> usize {
        self.owners[slot] as usize
    }

    /// The step of a slot; `None` for the whole trial.
    pub fn step_of(&self, slot: usize) -> Option<u32> {
        let place = self.places[self.metric_of(slot)];
        (!place.is_whole).then(|| place.first + slot as u32 - place.slot)
    }

    /// The slots of a metric, from the first to before the end.
    pub fn slots_of(&self, metric: usize) -> std::ops::Range<usize> {
        let place = self.places[metric];
        place.slot as usize..(place.slot + place.last - place.first + 1) as usize
    }

    #[inline]
    pub(crate) fn place(&self, metric: usize, step: u32) -> Result<FoundSlot, RuleError> {
        self.find(metric, step).ok_or_else(|| self.stray(metric, step))
    }

    /// Where an observation goes; `None` where it is stray.
    #[inline(always)]
    pub(crate) fn find(&self, metric: usize, step: u32) -> Option<FoundSlot> {
        let place = self.places.get(metric)?;
        if place.is_whole {
            return Some(FoundSlot { slot: place.slot, fold: place.fold, is_whole: true });
        }
        let is_within = place.first <= step && step <= place.last;
        is_within.then(|| FoundSlot { slot: place.slot + (step - place.first), fold: place.fold, is_whole: false })
    }

    #[cold]
    pub(crate) fn stray(&self, metric: usize, step: u32) -> RuleError {
        match self.metrics.get(metric) {
            Some(Metric { name, steps, .. }) => {
                let (first, last) = steps.unwrap_or_default();
                RuleError::new(
                    format!("`{name}` was recorded at step {step}"),
                    format!("it has the steps {first} to {last}"),
                )
            }
            None => {
                RuleError::new(format!("metric {metric} was recorded"), format!("there are {}", self.metrics.len()))
            }
        }
    }

    /// What is wrong where two numbers of a slot cannot be folded into one.
    #[cold]
    pub(crate) fn twice(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let when = self.step_of(slot as usize).map_or("one trial".to_owned(), |step| format!("step {step}"));
        if self.metric(slot as usize).fold == Fold::Sum {
            return RuleError::new(
                format!("the sum of `{name}` grew past 64 bits in {when}"),
                "add up smaller numbers",
            );
        }
        let help = "record it once, or let the metric say what becomes of several: their sum, the last, the greatest";
        RuleError::new(format!("`{name}` was recorded twice in {when}"), help)
    }

    #[cold]
    pub(crate) fn out_of_order(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let step = self.step_of(slot as usize).unwrap_or_default();
        let help = "what is folded at each step is recorded step by step: a step that was left does not come again";
        RuleError::new(format!("`{name}` was recorded at step {step} again, after another step"), help)
    }

    #[cold]
    pub(crate) fn missing(&self, slot: u32) -> RuleError {
        let name = &self.metric(slot as usize).name;
        let when = self.step_of(slot as usize).map_or(String::new(), |step| format!(" at step {step}"));
        let help = "record it in every trial, or say that it may be absent";
        RuleError::new(format!("a trial ended in which `{name}` was never recorded{when}"), help)
    }
}
