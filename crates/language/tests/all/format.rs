//! Tests the formatter: it keeps the tokens and the lines, and formatting twice changes nothing
//! more.

use std::path::Path;

use oddsmith_language::{RuleFile, format_rule_file};

fn rule_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "../../rules",
        "tests/designs",
        "tests/broken",
        "tests/mistakes",
    ];
    let mut files = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "odds") {
                files.push((
                    path.display().to_string(),
                    std::fs::read_to_string(&path).unwrap(),
                ));
            }
        }
    }
    files
}

/// Compares a text with its formatted version.
fn check_formatting(name: &str, text: &str) -> bool {
    let Ok(neat) = format_rule_file(text) else {
        return false;
    };
    assert_eq!(
        format_rule_file(&neat).as_ref(),
        Ok(&neat),
        "{name}: twice is not once\n{text}"
    );
    let comments = |text: &str| text.matches('#').count();
    assert_eq!(comments(&neat), comments(text), "{name}");
    match (RuleFile::read(text), RuleFile::read(&neat)) {
        (Ok(_), Ok(_)) => (),
        (Err(before), Err(after)) => {
            let problems = |mistakes: &[oddsmith_language::Mistake]| {
                mistakes
                    .iter()
                    .map(|mistake| mistake.problem.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(problems(&before), problems(&after), "{name}\n{neat}");
        }
        (before, after) => panic!(
            "{name}: {:?} and {:?}\n{neat}",
            before.is_ok(),
            after.is_ok()
        ),
    }
    neat != text
}

#[test]
fn formatting_preserves_meaning_and_is_idempotent() {
    let changed = rule_files()
        .iter()
        .filter(|(name, text)| check_formatting(name, text))
        .count();
    assert!(changed > 20, "{changed}");
}

#[test]
fn bundled_rules_are_formatted() {
    for (name, text) in rule_files()
        .into_iter()
        .filter(|(name, _)| name.contains("rules"))
    {
        assert_eq!(format_rule_file(&text).unwrap(), text, "{name}");
    }
}

#[test]
fn formatting_keeps_comments_and_continuation_lines() {
    let text = "\"\"\"Two\nlines\"\"\"\n\n\n\n# first\nx=[1,\n     2, # two\n   3]\ntotal=count('It \"is\"')\ndef f( a,b ):\n   # inside\n   if a> -1 and not(b):\n      return - a\n      # still inside\n   # in f\n   return a[0][ 1 ].name\n# at the edge\ndef trial():\n    record(total, f(1,2) if True else 0) # far\n";
    let neat = "\"\"\"Two\nlines\"\"\"\n\n\n# first\nx     = [1,\n     2,  # two\n   3]\ntotal = count('It \"is\"')\ndef f(a, b):\n    # inside\n    if a > -1 and not (b):\n        return -a\n        # still inside\n    # in f\n    return a[0][1].name\n# at the edge\ndef trial():\n    record(total, f(1, 2) if true else 0)  # far\n";
    assert_eq!(format_rule_file(text).unwrap(), neat);
}

#[test]
fn line_endings_and_byte_order_mark_are_kept() {
    let text = "\u{feff}x=1\r\n\r\n\n\r\n# one\ndef trial() :\r\n  pass # a\r\n  pass";
    let neat = "\u{feff}x = 1\r\n\r\n\n# one\ndef trial():\r\n    pass  # a\r\n    pass\r\n";
    assert_eq!(format_rule_file(text).unwrap(), neat);
    assert_eq!(format_rule_file(neat).unwrap(), neat);
    let (windows, other) = ("\"\"\"Two\r\nlines\"\"\"\r\nx = 1\r\n", "x=1\r\ny=2\n");
    assert_eq!(format_rule_file(windows).unwrap(), windows);
    assert_eq!(format_rule_file(other).unwrap(), "x = 1\r\ny = 2\n");
}
