//! Tests random texts: they are accepted or rejected without panics.

use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{Parts, simulate};
use oddsmith_language::{RuleFile, format_rule_file};
use proptest::prelude::*;

use crate::mutate::{Numbers, WORDS, bundled_files, exercise, mutate_file};

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        exercise(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(words in proptest::collection::vec(0usize..WORDS.len(), 0..80)) {
        let body: String = words.into_iter().map(|word| WORDS[word]).collect();
        exercise(&format!("total = count(\"Total\")\ndef trial():\n    x = 1\n    {body}\n    record(total, x)\n"));
    }
}

/// Run a million of them with `cargo test --release --workspace --test campaign-rules -- 1000000`.
#[test]
fn good_files_with_mistakes_are_read_or_refused() {
    let files = bundled_files();
    let mut numbers = Numbers::new(0x5EED);
    for _ in 0..1500 {
        exercise(&mutate_file(&files, &mut numbers));
    }
}

/// Formats random files and checks that a second run changes nothing and that the meaning stays.
/// Returns how many files could be parsed.
fn count_stable_formats(files: usize) -> usize {
    let (bundled, mut numbers, mut read) = (bundled_files(), Numbers::new(0xF0F0), 0);
    for _ in 0..files {
        let text = mutate_file(&bundled, &mut numbers);
        let Ok(neat) = format_rule_file(&text) else {
            continue;
        };
        read += 1;
        assert_eq!(
            format_rule_file(&neat).as_ref(),
            Ok(&neat),
            "twice is not once\n{text}"
        );
        let problems = |text: &str| match RuleFile::read(text) {
            Ok(_) => Vec::new(),
            Err(mistakes) => mistakes
                .into_iter()
                .map(|mistake| mistake.problem)
                .collect(),
        };
        assert_eq!(problems(&neat), problems(&text), "{text}\n{neat}");
    }
    read
}

/// Run ten thousand of them with `cargo test --release -p oddsmith-language --test random --
/// --ignored`.
#[test]
fn formatting_random_files_is_stable() {
    assert!(count_stable_formats(600) > 100);
}

#[test]
#[ignore = "takes half a minute"]
fn formatting_ten_thousand_random_files_is_stable() {
    assert!(count_stable_formats(10_000) > 2_000);
}

#[test]
fn too_deep_nesting_is_refused() {
    for text in [
        "(".repeat(100_000),
        "[".repeat(5_000),
        "not ".repeat(5_000),
        "-".repeat(5_000),
        format!("x{}", " + 1".repeat(5_000)),
    ] {
        exercise(&format!(
            "total = count(\"Total\")\ndef trial():\n    x = {text}\n    record(total, x)\n"
        ));
    }
    let blocks: String = (1..300)
        .map(|i| format!("{}if true:\n", " ".repeat(i)))
        .collect();
    exercise(&format!("total = count(\"Total\")\ndef trial():\n{blocks}"));
}

/// Nested lists double in size with every line, or get deeper with every iteration.
#[test]
fn nested_lists_do_not_exhaust_memory() {
    let doubled = "        x = [x, x]\n".repeat(60);
    for body in [
        doubled.as_str(),
        "        x = [x]\n",
        "        x = x + x\n",
        "        x[0] = x\n",
    ] {
        exercise(&format!(
            "total = count(\"Total\")\ndef trial():\n    x = [1]\n    while roll(2) < 3:\n{body}    record(total, len(x))\n"
        ));
    }
}

/// Endless trials are stopped in exploration and in simulation.
#[test]
fn endless_trials_are_refused_quickly() {
    let file = RuleFile::read(
        "n = count(\"N\")\ndef trial():\n    x = 0\n    while x < 1:\n        x = min(0, roll(6))\n    record(n, x)\n",
    )
    .unwrap();
    let rule = file.rule(&[]).unwrap();
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Pilot,
    };
    let stop = simulate::pilot(&rule, stream, 1, &Watch::default()).unwrap_err();
    assert!(
        stop.to_string()
            .contains("does not end within ten million dice rolls"),
        "{stop}"
    );
}

/// Simulates every bundled file face by face, without any shortcut, and compares the counts with
/// the exact odds.
#[test]
fn simulated_trials_agree_with_exact_odds() {
    let folder = format!("{}/../../rules", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let rule = RuleFile::read(&std::fs::read_to_string(&path).unwrap())
            .unwrap()
            .rule(&[])
            .unwrap();
        let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
        let distributions =
            oddsmith_engine::solve::solve(&graph, &Budget::default(), &Watch::default()).unwrap();
        let stream = Stream {
            seed: 1,
            case: 0,
            purpose: Purpose::Simulated,
        };
        let trials = 10_000;
        let tallies = simulate::play(&rule, stream, 0..1, trials, &Watch::default()).unwrap();
        for (distribution, tally) in distributions.iter().flatten().zip(&tallies) {
            for &(value, mass) in distribution.pmf.masses() {
                let (expected, found) = (mass.float() * trials as f64, tally.count(value) as f64);
                assert!(
                    (found - expected).abs() < 5.0 * expected.sqrt() + 5.0,
                    "{path:?} {value}: {found}, {expected}"
                );
            }
        }
    }
}
