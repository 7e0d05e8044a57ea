//! The section on a log of playtests: how it compares with the odds, and the tables of metrics and
//! settings.

use maud::{Markup, html};

use super::Readers;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::report::playtest::Playtest;
use oddsmith_model::summary::playtest::{
    end, fit_sentences, fit_table, merged_sentences, metrics_table, sentences,
};
use oddsmith_model::table::Table;

/// The stem of the charts of metrics. From the second chart on, a number is appended.
pub const CHART: &str = "playtest";
/// The maximal number of settings of a table.
pub(crate) const MAX_SETTINGS: usize = 40;

/// Returns the section; empty without a log.
pub fn section(report: &Report, readers: Readers) -> Markup {
    let Some(playtest) = &report.playtest else {
        return html! {};
    };
    html! {
        section aria-labelledby="playtest" {
            h2 #playtest { (title(playtest)) }
            p { (end(&sentences(playtest, Messages::english()))) }
            @for fact in facts(playtest) { p { (fact.replace('`', "")) } }
            @if readers == Readers::Designers { (tables(playtest)) }
        }
        "\n"
    }
}

/// Returns the title of the section.
pub(crate) fn title(playtest: &Playtest) -> String {
    format!(
        "Playtests: {} trials",
        oddsmith_model::figures::grouped(playtest.trials)
    )
}

fn tables(playtest: &Playtest) -> Markup {
    let words = Messages::english();
    let subtitle =
        "p: how often luck alone is at least as far off. Holm: corrected for all metrics.";
    let column = playtest.groups.as_ref().map_or("", |groups| &groups.column);
    html! {
        (headed("Observed and expected", subtitle, metrics_table(&playtest.metrics, words)))
        @for (value, metrics) in playtest.groups.iter().flat_map(|groups| &groups.parts) {
            (headed(&format!("{column}: {value}"), "", metrics_table(metrics, words)))
        }
        @for fit in &playtest.fits {
            @let title = fit_sentences(fit, words).into_iter().next().unwrap_or_default();
            (headed(&title, "", fit_table(fit, MAX_SETTINGS, words)))
        }
    }
}

/// Returns a table below its heading.
fn headed(title: &str, subtitle: &str, table: Table) -> Markup {
    html! { h3 { (title) } (table.with_title(title, subtitle).to_html()) }
}

/// Returns what was compared with what, and what was left out, a sentence each.
pub(crate) fn facts(playtest: &Playtest) -> Vec<String> {
    const MAX_LISTED: usize = 6;
    let named: Vec<String> = playtest
        .settings
        .iter()
        .filter(|(name, _)| !name.is_empty())
        .take(MAX_LISTED)
        .map(|(name, trials)| match playtest.settings.len() {
            1 => name.clone(),
            _ => format!(
                "{name} ({} trials)",
                oddsmith_model::figures::grouped(*trials)
            ),
        })
        .collect();
    let more = playtest.settings.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 {
        format!(" and {more} more settings")
    } else {
        String::new()
    };
    let compared =
        (!named.is_empty()).then(|| format!("Compared with {}{more}.", named.join("; ")));
    let skipped = (!playtest.skipped.is_empty()).then(|| {
        let lines: Vec<String> = playtest
            .skipped
            .iter()
            .take(MAX_LISTED)
            .map(|row| format!("line {}: {}", row.line, row.reason))
            .collect();
        let rest = playtest.skipped.len() - lines.len();
        let rest = if rest > 0 {
            format!("; and {rest} more")
        } else {
            String::new()
        };
        let rows = if playtest.skipped.len() == 1 {
            "row"
        } else {
            "rows"
        };
        format!(
            "Left out: {} {rows} ({}{rest}).",
            playtest.skipped.len(),
            lines.join("; ")
        )
    });
    let words = Messages::english();
    let merged = playtest.metrics.iter();
    let merged = merged.flat_map(|metric| merged_sentences(metric, words));
    let joint = playtest.fits.iter().filter(|fit| !fit.left_out.is_empty()).map(|fit| {
        format!(
            "The likelihood uses the columns {} together; the joint odds with {} are too large.",
            fit.columns.join(", "),
            fit.left_out.join(", ")
        )
    });
    let remarks = playtest.remarks.iter().map(|remark| format!("{remark}."));
    compared
        .into_iter()
        .chain(skipped)
        .chain(merged.map(|sentence| format!("{sentence}.")))
        .chain(joint)
        .chain(remarks)
        .collect()
}
