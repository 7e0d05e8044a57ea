//! Survival curves: the probability of at least k for several distributions, with labels and
//! numbers.

#[cfg(test)]
mod tests;

use super::error::ChartError;
use super::series::{Style, group_same_lines, merged_name};
use super::tail::Tail;
use super::text::STRONG;
use oddsmith_engine::stats::Confidence;
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
/// Longer ranges of values lose their improbable tails.
const LONG_RANGE: usize = 24;

/// Between two shown k, the line is straight unless it falls by more than this. A steeper line gets
/// more points.
const STEEP_DROP: f64 = 0.02;
/// The most k with additional points.
const MOST_BENDS: usize = 2000;

/// Adds points between the k where a line is steep.
fn add_steep_ks(
    mut ks: Vec<i64>,
    unit: i64,
    distributions: &[&Distribution],
    confidence: Confidence,
) -> Vec<i64> {
    loop {
        let tails: Vec<Tail> = distributions
            .iter()
            .map(|distribution| Tail::of(distribution, &ks, confidence))
            .collect();
        let falls = |pair: &[i64], tail: &Tail| {
            (tail.chance_at_least(pair[0]).value - tail.chance_at_least(pair[1]).value).abs()
                > STEEP_DROP
        };
        let is_steep =
            |pair: &&[i64]| pair[1] - pair[0] > unit && tails.iter().any(|tail| falls(pair, tail));
        let half = |pair: &[i64]| pair[0] + (pair[1] - pair[0]) / unit / 2 * unit;
        let between: Vec<i64> = ks.windows(2).filter(is_steep).map(half).collect();
        if between.is_empty() || ks.len() + between.len() > MOST_BENDS {
            return ks;
        }
        ks.extend(between);
        ks.sort_unstable();
    }
}

/// The survival curves of some distributions.
pub(super) struct Survival {
    pub(super) names: Vec<String>,
    /// All names of each line, in quotation marks.
    pub(super) quoted_names: Vec<String>,
    /// Sentences with all names of merged lines, if they do not fit the label.
    pub(super) full_names: Vec<String>,
    pub(super) tails: Vec<Tail>,
    /// The lines of an earlier run, each with the index of its current line.
    pub(super) before: Vec<(usize, Tail)>,
    /// For each line, the index of the first one with the same odds, for all values and not only
    /// for the shown ones.
    first_alike: Vec<usize>,
    /// Every shown k, lowest first.
    pub(super) ks: Vec<i64>,
    /// The points between which lines are straight, which include the shown k.
    pub(super) bends: Vec<i64>,
    /// The distance between two k.
    pub(super) stride: i64,
    /// Whether an improbable tail was cut.
    pub(super) is_truncated: bool,
    /// Whether the lines stand for increasing numbers.
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

/// Removes the values at the start that every line reaches almost certainly, except the last of
/// them, where the lines begin. Removes the values at the end that no line reaches with a visible
/// probability, and returns whether there were any.
fn trim_certain_and_faint(ks: &mut Vec<i64>, tails: &[&Tail]) -> bool {
    let is_faint = |k: i64| {
        tails
            .iter()
            .all(|tail| tail.chance_at_least(k).value < MIN_SHOWN_SHARE)
    };
    let is_certain = |k: i64| {
        tails
            .iter()
            .all(|tail| tail.chance_at_least(k).value > 1.0 - MIN_SHOWN_SHARE)
    };
    let count = ks.len();
    while ks.len() > 2 && is_faint(ks[ks.len() - 1]) {
        ks.pop();
    }
    let is_truncated = ks.len() < count;
    let certain = ks.iter().take_while(|&&k| is_certain(k)).count();
    ks.drain(..certain.min(ks.len() - 1).saturating_sub(1));
    is_truncated
}

impl Survival {
    pub(super) fn of(table: &ChartData<'_>) -> Result<Survival, ChartError> {
        let known =
            || (0..table.lines.len()).filter_map(|line| Some((line, table.distribution(line, 0)?)));
        // A distribution without values has no curve, but a comparison needs both.
        let shows = |distribution: &Distribution| {
            distribution.tally.total() > 0
                || distribution
                    .pmf()
                    .is_some_and(|pmf| !pmf.masses().is_empty())
        };
        let least = if table.chart.kind == ChartKind::Compare {
            2
        } else {
            1
        };
        let has_enough = known()
            .filter(|(_, distribution)| shows(distribution))
            .count()
            >= least;
        let known = known().filter(|(_, distribution)| !has_enough || shows(distribution));
        let (shown, distributions): (Vec<usize>, Vec<&Distribution>) = known.unzip();
        let names = shown
            .iter()
            .map(|&line| table.lines[line].name.clone())
            .collect();
        let earlier = shown
            .iter()
            .enumerate()
            .filter_map(|(nth, &line)| Some((nth, table.earlier_distribution(line, 0)?)));
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
        let bends = add_steep_ks(
            ks.clone(),
            grid.unit,
            &all_distributions,
            table.report.run.confidence,
        );
        let tail = |distribution: &Distribution| {
            Tail::of(distribution, &bends, table.report.run.confidence)
        };
        let tails: Vec<Tail> = distributions
            .iter()
            .map(|distribution| tail(distribution))
            .collect();
        let before: Vec<(usize, Tail)> = earlier
            .into_iter()
            .map(|(nth, distribution)| (nth, tail(distribution)))
            .collect();
        let all_tails: Vec<&Tail> = tails
            .iter()
            .chain(before.iter().map(|entry| &entry.1))
            .collect();
        let is_truncated = ks.len() > LONG_RANGE && trim_certain_and_faint(&mut ks, &all_tails);
        let is_ordered = table.is_ordered();
        let highlight = table
            .highlight()
            .and_then(|highlighted| shown.iter().position(|&line| line == highlighted));
        let goal = table.chart.wishes.target.map(|target| Goal {
            value: target,
            is_chance: true,
            numerals: table.words().numerals(),
        });
        Ok(Survival {
            names,
            full_names: Vec::new(),
            quoted_names: Vec::new(),
            tails,
            first_alike: first_alike(&distributions),
            before,
            bends: bends
                .into_iter()
                .filter(|k| (ks[0]..=ks[ks.len() - 1]).contains(k))
                .collect(),
            ks,
            stride,
            is_truncated,
            is_ordered,
            highlight,
            goal,
            numerals: table.numerals(),
            gap_line: None,
        })
    }

    /// Merges equal lines; the merged line has the names of all of them.
    pub(super) fn merge_same_lines(mut self, messages: &Messages) -> Survival {
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
            group.sort_by_key(|nth| Some(*nth) != self.highlight);
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
        self.tails.retain(|_| {
            nth += 1;
            groups.iter().any(|group| group[0] == nth - 1)
        });
        self
    }

    /// Returns the value if there is one distribution with a single value, also in the earlier run.
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
        self.tails.len()
    }

    /// Returns all names of a merged line: “A” and “B”.
    pub(super) fn quoted_name(&self, nth: usize) -> &str {
        &self.quoted_names[nth]
    }

    /// Returns the probability of at least k on a line.
    pub(super) fn chance(&self, nth: usize, k: i64) -> Estimate {
        self.tails[nth].chance_at_least(k)
    }

    /// Returns the values of the x axis at the edges of the plot.
    pub(super) fn x_range(&self) -> (f64, f64) {
        let (first, last) = self.ends();
        let (first, last) = (first as f64, last as f64);
        let room = ((last - first) * 0.04).max(0.25 * self.stride as f64);
        (first - room, last + room)
    }
}
