//! Underlines the problems in the open texts. Problems that reading shows are published at once.
//! Slow checks follow: expectations of rule files, charts of scenarios. The text that was edited
//! last comes first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use lsp_types::error_codes::CONTENT_MODIFIED;
use lsp_types::notification::{Notification, PublishDiagnostics};
use lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};
use oddsmith_engine::explore::Watch;
use serde_json::{Value, json};

use super::documents::{Document, Documents, on_workers};
use super::frame::{send, send_if};
use super::message::{Refusal, notification};
use super::offered::diagnostics;
use super::pool::{Pool, Task};
use crate::editing::{CheckedText, Problem, Problems};

/// The slow checks of a text.
struct BackgroundCheck {
    document: Document,
    /// All texts that the checks depend on, the document first. While these stay the same, the
    /// result does too.
    inputs: Vec<String>,
    watch: Arc<Watch>,
    /// The result, once the checks have ended. Before that, it is the previous result, while the
    /// document stays the same.
    problems: Problems,
}

/// The state of the open texts, by URI.
#[derive(Default)]
struct Known {
    checks: BTreeMap<String, BackgroundCheck>,
    /// The diagnostics that were published last.
    published: BTreeMap<String, Value>,
}

struct Shared {
    known: Mutex<Known>,
    /// The threads that run slow checks.
    check_pool: Pool,
}

/// The underlines of all open texts.
pub(super) struct Underlines {
    /// The threads that read texts.
    read_pool: Pool,
    shared: Arc<Shared>,
}

impl Underlines {
    /// # Errors
    /// Fails if the system allows no threads.
    pub(super) fn new() -> Result<Underlines, String> {
        let pool = Pool::new(available_parallelism().map_or(1, usize::from))?;
        let shared = Arc::new(Shared {
            known: Mutex::default(),
            check_pool: pool,
        });
        // There are two threads, so that a scenario with very many cases does not delay the other
        // texts.
        Ok(Underlines {
            read_pool: Pool::new(2)?,
            shared,
        })
    }

    /// Reads all open texts again. Slow checks are repeated only if a text that they depend on has
    /// changed.
    pub(super) fn update(&self, documents: &Documents) -> Result<(), String> {
        self.read_pool.cancel(|_| true, &content_modified())?;
        for document in documents.iter() {
            let task = Task::new("read", document.uri.as_str(), None, Arc::default())
                .with_rank(document.edit);
            let (documents, document, shared) = (
                documents.clone(),
                document.clone(),
                Arc::clone(&self.shared),
            );
            // The main thread notices if the editor no longer reads.
            self.read_pool.start(task, move |task| {
                drop(read(&shared, &documents, &document, &task.watch))
            });
        }
        Ok(())
    }

    /// Removes all underlines of a text that was closed, or that is no longer a rule file or a
    /// scenario.
    pub(super) fn clear(&self, uri: &Uri) -> Result<(), String> {
        // A task that is already reading the text publishes before this, or not at all.
        self.read_pool
            .cancel(|task| task.uri == uri.as_str(), &content_modified())?;
        let mut known = self.shared.known();
        known.published.remove(uri.as_str());
        let check = known.checks.remove(uri.as_str());
        check.map_or(Ok(()), |check| self.shared.stop(&check))?;
        send(&diagnostics_notification(uri, Vec::new(), None))
    }

    /// Stops all work.
    pub(super) fn stop(&self) -> Result<(), String> {
        self.read_pool.cancel(|_| true, &content_modified())?;
        self.shared.check_pool.cancel(|_| true, &content_modified())
    }
}

impl Shared {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self, check: &BackgroundCheck) -> Result<(), String> {
        self.check_pool.cancel(
            |task| Arc::ptr_eq(&task.watch, &check.watch),
            &content_modified(),
        )
    }
}

fn content_modified() -> Refusal {
    Refusal::new(CONTENT_MODIFIED, "the text has changed")
}

/// Reads a text, publishes its problems, and starts slow checks if the last ones are out of date.
fn read(
    shared: &Arc<Shared>,
    documents: &Documents,
    document: &Document,
    watch: &Watch,
) -> Result<(), String> {
    let reading = documents.ask(document, |edited| edited.read());
    let mut known = shared.known();
    if watch.is_stopped() || document.watch.is_stopped() {
        return Ok(());
    }
    let last = known.checks.remove(document.uri.as_str());
    let Some(text) = reading.checked else {
        last.map_or(Ok(()), |last| shared.stop(&last))?;
        return known.publish(document, &reading.problems, watch);
    };
    let inputs = text.inputs();
    let check = match last {
        Some(last) if last.inputs == inputs => BackgroundCheck {
            document: document.clone(),
            ..last
        },
        last => {
            let mut problems = Problems::new();
            if let Some(last) = last {
                shared.stop(&last)?;
                if last.inputs[0] == inputs[0] {
                    problems = last.problems;
                }
            }
            let check = BackgroundCheck {
                document: document.clone(),
                inputs,
                watch: Arc::default(),
                problems,
            };
            start_check(shared, &check, text);
            check
        }
    };
    let published = known.publish(document, &check.problems, watch);
    known.checks.insert(document.uri.as_str().to_owned(), check);
    published
}

fn start_check(shared: &Arc<Shared>, check: &BackgroundCheck, text: CheckedText) {
    let key = check.document.uri.as_str().to_owned();
    let task =
        Task::new("look", &key, None, Arc::clone(&check.watch)).with_rank(check.document.edit);
    let shared_by_task = Arc::clone(shared);
    shared.check_pool.start(task, move |task| {
        let problems = on_workers(|| text.slow_problems(&task.watch));
        let mut known = shared_by_task.known();
        if task.watch.is_stopped() {
            return;
        }
        let Some(check) = known
            .checks
            .get_mut(&key)
            .filter(|check| Arc::ptr_eq(&check.watch, &task.watch))
        else {
            return;
        };
        check.problems.clone_from(&problems);
        let document = check.document.clone();
        // The main thread notices if the editor no longer reads.
        drop(known.publish(&document, &problems, &task.watch));
    });
}

impl Known {
    /// Publishes the problems in a version of a text, unless they were published last, there is a
    /// newer version, or the work was stopped.
    fn publish(
        &mut self,
        document: &Document,
        problems: &[Problem],
        watch: &Watch,
    ) -> Result<(), String> {
        let underlined = diagnostics_notification(
            &document.uri,
            diagnostics(document, problems),
            Some(document.version),
        );
        let is_published = self.published.get(document.uri.as_str()) == Some(&underlined);
        let holds = || !document.watch.is_stopped() && !watch.is_stopped();
        if !is_published && send_if(&underlined, holds)? {
            self.published
                .insert(document.uri.as_str().to_owned(), underlined);
        }
        Ok(())
    }
}

fn diagnostics_notification(
    uri: &Uri,
    diagnostics: Vec<Diagnostic>,
    version: Option<i32>,
) -> Value {
    notification(
        PublishDiagnostics::METHOD,
        json!(PublishDiagnosticsParams::new(
            uri.clone(),
            diagnostics,
            version
        )),
    )
}
