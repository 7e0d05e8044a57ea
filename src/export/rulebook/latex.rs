//! A table in LaTeX, ruled as the package booktabs does, no wider than the text of a page of A5.

use super::Table;
use super::fit::FittedColumns;
use crate::terminal::is_command;

/// A table of more rows than this goes on over the page.
const LONG: usize = 30;

/// The table as LaTeX.
pub(super) fn write(table: &Table) -> String {
    let own = FittedColumns::of(&table.head, &table.rows);
    // What the columns are stands over all of them, where it has room there.
    let has_room = table.head.len() > 2 && table.along.chars().count() as f64 <= own.letters;
    let spans = !table.along.is_empty() && has_room;
    let head = if spans { table.head.clone() } else { table.joined_head() };
    let fit = if spans { own } else { FittedColumns::of(&head, &table.rows) };
    let mut heads = String::new();
    if spans {
        let many = head.len() - 1;
        heads += &format!("    & \\multicolumn{{{many}}}{{c}}{{{}}} \\\\\n", escaped(&table.along));
        heads += &format!("    \\cmidrule(l){{2-{}}}\n", head.len());
    }
    heads += &line(&head, head.len());
    let rows: String = table.rows.iter().map(|row| line(row, head.len())).collect();
    let columns: String = fit.widths.iter().enumerate().map(|(at, &width)| column(at, width)).collect();
    let is_long = table.rows.len() > LONG;
    let mut text = format!("% Needs \\usepackage{{{}}}\n", packages(&fit, is_long));
    if !fit.fits {
        text += "% Wider than the text of A5.\n";
    }
    let size = match fit.size.command {
        "" => String::new(),
        command => format!("  {command}\\setlength{{\\tabcolsep}}{{{:.1}mm}}%\n", fit.size.gap / 2.0),
    };
    let title = escaped(&table.title);
    let subtitle = match table.subtitle.as_str() {
        "" => String::new(),
        told => format!("  {{\\small {}\\par}}\n  \\smallskip\n", escaped(told)),
    };
    let note = match table.note.as_str() {
        "" => String::new(),
        told => format!("  {{\\footnotesize {}\\par}}\n", escaped(told)),
    };
    if is_long {
        text += &format!("{{\\centering\n{subtitle}{size}  \\begin{{longtable}}{{@{{}}{columns}@{{}}}}\n");
        text += &format!("    \\caption{{{title}}} \\\\\n    \\toprule\n{heads}    \\midrule\n    \\endfirsthead\n");
        text += &format!("    \\toprule\n{heads}    \\midrule\n    \\endhead\n    \\bottomrule\n    \\endfoot\n");
        text += &format!("{rows}  \\end{{longtable}}\n{note}}}\n");
    } else {
        text += &format!("\\begin{{table}}\n  \\centering\n  \\caption{{{title}}}\n{subtitle}{size}");
        text += &format!("  \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n    \\toprule\n{heads}    \\midrule\n{rows}");
        text += &format!("    \\bottomrule\n  \\end{{tabular}}\n\n  \\smallskip\n{note}\\end{{table}}\n");
    }
    text
}

/// The packages that a table needs.
fn packages(fit: &FittedColumns, is_long: bool) -> String {
    let wraps = fit.widths.iter().any(Option::is_some);
    let named = [("array", wraps), ("booktabs", true), ("longtable", is_long)];
    named.iter().filter(|(_, needed)| *needed).map(|(name, _)| *name).collect::<Vec<_>>().join(",")
}

/// A column: names to the left, numbers to the right, in this width where its texts wrap.
fn column(at: usize, width: Option<f64>) -> String {
    let (plain, ragged) = if at == 0 { ("l", "right") } else { ("r", "left") };
    match width {
        None => plain.to_owned(),
        Some(width) => format!(">{{\\ragged{ragged}\\arraybackslash}}p{{{width:.1}mm}}"),
    }
}

/// A row of so many cells.
fn line(row: &[String], columns: usize) -> String {
    let cells = (0..columns).map(|column| row.get(column).map_or_else(String::new, |cell| escaped(cell)));
    format!("    {} \\\\\n", guarded(cells.collect()).join(" & "))
}

/// A row whose first cell begins with a bracket or a star would be read as an option of the line before it.
fn guarded(mut cells: Vec<String>) -> Vec<String> {
    if let Some(first) = cells.first_mut().filter(|first| first.starts_with(['[', '*'])) {
        first.insert_str(0, "{}");
    }
    cells
}

/// Text that LaTeX takes as it is.
pub(super) fn escaped(text: &str) -> String {
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
            // No typeface of LaTeX has a picture for it.
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
    fn markup_is_text() {
        assert_eq!(escaped(r"5% & $3 #1 a_b {c}"), r"5\% \& \$3 \#1 a\_b \{c\}");
        assert_eq!(escaped(r"\x ~ ^ |"), r"\textbackslash{}x \textasciitilde{} \textasciicircum{} \textbar{}");
        assert_eq!(escaped("<1% >99% – −3 ≈40%"), r"$<$1\% $>$99\% -- $-$3 $\approx$40\%");
        assert_eq!(escaped("“Mixed”\nleads"), "``Mixed'' leads");
    }

    #[test]
    fn a_row_that_begins_with_a_bracket_is_no_option() {
        assert_eq!(guarded(vec!["[a]".into(), "b".into()]), ["{}[a]", "b"]);
        assert_eq!(guarded(vec!["a".into()]), ["a"]);
    }
}
