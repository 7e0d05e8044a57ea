//! Tests the schema of scenario files as text. `.ci/schemas` validates scenarios with it.

use crate::support::Bench;

#[test]
fn unknown_rule_has_no_schema() {
    let output = Bench::new().run(&["schema", "wing-activatoin"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(crate::support::stderr(&output).contains("wing-activation"));
}
