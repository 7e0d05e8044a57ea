//! The interface of the program for the page. It takes texts and returns JSON. A run proceeds step
//! by step, and the files of the last run are available afterwards.

mod balance_search;
mod catalogue;
mod editing;
mod knobs;
mod playtest;
mod problems;
mod rolls;
mod shown;
#[cfg(test)]
mod tests;
mod texts;

use serde_json::{Value, json};

use crate::analysis::{self, BalanceSteps, EngineMode, RunError, RunSteps, SensitivityPlan};
use crate::editing::warnings as warnings_of;
use crate::export::html::Readers;
use crate::export::picture::Picture;
use crate::export::{self, Format};
use crate::front::{Results, Run, around};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::skill::SkillEffect;
use crate::report::{Report, Setting};
use crate::scenario::document::{Overrides, Scenario};
use oddsmith_engine::explore::Watch;

pub use catalogue::catalogue;
use shown::{
    answer, charts, describe_changed_parameters, rule_description, selected_setting,
    separate_answer, setting_json, warnings,
};

pub use balance_search::{apply_setting, edit_goals};
pub use editing::{explanation, offers};
pub use rolls::RollView;
pub use texts::Texts;

/// The most bytes of a text. Files have the same limit.
const MAX_BYTES: usize = 1 << 20;

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// The most trials of a case; `None` for as many as the scenario has.
    pub most_trials: Option<u64>,
    /// The seed for `seed = "random"`.
    pub random_seed: u64,
    /// Whether charts are drawn for a screen as narrow as a phone's.
    pub is_narrow: bool,
}

/// The current run, and the results of previous ones.
#[derive(Debug, Default)]
pub struct Session {
    running: Option<Running>,
    /// The current search for parameter values.
    balance_search: Option<BalanceSteps>,
    finished: Option<(Scenario, Report)>,
    /// The pinned report. The charts of later runs are compared with it.
    pinned: Option<Report>,
    is_narrow: bool,
}

#[derive(Debug)]
struct Running {
    steps: RunSteps,
    scenario: Scenario,
    selected_setting: Setting,
    /// The view of typed dice; `None` for any other scenario.
    roll_view: Option<RollView>,
    /// A separate run, if the scenario's own parameters are not among the swept ones. It follows
    /// the run of the sweep, whose report is kept meanwhile.
    separate_run: Option<RunSteps>,
    swept_report: Option<Report>,
}

impl Session {
    /// Reads the texts and starts a run. Returns the controls and other facts about the scenario,
    /// or its mistakes.
    pub fn begin(&mut self, texts: &Texts, wish: SessionOptions) -> Value {
        (self.running, self.balance_search) = (None, None);
        self.is_narrow = wish.is_narrow;
        match self.try_begin(texts, wish) {
            Ok(setup) => setup,
            Err(problems) => {
                let mut setup = rule_alone(texts, wish).unwrap_or_else(|| json!({}));
                setup["problems"] = json!(problems::to_json(&problems, texts));
                setup
            }
        }
    }

    /// Reads typed dice, one roll per line, and starts their run. Returns the texts that they stand
    /// for, and the same as [`Session::begin`] with these texts and with notes on the rolls, or the
    /// mistakes.
    pub fn begin_rolls(
        &mut self,
        typed: &str,
        view: RollView,
        wish: SessionOptions,
    ) -> (Texts, Value) {
        match rolls::read(typed, view) {
            Ok((texts, notes)) => {
                let mut setup = self.begin(&texts, wish);
                setup["texts"] = json!({
                    "name": texts.name,
                    "scenario": texts.scenario,
                    "rule": texts.rule_file.as_ref().map(|(name, text)| json!({ "name": name, "text": text })),
                });
                setup["notes"] = json!(notes);
                if let Some(running) = &mut self.running {
                    running.roll_view = Some(view);
                }
                (texts, setup)
            }
            Err(problems) => {
                (self.running, self.balance_search) = (None, None);
                (Texts::default(), json!({ "problems": problems }))
            }
        }
    }

    fn try_begin(&mut self, texts: &Texts, wish: SessionOptions) -> Result<Value, Diagnostics> {
        let mut scenario = read_scenario(texts, wish)?;
        if let Some(most) = wish.most_trials {
            scenario.settings.trials = scenario.settings.trials.min(most);
        }
        let plan = around::plan(&scenario, &Watch::default())?;
        // Warnings are only shown for a full run. While the user types, a shorter run is shown.
        let warnings = if wish.most_trials.is_none() {
            warnings_of(&plan)
        } else {
            Vec::new()
        };
        let now = selected_setting(&scenario);
        let mut setup = describe(&scenario)?;
        setup["warnings"] = json!(problems::to_json(&Diagnostics(warnings), texts));
        setup["cases"] = json!(scenario.case_count());
        setup["trials"] = json!(plan.trials);
        setup["now"] = json!(setting_json(&scenario, &now));
        let steps = RunSteps::new(plan, EngineMode::Auto);
        let apart = scenario.at_written_parameters().map(|separate_scenario| {
            analysis::plan(&separate_scenario).map(|plan| RunSteps::new(plan, EngineMode::Auto))
        });
        self.running = Some(Running {
            steps,
            separate_run: apart.transpose()?,
            swept_report: None,
            scenario,
            selected_setting: now,
            roll_view: None,
        });
        Ok(setup)
    }

    /// Takes the next step of the run. Returns the progress, the result, or the mistakes.
    pub fn step(&mut self, texts: &Texts) -> Value {
        let Some(running) = &mut self.running else {
            return json!({ "idle": true });
        };
        match running.steps.step() {
            Ok(None) => {
                let come = running.steps.progress();
                json!({ "explored": come.explored, "run": come.run, "total": come.total })
            }
            Ok(Some(report)) if running.separate_run.is_some() => {
                let case_count = report.cases.len();
                running.swept_report = Some(report);
                running.steps = running.separate_run.take().expect("it is there");
                json!({ "explored": case_count, "run": case_count, "total": case_count + 1 })
            }
            Ok(Some(report)) => {
                let (mut answer, report) = match running.swept_report.take() {
                    Some(swept_report) => {
                        separate_answer(report, swept_report, self.pinned.as_ref(), self.is_narrow)
                    }
                    None => {
                        let mut report = Report {
                            selected_setting: Some(running.selected_setting.clone()),
                            ..report
                        };
                        if running.roll_view.is_some() {
                            rolls::prepare(&mut report);
                        }
                        (
                            answer(&mut report, self.pinned.as_ref(), self.is_narrow),
                            report,
                        )
                    }
                };
                add_knobs(&mut answer, &running.scenario);
                if running.scenario.shows_skill {
                    add_skill(&mut answer, &report, &running.scenario, self.is_narrow);
                }
                answer["warnings"] = json!(warnings(&running.scenario, &report));
                if let Some(view) = running.roll_view {
                    answer["rolls"] = rolls::numbers(&report, view);
                    if running.scenario.settings.trials == 0 {
                        // A run of exact odds without trials needs no warnings.
                        answer["warnings"] = json!([]);
                    }
                }
                self.finished = self
                    .running
                    .take()
                    .map(|running| (running.scenario, report));
                json!({ "answer": answer })
            }
            Err(error) => {
                self.running = None;
                let problems = match error {
                    RunError::Diagnostics(problems) => problems,
                    RunError::Interrupted => Diagnostic::nowhere("the run was stopped", "").into(),
                };
                json!({ "problems": problems::to_json(&problems, texts) })
            }
        }
    }

    /// Returns the answer of the selected setting alone, to be shown while a long run goes on.
    /// Returns `idle` if there is no such answer; the run itself reports the reason.
    pub fn answer_selected(&self) -> Value {
        let running = self.running.as_ref();
        let answer = running.and_then(|running| selected_answer(running, self.is_narrow));
        answer.map_or_else(
            || json!({ "idle": true }),
            |answer| json!({ "answer": answer }),
        )
    }

    /// Returns the files of the last run, with the same bytes as on the command line. Without
    /// formats there are no charts.
    ///
    /// # Errors
    /// Fails if there was no run, or if a file cannot be made.
    pub fn files(
        &self,
        formats: &[Format],
        with_page: bool,
    ) -> Result<Vec<(String, Vec<u8>)>, String> {
        let readers = with_page.then_some(Readers::Designers);
        let written = self.export_results()?.files_for(formats, readers)?;
        Ok(written.files)
    }

    /// Pins the last run, so that the charts of later runs are compared with it. If the run was
    /// only made to be pinned, no files of it are available.
    pub fn pin(&mut self, is_unseen: bool) -> Value {
        self.pinned = self.finished.as_ref().map(|(_, report)| report.clone());
        if is_unseen {
            self.finished = None;
        }
        json!({ "pinned": self.pinned.is_some() })
    }

    /// Ends the comparison, and returns the charts of the last run without it.
    pub fn unpin(&mut self) -> Value {
        self.pinned = None;
        let charts = self
            .finished
            .as_mut()
            .map(|(_, report)| charts(report, None, self.is_narrow));
        json!({ "charts": charts.unwrap_or_default() })
    }

    /// Finds what matters most to a question of the scenario that was run last. Returns a chart,
    /// and keeps the result for the files.
    pub fn sensitivity(&mut self, question: &str) -> Value {
        let Some((scenario, report)) = &mut self.finished else {
            return json!({ "failed": "nothing has been run yet" });
        };
        let tried = SensitivityPlan::find(scenario, question)
            .map_err(RunError::from)
            .and_then(|plan| plan.try_all(&Watch::default()));
        match tried {
            Ok(sensitivity) => {
                let chart = export::json_view::chart(
                    &Picture::Tornado(report, &sensitivity),
                    self.is_narrow,
                );
                report.sensitivity = Some(sensitivity);
                match chart {
                    Some(chart) => json!({ "chart": chart }),
                    None => json!({ "failed": "no single step changes the answer" }),
                }
            }
            Err(error) => balance_search::failure(error),
        }
    }

    /// Returns one chart of the last run as a file.
    ///
    /// # Errors
    /// Fails if there is no chart of this name, or if it cannot be drawn.
    #[cfg(feature = "print")]
    pub fn chart(&self, file: &str, format: Format) -> Result<(String, Vec<u8>), String> {
        let results = self.export_results()?;
        let report = results.report();
        if let Some(result) = export::other_file(report, file, format) {
            return result;
        }
        let charts = &report.charts;
        let is_it = |chart: &&crate::report::Chart| {
            chart.file == file || chart.file.starts_with(&format!("{file}-"))
        };
        let chart = charts
            .iter()
            .find(|chart| chart.file == file)
            .or_else(|| charts.iter().find(is_it));
        export::chart_file(report, chart.ok_or("there is no such chart")?, format)
    }

    /// Returns the results of the last run as they are written to files.
    fn export_results(&self) -> Result<Results, String> {
        let (scenario, report) = self.finished.as_ref().ok_or("nothing has been run yet")?;
        let mut report = Report {
            selected_setting: None,
            skill: skill(report, scenario),
            ..report.clone()
        };
        around::complete(&mut report, scenario, &[], &[]);
        Ok(Results::new(report))
    }
}

/// Returns how much skill matters, if the scenario asks for it or if it is quickly computed.
fn skill(report: &Report, scenario: &Scenario) -> Option<SkillEffect> {
    let watch = Watch::default();
    around::skill(report, scenario, scenario.shows_skill, true, &watch)
        .ok()
        .flatten()
}

/// Adds the chart of skill to the charts of an answer.
fn add_skill(answer: &mut Value, report: &Report, scenario: &Scenario, is_narrow: bool) {
    let Some(skill) = skill(report, scenario) else {
        return;
    };
    let chart = export::json_view::chart(&Picture::Skill(report, &skill), is_narrow);
    if let (Some(charts), Some(chart)) = (answer["charts"].as_array_mut(), chart) {
        charts.insert(0, chart);
    }
}

/// Computes the answer of the selected setting of a run.
fn selected_answer(running: &Running, is_narrow: bool) -> Option<Value> {
    let scenario = &running.scenario;
    let Setting { variant, point } = &running.selected_setting;
    let is_selected = |case: &usize| scenario.point(*case) == (*variant, point.clone());
    let mut single = match scenario.at_written_parameters() {
        Some(written) => written,
        None => scenario.single_case((0..scenario.case_count()).find(is_selected)?),
    };
    single.charts = None;
    let mut steps = RunSteps::new(analysis::plan(&single).ok()?, EngineMode::Auto);
    let mut report = loop {
        if let Some(report) = steps.step().ok()? {
            break report;
        }
    };
    let case = report.cases.first()?.clone();
    report.selected_setting = Some(Setting {
        variant: case.variant,
        point: case.point.clone(),
    });
    let mut answer = answer(&mut report, None, is_narrow);
    answer["setting"] = json!(report.varied_name(&case, 1));
    let others = scenario.case_count().saturating_sub(1);
    answer["note"] = json!(format!(
        "This is one setting. {} more are being computed.",
        crate::figures::grouped(others as u64)
    ));
    answer["isPart"] = json!(true);
    answer["warnings"] = json!([]);
    add_knobs(&mut answer, scenario);
    Some(answer)
}

/// Adds the values of the controls to an answer.
fn add_knobs(answer: &mut Value, scenario: &Scenario) {
    let knobs = knobs::knobs(scenario);
    answer["given"] = json!(describe_changed_parameters(&knobs));
    answer["knobs"] = knobs
        .iter()
        .filter_map(|knob| Some((knob["key"].as_str()?.to_owned(), knob["value"].clone())))
        .collect();
}

/// Returns the controls of a scenario, its metrics and its goals.
fn describe(scenario: &Scenario) -> Result<Value, Diagnostics> {
    let presentation = scenario.build_case(0)?.presentation;
    Ok(json!({
        "knobs": knobs::knobs(scenario),
        "rule": { "id": scenario.rule.id(), "about": scenario.rule.about(), "words": rule_description(scenario) },
        "metrics": catalogue::metrics(&presentation),
        "form": balance_search::form(scenario),
    }))
}

/// Returns what is known of a rule file whose scenario has mistakes: the controls and metrics that
/// it has with its defaults.
fn rule_alone(texts: &Texts, wish: SessionOptions) -> Option<Value> {
    let (rule, _) = texts.rule_file.as_ref()?;
    let alone = Texts {
        scenario: format!("rule = {}\n", toml::Value::from(rule.as_str())),
        ..texts.clone()
    };
    describe(&read_scenario(&alone, wish).ok()?).ok()
}

/// Reads and checks texts.
fn read_scenario(texts: &Texts, wish: SessionOptions) -> Result<Scenario, Diagnostics> {
    let written = [&texts.scenario]
        .into_iter()
        .chain(texts.rule_file.as_ref().map(|(_, text)| text));
    if written.map(String::len).any(|bytes| bytes > MAX_BYTES) {
        let help = "a scenario is a short TOML file, and a rule file a short program: is this one?";
        return Err(Diagnostic::nowhere("the text is larger than 1 MiB", help).into());
    }
    let run = Run::new(&texts.scenario).name(&texts.name);
    let rule = texts.rule_file.iter().cloned();
    let run = rule.fold(run, |run, (name, text)| run.file(name, text));
    let random_seed = Some(wish.random_seed);
    run.overrides(Overrides {
        random_seed,
        ..Overrides::default()
    })
    .scenario()
}
