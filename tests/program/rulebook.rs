//! Tables for rulebooks beside the charts.

use super::support::Bench;

#[test]
fn tables_are_written_for_every_chart_in_the_formats_asked_for() {
    let bench = Bench::new();
    bench.succeed(&["--scenario", "wing-penalty", "--trials", "1000", "--format", "md,tex", "--quiet"]);
    let names = bench.list("output/wing-penalty");
    let of = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert!(of(".md") > 0 && of(".md") == of(".tex") && of(".svg") + of(".png") == 0, "{names:?}");
    let table = bench.read("output/wing-penalty/actions-compared.md");
    assert!(
        table.starts_with(
            "**At least six actions are taken 55% of the time with “No penalties”, 31% with “As published”**\n"
        ),
        "{table}"
    );
    assert!(table.contains("| Difference |"), "{table}");
    let table = bench.read("output/wing-penalty/actions-compared.tex");
    assert!(table.contains("\\toprule") && table.contains("100\\%"), "{table}");
}
