"""Results of questions."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from . import _core
from ._ask import Progress, Question
from .errors import Error, UsageError
from .tables import Table
from .values import Difference, Mean, Number, Quantile, Record, Share, brief, flat, read, rounded


class Result:
    """A result: every key of its JSON as an attribute, and the text itself.

    Results are not changed once they are made. ``status`` is the exit status that the command line has: 0, 1 if what was asked was not
    reached, 130 after Ctrl-C.
    """

    _lines: list[str]
    status: int
    notes: list[str]
    page: str | None

    #: The key whose objects are the rows of :attr:`numbers`.
    _ROWS: ClassVar[str | None] = None

    def __init__(
        self,
        lines: Sequence[str],
        status: int = 0,
        notes: Sequence[str] = (),
        page: str | None = None,
        question: Question | None = None,
    ) -> None:
        self._question = question
        self._lines = list(lines)
        self._data: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.status = status
        self.notes = list(notes)
        self.page = page

    def to_json(self) -> str:
        """What ``--format json`` prints, byte for byte: a line for each object."""
        return "".join(f"{line}\n" for line in self._lines)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON has it; the first line, if there are several."""
        return self._data[0] if self._data else {}

    @property
    def provenance(self) -> Record:
        """What makes the same numbers again: versions, scenarios with their texts, the question and its command line."""
        return Record(self.to_dict()["provenance"])

    @property
    def partial(self) -> bool:
        """Whether Ctrl-C ended it before it was whole."""
        return bool(self.to_dict().get("partial", False))

    @property
    def numbers(self) -> Table:
        """The numbers as a table, a row each."""
        return self.table(self._ROWS)

    def table(self, key: str | None = None) -> Table:
        """The objects of a list of the JSON as rows, by its key; of the first list if there is no key. Results of several lines have the texts and
        numbers of each line before its rows.
        """
        rows = []
        for line in self._data:
            lists = [name for name, value in line.items() if isinstance(value, list) and value and isinstance(value[0], dict)]
            chosen = key if key is not None else lists[0] if lists else None
            if chosen is not None and chosen not in line:
                raise KeyError(f"there is no list {chosen!r}; there are {', '.join(lists)}")
            around = {name: value for name, value in line.items() if not isinstance(value, (list, dict))}
            if chosen is None:
                rows.append(flat({name: value for name, value in line.items() if name != "provenance"}))
                continue
            for each in line[chosen]:
                inner = flat(each) if isinstance(each, dict) else {chosen: each}
                outer = around if len(self._data) > 1 else {}
                rows.append({**outer, **{f"{chosen}.{name}" if name in outer else name: value for name, value in inner.items()}})
        return Table.of_rows(rows)

    def report(self) -> Page:
        """The page of the command line. It is made by asking once more, which takes as long as before, unless the result has one."""
        question = self._asked()
        if question.command in ("run", "exact"):
            return question_of_report(question)
        if self.page is not None:
            return Page(self.page)
        if not question.takes_page:
            raise UsageError(f"`{question.command}` has no page")
        with tempfile.TemporaryDirectory(prefix="equipoise-") as folder:
            file = Path(folder) / "page.html"
            question.tell(report=file)
            return Page(file.read_text(encoding="utf-8"))

    def svg(self, chart: str) -> str:
        """A chart of the page as SVG, by its name, such as ``party`` of a sweep. It is made by asking once more."""
        return self._chart(chart, "svg")

    def vega(self, chart: str) -> dict[str, Any]:
        """A chart of the page in Vega-Lite, by its name. It is made by asking once more."""
        spec: dict[str, Any] = json.loads(self._chart(chart, "json"))
        return spec

    def plot(self, chart: str) -> Any:
        """:meth:`vega` as a chart of altair if that is there, else as what a notebook draws by itself."""
        spec = self.vega(chart)
        try:
            import altair
        except ImportError:
            return Vega(spec)
        return altair.Chart.from_dict(spec)

    def _chart(self, chart: str, kind: str) -> str:
        question = self._asked()
        with tempfile.TemporaryDirectory(prefix="equipoise-") as folder:
            file = Path(folder) / f"chart.{kind}"
            if question.command in ("run", "exact"):
                question_of_report(question, chart=f"{chart}={file}")
            else:
                question.tell(chart=f"{chart}={file}")
            return file.read_text(encoding="utf-8")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the result as ``--format json`` prints it: :func:`equipoise.read` reads it, and ``rerun`` makes it again."""
        Path(path).write_text(self.to_json(), encoding="utf-8", newline="\n")

    def _asked(self) -> Question:
        if self._question is None:
            raise UsageError("a result that was read is not asked again: its provenance says what was asked")
        return self._question

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        data = self.to_dict()
        if name.rstrip("_") not in data:
            raise AttributeError(f"there is no {name!r}; there are {', '.join(data)}")
        return read(data[name.rstrip("_")], data.get("encounters"))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.to_dict()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(tuple(self._lines))

    def __repr__(self) -> str:
        data = self.to_dict()
        shown = ", ".join(f"{key}={brief(getattr(self, key))}" for key in list(data)[:8] if key != "provenance")
        return f"{type(self).__name__}({shown})"

    def _repr_html_(self) -> str:
        if self.page is not None:
            return framed(self.page)
        return f"<p>{escape(repr(self))}</p>{self.numbers._repr_html_()}"


def framed(page: str) -> str:
    """A page within another one: in a frame of its own, so that neither styles the other."""
    return f'<iframe srcdoc="{escape(page, quote=True)}" sandbox style="width:100%;height:40em;border:0" title="equipoise"></iframe>'


class Run(Result):
    """How a scenario goes: numbers by their names, as docs/quantities.md has them.

    ``run["winners.party"]`` and ``run.party`` are the same number; ``run["rounds"]`` is the mean, ``run["rounds.p95"]`` a quantile.
    """

    def __init__(
        self,
        lines: Sequence[str],
        status: int = 0,
        notes: Sequence[str] = (),
        page: str | None = None,
        question: Question | None = None,
    ) -> None:
        super().__init__(lines, status, notes, page, question)
        self._numbers = dict(named(self.to_dict()))

    @property
    def party(self) -> Share:
        """The share of encounters that the party wins."""
        return self._share("party")

    @property
    def enemies(self) -> Share:
        """The share of encounters that the enemies win."""
        return self._share("enemies")

    @property
    def draw(self) -> Share:
        """The share of encounters that end with nobody standing."""
        return self._share("draw")

    @property
    def timeout(self) -> Share:
        """The share of encounters without a winner after the most rounds."""
        return self._share("timeout")

    def _share(self, winner: str) -> Share:
        share = self._numbers[f"winners.{winner}"]
        assert isinstance(share, Share)
        return share

    @property
    def n(self) -> int | None:
        """The number of encounters; ``None`` for an exact solution."""
        played = self.to_dict().get("encounters")
        return None if played is None else int(played)

    def __getitem__(self, name: str) -> Number:
        """A number by its full name, or by a short one."""
        for known in spellings(name):
            if known in self._numbers:
                return self._numbers[known]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def numbers(self) -> Table:
        """Every number: ``name, kind, value, lo, hi, n, interval``."""
        return Table.of_rows(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [row_of(name, number) for name, number in self._numbers.items()]

    @property
    def rounds(self) -> Table:
        """How many encounters lasted so many rounds: ``rounds, encounters, share``; the mean is ``run["rounds"]``."""
        rounds = self.to_dict()["rounds"]
        if self.n is None:
            pairs = rounds["distribution"]
            return Table({"rounds": [at for at, _ in pairs], "encounters": [None] * len(pairs), "share": [share for _, share in pairs]})
        pairs = rounds["histogram"]
        counts = [count for _, count in pairs]
        return Table({"rounds": [at for at, _ in pairs], "encounters": counts, "share": [count / self.n for count in counts]})

    @property
    def combatants(self) -> Table:
        """How combatants ended, a row each: ``combatant, side``, and the share of each end with its interval, as ``combatants.csv`` has them."""
        rows = []
        for each in self.to_dict()["combatants"]:
            row: dict[str, Any] = {"combatant": each["id"], "side": each["side"]}
            for end in ("standing", "fled", "down", "dead"):
                row |= {end: each[end]["share"], f"{end}_lo": each[end].get("lo"), f"{end}_hi": each[end].get("hi")}
            rows.append(row)
        return Table.of_rows(rows)

    def methods(self) -> str:
        """Two sentences for a paper: how the numbers came about, and by what."""
        data, made = self.to_dict(), self.provenance
        n, confidence = data.get("encounters"), data.get("confidence")
        how = "The numbers are exact: every branch of the dice was followed"
        if n is not None:
            how = f"{n:,} encounters were simulated with seed {data.get('seed')}"
            how += f"; intervals hold at {confidence:.4g} each (shares: E. B. Wilson, 1927)" if confidence else ""
        build = f", commit {made['commit']}" if "commit" in made else ""
        return f"{how}. They were computed by equipoise {made['equipoise']}{build} (seed contract {made['seed_contract']})."

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and any(known in self._numbers for known in spellings(name))

    def __repr__(self) -> str:
        data = self.to_dict()
        played = "exact" if self.n is None else f"{self.n:_} encounters"
        numbers = ", ".join(f"{name} {self[name]}" for name in ("party", "enemies", "rounds"))
        return f"Run({data['scenario']!r}, {played}: {numbers})"


def spellings(name: str) -> list[str]:
    """The full names that a name may be short for."""
    return [name, f"winners.{name}", f"metrics.{name}", name.removesuffix(".mean")]


def row_of(name: str, number: Number) -> dict[str, Any]:
    """A number as a row."""
    kind = type(number).__name__.lower()
    return {
        "name": name,
        "kind": kind,
        "value": float(number.value),
        "lo": number.lo,
        "hi": number.hi,
        "n": number.n,
        "interval": number.interval,
    }


def named(data: Mapping[str, Any]) -> Iterator[tuple[str, Number]]:
    """The numbers of a scenario by their full names."""
    n = data.get("encounters")

    def number(name: str, value: Mapping[str, Any]) -> Iterator[tuple[str, Number]]:
        found = read({key: inner for key, inner in value.items() if key != "any"}, n)
        if isinstance(found, Number):
            yield name, found

    for winner, share in data["winners"].items():
        yield from number(f"winners.{winner}", share)
    rounds = data["rounds"]
    yield from number("rounds", {key: rounds.get(key) for key in ("mean", "sd", "lo", "hi", "interval")})
    for key in ("p05", "p50", "p95", "max"):
        yield f"rounds.{key}", Quantile(rounds[key], n=n)
    for combatant in data["combatants"]:
        for end in ("standing", "fled", "down", "dead"):
            yield from number(f"combatants.{combatant['id']}.{end}", combatant[end])
    for metric in data["metrics"]:
        yield from number(f"metrics.{metric['name']}", metric)
        if "share" in metric and "mean" in metric:
            yield f"metrics.{metric['name']}.share", Share(metric["share"], n=n, count=metric.get("count"))
    for group in data.get("groups", []):
        for end in ("standing", "fled", "down", "dead"):
            yield from number(f"groups.{group['name']}.{end}", group[end])
            if "any" in group[end]:
                yield from number(f"groups.{group['name']}.any_{end}", group[end]["any"])
    quantities = data.get("quantities", [])
    # A number with a former name is there twice.
    former = {"decided_after"} if any(quantity["name"] == "last_behind" for quantity in quantities) else set()
    for quantity in [*(each for each in quantities if each["name"] not in former), *data.get("accounts", [])]:
        yield from number(quantity["name"], quantity)


class Sweep(Result):
    """A scenario with other values: a :class:`Run` for each cell, in order, and the crossing that was looked for."""

    def __init__(
        self,
        lines: Sequence[str],
        status: int = 0,
        notes: Sequence[str] = (),
        page: str | None = None,
        question: Question | None = None,
    ) -> None:
        super().__init__(lines, status, notes, page, question)
        is_cell = [data.get("kind") != "crossing" for data in self._data]
        #: The results, cell by cell.
        self.cells = [Run([line], status, notes) for line, cell in zip(self._lines, is_cell) if cell]
        found = [data["crossing"] for data, cell in zip(self._data, is_cell) if not cell]
        #: Where the number takes the value that was looked for, or ``None`` if none was.
        self.crossing: Record | None = Record(found[0]) if found else None

    @property
    def axes(self) -> list[str]:
        """The paths that vary."""
        return list(dict.fromkeys(path for cell in self.cells for path in cell.to_dict().get("values", {})))

    @property
    def numbers(self) -> Table:
        """Every number of every cell: the values of the cell, then the columns of :attr:`Run.numbers`."""
        return Table.of_rows({**cell.to_dict().get("values", {}), **row} for cell in self.cells for row in cell._rows())

    def wide(self, *names: str, short: bool = False) -> Table:
        """A row for each cell: its values, and the numbers of these names with their ends (``NAME``, ``NAME.lo``, ``NAME.hi``).

        With ``short`` paths are called by their last part, ``melee_dr``, as formulas of statsmodels want them; those that would be the same stay whole.
        """
        lasts = [path.rsplit(".", 1)[-1] for path in self.axes]
        called = {path: last if short and lasts.count(last) == 1 else path for path, last in zip(self.axes, lasts)}
        rows = []
        for cell in self.cells:
            row = {called[path]: value for path, value in cell.to_dict().get("values", {}).items()}
            for name in names or ("party",):
                number = cell[name]
                row |= {name: float(number.value), f"{name}.lo": number.lo, f"{name}.hi": number.hi}
            rows.append(row)
        return Table.of_rows(rows)

    def pivot(self, name: str) -> Table:
        """One number with the values of the first axis down and those of the second across."""
        down, *across = self.axes
        rows: dict[Any, dict[str, Any]] = {}
        for cell in self.cells:
            values = cell.to_dict()["values"]
            column = ", ".join(str(values[path]) for path in across) or name
            row = rows.setdefault(values[down], {down: values[down]})
            if column in row:
                raise UsageError("a point is there twice: `wide` has a row for each")
            row[column] = float(cell[name].value)
        return Table.of_rows(rows.values())

    def __iter__(self) -> Iterator[Run]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, index: int) -> Run:
        return self.cells[index]

    def __repr__(self) -> str:
        return f"Sweep({self.to_dict().get('scenario')!r}, {len(self.cells)} cells of {', '.join(self.axes)})"


class Compare(Result):
    """Two scenarios on the same dice: a difference for each number."""

    _ROWS = "values"

    def __getitem__(self, name: str) -> Difference:
        for known in (*spellings(name), f"{name}.mean"):
            for row in self.to_dict()["values"]:
                if row["name"] == known:
                    found = read(row, self.to_dict().get("encounters"))
                    assert isinstance(found, Difference)
                    return found
        raise KeyError(name)

    def verdict(self, name: str) -> str:
        """What is said of a number: ``different``, ``same`` (within the margin), ``undecided`` or ``identical`` (in every encounter)."""
        return str(self[name].verdict)

    def __repr__(self) -> str:
        data = self.to_dict()
        party = self["party"]
        return f"Compare({data['first']!r}, {data['second']!r}: party {party}, {party.verdict})"


class Tune(Result):
    """The value that comes nearest to the targets."""

    _ROWS = "ranking"

    @property
    def best(self) -> dict[str, Any]:
        """The values that came nearest."""
        return dict(self.to_dict()["ranking"][0]["values"])

    @property
    def reached(self) -> bool:
        """Whether all targets are within the margin."""
        return bool(self.to_dict()["reached"])

    @property
    def statement(self) -> str:
        """What is sure of the best values, in words."""
        data = self.to_dict()
        by = f" by more than {data['margin']}" if data["verdict"] == "within margin" else ""
        if data["verdict"] in ("closest", "within margin"):
            return f"{self.best}: no other is closer{by}, with a confidence of {data['certainty']:.4g}"
        return f"{self.best} comes nearest, and that is not sure: {data['verdict']}"

    @property
    def remeasured(self) -> Record:
        """The targets of the best values, measured again on fresh encounters, by their short names."""
        again = self.to_dict().get("measured_again") or {"metrics": [], "encounters": None}
        return Record({metric["name"].removeprefix("winners."): metric for metric in again["metrics"]}, again["encounters"])

    def raise_if_out_of_reach(self) -> None:
        """Raises :class:`equipoise.Error` if the targets are not reached."""
        if not self.reached:
            raise Error(f"the targets are out of reach; {self.statement}")

    def __repr__(self) -> str:
        return f"Tune({self.best}, {self.to_dict()['verdict']!r}, reached={self.reached})"


class Test(Result):
    """What a scenario's ``[expect]`` comes to."""

    __test__ = False  # No class of tests for pytest.
    _ROWS = "expectations"

    @property
    def passed(self) -> bool:
        """Whether every expectation holds."""
        return bool(self.to_dict()["verdict"] == "pass")

    def assert_passed(self) -> None:
        """Raises ``AssertionError`` with every expectation that does not hold."""
        wrong = [each for each in self.to_dict()["expectations"] if each["verdict"] != "pass"]
        told = [
            f"{each['quantity']} is {rounded(each['value'], each['lo'], each['hi'])}, wanted {each['at_least']} to {each['at_most']}: "
            f"{each['verdict']}"
            for each in wrong
        ]
        if told:
            raise AssertionError("\n".join(told))

    def __repr__(self) -> str:
        data = self.to_dict()
        return f"Test({data['scenario']!r}, {data['verdict']}, {len(data['expectations'])} expectations)"


class Replay(Result):
    """One fight, told."""

    _ROWS = "lines"

    @property
    def lines(self) -> Table:
        """What happened: ``round, text``; dice and events are in ``to_dict()["lines"]``."""
        return self.numbers

    @property
    def numbers(self) -> Table:
        """The lines: ``round, text``."""
        lines = self.to_dict()["lines"]
        return Table({"round": [line["round"] for line in lines], "text": [line["text"] for line in lines]})

    def __str__(self) -> str:
        told = []
        for line in self.to_dict()["lines"]:
            told.append(f"{line['round']:>4}  {line['text']}")
        return "\n".join(told)

    def __repr__(self) -> str:
        data = self.to_dict()
        return f"Replay({data['scenario']!r}, fight {data['index']} of seed {data['seed']}: {data['winner']}, {data['rounds']} rounds)"

    def _repr_html_(self) -> str:
        data = self.to_dict()
        rounds: dict[int, list[str]] = {}
        for line in data["lines"]:
            rounds.setdefault(line["round"], []).append(escape(line["text"]))
        parts = [f"<h4>{escape(data['scenario'])}, fight {data['index']} of seed {data['seed']}</h4>"]
        for number, lines in rounds.items():
            items = "".join(f"<li>{line}</li>" for line in lines)
            parts.append(f"<h5>{f'Round {number}' if number else 'Set-up'}</h5><ul>{items}</ul>")
        return "".join(parts)


class Vega:
    """A chart in Vega-Lite, which notebooks draw."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"application/vnd.vegalite.v5+json": self.spec, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"Vega({self.spec.get('title')!r})"


def question_of_report(question: Question, **more: Any) -> Page:
    """The page of `report` about what `run` or `exact` was asked."""
    known = {each["name"].replace("-", "_") for each in command_named("report")["options"]}
    options = {
        name: value for name, value in question.options.items() if name in known and name not in ("out", "parquet", "resume", "extend")
    }
    exactly = {"method": "exact"} if question.command == "exact" else {}
    return page_of(Question("report", question.scenarios, {**options, **exactly, **more}))


def page_of(report: Question, progress: Progress = None) -> Page:
    """The page that `report` writes."""
    with tempfile.TemporaryDirectory(prefix="equipoise-") as folder:
        report.tell(progress, out=folder)
        return Page((Path(folder) / "index.html").read_text(encoding="utf-8"))


def command_named(name: str) -> dict[str, Any]:
    """A command as the command line describes it."""
    found: dict[str, Any] = next(each for each in json.loads(_core.commands()) if each["name"] == name)
    return found


class Page:
    """A page of HTML that stands alone: ``save`` it, or let a notebook show it."""

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: Any) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        return framed(self.html)

    def __repr__(self) -> str:
        return f"Page({len(self.html)} characters)"


#: The class of the results of a command.
CLASSES: dict[str, type[Result]] = {
    "run": Run,
    "exact": Run,
    "sweep": Sweep,
    "compare": Compare,
    "tune": Tune,
    "test": Test,
    "replay": Replay,
}

#: Commands whose lines are one result.
WHOLE = ("sweep", "sensitivity", "coverage", "skill", "odds")


def made_of(
    command: str,
    lines: Sequence[str],
    status: int = 0,
    notes: Sequence[str] = (),
    pages: Sequence[str] = (),
    question: Question | None = None,
) -> list[Result]:
    """The results that a command has printed, line by line."""
    kind = CLASSES.get(command, Result)
    parts = [list(lines)] if command in WHOLE and lines else [[line] for line in lines]
    return [kind(part, status, notes, pages[index] if index < len(pages) else None, question) for index, part in enumerate(parts)]


__all__ = ["CLASSES", "Compare", "Mean", "Page", "Replay", "Result", "Run", "Sweep", "Test", "Tune"]
