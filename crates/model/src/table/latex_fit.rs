//! Computes the column widths of a LaTeX table so that it fits an A5 page.

use super::{Cell, Column};

/// The text width of an A5 page, in millimetres.
const PAGE_WIDTH: f64 = 106.0;

/// A font size: its command, the width of a letter, and the space between two columns, in
/// millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TypeSize {
    pub(super) command: &'static str,
    letter_width: f64,
    pub(super) column_gap: f64,
}

/// The font sizes from normal down to the smallest readable one.
const SIZES: [TypeSize; 5] = [
    TypeSize {
        command: "",
        letter_width: 1.85,
        column_gap: 4.2,
    },
    TypeSize {
        command: "\\small",
        letter_width: 1.68,
        column_gap: 4.2,
    },
    TypeSize {
        command: "\\small",
        letter_width: 1.68,
        column_gap: 2.2,
    },
    TypeSize {
        command: "\\footnotesize",
        letter_width: 1.5,
        column_gap: 2.2,
    },
    TypeSize {
        command: "\\scriptsize",
        letter_width: 1.35,
        column_gap: 1.6,
    },
];

/// The fitted columns of a table.
#[derive(Debug, PartialEq)]
pub(super) struct FittedColumns {
    pub(super) size: TypeSize,
    /// The width at which a column's text wraps; `None` for a column that does not wrap.
    pub(super) widths: Vec<Option<f64>>,
    /// Whether the table fits.
    pub(super) fits: bool,
    /// How many letters fit above all columns but the first.
    pub(super) spanned_letters: f64,
}

/// The space that a column needs, in letters.
struct ColumnNeed {
    /// Its longest cell.
    cells: usize,
    /// Its head.
    head: usize,
    /// The longest word of the head, and of the cells.
    words: (usize, usize),
}

impl FittedColumns {
    /// Returns the first font size in which a table fits, unchanged or with wrapped heads and
    /// names.
    pub(super) fn fit(heads: &[String], columns: &[Column]) -> FittedColumns {
        let columns: Vec<ColumnNeed> = heads
            .iter()
            .zip(columns)
            .map(|(head, column)| ColumnNeed::measure(head, &column.cells))
            .collect();
        let tried = SIZES.iter().flat_map(|&size| {
            [
                FittedColumns::plain(&columns, size),
                FittedColumns::wrapped(&columns, size),
            ]
        });
        let mut last = None;
        for fit in tried {
            if fit.fits {
                return fit;
            }
            last = Some(fit);
        }
        last.expect("a size")
    }

    fn plain(columns: &[ColumnNeed], size: TypeSize) -> FittedColumns {
        let letters: Vec<usize> = columns
            .iter()
            .map(|column| column.cells.max(column.head))
            .collect();
        let all_letters: usize = letters.iter().sum();
        let other_letters: usize = letters.iter().skip(1).sum();
        let fits = all_letters as f64 * size.letter_width + total_gap(columns, size) <= PAGE_WIDTH;
        FittedColumns {
            size,
            widths: vec![None; columns.len()],
            fits,
            spanned_letters: other_letters as f64 + total_gap(columns, size) / size.letter_width,
        }
    }

    /// Wraps heads between words; the names in the first column get the remaining width.
    fn wrapped(columns: &[ColumnNeed], size: TypeSize) -> FittedColumns {
        let least = |column: &ColumnNeed| column.cells.max(column.words.0);
        let widths: Vec<Option<f64>> = (columns.iter().skip(1))
            .map(|column| {
                (column.head > least(column))
                    .then(|| least(column) as f64 * size.letter_width + 0.5)
            })
            .collect();
        let column_width = |(column, width): (&ColumnNeed, &Option<f64>)| {
            width.unwrap_or(least(column) as f64 * size.letter_width)
        };
        let other_width: f64 = columns.iter().skip(1).zip(&widths).map(column_width).sum();
        let left = PAGE_WIDTH - other_width - total_gap(columns, size);
        let Some(first) = columns.first() else {
            return FittedColumns::plain(columns, size);
        };
        let wanted = first.cells.max(first.head) as f64 * size.letter_width;
        let names = (wanted > left).then_some(left.max(10.0));
        let fits = left >= first.words.0.max(first.words.1) as f64 * size.letter_width;
        FittedColumns {
            size,
            widths: [vec![names], widths].concat(),
            fits,
            spanned_letters: other_width / size.letter_width,
        }
    }
}

fn total_gap(columns: &[ColumnNeed], size: TypeSize) -> f64 {
    columns.len().saturating_sub(1) as f64 * size.column_gap
}

impl ColumnNeed {
    fn measure(head: &str, cells: &[Cell]) -> ColumnNeed {
        // Percent and comparison signs are at least 1.5 times as wide as a digit.
        let wide = |text: &str| {
            text.chars()
                .filter(|letter| "%<>≈".contains(*letter))
                .count()
        };
        let letters = |text: &str| text.chars().count() + (6 * wide(text)).div_ceil(10);
        // LaTeX also breaks lines after hyphens.
        let word = |text: &str| {
            text.split_inclusive([' ', '-'])
                .map(|word| letters(word.trim_end()))
                .max()
                .unwrap_or(0)
        };
        ColumnNeed {
            cells: cells
                .iter()
                .map(|cell| letters(&cell.one_line_text()))
                .max()
                .unwrap_or(0),
            head: letters(head),
            words: (
                word(head),
                cells
                    .iter()
                    .map(|cell| word(&cell.one_line_text()))
                    .max()
                    .unwrap_or(0),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    fn fit(heads: &[&str], row: &[&str]) -> FittedColumns {
        let texts = |texts: &[&str]| {
            texts
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        };
        FittedColumns::fit(
            &texts(heads),
            &Table::from_numbers(texts(heads), [texts(row)]).columns,
        )
    }

    #[test]
    fn small_tables_stay_and_long_heads_wrap() {
        let small = fit(&["QV", "All succeed", "All fail"], &["2", "58%", "<1%"]);
        assert_eq!((small.size.command, small.widths), ("", vec![None; 3]));
        let heads = [
            "Chance to run the Blockade",
            "Obeyed",
            "Obeyed after Enlightenment",
            "Failed",
            "Stopped by the Blockade",
        ];
        let wide = fit(&heads, &["0.1", "4%", "3%", "14%", "79%"]);
        assert!(
            wide.fits && wide.widths[2].is_some() && wide.widths[1].is_none(),
            "{wide:?}"
        );
    }

    #[test]
    fn fitting_tables_are_no_wider_than_the_page() {
        for columns in 1..40 {
            let head: Vec<String> = (0..columns)
                .map(|column| format!("Column {column}"))
                .collect();
            let fitted = fit(
                &head.iter().map(String::as_str).collect::<Vec<_>>(),
                &vec![">99%"; columns],
            );
            let width_of = |column: usize| {
                fitted.widths[column].unwrap_or(
                    head[column].chars().count().max(6) as f64 * fitted.size.letter_width,
                )
            };
            let width: f64 = (0..columns).map(width_of).sum::<f64>()
                + (columns - 1) as f64 * fitted.size.column_gap;
            assert_eq!(
                fitted.fits,
                width <= PAGE_WIDTH + 1e-9,
                "{columns}: {width}"
            );
            assert!(fitted.fits || columns > 10, "{columns}");
        }
    }
}
