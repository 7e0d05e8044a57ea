//! Runs bundled scenarios.

use std::sync::Arc;

use crate::analysis::{EngineMode, plan, run};
use crate::input::diagnostic::Source;
use crate::report::Report;
use crate::scenario::document::{Overrides, Scenario};
use oddsmith_engine::explore::Watch;

/// Runs a bundled scenario with few trials.
pub(crate) fn report(name: &str, text: &str) -> Report {
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    let overrides = Overrides {
        run: vec![("trials", "200".to_owned())],
        ..Overrides::default()
    };
    let scenario =
        Scenario::parse(name, source, &overrides).unwrap_or_else(|problems| panic!("{problems}"));
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    run(&plan, EngineMode::Auto, &Watch::default())
        .unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}
