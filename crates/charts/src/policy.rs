//! Policy charts: the best option of each situation by colour and name, and the loss of the second
//! best.

use super::canvas::{Align, Canvas};
use super::error::ChartError;
use super::geometry::Area;
use super::page::{Page, Sheet};
use super::palette::Ink;
use super::policy_key::{draw_key, hatch_option, option_ground};
use super::policy_note::{CellContent, MODERATE_COST_SHARE, SLIGHT_COST_SHARE, is_shaded, note};
use super::text::{LABEL, SMALL, SMALL_STRONG, STRONG, Type};
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::policy_grid::{PolicyCell, PolicyGrid, PolicyOption};
use oddsmith_model::report::{Chart, Report};

/// The maximum width of a row's name, as a share of the page.
const NAME_SHARE: f64 = 0.285;
/// The maximum width of a cell, as a share of the page.
const CELL_SHARE: f64 = 0.25;
/// The maximum height of all rows.
const TALLEST: f64 = 160.0;
/// The gap between cells.
const GAP: f64 = 0.3;
/// The width of the border between different options.
const BORDER_WIDTH: f64 = 0.5;
/// The padding around and between the words of a cell.
const CELL_PADDING: f64 = 1.2;

/// The text of a cell.
#[derive(Clone, Copy, PartialEq)]
enum CellWords {
    /// The option and the number, next to each other.
    SideBySide(Type, Type),
    /// The option above the number.
    Over,
    /// Only the option: the intensity of its colour shows the loss of the second best.
    Option(Type),
    /// Only the number; a legend below explains the colours.
    Number(Type),
    /// Nothing; a legend below explains the colours.
    Nothing,
}

impl CellWords {
    /// Returns whether cells have the option and the number.
    fn has_both(self) -> bool {
        matches!(self, CellWords::SideBySide(..) | CellWords::Over)
    }

    fn content(self) -> CellContent {
        match self {
            CellWords::Nothing => CellContent::Colours,
            CellWords::Option(_) => CellContent::Options,
            CellWords::SideBySide(..) | CellWords::Over | CellWords::Number(_) => {
                CellContent::Numbers
            }
        }
    }
}

/// Draws a policy chart.
pub(super) fn draw(report: &Report, chart: &Chart, taller: f64) -> Result<Sheet, ChartError> {
    let grid = PolicyGrid::read(report, chart)
        .map_err(ChartError::Empty)?
        .translated(&report.messages);
    let (mut page, numerals) = (Page::new(chart), report.messages.numerals());
    let has_rows = grid.rows.1.iter().any(|name| !name.is_empty());
    let widest = NAME_SHARE * page.canvas.width;
    let names = grid.rows.1.iter().map(String::as_str);
    let name_width = if has_rows {
        STRONG
            .widest(names)
            .max(LABEL.width(&grid.rows.0))
            .min(widest)
    } else {
        0.0
    };
    let left = page.left() + if has_rows { name_width + 2.5 } else { 0.0 };
    let width =
        ((page.right() - left) / grid.columns.1.len() as f64).min(CELL_SHARE * page.canvas.width);
    let mut words = fullest_words(&grid, width, &report.messages);
    // Without room for the numbers of mixes, colours show them.
    if !words.has_both() && !grid.mixes.is_empty() {
        words = CellWords::Nothing;
    }
    let usual = match words {
        CellWords::Over => 2.0 * LABEL.pitch() + 1.0,
        _ => [5.3, 4.4, 3.4][(grid.rows.1.len() / 9).min(2)],
    };
    let usual = usual.min(TALLEST / grid.rows.1.len() as f64);
    let height = (usual + taller / grid.rows.1.len() as f64).max(usual.min(1.0));
    let words = if height < STRONG.size() {
        CellWords::Nothing
    } else {
        words
    };
    let first = draw_heads(&mut page, &grid, left, width, name_width);
    let tops = row_tops(&grid, first, height);
    let has_key = matches!(words, CellWords::Number(_) | CellWords::Nothing);
    let cells = Cells {
        grid: &grid,
        numerals,
        messages: &report.messages,
        left,
        width,
        height,
        tops: &tops,
        words,
        has_hatchings: chart.is_grey && has_key,
    };
    cells.draw_headings(&mut page);
    cells.draw_names(&mut page, name_width);
    cells.draw(&mut page);
    draw_border(&mut page, &grid, left, &tops, width, height);
    let mut bottom = tops.last().map_or(first, |top| top + height);
    if has_key {
        bottom = draw_key(&mut page, &grid, bottom + 2.2, cells.has_hatchings);
    }
    let is_asked = chart.policy.as_ref().is_some_and(|policy| policy.is_asked);
    if words == CellWords::Nothing && grid.mixes.is_empty() && is_asked {
        page.hints.push(
            "its cells are too small for their numbers: show fewer, by `where` or other sides"
                .to_owned(),
        );
    }
    Ok(page.finish(bottom, note(report, chart, &grid, words.content())))
}

/// The rows and cells of a policy chart, with their positions.
struct Cells<'g> {
    grid: &'g PolicyGrid,
    numerals: Numerals,
    messages: &'g Messages,
    left: f64,
    width: f64,
    height: f64,
    /// The top of each row.
    tops: &'g [f64],
    words: CellWords,
    /// Whether hatchings show the options, because there are neither words nor colours.
    has_hatchings: bool,
}

impl Cells<'_> {
    /// Draws the headings of groups of rows.
    fn draw_headings(&self, page: &mut Page) {
        for (heading, row) in &self.grid.groups {
            let text = STRONG.shorten(heading, page.right() - page.left());
            page.canvas.text(
                &text,
                STRONG,
                Ink::Text,
                (page.left(), self.tops[*row] - 1.0),
                Align::Left,
            );
        }
    }

    /// Draws the names of the rows, or of every second row if the rows are too low.
    fn draw_names(&self, page: &mut Page, width: f64) {
        let step = if self.height >= LABEL.size() { 1 } else { 2 };
        for (name, top) in self.grid.rows.1.iter().zip(self.tops).step_by(step) {
            let most = ((self.height / STRONG.pitch()).floor() as usize).clamp(1, 3);
            let name = STRONG.wrap_at_most(name, width + 0.01, most);
            page.canvas.lines_around(
                &name,
                STRONG,
                Ink::Text,
                (page.left(), top + self.height / 2.0),
                Align::Left,
            );
        }
    }

    fn draw(&self, page: &mut Page) {
        let met = self
            .grid
            .cells
            .iter()
            .flatten()
            .flatten()
            .filter(|cell| cell.is_met());
        let most = met.filter_map(|cell| cell.loss).fold(0.0, f64::max);
        for (cells, &top) in self.grid.cells.iter().zip(self.tops) {
            for (column, cell) in cells.iter().enumerate() {
                if let Some(cell) = cell {
                    self.draw_cell(
                        page,
                        cell,
                        (self.left + column as f64 * self.width, top),
                        most,
                    );
                }
            }
        }
    }

    /// Draws a cell; the most expensive mistake of the chart costs `most`.
    fn draw_cell(&self, page: &mut Page, cell: &PolicyCell, (x, y): (f64, f64), most: f64) {
        let (width, height) = (self.width, self.height);
        let is_shaded = is_shaded(self.grid, self.words.content());
        let option_ink = option_ground(self.grid, cell.option, self.has_hatchings);
        let ground = ground_of(option_ink, cell, if is_shaded { most } else { 0.0 });
        let area = Area::new(x, y, x + width, y + height).grown(-GAP.min(width / 8.0) / 2.0);
        let mix = self.grid.mix_of(cell);
        if self.words == CellWords::Nothing && !mix.is_empty() {
            self.draw_mix(page, cell, &mix, area);
            return;
        }
        page.canvas.rect(area, ground);
        if self.has_hatchings {
            hatch_option(&mut page.canvas, self.grid, cell.option, area, ground);
        }
        let (ink, middle, centre) = (ground.text_on(), y + height / 2.0, x + width / 2.0);
        let (option, number) = (
            cell_text(self.grid, cell, self.messages),
            self.grid.number_text(cell, self.numerals),
        );
        let mut text = |text: &str, kind: Type, text_x: f64, y: f64, align: Align| {
            page.canvas
                .text(text, kind, ink, (text_x, y + kind.half_cap()), align);
        };
        match self.words {
            CellWords::SideBySide(plain, strong) => {
                text(option, plain, x + CELL_PADDING, middle, Align::Left);
                text(
                    &number,
                    strong,
                    x + width - CELL_PADDING,
                    middle,
                    Align::Right,
                );
            }
            CellWords::Over if number.is_empty() => {
                text(option, LABEL, centre, middle, Align::Centre);
            }
            CellWords::Over => {
                let half = LABEL.pitch() / 2.0;
                text(option, LABEL, centre, middle - half, Align::Centre);
                text(&number, STRONG, centre, middle + half, Align::Centre);
            }
            CellWords::Option(kind) => text(option, kind, centre, middle, Align::Centre),
            CellWords::Number(kind) => {
                let foot = (centre, middle + kind.half_cap());
                if self.has_hatchings && !number.is_empty() {
                    let plate = Canvas::text_area(&number, kind, foot, Align::Centre);
                    page.canvas.rect(plate.grown(0.1), ground);
                }
                page.canvas.text(&number, kind, ink, foot, Align::Centre);
            }
            CellWords::Nothing => {}
        }
    }
}

impl Cells<'_> {
    /// Draws a mix of options. The width of each colour is the probability of the option.
    fn draw_mix(&self, page: &mut Page, cell: &PolicyCell, mix: &[(usize, f64)], area: Area) {
        let mut left = area.left;
        for &(option, share) in mix {
            let right = left + share * (area.right - area.left);
            let part = Area::new(left, area.top, right, area.bottom);
            let ink = option_ground(self.grid, option, self.has_hatchings);
            let ground = ground_of(ink, cell, 0.0);
            page.canvas.rect(part, ground);
            if self.has_hatchings {
                hatch_option(&mut page.canvas, self.grid, option, part, ground);
            }
            left = right;
        }
    }
}

/// Returns the top of each row. Groups of rows have gaps for their headings.
fn row_tops(grid: &PolicyGrid, first: f64, height: f64) -> Vec<f64> {
    let heading = |row: usize| grid.groups.iter().any(|group| group.1 == row);
    let mut y = first;
    let top = |row: usize| {
        if heading(row) {
            y += if row > 0 {
                STRONG.pitch() + 3.0
            } else {
                STRONG.pitch() + 0.6
            };
        }
        let row_top = y;
        y += height;
        row_top
    };
    (0..grid.cells.len()).map(top).collect()
}

/// Returns the colour of a cell: that of its option. In a shaded chart it is paler if the second
/// best costs less, and palest if best play never reaches the cell.
fn ground_of(option_ink: Ink, cell: &PolicyCell, most: f64) -> Ink {
    const UNMET: u8 = 22;
    const SLIGHT: u8 = 55;
    const SOME: u8 = 78;
    match (option_ink, cell.loss.unwrap_or(0.0)) {
        (Ink::Series(nth), _) if !cell.is_met() => Ink::Wash(nth, UNMET),
        (ink, _) if cell.share.is_some() => ink,
        (Ink::Series(nth), loss) if loss < most * SLIGHT_COST_SHARE => Ink::Wash(nth, SLIGHT),
        (Ink::Series(nth), loss) if loss < most * MODERATE_COST_SHARE => Ink::Wash(nth, SOME),
        _ => option_ink,
    }
}

/// Returns the text of a cell for its best option. Tied options are named if another option costs
/// something.
fn cell_text<'o>(grid: &'o PolicyGrid, cell: &PolicyCell, messages: &'o Messages) -> &'o str {
    let option: &PolicyOption = &grid.options[cell.option];
    match option.options.len() {
        _ if cell.loss.is_some() || !option.is_tie() => &option.name,
        2 => messages.text(Word::Either),
        _ => messages.text(Word::Any),
    }
}

/// Returns the most complete text that fits.
fn fullest_words(grid: &PolicyGrid, width: f64, messages: &Messages) -> CellWords {
    let cells = || grid.cells.iter().flatten().flatten();
    let numbers: Vec<String> = cells()
        .map(|cell| grid.number_text(cell, messages.numerals()))
        .collect();
    let numbers = &numbers[..];
    let widest = |kind: Type, texts: &[String]| kind.widest(texts.iter().map(String::as_str));
    let names: Vec<String> = cells()
        .map(|cell| cell_text(grid, cell, messages).to_owned())
        .collect();
    let fits_both = |plain: Type, strong: Type| {
        widest(plain, &names) + widest(strong, numbers) + 3.0 * CELL_PADDING <= width
    };
    if fits_both(LABEL, STRONG) {
        CellWords::SideBySide(LABEL, STRONG)
    } else if fits_both(SMALL, SMALL_STRONG) {
        CellWords::SideBySide(SMALL, SMALL_STRONG)
    } else if widest(LABEL, &names).max(widest(STRONG, numbers)) + CELL_PADDING <= width
        && grid.rows.1.len() <= 8
    {
        CellWords::Over
    } else if widest(LABEL, &names) + 0.8 <= width {
        CellWords::Option(LABEL)
    } else if widest(SMALL, &names) + 0.6 <= width {
        CellWords::Option(SMALL)
    } else if widest(STRONG, numbers) + 0.6 <= width {
        CellWords::Number(STRONG)
    } else if widest(SMALL_STRONG, numbers) + 0.6 <= width {
        CellWords::Number(SMALL_STRONG)
    } else {
        CellWords::Nothing
    }
}

/// Draws the column heads, and returns the top of the cells.
fn draw_heads(page: &mut Page, grid: &PolicyGrid, left: f64, width: f64, name_width: f64) -> f64 {
    let mut foot = page.top - 0.4;
    let right = left + grid.columns.1.len() as f64 * width;
    if !grid.columns.0.is_empty() {
        foot = page.write_column_label(&grid.columns.0, left, right, foot + LABEL.size()) + 0.7;
    }
    let widest = STRONG.widest(grid.columns.1.iter().map(String::as_str));
    let thin = if widest <= 12.0 {
        ((widest + 1.0) / width).ceil().max(1.0) as usize
    } else {
        1
    };
    let room = width * thin as f64 - 0.8;
    let heads: Vec<Vec<String>> = grid
        .columns
        .1
        .iter()
        .map(|name| STRONG.wrap_at_most(name, room, 3))
        .collect();
    let most = heads.iter().map(Vec::len).max().unwrap_or(0);
    let row_label = if name_width > 0.0 {
        LABEL.wrap_at_most(&grid.rows.0, name_width + 1.5, 4)
    } else {
        Vec::new()
    };
    let last = page.top - 0.4 + row_label.len() as f64 * LABEL.pitch();
    foot = foot.max(last - STRONG.pitch() * most as f64);
    for column in shown_columns(grid, thin) {
        let head = &heads[column];
        let x = left + (column as f64 + 0.5) * width;
        for (line, text) in head.iter().enumerate() {
            let y = foot + STRONG.pitch() * (line + 1 + most - head.len()) as f64;
            let x = x.min(page.right() - STRONG.width(text) / 2.0);
            page.canvas
                .text(text, STRONG, Ink::Text, (x, y), Align::Centre);
        }
    }
    foot += STRONG.pitch() * most as f64;
    page.write_row_label(&row_label, foot);
    foot + 1.4
}

/// Returns the columns whose heads are shown: every `thin`-th, and those where the best option
/// changes, instead of their neighbours.
fn shown_columns(grid: &PolicyGrid, thin: usize) -> Vec<usize> {
    let option = |row: usize, column: usize| grid.cells[row][column].map(|cell| cell.option);
    let changes = |&column: &usize| {
        (0..grid.cells.len()).any(|row| {
            let pair = [option(row, column - 1), option(row, column)];
            pair[0] != pair[1] && pair.iter().all(Option::is_some)
        })
    };
    let count = grid.columns.1.len();
    let mut shown: Vec<usize> = Vec::new();
    let candidates = (1..count).filter(changes).chain((0..count).step_by(thin));
    for column in candidates {
        if shown.iter().all(|other| column.abs_diff(*other) >= thin) {
            shown.push(column);
        }
    }
    shown
}

/// Draws the border between different best options.
fn draw_border(
    page: &mut Page,
    grid: &PolicyGrid,
    left: f64,
    tops: &[f64],
    width: f64,
    height: f64,
) {
    let option =
        |row: usize, column: usize| grid.cells.get(row)?.get(column)?.map(|cell| cell.option);
    let differ = |first_option: Option<usize>, other: Option<usize>| {
        first_option.is_some() && other.is_some() && first_option != other
    };
    let half = BORDER_WIDTH.min(width / 3.0).min(height / 3.0) / 2.0;
    for (row, &top) in tops.iter().enumerate() {
        for column in 0..grid.columns.1.len() {
            let (x, y) = (left + column as f64 * width, top);
            let this_option = option(row, column);
            let is_last = grid.groups.iter().any(|group| group.1 == row + 1);
            if differ(this_option, option(row, column + 1)) {
                page.canvas.rect(
                    Area::new(
                        x + width - half,
                        y - half,
                        x + width + half,
                        y + height + half,
                    ),
                    Ink::Text,
                );
            }
            if !is_last && differ(this_option, option(row + 1, column)) {
                page.canvas.rect(
                    Area::new(
                        x - half,
                        y + height - half,
                        x + width + half,
                        y + height + half,
                    ),
                    Ink::Text,
                );
            }
        }
    }
}
