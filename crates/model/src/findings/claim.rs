//! What a title says, as a fact about a chart's laws that can be held against them.

/// One of the two axes of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// That of the places.
    X,
    /// That of the lines, or of a heat map's rows.
    Lines,
}

/// A fact about the laws of a chart. Places and lines are numbered in their order along the chart's axes; "likely" is a
/// chance of more than one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// `winner` is likelier than `loser` at every place past `last`, and at none up to it.
    Overtakes {
        /// The value that comes to lead.
        winner: i64,
        /// The value that led.
        loser: i64,
        /// The last place before.
        last: usize,
    },
    /// A value is likelier than any other, at every place.
    Likeliest {
        /// The value.
        value: i64,
    },
    /// `first` is likelier than any other value up to `last`, and `then` past it.
    LikeliestUntil {
        /// The value that leads at first.
        first: i64,
        /// The value that leads then.
        then: i64,
        /// The last place at which `first` leads.
        last: usize,
    },
    /// The chart's chance is likely everywhere, or nowhere.
    Throughout {
        /// Everywhere.
        likely: bool,
    },
    /// Along an axis, the chart's chance is likely up to `last` and not past it; or the other way round.
    LikelyUntil {
        /// The axis.
        along: Along,
        /// The one place of the other axis that is meant. Without it "likely" means: at all of them.
        across: Option<usize>,
        /// The last place up to which it holds.
        last: usize,
        /// Whether it is likely up to `last`, and not past it.
        likely: bool,
    },
    /// A line is nowhere lower, or nowhere higher, than any other, and somewhere it differs from each.
    Nowhere {
        /// The line.
        line: usize,
        /// Nowhere lower.
        lower: bool,
        /// The line from which it is farthest.
        other: usize,
        /// The place at which it is.
        x: usize,
        /// Its own reading there.
        from: f64,
        /// That of the other.
        to: f64,
    },
    /// The medians rise or fall along an axis, from the first to the last, and never turn.
    Medians {
        /// The axis.
        along: Along,
        /// The first median.
        from: i64,
        /// The last.
        to: i64,
    },
    /// The chart's reading, or the chance of a value, rises or falls from the first place to the last, and never turns.
    Runs {
        /// The value, of a stacked chart.
        value: Option<i64>,
        /// The first reading.
        from: f64,
        /// The last.
        to: f64,
    },
    /// The chart's reading is the same from a place on, and was not the same before.
    Stays {
        /// The place.
        from: usize,
        /// The reading.
        at: f64,
    },
    /// The chart's reading is higher at one line and place than anywhere else.
    Highest {
        /// The line.
        line: usize,
        /// The place.
        x: usize,
        /// The reading.
        at: f64,
    },
    /// The chart's reading, or the chance of a value, is never below one number and never above another, and reaches both.
    Range {
        /// The value, of a stacked chart.
        value: Option<i64>,
        /// The least reading.
        from: f64,
        /// The greatest.
        to: f64,
    },
    /// The same of the chance of at least k, over the lines.
    TailRange {
        /// The number.
        k: i64,
        /// The least chance.
        from: f64,
        /// The greatest.
        to: f64,
    },
    /// The mean.
    Mean {
        /// The mean.
        at: f64,
    },
    /// The chance of a value at a place.
    ShareAt {
        /// The value.
        value: i64,
        /// The place.
        x: usize,
        /// The chance.
        of: f64,
    },
    /// The two highest peaks at the last place, and their chances.
    Peaks {
        /// The higher.
        high: (i64, f64),
        /// The lower.
        low: (i64, f64),
    },
    /// Two stretches of values at the last place, each with its ends and the chance of what lies within.
    Stretches {
        /// The lower.
        low: (i64, i64, f64),
        /// The higher.
        high: (i64, i64, f64),
    },
    /// The median at the last place.
    MedianAt {
        /// The median.
        at: i64,
    },
    /// At least k is likely, at least k + 1 is not.
    AtLeast {
        /// The number.
        k: i64,
    },
    /// At least k is likely on the lines up to `last` and not on those past it; or the other way round.
    AtLeastUntil {
        /// The number.
        k: i64,
        /// The last line up to which it holds.
        last: usize,
        /// Whether it is likely up to `last`, and not past it.
        likely: bool,
    },
    /// The chance of at least k differs between the first line and another, and nowhere between the first and any other by
    /// more.
    Differs {
        /// The number.
        k: i64,
        /// The other line.
        line: usize,
        /// The chance on the first line.
        from: f64,
        /// The chance on the second.
        to: f64,
    },
    /// No line has a greater mean than one, and none a smaller mean than another.
    Means {
        /// The line with the greatest.
        most: usize,
        /// The line with the smallest.
        least: usize,
        /// The greatest mean.
        high: f64,
        /// The smallest.
        low: f64,
    },
    /// All lines have the same odds.
    Alike,
    /// The chance of the values from `low` to `high`.
    Share {
        /// The least.
        low: i64,
        /// The most.
        high: i64,
        /// The chance.
        of: f64,
    },
    /// It has happened by a step with this chance, of all trials.
    By {
        /// The step.
        step: i64,
        /// The chance.
        of: f64,
    },
    /// It is likely to have happened by a step, and not by the one before.
    LikelyBy {
        /// The step.
        step: i64,
    },
    /// Every whole number from one to another is as likely as any other of them, and nothing else ever comes.
    Even {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// A value is likelier than any other, with this chance.
    Mode {
        /// The value.
        value: i64,
        /// Its chance.
        of: f64,
    },
    /// Half of the first place's certain value, or less, is likely at a place and was not before.
    Halved {
        /// The place.
        at: usize,
    },
    /// The median is the same from a place on, and was another just before.
    MedianStays {
        /// The place.
        from: usize,
        /// The median.
        at: i64,
    },
}

impl Finding {
    /// A claim in words.
    pub(super) fn new(claim: Claim, sentence: String) -> Finding {
        Finding { claim, sentence, among: Vec::new(), also: Vec::new() }
    }
}

/// A claim in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What is claimed.
    pub claim: Claim,
    /// The sentence.
    pub sentence: String,
    /// What it claims of single variants of a family, by their index.
    pub among: Vec<(usize, Claim)>,
    /// What it claims besides.
    pub also: Vec<Claim>,
}
