//! Where the observations of a rule go: a slot for each metric and step.

use crate::rule::metric::Metric;

/// The slots of a rule's metrics, in the order of the metrics, each with its steps in order.
#[derive(Clone, Debug)]
pub struct Layout {
    metrics: Vec<Place>,
    slots: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    slot: usize,
    first: u32,
    last: u32,
}

impl Layout {
    /// The slots for these metrics.
    pub fn new(metrics: &[Metric]) -> Layout {
        let mut slots = 0;
        let places = metrics.iter().map(|metric| {
            let (first, last) = metric.steps.unwrap_or((0, 0));
            let place = Place { slot: slots, first, last };
            slots += (last - first) as usize + 1;
            place
        });
        Layout { metrics: places.collect(), slots }
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.slots
    }

    /// Whether nothing is observed.
    pub fn is_empty(&self) -> bool {
        self.slots == 0
    }

    /// The slot of a metric at a step; step 0 for a metric of the whole trial.
    #[inline]
    pub fn slot(&self, metric: usize, step: u32) -> usize {
        let place = self.metrics[metric];
        debug_assert!((place.first..=place.last).contains(&step), "metric {metric} has no step {step}");
        place.slot + (step - place.first) as usize
    }
}
