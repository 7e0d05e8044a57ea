//! Finds positions for labels: along a line, at its end, or at a point.

use super::canvas::{Align, Canvas};
use super::geometry::{Area, Point, distance};
use super::palette::Ink;
use super::text::{STRONG, Type};

/// The gap between a label and a line.
const LINE_CLEARANCE: f64 = 0.25;
/// A label is closer to its line than to any other line by at least this distance.
const SEPARATE_LINE_LEAD: f64 = 2.0;
/// The gap between two numbers in a row.
const NUMBER_GAP: f64 = 0.7;
/// The number of positions that are tried along a line.
const LINE_POSITIONS: usize = 48;

/// The position of a number relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelSide {
    /// Above, because no other line is there.
    Above,
    /// Below, because another line is above.
    Below,
    /// Above if there is room, preferably at the side of the point: for a single falling line.
    Any,
    /// Above if there is room, preferably centred: for a single line.
    Over,
}

impl LabelSide {
    /// Returns the side for one of several lines, or for a single one.
    pub(super) fn of(is_highest: bool, is_only: bool) -> LabelSide {
        match (is_highest, is_only) {
            (_, true) => LabelSide::Any,
            (true, false) => LabelSide::Above,
            (false, false) => LabelSide::Below,
        }
    }
}

/// Objects that labels must avoid.
#[derive(Clone, Default)]
pub(super) struct Clutter {
    lines: Vec<Vec<Point>>,
    boxes: Vec<Area>,
}

impl Clutter {
    pub(super) fn add_line(&mut self, points: &[Point]) {
        self.lines.push(points.to_vec());
    }

    pub(super) fn add_box(&mut self, area: Area) {
        self.boxes.push(area);
    }

    /// Returns whether a box overlaps no line and no box.
    pub(super) fn is_clear(&self, area: Area) -> bool {
        let area = area.grown(LINE_CLEARANCE);
        self.boxes.iter().all(|other| !other.overlaps(area))
            && self.lines.iter().all(|line| {
                line.windows(2)
                    .all(|ends| !area.is_crossed(ends[0], ends[1]))
            })
    }

    /// Returns the position of a label, left-aligned, next to its line and away from the other
    /// lines.
    pub(super) fn find_foot_at_line(
        &self,
        canvas: &Canvas,
        line_index: usize,
        text: &str,
        within: Area,
    ) -> Option<Point> {
        let mut best: Option<(f64, Point)> = None;
        let width = STRONG.width(text);
        for point in points_along(&self.lines[line_index], LINE_POSITIONS) {
            for (right, above) in [(true, true), (false, false), (true, false), (false, true)] {
                let foot = corner_foot(point, width, STRONG, right, above, 0.9);
                let area = Canvas::text_area(text, STRONG, foot, Align::Left);
                if !area.lies_in(within) || !canvas.is_free(area) || !self.is_clear(area) {
                    continue;
                }
                let middle = area.centre();
                let far = |line: &Vec<Point>| {
                    line.windows(2)
                        .map(|ends| distance(middle, ends[0], ends[1]))
                        .fold(f64::INFINITY, f64::min)
                };
                let near = far(&self.lines[line_index]);
                let other_lines = self
                    .lines
                    .iter()
                    .enumerate()
                    .filter(|&(i, _)| i != line_index);
                let other = other_lines
                    .map(|(_, line)| far(line))
                    .fold(f64::INFINITY, f64::min);
                let score = other.min(near + 12.0) - 1.5 * near;
                if other >= near + SEPARATE_LINE_LEAD
                    && best.is_none_or(|(found, _)| score > found + 1e-9)
                {
                    best = Some((score, foot));
                }
            }
        }
        best.map(|(_, foot)| foot)
    }

    /// Returns the position of a number, left-aligned, near its point and on the given side.
    pub(super) fn find_foot_near(
        &self,
        canvas: &Canvas,
        point: Point,
        text: &str,
        side: LabelSide,
        within: Area,
    ) -> Option<Point> {
        let width = STRONG.width(text);
        let corner = |right, above| corner_foot(point, width, STRONG, right, above, 1.15);
        let centred = |y| (point.0 - width / 2.0, y);
        let above = [
            corner(true, true),
            centred(point.1 - 1.1 - 0.22 * STRONG.size()),
            corner(false, true),
        ];
        let below = [
            corner(false, false),
            centred(point.1 + 1.1 + 0.78 * STRONG.size()),
            corner(true, false),
        ];
        let tries = match side {
            LabelSide::Above => [&above[..], &below[1..2]].concat(),
            LabelSide::Below => [&below[..], &above[..1]].concat(),
            LabelSide::Any => [above, below].concat(),
            LabelSide::Over => vec![above[1], above[0], above[2], below[1], below[0], below[2]],
        };
        tries.into_iter().find(|&foot| {
            let area = Canvas::text_area(text, STRONG, foot, Align::Left);
            // Two numbers next to each other would read as one.
            let apart = Area::new(
                area.left - NUMBER_GAP,
                area.top,
                area.right + NUMBER_GAP,
                area.bottom,
            );
            area.lies_in(within)
                && canvas.is_free(area)
                && canvas.is_clear(apart)
                && self.is_clear(area)
        })
    }
}

/// The position of the number of one point.
pub(super) enum NumberPlace {
    /// The point needs no number, or has one already.
    Needless,
    /// There is no room.
    None,
    /// The text, and its position.
    At(String, Point),
}

/// The largest share of the numbers of a line that may be left out.
const MAX_LEFT_OUT: f64 = 0.25;

/// Returns numbers of a line that fit: those of every point. If too many do not fit, it returns
/// those of every second point, of every fifth and so on, or none. `place` finds the position for
/// the number of a point.
pub(super) fn evenly_numbered(
    count: usize,
    clutter: &Clutter,
    place: impl Fn(usize, &Clutter) -> NumberPlace,
) -> Vec<(String, Point)> {
    let every = |stride: usize| {
        let (mut clutter, mut numbers, mut left_out) = (clutter.clone(), Vec::new(), 0);
        for index in (0..count).step_by(stride) {
            match place(index, &clutter) {
                NumberPlace::Needless => {}
                NumberPlace::None => left_out += 1,
                NumberPlace::At(text, foot) => {
                    let area = Canvas::text_area(&text, STRONG, foot, Align::Left);
                    let gap = NUMBER_GAP - LINE_CLEARANCE;
                    clutter.add_box(Area::new(
                        area.left - gap,
                        area.top,
                        area.right + gap,
                        area.bottom,
                    ));
                    numbers.push((text, foot));
                }
            }
        }
        let wanted = numbers.len() + left_out;
        (left_out as f64 <= MAX_LEFT_OUT * wanted as f64).then_some(numbers)
    };
    [1, 2, 5, 10]
        .into_iter()
        .take_while(|&stride| stride < count.max(2))
        .find_map(every)
        .unwrap_or_default()
}

/// Returns the position of a text whose nearest corner has an offset from a point.
fn corner_foot(point: Point, width: f64, kind: Type, right: bool, above: bool, off: f64) -> Point {
    let x = if right {
        point.0 + off
    } else {
        point.0 - off - width
    };
    let y = if above {
        point.1 - off * 0.8
    } else {
        point.1 + off * 0.8 + 0.698 * kind.size()
    };
    (x, y)
}

/// Returns evenly spaced points along a line.
fn points_along(line: &[Point], count: usize) -> Vec<Point> {
    let lengths: Vec<f64> = line
        .windows(2)
        .map(|ends| (ends[1].0 - ends[0].0).hypot(ends[1].1 - ends[0].1))
        .collect();
    let total_length: f64 = lengths.iter().sum();
    let mut points = Vec::new();
    let (mut segment, mut before) = (0, 0.0);
    for i in 0..count {
        let wanted = total_length * (i as f64 + 0.5) / count as f64;
        while segment + 1 < lengths.len() && before + lengths[segment] < wanted {
            before += lengths[segment];
            segment += 1;
        }
        let Some(&length) = lengths.get(segment) else {
            break;
        };
        let share = if length > 0.0 {
            ((wanted - before) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (a, b) = (line[segment], line[segment + 1]);
        points.push((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share));
    }
    points
}

/// A label at the end of a line or band: its text, its colour and the point to which it belongs.
pub(super) struct EndLabel {
    pub(super) lines: Vec<String>,
    pub(super) kind: Type,
    pub(super) ink: Ink,
    pub(super) anchor: Point,
}

/// Draws labels in a column from `left` on without overlaps, each with a thin line to its point.
pub(super) fn draw_end_labels(
    canvas: &mut Canvas,
    mut labels: Vec<EndLabel>,
    left: f64,
    top: f64,
    bottom: f64,
) {
    labels.sort_by(|a, b| a.anchor.1.total_cmp(&b.anchor.1));
    let heights: Vec<f64> = labels
        .iter()
        .map(|label| label.lines.len() as f64 * label.kind.pitch())
        .collect();
    let wanted: Vec<f64> = labels.iter().map(|label| label.anchor.1).collect();
    let tops = spread(&wanted, &heights, top, bottom);
    for ((label, &y), height) in labels.iter().zip(&tops).zip(&heights) {
        let middle = y + height / 2.0;
        canvas.line(
            vec![label.anchor, (left - 1.6, middle), (left - 0.4, middle)],
            Ink::Faint,
            0.12,
        );
        canvas.lines_around(
            &label.lines,
            label.kind,
            label.ink,
            (left, middle),
            Align::Left,
        );
    }
}

/// Returns the starts of boxes that should be centred at these places, in order and without
/// overlaps.
pub(super) fn spread(wanted: &[f64], heights: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut tops: Vec<f64> = Vec::with_capacity(wanted.len());
    let mut free = top;
    for (want, height) in wanted.iter().zip(heights) {
        let y = (want - height / 2.0).max(free);
        tops.push(y);
        free = y + height;
    }
    let mut end = bottom.max(top + heights.iter().sum::<f64>());
    for (y, height) in tops.iter_mut().zip(heights).rev() {
        *y = y.min(end - height);
        end = *y;
    }
    tops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_labels_are_pushed_apart() {
        let tops = spread(&[9.0, 9.0, 9.0], &[2.0, 2.0, 2.0], 0.0, 10.0);
        assert_eq!(tops, [4.0, 6.0, 8.0]);
        assert_eq!(spread(&[5.0], &[2.0], 0.0, 10.0), [4.0]);
    }

    #[test]
    fn numbers_that_do_not_all_fit_are_thinned_evenly() {
        let numbered = |room: usize| -> Vec<f64> {
            let place = |index: usize, clutter: &Clutter| match index {
                3 => NumberPlace::Needless,
                // The numbers of neighbours that are closer than `room` do not fit.
                _ if clutter.boxes.len() * room > index => NumberPlace::None,
                _ => NumberPlace::At("1".to_owned(), (index as f64, 0.0)),
            };
            let numbers = evenly_numbered(7, &Clutter::default(), place);
            numbers.into_iter().map(|(_, foot)| foot.0).collect()
        };
        assert_eq!(numbered(1), [0.0, 1.0, 2.0, 4.0, 5.0, 6.0]);
        assert_eq!(numbered(2), [0.0, 2.0, 4.0, 6.0]);
        assert_eq!(numbered(4), [0.0, 5.0]);
        assert!(numbered(6).is_empty());
        // A few may be left out.
        let place = |index: usize, _: &Clutter| match index {
            4 => NumberPlace::None,
            _ => NumberPlace::At("1".to_owned(), (index as f64, 0.0)),
        };
        assert_eq!(evenly_numbered(6, &Clutter::default(), place).len(), 5);
    }

    #[test]
    fn points_along_a_line_are_evenly_spaced() {
        let places = points_along(&[(0.0, 0.0), (1.0, 0.0), (4.0, 0.0)], 4);
        assert_eq!(places, [(0.5, 0.0), (1.5, 0.0), (2.5, 0.0), (3.5, 0.0)]);
        assert!(points_along(&[(0.0, 0.0)], 4).is_empty());
    }
}
