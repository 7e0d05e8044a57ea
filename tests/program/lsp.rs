//! Tests the language server from the view of an editor.

use serde_json::{Value, json};

use crate::editor::{Editor, RULE_TEXT, RULE_URI, position_params};

#[test]
fn rule_files_get_editor_support() {
    let mut editor = Editor::start_initialized();
    editor.open(RULE_URI, &RULE_TEXT.replace("successes", "sucesses"));
    let wrong = editor.diagnostics(RULE_URI, 1);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(
        wrong[0]["message"],
        "there is no function named `sucesses`\ndid you mean `successes`?"
    );
    assert_eq!(
        wrong[0]["range"]["start"],
        json!({ "line": 5, "character": 8 })
    );
    let document = json!({ "uri": RULE_URI });
    let params = json!({ "textDocument": document, "range": wrong[0]["range"], "context": { "diagnostics": [] } });
    let fix = &editor.ask("textDocument/codeAction", params)[0];
    assert_eq!(fix["edit"]["changes"][RULE_URI][0]["newText"], "successes");
    editor.change(2, RULE_TEXT);
    assert_eq!(editor.diagnostics(RULE_URI, 2), Vec::<Value>::new());
    // The slow checks evaluate the expectations of the rule file.
    let unheld = editor.diagnostics(RULE_URI, 2);
    assert_eq!(
        unheld[0]["message"],
        "`mean(hits) = 2` does not hold: it is 3/2, 1.5\nchange the rule or the expectation"
    );
    let distribution =
        editor.ask("textDocument/hover", position_params(5, 10))["contents"]["value"]
            .as_str()
            .unwrap()
            .to_owned();
    assert!(
        distribution.contains("Mean 1.50, standard deviation 0.87.")
            && distribution.contains("  3/8\n"),
        "{distribution}"
    );
    let hints = editor.ask(
        "textDocument/inlayHint",
        json!({ "textDocument": document, "range": wrong[0]["range"] }),
    );
    assert_eq!(hints[0]["label"], "mean 1.50");
    editor.change(
        3,
        &RULE_TEXT
            .replace("= 2\"", "= 3/2\"")
            .replace("hits, n", "hits,n"),
    );
    let lens = editor.ask("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lens[0]["command"]["title"], "holds: 3/2, 1.5");
    let neat = editor.ask(
        "textDocument/formatting",
        json!({ "textDocument": document, "options": {} }),
    );
    assert!(
        neat[0]["newText"]
            .as_str()
            .unwrap()
            .ends_with("    record(hits, n)\n")
    );
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn scenario_diagnostics_follow_its_rule_file() {
    let mut editor = Editor::start_initialized();
    let scenario = "file:///nowhere/mine.toml";
    editor.open(RULE_URI, RULE_TEXT);
    editor.open(
        scenario,
        "rule = \"mine.odds\"\n\n[[ask]]\nvalue = \"P(hist >= 2)\"\n",
    );
    let wrong = editor.diagnostics(scenario, 1);
    assert!(
        wrong[0]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean `hits`?"),
        "{wrong:?}"
    );
    editor.pending_messages.clear();
    editor.change(2, &RULE_TEXT.replace("hits", "hist"));
    assert_eq!(editor.diagnostics(scenario, 1), Vec::<Value>::new());
    editor.pending_messages.clear();
    editor.change(3, "def trial(:\n");
    let wrong = editor.diagnostics(scenario, 1);
    assert!(
        wrong[0]["message"]
            .as_str()
            .unwrap()
            .starts_with("mine.odds, line 1: "),
        "{wrong:?}"
    );
    // A file that is not a scenario is ignored.
    let other = "file:///nowhere/Cargo.toml";
    editor.open(other, "[package]\nname = \"other\"\n");
    let hover =
        json!({ "textDocument": { "uri": other }, "position": { "line": 1, "character": 1 } });
    assert!(editor.ask("textDocument/hover", hover).is_null());
    assert!(
        editor
            .pending_messages
            .iter()
            .filter(|message| message["params"]["uri"] == other)
            .all(|message| message["params"]["diagnostics"] == json!([]))
    );
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn only_the_last_of_many_versions_counts() {
    let mut editor = Editor::start_initialized();
    editor.open(RULE_URI, RULE_TEXT);
    for version in 2..200 {
        let text = if version % 2 == 0 {
            RULE_TEXT.replace("3, 6", "30, 6")
        } else {
            RULE_TEXT.replace("def trial", "df trial")
        };
        editor.change(version, &text);
        editor.request("textDocument/hover", position_params(5, 10));
    }
    editor.change(200, &RULE_TEXT.replace("= 2\"", "= 3/2\""));
    assert_eq!(editor.diagnostics(RULE_URI, 200), Vec::<Value>::new());
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn folds_end_with_the_last_line_of_a_block() {
    let mut editor = Editor::start_initialized();
    let mut folds = |uri: &str, text: &str| -> Vec<(u64, u64)> {
        editor.open(uri, text);
        let found = editor.ask(
            "textDocument/foldingRange",
            json!({ "textDocument": { "uri": uri } }),
        );
        let line = |fold: &Value, key: &str| fold[key].as_u64().unwrap();
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|fold| (line(fold, "startLine"), line(fold, "endLine")))
            .collect()
    };
    let text = "hits = count(\"Hits\")\n\n\ndef f(x):\n    if x > 2:\n        y = 1\n    else:\n        y = 2\n    return y\n\n\
def trial():\n    record(hits, f(3))\n    # Done\n\n\n# The end\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        assert_eq!(folds(RULE_URI, &text), [(3, 8), (4, 7), (10, 12)]);
    }
    let text = "rule = \"mine.odds\"\n[run]\n\n[parameters] # how many\nn = [\n[2],\n]\n# Swept\n  [sweep]\nn = [1]\n\n\n";
    assert_eq!(folds("file:///nowhere/mine.toml", text), [(3, 6), (8, 9)]);
}

#[test]
fn range_changes_apply_and_invalid_ones_are_logged() {
    let mut editor = Editor::start_initialized();
    let text = RULE_TEXT
        .replace("\"Hits\"", "\"\u{1f3b2}\"")
        .replace('\n', "\r\n");
    editor.open(RULE_URI, &text);
    let change = |line: u32, from: u32, to: u32, text: &str| json!({ "range": { "start": { "line": line, "character": from }, "end": { "line": line, "character": to } }, "text": text });
    // The position is after the picture, which takes two units. The next change applies to the
    // result of the first one.
    editor.send_changes(
        RULE_URI,
        2,
        json!([
            change(0, 18, 18, " # h\u{e9}"),
            change(2, 21, 22, "3"),
            change(2, 22, 22, "/2")
        ]),
    );
    assert_eq!(editor.diagnostics(RULE_URI, 2), Vec::<Value>::new());
    let lens = editor.ask(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": RULE_URI } }),
    );
    assert_eq!(lens[0]["command"]["title"], "holds: 3/2, 1.5");
    let backwards = json!([{ "range": { "start": { "line": 3, "character": 0 }, "end": { "line": 0, "character": 0 } }, "text": "" }]);
    editor.pending_messages.clear();
    editor.send_changes(RULE_URI, 3, backwards);
    editor.send_changes(
        "file:///nowhere/closed.odds",
        3,
        json!([change(0, 0, 0, "x")]),
    );
    for reason in [
        "a range ends before it begins",
        "the text is not open, so a range of it cannot be replaced",
    ] {
        let logged = editor.read_message();
        assert_eq!(logged["method"], "window/logMessage");
        assert!(
            logged["params"]["message"]
                .as_str()
                .unwrap()
                .ends_with(reason),
            "{logged}"
        );
    }
    assert_eq!(editor.shut_down(), Some(0));
}
