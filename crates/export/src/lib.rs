//! Writes a finished report: tables, CSV, JSON, workbooks, pages, pictures, and the folder of
//! results. Only `folder` writes to the disk.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod asks;
pub mod balance;
mod cell;
pub mod changes;
pub mod csv;
pub mod distributions;
#[cfg(feature = "cli")]
pub mod earlier;
mod error;
pub mod file_names;
pub mod files;
#[cfg(feature = "cli")]
pub mod folder;
mod format;
pub mod frame;
pub mod html;
pub mod joint_map;
pub mod json;
pub mod json_view;
pub mod json_view_balance;
pub mod json_view_playtest;
pub mod listed_trials;
pub mod manifest;
mod misses;
pub mod picture;
pub mod playtest;
pub mod policy;
pub mod rulebook;
pub mod sensitivity;
pub mod skill;
mod state_text;
pub mod table;
#[cfg(feature = "xlsx")]
mod xlsx;

pub use cell::TableCell;
pub use error::ExportError;
pub use format::Format;
pub use oddsmith_model::provenance::verdict_sentence;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use csv::Sink;
use files::{Files, MANIFEST};
use oddsmith_model::report::{Chart, Report};
use oddsmith_model::rule::presentation::ChartKind;
use picture::{DrawnPicture, Picture, check_not_stopped, render};

/// The name of the program, as it appears in files.
pub const PROGRAM: &str = "oddsmith";

/// Writes all files of a report into its folder, which the caller must finish. Returns warnings.
/// Without formats there are no charts, not even on the page. A chart that has nothing to show is
/// left out with a warning, so that the trials are not lost.
///
/// It checks whether to stop between blocks of rows, before each chart and each file of a chart,
/// and before the page.
///
/// # Errors
/// Fails on errors of the disk, or if the run is stopped.
pub fn write(
    report: &Report,
    formats: &[Format],
    page: Option<html::Readers>,
    folder: &mut (impl Files + Send),
    elapsed: impl Fn() -> Duration,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<String>, ExportError> {
    // Tables are written while charts are drawn and the page is prepared.
    let has_failed = AtomicBool::new(false);
    let tables = || {
        let written = write_tables(report, folder, is_stopped);
        has_failed.store(written.is_err(), Ordering::Relaxed);
        written
    };
    let is_over = || has_failed.load(Ordering::Relaxed) || is_stopped();
    let draft = || {
        page.filter(|_| !is_over())
            .map(|readers| html::Draft::new(report, readers))
    };
    let (written, ((drawn_pictures, mut warnings), draft)) = rayon::join(tables, || {
        rayon::join(|| render_pictures(report, formats, &is_over), draft)
    });
    written?;
    let mut figures = Vec::new();
    for result in drawn_pictures {
        let DrawnPicture {
            files,
            warnings: picture_warnings,
            figure,
        } = match result {
            Ok(drawn_picture) => drawn_picture,
            Err(ExportError::Chart(reason)) => {
                warnings.push(format!("{reason}: it is left out"));
                continue;
            }
            Err(error) => return Err(error),
        };
        for (name, bytes) in files {
            folder.write(&name, &bytes)?;
        }
        warnings.extend(picture_warnings);
        figures.push(figure);
    }
    check_not_stopped(is_stopped)?;
    #[cfg(feature = "print")]
    if formats.contains(&Format::Card) {
        match picture::card(report) {
            Ok(card) => {
                for (name, bytes) in card.files {
                    folder.write(&name, &bytes)?;
                }
                warnings.extend(card.warnings);
            }
            Err(reason) => warnings.push(format!(
                "{}: {reason}: it is left out",
                file_names::CARD_STEM
            )),
        }
    }
    let shows_states = |chart: &Chart| chart.kind == ChartKind::States;
    if formats.iter().any(|format| format.is_for_states())
        && !report.charts.iter().any(shows_states)
    {
        warnings.push(
            "no chart shows states, so the formats `dot` and `mermaid` wrote no file: add a chart \
             of kind \"states\""
                .to_owned(),
        );
    }
    #[cfg(feature = "xlsx")]
    if formats.contains(&Format::Xlsx) {
        let workbook = xlsx::workbook(report)
            .map_err(|error| ExportError::Chart(format!("{}: {error}", file_names::WORKBOOK)))?;
        folder.write(file_names::WORKBOOK, &workbook.bytes)?;
        warnings.extend(workbook.warnings);
    }
    if let Some(draft) = draft {
        folder.write(html::FILE, &draft.page(&figures))?;
    }
    let manifest = manifest::manifest(report, folder.files(), elapsed().as_secs_f64());
    folder.write(MANIFEST, &manifest)?;
    Ok(warnings)
}

/// Writes the tables of a report.
fn write_tables(
    report: &Report,
    folder: &mut impl Files,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(), ExportError> {
    folder.write_by("distribution.csv", |out| {
        distributions::write_distribution(report, Sink { out, is_stopped })
    })?;
    if distributions::has_cross_check(report) {
        folder.write_by("simulated.csv", |out| {
            distributions::write_cross_check(report, Sink { out, is_stopped })
        })?;
    }
    folder.write_by("summary.csv", |out| {
        distributions::write_summary(report, Sink { out, is_stopped })
    })?;
    if !report.asks.is_empty() {
        folder.write_by("asks.csv", |out| {
            asks::write_asks(report, Sink { out, is_stopped })
        })?;
    }
    if policy::has_policy(report) {
        folder.write_by("policy.csv", |out| {
            policy::policy(report, Sink { out, is_stopped })
        })?;
    }
    if let Some(listed_trials) = &report.listed_trials {
        folder.write(
            listed_trials::FILE,
            &listed_trials::listed_trials_csv(report, listed_trials),
        )?;
    }
    if let Some(changes) = &report.changes_since {
        folder.write(changes::FILE, &changes::changes_csv(report, changes))?;
    }
    if let Some(sensitivity) = &report.sensitivity {
        folder.write(sensitivity::FILE, &sensitivity::sensitivity(sensitivity))?;
    }
    if let Some(skill) = requested_skill(report) {
        folder.write(skill::FILE, &skill::skill_csv(skill))?;
    }
    if let Some(balancing) = &report.balance {
        folder.write(balance::FILE, &balance::balance_csv(balancing))?;
    }
    if let Some(playtest) = &report.playtest {
        folder.write(playtest::FILE, &playtest::playtest_csv(playtest))?;
    }
    for index in 0..report.joints.len() {
        folder.write_by(&asks::joint_file_name(index), |out| {
            asks::write_joint(report, index, Sink { out, is_stopped })
        })?;
    }
    Ok(())
}

/// Returns how much skill matters, if the user asked for it.
fn requested_skill(report: &Report) -> Option<&oddsmith_model::report::skill::SkillEffect> {
    report.skill.as_ref().filter(|skill| skill.is_requested)
}

/// Draws the charts of a report and returns them with warnings.
fn render_pictures(
    report: &Report,
    formats: &[Format],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> (Vec<Result<DrawnPicture, ExportError>>, Vec<String>) {
    let charts = if formats.is_empty() {
        &[][..]
    } else {
        &report.charts
    };
    let render_chart = |chart| render(&Picture::Chart(report, chart), formats, is_stopped);
    let mut drawn_pictures: Vec<_> = charts.par_iter().map(render_chart).collect();
    let mut warnings = Vec::new();
    if !formats.is_empty() {
        let maps = joint_map::maps(report, &mut warnings);
        drawn_pictures.extend(
            maps.iter().map(|map| {
                picture::render(&Picture::Chart(map, &map.charts[0]), formats, is_stopped)
            }),
        );
        if let Some(playtest) = &report.playtest {
            let pictures = playtest::pictures(report, playtest);
            let drawn = pictures
                .iter()
                .map(|picture| render(picture, formats, is_stopped));
            drawn_pictures.splice(0..0, drawn);
        }
        if let Some(balancing) = &report.balance {
            drawn_pictures.insert(
                0,
                picture::render(&Picture::Balance(report, balancing), formats, is_stopped),
            );
        }
        if let Some(skill) = requested_skill(report) {
            drawn_pictures.insert(
                0,
                picture::render(&Picture::Skill(report, skill), formats, is_stopped),
            );
        }
        if let Some(sensitivity) = &report.sensitivity {
            drawn_pictures.insert(
                0,
                picture::render(&Picture::Tornado(report, sensitivity), formats, is_stopped),
            );
        }
    }
    (drawn_pictures, warnings)
}

/// Returns the file of a chart: its name and its bytes.
///
/// # Errors
/// Fails with the reason why the chart cannot be drawn.
#[cfg(feature = "print")]
pub fn chart_file(
    report: &Report,
    chart: &oddsmith_model::report::Chart,
    format: Format,
) -> Result<(String, Vec<u8>), String> {
    render_file(&Picture::Chart(report, chart), format)
}

/// Draws a picture of a report that is not one of its charts. This is a map of a joint
/// distribution, or the chart of a sensitivity analysis, of skill, of a balance search or of
/// playtests. Returns `None` if the report has no picture of this name.
#[cfg(feature = "print")]
pub fn other_file(
    report: &Report,
    file: &str,
    format: Format,
) -> Option<Result<(String, Vec<u8>), String>> {
    let tornado = report
        .sensitivity
        .as_ref()
        .filter(|_| file == sensitivity::CHART);
    if let Some(sensitivity) = tornado {
        return Some(render_file(&Picture::Tornado(report, sensitivity), format));
    }
    if let Some(skill) = requested_skill(report).filter(|_| file == skill::CHART) {
        return Some(render_file(&Picture::Skill(report, skill), format));
    }
    if let Some(balancing) = report.balance.as_ref().filter(|_| file == balance::CHART) {
        return Some(render_file(&Picture::Balance(report, balancing), format));
    }
    let pictures = report
        .playtest
        .as_ref()
        .map(|playtest| playtest::pictures(report, playtest));
    if let Some(picture) = pictures
        .iter()
        .flatten()
        .find(|picture| picture.file() == file)
    {
        return Some(render_file(picture, format));
    }
    let maps = joint_map::maps(report, &mut Vec::new());
    let map = maps.iter().find(|map| map.charts[0].file == file)?;
    Some(render_file(&Picture::Chart(map, &map.charts[0]), format))
}

#[cfg(feature = "print")]
fn render_file(picture: &Picture<'_>, format: Format) -> Result<(String, Vec<u8>), String> {
    let drawn_picture = render(picture, &[format], &|| false).map_err(|error| error.to_string())?;
    drawn_picture.files.into_iter().next().ok_or_else(|| {
        if drawn_picture.warnings.is_empty() {
            "this format is only for charts of states: choose another one".to_owned()
        } else {
            drawn_picture.warnings.join("; ")
        }
    })
}
