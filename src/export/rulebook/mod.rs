//! Tables for rulebooks: the numbers of a chart, small, in percent, as Markdown or LaTeX.

mod balance;
mod cells;
mod fit;
mod latex;
mod markdown;
mod note;
mod sensitivity;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::chart_table::ChartTable;
use crate::figures::NEVER;
use crate::report::balance::Balancing;
use crate::report::sensitivity::Sensitivity;
use crate::report::{Chart, Report};
use crate::wordbook::{Word, Wordbook};
use oddsmith_model::chart_words::on_paper;

/// A chart's numbers as text, to be set by either writer.
#[derive(Debug)]
pub struct Table {
    title: String,
    subtitle: String,
    /// What the columns are; the first is that of the names.
    head: Vec<String>,
    /// What all columns but the first are values of; may be empty.
    along: String,
    /// A name and its cells.
    rows: Vec<Vec<String>>,
    note: String,
    /// The messages for the text that numbers the parts of a table.
    wordbook: Arc<Wordbook>,
}

impl Table {
    /// The table of a chart.
    ///
    /// # Errors
    /// When the chart shows nothing.
    pub fn of(report: &Report, chart: &Chart) -> Result<Table, String> {
        let chart = &*on_paper(report, chart);
        let data = ChartTable::printed(report, chart)?;
        let cells::Cells { head, along, rows, mut own } = cells::of(&data);
        if rows.is_empty() {
            return Err("it has no numbers".to_owned());
        }
        if rows.iter().flatten().any(|cell| cell == NEVER) {
            own = format!("{own} {}", data.words().say(Word::MeansImpossible)).trim_start().to_owned();
        }
        let (title, subtitle) = (chart.title.clone(), chart.subtitle.clone());
        let note = note::of(&data, &own);
        Ok(Table { title, subtitle, head, along, rows, note, wordbook: Arc::clone(&report.wordbook) })
    }

    /// The head with what the columns are behind the name of the first: "QV / Dice".
    fn joined_head(&self) -> Vec<String> {
        let mut head = self.head.clone();
        if let Some(first) = head.first_mut().filter(|_| !self.along.is_empty()) {
            *first = format!("{first} / {}", self.along);
        }
        head
    }

    /// Its head and its rows as they are, under its title.
    pub fn cells(&self) -> Vec<Vec<String>> {
        [vec![self.title.clone()], self.joined_head()].into_iter().chain(self.rows.iter().cloned()).collect()
    }

    /// The table of what matters most: a row for each parameter.
    pub fn of_sensitivity(report: &Report, own: &Sensitivity) -> Table {
        sensitivity::table(report, own)
    }

    /// The table of what came of looking for numbers: a row for each of the best settings.
    pub fn of_balance(report: &Report, own: &Balancing) -> Table {
        balance::table(report, own)
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// As LaTeX, with the rules of the package booktabs, no wider than a page of A5.
    pub fn latex(&self) -> String {
        latex::write(self)
    }
}
