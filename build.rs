//! Takes the games of `gallery/` into the program, whose list is the folder, and the page where it
//! is wanted.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The page, packed, where `web/build` leaves it.
const PAGE: &str = "target/page/oddsmith.html.gz";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=gallery");
    let games: String = sorted_entries(Path::new("gallery"))
        .iter()
        .filter(|path| path.is_dir())
        .map(|path| game_entry(path))
        .collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("games.rs"), format!("&[{games}]")).expect("the list of games is written");
    if env::var_os("CARGO_FEATURE_PAGE").is_some() {
        println!("cargo::rerun-if-changed={PAGE}");
        let copied = fs::copy(PAGE, out.join("page.gz"));
        copied.unwrap_or_else(|error| panic!("{PAGE}: {error}: web/build makes it"));
    }
}

/// Returns a game as an entry of the list: its scenario, and the rule files in its folder.
fn game_entry(folder: &Path) -> String {
    let name = file_name(folder);
    let mut rules = String::new();
    for path in sorted_entries(folder)
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "odds"))
    {
        write!(
            rules,
            "({:?}, {}),",
            file_name(path),
            include_expression(path)
        )
        .expect("a string takes it");
    }
    let scenario = include_expression(&folder.join(format!("{name}.toml")));
    format!("Game {{ name: {name:?}, scenario: {scenario}, rules: &[{rules}] }},")
}

/// Returns an expression that includes a file, whatever folder the sources are in.
fn include_expression(path: &Path) -> String {
    let parts: Vec<String> = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    format!(
        "include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))",
        format!("/{}", parts.join("/"))
    )
}

fn sorted_entries(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .expect("an entry has a name")
        .to_string_lossy()
        .into_owned()
}
