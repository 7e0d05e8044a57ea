//! A page: title and subtitle above the chart, the note below it.

use super::canvas::{Align, Canvas};
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::MARGIN;
use super::note::Note;
use super::palette::Ink;
use super::text::{LABEL, SMALL, STRONG, TITLE};
use oddsmith_model::report::Chart;

/// The width of one column of a rulebook.
pub(super) const COLUMN: f64 = 84.0;
/// The minimum height of a plot if the scenario sets the height of the chart.
const LOWEST_PLOT: f64 = 14.0;

/// A page with its title, ready for drawing below `top`.
pub(super) struct Page {
    pub(super) canvas: Canvas,
    /// The top of the chart.
    pub(super) top: f64,
    title: String,
    subtitle: String,
    /// Whether the page is one panel of several. Such a panel has no note.
    is_panel: bool,
    /// The footer from the scenario.
    footer: Option<String>,
    /// Hints on how to improve the chart.
    pub(super) hints: Vec<String>,
}

/// The layout of a page that is not drawn yet.
pub(super) struct Sheet {
    pub(super) canvas: Canvas,
    pub(super) height: f64,
    title: String,
    subtitle: String,
    pub(super) note: Note,
    pub(super) hints: Vec<String>,
}

impl Page {
    pub(super) fn new(chart: &Chart) -> Page {
        if chart.is_panel {
            return Page::for_panel(chart);
        }
        let page = Page::titled(
            &chart.title,
            &chart.subtitle,
            page_width(chart),
            chart.is_grey,
        );
        Page {
            footer: chart.wishes.footer.clone(),
            ..page
        }
    }

    /// Returns a page with this title that does not belong to a chart of the report.
    pub(super) fn titled(title: &str, subtitle: &str, width: f64, grey: bool) -> Page {
        let mut canvas = Canvas::new(width, grey);
        let room = width - 2.0 * MARGIN;
        let mut foot = 0.6;
        for line in TITLE.wrap(title, room) {
            foot += TITLE.pitch();
            canvas.text(&line, TITLE, Ink::Text, (MARGIN, foot), Align::Left);
        }
        foot += 0.9;
        for line in LABEL.wrap(subtitle, room) {
            foot += LABEL.pitch();
            canvas.text(&line, LABEL, Ink::Quiet, (MARGIN, foot), Align::Left);
        }
        let (title, subtitle) = (title.to_owned(), subtitle.to_owned());
        Page {
            canvas,
            top: foot + 2.2,
            title,
            subtitle,
            is_panel: false,
            footer: None,
            hints: Vec::new(),
        }
    }

    /// Returns the page of a panel, with the label that distinguishes it from the others.
    fn for_panel(chart: &Chart) -> Page {
        let width = page_width(chart);
        let (mut canvas, room) = (Canvas::new(width, chart.is_grey), width - 2.0 * MARGIN);
        let mut foot = 0.6;
        for line in STRONG.wrap_at_most(&chart.title, room, 2) {
            foot += STRONG.pitch();
            canvas.text(&line, STRONG, Ink::Text, (MARGIN, foot), Align::Left);
        }
        let (title, subtitle) = (chart.title.clone(), String::new());
        Page {
            canvas,
            top: foot + 2.0,
            title,
            subtitle,
            is_panel: true,
            footer: None,
            hints: Vec::new(),
        }
    }

    pub(super) fn left(&self) -> f64 {
        MARGIN
    }

    pub(super) fn right(&self) -> f64 {
        self.canvas.width - MARGIN
    }

    /// Writes the label of some columns, centred on them if the page has room there. Its first line
    /// is at `foot`. Returns the foot of its last line.
    pub(super) fn write_column_label(
        &mut self,
        label: &str,
        left: f64,
        right: f64,
        foot: f64,
    ) -> f64 {
        let room = self.right() - left;
        let mut last = foot;
        for (nth, line) in LABEL.wrap_at_most(label, room, 3).iter().enumerate() {
            let half = LABEL.width(line) / 2.0;
            let centre =
                ((left + right) / 2.0).clamp(left + half.min(room / 2.0), self.right() - half);
            last = foot + nth as f64 * LABEL.pitch();
            self.canvas
                .text(line, LABEL, Ink::Quiet, (centre, last), Align::Centre);
        }
        last
    }

    /// Writes the label of the rows above them. Its last line is at `foot`.
    pub(super) fn write_row_label(&mut self, lines: &[String], foot: f64) {
        for (nth, line) in lines.iter().rev().enumerate() {
            let y = foot - nth as f64 * LABEL.pitch();
            self.canvas
                .text(line, LABEL, Ink::Quiet, (MARGIN, y), Align::Left);
        }
    }

    /// Ends the page with its note, below a chart that ends at `bottom`.
    pub(super) fn finish(mut self, bottom: f64, note: Note) -> Sheet {
        let mut foot = bottom + 1.6;
        let shown = if self.is_panel {
            String::new()
        } else {
            note.text(self.footer.as_deref())
        };
        for line in SMALL.wrap(&shown, self.canvas.width - 2.0 * MARGIN) {
            foot += SMALL.pitch();
            self.canvas
                .text(&line, SMALL, Ink::Faint, (MARGIN, foot), Align::Left);
        }
        let Page {
            canvas,
            title,
            subtitle,
            hints: advice,
            ..
        } = self;
        Sheet {
            canvas,
            height: foot + 1.5,
            title,
            subtitle,
            note,
            hints: advice,
        }
    }
}

impl Sheet {
    /// Draws the page.
    pub(super) fn draw(self) -> Drawing {
        self.canvas
            .finish(self.height, self.title, self.subtitle, self.hints)
    }
}

/// Returns the width of a chart's page.
pub(super) fn page_width(chart: &Chart) -> f64 {
    chart.width.mm()
}

/// Returns the height of a plot with the height `usual`, changed by `taller`.
pub(super) fn plot_height(usual: f64, taller: f64) -> f64 {
    (usual + taller).max(LOWEST_PLOT.min(usual))
}

/// Returns the layout of a page. If the scenario sets the height, the plot gets the height that the
/// texts leave.
pub(super) fn fit_height(
    asked: Option<u32>,
    lay_out: impl Fn(f64) -> Result<Sheet, ChartError>,
) -> Result<Sheet, ChartError> {
    let mut sheet = lay_out(0.0)?;
    let Some(asked) = asked else { return Ok(sheet) };
    let (wanted, mut taller) = (f64::from(asked), 0.0);
    // The layout is repeated, because a text next to the plot may need another number of lines.
    for _ in 0..3 {
        taller += wanted - sheet.height;
        sheet = lay_out(taller)?;
        if (wanted - sheet.height).abs() < 0.01 {
            break;
        }
    }
    if sheet.height > wanted + 0.01 {
        let least = sheet.height.ceil();
        sheet.hints.push(format!("it is {least} mm high, for `height = {asked}` has no room for it: ask for {least} or more, or shorten its title and subtitle"));
        sheet.height = least;
    } else {
        sheet.height = wanted;
    }
    Ok(sheet)
}
