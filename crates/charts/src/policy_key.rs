//! The legend of a policy chart whose cells have no room for words.

use super::canvas::Align;
use super::geometry::Area;
use super::page::Page;
use super::palette::{Ink, series_inks};
use super::text::LABEL;
use oddsmith_model::report::policy_grid::{PolicyGrid, PolicyOption};

/// The colour of tied options.
const TIE: Ink = Ink::Grid;

/// Returns the colour of an option: grey for a tie.
pub(super) fn option_ground(grid: &PolicyGrid, option: usize) -> Ink {
    if grid.options[option].is_tie() {
        TIE
    } else {
        series_inks(option).0
    }
}

/// Draws the legend of the colours below the cells, and returns its bottom.
pub(super) fn draw_key(page: &mut Page, grid: &PolicyGrid, top: f64) -> f64 {
    let (mut x, mut y) = (page.left(), top);
    // With several ties, one swatch would mean all of them, so the note explains grey instead.
    let is_only_tie = grid.options.iter().filter(|option| option.is_tie()).count() == 1;
    let is_shown = |option: &&PolicyOption| !option.is_tie() || is_only_tie;
    for (nth, option) in grid
        .options
        .iter()
        .enumerate()
        .filter(|(_, option)| is_shown(option))
    {
        let text = LABEL.shorten(&option.name, page.right() - page.left() - 5.0);
        let end = x + 4.0 + LABEL.width(&text);
        if end > page.right() && x > page.left() {
            (x, y) = (page.left(), y + LABEL.pitch());
        }
        page.canvas
            .rect(Area::new(x, y, x + 2.6, y + 2.2), option_ground(grid, nth));
        page.canvas
            .text(&text, LABEL, Ink::Text, (x + 3.6, y + 2.1), Align::Left);
        x += LABEL.width(&text) + 7.0;
    }
    y + 3.0
}
