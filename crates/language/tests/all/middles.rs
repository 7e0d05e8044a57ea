//! Tests `distinct`, `median`, `middle` and powers against enumerated dice, closed forms and
//! simulated trials.

use std::collections::{BTreeMap, BTreeSet};

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Graph, Watch, explore};
use oddsmith_engine::simulate::{self, Purpose, Stream};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_engine::stats::goodness_of_fit;
use oddsmith_language::{RuleFile, SetRule};

fn rule(recorded: &str, functions: &str) -> SetRule {
    let text = format!(
        "\"\"\"A list\"\"\"\nm = count(\"M\")\n{functions}\ndef trial():\n    record(m, {recorded})\n"
    );
    RuleFile::read(&text)
        .unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}"))
        .rule(&[])
        .expect("a rule")
}

fn graph(rule: &SetRule) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default()).expect("a graph")
}

fn distribution(rule: &SetRule) -> ExactDistribution {
    solve(&graph(rule), &Budget::default(), &Watch::default())
        .expect("sound")
        .remove(0)
        .expect("a distribution")
}

/// Returns the exact value of an expression without dice.
fn value(recorded: &str) -> i64 {
    distribution(&rule(recorded, "")).pmf.masses()[0].0
}

/// Returns how often each value of a function occurs among all results of the dice.
fn enumerate_rolls(dice: &[&[i64]], value_of: fn(&[i64]) -> i64) -> BTreeMap<i64, f64> {
    let outcomes: usize = dice.iter().map(|faces| faces.len()).product();
    let mut shares = BTreeMap::new();
    for mut outcome in 0..outcomes {
        let mut shown = Vec::new();
        for faces in dice {
            shown.push(faces[outcome % faces.len()]);
            outcome /= faces.len();
        }
        shown.sort_unstable_by(|a, b| b.cmp(a));
        *shares.entry(value_of(&shown)).or_insert(0.0) += 1.0 / outcomes as f64;
    }
    shares
}

fn different(faces: &[i64]) -> i64 {
    faces.iter().collect::<BTreeSet<_>>().len() as i64
}

fn doubled_median(faces: &[i64]) -> i64 {
    let half = faces.len() / 2;
    faces[half] + faces[faces.len() - 1 - half]
}

const D4: &[i64] = &[1, 2, 3, 4];
const D6: &[i64] = &[1, 2, 3, 4, 5, 6];
const WEIGHTED: &[i64] = &[0, 1, 1, 5];

#[test]
fn functions_of_lists_match_enumerated_dice() {
    type Case = (&'static str, &'static [&'static [i64]], fn(&[i64]) -> i64);
    let cases: [Case; 17] = [
        ("distinct(pool(5, 6))", &[D6; 5], different),
        ("distinct(pool(4, [0, 1, 1, 5]))", &[WEIGHTED; 4], different),
        ("distinct(pool([6, 4, 4]))", &[D6, D4, D4], different),
        (
            "distinct([roll(6), roll(4), roll(4)])",
            &[D6, D4, D4],
            different,
        ),
        ("distinct(roll(6) for i in range(5))", &[D6; 5], different),
        ("distinct(highest(pool(5, 4), 3))", &[D4; 5], |faces| {
            different(&faces[..3])
        }),
        ("sum(middle(pool(3, 6), 2))", &[D6; 3], |faces| {
            faces[0] + faces[1]
        }),
        ("sum(middle(pool(4, 6), 1))", &[D6; 4], |faces| faces[1]),
        ("sum(middle(pool(4, 6), 2))", &[D6; 4], |faces| {
            faces[1] + faces[2]
        }),
        ("sum(middle(pool(4, 6), 3))", &[D6; 4], |faces| {
            faces[0] + faces[1] + faces[2]
        }),
        (
            "sum(middle(pool([6, 6, 4, 4, 4]), 2))",
            &[D6, D6, D4, D4, D4],
            |faces| faces[1] + faces[2],
        ),
        (
            "sum(middle([roll(6) for i in range(5)], 3))",
            &[D6; 5],
            |faces| faces[1] + faces[2] + faces[3],
        ),
        ("median(pool(5, 6))", &[D6; 5], |faces| faces[2]),
        ("median(pool([6, 4, 4]))", &[D6, D4, D4], |faces| faces[1]),
        ("2 * median(pool(4, 6)) // 1", &[D6; 4], doubled_median),
        (
            "2 * median(roll(6) for i in range(4)) // 1",
            &[D6; 4],
            doubled_median,
        ),
        (
            "2 * median([roll(6), roll(4)]) // 1",
            &[D6, D4],
            doubled_median,
        ),
    ];
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Simulated,
    };
    for (recorded, dice, value_of) in cases {
        let rule = rule(recorded, "");
        let found = distribution(&rule);
        for (value, expected) in enumerate_rolls(dice, value_of) {
            let mass = found.pmf.mass(value).float();
            assert!(
                (mass - expected).abs() < 1e-12,
                "{recorded}: P({value}) is {mass}, enumerated {expected}"
            );
        }
        let tallies = simulate::play(&rule, stream, 0..1, 10_000, &Watch::default()).unwrap();
        let p = goodness_of_fit(&tallies[0], 10_000, &found).unwrap_or(1.0);
        assert!(p > 1e-4, "{recorded}: simulated trials disagree, p = {p}");
    }
}

#[test]
fn large_pools_need_few_states() {
    for (recorded, most, value, expected) in [
        // All 30 faces: 30! / 30^30.
        (
            "distinct(pool(30, 30))",
            60,
            30,
            (1..=30).map(|k| f64::from(k) / 30.0).product::<f64>(),
        ),
        (
            "distinct(pool(4, 30))",
            10,
            4,
            30.0 * 29.0 * 28.0 * 27.0 / 810_000.0,
        ),
        ("distinct(pool(10000, 6))", 20, 6, 1.0),
        // Weighted faces: none of the first.
        (
            "distinct(pool(40, [1, 2, 2]))",
            20,
            1,
            3f64.powi(-40) + (2.0 / 3.0f64).powi(40),
        ),
        // The middle of 29 dice is 20 if 15 or more show it.
        (
            "median(pool(29, 20))",
            20_000,
            20,
            (15..=29)
                .map(|k| choose(29, k) * 19f64.powi(29 - k as i32))
                .sum::<f64>()
                / 20f64.powi(29),
        ),
        ("sum(middle(pool(20, 6), 2))", 20_000, 2, middle_ones()),
    ] {
        let rule = rule(recorded, "");
        let states = graph(&rule).state_count();
        assert!(states <= most, "{recorded}: {states} states");
        let found = distribution(&rule).pmf.mass(value).float();
        assert!(
            (found - expected).abs() < 1e-12 * expected.max(1e-6),
            "{recorded}: {found} and {expected}"
        );
    }
}

/// Returns the chance that the two middle ones of 20 dice are ones: 11 or more are.
fn middle_ones() -> f64 {
    (11..=20)
        .map(|k| choose(20, k) * 5f64.powi(20 - k as i32))
        .sum::<f64>()
        / 6f64.powi(20)
}

fn choose(n: u64, k: u64) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

#[test]
fn powers_bind_tighter_than_products_and_minus() {
    for (recorded, expected) in [
        ("2 ** 10", 1024),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("(-2) ** 2", 4),
        ("36 // 3 ** 2", 4),
        ("2 * 3 ** 2", 18),
        ("8 * 2 ** -3 // 1", 1),
        ("2 ** -1 * 2 // 1", 1),
        ("9 ** 0.5 // 1", 3),
        ("1000000000 * 2 ** 0.5 // 1", 1_414_213_562),
        ("2 ** 0.5 ** 2 * 1000 // 1", 1189),
        ("4 ** sum([1, 1])", 16),
        ("[2 ** n for n in upto(3)][2] ** 2", 64),
        ("(0.5 ** 3) ** -1 // 1", 8),
        ("true ** 2 + 0 ** 0", 2),
    ] {
        assert_eq!(value(recorded), expected, "{recorded}");
    }
    let assigned = RuleFile::read(
        "m = count(\"M\")\ndef trial():\n    x = 3\n    x **= 2\n    record(m, x)\nexpect(\"mean(m) = 9\")\n",
    );
    assert!(assigned.is_ok(), "{assigned:?}");
}

#[test]
fn rating_differences_give_exact_chances() {
    for (difference, expected) in [
        (0, (1, 2)),
        (400, (1, 11)),
        (-400, (10, 11)),
        (-800, (100, 101)),
    ] {
        let recorded = format!("1 if chance(1 / (1 + 10 ** ({difference} / 400))) else 0");
        let found = distribution(&rule(&recorded, "")).pmf.mass(1).fraction();
        assert_eq!(found, Some(expected), "{difference}");
    }
    // 10 ** 0.5 is rounded to 3.16227766.
    let rounded = distribution(&rule("1 if chance(1 / (1 + 10 ** (200 / 400))) else 0", ""));
    assert_eq!(
        rounded.pmf.mass(1).fraction(),
        Some((50_000_000, 208_113_883))
    );
    let repeated = distribution(&rule("1 if chance(0.95 ** (20 / 1)) else 0", ""));
    assert_eq!(
        repeated.pmf.mass(1).fraction(),
        Some((179_242_961, 500_000_000))
    );
}

#[test]
fn kinds_of_numbers_are_checked_before_a_trial() {
    for (line, problem) in [
        (
            "record(f, median(pool(3, 6)))",
            "`f` records yes or no, but this is a number",
        ),
        (
            "record(f, 2 ** x)",
            "`f` records yes or no, but this is a number",
        ),
        (
            "record(m, x ** -1 * 0.5)",
            "`m` records whole numbers, but this is a decimal number",
        ),
        (
            "record(m, 2 ** 0.5)",
            "`m` records whole numbers, but this is a decimal number",
        ),
        (
            "record(m, 2 ** \"us\")",
            "`**` cannot combine a whole number and text",
        ),
        (
            "record(m, median(x))",
            "`median` expected a list, found a whole number",
        ),
        (
            "record(m, len(middle([\"us\"], 1)))",
            "`middle` expected a list of numbers, but the list contains text",
        ),
        (
            "record(m, distinct(x))",
            "`distinct` expected a list, found a whole number",
        ),
        (
            "record(m, middle(pool(3, 6)))",
            "`middle` needs the number of values to take",
        ),
        (
            "if median(pool(3, 6)): x = 2",
            "expected a condition (true or false), found a number",
        ),
    ] {
        let text = format!(
            "m = count(\"M\", otherwise = 0)\nf = flag(\"F\", otherwise = false)\ndef trial():\n    x = roll(2)\n    \
             record(m, x)\n    record(f, x > 1)\n    {line}\n"
        );
        let mistakes = RuleFile::read(&text).err().unwrap_or_default();
        let problems: Vec<&str> = mistakes
            .iter()
            .map(|mistake| mistake.problem.as_str())
            .collect();
        assert_eq!(problems, [problem], "{line}");
    }
    // Whether these are whole numbers is known only in a trial.
    for (recorded, problem) in [
        ("median([1, 2])", "`m` cannot record 1.5"),
        ("2 ** (0 - 1)", "`m` cannot record 0.5"),
        ("2 ** 63", "this number is too large"),
        ("10 ** 37.5 // 1", "this number is too large"),
        ("0 ** (0 - 1)", "`**` divides by 0"),
    ] {
        let stop = explore(
            &rule(recorded, ""),
            &Parts::ALL,
            &Budget::default(),
            &Watch::default(),
        );
        let message = format!("{:?}", stop.err());
        assert!(message.contains(problem), "{recorded}: {message}");
    }
}

/// Files that are older than a function may define one of its name.
#[test]
fn functions_of_a_file_come_before_later_functions() {
    let functions = "
def distinct(list):
    return list[0] * 10 + list[1]

def median(n):
    return roll(n)

def middle(a, b, c):
    return b
";
    for (recorded, expected) in [
        (
            "distinct([roll(2), roll(2)])",
            vec![(11, 0.25), (12, 0.25), (21, 0.25), (22, 0.25)],
        ),
        (
            "median(4)",
            vec![(1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25)],
        ),
        ("middle(1, 5, 3)", vec![(5, 1.0)]),
        (
            "distinct(x for x in pool(2, 2))",
            vec![(11, 0.25), (21, 0.5), (22, 0.25)],
        ),
    ] {
        let found = distribution(&rule(recorded, functions));
        let masses: Vec<(i64, f64)> = found
            .pmf
            .masses()
            .iter()
            .map(|(value, mass)| (*value, mass.float()))
            .collect();
        assert_eq!(masses, expected, "{recorded}");
    }
    // The order of the list is read, and an index that rolls is rolled once.
    let text = format!(
        "m = count(\"M\")\n{functions}\ndef trial():\n    xs = [roll(2), roll(2)]\n    ys = [0, 0, 0]\n    \
         ys[median(2)] += 1\n    record(m, distinct(xs) * 10 + sum(ys))\n"
    );
    let rule = RuleFile::read(&text)
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
        .rule(&[])
        .expect("a rule");
    let values: Vec<i64> = distribution(&rule)
        .pmf
        .masses()
        .iter()
        .map(|(value, _)| *value)
        .collect();
    assert_eq!(values, [111, 121, 211, 221]);
}
