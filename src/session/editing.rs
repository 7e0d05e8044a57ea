//! Answers for the page's editors. They are those of `simulate lsp`, but positions are in UTF-16
//! units, as browsers count.

use oddsmith_engine::explore::Watch;
use serde_json::{Value, json};

use super::problems::utf16_offset;
use super::texts::Texts;
use crate::editing::{Edited, OfferKind};
use crate::input::diagnostic::Source;
use crate::rule_file::find::FileLocation;

/// Returns the completions at an offset of the scenario, or of its rule file.
pub fn offers(texts: &Texts, is_rule_file: bool, offset: usize) -> Value {
    query(texts, is_rule_file, |edited| {
        let offers = edited.offers(byte_offset(edited.text, offset))?;
        let kind = |kind| match kind {
            OfferKind::Key => "property",
            OfferKind::Value => "enum",
            OfferKind::Function => "function",
            OfferKind::Name => "variable",
            OfferKind::File => "text",
        };
        let entries: Vec<Value> = offers
            .items
            .iter()
            .map(|offer| {
                let insert = offer.label.clone() + offer.suffix;
                json!({ "label": offer.label, "insert": insert, "info": offer.info, "kind": kind(offer.kind) })
            })
            .collect();
        Some(json!({ "from": utf16_offset(edited.text, offers.span.start), "offers": entries }))
    })
}

/// Returns the explanation of the word or the expression at an offset.
pub fn explanation(texts: &Texts, is_rule_file: bool, offset: usize) -> Value {
    query(texts, is_rule_file, |edited| {
        let explanation = edited.explain(byte_offset(edited.text, offset), &Watch::default())?;
        let (from, to) = (
            utf16_offset(edited.text, explanation.span.start),
            utf16_offset(edited.text, explanation.span.end),
        );
        Some(
            json!({ "from": from, "to": to, "says": explanation.sentences, "distribution": explanation.distribution }),
        )
    })
}

fn query(
    texts: &Texts,
    is_rule_file: bool,
    question: impl FnOnce(&Edited<'_>) -> Option<Value>,
) -> Value {
    let scenario = Source {
        name: format!("{}.toml", texts.name),
        text: texts.scenario.clone(),
    };
    let rule_file = texts.rule_file.as_ref();
    let rule_sources: Vec<Source> = rule_file
        .iter()
        .map(|(name, text)| Source {
            name: name.clone(),
            text: text.clone(),
        })
        .collect();
    let edited_scenario = Edited {
        name: &scenario.name,
        text: &scenario.text,
        context: FileLocation::Texts(&rule_sources),
        asked_by: None,
    };
    let edited = match rule_file.filter(|_| is_rule_file) {
        Some((name, text)) => Edited {
            name,
            text,
            asked_by: Some(&scenario),
            ..edited_scenario
        },
        None => edited_scenario,
    };
    question(&edited).unwrap_or_default()
}

/// Returns the byte offset of a position in UTF-16 units.
fn byte_offset(text: &str, offset: usize) -> usize {
    let mut left = offset;
    let is_reached = |c: char| {
        let is_reached = left == 0;
        left = left.saturating_sub(c.len_utf16());
        is_reached
    };
    text.find(is_reached).unwrap_or(text.len())
}
