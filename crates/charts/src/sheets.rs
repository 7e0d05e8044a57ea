//! A chart of more rows than can be read becomes several.

use super::stacked::most_rows;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::chart_words::{printed_chart, sheet_title};
use oddsmith_model::messages::Messages;
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::rule::presentation::ChartKind;

/// The charts of a report as they are drawn: one that has more rows than a page can hold becomes
/// several, each a file of its own, numbered.
pub fn sheets(report: &Report) -> Vec<Chart> {
    let mut sheets: Vec<Chart> = Vec::new();
    for (i, chart) in report.charts.iter().enumerate() {
        let spans = row_spans(report, chart);
        if spans.len() < 2 {
            sheets.push(chart.clone());
            continue;
        }
        let mut number = 0;
        for (nth, &rows) in spans.iter().enumerate() {
            let file = loop {
                number += 1;
                let file = format!("{}-{number}", chart.file);
                if report.charts[i..]
                    .iter()
                    .chain(&sheets)
                    .all(|other| other.file != file)
                {
                    break file;
                }
            };
            let messages = if chart.is_titled {
                &report.messages
            } else {
                Messages::english()
            };
            let title = sheet_title(&chart.title, nth + 1, spans.len(), messages);
            sheets.push(Chart {
                file,
                title,
                sheet: Some((nth + 1, spans.len())),
                rows: Some(rows),
                ..chart.clone()
            });
        }
    }
    sheets
}

/// The rows of each part, as even as can be; none for a chart that is drawn whole, or that cannot
/// be drawn.
fn row_spans(report: &Report, chart: &Chart) -> Vec<(usize, usize)> {
    if chart.kind != ChartKind::Stacked {
        return Vec::new();
    }
    let chart = printed_chart(report, chart);
    let Ok(table) = ChartData::for_print(report, &chart) else {
        return Vec::new();
    };
    let Ok(most) = most_rows(&table) else {
        return Vec::new();
    };
    let count = table.xs.len();
    let parts = count.div_ceil(most);
    (0..parts)
        .map(|part| (part * count / parts, (part + 1) * count / parts))
        .collect()
}
