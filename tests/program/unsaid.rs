//! What nobody has said is not guessed in silence: when something never comes, whose steps a number is of, who plays.

use crate::support::Bench;

/// Points are drawn from a bag until it is enough, or a skull comes.
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
fn what_is_recorded_of_before_the_first_turn_is_remarked_on() {
    let bench = Bench::new();
    let rule = |begins: &str, end: &str| {
        format!(
            "first = when(\"First six\")\n\ndef trial():\n    {begins}\n    for i in upto(4):\n        if roll(6) == 6 and \
             first_at == 0:\n            first_at = i\n    {end}\n"
        )
    };
    bench.write("wrong.odds", rule("first_at = 0", "record(first, first_at)"));
    bench.write("right.odds", rule("first_at = 0", "if first_at > 0:\n        record(first, first_at)"));
    let remark = "`first` is 0 or less in some trials, which counts as sooner than 1: count from 1, and where it never comes, record nothing";
    let told = |name: &str| bench.succeed(&[name, "--trials", "1000", "--no-save"]);
    assert!(told("wrong.odds").contains(remark) && !told("right.odds").contains(remark), "{}", told("wrong.odds"));
}

#[test]
fn a_number_is_no_name_of_a_unit_unless_it_is_said_to_be_one() {
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
        let args = ["fall.odds", "--trials", "1000", "--format", "md", "--charts", "all"];
        bench.succeed(&args);
        bench.read("output/fall/out-distribution.md")
    };
    assert!(!page("").contains("Bandits"), "rounds: {}", page(""));
    assert!(page(", step = \"Unit\"").contains("Bandits"), "units");
}

#[test]
fn what_matters_and_what_is_looked_for_say_who_plays() {
    let bench = Bench::new();
    bench.write("bag.odds", BAG);
    let told = bench.succeed(&["bag.odds", "--find", "P(bust) = 30%", "--over", "skulls"]);
    assert!(told.contains("`again`: always draw, the first on offer, since no [play] says who decides"), "{told}");
    let variant =
        |name: &str, play: &str| format!("[[variants]]\nname = \"{name}\"\nset = {{ \"play.again\" = \"{play}\" }}\n");
    let variants =
        [variant("Stop at two", "draw while pot < 2"), variant("Stop at four", "draw while pot < 4")].concat();
    bench.write("thumbs.toml", format!("rule = \"bag.odds\"\n{variants}"));
    let told = bench.succeed(&["thumbs", "--sensitivity", "P(bust)", "--trials", "1000", "--no-save"]);
    // (8/10)^2 is what two draws come through.
    assert!(told.contains("All of it with “Stop at two”, the first variant."), "{told}");
    assert!(told.contains("36%"), "{told}");
}

#[test]
fn a_name_that_cannot_be_labelled_is_answered_by_each_that_can_once() {
    let bench = Bench::new();
    bench.write("bag.odds", BAG);
    bench.write("a.toml", "rule = \"bag.odds\"\n[labels]\n\"agian.pot\" = \"Gold\"\nquite = \"Other\"\n");
    let told = bench.refuse(&["a"]);
    assert!(told.matches("again.pot").count() <= 2, "{told}");
}
