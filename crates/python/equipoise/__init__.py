"""A Monte Carlo balance simulator for tabletop combat rules.

Every question of the command line is a function, with its options as keywords; results have its numbers, and its JSON byte for byte.

>>> import equipoise as eq
>>> duel = eq.load("scenarios/duel/first-challenge.toml")
>>> short = duel.set({"rules.meter_ticks": 5})
>>> eq.run(short, n=2000, seed=1).party
Share(0.572, 0.550..0.593, n=2_000)
"""

from ._ask import Progress, Told
from ._core import __version__
from ._more import check, command, explain, grid, merge, read, report, rerun, systems
from .encounters import Encounters, encounters
from .errors import Error, Interrupted, Mistake, ScenarioError, UndecidedWarning, UsageError
from .questions import *  # noqa: F403
from .questions import __all__ as _questions
from .results import Compare, Page, Replay, Result, Run, Sweep, Test, Tune
from .scenario import Scenario, at_least, at_most, between, load
from .tables import Table
from .values import Difference, Mean, Number, Quantile, Record, Share

__all__ = [
    "Compare",
    "Difference",
    "Encounters",
    "Error",
    "Interrupted",
    "Mean",
    "Mistake",
    "Number",
    "Page",
    "Progress",
    "Quantile",
    "Record",
    "Replay",
    "Result",
    "Run",
    "Scenario",
    "ScenarioError",
    "Share",
    "Sweep",
    "Table",
    "Test",
    "Told",
    "Tune",
    "UndecidedWarning",
    "UsageError",
    "__version__",
    "at_least",
    "at_most",
    "between",
    "check",
    "command",
    "encounters",
    "explain",
    "grid",
    "load",
    "merge",
    "read",
    "report",
    "rerun",
    "systems",
    *_questions,
]
