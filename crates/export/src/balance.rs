//! Writes `balance.csv`: a row for each setting that was tried, best first.

use super::cell::TableCell;
use super::csv::Rows;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::balance::{Balancing, JudgedAsk, MAX_LISTED, TriedSetting};
use oddsmith_model::report::columns::{BALANCE, unique_column_name};
use oddsmith_model::summary::balance as sentences;
use oddsmith_model::table::{Column, Table};

/// The name of the file.
pub const FILE: &str = "balance.csv";
/// The stem of the chart's files.
pub const CHART: &str = "balance";

/// Returns the bytes of `balance.csv`.
pub fn balance_csv(balancing: &Balancing) -> Vec<u8> {
    let mut rows = Rows::new();
    rows.add_row(headers(balancing).into_iter().map(TableCell::text));
    let given_up = balancing
        .tried
        .iter()
        .filter(|setting| setting.answers.len() != balancing.asks.len());
    for setting in balancing.ranked_settings().chain(given_up) {
        rows.add_cells(
            balancing
                .parameters
                .iter()
                .zip(&setting.point)
                .map(|(parameter, &value)| TableCell::Value(&parameter.values[usize::from(value)])),
        );
        add_answers(balancing, setting, &mut rows);
        let (changed, steps) = balancing.distance(&setting.point);
        let is_met = setting.is_met(balancing.asks.len());
        let robust = if is_met {
            balancing
                .breaking_steps(setting)
                .map(|breaking| yes_or_no(breaking.is_empty()))
        } else {
            None
        };
        rows.add_cells([
            TableCell::text(yes_or_no(is_met)),
            TableCell::Count(changed as u64),
            TableCell::Count(u64::from(steps)),
            TableCell::text(robust.unwrap_or_default()),
        ]);
        rows.end_row();
    }
    rows.into_bytes()
}

/// Returns the table of the best settings for a designer. It also shows how many steps each setting
/// changes, and whether it is robust.
pub(super) fn best_settings(balancing: &Balancing, goal: impl Fn(&JudgedAsk) -> String) -> Table {
    let mut table = sentences::settings(balancing, Messages::english(), goal);
    let best = || balancing.ranked_settings().take(MAX_LISTED);
    let blank = || balancing.published.iter().map(|_| String::new());
    let steps = |setting: &TriedSetting| match balancing.distance(&setting.point).1 {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    table
        .columns
        .push(Column::numbers("changes", blank().chain(best().map(steps))));
    if best().any(|setting| setting.is_met(balancing.asks.len())) {
        let robust = best().map(|setting| sentences::robustness(balancing, setting));
        table
            .columns
            .push(Column::text("robust", blank().chain(robust)));
    }
    table
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// Adds the answers of a setting. An answer with a goal is followed by its miss and its slack. If
/// there are several cases, its case follows.
fn add_answers(balancing: &Balancing, setting: &TriedSetting, rows: &mut Rows) {
    for (index, ask) in balancing.asks.iter().enumerate() {
        let answer = setting.answers.get(index);
        rows.add_cells([TableCell::exact(answer.and_then(|answer| answer.value))]);
        if ask.want.is_some() {
            rows.add_cells([
                TableCell::exact(answer.map(|answer| answer.miss)),
                TableCell::exact(answer.map(|answer| answer.slack)),
            ]);
        }
        if balancing.cases.len() > 1 {
            rows.add_cells([answer.map_or(TableCell::Nothing, |answer| {
                TableCell::text(&balancing.cases[answer.case as usize])
            })]);
        }
    }
}

/// Returns the headers. They are unique even if a parameter and a question have the same name.
fn headers(balancing: &Balancing) -> Vec<String> {
    let mut headers: Vec<String> = balancing
        .parameters
        .iter()
        .map(|parameter| unique_column_name("parameter", &parameter.path, &BALANCE))
        .collect();
    for ask in &balancing.asks {
        let known: Vec<&str> = headers.iter().map(String::as_str).chain(BALANCE).collect();
        let name = unique_column_name("ask", &ask.label, &known);
        let header = |suffix: &str| format!("{name}: {suffix}");
        let mut ask_headers = vec![name.clone()];
        if ask.want.is_some() {
            ask_headers.extend([header("off by"), header("to spare")]);
        }
        if balancing.cases.len() > 1 {
            ask_headers.push(header("case"));
        }
        headers.extend(ask_headers);
    }
    headers.extend(BALANCE.map(str::to_owned));
    headers
}
