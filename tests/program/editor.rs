//! An editor for tests. It exchanges messages with the language server over pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) struct Editor {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
    pub(crate) last_id: i64,
    /// Messages that are not answers, and answers that no test has asked for yet, in order.
    pub(crate) pending_messages: Vec<Value>,
}

pub(crate) const RULE_URI: &str = "file:///nowhere/mine.odds";

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
            input: to,
            output: from,
            last_id: 0,
            pending_messages: Vec::new(),
        }
    }

    pub(crate) fn start_initialized() -> Editor {
        Editor::with_capabilities(json!({}))
    }

    pub(crate) fn with_capabilities(capabilities: Value) -> Editor {
        let mut editor = Editor::start();
        let begun = editor.ask("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(begun["serverInfo"]["name"], "oddsmith");
        editor.notify("initialized", json!({}));
        editor
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(crate) fn read_message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server is gone"
            );
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => (),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Sends a request and returns its id.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }),
        );
        self.last_id
    }

    /// Returns the answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(index) = self
                .pending_messages
                .iter()
                .position(|message| message["id"] == id)
            {
                return self.pending_messages.remove(index);
            }
            let message = self.read_message();
            self.pending_messages.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// Returns the code of the error that answers a request.
    pub(crate) fn error_code(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)["error"]["code"].clone()
    }

    /// Returns the message of the error that answers a request.
    pub(crate) fn error_message(&mut self, method: &str, params: Value) -> String {
        let id = self.request(method, params);
        let answer = self.answer(id);
        answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// Closes the pipe to the server. Returns its exit code, and what it wrote to standard error.
    pub(crate) fn close(mut self) -> (Option<i32>, String) {
        drop(self.input);
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
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, version: i32, text: &str) {
        self.change_file(RULE_URI, version, text);
    }

    pub(crate) fn change_file(&mut self, uri: &str, version: i32, text: &str) {
        self.send_changes(uri, version, json!([{ "text": text }]));
    }

    pub(crate) fn send_changes(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits until the messages for a text, in any version, begin with these texts.
    pub(crate) fn wait_for_messages(&mut self, uri: &str, beginnings: &[&str]) {
        let started = Instant::now();
        loop {
            // The answer to a quick request comes after everything that was published before.
            self.error_code("no/such", Value::Null);
            let shown = self.shown_messages(uri);
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

    /// Returns the messages that were last published for a text; `None` if there were none.
    pub(crate) fn shown_messages(&self, uri: &str) -> Option<Vec<String>> {
        let published = self
            .pending_messages
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

    /// Returns the diagnostics for a version of a text.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let is_it = |message: &Value| {
                message["params"]["uri"] == uri && message["params"]["version"] == version
            };
            if let Some(index) = self.pending_messages.iter().position(is_it) {
                let message = self.pending_messages.remove(index);
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.read_message();
            self.pending_messages.push(message);
        }
    }

    pub(crate) fn shut_down(mut self) -> Option<i32> {
        assert!(self.ask("shutdown", Value::Null).is_null());
        self.notify("exit", Value::Null);
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

pub(crate) const RULE_TEXT: &str = "hits = count(\"Hits\")\n\nexpect(\"mean(hits) = 2\")\n\ndef trial():\n    n = successes(3, 6, 4)\n    record(hits, n)\n";

/// Returns a position in a text.
pub(crate) fn position_params(line: i64, character: i64) -> Value {
    json!({ "textDocument": { "uri": RULE_URI }, "position": { "line": line, "character": character } })
}
