//! Decisions: every policy is explored and simulated, and best play is compared with known results.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Model, Stop, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::{Comparison, Expression, JointQuestion, solve_joint};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, play};
use oddsmith_engine::solve::{Aim, moments, plan, solve, trial_cost};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, OptionWeights, Parts, Policy, PolicyModel, Rule,
    RuleError, Side, Step,
};

use crate::support::{MAXIMISE_FIRST, graph, make_plan, mean, try_plan, with_answers};

/// A d6 that may be rolled up to `rolls` times. The last face counts.
#[derive(Clone, Copy)]
struct Reroll {
    rolls: u32,
}

const KEEP: i64 = 0;
const ROLL: i64 = 1;

impl Rule for Reroll {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("face")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("again", ["rolls left", "face"])]
    }

    fn start(&self, _: &Parts) -> u32 {
        self.rolls
    }

    fn step<A: Ask>(&self, left: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        let face = i64::from(ask.roll(Die::D6));
        *left -= 1;
        if *left > 0 && ask.choose(0, &[KEEP, ROLL], &[i64::from(*left), face]) == ROLL {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, face);
        Ok(Step::Done)
    }
}

#[test]
fn best_rerolls_have_known_values() {
    for (rolls, worth) in [(1, 3.5), (2, 4.25), (3, 14.0 / 3.0)] {
        let plan = make_plan(
            &with_answers(Reroll { rolls }, &[DecisionRule::Best]),
            &MAXIMISE_FIRST,
        );
        assert!(
            (plan.value - worth).abs() < 1e-14,
            "{rolls}: {}",
            plan.value
        );
        assert!((mean(&plan.graph) - worth).abs() < 1e-14);
    }
}

#[test]
fn open_choice_has_no_odds() {
    let (open, watch) = (
        with_answers(Reroll { rolls: 2 }, &[DecisionRule::Best]),
        Watch::default(),
    );
    let graph = graph(&open);
    let asked = JointQuestion {
        expressions: vec![Expression::Seen(0)],
        given: None,
    };
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Sampled(0),
    };
    let faults = [
        solve(&graph, &Budget::default(), &watch).err(),
        solve_joint(&[&graph], &asked, &Budget::default(), &watch).err(),
        moments(&graph, 0, &watch).err(),
        trial_cost(&graph, &watch).err(),
        GraphSampler::new(graph)
            .sample(stream, stream.batches(10), 10, &watch)
            .err(),
    ];
    for fault in faults {
        assert_eq!(
            fault.map(|fault| fault.to_string()),
            Some("choice 0 is open".to_owned())
        );
    }
}

#[test]
fn unknown_best_option_is_an_error() {
    let (rule, watch) = (Reroll { rolls: 2 }, Watch::default());
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let simulate = |policy: Policy| play(&PolicyModel::new(rule, policy), stream, 0..1, 10, &watch);
    let best = Policy::new(vec![DecisionRule::Best]);
    let Err(Stop::Rule(fault)) = simulate(best.clone()) else {
        panic!("it is not known")
    };
    assert!(
        fault
            .problem
            .starts_with("the plan has no option of choice 0 in situation [1, "),
        "{fault}"
    );
    assert!(
        simulate(best.with_plan(&make_plan(
            &with_answers(rule, &[DecisionRule::Best]),
            &MAXIMISE_FIRST
        )))
        .is_ok()
    );
}

#[test]
fn mixed_plan_is_simulated_by_its_weights() {
    let (rule, watch) = (Reroll { rolls: 2 }, Watch::default());
    let best = with_answers(rule, &[DecisionRule::Best]);
    let mut plan = make_plan(&best, &MAXIMISE_FIRST);
    // Low faces are kept in a quarter of the trials, and high faces always.
    let weights = OptionWeights::new(vec![Mass::ratio(1, 4), Mass::inexact(0.75)]);
    let weights = Arc::new(weights);
    plan.decisions
        .iter_mut()
        .filter(|decision| decision.situation[1] <= 3)
        .for_each(|decision| decision.weights = Arc::clone(&weights));
    let policy = Policy::new(vec![DecisionRule::Best]).with_plan(&plan);
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let trials = 100_000;
    let all = stream.batches(trials);
    let faces = &play(&PolicyModel::new(rule, policy), stream, all, trials, &watch)
        .expect("the plan has every decision")[0];
    // 1, 2 and 3 have the probability 1/24 + 1/16, the others 1/6 + 1/16.
    assert!((faces.mean().expect("trials") - 4.0625).abs() < 0.03);
}

#[test]
fn four_is_rerolled_only_with_two_rolls_left() {
    let plan = make_plan(
        &with_answers(Reroll { rolls: 3 }, &[DecisionRule::Best]),
        &MAXIMISE_FIRST,
    );
    let best_option = |left: i64, face: i64| {
        let decision = plan
            .decisions
            .iter()
            .find(|decision| *decision.situation == [left, face])
            .expect("it is met");
        decision.options[decision.best]
    };
    assert_eq!(
        (1..=6).map(|face| best_option(2, face)).collect::<Vec<_>>(),
        [ROLL, ROLL, ROLL, ROLL, KEEP, KEEP]
    );
    assert_eq!(
        (1..=6).map(|face| best_option(1, face)).collect::<Vec<_>>(),
        [ROLL, ROLL, ROLL, KEEP, KEEP, KEEP]
    );
    // With two rolls left, another roll has the value 4.25, against 4 for a four. A trial reaches a
    // four with one roll left in four of six cases.
    let four = |left| {
        plan.decisions
            .iter()
            .find(|decision| *decision.situation == [left, 4])
            .expect("it is met")
    };
    assert_eq!((four(2).worths[0], four(2).reached), (Some(4.0), 1.0 / 6.0));
    assert!(
        (four(2).worths[1].unwrap() - 4.25).abs() < 1e-14
            && (four(1).reached - 4.0 / 36.0).abs() < 1e-15
    );
}

#[test]
fn minimising_player_keeps_low_faces() {
    let open = with_answers(Reroll { rolls: 2 }, &[DecisionRule::Best]);
    assert!(
        (make_plan(
            &open,
            &Aim {
                minimises: true,
                ..MAXIMISE_FIRST
            }
        )
        .value
            - 2.75)
            .abs()
            < 1e-14
    );
    let theirs = [Choice::new("again", ["rolls left", "face"]).with_side(Side::Them)];
    let plan = plan(
        &graph(&open),
        &theirs,
        &[MAXIMISE_FIRST],
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends");
    assert!((plan.value - 2.75).abs() < 1e-14);
}

#[test]
fn closed_choice_is_answered_while_exploring() {
    let explored = |answer| mean(&graph(&with_answers(Reroll { rolls: 2 }, &[answer])));
    assert!((explored(DecisionRule::First) - 3.5).abs() < 1e-14);
    assert!((explored(DecisionRule::Option(ROLL)) - 3.5).abs() < 1e-14);
    assert!((mean(&graph(&Reroll { rolls: 3 })) - 3.5).abs() < 1e-14);
    // The first face is kept half of the time, and the second half of the time.
    let mixed = graph(&with_answers(Reroll { rolls: 2 }, &[DecisionRule::Uniform]));
    assert_eq!(mixed.decisions().len(), 0);
    assert!((mean(&mixed) - 3.5).abs() < 1e-14);
}

#[test]
fn best_play_equals_the_best_policy() {
    // With six faces and two rolls there are 64 policies, which are evaluated one by one.
    let by_hand = |policy: u32| -> f64 {
        let keeps = |face: u32| policy >> (face - 1) & 1 == 1;
        (1..=6)
            .map(|face| if keeps(face) { f64::from(face) } else { 3.5 })
            .sum::<f64>()
            / 6.0
    };
    let best_by_hand = (0..64).map(by_hand).fold(0.0, f64::max);
    let plan = make_plan(
        &with_answers(Reroll { rolls: 2 }, &[DecisionRule::Best]),
        &MAXIMISE_FIRST,
    );
    assert!((plan.value - best_by_hand).abs() < 1e-14);
}

/// Simulates a plan, and compares the mean with that of its graph.
fn check_simulated_plan<M: Model + Clone>(model: &M, aim: &Aim, sd: f64) {
    let open = Policy::new(vec![DecisionRule::Best; model.choices().len()]);
    let plan = make_plan(&PolicyModel::new(model.clone(), open.clone()), aim);
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let trials = 100_000;
    let player = PolicyModel::new(model.clone(), open.with_plan(&plan));
    let tallies = play(&player, stream, 0..5, trials, &Watch::default()).unwrap();
    let sum: f64 = tallies[0]
        .iter()
        .map(|(value, count)| value as f64 * count as f64)
        .sum();
    let (simulated, expected) = (sum / trials as f64, mean(&plan.graph));
    assert!(
        (simulated - expected).abs() < 5.0 * sd / (trials as f64).sqrt(),
        "{simulated} against {expected}"
    );
}

#[test]
fn simulated_plan_agrees_with_its_graph() {
    check_simulated_plan(&Reroll { rolls: 3 }, &MAXIMISE_FIRST, 1.3);
    check_simulated_plan(&Target { turns: 3 }, &at_least(10), 3.0);
    check_simulated_plan(&Target { turns: 3 }, &at_least(7), 3.0);
}

/// In each turn the player takes 3 for certain or rolls a d6. The sum is the result.
#[derive(Clone, Copy)]
struct Target {
    turns: u32,
}

const TAKE: i64 = 0;

impl Rule for Target {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("sum").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("risk", ["turn"])]
    }

    fn start(&self, _: &Parts) -> u32 {
        0
    }

    fn step<A: Ask>(&self, turn: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        *turn += 1;
        let takes = ask.choose(0, &[TAKE, ROLL], &[i64::from(*turn)]) == TAKE;
        let gain = if takes { 3 } else { ask.roll(Die::D6).into() };
        ask.observe_whole(0, gain);
        Ok(if *turn < self.turns {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

/// Returns the aim that the first metric is at least this.
fn at_least(goal: i64) -> Aim {
    let objective = Expression::compare(
        Comparison::AtLeast,
        Expression::Seen(0),
        Expression::Number(goal),
    );
    Aim {
        objective,
        minimises: false,
    }
}

/// Returns the best probability by recursion over all rolls, with a known sum so far.
fn target_by_hand(turns: u32, so_far: i64, goal: i64) -> f64 {
    if turns == 0 {
        return f64::from(so_far >= goal);
    }
    let after = |gain: i64| target_by_hand(turns - 1, so_far + gain, goal);
    after(3).max((1..=6).map(after).sum::<f64>() / 6.0)
}

#[test]
fn probability_aim_remembers_the_sum() {
    for goal in [4, 7, 9, 10, 14, 18, 19] {
        let plan = make_plan(
            &with_answers(Target { turns: 3 }, &[DecisionRule::Best]),
            &at_least(goal),
        );
        assert!(
            (plan.value - target_by_hand(3, 0, goal)).abs() < 1e-14,
            "{goal}: {}",
            plan.value
        );
        assert_eq!(plan.remembered, [0]);
        // The distribution of the sum is still available and agrees.
        let distributions =
            solve(&plan.graph, &Budget::default(), &Watch::default()).expect("it ends");
        let distribution = distributions[0].as_ref().expect("a law");
        let reached: f64 = distribution
            .pmf
            .masses()
            .iter()
            .filter(|(sum, _)| *sum >= goal)
            .map(|(_, p)| p.float())
            .sum();
        assert!((reached - plan.value).abs() < 1e-14, "{goal}");
    }
}

#[test]
fn mean_aim_remembers_nothing() {
    let plan = make_plan(
        &with_answers(Target { turns: 3 }, &[DecisionRule::Best]),
        &MAXIMISE_FIRST,
    );
    assert!((plan.value - 10.5).abs() < 1e-14);
    assert_eq!((plan.remembered.len(), plan.graph.state_count()), (0, 3));
}

/// A rule with an incomplete situation: the best option depends on the sum so far, which is not
/// passed to the choice.
#[derive(Clone, Copy)]
struct Forgetful;

impl Rule for Forgetful {
    type State = (u32, i64);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("enough")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("risk", ["turn"])]
    }

    fn start(&self, _: &Parts) -> (u32, i64) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        (turn, sum): &mut (u32, i64),
        ask: &mut A,
    ) -> Result<Step<(u32, i64)>, RuleError> {
        *turn += 1;
        let takes = ask.choose(0, &[TAKE, ROLL], &[i64::from(*turn)]) == TAKE;
        *sum += if takes { 3 } else { ask.roll(Die::D6).into() };
        if *turn < 2 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, (*sum >= 7).into());
        Ok(Step::Done)
    }
}

#[test]
fn incomplete_situation_is_an_error() {
    let open = with_answers(Forgetful, &[DecisionRule::Best]);
    assert!(
        try_plan(&open, &MAXIMISE_FIRST)
            .expect_err("two answers")
            .to_string()
            .contains("`risk`")
    );
}
