//! The names of sheets. `.ci/workbook` reads whole workbooks back and compares them with the CSV.

use super::*;
use oddsmith_testing::made::{ReportFixture, outcomes, results};

#[test]
fn names_of_sheets_are_allowed_and_unique() {
    let mut names = vec![ALL_SHEET.to_owned()];
    let long = "A metric whose label is much longer than a sheet's name";
    let wanted = [
        "Hits",
        "hits",
        "all",
        "a/b: [c]?",
        "",
        "History",
        long,
        long,
    ];
    let made: Vec<String> = wanted
        .iter()
        .map(|wanted| unique_sheet_name(wanted, &mut names))
        .collect();
    assert_eq!(
        made[..6],
        [
            "Hits",
            "hits 2",
            "all 2",
            "ab c",
            "Metric",
            "Metric history"
        ]
    );
    assert_eq!(made[6], "A metric whose label is much lo");
    assert_eq!(made[7], "A metric whose label is much 2");
    assert!(names.iter().all(|name| name.chars().count() <= MAX_NAME));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let report = ReportFixture::new(outcomes(), "Result").report(|_, _, _| results(3, 2));
    let first = workbook(&report).expect("a workbook");
    let second = workbook(&report).expect("a workbook");
    assert!(first.bytes == second.bytes && first.bytes.starts_with(b"PK"));
    assert!(first.warnings.is_empty(), "{:?}", first.warnings);
}
