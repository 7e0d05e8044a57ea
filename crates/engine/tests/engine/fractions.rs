//! Compares a hundred thousand random fractions with big integers. `cargo test --release --test
//! campaign-fractions` compares a million.

mod probe;

#[test]
fn random_fractions_are_correct() {
    let found = probe::probe(100_000, 1);
    assert_eq!((found.wrong, found.lost), (0, 0), "{found:?}");
    assert!(found.short > 20_000 && found.long > 20_000, "{found:?}");
}
