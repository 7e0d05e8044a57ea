//! Reads a rule file and gives access to its contents.

use std::sync::Arc;

use super::making::{RuleBuilder, SettingError};
use super::model::SetRule;
use crate::assertions::{Expectation, expectations, with_expectation_trial};
use crate::choice::{ChoiceCode, ChoiceDescription, option_name};
use crate::code::Code;
use crate::compile::compile;
use crate::declare::{Declarations, DeclaredParameter, Setting};
use crate::diagnostic::{Mistake, Mistakes};
use crate::imports::{CheckedFile, FindFile, MAX_INDEXED, OtherFiles, UnreadFile};
use crate::nearest::nearest;
use crate::probes::{Watchable, watchable, with_watched};
use crate::slice::TrialSlices;
use crate::source::Span;

/// A rule file that has been parsed and checked.
#[derive(Clone, Debug)]
pub struct RuleFile {
    declarations: Arc<Declarations>,
    code: Arc<Code>,
    /// The slices of the trial for each metric, or `None` if the trial cannot be sliced.
    slices: Option<Arc<TrialSlices>>,
    expectations: Vec<Expectation>,
    /// The labels of local names.
    labels: Vec<(String, String)>,
    /// The byte offsets of line ends.
    line_ends: Vec<usize>,
}

impl RuleFile {
    /// Reads a file that imports no other files except `std`.
    ///
    /// # Errors
    ///
    /// Returns all mistakes that can be found at once, in the order of the text.
    pub fn read(text: &str) -> Result<RuleFile, Vec<Mistake>> {
        let nowhere = |_: &str| {
            Err(UnreadFile::NotThere {
                help: "no other files are available here".to_owned(),
            })
        };
        RuleFile::read_with_files(text, &nowhere)
    }

    /// Reads a file that may import others.
    ///
    /// # Errors
    /// Returns the errors of [`RuleFile::read`]. A mistake in a file that is used is reported at
    /// the `use` line.
    ///
    /// ```
    /// use oddsmith_language::{RuleFile, UnreadFile};
    ///
    /// let combat = "def losses(n):\n    return successes(n, 6, 5)\n\nexpect(\"mean(losses(3)) = 1\")\n";
    /// let text = "use \"combat.odds\": losses\n\nlost = count(\"Lost\")\n\ndef trial():\n    record(lost, losses(4))\n";
    /// let not_there = UnreadFile::NotThere { help: "it lies in another folder".to_owned() };
    /// let find = |name: &str| if name == "combat.odds" { Ok(combat.to_owned()) } else { Err(not_there.clone()) };
    /// assert!(RuleFile::read_with_files(text, &find).is_ok());
    /// assert_eq!(RuleFile::read(text).unwrap_err()[0].problem, "there is no rule file `combat.odds`");
    /// ```
    pub fn read_with_files(text: &str, find: &FindFile<'_>) -> Result<RuleFile, Vec<Mistake>> {
        RuleFile::build(text, OtherFiles::new(find).check_file(text, true)?)
    }

    /// Reads a file like [`RuleFile::read_with_files`], but also accepts a file without a trial,
    /// which only has functions for other files.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RuleFile::read_with_files`].
    pub fn read_any(text: &str, find: &FindFile<'_>) -> Result<RuleFile, Vec<Mistake>> {
        RuleFile::build(text, OtherFiles::new(find).check_file(text, false)?)
    }

    fn build(
        text: &str,
        CheckedFile {
            declarations,
            labels,
            ..
        }: CheckedFile,
    ) -> Result<RuleFile, Vec<Mistake>> {
        let mut diagnostics = Mistakes::default();
        let lines: Vec<usize> = text
            .match_indices('\n')
            .map(|(byte_offset, _)| byte_offset)
            .collect();
        let mut file = RuleFile::from_declarations(declarations, lines, &mut diagnostics);
        file.check_options(&mut diagnostics);
        diagnostics.take_result()?;
        // The constants must have values at the default parameters.
        if let Err(SettingError::Fault(fault)) = file.rule(&[]) {
            return Err(vec![Mistake::new(fault.span, fault.problem, fault.help)]);
        }
        file.labels = labels;
        file.expectations = expectations(text, &file.declarations, &mut diagnostics);
        diagnostics.take_result()?;
        Ok(file)
    }

    /// Checks that each wording of an option belongs to an existing option.
    fn check_options(&self, diagnostics: &mut Mistakes) {
        for (player, choice) in self.declarations.players.iter().zip(self.choices()) {
            let Some(options) = choice.options.filter(|options| !options.is_empty()) else {
                continue;
            };
            let is_offered = |name: &str| options.iter().any(|option| option == name);
            for (name, _) in player
                .says
                .iter()
                .filter(|(name, _)| !is_offered(&name.text))
            {
                let problem = format!("`{}` is never an option of `{}`", name.text, player.name);
                let known = || options.iter().map(String::as_str);
                let help = || format!("its options: {}", options.join(", "));
                diagnostics.push(Mistake::unknown(
                    name.span,
                    &name.text,
                    problem,
                    known(),
                    help,
                ));
            }
        }
    }

    fn from_declarations(
        declarations: Declarations,
        lines: Vec<usize>,
        diagnostics: &mut Mistakes,
    ) -> RuleFile {
        let mut code = compile(&declarations);
        if code.templates.len() > MAX_INDEXED {
            let problem = format!("a file can have at most {MAX_INDEXED} different kinds of dice");
            diagnostics.add(
                Span::default(),
                problem,
                "move dice that do not explode into their own dice(...)",
            );
        }
        code.line_ends.clone_from(&lines);
        let (expectations, labels) = Default::default();
        let slices = TrialSlices::of(&declarations, &code).map(Arc::new);
        RuleFile {
            code: Arc::new(code),
            slices,
            declarations: Arc::new(declarations),
            expectations,
            labels,
            line_ends: lines,
        }
    }

    /// Returns the labels of local names: `pot = 0  # "points in the pot"`.
    pub fn labels(&self) -> &[(String, String)] {
        &self.labels
    }

    /// Returns whether the file can be run. A file without a trial only has functions for other
    /// files.
    pub fn has_trial(&self) -> bool {
        self.declarations.function_index("trial").is_some()
    }

    /// Returns the functions and constants that another file may import.
    pub fn importable_names(&self) -> impl Iterator<Item = &str> {
        self.declarations.importable_names()
    }

    /// Returns the file in which an expectation is tested: this file, or one whose trial calls the
    /// functions in the expectation.
    pub fn file_for_expectation(&self, expected: &Expectation) -> RuleFile {
        if expected.calls_functions() {
            RuleFile::from_declarations(
                with_expectation_trial(&self.declarations, expected),
                self.line_ends.clone(),
                &mut Mistakes::default(),
            )
        } else {
            self.clone()
        }
    }

    /// Returns the expressions of the functions that can be probed; subexpressions come after the
    /// expressions that contain them.
    pub fn watchable(&self) -> Vec<Watchable> {
        watchable(&self.declarations)
    }

    /// Returns the file with probes for these expressions. Each has a metric after the file's
    /// metrics, and every record of it counts separately
    /// ([`frequencies`](oddsmith_engine::solve::frequencies)).
    ///
    /// ```
    /// use oddsmith_engine::Parts;
    /// use oddsmith_engine::explore::{Budget, Watch, explore};
    /// use oddsmith_engine::solve::frequencies;
    /// use oddsmith_language::RuleFile;
    ///
    /// let text = "rolls = count(\"Rolls\")\n\ndef trial():\n    n = 1\n    while roll(6) < 6:\n        n += 1\n    record(rolls, n)\n";
    /// let file = RuleFile::read(text).unwrap();
    /// let six = file.watchable().into_iter().find(|part| &text[part.span.start..part.span.end] == "roll(6)").unwrap();
    /// let rule = file.with_watched(&[six]).rule(&[]).unwrap();
    /// let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    /// let faces = frequencies(&graph, 1, &Watch::default()).unwrap().unwrap();
    /// assert!((faces.mean_count - 6.0).abs() < 1e-12);
    /// assert!(faces.shares.iter().all(|(_, share)| share.fraction() == Some((1, 6))));
    /// ```
    pub fn with_watched(&self, watched: &[Watchable]) -> RuleFile {
        let declarations = with_watched(&self.declarations, watched);
        RuleFile::from_declarations(
            declarations,
            self.line_ends.clone(),
            &mut Mistakes::default(),
        )
    }

    /// Returns the title of the file, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.declarations.title.as_deref()
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[DeclaredParameter] {
        &self.declarations.parameters
    }

    /// Returns the tests of the file.
    pub fn expectations(&self) -> &[Expectation] {
        &self.expectations
    }

    /// Returns the choices that the file leaves to players.
    pub fn choices(&self) -> Vec<ChoiceDescription> {
        let names = |options: &Vec<i64>| {
            options
                .iter()
                .map(|&number| option_name(number, &self.code.texts))
                .collect()
        };
        let described = |choice: &ChoiceCode| ChoiceDescription {
            name: choice.name.clone(),
            label: choice.label.clone(),
            span: choice.span,
            options: choice.options.as_ref().map(names),
            says: choice.says.clone(),
        };
        self.code.choices.iter().map(described).collect()
    }

    /// Returns the rule with these settings; all other parameters have their defaults.
    ///
    /// # Errors
    ///
    /// Fails if a setting does not fit, or if a constant cannot be computed with the settings.
    pub fn rule(&self, settings: &[(&str, Setting)]) -> Result<SetRule, SettingError> {
        if let Some((name, _)) = settings
            .iter()
            .find(|(name, _)| self.declarations.parameter(name).is_none())
        {
            return Err(self.unknown_parameter(name));
        }
        let mut making = RuleBuilder::new(&self.declarations, &self.code);
        for parameter in &self.declarations.parameters {
            let set = settings
                .iter()
                .rev()
                .find(|(name, _)| *name == parameter.name);
            making.set_parameter(
                parameter,
                set.map_or(&parameter.default, |(_, setting)| setting),
            )?;
        }
        let rule = making.build()?;
        Ok(match &self.slices {
            Some(slices) => rule.with_slices(&self.declarations, slices),
            None => rule,
        })
    }

    fn unknown_parameter(&self, name: &str) -> SettingError {
        let known = self
            .declarations
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str());
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its parameters: {}", known.collect::<Vec<_>>().join(", ")),
        };
        SettingError::Wrong {
            parameter: name.to_owned(),
            problem: format!("the rule has no parameter `{name}`"),
            help,
        }
    }
}
