//! The sides of a map of best play: the parts of the state that show best what to do.

use rustc_hash::FxHashMap;

use super::chart::PolicyChart;
use super::play::MetSituation;
use super::policy_best::{best, part};
use super::{Axis, Case, Chart};

/// Values along a side at the most.
pub(super) const MOST: usize = 60;
/// Groups of rows at the most.
const GROUPS: usize = 4;
/// Parts that are tried.
const TRIED: usize = 8;
/// A side more has to tell apart at least this share of the decisions that come up.
const WORTH: f64 = 0.002;
/// What parts that can be counted may leave untold, of the decisions that come up.
const LEFT: f64 = 0.1;

/// What runs along a side of the grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GridSide {
    /// A part of the situation.
    Part(String),
    /// What varies from case to case.
    Case(Axis),
}

/// What runs along the columns and the rows, and what makes groups of rows: what was asked for, else the fewest parts that
/// tell best what to do.
pub(super) fn sides(chart: &Chart, asked: &PolicyChart, shown: &[(&Case, &MetSituation)]) -> [Option<GridSide>; 3] {
    let given = |part: &Option<String>, axis: Option<Axis>| match (part, axis) {
        (Some(part), _) => Some(GridSide::Part(part.clone())),
        (None, Some(axis @ (Axis::Sweep(_) | Axis::Variants))) => Some(GridSide::Case(axis)),
        _ => None,
    };
    let (x, y) = (given(&asked.x, Some(chart.x)), given(&asked.y, chart.series));
    let is_taken = |name: &str| {
        let side = Some(GridSide::Part(name.to_owned()));
        side == x || side == y || asked.held.iter().any(|(held, _)| held == name)
    };
    let free: Vec<(&str, Vec<&str>)> = parts(shown).into_iter().filter(|(name, _)| !is_taken(name)).collect();
    let part_of = |name: &str| Some(GridSide::Part(name.to_owned()));
    if x.is_some() || y.is_some() {
        let mut next = free.iter().map(|(name, _)| *name);
        let y = y.or_else(|| next.next().and_then(part_of));
        let x = x.or_else(|| next.next().and_then(part_of));
        return if x.is_none() { [y, None, None] } else { [x, y, None] };
    }
    // Nobody counts a deck at the table: it stands along a side only where all else does not tell what to do.
    let is_deck = |own: &(&str, Vec<&str>)| own.1.iter().any(|value| value.contains(", "));
    let counted: Vec<(&str, Vec<&str>)> = free.iter().filter(|own| !is_deck(own)).cloned().collect();
    let is_told = |own: &[usize]| {
        let names: Vec<&str> = own.iter().map(|&at| counted[at].0).collect();
        !own.is_empty() && untold(&names, shown) <= LEFT
    };
    let free = if is_told(&chosen(&counted, shown)) { counted } else { free };
    let mut chosen = chosen(&free, shown);
    // Words stand before rows; of numbers those with fewer values stand over columns.
    let is_words = |at: &usize| free[*at].1.iter().any(|value| value.parse::<i64>().is_err());
    if let [one, two, ..] = chosen[..] {
        let turn = match (is_words(&one), is_words(&two)) {
            (false, false) => free[one].1.len() < free[two].1.len(),
            (one, two) => !one && two,
        };
        if turn {
            chosen.swap(0, 1);
        }
    }
    let name = |at: usize| part_of(free[at].0);
    match chosen[..] {
        [] => [None, None, None],
        [only] if is_words(&only) => [None, name(only), None],
        [only] => [name(only), None, None],
        [rows, columns] => [name(columns), name(rows), None],
        [rows, columns, group, ..] => [name(columns), name(rows), name(group)],
    }
}

/// The parts that take several values, each with these.
fn parts<'s>(shown: &[(&Case, &'s MetSituation)]) -> Vec<(&'s str, Vec<&'s str>)> {
    let names = shown.first().map_or(&[][..], |(_, own)| own.parts.as_slice());
    let values = |name: &'s str| {
        let mut values: Vec<&str> = shown.iter().filter_map(|(_, own)| part(own, name).map(String::as_str)).collect();
        values.sort_unstable();
        values.dedup();
        (name, values)
    };
    let all = names.iter().map(|(name, _)| values(name.as_str()));
    all.filter(|(_, values)| (2..=MOST).contains(&values.len())).take(TRIED).collect()
}

/// The fewest of these parts that tell best what to do, groups last.
fn chosen(free: &[(&str, Vec<&str>)], shown: &[(&Case, &MetSituation)]) -> Vec<usize> {
    let all = 0..free.len();
    let mut tries: Vec<Vec<usize>> = all.clone().map(|one| vec![one]).collect();
    tries.extend(all.clone().flat_map(|one| (one + 1..free.len()).map(move |two| vec![one, two])));
    for pair in tries.iter().filter(|own| own.len() == 2).cloned().collect::<Vec<_>>() {
        let groups = all.clone().filter(|at| !pair.contains(at) && free[*at].1.len() <= GROUPS);
        tries.extend(groups.map(|group| [&pair[..], &[group]].concat()));
    }
    let mut found: Option<(f64, Vec<usize>)> = None;
    for tried in tries {
        let names: Vec<&str> = tried.iter().map(|&at| free[at].0).collect();
        let untold = untold(&names, shown);
        let is_better = |(least, before): &(f64, Vec<usize>)| {
            let more = tried.len() - before.len();
            untold < least - if more > 0 { WORTH } else { 1e-12 }
        };
        if found.as_ref().is_none_or(is_better) {
            found = Some((untold, tried));
        }
    }
    found.map_or_else(Vec::new, |(_, chosen)| chosen)
}

/// The share of the decisions that come up, and of the others a little, in which these parts do not tell what is best.
fn untold(names: &[&str], shown: &[(&Case, &MetSituation)]) -> f64 {
    let mut cells: FxHashMap<Vec<&str>, FxHashMap<String, f64>> = FxHashMap::default();
    let total: f64 = shown.iter().map(|(_, own)| own.reached).sum();
    for (_, own) in shown {
        let place = names.iter().map(|name| part(own, name).map_or("", String::as_str)).collect();
        let weight = own.reached / total.max(f64::MIN_POSITIVE) + 0.05 / shown.len() as f64;
        *cells.entry(place).or_default().entry(best(own).0).or_default() += weight;
    }
    let missed = |own: &FxHashMap<String, f64>| own.values().sum::<f64>() - own.values().copied().fold(0.0, f64::max);
    cells.values().map(missed).sum()
}
