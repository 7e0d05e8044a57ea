//! Words of other languages and their fixes. In a fix, `{list}` is replaced by the list that the
//! line names.

/// The syntactic position of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Before a bracket: `randint(1, 6)`.
    Function,
    /// After a value and a dot: `faces.index(6)`.
    Method,
    /// At the start of a line: `import random`.
    Statement,
}
use Form::{Function, Method, Statement};

/// The fix for a keyword or type before an assigned name.
pub(crate) const ONLY_NAME_FIX: &str = "write only the name, = and the value";
/// The fix for words such as `else if`.
pub(crate) const ELIF_FIX: &str = "write elif";
/// The fix for loops that end by a condition.
pub(crate) const LOOP_FIX: &str = "write `while true:`, and end its block with `if ...: break`";

/// The words of a row share their fix.
const FIXES: [(Form, &[&str], &str); 57] = [
    (
        Function,
        &["print"],
        "write note(\"text\", x): `simulate replay` shows it",
    ),
    (
        Function,
        &["input"],
        "declare a parameter at the top: x = whole(3, 1, 9, \"what it is\")",
    ),
    (
        Function,
        &["random", "uniform"],
        "chance(0.25) is true in 25% of trials. To choose between several cases write roll([1, 2, 3], weights = [30, 20, 50])",
    ),
    (
        Function,
        &["randint"],
        "for 1 to n write roll(n), for a to b write roll(range(a, b + 1))",
    ),
    (Function, &["randrange"], "for 0 to 5 write roll(6) - 1"),
    (Function, &["choice"], "write roll({list})"),
    (
        Function,
        &["choices"],
        "write roll({list}, weights = [3, 2, 1]) for each entry",
    ),
    (Function, &["d", "d6"], "write roll(6), or dice(\"2d6\")"),
    (Function, &["explode"], "write dice(\"1d6!\")"),
    (
        Function,
        &["average", "avg", "mean"],
        "for a list write sum({list}) / len({list}). For the average over all trials ask mean(hits) in the scenario",
    ),
    (
        Function,
        &["floor", "trunc", "int"],
        "// rounds down, also below zero: write a // b, or x // 1",
    ),
    (
        Function,
        &["ceil"],
        "write round_up(a, b), or round_up(x, 1)",
    ),
    (
        Function,
        &["round"],
        "write a // b to round down, or round_up(a, b) to round up",
    ),
    (
        Function,
        &["divmod"],
        "write a // b for the quotient, and a % b for the remainder",
    ),
    (
        Function,
        &["sqrt"],
        "write x ** 0.5, which is rounded to 9 decimal places. To compare, write x * x <= n",
    ),
    (Function, &["pow"], "write x ** 2"),
    (Function, &["bool"], "write a condition, such as x > 0"),
    (
        Function,
        &["str"],
        "write note(\"text\", x) to show a value",
    ),
    (
        Function,
        &["float"],
        "decimals are exact without it: 0.25, or 1 / 4",
    ),
    (Function, &["length", "size"], "write len({list})"),
    (Function, &["append"], "write {list} = {list} + [x]"),
    (
        Function,
        &["reversed", "reverse"],
        "write [{list}[len({list}) - 1 - i] for i in range(len({list}))]. For highest first write highest({list}, len({list}))",
    ),
    (Function, &["map"], "write [f(x) for x in list]"),
    (Function, &["filter"], "write [x for x in list if x > 3]"),
    (
        Function,
        &["list"],
        "write a list as [1, 2, 3]. range(n) is already a list",
    ),
    (
        Function,
        &["dict"],
        "use a list and indexes, or one constant for each name",
    ),
    (
        Function,
        &["set"],
        "for the number of different values in a list, write distinct({list})",
    ),
    (
        Function,
        &["Counter"],
        "write tally(5, 6), which rolls five dice and counts each face",
    ),
    (
        Function,
        &["enumerate"],
        "write `for i in range(len({list})):` and use {list}[i]",
    ),
    (
        Function,
        &["zip"],
        "write `for i in range(min(len(a), len(b))):` and use a[i] and b[i]",
    ),
    (
        Function,
        &["pick"],
        "write roll(list, weights = [3, 2, 1]), or roll(range(3), weights = [3, 2, 1]) for an index",
    ),
    (
        Function,
        &["shuffle", "shuffled", "sample"],
        "write deck = cards(ace = 4, other = 48) with the number of each kind, then hand, deck = draw(deck, n). draw takes n cards at random, and hand.ace is the number of aces",
    ),
    (
        Function,
        &["output"],
        "declare hits = count(\"Hits\") at the top, and write record(hits, n) in the trial",
    ),
    (
        Function,
        &["exit", "quit"],
        "a trial ends after its last line, or at return",
    ),
    (
        Function,
        &["seed"],
        "remove it: the seed is set in [run] of the scenario, or with --seed",
    ),
    (
        Method,
        &["join", "format"],
        "give note the texts and values as arguments: note(\"rolled\", n)",
    ),
    (
        Method,
        &["index", "find"],
        "for the first index of x write min(i for i in range(len({list})) if {list}[i] == x)",
    ),
    (
        Method,
        &["values", "keys", "items", "get"],
        "use a list and indexes, or one constant for each name: max(list) and `for i in range(len(list)):` read the whole list",
    ),
    (
        Statement,
        &["import", "from"],
        "remove it: roll(6), chance(0.5) and draw(deck, 5) are built in. To use functions of another rule file write use \"combat.odds\": losses",
    ),
    (
        Statement,
        &["class"],
        "use whole numbers, text, true and false, and lists instead",
    ),
    (
        Statement,
        &["global", "nonlocal"],
        "a function cannot change names outside it: return the new value",
    ),
    (Statement, &["lambda"], "write a function with def"),
    (
        Statement,
        &["try", "except", "raise"],
        "there are no exceptions: use if, with return or break",
    ),
    (
        Statement,
        &["with"],
        "files cannot be opened. Declare inputs as parameters at the top: x = whole(3, 1, 9, \"what it is\")",
    ),
    (Statement, &["function"], "write def: def explode(x):"),
    (Statement, &["result"], "write return and the value"),
    (Statement, &["loop", "foreach"], "write `for x in list:`"),
    (Statement, &["do", "repeat"], LOOP_FIX),
    (
        Statement,
        &["until"],
        "write `while true:`, and leave the loop with `if ...: break`",
    ),
    (Statement, &["unless"], "write `if not (...):`"),
    (
        Statement,
        &["end"],
        "remove it: a block ends where its indentation ends",
    ),
    (Statement, &["case", "match", "switch"], "write if and elif"),
    (Statement, &["elseif", "elsif"], ELIF_FIX),
    (
        Statement,
        &["assert"],
        "write a test at the top: expect(\"P(total = 4) = 1/1296\")",
    ),
    (
        Statement,
        &["del"],
        "remove it: unused names cost nothing. For a list without its first entry write [list[i] for i in range(1, len(list))]",
    ),
    (
        Statement,
        &["output"],
        "declare hits = count(\"Hits\") at the top, and write record(hits, n) in the trial",
    ),
    (
        Statement,
        &["let", "var", "set", "const", "int", "float", "str", "bool"],
        ONLY_NAME_FIX,
    ),
];

/// Returns the fix for a word of another language.
pub(crate) fn find_fix(form: Form, word: &str) -> Option<&'static str> {
    FIXES
        .iter()
        .find(|(fix_form, words, _)| *fix_form == form && words.contains(&word))
        .map(|(.., fix)| *fix)
}

/// Returns the name that a function of another language has here.
pub(crate) fn renamed_function(name: &str) -> Option<&'static str> {
    match name {
        "print" => Some("note"),
        "length" | "size" => Some("len"),
        "choice" => Some("roll"),
        _ => None,
    }
}
