//! Mistakes in a rule are found even on the rarest path when exploring, and on the path taken when
//! simulating.

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::explore::{Budget, Stop, Watch, explore};
use oddsmith_engine::solve::solve;
use oddsmith_engine::{Ask, Fold, Metric, Parts, Step};

use crate::support::{Game, graph, play_all, try_graph};

fn rule_problem<T>(result: Result<T, Stop>) -> String {
    match result.err() {
        Some(Stop::Rule(error)) => error.problem,
        other => panic!("no fault of the rule: {other:?}"),
    }
}

fn happens_rarely(ask: &mut dyn Ask) -> bool {
    ask.happens(Probability::ratio(1, 1000).unwrap())
}

/// The rule records a metric in two steps, the second time with a probability of 1/1000. So no
/// probability exceeds 1.
#[test]
fn repeated_record_is_found_on_the_rarest_path() {
    let metrics = [Metric::steps("wounds", 1, 4).optional()];
    let game = Game::new(metrics, 0u32, |step: &mut u32, ask| {
        if happens_rarely(ask) {
            ask.observe(0, 3, 1);
        }
        *step += 1;
        if *step < 2 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    assert_eq!(
        rule_problem(try_graph(&game)),
        "`wounds` was recorded twice in step 3"
    );
    assert!(
        rule_problem(play_all(&game, 10_000_000)).contains("`wounds` was recorded twice in step 3")
    );
}

#[test]
fn record_in_a_cycle_is_recorded_twice() {
    let game = Game::new([Metric::whole("tries").optional()], (), |_, ask| {
        if happens_rarely(ask) {
            ask.observe_whole(0, 1);
            return Step::Continue;
        }
        if ask.roll(Die::D6) == 6 {
            Step::Done
        } else {
            Step::Continue
        }
    });
    assert!(rule_problem(try_graph(&game)).contains("`tries` was recorded twice"));
}

#[test]
fn record_on_both_split_sides_is_recorded_twice() {
    let game = Game::new(
        [Metric::whole("hit").optional()],
        0u8,
        |state: &mut u8, ask| {
            if *state == 0 {
                return Step::Split(vec![1, 2]);
            }
            if happens_rarely(ask) {
                ask.observe_whole(0, 1);
            }
            Step::Done
        },
    );
    assert!(rule_problem(try_graph(&game)).contains("`hit` was recorded twice"));
}

#[test]
fn missing_record_is_found_for_every_fold() {
    for fold in [Fold::Once, Fold::Sum, Fold::Last, Fold::Min, Fold::Max] {
        let game = Game::new([Metric::whole("margin").fold(fold)], (), |_, ask| {
            if !happens_rarely(ask) {
                ask.observe_whole(0, 1);
            }
            Step::Done
        });
        let problem = "a trial ended without a record of `margin`";
        assert_eq!(rule_problem(try_graph(&game)), problem, "{fold:?}");
        assert_eq!(rule_problem(play_all(&game, 100_000)), problem, "{fold:?}");
    }
}

#[test]
fn unexplored_part_may_omit_its_record() {
    let metrics = [Metric::whole("food"), Metric::whole("fuel").part(1)];
    let game = Game::new(metrics, (), |_, ask| {
        ask.observe_whole(0, 1);
        Step::Done
    });
    let part = |part| {
        explore(
            &game,
            &Parts::only(part),
            &Budget::default(),
            &Watch::default(),
        )
    };
    assert!(part(0).is_ok());
    assert!(rule_problem(part(1)).contains("without a record of `fuel`"));
}

#[test]
fn stray_steps_and_metrics_are_reported() {
    for (metric, step, problem) in [
        (0, 5, "`margin` was recorded at step 5"),
        (1, 0, "metric 1 was recorded"),
    ] {
        let game = Game::new(
            [Metric::steps("margin", 1, 4).optional()],
            (),
            move |_, ask| {
                ask.observe(metric, step, 1);
                Step::Done
            },
        );
        assert_eq!(rule_problem(try_graph(&game)), problem);
        assert_eq!(rule_problem(play_all(&game, 1)), problem);
    }
}

/// A metric that folds at each step must not return to an earlier step.
#[test]
fn returning_to_a_folded_step_is_an_error() {
    let game = Game::new(
        [Metric::steps("hits", 1, 2).fold(Fold::Sum)],
        0u32,
        |step: &mut u32, ask| {
            ask.observe(0, *step % 2 + 1, 1);
            *step += 1;
            if *step < 3 {
                Step::Continue
            } else {
                Step::Done
            }
        },
    );
    assert_eq!(
        rule_problem(try_graph(&game)),
        "`hits` was recorded at step 1 again, after another step"
    );
}

#[test]
fn cycle_without_exit_is_an_error() {
    let game = Game::new(
        [Metric::whole("end").optional()],
        0u8,
        |state: &mut u8, ask| {
            if *state == 0 && ask.roll(Die::D6) < 6 {
                return Step::Done;
            }
            *state = *state % 3 + 1;
            Step::Continue
        },
    );
    let graph = graph(&game);
    assert!(
        graph.unavoidable_trap().is_some_and(|state| state > 0),
        "the start has a way out"
    );
    let distributions = solve(&graph, &Budget::default(), &Watch::default());
    assert_eq!(
        rule_problem(distributions),
        "a trial can come into a loop that never ends"
    );
}

#[test]
fn endlessly_splitting_trial_is_an_error() {
    let game = Game::new([Metric::whole("attacks").fold(Fold::Sum)], (), |_, ask| {
        ask.observe_whole(0, 1);
        if ask.roll(Die::D6) == 6 {
            Step::Split(vec![(), ()])
        } else {
            Step::Done
        }
    });
    assert_eq!(
        rule_problem(try_graph(&game)),
        "a trial can split again and again forever"
    );
}
