//! Tests best play of rule files against enumerations of every answer and decision, and against
//! simulations of the plan.

mod at_once;
mod by_hand;
mod heuristics;
mod hidden;
mod pig;
mod ties;

use oddsmith_engine::explore::{Budget, Graph, Model, Watch, explore};
use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_engine::simulate::{Purpose, Stream, play};
use oddsmith_engine::solve::{Aim, Optimality, Plan, plan, solve};
use oddsmith_engine::{DecisionRule, Parts, Policy, Side};
use oddsmith_language::{RuleFile, SetRule, Setting};
use proptest::prelude::*;

use by_hand::value_by_hand;

fn rule(text: &str) -> SetRule {
    RuleFile::read(text)
        .unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"))
        .rule(&[])
        .unwrap()
}

fn bundled(name: &str, settings: &[(&str, i64)]) -> SetRule {
    let path = format!("{}/../../rules/{name}.odds", env!("CARGO_MANIFEST_DIR"));
    let file = RuleFile::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let settings: Vec<_> = settings
        .iter()
        .map(|&(name, value)| (name, Setting::Whole(value)))
        .collect();
    file.rule(&settings).unwrap()
}

fn answer_all(rule: &SetRule, answer: DecisionRule) -> SetRule {
    rule.answered_by(Policy::new(vec![answer; Model::choices(rule).len()]))
        .expect("it leaves something to a player")
}

fn graph(rule: &SetRule) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{stop:?}"))
}

fn plan_for(rule: &SetRule, aim: &Aim, theirs: &[&str]) -> Plan {
    let mut choices = Model::choices(rule);
    choices
        .iter_mut()
        .filter(|choice| theirs.contains(&choice.name.as_str()))
        .for_each(|choice| choice.side = Side::Them);
    plan(
        &graph(&answer_all(rule, DecisionRule::Best)),
        &choices,
        std::slice::from_ref(aim),
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends")
}

const MEAN: Aim = Aim {
    objective: Expression::Seen(0),
    minimises: false,
};

fn at_least(least: i64) -> Aim {
    let expression = Expression::compare(
        Comparison::AtLeast,
        Expression::Seen(0),
        Expression::Number(least),
    );
    Aim {
        objective: expression,
        minimises: false,
    }
}

/// Returns the aim that the first metric has its first outcome.
fn first_outcome() -> Aim {
    Aim {
        objective: Expression::compare(
            Comparison::Equal,
            Expression::Seen(0),
            Expression::Number(0),
        ),
        minimises: false,
    }
}

/// Returns the value of an aim for a value of the first metric.
fn aim_value(aim: &Aim, shown: i64) -> f64 {
    match &aim.objective {
        Expression::Seen(_) => shown as f64,
        expression => expression
            .evaluate(&mut |_| Some(shown))
            .flatten()
            .expect("a number") as f64,
    }
}

/// Returns the mean of an aim in a graph without open choices.
fn mean(graph: &Graph, aim: &Aim) -> f64 {
    let distributions = solve(graph, &Budget::default(), &Watch::default()).expect("it ends");
    let distribution = distributions[0].as_ref().expect("a law");
    distribution
        .pmf
        .masses()
        .iter()
        .map(|&(value, mass)| aim_value(aim, value) * mass.float())
        .sum()
}

/// Choices before and after dice, in a loop, in a function with two callers, and in a list.
const EVERYWHERE: &str = r#"
total = count("Total")
start = player("Start")
pay_again = player("Pay again?")
risk = player("Risk it?")
each = player("Each")

def pay(n):
    face = roll(n)
    if choose(pay_again, ["keep", "again"]) == "again":
        return roll(n)
    return face

def trial():
    x = choose(start, [0, 1, 2])
    x += pay(3) - x
    for turn in upto(2):
        x += roll(2) if choose(risk, [false, true]) else 1
    x += pay(2)
    more = [choose(each, [0, 1]) * roll(2) for k in range(2)]
    record(total, x * 10 // 3 - sum(more) * x // 4)
"#;

#[test]
fn choices_work_anywhere_in_a_rule() {
    let rule = rule(EVERYWHERE);
    for (aim, theirs) in [
        (MEAN, &[][..]),
        (at_least(14), &[]),
        (
            Aim {
                minimises: true,
                ..MEAN
            },
            &[],
        ),
        (MEAN, &["each"]),
        (at_least(12), &["pay_again", "each"]),
    ] {
        let (found, expected) = (
            plan_for(&rule, &aim, theirs),
            value_by_hand(&rule, &aim, theirs),
        );
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{aim:?}, {theirs:?}: {} and {expected}",
            found.value
        );
        assert!(
            (mean(&found.graph, &aim) - expected).abs() < 1e-12,
            "{aim:?}: the law under best play"
        );
    }
}

#[test]
fn situations_list_only_names_still_needed() {
    let rule = rule(EVERYWHERE);
    let found = plan_for(&rule, &MEAN, &[]);
    let names = |choice: usize| {
        let decision = found
            .decisions
            .iter()
            .find(|decision| decision.choice == choice)
            .expect("it is met");
        rule.situation_in_words(choice, &decision.situation)
    };
    let order: Vec<String> = Model::choices(&rule)
        .into_iter()
        .map(|choice| choice.name)
        .collect();
    let named_values = |name: &str| {
        names(
            order
                .iter()
                .position(|choice_name| choice_name == name)
                .unwrap(),
        )
    };
    let keys = |name: &str| {
        named_values(name)
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert!(named_values("start").is_empty());
    // `pay` is called from two places. Its arguments are among the names, and so are the names in
    // scope at the calls.
    assert_eq!(keys("pay_again"), ["line", "x", "n", "face"]);
    assert_eq!(keys("risk"), ["x", "turn"]);
    assert_eq!(keys("each"), ["x", "so far", "k"]);
    assert_eq!(named_values("risk")[1].1, "1");
}

/// An accumulator is remembered if the aim needs it. A player sees it as it grows.
const TOTAL: &str = r#"
total = count("Total")
how   = player("How")

def trial():
    sum = 0
    for turn in upto(3):
        sum += 3 if choose(how, ["safe", "risky"]) == "safe" else roll(6)
    record(total, sum)
"#;

#[test]
fn running_totals_are_remembered_when_the_aim_needs_them() {
    let rule = rule(TOTAL);
    let found = plan_for(&rule, &MEAN, &[]);
    assert_eq!(
        (found.remembered.len(), found.decisions.len()),
        (0, 3),
        "its mean takes nothing but the turn"
    );
    for least in [8, 9, 10, 12, 15] {
        let aim = at_least(least);
        let found = plan_for(&rule, &aim, &[]);
        assert_eq!(found.remembered, [0]);
        let expected = value_by_hand(&rule, &aim, &[]);
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{least}: {} and {expected}",
            found.value
        );
        assert_simulation_agrees(&rule, &aim, &found);
    }
}

/// Simulates the plan and compares the mean, within five standard errors.
fn assert_simulation_agrees(rule: &SetRule, aim: &Aim, found: &Plan) {
    let policy = Policy::new(vec![DecisionRule::Best; Model::choices(rule).len()]).with_plan(found);
    let player = rule.answered_by(policy).unwrap();
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let trials = 20_000;
    let tallies = play(&player, stream, 0..1, trials, &Watch::default()).unwrap();
    let (mut sum, mut squares) = (0.0, 0.0);
    for (value, count) in tallies[0].iter() {
        let worth = aim_value(aim, value);
        (sum, squares) = (
            sum + worth * count as f64,
            squares + worth * worth * count as f64,
        );
    }
    let (mean, n) = (sum / trials as f64, trials as f64);
    let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
    assert!(
        (mean - found.value).abs() <= 5.0 * error + 1e-9,
        "{mean} played, {} expected",
        found.value
    );
}

/// Returns a random short trial.
fn program(lines: &[usize]) -> String {
    let pieces = [
        "    x += roll(2)\n",
        "    x += choose(a, [1, 0, 2]) * y - 1\n",
        "    if choose(b, [\"low\", \"high\"]) == \"high\":\n        y = roll(3) - 1\n",
        "    for t in upto(2):\n        x += roll(2) if choose(c, [true, false]) else 1\n",
        "    if chance(1, 3):\n        y += choose(a, [0, 1])\n",
        "    x += pay(2)\n",
        "    while y > 0 and choose(d, [\"go\", \"stop\"]) == \"go\":\n        x += 1\n        y -= roll(2)\n",
        "    if x > 2:\n        x -= y\n",
    ];
    let body: String = lines
        .iter()
        .map(|&line| pieces[line % pieces.len()])
        .collect();
    let asked =
        |name: &&str| *name == "a" || *name == "e" || body.contains(&format!("choose({name},"));
    let players = ["a", "b", "c", "d", "e"].into_iter().filter(asked);
    let players: String = players
        .map(|name| format!("{name} = player(\"Of {name}\")\n"))
        .collect();
    format!(
        "total = count(\"Total\")\n{players}\ndef pay(n):\n    if choose(e, [0, 1]) == 1:\n        return roll(n)\n    return 1\n\n\
         def trial():\n    x, y = 0, 1\n{body}    x += choose(a, [0, 1])\n    record(total, x)\n"
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_play_matches_the_full_game_tree(
        lines in proptest::collection::vec(0usize..8, 1..4),
        least in -1i64..5,
        theirs in proptest::sample::subsequence(vec!["a", "b", "c", "d", "e"], 0..3),
        minimises: bool,
    ) {
        let text = program(&lines);
        let rule = rule(&text);
        for aim in [Aim { minimises, ..MEAN }, Aim { minimises, ..at_least(least) }] {
            let found = plan_for(&rule, &aim, &theirs);
            let expected = value_by_hand(&rule, &aim, &theirs);
            prop_assert!((found.value - expected).abs() < 1e-12, "{}: {} and {expected}", text, found.value);
            assert_simulation_agrees(&rule, &aim, &found);
            if !theirs.is_empty() {
                continue;
            }
            let fixed = [DecisionRule::First, DecisionRule::Uniform, DecisionRule::Option(0), DecisionRule::Option(1), DecisionRule::Option(2)];
            for answer in fixed {
                let other = mean(&graph(&answer_all(&rule, answer)), &aim);
                let gain = if minimises { found.value - other } else { other - found.value };
                prop_assert!(gain < 1e-12, "{}: {answer:?} gives {other}, best play {}", text, found.value);
            }
        }
    }
}

/// The player chooses to hit with probability 1/2 or 1/6, until there is a hit. Best play uses 1/2
/// and reaches the choice twice on average. The other option does not change that.
#[test]
fn recurring_situations_count_every_visit() {
    let text = "\"\"\"Until it hits\"\"\"\nturns = count(\"Turns\")\nhow = player(\"How\")\ndef trial():\n    n = 0\n    hit = false\n    \
        while not hit:\n        n += 1\n        if choose(how, [\"well\", \"badly\"]) == \"well\":\n            \
        hit = roll(6) > 3\n        else:\n            hit = roll(6) > 5\n    record(turns, n)\n";
    let file = RuleFile::read(text).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let rule = file.rule(&[]).expect("it has no parameters");
    let found = plan_for(
        &rule,
        &Aim {
            minimises: true,
            ..MEAN
        },
        &[],
    );
    assert!((found.value - 2.0).abs() < 1e-9, "{}", found.value);
    let met: f64 = found
        .decisions
        .iter()
        .map(|decision| decision.reached)
        .sum();
    assert!((met - 2.0).abs() < 1e-9, "{met}");
}

/// A player who waits for a lower price gets the lowest one, whatever is added to it. Waiting
/// forever is never best, although it costs nothing.
#[test]
fn free_waiting_ends_at_the_lowest_price() {
    let shop = |shift: i64, sign: &str| {
        rule(&format!(
            "price = count(\"Price\")\nbuy = player(\"Buy?\")\ndef trial():\n    p = roll(6) + {shift}\n    \
             while choose(buy, [\"buy\", \"wait\"]) == \"wait\":\n        p = roll(6) + {shift}\n    record(price, {sign}p)\n"
        ))
    };
    for shift in [-20, 0, 4] {
        let worth =
            |sign, minimises| plan_for(&shop(shift, sign), &Aim { minimises, ..MEAN }, &[]).value;
        let (lowest, highest) = (shift as f64 + 1.0, shift as f64 + 6.0);
        let found = [
            worth("", true),
            worth("", false),
            worth("0 - ", false),
            worth("0 - ", true),
        ];
        for (found, expected) in found.into_iter().zip([lowest, highest, -lowest, -highest]) {
            assert!(
                (found - expected).abs() < 1e-12,
                "{shift}: {found} and not {expected}"
            );
        }
    }
}

/// Under best play a duel has the value of its game tree, and neither side gains by always choosing
/// the same strike.
#[test]
fn fixed_strikes_do_not_beat_best_duel_play() {
    let rule = bundled("duel", &[("ours", 3), ("theirs", 3)]);
    let best = plan_for(&rule, &first_outcome(), &["they"]).value;
    let texts = rule.texts().to_vec();
    for strike in ["fast", "hard"] {
        let always =
            DecisionRule::Option(oddsmith_language::option_number(strike, &texts).unwrap());
        for side in 0..2 {
            let mut answers = vec![DecisionRule::Best; 2];
            answers[side] = always;
            let fixed_rule = rule.answered_by(Policy::new(answers)).unwrap();
            let mut choices = Model::choices(&rule);
            choices[1].side = Side::Them;
            let found = plan(
                &graph(&fixed_rule),
                &choices,
                &[first_outcome()],
                &Budget::default(),
                &Watch::default(),
            )
            .unwrap();
            let gain = if side == 0 {
                found.value - best
            } else {
                best - found.value
            };
            assert!(
                gain < 1e-12,
                "side {side} always {strike}: {} against {best}",
                found.value
            );
        }
    }
}
