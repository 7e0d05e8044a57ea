//! Tests games whose best rule is known.

use super::*;

pub(super) const PIG: &str = r#""""Pig: one turn"""
again = player("Roll on?", roll = "roll on", bank = "bank")
score = count("Points of a turn")

def trial():
    pot = 0  # "points in the pot"
    while pot < 40 and choose(again, ["roll", "bank"]) == "roll":
        face = roll(6)
        if face == 1:
            pot = 0
            break
        pot += face
    record(score, pot)
"#;

#[test]
fn pig_is_banked_at_20() {
    let text = "Roll on? Bank with 20 or more points in the pot; else roll on. Agrees with best play in every decision; \
                costs nothing.";
    assert_eq!(
        checked_recommendation(PIG, "again", "mean(score)", ""),
        text
    );
    // A variable without a label is shown in code type.
    let bare = PIG.replace("  # \"points in the pot\"", "");
    let text = checked_recommendation(&bare, "again", "mean(score)", "");
    assert!(
        text.starts_with("Roll on? Bank with `pot` 20 or more; else roll on."),
        "{text}"
    );
}

#[test]
fn one_letter_names_never_appear() {
    let hidden = PIG
        .replace("  # \"points in the pot\"", "")
        .replace("pot", "p");
    let report = rule_report(&hidden, "again", "mean(score)", "");
    let recommendation = &best_play(&report).recommendations[0];
    assert!(recommendation.rule.is_none(), "{recommendation:?}");
    let sentence = summary(&report, Messages::english())
        .sentences
        .into_iter()
        .find(|sentence| sentence.is_recommendation())
        .expect("a sentence");
    assert_eq!(
        sentence.text(),
        "Roll on? No short rule fits; see the decision map."
    );
}

const SECRETARY: &str = r#""""The secretary problem: each applicant who is the best so far may be taken"""
n    = whole(10, 2, 200, "applicants")
take = player("Take this applicant?", take = "take", wait = "wait")
win  = flag("The best is taken")

def trial():
    taken, won = false, false
    for applicant in upto(n):
        if chance(1, applicant):
            if taken:
                won = false
            elif choose(take, ["take", "wait"]) == "take":
                taken, won = true, true
    record(win, won)
"#;

#[test]
fn secretary_thresholds_match_the_known_answers() {
    for (n, first, value) in [(10, 4, 0.398_690), (100, 38, 0.371_043)] {
        let parameters = format!("n = {n}");
        let report = rule_report(SECRETARY, "take", "P(win)", &parameters);
        let short_rule = rule(&report);
        assert!(
            (short_rule.value - value).abs() < 1e-6 && short_rule.agreement == 1.0,
            "{short_rule:?}"
        );
        let text = checked_recommendation(SECRETARY, "take", "P(win)", &parameters);
        let (wait, take) = (
            format!("wait with `applicant` {} or less; else take", first - 1),
            format!("take with `applicant` {first} or more; else wait"),
        );
        assert!(
            text.to_lowercase().contains(&wait) || text.to_lowercase().contains(&take),
            "{text}"
        );
    }
}

#[test]
fn hard_totals_of_blackjack_are_the_published_strategy() {
    let report = report(
        &toml("blackjack.odds", "card", "best", "mean(net)", ""),
        FileLocation::Bundled,
    );
    let short_rule = rule(&report);
    for up in 1..=10 {
        for hard in 4..=20 {
            let (hard_text, up_text) = (hard.to_string(), up.to_string());
            let parts = [
                ("hard", hard_text.as_str()),
                ("up", &up_text),
                ("ace", "false"),
                ("natural", "false"),
            ];
            let is_stand = hard >= 17
                || hard >= 13 && (2..=6).contains(&up)
                || hard == 12 && (4..=6).contains(&up);
            assert_eq!(
                decided_option(short_rule, &parts),
                if is_stand { "stand" } else { "hit" },
                "{hard} against {up}: {short_rule:?}"
            );
        }
    }
    assert!(
        short_rule.cost < 0.05 && short_rule.agreement > 0.99,
        "{short_rule:?}"
    );
}

const EXPLORERS: &str = r#""""Incan Gold: one explorer in one round; five hazards of three cards each, and fifteen treasures of seven gems"""
onward = player("Explore on?", explore = "explore on", leave = "leave")
gems   = count("Gems")

def trial():
    treasures, gone = 15, false
    pot = 0      # "gems in the pot"
    hazards = 0  # "hazards met"
    while treasures > 0 and not gone and choose(onward, ["explore", "leave"]) == "explore":
        left = treasures + 15 - hazards
        card = roll(left)
        if card <= treasures:
            treasures -= 1
            pot += 7
        elif card <= treasures + 2 * hazards:
            gone = true
        else:
            hazards += 1
    record(gems, 0 if gone else pot)
"#;

#[test]
fn explorer_threshold_depends_on_the_hazards() {
    let report = rule_report(EXPLORERS, "onward", "mean(gems)", "");
    let short_rule = rule(&report);
    let thresholds: Vec<i64> = (0..=5)
        .map(|hazards| {
            let leaves = |pot: &i64| {
                let (hazards, pot) = (hazards.to_string(), pot.to_string());
                decided_option(
                    short_rule,
                    &[("hazards", &hazards), ("pot", &pot), ("treasures", "8")],
                ) == "leave"
            };
            (0..=15)
                .map(|treasures| 7 * treasures)
                .find(leaves)
                .unwrap_or(i64::MAX)
        })
        .collect();
    assert!(
        thresholds.is_sorted_by(|threshold, other| threshold >= other)
            && thresholds[1] > thresholds[3],
        "{thresholds:?} {short_rule:?}"
    );
    assert!(short_rule.agreement > 0.95, "{short_rule:?}");
    checked_recommendation(EXPLORERS, "onward", "mean(gems)", "");
}

const MULLIGAN: &str = r#""""A London mulligan: seven new cards, and one more goes to the bottom each time"""
act = player("Keep?", keep = "keep", again = "take a mulligan")
win = flag("We win")

def trial():
    full = cards(land = 24, spell = 36)
    hand, deck = draw(full, 7)
    mulligans = 0
    while mulligans < 2 and choose(act, ["keep", "again"]) == "again":
        mulligans += 1
        hand, deck = draw(full, 7)
    held = min(hand.land, 7 - mulligans)
    later, deck = draw(deck, 4)
    fine = 4 <= held + later.land and held + later.land <= 6
    record(win, fine and roll(10) > mulligans)
"#;

#[test]
fn a_london_mulligan_has_a_threshold_of_lands() {
    let report = rule_report(MULLIGAN, "act", "P(win)", "");
    let short_rule = rule(&report);
    assert!(short_rule.agreement > 0.99, "{short_rule:?}");
    let text = checked_recommendation(MULLIGAN, "act", "P(win)", "");
    assert!(
        text.starts_with("Keep? Keep with `hand.land` ")
            && text.contains("; else take a mulligan."),
        "{text}"
    );
}
