//! The bars of one distribution: how values are grouped.

use super::error::ChartError;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::odds::Confidence;
use oddsmith_model::report::{Distribution, Reading, Row};
use oddsmith_model::value_grid::{ValueGrid, is_zero_separate, round_up, without_faint_tails};

/// Longer ranges of values lose their improbable tails.
const LONG_RANGE: i64 = 40;
/// More values than this are grouped.
const MAX_BARS: i64 = 240;

/// A bar for one or more values.
pub(super) struct Bar {
    /// The lowest of its values.
    pub(super) value: i64,
    /// The highest of its values.
    highest_value: i64,
    /// Its position: the middle of its values.
    pub(super) middle: f64,
    pub(super) chance: Estimate,
    pub(super) estimate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The probability of the bar behind it: from an earlier run, or in the first panel.
    pub(super) before: Option<f64>,
}

pub(super) struct Bars {
    pub(super) bars: Vec<Bar>,
    /// For the time of an event: the trials in which it never happens.
    pub(super) never: Option<Bar>,
    /// The number of values in a bar.
    pub(super) width: i64,
    /// Whether 0 has a separate bar among bars of several values.
    pub(super) is_zero_apart: bool,
    /// The distance between possible values.
    unit: i64,
    /// The first and the last shown value, if values are left out.
    pub(super) truncated_at: (Option<i64>, Option<i64>),
    /// The probability of the values that are left out.
    pub(super) tails: [f64; 2],
    /// Whether trials were run.
    pub(super) is_sampled: bool,
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

impl Bar {
    /// Returns the bar of a stretch. Without trials it has no estimate and no interval.
    fn new(
        stretch: &Stretch,
        highest_value: i64,
        reading: &Reading,
        has_trials: bool,
        before: Option<f64>,
    ) -> Bar {
        let (estimate, low, high) = if has_trials {
            let interval = reading.interval;
            (reading.estimate, interval.low, interval.high)
        } else {
            (0.0, 0.0, 0.0)
        };
        Bar {
            value: stretch.value,
            highest_value,
            middle: stretch.middle,
            chance: Estimate::from_reading(reading),
            estimate,
            low,
            high,
            before,
        }
    }
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
        let width = round_up((last - first) / unit / MAX_BARS + 1);
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
        for stretch in stretches(first, last, step, unit, is_zero_apart) {
            let (value, past) = (stretch.value, stretch.end);
            let (bar_rows, later_rows) =
                rest.split_at(rest.partition_point(|row| row.value < past));
            rest = later_rows;
            let ends = bar_rows.first().zip(bar_rows.last());
            let reading = reading_where(&|value| {
                ends.is_some_and(|(first, last)| (first.value..=last.value).contains(&value))
            });
            let before = earlier.map(|distribution| {
                reading_of(distribution, &|earlier_value| {
                    (value..past).contains(&earlier_value)
                })
                .exact_or_estimate()
            });
            let is_zero = is_zero_apart && value == 0;
            let highest = if is_zero { 0 } else { value + step - unit };
            bars.push(Bar::new(&stretch, highest, &reading, trials > 0, before));
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

    /// A push-your-luck rule, in which a third or a quarter of the trials end with 0.
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
