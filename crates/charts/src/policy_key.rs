//! The legend of a policy chart whose cells have no room for words.

use super::canvas::{Align, Canvas};
use super::geometry::Area;
use super::page::Page;
use super::palette::{Hatch, Ink, series_inks};
use super::text::LABEL;
use oddsmith_model::report::policy_grid::{PolicyGrid, PolicyOption};

/// The colour of tied options.
const TIE: Ink = Ink::Grid;
/// The number of different hatchings.
const HATCHINGS: usize = 4;

/// Returns the colour of an option: grey for a tie. If options have hatchings, all others have one
/// colour.
pub(super) fn option_ground(grid: &PolicyGrid, option: usize, has_hatchings: bool) -> Ink {
    if grid.options[option].is_tie() {
        TIE
    } else {
        series_inks(if has_hatchings { 0 } else { option }).0
    }
}

/// Draws the hatching of an option: none, falling, rising, or both.
pub(super) fn hatch_option(
    canvas: &mut Canvas,
    grid: &PolicyGrid,
    option: usize,
    area: Area,
    ground: Ink,
) {
    let falls: &[bool] = match option % HATCHINGS {
        _ if grid.options[option].is_tie() => &[],
        0 => &[],
        1 => &[true],
        2 => &[false],
        _ => &[true, false],
    };
    for &is_falling in falls {
        let ink = ground.text_on();
        canvas.hatch(area, Hatch { ink, is_falling });
    }
}

/// Draws the legend of the colours below the cells, and returns its bottom.
pub(super) fn draw_key(page: &mut Page, grid: &PolicyGrid, top: f64, has_hatchings: bool) -> f64 {
    let (mut x, mut y) = (page.left(), top);
    // With several ties, one swatch would mean all of them, so the note explains grey instead.
    let is_only_tie = grid.options.iter().filter(|option| option.is_tie()).count() == 1;
    let is_used = |nth: usize| {
        let mut cells = grid.cells.iter().flatten().flatten();
        cells.any(|cell| {
            let mut mix = grid.mix_of(cell).into_iter();
            cell.option == nth || mix.any(|(option, _)| option == nth)
        })
    };
    let is_shown =
        |nth: usize, option: &PolicyOption| is_used(nth) && (!option.is_tie() || is_only_tie);
    for (nth, option) in grid
        .options
        .iter()
        .enumerate()
        .filter(|(nth, option)| is_shown(*nth, option))
    {
        let text = LABEL.shorten(&option.name, page.right() - page.left() - 5.0);
        let end = x + 4.0 + LABEL.width(&text);
        if end > page.right() && x > page.left() {
            (x, y) = (page.left(), y + LABEL.pitch());
        }
        let (swatch, ground) = (
            Area::new(x, y, x + 2.6, y + 2.2),
            option_ground(grid, nth, has_hatchings),
        );
        page.canvas.rect(swatch, ground);
        if has_hatchings {
            hatch_option(&mut page.canvas, grid, nth, swatch, ground);
        }
        page.canvas
            .text(&text, LABEL, Ink::Text, (x + 3.6, y + 2.1), Align::Left);
        x += LABEL.width(&text) + 7.0;
    }
    y + 3.0
}
