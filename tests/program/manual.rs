//! Tests shell completions and manual pages, which are made from the command line definition.

use std::process::Command;

use crate::support::Bench;

const COMMANDS: [&str; 6] = ["list", "show", "check", "new", "replay", "schema"];

#[test]
fn completions_contain_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = Bench::new().succeed(&["completions", shell]);
        assert!(
            COMMANDS.iter().all(|command| script.contains(command)),
            "{shell}"
        );
    }
}

#[test]
fn every_command_prints_its_help() {
    let bench = Bench::new();
    assert!(bench.succeed(&["-h"]).lines().count() <= 50);
    assert!(bench.succeed(&["--help"]).contains("Exit codes:"));
    for command in [
        "balance",
        "merge",
        "watch",
        "fmt",
        "lsp",
        "page",
        "man",
        "completions",
    ]
    .into_iter()
    .chain(COMMANDS)
    {
        for asked in [
            &[command, "-h"][..],
            &[command, "--help"],
            &["help", command],
        ] {
            let help = bench.succeed(asked);
            assert!(
                help.contains(&format!("Usage: simulate {command}")) && help.contains("--help"),
                "{asked:?}: {help}"
            );
        }
    }
    assert!(bench.succeed(&["help"]).contains("Commands"));
    assert!(bench.succeed(&["--version"]).starts_with("simulate "));
}

#[test]
fn bash_reads_the_completion_script() {
    let bench = Bench::new();
    bench.write("simulate.bash", bench.succeed(&["completions", "bash"]));
    let asked = "source simulate.bash && COMP_WORDS=(simulate sch) && COMP_CWORD=1 && _simulate simulate sch simulate \
                 && echo ${COMPREPLY[@]}";
    let Ok(output) = Command::new("bash")
        .args(["-c", asked])
        .current_dir(bench.path(""))
        .output()
    else {
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "schema");
}

#[test]
fn manual_has_a_page_for_each_command() {
    let bench = Bench::new();
    let page = bench.succeed(&["man"]);
    assert!(
        page.contains(".TH simulate 1") && page.contains("\\-\\-scenario"),
        "{page}"
    );
    bench.succeed(&["man", "pages"]);
    let pages = bench.list("pages");
    assert!(pages.contains(&"simulate.1".to_owned()));
    assert!(
        COMMANDS
            .iter()
            .all(|command| pages.contains(&format!("simulate-{command}.1"))),
        "{pages:?}"
    );
    assert_eq!(bench.read("pages/simulate.1"), page);
}

#[test]
fn folder_that_cannot_be_created_is_reported() {
    let bench = Bench::new();
    bench.write("file", "");
    let output = bench.run(&["man", "file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(crate::support::stderr(&output).contains("file: "));
}
