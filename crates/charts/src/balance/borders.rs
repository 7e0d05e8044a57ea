//! Borders of regions of a grid. They run along the sides of the cells, slightly inside them, so
//! that several stay visible.

use crate::canvas::Canvas;
use crate::geometry::{Area, Point};
use crate::palette::Ink;

/// How wide the border of all wishes is, and that of one.
pub(super) const HEAVY: f64 = 0.6;
pub(super) const FINE: f64 = 0.4;

/// Which cells of a grid belong to a region; nothing is known of those that are missing.
pub(super) struct Region {
    pub(super) cells: Vec<Vec<Option<bool>>>,
}

/// A side of a cell: the way to the neighbour behind it, and the way along it.
const SIDES: [((i64, i64), (i64, i64)); 4] = [
    ((0, 1), (1, 0)),
    ((0, -1), (1, 0)),
    ((1, 0), (0, 1)),
    ((-1, 0), (0, 1)),
];

impl Region {
    fn at(&self, (row, column): (i64, i64)) -> Option<bool> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied().flatten()
    }

    /// Whether a border runs between a cell of the region and what lies behind one of its sides;
    /// one that is closed runs along what is missing too.
    fn is_border(&self, cell: (i64, i64), behind: (i64, i64), is_closed: bool) -> bool {
        self.at(cell) == Some(true) && self.at(behind).map_or(is_closed, |is_in| !is_in)
    }

    /// Draws it, so far within the cells.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        area: &dyn Fn(usize, usize) -> Area,
        (inset, is_closed): (f64, bool),
        (ink, width, dash): (Ink, f64, Option<&[f64]>),
    ) {
        for row in 0..self.cells.len() {
            for column in 0..self.cells[row].len() {
                let here = (row as i64, column as i64);
                for (out, along) in SIDES {
                    if self.is_border(here, plus(here, out), is_closed) {
                        let ends = [-1, 1].map(|direction| {
                            self.end(here, out, times(along, direction), is_closed)
                        });
                        let line = side(area(row, column), out, ends.map(|end| end * inset), inset);
                        canvas.stroke(&line, dash, ink, width);
                    }
                }
            }
        }
    }

    /// By how many insets the border of a side ends before its corner: 0 where it goes on straight,
    /// 1 where it turns inwards, less than 0 where it turns outwards.
    fn end(&self, cell: (i64, i64), out: (i64, i64), along: (i64, i64), is_closed: bool) -> f64 {
        let next = plus(cell, along);
        match self.at(next) {
            None if is_closed => 1.0,
            None => 0.0,
            Some(false) => 1.0,
            Some(true) if self.is_border(next, plus(next, out), is_closed) => 0.0,
            Some(true) if self.at(plus(next, out)).is_none() => 0.0,
            Some(true) => -1.0,
        }
    }
}

fn plus(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    (one.0 + other.0, one.1 + other.1)
}

fn times((row, column): (i64, i64), by: i64) -> (i64, i64) {
    (row * by, column * by)
}

/// The line along a side of a cell, so far within it and ending so far before both corners.
fn side(cell: Area, out: (i64, i64), [first, last]: [f64; 2], inset: f64) -> Vec<Point> {
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

    /// Sides of cells at which there is a border.
    fn sides(cells: &[&str], is_closed: bool) -> usize {
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
        let all = (0..cells.len() as i64)
            .flat_map(|row| (0..cells[0].len() as i64).map(move |column| (row, column)));
        all.map(|here| {
            SIDES
                .iter()
                .filter(|(out, _)| region.is_border(here, plus(here, *out), is_closed))
                .count()
        })
        .sum()
    }

    #[test]
    fn a_border_parts_what_is_in_from_what_is_not() {
        assert_eq!(sides(&["...", ".#.", "..."], false), 4);
        assert_eq!(sides(&["##.", "##.", "..."], false), 4);
        assert_eq!(sides(&["##.", "##.", "..."], true), 8);
        assert_eq!(sides(&["## ", "## "], false), 0);
        assert_eq!(sides(&["## ", "## "], true), 8);
    }
}
