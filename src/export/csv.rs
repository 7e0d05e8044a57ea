//! How tables are written: cells, rows and the columns that say which case a row is of.

use std::borrow::Cow;
use std::io::{self, Write};

use rayon::prelude::*;

use crate::report::{Case, Report};

/// Rows that are made, by all threads together, before they are written and it is looked whether to stop.
const BLOCK: usize = 50_000;
/// Laws, or other entries, of which one thread makes the rows at a time.
const CHUNK: usize = 16;

/// Where a table goes, and whether to go on.
pub struct Sink<'s> {
    /// Takes the bytes.
    pub out: &'s mut dyn Write,
    /// Whether the run was asked to stop.
    pub is_stopped: &'s dyn Fn() -> bool,
}

/// Makes a table block by block: no more than a block of it is ever in memory. An entry's weight is about how many rows
/// it has.
pub(super) fn table<E: Sync>(
    report: &Report,
    columns: &[&str],
    sink: Sink<'_>,
    (entries, weight): (impl Iterator<Item = E>, impl Fn(&E) -> usize),
    rows: impl Fn(&mut Vec<u8>, &E) + Sync,
) -> io::Result<()> {
    let mut head = Vec::new();
    case_headers(report).iter().for_each(|header| field(&mut head, header));
    columns.iter().for_each(|column| field(&mut head, column));
    head.push(b'\n');
    sink.out.write_all(&head)?;
    let mut entries = entries.peekable();
    while entries.peek().is_some() {
        if (sink.is_stopped)() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut many = 0;
        let block: Vec<E> = std::iter::from_fn(|| {
            let entry = if many < BLOCK { entries.next() } else { None }?;
            many += weight(&entry);
            Some(entry)
        })
        .collect();
        let made = |chunk: &[E]| {
            let mut bytes = Vec::new();
            chunk.iter().for_each(|entry| rows(&mut bytes, entry));
            bytes
        };
        let made: Vec<Vec<u8>> = block.par_chunks(CHUNK).map(made).collect();
        made.iter().try_for_each(|bytes| sink.out.write_all(bytes))?;
    }
    Ok(())
}

/// A small table as a whole.
pub(super) fn rows(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    columns.iter().for_each(|column| field(&mut bytes, column));
    bytes.push(b'\n');
    for row in rows {
        for (i, cell) in row.iter().enumerate() {
            // The first may be empty.
            bytes.extend((i > 0).then_some(b','));
            let mut alone = Vec::new();
            field(&mut alone, cell);
            bytes.extend(alone);
        }
        bytes.push(b'\n');
    }
    bytes
}

/// Adds a row of a case.
pub(super) fn row(rows: &mut Vec<u8>, report: &Report, case: &Case, cells: &[String]) {
    rows.extend_from_slice(&which(report, case));
    cells.iter().for_each(|cell| field(rows, cell));
    rows.push(b'\n');
}

/// The cells that say which case a row is of.
pub(super) fn which(report: &Report, case: &Case) -> Vec<u8> {
    let mut row = Vec::new();
    case_cells(report, case).iter().for_each(|cell| field(&mut row, cell));
    row
}

/// The columns that say which case a row is of: their headers.
pub fn case_headers(report: &Report) -> Vec<String> {
    let variant = (!report.variants.is_empty()).then(|| "variant".to_owned());
    ["case".to_owned()].into_iter().chain(variant).chain(report.sweep.iter().map(|swept| swept.key.clone())).collect()
}

/// The columns that say which case a row is of: their cells.
pub fn case_cells(report: &Report, case: &Case) -> Vec<String> {
    let variant = case.variant.map(|index| report.variants[index].clone());
    let swept = report.sweep.iter().zip(&case.point).map(|(swept, &index)| swept.values[index].clone());
    [case.number.to_string()].into_iter().chain(variant).chain(swept).collect()
}

/// A cell that no spreadsheet takes for a formula: a text that begins like one gets an apostrophe, a number never.
pub(super) fn inert(cell: &str) -> Cow<'_, [u8]> {
    let is_whole = |part: &str| part.parse::<i64>().is_ok();
    let is_fraction = || cell.split_once('/').is_some_and(|(n, d)| is_whole(n) && is_whole(d));
    let is_number = || is_fraction() || cell.ends_with(|c: char| c.is_ascii_digit()) && cell.parse::<f64>().is_ok();
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number() {
        Cow::Owned(format!("'{cell}").into_bytes())
    } else {
        Cow::Borrowed(cell.as_bytes())
    }
}

/// Adds a cell to a row, as RFC 4180 wants it: after a comma, but for the first; between quotes where it would break the
/// table otherwise.
pub(super) fn field(row: &mut Vec<u8>, cell: &str) {
    if !matches!(row.last(), None | Some(b'\n')) {
        row.push(b',');
    }
    let cell = inert(cell);
    if !cell.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        row.extend_from_slice(&cell);
        return;
    }
    row.push(b'"');
    for &byte in cell.iter() {
        row.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    row.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::html::fixture;
    use crate::export::laws::distribution;
    use crate::rule::metric::Kind;

    fn large() -> Report {
        fixture::report(Kind::Count, (150, 100), true, |_, quality, _| fixture::two_dice(quality as u64 % 5 + 1))
    }

    fn made(threads: usize, is_stopped: &(dyn Fn() -> bool + Sync)) -> (io::Result<()>, Vec<u8>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut out = Vec::new();
        let done = pool.install(|| distribution(&large(), Sink { out: &mut out, is_stopped }));
        (done, out)
    }

    #[test]
    fn a_table_of_several_blocks_is_whole_and_in_order_whatever_the_threads() {
        let (done, one) = made(1, &|| false);
        done.expect("in memory");
        let mut reader = csv::Reader::from_reader(&*one);
        let row = |row: Result<csv::StringRecord, csv::Error>| {
            let row = row.expect("a row");
            let number = |at: usize| row[at].parse::<i64>().expect("a number");
            (number(0), number(7))
        };
        let rows: Vec<(i64, i64)> = reader.records().map(row).collect();
        let wanted: Vec<(i64, i64)> = (1..=30_000).flat_map(|case| (0..3).map(move |value| (case, value))).collect();
        assert!(wanted.len() > BLOCK);
        assert_eq!(rows, wanted);
        assert_eq!(made(8, &|| false).1, one);
    }

    #[test]
    fn a_stop_is_heard_between_two_blocks() {
        let looks = std::sync::atomic::AtomicUsize::new(0);
        let (done, out) = made(2, &|| looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0);
        assert_eq!(done.map_err(|error| error.kind()), Err(io::ErrorKind::Interrupted));
        let rows = out.iter().filter(|&&byte| byte == b'\n').count();
        assert!((BLOCK / 2..BLOCK + 10).contains(&rows), "{rows}");
    }

    /// Against another writer of the same format.
    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["1", "a,b", "say \"no\"", "two\nlines", "", "\r", "plain", "\""];
        let mut row = Vec::new();
        cells.iter().for_each(|cell| field(&mut row, cell));
        row.push(b'\n');
        let mut other = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        let inert: Vec<_> = cells.iter().map(|cell| inert(cell)).collect();
        other.write_record(&inert).expect("in memory");
        assert_eq!(String::from_utf8(row), String::from_utf8(other.into_inner().expect("in memory")));
    }

    #[test]
    fn a_text_that_begins_like_a_formula_gets_an_apostrophe_and_a_number_never() {
        for text in ["=1+1", "@SUM(A1)", "-2+3", "+1d6", "-1d6", "-inf", "\t=1"] {
            assert_eq!(inert(text), format!("'{text}").into_bytes());
        }
        for text in ["91/216", "-479/108", "-1", "+1", "-0.5", "-1e-9", "never", "2d6-1", ""] {
            assert_eq!(inert(text), text.as_bytes());
        }
    }
}
