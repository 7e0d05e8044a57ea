//! The server: it takes messages one after the other. It answers at once what is quick. A few threads explore for what is slow,
//! and the next key stops them.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread::available_parallelism;

use lsp_types::error_codes::{CONTENT_MODIFIED, REQUEST_CANCELLED, SERVER_NOT_INITIALIZED};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, LogMessage, Notification,
    PublishDiagnostics,
};
use lsp_types::request::{Initialize, Request, Shutdown};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, HoverProviderCapability, MessageType, OneOf,
    PublishDiagnosticsParams, RenameOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use oddsmith_engine::explore::Watch;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answers::{Asked, Wishes, is_slow};
use super::desk::{Desk, Document};
use super::frame::{finish, read, send, send_if};
use super::message::{INVALID_REQUEST, Message, Refusal, answer, notification, read_params};
use super::offered::diagnostic;
use super::pool::{Pool, Task};
use crate::editing::Problems;
use crate::input::text_file::MOST_BYTES;

/// What this server can do.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
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
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// Serves an editor on standard input and output until it is done.
///
/// # Errors
/// When what the editor sends is no message, and when it goes away without a farewell.
pub fn serve() -> Result<(), String> {
    let mut server = Server::new()?;
    let served = server.serve(io::stdin().lock());
    finish();
    served
}

/// How far the talk with the editor is.
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
    desk: Desk,
    wishes: Wishes,
    /// Requests that are slow.
    requests: Pool,
    /// Looks at texts that have changed; no request waits for them.
    looks: Pool,
}

#[derive(Deserialize)]
struct CancelParams {
    id: Value,
}

impl Server {
    fn new() -> Result<Server, String> {
        let threads = available_parallelism().map_or(1, usize::from);
        let (requests, looks) = (Pool::new(threads)?, Pool::new(threads)?);
        Ok(Server { phase: Phase::Start, desk: Desk::default(), wishes: Wishes::default(), requests, looks })
    }

    /// Takes one message after the other.
    fn serve(&mut self, mut input: impl BufRead) -> Result<(), String> {
        while let Some(body) = read(&mut input)? {
            match Message::read(&body) {
                Ok(Message::Request { id, method, params }) => self.requested(id, &method, params)?,
                Ok(Message::Notification { method, .. }) if method == Exit::METHOD => return self.ended("sent `exit`"),
                Ok(Message::Notification { method, params }) => self.notified(&method, params)?,
                Ok(Message::Response) => (),
                Err(refused) => send(&refused)?,
            }
        }
        self.ended("closed its end")
    }

    /// The end of the talk, which `shutdown` announces.
    fn ended(&self, how: &str) -> Result<(), String> {
        if self.phase == Phase::End { Ok(()) } else { Err(format!("the editor {how} without `shutdown`")) }
    }

    fn requested(&mut self, id: Value, method: &str, params: Value) -> Result<(), String> {
        let refusal = match (self.phase, method) {
            (Phase::Start, Initialize::METHOD) => {
                self.phase = Phase::Serving;
                self.wishes = Wishes::read(&params["initializationOptions"]);
                let info = json!({ "name": "oddsmith", "version": env!("CARGO_PKG_VERSION") });
                return send(&answer(&id, Ok(json!({ "capabilities": capabilities(), "serverInfo": info }))));
            }
            (Phase::Serving, Shutdown::METHOD) => {
                self.phase = Phase::End;
                let why = Refusal::new(REQUEST_CANCELLED, "the server shuts down");
                self.looks.cancel(|_| true, &why)?;
                self.requests.cancel(|_| true, &why)?;
                return send(&answer(&id, Ok(Value::Null)));
            }
            (Phase::Start, _) => Refusal::new(SERVER_NOT_INITIALIZED, "`initialize` comes first"),
            (Phase::Serving, Initialize::METHOD) => Refusal::new(INVALID_REQUEST, "`initialize` comes once"),
            (Phase::Serving, _) => return self.asked(id, method, params),
            (Phase::End, _) => Refusal::new(INVALID_REQUEST, "only `exit` comes after `shutdown`"),
        };
        send(&answer(&id, Err(refusal)))
    }

    /// Answers a request about a text, or lets a thread do so.
    fn asked(&self, id: Value, method: &str, params: Value) -> Result<(), String> {
        let asked = match Asked::read(method, params, &self.desk, self.wishes) {
            Ok(Some(asked)) => asked,
            Ok(None) => return send(&answer(&id, Ok(Value::Null))),
            Err(refusal) => return send(&answer(&id, Err(refusal))),
        };
        if !is_slow(method) {
            return send(&answer(&id, asked.answer(&asked.document.watch)));
        }
        let task = Task::new(method, asked.document.uri.as_str(), Some(id), Arc::new(Watch::default()));
        let is_older = |older: &Task| older.kind == task.kind && older.uri == task.uri;
        self.requests.cancel(is_older, &Refusal::new(REQUEST_CANCELLED, "a newer request of this kind has come"))?;
        self.requests.start(task, move |task| {
            // If the editor no longer reads, the thread that reads finds out.
            let _ = task.answer(asked.answer(&task.watch));
        });
        Ok(())
    }

    fn notified(&mut self, method: &str, params: Value) -> Result<(), String> {
        if self.phase != Phase::Serving {
            return Ok(());
        }
        let changed = match method {
            DidOpenTextDocument::METHOD => read_params(method, params).map(|own: DidOpenTextDocumentParams| {
                let opened = own.text_document;
                Some((opened.uri, Some((opened.text, opened.version))))
            }),
            DidChangeTextDocument::METHOD => read_params(method, params).map(|own: DidChangeTextDocumentParams| {
                let text = own.content_changes.into_iter().last()?.text;
                Some((own.text_document.uri, Some((text, own.text_document.version))))
            }),
            DidCloseTextDocument::METHOD => {
                read_params(method, params).map(|own: DidCloseTextDocumentParams| Some((own.text_document.uri, None)))
            }
            Cancel::METHOD => match read_params(method, params) {
                Ok(CancelParams { id }) => return self.cancelled(&id),
                Err(refusal) => Err(refusal),
            },
            _ => Ok(None),
        };
        match changed {
            Ok(Some((uri, text))) => self.changed(uri, text),
            Ok(None) => Ok(()),
            Err(refusal) => log(&format!("a notification was ignored: {}", refusal.message)),
        }
    }

    fn cancelled(&self, id: &Value) -> Result<(), String> {
        let why = Refusal::new(REQUEST_CANCELLED, "the editor cancelled it");
        self.requests.cancel(|task| task.id.as_ref() == Some(id), &why)
    }

    /// Takes a new version of a text, or lets go of one that was closed.
    fn changed(&mut self, uri: Uri, text: Option<(String, i32)>) -> Result<(), String> {
        match text {
            Some((text, _)) if text.len() as u64 > MOST_BYTES => {
                log(&format!("{} is larger than 1 MiB: its text was ignored", uri.as_str()))?;
                self.desk.close(&uri);
            }
            Some((text, version)) => self.desk.put(uri.clone(), text, version),
            None => self.desk.close(&uri),
        }
        let why = Refusal::new(CONTENT_MODIFIED, "the text has changed");
        let is_about_it = |task: &Task| task.uri == uri.as_str();
        self.requests.cancel(is_about_it, &why)?;
        self.looks.cancel(is_about_it, &why)?;
        self.looked(&uri)
    }

    /// Underlines what is wrong with a text: what reading shows first, then the other texts, then the rest.
    fn looked(&self, uri: &Uri) -> Result<(), String> {
        let Some(document) = self.desk.get(uri).cloned() else {
            // It may have been one of ours, with something underlined.
            return send(&underlined(uri, None, &Problems::new()));
        };
        let task = Task::new("look", uri.as_str(), None, Arc::clone(&document.watch));
        let desk = self.desk.clone();
        // If the editor no longer reads, the thread that reads finds out.
        self.looks.start(task, move |_| drop(look(&desk, &document)));
        Ok(())
    }
}

/// Looks at a text that has changed until there is a newer version of it.
fn look(desk: &Desk, document: &Document) -> Result<(), String> {
    let watch = &document.watch;
    let problems = desk.ask(document, |edited| edited.problems(watch));
    publish(document, &problems, watch)?;
    // A scenario may be right again, or wrong, since its rule file was changed.
    for other in desk.others(document).take_while(|_| !watch.is_stopped()) {
        publish(other, &desk.ask(other, |edited| edited.problems(watch)), watch)?;
    }
    let faults = desk.ask(document, |edited| edited.faults(watch));
    if faults.is_empty() { Ok(()) } else { publish(document, &[problems, faults].concat(), watch) }
}

/// Writes a warning into the editor's log.
fn log(message: &str) -> Result<(), String> {
    let message = format!("oddsmith: {message}");
    send(&notification(LogMessage::METHOD, json!({ "type": MessageType::WARNING, "message": message })))
}

/// Underlines what is wrong with a version of a text, unless there is a newer one or the look was stopped.
fn publish(document: &Document, problems: &Problems, watch: &Watch) -> Result<(), String> {
    let underlined = underlined(&document.uri, Some(document), problems);
    send_if(&underlined, || !document.watch.is_stopped() && !watch.is_stopped())
}

fn underlined(uri: &Uri, document: Option<&Document>, problems: &Problems) -> Value {
    let found = document.iter().flat_map(|own| problems.iter().map(|problem| diagnostic(own, problem))).collect();
    let params = PublishDiagnosticsParams::new(uri.clone(), found, document.map(|own| own.version));
    notification(PublishDiagnostics::METHOD, json!(params))
}
