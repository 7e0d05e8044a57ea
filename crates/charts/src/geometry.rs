//! Points and boxes on the page, in millimetres, with y downwards.

/// The margin of the page, which no text enters.
pub(super) const MARGIN: f64 = 1.0;

/// A point on the page.
pub(super) type Point = (f64, f64);

/// A box on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Area {
    pub(super) fn new(left: f64, top: f64, right: f64, bottom: f64) -> Area {
        Area {
            left,
            top,
            right,
            bottom,
        }
    }

    pub(super) fn around((x, y): Point, radius: f64) -> Area {
        Area::new(x - radius, y - radius, x + radius, y + radius)
    }

    pub(super) fn moved(self, (x, y): Point) -> Area {
        Area::new(self.left + x, self.top + y, self.right + x, self.bottom + y)
    }

    pub(super) fn scaled(self, by: f64) -> Area {
        Area::new(
            self.left * by,
            self.top * by,
            self.right * by,
            self.bottom * by,
        )
    }

    pub(super) fn grown(self, by: f64) -> Area {
        Area::new(
            self.left - by,
            self.top - by,
            self.right + by,
            self.bottom + by,
        )
    }

    pub(super) fn centre(self) -> Point {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }

    pub(super) fn lies_in(self, other: Area) -> bool {
        self.left >= other.left
            && self.right <= other.right
            && self.top >= other.top
            && self.bottom <= other.bottom
    }

    /// Returns whether two boxes share more than an edge.
    pub fn overlaps(self, other: Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns whether a straight line from `a` to `b` runs through the box (Liang and Barsky's
    /// clipping).
    pub(super) fn is_crossed(self, a: Point, b: Point) -> bool {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut from, mut to) = (0.0f64, 1.0f64);
        let edges = [
            (-dx, a.0 - self.left),
            (dx, self.right - a.0),
            (-dy, a.1 - self.top),
            (dy, self.bottom - a.1),
        ];
        for (speed, room) in edges {
            if speed == 0.0 {
                if room <= 0.0 {
                    return false;
                }
            } else if speed < 0.0 {
                from = from.max(room / speed);
            } else {
                to = to.min(room / speed);
            }
        }
        from < to
    }
}

/// Returns the distance of a point from the straight line between `a` and `b`.
pub(super) fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p.0 - a.0 - along * dx).hypot(p.1 - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_crosses_a_box_or_passes_it() {
        let area = Area::new(1.0, 1.0, 3.0, 2.0);
        assert!(area.is_crossed((0.0, 0.0), (4.0, 3.0)));
        assert!(!area.is_crossed((0.0, 2.5), (4.0, 2.5)));
        assert!(!area.is_crossed((0.0, 1.5), (0.5, 1.5)));
        assert!((distance((0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)) - 1.0).abs() < 1e-12);
    }
}
