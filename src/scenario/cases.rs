//! The cases of a scenario in order: their parameters, rules, questions and plays.

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
    /// Returns the number of cases.
    pub fn case_count(&self) -> usize {
        let swept = self.sweep.iter().map(|sweep| sweep.values.len());
        swept.fold(self.variants.len().max(1), usize::saturating_mul)
    }

    /// Returns the case of the first variant at the scenario's written parameters. For a parameter
    /// whose written value is not swept, it takes the first value.
    pub fn usual_case(&self) -> usize {
        let indices = self
            .sweep
            .iter()
            .enumerate()
            .map(|(index, sweep)| (self.usual_value(index), sweep.values.len()));
        indices.fold(0, |case, (index, value_count)| case * value_count + index)
    }

    /// Returns the variant of a case and the index of each swept value, counted from 0. Variants
    /// vary slowest, the last sweep fastest.
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

    /// Returns the parameters of a case: the base, then the variant, the command line and the swept
    /// values.
    pub(super) fn written_parameters(&self, case: usize) -> Result<Node, Diagnostic> {
        Ok(self.written_with_play(case)?.0)
    }

    /// Returns whether `[play]` has an aim in any case.
    pub(crate) fn has_aims(&self) -> bool {
        play::has_aims(&self.play, &self.sets, &self.sweep, &self.variants)
    }

    /// Returns whether the command line sets anything of `[play]`.
    pub(crate) fn sets_play(&self) -> bool {
        self.sets
            .iter()
            .any(|(key, _)| play::within_play(key).is_some())
    }

    /// Returns the parameters of a case and its `[play]` section.
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
        // If the command line sets a swept parameter, the sweep has only that value. The order of
        // sets and sweeps therefore does not matter.
        for (key, value) in sets.chain(swept) {
            match play::within_play(key) {
                Some(key) => path::set(&mut play, &key, value)?,
                None => path::set(&mut node, key, value)?,
            }
        }
        Ok((node, play))
    }

    /// Returns the checked parameters of a case.
    ///
    /// # Errors
    /// Returns all mistakes in the values of its variant and its sweeps.
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

    /// Returns how a case is played. The presentation has the metrics and choices of its rule.
    ///
    /// # Errors
    /// Returns all mistakes in `[play]`.
    pub(crate) fn case_play(
        &self,
        case: usize,
        presentation: &Presentation,
    ) -> Result<CasePlay, Diagnostics> {
        let (_, play) = self.written_with_play(case)?;
        play::read_play(&play, presentation, &self.questions).map_err(Diagnostics)
    }

    /// Returns the choices that `[play]` answers in no case.
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

    /// Returns the rule of a case, with the answers of `[play]` to its choices. Choices that seek
    /// the best option stay open.
    ///
    /// # Errors
    /// Returns an error if parameters are wrong, or do not fit together.
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

    /// Returns the questions of a case. The presentation has its metrics.
    ///
    /// # Errors
    /// Returns all mistakes in the questions.
    pub(crate) fn asking(
        &self,
        case: usize,
        presentation: &Presentation,
    ) -> Result<Asking, Diagnostics> {
        Asking::read(&self.questions, presentation).map_err(|mut problems| {
            let before = self.fault_prefix(case);
            // A mistake in the first case is in all cases, so no case is named.
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

    /// Returns the start of an error message about a case. It names the case if there are several.
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

    /// Returns the variant and the swept values of a case. It is empty if nothing varies.
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

    /// Returns the written parameters, with the default entries of a rule file for lists that a
    /// path leads into.
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

    /// Returns a rule's error in a case as a diagnostic, at the place of the wrong value.
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

    /// Returns the value of a key of the base parameters, or its default, in the form of
    /// [`Node::canonical`].
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

    /// Returns the index of the value at which a swept parameter is held by default. This is the
    /// value of the base parameters if it is swept, else the first.
    pub(crate) fn usual_value(&self, index: usize) -> usize {
        let sweep = &self.sweep[index];
        let base = self.base_value(&sweep.path.text);
        sweep
            .values
            .iter()
            .position(|value| Some(value.canonical()) == base)
            .unwrap_or(0)
    }

    /// Returns `[parameters]` as written.
    pub(crate) fn parameters_as_written(&self) -> &Node {
        &self.base
    }

    /// Returns the label and the value of each parameter that the scenario gives and never varies.
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
