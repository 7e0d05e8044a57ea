//! Tests that the gallery files are up to date, and that every link of the site has a target.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::files::Files;
use crate::{games, source_folder};

#[test]
fn gallery_pictures_are_up_to_date() {
    let pictures = games::pictures().expect("every game can be run");
    for (name, bytes) in &pictures.0 {
        let existing =
            std::fs::read(source_folder().join("gallery").join(name)).unwrap_or_default();
        assert!(
            existing == *bytes,
            "gallery/{name} is another now: web/build --gallery makes it anew"
        );
    }
}

/// Returns the values of an attribute on a page.
fn attribute_values<'h>(html: &'h str, name: &str) -> impl Iterator<Item = &'h str> {
    let mark = format!(" {name}=\"");
    let values: Vec<&str> = html
        .split(&mark)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    values.into_iter()
}

/// Returns a path without `..`.
fn normalize(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        if part == Component::ParentDir {
            whole.pop();
        } else {
            whole.push(part);
        }
        whole
    })
}

/// Returns the links of a page that lead nowhere.
fn broken_links(files: &Files, name: &str, html: &str) -> Vec<String> {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let is_there = |link: &&str| {
        let (to, place) = link.split_once('#').unwrap_or((link, ""));
        if link.starts_with("data:") || link.starts_with("https://") {
            return true;
        }
        let path = if to.is_empty() {
            PathBuf::from(name)
        } else {
            normalize(&folder.join(to))
        };
        let path = path.to_string_lossy().into_owned();
        // The page is built separately and has its own anchors.
        if path == "oddsmith.html" {
            return place
                .strip_prefix("game=")
                .is_none_or(|game| files.0.contains_key(&format!("gallery/{game}.html")));
        }
        let text = files
            .0
            .get(&path)
            .map(|bytes| String::from_utf8_lossy(bytes));
        text.is_some_and(|text| place.is_empty() || text.contains(&format!(" id=\"{place}\"")))
    };
    let links = attribute_values(html, "href").chain(attribute_values(html, "src"));
    links
        .filter(|link| !is_there(link))
        .map(|link| format!("{name}: {link}"))
        .collect()
}

#[test]
fn every_link_of_the_site_leads_somewhere() {
    let files = crate::site().expect("a site");
    let pages = || files.0.iter().filter(|(name, _)| name.ends_with(".html"));
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let broken: Vec<String> = pages()
        .flat_map(|(name, bytes)| broken_links(&files, name, &text(bytes)))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
    // All pages can be reached from the front page.
    let mut reached = BTreeSet::from(["index.html".to_owned()]);
    let mut open = vec!["index.html".to_owned()];
    while let Some(name) = open.pop() {
        let html = text(&files.0[&name]);
        for link in attribute_values(&html, "href").map(|link| link.split('#').next().unwrap_or(""))
        {
            let path = normalize(
                &Path::new(&name)
                    .parent()
                    .unwrap_or(Path::new(""))
                    .join(link),
            )
            .to_string_lossy()
            .into_owned();
            if files.0.contains_key(&path)
                && path.ends_with(".html")
                && reached.insert(path.clone())
            {
                open.push(path);
            }
        }
    }
    assert_eq!(reached.len(), pages().count());
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let mut files = Files::default();
    files.add("docs/a.html", "<h1 id=\"top\">A</h1>");
    let html = "<a href=\"#gone\"></a><a href=\"a.html#top\"></a><a href=\"../b.html\"></a><img src=\"c.png\">";
    assert_eq!(
        broken_links(&files, "docs/a.html", html),
        [
            "docs/a.html: #gone",
            "docs/a.html: ../b.html",
            "docs/a.html: c.png"
        ]
    );
}
