//! Tests logs of playtests on the page.

use super::*;
use crate::playtest::Request;

fn session() -> Session {
    let wish = SessionOptions {
        most_trials: Some(1000),
        ..SessionOptions::default()
    };
    run(&bundled("wing-turn"), wish).0
}

const LOG: &str = "date,actions,result@Vanguard\nMon,4,mixed\nMon,3,mixed\nTue,0,all-fail\n";

#[test]
fn a_log_is_compared_and_written_with_the_files() {
    let mut session = session();
    let request = Request {
        by: Some("date".to_owned()),
        fits: vec!["dice".to_owned()],
        ..Request::default()
    };
    let compared = session.playtest("notes.csv", LOG.as_bytes(), &request);
    let playtest = &compared["playtest"];
    assert_eq!(playtest["title"], "Playtests: 3 trials", "{compared:#}");
    let headline = playtest["headline"].as_str().expect("a sentence");
    assert!(
        headline.starts_with("Actions taken: 2.33 on average in 3 trials"),
        "{headline}"
    );
    let titles: Vec<&str> = playtest["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .filter_map(|table| table["title"].as_str())
        .collect();
    assert_eq!(
        titles[..3],
        ["Observed and expected", "date: Mon", "date: Tue"]
    );
    assert_eq!(titles.len(), 4);
    // Two metrics and a likelihood.
    assert_eq!(playtest["charts"].as_array().map(Vec::len), Some(3));
    assert_eq!(playtest["otherColumns"], json!(["date"]));
    let has_csv = |session: &Session| {
        let files = session.files(&[], true).expect("files");
        files.iter().any(|(name, _)| name == "playtest.csv")
    };
    assert!(has_csv(&session));
    session.forget_playtest();
    assert!(!has_csv(&session));
}

#[test]
fn mistakes_of_a_log_have_lines_and_can_be_left_out() {
    let mut session = session();
    let log = format!("{LOG}Wed,many,mixed\nWed,4,mixed\n");
    let compared = session.playtest("notes.csv", log.as_bytes(), &Request::default());
    let problems = compared["problems"].as_array().expect("mistakes");
    assert_eq!(
        (problems.len(), &problems[0]["line"]),
        (1, &json!(5)),
        "{compared:#}"
    );
    assert_eq!(compared["more"], 0);
    let skips = Request {
        skips: true,
        ..Request::default()
    };
    let compared = session.playtest("notes.csv", log.as_bytes(), &skips);
    assert_eq!(compared["playtest"]["title"], "Playtests: 4 trials");
    assert!(compared["playtest"]["facts"].to_string().contains("line 5"));
}

#[test]
fn what_is_no_log_is_refused() {
    let mut session = session();
    for bytes in [&b""[..], b"\x00\xff\xfe", b"foo,bar\n1,2\n"] {
        let compared = session.playtest("notes.csv", bytes, &Request::default());
        assert!(
            compared["problems"][0]["message"].is_string(),
            "{compared:#}"
        );
    }
    let compared = Session::default().playtest("notes.csv", LOG.as_bytes(), &Request::default());
    assert_eq!(compared["failed"], "nothing has been run yet");
}
