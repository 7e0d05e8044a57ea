//! Tests shards that were shortened, changed, or given a new digest after a change. None of them is
//! merged.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::shards::{QUICK, assert_merge_refused, bench_with_two_of_three, files};
use crate::support::{Bench, assert_stderr, stderr};

/// Returns the text of a shard.
fn decompress(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes)
        .read_to_string(&mut text)
        .expect("text in gzip");
    text
}

fn compress(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn truncated_or_changed_shards_are_refused() {
    let bench = bench_with_two_of_three();
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
        assert_merge_refused(&bench, &["shard-0002-of-0003.csv.gz", "delete it"]);
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
    // The compressed format detects changes by itself, except for the few bytes that only name the
    // compressor.
    for byte_offset in (0..whole.len()).step_by(whole.len() / 50) {
        let mut changed = whole.clone();
        changed[byte_offset] ^= 0x10;
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
            Some(0) if byte_offset < 10 => assert!(
                files(&bench, "merged/wing1d") == expected_files,
                "byte {byte_offset}"
            ),
            code => panic!("byte {byte_offset}: {code:?} {}", stderr(&output)),
        }
    }
    // The digest shows whether a shard was changed and compressed again. Its file name shows
    // whether it belongs to another run.
    let text = decompress(&whole);
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
        std::fs::write(&path, compress(&text.replacen(from, to, 1))).unwrap();
        assert_merge_refused(&bench, &[says]);
    }
    bench.write("output/wing1d/shard-0002-of-0003.csv.gz", "not at all");
    assert_merge_refused(&bench, &["is incomplete, or is not a shard"]);
}

/// Computes a new digest for the text of a shard, as someone who changes a shard can do.
fn reseal(text: &str) -> String {
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
fn resealed_answers_without_a_question_are_refused() {
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
    let text = decompress(&std::fs::read(&path).unwrap());
    std::fs::write(&path, compress(&reseal(&text))).unwrap();
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
        std::fs::write(&path, compress(&reseal(&text.replace(from, to)))).unwrap();
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

/// Shards that contradict themselves and have a new digest are refused. A shard that only has a new
/// digest is accepted.
#[test]
fn resealed_contradictory_rows_are_refused() {
    let bench = bench_with_two_of_three();
    bench.succeed(&[&QUICK[..], &["--shard", "2/3"]].concat());
    let path = bench.path("output/wing1d/shard-0001-of-0003.csv.gz");
    let text = decompress(&std::fs::read(&path).unwrap());
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
        std::fs::write(&path, compress(&reseal(&(lines.join("\n") + "\n")))).unwrap();
        bench.run(&merge)
    };
    let whole: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    assert!(tried(&whole).status.success(), "the control");
    let is_value = |line: &&str| line.starts_with("1,value,0,");
    let value = lines.iter().position(is_value).expect("a value");
    let counted = lines[value].split(',').nth(7).expect("a count");
    let with = |line_index: usize, line: String| {
        let mut changed_lines = whole.clone();
        changed_lines[line_index] = line;
        changed_lines
    };
    let cell = |cell_index: usize, text: &str| {
        let mut cells: Vec<&str> = lines[value].split(',').collect();
        cells[cell_index] = text;
        with(value, cells.join(","))
    };
    let without = |line_index: usize| [&whole[..line_index], &whole[line_index + 1..]].concat();
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
    for (forgery, lines) in forged {
        let output = tried(&lines);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{forgery}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains("oddsmith did not write it like this"),
            "{forgery}: {}",
            stderr(&output)
        );
    }
}

/// Returns the header of a shard with another scenario name and the matching digest.
fn rename_scenario(text: &str, name: &str) -> String {
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
fn shard_names_cannot_leave_the_output_folder() {
    let bench = Bench::new();
    bench.succeed(&["wing1d", "--trials", "1000", "--quiet", "--shard", "1/1"]);
    let path = bench.path("output/wing1d/shard-0001-of-0001.csv.gz");
    let text = decompress(&std::fs::read(&path).unwrap());
    let merge = |name: &str| {
        std::fs::write(&path, compress(&reseal(&rename_scenario(&text, name)))).unwrap();
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
        assert_stderr(&output, &says);
        assert_eq!(bench.list("."), ["output"]);
    }
    assert!(merge("other").status.success(), "the control");
}
