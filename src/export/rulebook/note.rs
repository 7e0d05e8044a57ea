//! The last line under a table: exact or simulated, and how surely.

use crate::findings::scene::Scene;

/// What is to be said of the cells, and how they were got.
pub(super) fn of(scene: &Scene<'_>, own: &str) -> String {
    let exact = scene.spots().filter(|spot| spot.law.exact.is_some()).count();
    let all = scene.spots().count();
    let run = &scene.report.run;
    let source = match exact {
        0 => "Simulated:",
        some if some == all => "Exact; checked by simulation:",
        _ => "Exact where it was computed, else simulated:",
    };
    let mut trials: Vec<u64> = scene.cases.iter().map(|case| case.trials).collect();
    trials.sort_unstable();
    trials.dedup();
    let number = match trials[..] {
        [] | [0] => "no trials".to_owned(),
        [own] => format!("{} trials", grouped(own)),
        [least, .., most] => format!("{} to {} trials", grouped(least), grouped(most)),
    };
    let each = if scene.cases.len() > 1 { " per case" } else { "" };
    let level = if exact == all {
        String::new()
    } else {
        format!(", {}% confidence", crate::export::number::significant(run.confidence.level() * 100.0, 6))
    };
    let mut parts: Vec<String> = Vec::new();
    if !own.is_empty() {
        parts.push(own.to_owned());
    }
    parts.push(format!("{source} {number}{each}, seed {}{level}.", run.seed));
    let unresolved = scene.spots().map(|spot| spot.unresolved).fold(0.0, f64::max);
    if unresolved > 0.0 {
        parts.push(format!("Up to {unresolved:.0e} of the probability is left unresolved."));
    }
    parts.join(" ")
}

/// A whole number with commas between thousands.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
