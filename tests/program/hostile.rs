//! Tests hostile input: no crash, no hang, no command to a terminal or a spreadsheet.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Bench, assert_stderr, stderr};

/// Returns whether a text contains a command to a terminal.
fn has_terminal_command(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c))
}

#[test]
fn no_control_character_of_a_scenario_reaches_a_terminal() {
    let evil = r#"\u001b]0;PWNED\u0007\u001b[2J\u001b[31mRED \u202Eevil \r over \u009b31m\u007f"#;
    let text = format!(
        "title = \"{evil}\"\nrule = \"wing-activation\"\n[[parameters.wings]]\nname = \"{evil}\"\n[[parameters.wings]]\nname = \"b\"\n[[variants]]\nname = \"V{evil}\"\n[[variants]]\nname = \"b\"\n"
    );
    let bench = Bench::new();
    bench
        .write("evil.toml", &text)
        .write("alone.toml", text.split("[[variants]]").next().unwrap());
    bench.write(
        "bad.toml",
        format!("{text}set = {{ \"wings.{evil}x.quality\" = 3, \"{evil}\" = 1 }}\n"),
    );
    bench.write(
        "raw.toml",
        "rule = \"wing-\u{9b}31m\u{1b}[2J\u{202e}activation\"\n",
    );
    bench.write("na\u{1b}[31m\u{9b}me.toml", "rule = 3");
    for args in [
        &["--scenario", "evil", "--trials", "1000", "--no-charts"][..],
        &["--scenario", "alone", "--trials", "1000", "--no-charts"],
        &[
            "--scenario",
            "evil",
            "--trials",
            "1000",
            "--no-charts",
            "--json",
        ],
        &["check", "evil.toml"],
        &["check", "bad.toml"],
        &["check", "raw.toml"],
        &["check", "na\u{1b}[31m\u{9b}me.toml"],
        &["check", "no\u{1b}[31m\u{9b}where.toml"],
        &["show", "\u{9b}31mrule"],
        &["--scenario", "evil", "--set", "x\u{9b}31m\u{1b}[2Jy=3"],
        &["--bad\u{9b}31m\u{1b}[2J"],
        &["--scenario", "evil", "--trials", "\u{9b}31m\u{1b}[2J"],
    ] {
        // The output is tested as a terminal gets it, with colours.
        let output = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
            .current_dir(bench.path(""))
            .env("CLICOLOR_FORCE", "1")
            .args(args)
            .output()
            .unwrap();
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            // The program's own colour codes end in m and contain only digits. The hostile codes
            // are red and clear the screen.
            assert!(
                !text.contains("\u{1b}[2J")
                    && !text.contains("\u{1b}[31m")
                    && !text.contains("\u{1b}]"),
                "{args:?}"
            );
            let colours = |c: char| c.is_ascii_digit() || c == ';';
            let plain: String = text
                .split("\u{1b}[")
                .enumerate()
                .map(|(nth, part)| {
                    if nth == 0 {
                        part
                    } else {
                        &part.trim_start_matches(colours)[1..]
                    }
                })
                .collect();
            assert!(!has_terminal_command(&plain), "{args:?}: {plain:?}");
        }
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty());
    }
}

#[test]
fn csv_texts_like_formulas_get_an_apostrophe() {
    let bench = Bench::new();
    let names = ["=cmd|' /C calc'!A0", "@SUM(1+1)", "-2+3", "+1"];
    let variants: String = names
        .iter()
        .map(|name| format!("[[variants]]\nname = \"{name}\"\n"))
        .collect();
    bench.write(
        "mine.toml",
        format!("rule = \"power-collision\"\n[sweep]\nours = [1, 2]\n{variants}"),
    );
    let json = bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "1000",
        "--no-charts",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json[0]["cases"][0]["variant"], names[0],
        "JSON is no spreadsheet"
    );
    for file in ["distribution.csv", "summary.csv"] {
        let text = bench.read(&format!("output/mine/{file}"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let cells: Vec<&str> = records.iter().flatten().collect();
        for name in &names[..3] {
            assert!(
                cells.contains(&format!("'{name}").as_str()) && !cells.contains(name),
                "{file}: {name}"
            );
        }
        let is_number = |cell: &str| cell.parse::<f64>().is_ok();
        assert!(
            cells
                .iter()
                .all(|cell| !cell.starts_with(['=', '+', '-', '@']) || is_number(cell)),
            "{file}"
        );
        assert!(
            cells.iter().any(|cell| cell.starts_with('-')),
            "numbers below 0 stay: {file}"
        );
    }
    assert!(
        bench.read("output/mine/distribution.csv").contains("/"),
        "fractions stay"
    );
}

#[test]
fn too_deep_or_too_long_paths_are_refused() {
    let bench = Bench::new();
    let deep = vec!["a"; 30_000].join(".");
    let long = "a".repeat(100_000);
    let sweep = format!("rule = \"wing-activation\"\n[sweep]\n\"{deep}\" = [1]\n");
    let variant = format!(
        "rule = \"wing-activation\"\n[[variants]]\nname = \"a\"\nset = {{ \"{deep}\" = 1 }}\n"
    );
    let dotted = format!("rule = \"wing-activation\"\n[sweep]\n{deep} = [1]\n");
    let nested = format!(
        "rule = \"aging\"\n[parameters]\nkind = {}1{}\n",
        "[".repeat(60),
        "]".repeat(60)
    );
    let inner = vec!["a"; 70].join(".");
    let tables = format!(
        "rule = \"aging\"\nx = {}1{}\n",
        format!("{{ {inner} = ").repeat(60),
        " }".repeat(60)
    );
    for (name, text) in [
        ("sweep", &sweep),
        ("variant", &variant),
        ("dotted", &dotted),
        ("nested", &nested),
        ("tables", &tables),
    ] {
        bench.write(&format!("{name}.toml"), text);
        let output = bench.run(&["check", name]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
        assert!(
            stderr(&output).len() < 20_000,
            "{name}: {}",
            stderr(&output).len()
        );
    }
    for path in [&deep, &long] {
        let output = bench.run(&["--scenario", "wing1d", "--set", &format!("{path}=1")]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert_stderr(&output, "use at most 32 parts and 1000 bytes");
    }
    let value = format!("quality={}1{}", "[".repeat(70), "]".repeat(70));
    assert_eq!(
        bench
            .run(&["--scenario", "wing1d", "--set", &value])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn many_swept_values_are_checked_quickly() {
    let bench = Bench::new();
    bench.write(
        "hang.toml",
        "rule = \"wing-activation\"\n[sweep]\nquality = { from = 0, to = 99999 }\n",
    );
    let values: Vec<String> = (0..60_000).map(|value| value.to_string()).collect();
    bench.write(
        "list.toml",
        format!(
            "rule = \"wing-activation\"\n[sweep]\nquality = [{}]\n",
            values.join(",")
        ),
    );
    let variants: String = (0..20_000)
        .map(|i| format!("[[variants]]\nname=\"{i}\"\n"))
        .collect();
    bench.write(
        "variants.toml",
        format!("rule = \"wing-activation\"\n{variants}[run]\ntrials = 0\n"),
    );
    for name in ["hang", "list", "variants"] {
        let started = Instant::now();
        let output = bench.run(&["check", name]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "{name} took {:?}",
            started.elapsed()
        );
    }
}

/// Texts about parameters are checked where a rule file declares them, so that none can cause a
/// failure later.
#[test]
fn invalid_defaults_are_refused_at_their_declaration() {
    let bench = Bench::new();
    let entries = |fields: &str, default: &str| {
        format!(
            "u = entries({fields}, default = {default})\nk = count(\"K\")\ndef trial():\n    record(k, len(u))\n"
        )
    };
    let hp = "hp = whole(1, 1, 6, \"hits\")";
    let rule_text = |parameter: &str| {
        format!("p = {parameter}\nk = flag(\"K\")\ndef trial():\n    record(k, roll(6) > 3)\n")
    };
    for (text, says) in [
        (
            entries(hp, "[[\"Orc\", 3], [\"Orc\", 2]]"),
            "two entries are named \"Orc\"",
        ),
        (
            entries(hp, "[[1], [\"1\", 2]]"),
            "two entries are named \"1\"",
        ),
        (
            entries(hp, "[[\"\", 3]]"),
            "the name of this entry is empty",
        ),
        (
            entries(hp, "[[\" \", 3]]"),
            "the name of this entry is empty",
        ),
        (
            entries(hp, "[[\"A\rB\", 3]]"),
            "the name of this entry contains a control character",
        ),
        (
            entries("name = whole(1, 1, 6, \"n\")", "[[\"A\", 3]]"),
            "every entry already has a field `name`",
        ),
        (
            entries(&format!("{hp}, {hp}"), "[[\"A\", 3, 3]]"),
            "two fields are named `hp`",
        ),
        (
            rule_text("one_of(\"a\", \"b\", \"a\")"),
            "the option \"a\" is listed twice",
        ),
    ] {
        bench.write("mine.odds", &text);
        for args in [
            &["check", "mine.odds"][..],
            &["show", "mine.odds"],
            &["mine.odds", "--trials", "50"],
        ] {
            let output = bench.run(args);
            assert_eq!(output.status.code(), Some(2), "{text}");
            assert!(
                stderr(&output).contains(says) && stderr(&output).contains("mine.odds:1:"),
                "{}",
                stderr(&output)
            );
        }
    }
    for (text, printed) in [
        (
            rule_text("decimal(0.3333333333, 0, 1, \"chance\")"),
            "0.3333333333",
        ),
        (
            rule_text("decimal(-0.000000000000000000134217728, -1, 1, \"d\")"),
            "-0.000000000000000000134217728",
        ),
        (
            entries("größe = whole(1, 1, 6, \"n\")", "[[\"A\", 3]]"),
            "größe",
        ),
    ] {
        bench.write("mine.odds", &text);
        bench.succeed(&["check", "mine.odds"]);
        assert!(
            bench.succeed(&["show", "mine.odds"]).contains(printed),
            "{printed}"
        );
        bench.succeed(&["mine.odds", "--trials", "50", "--no-charts", "--quiet"]);
    }
}

/// No file has two columns of the same name, whatever names the metrics have.
#[test]
fn parameters_named_like_columns_can_be_swept() {
    const NAMES: [&str; 8] = [
        "value",
        "metric",
        "estimate",
        "exact",
        "case",
        "variant",
        "unresolved",
        "best",
    ];
    let bench = Bench::new();
    let declared: String = NAMES
        .iter()
        .map(|name| format!("{name} = whole(1, 1, 9, \"a number\")\n"))
        .collect();
    let rule = format!(
        "\"\"\"Names\"\"\"\n{declared}sum = count(\"Sum\")\n\ndef trial():\n    record(sum, roll(6) + value)\n"
    );
    let swept: String = NAMES
        .iter()
        .map(|name| format!("{name} = [1, 2]\n"))
        .collect();
    bench.write("mine.odds", rule);
    bench.write(
        "mine.toml",
        format!("rule = \"mine.odds\"\n[sweep]\n{swept}[[ask]]\nvalue = \"mean(sum)\"\n"),
    );
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    for file in ["distribution.csv", "summary.csv", "asks.csv"] {
        let text = bench.read(&format!("output/mine/{file}"));
        let header: Vec<&str> = text.lines().next().unwrap_or_default().split(',').collect();
        for name in NAMES {
            assert!(
                header.contains(&format!("parameter.{name}").as_str()),
                "{file}: {header:?}"
            );
        }
        let different: std::collections::BTreeSet<&&str> = header.iter().collect();
        assert_eq!(different.len(), header.len(), "{file}: {header:?}");
    }
    let rows = bench.rows("output/mine/summary.csv");
    assert_eq!(rows.len(), 1 << NAMES.len());
    let mean =
        |row: &std::collections::BTreeMap<String, String>| row["exact_mean"].parse::<f64>().ok();
    assert!(rows.iter().all(|row| {
        mean(row)
            == row["parameter.value"]
                .parse::<f64>()
                .ok()
                .map(|value| value + 3.5)
    }));
}

#[test]
fn exponential_expansions_are_refused_at_their_line() {
    let bench = Bench::new();
    let line = |i: usize| match i {
        0 => "[[metrics]]\nname = \"m0\"\nvalue = \"actions\"\n".to_owned(),
        i => format!(
            "[[metrics]]\nname = \"m{i}\"\nvalue = \"m{0} + m{0}\"\n",
            i - 1
        ),
    };
    let chain = |metric_count: usize| {
        format!(
            "rule = \"wing-activation\"\n{}",
            (0..metric_count).map(line).collect::<String>()
        )
    };
    bench
        .write("chain.toml", chain(24))
        .write("short.toml", chain(6));
    let printed = bench.refuse(&["check", "chain.toml"]);
    assert!(
        printed.contains("chain.toml:49:")
            && printed.contains("too long")
            && printed.contains("including"),
        "{printed}"
    );
    bench.succeed(&["check", "short.toml"]);
    let long = "Long words of a label ".repeat(40_000);
    bench.write(
        "label.toml",
        format!("rule = \"wing-activation\"\n[labels]\nsuccesses = \"{long}\"\n"),
    );
    let printed = bench.refuse(&["label.toml"]);
    assert!(
        printed.contains("label.toml:3:") && printed.contains("this text is too long"),
        "{printed}"
    );
    bench.write(
        "label.odds",
        format!("x = count(\"{long}\")\n\ndef trial():\n    record(x, roll(6))\n"),
    );
    let printed = bench.refuse(&["check", "label.odds"]);
    assert!(
        printed.contains("label.odds:1:") && printed.contains("this text is too long"),
        "{printed}"
    );
    let printed = bench.refuse(&[
        "wing1d",
        "--sweep",
        "quality=1..7",
        "--sweep",
        "sides=2..100",
        "--sweep",
        "dice=1..20",
        "--sweep",
        "cubes=0..20",
    ]);
    assert!(
        printed.contains("7 x 21 x 99 x 20") && printed.contains("too many cases"),
        "{printed}"
    );
}
