//! Reads and checks the sections of a scenario.

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use crate::file_name;
use crate::rule::parameter::ParameterType;
use crate::rule_file::find::{FileLocation, find_text};
use crate::rules::RULES;

use super::balance::Balance;
use super::chart_request::{self, ChartRequest};
use super::labels::key_of;
use super::named_rule::NamedRule;
use super::sections::{check_sections, redirect_play_keys};
use super::settings::{self, Settings};
use super::sweep::{self, MAX_CASES, Sweep, Variant};
use super::{path, play, words};
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Key, Node, Tree};
use crate::messages::Messages;
use crate::question::questions::Questions;

/// Changes by the command line that apply to every scenario, as the texts of the options.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Options of `[run]`, by key.
    pub run: Vec<(&'static str, String)>,
    /// `--set` options, as KEY=VALUE.
    pub sets: Vec<String>,
    /// `--sweep` options, as KEY=A..B or KEY=a,b,c.
    pub sweeps: Vec<String>,
    /// `--ask` options: questions.
    pub asks: Vec<String>,
    /// The seed for `seed = "random"`. With `None`, the system provides one.
    pub random_seed: Option<u64>,
}

impl Overrides {
    /// Returns the options that do not override `[run]`, by key.
    pub(crate) fn others(&self) -> Vec<(&'static str, String)> {
        let options: [(_, &[String]); 3] = [
            ("set", &self.sets),
            ("sweep", &self.sweeps),
            ("ask", &self.asks),
        ];
        options
            .into_iter()
            .flat_map(|(key, texts)| texts.iter().map(move |text| (key, text.clone())))
            .collect()
    }

    /// Returns the options as a person would type them.
    fn as_written(&self) -> Vec<String> {
        let options = self.run.iter().cloned().chain(self.others());
        options
            .map(|(key, text)| format!("--{key} {text}"))
            .collect()
    }
}

/// A scenario whose sections have all been checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The stem of its file, which also names its folder of results.
    pub name: String,
    /// Its text.
    pub source: Arc<Source>,
    /// Its title, or its name.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Its rule.
    pub rule: NamedRule,
    /// The settings of the run.
    pub settings: Settings,
    /// Swept parameters, in the order written.
    pub sweep: Vec<Sweep>,
    /// Variants; empty if the scenario has none.
    pub variants: Vec<Variant>,
    /// The charts that it names. With `None`, the rule chooses.
    pub charts: Option<Vec<ChartRequest>>,
    /// Whether one of the charts shows how much skill matters.
    pub shows_skill: bool,
    /// The questions.
    pub questions: Questions,
    /// The messages for charts and tables of rulebooks.
    pub messages: Arc<Messages>,
    /// A diagnostic about messages that stay English because a language file does not have them.
    pub(crate) words_left_out: Option<Diagnostic>,
    /// The changes by the command line, as typed.
    pub overrides: Vec<String>,
    /// The parameters that a search may change, if the scenario has `[balance]`.
    pub(crate) balance: Option<Balance>,
    /// The sweeps of the file, without changes by the command line.
    pub(super) file_sweep: Vec<Sweep>,
    pub(super) base: Node,
    /// `[play]` as written; empty if there is none.
    pub(super) play: Node,
    pub(super) sets: Vec<(Key, Node)>,
    pub(super) rule_place: Place,
}

impl Scenario {
    /// Reads and checks the text of a scenario that is not in a file. It can only use bundled rule
    /// files.
    ///
    /// # Errors
    /// Returns the errors of [`Scenario::parse_at`].
    pub fn parse(
        name: &str,
        source: Arc<Source>,
        overrides: &Overrides,
    ) -> Result<Scenario, Diagnostics> {
        Scenario::parse_at(name, source, FileLocation::Bundled, overrides)
    }

    /// Returns what was typed instead of a scenario's name: dice, or the name of an AnyDice program
    /// without its folder. It is empty for a scenario with a name.
    pub(crate) fn typed_names(&self) -> Vec<String> {
        let typed = self.rule.typed();
        match typed.as_slice() {
            [path] if *path == self.source.name => Path::new(path)
                .file_name()
                .map(|name| vec![name.to_string_lossy().into_owned()])
                .unwrap_or_default(),
            _ => typed,
        }
    }

    /// Reads and checks a scenario's text, and the rule file that it names.
    ///
    /// # Errors
    /// Returns all mistakes that can be found without building the rule.
    pub fn parse_at(
        name: &str,
        source: Arc<Source>,
        location: FileLocation<'_>,
        overrides: &Overrides,
    ) -> Result<Scenario, Diagnostics> {
        let document = Node::document(&source)?;
        let mut problems = Vec::new();
        let rule = NamedRule::read(&document, location, &mut problems);
        check_sections(&document, rule.as_ref(), &mut problems);
        let is_known = rule.is_some();
        let empty = Node {
            tree: Tree::Table(Vec::new()),
            place: document.place.clone(),
        };
        let base = document.get("parameters").unwrap_or(&empty).clone();
        let play = document.get("play").unwrap_or(&empty).clone();
        let mut sweep = document
            .get("sweep")
            .map_or_else(Vec::new, |node| sweep::sweep(node, &mut problems));
        let mut variants = document
            .get("variants")
            .map_or_else(Vec::new, |node| sweep::variants(node, &mut problems));
        contradictions(overrides, &mut problems);
        let mut file_sweep = sweep.clone();
        let by_label = |key: &mut Key| replace_label_with_key(rule.as_ref(), key);
        sweep::command_line_sweeps(
            &overrides.sweeps,
            rule.as_ref(),
            &by_label,
            &mut sweep,
            &mut problems,
        );
        // Users may address an entry by its number. From here on, the path has its name.
        let parameters = rule.as_ref().map_or(&[][..], NamedRule::parameters);
        let entries = path::with_usual_entries(&base, parameters, |_| true);
        let by_name = |key: &mut Key| key.text = path::with_entry_names(&entries, &key.text);
        sweep
            .iter_mut()
            .chain(&mut file_sweep)
            .for_each(|swept| by_name(&mut swept.path));
        variants
            .iter_mut()
            .flat_map(|variant| &mut variant.sets)
            .for_each(|(key, _)| by_name(key));
        sweep::check_collisions(&sweep, &variants, &mut problems);
        let sets = sweep::command_line_sets(
            &overrides.sets,
            &[&by_label, &by_name],
            &mut sweep,
            &mut problems,
        );
        let aim = play::common_aim(&play, &sets, &sweep, &variants);
        let questions = Questions::read(&document, &overrides.asks, aim, &mut problems);
        let (messages, words_left_out) =
            words::read(&document, |name| find_text(name, location), &mut problems);
        let mut scenario = Scenario {
            name: name.to_owned(),
            title: read_text(&document, "title", &mut problems).unwrap_or_else(|| name.to_owned()),
            description: read_text(&document, "description", &mut problems).unwrap_or_default(),
            rule: rule.unwrap_or(NamedRule::Bundled(&RULES[0])),
            settings: settings::settings(
                document.get("run"),
                &overrides.run,
                overrides.random_seed,
                &mut problems,
            ),
            variants,
            shows_skill: document.get("charts").is_some_and(chart_request::has_skill),
            charts: document
                .get("charts")
                .map(|node| chart_request::requests(node, &mut problems)),
            questions,
            rule_place: document.get("rule").unwrap_or(&document).place.clone(),
            messages: messages.into(),
            words_left_out,
            overrides: overrides.as_written(),
            balance: None,
            source,
            sweep,
            file_sweep,
            base,
            play,
            sets,
        };
        if is_known {
            check::table(&scenario.base, scenario.rule.parameters(), &mut problems);
            redirect_play_keys(&scenario.base, &scenario.rule, true, &mut problems);
            play::answered_choices(&scenario.play, &scenario.rule, &mut problems);
            scenario.balance = scenario.balance(&document, &entries, &mut problems);
        }
        scenario.validate(&document, is_known, problems)
    }

    /// Returns the scenario if it has no mistakes.
    fn validate(
        self,
        document: &Node,
        is_known: bool,
        mut problems: Vec<Diagnostic>,
    ) -> Result<Scenario, Diagnostics> {
        problems.extend((self.case_count() > MAX_CASES).then(|| too_many_cases(&self)));
        if problems.is_empty() {
            return file_name::problem(&self.source.name, &self.name)
                .map_or(Ok(self), |problem| Err(problem.into()));
        }
        // Mistakes in the questions are reported together with the rest, unless they follow from
        // it.
        if is_known && self.questions.metrics.len() == entry_count(document, "metrics") {
            problems.extend(self.question_problems());
        }
        Err(Diagnostics(problems))
    }

    /// Returns a line for each option that names a parameter by its label instead of its key.
    #[cfg(feature = "cli")]
    pub(crate) fn informal_key_notes(&self) -> Vec<String> {
        let swept = self.sweep.iter().filter_map(|sweep| sweep.values.first());
        let values = self.sets.iter().map(|(_, value)| value).chain(swept);
        let line = |value: &Node| {
            let source = value.place.source.as_ref();
            let option = source
                .is_command_line()
                .then(|| source.text.split_once(' '))??
                .1;
            let called = option.split('=').next()?.trim();
            Some(format!(
                "{called} is `{}`",
                key_of(self.rule.parameters(), called)?
            ))
        };
        values.filter_map(line).collect()
    }

    /// Returns the names and texts of the other files that the scenario uses: those of its rule,
    /// and its language file.
    pub(crate) fn used_files(&self) -> Vec<(String, String)> {
        let rule_files = self
            .rule
            .used_files()
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        rule_files.chain(self.messages.file.clone()).collect()
    }

    /// Returns the mistakes in the questions, if the rule can be built.
    fn question_problems(&self) -> Vec<Diagnostic> {
        let Ok(built) = self.build_case(0) else {
            return Vec::new();
        };
        let labels = self.unknown_labels(&built.presentation);
        let asked = self
            .asking(0, &built.presentation)
            .err()
            .into_iter()
            .flat_map(|more| more.0);
        labels.into_iter().chain(asked).collect()
    }
}

/// Replaces a parameter's label, such as QV, with its key. Users may type either on the command
/// line.
fn replace_label_with_key(rule: Option<&NamedRule>, key: &mut Key) {
    if let Some(parameter_key) = rule.and_then(|rule| key_of(rule.parameters(), &key.text)) {
        key.text = parameter_key;
    }
}

/// Returns the number of entries of a list section.
fn entry_count(document: &Node, key: &str) -> usize {
    match document.get(key).map(|node| &node.tree) {
        Some(Tree::List(nodes)) => nodes.len(),
        _ => 0,
    }
}

/// Reports options of the command line that contradict each other.
fn contradictions(overrides: &Overrides, problems: &mut Vec<Diagnostic>) {
    let key = |option: &String| {
        option
            .split('=')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    for (i, set) in overrides.sets.iter().enumerate() {
        let (source, span) = Source::option("--set", set);
        let place = Place { source, span };
        if let Some(sweep) = overrides.sweeps.iter().find(|sweep| key(sweep) == key(set)) {
            let problem = format!("`{}` is both in --set and in --sweep {sweep}", key(set));
            problems.push(Diagnostic::at(&place, problem, "remove one of the two"));
        }
        if overrides.sets[..i]
            .iter()
            .any(|other| key(other) == key(set) && other != set)
        {
            let problem = format!("`{}` is set twice", key(set));
            let help = format!(
                "remove one of them. To compare both values use --sweep {}=a,b",
                key(set)
            );
            problems.push(Diagnostic::at(&place, problem, help));
        }
    }
}

/// Returns the error for too many cases, at the sweep with the most values.
fn too_many_cases(scenario: &Scenario) -> Diagnostic {
    let variants = Some(scenario.variants.len()).filter(|&count| count > 1);
    let factors = variants
        .into_iter()
        .chain(scenario.sweep.iter().map(|sweep| sweep.values.len()));
    let product: Vec<String> = factors.map(|count| count.to_string()).collect();
    let problem = format!(
        "the sweep and the variants make too many cases: {}",
        product.join(" x ")
    );
    let help = format!("sweep fewer values: at most {MAX_CASES} cases are allowed");
    match scenario.sweep.iter().max_by_key(|sweep| sweep.values.len()) {
        Some(longest) => Diagnostic::at(&longest.path.place, problem, help),
        None => Diagnostic::nowhere(problem, help),
    }
}

fn read_text(document: &Node, key: &str, problems: &mut Vec<Diagnostic>) -> Option<String> {
    let node = document.get(key)?;
    if node.text().is_none() {
        problems.push(Diagnostic::at(
            &node.place,
            node.mismatch("text"),
            format!("allowed: {}", ParameterType::Text.allowed()),
        ));
    }
    node.text()
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}
