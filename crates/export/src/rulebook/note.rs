//! The last line under a table: whether its numbers are exact or simulated, and their precision.

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::messages::Word;
use oddsmith_model::provenance;

/// Returns the remark on the cells, followed by the scenario's footer or the sources of the
/// numbers. An empty footer removes the whole line.
pub(super) fn text(data: &ChartData<'_>, remark: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !remark.is_empty() {
        parts.push(remark.to_owned());
    }
    if !data.chart.counts_all_trials(data.observed) {
        parts.extend(provenance::absence_sentence(
            data.observed,
            data.report,
            data.distributions(),
            data.words(),
        ));
    }
    match data.chart.wishes.footer.as_deref() {
        Some("") => return String::new(),
        Some(footer) => parts.push(footer.to_owned()),
        None => parts.extend(source_notes(data)),
    }
    parts.join(" ")
}

/// Describes the sources of the numbers.
fn source_notes(data: &ChartData<'_>) -> Vec<String> {
    let messages = data.words();
    let exact = data
        .distributions()
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let total = data.distributions().count();
    let each = if data.cases.len() > 1 {
        messages.text(Word::PerCase)
    } else {
        ""
    };
    let trials = provenance::trials_text(&data.cases, each, messages);
    let trials = trials.unwrap_or_else(|| messages.text(Word::NoTrials).to_owned());
    let level = if exact == total {
        String::new()
    } else {
        messages.fill(
            Word::Confidence,
            &[("level", &provenance::confidence_text(data.report, messages))],
        )
    };
    let trials = format!(
        "{trials}, {} {}{level}",
        messages.text(Word::Seed),
        data.report.run.seed
    );
    let word = match exact {
        0 => Word::SimulatedBy,
        some if some == total => Word::ExactWithTrials,
        _ => Word::BothBy,
    };
    let mut parts = vec![messages.fill(word, &[("trials", &trials)])];
    if exact > 0 {
        parts.extend(provenance::verdict_sentence(data.report, messages));
    }
    parts.extend(provenance::unresolved_sentence(
        data.distributions(),
        messages,
    ));
    parts
}
