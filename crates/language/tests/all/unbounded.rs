//! Tests rules with unbounded counters: solved if their states repeat, truncated otherwise. They
//! are compared with closed forms, and with the same rules explored until hardly any trial
//! continues.

use oddsmith_engine::explore::{Budget, Graph, Leaves, Level, Model, Stop, Watch, explore};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_engine::{Ask, Metric, Parts, RuleError, RuleErrorKind};
use oddsmith_language::{RuleFile, Scratch, SetRule, State};

fn rule(text: &str) -> SetRule {
    RuleFile::read(text)
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}\n{text}"))
        .rule(&[])
        .unwrap()
}

fn explore_model(model: &impl Model) -> Result<Graph, Stop> {
    explore(model, &Parts::ALL, &Budget::default(), &Watch::default())
}

fn distributions(graph: &Graph) -> Vec<ExactDistribution> {
    let distributions = solve(graph, &Budget::default(), &Watch::default()).unwrap();
    distributions.into_iter().map(Option::unwrap).collect()
}

/// Returns the distributions of a rule whose states repeat above some level.
fn distributions_of_repeating(text: &str) -> Vec<ExactDistribution> {
    let graph = explore_model(&rule(text)).unwrap_or_else(|stop| panic!("{stop}"));
    assert!(
        graph.repeats_above().is_some(),
        "it does not repeat itself:\n{text}"
    );
    distributions(&graph)
}

fn chance_of(distribution: &ExactDistribution, value: i64) -> f64 {
    distribution.pmf.mass(value).float()
}

fn assert_near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// The same rule without level information: it is explored until it is truncated.
struct NonRepeating<'r>(&'r SetRule);

impl Model for NonRepeating<'_> {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        self.0.metrics()
    }

    fn start(&self, parts: &Parts) -> State {
        self.0.start(parts)
    }

    fn level(&self, _: &State, _: i64) -> Level<State> {
        Level::Unclear
    }

    fn expand(
        &self,
        state: &State,
        scratch: &mut Scratch,
        leaves: &mut Leaves<State>,
    ) -> Result<(), RuleError> {
        self.0.expand(state, scratch, leaves)
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.0.play(ask)
    }
}

fn flips(gold: u32, percent: u32) -> String {
    format!(
        "broke = flag(\"Broke\")\nleft = count(\"Left\")\ndef trial():\n    n = {gold}\n    while n > 0:\n        \
         n = n + 1 if chance({percent}, 100) else n - 1\n    record(broke, true)\n    record(left, 7)\n"
    )
}

#[test]
fn gamblers_go_broke_with_certainty() {
    for (gold, percent) in [(10, 50), (10, 49), (1, 50), (3, 40), (90, 50)] {
        let distributions = distributions_of_repeating(&flips(gold, percent));
        assert_eq!(
            (
                distributions[0].pmf.mass(1).fraction(),
                distributions[0].unresolved
            ),
            (Some((1, 1)), 0.0),
            "{gold} at {percent}%"
        );
        assert_eq!(
            (
                distributions[1].pmf.mass(7).fraction(),
                distributions[1].pmf.mean()
            ),
            (Some((1, 1)), 7.0)
        );
    }
}

#[test]
fn endless_growth_is_refused() {
    for percent in [51, 60] {
        let stop =
            explore_model(&rule(&flips(10, percent))).expect_err("it never ends for certain");
        let Stop::Rule(error) = stop else {
            panic!("{stop}")
        };
        assert_eq!(
            (error.kind, error.problem.as_str()),
            (RuleErrorKind::Endless, "this loop may never end")
        );
        let fault = rule(&flips(10, percent))
            .fault(&Watch::default())
            .expect("it is found");
        assert!(
            fault.span.is_some() && fault.kind == RuleErrorKind::Endless,
            "{fault:?}"
        );
        assert_eq!(
            fault.problem,
            "`n` rises on average, so this loop may never end"
        );
        assert!(
            fault
                .help
                .starts_with("add an upper bound to its condition: `and n < 500`"),
            "{}",
            fault.help
        );
        // The bound that the help suggests ends the loop.
        let bounded = flips(10, percent).replacen("while n > 0:", "while n > 0 and n < 500:", 1);
        assert!(bounded.contains("< 500") && rule(&bounded).fault(&Watch::default()).is_none());
    }
}

/// Up by one with 2/3, down by two with 1/3, until it reaches 0 or passes it. The probability of
/// reaching exactly 0 is the bounded solution of h(x) = 2/3 h(x + 1) + 1/3 h(x - 2) with h(0) = 1
/// and h(-1) = 0, which is h(x) = 2/3 + 1/3 (-1/2)^x.
#[test]
fn walk_passing_zero_matches_its_closed_form() {
    for start in [1, 2, 3, 10] {
        let distributions = distributions_of_repeating(&format!(
            "just = flag(\"Just nothing\")\ndef trial():\n    n = {start}\n    while n > 0:\n        \
             n += 1 if chance(2, 3) else -2\n    record(just, n == 0)\n"
        ));
        assert_near(
            chance_of(&distributions[0], 1),
            2.0 / 3.0 + (-0.5f64).powi(start) / 3.0,
        );
        assert_eq!(distributions[0].unresolved, 0.0);
    }
}

/// A storm ends the walk once in a hundred turns. The walk reaches 0 with probability z^10, where z
/// is the smaller root of 0.99 (z^2 + 1)/2 = z.
#[test]
fn early_ends_of_unbounded_walks_are_counted() {
    let distributions = distributions_of_repeating(
        "storm = flag(\"Storm\")\ndef trial():\n    n = 10\n    over = false\n    while n > 0 and not over:\n        \
         if chance(1, 100):\n            over = true\n        else:\n            n += roll([-1, 1])\n    \
         record(storm, over)\n",
    );
    let z = (1.0 - (1.0f64 - 0.99 * 0.99).sqrt()) / 0.99;
    assert_near(chance_of(&distributions[0], 0), z.powi(10));
    assert_near(
        chance_of(&distributions[0], 0) + chance_of(&distributions[0], 1),
        1.0,
    );
}

/// Steps of up to three on both sides of 0, until 0 is hit. The probability of coming from above,
/// with start 1, was solved separately as sparse systems of 2,000, 4,000 and 8,000 places, all of
/// which give 0.635205913337.
#[test]
fn walk_on_both_sides_of_zero_is_solved() {
    let distributions = distributions_of_repeating(
        "side = flag(\"From above\")\ndef trial():\n    x = 1\n    last = true\n    while x != 0:\n        \
         last = x > 0\n        x += roll([-3, -2, -1, 1, 2, 3])\n    record(side, last)\n",
    );
    assert_near(chance_of(&distributions[0], 1), 0.635_205_913_337);
}

/// Two numbers that move in opposite directions, and a mood that changes the speed.
#[test]
fn numbers_that_move_together_are_solved() {
    let distributions = distributions_of_repeating(
        "mood = category(\"Mood\", calm = neutral, wild = mixed)\ndef trial():\n    a = 4\n    b = 1 - a\n    \
         wild = false\n    while a > 0 and b < 1:\n        if roll(6) == 6:\n            wild = not wild\n        \
         step = roll([-2, -1, 1, 2]) if wild else roll([-1, 1])\n        a += step\n        b = 1 - a\n    \
         record(mood, \"wild\" if wild else \"calm\")\n",
    );
    assert!(
        (chance_of(&distributions[0], 0) + chance_of(&distributions[0], 1) - 1.0).abs() < 1e-12
            && distributions[0].unresolved == 0.0
    );
    assert!(chance_of(&distributions[0], 0) > 0.3 && chance_of(&distributions[0], 1) > 0.3);
}

/// Random numbers from a seed, so that each seed gives another program.
struct SeededNumbers(u64);

impl SeededNumbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Returns a random walk that decreases on average, with random limits, two moods, and an
/// occasional exit.
fn random_walk(number: u64) -> String {
    let mut dealt = SeededNumbers(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    let steps = |dealt: &mut SeededNumbers| {
        let up = 1 + dealt.below(2);
        let mut list: Vec<String> = (0..1 + dealt.below(2))
            .map(|_| (1 + dealt.below(up)).to_string())
            .collect();
        list.extend((0..2 + dealt.below(2)).map(|_| format!("-{}", 1 + dealt.below(3))));
        format!("roll([{}])", list.join(", "))
    };
    let (start, limit, other) = (
        1 + dealt.below(30),
        20 + dealt.below(90),
        1 + dealt.below(4),
    );
    let (calm, wild, beyond) = (steps(&mut dealt), steps(&mut dealt), steps(&mut dealt));
    let out = 20 + dealt.below(100);
    let sign = ["n", "-n"][dealt.below(2) as usize];
    format!(
        "where = count(\"Where\")\nhow = flag(\"Wild\")\ndef trial():\n    n = {start}\n    m = {sign}\n    \
         wild = false\n    while n > 0:\n        if roll({other} + 2) == 1:\n            wild = not wild\n        \
         if n > {limit}:\n            step = {beyond}\n        else:\n            step = {wild} if wild else {calm}\n        \
         n += step\n        m = {sign}\n        if abs(m) > 5 and roll({out}) == 1:\n            record(where, 99)\n            \
         record(how, m > 0)\n            return\n    record(where, n)\n    record(how, wild)\n"
    )
}

#[test]
fn random_walks_match_truncated_exploration() {
    let mut repeats = 0;
    for number in 0..24 {
        let text = random_walk(number);
        let rule = rule(&text);
        let (together, truncated) = (explore_model(&rule), explore_model(&NonRepeating(&rule)));
        let (Ok(together), Ok(truncated)) = (together, truncated) else {
            panic!("{number}: {text}")
        };
        repeats += u32::from(together.repeats_above().is_some());
        assert_eq!(truncated.repeats_above(), None);
        for (whole, truncated_distribution) in distributions(&together)
            .iter()
            .zip(distributions(&truncated))
        {
            assert!(whole.unresolved <= truncated_distribution.unresolved + 1e-300);
            assert_eq!(
                whole.pmf.masses().len(),
                truncated_distribution.pmf.masses().len(),
                "{number}: {text}"
            );
            for ((value, mass), (same, other)) in whole
                .pmf
                .masses()
                .iter()
                .zip(truncated_distribution.pmf.masses())
            {
                assert!(
                    value == same && (mass.float() - other.float()).abs() < 1e-12,
                    "{number}, {value}: {text}"
                );
            }
        }
    }
    assert!(repeats >= 16, "{repeats} repeat themselves");
}

/// A rule does not repeat if it multiplies, divides or records the large number itself, asks about
/// it, or compares it with large numbers.
#[test]
fn inspected_numbers_do_not_repeat() {
    for end in [
        "record(x, n % 2)",
        "record(x, n // 3)",
        "record(x, min(n * 2, 9))",
    ] {
        let text = format!(
            "x = count(\"X\")\ndef trial():\n    n = 3\n    m = 0\n    while chance(1, 2):\n        n += 1\n    {end}\n"
        );
        let graph = explore_model(&rule(&text)).unwrap();
        assert_eq!(graph.repeats_above(), None, "{text}");
        assert!(distributions(&graph)[0].unresolved > 0.0);
    }
    // Beyond 300 the walk changes, which is noticed from 512 on; beyond 100,000 it is not.
    let far = |limit: u32| {
        format!(
            "x = flag(\"X\")\ndef trial():\n    n = 3\n    while n > 0:\n        if n > {limit}:\n            n -= 1\n        \
             else:\n            n += roll([-1, 1])\n    record(x, true)\n"
        )
    };
    let graph = explore_model(&rule(&far(300))).unwrap();
    assert_eq!(
        (graph.repeats_above(), distributions(&graph)[0].unresolved),
        (None, 0.0),
        "it has an end after all"
    );
}

/// A bounded loop over a list does not count as an unbounded number.
#[test]
fn finite_list_after_unbounded_walk_is_solved() {
    let walk = "    n = 1\n    while n > 0:\n        n = n + 1 if chance(49, 100) else n - 1\n";
    let text = format!(
        "hit = flag(\"Hit\")\nL = [1 if i < 100 else 0 for i in range(300)]\ndef trial():\n{walk}    s = false\n    \
         for w in L:\n        if chance(w, 1000):\n            s = true\n            break\n        if chance(1, 1000):\n            \
         break\n    record(hit, s)\n"
    );
    // Each of the first hundred entries is reached if neither event has happened before.
    let come: f64 = (0..100).map(|entry| 0.999f64.powi(2 * entry)).sum();
    assert_near(
        chance_of(&distributions_of_repeating(&text)[0], 1),
        come / 1000.0,
    );
}

/// The upward drift is too small for floats, but there are so many walks that it matters.
#[test]
fn nearly_balanced_walk_is_not_solved() {
    let explore_with = |up: &str| {
        let text = format!(
            "x = count(\"X\")\ndef trial():\n    n, k = 1, 0\n    while k == 0:\n        if n == 0:\n            n = 1\n            \
             if chance(1, 1000000):\n                k = roll(2)\n        elif chance({up}):\n            n += 1\n        else:\n            \
             n -= 1\n    record(x, k)\n"
        );
        let budget = Budget {
            edges: 100_000,
            ..Budget::default()
        };
        explore(&rule(&text), &Parts::ALL, &budget, &Watch::default())
    };
    assert!(matches!(
        explore_with("0.50000000000001"),
        Err(Stop::TooLarge { .. })
    ));
    let grows = explore_with("0.5001");
    assert!(
        matches!(&grows, Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Endless),
        "{:?}",
        grows.err()
    );
    let even = explore_with("0.5").unwrap_or_else(|stop| panic!("{stop}"));
    assert_eq!(distributions(&even)[0].pmf.mass(1).fraction(), Some((1, 2)));
}

/// Starting at a million million takes no longer than starting at ten.
#[test]
fn walks_may_start_at_huge_numbers() {
    for start in ["10", "1000000000000"] {
        let text = format!(
            "o = flag(\"Over\")\nm = count(\"Storms\")\ndef trial():\n    n, k = {start}, 0\n    while n > 0 and k == 0:\n        \
             n += roll([-1, 1])\n        k = 1 if chance(1, 1000000000000) else 0\n    record(o, true)\n    record(m, k)\n"
        );
        let distributions = distributions_of_repeating(&text);
        assert_near(chance_of(&distributions[0], 1), 1.0);
        let dies = 1e-12f64;
        // The first passage from n to 0 before a storm has probability r^n, where r is the smaller
        // root of r = (1 - d)(1 + r²) / 2; the storm comes after each step.
        let r = (1.0 - (1.0 - (1.0 - dies).powi(2)).sqrt()) / (1.0 - dies);
        let calm = if start == "10" { 1.0 - r.powi(10) } else { 1.0 };
        assert!(
            (chance_of(&distributions[1], 1) / calm - 1.0).abs() < 1e-3,
            "{start}: {} {calm}",
            chance_of(&distributions[1], 1)
        );
    }
}

/// An accumulator in a nested loop adds no states.
#[test]
fn totals_in_nested_loops_need_few_states() {
    let text = |recorded: &str| {
        format!(
            "x = count(\"X\")\nd = count(\"D\")\ndef trial():\n    a, b, n = 2, 0, 0\n    while b < 3:\n        n += 2\n        while a != 8:\n            \
             a = min(20, a + 1) if chance(1, 3) else max(0, a - 1)\n            n += 1\n        a = roll(6)\n        b += roll(2) - 1\n    \
             record(x, a)\n    record(d, {recorded})\n"
        )
    };
    let graph = explore_model(&rule(&text("n"))).unwrap_or_else(|stop| panic!("{stop}"));
    assert!(graph.edge_count() < 2000, "{} edges", graph.edge_count());
    let solved = oddsmith_engine::solve::moments(&graph, 1, &Watch::default())
        .unwrap()
        .unwrap();
    // A walk that is reflected at 0 takes t(a) steps from a to a + 1: t(0) = 3, t(a) = 3 + 2 t(a -
    // 1).
    let up: Vec<f64> = (0..8)
        .scan(0.0, |before, _| {
            *before = 3.0 + 2.0 * *before;
            Some(*before)
        })
        .collect();
    let to_eight = |from: usize| up[from..].iter().sum::<f64>();
    let mean_from_roll = (1..=6).map(to_eight).sum::<f64>() / 6.0;
    // Six turns of the outer loop on average; the first starts at 2, all others at a roll.
    let mean = 6.0 * 2.0 + to_eight(2) + 5.0 * mean_from_roll;
    assert!(
        (solved.mean / mean - 1.0).abs() < 1e-10,
        "{} {mean}",
        solved.mean
    );
}
