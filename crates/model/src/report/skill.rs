//! How much skill matters: the aim of a player at several levels of skill.

use crate::figures::NumberKind;
use crate::messages::Word;

/// How much skill matters in a case.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillEffect {
    /// The label of the aim, or the aim.
    pub aim: String,
    /// The kind of number that the aim is.
    pub kind: NumberKind,
    /// Whether the player minimises it.
    pub minimises: bool,
    /// The case, if there are several.
    pub case: Option<String>,
    /// The labels of the choices whose players have these levels of skill.
    pub choices: Vec<String>,
    /// The value of the aim at each level. The other side plays as the scenario says.
    pub levels: Vec<LevelValue>,
    /// The value of the aim for each share of mistakes, from 0 to 1.
    pub mistakes: Vec<MistakeValue>,
    /// The standard deviation of one trial under best play; `None` if it is not known.
    pub luck: Option<f64>,
    /// The number of trials after which best play is ahead of random choices.
    pub lead: Option<Lead>,
    /// The levels of both sides against each other, if there are two sides.
    pub duels: Vec<DuelValue>,
    /// Whether the user asked for it. If not, only the report page shows it.
    pub is_requested: bool,
}

/// The value of the aim at a level of skill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelValue {
    /// The level.
    pub level: SkillLevel,
    /// The value; `None` if a trial would never end.
    pub value: Option<f64>,
}

/// The value of the aim for a share of mistakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakeValue {
    /// The share of decisions that are random, from 0 to 1.
    pub share: f64,
    /// The value; `None` if a trial would never end.
    pub value: Option<f64>,
}

/// The value of the aim for two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelValue {
    /// The level of our side.
    pub ours: SkillLevel,
    /// The level of the other side.
    pub theirs: SkillLevel,
    /// The value; `None` if a trial would never end.
    pub value: Option<f64>,
}

/// A number of trials after which the better of two players is ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The trials that each player has played.
    pub trials: u64,
    /// The probability that the better player is ahead.
    pub chance: f64,
    /// Whether it was computed exactly, and not by the normal approximation.
    pub is_exact: bool,
}

/// A level of skill, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillLevel {
    /// The worst option every time.
    Worst,
    /// Random options.
    Random,
    /// The first option every time.
    First,
    /// As if all later choices were random.
    ShortSighted,
    /// The best option in nine decisions of ten, and random options in the others.
    MostlyBest,
    /// The best option every time.
    Best,
}

impl SkillLevel {
    /// All levels.
    pub const ALL: [SkillLevel; 6] = [
        SkillLevel::Worst,
        SkillLevel::Random,
        SkillLevel::First,
        SkillLevel::ShortSighted,
        SkillLevel::MostlyBest,
        SkillLevel::Best,
    ];

    /// Returns its name in CSV files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            SkillLevel::Worst => "worst",
            SkillLevel::Random => "random",
            SkillLevel::First => "first option",
            SkillLevel::ShortSighted => "short-sighted 1",
            SkillLevel::MostlyBest => "best 90%",
            SkillLevel::Best => "best",
        }
    }

    /// Returns its name in charts and sentences.
    pub fn word(self) -> Word {
        match self {
            SkillLevel::Worst => Word::LevelWorst,
            SkillLevel::Random => Word::LevelRandom,
            SkillLevel::First => Word::LevelFirst,
            SkillLevel::ShortSighted => Word::LevelShortSighted,
            SkillLevel::MostlyBest => Word::LevelMostlyBest,
            SkillLevel::Best => Word::LevelBest,
        }
    }
}

impl SkillEffect {
    /// Returns the value at a level; `None` if it is not known.
    pub fn value(&self, level: SkillLevel) -> Option<f64> {
        let mut levels = self.levels.iter();
        levels.find(|found| found.level == level)?.value
    }

    /// Returns how much best play gains over random choices; `None` if one of them is not known.
    pub fn gain(&self) -> Option<f64> {
        let (best, random) = (
            self.value(SkillLevel::Best)?,
            self.value(SkillLevel::Random)?,
        );
        Some(if self.minimises {
            random - best
        } else {
            best - random
        })
    }
}
