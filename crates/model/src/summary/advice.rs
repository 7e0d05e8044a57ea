//! What to do, where somebody seeks the best play.

use super::{Claim, Sentence};
use crate::findings::policy;
use crate::labels::small;
use crate::report::{Chart, Report};
use crate::rule::presentation::ChartKind;
use crate::wordbook::Wordbook;

/// Other places of what is swept that are told as well.
const MOST: usize = 3;

/// What to do in the usual case, and then elsewhere along what is swept; nothing where there is no map of best play, or nothing
/// short to be said of it.
pub(super) fn advice(report: &Report, wordbook: &Wordbook) -> Vec<Sentence> {
    let policy = |chart: &&Chart| chart.kind == ChartKind::Policy;
    let Some(chart) = report.charts.iter().chain(&report.told_charts).find(policy) else { return Vec::new() };
    let Some(usual) = told(report, chart, wordbook) else { return Vec::new() };
    std::iter::once(usual).chain(elsewhere(report, chart, wordbook).unwrap_or_default()).collect()
}

fn told(report: &Report, chart: &Chart, wordbook: &Wordbook) -> Option<Sentence> {
    let found = policy::found_in(report, chart, wordbook)?;
    let choice = chart.policy.as_ref()?.choice.clone();
    let case = report.cases_of(chart).into_iter().find(|case| case.best_play.is_some())?.number - 1;
    let claim = Claim::Advises { case, choice, right: found.right };
    Some(Sentence::plain(format!("{}.", found.sentence)).claim(claim))
}

/// What to do at the other places of the only thing that is swept; nothing unless there is a sentence for each.
fn elsewhere(report: &Report, chart: &Chart, wordbook: &Wordbook) -> Option<Vec<Sentence>> {
    let varied = |&at: &usize| report.sweep[at].values.len() > 1;
    let mut all = (0..report.sweep.len()).filter(varied);
    let at = all.next().filter(|_| all.next().is_none())?;
    let held = chart.held.iter().position(|own| own.0 == at)?;
    let others: Vec<usize> = (0..report.sweep[at].values.len()).filter(|&own| own != chart.held[held].1).collect();
    if others.len() > MOST {
        return None;
    }
    let moved = |place: usize| {
        let mut own = chart.clone();
        own.held[held].1 = place;
        told(report, &own, wordbook)
    };
    let all = others.into_iter().map(moved).collect::<Option<Vec<_>>>()?;
    let core = |own: &Sentence| own.text().split_once(": ").map(|own| own.1.to_owned());
    // Where all is as it is here, once is enough.
    let usual = told(report, chart, wordbook).as_ref().and_then(core);
    if usual.is_none() || wordbook.is_foreign() || all.iter().any(|own| core(own) != usual) {
        return Some(all);
    }
    let places = all.iter().filter_map(|own| Some(small(own.text().split_once(": ")?.0))).collect::<Vec<_>>();
    let same = Sentence::plain(format!("The same {}.", places.join(" and ")));
    Some(vec![all.into_iter().flat_map(|own| own.claims).fold(same, Sentence::claim)])
}
