"""Logs of playtests, compared with the exact odds."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _arguments, _oddsmith
from ._frame import Columns, frame
from ._progress import Progress


def compare(
    plan: _oddsmith.Plan,
    log: Any,
    fit: str | Sequence[str],
    by: str | None,
    columns: Mapping[str, str],
    skip: bool,
    progress: bool | None,
) -> Playtest:
    name, content = _bytes(log)
    fits = _arguments.texts("fit", fit)
    renamed = [f"{header}={metric}" for header, metric in _arguments.mapping("columns", columns).items()]
    bar = Progress(0, progress)
    try:
        text, found = plan.playtest(name, content, fits, by, renamed, skip, bar)
    finally:
        bar.close()
    return Playtest(text, json.loads(found))


def _bytes(log: Any) -> tuple[str, bytes]:
    """Returns the name and the bytes of a log: a path, a data frame, or columns."""
    if isinstance(log, (str, os.PathLike)):
        path = Path(log)
        return str(path), path.read_bytes()
    if hasattr(log, "to_csv"):
        return "frame", log.to_csv(index=False).encode()
    if hasattr(log, "write_csv"):
        return "frame", log.write_csv().encode()
    if isinstance(log, Mapping):
        columns = {key: _column(key, column) for key, column in log.items()}
        trials = max(map(len, columns.values()), default=0)
        for key, column in columns.items():
            if len(column) < trials:
                raise ValueError(f"`log`: the column {key!r} has length {len(column)}, but another one has {trials}")
        return "columns", _csv(columns.keys(), zip(*columns.values()))
    raise TypeError(f"expected a path, a data frame or columns, not {type(log).__name__}")


def _column(key: str, column: Any) -> list[Any]:
    if isinstance(column, str) or not isinstance(column, Iterable):
        raise TypeError(f"`log`: expected a list of results for the column {key!r}, not {column!r}")
    return list(column)


def _csv(header: Iterable[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(list(header))
    writer.writerows(rows)
    return text.getvalue().encode()


class Playtest:
    """A log of playtests, compared with the exact odds."""

    def __init__(self, text: str, found: dict[str, Any]) -> None:
        self._text = text
        self.headline: str = found["headline"]
        """The most important metric, and how often luck alone is as far off."""
        self.sentences: list[str] = found["sentences"]
        """The sentences after the headline."""
        self.trials: int = found["trials"]
        """The number of trials that were compared."""
        self.metrics: list[dict[str, Any]] = found["metrics"]
        """The metrics, each with "column", "trials", "observed_mean", "expected_mean", "p",
        "adjusted_p" (Holm), "test" and "values"."""
        self.groups: dict[str, Any] | None = found["groups"]
        """The parts of the log with `by`: "column" and "parts"."""
        self.fits: list[dict[str, Any]] = found["fits"]
        """The fits, each with "settings": "setting", "log_likelihood", "probability", "in_set"."""
        self.skipped: list[dict[str, Any]] = found["skipped"]
        """The rows that were left out: "line" and "reason"."""

    @property
    def p(self) -> dict[str, float | None]:
        """The p-value of each column."""
        return {metric["column"]: metric["p"] for metric in self.metrics}

    def frame(self, library: str | None = None) -> Any:
        """Returns a data frame with a row for each metric."""
        keys = [key for key in self.metrics[0] if key != "values"] if self.metrics else []
        columns: Columns = {key: [metric[key] for metric in self.metrics] for key in keys}
        return frame(columns, library)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Playtest of {self.trials} trials: {self.headline}>"
