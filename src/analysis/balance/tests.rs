//! Compares the local search with trying all settings, where this is possible.

use std::sync::Arc;

use oddsmith_engine::explore::Watch;

use super::*;
use crate::input::diagnostic::Source;
use crate::scenario::document::Overrides;

fn scenario(balance: &str, want: &str) -> Scenario {
    let text = format!(
        "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Van\"\nquality = 3\n[[parameters.wings]]\nname = \"Left\"\n\
         quality = 4\n[balance]\n{balance}\n[[ask]]\nvalue = \"mean(actions)\"\nwant = \"{want}\"\n\
         [[ask]]\nvalue = \"P(successes@1 >= 2)\"\nwant = \">= 0.5\"\n"
    );
    parse_scenario(text)
}

pub(super) fn parse_scenario(text: String) -> Scenario {
    let source = Arc::new(Source {
        name: "test.toml".into(),
        text,
    });
    Scenario::parse("test", source, &Overrides::default()).expect("a scenario")
}

const SPACE: &str = "\"wings.Van.quality\" = { from = 2, to = 6 }\n\"wings.Left.quality\" = { from = 2, to = 6 }\n\
    dice = [1, 2, 3]\ncubes = { from = 0, to = 3 }";

/// Returns what a search with this limit finds, with the judge that `steps` used, so that its
/// cached answers are used again.
pub(super) fn run_search(steps: &mut BalanceSteps, most: usize, seed: u64) -> Balancing {
    let tries = &mut steps.tries;
    (tries.found.tried, tries.found.extent.is_search) = (Vec::new(), true);
    let search =
        Search::new(&tries.balance, &tries.found, most, seed).expect("settings that make sense");
    tries.strategy = Strategy::Search(Box::new(search));
    while !steps.step(7, &Watch::default()) {}
    settle(steps.tries.found.clone())
}

/// Prepares a search of a scenario.
pub(super) fn start_steps(scenario: &Scenario) -> BalanceSteps {
    BalanceSteps::new(scenario, false, &Watch::default()).expect("a scenario that can be judged")
}

#[test]
fn searches_find_what_trying_all_settings_finds() {
    for want in ["2.9 to 3.1", "4.4 to 4.5", ">= 5.9", "<= 0.2"] {
        let scenario = scenario(SPACE, want);
        let whole = balance(&scenario, false, &Watch::default()).expect("settings");
        assert_eq!((whole.tried.len(), whole.extent.is_search), (300, false));
        let mut steps = start_steps(&scenario);
        let search = run_search(&mut steps, 220, 7);
        assert!(search.extent.is_search && search.tried.len() < 300 && search.conflicts.is_empty());
        let best = |found: &Balancing| found.ranked_settings().next().cloned().expect("a setting");
        let (whole_best, other) = (best(&whole), best(&search));
        assert_eq!(whole_best.is_met(2), other.is_met(2), "{want}");
        assert!(
            whole.compare_settings(&whole_best, &other).is_eq()
                || whole.distance(&whole_best.point) == whole.distance(&other.point),
            "{want}"
        );
        assert_eq!(
            search.tried,
            run_search(&mut steps, 220, 7).tried,
            "the same seed tries the same"
        );
    }
}

#[test]
fn stopped_balance_returns_partial_results() {
    let scenario = scenario(SPACE, "2.9 to 3.1");
    let watch = Watch::default();
    watch.stop();
    let found = balance(&scenario, false, &watch).expect("nothing is wrong");
    assert!(found.extent.is_stopped && found.tried.is_empty());
}

#[test]
fn giving_up_keeps_all_settings_that_meet_goals() {
    let scenario = scenario(SPACE, "2.9 to 3.1");
    let met = |gives_up| {
        let found = balance(&scenario, gives_up, &Watch::default()).expect("settings");
        let met: Vec<_> = found
            .settings_meeting_all()
            .map(|setting| (setting.point.clone(), found.breaking_steps(setting)))
            .collect();
        met
    };
    assert_eq!(met(true), met(false));
    assert!(!met(true).is_empty());
}

#[test]
fn steps_are_counted_from_the_published_value() {
    let node = |number: i64| {
        let source = Arc::new(Source {
            name: "n".into(),
            text: number.to_string(),
        });
        Node::value_or_text(&source, 0..source.text.len())
    };
    let values: Vec<Node> = [2, 4, 6, 8].map(node).to_vec();
    assert_eq!(steps_from_published(&values, Some(&node(4))), [1, 0, 1, 2]);
    assert_eq!(steps_from_published(&values, Some(&node(5))), [2, 1, 1, 2]);
    assert_eq!(steps_from_published(&values, Some(&node(9))), [4, 3, 2, 1]);
    assert_eq!(steps_from_published(&values, None), [1, 1, 1, 1]);
}
