//! The charts on the page: live text in the page's typeface, by day and by night, as narrow as a
//! phone; and no more of them than a page can hold.

use oddsmith_charts::InlineSvg;

use crate::report::Report;

use super::words::escape_html;
use super::{Readers, everyday};

/// Bytes of charts on a page; the rest are counted.
const MOST_BYTES: usize = 1_100_000;
/// Charts that are printed in addition to the first: with them the page is two sheets of paper.
const PRINTED_CHARTS: usize = 2;

/// A chart as the page needs it.
#[derive(Clone, Debug)]
pub struct PageFigure {
    /// Its title.
    pub title: String,
    /// The stem of its files.
    pub file: String,
    /// Whether it fills a page of two columns.
    pub is_wide: bool,
    /// Whether it is much higher than wide.
    pub is_tall: bool,
    /// What it shows, for who does not see it; empty where the title does.
    pub alt_text: String,
    /// The picture, without ids.
    pub inline_svg: InlineSvg,
    /// The picture for a phone, panel by panel; none where it cannot be drawn so narrow, and is
    /// shown as it is.
    pub phone_panels: Vec<String>,
}

/// The section of the charts; nothing without any.
pub fn section(report: &Report, figures: &[&PageFigure], readers: Readers) -> String {
    let extra_text = text_next_to_charts(report, readers);
    if figures.is_empty() && extra_text.is_empty() {
        return String::new();
    }
    let mut html = "<section aria-labelledby=\"charts\">\n<h2 id=\"charts\">More charts</h2>\n\
        <div class=\"charts\">\n"
        .to_owned();
    let (mut bytes, mut left_out) = (0, 0);
    for (index, figure) in figures.iter().enumerate() {
        let width = width_class(figure, "narrow", "wide");
        let shown = figure_html(
            figure,
            &format!(
                "{width}{}",
                if index < PRINTED_CHARTS {
                    ""
                } else {
                    " unprinted"
                }
            ),
            readers,
        );
        bytes += shown.len();
        if bytes <= MOST_BYTES {
            html.push_str(&shown)
        } else {
            left_out += 1
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
    html + &extra_text + "</section>\n"
}

/// Returns the text next to the pictures: what is the same everywhere, and how many more charts
/// there are.
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

/// One class or another, for a chart of one column or of two.
pub fn width_class<'c>(figure: &PageFigure, narrow: &'c str, wide: &'c str) -> &'c str {
    if figure.is_wide { wide } else { narrow }
}

/// A chart with its heading and its last line.
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

/// The picture as one image with a name, from its root tag on.
fn labelled_image(svg: &str, title: &str, class: &str) -> String {
    let root = svg.find("<svg").unwrap_or(0);
    let inner = svg[root..].strip_prefix("<svg").unwrap_or("");
    format!("<svg class=\"chart {class}\" role=\"img\" aria-label=\"Chart: {title}\"{inner}")
}
