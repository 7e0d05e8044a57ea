//! Tests that the fixes of hints give the intended question.

use super::{sample_value, vocabulary};

/// The fixes of each question lead to the question next to it.
#[test]
fn proposed_fixes_ask_the_intended_question() {
    let vocabulary = vocabulary();
    let fixed = |text: &str| {
        let mut text = text.to_owned();
        for _ in 0..5 {
            let Err(wrong) = vocabulary.question(&text) else {
                break;
            };
            let fix = wrong
                .fix
                .clone()
                .unwrap_or_else(|| panic!("{text}: {wrong:?}"));
            assert!(
                fix.text.is_empty() || wrong.help.contains(&fix.text),
                "{wrong:?}"
            );
            text = fix.apply(&text);
        }
        vocabulary
            .question(&text)
            .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
            .asked
    };
    let cases = [
        ("P(crash)", "P(crash is not absent)"),
        ("P(ended and not crash)", "P(ended and crash is absent)"),
        ("P(crash = never)", "P(crash is absent)"),
        ("P(crash != never)", "P(crash is not absent)"),
        ("P(crash = 'never' or ended)", "P(crash is absent or ended)"),
        ("P(hits.Left >= 2)", "P(hits@1 >= 2)"),
        ("P(Left.hits >= 2)", "P(hits@1 >= 2)"),
        ("P(hits.3 >= 2)", "P(hits@3 >= 2)"),
        ("P(hits[3] = 0)", "P(hits@3 = 0)"),
        (
            "P(hits[-1] = 0 or hits['Old Guard'] = 2)",
            "P(hits@4 = 0 or hits@3 = 2)",
        ),
        ("P(verdict.disaster)", "P(verdict = disaster)"),
        (
            "P(result@1 in [mixed, all-fail] and ended)",
            "P((result@1 = mixed or result@1 = all-fail) and ended)",
        ),
        (
            "P(result@1 not in (mixed, 'all-fail'))",
            "P(result@1 != mixed and result@1 != all-fail)",
        ),
        ("P(actions in [2, 3, 4])", "P(actions in 2..4)"),
        ("P(actions not in [2, 3])", "P(actions not in 2..3)"),
        ("P(actions in [2, 5])", "P(actions = 2 or actions = 5)"),
        (
            "P(result@1 in mixed or all-fail)",
            "P(result@1 = mixed or result@1 = all-fail)",
        ),
        ("P(result@1 not in mixed)", "P(result@1 != mixed)"),
        (
            "P(actions = 2 or 5 or 7)",
            "P(actions = 2 or actions = 5 or actions = 7)",
        ),
    ];
    for (text, meant) in cases {
        let meant_of = vocabulary
            .question(meant)
            .unwrap_or_else(|wrong| panic!("{meant}: {wrong:?}"));
        let (proposed, other) = (fixed(text), meant_of.asked);
        // `not` of "is not absent" means "is absent": the values are equal, but the expressions
        // differ.
        if !text.contains("not crash") {
            assert_eq!(proposed, other, "{text}");
        }
        let value_of = |asked: &oddsmith_engine::question::JointQuestion| {
            asked.expressions[0].evaluate(&mut |slot| sample_value(slot))
        };
        assert_eq!(
            value_of(&proposed).expect("small"),
            value_of(&other).expect("small"),
            "{text}"
        );
    }
    for text in [
        "P(hits >= 3)",
        "P(not hits >= 4)",
        "P(1 < hits < 3 or ended)",
    ] {
        let help = vocabulary.question(text).expect_err(text).help;
        let forms = help
            .strip_suffix("; its steps are hits@Left to hits@Rear")
            .unwrap_or_else(|| panic!("{help}"));
        for (form, before) in forms.split(", ").zip([
            "for any step write ",
            "for every step ",
            "for the last step ",
        ]) {
            let asked = form
                .strip_prefix(before)
                .unwrap_or_else(|| panic!("{help}"));
            vocabulary
                .question(&format!("P({asked})"))
                .unwrap_or_else(|wrong| panic!("{asked}: {wrong:?}"));
        }
    }
    let help = vocabulary.question("P(hits >= 3)").unwrap_err().help;
    assert!(
        help.contains("any(hits >= 3), for every step") && !help.contains("sum"),
        "{help}"
    );
}
