//! The parts of a case that do not touch: each explored, and then solved.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use oddsmith_engine::explore::Stop;

/// What is found out about a part, and its graph; nothing of one past the budget.
pub(super) type Part<G, T> = (Option<T>, Option<G>);

/// What a thread finds out, and puts down once.
type Found<T> = OnceLock<Result<T, Stop>>;

/// Explores and solves part by part.
///
/// # Errors
/// Of the first part that fails.
pub(super) fn one_by_one<G, T>(
    parts: u32,
    explore: impl Fn(u32) -> Result<Option<G>, Stop>,
    solve: impl Fn(&G) -> Result<T, Stop>,
) -> Result<Vec<Part<G, T>>, Stop> {
    let one = |part| {
        let graph = explore(part)?;
        Ok((graph.as_ref().map(&solve).transpose()?, graph))
    };
    (0..parts).map(one).collect()
}

/// The same on all threads: as long as parts are waiting to be explored, none is solved, since nobody knows before which of
/// them is large.
///
/// # Errors
/// Of the first part, in order, that fails; those after it may be left out.
pub(super) fn side_by_side<G: Send + Sync, T: Send + Sync>(
    parts: u32,
    explore: impl Fn(u32) -> Result<Option<G>, Stop> + Sync,
    solve: impl Fn(&G) -> Result<T, Stop> + Sync,
) -> Result<Vec<Part<G, T>>, Stop> {
    let work = Work {
        explored: (0..parts).map(|_| OnceLock::new()).collect(),
        solved: (0..parts).map(|_| OnceLock::new()).collect(),
        next: AtomicU32::new(0),
        waiting: Mutex::default(),
        failed: AtomicU32::new(u32::MAX),
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(parts as usize) {
            scope.spawn(|_| work.go_on(&explore, &solve));
        }
    });
    let one = |(graph, solved): (Found<Option<G>>, Found<T>)| {
        let graph = graph.into_inner().unwrap_or(Ok(None))?;
        Ok((solved.into_inner().transpose()?, graph))
    };
    work.explored.into_iter().zip(work.solved).map(one).collect()
}

/// What several threads do together.
struct Work<G, T> {
    explored: Vec<Found<Option<G>>>,
    solved: Vec<Found<T>>,
    /// The next part to be explored.
    next: AtomicU32,
    /// Parts that are waiting to be solved.
    waiting: Mutex<VecDeque<u32>>,
    /// The first part known to have failed.
    failed: AtomicU32,
}

impl<G, T> Work<G, T> {
    /// Explores until all parts have been begun, then solves whatever waits for it. Who explores the last finds it
    /// waiting.
    fn go_on(&self, explore: impl Fn(u32) -> Result<Option<G>, Stop>, solve: impl Fn(&G) -> Result<T, Stop>) {
        let parts = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let take = || parts().pop_front();
        let is_wanted = |part: u32| part < self.failed.load(Ordering::Relaxed);
        let fails = |part: u32| self.failed.fetch_min(part, Ordering::Relaxed);
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(explored) = self.explored.get(part as usize) else { break };
            if is_wanted(part) {
                match explored.get_or_init(|| explore(part)) {
                    Ok(Some(_)) => parts().push_back(part),
                    Ok(None) => {}
                    Err(_) => _ = fails(part),
                }
            }
        }
        while let Some(part) = take() {
            let own = part as usize;
            if let (true, Some(Ok(Some(graph)))) = (is_wanted(part), self.explored[own].get())
                && self.solved[own].get_or_init(|| solve(graph)).is_err()
            {
                fails(part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts by what becomes of them: explored and solved, past the budget, at fault when explored or when solved.
    fn find(parts: &str, is_side_by_side: bool) -> Result<Vec<Part<u32, String>>, Stop> {
        let fault = |part: u32| Stop::TooLarge { states: part as usize, edges: 0 };
        let becomes = |part: u32| parts.as_bytes()[part as usize];
        let explore = |part| match becomes(part) {
            b'-' => Ok(None),
            b'e' => Err(fault(part)),
            _ => Ok(Some(part)),
        };
        let solve = |&part: &u32| if becomes(part) == b's' { Err(fault(part)) } else { Ok(part.to_string()) };
        let count = parts.len() as u32;
        if is_side_by_side { side_by_side(count, explore, solve) } else { one_by_one(count, explore, solve) }
    }

    #[test]
    fn side_by_side_comes_out_as_one_by_one() {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        for parts in ["", ".", ".-..-.", "...s.e..", "..e..s..", "-s", "ssssssss", "--------"] {
            let wanted = find(parts, false);
            for _ in 0..50 {
                assert_eq!(threads.install(|| find(parts, true)), wanted, "{parts:?}");
            }
        }
        let told = find(".-s", false);
        assert_eq!(told, Err(Stop::TooLarge { states: 2, edges: 0 }));
        assert_eq!(find(".-", true), Ok(vec![(Some("0".to_owned()), Some(0)), (None, None)]));
    }
}
