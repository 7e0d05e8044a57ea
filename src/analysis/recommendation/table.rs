//! The decisions of a choice as rows over the readable parts of their situations.

use std::collections::BTreeSet;

use oddsmith_engine::solve::OpenPlay;
use rustc_hash::FxHashMap;

use crate::analysis::best::situation_parts::parts_of;
use crate::rule::BuiltRule;

/// The maximal number of values of an unordered part that conditions may use.
const MAX_WORDS: usize = 12;
/// The maximal number of values of an ordered part for which a condition may have two ends.
const MAX_WITH_RANGES: usize = 40;
/// The maximal number of options of a choice for which rules are fitted.
const MAX_OPTIONS: usize = 12;
/// The maximal number of parts that conditions may use.
const MAX_PARTS: usize = 8;
/// Names of parts that are not variables of the rule.
const UNREADABLE: [&str; 4] = ["line", "so far", "other value", "on offer"];

/// A part of the situation that conditions may use.
#[derive(Debug)]
pub(super) struct Feature {
    pub(super) name: String,
    /// The values, in order if they are numbers.
    pub(super) values: Vec<String>,
    /// The values as numbers; empty if any of them is not a number.
    pub(super) numbers: Vec<i64>,
}

impl Feature {
    pub(super) fn is_ordered(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Returns whether a condition on this feature may have two ends.
    pub(super) fn has_ranges(&self) -> bool {
        self.is_ordered() && self.values.len() <= MAX_WITH_RANGES
    }
}

/// Decisions that conditions cannot distinguish.
#[derive(Debug)]
pub(super) struct Row {
    /// The index of the value of each feature.
    pub(super) value_indexes: Vec<usize>,
    /// The offered options, as indices into the table's options, in the order in which they are
    /// offered.
    pub(super) offered: Vec<usize>,
    /// The offered options as bits.
    offered_bits: u16,
    /// The numbers of the decisions in the graph.
    pub(super) decisions: Vec<usize>,
}

impl Row {
    /// Returns whether the row offers an option.
    pub(super) fn offers(&self, option: usize) -> bool {
        self.offered_bits & (1 << option) != 0
    }
}

/// The decisions of a choice.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) features: Vec<Feature>,
    /// Every option that any row offers, as a number of the rule.
    pub(super) options: Vec<i64>,
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// Gathers the decisions of a choice; `None` if it has too many options.
    pub(super) fn gather(built: &BuiltRule, play: &OpenPlay<'_>, choice: usize) -> Option<Table> {
        let is_of_choice = |number: &usize| {
            let decision = &play.decisions()[*number];
            decision.choice as usize == choice && decision.options.len() > 1
        };
        let decisions: Vec<usize> = (0..play.decisions().len()).filter(is_of_choice).collect();
        let offered = decisions
            .iter()
            .flat_map(|&number| play.decisions()[number].options.iter());
        let mut options: Vec<i64> = Vec::new();
        let mut known: BTreeSet<i64> = BTreeSet::new();
        options.extend(offered.filter(|option| known.insert(**option)));
        if options.len() > MAX_OPTIONS {
            return None;
        }
        let parts = |&number: &usize| {
            let situation = play.situation(number);
            let cards = built
                .rule
                .card_counts(situation)
                .into_iter()
                .map(|(name, count)| (name, count.to_string()));
            parts_of(built, choice, situation)
                .into_iter()
                .chain(cards)
                .collect()
        };
        let situations: Vec<FxHashMap<String, String>> = decisions.iter().map(parts).collect();
        let features = features(built, choice, &situations);
        let mut table = Table {
            features,
            options,
            rows: Vec::new(),
        };
        table.group(play, &decisions, &situations);
        Some(table)
    }

    /// Groups decisions that have the same values and the same options.
    fn group(
        &mut self,
        play: &OpenPlay<'_>,
        decisions: &[usize],
        situations: &[FxHashMap<String, String>],
    ) {
        let index_of: Vec<FxHashMap<&str, usize>> = self
            .features
            .iter()
            .map(|feature| {
                feature
                    .values
                    .iter()
                    .enumerate()
                    .map(|(index, value)| (value.as_str(), index))
                    .collect()
            })
            .collect();
        let mut row_of: FxHashMap<(Vec<usize>, Vec<usize>), usize> = FxHashMap::default();
        for (&number, situation) in decisions.iter().zip(situations) {
            let value = |(feature, index_of): (&Feature, &FxHashMap<&str, usize>)| {
                index_of[situation[&feature.name].as_str()]
            };
            let value_indexes: Vec<usize> =
                self.features.iter().zip(&index_of).map(value).collect();
            let index = |option: &i64| {
                self.options
                    .iter()
                    .position(|known| known == option)
                    .unwrap_or(0)
            };
            let offered: Vec<usize> = play.decisions()[number].options.iter().map(index).collect();
            let row = *row_of
                .entry((value_indexes.clone(), offered.clone()))
                .or_insert_with(|| {
                    let offered_bits = offered.iter().fold(0, |bits, &option| bits | 1 << option);
                    self.rows.push(Row {
                        value_indexes,
                        offered,
                        offered_bits,
                        decisions: Vec::new(),
                    });
                    self.rows.len() - 1
                });
            self.rows[row].decisions.push(number);
        }
    }

    /// Returns whether an option is on offer in every row.
    pub(super) fn is_always_offered(&self, option: usize) -> bool {
        self.rows.iter().all(|row| row.offers(option))
    }
}

/// Returns the parts that conditions may use: every situation has them, their values differ, and
/// their names are readable.
fn features(
    built: &BuiltRule,
    choice: usize,
    situations: &[FxHashMap<String, String>],
) -> Vec<Feature> {
    let Some(first) = situations.first() else {
        return Vec::new();
    };
    let words = built.presentation.choices[choice].all_words();
    // A name of a single letter is only clear to the author of the rule.
    let is_readable = |name: &str| {
        words.part(name).is_some()
            || name.chars().count() > 1 && !name.contains('(') && !UNREADABLE.contains(&name)
    };
    let names = first.keys().filter(|name| is_readable(name));
    let feature = |name: &String| {
        let values: Option<BTreeSet<&str>> = situations
            .iter()
            .map(|situation| situation.get(name).map(String::as_str))
            .collect();
        feature(name, values?)
    };
    let mut features: Vec<Feature> = names.filter_map(feature).collect();
    // If two parts contain the same information, one is used: the one that has words, or the one
    // with the smaller numbers.
    let largest = |feature: &Feature| {
        feature
            .numbers
            .iter()
            .map(|number| number.unsigned_abs())
            .max()
    };
    features.sort_by_cached_key(|feature| {
        (
            words.part(&feature.name).is_none(),
            largest(feature),
            feature.name.clone(),
        )
    });
    features.truncate(MAX_PARTS);
    features
}

fn feature(name: &str, values: BTreeSet<&str>) -> Option<Feature> {
    let numbers: Option<Vec<i64>> = values.iter().map(|value| value.parse().ok()).collect();
    let is_word = |value: &&str| !value.is_empty() && !value.contains(['[', ',']);
    let (values, numbers) = match numbers {
        Some(mut numbers) => {
            numbers.sort_unstable();
            (numbers.iter().map(i64::to_string).collect(), numbers)
        }
        None if values.len() <= MAX_WORDS && values.iter().all(is_word) => (
            values
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<String>>(),
            Vec::new(),
        ),
        None => return None,
    };
    (values.len() > 1).then(|| Feature {
        name: name.to_owned(),
        values,
        numbers,
    })
}
