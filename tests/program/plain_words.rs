//! Sentences of the table as a designer reads them: what is exact, and outcomes by their names.

use crate::support::Bench;

const FAST: [&str; 5] = ["--trials", "2000", "--no-charts", "--no-report", "--no-save"];

/// A duel whose winner has an outcome without a sentence of its own.
const DUEL: &str = r#""""A duel"""
swords = whole(2, 1, 3, "swords")
winner = category("Winner", knight = success, dragon = failure)
bonus  = count("Bonus", absent = "no bonus")

def trial():
    best = sum(roll(6) for n in range(swords))
    record(winner, "knight" if best > 6 else "dragon")
    if swords > 2:
        record(bonus, best)
"#;

fn duel(more: &str) -> Bench {
    let bench = Bench::new();
    bench.write("duel.odds", DUEL).write("duel.toml", format!("rule = \"duel.odds\"\n{more}"));
    bench
}

#[test]
fn a_case_in_which_a_metric_never_occurs_is_exact() {
    let args = [&["duel.toml", "--all"], &FAST[..]].concat();
    let printed = duel("[sweep]\nswords = [1, 2, 3]\n").succeed(&args);
    assert!(printed.contains("\n3 cases, exact."), "{printed}");
    assert!(!printed.contains("simulated  "), "no column of simulated numbers: {printed}");
    let printed = duel("").succeed(&args);
    assert!(printed.contains("\nExact.") && printed.contains("Bonus, mean: it never occurs."), "{printed}");
}

#[test]
fn an_outcome_follows_the_label_of_its_metric() {
    let sweep = "[sweep]\nswords = [1, 2, 3]\n";
    let printed = duel(sweep).succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert!(printed.contains("\nWinner: knight, over 50% with 2 swords or more (58.3%; 0% with 1)\n"), "{printed}");
    let two = "[[variants]]\nname = \"A\"\n[[variants]]\nname = \"B\"\nset = { swords = 3 }\n";
    let printed = duel(two).succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert!(printed.contains("\nWinner: knight 90.7% with “B”, 58.3% with “A”"), "{printed}");
    // A question without a label is the same number: it has one column.
    let printed = duel(&format!("[[ask]]\nvalue = \"P(winner = knight)\"\n{sweep}"))
        .succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert_eq!(printed.matches("Winner: knight").count(), 1, "{printed}");
}
