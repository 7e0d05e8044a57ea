//! Writers: a report in, bytes out. One place touches the disk.

pub mod chart;
pub mod csv;
pub mod folder;
pub mod json;
pub mod manifest;
mod number;
pub mod rulebook;
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
    /// A table in Markdown.
    Md,
    /// A table in LaTeX.
    Tex,
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
    for Drawn { files, warning } in drawn? {
        for (name, bytes) in files {
            folder.write(&name, &bytes)?;
        }
        warnings.extend(warning);
    }
    let manifest = manifest::manifest(report, folder.files(), elapsed().as_secs_f64());
    folder.write(MANIFEST, &manifest)?;
    Ok(warnings)
}

struct Drawn {
    files: Vec<(String, Vec<u8>)>,
    warning: Option<String>,
}

fn drawn(report: &Report, chart: &crate::report::Chart, formats: &[Format]) -> Result<Drawn, ExportError> {
    let failed = |error: &dyn fmt::Display| ExportError::Chart(format!("chart {}: {error}", chart.file));
    let is_picture = |format: &Format| matches!(format, Format::Svg | Format::Png);
    let drawing = match formats.iter().any(is_picture) {
        true => Some(chart::draw(report, chart).map_err(|error| failed(&error))?),
        false => None,
    };
    let mut files = Vec::new();
    let mut file = |ending: &str, bytes: Vec<u8>| files.push((format!("{}.{ending}", chart.file), bytes));
    for format in formats {
        match (format, &drawing) {
            (Format::Svg, Some(drawing)) => file("svg", drawing.svg()),
            (Format::Png, Some(drawing)) => file("png", drawing.png().map_err(|error| failed(&error))?),
            (Format::Md, _) => file("md", rulebook::markdown(report, chart).map_err(|why| failed(&why))?.into_bytes()),
            (Format::Tex, _) => file("tex", rulebook::latex(report, chart).map_err(|why| failed(&why))?.into_bytes()),
            (Format::Svg | Format::Png, None) => {}
        }
    }
    let missing: String = drawing.iter().flat_map(chart::Drawing::missing_glyphs).collect();
    let warning = (!missing.is_empty()).then(|| format!("chart {}: the typeface has no {missing}", chart.file));
    Ok(Drawn { files, warning })
}
