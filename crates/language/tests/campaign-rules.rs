//! Reads, explores and simulates many rule files with mistakes: `cargo test --release --workspace
//! --test campaign-rules -- 1000000`.
//!
//! A panic names the number of its text, which `cargo test --release --workspace --test
//! campaign-rules -- 1 NUMBER` shows again. The last lines show the slowest text and the peak
//! memory.

#[path = "all/mutate/mod.rs"]
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().expect("a number"));
    let (count, first) = (
        arguments.next().unwrap_or(100_000),
        arguments.next().unwrap_or(0),
    );
    let files = mutate::bundled_files();
    let text = |number: u64| {
        let mut numbers = mutate::Numbers::new(number);
        mutate::mutate_file(&files, &mut numbers)
    };
    let (mut failed, mut slowest) = (0, (Duration::ZERO, 0));
    for number in first..first + count {
        let text = text(number);
        let begun = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| mutate::exercise(&text))).is_err() {
            failed += 1;
            println!("text {number} fails:\n{text}\n");
        }
        slowest = slowest.max((begun.elapsed(), number));
        if number % 100_000 == 99_999 {
            println!(
                "{} texts, {failed} failed, slowest {:?} (text {})",
                number + 1 - first,
                slowest.0,
                slowest.1
            );
        }
    }
    if count == 1 {
        println!("{}", text(first));
    }
    let memory = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = memory
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or("memory: unknown")
        .to_owned();
    println!(
        "{count} texts, {failed} failed, slowest {:?} (text {}), {memory}",
        slowest.0, slowest.1
    );
    assert_eq!(failed, 0, "every text is read or refused");
}
