//! Rules without a certain end: unbounded counts, counters in the state, open rolls. They are
//! truncated, and the truncated mass is reported.

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::{moments, solve};
use oddsmith_engine::{Ask, Fold, Metric, Parts, Step};

use crate::support::{Game, assert_near, assert_trials_agree, distributions, graph};

fn until_six(count: Metric) -> Game<()> {
    Game::new([count], (), |_, ask| {
        ask.observe_whole(0, 1);
        if ask.roll(Die::D6) < 6 {
            Step::Continue
        } else {
            Step::Done
        }
    })
}

#[test]
fn rolls_until_a_six_are_geometric_and_truncated() {
    let game = until_six(Metric::whole("rolls").fold(Fold::Sum));
    let distributions = distributions(&game);
    for (rolls, mass) in distributions[0].pmf.masses() {
        assert_near(
            mass.value(),
            (5.0f64 / 6.0).powi(*rolls as i32 - 1) / 6.0,
            1e-12,
        );
    }
    assert_eq!(distributions[0].pmf.mass(2).fraction(), Some((5, 36)));
    assert!(
        distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-15,
        "{}",
        distributions[0].unresolved
    );
    assert_eq!(distributions[0].absent, Mass::ZERO);
    let rolls = moments(&graph(&game), 0, &Watch::default())
        .unwrap()
        .unwrap();
    assert_near(rolls.mean, 6.0, 1e-14);
    assert_near(rolls.sd, 30.0f64.sqrt(), 1e-14);
    assert_eq!(distributions[0].moments.as_deref(), Some(&rolls));
    assert_trials_agree(&game, &distributions);
}

/// One trial in 2 x 10^16 takes a thousand million rounds. This is too rare for the distribution,
/// which is truncated, but not for the mean.
#[test]
fn truncated_tail_counts_in_the_mean() {
    let (stay, rare, leave) = (
        Probability::ratio(1, 2).unwrap(),
        Probability::ratio(1, 10_000_000_000_000_000).unwrap(),
        Probability::ratio(1, 1_000_000_000).unwrap(),
    );
    let game = Game::new(
        [Metric::whole("rounds").fold(Fold::Sum)],
        false,
        move |is_lost: &mut bool, ask| {
            ask.observe_whole(0, 1);
            if *is_lost {
                return if ask.happens(leave) {
                    Step::Done
                } else {
                    Step::Continue
                };
            }
            let goes_on = ask.happens(stay);
            *is_lost = goes_on && ask.happens(rare);
            if goes_on { Step::Continue } else { Step::Done }
        },
    );
    let distributions = distributions(&game);
    let (q, lost) = (0.5e-16, 1e9);
    let mean = (1.0 + q * lost) / (0.5 + q);
    let solved = distributions[0].moments.as_ref().expect("it has no bound");
    assert_near(solved.mean, mean, 1e-14);
    assert!(
        (distributions[0].pmf.mean() / mean - 1.0).abs() > 1e-8,
        "{}",
        distributions[0].pmf.mean()
    );
    // E(N^2) of both kinds of rounds follows from E(N^2) = 1 + 2 E(rest) + E(rest^2).
    let lost_square = (2.0 - 1.0 / lost) * lost * lost;
    let rest = (0.5 - q) * mean + q * lost;
    let square = (1.0 + 2.0 * rest + q * lost_square) / (0.5 + q);
    assert_near(solved.sd, (square - mean * mean).sqrt(), 1e-12);
}

/// If little probability is left and exploring is cheap, exploring goes on and finds the end of the
/// graph.
#[test]
fn cheap_long_tail_is_explored_to_the_end() {
    let game = Game::new([Metric::whole("rounds")], 0u64, |round: &mut u64, ask| {
        *round += 1;
        let is_over = ask.happens(Probability::ratio(1, 2).unwrap()) || *round == 30_000;
        if is_over {
            ask.observe_whole(0, *round as i64);
        }
        if is_over { Step::Done } else { Step::Continue }
    });
    let distributions = distributions(&game);
    assert_eq!(
        (
            distributions[0].unresolved,
            distributions[0].pmf.masses().len()
        ),
        (0.0, 30_000)
    );
    assert_eq!(distributions[0].pmf.mass(50).fraction(), Some((1, 1 << 50)));
}

/// If exploring is expensive, the graph is truncated early, and states that were explored beyond
/// that point are removed.
#[test]
fn counter_with_many_answers_is_truncated_early() {
    let game = Game::new([Metric::whole("rounds")], 0u64, |round: &mut u64, ask| {
        *round += 1;
        if ask.roll(Die::new(100)) > 5 {
            return Step::Continue;
        }
        ask.observe_whole(0, *round as i64);
        Step::Done
    });
    let (truncated, distributions) = (graph(&game), distributions(&game));
    let rounds = truncated.cells().len();
    assert!((2694..4000).contains(&rounds), "{rounds}");
    assert!(
        distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-60,
        "{}",
        distributions[0].unresolved
    );
    // The truncated part changes no number.
    assert_near(distributions[0].mean().unwrap(), 20.0, 1e-12);
    assert_near(distributions[0].sd().unwrap(), 380f64.sqrt(), 1e-12);
    assert_near(
        distributions[0].pmf.mass(600).value(),
        0.05 * 0.95f64.powi(599),
        1e-11,
    );
    assert_eq!(
        distributions[0]
            .pmf
            .masses()
            .last()
            .map(|(round, _)| *round),
        Some(rounds as i64)
    );
    assert_trials_agree(&game, &distributions);
}

/// A prize may lie beyond every truncation, or only just beyond. In neither case may a mean that
/// ignores it count as exact.
#[test]
fn mean_is_unknown_where_truncation_could_matter() {
    let prize_game = |beyond: u64, answers: u32| {
        Game::new(
            [Metric::whole("prize")],
            (0u64, 0u32),
            move |(round, first): &mut (u64, u32), ask| {
                if *round == 0 {
                    *first = ask.roll(Die::new(answers));
                }
                *round += 1;
                if ask.happens(Probability::ratio(1, 2).unwrap()) {
                    return Step::Continue;
                }
                ask.observe_whole(
                    0,
                    if *round > beyond {
                        1_000_000_000_000_000_000
                    } else {
                        1 + i64::from(*first)
                    },
                );
                Step::Done
            },
        )
    };
    let distribution = distributions(&prize_game(70, 1)).remove(0);
    assert_near(
        distribution.mean().unwrap(),
        2.0 + 1e18 * 0.5f64.powi(70),
        1e-12,
    );
    // Thousands of states per round are too expensive to explore that far.
    let budget = Budget::of_bytes(100_000_000);
    let graph = explore(
        &prize_game(70, 12_000),
        &Parts::ALL,
        &budget,
        &Watch::default(),
    );
    let solved = solve(&graph.unwrap(), &budget, &Watch::default()).unwrap();
    let distribution = solved[0].as_ref().unwrap();
    assert!(distribution.unresolved > 0.0 && distribution.unresolved < 1e-9);
    assert_eq!((distribution.mean(), distribution.sd()), (None, None));
    assert!(distribution.quantile(0.5).is_some());
}

/// A truncated split is no longer part of the graph for any later computation.
#[test]
fn splitting_counter_is_truncated_at_the_split() {
    const SIDE: u64 = 1;
    let game = Game::new(
        [Metric::whole("rounds")],
        (0, 0u64),
        |(stage, round): &mut (u64, u64), ask| {
            let face = ask.roll(Die::new(100));
            match *stage {
                SIDE => return Step::Done,
                0 if face > 50 => return Step::Split(vec![(0, *round + 1), (SIDE, 0)]),
                0 if face > 5 => {
                    *stage = 2;
                    return Step::Continue;
                }
                _ => ask.observe_whole(0, *round as i64),
            }
            Step::Done
        },
    );
    let distributions = distributions(&game);
    assert!(
        distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-15,
        "{}",
        distributions[0].unresolved
    );
    assert_eq!(distributions[0].pmf.mass(9).fraction(), Some((1, 1 << 10)));
    assert_trials_agree(&game, &distributions);
}

/// Only one trial in two records a value. The others must not lower the mean.
#[test]
fn moments_count_only_trials_with_a_value() {
    let metrics = [Metric::whole("rolls").fold(Fold::Sum).optional()];
    let game = Game::new(metrics, false, |is_on: &mut bool, ask| {
        if !*is_on {
            *is_on = ask.happens(Probability::ratio(1, 2).unwrap());
            return if *is_on { Step::Continue } else { Step::Done };
        }
        ask.observe_whole(0, 1);
        if ask.roll(Die::D6) < 6 {
            Step::Continue
        } else {
            Step::Done
        }
    });
    let rolls = moments(&graph(&game), 0, &Watch::default())
        .unwrap()
        .unwrap();
    assert_near(rolls.mean, 6.0, 1e-13);
    assert_near(rolls.sd, 30.0f64.sqrt(), 1e-13);
    assert_near(distributions(&game)[0].absent.value(), 0.5, 1e-15);
    assert_trials_agree(&game, &distributions(&game));
}

/// The distribution would need too many states, but the mean does not.
#[test]
fn sum_past_the_budget_still_has_moments() {
    let die = Die::new(1000);
    let game = Game::new(
        [Metric::whole("sum").fold(Fold::Sum)],
        0u32,
        move |step: &mut u32, ask| {
            let face = i64::from(ask.roll(die));
            ask.observe_whole(0, face * face * 997);
            *step += 1;
            if *step < 50 {
                Step::Continue
            } else {
                Step::Done
            }
        },
    );
    let (graph, budget) = (
        graph(&game),
        Budget {
            edges: 200_000,
            leaves: 1_000_000,
            ..Budget::default()
        },
    );
    let distribution = solve(&graph, &budget, &Watch::default())
        .unwrap()
        .remove(0)
        .unwrap();
    assert!(
        distribution.has_only_moments()
            && distribution.pmf.masses().is_empty()
            && distribution.unresolved == 1.0
    );
    let sum = moments(&graph, 0, &Watch::default()).unwrap().unwrap();
    assert_eq!(
        (distribution.mean(), distribution.sd()),
        (Some(sum.mean), Some(sum.sd))
    );
    let powers = |power| {
        (1..=1000)
            .map(|face| f64::from(face).powi(power))
            .sum::<f64>()
            / 1000.0
    };
    assert_near(sum.mean, 50.0 * 997.0 * powers(2), 1e-12);
    assert_near(
        sum.sd,
        997.0 * (50.0 * (powers(4) - powers(2).powi(2))).sqrt(),
        1e-12,
    );
}

/// A counter in the state grows forever. Values that were recorded before the truncation are known.
#[test]
fn unbounded_counter_is_truncated_by_mass() {
    let metrics = [
        Metric::whole("end"),
        Metric::whole("first roll"),
        Metric::whole("never").optional(),
    ];
    let leave = Probability::ratio(1, 500).unwrap();
    let game = Game::new(metrics, 0u64, move |count: &mut u64, ask| {
        if *count == 0 {
            let face = ask.roll(Die::D6);
            ask.observe_whole(1, face.into());
        }
        *count += 1;
        if !ask.happens(leave) {
            return Step::Continue;
        }
        ask.observe_whole(0, *count as i64);
        if ask.happens(Probability::ratio(1, 4).unwrap()) {
            ask.observe_whole(2, 1);
        }
        Step::Done
    });
    let distributions = distributions(&game);
    assert!(
        distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-15,
        "{}",
        distributions[0].unresolved
    );
    assert_near(
        distributions[0].pmf.mass(1000).value(),
        0.002 * 0.998f64.powi(999),
        1e-11,
    );
    assert_eq!(distributions[0].absent, Mass::ZERO);
    assert_eq!(
        (
            distributions[1].pmf.mass(6).fraction(),
            distributions[1].unresolved
        ),
        (Some((1, 6)), 0.0)
    );
    assert_eq!(
        (
            distributions[1].absent,
            distributions[1].presence_probability()
        ),
        (Mass::ZERO, 1.0)
    );
    assert_near(distributions[2].absent.value(), 0.75, 1e-12);
    assert_trials_agree(&game, &distributions);
}

/// The closed form is P(v) = s^-(v / s + 1) for every value that is not a multiple of the number of
/// sides, even for values with a probability of 10^-30.
#[test]
fn open_rolls_match_their_closed_form() {
    for sides in [2u32, 3, 6, 20, 100] {
        let game = Game::new([Metric::whole("sum")], (), move |_, ask: &mut dyn Ask| {
            let sum = ask.open_roll(Die::new(sides));
            ask.observe_whole(0, sum.into());
            Step::Done
        });
        let distributions = distributions(&game);
        for &(value, mass) in distributions[0].pmf.masses() {
            assert_ne!(value % i64::from(sides), 0);
            assert_near(
                mass.value(),
                f64::from(sides).powi(-(value as i32 / sides as i32 + 1)),
                1e-12,
            );
        }
        assert!(
            distributions[0].unresolved > 0.0 && distributions[0].unresolved < 1e-30,
            "{}",
            distributions[0].unresolved
        );
        // The tail has six highest faces or more.
        let tail = distributions[0]
            .pmf
            .probability(|value| value > 6 * i64::from(sides))
            .value();
        assert_near(tail, f64::from(sides).powi(-6), 1e-12);
        assert_trials_agree(&game, &distributions);
    }
}
