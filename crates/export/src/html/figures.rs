//! The charts on the page. They use the page's typeface, and adapt to dark mode and to phones.
//! Their number is limited by the size of the page.

use maud::{Markup, PreEscaped, Render, html};
use oddsmith_charts::InlineSvg;

use oddsmith_model::report::Report;

use super::tables::fold;
use super::words::counted;
use super::{Readers, everyday};

/// The maximal number of bytes of charts on a page. The other charts are only counted.
pub const MAX_BYTES: usize = 1_100_000;
/// The number of charts that are printed in addition to the first. With them the page fits on two
/// sheets.
const PRINTED_CHARTS: usize = 2;

/// A chart for the page.
#[derive(Clone, Debug)]
pub struct PageFigure {
    /// The title.
    pub title: String,
    /// The stem of the chart's files.
    pub file: String,
    /// Whether the chart takes both columns of the page.
    pub is_wide: bool,
    /// Whether the chart is much taller than wide.
    pub is_tall: bool,
    /// A description for readers who cannot see the chart. It is empty if the title says
    /// everything.
    pub alt_text: String,
    /// The SVG without ids.
    pub inline_svg: InlineSvg,
    /// The panels of the chart for a phone, from top to bottom. It is empty if the chart cannot be
    /// drawn that narrow, and then the normal picture is shown.
    pub phone_panels: Vec<String>,
}

/// Returns the section of the charts; empty if there are none.
/// `room` is the number of bytes that charts may still take.
pub fn section(
    report: &Report,
    figures: &[&PageFigure],
    readers: Readers,
    room: &mut usize,
) -> Markup {
    let extra_text = text_next_to_charts(report, readers);
    if figures.is_empty() && extra_text.0.is_empty() {
        return extra_text;
    }
    let class = |index: usize, figure: &PageFigure| {
        let width = width_class(figure, "narrow", "wide");
        let printed = if index < PRINTED_CHARTS {
            ""
        } else {
            " unprinted"
        };
        format!("{width}{printed}")
    };
    html! {
        section aria-labelledby="charts" {
            h2 #charts { "More charts" }
            (figures_within(figures, class, readers, room))
            (extra_text)
        }
        "\n"
    }
}

/// Returns the section of the charts with many panels; empty if there are none. It is folded on a
/// screen, and begins a new page on paper.
pub fn appendix(figures: &[&PageFigure], readers: Readers, room: &mut usize) -> Markup {
    if figures.is_empty() {
        return html! {};
    }
    let charts = figures_within(figures, |_, _| "wide".to_owned(), readers, room);
    let count = counted(figures.len(), "chart", "charts");
    html! {
        section.appendix aria-labelledby="appendix" {
            h2 #appendix { "Appendix" }
            div.appended { (fold("Every variant in a separate panel", &count, &charts)) }
        }
        "\n"
    }
}

/// Returns figures as long as there is room for them, and a note about the others.
fn figures_within(
    figures: &[&PageFigure],
    class: impl Fn(usize, &PageFigure) -> String,
    readers: Readers,
    room: &mut usize,
) -> Markup {
    let mut shown = Vec::new();
    for (index, figure) in figures.iter().enumerate() {
        let figure = figure_html(figure, &class(index, figure), readers);
        if let Some(rest) = room.checked_sub(figure.0.len()) {
            *room = rest;
            shown.push(figure);
        }
    }
    let left_out = figures.len() - shown.len();
    let (are, they) = if left_out == 1 {
        ("chart is", "it")
    } else {
        ("charts are", "they")
    };
    html! {
        div.charts { "\n" @for figure in shown { (figure) } }
        @if left_out > 0 {
            p.note {
                (left_out) " more " (are) " left out so that this page can be sent by mail; " (they)
                " would show the same cases one by one."
            }
        }
    }
}

/// Returns the text next to the charts: facts that are the same everywhere, and the number of
/// further charts.
fn text_next_to_charts(report: &Report, readers: Readers) -> Markup {
    let mut titles: Vec<&str> = Vec::new();
    for chart in report
        .title_only_charts
        .iter()
        .filter(|chart| !chart.title.ends_with('?'))
    {
        if !titles.contains(&chart.title.as_str()) {
            titles.push(&chart.title);
        }
    }
    let (charts, suit, pronoun) = if report.more_charts == 1 {
        ("chart", "suits", "it")
    } else {
        ("charts", "suit", "them")
    };
    html! {
        @for title in titles { p { (title) "." } }
        @if report.more_charts > 0 && readers == Readers::Designers {
            p.note.screen {
                (report.more_charts) " more " (charts) " " (suit) " this scenario: " code { "--charts all" }
                " draws " (pronoun) "."
            }
        }
    }
}

/// Returns the class for a narrow or for a wide chart.
pub fn width_class<'c>(figure: &PageFigure, narrow: &'c str, wide: &'c str) -> &'c str {
    if figure.is_wide { wide } else { narrow }
}

/// Returns a chart with its heading and its last line.
pub fn figure_html(figure: &PageFigure, class: &str, readers: Readers) -> Markup {
    let (title, subtitle, note) = match readers {
        Readers::Designers => (
            figure.title.clone(),
            figure.inline_svg.subtitle.clone(),
            figure.inline_svg.note.clone(),
        ),
        Readers::Playtesters => (
            everyday::text(&figure.title),
            everyday::text(&figure.inline_svg.subtitle),
            everyday::note(&figure.inline_svg.note),
        ),
    };
    let alt = if figure.alt_text.is_empty() {
        title.clone()
    } else {
        format!("{title}. {}", figure.alt_text)
    };
    let image = |svg: &str, class: &str| match readers {
        Readers::Designers => labelled_image(svg, &alt, class),
        Readers::Playtesters => labelled_image(&everyday::text(svg), &alt, class),
    };
    let screen = if figure.phone_panels.is_empty() {
        ""
    } else {
        "desk"
    };
    html! {
        figure class={ (class) @if figure.is_tall { " tall" } } {
            figcaption {
                b { (title) }
                @if !subtitle.is_empty() { span { (subtitle) } }
            }
            (image(&figure.inline_svg.svg, screen))
            @for svg in &figure.phone_panels { (image(svg, "phone")) }
            @if !note.is_empty() { small { (note) } }
        }
        "\n"
    }
}

/// Marks a picture as a single image with a name. Everything before its root element is dropped.
fn labelled_image(svg: &str, title: &str, class: &str) -> Markup {
    let root = svg.find("<svg").unwrap_or(0);
    let inner = svg[root..].strip_prefix("<svg").unwrap_or("");
    let title = title.render().0;
    PreEscaped(format!(
        "<svg class=\"chart {class}\" role=\"img\" aria-label=\"Chart: {title}\"{inner}"
    ))
}
