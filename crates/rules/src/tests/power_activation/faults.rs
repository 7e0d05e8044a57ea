//! Mistakes in a scenario, and their error messages.

use super::*;
use oddsmith_model::input::check;
use oddsmith_model::input::diagnostic::Source;
use oddsmith_model::input::tree::Node;

fn problem_and_help(toml: &str) -> (String, String) {
    let source = std::sync::Arc::new(Source {
        name: "test".into(),
        text: toml.into(),
    });
    let mut problems = Vec::new();
    check::table(
        &Node::document(&source).expect("TOML"),
        RULE.parameters,
        &mut problems,
    );
    assert_eq!(problems.len(), 1, "{toml}");
    (problems[0].problem.clone(), problems[0].help.clone())
}

#[test]
fn unknown_powers_suggest_the_nearest_name() {
    let (message, help) = problem_and_help("power = \"commerce/truking\"");
    assert!(message.contains("commerce/truking"), "{message}");
    assert!(help.contains("did you mean `commerce/trucking`?"), "{help}");
    assert!(help.len() < 120, "{help}");
}

#[test]
fn element_counts_range_from_0_to_20() {
    for (toml, expected) in [
        ("ship_inactive_ce = 21", "21 is out of range"),
        ("ship_inactive_ce = -1", "-1 is out of range"),
        ("colony_inactive_ce = 21", "21 is out of range"),
        ("colony_inactive_ce = [1, -1]", "-1 is out of range"),
        ("supporting_colony_inactive_ce = 21", "21 is out of range"),
    ] {
        let (found, help) = problem_and_help(toml);
        assert_eq!(found, expected, "{toml}");
        assert!(help.contains("0 to 20"), "{help}");
    }
}

#[test]
fn probabilities_range_from_0_to_1() {
    for key in [
        "base",
        "per_inactive_ce",
        "cap",
        "blockade_success",
        "conditions",
    ] {
        let (message, help) = problem_and_help(&format!("{key} = 1.2"));
        assert_eq!(message, "1.2 is not a probability");
        assert!(help.contains("from 0 to 1"), "{help}");
    }
}

#[test]
fn power_and_check_must_agree() {
    let found = fault("power = \"commerce/trucking\"\ncheck = \"ship\"");
    assert_eq!(found.path, "check");
    assert_eq!(
        found.problem,
        "commerce/trucking is checked \"colony\", not \"ship\""
    );
    let found = fault("[[orders]]\nname = \"a\"\n[[orders]]\npower = \"census\"\ncheck = \"both\"");
    assert_eq!(found.path, "orders.1.check");
    assert_eq!(
        fault("power = \"special-operations/any\"\nspends = \"act\"\ncheck = \"colony\"").path,
        "check"
    );
    let top_level = fault("power = \"census\"\ncheck = \"ship\"\n[[orders]]\nname = \"a\"");
    assert_eq!(top_level.path, "check", "written at the top level");
    rule("power = \"commerce/trucking\"\ncheck = \"colony\"");
}

#[test]
fn colony_lists_require_a_colony_check() {
    let found = fault("power = \"movement\"\ncolony_inactive_ce = [1, 2]");
    assert_eq!(found.path, "colony_inactive_ce");
    assert_eq!(
        found.problem,
        "a list of colonies, but movement is checked \"ship-then-colony\""
    );
    assert_eq!(
        fault("[[orders]]\nname = \"a\"\ncolony_inactive_ce = [1]").path,
        "orders.0.colony_inactive_ce"
    );
    let inherited =
        "colony_inactive_ce = [1, 2]\n[[orders]]\nname = \"a\"\n[[orders]]\npower = \"taxation\"";
    // An order that inherits the list may ignore it.
    rule(inherited);
    assert!(
        fault("check = \"colony\"\ncolony_inactive_ce = []")
            .problem
            .contains("0 colonies")
    );
}

#[test]
fn a_process_needs_several_turns() {
    let found = fault("turns = 1\nsuccession = true");
    assert_eq!(found.path, "succession");
    assert!(found.help.contains("2 to 100"), "{}", found.help);
    assert_eq!(fault("succession = true").path, "succession");
}

#[test]
fn unreachable_settings_are_explained() {
    let late = fault("turns = 2\non_turn = 3");
    assert_eq!(
        (late.path.as_str(), late.problem.as_str()),
        (
            "on_turn",
            "the order is given on turn 3, but there are only 2 turns"
        )
    );
    assert_eq!(
        fault("turns = 2\n[[orders]]\nname = \"a\"\non_turn = 3").path,
        "orders.0.on_turn"
    );
    let empty_turn = fault("turns = 2\nsuccession = true\non_turn = 1");
    assert_eq!(
        (empty_turn.path.as_str(), empty_turn.problem.as_str()),
        ("succession", "no order of the process is given on turn 2")
    );
    for colony in ["check = \"colony\"", "power = \"commerce/trucking\""] {
        let run = fault(&format!("{colony}\nblockade_success = 0.5"));
        assert_eq!(run.path, "blockade_success");
        assert!(
            run.problem.contains("it has no ship that runs a Blockade"),
            "{}",
            run.problem
        );
    }
    // A colony's order does not inherit the Blockade of the top level.
    let toml = "blockade_success = 0.5\n[[orders]]\nname = \"a\"\ncheck = \"colony\"\n[[orders]]\nname = \"b\"";
    assert_eq!(
        exact_odds(toml).fraction("a.result", 1, FAILED),
        Some((1, 20))
    );
}

#[test]
fn flags_of_other_powers_are_reported() {
    for (toml, key) in [
        ("power = \"movement\"\nosl_expired = true", "osl_expired"),
        ("power = \"movement\"\npacification = true", "pacification"),
        ("power = \"movement\"\nalien_colony = true", "alien_colony"),
        ("power = \"movement\"\nspends = \"act\"", "spends"),
        ("spends = \"act\"", "spends"),
        ("power = \"taxation\"\ntarget = \"ship\"", "target"),
    ] {
        assert_eq!(fault(toml).path, key, "{toml}");
    }
    // An inherited key may concern another order.
    rule("pacification = true\n[[orders]]\npower = \"movement\"");
}

#[test]
fn order_names_must_differ() {
    let twice = fault("[[orders]]\npower = \"movement\"\n[[orders]]\npower = \"movement\"");
    assert_eq!(
        (twice.path.as_str(), twice.problem.as_str()),
        ("orders.1", "two orders are named \"Movement\"")
    );
    assert_eq!(fault("[[orders]]\nship_inactive_ce = 1").path, "orders.0");
}

#[test]
fn too_large_rp_sums_are_refused() {
    assert_eq!(fault("count = 1000\ncosts_rp = 1001").path, "costs_rp");
    assert_eq!(
        fault("costs_rp = 600000\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"").path,
        "orders"
    );
}
