//! What an editor asks of a text, answered.

use std::ops::Range;
use std::path::Path;

use lsp_types::error_codes::REQUEST_FAILED;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename, Request,
};
use lsp_types::{
    CodeActionParams, FoldingRange, FoldingRangeKind, Location, Position, RenameParams, TextDocumentIdentifier,
    TextEdit,
};
use oddsmith_engine::explore::Watch;
use oddsmith_language::{Outline, formatted};
use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::{Desk, Document};
use super::lines::Lines;
use super::message::{INVALID_PARAMS, METHOD_NOT_FOUND, Refusal, read_params};
use super::offered::{action, changes, completions, held, hover, inlay, run, symbol};
use super::uri;
use crate::editing::{Edited, Problem};

/// What an editor wants to see behind lines: `initializationOptions`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Wishes {
    /// The mean of what a name becomes.
    means: bool,
    /// How often a loop goes round.
    loops: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { means: true, loops: true }
    }
}

impl Wishes {
    /// What is not said is wanted.
    pub(super) fn read(options: &Value) -> Wishes {
        serde_json::from_value(options.clone()).unwrap_or_default()
    }
}

/// Whether an answer may have to be explored for.
pub(super) fn is_slow(method: &str) -> bool {
    matches!(
        method,
        HoverRequest::METHOD | InlayHintRequest::METHOD | CodeLensRequest::METHOD | CodeActionRequest::METHOD
    )
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfText {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
}

type Answer = fn(&Asked, &Watch) -> Result<Value, Refusal>;

/// A request about a text that is open.
pub(super) struct Asked {
    pub(super) document: Document,
    answer: Answer,
    position: Option<Position>,
    method: String,
    params: Value,
    desk: Desk,
    wishes: Wishes,
}

impl Asked {
    /// Reads a request; nothing where its text is not open, or no text of this server's.
    ///
    /// # Errors
    /// When the server does not know the method, or the parameters name no text.
    pub(super) fn read(method: &str, params: Value, desk: &Desk, wishes: Wishes) -> Result<Option<Asked>, Refusal> {
        let answer: Answer = match method {
            Completion::METHOD => completion,
            HoverRequest::METHOD => explanation,
            GotoDefinition::METHOD => definition,
            References::METHOD => references,
            PrepareRenameRequest::METHOD => renamable,
            Rename::METHOD => renamed,
            DocumentSymbolRequest::METHOD => |asked, _| Ok(json!(symbols(&asked.document))),
            FoldingRangeRequest::METHOD => |asked, _| Ok(json!(folds(&asked.document, &asked.lines()))),
            Formatting::METHOD => |asked, _| Ok(json!(neat(&asked.document, &asked.lines()))),
            CodeActionRequest::METHOD => actions,
            InlayHintRequest::METHOD => inlays,
            CodeLensRequest::METHOD => lenses,
            _ => return Err(Refusal::new(METHOD_NOT_FOUND, format!("this server has no method `{method}`"))),
        };
        let OfText { text_document, position } = read_params(method, params.clone())?;
        let asked = |document: &Document| Asked {
            document: document.clone(),
            answer,
            position,
            method: method.to_owned(),
            params,
            desk: desk.clone(),
            wishes,
        };
        Ok(desk.get(&text_document.uri).map(asked))
    }

    /// Answers it, or stops where the watch says so.
    ///
    /// # Errors
    /// When the parameters cannot be read, or why there is no answer.
    pub(super) fn answer(&self, watch: &Watch) -> Result<Value, Refusal> {
        (self.answer)(self, watch)
    }

    fn lines(&self) -> Lines<'_> {
        Lines::of(&self.document.text)
    }

    /// The byte that the request is about.
    fn byte(&self) -> Result<usize, Refusal> {
        let why = || format!("the parameters of `{}` have no `position`", self.method);
        let position = self.position.ok_or_else(|| Refusal::new(INVALID_PARAMS, why()))?;
        Ok(self.lines().byte(position))
    }

    fn ask<T: Send>(&self, question: impl FnOnce(&Edited<'_>) -> T + Send) -> T {
        self.desk.ask(&self.document, question)
    }
}

fn completion(asked: &Asked, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    Ok(json!(asked.ask(|edited| edited.offers(byte)).map(|offers| completions(&asked.document, offers))))
}

fn explanation(asked: &Asked, watch: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    Ok(json!(asked.ask(|edited| edited.explained(byte, watch)).map(|found| hover(&asked.document, found))))
}

fn definition(asked: &Asked, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    let found = asked.ask(|edited| edited.definition(byte));
    Ok(json!(found.and_then(|(name, span)| location(asked, Path::new(&name), &span))))
}

/// A stretch of a file, open or not.
fn location(asked: &Asked, path: &Path, span: &Range<usize>) -> Option<Location> {
    let document = &asked.document;
    if path == document.path {
        return Some(Location::new(document.uri.clone(), asked.lines().range(span)));
    }
    let uri = uri::of_path(path)?;
    let open = asked.desk.others(document).find(|other| other.path == path).map(|other| other.text.to_string());
    let text = open.or_else(|| std::fs::read_to_string(path).ok())?;
    Some(Location::new(uri, Lines::of(&text).range(span)))
}

fn references(asked: &Asked, _: &Watch) -> Result<Value, Refusal> {
    let (byte, lines) = (asked.byte()?, asked.lines());
    let places = asked.ask(|edited| edited.places(byte));
    let at = |span: &Range<usize>| Location::new(asked.document.uri.clone(), lines.range(span));
    Ok(json!(places.iter().map(at).collect::<Vec<_>>()))
}

fn renamable(asked: &Asked, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    let places = asked.ask(|edited| edited.places(byte));
    let here = places.iter().find(|span| span.start <= byte && byte <= span.end);
    Ok(json!(here.map(|span| asked.lines().range(span))))
}

fn renamed(asked: &Asked, _: &Watch) -> Result<Value, Refusal> {
    let RenameParams { new_name, .. } = read_params(&asked.method, asked.params.clone())?;
    let (byte, lines) = (asked.byte()?, asked.lines());
    let edits = asked.ask(|edited| edited.renamed(byte, &new_name));
    let edits = edits.map_err(|why| Refusal::new(REQUEST_FAILED, why))?;
    Ok(json!(changes(&asked.document, edits.iter().map(|edit| lines.edit(edit)).collect())))
}

fn symbols(document: &Document) -> Vec<lsp_types::DocumentSymbol> {
    let outline = if document.is_rule_file() { Outline::of(&document.text) } else { Outline::default() };
    let top = outline.names.iter().filter(|own| own.is_definition && own.within.is_none());
    top.map(|own| symbol(document, own)).collect()
}

/// Lines that belong together: blocks of a rule file, sections of a scenario.
fn folds(document: &Document, lines: &Lines<'_>) -> Vec<FoldingRange> {
    let blocks: Vec<Range<usize>> = if document.is_rule_file() {
        Outline::of(&document.text).blocks.iter().map(|span| span.start..span.end).collect()
    } else {
        let heads = document.text.match_indices("\n[").map(|(at, _)| at + 1);
        let heads: Vec<usize> = document.text.starts_with('[').then_some(0).into_iter().chain(heads).collect();
        let ends = heads.iter().skip(1).map(|&next| next - 1).chain([document.text.len()]);
        heads.iter().zip(ends).map(|(&start, end)| start..start + document.text[start..end].trim_end().len()).collect()
    };
    let fold = |span: Range<usize>| {
        let (start, end) = (lines.position(span.start).line, lines.position(span.end).line);
        let kind = Some(FoldingRangeKind::Region);
        (end > start).then(|| FoldingRange { start_line: start, end_line: end, kind, ..FoldingRange::default() })
    };
    blocks.into_iter().filter_map(fold).collect()
}

/// The text as `fmt` writes it, as one change.
fn neat(document: &Document, lines: &Lines<'_>) -> Option<Vec<TextEdit>> {
    let neat = document.is_rule_file().then(|| formatted(&document.text).ok()).flatten()?;
    let is_neat = neat == *document.text;
    Some(if is_neat { Vec::new() } else { vec![TextEdit::new(lines.range(&(0..document.text.len())), neat)] })
}

fn actions(asked: &Asked, watch: &Watch) -> Result<Value, Refusal> {
    let CodeActionParams { range, .. } = read_params(&asked.method, asked.params.clone())?;
    let (document, lines) = (&asked.document, asked.lines());
    let wanted = lines.byte(range.start)..lines.byte(range.end);
    let problems = asked.ask(|edited| edited.problems(watch));
    let is_here = |problem: &&Problem| {
        problem.told.place.as_ref().is_some_and(|place| {
            let line = |byte| lines.position(byte).line;
            line(place.span.start) <= line(wanted.end) && line(wanted.start) <= line(place.span.end)
        })
    };
    Ok(json!(problems.iter().filter(is_here).filter_map(|problem| action(document, problem)).collect::<Vec<_>>()))
}

fn inlays(asked: &Asked, watch: &Watch) -> Result<Value, Refusal> {
    let wishes = asked.wishes;
    let hints = asked.ask(|edited| edited.inlays(watch)).into_iter();
    let wanted = hints.filter(|hint| if hint.is_loop { wishes.loops } else { wishes.means });
    Ok(json!(wanted.map(|hint| inlay(&asked.document, hint)).collect::<Vec<_>>()))
}

fn lenses(asked: &Asked, watch: &Watch) -> Result<Value, Refusal> {
    let document = &asked.document;
    Ok(json!(if document.is_rule_file() {
        let expectations = asked.ask(|edited| edited.held(watch)).into_iter();
        expectations.map(|found| held(document, found)).collect()
    } else {
        vec![run(document)]
    }))
}
