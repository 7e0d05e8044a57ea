//! Tests of players' decisions in the other rules: each is compared with an independent
//! computation, and nothing changes if nobody decides.

use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::question::Expression;
use oddsmith_engine::simulate::{Purpose, Stream, batches};
use oddsmith_engine::solve::{Aim, Plan, plan, solve};
use oddsmith_engine::stats::{cross_check, holm};
use oddsmith_engine::{DecisionRule, Policy};

use crate::kaiser::maintenance;
use crate::{card_activation, power_activation};
use oddsmith_model::rule::choice::AskedChoiceNames;
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use oddsmith_testing::values;

fn build_rule(rule: &RuleInfo, toml: &str, asks: &[&str]) -> BuiltRule {
    let asks = AskedChoiceNames(asks.iter().map(|ask| (*ask).to_owned()).collect());
    (rule.build)(&values(rule.parameters, toml).with_asked_choices(asks)).expect("sound")
}

fn slot_of(built: &BuiltRule, name: &str) -> u32 {
    let before = built
        .presentation
        .metrics
        .iter()
        .take_while(|metric| metric.name != name);
    before.map(|metric| metric.all_steps().count() as u32).sum()
}

/// Returns the best play for the mean of an expression, with one open choice.
fn plan_best_play(built: BuiltRule, expression: Expression) -> (BuiltRule, Plan) {
    let built = built.with_policy(Policy::new(vec![DecisionRule::Best]));
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = built.rule.explore_whole(&budget, &watch).expect("small");
    let found = plan(
        &graph,
        &built.rule.choices(),
        &[Aim {
            objective: expression,
            minimises: false,
        }],
        &budget,
        &watch,
    )
    .expect("it ends");
    (built, found)
}

/// Checks that all distributions are equal whether a choice has its usual answer or is not asked.
/// Trials that follow the plan must agree with its distributions.
fn assert_unasked_choices_change_nothing(rule: &RuleInfo, toml: &str, choice: &str) {
    let (budget, watch) = (Budget::default(), Watch::default());
    let distributions = |asks: &[&str]| {
        let graph = build_rule(rule, toml, asks)
            .rule
            .explore_whole(&budget, &watch)
            .expect("small");
        solve(&graph, &budget, &watch).expect("sound")
    };
    for (unasked, other) in distributions(&[]).into_iter().zip(distributions(&[choice])) {
        let (unasked, other) = (unasked.expect("a law"), other.expect("a law"));
        assert_eq!(
            (unasked.pmf.masses(), unasked.absent),
            (other.pmf.masses(), other.absent),
            "{}",
            rule.id
        );
    }
}

/// Compares simulated trials under a plan, with this number of open choices, with exact odds.
pub(super) fn assert_trials_agree_with_plan(
    built: BuiltRule,
    plan: &Plan,
    choices: usize,
    trials: u64,
) {
    let policy = Policy::new(vec![DecisionRule::Best; choices]).with_plan(plan);
    let built = built.with_policy(policy);
    let stream = Stream {
        seed: 5,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let tallies = built
        .rule
        .play(stream, 0..batches(trials), trials, &Watch::default())
        .expect("sound");
    let distributions = solve(&plan.graph, &Budget::default(), &Watch::default()).expect("sound");
    let tested = tallies
        .iter()
        .zip(&distributions)
        .filter_map(|(tally, distribution)| cross_check(tally, trials, 0, distribution.as_ref()?));
    let p = holm(&tested.collect::<Vec<_>>());
    assert!(p > 1e-4, "{p}");
}

/// Returns orders given by their ship's inactive CEs and their worth: as a scenario, and as a list
/// with the probability that each fails.
fn list_orders(orders: &[(u32, u32)]) -> (String, Vec<(f64, u32)>) {
    let entry = |(index, &(inactive, worth)): (usize, &(u32, u32))| {
        format!("[[orders]]\nname = \"{index}\"\nship_inactive_ce = {inactive}\nworth = {worth}\n")
    };
    let fails = |inactive: u32| f64::min(0.5, 0.05 + 0.15 * f64::from(inactive));
    let by_hand = orders
        .iter()
        .map(|&(inactive, worth)| (fails(inactive), worth))
        .collect();
    (orders.iter().enumerate().map(entry).collect(), by_hand)
}

/// Returns the best worth for orders given by probability of failure and worth, with a stock of
/// Enlightenments.
fn best_worth_with_stock(orders: &[(f64, u32)], stock: u32) -> f64 {
    let Some((&(fails, worth), rest)) = orders.split_first() else {
        return 0.0;
    };
    let given_up = best_worth_with_stock(rest, stock);
    let rerolled = if stock > 0 {
        best_worth_with_stock(orders, stock - 1)
    } else {
        f64::NEG_INFINITY
    };
    (1.0 - fails) * (f64::from(worth) + given_up) + fails * given_up.max(rerolled)
}

#[test]
fn enlightenment_stock_is_spent_where_worth_most() {
    let orders = [(1, 1), (2, 2), (2, 2), (3, 8)];
    let (entries, by_hand) = list_orders(&orders);
    for stock in 0..4 {
        let toml = format!("enlightenment_stock = {stock}\n{entries}");
        let built = build_rule(&power_activation::RULE, &toml, &["enlightenment"]);
        let worth_done = Expression::Seen(slot_of(&built, "worth_done"));
        let (built, found) = plan_best_play(built, worth_done);
        let expected = best_worth_with_stock(&by_hand, stock);
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{stock}: {} and {expected}",
            found.value
        );
        assert_trials_agree_with_plan(built, &found, 1, 20_000);
        assert_unasked_choices_change_nothing(&power_activation::RULE, &toml, "enlightenment");
    }
}

/// Returns the best worth over all assignments of Enlightenments. An order fails only if all its
/// tries fail.
fn best_assignment_value(
    orders: &[(f64, u32)],
    left: i32,
    value: &dyn Fn(&[f64]) -> f64,
    done: &mut Vec<f64>,
) -> f64 {
    let Some((&(fails, _), rest)) = orders.split_first() else {
        return value(done);
    };
    let mut best = f64::NEG_INFINITY;
    for given in 0..=left.min(5) {
        done.push(1.0 - fails.powi(given + 1));
        best = best.max(best_assignment_value(rest, left - given, value, done));
        done.pop();
    }
    best
}

#[test]
fn enlightenments_are_assigned_optimally_beforehand() {
    let orders = [(1, 1), (2, 2), (6, 3), (3, 8)];
    let (entries, by_hand) = list_orders(&orders);
    for to_assign in 0..5 {
        let toml = format!("enlightenment_to_assign = {to_assign}\n{entries}");
        let ask = || build_rule(&power_activation::RULE, &toml, &["assign"]);
        let (worth_done, any_failed) =
            (slot_of(&ask(), "worth_done"), slot_of(&ask(), "any_failed"));
        let worth = |done: &[f64]| {
            done.iter()
                .zip(orders)
                .map(|(p, (_, worth))| p * f64::from(worth))
                .sum::<f64>()
        };
        let (built_rule, found) = plan_best_play(ask(), Expression::Seen(worth_done));
        let expected = best_assignment_value(&by_hand, to_assign, &worth, &mut Vec::new());
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{to_assign}: {} and {expected}",
            found.value
        );
        assert_trials_agree_with_plan(built_rule, &found, 1, 20_000);
        // The aim that no order fails may need another assignment.
        let none_fails = Expression::Not(Box::new(Expression::Seen(any_failed)));
        let (_, found) = plan_best_play(ask(), none_fails);
        let expected = best_assignment_value(
            &by_hand,
            to_assign,
            &|done| done.iter().product(),
            &mut Vec::new(),
        );
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{to_assign}: {} and {expected}",
            found.value
        );
        assert_unasked_choices_change_nothing(&power_activation::RULE, &toml, "assign");
    }
}

#[test]
fn stock_is_spent_by_default_in_listed_order() {
    // Two orders fail half of the time, with one Enlightenment. The first is executed with
    // probability 3/4, and in half of all trials the second still has the Enlightenment.
    let toml = "enlightenment_stock = 1\nship_inactive_ce = 6\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"\n";
    let built = build_rule(&power_activation::RULE, toml, &[]);
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = built.rule.explore_whole(&budget, &watch).expect("small");
    let distributions = solve(&graph, &budget, &watch).expect("sound");
    let done = distributions[slot_of(&built, "worth_done") as usize]
        .as_ref()
        .expect("a law");
    assert_eq!(
        done.pmf.mass(2).fraction(),
        Some((1, 2)),
        "both: 1/2 x 3/4 + 1/4 x 1/2"
    );
    assert_eq!(done.pmf.mass(0).fraction(), Some((1, 8)));
}

#[test]
fn small_power_outlives_a_large_one_the_player_drops() {
    // A pool of 2 pays for the large power once, or for the small one twice.
    let toml = "pool = 2\nrounds = 2\n[[powers]]\nname = \"Large\"\ncost = 2\nmaintenance = \"turn\"\n\
                [[powers]]\nname = \"Small\"\ncost = 1\nmaintenance = \"turn\"\n";
    let rule = &maintenance::RULE;
    let unasked = build_rule(rule, toml, &[]);
    let small = slot_of(&unasked, "Small.rounds");
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = unasked.rule.explore_whole(&budget, &watch).expect("small");
    let distributions = solve(&graph, &budget, &watch).expect("sound");
    assert_eq!(
        distributions[small as usize]
            .as_ref()
            .expect("a law")
            .pmf
            .mean(),
        1.0
    );
    let (built_rule, found) =
        plan_best_play(build_rule(rule, toml, &["drop"]), Expression::Seen(small));
    assert_eq!(found.value, 2.0);
    assert_trials_agree_with_plan(built_rule, &found, 1, 20_000);
    assert_unasked_choices_change_nothing(rule, toml, "drop");
    assert_unasked_choices_change_nothing(
        rule,
        &format!(
            "gain = \"1d4-1\"\n{}",
            toml.replace("rounds = 2", "rounds = 5")
        ),
        "drop",
    );
}

#[test]
fn paid_attempts_are_repeated_only_where_worthwhile() {
    // 2d6 exceeds 8 in 10 of 36 rolls. Success is worth `prize`, and an attempt costs 10.
    let toml = "dice = \"2d6\"\nattempts = 3\n[resistance]\nbase = 8\n";
    let rule = &card_activation::RULE;
    for (prize, pays) in [(30, false), (40, true)] {
        let built = build_rule(rule, toml, &["again"]);
        let times = |factor: i64, name: &str| {
            Expression::Times(Box::new([
                Expression::Number(factor),
                Expression::Seen(slot_of(&built, name)),
            ]))
        };
        let worth = Expression::Minus(Box::new([
            times(prize, "succeeded"),
            times(10, "attempts_used"),
        ]));
        let (built, found) = plan_best_play(built, worth);
        let p = 10.0 / 36.0;
        let once = p * prize as f64 - 10.0;
        let expected = if pays {
            once * (1.0 + (1.0 - p) + (1.0 - p) * (1.0 - p))
        } else {
            once
        };
        assert!(
            (found.value - expected).abs() < 1e-12,
            "{prize}: {} and {expected}",
            found.value
        );
        assert_trials_agree_with_plan(built, &found, 1, 20_000);
    }
    assert_unasked_choices_change_nothing(rule, toml, "again");
}
