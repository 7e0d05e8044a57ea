//! Line charts: a probability or a mean by a parameter, with simulated values as dots with whiskers
//! and exact values as lines.

use super::axis::round_ticks;
use super::error::ChartError;
use super::geometry::Area;
use super::goal;
use super::line::Line;
use super::note::{self, Whiskers};
use super::page::{Page, Sheet, plot_height};
use super::palette::Ink;
use super::plot::{Frame, Scale};
use super::row_scale::has_rows;
use super::series::{Style, group_same_lines};
use super::text::STRONG;
use super::tick::Tick;
use oddsmith_model::chart_data::AxisPlace;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::figures::Numerals;
use oddsmith_model::goal::Goal;
use oddsmith_model::report::Reading;

/// The height of the plot.
const HEIGHT: f64 = 34.0;
/// The room for numbers above the plot.
pub(super) const NUMBERS_HEIGHT: f64 = 3.8;
/// The maximum width of labels at the side of the plot.
const NAME_WIDTH: f64 = 24.0;
/// The maximal number of places for which a single exact line is stepped, and several lines have
/// room for a number left of their first points.
const MAX_STEPPED_PLACES: usize = 12;
/// The maximal room at the side of the plot for the number of the first or last point, as a share
/// of the plot's width.
const MAX_END_ROOM: f64 = 0.12;
/// The maximal number of lines whose numbers are written.
pub(super) const MAX_NUMBERED_LINES: usize = 3;

pub(super) struct LinesPlot {
    pub(super) lines: Vec<Line>,
    pub(super) is_probability: bool,
    pub(super) numerals: Numerals,
    pub(super) is_stepped: bool,
    pub(super) is_exact: bool,
    /// Whether dots and whiskers are drawn. If there are many lines of exact values, they are not
    /// drawn.
    pub(super) shows_trials: bool,
    /// Whether a value may be negative. If not, whiskers end at zero.
    pub(super) is_negative: bool,
    /// Whether the points of a line are joined. They are not if the places have names.
    pub(super) is_joined: bool,
    /// The distance between places on the x axis.
    pub(super) step: f64,
    /// Whether the lines are for increasing numbers.
    pub(super) is_ordered: bool,
    pub(super) goal: Option<Goal>,
    /// The index of the highlighted line.
    pub(super) highlight: Option<usize>,
}

/// Draws lines.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let places = &data.xs;
    let (xs, step) = positions(places);
    let lines = LinesPlot::of(data, &xs, step)?;
    let mut page = Page::new(data.chart);
    let scale = if lines.is_probability {
        Scale::Percent
    } else {
        Scale::Plain
    };
    let (y_ticks, numerals) = (lines.y_ticks(), data.words().numerals());
    let count = lines.lines.len();
    let room = match count {
        1 => 0.0,
        _ => {
            STRONG
                .widest(lines.lines.iter().map(|line| line.name.as_str()))
                .min(NAME_WIDTH)
                + 2.6
        }
    };
    let height = plot_height(HEIGHT, taller).max(count as f64 * STRONG.pitch());
    let top = page.top + NUMBERS_HEIGHT + 0.2;
    let area = Area::new(
        page.left() + scale.labels_width(&y_ticks, numerals),
        top,
        page.right() - room,
        top + height,
    );
    let pads = pads(&lines, &xs, area.right - area.left, places);
    let frame = Frame {
        area,
        x: (xs[0] - pads[0], xs[xs.len() - 1] + pads[1]),
        y: (y_ticks[0], y_ticks[y_ticks.len() - 1]),
    };
    frame.draw_grid(&mut page.canvas, &y_ticks, scale, numerals);
    frame.draw_baseline(&mut page.canvas);
    let mut ticks: Vec<Tick> = xs
        .iter()
        .zip(places)
        .map(|(&x, place)| Tick::for_place(x, place))
        .collect();
    if data.chart.is_headed {
        lines.pin_ticks(&mut ticks);
    }
    let bottom = frame.draw_x_axis(&mut page.canvas, &ticks, &data.axis_label(data.chart.x));
    if let Some(current_index) = places.iter().position(|place| place.is_selected) {
        page.canvas
            .mark_selected(frame.page_point((xs[current_index], frame.y.0)));
    }
    if lines.marks_half() {
        page.canvas.dashed_line(
            &[
                frame.page_point((frame.x.0, 0.5)),
                frame.page_point((frame.x.1, 0.5)),
            ],
            &[0.5, 0.7],
            Ink::Quiet,
            0.15,
        );
    }
    if let Some(goal) = lines.goal {
        goal::draw(goal, &mut page.canvas, &frame);
    }
    let whiskers = lines.draw(&mut page.canvas, &frame);
    if count > 1 {
        lines.write_names_at_ends(&mut page.canvas, &frame);
    }
    if let Some(goal) = lines.goal {
        goal::write_name(
            goal,
            &mut page.canvas,
            &frame,
            &lines.clutter(&frame),
            data.words(),
        );
    }
    let sentences = note_sentences(data, &lines, whiskers);
    Ok(page.finish(bottom, note::for_chart(data, sentences, whiskers)))
}

/// Returns the distances from the first and the last place to the sides of the plot, on the x axis.
fn pads(lines: &LinesPlot, xs: &[f64], width: f64, places: &[AxisPlace]) -> [f64; 2] {
    let (half, span) = (lines.step / 2.0, xs[xs.len() - 1] - xs[0]);
    let is_named = places.iter().any(|place| place.number.is_none());
    let is_roomy = lines.is_stepped
        || is_named
        || xs.len() == 1
        || lines.lines.len() == 1 && places.len() <= MAX_STEPPED_PLACES;
    let pad = if is_roomy {
        half
    } else {
        half.min(span * 0.04).max(1e-6)
    };
    if span == 0.0 {
        return [pad; 2];
    }
    let pad_room = pad * width / (span + 2.0 * pad);
    let rooms = [true, false].map(|is_first| lines.end_room(is_first, width).max(pad_room));
    rooms.map(|room| room * span / (width - rooms[0] - rooms[1]).max(1.0))
}

/// Returns the sentences of the note: the meaning of the marks, the lines that are equal, and where
/// the goal is reached.
fn note_sentences(data: &ChartData<'_>, lines: &LinesPlot, whiskers: Whiskers) -> Vec<String> {
    let places = &data.xs;
    let values = |line: &Line| {
        let name = if lines.lines.len() > 1 {
            line.name.clone()
        } else {
            String::new()
        };
        let points = line.place_indices.iter().zip(line.best_points());
        let named_points = points
            .map(|(&place_index, (_, best))| (places[place_index].name.clone(), best))
            .collect();
        (name, named_points)
    };
    let met = lines
        .goal
        .map(|goal| goal.reached_text(data.words(), places.len(), lines.lines.iter().map(values)));
    let full_names = lines
        .lines
        .iter()
        .filter_map(|line| line.full_names.clone());
    [lines.legend_text(whiskers, data.words()).to_owned()]
        .into_iter()
        .chain(full_names)
        .chain(met)
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// Returns the positions of places on the x axis, and the minimum distance between two. Numbers are
/// placed by their values unless they get too close; everything else is evenly spaced.
fn positions(places: &[AxisPlace]) -> (Vec<f64>, f64) {
    const CROWDED: f64 = 60.0;
    let in_turn = || ((0..places.len()).map(|i| i as f64).collect(), 1.0);
    let numbers: Option<Vec<f64>> = places.iter().map(|place| place.number).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else {
        return in_turn();
    };
    let gap = numbers
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(f64::INFINITY, f64::min);
    let span = numbers[numbers.len() - 1] - numbers[0];
    let is_fair = gap > 0.0 && (span / gap <= CROWDED || span / gap <= numbers.len() as f64);
    if is_fair { (numbers, gap) } else { in_turn() }
}

impl LinesPlot {
    fn of(data: &ChartData<'_>, xs: &[f64], step: f64) -> Result<LinesPlot, ChartError> {
        let places = &data.xs;
        let line = |nth: usize| {
            let seen = xs.iter().enumerate().filter_map(|(place_index, &x)| {
                Some((place_index, (x, data.plotted_reading(nth, place_index)?)))
            });
            let (place_indices, points): (Vec<usize>, Vec<(f64, Reading)>) = seen.unzip();
            let before = xs
                .iter()
                .enumerate()
                .filter_map(|(place_index, &x)| Some((x, data.earlier_value(nth, place_index)?)))
                .collect();
            Line {
                name: data.lines[nth].name.clone(),
                full_names: None,
                place_indices,
                points,
                before,
            }
        };
        let all_lines: Vec<Line> = (0..data.lines.len()).map(line).collect();
        let groups = group_same_lines(all_lines.len(), |line_index, other| {
            all_lines[line_index].is_same(&all_lines[other])
        });
        let highlight = data.highlight();
        let groups = groups
            .into_iter()
            .filter(|group| !all_lines[group[0]].points.is_empty());
        let groups: Vec<Vec<usize>> = groups.collect();
        let highlight = highlight
            .and_then(|highlighted| groups.iter().position(|group| group.contains(&highlighted)));
        let lines: Vec<Line> = groups
            .iter()
            .map(|group| {
                Line::merge(
                    group.iter().map(|&nth| &all_lines[nth]),
                    groups.len(),
                    data.words(),
                )
            })
            .collect();
        let all_readings = || {
            lines
                .iter()
                .flat_map(|line| &line.points)
                .map(|(_, reading)| reading)
        };
        let first = all_readings()
            .next()
            .ok_or_else(|| ChartError::Empty("no point has a value".to_owned()))?;
        let is_exact = all_readings().all(|reading| reading.exact.is_some());
        let even = xs
            .windows(2)
            .all(|pair| (pair[1] - pair[0] - step).abs() < 1e-9);
        let whole = places
            .iter()
            .all(|place| place.number.is_some_and(|number| number.fract() == 0.0));
        Ok(LinesPlot {
            is_probability: first.kind.is_chance(),
            numerals: data.numerals(),
            is_negative: !first.kind.is_chance()
                && data.values().first().is_some_and(|value| *value < 0),
            is_joined: !has_rows(data),
            is_stepped: lines.len() == 1
                && is_exact
                && even
                && whole
                && places.len() <= MAX_STEPPED_PLACES,
            shows_trials: !(is_exact && lines.len() > MAX_NUMBERED_LINES)
                && all_readings().all(|reading| reading.estimate.is_finite()),
            is_exact,
            is_ordered: data.is_ordered(),
            goal: data.chart.wishes.target.map(|target| Goal {
                value: target,
                is_chance: first.kind.is_chance(),
                numerals: data.words().numerals(),
            }),
            highlight,
            step,
            lines,
        })
    }

    /// Returns whether a line at one half is drawn. It is drawn if there is no goal and the chart's
    /// only line has probabilities above one half at some places and below it at others.
    pub(super) fn marks_half(&self) -> bool {
        if self.goal.is_some() || !self.is_probability || self.lines.len() != 1 {
            return false;
        }
        let chances = || {
            self.lines
                .iter()
                .flat_map(|line| &line.points)
                .map(|(_, reading)| reading.exact_or_estimate())
        };
        chances().any(|chance| chance > 0.5) && chances().any(|chance| chance < 0.5)
    }

    /// Returns the room that the number of the first or last point needs at the side. The first
    /// number of a line that rises, or of one of several lines, may be left of its point.
    fn end_room(&self, is_first: bool, width: f64) -> f64 {
        if self.lines.len() > MAX_NUMBERED_LINES {
            return 0.0;
        }
        let points = self.lines.iter().filter_map(|line| {
            if is_first {
                line.points.first()
            } else {
                line.points.last()
            }
        });
        let widest = points
            .map(|(_, reading)| STRONG.width(&self.text(reading)))
            .fold(0.0, f64::max);
        let rises = |line: &Line| {
            let [(_, first), (_, next), ..] = &line.points[..] else {
                return false;
            };
            next.exact_or_estimate() > first.exact_or_estimate()
        };
        let places = self.lines.iter().map(|line| line.points.len()).max();
        let has_few_places = places.is_some_and(|count| count <= MAX_STEPPED_PLACES);
        let is_left = if self.lines.len() > 1 {
            has_few_places
        } else {
            !self.is_stepped && self.lines.iter().any(rises)
        };
        let room = if is_first && is_left {
            widest + 1.3
        } else {
            widest / 2.0 + 0.1
        };
        room.min(MAX_END_ROOM * width)
    }

    /// Returns the style of a line.
    pub(super) fn style(&self, nth: usize) -> Style {
        Style::for_series(nth, self.lines.len(), self.is_ordered, self.highlight)
    }

    fn y_ticks(&self) -> Vec<f64> {
        let readings = || {
            self.lines
                .iter()
                .flat_map(|line| &line.points)
                .map(|(_, reading)| reading)
        };
        let target = self.goal.map(|goal| goal.value).into_iter();
        let seen = readings().flat_map(|reading| {
            let whisker = [reading.interval.low, reading.interval.high];
            let whisker = if self.is_negative {
                whisker
            } else {
                whisker.map(|end| end.max(0.0))
            };
            let ends = if self.shows_trials {
                whisker
            } else {
                [reading.exact_or_estimate(); 2]
            };
            [reading.exact_or_estimate(), ends[0], ends[1]]
        });
        let before = self
            .lines
            .iter()
            .flat_map(|line| &line.before)
            .map(|(_, earlier)| *earlier);
        let seen = seen.chain(target).chain(before);
        let (low, high) = seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
            (low.min(y), high.max(y))
        });
        if self.is_probability {
            let high = if high > 0.0 { high.min(1.0) } else { 0.02 };
            return round_ticks(0.0, high, 6, false);
        }
        // An axis of means includes zero, or noise would look significant.
        let ticks = round_ticks(low.min(0.0), high, 6, false);
        let step = ticks[1] - ticks[0];
        let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
        // The number below the lowest point needs room.
        let number_height = NUMBERS_HEIGHT / HEIGHT * (last - first);
        if low < 0.0 && low - first < number_height {
            return round_ticks(first - step, high, 7, false);
        }
        ticks
    }
}
