//! Sampled trials: the folded values of one trial belong together.

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::question::{Expression, JointQuestion};
use oddsmith_engine::simulate::{
    BATCH_SIZE, GraphSampler, Purpose, Stream, batches, play, play_questions,
};
use oddsmith_engine::{Fold, Metric, Step};

use oddsmith_engine::explore::Watch;

use crate::support::{Game, assert_trials_agree, distributions, graph};

const TRIALS: u64 = 60 * BATCH_SIZE + 11;

fn sample(game: &Game<(u32, i64)>) -> Vec<Tally> {
    let stream = Stream {
        seed: 3,
        case: 1,
        purpose: Purpose::Sampled(0),
    };
    GraphSampler::new(graph(game))
        .sample(stream, 0..batches(TRIALS), TRIALS, &Watch::default())
        .unwrap()
}

fn weighted_sum(tally: &Tally) -> i64 {
    tally
        .iter()
        .map(|(value, count)| value * count as i64)
        .sum()
}

/// A stock from which each turn removes the face of a die minus 1, as far as it lasts.
fn dwindling(sides: u32, stock: i64) -> Game<(u32, i64)> {
    let metrics = [
        Metric::steps("lost", 1, 6),
        Metric::steps("left", 1, 6),
        Metric::whole("lost in all").fold(Fold::Sum),
        Metric::whole("gone on").fold(Fold::First),
        Metric::whole("worst").fold(Fold::Max),
        Metric::steps("twice", 1, 6).fold(Fold::Sum),
    ];
    Game::new(metrics, (0, stock), move |state: &mut (u32, i64), ask| {
        let (turn, left) = *state;
        let lost = i64::from(ask.roll(Die::new(sides)) - 1).min(left);
        *state = (turn + 1, left - lost);
        ask.observe(0, turn + 1, lost);
        ask.observe(1, turn + 1, left - lost);
        ask.observe_whole(2, lost);
        ask.observe(3, turn + 1, (left == lost).into());
        ask.observe_whole(4, lost);
        ask.observe(5, turn + 1, lost);
        ask.observe(5, turn + 1, lost);
        if turn + 1 < 6 {
            Step::Continue
        } else {
            Step::Done
        }
    })
}

#[test]
fn sampled_sums_over_turns_are_consistent() {
    // With many sides, few trials have equal losses. They move alone, with the same results.
    for (sides, stock) in [(6, 12), (100, 300)] {
        let game = dwindling(sides, stock);
        let tallies = sample(&game);
        assert!(
            tallies
                .iter()
                .enumerate()
                .all(|(slot, tally)| slot == 13 || tally.total() == TRIALS)
        );
        let lost: i64 = tallies[..6].iter().map(weighted_sum).sum();
        assert_eq!(weighted_sum(&tallies[12]), lost);
        assert_eq!(
            tallies[15..].iter().map(weighted_sum).sum::<i64>(),
            2 * lost
        );
        // As many trials lost their whole stock by a turn as recorded an empty stock in this turn.
        for turn in 1..=6 {
            let gone: u64 = (1..=turn).map(|on| tallies[13].count(on)).sum();
            assert_eq!(
                gone,
                tallies[5 + turn as usize].count(0),
                "{sides} sides, turn {turn}"
            );
        }
    }
    let few = dwindling(6, 12);
    assert_trials_agree(&few, &distributions(&few));
}

/// If steps are recorded in any order, the smallest one counts as the first.
#[test]
fn late_first_step_still_counts_as_first() {
    let metrics = [
        Metric::whole("first").fold(Fold::First),
        Metric::whole("last").fold(Fold::Last),
    ];
    let game = Game::new(metrics, (6, 0), |state: &mut (u32, i64), ask| {
        let happens = ask.happens(Probability::ratio(1, 3).unwrap());
        ask.observe(0, state.0, happens.into());
        ask.observe_whole(1, happens.into());
        state.0 -= 1;
        if state.0 > 0 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    assert_trials_agree(&game, &distributions(&game));
    let first = &sample(&game)[0];
    assert!((first.count(1) as f64 / TRIALS as f64 - 1.0 / 3.0).abs() < 0.003);
}

#[test]
fn only_existing_trials_are_run() {
    let rule = Game::new([Metric::whole("face")], (), |(), ask| {
        let face = ask.roll(Die::D6);
        ask.observe_whole(0, face.into());
        Step::Done
    });
    let watch = Watch::default();
    let sampler = GraphSampler::new(graph(&rule));
    for (batches, trials, wanted) in [
        (0..100, 30_000, 30_000),
        (1..2, 30_000, 10_000),
        (5..6, 30_000, 0),
        (0..0, 0, 0),
    ] {
        let stream = |purpose| Stream {
            seed: 1,
            case: 1,
            purpose,
        };
        let simulated = play(
            &rule,
            stream(Purpose::Simulated),
            batches.clone(),
            trials,
            &watch,
        )
        .unwrap();
        let sampled = sampler
            .sample(stream(Purpose::Sampled(0)), batches.clone(), trials, &watch)
            .unwrap();
        assert_eq!(
            [&simulated, &sampled].map(|tallies| tallies[0].total()),
            [wanted; 2],
            "{batches:?} of {trials}"
        );
        let asked = JointQuestion {
            expressions: vec![Expression::Seen(0)],
            given: None,
        };
        let answers = play_questions(
            &rule,
            &[&asked],
            stream(Purpose::Simulated),
            batches,
            trials,
            &watch,
        )
        .unwrap();
        assert_eq!(
            answers[0].rows().map(|(_, count)| count).sum::<u64>(),
            wanted
        );
    }
}
