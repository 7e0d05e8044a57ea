//! Sentences about how much skill matters.

use crate::estimate::Estimate;
use crate::messages::{Messages, Word};
use crate::report::skill::{Lead, SkillEffect, SkillLevel};

/// Values that differ by less are equal up to rounding errors.
const SAME: f64 = 1e-9;

/// Returns what best play gains over random choices: "Actions taken: 4.53 with best play, 3.36 with
/// random choices (1.17 apart)".
pub fn skill_headline(skill: &SkillEffect, words: &Messages) -> String {
    let text = |value: f64| Estimate::known(value).text(skill.kind, words.numerals());
    let [best, random] = [SkillLevel::Best, SkillLevel::Random].map(|level| skill.value(level));
    let (Some(best), Some(random), Some(gain)) = (best, random, skill.gain()) else {
        let best = best.map_or_else(|| "–".to_owned(), text);
        let fillers = [("aim", skill.aim.as_str()), ("value", &best)];
        return words.fill(Word::WorthSo, &fillers);
    };
    if gain.abs() <= SAME * best.abs().max(random.abs()) {
        let fillers = [("aim", skill.aim.as_str()), ("value", &text(best))];
        return words.fill(Word::SkillSame, &fillers);
    }
    let gain = words.numerals().distance(gain, skill.kind);
    let fillers = [
        ("aim", skill.aim.as_str()),
        ("value", &text(best)),
        ("other", &text(random)),
        ("gap", &gain),
    ];
    words.fill(Word::SkillWorth, &fillers)
}

/// Returns the sentences after the headline, each without its full stop. They state how much luck
/// moves a trial, and after how many trials the better player is ahead.
pub fn skill_sentences(skill: &SkillEffect, words: &Messages) -> Vec<String> {
    let numerals = words.numerals();
    let luck = skill.luck.filter(|_| !skill.kind.is_chance()).map(|luck| {
        let luck = numerals.mean(luck);
        words.fill(Word::SkillLuck, &[("value", &luck)])
    });
    let lead = skill.lead.as_ref().map(|lead: &Lead| {
        let number = numerals.grouped(lead.trials);
        let chance = Estimate::known(lead.chance).percent(numerals);
        let word = match (lead.is_exact, lead.trials) {
            (true, 1) => Word::SkillLeadAtOnce,
            (true, _) => Word::SkillLead,
            (false, _) => Word::SkillLeadAbout,
        };
        words.fill(word, &[("number", &number), ("chance", &chance)])
    });
    luck.into_iter().chain(lead).collect()
}
