//! What exploding dice do, in the language itself.

use crate::declare::declare;
use crate::diagnostic::Mistakes;
use crate::grammar::rule_file;
use crate::grammar::tree::Definition;

const PRELUDE: &str = r#"
def exploding_die(sides):
    total = roll(sides)
    face = total
    while face == sides:
        face = roll(sides)
        total += face
    return total

def exploding_sum(n, sides):
    total = 0
    for die in range(n):
        total += exploding_die(sides)
    return total

def exploding_sum_by_rounds(n, sides):
    if sides == 1:
        return exploding_die(sides)
    faces = sides - 1
    rolling = n
    further = 0
    while rolling > 0:
        rolling = successes(rolling, sides, sides)
        further += rolling
    return further * sides + dice("{n}d{faces}")

def exploding_kept(n, sides, kept, keep_highest):
    shown = []
    for die in range(n):
        shown = sorted(shown + [exploding_die(sides)])
    return sum(highest(shown, kept) if keep_highest else lowest(shown, kept))

def exploding_kept_by_rounds(n, sides, kept, keep_highest):
    if sides == 1:
        return exploding_die(sides)
    faces = sides - 1
    left = min(kept, n)
    below = 0
    total = 0
    rolling = n
    while 0 < left < rolling:
        further = successes(rolling, sides, sides)
        fallen = rolling - further
        counted = max(0, left - further) if keep_highest else min(left, fallen)
        total += dice("{fallen}d{faces}kh{counted}") if keep_highest else dice("{fallen}d{faces}kl{counted}")
        total += counted * below
        left -= counted
        below += sides
        rolling = further
    return total + left * below + exploding_sum_by_rounds(left, sides)
"#;

/// What is worked out by another function than it is played by: how often dice explode and what they show at last do not bear
/// on each other. A sum needs no die by itself, and those kept need no list of all: they are told apart by their last faces alone,
/// until all that are left are kept.
pub(super) const EXPLORED_AS: [(&str, &str); 2] =
    [("exploding_sum", "exploding_sum_by_rounds"), ("exploding_kept", "exploding_kept_by_rounds")];

/// The functions of the prelude.
pub(super) fn prelude() -> Vec<Definition> {
    let mut diagnostics = Mistakes::default();
    let (_, module) = rule_file(PRELUDE, &mut diagnostics);
    debug_assert!(diagnostics.is_empty(), "the prelude is a rule file like any other: {diagnostics:?}");
    declare(module, &mut diagnostics).functions
}
