//! The Government Titles of a position, and how many are disrupted in a turn.

use crate::chance::Chance;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::chance::Probability;
use oddsmith_engine::chance::Weights;
use crate::rule::values::{ParameterError, Values};

/// The Government Titles of the position.
pub(super) struct Titles {
    pub(super) disrupted: Disrupted,
}

impl Titles {
    pub(super) fn new(values: &Values) -> Result<Titles, ParameterError> {
        let (titles, disruption) = (values.count("titles"), values.probability("disruption"));
        let disrupted = match values.whole_if("disrupted_titles").map(|n| n as u32) {
            Some(_) if disruption != Probability::ZERO => {
                let help = "leave out `disruption` or `disrupted_titles`";
                let problem = "both say how many Government Titles are disrupted";
                return Err(ParameterError::new(
                    "disrupted_titles",
                    format!("`disruption` and `disrupted_titles` {problem}"),
                    help,
                ));
            }
            Some(n) if titles > 0 && n > titles => {
                let problem = format!("{n} titles are disrupted of {titles}");
                return Err(ParameterError::new(
                    "disrupted_titles",
                    problem,
                    format!("at most {titles}; or leave out `titles`"),
                ));
            }
            Some(n) => Disrupted::Always(n),
            None if disruption == Probability::ZERO => Disrupted::Always(0),
            None => Disrupted::Any(Weights::binomial(titles, disruption)),
        };
        Ok(Titles { disrupted })
    }

    /// The law of how many are disrupted.
    pub(super) fn law(&self) -> Vec<(u32, Mass)> {
        match &self.disrupted {
            Disrupted::Always(n) => vec![(*n, Mass::ONE)],
            Disrupted::Any(law) => (0..).zip(law.masses().iter().copied()).collect(),
        }
    }
}

/// Government Titles disrupted in a turn.
#[derive(Clone, Debug)]
pub(super) enum Disrupted {
    /// Always so many.
    Always(u32),
    /// Any number from 0 on, with this law.
    Any(Weights),
}

impl Disrupted {
    pub(super) fn most(&self) -> u32 {
        match self {
            Disrupted::Always(n) => *n,
            Disrupted::Any(law) => law.len() as u32 - 1,
        }
    }

    /// How many there are this turn.
    pub(super) fn draw(&self, chance: &mut impl Chance) -> u32 {
        match self {
            Disrupted::Always(n) => *n,
            Disrupted::Any(law) => chance.pick(law) as u32,
        }
    }
}
