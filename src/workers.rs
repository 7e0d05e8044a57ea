//! The pools of threads that run scenarios. Parallel work runs in one of them, and never in rayon's
//! global pool.

use std::iter::successors;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::terminal::print_message;

/// The most threads that a pool has, and that `--threads` allows.
pub(crate) const MAX_THREADS: u16 = 1024;

/// Returns a pool of 1 to [`MAX_THREADS`] threads: `wanted`, or one for each processor. If the
/// system has fewer, the pool has those. If it has none, the calling thread does the work.
pub(crate) fn workers(wanted: Option<u16>) -> ThreadPool {
    // A count is always given to rayon, which otherwise reads RAYON_NUM_THREADS.
    let wanted = wanted.map_or_else(
        || available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let wanted = wanted.clamp(1, usize::from(MAX_THREADS));
    let pool = start_pool(wanted, |count| {
        ThreadPoolBuilder::new().num_threads(count).build()
    });
    let count = pool.current_num_threads();
    if count != wanted {
        print_message(format_args!(
            "warning: the system cannot start {wanted} threads: working with {count}\n"
        ));
    }
    pool
}

/// Returns a pool of the wanted number of threads, or of half as many, and so on.
fn start_pool(
    wanted: usize,
    build: impl Fn(usize) -> Result<ThreadPool, ThreadPoolBuildError>,
) -> ThreadPool {
    let counts = successors(Some(wanted), |count| Some(count / 2)).take_while(|&count| count > 0);
    counts
        .filter_map(|count| build(count).ok())
        .next()
        .unwrap_or_else(|| {
            let alone = ThreadPoolBuilder::new()
                .num_threads(1)
                .use_current_thread()
                .build();
            alone.expect("a pool that starts no thread")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many threads are started if a system with `has` threads is asked for `wanted`.
    fn started_threads(wanted: usize, has: usize) -> (usize, u64) {
        let build = move |count| {
            let refused = |_| Err(std::io::Error::from(std::io::ErrorKind::WouldBlock));
            let builder = ThreadPoolBuilder::new().num_threads(count);
            if count > has {
                builder.spawn_handler(refused).build()
            } else {
                builder.build()
            }
        };
        // The work runs in a separate thread, which may become the only one of the pool.
        let work = move || {
            let pool = start_pool(wanted, build);
            use rayon::prelude::*;
            (
                pool.current_num_threads(),
                pool.install(|| (0..1000u64).into_par_iter().sum()),
            )
        };
        std::thread::spawn(work).join().expect("work done")
    }

    #[test]
    fn fewer_threads_are_used_when_starting_fails() {
        assert_eq!(started_threads(3, 8), (3, 499_500));
        assert_eq!(started_threads(8, 3), (2, 499_500));
        assert_eq!(started_threads(8, 0), (1, 499_500));
    }
}
