//! Fan charts: a count over steps, with its median, its middle 50% and 90%, and its mean.

use std::ops::Range;

use super::axis::round_ticks;
use super::canvas::Canvas;
use super::end_shares::EndShares;
use super::error::ChartError;
use super::fan_slices::{Slice, slices_of};
use super::geometry::{Area, Point};
use super::labels::{EndLabel, draw_end_labels};
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::Ink;
use super::plot::{Frame, SEAM, Scale};
use super::text::{LABEL, STRONG};
use super::tick::Tick;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::{Estimate, min_shown_share_text};
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Axis;
use oddsmith_model::rule::metric::Kind;

/// The height of the plot.
const HEIGHT: f64 = 34.0;

/// The maximum length of the bars at the end, on a page of at least one column.
const LONGEST_SHARE: f64 = 7.0;
/// The maximum length of the bars at the end, on a narrower page.
const LONGEST_SHARE_IF_NARROW: f64 = 4.5;

/// Draws a fan.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    if !matches!(data.observed.metric.kind, Kind::Count) {
        return Err(ChartError::Unsuitable("a fan takes a count".to_owned()));
    }
    let fan = Fan::of(data);
    let (Some(first), Some(last)) = (fan.slices.first(), fan.slices.last()) else {
        return Err(ChartError::Empty("no step has a value".to_owned()));
    };
    let mut page = Page::new(data.chart);
    // Panels share the axis of values.
    let family: Vec<Fan> = data.family().iter().map(Fan::of).collect();
    let every = || family.iter().chain([&fan]);
    let y_ticks = y_ticks(every().flat_map(Fan::values));
    let (labels, numerals) = (labels(data, last), data.words().numerals());
    let width = if data.chart.width.mm() < 80.0 {
        LONGEST_SHARE_IF_NARROW
    } else {
        LONGEST_SHARE
    };
    let end_room = if every().any(|fan| fan.end_shares.is_some()) {
        width + 2.0
    } else {
        0.0
    };
    let room = labels
        .iter()
        .map(|(text, kind, _, _)| kind.width(text))
        .fold(0.0, f64::max)
        + 2.6
        + end_room;
    let top = page.top + 1.6;
    let frame = Frame {
        area: Area::new(
            page.left() + Scale::Plain.labels_width(&y_ticks, numerals),
            top,
            page.right() - room,
            top + plot_height(HEIGHT, taller),
        ),
        x: (first.step_index as f64 - 0.5, last.step_index as f64 + 0.5),
        y: (y_ticks[0], y_ticks[y_ticks.len() - 1]),
    };
    frame.draw_grid(&mut page.canvas, &y_ticks, Scale::Plain, numerals);
    draw_bands(&mut page.canvas, &frame, &fan.slices);
    fan.draw_histories(&mut page.canvas, &frame);
    draw_medians(&mut page.canvas, &frame, &fan.slices);
    frame.draw_baseline(&mut page.canvas);
    draw_means(&mut page.canvas, &frame, &fan.slices);
    let ticks = data
        .xs
        .iter()
        .filter(|place| fan.steps().contains(&place.index));
    let ticks: Vec<Tick> = ticks
        .map(|place| Tick::for_place(place.index as f64, place))
        .collect();
    let bottom = frame.draw_x_axis(&mut page.canvas, &ticks, &data.axis_label(Axis::Steps));
    let end = last.step_index as f64;
    let half = half_width(&frame);
    let start = frame.area.right + 1.2;
    if let Some(shares) = &fan.end_shares {
        shares.draw(&mut page.canvas, &frame, start, width);
    }
    let label = |(text, kind, ink, y): (String, _, _, f64)| {
        let (x, y) = frame.page_point((end, y));
        let from = match fan.end_shares {
            // The label is right of the bars at the same height.
            Some(_) => (start + width + 0.4, y),
            // The label's line begins inside the band, or at the end of the mean's line.
            None if ink == Ink::Text => (x, y),
            None => (x + half * 0.6, y),
        };
        EndLabel {
            lines: vec![text],
            kind,
            ink,
            anchor: from,
        }
    };
    let left = frame.area.right + 2.5 + end_room;
    draw_end_labels(
        &mut page.canvas,
        labels.into_iter().map(label).collect(),
        left,
        top - 1.5,
        frame.area.bottom + 1.0,
    );
    Ok(page.finish(
        bottom,
        note::for_chart(
            data,
            fan.legend_sentences(&family, data.words()),
            Whiskers::None,
        ),
    ))
}

/// The data of a fan: the steps with a value, the values of single trials, and the distribution of
/// the last step.
struct Fan<'a> {
    slices: Vec<Slice>,
    histories: &'a [Vec<Option<i64>>],
    end_shares: Option<EndShares>,
}

impl<'a> Fan<'a> {
    fn of(data: &ChartData<'a>) -> Fan<'a> {
        let slices = slices_of(data);
        // A single step has no history, and its bands show its distribution.
        let Some(last) = slices
            .last()
            .filter(|_| slices.len() > 1)
            .map(|slice| slice.step_index)
        else {
            return Fan {
                slices,
                histories: &[],
                end_shares: None,
            };
        };
        let key = (data.cases[0].number, data.chart.metric.clone());
        let histories = data
            .report
            .histories
            .get(&key)
            .map_or(&[][..], Vec::as_slice);
        let distribution = data.distribution(0, last);
        let end = distribution
            .and_then(|distribution| EndShares::of(distribution, data.report.run.confidence));
        Fan {
            slices,
            histories,
            end_shares: end,
        }
    }

    /// Returns the range from the first step with a value to the last. Some steps between may have
    /// none.
    fn steps(&self) -> Range<usize> {
        match &self.slices[..] {
            [] => 0..0,
            [first, .., last] => first.step_index..last.step_index + 1,
            [only] => only.step_index..only.step_index + 1,
        }
    }

    /// Returns the values of a trial in this range of steps.
    fn steps_of_history(
        &self,
        history: &[Option<i64>],
    ) -> impl Iterator<Item = (usize, Option<i64>)> {
        let steps = self.steps();
        history
            .iter()
            .copied()
            .enumerate()
            .filter(move |(step, _)| steps.contains(step))
    }

    /// Returns every value that the plot must include.
    fn values(&self) -> impl Iterator<Item = f64> {
        let slice_values = |slice: &Slice| {
            let [low, high] = slice.ends().map(|value| value as f64);
            [low, high, slice.mean.exact_or_estimate()]
                .into_iter()
                .chain(slice.before.map(|median| median as f64))
        };
        let seen = self
            .histories
            .iter()
            .flat_map(move |history| self.steps_of_history(history));
        let seen = seen.filter_map(|(_, value)| Some(value? as f64));
        self.slices
            .iter()
            .flat_map(slice_values)
            .chain(seen)
            .chain(self.end_shares.iter().flat_map(EndShares::ends))
    }

    /// Draws the values of single trials, slightly shifted, so that no trial hides another one.
    fn draw_histories(&self, canvas: &mut Canvas, frame: &Frame) {
        let middle = (self.histories.len() as f64 - 1.0) / 2.0;
        for (nth, history) in self.histories.iter().enumerate() {
            let off = (nth as f64 - middle) * 0.22;
            let point_of = |(step, value): (usize, Option<i64>)| {
                value
                    .map(|value| frame.page_point((step as f64, value as f64)))
                    .map(|(x, y)| (x, y + off))
            };
            let points: Vec<Option<Point>> = self.steps_of_history(history).map(point_of).collect();
            // A step without a value is a gap.
            for run in points.split(Option::is_none).filter(|run| run.len() > 1) {
                canvas.line(run.iter().copied().flatten().collect(), Ink::Faint, 0.14);
            }
        }
    }

    /// Returns the legend of this panel and of the other panels.
    fn legend_sentences(&self, family: &[Fan], messages: &Messages) -> Vec<String> {
        let mut sentences = vec![messages.text(Word::DashedMean).to_owned()];
        if self.slices.iter().any(|slice| slice.quantiles.len() > 1) {
            sentences.push(messages.text(Word::TwoSides).to_owned());
        }
        match self.histories.len() {
            0 => {}
            1 => sentences.push(messages.text(Word::ThinFirst).to_owned()),
            count => {
                sentences.push(messages.fill(Word::ThinTrials, &[("many", &count.to_string())]))
            }
        }
        if let (Some(shares), Some(last)) = (&self.end_shares, self.slices.last()) {
            let share = min_shown_share_text(messages.numerals());
            let truncation_note = if shares.is_truncated {
                messages.fill(Word::SharesFrom, &[("share", &share)])
            } else {
                String::new()
            };
            let is_shared = family.iter().all(|fan| {
                fan.slices
                    .last()
                    .is_some_and(|slice| slice.name == last.name)
            });
            let word = if is_shared {
                Word::SharesAtEnd
            } else {
                Word::SharesAtEnds
            };
            sentences.push(messages.fill(word, &[("step", &last.name), ("cut", &truncation_note)]));
        }
        sentences
    }
}

fn y_ticks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    // The axis of a count includes 0.
    let (low, high) = values.fold((0.0f64, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    round_ticks(low, high, 6, true)
}

fn half_width(frame: &Frame) -> f64 {
    let pitch = frame.page_x(1.0) - frame.page_x(0.0);
    if pitch > 1.5 {
        ((pitch - 0.35) / 2.0).min(6.0)
    } else {
        pitch / 2.0 + SEAM
    }
}

fn draw_bands(canvas: &mut Canvas, frame: &Frame, slices: &[Slice]) {
    let half = half_width(frame);
    for slice in slices {
        let x = frame.page_x(slice.step_index as f64);
        for quantiles in &slice.quantiles {
            let [low, quarter, _, most, high] = quantiles.map(|value| frame.page_y(value as f64));
            for (bottom, top, ink) in [(low, high, Ink::Wide), (quarter, most, Ink::Half)] {
                if bottom > top {
                    canvas.rect(Area::new(x - half, top, x + half, bottom), ink);
                }
            }
        }
    }
}

/// Draws a dashed line through the means; a step without a value is a gap.
fn draw_means(canvas: &mut Canvas, frame: &Frame, slices: &[Slice]) {
    for run in slices
        .chunk_by(|slice, next| slice.step_index + 1 == next.step_index)
        .filter(|run| run.len() > 1)
    {
        let means: Vec<Point> = run
            .iter()
            .map(|slice| {
                frame.page_point((slice.step_index as f64, slice.mean.exact_or_estimate()))
            })
            .collect();
        canvas.dashed_line(&means, &[1.3, 0.8], Ink::Text, 0.35);
    }
}

/// Draws the medians, above those of an earlier run.
fn draw_medians(canvas: &mut Canvas, frame: &Frame, slices: &[Slice]) {
    let half = half_width(frame);
    for slice in slices {
        let x = frame.page_x(slice.step_index as f64);
        if let Some(before) = slice.before {
            let y = frame.page_y(before as f64);
            canvas.rect(
                Area::new(x - half, y - 0.35, x + half, y + 0.35),
                Ink::EarlierLine,
            );
        }
        let Some(median) = slice.median().map(|median| frame.page_y(median as f64)) else {
            continue;
        };
        canvas.rect(
            Area::new(x - half, median - 0.35, x + half, median + 0.35),
            Ink::Accent,
        );
    }
}

type StepLabel = (String, super::text::Type, Ink, f64);

/// Returns the labels of the last step: text, type, colour, and the height of their values.
fn labels(data: &ChartData<'_>, last: &Slice) -> Vec<StepLabel> {
    let messages = data.words();
    let mean = (
        format!(
            "{} {}",
            messages.text(Word::Mean),
            Estimate::from_reading(&last.mean).bare_mean(data.numerals())
        ),
        LABEL,
        Ink::Text,
        last.mean.exact_or_estimate(),
    );
    let [quantiles] = last.quantiles[..] else {
        return vec![mean];
    };
    let [low, quarter, median, most, high] = quantiles.map(|value| value as f64);
    // Each band is labelled where it is widest.
    let wide = if high - most >= quarter - low {
        (most + high) / 2.0
    } else {
        (low + quarter) / 2.0
    };
    let half = if most - median >= median - quarter {
        (median + most) / 2.0
    } else {
        (quarter + median) / 2.0
    };
    let share_text =
        |share: &str| messages.fill(Word::OfTrials, &[("share", &messages.percent(share))]);
    vec![
        (share_text("90"), LABEL, Ink::Quiet, wide),
        (share_text("50"), LABEL, Ink::Quiet, half),
        (
            format!(
                "{} {}",
                messages.text(Word::Median),
                data.number(quantiles[2])
            ),
            STRONG,
            Ink::Accent,
            median,
        ),
        mean,
    ]
}
