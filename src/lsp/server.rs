//! The server: messages are taken one after the other. What is quick is answered at once; what has to explore goes on beside, and the
//! next key stops it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, HoverProviderCapability, OneOf, PublishDiagnosticsParams,
    RenameOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde_json::{Value, json};

use super::answers::{Wishes, answer, is_slow};
use super::desk::{Desk, Document};
use super::offered::diagnostic;
use crate::editing::Problems;

/// Why the server ended before it was asked to.
type Failed = Box<dyn std::error::Error + Send + Sync>;

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
/// When the editor does not speak the protocol, or goes away in the middle of a message.
pub fn serve() -> Result<(), Failed> {
    let (connection, threads) = Connection::stdio();
    let served = serve_on(&connection);
    // The thread that writes ends once nobody can give it anything.
    drop(connection);
    threads.join()?;
    served
}

fn serve_on(connection: &Connection) -> Result<(), Failed> {
    let (id, params) = connection.initialize_start()?;
    let info = json!({ "name": "oddsmith", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, json!({ "capabilities": capabilities(), "serverInfo": info }))?;
    let wishes = Wishes::read(&params["initializationOptions"]);
    let mut server = Server { connection, desk: Desk::default(), wishes, newest: Arc::default() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) if connection.handle_shutdown(&request)? => break,
            Message::Request(request) => server.request(request)?,
            Message::Notification(told) => server.told(told)?,
            Message::Response(_) => (),
        }
    }
    Ok(())
}

/// The version of each text that was underlined last, by what names it.
type Newest = Arc<Mutex<BTreeMap<String, i32>>>;

struct Server<'c> {
    connection: &'c Connection,
    desk: Desk,
    wishes: Wishes,
    newest: Newest,
}

impl Server<'_> {
    fn told(&mut self, told: Notification) -> Result<(), Failed> {
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams { text_document: own } = serde_json::from_value(told.params)?;
                self.desk.put(own.uri.clone(), own.text, own.version);
                self.looked(&own.uri)
            }
            DidChangeTextDocument::METHOD => {
                let own: DidChangeTextDocumentParams = serde_json::from_value(told.params)?;
                let (uri, version) = (own.text_document.uri, own.text_document.version);
                let Some(change) = own.content_changes.into_iter().last() else { return Ok(()) };
                self.desk.put(uri.clone(), change.text, version);
                self.looked(&uri)
            }
            DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams { text_document: own } = serde_json::from_value(told.params)?;
                self.desk.close(&own.uri);
                let none = PublishDiagnosticsParams::new(own.uri, Vec::new(), None);
                self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), none).into())
            }
            _ => Ok(()),
        }
    }

    fn send(&self, message: Message) -> Result<(), Failed> {
        self.connection.sender.send(message).map_err(|_| "nobody listens any more".into())
    }

    /// Underlines what is wrong with a text: what reading shows at once, the rest and the other texts a little later.
    fn looked(&self, uri: &Uri) -> Result<(), Failed> {
        let Some(document) = self.desk.get(uri).cloned() else {
            // It may have been one of ours, with something underlined.
            let none = PublishDiagnosticsParams::new(uri.clone(), Vec::new(), None);
            return self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), none).into());
        };
        let problems = self.desk.ask(&document, |edited| edited.problems());
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).insert(uri.as_str().to_owned(), document.version);
        self.send(underlined(&document, &problems))?;
        let (desk, newest, sender) = (self.desk.clone(), Arc::clone(&self.newest), self.connection.sender.clone());
        std::thread::spawn(move || {
            let is_newest = |own: &Document| {
                let newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
                !own.watch.is_stopped() && newest.get(own.uri.as_str()) == Some(&own.version)
            };
            // A scenario may be right again, or wrong, since its rule file was changed.
            for other in desk.others(&document) {
                let problems = desk.ask(other, |edited| edited.problems());
                if !is_newest(&document) || !is_newest(other) || sender.send(underlined(other, &problems)).is_err() {
                    return;
                }
            }
            let faults = desk.ask(&document, |edited| edited.faults(&document.watch));
            if is_newest(&document) && !faults.is_empty() {
                let _ = sender.send(underlined(&document, &[problems, faults].concat()));
            }
        });
        Ok(())
    }

    fn request(&self, request: Request) -> Result<(), Failed> {
        if !is_slow(&request.method) {
            return self.send(answered(request, &self.desk, &self.wishes).into());
        }
        let (desk, wishes, sender) = (self.desk.clone(), self.wishes, self.connection.sender.clone());
        std::thread::spawn(move || {
            let _ = sender.send(answered(request, &desk, &wishes).into());
        });
        Ok(())
    }
}

fn answered(Request { id, method, params }: Request, desk: &Desk, wishes: &Wishes) -> Response {
    match answer(&method, params, desk, wishes) {
        Some(Ok(value)) => Response::new_ok(id, value),
        Some(Err(why)) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
        None => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("{method} is not answered here")),
    }
}

fn underlined(document: &Document, problems: &Problems) -> Message {
    let told = problems.iter().map(|own| diagnostic(document, own)).collect();
    let params = PublishDiagnosticsParams::new(document.uri.clone(), told, Some(document.version));
    let params: Value = serde_json::to_value(params).unwrap_or_default();
    Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into()
}
