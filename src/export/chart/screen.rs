//! Charts that show no metric as data, for who draws them on a screen: maps of best play, and what matters most.

use serde_json::{Value, json};

use super::error::ChartError;
use super::policy::gives_away;
use super::tornado::{MOST_ROWS, said, subtitle, title};
use crate::figures::Company;
use crate::report::policy_grid::{PolicyCell, PolicyGrid};
use crate::report::sensitivity::{Change, Sensitivity};
use crate::report::{Chart, Report};

/// A map of best play.
pub(super) fn policy(report: &Report, chart: &Chart) -> Result<Value, ChartError> {
    let grid = PolicyGrid::read(report, chart).map_err(ChartError::Empty)?;
    let cell = |cell: &Option<PolicyCell>| {
        cell.as_ref()
            .map(|cell| json!({ "option": cell.option, "loss": cell.loss, "text": gives_away(cell, report.company) }))
    };
    let row = |(name, cells): (&String, &Vec<Option<PolicyCell>>)| json!({ "name": name, "cells": cells.iter().map(cell).collect::<Vec<_>>() });
    let note = if grid.is_merged { "Where situations share a cell, it shows the one that is met most." } else { "" };
    Ok(json!({
        "columns": grid.columns.1,
        "grid": grid.rows.1.iter().zip(&grid.cells).map(row).collect::<Vec<_>>(),
        "x": grid.columns.0,
        "y": grid.rows.0,
        "options": grid.options.iter().map(|own| &own.name).collect::<Vec<_>>(),
        "ties": (0..grid.options.len()).filter(|&at| grid.options[at].is_tie()).collect::<Vec<_>>(),
        "isProbability": grid.cells.iter().flatten().flatten().all(|cell| cell.is_chance),
        "note": note,
    }))
}

/// What matters most: a row for each parameter that moves the answer, those that move it most first.
pub fn sensitivity(own: &Sensitivity, company: Company) -> Value {
    let moves =
        |changes: &Vec<&Change>| changes.iter().any(|change| own.difference(change).is_some_and(|by| by.abs() > 1e-12));
    let groups = own.by_parameter();
    let moving: Vec<&Vec<&Change>> = groups.iter().filter(|changes| moves(changes)).collect();
    let change = |change: &&Change| {
        json!({
            "told": change.told,
            "v": change.value,
            "text": change.value.map(|value| said(own, value, company)),
            "difference": own.difference(change),
        })
    };
    let row = |changes: &&Vec<&Change>| json!({ "name": changes[0].label, "from": changes[0].from, "changes": changes.iter().map(change).collect::<Vec<_>>() });
    json!({
        "kind": "tornado",
        "file": crate::export::sensitivity::CHART,
        "title": title(own, company),
        "subtitle": subtitle(own),
        "metric": "",
        "note": "",
        "base": own.base,
        "baseText": own.base.map(|base| said(own, base, company)),
        "isProbability": own.is_probability,
        "tornado": moving.iter().take(MOST_ROWS).map(row).collect::<Vec<_>>(),
        "more": moving.len().saturating_sub(MOST_ROWS),
        "notes": own.notes,
    })
}
