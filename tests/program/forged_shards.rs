//! Shards that were cut short, changed, or sealed anew after a change: none is merged.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::shards::{QUICK, files, refused, with_two_of_three};
use crate::support::{Bench, stderr};

/// The text of a shard.
fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes)
        .read_to_string(&mut text)
        .expect("text in gzip");
    text
}

fn packed(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn a_shard_that_was_cut_short_or_changed_is_refused_wherever_that_happened() {
    let bench = with_two_of_three();
    bench.succeed(&[&QUICK[..], &["--shard", "2/3"]].concat());
    let path = bench.path("output/wing1d/shard-0002-of-0003.csv.gz");
    let whole = std::fs::read(&path).unwrap();
    for length in [
        0,
        3,
        4,
        100,
        whole.len() / 2,
        whole.len() - 9,
        whole.len() - 1,
    ] {
        std::fs::write(&path, &whole[..length]).unwrap();
        refused(&bench, &["shard-0002-of-0003.csv.gz", "delete it"]);
    }
    std::fs::write(&path, &whole).unwrap();
    bench.succeed(&[
        "merge",
        "output/wing1d",
        "--output",
        "good",
        "--quiet",
        "--no-charts",
        "--no-report",
    ]);
    let expected_files = files(&bench, "good/wing1d");
    // What is compressed says by itself where it was changed; the few bytes that only name the
    // packer may be any.
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        std::fs::write(&path, &changed).unwrap();
        let args = [
            "merge",
            "output/wing1d",
            "--output",
            "merged",
            "--quiet",
            "--no-charts",
            "--no-report",
        ];
        let output = bench.run(&args);
        match output.status.code() {
            Some(2) => {}
            Some(0) if at < 10 => assert!(
                files(&bench, "merged/wing1d") == expected_files,
                "byte {at}"
            ),
            code => panic!("byte {at}: {code:?} {}", stderr(&output)),
        }
    }
    // What was changed and packed again is known by its seal, and a shard of elsewhere by its name.
    let text = unpacked(&whole);
    for (from, to, says) in [
        (",value,", ",value,,", "is incomplete, or is not a shard"),
        ("0.5,", "0.4,", "is damaged: its table was changed"),
        (
            "\"\"trials\"\":40000",
            "\"\"trials\"\":40001",
            "is damaged: its header was changed",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(&path, packed(&text.replacen(from, to, 1))).unwrap();
        refused(&bench, &[says]);
    }
    bench.write("output/wing1d/shard-0002-of-0003.csv.gz", "not at all");
    refused(&bench, &["is incomplete, or is not a shard"]);
}

/// Seals a shard's text anew, as someone who changes a shard can do.
fn resealed(text: &str) -> String {
    let (body, last) = text
        .trim_end_matches('\n')
        .rsplit_once('\n')
        .expect("lines");
    let digest = |text: &str| {
        Sha256::digest(text)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let seal = last
        .split(',')
        .find(|cell| cell.len() == 64)
        .expect("a seal");
    format!(
        "{body}\n{}\n",
        last.replace(seal, &digest(&format!("{body}\n")))
    )
}

#[test]
fn answers_that_no_question_has_are_refused_whoever_sealed_them() {
    let bench = Bench::new();
    let args = [
        "--scenario",
        "wing-questions",
        "--trials",
        "40000",
        "--quiet",
    ];
    for shard in ["1/2", "2/2"] {
        bench.succeed(&[&args[..], &["--shard", shard]].concat());
    }
    let path = bench.path("output/wing-questions/shard-0001-of-0002.csv.gz");
    let text = unpacked(&std::fs::read(&path).unwrap());
    std::fs::write(&path, packed(&resealed(&text))).unwrap();
    bench.succeed(&[
        "merge",
        "output/wing-questions",
        "--output",
        "good",
        "--quiet",
        "--no-charts",
        "--no-report",
    ]);
    let mut tried = 0;
    for (from, to) in [(",[1],", ",[],"), (",[1],", ",\"[1,2]\",")] {
        assert!(text.contains(from), "{from}");
        std::fs::write(&path, packed(&resealed(&text.replace(from, to)))).unwrap();
        let args = [
            "merge",
            "output/wing-questions",
            "--output",
            "bad",
            "--quiet",
            "--no-charts",
            "--no-report",
        ];
        let output = bench.run(&args);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let message = stderr(&output);
        assert!(
            message.contains("are not those")
                || message.contains("oddsmith did not write it like this"),
            "{message}"
        );
        tried += 1;
    }
    assert_eq!(tried, 2);
    assert!(!bench.path("bad/wing-questions").exists());
}

/// A shard that contradicts itself, sealed after the change; and one that was only sealed anew,
/// which is accepted.
#[test]
fn rows_that_contradict_each_other_are_refused_whoever_sealed_them() {
    let bench = with_two_of_three();
    bench.succeed(&[&QUICK[..], &["--shard", "2/3"]].concat());
    let path = bench.path("output/wing1d/shard-0001-of-0003.csv.gz");
    let text = unpacked(&std::fs::read(&path).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    let merge = [
        "merge",
        "output/wing1d",
        "--output",
        "merged",
        "--quiet",
        "--no-charts",
        "--no-report",
    ];
    let tried = |lines: &[String]| {
        std::fs::write(&path, packed(&resealed(&(lines.join("\n") + "\n")))).unwrap();
        bench.run(&merge)
    };
    let whole: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    assert!(tried(&whole).status.success(), "the control");
    let is_value = |line: &&str| line.starts_with("1,value,0,");
    let value = lines.iter().position(is_value).expect("a value");
    let counted = lines[value].split(',').nth(7).expect("a count");
    let with = |at: usize, line: String| {
        let mut changed_lines = whole.clone();
        changed_lines[at] = line;
        changed_lines
    };
    let cell = |at: usize, text: &str| {
        let mut cells: Vec<&str> = lines[value].split(',').collect();
        cells[at] = text;
        with(value, cells.join(","))
    };
    let without = |at: usize| [&whole[..at], &whole[at + 1..]].concat();
    let twice = [&whole[..=value], &whole[value..]].concat();
    let swapped = {
        let mut changed_lines = whole.clone();
        changed_lines.swap(value, value + 1);
        changed_lines
    };
    let forged = [
        ("a value twice", twice),
        ("a value left out", without(value)),
        ("rows out of order", swapped),
        (
            "one more than there are",
            cell(7, &(counted.parse::<u64>().unwrap() + 1).to_string()),
        ),
        ("a count past all counting", cell(7, "18446744073709551615")),
        ("a chance past 1", cell(9, "1.5")),
        ("half a chance", cell(9, "0.25")),
    ];
    for (what, lines) in forged {
        let output = tried(&lines);
        assert_eq!(output.status.code(), Some(2), "{what}: {}", stderr(&output));
        assert!(
            stderr(&output).contains("oddsmith did not write it like this"),
            "{what}: {}",
            stderr(&output)
        );
    }
}

/// The header of a shard with another name for its scenario, and the digest that goes with it.
fn renamed(text: &str, name: &str) -> String {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let row = reader.records().nth(1).expect("a header").expect("cells");
    let header = row.iter().find(|cell| cell.starts_with('{')).expect("JSON");
    let value = |key: &str, json: &str| {
        let from = json.find(&format!("\"{key}\":\"")).expect("a key") + key.len() + 4;
        let to = from + json[from..].find('"').expect("its end");
        (from, to)
    };
    let with = |key: &str, json: &str, text: &str| {
        let (from, to) = value(key, json);
        format!("{}{text}{}", &json[..from], &json[to..])
    };
    let named = with("scenario", header, name);
    let run = &named[named.find("\"run\":").expect("a run") + 6..named.len() - 1];
    let bare = with("digest", &with("scenario_file", run, ""), "");
    let digest: String = Sha256::digest(bare)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let quoted = |json: &str| json.replace('"', "\"\"");
    text.replacen(
        &quoted(header),
        &quoted(&with("digest", &named, &digest)),
        1,
    )
}

#[test]
fn no_name_in_a_shard_leads_out_of_the_folder_of_results() {
    let bench = Bench::new();
    bench.succeed(&["wing1d", "--trials", "1000", "--quiet", "--shard", "1/1"]);
    let path = bench.path("output/wing1d/shard-0001-of-0001.csv.gz");
    let text = unpacked(&std::fs::read(&path).unwrap());
    let merge = |name: &str| {
        std::fs::write(&path, packed(&resealed(&renamed(&text, name)))).unwrap();
        bench.run(&[
            "merge",
            "output/wing1d",
            "--output",
            "merged/deep",
            "--quiet",
            "--no-charts",
        ])
    };
    for name in ["../../out", "..", "nul"] {
        let output = merge(name);
        assert_eq!(output.status.code(), Some(2));
        let says = format!("names the scenario `{name}`, which");
        assert!(stderr(&output).contains(&says), "{}", stderr(&output));
        assert_eq!(bench.list("."), ["output"]);
    }
    assert!(merge("other").status.success(), "the control");
}
