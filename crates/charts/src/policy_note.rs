//! The note of a policy chart.

use super::note::Note;
use oddsmith_model::figures::NumberKind;
use oddsmith_model::messages::Word;
use oddsmith_model::recommendation::chart_note;
use oddsmith_model::report::policy_grid::{PolicyCell, PolicyGrid};
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::summary::{play_share, play_worth};

/// A mistake that costs less than this share of the most expensive one is slight.
pub(super) const SLIGHT_COST_SHARE: f64 = 0.1;
/// A mistake that costs more than this share of the most expensive one is serious.
pub(super) const MODERATE_COST_SHARE: f64 = 0.4;

/// The content of cells in addition to their colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellContent {
    /// The loss of the second best option.
    Numbers,
    /// Only the options.
    Options,
    /// Nothing.
    Colours,
}

/// Returns whether the colours of cells depend on the cost of a mistake. With more than two
/// options, a pale colour could be mistaken for another one, unless the cell has the name of its
/// option.
pub(super) fn is_shaded(grid: &PolicyGrid, shown: CellContent) -> bool {
    shown == CellContent::Options
        || grid
            .options
            .iter()
            .filter(|option| !option.is_tie())
            .count()
            <= 2
}

/// Returns the note: the aim, the value of other strategies, and the meaning of the marks.
pub(super) fn note(report: &Report, chart: &Chart, grid: &PolicyGrid, shown: CellContent) -> Note {
    let (cells, messages) = (|| grid.cells.iter().flatten().flatten(), &report.messages);
    let unit = match (
        cells().any(|cell| cell.kind.is_chance()),
        cells().all(|cell| cell.kind.is_chance()),
    ) {
        (true, true) => messages.text(Word::InPoints),
        (true, false) => messages.text(Word::SomeInPoints),
        _ => "",
    };
    let best = if grid.aim.is_some() {
        Word::BestExact
    } else {
        Word::BestAims
    };
    let worth = play_worth(report, chart);
    let recommended = chart_note(report, chart, messages);
    let share = play_share(report, chart);
    let exact = [
        share.as_deref().or(Some(messages.text(best))),
        recommended.as_deref(),
        worth.as_deref(),
    ];
    let exact = exact.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut parts = Vec::new();
    let most = cells()
        .filter(|cell| cell.is_met())
        .filter_map(|cell| cell.loss)
        .fold(0.0, f64::max);
    match shown {
        // If all options are tied, no mistake has a cost.
        CellContent::Colours | CellContent::Options if most <= 0.0 || !is_shaded(grid, shown) => {}
        CellContent::Colours | CellContent::Options => {
            let is_chance = cells().all(|cell| cell.kind.is_chance());
            let kind = if is_chance {
                NumberKind::Chance
            } else {
                NumberKind::Mean
            };
            let cost = |share: f64| report.messages.numerals().difference(most * share, kind);
            let (slight, some, most) = (
                cost(SLIGHT_COST_SHARE),
                cost(MODERATE_COST_SHARE),
                cost(1.0),
            );
            let costs = [
                ("slight", slight.as_str()),
                ("some", &some),
                ("most", &most),
                ("unit", unit),
            ];
            let word = if share.is_some() {
                Word::MistakeShadesPlayed
            } else {
                Word::MistakeShades
            };
            parts.push(messages.fill(word, &costs));
        }
        // If best play mixes options everywhere, no number is a loss.
        CellContent::Numbers if most <= 0.0 && cells().any(|cell| cell.share.is_some()) => {}
        CellContent::Numbers => parts.push(messages.fill(Word::MistakeNumbers, &[("unit", unit)])),
    }
    if shown == CellContent::Numbers {
        parts.extend(grid.mix_note(messages));
    }
    if shown == CellContent::Colours && !grid.mixes.is_empty() {
        parts.push(messages.text(Word::MixWidths).to_owned());
    }
    let is_tie = |cell: &PolicyCell| grid.options[cell.option].is_tie();
    let remarks = [
        (
            cells().any(|cell| !cell.is_met() && !is_tie(cell)),
            Word::Palest,
        ),
        (cells().any(is_tie), Word::Tied),
        (grid.is_merged, Word::MetMostOften),
        (
            grid.cells.iter().flatten().any(Option::is_none),
            Word::NothingToDecide,
        ),
    ];
    parts.extend(
        remarks
            .into_iter()
            .filter(|(is_shown, _)| *is_shown)
            .map(|(_, word)| messages.text(word).to_owned()),
    );
    Note::with_legend(exact, parts.join(" "))
}
