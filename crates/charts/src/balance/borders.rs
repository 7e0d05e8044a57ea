//! Borders of regions in a grid. They run along the sides of the cells, slightly inside them, so
//! that several stay visible.

use crate::canvas::Canvas;
use crate::geometry::{Area, Point};
use crate::palette::Ink;

/// The line width of the common border of all goals, in millimetres.
pub(super) const HEAVY_STROKE: f64 = 0.6;
/// The line width of the border of one goal, in millimetres.
pub(super) const FINE_STROKE: f64 = 0.4;

/// The line style of a border.
pub(super) struct BorderStyle {
    pub(super) ink: Ink,
    pub(super) width: f64,
    pub(super) dash: Option<&'static [f64]>,
}

/// The cells of a grid that belong to a region; `None` is unknown.
pub(super) struct Region {
    pub(super) cells: Vec<Vec<Option<bool>>>,
}

/// The sides of a cell: the direction of the neighbour, and the direction along the side.
const SIDES: [((i64, i64), (i64, i64)); 4] = [
    ((0, 1), (1, 0)),
    ((0, -1), (1, 0)),
    ((1, 0), (0, 1)),
    ((-1, 0), (0, 1)),
];

impl Region {
    fn membership(&self, (row, column): (i64, i64)) -> Option<bool> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied().flatten()
    }

    /// Returns whether there is a border between a cell of the region and its neighbour. A closed
    /// border also runs along unknown cells.
    fn is_border(&self, cell: (i64, i64), behind: (i64, i64), is_closed: bool) -> bool {
        self.membership(cell) == Some(true)
            && self.membership(behind).map_or(is_closed, |is_in| !is_in)
    }

    /// Draws the border at a distance inside the cells.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        area: &dyn Fn(usize, usize) -> Area,
        inset: f64,
        is_closed: bool,
        style: &BorderStyle,
    ) {
        for row in 0..self.cells.len() {
            for column in 0..self.cells[row].len() {
                let cell = (row as i64, column as i64);
                for (out, along) in SIDES {
                    if self.is_border(cell, add(cell, out), is_closed) {
                        let ends = [-1, 1].map(|direction| {
                            self.corner_insets(cell, out, scale(along, direction), is_closed)
                        });
                        let line =
                            side_line(area(row, column), out, ends.map(|end| end * inset), inset);
                        canvas.stroke(&line, style.dash, style.ink, style.width);
                    }
                }
            }
        }
    }

    /// Returns by how many insets the border of a side is shortened at its corner. This is 0 if it
    /// continues straight, 1 if it turns inwards, and -1 if it turns outwards.
    fn corner_insets(
        &self,
        cell: (i64, i64),
        out: (i64, i64),
        along: (i64, i64),
        is_closed: bool,
    ) -> f64 {
        let next = add(cell, along);
        match self.membership(next) {
            None if is_closed => 1.0,
            None => 0.0,
            Some(false) => 1.0,
            Some(true) if self.is_border(next, add(next, out), is_closed) => 0.0,
            Some(true) if self.membership(add(next, out)).is_none() => 0.0,
            Some(true) => -1.0,
        }
    }
}

fn add(cell: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    (cell.0 + other.0, cell.1 + other.1)
}

fn scale((row, column): (i64, i64), by: i64) -> (i64, i64) {
    (row * by, column * by)
}

/// Returns the line along a side of a cell, with an inset and shortened at both corners.
fn side_line(cell: Area, out: (i64, i64), [first, last]: [f64; 2], inset: f64) -> Vec<Point> {
    let Area {
        left,
        top,
        right,
        bottom,
    } = cell;
    match out {
        (0, 1) => vec![(right - inset, top + first), (right - inset, bottom - last)],
        (0, -1) => vec![(left + inset, top + first), (left + inset, bottom - last)],
        (1, 0) => vec![
            (left + first, bottom - inset),
            (right - last, bottom - inset),
        ],
        _ => vec![(left + first, top + inset), (right - last, top + inset)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the sides of cells with a border.
    fn count_border_sides(cells: &[&str], is_closed: bool) -> usize {
        let cell = |c: char| match c {
            '#' => Some(true),
            '.' => Some(false),
            _ => None,
        };
        let region = Region {
            cells: cells
                .iter()
                .map(|row| row.chars().map(cell).collect())
                .collect(),
        };
        let positions = (0..cells.len() as i64)
            .flat_map(|row| (0..cells[0].len() as i64).map(move |column| (row, column)));
        positions
            .map(|position| {
                SIDES
                    .iter()
                    .filter(|(out, _)| region.is_border(position, add(position, *out), is_closed))
                    .count()
            })
            .sum()
    }

    #[test]
    fn borders_separate_region_from_other_cells() {
        assert_eq!(count_border_sides(&["...", ".#.", "..."], false), 4);
        assert_eq!(count_border_sides(&["##.", "##.", "..."], false), 4);
        assert_eq!(count_border_sides(&["##.", "##.", "..."], true), 8);
        assert_eq!(count_border_sides(&["## ", "## "], false), 0);
        assert_eq!(count_border_sides(&["## ", "## "], true), 8);
    }
}
