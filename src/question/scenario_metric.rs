//! Metrics that a scenario defines: expressions over other metrics, with or without bands.

use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_language::question::{
    KnownMetric, MAX_PARTS, TrialValue, ValueSource, ValueType, Vocabulary,
};

use super::bands::Band;
use super::questions::ScenarioMetric;
use crate::input::diagnostic::Diagnostic;
use crate::input::marked::locate_mistake;
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::Presentation;

/// Resolves a metric that the scenario defines: how it is shown, its expression over a trial, and
/// its form in questions.
pub(super) fn resolve_metric(
    scenario_metric: &ScenarioMetric,
    presentation: &Presentation,
    vocabulary: &Vocabulary,
) -> Result<(ShownMetric, Expression, KnownMetric), Diagnostic> {
    if presentation
        .metrics
        .iter()
        .any(|metric| metric.name == scenario_metric.name)
    {
        let problem = format!("the rule already has a metric `{}`", scenario_metric.name);
        return Err(Diagnostic::at(
            &scenario_metric.place,
            problem,
            "choose another name",
        ));
    }
    let value = vocabulary
        .value(scenario_metric.value.text().unwrap_or_default())
        .map_err(|wrong| locate_mistake(&scenario_metric.value, wrong))?;
    let (kind, expression) = match (&value.kind, scenario_metric.bands.as_slice()) {
        (ValueType::Category(_), [_, ..]) => {
            let help = "remove `bands`: only numbers can have bands";
            return Err(Diagnostic::at(
                &scenario_metric.value.place,
                "a category cannot have bands",
                help,
            ));
        }
        (ValueType::Category(names), []) => (
            Kind::Category(outcomes(names, &value, presentation)),
            value.expression,
        ),
        (ValueType::Flag, []) => (Kind::Flag, value.expression),
        (ValueType::Number, []) => (Kind::Count, value.expression),
        (_, bands) => {
            let outcome = |band: &Band| Outcome::new(&band.name, &band.label, band.tone);
            (
                Kind::Category(bands.iter().map(outcome).collect()),
                band_code(value.expression, bands),
            )
        }
    };
    if expression.size() > MAX_PARTS {
        let problem = format!(
            "`{}` is too long, including the metrics that it names",
            scenario_metric.name
        );
        let help = format!(
            "use simpler metrics or fewer bands: at most {MAX_PARTS} numbers and conditions are allowed"
        );
        return Err(Diagnostic::at(&scenario_metric.value.place, problem, help));
    }
    let value_type = match &kind {
        Kind::Category(outcomes) => ValueType::Category(
            outcomes
                .iter()
                .map(|outcome| outcome.name.clone())
                .collect(),
        ),
        Kind::Flag => ValueType::Flag,
        Kind::Count | Kind::When => ValueType::Number,
    };
    let source = ValueSource::Computed(expression.clone());
    let known_metric = KnownMetric {
        name: scenario_metric.name.clone(),
        kind: value_type,
        steps: None,
        step_names: Vec::new(),
        source,
        is_when: false,
    };
    Ok((
        ShownMetric::whole(&scenario_metric.name, kind, &scenario_metric.label)
            .or_absent("not recorded"),
        expression,
        known_metric,
    ))
}

/// Returns the index of the band of a value: the number of bands that end below it. It is absent if
/// the value is absent.
fn band_code(value: Expression, bands: &[Band]) -> Expression {
    let past = |band: &Band| {
        Some(Expression::compare(
            Comparison::Above,
            value.clone(),
            Expression::Number(band.to?),
        ))
    };
    let passed = Expression::Sum(bands.iter().filter_map(past).collect());
    let nothing = Expression::Times(Box::new([Expression::Number(0), value.clone()]));
    Expression::Plus(Box::new([nothing, passed]))
}

/// Returns the outcomes of a category: as the rule shows them, or else with their names as labels.
pub(super) fn outcomes(
    names: &[String],
    value: &TrialValue,
    presentation: &Presentation,
) -> Vec<Outcome> {
    let shown = value.metric.as_ref().and_then(|(name, _)| {
        presentation
            .metrics
            .iter()
            .find(|metric| metric.name == *name)
    });
    match shown.map(ShownMetric::outcomes) {
        Some(outcomes) if !outcomes.is_empty() => outcomes.to_vec(),
        _ => names
            .iter()
            .map(|name| Outcome::new(name, name, Tone::Neutral))
            .collect(),
    }
}
