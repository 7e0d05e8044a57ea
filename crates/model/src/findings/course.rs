//! How readings go from place to place.

use super::places::place;
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;

/// The least and the greatest of some readings.
pub(super) fn ends<'e>(readings: impl Iterator<Item = &'e Estimate> + Clone) -> Option<(&'e Estimate, &'e Estimate)> {
    let least = readings.clone().min_by(|a, b| a.value.total_cmp(&b.value))?;
    Some((least, readings.max_by(|a, b| a.value.total_cmp(&b.value))?))
}

/// Where readings that rise or fall from place to place begin and end, in words: "at QV 2", "at QV 6".
pub(super) fn rises_or_falls(data: &ChartTable<'_>, readings: &[Estimate]) -> Option<(String, String)> {
    data.numbers(data.chart.x)?;
    let rises = readings.windows(2).all(|pair| pair[1].reaches(&pair[0]));
    let falls = readings.windows(2).all(|pair| pair[0].reaches(&pair[1]));
    if readings.len() < 2 || !(rises || falls) {
        return None;
    }
    let (from, to) = (place(data, data.chart.x, 0)?, place(data, data.chart.x, readings.len() - 1)?);
    Some((from.at(), to.again()))
}
