//! A picture in every format: files, warnings, and a figure for the page.

use std::fmt;

use super::chart::{self, ChartError, Drawing};
use super::html::Figure;
use super::{ExportError, Format, rulebook, sensitivity};
use crate::report::sensitivity::Sensitivity;
use crate::report::{Chart, Report, Width};

/// What is drawn: a chart of a report, or what matters most.
pub(super) enum Picture<'r> {
    Chart(&'r Report, &'r Chart),
    Tornado(&'r Report, &'r Sensitivity),
}

/// Its files, what is to be said of it, and itself as a page has it.
pub(super) struct Drawn {
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) warnings: Vec<String>,
    pub(super) figure: Figure,
}

impl Picture<'_> {
    fn file(&self) -> &str {
        match self {
            Picture::Chart(_, chart) => &chart.file,
            Picture::Tornado(..) => sensitivity::CHART,
        }
    }

    fn title(&self) -> String {
        match self {
            Picture::Chart(_, chart) => chart.title.clone(),
            Picture::Tornado(_, own) => chart::tornado_title(own),
        }
    }

    fn draw(&self) -> Result<Drawing, ChartError> {
        match self {
            Picture::Chart(report, chart) => chart::draw(report, chart),
            Picture::Tornado(report, own) => chart::tornado(report, own),
        }
    }

    /// As narrow as a phone.
    fn phone(&self) -> Option<Drawing> {
        match self {
            Picture::Chart(report, chart) => {
                let narrow = Chart { width: Width::Phone, height: None, ..(*chart).clone() };
                chart::draw(report, &narrow).ok()
            }
            Picture::Tornado(..) => None,
        }
    }

    fn table(&self) -> Result<rulebook::Table, String> {
        match self {
            Picture::Chart(report, chart) => rulebook::Table::of(report, chart),
            Picture::Tornado(_, own) => Ok(rulebook::Table::of_sensitivity(own)),
        }
    }
}

/// Looks whether to stop.
pub(super) fn going_on(is_stopped: &dyn Fn() -> bool) -> Result<(), ExportError> {
    if is_stopped() { Err(ExportError::Stopped) } else { Ok(()) }
}

/// Draws a picture in every format.
pub(super) fn drawn(
    picture: &Picture<'_>,
    formats: &[Format],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Drawn, ExportError> {
    going_on(is_stopped)?;
    let failed = |error: &dyn fmt::Display| ExportError::Chart(format!("chart {}: {error}", picture.file()));
    let drawing = picture.draw().map_err(|error| failed(&error))?;
    let mut files = Vec::new();
    let mut warnings = Vec::new();
    for format in formats {
        going_on(is_stopped)?;
        let bytes = match format {
            Format::Svg => Ok(drawing.svg()),
            Format::Png => Ok(drawing.png().map_err(|error| failed(&error))?),
            Format::Pdf => Ok(drawing.pdf().map_err(|error| failed(&error))?),
            Format::Md => picture.table().map(|table| table.markdown().into_bytes()),
            Format::Tex => picture.table().map(|table| table.latex().into_bytes()),
        };
        let name = format!("{}.{}", picture.file(), format.ending());
        match bytes {
            Ok(bytes) => files.push((name, bytes)),
            Err(why) => warnings.push(format!("table {name}: {why}: it is left out")),
        }
    }
    let missing: String = drawing.missing_glyphs().into_iter().collect();
    let missing = (!missing.is_empty()).then(|| format!("the typeface has no {missing}"));
    let advice = drawing.advice().iter().cloned().chain(missing);
    warnings.extend(advice.map(|what| format!("chart {}: {what}", picture.file())));
    let figure = Figure {
        title: picture.title(),
        file: picture.file().to_owned(),
        width_mm: drawing.size_mm().0,
        live: drawing.live().clone(),
        // What cannot be drawn so narrow is shown as it is.
        phone: picture.phone().map(|drawing| drawing.live().svg.clone()),
    };
    Ok(Drawn { files, warnings, figure })
}
