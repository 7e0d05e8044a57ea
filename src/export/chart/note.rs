//! The last line of a page: how the numbers were got, and what was cut.

use super::pick::Pick;
use crate::export::provenance;
use crate::rule::metric::{ChartKind, Kind};

/// What the whiskers of a chart show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whiskers {
    None,
    /// The intervals of probabilities.
    Wilson,
    /// The intervals of means.
    Normal,
    /// There are some, but none is long enough to be seen.
    Unseen,
}

/// The last line of a page, after what a chart has to say of itself.
pub(super) fn of(pick: &Pick, own: &str, whiskers: Whiskers) -> String {
    let mut parts: Vec<String> = Vec::new();
    let exact = pick.laws().filter(|law| law.exact.is_some()).count();
    let of = pick.laws().count();
    // A chart with whiskers says itself what is exact in it.
    if exact == of && whiskers == Whiskers::None {
        parts.push("Exact.".to_owned());
    } else if exact > 0 && exact < of {
        parts.push("Exact where it was computed.".to_owned());
    }
    if !own.is_empty() {
        parts.push(own.to_owned());
    }
    parts.extend(earlier(pick).map(str::to_owned));
    // What happens at some time is told of all trials, and "never" has a bar of its own.
    if pick.observed.metric.kind != Kind::When {
        parts.extend(provenance::absent(pick.observed, pick.report, pick.laws()));
    }
    parts.extend(trials(pick, whiskers, exact == of));
    if exact > 0 {
        parts.extend(provenance::verdict(pick.report));
    }
    parts.extend(provenance::unresolved(pick.laws()));
    parts.join(" ")
}

/// What is drawn of an earlier run.
fn earlier(pick: &Pick) -> Option<&'static str> {
    Some(match (pick.changed?, pick.chart.kind) {
        (false, _) => "The earlier results are the same.",
        (true, ChartKind::Heatmap) => "Corners: up or down since the earlier results.",
        (true, _) => "Grey: the earlier results.",
    })
}

/// "1,000,000 trials played per case, seed 1; whiskers are 95% Wilson intervals."
fn trials(pick: &Pick, whiskers: Whiskers, is_exact: bool) -> Option<String> {
    let per = if pick.cases.len() > 1 { " per case" } else { "" };
    let trials = provenance::trials(&pick.cases, per)?;
    let level = percent_of(pick.report.run.confidence.level());
    let whiskers = match whiskers {
        Whiskers::None if is_exact => String::new(),
        Whiskers::None => format!(", {level} confidence"),
        Whiskers::Wilson => format!("; whiskers are {level} Wilson intervals"),
        Whiskers::Normal => format!("; whiskers are {level} intervals"),
        Whiskers::Unseen => format!("; its {level} intervals are too short to be seen"),
    };
    let text = format!("{trials}, seed\u{a0}{}{whiskers}.", pick.report.run.seed);
    Some(text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect())
}

/// A level as people write it: "95%", "99.9%".
pub(super) fn percent_of(level: f64) -> String {
    let text = format!("{:.3}", level * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
