//! Draws a picture in every format: files, warnings, and a figure for the page.

use std::fmt;

use rayon::prelude::*;

use super::error::ExportError;
#[cfg(feature = "print")]
use super::file_names::CARD_STEM;
use super::format::Format;
use super::html::PageFigure;
use super::{balance, rulebook, sensitivity, skill, state_text};
use oddsmith_charts::{ChartError, Drawing};
#[cfg(feature = "print")]
use oddsmith_model::card::Card;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::balance::Balancing;
use oddsmith_model::report::playtest::{Fit, TestedMetric};
use oddsmith_model::report::sensitivity::Sensitivity;
use oddsmith_model::report::skill::SkillEffect;
use oddsmith_model::report::state_graph::{StateGraph, StateTransition};
use oddsmith_model::report::{Chart, Report, Width};
use oddsmith_model::rule::presentation::ChartKind;
use oddsmith_model::summary::{largest_effect, playtest as playtest_sentences, skill_headline};
use oddsmith_model::table::Table;

/// A picture counts as tall if its height exceeds this multiple of its width.
const TALL_RATIO: f64 = 1.25;
/// The width of a chart for a phone, in millimetres. On a screen of 328 dots, labels are then 12
/// dots high.
const PHONE_WIDTH: u32 = 68;

/// A picture that a report can have, with the data that it shows.
pub enum Picture<'r> {
    /// A chart of a report.
    Chart(&'r Report, &'r Chart),
    /// A tornado chart: what matters most to an answer.
    Tornado(&'r Report, &'r Sensitivity),
    /// How much skill matters.
    Skill(&'r Report, &'r SkillEffect),
    /// The result of a search for parameter values.
    Balance(&'r Report, &'r Balancing),
    /// A metric of a log of playtests, and the stem of its files.
    Playtest(&'r Report, &'r TestedMetric, String),
    /// The likelihood of a log of playtests, and the stem of its files.
    Likelihood(&'r Report, &'r Fit, String),
}

/// The files of a picture, its warnings, and its figure for the page.
pub(super) struct DrawnPicture {
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) warnings: Vec<String>,
    pub(super) figure: PageFigure,
}

impl Picture<'_> {
    /// Returns the stem of the names of the picture's files.
    pub fn file(&self) -> &str {
        match self {
            Picture::Chart(_, chart) => &chart.file,
            Picture::Tornado(..) => sensitivity::CHART,
            Picture::Skill(..) => skill::CHART,
            Picture::Balance(..) => balance::CHART,
            Picture::Playtest(.., file) | Picture::Likelihood(.., file) => file,
        }
    }

    pub(super) fn title(&self) -> String {
        match self {
            Picture::Chart(_, chart) => chart.title.clone(),
            Picture::Tornado(_, sensitivity) => largest_effect(sensitivity, Messages::english()),
            Picture::Skill(_, skill) => skill_headline(skill, Messages::english()),
            Picture::Balance(_, balancing) => {
                oddsmith_model::summary::balance::title(balancing, Messages::english())
            }
            Picture::Playtest(_, metric, _) => {
                playtest_sentences::comparison(metric, Messages::english())
            }
            Picture::Likelihood(_, fit, _) => {
                let sentences = playtest_sentences::fit_sentences(fit, Messages::english());
                sentences.into_iter().next().unwrap_or_default()
            }
        }
    }

    /// Draws the picture.
    ///
    /// # Errors
    /// Fails if the chart has nothing to show.
    pub fn draw(&self) -> Result<Drawing, ChartError> {
        match self {
            Picture::Chart(report, chart) => oddsmith_charts::draw(report, chart),
            Picture::Tornado(report, sensitivity) => oddsmith_charts::tornado(report, sensitivity),
            Picture::Skill(report, skill) => oddsmith_charts::skill(report, skill),
            Picture::Balance(report, balancing) => oddsmith_charts::balance(report, balancing),
            Picture::Playtest(report, metric, _) => oddsmith_charts::playtest(report, metric),
            Picture::Likelihood(report, fit, _) => oddsmith_charts::likelihood(report, fit),
        }
    }

    /// Returns a description for readers who cannot see the picture. For a state graph it lists the
    /// transitions, since its title does not.
    fn alt_text(&self) -> String {
        let Picture::Chart(report, chart) = self else {
            return String::new();
        };
        if chart.kind != ChartKind::States {
            return String::new();
        }
        let Ok(graph) = StateGraph::read(report, chart) else {
            return String::new();
        };
        let transition = |transition: &StateTransition| {
            let chance = Estimate::known(transition.chance).percent(Numerals::ENGLISH);
            format!("{chance} {}", graph.states[transition.to].description)
        };
        let from = |state_index: usize| {
            let transitions: Vec<String> = graph
                .transitions_from(state_index)
                .map(transition)
                .collect();
            (!transitions.is_empty()).then(|| {
                format!(
                    "From {}: {}.",
                    graph.states[state_index].description,
                    transitions.join(", ")
                )
            })
        };
        (0..graph.states.len())
            .filter_map(from)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the panels for a phone, from top to bottom; empty if they cannot be drawn that
    /// narrow.
    pub(super) fn phone_panels(&self) -> Vec<String> {
        match self {
            Picture::Chart(report, chart) => {
                let narrow = |panel: Chart| Chart {
                    width: Width::Millimetres(PHONE_WIDTH),
                    height: None,
                    ..panel
                };
                let panels = report.panels(chart).into_iter().map(narrow);
                let svgs =
                    panels.map(|panel| Ok(oddsmith_charts::draw(report, &panel)?.inline_svg().svg));
                svgs.collect::<Result<_, ChartError>>().unwrap_or_default()
            }
            Picture::Tornado(..)
            | Picture::Skill(..)
            | Picture::Balance(..)
            | Picture::Playtest(..)
            | Picture::Likelihood(..) => Vec::new(),
        }
    }

    /// Returns the messages in the language of the report.
    fn messages(&self) -> &Messages {
        match self {
            Picture::Chart(report, _)
            | Picture::Tornado(report, _)
            | Picture::Skill(report, _)
            | Picture::Balance(report, _)
            | Picture::Playtest(report, ..)
            | Picture::Likelihood(report, ..) => &report.messages,
        }
    }

    /// Returns the table of the picture, or those of its panels.
    ///
    /// # Errors
    /// Fails if the chart has nothing to show.
    pub fn tables(&self) -> Result<Vec<Table>, String> {
        match self {
            Picture::Chart(report, chart) => {
                let panels = report.panels(chart);
                panels
                    .iter()
                    .map(|panel| rulebook::chart(report, panel))
                    .collect()
            }
            Picture::Tornado(report, sensitivity) => {
                Ok(vec![rulebook::sensitivity(report, sensitivity)])
            }
            Picture::Skill(report, skill) => Ok(rulebook::skill(skill, &report.messages)),
            Picture::Balance(report, balancing) => Ok(vec![rulebook::balance(report, balancing)]),
            Picture::Playtest(report, metric, _) => Ok(vec![rulebook::playtest(report, metric)]),
            Picture::Likelihood(report, fit, _) => Ok(vec![rulebook::likelihood(report, fit)]),
        }
    }

    /// Returns whether the picture is a chart of states.
    fn shows_states(&self) -> bool {
        matches!(self, Picture::Chart(_, chart) if chart.kind == ChartKind::States)
    }

    /// Returns the state graph of the picture, as formatted by `written` with its title.
    fn graph(&self, written: impl Fn(&StateGraph, &str) -> String) -> Result<Vec<u8>, String> {
        match self {
            Picture::Chart(report, chart) if self.shows_states() => {
                let graph = StateGraph::read(report, chart)?;
                Ok(written(graph, &chart.title).into_bytes())
            }
            _ => Err("it does not show states".to_owned()),
        }
    }

    /// Returns the tables one below the other, as formatted by `written`.
    fn table(&self, written: impl Fn(&Table) -> String) -> Result<Vec<u8>, String> {
        Ok(self
            .tables()?
            .iter()
            .map(written)
            .collect::<Vec<_>>()
            .join("\n")
            .into_bytes())
    }
}

/// Returns warnings about a drawing that is hard to read.
fn legibility_warnings(drawing: &Drawing) -> impl Iterator<Item = String> {
    drawing
        .hints()
        .iter()
        .cloned()
        .chain(drawing.missing_letters_text())
}

/// The files of a reference card, and its warnings.
#[cfg(feature = "print")]
pub(super) struct DrawnCard {
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) warnings: Vec<String>,
}

/// Draws the reference card of a report.
///
/// # Errors
/// Fails with the reason why it cannot be drawn.
#[cfg(feature = "print")]
pub(super) fn card(report: &Report) -> Result<DrawnCard, String> {
    let card = Card::of(report)?;
    let drawing = oddsmith_charts::card(report, &card).map_err(|error| error.to_string())?;
    let (svg, pdf) = (drawing.svg(), drawing.pdf());
    let files = [("svg", svg), ("pdf", pdf)].map(|(ending, bytes)| {
        let bytes = bytes.map_err(|error| error.to_string())?;
        Ok::<_, String>((format!("{CARD_STEM}.{ending}"), bytes))
    });
    let files = files.into_iter().collect::<Result<_, _>>()?;
    Ok(DrawnCard {
        files,
        warnings: legibility_warnings(&drawing)
            .map(|warning| format!("{CARD_STEM}: {warning}"))
            .collect(),
    })
}

/// Fails if the run was asked to stop.
pub(super) fn check_not_stopped(is_stopped: &dyn Fn() -> bool) -> Result<(), ExportError> {
    if is_stopped() {
        Err(ExportError::Stopped)
    } else {
        Ok(())
    }
}

/// Draws a picture in every format.
pub(super) fn render(
    picture: &Picture<'_>,
    formats: &[Format],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<DrawnPicture, ExportError> {
    check_not_stopped(is_stopped)?;
    let failed =
        |error: &dyn fmt::Display| ExportError::Chart(format!("chart {}: {error}", picture.file()));
    let drawing = picture.draw().map_err(|error| failed(&error))?;
    // Returns a file, or the reason why there is no table of the picture.
    let file = |(format, ending): (Format, &str)| {
        check_not_stopped(is_stopped)?;
        let bytes = match format {
            #[cfg(feature = "print")]
            Format::Svg => Ok(drawing.svg().map_err(|error| failed(&error))?),
            #[cfg(feature = "print")]
            Format::Png => Ok(drawing.png().map_err(|error| failed(&error))?),
            #[cfg(feature = "print")]
            Format::Pdf => Ok(drawing.pdf().map_err(|error| failed(&error))?),
            Format::Md => picture.table(Table::to_markdown),
            Format::Tex => picture.table(|table| table.to_latex(picture.messages())),
            Format::Typst => picture.table(Table::to_typst),
            Format::Html => picture.table(Table::to_html_fragment),
            Format::Bbcode => picture.table(Table::to_bbcode),
            Format::Dot => picture.graph(state_text::dot),
            Format::Mermaid => picture.graph(state_text::mermaid),
            Format::Xlsx => Err("it is one for the whole report".to_owned()),
            #[cfg(feature = "print")]
            Format::Card => Err("it is one for the whole report".to_owned()),
        };
        let name = format!("{}.{ending}", picture.file());
        Ok(match bytes {
            Ok(bytes) => Ok((name, bytes)),
            Err(reason) => Err(format!("table {name}: {reason}: it is left out")),
        })
    };
    let file_formats: Vec<_> = formats
        .iter()
        .filter(|format| picture.shows_states() || !format.is_for_states())
        .filter_map(|&format| Some((format, format.ending()?)))
        .collect();
    let render_files = || {
        file_formats
            .par_iter()
            .copied()
            .map(file)
            .collect::<Vec<Result<_, ExportError>>>()
    };
    let (file_results, phone) = rayon::join(render_files, || picture.phone_panels());
    let (mut files, mut warnings) = (Vec::new(), Vec::new());
    // If several formats fail, the error of the first one is reported, whichever finished first.
    for file in file_results {
        match file? {
            Ok(file) => files.push(file),
            Err(warning) => warnings.push(warning),
        }
    }
    warnings.extend(
        legibility_warnings(&drawing).map(|warning| format!("chart {}: {warning}", picture.file())),
    );
    let figure = PageFigure {
        title: picture.title(),
        file: picture.file().to_owned(),
        is_wide: drawing.is_wide(),
        is_tall: drawing.size_mm().1 > TALL_RATIO * drawing.size_mm().0,
        alt_text: picture.alt_text(),
        inline_svg: drawing.inline_svg(),
        phone_panels: phone,
    };
    Ok(DrawnPicture {
        files,
        warnings,
        figure,
    })
}
