//! Compares the recorder with a simple implementation, and tests invalid observations.

use std::collections::BTreeMap;

use super::*;
use crate::metric::Metric;
use crate::simulate::random::Random;

/// Returns metrics of all kinds: more than a page has, and with more steps than there are pages.
fn layout() -> Layout {
    let folds = [
        Fold::Once,
        Fold::Last,
        Fold::Sum,
        Fold::Min,
        Fold::Max,
        Fold::First,
    ];
    let metric = |number: u32| {
        let fold = folds[(number % 6) as usize];
        let metric = match number / 6 % 3 {
            0 => Metric::whole(number.to_string()),
            1 => Metric::steps(number.to_string(), 0, 3),
            _ => Metric::steps(number.to_string(), 5, 90),
        };
        metric.fold(fold).optional()
    };
    Layout::new((0..40).map(metric).collect()).unwrap()
}

/// Returns random observations of a trial: metric, step and value. Metrics that allow one value
/// have at most one.
fn random_observations(layout: &Layout, random: &mut Random) -> Vec<(usize, u32, i64)> {
    let mut observations = Vec::new();
    for (metric, definition) in layout.metrics().iter().enumerate() {
        for step in definition
            .all_steps()
            .filter(|_| random.below(4) > 0)
            .collect::<Vec<_>>()
        {
            let times = if definition.fold == Fold::Once {
                1
            } else {
                random.below(3)
            };
            for _ in 0..times {
                let near = random.below(20) as i64 - 2;
                let value = if random.below(50) == 0 {
                    near * 1_000_000
                } else {
                    near
                };
                // A metric of the whole trial may be recorded at any step.
                let step = step.unwrap_or_else(|| random.below(100) as u32);
                observations.push((random.below(u64::MAX), (metric, step, value)));
            }
        }
    }
    observations.sort_by_key(|&(key, _)| key);
    observations
        .into_iter()
        .map(|(_, observation)| observation)
        .collect()
}

#[test]
fn recorder_counts_what_each_trial_folds() {
    let layout = layout();
    let mut random = Random::stream([1, 2, 3, 4]);
    let mut recorder = Recorder::new(&layout);
    let mut counts: BTreeMap<(usize, i64), u64> = BTreeMap::new();
    for _ in 0..500 {
        let observations = random_observations(&layout, &mut random);
        let mut by_slot: BTreeMap<usize, Vec<(u32, i64)>> = BTreeMap::new();
        for &(metric, step, value) in &observations {
            let is_whole = layout.metrics()[metric].steps.is_none();
            if is_whole && layout.metrics()[metric].fold != Fold::First && random.below(2) == 0 {
                recorder.observe_whole([(metric, value)])
            } else {
                recorder.observe(step, [(metric, value)])
            }
            let slot = layout.slot(metric, step).expect("it has the step");
            by_slot.entry(slot).or_default().push((step, value));
        }
        for (slot, values) in by_slot {
            if let Some(value) = layout.metric(slot).fold.apply(values) {
                *counts.entry((slot, value)).or_default() += 1;
            }
        }
        recorder.end_trial().expect("nothing is recorded twice");
    }
    let tallies = recorder.tallies().expect("nothing is missing");
    let recorded = tallies
        .iter()
        .enumerate()
        .flat_map(|(slot, tally)| tally.iter().map(move |(v, n)| ((slot, v), n)));
    assert_eq!(
        recorded
            .filter(|&(_, count)| count > 0)
            .collect::<BTreeMap<_, _>>(),
        counts
    );
}

/// Joint observations are counted like single ones, for small and large values, repeated metrics,
/// folds, sums, and metrics without a page.
#[test]
fn joint_observations_count_like_single_ones() {
    let layout = layout();
    let mut random = Random::stream([5, 6, 7, 8]);
    let wholes: Vec<usize> = (0..40)
        .filter(|&metric| layout.metrics()[metric].steps.is_none())
        .collect();
    for _ in 0..20_000 {
        let mut together = Recorder::new(&layout);
        let mut alone = Recorder::new(&layout);
        let mut ends = Vec::new();
        for _ in 0..2 {
            let step = if random.below(2) == 0 {
                random.below(8)
            } else {
                random.below(91)
            } as u32;
            let near = |random: &mut Random| match random.below(12) {
                0 => [40, -3, i64::MIN, 1 << 32][random.below(4) as usize],
                _ => random.below(16) as i64,
            };
            let some: [(usize, i64); 3] =
                std::array::from_fn(|_| (random.below(40) as usize, near(&mut random)));
            let pick = |random: &mut Random| wholes[random.below(wholes.len() as u64) as usize];
            let whole_values: [(usize, i64); 3] =
                std::array::from_fn(|_| (pick(&mut random), near(&mut random)));
            together.observe(step, some);
            together.observe_whole(whole_values);
            some.iter()
                .for_each(|&observation| alone.observe(step, [observation]));
            whole_values
                .iter()
                .for_each(|&observation| alone.observe_whole([observation]));
            ends.push((together.end_trial(), alone.end_trial()));
        }
        assert!(ends.iter().all(|(first, other)| first == other), "{ends:?}");
        if ends.iter().all(|(first, _)| first.is_ok()) {
            let counts = |tallies: Vec<Tally>| {
                tallies
                    .iter()
                    .map(|tally| tally.iter().collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            };
            assert_eq!(together.tallies().map(counts), alone.tallies().map(counts));
        }
    }
}

/// The sum over many trials may overflow if the sum of each trial does not.
#[test]
fn trial_sums_survive_overflow_of_running_total() {
    let layout = Layout::new(vec![Metric::whole("sum").fold(Fold::Sum)]).unwrap();
    let mut recorder = Recorder::new(&layout);
    let far = i64::MAX - 3;
    for sum in [far, far, 5, -far, -far, -far, far, 7] {
        recorder.observe_whole([(0, sum - 2)]);
        recorder.observe_whole([(0, 2)]);
        recorder.end_trial().expect("it fits");
    }
    let tallies = recorder.tallies().expect("all have recorded it");
    let counts: BTreeMap<i64, u64> = tallies[0].iter().filter(|&(_, count)| count > 0).collect();
    assert_eq!(
        counts,
        BTreeMap::from([(-far, 3), (5, 1), (7, 1), (far, 3)])
    );
}

#[test]
fn overflowing_trial_sum_is_an_error() {
    let layout = Layout::new(vec![Metric::whole("sum").fold(Fold::Sum)]).unwrap();
    let mut recorder = Recorder::new(&layout);
    recorder.observe_whole([(0, -i64::MAX)]);
    recorder.end_trial().expect("it fits");
    recorder.observe_whole([(0, i64::MAX)]);
    recorder.observe_whole([(0, i64::MAX)]);
    assert!(recorder.end_trial().is_err());
}

/// Returns whether a trial may record these, after a trial without records.
fn is_accepted(layout: &Layout, observations: &[(usize, u32, i64)]) -> bool {
    let mut recorder = Recorder::new(layout);
    recorder.end_trial().expect("it recorded nothing");
    observations
        .iter()
        .for_each(|&(metric, step, value)| recorder.observe(step, [(metric, value)]));
    recorder.end_trial().is_ok()
}

#[test]
fn repeated_and_stray_observations_are_errors() {
    let layout = layout();
    for (metric, definition) in layout.metrics().iter().enumerate() {
        let (first, last) = definition.steps.unwrap_or((0, 100));
        for step in first..=last {
            // One value has a counter in a row, and the other one does not.
            for (value, other) in [(3, 4), (99, 4), (4, 99), (-7, -7)] {
                let twice = [(metric, step, value), (metric, step, other)];
                assert!(is_accepted(&layout, &twice[..1]));
                assert_eq!(
                    is_accepted(&layout, &twice),
                    definition.fold != Fold::Once,
                    "{metric} at {step}"
                );
            }
            let grows = [(metric, step, i64::MAX), (metric, step, 1)];
            assert_eq!(
                is_accepted(&layout, &grows),
                !matches!(definition.fold, Fold::Once | Fold::Sum),
                "{metric} at {step}"
            );
        }
        if definition.steps.is_some() {
            let strays = [first.checked_sub(1), Some(last + 1), Some(u32::MAX)];
            assert!(
                strays
                    .into_iter()
                    .flatten()
                    .all(|step| !is_accepted(&layout, &[(metric, step, 1)])),
                "{metric}"
            );
        }
    }
    assert!(!is_accepted(&layout, &[(40, 0, 1)]) && !is_accepted(&layout, &[(usize::MAX, 0, 1)]));
}
