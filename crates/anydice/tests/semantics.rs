//! Fine points on which programs for AnyDice differ, each with the reason for the choice made
//! here. The odds were computed by hand.

use num_bigint::BigUint;

#[track_caller]
fn check(source: &str, expected: &[(i64, u64)]) {
    let program = oddsmith_anydice::parse(source).expect("a program");
    let outputs = program.evaluate(&mut || true).expect("odds");
    let expected: Vec<(i64, BigUint)> = expected
        .iter()
        .map(|(value, weight)| (*value, BigUint::from(*weight)))
        .collect();
    assert_eq!(outputs[0].distribution.outcomes(), expected);
}

/// A call beyond the maximum function depth yields the empty die. Where it is the result of a
/// roll, that roll is left out: here a d6 is rolled again at most once, so the values 3 to 6 are
/// equally likely.
#[test]
fn a_result_beyond_the_depth_is_left_out() {
    check(
        "set \"maximum function depth\" to 2
         function: again N:n { if N < 3 { result: [again d6] } result: N }
         output [again d6]",
        &[(3, 1), (4, 1), (5, 1), (6, 1)],
    );
}

/// In a sum, the empty die counts as 0.
#[test]
fn the_empty_die_counts_as_nothing_in_a_sum() {
    check("output 2d{} + 3", &[(3, 1)]);
    check(
        "set \"maximum function depth\" to 2
         function: more N:n { if N = 2 { result: 2 + [more d2] } result: N }
         output [more d2]",
        &[(1, 2), (3, 1), (4, 1)],
    );
}

/// Positions that do not exist count as 0, for one position as for several.
#[test]
fn positions_that_do_not_exist_count_as_nothing() {
    check("output 3@{1,2}", &[(0, 1)]);
    check("output {1,3}@{1,2}", &[(1, 1)]);
    check("output 5@3d6", &[(0, 1)]);
}

/// A position that is named twice counts twice, for dice as for sequences.
#[test]
fn positions_count_as_often_as_they_are_named() {
    check("output {1,1}@{5,6}", &[(10, 1)]);
    check("output {1,1}@2d2", &[(2, 1), (4, 3)]);
}

/// The maximum function depth limits the functions of the program. Built-in functions can be
/// called at every depth.
#[test]
fn built_in_functions_do_not_count_as_depth() {
    check(
        "set \"maximum function depth\" to 1
         function: f { result: [absolute -3] }
         output [f]",
        &[(3, 1)],
    );
}

/// Whole numbers have 64 bits.
#[test]
fn numbers_have_64_bits() {
    check("output 3000000000 * 2", &[(6_000_000_000, 1)]);
}

/// The weight of an outcome of a die in a sequence is lost: `{2d2}` is `{2, 3, 4}`.
#[test]
fn a_die_in_a_sequence_lists_its_outcomes() {
    check("output {2d2}", &[(2, 1), (3, 1), (4, 1)]);
}

/// A sequence that meets a die counts as its sum.
#[test]
fn a_sequence_counts_as_its_sum_next_to_a_die() {
    check("output d4 > {1,2}", &[(0, 3), (1, 1)]);
    check("output {1,2} + d2", &[(4, 1), (5, 1)]);
}
