//! Shows a distribution in a few lines of text: its values with bars, and fractions if they are
//! short.

use std::fmt::Write;

use crate::figures::Numerals;

/// The most lines of a histogram. More values are grouped into ranges.
const MAX_LINES: usize = 12;
/// The length of the longest bar, in characters.
const LONGEST_BAR: f64 = 16.0;
/// The largest denominator of a fraction that is shown.
const LARGEST_DENOMINATOR: u64 = 99_999;

/// A value with its name if it has one, its probability, and the fraction if it is known.
pub(super) struct ValueChance {
    pub(super) value: i64,
    pub(super) name: Option<String>,
    pub(super) chance: f64,
    pub(super) fraction: Option<(u64, u64)>,
}

/// Formats a probability.
pub(super) fn percent(chance: f64) -> String {
    Numerals::ENGLISH.chance(chance)
}

/// Formats a mean.
pub(super) fn mean(mean: f64) -> String {
    Numerals::ENGLISH.mean(mean)
}

/// Returns the standard deviation of values whose probabilities add up to 1.
pub(super) fn sd(chances: &[ValueChance]) -> f64 {
    let mean = chances
        .iter()
        .map(|entry| entry.value as f64 * entry.chance)
        .sum::<f64>();
    chances
        .iter()
        .map(|entry| (entry.value as f64 - mean).powi(2) * entry.chance)
        .sum::<f64>()
        .sqrt()
}

/// Returns a histogram: a line for each value, or for each range of values if there are many.
pub(super) fn histogram(chances: &[ValueChance]) -> String {
    let rows = rows(chances);
    let widest = rows
        .iter()
        .map(|row| row.0.chars().count())
        .max()
        .unwrap_or(0);
    let top = rows.iter().map(|row| row.1).fold(0.0, f64::max);
    let mut text = String::new();
    for (name, chance, fraction) in rows {
        let bar = bar(chance / top * LONGEST_BAR);
        let fraction =
            fraction.filter(|fraction| fraction.1 <= LARGEST_DENOMINATOR && fraction.1 > 1);
        let fraction = fraction.map_or_else(String::new, |(n, d)| format!("  {n}/{d}"));
        let _ = writeln!(
            text,
            "{}{name}  {:>6}  {bar}{fraction}",
            " ".repeat(widest - name.chars().count()),
            percent(chance)
        );
    }
    text
}

type Row = (String, f64, Option<(u64, u64)>);

fn rows(chances: &[ValueChance]) -> Vec<Row> {
    if chances.len() <= MAX_LINES {
        let row = |entry: &ValueChance| {
            (
                entry
                    .name
                    .clone()
                    .unwrap_or_else(|| entry.value.to_string()),
                entry.chance,
                entry.fraction,
            )
        };
        return chances.iter().map(row).collect();
    }
    let (first, last) = (chances[0].value, chances[chances.len() - 1].value);
    // All ranges have the same length. The last one may contain a few values that never occur.
    let length = (first.abs_diff(last) / MAX_LINES as u64 + 1) as i64;
    let mut rows: Vec<Row> = Vec::new();
    let mut from = first;
    while from <= last {
        let to = from.saturating_add(length - 1);
        let chance = chances
            .iter()
            .filter(|entry| (from..=to).contains(&entry.value))
            .map(|entry| entry.chance)
            .sum();
        let name = if length == 1 {
            from.to_string()
        } else {
            format!("{from} to {}", to.min(last))
        };
        rows.push((name, chance, None));
        from = to.saturating_add(1);
    }
    rows
}

/// Returns a bar of full blocks, with an eighth block at the end.
fn bar(length: f64) -> String {
    const PARTS: [&str; 8] = [
        "", "\u{258f}", "\u{258e}", "\u{258d}", "\u{258c}", "\u{258b}", "\u{258a}", "\u{2589}",
    ];
    let eighths = (length * 8.0).round() as usize;
    let text = "\u{2588}".repeat(eighths / 8) + PARTS[eighths % 8];
    if text.is_empty() && length > 0.0 {
        PARTS[1].to_owned()
    } else {
        text
    }
}
