//! The colours by night: each of the day has one of its own. The outcomes keep their order of lightness; text can be read on
//! whatever it stands.

use super::palette::{BLACK, Ink, WHITE, heat};

/// What a colour is used for by night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Boxes.
    Ground,
    /// Lines and markers.
    Line,
}

const fn ink(code: u32) -> Ink {
    Ink((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

/// The page by night.
pub(super) const PAGE: Ink = ink(0x14171A);
const PALE: Ink = ink(0xECEEF0);
/// The least contrast of text with what it stands on, and of a line with the page.
const TEXT: f64 = 4.5;
const LINE: f64 = 3.0;

/// Boxes by day and by night.
const GROUNDS: [(u32, u32); 17] = [
    (0xFFFFFF, 0x14171A),
    (0x00614B, 0x1C8466),
    (0x4E9C86, 0x57AE94),
    (0xA5CFC2, 0x97CBBA),
    (0xF4CE5B, 0xEBCB68),
    (0xC99A1E, 0xC29A30),
    (0xFBE9B0, 0xF3E3B2),
    (0xD9603B, 0xDB6C48),
    (0xF0A98F, 0xE9AB94),
    (0xB4431F, 0xB9502D),
    (0xC8C8C8, 0x7F878E),
    (0x9A9A9A, 0x555D64),
    (0xE4E4E4, 0xB9C0C6),
    (0x9FC1DD, 0x2C5579),
    (0xD6E4F0, 0x1F364A),
    (0xDADADA, 0x343A40),
    (0xDCE0E3, 0x343B41),
];
/// Lines and markers.
const LINES: [(u32, u32); 19] = [
    (0x000000, 0xECEEF0),
    (0xFFFFFF, 0x14171A),
    (0xDADADA, 0x343A40),
    (0x6B6B6B, 0x98A1A9),
    (0x4D4D4D, 0xB9C0C6),
    (0x0B4F8A, 0x86BDEB),
    (0xE08A1E, 0xE9A550),
    (0x5F98C6, 0x5F9FD4),
    (0x8A4B00, 0xC77F2B),
    (0x0A2A4A, 0xC5DEF5),
    (0xF0B765, 0xF3CB8F),
    (0x8FB8DA, 0x4A7FAE),
    (0xB86A0A, 0xD9922F),
    (0x9C3618, 0x7D2B12),
    (0xC4633F, 0x9A4425),
    (0x6E220B, 0x571C0A),
    (0x9FC1DD, 0x2C5579),
    (0xD6E4F0, 0x1F364A),
    (0x8B9298, 0x8A929A),
];
/// Texts on the page.
const TEXTS: [(u32, u32); 14] = [
    (0x000000, 0xECEEF0),
    (0x4D4D4D, 0xB9C0C6),
    (0x6B6B6B, 0x98A1A9),
    (0x00614B, 0x52C3A2),
    (0x7A5C00, 0xEBCB68),
    (0xA83A1B, 0xF0906F),
    (0x0B4F8A, 0x86BDEB),
    (0x9A5800, 0xE9A550),
    (0x2F6A9B, 0x7FB4DF),
    (0x8A4B00, 0xD9922F),
    (0x0A2A4A, 0xC5DEF5),
    (0x8A5A10, 0xF3CB8F),
    (0x3B719E, 0x7AA9D3),
    (0x8F5105, 0xDE9A3E),
];
/// The heat of the day runs from pale to deep, that of the night from deep to pale.
const HEAT: [u32; 4] = [0x1E252C, 0x24445F, 0x3F7FB3, 0xA9D0F0];

/// The colour of a box or a line by night.
pub(super) fn of(day: Ink, role: Role) -> Ink {
    let (known, contrast) = match role {
        Role::Ground => (&GROUNDS[..], 1.0),
        Role::Line => (&LINES[..], LINE),
    };
    listed(known, day).or_else(|| heated(day)).unwrap_or_else(|| against(turned(day), PAGE, contrast))
}

/// The colour by night of a text that by day stands on a ground.
pub(super) fn text(day: Ink, on: Ink) -> Ink {
    let ground = of(on, Role::Ground);
    let own = listed(&TEXTS, day).unwrap_or_else(|| turned(day));
    let is_plain = day == BLACK || day == WHITE;
    if !is_plain && contrast(own, ground) >= TEXT {
        return own;
    }
    match (is_plain, on == WHITE) {
        (true, true) => PALE,
        (false, true) => against(own, ground, TEXT),
        // One of the two always has a contrast of 4.58 or more.
        _ if contrast(WHITE, ground) >= contrast(BLACK, ground) => WHITE,
        _ => BLACK,
    }
}

fn listed(known: &[(u32, u32)], day: Ink) -> Option<Ink> {
    known.iter().find(|(own, _)| ink(*own) == day).map(|&(_, night)| ink(night))
}

/// The heat of the night that is as far along as one of the day.
fn heated(day: Ink) -> Option<Ink> {
    const STEPS: u32 = 300;
    let off = |a: Ink, b: Ink| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)).max(a.2.abs_diff(b.2));
    let share = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS)).find(|&share| off(heat(share), day) <= 1)?;
    let place = share * (HEAT.len() - 1) as f64;
    let below = (place as usize).min(HEAT.len() - 2);
    Some(mixed(ink(HEAT[below]), ink(HEAT[below + 1]), place - below as f64))
}

/// A colour nobody named: light becomes dark and dark light, its hue stays.
fn turned(day: Ink) -> Ink {
    let [r, g, b] = [day.0, day.1, day.2].map(f64::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let by = 255.0 - most - least;
    let turn = |channel: f64| (channel + by).clamp(0.0, 255.0).round() as u8;
    Ink(turn(r), turn(g), turn(b))
}

/// A colour made paler until it can be told from a dark ground.
fn against(own: Ink, ground: Ink, least: f64) -> Ink {
    (0..=20)
        .map(|step| mixed(own, WHITE, f64::from(step) / 20.0))
        .find(|ink| contrast(*ink, ground) >= least)
        .unwrap_or(PALE)
}

fn mixed(a: Ink, b: Ink, t: f64) -> Ink {
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
    Ink(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The contrast of WCAG 2.
fn contrast(a: Ink, b: Ink) -> f64 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::chart::palette::{of_series, of_tone};
    use crate::rule::metric::Tone;

    #[test]
    fn text_can_be_read_by_night_wherever_it_stands() {
        let heats = (0..=100).map(|percent| heat(f64::from(percent) / 100.0));
        let tones = [Tone::Success, Tone::Mixed, Tone::Failure, Tone::Neutral];
        let paints = || tones.iter().flat_map(|&tone| (0..3).map(move |nth| of_tone(tone, nth, 3, false)));
        for ground in heats.chain(paints().map(|paint| paint.fill)) {
            let own = text(ground.text_on(), ground);
            assert!(contrast(own, of(ground, Role::Ground)) >= TEXT, "{ground:?}: {own:?}");
        }
        let beside = paints().map(|paint| paint.text).chain((0..8).map(|nth| of_series(nth).1));
        for ink in beside.chain([BLACK]) {
            assert!(contrast(text(ink, WHITE), PAGE) >= TEXT, "{ink:?}");
        }
    }

    #[test]
    fn outcomes_keep_their_order_of_lightness() {
        let order = |night: bool| {
            let mut tones = [Tone::Success, Tone::Mixed, Tone::Failure];
            let fill = |tone| of_tone(tone, 0, 1, false).fill;
            let light = |tone| if night { of(fill(tone), Role::Ground).luminance() } else { fill(tone).luminance() };
            tones.sort_by(|&a, &b| light(a).total_cmp(&light(b)));
            tones
        };
        assert_eq!(order(false), order(true));
    }

    #[test]
    fn heat_runs_the_other_way_and_never_turns() {
        let night = |percent: i32| of(heat(f64::from(percent) / 100.0), Role::Ground).luminance();
        assert!((0..100).all(|percent| night(percent + 1) >= night(percent)) && night(100) > 10.0 * night(0));
    }
}
