//! The server handles one message after the other. It answers quick requests at once. A few threads
//! answer slow ones, and an edit stops them.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread::available_parallelism;

use lsp_types::error_codes::{CONTENT_MODIFIED, REQUEST_CANCELLED, SERVER_NOT_INITIALIZED};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, LogMessage, Notification,
};
use lsp_types::request::{Initialize, RegisterCapability, Request, Shutdown};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    HoverProviderCapability, MessageType, OneOf, RenameOptions, ServerCapabilities,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use oddsmith_engine::explore::Watch;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answers::{ShownHints, TextRequest, is_slow};
use super::changes::changed_text;
use super::documents::Documents;
use super::frame::{finish, read, send};
use super::message::{
    INVALID_REQUEST, Message, Refusal, answer, notification, read_params, request,
};
use super::pool::{Pool, Task};
use super::underlines::Underlines;
use crate::input::text_file::MAX_BYTES;

/// Returns the capabilities of this server.
fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(sync.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "\"", "=", "[", "{"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// Serves an editor on standard input and output until the editor ends the connection.
///
/// # Errors
/// Fails if the editor sends something that is not a message, or disconnects without `shutdown`.
pub fn serve() -> Result<(), String> {
    let mut server = Server::new()?;
    let served = server.serve(io::stdin().lock());
    finish();
    served
}

/// The state of the connection.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Before `initialize`.
    Start,
    Serving,
    /// After `shutdown`.
    End,
}

struct Server {
    phase: Phase,
    documents: Documents,
    hints: ShownHints,
    /// Whether the editor can report changes on disk.
    can_watch_files: bool,
    /// The threads that answer slow requests.
    requests: Pool,
    underlines: Underlines,
}

#[derive(Deserialize)]
struct CancelParams {
    id: Value,
}

impl Server {
    fn new() -> Result<Server, String> {
        Ok(Server {
            phase: Phase::Start,
            documents: Documents::default(),
            hints: ShownHints::default(),
            can_watch_files: false,
            requests: Pool::new(available_parallelism().map_or(1, usize::from))?,
            underlines: Underlines::new()?,
        })
    }

    /// Handles one message after the other.
    fn serve(&mut self, mut input: impl BufRead) -> Result<(), String> {
        while let Some(body) = read(&mut input)? {
            match Message::read(&body) {
                Ok(Message::Request { id, method, params }) => {
                    self.handle_request(id, &method, params)?
                }
                Ok(Message::Notification { method, .. }) if method == Exit::METHOD => {
                    return self.end("sent `exit`");
                }
                Ok(Message::Notification { method, params }) => {
                    self.handle_notification(&method, params)?
                }
                Ok(Message::Response) => (),
                Err(refused) => send(&refused)?,
            }
        }
        self.end("closed its end")
    }

    /// Ends the connection. It must be in the state after `shutdown`.
    fn end(&self, how: &str) -> Result<(), String> {
        if self.phase == Phase::End {
            Ok(())
        } else {
            Err(format!("the editor {how} without `shutdown`"))
        }
    }

    fn handle_request(&mut self, id: Value, method: &str, params: Value) -> Result<(), String> {
        let refusal = match (self.phase, method) {
            (Phase::Start, Initialize::METHOD) => {
                self.phase = Phase::Serving;
                self.hints = ShownHints::read(&params["initializationOptions"]);
                let watching = &params["capabilities"]["workspace"]["didChangeWatchedFiles"];
                self.can_watch_files = watching["dynamicRegistration"] == true;
                let info = json!({ "name": "oddsmith", "version": env!("CARGO_PKG_VERSION") });
                return send(&answer(
                    &id,
                    Ok(json!({ "capabilities": capabilities(), "serverInfo": info })),
                ));
            }
            (Phase::Serving, Shutdown::METHOD) => {
                self.phase = Phase::End;
                let refusal = Refusal::new(REQUEST_CANCELLED, "the server is shutting down");
                self.underlines.stop()?;
                self.requests.cancel(|_| true, &refusal)?;
                return send(&answer(&id, Ok(Value::Null)));
            }
            (Phase::Start, _) => Refusal::new(SERVER_NOT_INITIALIZED, "send `initialize` first"),
            (Phase::Serving, Initialize::METHOD) => {
                Refusal::new(INVALID_REQUEST, "`initialize` may be sent only once")
            }
            (Phase::Serving, _) => return self.answer_text_request(id, method, params),
            (Phase::End, _) => {
                Refusal::new(INVALID_REQUEST, "after `shutdown` only `exit` is allowed")
            }
        };
        send(&answer(&id, Err(refusal)))
    }

    /// Answers a quick request about a text, or starts a task that answers it.
    fn answer_text_request(&self, id: Value, method: &str, params: Value) -> Result<(), String> {
        let asked = match TextRequest::read(method, params, &self.documents, self.hints) {
            Ok(Some(asked)) => asked,
            Ok(None) => return send(&answer(&id, Ok(Value::Null))),
            Err(refusal) => return send(&answer(&id, Err(refusal))),
        };
        if !is_slow(method) {
            return send(&answer(&id, asked.answer(&asked.document.watch)));
        }
        let task = Task::new(
            method,
            asked.document.uri.as_str(),
            Some(id),
            Arc::new(Watch::default()),
        );
        let is_older = |older: &Task| older.kind == task.kind && older.uri == task.uri;
        self.requests.cancel(
            is_older,
            &Refusal::new(
                REQUEST_CANCELLED,
                "replaced by a newer request of the same kind",
            ),
        )?;
        self.requests.start(task, move |task| {
            // The thread that reads notices if the editor no longer reads.
            let _ = task.answer(asked.answer(&task.watch));
        });
        Ok(())
    }

    /// Handles a notification. One that cannot be read is logged.
    fn handle_notification(&mut self, method: &str, params: Value) -> Result<(), String> {
        if self.phase != Phase::Serving {
            return Ok(());
        }
        match self.apply_notification(method, params) {
            Ok(done) => done,
            Err(Refusal { message, .. }) => log(&format!("a notification was ignored: {message}")),
        }
    }

    /// Applies a notification.
    ///
    /// # Errors
    /// Returns the inner error if the editor no longer reads, and the outer one if the parameters
    /// cannot be read.
    fn apply_notification(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Result<(), String>, Refusal> {
        Ok(match method {
            Initialized::METHOD => self.watch_files(),
            DidOpenTextDocument::METHOD => {
                let document =
                    read_params::<DidOpenTextDocumentParams>(method, params)?.text_document;
                self.set_text(
                    document.uri,
                    Some(document.language_id),
                    document.text,
                    document.version,
                )
            }
            DidChangeTextDocument::METHOD => {
                let DidChangeTextDocumentParams {
                    text_document,
                    content_changes,
                } = read_params(method, params)?;
                let before = self.documents.text(&text_document.uri);
                let text = changed_text(before, content_changes).map_err(|reason| {
                    Refusal::new(
                        INVALID_REQUEST,
                        format!("`{method}` of {}: {reason}", text_document.uri.as_str()),
                    )
                })?;
                self.set_text(text_document.uri, None, text, text_document.version)
            }
            DidCloseTextDocument::METHOD => {
                let uri = read_params::<DidCloseTextDocumentParams>(method, params)?
                    .text_document
                    .uri;
                self.close(&uri)
            }
            DidChangeWatchedFiles::METHOD => {
                let DidChangeWatchedFilesParams { changes } = read_params(method, params)?;
                // For an open text, the version in the editor counts, not the one on disk.
                let is_closed = |uri: &Uri| self.documents.text(uri).is_none();
                let is_any = changes.iter().any(|change| is_closed(&change.uri));
                if is_any {
                    self.underlines.update(&self.documents)
                } else {
                    Ok(())
                }
            }
            DidSaveTextDocument::METHOD => self.underlines.update(&self.documents),
            Cancel::METHOD => {
                let CancelParams { id } = read_params(method, params)?;
                self.cancel_request(&id)
            }
            _ => Ok(()),
        })
    }

    /// Asks the editor to report changes of rule files and scenarios on disk.
    fn watch_files(&self) -> Result<(), String> {
        if !self.can_watch_files {
            return Ok(());
        }
        let watchers = ["**/*.odds", "**/*.toml"].map(|pattern| json!({ "globPattern": pattern }));
        let registration = json!({
            "id": "watched-files",
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        send(&request(
            "register-watched-files",
            RegisterCapability::METHOD,
            params,
        ))
    }

    fn cancel_request(&self, id: &Value) -> Result<(), String> {
        let refusal = Refusal::new(REQUEST_CANCELLED, "cancelled by the editor");
        self.requests
            .cancel(|task| task.id.as_ref() == Some(id), &refusal)
    }

    /// Stores a text that was opened in a language, or the next version of a text.
    fn set_text(
        &mut self,
        uri: Uri,
        language: Option<String>,
        text: String,
        version: i32,
    ) -> Result<(), String> {
        if text.len() as u64 > MAX_BYTES {
            log(&format!(
                "{} is larger than 1 MiB: its text was ignored",
                uri.as_str()
            ))?;
            return self.close(&uri);
        }
        self.stop_requests(&uri)?;
        match language {
            Some(language) => self.documents.open(uri.clone(), language, text, version),
            None => self.documents.change(uri.clone(), text, version),
        }
        if self.documents.get(&uri).is_none() {
            self.underlines.clear(&uri)?;
        }
        self.underlines.update(&self.documents)
    }

    fn close(&mut self, uri: &Uri) -> Result<(), String> {
        self.stop_requests(uri)?;
        self.documents.close(uri);
        self.underlines.clear(uri)?;
        // Files that use it now read it from disk.
        self.underlines.update(&self.documents)
    }

    fn stop_requests(&self, uri: &Uri) -> Result<(), String> {
        let refusal = Refusal::new(CONTENT_MODIFIED, "the text has changed");
        self.requests
            .cancel(|task| task.uri == uri.as_str(), &refusal)
    }
}

/// Writes a warning to the editor's log.
fn log(message: &str) -> Result<(), String> {
    let message = format!("oddsmith: {message}");
    send(&notification(
        LogMessage::METHOD,
        json!({ "type": MessageType::WARNING, "message": message }),
    ))
}
