//! Tables as text for a terminal.

use comfy_table::{CellAlignment, presets};
use unicode_width::UnicodeWidthStr;

use super::{Cell, Column, Table};
use crate::printable::printable_line;

impl Table {
    /// Returns the table as lines of text. Empty heads take no line. A table that is wider than the
    /// terminal is split by its columns, with an empty line between the parts.
    pub fn to_text(&self, width: usize) -> String {
        let parts = self.split_columns(|part| part.text_width() <= width);
        parts.iter().map(lines).collect::<Vec<_>>().join("\n")
    }

    /// Returns how many terminal columns it takes.
    pub fn text_width(&self) -> usize {
        self.columns.iter().map(Column::text_width).sum()
    }
}

impl Column {
    /// Returns how many terminal columns it takes, including a gap of two before it.
    pub fn text_width(&self) -> usize {
        let heads = self.head.one_line_text();
        heads
            .lines()
            .map(letters)
            .max()
            .unwrap_or(0)
            .max(self.widest_cell())
            + 2
    }

    fn widest_cell(&self) -> usize {
        self.cells
            .iter()
            .map(|cell| letters(&cell.one_line_text()))
            .max()
            .unwrap_or(0)
    }

    /// Wraps the head so that its lines are no longer than the cells or `least`, except for longer
    /// words.
    pub fn with_wrapped_head(self, least: usize) -> Column {
        let width = self.widest_cell().max(least);
        let mut lines: Vec<String> = Vec::new();
        for word in self.head.one_line_text().split_whitespace() {
            match lines.last_mut() {
                Some(line) if letters(line) + 1 + letters(word) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        Column {
            head: Cell::from(lines.join("\n")),
            ..self
        }
    }
}

/// Returns how many terminal columns a text takes. An emoji takes two.
fn letters(text: &str) -> usize {
    text.width()
}

/// Renders all columns next to each other.
fn lines(table: &Table) -> String {
    let mut text = comfy_table::Table::new();
    text.load_style(presets::NOTHING);
    if table
        .columns
        .iter()
        .any(|column| !column.head.text.is_empty())
    {
        let shown_lines = |head: String| {
            head.lines()
                .map(|line| printable_line(line).into_owned())
                .collect::<Vec<_>>()
                .join("\n")
        };
        text.set_header(
            table
                .columns
                .iter()
                .map(|column| shown_lines(column.head.one_line_text())),
        );
    }
    for row in 0..table.row_count() {
        text.add_row(
            table
                .row(row)
                .map(|cell| printable_line(&cell.one_line_text()).into_owned()),
        );
    }
    for (index, (laid, column)) in text.column_iter_mut().zip(&table.columns).enumerate() {
        laid.set_padding((u16::from(index > 0), 1));
        laid.set_cell_alignment(if column.kind.is_left() {
            CellAlignment::Left
        } else {
            CellAlignment::Right
        });
    }
    text.lines()
        .fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_are_split_by_columns() {
        let names = Column::text("", ["QV 2"]);
        let value = |number: usize| Column::numbers(number.to_string(), ["57.9"]);
        let columns = [names].into_iter().chain((0..5).map(value)).collect();
        let table = Table::new(columns);
        // The names and each number take 6 columns.
        let counts = |width| {
            let text = table.to_text(width);
            text.split("\n\n")
                .map(|part| part.matches("57.9").count())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [counts(36), counts(35), counts(18), counts(3)],
            [vec![5], vec![4, 1], vec![2, 2, 1], vec![1; 5]]
        );
        assert_eq!(
            table.to_text(14),
            "         0\nQV 2  57.9\n".to_owned()
                + &(1..5)
                    .map(|number| format!("\n         {number}\nQV 2  57.9\n"))
                    .collect::<String>()
        );
    }
}
