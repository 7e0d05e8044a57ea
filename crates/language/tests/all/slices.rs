//! Tests that a metric is explored with the statements that it needs, and has the same odds.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::solve::solve;
use oddsmith_language::RuleFile;

use super::spelling::{assert_near, distributions, mean};

#[test]
fn independent_metrics_are_explored_separately() {
    let rolls = |n: usize| format!("    record(o{n}, dice(\"{}d6kh3\"))\n", n + 2);
    let declared: String = (1..8)
        .map(|n| format!("o{n} = count(\"Output {n}\")\n"))
        .collect();
    let text = format!(
        "{declared}def trial():\n{}",
        (1..8).map(rolls).collect::<String>()
    );
    let rule = RuleFile::read(&text).unwrap().rule(&[]).unwrap();
    assert_eq!(
        rule.metric_descriptions()
            .iter()
            .map(|metric| metric.part)
            .collect::<Vec<_>>(),
        [0, 1, 2, 3, 4, 5, 6]
    );
    let found = distributions(&text);
    assert_near(mean(&found[0]), 10.5);
    assert_near(mean(&found[1]), 12.244_598_765);
    let graph = rule
        .into_any()
        .explore(3, &Budget::default(), &Watch::default())
        .unwrap();
    assert!(graph.state_count() < 5);
}

/// Metrics are grouped by the values that they read, by the conditions of their records, and by
/// loops that end for both.
#[test]
fn metrics_are_grouped_by_shared_dependencies() {
    let parts = |trial: &str| {
        let text =
            format!("a = count(\"A\")\nb = count(\"B\")\nc = count(\"C\")\ndef trial():\n{trial}");
        let file = RuleFile::read(&text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"));
        file.rule(&[])
            .unwrap()
            .metric_descriptions()
            .iter()
            .map(|metric| metric.part)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        parts("    x = roll(6)\n    record(a, x)\n    record(b, roll(4))\n    record(c, x + 1)\n"),
        [0, 1, 0]
    );
    // One die decides whether the other is increased.
    let decided = "    x = roll(6)\n    y = roll(6)\n    if x == 6:\n        y += 1\n    record(a, x)\n    record(b, y)\n    record(c, roll(4))\n";
    assert_eq!(parts(decided), [0, 0, 1]);
    // An early end of the trial affects all later records.
    let ends = "    x = roll(6)\n    record(a, x)\n    record(b, 1)\n    record(c, 1)\n    if x == 6:\n        return\n    y = roll(6)\n";
    assert_eq!(parts(ends), [0, 0, 0]);
    // One of them ends the loop.
    let left = "    n = 0\n    m = 0\n    while true:\n        n += 1\n        m += roll(2)\n        if roll(6) == 6:\n            break\n    \
                record(a, n)\n    record(b, m)\n    record(c, roll(4))\n";
    assert_eq!(parts(left), [0, 0, 1]);
    // A metric without chance joins the first group; a function that asks counts as chance.
    let text = "a = count(\"A\")\nb = count(\"B\")\ndef die():\n    return roll(6)\ndef trial():\n    x = die()\n    record(a, 3)\n    record(b, x)\n";
    let file = RuleFile::read(text).unwrap();
    assert_eq!(
        file.rule(&[])
            .unwrap()
            .metric_descriptions()
            .iter()
            .map(|metric| metric.part)
            .collect::<Vec<_>>(),
        [0, 0]
    );
}

/// A statement that no metric needs may fail or run forever. Then the metrics are not explored
/// separately, so that the fault is found.
#[test]
fn unneeded_statements_that_may_fail_are_kept() {
    let problem_of = |within: &str| {
        let text = format!(
            "a = count(\"A\")\nb = count(\"B\")\ndef trial():\n    x = roll(6)\n    record(a, x)\n    y = dice(\"12d6\")\n{within}    record(b, roll(6))\n"
        );
        let rule = RuleFile::read(&text).unwrap().rule(&[]).unwrap();
        let rule = rule.into_any();
        match (0..rule.part_count())
            .map(|part| rule.explore(part, &Budget::default(), &Watch::default()))
            .find(Result::is_err)
        {
            Some(Err(stop)) => stop.to_string(),
            _ => rule
                .fault(&Watch::default())
                .map_or_else(String::new, |error| error.problem),
        }
    };
    assert_eq!(problem_of(""), "");
    for (within, problem) in [
        (
            "    if y == 72:\n        z = 6 // (x - 6)\n",
            "divides by 0",
        ),
        ("    while y == 72:\n        z = roll(6)\n", "can never end"),
        (
            "    if y < 72:\n        q = 1\n    z = q\n",
            "has no value yet",
        ),
        (
            "    g = 1 if y == 72 else 0\n    while g > 0:\n        g += 1 if chance(2, 3) else -1\n",
            "may never end",
        ),
    ] {
        let found = problem_of(within);
        assert!(found.contains(problem), "{within}: {found}");
    }
    // An error names the metric that it is about.
    let text = "a = count(\"A\")\nb = count(\"B\")\ndef trial():\n    x = roll(6)\n    y = roll(6)\n    if y != 5:\n        record(b, y)\n    record(a, x)\n";
    let error = RuleFile::read(text)
        .unwrap()
        .rule(&[])
        .unwrap()
        .fault(&Watch::default())
        .unwrap();
    assert!(
        error.problem.contains("without a record of `b`"),
        "{}",
        error.problem
    );
}

/// A trial that ends early never reaches its later records.
#[test]
fn slices_keep_early_returns() {
    let text = "a = count(\"A\")\nb = count(\"B\", absent = \"none\")\ndef trial():\n    x = roll(6)\n    y = roll(4)\n    \
                record(a, y)\n    if x == 6:\n        return\n    record(b, y)\n";
    let rule = RuleFile::read(text)
        .unwrap()
        .rule(&[])
        .unwrap()
        .slice_metrics(&[1])
        .unwrap();
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = explore(&rule, &Parts::ALL, &budget, &watch).unwrap();
    let distributions = solve(&graph, &budget, &watch).unwrap();
    assert_eq!(
        distributions[1].as_ref().unwrap().absent.fraction(),
        Some((1, 6))
    );
}

/// For every file that can be explored as a whole, also with mistakes, the slice of each metric has
/// the same odds.
#[test]
fn a_slice_has_the_odds_of_the_whole() {
    let (bundled, mut numbers) = (
        crate::mutate::bundled_files(),
        crate::mutate::Numbers::new(0x51CE),
    );
    let texts: Vec<String> = (0..1500)
        .map(|_| crate::mutate::mutate_file(&bundled, &mut numbers))
        .collect();
    let (budget, watch) = (
        Budget {
            edges: 3000,
            leaves: 100_000,
            ..Budget::default()
        },
        Watch::default(),
    );
    let (mut held, mut smaller) = (0, 0);
    for text in bundled.iter().chain(&texts) {
        let Ok(rule) = RuleFile::read(text).map(|file| file.rule(&[])) else {
            continue;
        };
        let Ok(rule) = rule else { continue };
        let Ok(whole) = explore(&rule, &Parts::ALL, &budget, &watch) else {
            continue;
        };
        let Ok(distributions) = solve(&whole, &budget, &watch) else {
            continue;
        };
        let slots: Vec<usize> = rule
            .metrics()
            .iter()
            .enumerate()
            .flat_map(|(metric_index, metric)| metric.all_steps().map(move |_| metric_index))
            .collect();
        for metric in 0..rule.metric_descriptions().len() {
            let Some(sliced) = rule.slice_metrics(&[metric]) else {
                continue;
            };
            let graph = explore(&sliced, &Parts::ALL, &budget, &watch)
                .unwrap_or_else(|stop| panic!("{stop}\n{text}"));
            let sliced_distributions =
                solve(&graph, &budget, &watch).unwrap_or_else(|stop| panic!("{stop}\n{text}"));
            smaller += usize::from(graph.state_count() < whole.state_count());
            for slot in (0..slots.len()).filter(|&slot| slots[slot] == metric) {
                let (Some(distribution), Some(sliced_distribution)) =
                    (&distributions[slot], &sliced_distributions[slot])
                else {
                    continue;
                };
                let values = distribution
                    .pmf
                    .masses()
                    .iter()
                    .chain(sliced_distribution.pmf.masses())
                    .map(|(value, _)| *value);
                for value in values {
                    let masses = [distribution, sliced_distribution]
                        .map(|distribution| distribution.pmf.mass(value).value());
                    let open = distribution.unresolved + sliced_distribution.unresolved + 1e-12;
                    assert!(
                        (masses[0] - masses[1]).abs() <= open,
                        "{metric}, {value}: {masses:?}\n{text}"
                    );
                }
                held += 1;
            }
        }
    }
    assert!(held > 500 && smaller > 12, "{held} held, {smaller} smaller");
}

/// An unused assignment of a literal does not prevent slicing.
#[test]
fn unneeded_safe_statements_are_dropped() {
    let text = "a = count(\"A\")\nb = count(\"B\")\ndef trial():\n    idle = -1\n    text = \"none\"\n    record(a, roll(6))\n    \
                record(b, roll(4))\n";
    let parts = |text: &str| {
        let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
        rule.metric_descriptions()
            .iter()
            .map(|metric| metric.part)
            .collect::<Vec<u32>>()
    };
    assert_eq!(parts(text), [0, 1]);
    assert_eq!(parts(&text.replace("-1", "1 // 0")), [0, 0]);
}
