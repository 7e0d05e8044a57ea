//! Tests functions of a comprehension, whose list is never built, against the same list under a
//! name and against closed forms.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Graph, Watch, explore};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::RuleFile;

fn graph(recorded: &str, before: &str) -> Graph {
    let text = format!(
        "\"\"\"A fold\"\"\"\nm = count(\"M\")\n\ndef trial():\n{before}    record(m, {recorded})\n"
    );
    let rule = RuleFile::read(&text)
        .unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}"))
        .rule(&[])
        .expect("a rule");
    explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{text}\n{stop:?}"))
}

fn distribution(graph: &Graph) -> ExactDistribution {
    solve(graph, &Budget::default(), &Watch::default())
        .expect("sound")
        .remove(0)
        .expect("a law")
}

/// The recorded expression, where `{}` is the list, and the comprehension that makes the list.
const FOLDS: &[(&str, &str)] = &[
    ("sum({})", "roll(6) for i in range(4)"),
    ("sum({})", "chance(1, 3) for i in range(5)"),
    ("sum({})", "i * roll(3) for i in range(5) if roll(2) == 1"),
    ("sum({})", "x for x in [3, 5]"),
    ("min({})", "roll(6) + roll(4) for i in range(3)"),
    ("max({})", "-roll(6) for i in range(3)"),
    ("len({})", "i for i in range(6) if roll(4) > 1"),
    ("len({})", "[roll(2), i] for i in range(3) if roll(2) > 1"),
    ("len({})", "i for i in range(0)"),
    ("sum({})", "i for i in range(0)"),
    ("1 if any({}) else 0", "roll(6) == 6 for i in range(4)"),
    ("1 if all({}) else 0", "roll(6) > 2 for i in range(4)"),
    ("1 if all({}) else 0", "roll(6) > 2 for i in range(0)"),
    ("sorted({})[1]", "roll(6) for i in range(4)"),
    ("sum(highest({}, 2))", "roll(6) for i in range(4)"),
    ("sum(lowest({}, 2))", "roll(6) - roll(3) for i in range(4)"),
    ("lowest({}, 2)[1]", "roll(6) for i in range(3)"),
    ("highest({}, 0 + 2)[1]", "roll(4) for i in range(3)"),
    ("len(highest({}, 9))", "roll(4) for i in range(3)"),
    ("len(highest({}, 0))", "roll(4) for i in range(3)"),
    ("distinct({})", "roll(6) for i in range(4)"),
    ("distinct({})", "roll(4) // (i + 1) for i in range(4)"),
    ("distinct({})", "[roll(2), i // 2] for i in range(4)"),
    (
        "distinct({})",
        "\"us\" if roll(3) == 1 else \"them\" for i in range(3)",
    ),
    ("distinct({})", "i for i in range(0)"),
    ("median({})", "roll(6) for i in range(5)"),
    ("2 * median({}) // 1", "roll(6) for i in range(4)"),
    ("median({})", "i * roll(3) for i in range(3)"),
    ("sum(middle({}, 3))", "roll(6) for i in range(6)"),
    ("sum(middle({}, 2))", "roll(4) + i for i in range(3)"),
    ("middle({}, 0 + 2)[1]", "roll(4) for i in range(5)"),
    ("len(middle({}, 9))", "roll(4) for i in range(3)"),
    ("len(middle({}, 0))", "roll(4) for i in range(3)"),
];

/// Writes a comprehension without brackets if it is the only argument, and in brackets next to
/// others.
fn spell_fold(fold: &str, list: &str) -> String {
    let alone = fold.contains("{})") && !fold.contains("{},");
    fold.replace(
        "{}",
        &if alone {
            list.to_owned()
        } else {
            format!("[{list}]")
        },
    )
}

#[test]
fn folding_a_comprehension_matches_folding_its_list() {
    for (fold, list) in FOLDS {
        let natural = distribution(&graph(&spell_fold(fold, list), ""));
        let named = distribution(&graph(
            &fold.replace("{}", "xs"),
            &format!("    xs = [{list}]\n"),
        ));
        let masses = |distribution: &ExactDistribution| -> BTreeMap<i64, Option<(u64, u64)>> {
            distribution
                .pmf
                .masses()
                .iter()
                .map(|&(value, mass)| (value, mass.fraction()))
                .collect()
        };
        assert_eq!(masses(&natural), masses(&named), "{fold} of {list}");
        // Brackets around the comprehension make no difference.
        assert_eq!(
            masses(&natural),
            masses(&distribution(&graph(
                &fold.replace("{}", &format!("[{list}]")),
                ""
            ))),
            "{fold}"
        );
    }
}

/// Returns a binomial coefficient.
fn choose(n: u64, k: u64) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

#[test]
fn folded_comprehensions_need_few_states() {
    for (recorded, most, value, expected) in [
        (
            "sum(chance(1, 2) for i in range(24))",
            400,
            12,
            choose(24, 12) / 2f64.powi(24),
        ),
        (
            "max(roll(20) for i in range(8))",
            200,
            20,
            1.0 - 0.95f64.powi(8),
        ),
        (
            "any(roll(20) == 20 for i in range(24))",
            100,
            1,
            1.0 - 0.95f64.powi(24),
        ),
        ("sum(roll(6) for i in range(12))", 500, 12, 6f64.powi(-12)),
        (
            "len(i for i in range(24) if chance(1, 2))",
            400,
            0,
            2f64.powi(-24),
        ),
        (
            "distinct(roll(30) for i in range(30))",
            40,
            1,
            30f64.powi(-29),
        ),
        (
            "median(roll(6) for i in range(11))",
            500,
            6,
            (6..=11)
                .map(|k| choose(11, k) * 5f64.powi(11 - k as i32))
                .sum::<f64>()
                / 6f64.powi(11),
        ),
        (
            "min(lowest([roll(6) for i in range(10)], 3))",
            700,
            6,
            6f64.powi(-10),
        ),
    ] {
        let graph = graph(recorded, "");
        let found = distribution(&graph).pmf.mass(value).float();
        assert!(
            (found - expected).abs() < 1e-13,
            "{recorded}: {found} and {expected}"
        );
        assert!(
            graph.state_count() <= most,
            "{recorded}: {} situations",
            graph.state_count()
        );
    }
}

#[test]
fn folding_errors_match_list_errors() {
    for (recorded, problem) in [
        (
            "max(x for x in [])",
            "`max` needs at least one entry, and this list is empty",
        ),
        (
            "sum(\"a\" for i in range(2))",
            "`sum` expected a list of numbers",
        ),
        ("1 if any(roll(6) for i in range(2)) else 0", "`any`"),
        (
            "sum(highest([roll(6) for i in range(2)], -1))",
            "cannot keep a negative number",
        ),
        (
            "sum(middle([roll(6) for i in range(2)], -1))",
            "`middle` cannot keep a negative number",
        ),
        (
            "median(x for x in [])",
            "`median` needs at least one entry, and this list is empty",
        ),
        ("median([1, 2] for i in range(2))", "`median`"),
        ("sorted([1, 2] for i in range(2))[0]", "`sorted`"),
    ] {
        let text = format!(
            "\"\"\"A fold\"\"\"\nm = count(\"M\")\n\ndef trial():\n    record(m, {recorded})\n"
        );
        let message = match RuleFile::read(&text) {
            Err(mistakes) => format!("{mistakes:?}"),
            Ok(file) => {
                let rule = file.rule(&[]).expect("a rule");
                let explored = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default());
                format!(
                    "{:?}",
                    explored
                        .err()
                        .unwrap_or_else(|| panic!("{recorded} is taken"))
                )
            }
        };
        assert!(message.contains(problem), "{recorded}: {message}");
    }
}
