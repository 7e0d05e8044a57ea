//! The questions of a newcomer in `docs/questions.md`: each is one command, and what stands below it is what it prints.

use crate::support::Bench;

#[test]
fn every_command_of_the_page_prints_what_the_page_says() {
    let page = include_str!("../../docs/questions.md");
    let bench = Bench::new();
    // What the page calls yesterday.
    let yesterday = ["wing-turn", "--set", "wings.Left.quality=5", "--output", "yesterday"];
    bench.succeed(&[&yesterday[..], &["--no-charts", "--no-report", "--quiet"]].concat());
    let mut held = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, printed) = block.split_once('\n').unwrap();
        let words = words(command.strip_prefix("$ simulate ").unwrap_or_else(|| panic!("{command}")));
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = bench.run(&args);
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(told, printed, "{command}");
        held += 1;
    }
    assert_eq!(held, 6);
}

/// The words of a command, quotes taken off.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in command.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn the_tutorial_of_finding_numbers_prints_what_it_says() {
    let page = include_str!("../../docs/balance.md");
    let scenario = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(scenario, include_str!("../../scenarios/fair-duel.toml"));
    let blocks: Vec<&str> =
        page.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let (command, printed) = block.split_once('\n').unwrap();
        let words = words(command.strip_prefix("$ simulate ").unwrap_or_else(|| panic!("{command}")));
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = Bench::new().run(&args);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), printed, "{command}");
    }
}
