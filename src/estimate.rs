//! The best that is known of a number, computed or estimated, between two bounds.

use crate::figures::{Company, NEVER, fixed, mean_to, one_in};
use crate::report::Reading;
use oddsmith_engine::solve::SETTLED;
use oddsmith_engine::stats::Confidence;

/// Two computed numbers nearer than this are not told apart.
pub const MARGIN: f64 = 1e-9;
/// What rounding over long sums may do to a computed number.
pub const ROUNDING: f64 = 1e-12;
/// What is rarer than this, 0.1%, is left out of long charts and tables, which say so.
pub const FAINT: f64 = 0.001;
/// A half-width of an interval from which on whole percents say too much.
const COARSE: f64 = 0.05;
/// A cut tail may hold large values: what is unresolved weighs on a mean by this much, per unit of its size.
const TAIL: f64 = 1e3;

/// The end of an interval in percent: rounded up, to a whole one, or below that to one digit.
fn bound(high: f64) -> String {
    let percent = high * 100.0;
    if percent > 1.0 {
        return fixed(percent.ceil(), 0);
    }
    let decimals = (-percent.log10().floor()).clamp(0.0, 3.0) as usize;
    let unit = 10f64.powi(decimals as i32);
    fixed(((percent * unit - 1e-9).ceil() / unit).max(0.001), decimals)
}

/// The same of the lower end of what is nearly certain, rounded down.
fn beyond(low: f64) -> String {
    let rest = (1.0 - low) * 100.0;
    if rest > 1.0 {
        fixed((low * 100.0).floor(), 0)
    } else {
        fixed(99.0 + ((1.0 - rest) * 10.0).floor().max(0.0) / 10.0, 1)
    }
}

/// A probability or a mean between bounds that hold for certain if it was computed, else at the run's confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best value there is.
    pub value: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// Whether it was computed.
    pub is_exact: bool,
}

impl Estimate {
    /// A computed probability of which `unresolved` may be missing.
    pub fn exact(value: f64, unresolved: f64) -> Estimate {
        Estimate { value, low: value, high: (value + unresolved).min(1.0), is_exact: true }
    }

    /// A computed number, known to the last digit.
    pub fn known(value: f64) -> Estimate {
        Estimate { value, low: value, high: value, is_exact: true }
    }

    /// The share of `count` in `trials`.
    pub fn sampled(count: u64, trials: u64, confidence: Confidence) -> Estimate {
        let interval = confidence.wilson(count, trials);
        let value = if trials > 0 { count as f64 / trials as f64 } else { 0.0 };
        Estimate { value, low: interval.low, high: interval.high, is_exact: false }
    }

    /// The number that a reading tells.
    pub fn read(reading: &Reading) -> Estimate {
        let unresolved = reading.unresolved;
        match reading.exact {
            Some(value) if reading.is_probability => Estimate::exact(value, unresolved),
            Some(value) => {
                let spread = unresolved * TAIL * (1.0 + value.abs());
                Estimate { value, low: value - spread, high: value + spread, is_exact: true }
            }
            None => {
                let (low, high) = (reading.interval.low, reading.interval.high);
                // Of no trials at all nothing is known but that it is a chance.
                let is_nothing = reading.is_probability && reading.estimate.is_nan();
                Estimate { value: if is_nothing { 0.0 } else { reading.estimate }, low, high, is_exact: false }
            }
        }
    }

    /// Whether it is more than another, beyond doubt.
    pub fn exceeds(&self, other: &Estimate) -> bool {
        self.low > other.high + MARGIN
    }

    /// Which of several, by its place among them, is more than every other, beyond doubt.
    pub fn highest<'e>(all: impl IntoIterator<Item = &'e Estimate> + Clone) -> Option<usize> {
        let every = || all.clone().into_iter().enumerate();
        // No other could exceed the one whose lower end is the highest.
        let (at, top) = every().max_by(|(_, a), (_, b)| a.low.total_cmp(&b.low))?;
        every().all(|(other, own)| other == at || top.exceeds(own)).then_some(at)
    }

    /// Whether it is no less than another: equal counts only where both were computed.
    pub fn reaches(&self, other: &Estimate) -> bool {
        self.exceeds(other) || self.is_exact && other.is_exact && self.low >= other.high - ROUNDING
    }

    /// Whether it is more than a number, beyond doubt.
    pub fn is_over(&self, bound: f64) -> bool {
        self.low > bound + MARGIN
    }

    /// Whether it is at most a number, beyond doubt.
    pub fn is_within(&self, bound: f64) -> bool {
        self.high <= bound + if self.is_exact { ROUNDING } else { 0.0 }
    }

    /// Whether it is a chance that is known to be nothing.
    pub fn is_impossible(&self) -> bool {
        self.high <= 0.0
    }

    /// Whether it is a chance that is known to be all.
    pub fn is_certain(&self) -> bool {
        self.low >= 1.0
    }

    /// A probability in percent without the sign, never 0 or 100 for what is possible or not certain, and no finer
    /// than its interval.
    fn hundredths(&self, company: Company) -> String {
        if let Some([low, high]) = self.ends() {
            let [low, high] = [low, high].map(|end| Estimate::exact(end, 0.0).hundredths(company));
            return if low == high || low == "0" && high.starts_with('<') { high } else { format!("{low} to {high}") };
        }
        // What was cut may belong to it.
        let value = if self.value <= 0.0 && self.high > 0.0 { f64::MIN_POSITIVE } else { self.value };
        let width = (self.high - self.low) / 2.0;
        // Nearly nothing or nearly all of a sample: the end of the interval is told, not the share that happened to be seen,
        // unless that is known to a tenth.
        let is_near = |rest: f64| (rest * 100.0).round() < 1.0 && width > rest / 10.0;
        if self.is_impossible() {
            "0".to_owned()
        } else if self.is_certain() {
            "100".to_owned()
        } else if self.is_exact {
            company.hundredths(value)
        } else if is_near(self.value) {
            format!("<{}", bound(self.high))
        } else if is_near(1.0 - self.value) {
            format!(">{}", beyond(self.low))
        } else if width > COARSE {
            format!("≈{}", (self.value * 10.0).round().clamp(1.0, 9.0) * 10.0)
        } else if (0.01..=0.99).contains(&self.value) {
            company.estimated(self.value, width)
        } else {
            company.hundredths(self.value)
        }
    }

    /// The ends of a computed probability of which so much was cut that it shows.
    fn ends(&self) -> Option<[f64; 2]> {
        (self.is_exact && self.high - self.low > SETTLED).then_some([self.low, self.high])
    }

    /// A probability in percent.
    pub fn percent(&self, company: Company) -> String {
        self.hundredths(company) + "%"
    }

    /// The same in a chart or a table: a dash for the impossible.
    pub fn percent_or_dash(&self, company: Company) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.percent(company) }
    }

    /// The same without the sign.
    pub fn digits(&self, company: Company) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.hundredths(company) }
    }

    /// The same within a sentence: what is rare is told as one of so many.
    pub fn spoken(&self, company: Company) -> String {
        let is_known = self.is_exact && self.ends().is_none();
        is_known.then(|| one_in(self.value)).flatten().unwrap_or_else(|| self.percent(company))
    }

    /// Whether nothing is known of how far off it may be: a sample that was all alike.
    pub fn is_vague(&self) -> bool {
        !self.is_exact && (self.low.is_nan() || self.high.is_nan())
    }

    /// A mean: with no more decimals than its interval holds; "≈" stands before one whose interval is not known.
    pub fn mean(&self, company: Company) -> String {
        let width = self.high - self.low;
        let held = (!self.is_exact && width > 0.0).then(|| (-width.log10()).floor().max(0.0) as usize);
        let decimals = company.decimals(self.value);
        let about = if self.is_vague() { "≈" } else { "" };
        // An interval of hundreds leaves no tens.
        let unit = if !self.is_exact && width >= 10.0 { 10f64.powf(width.log10().floor()) } else { 1.0 };
        let value = if unit > 1.0 { (self.value / unit).round() * unit } else { self.value };
        format!("{about}{}", mean_to(value, held.map_or(decimals, |held| held.min(decimals))))
    }

    /// A chance or a mean, as tables and pictures tell it.
    pub fn text(&self, is_chance: bool, company: Company) -> String {
        if is_chance { self.percent(company) } else { self.mean(company) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_odds_exceed_nothing_and_reach_each_other() {
        let (a, b) = (Estimate::exact(0.125, 0.0), Estimate::exact(0.125 + 1e-15, 0.0));
        assert!(!a.exceeds(&b) && !b.exceeds(&a) && a.reaches(&b) && b.reaches(&a));
        assert!(!Estimate::exact(0.5, 0.0).is_over(0.5) && Estimate::exact(0.5, 0.0).is_within(0.5));
    }

    #[test]
    fn the_highest_of_several_exceeds_every_other() {
        let exact = |of: &[f64]| of.iter().map(|&value| Estimate::exact(value, 0.0)).collect::<Vec<_>>();
        let highest = |of: &[f64]| Estimate::highest(&exact(of));
        assert_eq!([highest(&[0.2, 0.5, 0.3]), highest(&[0.5, 0.2, 0.5]), highest(&[0.4])], [Some(1), None, Some(0)]);
        assert_eq!(highest(&[]), None);
        // The one with the higher lower end is not surely the highest.
        let confidence = Confidence::new(0.95).unwrap();
        let unsure = Estimate::sampled(11, 20, confidence);
        assert_eq!(Estimate::highest(&[unsure, Estimate::exact(0.1, 0.0), Estimate::exact(0.5, 0.0)]), None);
        assert_eq!(Estimate::highest(&[unsure, Estimate::exact(0.1, 0.0), Estimate::exact(0.9, 0.0)]), Some(2));
    }

    #[test]
    fn estimates_are_told_apart_by_their_intervals_only() {
        let confidence = Confidence::new(0.95).unwrap();
        let share = |count| Estimate::sampled(count, 1000, confidence);
        assert!(share(600).exceeds(&share(500)) && !share(520).exceeds(&share(500)));
        assert!(!share(500).reaches(&share(500)), "estimates alike may hide a difference");
        assert!(share(560).is_over(0.5) && !share(510).is_over(0.5));
    }

    const WHOLE: Company = Company::WHOLE;

    #[test]
    fn percents_are_honest() {
        let exact = |value| Estimate::exact(value, 0.0).percent(WHOLE);
        assert_eq!(
            [exact(0.0), exact(1e-9), exact(0.574), exact(0.9999), exact(1.0)],
            ["0%", "<0.001%", "57%", ">99.9%", "100%"]
        );
        let sampled = |count, trials| Estimate::sampled(count, trials, Confidence::new(0.95).unwrap()).percent(WHOLE);
        assert_eq!([sampled(0, 100), sampled(37, 100), sampled(370, 1000)], ["<4%", "≈40%", "37%"]);
        let rare = [sampled(4_600, 1_000_000), sampled(0, 1_000_000), sampled(0, 100_000_000), sampled(999, 1000)];
        assert_eq!(rare, ["0.46%", "<0.001%", "<0.001%", ">99.4%"]);
    }

    #[test]
    fn what_is_not_certain_is_never_100_and_what_is_possible_never_0() {
        let exact = |value| Estimate::exact(value, 0.0).percent_or_dash(WHOLE);
        assert_eq!(
            ["–", "<0.001%", "0.60%", "50%", "99.4%", ">99.9%", "100%"].map(str::to_owned),
            [exact(0.0), exact(1e-9), exact(0.006), exact(0.5), exact(0.994), exact(1.0f64.next_down()), exact(1.0)]
        );
        assert_eq!(Estimate::exact(0.0, 1e-14).percent_or_dash(WHOLE), "<0.001%");
        assert_eq!(Estimate::exact(1.0 - 1e-9, 1e-9).percent(WHOLE), ">99.9%");
    }

    #[test]
    fn what_was_cut_is_told_as_both_ends() {
        let told = |low, cut| Estimate::exact(low, cut).percent(WHOLE);
        assert_eq!(
            [told(0.99, 0.01), told(0.25, 0.5), told(0.42, 1e-4), told(0.0, 0.002), told(0.5, 1e-12), told(0.0, 0.3)],
            ["99 to 100%", "25 to 75%", "42%", "0 to 0.20%", "50%", "0 to 30%"]
        );
    }

    #[test]
    fn an_estimate_says_no_more_than_its_interval() {
        let sampled = |value, low, high| Estimate { value, low, high, is_exact: false }.digits(WHOLE);
        assert_eq!(sampled(0.0, 0.0, 0.037), "<4");
        assert_eq!(sampled(0.004, 0.001, 0.022), "<3");
        assert_eq!(sampled(1.0, 0.963, 1.0), ">96");
        assert_eq!(sampled(0.996, 0.978, 0.999), ">97");
        assert_eq!(sampled(0.37, 0.28, 0.47), "≈40");
        assert_eq!(sampled(0.37, 0.36, 0.38), "37");
    }

    #[test]
    fn a_rare_chance_is_one_of_so_many_within_a_sentence() {
        let spoken = |value| Estimate::exact(value, 0.0).spoken(WHOLE);
        assert_eq!([spoken(1.0 / 2160.0), spoken(0.25), spoken(0.0)], ["1 in 2,160", "25%", "0%"]);
    }

    #[test]
    fn a_mean_of_a_sample_all_alike_is_about_what_it_shows() {
        let alike = Estimate { value: 3.0, low: f64::NAN, high: f64::NAN, is_exact: false };
        assert_eq!(alike.mean(WHOLE), "≈3.00");
        assert_eq!(Estimate { is_exact: true, low: 3.0, high: 3.0, ..alike }.mean(WHOLE), "3.00");
        assert_eq!(Estimate { low: 2.99, high: 3.02, ..alike }.mean(WHOLE), "3.0");
        let wide = Estimate { value: 3_827_159.0, low: 3_251_845.0, high: 4_402_473.0, is_exact: false };
        assert_eq!(wide.mean(WHOLE), "4,000,000");
    }
}
