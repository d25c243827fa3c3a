"""Tables that every library for data frames takes without a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from . import _core


class Table:
    """Columns of the same length, each with a name.

    ``__arrow_c_stream__`` hands them on: ``polars.DataFrame(table)``, ``pyarrow.table(table)``, ``pandas.DataFrame.from_arrow(table)`` and, by
    its name in a query, DuckDB. Without any library it is a mapping of names to lists, and iterates over rows as dictionaries.
    """

    __slots__ = ("_columns", "_height")

    def __init__(self, columns: Mapping[str, list[Any]]) -> None:
        self._columns = dict(columns)
        self._height = len(next(iter(self._columns.values()), []))

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Table:
        """A table of rows; what a row lacks is ``None``."""
        listed = list(rows)
        names = list(dict.fromkeys(name for row in listed for name in row))
        return cls({name: [row.get(name) for row in listed] for name in names})

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    def __len__(self) -> int:
        return self._height

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for values in zip(*self._columns.values()):
            yield dict(zip(self._columns, values))

    def where(self, **wanted: Any) -> Table:
        """The rows that have these values."""
        rows = [row for row in self if all(row[name] == value for name, value in wanted.items())]
        return Table({name: [row[name] for row in rows] for name in self._columns})

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: list(values) for name, values in self._columns.items()}

    def to_polars(self) -> Any:
        """The table as ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """The table as ``pandas.DataFrame``."""
        return to_pandas(self)

    def to_arrow(self) -> Any:
        """The table as ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def arrow(self) -> Any:
        """The table as ``pyarrow.RecordBatchReader``."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def query(self, condition: str) -> Any:
        """The rows of a condition, as pandas has it: a ``pandas.DataFrame``."""
        return self.to_pandas().query(condition)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        # A reader that wishes other types converts by itself, as the protocol allows.
        del requested_schema
        return _core.table(list(self._columns.items()))

    def __repr__(self) -> str:
        return _text(self._columns, self._height)

    def _repr_html_(self) -> str:
        return _html(self._columns, self._height)


def to_pandas(table: Any) -> Any:
    """Whatever streams Arrow as ``pandas.DataFrame``: by pandas itself from 3.0 on, else by pyarrow."""
    import pandas

    read = getattr(pandas.DataFrame, "from_arrow", None)
    if read is not None:
        return read(table)
    import pyarrow

    return pyarrow.table(table).to_pandas()


_ROWS_SHOWN = 20


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _shown(columns: dict[str, list[Any]]) -> list[list[str]]:
    return [[_cell(value) for value in row] for row in zip(*(values[:_ROWS_SHOWN] for values in columns.values()))]


def _more(height: int) -> str:
    return f"and {height - _ROWS_SHOWN} more rows" if height > _ROWS_SHOWN else ""


def _text(columns: dict[str, list[Any]], height: int) -> str:
    rows = [list(columns), *_shown(columns)]
    widths = [max(map(len, cells)) for cells in zip(*rows)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    return "\n".join(filter(None, [*lines, _more(height)]))


def _html(columns: dict[str, list[Any]], height: int) -> str:
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in _shown(columns))
    more = f"<p>{_more(height)}</p>" if _more(height) else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
