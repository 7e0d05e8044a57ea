//! A tree held against what there is to ask about, and turned into what the engine works out.

use oddsmith_engine::question::{Comparison, Expression};

use super::cursor::Parsed;
use super::tree::{At, Function, Sign, Step, StepKind, Tree, TreeKind};
use super::vocabulary::{Vocabulary, Word, WordKind};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::source::Span;

/// Numbers and conditions that one question may be made of.
const MOST_PARTS: usize = 50_000;

/// What kind of thing an expression is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Number,
    /// 1 or 0, and absent where it is not shown.
    Flag,
    /// It holds or does not: never absent.
    Event,
    /// A code, and the names of all.
    Category(Vec<String>),
}

/// An expression that was checked.
pub(super) struct Checked {
    pub(super) is: Expression,
    pub(super) kind: Kind,
    /// What it compares: where one of these is absent, it says nothing of its step.
    compares: Vec<Expression>,
}

pub(super) struct Checker<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    pub(super) usual: Option<&'v str>,
    /// The step at which the usual metric is meant, where none is said.
    pub(super) usual_step: Option<u32>,
    /// How many steps after the first of its range each metric is looked at, within a function.
    pub(super) offset: Option<u32>,
    pub(super) parts: usize,
}

fn fail<T>(span: Span, problem: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
    Err(Diagnostic::new(span, problem, help))
}

fn list(names: &[String]) -> String {
    let mut told: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
    if names.len() > 20 {
        told.push("...");
    }
    told.join(", ")
}

impl<'v> Checker<'v> {
    /// A number: what is an event counts 1 or 0.
    pub(super) fn number(&mut self, tree: &Tree) -> Parsed<Expression> {
        let checked = self.check(tree)?;
        match checked.kind {
            Kind::Category(names) => {
                let help = format!("compare it with one of its outcomes by = or !=: {}", list(&names));
                fail(tree.span, "a category stands where a number is expected", help)
            }
            _ => Ok(checked.is),
        }
    }

    /// An event: a flag happens where it is 1.
    pub(super) fn event(&mut self, tree: &Tree) -> Parsed<Expression> {
        Ok(self.happening(tree)?.is)
    }

    fn happening(&mut self, tree: &Tree) -> Parsed<Checked> {
        let checked = self.check(tree)?;
        match checked.kind {
            Kind::Event => Ok(checked),
            Kind::Flag => Ok(compared(Comparison::Unequal, checked.is, Expression::Number(0))),
            Kind::Category(names) => {
                let help = format!("say which outcome, by = or !=: {}", list(&names));
                fail(tree.span, "a category stands where an event is expected", help)
            }
            Kind::Number => {
                fail(tree.span, "a number stands where an event is expected", "compare it: x >= 2, x = 3, x in 2..4")
            }
        }
    }

    pub(super) fn check(&mut self, tree: &Tree) -> Parsed<Checked> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            let help = format!("at most {MOST_PARTS} numbers and conditions: ask about fewer steps");
            return fail(tree.span, "this question is too long", help);
        }
        let plain = |is, kind| Checked { is, kind, compares: Vec::new() };
        Ok(match &tree.kind {
            TreeKind::Whole(number) => plain(Expression::Number(*number), Kind::Number),
            TreeKind::Metric { name, at } => return self.metric(name.as_deref(), at.as_ref(), tree.span),
            TreeKind::Outcome(name) => {
                return fail(
                    tree.span,
                    format!("`{name}` stands alone"),
                    "an outcome stands after its category: result = mixed",
                );
            }
            TreeKind::Negative(one) => {
                let one = self.number(one)?;
                plain(Expression::Minus(Box::new([Expression::Number(0), one])), Kind::Number)
            }
            TreeKind::Arithmetic(sign, two) => {
                let two = Box::new([self.number(&two[0])?, self.number(&two[1])?]);
                let is = match sign {
                    Sign::Plus => Expression::Plus(two),
                    Sign::Minus => Expression::Minus(two),
                    Sign::Times => Expression::Times(two),
                };
                plain(is, Kind::Number)
            }
            TreeKind::Compare(comparison, two) => return self.compare(*comparison, &two[0], &two[1]),
            TreeKind::In(one, low, high) => {
                let one = self.number(one)?;
                let at_least = compared(Comparison::AtLeast, one.clone(), Expression::Number(*low));
                let at_most = compared(Comparison::AtMost, one.clone(), Expression::Number(*high));
                Checked { is: Expression::All(vec![at_least.is, at_most.is]), kind: Kind::Event, compares: vec![one] }
            }
            TreeKind::IsAbsent(one) => {
                let one = self.check(one)?;
                plain(Expression::IsAbsent(Box::new(one.is)), Kind::Event)
            }
            TreeKind::Not(one) => {
                let one = self.happening(one)?;
                Checked { is: Expression::Not(Box::new(one.is)), ..one }
            }
            TreeKind::And(trees) => self.joined(trees, Expression::All)?,
            TreeKind::Or(trees) => self.joined(trees, Expression::Any)?,
            TreeKind::Call(Function::Abs, trees) => {
                plain(Expression::Abs(Box::new(self.number(&trees[0])?)), Kind::Number)
            }
            TreeKind::Call(function, trees) => return self.call(*function, trees, tree.span),
        })
    }

    fn joined(&mut self, trees: &[Tree], join: fn(Vec<Expression>) -> Expression) -> Parsed<Checked> {
        let (mut of, mut compares) = (Vec::new(), Vec::new());
        for tree in trees {
            let one = self.happening(tree)?;
            of.push(one.is);
            compares.extend(one.compares);
        }
        Ok(Checked { is: join(of), kind: Kind::Event, compares })
    }

    fn compare(&mut self, comparison: Comparison, left: &Tree, right: &Tree) -> Parsed<Checked> {
        let is_sameness = matches!(comparison, Comparison::Equal | Comparison::Unequal);
        if let TreeKind::Outcome(name) = &right.kind {
            return self.is_outcome(comparison, left, name, right.span);
        }
        let (one, other) = (self.check(left)?, self.check(right)?);
        match (&one.kind, &other.kind) {
            (Kind::Category(_), Kind::Category(_)) if !is_sameness => self.no_order(left),
            (Kind::Category(names), Kind::Category(others)) if names == others => {
                Ok(compared(comparison, one.is, other.is))
            }
            (Kind::Category(names), Kind::Category(_)) => {
                let help = format!("outcomes of the first: {}", list(names));
                fail(right.span, "these two categories have different outcomes", help)
            }
            (Kind::Category(names), _) => {
                let help = format!("outcomes: {}", list(names));
                fail(right.span, "a category is compared with one of its outcomes", help)
            }
            (_, Kind::Category(_)) => {
                fail(right.span, "a category stands on the right", "write it first: result = mixed")
            }
            _ => Ok(compared(comparison, one.is, other.is)),
        }
    }

    fn no_order<T>(&self, left: &Tree) -> Parsed<T> {
        fail(left.span, "a category has no order", "compare it by = or !=")
    }

    fn is_outcome(&mut self, comparison: Comparison, left: &Tree, name: &str, span: Span) -> Parsed<Checked> {
        let one = self.check(left)?;
        let is_category = matches!(one.kind, Kind::Category(_));
        if is_category && !matches!(comparison, Comparison::Equal | Comparison::Unequal) {
            return self.no_order(left);
        }
        let code = match &one.kind {
            Kind::Category(names) => match names.iter().position(|own| own == name) {
                Some(code) => code as i64,
                None => {
                    let help = match nearest(name, names.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{near}`? Outcomes: {}", list(names)),
                        None => format!("outcomes: {}", list(names)),
                    };
                    return fail(span, format!("there is no outcome `{name}`"), help);
                }
            },
            _ => i64::from(matches!(name, "true" | "yes")),
        };
        Ok(compared(comparison, one.is, Expression::Number(code)))
    }

    fn metric(&mut self, name: Option<&str>, at: Option<&At>, span: Span) -> Parsed<Checked> {
        let is_usual = name.is_none();
        let name = name.or(self.usual).unwrap_or_default();
        let Some(word) = self.vocabulary.word(name) else {
            let bands: Vec<(&Word, i64)> = self.vocabulary.bands(name).filter(|_| at.is_none()).collect();
            return match bands.as_slice() {
                [] => self.unknown(name, span),
                [(word, code)] => Ok(compared(Comparison::Equal, word.value(None), Expression::Number(*code))),
                [(word, _), ..] => {
                    let help = format!("say of which: {} = {name}", word.name);
                    fail(span, format!("`{name}` is a band of several metrics"), help)
                }
            };
        };
        let step = match (word.steps, at) {
            (None, None) => None,
            (None, Some(at)) => {
                return fail(at.span, format!("`{name}` is of the whole trial"), "leave the step out: it has none");
            }
            (Some((_, last)), None) if is_usual => Some(self.usual_step.unwrap_or(last)),
            (Some(steps), at) => Some(self.step(word, steps, at, span)?),
        };
        let kind = match &word.kind {
            WordKind::Number => Kind::Number,
            WordKind::Flag => Kind::Flag,
            WordKind::Category(names) => Kind::Category(names.clone()),
        };
        Ok(Checked { is: word.value(step), kind, compares: Vec::new() })
    }

    fn unknown<T>(&self, name: &str, span: Span) -> Parsed<T> {
        let names = || self.vocabulary.words.iter().map(|word| word.name.as_str());
        let help = match nearest(name, names().chain(self.vocabulary.band_names())) {
            Some(near) if near.chars().all(|c| c.is_alphanumeric() || c == '_') => format!("did you mean `{near}`?"),
            Some(near) => format!("did you mean '{near}'? A name that is no single word is quoted"),
            None => format!("metrics: {}", list(&names().map(str::to_owned).collect::<Vec<_>>())),
        };
        fail(span, format!("there is no metric `{name}`"), help)
    }

    /// The step at which a metric of steps is looked at.
    fn step(&self, word: &Word, steps: (u32, u32), at: Option<&At>, span: Span) -> Parsed<u32> {
        let name = &word.name;
        match (at, self.offset) {
            (Some(At { first, last: None, .. }), _) => self.number_of(word, steps, first),
            (_, Some(offset)) => Ok(self.range(word, steps, at)?.0 + offset),
            (Some(at), None) => {
                let help = format!("a range stands within a function: sum({name}@...), any, all, first, min or max");
                fail(at.span, "several steps where one is expected", help)
            }
            (None, None) => {
                let (first, last) = steps;
                let all = if word.has_names() { format!("any({name} = ...)") } else { format!("sum({name})") };
                let help = match first == last {
                    true => format!("say {name}@{first}, its only step, or take {all}"),
                    false => {
                        format!("say at which step, {name}@{first} to {name}@{last}, or {name}@last, or take {all}")
                    }
                };
                fail(span, format!("`{name}` is seen at each step"), help)
            }
        }
    }

    /// The first and the last step of a range, all of them where none is said.
    fn range(&self, word: &Word, steps: (u32, u32), at: Option<&At>) -> Parsed<(u32, u32)> {
        let Some(at) = at else { return Ok(steps) };
        let first = self.number_of(word, steps, &at.first)?;
        let last = at.last.as_ref().map_or(Ok(first), |last| self.number_of(word, steps, last))?;
        if last < first {
            return fail(at.span, "the last step comes before the first", "write the first step first: @1..4");
        }
        Ok((first, last))
    }

    fn number_of(&self, word: &Word, (first, last): (u32, u32), step: &Step) -> Parsed<u32> {
        let names = &self.vocabulary.step_names;
        let number = match &step.kind {
            StepKind::Last => last,
            StepKind::Number(number) => *number,
            StepKind::Name(name) => match names.iter().position(|own| own == name) {
                Some(index) => index as u32 + 1,
                None => {
                    let help = match nearest(name, names.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if names.is_empty() => format!("steps have numbers here: {first} to {last}"),
                        None => format!("steps: {}", list(names)),
                    };
                    return fail(step.span, format!("there is no step `{name}`"), help);
                }
            },
        };
        if (first..=last).contains(&number) {
            return Ok(number);
        }
        fail(step.span, format!("`{}` has no step {number}", word.name), format!("allowed: {first} to {last}"))
    }

    /// A function of what it is given, step by step where that has steps.
    fn call(&mut self, function: Function, trees: &[Tree], span: Span) -> Parsed<Checked> {
        // Within a function over steps the greater of two numbers is taken at each of them.
        let is_at_a_step = self.offset.is_some() && function.is_by_steps(trees);
        if !is_at_a_step
            && self.offset.is_some()
            && trees.iter().any(|tree| matches!(self.first_range(tree), Ok(Some(_))))
        {
            let help = "a range belongs to the innermost function: write the sums side by side";
            return fail(span, "a function over steps within another", help);
        }
        let takes_events = matches!(function, Function::Any | Function::All | Function::First);
        let mut elements = Vec::new();
        for tree in trees {
            let range = if is_at_a_step { None } else { self.first_range(tree)? };
            let outer = self.offset;
            for offset in 0..range.map_or(1, |(first, last)| last - first + 1) {
                if range.is_some() {
                    self.offset = Some(offset);
                }
                let one = if takes_events {
                    self.happening(tree)?
                } else {
                    Checked { is: self.number(tree)?, kind: Kind::Number, compares: Vec::new() }
                };
                elements.push((range.map_or(offset, |(first, _)| first + offset), one));
            }
            self.offset = outer;
        }
        if function == Function::First && trees.len() != 1 {
            return fail(span, "first is of one event", "write first(failed), or first(x@1..4 >= 2)");
        }
        if function == Function::First && self.first_range(&trees[0])?.is_none() {
            return fail(
                span,
                "first is of an event that has steps, and this has none",
                "write what is seen at each step: first(x@1..4 >= 2)",
            );
        }
        let plain = |elements: Vec<(u32, Checked)>| elements.into_iter().map(|(_, one)| one.is).collect();
        let (is, kind) = match function {
            Function::Sum => (Expression::Sum(plain(elements)), Kind::Number),
            Function::Min => (Expression::Min(plain(elements)), Kind::Number),
            Function::Max => (Expression::Max(plain(elements)), Kind::Number),
            Function::Any => (Expression::Any(plain(elements)), Kind::Event),
            // A step that is absent is left out: it does not stand in the way of all.
            Function::All => {
                let left_out = |one: Checked| match one.compares.is_empty() {
                    true => one.is,
                    false => {
                        let absent = one.compares.into_iter().map(|of| Expression::IsAbsent(Box::new(of)));
                        Expression::Any(absent.chain([one.is]).collect())
                    }
                };
                (Expression::All(elements.into_iter().map(|(_, one)| left_out(one)).collect()), Kind::Event)
            }
            Function::First => {
                let steps = elements.into_iter().map(|(step, one)| (i64::from(step), one.is));
                (Expression::First(steps.collect()), Kind::Number)
            }
            Function::Abs => unreachable!("it is of one number, whatever its steps"),
        };
        Ok(Checked { is, kind, compares: Vec::new() })
    }

    /// The steps that a tree runs over; all that has steps in it must run over as many.
    fn first_range(&self, tree: &Tree) -> Parsed<Option<(u32, u32)>> {
        let mut found: Option<(u32, u32)> = None;
        let mut problem = None;
        let mut look = |tree: &Tree| {
            let TreeKind::Metric { name, at } = &tree.kind else { return };
            let word = name.as_deref().or(self.usual).and_then(|name| self.vocabulary.word(name));
            let Some((word, steps)) = word.and_then(|word| Some((word, word.steps?))) else { return };
            if matches!(at, Some(At { last: None, .. })) {
                return;
            }
            match (self.range(word, steps, at.as_ref()), found) {
                (Err(wrong), _) => problem = problem.take().or(Some(wrong)),
                (Ok((first, last)), Some((own_first, own_last))) if last - first != own_last - own_first => {
                    let what = format!(
                        "this runs over {} steps, and what stands before it over {}",
                        last - first + 1,
                        own_last - own_first + 1
                    );
                    let help = "let both run over as many: sum(dice@1..4 - successes@1..4)";
                    problem = problem.take().or(Some(Diagnostic::new(tree.span, what, help)));
                }
                (Ok(range), None) => found = Some(range),
                (Ok(_), Some(_)) => {}
            }
        };
        tree.metrics(&mut look);
        problem.map_or(Ok(found), Err)
    }
}

fn compared(comparison: Comparison, one: Expression, other: Expression) -> Checked {
    let compares = [&one, &other].into_iter().filter(|one| !matches!(one, Expression::Number(_))).cloned().collect();
    Checked { is: Expression::compare(comparison, one, other), kind: Kind::Event, compares }
}
