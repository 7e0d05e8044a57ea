//! A table in LaTeX, ruled as the package booktabs does.

use super::Table;

/// The table as LaTeX.
pub(super) fn write(table: &Table) -> String {
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = (0..table.head.len())
            .map(|column| row.get(column).map_or_else(String::new, |cell| escaped(cell)))
            .collect();
        format!("    {} \\\\\n", guarded(cells).join(" & "))
    };
    let mut text = "% Needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n".to_owned();
    text += &format!("  \\caption{{{}}}\n", escaped(&table.title));
    if !table.subtitle.is_empty() {
        text += &format!("  {{\\small {}\\par}}\n  \\smallskip\n", escaped(&table.subtitle));
    }
    text += &format!("  \\begin{{tabular}}{{l{}}}\n    \\toprule\n", "r".repeat(table.head.len().saturating_sub(1)));
    text += &line(&table.head);
    text += "    \\midrule\n";
    table.rows.iter().for_each(|row| text += &line(row));
    text += "    \\bottomrule\n  \\end{tabular}\n";
    text += &format!("\n  \\smallskip\n  {{\\footnotesize {}\\par}}\n\\end{{table}}\n", escaped(&table.note));
    text
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
            '“' => safe.push_str("``"),
            '”' => safe.push_str("''"),
            '’' => safe.push('\''),
            '\n' | '\r' | '\t' => safe.push(' '),
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
