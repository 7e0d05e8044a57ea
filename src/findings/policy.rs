//! What a map of best play finds: one option everywhere, or the place from which another is best.

use crate::report::policy_grid::PolicyGrid;
use crate::report::{Chart, Report};

/// The title of a map of best play, where its cells say one thing.
pub fn finding(report: &Report, chart: &Chart) -> Option<String> {
    let grid = PolicyGrid::read(report, chart).ok()?;
    if grid.is_merged {
        return None;
    }
    let at = |row: usize, column: usize| grid.cells[row][column].map(|cell| cell.option);
    let choice = &chart.policy.as_ref()?.choice;
    if let [only] = grid.options.as_slice() {
        return Some(format!("{only} is always best ({choice})"));
    }
    let [rows, columns] = [grid.rows.1.len(), grid.columns.1.len()];
    let by_column: Vec<Vec<usize>> =
        (0..columns).map(|column| (0..rows).filter_map(|row| at(row, column)).collect()).collect();
    let by_row: Vec<Vec<usize>> =
        (0..rows).map(|row| (0..columns).filter_map(|column| at(row, column)).collect()).collect();
    turn(&by_column, &grid.columns, &grid.options).or_else(|| turn(&by_row, &grid.rows, &grid.options))
}

/// Where one option gives way to another, once and for all.
fn turn(lines: &[Vec<usize>], (label, names): &(String, Vec<String>), options: &[String]) -> Option<String> {
    let single: Option<Vec<usize>> =
        lines.iter().map(|line| line.first().copied().filter(|first| line.iter().all(|own| own == first))).collect();
    let single = single?;
    let turns: Vec<usize> = (1..single.len()).filter(|&at| single[at] != single[at - 1]).collect();
    let [at] = turns[..] else { return None };
    if names.iter().any(|name| name.parse::<i64>().is_err()) {
        return None;
    }
    let (before, after) = (&options[single[at - 1]], &options[single[at]]);
    Some(format!("From {label} {} on, {after} is best; below, {before}", names[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_turn_along_numbers_is_a_title_and_two_are_none() {
        let options = ["roll".to_owned(), "bank".to_owned()];
        let pot =
            |values: &[&str]| ("pot".to_owned(), values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>());
        let found = turn(&[vec![0, 0], vec![0], vec![1, 1]], &pot(&["2", "10", "20"]), &options);
        assert_eq!(found.as_deref(), Some("From pot 20 on, bank is best; below, roll"));
        assert_eq!(turn(&[vec![0], vec![1], vec![0]], &pot(&["2", "10", "20"]), &options), None);
        assert_eq!(turn(&[vec![0, 1], vec![1]], &pot(&["2", "10"]), &options), None);
        assert_eq!(turn(&[vec![0], vec![1]], &pot(&["low", "high"]), &options), None);
    }
}
