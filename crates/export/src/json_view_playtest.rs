//! A log of playtests as JSON for the page: sentences, tables and pictures.

use serde_json::{Value, json};

use super::html::{MAX_PLAYTEST_SETTINGS, playtest_facts, playtest_title};
use super::json_view::{chart, text_rows};
use super::playtest::pictures;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::report::playtest::{Fit, Playtest};
use oddsmith_model::summary::playtest::{
    end, fit_sentences, fit_table, headline, metrics_table, sentences,
};
use oddsmith_model::table::Table;

/// Returns everything that the page shows of the report's log; `None` without a log.
pub fn playtest_view(report: &Report, is_narrow: bool) -> Option<Value> {
    let playtest = report.playtest.as_ref()?;
    let words = Messages::english();
    let tables = tables(playtest);
    let tables = tables
        .iter()
        .map(|(title, table)| json!({ "title": title, "rows": text_rows(table)[1..] }));
    let charts = pictures(report, playtest);
    let charts = charts
        .iter()
        .filter_map(|picture| chart(picture, is_narrow));
    Some(json!({
        "title": playtest_title(playtest),
        "headline": headline(playtest, words).map(|sentence| sentence.text()),
        "says": end(&sentences(playtest, words)),
        "facts": playtest_facts(playtest),
        "tables": tables.collect::<Vec<_>>(),
        "charts": charts.collect::<Vec<_>>(),
        "otherColumns": playtest.other_columns,
    }))
}

/// Returns the tables, each with its title: all metrics, those of each part, and each fit.
fn tables(playtest: &Playtest) -> Vec<(String, Table)> {
    let words = Messages::english();
    let all = (
        "Observed and expected".to_owned(),
        metrics_table(&playtest.metrics, words),
    );
    let parts = playtest.groups.iter().flat_map(|groups| {
        let part = |(value, metrics): &(String, Vec<_>)| {
            let title = format!("{}: {value}", groups.column);
            (title, metrics_table(metrics, words))
        };
        groups.parts.iter().map(part)
    });
    let fit = |fit: &Fit| {
        let title = fit_sentences(fit, words).into_iter().next();
        let table = fit_table(fit, MAX_PLAYTEST_SETTINGS, words);
        (title.unwrap_or_default(), table)
    };
    let fits = playtest.fits.iter().map(fit);
    [all].into_iter().chain(parts).chain(fits).collect()
}
