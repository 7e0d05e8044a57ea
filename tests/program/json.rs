//! Tests the JSON of a run. It is nested by case and has the same numbers as the tables.
//! `.ci/schemas` validates it.

use crate::support::Bench;

#[test]
fn full_json_has_distributions_that_add_up() {
    let bench = Bench::new();
    let args = ["wing3d", "--trials", "500", "--no-save"];
    let full = bench.json(&[&args[..], &["--json=full"]].concat());
    let cases = full[0]["cases"].as_array().unwrap();
    assert_eq!(
        (cases.len(), &cases[0]["values"]),
        (35, &serde_json::json!({"quality": 2, "cubes": 0}))
    );
    for metric in cases[7]["metrics"].as_array().unwrap() {
        for step in metric["steps"].as_array().unwrap() {
            let sum: f64 = step["distribution"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["exact"].as_f64().unwrap())
                .sum();
            assert!((sum - 1.0).abs() < 1e-12, "{metric}");
        }
    }
    let asked = bench.json(&["wing-questions", "--trials", "500", "--no-save", "--json"]);
    for joint in asked[0]["cases"][0]["joints"]
        .as_array()
        .filter(|joints| !joints.is_empty())
        .unwrap()
    {
        let rows = joint["rows"].as_array().unwrap();
        let sum: f64 = rows.iter().map(|row| row["exact"].as_f64().unwrap()).sum();
        let count: u64 = rows.iter().map(|row| row["count"].as_u64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12 && count == 500, "{joint}");
    }
    let brief = bench.succeed(&[&args[..], &["--json"]].concat());
    assert!(!brief.contains("\"law\""));
}
