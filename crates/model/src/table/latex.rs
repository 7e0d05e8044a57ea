//! Tables as LaTeX with the rules of the package booktabs, no wider than the text of an A5 page.

use super::latex_fit::FittedColumns;
use super::{Cell, Table};
use crate::chart_words::sheet_title;
use crate::messages::Messages;
use crate::printable::is_command;

/// Tables with more rows than this break across pages.
const LONG_TABLE_ROWS: usize = 30;

impl Table {
    /// Returns the table as LaTeX. A table that is too wide becomes several, each with the first
    /// column; `messages` has the words that number them.
    pub fn to_latex(&self, messages: &Messages) -> String {
        let parts = fitting_parts(self);
        let count = parts.len();
        let part = |(index, part): (usize, Table)| match count {
            1 => single_table(&part),
            _ => single_table(&Table {
                title: sheet_title(&part.title, index + 1, count, messages),
                ..part
            }),
        };
        parts
            .into_iter()
            .enumerate()
            .map(part)
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn heads(&self) -> Vec<String> {
        self.columns
            .iter()
            .map(|column| column.head.one_line_text())
            .collect()
    }
}

/// Splits the table into parts that fit, with or without a separate line for the column axis.
fn fitting_parts(table: &Table) -> Vec<Table> {
    let fits = |part: &Table| {
        [part.heads(), part.joined_heads()]
            .iter()
            .all(|heads| FittedColumns::fit(heads, &part.columns).fits)
    };
    table.split_columns(fits)
}

/// Returns a table that is not split.
fn single_table(table: &Table) -> String {
    let plain = FittedColumns::fit(&table.heads(), &table.columns);
    // The column axis is above all columns if there is room.
    let has_room = table.columns.len() > 2
        && table.column_axis.chars().count() as f64 <= plain.spanned_letters;
    let spans = !table.column_axis.is_empty() && has_room;
    let heads = if spans {
        table.heads()
    } else {
        table.joined_heads()
    };
    let fit = if spans {
        plain
    } else {
        FittedColumns::fit(&heads, &table.columns)
    };
    let mut head_rows = String::new();
    if spans {
        let spanned_columns = heads.len() - 1;
        head_rows += &format!(
            "    & \\multicolumn{{{spanned_columns}}}{{c}}{{{}}} \\\\\n",
            escape_latex(&table.column_axis)
        );
        head_rows += &format!("    \\cmidrule(l){{2-{}}}\n", heads.len());
    }
    head_rows += &line(heads.iter());
    let rows: String = (0..table.row_count())
        .map(|row| line(table.row(row).map(Cell::one_line_text)))
        .collect();
    let kinds = table.columns.iter().map(|column| column.kind);
    let columns: String = kinds
        .zip(&fit.widths)
        .map(|(kind, &width)| column(kind.is_left(), width))
        .collect();
    let is_long = table.row_count() > LONG_TABLE_ROWS;
    let mut text = format!("% Needs \\usepackage{{{}}}\n", packages(&fit, is_long));
    if !fit.fits {
        text += "% Wider than the text of A5.\n";
    }
    let size = match fit.size.command {
        "" => String::new(),
        command => format!(
            "  {command}\\setlength{{\\tabcolsep}}{{{:.1}mm}}%\n",
            fit.size.column_gap / 2.0
        ),
    };
    let title = escape_latex(&table.title);
    let subtitle = match table.subtitle.as_str() {
        "" => String::new(),
        subtitle => format!(
            "  {{\\small {}\\par}}\n  \\smallskip\n",
            escape_latex(subtitle)
        ),
    };
    let note = match table.note.as_str() {
        "" => String::new(),
        note => format!("  {{\\footnotesize {}\\par}}\n", escape_latex(note)),
    };
    if is_long {
        text += &format!(
            "{{\\centering\n{subtitle}{size}  \\begin{{longtable}}{{@{{}}{columns}@{{}}}}\n"
        );
        text += &format!(
            "    \\caption{{{title}}} \\\\\n    \\toprule\n{head_rows}    \\midrule\n    \\endfirsthead\n"
        );
        text += &format!(
            "    \\toprule\n{head_rows}    \\midrule\n    \\endhead\n    \\bottomrule\n    \\endfoot\n"
        );
        text += &format!("{rows}  \\end{{longtable}}\n{note}}}\n");
    } else {
        text +=
            &format!("\\begin{{table}}\n  \\centering\n  \\caption{{{title}}}\n{subtitle}{size}");
        text += &format!(
            "  \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n    \\toprule\n{head_rows}    \\midrule\n{rows}"
        );
        text += &format!(
            "    \\bottomrule\n  \\end{{tabular}}\n\n  \\smallskip\n{note}\\end{{table}}\n"
        );
    }
    text
}

/// Returns the packages that a table needs.
fn packages(fit: &FittedColumns, is_long: bool) -> String {
    let wraps = fit.widths.iter().any(Option::is_some);
    let named = [("array", wraps), ("booktabs", true), ("longtable", is_long)];
    named
        .iter()
        .filter(|(_, needed)| *needed)
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(",")
}

/// Returns a column specification: aligned left or right, with a width in millimetres if its text
/// wraps.
fn column(is_left: bool, width: Option<f64>) -> String {
    let (plain, ragged) = if is_left {
        ("l", "right")
    } else {
        ("r", "left")
    };
    match width {
        None => plain.to_owned(),
        Some(width) => format!(">{{\\ragged{ragged}\\arraybackslash}}p{{{width:.1}mm}}"),
    }
}

/// Returns a row of cells. A row that begins with a bracket or a star would be read as an option of
/// the line before it, so it is guarded.
fn line(cells: impl Iterator<Item = impl AsRef<str>>) -> String {
    let cells = cells
        .map(|cell| escape_latex(cell.as_ref()))
        .collect::<Vec<_>>()
        .join(" & ");
    let guard = if cells.starts_with(['[', '*']) {
        "{}"
    } else {
        ""
    };
    format!("    {guard}{cells} \\\\\n")
}

/// Escapes a text for LaTeX.
fn escape_latex(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => safe.extend(['\\', c]),
            '\\' => safe.push_str("\\textbackslash{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '<' => safe.push_str("$<$"),
            '>' => safe.push_str("$>$"),
            '|' => safe.push_str("\\textbar{}"),
            '"' => safe.push_str("\\textquotedbl{}"),
            '≈' => safe.push_str("$\\approx$"),
            '≥' => safe.push_str("$\\geq$"),
            '≤' => safe.push_str("$\\leq$"),
            '−' => safe.push_str("$-$"),
            '×' => safe.push_str("$\\times$"),
            '±' => safe.push_str("$\\pm$"),
            '–' => safe.push_str("--"),
            '\u{202f}' => safe.push_str("\\,"),
            '“' => safe.push_str("``"),
            '”' => safe.push_str("''"),
            '’' => safe.push('\''),
            '\n' | '\r' | '\t' => safe.push(' '),
            // LaTeX fonts have no symbol for it.
            c if is_command(c) => safe.push('?'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape_latex(r"5% & $3 #1 a_b {c}"),
            r"5\% \& \$3 \#1 a\_b \{c\}"
        );
        assert_eq!(
            escape_latex(r"\x ~ ^ |"),
            r"\textbackslash{}x \textasciitilde{} \textasciicircum{} \textbar{}"
        );
        assert_eq!(
            escape_latex("<1% >99% – −3 ≈40%"),
            r"$<$1\% $>$99\% -- $-$3 $\approx$40\%"
        );
        assert_eq!(escape_latex("“Mixed”\nleads"), "``Mixed'' leads");
    }

    #[test]
    fn wide_tables_are_split_by_columns_without_loss() {
        let wide = |columns: usize| {
            let heads = (0..columns).map(|column| format!("Column {column}"));
            let rows = (0..3).map(|row| {
                (0..columns)
                    .map(|column| format!("{row}x{column}"))
                    .collect()
            });
            let table = Table::from_numbers(heads, rows);
            Table {
                title: "Odds".to_owned(),
                column_axis: "Cubes".to_owned(),
                note: "Exact.".to_owned(),
                ..table
            }
        };
        assert_eq!(fitting_parts(&wide(5)).len(), 1);
        let (table, parts) = (wide(60), fitting_parts(&wide(60)));
        assert!(parts.len() > 1 && parts.iter().all(|part| part.columns[0] == table.columns[0]));
        let columns: Vec<_> = parts
            .iter()
            .flat_map(|part| part.columns[1..].to_vec())
            .collect();
        assert_eq!(columns, table.columns[1..]);
        let text = table.to_latex(&Messages::default());
        let first = format!("\\caption{{Odds (1 of {})}}", parts.len());
        assert!(
            text.contains(&first) && !text.contains("Wider than"),
            "{text}"
        );
        assert_eq!(text.matches("0x0").count(), parts.len());
    }

    #[test]
    fn rows_starting_with_brackets_are_not_options() {
        assert_eq!(line(["[a]", "b"].into_iter()), "    {}[a] & b \\\\\n");
        assert_eq!(line(["a"].into_iter()), "    a \\\\\n");
    }
}
