//! A thread pool with a queue of tasks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use oddsmith_engine::explore::Watch;
use serde_json::Value;

use super::frame::send_if;
use super::message::{INTERNAL_ERROR, Refusal, answer};

/// Work that may take longer than the time between two keystrokes.
pub(super) struct Task {
    /// The method of the request.
    pub(super) kind: String,
    /// The text of the request.
    pub(super) uri: String,
    /// The id of the request, if it has one.
    pub(super) id: Option<Value>,
    /// Stops the task.
    pub(super) watch: Arc<Watch>,
    /// Tasks with a higher rank start first; of equal ones, the newest.
    pub(super) rank: u64,
    is_answered: AtomicBool,
}

impl Task {
    pub(super) fn new(kind: &str, uri: &str, id: Option<Value>, watch: Arc<Watch>) -> Task {
        Task {
            kind: kind.to_owned(),
            uri: uri.to_owned(),
            id,
            watch,
            rank: 0,
            is_answered: AtomicBool::new(false),
        }
    }

    pub(super) fn with_rank(self, rank: u64) -> Task {
        Task { rank, ..self }
    }

    /// Answers the request, unless it has been answered already.
    pub(super) fn answer(&self, result: Result<Value, Refusal>) -> Result<(), String> {
        let Some(id) = &self.id else { return Ok(()) };
        // Two threads may have an answer. The first one sends it.
        send_if(&answer(id, result), || {
            !self.is_answered.swap(true, Ordering::Relaxed)
        })
        .map(|_| ())
    }
}

type Work = Box<dyn FnOnce(&Task) + Send>;

#[derive(Default)]
struct Tasks {
    waiting: Vec<(Arc<Task>, Work)>,
    running: Vec<Arc<Task>>,
}

impl Tasks {
    /// Takes the task that starts next.
    fn next(&mut self) -> Option<(Arc<Task>, Work)> {
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .max_by_key(|(_, (task, _))| task.rank)?;
        Some(self.waiting.remove(index))
    }
}

#[derive(Default)]
struct Shared {
    tasks: Mutex<Tasks>,
    task_added: Condvar,
}

impl Shared {
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread pool with its tasks.
pub(super) struct Pool(Arc<Shared>);

impl Pool {
    /// Starts this many threads, or as many as the system allows.
    ///
    /// # Errors
    /// Fails if the system allows none.
    pub(super) fn new(threads: usize) -> Result<Pool, String> {
        let shared = Arc::<Shared>::default();
        for number in 0..threads {
            let worker = Arc::clone(&shared);
            match std::thread::Builder::new().spawn(move || work(&worker)) {
                Err(error) if number == 0 => {
                    return Err(format!("the system cannot start a thread: {error}"));
                }
                _ => (),
            }
        }
        Ok(Pool(shared))
    }

    /// Runs a task as soon as a thread is free.
    pub(super) fn start(&self, task: Task, work: impl FnOnce(&Task) + Send + 'static) {
        self.0
            .tasks()
            .waiting
            .push((Arc::new(task), Box::new(work)));
        self.0.task_added.notify_one();
    }

    /// Stops tasks and refuses their requests.
    pub(super) fn cancel(
        &self,
        is_meant: impl Fn(&Task) -> bool,
        refusal: &Refusal,
    ) -> Result<(), String> {
        let mut tasks = self.0.tasks();
        let (meant, kept): (Vec<_>, Vec<_>) = tasks
            .waiting
            .drain(..)
            .partition(|(task, _)| is_meant(task));
        tasks.waiting = kept;
        let running = tasks
            .running
            .iter()
            .filter(|task| is_meant(task))
            .map(Arc::clone);
        let meant: Vec<Arc<Task>> = meant
            .into_iter()
            .map(|(task, _)| task)
            .chain(running)
            .collect();
        drop(tasks);
        meant.iter().try_for_each(|task| {
            let answered = task.answer(Err(refusal.clone()));
            // The task is stopped after the refusal, so that it cannot send an incomplete answer.
            task.watch.stop();
            answered
        })
    }
}

/// Runs tasks one after the other.
fn work(shared: &Shared) {
    loop {
        let none = |tasks: &mut Tasks| tasks.waiting.is_empty();
        let mut tasks = shared
            .task_added
            .wait_while(shared.tasks(), none)
            .unwrap_or_else(PoisonError::into_inner);
        let Some((task, run)) = tasks.next() else {
            continue;
        };
        tasks.running.push(Arc::clone(&task));
        drop(tasks);
        if catch_unwind(AssertUnwindSafe(|| run(&task))).is_err() {
            // The main thread notices if the editor no longer reads.
            let _ = task.answer(Err(Refusal::new(
                INTERNAL_ERROR,
                "the answer failed: see standard error",
            )));
        }
        shared
            .tasks()
            .running
            .retain(|other| !Arc::ptr_eq(other, &task));
    }
}
