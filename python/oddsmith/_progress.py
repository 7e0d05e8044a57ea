"""A progress bar on standard error for runs that last. A notebook shows it as well."""

from __future__ import annotations

import sys
import time

PATIENCE = 0.7
"""The seconds after which the bar appears."""
WIDTH = 30


class Progress:
    """Hears of the number of trials so far, and draws the bar."""

    def __init__(self, total: int, is_wanted: bool | None) -> None:
        self.total = total
        self.start = time.monotonic()
        self.drawn = ""
        # Programs without a console have no standard error.
        self.is_wanted = sys.stderr is not None and (_is_watched() if is_wanted is None else is_wanted)

    def __call__(self, done: int) -> None:
        seconds = time.monotonic() - self.start
        if not self.is_wanted or seconds < PATIENCE:
            return
        if done == 0 or self.total == 0:
            text = f"oddsmith: exploring, {seconds:.0f} s"
        else:
            share = min(done / self.total, 1.0)
            filled = round(share * WIDTH)
            text = f"oddsmith: [{'#' * filled}{'.' * (WIDTH - filled)}] {share:.0%} of {self.total:,} trials"
        if text != self.drawn:
            sys.stderr.write("\r" + text.ljust(len(self.drawn)))
            sys.stderr.flush()
            self.drawn = text

    def close(self) -> None:
        """Removes the bar."""
        if self.drawn:
            sys.stderr.write("\r" + " " * len(self.drawn) + "\r")
            sys.stderr.flush()


def _is_watched() -> bool:
    """Whether somebody sees standard error: on a terminal, or in a notebook."""
    return (hasattr(sys.stderr, "isatty") and sys.stderr.isatty()) or "ipykernel" in sys.modules
