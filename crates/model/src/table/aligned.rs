//! Tables as lines of text, with aligned columns.

use super::Table;

/// The lines of a table, the heads first, and its columns.
pub(super) struct AlignedLines {
    /// The cells of each line, padded to the widths of their columns.
    pub(super) lines: Vec<Vec<String>>,
    /// The width of each column, and whether it is aligned to the left.
    pub(super) columns: Vec<(usize, bool)>,
}

impl Table {
    /// Aligns the heads and the rows. `escape` is applied to every text, and columns are at least
    /// `least` characters wide.
    pub(super) fn aligned_lines(
        &self,
        least: usize,
        escape: impl Fn(&str) -> String,
    ) -> AlignedLines {
        let heads = self
            .joined_heads()
            .iter()
            .map(|head| escape(head))
            .collect();
        let row = |index| {
            self.row(index)
                .map(|cell| escape(&cell.one_line_text()))
                .collect()
        };
        let lines: Vec<Vec<String>> = [heads]
            .into_iter()
            .chain((0..self.row_count()).map(row))
            .collect();
        let width = |index: usize| {
            let widths = lines.iter().map(|line| line[index].chars().count());
            widths.max().unwrap_or(0).max(least)
        };
        let columns: Vec<(usize, bool)> = self
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| (width(index), column.kind.is_left()))
            .collect();
        let padded = |(text, &(width, is_left)): (&String, &(usize, bool))| {
            if is_left {
                format!("{text:<width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        let lines = lines
            .iter()
            .map(|line| line.iter().zip(&columns).map(padded).collect())
            .collect();
        AlignedLines { lines, columns }
    }
}
