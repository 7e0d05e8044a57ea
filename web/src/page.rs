//! The questions of the page: a session with the texts that are open, and the files that it made.

use oddsmith::export::Format;
use oddsmith::playtest::Request as PlaytestRequest;
use oddsmith::session::{
    RollView, Session, SessionOptions, Texts, apply_setting, catalogue, edit_goals, explanation,
    offers,
};
use serde_json::{Value, json};

/// The state between calls.
#[derive(Default)]
pub(crate) struct PageState {
    session: Session,
    texts: Texts,
    /// The files that were made and can be fetched.
    files: Vec<(String, Vec<u8>)>,
}

impl PageState {
    /// Answers a question of the page; `None` if it is not one.
    pub(crate) fn answer(&mut self, question: &Value) -> Option<Vec<u8>> {
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
                    self.texts = read_texts(question);
                    self.session.begin(&self.texts, wish)
                }
            }
            Some("step") => self.session.step(&self.texts),
            Some("selected") => self.session.answer_selected(),
            Some("offers") => offers(
                &read_texts(question),
                question["textKind"] == "rule",
                text_offset(question),
            ),
            Some("explained") => explanation(
                &read_texts(question),
                question["textKind"] == "rule",
                text_offset(question),
            ),
            Some("wishing") => edit_goals(&read_texts(question), &question["formInput"]),
            Some("put in") => apply_setting(&read_texts(question), &question["point"]),
            Some("find") => self.session.begin_search(),
            Some("find on") => self.session.continue_search(question["isStopped"] == true),
            Some("pin") => self.session.pin(question["isUnseen"] == true),
            Some("unpin") => self.session.unpin(),
            Some("sensitivity") => self
                .session
                .sensitivity(question["question"].as_str().unwrap_or_default()),
            Some("playtest") => {
                let log = &question["log"];
                let bytes = log["bytes"].as_str().unwrap_or_default();
                // Each character is a byte.
                let bytes: Vec<u8> = bytes.chars().map(|byte| byte as u8).collect();
                let name = log["name"].as_str().unwrap_or_default();
                self.session.playtest(name, &bytes, &playtest_request(log))
            }
            Some("forget playtest") => self.session.forget_playtest(),
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
                let file = index.and_then(|index| self.files.get_mut(index));
                return Some(file.map_or_else(Vec::new, |(_, bytes)| std::mem::take(bytes)));
            }
            _ => return None,
        };
        Some(answer.to_string().into_bytes())
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

fn playtest_request(log: &Value) -> PlaytestRequest {
    let text = |key: &str| log[key].as_str().map(str::to_owned);
    PlaytestRequest {
        columns: Vec::new(),
        by: text("by"),
        fits: text("fit").into_iter().collect(),
        skips: log["skips"] == true,
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
