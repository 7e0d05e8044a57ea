//! Cycles of many states: in a row, in a band, on a grid and in random order. They are compared
//! with closed forms and other solvers.

use oddsmith_engine::chance::{Die, Probability, Weights};
use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::simulate::{Purpose, Stream, pilot};
use oddsmith_engine::solve::{moments, solve, trial_cost};
use oddsmith_engine::{Fold, Metric, Step};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{Game, assert_near, assert_trials_agree, distributions, graph, play_all};

/// A fair game that ends with 0 or `goal` coins. With `counts`, it also records the number of
/// games.
fn fair_game(start: u32, goal: u32, counts: bool) -> Game<u32> {
    let games = Metric::whole("games").fold(Fold::Sum).optional();
    Game::new(
        [Metric::whole("won"), games],
        start,
        move |coins: &mut u32, ask| {
            *coins = if ask.happens(Probability::ratio(1, 2).unwrap()) {
                *coins + 1
            } else {
                *coins - 1
            };
            if counts {
                ask.observe_whole(1, 1);
            }
            if *coins > 0 && *coins < goal {
                return Step::Continue;
            }
            ask.observe_whole(0, (*coins == goal).into());
            Step::Done
        },
    )
}

#[test]
fn fair_game_is_won_in_proportion_to_stakes() {
    for (start, goal, fraction) in [
        (5, 100, (1, 20)),
        (5, 2100, (1, 420)),
        (5, 20_000, (1, 4000)),
        (5, 100_000, (1, 20_000)),
    ] {
        let game = fair_game(start, goal, false);
        let distribution = &distributions(&game)[0];
        assert_eq!(
            distribution.pmf.mass(1).fraction(),
            Some(fraction),
            "{start} of {goal}"
        );
        assert_eq!(
            (distribution.unresolved, distribution.absent.value()),
            (0.0, 0.0)
        );
        assert_near(
            distribution.pmf.mass(1).float(),
            f64::from(start) / f64::from(goal),
            1e-12,
        );
    }
    let small = fair_game(5, 30, false);
    assert_trials_agree(&small, &distributions(&small));
}

/// The number of rounds of a fair game has the mean i (n - i), and a variance that follows from a
/// martingale by Feller.
#[test]
fn length_of_long_fair_game_has_known_moments() {
    for start in [1u32, 1000, 2500] {
        let (i, n) = (f64::from(start), 5000.0);
        let solved = moments(&graph(&fair_game(start, 5000, true)), 1, &Watch::default())
            .unwrap()
            .unwrap();
        assert_near(solved.mean, i * (n - i), 1e-10);
        let variance = i * (n - i) * (i * i + (n - i).powi(2) - 2.0) / 3.0;
        assert_near(solved.sd, variance.sqrt(), 1e-9);
    }
}

/// A fair tug of war, with supplies that change and affect nothing.
#[test]
fn equal_tug_of_war_is_even_despite_supplies() {
    for half in [30i32, 120, 500] {
        let game = Game::new(
            [Metric::whole("left wins"), Metric::whole("supplies")],
            (half, 5i32),
            move |(place, supplies): &mut (i32, i32), ask| {
                *place += if ask.happens(Probability::ratio(1, 2).unwrap()) {
                    1
                } else {
                    -1
                };
                *supplies = (*supplies + if ask.roll(Die::D6) > 3 { 1 } else { -1 }).clamp(0, 10);
                if *place > 0 && *place < 2 * half {
                    return Step::Continue;
                }
                ask.observe_whole(0, (*place == 0).into());
                ask.observe_whole(1, (*supplies).into());
                Step::Done
            },
        );
        let distributions = distributions(&game);
        assert_eq!(
            distributions[0].pmf.mass(1).fraction(),
            Some((1, 2)),
            "{half}"
        );
        let supplies: f64 = distributions[1]
            .pmf
            .masses()
            .iter()
            .map(|(_, mass)| mass.float())
            .sum();
        assert!(
            (supplies - 1.0).abs() < 1e-12
                && distributions
                    .iter()
                    .all(|distribution| distribution.unresolved == 0.0)
        );
        assert_near(distributions[1].pmf.mean(), 5.0, 1e-12);
    }
}

/// A maze in which a few transitions of each state lead anywhere, and some lead to one of seven
/// ends.
#[derive(Clone)]
struct Maze {
    transitions: Vec<Vec<(usize, u64)>>,
}

const ENDS: usize = 7;

impl Maze {
    fn new(states: usize, rarely: u64, seed: u64) -> Maze {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let state_transitions = |state: usize, random: &mut Xoshiro256PlusPlus| {
            let mut transitions = vec![((state + 1) % states, random.random_range(1..50))];
            transitions.extend(
                (0..2).map(|_| (random.random_range(0..states), random.random_range(1..50))),
            );
            if state % 20 == 7 {
                transitions
                    .iter_mut()
                    .for_each(|(_, weight)| *weight *= rarely);
                transitions.push((states + random.random_range(0..ENDS), 20));
            }
            transitions
        };
        Maze {
            transitions: (0..states)
                .map(|state| state_transitions(state, &mut random))
                .collect(),
        }
    }

    fn game(&self) -> Game<usize> {
        let (transitions, states) = (self.transitions.clone(), self.transitions.len());
        Game::new(
            [Metric::whole("end")],
            0usize,
            move |state: &mut usize, ask| {
                let state_transitions = &transitions[*state];
                let weights = Weights::new(
                    &state_transitions
                        .iter()
                        .map(|(_, weight)| *weight)
                        .collect::<Vec<_>>(),
                )
                .unwrap();
                *state = state_transitions[ask.pick(&weights)].0;
                if *state < states {
                    return Step::Continue;
                }
                ask.observe_whole(0, (*state - states) as i64);
                Step::Done
            },
        )
    }

    /// Returns the probability of each end by forward propagation, until no mass is left. It shares
    /// no code with the engine.
    fn end_probabilities(&self) -> [f64; ENDS] {
        let states = self.transitions.len();
        let (mut pending, mut ends) = (vec![0.0; states], [0.0; ENDS]);
        pending[0] = 1.0;
        while pending.iter().sum::<f64>() > 1e-15 {
            for state in 0..states {
                let mass = std::mem::take(&mut pending[state]);
                let total_weight: u64 = self.transitions[state]
                    .iter()
                    .map(|(_, weight)| weight)
                    .sum();
                for &(to, weight) in &self.transitions[state] {
                    let share = mass * weight as f64 / total_weight as f64;
                    if to < states {
                        pending[to] += share
                    } else {
                        ends[to - states] += share
                    }
                }
            }
        }
        ends
    }
}

#[test]
fn mazes_match_pushed_end_probabilities() {
    for (states, seed) in [(500, 1), (3000, 2), (6000, 3), (12_000, 4)] {
        let maze = Maze::new(states, 1, seed);
        // Sampled trials do not visit the cycle.
        assert_eq!(graph(&maze.game()).state_count(), 1, "{states}");
        let distribution = &distributions(&maze.game())[0];
        assert!(
            distribution.unresolved < 1e-12,
            "{states}: {}",
            distribution.unresolved
        );
        for (end, right) in (0..).zip(maze.end_probabilities()) {
            assert!(
                (distribution.pmf.mass(end).float() - right).abs() < 1e-12,
                "{states}, {end}: {right}"
            );
        }
    }
}

/// The exits are so rare that forward propagation would never finish. The odds must sum to 1. They
/// must also equal those of a maze with exits that are a thousand times as rare, because trials
/// forget their start.
#[test]
fn rare_exits_have_odds_that_add_up() {
    let end_masses = |rarely: u64| {
        let distribution = distributions(&Maze::new(4000, rarely, 5).game()).remove(0);
        let masses = distribution.pmf.masses().to_vec();
        assert!(
            distribution.unresolved < 1e-12
                && (distribution.pmf.total().float() - 1.0).abs() < 1e-12
        );
        masses
    };
    for ((value, rare), (same, rarer)) in end_masses(1_000_000_000)
        .into_iter()
        .zip(end_masses(1_000_000_000_000))
    {
        assert_eq!(value, same);
        assert_near(rare.float(), rarer.float(), 1e-6);
    }
}

/// A walk on a square grid that ends at its border, from (size / 3, size / 2). `records` adds the
/// number of steps.
fn walk(size: i32, records: bool) -> Game<(i32, i32)> {
    let steps = Metric::whole("steps").fold(Fold::Sum).optional();
    Game::new(
        [Metric::whole("right"), steps],
        (size / 3, size / 2),
        move |(x, y): &mut (i32, i32), ask| {
            match ask.roll(Die::new(4)) {
                1 => *x += 1,
                2 => *x -= 1,
                3 => *y += 1,
                _ => *y -= 1,
            }
            if records {
                ask.observe_whole(1, 1);
            }
            if *x > 0 && *x < size && *y > 0 && *y < size {
                return Step::Continue;
            }
            ask.observe_whole(0, (*x == size).into());
            Step::Done
        },
    )
}

/// The size of a grid, the probability to leave it at the right, and the mean and the standard
/// deviation of the number of steps.
const WALKS: [(i32, f64, f64, f64); 2] = [
    (
        30,
        0.1370267317347765,
        239.50009439581476,
        185.90296578650484,
    ),
    (
        150,
        0.1369605700840005,
        5992.549918566097,
        4656.978994042966,
    ),
];

/// The figures are those of `scipy.sparse.linalg.spsolve`.
#[test]
fn walks_on_grids_match_another_solver() {
    for (size, right, mean, sd) in WALKS {
        let distribution = &distributions(&walk(size, false))[0];
        assert_near(distribution.pmf.mass(1).float(), right, 1e-11);
        assert!(distribution.unresolved == 0.0 && distribution.pmf.total().float() > 1.0 - 1e-12);
        let solved = moments(&graph(&walk(size, true)), 1, &Watch::default());
        let solved = solved.unwrap().unwrap();
        assert_near(solved.mean, mean, 1e-10);
        assert_near(solved.sd, sd, 1e-10);
    }
}

/// A game with a silent cycle that has two entries and three exits.
fn rounds(shows: bool) -> Game<(u32, u32)> {
    let metrics = [
        Metric::whole("end"),
        Metric::whole("rounds").fold(Fold::Sum).optional(),
        Metric::whole("first"),
    ];
    Game::new(
        metrics,
        (0, 0),
        move |(place, phase): &mut (u32, u32), ask| {
            if *phase == 0 {
                *place = if ask.happens(Probability::ratio(1, 3).unwrap()) {
                    2
                } else {
                    7
                };
                ask.observe_whole(2, (*place).into());
                *phase = 1;
                return Step::Continue;
            }
            if shows {
                ask.observe_whole(1, 1);
            }
            *place = match ask.roll(Die::D6) {
                1 => *place + 2,
                2 | 3 => *place + 1,
                _ => place.saturating_sub(1),
            };
            if *place < 10 {
                return Step::Continue;
            }
            ask.observe_whole(0, (*place).into());
            if !shows {
                ask.observe_whole(1, 0);
            }
            Step::Done
        },
    )
}

#[test]
fn skipping_silent_cycles_keeps_distribution_and_cost() {
    let (silent, heard) = (graph(&rounds(false)), graph(&rounds(true)));
    // The states are the start and both entries of the cycle.
    assert_eq!((silent.state_count(), heard.state_count()), (3, 11));
    let cost = |graph| trial_cost(graph, &Watch::default()).unwrap().dice;
    assert_near(cost(&silent), cost(&heard), 1e-12);
    let distribution = |graph| {
        solve(graph, &Budget::default(), &Watch::default())
            .unwrap()
            .remove(0)
            .unwrap()
    };
    let (passed, gone_round) = (distribution(&silent), distribution(&heard));
    assert_eq!(passed.pmf.masses().len(), 2);
    for ((value, mass), (same, other)) in passed.pmf.masses().iter().zip(gone_round.pmf.masses()) {
        assert_eq!((value, mass.fraction()), (same, other.fraction()));
    }
    assert_trials_agree(&rounds(false), &distributions(&rounds(false)));
    assert_trials_agree(&rounds(true), &distributions(&rounds(true)));
}

#[test]
fn trials_with_too_many_dice_are_not_counted() {
    let game = fair_game(5, 100, true);
    let stream = Stream {
        seed: 3,
        case: 1,
        purpose: Purpose::CrossCheck,
    };
    let watch = Watch::default().with_dice_limit(2000);
    let (trials, play) = (3000, oddsmith_engine::simulate::play);
    let tallies = play(&game, stream, stream.batches(trials), trials, &watch).unwrap();
    let given_up = watch.unfinished();
    assert!((100..600).contains(&given_up), "{given_up}");
    assert_eq!(tallies[0].total() + given_up, trials);
    assert!(
        tallies[1].iter().all(|(games, _)| games <= 2000 + 1024),
        "none that was given up is counted"
    );
    // The finished trials equal those of a run without a limit.
    let complete_tallies = play(
        &game,
        stream,
        stream.batches(trials),
        trials,
        &Watch::default(),
    )
    .unwrap();
    assert_eq!(complete_tallies[0].total(), trials);
    let (cost, _) = pilot(&game, stream, 500, &Watch::default().with_dice_limit(100)).unwrap();
    assert!(cost < 1200.0, "{cost}");
    assert_eq!(play_all(&game, 100).unwrap()[0].total(), 100);
}
