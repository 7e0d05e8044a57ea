//! The first trials of the cases that fans show, played again: what a metric showed step by step.

use std::collections::BTreeMap;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};

use super::samples::played;
use crate::report::{Histories, Report};
use crate::rule::metric::ChartKind;
use crate::scenario::document::Scenario;
use crate::shown::shown;

/// Trials of each case.
const TRIALS: u64 = 5;

/// What the first trials showed of every metric that a fan shows, in each case that it shows. A case of best play has none
/// where that takes long to find: it is found once more for them.
pub(super) fn histories(scenario: &Scenario, report: &Report, watch: &Watch) -> Histories {
    let mut histories = BTreeMap::new();
    for chart in report.charts.iter().filter(|chart| chart.kind == ChartKind::Fan) {
        for panel in report.panels(chart) {
            let Some(case) = report.cases_of(&panel).first().copied() else { continue };
            let key = (case.number, chart.metric.clone());
            let is_soon_found = case.best_play.as_ref().is_none_or(|play| play.held.is_some());
            if is_soon_found && !histories.contains_key(&key) {
                histories.insert(key, of_case(scenario, case.number - 1, &chart.metric, watch).unwrap_or_default());
            }
        }
    }
    histories
}

/// None where the metric is none of the rule's own, or a trial cannot be played to its end.
fn of_case(scenario: &Scenario, case: usize, metric: &str, watch: &Watch) -> Option<Vec<Vec<Option<i64>>>> {
    let built = played(scenario, case, watch).ok()?;
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
    use crate::scenario::diagnostic::Source;
    use crate::scenario::document::{Overrides, Scenario};
    use crate::scenario::find;
    use oddsmith_engine::explore::Watch;
    use std::sync::Arc;

    #[test]
    fn histories_are_the_first_trials_whatever_the_threads() {
        let source = find::find("aging-acts").expect("bundled").source;
        are_the_first_trials(source, "acts");
    }

    #[test]
    fn histories_of_best_play_follow_it() {
        let text = "rule = \"power-maintenance\"\n[play]\naim = \"mean('Small.rounds')\"\ndrop = \"best\"\n\
                    [parameters]\npool = 4\nrounds = 3\ngain = \"1d4-1\"\n\
                    [[parameters.powers]]\nname = \"Large\"\ncost = 2\nmaintenance = \"turn\"\n\
                    [[parameters.powers]]\nname = \"Small\"\ncost = 1\nmaintenance = \"turn\"\n\
                    [[charts]]\nkind = \"fan\"\nmetric = \"pool_while_up\"\n";
        are_the_first_trials(Arc::new(Source { name: "it".into(), text: text.into() }), "pool_while_up");
    }

    fn are_the_first_trials(source: Arc<Source>, metric: &str) {
        let overrides = Overrides { run: vec![("trials", "300".to_owned())], ..Overrides::default() };
        let scenario = Scenario::parse("it", source, &overrides).expect("sound");
        let plan = plan(&scenario).expect("sound");
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| run(&plan, EngineMode::Auto, &Watch::default())).expect("a run").histories
        };
        let histories = on(1);
        assert_eq!(histories, on(3));
        let told = samples(&scenario, &vec![5; scenario.case_count()], &Watch::default()).expect("trials");
        let own = &histories[&(1, metric.to_owned())];
        assert_eq!(own.len(), 5);
        let is_of_it = |at: &usize| told.columns[*at].starts_with(&format!("{metric}@"));
        let columns: Vec<usize> = (0..told.columns.len()).filter(is_of_it).collect();
        for (row, history) in told.cases[0].iter().zip(own) {
            let seen: Vec<Option<i64>> = columns.iter().map(|&at| row[at].parse().ok()).collect();
            assert_eq!(&seen, history);
        }
    }
}
