//! Tests the tables for rulebooks, which are written with the charts.

use super::support::Bench;

#[test]
fn tables_are_written_in_the_requested_formats() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing-penalty",
        "--trials",
        "1000",
        "--format",
        "md,tex",
        "--quiet",
    ]);
    let names = bench.list("output/wing-penalty");
    let file_count = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert!(
        file_count(".md") > 0
            && file_count(".md") == file_count(".tex")
            && file_count(".svg") + file_count(".png") == 0,
        "{names:?}"
    );
    let table = bench.read("output/wing-penalty/actions-compared.md");
    assert!(
        table.starts_with("**Actions taken, by variant**\n\nChance of each value or more\n"),
        "{table}"
    );
    assert!(table.contains("| Difference |"), "{table}");
    let table = bench.read("output/wing-penalty/actions-compared.tex");
    assert!(
        table.contains("\\toprule") && table.contains("100\\%"),
        "{table}"
    );
}

#[test]
fn run_writes_one_card_and_the_next_removes_it() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing3d",
        "--trials",
        "1000",
        "--format",
        "card",
        "--quiet",
    ]);
    let names = bench.list("output/wing3d");
    let file_count = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!(
        (file_count(".pdf"), file_count(".svg"), file_count(".png")),
        (1, 1, 0),
        "{names:?}"
    );
    let svg = bench.read("output/wing3d/reference-card.svg");
    assert!(
        svg.contains("width=\"105mm\" height=\"148mm\"")
            && svg.contains("<title>Wing activation</title>")
    );
    assert!(
        bench
            .read("output/wing3d/run.json")
            .contains("reference-card.pdf")
    );
    bench.succeed(&[
        "--scenario",
        "wing3d",
        "--trials",
        "1000",
        "--format",
        "md",
        "--quiet",
    ]);
    assert!(
        bench
            .list("output/wing3d")
            .iter()
            .all(|name| !name.starts_with("reference-card"))
    );
}

#[test]
fn states_chart_draws_only_small_rules() {
    let bench = Bench::new();
    let scenario = |models: u32| {
        format!(
            "rule = \"battle.odds\"\n[parameters]\nours = {models}\ntheirs = {models}\n[[charts]]\nkind = \"states\"\n\
             metric = \"winner\"\n"
        )
    };
    bench
        .write("small.toml", scenario(2))
        .write("large.toml", scenario(9));
    bench.succeed(&[
        "small.toml",
        "--trials",
        "1000",
        "--format",
        "svg,png,pdf,md,tex",
        "--quiet",
    ]);
    let names = bench.list("output/small");
    assert!(
        ["svg", "png", "pdf", "md", "tex"]
            .iter()
            .all(|extension| names.contains(&format!("winner-states.{extension}"))),
        "{names:?}"
    );
    let table = bench.read("output/small/winner-states.md");
    assert!(
        table.contains("| From") && table.contains("us 2, them 2") && table.contains("They win"),
        "{table}"
    );
    let printed = bench.refuse(&["large.toml", "--trials", "1000"]);
    assert!(
        printed.contains("states") && printed.contains("[parameters]"),
        "{printed}"
    );
}

/// LaTeX compiles every table of these scenarios on A5 pages, and none is too wide.
#[test]
fn every_table_fits_a_page_of_a5() {
    let found = ["lualatex", "pdflatex", "xelatex"]
        .into_iter()
        .find(|name| {
            let printed = std::process::Command::new(name).arg("--version").output();
            printed.is_ok_and(|printed| printed.status.success())
        });
    let Some(latex) = found else {
        println!("skipped: there is no LaTeX here");
        return;
    };
    let bench = Bench::new();
    let names = [
        "wing3d",
        "collision",
        "card-duel",
        "upkeep",
        "ce-blockade",
        "wing-penalty",
    ];
    bench.succeed(
        &[
            &names[..],
            &[
                "--trials",
                "500",
                "--format",
                "tex",
                "--no-report",
                "--quiet",
            ],
        ]
        .concat(),
    );
    let mut text =
        "\\documentclass[a5paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{array,booktabs,longtable}\n\
        \\usepackage[margin=21mm]{geometry}\n\\begin{document}\n"
            .to_owned();
    for name in names {
        for file in bench
            .list(&format!("output/{name}"))
            .iter()
            .filter(|file| file.ends_with(".tex"))
        {
            text += &format!("\\input{{output/{name}/{file}}}\n\\clearpage\n");
        }
    }
    bench.write("all.tex", text + "\\end{document}\n");
    let printed = std::process::Command::new(latex)
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(bench.path("."))
        .output()
        .expect("LaTeX");
    let log = bench.read("all.log");
    assert!(printed.status.success(), "{log}");
    let over: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("Overfull \\hbox"))
        .collect();
    assert!(over.is_empty(), "{over:?}");
}
