//! Checks that a file has a function `trial`.

use super::declarations::Declarations;
use crate::diagnostic::Mistake;
use crate::grammar::tree::Definition;
use crate::source::Span;

impl Declarations {
    /// Checks the function `trial`. A file that only has functions for other files needs none.
    pub(crate) fn check_trial(&self, is_needed: bool) -> Result<(), Mistake> {
        let Some(trial) = self
            .functions
            .iter()
            .find(|function| function.name.text == "trial")
        else {
            if !is_needed && !self.functions.is_empty() && self.metrics.is_empty() {
                return Ok(());
            }
            return Err(self.missing_trial());
        };
        let [first, ..] = &trial.parameters[..] else {
            return Ok(());
        };
        let help = "write def trial(): and declare its inputs as parameters at the top";
        let parameters_span = first
            .span
            .to(trial.parameters.last().map_or(first.span, |last| last.span));
        Err(
            Mistake::new(trial.name.span, "`trial` cannot have arguments", help)
                .with_removal(parameters_span),
        )
    }

    /// Returns the message about a missing trial. If one function takes no arguments, it may be the
    /// trial under another name.
    fn missing_trial(&self) -> Mistake {
        let problem = "the file has no trial";
        let takes_nothing = |function: &&Definition| function.parameters.is_empty();
        let mut candidates = self.functions.iter().filter(takes_nothing);
        match (candidates.next(), candidates.next()) {
            (Some(only), None) if !self.metrics.is_empty() => {
                let help = format!(
                    "the trial must be named trial: write def trial(): instead of def {}():",
                    only.name.text
                );
                Mistake::new(only.name.span, problem, help).with_fix(only.name.span, "trial")
            }
            _ => Mistake::new(
                Span::default(),
                problem,
                "add def trial(): and write what happens in one trial below it",
            ),
        }
    }
}
