//! Tests that `docs/errors.md` has a row for each message in the code, and that its examples are
//! correct.

use std::path::{Path, PathBuf};

use oddsmith_engine::explore::Watch;
use oddsmith_language::RuleFile;

use crate::broken::apply_each_fix;

const MANUAL: &str = include_str!("../../../../docs/errors.md");

/// The code before a message or a help text.
const MESSAGE_PREFIXES: [&str; 9] = [
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

/// First texts that are help texts, or parts of a message in another row.
const HELP_TEXTS: [&str; 16] = [
    "write …",
    "write one value for each name, or call a function that returns several",
    "write, for example, …",
    "the end",
    "choose another name",
    "rename one of them",
    "compare numbers. == and != compare all values",
    "with otherwise = \"before\", record the steps in order",
    "write one name before = for each value",
    "write one name before = for each value after it",
    "compare it, such as x > 0",
    "in the loop, give a name in its condition a new value, or roll dice",
    "give each = a whole number from 1 to 10,000, or a list of names",
    "move it into def trial():, or into a function that the trial calls",
    "compare numbers. To count entries of a list, write sum(x >= 4 for x in list)",
    "values of different types are never equal",
];

/// Texts that are never shown alone: a stopped trial, and a help text in the row of its message.
const UNSHOWN_MESSAGES: [&str; 2] = [
    "the trial was stopped",
    "write a list after in: x in [1, 2]",
];

/// Messages about questions are in the guide to questions, and spelling suggestions occur in every
/// message.
const QUESTION_SOURCES: [&str; 4] = [
    "src/question",
    "src/grammar/measure.rs",
    "src/grammar/recovery/questions.rs",
    "src/diagnostic.rs",
];

/// Collects the sources of the messages about rule files.
fn collect_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if QUESTION_SOURCES
            .iter()
            .any(|question_source| path.ends_with(question_source))
        {
            continue;
        }
        if path.is_dir() {
            collect_sources(&path, found);
        } else if path.file_name().is_some_and(|name| name != "tests.rs") {
            found.push(path);
        }
    }
}

/// Returns the first quoted text of a statement; placeholders become `…`. A message in a variable
/// is found where the variable is assigned.
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
fn every_message_has_a_row_in_the_manual() {
    let rows: Vec<&str> = rows().map(|[message, ..]| message).collect();
    let mut paths = Vec::new();
    collect_sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut paths,
    );
    let (mut found, mut missing) = (0, Vec::new());
    for path in paths {
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let lines = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let source: String = lines.map(|line| format!("{line}\n")).collect();
        for before in MESSAGE_PREFIXES {
            for (offset, _) in source.match_indices(before) {
                let Some(text) = first_text(&source[offset + before.len()..]) else {
                    continue;
                };
                if HELP_TEXTS.contains(&text.as_str()) || UNSHOWN_MESSAGES.contains(&text.as_str())
                {
                    continue;
                }
                if !rows.iter().any(|row| matches_row(row, &text)) {
                    missing.push(format!("{}: {text}", path.file_name().unwrap().display()));
                }
                found += 1;
            }
        }
    }
    assert!(
        missing.is_empty(),
        "the manual has no row for\n{}",
        missing.join("\n")
    );
    assert!(found > 130, "{found}");
}

/// Returns the cells of each row: the message, its meaning, an example.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = MANUAL
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter(|row| !row.starts_with("---") && !row.starts_with("Message |"))
        .map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "{row}");
            cells
                .try_into()
                .unwrap_or_else(|_| panic!("three cells: {row}"))
        })
}

/// Returns a file with the code of an example at the top or in the trial.
fn example_file(example: &str) -> String {
    let code: Vec<&str> = example.split('`').skip(1).step_by(2).collect();
    let (top, lines) = if example.contains("at the top") {
        (code.join("\n"), String::new())
    } else {
        (
            String::new(),
            code.iter().map(|line| format!("    {line}\n")).collect(),
        )
    };
    // A function needs a block.
    let block = if top.starts_with("def ") && top.ends_with(':') {
        "\n    return 1\n"
    } else {
        "\n"
    };
    format!(
        "hits = count(\"Hits\", otherwise = 0)\nalive = count(\"Alive\", each = 3, step = \"Turn\", otherwise = 0)\n\
         won = flag(\"Won\", otherwise = false)\n\
         winner = category(\"Winner\", us = success, them = failure, otherwise = \"us\")\n\
         again = player(\"Roll again?\")\nn = whole(5, 1, 20, \"dice\")\nlimit = 4\n{top}{block}\n\
         def hit(on):\n    return roll(6) >= on\n\ndef trial():\n    faces = pool(3, 6)\n    x = roll(6)\n    \
         if x > 6:\n        record(hits, choose(again, [1, 2]))\n        record(alive, 1, 1)\n        \
         record(won, true)\n        record(winner, \"us\")\n{lines}"
    )
}

/// Returns the messages of a file: those found before a trial, or else those found in a trial.
fn messages(text: &str) -> Vec<String> {
    match RuleFile::read(text) {
        Err(mistakes) => mistakes
            .into_iter()
            .map(|mistake| mistake.problem)
            .collect(),
        Ok(file) => {
            let fault = file.rule(&[]).expect("a rule").fault(&Watch::default());
            fault.map(|error| error.problem).into_iter().collect()
        }
    }
}

/// Returns whether a row matches this text of the code, in which each `…` matches any text.
fn matches_row(row: &str, text: &str) -> bool {
    let parts: Vec<&str> = text.split('…').collect();
    let [first, between @ .., last] = &parts[..] else {
        return row == text;
    };
    let Some(mut rest) = row.strip_prefix(first) else {
        return false;
    };
    for part in between {
        let Some(offset) = rest.find(part) else {
            return false;
        };
        rest = &rest[offset + part.len()..];
    }
    rest.ends_with(last)
}

/// Returns whether a row describes a message. The message about an invalid default ends with its
/// cause.
fn is_of_row(message: &str, row: &str) -> bool {
    message == row || message.strip_prefix("the default value is not allowed: ") == Some(row)
}

#[test]
fn manual_examples_reproduce_their_messages() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for [message, _, example] in rows() {
        let Some((before, after)) = example.split_once(" → ") else {
            continue;
        };
        tried += 1;
        apply_each_fix(message, &example_file(before), |text| {
            RuleFile::read(text).err().unwrap_or_default()
        });
        let found = messages(&example_file(before));
        if !found.iter().any(|found| is_of_row(found, message)) {
            wrong.push(format!("{message}\n    {before}: {found:?}"));
        }
        let found = messages(&example_file(after));
        if !found.is_empty() {
            wrong.push(format!("{message}\n    after the fix, {after}: {found:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(tried > 150, "{tried}");
}
