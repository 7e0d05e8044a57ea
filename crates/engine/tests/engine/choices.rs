//! Choices left to a player: every policy explored and played alike, and best play against what is
//! known of it.

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Graph, Model, Stop, Watch};
use oddsmith_engine::question::{Asked, Comparison, Expression, solve_joint};
use oddsmith_engine::simulate::{GraphSampler, Purpose, Stream, play};
use oddsmith_engine::solve::{Aim, cost_of_a_trial, moments, plan, solve};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Playing, Policy, Rule, RuleError, Side, Step,
};

use crate::support::{MOST, answered, graph, planned, try_plan};

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

/// A d6 may be rolled up to `rolls` times; the last face counts.
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
        ask.whole(0, face);
        Ok(Step::Done)
    }
}

#[test]
fn a_d6_that_may_be_rolled_three_times_is_worth_14_thirds() {
    for (rolls, worth) in [(1, 3.5), (2, 4.25), (3, 14.0 / 3.0)] {
        let plan = planned(&answered(Reroll { rolls }, &[DecisionRule::Best]), &MOST);
        assert!(
            (plan.value - worth).abs() < 1e-14,
            "{rolls}: {}",
            plan.value
        );
        assert!((mean(&plan.graph) - worth).abs() < 1e-14);
    }
}

#[test]
fn what_is_open_has_no_odds_before_it_is_decided() {
    let (open, watch) = (
        answered(Reroll { rolls: 2 }, &[DecisionRule::Best]),
        Watch::default(),
    );
    let graph = graph(&open);
    let asked = Asked {
        of: vec![Expression::Seen(0)],
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
        cost_of_a_trial(&graph, &watch).err(),
        GraphSampler::new(graph)
            .draw(stream, stream.batches(10), 10, &watch)
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
fn who_knows_no_best_option_does_not_play_on_as_if_the_first_were_it() {
    let (rule, watch) = (Reroll { rolls: 2 }, Watch::default());
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let simulate = |policy: Policy| play(&Playing::new(rule, policy), stream, 0..1, 10, &watch);
    let best = Policy::new(vec![DecisionRule::Best]);
    let Err(Stop::Rule(fault)) = simulate(best.clone()) else {
        panic!("it is not known")
    };
    assert!(
        fault
            .problem
            .starts_with("the best option of choice 0 in situation [1, "),
        "{fault}"
    );
    assert!(
        simulate(best.following(&planned(&answered(rule, &[DecisionRule::Best]), &MOST))).is_ok()
    );
}

#[test]
fn with_two_rolls_left_a_four_is_rolled_again_and_with_one_it_is_kept() {
    let plan = planned(&answered(Reroll { rolls: 3 }, &[DecisionRule::Best]), &MOST);
    let at = |left: i64, face: i64| {
        let decision = plan
            .decisions
            .iter()
            .find(|decision| *decision.situation == [left, face])
            .expect("it is met");
        decision.options[decision.best]
    };
    assert_eq!(
        (1..=6).map(|face| at(2, face)).collect::<Vec<_>>(),
        [ROLL, ROLL, ROLL, ROLL, KEEP, KEEP]
    );
    assert_eq!(
        (1..=6).map(|face| at(1, face)).collect::<Vec<_>>(),
        [ROLL, ROLL, ROLL, KEEP, KEEP, KEEP]
    );
    // A four with two rolls left: 4.25 for another roll against 4. With one left it is met in four
    // of six ways.
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
fn who_wants_less_keeps_what_is_low() {
    let open = answered(Reroll { rolls: 2 }, &[DecisionRule::Best]);
    assert!(
        (planned(
            &open,
            &Aim {
                minimises: true,
                ..MOST
            }
        )
        .value
            - 2.75)
            .abs()
            < 1e-14
    );
    let theirs = [Choice::new("again", ["rolls left", "face"]).of(Side::Them)];
    let plan = plan(
        &graph(&open),
        &theirs,
        &[MOST],
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends");
    assert!((plan.value - 2.75).abs() < 1e-14);
}

#[test]
fn what_is_not_left_open_is_answered_while_exploring() {
    let explored = |answer| mean(&graph(&answered(Reroll { rolls: 2 }, &[answer])));
    assert!((explored(DecisionRule::First) - 3.5).abs() < 1e-14);
    assert!((explored(DecisionRule::Option(ROLL)) - 3.5).abs() < 1e-14);
    assert!((mean(&graph(&Reroll { rolls: 3 })) - 3.5).abs() < 1e-14);
    // Half the time the first face, half the time the second.
    let mixed = graph(&answered(Reroll { rolls: 2 }, &[DecisionRule::Uniform]));
    assert_eq!(mixed.decisions().len(), 0);
    assert!((mean(&mixed) - 3.5).abs() < 1e-14);
}

#[test]
fn best_play_is_at_least_any_policy_of_all_that_there_are() {
    // Six faces, two rolls: 64 policies, each played out by hand.
    let by_hand = |policy: u32| -> f64 {
        let keeps = |face: u32| policy >> (face - 1) & 1 == 1;
        (1..=6)
            .map(|face| if keeps(face) { f64::from(face) } else { 3.5 })
            .sum::<f64>()
            / 6.0
    };
    let all = (0..64).map(by_hand).fold(0.0, f64::max);
    let plan = planned(&answered(Reroll { rolls: 2 }, &[DecisionRule::Best]), &MOST);
    assert!((plan.value - all).abs() < 1e-14);
}

/// Plays by a plan, and holds the mean of what is played against its graph.
fn plays_as_planned<M: Model + Clone>(model: &M, aim: &Aim, sd: f64) {
    let open = Policy::new(vec![DecisionRule::Best; model.choices().len()]);
    let plan = planned(&Playing::new(model.clone(), open.clone()), aim);
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let trials = 100_000;
    let player = Playing::new(model.clone(), open.following(&plan));
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
fn trials_played_by_the_plan_agree_with_its_law() {
    plays_as_planned(&Reroll { rolls: 3 }, &MOST, 1.3);
    plays_as_planned(&Target { turns: 3 }, &at_least(10), 3.0);
    plays_as_planned(&Target { turns: 3 }, &at_least(7), 3.0);
}

/// In each turn the player takes 3 for certain or rolls a d6; what matters is the sum.
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
        ask.whole(0, gain);
        Ok(if *turn < self.turns {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

/// The chance that the first metric is at least this.
fn at_least(goal: i64) -> Aim {
    let of = Expression::compare(
        Comparison::AtLeast,
        Expression::Seen(0),
        Expression::Number(goal),
    );
    Aim {
        of,
        minimises: false,
    }
}

/// The same by going down every way, knowing the sum so far.
fn target_by_hand(turns: u32, so_far: i64, goal: i64) -> f64 {
    if turns == 0 {
        return f64::from(so_far >= goal);
    }
    let after = |gain: i64| target_by_hand(turns - 1, so_far + gain, goal);
    after(3).max((1..=6).map(after).sum::<f64>() / 6.0)
}

#[test]
fn an_aim_at_a_chance_remembers_what_it_must() {
    for goal in [4, 7, 9, 10, 14, 18, 19] {
        let plan = planned(
            &answered(Target { turns: 3 }, &[DecisionRule::Best]),
            &at_least(goal),
        );
        assert!(
            (plan.value - target_by_hand(3, 0, goal)).abs() < 1e-14,
            "{goal}: {}",
            plan.value
        );
        assert_eq!(plan.remembered, [0]);
        // The law of the sum is still there, and says the same.
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
fn the_mean_of_a_sum_remembers_nothing() {
    let plan = planned(&answered(Target { turns: 3 }, &[DecisionRule::Best]), &MOST);
    assert!((plan.value - 10.5).abs() < 1e-14);
    assert_eq!((plan.remembered.len(), plan.graph.state_count()), (0, 3));
}

/// A rule with an incomplete state: the sum so far decides what is best, and is not among the
/// choice's numbers.
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
        ask.whole(0, (*sum >= 7).into());
        Ok(Step::Done)
    }
}

#[test]
fn a_situation_that_is_told_too_little_of_is_an_error() {
    let open = answered(Forgetful, &[DecisionRule::Best]);
    assert!(
        try_plan(&open, &MOST)
            .expect_err("two answers")
            .to_string()
            .contains("`risk`")
    );
}

/// Two players in turn roll a d6 onto a turn's total or bank it; a one loses the turn's total.
/// First to `goal`.
#[derive(Clone, Copy)]
struct Pig {
    goal: u8,
}

impl Rule for Pig {
    /// Who is to play, what each has banked, this turn's total.
    type State = (bool, [u8; 2], u8);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("first wins")]
    }

    fn choices(&self) -> Vec<Choice> {
        let parts = ["own", "other's", "turn"];
        vec![
            Choice::new("ours", parts),
            Choice::new("theirs", parts).of(Side::Them),
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
                ask.whole(0, (!second).into());
                return Ok(Step::Done);
            }
            face => state.2 += face,
        }
        Ok(Step::Continue)
    }
}

/// The same by going round over plain tables: the chance that who is to play wins.
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
fn two_sides_that_both_play_best_at_pig_meet_where_a_table_says() {
    for goal in [6, 12, 20] {
        let plan = planned(&answered(Pig { goal }, &[DecisionRule::Best; 2]), &MOST);
        assert!(
            (plan.value - pig_by_hand(goal.into())).abs() < 1e-12,
            "{goal}: {}",
            plan.value
        );
        assert!((mean(&plan.graph) - plan.value).abs() < 1e-12, "{goal}");
    }
}
