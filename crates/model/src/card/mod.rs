//! The contents of a reference card: a table of odds, the recommendation for a choice, further
//! facts, and the source.

mod odds;
mod read;
mod sides;

pub use odds::{CardCell, CardFact, CardOdds};
pub use sides::CardPlace;

use crate::labels::capitalize_initial;
use crate::messages::{Messages, Word};
use crate::provenance;
use crate::recommendation::recommendation_sentences;
use crate::report::{Chart, Report};
use crate::rule::presentation::ChartKind;
use crate::rule::words::to_sentence;
use crate::summary::summary;

/// The maximal number of characters of the text under the title.
const MAX_ABOUT_CHARACTERS: usize = 130;

/// The contents of a card.
#[derive(Debug)]
pub struct Card<'r> {
    /// The name of the rule.
    pub title: String,
    /// A sentence that describes the rule.
    pub about: String,
    /// The odds.
    pub table: CardOdds,
    /// The map of best play, if there is one.
    pub map: Option<&'r Chart>,
    /// The recommendation for the first choice, or a note that no short rule fits.
    pub recommendation: Option<String>,
    /// Further facts, the most important first.
    pub sentences: Vec<String>,
    /// Numbers that are neither in the table nor in the first sentence.
    pub facts: Vec<CardFact>,
    /// The source of the numbers and of the rule.
    pub source: String,
    /// The messages of the card's language.
    pub messages: &'r Messages,
}

impl<'r> Card<'r> {
    /// Returns the card of a report.
    ///
    /// # Errors
    ///
    /// Fails if the report has no number for the table.
    pub fn of(report: &'r Report) -> Result<Card<'r>, String> {
        let (table, mut facts) = CardOdds::of(report)?;
        let mut says = summary(report, &report.messages).sentences;
        says.retain(|sentence| !sentence.is_recommendation());
        let mut recommendations = recommendation_sentences(report, &report.messages).into_iter();
        if let Some(headline) = says.first() {
            let headline = headline.text();
            facts.retain(|fact| !headline.starts_with(&format!("{}:", fact.label)));
        }
        let is_map = |chart: &&Chart| chart.kind == ChartKind::Policy;
        Ok(Card {
            title: title(report),
            about: about(report),
            map: report.charts.iter().find(is_map),
            recommendation: recommendations.next().map(|sentence| sentence.text()),
            sentences: recommendations
                .chain(says)
                .map(|sentence| sentence.text())
                .collect(),
            facts,
            source: source(report, &table),
            table,
            messages: &report.messages,
        })
    }
}

/// Returns the name of the rule as a heading: "Wing activation" for `wing-activation`, "Press your
/// luck" for `press-your-luck.odds`. In another language, this is the scenario's title.
fn title(report: &Report) -> String {
    if report.messages.is_translated() && !report.title.trim().is_empty() {
        return report.title.trim().to_owned();
    }
    let file = report
        .rule
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(&report.rule);
    let name = file
        .strip_suffix(".odds")
        .unwrap_or(file)
        .replace(['-', '_'], " ");
    capitalize_initial(&name)
}

/// Returns the first sentences of the scenario's description, as many as fit. Without a
/// description, this is the description of the rule, which is in English only.
fn about(report: &Report) -> String {
    let paragraph = |text: &str| {
        let first = text
            .trim()
            .split("\n\n")
            .next()
            .unwrap_or_default()
            .replace('`', "");
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let description = paragraph(&report.description);
    let is_description_used = !description.is_empty() || report.messages.is_translated();
    let text = if !is_description_used {
        report
            .words
            .paragraphs
            .first()
            .map_or_else(String::new, |says| paragraph(says))
    } else {
        description
    };
    let is_end = |offset: usize| text[offset + 1..].starts_with(' ') || offset + 1 == text.len();
    let ends = text
        .match_indices(['.', '!', '?'])
        .map(|(offset, _)| offset)
        .filter(|&offset| is_end(offset));
    let ends: Vec<usize> = ends.map(|offset| offset + 1).collect();
    let end = ends
        .iter()
        .rfind(|&&end| text[..end].chars().count() <= MAX_ABOUT_CHARACTERS)
        .or(ends.first());
    to_sentence(end.map_or(text.as_str(), |&end| &text[..end]))
}

/// Returns how the numbers were computed, the name of the scenario, and the source of the rule.
fn source(report: &Report, table: &CardOdds) -> String {
    let messages = &*report.messages;
    let unit = match (table.has_chances(), table.has_dashes()) {
        (true, true) => messages.text(Word::InAHundredOrNever),
        (true, false) => messages.text(Word::InAHundred),
        _ => "",
    };
    let (exact, total) = table.exact_and_total();
    let got = if exact == total {
        messages.text(Word::Exact).to_owned()
    } else {
        provenance::method_sentence(report, exact > 0)
    };
    let verdict = provenance::verdict_sentence(report, messages)
        .filter(|_| report.verdict().is_bad())
        .unwrap_or_default();
    let distributions = report.cases.iter().flat_map(|case| {
        case.metrics
            .iter()
            .flat_map(|observed| &observed.distributions)
    });
    let unresolved = provenance::unresolved_sentence(distributions, messages).unwrap_or_default();
    let scenario = messages.fill(
        Word::OfScenario,
        &[
            ("name", &report.name),
            ("title", &to_sentence(&report.title)),
        ],
    );
    let from = match report.words.origin.as_str() {
        "" => String::new(),
        origin => messages.fill(Word::RuleFrom, &[("origin", &to_sentence(origin))]),
    };
    let parts = [unit, &got, &verdict, &unresolved, &scenario, &from]
        .into_iter()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}
