//! The charts on the page: live text in the page's typeface, and no more of them than a page can hold.

use super::words::escaped;

/// Bytes of charts on a page; the rest are named.
const MOST_BYTES: usize = 1_200_000;
/// Charts named that are not on the page; the rest are counted.
const MOST_NAMES: usize = 40;
/// From this width on, in millimetres, a chart fills the page and is scrolled on a phone.
const WIDE: f64 = 120.0;

/// A chart as the page needs it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its title.
    pub title: String,
    /// The stem of its files.
    pub file: String,
    /// Its width on paper, in millimetres.
    pub width_mm: f64,
    /// Its SVG with live text, without ids.
    pub svg: String,
}

/// The section of the charts; nothing without any.
pub fn section(figures: &[Figure]) -> String {
    if figures.is_empty() {
        return String::new();
    }
    let mut html =
        "<section aria-labelledby=\"charts\">\n<h2 id=\"charts\">Charts</h2>\n<div class=\"charts\">\n".to_owned();
    let mut bytes = 0;
    let mut left_out = Vec::new();
    for figure in figures {
        let class = if figure.width_mm >= WIDE { "wide" } else { "narrow" };
        let title = escaped(&figure.title);
        // What is wider than a phone is scrolled, also with a keyboard.
        let shown = format!(
            "<figure class=\"{class}\" tabindex=\"0\" role=\"group\" aria-label=\"Chart: {title}\">{}</figure>\n",
            labelled(&figure.svg, &title)
        );
        bytes += shown.len();
        if bytes <= MOST_BYTES {
            html.push_str(&shown);
        } else {
            left_out.push(format!("<li>{title} ({})</li>", escaped(&figure.file)));
        }
    }
    html.push_str("</div>\n");
    if !left_out.is_empty() {
        html.push_str("<p>These would make the page too large; they are files beside it:</p>\n<ul>");
        let more = left_out.len().saturating_sub(MOST_NAMES);
        html.extend(left_out.into_iter().take(MOST_NAMES));
        if more > 0 {
            html.push_str(&format!("<li>and {more} more</li>"));
        }
        html.push_str("</ul>\n");
    }
    html + "</section>\n"
}

/// The picture as one image with a name, from its root tag on.
fn labelled(svg: &str, title: &str) -> String {
    let root = svg.find("<svg").unwrap_or(0);
    let inner = svg[root..].strip_prefix("<svg").unwrap_or("");
    format!("<svg role=\"img\" aria-label=\"{title}\"{inner}")
}
