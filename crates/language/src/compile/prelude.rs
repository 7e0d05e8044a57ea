//! The prelude, a rule file: exploding and rerolled dice, and loops over lists that have not been
//! read.

use crate::builtin::Pure;
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

def explosions(n, exploding_faces, sides):
    count = 0
    rolling = n
    while rolling > 0:
        if chance(exploding_faces, sides):
            count += 1
        else:
            rolling -= 1
    return count

def exploding_sum_by_explosions(n, sides):
    if sides < 2:
        return exploding_die(sides)
    faces = sides - 1
    return explosions(n, 1, sides) * sides + dice("{n}d{faces}")

def exploding_kept(n, sides, kept, keep_highest):
    shown = [exploding_die(sides) for die in range(n)]
    return sum(highest(shown, kept) if keep_highest else lowest(shown, kept))

def exploding_kept_by_rounds(n, sides, kept, keep_highest):
    if sides < 2:
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
    return total + left * below + exploding_sum_by_explosions(left, sides)

def exploding_from_die(sides, least):
    total = roll(sides)
    face = total
    while face >= least:
        face = roll(sides)
        total += face
    return total

def exploding_from_sum(n, sides, least):
    total = 0
    for die in range(n):
        total += exploding_from_die(sides, least)
    return total

def exploding_from_sum_by_explosions(n, sides, least):
    if least > sides:
        return dice("{n}d{sides}")
    below = least - 1
    above = sides - below
    if least < 2 or above > below:
        total = 0
        for die in range(n):
            total += exploding_from_die(sides, least)
        return total
    count = explosions(n, above, sides)
    return dice("{count}d{above}") + count * below + dice("{n}d{below}")

def exploding_from_kept(n, sides, least, kept, keep_highest):
    shown = []
    for die in range(n):
        shown = shown + [exploding_from_die(sides, least)]
        shown = highest(shown, kept) if keep_highest else lowest(shown, kept)
    return sum(shown)

def listed_sum(n, faces):
    return sum(pool(n, faces))

def listed_kept(n, faces, kept, keep_highest):
    shown = pool(n, faces)
    return sum(highest(shown, kept) if keep_highest else lowest(shown, kept))

def rerolled_die(sides, low):
    face = roll(sides)
    return roll(sides) if face <= low else face

def rerolled_sum(n, sides, low):
    total = 0
    for die in range(n):
        total += rerolled_die(sides, low)
    return total

def rerolled_sum_by_rounds(n, sides, low):
    if low >= sides:
        return dice("{n}d{sides}")
    above = sides - low
    stay = successes(n, sides, low + 1)
    again = n - stay
    return dice("{stay}d{above}") + stay * low + dice("{again}d{sides}")

def rerolled_kept(n, sides, low, kept, keep_highest):
    shown = []
    for die in range(n):
        shown = shown + [rerolled_die(sides, low)]
        shown = highest(shown, kept) if keep_highest else lowest(shown, kept)
    return sum(shown)

def sum_by_place(list):
    return sum(x for x in list)

def min_by_place(list):
    return min(x for x in list)

def max_by_place(list):
    return max(x for x in list)

def any_by_place(list):
    return any(x for x in list)

def all_by_place(list):
    return all(x for x in list)

def sorted_by_place(list):
    return sorted(x for x in list)

def highest_by_place(list, n):
    return highest([x for x in list], n)

def lowest_by_place(list, n):
    return lowest([x for x in list], n)

def distinct_by_place(list):
    different = 0
    last = 0
    for x in list:
        if different == 0 or x != last:
            different += 1
        last = x
    return different
"#;

/// The functions of the prelude that iterate over an unread list, entry by entry. `distinct` does
/// so only over sorted lists.
pub(super) const BY_INDEX: [(Pure, &str); 9] = [
    (Pure::Sum, "sum_by_place"),
    (Pure::Min, "min_by_place"),
    (Pure::Max, "max_by_place"),
    (Pure::Any, "any_by_place"),
    (Pure::All, "all_by_place"),
    (Pure::Sorted, "sorted_by_place"),
    (Pure::Highest, "highest_by_place"),
    (Pure::Lowest, "lowest_by_place"),
    (Pure::Distinct, "distinct_by_place"),
];

/// The function that counts the explosions of `n` dice with this many faces, some of which explode.
/// Exploration computes its distribution without running it.
pub(super) const EXPLOSIONS: &str = "explosions";

/// Functions for which exploration uses another definition than simulation. The number of
/// explosions and the last faces of the dice are independent. A sum does not need the single dice.
/// Kept dice do not need a list of all dice: only their last faces matter, until all remaining dice
/// are kept.
pub(super) const EXPLORED_AS: [(&str, &str); 4] = [
    ("exploding_sum", "exploding_sum_by_explosions"),
    ("exploding_kept", "exploding_kept_by_rounds"),
    ("exploding_from_sum", "exploding_from_sum_by_explosions"),
    ("rerolled_sum", "rerolled_sum_by_rounds"),
];

/// Parses the prelude.
pub(super) fn prelude() -> Vec<Definition> {
    let mut diagnostics = Mistakes::default();
    let (_, module) = rule_file(PRELUDE, &mut diagnostics);
    debug_assert!(
        diagnostics.is_empty(),
        "the prelude is a rule file like any other: {diagnostics:?}"
    );
    declare(module, &mut diagnostics).functions
}
