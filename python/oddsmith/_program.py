"""The programs `simulate` and `oddsmith`."""

from __future__ import annotations

import sys

from ._oddsmith import program


def main() -> None:
    """Runs the program with the command line of the process."""
    sys.exit(program(["simulate", *sys.argv[1:]]))
