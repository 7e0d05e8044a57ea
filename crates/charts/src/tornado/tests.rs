use super::*;
use oddsmith_model::figures::NumberKind;
use oddsmith_model::summary::largest_effect;

fn sensitivity_to(base: f64, values: &[f64]) -> Sensitivity {
    let change = |(nth, &value): (usize, &f64)| Change {
        parameter: format!("p{nth}"),
        label: "Cubes".to_owned(),
        is_named: false,
        value_label: nth.to_string(),
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
        question_in_words: None,
        untried: Vec::new(),
        held_parameters: Vec::new(),
        changes: values.iter().enumerate().map(change).collect(),
        notes: Vec::new(),
    }
}

#[test]
fn title_names_the_largest_effect() {
    let title = |values: &[f64]| largest_effect(&sensitivity_to(0.5, values), Messages::english());
    assert_eq!(
        title(&[0.51]),
        "P(m): largest effect from Cubes, 50.0% to 51.0%"
    );
    assert_eq!(title(&[0.5]), "P(m): no single step changes it");
}
