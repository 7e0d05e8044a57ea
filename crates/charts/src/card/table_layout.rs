//! Computes which part of a card's table fits, and the position of each part.

use super::fonts::CardFonts;
use oddsmith_model::card::{CardOdds, CardPlace};
use oddsmith_model::messages::{Messages, Word};

/// The maximum width of row names, as a share of the card.
const NAMES_SHARE: f64 = 0.42;
/// The minimum width of a wrapped heading, in millimetres.
const NARROWEST_HEADING: f64 = 20.0;
/// The gap between two subtables, and between two rows of subtables.
pub(super) const GAP: f64 = 3.0;
/// The padding left and right of a cell's text.
pub(super) const CELL_PADDING: f64 = 0.9;

/// The shown part of a table: its first rows, columns, blocks and measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownPart {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) blocks: usize,
    pub(super) measures: usize,
}

/// The part of a table for one measure in one block.
#[derive(Clone, Debug)]
pub(super) struct Subtable {
    pub(super) block: usize,
    pub(super) measure: usize,
    pub(super) heading: Vec<String>,
    /// The width of each column.
    pub(super) column_width: f64,
}

/// Subtables next to each other, with the names of the table's rows on their left.
#[derive(Clone, Debug)]
pub(super) struct SubtableRow {
    pub(super) subtables: Vec<Subtable>,
    /// The maximum number of lines of a heading above the columns.
    pub(super) heading_lines: usize,
}

/// The layout of a table for a given width.
#[derive(Clone, Debug)]
pub(super) struct TableLayout {
    pub(super) shown: ShownPart,
    pub(super) subtable_rows: Vec<SubtableRow>,
    /// The width of the row names.
    pub(super) names_width: f64,
    /// The lines of each row name.
    pub(super) row_names: Vec<Vec<String>>,
    pub(super) corner: Vec<String>,
    /// The lines of each column head.
    pub(super) column_heads: Vec<Vec<String>>,
    /// Whether any column head has a die.
    has_dice: bool,
    pub(super) fonts: CardFonts,
}

impl ShownPart {
    /// Returns the largest part of a table that a page of this size could hold.
    pub(super) fn largest(table: &CardOdds, fonts: CardFonts, size: (f64, f64)) -> ShownPart {
        let rows = table
            .rows
            .places
            .len()
            .min((size.1 / fonts.number.pitch()) as usize);
        let one_column = ShownPart {
            rows,
            columns: 1,
            blocks: 1,
            measures: 1,
        };
        let has_room = |&columns: &usize| {
            TableLayout::lay_out(
                table,
                ShownPart {
                    columns,
                    ..one_column
                },
                fonts,
                size.0,
            )
            .is_some()
        };
        let most = table
            .columns
            .places
            .len()
            .min((size.0 / fonts.number.size()) as usize);
        let columns = (1..=most).rev().find(has_room).unwrap_or(1);
        ShownPart {
            rows,
            columns,
            blocks: table.blocks.len(),
            measures: table.measures.len(),
        }
    }

    /// Returns the number of cells.
    pub(super) fn cell_count(self) -> usize {
        self.rows * self.columns * self.blocks * self.measures
    }

    /// Returns this part, and smaller and smaller ones: fewer measures, then one measure with fewer
    /// blocks, and fewer of its rows.
    pub(super) fn smaller_parts(self) -> impl Iterator<Item = ShownPart> {
        let measures = (1..=self.measures)
            .rev()
            .map(move |measures| ShownPart { measures, ..self });
        let one_measure = ShownPart {
            measures: 1,
            ..self
        };
        let blocks = (1..self.blocks).rev().map(move |blocks| ShownPart {
            blocks,
            ..one_measure
        });
        let one_block = ShownPart {
            blocks: 1,
            ..one_measure
        };
        let rows = (1..self.rows)
            .rev()
            .map(move |rows| ShownPart { rows, ..one_block });
        measures.chain(blocks).chain(rows)
    }

    /// Describes what is not shown.
    pub(super) fn omitted_labels(self, table: &CardOdds, messages: &Messages) -> Vec<String> {
        let mut labels = Vec::new();
        labels.extend(
            table.measures[self.measures..]
                .iter()
                .map(|measure| measure.label.clone()),
        );
        labels.extend(table.blocks[self.blocks..].iter().cloned());
        for (side, shown) in [(&table.columns, self.columns), (&table.rows, self.rows)] {
            let place_count = side.places.len();
            match place_count - shown {
                0 => {}
                1 => labels.push(side.place_in_words(shown)),
                _ => labels.push(format!(
                    "{}{}{}",
                    side.place_in_words(shown),
                    messages.text(Word::Range),
                    side.places[place_count - 1].text
                )),
            }
        }
        labels
    }
}

impl TableLayout {
    /// Returns the layout of a part of a table; `None` if it does not fit the width.
    pub(super) fn lay_out(
        table: &CardOdds,
        shown: ShownPart,
        fonts: CardFonts,
        width: f64,
    ) -> Option<TableLayout> {
        let row_places = &table.rows.places[..shown.rows];
        let longest_width = row_places
            .iter()
            .map(|place| fonts.place_width(place))
            .fold(0.0, f64::max);
        let corner_text = match (table.rows.label.as_str(), table.columns.label.as_str()) {
            (rows, "") => rows.to_owned(),
            (rows, columns) => format!("{rows} / {columns}")
                .trim_start_matches(" / ")
                .to_owned(),
        };
        let label_width = fonts.head.widest(corner_text.split(' '));
        let names_width =
            longest_width.max(label_width).min(NAMES_SHARE * width) + 2.0 * CELL_PADDING;
        let column_places = &table.columns.places[..shown.columns];
        let subtables = TableLayout::subtables(table, shown, fonts);
        let mut subtable_rows: Vec<SubtableRow> = Vec::new();
        let mut used_width = f64::INFINITY;
        for subtable in subtables {
            let subtable_width = subtable.width(shown.columns);
            if names_width + subtable_width > width {
                return None;
            }
            if used_width + GAP + subtable_width > width {
                subtable_rows.push(SubtableRow {
                    subtables: Vec::new(),
                    heading_lines: 0,
                });
                used_width = names_width - GAP;
            }
            used_width += GAP + subtable_width;
            let subtable_row = subtable_rows.last_mut()?;
            subtable_row.heading_lines = subtable_row.heading_lines.max(subtable.heading.len());
            subtable_row.subtables.push(subtable);
        }
        let column_width = subtable_rows
            .iter()
            .flat_map(|subtable_row| &subtable_row.subtables)
            .map(|subtable| subtable.column_width)
            .fold(f64::INFINITY, f64::min);
        let column_head = |place: &CardPlace| {
            fonts
                .label
                .wrap(&place.text, (column_width - CELL_PADDING).max(1.0))
        };
        Some(TableLayout {
            shown,
            names_width,
            row_names: row_places
                .iter()
                .map(|place| {
                    fonts
                        .label
                        .wrap(&place.text, names_width - 2.0 * CELL_PADDING + 0.01)
                })
                .collect(),
            corner: fonts.head.wrap(&corner_text, names_width - CELL_PADDING),
            column_heads: if table.columns.places.len() > 1 {
                column_places.iter().map(column_head).collect()
            } else {
                Vec::new()
            },
            has_dice: table.columns.places.iter().any(|place| place.die.is_some()),
            subtable_rows,
            fonts,
        })
    }

    fn subtables(table: &CardOdds, shown: ShownPart, fonts: CardFonts) -> Vec<Subtable> {
        let column_places = &table.columns.places[..shown.columns];
        let subtable = |(block, measure): (usize, usize)| {
            let card_measure = &table.measures[measure];
            let heading = match table.blocks[block].as_str() {
                "" => card_measure.label.clone(),
                block if table.measures.len() > 1 => {
                    format!(
                        "{block}: {}",
                        oddsmith_model::labels::uncapitalize(&card_measure.label)
                    )
                }
                block => block.to_owned(),
            };
            let cells = card_measure.cells[..shown.blocks]
                .iter()
                .flat_map(|block| &block[..shown.rows]);
            let cells = cells.flat_map(|row| row[..shown.columns].iter().flatten());
            let cells_width = cells
                .map(|cell| fonts.number.width(&cell.text))
                .fold(0.0, f64::max);
            let heads_width = column_places
                .iter()
                .map(|place| fonts.least_place_width(place))
                .fold(0.0, f64::max);
            let heading_width = fonts
                .head
                .widest(heading.split(' '))
                .max(NARROWEST_HEADING.min(fonts.head.width(&heading)));
            let column_width = (cells_width.max(heads_width) + 2.0 * CELL_PADDING)
                .max((heading_width + CELL_PADDING) / shown.columns as f64);
            let width = column_width * shown.columns as f64;
            Subtable {
                block,
                measure,
                heading: fonts.head.wrap(&heading, width - CELL_PADDING + 0.01),
                column_width,
            }
        };
        (0..shown.blocks)
            .flat_map(|block| (0..shown.measures).map(move |measure| (block, measure)))
            .map(subtable)
            .collect()
    }

    /// Returns the height of a row of subtables from its top to the line under its headings.
    pub(super) fn head_height(&self, subtable_row: &SubtableRow) -> f64 {
        let head_height =
            subtable_row.heading_lines as f64 * self.fonts.head.pitch() + self.column_head_height();
        head_height.max(self.corner.len() as f64 * self.fonts.head.pitch()) + 1.2
    }

    /// Returns the height of the column heads.
    pub(super) fn column_head_height(&self) -> f64 {
        let lines = self.column_heads.iter().map(Vec::len).max().unwrap_or(0) as f64
            * self.fonts.label.pitch();
        if self.has_dice {
            lines.max(self.fonts.die_width() + 0.6)
        } else {
            lines
        }
    }

    /// Returns the height of a row.
    pub(super) fn row_height(&self, row_index: usize) -> f64 {
        let lines = self.row_names[row_index].len().max(1) as f64;
        (lines * self.fonts.label.pitch() + 0.8).max(self.fonts.number.pitch() * 1.45)
    }

    pub(super) fn height(&self) -> f64 {
        let rows_height: f64 = (0..self.shown.rows)
            .map(|row_index| self.row_height(row_index))
            .sum();
        let heights: f64 = self
            .subtable_rows
            .iter()
            .map(|subtable_row| self.head_height(subtable_row) + rows_height)
            .sum();
        heights + GAP * (self.subtable_rows.len() - 1) as f64
    }
}

impl Subtable {
    pub(super) fn width(&self, columns: usize) -> f64 {
        self.column_width * columns as f64
    }
}
