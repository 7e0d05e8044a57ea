//! Charts of one distribution: a bar for each value, with whiskers, exact values, mean and median.

use std::ops::RangeInclusive;

use super::axis::round_ticks;
use super::bars::{Bar, Bars};
use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::Ink;
use super::parting::Parting;
use super::plot::{Frame, Scale, whole_ticks};
use super::text::{LABEL, SMALL, STRONG};
use super::tick::Tick;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::messages::Word;
use oddsmith_model::report::peaks::stretches;
use oddsmith_model::report::{Axis, Distribution, Row};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::Measure;

/// The height of the plot.
const HEIGHT: f64 = 32.0;
/// The room above the plot for the marks of mean and median.
const MARKS_HEIGHT: f64 = 9.6;

/// Draws the bars of one distribution.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let distribution = data
        .distribution(0, 0)
        .ok_or_else(|| ChartError::Empty("there is no such step".to_owned()))?;
    let is_when = data.observed.metric.kind == Kind::When;
    let bars = Bars::of(
        distribution,
        data.background(0, 0),
        data.report.run.confidence,
        is_when,
    )?;
    let mut page = Page::new(data.chart);
    if let ([only], None, true) = (&bars.bars[..], &bars.never, distribution.exact.is_some()) {
        return Ok(single_value_sheet(page, data, only.value));
    }
    let has_mean = matches!(data.observed.metric.kind, Kind::Count);
    let top = page.top + if has_mean { MARKS_HEIGHT } else { 3.0 };
    // Panels share both axes.
    let confidence = data.report.run.confidence;
    let other_bars: Vec<Bars> = (data.family().iter())
        .filter_map(|other| {
            Bars::of(
                other.distribution(0, 0)?,
                other.background(0, 0),
                confidence,
                is_when,
            )
            .ok()
        })
        .filter(|other| other.step() == bars.step())
        .collect();
    let every = || other_bars.iter().chain([&bars]);
    let tallest = every()
        .flat_map(Bars::all_bars)
        .map(Bar::top)
        .fold(0.0, f64::max);
    let has_never = every().any(|bars| bars.never.is_some());
    let least = every()
        .map(|bars| bars.bars[0].middle)
        .fold(f64::INFINITY, f64::min);
    let most = every()
        .map(|bars| bars.bars[bars.bars.len() - 1].middle)
        .fold(f64::NEG_INFINITY, f64::max);
    let bars = bars.with_never_after(most);
    let (ticks, numerals) = (
        round_ticks(0.0, tallest.min(1.0), 5, false),
        data.words().numerals(),
    );
    let area = Area::new(
        page.left() + Scale::Percent.labels_width(&ticks, numerals),
        top,
        page.right(),
        top + plot_height(HEIGHT, taller),
    );
    let last = &bars.bars[bars.bars.len() - 1];
    let room = bars.step() as f64 * 0.7;
    let end = if has_never {
        bars.never_middle(most)
    } else {
        most
    } + room;
    let frame = Frame {
        area,
        x: (least - room, end),
        y: (0.0, ticks[ticks.len() - 1]),
    };
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    let (whiskers, tops) = bars.draw(&mut page.canvas, &frame, data.numerals());
    frame.draw_baseline(&mut page.canvas);
    if !data.chart.is_panel {
        page.canvas.parting = parting(&bars, &frame);
    }
    let parted = data
        .chart
        .wishes
        .has_delimiters
        .then(|| mark_ends(&mut page.canvas, &frame, distribution, data));
    if has_mean {
        mark_middle(&mut page.canvas, &frame, data, distribution, &tops);
    }
    let highest = last.value.max(most as i64);
    let labels = x_ticks(data, &bars, least as i64..=highest, area.right - area.left);
    let bottom = frame.draw_x_axis(&mut page.canvas, &labels, &data.axis_label(Axis::Values));
    let mut sentences = bars.legend_sentences(
        distribution.exact.is_some(),
        data.chart.is_grey,
        data.words(),
    );
    sentences.extend(parted);
    Ok(page.finish(bottom, note::for_chart(data, sentences, whiskers)))
}

/// Returns the ticks below the bars: round numbers if there are many bars, else one for each bar.
/// "Never" comes last.
fn x_ticks(
    data: &ChartData<'_>,
    bars: &Bars,
    values: RangeInclusive<i64>,
    width: f64,
) -> Vec<Tick> {
    let numerals = data.words().numerals();
    let mut ticks: Vec<Tick> = match data.observed.metric.kind {
        Kind::Count | Kind::When if bars.bars.len() > 12 || bars.width > 1 => {
            whole_ticks(*values.start(), *values.end(), width, numerals)
        }
        _ => bars
            .bars
            .iter()
            .map(|bar| Tick::for_value(data, bar.value))
            .collect(),
    };
    let never = bars.never.as_ref();
    ticks.extend(never.map(|never| Tick::named(never.middle, data.absent().to_owned())));
    ticks
}

/// Returns the data for splitting the distribution, if it has enough bars.
fn parting(bars: &Bars, frame: &Frame) -> Option<Parting> {
    const MIN_BARS: usize = 3;
    let half = bars.step() as f64 / 2.0;
    let [first, .., last] = &bars.bars[..] else {
        return None;
    };
    (bars.bars.len() >= MIN_BARS).then(|| Parting {
        from: frame.page_x(first.middle - half),
        to: frame.page_x(last.middle + half),
        top: frame.area.top,
        ends: bars.bars.iter().map(Bar::ends).collect(),
        odds: bars.bars.iter().map(|bar| bar.chance.value).collect(),
        tails: bars.tails,
        never: bars.never.as_ref().map(|never| never.chance.value),
    })
}

/// Returns a sheet with only a sentence, for a chart of a single value.
pub(super) fn single_value_sheet(mut page: Page, data: &ChartData<'_>, only: i64) -> Sheet {
    let value = data.value_label(only);
    let parts = [
        ("metric", data.observed.metric.label.as_str()),
        ("value", value.as_str()),
    ];
    let text = data.words().fill(Word::Always, &parts);
    let foot = page.top + STRONG.size();
    let mut bottom = foot;
    for (i, line) in STRONG
        .wrap(&text, page.right() - page.left())
        .iter()
        .enumerate()
    {
        bottom = foot + i as f64 * STRONG.pitch();
        page.canvas
            .text(line, STRONG, Ink::Text, (page.left(), bottom), Align::Left);
    }
    page.finish(
        bottom + 1.0,
        note::for_chart(data, Vec::new(), Whiskers::None),
    )
}

/// Marks the middle 90%: a line at each end, and the three shares above the plot.
fn mark_ends(
    canvas: &mut Canvas,
    frame: &Frame,
    distribution: &Distribution,
    data: &ChartData<'_>,
) -> String {
    let confidence = data.report.run.confidence;
    let (Some(low), Some(high)) = (distribution.quantile(5), distribution.quantile(95)) else {
        return String::new();
    };
    // The values at both ends belong to the middle.
    let (left, right) = (
        frame.page_x(low as f64 - 0.5),
        frame.page_x(high as f64 + 0.5),
    );
    let Frame { area, .. } = *frame;
    let (left, right) = (
        left.clamp(area.left, area.right),
        right.clamp(area.left, area.right),
    );
    let chance = |allows: &dyn Fn(i64) -> bool| {
        let rows = distribution.rows(confidence);
        let total: f64 = rows.iter().map(Row::exact_or_estimate).sum();
        rows.iter()
            .filter(|row| allows(row.value))
            .map(Row::exact_or_estimate)
            .sum::<f64>()
            / total
    };
    let shares = [
        chance(&|value| value < low),
        chance(&|value| (low..=high).contains(&value)),
        chance(&|value| value > high),
    ];
    // An end needs no line if no value is beyond it.
    for (x, _) in [(left, shares[0]), (right, shares[2])]
        .into_iter()
        .filter(|(_, beyond)| *beyond > 0.0)
    {
        canvas.line(vec![(x, area.top - 2.4), (x, area.bottom)], Ink::Quiet, 0.2);
    }
    // The texts avoid the lines of mean and median.
    let lines = [
        distribution.quantile(50).map(|median| median as f64),
        Some(
            distribution
                .read(Measure::Mean, confidence)
                .exact_or_estimate(),
        ),
    ];
    let lines: Vec<f64> = lines
        .into_iter()
        .flatten()
        .filter(|x| x.is_finite())
        .map(|x| frame.page_x(x))
        .collect();
    let parts = [(area.left, left), (left, right), (right, area.right)];
    for (share, (from, to)) in shares
        .into_iter()
        .zip(parts)
        .filter(|(share, _)| *share > 0.0 && *share < 1.0)
    {
        let text = data.numerals().chance(share);
        let half = SMALL.width(&text) / 2.0;
        let is_free = |x: &f64| {
            let area = Canvas::text_area(&text, SMALL, (*x, area.top - 0.9), Align::Centre);
            canvas.is_clear(area) && lines.iter().all(|line| (line - x).abs() > half + 0.5)
        };
        let middle = (from + to) / 2.0;
        let room = ((to - from) / 2.0 - half - 0.4).max(0.0);
        let steps = (0..=8)
            .flat_map(|nth| [1.0, -1.0].map(|side| middle + side * room * f64::from(nth) / 8.0));
        if let Some(x) = steps.into_iter().find(is_free) {
            canvas.text(&text, SMALL, Ink::Quiet, (x, area.top - 0.9), Align::Centre);
        }
    }
    let word = if shares[0] + shares[2] > 0.0 {
        Word::Parted
    } else {
        Word::NotParted
    };
    data.words()
        .fill(word, &[("share", &data.words().percent("5"))])
}

/// Marks the mean and the median above the plot, each with a line down to the bars.
fn mark_middle(
    canvas: &mut Canvas,
    frame: &Frame,
    data: &ChartData<'_>,
    distribution: &Distribution,
    tops: &[Area],
) {
    let mean = distribution.read(Measure::Mean, data.report.run.confidence);
    let Some(median) = distribution
        .quantile(50)
        .filter(|_| mean.exact_or_estimate().is_finite())
    else {
        return;
    };
    let known = Estimate::from_reading(&mean);
    let median_number = data.number(median);
    let mean_text = format!(
        "{} {}",
        data.words().text(Word::Mean),
        known.bare_mean(data.numerals())
    );
    // If the middle of the values is empty, no median is shown.
    let has_median = stretches(distribution).len() < 2;
    let median_text = format!("{} {}", data.words().text(Word::Median), median_number);
    let rows = [
        frame.area.top - MARKS_HEIGHT + LABEL.size(),
        frame.area.top - MARKS_HEIGHT + LABEL.size() + LABEL.pitch(),
    ];
    let clamp = |x: f64| frame.page_x(x).clamp(frame.area.left, frame.area.right);
    let mut marks = [
        (clamp(median as f64), median_text, STRONG, Ink::Accent),
        (clamp(mean.exact_or_estimate()), mean_text, LABEL, Ink::Text),
    ];
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The left text is left of its line and the right one right of it, so that no line meets a
    // text.
    let [left, right] = &marks;
    let goes_left = left.0 - 0.6 - left.2.width(&left.1) >= frame.area.left - 6.0;
    let goes_right =
        right.0 + 0.6 + right.2.width(&right.1) <= canvas.width - super::geometry::MARGIN;
    let sides = match (goes_left, goes_right) {
        // If both are on one side, the text that crosses the other's line is higher.
        (false, _) => [(true, rows[0]), (true, rows[1])],
        (true, false) => [(false, rows[1]), (false, rows[0])],
        (true, true) => [(false, rows[1]), (true, rows[1])],
    };
    let shown = marks
        .iter()
        .zip(sides)
        .filter(|((.., ink), _)| has_median || *ink != Ink::Accent);
    for ((x, text, kind, ink), (to_right, foot)) in shown {
        let (text_x, align) = if to_right {
            (x + 0.6, Align::Left)
        } else {
            (x - 0.6, Align::Right)
        };
        canvas.text(text, *kind, *ink, (text_x, foot), align);
        let stop = tops
            .iter()
            .filter(|top| top.left - 0.3 < *x && *x < top.right + 0.3)
            .map(|top| top.top);
        let stop = stop.fold(frame.area.bottom, f64::min) - 0.3;
        let from = foot - kind.size() * 0.75;
        if *ink == Ink::Accent {
            canvas.line(vec![(*x, from), (*x, stop)], Ink::Accent, 0.25);
        } else {
            canvas.dashed_line(&[(*x, from), (*x, stop)], &[0.8, 0.5], Ink::Text, 0.2);
        }
    }
}
