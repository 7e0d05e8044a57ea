//! The distribution of the last step of a fan, as horizontal bars at the right of the plot.

use super::canvas::Canvas;
use super::geometry::Area;
use super::palette::Ink;
use super::plot::{Frame, SEAM};
use oddsmith_model::estimate::MIN_SHOWN_SHARE;
use oddsmith_model::odds::Confidence;
use oddsmith_model::report::{Distribution, Row};
use oddsmith_model::value_grid::ValueGrid;

/// Values that are closer than this share a bar.
const MIN_BAR_DISTANCE: f64 = 0.5;
/// The maximum height of a bar.
const TALLEST_BAR: f64 = 3.0;

/// The distribution of the last step.
pub(super) struct EndShares {
    /// Pairs of a value and its share, lowest value first.
    shares: Vec<(i64, f64)>,
    /// The distance between possible values.
    unit: i64,
    /// Whether rare values are left out.
    pub(super) is_truncated: bool,
}

impl EndShares {
    /// Returns the shares of a distribution; `None` if fewer than two values are shown.
    pub(super) fn of(distribution: &Distribution, confidence: Confidence) -> Option<EndShares> {
        let all_shares: Vec<(i64, f64)> = distribution
            .rows(confidence)
            .iter()
            .map(|row: &Row| (row.value, row.exact_or_estimate()))
            .collect();
        let shares: Vec<(i64, f64)> = all_shares
            .iter()
            .copied()
            .filter(|(_, share)| *share >= MIN_SHOWN_SHARE)
            .collect();
        let is_truncated =
            all_shares.iter().filter(|(_, share)| *share > 0.0).count() > shares.len();
        let unit = ValueGrid::from_distributions([distribution].into_iter())?.unit;
        (shares.len() > 1).then_some(EndShares {
            shares,
            unit,
            is_truncated,
        })
    }

    /// Returns the lowest and the highest value.
    pub(super) fn ends(&self) -> [f64; 2] {
        [
            self.shares[0].0 as f64,
            self.shares[self.shares.len() - 1].0 as f64,
        ]
    }

    /// Draws the bars from `left` on; the longest fills the width.
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame, left: f64, width: f64) {
        let first = self.shares[0].0;
        let pitch = frame.page_y(0.0) - frame.page_y(self.unit as f64);
        // Enough values are grouped to make the bars visible.
        let together = self.unit * ((MIN_BAR_DISTANCE / pitch).ceil().max(1.0) as i64);
        let mut bars: Vec<(i64, f64)> = Vec::new();
        for &(value, share) in &self.shares {
            let start = first + (value - first) / together * together;
            match bars.last_mut().filter(|bar| bar.0 == start) {
                Some(bar) => bar.1 += share,
                None => bars.push((start, share)),
            }
        }
        let longest = bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
        let pitch = frame.page_y(0.0) - frame.page_y(together as f64);
        let half = if pitch > 1.2 {
            (pitch * 0.4).min(TALLEST_BAR / 2.0)
        } else {
            pitch / 2.0 + SEAM
        };
        for (start, share) in bars {
            let y = frame.page_y(start as f64 + (together - self.unit) as f64 / 2.0);
            canvas.rect(
                Area::new(left, y - half, left + width * share / longest, y + half),
                Ink::Half,
            );
        }
        let [low, high] = self.ends().map(|value| frame.page_y(value));
        canvas.line(
            vec![(left, low + half), (left, high - half)],
            Ink::Quiet,
            0.15,
        );
    }
}
