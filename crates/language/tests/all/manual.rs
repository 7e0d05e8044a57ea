//! The manual names every mistake: each message of the code stands in its table of errors and their cures.

use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("../../../../docs/rule-files.md");

/// What stands before a message or a cure in the code.
const BEFORE: [&str; 9] = [
    ".error(",
    "diagnostics.add(",
    ".fail((",
    "Err((",
    "Mistake::new(",
    "self.wrong(",
    "let problem = ",
    "problem: ",
    ".fault(",
];

/// First texts that are cures, or parts of a message that another row holds.
const CURES: [&str; 16] = [
    "write …",
    "write as many values, or a function that returns several",
    "write for example …",
    "the end",
    "choose another name",
    "give one of them another name",
    "numbers can be compared with each other; == and != compare everything",
    "where each step goes on from the one before, steps are recorded in order",
    "write as many names before the = as there are values",
    "write as many names before the = as values after it",
    "compare it, such as x > 0",
    "does the loop's condition ever change? Every loop must come to an end or ask chance",
    "each = takes a whole number from 1 to 10,000, or a list of names",
    "move it into def trial():, or into a function that the trial calls",
    "only numbers are less or greater; count a list's entries first, such as sum(x >= 4 for x in list)",
    "values of different kinds are never equal",
];

/// Told to nobody: a trial that was stopped, and a cure that the row of its message holds.
const UNSEEN: [&str; 2] = ["the trial was stopped", "`in` looks into a list: x in [1, 2]"];

/// What is said of questions stands in the manual of questions, and what is near is said of everything.
const OF_QUESTIONS: [&str; 4] =
    ["src/question", "src/grammar/measure.rs", "src/grammar/pointed.rs", "src/diagnostic.rs"];

/// Every source of rule files.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if OF_QUESTIONS.iter().any(|of_questions| path.ends_with(of_questions)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.file_name().is_some_and(|name| name != "tests.rs") {
            found.push(path);
        }
    }
}

/// The first text in quotes of a statement, what is filled in shown as `…`. A message that has a name is found where it
/// gets it.
fn first_text(statement: &str) -> Option<String> {
    let statement = statement.split(";\n").next()?;
    let (before, rest) = statement.split_once('"')?;
    if before.contains("problem") {
        return None;
    }
    let mut text = String::new();
    let (mut depth, mut characters) = (0, rest.chars());
    loop {
        match characters.next()? {
            '"' => return Some(text),
            '\\' => text.extend(characters.next()),
            '{' => {
                depth += 1;
                text.push('…');
            }
            '}' => depth -= 1,
            c if depth == 0 => text.push(c),
            _ => (),
        }
    }
}

#[test]
fn every_message_of_the_code_has_its_row_in_the_manual() {
    let (_, table) = MANUAL.split_once("## Errors and their cures").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    let mut paths = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut paths);
    let (mut found, mut missing) = (0, Vec::new());
    for path in paths {
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let source: String = lines.map(|line| format!("{line}\n")).collect();
        for before in BEFORE {
            for (at, _) in source.match_indices(before) {
                let Some(text) = first_text(&source[at + before.len()..]) else { continue };
                if CURES.contains(&text.as_str()) || UNSEEN.contains(&text.as_str()) {
                    continue;
                }
                if !rows.contains(&text.as_str()) {
                    missing.push(format!("{}: {text}", path.file_name().unwrap().display()));
                }
                found += 1;
            }
        }
    }
    assert!(missing.is_empty(), "the manual has no row for\n{}", missing.join("\n"));
    assert!(found > 130, "{found}");
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert!(cells.len() == 2 && cells.iter().all(|cell| !cell.trim().is_empty()), "{row}");
    }
}
