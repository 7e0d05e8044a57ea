//! The tables of how much skill matters.

use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::IMPOSSIBLE_MARK;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::skill::{SkillEffect, SkillLevel};
use oddsmith_model::summary::{skill_headline, skill_sentences};
use oddsmith_model::table::Table;

/// Returns the tables: the levels on one line, the shares of random decisions, and the levels of
/// both sides against each other.
pub fn tables(skill: &SkillEffect, messages: &Messages) -> Vec<Table> {
    let numerals = messages.numerals();
    let text = |value: Option<f64>| {
        value.map_or(IMPOSSIBLE_MARK.to_owned(), |value| {
            Estimate::known(value).text(skill.kind, numerals)
        })
    };
    let name = |level: SkillLevel| messages.text(level.word()).to_owned();
    let sentences: Vec<String> = skill_sentences(skill, messages)
        .into_iter()
        .map(|sentence| format!("{sentence}."))
        .collect();
    let heads = skill.levels.iter().map(|level| name(level.level));
    let values = skill.levels.iter().map(|level| text(level.value));
    let levels = Table {
        title: skill_headline(skill, messages),
        note: sentences.join(" "),
        ..Table::from_numbers(
            [messages.text(Word::SkillLevels).to_owned()]
                .into_iter()
                .chain(heads),
            [std::iter::once(skill.aim.clone()).chain(values).collect()],
        )
    };
    let shares = skill
        .mistakes
        .iter()
        .map(|point| numerals.percent(&format!("{:.0}", point.share * 100.0)));
    let values = skill.mistakes.iter().map(|point| text(point.value));
    let mistakes = Table::from_numbers(
        [messages.text(Word::SkillAxis).to_owned()]
            .into_iter()
            .chain(shares),
        [std::iter::once(skill.aim.clone()).chain(values).collect()],
    );
    let mut tables = vec![levels];
    if !skill.mistakes.is_empty() {
        tables.push(mistakes);
    }
    let mut theirs: Vec<SkillLevel> = Vec::new();
    for duel in &skill.duels {
        if !theirs.contains(&duel.theirs) {
            theirs.push(duel.theirs);
        }
    }
    if !theirs.is_empty() {
        let rows = skill.duels.chunks(theirs.len()).map(|row| {
            let values = row.iter().map(|duel| text(duel.value));
            std::iter::once(name(row[0].ours)).chain(values).collect()
        });
        let heads = theirs.iter().map(|&level| name(level));
        let corner = messages.text(Word::SkillDuel).to_owned();
        tables.push(Table::from_numbers([corner].into_iter().chain(heads), rows));
    }
    tables
}
