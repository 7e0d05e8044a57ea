//! Finds the value of a parameter for which the answer to a question comes nearest to a number. It
//! tries every value of a range of whole numbers, and searches for a root in a range of decimals.

use crate::figures::NumberKind;
use oddsmith_engine::chance::DECIMAL_PLACES;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::{Bound, QuestionClaim};

use super::best::spread::tied_plays_note;
use super::gather::unanswered_choice_notes;
use super::run_error::RunError;
use super::turning::{
    crossings, interpolate, is_distinguishable, last_digit, miss, remaining_case_name, tried_value,
    turning_points,
};
use super::wanted;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Node, Tree};
use crate::labels::uncapitalize;
use crate::question::asking::Asking;
use crate::report::search::{Search, SearchedCase, TriedValue};
use crate::report::{Case, Report};
use crate::scenario::document::Scenario;
use crate::scenario::searched::{Range, SearchedParameter};

/// The number of evenly spaced values that are tried first in a range of decimals.
const COARSE_VALUES: usize = 65;
/// The number of values that are tried at once between two values.
const VALUES_BETWEEN: usize = 8;
/// Half a unit of the last digit that is shown of an answer, relative to the answer. An answer that
/// is nearer to the target than this counts as equal.
const HALF_A_DIGIT: f64 = 5e-7;
/// A root is computed to the precision of its last digit divided by this number, and then rounded.
const PARTS_OF_LAST_DIGIT: f64 = 20.0;
/// The maximal number of cases that a search may have. Each value counts as one in each case.
const MAX_CASES: usize = 5000;
/// The maximal number of reasons that are listed for values that cannot be used.
const MAX_REASONS: usize = 3;

/// Finds the value of a parameter for which the answer to a question is the number in `claim`.
/// `over` is KEY or KEY=A..B.
///
/// # Errors
/// Fails if `claim` or `over` cannot be read, if no value can be tried, or if the watch stops the
/// run.
pub fn find(
    scenario: &Scenario,
    claim: &str,
    over: &str,
    watch: &Watch,
) -> Result<Search, RunError> {
    let searched = SearchedParameter::read(scenario, over)?;
    let (source, span) = Source::option("--find", claim);
    let written = Node {
        tree: Tree::Text(claim.to_owned()),
        place: Place { source, span },
    };
    let looking = ValueSearch {
        scenario,
        searched: &searched,
        watch,
    };
    let (values, left_out) = looking.usable_values(looking.first_values(), None)?;
    let built = looking.scenario_with(&values[..1]).build_case(0)?;
    let read =
        Asking::claim(&scenario.questions, &built.presentation, &written).map_err(Diagnostics)?;
    let QuestionClaim {
        bound: Bound::Is(Comparison::Equal, number),
        span: question,
        ..
    } = read
    else {
        let help = "write = and a number after the question: --find \"P(successes@1 >= 2) = 0.6\"";
        let problem = "--find needs a target number";
        return Err(Diagnostics::from(Diagnostic::at(&written.place, problem, help)).into());
    };
    let asked = asked_part(claim, &written.place, question.start..question.end);
    let asking = scenario.asking_only(&asked);
    let looking = ValueSearch {
        scenario: &asking,
        ..looking
    };
    // With some values, metrics may have other names or fewer steps.
    let (values, unasked) = looking.usable_values(values, Some(&asked))?;
    let notes = [
        searched.notes.clone(),
        unanswered_choice_notes(scenario, &built.presentation),
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
        label: uncapitalize(&scenario.label(&searched.key.text).short),
        is_whole: !matches!(searched.range, Range::Decimals(..)),
        left_out: left_out.into_iter().chain(unasked).collect(),
        notes,
        cases: Vec::new(),
    };
    looking.refuse_unused(&values)?;
    let report = looking.report_for(&asking, &values)?;
    search.kind = report.asks[0].kind();
    search.notes.extend(tied_plays_note(&report));
    for (case_index, cases) in report.cases.chunks(values.len()).enumerate() {
        let mut found = searched_case(&report, &values, cases, search.target);
        if matches!(searched.range, Range::Decimals(..)) {
            let alone = asking
                .with_sweep(&searched.key, vec![values[0].clone()])
                .single_case(case_index);
            looking.refine(&mut found, &alone, &search)?;
        }
        search.cases.push(found);
    }
    Ok(search)
}

/// Returns the part of a claim that is a question, at its place in the option.
fn asked_part(claim: &str, claim_place: &Place, question: std::ops::Range<usize>) -> Node {
    let start = claim_place.span.start;
    let place = Place {
        span: start + question.start..start + question.end,
        ..claim_place.clone()
    };
    Node {
        tree: Tree::Text(claim[question].to_owned()),
        place,
    }
}

/// Returns the answers of one case for all values, and where they cross the target.
fn searched_case(report: &Report, values: &[Node], cases: &[Case], target: f64) -> SearchedCase {
    let tried: Vec<TriedValue> = values
        .iter()
        .zip(cases)
        .map(|(value, case)| tried_value(value, case))
        .collect();
    let has_several_cases = report.sweep.len() > 1 || !report.variants.is_empty();
    let name = has_several_cases
        .then(|| remaining_case_name(report, &cases[0]))
        .filter(|name| !name.is_empty());
    SearchedCase {
        name,
        crossings: crossings(&tried, target),
        tried,
        roots: Vec::new(),
    }
}

struct ValueSearch<'s> {
    scenario: &'s Scenario,
    searched: &'s SearchedParameter,
    watch: &'s Watch,
}

impl ValueSearch<'_> {
    /// Returns the values that are tried first.
    fn first_values(&self) -> Vec<Node> {
        match &self.searched.range {
            Range::Listed(values) => values.clone(),
            &Range::Decimals(low, high) => {
                let value_at =
                    |i: usize| low + (high - low) * i as f64 / (COARSE_VALUES - 1) as f64;
                (0..COARSE_VALUES)
                    .map(|i| self.decimal(value_at(i)))
                    .collect()
            }
        }
    }

    fn decimal(&self, value: f64) -> Node {
        let mut text = format!("{value:.*}", DECIMAL_PLACES as usize);
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        let text = if text == "-0" { "0".to_owned() } else { text };
        Node {
            tree: Tree::Decimal(text),
            place: self.searched.key.place.clone(),
        }
    }

    fn scenario_with(&self, values: &[Node]) -> Scenario {
        self.scenario
            .with_sweep(&self.searched.key, values.to_vec())
    }

    /// Returns the values with which every case can be built and, if a question is given, asked;
    /// and the reasons why the others cannot.
    fn usable_values(
        &self,
        values: Vec<Node>,
        asked: Option<&Node>,
    ) -> Result<(Vec<Node>, Vec<String>), RunError> {
        let (mut usable, mut left_out, mut first) = (Vec::new(), Vec::new(), None);
        for value in values {
            let with = self.scenario_with(std::slice::from_ref(&value));
            if with.case_count() > MAX_CASES {
                let message = format!("this search has {} cases", with.case_count());
                let help = format!(
                    "sweep fewer values: at most {MAX_CASES} cases are allowed, counting each value in each case"
                );
                return Err(Diagnostics::from(Diagnostic::at(
                    &self.searched.key.place,
                    message,
                    help,
                ))
                .into());
            }
            let fits = (0..with.case_count()).try_for_each(|case| {
                let built = with.build_case(case)?;
                if asked.is_some() {
                    with.asking(case, &built.presentation).map(drop)
                } else {
                    Ok(())
                }
            });
            match fits {
                Ok(()) => usable.push(value),
                Err(problems) => {
                    let reason = problems.0.first().map_or("", |problem| &problem.problem);
                    left_out.push(format!(
                        "{} = {}: {reason}",
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
        let cases = self.scenario_with(&usable).case_count();
        if cases > MAX_CASES {
            let message =
                format!("this search has {cases} cases, counting each value in each case");
            let help = format!(
                "use a smaller range, such as --over KEY=A..B: at most {MAX_CASES} are allowed"
            );
            return Err(
                Diagnostics::from(Diagnostic::at(&self.searched.key.place, message, help)).into(),
            );
        }
        let more = left_out.len().saturating_sub(MAX_REASONS);
        left_out.truncate(MAX_REASONS);
        left_out.extend((more > 0).then(|| format!("and {more} more values")));
        Ok((usable, left_out))
    }

    /// Fails if all values of the parameter give the same rule.
    fn refuse_unused(&self, values: &[Node]) -> Result<(), RunError> {
        let Some((first, rest)) = values.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return Ok(());
        };
        let with = self.scenario_with(std::slice::from_ref(first));
        for case in 0..with.case_count() {
            let first_text = with.build_case(case)?.description();
            for value in rest {
                if self
                    .scenario_with(std::slice::from_ref(value))
                    .build_case(case)?
                    .description()
                    != first_text
                {
                    return Ok(());
                }
            }
        }
        let message = format!(
            "`{}` changes nothing here: every case is the same with each value",
            self.searched.key.text
        );
        let help = "search over another parameter: --sensitivity shows which ones matter";
        Err(Diagnostics::from(Diagnostic::at(&self.searched.key.place, message, help)).into())
    }

    fn report_for(&self, scenario: &Scenario, values: &[Node]) -> Result<Report, RunError> {
        wanted::quick_report(
            &scenario.with_sweep(&self.searched.key, values.to_vec()),
            self.watch,
        )
    }

    /// Tries this many values between two others. Returns all of them in order, with the two ends.
    fn values_between(
        &self,
        scenario: &Scenario,
        low: &TriedValue,
        high: &TriedValue,
        count: usize,
    ) -> Result<Vec<TriedValue>, RunError> {
        let width = high.number - low.number;
        let values: Vec<Node> = (1..=count)
            .map(|i| self.decimal(low.number + width * i as f64 / (count + 1) as f64))
            .collect();
        let report = self.report_for(scenario, &values)?;
        let between = values
            .iter()
            .zip(&report.cases)
            .map(|(value, case)| tried_value(value, case));
        Ok([low.clone()]
            .into_iter()
            .chain(between)
            .chain([high.clone()])
            .collect())
    }

    /// Finds where the answer of one case comes nearest to the target and turns back, between the
    /// first and the last of three values. If the answer crosses the target there, it returns the
    /// roots instead.
    fn find_touching(
        &self,
        scenario: &Scenario,
        around: [TriedValue; 3],
        target: f64,
    ) -> Result<Vec<TriedValue>, RunError> {
        let [mut low, mut best, mut high] = around;
        while high.number - low.number > last_digit(&low, &high) / PARTS_OF_LAST_DIGIT
            && is_distinguishable(&best, target)
        {
            let width = high.number - low.number;
            let candidates = self.values_between(scenario, &low, &high, 2 * VALUES_BETWEEN - 1)?;
            let crossed = crossings(&candidates, target);
            if !crossed.is_empty() {
                return crossed
                    .into_iter()
                    .map(|(low, high)| self.find_root(scenario, low, high, target))
                    .collect();
            }
            let Some(nearest) = (1..candidates.len() - 1).min_by(|&a, &b| {
                miss(&candidates[a], target).total_cmp(&miss(&candidates[b], target))
            }) else {
                break;
            };
            (low, best, high) = (
                candidates[nearest - 1].clone(),
                candidates[nearest].clone(),
                candidates[nearest + 1].clone(),
            );
            if high.number - low.number >= width {
                break;
            }
        }
        let finest = last_digit(&low, &high);
        let value = self.decimal((best.number / finest).round() * finest);
        let rounded = tried_value(
            &value,
            &self
                .report_for(scenario, std::slice::from_ref(&value))?
                .cases[0],
        );
        let is_no_worse =
            miss(&rounded, target) <= miss(&best, target) + HALF_A_DIGIT * target.abs();
        Ok(vec![if is_no_worse { rounded } else { best }])
    }

    /// Refines the result of one case: it finds the roots between the values that were tried.
    fn refine(
        &self,
        found: &mut SearchedCase,
        scenario: &Scenario,
        search: &Search,
    ) -> Result<(), RunError> {
        for (lower, other) in found.crossings.clone() {
            found
                .roots
                .push(self.find_root(scenario, lower, other, search.target)?);
        }
        for around in turning_points(&found.tried, search.target) {
            let (met, near): (Vec<TriedValue>, Vec<TriedValue>) = self
                .find_touching(scenario, around, search.target)?
                .into_iter()
                .partition(|tried| search.is_met(tried));
            found.roots.extend(met);
            found.tried.extend(near);
        }
        found
            .roots
            .sort_by(|tried, other| tried.number.total_cmp(&other.number));
        found
            .roots
            .dedup_by(|tried, other| tried.value == other.value);
        found
            .tried
            .sort_by(|tried, other| tried.number.total_cmp(&other.number));
        Ok(())
    }

    /// Finds the root of one case between two values, to the precision of the output, or as
    /// precisely as the trials allow.
    fn find_root(
        &self,
        scenario: &Scenario,
        mut low: TriedValue,
        mut high: TriedValue,
        target: f64,
    ) -> Result<TriedValue, RunError> {
        while high.number - low.number > last_digit(&low, &high) / PARTS_OF_LAST_DIGIT
            && is_distinguishable(&low, target)
            && is_distinguishable(&high, target)
        {
            let width = high.number - low.number;
            let candidates = self.values_between(scenario, &low, &high, VALUES_BETWEEN)?;
            let Some((lower, other)) = crossings(&candidates, target).into_iter().next() else {
                break;
            };
            if other.number - lower.number >= width {
                break;
            }
            (low, high) = (lower, other);
        }
        let finest = last_digit(&low, &high);
        let root = (interpolate(&low, &high, target) / finest).round() * finest;
        let Range::Decimals(first, last) = self.searched.range else {
            return Ok(low);
        };
        let value = self.decimal(root.clamp(first, last));
        let rounded = tried_value(
            &value,
            &self
                .report_for(scenario, std::slice::from_ref(&value))?
                .cases[0],
        );
        let off = |tried: &TriedValue| {
            tried
                .answer
                .map_or(f64::INFINITY, |answer| (answer - target).abs())
        };
        // If an end hits the target exactly, it is reported instead of the rounded root.
        let best = [low, high]
            .into_iter()
            .filter(|end| off(end) == 0.0)
            .chain([rounded])
            .next();
        Ok(best.expect("the rounded one"))
    }
}
