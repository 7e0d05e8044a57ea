//! The texts that an editor has open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use oddsmith_engine::explore::Watch;
use rayon::ThreadPool;

use super::uri;
use crate::editing::Edited;
use crate::input::diagnostic::Source;
use crate::rule_file::find::{Beside, is_rule_file};
use crate::workers::workers;

thread_local! {
    /// The threads that share the work of a question: each thread that asks has its own, so that a slow question never delays a
    /// quick one.
    static WORKERS: ThreadPool = workers(None);
}

/// A text that is open.
#[derive(Clone)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    pub(super) version: i32,
    /// Work on this version, which the next one stops.
    pub(super) watch: Arc<Watch>,
}

impl Document {
    pub(super) fn is_rule_file(&self) -> bool {
        is_rule_file(&self.path.to_string_lossy())
    }

    /// Whether it is a rule file or a scenario: editors tell of every TOML file, and scenarios are those that name a rule.
    pub(super) fn is_ours(&self) -> bool {
        let names_a_rule =
            |line: &str| line.strip_prefix("rule").is_some_and(|rest| rest.trim_start().starts_with('='));
        self.is_rule_file() || self.text.lines().any(names_a_rule)
    }
}

/// All that are open, as they are just now.
#[derive(Clone, Default)]
pub(super) struct Desk {
    documents: BTreeMap<String, Document>,
    /// The scenario that was changed last: what a rule file is asked by.
    scenario: Option<String>,
}

impl Desk {
    /// A text was opened, or there is a new version of it.
    pub(super) fn put(&mut self, uri: Uri, text: String, version: i32) {
        let key = uri.as_str().to_owned();
        self.stop(&key);
        let path = uri::path(&uri);
        let document = Document { uri, path, text: text.into(), version, watch: Arc::default() };
        if !document.is_rule_file() && document.is_ours() {
            self.scenario = Some(key.clone());
        }
        self.documents.insert(key, document);
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.stop(uri.as_str());
        self.documents.remove(uri.as_str());
    }

    fn stop(&self, key: &str) {
        if let Some(document) = self.documents.get(key) {
            document.watch.stop();
        }
    }

    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri.as_str()).filter(|document| document.is_ours())
    }

    /// All but one.
    pub(super) fn others<'d>(&'d self, than: &'d Document) -> impl Iterator<Item = &'d Document> {
        self.documents.values().filter(|own| own.uri.as_str() != than.uri.as_str() && own.is_ours())
    }

    /// Answers a question about a text, among the others that are open.
    pub(super) fn ask<T: Send>(&self, document: &Document, question: impl FnOnce(&Edited<'_>) -> T + Send) -> T {
        let source = |own: &Document| Source { name: own.path.display().to_string(), text: own.text.to_string() };
        let open: Vec<Source> = self.documents.values().map(source).collect();
        let asked_by = self.scenario.as_ref().and_then(|key| self.documents.get(key)).map(source);
        let name = document.path.display().to_string();
        let folder = document.path.parent().unwrap_or(Path::new(""));
        let beside = Beside::Edited(folder, &open);
        let edited = Edited { name: &name, text: &document.text, beside, asked_by: asked_by.as_ref() };
        WORKERS.with(|workers| workers.install(|| question(&edited)))
    }
}
