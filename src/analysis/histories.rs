//! Replays the first trials of the cases that fan charts show, and records their metrics step by
//! step.

use std::collections::{BTreeMap, BTreeSet};

use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};

use super::cost::trial_cost_limit;
use super::listed_trials::simulated_rule;
use crate::report::{Histories, Report};
use crate::rule::presentation::ChartKind;
use crate::scenario::document::Scenario;
use crate::shown::shown_values;

/// The number of trials of each case.
const TRIALS: u64 = 5;

/// Returns the values of every metric that a fan chart shows, in the first trials of each case that
/// it shows. This needs the best play once more, so a case whose best play takes long to compute
/// has no histories.
pub(super) fn histories(scenario: &Scenario, report: &Report, watch: &Watch) -> Histories {
    let mut wanted: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for chart in report
        .charts
        .iter()
        .filter(|chart| chart.kind == ChartKind::Fan)
    {
        for panel in report.panels(chart) {
            let Some(case) = report.cases_of(&panel).first().copied() else {
                continue;
            };
            if case
                .best_play
                .as_ref()
                .is_none_or(|play| play.held.is_some())
            {
                wanted.entry(case.number).or_default().insert(&chart.metric);
            }
        }
    }
    let mut histories = BTreeMap::new();
    for (case, metrics) in wanted {
        let shown = case_histories(scenario, case - 1, watch).unwrap_or_default();
        for metric in metrics {
            let found = shown.iter().find(|(name, _)| name == metric);
            histories.insert(
                (case, metric.to_owned()),
                found.map(|(_, shown)| shown.clone()).unwrap_or_default(),
            );
        }
    }
    histories
}

/// A metric's name, and for each trial its values step by step.
type MetricHistory = (String, Vec<Vec<Option<i64>>>);

/// Returns the history of every metric of the rule; `None` if a trial cannot be simulated to its
/// end.
fn case_histories(scenario: &Scenario, case: usize, watch: &Watch) -> Option<Vec<MetricHistory>> {
    let built = simulated_rule(scenario, case, watch).ok()?;
    let asking = scenario.asking(case, &built.presentation).ok()?;
    let metrics = &built.presentation.metrics;
    let stream = Stream {
        seed: scenario.settings.seed,
        case: case as u64 + 1,
        purpose: Purpose::Simulated,
    };
    let mut histories_by_metric: Vec<MetricHistory> = metrics
        .iter()
        .map(|metric| (metric.name.clone(), Vec::new()))
        .collect();
    let mut take = |moments: Vec<_>| {
        histories_by_metric
            .iter_mut()
            .zip(shown_values(&moments, metrics, &asking))
            .for_each(|((_, metric_histories), shown)| metric_histories.push(shown));
    };
    let trials = TRIALS.min(scenario.settings.trials);
    built
        .rule
        .replay_first(
            stream,
            trials,
            &watch.with_dice_limit(trial_cost_limit(scenario)),
            &mut take,
        )
        .ok()?;
    Some(histories_by_metric)
}

#[cfg(test)]
mod tests {
    use crate::analysis::listed_trials::list_trials;
    use crate::analysis::{EngineMode, plan, run};
    use crate::input::diagnostic::Source;
    use crate::scenario::document::{Overrides, Scenario};
    use crate::scenario::find;
    use oddsmith_engine::explore::Watch;
    use std::sync::Arc;

    #[test]
    fn histories_are_the_first_trials_for_any_threads() {
        let source = find::find("aging-acts").expect("bundled").source;
        assert_first_trials(source, "acts");
    }

    #[test]
    fn histories_follow_best_play() {
        let text = "rule = \"power-maintenance\"\n[play]\naim = \"mean('Small.rounds')\"\ndrop = \"best\"\n\
                    [parameters]\npool = 4\nrounds = 3\ngain = \"1d4-1\"\n\
                    [[parameters.powers]]\nname = \"Large\"\ncost = 2\nmaintenance = \"turn\"\n\
                    [[parameters.powers]]\nname = \"Small\"\ncost = 1\nmaintenance = \"turn\"\n\
                    [[charts]]\nkind = \"fan\"\nmetric = \"pool_while_up\"\n";
        assert_first_trials(
            Arc::new(Source {
                name: "it".into(),
                text: text.into(),
            }),
            "pool_while_up",
        );
    }

    fn assert_first_trials(source: Arc<Source>, metric: &str) {
        let overrides = Overrides {
            run: vec![("trials", "300".to_owned())],
            ..Overrides::default()
        };
        let scenario = Scenario::parse("it", source, &overrides).expect("sound");
        let plan = plan(&scenario).expect("sound");
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| run(&plan, EngineMode::Auto, &Watch::default()))
                .expect("a run")
                .histories
        };
        let histories = on(1);
        assert_eq!(histories, on(3));
        let replayed = list_trials(
            &scenario,
            &vec![5; scenario.case_count()],
            &Watch::default(),
        )
        .expect("trials");
        let metric_histories = &histories[&(1, metric.to_owned())];
        assert_eq!(metric_histories.len(), 5);
        let is_of_it =
            |column: &usize| replayed.columns[*column].starts_with(&format!("{metric}@"));
        let columns: Vec<usize> = (0..replayed.columns.len()).filter(is_of_it).collect();
        for (row, history) in replayed.cases[0].iter().zip(metric_histories) {
            let seen: Vec<Option<i64>> = columns
                .iter()
                .map(|&column| row[column].parse().ok())
                .collect();
            assert_eq!(&seen, history);
        }
    }
}
