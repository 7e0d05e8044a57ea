"""Tables as data frames of pandas or polars, whichever is there."""

from __future__ import annotations

import importlib
from typing import Any

Columns = dict[str, list[Any]]


def frame(columns: Columns, library: str | None = None) -> Any:
    """Returns a data frame of pandas, else of polars, else a dictionary of columns.

    `library` is "pandas", "polars" or "dict", if one of them is wanted.
    """
    if library not in (None, "pandas", "polars", "dict"):
        raise ValueError(f"there is no library {library!r}: choose pandas, polars or dict")
    for name in ["pandas", "polars"] if library is None else [library]:
        if name == "dict":
            break
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError:
            if library is not None:
                raise
            continue
        if name == "pandas":
            return module.DataFrame({key: _pandas_column(module, column) for key, column in columns.items()})
        return module.DataFrame(columns, strict=False)
    return columns


def _pandas_column(pandas: Any, column: list[Any]) -> Any:
    """Returns a column whose whole numbers stay whole, even if some are missing."""
    present = [value for value in column if value is not None]
    is_whole = present and all(isinstance(value, int) and not isinstance(value, bool) for value in present)
    if is_whole and len(present) < len(column):
        return pandas.array(column, dtype="Int64")
    return column
