//! Heat maps: a probability or a mean by two parameters, with the value in every cell.

use super::axis::label_stride;
use super::canvas::Align;
use super::error::ChartError;
use super::geometry::Area;
use super::grid::{Grid, GridCell};
use super::note::{self, Whiskers};
use super::page::{Page, Sheet};
use super::palette::Ink;
use super::text::{LABEL, SMALL_STRONG, STRONG, Type};
use oddsmith_model::chart_data::AxisPlace;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::{Estimate, ROUNDING};
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Reading;

/// The maximum width of a row's name before it is wrapped, as a share of the page.
const NAME_SHARE: f64 = 0.285;
/// The maximum width of a cell, as a share of the page.
const CELL_SHARE: f64 = 0.19;
/// The maximum height of all rows.
const TALLEST: f64 = 160.0;
/// The minimum height of a row if the scenario sets the height of the chart.
const LOWEST_ROW: f64 = 1.0;
/// The minimum height of a row with a line of text.
const LOWEST_TEXT_ROW: f64 = 3.0;

/// Draws a heat map.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let (columns, rows) = (&data.xs, &data.lines);
    let values = HeatValues::read(data)?;
    let mut page = Page::new(data.chart);

    let row_axis = data.axis_label(data.series());
    let names_tell = rows.iter().any(|row| row.name != row.tick);
    let layout = HeatLayout::new(data, &page, (!names_tell).then_some(&row_axis), taller);
    let HeatLayout {
        left,
        width,
        height,
        ..
    } = layout;
    let heads = ColumnHeads {
        columns,
        left,
        width,
    };
    let top = heads.draw(
        &mut page,
        &data.axis_label(data.chart.x),
        (!names_tell).then_some(row_axis.as_str()),
        layout.name_width,
    );
    let grid = Grid {
        cells: values.cells(),
        left,
        top,
        width,
        height,
    };
    let has_numbers = grid.draw(&mut page.canvas);
    layout.draw_names(&mut page, top);
    let mut bottom = top + rows.len() as f64 * height;
    let legend = if values.is_probability {
        draw_border(&mut page, &grid, data.words(), has_numbers)
    } else {
        Vec::new()
    };
    let now = |places: &[AxisPlace]| places.iter().position(|place| place.is_selected);
    if let (Some(row), Some(column)) = (now(rows), now(columns)) {
        page.canvas.frame_cell(grid.area(row, column));
    }
    if !has_numbers {
        page.hints.push(grid.hint(data.chart));
        bottom = values.draw_scale(&mut page, left, bottom + 2.0);
    }
    Ok(page.finish(bottom, note::for_chart(data, legend, Whiskers::None)))
}

/// Draws the border between likely and unlikely cells. Returns the sentences that explain it, and
/// the mark of impossible cells.
fn draw_border(
    page: &mut Page,
    grid: &Grid,
    messages: &Messages,
    has_numbers: bool,
) -> Vec<String> {
    let mut legend = Vec::new();
    if grid.draw_border(&mut page.canvas) {
        legend.push(messages.fill(Word::HeavyLine, &[("half", &messages.percent("50"))]));
    }
    let mut cells = grid.cells.iter().flatten().flatten();
    if has_numbers && cells.any(|cell| cell.heat.is_none()) {
        legend.push(messages.text(Word::MeansImpossible).to_owned());
    }
    legend
}

/// Where the cells are, and the names of the rows next to them.
struct HeatLayout {
    left: f64,
    /// The size of a cell.
    width: f64,
    height: f64,
    name_width: f64,
    /// The lines of each name.
    names: Vec<Vec<String>>,
}

impl HeatLayout {
    /// Returns the layout of a page. The name of the axis of rows may stand above their names.
    fn new(
        data: &ChartData<'_>,
        page: &Page,
        row_axis: Option<&String>,
        taller: f64,
    ) -> HeatLayout {
        let rows = &data.lines;
        let row_names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let widest_name = NAME_SHARE * page.canvas.width;
        let name_width = STRONG
            .widest(row_names.iter().copied())
            .max(row_axis.map_or(0.0, |axis| LABEL.width(axis)))
            .min(widest_name);
        let gap = if name_width > 0.0 { 2.5 } else { 0.0 };
        let left = page.left() + name_width + gap;
        let width =
            ((page.right() - left) / data.xs.len() as f64).min(CELL_SHARE * page.canvas.width);
        let wrapped = |most: usize| STRONG.wrap_apart(&row_names, name_width + 0.01, most);
        let lines = wrapped(3).iter().map(Vec::len).max().unwrap_or(1) as f64;
        let roomy = match rows.len() {
            0..=8 => 5.3,
            9..=16 => 4.4,
            _ => 3.4,
        };
        let usual = f64::max(roomy, lines * LABEL.pitch() + 0.4).min(TALLEST / rows.len() as f64);
        let height = (usual + taller / rows.len() as f64).max(LOWEST_ROW.min(usual));
        HeatLayout {
            left,
            width,
            height,
            name_width,
            names: wrapped(((height / LABEL.pitch()).floor() as usize).clamp(1, 3)),
        }
    }

    /// Draws the names of the rows below `top`; if rows are low, only some of them.
    fn draw_names(&self, page: &mut Page, top: f64) {
        let every = (LOWEST_TEXT_ROW / self.height - 1e-9).ceil().max(1.0) as usize;
        for (i, name) in self.names.iter().enumerate().step_by(every) {
            let most = if every > 1 { 1 } else { name.len() };
            let y = top + (i as f64 + 0.5) * self.height;
            let position = (page.left(), y);
            let shown = &name[..name.len().min(most)];
            page.canvas
                .lines_around(shown, STRONG, Ink::Text, position, Align::Left);
        }
    }
}

/// The numbers, row by row.
struct HeatValues {
    readings: Vec<Vec<Option<Reading>>>,
    /// The numbers of an earlier run.
    before: Vec<Vec<Option<f64>>>,
    is_probability: bool,
    numerals: Numerals,
    low: f64,
    high: f64,
}

impl HeatValues {
    fn read(data: &ChartData<'_>) -> Result<HeatValues, ChartError> {
        let (lines, xs) = (data.lines.len(), data.xs.len());
        let readings: Vec<Vec<_>> = (0..lines)
            .map(|line| (0..xs).map(|x| data.plotted_reading(line, x)).collect())
            .collect();
        let before = (0..lines)
            .map(|line| (0..xs).map(|x| data.earlier_value(line, x)).collect())
            .collect();
        let all_readings = || readings.iter().flatten().flatten();
        let first = all_readings()
            .next()
            .ok_or_else(|| ChartError::Empty("no cell has a value".to_owned()))?;
        let is_probability = first.kind.is_chance();
        let ends = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        let (least, most) = all_readings()
            .map(Reading::exact_or_estimate)
            .chain(data.chart.heat_ends.into_iter().flatten())
            .fold((f64::INFINITY, f64::NEG_INFINITY), ends);
        let (low, high) = if !is_probability {
            (least, most)
        } else if most > 0.0 && most < 0.5 {
            // If all probabilities are small, as for pairs of values, the largest is the darkest.
            // Otherwise no two cells would look different.
            (0.0, most)
        } else {
            (0.0, 1.0)
        };
        Ok(HeatValues {
            is_probability,
            numerals: data.numerals(),
            low,
            high,
            readings,
            before,
        })
    }

    fn cells(&self) -> Vec<Vec<Option<GridCell>>> {
        let cell = |reading: &Reading, before: Option<f64>| {
            let known = Estimate::from_reading(reading);
            let by = before.map_or(0.0, |before| reading.exact_or_estimate() - before);
            let has_risen = (by.abs() > ROUNDING * reading.exact_or_estimate().abs().max(1.0))
                .then_some(by > 0.0);
            if self.is_probability {
                let heat = (!known.is_impossible()).then_some(known.value / self.high);
                return GridCell {
                    text: known.digits(self.numerals),
                    heat,
                    is_likely: known.value >= 0.5 - 1e-9,
                    has_risen,
                };
            }
            let span = self.high - self.low;
            let share = if span > 0.0 {
                (reading.exact_or_estimate() - self.low) / span
            } else {
                0.5
            };
            GridCell {
                text: known.bare_mean(self.numerals),
                heat: Some(share),
                is_likely: false,
                has_risen,
            }
        };
        let row_pairs = self
            .readings
            .iter()
            .zip(&self.before)
            .map(|(now, before)| now.iter().zip(before));
        row_pairs
            .map(|row| {
                row.map(|(reading, before)| Some(cell(reading.as_ref()?, *before)))
                    .collect()
            })
            .collect()
    }

    /// Draws a colour scale if the cells are too small for numbers, and returns its bottom.
    fn draw_scale(&self, page: &mut Page, left: f64, top: f64) -> f64 {
        let right = page.right();
        let steps = 60;
        for step in 0..steps {
            let x_of = |i: usize| left + (right - left) * i as f64 / steps as f64;
            // Each step is slightly too wide, so that no seam shows.
            let area = Area::new(
                x_of(step),
                top,
                (x_of(step + 1) + STEP_OVERLAP).min(right),
                top + 2.0,
            );
            page.canvas
                .rect(area, Ink::Heat((step as f64 + 0.5) / steps as f64));
        }
        let (low, high) = if self.is_probability {
            (self.numerals.chance(0.0), self.numerals.chance(self.high))
        } else {
            (self.numerals.mean(self.low), self.numerals.mean(self.high))
        };
        let foot = top + 2.0 + LABEL.pitch();
        page.canvas
            .text(&low, LABEL, Ink::Text, (left, foot), Align::Left);
        page.canvas
            .text(&high, LABEL, Ink::Text, (right, foot), Align::Right);
        foot + 0.5
    }
}

/// The gap between the heads of two columns.
const HEAD_GAP: f64 = 1.0;
/// The overlap of the steps of a scale.
const STEP_OVERLAP: f64 = 0.1;

/// The column heads.
struct ColumnHeads<'a> {
    columns: &'a [AxisPlace],
    left: f64,
    width: f64,
}

impl ColumnHeads<'_> {
    /// Returns whether the heads of all columns fit next to each other in one line. A wide head may
    /// extend beyond its column if its neighbours are narrow.
    fn are_apart(&self, kind: Type) -> bool {
        self.columns.windows(2).all(|pair| {
            let widths = pair.iter().map(|place| kind.width(&place.tick));
            widths.sum::<f64>() / 2.0 + HEAD_GAP <= self.width
        })
    }

    /// Draws the heads, and returns the top of the cells.
    fn draw(&self, page: &mut Page, label: &str, row_axis: Option<&str>, name_width: f64) -> f64 {
        let mut foot = page.top - 0.4;
        let right = self.left + self.columns.len() as f64 * self.width;
        if !label.is_empty() {
            foot = page.write_column_label(label, self.left, right, foot + LABEL.size()) + 0.7;
        }
        let is_number =
            |place: &AxisPlace| place.tick.chars().count() <= 4 || !place.tick.contains(' ');
        let short = self.columns.iter().all(is_number);
        let ticks: Vec<String> = self
            .columns
            .iter()
            .map(|place| place.tick.clone())
            .collect();
        // A smaller type is better than columns without a name.
        let kind = [STRONG, SMALL_STRONG]
            .into_iter()
            .find(|kind| !short || self.are_apart(*kind))
            .unwrap_or(STRONG);
        let are_apart = short && self.are_apart(kind);
        let widest = kind.widest(ticks.iter().map(String::as_str));
        let thin = if short && !are_apart && widest <= 12.0 {
            label_stride(self.columns.len(), |n| {
                widest + HEAD_GAP <= self.width * n as f64
            })
        } else {
            1
        };
        let room = if are_apart {
            widest.max(self.width)
        } else {
            self.width * thin as f64 - HEAD_GAP + 0.2
        };
        let heads = kind.wrap_apart(
            &ticks.iter().map(String::as_str).collect::<Vec<_>>(),
            room,
            4,
        );
        let most = heads.iter().map(Vec::len).max().unwrap_or(0);
        let row_label = row_axis.map_or_else(Vec::new, |row_axis| {
            LABEL.wrap_at_most(row_axis, name_width + 1.5, 4)
        });
        let last = page.top - 0.4 + row_label.len() as f64 * LABEL.pitch();
        foot = foot.max(last - STRONG.pitch() * most as f64);
        for (i, head) in heads.iter().enumerate().filter(|(i, _)| i % thin == 0) {
            let x = self.left + (i as f64 + 0.5) * self.width;
            for (line, text) in head.iter().enumerate() {
                let y = foot + STRONG.pitch() * (line + 1 + most - head.len()) as f64;
                page.canvas.text(
                    text,
                    kind,
                    Ink::Text,
                    (x.min(page.right() - kind.width(text) / 2.0), y),
                    Align::Centre,
                );
            }
        }
        foot += STRONG.pitch() * most as f64;
        page.write_row_label(&row_label, foot);
        foot + 1.4
    }
}
