//! An editor for the tests: it talks with the language server over pipes, message by message.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) struct Editor {
    pub(crate) child: Child,
    pub(crate) to: ChildStdin,
    pub(crate) from: BufReader<ChildStdout>,
    pub(crate) asked: i64,
    /// Messages that answer no request, and answers nobody has waited for yet, in their order.
    pub(crate) unasked: Vec<Value>,
}

pub(crate) const RULE: &str = "file:///nowhere/mine.odds";

impl Editor {
    pub(crate) fn start() -> Editor {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let (to, from) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        Editor {
            child,
            to,
            from,
            asked: 0,
            unasked: Vec::new(),
        }
    }

    pub(crate) fn begun() -> Editor {
        Editor::with_capabilities(json!({}))
    }

    pub(crate) fn with_capabilities(capabilities: Value) -> Editor {
        let mut editor = Editor::start();
        let begun = editor.ask("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(begun["serverInfo"]["name"], "oddsmith");
        editor.tell("initialized", json!({}));
        editor
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(crate) fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.from.read_line(&mut line).unwrap() > 0,
                "the server is gone"
            );
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => (),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Sends a request; its id.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.asked += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }),
        );
        self.asked
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(at) = self.unasked.iter().position(|message| message["id"] == id) {
                return self.unasked.remove(at);
            }
            let message = self.next();
            self.unasked.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// The code of the error that answers a request.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)["error"]["code"].clone()
    }

    /// The message of the error that answers a request.
    pub(crate) fn refusal(&mut self, method: &str, params: Value) -> String {
        let id = self.request(method, params);
        let answer = self.answer(id);
        answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// Closes the pipe to the server: its exit code, and what it wrote to standard error.
    pub(crate) fn closed(mut self) -> (Option<i32>, String) {
        drop(self.to);
        let mut stderr_text = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut stderr_text)
            .unwrap();
        (self.child.wait().unwrap().code(), stderr_text)
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let language = if uri.ends_with(".toml") {
            "toml"
        } else {
            "odds"
        };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, version: i32, text: &str) {
        self.change_file(RULE, version, text);
    }

    pub(crate) fn change_file(&mut self, uri: &str, version: i32, text: &str) {
        self.change_by(uri, version, json!([{ "text": text }]));
    }

    pub(crate) fn change_by(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits until the messages underlined in a text, in any version, have these beginnings.
    pub(crate) fn shows(&mut self, uri: &str, beginnings: &[&str]) {
        let started = Instant::now();
        loop {
            // The answer to a quick request comes behind all that was published before.
            self.refused("no/such", Value::Null);
            let shown = self.shown(uri);
            let is_expected = |shown: &Vec<String>| {
                shown.len() == beginnings.len()
                    && shown
                        .iter()
                        .zip(beginnings)
                        .all(|(message, begins)| message.starts_with(begins))
            };
            if shown.as_ref().is_some_and(is_expected) {
                return;
            }
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{uri} shows {shown:?}, and not {beginnings:?}"
            );
            sleep(Duration::from_millis(20));
        }
    }

    /// The messages that were underlined last in a text; nothing where none was published.
    pub(crate) fn shown(&self, uri: &str) -> Option<Vec<String>> {
        let published = self
            .unasked
            .iter()
            .rev()
            .find(|message| message["params"]["uri"] == uri)?;
        let diagnostics = published["params"]["diagnostics"].as_array()?;
        Some(
            diagnostics
                .iter()
                .map(|message| message["message"].as_str().unwrap().to_owned())
                .collect(),
        )
    }

    /// What is underlined in a version of a text.
    pub(crate) fn underlined(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let is_it = |message: &Value| {
                message["params"]["uri"] == uri && message["params"]["version"] == version
            };
            if let Some(at) = self.unasked.iter().position(is_it) {
                let message = self.unasked.remove(at);
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.next();
            self.unasked.push(message);
        }
    }

    pub(crate) fn end(mut self) -> Option<i32> {
        assert!(self.ask("shutdown", Value::Null).is_null());
        self.tell("exit", Value::Null);
        drop(self.to);
        self.child.wait().unwrap().code()
    }
}

pub(crate) const TEXT: &str = "hits = count(\"Hits\")\n\nexpect(\"mean(hits) = 2\")\n\ndef trial():\n    n = successes(3, 6, 4)\n    record(hits, n)\n";

/// A place in a text.
pub(crate) fn at(line: i64, character: i64) -> Value {
    json!({ "textDocument": { "uri": RULE }, "position": { "line": line, "character": character } })
}
