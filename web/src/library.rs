//! The questions of the npm package: each holds everything that it needs, and nothing is kept.

use oddsmith::input::diagnostic::describe_fix;
use oddsmith::report::balance::Balancing;
use oddsmith::report::search::Search;
use oddsmith::{Error, Position, Results, Run};
use serde_json::{Value, json};

/// Answers a question of the package; `None` if it is not one.
pub(crate) fn answer(question: &Value) -> Option<Value> {
    let answer = match question["do"].as_str()? {
        "roll" => roll(question["dice"].as_str().unwrap_or_default()),
        "run" => run(question),
        "balance" => planned(question)
            .and_then(|run| run.balance(&Default::default()).map_err(problems))
            .map(|found| balance_json(&found)),
        "find value" => find(question),
        _ => return None,
    };
    Some(answer.unwrap_or_else(|error| error))
}

fn roll(dice: &str) -> Result<Value, Value> {
    let roll = oddsmith::roll(dice).map_err(problems)?;
    let pmf = roll.pmf();
    let row = |&(value, mass): &(i64, oddsmith_engine::odds::Mass)| {
        let fraction = mass.fraction().map(|(n, d)| format!("{n}/{d}"));
        json!([value, mass.value(), fraction])
    };
    Ok(json!({
        "dice": roll.to_string(),
        "mean": roll.mean(),
        "sd": pmf.sd(),
        "results": pmf.masses().iter().map(row).collect::<Vec<_>>(),
    }))
}

/// Returns the run that a question describes.
fn planned(question: &Value) -> Result<Run, Value> {
    let text = question["source"].as_str().unwrap_or_default();
    let files = question["files"].as_object();
    let mut run = if text.contains('\n') || files.is_some_and(|files| !files.is_empty()) {
        if text.lines().any(|line| line.starts_with("def trial")) {
            Run::of_rule(text)
        } else {
            Run::new(text)
        }
    } else {
        Run::named(text).map_err(problems)?
    };
    for (name, text) in files.into_iter().flatten() {
        run = run.file(name, text.as_str().unwrap_or_default());
    }
    for (key, value) in question["settings"].as_object().into_iter().flatten() {
        run = match value {
            Value::Array(values) => {
                let texts: Vec<String> = values.iter().map(setting_text).collect();
                run.sweep(format!("{key}={}", texts.join(",")))
            }
            value => run.set(format!("{key}={}", setting_text(value))),
        };
    }
    for ask in question["asks"].as_array().into_iter().flatten() {
        run = run.ask(ask.as_str().unwrap_or_default());
    }
    if let Some(trials) = question["trials"].as_u64() {
        run = run.trials(trials);
    }
    if let Some(seed) = question["seed"].as_u64() {
        run = run.seed(seed);
    }
    Ok(run)
}

fn setting_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn run(question: &Value) -> Result<Value, Value> {
    let results = planned(question)?
        .results(&Default::default())
        .map_err(problems)?;
    let all = oddsmith::export::json::reports(std::slice::from_ref(results.report()), true);
    let mut answer: Value = serde_json::from_str(&all).expect("JSON");
    let mut answer = answer[0].take();
    answer["headlines"] = json!(results.headlines());
    answer["exact"] = json!(results.report().is_fully_exact());
    answer["text"] = json!(results.to_string());
    answer["charts"] = charts(&results);
    Ok(answer)
}

/// Returns the charts as SVG. A chart that cannot be drawn has a reason instead.
fn charts(results: &Results) -> Value {
    let chart = |(index, chart): (usize, &oddsmith::report::Chart)| {
        let mut entry = json!({ "file": chart.file, "title": chart.title });
        match results.chart_svg(index) {
            Ok(svg) => entry["svg"] = json!(svg),
            Err(reason) => entry["failed"] = json!(reason),
        }
        entry
    };
    results.charts().iter().enumerate().map(chart).collect()
}

fn balance_json(found: &Balancing) -> Value {
    let met: Vec<&[u16]> = found
        .settings_meeting_all()
        .map(|setting| setting.point.as_slice())
        .collect();
    let settings = found.order.iter().map(|&index| {
        let setting = &found.tried[index];
        let values = found.parameters.iter().zip(&setting.point);
        let parameters: serde_json::Map<String, Value> = values
            .map(|(parameter, &index)| {
                let value = &parameter.values[usize::from(index)];
                (parameter.path.clone(), json!(value))
            })
            .collect();
        let answers: serde_json::Map<String, Value> = found
            .asks
            .iter()
            .zip(&setting.answers)
            .map(|(ask, answer)| (ask.label.clone(), json!(answer.value)))
            .collect();
        json!({
            "parameters": parameters,
            "answers": answers,
            "meetsAll": met.contains(&setting.point.as_slice()),
        })
    });
    json!({
        "isMet": found.is_met(),
        "settings": settings.collect::<Vec<_>>(),
        "text": oddsmith::balance_text(found),
    })
}

fn find(question: &Value) -> Result<Value, Value> {
    let text = |key: &str| question[key].as_str().unwrap_or_default();
    let found = planned(question)?
        .find(text("claim"), text("over"), &Default::default())
        .map_err(problems)?;
    Ok(find_json(&found))
}

fn find_json(found: &Search) -> Value {
    let case = |case: &oddsmith::report::search::SearchedCase| {
        let pair =
            |tried: &oddsmith::report::search::TriedValue| json!([tried.number, tried.answer]);
        json!({
            "case": case.name,
            "tried": case.tried.iter().map(pair).collect::<Vec<_>>(),
            "nearest": case.nearest(found).into_iter().map(pair).collect::<Vec<_>>(),
        })
    };
    json!({
        "parameter": found.parameter,
        "question": found.question,
        "target": found.target,
        "cases": found.cases.iter().map(case).collect::<Vec<_>>(),
        "text": oddsmith::find_text(found),
    })
}

/// Returns everything that is wrong, with positions and fixes.
fn problems(error: Error) -> Value {
    let problem = |problem: &oddsmith::input::diagnostic::Diagnostic| {
        let position = Position::of(problem);
        json!({
            "message": problem.problem,
            "help": problem.help,
            "file": position.as_ref().map(|position| &position.file),
            "line": position.as_ref().map(|position| position.line),
            "column": position.as_ref().map(|position| position.column),
            "fix": problem.fix.as_deref().map(describe_fix),
        })
    };
    json!({
        "wrong": error.to_string(),
        "problems": error.problems().iter().map(problem).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_the_package_are_answered() {
        let roll = answer(&json!({ "do": "roll", "dice": "4d6kh3" })).expect("an answer");
        assert_eq!(roll["results"][15], json!([18, 7.0 / 432.0, "7/432"]));
        let question = json!({
            "do": "run", "source": "wing3d", "settings": { "quality": [4, 5], "cubes": 0 },
            "asks": ["P(successes = 3)"], "trials": 1000,
        });
        let run = answer(&question).expect("an answer");
        assert_eq!(run["cases"].as_array().map(Vec::len), Some(2), "{run:#}");
        assert!(
            run["charts"][0]["svg"]
                .as_str()
                .is_some_and(|svg| svg.contains("<svg"))
        );
        let question = json!({
            "do": "find value", "source": "wing3d", "settings": { "cubes": 0 },
            "claim": "P(successes = 3) = 0.125", "over": "quality",
        });
        assert_eq!(
            answer(&question).expect("an answer")["cases"][0]["nearest"][0][0],
            4.0
        );
        assert!(answer(&json!({ "do": "step" })).is_none());
    }

    #[test]
    fn mistakes_have_positions_and_fixes() {
        let rule = "hits = count(\"Hits\")\n\ndef trial():\n    record(hit, 1)\n";
        let wrong = answer(&json!({ "do": "run", "source": rule })).expect("an answer");
        let problem = &wrong["problems"][0];
        assert_eq!(
            (&problem["line"], &problem["column"]),
            (&json!(4), &json!(12)),
            "{wrong:#}"
        );
        assert_eq!(problem["fix"], "Change to hits");
        let wrong = answer(&json!({ "do": "roll", "dice": "4d6kx3" })).expect("an answer");
        assert!(
            wrong["wrong"].is_string() && wrong["problems"][0]["line"] == 1,
            "{wrong:#}"
        );
    }
}
