//! Compares every fold with brute force.

use std::collections::BTreeMap;

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Fold, Metric, Step};

use crate::support::{Game, assert_counted, assert_trials_agree, distributions};

const FOLDS: [Fold; 5] = [Fold::Last, Fold::Sum, Fold::Min, Fold::Max, Fold::First];

/// Folds faces in the simplest way. `First` returns the step of the first odd face, from 1.
fn bf_folded(fold: Fold, faces: &[u32]) -> Option<i64> {
    let values = || faces.iter().map(|&face| i64::from(face));
    match fold {
        Fold::Last => values().next_back(),
        Fold::Sum => values().reduce(|a, b| a + b),
        Fold::Min => values().min(),
        Fold::Max => values().max(),
        Fold::First => values()
            .position(|face| face % 2 == 1)
            .map(|i| i as i64 + 1),
        Fold::Once => unreachable!("no fold"),
    }
}

/// Counts the folded values of the recorded faces over all rolls of `dice` dice.
fn bf_counts(dice: u32, value_of: impl Fn(&[u32]) -> Option<i64>) -> BTreeMap<i64, u64> {
    let mut counts = BTreeMap::new();
    for roll in 0..6u64.pow(dice) {
        let faces: Vec<u32> = (0..dice)
            .map(|i| (roll / 6u64.pow(i) % 6) as u32 + 1)
            .collect();
        if let Some(value) = value_of(&faces) {
            *counts.entry(value).or_default() += 1;
        }
    }
    counts
}

fn value(fold: Fold, face: u32) -> i64 {
    if fold == Fold::First {
        i64::from(face % 2)
    } else {
        face.into()
    }
}

#[test]
fn folds_of_three_dice_match_brute_force() {
    let metrics = FOLDS.map(|fold| Metric::whole(format!("{fold:?}")).fold(fold));
    let game = Game::new(metrics, 0u32, |step: &mut u32, ask| {
        *step += 1;
        let face = ask.roll(Die::D6);
        FOLDS
            .iter()
            .enumerate()
            .for_each(|(metric, &fold)| ask.observe(metric, *step, value(fold, face)));
        if *step < 3 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    let distributions = distributions(&game);
    for (distribution, fold) in distributions.iter().zip(FOLDS) {
        assert_counted(
            distribution,
            bf_counts(3, |faces| bf_folded(fold, faces)),
            216,
        );
    }
    assert_trials_agree(&game, &distributions);
}

/// The rule only records fives and sixes. If there are none, the metric is absent and not 0.
#[test]
fn folded_metric_may_be_absent() {
    let metrics = FOLDS.map(|fold| Metric::whole(format!("{fold:?}")).fold(fold).optional());
    let game = Game::new(metrics, 0u32, |step: &mut u32, ask| {
        *step += 1;
        let face = ask.roll(Die::D6);
        if face >= 5 {
            FOLDS
                .iter()
                .enumerate()
                .for_each(|(metric, &fold)| ask.observe(metric, *step, value(fold, face)));
        }
        if *step < 4 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    let distributions = distributions(&game);
    for (distribution, fold) in distributions.iter().zip(FOLDS) {
        let seen = |faces: &[u32]| match fold {
            Fold::First => faces
                .iter()
                .position(|&face| face == 5)
                .map(|i| i as i64 + 1),
            _ => bf_folded(
                fold,
                &faces
                    .iter()
                    .copied()
                    .filter(|&face| face >= 5)
                    .collect::<Vec<_>>(),
            ),
        };
        assert_counted(distribution, bf_counts(4, seen), 1296);
    }
    assert_trials_agree(&game, &distributions);
}

/// Two dice are recorded one by one at each of two steps. The second is only rolled if the first is
/// even.
#[test]
fn each_step_is_folded_separately() {
    let folds = [Fold::Sum, Fold::Last, Fold::Min, Fold::Max];
    let metrics = folds.map(|fold| Metric::steps(format!("{fold:?}"), 1, 2).fold(fold));
    let game = Game::new(
        metrics,
        (0u32, true),
        |(dice, is_seen): &mut (u32, bool), ask| {
            let face = ask.roll(Die::D6);
            if *is_seen {
                (0..4).for_each(|metric| ask.observe(metric, *dice / 2 + 1, face.into()));
            }
            *is_seen = *dice % 2 == 1 || face % 2 == 0;
            *dice += 1;
            if *dice < 4 {
                Step::Continue
            } else {
                Step::Done
            }
        },
    );
    let distributions = distributions(&game);
    for (metric, fold) in folds.into_iter().enumerate() {
        for step in 0..2 {
            let seen = |faces: &[u32]| match faces[2 * step] % 2 {
                0 => bf_folded(fold, &faces[2 * step..2 * step + 2]),
                _ => bf_folded(fold, &faces[2 * step..2 * step + 1]),
            };
            assert_counted(&distributions[2 * metric + step], bf_counts(4, seen), 1296);
        }
    }
    assert_trials_agree(&game, &distributions);
}

/// Sums may be negative, and an observation of 0 is not absence.
#[test]
fn sums_may_be_negative_and_empty_sums_absent() {
    let metrics = [Metric::whole("balance").fold(Fold::Sum).optional()];
    let game = Game::new(metrics, 0u32, |step: &mut u32, ask| {
        *step += 1;
        let face = i64::from(ask.roll(Die::D6));
        if face > 1 {
            ask.observe_whole(0, face - 4);
        }
        if *step < 3 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    let distributions = distributions(&game);
    let seen = |faces: &[u32]| {
        faces
            .iter()
            .filter(|&&face| face > 1)
            .map(|&face| i64::from(face) - 4)
            .reduce(|a, b| a + b)
    };
    assert_counted(&distributions[0], bf_counts(3, seen), 216);
    assert_trials_agree(&game, &distributions);
}
