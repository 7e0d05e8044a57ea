//! The first trials of the cases that fans show, played again: what a metric showed step by step.

use std::collections::BTreeMap;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};

use crate::report::{Histories, Report};
use crate::rule::metric::ChartKind;
use crate::scenario::document::Scenario;
use crate::shown::shown;

/// Trials of each case.
const TRIALS: u64 = 5;

/// What the first trials showed of every metric that a fan shows, in each case that it shows. A case of best play has none:
/// the play would have to be found once more.
pub(super) fn histories(scenario: &Scenario, report: &Report, watch: &Watch) -> Histories {
    let mut histories = BTreeMap::new();
    for chart in report.charts.iter().filter(|chart| chart.kind == ChartKind::Fan) {
        for panel in report.panels(chart) {
            let Some(case) = report.cases_of(&panel).first().copied() else { continue };
            let key = (case.number, chart.metric.clone());
            if case.best_play.is_none() && !histories.contains_key(&key) {
                histories.insert(key, of_case(scenario, case.number - 1, &chart.metric, watch).unwrap_or_default());
            }
        }
    }
    histories
}

/// None where the metric is none of the rule's own, or a trial cannot be played to its end.
fn of_case(scenario: &Scenario, case: usize, metric: &str, watch: &Watch) -> Option<Vec<Vec<Option<i64>>>> {
    let built = scenario.built(case).ok()?;
    let asking = scenario.asking(case, &built.presentation).ok()?;
    let metrics = &built.presentation.metrics;
    let at = metrics.iter().position(|own| own.name == metric)?;
    let stream = Stream { seed: scenario.settings.seed, case: case as u64 + 1, purpose: Purpose::Played };
    let mut all = Vec::new();
    let mut take = |moments: Vec<_>| all.extend(shown(&moments, metrics, &asking).into_iter().nth(at));
    let trials = TRIALS.min(scenario.settings.trials);
    built.rule.replay_first(stream, trials, watch, &mut take).ok()?;
    Some(all)
}

#[cfg(test)]
mod tests {
    use crate::analysis::samples::samples;
    use crate::analysis::{EngineMode, plan, run};
    use crate::scenario::document::{Overrides, Scenario};
    use crate::scenario::find;
    use oddsmith_engine::explore::Watch;

    #[test]
    fn histories_are_the_first_trials_whatever_the_threads() {
        let overrides = Overrides { run: vec![("trials", "300".to_owned())], ..Overrides::default() };
        let source = find::find("aging-acts").expect("bundled").source;
        let scenario = Scenario::parse("aging-acts", source, &overrides).expect("sound");
        let plan = plan(&scenario).expect("sound");
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| run(&plan, EngineMode::Auto, &Watch::default())).expect("a run").histories
        };
        let histories = on(1);
        assert_eq!(histories, on(3));
        let told = samples(&scenario, &vec![5; scenario.case_count()], &Watch::default()).expect("trials");
        let own = &histories[&(1, "acts".to_owned())];
        assert_eq!(own.len(), 5);
        let of_acts = |at: &usize| told.columns[*at].starts_with("acts@");
        let columns: Vec<usize> = (0..told.columns.len()).filter(of_acts).collect();
        for (row, history) in told.cases[0].iter().zip(own) {
            let seen: Vec<Option<i64>> = columns.iter().map(|&at| row[at].parse().ok()).collect();
            assert_eq!(&seen, history);
        }
    }
}
