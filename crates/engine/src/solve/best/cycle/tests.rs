//! Compares value iteration with extrapolation and without it.

use proptest::prelude::*;

use super::super::compare::ScaledValue;
use super::super::ring::DecisionCycle;
use super::optimise_from;
use crate::budget::Watch;

const STATES: usize = 5;

/// An option that may leave the cycle.
#[derive(Clone, Debug)]
struct ExitOption {
    /// The weight of leaving the cycle, and the value of what follows.
    exit: u32,
    value: i32,
    /// The weight of the transition to each state of the cycle.
    within: [u32; STATES],
}

/// A state: whether it maximises, and its options.
type OpenState = (bool, Vec<ExitOption>);

fn options() -> impl Strategy<Value = ExitOption> {
    let weights = (1..20u32, -50..50i32, prop::array::uniform5(0..60u32));
    weights.prop_map(|(exit, value, within)| ExitOption {
        exit,
        value,
        within,
    })
}

fn cycle(states: &[OpenState; STATES]) -> DecisionCycle {
    let mut cycle = DecisionCycle::new(true);
    for (wants_more, options) in states {
        for (index, option) in (0..).zip(options) {
            let total = f64::from(option.exit + option.within.iter().sum::<u32>());
            let outside = Some(ScaledValue::of(option.value.into()));
            cycle.push_option(index);
            let exit = f64::from(option.exit) / total;
            cycle.push_edge(exit, 0.0, outside, std::iter::empty());
            for (target, &weight) in (0..).zip(&option.within) {
                let mass = f64::from(weight) / total;
                cycle.push_edge(mass, 0.0, None, std::iter::once(target));
            }
        }
        cycle.close_state(*wants_more);
    }
    cycle
}

proptest! {
    #[test]
    fn extrapolation_changes_no_value(
        states in prop::array::uniform5((any::<bool>(), prop::collection::vec(options(), 1..4))),
    ) {
        let [quick, plain] = [true, false].map(|may_extrapolate| {
            let mut cycle = cycle(&states);
            assert!(cycle.always_ends());
            optimise_from(&mut cycle, may_extrapolate, &Watch::default()).expect("it ends");
            cycle
        });
        for (quick, plain) in quick.values().iter().zip(plain.values()) {
            prop_assert!((quick - plain).abs() <= 1e-11 * 50.0, "{quick} {plain}");
        }
    }
}
