//! Writes the comparison of a log of playtests as JSON.

use serde_json::{Value, json};

use oddsmith_model::messages::Messages;
use oddsmith_model::report::playtest::{
    Candidate, Fit, Playtest, TestMethod, TestedMetric, TrialPlan,
};
use oddsmith_model::summary::playtest::{fit_sentences, headline, plan_sentences, sentences};

pub(super) fn playtest(playtest: &Playtest) -> Value {
    let words = Messages::english();
    let part = |(value, metrics): &(String, Vec<TestedMetric>)| json!({ "value": value, "metrics": metrics.iter().map(metric).collect::<Vec<_>>() });
    let groups = playtest.groups.as_ref().map(|groups| {
        let parts: Vec<Value> = groups.parts.iter().map(part).collect();
        json!({ "column": groups.column, "parts": parts })
    });
    let skipped = playtest
        .skipped
        .iter()
        .map(|row| json!({ "line": row.line, "reason": row.reason }));
    let settings = playtest
        .settings
        .iter()
        .map(|(name, trials)| json!({ "setting": name, "trials": trials }));
    json!({
        "headline": headline(playtest, words).map(|sentence| sentence.text()),
        "sentences": sentences(playtest, words),
        "trials": playtest.trials,
        "skipped": skipped.collect::<Vec<_>>(),
        "settings": settings.collect::<Vec<_>>(),
        "metrics": playtest.metrics.iter().map(metric).collect::<Vec<_>>(),
        "groups": groups,
        "fits": playtest.fits.iter().map(fit).collect::<Vec<_>>(),
        "remarks": playtest.remarks,
    })
}

fn metric(metric: &TestedMetric) -> Value {
    let (seen, expected) = metric.means.unzip();
    let values = metric.values.iter().map(|value| {
        json!({
            "value": value.label,
            "count": value.count,
            "observed": metric.share(value),
            "ci_low": value.interval.low,
            "ci_high": value.interval.high,
            "expected": value.expected,
        })
    });
    let draws = match metric.method {
        TestMethod::Sampled(draws) => Some(draws),
        TestMethod::Exact | TestMethod::Untested => None,
    };
    json!({
        "column": metric.column,
        "label": metric.label,
        "trials": metric.trials,
        "observed_mean": seen,
        "expected_mean": expected,
        "p": metric.p,
        "adjusted_p": metric.adjusted_p,
        "test": metric.method.name(),
        "draws": draws,
        "exact_odds": metric.has_exact_odds,
        "enough_trials": metric.enough,
        "values": values.collect::<Vec<_>>(),
    })
}

fn fit(fit: &Fit) -> Value {
    let candidate = |candidate: &Candidate| {
        json!({
            "setting": candidate.name,
            "values": candidate.values,
            "log_likelihood": Some(candidate.log_likelihood).filter(|log| log.is_finite()),
            "probability": candidate.weight,
            "in_set": candidate.is_in_set,
        })
    };
    json!({
        "sentences": fit_sentences(fit, Messages::english()),
        "settings": fit.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "scenario": fit.usual.map(|index| &fit.candidates[index].name),
        "columns": fit.columns,
        "left_out": fit.left_out,
    })
}

/// Returns the comparison of a log as a separate text.
pub fn playtest_text(found: &Playtest) -> String {
    format!("{:#}\n", playtest(found))
}

/// Returns a plan of trials as JSON.
pub fn trial_plan(plan: &TrialPlan) -> String {
    let trials = plan
        .trials
        .iter()
        .map(|(power, trials)| json!({ "power": power, "trials": trials }));
    let plan = json!({
        "question": plan.question,
        "settings": plan.settings,
        "answers": plan.means,
        "present": plan.present,
        "trials": trials.collect::<Vec<_>>(),
        "sentences": plan_sentences(plan, Messages::english()),
    });
    format!("{plan:#}\n")
}
