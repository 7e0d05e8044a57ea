//! Bimatrix games: two players decide at once, and each has separate payoffs. Finds one
//! equilibrium: a pair of strategies from which neither player gains by departing (Nash 1951).

use super::compare::{ScaledValue, relative};
use super::matrix_game::{equalise, gain, normalise};

/// The maximal number of options of a player.
pub(super) const MAX_OPTIONS: usize = 6;
/// An equilibrium is accepted if neither player can gain more than this, relative to the scale of
/// the payoffs.
const ACCEPTED_GAIN: f64 = 1e-12;
/// If there is none, the pair of strategies with the smallest gain is accepted if neither player
/// can gain more than this.
const MAX_GAIN: f64 = 1e-10;
/// A weight below this is 0.
const MIN_WEIGHT: f64 = 1e-12;

/// The payoffs of both players, row by row. Both want more.
pub(super) struct BimatrixGame<'p> {
    /// The payoffs of the row player, and those of the column player.
    pub(super) payoffs: [&'p [ScaledValue]; 2],
    pub(super) columns: usize,
}

impl BimatrixGame<'_> {
    fn row_count(&self) -> usize {
        self.payoffs[0].len() / self.columns
    }

    fn payoff(&self, player: usize, row: usize, column: usize) -> ScaledValue {
        self.payoffs[player][row * self.columns + column]
    }

    /// Returns the mixes of an equilibrium: a pair of single options if there is one, and otherwise
    /// one with as few options as possible. Returns `None` if rounding errors hide it.
    ///
    /// Of several pairs of single options, it is the first that no other one beats for both
    /// players. Of several mixes with the same number of options, it is the one with the first
    /// options.
    pub(super) fn equilibrium(&self) -> Option<[Vec<f64>; 2]> {
        if let Some((row, column)) = self.pure_equilibrium() {
            let pure = |option: usize, length: usize| {
                (0..length)
                    .map(|k| f64::from(u8::from(k == option)))
                    .collect()
            };
            return Some([pure(row, self.row_count()), pure(column, self.columns)]);
        }
        let mut nearest: Option<(f64, [Vec<f64>; 2])> = None;
        for size in 2..=self.row_count().min(self.columns) {
            for rows in supports(self.row_count(), size) {
                for columns in supports(self.columns, size) {
                    let Some(mixes) = self.mixes_on(&rows, &columns) else {
                        continue;
                    };
                    let gain = self.largest_gain(&mixes);
                    if gain <= ACCEPTED_GAIN {
                        return Some(mixes);
                    }
                    if nearest.as_ref().is_none_or(|(least, _)| gain < *least) {
                        nearest = Some((gain, mixes));
                    }
                }
            }
        }
        let nearest = nearest.filter(|(gain, _)| *gain <= MAX_GAIN);
        nearest.map(|(_, mixes)| mixes)
    }

    fn pure_equilibrium(&self) -> Option<(usize, usize)> {
        let is_stable = |&(row, column): &(usize, usize)| {
            let [of_row, of_column] = [0, 1].map(|player| self.payoff(player, row, column));
            let mut rows = 0..self.row_count();
            let mut columns = 0..self.columns;
            rows.all(|other| gain(self.payoff(0, other, column), of_row) <= 0.0)
                && columns.all(|other| gain(self.payoff(1, row, other), of_column) <= 0.0)
        };
        let pairs = (0..self.row_count())
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let stable: Vec<(usize, usize)> = pairs.filter(is_stable).collect();
        let beats = |other: &(usize, usize), pair: &(usize, usize)| {
            let gains = [0, 1].map(|player| {
                let of = |&(row, column): &(usize, usize)| self.payoff(player, row, column);
                gain(of(other), of(pair))
            });
            gains.iter().all(|gain| *gain >= 0.0) && gains.iter().any(|gain| *gain > 0.0)
        };
        let mut pairs = stable.iter();
        let unbeaten = pairs.find(|pair| !stable.iter().any(|other| beats(other, pair)));
        unbeaten.copied()
    }

    /// Returns the mixes of these options with which the other player's options are equally good.
    /// Returns `None` if there are none.
    fn mixes_on(&self, rows: &[usize], columns: &[usize]) -> Option<[Vec<f64>; 2]> {
        let largest = |player: usize| {
            let sizes = self.payoffs[player].iter().map(|payoff| payoff.value.abs());
            sizes.fold(0.0, f64::max)
        };
        let scales = [0, 1].map(largest);
        let of = |player: usize, row: usize, column: usize| {
            self.payoff(player, rows[row], columns[column]).value / scales[player]
        };
        let size = rows.len();
        let row_mix = equalise(size, |equation, row| of(1, row, equation))?;
        let column_mix = equalise(size, |equation, column| of(0, equation, column))?;
        let spread = |options: &[usize], weights: &[f64], length: usize| {
            let is_mix = weights.iter().all(|weight| *weight >= -MIN_WEIGHT);
            is_mix.then(|| {
                let mut mix = vec![0.0; length];
                for (&option, &weight) in options.iter().zip(weights) {
                    mix[option] = weight;
                }
                normalise(&mut mix, MIN_WEIGHT);
                mix
            })
        };
        Some([
            spread(rows, &row_mix, self.row_count())?,
            spread(columns, &column_mix, self.columns)?,
        ])
    }

    /// Returns the mean payoff of a player who takes this option.
    pub(super) fn mean(&self, player: usize, option: usize, mixes: &[Vec<f64>; 2]) -> ScaledValue {
        let mut mean = ScaledValue::default();
        for (other, &weight) in mixes[1 - player].iter().enumerate() {
            let (row, column) = if player == 0 {
                (option, other)
            } else {
                (other, option)
            };
            mean += weight * self.payoff(player, row, column);
        }
        mean
    }

    /// Returns the mean payoff of a player who mixes options.
    pub(super) fn value(&self, player: usize, mixes: &[Vec<f64>; 2]) -> ScaledValue {
        let mut value = ScaledValue::default();
        for (option, &weight) in mixes[player].iter().enumerate() {
            value += weight * self.mean(player, option, mixes);
        }
        value
    }

    /// Returns the most that a player could gain by another option, relative to the scale of the
    /// payoffs.
    pub(super) fn largest_gain(&self, mixes: &[Vec<f64>; 2]) -> f64 {
        let of_player = |player: usize| {
            let value = self.value(player, mixes);
            let means =
                (0..mixes[player].len()).map(move |option| self.mean(player, option, mixes));
            means.map(move |mean| relative(mean.value - value.value, mean.scale.max(value.scale)))
        };
        of_player(0).chain(of_player(1)).fold(0.0, f64::max)
    }
}

/// Returns all sets of `size` options, in lexicographic order.
fn supports(options: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<usize>| {
            let set = set.clone();
            let next = set.last().map_or(0, |last| last + 1);
            (next..options).map(move |option| [&set[..], &[option]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

#[cfg(test)]
mod tests;
