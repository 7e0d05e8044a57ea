"""Runs, results and searches."""

import csv
import io
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

import oddsmith as od

VOLLEY = """
n    = whole(5, 1, 20, "dice")
hits = count("Hits")

def trial():
    record(hits, successes(n, 6, 4))
"""
# Too large for exact odds, and slow: for stops and progress.
SLOW = """
n     = whole(1000, 1, 100000)
total = count("Total")

def trial():
    sum = 0
    for i in range(n):
        sum = (sum * 31 + roll(1000)) % 1000003
    record(total, sum)
"""


@pytest.fixture(scope="module")
def wing():
    return od.run("wing3d", quality=[4, 5], cubes=range(2), trials=2000)


def test_keywords_set_and_sweep(wing):
    assert wing.cases == [
        {"quality": 4, "cubes": 0},
        {"quality": 4, "cubes": 1},
        {"quality": 5, "cubes": 0},
        {"quality": 5, "cubes": 1},
    ]
    assert len(wing) == 4 and wing.is_exact and wing.name == "wing3d"
    assert wing["P(successes = 3)"][0] == 0.125
    assert wing.ask("P(successes = 3)").fractions[:1] == [Fraction(1, 8)]
    assert wing.headline and wing.check_p > 1e-6


def test_answers_of_one_case():
    rule = od.Rule(VOLLEY)
    assert rule.parameters == ["n"]
    run = rule.run(n=2, ask="P(hits >= 1)", trials=1000)
    assert run["P(hits >= 1)"] == 0.75
    answer = run.ask("P(hits >= 1)")
    assert float(answer) == 0.75 and answer.fraction == Fraction(3, 4)
    assert answer.is_exact and answer.interval is None
    assert [a.question for a in run.answers] == ["P(hits >= 1)"]


def test_simulated_answers_have_an_interval():
    run = od.Rule(SLOW).run(n=50, trials=2000, progress=False)
    answer = run.ask("P(total >= 500000)")
    assert not answer.is_exact and answer.fraction is None
    low, high = answer.interval
    assert low < answer.value < high and low < 0.5 < high


def test_frames_are_the_csv_files(wing, tmp_path):
    wing.save(tmp_path, ["md"])
    for kind, file in [("distribution", "distribution.csv"), ("summary", "summary.csv")]:
        columns = wing.frame(kind, "dict")
        rows = list(csv.DictReader(io.StringIO((tmp_path / file).read_text("utf-8"))))
        assert list(columns) == list(rows[0])
        for head, column in columns.items():
            assert len(column) == len(rows)
            for cell, row in zip(column, rows):
                text = row[head]
                if cell is None:
                    assert text == ""
                elif isinstance(cell, (int, float)):
                    assert cell == float(text), (head, cell, text)
                else:
                    # CSV has no denominator of 1.
                    assert cell == text, (head, cell, text)


def test_pandas_and_polars(wing):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = wing.frame()
    assert isinstance(frame, pandas.DataFrame)
    chances = frame[(frame.metric == "successes") & (frame.quality == 4) & (frame.cubes == 0)].exact
    assert chances.sum() == pytest.approx(1) and chances.dtype == "float64"
    assert str(frame["value"].dtype) in ("int64", "Int64")
    other = wing.frame("summary", "polars")
    assert isinstance(other, polars.DataFrame) and other["exact_mean"].dtype == polars.Float64
    with pytest.raises(ValueError, match="choose pandas, polars or dict"):
        wing.frame("summary", "numpy")
    with pytest.raises(ValueError, match="choose distribution, summary, answers or policy"):
        wing.frame("sumary")


def test_charts(wing, tmp_path):
    assert wing.charts
    chart = wing.charts[0]
    assert chart.title and chart.svg.startswith("<?xml") or chart.svg.startswith("<svg")
    heads = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<", "md": b"", "tex": b"", "typ": b"#figure", "html": b"<table", "bbcode": b"[b]"}
    for ending, head in heads.items():
        path = chart.save(tmp_path / f"chart.{ending}")
        assert path.read_bytes().startswith(head) and path.stat().st_size > 100
    with pytest.raises(ValueError, match="ends in .svg, .png, .pdf"):
        chart.save(tmp_path / "chart.gif")
    with pytest.raises(ValueError, match="chart.dot: this format is only for charts of states"):
        chart.save(tmp_path / "chart.dot")
    assert not (tmp_path / "chart.dot").exists()
    assert "<pre>" in wing._repr_html_() and "<svg" in wing._repr_html_()


def test_saved_files(wing, tmp_path):
    names = {path.name for path in wing.save(tmp_path / "out", ["svg", "xlsx"])}
    assert {"run.json", "report.html", "distribution.csv", "summary.csv", "workbook.xlsx"} <= names
    with pytest.raises(ValueError, match='there is no format "gif"'):
        wing.save(tmp_path, ["gif"])
    assert [path.name for path in wing.save(tmp_path / "one", "md") if path.suffix == ".md"]


def test_charts_of_states(tmp_path):
    scenario = 'rule = "volley.odds"\n[[charts]]\nkind = "states"\n'
    (chart,) = od.run(scenario, files={"volley.odds": VOLLEY}, n=2, trials=1000).charts
    assert chart.save(tmp_path / "states.dot").read_text("utf-8").startswith("digraph")


def test_texts_and_files(tmp_path):
    scenario = 'rule = "volley.odds"\n[sweep]\nn = [1, 2]\n'
    run = od.run(scenario, files={"volley.odds": VOLLEY}, trials=1000)
    assert run["P(hits = 0)"] == [0.5, 0.25]
    (tmp_path / "volley.odds").write_text(VOLLEY)
    (tmp_path / "mine.toml").write_text(scenario)
    assert od.run(tmp_path / "mine.toml", trials=1000)["P(hits = 0)"] == [0.5, 0.25]
    assert od.run(str(tmp_path / "volley.odds"), n=3, trials=1000)["P(hits = 0)"] == 0.125
    assert od.run(VOLLEY, n=3, trials=1000)["P(hits = 0)"] == 0.125
    assert od.Rule.read(tmp_path / "volley.odds").parameters == ["n"]
    assert od.run("3d6", trials=1000)["P(result >= 11)"] == 0.5


def test_the_text_of_a_question_is_matched_before_labels():
    asks = ['label = "P(hits >= 2)"\nvalue = "P(hits >= 1)"', 'label = "two"\nvalue = "P(hits >= 2)"']
    scenario = 'rule = "volley.odds"\n' + "".join(f"[[ask]]\n{ask}\n" for ask in asks)
    run = od.run(scenario, files={"volley.odds": VOLLEY}, n=2, trials=1000)
    assert run["P(hits >= 1)"] == 0.75 and run["P(hits >= 2)"] == run["two"] == 0.25


def test_pickles(wing):
    rule = pickle.loads(pickle.dumps(od.Rule(VOLLEY)))
    assert rule.text == VOLLEY and rule.parameters == ["n"]
    with pytest.raises(TypeError, match="use .frame\\(\\) or .save"):
        pickle.dumps(wing)


def test_results_are_not_a_list(wing):
    with pytest.raises(TypeError, match="use .cases"):
        list(wing)


def test_best_play_of_two_sides():
    rule = od.Rule("""
ours   = count("Ours")
theirs = count("Theirs")
we     = player("Our stag or hare?")
they   = player("Their stag or hare?")

def trial():
    mine, yours = choose_at_once(we, ["stag", "hare"], they, ["stag", "hare"])
    record(ours, 4 if [mine, yours] == ["stag", "stag"] else 3 if mine == "hare" else 0)
    record(theirs, 4 if [mine, yours] == ["stag", "stag"] else 3 if yours == "hare" else 0)
""")
    hunt = rule.best("mean(ours)", theirs=["they"], their_aim="mean(theirs)", trials=1000)
    assert {row["best"] for row in hunt.policy()} == {"stag"}
    assert hunt.frame("policy", "dict")["choice"] == ["we", "we", "they", "they"]
    # Without an aim of its own, the other side wants the opposite of ours.
    against = rule.best("mean(ours)", theirs=["they"], trials=1000)
    assert against["mean(ours)"] == pytest.approx(3)
    with pytest.raises(ValueError, match="theirs"):
        rule.best("mean(ours)", their_aim="mean(theirs)")
    with pytest.raises(od.OddsError, match="mean"):
        rule.best("mean(ours)", theirs=["they"], their_aim="mean(nothing)")


def test_best_play():
    rule = od.Rule(
        """
score = count("Score")
again = player("Roll again?")

def trial():
    pot = 0
    while pot < 30:
        if choose(again, ["bank", "roll"]) == "bank":
            break
        die = roll(6)
        if die == 1:
            record(score, 0)
            return
        pot += die
    record(score, pot)
"""
    )
    best = rule.best("mean(score)", choices="again", ask="P(score = 0)", trials=1000, seed=3)
    assert [answer.question for answer in best.answers] == ["P(score = 0)", "mean(score)"]
    # Neller and Presser: holding at 20 scores 8.14 points on average.
    assert best["mean(score)"] == pytest.approx(8.1418, abs=1e-4)
    policy = {row["pot"]: row["best"] for row in best.policy()}
    assert all(policy[pot] == ("roll" if pot < 20 else "bank") for pot in policy), policy
    frame = best.frame("policy", "dict")
    assert set(frame["option"]) == {"bank", "roll"} and min(frame["loss"]) == 0


def test_searches():
    found = od.find("wing3d", "P(successes = 3) = 0.125", over="quality", cubes=0)
    assert found.value == 4 and found.parameter == "quality"
    assert dict(found.cases[0]["tried"])[4.0] == 0.125
    assert "quality" in found.frame("dict") and str(found)
    balanced = od.balance("fair-duel")
    assert balanced.is_met and balanced.settings[0]["meets_all"]
    assert len(balanced.frame("dict")["meets_all"]) == len(balanced.settings)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: od.run("wing3d", qualty=4), "did you mean `quality`"),
        (lambda: od.run("wing3d", quality=99), "quality"),
        (lambda: od.run("wing4d"), "did you mean"),
        (lambda: od.run("no/such/file.toml"), "there is no file"),
        (lambda: od.run('rule = "wing-activation"\nqualty = 4\n'), "qualty"),
        (lambda: od.run('rule = "missing.odds"\n'), "missing.odds"),
        (lambda: od.Rule("hits = count('Hits')\n\ndef trial():\n    record(hit, 1)\n"), "hits"),
        (lambda: od.Rule(VOLLEY).run(ask="P(hit >= 2)"), "hits"),
        (lambda: od.Rule(VOLLEY).run(trials=1000)["P(hits >= )"], "hits >= "),
        (lambda: od.Rule(VOLLEY).best("mean(hits)"), "choice"),
        (lambda: od.find("wing3d", "P(successes >= 2)", over="quality"), "write a number"),
        (lambda: od.balance("wing3d"), "balance"),
        (lambda: od.run("wing3d", trials=0), "trials"),
    ],
)
def test_mistakes_are_errors_with_help(call, words):
    with pytest.raises(od.OddsError) as caught:
        call()
    text = str(caught.value)
    assert words in text and "\x1b" not in text, text
    assert caught.value.problem.message


def test_places_of_mistakes():
    with pytest.raises(od.OddsError) as caught:
        od.Rule("hits = count('Hits')\n\ndef trial():\n    record(hit, 1)\n")
    assert (caught.value.problem.file, caught.value.line, caught.value.column) == ("rule.odds", 4, 12)
    assert caught.value.fix == "Change to hits"


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: od.run(3), TypeError),
        (lambda: od.run(None), TypeError),
        (lambda: od.run("wing3d", quality=None), TypeError),
        (lambda: od.run("wing3d", quality={"a": 1}.__class__), TypeError),
        (lambda: od.run("wing3d", quality=[]), ValueError),
        (lambda: od.run("wing3d", quality=["a,b"]), ValueError),
        (lambda: od.run("wing3d", trials=-1), (OverflowError, ValueError)),
        (lambda: od.run("wing3d", trials="many"), TypeError),
        (lambda: od.run(b"wing3d"), TypeError),
    ],
)
def test_wrong_types_are_python_errors(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda run: run.ask(None), TypeError, "`question`: expected a text"),
        (lambda run: od.Rule(VOLLEY).best(None), TypeError, "`aim`: expected a text"),
        (lambda run: od.Rule(VOLLEY).best("mean(hits)", theirs=5), TypeError, "`theirs`: expected a text or a list"),
        (lambda run: od.run("wing3d", files=[("a", "b")]), TypeError, "`files`: expected a dictionary"),
        (lambda run: od.run("wing3d", ask=5), TypeError, "`ask`: expected a text or a list of texts, not 5"),
        (lambda run: od.run("wing3d", trials=-1), ValueError, "`trials`: expected a whole number from 0"),
        (lambda run: od.run("wing3d", trials=10**30), ValueError, "`trials`: expected a whole number"),
        (lambda run: od.run("wing3d", seed=-1), ValueError, "`seed`: expected a whole number from 0"),
        (lambda run: od.run("wing3d", quality=b"4"), TypeError, "`quality`: .* or Series of them, not bytes"),
        (lambda run: od.run("wing3d", quality={4: 5}), TypeError, "`quality`: .* or Series of them, not dict"),
        (lambda run: od.find("wing3d", "P(successes = 3) = 0.1", over="quality", cubes={}), TypeError, "`cubes`"),
        (lambda run: od.balance("fair-duel", ours=b"1"), TypeError, "`ours`"),
        (lambda run: run.save("out", 5), TypeError, "`formats`: expected a text or a list of texts"),
        (lambda run: run.playtest({"successes": 5}), TypeError, "expected a list of results for the column 'successes'"),
        (lambda run: run.playtest({"successes": [0, 1], "x": [1]}), ValueError, "the column 'x' has length 1"),
        (lambda run: run.playtest({"successes": [0]}, columns=["s"]), TypeError, "`columns`: expected a dictionary"),
        (lambda run: run.playtest({"successes": [0]}, fit=5), TypeError, "`fit`: expected a text or a list of texts"),
    ],
)
def test_wrong_arguments_are_named(wing, call, error, words):
    with pytest.raises(error, match=words):
        call(wing)


def test_a_data_frame_is_no_setting():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="not DataFrame"):
        od.run("wing3d", quality=pandas.DataFrame({"4": [1]}))
    run = od.run("wing3d", quality=pandas.Series([4, 5]), cubes=0, trials=1000)
    assert [case["quality"] for case in run.cases] == [4, 5]


SLOW_CALLS = [
    f"od.Rule({SLOW!r}).run(n=100000, trials=10**9, progress=False)",
    "od.roll('600d10!>=3')",
    "roll * roll",
]


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("call", SLOW_CALLS)
def test_ctrl_c_stops_work(call):
    code = f"import oddsmith as od\nroll = od.roll('200d20')\nprint('begun', flush=True)\n{call}\nprint('ended', flush=True)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=20)
    assert time.monotonic() - start < 5 and not said
    assert "KeyboardInterrupt" in errors and process.returncode != 0, errors


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of Unix")
def test_a_forked_process_runs_too():
    code = "import multiprocessing as mp, oddsmith as od\ndef mean(quality):\n    return od.run('wing3d', quality=quality, cubes=0, trials=100)['mean(successes)']\nbefore = mean(4)\nwith mp.get_context('fork').Pool(2) as pool:\n    print(before, pool.map(mean, [3, 4]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "1.5 [2.0, 1.5]\n", done.stderr


@pytest.mark.parametrize("value", [b"4", bytearray(b"4"), {4: 5}, Fraction(9, 2)])
def test_settings_of_a_wrong_type_are_refused(value):
    with pytest.raises(TypeError, match="`quality`: expected a number"):
        od.run("wing3d", quality=value)


def test_nested_rolls_need_no_stack_of_the_thread():
    found = []
    before = threading.stack_size(256 * 1024)
    thread = threading.Thread(target=lambda: found.append(od.roll("(" * 60 + "d6" + ")" * 60).mean))
    thread.start()
    threading.stack_size(before)
    thread.join()
    assert found == [3.5]


def test_other_threads_go_on():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    start = time.monotonic()
    od.Rule(SLOW).run(n=2000, trials=20000, progress=False)
    seconds = time.monotonic() - start
    done.set()
    thread.join()
    seen = sum(start <= moment <= start + seconds for moment in ticks)
    assert seen > 5 * seconds, (seen, seconds)


def test_a_progress_bar_is_drawn_and_removed(capsys):
    od.Rule(SLOW).run(n=20000, trials=20000, progress=True)
    errors = capsys.readouterr().err
    assert "oddsmith: [" in errors or "exploring" in errors
    assert errors.endswith("\r")


@pytest.mark.parametrize("stream", [None, object()])
def test_runs_without_standard_error(monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    assert od.Rule(VOLLEY).run(n=2, trials=1000)["P(hits = 0)"] == 0.25


def test_the_programs():
    folder = pathlib.Path(sys.executable).parent
    for name in ["simulate", "oddsmith"]:
        program = folder / name
        done = subprocess.run([program, "2d6 >= 7"], capture_output=True, text=True, check=True)
        assert "58.3%" in done.stdout
        assert subprocess.run([program, "2d6kx"], capture_output=True).returncode == 2
    done = subprocess.run([sys.executable, "-m", "oddsmith", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("simulate ")
