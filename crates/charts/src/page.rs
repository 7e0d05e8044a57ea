//! A page: title and subtitle above the chart, the last line below it.

use super::canvas::{Align, Canvas};
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::MARGIN;
use super::note::Note;
use super::palette::Ink;
use super::text::{LABEL, SMALL, STRONG, TITLE};
use oddsmith_model::report::Chart;

/// One column of a rulebook.
pub(super) const COLUMN: f64 = 84.0;
/// No plot is lower than this, whatever height was asked for.
const LOWEST_PLOT: f64 = 14.0;

/// A page with its title, to be drawn on from `top` down.
pub(super) struct Page {
    pub(super) canvas: Canvas,
    /// Where the chart may begin.
    pub(super) top: f64,
    title: String,
    subtitle: String,
    /// Whether it is one panel of several, which has no note of its own.
    is_panel: bool,
    /// The last line that the scenario asks for.
    footer: Option<String>,
    /// What is to be changed for a better picture.
    pub(super) hints: Vec<String>,
}

/// A page that is laid out, and not yet drawn.
pub(super) struct Sheet {
    pub(super) canvas: Canvas,
    pub(super) height: f64,
    title: String,
    /// What is plotted.
    subtitle: String,
    /// The last line.
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

    /// A page that no chart of the report asks for.
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

    /// A panel, headed by what tells it from the others.
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

    /// Ends the page with its last line, below a chart that ends at `bottom`.
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
    /// Draws it.
    pub(super) fn draw(self) -> Drawing {
        self.canvas
            .finish(self.height, (self.title, self.subtitle), self.hints)
    }
}

/// The width of a chart's page.
pub(super) fn page_width(chart: &Chart) -> f64 {
    chart.width.mm()
}

/// The height of a plot that is `usual` high, made `taller` for the height that was asked for.
pub(super) fn plot_height(usual: f64, taller: f64) -> f64 {
    (usual + taller).max(LOWEST_PLOT.min(usual))
}

/// Lays out a page; where a height was asked for, the plot takes what the texts leave.
pub(super) fn fit_height(
    asked: Option<u32>,
    lay_out: impl Fn(f64) -> Result<Sheet, ChartError>,
) -> Result<Sheet, ChartError> {
    let mut sheet = lay_out(0.0)?;
    let Some(asked) = asked else { return Ok(sheet) };
    let (wanted, mut taller) = (f64::from(asked), 0.0);
    // Repeats the layout, in case a text next to the plot found a line more or less.
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
