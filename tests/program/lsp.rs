//! The language server as an editor meets it: over pipes, message by message.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: i64,
    /// What was told without being asked for, in its order.
    told: Vec<Value>,
}

const RULE: &str = "file:///nowhere/mine.odds";

impl Editor {
    fn start() -> Editor {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Editor { child, to, from, asked: 0, told: Vec::new() }
    }

    fn begun() -> Editor {
        let mut editor = Editor::start();
        let begun = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(begun["serverInfo"]["name"], "oddsmith");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server is gone");
            match line.trim().split_once(": ") {
                Some(("Content-Length", own)) => length = own.parse().unwrap(),
                Some(_) => (),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Sends a request; its id.
    fn request(&mut self, method: &str, params: Value) -> i64 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    /// The answer to a request.
    fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(at) = self.told.iter().position(|own| own["id"] == id) {
                return self.told.remove(at);
            }
            let message = self.next();
            self.told.push(message);
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// The code of the error that answers a request.
    fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)["error"]["code"].clone()
    }

    /// Closes the pipe to the server: its exit code, and what it wrote to standard error.
    fn closed(mut self) -> (Option<i32>, String) {
        drop(self.to);
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "odds", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, version: i32, text: &str) {
        let changes = json!([{ "text": text }]);
        let document = json!({ "uri": RULE, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is underlined in a version of a text.
    fn underlined(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let is_it = |own: &Value| own["params"]["uri"] == uri && own["params"]["version"] == version;
            if let Some(at) = self.told.iter().position(is_it) {
                let told = self.told.remove(at);
                return told["params"]["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.next();
            self.told.push(message);
        }
    }

    fn end(mut self) -> Option<i32> {
        assert!(self.ask("shutdown", Value::Null).is_null());
        self.tell("exit", Value::Null);
        drop(self.to);
        self.child.wait().unwrap().code()
    }
}

const TEXT: &str = "hits = count(\"Hits\")\n\nexpect(\"mean(hits) = 2\")\n\ndef trial():\n    n = successes(3, 6, 4)\n    record(hits, n)\n";

#[test]
fn a_rule_file_is_written_with_its_help() {
    let mut editor = Editor::begun();
    editor.open(RULE, &TEXT.replace("successes", "sucesses"));
    let wrong = editor.underlined(RULE, 1);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0]["message"], "there is no function called `sucesses`\ndid you mean `successes`?");
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 5, "character": 8 }));
    let document = json!({ "uri": RULE });
    let params = json!({ "textDocument": document, "range": wrong[0]["range"], "context": { "diagnostics": [] } });
    let mend = &editor.ask("textDocument/codeAction", params)[0];
    assert_eq!(mend["edit"]["changes"][RULE][0]["newText"], "successes");
    editor.change(2, TEXT);
    assert_eq!(editor.underlined(RULE, 2), Vec::<Value>::new());
    // A longer look holds it against what it expects of itself.
    let unheld = editor.underlined(RULE, 2);
    assert_eq!(
        unheld[0]["message"],
        "`mean(hits) = 2` does not hold: it is 3/2, 1.5\nchange the rule, or what is expected of it"
    );
    let law = editor.ask("textDocument/hover", at(5, 10))["contents"]["value"].as_str().unwrap().to_owned();
    assert!(law.contains("Mean 1.50, standard deviation 0.87.") && law.contains("  3/8\n"), "{law}");
    let hints = editor.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": wrong[0]["range"] }));
    assert_eq!(hints[0]["label"], "mean 1.50");
    editor.change(3, &TEXT.replace("= 2\"", "= 3/2\"").replace("hits, n", "hits,n"));
    let lens = editor.ask("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lens[0]["command"]["title"], "holds: 3/2, 1.5");
    let neat = editor.ask("textDocument/formatting", json!({ "textDocument": document, "options": {} }));
    assert!(neat[0]["newText"].as_str().unwrap().ends_with("    record(hits, n)\n"));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_scenario_hears_of_its_rule_file() {
    let mut editor = Editor::begun();
    let scenario = "file:///nowhere/mine.toml";
    editor.open(RULE, TEXT);
    editor.open(scenario, "rule = \"mine.odds\"\n\n[[ask]]\nvalue = \"P(hist >= 2)\"\n");
    let wrong = editor.underlined(scenario, 1);
    assert!(wrong[0]["message"].as_str().unwrap().contains("did you mean `hits`?"), "{wrong:?}");
    editor.told.clear();
    editor.change(2, &TEXT.replace("hits", "hist"));
    assert_eq!(editor.underlined(scenario, 1), Vec::<Value>::new());
    editor.told.clear();
    editor.change(3, "def trial(:\n");
    let wrong = editor.underlined(scenario, 1);
    assert!(wrong[0]["message"].as_str().unwrap().starts_with("mine.odds, line 1: "), "{wrong:?}");
    // What is no scenario is left alone.
    let other = "file:///nowhere/Cargo.toml";
    editor.open(other, "[package]\nname = \"other\"\n");
    let hover = json!({ "textDocument": { "uri": other }, "position": { "line": 1, "character": 1 } });
    assert!(editor.ask("textDocument/hover", hover).is_null());
    assert!(
        editor
            .told
            .iter()
            .filter(|own| own["params"]["uri"] == other)
            .all(|own| own["params"]["diagnostics"] == json!([]))
    );
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn only_the_last_of_many_versions_counts() {
    let mut editor = Editor::begun();
    editor.open(RULE, TEXT);
    for version in 2..200 {
        let text = if version % 2 == 0 { TEXT.replace("3, 6", "30, 6") } else { TEXT.replace("def trial", "df trial") };
        editor.change(version, &text);
        editor.request("textDocument/hover", at(5, 10));
    }
    editor.change(200, &TEXT.replace("= 2\"", "= 3/2\""));
    assert_eq!(editor.underlined(RULE, 200), Vec::<Value>::new());
    assert_eq!(editor.end(), Some(0));
}

/// A place in a text.
fn at(line: i64, character: i64) -> Value {
    json!({ "textDocument": { "uri": RULE }, "position": { "line": line, "character": character } })
}

#[test]
fn what_is_no_message_ends_the_server_with_a_word() {
    let malformed = "malformed header line `hello`: expected `Content-Length: N`, an empty line, and N bytes of JSON";
    for (sent, why) in [
        ("hello\r\n\r\n", malformed),
        ("Content-Length: 5\r\n\r\n[]", "the input ended after 2 of the 5 bytes of a message"),
        ("Content-Length: 67108865\r\n\r\n", "a message has at most 67108864 bytes (64 MB)"),
        ("Content-Length: 5\r\n\r\n[][][", "the editor closed its end without `shutdown`"),
        ("", "the editor closed its end without `shutdown`"),
    ] {
        let mut editor = Editor::start();
        editor.to.write_all(sent.as_bytes()).unwrap();
        let (code, said) = editor.closed();
        assert_eq!(code, Some(1), "{sent}: {said}");
        assert!(said.starts_with("error: the connection to the editor ended: ") && said.contains(why), "{said}");
    }
}

#[test]
fn a_notification_that_cannot_be_read_is_logged_and_the_server_goes_on() {
    let mut editor = Editor::begun();
    let opened = |uri: &str, version: Value| json!({ "textDocument": { "uri": uri, "languageId": "odds", "version": version, "text": TEXT } });
    for (method, params, why) in [
        ("textDocument/didOpen", opened(RULE, Value::Null), "invalid type: null"),
        ("textDocument/didOpen", opened("file:///a b.odds", json!(1)), "unexpected character"),
        ("textDocument/didOpen", json!({}), "missing field `textDocument`"),
        ("textDocument/didChange", json!([7]), "the parameters of `textDocument/didChange` cannot be read"),
        ("textDocument/didClose", Value::Null, "the parameters of `textDocument/didClose` cannot be read"),
        ("$/cancelRequest", json!({}), "missing field `id`"),
    ] {
        editor.tell(method, params);
        let logged = editor.next();
        assert_eq!((&logged["method"], &logged["params"]["type"]), (&json!("window/logMessage"), &json!(2)));
        let message = logged["params"]["message"].as_str().unwrap();
        assert!(message.starts_with("oddsmith: a notification was ignored: the parameters of `"), "{message}");
        assert!(message.contains(why), "{message}");
    }
    editor.open(RULE, TEXT);
    let law = editor.ask("textDocument/hover", at(5, 10))["contents"]["value"].to_string();
    assert!(law.contains("Mean 1.50"), "{law}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_request_that_cannot_be_answered_has_the_error_of_the_protocol() {
    let mut editor = Editor::start();
    assert_eq!(editor.refused("textDocument/hover", at(0, 0)), -32002);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.refused("initialize", json!({ "capabilities": {} })), -32600);
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
        assert_eq!(editor.refused(method, params.clone()), code, "{method} {params}");
    }
    for (message, id, code) in [
        ("[][][", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        ("{\"id\":\"a\"}", json!("a"), -32600),
        ("{\"id\":2.5,\"method\":\"no/such\"}", json!(2.5), -32601),
    ] {
        write!(editor.to, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        let answer = loop {
            let next = editor.next();
            if next["method"].is_null() {
                break next;
            }
        };
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{message}");
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
        let said = "error: the connection to the editor ended: the editor sent `exit` without `shutdown`\n";
        assert_eq!(editor.closed(), (Some(1), said.to_owned()));
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
    assert_eq!(logged, format!("oddsmith: {RULE} is larger than 1 MiB: its text was ignored"));
    assert!(editor.ask("textDocument/hover", at(5, 10)).is_null());
    editor.change(2, TEXT);
    assert!(editor.ask("textDocument/hover", at(5, 10)).to_string().contains("Mean 1.50"));
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
    assert!(editor.told.iter().all(|own| own["id"].is_null()) && !rest.contains("\"id\""), "{rest}");
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
    assert!(offered.as_array().is_some_and(|offered| !offered.is_empty()), "{offered}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", editor.child.id())).unwrap();
    let threads: usize = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap().trim().parse().unwrap();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // The one that reads, those for requests and those for looks; each of them has one question at work, which is shared out to as
    // many threads as there are processors.
    let at_work = 1 + 2 * processors;
    assert!(threads <= at_work * (1 + processors), "{threads}");
    assert_eq!(editor.end(), Some(0));
}
