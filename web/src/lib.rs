//! The program as a WebAssembly module: four functions that the page's worker and the npm package
//! call.
//!
//! The caller asks [`input`] for memory, writes a question there as JSON, and calls [`call`]. The
//! answer is at [`output`] and has [`output_length`] bytes. It is JSON, or the bytes of a file if
//! the question asked for one. If the program panics, the panic message takes the place of the
//! answer.

mod library;
#[cfg(feature = "page")]
mod page;

use std::cell::RefCell;

use serde_json::{Value, json};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    #[cfg(feature = "page")]
    static PAGE: RefCell<page::PageState> = RefCell::default();
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
    let answer = answer(&question);
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

fn answer(question: &[u8]) -> Vec<u8> {
    let question: Value = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(error) => return failed(&error.to_string()),
    };
    if let Some(answer) = library::answer(&question) {
        return answer.to_string().into_bytes();
    }
    #[cfg(feature = "page")]
    let answer = PAGE.with_borrow_mut(|page| page.answer(&question));
    #[cfg(not(feature = "page"))]
    let answer = None;
    answer.unwrap_or_else(|| failed("nothing is known of this question"))
}

fn failed(reason: &str) -> Vec<u8> {
    json!({ "failed": reason }).to_string().into_bytes()
}

#[cfg(all(test, feature = "page"))]
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
