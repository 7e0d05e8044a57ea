//! Applies `[labels]`, which changes labels. Names in questions and files stay unchanged.

use rustc_hash::FxHashSet;

use crate::labels::uncapitalize_initial;
use crate::rule::choice::{NumberWords, ShownChoice};
use crate::rule::metric::{Kind, Wording};
use crate::rule::presentation::{Headline, Presentation};

/// The key for the label of steps, also after the name of some steps and a dot.
const STEP: &str = "step";
/// The key for the text of an absent value.
const ABSENT: &str = "absent";
/// The prefix of choices: `play.hold` is never a metric of that name.
const PLAY: &str = "play.";

/// The thing that a key of `[labels]` refers to, with indices into the presentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelTarget {
    /// A metric.
    Metric(usize),
    /// An outcome of a metric.
    Outcome(usize, usize),
    /// The absent value of a metric.
    Absent(usize),
    /// A choice.
    Choice(usize),
    /// An option of a choice, by its name.
    Option(usize, String),
    /// A part of a choice's situation.
    Part(usize, String),
    /// The word for steps with this name: "Turn".
    Step(String),
    /// The steps with this name: "Vanguard".
    StepName(String),
}

impl Presentation {
    /// Applies labels. Unknown names are ignored here; another check reports them for the first
    /// case.
    pub fn relabel<'l>(&mut self, labels: impl Iterator<Item = (&'l str, &'l str)>) {
        for (key, label) in labels {
            let Some(named) = self.resolve_label_key(key) else {
                continue;
            };
            match named {
                LabelTarget::Metric(metric) => {
                    self.metrics[metric].wording = Wording::Named;
                    let old = std::mem::replace(&mut self.metrics[metric].label, label.to_owned());
                    self.rename_in_headlines(metric, &old, label);
                }
                LabelTarget::Outcome(metric, outcome) => {
                    let Kind::Category(outcomes) = &mut self.metrics[metric].kind else {
                        continue;
                    };
                    let renamed = &mut outcomes[outcome];
                    // The rule's clause does not contain the new label, so it is removed.
                    renamed.clause.clear();
                    renamed.is_named = true;
                    let old = std::mem::replace(&mut renamed.label, label.to_owned());
                    self.rename_in_headlines(metric, &old, label);
                }
                LabelTarget::Absent(metric) => self.metrics[metric].absent = label.to_owned(),
                LabelTarget::Choice(choice) => {
                    self.choices[choice].words.label = Some(label.to_owned())
                }
                LabelTarget::Option(choice, name) => {
                    set_words(&mut self.choices[choice].words.options, name, label)
                }
                LabelTarget::Part(choice, name) => {
                    set_words(&mut self.choices[choice].words.parts, name, label)
                }
                LabelTarget::Step(name) => self.relabel_step(&name, label),
                LabelTarget::StepName(name) => self.relabel_steps(&name, label),
            }
        }
    }

    /// Changes the label of an entry of the rule's parameters, and of its steps, its metrics, and
    /// options with its name.
    pub fn relabel_entry(&mut self, name: &str, label: &str) {
        self.relabel_steps(name, label);
        for index in 0..self.metrics.len() {
            let is_its = self.metrics[index]
                .name
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'));
            if is_its {
                let metric = &mut self.metrics[index];
                let new = replace_whole_mentions(&metric.label, name, label);
                let old = std::mem::replace(&mut metric.label, new.clone());
                metric.wording = Wording::Named;
                self.rename_in_headlines(index, &old, &new);
            }
        }
        for choice in self
            .choices
            .iter_mut()
            .filter(|choice| choice.options.number(name).is_some())
        {
            set_words(&mut choice.words.options, name.to_owned(), label);
        }
    }

    /// Changes the word for steps with this name: "Turn".
    fn relabel_step(&mut self, name: &str, label: &str) {
        for index in 0..self.metrics.len() {
            let step = &mut self.metrics[index].step;
            if step.name == name {
                let old = step
                    .label
                    .replace(label.to_owned())
                    .unwrap_or_else(|| name.to_owned());
                self.rename_in_headlines(index, &old, label);
            }
        }
    }

    /// Changes the label of all steps with this name, also in headlines.
    fn relabel_steps(&mut self, name: &str, label: &str) {
        for metric in &mut self.metrics {
            for (step_name, step) in metric
                .step
                .step_names
                .iter_mut()
                .zip(1u32..)
                .filter(|(step_name, _)| step_name.name == name)
            {
                let old = std::mem::replace(&mut step_name.label, label.to_owned());
                let is_its = |headline: &&mut Headline| {
                    headline.metric == metric.name && headline.step == Some(step)
                };
                for headline in self.headlines.iter_mut().filter(is_its) {
                    headline.label = replace_whole_mentions(&headline.label, &old, label);
                }
            }
        }
    }

    /// Changes the label of a metric in headlines.
    fn rename_in_headlines(&mut self, metric: usize, old: &str, label: &str) {
        let name = &self.metrics[metric].name;
        for headline in self
            .headlines
            .iter_mut()
            .filter(|headline| headline.metric == *name)
        {
            headline.label = rename_mentions(&headline.label, old, label);
        }
    }

    /// Returns what a key of `[labels]` refers to. Metrics take precedence over other things of the
    /// same name.
    pub fn resolve_label_key(&self, key: &str) -> Option<LabelTarget> {
        let choice_key = key.strip_prefix(PLAY);
        choice_key
            .and_then(|key| self.resolve_choice_key(key))
            .or_else(|| self.resolve_metric_key(key))
            .or_else(|| self.resolve_choice_key(key))
            .or_else(|| match key.split_once('.') {
                None if key == STEP => self
                    .only_step()
                    .map(|name| LabelTarget::Step(name.to_owned())),
                Some((STEP, name)) if self.step_names().any(|known_name| known_name == name) => {
                    Some(LabelTarget::StepName(name.to_owned()))
                }
                Some((STEP, name)) if self.steps().any(|known_name| known_name == name) => {
                    Some(LabelTarget::Step(name.to_owned()))
                }
                _ => None,
            })
    }

    /// Returns the words for steps of all metrics: "Turn", "Unit".
    fn steps(&self) -> impl Iterator<Item = &str> {
        self.metrics
            .iter()
            .filter(|metric| metric.depends_on_steps())
            .map(|metric| metric.step.name.as_str())
    }

    /// Returns the word for steps if all metrics have the same.
    fn only_step(&self) -> Option<&str> {
        let first = self.steps().next()?;
        self.steps().all(|step| step == first).then_some(first)
    }

    fn step_names(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().flat_map(|metric| metric.step.names())
    }

    fn resolve_metric_key(&self, key: &str) -> Option<LabelTarget> {
        let metric = |name: &str| self.metrics.iter().position(|metric| metric.name == name);
        if let Some(metric) = metric(key) {
            return Some(LabelTarget::Metric(metric));
        }
        let (name, outcome) = key.rsplit_once('.')?;
        let metric = metric(name)?;
        let found = self.metrics[metric]
            .outcomes()
            .iter()
            .position(|known_outcome| known_outcome.name == outcome);
        let absent = || {
            (outcome == ABSENT && self.metrics[metric].is_optional())
                .then_some(LabelTarget::Absent(metric))
        };
        found
            .map(|outcome| LabelTarget::Outcome(metric, outcome))
            .or_else(absent)
    }

    fn resolve_choice_key(&self, key: &str) -> Option<LabelTarget> {
        let choice = |name: &str| self.choices.iter().position(|choice| choice.name == name);
        if let Some(choice) = choice(key) {
            return Some(LabelTarget::Choice(choice));
        }
        let (name, option_or_part) = key.split_once('.')?;
        let index = choice(name)?;
        let shown_choice = &self.choices[index];
        match shown_choice.options.number(option_or_part) {
            Some(_) => Some(LabelTarget::Option(index, option_or_part.to_owned())),
            None => parts(shown_choice)
                .any(|part| part == option_or_part)
                .then(|| LabelTarget::Part(index, option_or_part.to_owned())),
        }
    }

    /// Returns every valid key of `[labels]`.
    pub fn label_keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for metric in &self.metrics {
            keys.push(metric.name.clone());
            keys.extend(
                metric
                    .outcomes()
                    .iter()
                    .map(|outcome| format!("{}.{}", metric.name, outcome.name)),
            );
            keys.extend(
                metric
                    .is_optional()
                    .then(|| format!("{}.{ABSENT}", metric.name)),
            );
        }
        for choice in &self.choices {
            keys.push(choice.name.clone());
            let options = match &choice.options {
                NumberWords::Listed(_, words)
                | NumberWords::Written {
                    known: Some(words), ..
                } => words.as_slice(),
                NumberWords::Numbers(..) | NumberWords::Written { known: None, .. } => &[],
            };
            keys.extend(
                options
                    .iter()
                    .map(String::as_str)
                    .chain(parts(choice))
                    .map(|name| format!("{}.{name}", choice.name)),
            );
        }
        match self.only_step() {
            Some(_) => keys.push(STEP.to_owned()),
            None => keys.extend(self.steps().map(|name| format!("{STEP}.{name}"))),
        }
        keys.extend(self.step_names().map(|name| format!("{STEP}.{name}")));
        let mut seen = FxHashSet::default();
        keys.retain(|key| seen.insert(key.clone()));
        keys
    }
}

/// Returns the parts of the situation of a choice.
fn parts(choice: &ShownChoice) -> impl Iterator<Item = &str> {
    let worded = choice.words.parts.iter().map(|(name, _)| name.as_str());
    choice
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .chain(worded)
}

/// Sets the wording of a name.
fn set_words(words: &mut Vec<(String, String)>, name: String, label: &str) {
    words.retain(|(known_name, _)| *known_name != name);
    words.push((name, label.to_owned()));
}

/// Replaces every whole mention of a name, with a capital or small initial. The new name stays as
/// typed.
pub fn rename_mentions(text: &str, old: &str, new: &str) -> String {
    let small = uncapitalize_initial(old);
    let text = replace_whole_mentions(text, old, new);
    if small == old {
        text
    } else {
        replace_whole_mentions(&text, &small, new)
    }
}

/// Replaces every whole mention of a name with exactly this spelling.
pub fn replace_whole_mentions(text: &str, old: &str, new: &str) -> String {
    if old.is_empty() {
        return text.to_owned();
    }
    let (mut done, mut rest) = (String::new(), text);
    while let Some(position) = rest.find(old) {
        let (before, after) = (&rest[..position], &rest[position + old.len()..]);
        let is_whole =
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        done.push_str(before);
        done.push_str(if is_whole { new } else { old });
        rest = after;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_mentions_are_renamed_exactly_as_typed() {
        assert_eq!(
            rename_mentions("Successes: how many successes?", "Successes", "Treffer"),
            "Treffer: how many Treffer?"
        );
        assert_eq!(
            rename_mentions("Mixed or unmixed", "Mixed", "partly"),
            "partly or unmixed"
        );
        assert_eq!(rename_mentions("Mean", "", "Hits"), "Mean");
    }
}
