//! Rules with cycles, which are solved and not unrolled.

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::solve::{moments, solve};
use oddsmith_engine::{Fold, Metric, Step};

use crate::support::{Game, assert_near, assert_trials_agree, distributions, graph};

fn probability(n: u64, d: u64) -> Probability {
    Probability::ratio(n, d).unwrap()
}

/// The pass line is known to win 244 of 495 games, after 557/165 rolls on average.
#[test]
fn craps_is_won_in_244_of_495() {
    let metrics = [Metric::whole("won"), Metric::whole("rolls").fold(Fold::Sum)];
    let craps = Game::new(metrics, None, |point: &mut Option<u32>, ask| {
        let sum = ask.roll(Die::D6) + ask.roll(Die::D6);
        ask.observe_whole(1, 1);
        let is_won = match (*point, sum) {
            (None, 7 | 11) => true,
            (None, 2 | 3 | 12) | (Some(_), 7) => false,
            (None, _) => {
                *point = Some(sum);
                return Step::Continue;
            }
            (Some(point), sum) if point == sum => true,
            _ => return Step::Continue,
        };
        ask.observe_whole(0, is_won.into());
        Step::Done
    });
    let distributions = distributions(&craps);
    assert_eq!(distributions[0].pmf.mass(1).fraction(), Some((244, 495)));
    assert!(distributions[0].absent.value() == 0.0 && distributions[0].unresolved == 0.0);
    let rolls = moments(&graph(&craps), 1, &Watch::default())
        .unwrap()
        .unwrap();
    assert_near(rolls.mean, 557.0 / 165.0, 1e-13);
    assert_near(distributions[1].pmf.mean(), 557.0 / 165.0, 1e-12);
    assert_near(distributions[1].pmf.sd(), rolls.sd, 1e-12);
    assert_trials_agree(&craps, &distributions);
}

fn gambler(start: u32, goal: u32, win: Probability) -> Game<u32> {
    let metrics = [
        Metric::whole("ruined"),
        Metric::whole("games").fold(Fold::Sum),
    ];
    Game::new(metrics, start, move |coins: &mut u32, ask| {
        *coins = if ask.happens(win) {
            *coins + 1
        } else {
            *coins - 1
        };
        ask.observe_whole(1, 1);
        if *coins > 0 && *coins < goal {
            return Step::Continue;
        }
        ask.observe_whole(0, (*coins == 0).into());
        Step::Done
    })
}

/// The closed forms are from Feller, volume 1, XIV.2 and XIV.3.
#[test]
fn gamblers_ruin_matches_closed_form() {
    let ruin = |start: i32, goal: i32, odds: f64| {
        (odds.powi(start) - odds.powi(goal)) / (1.0 - odds.powi(goal))
    };
    for (start, goal, (win, total)) in [
        (2, 3, (1, 3)),
        (10, 20, (9, 19)),
        (60, 101, (12, 25)),
        (150, 201, (49, 100)),
    ] {
        let game = gambler(start, goal, probability(win, total));
        let (lost, odds) = (
            1.0 - win as f64 / total as f64,
            (total - win) as f64 / win as f64,
        );
        let ruined = ruin(start as i32, goal as i32, odds);
        // The duration has more values than the budget allows.
        let budget = Budget {
            edges: 20_000,
            ..Budget::default()
        };
        let distributions = solve(&graph(&game), &budget, &Watch::default()).unwrap();
        assert_near(
            distributions[0].as_ref().unwrap().pmf.mass(1).value(),
            ruined,
            1e-12,
        );
        let games = moments(&graph(&game), 1, &Watch::default())
            .unwrap()
            .unwrap();
        let mean_drift = 2.0 * lost - 1.0;
        assert_near(
            games.mean,
            (f64::from(start) - f64::from(goal) * (1.0 - ruined)) / mean_drift,
            1e-11,
        );
    }
    assert_eq!(
        distributions(&gambler(2, 3, probability(1, 3)))[0]
            .pmf
            .mass(1)
            .fraction(),
        Some((4, 7))
    );
    let small = gambler(3, 5, probability(9, 19));
    assert_trials_agree(&small, &distributions(&small));
}

/// The number of rounds of a fair game with n coins, from the middle, has the mean k² and the
/// variance 2/3 k² (k² - 1), where k = n/2.
#[test]
fn fair_game_lasts_the_square_of_the_stakes() {
    let games = moments(
        &graph(&gambler(30, 60, probability(1, 2))),
        1,
        &Watch::default(),
    )
    .unwrap()
    .unwrap();
    assert_near(games.mean, 900.0, 1e-12);
    assert_near(games.sd, (2.0 / 3.0 * 900.0 * 899.0f64).sqrt(), 1e-12);
}

#[test]
fn duel_with_worse_shot_first_is_even() {
    let duel = Game::new([Metric::whole("first wins")], 0u8, |turn: &mut u8, ask| {
        if ask.happens(if *turn == 0 {
            probability(1, 3)
        } else {
            probability(1, 2)
        }) {
            ask.observe_whole(0, (*turn == 0).into());
            return Step::Done;
        }
        *turn = 1 - *turn;
        Step::Continue
    });
    let distributions = distributions(&duel);
    assert_eq!(distributions[0].pmf.mass(1).fraction(), Some((1, 2)));
    assert_trials_agree(&duel, &distributions);
}

#[test]
fn rerolled_ones_leave_five_equal_faces() {
    let reroll = Game::new([Metric::whole("face")], (), |_, ask| {
        match ask.roll(Die::D6) {
            1 => Step::Continue,
            face => {
                ask.observe_whole(0, face.into());
                Step::Done
            }
        }
    });
    let distributions = distributions(&reroll);
    assert!((2..=6).all(|face| distributions[0].pmf.mass(face).fraction() == Some((1, 5))));
    assert_trials_agree(&reroll, &distributions);
}

#[test]
fn first_six_among_three_players_has_known_odds() {
    let three = Game::new([Metric::whole("winner")], 0u8, |turn: &mut u8, ask| {
        if ask.roll(Die::D6) == 6 {
            ask.observe_whole(0, (*turn).into());
            return Step::Done;
        }
        *turn = (*turn + 1) % 3;
        Step::Continue
    });
    let distributions = distributions(&three);
    let fractions: Vec<_> = (0..3)
        .map(|turn| distributions[0].pmf.mass(turn).fraction().unwrap())
        .collect();
    assert_eq!(fractions, [(36, 91), (30, 91), (25, 91)]);
    assert_trials_agree(&three, &distributions);
}

/// A ring that a trial goes round until it leaves, at place k with probability e (1 - e)^k / (1 -
/// (1 - e)^n).
fn ring(places: u32, leave: Probability) -> Game<u32> {
    Game::new(
        [Metric::whole("place")],
        0u32,
        move |place: &mut u32, ask| {
            if ask.happens(leave) {
                ask.observe_whole(0, (*place).into());
                return Step::Done;
            }
            *place = (*place + 1) % places;
            Step::Continue
        },
    )
}

/// The ring with two hundred states is eliminated, and the one with 2,500 is iterated.
#[test]
fn ring_exits_match_closed_form() {
    for (places, leave) in [(200, probability(1, 50)), (2500, probability(1, 400))] {
        let game = ring(places, leave);
        let distributions = distributions(&game);
        let (e, stay) = (leave.value(), leave.complement().value());
        let round = 1.0 - stay.powi(places as i32);
        for (place, mass) in distributions[0].pmf.masses() {
            assert_near(mass.value(), e * stay.powi(*place as i32) / round, 1e-12);
        }
        assert_eq!(distributions[0].pmf.masses().len(), places as usize);
        assert!(distributions[0].absent.value() == 0.0 && distributions[0].unresolved < 1e-15);
        assert_trials_agree(&game, &distributions);
    }
}

/// Iterated odds have rounding errors. A required metric must not become absent because of them.
#[test]
fn required_metric_is_not_absent_by_rounding() {
    let distribution = &distributions(&ring(3000, probability(1, 100_000)))[0];
    assert!(distribution.absent.value() == 0.0 && distribution.presence_probability() > 1.0 - 1e-9);
}

/// A trial leaves a large component with a probability of 10^-15 without a record. This is too rare
/// for a difference from 1.
#[test]
fn rare_absence_after_large_component_is_reported() {
    let metrics = [Metric::whole("place").optional()];
    let game = Game::new(metrics, 0u32, |place: &mut u32, ask| {
        if !ask.happens(probability(1, 100)) {
            *place = (*place + 1) % 2100;
            return Step::Continue;
        }
        if !ask.happens(probability(1, 1_000_000_000_000_000)) {
            ask.observe_whole(0, (*place).into());
        }
        Step::Done
    });
    assert_near(distributions(&game)[0].absent.value(), 1e-15, 1e-9);
}

/// An exploding die with two sides never gives an even sum. With a probability of 1/10,000 a trial
/// waits for one forever.
#[test]
fn cycle_ended_only_by_truncation_is_endless() {
    for (waits, states) in [(1, 1), (1, 2), (0, 2)] {
        let game = Game::new([Metric::whole("face")], 0u8, move |state: &mut u8, ask| {
            if *state == 0 && !ask.happens(probability(waits, 10_000)) {
                let face = ask.roll(Die::D6);
                ask.observe_whole(0, face.into());
                return Step::Done;
            }
            *state = *state % states + 1;
            if ask.open_roll(Die::new(2)) % 2 == 1 {
                Step::Continue
            } else {
                Step::Done
            }
        });
        let graph = graph(&game);
        assert_eq!(graph.unavoidable_trap().is_some(), waits > 0);
        let solved = solve(&graph, &Budget::default(), &Watch::default());
        let outcome = solved.map(|_| ()).map_err(|fault| fault.to_string());
        assert_eq!(outcome.is_ok(), waits == 0, "{outcome:?}");
        assert!(
            outcome.is_ok()
                || outcome.is_err_and(|message| message.contains("a loop that never ends"))
        );
    }
}
