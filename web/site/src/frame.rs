//! The parts that all pages of the site share: head, bar, footer, style.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The logo of the program: a die.
const LOGO: &str = "<svg viewBox=\"0 0 18 18\" aria-hidden=\"true\"><rect width=\"18\" height=\"18\" rx=\"4\"/><circle cx=\"5\" cy=\"13\" r=\"1.6\"/>\
    <circle cx=\"9\" cy=\"9\" r=\"1.6\"/><circle cx=\"13\" cy=\"5\" r=\"1.6\"/></svg>";
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'%3E%3Crect width='18' height='18' rx='4' fill='%230B4F8A'/%3E\
    %3Cg fill='%23fff'%3E%3Ccircle cx='5' cy='13' r='1.6'/%3E%3Ccircle cx='9' cy='9' r='1.6'/%3E%3Ccircle cx='13' cy='5' r='1.6'/%3E%3C/g%3E%3C/svg%3E";

/// The part of the site to which a page belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The front page.
    Front,
    /// The games.
    Games,
    /// The documents.
    Documents,
}

/// The picture of pages that have no other one, from the root of the site.
pub const PREVIEW: &str = "preview.png";

/// Returns the tags with which other sites show a link to a page. Most of them need the address of
/// the site, which the variable `SITE_URL` has; without it, the picture's address is relative.
fn open_graph(root: &str, title: &str, about: &str, picture: &str) -> Markup {
    let address = std::env::var("SITE_URL").ok().map_or_else(
        || root.to_owned(),
        |url| format!("{}/", url.trim_end_matches('/')),
    );
    let tags = [
        ("og:type", "website"),
        ("og:site_name", "oddsmith"),
        ("og:title", title),
        ("og:description", about),
        ("og:image", &format!("{address}{picture}")),
        ("og:image:alt", title),
        ("twitter:card", "summary_large_image"),
    ];
    html! {
        @for (name, content) in tags {
            @if name.starts_with("og:") {
                meta property=(name) content=(content);
            } @else {
                meta name=(name) content=(content);
            }
            "\n"
        }
    }
}

/// Returns a whole page. `body` is the content between the bar and the footer, and `picture` the
/// file of the picture that other sites show, from the root of the site.
pub fn page(part: Part, title: &str, about: &str, picture: &str, body: &Markup) -> String {
    let root = if part == Part::Front { "" } else { "../" };
    let current = |linked_part: Part| (linked_part == part).then_some("true");
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                "\n" meta charset="utf-8";
                "\n" meta name="viewport" content="width=device-width, initial-scale=1";
                "\n" meta name="color-scheme" content="light dark";
                "\n" meta name="description" content=(about);
                "\n" title { (title) " · oddsmith" }
                "\n" (open_graph(root, title, about, picture))
                link rel="icon" href=(ICON);
                "\n" link rel="stylesheet" href={ (root) "style.css" };
                "\n" script src={ (root) "site.js" } defer {}
                "\n"
            }
            body data-root=(root) {
                "\n" a.skip href="#content" { "Skip to the content" }
                header {
                    a.logo href={ (root) "index.html" } { (PreEscaped(LOGO)) b { "oddsmith" } }
                    "\n"
                    nav aria-label="Site" {
                        a href={ (root) "gallery/index.html" } aria-current=[current(Part::Games)] { "Games" }
                        a href={ (root) "docs/index.html" } aria-current=[current(Part::Documents)] { "Documents" }
                    }
                    "\n"
                    form #search role="search" hidden {
                        input type="search" aria-label="Search games and documents" placeholder="Search" autocomplete="off";
                        div #found role="region" aria-label="Search results" aria-live="polite" hidden {}
                    }
                    "\n"
                    a.primary href={ (root) "oddsmith.html" } { "Open oddsmith" }
                }
                "\n" main #content { "\n" (body) }
                "\n"
                footer {
                    "Every number here was made by oddsmith " (env!("CARGO_PKG_VERSION"))
                    ", exactly where it does not say otherwise. All of it works without a network."
                }
                "\n"
            }
        }
        "\n"
    };
    page.0
}

/// Returns the style of the site with its typefaces. The typeface for code is included if npm has
/// installed it.
pub fn style(source: &Path) -> String {
    let face = |family: &str, weight: u16, file: &str| {
        let bytes = fs::read(source.join(file)).ok()?;
        let data = STANDARD.encode(bytes);
        Some(format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weight};font-display:block;src:url(data:font/woff2;base64,{data}) format(\"woff2\")}}\n"
        ))
    };
    let faces = [
        face(
            "IBM Plex Sans",
            400,
            "crates/charts/assets/fonts/ibm-plex-sans-latin-400-normal.woff2",
        ),
        face(
            "IBM Plex Sans",
            600,
            "crates/charts/assets/fonts/ibm-plex-sans-latin-600-normal.woff2",
        ),
        face(
            "IBM Plex Mono",
            400,
            "web/node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
        ),
    ];
    let faces: String = faces.into_iter().flatten().collect();
    format!(
        "{faces}{}{}",
        include_str!("../../page/colours.css"),
        include_str!("site.css")
    )
}
