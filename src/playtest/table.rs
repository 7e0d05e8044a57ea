//! The text of a log as a table: headers, and rows of cells with their lines.

use std::ops::Range;
use std::sync::Arc;

use csv::{Position, ReaderBuilder, StringRecord, Trim};

use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};

/// The signs that may separate cells. Spreadsheets of countries with a decimal comma write
/// semicolons.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// The most rows of a log.
const MAX_ROWS: usize = 5_000_000;

/// A log: its header and its rows.
#[derive(Debug)]
pub(super) struct LogTable {
    source: Arc<Source>,
    separator: u8,
    pub(super) headers: Vec<String>,
    header_start: usize,
    pub(super) rows: Vec<TableRow>,
}

/// A row of a log.
#[derive(Debug)]
pub(super) struct TableRow {
    /// Its line in the file, from 1.
    pub(super) line: u64,
    /// The byte at which it starts.
    start: usize,
    cells: StringRecord,
}

impl TableRow {
    /// Returns a cell without blanks around it; empty beyond the end of the row.
    pub(super) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).unwrap_or("")
    }

    fn is_blank(&self) -> bool {
        self.cells.iter().all(str::is_empty)
    }
}

impl LogTable {
    /// Reads a log from its text.
    ///
    /// # Errors
    /// Fails if there is no header or no row, if a quotation mark is not closed, or if a row has
    /// more cells than the header.
    pub(super) fn read(source: Source) -> Result<LogTable, Diagnostics> {
        let source = Arc::new(source);
        let separator = separator(&source.text);
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .trim(Trim::All)
            .from_reader(source.text.as_bytes());
        let mut rows = Vec::new();
        let mut cells = StringRecord::new();
        loop {
            match reader.read_record(&mut cells) {
                Ok(false) => break,
                Ok(true) => {}
                Err(error) => return Err(unreadable(&source, &error).into()),
            }
            let row = row(&cells);
            if !row.is_blank() {
                rows.push(row);
            }
            if rows.len() > MAX_ROWS + 1 {
                let problem = format!("{} has more than {MAX_ROWS} rows", source.name);
                return Err(Diagnostic::nowhere(problem, "split the log").into());
            }
        }
        if rows.len() < 2 {
            let problem = format!("{} has no trials", source.name);
            let help = "write the names of the columns into the first row, and one trial into each row below; \
                `--form` writes an empty sheet";
            return Err(Diagnostic::nowhere(problem, help).into());
        }
        let header = rows.remove(0);
        let table = LogTable {
            headers: header.cells.iter().map(str::to_owned).collect(),
            header_start: header.start,
            source,
            separator,
            rows,
        };
        let too_long = |row: &&TableRow| {
            let cells = row.cells.iter().skip(table.headers.len());
            cells.into_iter().any(|cell| !cell.is_empty())
        };
        match table.rows.iter().find(too_long) {
            Some(row) => {
                let problem = format!(
                    "this row has {} cells, and the header has {}",
                    row.cells.len(),
                    table.headers.len()
                );
                let help = "put a cell that contains a comma into quotation marks, or add a header";
                let place = table.cell_place(row, table.headers.len());
                Err(Diagnostic::at(&place, problem, help).into())
            }
            None => Ok(table),
        }
    }

    /// Returns the name of the file.
    pub(super) fn name(&self) -> &str {
        &self.source.name
    }

    /// Returns the place of a cell.
    pub(super) fn cell_place(&self, row: &TableRow, column: usize) -> Place {
        self.place(row.start, column)
    }

    /// Returns the place of a header.
    pub(super) fn header_place(&self, column: usize) -> Place {
        self.place(self.header_start, column)
    }

    fn place(&self, start: usize, column: usize) -> Place {
        Place {
            source: Arc::clone(&self.source),
            span: cell_span(&self.source.text, start, column, self.separator),
        }
    }
}

fn row(cells: &StringRecord) -> TableRow {
    let (line, start) = cells.position().map_or((0, 0), |position: &Position| {
        (position.line(), position.byte() as usize)
    });
    TableRow {
        line,
        start,
        cells: cells.clone(),
    }
}

fn unreadable(source: &Source, error: &csv::Error) -> Diagnostic {
    Diagnostic::nowhere(
        format!("{} cannot be read: {error}", source.name),
        "save it as CSV (UTF-8)",
    )
}

/// Returns the sign that separates most cells of the first line.
fn separator(text: &str) -> u8 {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("");
    let count = |separator: u8| {
        let mut is_quoted = false;
        let is_separator = |byte: &u8| {
            is_quoted ^= *byte == b'"';
            !is_quoted && *byte == separator
        };
        first
            .as_bytes()
            .iter()
            .copied()
            .filter(is_separator)
            .count()
    };
    // If two are equally frequent, the first one counts: a log of one column has none.
    SEPARATORS
        .into_iter()
        .rev()
        .max_by_key(|&separator| count(separator))
        .unwrap_or(b',')
}

/// Returns the bytes of a cell, without blanks around it, in the record that starts at a byte.
fn cell_span(text: &str, start: usize, column: usize, separator: u8) -> Range<usize> {
    let bytes = text.as_bytes();
    // A record starts after the line end of the record before it.
    let mut from = start;
    while matches!(bytes.get(from), Some(b'\n' | b'\r')) {
        from += 1;
    }
    let (mut rest, mut is_quoted, mut at) = (column, false, from);
    while let Some(&byte) = bytes.get(at) {
        is_quoted ^= byte == b'"';
        let ends_row = !is_quoted && matches!(byte, b'\n' | b'\r');
        if !is_quoted && byte == separator || ends_row {
            if rest == 0 || ends_row {
                break;
            }
            rest -= 1;
            from = at + 1;
        }
        at += 1;
    }
    let cell = &text[from..at];
    let blanks = cell.len() - cell.trim_start().len();
    from + blanks..(from + blanks).max(from + cell.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LogTable, Diagnostics> {
        LogTable::read(Source {
            name: "log.csv".to_owned(),
            text: text.to_owned(),
        })
    }

    #[test]
    fn cells_have_their_lines_and_places() {
        for separator in [",", ";", "\t"] {
            let text = "date,hits ,\"who, where\"\n\n1.2., 3 ,\"Ann, home\"\n\r\n2.2.,4,\n,,\n"
                .replace(',', separator);
            let table = read(&text).expect("a table");
            assert_eq!(table.headers.len(), 3, "{separator:?}");
            assert_eq!(table.headers[1], "hits");
            let lines: Vec<u64> = table.rows.iter().map(|row| row.line).collect();
            assert_eq!(table.rows.len(), 2, "blank rows are skipped");
            assert_eq!(table.rows[0].cell(1), "3");
            let place = table.cell_place(&table.rows[0], 1);
            assert_eq!(&place.source.text[place.span], "3");
            let place = table.cell_place(&table.rows[1], 1);
            assert_eq!(&place.source.text[place.span], "4", "{lines:?}");
            let place = table.header_place(1);
            assert_eq!(&place.source.text[place.span], "hits");
        }
    }

    #[test]
    fn logs_without_trials_and_rows_with_too_many_cells_are_errors() {
        for text in ["", "hits\n", "\n\n"] {
            let error = read(text).expect_err("no trials").plain_text();
            assert!(error.contains("has no trials"), "{error}");
        }
        let error = read("hits,date\n1,2,3\n")
            .expect_err("3 cells")
            .plain_text();
        assert!(error.contains("log.csv:2:5"), "{error}");
    }
}
