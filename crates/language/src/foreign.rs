//! Words of other languages, and what to write here. In a hint, `{list}` stands for what the line names as the list.

use crate::grammar::tree::{Argument, Binary, Expr, ExprKind};
use crate::grammar::unused_name;
use crate::ratio::Ratio;

const ONE_FACE: &str = "write roll(6), or dice(\"2d6\")";
const DEALT: &str = "write deck = cards(ace = 4, other = 48) with the number of each kind, then hand, deck = draw(deck, \
    n). draw takes n cards at random, and hand.ace is the number of aces";
const MIDDLE: &str = "for a list write sum({list}) / len({list}). For the average over all trials ask mean(hits) in the \
    scenario";
const ALONE: &str = "chance(0.25) is true in 25% of trials. To choose between several cases write roll([1, 2, 3], weights \
    = [30, 20, 50])";
const DOWN: &str = "// rounds down, also below zero: write a // b, or x // 1";

const BACKWARDS: &str = "write [{list}[len({list}) - 1 - i] for i in range(len({list}))]. For highest first write \
        highest({list}, len({list}))";

/// Functions.
const FUNCTIONS: [(&str, &str); 47] = [
    ("print", "write note(\"text\", x): `simulate replay` shows it"),
    ("input", "declare a parameter at the top: x = whole(3, 1, 9, \"what it is\")"),
    ("random", ALONE),
    ("uniform", ALONE),
    ("randint", "for 1 to n write roll(n), for a to b write roll(range(a, b + 1))"),
    ("randrange", "for 0 to 5 write roll(6) - 1"),
    ("choice", "write roll({list})"),
    ("choices", "write roll({list}, weights = [3, 2, 1]) for each entry"),
    ("d", ONE_FACE),
    ("d6", ONE_FACE),
    ("explode", "write dice(\"1d6!\")"),
    ("average", MIDDLE),
    ("avg", MIDDLE),
    ("mean", MIDDLE),
    (
        "median",
        "for a list write sorted({list})[len({list}) // 2]. For the median over all trials ask \
            median(hits) in the scenario",
    ),
    ("floor", DOWN),
    ("ceil", "write round_up(a, b), or round_up(x, 1)"),
    ("trunc", DOWN),
    ("divmod", "write a // b for the quotient, and a % b for the remainder"),
    ("sqrt", "there are no roots: compare squares instead, such as x * x <= n"),
    ("round", "write a // b to round down, or round_up(a, b) to round up"),
    ("pow", "write the product: x * x"),
    ("int", DOWN),
    ("bool", "write a condition, such as x > 0"),
    ("str", "write note(\"text\", x) to show a value"),
    ("length", "write len({list})"),
    ("size", "write len({list})"),
    ("append", "write {list} = {list} + [x]"),
    ("reversed", BACKWARDS),
    ("map", "write [f(x) for x in list]"),
    ("filter", "write [x for x in list if x > 3]"),
    ("list", "write a list as [1, 2, 3]. range(n) is already a list"),
    ("output", "declare hits = count(\"Hits\") at the top, and write record(hits, n) in the trial"),
    ("enumerate", "write `for i in range(len({list})):` and use {list}[i]"),
    ("zip", "write `for i in range(min(len(a), len(b))):` and use a[i] and b[i]"),
    ("reverse", BACKWARDS),
    (
        "set",
        "to count the different faces of a list of d6, write sum(face in {list} for face in upto(6)). \
            tally(5, 6) rolls five dice and counts each face",
    ),
    ("Counter", "write tally(5, 6), which rolls five dice and counts each face"),
    ("dict", "use a list and indexes, or one constant for each name"),
    ("float", "decimals are exact without it: 0.25, or 1 / 4"),
    ("pick", "write roll(list, weights = [3, 2, 1]), or roll(range(3), weights = [3, 2, 1]) for an index"),
    ("shuffle", DEALT),
    ("shuffled", DEALT),
    ("exit", "a trial ends after its last line, or at return"),
    ("quit", "a trial ends after its last line, or at return"),
    ("sample", DEALT),
    ("seed", "remove it: the seed is set in [run] of the scenario, or with --seed"),
];

const TOLD: &str = "give note the texts and values as arguments: note(\"rolled\", n)";
const PLACE: &str = "for the first index of x write min(i for i in range(len({list})) if {list}[i] == x)";
const BY_PLACE: &str = "use a list and indexes, or one constant for each name: max(list) and `for i in \
        range(len(list)):` read all of it";

/// What is written behind a list or a text, and a point.
const METHODS: [(&str, &str); 8] = [
    ("join", TOLD),
    ("format", TOLD),
    ("index", PLACE),
    ("find", PLACE),
    ("values", BY_PLACE),
    ("keys", BY_PLACE),
    ("items", BY_PLACE),
    ("get", BY_PLACE),
];

/// Functions that have only another name here.
const RENAMED: [(&str, &str); 4] = [("print", "note"), ("length", "len"), ("size", "len"), ("choice", "roll")];

const IMPORTED: &str = "remove it: roll(6), chance(0.5) and draw(deck, 5) are built in. To use functions of another rule \
    file write use \"combat.odds\": losses";
const INSIDE: &str = "a function cannot change names outside it: return the new value";
const BRANCHES: &str = "write if and elif";
/// Of what goes round until something is so.
pub(crate) const LOOPED: &str = "write `while true:`, and end its block with `if ...: break`";
const UNFAILING: &str = "there are no exceptions: use if";
/// Of what stands before a name that gets a value.
pub(crate) const ONLY_NAME: &str = "write only the name, = and the value";
/// Of the word for one more way.
pub(crate) const ELIF: &str = "write elif";

/// First words of statements.
const STATEMENTS: [(&str, &str); 34] = [
    ("import", IMPORTED),
    ("from", IMPORTED),
    ("class", "use whole numbers, texts, true and false, and lists instead"),
    ("global", INSIDE),
    ("nonlocal", INSIDE),
    ("lambda", "write a function with def"),
    ("try", UNFAILING),
    ("except", UNFAILING),
    ("raise", "there are no exceptions: use if, with return or break"),
    ("with", "files cannot be opened. Declare inputs as parameters at the top: x = whole(3, 1, 9, \"what it is\")"),
    ("function", "write def: def explode(x):"),
    ("result", "write return and the value"),
    ("loop", "write `for x in list:`"),
    ("do", LOOPED),
    ("repeat", LOOPED),
    ("until", "write `while true:`, and leave the loop with `if ...: break`"),
    ("unless", "write `if not (...):`"),
    ("foreach", "write `for x in list:`"),
    ("case", BRANCHES),
    ("end", "remove it: a block ends where its indentation ends"),
    ("match", BRANCHES),
    ("switch", BRANCHES),
    ("elseif", ELIF),
    ("elsif", ELIF),
    ("assert", "write a test at the top: expect(\"P(total = 4) = 1/1296\")"),
    (
        "del",
        "remove it: unused names cost nothing. For a list without its first entry write [list[i] for \
            i in range(1, len(list))]",
    ),
    ("output", "declare hits = count(\"Hits\") at the top, and write record(hits, n) in the trial"),
    ("let", ONLY_NAME),
    ("var", ONLY_NAME),
    ("const", ONLY_NAME),
    ("int", ONLY_NAME),
    ("float", ONLY_NAME),
    ("str", ONLY_NAME),
    ("bool", ONLY_NAME),
];

/// The roll that is meant by numbers of which the first and the last, or the one behind the last, are given as they are written.
fn rolled(name: &str, given: &[String]) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let (from, end) = match (name, &given[..]) {
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

/// What to write in place of a call of another language, where what it is given says it all.
pub(crate) fn called(name: &str, arguments: &[Argument]) -> Option<String> {
    let unnamed = arguments.iter().take_while(|argument| argument.name.is_none()).count();
    let (given, named) = arguments.split_at(unnamed);
    if name == "choices" {
        return choices(given, named);
    }
    let given: Vec<&Expr> = given.iter().map(|argument| &argument.value).collect();
    match (name, &given[..]) {
        _ if !named.is_empty() => None,
        ("choice", [list]) => Some(format!("roll({})", list.written())),
        ("floor" | "int" | "trunc", [x]) => Some(match quotient(x) {
            Some((a, b)) => format!("({} // {})", a.multiplied(), b.single()),
            None => format!("({} // 1)", x.multiplied()),
        }),
        ("d" | "die", [sides]) => Some(format!("roll({})", sides.written())),
        ("ceil", [x]) => Some(match quotient(x) {
            Some((a, b)) => format!("round_up({}, {})", a.written(), b.written()),
            None => format!("round_up({}, 1)", x.written()),
        }),
        ("pow", [x, Expr { kind: ExprKind::Whole(2), .. }]) if x.is_plain() => Some(format!("({0} * {0})", x.single())),
        _ => rolled(name, &given.iter().map(|value| value.written()).collect::<Vec<_>>()),
    }
}

/// `choices(list, weights, k = 2)` gives a list of as many as `k` says, and is written for one of them.
fn choices(given: &[Argument], named: &[Argument]) -> Option<String> {
    let by_name = |name: &str| {
        let own = named.iter().find(|argument| argument.is_called(name));
        own.map(|argument| &argument.value)
    };
    let list = &given.first()?.value;
    let weights = given.get(1).map(|argument| &argument.value).or_else(|| by_name("weights"));
    let weights = weights.map(|weights| format!(", weights = {}", weights.written())).unwrap_or_default();
    let one = format!("roll({}{weights})", list.written());
    match by_name("k") {
        _ if given.len() > 2 || by_name("cum_weights").is_some() => None,
        None | Some(Expr { kind: ExprKind::Whole(1), .. }) => Some(one),
        Some(k) => {
            Some(format!("[{one} for {} in range({})]", unused_name(&(one.clone() + &k.written())), k.written()))
        }
    }
}

/// What is divided by what.
fn quotient(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(Binary::Divide, a, b) => Some((a, b)),
        _ => None,
    }
}

/// The chance that a number from 0 to 1, each as likely, is below this, or above it.
pub(crate) fn below(p: &Expr, is_above: bool) -> String {
    let rest = p.as_ratio().and_then(|p| Ratio::whole(1).minus(p));
    match (is_above, rest) {
        (false, _) => format!("chance({})", p.written()),
        (true, Some(rest)) => format!("chance({rest})"),
        (true, None) => format!("chance(1 - {})", p.multiplied()),
    }
}

/// What to write for a function of another language, of which what it is given first may be a list.
pub(crate) fn function(name: &str, arguments: &[Argument]) -> Option<String> {
    if let ("round", [Argument { name: None, value }]) = (name, arguments) {
        let (x, down) = (value.multiplied(), called("floor", arguments)?);
        let up = called("ceil", arguments)?;
        return Some(format!(
            "write {down} to round down, {up} to round up, or ({x} + 0.5) // 1 to round to the nearest"
        ));
    }
    if let ("zip", Some((lengths, places))) = (name, side_by_side(arguments)) {
        return Some(format!("write `for i in range(min({lengths})):` and use {places}"));
    }
    let list = arguments.first().map(|argument| &argument.value).filter(|list| list.is_plain());
    Some(filled(found(&FUNCTIONS, name)?, list.map(Expr::written).as_deref()))
}

/// The lengths of lists that are gone through together, as far as the shortest, and a place of each.
fn side_by_side(lists: &[Argument]) -> Option<(String, String)> {
    let plain = lists.iter().map(|list| list.value.is_plain().then(|| list.value.written()));
    let lists: Vec<String> = plain.collect::<Option<_>>()?;
    let each = |form: fn(&String) -> String| lists.iter().map(form).collect::<Vec<_>>().join(", ");
    (lists.len() > 1).then(|| (each(|list| format!("len({list})")), each(|list| format!("{list}[i]"))))
}

/// What to write for what stands behind a point, where it is called as in another language; many are functions, too.
pub(crate) fn method(of: &str, name: &str, arguments: &[Argument]) -> Option<String> {
    let is_module = matches!(of, "random" | "math" | "np" | "statistics" | "itertools" | "collections");
    match found(&METHODS, name) {
        Some(help) => Some(filled(help, Some(of).filter(|_| !is_module))),
        None if is_module => function(name, arguments),
        None => found(&FUNCTIONS, name).map(|help| filled(help, Some(of))),
    }
}

/// A hint with the list of the line in its place.
fn filled(help: &str, list: Option<&str>) -> String {
    help.replace("{list}", list.unwrap_or("list"))
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
