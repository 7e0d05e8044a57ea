//! Tests the language server with several files that depend on each other, in the editor and on
//! disk.

use serde_json::{Value, json};

use crate::editor::Editor;
use crate::support::Bench;

const LIB: &str =
    "def losses(n):\n    return successes(n, 6, 4)\n\nexpect(\"mean(losses(6)) = 3\")\n";
const MAIN: &str = "\"\"\"Main\"\"\"\nuse \"lib.odds\": losses\n\nn    = whole(6, 1, 20, \"dice\")\nhits = count(\"Hits\")\n\n\
def trial():\n    record(hits, losses(n))\n\nexpect(\"mean(hits) = 3\")\n";
const SCENARIO: &str = "title = \"T\"\nrule = \"main.odds\"\n\n[sweep]\nn = [3, 4]\n";

const FAILED_EXPECTATION: &str = "`mean(hits) = 3` does not hold: it is 4";

/// Returns a folder with a library, a rule file that uses it, and a scenario.
fn bench() -> Bench {
    let bench = Bench::new();
    bench
        .write("lib.odds", LIB)
        .write("main.odds", MAIN)
        .write("s.toml", SCENARIO);
    bench
}

fn uri(bench: &Bench, name: &str) -> String {
    format!("file://{}", bench.path(name).display())
}

#[test]
fn expectation_stays_underlined_while_other_files_change() {
    let bench = bench();
    let (main, scenario) = (uri(&bench, "main.odds"), uri(&bench, "s.toml"));
    let mut editor = Editor::start_initialized();
    editor.open(&main, &MAIN.replace("= 3", "= 4"));
    editor.wait_for_messages(&main, &["`mean(hits) = 4` does not hold: it is 3"]);
    editor.open(&scenario, SCENARIO);
    for version in 2..6 {
        editor.change_file(&scenario, version, &format!("{SCENARIO}# {version}\n"));
    }
    editor.wait_for_messages(&scenario, &[]);
    editor.change_file(&scenario, 6, "rule = \"main.odds\"\nx = 1\n");
    editor.wait_for_messages(&scenario, &["unknown key `x`"]);
    let published = editor
        .pending_messages
        .iter()
        .filter(|found| found["params"]["uri"] == main.as_str());
    let after_the_first = published.skip_while(|found| found["params"]["diagnostics"] == json!([]));
    assert!(after_the_first.clone().count() > 0);
    assert!(after_the_first.clone().all(|found| {
        found["params"]["diagnostics"]
            .as_array()
            .is_some_and(|found| found.len() == 1)
    }));
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn edits_in_a_used_file_update_its_users() {
    let bench = bench();
    let [main, lib, scenario] = ["main.odds", "lib.odds", "s.toml"].map(|name| uri(&bench, name));
    let mut editor = Editor::start_initialized();
    editor.open(&main, MAIN);
    editor.open(&scenario, SCENARIO);
    editor.open(&lib, LIB);
    for uri in [&main, &scenario, &lib] {
        editor.wait_for_messages(uri, &[]);
    }
    editor.change_file(
        &lib,
        2,
        &LIB.replace("6, 4)", "6, 3)").replace("= 3", "= 4"),
    );
    editor.wait_for_messages(&main, &[FAILED_EXPECTATION]);
    editor.change_file(&lib, 3, &LIB.replace("losses", "lost"));
    editor.wait_for_messages(&main, &["lib.odds has no function or constant `losses`"]);
    editor.wait_for_messages(
        &scenario,
        &["main.odds, line 2: lib.odds has no function or constant `losses`"],
    );
    // After closing without saving, the file on disk is used again.
    editor.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": lib } }),
    );
    editor.wait_for_messages(&main, &[]);
    editor.wait_for_messages(&scenario, &[]);
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn a_change_on_disk_is_noticed() {
    let bench = bench();
    let (main, lib) = (uri(&bench, "main.odds"), uri(&bench, "lib.odds"));
    let mut editor = Editor::with_capabilities(
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } }),
    );
    let registration = editor.read_message();
    assert_eq!(registration["method"], "client/registerCapability");
    let watchers =
        registration["params"]["registrations"][0]["registerOptions"]["watchers"].to_string();
    assert!(
        watchers.contains("*.odds") && watchers.contains("*.toml"),
        "{watchers}"
    );
    editor.send(&json!({ "jsonrpc": "2.0", "id": registration["id"], "result": null }));
    editor.open(&main, MAIN);
    editor.wait_for_messages(&main, &[]);
    let changed = json!({ "changes": [{ "uri": lib, "type": 2 }] });
    for (lib_text, shown) in [
        (LIB.replace("6, 4)", "6, 3)"), FAILED_EXPECTATION),
        (
            LIB.replace("losses", "lost"),
            "lib.odds has no function or constant `losses`",
        ),
    ] {
        bench.write("lib.odds", lib_text);
        editor.notify("workspace/didChangeWatchedFiles", changed.clone());
        editor.wait_for_messages(&main, &[shown]);
    }
    std::fs::remove_file(bench.path("lib.odds")).unwrap();
    editor.notify("workspace/didChangeWatchedFiles", changed);
    editor.wait_for_messages(&main, &["there is no rule file `lib.odds`"]);
    // An editor that does not watch files still reports when it saves one.
    bench.write("lib.odds", LIB);
    editor.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": main } }),
    );
    editor.wait_for_messages(&main, &[]);
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn file_watching_is_requested_only_where_supported() {
    let mut editor = Editor::start_initialized();
    assert!(editor.ask("shutdown", Value::Null).is_null());
    assert_eq!(editor.pending_messages, Vec::<Value>::new());
}

#[test]
fn unsaved_texts_are_read_by_their_language() {
    let mut editor = Editor::start_initialized();
    for uri in ["untitled:Untitled-1", "untitled:mine.odds"] {
        editor.open(
            uri,
            "hits = count(\"Hits\")\n\ndef trial():\n    record(hist, 1)\n",
        );
        editor.wait_for_messages(uri, &["there is no metric named `hist`"]);
        let symbols = editor.ask(
            "textDocument/documentSymbol",
            json!({ "textDocument": { "uri": uri } }),
        );
        assert_eq!(symbols[0]["name"], "hits");
    }
    let scenario = "untitled:Untitled-2";
    let document = json!({ "uri": scenario, "languageId": "toml", "version": 1, "text": "rule = \"wing-activaton\"\n" });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    editor.wait_for_messages(scenario, &["there is no rule wing-activaton"]);
    for (uri, runs) in [(scenario, 0), ("file:///nowhere/s.toml", 1)] {
        editor.open(uri, "rule = \"wing-activation\"\n");
        let lenses = editor.ask(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": uri } }),
        );
        assert_eq!(lenses.as_array().map(Vec::len), Some(runs));
    }
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn scenarios_are_recognized_by_their_rule_key() {
    let mut editor = Editor::start_initialized();
    for (number, key) in [
        "rule",
        "  rule",
        "\"rule\"",
        "'rule'",
        "\u{feff}rule",
        "\trule  ",
    ]
    .iter()
    .enumerate()
    {
        let uri = format!("file:///nowhere/s{number}.toml");
        editor.open(&uri, &format!("{key} = \"wing-activaton\"\r\n"));
        editor.wait_for_messages(&uri, &["there is no rule wing-activaton"]);
    }
    assert_eq!(editor.shut_down(), Some(0));
}

/// A rule whose expectation takes many seconds.
const SLOW: &str = "hits = count(\"Hits\")\n\ndef trial():\n    a = [roll(20) for i in range(7)]\n    x = 0\n    for i in range(7):\n        \
for j in range(7):\n            if a[i] > a[j]:\n                x += a[i] * i + j\n    record(hits, x)\n\nexpect(\"mean(hits) > 1\")\n";

#[test]
fn slow_expectations_delay_no_mistake_of_another_file() {
    let mut editor = Editor::start_initialized();
    for number in 0..6 {
        editor.open(&format!("file:///nowhere/slow{number}.odds"), SLOW);
    }
    let late = "file:///nowhere/late.odds";
    let started = std::time::Instant::now();
    for version in 1..20 {
        editor.change_file(
            late,
            version,
            &format!("hits = count(\"Hits\"\n# {version}\n"),
        );
    }
    editor.wait_for_messages(late, &["`(` is not closed"]);
    assert!(
        started.elapsed() < std::time::Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn last_edited_text_is_checked_first() {
    let mut editor = Editor::start_initialized();
    // There are more slow texts than threads, so that all but the first few wait.
    let count = 3 * std::thread::available_parallelism().map_or(1, usize::from);
    let slow = |number: usize| format!("file:///nowhere/slow{number}.odds");
    for number in 0..count {
        editor.open(
            &slow(number),
            &SLOW.replace("range(7)", "range(4)").replace("> 1", "< 1"),
        );
    }
    let late = "file:///nowhere/late.odds";
    editor.open(
        late,
        "hits = count(\"Hits\")\n\ndef trial():\n    record(hits, roll(6))\n\nexpect(\"mean(hits) = 3\")\n",
    );
    editor.wait_for_messages(late, &["`mean(hits) = 3` does not hold: it is 7/2"]);
    let is_unheld = |found: &&Value| {
        found["params"]["diagnostics"]
            .as_array()
            .is_some_and(|found| !found.is_empty())
    };
    // The checks of the first texts had already begun when it was opened.
    let unheld = editor.pending_messages.iter().filter(is_unheld).count();
    assert!(unheld < count, "{unheld} of {count} were checked before");
    assert_eq!(editor.shut_down(), Some(0));
}

/// Returns the position of a text in a file, in units of UTF-16.
fn word_position_params(uri: &str, text: &str, word: &str) -> Value {
    let before = &text[..text.find(word).unwrap()];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

fn with_key(mut params: Value, key: &str, value: Value) -> Value {
    params[key] = value;
    params
}

/// Applies the edits of an answer to a text.
fn apply_edits(text: &str, edits: &Value) -> String {
    let byte = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = position["character"].as_u64().unwrap();
        let after = text[start..].find(|c: char| {
            let is_there = units == 0;
            units = units.saturating_sub(c.len_utf16() as u64);
            is_there
        });
        after.map_or(text.len(), |more| start + more)
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .into_iter()
        .flatten()
        .map(|edit| {
            (
                byte(&edit["range"]["start"]),
                byte(&edit["range"]["end"]),
                edit["newText"].as_str().unwrap(),
            )
        })
        .collect();
    edits.sort_unstable();
    edits
        .iter()
        .rev()
        .fold(text.to_owned(), |text, (start, end, new)| {
            [&text[..*start], new, &text[*end..]].concat()
        })
}

#[test]
fn rename_changes_open_and_closed_files() {
    let bench = bench();
    let [main, lib, scenario] = ["main.odds", "lib.odds", "s.toml"].map(|name| uri(&bench, name));
    let mut editor = Editor::start_initialized();
    // The text in memory differs from that on disk. It has letters of two units, and line ends of
    // two bytes.
    let text = MAIN
        .replace("\"dice\"", "\"\u{1f3b2}\"")
        .replace("losses(n)", "len([\"\u{1f3b2}\"]) * losses(n)");
    let text = text.replace('\n', "\r\n");
    editor.open(&main, &text);
    let edit = editor.ask(
        "textDocument/rename",
        with_key(
            word_position_params(&main, &text, "losses(n)"),
            "newName",
            json!("deaths"),
        ),
    );
    assert_eq!(
        apply_edits(&text, &edit["changes"][&main]),
        text.replace("losses", "deaths")
    );
    assert_eq!(
        apply_edits(LIB, &edit["changes"][&lib]),
        LIB.replace("losses", "deaths")
    );
    assert_eq!(edit["changes"].as_object().unwrap().len(), 2);
    // A parameter can be renamed from the rule file and from the scenario.
    editor.open(&scenario, SCENARIO);
    let expected = SCENARIO.replace("\nn = ", "\ncubes = ");
    for asked in [
        word_position_params(&main, &text, "n    ="),
        word_position_params(&scenario, SCENARIO, "n = ["),
    ] {
        let range = editor.ask("textDocument/prepareRename", asked.clone());
        assert_eq!(range["end"]["character"], 1);
        let edit = editor.ask(
            "textDocument/rename",
            with_key(asked, "newName", json!("cubes")),
        );
        assert_eq!(apply_edits(SCENARIO, &edit["changes"][&scenario]), expected);
        let renamed = apply_edits(&text, &edit["changes"][&main]);
        assert!(
            renamed.contains("cubes    = whole(") && renamed.contains("losses(cubes))"),
            "{renamed}"
        );
        assert_eq!(edit["changes"].as_object().unwrap().len(), 2);
    }
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn impossible_renames_give_a_reason() {
    let bench = bench();
    let (main, scenario) = (uri(&bench, "main.odds"), uri(&bench, "s.toml"));
    let mut editor = Editor::start_initialized();
    editor.open(&main, MAIN);
    editor.open(&scenario, SCENARIO);
    let nothing = "only a name that a rule file defines can be renamed";
    let mut refusal = |asked: Value, name: &str| {
        editor.error_message(
            "textDocument/rename",
            with_key(asked, "newName", json!(name)),
        )
    };
    assert_eq!(
        refusal(word_position_params(&scenario, SCENARIO, "title"), "x"),
        nothing
    );
    assert_eq!(
        refusal(word_position_params(&main, MAIN, "whole"), "x"),
        nothing
    );
    let collides = refusal(word_position_params(&main, MAIN, "n    ="), "hits");
    assert!(
        collides.starts_with("`n` cannot be renamed to `hits`: main.odds, line 5: "),
        "{collides}"
    );
    bench.write("s2.toml", "rule = \"main.odds\"\n\n[sweep]\nn = [1, 2\n");
    let broken = refusal(word_position_params(&main, MAIN, "n    ="), "cubes");
    assert!(
        broken.starts_with(
            "fix this mistake first, then rename `n`: s2.toml, line 4: this is not TOML"
        ),
        "{broken}"
    );
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn references_cover_all_files() {
    let bench = bench();
    let (main, lib) = (uri(&bench, "main.odds"), uri(&bench, "lib.odds"));
    let mut editor = Editor::start_initialized();
    editor.open(&main, MAIN);
    let mut lines = |word: &str, includes: bool| -> Vec<(String, u64)> {
        let asked = with_key(
            word_position_params(&main, MAIN, word),
            "context",
            json!({ "includeDeclaration": includes }),
        );
        let found = editor.ask("textDocument/references", asked);
        let place = |found: &Value| {
            let uri = found["uri"].as_str().unwrap();
            (
                uri.rsplit('/').next().unwrap().to_owned(),
                found["range"]["start"]["line"].as_u64().unwrap(),
            )
        };
        let mut places: Vec<(String, u64)> = found.as_array().unwrap().iter().map(place).collect();
        places.sort();
        places
    };
    let places = |found: &[(&str, u64)]| {
        found
            .iter()
            .map(|(name, line)| ((*name).to_owned(), *line))
            .collect::<Vec<_>>()
    };
    let uses = [("lib.odds", 3), ("main.odds", 1), ("main.odds", 7)];
    assert_eq!(lines("losses", false), places(&uses));
    assert_eq!(
        lines("losses", true),
        places(&[&[("lib.odds", 0)], &uses[..]].concat())
    );
    assert_eq!(
        lines("n    =", false),
        places(&[("main.odds", 7), ("s.toml", 4)])
    );
    assert_eq!(
        lines("n    =", true),
        places(&[("main.odds", 3), ("main.odds", 7), ("s.toml", 4)])
    );
    let definition = editor.ask(
        "textDocument/definition",
        word_position_params(&main, MAIN, "losses(n)"),
    );
    assert_eq!(
        (&definition["uri"], &definition["range"]["start"]["line"]),
        (&json!(lib), &json!(0))
    );
    assert_eq!(editor.shut_down(), Some(0));
}
