//! Best play, as the report has it.

use serde::{Deserialize, Serialize};

use crate::exactly;

/// What a player should do in a case, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestPlay {
    /// What is wanted, as it was written.
    pub aim: String,
    /// Whether that is a chance.
    pub is_chance: bool,
    /// Whether less of it is better.
    pub minimises: bool,
    /// What it comes to under best play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// How far it falls short of being best, as a share of what is at stake: rounding, unless something is wrong.
    #[serde(with = "exactly")]
    pub shortfall: f64,
    /// Whether nobody plays for the aim, and the other side against it.
    pub is_theirs: bool,
    /// Every situation that best play meets, in the order in which it meets them.
    pub situations: Vec<MetSituation>,
    /// Those that only another play meets, in the same order; none where there are very many.
    pub unmet: Vec<MetSituation>,
    /// What it comes to where a choice is always answered alike; `None` where there is too much of it to work that out
    /// again and again.
    pub held: Option<Vec<HeldChoice>>,
}

impl BestPlay {
    /// Whose play it is: best play "for" the aim, or "against" it.
    pub fn side(&self) -> &'static str {
        if self.is_theirs { "against" } else { "for" }
    }
}

/// A situation in which the player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetSituation {
    /// In words.
    pub words: String,
    /// Its parts, each with its name and its value.
    pub parts: Vec<(String, String)>,
    /// The choice.
    pub choice: String,
    /// Its place among the rule's choices.
    pub number: usize,
    /// The best option.
    pub best: String,
    /// What the aim comes to from here on, by the best option.
    #[serde(with = "exactly")]
    pub value: f64,
    /// The options on offer.
    pub options: Vec<Offer>,
    /// How likely a trial under best play is to meet it; where it may be met again, how often on average.
    #[serde(with = "exactly")]
    pub reached: f64,
}

/// An option in a situation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// What is at stake; `None` where no play could end the trial after it.
    pub stake: Option<Stake>,
}

/// What an option is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stake {
    /// What the aim comes to by it, best play following.
    #[serde(with = "exactly")]
    pub value: f64,
    /// What is lost against the best.
    #[serde(with = "exactly")]
    pub loss: f64,
}

impl Offer {
    /// What the aim comes to by it.
    pub fn value(&self) -> Option<f64> {
        self.stake.map(|stake| stake.value)
    }

    /// What is lost against the best.
    pub fn loss(&self) -> Option<f64> {
        self.stake.map(|stake| stake.loss)
    }
}

/// A choice that is always answered alike, the others being played as they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldChoice {
    /// The choice.
    pub choice: String,
    /// How it is answered.
    pub how: How,
    /// What the aim then comes to.
    pub worth: Worth,
}

/// What the aim comes to where a choice is always answered alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Worth {
    /// This.
    Is(#[serde(with = "exactly")] f64),
    /// Nothing: a trial would never end.
    NeverEnds,
    /// Nobody has worked it out.
    Unknown,
}

/// How a choice is answered that is always answered alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// By this option.
    Always(String),
    /// By every option on offer with the same chance.
    ByChance,
    /// By one of so many options, too many to be compared one by one.
    OneOf(usize),
}

impl HeldChoice {
    /// How the choice is answered, in words.
    pub fn answered(&self) -> String {
        match &self.how {
            How::Always(option) => format!("always {option}"),
            How::ByChance => "by chance".to_owned(),
            How::OneOf(many) => format!("always one of its {many} options"),
        }
    }

    /// What it comes to, in words: "gives 3.5", the number as it is written here.
    pub fn gives(&self, number: impl Fn(f64) -> String) -> String {
        match self.worth {
            Worth::Is(value) => format!("gives {}", number(value)),
            Worth::NeverEnds => "never ends".to_owned(),
            Worth::Unknown => "is not compared".to_owned(),
        }
    }

    /// The number, where there is one.
    pub fn value(&self) -> Option<f64> {
        match self.worth {
            Worth::Is(value) => Some(value),
            Worth::NeverEnds | Worth::Unknown => None,
        }
    }
}
