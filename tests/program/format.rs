//! Tests the command `fmt`.

use crate::support::{Bench, stderr};

const UNFORMATTED: &str = "x=count( 'X' ) # shown\ndef trial() :\n  record(x,roll(6))\n";
const FORMATTED: &str = "x = count(\"X\")  # shown\ndef trial():\n    record(x, roll(6))\n";

#[test]
fn fmt_rewrites_and_checks_rule_files() {
    let bench = Bench::new();
    bench
        .write("mine.odds", UNFORMATTED)
        .write("neat.odds", FORMATTED);
    let output = bench.run(&["fmt", "--check", "mine.odds", "neat.odds"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{printed}");
    assert!(
        printed.contains("mine.odds: would change") && !printed.contains("neat.odds"),
        "{printed}"
    );
    assert_eq!(
        bench.read("mine.odds"),
        UNFORMATTED,
        "--check changes nothing"
    );
    assert!(
        bench
            .succeed(&["fmt", "mine.odds", "neat.odds"])
            .contains("mine.odds: changed")
    );
    assert_eq!(bench.read("mine.odds"), FORMATTED);
    assert!(
        bench
            .succeed(&["fmt", "--check", "mine.odds", "neat.odds"])
            .contains("all are already formatted")
    );
    assert_eq!(
        bench.list("."),
        ["mine.odds", "neat.odds"],
        "nothing else is left"
    );
}

#[test]
fn unreadable_files_are_reported_and_nothing_is_written() {
    let bench = Bench::new();
    bench
        .write("mine.odds", UNFORMATTED)
        .write("wrong.odds", "x = (1\n")
        .write("mine.toml", "rule = \"mine.odds\"\n");
    for (file, says) in [
        ("wrong.odds", "`(` is not closed"),
        ("mine.toml", "not a rule file"),
        ("none.odds", "there is no file"),
    ] {
        let output = bench.run(&["fmt", "mine.odds", file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(
            stderr(&output).contains(says),
            "{file}: {}",
            stderr(&output)
        );
        assert_eq!(bench.read("mine.odds"), UNFORMATTED);
    }
}

#[test]
fn line_ends_and_byte_order_mark_are_kept() {
    let bench = Bench::new();
    let marked = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    bench.write("mine.odds", marked(UNFORMATTED));
    bench.succeed(&["fmt", "mine.odds"]);
    assert_eq!(bench.read("mine.odds"), marked(FORMATTED));
    bench.succeed(&["fmt", "--check", "mine.odds"]);
}
