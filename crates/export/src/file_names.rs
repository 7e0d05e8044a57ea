//! The names of the files that a run may write. They are known before the run.

use super::Format;
use super::files::{MANIFEST, PREVIOUS};
use super::html;
#[cfg(feature = "cli")]
use oddsmith_model::file_name::UNFINISHED_PREFIX;

/// The ending of a shard's file name.
pub const SHARD_ENDING: &str = ".csv.gz";

/// Returns whether a name belongs to a shard's file, finished or unfinished.
#[cfg(feature = "cli")]
pub fn is_shard_file(name: &str) -> bool {
    let name = name.strip_prefix(UNFINISHED_PREFIX).unwrap_or(name);
    name.starts_with("shard-") && name.ends_with(SHARD_ENDING)
}

/// The workbook.
pub const WORKBOOK: &str = "workbook.xlsx";

/// The table of a comparison with a log of playtests.
pub const PLAYTEST_FILE: &str = "playtest.csv";

/// The stem of the files of a reference card.
pub const CARD_STEM: &str = "reference-card";

/// The tables that every run may write.
const TABLE_FILES: [&str; 11] = [
    "distribution.csv",
    "summary.csv",
    "simulated.csv",
    "asks.csv",
    "policy.csv",
    "sensitivity.csv",
    super::skill::FILE,
    "changes.csv",
    "trials.csv",
    super::balance::FILE,
    PLAYTEST_FILE,
];

/// Returns the files of the reference card, if it is among the formats.
#[cfg_attr(not(feature = "print"), allow(unused_variables))]
fn card_files(formats: &[Format]) -> impl Iterator<Item = String> {
    #[cfg(feature = "print")]
    let is_wanted = formats.contains(&Format::Card);
    #[cfg(not(feature = "print"))]
    let is_wanted = false;
    ["pdf", "svg"]
        .into_iter()
        .filter(move |_| is_wanted)
        .map(|ending| format!("{CARD_STEM}.{ending}"))
}

/// Everything that the names of a run's files depend on.
#[derive(Clone, Debug)]
pub struct FileNames<'a> {
    /// The stems of the chart files.
    pub charts: Vec<&'a str>,
    /// The number of joint distributions.
    pub joint_count: usize,
    /// The formats of the charts.
    pub formats: &'a [Format],
    /// Whether the run writes a report page.
    pub has_page: bool,
}

impl FileNames<'_> {
    /// Returns whether the run may write a file of this name. A chart that is too long becomes
    /// several numbered files.
    pub fn has(&self, name: &str) -> bool {
        if [MANIFEST, PREVIOUS].contains(&name)
            || TABLE_FILES.contains(&name)
            || self.has_page && name == html::FILE
        {
            return true;
        }
        if (0..self.joint_count).any(|index| super::asks::joint_file_name(index) == name) {
            return true;
        }
        let is_number =
            |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        let is_chart = |stem: &str, chart: &str| {
            let rest = stem.strip_prefix(chart);
            rest.is_some_and(|rest| {
                rest.is_empty() || rest.strip_prefix('-').is_some_and(is_number)
            })
        };
        if card_files(self.formats).any(|card| card == name)
            || self.formats.contains(&Format::Xlsx) && name == WORKBOOK
        {
            return true;
        }
        let endings = self.formats.iter().filter_map(|format| format.ending());
        let mut stems = endings.filter_map(|ending| name.strip_suffix(ending)?.strip_suffix('.'));
        stems.any(|stem| self.charts.iter().any(|chart| is_chart(stem, chart)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_charts_and_page_are_known() {
        let formats = [Format::Svg, Format::Card, Format::Xlsx, Format::Html];
        let names = FileNames {
            charts: vec!["result", "fan"],
            joint_count: 2,
            formats: &formats,
            has_page: false,
        };
        for name in [
            "run.json",
            "summary.csv",
            "asks.csv",
            "joint.csv",
            "joint-2.csv",
            "result.svg",
            "result-2.svg",
            "fan.svg",
            "reference-card.pdf",
            "workbook.xlsx",
            "result-2.table.html",
        ] {
            assert!(names.has(name), "{name}");
        }
        for other in [
            "report.html",
            "joint-3.csv",
            "result.pdf",
            "result-b.svg",
            "results.svg",
            "result-.svg",
            "notes",
            ".svg",
            "reference-card.png",
        ] {
            assert!(!names.has(other), "{other}");
        }
    }
}
