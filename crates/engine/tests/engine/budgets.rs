//! Budgets: work that is too large is refused, and work that a watch stops ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::explore::{Budget, Missing, Stop, Watch, explore, explore_likeliest};
use oddsmith_engine::simulate::{BATCH_SIZE, GraphSampler, Purpose, Stream, batches, play};
use oddsmith_engine::solve::solve;
use oddsmith_engine::{Ask, Fold, Metric, Parts, Step};

use crate::support::{Game, graph};

const STREAM: Stream = Stream {
    seed: 1,
    case: 1,
    purpose: Purpose::Simulated,
};

/// Runs work that would take forever, and stops it.
fn run_and_stop<T: Send>(long: impl FnOnce(&Watch) -> Result<T, Stop> + Send) -> Option<Stop> {
    let watch = Watch::default();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| long(&watch).err());
        std::thread::sleep(std::time::Duration::from_millis(30));
        watch.stop();
        running.join().unwrap()
    })
}

/// Rolls fifteen dice one by one in one step: one state has 470,184,984,576 leaves.
fn many_leaves() -> Game<()> {
    Game::new([Metric::whole("sum")], (), |_, ask: &mut dyn Ask| {
        let sum = (0..15).map(|_| i64::from(ask.roll(Die::D6))).sum();
        ask.observe_whole(0, sum);
        Step::Done
    })
}

fn endless() -> Game<u8> {
    Game::new(
        [Metric::whole("end").optional()],
        0,
        |state: &mut u8, ask| {
            *state = 1 + u8::from(ask.roll(Die::D6) > 3);
            Step::Continue
        },
    )
}

#[test]
fn state_with_many_leaves_is_refused_or_stopped() {
    let budget = Budget {
        leaves: 10_000,
        ..Budget::default()
    };
    let refused = explore(&many_leaves(), &Parts::ALL, &budget, &Watch::default());
    assert!(
        matches!(refused, Err(Stop::TooLarge { states: 1, .. })),
        "{refused:?}"
    );
    let budget = Budget {
        leaves: u64::MAX,
        ..Budget::default()
    };
    assert_eq!(
        run_and_stop(|watch| explore(&many_leaves(), &Parts::ALL, &budget, watch)),
        Some(Stop::Requested)
    );
}

/// The first 20 steps of a thousand states are cheap, and the next one has 4,900 leaves each. No
/// state alone is beyond the budget.
#[test]
fn states_that_are_expanded_together_share_the_budget() {
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    let game = Game::new(
        [Metric::whole("sum")],
        (0, 0),
        move |(piece, step): &mut (u32, u32), ask| {
            counted.fetch_add(1, Ordering::Relaxed);
            *step += 1;
            match *step {
                1 => *piece = ask.roll(Die::new(1000)),
                2..=20 => {}
                _ => {
                    let sum = ask.roll(Die::new(70)) + ask.roll(Die::new(70));
                    ask.observe_whole(0, i64::from(*piece + sum));
                    return Step::Done;
                }
            }
            Step::Continue
        },
    );
    let budget = Budget {
        leaves: 400_000,
        ..Budget::default()
    };
    let (watch, missing) = (
        Watch::default(),
        Missing {
            aim: 0.001,
            most: 0.01,
        },
    );
    let refused = explore(&game, &Parts::ALL, &budget, &watch);
    assert!(matches!(refused, Err(Stop::TooLarge { .. })), "{refused:?}");
    let whole = steps.swap(0, Ordering::Relaxed);
    assert!(whole < 500_000, "{whole} steps for 400,000 leaves");
    let refused = explore_likeliest(&game, &Parts::ALL, missing, &budget, &watch);
    assert!(matches!(refused, Err(Stop::TooLarge { .. })), "{refused:?}");
    let likeliest = steps.load(Ordering::Relaxed);
    assert!(likeliest < 500_000, "{likeliest} steps for 400,000 leaves");
    let enough = Budget {
        leaves: 10_000_000,
        ..budget
    };
    assert!(explore(&game, &Parts::ALL, &enough, &watch).is_ok());
    assert!(explore_likeliest(&game, &Parts::ALL, missing, &enough, &watch).is_ok());
}

#[test]
fn endless_trial_is_stopped_while_simulated() {
    assert_eq!(
        run_and_stop(|watch| play(&endless(), STREAM, 0..1, 10, watch)),
        Some(Stop::Requested)
    );
}

#[test]
fn many_trials_are_stopped_while_sampled() {
    // Each trial takes a billion rounds.
    let long = Game::new([Metric::whole("end")], (), |_, ask| {
        if !ask.happens(Probability::ratio(1, 1_000_000_000).unwrap()) {
            return Step::Continue;
        }
        ask.observe_whole(0, 1);
        Step::Done
    });
    let sampler = GraphSampler::new(graph(&long));
    let trials = 1000 * BATCH_SIZE;
    assert_eq!(
        run_and_stop(|watch| sampler.sample(STREAM, 0..batches(trials), trials, watch)),
        Some(Stop::Requested)
    );
}

#[test]
fn questions_with_too_many_answers_are_refused() {
    type Question = fn(&mut dyn Ask) -> i64;
    let half = Probability::ratio(1, 2).unwrap();
    assert_eq!(half.fraction(), (1, 2));
    let questions: [Question; 5] = [
        |ask| ask.roll(Die::new(4_000_000_000)).into(),
        |ask| ask.open_roll(Die::new(1_000_000_000)).into(),
        |ask| ask.pool(Die::new(100), 12).sum_of_highest(1).into(),
        |ask| {
            ask.binomial(4_000_000_000, Probability::ratio(1, 2).unwrap())
                .into()
        },
        |ask| {
            ask.hypergeometric(4_000_000_000, 2_000_000_000, 1_000_000_000)
                .into()
        },
    ];
    for question in questions {
        let game = Game::new(
            [Metric::whole("answer")],
            (),
            move |_, ask: &mut dyn Ask| {
                let answer = question(ask);
                ask.observe_whole(0, answer);
                Step::Done
            },
        );
        let refused = explore(&game, &Parts::ALL, &Budget::default(), &Watch::default());
        assert!(matches!(refused, Err(Stop::TooLarge { .. })), "{refused:?}");
    }
}

#[test]
fn fold_past_budget_leaves_other_distributions_intact() {
    let metrics = [
        Metric::whole("sum").fold(Fold::Sum),
        Metric::whole("last").fold(Fold::Last),
    ];
    let game = Game::new(metrics, 0u32, |step: &mut u32, ask| {
        *step += 1;
        let face = i64::from(ask.roll(Die::new(20)));
        ask.observe_whole(0, face * 7_i64.pow(*step));
        ask.observe_whole(1, face);
        if *step < 8 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    let budget = Budget {
        edges: 20_000,
        leaves: 200_000,
        ..Budget::default()
    };
    let distributions = solve(&graph(&game), &budget, &Watch::default()).unwrap();
    assert!(distributions[0].as_ref().unwrap().has_only_moments());
    assert_eq!(
        distributions[1].as_ref().unwrap().pmf.mass(3).fraction(),
        Some((1, 20))
    );
}

/// Distant values take no memory for the values between them, and merged values do not count twice.
#[test]
fn count_memory_grows_with_distinct_values() {
    let far = |values: u32| {
        Game::new([Metric::whole("far")], (), move |_, ask: &mut dyn Ask| {
            let value = i64::from(ask.roll(Die::new(values))) * 1_000_000;
            ask.observe_whole(0, value);
            Step::Done
        })
    };
    let trials = 200 * BATCH_SIZE;
    let few = Watch::with_memory(100_000);
    let tallies = play(&far(50), STREAM, 0..batches(trials), trials, &few).unwrap();
    assert_eq!(
        (tallies[0].iter().count(), tallies[0].total()),
        (50, trials)
    );
    let refused = play(
        &far(1_000_000),
        STREAM,
        0..batches(trials),
        trials,
        &Watch::with_memory(100_000),
    );
    assert_eq!(refused.err(), Some(Stop::OutOfMemory));
}
