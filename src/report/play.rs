//! Best play, as the report has it.

use serde::{Deserialize, Serialize};

use crate::exactly;

/// What a player should do in a case, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestPlay {
    /// What is wanted, as it was written.
    pub aim: String,
    /// Whether less of it is better.
    pub minimises: bool,
    /// What it comes to under best play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// Every situation that best play meets, in the order in which it meets them.
    pub situations: Vec<Situation>,
    /// What it comes to where a choice is always answered alike; `None` where there is too much of it to work that out
    /// again and again.
    pub held: Option<Vec<Held>>,
}

/// A situation in which the player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Situation {
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
    /// What the aim comes to by it, best play following.
    #[serde(with = "exactly")]
    pub value: f64,
    /// What is lost against the best.
    #[serde(with = "exactly")]
    pub loss: f64,
}

/// A choice that is always answered alike, the others being played as they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The choice.
    pub choice: String,
    /// The option; empty where chance decides.
    pub answer: String,
    /// Whether every option on offer is taken with the same chance.
    pub is_by_chance: bool,
    /// What the aim then comes to; `None` where a trial would never end.
    pub value: Option<f64>,
}

impl Held {
    /// How the choice is answered, in words.
    pub fn answered(&self) -> String {
        if self.is_by_chance { "by chance".to_owned() } else { format!("always {}", self.answer) }
    }
}
