//! Simulates trials of the cross-check ahead of time, on threads that wait while others explore a
//! large part.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use oddsmith_engine::AnyRule;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::odds::Tally;
use oddsmith_engine::simulate::{Stream, merge_tallies};

/// The maximal number of bytes for the counts of these trials, in addition to the memory of the
/// run.
const MEMORY: u64 = 20_000_000;

/// The first batches of a cross-check, and their counts.
#[derive(Debug, Default)]
pub(super) struct SimulatedBatches {
    pub(super) batches: u64,
    pub(super) tallies: Vec<Tally>,
    /// The number of trials that were abandoned.
    pub(super) unfinished: u64,
}

/// Simulates batches of a cross-check, one after another, on threads that have nothing else to do.
pub(super) struct EarlySimulator<'r> {
    rule: &'r dyn AnyRule,
    stream: Stream,
    /// The number of batches that the run certainly needs.
    sure_batches: u64,
    next_batch: AtomicU64,
    tallies: Mutex<Vec<Tally>>,
    /// Whether a batch failed.
    has_failed: AtomicBool,
    watch: Watch,
}

impl<'r> EarlySimulator<'r> {
    /// Creates a simulator for a case whose cross-check needs at least this many trials. It
    /// simulates whole batches of them.
    pub(super) fn new(
        rule: &'r dyn AnyRule,
        stream: Stream,
        trials: u64,
        watch: &Watch,
    ) -> EarlySimulator<'r> {
        let sure = whole_batches(stream, trials);
        EarlySimulator {
            rule,
            stream,
            sure_batches: sure,
            next_batch: AtomicU64::new(0),
            tallies: Mutex::default(),
            has_failed: AtomicBool::new(false),
            watch: watch.with_separate_memory(MEMORY),
        }
    }

    /// Simulates the next batch. Returns `false` if no batch is left, or if one failed.
    pub(super) fn simulate_next(&self) -> bool {
        let batch = self.next_batch.fetch_add(1, Ordering::Relaxed);
        if batch >= self.sure_batches || self.has_failed.load(Ordering::Relaxed) {
            return false;
        }
        // The total number of trials only decides how long the last batch is, and this batch is
        // full.
        let simulated = self
            .rule
            .play(self.stream, batch..batch + 1, u64::MAX, &self.watch);
        let Ok(simulated) = simulated else {
            // The run simulates this batch again and reports the error.
            self.has_failed.store(true, Ordering::Relaxed);
            return false;
        };
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        *tallies = merge_tallies(std::mem::take(&mut tallies), simulated);
        true
    }

    /// Returns the simulated batches once all threads have stopped; `None` if there are none or if
    /// one failed.
    pub(super) fn into_simulated(self) -> Option<SimulatedBatches> {
        let batches = self.next_batch.into_inner().min(self.sure_batches);
        let tallies = self
            .tallies
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let unfinished = self.watch.unfinished();
        (batches > 0 && !self.has_failed.into_inner()).then_some(SimulatedBatches {
            batches,
            tallies,
            unfinished,
        })
    }
}

/// Returns how many full batches this many trials contain.
pub(super) fn whole_batches(stream: Stream, trials: u64) -> u64 {
    stream.batches(trials + 1).end - 1
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use oddsmith_engine::simulate::Purpose;

    use super::*;
    use crate::input::diagnostic::Source;
    use crate::rule::BuiltRule;
    use crate::scenario::document::{Overrides, Scenario};

    const STREAM: Stream = Stream {
        seed: 5,
        case: 1,
        purpose: Purpose::CrossCheck,
    };

    fn wing() -> BuiltRule {
        let source = Arc::new(Source {
            name: "it".into(),
            text: "rule = \"wing-activation\"\n".to_owned(),
        });
        Scenario::parse("it", source, &Overrides::default())
            .and_then(|scenario| scenario.build_case(0))
            .expect("a rule")
    }

    #[test]
    fn batches_simulated_ahead_match_a_full_run() {
        let (built, watch, trials) = (wing(), Watch::default(), 4500);
        let ahead = EarlySimulator::new(&*built.rule, STREAM, trials, &watch);
        assert_eq!(
            [(); 6].map(|()| ahead.simulate_next()),
            [true, true, true, true, false, false]
        );
        let SimulatedBatches {
            batches, tallies, ..
        } = ahead.into_simulated().expect("four batches");
        let play = |batches| {
            built
                .rule
                .play(STREAM, batches, trials, &watch)
                .expect("it is played")
        };
        let all_batches = STREAM.batches(trials);
        assert_eq!((batches, all_batches.end), (4, 5));
        let counts = |tallies: Vec<Tally>| -> Vec<Vec<(i64, u64)>> {
            tallies.iter().map(|tally| tally.iter().collect()).collect()
        };
        assert_eq!(
            counts(merge_tallies(tallies, play(4..5))),
            counts(play(all_batches))
        );
        // The trials that were simulated ahead are not counted in the progress of the run.
        assert_eq!(watch.trials(), 500 + trials);
    }

    #[test]
    fn stopped_or_short_runs_simulate_nothing_ahead() {
        let (built, watch) = (wing(), Watch::default());
        let few = EarlySimulator::new(&*built.rule, STREAM, 999, &watch);
        assert!(!few.simulate_next() && few.into_simulated().is_none());
        watch.stop();
        let stopped = EarlySimulator::new(&*built.rule, STREAM, 4500, &watch);
        assert!(!stopped.simulate_next() && stopped.into_simulated().is_none());
    }
}
