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

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == self.asked {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].clone();
            }
            self.told.push(message);
        }
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
    let at = json!({ "textDocument": document, "position": { "line": 5, "character": 10 } });
    let law = editor.ask("textDocument/hover", at)["contents"]["value"].as_str().unwrap().to_owned();
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
        let at = json!({ "textDocument": { "uri": RULE }, "position": { "line": 5, "character": 10 } });
        editor.asked += 1;
        let (id, params) = (editor.asked, at);
        editor.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": params }));
    }
    editor.change(200, &TEXT.replace("= 2\"", "= 3/2\""));
    assert_eq!(editor.underlined(RULE, 200), Vec::<Value>::new());
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn what_is_no_message_ends_the_server_with_a_word() {
    for (sent, code) in [("hello\r\n\r\n", 1), ("Content-Length: 5\r\n\r\n[][][", 1), ("", 1)] {
        let mut editor = Editor::start();
        editor.to.write_all(sent.as_bytes()).unwrap();
        drop(editor.to);
        let mut said = String::new();
        editor.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(editor.child.wait().unwrap().code(), Some(code), "{sent}: {said}");
        assert!(said.starts_with("error: the editor cannot be served: "), "{said}");
    }
    let mut editor = Editor::begun();
    for (method, params) in [
        ("textDocument/hover", json!(7)),
        ("no/such", json!({})),
        ("textDocument/rename", json!({ "textDocument": { "uri": RULE } })),
    ] {
        editor.asked += 1;
        let id = editor.asked;
        editor.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = editor.next();
        assert_eq!(answer["id"], id, "{answer}");
    }
    assert_eq!(editor.end(), Some(0));
}
