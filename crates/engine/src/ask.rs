//! The questions that a rule asks, and the trait that answers them.

use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};

/// Answers the questions of a rule and records the values of its metrics. A rule has no other
/// source of chance.
///
/// Each reader of a rule implements this trait differently. The simulator rolls one die after
/// another with random numbers. The explorer gives every answer in turn, with its probability. A
/// script gives a list of answers for a test. The readers share no code for their answers, so that
/// each can check the others.
///
/// A new reader needs only two methods. By default, every question of chance is reduced to
/// [`below`](Ask::below), a uniform random integer, as players roll dice, flip coins and deal
/// cards. If a later version adds a question, existing readers therefore still work. A reader
/// overrides a method if it has a faster way: the distribution of the answer, or several dice from
/// one random number.
///
/// ```
/// use oddsmith_engine::Ask;
/// use oddsmith_engine::chance::{Die, Probability};
///
/// /// Answers every question with the lowest number, and records nothing.
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
    /// Returns an integer from 0 to `n − 1`, all equally likely.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    fn below(&mut self, n: u64) -> u64;

    /// Records the value of a metric, given by its index in
    /// [`Rule::metrics`](crate::Rule::metrics), at a step. The step is 0 for a metric of the whole
    /// trial, unless its fold needs the step ([`Fold::First`](crate::Fold::First)).
    ///
    /// Results are numbered by *slots*; see [`Layout`](crate::Layout). Each metric has one slot for
    /// each of its steps, in order, after the slots of the metrics before it. If no metric has
    /// steps, slot and metric index are equal.
    fn observe(&mut self, metric: usize, step: u32, value: i64);

    /// Returns an index from 0, with probability proportional to its weight.
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

    /// Returns `true` with this probability.
    #[inline]
    fn happens(&mut self, p: Probability) -> bool {
        match p.fraction() {
            (0, _) => false,
            (happens, denominator) => happens == denominator || self.below(denominator) < happens,
        }
    }

    /// Returns the face of one die, from 1 to its number of sides.
    #[inline]
    fn roll(&mut self, die: Die) -> u32 {
        self.below(die.sides().into()) as u32 + 1
    }

    /// Returns the sum of an exploding die: each time the die shows its highest face, it is rolled
    /// again and added. The sum is never a multiple of the number of sides.
    ///
    /// Exploring truncates the sums that are too rare to change any number that is shown.
    /// [`unresolved`](crate::solve::ExactDistribution::unresolved) is the truncated probability.
    /// Odds that depend on such a roll have no exact fraction.
    ///
    /// # Panics
    /// Panics if the die has one side, because it would explode forever.
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

    /// Returns the faces of `n` equal dice that are rolled together, at most [`Pool::MAX_DICE`].
    fn pool(&mut self, die: Die, n: u32) -> Pool {
        Pool::from_fill(n as usize, |faces| {
            faces.iter_mut().for_each(|face| *face = self.roll(die))
        })
    }

    /// Returns the total of a dice expression.
    fn total(&mut self, expression: &DiceExpression) -> i64 {
        expression.roll_total(|sides, faces| {
            faces
                .iter_mut()
                .for_each(|face| *face = self.below(sides.into()) as u32 + 1);
        })
    }

    /// Returns how many of `n` independent events of probability `p` happen, from 0 to `n`.
    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        (0..n).map(|_| u32::from(self.happens(p))).sum()
    }

    /// Returns how many marked cards are among `drawn` cards, dealt without replacement from
    /// `total` cards of which `marked` are marked.
    ///
    /// # Panics
    /// Panics if `marked` or `drawn` exceeds `total`.
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

    /// Records the values of several metrics at one step, in order. It equals one
    /// [`observe`](Ask::observe) for each, and is faster for short trials.
    #[inline(always)]
    fn observe_all<const N: usize>(&mut self, step: u32, observations: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in observations {
            self.observe(metric, step, value);
        }
    }

    /// Records the value of a metric of the whole trial.
    #[inline(always)]
    fn observe_whole(&mut self, metric: usize, value: i64) {
        self.observe(metric, 0, value);
    }

    /// Records the values of several metrics of the whole trial, in order.
    #[inline(always)]
    fn observe_whole_all<const N: usize>(&mut self, observations: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in observations {
            self.observe_whole(metric, value);
        }
    }

    /// Returns the option that a player chooses. `options` lists the allowed options by number, the
    /// usual one first. `choice` is an index in [`Rule::choices`](crate::Rule::choices), and
    /// `situation` has one number for each of the choice's parts.
    ///
    /// A reader without a policy takes the first option.
    ///
    /// # Panics
    /// Panics if `options` is empty.
    #[inline]
    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let _ = situation;
        let usual = *options.first().expect("a choice has an option");
        self.observe_choice(choice, usual);
        usual
    }

    /// Returns the option that a player chooses who sees only part of the situation. `seen` has
    /// what the player sees: one number for each of the choice's parts. The player cannot tell
    /// decisions with the same numbers and the same options apart.
    ///
    /// # Panics
    /// Panics if `options` is empty.
    #[inline]
    fn choose_seeing(&mut self, choice: usize, options: &[i64], seen: &[i64]) -> i64 {
        self.choose(choice, options, seen)
    }

    /// Returns the options of two choices that two players make at once. Neither player knows the
    /// other's option. Both choices have the same situation.
    ///
    /// # Panics
    /// Panics if one of them has no options.
    fn choose_at_once(
        &mut self,
        choices: [usize; 2],
        options: [&[i64]; 2],
        situation: &[i64],
    ) -> [i64; 2] {
        [0, 1].map(|side| self.choose(choices[side], options[side], situation))
    }

    /// Reports which option a policy has chosen, for readers that show a trial.
    #[inline]
    fn observe_choice(&mut self, choice: usize, option: i64) {
        let _ = (choice, option);
    }

    /// Reports how many instructions an interpreted rule has executed, for readers that predict the
    /// duration of trials.
    #[inline]
    fn worked(&mut self, instructions: u64) {
        let _ = instructions;
    }

    /// Returns whether the caller has cancelled this trial. A long trial checks this from time to
    /// time.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns whether the reader tries every answer and restarts the step for each. If so, a step
    /// should end soon after a question; otherwise it should do as much as possible.
    #[inline]
    fn is_exhaustive(&self) -> bool {
        false
    }
}

/// An observation: a metric, given by its index, has a value at a step. The step is 0 for the whole
/// trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The index of the metric.
    pub metric: usize,
    /// The step.
    pub step: u32,
    /// The value.
    pub value: i64,
}

/// Implements the questions of a reader that forwards them to another reader, in the named field.
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
