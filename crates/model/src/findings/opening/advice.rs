//! What to do, where somebody seeks the best play.

use super::{OpeningClaim, Sentence};
use crate::findings::policy;
use crate::report::Report;
use crate::rule::presentation::ChartKind;

/// The sentence; `None` where there is no map of best play, or nothing short to be said of it.
pub(super) fn advice(report: &Report) -> Option<Sentence> {
    let chart = report.charts.iter().chain(&report.told_charts).find(|chart| chart.kind == ChartKind::Policy)?;
    let found = policy::found(report, chart)?;
    let choice = chart.policy.as_ref()?.choice.clone();
    let case = report.cases_of(chart).into_iter().find(|case| case.best_play.is_some())?.number - 1;
    let claim = OpeningClaim::Advises { case, choice, right: found.right };
    Some(Sentence::default().words(format!("{}.", found.sentence)).claim(claim))
}
