//! How a player decides: by the first option, by a named one, or by lot.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Die;
use oddsmith_engine::odds::Mass;

use crate::law::Law;
use crate::machine::value::Value;

/// Who answers a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// The first option on offer.
    #[default]
    First,
    /// The option of this name; the first where it is not on offer.
    Named(String),
    /// Each option alike.
    Uniform,
}

/// A policy for each choice of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policies(pub(crate) Vec<Policy>);

impl Policies {
    fn of(&self, choice: u16) -> &Policy {
        self.0.get(choice as usize).unwrap_or(&Policy::First)
    }

    /// The law of a choice under its policy.
    pub(crate) fn law(&self, choice: u16, options: &[Value], texts: &[String]) -> Law {
        match self.of(choice) {
            Policy::Uniform => {
                let share = Mass::ratio(1, options.len() as u128);
                options.iter().map(|option| (option.clone(), share)).collect()
            }
            policy => vec![(options[fixed(policy, options, texts)].clone(), Mass::ONE)],
        }
    }

    /// Decides.
    pub(crate) fn choose<A: Ask>(&self, choice: u16, options: &[Value], texts: &[String], ask: &mut A) -> Value {
        let index = match self.of(choice) {
            Policy::Uniform if options.len() > 1 => ask.roll(Die::new(options.len() as u32)) as usize - 1,
            policy => fixed(policy, options, texts),
        };
        options[index].clone()
    }
}

fn fixed(policy: &Policy, options: &[Value], texts: &[String]) -> usize {
    let Policy::Named(name) = policy else { return 0 };
    options.iter().position(|option| option.show(texts).trim_matches('"') == name).unwrap_or(0)
}
