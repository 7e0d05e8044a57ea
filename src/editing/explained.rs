//! Explains a word: its meaning, and its distribution if it depends on chance.

use oddsmith_engine::explore::Watch;
use oddsmith_language::reference::describe;
use oddsmith_language::{NameRole, NamedPlace, Outline, WatchedKind};
use serde_json::Value;

use super::distribution::{histogram, mean, percent, sd};
use super::edited::{Edited, KnownRule, word_at};
use super::explanation::Explanation;
use super::line::CaretLine;
use super::metric_distribution::{add_metric_distribution, metric_distribution};
use super::offers::descend;
use super::rule_offers::role;
use super::watched::WatchedDistribution;
use crate::input::diagnostic::char_boundary;
use crate::rule::words::to_sentence;
use crate::rule_file::FileRule;
use crate::scenario::document::Scenario;
use crate::scenario::named_rule::NamedRule;

impl Edited<'_> {
    /// Returns what the word or the expression at a byte means. Odds are at the values of the
    /// scenario, or at the default values of a rule file alone. They are left out once the
    /// watch is stopped.
    pub fn explain(&self, byte: usize, watch: &Watch) -> Option<Explanation> {
        let byte = char_boundary(self.text, byte);
        let explanation = if self.is_rule_file() {
            self.explain_rule_file(byte, watch)
        } else {
            self.explain_scenario(byte, watch)
        };
        explanation.filter(|explanation| {
            !explanation.sentences.is_empty() || !explanation.distribution.is_empty()
        })
    }

    fn explain_rule_file(&self, byte: usize, watch: &Watch) -> Option<Explanation> {
        let word = word_at(self.text, byte);
        let outline = Outline::read(self.text);
        let rule = self.rule_file().ok();
        let mut explanation = Explanation {
            span: word.clone(),
            ..Explanation::default()
        };
        let before = &self.text[self.text[..byte].rfind('\n').map_or(0, |offset| offset + 1)..byte];
        if before.trim_start().starts_with('#') {
            return None;
        }
        let is_code = before.matches('"').count().is_multiple_of(2) && !before.contains('#');
        if let Some(found) = self.expectation_at(&outline, byte, watch) {
            explanation.sentences.push(found);
        }
        let named_place = outline.name_at(byte);
        if let Some(place) = named_place {
            explanation
                .sentences
                .push(format!("`{}` is {}.", place.name, role(place.role)));
            self.explain_name(place, rule.as_ref(), &mut explanation, watch);
        } else if &self.text[word.clone()] == "while" {
            self.explain_loop(word.end, rule.as_ref(), &mut explanation, watch);
            return Some(explanation);
        } else if let Some(entry) = describe(&self.text[word.clone()]).filter(|_| is_code) {
            explanation
                .sentences
                .extend([entry.usage.to_owned(), entry.about.to_owned()]);
        }
        let is_known = |place: &NamedPlace| {
            matches!(
                place.role,
                NameRole::Local | NameRole::Function | NameRole::Field
            )
        };
        if named_place.is_none_or(is_known)
            && let Some(rule) = &rule
            && let Some((watchable, distribution)) = self.distribution_at(rule, byte, watch)
        {
            explanation.span = watchable.span.start..watchable.span.end;
            if let Some(distribution) = distribution {
                // If a player decides, the frequency depends on the decisions, and is left out.
                let often = rule
                    .file
                    .choices()
                    .is_empty()
                    .then_some(distribution.mean_visits);
                add_distribution(watchable.kind, &distribution, often, &mut explanation);
            }
        }
        Some(explanation)
    }

    /// Returns the result of an expectation that holds.
    fn expectation_at(&self, outline: &Outline, byte: usize, watch: &Watch) -> Option<String> {
        let expectation = outline
            .expectations
            .iter()
            .find(|span| span.start <= byte && byte <= span.end)?;
        let (_, found) = self
            .held_expectations(watch)
            .into_iter()
            .find(|(span, _)| span.start == expectation.start)?;
        Some(format!("It holds: {}.", found.trim_start_matches("it is ")))
    }

    /// Adds how often the loop repeats whose `while` ends at a byte.
    fn explain_loop(
        &self,
        byte: usize,
        rule: Option<&FileRule>,
        explanation: &mut Explanation,
        watch: &Watch,
    ) {
        let distribution = rule
            .and_then(|rule| self.loop_distribution(rule, byte, watch))
            .filter(|distribution| distribution.mean_visits > 0.0);
        explanation
            .sentences
            .extend(distribution.map(|distribution| to_sentence(&distribution.repeats_text())));
    }

    /// Adds what the file says about a name that it declares.
    fn explain_name(
        &self,
        place: &NamedPlace,
        rule: Option<&FileRule>,
        explanation: &mut Explanation,
        watch: &Watch,
    ) {
        let Some(rule) = rule else { return };
        match place.role {
            NameRole::Parameter => {
                if let Some(parameter) = rule
                    .parameters
                    .iter()
                    .find(|parameter| parameter.key == place.name)
                {
                    explanation.sentences.push(to_sentence(parameter.meaning));
                    let usual = match parameter.default {
                        "" => String::new(),
                        usual => format!("; default: {}", usual.trim_matches('"')),
                    };
                    explanation.sentences.push(to_sentence(&format!(
                        "{}{usual}",
                        parameter.shape.allowed()
                    )));
                }
            }
            NameRole::Metric => self.explain_metric(&place.name, explanation, watch),
            NameRole::Player => {
                let choice = rule
                    .choices()
                    .into_iter()
                    .find(|(name, _)| *name == place.name);
                explanation
                    .sentences
                    .extend(choice.map(|(_, meaning)| to_sentence(&meaning)));
                self.explain_best_play(&place.name, explanation, watch);
            }
            _ => (),
        }
    }

    fn explain_scenario(&self, byte: usize, watch: &Watch) -> Option<Explanation> {
        let caret = CaretLine::of(self.text, byte);
        let span = word_at(self.text, byte);
        if caret.is_comment() || span.is_empty() {
            return None;
        }
        let word = &self.text[span.clone()];
        let known = self.known_rule();
        let mut explanation = Explanation {
            span: span.clone(),
            ..Explanation::default()
        };
        let is_key =
            caret.key().is_some() && byte - caret.start <= caret.line.find('=').unwrap_or(0);
        if let Some(header) = caret.header() {
            let (last, section) = header.split_last()?;
            let key_schema = descend(&known.schema, section)
                .and_then(|schema| schema.get("properties")?.get(*last));
            explanation.sentences.extend(key_schema.and_then(meaning));
        } else if is_key {
            let key = caret.key()?;
            self.explain_key(key, &caret, &known, &mut explanation);
            if caret.section == ["play"] {
                self.explain_best_play(key, &mut explanation, watch);
            }
        } else if known.metrics.iter().any(|metric| metric.name == word) {
            self.explain_metric(word, &mut explanation, watch);
        } else {
            let outcome = known.metrics.iter().flat_map(|metric| {
                metric
                    .outcomes()
                    .iter()
                    .map(move |outcome| (outcome, format!("{}: {}.", metric.label, outcome.label)))
            });
            explanation.sentences.extend(
                outcome
                    .filter(|(outcome, _)| outcome.name == word)
                    .map(|(_, text)| text)
                    .take(1),
            );
        }
        Some(explanation)
    }

    fn explain_key(
        &self,
        key: &str,
        caret: &CaretLine<'_>,
        known: &KnownRule,
        explanation: &mut Explanation,
    ) {
        let parameters = known
            .rule
            .as_ref()
            .map_or(&[][..], |rule| rule.parameters());
        let is_of_rule = matches!(caret.section.first(), Some(&"parameters" | &"sweep"));
        let rule_parameter = key
            .rsplit('.')
            .next()
            .and_then(|last| parameters.iter().find(|parameter| parameter.key == last));
        if let Some(parameter) = rule_parameter.filter(|_| is_of_rule) {
            explanation.sentences.push(to_sentence(parameter.meaning));
            explanation
                .sentences
                .push(to_sentence(&parameter.shape.allowed()));
        } else {
            let key_schema = descend(&known.schema, &caret.section)
                .and_then(|schema| schema.get("properties")?.get(key));
            explanation.sentences.extend(key_schema.and_then(meaning));
        }
    }
}

/// Returns the description of a key in a schema.
fn meaning(schema: &Value) -> Option<String> {
    schema["description"].as_str().map(to_sentence)
}

/// Adds the distribution of an expression.
fn add_distribution(
    kind: WatchedKind,
    distribution: &WatchedDistribution,
    often: Option<f64>,
    explanation: &mut Explanation,
) {
    if distribution.mean_visits <= 0.0 {
        explanation
            .sentences
            .push("No trial reaches this.".to_owned());
        return;
    }
    let often = match often.unwrap_or(1.0) {
        often if (often - 1.0).abs() < 1e-9 => String::new(),
        often if often < 1.0 => format!("; reached in {} of trials", percent(often)),
        often => format!("; reached {} times per trial on average", mean(often)),
    };
    if kind == WatchedKind::Truth {
        let yes = distribution
            .distribution
            .iter()
            .find(|entry| entry.value == 1);
        let fraction = yes
            .and_then(|entry| entry.fraction)
            .filter(|fraction| fraction.1 > 1 && fraction.1 < 1_000_000);
        let fraction = fraction.map_or_else(String::new, |(n, d)| format!(", {n}/{d}"));
        explanation.sentences.push(format!(
            "True: {}{fraction}{often}.",
            percent(distribution.mean)
        ));
        return;
    }
    let label = if kind == WatchedKind::List {
        "Sum: mean"
    } else {
        "Mean"
    };
    let sd = sd(&distribution.distribution);
    let sd = if sd > 0.0 {
        format!(", standard deviation {}", mean(sd))
    } else {
        String::new()
    };
    explanation
        .sentences
        .push(format!("{label} {}{sd}{often}.", mean(distribution.mean)));
    explanation.distribution = histogram(&distribution.distribution);
}

impl Edited<'_> {
    /// Returns the scenario whose values count: itself, or the one that asks the rule file.
    fn relevant_scenario(&self) -> Option<Scenario> {
        if self.is_rule_file() {
            self.asking_scenario()
        } else {
            self.scenario().ok()
        }
    }

    /// Adds the distribution of a metric.
    fn explain_metric(&self, name: &str, explanation: &mut Explanation, watch: &Watch) {
        let scenario = self.relevant_scenario();
        let built = match &scenario {
            Some(scenario) => scenario.build_case(scenario.usual_case()).ok(),
            None if self.is_rule_file() => {
                let rule = self.rule_file().ok();
                rule.and_then(|rule| NamedRule::File(rule.into()).build_default().ok())
            }
            None => self
                .known_rule()
                .rule
                .and_then(|rule| rule.build_default().ok()),
        };
        let Some(built) = built else { return };
        let metrics = &built.presentation.metrics;
        let Some(metric_index) = metrics.iter().position(|metric| metric.name == name) else {
            return;
        };
        let metric = &metrics[metric_index];
        let step_suffix =
            metric
                .steps
                .map_or_else(String::new, |(_, last)| match metric.step.step_name(last) {
                    Some(step_name) => format!(", for {}", step_name.label),
                    None => format!(", in {} {last}", metric.step.word()),
                });
        explanation
            .sentences
            .push(format!("{}{step_suffix}.", metric.label));
        if !metric.outcomes().is_empty() {
            let names: Vec<&str> = metric
                .outcomes()
                .iter()
                .map(|outcome| outcome.name.as_str())
                .collect();
            explanation
                .sentences
                .push(format!("Outcomes: {}.", names.join(", ")));
        }
        if let Some(distribution) = metric_distribution(&built, metric_index, watch) {
            let values = scenario
                .as_ref()
                .map_or("the default values", |_| "the scenario's values");
            add_metric_distribution(metric, &distribution, values, explanation);
        }
    }
}
