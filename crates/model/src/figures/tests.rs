use super::*;

const ENGLISH: Numerals = Numerals::ENGLISH;

#[test]
fn chance_text_follows_the_style_guide() {
    let chances = [
        0.0,
        1e-20,
        1.0 / 3_300_000.0,
        1e-6,
        5.94e-5,
        0.000_4,
        0.004_6,
        0.005,
        0.009_96,
        0.01,
        0.125,
        0.4999,
    ];
    let text = [
        "0",
        "<1 in 1,000,000,000,000,000,000",
        "1 in 3,300,000",
        "0.00010",
        "0.0059",
        "0.040",
        "0.46",
        "0.50",
        "1.0",
        "1.0",
        "12.5",
        "50.0",
    ];
    assert_eq!(chances.map(|chance| ENGLISH.bare_chance(chance)), text);
    let near = [
        0.986,
        0.99,
        0.9954,
        0.9996,
        1.0 - 1e-6,
        1.0 - 9e-7,
        1.0f64.next_down(),
        1.0,
    ];
    let text = [
        "98.6%",
        "99.0%",
        "99.54%",
        "99.960%",
        "99.99990%",
        ">99.9999%",
        ">99.9999%",
        "100%",
    ];
    assert_eq!(near.map(|chance| ENGLISH.chance(chance)), text);
}

#[test]
fn mean_text_follows_the_style_guide() {
    let means = [
        0.0, 0.5, 10.66, 62.3, 999.96, 0.004, -0.003, 0.0996, 1234.6, 12_345.6, -1.5, 1e-8,
        999.999, 2.275,
    ];
    let text = [
        "0",
        "0.50",
        "10.66",
        "62.30",
        "999.96",
        "0.0040",
        "−0.0030",
        "0.10",
        "1,235",
        "12,346",
        "−1.50",
        "0.000000010",
        "1,000.00",
        "2.28",
    ];
    assert_eq!(means.map(|mean| ENGLISH.mean(mean)), text);
}

#[test]
fn differences_are_computed_before_they_are_rounded() {
    let text =
        [0.25, 0.017, 0.0003, 0.0, -0.2, 0.007].map(|by| ENGLISH.change(by, NumberKind::Chance));
    assert_eq!(
        text,
        [
            "+25.0 pp",
            "+1.7 pp",
            "+0.030 pp",
            "0 pp",
            "−20.0 pp",
            "+0.70 pp"
        ]
    );
    // A loss is 0 only if the options are tied.
    let losses = [0.0, 1e-240, 0.25].map(|by| ENGLISH.lost(by, NumberKind::Chance));
    assert_eq!(losses, ["0 pp", "<0.0001 pp", "−25.0 pp"]);
    assert_eq!(ENGLISH.loss(1e-240, NumberKind::Mean), "<0.0001");
    assert_eq!(
        [0.017, 12.34, -1234.5].map(|by| ENGLISH.signed(by, NumberKind::Mean)),
        ["+0.017", "+12.34", "−1,235"]
    );
    assert_eq!(
        ENGLISH.distance(-0.25, NumberKind::Chance),
        "25.0 percentage points"
    );
    // A median is a possible value of a trial, and so is the difference of two medians.
    assert_eq!(
        [2.0, -1.0, 0.0].map(|by| ENGLISH.change(by, NumberKind::Outcome)),
        ["+2", "−1", "0"]
    );
}

#[test]
fn rare_chances_are_printed_as_one_in_n() {
    let text = [
        1.0 / 649_740.0,
        1.0 / 2_176_782_336.0,
        1e-20,
        0.5,
        0.000_1,
        3.14e-5,
    ]
    .map(|chance| ENGLISH.chance_in_sentence(chance));
    assert_eq!(
        text,
        [
            "1 in 649,740",
            "1 in 2,176,782,336",
            "<1 in 1,000,000,000,000,000,000",
            "50.0%",
            "0.010%",
            "1 in 32,000"
        ]
    );
    assert_eq!(ENGLISH.chance(2.0 / 4_352_333.0), "1 in 2,200,000");
    let german = Numerals {
        decimal: ',',
        thousands: Some('.'),
        one_in: Some(':'),
        ..ENGLISH
    };
    assert_eq!(
        [german.chance(1.0 / 3e6), german.mean(1234.5)],
        ["1:3.000.000", "1.235"]
    );
}

#[test]
fn large_numbers_have_commas() {
    assert_eq!(
        [fixed(1234.0, 0), fixed(12_345.6, 1), fixed(-0.04, 1)],
        ["1234", "12,345.6", "0.0"]
    );
    assert_eq!(grouped(1_000_000), "1,000,000");
}
