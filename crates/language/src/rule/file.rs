//! Reading a rule file, and what can be asked of one.

use std::sync::Arc;

use oddsmith_engine::Policy;

use super::making::Making;
use super::{Rule, RuleFile, SettingError};
use crate::choice::{ChoiceCode, ChoiceDescription, option_name};
use crate::compile::compile;
use crate::declare::{Declarations, Expectation, Parameter, ParameterType, Setting, declare};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::grammar::rule_file;
use crate::grammar::token::{Token, TokenKind};
use crate::machine::{Manner, Program};
use crate::source::Span;
use crate::{kinds, names};

/// The instructions name their places in two bytes: none may lie beyond.
const MOST_PLACES: usize = u16::MAX as usize;

impl RuleFile {
    /// Reads a file.
    ///
    /// # Errors
    /// All mistakes that can be found at once, in the order of the text.
    pub fn read(text: &str) -> Result<RuleFile, Vec<Diagnostic>> {
        let mut diagnostics = Diagnostics::default();
        let (tokens, module) = rule_file(text, &mut diagnostics);
        if let Some(token) = tokens.get(MOST_PLACES) {
            diagnostics.add(
                token.span,
                format!("more than {MOST_PLACES} words and signs in one file"),
                "work long rows of numbers out, or make them a parameter",
            );
        }
        // What could not be read would be missed everywhere else: names and kinds wait until it is.
        let declarations = stop_at_errors(diagnostics, |diagnostics| declare(module, diagnostics))?;
        let declarations = stop_at_errors(Diagnostics::default(), |diagnostics| {
            names::check(&declarations, diagnostics);
            declarations
        })?;
        let declarations = stop_at_errors(Diagnostics::default(), |diagnostics| {
            kinds::check(&declarations, diagnostics);
            declarations
        })?;
        let mut code = compile(&declarations, rolls_exploding_dice(&tokens, &declarations));
        if code.templates.len() > MOST_PLACES {
            return Err(vec![Diagnostic::new(
                Span::default(),
                format!("more than {MOST_PLACES} kinds of dice in one file"),
                "roll dice that do not explode in a text of their own",
            )]);
        }
        code.lines = text.match_indices('\n').map(|(at, _)| at).collect();
        let file = RuleFile { code: Arc::new(code), declarations };
        file.check_defaults()?;
        Ok(file)
    }

    /// What holds at the default parameters is checked before anything runs.
    fn check_defaults(&self) -> Result<(), Vec<Diagnostic>> {
        match self.rule(&[]) {
            Err(SettingError::Fault(fault)) => Err(vec![Diagnostic::new(fault.span, fault.problem, fault.help)]),
            _ => Ok(()),
        }
    }

    /// The file's title, where it has one.
    pub fn title(&self) -> Option<&str> {
        self.declarations.title.as_deref()
    }

    /// What can be set.
    pub fn parameters(&self) -> &[Parameter] {
        &self.declarations.parameters
    }

    /// The file's own tests.
    pub fn expectations(&self) -> &[Expectation] {
        &self.declarations.expectations
    }

    /// What it leaves to a player.
    pub fn choices(&self) -> Vec<ChoiceDescription> {
        let names = |options: &Vec<i64>| options.iter().map(|&number| option_name(number, &self.code.texts)).collect();
        let described = |own: &ChoiceCode| ChoiceDescription {
            name: own.name.clone(),
            span: own.span,
            options: own.options.as_ref().map(names),
        };
        self.code.choices.iter().map(described).collect()
    }

    /// The rule with these settings, all others at their defaults.
    ///
    /// # Errors
    /// When a setting does not fit, or a constant cannot be worked out with them.
    pub fn rule(&self, settings: &[(&str, Setting)]) -> Result<Rule, SettingError> {
        for (name, _) in settings {
            if self.declarations.parameter(name).is_none() {
                return Err(self.unknown(name));
            }
        }
        let mut making = Making { file: self, program: self.unset() };
        for parameter in &self.declarations.parameters {
            let set = settings.iter().rev().find(|(name, _)| *name == parameter.name);
            making.parameter(parameter, set.map_or(&parameter.default, |(_, setting)| setting))?;
        }
        making.constants()?;
        let described = making.metrics()?;
        Ok(Rule { program: making.program, described, policy: Policy::default(), manner: Manner::EXPLORED })
    }

    fn unset(&self) -> Program {
        let (shared, dice, places) = Default::default();
        Program { code: self.code.clone(), shared, texts: self.code.texts.clone(), dice, places }
    }

    fn unknown(&self, name: &str) -> SettingError {
        let known = self.declarations.parameters.iter().map(|parameter| parameter.name.as_str());
        let help = match crate::nearest::nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its parameters are {}", known.collect::<Vec<_>>().join(", ")),
        };
        SettingError::Wrong { parameter: name.to_owned(), problem: format!("the rule has no parameter `{name}`"), help }
    }
}

/// Whether dice may explode, which takes functions of their own: in a text, or in a parameter.
fn rolls_exploding_dice(tokens: &[Token], declarations: &Declarations) -> bool {
    let is_dice = |parameter: &Parameter| match &parameter.kind {
        ParameterType::Entries { fields, .. } => fields.iter().any(|field| field.kind == ParameterType::Dice),
        kind => *kind == ParameterType::Dice,
    };
    let is_exploding = |token: &Token| matches!(&token.kind, TokenKind::Text(text) if text.contains('!'));
    declarations.parameters.iter().any(is_dice) || tokens.iter().any(is_exploding)
}

fn stop_at_errors<T>(
    mut diagnostics: Diagnostics,
    work: impl FnOnce(&mut Diagnostics) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let was_wrong = !diagnostics.is_empty();
    if was_wrong {
        return Err(diagnostics.sorted());
    }
    let result = work(&mut diagnostics);
    if diagnostics.is_empty() { Ok(result) } else { Err(diagnostics.sorted()) }
}
