//! The runs of `docs/rules.md`: every row of its tables says some parameters, a question and what
//! it comes to.

use std::sync::Arc;

use oddsmith_engine::explore::Watch;

use super::statements::{PAGE, rows};
use crate::analysis::wanted;
use crate::input::diagnostic::Source;
use crate::scenario::document::{Overrides, Scenario};

/// A run: a rule's parameters, a question, and what the page says of it.
struct Documented {
    rule: &'static str,
    parameters: &'static str,
    question: &'static str,
    answer: &'static str,
}

/// The runs of a column.
fn read(rule: &'static str, column: &'static str) -> Vec<Documented> {
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
        Documented {
            rule,
            parameters,
            question,
            answer,
        }
    };
    column.split("; ").map(run).collect()
}

/// A fraction, or a decimal and half of its last place.
fn number(answer: &str) -> (f64, f64) {
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

fn holds(run: &Documented, what: &str) {
    let text = format!(
        "rule = \"{}\"\nparameters = {{ {} }}\n[[ask]]\nvalue = \"{}\"\n",
        run.rule, run.parameters, run.question
    );
    let source = Arc::new(Source {
        name: what.to_owned(),
        text,
    });
    let scenario = Scenario::parse("run", source, &Overrides::default())
        .unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let report = wanted::check(&scenario, &Watch::default())
        .unwrap_or_else(|error| panic!("{what}: {error:?}"));
    let exact = report.cases[0].answers[0]
        .exact
        .unwrap_or_else(|| panic!("{what}: not exact"))
        .figure();
    let (value, slack) = number(run.answer);
    let exact = exact
        .unwrap_or_else(|| panic!("{what}: {} is never there", run.question))
        .value;
    assert!(
        (exact - value).abs() <= slack,
        "{what}: {} is {exact}, not {}",
        run.question,
        run.answer
    );
}

#[test]
fn every_row_is_run_and_comes_to_what_it_says() {
    let mut run = 0;
    for row in rows() {
        let (what, column) = (format!("row {}", row.number), row.columns[5]);
        if column.starts_with('*') {
            assert!(
                row.columns[2].starts_with('*'),
                "{what} is modelled, and not run"
            );
            continue;
        }
        for documented in read(row.rule.id, column) {
            holds(&documented, &what);
            run += 1;
        }
    }
    assert!(run >= 130, "{run}");
}

#[test]
fn every_number_that_the_texts_print_is_run() {
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
        read(rule, column)
            .iter()
            .for_each(|documented| holds(documented, columns[0]));
        run += 1;
    }
    assert!(run >= 20, "{run}");
}
