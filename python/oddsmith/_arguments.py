"""Checks of arguments. An error names the argument and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from ._errors import OddsError


def text(name: str, value: Any) -> str:
    """Returns a text."""
    if not isinstance(value, str):
        raise TypeError(f"`{name}`: expected a text, not {value!r}")
    return value


def texts(name: str, value: Any) -> list[str]:
    """Returns the texts of a list. A single text is a list of one."""
    if isinstance(value, str):
        return [value]
    found = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(item, str) for item in found):
        raise TypeError(f"`{name}`: expected a text or a list of texts, not {value!r}")
    return found


def mapping(name: str, value: Any) -> Mapping[str, str]:
    """Returns a dictionary."""
    if not isinstance(value, Mapping):
        raise TypeError(f"`{name}`: expected a dictionary, not {value!r}")
    return value


def whole(name: str, value: Any) -> int | None:
    """Returns a whole number that is not negative, or None for the default."""
    if value is None:
        return None
    if not isinstance(value, SupportsIndex):
        raise TypeError(f"`{name}`: expected a whole number, not {value!r}")
    number = value.__index__()
    if not 0 <= number < 2**64:
        raise OddsError(f"`{name}`: expected a whole number from 0 to 2^64 - 1, not {number}")
    return number


def settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of parameters: single ones, and one-dimensional lists to sweep."""
    for key, value in values.items():
        is_table = isinstance(value, Mapping) or len(getattr(value, "shape", ())) > 1
        if is_table or isinstance(value, (bytes, bytearray, memoryview)):
            raise TypeError(
                f"`{key}`: expected a number, a text, True or False, "
                f"or a list, range, tuple, array or Series of them, not {type(value).__name__}"
            )
    return dict(values)
