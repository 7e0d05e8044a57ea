//! Runs the same work for every case, on all threads. Errors are reported as if the cases had been
//! processed in order.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

/// Processes each case and returns the results in order.
///
/// # Errors
/// Returns the error of the first case, in order, that fails, no matter which thread finishes
/// first. Later cases may be skipped.
pub(super) fn map_cases<I: Send, T: Send, E: Send>(
    cases: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    // The values of a sweep mostly rise, and so do the costs. The most expensive cases start early,
    // so that none is left for a single thread at the end. The first case stays first, because most
    // errors occur in every case.
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
    // Every skipped case comes after an error.
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
                        // By this time the other cases have failed.
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
