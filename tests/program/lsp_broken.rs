//! Tests the language server with broken messages, and with more requests than it has threads.

use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::editor::{Editor, RULE_TEXT, RULE_URI, position_params};

#[test]
fn malformed_messages_end_the_server_with_an_error() {
    let malformed = "malformed header line `hello`: expected `Content-Length: N`, an empty line, and N bytes of JSON";
    for (sent, reason) in [
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
        editor.input.write_all(sent.as_bytes()).unwrap();
        let (code, stderr_text) = editor.close();
        assert_eq!(code, Some(1), "{sent}: {stderr_text}");
        assert!(
            stderr_text.starts_with("error: the connection to the editor ended: ")
                && stderr_text.contains(reason),
            "{stderr_text}"
        );
    }
}

#[test]
fn unreadable_notifications_are_logged_and_ignored() {
    let mut editor = Editor::start_initialized();
    let opened = |uri: &str, version: Value| json!({ "textDocument": { "uri": uri, "languageId": "odds", "version": version, "text": RULE_TEXT } });
    for (method, params, reason) in [
        (
            "textDocument/didOpen",
            opened(RULE_URI, Value::Null),
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
        editor.notify(method, params);
        let logged = editor.read_message();
        assert_eq!(
            (&logged["method"], &logged["params"]["type"]),
            (&json!("window/logMessage"), &json!(2))
        );
        let message = logged["params"]["message"].as_str().unwrap();
        assert!(
            message.starts_with("oddsmith: a notification was ignored: the parameters of `"),
            "{message}"
        );
        assert!(message.contains(reason), "{message}");
    }
    editor.open(RULE_URI, RULE_TEXT);
    let distribution =
        editor.ask("textDocument/hover", position_params(5, 10))["contents"]["value"].to_string();
    assert!(distribution.contains("Mean 1.50"), "{distribution}");
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn invalid_requests_get_the_protocol_error() {
    let mut editor = Editor::start();
    assert_eq!(
        editor.error_code("textDocument/hover", position_params(0, 0)),
        -32002
    );
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(
        editor.error_code("initialize", json!({ "capabilities": {} })),
        -32600
    );
    editor.open(RULE_URI, RULE_TEXT);
    let text = json!({ "textDocument": { "uri": RULE_URI } });
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("no/such", json!(7), -32601),
        ("textDocument/hover", json!(7), -32602),
        ("textDocument/hover", text.clone(), -32602),
        ("textDocument/hover", position_params(-1, 0), -32602),
        (
            "textDocument/completion",
            position_params(0, i64::MAX),
            -32602,
        ),
        ("textDocument/rename", text.clone(), -32602),
        ("textDocument/rename", position_params(5, 5), -32602),
        ("textDocument/codeAction", text, -32602),
    ] {
        assert_eq!(
            editor.error_code(method, params.clone()),
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
            editor.input,
            "Content-Length: {}\r\n\r\n{message}",
            message.len()
        )
        .unwrap();
        let answer = loop {
            let next = editor.read_message();
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
    assert_eq!(
        editor.error_code("textDocument/hover", position_params(0, 0)),
        -32600
    );
    editor.notify("exit", Value::Null);
    assert_eq!(editor.close(), (Some(0), String::new()));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    for mut editor in [Editor::start(), Editor::start_initialized()] {
        editor.notify("exit", Value::Null);
        let expected = "error: the connection to the editor ended: the editor sent `exit` without `shutdown`\n";
        assert_eq!(editor.close(), (Some(1), expected.to_owned()));
    }
}

#[test]
fn oversized_texts_are_logged_and_ignored() {
    let mut editor = Editor::start_initialized();
    // Nested blocks of one megabyte do not overflow the parser's stack. Twenty megabytes would.
    let block = |depth: usize| format!("{}if true:\n", "    ".repeat(depth));
    let text: String = (1..3000).map(block).collect();
    editor.open(RULE_URI, &format!("x = count(\"X\")\ndef trial():\n{text}"));
    let logged = editor.read_message()["params"]["message"].clone();
    assert_eq!(
        logged,
        format!("oddsmith: {RULE_URI} is larger than 1 MiB: its text was ignored")
    );
    assert!(
        editor
            .ask("textDocument/hover", position_params(5, 10))
            .is_null()
    );
    editor.change(2, RULE_TEXT);
    assert!(
        editor
            .ask("textDocument/hover", position_params(5, 10))
            .to_string()
            .contains("Mean 1.50")
    );
    assert_eq!(editor.shut_down(), Some(0));
}

#[test]
fn many_mistakes_are_underlined_up_to_a_limit() {
    let mut editor = Editor::start_initialized();
    editor.open(RULE_URI, &RULE_TEXT.replace("3, 6, 4", &"-".repeat(30_000)));
    editor.change(2, &RULE_TEXT.replace("hits, n", "hist, n"));
    editor.wait_for_messages(RULE_URI, &["there is no metric named `hist`"]);
    editor.change(3, &RULE_TEXT.replace("3, 6, 4", &"-".repeat(30_000)));
    let underlined = editor.diagnostics(RULE_URI, 3);
    assert_eq!(underlined.len(), 100);
    let last = underlined[99]["message"].as_str().unwrap();
    assert!(last.ends_with(" more problems)"), "{last}");
    assert_eq!(editor.shut_down(), Some(0));
}

/// A rule whose loop has far more states than can be explored between two keystrokes.
const SLOW: &str = "x = count(\"X\")\n\ndef trial():\n    a, b, c, n = 0, 0, 0, 0\n    while n < 100000:\n        \
a = (a + roll(6)) % 97\n        b = (b + a * roll(6)) % 89\n        c = (c + b) % 83\n        n += 1\n    record(x, a + b + c)\n";

#[test]
fn newer_requests_cancel_slow_ones_with_one_answer() {
    let (cancelled, modified) = (-32800, -32801);
    let mut editor = Editor::start_initialized();
    editor.open(RULE_URI, SLOW);
    let mut wanted = Vec::new();
    for _ in 0..20 {
        wanted.push((
            editor.request("textDocument/hover", position_params(9, 18)),
            cancelled,
        ));
    }
    // The editor cancels the last request. The end of the connection cancels another one.
    editor.notify("$/cancelRequest", json!({ "id": editor.last_id }));
    wanted.push((
        editor.request("textDocument/hover", position_params(9, 18)),
        modified,
    ));
    editor.change(2, SLOW);
    wanted.push((
        editor.request("textDocument/hover", position_params(9, 18)),
        cancelled,
    ));
    let end = editor.request("shutdown", Value::Null);
    assert!(editor.answer(end)["error"].is_null());
    for (id, code) in &wanted {
        assert_eq!(editor.answer(*id)["error"]["code"], *code, "{id}");
    }
    editor.notify("exit", Value::Null);
    let mut rest = String::new();
    editor.output.read_to_string(&mut rest).unwrap();
    assert!(
        editor
            .pending_messages
            .iter()
            .all(|message| message["id"].is_null())
            && !rest.contains("\"id\""),
        "{rest}"
    );
    assert_eq!(editor.close(), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn slow_requests_of_many_files_share_a_few_threads() {
    let mut editor = Editor::start_initialized();
    for number in 0..40 {
        let uri = format!("file:///nowhere/slow{number}.odds");
        editor.open(&uri, SLOW);
        editor.request(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 9, "character": 18 } }),
        );
    }
    editor.open(RULE_URI, RULE_TEXT);
    let offered = editor.ask("textDocument/completion", position_params(5, 10));
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
    // The threads are the main thread, two that read texts, those for requests and those for slow
    // checks. Each of them works on one question, which as many threads share as there are
    // processors.
    let at_work = 3 + 2 * processors;
    assert!(threads <= at_work * (1 + processors), "{threads}");
    assert_eq!(editor.shut_down(), Some(0));
}
