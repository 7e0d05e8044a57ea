//! Compares the odds of whole programs with those that an independent program computed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The name of an output, and its odds.
type Odds = (String, BTreeMap<i64, f64>);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Reads the odds that the independent program computed.
fn expected() -> BTreeMap<String, Vec<Odds>> {
    let text = fs::read_to_string(folder().join("odds.txt")).expect("a file");
    let mut programs: BTreeMap<String, Vec<Odds>> = BTreeMap::new();
    let mut program = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("program ") {
            name.clone_into(&mut program);
            programs.insert(program.clone(), Vec::new());
        } else if let Some(name) = line.strip_prefix("output ") {
            let outputs = programs.get_mut(&program).expect("a program");
            outputs.push((name.to_owned(), BTreeMap::new()));
        } else {
            let (value, odds) = line.split_once(' ').expect("two columns");
            let outputs = programs.get_mut(&program).expect("a program");
            outputs.last_mut().expect("an output").1.insert(
                value.parse().expect("a whole number"),
                odds.parse().expect("a number"),
            );
        }
    }
    programs
}

/// Returns a fraction as a floating-point number.
fn ratio(weight: &BigUint, total: &BigUint) -> f64 {
    let shift = 100 + total.bits() - weight.bits();
    let quotient = (weight << shift) / total;
    quotient.to_f64().expect("a number") * 2_f64.powi(-(shift as i32))
}

#[test]
fn programs_have_the_odds_of_an_independent_program() {
    let expected = expected();
    let mut outputs = 0;
    for (name, expected) in &expected {
        let path = folder().join("programs").join(format!("{name}.anydice"));
        let source = fs::read_to_string(path).expect("a program");
        let program = oddsmith_anydice::parse(&source).unwrap_or_else(|e| panic!("{name}: {e}"));
        let computed = program
            .evaluate(&mut || true)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(computed.len(), expected.len(), "{name}");
        for (output, (label, odds)) in computed.iter().zip(expected) {
            outputs += 1;
            assert_eq!(&output.name, label, "{name}");
            let total = output.distribution.total();
            let found: BTreeMap<i64, f64> = output
                .distribution
                .outcomes()
                .iter()
                .map(|(value, weight)| (*value, ratio(weight, total)))
                .collect();
            assert!(found.keys().eq(odds.keys()), "{name}, {label}: {found:?}");
            for (value, odds) in odds {
                let difference = (found[value] - odds).abs();
                assert!(
                    difference <= 1e-12,
                    "{name}, {label}: {value}: {difference}"
                );
            }
        }
    }
    assert!(expected.len() > 120 && outputs > 300, "{outputs} outputs");
    let files = fs::read_dir(folder().join("programs")).expect("a folder");
    assert_eq!(files.count(), expected.len());
}
