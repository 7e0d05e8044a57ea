//! `distribution.csv` and `summary.csv`: every number of a report, a row each.

use std::borrow::Cow;
use std::io::{self, Write};

use oddsmith_engine::odds::Mass;
use oddsmith_engine::stats::quantile_interval;
use rayon::prelude::*;

use crate::report::columns::{DISTRIBUTION, SUMMARY};
use crate::report::{Case, Law, Observed, Report, Row, Source};
use crate::rule::metric::Measure;

use super::number::{ESTIMATE, EXACT, significant};

/// Columns of `distribution.csv` up to the estimate: those that `played.csv` has.
const PLAYED: usize = 7;
/// Columns of it that are the same for all rows of a law: metric, step and the step's label.
const LEADING: usize = 3;

/// Rows that are made, by all threads together, before they are written and it is looked whether to stop.
const BLOCK: usize = 10_000;
/// Laws, or other entries, of which one thread makes the rows at a time.
const CHUNK: usize = 16;

/// Where a table goes, and whether to go on.
pub struct Sink<'s> {
    /// Takes the bytes.
    pub out: &'s mut dyn Write,
    /// Whether the run was asked to stop.
    pub is_stopped: &'s dyn Fn() -> bool,
}

/// A row for each case, metric, step and value.
///
/// # Errors
/// Of kind `Interrupted` when it is stopped; as the sink has them.
pub fn distribution(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &DISTRIBUTION, sink, |rows, entry| law_rows(rows, report, entry, entry.law, DISTRIBUTION.len()))
}

/// The same of the trials that were played as a witness beside drawn ones.
///
/// # Errors
/// As for [`distribution`].
pub fn played(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &DISTRIBUTION[..PLAYED], sink, |rows, entry| {
        if let Some(witness) = &entry.law.witness {
            let own = Law::new(entry.law.step, witness.trials, witness.tally.clone(), None);
            law_rows(rows, report, entry, &own, PLAYED);
        }
    })
}

/// Whether any trials were played as a witness.
pub fn has_played(report: &Report) -> bool {
    report.cases.iter().any(|case| case.witness_trials.is_some())
}

/// A row for each case, metric and step.
///
/// # Errors
/// As for [`distribution`].
pub fn summary(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    law_table(report, &SUMMARY, sink, |rows, entry| {
        row(rows, report, entry.case, &summary_row(report, entry.case, entry.observed, entry.law));
    })
}

/// A law with its case and metric.
#[derive(Clone, Copy)]
struct Entry<'r> {
    case: &'r Case,
    observed: &'r Observed,
    law: &'r Law,
}

/// Makes a table of which every law has its rows.
fn law_table(
    report: &Report,
    columns: &[&str],
    sink: Sink<'_>,
    rows: impl Fn(&mut Vec<u8>, &Entry<'_>) + Sync,
) -> io::Result<()> {
    let entries = laws(report).map(|(case, observed, law)| Entry { case, observed, law });
    let weight = |entry: &Entry<'_>| {
        let odds = entry.law.exact.as_ref().map_or(0, |exact| exact.pmf.masses().len());
        1 + odds.max(entry.law.tally.iter().count())
    };
    table(report, columns, sink, (entries, weight), rows)
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
fn which(report: &Report, case: &Case) -> Vec<u8> {
    let mut row = Vec::new();
    case_cells(report, case).iter().for_each(|cell| field(&mut row, cell));
    row
}

/// A row for each value of a law, and one for its absence.
fn law_rows(rows: &mut Vec<u8>, report: &Report, entry: &Entry<'_>, law: &Law, columns: usize) {
    let metric = &entry.observed.metric;
    let mut start = which(report, entry.case);
    for cell in [&metric.name, &step(law), &step_label(entry.case, law)] {
        field(&mut start, cell);
    }
    let mut write = |row: &Row, value: &str, label: &str| {
        let exact = row.exact.map(Mass::resolved);
        let fraction = exact.and_then(|(_, fraction)| fraction);
        let cells = [
            Cow::from(value),
            label.into(),
            row.count.to_string().into(),
            significant(row.estimate, ESTIMATE).into(),
            significant(row.interval.low, ESTIMATE).into(),
            significant(row.interval.high, ESTIMATE).into(),
            exact.map_or_else(String::new, |(value, _)| significant(value, EXACT)).into(),
            fraction.map_or_else(String::new, |(n, d)| format!("{n}/{d}")).into(),
        ];
        rows.extend_from_slice(&start);
        cells[..columns - LEADING].iter().for_each(|cell| field(rows, cell));
        rows.push(b'\n');
    };
    for row in law.rows_of_all(report.run.confidence) {
        let outcome = usize::try_from(row.value).ok().and_then(|code| metric.outcomes().get(code));
        write(&row, &row.value.to_string(), outcome.map_or("", |outcome| &outcome.name));
    }
    if let Some(row) = law.absence(report.run.confidence) {
        write(&row, "", "absent");
    }
}

/// Every law of a report with its case and metric.
pub fn laws(report: &Report) -> impl Iterator<Item = (&Case, &Observed, &Law)> {
    report.cases.iter().flat_map(|case| {
        case.metrics.iter().flat_map(move |observed| observed.laws.iter().map(move |law| (case, observed, law)))
    })
}

/// The cells of [`SUMMARY`]; those that a category does not have are empty.
pub fn summary_row(report: &Report, case: &Case, observed: &Observed, law: &Law) -> [String; 32] {
    let tally = &law.tally;
    let is_number = observed.is_number();
    let number = |value: Option<f64>, digits| {
        let value = value.filter(|value| is_number && value.is_finite());
        value.map_or_else(String::new, |value| significant(value, digits))
    };
    let whole = |value: Option<i64>| value.filter(|_| is_number).map_or_else(String::new, |value| value.to_string());
    let mean = observed.read(law, Measure::Mean, report.run.confidence);
    let median = quantile_interval(tally, 50, report.run.confidence);
    let pmf = law.pmf();
    let exact_quantile = |percent: u64| whole(pmf.and_then(|pmf| pmf.quantile(percent as f64 / 100.0)));
    let ends = pmf.map(|pmf| pmf.masses()).unwrap_or_default();
    let share = |value: f64| significant(value, EXACT);
    [
        observed.metric.name.clone(),
        step(law),
        step_label(case, law),
        law.trials.to_string(),
        significant(tally.total() as f64 / law.trials.max(1) as f64, ESTIMATE),
        law.exact.as_ref().map_or_else(String::new, |exact| share(exact.present())),
        number(tally.mean(), ESTIMATE),
        number(Some(mean.interval.low), ESTIMATE),
        number(Some(mean.interval.high), ESTIMATE),
        number(tally.sd(), ESTIMATE),
        whole(tally.iter().next().map(|(value, _)| value)),
        whole(tally.quantile(5)),
        whole(tally.quantile(25)),
        whole(tally.quantile(50)),
        whole(tally.quantile(75)),
        whole(tally.quantile(95)),
        whole(tally.iter().next_back().map(|(value, _)| value)),
        number(mean.exact, EXACT),
        number(law.exact_sd(), EXACT),
        law.fit().map_or_else(String::new, |p| significant(p, ESTIMATE)),
        source(case, law).name().to_owned(),
        law.witness.as_ref().map_or_else(String::new, |witness| witness.trials.to_string()),
        number(law.witness.as_ref().and_then(|witness| witness.tally.mean()), ESTIMATE),
        whole(ends.first().map(|&(value, _)| value)),
        exact_quantile(5),
        exact_quantile(25),
        exact_quantile(50),
        exact_quantile(75),
        exact_quantile(95),
        // What was cut may have been larger than all that was not.
        whole(ends.last().map(|&(value, _)| value).filter(|_| law.unresolved() == 0.0)),
        whole(median.map(|(low, _)| low)),
        whole(median.map(|(_, high)| high)),
    ]
}

/// Where the counts of a law come from: in a drawn case, what has no witness beside it was played itself.
fn source(case: &Case, law: &Law) -> Source {
    if law.witness.is_none() { Source::Played } else { case.source }
}

/// What a step is called: the name of the Wing, where steps have names.
pub(super) fn step_label(case: &Case, law: &Law) -> String {
    law.step.and_then(|step| case.own_step_name(step)).unwrap_or_default().to_owned()
}

fn step(law: &Law) -> String {
    law.step.map_or_else(String::new, |step| step.to_string())
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
fn field(row: &mut Vec<u8>, cell: &str) {
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
