//! Tables of a page, and their comparison with the program.

use std::path::PathBuf;

/// Returns the path of a page in `docs/`.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name)
}

pub(super) fn page(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}"))
}

/// A table below a heading.
pub(super) struct DocumentedTable {
    pub(super) heading: String,
    pub(super) columns: &'static [&'static str],
    pub(super) rows: Vec<Vec<String>>,
}

impl DocumentedTable {
    fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
        let columns: Vec<String> = self
            .columns
            .iter()
            .map(|column| (*column).to_owned())
            .collect();
        let rule = vec!["---".to_owned(); columns.len()];
        [columns, rule]
            .iter()
            .chain(&self.rows)
            .map(|cells| line(cells))
            .collect()
    }

    /// Replaces the first table below its heading.
    fn replace_in(&self, page: &str) -> String {
        let heading = format!("\n## {}\n", self.heading);
        let (before, section) = page
            .split_once(&heading)
            .unwrap_or_else(|| panic!("the page has no section{heading}"));
        let (section, after) = section.split_at(
            section
                .find("\n## ")
                .map_or(section.len(), |offset| offset + 1),
        );
        let is_row = |line: &str| line.starts_with('|');
        let lines: Vec<&str> = section.split_inclusive('\n').collect();
        let start = lines
            .iter()
            .position(|line| is_row(line))
            .unwrap_or(lines.len());
        let end = start
            + lines[start..]
                .iter()
                .take_while(|line| is_row(line))
                .count();
        format!(
            "{before}{heading}{}{}{}{after}",
            lines[..start].concat(),
            self.text(),
            lines[end..].concat()
        )
    }
}

/// Fails if a page has other tables than these. With `UPDATE_DOCS`, it writes them instead.
pub(super) fn check_tables(name: &str, tables: &[DocumentedTable]) {
    let is = page(name);
    let expected = tables
        .iter()
        .fold(is.clone(), |page, table| table.replace_in(&page));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(name), expected).expect("the page can be written");
        return;
    }
    let differing = expected
        .lines()
        .zip(is.lines())
        .find(|(expected, is)| expected != is);
    assert!(
        is == expected,
        "docs/{name} differs: run with UPDATE_DOCS=1. First difference: {differing:?}"
    );
}

pub(super) fn code_span(text: &str) -> String {
    format!("`{}`", text.trim().replace('|', "\\|"))
}

/// Returns the names in the first column of the tables in a section.
pub(super) fn first_column(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("no section {heading}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    rows.flat_map(|cell| cell.split('`').step_by(2))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}
