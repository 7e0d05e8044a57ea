//! The games, scenarios and rules that a page can start from, and the functions of the rule
//! language.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalogue::dice::{FORMS, IN_RULE_FILES};
use crate::gallery::{self, GAMES, Game};
use crate::input::diagnostic::Source;
use crate::input::tree::Node;
use crate::rule::metric::Kind;
use crate::rule::presentation::Presentation;
use crate::rule_file::find as rule_files;
use crate::rule_file::starter::RULE_TEXT;
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use oddsmith_language::reference::{Entry, functions, topics};
use oddsmith_model::question_text::first_question;

/// Returns the games, the bundled scenarios, the rule files with their texts, the rules, the
/// functions of rule files, and help.
pub fn catalogue() -> Value {
    let rule_file = |(name, text): &(&str, &str)| {
        let about = text.lines().next().unwrap_or("").trim_matches('"');
        json!({ "name": name, "about": about, "text": text })
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": GAMES.iter().map(game).collect::<Vec<_>>(),
        "scenarios": BUNDLED.iter().map(|(name, text)| scenario(name, text)).collect::<Vec<_>>(),
        "ruleFiles": rule_files::BUNDLED.iter().chain(gallery::rules()).map(rule_file).collect::<Vec<_>>(),
        "rules": RULES.iter().map(|rule| json!({ "id": rule.id, "about": rule.about })).collect::<Vec<_>>(),
        "starter": RULE_TEXT,
        "functions": functions().map(|entry| entry.name).collect::<Vec<_>>(),
        "help": help(),
    })
}

/// Returns the forms of dice, and the words of rule files: a topic, the form, and what it means.
fn help() -> Vec<Value> {
    let of_dice = FORMS
        .iter()
        .chain(IN_RULE_FILES)
        .map(|(form, about)| json!(["Dice", form.trim(), about]));
    let of_rules = topics().into_iter().flat_map(|topic| {
        let entry = move |entry: Entry| json!([topic.title, entry.usage, entry.about]);
        topic.entries.into_iter().map(entry)
    });
    of_dice.chain(of_rules).collect()
}

/// Returns a game with its names and its scenario.
fn game(game: &Game) -> Value {
    let mut entry = scenario(game.name, game.scenario);
    (entry["game"], entry["question"]) = (json!(game.display_name()), json!(game.question()));
    (entry["mechanic"], entry["answer"]) = (json!(game.mechanic()), json!(game.answer()));
    entry
}

fn scenario(name: &str, text: &str) -> Value {
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    let document = Node::document(&source).ok();
    let read = |key: &str| {
        let node = document.as_ref().and_then(|document| document.get(key));
        node.and_then(Node::text)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    json!({ "name": name, "title": read("title"), "description": read("description"), "rule": read("rule"), "text": text })
}

/// Returns the metrics of a rule with their outcomes.
pub(super) fn metrics(presentation: &Presentation) -> Vec<Value> {
    let metric = |metric: &crate::rule::metric::ShownMetric| {
        let kind = match metric.kind {
            Kind::Count => "count",
            Kind::When => "when",
            Kind::Flag => "flag",
            Kind::Category(_) => "category",
        };
        let outcomes: Vec<Value> = metric
            .outcomes()
            .iter()
            .map(|outcome| json!({ "name": outcome.name, "label": outcome.label, "tone": outcome.tone.name() }))
            .collect();
        json!({ "name": metric.name, "label": metric.label, "kind": kind, "steps": metric.steps, "outcomes": outcomes, "absent": metric.absent, "question": first_question(metric) })
    };
    presentation.metrics.iter().map(metric).collect()
}
