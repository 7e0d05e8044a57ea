//! Finds what matters most to an answer: each parameter is changed by one step, one at a time.

use oddsmith_engine::explore::Watch;

use super::best::spread::tied_plays_note;
use super::gather::unanswered_choice_notes;
use super::run_error::RunError;
use super::wanted;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Node, Tree};
use crate::question::plain::PlainReading;
use crate::report::Answer;
use crate::report::sensitivity::{Change, HeldParameter, Sensitivity};
use crate::scenario::document::Scenario;
use crate::scenario::steps::TriedStep;
use crate::scenario::sweep::{Sweep, Variant};
use oddsmith_engine::stats::Interval;

/// The changes to try. The question has been read, and each change is known to be possible.
#[derive(Debug)]
pub struct SensitivityPlan {
    asking: Scenario,
    ask: String,
    in_words: Option<String>,
    untried: Vec<String>,
    around: Vec<HeldParameter>,
    steps: Vec<TriedStep>,
    notes: Vec<String>,
}

impl SensitivityPlan {
    /// Finds the possible changes and checks the question against the rule. The question may be the
    /// label of one in the scenario.
    ///
    /// # Errors
    /// Fails if the question cannot be read, or if nothing can be changed.
    pub fn find(scenario: &Scenario, question: &str) -> Result<SensitivityPlan, Diagnostics> {
        let (source, span) = Source::option("--sensitivity", question);
        let written = Node {
            tree: Tree::Text(question.to_owned()),
            place: Place { source, span },
        };
        let labelled = scenario
            .questions
            .asks
            .iter()
            .find(|ask| ask.label.as_deref() == Some(question.trim()));
        let node = labelled.map_or(&written, |ask| &ask.value);
        let (base, variant_name) = base_scenario(scenario)?;
        let asking = base.asking_only(node);
        let presentation = asking.build_case(0)?.presentation;
        let asked = asking.asking(0, &presentation)?;
        let read = asked
            .asks
            .first()
            .and_then(|quantity| PlainReading::from_question(quantity, &presentation.metrics));
        let in_words = read.filter(|_| labelled.is_none()).map(|read| read.label());
        let found = base.steps();
        let (mut steps, mut notes) = (Vec::new(), found.notes);
        notes.extend(
            unanswered_choice_notes(&base, &presentation)
                .into_iter()
                .map(|note| format!("{note}.")),
        );
        notes.extend(variant_name.map(|name| format!("For the first variant, “{name}”.")));
        for step in found.steps {
            let with = asking.with_variants(vec![variant(&step)]);
            let tried = with
                .build_case(0)
                .and_then(|built| with.asking(0, &built.presentation));
            match tried {
                Ok(_) => steps.push(step),
                Err(problems) => {
                    let reason = problems.0.first().map_or("", |problem| &problem.problem);
                    notes.push(format!(
                        "`{}` cannot be {}: {reason}.",
                        step.path.text,
                        step.to.brief()
                    ));
                }
            }
        }
        if steps.is_empty() {
            let message = "this rule has no parameter to change: none is a number or a flag";
            return Err(Diagnostic::at(&written.place, message, "choose another rule").into());
        }
        if !found.parameters_without_steps.is_empty() {
            notes.push(format!(
                "Not changed, because they are neither numbers nor flags: {}.",
                found.parameters_without_steps.join(", ")
            ));
        }
        let value = |key: &str| {
            asking
                .value_of(key)
                .unwrap_or_else(|| "the rule's own".to_owned())
        };
        let swept = scenario.sweep.iter().filter(|sweep| sweep.values.len() > 1);
        let held = |sweep: &Sweep| HeldParameter {
            path: sweep.path.text.clone(),
            label: scenario.label(&sweep.path.text).label,
            value: value(&sweep.path.text),
        };
        let around = swept.map(held).collect();
        Ok(SensitivityPlan {
            asking,
            ask: question.trim().to_owned(),
            in_words,
            untried: found.parameters_without_steps,
            around,
            steps,
            notes,
        })
    }

    /// Tries all changes.
    ///
    /// # Errors
    /// Returns the errors of a run.
    pub fn try_all(&self, watch: &Watch) -> Result<Sensitivity, RunError> {
        let as_it_is = Variant {
            name: String::new(),
            sets: Vec::new(),
        };
        let variants = [as_it_is]
            .into_iter()
            .chain(self.steps.iter().map(variant))
            .collect();
        let report = wanted::quick_report(&self.asking.with_variants(variants), watch)?;
        let mut answers = report.cases.iter().map(|case| &case.answers[0]);
        let base = answers.next().expect("the case as it is");
        let change = |(step, answer): (&TriedStep, &Answer)| Change {
            parameter: step.path.text.clone(),
            label: step.label.clone(),
            is_named: step.is_named,
            value_label: step.value_label.clone(),
            direction: step.direction,
            from: step.from.clone(),
            to: step.to.brief(),
            value: answer.best(),
            interval: interval(answer),
        };
        Ok(Sensitivity {
            ask: self.ask.clone(),
            question_in_words: self.in_words.clone(),
            untried: self.untried.clone(),
            kind: report.asks[0].kind(),
            base: base.best(),
            interval: interval(base),
            held_parameters: self.around.clone(),
            changes: self.steps.iter().zip(answers).map(change).collect(),
            notes: self
                .notes
                .iter()
                .cloned()
                .chain(tied_plays_note(&report))
                .collect(),
        })
    }
}

/// Returns the scenario without sweeps and variants. If this scenario cannot be built, or if only
/// the variants answer its choices, the first case is used, with the name of its variant.
fn base_scenario(scenario: &Scenario) -> Result<(Scenario, Option<String>), Diagnostics> {
    let unvaried = scenario.without_variation();
    if let Ok(built) = unvaried.build_case(0) {
        let first = unvaried.with_variants(scenario.variants.iter().take(1).cloned().collect());
        let is_decided = |candidate: &Scenario| {
            candidate
                .unanswered_choices(&built.presentation)
                .next()
                .is_none()
        };
        return if is_decided(&unvaried) || !is_decided(&first) || first.build_case(0).is_err() {
            Ok((unvaried, None))
        } else {
            Ok((
                first.single_case(0),
                scenario
                    .variants
                    .first()
                    .map(|variant| variant.name.clone()),
            ))
        };
    }
    let first = scenario.single_case(0);
    first.build_case(0)?;
    Ok((
        first,
        scenario
            .variants
            .first()
            .map(|variant| variant.name.clone()),
    ))
}

fn variant(step: &TriedStep) -> Variant {
    let name = format!("{} = {}", step.path.text, step.to.brief());
    Variant {
        name,
        sets: vec![(step.path.clone(), step.to.clone())],
    }
}

fn interval(answer: &Answer) -> Option<Interval> {
    if answer.exact.is_some() {
        None
    } else {
        answer.estimate.interval
    }
}
