//! The cells of a policy chart: the best options, by two parts of the situation or two varied axes.

use std::borrow::Cow;

use crate::figures::NumberKind;
use crate::labels::capitalize;
use rustc_hash::{FxHashMap, FxHashSet};

use super::play::MetSituation;
use super::policy_best::best_options;
use super::policy_errors::{no_match_error, unknown_part_error};
pub use super::policy_option::PolicyOption;
use super::policy_option::{mixed_indices, mixed_options, policy_options};
use super::policy_sides::{GridSide, MAX_VALUES, band_text, choose_sides};
use super::{Axis, Case, Chart, Report};

/// The cells of a policy chart.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyGrid {
    /// The label of the columns, and their names.
    pub columns: (String, Vec<String>),
    /// The label of the rows, and their names. If nothing distinguishes rows, there is one without
    /// a name.
    pub rows: (String, Vec<String>),
    /// The headings of groups of rows, with the first row of each, if a third part of the situation
    /// makes groups.
    pub groups: Vec<(String, usize)>,
    /// The cells, row by row; `None` where no decision occurs.
    pub cells: Vec<Vec<Option<PolicyCell>>>,
    /// Every situation that best play reaches, several of which may share a cell.
    pub met: Vec<MetCell>,
    /// Everything that is best in some situation, in the order in which the rule offers it.
    pub options: Vec<PolicyOption>,
    /// The options that best play mixes, if all cells with a mix have the same few options.
    pub mixed_options: Vec<String>,
    /// The index of each of them among the options; `None` if best play never takes it.
    pub mixed_indices: Vec<Option<usize>>,
    /// The probability with which best play takes each of these options, for each cell with a mix.
    pub mixes: Vec<Vec<f64>>,
    /// Whether different situations share a cell.
    pub is_merged: bool,
    /// The aim, if all shown cases have the same.
    pub aim: Option<String>,
    /// The fixed values.
    pub held: Vec<String>,
    /// The parts of the situation that are along a side, make groups, or are fixed.
    pub parts: Vec<String>,
}

/// The best option of a cell, and the loss of the second best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyCell {
    /// The index of the best option.
    pub option: usize,
    /// The loss of the second best option; `None` if all options are tied, or if best play mixes
    /// several.
    pub loss: Option<f64>,
    /// The probability with which best play takes the option, if it mixes several.
    pub share: Option<f64>,
    /// The index of its mix in [`PolicyGrid::mixes`], if the grid has them.
    pub mix: Option<usize>,
    /// The kind of number that the loss is.
    pub kind: NumberKind,
    /// How often best play reaches the cell; 0 if only another play does.
    pub reached: f64,
}

/// A situation that best play reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct MetCell {
    /// Its row and its column.
    pub place: (usize, usize),
    /// The indices of its best options.
    pub best: Vec<usize>,
    /// Whether any other option has a cost. If the trial is already decided, every play is equally
    /// good.
    pub has_cost: bool,
    /// How often best play reaches it.
    pub reached: f64,
}

impl PolicyCell {
    /// Returns whether best play reaches it.
    pub fn is_met(&self) -> bool {
        self.reached > 0.0
    }

    /// Returns whether another cell shows the same option and the same loss.
    fn looks_like(&self, other: &PolicyCell) -> bool {
        let (loss, other_loss) = (self.loss.unwrap_or(0.0), other.loss.unwrap_or(0.0));
        self.option == other.option
            && self.loss.is_some() == other.loss.is_some()
            && (loss - other_loss).abs() <= LOSS_TOLERANCE * loss.max(other_loss)
            && self.share.is_some() == other.share.is_some()
            && (self.share.unwrap_or(0.0) - other.share.unwrap_or(0.0)).abs() <= SHARE_TOLERANCE
    }
}

/// The relative tolerance for equal losses.
const LOSS_TOLERANCE: f64 = 1e-9;
/// The tolerance for equal shares of an option in a mix.
const SHARE_TOLERANCE: f64 = 1e-9;

impl PolicyGrid {
    /// Returns the cells of a chart.
    ///
    /// # Errors
    ///
    /// Returns the reason why there are none, and what to do.
    pub fn read(report: &Report, chart: &Chart) -> Result<PolicyGrid, String> {
        let asked = chart.policy.as_ref().ok_or("it names no choice")?;
        let cases = best_play_cases(report, chart);
        if cases.is_empty() {
            return Err(
                "no case that it shows seeks the best play: answer a choice by \"best\"".to_owned(),
            );
        }
        let met = situations(&cases, &asked.choice);
        let met_situations = || met.iter().copied();
        if !met_situations().any(|(_, situation)| situation.reached() > 0.0) {
            return Err(format!(
                "best play never decides `{}`: answer it by \"best\"",
                asked.choice
            ));
        }
        let is_part =
            |name: &String| met_situations().any(|(_, situation)| situation.part(name).is_some());
        let mut named = asked
            .x
            .iter()
            .chain(&asked.y)
            .chain(asked.held.iter().map(|(name, _)| name));
        if let Some(name) = named.find(|name| !is_part(name)) {
            return Err(unknown_part_error(report, asked, name, met[0].1));
        }
        let is_held = |situation: MetSituation<'_>| {
            asked
                .held
                .iter()
                .all(|(name, value)| situation.part(name) == Some(value))
        };
        let shown: Vec<(&Case, MetSituation<'_>)> = met_situations()
            .filter(|(_, situation)| is_held(*situation))
            .collect();
        if shown.is_empty() {
            return Err(no_match_error(asked, &met));
        }
        let sides = choose_sides(chart, asked, &shown);
        let held_parts = asked.held.iter().map(|(name, _)| name.as_str());
        let mut options = policy_options(&shown);
        let mut grid = build_grid(report, &shown, &sides, &options);
        if let Some(label) = &chart.wishes.x_label {
            grid.columns.0.clone_from(label);
        }
        if let Some(words) = report.words_of(&asked.choice) {
            grid.mixed_options
                .iter_mut()
                .for_each(|option| *option = words.option(option).to_owned());
            options
                .iter_mut()
                .for_each(|option| option.use_player_words(words));
        }
        Ok(PolicyGrid {
            options,
            aim: shared_aim(&shown),
            held: asked
                .held
                .iter()
                .map(|(name, value)| format!("{name} {value}"))
                .collect(),
            parts: sides
                .iter()
                .flatten()
                .filter_map(GridSide::part)
                .chain(held_parts)
                .map(str::to_owned)
                .collect(),
            ..grid
        })
    }
}

/// Returns the situations of a choice that any play reaches, those of best play first.
fn situations<'r>(cases: &[&'r Case], choice: &str) -> Vec<(&'r Case, MetSituation<'r>)> {
    let mut found: Vec<(&Case, MetSituation<'_>)> = Vec::new();
    for &case in cases {
        let case_situations = case
            .best_play
            .iter()
            .flat_map(|play| play.situations.iter().chain(play.unmet.iter()));
        found.extend(
            case_situations
                .filter(|situation| situation.choice() == choice)
                .map(|situation| (case, situation)),
        );
    }
    found.sort_by_key(|(_, situation)| situation.reached() <= 0.0);
    found
}

/// Builds the cells, group by group and row by row. Rows without a decision are left out.
fn build_grid(
    report: &Report,
    shown: &[(&Case, MetSituation<'_>)],
    sides: &[Option<GridSide>; 3],
    options: &[PolicyOption],
) -> PolicyGrid {
    let [x, y, group] = sides.each_ref().map(Option::as_ref);
    let (columns, rows) = (side_names(report, x, shown), side_names(report, y, shown));
    let groups = side_names(report, group, shown);
    let place: Vec<FxHashMap<&str, usize>> = [&columns, &rows, &groups]
        .map(|side| {
            side.1
                .iter()
                .enumerate()
                .map(|(index, name)| (name.as_str(), index))
                .collect()
        })
        .into();
    let mut grid =
        vec![vec![vec![None::<PolicyCell>; columns.1.len()]; rows.1.len()]; groups.1.len()];
    let mixed_options = mixed_options(shown);
    let mut mixes: Vec<Vec<f64>> = Vec::new();
    let mut is_merged = false;
    let mut met: Vec<((usize, usize), MetCell)> = Vec::new();
    for &(case, situation) in shown {
        let index_of = |nth: usize, side| {
            place[nth]
                .get(&*side_value(report, side, case, situation))
                .copied()
        };
        let (Some(column), Some(row), Some(group)) =
            (index_of(0, x), index_of(1, y), index_of(2, group))
        else {
            continue;
        };
        if situation.reached() > 0.0 {
            met.push(((group, row), met_cell(situation, column, options)));
        }
        let mut new = policy_cell(case, situation, options);
        if new.share.is_some() && !mixed_options.is_empty() {
            new.mix = Some(mixes.len());
            let shares = situation.options().map(|offer| offer.probability);
            mixes.push(shares.collect());
        }
        is_merged |= enter(&mut grid[group][row][column], new);
    }
    let with_heads = group.is_some();
    let (mut names, mut cells, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    let mut places: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for (nth, (heading, group_rows)) in groups.1.iter().zip(grid).enumerate() {
        if with_heads {
            heads.push((
                format!("{}: {}", capitalize(&groups.0), yes_or_no(heading)),
                cells.len(),
            ));
        }
        for (row_index, (name, row)) in rows.1.iter().zip(group_rows).enumerate() {
            if row.iter().any(Option::is_some) {
                places.insert((nth, row_index), cells.len());
                names.push(name.clone());
                cells.push(row);
            }
        }
    }
    let placed = |(place, met_cell): ((usize, usize), MetCell)| {
        Some(MetCell {
            place: (*places.get(&place)?, met_cell.place.1),
            ..met_cell
        })
    };
    PolicyGrid {
        columns,
        rows: (rows.0, names),
        groups: heads,
        cells,
        met: met.into_iter().filter_map(placed).collect(),
        options: Vec::new(),
        mixed_indices: mixed_indices(&mixed_options, options),
        mixed_options,
        mixes,
        is_merged,
        aim: None,
        held: Vec::new(),
        parts: Vec::new(),
    }
}

/// Returns the cell of a state that best play reaches, in this column.
fn met_cell(situation: MetSituation<'_>, column: usize, options: &[PolicyOption]) -> MetCell {
    let (_, tied_options) = best_options(situation);
    let is_best = |index: &usize| tied_options.contains(&options[*index].name.as_str());
    MetCell {
        place: (0, column),
        best: (0..options.len()).filter(is_best).collect(),
        // Even if it is tied with all others, it may be the best for a second aim.
        has_cost: tied_options.len() < situation.options().len(),
        reached: situation.reached(),
    }
}

/// Returns the best option of a state, and what the second best loses.
fn policy_cell(case: &Case, situation: MetSituation<'_>, options: &[PolicyOption]) -> PolicyCell {
    let (name, _) = best_options(situation);
    PolicyCell {
        option: options
            .iter()
            .position(|option| option.name == name)
            .unwrap_or(0),
        loss: second_best(situation).filter(|_| situation.mixed_share().is_none()),
        share: situation.mixed_share(),
        mix: None,
        kind: case
            .best_play
            .as_ref()
            .map_or(NumberKind::Mean, |play| play.kind_at(situation)),
        reached: situation.reached(),
    }
}

/// Enters a state into a cell that may hold another one already, and returns whether the two look
/// different. A state that best play reaches takes precedence over one that it does not reach.
/// Otherwise the state that is reached more often stays.
fn enter(cell: &mut Option<PolicyCell>, new: PolicyCell) -> bool {
    let counts = new.reached > 0.0 || cell.is_none_or(|before| !before.is_met());
    let is_different = counts && cell.is_some_and(|before| !before.looks_like(&new));
    if cell.is_none_or(|before| new.reached > before.reached) {
        *cell = Some(new);
    }
    is_different
}

fn yes_or_no(value: &str) -> &str {
    match value {
        "true" => "yes",
        "false" => "no",
        value => value,
    }
}

/// Returns the loss of the second best option of a state.
fn second_best(situation: MetSituation<'_>) -> Option<f64> {
    situation
        .options()
        .filter_map(|offer| offer.loss())
        .filter(|&loss| loss > 0.0)
        .min_by(f64::total_cmp)
}

/// Returns the aim of all shown situations, if they have the same.
fn shared_aim(shown: &[(&Case, MetSituation<'_>)]) -> Option<String> {
    let mut aims = shown
        .iter()
        .filter_map(|(case, _)| Some(&case.best_play.as_ref()?.aim));
    let first = aims.next()?;
    aims.all(|aim| aim == first).then(|| first.clone())
}

/// Returns the cases with best play that a chart shows. They are of one variant, unless an axis
/// shows variants.
fn best_play_cases<'r>(report: &'r Report, chart: &Chart) -> Vec<&'r Case> {
    let seeking: Vec<&Case> = report
        .cases_of(chart)
        .into_iter()
        .filter(|case| case.best_play.is_some())
        .collect();
    let by_variant = is_by_variant(chart);
    let first = seeking.first().and_then(|case| case.variant);
    seeking
        .into_iter()
        .filter(|case| by_variant || case.variant == first)
        .collect()
}

/// Returns the variant that a policy chart shows, if there are several and no axis shows them.
pub fn shown_variant(report: &Report, chart: &Chart) -> Option<usize> {
    let is_one = report.variants.len() > 1 && chart.policy.is_some() && !is_by_variant(chart);
    let cases = best_play_cases(report, chart);
    cases.first().filter(|_| is_one)?.variant
}

fn is_by_variant(chart: &Chart) -> bool {
    chart.x == Axis::Variants || chart.series == Some(Axis::Variants)
}

/// Returns the label of a side, and the names along it.
fn side_names(
    report: &Report,
    side: Option<&GridSide>,
    shown: &[(&Case, MetSituation<'_>)],
) -> (String, Vec<String>) {
    let label = match side {
        Some(GridSide::Part(name) | GridSide::Bands(name, _)) => {
            let words = shown
                .first()
                .and_then(|(_, situation)| report.words_of(situation.choice())?.part(name));
            words.map_or_else(|| name.replace('_', " "), str::to_owned)
        }
        Some(GridSide::Case(Axis::Sweep(parameter))) => report.sweep[*parameter].label.clone(),
        _ => String::new(),
    };
    if let Some(GridSide::Bands(_, bands)) = side {
        return (label, bands.iter().map(|&band| band_text(band)).collect());
    }
    let mut known: FxHashSet<Cow<'_, str>> = FxHashSet::default();
    let mut values: Vec<String> = Vec::new();
    for &(case, situation) in shown {
        let value = side_value(report, side, case, situation);
        if values.len() < MAX_VALUES && known.insert(value.clone()) {
            values.push(value.into_owned());
        }
    }
    if values.iter().all(|value| value.parse::<i64>().is_ok()) {
        values.sort_by_key(|value| value.parse::<i64>().unwrap_or(0));
    }
    (label, values)
}

fn side_value<'r>(
    report: &'r Report,
    side: Option<&GridSide>,
    case: &Case,
    situation: MetSituation<'r>,
) -> Cow<'r, str> {
    match side {
        Some(GridSide::Part(name)) => situation.part(name).unwrap_or_default().into(),
        Some(GridSide::Bands(name, bands)) => {
            let number = situation
                .part(name)
                .and_then(|value| value.parse::<i64>().ok());
            let band = number.and_then(|number| bands.iter().find(|(_, last)| number <= *last));
            band.map_or_else(String::new, |&band| band_text(band))
                .into()
        }
        Some(GridSide::Case(Axis::Sweep(parameter))) => {
            let (swept, index) = (&report.sweep[*parameter], case.point[*parameter]);
            let label = swept.labels.get(index).and_then(Option::as_deref);
            label.map_or_else(|| swept.values[index].to_string().into(), Cow::Borrowed)
        }
        Some(GridSide::Case(Axis::Variants)) => {
            let variant = case.variant.map(|index| report.variants[index].as_str());
            variant.unwrap_or_default().into()
        }
        _ => "".into(),
    }
}
