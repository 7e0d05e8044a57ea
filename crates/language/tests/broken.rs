//! One file for each mistake: what its author is told, pinned, the text and the message side by side.

use std::fmt::Write;

use oddsmith_engine::explore::{Budget, Stop, Watch, explore};
use oddsmith_engine::{Parts, RuleError};
use oddsmith_language::{Mistake, RuleFile, Span};

/// The mistakes of a file: those found before anything runs, else what exploring meets.
fn mistakes(text: &str) -> Vec<Mistake> {
    let file = match RuleFile::read(text) {
        Ok(file) => file,
        Err(diagnostics) => return diagnostics,
    };
    let rule = file.rule(&[]).unwrap();
    match explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()) {
        Err(Stop::Rule(error)) => {
            // What the engine finds has no place: a look at the rule has.
            let found = if error.place.is_none() { rule.fault(&Watch::default()) } else { None };
            let RuleError { problem, help, place, .. } = found.unwrap_or(error);
            let place = place.unwrap_or_default();
            vec![Mistake { span: Span { start: place.start, end: place.end }, problem, help, fix: None }]
        }
        other => panic!("nothing is wrong: {:?}", other.map(|graph| graph.state_count())),
    }
}

/// A plain rendering: the line, what is wrong under it, and what to do.
fn told(text: &str, diagnostics: &[Mistake]) -> String {
    let mut told = String::new();
    for Mistake { span, problem, help, .. } in diagnostics {
        let line = span.line(text);
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let shown = text[start..].lines().next().unwrap_or("");
        let width = text[span.start..span.end].lines().next().unwrap_or("").chars().count().max(1);
        let blanks = " ".repeat(text[start..span.start].chars().count());
        writeln!(told, "error: {problem}\n{line:>4} | {shown}\n     | {blanks}{}", "^".repeat(width)).unwrap();
        writeln!(told, "     = {}\n", help.replace('\n', "\n     = ")).unwrap();
    }
    told
}

#[test]
fn every_mistake_is_told_with_its_place_and_its_cure() {
    let folder = format!("{}/tests/broken", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "odds"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let diagnostics = mistakes(&text);
        assert!(!diagnostics.is_empty(), "{path:?}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "broken" }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), told(&text, &diagnostics));
        });
    }
}
