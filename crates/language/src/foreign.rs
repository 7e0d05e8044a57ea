//! Words of other languages, and what to write here.

const ONE_FACE: &str = "write roll(6), or dice(\"2d6\")";
const DEALT: &str = "a deck is cards(ace = 4, other = 48), each kind with how many there are; hand, deck = draw(deck, 5) deals from it \
                     at random, and hand.ace is how many of a kind came";
const MIDDLE: &str = "sum(list) / len(list) is that of a list; over all trials a scenario asks for it: mean(hits)";

/// Functions.
const FUNCTIONS: [(&str, &str); 39] = [
    ("print", "write note(\"text\", x): it is shown when a trial is replayed"),
    ("input", "what may be set is a parameter at the top, such as x = whole(3, 1, 9, \"what it is\")"),
    ("random", "a die of twenty faces is roll(20), what happens half of the time chance(0.5)"),
    ("randint", "from 1 to n write roll(n), from a to b roll(range(a, b + 1))"),
    ("randrange", "write roll(6) - 1 for 0 to 5"),
    ("choice", "write roll(list)"),
    ("choices", "write roll(list, weights = [3, 2, 1])"),
    ("d", ONE_FACE),
    ("d6", ONE_FACE),
    ("explode", "write dice(\"1d6!\")"),
    ("average", MIDDLE),
    ("avg", MIDDLE),
    ("mean", MIDDLE),
    ("median", "sorted(list)[len(list) // 2] is that of a list; over all trials a scenario asks for it: median(hits)"),
    ("floor", "// rounds down by itself: a // b"),
    ("ceil", "write round_up(a, b)"),
    ("round", "write a // b to round down, or round_up(a, b) to round up"),
    ("pow", "write the product out, such as x * x"),
    ("int", "// gives whole numbers by itself; chance takes decimals as they are"),
    ("bool", "write a condition, such as x > 0"),
    ("str", "note(\"text\", x) shows a value"),
    ("length", "write len(list)"),
    ("size", "write len(list)"),
    ("append", "join lists with +: list = list + [x]"),
    (
        "reversed",
        "write [list[len(list) - 1 - i] for i in range(len(list))]; highest(list, len(list)) is highest first",
    ),
    ("map", "write [f(x) for x in list]"),
    ("filter", "write [x for x in list if x > 3]"),
    ("list", "lists are written [1, 2, 3]; range(n) is one already"),
    ("output", "declare hits = count(\"Hits\") at the top and record(hits, n) in the trial"),
    ("enumerate", "write for i in range(len(list)): and list[i]"),
    ("zip", "write for i in range(len(list)): and take list[i] of each"),
    (
        "set",
        "sum(face in list for face in upto(6)) is how many faces show; tally(5, 6) rolls five dice and counts each face",
    ),
    ("Counter", "tally(5, 6) counts how many dice show each face"),
    ("dict", "keep a list by place, or a constant for each name"),
    ("float", "decimals stay exact: 0.25, or 1 / 4"),
    ("pick", "write roll(list, weights = [3, 2, 1]), or roll(range(3), weights = [3, 2, 1]) for a place"),
    ("shuffle", DEALT),
    ("sample", DEALT),
    ("seed", "take it out: a scenario says the seed, in [run] or by --seed"),
];

const TOLD: &str = "note takes texts and values one after the other: note(\"rolled\", n)";
const UNCHANGED: &str = "lists are not changed so: without one of the highest it is lowest(list, len(list) - 1), without one of the \
                         lowest highest(list, len(list) - 1); a card is dealt by `card, deck = draw(deck, 1)`";
const PLACE_BY_PLACE: &str = "look place by place: for i in range(len(list)): if list[i] == x: ... break";
const BY_PLACE: &str =
    "keep a list by place, or a constant for each name: max(list) and for i in range(len(list)) go over it";

/// What is written behind a list or a text, and a point.
const METHODS: [(&str, &str); 11] = [
    ("join", TOLD),
    ("format", TOLD),
    ("pop", UNCHANGED),
    ("remove", UNCHANGED),
    ("insert", UNCHANGED),
    ("index", PLACE_BY_PLACE),
    ("find", PLACE_BY_PLACE),
    ("values", BY_PLACE),
    ("keys", BY_PLACE),
    ("items", BY_PLACE),
    ("get", BY_PLACE),
];

/// Functions that have only another name here.
const RENAMED: [(&str, &str); 4] = [("print", "note"), ("length", "len"), ("size", "len"), ("choice", "roll")];

const IMPORTED: &str = "nothing has to be taken in to roll: roll(6), chance(0.5), draw(deck, 5) are there; functions of another \
                     rule file are taken so: use \"combat.odds\": losses";
const INSIDE: &str = "a function gives its result with return, and changes nothing outside itself";
const BRANCHES: &str = "write if and elif";
const UNFAILING: &str = "nothing fails here that could be caught; use if";
/// Of what stands before a name that gets a value.
pub(crate) const ONLY_NAME: &str = "write only the name, = and its value";
/// Of the word for one more way.
pub(crate) const ELIF: &str = "write elif";

/// First words of statements.
const STATEMENTS: [(&str, &str); 28] = [
    ("import", IMPORTED),
    ("from", IMPORTED),
    ("class", "a rule has whole numbers, texts, true and false, and lists"),
    ("global", INSIDE),
    ("nonlocal", INSIDE),
    ("lambda", "write a function with def"),
    ("try", UNFAILING),
    ("except", UNFAILING),
    ("raise", "nothing fails here on purpose: use if, and return or break to leave off"),
    ("with", "no file is opened here: what may be set is a parameter at the top, x = whole(3, 1, 9, \"what it is\")"),
    ("function", "a function is made with def: def explode(x):"),
    ("result", "a function gives its value with return"),
    ("loop", "write for x in list:"),
    ("do", "write while true:, and break where it ends"),
    ("match", BRANCHES),
    ("switch", BRANCHES),
    ("elseif", ELIF),
    ("elsif", ELIF),
    ("assert", "tests stand at the top: expect(\"P(total = 4) = 1/1296\")"),
    ("del", "names that are not needed any more are forgotten by themselves"),
    ("output", "what comes out is declared at the top, such as hits = count(\"Hits\"), and recorded: record(hits, n)"),
    ("let", ONLY_NAME),
    ("var", ONLY_NAME),
    ("const", ONLY_NAME),
    ("int", ONLY_NAME),
    ("float", ONLY_NAME),
    ("str", ONLY_NAME),
    ("bool", ONLY_NAME),
];

/// The roll that is meant by numbers of which the first and the last, or the one behind the last, are given as they are written.
pub(crate) fn rolled(name: &str, given: &[&str]) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok();
    let (from, end) = match (name, given) {
        ("randint", ["1", sides]) => return Some(format!("roll({sides})")),
        ("randrange", [sides]) => return Some(format!("roll({sides}) - 1")),
        ("randint", [from, to]) => (number(from)?, number(to)?.checked_add(1)?),
        ("randrange", [from, end]) => (number(from)?, number(end)?),
        _ => return None,
    };
    match from {
        _ if end <= from => None,
        1 => Some(format!("roll({})", end - 1)),
        0 => Some(format!("roll({end}) - 1")),
        _ => Some(format!("roll(range({from}, {end}))")),
    }
}

/// What to write for a function of another language.
pub(crate) fn function(name: &str) -> Option<&'static str> {
    found(&FUNCTIONS, name)
}

/// What to write for what stands behind a point, where it is called as in another language; many are functions, too.
pub(crate) fn method(name: &str) -> Option<&'static str> {
    found(&METHODS, name).or_else(|| function(name))
}

/// What a function of another language is called here.
pub(crate) fn renamed(name: &str) -> Option<&'static str> {
    found(&RENAMED, name)
}

/// What to write for a first word of another language's statements.
pub(crate) fn statement(word: &str) -> Option<&'static str> {
    found(&STATEMENTS, word)
}

fn found(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(own, _)| *own == word).map(|(_, here)| *here)
}
