//! The headline over two parameters with increasing values: a threshold for each row.

use super::place::{cases_along, place, remaining_place, repeated_place, repeated_value};
use super::sentence::{Claim, Sentence};
use super::subject::Subject;
use super::sweep::{Goal, beyond_template};
use crate::messages::{Messages, Word};
use crate::report::Axis;

/// The maximal number of rows with a threshold that are printed.
const MAX_ROWS: usize = 5;

/// A row: its cases, and whether each meets the goal.
struct Row {
    cases: Vec<usize>,
    met: Vec<bool>,
}

impl Row {
    /// Returns the first index at which the goal is met, if it is met from there to the end of the
    /// row.
    fn first_met(&self) -> Option<usize> {
        let first = self.met.iter().position(|&met| met)?;
        (first > 0 && self.met[first..].iter().all(|&met| met)).then_some(first)
    }

    /// Returns the last index at which the goal is met, if it is met up to there.
    fn last_met(&self) -> Option<usize> {
        let last = self.met.iter().rposition(|&met| met)?;
        (last + 1 < self.met.len() && self.met[..=last].iter().all(|&met| met)).then_some(last)
    }

    fn is_constant(&self) -> bool {
        self.met.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Returns the sentence with a threshold for each row. At least half of the rows must have one, on
/// the same side in all of them.
pub(super) fn sentence(
    subject: &Subject<'_>,
    axes: [Axis; 2],
    home: usize,
    words: &Messages,
) -> Option<Sentence> {
    let goal = Goal::for_subject(subject, words)?;
    let [first, other] = axes;
    let tried = [(first, other), (other, first)]
        .map(|(down, across)| (down, across, rows(subject, down, across, home, &goal)));
    // Fewer rows make a shorter sentence.
    let suits = |(_, _, rows): &&(Axis, Axis, Vec<Row>)| is_rising(rows).is_some();
    let (down, across, rows) = tried
        .iter()
        .filter(suits)
        .min_by_key(|(_, _, rows)| rows.len())?;
    Some(threshold_list(subject, *down, *across, rows, &goal, words))
}

fn rows(subject: &Subject<'_>, down: Axis, across: Axis, home: usize, goal: &Goal) -> Vec<Row> {
    let row = |start: usize| {
        let cases = cases_along(subject.report, across, start);
        let met = cases
            .iter()
            .map(|&case| goal.is_met(subject.value(case)))
            .collect();
        Row { cases, met }
    };
    cases_along(subject.report, down, home)
        .into_iter()
        .map(row)
        .collect()
}

/// Returns whether the goal is met above the thresholds. Returns `None` if fewer than half of the
/// rows have a threshold, or if some have it on the other side.
fn is_rising(rows: &[Row]) -> Option<bool> {
    let threshold_count = rows.iter().filter(|row| !row.is_constant()).count();
    let all_rows_have = |has_threshold: fn(&Row) -> Option<usize>| {
        rows.iter()
            .all(|row| row.is_constant() || has_threshold(row).is_some())
    };
    let is_rising = all_rows_have(Row::first_met);
    ((1..=MAX_ROWS).contains(&threshold_count)
        && 2 * threshold_count >= rows.len()
        && (is_rising || all_rows_have(Row::last_met)))
    .then_some(is_rising)
}

/// Returns the thresholds: "over 50% with 1 cube or more at QV 3, 3 at QV 4; always at QV 2; never
/// at QV 6".
fn threshold_list(
    subject: &Subject<'_>,
    down: Axis,
    across: Axis,
    rows: &[Row],
    goal: &Goal,
    words: &Messages,
) -> Sentence {
    let list = RowTexts {
        subject,
        down,
        across,
        is_rising: is_rising(rows).unwrap_or(true),
        words,
    };
    let mut parts = vec![Sentence::join(
        vec![
            goal.sentence(words),
            Sentence::plain(list.thresholds(rows).join(", ")),
        ],
        " ",
    )];
    for (template, is_met) in [(Word::SayAlwaysAt, true), (Word::SayNeverAt, false)] {
        let places = list.constant_places(rows, is_met);
        if !places.is_empty() {
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            let places = words.join_names(&places, Word::And);
            parts.push(Sentence::plain(
                words.fill(template, &[("places", &places)]),
            ));
        }
    }
    let places = rows
        .iter()
        .flat_map(|row| row.cases.iter().copied().zip(row.met.iter().copied()))
        .collect();
    let claim = Claim::WithinBound {
        quantity: subject.quantity.clone(),
        bound: goal.bound,
        cases: places,
    };
    let cases: Vec<usize> = rows
        .iter()
        .flat_map(|row| row.cases.iter().copied())
        .collect();
    let statement = Sentence::join(parts, "; ").with_claim(claim);
    subject.sentence(
        &remaining_place(subject.report, cases[0], &[down, across], words),
        &cases,
        statement,
        words,
    )
}

/// Writes the rows of a list of thresholds.
struct RowTexts<'r> {
    subject: &'r Subject<'r>,
    down: Axis,
    across: Axis,
    /// Whether the goal is met above the thresholds.
    is_rising: bool,
    words: &'r Messages,
}

impl RowTexts<'_> {
    fn threshold(&self, row: &Row) -> Option<usize> {
        if self.is_rising {
            row.first_met()
        } else {
            row.last_met()
        }
    }

    /// Returns the rows that have a threshold: "with 1 cube or more at QV 3", "3 at QV 4".
    fn thresholds(&self, rows: &[Row]) -> Vec<String> {
        let (report, words) = (self.subject.report, self.words);
        let mut thresholds = Vec::new();
        // Whether "or more" has been written, which the following values share.
        let mut has_stretch = false;
        for row in rows {
            let Some(nth) = self.threshold(row) else {
                continue;
            };
            let case = row.cases[nth];
            let last = if self.is_rising {
                row.cases.len() - 1
            } else {
                0
            };
            let template = if nth == last {
                // No value is beyond the last one.
                Some(Word::SayOnly)
            } else if has_stretch {
                None
            } else {
                has_stretch = true;
                let (subject, is_rising) = (self.subject, self.is_rising);
                Some(beyond_template(subject, self.across, case, is_rising))
            };
            let place_of = if thresholds.is_empty() {
                place
            } else {
                repeated_place
            };
            let value = match template {
                Some(template) => {
                    let across = place_of(report, self.across, case, words);
                    words.fill(template, &[("place", &across)])
                }
                None => repeated_value(report, self.across, case, words),
            };
            thresholds.push(format!("{value} {}", self.bracketed_place(row)));
        }
        thresholds
    }

    /// Returns the place of a row. A second "with" is in brackets, and so is every place in another
    /// language.
    fn bracketed_place(&self, row: &Row) -> String {
        let place = place(self.subject.report, self.down, row.cases[0], self.words);
        if self.words.is_translated() || place.starts_with("with ") {
            format!("({place})")
        } else {
            place
        }
    }

    /// Returns the places of the rows without a threshold in which the goal is always or never met.
    fn constant_places(&self, rows: &[Row], is_met: bool) -> Vec<String> {
        let constant = |row: &&Row| self.threshold(row).is_none() && row.met[0] == is_met;
        let name = |(nth, row): (usize, &Row)| {
            let name = if nth == 0 { place } else { repeated_value };
            name(self.subject.report, self.down, row.cases[0], self.words)
        };
        rows.iter().filter(constant).enumerate().map(name).collect()
    }
}
