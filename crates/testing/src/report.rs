//! Empty reports for tests to fill.
use oddsmith_engine::stats::Confidence;

use oddsmith_model::report::{Case, CountSource, Report, Run, Swept, Value};
use oddsmith_model::rule::words::RuleDescription;

/// A report without cases.
pub fn report(trials: u64) -> Report {
    let confidence = Confidence::new(0.95).expect("a level");
    Report {
        name: "made-up".to_owned(),
        title: "Made up".to_owned(),
        description: String::new(),
        rule: "made-up".to_owned(),
        source: String::new(),
        rule_text: None,
        used_files: Vec::new(),
        messages: Default::default(),
        choice_words: Vec::new(),
        words: RuleDescription::default(),
        overrides: Vec::new(),
        rerun: String::new(),
        parameters: Vec::new(),
        changes: Vec::new(),
        run: Run {
            trials,
            seed: 1,
            has_random_seed: false,
            confidence,
            precision: None,
        },
        variants: Vec::new(),
        sweep: Vec::new(),
        fixed: Vec::new(),
        cases: Vec::new(),
        check_p: None,
        sampler_p: None,
        roll_chances: None,
        headlines: Vec::new(),
        notes: Vec::new(),
        charts: Vec::new(),
        title_only_charts: Vec::new(),
        more_charts: 0,
        asks: Vec::new(),
        sensitivity: None,
        skill: None,
        balance: None,
        playtest: None,
        changes_since: None,
        selected_setting: None,
        samples: None,
        histories: Default::default(),
        state_graphs: Default::default(),
        joints: Vec::new(),
        unused_play: Vec::new(),
        remarks: Vec::new(),
        without_trials: None,
    }
}

/// Returns a case with trials but without results.
pub fn case(number: usize, variant: Option<usize>, point: Vec<usize>, trials: u64) -> Case {
    Case {
        number,
        variant,
        point,
        trials,
        source: CountSource::Simulated,
        cross_check_trials: None,
        unfinished: 0,
        cost: 3.0,
        unresolved: None,
        answers: Vec::new(),
        joints: Vec::new(),
        decisions: Vec::new(),
        best_play: None,
        aim_bounds: None,
        metrics: Vec::new(),
    }
}

/// Returns a swept parameter with these values.
pub fn swept(label: &str, short: &str, values: Vec<Value>) -> Swept {
    Swept::plain(&label.to_lowercase(), label, short, values)
}

/// Returns every point of a sweep. The last parameter changes fastest.
pub fn points(sweep: &[Swept]) -> Vec<Vec<usize>> {
    let mut points: Vec<Vec<usize>> = vec![Vec::new()];
    for swept in sweep {
        let longer = |point: &Vec<usize>| {
            (0..swept.values.len())
                .map(|i| [&point[..], &[i]].concat())
                .collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}
