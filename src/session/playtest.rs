//! A log of playtests on the page: it is compared with the scenario that was run last, and the
//! comparison is kept for the files of that run.

use serde_json::{Value, json};

use super::Session;
use crate::analysis::RunError;
use crate::export::json_view_playtest::playtest_view;
use crate::front::Position;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::playtest::{self, Request};
use oddsmith_engine::explore::Watch;

/// The most mistakes of a log that are listed; the rest are counted.
const MAX_LISTED: usize = 20;

impl Session {
    /// Compares a log with the scenario that was run last. Returns the comparison, or the mistakes
    /// of the log.
    pub fn playtest(&mut self, name: &str, bytes: &[u8], request: &Request) -> Value {
        let Some((scenario, report)) = &mut self.finished else {
            return json!({ "failed": "nothing has been run yet" });
        };
        report.playtest = None;
        let compared = playtest::log_text(name, bytes)
            .map_err(RunError::from)
            .and_then(|log| playtest::playtest(scenario, log, request, &Watch::default()));
        match compared {
            Ok(compared) => {
                report.playtest = Some(compared);
                json!({ "playtest": playtest_view(report, self.is_narrow) })
            }
            Err(RunError::Diagnostics(Diagnostics(problems))) => {
                let listed = problems.iter().take(MAX_LISTED);
                let listed: Vec<Value> =
                    listed.map(|problem| problem_json(problem, name)).collect();
                json!({ "problems": listed, "more": problems.len() - listed.len() })
            }
            Err(RunError::Interrupted) => json!({ "failed": "the comparison was stopped" }),
        }
    }

    /// Removes the comparison from the files of the last run.
    pub fn forget_playtest(&mut self) -> Value {
        if let Some((_, report)) = &mut self.finished {
            report.playtest = None;
        }
        json!({})
    }
}

/// Returns a mistake with its line in the log, if it has one. The headers are line 1.
fn problem_json(problem: &Diagnostic, log: &str) -> Value {
    let position = Position::of(problem).filter(|position| position.file == log);
    let line = position.map(|position| position.line);
    json!({ "message": problem.problem, "help": problem.help, "line": line })
}
