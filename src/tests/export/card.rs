//! Compares the numbers of a reference card with the files of the same run.

use std::collections::BTreeMap;

use crate::export::files::InMemory;
use crate::export::write;
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;
use oddsmith_model::card::Card;
use oddsmith_model::report::Report;

fn bundled(name: &str) -> Report {
    let text = BUNDLED
        .iter()
        .find(|scenario| scenario.0 == name)
        .expect("a bundled scenario")
        .1;
    report(name, text)
}

/// Returns the rows of a file, each as a map from columns to cells.
fn rows(report: &Report, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut files = InMemory::default();
    write(
        report,
        &[],
        None,
        &mut files,
        std::time::Duration::default,
        &|| false,
    )
    .expect("memory has room");
    let bytes = files
        .into_files()
        .find(|entry| entry.0 == file)
        .expect("a file")
        .1;
    let text = String::from_utf8(bytes).expect("text");
    let mut lines = text.lines();
    let head: Vec<String> = lines
        .next()
        .expect("a head")
        .split(',')
        .map(str::to_owned)
        .collect();
    lines
        .map(|line| {
            head.iter()
                .cloned()
                .zip(line.split(',').map(str::to_owned))
                .collect()
        })
        .collect()
}

#[test]
fn cards_show_the_numbers_of_the_files() {
    let report = bundled("wing3d");
    let card = Card::of(&report).expect("a card");
    let table = &card.table;
    assert_eq!(
        (
            card.title.as_str(),
            table.rows.label.as_str(),
            table.columns.label.as_str()
        ),
        ("Wing activation", "QV", "White cubes")
    );
    assert!(
        table
            .rows
            .places
            .iter()
            .zip(2..)
            .all(|(place, face)| place.die == Some((face, "+")))
    );
    let (distributions, means) = (
        rows(&report, "distribution.csv"),
        rows(&report, "summary.csv"),
    );
    let mut held = 0;
    for measure in &table.measures {
        for (row, cells) in measure.cells[0].iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let (quality, cubes) = ((row + 2).to_string(), column.to_string());
                let is_it = |record: &&BTreeMap<String, String>| {
                    record["quality"] == quality && record["cubes"] == cubes
                };
                let exact_chance = |label: &str| {
                    let found = distributions
                        .iter()
                        .filter(is_it)
                        .find(|record| record["metric"] == "result" && record["label"] == label);
                    found.map_or(0.0, |record| {
                        record["exact"].parse::<f64>().expect("a number")
                    })
                };
                let wanted = match measure.label.as_str() {
                    "Mean successes" => {
                        let found = means
                            .iter()
                            .filter(is_it)
                            .find(|record| record["metric"] == "successes");
                        found.expect("a row")["exact_mean"]
                            .parse::<f64>()
                            .expect("a number")
                    }
                    "All dice succeed" => exact_chance("all-succeed"),
                    "All dice fail" => exact_chance("all-fail"),
                    other => panic!("{other}"),
                };
                let cell = cell.as_ref().expect("a number");
                assert!(
                    (cell.value - wanted).abs() < 1e-12,
                    "{} {quality} {cubes}: {wanted} {cell:?}",
                    measure.label
                );
                if let (true, Ok(shown)) = (measure.is_chance, cell.text.parse::<f64>()) {
                    assert!((shown - 100.0 * wanted).abs() <= 0.05, "{cell:?}");
                }
                held += 1;
            }
        }
    }
    assert_eq!(held, 3 * 5 * 7);
}

#[test]
fn best_play_cards_recommend_an_option() {
    let report = bundled("wing-best");
    let card = Card::of(&report).expect("a card");
    assert!(
        card.recommendation.is_some() || card.map.is_some(),
        "{card:?}"
    );
    assert!(
        card.source.starts_with("Chances in 100") || card.source.starts_with("Exact."),
        "{}",
        card.source
    );
}
