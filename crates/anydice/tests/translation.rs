//! The text of rule files.

use oddsmith_anydice::How;

/// Returns the rule file of a program, and how each output was written.
fn rule_file(source: &str) -> (String, Vec<How>) {
    let program = oddsmith_anydice::parse(source).expect("a program");
    let file = program
        .to_rule_file("Test", &mut || true)
        .expect("a rule file");
    let how = file.outputs.iter().map(|output| output.how).collect();
    (file.text, how)
}

/// Checks what the only output of a program records.
#[track_caller]
fn check(source: &str, recorded: &str) {
    let (text, how) = rule_file(source);
    assert_eq!(how, [How::Translated]);
    let last = text.lines().last().expect("a line");
    assert_eq!(last, format!("    record(result, {recorded})"));
}

#[test]
fn dice_keep_their_notation() {
    check("output 2d6+1", "dice(\"2d6+1\")");
    check("output d20", "roll(20)");
    check("output d4 + 2d6 - 1", "dice(\"1d4+2d6-1\")");
    check("output [highest 3 of 4d6]", "dice(\"4d6kh3\")");
    check("output [lowest 1 of 2d20] + 5", "dice(\"2d20kl1+5\")");
    check("output {1..2}@5d6", "dice(\"5d6kh2\")");
    check("X: 2d6 output X + X", "dice(\"2d6+2d6\")");
    check("output 2d6 * 2", "dice(\"2d6\") * 2");
}

#[test]
fn pools_count_successes() {
    check("output 5d(d6 >= 4)", "successes(5, 6, 4)");
    check("output 5d(d6 > 4)", "successes(5, 6, 5)");
    check("output [count {4..6} in 5d6]", "successes(5, 6, 4)");
    check("output [count 1 in 4d6]", "binomial(4, 1 / 6)");
}

#[test]
fn listed_faces_are_listed() {
    check("output d{1,1,2}", "roll([1, 1, 2])");
    check("output 3d{1,1,2}", "sum(pool(3, [1, 1, 2]))");
    check("output d{3:20,5}", "roll([3, 5], weights = [20, 1])");
    check(
        "output [highest 2 of 3d{0,2,5}]",
        "sum(highest(pool(3, [0, 2, 5]), 2))",
    );
    check("output {1,2,2}", "roll([1, 2, 2])");
}

#[test]
fn positions_and_comparisons_are_translated() {
    check("output 2@4d6", "pool(4, 6)[1]");
    check("output [middle 1 of 3d6]", "pool(3, 6)[1]");
    check("output 2d6 > d8+1", "dice(\"2d6\") > dice(\"1d8+1\")");
    check(
        "output (d6 >= 3) & (d6 <= 4)",
        "roll(6) >= 3 and roll(6) <= 4",
    );
    check("output !d2", "1 if roll(2) == 0 else 0");
    check("output [highest of d6 and d8]", "max(roll(6), roll(8))");
    check("output [4d6 contains 6]", "6 in pool(4, 6)");
}

#[test]
fn divisions_round_toward_zero() {
    check("output 3d6/2", "dice(\"3d6\") // 2");
    check("output (d6-4)/2", "divide(dice(\"1d6-4\"), 2)");
    let (text, _) = rule_file("output (d6-4)/2");
    assert!(text.contains("def divide(a, b):"));
}

#[test]
fn an_exploding_die_uses_the_standard_function() {
    let (text, _) = rule_file("output [explode d6]");
    assert_eq!(
        text,
        "\"\"\"Test\"\"\"\n\
         use \"std\": exploding\n\n\
         result = count(\"Result\")\n\n\
         def trial():\n    record(result, exploding(6, 2))\n"
    );
}

#[test]
fn several_outputs_are_options() {
    let (text, how) = rule_file(
        "loop N over {1..2} { output Nd6 named \"[N] dice\" }
         output 3 named \"1 dice\"
         output d2 named \"5\"
         output d{}
         output 3 named \"a, \\\"b\\\"\"",
    );
    assert_eq!(
        text,
        "\"\"\"Test\"\"\"
output = one_of(\"1 dice\", \"2 dice\", \"1 dice (2)\", \"output 5\", \"a; 'b'\", help = \"output\")
result = count(\"Result\")

def trial():
    if output == \"1 dice\":
        record(result, roll(6))
    elif output == \"2 dice\":
        record(result, dice(\"2d6\"))
    elif output == \"1 dice (2)\":
        record(result, 3)
    elif output == \"output 5\":
        record(result, roll(2))
    else:
        record(result, 3)
"
    );
    assert_eq!(how[4], How::Unwritable);
}

#[test]
fn functions_become_functions() {
    let (text, how) = rule_file(
        "function: A:s against B:s {
           WINS: 0
           loop I over {1..#B} { if I@A > I@B { WINS: WINS + 1 } }
           result: WINS
         }
         output [3d6 against 2d6]",
    );
    assert_eq!(how, [How::Translated]);
    assert_eq!(
        text,
        "\"\"\"Test\"\"\"
result = count(\"Result\")

def against(a, b):
    wins = 0
    for i in upto(2):
        if a[i - 1] > b[i - 1]:
            wins += 1
    return wins

def trial():
    record(result, against(pool(3, 6), pool(2, 6)))
"
    );
}

#[test]
fn recursion_counts_its_depth_if_the_limit_matters() {
    let (text, how) = rule_file(
        "function: again X:n { if X = 6 { result: 6 + [again d6] } result: X }
         output [again d6]",
    );
    assert_eq!(how, [How::Translated]);
    assert!(text.contains(
        "def again(x, depth):
    if x == 6:
        return 6 + (again(roll(6), depth + 1) if depth < 10 else 0)
    return x
"
    ));
    assert!(text.ends_with("record(result, again(roll(6), 1))\n"));
}

#[test]
fn a_variable_that_holds_dice_is_rolled_at_each_use() {
    // The variable cannot hold one roll, because it is used twice.
    let (text, how) = rule_file(
        "function: twice X:n { Y: X * d6 result: Y + Y }
         output [twice d2]",
    );
    assert_eq!(how, [How::Evaluated]);
    assert!(text.contains("# The weights are the odds"));
    // A parameter holds one roll.
    check(
        "function: double X:n { result: X + X } output [double d6]",
        "double(roll(6))",
    );
}

#[test]
fn outcomes_that_are_left_out_are_evaluated() {
    let (text, how) = rule_file(
        "function: reroll X:n { if X = 1 { result: d{} } result: X }
         output [reroll d6]",
    );
    assert_eq!(how, [How::Evaluated]);
    assert!(text.ends_with("record(result, roll([2, 3, 4, 5, 6]))\n"));
}

#[test]
fn nothing_is_written_without_outcomes() {
    let (text, how) = rule_file("output d{}");
    assert_eq!((text.as_str(), how), ("", vec![How::Unwritable]));
}

#[test]
fn a_variable_without_a_value_on_some_path_is_not_translated() {
    let program = "Y: 5 function: f X:n { if X = 1 { Y: 2 } result: Y } output [f d2]";
    assert_eq!(rule_file(program).1, [How::Evaluated]);
    let program = "function: f X:n { if X = 1 { Y: 2 } else { Y: 7 } result: Y } output [f d2]";
    assert_eq!(rule_file(program).1, [How::Translated]);
}

/// Outputs that are always 0 or 1 are recorded as chances; next to numbers, they are 0 or 1.
#[test]
fn outputs_of_0_or_1_are_chances() {
    let (text, _) = rule_file("output [highest 1 of 2d{0, 1}] output d6 = 6");
    for line in [
        "result = flag(\"Chance\")",
        "        record(result, roll(6) == 6)",
    ] {
        assert!(text.lines().any(|written| written == line), "{text}");
    }
    let (text, _) = rule_file("output d6 = 6 output d6");
    assert!(text.contains("result = count(\"Result\")"), "{text}");
    assert!(
        text.contains("record(result, 1 if roll(6) == 6 else 0)"),
        "{text}"
    );
    // A number that cannot vary is no chance.
    let (text, _) = rule_file("output 1");
    assert!(
        text.contains("count(") && text.contains("record(result, 1)"),
        "{text}"
    );
}

/// Each output knows its statement, and the lines of the rule file that are about it.
#[test]
fn outputs_know_where_they_come_from() {
    let source = "output d6\noutput 2d6 named \"two\"";
    let file = oddsmith_anydice::parse(source)
        .expect("a program")
        .to_rule_file("Test", &mut || true)
        .expect("a rule file");
    let two = &file.outputs[1];
    assert_eq!(&source[two.span.clone()], "output 2d6 named \"two\"");
    assert!(file.text[two.written.clone()].contains("dice(\"2d6\")"));
    assert!(!file.text[two.written.clone()].contains("roll(6)"));
}
