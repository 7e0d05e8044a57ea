//! A recommended rule as JSON: its sentence, its clauses, and what following it is worth.

use serde_json::{Value, json};

use super::number::exact;
use oddsmith_model::messages::Messages;
use oddsmith_model::recommendation::{
    Condition, ConditionValues, Mix, MixedOption, Recommendation, RuleClause, ShortRule, rule_text,
};
use oddsmith_model::report::Report;

/// Returns a recommendation as JSON.
pub(super) fn json(report: &Report, recommendation: &Recommendation) -> Value {
    let rule = |rule: &ShortRule| {
        json!({
            "text": rule_text(report, &recommendation.choice, rule, Messages::english()),
            "clauses": rule.clauses.iter().map(clause).collect::<Vec<_>>(),
            "otherwise": rule.otherwise,
            "agreement": exact(rule.agreement),
            "value": exact(rule.value),
            "cost": exact(rule.cost),
        })
    };
    json!({
        "choice": recommendation.choice,
        "is_opponents": recommendation.is_theirs,
        "rule": recommendation.rule.as_ref().map(rule),
        "mix": recommendation.mix.as_ref().and_then(mix),
    })
}

/// Returns the options of a mix that is the same in every state.
fn mix(mix: &Mix) -> Option<Vec<Value>> {
    let option = |mixed: &MixedOption| json!({ "option": mixed.option, "probability": exact(mixed.probability) });
    match mix {
        Mix::Always(options) => Some(options.iter().map(option).collect()),
        Mix::Varies => None,
    }
}

fn clause(clause: &RuleClause) -> Value {
    json!({ "option": clause.option, "conditions": clause.conditions.iter().map(condition).collect::<Vec<_>>() })
}

fn condition(condition: &Condition) -> Value {
    let (at_least, at_most, is) = match &condition.values {
        ConditionValues::AtLeast(least) => (Some(*least), None, None),
        ConditionValues::AtMost(most) => (None, Some(*most), None),
        ConditionValues::Between(least, most) => (Some(*least), Some(*most), None),
        ConditionValues::Is(value) => (None, None, Some(value)),
    };
    json!({ "part": condition.part, "at_least": at_least, "at_most": at_most, "is": is })
}
