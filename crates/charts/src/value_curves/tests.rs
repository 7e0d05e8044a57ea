use super::*;
use oddsmith_model::odds::Confidence;
use oddsmith_model::odds::ExactDistribution;
use oddsmith_model::odds::{Mass, Pmf, Tally};

#[test]
fn a_line_bends_where_it_is_steep() {
    let halves = (1..50)
        .map(|k| (k, Mass::inexact(0.5f64.powi(k as i32))))
        .collect();
    let distribution = Distribution::new(
        None,
        0,
        Tally::default(),
        Some(ExactDistribution::new(Pmf::new(halves))),
    );
    let confidence = Confidence::new(0.95).expect("a level");
    let curves_at = |ks: &[i64]| {
        let tail = distribution.tail(ks, confidence);
        vec![Curve::new(
            ks,
            tail.iter().map(Estimate::from_reading).collect(),
        )]
    };
    let bends = add_steep_ks(vec![0, 512, 1024, 10_240], 1, curves_at);
    assert_eq!(bends[..8], [0, 1, 2, 3, 4, 5, 6, 7], "{bends:?}");
    assert!(
        bends.windows(2).all(|pair| pair[0] < pair[1]) && bends.len() < 30,
        "{bends:?}"
    );
    assert_eq!(
        add_steep_ks(vec![0, 100, 200], 100, curves_at),
        [0, 100, 200]
    );
}
