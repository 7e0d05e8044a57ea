//! Compares a million random fractions with big integers: none is wrong, above 1 or lost.

#[path = "engine/fractions/probe.rs"]
mod probe;

fn main() {
    let found = probe::probe(1_000_000, 2);
    println!(
        "{} given and right, {} too long to be given",
        found.short, found.long
    );
    println!("{} false or above 1, {} lost", found.wrong, found.lost);
    assert_eq!((found.wrong, found.lost), (0, 0));
}
