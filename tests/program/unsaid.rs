//! Tests that the program does not guess silently: what it counts if something never happens, which
//! step a number is about, who plays.

use crate::support::Bench;

/// Points are drawn from a bag until there are enough, or until a skull comes.
const BAG: &str = r#""""How much is in the bag?"""
skulls = whole(2, 1, 5, "skulls in the bag")
score = count("Score")
bust = flag("Bust")
again = player("Draw again?")

def trial():
    pot = 0
    while pot < 6 and choose(again, ["draw", "stop"]) == "draw":
        if roll(10) <= skulls:
            pot = -1
            break
        pot += 1
    record(bust, pot < 0)
    record(score, max(pot, 0))
"#;

#[test]
fn times_before_the_first_step_are_reported() {
    let bench = Bench::new();
    let rule = |begins: &str, end: &str| {
        format!(
            "first = when(\"First six\")\n\ndef trial():\n    {begins}\n    for i in upto(4):\n        if roll(6) == 6 and \
             first_at == 0:\n            first_at = i\n    {end}\n"
        )
    };
    bench.write(
        "wrong.odds",
        rule("first_at = 0", "record(first, first_at)"),
    );
    bench.write(
        "right.odds",
        rule(
            "first_at = 0",
            "if first_at > 0:\n        record(first, first_at)",
        ),
    );
    let remark = "`first` is 0 or less in some trials, and times start at 1: count from 1, and record nothing if it never happens";
    let printed = |name: &str| bench.succeed(&[name, "--trials", "1000", "--no-save"]);
    assert!(
        printed("wrong.odds").contains(remark) && !printed("right.odds").contains(remark),
        "{}",
        printed("wrong.odds")
    );
}

#[test]
fn numbers_name_units_only_if_declared() {
    let bench = Bench::new();
    let rule = |step: &str| {
        format!(
            "units = entries(least = 2, most = 2, default = [[\"Bandits\", 2], [\"Guards\", 3]], men = whole(2, 1, 9))\n\
             left = count(\"Left\", each = units, step = \"Unit\")\nout = when(\"First to fall\"{step})\n\ndef trial():\n    \
             record(out, roll(6))\n    for i in range(2):\n        record(left, roll(units[i].men), units[i])\n"
        )
    };
    let page = |step: &str| {
        bench.write("fall.odds", rule(step));
        let args = [
            "fall.odds",
            "--trials",
            "1000",
            "--format",
            "md",
            "--charts",
            "all",
        ];
        bench.succeed(&args);
        bench.read("output/fall/out-distribution.md")
    };
    assert!(!page("").contains("Bandits"), "rounds: {}", page(""));
    assert!(page(", step = \"Unit\"").contains("Bandits"), "units");
}

#[test]
fn sensitivity_and_search_state_the_assumed_play() {
    let bench = Bench::new();
    bench.write("bag.odds", BAG);
    let printed = bench.succeed(&["bag.odds", "--find", "P(bust) = 30%", "--over", "skulls"]);
    assert!(
        printed.contains("`again`: always draw, the first option, because [play] does not set it"),
        "{printed}"
    );
    let variant = |name: &str, play: &str| {
        format!("[[variants]]\nname = \"{name}\"\nset = {{ \"play.again\" = \"{play}\" }}\n")
    };
    let variants = [
        variant("Stop at two", "draw while pot < 2"),
        variant("Stop at four", "draw while pot < 4"),
    ]
    .concat();
    bench.write("thumbs.toml", format!("rule = \"bag.odds\"\n{variants}"));
    let printed = bench.succeed(&[
        "thumbs",
        "--sensitivity",
        "P(bust)",
        "--trials",
        "1000",
        "--no-save",
    ]);
    // The probability of surviving two draws is (8/10)^2.
    assert!(
        printed.contains("For the first variant, “Stop at two”."),
        "{printed}"
    );
    assert!(printed.contains("36.0%"), "{printed}");
}

#[test]
fn mistyped_label_suggests_each_name_once() {
    let bench = Bench::new();
    bench.write("bag.odds", BAG);
    bench.write(
        "a.toml",
        "rule = \"bag.odds\"\n[labels]\n\"agian.pot\" = \"Gold\"\nquite = \"Other\"\n",
    );
    let printed = bench.refuse(&["a"]);
    assert!(printed.matches("again.pot").count() <= 2, "{printed}");
}

#[test]
fn charts_of_tied_plays_have_a_note() {
    let bench = Bench::new();
    bench.succeed(&["gallery/shut-the-box", "--trials", "200", "--format", "md"]);
    let page = bench.read("output/shut-the-box/report.html");
    assert!(
        page.contains("Shows one of several equally good plays"),
        "a subtitle says so"
    );
    // If all tied plays give the same number, there is no note.
    bench.succeed(&[
        "gallery/tactical-shooter",
        "--trials",
        "200",
        "--format",
        "md",
    ]);
    assert!(
        !bench
            .read("output/tactical-shooter/report.html")
            .contains("Shows one of several equally good plays")
    );
}

#[test]
fn first_question_is_charted_over_all_sweeps() {
    let bench = Bench::new();
    bench.write(
        "mill.odds",
        "price = whole(3, 1, 6, \"coins for a sack\")\ncost = whole(4, 1, 9, \"coins a field costs\")\n\
         coins = count(\"Coins\", each = 3, step = \"Turn\")\nrich = flag(\"Rich\")\n\ndef trial():\n    money = 0\n    for t in \
         upto(3):\n        money += price * successes(3, 6, 4)\n        if money >= cost and t == 1:\n            money -= cost\n        \
         record(coins, money, t)\n    record(rich, money > 10)\n",
    );
    bench.write(
        "mill.toml",
        "rule = \"mill.odds\"\n[sweep]\nprice = [2, 3, 4]\ncost = [2, 4]\n[[ask]]\nvalue = \"mean(coins@last)\"\n",
    );
    bench.succeed(&["mill.toml", "--trials", "200", "--format", "md"]);
    let table = bench.read("output/mill/mean-coins-by-cost-and-price.md");
    assert!(table.contains("16.25") && table.contains("7.00"), "{table}");
}

#[test]
fn cards_are_printed_by_kind() {
    let bench = Bench::new();
    bench.write(
        "den.odds",
        "again = player(\"Go deeper?\")\nloot = count(\"Loot\")\n\ndef trial():\n    deck = cards(gold = 3, wolf = 2)\n    pot = 0\n    \
         while sum(deck) > 0 and choose(again, [\"go on\", \"stop\"]) == \"go on\":\n        card, deck = draw(deck, 1)\n        if \
         card.wolf > 0:\n            pot = 0\n            break\n        pot += 2\n    record(loot, pot)\n",
    );
    bench.write(
        "den.toml",
        "rule = \"den.odds\"\n[play]\naim = \"mean(loot)\"\nagain = \"best\"\n",
    );
    bench.succeed(&["den.toml", "--trials", "200", "--no-charts"]);
    let met = bench.read("output/den/policy.csv");
    assert!(
        met.contains("gold 3, wolf 2") && met.contains("gold 2, wolf 2") && !met.contains("[3, 2]"),
        "{met}"
    );
    let printed = bench.succeed(&["replay", "den.toml", "--trial", "1"]);
    assert!(!printed.contains("[["), "{printed}");
}

#[test]
fn comparison_without_earlier_results_is_refused() {
    let bench = Bench::new();
    let printed = bench.refuse(&["wing-turn", "--against", "--no-charts"]);
    assert!(printed.contains("holds no earlier results"), "{printed}");
}

#[test]
fn half_percents_in_charts_keep_their_decimal() {
    let bench = Bench::new();
    bench.succeed(&["card-grenade", "--trials", "200", "--format", "md"]);
    let table = bench.read("output/card-grenade/offset-x-distribution.md");
    assert!(table.contains("12.5%") && !table.contains("13%"), "{table}");
}
