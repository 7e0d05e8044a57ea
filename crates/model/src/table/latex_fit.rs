//! How wide the columns of a LaTeX table are, so that it fits the text of a page of A5.

use super::{Cell, Column};

/// The text of a page of A5, in millimetres.
const PAGE: f64 = 106.0;

/// A size of type: its command, the width of a letter, and the space between two columns, in
/// millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    pub(super) command: &'static str,
    letter: f64,
    pub(super) gap: f64,
}

/// From the usual size down to the smallest that is read with ease.
const SIZES: [Size; 5] = [
    Size {
        command: "",
        letter: 1.85,
        gap: 4.2,
    },
    Size {
        command: "\\small",
        letter: 1.68,
        gap: 4.2,
    },
    Size {
        command: "\\small",
        letter: 1.68,
        gap: 2.2,
    },
    Size {
        command: "\\footnotesize",
        letter: 1.5,
        gap: 2.2,
    },
    Size {
        command: "\\scriptsize",
        letter: 1.35,
        gap: 1.6,
    },
];

/// The columns of a table.
#[derive(Debug, PartialEq)]
pub(super) struct FittedColumns {
    pub(super) size: Size,
    /// The width in which a column's texts wrap; as wide as they are where there is none.
    pub(super) widths: Vec<Option<f64>>,
    /// Whether it fits at all.
    pub(super) fits: bool,
    /// The letters that all columns but the first have room for.
    pub(super) letters: f64,
}

/// What a column needs, in letters.
struct ColumnNeed {
    /// The longest of its cells.
    cells: usize,
    /// The head.
    head: usize,
    /// The longest word of the head, and of the cells.
    words: (usize, usize),
}

impl FittedColumns {
    /// The first size in which a table fits, as it is or with its heads and names wrapped.
    pub(super) fn of(heads: &[String], columns: &[Column]) -> FittedColumns {
        let columns: Vec<ColumnNeed> = heads
            .iter()
            .zip(columns)
            .map(|(head, column)| ColumnNeed::of(head, &column.cells))
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

    fn plain(columns: &[ColumnNeed], size: Size) -> FittedColumns {
        let letters: Vec<usize> = columns
            .iter()
            .map(|column| column.cells.max(column.head))
            .collect();
        let all: usize = letters.iter().sum();
        let others: usize = letters.iter().skip(1).sum();
        let fits = all as f64 * size.letter + gaps(columns, size) <= PAGE;
        FittedColumns {
            size,
            widths: vec![None; columns.len()],
            fits,
            letters: others as f64 + gaps(columns, size) / size.letter,
        }
    }

    /// Heads wrap between words; the names of the first column have the room that is left.
    fn wrapped(columns: &[ColumnNeed], size: Size) -> FittedColumns {
        let least = |column: &ColumnNeed| column.cells.max(column.words.0);
        let widths: Vec<Option<f64>> = (columns.iter().skip(1))
            .map(|column| {
                (column.head > least(column)).then(|| least(column) as f64 * size.letter + 0.5)
            })
            .collect();
        let column_width = |(column, width): (&ColumnNeed, &Option<f64>)| {
            width.unwrap_or(least(column) as f64 * size.letter)
        };
        let others: f64 = columns.iter().skip(1).zip(&widths).map(column_width).sum();
        let left = PAGE - others - gaps(columns, size);
        let Some(first) = columns.first() else {
            return FittedColumns::plain(columns, size);
        };
        let wanted = first.cells.max(first.head) as f64 * size.letter;
        let names = (wanted > left).then_some(left.max(10.0));
        let fits = left >= first.words.0.max(first.words.1) as f64 * size.letter;
        FittedColumns {
            size,
            widths: [vec![names], widths].concat(),
            fits,
            letters: others / size.letter,
        }
    }
}

fn gaps(columns: &[ColumnNeed], size: Size) -> f64 {
    columns.len().saturating_sub(1) as f64 * size.gap
}

impl ColumnNeed {
    fn of(head: &str, cells: &[Cell]) -> ColumnNeed {
        // A percent sign and the signs of comparison are half as wide again as a digit, and more.
        let wide = |text: &str| {
            text.chars()
                .filter(|letter| "%<>≈".contains(*letter))
                .count()
        };
        let letters = |text: &str| text.chars().count() + (6 * wide(text)).div_ceil(10);
        // LaTeX breaks behind a hyphen too.
        let word = |text: &str| {
            text.split_inclusive([' ', '-'])
                .map(|word| letters(word.trim_end()))
                .max()
                .unwrap_or(0)
        };
        ColumnNeed {
            cells: cells
                .iter()
                .map(|cell| letters(&cell.joined()))
                .max()
                .unwrap_or(0),
            head: letters(head),
            words: (
                word(head),
                cells
                    .iter()
                    .map(|cell| word(&cell.joined()))
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
        FittedColumns::of(
            &texts(heads),
            &Table::of_numbers(texts(heads), [texts(row)]).columns,
        )
    }

    #[test]
    fn a_small_table_stays_as_it_is_and_long_heads_wrap() {
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
    fn what_fits_is_no_wider_than_the_page_and_what_does_not_is_told() {
        for columns in 1..40 {
            let head: Vec<String> = (0..columns).map(|at| format!("Column {at}")).collect();
            let fitted = fit(
                &head.iter().map(String::as_str).collect::<Vec<_>>(),
                &vec![">99%"; columns],
            );
            let of = |at: usize| {
                fitted.widths[at]
                    .unwrap_or(head[at].chars().count().max(6) as f64 * fitted.size.letter)
            };
            let width: f64 =
                (0..columns).map(of).sum::<f64>() + (columns - 1) as f64 * fitted.size.gap;
            assert_eq!(fitted.fits, width <= PAGE + 1e-9, "{columns}: {width}");
            assert!(fitted.fits || columns > 10, "{columns}");
        }
    }
}
