//! Empty reports for tests to fill.

use oddsmith_model::report::{Case, CountSource, Report, Run, Swept, Value};

/// Returns a report without cases.
pub fn report(trials: u64) -> Report {
    Report {
        name: "made-up".to_owned(),
        title: "Made up".to_owned(),
        rule: "made-up".to_owned(),
        run: Run {
            trials,
            ..Run::default()
        },
        ..Report::default()
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
