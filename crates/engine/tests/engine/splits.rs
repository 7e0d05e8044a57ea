//! Trials that split into independent parts, compared with brute force.

use std::collections::BTreeMap;

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Ask, Fold, Metric, Step};

use crate::support::{Game, assert_counted, assert_trials_agree, distributions};

/// The state before the shared roll, or a target with the shared roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shot {
    Aim,
    Target { shared: u32, kind: u32 },
    Chain { shared: u32, left: u32 },
}

fn metrics() -> [Metric; 5] {
    [
        Metric::whole("shared"),
        Metric::whole("hits").fold(Fold::Sum),
        Metric::whole("best").fold(Fold::Max).optional(),
        Metric::whole("worst").fold(Fold::Min).optional(),
        Metric::steps("by kind", 1, 3),
    ]
}

/// A target is hit by a face that is at least the shared one plus its armour.
fn shoot(ask: &mut dyn Ask, shared: u32, armour: u32) -> bool {
    let face = ask.roll(Die::D6);
    let is_hit = face >= shared + armour;
    ask.observe_whole(1, is_hit.into());
    if is_hit {
        ask.observe_whole(2, face.into());
        ask.observe_whole(3, face.into());
    }
    is_hit
}

fn aim(ask: &mut dyn Ask) -> u32 {
    let shared = ask.roll(Die::D6);
    ask.observe_whole(0, shared.into());
    // Folded values from before the split continue after it.
    ask.observe_whole(1, 10);
    shared
}

/// Counts the outcomes over all rolls of the shared die and of the targets.
fn bf_counts(
    targets: u32,
    value_of: impl Fn(u32, &[u32]) -> Option<i64>,
) -> (BTreeMap<i64, u64>, u64) {
    let (mut counts, play_count) = (BTreeMap::new(), 6u64.pow(targets + 1));
    for roll in 0..play_count {
        let faces: Vec<u32> = (0..=targets)
            .map(|i| (roll / 6u64.pow(i) % 6) as u32 + 1)
            .collect();
        if let Some(value) = value_of(faces[0], &faces[1..]) {
            *counts.entry(value).or_default() += 1;
        }
    }
    (counts, play_count)
}

#[test]
fn targets_after_a_shared_roll_match_brute_force() {
    let game = Game::new(metrics(), Shot::Aim, |shot: &mut Shot, ask| match *shot {
        Shot::Aim => {
            let shared = aim(ask);
            Step::Split((0..3).map(|kind| Shot::Target { shared, kind }).collect())
        }
        Shot::Target { shared, kind } => {
            let is_hit = shoot(ask, shared, kind);
            ask.observe(4, kind + 1, is_hit.into());
            Step::Done
        }
        Shot::Chain { .. } => unreachable!(),
    });
    let distributions = distributions(&game);
    let hit = |shared: u32, kind: usize, face: u32| face >= shared + kind as u32;
    let hits = |shared: u32, faces: &[u32]| -> Vec<i64> {
        let hit = faces
            .iter()
            .enumerate()
            .filter(|&(kind, &face)| hit(shared, kind, face));
        hit.map(|(_, &face)| i64::from(face)).collect()
    };
    let check = |slot: usize, value_of: &dyn Fn(u32, &[u32]) -> Option<i64>| {
        let (counts, play_count) = bf_counts(3, value_of);
        assert_counted(&distributions[slot], counts, play_count);
    };
    check(0, &|shared, _| Some(shared.into()));
    check(1, &|shared, faces| {
        Some(10 + hits(shared, faces).len() as i64)
    });
    check(2, &|shared, faces| hits(shared, faces).into_iter().max());
    check(3, &|shared, faces| hits(shared, faces).into_iter().min());
    for kind in 0..3 {
        check(4 + kind, &|shared, faces| {
            Some(hit(shared, kind, faces[kind]).into())
        });
    }
    assert_trials_agree(&game, &distributions);
}

/// Equal targets are one state, counted as often as they occur.
#[test]
fn equal_targets_are_counted_separately() {
    let game = Game::new(
        [Metric::whole("hits").fold(Fold::Sum)],
        None,
        |shared: &mut Option<u32>, ask| match *shared {
            None => Step::Split(vec![Some(ask.roll(Die::D6)); 3]),
            Some(shared) => {
                let face = ask.roll(Die::D6);
                ask.observe_whole(0, (face >= shared).into());
                Step::Done
            }
        },
    );
    let distributions = distributions(&game);
    let (counts, play_count) = bf_counts(3, |shared, faces| {
        Some(faces.iter().filter(|&&face| face >= shared).count() as i64)
    });
    assert_counted(&distributions[0], counts, play_count);
    assert_trials_agree(&game, &distributions);
}

/// One side of each split splits again.
#[test]
fn nested_splits_match_brute_force() {
    let metrics = metrics().into_iter().take(4);
    let game = Game::new(metrics, Shot::Aim, |shot: &mut Shot, ask| match *shot {
        Shot::Aim => {
            let shared = aim(ask);
            *shot = Shot::Chain { shared, left: 3 };
            Step::Continue
        }
        Shot::Chain { shared, left: 1 } => {
            shoot(ask, shared, 0);
            Step::Done
        }
        Shot::Chain { shared, left } => Step::Split(vec![
            Shot::Target { shared, kind: 0 },
            Shot::Chain {
                shared,
                left: left - 1,
            },
        ]),
        Shot::Target { shared, kind } => {
            shoot(ask, shared, kind);
            Step::Done
        }
    });
    let distributions = distributions(&game);
    let hits = |shared: u32, faces: &[u32]| {
        faces
            .iter()
            .copied()
            .filter(|&face| face >= shared)
            .collect::<Vec<_>>()
    };
    let (counts, play_count) = bf_counts(3, |shared, faces| {
        Some(10 + hits(shared, faces).len() as i64)
    });
    assert_counted(&distributions[1], counts, play_count);
    let (counts, play_count) = bf_counts(3, |shared, faces| {
        hits(shared, faces).into_iter().max().map(i64::from)
    });
    assert_counted(&distributions[2], counts, play_count);
    let (counts, play_count) = bf_counts(3, |shared, faces| {
        hits(shared, faces).into_iter().min().map(i64::from)
    });
    assert_counted(&distributions[3], counts, play_count);
    assert_trials_agree(&game, &distributions);
}

/// Recursion into so many nested splits would overflow the stack.
#[test]
fn deep_splits_are_solved() {
    let rounds = 1000u32;
    let game = Game::new(
        [Metric::whole("heads").fold(Fold::Sum)],
        (rounds, false),
        |state: &mut (u32, bool), ask| {
            let (left, is_coin) = *state;
            if is_coin || left == 1 {
                let face = ask.roll(Die::new(2));
                ask.observe_whole(0, i64::from(face) - 1);
                return Step::Done;
            }
            Step::Split(vec![(0, true), (left - 1, false)])
        },
    );
    let distributions = distributions(&game);
    let pmf = &distributions[0].pmf;
    assert!((pmf.mean() - 500.0).abs() < 1e-8 && (pmf.sd() - 250.0f64.sqrt()).abs() < 1e-9);
}

/// Each side of a split goes through a cycle, and the results are summed.
#[test]
fn split_sides_may_cycle() {
    let game = Game::new(
        [Metric::whole("rolls").fold(Fold::Sum)],
        0u8,
        |state: &mut u8, ask| {
            if *state == 0 {
                return Step::Split(vec![1, 2]);
            }
            ask.observe_whole(0, 1);
            if ask.roll(Die::D6) < 4 {
                Step::Continue
            } else {
                Step::Done
            }
        },
    );
    let distributions = distributions(&game);
    // The sum of two geometric counts has P(n) = (n - 1) / 2^n.
    for rolls in 2..30i32 {
        let mass = distributions[0].pmf.mass(rolls.into());
        assert!((mass.value() / (f64::from(rolls - 1) * 0.5f64.powi(rolls)) - 1.0).abs() < 1e-12);
    }
    assert_eq!(distributions[0].pmf.mass(4).fraction(), Some((3, 16)));
    assert!(distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-14);
    assert_trials_agree(&game, &distributions);
}
