//! Converts the description from Markdown to HTML. HTML in the text is shown as text, and unsafe
//! links are removed.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd, html::push_html};

/// Returns the HTML of a Markdown text.
pub fn html(text: &str) -> Markup {
    let mut open_links = Vec::new();
    let events = Parser::new(text).filter_map(|event| match event {
        // HTML in the text is shown as text.
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        // The page loads no pictures, so only their descriptions are shown.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            let is_safe = is_safe(dest_url);
            open_links.push(is_safe);
            is_safe.then_some(event)
        }
        Event::End(TagEnd::Link) => open_links.pop().unwrap_or(false).then_some(event),
        // The page has a single heading of the first level, its title.
        Event::Start(Tag::Heading {
            level,
            id,
            classes,
            attrs,
        }) => Some(Event::Start(Tag::Heading {
            level: lower_heading(level),
            id,
            classes,
            attrs,
        })),
        Event::End(TagEnd::Heading(level)) => {
            Some(Event::End(TagEnd::Heading(lower_heading(level))))
        }
        event => Some(event),
    });
    let mut html = String::new();
    push_html(&mut html, events);
    PreEscaped(html)
}

/// Returns whether a link is harmless: it leads to a page and runs no script.
fn is_safe(link: &str) -> bool {
    let link = link.trim().to_ascii_lowercase();
    ["https://", "http://", "mailto:"]
        .iter()
        .any(|scheme| link.starts_with(scheme))
}

fn lower_heading(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H3,
        HeadingLevel::H3 => HeadingLevel::H4,
        HeadingLevel::H4 => HeadingLevel::H5,
        HeadingLevel::H5 | HeadingLevel::H6 => HeadingLevel::H6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_markdown_is_escaped() {
        let html = html(
            "<script>alert(1)</script>\n\nA <b onclick=x>word</b>, *stressed*.\n\n<img src=http://a.example/x>",
        )
        .0;
        for tag in ["<script", "<b ", "<img"] {
            assert!(!html.contains(tag), "{html}");
        }
        assert!(html.contains("<em>stressed</em>") && html.contains("&lt;script&gt;"));
    }

    #[test]
    fn unsafe_links_and_images_are_removed() {
        let html = html(
            "[a](javascript:alert(1)) [b](https://b.example) [c](JAVASCRIPT:x) ![d](https://d.example/d.png)",
        )
        .0;
        assert!(
            !html.to_lowercase().contains("javascript") && !html.contains("<img"),
            "{html}"
        );
        assert!(
            html.contains("<a href=\"https://b.example\">b</a>") && html.contains(" d</p>"),
            "{html}"
        );
    }

    #[test]
    fn headings_are_lowered_by_one_level() {
        assert_eq!(html("# One").0, "<h2>One</h2>\n");
    }
}
