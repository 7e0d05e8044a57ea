//! The documents: README.md and those in `docs/`, in the order in which README.md links to them.

use std::fs;
use std::path::{Component, Path, PathBuf};

use maud::{Markup, html};

use crate::document::{RenderedDocument, render};
use crate::frame::{self, Part};

/// The first document, and its title on the site. In the file, the title is the name of the
/// program.
const FIRST: (&str, &str) = ("README.md", "Overview");

/// A document.
pub struct Document {
    /// The path of the file in the project.
    pub path: PathBuf,
    /// The title.
    pub title: String,
    /// The first sentences.
    pub about: String,
    /// The rendered text and its sections.
    pub rendered: RenderedDocument,
    /// The files that it shows or links to: their names on the site, and their paths in the
    /// project.
    files: Vec<(String, PathBuf)>,
}

impl Document {
    /// Returns the path of its page on the site.
    pub fn address(&self) -> String {
        address(&self.path)
    }
}

fn address(path: &Path) -> String {
    format!(
        "docs/{}.html",
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase()
    )
}

/// Reads all documents of the project.
pub fn read(source: &Path) -> Result<Vec<Document>, String> {
    let describe_error =
        |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let folder = source.join("docs");
    let entries = fs::read_dir(&folder).map_err(|error| describe_error(&folder, error))?;
    let names =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    let mut paths: Vec<PathBuf> = names
        .filter(|name| name.ends_with(".md"))
        .map(|name| Path::new("docs").join(name))
        .collect();
    let first = PathBuf::from(FIRST.0);
    let text =
        fs::read_to_string(source.join(&first)).map_err(|error| describe_error(&first, error))?;
    paths.sort_by_key(|path| {
        (
            text.find(&*path.to_string_lossy()).unwrap_or(usize::MAX),
            path.clone(),
        )
    });
    paths.insert(0, first);
    paths
        .iter()
        .map(|path| {
            read_document(source, path, &paths).map_err(|error| describe_error(path, error))
        })
        .collect()
}

fn read_document(
    source: &Path,
    path: &Path,
    document_paths: &[PathBuf],
) -> Result<Document, std::io::Error> {
    let text = fs::read_to_string(source.join(path))?;
    let mut files = Vec::new();
    let mut lead = |link: &str| {
        let (to, place) = link
            .split_once('#')
            .map_or((link, String::new()), |(to, place)| {
                (to, format!("#{place}"))
            });
        if to.is_empty() || to.starts_with("https://") || to.starts_with("http://") {
            return Some(link.to_owned());
        }
        let to = normalize(&path.parent().unwrap_or(Path::new("")).join(to));
        if document_paths.contains(&to) {
            return Some(format!("../{}{place}", address(&to)));
        }
        if to.extension().is_none_or(|ending| ending == "md") || !source.join(&to).is_file() {
            return None;
        }
        let name = format!("files/{}", to.to_string_lossy().replace('/', "-"));
        files.push((name.clone(), to));
        Some(format!("../{name}"))
    };
    let rendered = render(&text, &mut lead);
    let heading = rendered
        .sections
        .iter()
        .find(|section| section.level == 1)
        .map_or("", |section| section.title.as_str());
    let title = if path == Path::new(FIRST.0) {
        FIRST.1
    } else {
        heading
    }
    .to_owned();
    let about = rendered
        .sections
        .iter()
        .map(|section| section.text.as_str())
        .find(|text| !text.is_empty())
        .unwrap_or_default();
    let about = about
        .split_inclusive(". ")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned();
    Ok(Document {
        path: path.to_owned(),
        title,
        about,
        rendered,
        files,
    })
}

/// Returns a path without `..`.
fn normalize(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            Component::Normal(name) => whole.push(name),
            _ => {}
        }
    }
    whole
}

/// A file that a page shows: its name on the site, and its bytes.
pub type SiteFile = (String, Vec<u8>);

/// Returns a document's page, and the files that it shows.
pub fn page(
    document: &Document,
    documents: &[Document],
    source: &Path,
) -> Result<(String, Vec<SiteFile>), String> {
    let parts = document
        .rendered
        .sections
        .iter()
        .filter(|section| section.level == 2);
    let parts: Vec<_> = parts.collect();
    let is_this = |listed: &Document| listed.path == document.path;
    let body = html! {
        div.document {
            details.contents open {
                summary { "Documents" }
                nav aria-label="Documents" {
                    ul {
                        @for listed in documents {
                            "\n"
                            li {
                                a href={ "../" (listed.address()) } aria-current=[is_this(listed).then_some("page")] {
                                    (listed.title)
                                }
                                @if is_this(listed) && !parts.is_empty() {
                                    ul {
                                        @for part in &parts { li { a href={ "#" (part.id) } { (part.title) } } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            article { "\n" (document.rendered.html) }
        }
        "\n"
    };
    let read = |(name, path): &(String, PathBuf)| {
        let bytes =
            fs::read(source.join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((name.clone(), bytes))
    };
    let files: Result<Vec<_>, String> = document.files.iter().map(read).collect();
    Ok((
        frame::page(
            Part::Documents,
            &document.title,
            &document.about,
            frame::PREVIEW,
            &body,
        ),
        files?,
    ))
}

/// Returns the list of documents with their descriptions. Links start from a folder next to
/// `docs/`.
pub fn list(documents: &[Document], root: &str) -> Markup {
    html! {
        ul.documents {
            @for document in documents {
                "\n"
                li {
                    a href={ (root) (document.address()) } { b { (document.title) } }
                    p { (document.about) }
                }
            }
        }
    }
}
