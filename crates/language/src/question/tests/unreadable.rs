//! Tests the messages about questions that cannot be parsed.

use super::*;

/// For each question: the problem, the marked text, and the help.
#[test]
fn unreadable_questions_are_reported_with_span_and_help() {
    let vocabulary = vocabulary();
    let cases = [
        (
            "P(acions >= 2)",
            "there is no metric `acions`",
            "acions",
            "did you mean `actions`?",
        ),
        (
            "P(Counter >= 2)",
            "there is no metric `Counter`",
            "Counter",
            "metrics: hits",
        ),
        ("Q(actions)", "`Q` is not a question", "Q", "P(...)"),
        (
            "meam(actions)",
            "`meam` is not a question",
            "meam",
            "did you mean `mean(...)`?",
        ),
        (
            "P(hits >= 2)",
            "`hits` has a value for each step",
            "hits",
            "hits@last",
        ),
        ("P(hits@5 >= 2)", "`hits` has no step 5", "5", "use 1 to 4"),
        (
            "P(hits@Lefft >= 2)",
            "there is no step `Lefft`",
            "Lefft",
            "did you mean `Left`?",
        ),
        (
            "P(hits@1..2 >= 2)",
            "expected one step, found several",
            "@1..2",
            "any, all",
        ),
        (
            "P(actions@1 >= 2)",
            "`actions` has no steps",
            "@1",
            "remove the step",
        ),
        (
            "P(result@1 < mixed)",
            "the outcomes of a category have no order",
            "result@1",
            "= or !=",
        ),
        (
            "P(result@1 = mixd)",
            "there is no outcome `mixd`",
            "mixd",
            "did you mean `mixed`?",
        ),
        (
            "P(result@1 = 2)",
            "there is no outcome `2`",
            "2",
            "outcomes: all-fail",
        ),
        (
            "P(result@1)",
            "expected an event, found a category",
            "result@1",
            "all-succeed",
        ),
        (
            "mean(result@1)",
            "expected a number, found a category",
            "result@1",
            "= or !=",
        ),
        (
            "P(actions)",
            "expected an event, found a number",
            "actions",
            "compare it",
        ),
        (
            "P(verdict = god)",
            "there is no outcome `god`",
            "god",
            "very good",
        ),
        (
            "P(disastr)",
            "there is no metric `disastr`",
            "disastr",
            "did you mean `disaster`?",
        ),
        (
            "mean(actions) >= 4",
            "the question should end before this",
            ">=",
            "want = ",
        ),
        (
            "P(actions >= 2",
            "expected `)`, found the end",
            "2",
            "close the bracket with `)`",
        ),
        (
            "P(actions >= )",
            "expected a number or an event, found `)`",
            ")",
            "a metric",
        ),
        (
            "P(actions >= 2.5)",
            "`2.5` is not a whole number",
            "2.5",
            "whole number",
        ),
        (
            "P(actions in 4..2)",
            "2 is less than 4",
            "2",
            "lowest first",
        ),
        (
            "P(actions && ended)",
            "`&&` is not part of this language",
            "&&",
            "`and`",
        ),
        (
            "P(actions ≥ 2)",
            "`≥` is not part of this language",
            "≥",
            "write >=",
        ),
        (
            "P(ended) | ended",
            "`|` is outside the brackets",
            "|",
            "inside: P(a | b)",
        ),
        (
            "P(ended ended)",
            "expected `)`, found `ended`",
            "ended",
            "comparison",
        ),
        (
            "cov(actions)",
            "expected `,`, found `)`",
            ")",
            "two numbers",
        ),
        (
            "mean(abs(actions, 2))",
            "abs takes one number",
            "abs(actions, 2)",
            "abs(x)",
        ),
        (
            "mean(summ(hits))",
            "there is no function `summ`",
            "summ",
            "did you mean `sum`?",
        ),
        (
            "mean(sum(sum(hits) + hits))",
            "a function over steps cannot contain another one",
            "sum(hits)",
            "innermost",
        ),
        (
            "mean(sum(hits@1..2 - hits@1..3))",
            "expected 2 steps, found 3",
            "hits@1..3",
            "same number",
        ),
        (
            "P('actions >= 2)",
            "this quote is not closed",
            "'",
            "end the name with '",
        ),
        (
            "P(actions is 2)",
            "expected `absent`, found `2`",
            "2",
            "\"equal\" write =",
        ),
        ("", "expected a question, found the end", "", "P(...)"),
        (
            "P(ended) - P(actions > 2)",
            "the question should end before this",
            "-",
            "mean(x - y)",
        ),
        (
            "P(ended) > P(actions > 2)",
            "the question should end before this",
            ">",
            "next to each other",
        ),
        (
            "average(actions)",
            "`average` is not a question",
            "average",
            "write mean(...)",
        ),
        (
            "actions",
            "`actions` is not a question",
            "actions",
            "mean(actions)",
        ),
        (
            "max(hits)",
            "`hits` has a value for each step",
            "hits",
            "mean(max(hits))",
        ),
        (
            "median(hits)",
            "`hits` has a value for each step",
            "hits",
            "median(max(hits)) is the greatest",
        ),
        (
            "P(result)",
            "`result` has a value for each step",
            "result",
            "any(result = all-fail)",
        ),
        (
            "P(result@2 = mixed or hits@1 > 2 and result = mixed)",
            "`result` has a value for each step",
            "result",
            "any(result = mixed)",
        ),
        (
            "P(hits.Nobody > 1)",
            "`.` cannot be used here",
            ".",
            "hits@Left",
        ),
        (
            "P(foo.bar > 1)",
            "`.` cannot be used here",
            ".",
            "metrics: hits, result",
        ),
        (
            "P(hits[7] = 0)",
            "`[` cannot be used here",
            "[",
            "hits@Left to hits@Rear",
        ),
        (
            "P(ended[1])",
            "`[` cannot be used here",
            "[",
            "`ended` has no steps",
        ),
        (
            "P([ended])",
            "`[` cannot be used here",
            "[",
            "use round brackets",
        ),
        (
            "P(mixed)",
            "`mixed` is an outcome of result",
            "mixed",
            "any(result = mixed)",
        ),
        (
            "P(actions = mixed)",
            "`mixed` is an outcome of result",
            "mixed",
            "result = mixed",
        ),
        (
            "P(result@1 != mixed and all-fail)",
            "`all-fail` is an outcome",
            "all-fail",
            "result@1 != all-fail",
        ),
        (
            "P(actions >= 4 or 2)",
            "expected an event, found a number",
            "2",
            "actions > 2, or actions = 2",
        ),
        (
            "P(result@1 in 'mixed')",
            "`in` needs a range",
            "'mixed'",
            "write result@1 = mixed",
        ),
        (
            "P(result@1 in {mixed})",
            "`{` is not part of this language",
            "{",
            "lot = ann or lot = bob",
        ),
    ];
    for (text, problem, marked, help) in cases {
        let wrong = vocabulary.question(text).expect_err(text);
        assert!(wrong.problem.contains(problem), "{text}: {}", wrong.problem);
        assert!(wrong.help.contains(help), "{text}: {}", wrong.help);
        assert_eq!(&text[wrong.span.start..wrong.span.end], marked, "{text}");
    }
}
