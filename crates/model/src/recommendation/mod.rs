//! Recommendations: a short decision rule that is fitted to best play, and what following it costs.

mod sentence;

use serde::{Deserialize, Serialize};

use crate::exactly;

pub use sentence::{chart_note, chart_title, recommendation_sentences, rule_text};

/// What is recommended for a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    /// The choice, by its name.
    pub choice: String,
    /// Whether the side that plays against the aim decides it.
    pub is_theirs: bool,
    /// The rule; `None` where no short rule comes close to best play.
    pub rule: Option<ShortRule>,
}

/// A decision list: the first clause that holds and whose option is on offer decides, else the
/// option for all else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShortRule {
    /// Its clauses, in the order in which they are tried.
    pub clauses: Vec<RuleClause>,
    /// The option where no clause decides.
    pub otherwise: String,
    /// The share of decisions in which it does as well as best play, weighted by how often each
    /// comes up when the rule is followed.
    #[serde(with = "exactly")]
    pub agreement: f64,
    /// What the aim comes to when the rule is followed and everything else is decided by best
    /// play.
    #[serde(with = "exactly")]
    pub value: f64,
    /// How much less that is than best play gives: never negative.
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

/// A clause of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleClause {
    /// The option.
    pub option: String,
    /// What has to hold, at most two conditions; none where being on offer is enough.
    pub conditions: Vec<Condition>,
}

/// A condition on a part of the situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The part, by its name.
    pub part: String,
    /// The values with which it holds.
    pub values: ConditionValues,
}

/// The values with which a condition holds.
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
