//! Pages of counts: the values of the first metrics at one step, at fixed positions.

/// The number of metrics on a page, one bit each.
pub(super) const PAGED_METRICS: usize = 32;

/// The number of values in a row, which fills a cache line. It is a power of two, so that one
/// comparison checks several values.
const VALUES_PER_ROW: usize = 16;

/// Counts of the values from 0 on, which are the most frequent.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct CountRow(pub(super) [u32; VALUES_PER_ROW]);

/// The counts of the first metrics at one step.
#[derive(Clone)]
pub(super) struct CountPage {
    pub(super) rows: [CountRow; PAGED_METRICS],
    /// The last trial that recorded a metric here.
    trial: u32,
    /// The metrics that this trial has recorded here, as bits.
    seen: u32,
    /// One bit for each metric that is not recorded here once per trial. Such metrics count as
    /// already seen.
    closed: u32,
}

/// The sum of a metric over all trials, so that nothing is reset between trials. The difference at
/// the end of a trial is the sum of this trial. An overflow that is reversed within one trial may
/// or may not be noticed.
#[derive(Clone, Copy)]
pub(super) struct MetricSum {
    pub(super) value: i64,
    /// The sum before this trial.
    pub(super) before_trial: i64,
    /// The last trial that added to it.
    pub(super) trial: u32,
}

impl CountRow {
    pub(super) const EMPTY: CountRow = CountRow([0; VALUES_PER_ROW]);

    /// Counts a value if it has a counter in this row. Returns whether it has.
    #[inline(always)]
    pub(super) fn try_count(&mut self, value: i64) -> bool {
        // On 32-bit machines, a conversion that drops bits would map large values to small ones.
        let counter = usize::try_from(value as u64)
            .ok()
            .and_then(|value| self.0.get_mut(value));
        counter.map(|count| *count += 1).is_some()
    }
}

impl CountPage {
    pub(super) const CLOSED: CountPage = CountPage {
        rows: [CountRow::EMPTY; PAGED_METRICS],
        trial: 0,
        seen: 0,
        closed: u32::MAX,
    };

    /// Opens the page to a metric that is recorded here once per trial.
    pub(super) fn open_metric(&mut self, metric: usize) {
        self.closed &= !(1 << metric);
    }

    /// Returns whether none of the metrics was seen in this trial, and if so marks all of them as
    /// seen.
    #[inline(always)]
    pub(super) fn mark_first_seen(&mut self, trial: u32, metrics: u32) -> bool {
        // Comparing trial numbers is faster than resetting the bits at the end of a trial, because
        // a read soon after a write would stall.
        let seen = if self.trial == trial {
            self.seen
        } else {
            self.closed
        };
        let is_first = seen & metrics == 0;
        if is_first {
            (self.trial, self.seen) = (trial, seen | metrics);
        }
        is_first
    }

    /// Counts all values. It counts none and returns `false` if a metric was already seen in this
    /// trial or a value has no counter here.
    #[inline(always)]
    pub(super) fn try_count<const N: usize>(
        &mut self,
        trial: u32,
        metrics: u32,
        observations: &[(usize, i64); N],
    ) -> bool {
        let are_near = observations
            .iter()
            .fold(0, |bits, &(_, value)| bits | value as u64)
            < VALUES_PER_ROW as u64;
        if !are_near || !self.mark_first_seen(trial, metrics) {
            return false;
        }
        // The remainders do not change the values, but spare the bounds checks.
        observations.iter().for_each(|&(metric, value)| {
            self.rows[metric % PAGED_METRICS].0[value as usize % VALUES_PER_ROW] += 1
        });
        true
    }
}

/// Returns the bits of the metrics; `None` if they are not different or have no counters on a
/// page.
#[inline(always)]
pub(super) fn metric_bits<const N: usize>(observations: &[(usize, i64); N]) -> Option<u32> {
    let are_first = observations
        .iter()
        .all(|&(metric, _)| metric < PAGED_METRICS);
    let bits = observations.iter().fold(0u32, |bits, &(metric, _)| {
        bits | 1 << (metric % PAGED_METRICS)
    });
    (are_first && bits.count_ones() as usize == N).then_some(bits)
}
