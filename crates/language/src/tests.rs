//! Tests that the reductions do not change any odds, and that the state of a machine is complete.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::solve;

use crate::asking::{Request, distribution};
use crate::machine::{Machine, MachineFlags, Pause, Program, RunLog};
use crate::rule::{RuleFile, SetRule};

const TEST_RULES: [&str; 5] = [CHOICES, LISTS, RECURSION, STEPS, TOTALS];

/// Returns every bundled rule file.
fn bundled() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "odds"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 10, "{paths:?}");
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// One accumulator that begins with a roll, decreases and grows, and three names that are not
/// accumulators.
const TOTALS: &str = r#"
grown = count("Grown from a roll")
twice = count("Read elsewhere, so no running total")
late  = count("Grown after it was recorded, so none")
waits = count("Rolls until a six, in two rounds")

def trial():
    a, b, c, d = roll(2), 0, 0, 0
    for turn in upto(2):
        a += roll(3)
        a -= 1
        b += roll(2)
        while not chance(1, 6) and d < 8:
            d += 1
    record(grown, a)
    record(twice, b if b > 2 else 0)
    record(late, c)
    record(waits, min(d, 8))
    c += 1
"#;

const CHOICES: &str = r#"
points = count("Points")
again  = player("Roll again?")

def throw(n):
    return sum(face for face in pool(n, 3) if face > 1)

def trial():
    banked = 0
    for turn in upto(2):
        first = throw(2)
        if choose(again, ["roll", "keep"]) == "roll":
            first = max(first, throw(2))
        banked += first
    record(points, banked)
"#;

const LISTS: &str = r#"
lands = count("Lands in hand")
kept = flag("Kept")

def trial():
    deck = [4, 6]
    hand, deck = draw(deck, 3)
    if hand[0] == 0 or hand[0] == 3:
        record(kept, false)
        hand, deck = draw([4, 6], 2)
    else:
        record(kept, true)
    more, deck = draw(deck, 1)
    hand[0] += more[0]
    record(lands, hand[0])
"#;

const RECURSION: &str = r#"
total = count("Total")

def explode(depth):
    face = roll(4)
    if face < 4 or depth == 0:
        return face
    return face + explode(depth - 1)

def wait():
    n = roll(3)
    while n != 3:
        n = roll(3)
    return 1 if chance(1, 3) else 0

def trial():
    record(total, explode(3) + wait())
"#;

const STEPS: &str = r#"
turns = 4
alive = count("Alive", each = turns, step = "Turn", otherwise = "before")
hit_at = when("First hit")

def trial():
    left, seen = 3, false
    for turn in upto(turns):
        hits = successes(left, 6, 5)
        left -= hits
        if hits > 0 and not seen:
            seen = true
            record(hit_at, turn)
        if hits > 0 or turn == 1:
            record(alive, left, turn)
"#;

/// Returns a rule with small parameters.
fn rule(text: &str) -> SetRule {
    let file = RuleFile::read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let small = [
        ("ours", 3),
        ("theirs", 2),
        ("n", 3),
        ("budget", 2),
        ("goal", 5),
        ("pity", 9),
        ("turns", 2),
    ];
    let small = small.into_iter().chain([("health", 4), ("our_health", 3)]);
    let fits = |(name, value): &(&str, i64)| {
        let declared_parameter = file
            .parameters()
            .iter()
            .find(|parameter| parameter.name == *name);
        declared_parameter.is_some_and(|parameter| {
            crate::declare::check_setting(&parameter.kind, &crate::Setting::Whole(*value)).is_ok()
        })
    };
    let settings: Vec<_> = small
        .filter(fits)
        .map(|(name, value)| (name, crate::Setting::Whole(value)))
        .collect();
    file.rule(&settings).unwrap()
}

/// Returns every distribution of a rule, by slot and value, including absence.
fn distributions(rule: &SetRule) -> Vec<BTreeMap<i64, f64>> {
    let graph = explore(rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    let distributions = solve(&graph, &Budget::default(), &Watch::default()).unwrap();
    distributions
        .iter()
        .flatten()
        .map(|distribution| {
            distribution
                .pmf
                .masses()
                .iter()
                .map(|&(value, mass)| (value, mass.float()))
                .collect()
        })
        .collect()
}

fn assert_same(left: &[BTreeMap<i64, f64>], right: &[BTreeMap<i64, f64>], context: &str) {
    assert_eq!(left.len(), right.len(), "{context}");
    for (a, b) in left.iter().zip(right) {
        for value in a.keys().chain(b.keys()) {
            let (x, y) = (a.get(value).unwrap_or(&0.0), b.get(value).unwrap_or(&0.0));
            assert!((x - y).abs() < 1e-12, "{context}: {value}: {x} and {y}");
        }
    }
}

#[test]
fn optimisations_do_not_change_the_odds() {
    let bundled = bundled();
    for text in bundled.iter().map(String::as_str).chain(TEST_RULES) {
        let mut rule = rule(text);
        let expected = distributions(&rule);
        let explored = MachineFlags::EXPLORED;
        let without = [
            (
                "forgetting",
                MachineFlags {
                    forgets_dead_slots: false,
                    ..explored
                },
            ),
            (
                "laws of functions",
                MachineFlags {
                    stops_at_calls: false,
                    ..explored
                },
            ),
            (
                "running totals",
                MachineFlags {
                    sums_totals: false,
                    ..explored
                },
            ),
            (
                "reading place by place",
                MachineFlags {
                    reads_by_index: false,
                    ..explored
                },
            ),
            (
                "any of them",
                MachineFlags {
                    forgets_dead_slots: false,
                    stops_at_calls: false,
                    sums_totals: false,
                    reads_by_index: false,
                    ..explored
                },
            ),
        ];
        for (omitted, flags) in without {
            rule.flags = flags;
            let title = text.lines().next().unwrap_or("");
            assert_same(
                &distributions(&rule),
                &expected,
                &format!("{title} without {omitted}"),
            );
        }
    }
}

/// Code that reads a rolled or drawn list in different ways; `{}` is replaced by the expression
/// that makes the list.
const LIST_READS: &[&str] = &[
    "    record(m, xs[0] * 2 + xs[2])",
    "    record(m, xs[2])",
    "    record(m, sum(xs) * 10 + max(xs))",
    "    record(m, max(xs))",
    "    record(m, min(xs) * 10 + len(xs))",
    "    record(m, sum(highest(xs, 2)))",
    "    record(m, sum(lowest(xs, 2)) * 10 + 1)",
    "    record(m, len(highest(xs, 0)) + len(lowest(xs, 9)))",
    "    record(m, sorted(xs)[1])",
    "    record(m, distinct(xs))",
    "    record(m, distinct(sorted(xs)) * 10 + xs[0])",
    "    record(m, distinct(highest(xs, 2)) + distinct(x // 2 for x in xs))",
    "    record(m, median(xs))",
    "    record(m, median([x + 1 for x in xs]))",
    "    record(m, 2 * median(highest(xs, 2)) // 1)",
    "    record(m, sum(middle(xs, 2)))",
    "    record(m, sum(middle(xs, 1)) * 10 + xs[0])",
    "    record(m, middle(sorted(xs), 2)[1] * 10 + len(middle(xs, 9)))",
    "    ys = middle(xs, 1)\n    zs = ys\n    record(m, ys[0] * 10 + zs[0])",
    "    t = 0\n    for x in middle(xs, 1) + [2]:\n        t = t * 10 + x\n    record(m, t)",
    "    t = 0\n    for x in middle(xs, 2):\n        t = t * 10 + x\n    record(m, t)",
    "    record(m, highest(sorted(xs), 2)[1] * 7 + 1)",
    "    record(m, sum(x * x for x in xs if x > 1))",
    "    record(m, 1 if any(x == 2 for x in xs) else 0)",
    "    record(m, 1 if all(xs[i] > 0 for i in range(3)) else 0)",
    "    record(m, 1 if 2 in xs else 0)",
    "    ys = xs\n    record(m, xs[0] * 10 + ys[1])",
    "    ys = xs\n    ys[1] = 5\n    record(m, xs[1] * 10 + ys[1])",
    "    xs[0] += 3\n    record(m, xs[0] * 10 + xs[2])",
    "    xs += [7]\n    record(m, xs[3] * 10 + xs[1])",
    "    a, b, c = xs\n    record(m, a * 16 + b * 4 + c)",
    "    t = 0\n    for x in xs:\n        t = t * 3 + x\n    record(m, t)",
    "    t = 0\n    for x in xs:\n        t = t * 3 + x\n    record(m, t * 10 + xs[0])",
    "    t = 0\n    for i in range(3):\n        if xs[i] > 1:\n            t += xs[i] * (i + 1)\n    record(m, t)",
    "    t = 0\n    for i in range(2):\n        t += 5 * xs[i + 1] - xs[i]\n    record(m, t)",
    "    t = 0\n    for i in upto(3):\n        t = t * 4 + xs[i - 1]\n    record(m, t)",
    "    t = 0\n    for i in range(3):\n        t = t * 4 + xs[2 - i]\n    record(m, t)",
    "    t = 0\n    for i in range(3):\n        if xs[i] == 1:\n            t = i + 1\n            break\n    record(m, t * 10 + xs[0])",
    "    t = 0\n    for i in range(2):\n        for j in range(3):\n            t = t * 2 + xs[j]\n    record(m, t)",
    "    t = 0\n    for i in range(3):\n        for j in range(2):\n            t = t * 2 + xs[i if j == 0 else 0]\n    record(m, t)",
    "    t = 0\n    while roll(2) == 1 and t < 3:\n        t += 1\n    record(m, xs[t] if t < 3 else xs[0] + xs[1] + xs[2])",
    "    ys = [xs, xs]\n    record(m, ys[0][1] * 10 + ys[1][2])",
    "    record(m, second(xs) * 10 + second(xs))",
    "    record(m, second(turned(xs)))",
    "    record(m, 1 if xs == {} else 0)",
    "    ys = {}\n    t = 0\n    for i in range(3):\n        t += sign(xs[i], ys[i])\n    record(m, t)",
    "    ys = {}\n    record(m, 1 if all(xs[i] >= ys[i] for i in range(3)) else 0)",
    "    record(m, sum([x + roll(2) for x in xs]))",
    "    t = 0\n    for k in range(2):\n        ys = {}\n        for i in range(3):\n            t = max(t, ys[i] * (k + 1))\n    record(m, t + xs[1])",
];

const LIST_EXPRESSIONS: &[&str] = &[
    "tally(4, 3)",
    "tally(3, [2, 0, 1])",
    "tally(0, 3)",
    "pool(3, 4)",
    "pool(3, [0, 1, 1, 5])",
    "pool([2, 4, 3])",
    "draw([2, 3, 4], 4)[0]",
    "sorted(roll(4) for i in range(3))",
    "highest([roll(3) for i in range(4)], 3)",
    "lowest([dice(\"2d2\") for i in range(4)], 3)",
    "sorted(dice(\"{n}d3\") for i in upto(3))",
    "sorted(roll([1, 2, 2]) for i in range(3))",
    "rolled(4)",
];

#[test]
fn lazily_read_lists_have_the_same_odds() {
    for list_expression in LIST_EXPRESSIONS {
        for read in LIST_READS {
            let read = read.replace("{}", list_expression);
            let text = format!(
                "m = count(\"M\")\nn = 2\ndef rolled(n):\n    return tally(n, 3)\ndef second(list):\n    return list[1]\n\
                 def turned(list):\n    return sorted(list)\ndef sign(a, b):\n    return 1 if a > b else 0 if a == b else -1\n\
                 def trial():\n    xs = {list_expression}\n{read}\n"
            );
            let mut rule = rule(&text);
            assert!(rule.flags.reads_by_index, "{text}");
            let found = distributions(&rule);
            rule.flags.reads_by_index = false;
            assert_same(&found, &distributions(&rule), &text);
        }
    }
}

#[test]
fn only_summed_and_recorded_counts_are_running_totals() {
    let totals = |text: &str| -> Vec<String> {
        let rule = rule(text);
        let totals = rule
            .program
            .code
            .metrics
            .iter()
            .filter(|metric| metric.is_total);
        totals.map(|metric| metric.name.clone()).collect()
    };
    assert_eq!(totals(TOTALS), ["grown"]);
    assert_eq!(totals(&bundled()[1]), ["rounds"], "the rounds of a battle");
    assert!(totals(STEPS).is_empty());
}

/// Returns the probabilities of all results of a trial. It follows every answer without any
/// reduction: nothing is forgotten or merged, and no distribution is cached. The machine is copied
/// at every question.
fn brute_force_walk(
    program: &Program,
    machine: Machine,
    log: RunLog,
    mass: f64,
    out: &mut BTreeMap<String, f64>,
) {
    let mut machine = machine;
    let mut log = log;
    if mass < 1e-9 {
        return;
    }
    loop {
        let copy = machine.clone();
        let (mut first, mut second) = (log.clone(), log.clone());
        let pause = machine
            .run(program, MachineFlags::PLAIN, &mut first)
            .unwrap();
        let mut other = copy.clone();
        other
            .run(program, MachineFlags::PLAIN, &mut second)
            .unwrap();
        assert!(
            other == machine && first == second,
            "a copy goes on as the machine itself"
        );
        log = first;
        match pause {
            Pause::Ask(question) => {
                for (value, share) in answers(&question) {
                    let mut next = machine.clone();
                    next.answer(value);
                    brute_force_walk(program, next, log.clone(), mass * share, out);
                }
                return;
            }
            Pause::Returned(_) => {
                machine
                    .finish(program, MachineFlags::PLAIN, &mut log.observations)
                    .unwrap();
                for seen in &log.observations {
                    *out.entry(format!("{} {} {}", seen.metric, seen.step, seen.value))
                        .or_insert(0.0) += mass;
                }
                return;
            }
            Pause::Call { .. } | Pause::Checkpoint => (),
        }
    }
}

fn answers(question: &Request) -> Vec<(crate::value::Datum, f64)> {
    distribution::distribution(question, false)
        .unwrap()
        .into_iter()
        .map(|(value, mass): (_, Mass)| (value, mass.float()))
        .collect()
}

#[test]
fn exploration_matches_brute_force_enumeration() {
    let bundled = bundled();
    for text in [bundled[3].as_str(), CHOICES, LISTS, STEPS, TOTALS] {
        let rule = rule(text);
        let mut walked = BTreeMap::new();
        let start = Machine::new(&rule.program, rule.program.code.trial);
        brute_force_walk(&rule.program, start, RunLog::default(), 1.0, &mut walked);
        let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
        let distributions = solve(&graph, &Budget::default(), &Watch::default()).unwrap();
        let layout = graph.layout();
        let mut explored = BTreeMap::new();
        for (slot, distribution) in distributions.iter().enumerate() {
            for &(value, mass) in distribution.as_ref().unwrap().pmf.masses() {
                let (metric, step) = (layout.metric_of(slot), layout.step_of(slot).unwrap_or(0));
                explored.insert(format!("{metric} {step} {value}"), mass.float());
            }
        }
        for key in walked.keys().chain(explored.keys()) {
            let (x, y) = (
                walked.get(key).unwrap_or(&0.0),
                explored.get(key).unwrap_or(&0.0),
            );
            assert!((x - y).abs() < 1e-6, "{key}: {x} walked, {y} explored");
        }
    }
}
