//! The last line under a table: exact or simulated, and how surely.

use crate::chart_data::ChartData;
use crate::wordbook::Word;
use oddsmith_model::provenance;

/// What is to be said of the cells, and how they were got; with a footer of the scenario's own,
/// what is to be said of the cells and then that, or nothing at all where that is empty.
pub(super) fn of(data: &ChartData<'_>, own: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !own.is_empty() {
        parts.push(own.to_owned());
    }
    if !data.chart.is_of_all(data.observed) {
        parts.extend(provenance::absent(
            data.observed,
            data.report,
            data.laws(),
            data.words(),
        ));
    }
    match data.chart.wishes.footer.as_deref() {
        Some("") => return String::new(),
        Some(footer) => parts.push(footer.to_owned()),
        None => parts.extend(source(data)),
    }
    parts.join(" ")
}

/// How the numbers were got.
fn source(data: &ChartData<'_>) -> Vec<String> {
    let wordbook = data.words();
    let exact = data.laws().filter(|law| law.exact.is_some()).count();
    let all = data.laws().count();
    let each = if data.cases.len() > 1 {
        wordbook.say(Word::PerCase)
    } else {
        ""
    };
    let trials = provenance::trials(&data.cases, each, wordbook);
    let trials = trials.unwrap_or_else(|| wordbook.say(Word::NoTrials).to_owned());
    let level = match exact == all {
        true => String::new(),
        false => wordbook.fill(
            Word::Confidence,
            &[("level", &provenance::level(data.report, wordbook))],
        ),
    };
    let trials = format!(
        "{trials}, {} {}{level}",
        wordbook.say(Word::Seed),
        data.report.run.seed
    );
    let word = match exact {
        0 => Word::SimulatedBy,
        some if some == all => Word::ExactBeside,
        _ => Word::BothBy,
    };
    let mut parts = vec![wordbook.fill(word, &[("trials", &trials)])];
    if exact > 0 {
        parts.extend(provenance::verdict(data.report, wordbook));
    }
    parts.extend(provenance::unresolved(data.laws(), wordbook));
    parts
}
