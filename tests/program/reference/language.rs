//! Compares `docs/language.md` with the language: it has every word, and its rule files are valid.

use std::collections::BTreeSet;

use oddsmith::catalogue::dice::{FORMS, IN_RULE_FILES};
use oddsmith_language::STD;
use oddsmith_language::reference::{Entry, functions, topics};

use super::held::{DocumentedTable, check_tables, code_span, page};
use crate::support::Bench;

fn entry_row(entry: &Entry) -> Vec<String> {
    vec![
        entry.forms().map(code_span).collect::<Vec<_>>().join(", "),
        entry.about.to_owned(),
    ]
}

/// Returns the functions of `use "std"`, each with the docstring below it.
fn standard_functions() -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut lines = STD.1.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("def ") else {
            continue;
        };
        let about = lines.next().unwrap_or_default().trim().trim_matches('"');
        rows.push(vec![
            code_span(head.trim_end_matches(':')),
            about.to_owned(),
        ]);
    }
    rows
}

#[test]
fn language_page_has_every_word() {
    let topic_table = |topic: oddsmith_language::reference::Topic| DocumentedTable {
        heading: topic.title.to_owned(),
        columns: &["write", "meaning"],
        rows: topic.entries.iter().map(entry_row).collect(),
    };
    let mut tables: Vec<DocumentedTable> = topics().into_iter().map(topic_table).collect();
    let notation = FORMS
        .iter()
        .chain(IN_RULE_FILES)
        .map(|(form, about)| vec![code_span(form), (*about).to_owned()]);
    let notation = notation.collect();
    tables.push(DocumentedTable {
        heading: "Dice notation".to_owned(),
        columns: &["dice", "meaning"],
        rows: notation,
    });
    let standard = standard_functions();
    assert!(standard.len() > 10, "{standard:?}");
    let heading = "Standard functions".to_owned();
    tables.push(DocumentedTable {
        heading,
        columns: &["function", "result"],
        rows: standard,
    });
    check_tables("language.md", &tables);
}

/// Returns the names before a bracket in the code of a text: `roll(6)` gives `roll`.
fn called_names(text: &str) -> BTreeSet<&str> {
    let code = text.split('`').skip(1).step_by(2).flat_map(|code| {
        code.match_indices('(')
            .map(move |(offset, _)| &code[..offset])
    });
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = code.map(|before| &before[before.trim_end_matches(is_of_name).len()..]);
    names
        .filter(|name| name.chars().next().is_some_and(char::is_alphabetic))
        .collect()
}

#[test]
fn every_function_that_the_language_page_names_exists() {
    let page = page("language.md");
    let (mut prose, mut blocks) = (String::new(), String::new());
    for (index, part) in page.split("```").enumerate() {
        if index % 2 == 0 {
            prose += part
        } else {
            blocks += part
        };
    }
    let defined = blocks
        .lines()
        .chain(STD.1.lines())
        .filter_map(|line| line.strip_prefix("def ")?.split('(').next());
    let statistics = ["P", "mean", "trial", "losses"];
    let known: BTreeSet<&str> = functions()
        .map(|entry| entry.name)
        .chain(defined)
        .chain(statistics)
        .collect();
    for name in called_names(&prose) {
        assert!(
            known.contains(name),
            "docs/language.md: there is no function {name}"
        );
    }
}

#[test]
fn rule_files_on_pages_are_valid() {
    let bench = Bench::new();
    let page = page("language.md") + &page("coming-from.md");
    let mut checked = 0;
    for example in page.split("```odds").skip(1) {
        let (name, rest) = example.split_once('\n').expect("a line after the fence");
        let text = rest.split("\n```").next().expect("the end of a block");
        let name = if name.trim().is_empty() {
            format!("example-{checked}.odds")
        } else {
            name.trim().to_owned()
        };
        bench.write(&name, format!("{text}\n"));
        bench.succeed(&["check", &name]);
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}
