//! Tests the wording of recommendations.

use super::known_answers::PIG;
use super::rule_report;
use crate::figures::NumberKind;
use crate::messages::Messages;
use crate::recommendation::{
    Condition, ConditionValues, Recommendation, RuleClause, ShortRule,
    recommendation_sentences as sentences_of,
};
use crate::summary::Sentence;

#[test]
fn rule_is_worded_in_german() {
    let report = rule_report(PIG, "again", "mean(score)", "");
    let german = Messages::german();
    let texts: Vec<String> = sentences_of(&report, &german)
        .iter()
        .map(Sentence::text)
        .collect();
    let text = "Roll on? Bank bei 20 oder mehr points in the pot; sonst roll on. Stimmt in jeder Entscheidung mit dem besten \
                Spiel überein; kostet nichts.";
    assert_eq!(texts, [text]);
}

/// Returns the sentence for a rule, in the words of a scenario about Pig.
fn rule_sentence(clauses: Vec<RuleClause>, agreement: f64, cost: f64, kind: NumberKind) -> String {
    let mut report = rule_report(PIG, "again", "mean(score)", "");
    let rule = ShortRule {
        clauses,
        otherwise: "bank".to_owned(),
        agreement,
        value: 8.0,
        cost,
    };
    let play = report.cases[0].best_play.as_mut().expect("best play");
    play.kind = kind;
    play.recommendations = vec![Recommendation {
        choice: "again".to_owned(),
        is_theirs: false,
        mix: None,
        rule: Some(rule),
    }];
    sentences_of(&report, Messages::english())[0].text()
}

fn clause(option: &str, conditions: &[(&str, ConditionValues)]) -> RuleClause {
    let condition = |(part, values): &(&str, ConditionValues)| Condition {
        part: (*part).to_owned(),
        values: values.clone(),
    };
    RuleClause {
        option: option.to_owned(),
        conditions: conditions.iter().map(condition).collect(),
    }
}

#[test]
fn every_kind_of_condition_is_worded() {
    use ConditionValues::{AtLeast, AtMost, Between, Is};
    let first = clause("roll", &[("pot", AtLeast(3)), ("left", AtMost(2))]);
    let second = clause("roll", &[("pot", Between(4, 6)), ("left", Between(1, 2))]);
    let text = rule_sentence(vec![first, second], 0.925, 0.0312, NumberKind::Mean);
    let expected = "Roll on? Roll on with 3 or more points in the pot and `left` 2 or less, or with 4 to 6 points in the pot and \
                    `left` 1 to 2; else bank. Agrees with best play in 92.5% of decisions; costs 0.031 on average.";
    assert_eq!(text, expected);
    let named = clause(
        "roll",
        &[("wing", Is("Left".to_owned())), ("pot", Is("0".to_owned()))],
    );
    let ranked = clause("bank", &[]);
    let text = rule_sentence(vec![named, ranked], 0.5, 0.012, NumberKind::Chance);
    let expected = "Roll on? Roll on with `wing` Left and 0 points in the pot; else bank if on offer; else bank. Agrees with best \
                    play in 50.0% of decisions; costs 1.2 percentage points.";
    assert_eq!(text, expected);
    assert!(
        rule_sentence(Vec::new(), 1.0, 0.0, NumberKind::Mean)
            .starts_with("Roll on? Always bank. Agrees with best play in every")
    );
}
