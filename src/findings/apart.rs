//! One line that no other crosses.

use super::claim::{Claim, Finding};
use super::clause::{event, more, never};
use super::places::place;
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;

/// What lines are that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedLines {
    /// The chart's own readings: chances or means.
    Readings,
    /// The chances of at least each value.
    Tails,
}

/// "More actions are taken with “As published” than with any other": the one line that no other crosses.
pub(super) fn nowhere(data: &ChartTable<'_>, lines: &[Vec<Estimate>], what: ComparedLines) -> Vec<Finding> {
    if lines.len() < 2 {
        return Vec::new();
    }
    let finding = |lower: bool| {
        let is_never = |own: &[Estimate], other: &[Estimate]| {
            let over = |(a, b): (&Estimate, &Estimate)| if lower { a.reaches(b) } else { b.reaches(a) };
            let apart = |(a, b): (&Estimate, &Estimate)| if lower { a.exceeds(b) } else { b.exceeds(a) };
            own.iter().zip(other).all(over) && own.iter().zip(other).any(apart)
        };
        let leads =
            |line: &usize| (0..lines.len()).all(|other| other == *line || is_never(&lines[*line], &lines[other]));
        let line = (0..lines.len()).find(leads)?;
        let at = |line: usize| place(data, data.series(), line).map(|spoken| spoken.at());
        let than = if lines.len() == 2 { at(1 - line)? } else { "with any other".to_owned() };
        let metric = &data.observed.metric;
        let clearly = |(a, b): (&Estimate, &Estimate)| if lower { a.exceeds(b) } else { b.exceeds(a) };
        let mut others = lines.iter().enumerate().filter(|(other, _)| *other != line);
        let is_clear = others.all(|(_, other)| lines[line].iter().zip(other).all(clearly));
        let sentence = match what {
            ComparedLines::Readings if data.is_probability() => {
                let often = match (is_clear, lower) {
                    (true, true) => "more often than",
                    (true, false) => "less often than",
                    (false, true) => "no less often than",
                    (false, false) => "no more often than",
                };
                format!("{}, {} {often} {than}", at(line)?, event(metric, data.measure())?)
            }
            ComparedLines::Readings if is_clear => {
                format!("on average {} {} than {than}", more(metric, lower)?, at(line)?)
            }
            ComparedLines::Readings => format!("on average {} {} than {than}", never(metric, !lower)?, at(line)?),
            ComparedLines::Tails => format!("{} {} than {than}", more(metric, lower)?, at(line)?),
        };
        Some(Finding::new(Claim::Nowhere { line, lower }, sentence))
    };
    [finding(true), finding(false)].into_iter().flatten().collect()
}
