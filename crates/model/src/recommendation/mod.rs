//! Recommendations: a short decision rule that is fitted to best play, and the cost of following
//! it.

mod mix;
mod sentence;

use serde::{Deserialize, Serialize};

use crate::exactly;

pub use sentence::{chart_note, chart_title, recommendation_sentences, rule_text};

/// The recommendation for a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    /// The name of the choice.
    pub choice: String,
    /// Whether the opponent decides it.
    pub is_theirs: bool,
    /// The rule; `None` if no short rule comes close to best play.
    pub rule: Option<ShortRule>,
    /// How the player mixes options, if the other side decides at the same time; `None` if the
    /// player does not mix them.
    pub mix: Option<Mix>,
}

/// How best play mixes the options of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mix {
    /// With these probabilities in every state that best play reaches.
    Always(Vec<MixedOption>),
    /// With other probabilities in other states.
    Varies,
}

/// An option that best play takes, and its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MixedOption {
    /// The option.
    pub option: String,
    /// Its probability.
    #[serde(with = "exactly")]
    pub probability: f64,
}

/// A decision list. The first clause that applies decides; otherwise the default option does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShortRule {
    /// The clauses, in order.
    pub clauses: Vec<RuleClause>,
    /// The default option.
    pub otherwise: String,
    /// The share of decisions in which the rule does as well as best play, weighted by how often
    /// each decision occurs when the rule is followed.
    #[serde(with = "exactly")]
    pub agreement: f64,
    /// The value of the aim if the rule is followed and best play decides everything else.
    #[serde(with = "exactly")]
    pub value: f64,
    /// The difference to best play, which is never negative.
    #[serde(with = "exactly")]
    pub cost: f64,
}

impl ShortRule {
    /// Returns the parts of the situation that the rule names, each once.
    pub fn parts(&self) -> Vec<&str> {
        let conditions = self.clauses.iter().flat_map(|clause| &clause.conditions);
        let mut parts: Vec<&str> = conditions
            .map(|condition| condition.part.as_str())
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Returns the numbers at which a condition on a part begins or ends to hold.
    pub fn thresholds(&self, part: &str) -> Vec<i64> {
        let conditions = self.clauses.iter().flat_map(|clause| &clause.conditions);
        let part_conditions = conditions.filter(|condition| condition.part == part);
        let ends = part_conditions.flat_map(|condition| match &condition.values {
            ConditionValues::AtLeast(least) => vec![*least],
            ConditionValues::AtMost(most) => vec![most + 1],
            ConditionValues::Between(least, most) => vec![*least, most + 1],
            ConditionValues::Is(value) => value
                .parse()
                .map_or_else(|_| Vec::new(), |number: i64| vec![number, number + 1]),
        });
        ends.collect()
    }
}

/// A clause of a rule. It applies if its option is offered and its conditions are true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleClause {
    /// The option.
    pub option: String,
    /// At most two conditions, all of which must be true.
    pub conditions: Vec<Condition>,
}

/// A condition on a part of the situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The name of the part.
    pub part: String,
    /// The values for which the condition is true.
    pub values: ConditionValues,
}

/// The values for which a condition is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConditionValues {
    /// This number or more.
    AtLeast(i64),
    /// This number or less.
    AtMost(i64),
    /// From the first number to the second, both included.
    Between(i64, i64),
    /// This value alone.
    Is(String),
}
