//! Players who see only part of the situation and make mistakes, compared with players who see
//! everything, and with payoffs summed over all deals.

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::Stop;
use oddsmith_engine::solve::Plan;
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Side, Skill,
    Step,
};
use proptest::prelude::*;

use crate::support::{
    MAXIMISE_FIRST, MINIMISE_FIRST, make_plan, mean, percent, simulated_mean, skills, try_plan,
    with_answers,
};

/// Returns a number that depends on both numbers.
fn scramble(seed: u64, code: u64) -> u64 {
    let mixed = seed ^ code.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33
}

/// A random tree of rolls and choices of one player, who sees everything in one of two ways.
#[derive(Clone)]
struct Tree {
    seed: u64,
    skill: Skill,
    sees: bool,
}

const DEPTH: u32 = 5;

impl Rule for Tree {
    /// The depth, and all rolls and choices so far.
    type State = (u32, u64);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("turn", ["path"]).with_skill(self.skill)]
    }

    fn start(&self, _: &Parts) -> Self::State {
        (0, 1)
    }

    fn step<A: Ask>(
        &self,
        (depth, path): &mut Self::State,
        ask: &mut A,
    ) -> Result<Step<Self::State>, RuleError> {
        let options = 2 + scramble(self.seed, *path) % 2;
        let turn = if scramble(self.seed + 1, *path).is_multiple_of(3) {
            u64::from(ask.roll(Die::new(options as u32))) - 1
        } else {
            let all: Vec<i64> = (0..options as i64).collect();
            let seen = [*path as i64];
            let turn = if self.sees {
                ask.choose_seeing(0, &all, &seen)
            } else {
                ask.choose(0, &all, &seen)
            };
            turn as u64
        };
        *path = *path * 3 + turn;
        *depth += 1;
        if *depth < DEPTH {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, (scramble(self.seed + 2, *path) % 100) as i64);
        Ok(Step::Done)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A player whose list has all that has happened plays like one who sees everything.
    #[test]
    fn seeing_all_in_a_list_is_seeing_everything(seed in any::<u32>(), skill in skills(1.0..90.0)) {
        let plan = |sees: bool| {
            let tree = Tree { seed: seed.into(), skill, sees };
            make_plan(&with_answers(tree, &[DecisionRule::Best]), &MAXIMISE_FIRST)
        };
        let (listed, all) = (plan(true), plan(false));
        prop_assert!((listed.value - all.value).abs() < 1e-9, "{} {}", listed.value, all.value);
        prop_assert!((mean(&listed.graph) - all.value).abs() < 1e-9);
    }
}

/// Each player sees a card of two and decides without knowing the other one's card or option.
#[derive(Clone, Copy)]
struct Deal {
    seed: u64,
    skills: [Skill; 2],
    /// Whether another moment with choices at the same time comes before the deal.
    opens: bool,
}

const CARDS: usize = 2;
const OPTIONS: usize = 3;

impl Deal {
    fn payoff(&self, [first, second]: [usize; 2], [a, b]: [usize; 2]) -> i64 {
        let code = ((first * CARDS + second) * OPTIONS + a) * OPTIONS + b;
        (scramble(self.seed, code as u64 + 1) % 200) as i64 - 100
    }

    fn opening(&self, a: i64, b: i64) -> i64 {
        (scramble(self.seed + 7, (2 * a + b) as u64 + 1) % 200) as i64 - 100
    }

    fn plan(&self) -> Plan {
        make_plan(
            &with_answers(*self, &[DecisionRule::Best; 4]),
            &MAXIMISE_FIRST,
        )
    }
}

impl Rule for Deal {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("won")]
    }

    fn choices(&self) -> Vec<Choice> {
        let names = ["first", "second", "we open", "they open"];
        let choice = |(index, name): (usize, &str)| {
            let side = [Side::Us, Side::Them][index % 2];
            let parts: &[&str] = if index < 2 {
                &["card", "opening"]
            } else {
                &["moment"]
            };
            Choice::new(name, parts.iter().copied())
                .with_side(side)
                .with_skill(self.skills[index % 2])
        };
        names.into_iter().enumerate().map(choice).collect()
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let (mut won, mut opening) = (0, 0);
        if self.opens {
            let [a, b] = ask.choose_at_once([2, 3], [&[0, 1]; 2], &[0]);
            (won, opening) = (self.opening(a, b), 2 * a + b);
        }
        let cards = [ask.below(2), ask.below(2)].map(|card| card as usize);
        let options: Vec<i64> = (0..OPTIONS as i64).collect();
        let taken = [0, 1].map(|player| {
            ask.choose_seeing(player, &options, &[cards[player] as i64, opening]) as usize
        });
        ask.observe_whole(0, won + self.payoff(cards, taken));
        Ok(Step::Done)
    }
}

type Mix = [[f64; OPTIONS]; CARDS];

/// Returns how a player mixes the options with each card.
fn mix(plan: &Plan, player: usize) -> Mix {
    let mut mix = Mix::default();
    for decision in plan.decisions.iter().chain(&plan.unmet) {
        if decision.choice == player {
            let masses = decision.weights.masses().iter().map(|mass| mass.float());
            let of_card = &mut mix[decision.situation[0] as usize];
            of_card
                .iter_mut()
                .zip(masses)
                .for_each(|(weight, mass)| *weight = mass);
        }
    }
    mix
}

/// Returns the mean payoff to a player of each option with each card, against a mix.
fn worths(deal: &Deal, player: usize, other: &Mix) -> Mix {
    let mut worths = Mix::default();
    for (mine, of_card) in worths.iter_mut().enumerate() {
        for (option, worth) in of_card.iter_mut().enumerate() {
            for (theirs, weights) in other.iter().enumerate() {
                for (answer, weight) in weights.iter().enumerate() {
                    let (cards, taken) = match player {
                        0 => ([mine, theirs], [option, answer]),
                        _ => ([theirs, mine], [answer, option]),
                    };
                    let payoff = deal.payoff(cards, taken) as f64;
                    *worth += weight * if player == 0 { payoff } else { -payoff } / CARDS as f64;
                }
            }
        }
    }
    worths
}

fn argmax(values: &[f64; OPTIONS]) -> usize {
    let better = |best: usize, option: usize| {
        if values[option] > values[best] + 1e-9 {
            option
        } else {
            best
        }
    };
    (1..OPTIONS).fold(0, better)
}

fn pure(option: usize) -> [f64; OPTIONS] {
    let mut weights = [0.0; OPTIONS];
    weights[option] = 1.0;
    weights
}

/// Returns how a player mixes options, given their values and the mix of best play.
fn erring(skill: Skill, values: &[f64; OPTIONS], meant: [f64; OPTIONS]) -> [f64; OPTIONS] {
    match skill {
        Skill::Mistakes(p) => {
            meant.map(|weight| p.value() * weight + (1.0 - p.value()) / OPTIONS as f64)
        }
        Skill::Within(scale) => {
            let top = values[argmax(values)];
            let weights = values.map(|value| (-(top - value).abs() / scale).exp());
            weights.map(|weight| weight / weights.iter().sum::<f64>())
        }
        // The payoff follows at once, so that there is nothing to look ahead to.
        Skill::Best | Skill::Worst | Skill::ShortSighted(_) => meant,
    }
}

/// Returns the pure rules of both players with the least payoff times a sign.
fn worst_pair(deal: &Deal, sign: f64) -> [Mix; 2] {
    let rule = |number: usize| [number % OPTIONS, number / OPTIONS].map(pure);
    let rules = OPTIONS * OPTIONS;
    let pairs = (0..rules * rules).map(|pair| [rule(pair % rules), rule(pair / rules)]);
    let worse =
        |a: &[Mix; 2], b: &[Mix; 2]| (sign * value(deal, a)).total_cmp(&(sign * value(deal, b)));
    pairs.min_by(worse).expect("there are rules")
}

fn value(deal: &Deal, mixes: &[Mix; 2]) -> f64 {
    let worths = worths(deal, 0, &mixes[1]);
    let pairs = worths.iter().flatten().zip(mixes[0].iter().flatten());
    pairs.map(|(worth, weight)| worth * weight).sum::<f64>() / CARDS as f64
}

#[test]
fn two_players_with_hidden_cards_err_by_the_best_play_of_both() {
    let skills = [
        Skill::Best,
        Skill::Worst,
        percent(0),
        percent(65),
        percent(100),
        Skill::Within(15.0),
        Skill::ShortSighted(1),
    ];
    for seed in 0..25 {
        let deal = |skills: [Skill; 2]| Deal {
            seed,
            skills,
            opens: false,
        };
        let best_plan = deal([Skill::Best; 2]).plan();
        let best = [0, 1].map(|player| mix(&best_plan, player));
        for ours in skills {
            for theirs in skills {
                let played = deal([ours, theirs]);
                let skills = [ours, theirs];
                let mut mixes = best;
                let noisy = |skill| !matches!(skill, Skill::Best | Skill::Worst);
                for player in (0..2).filter(|&player| noisy(skills[player])) {
                    let values = worths(&played, player, &best[1 - player]);
                    for card in 0..CARDS {
                        mixes[player][card] =
                            erring(skills[player], &values[card], best[player][card]);
                    }
                }
                for player in (0..2).filter(|&player| !noisy(skills[player])) {
                    if noisy(skills[1 - player]) {
                        let sign = if skills[player] == Skill::Best {
                            1.0
                        } else {
                            -1.0
                        };
                        let values = worths(&played, player, &mixes[1 - player]);
                        mixes[player] =
                            values.map(|values| pure(argmax(&values.map(|value| sign * value))));
                    }
                }
                match skills {
                    [Skill::Worst, Skill::Best] => mixes = worst_pair(&played, 1.0),
                    [Skill::Best, Skill::Worst] => mixes = worst_pair(&played, -1.0),
                    [Skill::Worst, Skill::Worst] => {
                        let open = with_answers(deal([Skill::Best; 2]), &[DecisionRule::Best; 4]);
                        let turned = make_plan(&open, &MINIMISE_FIRST);
                        mixes = [0, 1].map(|player| mix(&turned, player));
                    }
                    _ => {}
                }
                let plan = played.plan();
                let expected = value(&played, &mixes);
                let text = format!("{seed}: {ours:?} against {theirs:?}");
                assert!(
                    (plan.value - expected).abs() < 1e-6,
                    "{text}: {} is not {expected}",
                    plan.value
                );
                assert!((mean(&plan.graph) - expected).abs() < 1e-6, "{text}");
                assert!(plan.shortfall < 1e-9, "{text}");
                if theirs == Skill::Best {
                    assert!(
                        plan.value <= best_plan.value + 1e-6,
                        "{text} beats best play"
                    );
                }
            }
        }
        let answers = [
            DecisionRule::Uniform,
            DecisionRule::Best,
            DecisionRule::Best,
            DecisionRule::Best,
        ];
        let uniform = make_plan(
            &with_answers(deal([Skill::Best; 2]), &answers),
            &MAXIMISE_FIRST,
        );
        let random = deal([percent(0), Skill::Best]).plan();
        assert!((uniform.value - random.value).abs() < 1e-9, "{seed}");
    }
}

/// The opening changes nothing later, so that the value is that of two separate games. Where best
/// play never leads, it is as precise as a tremble of 1 in 1,000.
#[test]
fn hidden_and_open_choices_at_once_err_alike() {
    for seed in 0..6 {
        for skills in [
            [percent(65), Skill::Best],
            [Skill::Best, Skill::Within(20.0)],
            [Skill::Worst, percent(30)],
            [Skill::ShortSighted(1), Skill::Best],
        ] {
            let deal = Deal {
                seed,
                skills,
                opens: true,
            };
            let only = Deal {
                opens: false,
                ..deal
            };
            let found = deal.plan();
            let opening = make_plan(
                &with_answers(Opening(deal), &[DecisionRule::Best; 4]),
                &MAXIMISE_FIRST,
            );
            let expected = only.plan().value + opening.value;
            assert!(
                (found.value - expected).abs() < 0.05,
                "{seed} {skills:?}: {} {expected}",
                found.value
            );
            // Options may be equally good for a player who plays best.
            let mut of_opening = found.decisions.iter().filter(|decision| {
                decision.choice >= 2 && skills[decision.choice % 2] != Skill::Best
            });
            let same = |decision| opening.decisions.iter().any(|other| near(decision, other));
            assert!(of_opening.all(same), "{seed} {skills:?}");
        }
    }
}

fn near(
    decision: &oddsmith_engine::solve::PlannedDecision,
    other: &oddsmith_engine::solve::PlannedDecision,
) -> bool {
    let pairs = decision.weights.masses().iter().zip(other.weights.masses());
    let mut differences = pairs.map(|(a, b)| (a.float() - b.float()).abs());
    decision.choice == other.choice && differences.all(|difference| difference < 0.01)
}

/// The opening of a deal alone.
#[derive(Clone)]
struct Opening(Deal);

impl Rule for Opening {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        self.0.metrics()
    }

    fn choices(&self) -> Vec<Choice> {
        self.0.choices()
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let [a, b] = ask.choose_at_once([2, 3], [&[0, 1]; 2], &[0]);
        ask.observe_whole(0, self.0.opening(a, b));
        Ok(Step::Done)
    }
}

#[test]
fn simulated_trials_follow_players_with_hidden_cards_who_err() {
    let rule = Deal {
        seed: 3,
        skills: [percent(70), Skill::Within(30.0)],
        opens: true,
    };
    let plan = rule.plan();
    let policy = Policy::new(vec![DecisionRule::Best; 4]).with_plan(&plan);
    let model = PolicyModel::new(rule, policy);
    let simulated = simulated_mean(&model);
    assert!(
        (simulated - plan.value).abs() < 1.0,
        "{simulated} {}",
        plan.value
    );
}

/// A player who sees a card, decides, and then sees only the sum of both.
#[derive(Clone)]
struct Forgetful(Skill);

impl Rule for Forgetful {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain")]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |name| Choice::new(name, ["seen"]).with_skill(self.0);
        vec![choice("early"), choice("late")]
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let card = ask.below(3) as i64;
        let early = ask.choose_seeing(0, &[0, 1], &[card]);
        let late = ask.choose_seeing(1, &[0, 1], &[card + early]);
        ask.observe_whole(0, (card * 3 + early * 5 + late * 7) % 11);
        Ok(Step::Done)
    }
}

#[test]
fn a_player_who_forgets_may_err_but_not_be_short_sighted() {
    let plan = |skill| {
        try_plan(
            &with_answers(Forgetful(skill), &[DecisionRule::Best; 2]),
            &MAXIMISE_FIRST,
        )
    };
    let value = |skill| plan(skill).expect("there is a play").value;
    assert!(value(Skill::Worst) < value(percent(50)) && value(percent(50)) < value(Skill::Best));
    match plan(Skill::ShortSighted(1)) {
        Err(Stop::Rule(error)) => assert_eq!(
            error.problem,
            "a player who forgets cannot be short-sighted"
        ),
        other => panic!("{other:?}"),
    }
}
