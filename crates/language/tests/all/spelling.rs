//! Tests that the odds of a rule do not depend on how it is written. Each value was computed by an
//! independent program.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::RuleFile;

/// Returns the exact distribution of each metric of a file.
pub(super) fn distributions(text: &str) -> Vec<ExactDistribution> {
    let file = RuleFile::read(text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"));
    let rule = file.rule(&[]).unwrap().into_any();
    let parts: Vec<u32> = file
        .rule(&[])
        .unwrap()
        .metric_descriptions()
        .iter()
        .map(|metric| metric.part)
        .collect();
    let (budget, watch) = (
        Budget {
            edges: 400_000,
            ..Budget::default()
        },
        Watch::default(),
    );
    let distributions_of_part = |part: u32| {
        solve(
            &rule.explore(part, &budget, &watch).expect("it is small"),
            &budget,
            &watch,
        )
        .unwrap()
    };
    let part_distributions: Vec<_> = (0..rule.part_count()).map(distributions_of_part).collect();
    let distribution = |(metric, &part): (usize, &u32)| {
        part_distributions[part as usize][metric]
            .clone()
            .expect("it has a law")
    };
    parts.iter().enumerate().map(distribution).collect()
}

pub(super) fn mean(distribution: &ExactDistribution) -> f64 {
    distribution
        .pmf
        .masses()
        .iter()
        .map(|(value, mass)| *value as f64 * mass.value())
        .sum()
}

fn at_least(distribution: &ExactDistribution, least: i64) -> f64 {
    distribution.pmf.probability(|value| value >= least).value()
}

pub(super) fn assert_near(found: f64, right: f64) {
    assert!((found - right).abs() < 1e-8, "{found} is not {right}");
}

const STAT: &str = "best = count(\"Best\")\ndef die():\n    f = roll(6)\n    while f == 1:\n        f = roll(6)\n    return f\n\
                    def stat():\n    return sum(highest([die() for i in range(4)], 3))\n";

#[test]
fn cyclic_functions_are_solved_separately() {
    let distributions_of = |trial: &str| distributions(&format!("{STAT}def trial():\n{trial}"));
    let comprehension = distributions_of("    record(best, max(stat() for i in range(6)))\n");
    assert_near(mean(&comprehension[0]), 16.261_978_98);
    assert_near(at_least(&comprehension[0], 18), 0.152_496_752);
    let list = distributions_of("    record(best, max([stat() for i in range(6)]))\n");
    let plain = distributions_of(
        "    b = 0\n    for i in range(6):\n        b = max(b, stat())\n    record(best, b)\n",
    );
    for other in [list, plain] {
        assert_eq!(
            other[0].pmf.masses().len(),
            comprehension[0].pmf.masses().len()
        );
        for (entry, other) in comprehension[0]
            .pmf
            .masses()
            .iter()
            .zip(other[0].pmf.masses())
        {
            assert!(entry.0 == other.0 && (entry.1.value() - other.1.value()).abs() < 1e-13);
        }
    }
}

/// Ones are rolled again forever, twos once.
#[test]
fn cycles_give_exact_fractions() {
    let text = "ability = count(\"Ability\")\nbest = count(\"Best of six\")\ndef die():\n    f = roll(6)\n    again = false\n    \
                while f == 1 or (f == 2 and not again):\n        if f == 2:\n            again = true\n        f = roll(6)\n    \
                return f\ndef stat():\n    return sum(highest([die() for i in range(4)], 3))\ndef trial():\n    \
                record(ability, stat())\n    record(best, max([stat() for i in range(6)]))\n";
    let found = distributions(text);
    assert_near(mean(&found[0]), 5_634_966.0 / 390_625.0);
    assert_eq!(found[0].pmf.mass(18).fraction(), Some((17_712, 390_625)));
    assert_near(at_least(&found[1], 18), 0.243_019_081);
}

/// Cycles through more than one state, compared with probabilities computed by hand.
#[test]
fn cycles_of_several_states_are_solved() {
    // From a: half ends with 1, half goes to b; from b: a third ends with 2, else back to a.
    let text = "x = count(\"End\")\ndef walk():\n    at = 0\n    while true:\n        if at == 0:\n            if roll(2) == 1:\n                \
                return 1\n            at = 1\n        else:\n            if roll(3) == 1:\n                return 2\n            at = 0\n\
                def trial():\n    record(x, walk() + 10 * walk())\n";
    let found = distributions(text);
    // 1/2 + (1/2)(2/3) p = p: p = 3/4.
    assert_eq!(found[0].pmf.mass(11).fraction(), Some((9, 16)));
    assert_eq!(found[0].pmf.mass(22).fraction(), Some((1, 16)));
    assert_eq!(found[0].unresolved, 0.0);
}

#[test]
fn exploding_dice_lists_match_dice_texts() {
    let distributions_of = |value: &str| {
        distributions(&format!(
            "best = count(\"Best\")\ndef trial():\n    record(best, {value})\n"
        ))
    };
    let found = distributions_of("sum(highest([dice(\"1d6!\") for i in range(4)], 2))");
    assert_near(at_least(&found[0], 20), 0.100_391_399);
    assert_near(mean(&found[0]), 12.108_862_350_722_8);
    let text = distributions_of("dice(\"4d6!kh2\")");
    for value in 2..60 {
        assert!(
            (found[0].pmf.mass(value).value() - text[0].pmf.mass(value).value()).abs() < 1e-14,
            "{value}"
        );
    }
    let found = distributions_of("sum(highest([dice(\"1d2!\") for i in range(10)], 3))");
    assert_near(mean(&found[0]), 18.144_890_55);
    assert_near(at_least(&found[0], 12), 0.839_759_827);
    for (list, text) in [
        (
            "sum(lowest([dice(\"1d4!\") for i in range(3)], 2))",
            "dice(\"3d4!kl2\")",
        ),
        (
            "min([dice(\"1d4!\") for i in range(3)])",
            "dice(\"3d4!kl1\")",
        ),
        (
            "sorted([dice(\"1d6!\") for i in range(2)])[1]",
            "dice(\"2d6!kh1\")",
        ),
        (
            "sorted([dice(\"1d6!\") for i in range(2)])[0]",
            "dice(\"2d6!kl1\")",
        ),
    ] {
        let (list, text) = (distributions_of(list), distributions_of(text));
        for value in 1..40 {
            let masses =
                [&list, &text].map(|distributions| distributions[0].pmf.mass(value).value());
            assert!((masses[0] - masses[1]).abs() < 1e-14, "{value}: {masses:?}");
        }
    }
}

/// Compares with an enumeration of all dice.
#[test]
fn mixed_pools_match_enumerated_dice() {
    let mixed = distributions(
        "total = count(\"Two highest\")\nlow = count(\"Lowest\")\nodd = count(\"Odd\")\ndef trial():\n    faces = pool([3, 6, 4, 4])\n    \
         record(total, sum(highest(faces, 2)))\n    record(low, faces[3])\n    record(odd, sum(f % 2 for f in faces))\n",
    );
    let mut counts = [[0u64; 13]; 3];
    for fall in 0..3 * 6 * 4 * 4u32 {
        let mut faces = [
            fall % 3 + 1,
            fall / 3 % 6 + 1,
            fall / 18 % 4 + 1,
            fall / 72 + 1,
        ];
        faces.sort_unstable_by(|a, b| b.cmp(a));
        counts[0][(faces[0] + faces[1]) as usize] += 1;
        counts[1][faces[3] as usize] += 1;
        counts[2][faces.iter().filter(|face| **face % 2 == 1).count()] += 1;
    }
    for (distribution, counts) in mixed.iter().zip(counts) {
        for (value, count) in counts.into_iter().enumerate() {
            assert_near(
                distribution.pmf.mass(value as i64).value(),
                count as f64 / 288.0,
            );
        }
    }
    let large = "t = count(\"Two\")\ndef trial():\n    record(t, sum(highest(pool([4, 4, 6, 6, 8, 8, 10, 10, 12, 12]), 2)))\n";
    assert_near(mean(&distributions(large)[0]), 113_972_531.0 / 6_635_520.0);
    assert_near(at_least(&distributions(large)[0], 20), 0.234_290_364);
}

#[test]
fn interchangeable_kinds_are_merged() {
    let distributions_of = |deck: &str| {
        distributions(&format!(
            "alike = count(\"Alike\")\nfull = count(\"Full\")\ndef trial():\n    bag = [20, 20, 20, 20, 20]\n    n, m = 0, 0\n    \
             for i in range(9):\n        tiles, bag = draw({deck}, 4)\n        n += max(tiles) >= 3\n        m += max(tiles) == 4\n    \
             record(alike, n)\n    record(full, m)\n"
        ))
    };
    let found = distributions_of("bag");
    assert_near(at_least(&found[0], 3), 0.088_201_036);
    assert_near(at_least(&found[1], 1), 0.054_203_407);
    // A kind that is read separately cannot be exchanged with others.
    let named = distributions(
        "first = count(\"First\")\ndef trial():\n    bag = [3, 2]\n    n = 0\n    for i in range(2):\n        tiles, bag = draw(bag, 1)\n        \
         n += tiles[0]\n    record(first, n)\n",
    );
    let right = [1.0 / 10.0, 6.0 / 10.0, 3.0 / 10.0];
    right
        .into_iter()
        .enumerate()
        .for_each(|(n, right)| assert_near(named[0].pmf.mass(n as i64).value(), right));
}

/// Guns, bread and an assault, week after week. Different walks reach the same places, and each
/// place is explored once. The odds are those of an independent program that enumerates all weeks.
#[test]
fn recurring_states_are_explored_once() {
    let text = include_str!("siege.odds");
    let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
    let (budget, watch) = (
        Budget {
            leaves: 15_000_000,
            ..Budget::default()
        },
        Watch::default(),
    );
    let graph = explore(&rule, &Parts::ALL, &budget, &watch).unwrap();
    let distributions = solve(&graph, &budget, &watch).unwrap();
    let endings =
        [0, 1, 2].map(|outcome| distributions[0].as_ref().unwrap().pmf.mass(outcome).value());
    let expected = [
        0.8764389062717536,
        1.381306048118263e-9,
        0.12356109234694006,
    ];
    for (probability, expected) in endings.into_iter().zip(expected) {
        assert!(
            (probability - expected).abs() < 1e-14,
            "{probability} {expected}"
        );
    }
    let alive = distributions[1].as_ref().unwrap().pmf.mean();
    assert!((alive - 9.71021107809752).abs() < 1e-13, "{alive}");
}

/// The largest and the smallest count of a large tally have the odds of the sum over all counts,
/// and the same values if the rest of the tally is read, too.
#[test]
fn extremes_of_large_tallies_are_exact() {
    let distributions = |text: &str| {
        let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
        let (budget, watch) = (
            Budget {
                leaves: 2_000_000,
                ..Budget::default()
            },
            Watch::default(),
        );
        let graph = explore(&rule, &Parts::ALL, &budget, &watch).unwrap();
        solve(&graph, &budget, &watch).unwrap()
    };
    for extreme in ["max", "min"] {
        let head = "x = count(\"X\")\ny = count(\"Y\")\ndef trial():\n    t = tally(42, 3)\n";
        let alone = distributions(&format!(
            "{head}    record(x, {extreme}(t))\n    record(y, 0)\n"
        ));
        let with_entry = distributions(&format!(
            "{head}    record(x, {extreme}(t))\n    record(y, t[0])\n"
        ));
        let whole = distributions(&format!(
            "{head}    a, b, c = t[0], t[1], t[2]\n    record(x, {extreme}(a, b, c))\n    record(y, 0)\n"
        ));
        for value in 0..=42 {
            let [found, other, known] = [&alone, &with_entry, &whole]
                .map(|distributions| distributions[0].as_ref().unwrap().pmf.mass(value).value());
            assert!(
                (found - known).abs() <= 1e-13 && (other - known).abs() <= 1e-13,
                "{extreme} {value}: {found} {other} {known}"
            );
        }
    }
    let large =
        distributions("x = count(\"X\")\ndef trial():\n    record(x, max(tally(1000, 100)))\n");
    assert!((large[0].as_ref().unwrap().pmf.mean() - 18.76).abs() < 0.01);
    // Two dice of 300 kinds: too many entries to read one by one.
    let many_kinds =
        distributions("x = count(\"X\")\ndef trial():\n    record(x, max(tally(2, 300)))\n");
    assert!((many_kinds[0].as_ref().unwrap().pmf.mass(2).value() - 1.0 / 300.0).abs() < 1e-15);
}

/// A function that counts how long it waits has more values than a cycle may have. Its distribution
/// is computed nevertheless.
#[test]
fn long_waiting_functions_are_solved() {
    let text = "x = count(\"X\")\ndef waits(odds):\n    n = 0\n    while not chance(1, odds):\n        n += 1\n    return n\n\
                def trial():\n    n = waits(254)\n    record(x, n + n)\n";
    let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
    let (budget, watch) = (
        Budget {
            leaves: 3_000_000,
            ..Budget::default()
        },
        Watch::default(),
    );
    let graph = explore(&rule, &Parts::ALL, &budget, &watch).unwrap();
    let distributions = solve(&graph, &budget, &watch).unwrap();
    let distribution = distributions[0].as_ref().unwrap();
    for n in [0, 1, 500, 5000] {
        let known = (253.0f64 / 254.0).powi(n) / 254.0;
        assert!(
            (distribution.pmf.mass(2 * i64::from(n)).value() - known).abs() < 1e-12 * known,
            "{n}"
        );
    }
}
