//! The cases of a scenario, in order: what each sets, the resulting rule, its questions and how it
//! is played.

use crate::question::asking::Asking;
use crate::rule::choice::ShownChoice;
use crate::rule::parameter::Parameter;
use crate::rule::presentation::Presentation;
use crate::rule::values::{ParameterError, Values};
use crate::rule::{BuildError, BuiltRule};

use super::document::Scenario;
use super::named_rule::NamedRule;
use super::play::CasePlay;
use super::sections::redirect_play_keys;
use super::{path, play};
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::marked::place_within;
use crate::input::tree::{Key, Node, Tree};
use crate::rule_file::generated::RuleOutput;

impl Scenario {
    /// How many cases there are.
    pub fn case_count(&self) -> usize {
        let swept = self.sweep.iter().map(|sweep| sweep.values.len());
        swept.fold(self.variants.len().max(1), usize::saturating_mul)
    }

    /// The case at the scenario's own parameters, where they are among what is swept: of the first
    /// variant.
    pub fn usual_case(&self) -> usize {
        let indices = self
            .sweep
            .iter()
            .enumerate()
            .map(|(index, sweep)| (self.usual_value(index), sweep.values.len()));
        indices.fold(0, |case, (index, value_count)| case * value_count + index)
    }

    /// The variant and the swept values (an index each) of a case, counted from 0: variants
    /// outermost, the last sweep fastest.
    pub fn point(&self, case: usize) -> (Option<usize>, Vec<usize>) {
        let mut rest = case;
        let mut point: Vec<usize> = self
            .sweep
            .iter()
            .rev()
            .map(|sweep| {
                let index = rest % sweep.values.len();
                rest /= sweep.values.len();
                index
            })
            .collect();
        point.reverse();
        ((!self.variants.is_empty()).then_some(rest), point)
    }

    /// The parameters of a case as written: base, then variant, then swept values, then the command
    /// line's.
    pub(super) fn written_parameters(&self, case: usize) -> Result<Node, Diagnostic> {
        Ok(self.written_with_play(case)?.0)
    }

    /// Whether `[play]` has an aim in any case.
    pub(crate) fn has_aims(&self) -> bool {
        play::has_aims(&self.play, &self.sets, &self.sweep, &self.variants)
    }

    /// Whether the command line sets anything of `[play]`.
    pub(crate) fn sets_play(&self) -> bool {
        self.sets
            .iter()
            .any(|(key, _)| play::within_play(key).is_some())
    }

    /// Returns the parameters of a case as they are written, together with how the case is played.
    fn written_with_play(&self, case: usize) -> Result<(Node, Node), Diagnostic> {
        let (variant, point) = self.point(case);
        let (mut node, mut play) = (self.base_with_entries(), self.play.clone());
        let variant = variant.map_or(&[][..], |index| &self.variants[index].sets);
        let swept = self
            .sweep
            .iter()
            .zip(point)
            .map(|(sweep, index)| (&sweep.path, &sweep.values[index]));
        let sets = variant
            .iter()
            .chain(&self.sets)
            .map(|(key, value)| (key, value));
        // A sweep that the command line sets has been replaced by that one value, so that the order
        // of these two is free.
        for (key, value) in sets.chain(swept) {
            match play::within_play(key) {
                Some(key) => path::set(&mut play, &key, value)?,
                None => path::set(&mut node, key, value)?,
            }
        }
        Ok((node, play))
    }

    /// The checked parameters of a case.
    ///
    /// # Errors
    /// Where a variant or a swept value does not fit.
    pub fn case_values(&self, case: usize) -> Result<Values, Diagnostics> {
        let (node, play) = self.written_with_play(case)?;
        let mut problems = Vec::new();
        let values = check::table(&node, self.rule.parameters(), &mut problems);
        redirect_play_keys(&node, &self.rule, false, &mut problems);
        let asks = play::answered_choices(&play, &self.rule, &mut problems);
        if problems.is_empty() {
            Ok(values.with_asked_choices(asks))
        } else {
            Err(Diagnostics(problems))
        }
    }

    /// How a case is played, whose rule shows these metrics and leaves these choices.
    ///
    /// # Errors
    /// Everything of `[play]` that cannot be read.
    pub(crate) fn case_play(
        &self,
        case: usize,
        presentation: &Presentation,
    ) -> Result<CasePlay, Diagnostics> {
        let (_, play) = self.written_with_play(case)?;
        play::read_play(&play, presentation, &self.questions).map_err(Diagnostics)
    }

    /// The choices that `[play]` answers in no case.
    pub(crate) fn unanswered_choices<'p>(
        &self,
        presentation: &'p Presentation,
    ) -> impl Iterator<Item = &'p ShownChoice> {
        let varied = self
            .variants
            .iter()
            .flat_map(|variant| &variant.sets)
            .chain(&self.sets)
            .map(|(key, _)| key);
        let keys = varied
            .chain(self.sweep.iter().map(|sweep| &sweep.path))
            .filter_map(play::within_play);
        let within: Vec<String> = keys.map(|key| key.text).collect();
        let is_answered =
            |name: &str| self.play.get(name).is_some() || within.iter().any(|key| key == name);
        let open: Vec<&ShownChoice> = presentation
            .choices
            .iter()
            .filter(|choice| !is_answered(&choice.name))
            .collect();
        open.into_iter()
    }

    /// The rule of a case, its choices answered as `[play]` has it; those that seek the best option
    /// are left open.
    ///
    /// # Errors
    /// Where its parameters do not fit, or do not go together.
    pub fn build_case(&self, case: usize) -> Result<BuiltRule, Diagnostics> {
        let values = self.case_values(case)?;
        let mut built = self.rule.build(&values).map_err(|error| match error {
            BuildError::Parameter(error) => Diagnostics::from(self.fault(case, &error)),
            BuildError::Text(error) => self.rule.fault(&self.fault_prefix(case), &error).into(),
        })?;
        self.relabel(&mut built.presentation);
        if built.presentation.choices.is_empty() {
            return Ok(built);
        }
        let policy = self.case_play(case, &built.presentation)?.policy;
        Ok(built.with_policy(policy))
    }

    /// What is asked of a case, whose metrics these are.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub(crate) fn asking(
        &self,
        case: usize,
        presentation: &Presentation,
    ) -> Result<Asking, Diagnostics> {
        Asking::read(&self.questions, presentation).map_err(|mut problems| {
            let before = self.fault_prefix(case);
            // What is wrong in the first case is wrong wherever one looks.
            problems
                .iter_mut()
                .filter(|_| case > 0)
                .for_each(|problem| problem.problem.insert_str(0, &before));
            Diagnostics(problems)
        })
    }

    /// Returns the output of a generated rule file that a case shows.
    pub(crate) fn output(&self, case: usize) -> Option<&RuleOutput> {
        let NamedRule::File(file) = &self.rule else {
            return None;
        };
        if let [only] = file.outputs.as_slice() {
            return Some(only);
        }
        let (_, point) = self.point(case);
        let values = self.sweep.iter().zip(point);
        let mut words = values.filter_map(|(sweep, index)| sweep.values[index].text());
        words.find_map(|word| file.outputs.iter().find(|output| output.word == word))
    }

    /// What a message says before a fault of a case: which it is, where there are several.
    pub fn fault_prefix(&self, case: usize) -> String {
        if self.case_count() == 1 {
            return String::new();
        }
        let case_name = self.case_name(case);
        let case_suffix = if case_name.is_empty() {
            case_name
        } else {
            format!(" ({case_name})")
        };
        format!("in case {}{case_suffix}: ", case + 1)
    }

    /// What tells a case from the others: its variant, and what is swept; empty where nothing
    /// varies.
    pub(crate) fn case_name(&self, case: usize) -> String {
        let (variant, point) = self.point(case);
        let variant = variant.map(|index| self.variants[index].name.clone());
        let swept =
            self.sweep.iter().zip(point).map(|(sweep, index)| {
                format!("{} = {}", sweep.path.text, sweep.values[index].brief())
            });
        variant
            .into_iter()
            .chain(swept)
            .collect::<Vec<String>>()
            .join(", ")
    }

    /// The parameters as written, and the usual entries of a rule file where a path leads into
    /// them.
    pub(super) fn base_with_entries(&self) -> Node {
        let is_entered = |key: &str| {
            let into = |path: &Key| {
                path.text
                    .strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with('.'))
            };
            let set = self
                .variants
                .iter()
                .flat_map(|variant| &variant.sets)
                .chain(&self.sets)
                .map(|(path, _)| path);
            set.chain(self.sweep.iter().map(|sweep| &sweep.path))
                .any(into)
        };
        path::with_usual_entries(&self.base, self.rule.parameters(), is_entered)
    }

    /// A rule's fault in a case, with the place where it was written.
    pub(crate) fn fault(&self, case: usize, fault: &ParameterError) -> Diagnostic {
        let written = self.written_parameters(case).ok();
        let node = written
            .as_ref()
            .and_then(|node| path::find(node, &fault.path));
        let place = match (node, node.and_then(Node::text), &fault.byte_range) {
            (Some(node), Some(text), Some(span)) => place_within(node, text, span.clone()),
            (node, ..) => node.map_or(&self.rule_place, |node| &node.place).clone(),
        };
        Diagnostic::at(&place, fault.problem.as_str(), fault.help.clone())
    }

    /// The value of a key of the base parameters, or its default, as [`Node::canonical`] has it.
    pub fn base_value(&self, key: &str) -> Option<String> {
        let default = || {
            let parameter = self
                .rule
                .parameters()
                .iter()
                .find(|parameter| parameter.key == key)?;
            Some(check::default_node(parameter).canonical())
        };
        path::get(&self.base, key)
            .map(Node::canonical)
            .or_else(default)
    }

    /// The value at which a swept parameter is held where nothing else is said: that of the
    /// scenario's own parameters, if it is swept at all; else the first.
    pub(crate) fn usual_value(&self, index: usize) -> usize {
        let sweep = &self.sweep[index];
        let base = self.base_value(&sweep.path.text);
        sweep
            .values
            .iter()
            .position(|value| Some(value.canonical()) == base)
            .unwrap_or(0)
    }

    /// `[parameters]` as written.
    pub(crate) fn parameters_as_written(&self) -> &Node {
        &self.base
    }

    /// Parameters with a label that the scenario gives and never varies: label and value.
    pub fn fixed_parameters(&self) -> Vec<(String, String)> {
        let varied = |key: &str| {
            let swept = self.sweep.iter().any(|sweep| sweep.path.text == key);
            swept
                || self
                    .variants
                    .iter()
                    .any(|variant| variant.sets.iter().any(|(path, _)| path.text == key))
        };
        let given = |parameter: &Parameter| {
            let set = self
                .sets
                .iter()
                .rev()
                .find(|(key, _)| key.text == parameter.key)
                .map(|(_, node)| node);
            let node = set.or_else(|| self.base.get(parameter.key))?;
            let plain = !matches!(node.tree, Tree::List(_) | Tree::Table(_) | Tree::Flag(_));
            let label = self.label(parameter.key);
            let value = || {
                self.value_label(parameter.key, &node.value())
                    .unwrap_or_else(|| node.brief())
            };
            let is_worth_a_word = label.is_named || !parameter.label.is_empty();
            (plain && is_worth_a_word && !varied(parameter.key)).then(|| (label.label, value()))
        };
        self.rule.parameters().iter().filter_map(given).collect()
    }
}
