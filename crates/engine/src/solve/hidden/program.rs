//! Solves a game in sequence form by a linear program (Koller, Megiddo and von Stengel 1996).
//!
//! The variables are the weights of the sequences of player 0, and for each information set of
//! player 1 the mean payoff from there on. All payoffs are shifted to be positive, so that player 0
//! gains by all weight, and the equations of a plan may be inequalities: the slack variables are
//! then a basis to start with. The shadow prices are the plan of player 1.

use super::sequence_form::SequenceForm;
use crate::solve::best::{NEGLIGIBLE, Tableau};

/// The most entries of the tableau.
const MOST_ENTRIES: usize = 12_000_000;

/// Returns whether the linear program of a game is small enough to be solved.
pub(super) fn fits(form: &SequenceForm) -> bool {
    let [rows, columns] = size(form);
    (rows + 1).saturating_mul(rows + columns + 1) <= MOST_ENTRIES
}

/// Returns the number of inequalities and of variables.
fn size(form: &SequenceForm) -> [usize; 2] {
    let [first, second] = &form.sets;
    [
        first.len() + form.sequences[1] - 1,
        form.sequences[0] - 1 + second.len(),
    ]
}

/// Returns an optimal plan of each player, up to rounding errors.
pub(super) fn solve(form: &SequenceForm) -> [Vec<f64>; 2] {
    let (most, least) = form.extremes;
    let range = if most > least { most - least } else { 1.0 };
    // Payoffs of trials are between 1 and 2.
    let shifted = |value: f64, ending: f64| (value - least * ending) / range + ending;
    let [first, second] = &form.sets;
    let weights = form.sequences[0] - 1;
    let [rows, columns] = size(form);
    let mut program = Tableau::new(rows, columns);
    for (row, set) in first.iter().enumerate() {
        set.sequences()
            .for_each(|sequence| program.add(row, sequence - 1, 1.0));
        match set.parent.checked_sub(1) {
            Some(parent) => program.add(row, parent as usize, -1.0),
            None => program.add_right(row, 1.0),
        }
    }
    // Payoffs from a set on are relative to the chance of the set, so that all numbers have similar
    // magnitudes.
    let chances: Vec<f64> = second
        .iter()
        .map(|set| set.chances.values().sum())
        .collect();
    // The row of a sequence of player 1, and the chance of its set.
    let mut row_of = vec![(0, 1.0); form.sequences[1]];
    for (set, &chance) in second.iter().zip(&chances) {
        for sequence in set.sequences() {
            row_of[sequence] = (first.len() + sequence - 1, chance);
        }
    }
    for (index, set) in second.iter().enumerate() {
        let variable = weights + index;
        for sequence in set.sequences() {
            program.add(row_of[sequence].0, variable, 1.0);
        }
        match set.parent {
            0 => program.add_objective(variable, chances[index]),
            parent => {
                let (row, chance) = row_of[parent as usize];
                program.add(row, variable, -chances[index] / chance);
            }
        }
    }
    for payoff in &form.payoffs {
        let value = shifted(payoff.value, payoff.ending);
        match payoff.sequences {
            [0, 0] => {}
            [row, 0] => program.add_objective(row as usize - 1, value),
            [0, column] => {
                let (row, chance) = row_of[column as usize];
                program.add_right(row, value / chance);
            }
            [weight, column] => {
                let (row, chance) = row_of[column as usize];
                program.add(row, weight as usize - 1, -value / chance);
            }
        }
    }
    // Players may decide only after something rare.
    let objective = program.scale_objective();
    program.optimise(NEGLIGIBLE);
    let (prices, values) = program.solution();
    let mut plans = [vec![1.0; form.sequences[0]], vec![1.0; form.sequences[1]]];
    plans[0][1..].copy_from_slice(&values[..weights]);
    for (sequence, &(row, chance)) in row_of.iter().enumerate().skip(1) {
        plans[1][sequence] = objective * prices[row] / chance;
    }
    plans
}
