//! Ticks of an axis: round numbers, as many as fit.

/// Returns a round distance between ticks with at most `most` steps in `span`.
pub(super) fn round_step(span: f64, most: usize, whole: bool) -> f64 {
    let rough = (span / most.max(1) as f64).max(1e-14);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|&step| {
            let fits = step >= rough * (1.0 - 1e-9);
            fits && (!whole || step.fract() == 0.0)
        });
    let step = step.unwrap_or(10.0 * power);
    if whole { step.max(1.0).round() } else { step }
}

/// Returns round ticks that cover `low` to `high`. If the two are equal, it assumes a span of one
/// unit.
pub(super) fn round_ticks(low: f64, high: f64, most: usize, whole: bool) -> Vec<f64> {
    let span = if high > low { high - low } else { 1.0 };
    let step = round_step(span, most, whole);
    let (first, last) = (
        (low / step + 1e-9).floor() as i64,
        (high / step - 1e-9).ceil() as i64,
    );
    (first..=last.max(first + 1))
        .map(|i| i as f64 * step)
        .collect()
}

/// The maximal number of decimals of a tick.
const MAX_DECIMALS: i32 = 12;

/// Returns the number of decimals that distinguish ticks at this distance.
pub(super) fn tick_decimals(step: f64) -> usize {
    (0..MAX_DECIMALS)
        .find(|&decimals| {
            (step * 10f64.powi(decimals) - (step * 10f64.powi(decimals)).round()).abs() < 1e-6
                && (step == 0.0 || step.abs() * 10f64.powi(decimals) > 0.5)
        })
        .unwrap_or(MAX_DECIMALS) as usize
}

/// Returns the stride of written labels, so that they do not touch: 1, 2, 5, 10 and so on.
pub(super) fn label_stride(count: usize, fits: impl Fn(usize) -> bool) -> usize {
    let rounds = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
    rounds
        .into_iter()
        .find(|&every| every >= count || fits(every))
        .unwrap_or(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_ticks_cover_the_range() {
        assert_eq!(round_ticks(0.0, 0.53, 6, false).len(), 7);
        assert_eq!(round_ticks(0.0, 1.0, 4, false), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(
            round_ticks(-3.0, 12.0, 5, true),
            [-5.0, 0.0, 5.0, 10.0, 15.0]
        );
        assert_eq!(round_ticks(0.0, 0.0, 5, true), [0.0, 1.0]);
        assert_eq!(round_ticks(0.0, 0.0, 5, false), [0.0, 0.2]);
        assert_eq!((tick_decimals(0.25), tick_decimals(5.0)), (2, 0));
    }

    #[test]
    fn labels_are_thinned_by_round_numbers() {
        assert_eq!(label_stride(13, |every| every >= 2), 2);
        assert_eq!(label_stride(200, |every| every >= 17), 20);
        assert_eq!(label_stride(1, |_| false), 1);
    }
}
