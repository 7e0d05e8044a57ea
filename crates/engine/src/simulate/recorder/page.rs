//! What the first metrics show at one step: counts whose places are known beforehand.

/// Metrics that have a place on a page, a bit each.
pub(super) const PAGED_METRICS: usize = 32;

/// Values that are counted in place: a row fills a line of the cache. A power of two, so that one
/// look tells of several values whether any is further away.
const VALUES_PER_ROW: usize = 16;

/// Counts of the values from 0 on, which most values are.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct CountRow(pub(super) [u32; VALUES_PER_ROW]);

/// What the first metrics show at one step.
#[derive(Clone)]
pub(super) struct CountPage {
    pub(super) rows: [CountRow; PAGED_METRICS],
    /// The last trial that showed any here, and those that it has shown.
    trial: u32,
    seen: u32,
    /// A bit for each metric that is not shown here once per trial: such metrics count as seen.
    closed: u32,
}

/// What a metric has added up: over all trials, so that nothing is set back when one ends. What a
/// trial has added up is looked at when it is over, and whenever that of all trials does not fit
/// any more: what goes past 64 bits and comes back within one trial may be seen or not.
#[derive(Clone, Copy)]
pub(super) struct MetricSum {
    pub(super) value: i64,
    /// What it was before this trial.
    pub(super) before_trial: i64,
    /// The last trial that added to it.
    pub(super) trial: u32,
}

impl CountRow {
    pub(super) const EMPTY: CountRow = CountRow([0; VALUES_PER_ROW]);

    /// Counts a value in place, unless it is far from there.
    #[inline(always)]
    pub(super) fn try_count(&mut self, value: i64) -> bool {
        // Where an address has 32 bits, a value that is far away must not come near by losing the
        // others.
        let place = usize::try_from(value as u64)
            .ok()
            .and_then(|value| self.0.get_mut(value));
        place.map(|count| *count += 1).is_some()
    }
}

impl CountPage {
    pub(super) const CLOSED: CountPage = CountPage {
        rows: [CountRow::EMPTY; PAGED_METRICS],
        trial: 0,
        seen: 0,
        closed: u32::MAX,
    };

    /// A metric shows a value here once.
    pub(super) fn open_metric(&mut self, metric: usize) {
        self.closed &= !(1 << metric);
    }

    /// Whether these are seen for the first time in this trial: all of them, or none is taken for
    /// seen.
    #[inline(always)]
    pub(super) fn mark_first_seen(&mut self, trial: u32, metrics: u32) -> bool {
        // Compared, not set back when a trial ends: what is set back late and read early is waited
        // for.
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

    /// Counts values in place, unless one was seen in this trial before, or is far from there: then
    /// none is counted.
    #[inline(always)]
    pub(super) fn try_count<const N: usize>(
        &mut self,
        trial: u32,
        metrics: u32,
        shown: &[(usize, i64); N],
    ) -> bool {
        let are_near = shown
            .iter()
            .fold(0, |bits, &(_, value)| bits | value as u64)
            < VALUES_PER_ROW as u64;
        if !are_near || !self.mark_first_seen(trial, metrics) {
            return false;
        }
        // The remainders are the metrics and values themselves: known to be, they need no look at
        // whether they are.
        shown.iter().for_each(|&(metric, value)| {
            self.rows[metric % PAGED_METRICS].0[value as usize % VALUES_PER_ROW] += 1
        });
        true
    }
}

/// The bits of different metrics that have places known beforehand.
#[inline(always)]
pub(super) fn metric_bits<const N: usize>(shown: &[(usize, i64); N]) -> Option<u32> {
    let are_first = shown.iter().all(|&(metric, _)| metric < PAGED_METRICS);
    let bits = shown.iter().fold(0u32, |bits, &(metric, _)| {
        bits | 1 << (metric % PAGED_METRICS)
    });
    (are_first && bits.count_ones() as usize == N).then_some(bits)
}
