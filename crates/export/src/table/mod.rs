//! The summary as a table for the terminal: exact numbers next to estimates. Several cases have a
//! row each. A single case has a row for each of its numbers.

mod answers;
mod balance;
mod cases;
mod cells;
mod changes;
mod distribution;
mod ending;
mod grid;
mod headings;
mod options;
mod play;
mod playtest;
mod search;
mod sensitivity;
mod side_by_side;
mod single;
mod skill;
mod value_groups;

pub use answers::goal_summary;
pub use balance::balance;
#[cfg(feature = "xlsx")]
pub(super) use cases::numbers as case_numbers;
pub use options::{Options, Rest, SavedFiles};
pub use play::{aim, gain_text};
pub use playtest::{playtest, trial_plan};
pub use search::search;
pub use side_by_side::{most_cases, rolls_tables};

use std::fmt::Write;

use oddsmith_model::messages::Messages;
use oddsmith_model::printable::{printable_line, wrap};
use oddsmith_model::report::playtest::Playtest;
use oddsmith_model::report::{Distribution, Report};
use oddsmith_model::summary;
use oddsmith_model::summary::balance as sentences;

use distribution::DistributionTable;
use ending::UsedSigns;
use oddsmith_model::provenance;

/// The maximal number of facts below the table of a small terminal.
const MAX_NOTES: usize = 4;
/// The greatest width of running text.
const MAX_TEXT_WIDTH: usize = 100;

/// Returns the message and the help for an unknown `--sort` key; `None` if the key is known.
pub fn sort_problem<'l>(
    labels: impl Iterator<Item = &'l str> + Clone,
    wanted: &str,
) -> Option<(String, String)> {
    if cases::sort_key(labels.clone(), wanted).is_some() {
        return None;
    }
    let known: Vec<&str> = labels.collect();
    Some((
        format!("no number of the table is called \"{wanted}\""),
        format!("valid: {}", known.join("; ")),
    ))
}

/// Returns the table of a report. Its heading is bold (ANSI codes, which a stream without colour
/// removes).
pub fn table(report: &Report, options: &Options) -> String {
    if let Some(played) = &report.playtest {
        return playtest_table(report, played, options);
    }
    let (mut text, signs) = numbers(report, options);
    if let Some(changes) = &report.changes_since {
        text.push_str(&changes::changes(
            changes,
            report.cases.len() > 1 || !changes.removed.is_empty(),
            options,
        ));
    }
    if let Some(sensitivity) = &report.sensitivity {
        text.push_str(&sensitivity::sensitivity(sensitivity, options));
    }
    if let Some(skill) = report.skill.as_ref().filter(|skill| skill.is_requested) {
        text.push_str(&skill::skill(skill, options));
    }
    if let Some(balancing) = &report.balance {
        text.push_str(&format!(
            "\n{}",
            balance(balancing, options.width, options.rest)
        ));
    }
    let _ = writeln!(
        text,
        "\n{}\n{}",
        ending::provenance_line(report, signs),
        ending::files_line(report, options)
    );
    wrap(&text, options.width)
}

/// Returns the comparison of a log of playtests in place of the table.
fn playtest_table(report: &Report, played: &Playtest, options: &Options) -> String {
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m\n", printable_line(&report.title));
    text.push_str(&playtest(played, options.width));
    let _ = writeln!(text, "{}", ending::files_line(report, options));
    wrap(&text, options.width)
}

/// Returns the beginning of a table if exact odds alone give all of it, so that it can be printed
/// before the first trial. Returns `None` if any number needs trials.
pub fn before_trials(report: &Report, options: &Options) -> Option<String> {
    let needs_trials = DistributionTable::for_single_case(report, options)
        .is_some_and(|distribution| !distribution.is_exact());
    let is_known = !options.is_wide && report.is_fully_exact() && !needs_trials;
    is_known.then(|| wrap(&numbers(report, options).0, options.width))
}

/// Returns the title, the headline, the description and the main table.
pub fn main_table(report: &Report, options: &Options) -> String {
    main_part(report, options).0
}

/// Returns the title, the headline, the description and the main table, and the signs in the table
/// that the last lines explain.
fn main_part(report: &Report, options: &Options) -> (String, UsedSigns) {
    let mut text = format!("\u{1b}[1m{}\u{1b}[0m\n", printable_line(&report.title));
    let balance = report
        .balance
        .as_ref()
        .map(|found| sentences::headline(found, Messages::english()));
    let summary = summary::summary(report, Messages::english())
        .sentences
        .into_iter()
        .enumerate();
    let shown_sentences = summary
        .filter(|(index, sentence)| {
            *index == 0 || report.balance.is_none() && sentence.is_recommendation()
        })
        .map(|(_, sentence)| sentence);
    for answer in balance.into_iter().chain(shown_sentences) {
        text.push_str(&fill_paragraph(&answer.text(), options.width));
    }
    text.push_str(&description(report, options.width));
    let (body, signs) = match report.cases.as_slice() {
        [_] => single::single_case(report, options, text.lines().count()),
        _ => several_cases(report, options, text.lines().count()),
    };
    text.push_str(&body);
    (text, signs)
}

/// Returns the main part and the notes on it, and the signs in the table that the last lines
/// explain.
fn numbers(report: &Report, options: &Options) -> (String, UsedSigns) {
    let (mut text, signs) = main_part(report, options);
    text.push_str(&answers::lines_below_table(report, options.rest));
    if let (Rest::Nowhere, false) = (options.rest, report.joints.is_empty()) {
        text.push_str(
            "Joint distributions ([[joint]]) are in the files of a saved run, and in --json.\n",
        );
    }
    text.push_str(&play::best_play_tables(report, options));
    let unresolved =
        provenance::unresolved_sentence(headline_distributions(report), Messages::english());
    for line in provenance::absence_lines(report)
        .into_iter()
        .chain(unresolved)
    {
        let _ = writeln!(text, "{}", printable_line(&line));
    }
    for line in &report.remarks {
        let _ = writeln!(text, "{}", printable_line(line));
    }
    let most = if options.fits_screen() {
        MAX_NOTES
    } else {
        usize::MAX
    };
    for (label, value) in report.notes.iter().take(most) {
        let _ = writeln!(text, "{}: {}", printable_line(label), printable_line(value));
    }
    if report.notes.len() > most {
        let _ = writeln!(text, "... {} more lines: --all", report.notes.len() - most);
    }
    (text, signs)
}

/// Returns a grid of two swept parameters, the distributions of a few cases next to each other, or
/// else a row for each case. Also returns the signs that the last lines explain.
fn several_cases(report: &Report, options: &Options, above: usize) -> (String, UsedSigns) {
    let numbers = cases::numbers(report);
    if let Some(grid) = grid::grid(report, &numbers, options) {
        return grid;
    }
    if let Some(table) = side_by_side::side_by_side(report, &numbers, options, above) {
        return table;
    }
    let (table, below) = cases::cases(report, &numbers, options);
    let mut text = table.to_text(usize::MAX);
    for line in below {
        let _ = writeln!(text, "{}", printable_line(&line));
    }
    if report.roll_chances.is_some()
        && !options.shows_all
        && report.cases.len() > most_cases(true, false)
    {
        text.push_str("The distribution of each output: --all\n");
    }
    (text, UsedSigns::of(&table))
}

/// Returns the first paragraph of the description, wrapped.
fn description(report: &Report, width: usize) -> String {
    let paragraph: Vec<&str> = report
        .description
        .trim()
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .collect();
    fill_paragraph(&paragraph.join(" "), width)
}

/// Wraps a paragraph at a width that is comfortable to read.
fn fill_paragraph(text: &str, width: usize) -> String {
    let width = width.clamp(40, MAX_TEXT_WIDTH);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
        .iter()
        .map(|line| printable_line(line).into_owned() + "\n")
        .collect()
}

/// Returns the distributions of the headlines.
fn headline_distributions(report: &Report) -> impl Iterator<Item = &Distribution> {
    report.cases.iter().flat_map(|case| {
        report
            .headlines
            .iter()
            .filter_map(|quantity| case.distribution(&quantity.metric, quantity.step))
    })
}
