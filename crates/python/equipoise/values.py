"""Numbers with their intervals, and results as objects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Number:
    """An estimated or exact number.

    ``lo`` and ``hi`` are the ends of its interval, at the confidence of its result; both are ``None`` if the number is exact, or if there are too
    few observations for an interval. ``n`` is the number of encounters, ``None`` for exact numbers. ``interval`` is the kind of interval: as in JSON,
    or ``None``.
    """

    value: float
    lo: float | None = None
    hi: float | None = None
    n: int | None = None
    interval: str | None = None

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        shown = rounded(self.value, self.lo, self.hi)
        return shown if self.lo is None else f"{shown} ({rounded(self.lo, self.lo, self.hi)} to {rounded(self.hi, self.lo, self.hi)})"

    def __repr__(self) -> str:
        ends = "" if self.lo is None else f", {rounded(self.lo, self.lo, self.hi)}..{rounded(self.hi, self.lo, self.hi)}"
        played = "" if self.n is None else f", n={self.n:_}"
        return f"{type(self).__name__}({rounded(self.value, self.lo, self.hi)}{ends}{played})"


@dataclass(frozen=True, repr=False)
class Share(Number):
    """A share of the encounters, in 0 to 1. ``count`` is how many they are, ``None`` if it is exact."""

    count: int | None = None


@dataclass(frozen=True, repr=False)
class Mean(Number):
    """A mean, with the standard deviation ``sd`` of the encounters. ``share`` is the portion of encounters that have the number at all, if not
    all have.
    """

    sd: float | None = None
    share: float | None = None


@dataclass(frozen=True, repr=False)
class Quantile(Number):
    """A quantile of the number of rounds, or their maximum."""


@dataclass(frozen=True, repr=False)
class Difference(Number):
    """The second minus the first. ``p`` is the p-value of no difference, ``p_holm`` the same adjusted for all rows; ``verdict`` is that of the row."""

    name: str = ""
    first: float | None = None
    second: float | None = None
    p: float | None = None
    p_holm: float | None = None
    verdict: str | None = None


def rounded(value: float | None, lo: float | None, hi: float | None) -> str:
    """A number with the digits that its interval gives a meaning."""
    if value is None:
        return "–"
    width = None if lo is None or hi is None else hi - lo
    if not width:
        return f"{value:.6g}"
    digits = min(12, max(0, 1 - math.floor(math.log10(width / 2))))
    return f"{value:.{digits}f}"


class Record:
    """A part of a result: the keys of its JSON as items and as attributes."""

    __slots__ = ("_data", "_n")

    def __init__(self, data: Mapping[str, Any], n: int | None = None) -> None:
        self._data = data
        self._n = n

    def __getitem__(self, key: str) -> Any:
        return read(self._data[key], self._n)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        # Keys with other characters are items alone; behind words of Python stands a `_`.
        if name.rstrip("_") in self._data:
            return self[name.rstrip("_")]
        raise AttributeError(f"there is no {name!r}; there are {', '.join(self._data)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __contains__(self, key: object) -> bool:
        return key in self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]  # It has lists.

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __repr__(self) -> str:
        inner = ", ".join(f"{key}={brief(self[key])}" for key in self._data)
        return f"Record({inner})"

    def to_dict(self) -> dict[str, Any]:
        """The part as JSON has it."""
        return dict(self._data)


def brief(value: Any) -> str:
    """A value in some forty characters."""
    shown = f"[{len(value)}]" if isinstance(value, list) else repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def read(value: Any, n: int | None = None) -> Any:
    """A value of JSON as an object: a number with an interval, a part with attributes, or itself."""
    if isinstance(value, list):
        return [read(each, n) for each in value]
    if not isinstance(value, Mapping):
        return value
    ends = {"lo": value.get("lo"), "hi": value.get("hi"), "interval": value.get("interval")}
    if "difference" in value:
        named = {key: value.get(key) for key in ("first", "second", "p", "p_holm", "verdict")}
        return Difference(value["difference"], name=str(value.get("name", value.get("value", ""))), n=n, **ends, **named)
    if "share" in value and isinstance(value["share"], (int, float)) and "mean" not in value:
        ends["interval"] = ends["interval"] or ("wilson" if ends["lo"] is not None else None)
        return Share(value["share"], n=n, count=value.get("count"), **ends)
    if "mean" in value and set(value) <= {"name", "count", "share", "mean", "sd", "lo", "hi", "interval"}:
        if value["mean"] is None:
            return None
        return Mean(value["mean"], n=n, sd=value.get("sd"), share=value.get("share"), **ends)
    return Record(value, n)


def flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A part of JSON as a row: keys of parts within it are joined by points, and lists are left out."""
    row: dict[str, Any] = {}
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            row |= flat(inner, f"{prefix}{key}.")
        elif not isinstance(inner, Sequence) or isinstance(inner, str):
            row[prefix + key] = inner
    return row
