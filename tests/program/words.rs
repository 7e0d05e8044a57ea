//! Tests that a designer can replace every word of a chart.

use super::support::{Bench, stderr};

const PAGE: &str = include_str!("../../docs/words.md");

/// Returns the scenario of the page.
fn documented_scenario() -> &'static str {
    PAGE.split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a scenario")
}

#[test]
fn rulebook_page_is_entirely_in_its_language() {
    let bench = Bench::new();
    bench.write("rennen.toml", documented_scenario());
    bench.succeed(&[
        "rennen",
        "--trials",
        "2000",
        "--format",
        "svg,md,tex",
        "--quiet",
    ]);
    let names = bench.list("output/rennen");
    let read = |start: &str, ending: &str| {
        let is_it = |name: &&String| name.starts_with(start) && name.ends_with(ending);
        let name = names.iter().filter(is_it).min_by_key(|name| name.len());
        bench.read(&format!(
            "output/rennen/{}",
            name.unwrap_or_else(|| panic!("{start} in {names:?}"))
        ))
    };
    let shares = read("winner-by-ours", ".md");
    for part in [
        "**Sieger: Rot, über 50\u{202f}% nur bei Würfel von Rot 10**",
        "Wahrscheinlichkeit jedes Ergebnisses",
        "Rot",
        "beide zugleich",
        "Blau",
        "\u{202f}%",
        "Startzahl 1",
        "2.000 simulierte Durchgänge",
    ] {
        assert!(shares.contains(part), "no {part} in {shares}");
    }
    let chance = read("winner-by-ours-2", ".md");
    for part in [
        "**Sieger: Rot, über 50\u{202f}% nur bei Würfel von Rot 10**",
        "Zielwert 50\u{202f}%: erreicht ab ",
    ] {
        assert!(chance.contains(part), "no {part} in {chance}");
    }
    let length = read("turns-distribution", ".tex");
    for part in [
        "\\caption{So lange dauert ein Rennen}",
        "Probe 3",
        "\\,\\%",
        "Züge & Wahrscheinlichkeit",
    ] {
        assert!(length.contains(part), "no {part} in {length}");
    }
    assert!(
        !length.contains("Durchgänge"),
        "the footer stands instead of how the numbers were got: {length}"
    );
    // The report around the pictures is English. The pictures are as they were printed.
    let page = bench.read("output/rennen/report.html");
    for part in [
        ">Mittelwert ",
        ">Median ",
        ">beide zugleich<",
        "<h2 id=\"charts\">More charts</h2>",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    let csv = bench.read("output/rennen/distribution.csv");
    assert!(
        csv.contains(",winner,") && csv.contains(",us,") && !csv.contains("Rot"),
        "names in files stay"
    );
}

#[test]
fn every_name_can_be_relabelled() {
    let bench = Bench::new();
    let labels = "[labels]\nquality = \"Güte\"\n\"wings.Left\" = \"Links\"\nstep = \"Flügel\"\nsuccesses = \"Treffer\"\n\
                  \"result.all-fail\" = \"Bernd\"\npenalties.true = \"mit Strafen\"\npenalties.false = \"ohne Strafen\"\n";
    bench.write(
        "mine.toml",
        format!(
            "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Left\"\n[[parameters.wings]]\nname = \"Right\"\n\
             [sweep]\nquality = [3, 4]\npenalties = [true, false]\n{labels}\
             [[charts]]\nkind = \"stacked\"\nmetric = \"result\"\n[[charts]]\nkind = \"at-least\"\nmetric = \"successes\"\nstep = \"Left\"\nseries = \"penalties\"\n\
             [[charts]]\nkind = \"heatmap\"\nmetric = \"actions\"\n"
        ),
    );
    bench.succeed(&["mine", "--trials", "500", "--format", "md", "--quiet"]);
    let read = |name: &str| bench.read(&format!("output/mine/{name}"));
    let names = bench.list("output/mine");
    let tables: String = names
        .iter()
        .filter(|name| name.ends_with(".md"))
        .map(|name| read(name))
        .collect();
    for part in [
        "Links",
        "Bernd",
        "Güte",
        "| Treffer ",
        "Flügel",
        "mit Strafen",
        "ohne Strafen",
    ] {
        assert!(tables.contains(part), "no {part} in {tables}");
    }
    for old in ["treffer", "bernd", "güte", "uccesses", "Quality"] {
        assert!(!tables.contains(old), "{old} in {tables}");
    }
    assert!(
        read("distribution.csv").contains("quality") && !read("distribution.csv").contains("Links")
    );
}

#[test]
fn choices_and_options_can_be_relabelled() {
    let bench = Bench::new();
    let text = "rule = \"press-your-luck.odds\"\n[parameters]\ngoal = 20\n[play]\naim = \"mean(turns)\"\nminimise = true\nagain = \"best\"\n\
                [labels]\nagain = \"Weiter\"\n\"again.roll\" = \"Würfeln\"\n\"again.bank\" = \"Sichern\"\n\"again.pot\" = \"Punkte im Topf\"\n\
                [[charts]]\nkind = \"policy\"\n";
    bench.write("mine.toml", text);
    let output = bench.run(&["mine", "--trials", "300", "--format", "md", "--quiet"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let names = bench.list("output/mine");
    let table = names
        .iter()
        .find(|name| name.starts_with("policy-") && name.ends_with(".md"))
        .expect("a table");
    let table = bench.read(&format!("output/mine/{table}"));
    for part in ["Würfeln", "Sichern", "Punkte im Topf"] {
        assert!(table.contains(part), "no {part} in {table}");
    }
}

#[test]
fn unknown_names_are_refused_at_their_place() {
    let bench = Bench::new();
    let refused = |more: &str, parts: &[&str]| {
        bench.write("x.toml", format!("rule = \"wing-activation\"\n{more}"));
        let message = bench.refuse(&["check", "x.toml"]);
        parts
            .iter()
            .for_each(|part| assert!(message.contains(part), "no {part} in {message}"));
    };
    refused(
        "[labels]\nqualty = \"Güte\"\n",
        &[
            "x.toml:3:1",
            "nothing is named `qualty`",
            "did you mean `quality`?",
        ],
    );
    refused(
        "[labels]\n\"penalties.yes\" = \"ja\"\n",
        &["nothing is named `penalties.yes`"],
    );
    refused(
        "[words]\nmedain = \"Mitte\"\n",
        &["x.toml:3:1", "no text has the key `medain`", "median"],
    );
    refused(
        "[words]\nlanguage = \"xx.toml\"\n",
        &[
            "x.toml:3:12",
            "there is no file xx.toml",
            "same folder as the scenario",
        ],
    );
    refused(
        "[words]\ngoal = \"Ziel\"\n",
        &["this text must contain {goal}", "the English text is"],
    );
    let one_bar =
        "[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\nstep = 1\nx_label = \"Güte\"\n";
    refused(
        one_bar,
        &["x.toml:6:11", "this chart has no axis", "`x_label`"],
    );
}

#[test]
fn language_file_is_read_from_the_scenario_folder() {
    let bench = Bench::new();
    let listed = bench.succeed(&["show", "messages"]);
    assert!(
        listed.contains("median = \"median\"  # de: Median"),
        "{listed}"
    );
    let french = listed
        .replace("median = \"median\"", "median = \"médiane\"")
        .replace("decimal_point = \".\"", "decimal_point = \",\"");
    let scenario = "rule = \"push.odds\"\n[words]\nlanguage = \"fr.toml\"\n[[charts]]\nkind = \"distribution\"\n";
    bench.write("fr.toml", &french).write("mine.toml", scenario);
    let run = |bench: &Bench| {
        let output = bench.run(&["mine", "--trials", "300", "--format", "svg", "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        stderr(&output)
    };
    let message = run(&bench);
    assert!(!message.contains("has no text for"), "{message}");
    assert!(bench.read("output/mine/report.html").contains(">médiane "));
    // A missing text is reported once, and is shown in English.
    bench.write("fr.toml", "median = \"médiane\"\n");
    let message = run(&bench);
    assert_eq!(
        message
            .matches("fr.toml has no text for decimal_point, thousands")
            .count(),
        1,
        "{message}"
    );
    assert!(bench.read("output/mine/report.html").contains(">mean "));
}

#[test]
fn axis_labels_and_footers_work_in_every_chart() {
    let bench = Bench::new();
    let kinds = [
        "kind = \"stacked\"\nmetric = \"result\"\nx = \"quality\"\nstep = 1\n",
        "kind = \"lines\"\nmetric = \"actions\"\nx = \"quality\"\n",
        "kind = \"lines\"\nmetric = \"actions\"\nx = \"variant\"\nseries = \"quality\"\n",
        "kind = \"heatmap\"\nmetric = \"actions\"\nx = \"quality\"\nseries = \"variant\"\n",
        "kind = \"at-least\"\nmetric = \"actions\"\nwhere = { quality = 3 }\n",
        "kind = \"compare\"\nmetric = \"actions\"\nwhere = { quality = 3 }\n",
        "kind = \"distribution\"\nmetric = \"actions\"\nwhere = { quality = 3 }\n",
        "kind = \"fan\"\nmetric = \"successes\"\nwhere = { quality = 3 }\n",
    ];
    for kind in kinds {
        bench.write(
            "mine.toml",
            format!(
                "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Left\"\n[[parameters.wings]]\nname = \"Right\"\n\
                 [sweep]\nquality = [3, 4]\n[[variants]]\nname = \"A\"\n[[variants]]\nname = \"B\"\nset = {{ penalties = false }}\n\
                 [[charts]]\n{kind}x_label = \"Mine along\"\nfooter = \"Mine below\"\n"
            ),
        );
        bench.succeed(&["mine", "--trials", "300", "--format", "md,tex", "--quiet"]);
        let names = bench.list("output/mine");
        for ending in [".md", ".tex"] {
            let name = names
                .iter()
                .find(|name| name.ends_with(ending))
                .unwrap_or_else(|| panic!("{kind}: {names:?}"));
            let table = bench.read(&format!("output/mine/{name}"));
            assert!(
                table.contains("Mine along") && table.contains("Mine below"),
                "{kind}{table}"
            );
            assert!(!table.contains("seed 1"), "{kind}{table}");
        }
        let page = bench.read("output/mine/report.html");
        assert!(
            page.matches("Mine along").count() > 0 && page.contains("Mine below"),
            "{kind}"
        );
    }
}
