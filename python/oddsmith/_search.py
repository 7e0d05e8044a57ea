"""Searches for numbers of a game that meet its goals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _arguments
from ._frame import frame
from ._progress import Progress
from ._run import Rule, _columns, plan

_EMPTY: Mapping[str, str] = {}


def balance(
    source: str | os.PathLike[str] | Rule,
    *,
    files: Mapping[str, str] = _EMPTY,
    progress: bool | None = None,
    **settings: Any,
) -> Balance:
    """Searches for settings that meet every goal of a scenario, as `simulate balance` does.

    The scenario says which parameters may change ([balance]) and what is wanted ([[ask]]).

    >>> import oddsmith as od
    >>> found = od.balance("fair-duel")
    >>> found.is_met, sorted(found.best)
    (True, ['fast', 'hard', 'ours', 'theirs'])
    """
    planned = plan(source, files).with_settings(_arguments.settings(settings), [])
    bar = Progress(0, progress)
    try:
        return Balance(planned.balance(bar))
    finally:
        bar.close()


class Balance:
    """The settings that a search has tried, the best first."""

    def __init__(self, found: dict[str, Any]) -> None:
        self._text: str = found["text"]
        self.is_met: bool = found["is_met"]
        """Whether any setting meets every goal."""
        self.goals: dict[str, str | None] = found["goals"]
        """The goals, by their questions."""
        self.settings: list[dict[str, Any]] = found["settings"]
        """The settings, each with "parameters", "answers" and "meets_all"."""

    @property
    def best(self) -> dict[str, Any]:
        """The parameters of the best setting."""
        parameters: dict[str, Any] = self.settings[0]["parameters"]
        return parameters

    def frame(self, library: str | None = None) -> Any:
        """Returns a row for each setting: its parameters, its answers, and whether it meets every goal."""
        rows = [{**one["parameters"], **one["answers"], "meets_all": one["meets_all"]} for one in self.settings]
        return frame(_columns(rows), library)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        met = "meets every goal" if self.is_met else "misses a goal"
        return f"<Balance of {len(self.settings)} settings: the best {met}: {self.best}>"


def find(
    source: str | os.PathLike[str] | Rule,
    claim: str,
    *,
    over: str,
    files: Mapping[str, str] = _EMPTY,
    progress: bool | None = None,
    **settings: Any,
) -> Found:
    """Searches for the value of a parameter that brings an answer to a number.

    `claim` is a question with a number, such as "P(hits >= 2) = 0.6". `over` is the parameter, with
    a range if it is not the whole one: "n" or "n=2..9".

    >>> import oddsmith as od
    >>> od.find("wing3d", "P(successes >= 2) = 0.5", over="quality", cubes=0).value
    4
    """
    planned = plan(source, files).with_settings(_arguments.settings(settings), [])
    bar = Progress(0, progress)
    try:
        return Found(planned.find(claim, over, bar))
    finally:
        bar.close()


class Found:
    """The values that a search has tried, and those that come nearest to the number."""

    def __init__(self, found: dict[str, Any]) -> None:
        self._text: str = found["text"]
        self.parameter: str = found["parameter"]
        """The parameter."""
        self.question: str = found["question"]
        """The question."""
        self.target: float = found["target"]
        """The number."""
        self.cases: list[dict[str, Any]] = found["cases"]
        """For each case "case" (its name), "tried" and "nearest": pairs of value and answer."""

    @property
    def value(self) -> int | float:
        """The value that comes nearest, if nothing else is swept."""
        if len(self.cases) != 1:
            raise ValueError(f"this search has {len(self.cases)} cases: use .cases")
        value: int | float = self.cases[0]["nearest"][0][0]
        return value

    def frame(self, library: str | None = None) -> Any:
        """Returns a row for each tried value."""
        rows = [
            {"case": case["case"], self.parameter: value, self.question: answer}
            for case in self.cases
            for value, answer in case["tried"]
        ]
        if all(row["case"] is None for row in rows):
            rows = [{key: value for key, value in row.items() if key != "case"} for row in rows]
        return frame(_columns(rows), library)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        nearest = [case["nearest"] for case in self.cases]
        return f"<Found {self.parameter} for {self.question} = {self.target:g}: {nearest}>"
