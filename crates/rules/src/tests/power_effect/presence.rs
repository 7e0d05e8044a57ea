//! Tests of the affected presence: as many targets as the limit allows.

use super::*;

#[test]
fn presence_limit_affects_the_least_present_first() {
    let three = "presence_limit = 10\nrounds = 1\n[[targets]]\nname = \"a\"\npresence = 6\n[[targets]]\nname = \"b\"\npresence = 5\n\
                 [[targets]]\nname = \"c\"\npresence = 4";
    assert_eq!(
        (
            metric_value(three, &[2, 2], "hits"),
            metric_value(three, &[2, 2], "affected")
        ),
        (3, 2)
    );
    assert_eq!(
        metric_value_if_shown(three, &[2, 2], "first_degree"),
        None,
        "the first target is left out"
    );
    assert_eq!(afflicted_by_round(three, &[2, 2]), [2]);
    assert_eq!(
        metric_value(
            "presence = 3\npresence_limit = 10\ntargets = 5",
            &[8, 8, 8],
            "affected"
        ),
        3
    );
    assert_eq!(
        metric_value(
            "presence = 0\npresence_limit = 0\ntargets = 5",
            &[8; 5],
            "affected"
        ),
        5
    );
    assert_eq!(
        metric_value("presence = 5\npresence_limit = 4", &[], "affected"),
        0
    );
    assert_eq!(
        afflicted_by_round("presence = 5\npresence_limit = 4\nrounds = 2", &[]),
        [0, 0]
    );
}

#[test]
fn published_example_of_presence_is_reproduced() {
    for presences in [&[3, 3, 3][..], &[5, 5], &[6, 4]] {
        let entry = |(i, presence): (usize, &i32)| {
            format!("[[targets]]\nname = \"{i}\"\npresence = {presence}\n")
        };
        let entries: String = presences.iter().enumerate().map(entry).collect();
        let power = format!("presence_limit = 10\n{entries}");
        assert_eq!(
            metric_value(&power, &vec![8; presences.len()], "affected"),
            presences.len() as i64
        );
    }
}
