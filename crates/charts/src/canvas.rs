//! The page while it is drawn: marks in millimetres, and the box of every text.

use std::collections::BTreeSet;

use super::drawing::Drawing;
use super::geometry::{Area, MARGIN, Point};
use super::mark::Mark;
use super::palette::{Hatch, Ink};
use super::parting::Parting;
use super::text::{Type, to_drawable};
use super::theme::Theme;
use super::words::{DrawingWords, TextBox};

pub(super) use super::mark::Align;

/// The page while it is drawn.
pub(super) struct Canvas {
    pub(super) width: f64,
    theme: Theme,
    marks: Vec<Mark>,
    texts: Vec<TextBox>,
    missing: BTreeSet<char>,
    /// The data for splitting a distribution on the page.
    pub(super) parting: Option<Parting>,
}

impl Canvas {
    pub(super) fn new(width: f64, grey: bool) -> Canvas {
        let theme = if grey { Theme::Grey } else { Theme::Day };
        Canvas {
            width,
            theme,
            marks: Vec::new(),
            texts: Vec::new(),
            missing: BTreeSet::new(),
            parting: None,
        }
    }

    pub(super) fn rect(&mut self, area: Area, fill: Ink) {
        self.marks.push(Mark::Rect { area, fill });
    }

    pub(super) fn polygon(&mut self, points: Vec<Point>, fill: Ink) {
        self.marks.push(Mark::Polygon { points, fill });
    }

    pub(super) fn line(&mut self, points: Vec<Point>, ink: Ink, width: f64) {
        self.marks.push(Mark::Line { points, ink, width });
    }

    pub(super) fn disc(&mut self, centre: Point, radius: f64, fill: Ink) {
        self.marks.push(Mark::Disc {
            centre,
            radius,
            fill,
        });
    }

    pub(super) fn ring(&mut self, centre: Point, radius: f64, ink: Ink, width: f64) {
        self.marks.push(Mark::Ring {
            centre,
            radius,
            ink,
            width,
        });
    }

    /// Draws a line, solid or dashed.
    pub(super) fn stroke(&mut self, points: &[Point], dash: Option<&[f64]>, ink: Ink, width: f64) {
        match dash {
            Some(pattern) => self.dashed_line(points, pattern, ink, width),
            None => self.line(points.to_vec(), ink, width),
        }
    }

    /// Draws a dashed line; `pattern` has the lengths of dashes and gaps in turn.
    pub(super) fn dashed_line(&mut self, points: &[Point], pattern: &[f64], ink: Ink, width: f64) {
        let (mut turn, mut left) = (0, pattern[0]);
        let mut dash = vec![points[0]];
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let length = (b.0 - a.0).hypot(b.1 - a.1);
            let mut gone = 0.0;
            while length - gone > left {
                gone += left;
                let point = (
                    a.0 + (b.0 - a.0) * gone / length,
                    a.1 + (b.1 - a.1) * gone / length,
                );
                if turn % 2 == 0 {
                    dash.push(point);
                    self.line(std::mem::take(&mut dash), ink, width);
                }
                turn += 1;
                left = pattern[turn % pattern.len()];
                dash = vec![point];
            }
            left -= length - gone;
            dash.push(b);
        }
        if turn % 2 == 0 && dash.len() > 1 {
            self.line(dash, ink, width);
        }
    }

    /// Marks the selected row or place.
    pub(super) fn mark_selected(&mut self, centre: Point) {
        self.disc(centre, 0.6, Ink::Accent);
    }

    /// Frames the selected cell, inside its edges.
    pub(super) fn frame_cell(&mut self, cell: Area) {
        for (inset, ink, width) in [(0.7, Ink::Paper, 0.4), (0.3, Ink::Accent, 0.6)] {
            let Area {
                left,
                top,
                right,
                bottom,
            } = cell.grown(-inset);
            let corners = vec![
                (left, top),
                (right, top),
                (right, bottom),
                (left, bottom),
                (left, top),
                (right, top),
            ];
            self.line(corners, ink, width);
        }
    }

    /// Fills a box with lines at 45 degrees, which continue those of every other box.
    pub(super) fn hatch(&mut self, area: Area, hatch: Hatch) {
        let mut sum = (area.left + area.top).ceil();
        while sum < area.right + area.bottom {
            let (from, to) = (
                (sum - area.bottom).max(area.left),
                (sum - area.top).min(area.right),
            );
            if to > from {
                // Falling lines are the mirror image of rising ones.
                let x = |x: f64| {
                    if hatch.is_falling {
                        area.left + area.right - x
                    } else {
                        x
                    }
                };
                self.line(
                    vec![(x(from), sum - from), (x(to), sum - to)],
                    hatch.ink,
                    0.14,
                );
            }
            sum += 1.0;
        }
    }

    /// Returns the box of a text: one em high, from just above its capitals to the bottom of a "g".
    pub(super) fn text_area(text: &str, kind: Type, position: Point, align: Align) -> Area {
        let width = kind.width(text);
        let left = match align {
            Align::Left => position.0,
            Align::Centre => position.0 - width / 2.0,
            Align::Right => position.0 - width,
        };
        Area::new(
            left,
            position.1 - 0.78 * kind.size(),
            left + width,
            position.1 + 0.22 * kind.size(),
        )
    }

    /// Writes a text with its baseline at a point.
    pub(super) fn text(
        &mut self,
        text: &str,
        kind: Type,
        ink: Ink,
        position: Point,
        align: Align,
    ) -> Area {
        let (drawable_text, missing) = to_drawable(text);
        let written = (!missing.is_empty()).then(|| text.to_owned());
        self.missing.extend(missing);
        let text = drawable_text;
        let shown = written.as_ref().unwrap_or(&text);
        let area = Canvas::text_area(shown, kind, position, align);
        if !shown.is_empty() {
            self.texts.push(TextBox {
                text: text.clone(),
                area,
                points: kind.points,
            });
            self.marks.push(Mark::Text {
                text,
                written,
                kind,
                ink,
                position,
                align,
            });
        }
        area
    }

    /// Writes a text on a background in the colour of the page.
    pub(super) fn text_on_plate(
        &mut self,
        text: &str,
        kind: Type,
        ink: Ink,
        position: Point,
        align: Align,
    ) -> Area {
        let area = Canvas::text_area(text, kind, position, align);
        self.rect(
            Area::new(
                area.left - 0.5,
                area.top - 0.1,
                area.right + 0.5,
                area.bottom + 0.1,
            ),
            Ink::Paper,
        );
        self.text(text, kind, ink, position, align)
    }

    /// Writes lines of text, vertically centred at a position.
    pub(super) fn lines_around(
        &mut self,
        lines: &[String],
        kind: Type,
        ink: Ink,
        position: Point,
        align: Align,
    ) {
        let first = position.1 + kind.half_cap() - (lines.len() as f64 - 1.0) / 2.0 * kind.pitch();
        for (i, line) in lines.iter().enumerate() {
            self.text(
                line,
                kind,
                ink,
                (position.0, first + i as f64 * kind.pitch()),
                align,
            );
        }
    }

    /// Returns whether a box overlaps no text.
    pub(super) fn is_clear(&self, area: Area) -> bool {
        self.texts.iter().all(|text| !text.area.overlaps(area))
    }

    /// Returns whether a box is on the page and overlaps no text.
    pub(super) fn is_free(&self, area: Area) -> bool {
        area.left >= MARGIN && area.right <= self.width - MARGIN && self.is_clear(area)
    }

    /// Places another page on this one, with its upper left corner at a point.
    pub(super) fn place(&mut self, other: Canvas, by: Point) {
        self.place_scaled(other, 1.0, by);
    }

    /// Adds all of another canvas, scaled and then moved.
    pub(super) fn place_scaled(&mut self, other: Canvas, scale: f64, by: Point) {
        self.marks
            .extend(other.marks.into_iter().map(|mark| mark.placed(scale, by)));
        let texts = other.texts.into_iter().map(|text| TextBox {
            area: text.area.scaled(scale).moved(by),
            points: text.points * scale,
            ..text
        });
        self.texts.extend(texts);
        self.missing.extend(other.missing);
    }

    /// Returns the finished drawing.
    pub(super) fn finish(
        self,
        height: f64,
        title: String,
        subtitle: String,
        hints: Vec<String>,
    ) -> Drawing {
        let missing = self.missing.into_iter().collect();
        let words = DrawingWords {
            title,
            subtitle,
            texts: self.texts,
            missing,
            hints,
        };
        let mut drawing = Drawing::new(self.marks, self.theme, (self.width, height), words);
        drawing.parting = self.parting;
        drawing
    }
}
