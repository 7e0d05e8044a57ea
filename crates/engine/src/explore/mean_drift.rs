//! Decides whether an unbounded counter surely comes down again, from its mean drift at high
//! levels.
//!
//! # Formula
//! The drift is the mean change of the level, weighted with the stationary distribution of the
//! phases. The method of Grassmann, Taksar and Heyman (1985) computes this distribution without
//! subtractions. The process comes down with probability 1 exactly if the drift of every recurrent
//! class is at most zero (Neuts 1981, section 1.7). Residues decide whether the drift is exactly
//! zero, because floats cannot distinguish a very small drift from zero.

use crate::odds::Mass;

/// If up and down differ by a smaller share than this, floats cannot tell which is greater.
const DRIFT_TOLERANCE: f64 = 1e-13;

/// The direction of the drift, in the least favourable class of phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeanDrift {
    /// The counter falls or stays on average, and surely comes down.
    Down,
    Up,
    /// The drift is unknown.
    Unclear,
}

/// Returns the drift of a process. Each transition has a source phase, a target phase, the change
/// of the level, and a probability. `leads_out` holds, for each phase, whether it has transitions
/// to elsewhere.
pub(super) fn mean_drift(
    leads_out: &[bool],
    transitions: &[(usize, usize, i64, Mass)],
) -> MeanDrift {
    let mut found = MeanDrift::Down;
    for class in closed_classes(leads_out, transitions) {
        match class_drift(&class, transitions) {
            MeanDrift::Down => {}
            MeanDrift::Up => return MeanDrift::Up,
            MeanDrift::Unclear => found = MeanDrift::Unclear,
        }
    }
    found
}

/// Returns the recurrent classes of phases: those that all reach each other and nothing else.
fn closed_classes(
    leads_out: &[bool],
    transitions: &[(usize, usize, i64, Mass)],
) -> Vec<Vec<usize>> {
    let phases = leads_out.len();
    let mut onward = vec![Vec::new(); phases];
    transitions
        .iter()
        .for_each(|&(from, to, ..)| onward[from].push(to));
    let reached = |from: usize| {
        let mut is_reached = vec![false; phases];
        let mut open = vec![from];
        while let Some(phase) = open.pop() {
            if !std::mem::replace(&mut is_reached[phase], true) {
                open.extend(&onward[phase]);
            }
        }
        is_reached
    };
    let reached: Vec<Vec<bool>> = (0..phases).map(reached).collect();
    let class_of =
        |from: &Vec<bool>| -> Vec<usize> { (0..phases).filter(|&other| from[other]).collect() };
    let is_closed = |phase: usize, class: &[usize]| {
        class
            .iter()
            .all(|&other| reached[other][phase] && !leads_out[other])
    };
    let classes = reached.iter().map(class_of).enumerate();
    classes
        .filter(|(phase, class)| class[0] == *phase && is_closed(*phase, class))
        .map(|(_, class)| class)
        .collect()
}

fn class_drift(class: &[usize], transitions: &[(usize, usize, i64, Mass)]) -> MeanDrift {
    let index_of = |phase: usize| class.binary_search(&phase).ok();
    let n = class.len();
    let mut leads = vec![vec![Mass::ZERO; n]; n];
    for &(from, to, _, mass) in transitions {
        if let (Some(from), Some(to)) = (index_of(from), index_of(to)) {
            leads[from][to] += mass;
        }
    }
    for last in (1..n).rev() {
        let away: Mass = leads[last][..last].iter().copied().sum();
        let inverse = away.inverse();
        let (before, rest) = leads.split_at_mut(last);
        for row in before {
            row[last] = row[last] * inverse;
            let through = row[last];
            row[..last]
                .iter_mut()
                .zip(&rest[0])
                .for_each(|(to, &on)| *to += through * on);
        }
    }
    let mut shares: Vec<Mass> = vec![Mass::ONE];
    for to in 1..n {
        shares.push(
            shares
                .iter()
                .zip(&leads)
                .map(|(&share, row)| share * row[to])
                .sum(),
        );
    }
    let (mut up, mut down) = (Mass::ZERO, Mass::ZERO);
    for &(from, _, levels, mass) in transitions {
        if let Some(from) = index_of(from) {
            let moved = shares[from] * mass * Mass::ratio(levels.unsigned_abs().into(), 1);
            if levels > 0 {
                up += moved
            } else {
                down += moved
            }
        }
    }
    let (float_up, float_down) = (up.float(), down.float());
    match float_up - float_down {
        gap if gap.abs() > DRIFT_TOLERANCE * (float_up + float_down) => {
            if gap > 0.0 {
                MeanDrift::Up
            } else {
                MeanDrift::Down
            }
        }
        _ if (up - down).is_only_rounding() => MeanDrift::Down,
        _ => MeanDrift::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk_drift(up: u128, denominator: u128) -> MeanDrift {
        mean_drift(
            &[false],
            &[
                (0, 0, 1, Mass::ratio(up, denominator)),
                (0, 0, -1, Mass::ratio(denominator - up, denominator)),
            ],
        )
    }

    #[test]
    fn fair_walks_come_down_and_growing_ones_do_not() {
        assert_eq!(
            [walk_drift(1, 2), walk_drift(49, 100), walk_drift(51, 100)],
            [MeanDrift::Down, MeanDrift::Down, MeanDrift::Up]
        );
        assert_eq!(
            [
                walk_drift(499_999, 1_000_000),
                walk_drift(500_001, 1_000_000)
            ],
            [MeanDrift::Down, MeanDrift::Up]
        );
        // Floats cannot decide a relative difference of 2e-15, so the result is unclear.
        assert_eq!(
            walk_drift(500_000_000_000_001, 1_000_000_000_000_000),
            MeanDrift::Unclear
        );
    }

    #[test]
    fn phases_are_weighed_by_their_time() {
        let fair = |p: u128| {
            [
                (0, 1, 3, Mass::ratio(p, 4)),
                (0, 0, -1, Mass::ratio(4 - p, 4)),
                (1, 0, -1, Mass::ONE),
            ]
        };
        // Phase 0 rises by 3 with probability 1/4 and then falls by 1; otherwise it falls by 1. The
        // mean change is 3/4 - 3/4 - 1/4.
        assert_eq!(mean_drift(&[false; 2], &fair(1)), MeanDrift::Down);
        assert_eq!(mean_drift(&[false; 2], &fair(2)), MeanDrift::Up);
        let even = [
            (0, 1, 2, Mass::ratio(1, 3)),
            (0, 0, -1, Mass::ratio(2, 3)),
            (1, 0, 0, Mass::ONE),
        ];
        assert_eq!(mean_drift(&[false; 2], &even), MeanDrift::Down);
    }

    #[test]
    fn phases_with_exits_need_no_downward_transition() {
        assert_eq!(
            mean_drift(&[true], &[(0, 0, 1, Mass::ratio(9, 10))]),
            MeanDrift::Down
        );
        assert_eq!(
            mean_drift(
                &[false; 2],
                &[
                    (0, 0, 1, Mass::ratio(9, 10)),
                    (0, 1, 0, Mass::ratio(1, 10)),
                    (1, 1, 1, Mass::ONE)
                ]
            ),
            MeanDrift::Up
        );
    }
}
