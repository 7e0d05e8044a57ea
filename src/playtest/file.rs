//! Reads the file of a log: CSV in the usual encodings, or a workbook.

use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};

/// The first bytes of a workbook, which is a ZIP archive.
const ARCHIVE: &[u8] = b"PK\x03\x04";

/// Returns the text of a log. The first sheet of a workbook becomes comma-separated text with the
/// same rows, so that a message can name the row.
///
/// # Errors
/// Fails if it is a workbook that cannot be read, or if this build does not read workbooks.
pub fn log_text(name: &str, bytes: &[u8]) -> Result<Source, Diagnostics> {
    let text = if bytes.starts_with(ARCHIVE) {
        workbook_text(name, bytes)?
    } else {
        decode(bytes)
    };
    Ok(Source {
        name: name.to_owned(),
        text,
    })
}

/// Decodes a text: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which spreadsheets
/// write as "CSV". The few signs in which that differs from Latin-1 are read as Latin-1.
fn decode(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

#[cfg(not(feature = "xlsx"))]
fn workbook_text(name: &str, _: &[u8]) -> Result<String, Diagnostics> {
    Err(Diagnostic::nowhere(
        format!("{name} is a workbook, and this build of oddsmith cannot read workbooks"),
        "save it as CSV, use a package of a release, or build with `cargo build --release --features xlsx`",
    )
    .into())
}

#[cfg(feature = "xlsx")]
fn workbook_text(name: &str, bytes: &[u8]) -> Result<String, Diagnostics> {
    use calamine::{Data, Reader};

    let wrong = |reason: String| {
        Diagnostic::nowhere(
            format!("{name} cannot be read as a workbook: {reason}"),
            "save it as .xlsx or as CSV",
        )
    };
    let mut workbook = calamine::open_workbook_auto_from_rs(std::io::Cursor::new(bytes))
        .map_err(|error| wrong(error.to_string()))?;
    let sheet = workbook
        .worksheet_range_at(0)
        .ok_or_else(|| wrong("it has no sheet".to_owned()))?
        .map_err(|error| wrong(error.to_string()))?;
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    let cell = |cell: &Data| match cell {
        Data::DateTime(date) => date.to_string(),
        // A line break in a cell would move the rows below it.
        cell => cell.to_string().replace(['\n', '\r'], " "),
    };
    let (first_row, first_column) = sheet.start().unwrap_or_default();
    let blank = (0..first_row).map(|_| vec![String::new()]);
    let rows = sheet.rows().map(|row| {
        let before = (0..first_column).map(|_| String::new());
        before.chain(row.iter().map(cell)).collect()
    });
    for row in blank.chain(rows) {
        writer
            .write_record(&row)
            .map_err(|error| wrong(error.to_string()))?;
    }
    let text = writer
        .into_inner()
        .map_err(|error| wrong(error.to_string()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_encodings_are_read() {
        let text = "Züge,hits\n1,2\n";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        let marked = [&[0xEF, 0xBB, 0xBF], text.as_bytes()].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            [vec![0xFF, 0xFE], wide].concat(),
            latin,
            marked,
        ] {
            assert_eq!(log_text("log.csv", &bytes).expect("a text").text, text);
        }
    }

    #[cfg(not(feature = "xlsx"))]
    #[test]
    fn workbooks_need_the_feature() {
        let error = log_text("log.xlsx", b"PK\x03\x04...").expect_err("no workbooks");
        assert!(error.plain_text().contains("save it as CSV"));
    }
}
