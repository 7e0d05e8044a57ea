//! Two variants at named places: a dot for each and the gap between them, a row for each place.

use super::axis::{round_ticks, tick_decimals};
use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::note::{self, Whiskers};
use super::number::decimals;
use super::page::{Page, Sheet, width};
use super::palette::{BLACK, GRID, OTHERS, SUBTITLE};
use super::pick::{Pick, Place};
use super::series::Style;
use super::text::{LABEL, STRONG};
use crate::estimate::{Estimate, fixed};
use crate::report::{Axis, Reading};

/// Rows at the most.
const MOST_ROWS: usize = 16;
/// The widest that a row's name may be before it is wrapped, as a share of the page.
const NAME: f64 = 0.3;
/// From row to row.
const PITCH: f64 = 6.0;
/// Between a dot and its number.
const SPACE: f64 = 1.3;

/// A place, and what the two variants show there.
struct Row {
    name: Vec<String>,
    both: [Reading; 2],
    /// The same of an earlier run.
    before: [Option<f64>; 2],
}

/// Whether a chart of lines is told better so: two variants, at places that are no numbers.
pub(super) fn fits(pick: &Pick) -> bool {
    let places = pick.places(pick.chart.x);
    let is_named = places.iter().all(|place| place.tick.parse::<f64>().is_err());
    let has_no_goal = pick.chart.wishes.target.is_none();
    pick.chart.series == Some(Axis::Variants)
        && pick.chart.x != Axis::Variants
        && pick.series().len() == 2
        && is_named
        && has_no_goal
        && (2..=MOST_ROWS).contains(&places.len())
        && rows(pick, &places, 0.0).is_some()
}

/// The rows; `None` where one of the two shows nothing at a place.
fn rows(pick: &Pick, places: &[Place], room: f64) -> Option<Vec<Row>> {
    let (series, confidence) = (pick.series(), pick.report.run.confidence);
    let read = |law| pick.observed.read(law, pick.chart.measure, confidence);
    let mut rows = Vec::new();
    for place in places {
        let now = |nth: usize| Some(read(pick.law(&[&series[nth], place])?)).filter(|own| own.best().is_finite());
        let before =
            |nth: usize| Some(read(pick.earlier(&[&series[nth], place])?).best()).filter(|own| own.is_finite());
        let name = STRONG.wrap_at_most(&place.name, room, 3);
        rows.push(Row { name, both: [now(0)?, now(1)?], before: [before(0), before(1)] });
    }
    Some(rows)
}

/// Draws dumbbells.
pub(super) fn draw(pick: &Pick, taller: f64) -> Result<Sheet, ChartError> {
    let (places, series) = (pick.places(pick.chart.x), pick.series());
    let names = STRONG.widest(places.iter().map(|place| place.name.as_str())).min(NAME * width(pick.chart));
    let empty = || ChartError::Empty("a variant shows nothing at a place".to_owned());
    let rows = rows(pick, &places, names + 0.01).ok_or_else(empty)?;
    let readings = || rows.iter().flat_map(|row| &row.both);
    let scale = Scale {
        is_probability: rows[0].both[0].is_probability,
        decimals: decimals(readings()),
        styles: [0, 1].map(|nth| Style::of(nth, 2, false, pick.highlight(&series))),
    };
    let mut page = Page::new(pick.chart);
    let top = scale.legend(&mut page, &series) + 1.0;
    let gaps: Vec<String> = rows.iter().map(|row| scale.gap(row)).collect();
    let gap_head = if scale.is_probability { "Points" } else { "Gap" };
    let gap_room = STRONG.widest(gaps.iter().map(String::as_str)).max(LABEL.width(gap_head));
    let is_whiskered = readings().any(|reading| reading.exact.is_none());
    let number_room = readings().map(|reading| STRONG.width(&scale.number(reading))).fold(0.0, f64::max) + SPACE;
    let (left, right) = (page.left() + names + 2.0, page.right() - gap_room - 2.0);
    let before = rows.iter().flat_map(|row| row.before).flatten();
    let ends = readings().flat_map(|own| [own.best(), own.interval.low, own.interval.high]);
    let ends = ends.filter(|end| end.is_finite()).chain(before);
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
    let most = if scale.is_probability { high.clamp(0.02, 1.0) } else { high };
    // Numbers stand beside the dots, within the plot where the axis leaves room for them.
    let inner = (left + number_room, right - number_room);
    let ticks = scale.ticks((low, most), inner.1 - inner.0);
    let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
    let x = |value: f64| inner.0 + (value - first) / (last - first) * (inner.1 - inner.0);
    let pitch = |row: &Row| (PITCH + taller / rows.len() as f64).max(row.name.len() as f64 * LABEL.pitch() + 0.6);
    let head = top + LABEL.pitch();
    let bottom = head + 0.8 + rows.iter().map(pitch).sum::<f64>();
    for &tick in &ticks {
        page.canvas.line(vec![(x(tick), head + 0.4), (x(tick), bottom)], GRID, 0.1);
    }
    if first <= 0.0 {
        page.canvas.line(vec![(x(0.0), head + 0.4), (x(0.0), bottom)], BLACK, 0.25);
    }
    let edge = page.right();
    page.canvas.text(gap_head, LABEL, SUBTITLE, (edge, head), Align::Right);
    let mut y = head + 0.8;
    for (row, gap) in rows.iter().zip(&gaps) {
        let middle = y + pitch(row) / 2.0;
        page.canvas.lines_around(&row.name, STRONG, BLACK, (page.left(), middle), Align::Left);
        scale.row(&mut page.canvas, row, middle, &x);
        page.canvas.text(gap, STRONG, BLACK, (edge, middle + STRONG.half_cap()), Align::Right);
        y += pitch(row);
    }
    let foot = scale.axis(&mut page.canvas, &ticks, bottom, &x);
    let whiskers = match (is_whiskered, scale.is_probability) {
        (false, _) => Whiskers::None,
        (true, true) => Whiskers::Wilson,
        (true, false) => Whiskers::Normal,
    };
    let own = format!("{gap_head}: “{}” less “{}”.", series[1].name, series[0].name);
    Ok(page.finish(foot, &note::of(pick, &own, whiskers)))
}

/// How the two are shown.
struct Scale {
    is_probability: bool,
    decimals: usize,
    styles: [Style; 2],
}

impl Scale {
    fn number(&self, reading: &Reading) -> String {
        let known = Estimate::read(reading);
        if self.is_probability { known.digits() } else { known.number(self.decimals) }
    }

    /// By how much the second is above the first.
    fn gap(&self, row: &Row) -> String {
        let by = row.both[1].best() - row.both[0].best();
        let told = if self.is_probability { fixed(by * 100.0, 0) } else { fixed(by, self.decimals) };
        let is_nothing = !told.contains(|digit: char| digit.is_ascii_digit() && digit != '0');
        match is_nothing {
            // What is too small to be told has no sign.
            true if by.abs() < 1e-9 => "0".to_owned(),
            true => format!(
                "<{}",
                if self.is_probability {
                    "1".to_owned()
                } else {
                    fixed(0.1f64.powi(self.decimals as i32), self.decimals)
                }
            ),
            false if by > 0.0 => format!("+{told}"),
            false => told,
        }
    }

    /// Names both, each with its mark; gives where that ends.
    fn legend(&self, page: &mut Page, series: &[Place]) -> f64 {
        const MARK: f64 = 2.2;
        let room = page.right() - page.left();
        let (mut x, mut foot) = (page.left(), page.top + STRONG.size());
        for (style, place) in self.styles.iter().zip(series) {
            let name = STRONG.cut(&place.name, room - MARK);
            let wide = MARK + STRONG.width(&name);
            if x > page.left() && x + wide > page.right() {
                (x, foot) = (page.left(), foot + STRONG.pitch());
            }
            style.mark(&mut page.canvas, (x + 0.8, foot - STRONG.half_cap()));
            page.canvas.text(&name, STRONG, style.text, (x + MARK, foot), Align::Left);
            x += wide + 3.0;
        }
        foot
    }

    fn row(&self, canvas: &mut Canvas, row: &Row, middle: f64, x: &dyn Fn(f64) -> f64) {
        let at = row.both.map(|reading| x(reading.best()));
        canvas.line(vec![(at[0].min(at[1]), middle), (at[0].max(at[1]), middle)], OTHERS, 0.6);
        for (style, before) in self.styles.iter().zip(row.before) {
            before.into_iter().for_each(|before| style.of_earlier().mark(canvas, (x(before), middle)));
        }
        let rightmost = usize::from(at[1] >= at[0]);
        let told = row.both.map(|reading| self.number(&reading));
        let is_same = told[0] == told[1];
        // The second lies on the first where both are one, and one number is enough.
        for (nth, reading) in row.both.iter().enumerate() {
            let Style { text: ink, .. } = self.styles[nth];
            let mut ends = [at[nth]; 2];
            if reading.exact.is_none() && reading.interval.low.is_finite() {
                ends = [x(reading.interval.low), x(reading.interval.high)];
                canvas.line(vec![(ends[0], middle), (ends[1], middle)], ink, 0.25);
                ends.iter().for_each(|&end| canvas.line(vec![(end, middle - 0.6), (end, middle + 0.6)], ink, 0.25));
            }
            self.styles[nth].mark(canvas, (at[nth], middle));
            let foot = middle + STRONG.half_cap();
            let (right, left) = (ends[1].max(at[nth]) + SPACE, ends[0].min(at[nth]) - SPACE);
            if nth == rightmost {
                canvas.text_on_plate(&told[nth], STRONG, if is_same { BLACK } else { ink }, (right, foot), Align::Left);
            } else if !is_same {
                canvas.text_on_plate(&told[nth], STRONG, ink, (left, foot), Align::Right);
            }
        }
    }

    /// What a number of the axis is multiplied by.
    fn unit(&self) -> f64 {
        if self.is_probability { 100.0 } else { 1.0 }
    }

    fn label(&self, tick: f64, step: f64) -> String {
        fixed(tick * self.unit(), tick_decimals(step * self.unit()))
    }

    /// As many ticks as leave room between their numbers.
    fn ticks(&self, (low, high): (f64, f64), room: f64) -> Vec<f64> {
        let fits = |ticks: &Vec<f64>| {
            let (step, count) = (ticks[1] - ticks[0], ticks.len() as f64);
            let widest =
                ticks.iter().map(|&tick| LABEL.width(&format!("{}%", self.label(tick, step)))).fold(0.0, f64::max);
            widest + 1.0 <= room / (count - 1.0)
        };
        let all = || (1..=5).rev().map(|most| round_ticks(low, high, most, false));
        all().find(fits).unwrap_or_else(|| round_ticks(low, high, 1, false))
    }

    fn axis(&self, canvas: &mut Canvas, ticks: &[f64], bottom: f64, x: &dyn Fn(f64) -> f64) -> f64 {
        let foot = bottom + LABEL.pitch();
        for (nth, &tick) in ticks.iter().enumerate() {
            let sign = if self.is_probability && nth + 1 == ticks.len() { "%" } else { "" };
            let text = self.label(tick, ticks[1] - ticks[0]) + sign;
            canvas.text(&text, LABEL, SUBTITLE, (x(tick), foot), Align::Centre);
        }
        foot
    }
}
