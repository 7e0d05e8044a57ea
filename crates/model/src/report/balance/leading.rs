//! Which parameters a picture of two shows.

use super::found::Balancing;

/// The two parameters that bear most on the wishes, all others being as in the best setting.
pub(super) fn leading(found: &Balancing) -> Vec<usize> {
    let Some(best) = found.best().next() else {
        return (0..found.parameters.len().min(2)).collect();
    };
    let bears = |at: usize| {
        let along = (0..found.parameters[at].values.len()).filter_map(|value| {
            let mut point = best.point.clone();
            point[at] = value as u16;
            found
                .at(&point)
                .map(|setting| found.off(setting))
                .filter(|off| off.is_finite())
        });
        let (low, high) = along.fold((f64::INFINITY, 0.0f64), |(low, high), off| {
            (low.min(off), high.max(off))
        });
        (high - low).max(0.0)
    };
    let mut all: Vec<usize> = (0..found.parameters.len()).collect();
    all.sort_by(|&one, &other| bears(other).total_cmp(&bears(one)));
    all.truncate(2);
    all.sort_unstable();
    all
}
