//! Computes how much slack an answer has, and which steps break a setting.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::found::{Balancing, TriedSetting};

/// Returns by how much an answer that meets its goal could change before it misses it.
pub fn slack(bound: &Bound, value: f64) -> f64 {
    let slack = match *bound {
        Bound::Between(low, high) => (value - low.value).min(high.value - value),
        Bound::Is(comparison, number) => match comparison {
            Comparison::AtLeast | Comparison::Above => value - number.value,
            Comparison::AtMost | Comparison::Below => number.value - value,
            Comparison::Equal => number.tolerance - (value - number.value).abs(),
            Comparison::Unequal => (value - number.value).abs() - number.tolerance,
        },
    };
    slack.max(0.0)
}

impl Balancing {
    /// Returns the settings one step away: the changed parameter and the new point.
    fn neighbours<'s>(&'s self, point: &'s [u16]) -> impl Iterator<Item = (usize, Vec<u16>)> + 's {
        let steps = move |parameter: usize| {
            let to = [
                point[parameter].checked_sub(1),
                point[parameter]
                    .checked_add(1)
                    .filter(|&to| usize::from(to) < self.parameters[parameter].values.len()),
            ];
            to.into_iter().flatten().map(move |to| (parameter, to))
        };
        (0..self.parameters.len())
            .flat_map(steps)
            .map(|(parameter, to)| {
                let mut other = point.to_vec();
                other[parameter] = to;
                (parameter, other)
            })
    }

    /// Returns the single steps that make a setting miss a goal: the parameter and its new value.
    /// Returns `None` if some of these settings were not tried.
    pub fn breaking_steps(&self, setting: &TriedSetting) -> Option<Vec<(usize, u16)>> {
        let mut breaking = Vec::new();
        for (parameter, other) in self.neighbours(&setting.point) {
            match self.setting_at(&other) {
                Some(tried) if tried.is_met(self.asks.len()) => {}
                Some(_) => breaking.push((parameter, other[parameter])),
                None if self.extent.is_search || self.extent.is_stopped => return None,
                // The rule rejects this setting or it was excluded, so this step is impossible.
                None => {}
            }
        }
        Some(breaking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slack_is_the_distance_to_the_nearest_bound() {
        let slack_of = |bound: &str, value| slack(&Bound::read(bound).expect("a bound"), value);
        let slacks = [
            slack_of("0.45 to 0.55", 0.47),
            slack_of(">= 3", 4.5),
            slack_of("< 10%", 0.04),
            slack_of("= 0.5", 0.52),
        ];
        for (actual, wanted) in slacks.into_iter().zip([0.02, 1.5, 0.06, 0.03]) {
            assert!((actual - wanted).abs() < 1e-9, "{actual} {wanted}");
        }
        assert_eq!(slack_of(">= 3", 2.0), 0.0);
    }
}
