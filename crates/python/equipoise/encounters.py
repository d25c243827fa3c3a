"""Single encounters, a row each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from . import _core
from ._ask import between
from ._front import Source, scenario_of
from .errors import UsageError, refusal
from .tables import to_pandas


class Encounters:
    """One row for each fight of a scenario, which is played while the rows are read: no file is written, and memory is that of some hundred
    thousand rows.

    ``__arrow_c_stream__`` hands the rows on: ``polars.DataFrame(rows)``, ``pyarrow.RecordBatchReader.from_stream(rows)``, and by its name in a query of
    DuckDB. Each reading plays the same fights again. Integers are signed but for ``index``, words are dictionaries, and what did not happen is null.
    """

    def __init__(
        self,
        scenario: Source,
        encounters: int | str = 1_000_000,
        *,
        n: int | str | None = None,
        seed: int = 1,
        range: range | None = None,
        columns: Sequence[str] = (),
        threads: int | None = None,
    ) -> None:
        """The first ``encounters`` (``n`` for short, ``"5M"`` is understood) of a seed, or those of a ``range`` of indices.

        ``columns`` are the names of those that are wanted, in the order of the file that ``--encounters-out`` writes; all of them by default.
        """
        loaded = scenario_of(scenario)
        if range is not None:
            between(range)
        if isinstance(columns, str) or not 0 <= seed < 1 << 64 or not 1 <= (1 if threads is None else threads) <= 1024:
            raise UsageError("columns are a list of names, a seed is below 2**64, and threads are 1 to 1024")
        first, end = (0, count(encounters if n is None else n)) if range is None else (range.start, range.stop)
        if first > end or first < 0:
            raise UsageError(f"a range of encounters ascends: {first}..{end}")
        try:
            self._core = _core.Encounters(
                loaded.path, loaded.changes, loaded.texts(), loaded.allow_files, seed, first, end, list(columns), threads or 0
            )
        except ValueError as error:
            if len(error.args) == 3:
                raise refusal(error.args[1], error.args[2]) from None
            raise
        except KeyError as error:
            known = ", ".join(_core.Encounters(loaded.path, loaded.changes, loaded.texts(), loaded.allow_files, 1, 0, 0, [], 1).columns)
            raise UsageError(f"there is no column {error.args[0]!r}; there are {known}") from None
        self._about = f"{loaded!r}, {first}..{end} of seed {seed}"

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._core.columns

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        # A reader that wishes other types converts by itself, as the protocol allows.
        del requested_schema
        return self._core.stream()

    def to_polars(self) -> Any:
        """The rows as ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> Any:
        """The rows as ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The rows as ``pandas.DataFrame``."""
        return to_pandas(self)

    def __repr__(self) -> str:
        return f"Encounters({self._about}; {len(self.columns)} columns)"


def encounters(scenario: Source, encounters: int | str = 1_000_000, **options: Any) -> Encounters:
    """Single encounters of a scenario as :class:`Encounters`, which has the options."""
    return Encounters(scenario, encounters, **options)


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}


def count(text: Any) -> int:
    """A number of encounters: ``5_000_000``, ``1e6``, ``"5M"``, ``"1.5k"``."""
    exact = text.item() if hasattr(text, "item") else text
    found = re.fullmatch(r"(\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)([kmgbKMGB]?)", str(exact).strip())
    if isinstance(exact, bool) or found is None:
        raise UsageError(f"{text!r} is no number of encounters")
    number, unit = found.groups()
    scaled = Decimal(number) * _UNITS[unit.lower()]
    if scaled != int(scaled):
        raise UsageError(f"{text!r} is no whole number of encounters")
    return int(scaled)


__all__ = ["Encounters", "encounters"]
