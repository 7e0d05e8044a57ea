//! The map of a balance search: a cell for each pair of values, with all other parameters as in the
//! best setting.

use super::borders::{self, BorderStyle, Region};
use super::words::{MAX_BORDERS, parameter_name, text_stride};
use crate::canvas::{Align, Canvas};
use crate::geometry::{Area, Point};
use crate::page::Page;
use crate::palette::{Ink, series_inks};
use crate::series::dash;
use crate::text::{LABEL, STRONG};
use oddsmith_model::messages::Messages;
use oddsmith_model::report::balance::{Balancing, TriedSetting};

/// The maximum width of a row's name, as a share of the page.
const NAME_SHARE: f64 = 0.285;
/// The maximum width of a cell, as a share of the page.
const CELL_SHARE: f64 = 0.16;
/// The maximum height of all rows, in millimetres.
const TALLEST: f64 = 90.0;
/// The usual height of a row, in millimetres.
const ROW: f64 = 5.6;
/// The gap between cells.
const GAP: f64 = 0.25;

/// A map of the two parameters that affect the goals most.
pub(super) struct BalanceMap<'b> {
    balancing: &'b Balancing,
    /// The parameter whose values are the columns.
    column_parameter: usize,
    /// The parameter whose values are the rows; with a single parameter there is one row.
    row_parameter: Option<usize>,
    cells: Vec<Vec<Option<&'b TriedSetting>>>,
    /// The row and the column of the best setting.
    best: (usize, usize),
    /// The row and the column of the published setting, if it is on the map.
    pub(super) published: Option<(usize, usize)>,
}

impl<'b> BalanceMap<'b> {
    /// Returns the map around a setting.
    pub(super) fn around(balancing: &'b Balancing, best: &TriedSetting) -> BalanceMap<'b> {
        let (columns, rows) = (
            balancing.leading_parameters[0],
            balancing.leading_parameters.get(1).copied(),
        );
        let value_count = |parameter_index: Option<usize>| {
            parameter_index.map_or(1, |index| balancing.parameters[index].values.len())
        };
        let point = |row: usize, column: usize| {
            let mut point = best.point.clone();
            point[columns] = column as u16;
            rows.into_iter()
                .for_each(|parameter_index| point[parameter_index] = row as u16);
            point
        };
        let row = |row: usize| {
            (0..value_count(Some(columns)))
                .map(|column| balancing.setting_at(&point(row, column)))
                .collect()
        };
        let place = |coordinates: &[u16]| {
            (
                rows.map_or(0, |parameter_index| {
                    usize::from(coordinates[parameter_index])
                }),
                usize::from(coordinates[columns]),
            )
        };
        let is_published =
            |row: usize, column: usize| balancing.distance(&point(row, column)).0 == 0;
        let positions = || {
            (0..value_count(rows))
                .flat_map(|row| (0..value_count(Some(columns))).map(move |column| (row, column)))
        };
        BalanceMap {
            balancing,
            column_parameter: columns,
            row_parameter: rows,
            cells: (0..value_count(rows)).map(row).collect(),
            best: place(&best.point),
            published: positions().find(|&(row, column)| is_published(row, column)),
        }
    }

    fn judged_settings(&self) -> impl Iterator<Item = &TriedSetting> {
        self.cells
            .iter()
            .flatten()
            .flatten()
            .copied()
            .filter(|setting| setting.answers.len() == self.balancing.asks.len())
    }

    /// Returns whether any setting on the map meets all goals.
    pub(super) fn has_met(&self) -> bool {
        self.judged_settings()
            .any(|setting| setting.is_met(self.balancing.asks.len()))
    }

    /// Returns whether any pair of values is missing.
    pub(super) fn has_gaps(&self) -> bool {
        self.cells.iter().flatten().any(Option::is_none)
    }

    /// Returns how many settings on the map meet a goal, and how many there are.
    pub(super) fn count_meeting(&self, ask: usize) -> (usize, usize) {
        (
            self.judged_settings()
                .filter(|setting| setting.answers[ask].miss == 0.0)
                .count(),
            self.judged_settings().count(),
        )
    }

    /// Draws the map and returns its bottom.
    pub(super) fn draw(&self, page: &mut Page, messages: &Messages) -> f64 {
        let texts = |parameter_index: usize| {
            self.balancing.parameters[parameter_index]
                .values
                .iter()
                .map(|value| value.label(messages))
                .collect::<Vec<String>>()
        };
        let names = self.row_parameter.map_or_else(Vec::new, texts);
        let most = NAME_SHARE * page.canvas.width;
        let axis = self.row_parameter.map_or("", |parameter_index| {
            // If the label is too long, the name from the scenario is used instead.
            let parameter = &self.balancing.parameters[parameter_index];
            if LABEL.width(parameter_name(parameter)) <= most {
                parameter_name(parameter)
            } else {
                &parameter.path
            }
        });
        let name_width = STRONG
            .widest(names.iter().map(String::as_str))
            .max(LABEL.width(axis))
            .min(most);
        let left = page.left()
            + if names.is_empty() {
                0.0
            } else {
                name_width + 2.5
            };
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        let width = ((page.right() - left) / columns as f64).min(CELL_SHARE * page.canvas.width);
        let height = ROW.min(TALLEST / rows as f64);
        let top = self.draw_column_heads(page, &texts(self.column_parameter), left, width);
        if !names.is_empty() {
            let axis = LABEL.shorten(axis, name_width + 1.5);
            page.canvas.text(
                &axis,
                LABEL,
                Ink::Quiet,
                (page.left(), top - 1.4),
                Align::Left,
            );
        }
        let every = (3.0 / height).ceil().max(1.0) as usize;
        for (row, name) in names.iter().enumerate().filter(|(row, _)| row % every == 0) {
            let name = STRONG.shorten(name, name_width + 0.01);
            let middle = top + (row as f64 + 0.5) * height;
            page.canvas.lines_around(
                &[name],
                STRONG,
                Ink::Text,
                (page.left(), middle),
                Align::Left,
            );
        }
        let area = |row: usize, column: usize| {
            let (x, y) = (left + column as f64 * width, top + row as f64 * height);
            Area::new(x, y, x + width, y + height)
        };
        self.draw_cells(&mut page.canvas, &area);
        self.draw_borders(&mut page.canvas, &area);
        self.published
            .into_iter()
            .for_each(|(row, column)| mark_published(&mut page.canvas, area(row, column).centre()));
        mark_best(&mut page.canvas, area(self.best.0, self.best.1).centre());
        top + rows as f64 * height
    }

    /// Draws the column heads and returns the top of the cells.
    fn draw_column_heads(&self, page: &mut Page, texts: &[String], left: f64, width: f64) -> f64 {
        let mut foot = page.top - 0.4 + LABEL.size();
        let right = left + texts.len() as f64 * width;
        let label = parameter_name(&self.balancing.parameters[self.column_parameter]);
        foot = page.write_column_label(label, left, right, foot) + 0.7 + STRONG.pitch();
        let every = text_stride(STRONG, texts, width);
        for (column, text) in texts
            .iter()
            .enumerate()
            .filter(|(column, _)| column % every == 0)
        {
            let text = STRONG.shorten(text, (width * every as f64 - 0.6).max(width));
            let x = (left + (column as f64 + 0.5) * width)
                .min(page.right() - STRONG.width(&text) / 2.0);
            page.canvas
                .text(&text, STRONG, Ink::Text, (x, foot), Align::Centre);
        }
        foot + 1.4
    }

    /// Draws the cells: the more goals are met, the darker.
    fn draw_cells(&self, canvas: &mut Canvas, area: &dyn Fn(usize, usize) -> Area) {
        let wants: Vec<usize> = self
            .balancing
            .wants()
            .map(|(ask_index, ..)| ask_index)
            .collect();
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let Some(setting) = cell else { continue };
                let is_broken = |&&ask_index: &&usize| {
                    setting
                        .answers
                        .get(ask_index)
                        .is_none_or(|answer| answer.miss > 0.0)
                };
                let broken = wants.iter().filter(is_broken).count();
                let share = 1.0 - broken as f64 / wants.len().max(1) as f64;
                let area = area(row, column);
                let gap = GAP.min((area.right - area.left) / 8.0);
                canvas.rect(area.grown(-gap / 2.0), Ink::Heat(0.04 + 0.36 * share));
            }
        }
    }

    /// Draws the border of each goal, and that of the settings that meet all.
    fn draw_borders(&self, canvas: &mut Canvas, area: &dyn Fn(usize, usize) -> Area) {
        let first = area(0, 0);
        let size = (first.right - first.left).min(first.bottom - first.top);
        let region = |meets: &dyn Fn(&TriedSetting) -> bool| Region {
            cells: self
                .cells
                .iter()
                .map(|row| row.iter().map(|cell| cell.map(meets)).collect())
                .collect(),
        };
        let wants: Vec<usize> = self
            .balancing
            .wants()
            .map(|(ask_index, ..)| ask_index)
            .take(MAX_BORDERS)
            .collect();
        let step = (0.55f64).min(size * 0.42 / (wants.len() + 1) as f64);
        for (nth, &ask_index) in wants.iter().enumerate() {
            let meets = |setting: &TriedSetting| {
                setting
                    .answers
                    .get(ask_index)
                    .is_some_and(|answer| answer.miss == 0.0)
            };
            let inset = step * (nth as f64 + 1.2);
            region(&meets).draw(
                canvas,
                area,
                inset,
                false,
                &BorderStyle {
                    ink: series_inks(nth).0,
                    width: borders::FINE_STROKE,
                    dash: dash(nth),
                },
            );
        }
        let meets = |setting: &TriedSetting| setting.is_met(self.balancing.asks.len());
        region(&meets).draw(
            canvas,
            area,
            0.0,
            true,
            &BorderStyle {
                ink: Ink::Text,
                width: borders::HEAVY_STROKE,
                dash: None,
            },
        );
    }
}

/// Draws the mark of the best setting.
pub(super) fn mark_best(canvas: &mut Canvas, centre: Point) {
    canvas.disc(centre, 1.25, Ink::Paper);
    canvas.disc(centre, 0.95, Ink::Accent);
}

/// Draws the mark of the published setting.
pub(super) fn mark_published(canvas: &mut Canvas, centre: Point) {
    canvas.disc(centre, 1.6, Ink::Paper);
    canvas.ring(centre, 1.45, Ink::Text, 0.35);
}
