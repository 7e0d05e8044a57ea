//! The charts of a workbook. A spreadsheet draws them from its cells.

use rust_xlsxwriter::{
    Chart, ChartFont, ChartFormat, ChartLegendPosition, ChartLine, ChartMarker, ChartMarkerType,
    ChartSolidFill, ChartType, Color,
};

use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};

/// The maximal number of cases along an axis.
const MAX_CASES: usize = 60;
/// The maximal number of cases with a line each.
const MAX_LINES: usize = 8;
/// The colours of lines and bars, which are those of the other charts.
const COLOURS: [u32; MAX_LINES] = [
    0x0B4F8A, 0xE08A1E, 0x5F98C6, 0x8A4B00, 0x0A2A4A, 0xF0B765, 0x8FB8DA, 0xB86A0A,
];
/// The width of a chart in dots.
const WIDTH: u32 = 760;
/// The height of a chart of lines or columns, in dots.
const HEIGHT: u32 = 340;
/// The height of a horizontal bar with its gap, in dots.
const ROW_HEIGHT: u32 = 22;
/// The height of a row of cells, in dots.
const CELL_HEIGHT: u32 = 20;

/// A rectangle of cells: its first row and column, and its last row and column.
pub(super) type Cells = (u32, u16, u32, u16);

/// The cells of a chart.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    /// The name of the sheet.
    pub(super) sheet: &'a str,
    /// The names along the axis.
    pub(super) names: Cells,
    /// The numbers; their order is that of the names.
    pub(super) values: Cells,
}

/// The text of a chart, and how its numbers are shown.
pub(super) struct Titles<'a> {
    pub(super) title: &'a str,
    pub(super) is_chance: bool,
}

/// A chart with its height in rows of cells.
pub(super) struct PlacedChart {
    pub(super) chart: Chart,
    pub(super) rows: u32,
}

/// Returns a bar for each case; `None` if there is one case, or too many.
pub(super) fn by_case(block: Block<'_>, titles: &Titles<'_>, cases: usize) -> Option<Chart> {
    if !(2..=MAX_CASES).contains(&cases) {
        return None;
    }
    let mut chart = framed(ChartType::Bar, titles, bar_height(cases));
    add_series(
        &mut chart,
        block.sheet,
        block.names,
        block.values,
        COLOURS[0],
    )
    .set_gap(40);
    if titles.is_chance {
        chart.x_axis().set_max(1);
    }
    chart.legend().set_hidden();
    Some(chart)
}

/// The cells of one block of a metric's sheet: values down, cases across.
pub(super) struct MetricBlock<'a> {
    pub(super) metric: &'a ShownMetric,
    pub(super) sheet: &'a str,
    pub(super) title: &'a str,
    /// The row with the names of the cases.
    pub(super) head_row: u32,
    /// The values, in the rows below.
    pub(super) values: &'a [Option<i64>],
    pub(super) cases: usize,
    /// The row with the mean, for numbers.
    pub(super) mean_row: Option<u32>,
}

impl MetricBlock<'_> {
    /// Returns the chart that suits the block, with its height in rows of cells; `None` if there is
    /// no such chart.
    pub(super) fn placed(&self) -> Option<PlacedChart> {
        let chart = self.chart()?;
        let rows = if self.is_by_case() {
            bar_height(self.cases)
        } else {
            HEIGHT
        } / CELL_HEIGHT;
        Some(PlacedChart {
            chart,
            rows: rows + 2,
        })
    }

    fn is_by_case(&self) -> bool {
        self.cases > 1
            && (self.cases > MAX_LINES || !matches!(self.metric.kind, Kind::Count | Kind::When))
    }

    fn chart(&self) -> Option<Chart> {
        if self.values.len() < 2 || self.cases > MAX_CASES {
            return None;
        }
        let titles = Titles {
            title: self.title,
            is_chance: true,
        };
        let last_case = u16::try_from(self.cases).ok()?;
        let heads = (self.head_row, 1, self.head_row, last_case);
        let row = |index: usize| self.head_row + 1 + u32::try_from(index).unwrap_or(0);
        if !self.is_by_case() {
            return Some(self.chart_of_values(&titles));
        }
        match &self.metric.kind {
            Kind::Category(outcomes) => Some(self.chart_of_outcomes(&titles, outcomes)),
            Kind::Flag => {
                let yes = self.values.iter().position(|value| *value == Some(1))?;
                let block = Block {
                    sheet: self.sheet,
                    names: heads,
                    values: (row(yes), 1, row(yes), last_case),
                };
                by_case(block, &titles, self.cases)
            }
            Kind::Count | Kind::When => {
                let mean_row = self.mean_row?;
                let title = format!("{}, mean", self.title);
                let block = Block {
                    sheet: self.sheet,
                    names: heads,
                    values: (mean_row, 1, mean_row, last_case),
                };
                let titles = Titles {
                    title: &title,
                    is_chance: false,
                };
                by_case(block, &titles, self.cases)
            }
        }
    }

    /// Returns columns for one case, or a line for each of a few cases.
    fn chart_of_values(&self, titles: &Titles<'_>) -> Chart {
        let count = u32::try_from(self.values.len()).unwrap_or(0);
        let (first, last) = (self.head_row + 1, self.head_row + count);
        let names = (first, 0, last, 0);
        let kind = if self.cases == 1 {
            ChartType::Column
        } else {
            ChartType::Line
        };
        let mut chart = framed(kind, titles, HEIGHT);
        for case in 0..self.cases {
            let column = u16::try_from(case + 1).unwrap_or(u16::MAX);
            let cells = (first, column, last, column);
            let colour = COLOURS[case % MAX_LINES];
            let series = add_series(&mut chart, self.sheet, names, cells, colour);
            if self.cases == 1 {
                series.set_gap(30);
            } else {
                series
                    .set_name((self.sheet, self.head_row, column))
                    .set_marker(
                        ChartMarker::new()
                            .set_type(ChartMarkerType::Circle)
                            .set_size(5)
                            .set_format(&mut solid(colour)),
                    );
            }
        }
        if self.cases == 1 {
            chart.legend().set_hidden();
        } else {
            chart.legend().set_position(ChartLegendPosition::Bottom);
        }
        chart
    }

    /// Returns a stacked bar for each case, with a part for each outcome.
    fn chart_of_outcomes(&self, titles: &Titles<'_>, outcomes: &[Outcome]) -> Chart {
        let last_case = u16::try_from(self.cases).unwrap_or(u16::MAX);
        let heads = (self.head_row, 1, self.head_row, last_case);
        let mut chart = framed(ChartType::BarPercentStacked, titles, bar_height(self.cases));
        let mut seen: Vec<Tone> = Vec::new();
        for (row, value) in (self.head_row + 1..).zip(self.values) {
            let code = value.and_then(|value| usize::try_from(value).ok());
            let tone = code
                .and_then(|code| outcomes.get(code))
                .map_or(Tone::Neutral, |outcome| outcome.tone);
            let shade = seen.iter().filter(|other| **other == tone).count();
            seen.push(tone);
            let cells = (row, 1, row, last_case);
            let colour = tone_colours(tone)[shade % 3];
            add_series(&mut chart, self.sheet, heads, cells, colour)
                .set_name((self.sheet, row, 0))
                .set_gap(30);
        }
        chart.x_axis().set_max(1);
        chart.legend().set_position(ChartLegendPosition::Bottom);
        chart
    }
}

/// Returns the shades of a tone, which are those of the other charts.
fn tone_colours(tone: Tone) -> [u32; 3] {
    match tone {
        Tone::Success => [0x00614B, 0x4E9C86, 0xA5CFC2],
        Tone::Mixed => [0xF4CE5B, 0xC99A1E, 0xFBE9B0],
        Tone::Failure => [0xD9603B, 0xF0A98F, 0xB4431F],
        Tone::Neutral => [0xC8C8C8, 0x9A9A9A, 0xE4E4E4],
    }
}

fn bar_height(cases: usize) -> u32 {
    let rows = u32::try_from(cases).unwrap_or(0).max(4);
    140 + rows * ROW_HEIGHT
}

/// Returns a chart with its title and the format of its numbers.
fn framed(kind: ChartType, titles: &Titles<'_>, height: u32) -> Chart {
    let mut chart = Chart::new(kind);
    chart.set_width(WIDTH).set_height(height);
    let font = ChartFont::new().set_size(12).clone();
    chart.title().set_name(titles.title).set_font(&font);
    chart.set_alt_text(titles.title);
    let format = if titles.is_chance { "0%" } else { "0.0#" };
    let is_sideways = matches!(kind, ChartType::Bar | ChartType::BarPercentStacked);
    if is_sideways {
        // The first case is at the top.
        chart.y_axis().set_reverse().set_major_gridlines(false);
    }
    let grid = ChartLine::new().set_color(Color::RGB(0xDADADA)).clone();
    let numbers = if is_sideways {
        chart.x_axis()
    } else {
        chart.y_axis()
    };
    numbers
        .set_num_format(format)
        .set_major_gridlines(true)
        .set_major_gridlines_line(&grid);
    if titles.is_chance {
        numbers.set_min(0);
    }
    chart
}

fn add_series<'c>(
    chart: &'c mut Chart,
    sheet: &str,
    names: Cells,
    values: Cells,
    colour: u32,
) -> &'c mut rust_xlsxwriter::ChartSeries {
    let range =
        |(row, column, last_row, last_column): Cells| (sheet, row, column, last_row, last_column);
    chart
        .add_series()
        .set_categories(range(names))
        .set_values(range(values))
        .set_format(&mut solid(colour))
}

fn solid(colour: u32) -> ChartFormat {
    ChartFormat::new()
        .set_solid_fill(ChartSolidFill::new().set_color(Color::RGB(colour)))
        .set_line(ChartLine::new().set_color(Color::RGB(colour)))
        .clone()
}
