//! The last lines of a table: the sources of its numbers, and the place of the files.

use std::fmt::Write;
use std::path::MAIN_SEPARATOR;

use super::cells::plain_number;
use super::options::Options;
use oddsmith_model::figures::{Numerals, grouped};
use oddsmith_model::labels::capitalize;
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_line;
use oddsmith_model::provenance;
use oddsmith_model::report::{Case, CountSource, Report, Verdict};
use oddsmith_model::table::Table;

/// Whether the table contains an interval, and whether it contains a dash for a number without an
/// exact value.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsedSigns {
    pub(super) has_plus_minus: bool,
    pub(super) has_dash: bool,
}

impl UsedSigns {
    /// Finds the signs in a table.
    pub(super) fn of(table: &Table) -> UsedSigns {
        UsedSigns {
            has_plus_minus: table.contains('±'),
            has_dash: table.contains('–'),
        }
    }
}

/// The number of trials of the cases, as text.
struct TrialCounts {
    simulated: Option<String>,
    sampled: Option<String>,
    /// "" for a single case, " per case", " per variant", " in 3 of 5 cases".
    scope: String,
}

/// Returns the line on the sources of the numbers.
pub(super) fn provenance_line(report: &Report, signs: UsedSigns) -> String {
    let counts = TrialCounts::of(report);
    let is_exact = report.is_fully_exact();
    let has_odds = report
        .cases
        .iter()
        .any(|case| case.unresolved.is_some() || case.aim_bounds.is_some());
    let quality = match (is_exact, has_odds) {
        (true, _) => "exact",
        (false, true) => "partly exact",
        (false, false) => "simulated",
    };
    let mut text = match report.cases.len() {
        1 => capitalize(quality),
        _ if report.sweep.is_empty() => capitalize(quality),
        cases => format!("{} cases, {quality}", grouped(cases as u64)),
    };
    let seed = format!("seed {}", report.run.seed);
    let verdict = report.verdict();
    let trials = counts.text(has_odds);
    match trials {
        None => text.push_str(". No trials were run."),
        Some(trials) if is_exact && verdict == Verdict::Agrees && !report.run.has_random_seed => {
            let _ = write!(text, ". {trials} agree.");
        }
        Some(trials) if has_odds && verdict == Verdict::Agrees => {
            let _ = write!(text, ". {trials} ({seed}) agree.");
        }
        Some(trials) if has_odds => {
            let _ = write!(text, ". {trials}, {seed}.");
        }
        Some(trials) => {
            let _ = write!(text, ": {trials}, {seed}.");
        }
    }
    for remark in remarks(report, signs) {
        let _ = write!(text, " {remark}");
    }
    text
}

/// Returns further remarks on the trials, one sentence each.
fn remarks(report: &Report, signs: UsedSigns) -> Vec<String> {
    let mut remarks = Vec::new();
    let stopped: u64 = report.cases.iter().map(|case| case.unfinished).sum();
    if stopped > 0 {
        let (number, were) = (grouped(stopped), if stopped == 1 { "was" } else { "were" });
        remarks.push(format!(
            "{number} more took too long and {were} stopped, so simulated chances have wider intervals, \
             and other simulated numbers are left out."
        ));
    }
    if signs.has_plus_minus {
        remarks.push(format!(
            "± is the {}% interval.",
            plain_number(report.run.confidence.level() * 100.0)
        ));
    }
    if signs.has_dash && report.cases.iter().any(|case| case.unresolved.is_none()) {
        remarks.push("– means that no exact value was computed.".to_owned());
    }
    let is_reduced = |case: &Case| {
        case.source == CountSource::Simulated && (1..report.run.trials).contains(&case.trials)
    };
    if report.run.precision.is_none() && report.cases.iter().any(is_reduced) {
        remarks.push(
            "Each trial takes long, so there are few: --trials N runs as many as you want."
                .to_owned(),
        );
    }
    if let Some(short) = provenance::imprecision_note(report) {
        remarks.push(format!("{}.", capitalize(&short)));
    }
    if report.verdict().is_bad() {
        remarks.extend(provenance::verdict_sentence(report, Messages::english()));
    }
    remarks
}

/// Returns the line on the place of the files.
pub(super) fn files_line(report: &Report, options: &Options) -> String {
    let Some(files) = &options.files else {
        return "No files were written.".to_owned();
    };
    let kinds = match (
        files.has_charts && !report.charts.is_empty(),
        files.has_report,
    ) {
        (true, true) => "Charts, report and CSV",
        (true, false) => "Charts and CSV",
        (false, true) => "Report and CSV",
        (false, false) => "CSV",
    };
    let folder = files.output.join(&report.name).display().to_string();
    let has_play = report.cases.iter().any(|case| case.best_play.is_some());
    let policy = if has_play {
        " (best choice in every state: policy.csv)"
    } else {
        ""
    };
    format!(
        "{kinds}: {}{MAIN_SEPARATOR}{policy}",
        printable_line(&folder)
    )
}

impl TrialCounts {
    fn of(report: &Report) -> TrialCounts {
        let cases_from = |source| {
            report
                .cases
                .iter()
                .filter(move |case| case.source == source && case.trials > 0)
        };
        let simulated_trials = cases_from(CountSource::Simulated).map(|case| case.trials);
        let checking = report
            .cases
            .iter()
            .filter_map(|case| case.cross_check_trials)
            .filter(|&trials| trials > 0);
        let with_trials = report.cases.iter().filter(|case| case.trials > 0).count();
        let scope = match report.cases.len() {
            1 => String::new(),
            case_count if with_trials < case_count => {
                format!(" in {with_trials} of {case_count} cases")
            }
            _ if report.sweep.is_empty() => " per variant".to_owned(),
            _ => " per case".to_owned(),
        };
        let simulated = range_text(&simulated_trials.chain(checking).collect::<Vec<_>>());
        let sampled = range_text(
            &cases_from(CountSource::Sampled)
                .map(|case| case.trials)
                .collect::<Vec<_>>(),
        );
        TrialCounts {
            simulated,
            sampled,
            scope,
        }
    }

    /// Returns "1,000,000 simulated trials per case". "simulated" is left out if the line says so
    /// already.
    fn text(&self, has_odds: bool) -> Option<String> {
        let scope = &self.scope;
        Some(match (&self.simulated, &self.sampled) {
            (Some(simulated), Some(sampled)) => {
                format!("{simulated} simulated and {sampled} sampled trials{scope}")
            }
            (Some(simulated), None) if has_odds => format!("{simulated} simulated trials{scope}"),
            (Some(simulated), None) => format!("{simulated} trials{scope}"),
            (None, Some(sampled)) => format!("{sampled} sampled trials{scope}"),
            (None, None) => return None,
        })
    }
}

/// Returns "1,000,000", or "10,000 to 1,000,000".
fn range_text(numbers: &[u64]) -> Option<String> {
    let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
    let most_text = grouped(most);
    Some(if least == most {
        most_text
    } else {
        Numerals::ENGLISH.range(&grouped(least), &most_text)
    })
}
