//! Tests the runs in `docs/rules.md`: each row of its tables has parameters, a question and an
//! answer.

use std::sync::Arc;

use oddsmith_engine::explore::Watch;

use super::statements::{PAGE, rows};
use crate::analysis::wanted;
use crate::input::diagnostic::Source;
use crate::scenario::document::{Overrides, Scenario};

/// A run: the parameters of a rule, a question, and the answer on the page.
struct DocumentedRun {
    rule: &'static str,
    parameters: &'static str,
    question: &'static str,
    answer: &'static str,
}

/// Returns the runs in a column.
fn documented_runs(rule: &'static str, column: &'static str) -> Vec<DocumentedRun> {
    let run = |text: &'static str| {
        let (description, answer) = text
            .rsplit_once(" = ")
            .unwrap_or_else(|| panic!("no answer in {text}"));
        let spans: Vec<&str> = description.split('`').skip(1).step_by(2).collect();
        let (parameters, question) = match spans[..] {
            [question] => ("", question),
            [parameters, question] => (parameters, question),
            _ => panic!("{text}: parameters, and a question"),
        };
        DocumentedRun {
            rule,
            parameters,
            question,
            answer,
        }
    };
    column.split("; ").map(run).collect()
}

/// Parses a fraction, or a decimal with half a unit of its last digit as tolerance.
fn answer_and_tolerance(answer: &str) -> (f64, f64) {
    if let Some((above, below)) = answer.split_once('/') {
        return (
            above.parse::<f64>().expect("a number") / below.parse::<f64>().expect("a number"),
            1e-9,
        );
    }
    let places = answer
        .split_once('.')
        .map_or(9, |(_, places)| places.len() as i32);
    (
        answer
            .parse()
            .unwrap_or_else(|_| panic!("{answer} is not a number")),
        0.5000001 * 10f64.powi(-places),
    )
}

fn assert_documented_answer(run: &DocumentedRun, name: &str) {
    let text = format!(
        "rule = \"{}\"\nparameters = {{ {} }}\n[[ask]]\nvalue = \"{}\"\n",
        run.rule, run.parameters, run.question
    );
    let source = Arc::new(Source {
        name: name.to_owned(),
        text,
    });
    let scenario = Scenario::parse("run", source, &Overrides::default())
        .unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let report = wanted::quick_report(&scenario, &Watch::default())
        .unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let exact = report.cases[0].answers[0]
        .exact
        .unwrap_or_else(|| panic!("{name}: not exact"))
        .figure();
    let (value, slack) = answer_and_tolerance(run.answer);
    let exact = exact
        .unwrap_or_else(|| panic!("{name}: {} is never there", run.question))
        .value;
    assert!(
        (exact - value).abs() <= slack,
        "{name}: {} is {exact}, not {}",
        run.question,
        run.answer
    );
}

#[test]
fn documented_rows_give_their_stated_answers() {
    let mut run = 0;
    for row in rows() {
        let (row_name, column) = (format!("row {}", row.number), row.columns[5]);
        if column.starts_with('*') {
            assert!(
                row.columns[2].starts_with('*'),
                "{row_name} is modelled, and not run"
            );
            continue;
        }
        for documented in documented_runs(row.rule.id, column) {
            assert_documented_answer(&documented, &row_name);
            run += 1;
        }
    }
    assert!(run >= 130, "{run}");
}

#[test]
fn numbers_printed_in_the_texts_are_reproduced() {
    let (_, table) = PAGE
        .split_once("## Numbers that the texts print")
        .expect("a table");
    let (table, _) = table.split_once("\n## ").expect("a section after it");
    let rows = table.lines().filter(|line| {
        line.starts_with("| ") && !line.starts_with("| the") && !line.contains("---")
    });
    let mut run = 0;
    for line in rows {
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let (rule, column) = columns[2].split_once(": ").expect("a rule");
        documented_runs(rule, column)
            .iter()
            .for_each(|documented| assert_documented_answer(documented, columns[0]));
        run += 1;
    }
    assert!(run >= 20, "{run}");
}
