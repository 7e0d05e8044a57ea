//! Tests `--find`: which value of a parameter brings a question nearest to a number. The results
//! are compared with closed forms.

use crate::support::Bench;

/// Two tries that both succeed, each with probability `p`; and a curve with its maximum in the
/// middle.
const TRIES: &str = "\"\"\"Two tries\"\"\"\np = decimal(0.5, 0, 1, \"chance of a try\")\nn = whole(2, 1, 9, \"tries\")\n\
both = flag(\"All succeed\")\none = flag(\"The first alone\")\n\ndef trial():\n    first = chance(p)\n    second = chance(p)\n    \
rest = True\n    for i in range(n - 2):\n        rest = rest and chance(p)\n    record(both, first and second and rest)\n    \
record(one, first and not second)\n";

fn tries() -> Bench {
    let bench = Bench::new();
    bench.write("tries.odds", TRIES);
    bench
}

fn number(value: &serde_json::Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is not a number"))
}

#[test]
fn whole_value_search_matches_the_closed_form() {
    let bench = Bench::new();
    let args = [
        "wing-activation",
        "--find",
        "P(successes@1 >= 2) = 0.6",
        "--over",
        "quality=2..6",
    ];
    let found = &bench.json(&[&args[..], &["--json"]].concat())[0]["searches"][0];
    let tried = found["tried"].as_array().unwrap();
    assert_eq!(tried.len(), 5);
    for candidate in tried {
        let p = (7.0 - number(&candidate["value"])) / 6.0;
        let two = 3.0 * p * p * (1.0 - p) + p * p * p;
        assert!(
            (number(&candidate["answer"]) - two).abs() < 1e-12,
            "{candidate}"
        );
    }
    assert_eq!(found["nearest"][0]["value"], 4.0);
    assert_eq!(
        [
            &found["crosses"][0][0]["value"],
            &found["crosses"][0][1]["value"]
        ],
        [3.0, 4.0]
    );
    let printed = bench.succeed(&args);
    assert!(
        printed.contains("Nearest: QV = 4 gives 50.0%, off by 10.0 percentage points."),
        "{printed}"
    );
    assert!(
        printed.contains("The answer crosses 0.6 between QV = 3 (74.1%) and 4 (50.0%)."),
        "{printed}"
    );
    assert!(!bench.path("output").exists(), "a search writes nothing");
}

#[test]
fn a_decimal_is_found_to_six_digits() {
    let bench = tries();
    for (claim, root) in [
        ("P(both) = 0.5", 0.5f64.sqrt()),
        ("P(both) = 1/9", 1.0 / 3.0),
        ("P(both) = 2%", 0.02f64.sqrt()),
    ] {
        let found = &bench.json(&["tries.odds", "--find", claim, "--over", "p", "--json"])[0]["searches"]
            [0];
        let roots = found["roots"].as_array().unwrap();
        assert_eq!(roots.len(), 1, "{claim}");
        assert!(
            (number(&roots[0]["value"]) - root).abs() <= 0.5e-6 + 1e-12,
            "{claim}: {}",
            roots[0]
        );
    }
    // There are six significant digits at any magnitude, and the last one is rounded correctly.
    for target in ["0.0003", "0.00002", "0.0123", "0.3", "0.77"] {
        let claim = format!("P(both) = {target}");
        let found = &bench.json(&["tries.odds", "--find", &claim, "--over", "p", "--json"])[0]["searches"]
            [0];
        let root = target.parse::<f64>().unwrap().sqrt();
        let place = 10f64.powi(5 - root.log10().floor() as i32);
        let printed = number(&found["roots"][0]["value"]);
        assert!(
            (printed - (root * place).round() / place).abs() < 1e-12,
            "{claim}: {printed} for {root}"
        );
    }
    // p (1 - p) = 0.16 at 0.2 and at 0.8.
    let printed = bench.succeed(&["tries.odds", "--find", "P(one) = 0.16", "--over", "p"]);
    assert!(
        printed.contains("chance of a try = 0.2: 16.0%.")
            && printed.contains("chance of a try = 0.8: 16.0%."),
        "{printed}"
    );
    assert!(printed.contains("twice"), "{printed}");
}

/// Hits in four shots: the median, the maximum and the mode are constant over ranges of the chance.
#[test]
fn all_values_of_a_flat_stretch_are_reported() {
    let bench = Bench::new();
    let rule = "p = decimal(0.5, 0, 1, \"chance of a hit\")\nx = count(\"Hits\")\n\ndef trial():\n    record(x, binomial(4, p))\n";
    bench.write("hits.odds", rule);
    let find =
        |claim: &str, over: &str| bench.succeed(&["hits.odds", "--find", claim, "--over", over]);
    // P(x <= 1) and P(x >= 3) are one half at the ends.
    let printed = find("median(x) = 2", "p");
    assert!(
        printed.contains("chance of a hit = 0.385727")
            && printed.contains(" to 0.614272")
            && printed.contains(": 2."),
        "{printed}"
    );
    assert!(
        printed.contains("in one stretch: every value between them is an answer"),
        "{printed}"
    );
    assert!(find("median(x) = 2", "p=0.4..0.9").contains("chance of a hit = 0.4 to 0.614272"));
    assert!(find("max(x) = 4", "p").contains("chance of a hit = 0.000000001 to 1: 4."));
    let printed = find("P(x = 2) = 0.3456", "p");
    assert!(
        printed.contains("chance of a hit = 0.4: 34.6%.")
            && printed.contains("chance of a hit = 0.6: 34.6%.")
            && printed.contains("twice"),
        "{printed}"
    );
    let printed = find("P(x = 2) = 0.375", "p");
    assert!(
        printed.contains("chance of a hit = 0.5: 37.5%.") && printed.contains("the only answer"),
        "{printed}"
    );
}

#[test]
fn unreachable_targets_are_reported_for_each_case() {
    let bench = tries();
    let printed = bench.succeed(&["tries.odds", "--find", "P(one) = 0.4", "--over", "p"]);
    assert!(
        printed.contains(
            "No value gives 0.4: the answer ranges from chance of a try = 0 (0%) to chance of a try = 0.5 (25.0%)."
        ),
        "{printed}"
    );
    let printed = bench.succeed(&[
        "tries.odds",
        "--find",
        "P(both) = 0.25",
        "--over",
        "n",
        "--sweep",
        "p=0.5,0.9",
    ]);
    let row = |name: &str| {
        printed
            .lines()
            .find(|line| line.contains(name))
            .unwrap_or_else(|| panic!("{printed}"))
            .to_owned()
    };
    assert!(row("0.5 ").contains("exactly"), "{printed}");
    // 0.9 to the power of 9 is 38.7%, which is above a quarter.
    assert!(row("0.9 ").contains("nowhere"), "{printed}");
    // The answer is constant beyond the die's six faces, since those never succeed.
    let printed = bench.succeed(&[
        "wing-activation",
        "--find",
        "P(successes@1 >= 1) = 0",
        "--over",
        "quality",
    ]);
    assert!(
        printed.contains("QV = 7, 8, 9, 10, 11 and 12 all give exactly that."),
        "{printed}"
    );
}

#[test]
fn impossible_searches_are_refused_with_a_reason() {
    let bench = tries();
    let find = |rule: &str, claim: &str, over: &str| {
        bench.refuse(&[rule, "--find", claim, "--over", over])
    };
    let printed = find("wing-turn", "mean(actions) = 5", "quality");
    assert!(
        printed.contains("every entry has its own `quality`")
            && printed.contains("--over wings.Vanguard.quality"),
        "{printed}"
    );
    assert!(find("tries.odds", "P(both) >= 0.5", "p").contains("--find needs a target number"));
    assert!(find("tries.odds", "P(bot) = 0.5", "p").contains("did you mean `both`?"));
    assert!(find("tries.odds", "P(both) = 0.5", "q").contains("there is no parameter `q`"));
    assert!(find("tries.odds", "P(both) = 0.5", "p=0.3..").contains("this range has no end"));
    assert!(
        find("wing-activation", "mean(actions) = 2", "ones_always_fail")
            .contains("is not a number")
    );
    let printed = bench.refuse(&[
        "tries.odds",
        "--set",
        "p=0.5",
        "--find",
        "P(both) = 0.5",
        "--over",
        "p",
    ]);
    assert!(printed.contains("both in --set and in --over"), "{printed}");
    assert!(find("aging-acts", "mean(acts@last) = 2", "recovery").contains("changes nothing here"));
    assert!(!bench.path("output").exists());
}
