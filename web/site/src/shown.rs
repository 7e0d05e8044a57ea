//! The results of a game: it is run as on the command line, with its sentences and its charts.

use oddsmith::Run;
use oddsmith::export::json_view;
use oddsmith::export::picture::Picture;
use oddsmith::gallery::{GAMES, Game};
use oddsmith::messages::Messages;
use oddsmith::report::{Chart, Report, Width};
use oddsmith::rule_file::find::bundled;
use oddsmith::session::{RollView, Session, SessionOptions};
use oddsmith::summary::{self, Sentence, SentencePart};
use oddsmith_charts::{ChartError, draw};
use oddsmith_engine::explore::Watch;
use serde_json::Value;

/// The most charts on the page of a game.
const MAX_CHARTS: usize = 3;

/// A game with its results.
pub struct ShownGame {
    /// The game.
    pub game: &'static Game,
    /// The usual name of the game.
    pub name: String,
    /// The question that people ask.
    pub question: String,
    /// The answer, and further sentences.
    pub sentences: Vec<Sentence>,
    /// The chart that shows the answer, and others.
    pub charts: Vec<ShownChart>,
    /// The text of its rule, if the rule is a file.
    pub rule: Option<&'static str>,
    /// The picture that other sites show next to a link, as PNG.
    pub preview: Vec<u8>,
}

/// A chart with its texts, as wide as a column and as narrow as a phone.
pub struct ShownChart {
    /// The title.
    pub title: String,
    /// The subtitle.
    pub subtitle: String,
    /// The last line.
    pub note: String,
    /// Whether it needs two columns.
    pub is_wide: bool,
    /// The picture.
    pub wide: String,
    /// The panels for a phone, from top to bottom.
    pub narrow: Vec<String>,
}

/// Runs all games.
pub fn run_games() -> Result<Vec<ShownGame>, String> {
    GAMES.iter().map(run_game).collect()
}

fn run_game(game: &'static Game) -> Result<ShownGame, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", game.path());
    let run = Run::new(game.scenario).name(game.name);
    let results = run
        .results(&Watch::default())
        .map_err(|error| failed(&error))?;
    let report = results.report();
    let charts = charts(report);
    let first = charts
        .first()
        .ok_or_else(|| failed(&"no chart can be drawn"))?;
    let mut sentences = summary::summary(report, Messages::english()).sentences;
    if sentences.is_empty() {
        // If no odds are exact, the title of the picture is the answer.
        let title = SentencePart {
            text: first.title.clone(),
            tone: None,
            is_detail: false,
        };
        sentences.push(Sentence {
            parts: vec![title],
            claims: Vec::new(),
        });
    }
    Ok(ShownGame {
        game,
        name: game.display_name(),
        question: game.question(),
        sentences,
        charts,
        rule: bundled(&game.rule()),
        preview: preview(report).map_err(|error| failed(&error))?,
    })
}

/// Returns the chart next to the sentences, then the others.
fn charts(report: &Report) -> Vec<ShownChart> {
    let lead = summary::lead_chart(report);
    let first = lead.into_iter();
    let other_indices = (0..report.charts.len()).filter(|&index| Some(index) != lead);
    first
        .chain(other_indices)
        .filter_map(|index| chart(report, &report.charts[index]))
        .take(MAX_CHARTS)
        .collect()
}

fn chart(report: &Report, chart: &Chart) -> Option<ShownChart> {
    let picture = Picture::Chart(report, chart);
    let (wide, narrow) = (
        json_view::chart(&picture, false)?,
        json_view::chart(&picture, true)?,
    );
    Some(shown_chart(&wide, &narrow))
}

/// Returns the first chart of a report as PNG, about 1200 by 630 dots, as other sites show pictures
/// next to links.
fn preview(report: &Report) -> Result<Vec<u8>, ChartError> {
    let chart = &report.charts[summary::lead_chart(report).unwrap_or_default()];
    let fitted = |width: u32, height: u32| Chart {
        width: Width::Millimetres(width),
        height: Some(height),
        ..chart.clone()
    };
    let png = |chart: &Chart| draw(report, chart)?.png();
    let (width, height) = if draw(report, chart)?.is_wide() {
        (160, 84)
    } else {
        (100, 52)
    };
    // If a chart does not fit, it has its usual shape.
    png(&fitted(width, height)).or_else(|_| png(chart))
}

/// Returns the picture of typed dice next to links, as PNG.
pub fn roll_preview(typed: &str) -> Result<Vec<u8>, String> {
    let run = Run::named(typed).map_err(|error| error.to_string())?;
    let results = run
        .results(&Watch::default())
        .map_err(|error| error.to_string())?;
    preview(results.report()).map_err(|error| error.to_string())
}

/// Returns the chart of typed dice, as the page shows it.
pub fn roll(typed: &str) -> Result<ShownChart, String> {
    let drawn = |is_narrow| {
        let wish = SessionOptions {
            most_trials: Some(0),
            random_seed: 1,
            is_narrow,
        };
        let mut session = Session::default();
        let (texts, setup) = session.begin_rolls(typed, RollView::Exactly, wish);
        loop {
            let mut step = session.step(&texts);
            if step.get("total").is_none() {
                let chart = step["answer"]["charts"][0].take();
                let is_drawn = chart.is_object();
                return is_drawn
                    .then_some(chart)
                    .ok_or_else(|| format!("{typed}: {setup}"));
            }
        }
    };
    Ok(ShownChart {
        title: format!("The odds of {typed}"),
        ..shown_chart(&drawn(false)?, &drawn(true)?)
    })
}

/// Returns a chart from its views for a wide screen and for a phone.
fn shown_chart(wide: &Value, narrow: &Value) -> ShownChart {
    let text = |key: &str| wide[key].as_str().unwrap_or_default().to_owned();
    let pictures = |view: &Value| -> Vec<String> {
        view["pictures"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|svg| svg.as_str().map(str::to_owned))
            .collect()
    };
    ShownChart {
        title: text("title"),
        subtitle: text("subtitle"),
        note: text("note"),
        is_wide: wide["isWide"] == true,
        wide: pictures(wide).concat(),
        narrow: pictures(narrow),
    }
}
