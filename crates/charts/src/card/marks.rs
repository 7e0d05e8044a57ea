//! Draws the table of a card.

use super::plan::{CELL_PADDING, GAP, Plan, Shelf};
use super::types::Types;
use crate::canvas::{Align, Canvas};
use crate::die;
use crate::geometry::{Area, Point};
use crate::palette::Ink;
use oddsmith_model::card::{CardCell, CardOdds, CardPlace};
use oddsmith_model::rule::metric::Tone;

/// The gap around a cell.
const CELL_GAP: f64 = 0.15;

/// Draws a table from its upper left corner, and returns its bottom.
pub(super) fn draw(canvas: &mut Canvas, table: &CardOdds, plan: &Plan, (left, top): Point) -> f64 {
    let mut y = top;
    for (nth, shelf) in plan.shelves.iter().enumerate() {
        y += if nth > 0 { GAP } else { 0.0 };
        y = draw_shelf(canvas, table, plan, shelf, (left, y));
    }
    y
}

fn draw_shelf(
    canvas: &mut Canvas,
    table: &CardOdds,
    plan: &Plan,
    shelf: &Shelf,
    (left, top): Point,
) -> f64 {
    let types = plan.types;
    let line = top + plan.head_height(shelf);
    let mut foot = line - 1.2 - types.head.pitch() * (plan.corner.len() as f64 - 1.0);
    for words in &plan.corner {
        canvas.text(words, types.head, Ink::Text, (left, foot), Align::Left);
        foot += types.head.pitch();
    }
    let mut x = left + plan.names_width;
    let mut tops = vec![line];
    (0..plan.shown.rows)
        .for_each(|row_index| tops.push(tops[row_index] + plan.row_height(row_index)));
    for unit in &shelf.units {
        let width = unit.width(plan.shown.columns);
        draw_headings(
            canvas,
            table,
            plan,
            unit.heading.as_slice(),
            unit.column_width,
            (x, line),
        );
        let rows = &table.measures[unit.measure].cells[unit.block];
        for (row_index, row) in rows[..plan.shown.rows].iter().enumerate() {
            for (column, cell) in row[..plan.shown.columns].iter().enumerate() {
                let left = x + column as f64 * unit.column_width;
                let area = Area::new(
                    left,
                    tops[row_index],
                    left + unit.column_width,
                    tops[row_index + 1],
                );
                draw_cell(canvas, cell.as_ref(), area, types);
            }
        }
        canvas.line(vec![(x, line), (x + width, line)], Ink::Text, 0.25);
        x += width + GAP;
    }
    if plan.names_width > 3.0 * CELL_PADDING {
        canvas.line(
            vec![(left, line), (left + plan.names_width - CELL_PADDING, line)],
            Ink::Text,
            0.25,
        );
    }
    for (row_index, place) in table.rows.places[..plan.shown.rows].iter().enumerate() {
        let middle = (tops[row_index] + tops[row_index + 1]) / 2.0;
        match place.die {
            Some(_) => draw_die(canvas, place, types, (left, middle)),
            None => canvas.lines_around(
                &plan.rows[row_index],
                types.tick,
                Ink::Text,
                (left, middle),
                Align::Left,
            ),
        }
    }
    tops[plan.shown.rows]
}

/// Draws the headings of a unit and of its columns, above the line.
fn draw_headings(
    canvas: &mut Canvas,
    table: &CardOdds,
    plan: &Plan,
    heading: &[String],
    column: f64,
    (x, line): Point,
) {
    let types = plan.types;
    let over = line - 1.2 - plan.tick_height();
    let middle = x + column * plan.shown.columns as f64 / 2.0;
    for (nth, words) in heading.iter().rev().enumerate() {
        let foot = over - nth as f64 * types.head.pitch();
        canvas.text(words, types.head, Ink::Text, (middle, foot), Align::Centre);
    }
    for (nth, lines) in plan.ticks.iter().enumerate() {
        let centre = x + (nth as f64 + 0.5) * column;
        let place = &table.columns.places[nth];
        if place.die.is_some() {
            let width = types.place_width(place);
            draw_die(
                canvas,
                place,
                types,
                (centre - width / 2.0, line - 1.2 - types.number.half_cap()),
            );
            continue;
        }
        for (up, words) in lines.iter().rev().enumerate() {
            let foot = line - 1.2 - up as f64 * types.tick.pitch();
            canvas.text(words, types.tick, Ink::Quiet, (centre, foot), Align::Centre);
        }
    }
}

fn draw_die(canvas: &mut Canvas, place: &CardPlace, types: Types, (left, middle): Point) {
    let Some((face, after)) = place.die else {
        return;
    };
    let width = types.die_width();
    die::draw(canvas, face, (left + width / 2.0, middle), width);
    let foot = middle + types.tick.half_cap();
    canvas.text(
        after,
        types.tick,
        Ink::Text,
        (left + width + 0.4, foot),
        Align::Left,
    );
}

fn draw_cell(canvas: &mut Canvas, cell: Option<&CardCell>, area: Area, types: Types) {
    let Some(cell) = cell else { return };
    if cell.tone != Tone::Neutral {
        canvas.rect(area.grown(-CELL_GAP), Ink::Tint(cell.tone));
    }
    let (x, y) = area.centre();
    canvas.text(
        &cell.text,
        types.number,
        Ink::Text,
        (x, y + types.number.half_cap()),
        Align::Centre,
    );
}
