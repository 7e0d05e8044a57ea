//! Changes programs at random: whatever comes out, nothing panics or runs for ever.

use std::fs;
use std::path::Path;

use oddsmith_anydice::Stopped;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Pieces that are inserted.
const PIECES: [&str; 36] = [
    "d",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ":",
    "..",
    ",",
    "@",
    "#",
    "-",
    "!",
    "^",
    "*",
    "/",
    "=",
    "<",
    "output ",
    "result: ",
    "function: ",
    "if ",
    "else ",
    "loop ",
    " over ",
    "named ",
    "\"",
    "\\",
    "X",
    "9223372036854775807",
    "999999",
    "0",
    "d6",
    "é",
    "[explode d6]",
];

fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a program"))
        .collect()
}

/// Returns a random boundary between two characters.
fn boundary(text: &str, random: &mut impl Rng) -> usize {
    let mut index = random.random_range(0..=text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

fn mutate(text: &str, other: &str, random: &mut impl Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.random_range(1..4) {
        let (a, b) = (boundary(&text, random), boundary(&text, random));
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 20));
        let end = (start..=end).rev().find(|i| text.is_char_boundary(*i));
        let range = start..end.unwrap_or(start);
        match random.random_range(0..4) {
            0 => text.replace_range(range, ""),
            1 => text.insert_str(start, PIECES[random.random_range(0..PIECES.len())]),
            2 => text.replace_range(range, PIECES[random.random_range(0..PIECES.len())]),
            _ => {
                let (c, d) = (boundary(other, random), boundary(other, random));
                let end = (c.min(d)..=c.max(d).min(c.min(d) + 30)).rev();
                let end = end.into_iter().find(|i| other.is_char_boundary(*i));
                text.insert_str(start, &other[c.min(d)..end.unwrap_or(c.min(d))]);
            }
        }
    }
    text
}

/// Checks that a problem points into the source.
fn check(source: &str, stopped: &Stopped) {
    if let Stopped::Problem(problem) = stopped {
        assert!(
            source.get(problem.span.clone()).is_some(),
            "{problem:?} in {source}"
        );
        assert!(!problem.message.is_empty());
    }
}

#[test]
fn changed_programs_neither_panic_nor_hang() {
    let programs = programs();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut evaluated = 0;
    for round in 0..12_000 {
        let source = &programs[random.random_range(0..programs.len())];
        let other = &programs[random.random_range(0..programs.len())];
        let source = mutate(source, other, &mut random);
        let program = match oddsmith_anydice::parse(&source) {
            Ok(program) => program,
            Err(problem) => {
                check(&source, &Stopped::Problem(problem));
                continue;
            }
        };
        let mut steps = 0;
        let mut keep_going = || {
            steps += 1;
            steps < 3
        };
        match program.evaluate(&mut keep_going) {
            Ok(outputs) => {
                evaluated += 1;
                let file = program.to_rule_file("Changed", &mut || true);
                let written = file.expect("a rule file").outputs.len();
                assert_eq!(written, outputs.len(), "{source}");
            }
            Err(stopped) => check(&source, &stopped),
        }
        assert!(steps <= 3, "round {round}: asked again after the end");
    }
    assert!(evaluated > 200, "{evaluated}");
}

#[test]
fn hostile_programs_end_with_a_problem() {
    let deep =
        |open: &str, close: &str| format!("output {}1{}", open.repeat(5_000), close.repeat(5_000));
    let sources = [
        deep("(", ")"),
        deep("{", "}"),
        deep("[f ", "]"),
        deep("-", ""),
        deep("d", ""),
        deep("1+", ""),
        format!("output 1{}", "+1".repeat(5_000)),
        "if 1 { ".repeat(5_000),
        "output 1:".to_owned(),
        "output {1:999999999}".to_owned(),
        "output {1..9223372036854775807}".to_owned(),
        "output d9223372036854775807".to_owned(),
        "output 99999999d6".to_owned(),
        "output 9223372036854775807d9223372036854775807".to_owned(),
        "output 9223372036854775807 + 1".to_owned(),
        "output d{-9223372036854775807, 9223372036854775807} * 3".to_owned(),
        "X: {1:200000} output {X, X}".to_owned(),
        "output 10 ^ 100".to_owned(),
        "output 5000d5000".to_owned(),
        "output [highest 5 of 5000d6]".to_owned(),
        "set \"maximum function depth\" to 999999 function: f X:n { result: [f X + 1] } output [f 1]"
            .to_owned(),
        "set \"maximum function depth\" to 999999
         function: f X:s { loop I over {1} { if #X { result: {1, [f {1, 1@X + 1}]} } } }
         output [f 1]"
            .to_owned(),
        "set \"maximum function depth\" to 999999
         function: f X:n Y:s Z { if X { result: 1 + (2 * (3 - [f (d{X + 1}) (1d{1@Y}) (Z)])) } }
         output [f d{1} (d{2}) (d4)]"
            .to_owned(),
    ];
    for source in sources {
        let stopped = oddsmith_anydice::parse(&source)
            .map_err(Stopped::Problem)
            .and_then(|program| program.evaluate(&mut || true))
            .expect_err(&source[..source.len().min(60)]);
        assert!(matches!(stopped, Stopped::Problem(_)), "{stopped:?}");
        check(&source, &stopped);
    }
}

#[test]
fn long_expressions_are_translated() {
    let chain = format!("output d6{}", "+d6".repeat(190));
    let nested = format!("output {}d6{}", "(1+".repeat(59), ")".repeat(59));
    let functions: String = (0..12)
        .map(|i| {
            let (name, next) = ("a".repeat(i + 1), "a".repeat(i + 2));
            format!("function: {name} X:n {{ if X > 3 {{ result: 1 + [{next} X] }} result: 0 }}\n")
        })
        .collect();
    let calls = format!(
        "{functions} function: {} X:n {{ result: X }} output [a d6]",
        "a".repeat(13)
    );
    for source in [chain, nested, calls] {
        let program = oddsmith_anydice::parse(&source).expect("a program");
        let file = program.to_rule_file("Long", &mut || true).expect("a file");
        assert!(!file.text.is_empty());
    }
}

#[test]
fn an_evaluation_stops_when_it_is_asked_to() {
    let program = oddsmith_anydice::parse(
        "loop A over {1..1000} { loop B over {1..1000} { loop C over {1..1000} { X: A } } }",
    )
    .expect("a program");
    let mut calls = 0;
    let stopped = program.evaluate(&mut || {
        calls += 1;
        calls < 5
    });
    assert_eq!(stopped.expect_err("a stop"), Stopped::Interrupted);
    assert_eq!(calls, 5);
}
