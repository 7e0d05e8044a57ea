//! One line that no other crosses.

use super::claim::{Claim, Finding};
use super::places::place;
use super::told::{shown, spot, told};
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, MARGIN};

/// "The order fails 37% of the time at run 0.1 with “None”, 14% with “One Enlightenment”": the one line that no other crosses,
/// where it is farthest from another.
pub(super) fn nowhere(data: &ChartTable<'_>, lines: &[Vec<Estimate>]) -> Option<Finding> {
    let leads = |line: usize, lower: bool| {
        let is_never = |other: &Vec<Estimate>| {
            let both = || lines[line].iter().zip(other).map(|(own, its)| if lower { (own, its) } else { (its, own) });
            both().all(|(high, low)| high.reaches(low)) && both().any(|(high, low)| high.exceeds(low))
        };
        (0..lines.len()).all(|other| other == line || is_never(&lines[other]))
    };
    let find = |lower: bool| (0..lines.len()).find(|&line| leads(line, lower)).map(|line| (line, lower));
    let (line, lower) = find(true).or_else(|| find(false)).filter(|_| lines.len() > 1)?;
    let by = |&(other, x): &(usize, usize)| (lines[line][x].value - lines[other][x].value).abs();
    let cells = (0..lines.len()).flat_map(|other| (0..data.xs.len()).map(move |x| (other, x)));
    let (other, x) = cells.reduce(|a, b| if by(&b) > by(&a) + MARGIN { b } else { a })?;
    let [own, its] = [line, other].map(|line| &lines[line][x]);
    let [first, second] = [own, its].map(|reading| shown(data, reading));
    if first == second {
        return None;
    }
    let with = place(data, data.series(), other)?;
    let sentence = format!("{} {}, {second} {}", told(data, first)?, spot(data, (line, x)), with.at());
    Some(Finding::new(Claim::Nowhere { line, lower, other, x, from: own.value, to: its.value }, sentence))
}
