//! Random texts: whatever is written, it is read or refused, and never more than that.

use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{Purpose, Stream, pilot};
use oddsmith_engine::{Parts, simulate};
use oddsmith_language::RuleFile;
use proptest::prelude::*;

const GOOD: [&str; 3] = [
    include_str!("../../../rules/battle.odds"),
    include_str!("../../../rules/budget.odds"),
    include_str!("../../../rules/race.odds"),
];

const WORDS: [&str; 40] = [
    "def ",
    "trial",
    "(",
    ")",
    ":",
    "\n",
    "    ",
    "if ",
    "else",
    "elif ",
    "while ",
    "for ",
    "in ",
    "range(3)",
    "[",
    "]",
    ",",
    "=",
    "==",
    "+",
    "-",
    "*",
    "//",
    "<",
    "x",
    "y",
    "1",
    "0",
    "6",
    "\"us\"",
    "roll(6)",
    "record(total, x)",
    "and ",
    "not ",
    "return ",
    "break",
    "dice(\"2d6\")",
    "{",
    "#",
    "0.5",
];

/// Reads a text, and if it is a rule explores and plays it a little.
fn use_it(text: &str) {
    let diagnostics = match RuleFile::read(text) {
        Ok(file) => {
            let Ok(rule) = file.rule(&[]) else { return };
            let budget = Budget { edges: 2_000, leaves: 20_000, bytes: 10_000_000 };
            explore(&rule, &Parts::ALL, &budget, &Watch::default()).ok();
            let stream = Stream { seed: 1, case: 0, purpose: Purpose::Pilot };
            pilot(&rule, stream, 3, &Watch::default()).ok();
            return;
        }
        Err(diagnostics) => diagnostics,
    };
    assert!(!diagnostics.is_empty());
    for diagnostic in diagnostics {
        assert!(
            text.is_char_boundary(diagnostic.span.start) && text.is_char_boundary(diagnostic.span.end),
            "{diagnostic:?}"
        );
        assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= text.len(), "{diagnostic:?}");
        assert!(!diagnostic.problem.is_empty() && !diagnostic.help.is_empty(), "{diagnostic:?}");
    }
}

/// Takes out, doubles or replaces a piece of a good file.
fn mutated(text: &str, at: usize, length: usize, word: &str) -> String {
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (start, end) = (boundary(at % text.len()), boundary(at % text.len() + length));
    format!("{}{word}{}", &text[..start], &text[end..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        use_it(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(words in proptest::collection::vec(0usize..WORDS.len(), 0..80)) {
        let body: String = words.into_iter().map(|word| WORDS[word]).collect();
        use_it(&format!("total = count(\"Total\")\ndef trial():\n    x = 1\n    {body}\n    record(total, x)\n"));
    }

    #[test]
    fn a_good_file_with_a_mistake_is_read_or_refused(file in 0usize..GOOD.len(), at in 0usize..2000, length in 0usize..12, word in 0usize..WORDS.len()) {
        use_it(&mutated(GOOD[file], at, length, WORDS[word]));
    }
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    for text in [
        "(".repeat(100_000),
        "[".repeat(5_000),
        "not ".repeat(5_000),
        "-".repeat(5_000),
        format!("x{}", " + 1".repeat(5_000)),
    ] {
        use_it(&format!("total = count(\"Total\")\ndef trial():\n    x = {text}\n    record(total, x)\n"));
    }
    let blocks: String = (1..300).map(|i| format!("{}if true:\n", " ".repeat(i))).collect();
    use_it(&format!("total = count(\"Total\")\ndef trial():\n{blocks}"));
}

/// Played face by face without any of the savings: the other witness for every bundled file.
#[test]
fn played_trials_agree_with_exact_odds() {
    let folder = format!("{}/../../rules", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let rule = RuleFile::read(&std::fs::read_to_string(&path).unwrap()).unwrap().rule(&[]).unwrap();
        let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
        let laws = oddsmith_engine::solve::solve(&graph, &Budget::default(), &Watch::default()).unwrap();
        let stream = Stream { seed: 1, case: 0, purpose: Purpose::Played };
        let trials = 10_000;
        let tallies = simulate::play(&rule, stream, 0..1, trials, &Watch::default()).unwrap();
        for (law, tally) in laws.iter().flatten().zip(&tallies) {
            for &(value, mass) in law.pmf.masses() {
                let (expected, found) = (mass.float() * trials as f64, tally.count(value) as f64);
                assert!(
                    (found - expected).abs() < 5.0 * expected.sqrt() + 5.0,
                    "{path:?} {value}: {found}, {expected}"
                );
            }
        }
    }
}
