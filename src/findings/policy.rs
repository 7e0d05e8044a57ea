//! What a map of best play finds: one option everywhere, the place from which another is best, or how often one is.

use super::places::swept_at;
use super::words::quoted;
use crate::report::policy_grid::{PolicyGrid, PolicyOption};
use crate::report::{Chart, Report};

/// The title of a map of best play.
pub fn finding(report: &Report, chart: &Chart) -> Option<String> {
    let grid = PolicyGrid::read(report, chart).ok()?;
    let choice = chart.policy.as_ref()?.choice.replace('_', " ");
    let at = |row: usize, column: usize| grid.cells[row][column].map(|cell| cell.option);
    let [rows, columns] = [grid.rows.1.len(), grid.columns.1.len()];
    let by_column: Vec<Vec<usize>> =
        (0..columns).map(|column| (0..rows).filter_map(|row| at(row, column)).collect()).collect();
    let by_row: Vec<Vec<usize>> =
        (0..rows).map(|row| (0..columns).filter_map(|column| at(row, column)).collect()).collect();
    let words = report.words_of(&chart.policy.as_ref()?.choice);
    let is_worded = |label: &str| words.is_some_and(|words| words.parts.iter().any(|(_, own)| own == label));
    let turn = |lines, names: &(String, Vec<String>)| {
        turn(lines, names, is_worded(&names.0), &grid.options).filter(|_| !grid.is_merged)
    };
    let found = turn(&by_column, &grid.columns).or_else(|| turn(&by_row, &grid.rows));
    let found = found.or_else(|| most(&choice, &grid.options))?;
    let slice = slice(report, chart, &grid);
    Some(if slice.is_empty() { found } else { format!("{}: {found}", slice.join(", ")) })
}

/// What is held: swept values, the variant, parts of the situation.
fn slice(report: &Report, chart: &Chart, grid: &PolicyGrid) -> Vec<String> {
    let varied = chart.held.iter().filter(|&&(parameter, _)| report.sweep[parameter].values.len() > 1);
    let swept = varied.map(|&(parameter, index)| {
        let swept = &report.sweep[parameter];
        swept_at(swept, index).at()
    });
    let variant = grid.variant.map(|index| quoted(&report.variants[index]));
    swept.chain(variant).chain(grid.held.iter().map(|held| format!("with {held}"))).collect()
}

/// Where one option gives way to another, once and for all.
fn turn(
    lines: &[Vec<usize>],
    (label, names): &(String, Vec<String>),
    is_worded: bool,
    options: &[PolicyOption],
) -> Option<String> {
    let single: Option<Vec<usize>> =
        lines.iter().map(|line| line.first().copied().filter(|first| line.iter().all(|own| own == first))).collect();
    let single = single?;
    let turns: Vec<usize> = (1..single.len()).filter(|&at| single[at] != single[at - 1]).collect();
    let [at] = turns[..] else { return None };
    if names.iter().any(|name| name.parse::<i64>().is_err()) {
        return None;
    }
    let (before, after) = (&options[single[at - 1]], &options[single[at]]);
    if before.is_tie() || after.is_tie() {
        return None;
    }
    // "From 20 points in the pot on": where a player's words say what is counted.
    let place = if is_worded { format!("{} {label}", names[at]) } else { format!("{label} {}", names[at]) };
    Some(format!("from {place} on, {} is best; below, {}", after.name, before.name))
}

/// What is best most often, of all situations that best play meets.
fn most(choice: &str, options: &[PolicyOption]) -> Option<String> {
    let total: usize = options.iter().map(|option| option.situations).sum();
    // Of equals the first.
    let best = options.iter().filter(|option| !option.is_tie()).rev().max_by_key(|option| option.situations);
    let Some(best) = best else {
        return (total > 0).then(|| format!("more than one option is best everywhere ({choice})"));
    };
    // A number alone says nothing: "dice 3".
    let (name, of) = match best.name.parse::<i64>() {
        Ok(number) => (format!("{choice} {number}"), String::new()),
        Err(_) => (best.name.clone(), format!(" ({choice})")),
    };
    let others = || options.iter().filter(|option| !option.is_tie() && option.name != best.name);
    Some(match total {
        1 => format!("{name} is best{of}"),
        _ if best.situations == total => format!("{name} is always best{of}"),
        _ if others().next().is_none() && options.iter().all(|own| own.of.contains(&best.name)) => {
            format!("{name} is always best, or as good{of}")
        }
        _ if 2 * best.situations < total => format!("what is best depends on the situation ({choice})"),
        _ => format!("{name} is best in {} of {total} situations{of}", best.situations),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, is_tie: bool, situations: usize) -> PolicyOption {
        let of = if is_tie { name.split(" or ").map(str::to_owned).collect() } else { vec![name.to_owned()] };
        PolicyOption { name: name.to_owned(), of, situations }
    }

    #[test]
    fn one_turn_along_numbers_is_a_title_and_two_are_none() {
        let options = [option("roll", false, 2), option("bank", false, 1), option("roll or bank", true, 1)];
        let pot =
            |values: &[&str]| ("pot".to_owned(), values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>());
        let found = turn(&[vec![0, 0], vec![0], vec![1, 1]], &pot(&["2", "10", "20"]), false, &options);
        assert_eq!(found.as_deref(), Some("from pot 20 on, bank is best; below, roll"));
        assert_eq!(turn(&[vec![0], vec![1], vec![0]], &pot(&["2", "10", "20"]), false, &options), None);
        assert_eq!(turn(&[vec![0, 1], vec![1]], &pot(&["2", "10"]), false, &options), None);
        assert_eq!(turn(&[vec![0], vec![1]], &pot(&["low", "high"]), false, &options), None);
        assert_eq!(turn(&[vec![0], vec![2]], &pot(&["2", "10"]), false, &options), None, "equals are no turn");
    }

    #[test]
    fn what_is_best_most_often_is_counted_and_equals_are_no_preference() {
        let said = |options: &[PolicyOption]| most("spend", options).expect("a title");
        assert_eq!(said(&[option("1", false, 4)]), "spend 1 is always best");
        assert_eq!(said(&[option("keep", false, 1)]), "keep is best (spend)");
        assert_eq!(
            said(&[option("keep", false, 8), option("spend", false, 3), option("keep or spend", true, 4)]),
            "keep is best in 8 of 15 situations (spend)"
        );
        assert_eq!(
            said(&[option("keep", false, 3), option("spend", false, 3), option("keep or spend", true, 9)]),
            "what is best depends on the situation (spend)"
        );
        assert_eq!(
            said(&[option("keep", false, 3), option("keep or spend", true, 12)]),
            "keep is always best, or as good (spend)"
        );
        assert_eq!(
            said(&[option("keep", false, 3), option("spend or roll", true, 12)]),
            "what is best depends on the situation (spend)"
        );
        assert_eq!(said(&[option("keep or spend", true, 2)]), "more than one option is best everywhere (spend)");
    }
}
