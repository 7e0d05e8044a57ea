use super::*;

/// Returns every leaf of a step with its mass and whether it was truncated.
fn leaves<T>(mut play: impl FnMut(&mut Enumerator) -> T) -> Vec<(T, Mass, bool)> {
    let mut answers = Enumerator::default();
    let mut found = Vec::new();
    loop {
        answers.rewind();
        let leaf = play(&mut answers);
        found.push((leaf, answers.mass(), answers.is_truncated()));
        if !answers.advance() {
            return found;
        }
    }
}

#[test]
fn two_dice_have_36_leaves_of_equal_mass() {
    let found = leaves(|ask| (ask.roll(Die::D6), ask.roll(Die::D6)));
    assert_eq!(found.len(), 36);
    assert!(
        found
            .iter()
            .all(|(_, mass, _)| mass.fraction() == Some((1, 36)))
    );
}

#[test]
fn questions_may_depend_on_earlier_answers() {
    let p = Probability::parse("0.25").unwrap();
    let found = leaves(|ask| if ask.happens(p) { ask.roll(Die::D6) } else { 0 });
    assert_eq!(found.len(), 7);
    assert_eq!(
        found
            .iter()
            .map(|(_, mass, _)| *mass)
            .sum::<Mass>()
            .fraction(),
        Some((1, 1))
    );
    assert_eq!(found[0].1.fraction(), Some((3, 4)));
    assert_eq!(found[6].1.fraction(), Some((1, 24)));
}

#[test]
fn impossible_alternatives_are_skipped() {
    let weights = Weights::new(&[0, 3, 0, 1, 0]).unwrap();
    let found = leaves(|ask| ask.pick(&weights));
    assert_eq!(
        found.iter().map(|(index, ..)| *index).collect::<Vec<_>>(),
        [1, 3]
    );
}

#[test]
fn open_rolls_report_the_unresolved_mass() {
    let found = leaves(|ask| ask.open_roll(Die::new(4)));
    let unresolved: f64 = found
        .iter()
        .filter(|(_, _, is_truncated)| *is_truncated)
        .map(|(_, mass, _)| mass.float())
        .sum();
    assert_eq!(unresolved, 0.25f64.powi(100));
    for (value, mass, _) in found.iter().filter(|(_, _, is_truncated)| !is_truncated) {
        assert!(value % 4 != 0);
        assert!((mass.float() / 0.25f64.powi((value / 4 + 1) as i32) - 1.0).abs() < 1e-14);
    }
}
