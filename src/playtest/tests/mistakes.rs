//! Logs with mistakes: each message has the line, the value and the valid values.

use super::{Request, compare, compared, scenario};
use crate::analysis::RunError;
use crate::input::diagnostic::Diagnostic;

/// Returns the mistakes in a log.
fn problems(text: &str, request: &Request) -> Vec<Diagnostic> {
    match compare(&scenario("wing-turn", &[]), text, request) {
        Err(RunError::Diagnostics(problems)) => problems.0,
        Err(RunError::Interrupted) => panic!("interrupted"),
        Ok(found) => panic!("no mistake: {found:?}"),
    }
}

/// Returns the line and the text of the place of a problem.
fn place(problem: &Diagnostic) -> (usize, String) {
    let place = problem.place.as_ref().expect("a place");
    let text = &place.source.text[place.span.clone()];
    (place.source.line(place.span.start), text.to_owned())
}

#[test]
fn each_of_thirty_mistakes_is_named() {
    let bad = [
        ("actions", "many"),
        ("actions", "-1"),
        ("actions", "99"),
        ("actions", "3.5"),
        ("actions", "4-2"),
        ("actions", "1,5"),
        ("actions", "two"),
        ("actions", "absent"),
        ("actions", "50+"),
        ("actions", "<0"),
        ("successes@1", "4"),
        ("successes@1", "x"),
        ("successes@1", "5+"),
        ("successes@1", "-"),
        ("result@1", "won!"),
        ("result@1", "maybe"),
        ("result@1", "3"),
        ("result@1", "not great"),
        ("result@1", "all or none or x"),
        ("result@1", "alll"),
        ("successes@1", "1 2"),
        ("successes@1", "one"),
        ("actions", "+3"),
        ("actions", "3+4"),
        ("actions", "~3"),
        ("actions", "3?"),
        ("actions", "3 hits"),
        ("successes@1", "2/"),
        ("successes@1", "7-9"),
        ("result@1", "mixd"),
    ];
    assert_eq!(bad.len(), 30);
    let columns = ["actions", "successes@1", "result@1"];
    let mut text = format!("date,{}\n", columns.join(","));
    for (column, cell) in bad {
        let cells = columns.map(|name| {
            if name == column {
                format!("\"{cell}\"")
            } else {
                String::new()
            }
        });
        text.push_str(&format!("today,{}\n", cells.join(",")));
    }
    text.push_str("today,4,2,\n");
    let found = problems(&text, &Request::default());
    assert_eq!(found.len(), 30);
    for (index, (problem, (column, cell))) in found.iter().zip(bad).enumerate() {
        let (line, written) = place(problem);
        assert_eq!(
            (line, written.trim_matches('"')),
            (index + 2, cell),
            "{}",
            problem.problem
        );
        let parts = [problem.problem.as_str(), column, cell];
        assert!(
            parts.iter().all(|part| problem.problem.contains(part)),
            "{}",
            problem.problem
        );
        assert!(problem.help.starts_with("allowed: "), "{}", problem.help);
    }
    let skipping = Request {
        skips: true,
        ..Request::default()
    };
    let kept = compared(&scenario("wing-turn", &[]), &text, &skipping);
    assert_eq!((kept.trials, kept.skipped.len()), (1, 30));
    let lines: Vec<u64> = kept.skipped.iter().map(|row| row.line).collect();
    assert_eq!(lines, (2..32).collect::<Vec<u64>>());
}

#[test]
fn mistakes_in_columns_and_options_are_named() {
    let cases = [
        (
            "actoins\n3\n",
            "",
            "",
            "there is no metric or parameter `actoins`",
        ),
        ("result\nall\n", "", "", "`result` may be any of"),
        (
            "date,who\n1.2.,Ann\n",
            "",
            "",
            "no column of log.csv is a metric",
        ),
        (
            "actions,Actions taken\n3,3\n",
            "",
            "",
            "two columns are `actions`",
        ),
        ("actions\n3\n", "table", "", "the log has no column `table`"),
        ("actions,dice\n3,x\n", "", "", "expected a whole number"),
        (
            "actions,dice\n3,3\n",
            "",
            "dice=3,4",
            "is a column of the log and also in --fit",
        ),
        ("actions\n3\n", "", "dise", "there is no parameter `dise`"),
        ("actions\n3\n", "", "variant", "no variants to compare"),
        ("actions\n3\n", "", "play", "leaves no choice to a player"),
        ("actions\n3,4\n", "", "", "2 cells, and the header has 1"),
    ];
    for (text, by, fit, wanted) in cases {
        let request = Request {
            by: (!by.is_empty()).then(|| by.to_owned()),
            fits: (!fit.is_empty())
                .then(|| fit.to_owned())
                .into_iter()
                .collect(),
            ..Request::default()
        };
        let found = problems(text, &request);
        assert!(
            found[0].problem.contains(wanted),
            "{wanted}: {}",
            found[0].problem
        );
        assert!(!found[0].help.is_empty(), "{wanted}");
    }
}

#[test]
fn a_column_can_be_named_or_ignored() {
    let request = Request {
        columns: vec!["Moves=actions".to_owned(), "actoins=".to_owned()],
        ..Request::default()
    };
    let found = compared(
        &scenario("wing-turn", &[]),
        "Moves,actoins\n4,many\n",
        &request,
    );
    assert_eq!(found.metrics.len(), 1);
    let request = Request {
        columns: vec!["Move=actions".to_owned()],
        ..Request::default()
    };
    let found = problems("Moves\n4\n", &request);
    assert!(
        found[0].problem.contains("no such column"),
        "{}",
        found[0].problem
    );
}
