//! The language server among broken messages, and among more requests than it has threads.

use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::editor::{Editor, RULE, TEXT, at};

#[test]
fn what_is_no_message_ends_the_server_with_a_word() {
    let malformed = "malformed header line `hello`: expected `Content-Length: N`, an empty line, and N bytes of JSON";
    for (sent, why) in [
        ("hello\r\n\r\n", malformed),
        (
            "Content-Length: 5\r\n\r\n[]",
            "the input ended after 2 of the 5 bytes of a message",
        ),
        (
            "Content-Length: 67108865\r\n\r\n",
            "a message has at most 67108864 bytes (64 MB)",
        ),
        (
            "Content-Length: 5\r\n\r\n[][][",
            "the editor closed its end without `shutdown`",
        ),
        ("", "the editor closed its end without `shutdown`"),
    ] {
        let mut editor = Editor::start();
        editor.to.write_all(sent.as_bytes()).unwrap();
        let (code, stderr_text) = editor.closed();
        assert_eq!(code, Some(1), "{sent}: {stderr_text}");
        assert!(
            stderr_text.starts_with("error: the connection to the editor ended: ")
                && stderr_text.contains(why),
            "{stderr_text}"
        );
    }
}

#[test]
fn a_notification_that_cannot_be_read_is_logged_and_the_server_goes_on() {
    let mut editor = Editor::begun();
    let opened = |uri: &str, version: Value| json!({ "textDocument": { "uri": uri, "languageId": "odds", "version": version, "text": TEXT } });
    for (method, params, why) in [
        (
            "textDocument/didOpen",
            opened(RULE, Value::Null),
            "invalid type: null",
        ),
        (
            "textDocument/didOpen",
            opened("file:///a b.odds", json!(1)),
            "unexpected character",
        ),
        (
            "textDocument/didOpen",
            json!({}),
            "missing field `textDocument`",
        ),
        (
            "textDocument/didChange",
            json!([7]),
            "the parameters of `textDocument/didChange` cannot be read",
        ),
        (
            "textDocument/didClose",
            Value::Null,
            "the parameters of `textDocument/didClose` cannot be read",
        ),
        ("$/cancelRequest", json!({}), "missing field `id`"),
    ] {
        editor.tell(method, params);
        let logged = editor.next();
        assert_eq!(
            (&logged["method"], &logged["params"]["type"]),
            (&json!("window/logMessage"), &json!(2))
        );
        let message = logged["params"]["message"].as_str().unwrap();
        assert!(
            message.starts_with("oddsmith: a notification was ignored: the parameters of `"),
            "{message}"
        );
        assert!(message.contains(why), "{message}");
    }
    editor.open(RULE, TEXT);
    let distribution = editor.ask("textDocument/hover", at(5, 10))["contents"]["value"].to_string();
    assert!(distribution.contains("Mean 1.50"), "{distribution}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_request_that_cannot_be_answered_has_the_error_of_the_protocol() {
    let mut editor = Editor::start();
    assert_eq!(editor.refused("textDocument/hover", at(0, 0)), -32002);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(
        editor.refused("initialize", json!({ "capabilities": {} })),
        -32600
    );
    editor.open(RULE, TEXT);
    let text = json!({ "textDocument": { "uri": RULE } });
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("no/such", json!(7), -32601),
        ("textDocument/hover", json!(7), -32602),
        ("textDocument/hover", text.clone(), -32602),
        ("textDocument/hover", at(-1, 0), -32602),
        ("textDocument/completion", at(0, i64::MAX), -32602),
        ("textDocument/rename", text.clone(), -32602),
        ("textDocument/rename", at(5, 5), -32602),
        ("textDocument/codeAction", text, -32602),
    ] {
        assert_eq!(
            editor.refused(method, params.clone()),
            code,
            "{method} {params}"
        );
    }
    for (message, id, code) in [
        ("[][][", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        ("{\"id\":\"a\"}", json!("a"), -32600),
        ("{\"id\":2.5,\"method\":\"no/such\"}", json!(2.5), -32601),
    ] {
        write!(
            editor.to,
            "Content-Length: {}\r\n\r\n{message}",
            message.len()
        )
        .unwrap();
        let answer = loop {
            let next = editor.next();
            if next["method"].is_null() {
                break next;
            }
        };
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(code)),
            "{message}"
        );
    }
    assert!(editor.ask("shutdown", Value::Null).is_null());
    assert_eq!(editor.refused("textDocument/hover", at(0, 0)), -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.closed(), (Some(0), String::new()));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    for mut editor in [Editor::start(), Editor::begun()] {
        editor.tell("exit", Value::Null);
        let expected = "error: the connection to the editor ended: the editor sent `exit` without `shutdown`\n";
        assert_eq!(editor.closed(), (Some(1), expected.to_owned()));
    }
}

#[test]
fn a_text_that_no_file_may_have_is_logged_and_ignored() {
    let mut editor = Editor::begun();
    // Blocks within blocks: of a megabyte no parser runs out of stack, of twenty it would.
    let block = |depth: usize| format!("{}if true:\n", "    ".repeat(depth));
    let text: String = (1..3000).map(block).collect();
    editor.open(RULE, &format!("x = count(\"X\")\ndef trial():\n{text}"));
    let logged = editor.next()["params"]["message"].clone();
    assert_eq!(
        logged,
        format!("oddsmith: {RULE} is larger than 1 MiB: its text was ignored")
    );
    assert!(editor.ask("textDocument/hover", at(5, 10)).is_null());
    editor.change(2, TEXT);
    assert!(
        editor
            .ask("textDocument/hover", at(5, 10))
            .to_string()
            .contains("Mean 1.50")
    );
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn of_very_many_mistakes_the_first_are_underlined_and_the_others_counted() {
    let mut editor = Editor::begun();
    editor.open(RULE, &TEXT.replace("3, 6, 4", &"-".repeat(30_000)));
    editor.change(2, &TEXT.replace("hits, n", "hist, n"));
    editor.shows(RULE, &["there is no metric named `hist`"]);
    editor.change(3, &TEXT.replace("3, 6, 4", &"-".repeat(30_000)));
    let underlined = editor.underlined(RULE, 3);
    assert_eq!(underlined.len(), 100);
    let last = underlined[99]["message"].as_str().unwrap();
    assert!(last.ends_with(" more problems)"), "{last}");
    assert_eq!(editor.end(), Some(0));
}

/// A rule whose loop has far more states than are explored before a key is hit.
const SLOW: &str = "x = count(\"X\")\n\ndef trial():\n    a, b, c, n = 0, 0, 0, 0\n    while n < 100000:\n        \
a = (a + roll(6)) % 97\n        b = (b + a * roll(6)) % 89\n        c = (c + b) % 83\n        n += 1\n    record(x, a + b + c)\n";

#[test]
fn of_slow_requests_the_newest_counts_and_each_has_one_answer() {
    let (cancelled, modified) = (-32800, -32801);
    let mut editor = Editor::begun();
    editor.open(RULE, SLOW);
    let mut wanted = Vec::new();
    for _ in 0..20 {
        wanted.push((editor.request("textDocument/hover", at(9, 18)), cancelled));
    }
    // The last is cancelled by the editor, another by the end of the talk.
    editor.tell("$/cancelRequest", json!({ "id": editor.asked }));
    wanted.push((editor.request("textDocument/hover", at(9, 18)), modified));
    editor.change(2, SLOW);
    wanted.push((editor.request("textDocument/hover", at(9, 18)), cancelled));
    let end = editor.request("shutdown", Value::Null);
    assert!(editor.answer(end)["error"].is_null());
    for (id, code) in &wanted {
        assert_eq!(editor.answer(*id)["error"]["code"], *code, "{id}");
    }
    editor.tell("exit", Value::Null);
    let mut rest = String::new();
    editor.from.read_to_string(&mut rest).unwrap();
    assert!(
        editor.unasked.iter().all(|message| message["id"].is_null()) && !rest.contains("\"id\""),
        "{rest}"
    );
    assert_eq!(editor.closed(), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn slow_requests_of_many_files_share_a_few_threads() {
    let mut editor = Editor::begun();
    for number in 0..40 {
        let uri = format!("file:///nowhere/slow{number}.odds");
        editor.open(&uri, SLOW);
        editor.request(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 9, "character": 18 } }),
        );
    }
    editor.open(RULE, TEXT);
    let offered = editor.ask("textDocument/completion", at(5, 10));
    assert!(
        offered
            .as_array()
            .is_some_and(|offered| !offered.is_empty()),
        "{offered}"
    );
    let status = std::fs::read_to_string(format!("/proc/{}/status", editor.child.id())).unwrap();
    let threads: usize = status
        .lines()
        .find_map(|line| line.strip_prefix("Threads:"))
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // The main thread, the two that read texts, those for requests and those for longer looks. Each
    // of them has one question at work, which is shared out to as many threads as there are
    // processors.
    let at_work = 3 + 2 * processors;
    assert!(threads <= at_work * (1 + processors), "{threads}");
    assert_eq!(editor.end(), Some(0));
}
