//! The header of a shard. It describes the whole run, so that merging needs nothing else.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::one::Shard;
use crate::analysis::EngineMode;
use crate::cli::{Engine, RunArgs};
use crate::rerun;
use crate::scenario::document::{Overrides, Scenario};

/// The version of the format. It changes when older programs cannot read new shards.
pub(crate) const FORMAT: u32 = 1;

/// The run to which a shard belongs. All shards of a run have the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardedRun {
    pub(crate) format: u32,
    pub(crate) program: String,
    pub(crate) version: String,
    /// The name of the scenario, which is also the name of its folder.
    pub(crate) scenario: String,
    /// The name and the text of the scenario's file.
    pub(crate) scenario_file: String,
    pub(crate) scenario_text: String,
    /// The name and the text of the rule file, if the rule is one.
    pub(crate) rule_file: Option<String>,
    pub(crate) rule_text: Option<String>,
    /// The names and the texts of the rule files that it uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) used_files: Vec<(String, String)>,
    /// The text that a person typed instead of a scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    typed: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) trials: u64,
    pub(crate) cases: usize,
    /// The options of the command line that change the run.
    run: Vec<(String, String)>,
    set: Vec<String>,
    sweep: Vec<String>,
    ask: Vec<String>,
    engine: String,
    /// The digest of everything above.
    pub(crate) digest: String,
}

/// The header of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) shard: u32,
    pub(crate) shard_count: u32,
    pub(crate) run: ShardedRun,
}

const ENGINES: [(&str, Engine, EngineMode); 3] = [
    ("auto", Engine::Auto, EngineMode::Auto),
    ("play", Engine::Play, EngineMode::Play),
    ("graph", Engine::Graph, EngineMode::Graph),
];

impl Header {
    /// Returns the shard; `None` if its numbers are not valid.
    pub(crate) fn shard(&self) -> Option<Shard> {
        Shard::new(self.shard, self.shard_count)
    }
}

impl ShardedRun {
    pub(crate) fn new(scenario: &Scenario, args: &RunArgs) -> ShardedRun {
        let rule = scenario.rule.text();
        let engine = ENGINES
            .iter()
            .find(|(_, engine, _)| *engine == args.engine)
            .map_or("auto", |(name, ..)| name);
        let mut run = ShardedRun {
            format: FORMAT,
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.name.clone(),
            scenario_file: scenario.source.name.clone(),
            scenario_text: scenario.source.text.clone(),
            rule_file: rule.map(|source| source.name.clone()),
            rule_text: rule.map(|source| source.text.clone()),
            used_files: scenario.used_files(),
            typed: scenario.rule.typed(),
            seed: scenario.settings.seed,
            trials: scenario.settings.trials,
            cases: scenario.case_count(),
            run: args
                .run_overrides()
                .into_iter()
                .map(|(key, text)| (key.to_owned(), text))
                .collect(),
            set: args.set.clone(),
            sweep: args.sweep.clone(),
            ask: args.ask.clone(),
            engine: engine.to_owned(),
            digest: String::new(),
        };
        run.digest = run.compute_digest();
        run
    }

    /// Returns the digest of everything that decides the numbers. The location of the files is not
    /// part of it.
    pub(crate) fn compute_digest(&self) -> String {
        let nowhere = |name: &Option<String>| name.as_ref().map(|_| String::new());
        let bare = ShardedRun {
            digest: String::new(),
            scenario_file: String::new(),
            rule_file: nowhere(&self.rule_file),
            typed: Vec::new(),
            ..self.clone()
        };
        let json = serde_json::to_vec(&bare).expect("values of JSON");
        hex(Sha256::new_with_prefix(&json))
    }

    /// Describes what differs from another run; `None` if they are the same.
    pub(crate) fn difference(&self, other: &ShardedRun) -> Option<&'static str> {
        [
            ("the version of the program", self.version != other.version),
            ("the scenario", self.scenario != other.scenario),
            (
                "the scenario's text",
                self.scenario_text != other.scenario_text,
            ),
            ("the rule file's text", self.rule_text != other.rule_text),
            (
                "a file that the scenario uses",
                self.used_files != other.used_files,
            ),
            ("the seed", self.seed != other.seed),
            ("the number of trials", self.trials != other.trials),
            (
                "the options of the command line",
                self.digest != other.digest,
            ),
        ]
        .into_iter()
        .find_map(|(subject, differs)| differs.then_some(subject))
    }

    /// Returns the options that decide the numbers, as overrides of the scenario.
    pub(crate) fn overrides(&self) -> Overrides {
        let run = ["trials", "seed", "confidence", "precision"]
            .into_iter()
            .filter_map(|key| Some((key, self.option(key)?)))
            .collect();
        Overrides {
            run,
            sets: self.set.clone(),
            sweeps: self.sweep.clone(),
            asks: self.ask.clone(),
            ..Overrides::default()
        }
    }

    /// Returns the command that makes a shard of this run, without the shard and the folder. It is
    /// built from this program's own words, since the file may have been changed.
    pub(crate) fn command(&self) -> Vec<String> {
        let mut args = RunArgs::default();
        self.apply_to(&mut args);
        let is_file = self.scenario_file.ends_with(".toml");
        let scenario = if is_file {
            vec!["--scenario".to_owned(), self.scenario_file.clone()]
        } else if self.typed.is_empty() {
            vec!["--scenario".to_owned(), self.scenario.clone()]
        } else {
            self.typed.clone()
        };
        let seed = args.seed.is_some().then_some(self.seed);
        let options = rerun::options(&args.run_overrides(), &args.other_options(), seed);
        ["simulate".to_owned()]
            .into_iter()
            .chain(scenario)
            .chain(options)
            .collect()
    }

    fn option(&self, key: &str) -> Option<String> {
        self.run
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, text)| text.clone())
    }

    /// Adds the options that decide the numbers to those of a command line.
    pub(crate) fn apply_to(&self, args: &mut RunArgs) {
        args.trials = self.option("trials");
        args.seed = self.option("seed");
        args.confidence = self.option("confidence");
        args.set = self.set.clone();
        args.sweep = self.sweep.clone();
        args.ask = self.ask.clone();
        args.engine = ENGINES
            .iter()
            .find(|(name, ..)| *name == self.engine)
            .map_or(Engine::Auto, |(_, engine, _)| *engine);
    }
}

/// Returns a digest as text.
pub(crate) fn hex(digest: Sha256) -> String {
    digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
