//! Tables for rulebooks: the numbers of a chart in a compact form, in percent and in the language
//! of the report.

mod balance;
mod cells;
mod note;
mod playtest;
mod sensitivity;
mod skill;
#[cfg(test)]
mod tests;

pub use balance::table as balance;
pub use playtest::{likelihood, metric as playtest};
pub use sensitivity::table as sensitivity;
pub use skill::tables as skill;

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::chart_words::printed_chart;
use oddsmith_model::figures::IMPOSSIBLE_MARK;
use oddsmith_model::messages::Word;
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::table::Table;

/// Returns the table of a chart.
///
/// # Errors
/// Fails if the chart shows nothing.
pub fn chart(report: &Report, chart: &Chart) -> Result<Table, String> {
    let chart = &*printed_chart(report, chart);
    let data = ChartData::for_print(report, chart)?;
    let cells = cells::table(&data);
    if cells.row_count() == 0 {
        return Err("it has no numbers".to_owned());
    }
    let mut remark = cells.note.clone();
    if (0..cells.row_count())
        .flat_map(|row| cells.row(row))
        .any(|cell| cell.text == IMPOSSIBLE_MARK)
    {
        remark = format!("{remark} {}", data.words().text(Word::MeansImpossible))
            .trim_start()
            .to_owned();
    }
    let (title, subtitle) = (chart.title.clone(), chart.subtitle.clone());
    Ok(Table {
        title,
        subtitle,
        note: note::text(&data, &remark),
        ..cells
    })
}
