//! Tables as BBCode, for forums.

use super::Table;
use crate::printable::is_command;

impl Table {
    /// Returns the table as BBCode. Columns are aligned by spaces inside `[code]`, which every forum
    /// knows, because few know `[table]`.
    pub fn to_bbcode(&self) -> String {
        let row = |index| {
            self.row(index)
                .map(|cell| safe_bbcode(&cell.one_line_text()))
                .collect()
        };
        let heads = self
            .joined_heads()
            .iter()
            .map(|head| safe_bbcode(head))
            .collect();
        let rows: Vec<Vec<String>> = [heads]
            .into_iter()
            .chain((0..self.row_count()).map(row))
            .collect();
        let width = |index: usize| {
            rows.iter()
                .map(|row| row[index].chars().count())
                .max()
                .unwrap_or(0)
        };
        let columns: Vec<(usize, bool)> = self
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| (width(index), column.kind.is_left()))
            .collect();
        let padded = |(text, &(width, is_left)): (&String, &(usize, bool))| {
            if is_left {
                format!("{text:<width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().zip(&columns).map(padded).collect();
            format!("{}\n", cells.join("  ").trim_end())
        };
        let body: String = rows.iter().map(line).collect();
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("[b]{}[/b]\n", safe_bbcode(&self.title));
        }
        if !self.subtitle.is_empty() {
            text += &format!("{}\n", safe_bbcode(&self.subtitle));
        }
        text += &format!("[code]\n{body}[/code]\n");
        if !self.note.is_empty() {
            text += &format!("[i]{}[/i]\n", safe_bbcode(&self.note));
        }
        text
    }
}

/// Returns a text without BBCode: BBCode has no escapes, so that square brackets become round ones.
fn safe_bbcode(text: &str) -> String {
    let safe = |c: char| match c {
        '[' => '(',
        ']' => ')',
        '\n' | '\r' | '\t' => ' ',
        c if is_command(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;

    #[test]
    fn columns_are_aligned_and_tags_removed() {
        let columns = vec![
            Column::text("QV", ["4", "[b]5[/b]"]),
            Column::numbers("All", ["12.5%", "3.7%"]),
        ];
        let table = Table {
            note: "Exact.".to_owned(),
            ..Table::new(columns).with_title("Success", "of a Wing")
        };
        let wanted = "[b]Success[/b]\nof a Wing\n[code]\nQV          All\n4         12.5%\n\
                      (b)5(/b)   3.7%\n[/code]\n[i]Exact.[/i]\n";
        assert_eq!(table.to_bbcode(), wanted);
    }
}
