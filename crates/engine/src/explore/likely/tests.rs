//! Compares the ranges of partial exploration with odds explored whole.

use proptest::prelude::*;

use super::*;
use crate::chance::Die;
use crate::explore::{explore, explore_likeliest as explore_rule};
use crate::question::{Expression, JointQuestion, solve_joint};
use crate::solve::{ExactDistribution, solve};
use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

/// The effect of a face: how far a piece moves, whether it takes a point, and whether the game
/// splits.
#[derive(Clone, Copy, Debug)]
struct Turn {
    onward: i32,
    point: bool,
    splits: bool,
}

/// A piece on a track, and points. Every place has a different die.
#[derive(Clone, Debug)]
struct Track(Vec<Vec<Turn>>);

impl Rule for Track {
    type State = (i32, i64);

    fn metrics(&self) -> Vec<Metric> {
        vec![
            Metric::whole("last points").fold(Fold::Max).optional(),
            Metric::whole("turns").fold(Fold::Sum).optional(),
        ]
    }

    fn start(&self, _: &Parts) -> (i32, i64) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        state: &mut (i32, i64),
        ask: &mut A,
    ) -> Result<Step<(i32, i64)>, RuleError> {
        let (place, points) = *state;
        let turns = &self.0[place as usize];
        let turn = turns[ask.roll(Die::new(turns.len() as u32)) as usize - 1];
        let next = (place + turn.onward).max(0);
        *state = (next, (points + i64::from(turn.point)).min(6));
        ask.observe_whole(1, 1);
        if next as usize >= self.0.len() {
            ask.observe_whole(0, state.1);
            return Ok(Step::Done);
        }
        Ok(if turn.splits && turn.onward > 0 {
            Step::Split(vec![*state, (next, 0)])
        } else {
            Step::Continue
        })
    }
}

fn track() -> impl Strategy<Value = Track> {
    let turn = (-1..4i32, any::<bool>(), prop::bool::weighted(0.05));
    let turn = turn.prop_map(|(onward, point, splits)| Turn {
        onward,
        point,
        splits,
    });
    let turns = prop::collection::vec(turn, 1..6).prop_map(|mut turns| {
        // From every place, a piece can move forward.
        turns[0].onward = turns[0].onward.max(1);
        turns
    });
    prop::collection::vec(turns, 2..9).prop_map(Track)
}

const SMALL: Budget = Budget {
    edges: 4_000,
    leaves: 20_000,
    bytes: 20_000_000,
};

fn odds(graph: &Graph) -> Option<Vec<Option<ExactDistribution>>> {
    solve(graph, &SMALL, &Watch::default()).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranges_contain_the_odds_of_the_whole_game(track in track(), aim in 0.0001..0.3f64) {
        let watch = Watch::default();
        let whole = explore(&track, &Parts::ALL, &SMALL, &watch);
        let missing = Missing { aim, most: 1e9 };
        let part = explore_rule(&track, &Parts::ALL, missing, &SMALL, &watch);
        let (Ok(whole), Ok(part)) = (whole, part) else {
            return Ok(());
        };
        let asked = JointQuestion::new(vec![Expression::Seen(0), Expression::Seen(1)]);
        let joint = |graph: &Graph| solve_joint(&[graph], &asked, &SMALL, &watch).ok();
        if let (Some(whole), Some(part)) = (joint(&whole), joint(&part)) {
            let (whole, part) = (whole.joint, part.joint);
            for (answer, truth) in whole.answers.rows() {
                let low = part.answers.weight(answer).map_or(0.0, |mass| mass.float());
                let high = low + part.unresolved + whole.unresolved;
                let truth = truth.float();
                prop_assert!(
                    low <= truth + 1e-10 && truth <= high + 1e-10,
                    "{answer:?}: {truth} is not between {low} and {high}"
                );
            }
        }
        if let (Some(whole), Some(part)) = (odds(&whole), odds(&part)) {
            for (whole, part) in whole.iter().zip(&part) {
                let (Some(whole), Some(part)) = (whole, part) else {
                    continue;
                };
                if whole.has_only_moments() || part.has_only_moments() {
                    continue;
                }
                for &(value, _) in whole.pmf().masses().iter().chain(part.pmf().masses()) {
                    let truth = whole.pmf().mass(value).float();
                    let low = part.pmf().mass(value).float();
                    let high = low + part.unresolved + whole.unresolved;
                    prop_assert!(
                        low <= truth + 1e-10 && truth <= high + 1e-10,
                        "{value}: {truth} is not between {low} and {high}"
                    );
                }
            }
        }
    }
}

/// Rolls a die of many faces three times. Small faces are much likelier.
struct Uneven;

impl Rule for Uneven {
    type State = (u32, u32);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("sum")]
    }

    fn start(&self, _: &Parts) -> (u32, u32) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        (rolls, sum): &mut (u32, u32),
        ask: &mut A,
    ) -> Result<Step<(u32, u32)>, RuleError> {
        let small = ask.roll(Die::new(100)) > 1;
        let face = ask.roll(Die::new(if small { 2 } else { 1000 }));
        (*rolls, *sum) = (*rolls + 1, *sum * 1000 + face);
        if *rolls < 3 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, i64::from(*sum % 10));
        Ok(Step::Done)
    }
}

#[test]
fn unlikely_states_are_left_out() {
    let watch = Watch::default();
    let budget = Budget::default();
    let missing = Missing {
        aim: 0.025,
        most: 0.03,
    };
    let graph = explore_rule(&Uneven, &Parts::ALL, missing, &budget, &watch).expect("a graph");
    let odds = solve(&graph, &budget, &watch).expect("odds");
    let sum = odds[0].as_ref().expect("a sum");
    // The first two rolls have four likely results; each of the others is 100 times rarer.
    assert!(graph.state_count() < 20, "{}", graph.state_count());
    assert!(
        sum.unresolved > 0.01 && sum.unresolved < 0.025,
        "{}",
        sum.unresolved
    );
    // A graph of everything has a thousand states after one roll, and a million after two.
    let small = Budget {
        edges: 500,
        ..budget
    };
    let failed = explore_rule(&Uneven, &Parts::ALL, missing, &small, &watch);
    assert!(matches!(failed, Err(Stop::TooLarge { .. })));
}
