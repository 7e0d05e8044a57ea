//! The patterns of sentences, in English and in German.

use super::meaning::{End, SentenceKind};

/// Sentences about one case, in English and in German.
pub(super) const SINGLE_CASE_PATTERNS: [(SentenceKind, &str, &str); 4] = [
    (SentenceKind::Number, "{v}", "{v}"),
    (SentenceKind::Average, "{v} on average", "im Mittel {v}"),
    (
        SentenceKind::AverageWithin,
        "{v} on average; {v} of the time {range}",
        "im Mittel {v}; in {v} der Fälle {range}",
    ),
    (
        SentenceKind::WhenItOccurs,
        "{v} on average when it occurs ({v} of the time)",
        "im Mittel {v}, wenn es vorkommt (in {v} der Fälle)",
    ),
];

/// Sentences about the cases along an axis.
pub(super) const AXIS_PATTERNS: [(SentenceKind, &str, &str); 19] = [
    (
        SentenceKind::Threshold,
        "{bound} {T} ({v}; {v} {Q})",
        "{bound} {T} ({v}; {v} {Q})",
    ),
    (
        SentenceKind::Within,
        "{bound} {P} to {Q} ({v}; {v} {Q})",
        "{bound} {P} bis {Q} ({v}; {v} {Q})",
    ),
    (
        SentenceKind::Throughout(End::Highest),
        "{bound} throughout (highest: {v} {P})",
        "überall {bound} (höchster Wert: {v} {P})",
    ),
    (
        SentenceKind::Throughout(End::Lowest),
        "{bound} throughout (lowest: {v} {P})",
        "überall {bound} (niedrigster Wert: {v} {P})",
    ),
    (
        SentenceKind::Throughout(End::Nearest),
        "{bound} throughout (nearest: {v} {P})",
        "überall {bound} (am nächsten: {v} {P})",
    ),
    (
        SentenceKind::Nowhere(End::Highest),
        "never {bound} (highest: {v} {P})",
        "nie {bound} (höchster Wert: {v} {P})",
    ),
    (
        SentenceKind::Nowhere(End::Lowest),
        "never {bound} (lowest: {v} {P})",
        "nie {bound} (niedrigster Wert: {v} {P})",
    ),
    (
        SentenceKind::Nowhere(End::Nearest),
        "never {bound} (nearest: {v} {P})",
        "nie {bound} (am nächsten: {v} {P})",
    ),
    (SentenceKind::Ends, "{v} {P}, {v} {Q}", "{v} {P}, {v} {Q}"),
    (
        SentenceKind::Peak(End::Highest),
        "highest {L}, {v}; {v} {Q}, {v} {Q}",
        "am höchsten {L}, {v}; {v} {Q}, {v} {Q}",
    ),
    (
        SentenceKind::Peak(End::Lowest),
        "lowest {L}, {v}; {v} {Q}, {v} {Q}",
        "am niedrigsten {L}, {v}; {v} {Q}, {v} {Q}",
    ),
    (SentenceKind::Same, "{v} throughout", "überall {v}"),
    (
        SentenceKind::Same,
        "{v} with every variant",
        "{v} bei jeder Variante",
    ),
    (
        SentenceKind::Apart,
        "{v} {P}, {v} {P} ({v} percentage points apart)",
        "{v} {P}, {v} {P} ({v} Prozentpunkte Abstand)",
    ),
    (
        SentenceKind::Apart,
        "{v} {P}, {v} {P} ({v} apart)",
        "{v} {P}, {v} {P} ({v} Abstand)",
    ),
    (SentenceKind::Each, "{v} {P}, {v} {P}", "{v} {P}, {v} {P}"),
    (
        SentenceKind::Each,
        "{v} {P}, {v} {P}, {v} {P}",
        "{v} {P}, {v} {P}, {v} {P}",
    ),
    (
        SentenceKind::Each,
        "{v} {P}, {v} {P}, {v} {P}, {v} {P}",
        "{v} {P}, {v} {P}, {v} {P}, {v} {P}",
    ),
    (
        SentenceKind::HighestLowest,
        "highest {P} ({v}), lowest {P} ({v})",
        "am höchsten {P} ({v}), am niedrigsten {P} ({v})",
    ),
];

/// Returns patterns of sentences about two axes: which of two variants has more, and a threshold
/// for each row.
pub(super) fn two_axis_patterns(is_german: bool) -> Vec<(SentenceKind, String)> {
    let [equal, always, never] = if is_german {
        ["gleich", "überall", "nirgends"]
    } else {
        ["equal", "everywhere", "nowhere"]
    };
    let mut patterns = Vec::new();
    for more in if is_german {
        ["mehr", "öfter"]
    } else {
        ["more", "more often"]
    } {
        let crossing = format!("{more} {{R}} {{L}}; {more} {{R}} {{L}}");
        patterns.push((
            SentenceKind::Crossing(true),
            format!("{crossing}; {equal} {{L}}"),
        ));
        patterns.push((SentenceKind::Crossing(false), crossing));
    }
    for row_count in 1..=5 {
        let rows = vec!["{T} {R}"; row_count].join(", ");
        for (has_always, has_never) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let always = if has_always {
                format!("; {always} {{M}}")
            } else {
                String::new()
            };
            let never = if has_never {
                format!("; {never} {{M}}")
            } else {
                String::new()
            };
            patterns.push((
                SentenceKind::Grid(row_count, has_always, has_never),
                format!("{{bound}} {rows}{always}{never}"),
            ));
        }
    }
    patterns
}
