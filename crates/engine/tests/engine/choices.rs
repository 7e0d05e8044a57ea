//! Decisions: every policy is explored and simulated, and best play is compared with known results.

use std::sync::Arc;

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::explore::{Budget, Graph, Model, Stop, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::{Comparison, Expression, JointQuestion, solve_joint};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, play};
use oddsmith_engine::solve::{Aim, PlannedDecision, moments, plan, solve, trial_cost};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, OptionWeights, Parts, Policy, PolicyModel, Rule,
    RuleError, Side, Step,
};

use crate::support::{MAXIMISE_FIRST, graph, make_plan, try_plan, with_answers};

fn mean(graph: &Graph) -> f64 {
    let distributions = solve(graph, &Budget::default(), &Watch::default()).expect("it ends");
    let distribution = distributions[0].as_ref().expect("a law");
    distribution
        .pmf
        .masses()
        .iter()
        .map(|&(value, mass)| value as f64 * mass.float())
        .sum()
}

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

/// Two players take turns. A player adds a d6 to the total of the turn or banks the total, and
/// loses it with a one. The first to reach `goal` wins.
#[derive(Clone, Copy)]
struct Pig {
    goal: u8,
}

impl Rule for Pig {
    /// The player whose turn it is, the banked points of both, and the total of the turn.
    type State = (bool, [u8; 2], u8);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("first wins")]
    }

    fn choices(&self) -> Vec<Choice> {
        let parts = ["own", "other's", "turn"];
        vec![
            Choice::new("ours", parts),
            Choice::new("theirs", parts).with_side(Side::Them),
        ]
    }

    fn start(&self, _: &Parts) -> Self::State {
        (false, [0, 0], 0)
    }

    fn step<A: Ask>(
        &self,
        state: &mut Self::State,
        ask: &mut A,
    ) -> Result<Step<Self::State>, RuleError> {
        let (second, banked, turn) = *state;
        let (points, other) = (banked[usize::from(second)], banked[usize::from(!second)]);
        let rolls = turn == 0 || {
            let situation = [points, other, turn].map(i64::from);
            ask.choose(usize::from(second), &[KEEP, ROLL], &situation) == ROLL
        };
        if !rolls {
            state.1[usize::from(second)] += turn;
            *state = (!second, state.1, 0);
            return Ok(Step::Continue);
        }
        match ask.roll(Die::D6) as u8 {
            1 => *state = (!second, banked, 0),
            face if points + turn + face >= self.goal => {
                ask.observe_whole(0, (!second).into());
                return Ok(Step::Done);
            }
            face => state.2 += face,
        }
        Ok(Step::Continue)
    }
}

/// Returns the probability that the player whose turn it is wins, by value iteration over simple
/// tables.
fn pig_by_hand(goal: usize) -> f64 {
    let mut wins = vec![vec![vec![0.0f64; goal]; goal]; goal];
    loop {
        let mut change = 0f64;
        for points in 0..goal {
            #[allow(clippy::needless_range_loop)] // two indices of one table, each in both places
            for other in 0..goal {
                for turn in 0..goal - points {
                    let roll = (2..=6).fold(1.0 - wins[other][points][0], |sum, face| {
                        let total = turn + face;
                        sum + if points + total >= goal {
                            1.0
                        } else {
                            wins[points][other][total]
                        }
                    }) / 6.0;
                    let hold = if turn == 0 {
                        0.0
                    } else {
                        1.0 - wins[other][points + turn][0]
                    };
                    let value = roll.max(hold);
                    change = change.max((value - wins[points][other][turn]).abs());
                    wins[points][other][turn] = value;
                }
            }
        }
        if change < 1e-15 {
            return wins[0][0][0];
        }
    }
}

#[test]
fn best_play_of_pig_matches_value_iteration() {
    for goal in [6, 12, 20] {
        let plan = make_plan(
            &with_answers(Pig { goal }, &[DecisionRule::Best; 2]),
            &MAXIMISE_FIRST,
        );
        assert!(
            (plan.value - pig_by_hand(goal.into())).abs() < 1e-12,
            "{goal}: {}",
            plan.value
        );
        assert!((mean(&plan.graph) - plan.value).abs() < 1e-12, "{goal}");
    }
}

/// A player who bets 1, 2 or 3 coins wins each bet with probability 51%, and plays until 0 or 600
/// coins.
#[derive(Clone, Copy)]
struct Gambler;

impl Rule for Gambler {
    type State = i64;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("rich")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("stake", ["coins"])]
    }

    fn start(&self, _: &Parts) -> i64 {
        20
    }

    fn step<A: Ask>(&self, coins: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
        let stakes: Vec<i64> = (1..=3.min(*coins).min(600 - *coins)).rev().collect();
        let stake = ask.choose(0, &stakes, &[*coins]);
        *coins += if ask.happens(Probability::ratio(51, 100).expect("a share")) {
            stake
        } else {
            -stake
        };
        if *coins > 0 && *coins < 600 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, (*coins > 0).into());
        Ok(Step::Done)
    }
}

/// With favourable bets, the smallest stake is best, and its chance is the classical one of the
/// gambler's ruin. Value iteration would need many thousands of rounds. With many coins, stakes
/// differ by less than the tolerance of ties, which adds up over many bets.
#[test]
fn patient_gambler_is_found_in_a_large_cycle() {
    let plan = make_plan(
        &with_answers(Gambler, &[DecisionRule::Best]),
        &MAXIMISE_FIRST,
    );
    let ratio: f64 = 49.0 / 51.0;
    let expected = (1.0 - ratio.powi(20)) / (1.0 - ratio.powi(600));
    assert!(
        (plan.value - expected).abs() < 1e-9,
        "{} and {expected}",
        plan.value
    );
    let is_smallest = |decision: &PlannedDecision| decision.options[decision.best] == 1;
    let mut poor = plan.decisions.iter().filter(|plan| plan.situation[0] < 400);
    assert!(poor.clone().count() > 300 && poor.all(is_smallest));
}

/// Two players show a coin at once until they differ, at most so many times. If both show heads,
/// the first player wins 1, and tails win 3.
#[derive(Clone, Copy)]
struct Coins {
    rounds: u32,
}

impl Rule for Coins {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("won").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        let theirs = Choice::new("theirs", ["rounds left"]).with_side(Side::Them);
        vec![Choice::new("ours", ["rounds left"]), theirs]
    }

    fn start(&self, _: &Parts) -> u32 {
        self.rounds
    }

    fn step<A: Ask>(&self, left: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        // A die before the choice: the state of the choice is in the middle of a step.
        let stake = i64::from(ask.roll(Die::new(2)));
        let options = [&[0, 1][..], &[0, 1][..]];
        let shown = ask.choose_at_once([0, 1], options, &[i64::from(*left), stake]);
        *left -= 1;
        let won = match shown {
            [0, 0] => 1,
            [1, 1] => 3,
            _ => -2,
        };
        ask.observe_whole(0, won * stake);
        Ok(if *left > 0 && shown[0] == shown[1] {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

#[test]
fn choices_at_once_are_games() {
    let all_best = &[DecisionRule::Best; 2];
    // Without a second round: weights 5/8 and 3/8, and the value is -1/8 per stake.
    let plan = make_plan(
        &with_answers(Coins { rounds: 1 }, all_best),
        &MAXIMISE_FIRST,
    );
    assert!((plan.value + 1.5 / 8.0).abs() < 1e-14, "{}", plan.value);
    for decision in &plan.decisions {
        let weights = decision.weights.masses();
        assert_eq!(weights[0].fraction(), Some((5, 8)), "{decision:?}");
    }
    assert_eq!(plan.decisions.len(), 4, "two players and two stakes");
    // Two rounds, by hand: a tie adds the value of the second round.
    let later = -1.5 / 8.0;
    let value = |stake: f64| {
        let (heads, tails, other) = (stake + later, 3.0 * stake + later, -2.0 * stake);
        (heads * tails - other * other) / (heads + tails - 2.0 * other)
    };
    let expected = (value(1.0) + value(2.0)) / 2.0;
    let two = with_answers(Coins { rounds: 2 }, all_best);
    let plan = make_plan(&two, &MAXIMISE_FIRST);
    assert!((plan.value - expected).abs() < 1e-14, "{}", plan.value);
    assert!((mean(&plan.graph) - expected).abs() < 1e-14);
    assert!(plan.shortfall < 1e-14);
    // A random or a fixed player is answered best, without knowing the answer.
    let value = |answers: [DecisionRule; 2]| {
        make_plan(
            &with_answers(Coins { rounds: 1 }, &answers),
            &MAXIMISE_FIRST,
        )
        .value
    };
    assert_eq!(value([DecisionRule::Best, DecisionRule::Uniform]), 0.75);
    assert_eq!(value([DecisionRule::Uniform, DecisionRule::Best]), -0.75);
    assert_eq!(value([DecisionRule::Option(1), DecisionRule::Best]), -3.0);
    assert_eq!(value([DecisionRule::Best, DecisionRule::First]), 1.5);
}
