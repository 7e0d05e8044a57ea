//! Charts of the probability of at least k: one falling line per variant or swept value.

use super::axis::round_ticks;
use super::distribution::single_value_sheet;
use super::error::ChartError;
use super::geometry::Area;
use super::goal;
use super::note;
use super::page::{Page, Sheet, plot_height};
use super::plot::{Frame, Scale, whole_ticks};
use super::survival::{HEIGHT, Survival};
use super::words::k_in_words;
use oddsmith_model::chart_data::ChartData;

/// Draws the probability of at least k.
pub(super) fn draw(table: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let survival = Survival::of(table)?.merge_same_lines(table.words());
    let mut page = Page::new(table.chart);
    if let (Some(only), None) = (survival.only_value(), survival.goal) {
        return Ok(single_value_sheet(page, table, only));
    }
    let (ticks, numerals) = (round_ticks(0.0, 1.0, 4, false), table.words().numerals());
    let top = page.top + 2.8;
    let left = page.left() + Scale::Percent.labels_width(&ticks, numerals);
    let height = plot_height(HEIGHT, taller).max(survival.height());
    let frame = |right: f64| Frame {
        area: Area::new(left, top, right, top + height),
        x: survival.x_range(),
        y: (0.0, 1.0),
    };
    let within = |frame: &Frame| Area::new(left, top - 3.4, frame.area.right, top + height);
    let wide = frame(page.right());
    let frame = frame(page.right() - survival.names_width(&page.canvas, &wide, within(&wide)));
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    frame.draw_baseline(&mut page.canvas);
    let name = k_in_words(table);
    let ticks = whole_ticks(
        survival.ends().0,
        survival.ends().1,
        frame.area.right - frame.area.left,
        numerals,
    );
    let bottom = frame.draw_x_axis(&mut page.canvas, &ticks, &name);
    if let Some(goal) = survival.goal {
        goal::draw(goal, &mut page.canvas, &frame);
    }
    let whiskers = survival.draw(&mut page.canvas, &frame, within(&frame));
    if let Some(goal) = survival.goal {
        goal::write_name(
            goal,
            &mut page.canvas,
            &frame,
            &survival.clutter(&frame),
            table.words(),
        );
    }
    let legend = [
        survival.legend_text(table.words()),
        survival.goal_text(table.words()).unwrap_or_default(),
    ]
    .join(" ");
    Ok(page.finish(bottom, note::for_chart(table, legend.trim(), whiskers)))
}
