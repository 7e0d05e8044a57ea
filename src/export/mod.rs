//! Writers: a report in, bytes out. One place touches the disk.

pub mod chart;
pub mod csv;
pub mod folder;
pub mod json;
pub mod manifest;
mod number;
pub mod table;

use std::fmt;
use std::io;
use std::time::Duration;

use rayon::prelude::*;

use crate::report::Report;
use folder::{Folder, MANIFEST};

/// A format of chart files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable, text as outlines.
    Svg,
    /// 300 dots per inch.
    Png,
    /// Vectors, black as black ink alone.
    Pdf,
}

/// What could not be written.
#[derive(Debug)]
pub enum ExportError {
    /// The disk.
    Disk(io::Error),
    /// A chart.
    Chart(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Disk(error) => error.fmt(f),
            ExportError::Chart(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Disk(error)
    }
}

/// Writes all files of a report into its folder, which is left to be finished; warnings come back.
///
/// # Errors
/// When a chart cannot be drawn or the disk refuses.
pub fn write(
    report: &Report,
    formats: &[Format],
    folder: &mut Folder,
    elapsed: impl Fn() -> Duration,
) -> Result<Vec<String>, ExportError> {
    folder.write("distribution.csv", &csv::distribution(report))?;
    folder.write("summary.csv", &csv::summary(report))?;
    let charts = if formats.is_empty() { &[][..] } else { &report.charts };
    let drawn: Result<Vec<_>, ExportError> = charts.par_iter().map(|chart| drawn(report, chart, formats)).collect();
    let mut warnings = Vec::new();
    for Drawn { files, warnings: own } in drawn? {
        for (name, bytes) in files {
            folder.write(&name, &bytes)?;
        }
        warnings.extend(own);
    }
    let manifest = manifest::manifest(report, folder.files(), elapsed().as_secs_f64());
    folder.write(MANIFEST, &manifest)?;
    Ok(warnings)
}

struct Drawn {
    files: Vec<(String, Vec<u8>)>,
    warnings: Vec<String>,
}

fn drawn(report: &Report, chart: &crate::report::Chart, formats: &[Format]) -> Result<Drawn, ExportError> {
    let failed = |error: chart::ChartError| ExportError::Chart(format!("chart {}: {error}", chart.file));
    let drawing = chart::draw(report, chart).map_err(failed)?;
    let file = |format: &Format| match format {
        Format::Svg => Ok((format!("{}.svg", chart.file), drawing.svg())),
        Format::Png => drawing.png().map(|bytes| (format!("{}.png", chart.file), bytes)),
        Format::Pdf => drawing.pdf().map(|bytes| (format!("{}.pdf", chart.file), bytes)),
    };
    let files: Result<Vec<_>, _> = formats.iter().map(file).collect();
    let missing: String = drawing.missing_glyphs().into_iter().collect();
    let missing = (!missing.is_empty()).then(|| format!("the typeface has no {missing}"));
    let warnings = drawing.advice().iter().cloned().chain(missing);
    let warnings = warnings.map(|what| format!("chart {}: {what}", chart.file)).collect();
    Ok(Drawn { files: files.map_err(failed)?, warnings })
}
