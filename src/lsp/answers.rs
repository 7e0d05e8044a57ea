//! What an editor asks of a text, answered.

use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename, Request,
};
use lsp_types::{
    CodeActionParams, FoldingRange, FoldingRangeKind, Location, Position, RenameParams, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit,
};
use oddsmith_engine::explore::Watch;
use oddsmith_language::{Outline, formatted};
use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::{Desk, Document};
use super::lines::Lines;
use super::offered::{action, changes, completions, held, hover, inlay, run, symbol};
use super::uri;

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
    matches!(method, HoverRequest::METHOD | InlayHintRequest::METHOD | CodeLensRequest::METHOD)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfText {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
}

/// The answer to a request; nothing where it is none of this server's, and why where it cannot be answered.
pub(super) fn answer(method: &str, params: Value, desk: &Desk, wishes: &Wishes) -> Option<Result<Value, String>> {
    let of: OfText = serde_json::from_value(params.clone()).ok()?;
    let Some(document) = desk.get(&of.text_document.uri) else { return Some(Ok(Value::Null)) };
    let lines = Lines::of(&document.text);
    let byte = of.position.map_or(0, |position| lines.byte(position));
    let answer = match method {
        Completion::METHOD => {
            json!(desk.ask(document, |edited| edited.offers(byte)).map(|offers| completions(document, offers)))
        }
        HoverRequest::METHOD => {
            let told = desk.ask(document, |edited| edited.explained(byte, &document.watch));
            json!(told.map(|told| hover(document, told)))
        }
        GotoDefinition::METHOD => json!(definition(desk, document, byte)),
        References::METHOD => {
            let places = desk.ask(document, |edited| edited.places(byte));
            json!(places.iter().map(|span| Location::new(document.uri.clone(), lines.range(span))).collect::<Vec<_>>())
        }
        PrepareRenameRequest::METHOD => {
            let places = desk.ask(document, |edited| edited.places(byte));
            json!(places.iter().find(|span| span.start <= byte && byte <= span.end).map(|span| lines.range(span)))
        }
        Rename::METHOD => return Some(renamed(desk, document, params)),
        DocumentSymbolRequest::METHOD => json!(symbols(document)),
        FoldingRangeRequest::METHOD => json!(folds(document, &lines)),
        Formatting::METHOD => json!(neat(document, &lines)),
        CodeActionRequest::METHOD => return Some(actions(desk, document, params)),
        InlayHintRequest::METHOD => json!(inlays(desk, document, wishes, &document.watch)),
        CodeLensRequest::METHOD => json!(lenses(desk, document)),
        _ => return None,
    };
    Some(Ok(answer))
}

fn definition(desk: &Desk, document: &Document, byte: usize) -> Option<Location> {
    let (name, span) = desk.ask(document, |edited| edited.definition(byte))?;
    let path = std::path::Path::new(&name);
    if path == document.path {
        return Some(Location::new(document.uri.clone(), Lines::of(&document.text).range(&span)));
    }
    let uri = uri::of_path(path)?;
    let open = desk.others(document).find(|own| own.path == path).map(|own| own.text.to_string());
    let text = open.or_else(|| std::fs::read_to_string(path).ok())?;
    Some(Location::new(uri, Lines::of(&text).range(&span)))
}

fn renamed(desk: &Desk, document: &Document, params: Value) -> Result<Value, String> {
    let params: RenameParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let lines = Lines::of(&document.text);
    let TextDocumentPositionParams { position, .. } = params.text_document_position;
    let edits = desk.ask(document, |edited| edited.renamed(lines.byte(position), &params.new_name))?;
    Ok(json!(changes(document, edits.iter().map(|edit| lines.edit(edit)).collect())))
}

fn symbols(document: &Document) -> Vec<lsp_types::DocumentSymbol> {
    let outline = if document.is_rule_file() { Outline::of(&document.text) } else { Outline::default() };
    let top = outline.names.iter().filter(|own| own.is_definition && own.within.is_none());
    top.map(|own| symbol(document, own)).collect()
}

/// Lines that belong together: blocks of a rule file, sections of a scenario.
fn folds(document: &Document, lines: &Lines<'_>) -> Vec<FoldingRange> {
    let blocks: Vec<std::ops::Range<usize>> = if document.is_rule_file() {
        Outline::of(&document.text).blocks.iter().map(|span| span.start..span.end).collect()
    } else {
        let heads = document.text.match_indices("\n[").map(|(at, _)| at + 1);
        let heads: Vec<usize> = document.text.starts_with('[').then_some(0).into_iter().chain(heads).collect();
        let ends = heads.iter().skip(1).map(|&next| next - 1).chain([document.text.len()]);
        heads.iter().zip(ends).map(|(&start, end)| start..start + document.text[start..end].trim_end().len()).collect()
    };
    let fold = |span: std::ops::Range<usize>| {
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

fn actions(desk: &Desk, document: &Document, params: Value) -> Result<Value, String> {
    let params: CodeActionParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let lines = Lines::of(&document.text);
    let wanted = lines.byte(params.range.start)..lines.byte(params.range.end);
    let problems = desk.ask(document, |edited| edited.problems());
    let is_here = |own: &&crate::editing::Problem| {
        own.told.place.as_ref().is_some_and(|place| {
            let line = |byte| lines.position(byte).line;
            line(place.span.start) <= line(wanted.end) && line(wanted.start) <= line(place.span.end)
        })
    };
    Ok(json!(problems.iter().filter(is_here).filter_map(|own| action(document, own)).collect::<Vec<_>>()))
}

fn inlays(desk: &Desk, document: &Document, wishes: &Wishes, watch: &Watch) -> Vec<lsp_types::InlayHint> {
    let all = desk.ask(document, |edited| edited.inlays(watch));
    let wanted = all.into_iter().filter(|own| if own.is_loop { wishes.loops } else { wishes.means });
    wanted.map(|own| inlay(document, own)).collect()
}

fn lenses(desk: &Desk, document: &Document) -> Vec<lsp_types::CodeLens> {
    match document.is_rule_file() {
        true => desk
            .ask(document, |edited| edited.held(&document.watch))
            .into_iter()
            .map(|own| held(document, own))
            .collect(),
        false => vec![run(document)],
    }
}
