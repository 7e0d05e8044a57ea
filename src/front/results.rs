//! The results of a run with its charts and tables, for other programs.

use crate::export::files::InMemory;
use crate::export::frame::{self, Frame, FrameKind};
use crate::export::html::Readers;
use crate::export::table::{self, Options, Rest};
use crate::export::{self, Format};
use crate::messages::Messages;
use crate::report::balance::Balancing;
use crate::report::playtest::Playtest;
use crate::report::search::Search;
use crate::report::{Chart, Report};
use crate::summary;

/// The results of a run.
///
/// ```
/// use oddsmith::Run;
///
/// let results = Run::named("wing-activation")?.trials(1000).results(&Default::default())?;
/// assert!(results.report().is_fully_exact());
/// assert!(results.to_string().contains("All succeed 12.5%"));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Results {
    report: Report,
}

/// The files of a run, and warnings about what they leave out.
#[derive(Clone, Debug)]
pub struct WrittenFiles {
    /// The names and the bytes of the files.
    pub files: Vec<(String, Vec<u8>)>,
    /// The warnings.
    pub warnings: Vec<String>,
}

impl Results {
    /// Returns the results of a run whose report is complete.
    pub(crate) fn new(report: Report) -> Results {
        Results { report }
    }

    /// Returns the report: every number, as plain data.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the headline, then the recommendation, if there is one.
    pub fn headlines(&self) -> Vec<String> {
        let sentences = summary::summary(&self.report, Messages::english()).sentences;
        sentences.iter().map(|sentence| sentence.text()).collect()
    }

    /// Returns the charts.
    pub fn charts(&self) -> &[Chart] {
        &self.report.charts
    }

    /// Returns the file of a chart: its name and its bytes.
    ///
    /// # Errors
    /// Fails with the reason why the chart cannot be drawn or written in this format.
    #[cfg(feature = "print")]
    pub fn chart_file(&self, chart: usize, format: Format) -> Result<(String, Vec<u8>), String> {
        let Some(chart) = self.report.charts.get(chart) else {
            let count = self.report.charts.len();
            return Err(format!("there is no chart {chart}: this run has {count}"));
        };
        export::chart_file(&self.report, chart, format)
    }

    /// Returns a chart as SVG with real text and colours for light and dark mode, for web pages.
    ///
    /// # Errors
    /// Fails with the reason why the chart cannot be drawn.
    ///
    /// # Panics
    /// Panics if there is no chart of this index.
    pub fn chart_svg(&self, chart: usize) -> Result<String, String> {
        let drawing = oddsmith_charts::draw(&self.report, &self.report.charts[chart]);
        Ok(drawing.map_err(|error| error.to_string())?.text_svg())
    }

    /// Returns a table of all rows, as in the CSV file of this kind.
    pub fn frame(&self, kind: FrameKind) -> Frame<'_> {
        frame::frame(&self.report, kind)
    }

    /// Returns the files that a run writes.
    ///
    /// # Errors
    /// Fails with the reason why a file cannot be made.
    pub fn files(&self, formats: &[Format]) -> Result<WrittenFiles, String> {
        self.files_for(formats, Some(Readers::Designers))
    }

    /// Returns the files that a run writes, with a page for these readers.
    pub(crate) fn files_for(
        &self,
        formats: &[Format],
        readers: Option<Readers>,
    ) -> Result<WrittenFiles, String> {
        let mut files = InMemory::default();
        let warnings = export::write(
            &self.report,
            formats,
            readers,
            &mut files,
            std::time::Duration::default,
            &|| false,
        )
        .map_err(|error| error.to_string())?;
        Ok(WrittenFiles {
            files: files.into_files().collect(),
            warnings,
        })
    }
}

/// The table that the program prints, without colours.
impl std::fmt::Display for Results {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&without_bold(&table::table(
            &self.report,
            &Options::default(),
        )))
    }
}

/// Returns what the program prints of a search for settings, without colours.
pub fn balance_text(found: &Balancing) -> String {
    without_bold(&table::balance(found, usize::MAX, Rest::Nowhere))
}

/// Returns what the program prints of a search for a value, without colours.
pub fn find_text(found: &Search) -> String {
    without_bold(&table::search(found))
}

/// Returns what the program prints of a log of playtests, without colours.
pub fn playtest_text(found: &Playtest) -> String {
    without_bold(&table::playtest(found, usize::MAX))
}

/// Returns the comparison of a log of playtests as JSON: the key `playtest` of `--json`.
pub fn playtest_json(found: &Playtest) -> String {
    export::json::playtest_text(found)
}

/// Removes the codes that print a heading in bold.
fn without_bold(text: &str) -> String {
    text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "")
}
