//! Tests what `simulate balance` refuses, and which settings it leaves out.

use crate::balance::DUEL;
use crate::support::{Bench, stderr};

#[test]
fn balance_mistakes_are_reported_with_line_and_fix() {
    let bench = Bench::new();
    let refused = |balance: &str, more: &str, says: &[&str]| {
        bench.write("wrong.toml", format!("{DUEL}{more}[balance]\n{balance}"));
        let output = bench.run(&["balance", "wrong.toml", "--no-save"]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{balance}{more}: {message}");
        says.iter()
            .for_each(|part| assert!(message.contains(part), "no {part:?} in\n{message}"));
        assert!(message.contains("wrong.toml:"), "{message}");
    };
    let wish = "[[ask]]\nvalue = \"P(winner = us)\"\nwant = \"0.4 to 0.6\"\n";
    let swept = format!("[sweep]\nfast = [2, 3]\n{wish}");
    refused(
        "fast = [2, 3]\n",
        &swept,
        &[
            "`fast` is in both [sweep] and [balance]",
            "remove it from one of them",
        ],
    );
    refused(
        "fst = [2, 3]\n",
        wish,
        &["there is no parameter `fst`", "did you mean `fast`?"],
    );
    refused(
        "fast = [2]\n",
        wish,
        &["`fast` has only the value 2", "two values or more"],
    );
    refused("fast = { from = 3, to = 3 }\n", wish, &["only the value"]);
    refused(
        "fast = 3\n",
        wish,
        &[
            "`fast` needs a list or a range, not a whole number",
            "write a list",
        ],
    );
    refused(
        "fast = [2, 99]\n",
        wish,
        &["99 is out of range", "allowed:"],
    );
    refused("fast = [2, 3]\n", "", &["needs a goal", "to an [[ask]]"]);
    // Each mistake is reported once.
    let mistaken = wish.replace("0.4 to 0.6", "about 60%");
    bench.write(
        "wrong.toml",
        format!("{DUEL}[balance]\nfast = [2, 3]\n{mistaken}"),
    );
    let message = bench.refuse(&["check", "wrong.toml"]);
    assert!(
        message.contains("found `about`") && message.matches("error: ").count() == 1,
        "{message}"
    );
    refused(
        "fast = [2, 3]\n",
        &format!("[run]\nexact = \"never\"\n{wish}"),
        &["cannot use simulated odds", "remove `exact`"],
    );
    refused(
        "fast = [2, 3]\nkeep = \"fast > 9\"\n",
        wish,
        &[
            "none of the 2 settings meets this condition",
            "make the condition weaker",
        ],
    );
    refused(
        "fast = [2, 3]\nkeep = \"fst > 2\"\n",
        wish,
        &[
            "there is no parameter in [balance] `fst`",
            "did you mean `fast`?",
        ],
    );
    refused(
        "fast = [2, 3]\nkeep = \"fast + 1\"\n",
        wish,
        &["expected a condition, found a number", "write a condition"],
    );
    refused(
        "\"play.we\" = [\"fast\", \"hard\"]\n",
        wish,
        &["a player's choice", "remove it"],
    );
    refused("", wish, &["[balance] has no parameter"]);
    let variant = format!("{wish}[[variants]]\nname = \"Slow\"\nset = {{ fast = 4 }}\n");
    refused(
        "fast = [2, 3]\n",
        &variant,
        &["the variant \"Slow\" sets it"],
    );
    let want_and_best =
        "[[ask]]\nvalue = \"P(winner = us)\"\nwant = \"0.4 to 0.6\"\nbest = \"most\"\n";
    refused(
        "fast = [2, 3]\n",
        want_and_best,
        &["has both `want` and `best`", "remove one of them"],
    );
    bench.write("plain.toml", format!("{DUEL}{wish}"));
    let output = bench.run(&["balance", "plain.toml", "--no-save"]);
    assert!(
        stderr(&output).contains("has no [balance] section")
            && stderr(&output).contains("add [balance]")
    );
    assert!(!bench.path("output").exists());
}

#[test]
fn refused_settings_are_counted_and_options_take_precedence() {
    let bench = Bench::new();
    // If neither side ever hits, a fight never ends.
    let wish = "[[ask]]\nvalue = \"P(winner = us)\"\nwant = \"0.4 to 0.6\"\n";
    bench.write(
        "all.toml",
        format!("{DUEL}[balance]\nfast = [3, 7]\nhard = [5, 7]\nours = [6, 7]\n{wish}"),
    );
    let printed = String::from_utf8(
        bench
            .run(&["balance", "all.toml", "--no-save", "--trials", "100"])
            .stdout,
    )
    .expect("text");
    assert!(
        printed.contains("Settings refused by the rule: 2 ("),
        "{printed}"
    );
    let output = bench.run(&[
        "balance",
        "all.toml",
        "--no-save",
        "--trials",
        "100",
        "--set",
        "ours=7",
    ]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(
        printed.contains(" of 4\n")
            || printed.contains(" of 3\n")
            || printed.contains(" of 4.")
            || printed.contains(" of 3."),
        "{printed}"
    );
    let message = stderr(&bench.run(&[
        "balance",
        "all.toml",
        "--no-save",
        "--set",
        "ours=7",
        "--set",
        "fast=3",
        "--set",
        "hard=5",
    ]));
    assert!(
        message.contains("no parameter of [balance] is left to change"),
        "{message}"
    );
    // A condition may use values of the command line. An ordinary run does not evaluate it.
    bench.write(
        "kept.toml",
        format!(
            "{DUEL}[balance]\nfast = [3, 4, 5, 6]\nhard = [5, 6]\nkeep = \"fast <= hard\"\n{wish}"
        ),
    );
    let printed = String::from_utf8(
        bench
            .run(&[
                "balance",
                "kept.toml",
                "--no-save",
                "--trials",
                "100",
                "--set",
                "hard=4",
            ])
            .stdout,
    )
    .expect("text");
    assert!(printed.contains("goals: 0 of 2"), "{printed}");
    assert!(
        bench
            .run(&[
                "kept.toml",
                "--no-save",
                "--trials",
                "100",
                "--set",
                "hard=2",
                "--set",
                "fast=6"
            ])
            .status
            .code()
            != Some(2)
    );
    let printed = String::from_utf8(
        bench
            .run(&[
                "balance",
                "kept.toml",
                "--no-save",
                "--trials",
                "100",
                "--sweep",
                "hard=4,5",
            ])
            .stdout,
    )
    .expect("text");
    assert!(
        printed.contains("goals: 0 of 2"),
        "what makes no sense in one case is left out: {printed}"
    );
}
