use super::*;
use crate::hue::Hue;
use crate::palette::{Paint, ordered_inks, series_inks, tone_paint};

const TONES: [Tone; 4] = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
const THEMES: [Theme; 4] = [Theme::Day, Theme::Night, Theme::Grey, Theme::GreyNight];

/// Returns the contrast ratio of WCAG 2.
fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    a.max(b) / a.min(b)
}

fn heats() -> impl Iterator<Item = Ink> {
    (0..=100).map(|percent| Ink::Heat(f64::from(percent) / 100.0))
}

fn paints(count: usize, grey: bool) -> Vec<Paint> {
    TONES
        .iter()
        .flat_map(|&tone| (0..count).map(move |nth| tone_paint(tone, nth, count, grey)))
        .collect()
}

#[test]
fn text_is_readable_on_every_ground() {
    for theme in THEMES {
        let grounds = heats().chain(paints(3, false).into_iter().map(|paint| paint.fill));
        for ground in grounds
            .chain((0..SERIES).map(Ink::Series))
            .chain([Ink::Grid])
            .chain(Hue::ALL.map(Ink::Hue))
        {
            let [text, under] = [(ground.text_on(), Use::Text), (ground, Use::Ground)]
                .map(|(i, u)| theme.colour(i, u));
            assert!(contrast(text, under) >= 4.5, "{theme:?} {ground:?}");
        }
        let text_inks = paints(1, false)
            .into_iter()
            .map(|paint| paint.text)
            .chain((0..SERIES).map(|nth| series_inks(nth).1));
        let text_inks = text_inks.chain(Hue::ALL.map(Ink::HueText)).chain([
            Ink::Text,
            Ink::Quiet,
            Ink::Faint,
            Ink::Accent,
            Ink::CounterText,
        ]);
        for ink in text_inks
            .chain((2..=8).flat_map(|count| (0..count).map(move |nth| ordered_inks(nth, count).1)))
        {
            let [text, under] = [
                theme.colour(ink, Use::Text),
                theme.colour(Ink::Paper, Use::Ground),
            ];
            assert!(
                contrast(text, under) >= 4.5,
                "{theme:?} {ink:?}: {}",
                contrast(text, under)
            );
        }
    }
}

#[test]
fn lines_are_visible_by_night() {
    let lines = (0..SERIES).map(Ink::Series).chain([
        Ink::Others,
        Ink::EarlierLine,
        Ink::Accent,
        Ink::Counter,
    ]);
    for ink in lines {
        assert!(
            contrast(Theme::Night.colour(ink, Use::Line), PAGE) >= 3.0,
            "{ink:?}"
        );
    }
}

#[test]
fn outcomes_keep_their_order_of_lightness() {
    let order = |theme: Theme| {
        let mut tones = [Tone::Success, Tone::Mixed, Tone::Failure];
        let light = |tone| {
            theme
                .colour(tone_paint(tone, 0, 1, false).fill, Use::Ground)
                .luminance()
        };
        tones.sort_by(|&a, &b| light(a).total_cmp(&light(b)));
        tones
    };
    assert_eq!(order(Theme::Day), order(Theme::Night));
    assert_eq!(order(Theme::Day), order(Theme::Grey));
}

#[test]
fn heat_scale_is_reversed_by_night() {
    let light = |theme: Theme, percent: i32| {
        theme
            .colour(Ink::Heat(f64::from(percent) / 100.0), Use::Ground)
            .luminance()
    };
    for percent in 0..100 {
        assert!(
            light(Theme::Day, percent + 1) < light(Theme::Day, percent),
            "{percent}"
        );
        assert!(
            light(Theme::Night, percent + 1) >= light(Theme::Night, percent),
            "{percent}"
        );
    }
    assert!(light(Theme::Night, 100) > 10.0 * light(Theme::Night, 0));
}

#[test]
fn greys_match_luminance_and_text_is_black() {
    for ink in heats() {
        let [grey, day_colour] =
            [Theme::Grey, Theme::Day].map(|theme| theme.colour(ink, Use::Ground));
        assert!(grey.0 == grey.1 && grey.1 == grey.2);
        assert!(
            (grey.luminance() - day_colour.luminance()).abs() < 0.01,
            "{ink:?}"
        );
    }
    assert_eq!(Theme::Grey.colour(Ink::CounterText, Use::Text), BLACK);
    assert_eq!(
        Theme::Grey.colour(Ink::Quiet, Use::Text),
        Theme::Day.colour(Ink::Quiet, Use::Text)
    );
    assert!(Theme::Grey.colour(Ink::Series(5), Use::Line).luminance() < 0.26);
}

#[test]
fn tones_differ_without_colour() {
    let paints = paints(3, true);
    let light = |paint: &Paint| Theme::Grey.colour(paint.fill, Use::Ground).luminance();
    for (i, a) in paints.iter().enumerate() {
        for b in &paints[..i] {
            let apart = (light(a) - light(b)).abs() > 0.05;
            assert!(
                apart
                    || a.hatch.map(|hatch| hatch.is_falling)
                        != b.hatch.map(|hatch| hatch.is_falling),
                "{a:?} {b:?}"
            );
        }
    }
}

#[test]
fn named_colours_differ_without_colour_and_from_the_page() {
    let light = |hue: Hue, theme: Theme| theme.colour(Ink::Hue(hue), Use::Ground).luminance();
    for pair in Hue::ALL.windows(2) {
        let gap = light(pair[1], Theme::Grey) - light(pair[0], Theme::Grey);
        assert!(gap > 0.015, "{pair:?}: {gap}");
    }
    for hue in Hue::ALL {
        for theme in THEMES {
            let [fill, page] =
                [Ink::Hue(hue), Ink::Paper].map(|ink| theme.colour(ink, Use::Ground));
            let is_visible = contrast(fill, page) >= 1.2 || hue.has_outline();
            assert!(is_visible, "{hue:?} {theme:?}: {}", contrast(fill, page));
        }
    }
    assert_eq!(Hue::named(" Grün "), Some(Hue::Green));
    assert_eq!(Hue::named("Red card"), None);
}

#[test]
fn best_success_and_worst_failure_are_darkest() {
    let light = |tone, nth, count| {
        Theme::Day
            .colour(tone_paint(tone, nth, count, false).fill, Use::Ground)
            .luminance()
    };
    for count in 2..=3 {
        for nth in 1..count {
            assert!(light(Tone::Success, nth, count) > light(Tone::Success, nth - 1, count));
            assert!(light(Tone::Failure, nth, count) < light(Tone::Failure, nth - 1, count));
            assert!(light(Tone::Mixed, nth, count) < light(Tone::Mixed, nth - 1, count));
        }
    }
}
