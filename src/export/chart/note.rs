//! The last line of a page: how the numbers were got, and what was cut.

use super::number::grouped;
use super::pick::Pick;

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
    let trials = trials(pick);
    let seed = pick.report.run.seed;
    // A chart with whiskers says itself what is exact in it.
    if exact == of && whiskers == Whiskers::None {
        parts.push("Exact.".to_owned());
    } else if exact > 0 && exact < of {
        parts.push("Exact where it was computed.".to_owned());
    }
    if !own.is_empty() {
        parts.push(own.to_owned());
    }
    if let Some(trials) = trials {
        let source = if exact == of && whiskers == Whiskers::None { "Checked by" } else { "Simulation:" };
        let level = percent_of(pick.report.run.confidence.level());
        let whiskers = match whiskers {
            Whiskers::None if exact == of => String::new(),
            Whiskers::None => format!(", {level} confidence"),
            Whiskers::Wilson => format!("; whiskers are {level} Wilson intervals"),
            Whiskers::Normal => format!("; whiskers are {level} intervals"),
            Whiskers::Unseen => format!("; its {level} intervals are too short to be seen"),
        };
        parts.push(format!("{source} {trials}, seed {seed}{whiskers}."));
    }
    if let Some(unresolved) = unresolved(pick) {
        parts.push(format!("Up to {unresolved} of the probability is left unresolved."));
    }
    parts.join(" ")
}

/// "1,000,000 trials per case".
fn trials(pick: &Pick) -> Option<String> {
    let least = pick.cases.iter().map(|case| case.trials).min()?;
    let most = pick.cases.iter().map(|case| case.trials).max()?;
    let number = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
    let per = if pick.cases.len() > 1 { " per case" } else { "" };
    (most > 0).then(|| format!("{number} trials{per}"))
}

/// The most that any case left unresolved, rounded up.
fn unresolved(pick: &Pick) -> Option<String> {
    let most = pick.cases.iter().filter_map(|case| case.unresolved).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    // Two digits, never less than the truth.
    let percent = most * 100.0;
    let decimals = (1.0 - percent.log10().floor()).max(0.0) as usize;
    if decimals > 8 {
        return Some("0.00000001%".to_owned());
    }
    let scale = 10f64.powi(decimals as i32);
    Some(format!("{:.decimals$}%", (percent * scale).ceil() / scale))
}

/// A level as people write it: "95%", "99.9%".
pub(super) fn percent_of(level: f64) -> String {
    let text = format!("{:.3}", level * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
