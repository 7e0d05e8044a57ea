//! Measures the work between two keystrokes in an editor: finding mistakes at once, the slow
//! checks, and the distribution of a word.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use oddsmith::editing::Edited;
use oddsmith::rule_file::find::FileLocation;
use oddsmith_engine::explore::Watch;
use oddsmith_language::RuleFile;

/// The longest bundled texts, each with a word that the pointer may rest on.
const TEXTS: [(&str, &str, &str); 3] = [
    (
        "tax-revolt.odds",
        include_str!("../rules/tax-revolt.odds"),
        "roll(",
    ),
    (
        "battle.odds",
        include_str!("../rules/battle.odds"),
        "losses(",
    ),
    (
        "aging-everything.toml",
        include_str!("../scenarios/aging-everything.toml"),
        "rule",
    ),
];

fn bench_editing(criterion: &mut Criterion) {
    for (name, text, word) in TEXTS {
        let edited = Edited {
            name,
            text,
            context: FileLocation::Bundled,
            asked_by: None,
        };
        let byte_offset = text.find(word).expect("a word of the text") + 1;
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        if edited.is_rule_file() {
            group.bench_function("read", |bencher| {
                bencher.iter(|| RuleFile::read(black_box(text)).is_ok())
            });
        }
        group.bench_function("problems", |bencher| {
            bencher.iter(|| black_box(&edited).read())
        });
        if let Some(checked) = edited.read().checked {
            group.bench_function("faults", |bencher| {
                bencher.iter(|| black_box(&checked).slow_problems(&Watch::default()));
            });
        }
        group.bench_function("offers", |bencher| {
            bencher.iter(|| black_box(&edited).offers(byte_offset))
        });
        group.bench_function("explained", |bencher| {
            bencher.iter(|| black_box(&edited).explain(byte_offset, &Watch::default()));
        });
    }
}

criterion_group!(benches, bench_editing);
criterion_main!(benches);
