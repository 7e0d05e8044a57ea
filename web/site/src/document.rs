//! Converts a Markdown document to HTML, with anchors, links within the site, and highlighted code.

use maud::{Markup, PreEscaped, Render, html};
use pulldown_cmark::{
    CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd, html::push_html,
};

use crate::code::{Language, highlight};

/// A rendered document.
#[derive(Debug, Default)]
pub struct RenderedDocument {
    /// The content of the page.
    pub html: Markup,
    /// The sections, one for each heading. The text before the first heading has a section without
    /// a heading.
    pub sections: Vec<Section>,
}

/// A heading, and the text below it.
#[derive(Debug, Default)]
pub struct Section {
    /// The anchor; empty for the beginning.
    pub id: String,
    /// The heading.
    pub title: String,
    /// The level of the heading. The title of the document has 1.
    pub level: u8,
    /// The text below it, without markup.
    pub text: String,
}

/// Renders a text. `lead` returns the target of a link within the site, or `None` for other links.
pub fn render(text: &str, lead: &mut dyn FnMut(&str) -> Option<String>) -> RenderedDocument {
    let mut renderer = Renderer {
        resolve_link: lead,
        sections: vec![Section::default()],
        links: Vec::new(),
        code: None,
        heading: None,
    };
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES)
        .flat_map(|event| renderer.render_event(event))
        .collect();
    let mut content = String::new();
    push_html(&mut content, events.into_iter());
    for section in &mut renderer.sections {
        section.text = section
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
    }
    // An empty corner cell is not a column heading.
    RenderedDocument {
        html: PreEscaped(content.replace("<th></th>", "<td></td>")),
        sections: renderer.sections,
    }
}

struct Renderer<'m> {
    resolve_link: &'m mut dyn FnMut(&str) -> Option<String>,
    sections: Vec<Section>,
    /// Whether each open link has a target.
    links: Vec<bool>,
    /// The open code block.
    code: Option<(Language, String)>,
    /// The open heading, with its events.
    heading: Option<Vec<Event<'static>>>,
}

impl Renderer<'_> {
    fn render_event<'e>(&mut self, event: Event<'e>) -> Vec<Event<'e>> {
        self.collect_text(&event);
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let word = if let CodeBlockKind::Fenced(word) = &kind {
                    word.as_ref()
                } else {
                    ""
                };
                self.code = Some((Language::from_word(word), String::new()));
                Vec::new()
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, text) = self.code.take().unwrap_or((Language::Other, String::new()));
                let code =
                    html! { pre tabindex="0" { code { (highlight(&text, language)) } } "\n" };
                vec![Event::Html(code.0.into())]
            }
            Event::Text(text) if self.code.is_some() => {
                self.code
                    .iter_mut()
                    .for_each(|(_, code)| code.push_str(&text));
                Vec::new()
            }
            Event::Start(Tag::Heading { level, .. }) => {
                self.sections.push(Section {
                    level: level as u8,
                    ..Section::default()
                });
                self.heading = Some(Vec::new());
                Vec::new()
            }
            Event::End(TagEnd::Heading(_)) => vec![Event::Html(self.finish_heading().into())],
            event if self.heading.is_some() => {
                self.heading
                    .iter_mut()
                    .for_each(|heading_events| heading_events.push(event.clone().into_static()));
                Vec::new()
            }
            Event::Start(Tag::Table(_)) => vec![
                Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()),
                event,
            ],
            Event::End(TagEnd::Table) => vec![event, Event::Html("</div>\n".into())],
            Event::Start(Tag::Link { dest_url, .. }) => self.open_link(&dest_url),
            Event::End(TagEnd::Link) => match self.links.pop() {
                Some(true) => vec![event],
                _ => Vec::new(),
            },
            Event::Start(Tag::Image { dest_url, .. }) => match (self.resolve_link)(&dest_url) {
                Some(url) => {
                    vec![Event::Html(
                        format!("<img loading=\"lazy\" src=\"{}\" alt=\"", url.render().0).into(),
                    )]
                }
                None => vec![Event::Html("<img hidden alt=\"".into())],
            },
            Event::End(TagEnd::Image) => vec![Event::Html("\">".into())],
            event => vec![event],
        }
    }

    fn open_link<'e>(&mut self, to: &str) -> Vec<Event<'e>> {
        let url = (self.resolve_link)(to);
        self.links.push(url.is_some());
        let link = |url: String| {
            Event::Start(Tag::Link {
                link_type: LinkType::Inline,
                dest_url: url.into(),
                title: "".into(),
                id: "".into(),
            })
        };
        url.map(link).into_iter().collect()
    }

    /// Adds the text of an event to the search text.
    fn collect_text(&mut self, event: &Event<'_>) {
        let words = match event {
            Event::Text(text) | Event::Code(text) => text.as_ref(),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => " ",
            _ => return,
        };
        let is_heading = self.heading.is_some();
        if let Some(section) = self.sections.last_mut() {
            if is_heading {
                section.title.push_str(words)
            } else {
                section.text.push_str(words)
            }
        }
    }

    /// Ends the open heading and returns it with its anchor.
    fn finish_heading(&mut self) -> String {
        let mut inner = String::new();
        push_html(
            &mut inner,
            self.heading.take().unwrap_or_default().into_iter(),
        );
        let taken: Vec<&str> = self
            .sections
            .iter()
            .map(|section| section.id.as_str())
            .collect();
        let title = self
            .sections
            .last()
            .map_or("", |section| section.title.as_str());
        let slug = slug(title);
        let numbered = |n: usize| {
            if n == 0 {
                slug.clone()
            } else {
                format!("{slug}-{n}")
            }
        };
        let id = (0..)
            .map(numbered)
            .find(|id| !taken.contains(&id.as_str()))
            .unwrap_or_default();
        let level = self.sections.last().map_or(2, |section| section.level);
        self.sections
            .iter_mut()
            .next_back()
            .into_iter()
            .for_each(|section| section.id.clone_from(&id));
        format!("<h{level} id=\"{id}\">{inner}</h{level}>\n")
    }
}

/// Returns the anchor of a heading, like code hosting sites.
fn slug(title: &str) -> String {
    let kept = title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.trim().replace(' ', "-")
}
