//! The chance of at least k: one falling line per variant or swept value.

use super::axis::round_ticks;
use super::error::ChartError;
use super::falls::{Falls, HEIGHT};
use super::geometry::Area;
use super::note;
use super::page::{Page, Sheet, plot_height};
use super::pick::Pick;
use super::plot::{Frame, Scale, whole_ticks};

/// Draws the chance of at least k.
pub(super) fn draw(pick: &Pick, taller: f64) -> Result<Sheet, ChartError> {
    let falls = Falls::of(pick)?;
    let mut page = Page::new(pick.chart);
    let ticks = round_ticks(0.0, 1.0, 4, false);
    let top = page.top + 2.8;
    let left = page.left() + Scale::Percent.room(&ticks);
    let height = plot_height(HEIGHT, taller).max(falls.height());
    let frame =
        |right: f64| Frame { area: Area::new(left, top, right, top + height), x: falls.x_range(), y: (0.0, 1.0) };
    let within = |frame: &Frame| Area::new(left, top - 3.4, frame.area.right, top + height);
    let wide = frame(page.right());
    let frame = frame(page.right() - falls.names_room(&page.canvas, &wide, within(&wide)));
    frame.grid(&mut page.canvas, &ticks, Scale::Percent);
    frame.baseline(&mut page.canvas);
    let name = format!("k, {}", pick.metric_in_words());
    let ticks = whole_ticks(falls.ends().0, falls.ends().1, frame.area.right - frame.area.left);
    let bottom = frame.x_axis(&mut page.canvas, &ticks, &name);
    let whiskers = falls.draw(&mut page.canvas, &frame, within(&frame), &[]);
    page.advice.extend(falls.advice());
    Ok(page.finish(bottom, &note::of(pick, falls.own_note(), whiskers)))
}
