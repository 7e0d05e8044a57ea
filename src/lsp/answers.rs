//! Answers to requests about a text.

use std::ops::Range;
use std::path::Path;

use lsp_types::error_codes::REQUEST_FAILED;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest,
    Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References,
    Rename, Request,
};
use lsp_types::{
    CodeActionParams, FoldingRange, FoldingRangeKind, Location, Position, RenameParams,
    TextDocumentIdentifier, TextEdit,
};
use oddsmith_engine::explore::Watch;
use oddsmith_language::{Edit, Outline, format_rule_file};
use serde::Deserialize;
use serde_json::{Value, json};

use super::documents::{Document, Documents, on_workers};
use super::lines::Lines;
use super::message::{INVALID_PARAMS, METHOD_NOT_FOUND, Refusal, read_params};
use super::offered::{
    MAX_PROBLEMS, action, changes, completions, expectation_lens, hover, inlay, run_lens, symbol,
};
use super::uri;
use crate::editing::{Edited, Problem, sections};

/// The hints that the editor wants to show: `initializationOptions`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ShownHints {
    /// Whether to show the mean of an assigned value.
    means: bool,
    /// Whether to show how often a loop repeats.
    loops: bool,
}

impl Default for ShownHints {
    fn default() -> ShownHints {
        ShownHints {
            means: true,
            loops: true,
        }
    }
}

impl ShownHints {
    /// Reads the options. Hints that they do not name are shown.
    pub(super) fn read(options: &Value) -> ShownHints {
        serde_json::from_value(options.clone()).unwrap_or_default()
    }
}

/// Returns whether a request may take long, because states are explored or files are read.
pub(super) fn is_slow(method: &str) -> bool {
    matches!(
        method,
        HoverRequest::METHOD
            | InlayHintRequest::METHOD
            | CodeLensRequest::METHOD
            | CodeActionRequest::METHOD
            | References::METHOD
            | Rename::METHOD
    )
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextParams {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
}

type Answer = fn(&TextRequest, &Watch) -> Result<Value, Refusal>;

/// A request about a text that is open.
pub(super) struct TextRequest {
    pub(super) document: Document,
    answer: Answer,
    position: Option<Position>,
    method: String,
    params: Value,
    documents: Documents,
    hints: ShownHints,
}

impl TextRequest {
    /// Reads a request. Returns `None` if its text is not open, or is neither a rule file nor a
    /// scenario.
    ///
    /// # Errors
    /// Fails if the server does not know the method, or if the parameters name no text.
    pub(super) fn read(
        method: &str,
        params: Value,
        documents: &Documents,
        hints: ShownHints,
    ) -> Result<Option<TextRequest>, Refusal> {
        let answer: Answer = match method {
            Completion::METHOD => completion,
            HoverRequest::METHOD => explanation,
            GotoDefinition::METHOD => definition,
            References::METHOD => references,
            PrepareRenameRequest::METHOD => prepare_rename,
            Rename::METHOD => rename,
            DocumentSymbolRequest::METHOD => |asked, _| Ok(json!(symbols(&asked.document))),
            FoldingRangeRequest::METHOD => {
                |asked, _| Ok(json!(folds(&asked.document, &asked.lines())))
            }
            Formatting::METHOD => |asked, _| Ok(json!(formatting(&asked.document, &asked.lines()))),
            CodeActionRequest::METHOD => actions,
            InlayHintRequest::METHOD => inlays,
            CodeLensRequest::METHOD => lenses,
            _ => {
                return Err(Refusal::new(
                    METHOD_NOT_FOUND,
                    format!("this server has no method `{method}`"),
                ));
            }
        };
        let TextParams {
            text_document,
            position,
        } = read_params(method, params.clone())?;
        let asked = |document: &Document| TextRequest {
            document: document.clone(),
            answer,
            position,
            method: method.to_owned(),
            params,
            documents: documents.clone(),
            hints,
        };
        Ok(documents.get(&text_document.uri).map(asked))
    }

    /// Answers the request. The watch stops it.
    ///
    /// # Errors
    /// Fails if the parameters cannot be read, or if the answer is refused.
    pub(super) fn answer(&self, watch: &Watch) -> Result<Value, Refusal> {
        (self.answer)(self, watch)
    }

    fn lines(&self) -> Lines<'_> {
        Lines::of(&self.document.text)
    }

    /// Returns the byte that the request is about.
    fn byte(&self) -> Result<usize, Refusal> {
        let message = || format!("the parameters of `{}` have no `position`", self.method);
        let position = self
            .position
            .ok_or_else(|| Refusal::new(INVALID_PARAMS, message()))?;
        Ok(self.lines().byte(position))
    }

    fn ask<T: Send>(&self, question: impl FnOnce(&Edited<'_>) -> T + Send) -> T {
        self.documents.ask(&self.document, question)
    }
}

fn completion(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    Ok(json!(
        asked
            .ask(|edited| edited.offers(byte))
            .map(|offers| completions(&asked.document, offers))
    ))
}

fn explanation(asked: &TextRequest, watch: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    Ok(json!(
        asked
            .ask(|edited| edited.explain(byte, watch))
            .map(|found| hover(&asked.document, found))
    ))
}

fn definition(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    let found = asked.ask(|edited| edited.definition(byte));
    Ok(json!(found.and_then(|(name, span)| location(
        asked,
        Path::new(&name),
        &span
    ))))
}

/// Returns a range of a file, open or not.
fn location(asked: &TextRequest, path: &Path, span: &Range<usize>) -> Option<Location> {
    let document = &asked.document;
    if path == document.path {
        return Some(Location::new(
            document.uri.clone(),
            asked.lines().range(span),
        ));
    }
    if let Some(open) = asked.documents.at_path(path) {
        return Some(Location::new(
            open.uri.clone(),
            Lines::of(&open.text).range(span),
        ));
    }
    let text = std::fs::read_to_string(path).ok()?;
    Some(Location::new(
        uri::from_path(path)?,
        Lines::of(&text).range(span),
    ))
}

fn references(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    let wants_definition = asked.params["context"]["includeDeclaration"] != false;
    let Some(symbol) = asked.ask(|edited| edited.symbol(byte)) else {
        return Ok(json!([]));
    };
    let texts = asked
        .documents
        .texts_around(&asked.document, Path::new(&symbol.file));
    let mut locations = Vec::new();
    for (index, places) in symbol.occurrences(&texts) {
        let (text, Some(uri)) = (&texts[index], asked.documents.uri_of(&texts[index])) else {
            continue;
        };
        let lines = Lines::of(&text.text);
        let wanted = places
            .iter()
            .filter(|place| wants_definition || !place.is_definition);
        locations.extend(wanted.map(|place| Location::new(uri.clone(), lines.range(&place.span))));
    }
    Ok(json!(locations))
}

fn prepare_rename(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let byte = asked.byte()?;
    Ok(json!(
        asked
            .ask(|edited| edited.name_at(byte))
            .map(|span| asked.lines().range(&span))
    ))
}

fn rename(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let RenameParams { new_name, .. } = read_params(&asked.method, asked.params.clone())?;
    let byte = asked.byte()?;
    let refused = |reason: String| Refusal::new(REQUEST_FAILED, reason);
    let symbol = asked.ask(|edited| edited.symbol(byte));
    let symbol = symbol
        .ok_or_else(|| refused("only a name that a rule file defines can be renamed".to_owned()))?;
    let texts = asked
        .documents
        .texts_around(&asked.document, Path::new(&symbol.file));
    let edits = on_workers(|| symbol.rename(&new_name, &texts)).map_err(refused)?;
    let text_edits = |(index, edits): (usize, Vec<Edit>)| {
        let lines = Lines::of(&texts[index].text);
        Some((
            asked.documents.uri_of(&texts[index])?,
            edits.iter().map(|edit| lines.edit(edit)).collect(),
        ))
    };
    Ok(json!(changes(edits.into_iter().filter_map(text_edits))))
}

fn symbols(document: &Document) -> Vec<lsp_types::DocumentSymbol> {
    let outline = if document.is_rule_file() {
        Outline::read(&document.text)
    } else {
        Outline::default()
    };
    let top = outline
        .names
        .iter()
        .filter(|place| place.is_definition && place.within.is_none());
    top.map(|place| symbol(document, place)).collect()
}

/// Returns the ranges of lines that can be folded: blocks of a rule file, sections of a scenario.
fn folds(document: &Document, lines: &Lines<'_>) -> Vec<FoldingRange> {
    let text = &document.text;
    let blocks: Vec<Range<usize>> = if document.is_rule_file() {
        Outline::read(text)
            .blocks
            .iter()
            .map(|span| span.start..span.end)
            .collect()
    } else {
        sections(text)
    };
    let fold = |span: Range<usize>| {
        let indent = lines.position(span.start).character as usize;
        // Empty lines at the end, and comments that are not indented, belong to the next block.
        let is_outside = |line: &str| {
            let words = line.trim_start();
            words.is_empty() || words.starts_with('#') && line.len() - words.len() <= indent
        };
        let last = text[span.clone()]
            .lines()
            .enumerate()
            .filter(|(_, line)| !is_outside(line))
            .last();
        let start_line = lines.position(span.start).line;
        let end_line = start_line + last.map_or(0, |(index, _)| index) as u32;
        let kind = Some(FoldingRangeKind::Region);
        (end_line > start_line).then(|| FoldingRange {
            start_line,
            end_line,
            kind,
            ..FoldingRange::default()
        })
    };
    blocks.into_iter().filter_map(fold).collect()
}

/// Returns the change that formats the text as `simulate fmt` does.
fn formatting(document: &Document, lines: &Lines<'_>) -> Option<Vec<TextEdit>> {
    let neat = document
        .is_rule_file()
        .then(|| format_rule_file(&document.text).ok())
        .flatten()?;
    let is_neat = neat == *document.text;
    Some(if is_neat {
        Vec::new()
    } else {
        vec![TextEdit::new(lines.range(&(0..document.text.len())), neat)]
    })
}

fn actions(asked: &TextRequest, _: &Watch) -> Result<Value, Refusal> {
    let CodeActionParams { range, .. } = read_params(&asked.method, asked.params.clone())?;
    let (document, lines) = (&asked.document, asked.lines());
    let wanted = lines.byte(range.start)..lines.byte(range.end);
    let problems = asked.ask(|edited| edited.read().problems);
    let is_here = |problem: &&Problem| {
        problem.diagnostic.place.as_ref().is_some_and(|place| {
            let line = |byte| lines.position(byte).line;
            line(place.span.start) <= line(wanted.end) && line(wanted.start) <= line(place.span.end)
        })
    };
    Ok(json!(
        problems
            .iter()
            .take(MAX_PROBLEMS)
            .filter(is_here)
            .filter_map(|problem| action(document, problem))
            .collect::<Vec<_>>()
    ))
}

fn inlays(asked: &TextRequest, watch: &Watch) -> Result<Value, Refusal> {
    let hints = asked.hints;
    let inlays = asked.ask(|edited| edited.inlays(watch)).into_iter();
    let wanted = inlays.filter(|hint| {
        if hint.is_loop {
            hints.loops
        } else {
            hints.means
        }
    });
    Ok(json!(
        wanted
            .map(|hint| inlay(&asked.document, hint))
            .collect::<Vec<_>>()
    ))
}

fn lenses(asked: &TextRequest, watch: &Watch) -> Result<Value, Refusal> {
    let document = &asked.document;
    Ok(json!(if document.is_rule_file() {
        let expectations = asked
            .ask(|edited| edited.held_expectations(watch))
            .into_iter();
        expectations
            .map(|found| expectation_lens(document, found))
            .collect()
    } else if document.path.is_absolute() {
        vec![run_lens(document)]
    } else {
        // A text that has no file cannot be run.
        Vec::new()
    }))
}
