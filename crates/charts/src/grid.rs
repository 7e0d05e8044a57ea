//! The cells of a heat map, and the border between likely and unlikely.

use super::canvas::{Align, Canvas};
use super::geometry::Area;
use super::palette::Ink;
use super::text::{LABEL, SMALL, SMALL_STRONG, STRONG, Type};
use oddsmith_model::report::Chart;

/// The gap between cells.
const GAP: f64 = 0.25;
/// The width of the border between likely and unlikely.
const BORDER_WIDTH: f64 = 0.5;
/// A cell: its number and its colour.
pub(super) struct GridCell {
    pub(super) text: String,
    /// Its value on the colour scale; `None` if impossible.
    pub(super) heat: Option<f64>,
    pub(super) is_likely: bool,
    /// Whether it has increased or decreased since an earlier run; `None` if neither.
    pub(super) has_risen: Option<bool>,
}

/// The cells and their positions.
pub(super) struct Grid {
    pub(super) cells: Vec<Vec<Option<GridCell>>>,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Draws a triangle that points up or down at the side of a cell, where it does not touch the
/// number.
fn draw_corner(canvas: &mut Canvas, cell: Area, has_risen: bool, ink: Ink) {
    let size = 0.9f64
        .min((cell.bottom - cell.top) / 3.0)
        .min((cell.right - cell.left) / 5.0);
    let points = if has_risen {
        vec![
            (cell.right - size, cell.top),
            (cell.right, cell.top),
            (cell.right, cell.top + size),
        ]
    } else {
        vec![
            (cell.right - size, cell.bottom),
            (cell.right, cell.bottom),
            (cell.right, cell.bottom - size),
        ]
    };
    canvas.polygon(points, ink);
}

impl Grid {
    /// Returns the box of a cell.
    pub(super) fn area(&self, row: usize, column: usize) -> Area {
        let (x, y) = (
            self.left + column as f64 * self.width,
            self.top + row as f64 * self.height,
        );
        Area::new(x, y, x + self.width, y + self.height)
    }

    /// Draws the cells, and returns whether their numbers fit.
    pub(super) fn draw(&self, canvas: &mut Canvas) -> bool {
        let all_cells = || self.cells.iter().flatten().flatten();
        let fits = |kind: &&Type| {
            let widest = kind.widest(all_cells().map(|cell| cell.text.as_str()));
            widest + 0.6 <= self.width && kind.size() <= self.height
        };
        let kind = [STRONG, SMALL_STRONG].iter().find(fits).copied();
        let gap = GAP.min(self.width / 8.0).min(self.height / 8.0);
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let area = self.area(row, column);
                let ground = cell.heat.map(Ink::Heat);
                if let Some(ground) = ground {
                    canvas.rect(area.grown(-gap / 2.0), ground);
                }
                if let Some(kind) = kind {
                    let (x, y) = area.centre();
                    let (ink, kind) = match ground {
                        Some(ground) => (ground.text_on(), kind),
                        None => (Ink::Faint, if kind == STRONG { LABEL } else { SMALL }),
                    };
                    canvas.text(
                        &cell.text,
                        kind,
                        ink,
                        (x, y + kind.half_cap()),
                        Align::Centre,
                    );
                    if let Some(has_risen) = cell.has_risen {
                        draw_corner(canvas, area.grown(-gap / 2.0), has_risen, ink);
                    }
                }
            }
        }
        kind.is_some()
    }

    /// Returns a hint on how to make the numbers fit.
    pub(super) fn hint(&self, chart: &Chart) -> String {
        let widest = SMALL_STRONG.widest(
            self.cells
                .iter()
                .flatten()
                .flatten()
                .map(|cell| cell.text.as_str()),
        );
        let is_narrow = widest + 0.6 > self.width;
        let remedy = match (is_narrow, chart.width, chart.height) {
            (true, width, _) if !width.is_wide() => {
                "try `width = \"double\"`, or sweep fewer values"
            }
            (false, _, Some(_)) => "ask for more `height`, or sweep fewer values",
            _ => "sweep fewer values",
        };
        format!("its cells are too small for their numbers: {remedy}")
    }

    /// Draws the border between likely and unlikely, and returns whether there is one.
    pub(super) fn draw_border(&self, canvas: &mut Canvas) -> bool {
        let likely = |row: usize, column: usize| {
            self.cells
                .get(row)
                .and_then(|cells| cells.get(column))
                .and_then(Option::as_ref)
                .map(|cell| cell.is_likely)
        };
        let differ = |a: Option<bool>, b: Option<bool>| a.is_some() && b.is_some() && a != b;
        let mut any = false;
        // Lines extend by half their width inside the grid, so that corners close.
        let half = BORDER_WIDTH.min(self.width / 3.0).min(self.height / 3.0) / 2.0;
        let columns = self.cells.first().map_or(0, Vec::len);
        let end = self.area(
            self.cells.len().saturating_sub(1),
            columns.saturating_sub(1),
        );
        let grid = Area::new(self.left, self.top, end.right, end.bottom);
        for row in 0..self.cells.len() {
            for column in 0..columns {
                let Area {
                    left,
                    top,
                    right,
                    bottom,
                } = self.area(row, column);
                let mut draw = |area: Area| {
                    let (left, top) = (area.left.max(grid.left), area.top.max(grid.top));
                    canvas.rect(
                        Area::new(
                            left,
                            top,
                            area.right.min(grid.right),
                            area.bottom.min(grid.bottom),
                        ),
                        Ink::Text,
                    );
                    any = true;
                };
                if differ(likely(row, column), likely(row, column + 1)) {
                    draw(Area::new(
                        right - half,
                        top - half,
                        right + half,
                        bottom + half,
                    ));
                }
                if differ(likely(row, column), likely(row + 1, column)) {
                    draw(Area::new(
                        left - half,
                        bottom - half,
                        right + half,
                        bottom + half,
                    ));
                }
            }
        }
        any
    }
}
