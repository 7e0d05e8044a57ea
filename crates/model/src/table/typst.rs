//! Tables as Typst figures.

use super::Table;
use crate::printable::is_command;

impl Table {
    /// Returns the table as a figure in Typst, whose head repeats on every page.
    pub fn to_typst(&self) -> String {
        let aligned: Vec<&str> = self
            .columns
            .iter()
            .map(|column| {
                if column.kind.is_left() {
                    "left"
                } else {
                    "right"
                }
            })
            .collect();
        let cells = |texts: Vec<String>| -> String {
            texts
                .iter()
                .map(|text| format!("[{}]", escape_typst(text)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let head = cells(self.joined_heads());
        let rows: String = (0..self.row_count())
            .map(|index| {
                let texts = self.row(index).map(|cell| cell.one_line_text()).collect();
                format!("    {},\n", cells(texts))
            })
            .collect();
        let text_below = escape_typst(&self.text_below());
        let note = if text_below.is_empty() {
            String::new()
        } else {
            format!("#text(size: 0.85em)[{text_below}]\n")
        };
        format!(
            "#figure(\n  caption: [{}],\n  table(\n    columns: {},\n    align: ({},),\n    \
             stroke: none,\n    table.hline(),\n    table.header({head}),\n    \
             table.hline(stroke: 0.5pt),\n{rows}    table.hline(),\n  ),\n)\n{note}",
            escape_typst(&self.title),
            self.columns.len(),
            aligned.join(", ")
        )
    }
}

/// Escapes a text for Typst. Line breaks become spaces.
fn escape_typst(text: &str) -> String {
    let mut safe = String::new();
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '\\' | '#' | '$' | '*' | '_' | '`' | '<' | '>' | '@' | '[' | ']' | '"' | '\'' | '~' => {
                safe.extend(['\\', c]);
            }
            // At the beginning these open a list or a heading, and "//" and "/*" a comment.
            '=' | '-' | '+' | '/' if previous == ' ' || previous == c => safe.extend(['\\', c]),
            '\n' | '\r' | '\t' => safe.push(' '),
            c if is_command(c) => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
        previous = if c.is_whitespace() { ' ' } else { c };
    }
    // A number with a full stop in front of a text would be a list.
    let digits = safe.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && safe[digits..].starts_with(". ") {
        safe.insert(digits, '\\');
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape_typst("#f [a] *b* _c_ <d> @e $f$ // g"),
            r"\#f \[a\] \*b\* \_c\_ \<d\> \@e \$f\$ \/\/ g"
        );
        assert_eq!(escape_typst("- a\n= b"), r"\- a \= b");
        assert_eq!(escape_typst("1. a"), r"1\. a");
        assert_eq!(escape_typst("2d6-1, 3/4"), "2d6-1, 3/4");
        assert_eq!(escape_typst("\u{1b}"), "\u{fffd}");
    }

    #[test]
    fn a_table_is_a_figure() {
        let columns = vec![
            Column::text("QV", ["4", "5"]),
            Column::numbers("All succeed", ["12.5%", "3.7%"]),
        ];
        let table = Table {
            note: "Exact.".to_owned(),
            ..Table::new(columns).with_title("Success", "")
        };
        let wanted = "#figure(\n  caption: [Success],\n  table(\n    columns: 2,\n    \
                      align: (left, right,),\n    stroke: none,\n    table.hline(),\n    \
                      table.header([QV], [All succeed]),\n    table.hline(stroke: 0.5pt),\n    \
                      [4], [12.5%],\n    [5], [3.7%],\n    table.hline(),\n  ),\n)\n\
                      #text(size: 0.85em)[Exact.]\n";
        assert_eq!(table.to_typst(), wanted);
    }
}
