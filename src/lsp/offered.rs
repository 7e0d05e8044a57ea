//! Translates the answers of `editing` into the protocol's terms.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, CompletionItem,
    CompletionItemKind, CompletionTextEdit, Diagnostic, DiagnosticSeverity, DocumentSymbol,
    Documentation, Hover, HoverContents, InlayHint, InlayHintLabel, MarkupContent, MarkupKind,
    SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use oddsmith_language::{NameRole, NamedPlace};
use serde_json::json;

use super::documents::Document;
use super::lines::Lines;
use crate::editing::{Explanation, Inlay, OfferKind, Offers, Problem, rule_key};
use crate::input::diagnostic::describe_fix;

/// The most problems that are underlined; the rest are counted.
pub(super) const MAX_PROBLEMS: usize = 100;

/// Returns all problems as diagnostics.
pub(super) fn diagnostics(document: &Document, problems: &[Problem]) -> Vec<Diagnostic> {
    let mut shown: Vec<Diagnostic> = problems
        .iter()
        .take(MAX_PROBLEMS)
        .map(|problem| diagnostic(document, problem))
        .collect();
    if let (Some(last), Some(more @ 1..)) =
        (shown.last_mut(), problems.len().checked_sub(MAX_PROBLEMS))
    {
        last.message += &format!("\n(and {more} more problems)");
    }
    shown
}

/// Returns a problem as a diagnostic. A mistake in another file is shown at the line that names the
/// file.
fn diagnostic(document: &Document, problem: &Problem) -> Diagnostic {
    let Problem {
        diagnostic,
        is_warning,
    } = problem;
    let lines = Lines::of(&document.text);
    let (local_place, elsewhere) = match &diagnostic.place {
        Some(place) if place.source.text == *document.text => (Some(place), None),
        place => (None, place.as_ref()),
    };
    let rule = || rule_key(&document.text).map_or(0..0, |key| key.span);
    let span = local_place.map_or_else(rule, |place| place.span.clone());
    let file = elsewhere.map_or_else(String::new, |place| {
        let line = Lines::of(&place.source.text)
            .position(place.span.start)
            .line
            + 1;
        let name = std::path::Path::new(&place.source.name)
            .file_name()
            .unwrap_or_default();
        format!("{}, line {line}: ", name.display())
    });
    let help = if diagnostic.help.is_empty() {
        String::new()
    } else {
        format!("\n{}", diagnostic.help)
    };
    let notes: String = diagnostic
        .notes
        .iter()
        .map(|note| format!("\n{note}"))
        .collect();
    Diagnostic {
        range: lines.range(&span),
        severity: Some(if *is_warning {
            DiagnosticSeverity::WARNING
        } else {
            DiagnosticSeverity::ERROR
        }),
        source: Some("oddsmith".to_owned()),
        message: format!("{file}{}{help}{notes}", diagnostic.problem),
        ..Diagnostic::default()
    }
}

/// Returns the fix of a problem as a code action.
pub(super) fn action(document: &Document, problem: &Problem) -> Option<CodeActionOrCommand> {
    let fix = problem.diagnostic.fix.as_deref()?;
    problem
        .diagnostic
        .place
        .as_ref()
        .filter(|place| place.source.text == *document.text)?;
    let edit = Lines::of(&document.text).edit(fix);
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: describe_fix(fix),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(document, problem)]),
        edit: Some(changes([(document.uri.clone(), vec![edit])])),
        is_preferred: Some(true),
        ..CodeAction::default()
    }))
}

/// Returns changes of texts as a workspace edit.
pub(super) fn changes(edits: impl IntoIterator<Item = (Uri, Vec<TextEdit>)>) -> WorkspaceEdit {
    #[allow(
        clippy::mutable_key_type,
        reason = "the protocol's own type: a key is compared by its text alone"
    )]
    let changes = edits.into_iter().collect();
    WorkspaceEdit::new(changes)
}

/// Translates completions.
pub(super) fn completions(document: &Document, offers: Offers) -> Vec<CompletionItem> {
    let range = Lines::of(&document.text).range(&offers.span);
    let item = |(index, offer): (usize, crate::editing::Offer)| CompletionItem {
        kind: Some(match offer.kind {
            OfferKind::Key => CompletionItemKind::PROPERTY,
            OfferKind::Value => CompletionItemKind::ENUM_MEMBER,
            OfferKind::Function => CompletionItemKind::FUNCTION,
            OfferKind::Name => CompletionItemKind::VARIABLE,
            OfferKind::File => CompletionItemKind::FILE,
        }),
        documentation: (!offer.info.is_empty()).then(|| Documentation::String(offer.info.clone())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            offer.label.clone() + offer.suffix,
        ))),
        // The order of the rule is kept.
        sort_text: Some(format!("{index:05}")),
        label: offer.label,
        ..CompletionItem::default()
    };
    offers.items.into_iter().enumerate().map(item).collect()
}

/// Translates an explanation.
pub(super) fn hover(document: &Document, explanation: Explanation) -> Hover {
    let distribution = if explanation.distribution.is_empty() {
        String::new()
    } else {
        format!("```text\n{}```", explanation.distribution)
    };
    let says = explanation.sentences.into_iter();
    let value = says
        .chain((!distribution.is_empty()).then_some(distribution))
        .collect::<Vec<_>>()
        .join("\n\n");
    let contents = HoverContents::Markup(MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    });
    Hover {
        contents,
        range: Some(Lines::of(&document.text).range(&explanation.span)),
    }
}

/// Translates a hint after a line.
pub(super) fn inlay(document: &Document, inlay: Inlay) -> InlayHint {
    InlayHint {
        position: Lines::of(&document.text).position(inlay.byte),
        label: InlayHintLabel::String(inlay.text),
        padding_left: Some(true),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_right: None,
        data: None,
    }
}

/// Returns the code lens above an expectation that holds.
pub(super) fn expectation_lens(
    document: &Document,
    (span, found): (std::ops::Range<usize>, String),
) -> CodeLens {
    let title = match found.strip_prefix("it is ") {
        Some(found) => format!("holds: {found}"),
        None => format!("holds {found}"),
    };
    let command = Command {
        title,
        command: String::new(),
        arguments: None,
    };
    CodeLens {
        range: Lines::of(&document.text).range(&span),
        command: Some(command),
        data: None,
    }
}

/// Returns the code lens "Run" above a scenario. The editor implements the command.
pub(super) fn run_lens(document: &Document) -> CodeLens {
    let path = json!(document.path.display().to_string());
    let command = Command {
        title: "Run".to_owned(),
        command: "oddsmith.run".to_owned(),
        arguments: Some(vec![path]),
    };
    CodeLens {
        range: Lines::of(&document.text).range(&(0..0)),
        command: Some(command),
        data: None,
    }
}

/// Translates a declaration for the list of symbols.
pub(super) fn symbol(document: &Document, place: &NamedPlace) -> DocumentSymbol {
    let range = Lines::of(&document.text).range(&(place.span.start..place.span.end));
    #[allow(deprecated, reason = "a field that must be there and may be empty")]
    DocumentSymbol {
        name: place.name.clone(),
        detail: None,
        kind: match place.role {
            NameRole::Function => SymbolKind::FUNCTION,
            NameRole::Parameter => SymbolKind::PROPERTY,
            NameRole::Metric => SymbolKind::EVENT,
            NameRole::Player => SymbolKind::INTERFACE,
            NameRole::Field => SymbolKind::FIELD,
            NameRole::Constant | NameRole::Local => SymbolKind::CONSTANT,
        },
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}
