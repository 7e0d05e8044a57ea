//! Writes tables as CSV: cells, rows, and the columns that identify the case of a row.

use std::io::{self, Write};

use csv::{ByteRecord, Writer};
use rayon::prelude::*;

use super::cell::TableCell;
use oddsmith_model::report::{Case, Report, columns};
use oddsmith_model::table::csv_writer;

/// The number of rows that all threads together prepare between two writes. Before each block, the
/// writer checks whether to stop.
const BLOCK: usize = 50_000;
/// The number of entries, such as distributions, whose rows one thread prepares at a time.
const CHUNK: usize = 16;

/// The target of a table, and the check whether to stop.
pub struct Sink<'s> {
    /// The writer of the bytes.
    pub out: &'s mut dyn Write,
    /// Whether the run was asked to stop.
    pub is_stopped: &'s dyn Fn() -> bool,
}

/// The rows of a table under construction.
pub(super) struct Rows {
    writer: Writer<Vec<u8>>,
    text: Vec<u8>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            writer: csv_writer(),
            text: Vec::new(),
        }
    }

    /// Adds cells to the current row.
    pub(super) fn add_cells<'c>(&mut self, cells: impl IntoIterator<Item = TableCell<'c>>) {
        for cell in cells {
            self.text.clear();
            cell.push_csv_text(&mut self.text);
            self.writer.write_field(&self.text).expect("in memory");
        }
    }

    /// Adds cells that are already text.
    fn add_written_cells(&mut self, cells: &ByteRecord) {
        cells
            .iter()
            .for_each(|cell| self.writer.write_field(cell).expect("in memory"));
    }

    /// Ends the current row.
    pub(super) fn end_row(&mut self) {
        self.writer.write_record(None::<&[u8]>).expect("in memory");
    }

    /// Adds a whole row.
    pub(super) fn add_row<'c>(&mut self, cells: impl IntoIterator<Item = TableCell<'c>>) {
        self.add_cells(cells);
        self.end_row();
    }

    /// Returns the bytes of all rows.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.writer.into_inner().expect("in memory")
    }
}

/// The cells with which several rows begin.
pub(super) struct RowPrefix(ByteRecord);

impl RowPrefix {
    pub(super) fn new<'c>(cells: impl IntoIterator<Item = TableCell<'c>>) -> RowPrefix {
        RowPrefix(cells.into_iter().map(|cell| cell.to_csv_text()).collect())
    }

    /// Begins a row with these cells.
    pub(super) fn begin_row(&self, rows: &mut Rows) {
        rows.add_written_cells(&self.0);
    }
}

/// Writes a table block by block, so that at most one block is in memory. The weight of an entry is
/// its approximate number of rows.
pub(super) fn write_table<E: Sync>(
    report: &Report,
    columns: &[&str],
    sink: Sink<'_>,
    entries: impl Iterator<Item = E>,
    weight: impl Fn(&E) -> usize,
    rows: impl Fn(&mut Rows, &E) + Sync,
) -> io::Result<()> {
    let headers = case_headers(report);
    let mut head = Rows::new();
    head.add_row(
        headers
            .iter()
            .map(String::as_str)
            .chain(columns.iter().copied())
            .map(TableCell::text),
    );
    sink.out.write_all(&head.into_bytes())?;
    let mut entries = entries.peekable();
    while entries.peek().is_some() {
        if (sink.is_stopped)() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut row_count = 0;
        let block: Vec<E> = std::iter::from_fn(|| {
            let entry = if row_count < BLOCK {
                entries.next()
            } else {
                None
            }?;
            row_count += weight(&entry);
            Some(entry)
        })
        .collect();
        let chunk_bytes = |chunk: &[E]| {
            let mut chunk_rows = Rows::new();
            chunk.iter().for_each(|entry| rows(&mut chunk_rows, entry));
            chunk_rows.into_bytes()
        };
        let chunks: Vec<Vec<u8>> = block.par_chunks(CHUNK).map(chunk_bytes).collect();
        chunks
            .iter()
            .try_for_each(|bytes| sink.out.write_all(bytes))?;
    }
    Ok(())
}

/// Returns the headers of the columns that identify the case of a row. A parameter with the name of
/// another column is renamed: `parameter.count`.
pub fn case_headers(report: &Report) -> Vec<String> {
    let variant = (!report.variants.is_empty()).then(|| "variant".to_owned());
    let swept = report
        .sweep
        .iter()
        .map(|swept| columns::unique_column_name("parameter", &swept.key, &[]));
    ["case".to_owned()]
        .into_iter()
        .chain(variant)
        .chain(swept)
        .collect()
}

/// Returns the cells of the columns that identify the case of a row.
pub fn case_cells<'r>(report: &'r Report, case: &'r Case) -> impl Iterator<Item = TableCell<'r>> {
    let variant = case
        .variant
        .map(|index| TableCell::text(&report.variants[index]));
    let swept = report
        .sweep
        .iter()
        .zip(&case.point)
        .map(|(swept, &index)| TableCell::Value(&swept.values[index]));
    [TableCell::Count(case.number as u64)]
        .into_iter()
        .chain(variant)
        .chain(swept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::write_distribution;
    use crate::html::fixture;
    use oddsmith_model::rule::metric::Kind;

    fn large() -> Report {
        fixture::report(Kind::Count, 150, 100, true, |_, quality, _| {
            fixture::two_dice(quality as u64 % 5 + 1)
        })
    }

    fn write_large(
        threads: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> (io::Result<()>, Vec<u8>) {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let mut out = Vec::new();
        let done = pool.install(|| {
            write_distribution(
                &large(),
                Sink {
                    out: &mut out,
                    is_stopped,
                },
            )
        });
        (done, out)
    }

    #[test]
    fn large_tables_are_complete_and_in_order() {
        let (done, single_threaded) = write_large(1, &|| false);
        done.expect("in memory");
        let mut reader = csv::Reader::from_reader(&*single_threaded);
        let row = |row: Result<csv::StringRecord, csv::Error>| {
            let row = row.expect("a row");
            let number = |column: usize| row[column].parse::<i64>().expect("a number");
            (number(0), number(7))
        };
        let rows: Vec<(i64, i64)> = reader.records().map(row).collect();
        let wanted: Vec<(i64, i64)> = (1..=30_000)
            .flat_map(|case| (0..3).map(move |value| (case, value)))
            .collect();
        assert!(wanted.len() > BLOCK);
        assert_eq!(rows, wanted);
        assert_eq!(write_large(8, &|| false).1, single_threaded);
    }

    #[test]
    fn a_stop_ends_the_table_after_a_block() {
        let looks = std::sync::atomic::AtomicUsize::new(0);
        let (done, out) = write_large(2, &|| {
            looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0
        });
        assert_eq!(
            done.map_err(|error| error.kind()),
            Err(io::ErrorKind::Interrupted)
        );
        let rows = out.iter().filter(|&&byte| byte == b'\n').count();
        assert!((BLOCK / 2..BLOCK + 10).contains(&rows), "{rows}");
    }
}
