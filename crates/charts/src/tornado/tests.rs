use super::*;
use oddsmith_model::figures::NumberKind;
use oddsmith_model::figures::Numerals;
use oddsmith_model::findings;

fn moved(base: f64, values: &[f64]) -> Sensitivity {
    let change = |(nth, &value): (usize, &f64)| Change {
        parameter: format!("p{nth}"),
        label: "Cubes".to_owned(),
        is_named: false,
        told: nth.to_string(),
        direction: Direction::Up,
        from: "0".to_owned(),
        to: "1".to_owned(),
        value: Some(value),
        interval: None,
    };
    Sensitivity {
        ask: "P(m)".to_owned(),
        kind: NumberKind::Chance,
        base: Some(base),
        interval: None,
        told: None,
        untried: Vec::new(),
        around: Vec::new(),
        changes: values.iter().enumerate().map(change).collect(),
        notes: Vec::new(),
    }
}

#[test]
fn no_difference_is_rounded_to_nothing() {
    let told = findings::sensitivity::title(&moved(0.5, &[0.50001]), Numerals::ENGLISH);
    assert_eq!(told, "Nothing matters more than cubes: 1 instead of 0 adds 0.0010 percentage points");
    let told = findings::sensitivity::title(&moved(0.5, &[0.51]), Numerals::ENGLISH);
    assert_eq!(told, "Nothing matters more than cubes: 1 instead of 0 adds 1.0 percentage points");
}
