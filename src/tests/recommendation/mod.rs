//! Tests recommendations against known answers, and against values that are computed independently:
//! the recommended rule as a fixed strategy in `[play]`, and a card game that is evaluated by hand.

mod by_hand;
mod known_answers;
mod wording;

use std::sync::Arc;

use crate::analysis::{EngineMode, plan, run};
use crate::input::diagnostic::Source;
use crate::messages::Messages;
use crate::recommendation::{Condition, ConditionValues, RuleClause, ShortRule};
use crate::report::Report;
use crate::report::play::BestPlay;
use crate::rule_file::find::FileLocation;
use crate::scenario::document::{Overrides, Scenario};
use crate::summary::summary;
use oddsmith_engine::explore::Watch;

fn report(toml: &str, location: FileLocation<'_>) -> Report {
    let source = Arc::new(Source {
        name: "mine.toml".to_owned(),
        text: toml.to_owned(),
    });
    let overrides = Overrides {
        run: vec![("trials", "50".to_owned())],
        ..Overrides::default()
    };
    let scenario = Scenario::parse_at("mine", source, location, &overrides)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    run(&plan, EngineMode::Auto, &Watch::default()).unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// Returns the report of a rule whose only choice is decided by best play for an aim.
fn rule_report(text: &str, choice: &str, aim: &str, parameters: &str) -> Report {
    let texts = [Source {
        name: "mine.odds".to_owned(),
        text: text.to_owned(),
    }];
    report(
        &toml("mine.odds", choice, "best", aim, parameters),
        FileLocation::Texts(&texts),
    )
}

fn toml(rule: &str, choice: &str, answer: &str, aim: &str, parameters: &str) -> String {
    format!(
        "rule = \"{rule}\"\n[parameters]\n{parameters}\n[play]\naim = \"{aim}\"\n{choice} = \"{answer}\"\n[[ask]]\nvalue = \"{aim}\"\n"
    )
}

fn best_play(report: &Report) -> &BestPlay {
    report.cases[0].best_play.as_ref().expect("best play")
}

fn rule(report: &Report) -> &ShortRule {
    best_play(report).recommendations[0]
        .rule
        .as_ref()
        .expect("a rule")
}

/// Returns the rule as a fixed strategy for `[play]`: "roll while pot <= 19, else bank".
pub(super) fn strategy(rule: &ShortRule) -> String {
    let holds = |condition: &Condition| {
        let part = &condition.part;
        match &condition.values {
            ConditionValues::AtLeast(least) => format!("{part} >= {least}"),
            ConditionValues::AtMost(most) => format!("{part} <= {most}"),
            ConditionValues::Between(least, most) => {
                format!("{part} >= {least} and {part} <= {most}")
            }
            ConditionValues::Is(value) if value == "true" => part.clone(),
            ConditionValues::Is(value) if value == "false" => format!("not {part}"),
            ConditionValues::Is(value) if value.contains(' ') => format!("{part} = '{value}'"),
            ConditionValues::Is(value) => format!("{part} = {value}"),
        }
    };
    let clause = |clause: &RuleClause| {
        let conditions: Vec<String> = clause.conditions.iter().map(holds).collect();
        let condition = if conditions.is_empty() {
            "1 = 1".to_owned()
        } else {
            conditions.join(" and ")
        };
        format!("{} while {condition}, ", clause.option)
    };
    let clauses: String = rule.clauses.iter().map(clause).collect();
    if clauses.is_empty() {
        rule.otherwise.clone()
    } else {
        format!("{clauses}else {}", rule.otherwise)
    }
}

/// Returns the recommendation, after checking that the same rule as a fixed strategy has the
/// claimed value.
fn checked_recommendation(text: &str, choice: &str, aim: &str, parameters: &str) -> String {
    let best = rule_report(text, choice, aim, parameters);
    let short_rule = rule(&best);
    let texts = [Source {
        name: "mine.odds".to_owned(),
        text: text.to_owned(),
    }];
    let strategy_report = report(
        &toml("mine.odds", choice, &strategy(short_rule), aim, parameters),
        FileLocation::Texts(&texts),
    );
    let value = strategy_report.cases[0].answers[0]
        .figure()
        .expect("an exact answer")
        .value;
    assert!(
        (value - short_rule.value).abs() < 1e-9,
        "{}: {value}, not {}",
        strategy(short_rule),
        short_rule.value
    );
    assert!(((best_play(&best).value - value).abs() - short_rule.cost).abs() < 1e-9);
    let sentences = summary(&best, Messages::english()).sentences;
    sentences
        .iter()
        .find(|sentence| sentence.is_recommendation())
        .expect("a sentence")
        .text()
}

/// Returns the option that a rule takes for these values of the parts.
fn decided_option<'r>(rule: &'r ShortRule, parts: &[(&str, &str)]) -> &'r str {
    let value = |part: &str| {
        parts
            .iter()
            .find(|(name, _)| *name == part)
            .map(|(_, value)| *value)
            .expect("a part")
    };
    let holds = |condition: &Condition| {
        let number = || value(&condition.part).parse::<i64>().expect("a number");
        match &condition.values {
            ConditionValues::AtLeast(least) => number() >= *least,
            ConditionValues::AtMost(most) => number() <= *most,
            ConditionValues::Between(least, most) => (*least..=*most).contains(&number()),
            ConditionValues::Is(expected) => value(&condition.part) == expected,
        }
    };
    let clause = rule
        .clauses
        .iter()
        .find(|clause| clause.conditions.iter().all(holds));
    clause.map_or(&rule.otherwise, |clause| &clause.option)
}
