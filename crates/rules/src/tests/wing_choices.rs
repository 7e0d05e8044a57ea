//! Tests of players' decisions in `wing-activation`: known values, an enumeration of all policies,
//! orders, and shared cubes.

use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::question::Expression;
use oddsmith_engine::solve::{Aim, Plan, plan, solve};
use oddsmith_engine::{DecisionRule, Policy};
use proptest::prelude::*;

use super::choices::assert_trials_agree_with_plan;
use crate::wing_activation::RULE;
use oddsmith_model::rule::BuiltRule;
use oddsmith_model::rule::choice::AskedChoiceNames;
use oddsmith_testing::values;

const ORDER: &str = "order";
const DICE: &str = "dice";
const SPEND: &str = "spend";

/// Returns the rule with these choices.
fn build_rule(toml: &str, asks: &[&str]) -> BuiltRule {
    let asks = AskedChoiceNames(asks.iter().map(|ask| (*ask).to_owned()).collect());
    (RULE.build)(&values(RULE.parameters, toml).with_asked_choices(asks)).expect("sound")
}

/// Returns the slot of the sum of actions, which follows the metrics of each Wing.
fn actions_slot(built: &BuiltRule) -> u32 {
    let slots = built
        .presentation
        .metrics
        .iter()
        .take_while(|metric| metric.name != "actions");
    slots.map(|metric| metric.all_steps().count() as u32).sum()
}

fn plan_play(built: BuiltRule, answers: &[DecisionRule]) -> (BuiltRule, Plan) {
    let aim = Aim {
        objective: Expression::Seen(actions_slot(&built)),
        minimises: false,
    };
    let built = built.with_policy(Policy::new(answers.to_vec()));
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = built.rule.explore_whole(&budget, &watch).expect("small");
    let found = plan(&graph, &built.rule.choices(), &[aim], &budget, &watch).expect("it ends");
    (built, found)
}

fn best_mean(toml: &str, asks: &[&str]) -> f64 {
    plan_play(
        build_rule(toml, asks),
        &vec![DecisionRule::Best; asks.len()],
    )
    .1
    .value
}

fn wings(qualities: &[u32], more: &str) -> String {
    let entry = |(i, q): (usize, &u32)| format!("[[wings]]\nname = \"{}\"\nquality = {q}\n", i + 1);
    more.to_owned() + "\n" + &qualities.iter().enumerate().map(entry).collect::<String>()
}

/// Returns the mean of the actions under a plan, as a fraction.
fn mean_fraction(built: &BuiltRule, plan: &Plan) -> (i128, i128) {
    let distributions = solve(&plan.graph, &Budget::default(), &Watch::default()).expect("sound");
    let distribution = distributions[actions_slot(built) as usize]
        .as_ref()
        .expect("a law");
    let terms = distribution.pmf.masses().iter().map(|&(value, mass)| {
        let (n, d) = mass.fraction().expect("a fraction");
        (i128::from(value) * i128::from(n), i128::from(d))
    });
    // The fraction is reduced at every step, because the product of all denominators would
    // overflow.
    terms.fold((0, 1), |(a, b), (c, d)| {
        reduce_fraction(a * d + c * b, b * d)
    })
}

fn reduce_fraction(n: i128, d: i128) -> (i128, i128) {
    let (mut x, mut y) = (n, d);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (n / x, d / x)
}

#[test]
fn the_best_number_of_dice_has_the_known_values() {
    let known = [
        ([3, 4, 4, 5], (163, 36)),
        ([4, 4, 4, 4], (1017, 256)),
        ([6, 5, 3, 2], (25, 6)),
        ([2, 3, 5, 6], (534_655, 104_976)),
    ];
    for (qualities, (n, d)) in known {
        let (built, plan) = plan_play(
            build_rule(&wings(&qualities, ""), &[DICE]),
            &[DecisionRule::Best],
        );
        assert!(
            (plan.value - n as f64 / d as f64).abs() < 1e-12,
            "{qualities:?}: {}",
            plan.value
        );
        assert_eq!(mean_fraction(&built, &plan), (n, d), "{qualities:?}");
    }
}

#[test]
fn always_rolling_three_dice_can_be_best() {
    let (built, plan) = plan_play(
        build_rule(&wings(&[2, 3, 5, 6], ""), &[DICE]),
        &[DecisionRule::First],
    );
    assert_eq!(mean_fraction(&built, &plan), (534_655, 104_976));
}

/// Returns the mean actions of a turn under a policy (the number of dice of each Wing by its
/// penalty), by enumeration of all faces.
fn mean_by_hand(
    qualities: &[u32],
    dice: &dyn Fn(usize, u32) -> u32,
    wing: usize,
    penalty: u32,
) -> f64 {
    let Some(&quality) = qualities.get(wing) else {
        return 0.0;
    };
    let n = dice(wing, penalty);
    let faces = 6u32.pow(n);
    let mut sum = 0.0;
    for roll in 0..faces {
        let hits = (0..n)
            .filter(|&die| roll / 6u32.pow(die) % 6 + 1 >= quality)
            .count() as u32;
        sum += f64::from(hits);
        sum += match hits {
            0 if n > 1 => 0.0,
            0 => mean_by_hand(qualities, dice, wing + 1, 0),
            _ => mean_by_hand(qualities, dice, wing + 1, n - hits),
        };
    }
    sum / f64::from(faces)
}

/// Returns the best mean over all policies: how many dice each Wing rolls under each penalty.
fn best_of_all_policies(qualities: &[u32]) -> f64 {
    // A Wing has three options without a penalty, two under a penalty of 1, and one under a penalty
    // of 2.
    let tables: Vec<[u32; 3]> = (0..6).map(|i| [i % 3 + 1, i / 3 + 1, 1]).collect();
    let mut most = 0f64;
    let policy_count = tables.len().pow(qualities.len() as u32);
    for policy in 0..policy_count {
        let dice = |wing: usize, penalty: u32| {
            tables[policy / tables.len().pow(wing as u32) % tables.len()][penalty as usize]
        };
        most = most.max(mean_by_hand(qualities, &dice, 0, 0));
    }
    most
}

#[test]
fn best_play_equals_the_best_of_all_policies() {
    for qualities in [[4, 4].as_slice(), &[6, 2], &[2, 6], &[5, 3, 4], &[6, 5, 2]] {
        let found = best_mean(&wings(qualities, ""), &[DICE]);
        assert!(
            (found - best_of_all_policies(qualities)).abs() < 1e-12,
            "{qualities:?}: {found}"
        );
    }
}

/// If events do not change the decision, the best order is the best of all permutations.
#[test]
fn best_order_is_no_worse_than_listed_orders() {
    let qualities = [5, 3, 4];
    let orders = [
        [5, 3, 4],
        [5, 4, 3],
        [3, 5, 4],
        [3, 4, 5],
        [4, 3, 5],
        [4, 5, 3],
    ];
    let listed = orders.map(|order| plan_play(build_rule(&wings(&order, ""), &[]), &[]).1.value);
    let found = best_mean(&wings(&qualities, ""), &[ORDER]);
    let most = listed.into_iter().fold(0.0, f64::max);
    assert!(found >= most - 1e-12, "{found} against {most}");
    // With two Wings there is one decision, before the first roll: the better of the two orders.
    let two =
        [[5, 3], [3, 5]].map(|order| plan_play(build_rule(&wings(&order, ""), &[]), &[]).1.value);
    assert!((best_mean(&wings(&[5, 3], ""), &[ORDER]) - two[0].max(two[1])).abs() < 1e-12);
}

#[test]
fn chosen_spending_is_no_worse_than_greedy_or_averting() {
    for cubes in 0..=6 {
        let rule =
            |spend: &str| wings(&[5, 4, 6], &format!("cubes = {cubes}\nspend = \"{spend}\""));
        let found = best_mean(&rule("greedy"), &[SPEND]);
        for spend in ["greedy", "avert", "never"] {
            let fixed = plan_play(build_rule(&rule(spend), &[]), &[]).1.value;
            assert!(
                found >= fixed - 1e-12,
                "{cubes} {spend}: {found} against {fixed}"
            );
        }
    }
}

/// A Wing's own cubes are worth as much as a pool that nobody else uses.
#[test]
fn shared_pool_of_one_wing_changes_nothing() {
    for cubes in 0..6 {
        let unshared = best_mean(&wings(&[5], &format!("cubes = {cubes}")), &[SPEND]);
        let shared = best_mean(&wings(&[5], &format!("shared_cubes = {cubes}")), &[SPEND]);
        assert!((unshared - shared).abs() < 1e-12, "{cubes}");
    }
}

/// Two Wings with one die each share the cubes. The test enumerates all pairs of faces. The first
/// Wing only knows its own face.
#[test]
fn shared_cubes_of_two_wings_agree_with_brute_force() {
    let [first, second] = [5u32, 4u32];
    for cubes in 0..=5u32 {
        let then = |left: u32| {
            (1..=6u32)
                .filter(|face| second.saturating_sub(*face) <= left)
                .count() as f64
                / 6.0
        };
        let mean: f64 = (1..=6u32)
            .map(|face| {
                let needs = first.saturating_sub(face);
                let keep = f64::from(needs == 0) + then(cubes);
                let turn = if needs > 0 && needs <= cubes {
                    1.0 + then(cubes - needs)
                } else {
                    0.0
                };
                keep.max(turn)
            })
            .sum::<f64>()
            / 6.0;
        let found = best_mean(
            &wings(
                &[first, second],
                &format!("dice = 1\nshared_cubes = {cubes}"),
            ),
            &[SPEND],
        );
        assert!(
            (found - mean).abs() < 1e-12,
            "{cubes}: {found} against {mean}"
        );
    }
}

#[test]
fn choices_left_at_default_change_nothing() {
    let plain = build_rule(&wings(&[3, 5, 4], "cubes = 2"), &[]);
    let asked = build_rule(&wings(&[3, 5, 4], "cubes = 2"), &[ORDER, DICE, SPEND]);
    let (budget, watch) = (Budget::default(), Watch::default());
    let distributions = |built: &BuiltRule| {
        solve(
            &built.rule.explore_whole(&budget, &watch).expect("small"),
            &budget,
            &watch,
        )
        .expect("sound")
    };
    for (unasked, other) in distributions(&plain).into_iter().zip(distributions(&asked)) {
        assert_eq!(
            unasked.expect("a law").pmf.masses(),
            other.expect("a law").pmf.masses()
        );
    }
}

#[test]
fn trials_under_best_play_agree_with_exact_odds() {
    let toml = wings(&[3, 4, 4, 5], "shared_cubes = 4");
    let choices = [ORDER, DICE, SPEND];
    let (built, plan) = plan_play(build_rule(&toml, &choices), &[DecisionRule::Best; 3]);
    assert_trials_agree_with_plan(built, &plan, choices.len(), 60_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Checks that best play is no worse than any fixed play.
    #[test]
    fn best_play_is_never_worse_than_fixed_play(
        qualities in prop::collection::vec(2u32..7, 1..4),
        cubes in 0u32..4,
        shares in any::<bool>(),
        fixed in prop::collection::vec(prop_oneof![Just(DecisionRule::First), Just(DecisionRule::Uniform), (0i64..4).prop_map(DecisionRule::Option)], 3),
    ) {
        let toml = wings(&qualities, &format!("{} = {cubes}", if shares { "shared_cubes" } else { "cubes" }));
        let choices = [ORDER, DICE, SPEND];
        let other = plan_play(build_rule(&toml, &choices), &fixed).1.value;
        let found = best_mean(&toml, &choices);
        prop_assert!(found >= other - 1e-12, "{found} against {other}: {toml} {fixed:?}");
    }
}
