//! The texts that an editor has open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;
use oddsmith_engine::explore::Watch;
use rayon::ThreadPool;

use super::uri;
use crate::editing::{Edited, rule_key};
use crate::input::diagnostic::Source;
use crate::input::text_file::{file_names, read};
use crate::rule_file::find::{FileLocation, is_rule_file};
use crate::workers::workers;

thread_local! {
    /// The threads that share the work for an answer. Each thread that answers has its own pool, so
    /// that a slow request never delays a quick one.
    static WORKERS: ThreadPool = workers(None);
}

/// Runs work on the pool of the calling thread.
pub(super) fn on_workers<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    WORKERS.with(|workers| workers.install(work))
}

/// A text that is open.
#[derive(Clone)]
pub(super) struct Document {
    pub(super) uri: Uri,
    /// The language that the editor named when it opened the text.
    language: String,
    /// The path of the file. An unsaved text has a made-up name: `Untitled-1.odds`.
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    pub(super) version: i32,
    /// The number of the last edit, counted over all texts. The text edited last has the highest
    /// number.
    pub(super) edit: u64,
    /// Stops work on this version when the next version arrives.
    pub(super) watch: Arc<Watch>,
}

impl Document {
    pub(super) fn is_rule_file(&self) -> bool {
        is_rule_file(&self.path.to_string_lossy())
    }

    /// Returns whether the text is a rule file or a scenario. Editors send every TOML file, and
    /// scenarios are those that name a rule.
    pub(super) fn is_ours(&self) -> bool {
        self.is_rule_file() || rule_key(&self.text).is_some()
    }

    fn source(&self) -> Source {
        Source {
            name: self.path.display().to_string(),
            text: self.text.to_string(),
        }
    }
}

/// All open texts at one moment.
#[derive(Clone, Default)]
pub(super) struct Documents {
    documents: BTreeMap<String, Document>,
    /// The scenario that was edited last. Its values are used for the odds of its rule file.
    scenario: Option<String>,
    edits: u64,
}

impl Documents {
    /// Adds a text that was opened.
    pub(super) fn open(&mut self, uri: Uri, language: String, text: String, version: i32) {
        self.close(&uri);
        self.edits += 1;
        let path = uri::path(&uri, &language);
        let document = Document {
            uri,
            language,
            path,
            text: text.into(),
            version,
            edit: self.edits,
            watch: Arc::default(),
        };
        let key = document.uri.as_str().to_owned();
        if !document.is_rule_file() && document.is_ours() {
            self.scenario = Some(key.clone());
        }
        self.documents.insert(key, document);
    }

    /// Replaces a text by its next version. A text that was not open is opened.
    pub(super) fn change(&mut self, uri: Uri, text: String, version: i32) {
        let language = self
            .documents
            .get(uri.as_str())
            .map_or_else(String::new, |document| document.language.clone());
        self.open(uri, language, text, version);
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.remove(uri.as_str()) {
            document.watch.stop();
        }
    }

    /// Returns the text under a URI, even if it is neither a rule file nor a scenario.
    pub(super) fn text(&self, uri: &Uri) -> Option<&str> {
        self.documents
            .get(uri.as_str())
            .map(|document| &*document.text)
    }

    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.documents
            .get(uri.as_str())
            .filter(|document| document.is_ours())
    }

    /// Returns all rule files and scenarios.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.documents
            .values()
            .filter(|document| document.is_ours())
    }

    /// Returns the open text of a file.
    pub(super) fn at_path(&self, path: &Path) -> Option<&Document> {
        self.documents
            .values()
            .find(|document| document.path == path)
    }

    /// Returns all texts in which a name of a file may occur: those that are open, and the rule
    /// files and scenarios in the folders of a document and of the file.
    pub(super) fn texts_around(&self, document: &Document, file: &Path) -> Vec<Source> {
        let mut texts: Vec<Source> = self.iter().map(Document::source).collect();
        let folders = [&*document.path, file]
            .into_iter()
            .filter(|path| path.is_absolute())
            .filter_map(Path::parent);
        let mut folders: Vec<&Path> = folders.collect();
        folders.dedup();
        for folder in folders {
            for name in [".odds", ".toml"]
                .iter()
                .flat_map(|ending| file_names(folder, ending))
            {
                let path = folder.join(name);
                if let (None, Ok(text)) = (self.at_path(&path), read(&path)) {
                    texts.push(Source {
                        name: path.display().to_string(),
                        text,
                    });
                }
            }
        }
        texts
    }

    /// Returns the URI of a text. For an open text it is the one that the editor used.
    pub(super) fn uri_of(&self, text: &Source) -> Option<Uri> {
        let path = Path::new(&text.name);
        self.at_path(path)
            .map(|document| document.uri.clone())
            .or_else(|| uri::from_path(path))
    }

    /// Answers a question about a text, together with the other open texts.
    pub(super) fn ask<T: Send>(
        &self,
        document: &Document,
        question: impl FnOnce(&Edited<'_>) -> T + Send,
    ) -> T {
        let open: Vec<Source> = self.documents.values().map(Document::source).collect();
        let asked_by = self
            .scenario
            .as_ref()
            .and_then(|key| self.documents.get(key))
            .map(Document::source);
        let name = document.path.display().to_string();
        let folder = document.path.parent().unwrap_or(Path::new(""));
        let location = FileLocation::Edited(folder, &open);
        let edited = Edited {
            name: &name,
            text: &document.text,
            context: location,
            asked_by: asked_by.as_ref(),
        };
        on_workers(|| question(&edited))
    }
}
