//! Which value of a parameter brings a question nearest to a number: every value of a range of
//! whole numbers, a root between two values of a range of decimals.

use crate::figures::NumberKind;
use oddsmith_engine::chance::PLACES;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::{Bound, QuestionClaim};

use super::best::spread::says_of_plays;
use super::gather::unanswered;
use super::run_error::RunError;
use super::turning::{
    between, crossings, is_distinguishable, last_digit, miss, remaining_case_name, tried, turning,
};
use super::wanted;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Node, Tree};
use crate::labels::small;
use crate::question::asking::Asking;
use crate::report::Report;
use crate::report::search::{Search, SearchedCase, Tried};
use crate::scenario::document::Scenario;
use crate::scenario::searched::{Range, Searched};

/// Values that are tried along a range of decimals, before it is looked closer.
const ALONG: usize = 65;
/// Values that are tried at once between two.
const BETWEEN: usize = 8;
/// Half of the last digit of an answer that is shown, as a share of it. An answer nearer than this
/// to the target counts as equal.
const HALF_A_DIGIT: f64 = 5e-7;
/// To how many parts of its last digit a root is known before it is rounded.
const BEFORE_ROUNDING: f64 = 20.0;
/// Cases that a search may have, each value being one.
const MOST_CASES: usize = 5000;
/// The most reasons that are shown for values that cannot be.
const MOST_REASONS: usize = 3;

/// Looks for the value of a parameter, `over` as in KEY or KEY=A..B, with which a question has the
/// answer that `claim` says.
///
/// # Errors
/// Where either cannot be read, no value can be tried, or the run is stopped.
pub fn find(
    scenario: &Scenario,
    claim: &str,
    over: &str,
    watch: &Watch,
) -> Result<Search, RunError> {
    let searched = Searched::read(scenario, over)?;
    let (source, span) = Source::option("--find", claim);
    let written = Node {
        tree: Tree::Text(claim.to_owned()),
        place: Place { source, span },
    };
    let looking = Looking {
        scenario,
        searched: &searched,
        watch,
    };
    let (values, left_out) = looking.usable(looking.first_values(), None)?;
    let built = looking.with(&values[..1]).built(0)?;
    let read =
        Asking::claim(&scenario.questions, &built.presentation, &written).map_err(Diagnostics)?;
    let (number, question) = match read {
        QuestionClaim {
            bound: Bound::Is(Comparison::Equal, number),
            span: question,
            ..
        } => (number, question),
        _ => {
            let help =
                "write = and a number after the question: --find \"P(successes@1 >= 2) = 0.6\"";
            return Err(Diagnostics::from(Diagnostic::at(
                &written.place,
                "--find needs a target number",
                help,
            ))
            .into());
        }
    };
    let start = written.place.span.start;
    let place = Place {
        span: start + question.start..start + question.end,
        ..written.place.clone()
    };
    let asked = Node {
        tree: Tree::Text(claim[question.start..question.end].to_owned()),
        place,
    };
    let asking = scenario.asking_only(&asked);
    let looking = Looking {
        scenario: &asking,
        ..looking
    };
    // Some values may show metrics by other names, or at fewer steps.
    let (values, unasked) = looking.usable(values, Some(&asked))?;
    let notes = [
        searched.notes.clone(),
        unanswered(scenario, &built.presentation),
    ]
    .concat();
    let mut search = Search {
        name: scenario.name.clone(),
        title: scenario.title.clone(),
        question: asked.text().unwrap_or_default().to_owned(),
        kind: NumberKind::Mean,
        target: number.value,
        target_text: claim[question.end..]
            .trim()
            .trim_start_matches('=')
            .trim()
            .to_owned(),
        tolerance: number.tolerance.min(HALF_A_DIGIT * number.value.abs()),
        parameter: searched.key.text.clone(),
        label: small(&scenario.label(&searched.key.text).short),
        is_whole: !matches!(searched.range, Range::Decimals(..)),
        left_out: left_out.into_iter().chain(unasked).collect(),
        notes,
        cases: Vec::new(),
    };
    looking.refuse_unused(&values)?;
    let report = looking.answers(&asking, &values)?;
    search.kind = report.asks[0].kind();
    search.notes.extend(says_of_plays(&report));
    for (which, cases) in report.cases.chunks(values.len()).enumerate() {
        let tried: Vec<Tried> = values
            .iter()
            .zip(cases)
            .map(|(value, case)| self::tried(value, case))
            .collect();
        let others = report.sweep.len() > 1 || !report.variants.is_empty();
        let name = others
            .then(|| remaining_case_name(&report, &cases[0]))
            .filter(|name| !name.is_empty());
        let mut found = SearchedCase {
            name,
            crossings: crossings(&tried, search.target),
            tried,
            roots: Vec::new(),
        };
        if matches!(searched.range, Range::Decimals(..)) {
            let alone = asking
                .sweeping(&searched.key, vec![values[0].clone()])
                .only(which);
            looking.refine(&mut found, &alone, &search)?;
        }
        search.cases.push(found);
    }
    Ok(search)
}

struct Looking<'s> {
    scenario: &'s Scenario,
    searched: &'s Searched,
    watch: &'s Watch,
}

impl Looking<'_> {
    /// The values to try first.
    fn first_values(&self) -> Vec<Node> {
        match &self.searched.range {
            Range::Listed(values) => values.clone(),
            &Range::Decimals(low, high) => {
                let at = |i: usize| low + (high - low) * i as f64 / (ALONG - 1) as f64;
                (0..ALONG).map(|i| self.decimal(at(i))).collect()
            }
        }
    }

    fn decimal(&self, value: f64) -> Node {
        let mut text = format!("{value:.*}", PLACES as usize);
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        let text = if text == "-0" { "0".to_owned() } else { text };
        Node {
            tree: Tree::Decimal(text),
            place: self.searched.key.place.clone(),
        }
    }

    fn with(&self, values: &[Node]) -> Scenario {
        self.scenario.sweeping(&self.searched.key, values.to_vec())
    }

    /// The values of which every case can be built, and asked where a question is given; and why
    /// others cannot.
    fn usable(
        &self,
        values: Vec<Node>,
        asked: Option<&Node>,
    ) -> Result<(Vec<Node>, Vec<String>), RunError> {
        let (mut usable, mut left_out, mut first) = (Vec::new(), Vec::new(), None);
        for value in values {
            let with = self.with(std::slice::from_ref(&value));
            if with.case_count() > MOST_CASES {
                let what = format!("this search has {} cases", with.case_count());
                let help = format!(
                    "sweep fewer values: at most {MOST_CASES} cases are allowed, counting each value in each case"
                );
                return Err(Diagnostics::from(Diagnostic::at(
                    &self.searched.key.place,
                    what,
                    help,
                ))
                .into());
            }
            let fits = (0..with.case_count()).try_for_each(|case| {
                let built = with.built(case)?;
                if asked.is_some() {
                    with.asking(case, &built.presentation).map(drop)
                } else {
                    Ok(())
                }
            });
            match fits {
                Ok(()) => usable.push(value),
                Err(problems) => {
                    let why = problems.0.first().map_or("", |problem| &problem.what);
                    left_out.push(format!(
                        "{} = {}: {why}",
                        self.searched.key.text,
                        value.brief()
                    ));
                    first.get_or_insert(problems);
                }
            }
        }
        if let (true, Some(problems)) = (usable.is_empty(), first) {
            return Err(problems.into());
        }
        let cases = self.with(&usable).case_count();
        if cases > MOST_CASES {
            let what = format!("this search has {cases} cases, counting each value in each case");
            let help = format!(
                "use a smaller range, such as --over KEY=A..B: at most {MOST_CASES} are allowed"
            );
            return Err(
                Diagnostics::from(Diagnostic::at(&self.searched.key.place, what, help)).into(),
            );
        }
        let more = left_out.len().saturating_sub(MOST_REASONS);
        left_out.truncate(MOST_REASONS);
        left_out.extend((more > 0).then(|| format!("and {more} more values")));
        Ok((usable, left_out))
    }

    /// Refuses a parameter of which every value makes the same rule.
    fn refuse_unused(&self, values: &[Node]) -> Result<(), RunError> {
        let Some((first, others)) = values
            .split_first()
            .filter(|(_, others)| !others.is_empty())
        else {
            return Ok(());
        };
        let with = self.with(std::slice::from_ref(first));
        for case in 0..with.case_count() {
            let first_text = with.built(case)?.description();
            for value in others {
                if self
                    .with(std::slice::from_ref(value))
                    .built(case)?
                    .description()
                    != first_text
                {
                    return Ok(());
                }
            }
        }
        let what = format!(
            "`{}` changes nothing here: every case is the same with each value",
            self.searched.key.text
        );
        let help = "search over another parameter: --sensitivity shows which ones matter";
        Err(Diagnostics::from(Diagnostic::at(&self.searched.key.place, what, help)).into())
    }

    fn answers(&self, of: &Scenario, values: &[Node]) -> Result<Report, RunError> {
        wanted::check(
            &of.sweeping(&self.searched.key, values.to_vec()),
            self.watch,
        )
    }

    /// So many values between two, with these.
    fn between(
        &self,
        of: &Scenario,
        (low, high): (&Tried, &Tried),
        many: usize,
    ) -> Result<Vec<Tried>, RunError> {
        let width = high.number - low.number;
        let values: Vec<Node> = (1..=many)
            .map(|i| self.decimal(low.number + width * i as f64 / (many + 1) as f64))
            .collect();
        let report = self.answers(of, &values)?;
        let between = values
            .iter()
            .zip(&report.cases)
            .map(|(value, case)| tried(value, case));
        Ok([low.clone()]
            .into_iter()
            .chain(between)
            .chain([high.clone()])
            .collect())
    }

    /// Where the answer of one case comes nearest to what is looked for and turns round, between
    /// the first and the last of three values; or where it is that, if it goes past it there
    /// and comes back.
    fn touching(
        &self,
        of: &Scenario,
        around: [Tried; 3],
        target: f64,
    ) -> Result<Vec<Tried>, RunError> {
        let [mut low, mut best, mut high] = around;
        while high.number - low.number > last_digit(&low, &high) / BEFORE_ROUNDING
            && is_distinguishable(&best, target)
        {
            let width = high.number - low.number;
            let all = self.between(of, (&low, &high), 2 * BETWEEN - 1)?;
            let crossed = crossings(&all, target);
            if !crossed.is_empty() {
                return crossed
                    .into_iter()
                    .map(|pair| self.root(of, pair, target))
                    .collect();
            }
            let Some(nearest) = (1..all.len() - 1)
                .min_by(|&a, &b| miss(&all[a], target).total_cmp(&miss(&all[b], target)))
            else {
                break;
            };
            (low, best, high) = (
                all[nearest - 1].clone(),
                all[nearest].clone(),
                all[nearest + 1].clone(),
            );
            if high.number - low.number >= width {
                break;
            }
        }
        let finest = last_digit(&low, &high);
        let value = self.decimal((best.number / finest).round() * finest);
        let rounded = tried(
            &value,
            &self.answers(of, std::slice::from_ref(&value))?.cases[0],
        );
        let is_no_worse =
            miss(&rounded, target) <= miss(&best, target) + HALF_A_DIGIT * target.abs();
        Ok(vec![if is_no_worse { rounded } else { best }])
    }

    /// Looks between the values of a case that were tried, down to the values that give what is
    /// looked for.
    fn refine(
        &self,
        found: &mut SearchedCase,
        of: &Scenario,
        search: &Search,
    ) -> Result<(), RunError> {
        for (one, other) in found.crossings.clone() {
            found
                .roots
                .push(self.root(of, (one, other), search.target)?);
        }
        for around in turning(&found.tried, search.target) {
            let (met, near): (Vec<Tried>, Vec<Tried>) = self
                .touching(of, around, search.target)?
                .into_iter()
                .partition(|tried| search.is_met(tried));
            found.roots.extend(met);
            found.tried.extend(near);
        }
        found
            .roots
            .sort_by(|one, other| one.number.total_cmp(&other.number));
        found.roots.dedup_by(|one, other| one.value == other.value);
        found
            .tried
            .sort_by(|one, other| one.number.total_cmp(&other.number));
        Ok(())
    }

    /// Where the answer of one case is what is looked for, between two values; as fine as asked, or
    /// as trials can tell.
    fn root(
        &self,
        of: &Scenario,
        (mut low, mut high): (Tried, Tried),
        target: f64,
    ) -> Result<Tried, RunError> {
        while high.number - low.number > last_digit(&low, &high) / BEFORE_ROUNDING
            && is_distinguishable(&low, target)
            && is_distinguishable(&high, target)
        {
            let width = high.number - low.number;
            let all = self.between(of, (&low, &high), BETWEEN)?;
            let Some((one, other)) = crossings(&all, target).into_iter().next() else {
                break;
            };
            if other.number - one.number >= width {
                break;
            }
            (low, high) = (one, other);
        }
        let finest = last_digit(&low, &high);
        let root = (between(&low, &high, target) / finest).round() * finest;
        let Range::Decimals(first, last) = self.searched.range else {
            return Ok(low);
        };
        let value = self.decimal(root.clamp(first, last));
        let rounded = tried(
            &value,
            &self.answers(of, std::slice::from_ref(&value))?.cases[0],
        );
        let off = |tried: &Tried| {
            tried
                .answer
                .map_or(f64::INFINITY, |answer| (answer - target).abs())
        };
        // An end that is a rounder number and no further off is reported instead.
        let best = [low, high]
            .into_iter()
            .filter(|end| off(end) == 0.0)
            .chain([rounded])
            .next();
        Ok(best.expect("the rounded one"))
    }
}
