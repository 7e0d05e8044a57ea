//! A game as it is shown: run as the command line runs it, with its sentences and its charts.

use std::sync::Arc;

use oddsmith::analysis::{EngineMode, plan, run};
use oddsmith::export::json_view;
use oddsmith::export::picture::Picture;
use oddsmith::gallery::{GAMES, Game};
use oddsmith::input::diagnostic::Source;
use oddsmith::messages::Messages;
use oddsmith::report::{Chart, Report};
use oddsmith::rule_file::find::bundled;
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith::summary::{self, Sentence, SentencePart};
use oddsmith_charts::sheets;
use oddsmith_engine::explore::Watch;
use serde_json::Value;

/// Charts that stand on the page of a game.
const MOST_CHARTS: usize = 3;

/// A game, and what came of it.
pub struct ShownGame {
    /// The game.
    pub game: &'static Game,
    /// What people call it.
    pub name: String,
    /// What they ask.
    pub question: String,
    /// The answer, and what there is to be said besides.
    pub sentences: Vec<Sentence>,
    /// The picture that shows the answer, and others.
    pub charts: Vec<ShownChart>,
    /// The text of its rule, where a file holds it.
    pub rule: Option<&'static str>,
}

/// A chart: its words, as wide as a column, and as narrow as a phone.
pub struct ShownChart {
    /// What it says.
    pub title: String,
    /// What it shows.
    pub subtitle: String,
    /// What stands below.
    pub note: String,
    /// Whether it needs two columns.
    pub is_wide: bool,
    /// The picture.
    pub wide: String,
    /// The pictures for a phone, one under another.
    pub narrow: Vec<String>,
}

/// All games.
pub fn run_games() -> Result<Vec<ShownGame>, String> {
    GAMES.iter().map(run_game).collect()
}

fn run_game(game: &'static Game) -> Result<ShownGame, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", game.path());
    let source = Arc::new(Source {
        name: format!("{}.toml", game.name),
        text: game.scenario.to_owned(),
    });
    let scenario = Scenario::parse(game.name, source, &Overrides::default())
        .map_err(|error| failed(&error))?;
    let plan = plan(&scenario).map_err(|error| failed(&error))?;
    let mut report = run(&plan, EngineMode::Auto, &Watch::default())
        .map_err(|error| failed(&format!("{error:?}")))?;
    report.charts = sheets(&report);
    let charts = charts(&report);
    let first = charts
        .first()
        .ok_or_else(|| failed(&"no chart can be drawn"))?;
    let mut sentences = summary::summary(&report, Messages::english()).sentences;
    if sentences.is_empty() {
        // Where no odds are exact, the picture's own title has to do.
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
        .take(MOST_CHARTS)
        .collect()
}

fn chart(report: &Report, chart: &Chart) -> Option<ShownChart> {
    let picture = Picture::Chart(report, chart);
    let (wide, narrow) = (
        json_view::chart(&picture, false)?,
        json_view::chart(&picture, true)?,
    );
    let text = |key: &str| wide[key].as_str().unwrap_or_default().to_owned();
    let pictures = |view: &Value| -> Vec<String> {
        view["pictures"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|svg| svg.as_str().map(str::to_owned))
            .collect()
    };
    Some(ShownChart {
        title: text("title"),
        subtitle: text("subtitle"),
        note: text("note"),
        is_wide: wide["isWide"] == true,
        wide: pictures(&wide).concat(),
        narrow: pictures(&narrow),
    })
}
