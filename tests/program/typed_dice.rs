//! Dice on the command line: `simulate 4d6kh3 3d6`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Bench, stderr};

/// The distributions of one run: for each case, the exact fraction of each value.
fn fractions(typed: &[&str]) -> Vec<BTreeMap<i64, String>> {
    let arguments = [typed, &["--json=full", "--trials", "100"]].concat();
    let json = Bench::new().json(&arguments);
    let cases = json[0]["cases"].as_array().expect("cases").clone();
    let read = |case: &Value| {
        let rows = &case["metrics"][0]["steps"][0]["distribution"];
        rows.as_array()
            .expect("a distribution")
            .iter()
            .filter(|row| row["exact"] != 0.0)
            .map(|row| {
                let value = row["value"].as_i64().expect("a value");
                let fraction = row["exact_fraction"].as_str().expect("a fraction");
                (value, fraction.to_owned())
            })
            .collect()
    };
    cases.iter().map(read).collect()
}

/// Returns the fraction of each value of a function of this many dice, by enumeration.
fn enumerated(dice: &[i64], value: impl Fn(&[i64]) -> i64) -> BTreeMap<i64, String> {
    let total: i64 = dice.iter().product();
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for roll in 0..total {
        let mut rest = roll;
        let mut faces: Vec<i64> = Vec::new();
        for sides in dice {
            faces.push(rest % sides + 1);
            rest /= sides;
        }
        *counts.entry(value(&faces)).or_default() += 1;
    }
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let text = |count: i64| {
        let common = gcd(count, total);
        match (count / common, total / common) {
            (n, 1) => n.to_string(),
            (n, d) => format!("{n}/{d}"),
        }
    };
    counts
        .into_iter()
        .map(|(value, count)| (value, text(count)))
        .collect()
}

#[test]
fn typed_dice_have_the_enumerated_odds() {
    let sum = |faces: &[i64]| faces.iter().sum::<i64>();
    let sorted = |faces: &[i64]| {
        let mut faces = faces.to_vec();
        faces.sort_unstable();
        faces
    };
    type Case<'c> = (&'c str, &'c [i64], Box<dyn Fn(&[i64]) -> i64 + 'c>);
    let cases: [Case<'_>; 14] = [
        ("3d6", &[6, 6, 6], Box::new(sum)),
        (
            "4d6kh3",
            &[6; 4],
            Box::new(|faces| sum(&sorted(faces)[1..])),
        ),
        (
            "4d6dl1",
            &[6; 4],
            Box::new(|faces| sum(&sorted(faces)[1..])),
        ),
        (
            "10 - 2d4 + d6",
            &[4, 4, 6],
            Box::new(|f| 10 - f[0] - f[1] + f[2]),
        ),
        ("2 * d6 + d4", &[6, 4], Box::new(|f| 2 * f[0] + f[1])),
        ("2 * (d6 + d4)", &[6, 4], Box::new(|f| 2 * (f[0] + f[1]))),
        (
            "d6 // 2 + 3d{0, 1}",
            &[6, 2, 2, 2],
            Box::new(|f| f[0] / 2 + sum(&f[1..]) - 3),
        ),
        (
            "2d6 + 3 >= 10",
            &[6, 6],
            Box::new(|f| i64::from(sum(f) + 3 >= 10)),
        ),
        (
            "d20 + 2 > d12",
            &[20, 12],
            Box::new(|f| i64::from(f[0] + 2 > f[1])),
        ),
        (
            "count(5d10 >= 7)",
            &[10; 5],
            Box::new(|f| f.iter().filter(|face| **face >= 7).count() as i64),
        ),
        (
            "count(3d6 in [1, 6]) - count(d4 == 4)",
            &[6, 6, 6, 4],
            Box::new(|f| {
                let ends = f[..3].iter().filter(|face| [1, 6].contains(face)).count() as i64;
                ends - i64::from(f[3] == 4)
            }),
        ),
        ("max(d6, d8)", &[6, 8], Box::new(|f| f[0].max(f[1]))),
        (
            "sum(highest(4d6, 2))",
            &[6; 4],
            Box::new(|f| sum(&sorted(f)[2..])),
        ),
        (
            "d8 if d6 >= 4 else 0",
            &[6, 8],
            Box::new(|f| if f[0] >= 4 { f[1] } else { 0 }),
        ),
    ];
    for (typed, dice, value) in cases {
        assert_eq!(fractions(&[typed]), [enumerated(dice, value)], "{typed}");
    }
}

#[test]
fn several_expressions_are_compared_side_by_side() {
    let typed = ["3d6", "d20"];
    assert_eq!(
        fractions(&typed),
        [
            enumerated(&[6, 6, 6], |faces| faces.iter().sum()),
            enumerated(&[20], |faces| faces[0])
        ]
    );
    let printed = Bench::new().succeed(&["3d6", "d20", "3d6", "--trials", "100"]);
    assert!(printed.contains("  3d6  "), "{printed}");
    assert!(printed.contains("mean"), "{printed}");
    let line = |start: &str| printed.lines().find(|line| line.trim().starts_with(start));
    let ten = line("10 ").expect("a row of 10");
    assert!(ten.contains("12.5%") && ten.contains("5.0%"), "{printed}");
    let at_least = Bench::new().succeed(&["3d6", "d20", "--at-least", "--trials", "100"]);
    let ten = at_least
        .lines()
        .find(|line| line.trim().starts_with("10 "))
        .expect("a row of 10");
    assert!(ten.contains("62.5%") && ten.contains("55.0%"), "{at_least}");
    // Conditions are chances, and count as 0 and 1 next to numbers.
    assert_eq!(
        fractions(&["d4 > 1", "d6"])[0],
        BTreeMap::from([(0, "1/4".to_owned()), (1, "3/4".to_owned())])
    );
}

/// The fix of a mistake in AnyDice syntax works.
#[test]
fn a_line_of_anydice_is_a_program() {
    assert_eq!(
        fractions(&["output [highest 3 of 4d6]"]),
        fractions(&["4d6kh3"])
    );
    let two = fractions(&["output 2d6", "output 2@3d6"]);
    assert_eq!(two.len(), 2);
}

#[test]
fn dice_without_quotes_are_joined() {
    let bench = Bench::new();
    let joined = bench.succeed(&["2d6", "+", "3", "d4", "--trials", "100"]);
    assert!(joined.starts_with("2d6 + 3, d4\n"), "{joined}");
}

#[test]
fn files_are_written_only_with_output() {
    let bench = Bench::new();
    bench.succeed(&["3d6", "--trials", "100"]);
    assert_eq!(bench.list(""), Vec::<String>::new());
    bench.succeed(&["3d6", "d20", "--trials", "100", "--output", "results"]);
    assert!(
        bench
            .list("results/dice-3d6-d20")
            .contains(&"summary.csv".to_owned())
    );
    let report = bench.read("results/dice-3d6-d20/report.html");
    assert!(report.contains("simulate 3d6 d20 --trials 100"));
    // A scenario of that name comes first.
    bench.write("3d6.toml", "rule = \"battle.odds\"\n");
    let printed = bench.succeed(&["3d6", "--trials", "100"]);
    assert!(!printed.starts_with("3d6\nResult"), "{printed}");
    assert_eq!(bench.list("output"), ["3d6"]);
}

#[test]
fn ambiguous_comparisons_are_explained() {
    let bench = Bench::new();
    let output = bench.run(&["5d10>=7", "--trials", "100"]);
    assert!(
        stderr(&output).contains(
            "`5d10 >= 7` compares the total. To count the dice that show 7 or more, write `count(5d10 >= 7)`."
        ),
        "{}",
        stderr(&output)
    );
    let output = bench.run(&["5d10>=27", "--trials", "100"]);
    assert_eq!(stderr(&output), "");
}

#[test]
fn mistakes_point_at_the_typed_characters() {
    let bench = Bench::new();
    for (typed, parts) in [
        ("2d6+", &["nothing follows `+`", "1:4"][..]),
        ("1 + 4d6kx3", &["`k` does not say", "1:8"]),
        ("2d6ro<3", &["ambiguous", "ro<=2"]),
        ("d6 + bonus", &["`bonus` is not defined", "1:6"]),
        ("2d6 / 2", &["whole numbers", "// 2"]),
        ("4d6 + [1]", &["a list", "1:1"]),
        ("max(4d6kh3)", &["a list of dice is needed", "1:5"]),
        ("count(4d6kh3 >= 4)", &["a list of dice is needed", "1:7"]),
        ("0d{}", &["1:4"]),
        ("roll(6) +* 2", &["1:"]),
        ("4d6kh5", &["4 dice cannot keep 5", "1:1"]),
        ("4d6dl4", &["4 dice cannot drop 4", "1:1"]),
        ("d6) + (3", &["`)` has no matching bracket", "1:3"]),
        ("(d6 + 1", &["`(` has no matching bracket", "1:1"]),
        ("2d6 # c", &["`#` is not part of an expression", "1:5"]),
        ("count(5d10)", &["count(5d10 >= 7)", "1:1"]),
        ("count(5d10 >= d4)", &["not with other dice", "1:15"]),
        ("2d6\t+3", &["control character", "1:4"]),
        ("d6,d8", &["a comma does not separate rolls", "1:3"]),
        ("d6/2", &["round_up(dice(\"d6\"), 2)"]),
        ("4d6 keep 3", &["found `keep`", "1:5"]),
        (
            "[highest 3 of 4d6]",
            &["this is AnyDice code", "output [highest 3 of 4d6]"],
        ),
        ("2@3d6", &["output 2@3d6"]),
    ] {
        let message = bench.refuse(&[typed, "--trials", "100"]);
        for part in parts {
            assert!(message.contains(part), "{typed}: {message}");
        }
        assert!(!message.contains("dice.odds"), "{typed}: {message}");
    }
    assert!(
        bench
            .refuse(&["wing-3d6"])
            .contains("did you mean `wing3d`")
    );
}

#[test]
fn parameters_take_the_same_dice_as_rule_files() {
    let bench = Bench::new();
    for (gain, mean) in [("1d6!", 4.2), ("2d6r1", 47.0 / 6.0), ("1d{0, 1, 5}", 2.0)] {
        let setting = format!("gain={gain}");
        let json = bench.json(&[
            "power-maintenance",
            "--set",
            "pool=0",
            "--set",
            "cost=0",
            "--set",
            "rounds=1",
            "--set",
            &setting,
            "--ask",
            "mean(pool@1)",
            "--json",
            "--no-save",
            "--trials",
            "1000",
        ]);
        let found = json[0]["cases"][0]["asks"][0]["exact"].as_f64();
        let found = found.unwrap_or_else(|| panic!("{json}"));
        assert!((found - mean).abs() < 1e-9, "{gain}: {found}");
    }
}

/// Rule files roll exploding dice in a loop without end; the engine has their distribution.
#[test]
fn rule_files_and_the_engine_agree_on_special_dice() {
    for typed in [
        "3d6!",
        "2d10!>=9",
        "3d4!kh1",
        "2d6r2",
        "4d6r1kl2",
        "3d{-1,2,2}",
        "3d{1,2,9}kh2",
        "4d3dl2",
    ] {
        let json = Bench::new().json(&[typed, "--json=full", "--trials", "100"]);
        let rows = &json[0]["cases"][0]["metrics"][0]["steps"][0]["distribution"];
        let found: BTreeMap<i64, f64> = rows
            .as_array()
            .expect("a distribution")
            .iter()
            .map(|row| {
                (
                    row["value"].as_i64().unwrap(),
                    row["exact"].as_f64().expect(typed),
                )
            })
            .collect();
        let engine = oddsmith_engine::chance::DiceExpression::parse(typed).expect(typed);
        for (value, mass) in engine.distribution() {
            let other = found.get(&value).copied().unwrap_or(0.0);
            assert!(
                (mass.float() - other).abs() < 1e-11,
                "{typed} = {value}: {} and {other}",
                mass.float()
            );
        }
    }
}

/// Results of different rolls go to different folders.
#[test]
fn different_rolls_have_different_folders() {
    let bench = Bench::new();
    for typed in ["3d6", "2d6+1", "2d6-1", "2D6", "output 2d6"] {
        bench.succeed(&[typed, "--trials", "100", "--output", "out", "--quiet"]);
    }
    let folders = bench.list("out");
    assert_eq!(folders.len(), 5, "{folders:?}");
    assert!(folders.contains(&"dice-3d6".to_owned()), "{folders:?}");
    let shard = [
        "3d6", "d20", "--trials", "100", "--shard", "1/2", "--output", "out",
    ];
    bench.succeed(&shard);
    let missing = bench.refuse(&["merge", "out/dice-3d6-d20"]);
    assert!(
        missing.contains("simulate 3d6 d20 --trials 100 --shard 2/2"),
        "{missing}"
    );
    bench.succeed(&[
        "3d6", "d20", "--trials", "100", "--shard", "2/2", "--output", "out",
    ]);
    let merged = bench.succeed(&["merge", "out/dice-3d6-d20"]);
    assert!(merged.starts_with("3d6, d20\n"), "{merged}");
}

/// Errors while dice are rolled, and single trials, show the typed expression.
#[test]
fn messages_name_the_typed_expression() {
    let bench = Bench::new();
    let message = bench.refuse(&["3d6", "d6 // (d6 - 1)", "--trials", "100"]);
    for part in ["command line:1:1", "1 | d6 // (d6 - 1)", "divides by 0"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let message = bench.refuse(&["2 + pool(3, 6)[d6]", "--trials", "100"]);
    assert!(message.contains("command line:1:5"), "{message}");
    for typed in ["3d6 + 1", "count(6d10! >= 8)"] {
        let replayed = bench.succeed(&["replay", typed, "--trial", "2"]);
        assert!(replayed.contains(&format!("\n  {typed}\n")), "{replayed}");
        assert!(!replayed.contains("line "), "{replayed}");
    }
}

/// A warning about dice without exact odds names them, and no metric of a rule file.
#[test]
fn warnings_name_the_typed_expression() {
    let output = Bench::new().run(&[
        "d6",
        "sum(roll(1000000) for i in range(9))",
        "--trials",
        "100",
    ]);
    let warning = stderr(&output);
    assert!(
        warning.contains(
            "no exact odds for `sum(roll(1000000) for i in range(9))`, so oddsmith simulates"
        ),
        "{warning}"
    );
    assert!(
        !warning.contains("`result`") && !warning.contains("line "),
        "{warning}"
    );
}

#[test]
fn dice_may_begin_with_a_minus_sign() {
    let bench = Bench::new();
    for typed in ["-1+d4", "-d4", "-(d4+1)"] {
        let printed = bench.succeed(&[typed, "--trials", "100"]);
        assert!(printed.starts_with(&format!("{typed}\n")), "{printed}");
    }
    assert!(bench.refuse(&["-x"]).contains("-x"));
}

/// Chances are not compared with numbers.
#[test]
fn only_like_rolls_are_compared() {
    let bench = Bench::new();
    let printed = bench.succeed(&["4d6kh3", "2d6 >= 10", "--trials", "100"]);
    assert!(
        printed.contains("\nResult: 12.24 with “4d6kh3”\n"),
        "{printed}"
    );
    assert!(printed.contains("\n2d6 >= 10  16.7%"), "{printed}");
    let printed = bench.succeed(&["4d6kh3", "2d6 >= 10", "3d6", "--trials", "100"]);
    assert!(printed.contains("(1.74 apart)"), "{printed}");
    // No row of the distribution has the values of the condition.
    assert!(!printed.contains("\n   0"), "{printed}");
}

/// Labels in files are the typed expressions alone.
#[test]
fn legends_show_the_expression() {
    let bench = Bench::new();
    bench.succeed(&["4d6kh3", "3d6", "--trials", "100", "--output", "out"]);
    let report = bench.read("out/dice-4d6kh3-3d6/report.html");
    assert!(report.contains("4d6kh3") && !report.contains("Rolls 4d6kh3"));
}

#[test]
fn counted_dice_may_explode() {
    let json = Bench::new().json(&["count(6d10! >= 8)", "--json=full", "--trials", "100"]);
    let rows = json[0]["cases"][0]["metrics"][0]["steps"][0]["distribution"].clone();
    let found: BTreeMap<i64, f64> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            (
                row["value"].as_i64().expect("a value"),
                row["exact"].as_f64().expect("a chance"),
            )
        })
        .collect();
    // A die shows k successes in a row of tens and one more face: none with 7/10, k with
    // 27/10^(k+1).
    let one = |hits: i32| {
        if hits == 0 {
            0.7
        } else {
            2.7 / 10_f64.powi(hits)
        }
    };
    let two_dice = |f: &dyn Fn(i32) -> f64, g: &dyn Fn(i32) -> f64, sum: i32| -> f64 {
        (0..=sum).map(|first| f(first) * g(sum - first)).sum()
    };
    let two = |sum: i32| two_dice(&one, &one, sum);
    let four = |sum: i32| two_dice(&two, &two, sum);
    for hits in 0..12 {
        let expected = two_dice(&four, &two, hits);
        let chance = found[&i64::from(hits)];
        assert!(
            (chance - expected).abs() < 1e-12,
            "{hits}: {chance} {expected}"
        );
    }
    let bench = Bench::new();
    let message = bench.refuse(&["count(6d10! == 8)"]);
    assert!(message.contains("write count(6d10! >= 5)"), "{message}");
    bench.succeed(&["count(6d10! >= 5)", "--trials", "100"]);
    // A die that explodes on most faces has exact odds as well.
    let printed = bench.succeed(&["d6!>=2", "--trials", "100"]);
    assert!(printed.contains("Result: 21.00 on average"), "{printed}");
}

#[test]
fn numbers_and_german_dice_get_a_fix() {
    let bench = Bench::new();
    for (typed, fix) in [("2w6", "2d6"), ("10", "d10"), ("W20", "d20")] {
        let message = bench.refuse(&[typed]);
        assert!(
            message.contains(&format!("did you mean `{fix}`?")),
            "{message}"
        );
        bench.succeed(&[fix, "--trials", "100"]);
    }
    let message = bench.refuse(&["2d6r<=1"]);
    assert!(message.contains("write ro<=1"), "{message}");
}
