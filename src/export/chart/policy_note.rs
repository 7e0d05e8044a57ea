//! The last line of a map of best play.

use crate::findings;
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Chart, Report};

/// A mistake that costs less than this share of the dearest is slight, or not as dear as others.
pub(super) const SLIGHTLY: f64 = 0.1;
/// See [`SLIGHTLY`].
pub(super) const SOMEWHAT: f64 = 0.4;

/// What cells show beside their colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// What the second best costs.
    Numbers,
    /// The options alone.
    Options,
    /// Nothing.
    Colours,
}

/// The last line: what is aimed at, what the marks mean, what other play is worth.
pub(super) fn note(report: &Report, chart: &Chart, grid: &PolicyGrid, shown: Shown) -> String {
    let cells = || grid.cells.iter().flatten().flatten();
    let unit = match (cells().any(|cell| cell.is_chance), cells().all(|cell| cell.is_chance)) {
        (true, true) => ", in points of a hundred",
        (true, false) => ", in points of a hundred where the aim is a chance",
        _ => "",
    };
    let mut parts = vec![match &grid.aim {
        Some(_) => "Exact, best play.".to_owned(),
        None => "Exact, best play; aims differ.".to_owned(),
    }];
    parts.extend(findings::worth(report, chart));
    match shown {
        Shown::Colours => {}
        Shown::Options => {
            let most = cells().filter(|cell| cell.is_met()).filter_map(|cell| cell.loss).fold(0.0, f64::max);
            let is_chance = cells().all(|cell| cell.is_chance);
            let [slight, some] = [SLIGHTLY, SOMEWHAT].map(|share| report.company.difference(most * share, is_chance));
            let most = report.company.difference(most, is_chance);
            parts.push(format!("A mistake costs less than {slight} where the colour is light, more than {some} where it is full, at most {most}{unit}."));
        }
        Shown::Numbers => parts.push(format!("Numbers: what a mistake costs{unit}.")),
    }
    if cells().any(|cell| !cell.is_met() && !grid.options[cell.option].is_tie()) {
        parts.push("Palest: who plays so from the start never comes there.".to_owned());
    }
    if cells().any(|cell| grid.options[cell.option].is_tie()) {
        parts.push("Grey: as good as each other.".to_owned());
    }
    if grid.is_merged {
        parts.push("Of situations that share a cell, it shows the one met most often.".to_owned());
    }
    if grid.cells.iter().flatten().any(Option::is_none) {
        parts.push("Empty: nothing to decide.".to_owned());
    }
    parts.join(" ")
}
