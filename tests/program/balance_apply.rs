//! Tests `balance --apply`, which writes the values that were found into the scenario's text.

use crate::balance::{answers, balance_rows, number};
use crate::support::Bench;

#[test]
fn numbers_are_applied_where_they_belong() {
    let bench = Bench::new();
    bench.write("classes.odds", include_str!("../rules/classes.odds"));
    let wish = "[[ask]]\nvalue = \"P(winner = first)\"\nwant = \">= 0.9\"\n";
    // The entries are only in the rule file.
    bench.write("usual.toml", format!("# mine\nrule = \"classes.odds\"\n[balance]\n\"classes.Rogue.health\" = [4, 5, 6]\n\"classes.Knight.power\" = [12, 15]\n{wish}"));
    let applied = bench.succeed(&["balance", "usual.toml", "--apply"]);
    assert!(applied.starts_with("# mine\n"), "{applied}");
    bench.write("put.toml", &applied);
    let found = balance_rows(&bench, "usual");
    let chance = answers(&bench, "put.toml", &[])[0][0];
    assert!((chance - number(&found[0]["P(winner = first)"])).abs() < 1e-12 && chance >= 0.9);
    // The text is unchanged if it has the best values already.
    assert_eq!(bench.succeed(&["balance", "put.toml", "--apply"]), applied);
    let output = bench.run(&["balance", "usual.toml", "--apply", "--set", "pair=6"]);
    assert!(
        output.stdout.is_empty() && output.status.code() == Some(3),
        "where nothing meets all there is nothing to put in"
    );
}

#[test]
fn apply_keeps_the_rest_of_the_text() {
    let bench = Bench::new();
    let text = |quality: u32| {
        format!(
            "\u{feff}rule = \"wing-activation\"\r\n[parameters]\r\nquality = {quality} # five\r\n[balance]\n\
             quality = [4, 5]\r\n[[ask]]\n\nvalue = \"P(successes@1 >= 1)\"\r\nwant = \">= 0.8\""
        )
    };
    bench.write("mine.toml", text(5));
    assert_eq!(bench.succeed(&["balance", "mine.toml", "--apply"]), text(4));
    bench.write("mine.toml", text(4));
    assert_eq!(bench.succeed(&["balance", "mine.toml", "--apply"]), text(4));
    assert_eq!(bench.succeed(&["new", "--from", "mine.toml"]), text(4));
}

#[test]
fn unused_numbers_are_not_applied() {
    let bench = Bench::new();
    let scenario = "rule = \"aging\"\n[parameters]\nkind = \"acts\"\nstart = 12\n[[ask]]\nvalue = \"mean(acts@4)\"\nwant = \">= 0\"\n[balance]\n";
    bench.write("idle.toml", format!("{scenario}start_dark = [462, 463]\n"));
    for args in [
        &["balance", "idle.toml", "--no-save"][..],
        &["balance", "idle.toml", "--apply"],
    ] {
        let message = bench.refuse(args);
        assert!(
            message.contains(
                "the rule does not allow any of these settings: acts have no `start_dark`"
            ),
            "{message}"
        );
        assert!(
            message.contains("remove unused ones from [balance]"),
            "{message}"
        );
    }
    bench.write("used.toml", format!("{scenario}start = [10, 12]\n"));
    bench.write(
        "put.toml",
        bench.succeed(&["balance", "used.toml", "--apply"]),
    );
    bench.succeed(&["check", "put.toml"]);
}
