//! Columns laid out as text.

use comfy_table::{CellAlignment, Table, presets};

use crate::terminal::shown;

/// A column: its header and its cells, to the left or to the right.
#[derive(Clone, Debug)]
pub(super) struct Column {
    alignment: CellAlignment,
    header: String,
    cells: Vec<String>,
}

/// A column whose cells stand to the left.
pub(super) fn left(header: &str, cells: impl Iterator<Item = String>) -> Column {
    column(CellAlignment::Left, header, cells)
}

/// A column whose cells stand to the right: numbers.
pub(super) fn right(header: &str, cells: impl Iterator<Item = String>) -> Column {
    column(CellAlignment::Right, header, cells)
}

fn column(alignment: CellAlignment, header: &str, cells: impl Iterator<Item = String>) -> Column {
    let cells = cells.map(|cell| shown(&cell).into_owned());
    Column { alignment, header: shown(header).into_owned(), cells: cells.collect() }
}

impl Column {
    /// What stands over it.
    pub(super) fn header(&self) -> &str {
        &self.header
    }

    /// Whether any of its cells has this sign.
    pub(super) fn has(&self, sign: char) -> bool {
        self.cells.iter().any(|cell| cell.contains(sign))
    }

    /// The columns of a terminal that it takes, the gap before it included.
    pub(super) fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        self.header.lines().map(|line| line.chars().count()).chain(cells).max().unwrap_or(0) + 2
    }

    /// The same with its header on several lines, none longer than its cells or `least`, but for words that are longer.
    pub(super) fn narrowed(mut self, least: usize) -> Column {
        let cells = self.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let width = cells.max(least);
        let mut lines: Vec<String> = Vec::new();
        for word in self.header.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        self.header = lines.join("\n");
        self
    }
}

/// Columns as lines of text; no line of headers where there are none.
pub(super) fn laid_out(columns: &[Column]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if columns.iter().any(|column| !column.header.is_empty()) {
        table.set_header(columns.iter().map(|column| &column.header));
    }
    let rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..rows {
        table.add_row(columns.iter().map(|column| &column.cells[row]));
    }
    for (index, (own, column)) in table.column_iter_mut().zip(columns).enumerate() {
        own.set_padding((u16::from(index > 0), 1));
        own.set_cell_alignment(column.alignment);
    }
    table.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}
