//! The points of a line that headlines name: both ends, the highest and the lowest point, and the
//! places around one half. Their numbers and their ticks are always shown if there is room.

use super::lines::LinesPlot;
use super::tick::Tick;
use oddsmith_model::report::Reading;

/// Returns the indices of the landmarks among the points of a line, without repeats.
pub(super) fn landmarks(points: &[(f64, Reading)], is_probability: bool) -> Vec<usize> {
    let value = |index: usize| points[index].1.exact_or_estimate();
    let Some(last) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    let extreme = |sign: f64| {
        (0..=last).fold(0, |best, index| {
            if sign * value(index) > sign * value(best) {
                index
            } else {
                best
            }
        })
    };
    let mut found = vec![0, last, extreme(1.0), extreme(-1.0)];
    let is_over_half = |index: usize| is_probability && value(index) > 0.5;
    for index in 1..=last {
        if is_over_half(index) != is_over_half(index - 1) {
            found.extend([index, index - 1]);
        }
    }
    let mut kept = Vec::new();
    for index in found {
        if !kept.contains(&index) {
            kept.push(index);
        }
    }
    kept
}

impl LinesPlot {
    /// Pins the ticks of all landmarks, so that no stride leaves them out. The ends come first.
    pub(super) fn pin_ticks(&self, ticks: &mut [Tick]) {
        let mut rank = 0;
        for line in &self.lines {
            for index in landmarks(&line.points, self.is_probability) {
                let tick = &mut ticks[line.place_indices[index]];
                if tick.pin.is_none() {
                    tick.pin = Some(rank);
                    rank += 1;
                }
            }
        }
    }
}
