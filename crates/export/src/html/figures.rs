//! The charts on the page. Their text is HTML text in the page's typeface, and they adapt to dark
//! mode and to phones. Their number is limited by the size of the page.

use oddsmith_charts::InlineSvg;

use oddsmith_model::report::Report;

use super::tables::fold;
use super::words::{counted, escape_html};
use super::{Readers, everyday};

/// The most bytes of charts on a page. The other charts are only counted.
pub const MOST_BYTES: usize = 1_100_000;
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
) -> String {
    let extra_text = text_next_to_charts(report, readers);
    if figures.is_empty() && extra_text.is_empty() {
        return String::new();
    }
    let mut html = "<section aria-labelledby=\"charts\">\n<h2 id=\"charts\">More charts</h2>\n\
        <div class=\"charts\">\n"
        .to_owned();
    let class = |index: usize, figure: &PageFigure| {
        let width = width_class(figure, "narrow", "wide");
        let printed = if index < PRINTED_CHARTS {
            ""
        } else {
            " unprinted"
        };
        format!("{width}{printed}")
    };
    html.push_str(&figures_within(figures, class, readers, room));
    html + &extra_text + "</section>\n"
}

/// Returns the section of the charts with many panels, which are folded on a screen and begin a new
/// page on paper; empty if there are none.
pub fn appendix(figures: &[&PageFigure], readers: Readers, room: &mut usize) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let charts = figures_within(figures, |_, _| "wide".to_owned(), readers, room);
    let folded = fold(
        "Every variant in a panel of its own",
        &counted(figures.len(), "chart", "charts"),
        &format!("<div class=\"charts\">\n{charts}"),
    );
    format!(
        "<section class=\"appendix\" aria-labelledby=\"appendix\">\n<h2 id=\"appendix\">Appendix</h2>\n\
         <div class=\"appended\">\n{folded}</div>\n</section>\n"
    )
}

/// Returns figures as long as there is room for them, the end of their list, and a note about the
/// others.
fn figures_within(
    figures: &[&PageFigure],
    class: impl Fn(usize, &PageFigure) -> String,
    readers: Readers,
    room: &mut usize,
) -> String {
    let (mut html, mut left_out) = (String::new(), 0);
    for (index, figure) in figures.iter().enumerate() {
        let shown = figure_html(figure, &class(index, figure), readers);
        match room.checked_sub(shown.len()) {
            Some(rest) => {
                *room = rest;
                html.push_str(&shown);
            }
            None => left_out += 1,
        }
    }
    html.push_str("</div>\n");
    if left_out > 0 {
        let (are, they) = if left_out == 1 {
            ("chart is", "it")
        } else {
            ("charts are", "they")
        };
        html.push_str(&format!(
            "<p class=\"note\">{left_out} more {are} left out so that this page can be sent by mail; {they} would show the same \
             cases one by one.</p>\n"
        ));
    }
    html
}

/// Returns the text next to the charts: facts that are the same everywhere, and the number of
/// further charts.
fn text_next_to_charts(report: &Report, readers: Readers) -> String {
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
    let mut html: String = titles
        .iter()
        .map(|title| format!("<p>{}.</p>\n", escape_html(title)))
        .collect();
    if report.more_charts > 0 && readers == Readers::Designers {
        let (charts, suit, pronoun) = if report.more_charts == 1 {
            ("chart", "suits", "it")
        } else {
            ("charts", "suit", "them")
        };
        html.push_str(&format!(
            "<p class=\"note screen\">{} more {charts} {suit} this scenario: <code>--charts all</code> draws {pronoun}.</p>\n",
            report.more_charts
        ));
    }
    html
}

/// Returns the class for a narrow or for a wide chart.
pub fn width_class<'c>(figure: &PageFigure, narrow: &'c str, wide: &'c str) -> &'c str {
    if figure.is_wide { wide } else { narrow }
}

/// Returns a chart with its heading and its last line.
pub fn figure_html(figure: &PageFigure, class: &str, readers: Readers) -> String {
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
    let reworded = |svg: &str| match readers {
        Readers::Designers => svg.to_owned(),
        Readers::Playtesters => everyday::text(svg),
    };
    let title = escape_html(&title);
    let lines = [("span", subtitle), ("small", note)].map(|(tag, text)| match text.as_str() {
        "" => String::new(),
        text => format!("<{tag}>{}</{tag}>", escape_html(text)),
    });
    let [subtitle, note] = lines;
    let alt = if figure.alt_text.is_empty() {
        title.clone()
    } else {
        format!("{title}. {}", escape_html(&figure.alt_text))
    };
    let main = labelled_image(
        &reworded(&figure.inline_svg.svg),
        &alt,
        if figure.phone_panels.is_empty() {
            ""
        } else {
            "desk"
        },
    );
    let phone: String = figure
        .phone_panels
        .iter()
        .map(|svg| labelled_image(&reworded(svg), &alt, "phone"))
        .collect();
    let tall = if figure.is_tall { " tall" } else { "" };
    format!(
        "<figure class=\"{class}{tall}\"><figcaption><b>{title}</b>{subtitle}</figcaption>{main}{phone}{note}</figure>\n"
    )
}

/// Marks a picture as a single image with a name. Everything before its root element is dropped.
fn labelled_image(svg: &str, title: &str, class: &str) -> String {
    let root = svg.find("<svg").unwrap_or(0);
    let inner = svg[root..].strip_prefix("<svg").unwrap_or("");
    format!("<svg class=\"chart {class}\" role=\"img\" aria-label=\"Chart: {title}\"{inner}")
}
