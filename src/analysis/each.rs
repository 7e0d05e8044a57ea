//! Work that is done for every case, on all threads. Errors are reported as if the cases had been
//! done in order.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

/// Does it for each, and gives what came of it in order.
///
/// # Errors
/// Of the first, in order, that fails, whichever thread came to it and when. Those after one that
/// failed may be left out.
pub(super) fn map_cases<I: Send, T: Send, E: Send>(
    cases: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    // Sweeps mostly go from little to much: the dearest cases come first, so that none is left to
    // one thread alone at the end. The first leads, since a fault is mostly one of all cases.
    let mut cases: Vec<(usize, I)> = cases.into_iter().enumerate().collect();
    if let Some(rest) = cases.get_mut(1..) {
        rest.reverse();
    }
    let failed = AtomicUsize::new(usize::MAX);
    let run_case = |(number, case)| {
        if failed.load(Ordering::Relaxed) < number {
            return None;
        }
        let done = work(case);
        if done.is_err() {
            failed.fetch_min(number, Ordering::Relaxed);
        }
        Some(done)
    };
    let mut done: Vec<Option<Result<T, E>>> = cases.into_par_iter().map(run_case).collect();
    if let Some(rest) = done.get_mut(1..) {
        rest.reverse();
    }
    // Before what was left out there is an error.
    done.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_by_number_is_reported() {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(8)
            .build()
            .expect("threads");
        for _ in 0..20 {
            let result = threads.install(|| {
                map_cases(0..2000usize, |case| {
                    if case == 40 {
                        // The others have long failed by then.
                        std::thread::sleep(std::time::Duration::from_millis(2));
                    }
                    if case >= 40 { Err(case) } else { Ok(case) }
                })
            });
            assert_eq!(result, Err(40));
        }
        assert_eq!(
            map_cases(0..100usize, Ok::<usize, ()>),
            Ok((0..100).collect())
        );
    }
}
