//! Compares `ARCHITECTURE.md` with the code: every link leads to a file, the code map is complete,
//! and the boundaries between modules that Cargo does not enforce are kept.

use std::fs;
use std::path::{Path, PathBuf};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the entries of a folder of the project, sorted.
fn entries(folder: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(project().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// Returns the pages that link to source files.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/dev"].into_iter().flat_map(entries);
    folders
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

/// Returns the files that a page links to, relative to the page. Blocks of code have no links.
fn links(page: &str) -> Vec<&str> {
    let outside = page.split("\n```").step_by(2);
    let targets = outside
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next());
    let files = targets
        .filter(|target| !target.contains("://"))
        .map(|target| target.split('#').next().unwrap_or(""));
    files.filter(|file| !file.is_empty()).collect()
}

/// Returns the links of a page that lead nowhere.
fn broken_links<'p>(page: &'p str, folder: &Path) -> Vec<&'p str> {
    links(page)
        .into_iter()
        .filter(|link| !folder.join(link).exists())
        .collect()
}

#[test]
fn every_link_of_a_page_leads_to_a_file() {
    let mut count = 0;
    for path in pages() {
        let page = read(&path);
        count += links(&page).len();
        let broken = broken_links(&page, path.parent().expect("a folder"));
        assert!(broken.is_empty(), "{}: {broken:?}", path.display());
    }
    assert!(count > 200, "{count} links");
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = "[a](src/lib.rs#L1) [b](src/gone.rs) [c](https://a.example) [d](#e)\n```\n[f](gone)\n```\n[g](gone.md)\n";
    assert_eq!(broken_links(page, project()), ["src/gone.rs", "gone.md"]);
}

#[test]
fn code_map_lists_every_crate_and_module() {
    let page = read(&project().join("ARCHITECTURE.md"));
    let listed = links(&page);
    for path in entries("crates").into_iter().chain(entries("src")) {
        let name = path
            .strip_prefix(project())
            .expect("a path of the project")
            .to_string_lossy()
            .into_owned();
        let is_listed = listed.iter().any(|link| link.trim_end_matches('/') == name);
        assert!(is_listed, "ARCHITECTURE.md has no line for {name}");
    }
}

/// Returns the Rust files below a folder, without those of tests.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && name != "tests" {
            let inner = path.strip_prefix(project()).expect("a path of the project");
            found.extend(sources(&inner.to_string_lossy()));
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

/// Returns the forbidden modules that a file imports from a crate.
fn forbidden_imports<'m>(text: &str, crate_prefix: &str, modules: &[&'m str]) -> Vec<&'m str> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let imports = code
        .split(crate_prefix)
        .skip(1)
        .filter_map(|rest| rest.split(';').next());
    let words: Vec<&str> = imports
        .flat_map(|import| import.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    modules
        .iter()
        .copied()
        .filter(|module| words.contains(module))
        .collect()
}

/// Rules only ask, and no computation depends on the time.
#[test]
fn no_module_has_forbidden_imports() {
    let clocks = ["Instant", "SystemTime"];
    let boundaries: [(&str, &str, &[&str]); 4] = [
        ("crates/engine/src", "std::time::", &clocks),
        ("crates/language/src", "std::time::", &clocks),
        ("src/analysis", "std::time::", &clocks),
        (
            "crates/rules/src",
            "oddsmith_engine::",
            &["explore", "simulate", "solve", "stats", "odds"],
        ),
    ];
    for (folder, crate_prefix, modules) in boundaries {
        let sources = sources(folder);
        assert!(sources.len() > 30, "{folder}: {} files", sources.len());
        for path in sources {
            let found = forbidden_imports(&read(&path), crate_prefix, modules);
            assert!(
                found.is_empty(),
                "{} uses {found:?} of {crate_prefix}",
                path.display()
            );
        }
    }
}

/// Writers and charts get a finished report: the engine is not among their dependencies.
#[test]
fn writers_and_charts_do_not_depend_on_the_engine() {
    for name in ["export", "charts"] {
        let manifest = read(&project().join("crates").join(name).join("Cargo.toml"));
        let manifest: toml::Table = manifest.parse().expect("a manifest");
        let dependencies = manifest["dependencies"].as_table().expect("dependencies");
        assert!(dependencies.contains_key("oddsmith-model"), "{name}");
        for engine in ["oddsmith-engine", "oddsmith-language", "oddsmith-rules"] {
            assert!(
                !dependencies.contains_key(engine),
                "{name} depends on {engine}"
            );
        }
    }
}

#[test]
fn an_import_across_a_boundary_is_found() {
    let text = "use oddsmith_engine::{Ask, explore::Budget};\n// oddsmith_engine::simulate;\n";
    assert_eq!(
        forbidden_imports(text, "oddsmith_engine::", &["explore", "simulate"]),
        ["explore"]
    );
}
