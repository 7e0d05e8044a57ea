//! Chooses the sides of a policy chart: the parts of the situation that best predict the decision.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chart::PolicyChart;
use super::play::MetSituation;
use super::policy_best::best_options;
use super::{Axis, Case, Chart};
use crate::recommendation::ShortRule;
use crate::value_grid::round_up;

/// The maximal number of values along a side.
pub(super) const MAX_VALUES: usize = 60;
/// The maximal number of groups of rows.
const MAX_GROUPS: usize = 4;
/// The maximal number of parts that are tried.
const MAX_PARTS: usize = 8;
/// An additional side must decide at least this share of the weighted decisions.
const MIN_GAIN: f64 = 0.002;
/// The largest share of weighted decisions that countable parts may leave undecided.
const MAX_UNDECIDED: f64 = 0.1;

/// One side of the grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GridSide {
    /// A part of the situation.
    Part(String),
    /// A part of the situation with many numbers, and the first and the last number of each of its
    /// bands.
    Bands(String, Vec<(i64, i64)>),
    /// An axis that varies between cases.
    Case(Axis),
}

impl GridSide {
    /// Returns the name of the part of the situation that runs along this side.
    pub(super) fn part(&self) -> Option<&str> {
        match self {
            GridSide::Part(name) | GridSide::Bands(name, _) => Some(name),
            GridSide::Case(_) => None,
        }
    }
}

/// Returns the text of a band of numbers: "20–24".
pub(super) fn band_text((first, last): (i64, i64)) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first}\u{2013}{last}")
    }
}

/// Chooses the columns, the rows and the groups of rows. If the scenario does not set them, these
/// are the fewest parts that best predict the decision, including the parts in the recommended
/// rule.
pub(super) fn choose_sides(
    chart: &Chart,
    asked: &PolicyChart,
    shown: &[(&Case, MetSituation<'_>)],
) -> [Option<GridSide>; 3] {
    let part_of = |name: &str| Some(side_of(&asked.choice, name, shown));
    let given = |part: &Option<String>, axis: Option<Axis>| match (part, axis) {
        (Some(part), _) => part_of(part),
        (None, Some(axis @ (Axis::Sweep(_) | Axis::Variants))) => Some(GridSide::Case(axis)),
        _ => None,
    };
    let (x, y) = (
        given(&asked.x, Some(chart.x)),
        given(&asked.y, chart.series),
    );
    let is_taken = |name: &str| {
        let is_side = [&x, &y]
            .into_iter()
            .flatten()
            .any(|side| side.part() == Some(name));
        is_side || asked.held.iter().any(|(held, _)| held == name)
    };
    let free: Vec<(&str, Vec<&str>)> = variable_parts(shown)
        .into_iter()
        .filter(|(name, _)| !is_taken(name))
        .collect();
    // Players do not count decks, so a deck is a side only if all other parts leave decisions open.
    let is_deck = |part: &(&str, Vec<&str>)| part.1.iter().any(|value| value.contains(", "));
    if x.is_some() || y.is_some() {
        let countable = free.iter().filter(|part| !is_deck(part));
        let mut next = countable.map(|(name, _)| *name);
        let y = y.or_else(|| next.next().and_then(part_of));
        let x = x.or_else(|| next.next().and_then(part_of));
        return if x.is_none() {
            [y, None, None]
        } else {
            [x, y, None]
        };
    }
    let coded = CodedSituations::new(&free, shown);
    let every: Vec<usize> = (0..free.len()).collect();
    let counted: Vec<usize> = every
        .iter()
        .copied()
        .filter(|&index| !is_deck(&free[index]))
        .collect();
    let in_rule = recommended_rule(&asked.choice, shown).map_or_else(Vec::new, ShortRule::parts);
    let mut chosen = choose_parts(&counted, &free, &in_rule, &coded);
    if chosen.is_empty() || coded.undecided_share(&chosen) > MAX_UNDECIDED {
        chosen = choose_parts(&every, &free, &in_rule, &coded);
    }
    // Words fit better as row names; of two numbers, the one with fewer values goes into the
    // columns.
    let is_words = |index: &usize| {
        free[*index]
            .1
            .iter()
            .any(|value| value.parse::<i64>().is_err())
    };
    if let [first, second, ..] = chosen[..] {
        let turn = match (is_words(&first), is_words(&second)) {
            (false, false) => free[first].1.len() < free[second].1.len(),
            (first_has_words, second_has_words) => !first_has_words && second_has_words,
        };
        if turn {
            chosen.swap(0, 1);
        }
    }
    let name = |index: usize| part_of(free[index].0);
    match chosen[..] {
        [] => [None, None, None],
        [only] if is_words(&only) => [None, name(only), None],
        [only] => [name(only), None, None],
        [rows, columns] => [name(columns), name(rows), None],
        [rows, columns, group, ..] => [name(columns), name(rows), name(group)],
    }
}

/// Returns the side along which a part runs. A part with more numbers than fit has bands of equally
/// many of them; a new band begins at each threshold of the recommended rule.
fn side_of(choice: &str, name: &str, shown: &[(&Case, MetSituation<'_>)]) -> GridSide {
    let values = part_values(name, shown);
    let numbers: Option<Vec<i64>> = values.iter().map(|value| value.parse().ok()).collect();
    let Some(mut numbers) = numbers.filter(|_| values.len() > MAX_VALUES) else {
        return GridSide::Part(name.to_owned());
    };
    numbers.sort_unstable();
    let width = round_up(numbers.len().div_ceil(MAX_VALUES) as i64) as usize;
    let thresholds =
        recommended_rule(choice, shown).map_or_else(Vec::new, |rule| rule.thresholds(name));
    let level = |number: i64| {
        thresholds
            .iter()
            .filter(|&&threshold| threshold <= number)
            .count()
    };
    let levels = numbers.chunk_by(|&number, &next| level(number) == level(next));
    let bands = levels
        .flat_map(|level| level.chunks(width))
        .map(|band| (band[0], band[band.len() - 1]));
    GridSide::Bands(name.to_owned(), bands.collect())
}

/// Returns the different values of a part of the situation, in alphabetical order.
fn part_values<'s>(name: &str, shown: &[(&Case, MetSituation<'s>)]) -> Vec<&'s str> {
    let different: FxHashSet<&str> = shown
        .iter()
        .filter_map(|(_, situation)| situation.part(name))
        .collect();
    let mut values: Vec<&str> = different.into_iter().collect();
    values.sort_unstable();
    values
}

/// Returns the recommended rule of the first case.
fn recommended_rule<'s>(
    choice: &str,
    shown: &[(&'s Case, MetSituation<'_>)],
) -> Option<&'s ShortRule> {
    let recommendations = &shown.first()?.0.best_play.as_ref()?.recommendations;
    recommendations
        .iter()
        .find(|recommendation| recommendation.choice == choice)?
        .rule
        .as_ref()
}

/// Returns the parts that have several values, with these values. Only numeric parts may have more
/// values than fit along a side.
fn variable_parts<'s>(shown: &[(&Case, MetSituation<'s>)]) -> Vec<(&'s str, Vec<&'s str>)> {
    let names = shown.iter().take(1).flat_map(|(_, first)| first.parts());
    let candidates = names.map(|(name, _)| (name, part_values(name, shown)));
    let are_numbers = |values: &[&str]| values.iter().all(|value| value.parse::<i64>().is_ok());
    let fits =
        |values: &[&str]| values.len() > 1 && (values.len() <= MAX_VALUES || are_numbers(values));
    candidates
        .filter(|(_, values)| fits(values))
        .take(MAX_PARTS)
        .collect()
}

/// Chooses the fewest of these parts that best predict the decision, groups last. All parts of the
/// recommended rule are included if they fit. Parts are given by their index in `free`.
fn choose_parts(
    candidates: &[usize],
    free: &[(&str, Vec<&str>)],
    in_rule: &[&str],
    coded: &CodedSituations,
) -> Vec<usize> {
    let mut tries: Vec<Vec<usize>> = candidates.iter().map(|&index| vec![index]).collect();
    let pairs = candidates.iter().enumerate().flat_map(|(nth, &first)| {
        let later = candidates[nth + 1..].iter();
        later.map(move |&second| vec![first, second])
    });
    let pairs: Vec<Vec<usize>> = pairs.collect();
    tries.extend(pairs.iter().cloned());
    for pair in pairs {
        let groups = candidates
            .iter()
            .filter(|&index| !pair.contains(index) && free[*index].1.len() <= MAX_GROUPS);
        tries.extend(groups.map(|&group| [&pair[..], &[group]].concat()));
    }
    let has_rule = |tried: &Vec<usize>| {
        in_rule
            .iter()
            .all(|part| tried.iter().any(|&index| free[index].0 == *part))
    };
    if tries.iter().any(has_rule) {
        tries.retain(has_rule);
    }
    let mut found: Option<(f64, Vec<usize>)> = None;
    for tried in tries {
        let undecided = coded.undecided_share(&tried);
        let is_better = |(least, before): &(f64, Vec<usize>)| {
            let more = tried.len() - before.len();
            undecided < least - if more > 0 { MIN_GAIN } else { 1e-12 }
        };
        if found.as_ref().is_none_or(is_better) {
            found = Some((undecided, tried));
        }
    }
    found.map_or_else(Vec::new, |(_, chosen)| chosen)
}

/// The situations with numbers in place of texts.
struct CodedSituations {
    /// For each part, the number of the value in each situation; 0 if it has none.
    parts: Vec<Vec<usize>>,
    /// For each part, the number of different values.
    counts: Vec<usize>,
    /// The number of the best options in each situation.
    best: Vec<usize>,
    /// How many different best options there are.
    answers: usize,
    /// The weight of each situation. Those that best play never reaches get a small one.
    weights: Vec<f64>,
}

impl CodedSituations {
    fn new<'s>(free: &[(&str, Vec<&str>)], shown: &[(&Case, MetSituation<'s>)]) -> CodedSituations {
        let code = |(name, values): &(&str, Vec<&str>)| -> Vec<usize> {
            let numbers: FxHashMap<&str, usize> = values.iter().copied().zip(1..).collect();
            let number_of = |(_, situation): &(&Case, MetSituation<'_>)| {
                situation.part(name).map_or(0, |value| numbers[value])
            };
            shown.iter().map(number_of).collect()
        };
        let total: f64 = shown.iter().map(|(_, situation)| situation.reached()).sum();
        let weight = |(_, situation): &(&Case, MetSituation<'_>)| {
            situation.reached() / total.max(f64::MIN_POSITIVE) + 0.05 / shown.len() as f64
        };
        let mut answers: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
        let mut number_answer = |&(_, situation): &(&Case, MetSituation<'s>)| {
            let next = answers.len();
            let (mut answer, _) = best_options(situation);
            // Mixes of the same options differ if their shares differ by about a twentieth.
            if let Some(share) = situation.mixed_share() {
                answer
                    .to_mut()
                    .push_str(&format!(" {}", (20.0 * share).round()));
            }
            *answers.entry(answer).or_insert(next)
        };
        let best = shown.iter().map(&mut number_answer).collect();
        CodedSituations {
            parts: free.iter().map(code).collect(),
            counts: free.iter().map(|(_, values)| values.len() + 1).collect(),
            best,
            answers: answers.len(),
            weights: shown.iter().map(weight).collect(),
        }
    }

    /// Returns the share of weighted decisions that these parts leave open.
    fn undecided_share(&self, parts: &[usize]) -> f64 {
        let mut cells: FxHashMap<usize, usize> = FxHashMap::default();
        let mut weights: Vec<f64> = Vec::new();
        for (situation, &best) in self.best.iter().enumerate() {
            let key = parts.iter().fold(0, |key, &part| {
                key * self.counts[part] + self.parts[part][situation]
            });
            let next = cells.len();
            let cell = *cells.entry(key).or_insert(next);
            if cell == next {
                weights.resize((next + 1) * self.answers, 0.0);
            }
            weights[cell * self.answers + best] += self.weights[situation];
        }
        let missed = |weights: &[f64]| {
            weights.iter().sum::<f64>() - weights.iter().copied().fold(0.0, f64::max)
        };
        weights.chunks_exact(self.answers).map(missed).sum()
    }
}
