//! Compares tied plays with an enumeration of all plays.

use oddsmith_engine::explore::{Budget, Model, Watch};
use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_engine::solve::{Aim, Plan, plan, solve};
use oddsmith_engine::{DecisionRule, Side};
use oddsmith_language::SetRule;

use super::{MEAN, answer_all, graph, rule};

/// Coins worth 1, gems worth 3, and skulls in the bag: the second skull loses everything.
const BAG: [usize; 3] = [3, 1, 3];

/// The results of a play: the mean score, the chance to be bust, the mean number of tokens, the
/// chance of three or more.
type PlayResults = [f64; 4];

/// A play decides whether to draw, given how many coins and gems have been drawn, and whether a
/// skull has been.
struct Play(u32);

impl Play {
    fn draws(&self, out: [usize; 3]) -> bool {
        let place = (out[0] * (BAG[1] + 1) + out[1]) * 2 + out[2];
        self.0 >> place & 1 == 1
    }

    fn results(&self, out: [usize; 3]) -> PlayResults {
        let pot = (out[0] + 3 * out[1]) as f64;
        let token_count = out.iter().sum::<usize>();
        let three_or_more = f64::from(u8::from(token_count >= 3));
        if out[2] == 2 {
            return [0.0, 1.0, token_count as f64, three_or_more];
        }
        let left: usize = (0..3).map(|kind| BAG[kind] - out[kind]).sum();
        if !self.draws(out) {
            return [pot, 0.0, token_count as f64, three_or_more];
        }
        let mut results = [0.0; 4];
        for kind in 0..3 {
            let mut then = out;
            then[kind] += 1;
            if out[kind] < BAG[kind] {
                let p = (BAG[kind] - out[kind]) as f64 / left as f64;
                self.results(then)
                    .iter()
                    .zip(&mut results)
                    .for_each(|(result, sum)| *sum += p * result);
            }
        }
        results
    }
}

/// Returns the results of every play.
fn every_play() -> Vec<PlayResults> {
    (0..1u32 << 16)
        .map(|play| Play(play).results([0, 0, 0]))
        .collect()
}

fn bag() -> SetRule {
    rule(&format!(
        "score = count(\"Score\")\ndrawn = count(\"Drawn\")\nbust = flag(\"Bust\")\nagain = player(\"Again?\")\n\ndef trial():\n    \
         bag = [{}, {}, {}]\n    pot, bad, n = 0, 0, 0\n    while bad < 2 and choose(again, [\"draw\", \"stop\"]) == \"draw\":\n        \
         hand, bag = draw(bag, 1)\n        n += 1\n        pot += hand[0] + 3 * hand[1]\n        bad += hand[2]\n    \
         record(score, pot if bad < 2 else 0)\n    record(drawn, n)\n    record(bust, bad == 2)\n",
        BAG[0], BAG[1], BAG[2]
    ))
}

/// Returns the questions other than the score, each with its index in the results of a play.
fn other_questions() -> [(Expression, usize); 3] {
    let three_or_more = Expression::compare(
        Comparison::AtLeast,
        Expression::Seen(1),
        Expression::Number(3),
    );
    [
        (Expression::Seen(2), 1),
        (Expression::Seen(1), 2),
        (three_or_more, 3),
    ]
}

fn plan_for(aims: &[Aim]) -> Plan {
    let open = answer_all(&bag(), DecisionRule::Best);
    plan(
        &graph(&open),
        &Model::choices(&open),
        aims,
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends")
}

fn extremes(plays: &[PlayResults], index: usize) -> (f64, f64) {
    let values = || plays.iter().map(|results| results[index]);
    (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    )
}

#[test]
fn tied_plays_bound_the_other_questions() {
    let every = every_play();
    let best = extremes(&every, 0).1;
    let equals: Vec<PlayResults> = every
        .into_iter()
        .filter(|results| (results[0] - best).abs() < 1e-12)
        .collect();
    let found = plan_for(&[MEAN]);
    assert!(
        (found.value - best).abs() < 1e-12 && found.is_tied,
        "{} and {best}",
        found.value
    );
    let ties = found.ties.expect("there are ties");
    for (question, place) in other_questions() {
        let (least, most) = ties
            .range(&question, &Budget::default(), &Watch::default())
            .expect("it ends");
        let (low, high) = extremes(&equals, place);
        assert!(
            (least - low).abs() < 1e-12 && (most - high).abs() < 1e-12,
            "{question:?}: {least} to {most}, {low} to {high}"
        );
        assert!(
            most > least + 0.01 || place == 3,
            "{question:?} hangs on the ties"
        );
    }
}

#[test]
fn second_aim_breaks_ties_of_the_first() {
    let every = every_play();
    let best = extremes(&every, 0).1;
    let equals: Vec<PlayResults> = every
        .into_iter()
        .filter(|results| (results[0] - best).abs() < 1e-12)
        .collect();
    for (question, place) in other_questions() {
        for minimises in [true, false] {
            let found = plan_for(&[
                MEAN,
                Aim {
                    objective: question.clone(),
                    minimises,
                },
            ]);
            let (low, high) = extremes(&equals, place);
            let wanted = if minimises { low } else { high };
            let results: PlayResults = results_of(&found);
            assert!(
                (results[0] - best).abs() < 1e-12 && (found.value - best).abs() < 1e-12,
                "{question:?}: {}",
                results[0]
            );
            assert!(
                (results[place] - wanted).abs() < 1e-12,
                "{question:?}, {minimises}: {} and {wanted}",
                results[place]
            );
            // If plays are tied for both sides, there are no more of them than in the enumeration.
            if let Some(ties) = found.ties {
                let (least, most) = ties
                    .range(&question, &Budget::default(), &Watch::default())
                    .expect("it ends");
                assert!((least - wanted).abs() < 1e-12 && (most - wanted).abs() < 1e-12);
            }
        }
    }
}

/// Returns the results from the distributions of a plan's graph.
fn results_of(found: &Plan) -> PlayResults {
    let distributions =
        solve(&found.graph, &Budget::default(), &Watch::default()).expect("it ends");
    let pmf = |metric: usize| &distributions[metric].as_ref().expect("a law").pmf;
    [
        pmf(0).mean(),
        pmf(2).mass(1).float(),
        pmf(1).mean(),
        pmf(1).probability(|value| value >= 3).float(),
    ]
}

#[test]
fn third_and_opposing_aims_break_ties() {
    let [bust, token_count, _] = other_questions().map(|(question, _)| question);
    let aims = [
        MEAN,
        Aim {
            objective: bust,
            minimises: true,
        },
        Aim {
            objective: token_count,
            minimises: false,
        },
    ];
    let every = every_play();
    let best = extremes(&every, 0).1;
    let equals: Vec<PlayResults> = every
        .into_iter()
        .filter(|results| (results[0] - best).abs() < 1e-12)
        .collect();
    let least = extremes(&equals, 1).0;
    let equals: Vec<PlayResults> = equals
        .into_iter()
        .filter(|results| (results[1] - least).abs() < 1e-12)
        .collect();
    let results = results_of(&plan_for(&aims));
    assert!(
        (results[1] - least).abs() < 1e-12 && (results[2] - extremes(&equals, 2).1).abs() < 1e-12
    );
    // An opponent of both aims minimises the score, and then maximises the chance to be bust: it
    // draws to the end.
    let open = answer_all(&bag(), DecisionRule::Best);
    let mut theirs = Model::choices(&open);
    theirs[0].side = Side::Them;
    let found = plan(
        &graph(&open),
        &theirs,
        &aims[..2],
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends");
    assert!(found.value.abs() < 1e-12 && (results_of(&found)[1] - 1.0).abs() < 1e-12);
}
