//! Best play, as the report has it.

use serde::{Deserialize, Serialize};

use crate::exactly;
use crate::figures::NumberKind;
use crate::recommendation::Recommendation;

/// What a player should do in a case, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestPlay {
    /// The aim, as it was written.
    pub aim: String,
    /// What kind of number that is.
    pub kind: NumberKind,
    /// Whether less of it is better.
    pub minimises: bool,
    /// What it comes to under best play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// How far it falls short of being best, as a share of what is at stake: rounding, unless
    /// something is wrong.
    #[serde(with = "exactly")]
    pub shortfall: f64,
    /// Whether nobody plays for the aim, and the other side against it.
    pub is_theirs: bool,
    /// Every situation that best play meets, in the order in which it meets them.
    pub situations: Vec<MetSituation>,
    /// Those that only another play meets, in the same order; none where there are very many.
    pub unmet: Vec<MetSituation>,
    /// What it comes to where a choice is always answered alike; `None` where there is too much of
    /// it to work that out again and again.
    pub held: Option<Vec<HeldChoice>>,
    /// What decides between plays that serve the aim as well, as it was written.
    pub then: Option<String>,
    /// What is recommended for each choice that best play decides.
    pub recommendations: Vec<Recommendation>,
    /// The numbers other than the aim that depend on how the remaining ties are broken.
    pub spreads: Vec<Spread>,
}

/// A number's range over all plays that are tied for the aim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Its label: a question's, or that of a number to read first.
    pub label: String,
    /// What kind of number it is.
    pub kind: NumberKind,
    /// The range; `None` where it is not computed.
    pub range: Option<SpreadRange>,
}

/// The least and the most that a number comes to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadRange {
    /// The least.
    #[serde(with = "exactly")]
    pub least: f64,
    /// The most.
    #[serde(with = "exactly")]
    pub most: f64,
}

impl BestPlay {
    /// The range of a number that hangs on how ties are broken, by its label.
    pub fn range(&self, label: &str) -> Option<SpreadRange> {
        self.spreads
            .iter()
            .find(|spread| spread.label == label)?
            .range
    }

    /// Whether a number is known to hang on how ties are broken, by its label.
    pub fn depends_on_ties(&self, label: &str) -> bool {
        const SAME: f64 = 1e-9;
        self.range(label)
            .is_some_and(|range| range.most - range.least > SAME)
    }

    /// Whether a number may depend on how ties are broken, by its label: it does, or that is not
    /// computed.
    pub fn may_depend_on_ties(&self, label: &str) -> bool {
        self.depends_on_ties(label)
            || self
                .spreads
                .iter()
                .any(|spread| spread.label == label && spread.range.is_none())
    }

    /// Returns what depends on how ties are broken, in a sentence without its full stop. `number`
    /// writes a number, and `is_repeated` says which labels name a number that another label
    /// names too.
    pub fn ties_text(
        &self,
        number: impl Fn(f64, NumberKind) -> String,
        is_repeated: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let range_text = |spread: &Spread| {
            let range = spread.range?;
            let (least, most) = (
                number(range.least, spread.kind),
                number(range.most, spread.kind),
            );
            // An outcome has a colon before it: "Ending: starved 0% to 6.3%".
            let colon = if spread.label.contains(": ") { "" } else { ":" };
            (least != most).then(|| format!("{}{colon} {least} to {most}", spread.label))
        };
        let mut known: Vec<String> = self
            .spreads
            .iter()
            .filter(|spread| !is_repeated(&spread.label))
            .filter_map(range_text)
            .collect();
        known.dedup();
        let left: Vec<&str> = self
            .spreads
            .iter()
            .filter(|spread| spread.range.is_none())
            .map(|spread| spread.label.as_str())
            .collect();
        let known = (!known.is_empty()).then(|| {
            format!(
                "Several ways to play are equally good. They differ in {}",
                known.join("; ")
            )
        });
        let left = (!left.is_empty()).then(|| {
            format!(
                "Other equally good plays may change {}: that was not computed",
                left.join(", ")
            )
        });
        let sentences: Vec<String> = known.into_iter().chain(left).collect();
        (!sentences.is_empty()).then(|| sentences.join(". "))
    }

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
    /// How likely a trial under best play is to meet it; where it may be met again, how often on
    /// average.
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
    /// Whether it is tied with the best, for all that is aimed at.
    pub is_best: bool,
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
    pub fn answer_text(&self) -> String {
        self.answer_text_with(|option| option)
    }

    /// The same, with an option as a player calls it.
    pub fn answer_text_with<'o>(&'o self, option_label: impl Fn(&'o str) -> &'o str) -> String {
        match &self.how {
            How::Always(option) => format!("always {}", option_label(option)),
            How::ByChance => "at random".to_owned(),
            How::OneOf(option_count) => format!("always one of its {option_count} options"),
        }
    }

    /// Returns what the strategy is worth: its number, or why there is none.
    pub fn worth_text(&self, number: impl Fn(f64) -> String) -> String {
        match self.worth {
            Worth::Is(value) => number(value),
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
