"""Holds scenarios and JSON output against the schemas that the program publishes, by a validator that shares nothing with it.

    tests/campaign/schemas.py

A schema takes every sound scenario and every run's JSON, and refuses what a schema can refuse. SIMULATE names the program
(target/release/simulate). `.ci/schemas` installs jsonschema and runs this.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import tomllib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIMULATE = pathlib.Path(os.environ.get("SIMULATE", ROOT / "target/release/simulate")).resolve()

# Scenarios that the program refuses before it runs anything, and that an editor with the schema underlines.
REFUSED = [
    'title = "no rule"',
    'rule = "wing"',
    'rule = "wing-activation"\nnope = 1',
    'rule = "wing-activation"\n[parameters]\ndice = 9999',
    'rule = "wing-activation"\n[parameters]\ndice = "three"',
    'rule = "wing-activation"\n[parameters]\nqualty = 3',
    'rule = "wing-activation"\n[[parameters.wings]]\nquality = 3',
    'rule = "wing-activation"\n[sweep]\nquality = 3',
    'rule = "wing-activation"\n[sweep]\nqualty = [3, 4]',
    'rule = "wing-activation"\n[sweep]\nquality = { from = 2 }',
    'rule = "wing-activation"\n[run]\ntrials = 0',
    'rule = "wing-activation"\n[[charts]]\nkind = "pie"',
    'rule = "wing-activation"\n[[charts]]\nmetric = "result"',
    'rule = "wing-activation"\n[[variants]]\nset = { dice = 1 }',
    'rule = "wing-activation"\n[[ask]]\nlabel = "x"',
    'rule = "wing-activation"\n[[metrics]]\nname = "x"',
    'rule = "wing-activation"\n[[joint]]\nof = ["actions"]',
    'rule = "wing-activation"\n[labels]\nactions = 3',
    'rule = "wing-activation"\n[[variants]]\nname = "a"\nset = { dicee = 1 }',
]

# Runs whose JSON is checked; together they have every kind of section.
RUNS = [
    ["wing-questions", "--json"],
    ["wing-questions", "--json=full", "--sensitivity", "mean(actions)", "--seed", "2", "--against"],
    ["tax-revolt", "--json=full"],
    ["wing3d", "--json", "--ask", "mean(first(result = mixed))"],
    ["collision", "battle", "--json"],
    ["wing-best", "--json=full", "--skill"],
    ["pig", "--json=full", "--skill", "--set", "goal=5", "--set", "play.first=best 90%"],
]


def run(folder, *args):
    return subprocess.run([SIMULATE, *args], cwd=folder, capture_output=True, text=True)


def printed(folder, *args):
    done = run(folder, *args)
    assert done.returncode in (0, 3), f"{args}: {done.stderr}"
    return json.loads(done.stdout)


def validator(schema):
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def problems(checked, value):
    return [f"{error.json_path}: {error.message}" for error in checked.iter_errors(value)]


def scenarios(folder):
    everything = validator(printed(folder, "schema"))
    files = sorted((ROOT / "scenarios").glob("*.toml"))
    assert len(files) > 50
    by_rule = {}
    for file in files:
        scenario = tomllib.loads(file.read_text())
        name = scenario["rule"]
        rule = str(ROOT / "rules" / name) if name.endswith(".odds") else name
        if rule not in by_rule:
            by_rule[rule] = validator(printed(folder, "schema", rule))
        for checked in (everything, by_rule[rule]):
            found = problems(checked, scenario)
            assert not found, f"{file.name}: {found}"
    wing = by_rule["wing-activation"]
    for text in REFUSED:
        scenario = tomllib.loads(text)
        assert not everything.is_valid(scenario) and not wing.is_valid(scenario), f"a schema takes {text!r}"
        (folder / "x.toml").write_text(text)
        assert run(folder, "check", "x.toml").returncode == 2, f"check takes {text!r}"
    return f"{len(files)} scenarios are taken, {len(REFUSED)} are refused"


def runs(folder):
    checked = validator(json.loads((ROOT / "docs/run.schema.json").read_text()))
    before = run(folder, "wing-questions", "--trials", "500", "--no-charts", "--no-report")
    assert before.returncode in (0, 3), before.stderr
    for args in RUNS:
        found = problems(checked, printed(folder, *args, "--trials", "500", "--no-save"))
        assert not found, f"{args}: {found[:5]}"
    # A schema that takes anything would be none.
    spoilt = printed(folder, "wing3d", "--json", "--trials", "100", "--no-save")
    spoilt[0]["cases"][0]["trials"] = "many"
    assert not checked.is_valid(spoilt), "the schema of runs takes a text for a count"
    return f"the JSON of {len(RUNS)} runs is valid"


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    print(f"jsonschema: {scenarios(folder)}; {runs(folder)}")
