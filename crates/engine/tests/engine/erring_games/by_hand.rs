//! Backward induction for players who decide at once and err, with equilibria by supports.

use super::*;

type Matrix = Vec<Vec<f64>>;

/// A pair of mixes.
pub type Mixes = [Vec<f64>; 2];

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

/// What follows a place: for the trial, and for each player by the player's best play, by the
/// worst, and if only this many choices count.
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
pub fn argbest(player: usize, values: &[f64]) -> usize {
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
    pub fn with_skills(&self, skills: [Skill; 2]) -> Feud {
        Feud {
            skills,
            ..self.clone()
        }
    }

    pub fn plan(&self) -> Plan {
        make_plan(
            &with_answers(self.clone(), &[DecisionRule::Best; 2]),
            &MAXIMISE_FIRST,
        )
    }

    /// Returns the value of the play by backward induction, and the probabilities of the options of
    /// each player at each place. Returns `None` if a matrix has several equilibria.
    pub fn by_hand(&self) -> Option<(f64, Vec<Mixes>)> {
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
