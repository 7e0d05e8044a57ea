//! Tests one file for each mistake: snapshots show its text and its messages.

use std::fmt::Write;

use oddsmith_engine::explore::{Budget, Stop, Watch, explore};
use oddsmith_engine::{Parts, RuleError};
use oddsmith_language::{Mistake, RuleFile, Span};

use crate::mutate;

/// Returns the mistakes of a file: those found before anything runs, or else those found by
/// exploring.
fn mistakes(text: &str) -> Vec<Mistake> {
    let file = match RuleFile::read(text) {
        Ok(file) => file,
        Err(diagnostics) => return diagnostics,
    };
    let rule = file.rule(&[]).unwrap();
    match explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()) {
        Err(Stop::Rule(error)) => {
            // An error of the engine has no span; a look at the rule adds it.
            let found = if error.span.is_none() {
                rule.fault(&Watch::default())
            } else {
                None
            };
            let RuleError {
                problem,
                help,
                span,
                ..
            } = found.unwrap_or(error);
            let span = span.unwrap_or_default();
            vec![Mistake {
                span: Span {
                    start: span.start,
                    end: span.end,
                },
                problem,
                help,
                fix: None,
            }]
        }
        _ => Vec::new(),
    }
}

/// Renders messages as plain text: the line, the marks under it, the problem and the help.
fn render(text: &str, diagnostics: &[Mistake]) -> String {
    let mut rendering = String::new();
    for Mistake {
        span,
        problem,
        help,
        ..
    } in diagnostics
    {
        let line = span.line(text);
        let start = text[..span.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let shown = text[start..].lines().next().unwrap_or("");
        let width = text[span.start..span.end]
            .lines()
            .next()
            .unwrap_or("")
            .chars()
            .count()
            .max(1);
        let blanks = " ".repeat(text[start..span.start].chars().count());
        writeln!(
            rendering,
            "error: {problem}\n{line:>4} | {shown}\n     | {blanks}{}",
            "^".repeat(width)
        )
        .unwrap();
        writeln!(rendering, "     = {}\n", help.replace('\n', "\n     = ")).unwrap();
    }
    rendering
}

/// Returns the rule files of a folder of tests, each with its name.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/tests/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "odds")
    });
    paths.sort();
    let name = |path: &std::path::Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths
        .into_iter()
        .map(|path| (name(&path), std::fs::read_to_string(&path).unwrap()))
        .collect()
}

#[test]
fn mistakes_are_reported_with_place_and_fix() {
    for (name, text) in files("broken") {
        let diagnostics = mistakes(&text);
        assert!(!diagnostics.is_empty(), "{name}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../broken" }, {
            insta::assert_snapshot!(name, render(&text, &diagnostics));
        });
    }
}

/// Files in the style of Python or AnyDice, with their messages. Five of them are valid here, too.
#[test]
fn other_language_syntax_gets_a_suggestion() {
    let cases = files("mistakes");
    assert_eq!(cases.len(), 159);
    for (name, text) in &cases {
        let rendering = render(text, &mistakes(text));
        let rendering = if rendering.is_empty() {
            "sound\n".to_owned()
        } else {
            rendering
        };
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../mistakes" }, {
            insta::assert_snapshot!(name.as_str(), rendering);
        });
    }
}

/// Applies each fix of a text, and fails if its message remains at its place. Returns how many
/// fixes there were, and how many of them leave a text without mistakes.
pub fn apply_each_fix(
    name: &str,
    text: &str,
    mistakes: impl Fn(&str) -> Vec<Mistake>,
) -> (usize, usize) {
    let (mut fixed, mut correct) = (0, 0);
    for wrong in mistakes(text) {
        let Some(fix) = &wrong.fix else { continue };
        let after = mistakes(&fix.apply(text));
        // If several characters are superfluous, each fix removes one, and the next then has its
        // span.
        let removed = &text[fix.span.start..fix.span.end];
        let is_repeated = fix.text.is_empty() && text[fix.span.end..].starts_with(removed);
        let remains = |other: &Mistake| {
            !is_repeated && other.problem == wrong.problem && other.span.start == wrong.span.start
        };
        assert!(
            !after.iter().any(remains),
            "{name}\n{wrong:#?}\n{}\n{after:#?}",
            fix.apply(text)
        );
        fixed += 1;
        correct += usize::from(after.is_empty());
    }
    (fixed, correct)
}

#[test]
fn every_fix_of_a_broken_file_removes_its_message() {
    let (mut fixed, mut correct) = (0, 0);
    for (name, text) in files("broken").into_iter().chain(files("mistakes")) {
        let tried = apply_each_fix(&name, &text, mistakes);
        (fixed, correct) = (fixed + tried.0, correct + tried.1);
    }
    assert!(
        fixed > 150 && correct > 60,
        "{fixed} fixes, {correct} that leave no mistake"
    );
}

#[test]
fn every_fix_of_a_mutated_file_removes_its_message() {
    let read = |text: &str| RuleFile::read(text).err().unwrap_or_default();
    let (files, mut numbers) = (mutate::bundled_files(), mutate::Numbers::new(7));
    let mut fixed = 0;
    for number in 0..1500 {
        let text = mutate::mutate_file(&files, &mut numbers);
        fixed += apply_each_fix(&format!("number {number}"), &text, read).0;
    }
    assert!(fixed > 150, "{fixed} fixes");
}
