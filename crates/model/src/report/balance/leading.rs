//! Chooses the two parameters for the map of a balance search.

use super::found::Balancing;

/// Returns the two parameters that affect the goals most; all others keep the values of the best
/// setting.
pub(super) fn leading_parameters(found: &Balancing) -> Vec<usize> {
    let Some(best) = found.ranked_settings().next() else {
        return (0..found.parameters.len().min(2)).collect();
    };
    let bears = |parameter: usize| {
        let along = (0..found.parameters[parameter].values.len()).filter_map(|value| {
            let mut point = best.point.clone();
            point[parameter] = value as u16;
            found
                .setting_at(&point)
                .map(|setting| found.total_miss(setting))
                .filter(|off| off.is_finite())
        });
        let (low, high) = along.fold((f64::INFINITY, 0.0f64), |(low, high), off| {
            (low.min(off), high.max(off))
        });
        (high - low).max(0.0)
    };
    let mut parameters: Vec<usize> = (0..found.parameters.len()).collect();
    parameters.sort_by(|&parameter, &other| bears(other).total_cmp(&bears(parameter)));
    parameters.truncate(2);
    parameters.sort_unstable();
    parameters
}
