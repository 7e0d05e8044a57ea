//! Writes `sensitivity.csv`: a row for each change of a parameter, with its effect.

use super::cell::TableCell;
use oddsmith_model::report::columns::SENSITIVITY;
use oddsmith_model::report::sensitivity::{Change, Sensitivity};
use oddsmith_model::table::{Column, ColumnKind, Table};

/// The name of the file.
pub const FILE: &str = "sensitivity.csv";
/// The stem of the chart's files.
pub const CHART: &str = "tornado";

/// Returns the bytes of `sensitivity.csv`.
pub fn sensitivity(report: &Sensitivity) -> Vec<u8> {
    let [texts @ .., value, difference] = SENSITIVITY;
    let columns = texts
        .map(|head| Column::new(ColumnKind::Text, head))
        .into_iter();
    let numbers = [value, difference].map(|head| Column::new(ColumnKind::Numbers, head));
    let row = |change: &Change| {
        let texts = [
            &report.ask,
            &change.parameter,
            change.direction.name(),
            &change.from,
            &change.to,
        ];
        let numbers = [change.value, report.difference(change)]
            .map(|number| TableCell::exact(number).to_csv_text());
        texts
            .map(str::to_owned)
            .into_iter()
            .chain(numbers)
            .collect()
    };
    Table::from_rows::<String>(
        columns.chain(numbers).collect(),
        report.changes.iter().map(row),
    )
    .to_csv()
}
