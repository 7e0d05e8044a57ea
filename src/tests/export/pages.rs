//! Tests the report pages of bundled scenarios.

use crate::export::html::{Draft, PageFigure, Readers};
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;
use oddsmith_charts::InlineSvg;

fn figure() -> PageFigure {
    let svg = "<svg viewBox=\"0 0 1 1\" xmlns=\"http://www.w3.org/2000/svg\"></svg>".to_owned();
    let inline_svg = InlineSvg {
        svg,
        subtitle: "Mean and median".to_owned(),
        note: "Exact.".to_owned(),
    };
    PageFigure {
        title: "How often?".to_owned(),
        file: "how-often".to_owned(),
        is_wide: false,
        is_tall: false,
        alt_text: String::new(),
        inline_svg,
        phone_panels: Vec::new(),
    }
}

/// Returns the page of a bundled scenario.
fn bundled_page(name: &str) -> String {
    let found = BUNDLED.iter().find(|scenario| scenario.0 == name);
    let report = report(name, found.expect("a scenario").1);
    let page = Draft::new(&report, Readers::Designers).page(&[figure()]);
    String::from_utf8(page).expect("text")
}

/// A headline that is longer than three lines of a column is above both columns.
#[test]
fn long_headlines_are_above_both_columns() {
    let page = bundled_page("duel");
    assert!(page.contains("<h1 class=\"long longest\">"), "duel");
    let page = bundled_page("aging-acts");
    assert!(page.contains("<div><h1>"), "aging-acts");
}

/// A table of many states is folded, so that it neither fills a phone nor a printed page.
#[test]
fn long_tables_of_best_play_are_folded() {
    let page = bundled_page("duel");
    let (before, after) = page.split_once("What to do").expect("a table");
    assert!(before.contains("<details><summary>The table of "), "duel");
    assert!(after.contains("</table>"));
    // A table of a few states is not folded.
    let page = bundled_page("wing-best");
    assert!(!page.contains("<summary>The table of "), "wing-best");
}

/// Screen readers navigate between regions by their names.
#[test]
fn region_names_are_unique() {
    let page = bundled_page("wing-best-order");
    let regions = page.split("role=\"region\" aria-label=\"").skip(1);
    let names: Vec<&str> = regions
        .map(|rest| rest.split('"').next().unwrap_or_default())
        .collect();
    let distinct: std::collections::BTreeSet<&&str> = names.iter().collect();
    assert!(
        names.len() > 3 && distinct.len() == names.len(),
        "{names:?}"
    );
}
