//! The program as a WebAssembly module: four functions that the page's worker calls.
//!
//! The worker asks [`input`] for memory, writes a question there as JSON, and calls [`call`]. The
//! answer is at [`output`] and has [`output_length`] bytes. It is JSON, or the bytes of a file if
//! the question asked for one. If the program panics, the panic message takes the place of the
//! answer.

mod library;

use std::cell::RefCell;

use oddsmith::export::Format;
use oddsmith::session::{
    RollView, Session, SessionOptions, Texts, apply_setting, catalogue, edit_goals, explanation,
    offers,
};
use serde_json::{Value, json};

/// The state between calls.
#[derive(Default)]
struct PageState {
    session: Session,
    texts: Texts,
    /// The files that were made and can be fetched.
    files: Vec<(String, Vec<u8>)>,
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<PageState> = RefCell::default();
}

/// Reserves memory for a question of this many bytes, and returns its address.
#[allow(
    unsafe_code,
    reason = "the attribute alone: a browser finds an export by its name"
)]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Answers the question in the input.
#[allow(
    unsafe_code,
    reason = "the attribute alone: a browser finds an export by its name"
)]
#[unsafe(no_mangle)]
pub extern "C" fn call() {
    std::panic::set_hook(Box::new(|info| {
        let _ = OUTPUT.try_with(|output| {
            if let Ok(mut output) = output.try_borrow_mut() {
                *output = info.to_string().into_bytes();
            }
        });
    }));
    let question = INPUT.with_borrow_mut(std::mem::take);
    let answer = DESK.with_borrow_mut(|desk| desk.answer(&question));
    OUTPUT.with_borrow_mut(|output| *output = answer);
}

/// Returns the address of the answer.
#[allow(
    unsafe_code,
    reason = "the attribute alone: a browser finds an export by its name"
)]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the length of the answer.
#[allow(
    unsafe_code,
    reason = "the attribute alone: a browser finds an export by its name"
)]
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

impl PageState {
    fn answer(&mut self, question: &[u8]) -> Vec<u8> {
        let question: Value = match serde_json::from_slice(question) {
            Ok(question) => question,
            Err(error) => {
                return json!({ "failed": error.to_string() })
                    .to_string()
                    .into_bytes();
            }
        };
        if let Some(answer) = library::answer(&question) {
            return answer.to_string().into_bytes();
        }
        let answer = match question["do"].as_str() {
            Some("catalogue") => catalogue(),
            Some("begin") => {
                let wish = SessionOptions {
                    most_trials: question["most"].as_u64(),
                    random_seed: question["seed"].as_u64().unwrap_or(1),
                    is_narrow: question["isNarrow"] == true,
                };
                if let Some(typed) = question["roll"]["text"].as_str() {
                    let view =
                        RollView::named(question["roll"]["view"].as_str().unwrap_or_default());
                    let (texts, setup) = self.session.begin_rolls(typed, view, wish);
                    self.texts = texts;
                    setup
                } else {
                    self.texts = read_texts(&question);
                    self.session.begin(&self.texts, wish)
                }
            }
            Some("step") => self.session.step(&self.texts),
            Some("selected") => self.session.answer_selected(),
            Some("offers") => offers(
                &read_texts(&question),
                question["textKind"] == "rule",
                text_offset(&question),
            ),
            Some("explained") => explanation(
                &read_texts(&question),
                question["textKind"] == "rule",
                text_offset(&question),
            ),
            Some("wishing") => edit_goals(&read_texts(&question), &question["formInput"]),
            Some("put in") => apply_setting(&read_texts(&question), &question["point"]),
            Some("find") => self.session.begin_search(),
            Some("find on") => self.session.continue_search(question["isStopped"] == true),
            Some("pin") => self.session.pin(question["isUnseen"] == true),
            Some("unpin") => self.session.unpin(),
            Some("sensitivity") => self
                .session
                .sensitivity(question["question"].as_str().unwrap_or_default()),
            Some("files") => {
                let formats: Vec<Format> = question["formats"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(read_format)
                    .collect();
                self.keep_files(self.session.files(&formats, question["page"] == true))
            }
            Some("chart") => {
                let file = question["file"].as_str().unwrap_or_default();
                let chart_format = read_format(&question["format"])
                    .ok_or_else(|| "there is no such format".to_owned());
                self.keep_files(
                    chart_format
                        .and_then(|format| self.session.chart(file, format))
                        .map(|file| vec![file]),
                )
            }
            Some("file") => {
                let index = question["at"]
                    .as_u64()
                    .and_then(|index| usize::try_from(index).ok());
                return index
                    .and_then(|index| self.files.get_mut(index))
                    .map(|(_, bytes)| std::mem::take(bytes))
                    .unwrap_or_default();
            }
            _ => json!({ "failed": "nothing is known of this question" }),
        };
        answer.to_string().into_bytes()
    }

    /// Keeps files, to be fetched one by one.
    fn keep_files(&mut self, result: Result<Vec<(String, Vec<u8>)>, String>) -> Value {
        match result {
            Ok(files) => {
                self.files = files;
                json!({ "files": self.files.iter().map(|(name, _)| name).collect::<Vec<_>>() })
            }
            Err(error) => json!({ "failed": error }),
        }
    }
}

/// Returns the position in the text that a question is about.
fn text_offset(question: &Value) -> usize {
    question["at"]
        .as_u64()
        .and_then(|offset| usize::try_from(offset).ok())
        .unwrap_or_default()
}

fn read_texts(question: &Value) -> Texts {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rule_file = &question["ruleFile"];
    Texts {
        name: text(&question["name"]),
        scenario: text(&question["scenario"]),
        rule_file: rule_file
            .is_object()
            .then(|| (text(&rule_file["name"]), text(&rule_file["text"]))),
    }
}

fn read_format(name: &Value) -> Option<Format> {
    match name.as_str()? {
        "svg" => Some(Format::Svg),
        "png" => Some(Format::Png),
        "pdf" => Some(Format::Pdf),
        "card" => Some(Format::Card),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a question like the worker does, but without copying memory.
    fn ask(question: &Value) -> Vec<u8> {
        INPUT.with_borrow_mut(|input| *input = question.to_string().into_bytes());
        call();
        assert_eq!(output_length(), OUTPUT.with_borrow(Vec::len));
        OUTPUT.with_borrow(Clone::clone)
    }

    fn answer_json(question: &Value) -> Value {
        serde_json::from_slice(&ask(question)).expect("JSON")
    }

    #[test]
    fn run_files_can_be_fetched() {
        let scenario = "rule = \"wing-activation\"\n[sweep]\nquality = [4, 5]\n";
        let begun = answer_json(
            &json!({ "do": "begin", "name": "mine", "scenario": scenario, "most": 1000, "seed": 7 }),
        );
        assert_eq!(begun["cases"], 2, "{begun:#}");
        let steps: Vec<Value> = (0..4)
            .map(|_| answer_json(&json!({ "do": "step" })))
            .collect();
        assert_eq!(steps[0], json!({ "explored": 1, "run": 0, "total": 2 }));
        assert!(steps[3]["answer"]["charts"].is_array(), "{:#}", steps[3]);
        let files = answer_json(&json!({ "do": "files", "formats": ["svg"], "page": true }));
        let file_index = files["files"]
            .as_array()
            .unwrap()
            .iter()
            .position(|name| name == "distribution.csv")
            .unwrap();
        let csv = String::from_utf8(ask(&json!({ "do": "file", "at": file_index }))).unwrap();
        assert!(csv.starts_with("case,quality,metric,"), "{csv}");
        let chart = steps[3]["answer"]["charts"][0]["file"].clone();
        answer_json(&json!({ "do": "chart", "file": chart, "format": "png" }));
        assert!(ask(&json!({ "do": "file", "at": 0 })).starts_with(b"\x89PNG"));
    }

    #[test]
    fn unknown_requests_are_reported() {
        assert_eq!(
            answer_json(&json!({ "do": "dance" })),
            json!({ "failed": "nothing is known of this question" })
        );
        assert_eq!(
            answer_json(&json!({ "do": "step" })),
            json!({ "idle": true })
        );
        assert!(answer_json(&json!({ "do": "files", "formats": [] }))["failed"].is_string());
    }
}
