//! Tests the answers of questions for a sample trial, and the messages about mistakes.

mod proposed;
mod unreadable;

use std::collections::BTreeMap;

use oddsmith_engine::question::Statistic;
use proptest::prelude::*;

use super::{Bound, KnownMetric, ValueSource, ValueType, Vocabulary};

/// The vocabulary has hits at the steps 1 to 4 (slots 0 to 3), result (4 to 7), actions (8) and
/// ended (9). It also has 'Counter Missions.lost' at the steps 0 to 2 (10 to 12), and crash (13),
/// which is the time of an event. A scenario defines the metric verdict.
fn vocabulary() -> Vocabulary {
    let names = |texts: &[&str]| {
        texts
            .iter()
            .map(|&text| text.to_owned())
            .collect::<Vec<_>>()
    };
    let metric = |name: &str, kind, steps, slot| KnownMetric {
        name: name.into(),
        kind,
        steps,
        step_names: if slot < 8 {
            names(&["Left", "Right", "Old Guard", "Rear"])
        } else {
            Vec::new()
        },
        source: ValueSource::Slot(slot),
        is_when: name == "crash",
    };
    let results = ["all-fail", "mixed", "all-succeed", "not activated"]
        .map(str::to_owned)
        .to_vec();
    let mut vocabulary = Vocabulary {
        metrics: vec![
            metric("hits", ValueType::Number, Some((1, 4)), 0),
            metric("result", ValueType::Category(results), Some((1, 4)), 4),
            metric("actions", ValueType::Number, None, 8),
            metric("ended", ValueType::Flag, None, 9),
            metric("Counter Missions.lost", ValueType::Number, Some((0, 2)), 10),
            metric("crash", ValueType::Number, None, 13),
        ],
        sentences: [
            ("Blows struck", "hits@1"),
            ("the gate breaks", "result@2 = all-succeed"),
            ("the car crashes", "crash is not absent"),
            ("it is over", "ended"),
        ]
        .map(|(sentence, asked)| (sentence.to_owned(), asked.to_owned()))
        .to_vec(),
    };
    let verdict = vocabulary
        .value("(actions > 0) + (actions > 2)")
        .unwrap()
        .expression;
    let outcomes = ["disaster", "so-so", "very good"]
        .map(str::to_owned)
        .to_vec();
    let kind = ValueType::Category(outcomes);
    let source = ValueSource::Computed(verdict);
    vocabulary.metrics.push(KnownMetric {
        name: "verdict".into(),
        kind,
        steps: None,
        step_names: Vec::new(),
        source,
        is_when: false,
    });
    vocabulary
}

/// The sample trial: hits 2, absent, 0, 3; results mixed, not activated, absent, all-succeed; 5
/// actions, not ended; lost 1, 0, absent; no crash.
fn sample_value(slot: u32) -> Option<i64> {
    let trial = [2, -1, 0, 3, 1, 3, -1, 2, 5, 0, 1, 0, -1, -1];
    Some(trial[slot as usize]).filter(|&value| value >= 0)
}

#[test]
fn questions_evaluate_to_expected_values() {
    let vocabulary = vocabulary();
    let value = |text: &str| {
        let value = vocabulary
            .value(text)
            .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
        value
            .expression
            .evaluate(&mut |slot| sample_value(slot))
            .expect("small numbers")
    };
    let expected: BTreeMap<&str, Option<i64>> = BTreeMap::from([
        ("hits@1 + 2 * actions - 3", Some(9)),
        ("-(hits@1)", Some(-2)),
        ("hits@2 + 1", None),
        ("hits@2 < 9", Some(0)),
        ("not hits@2 < 9", Some(1)),
        ("hits@2 != 1", Some(0)),
        ("hits@2 is absent", Some(1)),
        ("hits@2 is not absent", Some(0)),
        ("hits@last", Some(3)),
        ("hits@Left", Some(2)),
        ("hits@'Old Guard'", Some(0)),
        ("sum(hits@1..4)", Some(5)),
        ("sum(hits)", Some(5)),
        ("sum(hits@1..2)", Some(2)),
        ("sum(hits@2..2)", Some(0)),
        ("min(hits)", Some(0)),
        ("min(hits@2..2)", None),
        ("max(hits@1..Right, 1)", Some(2)),
        ("min(hits@1, actions)", Some(2)),
        ("abs(hits@1 - actions)", Some(3)),
        ("any(hits >= 3)", Some(1)),
        ("all(hits >= 0)", Some(1)),
        ("all(hits >= 1)", Some(0)),
        ("all(hits@2..2 >= 1)", Some(1)),
        ("all(not hits >= 4)", Some(1)),
        ("all(hits is not absent)", Some(0)),
        ("any(hits@2..2 >= 1)", Some(0)),
        ("first(hits = 0)", Some(3)),
        ("first(hits@2..4 >= 3)", Some(4)),
        ("first(hits >= 9)", None),
        ("sum(hits >= 2)", Some(2)),
        // `max` of two numbers is taken at each step; `max` of one metric is taken over all its
        // steps.
        ("sum(max(hits, 1))", Some(7)),
        ("sum(max(hits@1..2, hits@3..4))", Some(5)),
        ("max(hits, 1)", Some(3)),
        ("hits@1 not in 3..4", Some(1)),
        ("hits@2 not in 3..4", Some(0)),
        ("sum(hits@1..3 - hits@2..4)", Some(-3)),
        ("result@1 = mixed", Some(1)),
        ("result@1 == mixed", Some(1)),
        ("result@1 != all-succeed", Some(1)),
        (
            "result@last = all-succeed and actions - hits@1 = 3",
            Some(1),
        ),
        ("result@2 = 'not activated'", Some(1)),
        ("result@1 = result@4", Some(0)),
        ("result@3 = all-fail", Some(0)),
        ("ended", Some(0)),
        ("not ended", Some(1)),
        ("ended = false", Some(1)),
        ("ended or actions in 4..6", Some(1)),
        ("actions not in 4..6", Some(0)),
        ("1 < actions <= 5", Some(1)),
        ("1 < actions <= 4", Some(0)),
        ("'Counter Missions.lost'@0", Some(1)),
        ("sum('Counter Missions.lost')", Some(1)),
        ("verdict", Some(2)),
        ("verdict = 'very good'", Some(1)),
        ("so-so", Some(0)),
        ("disaster or 'very good'", Some(1)),
        // Precedence is that of Python: comparisons bind tightest, then `not`, then `and`, then
        // `or`.
        ("ended or not ended and actions = 5", Some(1)),
        ("not ended or ended and ended", Some(1)),
        ("(not ended or ended) and ended", Some(0)),
        ("not ended and ended", Some(0)),
        ("2 + 3 * 2 = 8", Some(1)),
        ("(2 + 3) * 2", Some(10)),
        ("1 - 1 - 1", Some(-1)),
        ("(actions = 5) + ended", Some(1)),
    ]);
    for (text, expected) in expected {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn chart_metric_can_be_omitted() {
    let vocabulary = vocabulary();
    let same = |short: &str, usual, long: &str| {
        assert_eq!(
            vocabulary
                .question_with_default(short, Some(usual))
                .unwrap()
                .asked,
            vocabulary.question(long).unwrap().asked,
            "{short}"
        );
    };
    same("P(>= 2)", ("actions", None), "P(actions >= 2)");
    same("P(>=2)", ("hits", Some(3)), "P(hits@3 >= 2)");
    same("mean", ("hits", None), "mean(hits@4)");
    same(
        "P(= all-succeed)",
        ("result", Some(1)),
        "P(result@1 = all-succeed)",
    );
    same(
        "P(in 2..4 | ended)",
        ("actions", None),
        "P(actions in 2..4 | ended)",
    );
}

#[test]
fn questions_parse_to_their_statistic() {
    let vocabulary = vocabulary();
    let statistic = |text: &str| {
        vocabulary
            .question(text)
            .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
            .statistic
    };
    assert_eq!(statistic("P(ended)"), Statistic::Probability);
    assert_eq!(statistic("median(actions)"), Statistic::Percentile(50));
    assert_eq!(statistic("p95(actions | ended)"), Statistic::Percentile(95));
    assert_eq!(statistic("min(min(hits))"), Statistic::Min);
    assert_eq!(
        statistic("cov(hits@1, hits@2 | ended)"),
        Statistic::Covariance
    );
    let asked = vocabulary.question("P(ended | actions > 1)").unwrap();
    assert_eq!(
        asked.given.map(|span| (span.start, span.end)),
        Some((10, 21))
    );
}

/// A question may use the wording of results.
#[test]
fn printed_wording_is_translated_to_questions() {
    let vocabulary = vocabulary();
    for (written, asked) in [
        ("P(gate breaks)", "P(result@2 = all-succeed)"),
        (
            "P(the gate breaks and actions > 2)",
            "P(result@2 = all-succeed and actions > 2)",
        ),
        ("P(not 'The gate breaks')", "P(not result@2 = all-succeed)"),
        (
            "P(actions > 2 or a gate breaks)",
            "P(actions > 2 or result@2 = all-succeed)",
        ),
        ("P(result@2 = the gate breaks)", "P(result@2 = all-succeed)"),
        (
            "P(it is over | car crashes)",
            "P(ended | crash is not absent)",
        ),
        ("mean(blows struck)", "mean(hits@1)"),
        (
            "P(actions > 1 and not it is over)",
            "P(actions > 1 and not ended)",
        ),
    ] {
        let mut text = written.to_owned();
        for _ in 0..3 {
            let Err(wrong) = vocabulary.question(&text) else {
                break;
            };
            let fix = wrong
                .fix
                .unwrap_or_else(|| panic!("{text}: {}", wrong.help));
            text = fix.apply(&text);
        }
        assert_eq!(text, asked);
    }
    // No fix is suggested if it would change the meaning or be invalid.
    for text in [
        "P(ended = the car crashes)",
        "P(gate)",
        "P(the)",
        "P(gate breaking)",
    ] {
        let wrong = vocabulary.question(text).unwrap_err();
        assert!(wrong.fix.is_none(), "{text}: {wrong:?}");
    }
}

#[test]
fn bounds_parse_and_report_their_miss() {
    let miss = |text: &str, value: f64| {
        Bound::read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
            .miss(value)
    };
    assert_eq!(
        (miss(">= 0.6", 0.6), miss(">= 0.6", 0.5)),
        (0.0, 0.6 - 1e-12 - 0.5)
    );
    assert_eq!(
        (miss("0.55 to 0.65", 0.6), miss("3.5 to 4.5", 4.0)),
        (0.0, 0.0)
    );
    assert!((miss("55% to 65%", 0.7) - 0.05).abs() < 1e-9);
    assert!(miss("< 10%", 0.1) > 0.0 && miss("< 10%", 0.0999) == 0.0);
    // A decimal may be rounded, a fraction may not.
    assert!(
        miss("= 0.33", 1.0 / 3.0) == 0.0
            && miss("= 1/3", 0.3333) > 0.0
            && miss("= 1/3", 1.0 / 3.0) == 0.0
    );
    assert!(miss("!= 1/3", 1.0 / 3.0) > 0.0 && miss("= -2", -2.0) == 0.0);
    for wrong in ["0.6", ">=", "0.7 to 0.6", ">= 1/0", "often", ">= 0.6 x"] {
        assert!(Bound::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn claims_parse_question_and_bound() {
    let claim = vocabulary().claim("P(actions = 4) = 1/1296").unwrap();
    assert_eq!(claim.bound.miss(1.0 / 1296.0), 0.0);
    assert!(claim.bound.miss(1.0 / 1295.0) > 0.0);
    assert!(vocabulary().claim("P(actions = 4)").is_err());
}

proptest! {
    /// Any text parses or fails with a span within the text, on character boundaries.
    #[test]
    fn any_text_parses_or_fails_with_valid_span(text in "(\\PC{0,60}|[a-zP0-9@.,()|<>=! '+*/%-]{0,60}|(P|mean|sum|all|min|first|hits|result|mixed|actions|ended|@|\\.\\.|[0-9]|and|or|not|in|is|absent|[()|<>=,+*-]| ){0,25})") {
        let vocabulary = vocabulary();
        let check = |wrong: Option<crate::Mistake>| {
            if let Some(wrong) = wrong {
                assert!(text.get(wrong.span.start..wrong.span.end).is_some(), "{wrong:?}");
            }
        };
        check(vocabulary.question(&text).err());
        check(vocabulary.question_with_default(&text, Some(("hits", None))).err());
        check(vocabulary.claim(&text).err());
        check(vocabulary.value(&text).err());
        check(Bound::read(&text).err());
    }
}
