//! The parameters of `aging`, with the published values of each kind of resource.

use oddsmith_model::rule::parameter::{Parameter, ParameterType};

use super::kind::KINDS;

/// The description of the rule in one line.
pub(super) const ABOUT: &str =
    "Resources that age out at the end of every turn: how long they last, and where they settle";

/// The maximal number of items of a resource, at the start or gained or spent in a turn.
pub(super) const MAX_ITEMS: i64 = 100_000;
/// The maximal number of Government Titles of a position.
const MAX_TITLES: i64 = 20;
/// The maximal number of places of Scenes and of classes of Faculties.
pub(super) const MAX_PLACES: usize = 12;
/// The maximal number of turns for which new items can be spared.
pub(super) const MAX_GRACE: i64 = 3;

const ITEMS: ParameterType = ParameterType::Whole {
    from: 0,
    to: MAX_ITEMS,
};

const DICE: ParameterType = ParameterType::Dice;
const TEXT: ParameterType = ParameterType::Text;
/// The amount that arrives or is spent in a turn. A text may have a chance after its dice.
const AMOUNT: ParameterType = ParameterType::AnyOf(&[DICE, TEXT]);
/// An amount, or a list of amounts by turn.
const AMOUNTS: ParameterType = ParameterType::AnyOf(&[DICE, TEXT, ParameterType::List(&AMOUNT)]);

/// A loss, or several losses that are equally likely.
const LOSS: ParameterType = ParameterType::AnyOf(&[
    ParameterType::Probability,
    ParameterType::Table(&[
        Parameter::new(
            "from",
            ParameterType::Probability,
            "0.10",
            "The smallest share that is lost.",
        ),
        Parameter::new(
            "to",
            ParameterType::Probability,
            "0.30",
            "The largest share that is lost.",
        ),
        Parameter::new(
            "step",
            ParameterType::Probability,
            "0.01",
            "The step from one share to the next. All shares are equally likely.",
        ),
    ]),
]);

/// The keys of a resource, in an entry, or at the top level if there is only one.
const RESOURCE: &[Parameter] = &[
    Parameter::new("kind", ParameterType::Choice(KINDS), "", "The kind of resource. It decides how the resource ages."),
    Parameter::new("start", ITEMS, "", "How many there are before turn 1. By default a single resource of Acts has 12, and any other has 0.")
        .labelled("Starting stock", "Start"),
    Parameter::new(
        "gain",
        AMOUNTS,
        "0",
        "How many of this resource arrive each turn (for faculties, in each class). A result below 0 counts as 0. \
         Write a number or dice, with or without a chance (\"20 @ 0.8\"), or a list of these by turn, whose last \
         entry repeats.",
    )
    .labelled("Gained each turn", "Gain"),
    Parameter::new(
        "spend",
        AMOUNTS,
        "0",
        "How many of this resource are spent each turn, the oldest first (fewer if not enough are left). Write a \
         number or dice, with or without a chance (\"3 @ 0.8\": three if the activation is obeyed), or a list of \
         these by turn, whose last entry repeats.",
    )
    .labelled("Spent each turn", "Spend"),
    Parameter::new(
        "spend_from",
        ParameterType::Choice(&["fullest", "oldest"]),
        "",
        "For scenes and faculties: which star, planet or class they are used from first, the fullest or the first one listed. By default the fullest.",
    )
    .labelled("Spent from", ""),
    Parameter::new(
        "gain_before_aging",
        ParameterType::Flag,
        "",
        "Whether gains arrive before the turn's aging. By default gains of acts, faculties, scenes and custom come after it, and all others before it.",
    )
    .labelled("Gains before aging", ""),
    Parameter::new(
        "loss",
        LOSS,
        "",
        "What ages out on a turn. For acts, missions and counter-missions: the chance that each is lost, by default 0.15, 0.30 \
         and 0.50. For resource-points and faculties: the share that is lost, by default { from = 0.10, to = 0.30, step = \
         0.01 } and 0.5. A custom resource has either this chance or `share`.",
    )
    .labelled("Loss each turn", "Loss"),
    Parameter::new("share", LOSS, "", "For custom: the share of the stock that is lost each turn.")
        .labelled("Share lost each turn", "Share"),
    Parameter::new(
        "grace",
        ParameterType::Whole { from: 0, to: MAX_GRACE },
        "",
        "How many agings a new item is spared, including the one on the turn on which it arrives. By default missions have 1 \
         (the turn on which they are recruited); counter-missions (Counter-Operations Missions) and custom have 0.",
    )
    .labelled("Turns of grace", "Grace"),
    Parameter::new(
        "lodging",
        ParameterType::Probability,
        "",
        "For missions: the chance that a recruited Special Operations Mission is lodged on the next turn. A Mission that is not lodged is lost, but does not count as aged out. By default 1.",
    )
    .labelled("Chance of being lodged", "Lodged"),
    Parameter::new(
        "lodging_grace",
        ParameterType::Whole { from: 0, to: MAX_GRACE },
        "",
        "For missions: how many agings a Mission is spared when it is lodged, including the one on the turn on which it is lodged. By default 1.",
    )
    .labelled("Turns of grace when lodged", "Lodging grace"),
    Parameter::new(
        "other_loss",
        ParameterType::Probability,
        "",
        "For missions: the chance per turn that each is lost before it ages, to successful Counter-Operations or in Black-ops. By default 0.",
    )
    .labelled("Lost to Counter-Operations", "Other loss"),
    Parameter::new(
        "rounding",
        ParameterType::Choice(&["nearest", "down", "up"]),
        "",
        "How a lost share is rounded to a whole number. By default resource-points and custom round to the nearest (half up), and faculties round up.",
    )
    .labelled("Losses are rounded", ""),
    Parameter::new(
        "per_disrupted_title",
        ParameterType::Probability,
        "",
        "For resource-points: the additional share that is lost for each Government Title that is disrupted at the end of the turn. By default 0.05.",
    )
    .labelled("Loss per disrupted title", "Per title"),
    Parameter::new("on_cargo_ships", ITEMS, "", "For resource-points: how many RPs are on Cargo Ships, where they do not age. By default 0.")
        .labelled("RPs on Cargo Ships", "On ships"),
    Parameter::new(
        "locations",
        ParameterType::List(&ITEMS),
        "",
        "For scenes: how many are on each star or planet. Scenes from `start` and `gain` are at a place that is never lost.",
    ),
    Parameter::new(
        "location_loss",
        ParameterType::Probability,
        "",
        "For scenes: the chance per turn that a star or planet is no longer on any position's Public Space, so that its Scenes are lost. By default 0.",
    )
    .labelled("Chance that a place is lost", "Place lost"),
    Parameter::new(
        "classes",
        ParameterType::List(&ITEMS),
        "",
        "For faculties: how many are in each College's class at the start. By default, there is one class, with `start` Faculties.",
    ),
    Parameter::new("start_dark", ITEMS, "", "For aspects: how many of those at the start show the dark side. By default 0.")
        .labelled("Dark at the start", "Dark"),
    Parameter::new("dark_placed", ParameterType::Probability, "", "For aspects: the chance that a new one is placed with the dark side up, at the judgment of the Concierge. By default 0.")
        .labelled("Chance of dark side up", "Placed dark"),
    Parameter::new(
        "removed_early",
        ParameterType::Probability,
        "",
        "For aspects: the chance per turn that other causes remove each Aspect on the Public Space before it ages. By default 0.",
    )
    .labelled("Chance of early removal", "Removed"),
    Parameter::new(
        "census_every",
        ParameterType::Whole { from: 0, to: 200 },
        "",
        "For proficiencies: the number of turns from one Census to the next; 0 means never. By default 1.",
    )
    .labelled("Turns per Census", "Turns per Census"),
    Parameter::new("loss_at_census", ParameterType::Probability, "", "For proficiencies: the chance that each is eliminated when the Census Power is activated. By default 0.30.")
        .labelled("Loss at a Census", "At Census"),
    Parameter::new(
        "loss_at_disruption",
        ParameterType::Probability,
        "",
        "For proficiencies: the chance that each is eliminated whenever a Government Title becomes disrupted or changes. By default 0.20.",
    )
    .labelled("Loss at a disruption", "At disruption"),
];

/// The keys of the whole position.
const POSITION: &[Parameter] = &[
    Parameter::new("turns", ParameterType::Whole { from: 1, to: 200 }, "12", "How many Regular Turns are played.")
        .labelled("Turns", "Turns"),
    Parameter::new(
        "titles",
        ParameterType::Whole { from: 0, to: MAX_TITLES },
        "0",
        "How many Government Titles the position has.",
    )
    .labelled("Government Titles", "Titles"),
    Parameter::new(
        "disruption",
        ParameterType::Probability,
        "0",
        "The chance per turn that an undisrupted Government Title becomes disrupted.",
    )
    .labelled("Chance that a title is disrupted", "Disruption chance"),
    Parameter::new(
        "recovery",
        ParameterType::Probability,
        "1",
        "The chance that a disrupted Government Title has recovered before the next turn. With 1, a disruption lasts a single turn.",
    )
    .labelled("Chance of recovery", "Recovery chance"),
    Parameter::new(
        "title_change",
        ParameterType::Probability,
        "0",
        "The chance per turn that a Government Title changes hands. Such a change costs Proficiencies in the same way as a new disruption.",
    )
    .labelled("Chance that a title changes", "Title change chance"),
    Parameter::new(
        "disrupted_titles",
        ParameterType::Whole { from: 0, to: MAX_TITLES },
        "",
        "How many Government Titles are disrupted all the time, from before turn 1. Use this key instead of `disruption`.",
    )
    .labelled("Government Titles disrupted", "Disrupted"),
];

/// The parameters: those of the position, those of a single resource, and the list of several
/// resources. By default, the rule has a single resource, the twelve Acts of the published example.
pub(super) const PARAMETERS: &[Parameter] = &{
    let entries = ParameterType::Entries {
        inherits: &[],
        entry_parameters: RESOURCE,
        most: 40,
    };
    let list = Parameter::new(
        "resources",
        entries,
        "",
        "Several resources together, each with a name and a kind. Without this list there is one resource, described at the top level.",
    );
    let mut parameters = [list; POSITION.len() + RESOURCE.len() + 1];
    let mut i = 0;
    while i < POSITION.len() + RESOURCE.len() {
        parameters[i] = if i < POSITION.len() {
            POSITION[i]
        } else {
            RESOURCE[i - POSITION.len()]
        };
        i += 1;
    }
    parameters[POSITION.len()].default = LONE_KIND;
    parameters
};

/// The default kind of a single resource.
const LONE_KIND: &str = "\"acts\"";
/// The default number of items of a single resource of Acts.
pub(super) const LONE_ACTS: u32 = 12;

/// Returns the keys of a resource, except its name.
pub(super) fn keys_of_a_resource() -> impl Iterator<Item = &'static Parameter> {
    RESOURCE.iter()
}
