//! The bars of one distribution: how values are grouped, and how bars are drawn.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::{Area, Point};
use super::note::Whiskers;
use super::palette::Ink;
use super::plot::{Frame, SEAM};
use super::series::Style;
use super::text::{SMALL_STRONG, STRONG, Type};
use oddsmith_engine::stats::Confidence;
use oddsmith_model::estimate::{Estimate, min_shown_share_text};
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::{Distribution, Row};
use oddsmith_model::value_grid::{ValueGrid, is_zero_separate, round_up, without_faint_tails};

/// Longer ranges of values lose their improbable tails.
const LONG_RANGE: i64 = 40;
/// The gap between two numbers.
pub(super) const NUMBER_GAP: f64 = 0.6;
/// More values than this are grouped.
const MOST_BARS: i64 = 240;

/// A bar for one or more values.
pub(super) struct Bar {
    /// The lowest of its values.
    pub(super) value: i64,
    /// The highest of its values.
    highest_value: i64,
    /// Its position: the middle of its values.
    pub(super) middle: f64,
    pub(super) chance: Estimate,
    estimate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The probability of the bar behind it: from an earlier run, or in the first panel.
    before: Option<f64>,
}

pub(super) struct Bars {
    pub(super) bars: Vec<Bar>,
    /// For the time of an event: the trials in which it never happens.
    pub(super) never: Option<Bar>,
    /// The number of values in a bar.
    pub(super) width: i64,
    /// Whether 0 has a separate bar among bars of several values.
    is_zero_apart: bool,
    /// The distance between possible values.
    unit: i64,
    /// The first and the last shown value, if values are left out.
    truncated_at: (Option<i64>, Option<i64>),
    /// The probability of the values that are left out.
    pub(super) tails: [f64; 2],
    /// Whether trials were run.
    is_sampled: bool,
}

impl Bar {
    /// Returns the lowest and the highest value of the bar.
    pub(super) fn ends(&self) -> [i64; 2] {
        [self.value, self.highest_value]
    }

    /// Returns the top of everything that is drawn for the bar.
    pub(super) fn top(&self) -> f64 {
        self.chance
            .value
            .max(self.high)
            .max(self.before.unwrap_or(0.0))
    }

    /// Returns the baseline of its number, which is higher if the top of the bar behind would cross
    /// it.
    fn number_foot(&self, frame: &Frame, foot: f64) -> f64 {
        let Some(before) = self.before.filter(|before| *before > 0.0) else {
            return foot;
        };
        let (line, text) = (
            frame.page_y(before),
            Canvas::text_area("0", STRONG, (0.0, foot), Align::Left).grown(0.3),
        );
        if text.top < line && line < text.bottom {
            line - 0.6
        } else {
            foot
        }
    }
}

/// Returns the rows of the values that occur. If `at_some_time`, their chances are of all trials.
fn occurring_rows(
    distribution: &Distribution,
    confidence: Confidence,
    at_some_time: bool,
) -> Vec<Row> {
    let mut rows = if at_some_time {
        distribution.rows_of_all(confidence)
    } else {
        distribution.rows(confidence)
    };
    rows.retain(|row| row.count > 0 || row.exact_or_estimate() > 0.0);
    rows
}

/// Returns the lowest and the highest value of two lists of rows in ascending order.
fn value_range(lists: [&[Row]; 2]) -> (i64, i64) {
    lists
        .into_iter()
        .filter_map(|rows| Some((rows.first()?.value, rows.last()?.value)))
        .fold((i64::MAX, i64::MIN), |(low, high), (first, last)| {
            (low.min(first), high.max(last))
        })
}

impl Bars {
    /// Returns the bars of a distribution, with those of an earlier one behind them. If
    /// `at_some_time`, chances are of all trials, and not only of those with a value.
    pub(super) fn of(
        distribution: &Distribution,
        earlier: Option<&Distribution>,
        confidence: Confidence,
        at_some_time: bool,
    ) -> Result<Bars, ChartError> {
        let rows_of = |shown: &Distribution| occurring_rows(shown, confidence, at_some_time);
        let before = earlier.map(rows_of).unwrap_or_default();
        let rows = rows_of(distribution);
        if rows.is_empty() {
            return Err(ChartError::Empty("no value was ever seen".to_owned()));
        }
        let unit = ValueGrid::from_distributions([distribution].into_iter().chain(earlier))
            .map_or(1, |grid| grid.unit);
        let (low, high) = value_range([&rows, &before]);
        let (first, last) = if (high - low) / unit > LONG_RANGE {
            value_range([without_faint_tails(&rows), without_faint_tails(&before)])
        } else {
            (low, high)
        };
        let width = round_up((last - first) / unit / MOST_BARS + 1);
        let trials = if at_some_time {
            distribution.trials
        } else {
            distribution.tally.total()
        };
        let reading_of = |distribution: &Distribution, allows: &dyn Fn(i64) -> bool| {
            if at_some_time {
                distribution.chance_of_all(confidence, allows)
            } else {
                distribution.chance(confidence, allows)
            }
        };
        let reading_where = |allows: &dyn Fn(i64) -> bool| reading_of(distribution, allows);
        let step = width * unit;
        let is_zero_apart = width > 1 && is_zero_separate(&rows, first, step);
        let mut bars = Vec::new();
        let mut rest = &rows[rows.partition_point(|row| row.value < first)..];
        for Stretch {
            value,
            end: past,
            middle,
        } in stretches(first, last, step, unit, is_zero_apart)
        {
            let (bar_rows, later_rows) =
                rest.split_at(rest.partition_point(|row| row.value < past));
            rest = later_rows;
            let ends = bar_rows.first().zip(bar_rows.last());
            let reading = reading_where(&|value| {
                ends.is_some_and(|(first, last)| (first.value..=last.value).contains(&value))
            });
            let chance = Estimate::from_reading(&reading);
            let (estimate, low, high) = if trials > 0 {
                (
                    reading.estimate,
                    reading.interval.low,
                    reading.interval.high,
                )
            } else {
                (0.0, 0.0, 0.0)
            };
            let before = earlier.map(|distribution| {
                reading_of(distribution, &|earlier_value| {
                    (value..past).contains(&earlier_value)
                })
                .exact_or_estimate()
            });
            let is_zero = is_zero_apart && value == 0;
            let highest = if is_zero { 0 } else { value + step - unit };
            bars.push(Bar {
                value,
                highest_value: highest,
                middle,
                chance,
                estimate,
                low,
                high,
                before,
            });
        }
        let tails = [
            reading_where(&|value| value < first).exact_or_estimate(),
            reading_where(&|value| value > last).exact_or_estimate(),
        ];
        let truncated_at = (
            (first > low).then_some(first),
            (last < high).then_some(last),
        );
        let mut bars = Bars {
            bars,
            never: None,
            width,
            is_zero_apart,
            unit,
            truncated_at,
            tails,
            is_sampled: trials > 0,
        };
        let has_never = at_some_time
            && (distribution.may_be_absent() || earlier.is_some_and(Distribution::may_be_absent));
        if has_never {
            let middle = bars.never_middle(last as f64);
            bars.never = Some(never_bar(distribution, earlier, confidence, middle));
        }
        Ok(bars)
    }

    /// Returns every bar, that of "never" last.
    pub(super) fn all_bars(&self) -> impl Iterator<Item = &Bar> {
        self.bars.iter().chain(&self.never)
    }

    /// Returns the position of the "never" bar, away from the last of the others.
    pub(super) fn never_middle(&self, last: f64) -> f64 {
        last + 1.7 * self.step() as f64
    }

    /// Moves the "never" bar behind the last value of all panels.
    pub(super) fn with_never_after(self, last: f64) -> Bars {
        let middle = self.never_middle(last);
        Bars {
            never: self.never.map(|never| Bar { middle, ..never }),
            ..self
        }
    }

    pub(super) fn step(&self) -> i64 {
        self.width * self.unit
    }

    /// Draws the bars. Returns their whiskers, and the boxes that they and their numbers fill.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        frame: &Frame,
        numerals: Numerals,
    ) -> (Whiskers, Vec<Area>) {
        let pitch = frame.page_x(self.step() as f64) - frame.page_x(0.0);
        let half = if pitch > 1.0 {
            (pitch * 0.36).min(6.0)
        } else {
            pitch / 2.0 + SEAM
        };
        let numbers: Vec<String> = self
            .all_bars()
            .map(|bar| bar.chance.digits(numerals))
            .collect();
        let kind = number_type(&numbers, pitch);
        let mut whiskers = if self.is_sampled {
            Whiskers::Unseen
        } else {
            Whiskers::None
        };
        let is_long = |bar: &Bar| frame.page_y(bar.low) - frame.page_y(bar.high) > 0.6;
        // Either all bars have a whisker or none: a bar without one would look certain next to one
        // with.
        let has_whiskers = self.is_sampled && self.all_bars().any(is_long);
        let mut tops = Vec::new();
        self.draw_earlier(canvas, frame, half);
        for (bar, number) in self.all_bars().zip(&numbers) {
            let x = frame.page_x(bar.middle);
            let shown = if self.is_sampled {
                bar.estimate
            } else {
                bar.chance.value
            };
            let (y, floor) = (frame.page_y(shown), frame.area.bottom);
            if shown > 0.0 {
                canvas.rect(Area::new(x - half, y, x + half, floor), Ink::Half);
            }
            let mut highest = y;
            if self.is_sampled && bar.chance.is_exact && bar.chance.value > 0.0 {
                let y = frame.page_y(bar.chance.value);
                let reach = if pitch > 1.0 { half + 0.3 } else { half };
                canvas.rect(
                    Area::new(x - reach, y - 0.25, x + reach, y + 0.25),
                    Ink::Accent,
                );
                highest = highest.min(y - 0.25);
            }
            let (low, high) = (frame.page_y(bar.low), frame.page_y(bar.high));
            if has_whiskers && bar.estimate > 0.0 {
                if pitch > 1.6 {
                    Style::draw_whisker(canvas, x, low, high, (half * 0.4).min(0.8), Ink::Text);
                } else {
                    canvas.line(
                        vec![(x, low), (x, high)],
                        Ink::Text,
                        (pitch * 0.3).clamp(0.05, 0.2),
                    );
                }
                whiskers = Whiskers::Wilson;
                highest = highest.min(high);
            }
            tops.push(Area::new(x - half, highest, x + half, floor));
            if let Some(kind) = kind.filter(|kind| kind.width(number) + NUMBER_GAP <= pitch)
                && !bar.chance.is_impossible()
            {
                let foot = (x, bar.number_foot(frame, highest - 0.9));
                tops.push(canvas.text(number, kind, Ink::Text, foot, Align::Centre));
            }
        }
        (whiskers, tops)
    }

    /// Draws the bars of an earlier run: wider than the others, or as an outline if there is no
    /// room for pairs.
    fn draw_earlier(&self, canvas: &mut Canvas, frame: &Frame, half: f64) {
        let pitch = frame.page_x(self.step() as f64) - frame.page_x(0.0);
        let (wide, floor) = ((half + 0.8).min(pitch / 2.0), frame.area.bottom);
        let mut outline: Vec<Point> = Vec::new();
        for bar in self.all_bars() {
            let Some(before) = bar.before else { continue };
            let (x, y) = frame.page_point((bar.middle, before));
            if before > 0.0 {
                canvas.rect(Area::new(x - wide, y, x + wide, floor), Ink::Earlier);
            }
            if pitch > 1.0 && before > 0.0 {
                canvas.line(
                    vec![
                        (x - wide, floor),
                        (x - wide, y),
                        (x + wide, y),
                        (x + wide, floor),
                    ],
                    Ink::EarlierLine,
                    0.2,
                );
            }
            outline.extend([(x - wide, y), (x + wide, y)]);
        }
        if pitch <= 1.0 && !outline.is_empty() {
            canvas.line(outline, Ink::EarlierLine, 0.25);
        }
    }

    pub(super) fn legend_text(&self, is_exact: bool, is_grey: bool, messages: &Messages) -> String {
        let (mut parts, numerals) = (Vec::new(), messages.numerals());
        if is_exact && self.is_sampled {
            parts.push(
                messages
                    .text(if is_grey {
                        Word::BarsDark
                    } else {
                        Word::BarsBlue
                    })
                    .to_owned(),
            );
        }
        if self.width > 1 {
            let word = if self.is_zero_apart {
                Word::EachBarButZero
            } else {
                Word::EachBar
            };
            parts.push(messages.fill(word, &[("count", &numerals.grouped(self.width as u64))]));
        }
        let number = |value: Option<i64>| {
            value.map_or_else(String::new, |value| numerals.fixed(value as f64, 0))
        };
        let word = match self.truncated_at {
            (Some(_), Some(_)) => Some(Word::TruncatedBoth),
            (Some(_), None) => Some(Word::TruncatedUnder),
            (None, Some(_)) => Some(Word::TruncatedOver),
            (None, None) => None,
        };
        let (low, high, share) = (
            number(self.truncated_at.0),
            number(self.truncated_at.1),
            min_shown_share_text(numerals),
        );
        parts.extend(
            word.map(|word| {
                messages.fill(word, &[("low", &low), ("high", &high), ("share", &share)])
            }),
        );
        parts.join(" ")
    }
}

/// The values of a bar: the first, the end after the last, and the position of the bar.
struct Stretch {
    value: i64,
    end: i64,
    middle: f64,
}

/// Groups values into stretches of one step. If 0 is separate, its bar is as wide as the others,
/// and the values below it move by less than a bar.
fn stretches(first: i64, last: i64, step: i64, unit: i64, is_zero_apart: bool) -> Vec<Stretch> {
    let room = (step - unit) as f64 / 2.0;
    let stretches_between = |from: i64, to: i64, shift: f64| {
        let count = if from > to { 0 } else { (to - from) / step + 1 };
        (0..count).map(move |nth| {
            let value = from + nth * step;
            Stretch {
                value,
                end: (value + step).min(to + 1),
                middle: value as f64 + room - shift,
            }
        })
    };
    if !is_zero_apart {
        return stretches_between(first, last, 0.0).collect();
    }
    let below = (-first).max(0).div_euclid(step) + i64::from((-first).max(0) % step > 0);
    let zero = Stretch {
        value: 0,
        end: 1,
        middle: -room,
    };
    stretches_between(-below * step, -1, 2.0 * room)
        .chain([zero])
        .chain(stretches_between(unit, last, 0.0))
        .collect()
}

/// Returns the "never" bar.
fn never_bar(
    distribution: &Distribution,
    earlier: Option<&Distribution>,
    confidence: Confidence,
    middle: f64,
) -> Bar {
    let row = distribution.absent_share_row(confidence);
    let chance = match &distribution.exact {
        Some(exact) => Estimate::exact(exact.absent.value(), 0.0),
        None => Estimate::sampled(row.count, distribution.trials, confidence),
    };
    let (low, high) = (row.interval.low, row.interval.high);
    let before = earlier.map(|distribution| {
        distribution
            .absence_row(confidence)
            .map_or(0.0, |row| row.exact_or_estimate())
    });
    Bar {
        value: 0,
        highest_value: 0,
        middle,
        chance,
        estimate: row.estimate,
        low,
        high,
        before,
    }
}

/// Returns the type for the numbers above bars: the usual one, or a smaller one, if the numbers of
/// all likely bars fit. It returns `None` if they do not. Numbers of unlikely bars are drawn if
/// there is room.
pub(super) fn number_type(numbers: &[String], pitch: f64) -> Option<Type> {
    let is_plain = |number: &&String| {
        let digits = number.trim_start_matches(['<', '>', '+', '−']);
        !(digits.starts_with('0') && digits[1..].starts_with(|c: char| !c.is_ascii_digit()))
    };
    let widest = |kind: Type| kind.widest(numbers.iter().filter(is_plain).map(String::as_str));
    [STRONG, SMALL_STRONG]
        .into_iter()
        .find(|kind| widest(*kind) + NUMBER_GAP <= pitch)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{ReportFixture, binomial};
    use super::*;
    use oddsmith_model::rule::metric::Kind;

    fn bars(
        fixture: &ReportFixture,
        weights: &[(i64, u64)],
        earlier: &[(i64, u64)],
        at_some_time: bool,
    ) -> Bars {
        let [report, earlier] =
            [weights, earlier].map(|weights| fixture.report(|_, _, _| weights.to_vec()));
        let distribution = |report: &oddsmith_model::report::Report| {
            report.cases[0].metrics[0].distributions[0].clone()
        };
        Bars::of(
            &distribution(&report),
            Some(&distribution(&earlier)),
            Confidence::new(0.95).unwrap(),
            at_some_time,
        )
        .unwrap()
    }

    #[test]
    fn faint_tails_are_not_shown_as_impossible() {
        let (steep, flat): (Vec<_>, Vec<_>) = (0..60i64)
            .map(|k| ((k, 1u64 << (60 - k)), (k, 1u64)))
            .unzip();
        let bars = bars(&ReportFixture::new(Kind::Count), &steep, &flat, false);
        assert_eq!((bars.bars.len(), bars.truncated_at), (60, (None, None)));
        assert!(bars.bars.iter().all(|bar| !bar.chance.is_impossible()));
    }

    /// A push-your-luck rule: three trials in ten end with 0.
    #[test]
    fn likely_zero_gets_a_separate_bar() {
        for lowest in [0, -300] {
            let wide: Vec<(i64, u64)> = (lowest..=600)
                .map(|k| (k, if k == 0 { 300 } else { 1 }))
                .collect();
            let bars = bars(&ReportFixture::new(Kind::Count), &wide, &[], false);
            let zero_index = bars.bars.iter().position(|bar| bar.value == 0).unwrap();
            let (zero, next) = (&bars.bars[zero_index], &bars.bars[zero_index + 1]);
            assert_eq!((zero.ends(), next.ends()), ([0, 0], [1, bars.step()]));
            assert!((zero.chance.value - 300.0 / (600 - lowest + 300) as f64).abs() < 1e-12);
            let apart = bars
                .bars
                .windows(2)
                .map(|two| two[1].middle - two[0].middle);
            assert!(
                apart
                    .into_iter()
                    .all(|apart| (apart - bars.step() as f64).abs() < 1e-9),
                "bars do not overlap"
            );
            let total: f64 = bars.bars.iter().map(|bar| bar.chance.value).sum();
            assert!((total + bars.tails[0] + bars.tails[1] - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn rare_events_keep_their_bars() {
        let rare = ReportFixture {
            absent_share: 0.9999,
            ..ReportFixture::new(Kind::When)
        };
        let wide: Vec<(i64, u64)> = (0..60).map(|k| (k, 1)).collect();
        assert_eq!(bars(&rare, &wide, &binomial(3, 3), true).bars.len(), 60);
    }
}
