"""How questions are asked: words of the command line, in this process."""

from __future__ import annotations

import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from .errors import Interrupted, UndecidedWarning, UsageError, refusal

if TYPE_CHECKING:
    from .results import Result
    from .scenario import Scenario

#: ``True`` for a bar, or a function of the encounters that are finished, all of them (``None`` if that is not known), how many are played a
#: second, and the scenario's name.
Progress = bool | Callable[[int, int | None, float, str], object] | None

_REFUSED, _MISSED, _INTERRUPTED = 2, 1, 130


@dataclass(frozen=True)
class Told:
    """What a command has printed. ``status`` is its exit status, ``notes`` what it says beside its results."""

    status: int
    text: str
    notes: list[str]
    pages: list[str]


def call(
    words: Sequence[str],
    texts: Mapping[str, str] | None = None,
    progress: Progress = None,
    pages: bool = False,
    keeps_part: bool = False,
) -> Told:
    """Does what the words of a command line say, in this process.

    Raises :class:`Error` for mistakes, after which nothing was done, and :class:`Interrupted` after Ctrl-C, unless the caller ``keeps_part`` of it.
    """
    bar = _Bar.of(progress)
    try:
        status, printed, notes, shown, mistakes, told = _core.call(list(words), dict(texts or {}), pages, bar)
    finally:
        if bar is not None:
            bar.close()
    if status == _REFUSED or mistakes != "[]":
        raise refusal(mistakes, "\n".join(filter(None, [*notes, told])))
    if status == _INTERRUPTED and not keeps_part:
        raise Interrupted(None, notes)
    return Told(status, printed.decode(), notes, shown)


class _Bar:
    """Progress, for a function or as a bar of tqdm."""

    def __init__(self, report: Callable[[int, int | None, float, str], object] | None) -> None:
        self._report = report
        self._bar: Any = None
        self._name: str | None = None
        self._began = time.monotonic()

    @classmethod
    def of(cls, wanted: Progress) -> _Bar | None:
        if wanted is None or wanted is False:
            return None
        return cls(None if wanted is True else wanted)

    def __call__(self, name: str, done: int, total: int | None) -> None:
        if name != self._name:
            self.close()
            self._name, self._began = name, time.monotonic()
        if self._report is not None:
            self._report(done, total, done / max(time.monotonic() - self._began, 1e-3), name)
        else:
            self._draw(name, done, total)

    def _draw(self, name: str, done: int, total: int | None) -> None:
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                print(f"\r{name}: {done:_}" + (f" of {total:_}" if total else ""), end="", file=sys.stderr, flush=True)
                return
            self._bar = tqdm(total=total, desc=name, unit=" fights", unit_scale=True)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Ends the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        elif self._report is None and self._name is not None:
            print(file=sys.stderr)


def in_notebook() -> bool:
    """Whether results are shown in a notebook."""
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell is not None else None
    return found is not None and "IPKernelApp" in getattr(found, "config", {})


#: Options whose values are files that are read, and may be tables here.
_TABLES = ("points", "rows")


@dataclass(frozen=True)
class Question:
    """A command about some scenarios or files, with its options by their keywords."""

    command: str
    scenarios: Sequence[Scenario]
    options: Mapping[str, Any]
    files: Sequence[str] = ()
    takes_page: bool = False
    #: Files that stand behind the scenarios.
    behind: Sequence[str] = ()

    def ask(self, progress: Progress = None, page: bool | None = None) -> list[Result]:
        """The results."""
        from .results import made_of

        wants_page = in_notebook() if page is None else page
        with tempfile.TemporaryDirectory(prefix="equipoise-") as folder:
            file = Path(folder) / "page.html"
            beside = {"report": file} if wants_page and self.takes_page and self.options.get("report") is None else {}
            told = self.tell(progress, wants_page, True, format="json", **beside)
            given = self.options.get("report")
            written = Path(given) if given is not None and wants_page else file
            pages = [written.read_text(encoding="utf-8")] if written.exists() else told.pages
        results = made_of(self.command, told.text.splitlines(), told.status, told.notes, pages, self)
        if told.status == _INTERRUPTED:
            raise Interrupted(results[0] if len(results) == 1 else results or None, told.notes)
        if told.status == _MISSED:
            warnings.warn("; ".join(told.notes) or f"{self.command}: what was asked was not reached", UndecidedWarning, stacklevel=4)
        return results

    def tell(self, progress: Progress = None, pages: bool = False, keeps_part: bool = False, **more: Any) -> Told:
        """What the command prints with more options."""
        texts = texts_of(self.scenarios)
        words = [self.command, *dict.fromkeys(word for scenario in self.scenarios for word in scenario.options())]
        for name, value in {**self.options, **more}.items():
            if value is None or value is False:
                continue
            if name in _TABLES and not isinstance(value, (str, os.PathLike)):
                beside = str(Path(self.scenarios[0].path).parent / f"{name}.csv")
                texts[beside] = csv(value)
                value = beside
            words += option(name.rstrip("_").replace("_", "-"), value)
        return call(
            [*words, "--", *self.files, *(scenario.path for scenario in self.scenarios), *self.behind], texts, progress, pages, keeps_part
        )


def texts_of(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """The texts of scenarios by their paths; refused if two of them have one path."""
    texts: dict[str, str] = {}
    for scenario in scenarios:
        for path, text in scenario.texts().items():
            if texts.setdefault(path, text) != text:
                raise UsageError(f'two scenarios are called {path}: give one another name, Scenario(text, name="other")')
    return texts


def same_changes(scenarios: Sequence[Scenario]) -> None:
    """Refuses scenarios with different changes for a command that takes one set of them."""
    if len({(scenario.changes, scenario.allow_files) for scenario in scenarios}) > 1:
        raise UsageError(
            "the scenarios have different changes: ask about each by itself; `compare` takes a second one that is the first with more changes"
        )


def option(name: str, value: Any) -> list[str]:
    """An option as words of the command line."""
    from .scenario import paths, word

    if value is True:
        return [f"--{name}"]
    if isinstance(value, Mapping):
        if not value:
            raise UsageError(f"{name} has no value")
        # A target may have a weight behind it.
        weighs = name == "target"
        told = [(path, ":".join(map(word, inner)) if weighs and isinstance(inner, tuple) else word(inner)) for path, inner in paths(value)]
        return [f"--{name}={path}={inner}" for path, inner in told]
    if isinstance(value, (list, tuple)):
        return [inner for each in value for inner in option(name, each)]
    if isinstance(value, range):
        return [f"--{name}={between(value)}"]
    return [f"--{name}={os.fspath(value) if isinstance(value, os.PathLike) else word(value)}"]


def between(numbers: range) -> str:
    """A range as the command line has it."""
    if numbers.step != 1:
        raise UsageError(f"encounters are played without gaps, not by steps of {numbers.step}")
    return f"{numbers.start}..{numbers.stop}"


def csv(table: Any) -> str:
    """A table as CSV: a frame of pandas or polars, a mapping of columns, or rows as mappings."""
    from .scenario import word

    if hasattr(table, "write_csv"):
        return str(table.write_csv())
    if hasattr(table, "to_csv"):
        table = {str(name): table[name].tolist() for name in table.columns}
    if isinstance(table, Mapping):
        columns = {str(name): list(values) for name, values in table.items()}
        if len({len(values) for values in columns.values()}) > 1:
            raise UsageError("the columns of a design have the same length")
        rows: list[list[Any]] = [list(row) for row in zip(*columns.values())]
    else:
        listed = list(table)
        columns = {str(name): [] for row in listed for name in row}
        if any(len(row) != len(columns) for row in listed):
            raise UsageError("the rows of a design have the same columns")
        rows = [[row[name] for name in columns] for row in listed]
    quoted = [[_quoted(word(value)) for value in row] for row in [list(columns), *rows]]
    return "".join(",".join(row) + "\n" for row in quoted)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n') else text
