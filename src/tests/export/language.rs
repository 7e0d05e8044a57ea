//! Checks that charts and rulebook tables contain no English in another language. It takes every
//! bundled scenario, after removing the scenario's own names.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::export::joint_map;
use crate::export::picture::Picture;
use crate::scenario::bundled::quick_scenarios;
use crate::tests::titles::bundled::report;
use oddsmith_charts::Drawing;
use oddsmith_model::card::Card;
use oddsmith_model::messages::Word;
use oddsmith_model::recommendation::ConditionValues;
use oddsmith_model::report::play::{Offer, SituationFacts, Situations, SituationsBuilder};
use oddsmith_model::report::{Report, Value};
use oddsmith_model::rule::metric::{Kind, Wording};

const GERMAN_SECTION: &str = "\n[words]\nlanguage = \"de\"\n";

/// Makes up names that exist in no language, each one different.
#[derive(Default)]
struct Names(usize);

impl Names {
    fn replace(&mut self, name: &mut String) {
        self.0 += 1;
        let letters = self
            .0
            .to_string()
            .bytes()
            .map(|digit| char::from(b'a' + digit - b'0'))
            .collect::<String>();
        *name = format!("Xx{letters}");
    }

    fn replace_word(&mut self, value: &mut String) {
        if value.parse::<f64>().is_err() && !["true", "false", ""].contains(&value.as_str()) {
            self.replace(value);
        }
    }
}

/// Replaces everything that the rule and the scenario name.
fn anonymize(report: &mut Report) {
    let mut names = Names::default();
    report
        .variants
        .iter_mut()
        .for_each(|name| names.replace(name));
    for swept in &mut report.sweep {
        names.replace(&mut swept.label);
        (swept.short, swept.unit, swept.phrases) = (swept.label.clone(), String::new(), Vec::new());
        for value in &mut swept.values {
            if let Value::Text(text) = value {
                names.replace(text);
            }
        }
        swept
            .labels
            .iter_mut()
            .flatten()
            .for_each(|label| names.replace(label));
    }
    for (label, value) in &mut report.fixed {
        names.replace(label);
        names.replace_word(value);
    }
    report
        .headlines
        .iter_mut()
        .for_each(|headline| names.replace(&mut headline.label));
    report.description = "Xx.".to_owned();
    [&mut report.rule, &mut report.name, &mut report.title]
        .into_iter()
        .for_each(|name| names.replace(name));
    if !report.words.origin.is_empty() {
        names.replace(&mut report.words.origin);
    }
    for ask in &mut report.asks {
        names.replace(&mut ask.label);
        ask.in_words = None;
    }
    for joint in &mut report.joints {
        joint
            .labels
            .iter_mut()
            .for_each(|label| names.replace(label));
        joint
            .outcomes
            .iter_mut()
            .flatten()
            .for_each(|outcome| names.replace(&mut outcome.label));
    }
    for (_, words) in &mut report.choice_words {
        words.label = Some("Xx".to_owned());
        words
            .options
            .iter_mut()
            .chain(&mut words.parts)
            .for_each(|(_, label)| names.replace(label));
    }
    let (mut labels, mut outcomes) = (
        std::collections::BTreeMap::new(),
        std::collections::BTreeMap::new(),
    );
    for case in &mut report.cases {
        for observed in &mut case.metrics {
            let metric = Arc::make_mut(&mut observed.metric);
            metric.wording = Wording::ByLabel;
            metric.step.label = Some("Xxs".to_owned());
            metric.step.step_names.iter_mut().for_each(|step_name| {
                step_name.label = format!("Xx{}", "y".repeat(step_name.label.len() % 7))
            });
            let label = labels.entry(metric.name.clone()).or_insert_with(|| {
                let mut name = String::new();
                names.replace(&mut name);
                name
            });
            metric.label.clone_from(label);
            if metric.is_optional() && metric.absent != "never" {
                "Xxn".clone_into(&mut metric.absent);
            }
            if let Kind::Category(category_outcomes) = &mut metric.kind {
                for outcome in category_outcomes {
                    let label = outcomes
                        .entry((metric.name.clone(), outcome.name.clone()))
                        .or_insert_with(|| {
                            let mut name = String::new();
                            names.replace(&mut name);
                            name
                        });
                    outcome.label.clone_from(label);
                }
            }
        }
        if let Some(play) = &mut case.best_play {
            play.situations = with_other_names(&play.situations);
            play.unmet = with_other_names(&play.unmet);
        }
        let recommended = case
            .best_play
            .iter_mut()
            .flat_map(|play| &mut play.recommendations);
        for rule in recommended.filter_map(|recommendation| recommendation.rule.as_mut()) {
            let options = rule
                .clauses
                .iter_mut()
                .map(|clause| &mut clause.option)
                .chain([&mut rule.otherwise]);
            options
                .filter(|name| name.parse::<i64>().is_err())
                .for_each(|name| "Xx".clone_into(name));
            let clauses = rule.clauses.iter_mut();
            for condition in clauses.flat_map(|clause| &mut clause.conditions) {
                "Xx".clone_into(&mut condition.part);
                if let ConditionValues::Is(value) = &mut condition.values
                    && value.parse::<i64>().is_err()
                {
                    "Xx".clone_into(value);
                }
            }
        }
        for held in case
            .best_play
            .iter_mut()
            .filter_map(|play| play.held.as_mut())
            .flatten()
        {
            if let oddsmith_model::report::play::How::Always(option) = &mut held.how
                && option.parse::<f64>().is_err()
            {
                *option = format!("Xx{}", "v".repeat(option.len() % 13));
            }
        }
    }
    for chart in report
        .charts
        .iter_mut()
        .filter_map(|chart| chart.policy.as_mut())
    {
        // The original names of the axes no longer exist.
        (chart.x, chart.y, chart.held) = (None, None, Vec::new());
    }
}

/// Returns the words of a text: its runs of letters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
}

/// Returns every word in the German texts of the program.
fn german_words() -> BTreeSet<String> {
    // Names in braces are placeholders.
    let without_braces = |text: &str| {
        let parts = text
            .split('{')
            .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        parts.collect::<Vec<_>>().join(" ")
    };
    let german_texts = Word::ALL.iter().map(|word| without_braces(word.german()));
    let vocabulary: Vec<String> = german_texts
        .flat_map(|text| words(&text).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    vocabulary
        .into_iter()
        .chain(["k", "e", "mm"].map(str::to_owned))
        .collect()
}

/// Returns the words of a text that are neither German nor made-up names. Where a line has no room,
/// a word may be shortened or broken.
fn unknown_words<'t>(known: &BTreeSet<String>, text: &'t str) -> Vec<&'t str> {
    let is_part = |word: &str| {
        word.chars().count() > 3 && known.iter().any(|known_word| known_word.contains(word))
    };
    words(text)
        .filter(|word| {
            !word.to_lowercase().starts_with("xx")
                && !known.contains(*word)
                && !known.contains(&uncapitalized(word))
        })
        .filter(|word| !is_part(word))
        .collect()
}

fn uncapitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect()
}

/// Returns a LaTeX table without its commands and comments.
fn latex_text(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        !line.starts_with('%') && !line.contains("\\begin{") && !line.contains("\\end{")
    });
    let mut stripped = String::new();
    for line in lines {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('\\') {
            stripped.push_str(before);
            rest = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        }
        stripped.push_str(rest);
        stripped.push('\n');
    }
    stripped.replace("{c}", "").replace("(l)", "")
}

fn texts(drawing: &Drawing) -> Vec<String> {
    drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.clone())
        .collect()
}

#[test]
fn bundled_scenarios_are_fully_translated() {
    let known = german_words();
    let (mut seen, mut failed) = (0, Vec::new());
    for (name, text) in quick_scenarios() {
        let mut report = report(name, &format!("{text}{GERMAN_SECTION}"));
        assert!(report.messages.is_translated(), "{name}");
        anonymize(&mut report);
        for chart in &mut report.charts {
            (chart.is_titled, chart.is_subtitled) = (false, false);
            (chart.wishes.footer, chart.wishes.x_label) = (None, None);
        }
        let maps = joint_map::maps(&report, &mut Vec::new());
        let pictures = report
            .charts
            .iter()
            .map(|chart| Picture::Chart(&report, chart));
        let maps = maps.iter().map(|map| Picture::Chart(map, &map.charts[0]));
        if let Ok(card) = Card::of(&report) {
            let drawing = oddsmith_charts::card(&report, &card)
                .unwrap_or_else(|error| panic!("{name}, card: {error}"));
            // A card refers to a chart by its file.
            let file = card.map.map_or("no chart", |chart| chart.file.as_str());
            for text in texts(&drawing).iter().map(|text| text.replace(file, "")) {
                if let Some(word) = unknown_words(&known, &text).first() {
                    failed.push(format!("{name}, card: \"{word}\" of {text}"));
                }
            }
        }
        for picture in pictures.chain(maps) {
            let mut all_texts = texts(
                &picture
                    .draw()
                    .unwrap_or_else(|error| panic!("{name}, {}: {error}", picture.file())),
            );
            for table in picture.tables().unwrap_or_default() {
                all_texts.push(table.to_markdown());
                all_texts.push(latex_text(&table.to_latex(&report.messages)));
            }
            seen += all_texts.len();
            for text in &all_texts {
                if let Some(word) = unknown_words(&known, text).first() {
                    failed.push(format!("{name}, {}: \"{word}\" of {text}", picture.file()));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(seen > 2000, "only {seen} texts were seen");
}

#[test]
fn english_words_are_detected() {
    let known = german_words();
    assert_eq!(
        unknown_words(&known, "90 % of trials; Median 4, Xxab"),
        ["of", "trials"]
    );
    assert!(unknown_words(&known, "90 % der Durchgänge; Wahrscheinlich-").is_empty());
}

/// Replaces the names in situations.
fn with_other_names(situations: &Situations) -> Situations {
    let other_part = |name: &str| match name {
        "on offer" => name.to_owned(),
        _ if name.ends_with(" so far") => "Xxp so far".to_owned(),
        _ => format!("Xx{}", "z".repeat(name.len() % 9)),
    };
    let other_value = |value: &str| match value {
        "true" | "false" | "" => value.to_owned(),
        _ if value.parse::<f64>().is_ok() => value.to_owned(),
        _ => format!("Xx{}", "w".repeat(value.len() % 11)),
    };
    let other_option = |option: &str| match option.parse::<f64>() {
        Ok(_) => option.to_owned(),
        Err(_) => format!("Xx{}", "v".repeat(option.len() % 13)),
    };
    let mut replaced = SituationsBuilder::default();
    for situation in situations.iter() {
        let facts = SituationFacts {
            choice: situation.choice(),
            number: situation.number(),
            best: &other_option(situation.best()),
            value: situation.value(),
            is_game: situation.is_game(),
            has_their_aim: situation.has_their_aim(),
            reached: situation.reached(),
        };
        let parts = situation.parts();
        let parts = parts.map(|(name, value)| (other_part(name), other_value(value)));
        replaced.push(&facts, [situation.words()], parts);
        for offer in situation.options() {
            replaced.push_offer(&Offer {
                name: &other_option(offer.name),
                ..offer
            });
        }
    }
    replaced.finish()
}
