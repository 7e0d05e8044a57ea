use proptest::prelude::*;

use super::super::augment::{RecordedFolds, recorded_by_augmentation};
use super::super::by_state::SumByState;
use super::*;
use crate::chance::Die;
use crate::explore::{Graph, explore};
use crate::graph::Cell;
use crate::metric::Fold;
use crate::{Ask, Metric, Parts, Rule, RuleError, Step};

const MANY: usize = usize::MAX;
const NO_LIMITS: Limits = Limits {
    products: u64::MAX,
    bytes: MANY,
    values: MANY,
};

/// The effect of a face: where the trial continues, and what it records.
type Turn = (u32, Option<i64>);

/// Goes from place to place by a die. A face may stay at its place, and may add to a sum.
#[derive(Clone, Debug)]
struct Wandering(Vec<Vec<Turn>>);

impl Rule for Wandering {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("sum").fold(Fold::Sum).optional()]
    }

    fn start(&self, _: &Parts) -> u32 {
        0
    }

    fn step<A: Ask>(&self, place: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        let turns = &self.0[*place as usize];
        let face = ask.roll(Die::new(turns.len() as u32));
        let (onward, recorded) = turns[face as usize - 1];
        if let Some(value) = recorded {
            ask.observe_whole(0, value);
        }
        *place += onward;
        Ok(if (*place as usize) < self.0.len() {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

fn wandering(loops: bool, least: i64) -> impl Strategy<Value = Wandering> {
    let added = least..4;
    let recorded =
        prop_oneof![2 => Just(None), 1 => Just(Some(0)), 4 => added.prop_map(|n| Some(3 * n))];
    let turn = (if loops { 0..3u32 } else { 1..3u32 }, recorded);
    let turns = prop::collection::vec(turn, 1..5).prop_map(|mut turns| {
        // Trials leave every place.
        turns[0].0 = turns[0].0.max(1);
        turns
    });
    prop::collection::vec(turns, 1..7).prop_map(Wandering)
}

fn graph_of(rule: &Wandering) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default()).expect("it is small")
}

fn assert_same(first: &RecordedFolds, other: &RecordedFolds, has_fractions: bool) {
    // The two methods truncate unbounded sums at different values.
    let rare = 1e-12;
    for (cell, mass) in &first.values {
        let truncated = Mass::inexact(0.0);
        let theirs = other.values.get(cell).copied().unwrap_or(truncated);
        assert!((mass.float() - theirs.float()).abs() < rare, "{cell:?}");
        let fractions = mass.fraction().zip(theirs.fraction());
        assert!(
            fractions.is_none_or(|(ours, other)| ours == other),
            "{cell:?}"
        );
        let is_complete = has_fractions && cell.value < 30;
        assert!(!is_complete || mass.has_known_fraction(), "{cell:?}");
    }
    let total = |recorded: &RecordedFolds| {
        let values = recorded.values.values().copied().sum::<Mass>();
        (values + recorded.silent + recorded.unresolved).float()
    };
    assert!((total(first) - 1.0).abs() < rare && (total(other) - 1.0).abs() < rare);
    assert!((first.silent.float() - other.silent.float()).abs() < rare);
    assert_eq!(first.silent.is_zero(), other.silent.is_zero());
    assert!(first.unresolved.is_zero() || !other.unresolved.is_zero());
}

/// Compares the sums of a method, with fractions and as floats, with those of another method.
fn assert_same_as(sums: &impl Summation, others: &RecordedFolds) {
    let (budget, watch) = (Budget::default(), Watch::default());
    let recorded = sums
        .recorded_folds(&budget, MANY, &watch)
        .expect("it is small");
    assert_same(&recorded, others, true);
    let (floats, _) = sums
        .propagate::<f64>(NO_LIMITS, &watch)
        .expect("it is small");
    assert_same(&floats.recorded_folds(sums.additions()), others, false);
}

/// Compares the methods that apply to a rule. Returns whether sums by value and by state do.
fn compare(rule: &Wandering) -> (bool, bool) {
    let graph = graph_of(rule);
    let (projected, order) = (MetricProjection::new(&graph, 0), graph.order());
    let (budget, watch) = (Budget::default(), Watch::default());
    let (by_value, by_state) = (
        SumByValue::new(&projected, 0),
        SumByState::new(&projected, &order, 0),
    );
    if by_value.is_some() || by_state.is_some() {
        let others = recorded_by_augmentation(&projected, 0, &budget, &watch).expect("it is small");
        if let Some(sums) = &by_value {
            assert_same_as(sums, &others);
        }
        if let Some(sums) = &by_state {
            assert_same_as(sums, &others);
        }
    }
    (by_value.is_some(), by_state.is_some())
}

proptest! {
    #[test]
    fn all_methods_find_the_same_sums(rule in wandering(true, 1)) {
        let (by_value, by_state) = compare(&rule);
        // Both apply unless a trial may record 0 and stay.
        prop_assert_eq!(by_value, by_state);
    }

    /// Without cycles, both methods apply if anything is recorded.
    #[test]
    fn both_apply_to_graphs_without_cycles(rule in wandering(false, 1)) {
        let is_recorded = !graph_of(&rule).cells().is_empty();
        prop_assert_eq!(compare(&rule), (is_recorded, is_recorded));
    }

    /// Sums by state may fall.
    #[test]
    fn sums_by_state_may_fall(rule in wandering(false, -3)) {
        let is_recorded = !graph_of(&rule).cells().is_empty();
        prop_assert_eq!(compare(&rule).1, is_recorded);
    }

    /// Sums may fall in one place and grow without an end in another.
    #[test]
    fn sums_that_fall_and_stay_agree(rule in wandering(true, -3)) {
        compare(&rule);
    }
}

/// The probability of 93 is `2^-29 - 3 · 2^-60`, whose fraction is too long. Without the trials
/// of `3 · 2^-60`, it would be a short fraction.
#[test]
fn truncated_trials_hide_the_fractions_of_their_values() {
    let turn = |onward, value| (onward, Some(value));
    let rule = Wandering(vec![
        vec![turn(1, 3), turn(0, 3), turn(1, 3), turn(1, 6)],
        vec![turn(1, 3), turn(1, 3), turn(1, 6), turn(0, 6)],
    ]);
    let graph = graph_of(&rule);
    let projected = MetricProjection::new(&graph, 0);
    let (budget, watch) = (Budget::default(), Watch::default());
    let sums = SumByValue::new(&projected, 0).expect("it applies");
    let fractions = |recorded: &RecordedFolds| {
        let fraction = |value| recorded.values[&Cell { slot: 0, value }].fraction();
        (fraction(9), fraction(93))
    };
    let expected = (Some((5, 16)), None);
    let recorded = sums
        .recorded_folds(&budget, MANY, &watch)
        .expect("it is small");
    assert_eq!(fractions(&recorded), expected);
    let recorded = recorded_by_augmentation(&projected, 0, &budget, &watch).expect("it is small");
    assert_eq!(fractions(&recorded), expected);
    let order = graph.order();
    let sums = SumByState::new(&projected, &order, 0).expect("it applies");
    let recorded = sums
        .recorded_folds(&budget, MANY, &watch)
        .expect("it is small");
    assert_eq!(fractions(&recorded), expected);
}

#[test]
fn a_loop_that_records_nothing_but_0_is_left_to_the_other_method() {
    let rule = Wandering(vec![vec![(0, Some(0)), (1, Some(1))]]);
    let graph = graph_of(&rule);
    let projected = MetricProjection::new(&graph, 0);
    assert!(SumByValue::new(&projected, 0).is_none());
}

#[test]
fn sums_respect_the_budget_and_the_stop() {
    let turn = |onward, value| (onward, Some(value));
    let rule = Wandering(vec![vec![turn(0, 1), turn(1, 1)]; 40]);
    let graph = graph_of(&rule);
    let projected = MetricProjection::new(&graph, 0);
    let sums = SumByValue::new(&projected, 0).expect("it applies");
    let (budget, watch) = (Budget::default(), Watch::default());
    assert!(sums.fits(&budget) && sums.recorded_folds(&budget, MANY, &watch).is_ok());
    let small = Budget {
        leaves: 100,
        ..budget
    };
    assert!(matches!(
        sums.recorded_folds(&small, MANY, &watch),
        Err(Stop::TooLarge { .. })
    ));
    assert!(matches!(
        sums.recorded_folds(&budget, 20, &watch),
        Err(Stop::TooLarge { .. })
    ));
    assert!(!sums.fits(&Budget {
        bytes: 1000,
        ..budget
    }));
    watch.stop();
    assert_eq!(
        sums.recorded_folds(&budget, MANY, &watch).err(),
        Some(Stop::Requested)
    );
}
