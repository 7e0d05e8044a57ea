//! Waits for work in other threads without holding Python's lock. Ctrl-C stops the work, and a
//! function hears of its progress.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, available_parallelism};
use std::time::Duration;

use oddsmith::Error;
use oddsmith_engine::explore::Watch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::error::{exception, fault};

/// The time between two looks at Python's signals.
const TICK: Duration = Duration::from_millis(50);
/// Expressions may be nested deeply.
const STACK: usize = 64 << 20;

/// Does work until it is done, or until a signal of Python stops it. `progress` is called with the
/// number of trials so far about 20 times a second.
///
/// Every work has its own threads. Threads that are kept would be missing after a fork.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let threads = available_parallelism().map_or(1, usize::from);
    wait_for_threads(py, progress, threads, work)
}

/// Does work that needs one thread, as [`wait_for`] does.
pub(crate) fn wait_alone<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    wait_for_threads(py, None, 1, |_| work())
}

fn wait_for_threads<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    threads: usize,
    work: impl FnOnce(&Watch) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let start = |count| {
        let builder = ThreadPoolBuilder::new().num_threads(count);
        builder.stack_size(STACK).build()
    };
    // The system may not have that many.
    let pool = start(threads)
        .or_else(|_| start(1))
        .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    let watch = Watch::default();
    let (sender, receiver) = channel();
    let found = pool.in_place_scope(|scope| {
        let watch = &watch;
        scope.spawn(move |_| {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(watch))));
        });
        receive(py, progress, watch, receiver)
    })?;
    match found {
        Ok(result) => result.map_err(|error| exception(py, &error)),
        Err(panic) => Err(fault(&*panic)),
    }
}

/// Waits for a result. If a signal stops the work, its end is awaited.
fn receive<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    watch: &Watch,
    receiver: Receiver<thread::Result<Result<T, Error>>>,
) -> PyResult<thread::Result<Result<T, Error>>> {
    let receiver = Mutex::new(receiver);
    let mut interruption = None;
    loop {
        let received = py.detach(|| receiver.lock().expect("one reader").recv_timeout(TICK));
        match received {
            Ok(found) => return interruption.map_or(Ok(found), Err),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) if interruption.is_none() => {
                let heard = py.check_signals().and_then(|()| match progress {
                    Some(progress) => progress.call1((watch.trials(),)).map(drop),
                    None => Ok(()),
                });
                if let Err(error) = heard {
                    watch.stop();
                    interruption = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
