//! What a rule asks, and whom: chance answers, and what the rule sees is taken down.

use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};

/// Whom a rule asks: the only way in which it may be uncertain, and the only place where it says
/// what it saw.
///
/// Each reader of a rule answers in its own way. Play rolls real faces with random numbers, one die
/// after another. Exploring gives every answer in turn, each with its probability. A script gives
/// the answers of a test. They share no code for an answer, so that each can judge the others.
///
/// A reader of one's own needs two methods. Whatever a rule asks of chance comes down to
/// [`below`](Ask::below), one of several numbers alike, as real dice, coins and cards would have
/// it: a question that is new in a later version does too, and breaks no reader. Readers answer a
/// question otherwise where that is less work: by its law, or several dice from one random number.
///
/// ```
/// use oddsmith_engine::Ask;
/// use oddsmith_engine::chance::{Die, Probability};
///
/// /// Always the lowest face, and nothing is taken down.
/// struct Unlucky;
///
/// impl Ask for Unlucky {
///     fn below(&mut self, _: u64) -> u64 { 0 }
///     fn observe(&mut self, _: usize, _: u32, _: i64) {}
/// }
///
/// assert_eq!((Unlucky.pool(Die::D6, 3).faces(), Unlucky.hypergeometric(52, 4, 5)), (&[1, 1, 1][..], 4));
/// ```
pub trait Ask {
    /// One of `n` numbers alike, from 0.
    ///
    /// # Panics
    /// Of no numbers.
    fn below(&mut self, n: u64) -> u64;

    /// A metric (its index in [`Rule::metrics`](crate::Rule::metrics)) shows this value at this
    /// step; step 0 for a metric of the whole trial, unless it folds and wants to know when.
    ///
    /// Laws and tallies are numbered by *slots*: a metric has one for each of its steps, in order,
    /// behind those of the metrics before it ([`Layout`](crate::Layout)). As long as no metric
    /// has steps, both numbers are the same.
    fn observe(&mut self, metric: usize, step: u32, value: i64);

    /// An index from 0, in proportion to the weights.
    #[inline]
    fn pick(&mut self, weights: &Weights) -> usize {
        let mut rest = self.below(weights.total());
        for (index, &weight) in weights.weights().iter().enumerate() {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        unreachable!("the weights add up to their total")
    }

    /// Whether an event of this probability happens.
    #[inline]
    fn happens(&mut self, p: Probability) -> bool {
        match p.fraction() {
            (0, _) => false,
            (happens, denominator) => happens == denominator || self.below(denominator) < happens,
        }
    }

    /// The face of one die, 1 to its number of sides.
    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        self.below(die.sides().into()) as u32 + 1
    }

    /// What an exploding die adds up to: its face, and while it shows its highest, another roll on
    /// top. Never a multiple of its number of sides.
    ///
    /// Exploration truncates it where the rest is too rare to change any number that is shown.
    /// [`unresolved`](crate::solve::ExactDistribution::unresolved) is the probability that was truncated.
    /// Then no number about such trials has an exact fraction.
    ///
    /// # Panics
    /// For a die of one side, which would explode for ever.
    fn open_roll(&mut self, die: Die) -> u32 {
        assert!(die.sides() > 1, "a die with one face explodes forever");
        let mut sum = 0;
        loop {
            let face = self.roll(die);
            sum += face;
            if face < die.sides() {
                return sum;
            }
        }
    }

    /// The faces of several dice alike rolled together, at most [`Pool::MOST`].
    fn pool(&mut self, die: Die, n: u32) -> Pool {
        Pool::from_fill(n as usize, |faces| {
            faces.iter_mut().for_each(|face| *face = self.roll(die))
        })
    }

    /// What a dice expression adds up to.
    fn total(&mut self, expression: &DiceExpression) -> i64 {
        expression.roll_total(|sides, faces| {
            faces
                .iter_mut()
                .for_each(|face| *face = self.below(sides.into()) as u32 + 1);
        })
    }

    /// How many of `n` independent events of probability `p` happen, 0 to `n`.
    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        (0..n).map(|_| u32::from(self.happens(p))).sum()
    }

    /// How many of `drawn` cards, dealt from `total` of which `marked` are marked, are marked.
    ///
    /// # Panics
    /// When more are marked or drawn than there are.
    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        assert!(
            marked <= total && drawn <= total,
            "{marked} marked and {drawn} drawn of {total} cards"
        );
        let left = (total - drawn + 1..=total).rev();
        marked
            - left.fold(marked, |marked, left| {
                marked - u32::from(self.below(left.into()) < marked.into())
            })
    }

    /// Metrics show these values at this step, one after another: the same as observing each, and
    /// less work where a trial is short.
    #[inline(always)]
    fn observe_all<const N: usize>(&mut self, step: u32, shown: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in shown {
            self.observe(metric, step, value);
        }
    }

    /// A metric of the whole trial shows this value.
    #[inline(always)]
    fn observe_whole(&mut self, metric: usize, value: i64) {
        self.observe(metric, 0, value);
    }

    /// Metrics of the whole trial show these values.
    #[inline(always)]
    fn observe_whole_all<const N: usize>(&mut self, shown: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in shown {
            self.observe_whole(metric, value);
        }
    }

    /// A player decides: one of the options on offer, each with a number of its own, the usual one
    /// first. `choice` is its index in [`Rule::choices`](crate::Rule::choices), and `situation`
    /// has a number for each of its parts.
    ///
    /// A reader that knows no policy takes the first.
    ///
    /// # Panics
    /// When there is no option.
    #[inline]
    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let _ = situation;
        let usual = *options.first().expect("a choice has an option");
        self.observe_choice(choice, usual);
        usual
    }

    /// A policy has answered a choice: for readers that tell.
    #[inline]
    fn observe_choice(&mut self, choice: usize, option: i64) {
        let _ = (choice, option);
    }

    /// A rule that goes through a text of its own took so many instructions to come here: for
    /// readers that foretell how long trials take.
    #[inline]
    fn worked(&mut self, instructions: u64) {
        let _ = instructions;
    }

    /// Whether nobody waits for the end of this trial any more: a long one looks from time to time.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }

    /// Whether every answer is gone through, each from the start of its step. Then it is less work
    /// to end a step soon after a question; otherwise, to do as much as possible in one step.
    #[inline]
    fn is_exhaustive(&self) -> bool {
        false
    }
}

/// A metric, by index, shows a value at a step; step 0 for the whole trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The metric's index.
    pub metric: usize,
    /// The step.
    pub step: u32,
    /// The value.
    pub value: i64,
}

/// Answers of a reader that passes what is asked on to another, in its field of this name.
macro_rules! passes_on {
    ($reader:ident) => {
        #[inline]
        fn below(&mut self, n: u64) -> u64 {
            self.$reader.below(n)
        }
        #[inline]
        fn pick(&mut self, weights: &Weights) -> usize {
            self.$reader.pick(weights)
        }
        #[inline]
        fn happens(&mut self, p: Probability) -> bool {
            self.$reader.happens(p)
        }
        #[inline]
        fn roll(&mut self, die: Die) -> u32 {
            self.$reader.roll(die)
        }
        fn open_roll(&mut self, die: Die) -> u32 {
            self.$reader.open_roll(die)
        }
        #[inline]
        fn pool(&mut self, die: Die, n: u32) -> Pool {
            self.$reader.pool(die, n)
        }
        #[inline]
        fn total(&mut self, expression: &DiceExpression) -> i64 {
            self.$reader.total(expression)
        }
        #[inline]
        fn binomial(&mut self, n: u32, p: Probability) -> u32 {
            self.$reader.binomial(n, p)
        }
        #[inline]
        fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
            self.$reader.hypergeometric(total, marked, drawn)
        }
        #[inline]
        fn worked(&mut self, instructions: u64) {
            self.$reader.worked(instructions);
        }
        #[inline]
        fn is_stopped(&self) -> bool {
            self.$reader.is_stopped()
        }
    };
}
pub(crate) use passes_on;
