//! Tables as BBCode, for forums.

use super::Table;
use crate::printable::is_command;

impl Table {
    /// Returns the table as BBCode. Columns are aligned by spaces inside `[code]`, which every
    /// forum knows, because few know `[table]`.
    pub fn to_bbcode(&self) -> String {
        let body: String = self
            .aligned_lines(0, safe_bbcode)
            .lines
            .iter()
            .map(|line| format!("{}\n", line.join("  ").trim_end()))
            .collect();
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
