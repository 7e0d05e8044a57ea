"""Exact odds of dice and tabletop game rules, cross-checked by simulation.

>>> import oddsmith as od
>>> round(od.roll("4d6kh3").mean, 4)
12.2446
>>> run = od.run("wing3d", quality=[4, 5], cubes=0, trials=1000)
>>> run["P(successes >= 2)"]
[0.5, 0.25925925925925924]
"""

from __future__ import annotations

from ._errors import OddsError, Problem
from ._oddsmith import Roll, roll
from ._playtest import Playtest
from ._run import Answer, Chart, Results, Rule, run
from ._search import Balance, Found, balance, find

__all__ = [
    "Answer",
    "Balance",
    "Chart",
    "Found",
    "OddsError",
    "Playtest",
    "Problem",
    "Results",
    "Roll",
    "Rule",
    "balance",
    "find",
    "roll",
    "run",
]
