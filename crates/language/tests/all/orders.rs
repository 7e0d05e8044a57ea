//! Tests that lists whose order is never read have the same odds as sorted lists, and fewer states.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_language::Growth;

use crate::fixes::{file, odds, rule};

/// Returns a rule with a growing list, the code that reads it in the loop, and the code that reads
/// it at the end.
fn growing_list_rule(change: &str, within: &str, end: &str) -> String {
    let functions =
        "def first(list):\n    return list[0]\n\ndef all_of(list):\n    return sum(list)\n";
    file(
        functions,
        &format!(
            "faces = [roll(3)]\nkept = 0\nother = []\nfor i in range(n):\n    {change}\n    {within}\n{end}"
        ),
    )
}

/// Returns the same rule with a read of the order that has no effect.
fn with_order_read(text: &str) -> String {
    text.replacen("    record(shown, ", "    record(shown, 0 * faces[0] + ", 1)
}

/// Returns whether a small budget is enough to explore eight turns.
fn is_small(text: &str) -> bool {
    let few = Budget {
        edges: 50_000,
        ..Budget::default()
    };
    explore(&rule(text, 8), &Parts::ALL, &few, &Watch::default()).is_ok()
}

#[test]
fn unordered_lists_keep_odds_and_need_fewer_states() {
    let changes = [
        "faces = faces + [roll(5) * 3 + i % 2]",
        "faces = [roll(5) + 1] + [face for face in faces if face > 1] + [7]",
        "faces = faces + [roll(9)] if len(faces) < 40 else faces",
        "faces += [roll(5) + i % 3]",
    ];
    let within = [
        "kept = (kept + sum(faces)) % 3",
        "kept = max(faces) - min(faces) + highest(faces, 2)[0]",
        "kept = sum(face > 2 for face in faces)",
        "kept = kept + 1 if kept < 3 and 4 in faces else kept",
        "note(\"faces\", faces)",
        "kept = sum(1 for face in faces if chance(1, 2)) % 2",
        "kept = sorted(faces)[0]",
        "kept = faces[0]",
        "kept = (2 * kept + faces[len(faces) - 1]) % 5",
        "kept = first(faces) % 4",
        "kept = all_of(faces) % 4",
        "other = faces",
        "faces[0] = 3",
        "kept = sum(i * faces[i] for i in range(len(faces))) % 3",
        "other = [face for face in faces if face > 2]",
        "kept = (7 * kept + sum(a * (a + kept) for a in faces)) % 5",
        "kept = kept + 1 if faces == [1, 2, 3] else kept",
    ];
    let ends = [
        "record(shown, kept + len(faces))",
        "for face in faces:\n    kept = (3 * kept + face) % 7\nrecord(shown, kept)",
        "record(shown, kept + (first(other) if len(other) > 0 else 0))",
    ];
    let mut fewer = 0;
    for (index, within) in within.into_iter().enumerate() {
        let end = ends[if index < 7 { 0 } else { index % ends.len() }];
        let text = growing_list_rule(changes[index % changes.len()], within, end);
        let (original, read) = (rule(&text, 4), rule(&with_order_read(&text), 4));
        assert!(
            odds(&original) == odds(&read),
            "sorted it is another rule:\n{text}"
        );
        fewer += usize::from(is_small(&text) && !is_small(&with_order_read(&text)));
    }
    // Lists whose order is never read need fewer states.
    assert!(fewer >= 5, "{fewer} fewer");
}

#[test]
fn sorting_is_not_suggested_for_counts() {
    let deck = "deck = [7, 0, 0, 3, 0]\ndiscard = [0, 0, 0, 0, 0]\nwon = 0\nfor t in upto(n):\n    if sum(deck) < 5:\n        deck = [deck[i] + discard[i] for i in range(5)]\n        discard = [0, 0, 0, 0, 0]\n    hand, deck = draw(deck, 5)\n    discard = [discard[i] + hand[i] for i in range(5)]\n    coins = hand[0] + 2 * hand[1] + 3 * hand[2]\n    if coins >= 8:\n        discard[4] += 1\n        won += 1\n    elif coins >= 6:\n        discard[2] += 1\n    elif coins >= 3:\n        discard[1] += 1\nrecord(shown, won)";
    let found = rule(&file("", deck), 30)
        .growth_cause(&Watch::default())
        .unwrap();
    let Growth::Names { order, names, .. } = &found else {
        panic!("{found:?}")
    };
    assert!(
        order.as_ref().is_none_or(|order| order.is_read),
        "{found:?}"
    );
    assert!(
        names
            .iter()
            .any(|(name, _)| name == "deck" || name == "discard"),
        "{found:?}"
    );
}
