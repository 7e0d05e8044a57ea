//! Which wishes no setting meets together, and what each of them would cost.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::found::{Balancing, Price, TriedSetting, WishConflict};
use super::leading::leading_parameters;

/// Wishes that are looked at in pairs and threes: of more there would be thousands.
const MAX_WANTS: usize = 24;
/// A step of a chance that is written as a whole number or a fraction.
const PERCENTAGE_POINT: f64 = 0.01;

/// Puts what was tried in order, and says what bears most on it and, where all was tried, what is
/// at odds.
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

/// The smallest groups of wishes that no setting meets together, of up to three. It is for who has
/// tried all settings.
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

/// All groups of so many.
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

/// Returns what a wish of a group would cost. It holds all other wishes fixed if any setting meets
/// them, and otherwise those of its group.
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
    // What was wanted before lets these in as well where the case that was furthest off is on the
    // other side.
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

/// The number of a bound that has to give way for an answer, and by which steps it is written.
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
    // A decimal may be off by half of its last digit, and tells so how it was written.
    let step = match 2.0 * number.tolerance {
        // Ten points at once would be no price: "0.7" may give way to 0.73.
        written if written > 1e-9 && is_probability => written.min(PERCENTAGE_POINT),
        written if written > 1e-9 => written,
        _ if is_probability => PERCENTAGE_POINT,
        _ => 1.0,
    };
    Some((number.value, 10f64.powf(step.log10().round())))
}
