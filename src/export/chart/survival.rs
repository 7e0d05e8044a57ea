//! The falling lines of several laws: the chance of at least k, with names and numbers.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::{Area, MARGIN, Point};
use super::labels::{Clutter, LabelSide};
use super::note::Whiskers;
use super::palette::Ink;
use super::plot::Frame;
use super::series::{Style, called, merged, name_lines};
use super::tail::{Tail, ValueGrid};
use super::text::STRONG;
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, FAINT, ROUNDING};
use crate::export::goal::{Goal, apart};
use crate::figures::{Company, fixed};
use crate::report::Law;
use crate::rule::metric::ChartKind;
use crate::rule::nouns::in_a_row;
use oddsmith_engine::stats::Confidence;

/// The usual height of a plot.
pub(super) const HEIGHT: f64 = 34.0;
/// The widest that names beside the plot may be.
const NAME: f64 = 22.0;
/// More values than this have their faint tails cut.
const LONG: usize = 24;

/// From one k to the next a line that falls by more is looked at closer: between the two it is drawn straight.
const STEEP: f64 = 0.02;
/// More k than this are no longer looked between.
const MOST: usize = 2000;

/// The same k, and those between them where a line is steep.
fn where_steep(mut ks: Vec<i64>, unit: i64, laws: &[&Law], confidence: Confidence) -> Vec<i64> {
    loop {
        let tails: Vec<Tail> = laws.iter().map(|law| Tail::of(law, &ks, confidence)).collect();
        let falls = |pair: &[i64], tail: &Tail| (tail.at(pair[0]).value - tail.at(pair[1]).value).abs() > STEEP;
        let is_steep = |pair: &&[i64]| pair[1] - pair[0] > unit && tails.iter().any(|tail| falls(pair, tail));
        let half = |pair: &[i64]| pair[0] + (pair[1] - pair[0]) / unit / 2 * unit;
        let between: Vec<i64> = ks.windows(2).filter(is_steep).map(half).collect();
        if between.is_empty() || ks.len() + between.len() > MOST {
            return ks;
        }
        ks.extend(between);
        ks.sort_unstable();
    }
}

/// The falling lines of some laws.
pub(super) struct Survival {
    names: Vec<String>,
    /// All that each stands for, in quotation marks.
    quoted: Vec<String>,
    /// Sentences that name all of which a line stands for, where its name has no room for them.
    stands_for: Vec<String>,
    tails: Vec<Tail>,
    /// Those of an earlier run, each with the line that it belongs to.
    before: Vec<(usize, Tail)>,
    /// Every k shown, lowest first.
    pub(super) ks: Vec<i64>,
    /// The same and more, between which lines are straight.
    bends: Vec<i64>,
    /// From one k to the next.
    pub(super) stride: i64,
    /// Whether a faint tail was cut.
    pub(super) is_cut: bool,
    /// Whether the lines are of numbers that rise.
    is_ordered: bool,
    /// The line that stands out.
    highlight: Option<usize>,
    pub(super) goal: Option<Goal>,
    pub(super) company: Company,
    /// A line from one chance to another of the same k, of which names and numbers keep clear.
    pub(super) across: Option<(i64, [f64; 2])>,
}

impl Survival {
    pub(super) fn of(table: &ChartTable<'_>) -> Result<Survival, ChartError> {
        let known = || (0..table.lines.len()).filter_map(|line| Some((line, table.law(line, 0)?)));
        // Of what a law never shows there is nothing to count on; but a comparison is of two.
        let shows = |law: &Law| law.tally.total() > 0 || law.pmf().is_some_and(|pmf| !pmf.masses().is_empty());
        let least = if table.chart.kind == ChartKind::Compare { 2 } else { 1 };
        let is_told_apart = known().filter(|(_, law)| shows(law)).count() >= least;
        let known = known().filter(|(_, law)| !is_told_apart || shows(law));
        let (shown, laws): (Vec<usize>, Vec<&Law>) = known.unzip();
        let names = shown.iter().map(|&line| table.lines[line].name.clone()).collect();
        let earlier = shown.iter().enumerate().filter_map(|(nth, &line)| Some((nth, table.earlier(line, 0)?)));
        let earlier: Vec<(usize, &Law)> = earlier.collect();
        let grid = ValueGrid::of(laws.iter().copied().chain(earlier.iter().map(|own| own.1)))
            .ok_or_else(|| ChartError::Empty("no value was ever seen".to_owned()))?;
        let (mut ks, stride) = grid.values();
        let all: Vec<&Law> = laws.iter().copied().chain(earlier.iter().map(|own| own.1)).collect();
        let bends = where_steep(ks.clone(), grid.unit, &all, table.report.run.confidence);
        let tail = |law: &Law| Tail::of(law, &bends, table.report.run.confidence);
        let tails: Vec<Tail> = laws.iter().map(|law| tail(law)).collect();
        let before: Vec<(usize, Tail)> = earlier.into_iter().map(|(nth, law)| (nth, tail(law))).collect();
        let all = || tails.iter().chain(before.iter().map(|own| &own.1));
        let mut is_cut = false;
        if ks.len() > LONG {
            while ks.len() > 2 && all().all(|tail| tail.at(ks[ks.len() - 1]).value < FAINT) {
                ks.pop();
                is_cut = true;
            }
            let sure = |k: &&i64| all().all(|tail| tail.at(**k).value > 1.0 - FAINT);
            let sure = ks.iter().take_while(sure).count().min(ks.len() - 1);
            // The last that is all but certain stays: the line begins there.
            ks.drain(..sure.saturating_sub(1));
        }
        let is_ordered = table.is_ordered();
        let highlight = table.highlight().and_then(|own| shown.iter().position(|&line| line == own));
        let goal = table.chart.wishes.target.map(|at| Goal { at, is_chance: true });
        Ok(Survival {
            names,
            stands_for: Vec::new(),
            quoted: Vec::new(),
            tails,
            before,
            bends: bends.into_iter().filter(|k| (ks[0]..=ks[ks.len() - 1]).contains(k)).collect(),
            ks,
            stride,
            is_cut,
            is_ordered,
            highlight,
            goal,
            company: table.report.company,
            across: None,
        })
    }

    /// The same with lines that nowhere differ made one, named after all of them.
    pub(super) fn merged(mut self) -> Survival {
        let is_same = |one: usize, other: usize| {
            self.ks.iter().all(|&k| {
                let (a, b) = (self.chance(one, k), self.chance(other, k));
                a.is_exact && b.is_exact && (a.value - b.value).abs() < ROUNDING
            })
        };
        let groups = merged(self.count(), is_same);
        let line = |nth: usize| groups.iter().position(|group| group.contains(&nth)).unwrap_or(nth);
        self.before.iter_mut().for_each(|(own, _)| *own = line(*own));
        // The one that stands out is named first.
        let of = |group: &Vec<usize>| {
            let mut group = group.clone();
            group.sort_by_key(|nth| Some(*nth) != self.highlight);
            group.iter().map(|&nth| self.names[nth].as_str()).collect::<Vec<_>>()
        };
        let quoted = |group: &Vec<usize>| {
            let quoted: Vec<String> = of(group).into_iter().map(|name| format!("“{name}”")).collect();
            in_a_row(&quoted.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (names, stands_for): (Vec<String>, Vec<Option<String>>) =
            groups.iter().map(|group| called(&of(group), groups.len())).unzip();
        let quoted = groups.iter().map(quoted).collect();
        (self.names, self.quoted, self.stands_for) = (names, quoted, stands_for.into_iter().flatten().collect());
        self.highlight = self.highlight.map(line);
        let mut nth = 0;
        self.tails.retain(|_| {
            nth += 1;
            groups.iter().any(|group| group[0] == nth - 1)
        });
        self
    }

    /// The only value of the only law, and there was no other before.
    pub(super) fn only(&self) -> Option<i64> {
        match self.ks[..] {
            [only] if self.count() == 1 && self.before.is_empty() && self.chance(0, only).is_exact => Some(only),
            _ => None,
        }
    }

    /// What the last line of the page says of the k shown.
    pub(super) fn own_note(&self) -> String {
        let cut = self.is_cut.then_some("Chances under 0.1% are left out.");
        self.stands_for.iter().map(String::as_str).chain(cut).collect::<Vec<_>>().join(" ")
    }

    /// The names of all lines, in a row.
    pub(super) fn all_names(&self) -> String {
        in_a_row(&self.names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Where each line reaches the design goal.
    pub(super) fn reached(&self) -> Option<String> {
        let place = |k: i64| format!("k\u{a0}=\u{a0}{}", fixed(k as f64, 0));
        let line = |nth: usize| {
            let name = if self.count() > 1 { self.names[nth].clone() } else { String::new() };
            (name, self.ks.iter().map(|&k| (place(k), self.chance(nth, k).value)).collect())
        };
        self.goal.map(|goal| goal.reached(self.ks.len(), (0..self.count()).map(line)))
    }

    /// The first and the last k shown.
    pub(super) fn ends(&self) -> (i64, i64) {
        (self.ks[0], self.ks[self.ks.len() - 1])
    }

    /// The least height that a plot needs to have all names beside it.
    pub(super) fn height(&self) -> f64 {
        self.count() as f64 * (STRONG.pitch() + 0.6)
    }

    /// The look of a line.
    pub(super) fn style(&self, nth: usize) -> Style {
        Style::of(nth, self.count(), self.is_ordered, self.highlight)
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.tails.len()
    }

    /// All that a merged line stands for: “A” and “B”.
    pub(super) fn quoted(&self, nth: usize) -> &str {
        &self.quoted[nth]
    }

    /// The chance of at least k on a line.
    pub(super) fn chance(&self, nth: usize, k: i64) -> Estimate {
        self.tails[nth].at(k)
    }

    /// The values of the x axis at the edges of the plot.
    pub(super) fn x_range(&self) -> (f64, f64) {
        let (first, last) = self.ends();
        let (first, last) = (first as f64, last as f64);
        let room = ((last - first) * 0.04).max(0.25 * self.stride as f64);
        (first - room, last + room)
    }

    fn points(&self, frame: &Frame, nth: usize) -> Vec<Point> {
        self.path(frame, &self.tails[nth])
    }

    fn path(&self, frame: &Frame, tail: &Tail) -> Vec<Point> {
        self.bends.iter().map(|&k| frame.at((k as f64, tail.at(k).value))).collect()
    }

    /// Room that names need right of a plot; none if they stand beside their lines.
    pub(super) fn names_room(&self, canvas: &Canvas, frame: &Frame, within: Area) -> f64 {
        if self.count() == 1 || self.names_beside(canvas, frame, within).is_some() {
            return 0.0;
        }
        STRONG.widest(self.names.iter().map(String::as_str)).min(NAME) + 5.1
    }

    /// What a text among the lines must keep clear of.
    pub(super) fn clutter(&self, frame: &Frame) -> Clutter {
        let mut clutter = Clutter::default();
        for nth in 0..self.count() {
            clutter.add_line(&self.points(frame, nth));
        }
        self.before.iter().for_each(|(_, tail)| clutter.add_line(&self.path(frame, tail)));
        if let Some(line) = self.goal.and_then(|goal| goal.line(frame)) {
            clutter.add_line(&line);
        }
        clutter.add_line(&self.across(frame));
        clutter
    }

    /// The line across, as it is drawn; nothing where there is none.
    pub(super) fn across(&self, frame: &Frame) -> Vec<Point> {
        let ends = |(k, ends): (i64, [f64; 2])| ends.map(|chance| frame.at((k as f64, chance)));
        self.across.into_iter().flat_map(ends).collect()
    }

    fn names_beside(&self, canvas: &Canvas, frame: &Frame, within: Area) -> Option<Vec<Point>> {
        let mut clutter = self.clutter(frame);
        for nth in 0..self.count() {
            self.points(frame, nth).into_iter().for_each(|point| clutter.add_box(Area::around(point, 0.8)));
        }
        let mut feet = Vec::new();
        for (nth, name) in self.names.iter().enumerate() {
            let foot = clutter.beside(canvas, nth, name, within)?;
            clutter.add_box(Canvas::text_area(name, STRONG, foot, Align::Left).grown(0.4));
            feet.push(foot);
        }
        Some(feet)
    }

    /// Draws the lines with their names and numbers; says which whiskers there are.
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame, within: Area) -> Whiskers {
        let mut clutter = self.clutter(frame);
        let pitch = frame.at_x(self.stride as f64) - frame.at_x(0.0);
        let mut whiskers = Whiskers::None;
        // On every dot or on none.
        let is_long = |chance: Estimate| !chance.is_exact && frame.at_y(chance.low) - frame.at_y(chance.high) > 0.5;
        let any_long = (0..self.count()).any(|nth| self.ks.iter().any(|&k| is_long(self.chance(nth, k))));
        let has_whiskers = any_long && pitch > 1.2;
        for (nth, tail) in &self.before {
            self.style(*nth).of_earlier().trace(canvas, &self.path(frame, tail), 0.3);
        }
        for nth in 0..self.count() {
            let style = self.style(nth);
            style.line(canvas, &self.points(frame, nth), 0.5);
            let points: Vec<Point> = self.ks.iter().map(|&k| frame.at((k as f64, self.chance(nth, k).value))).collect();
            for (&point, &k) in points.iter().zip(&self.ks) {
                let chance = self.chance(nth, k);
                if !chance.is_exact {
                    let (low, high) = (frame.at_y(chance.low), frame.at_y(chance.high));
                    if has_whiskers && !chance.is_certain() && !chance.is_impossible() {
                        Style::whisker(canvas, point.0, low, high, 0.5, Ink::Text);
                        clutter.add_box(Area::new(point.0 - 0.5, high, point.0 + 0.5, low));
                        whiskers = Whiskers::Wilson;
                    } else if whiskers == Whiskers::None && pitch > 1.2 {
                        whiskers = Whiskers::Unseen;
                    }
                }
            }
            if pitch > 1.8 || points.len() == 1 {
                for point in points {
                    style.mark(canvas, point);
                    clutter.add_box(Area::around(point, 0.8));
                }
            }
        }
        self.write_names(canvas, frame, within);
        if pitch >= 3.0 {
            self.write_numbers(canvas, frame, within, &clutter);
        }
        whiskers
    }

    fn write_names(&self, canvas: &mut Canvas, frame: &Frame, within: Area) {
        if self.count() == 1 {
            return;
        }
        if let Some(feet) = self.names_beside(canvas, frame, within) {
            for (nth, foot) in feet.into_iter().enumerate() {
                let ink = self.style(nth).text;
                canvas.text(&self.names[nth], STRONG, ink, foot, Align::Left);
            }
            return;
        }
        // Nowhere beside the lines: a column at their right, in the order of the lines where they differ most.
        let left = frame.area.right + 5.0;
        let room = (NAME + 0.05).min(canvas.width - MARGIN - left);
        let spread = |k: i64| {
            let values = (0..self.count()).map(|nth| self.chance(nth, k).value);
            let (low, high) = values.fold((1.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
            high - low
        };
        let widest = self.ks.iter().copied().max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(self.ks[0]);
        let most = name_lines(self.count());
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_by(|&a, &b| self.chance(b, widest).value.total_cmp(&self.chance(a, widest).value));
        let mut y = frame.area.top;
        for nth in order {
            let style = self.style(nth);
            let lines = STRONG.wrap_at_most(&self.names[nth], room, most);
            let height = lines.len() as f64 * STRONG.pitch();
            let middle = y + height / 2.0;
            style.line(canvas, &[(left - 4.2, middle), (left - 0.8, middle)], 0.5);
            style.mark(canvas, (left - 2.5, middle));
            canvas.lines_around(&lines, STRONG, style.text, (left, middle), Align::Left);
            y += height + 0.6;
        }
    }

    fn write_numbers(&self, canvas: &mut Canvas, frame: &Frame, within: Area, clutter: &Clutter) {
        for &k in &self.ks {
            let mut order: Vec<usize> = (0..self.count()).collect();
            order.sort_by(|&a, &b| self.chance(b, k).value.total_cmp(&self.chance(a, k).value));
            for (rank, nth) in order.into_iter().enumerate() {
                let chance = self.chance(nth, k);
                // The axis says as much of what is certain or impossible; what is equal is said once.
                let same = |other: usize| self.chance(other, k).digits(self.company) == chance.digits(self.company);
                if chance.is_certain() || chance.is_impossible() || (0..nth).any(same) {
                    continue;
                }
                let style = self.style(nth);
                let text = apart(self.goal, chance.value, chance.digits(self.company));
                let at = frame.at((k as f64, chance.value));
                if let Some(foot) = clutter.near(canvas, at, &text, LabelSide::of(rank == 0, self.count() == 1), within)
                {
                    canvas.text(&text, STRONG, style.text, foot, Align::Left);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::odds::{Mass, Pmf, Tally};
    use oddsmith_engine::solve::ExactLaw;

    #[test]
    fn a_line_bends_where_it_is_steep() {
        let halves = (1..50).map(|k| (k, Mass::inexact(0.5f64.powi(k as i32)))).collect();
        let law = Law::new(None, 0, Tally::default(), Some(ExactLaw::new(Pmf::new(halves))));
        let confidence = Confidence::new(0.95).expect("a level");
        let bends = where_steep(vec![0, 512, 1024, 10_240], 1, &[&law], confidence);
        assert_eq!(bends[..8], [0, 1, 2, 3, 4, 5, 6, 7], "{bends:?}");
        assert!(bends.windows(2).all(|pair| pair[0] < pair[1]) && bends.len() < 30, "{bends:?}");
        assert_eq!(where_steep(vec![0, 100, 200], 100, &[&law], confidence), [0, 100, 200]);
    }
}
