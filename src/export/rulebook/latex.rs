//! A table in LaTeX, ruled as the package booktabs does, no wider than the text of a page of A5.

use super::Table;
use super::fit::FittedColumns;
use crate::terminal::is_command;
use oddsmith_model::chart_words::in_sheets;

/// A table of more rows than this goes on over the page.
const LONG: usize = 30;

/// The table as LaTeX: one that is too wide as several, each with the first column.
pub(super) fn write(table: &Table) -> String {
    let parts = parts(table);
    let many = parts.len();
    let part = |(nth, columns): (usize, Vec<usize>)| {
        let of = |row: &Vec<String>| columns.iter().map(|&at| row.get(at).cloned().unwrap_or_default()).collect();
        let title = match many {
            1 => table.title.clone(),
            _ => in_sheets(&table.title, nth + 1, many, &table.wordbook),
        };
        let (subtitle, along, note) = (table.subtitle.clone(), table.along.clone(), table.note.clone());
        let (head, rows) = (of(&table.head), table.rows.iter().map(of).collect());
        one(&Table { title, subtitle, head, along, rows, note, wordbook: table.wordbook.clone() })
    };
    parts.into_iter().enumerate().map(part).collect::<Vec<_>>().join("\n")
}

/// The columns of each part of a table, as many as fit; the first is in all of them.
fn parts(table: &Table) -> Vec<Vec<usize>> {
    let fits = |columns: &[usize]| {
        let of = |row: &Vec<String>| columns.iter().map(|&at| row.get(at).cloned().unwrap_or_default()).collect();
        let rows: Vec<Vec<String>> = table.rows.iter().map(of).collect();
        let heads = [of(&table.head), of(&table.joined_head())];
        heads.iter().all(|head| FittedColumns::of(head, &rows).fits)
    };
    let mut parts: Vec<Vec<usize>> = vec![vec![0]];
    for column in 1..table.head.len() {
        let last = parts.len() - 1;
        let longer = [&parts[last][..], &[column]].concat();
        if parts[last].len() < 2 || fits(&longer) { parts[last] = longer } else { parts.push(vec![0, column]) }
    }
    parts
}

/// A table that is as wide as it is.
fn one(table: &Table) -> String {
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
    fn a_table_that_is_too_wide_is_split_by_columns_and_loses_none() {
        let wide = |columns: usize| Table {
            title: "Odds".to_owned(),
            subtitle: String::new(),
            head: (0..columns).map(|at| format!("Column {at}")).collect(),
            along: "Cubes".to_owned(),
            rows: (0..3).map(|row| (0..columns).map(|at| format!("{row}x{at}")).collect()).collect(),
            note: "Exact.".to_owned(),
            wordbook: std::sync::Arc::default(),
        };
        assert_eq!(parts(&wide(5)).len(), 1);
        let (table, all) = (wide(60), parts(&wide(60)));
        assert!(all.len() > 1 && all.iter().all(|part| part[0] == 0 && part.len() > 1));
        let columns: Vec<usize> = all.iter().flat_map(|part| part[1..].to_vec()).collect();
        assert_eq!(columns, (1..60).collect::<Vec<_>>());
        let text = write(&table);
        assert!(
            text.contains(&format!("\\caption{{Odds (1 of {})}}", all.len())) && !text.contains("Wider than"),
            "{text}"
        );
        assert_eq!(text.matches("0x0").count(), all.len());
    }

    #[test]
    fn a_row_that_begins_with_a_bracket_is_no_option() {
        assert_eq!(guarded(vec!["[a]".into(), "b".into()]), ["{}[a]", "b"]);
        assert_eq!(guarded(vec!["a".into()]), ["a"]);
    }
}
