//! What is best, by two parts of the situation or two things that vary: the cells of a policy chart.

use super::chart::PolicyChart;
use super::play::{MetSituation, Offer};
pub use super::policy_option::PolicyOption;
use super::{Axis, Case, Chart, Report};

/// The cells of a policy chart.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyGrid {
    /// What the columns are, and each of them.
    pub columns: (String, Vec<String>),
    /// What the rows are, and each of them; one without a name where there is nothing to tell rows apart.
    pub rows: (String, Vec<String>),
    /// Row by row; none where best play never comes.
    pub cells: Vec<Vec<Option<PolicyCell>>>,
    /// What is best anywhere, in the order in which it is offered.
    pub options: Vec<PolicyOption>,
    /// The one variant that is shown, where there are several.
    pub variant: Option<usize>,
    /// Whether situations that differ share a cell.
    pub is_merged: bool,
    /// The aim, where it is the same in all that is shown.
    pub aim: Option<String>,
    /// What is held.
    pub held: Vec<String>,
}

/// What to do, and what the second best costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyCell {
    /// What is best, by its place among the options.
    pub option: usize,
    /// What the best of the others gives away; `None` where every option is as good.
    pub loss: Option<f64>,
    /// Whether that is a chance.
    pub is_chance: bool,
}

/// Options that are as good as each other and are named one by one.
const MOST_NAMED: usize = 4;
/// Values along an axis at the most.
const MOST: usize = 60;
/// Losses that differ by less are the same.
const SAME: f64 = 1e-9;

/// What runs along a side of the grid.
#[derive(Clone, Debug, PartialEq)]
enum GridSide {
    Part(String),
    Case(Axis),
}

impl PolicyGrid {
    /// The cells of a chart.
    ///
    /// # Errors
    /// Why there are none, and what to do.
    pub fn read(report: &Report, chart: &Chart) -> Result<PolicyGrid, String> {
        let asked = chart.policy.as_ref().ok_or("it names no choice")?;
        let cases = cases(report, chart);
        let first = *cases.first().ok_or("no case that it shows seeks the best play: answer a choice by \"best\"")?;
        let is_own = |own: &&MetSituation| own.choice == asked.choice;
        let mut met: Vec<(&Case, &MetSituation)> = Vec::new();
        for &case in &cases {
            met.extend(case.best_play.iter().flat_map(|play| &play.situations).filter(is_own).map(|own| (case, own)));
        }
        let all = || met.iter().copied();
        if met.is_empty() {
            return Err(format!("best play never decides `{}`: answer it by \"best\"", asked.choice));
        }
        let is_part = |name: &String| all().any(|(_, own)| own.parts.iter().any(|(part, _)| part == name));
        let mut named = asked.x.iter().chain(&asked.y).chain(asked.held.iter().map(|(name, _)| name));
        if let Some(name) = named.find(|name| !is_part(name)) {
            return Err(no_such_part(report, asked, name, met[0].1));
        }
        let is_held = |own: &MetSituation| asked.held.iter().all(|(name, value)| part(own, name) == Some(value));
        let shown: Vec<(&Case, &MetSituation)> = all().filter(|(_, own)| is_held(own)).collect();
        if shown.is_empty() {
            return Err(none_as_held(asked, &met));
        }
        let (x, y) = sides(chart, asked, &shown);
        let (mut columns, rows) = (names(report, x.as_ref(), &shown), names(report, y.as_ref(), &shown));
        if let Some(label) = &chart.wishes.x_label {
            columns.0.clone_from(label);
        }
        let mut options = options(&shown);
        let mut most = vec![vec![0.0; columns.1.len()]; rows.1.len()];
        let mut cells = vec![vec![None; columns.1.len()]; rows.1.len()];
        let mut is_merged = false;
        for &(case, own) in &shown {
            let place = |side: Option<&GridSide>, names: &[String]| {
                names.iter().position(|name| *name == value(report, side, case, own))
            };
            let (Some(column), Some(row)) = (place(x.as_ref(), &columns.1), place(y.as_ref(), &rows.1)) else {
                continue;
            };
            let (name, _) = best(own);
            let option = options.iter().position(|option| option.name == name).unwrap_or(0);
            let loss = second_best(own);
            let is_same = |before: PolicyCell| {
                let gap = before.loss.unwrap_or(0.0) - loss.unwrap_or(0.0);
                before.option == option && before.loss.is_some() == loss.is_some() && gap.abs() <= SAME
            };
            is_merged |= cells[row][column].is_some_and(|before| !is_same(before));
            let is_chance = case.best_play.as_ref().is_some_and(|play| play.is_chance);
            let cell = PolicyCell { option, loss, is_chance };
            if cells[row][column].is_none() || own.reached > most[row][column] {
                (cells[row][column], most[row][column]) = (Some(cell), own.reached);
            }
        }
        if let Some(words) = report.words_of(&asked.choice) {
            options.iter_mut().for_each(|option| option.say(words));
        }
        Ok(PolicyGrid {
            columns,
            rows,
            cells,
            options,
            variant: first.variant.filter(|_| report.variants.len() > 1 && !is_by_variant(chart)),
            is_merged,
            aim: one_aim(&shown),
            held: asked.held.iter().map(|(name, value)| format!("{name} {value}")).collect(),
        })
    }
}

/// What the second best option of a situation gives away.
fn second_best(own: &MetSituation) -> Option<f64> {
    own.options.iter().filter_map(Offer::loss).filter(|&loss| loss > 0.0).min_by(f64::total_cmp)
}

/// The aim of all that is shown, where they have one.
fn one_aim(shown: &[(&Case, &MetSituation)]) -> Option<String> {
    let mut aims = shown.iter().filter_map(|(case, _)| Some(&case.best_play.as_ref()?.aim));
    let first = aims.next()?;
    aims.all(|aim| aim == first).then(|| first.clone())
}

/// Why a part of the situation that is named is none, with those that there are.
fn no_such_part(report: &Report, asked: &PolicyChart, name: &str, any: &MetSituation) -> String {
    let parts: Vec<&str> = any.parts.iter().map(|(part, _)| part.as_str()).collect();
    let known = if parts.is_empty() { "nothing bears on it".to_owned() } else { parts.join(", ") };
    let swept = report.sweep.iter().map(|swept| swept.key.as_str());
    let others: Vec<&str> = swept.chain((!report.variants.is_empty()).then_some("variant")).collect();
    let others = if others.is_empty() { String::new() } else { format!(", or what varies: {}", others.join(", ")) };
    format!("`{}` has no part `{name}`; it has: {known}{others}", asked.choice)
}

/// Why nothing is as `where` has it: a value that a part never has, with those that it has.
fn none_as_held(asked: &PolicyChart, met: &[(&Case, &MetSituation)]) -> String {
    const MOST_VALUES: usize = 12;
    for (name, value) in &asked.held {
        let mut values: Vec<&str> = Vec::new();
        for own in met.iter().filter_map(|(_, own)| part(own, name)) {
            if !values.contains(&own.as_str()) {
                values.push(own);
            }
        }
        if !values.contains(&value.as_str()) {
            let more = values.len().saturating_sub(MOST_VALUES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let listed = values[..values.len().min(MOST_VALUES)].join(", ");
            return format!("`{name}` is never {value} where best play decides; it is {listed}{more}");
        }
    }
    "no situation that best play meets is as `where` has it: each value is met, and never together".to_owned()
}

/// The cases that a chart shows and that seek the best play; of one variant, unless variants run along a side.
fn cases<'r>(report: &'r Report, chart: &Chart) -> Vec<&'r Case> {
    let seeking: Vec<&Case> = report.cases_of(chart).into_iter().filter(|case| case.best_play.is_some()).collect();
    let by_variant = is_by_variant(chart);
    let first = seeking.first().and_then(|case| case.variant);
    seeking.into_iter().filter(|case| by_variant || case.variant == first).collect()
}

fn is_by_variant(chart: &Chart) -> bool {
    chart.x == Axis::Variants || chart.series == Some(Axis::Variants)
}

/// What is best in a situation, as it is called and as options: "roll"; "roll or bank".
fn best(own: &MetSituation) -> (String, Vec<String>) {
    let mut equals: Vec<String> =
        own.options.iter().filter(|offer| offer.loss() == Some(0.0)).map(|offer| offer.name.clone()).collect();
    // In one order, whatever the order in which they were on offer.
    equals.sort_by_cached_key(|name| (name.parse::<i64>().unwrap_or(i64::MAX), name.clone()));
    match equals.as_slice() {
        [] | [_] => (own.best.clone(), vec![own.best.clone()]),
        all if all.len() > 2 && all.len() == own.options.len() => ("any".to_owned(), equals),
        all if all.len() > MOST_NAMED => (format!("any of {}", all.len()), equals),
        all => (all.join(" or "), equals),
    }
}

/// What is best in any of these situations, in the order in which it is offered; what is several comes last.
fn options(shown: &[(&Case, &MetSituation)]) -> Vec<PolicyOption> {
    let mut found: Vec<PolicyOption> = Vec::new();
    for (_, own) in shown {
        let (name, of) = best(own);
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => {
                known.situations += 1;
                known.of.retain(|option| of.contains(option));
            }
            None => found.push(PolicyOption { name, of, situations: 1 }),
        }
    }
    let mut offered: Vec<&str> = Vec::new();
    for name in shown.iter().flat_map(|(_, own)| &own.options).map(|offer| offer.name.as_str()) {
        if !offered.contains(&name) {
            offered.push(name);
        }
    }
    let number = |option: &PolicyOption| option.name.parse::<i64>().ok();
    let are_numbers = found.iter().all(|option| option.is_tie() || number(option).is_some());
    let place = |option: &PolicyOption| offered.iter().position(|&name| name == option.name).unwrap_or(offered.len());
    found.sort_by_key(|option| (option.is_tie(), if are_numbers { number(option) } else { None }, place(option)));
    found
}

fn part<'s>(own: &'s MetSituation, name: &str) -> Option<&'s String> {
    own.parts.iter().find(|(part, _)| part == name).map(|(_, value)| value)
}

/// What runs along the columns and the rows: what was asked for, else the first parts that vary.
fn sides(chart: &Chart, asked: &PolicyChart, shown: &[(&Case, &MetSituation)]) -> (Option<GridSide>, Option<GridSide>) {
    let given = |part: &Option<String>, axis: Option<Axis>| match (part, axis) {
        (Some(part), _) => Some(GridSide::Part(part.clone())),
        (None, Some(axis @ (Axis::Sweep(_) | Axis::Variants))) => Some(GridSide::Case(axis)),
        _ => None,
    };
    let (x, y) = (given(&asked.x, Some(chart.x)), given(&asked.y, chart.series));
    let varies = |name: &str| {
        let mut values: Vec<&String> = shown.iter().filter_map(|(_, own)| part(own, name)).collect();
        values.sort_unstable();
        values.dedup();
        (2..=MOST).contains(&values.len())
    };
    let names: Vec<&String> =
        shown.first().map_or_else(Vec::new, |(_, own)| own.parts.iter().map(|(name, _)| name).collect());
    let is_taken = |name: &String| {
        let side = Some(GridSide::Part(name.clone()));
        side == x || side == y || asked.held.iter().any(|(held, _)| held == name)
    };
    let free: Vec<&String> = names.into_iter().filter(|name| !is_taken(name) && varies(name)).collect();
    let mut free = free.into_iter();
    let mut next = || free.next().map(|name| GridSide::Part(name.clone()));
    let y = y.or_else(&mut next);
    let x = x.or_else(&mut next);
    if x.is_none() { (y, None) } else { (x, y) }
}

/// What a side is called, and what stands along it.
fn names(report: &Report, side: Option<&GridSide>, shown: &[(&Case, &MetSituation)]) -> (String, Vec<String>) {
    let label = match side {
        Some(GridSide::Part(name)) => {
            let words = shown.first().and_then(|(_, own)| report.words_of(&own.choice)?.part(name));
            words.map_or_else(|| name.replace('_', " "), str::to_owned)
        }
        Some(GridSide::Case(Axis::Sweep(at))) => report.sweep[*at].label.clone(),
        _ => String::new(),
    };
    let mut all: Vec<String> = Vec::new();
    for &(case, own) in shown {
        let value = value(report, side, case, own);
        if !all.contains(&value) && all.len() < MOST {
            all.push(value);
        }
    }
    if all.iter().all(|value| value.parse::<i64>().is_ok()) {
        all.sort_by_key(|value| value.parse::<i64>().unwrap_or(0));
    }
    (label, all)
}

fn value(report: &Report, side: Option<&GridSide>, case: &Case, own: &MetSituation) -> String {
    match side {
        Some(GridSide::Part(name)) => part(own, name).cloned().unwrap_or_default(),
        Some(GridSide::Case(Axis::Sweep(at))) => report.sweep[*at].values[case.point[*at]].to_string(),
        Some(GridSide::Case(Axis::Variants)) => case.variant.map(|at| report.variants[at].clone()).unwrap_or_default(),
        _ => String::new(),
    }
}
