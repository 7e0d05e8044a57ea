//! The threads that work is shared out to: as many as are wanted, or as many as there are to be had.

use std::iter::successors;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::terminal::say;

/// Threads to work with: those wanted, or one for each processor. Where the system has fewer, with those; with none, on
/// the thread that asks.
pub(crate) fn workers(wanted: Option<u16>) -> ThreadPool {
    // None wanted is rayon's own choice.
    let wanted = wanted.map_or(0, usize::from);
    let (pool, is_wanted) = first_to_be_had(wanted, |count| ThreadPoolBuilder::new().num_threads(count).build());
    if !is_wanted {
        let count = pool.current_num_threads();
        say(format_args!("warning: the system has not as many threads as are wanted: working with {count}\n"));
    }
    pool
}

/// The pool of as many threads as are wanted, and `true`, or else one of half as many, and so on.
fn first_to_be_had(
    wanted: usize,
    build: impl Fn(usize) -> Result<ThreadPool, ThreadPoolBuildError>,
) -> (ThreadPool, bool) {
    if let Ok(pool) = build(wanted) {
        return (pool, true);
    }
    let all = if wanted > 0 { wanted } else { available_parallelism().map_or(1, usize::from) };
    let fewer = successors(Some(all / 2), |count| Some(count / 2)).take_while(|&count| count > 0);
    let pool = fewer.filter_map(|count| build(count).ok()).next().unwrap_or_else(|| {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        alone.expect("a pool that starts no thread")
    });
    (pool, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many threads are got of those wanted, from a system that has some to give.
    fn got(wanted: usize, has: usize) -> (usize, u64) {
        let build = move |count| {
            let refused = |_| Err(std::io::Error::from(std::io::ErrorKind::WouldBlock));
            let builder = ThreadPoolBuilder::new().num_threads(count);
            if count > has { builder.spawn_handler(refused).build() } else { builder.build() }
        };
        // On a thread of its own, which may become the pool's only one.
        let work = move || {
            let (pool, is_wanted) = first_to_be_had(wanted, build);
            assert_eq!(is_wanted, wanted <= has);
            use rayon::prelude::*;
            (pool.current_num_threads(), pool.install(|| (0..1000u64).into_par_iter().sum()))
        };
        std::thread::spawn(work).join().expect("work done")
    }

    #[test]
    fn where_there_are_too_few_threads_the_work_is_done_with_fewer() {
        assert_eq!(got(3, 8), (3, 499_500));
        assert_eq!(got(8, 3), (2, 499_500));
        assert_eq!(got(8, 0), (1, 499_500));
    }
}
