//! Finds the shard of a task from the environment variables that its scheduler sets.

use super::one::{MAX_SHARDS, Shard};
use crate::input::diagnostic::Diagnostic;

/// The variable with the number of tasks, for schedulers that do not set one.
const COUNT_VARIABLE: &str = "ODDSMITH_SHARDS";

/// The environment variables of a scheduler.
struct Scheduler {
    name: &'static str,
    /// The variable with the number of the task.
    task: &'static str,
    /// How the number of tasks is found.
    count: Count,
}

/// How the number of tasks is found, and the number of the first task.
enum Count {
    /// Variables with the first and the last task and the step between tasks. Without a variable
    /// for the first task, it is 1.
    Range {
        first: Option<&'static str>,
        last: &'static str,
        step: &'static str,
    },
    /// The scheduler sets no such variable. The first task has this number.
    Unset { first: u32 },
}

const SCHEDULERS: [Scheduler; 6] = [
    Scheduler {
        name: "a Slurm job array",
        task: "SLURM_ARRAY_TASK_ID",
        count: Count::Range {
            first: Some("SLURM_ARRAY_TASK_MIN"),
            last: "SLURM_ARRAY_TASK_MAX",
            step: "SLURM_ARRAY_TASK_STEP",
        },
    },
    Scheduler {
        name: "an SGE array job",
        task: "SGE_TASK_ID",
        count: Count::Range {
            first: Some("SGE_TASK_FIRST"),
            last: "SGE_TASK_LAST",
            step: "SGE_TASK_STEPSIZE",
        },
    },
    Scheduler {
        name: "an LSF job array",
        task: "LSB_JOBINDEX",
        count: Count::Range {
            first: None,
            last: "LSB_JOBINDEX_END",
            step: "LSB_JOBINDEX_STEP",
        },
    },
    Scheduler {
        name: "a PBS array job",
        task: "PBS_ARRAY_INDEX",
        count: Count::Unset { first: 1 },
    },
    Scheduler {
        name: "a Kubernetes Indexed Job",
        task: "JOB_COMPLETION_INDEX",
        count: Count::Unset { first: 0 },
    },
    Scheduler {
        name: "GNU parallel",
        task: "PARALLEL_SEQ",
        count: Count::Unset { first: 1 },
    },
];

/// Finds the scheduler that started this task.
fn scheduler(get: &dyn Fn(&str) -> Option<String>) -> Result<&'static Scheduler, Diagnostic> {
    // Outside of an array, a job has task 0 under LSF and the task "undefined" under SGE.
    let is_set = |scheduler: &&Scheduler| {
        get(scheduler.task).is_some_and(|task| {
            !(scheduler.task == "LSB_JOBINDEX" && task == "0") && task != "undefined"
        })
    };
    let found: Vec<&Scheduler> = SCHEDULERS.iter().filter(is_set).collect();
    match found[..] {
        [] => {
            let known: Vec<&str> = SCHEDULERS.iter().map(|scheduler| scheduler.task).collect();
            Err(environment_error(&format!(
                "no job scheduler is running this: none of {} is set",
                known.join(", ")
            )))
        }
        [scheduler] => Ok(scheduler),
        [first, other, ..] => Err(environment_error(&format!(
            "two job schedulers seem to run this: {} ({}) and {} ({})",
            first.name, first.task, other.name, other.task
        ))),
    }
}

/// Returns the shard of this task.
pub(super) fn shard(get: &dyn Fn(&str) -> Option<String>) -> Result<Shard, Diagnostic> {
    let number = |name: &str| match get(name).map(|text| (text.trim().parse::<u32>(), text)) {
        None => Ok(None),
        Some((Ok(number), _)) => Ok(Some(number)),
        Some((Err(_), text)) => Err(environment_error(&format!(
            "{name} is {text}, which is not a whole number"
        ))),
    };
    let asked = number(COUNT_VARIABLE)?;
    let Scheduler { task, name, count } = scheduler(get)?;
    let task_number = number(task)?.unwrap_or_default();
    let (from_first, task_count) = match *count {
        Count::Range { first, last, step } => {
            let first = first.map_or(Ok(Some(1)), number)?.unwrap_or(1);
            let step = number(step)?.unwrap_or(1).max(1);
            let Some(last) = number(last)? else {
                return Err(environment_error(&format!(
                    "{task} is set, but {last} is not: oddsmith needs the number of tasks"
                )));
            };
            let from_first = task_number
                .checked_sub(first)
                .filter(|from_first| from_first % step == 0);
            (
                from_first.map(|from_first| from_first / step),
                last.checked_sub(first).map(|range| range / step + 1),
            )
        }
        Count::Unset { first } => (task_number.checked_sub(first), None),
    };
    // An array with gaps, such as 1,5,7, has fewer tasks than its range.
    let counted = number("SLURM_ARRAY_TASK_COUNT")?.filter(|_| *task == "SLURM_ARRAY_TASK_ID");
    if let (Some(counted), Some(range)) = (counted, task_count)
        && counted != range
    {
        let message = format!(
            "the job array has gaps: {counted} tasks, of {range} from its first to its last"
        );
        return Err(environment_error(&message));
    }
    let total = match (task_count, asked) {
        (Some(task_count), Some(asked)) if task_count != asked => {
            return Err(environment_error(&format!(
                "{name} has {task_count} tasks, but {COUNT_VARIABLE} is {asked}"
            )));
        }
        (Some(total), _) | (None, Some(total)) => total,
        (None, None) => {
            let message = format!("{name} does not give the number of tasks");
            return Err(Diagnostic::nowhere(
                message,
                format!("set {COUNT_VARIABLE} to their number, or write --shard K/N"),
            ));
        }
    };
    from_first.and_then(|from_first| Shard::new(from_first.checked_add(1)?, total)).ok_or_else(|| {
        environment_error(&format!("{task} is {task_number}, which is not one of the {total} tasks of {name}: at most {MAX_SHARDS} are allowed"))
    })
}

fn environment_error(message: &str) -> Diagnostic {
    Diagnostic::nowhere(message, "write --shard K/N for shard K of N, such as 3/16")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard_text(variables: &[(&str, &str)]) -> Result<String, String> {
        let get = |name: &str| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        };
        shard(&get)
            .map(|shard| shard.to_string())
            .map_err(|wrong| wrong.problem)
    }

    #[test]
    fn each_scheduler_determines_its_shard() {
        let slurm = |task, first, last, step, count| {
            shard_text(&[
                ("SLURM_ARRAY_TASK_ID", task),
                ("SLURM_ARRAY_TASK_MIN", first),
                ("SLURM_ARRAY_TASK_MAX", last),
                ("SLURM_ARRAY_TASK_STEP", step),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ])
        };
        assert_eq!(slurm("3", "1", "16", "1", "16"), Ok("3/16".to_owned()));
        assert_eq!(slurm("0", "0", "15", "1", "16"), Ok("1/16".to_owned()));
        assert_eq!(slurm("7", "1", "31", "2", "16"), Ok("4/16".to_owned()));
        assert!(slurm("5", "1", "7", "1", "3").unwrap_err().contains("gaps"));
        let sge = [
            ("SGE_TASK_ID", "2"),
            ("SGE_TASK_FIRST", "1"),
            ("SGE_TASK_LAST", "8"),
            ("SGE_TASK_STEPSIZE", "1"),
        ];
        assert_eq!(shard_text(&sge), Ok("2/8".to_owned()));
        assert_eq!(
            shard_text(&[("LSB_JOBINDEX", "8"), ("LSB_JOBINDEX_END", "8")]),
            Ok("8/8".to_owned())
        );
        assert_eq!(
            shard_text(&[("JOB_COMPLETION_INDEX", "0"), (COUNT_VARIABLE, "4")]),
            Ok("1/4".to_owned())
        );
        assert_eq!(
            shard_text(&[("PBS_ARRAY_INDEX", "4"), (COUNT_VARIABLE, "4")]),
            Ok("4/4".to_owned())
        );
        assert_eq!(
            shard_text(&[("PARALLEL_SEQ", "2"), (COUNT_VARIABLE, "4")]),
            Ok("2/4".to_owned())
        );
    }

    #[test]
    fn ambiguous_scheduler_environments_are_refused() {
        assert!(shard_text(&[]).unwrap_err().contains("no job scheduler"));
        assert!(
            shard_text(&[("PARALLEL_SEQ", "2")])
                .unwrap_err()
                .contains("number of tasks")
        );
        assert!(
            shard_text(&[("LSB_JOBINDEX", "0"), ("SGE_TASK_ID", "undefined")])
                .unwrap_err()
                .contains("no job scheduler")
        );
        assert!(
            shard_text(&[("JOB_COMPLETION_INDEX", "4"), (COUNT_VARIABLE, "4")])
                .unwrap_err()
                .contains("not one of the 4")
        );
        assert!(
            shard_text(&[("PBS_ARRAY_INDEX", "0"), (COUNT_VARIABLE, "4")])
                .unwrap_err()
                .contains("not one of the 4")
        );
        assert!(
            shard_text(&[("PBS_ARRAY_INDEX", "x"), (COUNT_VARIABLE, "4")])
                .unwrap_err()
                .contains("not a whole number")
        );
        // If one task of a job array is submitted again by itself, it would count as the whole run.
        let alone = [
            ("SLURM_ARRAY_TASK_ID", "7"),
            ("SLURM_ARRAY_TASK_MIN", "7"),
            ("SLURM_ARRAY_TASK_MAX", "7"),
            (COUNT_VARIABLE, "16"),
        ];
        assert!(shard_text(&alone).unwrap_err().contains("has 1 tasks"));
        assert!(
            shard_text(&[
                ("SLURM_ARRAY_TASK_ID", "1"),
                ("PARALLEL_SEQ", "2"),
                (COUNT_VARIABLE, "4")
            ])
            .unwrap_err()
            .contains("two job schedulers")
        );
        assert!(
            shard_text(&[("SLURM_ARRAY_TASK_ID", "1")])
                .unwrap_err()
                .contains("SLURM_ARRAY_TASK_MAX")
        );
    }
}
