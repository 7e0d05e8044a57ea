//! Typical mistakes, and what is reported about them.

use oddsmith_anydice::Stopped;

/// Returns the message, the marked part of the source and the fix.
fn problem(source: &str) -> (String, String, String) {
    let stopped = oddsmith_anydice::parse(source)
        .map_err(Stopped::Problem)
        .and_then(|program| program.evaluate(&mut || true))
        .expect_err(source);
    let Stopped::Problem(problem) = stopped else {
        panic!("{stopped:?}");
    };
    let marked = source.get(problem.span.clone()).expect("a part");
    (
        problem.message,
        marked.to_owned(),
        problem.help.unwrap_or_default(),
    )
}

#[track_caller]
fn check(source: &str, message: &str, marked: &str, help: &str) {
    let (found_message, found_marked, found_help) = problem(source);
    assert_eq!(
        (&*found_message, &*found_marked, &*found_help),
        (message, marked, help)
    );
}

#[test]
fn words_are_suggested() {
    check(
        "ouput 2d6",
        "no statement begins with `ouput`",
        "ouput",
        "did you mean `output`?",
    );
    check(
        "output [higest 3 of 4d6]",
        "there is no function `higest A of B`",
        "[higest 3 of 4d6]",
        "did you mean `[highest A of B]`?",
    );
    check(
        "ATTACK: 3 output ATACK",
        "the variable `ATACK` has no value",
        "ATACK",
        "did you mean `ATTACK`?",
    );
    check(
        "set \"explode dept\" to 3",
        "the settings are \"explode depth\", \"maximum function depth\" and \"position order\"",
        "\"explode dept\"",
        "write \"explode depth\"",
    );
}

#[test]
fn brackets_that_are_missing_are_named() {
    check(
        "output [highest 1 of 2d6\noutput 3",
        "this `[` is not closed: expected `]`, but found the end of the program",
        "[",
        "write `]` where the bracket ends",
    );
    check(
        "output [highest 1 of 2d6\noutput [explode d6]]",
        "there is no function `highest A of B output C`",
        "[highest 1 of 2d6\noutput [explode d6]]",
        "if the call ends before `output`, write `]` there",
    );
    check(
        "output (2d6 + 1",
        "this `(` is not closed: expected `)`, but found the end of the program",
        "(",
        "write `)` where the bracket ends",
    );
    check(
        "output d{1, 2 named \"Odd\"",
        "this `{` is not closed: expected `}`, but found `named`",
        "{",
        "write `}` before `named`",
    );
    check(
        "if 1 { output 3",
        "this block has no closing bracket",
        "{",
        "write } at the end of the block",
    );
}

#[test]
fn assignments_have_a_colon() {
    check(
        "X = 3",
        "`=` compares two values; `:` gives a value to a variable",
        "=",
        "write `X: ` here",
    );
    check(
        "x: 3",
        "`x` cannot be the name of a variable",
        "x",
        "variables have capital letters: write X",
    );
}

#[test]
fn a_condition_is_a_number() {
    check(
        "if d6 > 3 { output 1 }",
        "the condition of an `if` is a number, not a die",
        "d6 > 3",
        "pass the die to a function with a parameter such as X:n, and write the `if` there",
    );
}

#[test]
fn types_of_parameters_are_listed() {
    check(
        "function: f X:x { result: X }",
        "`x` is not a type of a parameter",
        "x",
        "write X:n for a number, X:s for a sequence or X:d for a die",
    );
}

#[test]
fn arguments_that_run_together_are_explained() {
    check(
        "function: add A:n B:n { result: A + B } output [add d6 d8]",
        "there is no function `add A`",
        "[add d6 d8]",
        "`[add A B]` has more arguments: put each one in parentheses, as `d6 d8` is a d6 of d8",
    );
}

#[test]
fn computations_that_fail_are_marked() {
    check(
        "output 1 + 4 / (2 - 2)",
        "this divides 4 by 0",
        "4 / (2 - 2)",
        "make sure that the divisor is never 0",
    );
    check(
        "output 2 ^ (1 - 3)",
        "this raises 2 to the negative power -2",
        "2 ^ (1 - 3)",
        "use a power of 0 or more",
    );
    check(
        "output 10 ^ 30",
        "the result is not between -9223372036854775808 and 9223372036854775807",
        "10 ^ 30",
        "use smaller numbers",
    );
}

#[test]
fn misplaced_statements_are_explained() {
    check(
        "function: f { output 3 }\noutput [f]",
        "a function cannot contain `output`",
        "output",
        "move `output` out of the function",
    );
    check(
        "result: 3",
        "`result` ends a function, and this is not in one",
        "result: 3",
        "write `output` to show the odds of a value",
    );
    check(
        "output 2d6 \"Sword\"",
        "a statement cannot begin with a text",
        "\"Sword\"",
        "write `named` before the text",
    );
    check(
        "loop X over 6 { output X }",
        "a loop goes over a sequence, not a number",
        "6",
        "write a sequence in curly brackets, such as {1..6}",
    );
}

#[test]
fn characters_without_a_meaning_are_named() {
    check(
        "output d%",
        "the character `%` has no meaning here",
        "%",
        "write d100 for a die with 100 faces",
    );
    check(
        "X: 1; output X",
        "the character `;` has no meaning here",
        ";",
        "remove it: statements need no separator",
    );
    check(
        "output 1.5 * d6",
        "AnyDice only has whole numbers",
        "1.5",
        "write a whole number: to keep half points, count in halves",
    );
    check(
        "output d6 == 3",
        "`==` is not an operator of AnyDice",
        "==",
        "write `=` instead",
    );
    check(
        "output 3 \\ open",
        "this comment has no end",
        "\\",
        "a comment stands between two backslashes: write a second \\ after it",
    );
}
