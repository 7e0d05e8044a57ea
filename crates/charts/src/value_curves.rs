//! Curves over values: for several distributions, the probability of at least, of at most or of
//! exactly each value, with labels and numbers.

#[cfg(test)]
mod tests;

use super::curve::Curve;
use super::error::ChartError;
use super::series::{Style, group_same_lines, merged_name};
use super::text::STRONG;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::{Estimate, MIN_SHOWN_SHARE, min_shown_share_text};
use oddsmith_model::figures::Numerals;
use oddsmith_model::goal::Goal;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Distribution;
use oddsmith_model::rule::presentation::ChartKind;
use oddsmith_model::value_grid::ValueGrid;

/// The usual height of a plot.
pub(super) const HEIGHT: f64 = 34.0;
/// Longer ranges of values lose the improbable ones at their ends.
const LONG_RANGE: usize = 24;

/// Between two shown k, the line is straight unless it changes by more than this. A steeper line
/// gets more points.
const STEEP_CHANGE: f64 = 0.02;
/// The maximal number of k, including additional points.
const MAX_BENDS: usize = 2000;

/// Adds points between the k where a line is steep. `curves_at` returns the lines at some k.
fn add_steep_ks(mut ks: Vec<i64>, unit: i64, curves_at: impl Fn(&[i64]) -> Vec<Curve>) -> Vec<i64> {
    loop {
        let curves = curves_at(&ks);
        let is_steep_line = |pair: &[i64], curve: &Curve| {
            (curve.chance(pair[0]).value - curve.chance(pair[1]).value).abs() > STEEP_CHANGE
        };
        let is_steep = |pair: &&[i64]| {
            pair[1] - pair[0] > unit && curves.iter().any(|curve| is_steep_line(pair, curve))
        };
        let half = |pair: &[i64]| pair[0] + (pair[1] - pair[0]) / unit / 2 * unit;
        let between: Vec<i64> = ks.windows(2).filter(is_steep).map(half).collect();
        if between.is_empty() || ks.len() + between.len() > MAX_BENDS {
            return ks;
        }
        ks.extend(between);
        ks.sort_unstable();
    }
}

/// Returns every value of a grid, if they are few enough to be points of a line.
fn every_value(grid: ValueGrid) -> Option<Vec<i64>> {
    let count = usize::try_from((grid.high - grid.low) / grid.unit).ok()?;
    (count < MAX_BENDS).then(|| {
        (0..=count as i64)
            .map(|nth| grid.low + nth * grid.unit)
            .collect()
    })
}

/// The curves of some distributions.
pub(super) struct ValueCurves {
    pub(super) names: Vec<String>,
    /// All names of each line, in quotation marks.
    pub(super) quoted_names: Vec<String>,
    /// Sentences with all names of merged lines, if they do not fit the label.
    pub(super) full_names: Vec<String>,
    pub(super) curves: Vec<Curve>,
    /// The lines of an earlier run, each with the index of its current line.
    pub(super) before: Vec<(usize, Curve)>,
    /// For each line, the index of the first one with the same odds, for all values and not only
    /// for the shown ones.
    first_alike: Vec<usize>,
    /// Every shown k, lowest first.
    pub(super) ks: Vec<i64>,
    /// The points between which lines are straight, which include the shown k.
    pub(super) bends: Vec<i64>,
    /// The distance between two k.
    pub(super) stride: i64,
    /// Whether improbable values at an end were cut.
    pub(super) is_truncated: bool,
    /// Whether the lines have numbers. The chances of exactly a value lie too close together.
    pub(super) has_numbers: bool,
    /// Whether the lines are for increasing numbers.
    pub(super) is_ordered: bool,
    /// The index of the highlighted line.
    pub(super) highlight: Option<usize>,
    pub(super) goal: Option<Goal>,
    pub(super) numerals: Numerals,
    /// A vertical line between two probabilities of the same k, which labels and numbers must
    /// avoid.
    pub(super) gap_line: Option<(i64, [f64; 2])>,
}

/// Returns for each distribution the index of the first one that is exactly the same.
fn first_alike(distributions: &[&Distribution]) -> Vec<usize> {
    let is_same = |distribution: &Distribution, other: &Distribution| {
        std::ptr::eq(distribution, other)
            || distribution.exact.is_some() && distribution.is_like(other)
    };
    let first = |&distribution: &&Distribution| {
        distributions
            .iter()
            .position(|other| is_same(other, distribution))
            .unwrap_or(0)
    };
    distributions.iter().map(first).collect()
}

/// Removes the values at both ends that no line shows with a visible probability, and returns
/// whether there were any. Of the values at an end that every line reaches almost certainly, it
/// keeps one, where the lines begin or end.
fn trim_certain_and_faint(ks: &mut Vec<i64>, curves: &[&Curve]) -> bool {
    let is_faint = |k: &i64| {
        curves
            .iter()
            .all(|curve| curve.chance(*k).value < MIN_SHOWN_SHARE)
    };
    let is_certain = |k: &i64| {
        curves
            .iter()
            .all(|curve| curve.chance(*k).value > 1.0 - MIN_SHOWN_SHARE)
    };
    let count = ks.len();
    while ks.len() > 2 && is_faint(&ks[ks.len() - 1]) {
        ks.pop();
    }
    let faint = ks.iter().take_while(|k| is_faint(k)).count();
    ks.drain(..faint.min(ks.len().saturating_sub(2)));
    let is_truncated = ks.len() < count;
    let certain = ks.iter().rev().take_while(|k| is_certain(k)).count();
    ks.truncate(ks.len() - certain.min(ks.len() - 1).saturating_sub(1));
    let certain = ks.iter().take_while(|k| is_certain(k)).count();
    ks.drain(..certain.min(ks.len() - 1).saturating_sub(1));
    is_truncated
}

/// Returns the lines that have a curve, each with its distribution.
fn shown_distributions<'t>(data: &'t ChartData<'_>) -> (Vec<usize>, Vec<&'t Distribution>) {
    let known =
        || (0..data.lines.len()).filter_map(|line| Some((line, data.distribution(line, 0)?)));
    // A distribution without values has no curve, but a comparison needs both.
    let shows = |distribution: &Distribution| {
        distribution.tally.total() > 0
            || distribution
                .pmf()
                .is_some_and(|pmf| !pmf.masses().is_empty())
    };
    let least = if data.chart.kind == ChartKind::Compare {
        2
    } else {
        1
    };
    let has_enough = known()
        .filter(|(_, distribution)| shows(distribution))
        .count()
        >= least;
    let known = known().filter(|(_, distribution)| !has_enough || shows(distribution));
    known.unzip()
}

/// Returns the values at which the curves may bend.
fn bending_values(
    data: &ChartData<'_>,
    grid: ValueGrid,
    ks: &[i64],
    distributions: &[&Distribution],
) -> Vec<i64> {
    // The chance of exactly a value may jump, so that the line needs all of them.
    let all_values = (data.chart.kind == ChartKind::Distribution)
        .then(|| every_value(grid))
        .flatten();
    all_values.unwrap_or_else(|| {
        add_steep_ks(ks.to_vec(), grid.unit, |ks| {
            distributions
                .iter()
                .map(|distribution| Curve::of(data, distribution, ks))
                .collect()
        })
    })
}

impl ValueCurves {
    pub(super) fn of(data: &ChartData<'_>) -> Result<ValueCurves, ChartError> {
        let (shown, distributions) = shown_distributions(data);
        let names = shown
            .iter()
            .map(|&line| data.lines[line].name.clone())
            .collect();
        let earlier = shown
            .iter()
            .enumerate()
            .filter_map(|(nth, &line)| Some((nth, data.earlier_distribution(line, 0)?)));
        let earlier: Vec<(usize, &Distribution)> = earlier.collect();
        let grid = ValueGrid::from_distributions(
            distributions
                .iter()
                .copied()
                .chain(earlier.iter().map(|entry| entry.1)),
        )
        .ok_or_else(|| ChartError::Empty("no value was ever seen".to_owned()))?;
        let (mut ks, stride) = grid.values();
        let all_distributions: Vec<&Distribution> = distributions
            .iter()
            .copied()
            .chain(earlier.iter().map(|entry| entry.1))
            .collect();
        let curve = |distribution: &Distribution, ks: &[i64]| Curve::of(data, distribution, ks);
        let bends = bending_values(data, grid, &ks, &all_distributions);
        let curves: Vec<Curve> = distributions
            .iter()
            .map(|distribution| curve(distribution, &bends))
            .collect();
        let before: Vec<(usize, Curve)> = earlier
            .into_iter()
            .map(|(nth, distribution)| (nth, curve(distribution, &bends)))
            .collect();
        let all_curves: Vec<&Curve> = curves
            .iter()
            .chain(before.iter().map(|entry| &entry.1))
            .collect();
        let is_truncated = ks.len() > LONG_RANGE && trim_certain_and_faint(&mut ks, &all_curves);
        let is_ordered = data.is_ordered();
        let highlight = data
            .highlight()
            .and_then(|highlighted| shown.iter().position(|&line| line == highlighted));
        let goal = data.chart.wishes.target.map(|target| Goal {
            value: target,
            is_chance: true,
            numerals: data.words().numerals(),
        });
        Ok(ValueCurves {
            names,
            full_names: Vec::new(),
            quoted_names: Vec::new(),
            curves,
            first_alike: first_alike(&distributions),
            before,
            bends: bends
                .into_iter()
                .filter(|k| (ks[0]..=ks[ks.len() - 1]).contains(k))
                .collect(),
            ks,
            stride,
            is_truncated,
            has_numbers: data.chart.kind != ChartKind::Distribution,
            is_ordered,
            highlight,
            goal,
            numerals: data.numerals(),
            gap_line: None,
        })
    }

    /// Merges equal lines; the merged line has the names of all of them.
    pub(super) fn merge_same_lines(mut self, messages: &Messages) -> ValueCurves {
        let groups = group_same_lines(self.count(), |line_index, other| {
            self.first_alike[line_index] == self.first_alike[other]
        });
        let line = |nth: usize| {
            groups
                .iter()
                .position(|group| group.contains(&nth))
                .unwrap_or(nth)
        };
        self.before
            .iter_mut()
            .for_each(|(line_index, _)| *line_index = line(*line_index));
        // The highlighted line is named first.
        let names_of = |group: &Vec<usize>| {
            let mut group = group.clone();
            // A single line has no label, and its sentence names the first and the last setting.
            if groups.len() > 1 {
                group.sort_by_key(|nth| Some(*nth) != self.highlight);
            }
            group
                .iter()
                .map(|&nth| self.names[nth].as_str())
                .collect::<Vec<_>>()
        };
        let quoted = |group: &Vec<usize>| {
            let quoted: Vec<String> = names_of(group)
                .into_iter()
                .map(|name| messages.quote(name))
                .collect();
            messages.join_names(
                &quoted.iter().map(String::as_str).collect::<Vec<_>>(),
                Word::And,
            )
        };
        let (names, full_names): (Vec<String>, Vec<Option<String>>) = groups
            .iter()
            .map(|group| merged_name(&names_of(group), groups.len(), messages))
            .unzip();
        let quoted = groups.iter().map(quoted).collect();
        (self.names, self.quoted_names, self.full_names) =
            (names, quoted, full_names.into_iter().flatten().collect());
        self.highlight = self.highlight.map(line);
        let mut nth = 0;
        self.curves.retain(|_| {
            nth += 1;
            groups.iter().any(|group| group[0] == nth - 1)
        });
        self
    }

    /// Returns the value if there is a single line with one exact value, and no line of an earlier
    /// run.
    pub(super) fn only_value(&self) -> Option<i64> {
        match self.ks[..] {
            [only]
                if self.count() == 1 && self.before.is_empty() && self.chance(0, only).is_exact =>
            {
                Some(only)
            }
            _ => None,
        }
    }

    /// Returns the note about the shown k.
    pub(super) fn legend_text(&self, messages: &Messages) -> String {
        let truncation_note = self.is_truncated.then(|| {
            messages.fill(
                Word::FaintLeftOut,
                &[("share", &min_shown_share_text(messages.numerals()))],
            )
        });
        self.full_names
            .iter()
            .map(String::as_str)
            .chain(truncation_note.as_deref())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the names of all lines in one text.
    pub(super) fn all_names(&self, messages: &Messages) -> String {
        messages.join_names(
            &self.names.iter().map(String::as_str).collect::<Vec<_>>(),
            Word::And,
        )
    }

    /// Returns where each line reaches the design goal.
    pub(super) fn goal_text(&self, messages: &Messages) -> Option<String> {
        let place = |k: i64| format!("k\u{a0}=\u{a0}{}", messages.numerals().fixed(k as f64, 0));
        let line = |nth: usize| {
            let name = if self.count() > 1 {
                self.names[nth].clone()
            } else {
                String::new()
            };
            (
                name,
                self.ks
                    .iter()
                    .map(|&k| (place(k), self.chance(nth, k).value))
                    .collect(),
            )
        };
        self.goal
            .map(|goal| goal.reached_text(messages, self.ks.len(), (0..self.count()).map(line)))
    }

    /// Returns the first and the last shown k.
    pub(super) fn ends(&self) -> (i64, i64) {
        (self.ks[0], self.ks[self.ks.len() - 1])
    }

    /// Returns the minimum height of a plot with all labels at its side.
    pub(super) fn height(&self) -> f64 {
        self.count() as f64 * (STRONG.pitch() + 0.6)
    }

    /// Returns the style of a line.
    pub(super) fn style(&self, nth: usize) -> Style {
        Style::for_series(nth, self.count(), self.is_ordered, self.highlight)
    }

    /// Returns the number of lines.
    pub(super) fn count(&self) -> usize {
        self.curves.len()
    }

    /// Returns all names of a merged line: “A” and “B”.
    pub(super) fn quoted_name(&self, nth: usize) -> &str {
        &self.quoted_names[nth]
    }

    /// Returns the probability that a line shows of a value.
    pub(super) fn chance(&self, nth: usize, k: i64) -> Estimate {
        self.curves[nth].chance(k)
    }

    /// Returns the highest probability of any line.
    pub(super) fn highest(&self) -> f64 {
        let chances = |curve: &Curve| {
            let chance = |&k| curve.chance(k).value;
            self.bends.iter().map(chance).fold(0.0, f64::max)
        };
        let earlier = self.before.iter().map(|(_, curve)| curve);
        self.curves
            .iter()
            .chain(earlier)
            .map(chances)
            .fold(0.0, f64::max)
    }

    /// Returns the values of the x axis at the edges of the plot.
    pub(super) fn x_range(&self) -> (f64, f64) {
        let (first, last) = self.ends();
        let (first, last) = (first as f64, last as f64);
        let room = ((last - first) * 0.04).max(0.25 * self.stride as f64);
        (first - room, last + room)
    }
}
