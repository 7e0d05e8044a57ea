//! AnyDice programs: `simulate program.anydice` and `simulate import program.anydice`.

use std::sync::Arc;

use num_bigint::BigUint;
use oddsmith::Run;
use oddsmith::input::diagnostic::Source;
use oddsmith::rolls::anydice;
use oddsmith_anydice::How;

use crate::support::{Bench, stderr};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/anydice/tests/programs");

/// The rule file of each program has the odds that evaluating the program gives.
#[test]
fn translated_programs_have_the_evaluated_odds() {
    let mut compared = 0;
    let mut programs: Vec<_> = std::fs::read_dir(FOLDER)
        .expect("the programs")
        .map(|file| file.expect("a file").path())
        .collect();
    programs.sort();
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("a program");
        let name = path.file_stem().expect("a name").to_string_lossy();
        let program = oddsmith_anydice::parse(&text).expect("a program");
        let evaluated = program.evaluate(&mut || true).expect("odds");
        let outputs = program
            .to_rule_file("x", &mut || true)
            .expect("a rule")
            .outputs;
        let source = Arc::new(Source {
            name: name.to_string(),
            text,
        });
        let Ok(rolls) = anydice::read(&name, &source, &mut || true) else {
            assert!(
                outputs.iter().all(|output| output.how == How::Unwritable),
                "{name}"
            );
            continue;
        };
        let report = Run::new(&rolls.scenario.text)
            .file(&rolls.rule.source.name, &rolls.rule.source.text)
            .trials(1)
            .report()
            .unwrap_or_else(|error| panic!("{name}: {error}\n{}", rolls.rule.source.text));
        let written = evaluated
            .iter()
            .zip(&outputs)
            .filter(|(_, output)| output.how != How::Unwritable);
        for ((output, _), case) in written.zip(&report.cases) {
            let distribution = &case.metrics[0].distributions[0];
            let pmf = distribution
                .pmf()
                .unwrap_or_else(|| panic!("{name}, {}: no exact odds", output.name));
            assert_eq!(
                pmf.masses()
                    .iter()
                    .filter(|(_, mass)| mass.value() > 0.0)
                    .count(),
                output.distribution.outcomes().len(),
                "{name}, {}",
                output.name
            );
            let total = output.distribution.total();
            for (value, weight) in output.distribution.outcomes() {
                let mass = pmf.mass(*value);
                let is_same = match mass.fraction() {
                    Some((n, d)) => BigUint::from(n) * total == BigUint::from(d) * weight,
                    None => (mass.value() - ratio(weight, total)).abs() < 1e-12,
                };
                assert!(is_same, "{name}, {} = {value}: {mass:?}", output.name);
            }
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared} outputs");
}

/// A quotient of large numbers, to the precision of a float.
fn ratio(weight: &BigUint, total: &BigUint) -> f64 {
    let shift = total.bits().saturating_sub(1000);
    let float = |number: &BigUint| {
        (number >> shift)
            .to_u64_digits()
            .iter()
            .rev()
            .fold(0.0, |sum, digit| sum * 2f64.powi(64) + *digit as f64)
    };
    float(weight) / float(total)
}

const ATTACK: &str = "\
function: damage BONUS:n against AC:n rolling DAMAGE:n {
  if d20 + BONUS >= AC { result: DAMAGE }
  result: 0
}
output [highest 3 of 4d6] named \"Strength\"
loop N over {1..2} { output Nd6 named \"[N] dice\" }
";

#[test]
fn a_program_runs_like_a_scenario() {
    let bench = Bench::new();
    bench.write("attack.anydice", ATTACK);
    let printed = bench.succeed(&["attack.anydice", "--trials", "100"]);
    for part in ["Strength", "1 dice", "2 dice", "13.3%", "16.7%"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(
        bench
            .list("output/attack")
            .contains(&"summary.csv".to_owned())
    );
    let report = bench.read("output/attack/report.html");
    assert!(report.contains("simulate attack.anydice --trials 100"));
}

#[test]
fn an_imported_program_is_a_rule_file() {
    let bench = Bench::new();
    bench.write("attack.anydice", ATTACK);
    let output = bench.run(&["import", "attack.anydice"]);
    let note = stderr(&output);
    assert!(
        note.contains("simulate attack.odds --sweep 'output=Strength,1 dice,2 dice'"),
        "{note}"
    );
    bench.write("attack.odds", &output.stdout);
    bench.succeed(&["check", "attack.odds"]);
    bench.succeed(&["fmt", "--check", "attack.odds"]);
    let swept = bench.succeed(&[
        "attack.odds",
        "--sweep",
        "output=Strength,1 dice,2 dice",
        "--no-save",
        "--trials",
        "100",
    ]);
    let direct = bench.succeed(&["attack.anydice", "--no-save", "--trials", "100"]);
    assert_eq!(swept, direct);
    let dice = bench.succeed(&["import", "2d6+3 >= 10"]);
    assert!(
        dice.ends_with("record(result, dice(\"2d6+3\") >= 10)\n"),
        "{dice}"
    );
}

#[test]
fn mistakes_in_programs_name_line_and_character() {
    let bench = Bench::new();
    for (program, parts) in [
        (
            "output 2d6\nouput 3d6\n",
            &["x.anydice:2:1", "`output`"][..],
        ),
        ("output [highest 3 of 4d6\n", &["x.anydice:1"]),
        ("if d6 { output 1 }\n", &["x.anydice:1:4"]),
        ("output 1/0\n", &["x.anydice:1"]),
        ("", &["shows nothing", "output 2d6"]),
        (
            "output {}\n",
            &["x.anydice has no output that can be shown"],
        ),
    ] {
        bench.write("x.anydice", program);
        let message = bench.refuse(&["x.anydice"]);
        for part in parts {
            assert!(message.contains(part), "{program}: {message}");
        }
        bench.refuse(&["import", "x.anydice"]);
    }
    assert_eq!(bench.list("output"), Vec::<String>::new());
    assert!(
        bench
            .refuse(&["y.anydice"])
            .contains("there is no AnyDice program y.anydice")
    );
}

#[cfg(unix)]
#[test]
fn a_long_program_can_be_stopped() {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    let bench = Bench::new();
    bench.write(
        "long.anydice",
        "function: f A:s B:s C:s { result: A = B + C }\noutput [f 9d12 9d12 9d12]\n",
    );
    let mut child = bench.spawn(&["long.anydice", "--no-save"]);
    // The program is at work once it says so.
    let mut note = String::new();
    let stderr = child.stderr.take().expect("standard error");
    BufReader::new(stderr).read_line(&mut note).expect("a note");
    assert!(note.contains("Ctrl-C stops it"), "{note}");
    let start = Instant::now();
    std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    let status = child.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// A program runs under every name that a scenario may have.
#[test]
fn programs_run_wherever_scenarios_do() {
    let bench = Bench::new();
    bench.write("attack.anydice", ATTACK);
    bench.write("attack.txt", ATTACK);
    let direct = bench.succeed(&["attack.anydice", "--no-save", "--trials", "100"]);
    for arguments in [
        &["attack.txt"][..],
        &["--scenario", "attack.anydice"],
        &["--scenario", "attack.txt"],
    ] {
        let printed = bench.succeed(&[arguments, &["--no-save", "--trials", "100"]].concat());
        assert_eq!(printed, direct, "{arguments:?}");
    }
    let output = assert_cmd::Command::cargo_bin("simulate")
        .expect("the program")
        .args(["-", "--no-save", "--trials", "100"])
        .write_stdin(ATTACK)
        .output()
        .expect("a run");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.replace("stdin\n", "attack\n"), direct);
    let checked = bench.succeed(&["check", "attack.anydice"]);
    assert!(checked.contains("OK: attack.anydice"), "{checked}");
    bench.succeed(&["check", "3d6"]);
}

#[test]
fn outputs_that_are_0_or_1_are_chances() {
    let bench = Bench::new();
    bench.write(
        "hit.anydice",
        "output 2d6 >= 10 named \"ten\"\nfunction: f A:n { if A > 4 { result: 1 } result: 0 }\noutput [f d6]\n",
    );
    let printed = bench.succeed(&["hit.anydice", "--no-save", "--trials", "100"]);
    for part in ["Chance: 33.3%", "ten   16.7%", "output 2   33.3%"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert!(!printed.contains("mean"), "{printed}");
    bench.write(
        "mixed.anydice",
        "output 3d6\noutput 2d6 >= 10 named \"ten\"\n",
    );
    let printed = bench.succeed(&["mixed.anydice", "--no-save", "--trials", "100"]);
    assert!(printed.contains("\nten  16.7%"), "{printed}");
    assert!(
        printed.contains("Result: 10.50 with “output 1”\n"),
        "{printed}"
    );
}

/// All outputs show their distributions, and `--all` shows no fewer.
#[test]
fn every_output_shows_its_distribution() {
    let bench = Bench::new();
    let program =
        |most: u32| format!("loop N over {{1..{most}}} {{ output d6+N named \"P[N]\" }}\n");
    bench.write("ten.anydice", program(10));
    bench.write("thirty.anydice", program(30));
    let tables = |printed: &str| {
        printed
            .lines()
            .filter(|line| line.starts_with("mean "))
            .count()
    };
    let printed = bench.succeed(&["ten.anydice", "--no-save", "--trials", "100"]);
    assert_eq!(tables(&printed), 2, "{printed}");
    let all = bench.succeed(&["ten.anydice", "--no-save", "--trials", "100", "--all"]);
    assert_eq!(all, printed);
    let printed = bench.succeed(&["thirty.anydice", "--no-save", "--trials", "100"]);
    assert!(
        printed.contains("The distribution of each output: --all"),
        "{printed}"
    );
    let all = bench.succeed(&["thirty.anydice", "--no-save", "--trials", "100", "--all"]);
    assert_eq!(tables(&all), 5, "{all}");
    let message = bench.refuse(&["thirty.anydice", "--no-save", "--at-least"]);
    assert!(message.contains("add `--all`"), "{message}");
    bench.succeed(&[
        "thirty.anydice",
        "--no-save",
        "--trials",
        "100",
        "--at-least",
        "--all",
    ]);
}

/// Warnings name the line of the program, and so do single trials.
#[test]
fn warnings_name_the_line_of_the_program() {
    let bench = Bench::new();
    bench.write(
        "w.anydice",
        "print 3\nfunction: f A:n { if A > 3 { result: 2*A } }\noutput [f d6] named \"doubled\"\noutput 3d6\n",
    );
    let output = bench.run(&["w.anydice", "--no-save", "--trials", "100"]);
    let notes = stderr(&output);
    for part in [
        "w.anydice:1: `print` shows nothing",
        "w.anydice:2: this function can end without",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    let replayed = bench.succeed(&["replay", "w.anydice", "--trial", "1", "--case", "2"]);
    assert!(replayed.contains("line   4  output 3d6"), "{replayed}");
}

/// Dice that explode often have weights with many digits. They are rounded, and a note says so.
#[test]
fn large_weights_are_rounded() {
    let bench = Bench::new();
    bench.write(
        "deep.anydice",
        "set \"explode depth\" to 30\noutput [highest 2 of 3d[explode d6]]\n",
    );
    let output = bench.run(&[
        "deep.anydice",
        "--no-save",
        "--json=full",
        "--trials",
        "100",
    ]);
    assert!(
        stderr(&output).contains("rounded by at most 1e-12"),
        "{}",
        stderr(&output)
    );
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = &json[0]["cases"][0]["metrics"][0]["steps"][0]["distribution"];
    let text = "set \"explode depth\" to 30\noutput [highest 2 of 3d[explode d6]]\n";
    let outputs = oddsmith_anydice::parse(text)
        .expect("a program")
        .evaluate(&mut || true)
        .expect("odds");
    let exact = &outputs[0].distribution;
    let mut compared = 0;
    for row in rows.as_array().expect("rows") {
        let value = row["value"].as_i64().expect("a value");
        let weight = exact.outcomes().iter().find(|(known, _)| *known == value);
        let expected = weight.map_or(0.0, |(_, weight)| ratio(weight, exact.total()));
        let found = row["exact"].as_f64().expect("a chance");
        assert!(
            (found - expected).abs() < 1e-12,
            "{value}: {found} {expected}"
        );
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}
