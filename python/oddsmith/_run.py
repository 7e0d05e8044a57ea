"""Runs of scenarios and rules, and their results."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from . import _arguments, _oddsmith
from ._errors import OddsError
from ._frame import Columns, frame
from ._playtest import Playtest, compare
from ._progress import Progress


T = TypeVar("T")
_EMPTY: Mapping[str, str] = {}
_ENDINGS = ("svg", "png", "pdf", "md", "tex", "typ", "html", "bbcode", "dot", "mmd")
"""The formats of a chart's file."""


def plan(source: str | os.PathLike[str] | Rule, files: Mapping[str, str] = _EMPTY) -> _oddsmith.Plan:
    """Returns what can be run: a text has several lines, anything else is a name or a path."""
    if isinstance(source, Rule):
        return source._plan
    files = _arguments.mapping("files", files)
    wanted = os.fspath(source)
    if not isinstance(wanted, str):
        raise TypeError(f"expected a name, a path or a text, not {type(source).__name__}")
    if "\n" in wanted or files:
        is_rule = any(line.startswith("def trial") for line in wanted.splitlines())
        if is_rule:
            return _oddsmith.Plan.rule(wanted)
        return _oddsmith.Plan.scenario(wanted, list(files.items()))
    return _oddsmith.Plan.named(wanted)


def run(
    source: str | os.PathLike[str] | Rule,
    *,
    ask: str | Sequence[str] = (),
    files: Mapping[str, str] = _EMPTY,
    trials: int | None = None,
    seed: int | None = None,
    precision: float | None = None,
    all_charts: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> Results:
    """Runs a scenario or a rule, and returns its results.

    `source` is the name of a bundled scenario ("wing3d"), rule or game ("gallery/craps"), a path,
    dice, or the text of a scenario or a rule. Keywords set parameters: a value sets one, and a list
    or a range sweeps it. `files` holds the texts of rule files that the text of a scenario names.

    >>> import oddsmith as od
    >>> results = od.run("wing3d", quality=range(3, 6), cubes=0, trials=1000)
    >>> [case["quality"] for case in results.cases]
    [3, 4, 5]
    >>> results.is_exact
    True
    """
    return _run(plan(source, files), ask, trials, seed, precision, all_charts, progress, settings)


def _run(
    plan: _oddsmith.Plan,
    ask: str | Sequence[str],
    trials: int | None,
    seed: int | None,
    precision: float | None,
    all_charts: bool,
    progress: bool | None,
    settings: Mapping[str, Any],
) -> Results:
    planned = plan.with_settings(
        _arguments.settings(settings),
        _arguments.texts("ask", ask),
        _arguments.whole("trials", trials),
        _arguments.whole("seed", seed),
        precision,
        all_charts,
    )
    return Results(planned, _results(planned, progress), progress)


def _results(planned: _oddsmith.Plan, progress: bool | None) -> _oddsmith.Results:
    bar = Progress(planned.trial_count(), progress)
    try:
        return planned.run(bar)
    finally:
        bar.close()


class Results:
    """The results of a run: distributions, answers and charts.

    `str(results)` is the table that the program prints, and a notebook shows it with the main chart.
    """

    def __init__(self, planned: _oddsmith.Plan, results: _oddsmith.Results, progress: bool | None) -> None:
        self._planned = planned
        self._results = results
        self._progress = progress
        self._asked: dict[str, Answer] = {}

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self._results.name

    @property
    def title(self) -> str:
        """The scenario's title."""
        return self._results.title

    @property
    def headline(self) -> str:
        """The headline: one sentence about one number.

        >>> import oddsmith as od
        >>> od.run("gallery/craps", trials=1000).headline
        'Chips won per 100 staked: −1.41 on average'
        """
        return "\n".join(self._results.headlines[:1])

    @property
    def headlines(self) -> list[str]:
        """The headline, and the recommendation if there is one."""
        return self._results.headlines

    @property
    def is_exact(self) -> bool:
        """Whether all answers and headlines are exact."""
        return self._results.is_exact

    @property
    def check_p(self) -> float | None:
        """The p-value of the simulated trials against the exact odds."""
        return self._results.check_p

    @property
    def cases(self) -> list[dict[str, Any]]:
        """What distinguishes the cases: for each of them, its variant and its swept parameters."""
        return self._results.cases()

    def __len__(self) -> int:
        return len(self._results.cases())

    def __iter__(self) -> NoReturn:
        raise TypeError("results are not a list: use .cases, .answers, .charts or .frame()")

    def __reduce__(self) -> NoReturn:
        raise TypeError("results cannot be pickled or copied: use .frame() or .save()")

    def playtest(
        self,
        log: Any,
        *,
        fit: str | Sequence[str] = (),
        by: str | None = None,
        columns: Mapping[str, str] = _EMPTY,
        skip: bool = False,
    ) -> Playtest:
        """Compares a log of playtests with the exact odds, as `simulate playtest` does.

        `log` is a path, a data frame, or a dictionary of columns: a row for each trial, a column for
        each metric. `fit` names parameters whose values are compared, "variant" or "play"; `by` is a
        column whose parts are compared; `columns` says what columns hold whose headers do not.

        >>> import oddsmith as od
        >>> run = od.run("wing-activation", trials=1000)
        >>> found = run.playtest({"successes": [0, 1, 0, 0, 1, 0]}, fit="quality")
        >>> round(found.p["successes@1"], 4)
        0.0013
        >>> found.sentences[-2]
        'These trials are 390 times as likely with QV 6 as with QV 4'
        """
        return compare(self._planned, log, fit, by, columns, skip, self._progress)

    def ask(self, question: str) -> Answer:
        """Answers a question, such as "P(hits >= 2 | result = mixed)" or "mean(actions)".

        >>> import oddsmith as od
        >>> results = od.run("wing3d", quality=4, cubes=0, trials=1000)
        >>> results.ask("P(successes = 3)").fraction
        Fraction(1, 8)
        """
        index = _index(_arguments.text("question", question), self._results)
        if index is not None:
            return _answer(question, self._results, index)
        if question not in self._asked:
            planned = self._planned.with_settings({}, [question])
            again = _results(planned, self._progress)
            index = _index(question, again)
            if index is None:
                raise OddsError(f"the run has no answer to {question!r}")
            self._asked[question] = _answer(question, again, index)
        return self._asked[question]

    def __getitem__(self, question: str) -> float | list[float | None] | None:
        """The number that answers a question: one for each case, if there are several."""
        if not isinstance(question, str):
            raise TypeError(f'ask a question, such as results["P(hits >= 2)"], not {question!r}')
        answer = self.ask(question)
        return answer.values if len(answer.values) > 1 else answer.value

    @property
    def answers(self) -> list[Answer]:
        """The answers to the questions of the scenario and of `ask`."""
        asks = self._results.asks()
        return [_answer(label, self._results, index) for index, (_, label) in enumerate(asks)]

    def frame(self, kind: str = "distribution", library: str | None = None) -> Any:
        """Returns a table as a data frame of pandas or polars, or as a dictionary of columns.

        `kind` is "distribution" (a row for each case, metric, step and value), "summary" (means and
        quantiles), "answers" or "policy" (best play). The columns are those of the CSV files.

        >>> import oddsmith as od
        >>> results = od.run("wing3d", quality=4, cubes=0, trials=1000)
        >>> columns = results.frame("summary", "dict")
        >>> columns["metric"][0], columns["exact_mean"][0]
        ('successes', 1.5)
        """
        if kind == "policy":
            return frame(_columns(self._results.policy()), library)
        heads, columns = self._results.frame(kind)
        return frame(dict(zip(heads, columns)), library)

    def policy(self) -> list[dict[str, Any]]:
        """Returns best play: for each case, situation and option its value, its loss and the best option."""
        return self._results.policy()

    @property
    def charts(self) -> list[Chart]:
        """The charts. A notebook shows them as SVG."""
        return [Chart(self._results, index) for index in range(len(self._results.charts()))]

    def save(self, folder: str | os.PathLike[str], formats: str | Sequence[str] = ("svg", "png")) -> list[Path]:
        """Writes everything that the program writes: report, charts, CSV files and run.json.

        `formats` are those of a chart, and "xlsx" for a workbook. Returns the paths.
        """
        files = self._results.files(_arguments.texts("formats", formats))
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        paths = []
        for name, content in files:
            path = target / name
            path.write_bytes(content)
            paths.append(path)
        return paths

    def __str__(self) -> str:
        return str(self._results)

    def __repr__(self) -> str:
        count = len(self)
        cases = f", {count} cases" if count > 1 else ""
        return f"<Results of {self.title}{cases}: {self.headline}>"

    def _repr_html_(self) -> str:
        charts = self.charts
        chart = charts[0].svg if charts else ""
        return f"<pre>{escape(str(self))}</pre>{chart}"


class Answer:
    """The answer to a question, for each case of a run."""

    def __init__(self, question: str, cases: list[dict[str, Any]], answers: list[Any]) -> None:
        self.question = question
        """The question."""
        self.cases = cases
        """What distinguishes the cases."""
        self.values: list[float | None] = [answer[0] for answer in answers]
        """The exact or else the simulated number of each case; None if the condition is never met."""
        self.intervals: list[tuple[float, float] | None] = [
            None if is_exact or low is None else (low, high) for _, low, high, is_exact, _ in answers
        ]
        """The interval of each simulated number; None for exact ones."""
        self.fractions: list[Fraction | None] = [fraction and Fraction(*fraction) for *_, fraction in answers]
        """The number as a fraction, if it is exact and the fraction fits in 64 bits."""
        self.is_exact: bool = all(answer[3] for answer in answers)
        """Whether the numbers of all cases are exact."""

    @property
    def value(self) -> float | None:
        """The number, if there is a single case."""
        return _single(self.values, "values")

    @property
    def fraction(self) -> Fraction | None:
        """The fraction, if there is a single case."""
        return _single(self.fractions, "fractions")

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval, if there is a single case and its number is simulated."""
        return _single(self.intervals, "intervals")

    def __float__(self) -> float:
        value = self.value
        return float("nan") if value is None else value

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[float | None]:
        return iter(self.values)

    def frame(self, library: str | None = None) -> Any:
        """Returns a row for each case: its parameters and the number."""
        rows = [{**case, self.question: value} for case, value in zip(self.cases, self.values)]
        return frame(_columns(rows), library)

    def __repr__(self) -> str:
        return f"<Answer to {self.question}: {self.value if len(self) == 1 else self.values}>"


class Chart:
    """A chart of a run."""

    def __init__(self, results: _oddsmith.Results, index: int) -> None:
        self._results = results
        self._index = index
        self.name, self.title = results.charts()[index]

    @property
    def svg(self) -> str:
        """The chart as SVG."""
        return self._results.chart(self._index, "svg").decode()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the chart. The ending of the path decides the format.

        Pictures are svg, png and pdf; tables are md, tex, typ, html and bbcode; charts of states
        are also dot and mmd (Mermaid).
        """
        target = Path(path)
        ending = target.suffix.lstrip(".").lower()
        if ending not in _ENDINGS:
            raise ValueError(f"{target}: choose a name that ends in .{', .'.join(_ENDINGS)}")
        try:
            content = self._results.chart(self._index, ending)
        except ValueError as error:
            raise ValueError(f"{target}: {error}") from error
        target.write_bytes(content)
        return target

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Chart {self.name}: {self.title}>"


class Rule:
    """A rule in the language of rule files. Mistakes raise an `OddsError`.

    >>> import oddsmith as od
    >>> rule = od.Rule('''
    ... n    = whole(5, 1, 20)
    ... hits = count("Hits")
    ...
    ... def trial():
    ...     record(hits, successes(n, 6, 4))
    ... ''')
    >>> rule.run(n=[3, 5], trials=1000)["P(hits >= 2)"]
    [0.5, 0.8125]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._plan = _oddsmith.Plan.rule(text)
        self._plan.check()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Rule:
        """Reads a rule file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    @property
    def parameters(self) -> list[str]:
        """The keys of the parameters."""
        return self._plan.parameters()

    def run(
        self,
        *,
        ask: str | Sequence[str] = (),
        trials: int | None = None,
        seed: int | None = None,
        precision: float | None = None,
        all_charts: bool = False,
        progress: bool | None = None,
        **settings: Any,
    ) -> Results:
        """Runs the rule. See `run` for the keywords."""
        return _run(self._plan, ask, trials, seed, precision, all_charts, progress, settings)

    def best(
        self,
        aim: str,
        *,
        minimise: bool = False,
        choices: str | Sequence[str] = (),
        theirs: str | Sequence[str] = (),
        their_aim: str | None = None,
        ask: str | Sequence[str] = (),
        trials: int | None = None,
        seed: int | None = None,
        precision: float | None = None,
        all_charts: bool = False,
        progress: bool | None = None,
        **settings: Any,
    ) -> Results:
        """Runs the rule with best play for an aim, such as "mean(score)". `policy()` of the results says what to do.

        `choices` are the choices that are made for the aim; by default all but `theirs`. The other side makes the
        choices in `theirs`. It wants the opposite of the aim, or `their_aim`: a mean, a chance, or the least of one,
        as in "least mean(score)". See `run` for the other keywords.

        >>> import oddsmith as od
        >>> pig = od.Rule('''
        ... score = count("Score")
        ... again = player("Roll again?")
        ...
        ... def trial():
        ...     pot = 0
        ...     while pot < 12:
        ...         if choose(again, ["bank", "roll"]) == "bank":
        ...             break
        ...         die = roll(6)
        ...         if die == 1:
        ...             record(score, 0)
        ...             return
        ...         pot += die
        ...     record(score, pot)
        ... ''')
        >>> best = pig.best("mean(score)", trials=1000)
        >>> first = best.policy()[0]
        >>> first["choice"], first["best"]
        ('again', 'roll')

        Two sides with an aim each: the second player may take a share that is fair.

        >>> share = od.Rule('''
        ... mine  = count("Mine")
        ... yours = count("Yours")
        ... offer = player("What do I offer?")
        ... takes = player("Does the other one take it?")
        ...
        ... def trial():
        ...     part = choose(offer, [1, 2, 3])
        ...     taken = choose(takes, ["yes", "no"]) == "yes"
        ...     record(mine, 4 - part if taken else 0)
        ...     record(yours, part if taken else 0)
        ... ''')
        >>> fair = share.best("mean(mine)", theirs=["takes"], their_aim="mean(yours)", trials=1000)
        >>> fair["mean(mine)"], fair["mean(yours)"]
        (3.0, 1.0)
        """
        ours, theirs = _arguments.texts("choices", choices), _arguments.texts("theirs", theirs)
        if their_aim is not None and not theirs:
            raise ValueError("their_aim has no effect: name the choices of the other side in theirs")
        names = ours or [name for name in self._choices() if name not in theirs]
        lines = ["[play]", f"aim = {_quoted(_arguments.text('aim', aim))}"]
        if minimise:
            lines.append("minimise = true")
        if their_aim is not None:
            lines.append(f"their_aim = {_quoted(_arguments.text('their_aim', their_aim))}")
        lines += [f'{_quoted(name)} = "them"' for name in theirs]
        lines += [f'{_quoted(name)} = "best"' for name in names]
        planned = self._plan.with_lines("\n".join(lines) + "\n")
        return _run(planned, ask, trials, seed, precision, all_charts, progress, settings)

    def _choices(self) -> list[str]:
        return self._plan.choices()

    def __repr__(self) -> str:
        return f"<Rule with the parameters {', '.join(self.parameters) or 'none'}>"


def _quoted(text: str) -> str:
    """Returns a text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _index(question: str, results: _oddsmith.Results) -> int | None:
    """Returns the index of a question, by its text or else by its label."""
    wanted = question.strip()
    for texts in zip(*results.asks()):
        for index, text in enumerate(texts):
            if wanted == text.strip():
                return index
    return None


def _answer(question: str, results: _oddsmith.Results, index: int) -> Answer:
    return Answer(question, results.cases(), results.answers(index))


def _single(values: list[T], name: str) -> T:
    if len(values) != 1:
        raise ValueError(f"this run has {len(values)} cases: use .{name}")
    return values[0]


def _columns(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Returns the columns of rows; a missing value is None."""
    heads = list(dict.fromkeys(head for row in rows for head in row))
    return {head: [row.get(head) for row in rows] for head in heads}
