//! Reads the cells of a log: a number, an outcome, a range, or nothing.

use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone, Wording};

/// The meaning of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// No note.
    Nothing,
    /// The metric was absent.
    Absent,
    /// One of these values: ranges with both ends.
    Values(Vec<(i64, i64)>),
}

impl Note {
    fn value(value: i64) -> Note {
        Note::Values(vec![(value, value)])
    }

    fn codes(outcomes: &[Outcome], suits: impl Fn(&Outcome) -> bool) -> Option<Note> {
        let codes: Vec<(i64, i64)> = (0..)
            .zip(outcomes)
            .filter(|(_, outcome)| suits(outcome))
            .map(|(code, _)| (code, code))
            .collect();
        (!codes.is_empty()).then_some(Note::Values(codes))
    }

    /// Returns whether the note allows a value; `None` is an absent value.
    pub(super) fn allows(&self, value: Option<i64>) -> bool {
        match (self, value) {
            (Note::Nothing, _) | (Note::Absent, None) => true,
            (Note::Values(ranges), Some(value)) => ranges
                .iter()
                .any(|&(from, to)| (from..=to).contains(&value)),
            (Note::Absent, Some(_)) | (Note::Values(_), None) => false,
        }
    }
}

/// Returns the meaning of a cell for a metric; `None` if it cannot be read.
pub(super) fn read_note(cell: &str, metric: &ShownMetric) -> Option<Note> {
    let text = normalize(cell);
    if text.is_empty() || text == "?" {
        return Some(Note::Nothing);
    }
    if metric.is_optional() && (text == "absent" || text == normalize(&metric.absent)) {
        return Some(Note::Absent);
    }
    // Several alternatives, such as "us or draw" and "2/3".
    let parts: Vec<&str> = split_alternatives(&text);
    if parts.len() > 1 {
        let mut ranges = Vec::new();
        for part in parts {
            match read_value(part.trim(), metric)? {
                Note::Values(more) => ranges.extend(more),
                Note::Nothing | Note::Absent => return None,
            }
        }
        return Some(Note::Values(ranges));
    }
    read_value(&text, metric)
}

/// Splits "a or b" and "a/b", but not "3 or more".
fn split_alternatives(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text
        .split(" or ")
        .flat_map(|part| part.split('/'))
        .collect();
    let is_bound = |part: &&str| matches!(part.trim(), "more" | "less" | "fewer");
    if parts.iter().any(is_bound) {
        vec![text]
    } else {
        parts
    }
}

fn read_value(text: &str, metric: &ShownMetric) -> Option<Note> {
    match &metric.kind {
        Kind::Category(outcomes) => read_outcome(text, outcomes),
        Kind::Flag => read_flag(text, metric),
        Kind::Count => read_number(text),
        Kind::When => {
            let names = (1..).zip(&metric.step.step_names);
            let named = names.into_iter().find(|(_, step)| {
                [&step.name, &step.label]
                    .iter()
                    .any(|name| !name.is_empty() && normalize(name) == text)
            });
            match named {
                Some((step, _)) => Some(Note::value(step)),
                None => read_number(text),
            }
        }
    }
}

fn read_outcome(text: &str, outcomes: &[Outcome]) -> Option<Note> {
    let is_called = |outcome: &Outcome| {
        [&outcome.name, &outcome.label, &outcome.clause]
            .iter()
            .any(|name| !name.is_empty() && normalize(name) == text)
    };
    let of_tone = |tone: Tone| Note::codes(outcomes, |outcome| outcome.tone == tone);
    Note::codes(outcomes, is_called).or_else(|| match text {
        "won" | "win" | "success" => of_tone(Tone::Success),
        "lost" | "loss" | "failure" => of_tone(Tone::Failure),
        _ => {
            let denied = text.strip_prefix("not ")?;
            let is_denied = |outcome: &Outcome| {
                [&outcome.name, &outcome.label]
                    .iter()
                    .any(|name| normalize(name) == denied)
            };
            outcomes.iter().any(is_denied).then_some(())?;
            Note::codes(outcomes, |outcome| !is_denied(outcome))
        }
    })
}

fn read_flag(text: &str, metric: &ShownMetric) -> Option<Note> {
    if let Wording::Event { yes, no } = &metric.wording {
        if normalize(yes) == text {
            return Some(Note::value(1));
        }
        if !no.is_empty() && normalize(no) == text {
            return Some(Note::value(0));
        }
    }
    match text {
        "1" | "yes" | "y" | "true" | "x" | "won" | "win" => Some(Note::value(1)),
        "0" | "no" | "n" | "false" | "lost" | "loss" => Some(Note::value(0)),
        _ => None,
    }
}

fn read_number(text: &str) -> Option<Note> {
    let at_least = |from: i64| Some(Note::Values(vec![(from, i64::MAX)]));
    let at_most = |to: i64| Some(Note::Values(vec![(i64::MIN, to)]));
    if let Some(number) = whole(text) {
        return Some(Note::value(number));
    }
    for ending in ["+", "or more"] {
        if let Some(number) = text.strip_suffix(ending).and_then(whole) {
            return at_least(number);
        }
    }
    for ending in ["or less", "or fewer"] {
        if let Some(number) = text.strip_suffix(ending).and_then(whole) {
            return at_most(number);
        }
    }
    for beginning in [">=", "≥", "at least"] {
        if let Some(number) = text.strip_prefix(beginning).and_then(whole) {
            return at_least(number);
        }
    }
    for beginning in ["<=", "≤", "at most"] {
        if let Some(number) = text.strip_prefix(beginning).and_then(whole) {
            return at_most(number);
        }
    }
    for beginning in [">", "more than", "over"] {
        if let Some(number) = text.strip_prefix(beginning).and_then(whole) {
            return at_least(number.checked_add(1)?);
        }
    }
    for beginning in ["<", "less than", "fewer than", "under"] {
        if let Some(number) = text.strip_prefix(beginning).and_then(whole) {
            return at_most(number.checked_sub(1)?);
        }
    }
    let ends = ["..", "–", " to ", "-"].iter().find_map(|sign| {
        // The minus sign of the first number is not a dash.
        let (at, _) = text.match_indices(sign).find(|(at, _)| *at > 0)?;
        let (from, to) = (&text[..at], &text[at + sign.len()..]);
        Some((whole(from)?, whole(to)?))
    });
    let (from, to) = ends.filter(|(from, to)| from <= to)?;
    Some(Note::Values(vec![(from, to)]))
}

/// Reads a whole number, also as spreadsheets write it: "3.0", "−3", "1,200".
pub(super) fn whole(text: &str) -> Option<i64> {
    let text = text.trim().replace('−', "-");
    if text.starts_with('+') {
        return None;
    }
    let digits = text.trim_end_matches('0').trim_end_matches(['.', ',']);
    let has_decimals =
        [".0", ",0"].iter().any(|zeros| text.contains(zeros)) && digits.len() < text.len();
    if has_decimals
        && let Some((before, after)) = text.split_once(['.', ','])
        && after.bytes().all(|digit| digit == b'0')
        && after.len() != 3
    {
        return before.parse().ok();
    }
    text.parse().ok()
}

/// Returns a name for comparison: in lower case, with single blanks.
pub(super) fn normalize(text: &str) -> String {
    let words = text.replace('_', " ").to_lowercase();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Describes the valid cells for a metric.
pub(super) fn allowed(metric: &ShownMetric) -> String {
    let values = match &metric.kind {
        Kind::Category(outcomes) => {
            const MAX_LISTED: usize = 12;
            let names: Vec<&str> = outcomes
                .iter()
                .take(MAX_LISTED)
                .map(|outcome| outcome.name.as_str())
                .collect();
            let more = if outcomes.len() > MAX_LISTED {
                ", ..."
            } else {
                ""
            };
            format!("{}{more}", names.join(", "))
        }
        Kind::Flag => "yes or no".to_owned(),
        Kind::Count | Kind::When => "a whole number, or a range such as 3+ or 2-4".to_owned(),
    };
    let absent = if metric.is_optional() { ", absent" } else { "" };
    format!("{values}{absent}, or an empty cell where nobody took notes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: i64, to: i64) -> Option<Note> {
        Some(Note::Values(vec![(from, to)]))
    }

    #[test]
    fn numbers_and_ranges_are_read() {
        let metric = ShownMetric::whole("hits", Kind::Count, "Hits");
        for (text, wanted) in [
            ("3", range(3, 3)),
            (" 3.0 ", range(3, 3)),
            ("-2", range(-2, -2)),
            ("−2", range(-2, -2)),
            ("3+", range(3, i64::MAX)),
            ("3 or more", range(3, i64::MAX)),
            ("at least 3", range(3, i64::MAX)),
            (">= 3", range(3, i64::MAX)),
            ("> 3", range(4, i64::MAX)),
            ("3 or fewer", range(i64::MIN, 3)),
            ("<3", range(i64::MIN, 2)),
            ("2-4", range(2, 4)),
            ("2–4", range(2, 4)),
            ("2..4", range(2, 4)),
            ("2 to 4", range(2, 4)),
            ("-3..-1", range(-3, -1)),
            ("2 or 4", Some(Note::Values(vec![(2, 2), (4, 4)]))),
            ("2/3+", Some(Note::Values(vec![(2, 2), (3, i64::MAX)]))),
            ("", Some(Note::Nothing)),
            ("?", Some(Note::Nothing)),
            ("100", range(100, 100)),
            ("10.00", range(10, 10)),
            ("4-2", None),
            ("3.5", None),
            ("many", None),
            ("absent", None),
            ("1.000", None),
        ] {
            assert_eq!(read_note(text, &metric), wanted, "{text:?}");
        }
        assert!(range(3, i64::MAX).is_some_and(|note| note.allows(Some(9)) && !note.allows(None)));
    }

    #[test]
    fn outcomes_are_read_by_name_label_and_tone() {
        let outcomes = vec![
            Outcome::new("us", "Red wins", Tone::Success).with_clause("red is first"),
            Outcome::new("both", "Tie", Tone::Mixed),
            Outcome::new("them", "Blue wins", Tone::Failure),
        ];
        let metric = ShownMetric::whole("winner", Kind::Category(outcomes), "Winner")
            .or_absent("nobody arrives");
        for (text, wanted) in [
            ("us", range(0, 0)),
            ("Red Wins", range(0, 0)),
            ("red is first", range(0, 0)),
            ("won", range(0, 0)),
            ("lost", range(2, 2)),
            ("us or both", Some(Note::Values(vec![(0, 0), (1, 1)]))),
            ("not them", Some(Note::Values(vec![(0, 0), (1, 1)]))),
            ("nobody arrives", Some(Note::Absent)),
            ("green", None),
            ("not green", None),
        ] {
            assert_eq!(read_note(text, &metric), wanted, "{text:?}");
        }
        let flag = ShownMetric::whole("kept", Kind::Flag, "Kept").either("it holds", "it breaks");
        for (text, wanted) in [
            ("Yes", Some(1)),
            ("0", Some(0)),
            ("it breaks", Some(0)),
            ("2", None),
        ] {
            assert_eq!(read_note(text, &flag), wanted.map(Note::value), "{text:?}");
        }
    }
}
