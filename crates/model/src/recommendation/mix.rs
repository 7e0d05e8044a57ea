//! How a player mixes options, in words: "strike one time in four; else guard".

use super::MixedOption;
use crate::messages::{Messages, Word};

/// The largest N of a share that is written as "one time in N".
const MAX_TIMES: usize = 10;
/// How close a share must be to such a fraction.
const TOLERANCE: f64 = 1e-9;

/// Returns a mix as a rule. The likeliest option comes last; `label` returns the label of an
/// option.
pub(super) fn mix_text(
    mix: &[MixedOption],
    words: &Messages,
    label: impl Fn(&str) -> String,
) -> String {
    // Rounding errors make no option likelier.
    let share = |mixed: &MixedOption| (mixed.probability * 1e9).round();
    let by_share =
        |first: &&MixedOption, other: &&MixedOption| share(first).total_cmp(&share(other));
    // Among equally likely options, this is the last.
    let Some(likeliest) = mix.iter().max_by(by_share) else {
        return String::new();
    };
    let others = mix.iter().filter(|mixed| mixed.option != likeliest.option);
    let shares = others.map(|mixed| {
        let share = share_text(mixed.probability, words);
        words.fill(
            Word::SayMixed,
            &[("option", &label(&mixed.option)), ("share", &share)],
        )
    });
    let what = shares.collect::<Vec<_>>().join(", ");
    words.fill(
        Word::SayElse,
        &[("what", &what), ("option", &label(&likeliest.option))],
    )
}

/// Returns a share: "one time in three", "two times in five", "37.5% of the time".
fn share_text(share: f64, words: &Messages) -> String {
    let numbers: Vec<&str> = words.text(Word::SayNumbers).split(' ').collect();
    for whole in 2..=MAX_TIMES.min(numbers.len()) {
        let times = share * whole as f64;
        let count = times.round();
        if (times - count).abs() > TOLERANCE || count < 1.0 {
            continue;
        }
        let (count, whole) = (count as usize, numbers[whole - 1]);
        return match count {
            1 => words.fill(Word::SayOneTimeIn, &[("number", whole)]),
            _ => words.fill(
                Word::SayTimesIn,
                &[("count", numbers[count - 1]), ("number", whole)],
            ),
        };
    }
    let share = words.numerals().chance(share);
    words.fill(Word::SayOfTheTime, &[("share", &share)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_in_words() {
        let text = |shares: &[(&str, f64)]| {
            let mix: Vec<MixedOption> = shares
                .iter()
                .map(|&(option, probability)| MixedOption {
                    option: option.to_owned(),
                    probability,
                })
                .collect();
            mix_text(&mix, Messages::english(), str::to_owned)
        };
        let third = 1.0 / 3.0;
        assert_eq!(
            text(&[("feint", third), ("strike", 1.0 - third)]),
            "feint one time in three; else strike"
        );
        assert_eq!(
            text(&[("rock", third), ("paper", third), ("scissors", third)]),
            "rock one time in three, paper one time in three; else scissors"
        );
        assert_eq!(
            text(&[("a", 0.6), ("b", 0.4)]),
            "b two times in five; else a"
        );
        assert_eq!(
            text(&[("a", 0.6234), ("b", 0.3766)]),
            "b 37.7% of the time; else a"
        );
    }
}
