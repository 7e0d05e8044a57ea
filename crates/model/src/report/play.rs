//! Best play in a report, and the play of players who make mistakes.

use serde::{Deserialize, Serialize};

use crate::exactly;
use crate::figures::NumberKind;
use crate::recommendation::Recommendation;

pub use super::situations::{MetSituation, Offer, SituationFacts, Situations, SituationsBuilder};

/// Values of an aim are equal if they differ by no more than this, relative to the larger one.
const SAME: f64 = 1e-9;

/// The best play of a case, or the play of players who make mistakes, and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestPlay {
    /// The aim as the scenario writes it.
    pub aim: String,
    /// The kind of number that the aim is.
    pub kind: NumberKind,
    /// Whether the aim is minimised.
    pub minimises: bool,
    /// The value of the aim under this play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// The distance from optimal play, relative to the range of the aim. Without a bug, this is
    /// only rounding.
    #[serde(with = "exactly")]
    pub shortfall: f64,
    /// How good it is known to be, if players see only part of the situation; `None` if they see
    /// everything.
    pub optimality: Option<Optimality>,
    /// Whether only the opponent decides, against the aim.
    pub is_theirs: bool,
    /// The decisions of players who make mistakes. It is empty if all play best.
    pub stated: Vec<StatedPlay>,
    /// Every situation that this play reaches, in the order in which it reaches them.
    pub situations: Situations,
    /// The situations that only other plays reach, in the same order; empty if there are very many.
    pub unmet: Situations,
    /// For each choice, the value of the aim if it is always answered in the same way; `None` if
    /// this would take too long to compute.
    pub held: Option<Vec<HeldChoice>>,
    /// The aim of the other side, if it is not the opposite of this one.
    pub theirs: Option<TheirAim>,
    /// The second aim, which decides between tied plays, as the scenario writes it.
    pub then: Option<String>,
    /// The recommendation for each choice that best play decides.
    pub recommendations: Vec<Recommendation>,
    /// The numbers other than the aim that depend on how the remaining ties are broken.
    pub spreads: Vec<Spread>,
}

/// The aim of the other side, and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TheirAim {
    /// The aim as the scenario writes it, without `least` or `most`.
    pub aim: String,
    /// The kind of number that the aim is.
    pub kind: NumberKind,
    /// Whether the other side wants less of it.
    pub minimises: bool,
    /// The value of the aim if both sides play best.
    #[serde(with = "exactly")]
    pub value: f64,
}

impl TheirAim {
    /// Returns sentences about the aim, and about what kind of play this is. `number` writes the
    /// value.
    pub fn text(&self, number: impl Fn(f64, NumberKind) -> String) -> String {
        format!(
            "The other side plays for {}{}: {}. Neither side gains by changing only its own choices. \
             There may be other pairs of strategies like this.",
            self.aim,
            if self.minimises {
                ", less is better"
            } else {
                ""
            },
            number(self.value, self.kind)
        )
    }
}

/// The chance of an event under best play, of a case that is too large to find the best play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AimBounds {
    /// The aim as the scenario writes it.
    pub aim: String,
    /// The least possible chance.
    #[serde(with = "exactly")]
    pub least: f64,
    /// The greatest possible chance.
    #[serde(with = "exactly")]
    pub most: f64,
    /// The number of states that were explored.
    pub states: usize,
    /// The number of their transitions.
    pub edges: usize,
}

/// How a player who makes mistakes decides a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedPlay {
    /// The choice.
    pub choice: String,
    /// The answer as the scenario writes it: `best 90%`.
    pub answer: String,
}

/// How good a play is known to be if players see only part of the situation. Gains are in units of
/// the aim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Optimality {
    /// No other play is better.
    Exact,
    /// No other rule without chance is better, for a player who forgets.
    ExactRule,
    /// It is the best rule that was found, and no rule without chance is better by more than this.
    BestFound(#[serde(with = "exactly")] f64),
    /// Neither of two sides can gain more than this.
    Exploitable(#[serde(with = "exactly")] f64),
}

impl Optimality {
    /// Returns the name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Optimality::Exact => "exact",
            Optimality::ExactRule => "exact rule",
            Optimality::BestFound(_) => "best found",
            Optimality::Exploitable(_) => "exploitable",
        }
    }

    /// Returns by how much another play may be better: 0 if the play is exact.
    pub fn gap(self) -> f64 {
        match self {
            Optimality::Exact | Optimality::ExactRule => 0.0,
            Optimality::BestFound(gap) | Optimality::Exploitable(gap) => gap,
        }
    }

    /// Returns a sentence about the play. `number` writes a gain.
    pub fn text(self, number: impl Fn(f64) -> String) -> String {
        match self {
            Optimality::Exact => {
                "Exact: no strategy that depends on the seen values alone is better.".to_owned()
            }
            Optimality::ExactRule => {
                "Exact: no other rule without chance is better. A player who forgets might gain by mixing options.".to_owned()
            }
            Optimality::BestFound(gap) => format!(
                "Best found: no rule without chance is better by more than {}. A player who forgets might gain by mixing options.",
                number(gap)
            ),
            Optimality::Exploitable(by) => format!(
                "Nearly exact: neither side can gain more than {} by another strategy.",
                number(by)
            ),
        }
    }
}

/// The range of a number over all plays that are tied for the aim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Its label: that of a question or of a headline.
    pub label: String,
    /// The kind of number.
    pub kind: NumberKind,
    /// The range; `None` if it is not computed.
    pub range: Option<SpreadRange>,
}

/// The minimum and maximum of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadRange {
    /// The minimum.
    #[serde(with = "exactly")]
    pub least: f64,
    /// The maximum.
    #[serde(with = "exactly")]
    pub most: f64,
}

impl BestPlay {
    /// Returns the range of the number with this label over all tied plays.
    pub fn range(&self, label: &str) -> Option<SpreadRange> {
        self.spreads
            .iter()
            .find(|spread| spread.label == label)?
            .range
    }

    /// Returns whether the number with this label certainly depends on how ties are broken.
    pub fn depends_on_ties(&self, label: &str) -> bool {
        self.range(label).is_some_and(|range| {
            let scale = range.most.abs().max(range.least.abs());
            range.most - range.least > SAME * scale
        })
    }

    /// Returns whether the number with this label may depend on how ties are broken. This includes
    /// numbers whose range was not computed.
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
            // An outcome already has a colon: "Ending: starved 0% to 6.3%".
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

    /// Returns whether another value of the aim differs by more than rounding errors.
    pub fn is_other(&self, value: f64) -> bool {
        (value - self.value).abs() > SAME * value.abs().max(self.value.abs())
    }

    /// Returns whether all players play best.
    pub fn is_best(&self) -> bool {
        self.stated.is_empty()
    }

    /// Returns how often the play takes the best option of a choice, as a share of its decisions
    /// with several options. Returns `None` if there are none.
    pub fn share_of_best(&self, choice: &str) -> Option<f64> {
        let (mut total, mut best) = (0.0, 0.0);
        let met = self.situations.iter();
        for situation in met.filter(|met| met.choice() == choice && met.options().len() > 1) {
            let of_best = situation.options().filter(|offer| offer.is_best);
            total += situation.reached();
            best += situation.reached() * of_best.map(|offer| offer.probability).sum::<f64>();
        }
        (total > 0.0).then(|| (best / total).min(1.0))
    }

    /// Returns the aim of the other side, if the values of this choice are those of this aim.
    pub fn theirs_at(&self, choice: &str) -> Option<&TheirAim> {
        let mut situations = self.situations.iter().chain(self.unmet.iter());
        let is_theirs =
            situations.any(|situation| situation.choice() == choice && situation.has_their_aim());
        self.theirs.as_ref().filter(|_| is_theirs)
    }

    /// Returns the kind of number that the values of a situation are.
    pub fn kind_at(&self, situation: MetSituation<'_>) -> NumberKind {
        match &self.theirs {
            Some(theirs) if situation.has_their_aim() => theirs.kind,
            _ => self.kind,
        }
    }

    /// Returns the side: best play "for" the aim, or "against" it.
    pub fn side(&self) -> &'static str {
        if self.is_theirs { "against" } else { "for" }
    }
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stake {
    /// The value of the aim with this option, followed by best play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// The loss compared with the best option.
    #[serde(with = "exactly")]
    pub loss: f64,
}

/// A choice that is always answered in the same way, while the others are played as before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldChoice {
    /// The choice.
    pub choice: String,
    /// The fixed answer.
    pub how: How,
    /// The resulting value of the aim.
    pub worth: Worth,
}

/// The value of the aim with a fixed answer to a choice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Worth {
    /// A number.
    Is(#[serde(with = "exactly")] f64),
    /// None, because a trial would never end.
    NeverEnds,
    /// It was not computed.
    Unknown,
}

/// A fixed answer to a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// Best play.
    Best,
    /// Always this option.
    Always(String),
    /// All available options with equal probability.
    ByChance,
    /// One of this many options, too many to compare one by one.
    OneOf(usize),
}

impl HeldChoice {
    /// Returns the fixed answer in words.
    pub fn answer_text(&self) -> String {
        self.answer_text_with(|option| option)
    }

    /// Returns the fixed answer in words, with labels of options.
    pub fn answer_text_with<'o>(&'o self, option_label: impl Fn(&'o str) -> &'o str) -> String {
        match &self.how {
            How::Best => "best play".to_owned(),
            How::Always(option) => format!("always {}", option_label(option)),
            How::ByChance => "at random".to_owned(),
            How::OneOf(option_count) => format!("always one of its {option_count} options"),
        }
    }

    /// Returns the value of the fixed answer as text, or why there is none.
    pub fn worth_text(&self, number: impl Fn(f64) -> String) -> String {
        match self.worth {
            Worth::Is(value) => number(value),
            Worth::NeverEnds => "never ends".to_owned(),
            Worth::Unknown => "is not compared".to_owned(),
        }
    }

    /// Returns the number, if there is one.
    pub fn value(&self) -> Option<f64> {
        match self.worth {
            Worth::Is(value) => Some(value),
            Worth::NeverEnds | Worth::Unknown => None,
        }
    }
}
