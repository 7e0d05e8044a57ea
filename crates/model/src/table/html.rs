//! Tables as HTML, for the report.

use super::{Cell, CellStyle, Column, ColumnKind, Table};
use crate::printable::{escape_xml, is_command};

impl Table {
    /// Returns the table as HTML. If it is wider than the page, the reader can scroll it, also with
    /// a keyboard.
    pub fn to_html(&self) -> String {
        let heads: String = self.columns.iter().map(head).collect();
        let cells = |row: usize| {
            self.columns
                .iter()
                .map(|column| cell(column.kind, &column.cells[row]))
                .collect()
        };
        let rows: String = (0..self.row_count())
            .map(cells)
            .map(|cells: String| format!("<tr>{cells}</tr>\n"))
            .collect();
        format!(
            "{}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n\
             <thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n{}",
            paragraph(&self.subtitle),
            escape_html(&self.title),
            paragraph(&self.note)
        )
    }
}

impl Table {
    /// Returns the table as a fragment of HTML that needs no style sheet. Its title is the caption.
    pub fn to_html_fragment(&self) -> String {
        const LINE: &str = "border-bottom:1px solid currentColor;";
        let aligned = |column: &Column| {
            let side = if column.kind.is_left() {
                "left"
            } else {
                "right"
            };
            format!("text-align:{side};padding:0.2em 0.6em;")
        };
        let text = |cell: &Cell| escape_html(&cell.one_line_text());
        let heads: String = self
            .columns
            .iter()
            .zip(self.joined_heads())
            .map(|(column, head)| {
                let style = aligned(column);
                let head = escape_html(&head);
                format!("<th scope=\"col\" style=\"{style}{LINE}\">{head}</th>")
            })
            .collect();
        let row = |index: usize| -> String {
            let cells: String = self
                .columns
                .iter()
                .map(|column| {
                    let (style, cell) = (aligned(column), text(&column.cells[index]));
                    match column.kind {
                        ColumnKind::Names => format!(
                            "<th scope=\"row\" style=\"{style}font-weight:normal\">{cell}</th>"
                        ),
                        _ => format!("<td style=\"{style}\">{cell}</td>"),
                    }
                })
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = (0..self.row_count()).map(row).collect();
        let below: Vec<String> = [&self.subtitle, &self.note]
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(|text| escape_html(text))
            .collect();
        let below = if below.is_empty() {
            String::new()
        } else {
            format!("<p><small>{}</small></p>\n", below.join(" "))
        };
        format!(
            "<table style=\"border-collapse:collapse\">\n<caption style=\"text-align:left;\
             font-weight:bold\">{}</caption>\n<thead><tr>{heads}</tr></thead>\n\
             <tbody>\n{rows}</tbody>\n</table>\n{below}",
            escape_html(&self.title)
        )
    }
}

fn paragraph(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("<p class=\"note\">{}</p>\n", escape_html(text))
    }
}

fn head(column: &Column) -> String {
    let class = if column.kind.is_left() {
        " class=\"text\""
    } else {
        class(column.kind)
    };
    format!("<th scope=\"col\"{class}>{}</th>", content(&column.head))
}

fn cell(kind: ColumnKind, cell: &Cell) -> String {
    let content = content(cell);
    match kind {
        ColumnKind::Names => format!("<th scope=\"row\">{content}</th>"),
        _ => format!("<td{}>{content}</td>", class(kind)),
    }
}

fn class(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Names | ColumnKind::Numbers => "",
        ColumnKind::Text => " class=\"text\"",
        ColumnKind::Simulated => " class=\"minor sim\"",
    }
}

/// Returns the content of a cell with its note and its detail. Line breaks are kept.
fn content(cell: &Cell) -> String {
    let text = escape_html(&cell.text).replace('\n', "<br>");
    let mut content = match cell.style {
        CellStyle::Plain => text,
        CellStyle::Strong => format!("<b>{text}</b>"),
        CellStyle::Code => format!("<code>{text}</code>"),
    };
    if !cell.note.is_empty() {
        content += &format!(" <small>{}</small>", escape_html(&cell.note));
    }
    if !cell.detail.is_empty() {
        content += &format!(
            "<span class=\"meaning\">{}</span>",
            escape_html(&cell.detail)
        );
    }
    content
}

/// Escapes a text for use in HTML content and attributes.
pub fn escape_html(text: &str) -> String {
    let is_forbidden = |c: char| is_command(c) && !matches!(c, '\t' | '\n' | '\r');
    let replacement = char::REPLACEMENT_CHARACTER.to_string();
    escape_xml(&text.replace(is_forbidden, &replacement))
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_quotes_are_escaped() {
        assert_eq!(
            escape_html("<script>\"'&\u{0}"),
            "&lt;script&gt;&quot;&#39;&amp;\u{fffd}"
        );
    }

    #[test]
    fn a_fragment_has_its_styles_and_no_foreign_tags() {
        let columns = vec![
            Column::new(ColumnKind::Names, "QV"),
            Column::new(ColumnKind::Numbers, "<b>All</b>"),
        ];
        let table = Table {
            note: "Exact & checked.".to_owned(),
            ..Table::from_rows(columns, [vec!["4", "12.5%"]]).with_title("A \"Wing\"", "")
        };
        let wanted = "<table style=\"border-collapse:collapse\">\n<caption style=\"text-align:left;\
                      font-weight:bold\">A &quot;Wing&quot;</caption>\n<thead><tr><th scope=\"col\" \
                      style=\"text-align:left;padding:0.2em 0.6em;border-bottom:1px solid \
                      currentColor;\">QV</th><th scope=\"col\" style=\"text-align:right;\
                      padding:0.2em 0.6em;border-bottom:1px solid currentColor;\">&lt;b&gt;All&lt;/b&gt;\
                      </th></tr></thead>\n<tbody>\n<tr><th scope=\"row\" style=\"text-align:left;\
                      padding:0.2em 0.6em;font-weight:normal\">4</th><td style=\"text-align:right;\
                      padding:0.2em 0.6em;\">12.5%</td></tr>\n</tbody>\n</table>\n\
                      <p><small>Exact &amp; checked.</small></p>\n";
        assert_eq!(table.to_html_fragment(), wanted);
    }

    #[test]
    fn every_kind_of_column_has_its_class() {
        use ColumnKind::{Names, Numbers, Simulated, Text};
        let heads = [
            (Names, "QV"),
            (Text, "Verdict"),
            (Numbers, "Mean"),
            (Simulated, "simulated"),
        ];
        let columns = heads.map(|(kind, head)| Column::new(kind, head)).to_vec();
        let cells = [
            Cell::styled(CellStyle::Code, "<2>").with_detail("low & safe"),
            Cell::from("one\ntwo"),
            Cell::styled(CellStyle::Strong, "57.9%").with_note("125/216"),
            Cell::from("57.8%"),
        ];
        let table = Table {
            title: "All \"cases\"".to_owned(),
            ..Table::from_rows(columns, [cells.to_vec()])
        };
        assert_eq!(
            table.to_html(),
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All &quot;cases&quot;\">\n<table>\n\
             <thead><tr><th scope=\"col\" class=\"text\">QV</th><th scope=\"col\" class=\"text\">Verdict</th>\
             <th scope=\"col\">Mean</th><th scope=\"col\" class=\"minor sim\">simulated</th></tr></thead>\n<tbody>\n\
             <tr><th scope=\"row\"><code>&lt;2&gt;</code><span class=\"meaning\">low &amp; safe</span></th>\
             <td class=\"text\">one<br>two</td><td><b>57.9%</b> <small>125/216</small></td>\
             <td class=\"minor sim\">57.8%</td></tr>\n</tbody>\n</table>\n</div>\n"
        );
    }
}
