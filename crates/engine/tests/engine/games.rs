//! Best play in games of two players and in cycles, compared with values computed by hand.

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::solve::PlannedDecision;
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Side, Step,
};

use crate::support::{MAXIMISE_FIRST, make_plan, mean, with_answers};

const BANK: i64 = 0;
const ROLL: i64 = 1;

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
            ask.choose(usize::from(second), &[BANK, ROLL], &situation) == ROLL
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

/// Two players show a coin at once until they differ, at most this many times. If both show heads,
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
