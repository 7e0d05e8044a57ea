//! Tables as HTML, for the report.

use maud::{Markup, PreEscaped, Render, html};

use super::{Cell, CellStyle, Column, ColumnKind, Table};
use crate::printable::printable_html;

impl Table {
    /// Returns the table as HTML. If it is wider than the page, the reader can scroll it, also with
    /// a keyboard.
    pub fn to_html(&self) -> Markup {
        html! {
            (paragraph(&self.subtitle))
            div.scroll tabindex="0" role="region" aria-label=(self.title) {
                table {
                    thead { tr { @for column in &self.columns { (head(column)) } } }
                    tbody {
                        @for row in 0..self.row_count() {
                            "\n" tr {
                                @for column in &self.columns { (cell(column.kind, &column.cells[row])) }
                            }
                        }
                    }
                }
            }
            (paragraph(&self.note))
        }
    }

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
        let below = self.text_below();
        let fragment = html! {
            table style="border-collapse:collapse" {
                "\n" caption style="text-align:left;font-weight:bold" { (self.title) }
                "\n" thead {
                    tr {
                        @for (column, head) in self.columns.iter().zip(self.joined_heads()) {
                            th scope="col" style={ (aligned(column)) (LINE) } { (head) }
                        }
                    }
                }
                "\n" tbody {
                    "\n"
                    @for row in 0..self.row_count() {
                        tr {
                            @for column in &self.columns {
                                @let text = column.cells[row].one_line_text();
                                @if column.kind == ColumnKind::Names {
                                    th scope="row" style={ (aligned(column)) "font-weight:normal" } { (text) }
                                } @else {
                                    td style=(aligned(column)) { (text) }
                                }
                            }
                        }
                        "\n"
                    }
                }
                "\n"
            }
            "\n"
            @if !below.is_empty() { p { small { (below) } } "\n" }
        };
        printable_html(&fragment.0)
    }
}

fn paragraph(text: &str) -> Markup {
    html! { @if !text.is_empty() { p.note { (text) } "\n" } }
}

fn head(column: &Column) -> Markup {
    let class = if column.kind.is_left() {
        Some("text")
    } else {
        class(column.kind)
    };
    html! { th scope="col" class=[class] { (content(&column.head)) } }
}

fn cell(kind: ColumnKind, cell: &Cell) -> Markup {
    html! {
        @if kind == ColumnKind::Names {
            th scope="row" { (content(cell)) }
        } @else {
            td class=[class(kind)] { (content(cell)) }
        }
    }
}

fn class(kind: ColumnKind) -> Option<&'static str> {
    match kind {
        ColumnKind::Names | ColumnKind::Numbers => None,
        ColumnKind::Text => Some("text"),
        ColumnKind::Simulated => Some("minor sim"),
    }
}

/// Returns the content of a cell with its note and its detail. Line breaks are kept.
fn content(cell: &Cell) -> Markup {
    let text = PreEscaped(cell.text.render().0.replace('\n', "<br>"));
    html! {
        @match cell.style {
            CellStyle::Plain => (text),
            CellStyle::Strong => b { (text) },
            CellStyle::Code => code { (text) },
        }
        @if !cell.note.is_empty() { " " small { (cell.note) } }
        @if !cell.detail.is_empty() { span.meaning { (cell.detail) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let column = Column::new(ColumnKind::Names, "<script>\"'&\u{0}");
        let table = Table::from_rows(vec![column], Vec::<Vec<&str>>::new());
        let html = table.to_html_fragment();
        assert!(
            html.contains("&lt;script&gt;&quot;'&amp;\u{fffd}"),
            "{html}"
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
            table.to_html().0,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All &quot;cases&quot;\"><table>\
             <thead><tr><th scope=\"col\" class=\"text\">QV</th><th scope=\"col\" class=\"text\">Verdict</th>\
             <th scope=\"col\">Mean</th><th scope=\"col\" class=\"minor sim\">simulated</th></tr></thead><tbody>\n\
             <tr><th scope=\"row\"><code>&lt;2&gt;</code><span class=\"meaning\">low &amp; safe</span></th>\
             <td class=\"text\">one<br>two</td><td><b>57.9%</b> <small>125/216</small></td>\
             <td class=\"minor sim\">57.8%</td></tr></tbody></table></div>"
        );
    }
}
