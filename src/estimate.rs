//! The best that is known of a number, computed or estimated, between two bounds; and how it is printed.

use crate::report::Reading;
use oddsmith_engine::solve::SETTLED;
use oddsmith_engine::stats::Confidence;

/// Two computed numbers nearer than this are not told apart.
pub const MARGIN: f64 = 1e-9;
/// What rounding over long sums may do to a computed number.
pub const ROUNDING: f64 = 1e-12;
/// What is rarer than this, 0.1%, is left out of long charts and tables, which say so.
pub const FAINT: f64 = 0.001;
/// What stands for the impossible.
pub const NEVER: &str = "–";
/// A half-width of an interval from which on whole percents say too much.
const COARSE: f64 = 0.05;
/// A cut tail may hold large values: what is unresolved weighs on a mean by this much, per unit of its size.
const TAIL: f64 = 1e3;

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
    fn hundredths(&self) -> String {
        if let Some([low, high]) = self.ends() {
            let (low, high) = (Estimate::exact(low, 0.0).hundredths(), Estimate::exact(high, 0.0).hundredths());
            return if low == high || low == "0" && high.starts_with('<') { high } else { format!("{low} to {high}") };
        }
        let rounded = (self.value * 100.0).round();
        // Of a sample the end of the interval is told, not the share that happened to be seen.
        let (least, most) = if self.is_exact { (0.99, 0.01) } else { (self.low, self.high) };
        if self.is_impossible() {
            "0".to_owned()
        } else if self.is_certain() {
            "100".to_owned()
        } else if rounded < 1.0 {
            format!("<{}", (most * 100.0).ceil().max(1.0))
        } else if rounded > 99.0 {
            format!(">{}", (least * 100.0).floor().min(99.0))
        } else if !self.is_exact && (self.high - self.low) / 2.0 > COARSE {
            format!("≈{}", (self.value * 10.0).round().clamp(1.0, 9.0) * 10.0)
        } else {
            format!("{rounded}")
        }
    }

    /// The ends of a computed probability of which so much was cut that it shows.
    fn ends(&self) -> Option<[f64; 2]> {
        (self.is_exact && self.high - self.low > SETTLED).then_some([self.low, self.high])
    }

    /// A probability in percent.
    pub fn percent(&self) -> String {
        self.hundredths() + "%"
    }

    /// The same in a chart or a table: a dash for the impossible.
    pub fn percent_or_dash(&self) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.percent() }
    }

    /// The same without the sign.
    pub fn digits(&self) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.hundredths() }
    }

    /// Whether nothing is known of how far off it may be: a sample that was all alike.
    pub fn is_vague(&self) -> bool {
        !self.is_exact && (self.low.is_nan() || self.high.is_nan())
    }

    /// Decimals that a mean deserves: those that tell values of its size apart, and no more than its interval holds.
    pub fn decimals(&self) -> usize {
        let size = self.value.abs();
        let most = if size >= 100.0 { 0 } else { 1 + usize::from(size < 10.0) };
        let width = self.high - self.low;
        let is_held = !self.is_exact && width > 0.0;
        if is_held { most.min((-width.log10()).floor().max(0.0) as usize) } else { most }
    }

    /// A mean with these decimals; "≈" stands before one whose interval is not known.
    pub fn number(&self, decimals: usize) -> String {
        let about = if self.is_vague() { "≈" } else { "" };
        format!("{about}{}", fixed(self.value, decimals))
    }
}

/// A computed probability in percent with this many decimals: never nothing of what is possible, nor all of what is not
/// certain, but "<0.1%" and ">99.9%".
pub fn percent_to(value: f64, decimals: usize) -> String {
    let told = |percent: f64| fixed(percent, decimals);
    let unit = 10f64.powi(-(decimals as i32));
    match told(value * 100.0) {
        text if text == told(0.0) && value > 0.0 => format!("<{}%", told(unit)),
        text if text == told(100.0) && value < 1.0 => format!(">{}%", told(100.0 - unit)),
        _ if value == 0.0 => "0%".to_owned(),
        _ if value >= 1.0 => "100%".to_owned(),
        text => text + "%",
    }
}

/// The same of a probability of which so much may be missing, since it was cut: from what is known to the most that it can be,
/// where these are told differently.
pub fn percents_to(value: f64, unresolved: f64, decimals: usize) -> String {
    let known = percent_to(value, decimals);
    if unresolved > SETTLED {
        let most = percent_to((value + unresolved).min(1.0), decimals);
        return if known == most { known } else { format!("{known} to {most}") };
    }
    // What was cut may belong to it.
    if value == 0.0 && unresolved > 0.0 { percent_to(f64::MIN_POSITIVE, decimals) } else { known }
}

/// A number with this many decimals, a true minus sign and, from 10,000 on, commas.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let (whole, part) = text.find('.').map_or((text.as_str(), ""), |point| text.split_at(point));
    let whole = if whole.len() > 4 { with_commas(whole) } else { whole.to_owned() };
    format!("{sign}{whole}{part}")
}

/// A whole number with commas between thousands: 1,000,000.
pub fn grouped(value: u64) -> String {
    with_commas(&value.to_string())
}

fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
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

    #[test]
    fn percents_are_honest() {
        let exact = |value| Estimate::exact(value, 0.0).percent();
        assert_eq!(
            [exact(0.0), exact(1e-9), exact(0.574), exact(0.9999), exact(1.0)],
            ["0%", "<1%", "57%", ">99%", "100%"]
        );
        let sampled = |count, trials| Estimate::sampled(count, trials, Confidence::new(0.95).unwrap()).percent();
        assert_eq!([sampled(0, 100), sampled(37, 100), sampled(370, 1000)], ["<4%", "≈40%", "37%"]);
        assert_eq!(Estimate { value: -1.25, low: -1.25, high: -1.25, is_exact: true }.number(1), "−1.2");
    }
    #[test]
    fn what_is_not_certain_is_never_100_and_what_is_possible_never_0() {
        let exact = |value| Estimate::exact(value, 0.0).percent_or_dash();
        assert_eq!(
            ["–", "<1%", "1%", "50%", "99%", ">99%", "100%"].map(str::to_owned),
            [exact(0.0), exact(1e-9), exact(0.006), exact(0.5), exact(0.994), exact(1.0f64.next_down()), exact(1.0)]
        );
        assert_eq!(Estimate::exact(0.0, 1e-9).percent_or_dash(), "<1%");
        assert_eq!(Estimate::exact(1.0 - 1e-9, 1e-9).percent(), ">99%");
    }

    #[test]
    fn what_was_cut_is_told_as_both_ends() {
        let told = |low, cut| Estimate::exact(low, cut).percent();
        assert_eq!(
            [told(0.999, 0.001), told(0.25, 0.5), told(0.5, 1e-4), told(0.0, 0.002), told(0.5, 1e-12), told(0.0, 0.3)],
            [">99 to 100%", "25 to 75%", "50%", "<1%", "50%", "0 to 30%"]
        );
    }

    #[test]
    fn what_is_nearly_certain_is_not_rounded_to_certain() {
        let told = [(0.99987, 1), (0.99987, 2), (1.0, 1), (1e-5, 1), (0.0, 2), (0.125, 1)];
        let texts = told.map(|(value, decimals)| percent_to(value, decimals));
        assert_eq!(texts, [">99.9%", "99.99%", "100%", "<0.1%", "0%", "12.5%"]);
    }

    #[test]
    fn tables_say_of_what_is_faint_that_it_is() {
        let texts = [0.0, 1e-9, 0.00007, 0.0001, 0.5, 0.9999, 0.99996, 1.0].map(|value| percent_to(value, 2));
        assert_eq!(texts, ["0%", "<0.01%", "0.01%", "0.01%", "50.00%", "99.99%", ">99.99%", "100%"]);
    }

    #[test]
    fn an_estimate_says_no_more_than_its_interval() {
        let sampled = |value, low, high| Estimate { value, low, high, is_exact: false }.digits();
        assert_eq!(sampled(0.0, 0.0, 0.037), "<4");
        assert_eq!(sampled(0.004, 0.001, 0.022), "<3");
        assert_eq!(sampled(1.0, 0.963, 1.0), ">96");
        assert_eq!(sampled(0.996, 0.978, 0.999), ">97");
        assert_eq!(sampled(0.37, 0.28, 0.47), "≈40");
        assert_eq!(sampled(0.37, 0.36, 0.38), "37");
    }

    #[test]
    fn a_mean_of_a_sample_all_alike_is_about_what_it_shows() {
        let alike = Estimate { value: 3.0, low: f64::NAN, high: f64::NAN, is_exact: false };
        assert_eq!(alike.number(2), "≈3.00");
        assert_eq!(Estimate { is_exact: true, low: 3.0, high: 3.0, ..alike }.number(2), "3.00");
    }

    #[test]
    fn numbers_have_a_true_minus_and_thousands() {
        assert_eq!((fixed(-1.25, 1), fixed(-0.001, 2)), ("−1.2".to_owned(), "0.00".to_owned()));
        assert_eq!((fixed(12345.6, 1), fixed(-9999.0, 0)), ("12,345.6".to_owned(), "−9999".to_owned()));
        assert_eq!((grouped(1_000_000), grouped(999)), ("1,000,000".to_owned(), "999".to_owned()));
    }
}
