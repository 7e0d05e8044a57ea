//! Writers: a report in, bytes out. One place touches the disk.

pub mod asks;
pub mod chart;
pub mod csv;
pub mod file_names;
pub mod folder;
pub mod html;
mod joint_map;
pub mod json;
pub mod manifest;
mod number;
pub mod policy;
mod provenance;
pub mod rulebook;
pub mod table;

pub use provenance::verdict;

use std::fmt;
use std::io;
use std::time::Duration;

use rayon::prelude::*;

use crate::report::Report;
use folder::{Folder, MANIFEST};
use html::Figure;

/// A format of chart files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable, text as outlines.
    Svg,
    /// 300 dots per inch.
    Png,
    /// Vectors, black as black ink alone.
    Pdf,
    /// A table in Markdown.
    Md,
    /// A table in LaTeX.
    Tex,
}

impl Format {
    /// How the names of its files end.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pdf => "pdf",
            Format::Md => "md",
            Format::Tex => "tex",
        }
    }
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

/// Writes all files of a report into its folder, which is left to be finished; warnings come back. Without formats
/// there are no charts, on the page either. A chart that turns out to have nothing to show is left out with a warning: the
/// trials are not lost for it.
///
/// # Errors
/// When the disk refuses.
pub fn write(
    report: &Report,
    formats: &[Format],
    with_page: bool,
    folder: &mut Folder,
    elapsed: impl Fn() -> Duration,
) -> Result<Vec<String>, ExportError> {
    folder.write("distribution.csv", &csv::distribution(report))?;
    if let Some(played) = csv::played(report) {
        folder.write("played.csv", &played)?;
    }
    folder.write("summary.csv", &csv::summary(report))?;
    if let Some(asks) = asks::asks(report) {
        folder.write("asks.csv", &asks)?;
    }
    if let Some(policy) = policy::policy(report) {
        folder.write("policy.csv", &policy)?;
    }
    for at in 0..report.joints.len() {
        folder.write(&asks::joint_file(at), &asks::joint(report, at))?;
    }
    let charts = if formats.is_empty() { &[][..] } else { &report.charts };
    let mut drawn: Vec<_> = charts.par_iter().map(|chart| drawn(report, chart, formats)).collect();
    let mut warnings = Vec::new();
    if !formats.is_empty() {
        let maps = joint_map::maps(report, &mut warnings);
        drawn.extend(maps.iter().map(|map| self::drawn(map, &map.charts[0], formats)));
    }
    let mut figures = Vec::new();
    for drawn in drawn {
        let Drawn { files, warnings: own, figure } = match drawn {
            Ok(drawn) => drawn,
            Err(ExportError::Chart(why)) => {
                warnings.push(format!("{why}: it is left out"));
                continue;
            }
            Err(error) => return Err(error),
        };
        for (name, bytes) in files {
            folder.write(&name, &bytes)?;
        }
        warnings.extend(own);
        figures.push(figure);
    }
    if with_page {
        folder.write(html::FILE, &html::page(report, &figures))?;
    }
    let manifest = manifest::manifest(report, folder.files(), elapsed().as_secs_f64());
    folder.write(MANIFEST, &manifest)?;
    Ok(warnings)
}

struct Drawn {
    files: Vec<(String, Vec<u8>)>,
    warnings: Vec<String>,
    figure: Figure,
}

fn drawn(report: &Report, chart: &crate::report::Chart, formats: &[Format]) -> Result<Drawn, ExportError> {
    let failed = |error: &dyn fmt::Display| ExportError::Chart(format!("chart {}: {error}", chart.file));
    let drawing = chart::draw(report, chart).map_err(|error| failed(&error))?;
    let mut files = Vec::new();
    let mut warnings = Vec::new();
    for format in formats {
        let bytes = match format {
            Format::Svg => Ok(drawing.svg()),
            Format::Png => Ok(drawing.png().map_err(|error| failed(&error))?),
            Format::Pdf => Ok(drawing.pdf().map_err(|error| failed(&error))?),
            Format::Md => rulebook::markdown(report, chart).map(String::into_bytes),
            Format::Tex => rulebook::latex(report, chart).map(String::into_bytes),
        };
        let name = format!("{}.{}", chart.file, format.ending());
        match bytes {
            Ok(bytes) => files.push((name, bytes)),
            Err(why) => warnings.push(format!("table {name}: {why}: it is left out")),
        }
    }
    let missing: String = drawing.missing_glyphs().into_iter().collect();
    let missing = (!missing.is_empty()).then(|| format!("the typeface has no {missing}"));
    let advice = drawing.advice().iter().cloned().chain(missing);
    warnings.extend(advice.map(|what| format!("chart {}: {what}", chart.file)));
    let figure = Figure {
        title: chart.title.clone(),
        file: chart.file.clone(),
        width_mm: drawing.size_mm().0,
        svg: drawing.live_svg().to_owned(),
    };
    Ok(Drawn { files, warnings, figure })
}
