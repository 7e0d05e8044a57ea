//! Patterns of sentences: texts with slots, matched in every possible way.

use oddsmith_engine::question::Comparison;

use super::numbers::Printed;
use super::places::Places;

/// The content of a slot. Places are indexes along their axis.
#[derive(Clone, Debug)]
pub(super) enum SlotValue {
    Number(Printed),
    Place(usize),
    Places(Vec<usize>),
    Row(usize),
    Rows(Vec<usize>),
    Outcome(usize),
    Bound(WrittenBound),
    Stretch(Stretch, usize),
    Range(i64, i64),
}

/// A bound in words.
#[derive(Clone, Copy, Debug)]
pub(super) enum WrittenBound {
    Is(Comparison, Printed),
    Between(Printed, Printed),
}

/// How far a statement reaches along the axis, starting at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Only,
    OrMore,
    OrLess,
    /// It reaches as far as for the place before.
    Shared,
}

/// The names that can occur, and their language.
pub(super) struct Names<'a> {
    pub(super) is_german: bool,
    pub(super) along: Option<&'a Places>,
    pub(super) rows: Option<&'a Places>,
    pub(super) outcomes: &'a [String],
}

/// Returns every way in which a pattern matches a text. The slots are `{v}` a number, `{P}` a
/// place, `{Q}` a place after another one, `{L}` several places, `{R}` a row, `{M}` several rows,
/// `{o}` an outcome, `{bound}` a bound, `{T}` a stretch of the axis, `{range}` a range.
pub(super) fn match_pattern(pattern: &str, text: &str, names: &Names<'_>) -> Vec<Vec<SlotValue>> {
    let (before, slot) = pattern
        .split_once('{')
        .map_or((pattern, None), |(before, slot)| (before, Some(slot)));
    let Some(rest) = text.strip_prefix(before) else {
        return Vec::new();
    };
    let Some((slot, after)) = slot.and_then(|slot| slot.split_once('}')) else {
        return if rest.is_empty() {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    let mut fillings = Vec::new();
    for (length, filled) in names.fill_slot(slot, rest) {
        for remaining in match_pattern(after, &rest[length..], names) {
            fillings.push([vec![filled.clone()], remaining].concat());
        }
    }
    fillings
}

/// The most bytes of a number.
const LONGEST_NUMBER: usize = 60;

impl Names<'_> {
    fn fill_slot(&self, slot: &str, text: &str) -> Vec<(usize, SlotValue)> {
        let places = |found: Vec<(usize, usize)>, make: fn(usize) -> SlotValue| {
            found
                .into_iter()
                .map(|(length, place)| (length, make(place)))
                .collect()
        };
        let along = |read: fn(&Places, &str) -> Vec<(usize, usize)>| {
            self.along.map_or(Vec::new(), |places| read(places, text))
        };
        match slot {
            "v" => self
                .numbers(text)
                .into_iter()
                .map(|(length, number)| (length, SlotValue::Number(number)))
                .collect(),
            "P" => places(along(Places::match_full), SlotValue::Place),
            "Q" => places(along(Places::match_short), SlotValue::Place),
            "L" => self.along.map_or(Vec::new(), |places| {
                self.place_lists(places, text, SlotValue::Places)
            }),
            "M" => self.rows.map_or(Vec::new(), |places| {
                self.place_lists(places, text, SlotValue::Rows)
            }),
            "R" => self
                .rows
                .map_or(Vec::new(), |places| rows_with_brackets(places, text)),
            "o" => self.outcomes(text),
            "bound" => self
                .bounds(text)
                .into_iter()
                .map(|(length, bound)| (length, SlotValue::Bound(bound)))
                .collect(),
            "T" => self.stretches(text),
            "range" => self.ranges(text),
            _ => panic!("no slot {slot}"),
        }
    }

    fn numbers(&self, text: &str) -> Vec<(usize, Printed)> {
        if !text.starts_with(|c: char| c.is_ascii_digit() || "<>−".contains(c)) {
            return Vec::new();
        }
        let ends = text
            .char_indices()
            .map(|(offset, c)| offset + c.len_utf8())
            .take_while(|end| *end <= LONGEST_NUMBER);
        ends.filter_map(|end| Some((end, Printed::read(&text[..end], self.is_german)?)))
            .collect()
    }

    fn outcomes(&self, text: &str) -> Vec<(usize, SlotValue)> {
        let named = |(index, outcome): (usize, &String)| {
            text.starts_with(outcome.as_str())
                .then_some((outcome.len(), SlotValue::Outcome(index)))
        };
        self.outcomes.iter().enumerate().filter_map(named).collect()
    }

    /// Matches a list of places: "at QV 2, 3 and 4".
    fn place_lists(
        &self,
        places: &Places,
        text: &str,
        make: fn(Vec<usize>) -> SlotValue,
    ) -> Vec<(usize, SlotValue)> {
        let and = if self.is_german { " und " } else { " and " };
        let mut found: Vec<(usize, Vec<usize>)> = places
            .match_full(text)
            .into_iter()
            .map(|(length, place)| (length, vec![place]))
            .collect();
        let mut next = 0;
        while let Some((length, listed)) = found.get(next).cloned() {
            next += 1;
            for between in [", ", and] {
                let Some(rest) = text[length..].strip_prefix(between) else {
                    continue;
                };
                for (more, place) in places.match_short(rest) {
                    found.push((
                        length + between.len() + more,
                        [listed.clone(), vec![place]].concat(),
                    ));
                }
            }
        }
        found
            .into_iter()
            .map(|(length, listed)| (length, make(listed)))
            .collect()
    }

    fn bounds(&self, text: &str) -> Vec<(usize, WrittenBound)> {
        const ENGLISH: [(&str, Comparison); 7] = [
            ("over ", Comparison::Above),
            ("at least ", Comparison::AtLeast),
            ("at most ", Comparison::AtMost),
            ("more than ", Comparison::Above),
            ("less than ", Comparison::Below),
            ("exactly ", Comparison::Equal),
            ("anything but ", Comparison::Unequal),
        ];
        const GERMAN: [(&str, Comparison); 7] = [
            ("über ", Comparison::Above),
            ("mindestens ", Comparison::AtLeast),
            ("höchstens ", Comparison::AtMost),
            ("mehr als ", Comparison::Above),
            ("weniger als ", Comparison::Below),
            ("genau ", Comparison::Equal),
            ("alles außer ", Comparison::Unequal),
        ];
        let mut found = Vec::new();
        for (word, comparison) in if self.is_german { GERMAN } else { ENGLISH } {
            let Some(rest) = text.strip_prefix(word) else {
                continue;
            };
            let numbers = self.numbers(rest).into_iter();
            found.extend(numbers.map(|(length, number)| {
                (word.len() + length, WrittenBound::Is(comparison, number))
            }));
        }
        let between = if self.is_german { "–" } else { " to " };
        for (length, low) in self.numbers(text) {
            let Some(rest) = text[length..].strip_prefix(between) else {
                continue;
            };
            for (more, high) in self.numbers(rest) {
                found.push((
                    length + between.len() + more,
                    WrittenBound::Between(low, high),
                ));
            }
        }
        found
    }

    fn stretches(&self, text: &str) -> Vec<(usize, SlotValue)> {
        let Some(places) = self.along else {
            return Vec::new();
        };
        let only = if self.is_german { "nur " } else { "only " };
        let beyond: [(&str, Stretch); 3] = if self.is_german {
            [
                (" oder mehr", Stretch::OrMore),
                (" oder weniger", Stretch::OrLess),
                ("", Stretch::Shared),
            ]
        } else {
            [
                (" or more", Stretch::OrMore),
                (" or less", Stretch::OrLess),
                (" or fewer", Stretch::OrLess),
            ]
        };
        let mut found = Vec::new();
        if let Some(rest) = text.strip_prefix(only) {
            let named_places = places
                .match_full(rest)
                .into_iter()
                .chain(places.match_short(rest));
            found.extend(named_places.map(|(length, place)| {
                (
                    only.len() + length,
                    SlotValue::Stretch(Stretch::Only, place),
                )
            }));
        }
        for (length, place) in places
            .match_full(text)
            .into_iter()
            .chain(places.match_short(text))
        {
            found.push((length, SlotValue::Stretch(Stretch::Shared, place)));
            for (words, stretch) in beyond.iter().filter(|(words, _)| !words.is_empty()) {
                if text[length..].starts_with(words) {
                    found.push((length + words.len(), SlotValue::Stretch(*stretch, place)));
                }
            }
        }
        found
    }

    /// Matches a range: "1 to 3", "2", "−1 to 0".
    fn ranges(&self, text: &str) -> Vec<(usize, SlotValue)> {
        let between = if self.is_german { "–" } else { " to " };
        let whole = |text: &str| text.replace('−', "-").parse::<i64>().ok();
        match text
            .split_once(between)
            .map(|(low, high)| (whole(low), whole(high)))
        {
            Some((Some(low), Some(high))) => vec![(text.len(), SlotValue::Range(low, high))],
            _ => whole(text)
                .map(|value| (text.len(), SlotValue::Range(value, value)))
                .into_iter()
                .collect(),
        }
    }
}

/// Matches a row, with or without brackets.
fn rows_with_brackets(rows: &Places, text: &str) -> Vec<(usize, SlotValue)> {
    let plain = rows
        .match_full(text)
        .into_iter()
        .map(|(length, row)| (length, SlotValue::Row(row)));
    let inner = text
        .strip_prefix('(')
        .map_or(Vec::new(), |text| rows.match_full(text));
    let closed = inner
        .into_iter()
        .filter(|(length, _)| text[1 + length..].starts_with(')'));
    plain
        .chain(closed.map(|(length, row)| (length + 2, SlotValue::Row(row))))
        .collect()
}
