//! A strip for each parameter: which of its values occur in settings that meet all goals.

use super::map;
use super::words::{parameter_name, text_stride};
use crate::canvas::Align;
use crate::geometry::Area;
use crate::page::Page;
use crate::palette::Ink;
use crate::text::{LABEL, SMALL, STRONG};
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::balance::{Balancing, TriedSetting};

/// The maximum width of a parameter's name, as a share of the page.
const NAME_SHARE: f64 = 0.34;
/// The maximum width of a cell, in millimetres.
const WIDEST_CELL: f64 = 9.0;
/// The height of a strip.
const STRIP: f64 = 3.6;
/// The distance from the top of a strip to the top of the next one.
const PITCH: f64 = 8.2;

/// Draws the strips below one another and returns their bottom.
pub(super) fn draw(
    page: &mut Page,
    balancing: &Balancing,
    best: &TriedSetting,
    top: f64,
    messages: &Messages,
) -> f64 {
    let heading = match (balancing.is_met(), balancing.extent.is_search) {
        (true, true) => Word::SomeTriedMeet,
        (true, false) => Word::SettingsMeet,
        (false, _) => Word::NoSettingMeets,
    };
    let mut y = top;
    for line in LABEL.wrap(messages.text(heading), page.right() - page.left()) {
        y += LABEL.pitch();
        page.canvas
            .text(&line, LABEL, Ink::Quiet, (page.left(), y), Align::Left);
    }
    y += 1.8;
    let names: Vec<&str> = balancing.parameters.iter().map(parameter_name).collect();
    let width = STRONG
        .widest(names.iter().copied())
        .min(NAME_SHARE * page.canvas.width);
    let left = page.left() + width + 2.5;
    for (parameter_index, &called) in names.iter().enumerate() {
        let lines = STRONG.wrap_at_most(called, width + 0.01, 2);
        page.canvas.lines_around(
            &lines,
            STRONG,
            Ink::Text,
            (page.left(), y + STRIP / 2.0),
            Align::Left,
        );
        draw_strip(page, balancing, parameter_index, best, (left, y), messages);
        y += PITCH;
    }
    y - PITCH + STRIP + SMALL.pitch()
}

/// Draws the strip of one parameter with its values below.
fn draw_strip(
    page: &mut Page,
    balancing: &Balancing,
    parameter_index: usize,
    best: &TriedSetting,
    (left, top): (f64, f64),
    messages: &Messages,
) {
    let parameter = &balancing.parameters[parameter_index];
    let mut counts = vec![0usize; parameter.values.len()];
    balancing
        .settings_meeting_all()
        .for_each(|setting| counts[usize::from(setting.point[parameter_index])] += 1);
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let width = ((page.right() - left) / counts.len() as f64).min(WIDEST_CELL);
    let texts: Vec<String> = parameter
        .values
        .iter()
        .map(|value| value.label(messages))
        .collect();
    let every = text_stride(SMALL, &texts, width);
    for (value, (&count, text)) in counts.iter().zip(&texts).enumerate() {
        let x = left + value as f64 * width;
        let area = Area::new(x, top, x + width, top + STRIP).grown(-0.12);
        let ground = if count == 0 {
            Ink::Grid
        } else {
            Ink::Heat(0.2 + 0.5 * count as f64 / most)
        };
        let shown = if count == 0 {
            Area::new(
                area.left,
                top + STRIP / 2.0 - 0.2,
                area.right,
                top + STRIP / 2.0 + 0.2,
            )
        } else {
            area
        };
        page.canvas.rect(shown, ground);
        if value % every == 0 {
            let text = SMALL.shorten(text, (width * every as f64).max(width));
            page.canvas.text(
                &text,
                SMALL,
                Ink::Text,
                (x + width / 2.0, top + STRIP + SMALL.pitch()),
                Align::Centre,
            );
        }
        if parameter.steps[value] == 0 {
            map::mark_published(&mut page.canvas, area.centre());
        }
        if usize::from(best.point[parameter_index]) == value {
            map::mark_best(&mut page.canvas, area.centre());
        }
    }
}
