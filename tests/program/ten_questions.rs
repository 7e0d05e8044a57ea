//! Tests the questions in `docs/rules.md`: the program's answer contains what the page quotes.

use crate::support::Bench;

const PAGE: &str = include_str!("../../docs/rules.md");

/// Splits a command into words. Quotation marks keep words together.
fn words(command: &str) -> Vec<String> {
    let parts = command.replace("\\|", "|");
    let quoted = parts.split('"').enumerate();
    quoted
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn documented_commands_print_the_documented_answers() {
    let (_, table) = PAGE.split_once("## Ten questions").expect("a table");
    let (table, _) = table.split_once("\n## ").expect("a section after it");
    let bench = Bench::new();
    let mut asked = 0;
    for line in table.lines().filter(|line| line.contains("`simulate ")) {
        let spans: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let mut command = words(spans[0]);
        assert_eq!(command.remove(0), "simulate");
        command.extend(["--trials", "1000", "--no-save"].map(str::to_owned));
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let printed = bench.succeed(&command);
        assert!(spans.len() > 1, "{line}: what does it say?");
        for says in &spans[1..] {
            assert!(
                printed.contains(says),
                "{command:?} does not say {says}:\n{printed}"
            );
        }
        asked += 1;
    }
    assert_eq!(asked, 10);
}
