//! Finds goals that no setting meets together, and what relaxing each of them would gain.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::found::{Balancing, Price, TriedSetting, WishConflict};
use super::leading::leading_parameters;

/// The maximal number of goals that are compared in pairs and triples. More would give thousands of
/// groups.
const MAX_WANTS: usize = 24;
/// The step for relaxing a probability that is written as a whole number or a fraction.
const PERCENTAGE_POINT: f64 = 0.01;

/// Sorts the tried settings, finds the leading parameters, and finds conflicts if all settings were
/// tried.
pub fn settle(found: Balancing) -> Balancing {
    let mut found = found.sort_settings();
    found.leading_parameters = leading_parameters(&found);
    let extent = found.extent;
    let is_certain =
        !extent.is_search && !extent.is_stopped && !extent.gives_up && found.unjudged.count == 0;
    found.conflicts = if is_certain {
        conflicting_wishes(&found)
    } else {
        Vec::new()
    };
    found
}

/// Returns the smallest groups of up to three goals that no setting meets together. All settings
/// must have been tried.
fn conflicting_wishes(balancing: &Balancing) -> Vec<WishConflict> {
    let wants: Vec<usize> = balancing
        .wants()
        .map(|(ask, ..)| ask)
        .take(MAX_WANTS)
        .collect();
    if balancing.tried.is_empty() || balancing.is_met() {
        return Vec::new();
    }
    let mut found: Vec<Vec<usize>> = Vec::new();
    for size in 1..=3 {
        for group in groups(&wants, size) {
            let has_smaller = found
                .iter()
                .any(|known| known.iter().all(|ask| group.contains(ask)));
            if !has_smaller && !balancing.tried.iter().any(|setting| meets(setting, &group)) {
                found.push(group);
            }
        }
    }
    let all_wants: Vec<usize> = balancing.wants().map(|(ask, ..)| ask).collect();
    let with_prices = |asks: Vec<usize>| {
        let prices = asks
            .iter()
            .filter_map(|&ask| price(balancing, ask, &all_wants, &asks))
            .collect();
        WishConflict { asks, prices }
    };
    found.into_iter().map(with_prices).collect()
}

/// Returns all groups of this size.
fn groups(wants: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |(index, &first): (usize, &usize)| {
        let smaller_groups = groups(&wants[index + 1..], size - 1).into_iter();
        smaller_groups
            .map(move |rest| [first].into_iter().chain(rest).collect())
            .collect::<Vec<Vec<usize>>>()
    };
    wants.iter().enumerate().flat_map(with).collect()
}

fn meets(setting: &TriedSetting, asks: &[usize]) -> bool {
    asks.iter().all(|&ask| setting.answers[ask].miss == 0.0)
}

/// Returns the price of relaxing a goal of a group. It holds all other goals fixed if any setting
/// meets them, and otherwise those of its group.
fn price(balancing: &Balancing, ask: usize, all_wants: &[usize], group: &[usize]) -> Option<Price> {
    let but_it = |asks: &[usize]| {
        asks.iter()
            .copied()
            .filter(|&other_ask| other_ask != ask)
            .collect::<Vec<usize>>()
    };
    let answers_meeting = |held_asks: &[usize]| {
        let meeting = || {
            balancing
                .tried
                .iter()
                .filter(|setting| meets(setting, held_asks))
        };
        let answers = meeting().filter_map(|setting| {
            setting.answers[ask]
                .value
                .map(|value| (value, setting.answers[ask].miss))
        });
        answers.collect::<Vec<(f64, f64)>>()
    };
    let (for_all, within) = (
        answers_meeting(&but_it(all_wants)),
        answers_meeting(&but_it(group)),
    );
    let is_for_all = !for_all.is_empty();
    let answers = if is_for_all { for_all } else { within };
    let (bound, _) = balancing.asks[ask].want.as_ref()?;
    let (nearest, _) = *answers
        .iter()
        .min_by(|answer, other| answer.1.total_cmp(&other.1))?;
    let (from, step) = bound_to_relax(bound, nearest, balancing.asks[ask].kind.is_chance())?;
    let is_over = nearest > from;
    let off = (nearest - from).abs() / step;
    let steps = (off - 1e-9).ceil().max(1.0);
    let to = if is_over {
        from + steps * step
    } else {
        from - steps * step
    };
    // Settings that met the original bound stay included, unless their worst case is on the other
    // side.
    let comes_in = |&&(value, miss): &&(f64, f64)| {
        miss == 0.0 || (value > from) == is_over && (value - from).abs() <= steps * step + 1e-9
    };
    let settings = answers.iter().filter(comes_in).count();
    let shown = if balancing.asks[ask].kind.is_chance() {
        step * 100.0
    } else {
        step
    };
    let decimals = (-shown.log10() - 1e-9).ceil().max(0.0) as usize;
    Some(Price {
        ask,
        from,
        to,
        decimals,
        settings,
        is_for_all,
    })
}

/// Returns the number of a bound that must change for an answer, and the step for changing it.
fn bound_to_relax(bound: &Bound, value: f64, is_probability: bool) -> Option<(f64, f64)> {
    let number = match *bound {
        Bound::Between(low, high) => {
            if value < low.value {
                low
            } else {
                high
            }
        }
        Bound::Is(Comparison::Equal | Comparison::Unequal, _) => return None,
        Bound::Is(_, number) => number,
    };
    // The tolerance of a decimal is half a unit of its last digit, so that the step is one unit.
    let step = match 2.0 * number.tolerance {
        // Steps of ten percentage points would be too large: "0.7" may become 0.73.
        written if written > 1e-9 && is_probability => written.min(PERCENTAGE_POINT),
        written if written > 1e-9 => written,
        _ if is_probability => PERCENTAGE_POINT,
        _ => 1.0,
    };
    Some((number.value, 10f64.powf(step.log10().round())))
}
