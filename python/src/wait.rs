//! Waits for work in another thread without holding Python's lock. Ctrl-C stops the work, and a
//! function hears of its progress.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use oddsmith::Error;
use oddsmith_engine::explore::Watch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::{exception, fault};

/// The time between two looks at Python's signals.
const TICK: Duration = Duration::from_millis(50);
/// Expressions may be nested deeply.
const STACK: usize = 64 << 20;

/// Does work until it is done, or until a signal of Python stops it. `progress` is called with the
/// number of trials so far about 20 times a second.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    scope(|scope| {
        let (sender, receiver) = channel();
        let receiver = Mutex::new(receiver);
        let watch = &watch;
        let thread = Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                let _ = sender.send(work(watch));
            })
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        let receive =
            |py: Python<'_>| py.detach(|| receiver.lock().expect("one reader").recv_timeout(TICK));
        let mut interruption = None;
        loop {
            match receive(py) {
                Ok(result) => {
                    let _ = thread.join();
                    return match interruption {
                        Some(interruption) => Err(interruption),
                        None => result.map_err(|error| exception(py, &error)),
                    };
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let panic = thread.join().err();
                    return Err(fault(&*panic.unwrap_or_else(|| Box::new(()))));
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
    })
}
