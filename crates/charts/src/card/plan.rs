//! Computes which part of a card's table fits, and the position of each part.

use super::types::Types;
use oddsmith_model::card::{CardOdds, CardPlace};
use oddsmith_model::messages::{Messages, Word};

/// The maximum width of row names, as a share of the card.
const NAMES_SHARE: f64 = 0.42;
/// The minimum width of a wrapped heading, in millimetres.
const NARROWEST_HEADING: f64 = 20.0;
/// The gap between two units in a shelf, and between two shelves.
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

/// One measure in one block.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) block: usize,
    pub(super) measure: usize,
    pub(super) heading: Vec<String>,
    /// The width of each column.
    pub(super) column_width: f64,
}

/// Units next to each other, with the names of the rows on their left.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    pub(super) units: Vec<Unit>,
    /// The maximum number of lines of a heading above the columns.
    pub(super) lines: usize,
}

/// The layout of a table for a given width.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) shown: ShownPart,
    pub(super) shelves: Vec<Shelf>,
    /// The width of the row names.
    pub(super) names_width: f64,
    /// The lines of each row name.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) corner: Vec<String>,
    /// The lines of each column head.
    pub(super) ticks: Vec<Vec<String>>,
    /// Whether any column head has a die.
    has_dice: bool,
    pub(super) types: Types,
}

impl ShownPart {
    /// Returns the largest part of a table that a page of this size could hold.
    pub(super) fn largest(table: &CardOdds, types: Types, size: (f64, f64)) -> ShownPart {
        let rows = table
            .rows
            .places
            .len()
            .min((size.1 / types.number.pitch()) as usize);
        let one_column = ShownPart {
            rows,
            columns: 1,
            blocks: 1,
            measures: 1,
        };
        let has_room = |&columns: &usize| {
            Plan::lay_out(
                table,
                ShownPart {
                    columns,
                    ..one_column
                },
                types,
                size.0,
            )
            .is_some()
        };
        let most = table
            .columns
            .places
            .len()
            .min((size.0 / types.number.size()) as usize);
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

impl Plan {
    /// Returns the layout of a part of a table; `None` if it does not fit the width.
    pub(super) fn lay_out(
        table: &CardOdds,
        shown: ShownPart,
        types: Types,
        width: f64,
    ) -> Option<Plan> {
        let named = &table.rows.places[..shown.rows];
        let longest = named
            .iter()
            .map(|place| types.place_width(place))
            .fold(0.0, f64::max);
        let joined = match (table.rows.label.as_str(), table.columns.label.as_str()) {
            (rows, "") => rows.to_owned(),
            (rows, columns) => format!("{rows} / {columns}")
                .trim_start_matches(" / ")
                .to_owned(),
        };
        let label = types.head.widest(joined.split(' '));
        let names = longest.max(label).min(NAMES_SHARE * width) + 2.0 * CELL_PADDING;
        let ticks = &table.columns.places[..shown.columns];
        let units = Plan::units(table, shown, types);
        let mut shelves: Vec<Shelf> = Vec::new();
        let mut used = f64::INFINITY;
        for unit in units {
            let unit_width = unit.width(shown.columns);
            if names + unit_width > width {
                return None;
            }
            if used + GAP + unit_width > width {
                shelves.push(Shelf {
                    units: Vec::new(),
                    lines: 0,
                });
                used = names - GAP;
            }
            used += GAP + unit_width;
            let shelf = shelves.last_mut()?;
            shelf.lines = shelf.lines.max(unit.heading.len());
            shelf.units.push(unit);
        }
        let column = shelves
            .iter()
            .flat_map(|shelf| &shelf.units)
            .map(|unit| unit.column_width)
            .fold(f64::INFINITY, f64::min);
        let tick = |place: &CardPlace| {
            types
                .tick
                .wrap(&place.text, (column - CELL_PADDING).max(1.0))
        };
        Some(Plan {
            shown,
            names_width: names,
            rows: named
                .iter()
                .map(|place| {
                    types
                        .tick
                        .wrap(&place.text, names - 2.0 * CELL_PADDING + 0.01)
                })
                .collect(),
            corner: types.head.wrap(&joined, names - CELL_PADDING),
            ticks: if table.columns.places.len() > 1 {
                ticks.iter().map(tick).collect()
            } else {
                Vec::new()
            },
            has_dice: table.columns.places.iter().any(|place| place.die.is_some()),
            shelves,
            types,
        })
    }

    fn units(table: &CardOdds, shown: ShownPart, types: Types) -> Vec<Unit> {
        let ticks = &table.columns.places[..shown.columns];
        let unit = |(block, measure): (usize, usize)| {
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
            let widest = cells
                .map(|cell| types.number.width(&cell.text))
                .fold(0.0, f64::max);
            let words = ticks
                .iter()
                .map(|place| types.least_place_width(place))
                .fold(0.0, f64::max);
            let least = types
                .head
                .widest(heading.split(' '))
                .max(NARROWEST_HEADING.min(types.head.width(&heading)));
            let column = (widest.max(words) + 2.0 * CELL_PADDING)
                .max((least + CELL_PADDING) / shown.columns as f64);
            let width = column * shown.columns as f64;
            Unit {
                block,
                measure,
                heading: types.head.wrap(&heading, width - CELL_PADDING + 0.01),
                column_width: column,
            }
        };
        (0..shown.blocks)
            .flat_map(|block| (0..shown.measures).map(move |measure| (block, measure)))
            .map(unit)
            .collect()
    }

    /// Returns the height of a shelf from its top to the line under its headings.
    pub(super) fn head_height(&self, shelf: &Shelf) -> f64 {
        let head_height = shelf.lines as f64 * self.types.head.pitch() + self.tick_height();
        head_height.max(self.corner.len() as f64 * self.types.head.pitch()) + 1.2
    }

    /// Returns the height of the column heads.
    pub(super) fn tick_height(&self) -> f64 {
        let lines =
            self.ticks.iter().map(Vec::len).max().unwrap_or(0) as f64 * self.types.tick.pitch();
        if self.has_dice {
            lines.max(self.types.die_width() + 0.6)
        } else {
            lines
        }
    }

    /// Returns the height of a row.
    pub(super) fn row_height(&self, row_index: usize) -> f64 {
        let lines = self.rows[row_index].len().max(1) as f64;
        (lines * self.types.tick.pitch() + 0.8).max(self.types.number.pitch() * 1.45)
    }

    pub(super) fn height(&self) -> f64 {
        let rows: f64 = (0..self.shown.rows)
            .map(|row_index| self.row_height(row_index))
            .sum();
        let shelves: f64 = self
            .shelves
            .iter()
            .map(|shelf| self.head_height(shelf) + rows)
            .sum();
        shelves + GAP * (self.shelves.len() - 1) as f64
    }
}

impl Unit {
    pub(super) fn width(&self, columns: usize) -> f64 {
        self.column_width * columns as f64
    }
}
