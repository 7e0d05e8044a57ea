//! Judges claims by brute force over the exact laws, without a word of the code that made them.

use crate::findings::{Along, Claim};
use crate::report::{Axis, Case, Chart, Law, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::Measure;

/// The exact laws of a chart, by line and place.
pub(super) struct Truth {
    laws: Vec<Vec<Masses>>,
    read: Measure,
}

/// Values and their chances: of all trials of what happens at some time, else of the trials that show it.
type Masses = Vec<(i64, f64)>;

impl Truth {
    /// `None` where not all of it was computed.
    pub(super) fn of(report: &Report, chart: &Chart) -> Option<Truth> {
        let is_shown = |case: &&Case| {
            chart.held.iter().all(|&(own, value)| case.point[own] == value)
                && (chart.variant.is_none() || chart.variant == case.variant)
        };
        let series = chart.series.unwrap_or(Axis::Single);
        let mut cells: Vec<((usize, usize), &Law)> = Vec::new();
        for case in report.cases.iter().filter(is_shown) {
            let observed = case.observed(&chart.metric).expect("the metric");
            for (nth, law) in observed.laws.iter().enumerate() {
                let has_steps = chart.x == Axis::Steps || series == Axis::Steps;
                let is_meant = has_steps || chart.step.is_none() || law.step == chart.step;
                let key = |axis: Axis| match axis {
                    Axis::Sweep(own) => case.point[own],
                    Axis::Variants => case.variant.expect("a variant"),
                    Axis::Steps => nth,
                    Axis::Values | Axis::Single => 0,
                };
                if is_meant {
                    cells.push(((key(series), key(chart.x)), law));
                }
            }
        }
        cells.sort_by_key(|(key, _)| *key);
        if cells.iter().any(|(_, law)| law.exact.is_none() || law.pmf().is_none()) {
            return None;
        }
        let kind = &report.cases[0].observed(&chart.metric).expect("the metric").metric.kind;
        let masses = |law: &Law| -> Masses {
            let pmf = match kind {
                Kind::When => &law.exact.as_ref().expect("exact odds").pmf,
                _ => law.pmf().expect("exact odds"),
            };
            pmf.masses().iter().map(|&(value, mass)| (value, mass.float())).collect()
        };
        let mut laws: Vec<Vec<Masses>> = Vec::new();
        let mut line = None;
        for ((own, _), law) in cells {
            if line.replace(own) != Some(own) {
                laws.push(Vec::new());
            }
            laws.last_mut().expect("a line").push(masses(law));
        }
        if let Some((first, end)) = chart.rows {
            laws.iter_mut().for_each(|line| *line = line[first..end.min(line.len())].to_vec());
        }
        let read = if *kind == Kind::Flag && chart.measure == Measure::Mean { Measure::Is(1) } else { chart.measure };
        Some(Truth { laws, read })
    }

    /// The reading of every line at every place.
    fn readings(&self) -> Vec<Vec<f64>> {
        self.laws.iter().map(|line| line.iter().map(|law| self.reading(law)).collect()).collect()
    }

    fn reading(&self, law: &Masses) -> f64 {
        match self.read {
            Measure::Mean => masses(law).map(|(value, p)| value as f64 * p).sum(),
            Measure::AtLeast(k) => chance(law, |value| value >= k),
            Measure::AtMost(k) => chance(law, |value| value <= k),
            Measure::Is(k) => chance(law, |value| value == k),
        }
    }

    /// Whether a claim is true.
    pub(super) fn bears_out(&self, claim: &Claim) -> bool {
        let first = &self.laws[0];
        let is = |law: &Masses, value: i64| chance(law, |own| own == value);
        let leads =
            |law: &Masses, value: i64| masses(law).all(|(other, p)| other == value || p < is(law, value) - 1e-10);
        match *claim {
            Claim::Overtakes { winner, loser, last } => first.iter().enumerate().all(|(x, law)| {
                let lead = is(law, winner) - is(law, loser);
                if x > last { lead > 1e-10 } else { lead < 1e-11 }
            }),
            Claim::Likeliest { value } => first.iter().all(|law| leads(law, value)),
            Claim::LikeliestUntil { first: a, then, last } => {
                first.iter().enumerate().all(|(x, law)| leads(law, if x > last { then } else { a }))
            }
            Claim::Throughout { likely } => self.readings().iter().flatten().all(|&p| is_likely(p) == likely),
            Claim::LikelyUntil { along, across, last, likely } => {
                let table = if along == Along::X { transposed(&self.readings()) } else { self.readings() };
                table.iter().enumerate().all(|(place, others)| {
                    let is_so = match across {
                        Some(one) => is_likely(others[one]),
                        None => others.iter().all(|&p| is_likely(p)),
                    };
                    is_so == (likely == (place <= last))
                })
            }
            Claim::Nowhere { line, lower, other, x, from, to } => {
                let table = self.readings();
                let ahead = |other: &Vec<f64>| {
                    let gaps = table[line].iter().zip(other).map(|(a, b)| if lower { a - b } else { b - a });
                    let gaps: Vec<f64> = gaps.collect();
                    gaps.iter().all(|gap| *gap > -1e-11) && gaps.iter().any(|gap| *gap > 1e-10)
                };
                let is_told = (table[line][x] - from).abs() < 1e-9 && (table[other][x] - to).abs() < 1e-9;
                let gap = (from - to).abs();
                let gaps = table.iter().flat_map(|own| own.iter().zip(&table[line]).map(|(a, b)| (a - b).abs()));
                let is_widest = gaps.fold(0.0, f64::max) < gap + 1e-9;
                is_told && is_widest && table.iter().enumerate().all(|(other, own)| other == line || ahead(own))
            }
            Claim::Medians { along, from, to } => {
                let laws: Vec<&Masses> = if along == Along::X {
                    first.iter().collect()
                } else {
                    self.laws.iter().map(|line| &line[0]).collect()
                };
                let medians: Vec<i64> = laws.into_iter().map(median).collect();
                let rises = medians.windows(2).all(|pair| pair[0] <= pair[1]);
                let falls = medians.windows(2).all(|pair| pair[0] >= pair[1]);
                (rises || falls) && from != to && medians.first() == Some(&from) && medians.last() == Some(&to)
            }
            Claim::Runs { value, from, to } => {
                let own = |law: &Masses| value.map_or_else(|| self.reading(law), |value| is(law, value));
                let run: Vec<f64> = first.iter().map(own).collect();
                let steps: Vec<f64> = run.windows(2).map(|pair| (pair[1] - pair[0]) * (to - from).signum()).collect();
                from != to
                    && steps.iter().all(|step| *step > -1e-11)
                    && near(run[0], from)
                    && near(run[run.len() - 1], to)
            }
            Claim::Stays { from, at } => {
                let run = &self.readings()[0];
                run[from..].iter().all(|&own| near(own, at)) && run[..from].iter().all(|&own| !near(own, at))
            }
            Claim::Highest { line, x, at } => {
                let table = self.readings();
                let others =
                    table.iter().enumerate().flat_map(|(i, own)| own.iter().enumerate().map(move |(j, p)| ((i, j), p)));
                near(table[line][x], at) && others.into_iter().all(|(key, &p)| key == (line, x) || p < at - 1e-10)
            }
            Claim::Range { value, from, to } => {
                let own = |law: &Masses| value.map_or_else(|| self.reading(law), |value| is(law, value));
                let all: Vec<f64> = self.laws.iter().flatten().map(own).collect();
                is_range(&all, from, to)
            }
            Claim::TailRange { k, from, to } => {
                let all: Vec<f64> = self.laws.iter().map(|line| chance(&line[0], |value| value >= k)).collect();
                is_range(&all, from, to)
            }
            Claim::MedianAt { at } => first.last().is_some_and(|law| median(law) == at),
            Claim::AtLeast { k } => {
                is_likely(chance(&first[0], |value| value >= k)) && !is_likely(chance(&first[0], |value| value > k))
            }
            Claim::AtLeastUntil { k, last, likely } => self
                .laws
                .iter()
                .enumerate()
                .all(|(line, laws)| is_likely(chance(&laws[0], |value| value >= k)) == (likely == (line <= last))),
            Claim::Differs { k, line, from, to } => {
                let tail = |line: usize, k: i64| chance(&self.laws[line][0], |value| value >= k);
                let values: Vec<i64> =
                    self.laws.iter().flat_map(|line| masses(&line[0])).map(|(value, _)| value).collect();
                let gap = |line: usize, k: i64| (tail(line, k) - tail(0, k)).abs();
                let widest = (0..self.laws.len())
                    .all(|other| values.iter().all(|&own| gap(other, own) < (to - from).abs() + 1e-11));
                near(tail(0, k), from) && near(tail(line, k), to) && widest
            }
            Claim::Means { most, least, high, low } => {
                let mean = |line: &Vec<Masses>| masses(&line[0]).map(|(value, p)| value as f64 * p).sum::<f64>();
                let all: Vec<f64> = self.laws.iter().map(mean).collect();
                let is_within = all.iter().all(|own| *own < high + 1e-9 && *own > low - 1e-9);
                is_within && near(all[most], high) && near(all[least], low)
            }
            Claim::Alike => {
                let values: Vec<i64> = self.laws.iter().flatten().flat_map(masses).map(|(value, _)| value).collect();
                let same =
                    |own: &Masses, other: &Masses| values.iter().all(|&value| near(is(own, value), is(other, value)));
                self.laws.iter().all(|line| line.iter().zip(first).all(|(own, other)| same(own, other)))
            }
            Claim::Share { low, high, of } => near(chance(&first[0], |value| (low..=high).contains(&value)), of),
            Claim::By { step, of } => near(chance(&first[0], |value| value <= step), of),
            Claim::LikelyBy { step } => {
                is_likely(chance(&first[0], |value| value <= step))
                    && !is_likely(chance(&first[0], |value| value < step))
            }
            Claim::Even { low, high } => {
                let each = 1.0 / (high - low + 1) as f64;
                masses(&first[0]).count() as i64 == high - low + 1
                    && (low..=high).all(|value| near(is(&first[0], value), each))
            }
            Claim::Mean { at } => near(masses(&first[0]).map(|(value, p)| value as f64 * p).sum(), at),
            Claim::ShareAt { value, x, of } => near(is(&first[x], value), of),
            Claim::Peaks { high, low } => {
                let last = first.last().expect("a place");
                let tops = |value: i64| {
                    is(last, value) > is(last, value - 1) - 1e-10 && is(last, value) > is(last, value + 1) - 1e-10
                };
                let told = [high, low].iter().all(|&(value, of)| near(is(last, value), of) && tops(value));
                told && masses(last).all(|(value, p)| value == high.0 || p < high.1 + 1e-10)
            }
            Claim::Stretches { low, high } => {
                let last = first.last().expect("a place");
                let of = |(from, to, of): (i64, i64, f64)| near(chance(last, |value| (from..=to).contains(&value)), of);
                of(low) && of(high) && low.1 < high.0
            }
            Claim::Mode { value, of } => leads(&first[0], value) && near(is(&first[0], value), of),
            Claim::Halved { at } => {
                let start = median(&first[0]);
                let halved = |law: &Masses| is_likely(chance(law, |value| 2 * value <= start));
                is(&first[0], start) > 1.0 - 1e-11 && halved(&first[at]) && !first[..at].iter().any(halved)
            }
            Claim::MedianStays { from, at } => {
                from > 0 && first[from..].iter().all(|law| median(law) == at) && median(&first[from - 1]) != at
            }
        }
    }

    /// The chances and means that the claim states as numbers.
    pub(super) fn stated(claim: &Claim) -> Vec<f64> {
        match *claim {
            Claim::Runs { from, to, .. }
            | Claim::Range { from, to, .. }
            | Claim::TailRange { from, to, .. }
            | Claim::Differs { from, to, .. }
            | Claim::Nowhere { from, to, .. } => vec![from, to],
            Claim::Stays { at, .. } | Claim::Highest { at, .. } => vec![at],
            Claim::Share { of, .. } | Claim::Mode { of, .. } | Claim::By { of, .. } | Claim::ShareAt { of, .. } => {
                vec![of]
            }
            Claim::Peaks { high, low } => vec![high.1, low.1],
            Claim::Stretches { low, high } => vec![low.2, high.2],
            _ => Vec::new(),
        }
    }
}

fn masses(law: &Masses) -> impl Iterator<Item = (i64, f64)> + '_ {
    law.iter().copied()
}

fn chance(law: &Masses, allows: impl Fn(i64) -> bool) -> f64 {
    masses(law).filter(|&(value, _)| allows(value)).map(|(_, p)| p).sum()
}

fn median(law: &Masses) -> i64 {
    let half = |value: i64| chance(law, |own| own <= value) >= 0.5 - 1e-12;
    masses(law).map(|(value, _)| value).find(|&value| half(value)).expect("a median")
}

/// Whether numbers lie between two of them.
fn is_range(all: &[f64], from: f64, to: f64) -> bool {
    let within = all.iter().all(|&own| own > from - 1e-10 && own < to + 1e-10);
    within && [from, to].iter().all(|&end| all.iter().any(|&own| near(own, end)))
}

fn is_likely(p: f64) -> bool {
    p > 0.5 + 1e-11
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-10 * (1.0 + a.abs())
}

fn transposed(table: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..table[0].len()).map(|x| table.iter().map(|line| line[x]).collect()).collect()
}
