//! Players who decide at once and make mistakes, compared with backward induction that solves every
//! matrix by trying all supports, and with simulated trials.

use std::sync::Arc;

use oddsmith_engine::chance::{Die, Probability};
use oddsmith_engine::simulate::{Purpose, Stream, play};
use oddsmith_engine::solve::Plan;
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Side,
    Skill, Step,
};
use proptest::prelude::*;

use crate::support::{MAXIMISE_FIRST, make_plan, mean, with_answers};

fn percent(n: u64) -> Skill {
    Skill::Mistakes(Probability::ratio(n, 100).expect("at most 100%"))
}

/// Who decides at a place. Two players have some options each.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Decider {
    Chance,
    One(usize),
    Both([usize; 2]),
}

/// Who decides, and where each option or pair of options leads, with its points.
#[derive(Clone, Debug)]
struct Place {
    decider: Decider,
    turns: Vec<(usize, i64)>,
}

/// A random rule whose places lead to later places.
#[derive(Clone, Debug)]
struct Feud {
    places: Arc<[Place]>,
    skills: [Skill; 2],
    sides: [Side; 2],
}

impl Rule for Feud {
    type State = usize;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("points").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |player: usize| {
            Choice::new(format!("player {player}"), ["place"])
                .with_side(self.sides[player])
                .with_skill(self.skills[player])
        };
        vec![choice(0), choice(1)]
    }

    fn start(&self, _: &Parts) -> usize {
        0
    }

    fn step<A: Ask>(&self, place: &mut usize, ask: &mut A) -> Result<Step<usize>, RuleError> {
        let Place { decider, turns } = &self.places[*place];
        let situation = [*place as i64];
        let all = |options: usize| -> Vec<i64> { (0..options as i64).collect() };
        let turn = match *decider {
            Decider::Chance => ask.roll(Die::new(turns.len() as u32)) as usize - 1,
            Decider::One(player) => ask.choose(player, &all(turns.len()), &situation) as usize,
            Decider::Both([rows, columns]) => {
                let options = [all(rows), all(columns)];
                let [row, column] =
                    ask.choose_at_once([0, 1], [&options[0], &options[1]], &situation);
                row as usize * columns + column as usize
            }
        };
        let (onward, points) = turns[turn];
        ask.observe_whole(0, points);
        *place += onward;
        Ok(if *place < self.places.len() {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

type Matrix = Vec<Vec<f64>>;

/// A pair of mixes.
type Mixes = [Vec<f64>; 2];

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn row_means(matrix: &Matrix, columns: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, columns)).collect()
}

fn column_means(matrix: &Matrix, rows: &[f64]) -> Vec<f64> {
    let column = |k: usize| {
        rows.iter()
            .zip(matrix)
            .map(|(weight, row)| weight * row[k])
            .sum()
    };
    (0..matrix[0].len()).map(column).collect()
}

/// Solves a small system of linear equations by elimination, row by row as given. Returns `None` if
/// it is nearly singular.
fn solve_system(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-9 {
            return None;
        }
        for other in (0..n).filter(|&other| other != column) {
            let factor = rows[other][column] / rows[column][column];
            let pivot_row = rows[column].clone();
            let entries = rows[other].iter_mut().zip(&pivot_row);
            entries.for_each(|(entry, from)| *entry -= factor * from);
        }
    }
    Some((0..n).map(|row| rows[row][n] / rows[row][row]).collect())
}

/// Returns the mixes and the value of a game whose row player wants more. Returns `None` unless the
/// equilibrium is strict, so that it is the only one.
fn equilibrium(matrix: &Matrix) -> Option<(Mixes, f64)> {
    let (n, m) = (matrix.len(), matrix[0].len());
    let subsets = |n: usize| {
        (1usize..1 << n).map(move |set| (0..n).filter(|k| set >> k & 1 == 1).collect::<Vec<_>>())
    };
    for rows in subsets(n) {
        for columns in subsets(m).filter(|columns| columns.len() == rows.len()) {
            let size = rows.len();
            let system = |entry: &dyn Fn(usize, usize) -> f64| -> Option<Vec<f64>> {
                let mut lines: Vec<Vec<f64>> = (0..size)
                    .map(|i| (0..size).map(|k| entry(i, k)).chain([-1.0, 0.0]).collect())
                    .collect();
                lines.push(vec![1.0; size].into_iter().chain([0.0, 1.0]).collect());
                solve_system(lines)
            };
            let Some(x) = system(&|i, k| matrix[rows[k]][columns[i]]) else {
                continue;
            };
            let Some(y) = system(&|i, k| matrix[rows[i]][columns[k]]) else {
                continue;
            };
            let spread = |options: &[usize], weights: &[f64], length: usize| {
                let mut all = vec![0.0; length];
                options
                    .iter()
                    .zip(weights)
                    .for_each(|(&k, &weight)| all[k] = weight);
                all
            };
            let (value, x, y) = (x[size], spread(&rows, &x, n), spread(&columns, &y, m));
            let is_strict =
                row_means(matrix, &y).iter().enumerate().all(|(row, mean)| {
                    rows.contains(&row) && x[row] > 1e-6 || *mean < value - 1e-6
                }) && column_means(matrix, &x)
                    .iter()
                    .enumerate()
                    .all(|(column, mean)| {
                        columns.contains(&column) && y[column] > 1e-6 || *mean > value + 1e-6
                    });
            if is_strict && x.iter().chain(&y).all(|weight| *weight >= 0.0) {
                return Some(([x, y], value));
            }
        }
    }
    None
}

const LOOKED: usize = 3;

/// What follows a place: for the trial, and for each player by the player's best play, by the worst,
/// and if only so many choices count.
#[derive(Clone, Copy, Default)]
struct Outlook {
    trial: f64,
    best: [f64; 2],
    worst: [f64; 2],
    ahead: [[f64; LOOKED + 1]; 2],
}

/// Reads a number of an outlook.
type Read<'r> = &'r dyn Fn(&Outlook) -> f64;

fn sign(player: usize) -> f64 {
    if player == 0 { 1.0 } else { -1.0 }
}

/// Returns the first option that is best for a player.
fn argbest(player: usize, values: &[f64]) -> usize {
    let mut best = 0;
    for (option, value) in values.iter().enumerate() {
        let gain = (value - values[best]) * sign(player);
        best = if gain > 1e-9 { option } else { best };
    }
    best
}

fn only(options: usize, taken: usize) -> Vec<f64> {
    (0..options)
        .map(|option| f64::from(u8::from(option == taken)))
        .collect()
}

/// Returns the weights of a player who means to take the options in this way, given their values.
fn erring(skill: Skill, player: usize, values: &[f64], meant: Vec<f64>) -> Vec<f64> {
    match skill {
        Skill::Mistakes(p) => {
            let even = (1.0 - p.value()) / values.len() as f64;
            meant
                .iter()
                .map(|weight| p.value() * weight + even)
                .collect()
        }
        Skill::Within(scale) => {
            let top = values[argbest(player, values)];
            let weights = values
                .iter()
                .map(|value| (-(top - value).abs() / scale).exp());
            let weights: Vec<f64> = weights.collect();
            let total: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / total).collect()
        }
        Skill::Best | Skill::Worst | Skill::ShortSighted(_) => meant,
    }
}

impl Feud {
    fn with_skills(&self, skills: [Skill; 2]) -> Feud {
        Feud {
            skills,
            ..self.clone()
        }
    }

    fn plan(&self) -> Plan {
        make_plan(
            &with_answers(self.clone(), &[DecisionRule::Best; 2]),
            &MAXIMISE_FIRST,
        )
    }

    /// Returns the value of the play by backward induction, and the probabilities of the options of
    /// each player at each place. Returns `None` if a matrix has several equilibria.
    fn by_hand(&self) -> Option<(f64, Vec<Mixes>)> {
        let mut outlooks = vec![Outlook::default(); self.places.len() + 1];
        let mut weights = vec![Mixes::default(); self.places.len()];
        for place in (0..self.places.len()).rev() {
            let Place { decider, turns } = &self.places[place];
            let after = |read: &dyn Fn(&Outlook) -> f64| -> Vec<f64> {
                let after = |&(onward, points): &(usize, i64)| {
                    points as f64 + read(&outlooks[(place + onward).min(self.places.len())])
                };
                turns.iter().map(after).collect()
            };
            let (outlook, mixes) = match *decider {
                Decider::Both([_, columns]) => self.both_decide(columns, &after)?,
                Decider::One(player) if turns.len() > 1 => self.one_decides(player, &after),
                _ => {
                    let even = vec![1.0 / turns.len() as f64; turns.len()];
                    let mut outlook = Outlook::default();
                    all_numbers(&mut outlook, |read| dot(&even, &after(read)));
                    (outlook, Mixes::default())
                }
            };
            outlooks[place] = outlook;
            weights[place] = mixes;
        }
        Some((outlooks[0].trial, weights))
    }

    fn one_decides(&self, player: usize, after: &dyn Fn(Read<'_>) -> Vec<f64>) -> (Outlook, Mixes) {
        let best = after(&|outlook| outlook.best[player]);
        let worst = after(&|outlook| outlook.worst[player]);
        let ahead = |n: usize| after(&|outlook| outlook.ahead[player][n]);
        let meant = match self.skills[player] {
            Skill::Worst => argbest(1 - player, &worst),
            Skill::ShortSighted(n) => argbest(player, &ahead(n as usize - 1)),
            _ => argbest(player, &best),
        };
        let meant = only(best.len(), meant);
        let taken = erring(self.skills[player], player, &best, meant);
        let mut outlook = Outlook::default();
        all_numbers(&mut outlook, |read| dot(&taken, &after(read)));
        outlook.best[player] = best[argbest(player, &best)];
        outlook.worst[player] = worst[argbest(1 - player, &worst)];
        outlook.ahead[player][0] = ahead(0).iter().sum::<f64>() / best.len() as f64;
        for n in 1..=LOOKED {
            let fewer = ahead(n - 1);
            outlook.ahead[player][n] = fewer[argbest(player, &fewer)];
        }
        let mut mixes = Mixes::default();
        mixes[player] = taken;
        (outlook, mixes)
    }

    fn both_decide(
        &self,
        columns: usize,
        after: &dyn Fn(Read<'_>) -> Vec<f64>,
    ) -> Option<(Outlook, Mixes)> {
        let matrix = |read: &dyn Fn(&Outlook) -> f64| -> Matrix {
            after(read).chunks(columns).map(<[f64]>::to_vec).collect()
        };
        let against = |player: usize, matrix: &Matrix, other: &[f64]| match player {
            0 => row_means(matrix, other),
            _ => column_means(matrix, other),
        };
        let mut outlook = Outlook::default();
        let mut mixes = Mixes::default();
        // What each player would do at best, and expects of the other one.
        let mut best = Vec::new();
        for player in [0, 1] {
            best.push(equilibrium(&matrix(&|outlook| outlook.best[player]))?);
        }
        let (is_best, is_worst) = (
            [0, 1].map(|p| self.skills[p] == Skill::Best),
            [0, 1].map(|p| self.skills[p] == Skill::Worst),
        );
        for player in (0..2).filter(|&player| !is_best[player] && !is_worst[player]) {
            let (expected, value) = &best[player];
            let other = &expected[1 - player];
            let values = against(player, &matrix(&|outlook| outlook.best[player]), other);
            let meant = match self.skills[player] {
                Skill::ShortSighted(n) => {
                    let ahead = matrix(&|outlook| outlook.ahead[player][n as usize - 1]);
                    let ahead = against(player, &ahead, other);
                    let top = argbest(player, &ahead);
                    let tied = |(k, weight): (usize, &f64)| {
                        if (ahead[k] - ahead[top]).abs() < 1e-9 {
                            *weight
                        } else {
                            0.0
                        }
                    };
                    let tied: Vec<f64> = expected[player].iter().enumerate().map(tied).collect();
                    let total: f64 = tied.iter().sum();
                    let taken = expected[player].iter().filter(|weight| **weight > 0.0);
                    if total > 1e-9 && taken.count() > 1 {
                        tied.iter().map(|weight| weight / total).collect()
                    } else {
                        only(ahead.len(), top)
                    }
                }
                _ => expected[player].clone(),
            };
            mixes[player] = erring(self.skills[player], player, &values, meant);
            outlook.best[player] = *value;
            for n in 0..=LOOKED {
                let ahead =
                    |n: usize| against(player, &matrix(&|outlook| outlook.ahead[player][n]), other);
                outlook.ahead[player][n] = match n {
                    0 => ahead(0).iter().sum::<f64>() / values.len() as f64,
                    _ => ahead(n - 1)[argbest(player, &ahead(n - 1))],
                };
            }
        }
        for player in (0..2).filter(|&player| is_worst[player]) {
            let worst = matrix(&|outlook| outlook.worst[player]);
            outlook.best[player] = best[player].1;
            if is_worst[1 - player] {
                let turned: Matrix = worst
                    .iter()
                    .map(|row| row.iter().map(|x| -x).collect())
                    .collect();
                let (both, value) = equilibrium(&turned)?;
                outlook.worst[player] = -value;
                mixes[player] = both[player].clone();
            } else if is_best[1 - player] {
                // A team: the pair that is worst for the player.
                let pairs: Vec<f64> = worst.concat();
                let pair = argbest(1 - player, &pairs);
                outlook.worst[player] = pairs[pair];
                let options = [worst.len(), columns];
                let taken = [pair / columns, pair % columns];
                mixes[player] = only(options[player], taken[player]);
            } else {
                let values = against(player, &worst, &mixes[1 - player]);
                let taken = argbest(1 - player, &values);
                outlook.worst[player] = values[taken];
                mixes[player] = only(values.len(), taken);
            }
        }
        for player in (0..2).filter(|&player| is_best[player]) {
            if is_best[1 - player] {
                (mixes[player], outlook.best[player]) =
                    (best[player].0[player].clone(), best[player].1);
                continue;
            }
            let values = against(
                player,
                &matrix(&|outlook| outlook.best[player]),
                &mixes[1 - player],
            );
            let taken = argbest(player, &values);
            outlook.best[player] = values[taken];
            mixes[player] = only(values.len(), taken);
        }
        outlook.trial = dot(
            &row_means(&matrix(&|outlook| outlook.trial), &mixes[1]),
            &mixes[0],
        );
        Some((outlook, mixes))
    }
}

/// Computes all numbers of an outlook in the same way.
fn all_numbers(outlook: &mut Outlook, number: impl Fn(&dyn Fn(&Outlook) -> f64) -> f64) {
    outlook.trial = number(&|outlook| outlook.trial);
    for player in 0..2 {
        outlook.best[player] = number(&|outlook| outlook.best[player]);
        outlook.worst[player] = number(&|outlook| outlook.worst[player]);
        for n in 0..=LOOKED {
            outlook.ahead[player][n] = number(&|outlook| outlook.ahead[player][n]);
        }
    }
}

fn place() -> impl Strategy<Value = Place> {
    let turn = || (1..3usize, -99..100i64);
    let alone = prop_oneof![Just(Decider::Chance), (0..2usize).prop_map(Decider::One)];
    let alone = (alone, prop::collection::vec(turn(), 1..4))
        .prop_map(|(decider, turns)| Place { decider, turns });
    let both = (2..4usize, 2..4usize).prop_flat_map(move |(rows, columns)| {
        let turns = prop::collection::vec(turn(), rows * columns);
        turns.prop_map(move |turns| Place {
            decider: Decider::Both([rows, columns]),
            turns,
        })
    });
    prop_oneof![1 => alone, 2 => both]
}

fn skill() -> impl Strategy<Value = Skill> {
    prop_oneof![
        Just(Skill::Best),
        Just(Skill::Worst),
        (0..=100u64).prop_map(percent),
        (1.0..90.0f64).prop_map(Skill::Within),
        (1..4u32).prop_map(Skill::ShortSighted),
    ]
}

fn feuds() -> impl Strategy<Value = Feud> {
    let places = prop::collection::vec(place(), 1..6);
    (places, skill(), skill()).prop_map(|(places, ours, theirs)| Feud {
        places: places.into(),
        skills: [ours, theirs],
        sides: [Side::Us, Side::Them],
    })
}

proptest! {
    #[test]
    fn players_who_err_at_once_play_as_by_backward_induction(feud in feuds()) {
        let expected = feud.by_hand();
        prop_assume!(expected.is_some());
        let (value, mixes) = expected.expect("checked");
        let plan = feud.plan();
        prop_assert!((plan.value - value).abs() < 1e-7, "{} is not {value}", plan.value);
        prop_assert!((mean(&plan.graph) - value).abs() < 1e-7);
        prop_assert!(plan.shortfall < 1e-9);
        for decision in plan.decisions.iter().chain(&plan.unmet) {
            let mix = &mixes[decision.situation[0] as usize][decision.choice];
            for (mass, weight) in decision.weights.masses().iter().zip(mix) {
                prop_assert!((mass.float() - weight).abs() < 1e-7, "{decision:?} and {mix:?}");
            }
        }
    }

    #[test]
    fn no_skill_at_once_beats_best_and_none_is_worse_than_worst(feud in feuds()) {
        let value = |skill: Skill| feud.with_skills([skill, Skill::Best]).plan().value;
        let (worst, played, best) = (value(Skill::Worst), value(feud.skills[0]), value(Skill::Best));
        prop_assert!(worst <= played + 1e-9 && played <= best + 1e-9, "{worst} {played} {best}");
    }

    #[test]
    fn the_ends_of_mistakes_at_once_are_best_and_uniform(feud in feuds()) {
        let value = |skill: Skill| feud.with_skills([skill, feud.skills[1]]).plan().value;
        prop_assert!((value(percent(100)) - value(Skill::Best)).abs() < 1e-9 || feud.skills[1] != Skill::Best);
        let answers = [DecisionRule::Uniform, DecisionRule::Best];
        let best = feud.with_skills([Skill::Best; 2]);
        let uniform = make_plan(&with_answers(best.clone(), &answers), &MAXIMISE_FIRST);
        let random = best.with_skills([percent(0), Skill::Best]).plan();
        prop_assert!((random.value - uniform.value).abs() < 1e-9);
    }

    /// Two players of one side agree on the best pair, and then each of them errs alone.
    #[test]
    fn players_of_one_side_err_independently(turns in prop::collection::vec(-99..100i64, 4), share in 0..=100u64) {
        let turns: Vec<(usize, i64)> = turns.into_iter().map(|points| (1, points)).collect();
        let points: Vec<f64> = turns.iter().map(|&(_, points)| points as f64).collect();
        let best = argbest(0, &points);
        let places = [Place { decider: Decider::Both([2, 2]), turns }];
        let feud = Feud { places: places.into(), skills: [percent(share); 2], sides: [Side::Us; 2] };
        let p = share as f64 / 100.0;
        let weight = |option: usize, best: usize| (1.0 - p) / 2.0 + if option == best { p } else { 0.0 };
        let expected: f64 = (0..4).map(|pair| weight(pair / 2, best / 2) * weight(pair % 2, best % 2) * points[pair]).sum();
        let found = feud.plan().value;
        prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// Rock, paper, scissors in which a win by paper counts twice. Best play is 1/4, 1/4, 1/2.
fn hands(skills: [Skill; 2]) -> Feud {
    let turns = [0, -2, 1, 2, 0, -1, -1, 1, 0].map(|points| (1, points));
    let place = Place {
        decider: Decider::Both([3, 3]),
        turns: turns.into(),
    };
    Feud {
        places: [place].into(),
        skills,
        sides: [Side::Us, Side::Them],
    }
}

#[test]
fn mistaken_hands_have_the_values_computed_by_hand() {
    let value = |ours, theirs| hands([ours, theirs]).plan().value;
    // Nine in ten: 31/120, 31/120 and 58/120. Paper then wins (62 − 58)/120 for the other side, rock
    // (58 − 62)/120 and scissors 0.
    let plan = hands([percent(90), Skill::Best]).plan();
    let fractions = |plan: &Plan, choice: usize| -> Vec<_> {
        let mut of_choice = plan
            .decisions
            .iter()
            .filter(|decision| decision.choice == choice);
        let masses = of_choice.next().expect("it is met").weights.masses();
        masses.iter().map(|mass| mass.fraction()).collect()
    };
    assert_eq!(
        fractions(&plan, 0),
        [Some((31, 120)), Some((31, 120)), Some((29, 60))]
    );
    assert_eq!(
        fractions(&plan, 1),
        [Some((0, 1)), Some((1, 1)), Some((0, 1))]
    );
    assert!((plan.value + 4.0 / 120.0).abs() < 1e-15, "{}", plan.value);
    // All options are equally good against the best mix, so that a quantal response is random.
    assert!((value(Skill::Within(0.5), Skill::Best) + 1.0 / 3.0).abs() < 1e-15);
    assert_eq!(value(Skill::Worst, Skill::Best), -2.0);
    // There is nothing to look ahead to.
    assert_eq!(value(Skill::ShortSighted(1), Skill::Best), 0.0);
    assert_eq!(value(percent(90), percent(90)), 0.0);
}

#[test]
fn simulated_trials_follow_players_who_err_at_once() {
    for skills in [
        [percent(70), Skill::Best],
        [Skill::Worst, percent(50)],
        [Skill::Within(2.0), Skill::Within(0.3)],
    ] {
        let rule = hands(skills);
        let plan = rule.plan();
        let policy = Policy::new(vec![DecisionRule::Best; 2]).with_plan(&plan);
        let (stream, trials) = (
            Stream {
                seed: 1,
                case: 1,
                purpose: Purpose::Simulated,
            },
            200_000,
        );
        let batches = stream.batches(trials);
        let model = PolicyModel::new(rule, policy);
        let points =
            &play(&model, stream, batches, trials, &Default::default()).expect("it ends")[0];
        let simulated = points.mean().expect("trials");
        assert!(
            (simulated - plan.value).abs() < 0.02,
            "{simulated} {}",
            plan.value
        );
    }
}
