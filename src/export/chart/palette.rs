//! The colours: they keep their order in grey and under the three kinds of colour blindness.

use crate::rule::metric::Tone;

/// A colour of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink(pub(super) u8, pub(super) u8, pub(super) u8);

const fn ink(code: u32) -> Ink {
    Ink((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

pub(super) const BLACK: Ink = ink(0x000000);
pub(super) const WHITE: Ink = ink(0xFFFFFF);
pub(super) const GRID: Ink = ink(0xDADADA);
pub(super) const SUBTITLE: Ink = ink(0x4D4D4D);
pub(super) const FOOTER: Ink = ink(0x6B6B6B);
pub(super) const LEADER: Ink = ink(0x6B6B6B);
pub(super) const OTHERS: Ink = ink(0xA0A6AB);
/// What an earlier run found: boxes and lines.
pub(super) const EARLIER: Ink = ink(0xDCE0E3);
pub(super) const EARLIER_LINE: Ink = ink(0x8B9298);
pub(super) const BLUE: Ink = ink(0x0B4F8A);
pub(super) const ORANGE: Ink = ink(0xE08A1E);
pub(super) const ORANGE_TEXT: Ink = ink(0x9A5800);
pub(super) const BAND_HALF: Ink = ink(0x9FC1DD);
pub(super) const BAND_WIDE: Ink = ink(0xD6E4F0);
const HEAT: [Ink; 4] = [ink(0xF5F8FB), ink(0xB5D0E6), ink(0x5F98C6), ink(0x0F3F73)];

/// What a colour is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Boxes, told apart by how light they are.
    Ground,
    /// Lines and markers, told apart by their dashes and shapes: never too pale to be seen.
    Line,
    Text,
}

/// No line of a grey page is lighter than this luminance.
const PALEST_LINE: f64 = 0.25;

impl Ink {
    /// The grey that is as light, for a page in black and white.
    pub(super) fn in_grey(self, for_use: Use) -> Ink {
        if self.0 == self.1 && self.1 == self.2 {
            return self;
        }
        let luminance = match for_use {
            Use::Ground => self.luminance(),
            Use::Line => self.luminance().min(PALEST_LINE),
            Use::Text => return BLACK,
        };
        let share =
            if luminance <= 0.003_130_8 { luminance * 12.92 } else { 1.055 * luminance.powf(1.0 / 2.4) - 0.055 };
        let level = (share * 255.0).round() as u8;
        Ink(level, level, level)
    }

    /// The relative luminance of WCAG 2: 0 is black, 1 is white.
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Black or white, whichever stands out more on this colour.
    pub(super) fn text_on(self) -> Ink {
        let luminance = self.luminance();
        if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) { BLACK } else { WHITE }
    }
}

/// The colour of a heat from 0 to 1.
pub(super) fn heat(share: f64) -> Ink {
    let place = share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let below = (place as usize).min(HEAT.len() - 2);
    let (a, b, t) = (HEAT[below], HEAT[below + 1], place - below as f64);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
    Ink(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Lines across a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hatch {
    pub(super) ink: Ink,
    /// Whether they fall from left to right.
    pub(super) falls: bool,
}

/// How an outcome is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    /// The colour of its bar.
    pub(super) fill: Ink,
    /// The lines across it.
    pub(super) hatch: Option<Hatch>,
    /// The colour of its name and its numbers beside the bar.
    pub(super) text: Ink,
}

/// The paint of the `nth` of `of` outcomes of a tone, in the order in which they are drawn: from the best good news to the
/// worst bad news. The further out, the darker.
pub(super) fn of_tone(tone: Tone, nth: usize, of: usize, grey: bool) -> Paint {
    let nth = shade(tone, nth, of);
    if grey {
        return of_tone_in_grey(tone, nth);
    }
    let (fills, hatch, text) = match tone {
        Tone::Success => ([0x00614B, 0x4E9C86, 0xA5CFC2], None, 0x00614B),
        Tone::Mixed => ([0xF4CE5B, 0xC99A1E, 0xFBE9B0], None, 0x7A5C00),
        Tone::Failure => ([0xD9603B, 0xF0A98F, 0xB4431F], Some([0x9C3618, 0xC4633F, 0x6E220B]), 0xA83A1B),
        Tone::Neutral => ([0xC8C8C8, 0x9A9A9A, 0xE4E4E4], None, 0x4D4D4D),
    };
    let pick = nth % fills.len();
    let hatch = hatch.map(|lines| Hatch { ink: ink(lines[pick]), falls: false });
    Paint { fill: ink(fills[pick]), hatch, text: ink(text) }
}

/// Which of the three shades of a tone: its own, a second and a third.
fn shade(tone: Tone, nth: usize, of: usize) -> usize {
    let order: &[usize] = match (tone, of) {
        (_, 0 | 1) => &[0],
        // Of good news the first is the best and the darkest.
        (Tone::Success, _) => &[0, 1, 2],
        // Of bad news the last is the worst: own and dark, or light, own and dark.
        (Tone::Failure, 2) => &[1, 0],
        (Tone::Failure, _) => &[1, 0, 2],
        (_, 2) => &[0, 1],
        (_, _) => &[2, 0, 1],
    };
    order[nth % order.len()]
}

/// The same without colour: tones differ by lightness and hatch, outcomes of a tone by lightness.
fn of_tone_in_grey(tone: Tone, nth: usize) -> Paint {
    let (fills, hatch) = match tone {
        Tone::Success => ([0x303030, 0x6A6A6A, 0x969696], None),
        Tone::Mixed => ([0xDADADA, 0xB8B8B8, 0xEEEEEE], None),
        Tone::Failure => ([0xA0A0A0, 0xD0D0D0, 0x787878], Some(([0x202020, 0x505050, 0x000000], false))),
        Tone::Neutral => ([0xFFFFFF, 0xE8E8E8, 0xC8C8C8], Some(([0x8A8A8A, 0x6A6A6A, 0x505050], true))),
    };
    let pick = nth % fills.len();
    let hatch = hatch.map(|(lines, falls)| Hatch { ink: ink(lines[pick]), falls });
    Paint { fill: ink(fills[pick]), hatch, text: BLACK }
}

/// The paint of the `nth` of `of` values that are neither good nor bad.
pub(super) fn of_value(nth: usize, of: usize) -> Paint {
    let share = if of > 1 { nth as f64 / (of - 1) as f64 } else { 1.0 };
    Paint { fill: heat(0.15 + 0.85 * share), hatch: None, text: BLACK }
}

/// The colour of the `nth` of `of` series of numbers that rise, and that of its text: one hue, from light to dark.
pub(super) fn of_ordered(nth: usize, of: usize) -> (Ink, Ink) {
    let share = nth as f64 / (of.max(2) - 1) as f64;
    // The palest that a line on white may be, and the palest that its text may be.
    (heat(0.45 + 0.55 * share), heat(0.72 + 0.28 * share))
}

/// The colour of the `nth` series, and that of its text.
pub(super) fn of_series(nth: usize) -> (Ink, Ink) {
    let pairs = [
        (0x0B4F8A, 0x0B4F8A),
        (0xE08A1E, 0x9A5800),
        (0x5F98C6, 0x2F6A9B),
        (0x8A4B00, 0x8A4B00),
        (0x0A2A4A, 0x0A2A4A),
        (0xF0B765, 0x8A5A10),
        (0x8FB8DA, 0x3B719E),
        (0xB86A0A, 0x8F5105),
    ];
    let (line, text) = pairs[nth % pairs.len()];
    (ink(line), ink(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grey_is_as_light_as_its_colour_and_text_is_black() {
        for share in 0..=20 {
            let colour = heat(f64::from(share) / 20.0);
            let grey = colour.in_grey(Use::Ground);
            assert!(grey.0 == grey.1 && grey.1 == grey.2);
            assert!((grey.luminance() - colour.luminance()).abs() < 0.01, "{colour:?}");
        }
        assert_eq!((ORANGE_TEXT.in_grey(Use::Text), SUBTITLE.in_grey(Use::Text)), (BLACK, SUBTITLE));
        assert!(of_series(5).0.in_grey(Use::Line).luminance() < 0.26);
    }

    #[test]
    fn tones_differ_without_colour() {
        let tones = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
        let paints: Vec<Paint> =
            tones.iter().flat_map(|&tone| (0..3).map(move |nth| of_tone(tone, nth, 3, true))).collect();
        for (i, a) in paints.iter().enumerate() {
            for b in &paints[..i] {
                let apart = (a.fill.luminance() - b.fill.luminance()).abs() > 0.05;
                assert!(apart || a.hatch.map(|hatch| hatch.falls) != b.hatch.map(|hatch| hatch.falls), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_worst_is_the_darkest_of_bad_news_and_the_best_of_good() {
        let light = |tone, nth, of| of_tone(tone, nth, of, false).fill.luminance();
        for of in 2..=3 {
            for nth in 1..of {
                assert!(light(Tone::Success, nth, of) > light(Tone::Success, nth - 1, of));
                assert!(light(Tone::Failure, nth, of) < light(Tone::Failure, nth - 1, of));
                assert!(light(Tone::Mixed, nth, of) < light(Tone::Mixed, nth - 1, of));
            }
        }
    }

    #[test]
    fn heat_darkens_all_the_way_and_its_text_can_be_read() {
        for percent in 0..100 {
            let (cool, warm) = (heat(f64::from(percent) / 100.0), heat(f64::from(percent + 1) / 100.0));
            assert!(warm.luminance() < cool.luminance());
            let (ground, text) = (cool.luminance() + 0.05, cool.text_on().luminance() + 0.05);
            assert!(ground.max(text) / ground.min(text) >= 4.5, "{percent}%");
        }
    }
}
