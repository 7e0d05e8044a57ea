//! Tests charts that a scenario requests but that cannot be drawn: the message has a position, what
//! is allowed, and one fix.

use super::errors::{HEAD, assert_refused, assert_wing_error};
use crate::support::{Bench, assert_stderr, stderr};

#[test]
fn chart_mistakes_are_reported() {
    assert_wing_error("[[charts]]\nmetric = \"result\"", 2, &["no kind"]);
    assert_wing_error(
        "[[charts]]\nkind = \"pie\"",
        3,
        &["not one of the allowed values", "stacked"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"stacked\"\nmetric = \"reslt\"",
        4,
        &["no metric reslt", "did you mean `result`?"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"stacked\"\nx = \"quality\"",
        4,
        &["nothing changes with \"quality\""],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"heatmap\"\nmetric = \"result\"",
        2,
        &["two swept parameters"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"stacked\"\nmetric = \"actions\"",
        2,
        &["a category or a flag"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"heatmap\"\nmetric = \"result\"\nvalue = \"P(=won)\"",
        5,
        &["there is no outcome `won`", "mixed"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"distribution\"\nmetric = \"successes\"\nstep = 2",
        5,
        &["no step 2", "1 to 1"],
    );
    assert_wing_error(
        "[sweep]\nquality = [3, 4]\n[[charts]]\nkind = \"stacked\"\nwhere = { quality = 5 }",
        6,
        &["quality never has the value 5"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"tornado\"\nmetric = \"actions\"",
        3,
        &["cannot be in [[charts]]", "--sensitivity"],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"stacked\"\nwidth = \"80mm\"",
        4,
        &[
            "\"80mm\" is not one of the allowed values",
            "a whole number from 50 to 230, or one of \"single\", \"double\"",
        ],
    );
}

#[test]
fn chart_step_can_be_given_by_name() {
    let wings = "[[parameters.wings]]\nname = \"Left\"\n[[parameters.wings]]\nname = \"Rear\"\n";
    let chart = |step: &str| {
        format!(
            "{wings}[[charts]]\nkind = \"distribution\"\nmetric = \"successes\"\nstep = {step}\n"
        )
    };
    let bench = Bench::new();
    for (name, step) in [("named", "\"Rear\""), ("numbered", "2")] {
        bench.write(
            &format!("{name}.toml"),
            format!("{HEAD}title = \"A turn\"\n{}", chart(step)),
        );
        bench.succeed(&[
            "--scenario",
            &format!("{name}.toml"),
            "--trials",
            "1000",
            "--format",
            "svg",
        ]);
    }
    let svg = |name: &str| bench.read(&format!("output/{name}/successes-distribution.svg"));
    assert_eq!(svg("named"), svg("numbered"));
    assert_wing_error(
        &chart("\"Reer\""),
        9,
        &["there is no step \"Reer\"", "did you mean `Rear`?"],
    );
    assert_wing_error(&chart("3"), 9, &["no step 3", "1 to 2"]);
    assert_wing_error(
        "[[charts]]\nkind = \"distribution\"\nmetric = \"actions\"\nstep = \"Left\"",
        5,
        &["actions has no steps", "remove `step`"],
    );
    assert_refused(
        "rule = \"aging\"\n[[charts]]\nkind = \"distribution\"\nmetric = \"acts\"\nstep = \"Left\"",
        5,
        &["there is no step \"Left\"", "write a step number: 0 to "],
    );
}

#[test]
fn impossible_charts_are_refused_before_the_first_trial() {
    assert_refused(
        "rule = \"power-effect\"\n[parameters]\nrounds = 1\ntargets = 2\n[sweep]\nresistance = [0, 1]\n[[charts]]\nkind = \"compare\"\nmetric = \"afflicted\"\nseries = \"step\"\n",
        7,
        &["a compare chart cannot show this", "two variants"],
    );
    assert_refused(
        "rule = \"cohering\"\n[[charts]]\nkind = \"fan\"\nmetric = \"failed\"\n",
        2,
        &["a fan chart cannot show this", "needs a count with steps"],
    );
    let two_variant_chart = |kind: &str, metric: &str| {
        let rule = "rule = \"wing-activation\"\n[[variants]]\nname = \"A\"\n[[variants]]\nname = \"B\"\nset = { dice = 2 }\n";
        format!("{rule}[[charts]]\nkind = \"{kind}\"\nmetric = \"{metric}\"\n")
    };
    for (kind, printed) in [
        ("at-least", "an at-least chart"),
        ("at-most", "an at-most chart"),
        ("compare", "a compare chart"),
    ] {
        assert_refused(
            &two_variant_chart(kind, "turn_ended"),
            7,
            &[
                printed,
                "cannot show this",
                "choose a count",
                "kind = \"lines\"",
            ],
        );
        assert_refused(
            &two_variant_chart(kind, "ended_at"),
            7,
            &[printed, "choose a count", "\"distribution\""],
        );
    }
    let one_reading = two_variant_chart("distribution", "actions") + "value = \"P(>=2)\"\n";
    assert_refused(&one_reading, 10, &["shows all values", "remove `value`"]);
    assert_refused(
        &(two_variant_chart("distribution", "actions") + "x = \"variant\"\n"),
        7,
        &["its own axis", "remove `x`"],
    );
    assert_refused(
        &(two_variant_chart("lines", "actions")
            + "value = \"mean\"\nx = \"variant\"\nseries = \"variant\"\n"),
        7,
        &["the same"],
    );
    for kind in ["stacked", "distribution"] {
        let text = two_variant_chart(kind, "turn_ended") + "series = \"variant\"\n";
        assert_refused(&text, 7, &["remove `series`", "with `where`"]);
    }
    assert_refused(
        &format!(
            "{SCATTER}[[charts]]\nkind = \"distribution\"\nmetric = \"miss_distance\"\nwhere = {{ variant = \"Fizzles\" }}\n"
        ),
        11,
        &[
            "a distribution chart cannot show this",
            "\"Fizzles\", has no miss_distance",
        ],
    );
}

/// Two variants. Only the first one scatters.
const SCATTER: &str = "rule = \"card-activation\"\n[parameters]\ncards = [3]\ndice = \"1d6\"\n[[variants]]\nname = \"Scatters\"\nset = { on_failure = \"scatter\" }\n[[variants]]\nname = \"Fizzles\"\nset = { on_failure = \"fizzle\" }\n";

#[test]
fn valid_scenarios_run_without_inapplicable_charts() {
    let bench = Bench::new();
    bench.write("scatter.toml", SCATTER);
    bench.succeed(&["check", "scatter"]);
    let output = bench.run(&[
        "--scenario",
        "scatter",
        "--trials",
        "1000",
        "--format",
        "svg",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let files = bench.list("output/scatter");
    assert!(files.iter().any(|file| file.ends_with(".svg")), "{files:?}");
    bench.write("wide.toml", "rule = \"aging\"\n[parameters]\nkind = \"resource-points\"\nstart = 20000\nturns = 6\n[[charts]]\nkind = \"distribution\"\nmetric = \"resource-points\"\n");
    let output = bench.run(&[
        "--scenario",
        "wide",
        "--trials",
        "1000",
        "--format",
        "svg,md",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_stderr(&output, ".md: it has no numbers: it is left out");
    assert!(
        bench
            .list("output/wide")
            .iter()
            .any(|file| file.ends_with(".svg"))
    );
}
