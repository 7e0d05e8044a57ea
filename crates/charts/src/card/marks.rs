//! Draws the table of a card.

use super::fonts::CardFonts;
use super::table_layout::{CELL_PADDING, GAP, SubtableRow, TableLayout};
use crate::canvas::{Align, Canvas};
use crate::die;
use crate::geometry::{Area, Point};
use crate::palette::Ink;
use oddsmith_model::card::{CardCell, CardOdds, CardPlace};
use oddsmith_model::rule::metric::Tone;

/// The gap around a cell.
const CELL_GAP: f64 = 0.15;

/// Draws a table from its upper left corner, and returns its bottom.
pub(super) fn draw(
    canvas: &mut Canvas,
    table: &CardOdds,
    layout: &TableLayout,
    (left, top): Point,
) -> f64 {
    let mut y = top;
    for (nth, subtable_row) in layout.subtable_rows.iter().enumerate() {
        y += if nth > 0 { GAP } else { 0.0 };
        y = draw_subtable_row(canvas, table, layout, subtable_row, (left, y));
    }
    y
}

fn draw_subtable_row(
    canvas: &mut Canvas,
    table: &CardOdds,
    layout: &TableLayout,
    subtable_row: &SubtableRow,
    (left, top): Point,
) -> f64 {
    let fonts = layout.fonts;
    let line = top + layout.head_height(subtable_row);
    let mut foot = line - 1.2 - fonts.head.pitch() * (layout.corner.len() as f64 - 1.0);
    for words in &layout.corner {
        canvas.text(words, fonts.head, Ink::Text, (left, foot), Align::Left);
        foot += fonts.head.pitch();
    }
    let mut x = left + layout.names_width;
    let mut tops = vec![line];
    (0..layout.shown.rows)
        .for_each(|row_index| tops.push(tops[row_index] + layout.row_height(row_index)));
    for subtable in &subtable_row.subtables {
        let width = subtable.width(layout.shown.columns);
        draw_headings(
            canvas,
            table,
            layout,
            subtable.heading.as_slice(),
            subtable.column_width,
            (x, line),
        );
        let rows = &table.measures[subtable.measure].cells[subtable.block];
        for (row_index, row) in rows[..layout.shown.rows].iter().enumerate() {
            for (column, cell) in row[..layout.shown.columns].iter().enumerate() {
                let left = x + column as f64 * subtable.column_width;
                let area = Area::new(
                    left,
                    tops[row_index],
                    left + subtable.column_width,
                    tops[row_index + 1],
                );
                draw_cell(canvas, cell.as_ref(), area, fonts);
            }
        }
        canvas.line(vec![(x, line), (x + width, line)], Ink::Text, 0.25);
        x += width + GAP;
    }
    if layout.names_width > 3.0 * CELL_PADDING {
        canvas.line(
            vec![
                (left, line),
                (left + layout.names_width - CELL_PADDING, line),
            ],
            Ink::Text,
            0.25,
        );
    }
    for (row_index, place) in table.rows.places[..layout.shown.rows].iter().enumerate() {
        let middle = (tops[row_index] + tops[row_index + 1]) / 2.0;
        match place.die {
            Some(_) => draw_die(canvas, place, fonts, (left, middle)),
            None => canvas.lines_around(
                &layout.row_names[row_index],
                fonts.label,
                Ink::Text,
                (left, middle),
                Align::Left,
            ),
        }
    }
    tops[layout.shown.rows]
}

/// Draws the headings of a subtable and of its columns, above the line.
fn draw_headings(
    canvas: &mut Canvas,
    table: &CardOdds,
    layout: &TableLayout,
    heading: &[String],
    column_width: f64,
    (x, line): Point,
) {
    let fonts = layout.fonts;
    let over = line - 1.2 - layout.column_head_height();
    let middle = x + column_width * layout.shown.columns as f64 / 2.0;
    for (nth, words) in heading.iter().rev().enumerate() {
        let foot = over - nth as f64 * fonts.head.pitch();
        canvas.text(words, fonts.head, Ink::Text, (middle, foot), Align::Centre);
    }
    for (nth, lines) in layout.column_heads.iter().enumerate() {
        let centre = x + (nth as f64 + 0.5) * column_width;
        let place = &table.columns.places[nth];
        if place.die.is_some() {
            let width = fonts.place_width(place);
            draw_die(
                canvas,
                place,
                fonts,
                (centre - width / 2.0, line - 1.2 - fonts.number.half_cap()),
            );
            continue;
        }
        for (up, words) in lines.iter().rev().enumerate() {
            let foot = line - 1.2 - up as f64 * fonts.label.pitch();
            canvas.text(
                words,
                fonts.label,
                Ink::Quiet,
                (centre, foot),
                Align::Centre,
            );
        }
    }
}

fn draw_die(canvas: &mut Canvas, place: &CardPlace, fonts: CardFonts, (left, middle): Point) {
    let Some((face, after)) = place.die else {
        return;
    };
    let width = fonts.die_width();
    die::draw(canvas, face, (left + width / 2.0, middle), width);
    let foot = middle + fonts.label.half_cap();
    canvas.text(
        after,
        fonts.label,
        Ink::Text,
        (left + width + 0.4, foot),
        Align::Left,
    );
}

fn draw_cell(canvas: &mut Canvas, cell: Option<&CardCell>, area: Area, fonts: CardFonts) {
    let Some(cell) = cell else { return };
    if cell.tone != Tone::Neutral {
        canvas.rect(area.grown(-CELL_GAP), Ink::Tint(cell.tone));
    }
    let (x, y) = area.centre();
    canvas.text(
        &cell.text,
        fonts.number,
        Ink::Text,
        (x, y + fonts.number.half_cap()),
        Align::Centre,
    );
}
