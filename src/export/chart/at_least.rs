//! The chance of at least k: one falling line per variant or swept value.

use super::axis::round_ticks;
use super::drawing::Drawing;
use super::error::ChartError;
use super::falls::Falls;
use super::geometry::Area;
use super::note;
use super::page::{COLUMN, Page};
use super::pick::Pick;
use super::plot::{Frame, Scale, whole_ticks};

/// Draws the chance of at least k.
pub(super) fn draw(pick: &Pick) -> Result<Drawing, ChartError> {
    let falls = Falls::of(pick)?;
    let mut page = Page::new(COLUMN, &pick.chart.title, &pick.chart.subtitle);
    let ticks = round_ticks(0.0, 1.0, 4, false);
    let top = page.top + 2.8;
    let left = page.left() + Scale::Percent.room(&ticks);
    let frame = |right: f64| Frame {
        area: Area::new(left, top, right, top + falls.height()),
        x: falls.x_range(),
        y: (0.0, 1.0),
    };
    let within = |frame: &Frame| Area::new(left, top - 3.4, frame.area.right, top + falls.height());
    let wide = frame(page.right());
    let frame = frame(page.right() - falls.names_room(&page.canvas, &wide, within(&wide)));
    frame.grid(&mut page.canvas, &ticks, Scale::Percent);
    frame.baseline(&mut page.canvas);
    let name = format!("k, {}", pick.metric_in_words());
    let ticks = whole_ticks(falls.ends().0, falls.ends().1, frame.area.right - frame.area.left);
    let bottom = frame.x_axis(&mut page.canvas, &ticks, &name);
    let whiskers = falls.draw(&mut page.canvas, &frame, within(&frame), &[]);
    page.finish(bottom, &note::of(pick, falls.own_note(), whiskers))
}
