//! One value has one text: on every page that a bundled scenario makes, all percentages have as many decimals as its company
//! gives them.

use super::files::InMemory;
use super::html::Readers;
use super::table::{Options, Rest, table};
use super::{Format, write};
use crate::report::Report;
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;

/// The percentages of a text, without the sign, with what stands before each.
fn percentages(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('%').filter_map(|(end, _)| {
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        let start = text[..end]
            .rfind(|c| !is_digit(c))
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        (start < end).then(|| (&text[start..end], &text[..start]))
    })
}

/// What of a text is told with other decimals than its page. What the scenario or its rule says itself is theirs, and so are
/// ends of intervals, levels and quantiles.
fn strange(report: &Report, text: &str) -> Vec<String> {
    let told = format!("{:?} {:?} {:?} {:?}", report.words, report.parameters, report.notes, report.changes);
    let used = report.used_files.iter().map(|(_, text)| text.as_str()).collect::<String>();
    let quoted = [&report.source, &report.description, report.rule_text.as_deref().unwrap_or_default(), &used, &told];
    let levels = ["5", "25", "50", "75", "90", "95"];
    let is_strange = |(told, before): &(&str, &str)| {
        let value: f64 = told.parse().unwrap_or(f64::NAN);
        let decimals = told.split_once('.').map_or(0, |(_, part)| part.len());
        // Beside a half there are as many decimals as tell it from one.
        let is_plain = (1.0..=99.0).contains(&value) && ((value - 50.0).abs() > 0.5 || value == 50.0);
        let is_end = before.ends_with(['–', '±', '≈', '<', '>']);
        let is_theirs = quoted.iter().any(|text| text.contains(&format!("{told}%"))) || levels.contains(told);
        is_plain && decimals != report.company.percents() && !is_end && !is_theirs
    };
    percentages(text).filter(is_strange).map(|(told, _)| format!("{told}%")).collect()
}

/// A page without its styles, scripts and marks, and without what few trials showed, which has as many decimals as they allow.
fn words(html: &str) -> String {
    let mut text = html.to_owned();
    let trials = ("<td class=\"minor sim\"", "</td>");
    for (from, to) in
        [trials, ("<style", "</style>"), ("<script", "</script>"), ("<svg", "</svg>"), ("<pre", "</pre>"), ("<", ">")]
    {
        let mut rest = text.as_str();
        let mut kept = String::new();
        while let Some((before, after)) = rest.split_once(from) {
            kept.push_str(before);
            kept.push(' ');
            rest = after.split_once(to).map_or("", |(_, after)| after);
        }
        text = kept + rest;
    }
    text.replace("&lt;", "<").replace("&gt;", ">")
}

#[test]
fn no_number_of_a_bundled_scenario_is_told_in_two_ways() {
    let mut seen = 0;
    for (name, text) in BUNDLED {
        if !text.contains("rule = \"") || text.contains(".odds\"") {
            continue;
        }
        let report = report(name, text);
        let options = Options { width: 400, is_wide: true, sort: None, top: None, rest: Rest::InFiles };
        let mut files = InMemory::default();
        let formats = [Format::Md];
        write(&report, &formats, Some(Readers::Designers), &mut files, std::time::Duration::default, &|| false)
            .expect("it is written");
        let page = |(file, bytes): (String, Vec<u8>)| {
            let text = String::from_utf8(bytes).ok()?;
            match () {
                () if file.ends_with(".html") => Some((file, words(&text))),
                () if file.ends_with(".md") => Some((file, text)),
                () => None,
            }
        };
        let mut texts: Vec<(String, String)> = files.into_files().filter_map(page).collect();
        texts.push(("table".to_owned(), table(&report, &options)));
        for (file, text) in texts {
            seen += percentages(&text).count();
            let strange = strange(&report, &text);
            assert!(strange.is_empty(), "{name}, {file}, {:?}: {strange:?}", report.company);
        }
    }
    assert!(seen > 2000, "only {seen} percentages were seen");
}

#[test]
fn what_is_told_in_two_ways_is_found() {
    let (name, text) = BUNDLED.iter().find(|(name, _)| *name == "wing3d").expect("it is bundled");
    let report = report(name, text);
    assert_eq!(report.company.percents(), 1);
    assert_eq!(strange(&report, "12.5% against 13%, and 57.87% (57.80–58.00%)"), ["13%", "57.87%"]);
}
