//! Reading a rule file, and what can be asked of one.

use std::sync::Arc;

use super::making::{Making, SettingError};
use super::model::SetRule;
use crate::choice::{ChoiceCode, ChoiceDescription, option_name};
use crate::code::Code;
use crate::compile::compile;
use crate::declare::{Declarations, DeclaredParameter, Expectation, Setting, declare};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::rule_file;
use crate::nearest::nearest;
use crate::source::Span;
use crate::{kinds, names};

/// The instructions name their places in two bytes: none may lie beyond.
const MOST_PLACES: usize = u16::MAX as usize;

/// A rule file, read and checked.
#[derive(Clone, Debug)]
pub struct RuleFile {
    declarations: Declarations,
    code: Arc<Code>,
}

impl RuleFile {
    /// Reads a file.
    ///
    /// # Errors
    /// All mistakes that can be found at once, in the order of the text.
    pub fn read(text: &str) -> Result<RuleFile, Vec<Mistake>> {
        let mut diagnostics = Mistakes::default();
        let (tokens, module) = rule_file(text, &mut diagnostics);
        if let Some(token) = tokens.get(MOST_PLACES) {
            let problem = format!("more than {MOST_PLACES} words and signs in one file");
            diagnostics.add(token.span, problem, "work long rows of numbers out, or make them a parameter");
        }
        // What could not be read would be missed everywhere else: names and kinds wait until it is.
        diagnostics.stop()?;
        let declarations = declare(module, &mut diagnostics);
        diagnostics.stop()?;
        names::check(&declarations, &mut diagnostics);
        diagnostics.stop()?;
        kinds::check(&declarations, &mut diagnostics);
        diagnostics.stop()?;
        let mut code = compile(&declarations);
        if code.templates.len() > MOST_PLACES {
            let problem = format!("more than {MOST_PLACES} kinds of dice in one file");
            diagnostics.add(Span::default(), problem, "roll dice that do not explode in a text of their own");
        }
        diagnostics.stop()?;
        code.lines = text.match_indices('\n').map(|(at, _)| at).collect();
        let file = RuleFile { code: Arc::new(code), declarations };
        // What holds at the default parameters is checked before anything runs.
        match file.rule(&[]) {
            Err(SettingError::Fault(fault)) => Err(vec![Mistake::new(fault.span, fault.problem, fault.help)]),
            _ => Ok(file),
        }
    }

    /// The file's title, where it has one.
    pub fn title(&self) -> Option<&str> {
        self.declarations.title.as_deref()
    }

    /// What can be set.
    pub fn parameters(&self) -> &[DeclaredParameter] {
        &self.declarations.parameters
    }

    /// The file's own tests.
    pub fn expectations(&self) -> &[Expectation] {
        &self.declarations.expectations
    }

    /// What it leaves to a player.
    pub fn choices(&self) -> Vec<ChoiceDescription> {
        let names = |options: &Vec<i64>| options.iter().map(|&number| option_name(number, &self.code.texts)).collect();
        let described = |choice: &ChoiceCode| ChoiceDescription {
            name: choice.name.clone(),
            label: choice.label.clone(),
            span: choice.span,
            options: choice.options.as_ref().map(names),
        };
        self.code.choices.iter().map(described).collect()
    }

    /// The rule with these settings, all others at their defaults.
    ///
    /// # Errors
    /// When a setting does not fit, or a constant cannot be worked out with them.
    pub fn rule(&self, settings: &[(&str, Setting)]) -> Result<SetRule, SettingError> {
        if let Some((name, _)) = settings.iter().find(|(name, _)| self.declarations.parameter(name).is_none()) {
            return Err(self.unknown(name));
        }
        let mut making = Making::new(&self.declarations, &self.code);
        for parameter in &self.declarations.parameters {
            let set = settings.iter().rev().find(|(name, _)| *name == parameter.name);
            making.parameter(parameter, set.map_or(&parameter.default, |(_, setting)| setting))?;
        }
        making.rule()
    }

    fn unknown(&self, name: &str) -> SettingError {
        let known = self.declarations.parameters.iter().map(|parameter| parameter.name.as_str());
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its parameters are {}", known.collect::<Vec<_>>().join(", ")),
        };
        SettingError::Wrong { parameter: name.to_owned(), problem: format!("the rule has no parameter `{name}`"), help }
    }
}
