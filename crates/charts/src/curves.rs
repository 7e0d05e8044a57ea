//! Charts of the probability of at least, of at most or of exactly each value: one line per variant
//! or swept value.

use super::axis::round_ticks;
use super::distribution::single_value_sheet;
use super::error::ChartError;
use super::geometry::Area;
use super::goal;
use super::note;
use super::page::{Page, Sheet, plot_height};
use super::plot::{Frame, Scale, whole_ticks};
use super::value_curves::{HEIGHT, ValueCurves};
use super::words::k_in_words;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::rule::presentation::ChartKind;

/// Draws one line for each distribution.
pub(super) fn draw(data: &ChartData<'_>, taller: f64) -> Result<Sheet, ChartError> {
    let curves = ValueCurves::of(data)?.merge_same_lines(data.words());
    let mut page = Page::new(data.chart);
    if let (Some(only), None) = (curves.only_value(), curves.goal) {
        return Ok(single_value_sheet(page, data, only));
    }
    let highest = match data.chart.kind {
        ChartKind::Distribution => curves.highest().min(1.0),
        _ => 1.0,
    };
    let (ticks, numerals) = (round_ticks(0.0, highest, 4, false), data.words().numerals());
    let top = page.top + 2.8;
    let left = page.left() + Scale::Percent.labels_width(&ticks, numerals);
    let height = plot_height(HEIGHT, taller).max(curves.height());
    let frame = |right: f64| Frame {
        area: Area::new(left, top, right, top + height),
        x: curves.x_range(),
        y: (0.0, ticks[ticks.len() - 1]),
    };
    let within = |frame: &Frame| Area::new(left, top - 3.4, frame.area.right, top + height);
    let wide = frame(page.right());
    let frame = frame(page.right() - curves.names_width(&page.canvas, &wide, within(&wide)));
    frame.draw_grid(&mut page.canvas, &ticks, Scale::Percent, numerals);
    frame.draw_baseline(&mut page.canvas);
    let name = k_in_words(data);
    let ticks = whole_ticks(
        curves.ends().0,
        curves.ends().1,
        frame.area.right - frame.area.left,
        numerals,
    );
    let bottom = frame.draw_x_axis(&mut page.canvas, &ticks, &name);
    if let Some(goal) = curves.goal {
        goal::draw(goal, &mut page.canvas, &frame);
    }
    let whiskers = curves.draw(&mut page.canvas, &frame, within(&frame));
    if let Some(goal) = curves.goal {
        goal::write_name(
            goal,
            &mut page.canvas,
            &frame,
            &curves.clutter(&frame),
            data.words(),
        );
    }
    let legend = [
        curves.legend_text(data.words()),
        curves.goal_text(data.words()).unwrap_or_default(),
    ];
    Ok(page.finish(bottom, note::for_chart(data, legend.to_vec(), whiskers)))
}
