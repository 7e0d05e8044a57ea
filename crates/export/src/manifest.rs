//! Writes `run.json`, which describes the run that made the files in its folder, so that the run
//! can be repeated.

use serde::Serialize;
use sha2::{Digest, Sha256};

use oddsmith_model::report::Report;

#[derive(Serialize)]
struct WrittenManifest<'r> {
    program: &'static str,
    version: &'static str,
    scenario: &'r str,
    title: &'r str,
    rule: &'r str,
    scenario_sha256: String,
    scenario_text: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_text: Option<&'r str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used_files: Vec<UsedFile<'r>>,
    overrides: &'r [String],
    seed: u64,
    trials_asked: u64,
    confidence: f64,
    precision: Option<f64>,
    check_p: Option<f64>,
    sampler_p: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asks: Vec<ManifestAnswer<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<&'r [String]>,
    cases: Vec<CaseRun>,
    elapsed_seconds: f64,
    files: &'r [String],
}

#[derive(Serialize)]
struct UsedFile<'r> {
    file: &'r str,
    sha256: String,
    text: &'r str,
}

#[derive(Serialize)]
struct ManifestAnswer<'r> {
    ask: &'r str,
    question: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    want: Option<&'r str>,
    exact: bool,
    trials: u64,
}

#[derive(Serialize)]
struct CaseRun {
    case: usize,
    trials: u64,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    check_trials: Option<u64>,
    cost_of_a_trial: f64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision_reached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved_probability: Option<f64>,
}

/// Returns the bytes of `run.json`. Between equal runs, only `elapsed_seconds` differs.
pub fn manifest(report: &Report, files: &[String], elapsed_seconds: f64) -> Vec<u8> {
    let cases = report.cases.iter().map(|case| CaseRun {
        case: case.number,
        trials: case.trials,
        source: case.source.name(),
        check_trials: case.cross_check_trials,
        cost_of_a_trial: (case.cost * 1000.0).round() / 1000.0,
        exact: case.metrics.iter().all(|observed| {
            observed
                .distributions
                .iter()
                .all(|distribution| distribution.exact.is_some())
        }),
        precision_reached: report.run.precision.map(|_| !report.is_imprecise(case)),
        unresolved_probability: case.unresolved.filter(|&mass| mass > 0.0),
    });
    let asked = report.asks.iter().enumerate().map(|(index, ask)| {
        let answers = || report.cases.iter().map(|case| &case.answers[index]);
        ManifestAnswer {
            ask: &ask.label,
            question: &ask.question,
            want: ask.want.as_ref().map(|want| want.text.as_str()),
            exact: answers().all(|answer| answer.exact.is_some()),
            trials: answers().map(|answer| answer.trials).min().unwrap_or(0),
        }
    });
    let manifest = WrittenManifest {
        program: crate::PROGRAM,
        version: env!("CARGO_PKG_VERSION"),
        scenario: &report.name,
        title: &report.title,
        rule: &report.rule,
        scenario_sha256: sha256(&report.source),
        scenario_text: &report.source,
        rule_sha256: report.rule_text.as_deref().map(sha256),
        rule_text: report.rule_text.as_deref(),
        used_files: report
            .used_files
            .iter()
            .map(|(file, text)| UsedFile {
                file,
                sha256: sha256(text),
                text,
            })
            .collect(),
        overrides: &report.overrides,
        seed: report.run.seed,
        trials_asked: report.run.trials,
        confidence: report.run.confidence.level(),
        precision: report.run.precision,
        check_p: report.check_p,
        sampler_p: report.sampler_p,
        asks: asked.collect(),
        joints: report
            .joints
            .iter()
            .map(|joint| joint.names.as_slice())
            .collect(),
        cases: cases.collect(),
        elapsed_seconds,
        files,
    };
    let mut bytes = serde_json::to_vec_pretty(&manifest).expect("values of JSON");
    bytes.push(b'\n');
    bytes
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
