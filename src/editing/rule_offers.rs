//! Completions in a rule file: functions of the language and names of the file. Inside quotation
//! marks: outcomes, words of questions and names of other files.

use oddsmith_language::reference::{Entry, functions};
use oddsmith_language::{NameRole, NamedPlace, Outline, STD};

use super::edited::Edited;
use super::offers::{Offer, OfferKind, Offers, question_offers};
use crate::rule::metric::ShownMetric;
use crate::rule_file::find::BUNDLED;

impl Edited<'_> {
    pub(super) fn rule_offers(&self, byte: usize) -> Option<Offers> {
        let start = self.text[..byte].rfind('\n').map_or(0, |offset| offset + 1);
        let before = &self.text[start..byte];
        let word = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(before, |offset| {
                &before[offset + before[offset..].chars().next().map_or(1, char::len_utf8)..]
            });
        let span = byte - word.len()..byte;
        if before.matches('"').count() % 2 == 1 {
            return Some(Offers {
                span,
                items: self.within_quotes(before),
            });
        }
        if before.contains('#') {
            return None;
        }
        let outline = Outline::read(self.text);
        if before[..before.len() - word.len()].ends_with('.') {
            let mut items: Vec<Offer> = Vec::new();
            let fields = outline
                .names
                .iter()
                .filter(|place| place.role == NameRole::Field && place.is_definition);
            fields.for_each(|place| items.push(Offer::new(&place.name, "", OfferKind::Name)));
            return Some(Offers { span, items });
        }
        let is_inside = before.starts_with([' ', '\t']);
        let declared_names = names(&outline, byte, is_inside);
        let taken = |name: &str| declared_names.iter().any(|offer| offer.label == name);
        let built_in = functions().filter(|entry| !taken(entry.name));
        let offer = |entry: Entry| {
            Offer::new(
                entry.name,
                format!("{}: {}", entry.usage, entry.about),
                OfferKind::Function,
            )
        };
        Some(Offers {
            span,
            items: built_in.map(offer).chain(declared_names.clone()).collect(),
        })
    }

    fn within_quotes(&self, before: &str) -> Vec<Offer> {
        let line = before.trim_start();
        if line.starts_with("use") {
            let std = [Offer::new(
                STD.0,
                "functions that many games share",
                OfferKind::File,
            )];
            return std
                .into_iter()
                .chain(
                    BUNDLED
                        .iter()
                        .map(|(name, _)| Offer::new(*name, "", OfferKind::File)),
                )
                .collect();
        }
        let metrics = || self.metrics_of_rule();
        if line.starts_with("expect") {
            let outline = Outline::read(self.text);
            let functions = outline.functions.iter().filter(|(name, _)| name != "trial");
            let functions = functions
                .map(|(name, _)| Offer::new(name, "", OfferKind::Function))
                .collect();
            return [question_offers(&metrics()), functions].concat();
        }
        let recorded = line
            .split_once("record(")
            .and_then(|(_, rest)| rest.split_once(','));
        let Some((metric_name, _)) = recorded else {
            return Vec::new();
        };
        let metrics = metrics();
        let outcomes = metrics
            .iter()
            .find(|metric| metric.name == metric_name.trim())
            .map_or(&[][..], ShownMetric::outcomes);
        outcomes
            .iter()
            .map(|outcome| Offer::new(&outcome.name, &outcome.label, OfferKind::Value))
            .collect()
    }

    /// Returns the metrics of the rule; none if it has mistakes.
    pub(super) fn metrics_of_rule(&self) -> Vec<ShownMetric> {
        let Ok(file) = self.rule_file() else {
            return Vec::new();
        };
        let built = crate::scenario::named_rule::NamedRule::File(file.into()).build_default();
        built.map_or_else(|_| Vec::new(), |built| built.presentation.metrics)
    }
}

/// Returns the names that can be used at a byte, each once.
fn names(outline: &Outline, byte: usize, is_inside: bool) -> Vec<Offer> {
    // A line that is being written may not be part of its function yet, so the last function that
    // begins before it is used.
    let function = outline
        .functions
        .iter()
        .rev()
        .find(|(_, span)| span.start < byte)
        .map(|(_, span)| *span);
    let is_known = |place: &&NamedPlace| match place.within {
        _ if !place.is_definition || place.role == NameRole::Field => false,
        None => place.name != "trial",
        Some(within) => {
            is_inside && (Some(within) == function || within.start <= byte && byte <= within.end)
        }
    };
    let mut items: Vec<Offer> = Vec::new();
    for place in outline.names.iter().filter(is_known) {
        let kind = if place.role == NameRole::Function {
            OfferKind::Function
        } else {
            OfferKind::Name
        };
        if items.iter().all(|known| known.label != place.name) {
            items.push(Offer::new(&place.name, role(place.role), kind));
        }
    }
    items
}

/// Describes the kind of a name.
pub(super) fn role(role: NameRole) -> &'static str {
    match role {
        NameRole::Parameter => "a parameter: a scenario may set it",
        NameRole::Metric => "a metric: what a trial records",
        NameRole::Player => "a player: someone who decides",
        NameRole::Constant => "a constant",
        NameRole::Function => "a function of this file",
        NameRole::Local => "a variable of this function",
        NameRole::Field => "a field of each entry, or a kind of card",
    }
}
