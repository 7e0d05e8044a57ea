use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Result<Scenario, Diagnostics> {
    Scenario::parse(
        "test",
        Arc::new(Source {
            name: "test.toml".into(),
            text: text.into(),
        }),
        &Overrides::default(),
    )
}

#[test]
fn last_swept_key_varies_fastest() {
    let text = "rule = \"wing-activation\"\n[sweep]\nquality = [3, 4]\ncubes = [0, 1, 2]\n[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\n";
    let scenario = parse(text).unwrap();
    assert_eq!(scenario.case_count(), 12);
    assert_eq!(scenario.point(0), (Some(0), vec![0, 0]));
    assert_eq!(scenario.point(1), (Some(0), vec![0, 1]));
    assert_eq!(scenario.point(11), (Some(1), vec![1, 2]));
}

#[test]
fn command_line_overrides_variants_and_sweeps() {
    let text = "rule = \"wing-activation\"\n[sweep]\nquality = [3, 4]\n[[variants]]\nname = \"a\"\nset = { cubes = 3 }\n";
    let source = Arc::new(Source {
        name: "test.toml".into(),
        text: text.into(),
    });
    let overrides = Overrides {
        sets: vec!["quality=6".into(), "cubes=1".into()],
        ..Overrides::default()
    };
    let scenario = Scenario::parse("test", source, &overrides).unwrap();
    assert_eq!(scenario.case_count(), 1);
    let values = scenario.case_values(0).unwrap();
    assert_eq!((values.whole("quality"), values.whole("cubes")), (6, 1));
}

proptest! {
    /// Any text is either read or refused with an error; the reader never panics.
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,80}") {
        let _ = parse(&text).map_err(|problems| problems.to_string());
    }

    #[test]
    fn no_value_breaks_the_reader(key in "(quality|dice|wings|spend|cubes|nonsense)", value in "(-?[0-9]{1,25}|[0-9.e+-]{1,12}|\\[[0-9, ]{0,8}\\]|\"[a-z.]{0,9}\"|\\{ from = [0-9]{1,3}, to = [0-9]{1,3} \\}|true|nan|inf)", section in "(parameters|sweep|run)") {
        let text = format!("rule = \"wing-activation\"\n[{section}]\n{key} = {value}\n");
        if let Ok(scenario) = parse(&text) {
            for case in 0..scenario.case_count().min(50) {
                let _ = scenario.case_values(case).map_err(|problems| problems.to_string());
            }
        }
    }
}
