"""The exception for mistakes in dice, scenarios, rules and settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One mistake: what is wrong, where, and how to fix it."""

    message: str
    """What is wrong, in one line."""
    help: str = ""
    """What is allowed, or what to do."""
    file: str | None = None
    """The file, or what was typed."""
    line: int | None = None
    """The line, from 1."""
    column: int | None = None
    """The column, from 1."""
    fix: str | None = None
    """The change that fixes it, such as "Change to hits"."""
    notes: list[str] = field(default_factory=list)
    """Further facts."""


class OddsError(ValueError):
    """What is wrong with dice, a scenario, a rule or a setting.

    >>> import oddsmith as od
    >>> try:
    ...     od.run("wing3d", qualty=4)
    ... except od.OddsError as error:
    ...     print(error.problem.fix)
    Change to quality
    """

    def __init__(self, text: str, problems: list[dict[str, Any]] | None = None) -> None:
        super().__init__(text)
        self.problems: list[Problem] = [Problem(**problem) for problem in problems or [{"message": text}]]

    @property
    def problem(self) -> Problem:
        """The first mistake."""
        return self.problems[0]

    @property
    def line(self) -> int | None:
        """The line of the first mistake, from 1."""
        return self.problem.line

    @property
    def column(self) -> int | None:
        """The column of the first mistake, from 1."""
        return self.problem.column

    @property
    def help(self) -> str:
        """How to fix the first mistake."""
        return self.problem.help

    @property
    def fix(self) -> str | None:
        """The change that fixes the first mistake, if there is a single one."""
        return self.problem.fix
