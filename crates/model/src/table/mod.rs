//! Tables for output: columns with heads, a title and a note. This one type is rendered as terminal
//! text, Markdown, LaTeX, Typst, HTML, BBCode and CSV.

mod aligned;
mod bbcode;
mod csv;
mod html;
mod latex;
mod latex_fit;
mod markdown;
mod text;
mod typst;

pub use csv::{csv_text, csv_writer};

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Its title; may be empty.
    pub title: String,
    /// The text under the title; may be empty.
    pub subtitle: String,
    /// The axis of all columns but the first; may be empty.
    pub column_axis: String,
    /// Its columns; all have the same number of cells.
    pub columns: Vec<Column>,
    /// The text under the table; may be empty.
    pub note: String,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The kind of its contents.
    pub kind: ColumnKind,
    /// The head above its cells; may be empty.
    pub head: Cell,
    /// Its cells, one for each row.
    pub cells: Vec<Cell>,
}

/// The contents of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Names of the rows, aligned left.
    Names,
    /// Text, aligned left.
    Text,
    /// Numbers, aligned right.
    Numbers,
    /// Simulated numbers next to exact ones, aligned right. The report hides them until its reader
    /// asks for them.
    Simulated,
}

/// A cell: its text, and additions that only HTML shows separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// Its style in HTML.
    pub style: CellStyle,
    /// A note after the text, in smaller letters; may be empty.
    pub note: String,
    /// An explanation on a line below the text; may be empty.
    pub detail: String,
}

/// The style of a cell in HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellStyle {
    /// Plain text.
    #[default]
    Plain,
    /// In bold.
    Strong,
    /// As code.
    Code,
}

impl Table {
    /// Returns a table of columns with equally many cells.
    pub fn new(columns: Vec<Column>) -> Table {
        Table {
            columns,
            ..Table::default()
        }
    }

    /// Returns a table of rows. A row that is too short is filled with empty cells.
    pub fn from_rows<C: Into<Cell>>(
        mut columns: Vec<Column>,
        rows: impl IntoIterator<Item = Vec<C>>,
    ) -> Table {
        for row in rows {
            let mut cells = row.into_iter().map(Into::into);
            columns
                .iter_mut()
                .for_each(|column| column.cells.push(cells.next().unwrap_or_default()));
        }
        Table::new(columns)
    }

    /// Returns a rulebook table: names in the first column, numbers in the others.
    pub fn from_numbers(
        heads: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Table {
        let kind = |index| {
            if index == 0 {
                ColumnKind::Names
            } else {
                ColumnKind::Numbers
            }
        };
        let column = |(index, head)| Column::new(kind(index), head);
        Table::from_rows(heads.into_iter().enumerate().map(column).collect(), rows)
    }

    /// Returns the subtitle and the note as one text, for formats that print both under the table.
    fn text_below(&self) -> String {
        if self.subtitle.is_empty() || self.note.is_empty() {
            return format!("{}{}", self.subtitle, self.note);
        }
        let is_sentence = self.subtitle.ends_with(['.', '?', '!', '…']);
        let end = if is_sentence { "" } else { "." };
        format!("{}{end} {}", self.subtitle, self.note)
    }

    /// Sets the title and the text under it.
    pub fn with_title(self, title: impl Into<String>, subtitle: impl Into<String>) -> Table {
        Table {
            title: title.into(),
            subtitle: subtitle.into(),
            ..self
        }
    }

    /// Returns the number of its rows.
    pub fn row_count(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// Returns the cells of a row.
    pub fn row(&self, index: usize) -> impl Iterator<Item = &Cell> {
        self.columns.iter().map(move |column| &column.cells[index])
    }

    /// Returns whether any cell contains a character.
    pub fn contains(&self, sign: char) -> bool {
        self.columns.iter().any(|column| column.contains(sign))
    }

    /// Returns the heads of the columns. The first head includes the axis of the others: "QV /
    /// Dice".
    pub fn joined_heads(&self) -> Vec<String> {
        let mut heads: Vec<String> = self
            .columns
            .iter()
            .map(|column| column.head.one_line_text())
            .collect();
        if let Some(first) = heads.first_mut().filter(|_| !self.column_axis.is_empty()) {
            *first = format!("{first} / {}", self.column_axis);
        }
        heads
    }

    /// Splits a table that is too wide by its columns. Each part has the first column and at least
    /// one other.
    pub fn split_columns(&self, fits: impl Fn(&Table) -> bool) -> Vec<Table> {
        let Some((names, values)) = self.columns.split_first() else {
            return Vec::new();
        };
        let mut part = Table {
            columns: vec![names.clone()],
            ..self.clone()
        };
        let mut parts = Vec::new();
        for column in values {
            part.columns.push(column.clone());
            if part.columns.len() > 2 && !fits(&part) {
                part.columns.pop();
                let columns = vec![names.clone(), column.clone()];
                parts.push(std::mem::replace(
                    &mut part,
                    Table {
                        columns,
                        ..self.clone()
                    },
                ));
            }
        }
        parts.push(part);
        parts
    }
}

impl Column {
    /// Returns a column without cells.
    pub fn new(kind: ColumnKind, head: impl Into<Cell>) -> Column {
        Column {
            kind,
            head: head.into(),
            cells: Vec::new(),
        }
    }

    /// Returns a column of text.
    pub fn text<C: Into<Cell>>(
        head: impl Into<Cell>,
        cells: impl IntoIterator<Item = C>,
    ) -> Column {
        Column {
            cells: cells.into_iter().map(Into::into).collect(),
            ..Column::new(ColumnKind::Text, head)
        }
    }

    /// Returns a column of numbers.
    pub fn numbers<C: Into<Cell>>(
        head: impl Into<Cell>,
        cells: impl IntoIterator<Item = C>,
    ) -> Column {
        Column {
            kind: ColumnKind::Numbers,
            ..Column::text(head, cells)
        }
    }

    /// Returns whether any cell contains a character.
    pub fn contains(&self, sign: char) -> bool {
        self.cells.iter().any(|cell| cell.text.contains(sign))
    }
}

impl ColumnKind {
    /// Returns whether its cells are aligned left.
    pub fn is_left(self) -> bool {
        matches!(self, ColumnKind::Names | ColumnKind::Text)
    }
}

impl Cell {
    /// Returns a cell in a style.
    pub fn styled(style: CellStyle, text: impl Into<String>) -> Cell {
        Cell {
            style,
            ..Cell::from(text.into())
        }
    }

    /// Adds a note in smaller letters.
    pub fn with_note(self, note: impl Into<String>) -> Cell {
        Cell {
            note: note.into(),
            ..self
        }
    }

    /// Adds an explanation below the text.
    pub fn with_detail(self, detail: impl Into<String>) -> Cell {
        Cell {
            detail: detail.into(),
            ..self
        }
    }

    /// Returns the text with its note and its explanation on one line: "Even odds, 0.45 to 0.55".
    pub fn one_line_text(&self) -> String {
        let note = if self.note.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.note)
        };
        let detail = if self.detail.is_empty() {
            String::new()
        } else {
            format!(", {}", self.detail)
        };
        format!("{}{note}{detail}", self.text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell {
            text,
            ..Cell::default()
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::from(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::from(text.clone())
    }
}
