//! Tables as CSV. Files with a row for every value of every distribution are never in memory as a
//! whole. The program writes them row by row with the same functions.

use std::borrow::Cow;

use super::{ColumnKind, Table};
use crate::printable::is_command;

impl Table {
    /// Returns the heads and the rows as CSV. Numbers are written unchanged.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut writer = csv_writer();
        let heads = self
            .columns
            .iter()
            .map(|column| csv_text(&column.head.text));
        heads.for_each(|head| writer.write_field(head.as_bytes()).expect("in memory"));
        writer.write_record(None::<&[u8]>).expect("in memory");
        for row in 0..self.row_count() {
            for column in &self.columns {
                let text = column.cells[row].text.as_str();
                let is_number = matches!(column.kind, ColumnKind::Numbers | ColumnKind::Simulated);
                let text = if is_number {
                    Cow::Borrowed(text)
                } else {
                    csv_text(text)
                };
                writer.write_field(text.as_bytes()).expect("in memory");
            }
            writer.write_record(None::<&[u8]>).expect("in memory");
        }
        writer.into_inner().expect("in memory")
    }
}

/// Returns a CSV writer whose line endings are the same on every system.
pub fn csv_writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new()
        .terminator(csv::Terminator::Any(b'\n'))
        .flexible(true)
        .from_writer(Vec::new())
}

/// Returns a text that no spreadsheet reads as a formula, without control characters.
pub fn csv_text(text: &str) -> Cow<'_, str> {
    let is_number = || {
        text[1..]
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let is_formula =
        text.starts_with(['=', '@', '\t', '\r']) || text.starts_with(['+', '-']) && !is_number();
    let is_unfit = |c: char| is_command(c) && !matches!(c, '\t' | '\n' | '\r');
    if !is_formula && !text.contains(is_unfit) {
        return Cow::Borrowed(text);
    }
    let fit = |c: char| {
        if is_unfit(c) {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let apostrophe = is_formula.then_some('\'');
    Cow::Owned(
        apostrophe
            .into_iter()
            .chain(text.chars().map(fit))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;

    #[test]
    fn formulas_are_escaped_and_numbers_stay() {
        let names = Column::text("=name", ["-1d6", "a, \"b\"", "\u{1b}[1m"]);
        let table = Table::new(vec![names, Column::numbers("by", ["-1.5e-10", "", "3"])]);
        let wanted = "'=name,by\n'-1d6,-1.5e-10\n\"a, \"\"b\"\"\",\n\u{fffd}[1m,3\n";
        assert_eq!(String::from_utf8(table.to_csv()).unwrap(), wanted);
    }
}
