//! What a scenario of `aging` may say, and the published values of each kind of resource.

use crate::rule::parameter::{Parameter, ParameterType};

use super::kind::KINDS;

/// What it is, in one line.
pub(super) const ABOUT: &str = "Resources that age out at the end of every turn: how long they last, where they settle";

/// Items of a resource at the start, and gained or spent in a turn, at most.
pub(super) const MOST_ITEMS: i64 = 100_000;
/// Government Titles of a position at most.
const MOST_TITLES: i64 = 20;
/// Places of Scenes and classes of Faculties at most.
pub(super) const MOST_PLACES: usize = 12;
/// Turns for which a newcomer can be spared at most.
pub(super) const MOST_GRACE: i64 = 3;

const ITEMS: ParameterType = ParameterType::Whole { from: 0, to: MOST_ITEMS };

const GAIN_DICE: ParameterType = ParameterType::Dice;
const GAIN_TEXT: ParameterType = ParameterType::Text;
/// What arrives on a turn; a text has a chance after its dice.
const GAIN: ParameterType = ParameterType::AnyOf(&[GAIN_DICE, GAIN_TEXT]);

/// A loss, or several each equally likely.
const LOSS: ParameterType = ParameterType::AnyOf(&[
    ParameterType::Probability,
    ParameterType::Table(&[
        Parameter::new("from", ParameterType::Probability, "0.10", "the least share lost"),
        Parameter::new("to", ParameterType::Probability, "0.30", "the greatest share lost"),
        Parameter::new(
            "step",
            ParameterType::Probability,
            "0.01",
            "from one share to the next; each is equally likely",
        ),
    ]),
]);

/// The keys of a resource, in an entry or, where it is the only one, at the top.
const RESOURCE: &[Parameter] = &[
    Parameter::new("kind", ParameterType::Choice(KINDS), "", "what it is, which says how it ages"),
    Parameter::new("start", ITEMS, "", "how many there are before turn 1 (a lone resource of Acts: 12, else 0)")
        .labelled("At the start", "Start"),
    Parameter::new(
        "gain",
        ParameterType::AnyOf(&[GAIN_DICE, GAIN_TEXT, ParameterType::List(&GAIN)]),
        "0",
        "how many arrive each turn (faculties: in each class), below 0 none: a number, dice, either of them with a chance \
         (\"20 @ 0.8\"), or a list of these by turn, the last repeated",
    )
    .labelled("Gained each turn", "Gain"),
    Parameter::new(
        "spend",
        ParameterType::AnyOf(&[ITEMS, ParameterType::List(&ITEMS)]),
        "0",
        "how many are used each turn, the oldest first, as far as there are so many; or a list by turn, the last repeated",
    )
    .labelled("Spent each turn", "Spend"),
    Parameter::new(
        "spend_from",
        ParameterType::Choice(&["fullest", "oldest"]),
        "",
        "scenes, faculties: from which star, planet or class they are used: the fullest first, or as listed (fullest)",
    )
    .labelled("Spent from", ""),
    Parameter::new(
        "gain_before_aging",
        ParameterType::Flag,
        "",
        "whether gains arrive before the turn's aging; acts, faculties, scenes and custom: false, the others: true",
    )
    .labelled("Gains before aging", ""),
    Parameter::new(
        "loss",
        LOSS,
        "",
        "chance that each is lost a turn: acts 0.15, missions 0.30, counter-missions 0.50; share that is lost: \
         faculties 0.5, resource-points { from = 0.10, to = 0.30, step = 0.01 }; custom: one of loss and share",
    )
    .labelled("Loss each turn", "Loss"),
    Parameter::new("share", LOSS, "", "custom: share of the stock that is lost each turn")
        .labelled("Share lost each turn", "Share"),
    Parameter::new(
        "grace",
        ParameterType::Whole { from: 0, to: MOST_GRACE },
        "",
        "agings that a newcomer is spared, that of the turn in which it arrives counted: missions 1 (2: the turn \
         in which it is lodged too), counter-missions and custom 0",
    )
    .labelled("Turns of grace", "Grace"),
    Parameter::new(
        "lodging",
        ParameterType::Probability,
        "",
        "missions: chance that a recruit is lodged on the turn after; one that is not is lost, and has not aged out (1)",
    )
    .labelled("Chance of being lodged", "Lodged"),
    Parameter::new(
        "other_loss",
        ParameterType::Probability,
        "",
        "missions: chance per turn that each is lost to Counter-Operations Missions before it ages (0)",
    )
    .labelled("Lost to Counter-Operations", "Other loss"),
    Parameter::new(
        "rounding",
        ParameterType::Choice(&["nearest", "down", "up"]),
        "",
        "how a share that is lost becomes whole: resource-points and custom nearest (half up), faculties up",
    )
    .labelled("Losses are rounded", ""),
    Parameter::new(
        "per_disrupted_title",
        ParameterType::Probability,
        "",
        "resource-points: share more that is lost for each disrupted Government Title (0.05)",
    )
    .labelled("Loss per disrupted title", "Per title"),
    Parameter::new("on_cargo_ships", ITEMS, "", "resource-points: RPs on Cargo Ships, which do not age (0)")
        .labelled("RPs on Cargo Ships", "On ships"),
    Parameter::new(
        "locations",
        ParameterType::List(&ITEMS),
        "",
        "scenes: how many stand on each star or planet; those of `start` and gains stand where none is ever lost",
    ),
    Parameter::new(
        "location_loss",
        ParameterType::Probability,
        "",
        "scenes: chance per turn that a star or planet leaves the Public Space, and its Scenes with it (0)",
    )
    .labelled("Chance that a place leaves", "Leaves"),
    Parameter::new(
        "classes",
        ParameterType::List(&ITEMS),
        "",
        "faculties: the class of each College at the start; left out, there is one, of `start`",
    ),
    Parameter::new("start_dark", ITEMS, "", "aspects: how many of those at the start show the dark side (0)")
        .labelled("Dark at the start", "Dark"),
    Parameter::new("dark_placed", ParameterType::Probability, "", "aspects: chance that a new one is placed dark (0)")
        .labelled("Chance of placing dark", "Placed dark"),
    Parameter::new(
        "removed_early",
        ParameterType::Probability,
        "",
        "aspects: chance per turn that each on the board is removed by other causes before it ages (0)",
    )
    .labelled("Chance of early removal", "Removed"),
    Parameter::new(
        "census_every",
        ParameterType::Whole { from: 0, to: 200 },
        "",
        "proficiencies: turns from one Census to the next (1; 0: never)",
    )
    .labelled("Census every so many turns", "Census every"),
    Parameter::new("loss_at_census", ParameterType::Probability, "", "proficiencies: chance of each loss at a Census (0.30)")
        .labelled("Loss at a Census", "At Census"),
    Parameter::new(
        "loss_at_disruption",
        ParameterType::Probability,
        "",
        "proficiencies: chance that each is eliminated whenever a Government Title becomes disrupted or changes (0.20)",
    )
    .labelled("Loss at a disruption", "At disruption"),
];

/// The keys of the whole position.
const POSITION: &[Parameter] = &[
    Parameter::new("turns", ParameterType::Whole { from: 1, to: 200 }, "12", "Regular Turns played")
        .labelled("Turns", "Turns"),
    Parameter::new(
        "titles",
        ParameterType::Whole { from: 0, to: MOST_TITLES },
        "0",
        "Government Titles of the position",
    )
    .labelled("Government Titles", "Titles"),
    Parameter::new(
        "disruption",
        ParameterType::Probability,
        "0",
        "chance per turn that a Government Title that is not disrupted becomes so",
    )
    .labelled("Chance of a disruption", "Disruption"),
    Parameter::new(
        "recovery",
        ParameterType::Probability,
        "1",
        "chance that a disrupted Government Title recovers before the next turn; 1: a disruption lasts a single turn",
    )
    .labelled("Chance of recovery", "Recovery"),
    Parameter::new(
        "title_change",
        ParameterType::Probability,
        "0",
        "chance per turn that a Government Title changes hands, which strikes Proficiencies as a new disruption does",
    )
    .labelled("Chance of a change", "Change"),
    Parameter::new(
        "disrupted_titles",
        ParameterType::Whole { from: 0, to: MOST_TITLES },
        "",
        "just so many Government Titles are disrupted all the time, since before turn 1, in place of `disruption`",
    )
    .labelled("Disrupted Government Titles", "Disrupted"),
];

/// Its parameters: those of the position, those of a lone resource, and the list of several. A lone
/// resource is by default the twelve Acts of the published example.
pub(super) const PARAMETERS: &[Parameter] = &{
    let entries = ParameterType::Entries { inherits: &[], own: RESOURCE, most: 40 };
    let list = Parameter::new("resources", entries, "", "several resources side by side, each with a name and a kind");
    let mut all = [list; POSITION.len() + RESOURCE.len() + 1];
    let mut i = 0;
    while i < POSITION.len() + RESOURCE.len() {
        all[i] = if i < POSITION.len() { POSITION[i] } else { RESOURCE[i - POSITION.len()] };
        i += 1;
    }
    all[POSITION.len()].default = LONE_KIND;
    all
};

/// What a lone resource is, unless it is said.
const LONE_KIND: &str = "\"acts\"";
/// How many a lone resource of Acts starts with, unless it is said.
pub(super) const LONE_ACTS: u32 = 12;

/// The keys that a resource may have, but for its name.
pub(super) fn keys_of_a_resource() -> impl Iterator<Item = &'static Parameter> {
    RESOURCE.iter()
}
