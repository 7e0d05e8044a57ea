//! Splits charts with too many rows into several.

use super::stacked::most_rows;
use oddsmith_model::chart_data::ChartData;
use oddsmith_model::chart_words::{printed_chart, sheet_title};
use oddsmith_model::messages::Messages;
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::rule::presentation::ChartKind;

/// Returns the charts of a report. A chart with more rows than fit on a page becomes several
/// charts. Each has a separate file and a number.
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

/// Returns the rows of each part, as even as possible; none for a chart that is not split or cannot
/// be drawn.
fn row_spans(report: &Report, chart: &Chart) -> Vec<(usize, usize)> {
    if chart.kind != ChartKind::Stacked {
        return Vec::new();
    }
    let chart = printed_chart(report, chart);
    let Ok(data) = ChartData::for_print(report, &chart) else {
        return Vec::new();
    };
    let Ok(most) = most_rows(&data) else {
        return Vec::new();
    };
    let count = data.xs.len();
    let parts = count.div_ceil(most);
    (0..parts)
        .map(|part| (part * count / parts, (part + 1) * count / parts))
        .collect()
}
