//! Explores and solves the independent parts of a case.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use oddsmith_engine::explore::Stop;

/// The result of a part and its graph; `None` for a part beyond the budget.
pub(super) type FoundPart<G, T> = (Option<T>, Option<G>);

/// A result that one thread writes once.
type PartResult<T> = OnceLock<Result<T, Stop>>;

/// Explores and solves parts, `at_once` of them at the same time. No part is solved while another
/// one waits to be explored, since any of them may be large. A thread that has nothing to do calls
/// `meanwhile` until it returns `false`.
///
/// # Errors
/// Returns the error of the first part, in order, that fails. Later parts may be skipped.
pub(super) fn explore_and_solve<G: Send + Sync, T: Send + Sync>(
    parts: u32,
    at_once: usize,
    explore: impl Fn(u32) -> Result<Option<G>, Stop> + Sync,
    solve: impl Fn(&G) -> Result<T, Stop> + Sync,
    meanwhile: impl Fn() -> bool + Sync,
) -> Result<Vec<FoundPart<G, T>>, Stop> {
    let work = Work {
        explored: (0..parts).map(|_| OnceLock::new()).collect(),
        solved: (0..parts).map(|_| OnceLock::new()).collect(),
        next: AtomicU32::new(0),
        waiting: Mutex::default(),
        unexplored: AtomicU32::new(parts),
        failed: AtomicU32::new(u32::MAX),
    };
    rayon::scope(|scope| {
        for _ in 1..at_once {
            scope.spawn(|_| work.work_until_done(&explore, &solve, &meanwhile));
        }
        work.work_until_done(&explore, &solve, &meanwhile);
    });
    let part_result = |(graph, solved): (PartResult<Option<G>>, PartResult<T>)| {
        let graph = graph.into_inner().unwrap_or(Ok(None))?;
        Ok((solved.into_inner().transpose()?, graph))
    };
    work.explored
        .into_iter()
        .zip(work.solved)
        .map(part_result)
        .collect()
}

/// The shared state of the threads.
struct Work<G, T> {
    explored: Vec<PartResult<Option<G>>>,
    solved: Vec<PartResult<T>>,
    /// The next part to explore.
    next: AtomicU32,
    /// The parts that are waiting to be solved.
    waiting: Mutex<VecDeque<u32>>,
    /// The number of parts that are not yet explored.
    unexplored: AtomicU32,
    /// The first part that has failed so far.
    failed: AtomicU32,
}

impl<G, T> Work<G, T> {
    /// Explores until no part is left to start, then solves the waiting parts. The thread that
    /// explores the last part also solves it.
    fn work_until_done(
        &self,
        explore: impl Fn(u32) -> Result<Option<G>, Stop>,
        solve: impl Fn(&G) -> Result<T, Stop>,
        meanwhile: impl Fn() -> bool,
    ) {
        let parts = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let take = || parts().pop_front();
        let is_wanted = |part: u32| part < self.failed.load(Ordering::Relaxed);
        let fails = |part: u32| self.failed.fetch_min(part, Ordering::Relaxed);
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(explored) = self.explored.get(part as usize) else {
                break;
            };
            if is_wanted(part) {
                match explored.get_or_init(|| explore(part)) {
                    Ok(Some(_)) => parts().push_back(part),
                    Ok(None) => {}
                    Err(_) => _ = fails(part),
                }
            }
            self.unexplored.fetch_sub(1, Ordering::Relaxed);
        }
        loop {
            while let Some(part) = take() {
                let index = part as usize;
                if let (true, Some(Ok(Some(graph)))) = (is_wanted(part), self.explored[index].get())
                    && self.solved[index].get_or_init(|| solve(graph)).is_err()
                {
                    fails(part);
                }
            }
            if self.unexplored.load(Ordering::Relaxed) == 0 || !meanwhile() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs parts that succeed, exceed the budget, or fail while they are explored or solved.
    /// Describes the results.
    fn solve_described(
        parts: &str,
        at_once: Option<usize>,
    ) -> Result<Vec<FoundPart<u32, String>>, Stop> {
        let fault = |part: u32| Stop::TooLarge {
            states: part as usize,
            edges: 0,
            bytes: None,
        };
        let becomes = |part: u32| parts.as_bytes()[part as usize];
        let explore = |part| match becomes(part) {
            b'-' => Ok(None),
            b'e' => Err(fault(part)),
            _ => Ok(Some(part)),
        };
        let solve = |&part: &u32| {
            if becomes(part) == b's' {
                Err(fault(part))
            } else {
                Ok(part.to_string())
            }
        };
        let count = parts.len() as u32;
        let Some(at_once) = at_once else {
            // Part by part.
            let part_result = |part| {
                explore(part).and_then(|graph| Ok((graph.as_ref().map(solve).transpose()?, graph)))
            };
            return (0..count).map(part_result).collect();
        };
        let pieces = AtomicU32::new(0);
        explore_and_solve(count, at_once, explore, solve, || {
            pieces.fetch_add(1, Ordering::Relaxed) < 3
        })
    }

    #[test]
    fn parallel_results_match_part_by_part_results() {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(4)
            .build()
            .expect("threads");
        for parts in [
            "", ".", ".-..-.", "...s.e..", "..e..s..", "-s", "ssssssss", "--------",
        ] {
            let wanted = solve_described(parts, None);
            for at_once in [1, 2, 3, 8].repeat(20) {
                assert_eq!(
                    threads.install(|| solve_described(parts, Some(at_once))),
                    wanted,
                    "{parts:?}, {at_once} at once"
                );
            }
        }
        let outcome = solve_described(".-s", Some(1));
        assert_eq!(
            outcome,
            Err(Stop::TooLarge {
                states: 2,
                edges: 0,
                bytes: None,
            })
        );
        assert_eq!(
            solve_described(".-", Some(2)),
            Ok(vec![(Some("0".to_owned()), Some(0)), (None, None)])
        );
    }

    /// The part is explored only after `meanwhile` has been called three times, so only waiting
    /// threads can have called it.
    #[test]
    fn waiting_threads_do_other_work() {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .expect("threads");
        let done = AtomicU32::new(0);
        let explore = |part| {
            while done.load(Ordering::Relaxed) < 3 {
                std::thread::yield_now();
            }
            Ok(Some(part))
        };
        let meanwhile = || done.fetch_add(1, Ordering::Relaxed) < 3;
        let found =
            threads.install(|| explore_and_solve(1, 2, explore, |&part| Ok(part), meanwhile));
        assert_eq!(found, Ok(vec![(Some(0), Some(0))]));
    }
}
