//! `aging` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "At the end of every Regular Turn resources age out, each kind in its own way and whatever the position did.",
        "Each Act left on the Powerstrip is lost with a chance of 15%, before new Acts are placed; Scenes never age, but all on a star or \
         planet are lost when that is no longer on any position's Public Space.",
        "The Treasury loses between 10% and 30% of its Resource Points (RPs), and 5% more for each Government Title that is \
         disrupted; RPs on Cargo Ships do not age.",
        "Aspects are placed with the light side up, or now and then the dark one; at the end of a turn those that began it \
         light are flipped, and those that began it dark are removed.",
        "Each Proficiency is eliminated with a chance of 30% whenever the Census Power is activated, and of 20% whenever a Government \
         Title becomes disrupted or changes.",
        "Half of the Faculties in each College's class retire, just before College Tries generate new ones.",
        "Each Special Operations Mission is lost with a chance of 30%, but not on the turn on which it is recruited or first lodged; each \
         Counter-Operations Mission is lost with a chance of 50%.",
        "A turn goes: what is spent is used, gains that come before aging arrive, the resource ages, the other gains arrive.",
    ],
    origin: "Appendix AGE, Aging Out.",
    interpretations: &[
        read(
            "The Treasury's loss is 10%, 11%, 12% and so on to 30%, each equally likely.",
            &[
                or("loss", "{ from = 0.10, to = 0.30, step = 0.05 }", "it is 10%, 15%, 20%, 25% or 30%"),
                or("loss", "0.2", "it is always 20%"),
            ],
        ),
        read(
            "The RPs lost are rounded to the nearest, half up; the Faculties that retire are rounded up.",
            &[or("rounding", "\"down\"", "both are rounded down"), or("rounding", "\"up\"", "both are rounded up")],
        ),
        read(
            "A Mission is spared on the turn on which it is recruited, and on the next one, on which it is lodged.",
            &[or("lodging_grace", "0", "only on the turn on which it is recruited")],
        ),
        read(
            "Every recruited Mission is lodged on its next turn, and nothing but age takes it.",
            &[
                or("lodging", "0.8", "a recruit that is not lodged is lost"),
                or("other_loss", "0.1", "Counter-Operations Missions take their share first"),
            ],
        ),
        read(
            "What is to be spent is spent on every turn.",
            &[or(
                "spend",
                "\"1 @ 0.8\"",
                "only where the activation is obeyed, with that chance: a failed one removes nothing",
            )],
        ),
        read(
            "What is spent from several places or classes comes from the fullest.",
            &[or("spend_from", "\"oldest\"", "it comes from the first that is listed")],
        ),
        read(
            "A Government Title that becomes disrupted has recovered before the next turn.",
            &[or("recovery", "0.5", "each disruption lasts for two turns on average")],
        ),
    ],
};
