//! Writes `skill.csv`: the value of the aim at each level of skill.

use super::cell::TableCell;
use oddsmith_model::report::columns::SKILL;
use oddsmith_model::report::skill::SkillEffect;
use oddsmith_model::table::{Column, ColumnKind, Table};
use serde_json::{Value, json};

/// The name of the file.
pub const FILE: &str = "skill.csv";
/// The stem of the chart's files.
pub const CHART: &str = "skill";

/// Returns the bytes of `skill.csv`: the levels of our side, its shares of best decisions, and the
/// levels of both sides.
pub fn skill_csv(skill: &SkillEffect) -> Vec<u8> {
    let [texts @ .., value] = SKILL;
    let columns = texts
        .map(|head| Column::new(ColumnKind::Text, head))
        .into_iter()
        .chain([Column::new(ColumnKind::Numbers, value)]);
    let row = |ours: &str, theirs: &str, value: Option<f64>| {
        vec![
            skill.aim.clone(),
            ours.to_owned(),
            theirs.to_owned(),
            TableCell::exact(value).to_csv_text(),
        ]
    };
    let levels = skill
        .levels
        .iter()
        .map(|level| row(level.level.name(), "", level.value));
    let mistakes = skill.mistakes.iter().map(|point| {
        let right = ((1.0 - point.share) * 100.0).round();
        row(&format!("best {right}%"), "", point.value)
    });
    // 90% is a level already.
    let mistakes = mistakes.filter(|row| row[1] != "best 90%");
    let duels = skill
        .duels
        .iter()
        .map(|duel| row(duel.ours.name(), duel.theirs.name(), duel.value));
    Table::from_rows::<String>(columns.collect(), levels.chain(mistakes).chain(duels)).to_csv()
}

/// Returns the same as JSON.
pub fn skill_json(skill: &SkillEffect) -> Value {
    let levels = skill
        .levels
        .iter()
        .map(|level| json!({ "level": level.level.name(), "value": level.value }));
    let mistakes = skill
        .mistakes
        .iter()
        .map(|point| json!({ "share": point.share, "value": point.value }));
    let duels = skill.duels.iter().map(|duel| {
        json!({ "ours": duel.ours.name(), "theirs": duel.theirs.name(), "value": duel.value })
    });
    let lead = skill.lead.map(
        |lead| json!({ "trials": lead.trials, "chance": lead.chance, "is_exact": lead.is_exact }),
    );
    json!({
        "ask": skill.aim,
        "is_probability": skill.kind.is_chance(),
        "minimises": skill.minimises,
        "case": skill.case,
        "choices": skill.choices,
        "levels": levels.collect::<Vec<_>>(),
        "mistakes": mistakes.collect::<Vec<_>>(),
        "luck": skill.luck,
        "lead": lead,
        "duels": duels.collect::<Vec<_>>(),
    })
}
