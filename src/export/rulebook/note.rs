//! The last line under a table: exact or simulated, and how surely.

use crate::chart_table::ChartTable;
use crate::export::number::significant;
use crate::export::provenance;

/// What is to be said of the cells, and how they were got.
pub(super) fn of(data: &ChartTable<'_>, own: &str) -> String {
    let exact = data.laws().filter(|law| law.exact.is_some()).count();
    let all = data.laws().count();
    let run = &data.report.run;
    let source = match exact {
        0 => "Simulated:",
        some if some == all => "Exact;",
        _ => "Exact where it was computed, else simulated:",
    };
    let each = if data.cases.len() > 1 { " per case" } else { "" };
    let trials = provenance::trials(&data.cases, each).unwrap_or_else(|| "no trials".to_owned());
    let level = if exact == all {
        String::new()
    } else {
        format!(", {}% confidence", significant(run.confidence.level() * 100.0, 6))
    };
    let mut parts: Vec<String> = Vec::new();
    if !own.is_empty() {
        parts.push(own.to_owned());
    }
    if !data.chart.is_of_all(data.observed) {
        parts.extend(provenance::absent(data.observed, data.report, data.laws()));
    }
    parts.push(format!("{source} {trials}, seed {}{level}.", run.seed));
    if exact > 0 {
        parts.extend(provenance::verdict(data.report));
    }
    parts.extend(provenance::unresolved(data.laws()));
    parts.join(" ")
}
