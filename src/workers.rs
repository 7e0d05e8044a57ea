//! The threads that work is shared out to: as many as are wanted, or as many as there are to be had.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::terminal::say;

/// Threads to work with: those wanted, or one for each processor. Where the system has fewer, with those; with none, on
/// the thread that asks.
pub(crate) fn workers(wanted: Option<u16>) -> ThreadPool {
    let built = |count: usize| ThreadPoolBuilder::new().num_threads(count).build();
    if let Ok(pool) = built(wanted.map_or(0, usize::from)) {
        return pool;
    }
    let all = wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let halves = std::iter::successors(Some(all / 2), |count| Some(count / 2)).take_while(|&count| count > 0);
    let pool = halves.filter_map(|count| built(count).ok()).next().unwrap_or_else(|| {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        alone.expect("a pool that starts no thread")
    });
    say(format_args!(
        "warning: the system has no {all} threads to give: working with {}\n",
        pool.current_num_threads()
    ));
    pool
}
