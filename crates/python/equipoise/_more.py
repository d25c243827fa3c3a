"""Commands that are no questions about one scenario."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _core
from ._ask import Progress, Question, Told, call, option, same_changes
from ._front import File, Source, scenario_of, short
from .errors import UsageError
from .questions import sweep
from .results import Page, Result, Run, Sweep, made_of, page_of
from .scenario import Scenario
from .values import Record


def command(*words: str | os.PathLike[str], texts: Mapping[str, str] | None = None, progress: Progress = None, **options: Any) -> Told:
    """Any command, by the words of the command line and options as keywords: what it prints. ``texts`` are files that are none, by their paths.

    >>> print(command("explain", "winners.party").text)
    """
    typed = [
        word for name, value in short(options).items() if value is not None for word in option(name.rstrip("_").replace("_", "-"), value)
    ]
    return call([*(os.fspath(word) for word in words), *typed], texts, progress)


def report(scenarios: Source | Sequence[Source], *, progress: Progress = None, **options: Any) -> Page:
    """The page that `equipoise report` writes, with its options as keywords."""
    listed = [scenarios] if isinstance(scenarios, (str, os.PathLike, Scenario)) else list(scenarios)
    loaded = [scenario_of(source) for source in listed]
    same_changes(loaded)
    return page_of(Question("report", loaded, short(options)), progress)


def rerun(recorded: Result | File, *, progress: Progress = None, **options: Any) -> list[Record]:
    """Makes recorded results again, whatever was recorded: a result, a file or a directory. Each record says whether it is the same."""
    if not isinstance(recorded, Result):
        told = command("rerun", recorded, format="json", progress=progress, **options)
    else:
        with tempfile.TemporaryDirectory(prefix="equipoise-") as folder:
            file = Path(folder) / "result.json"
            file.write_text(recorded.to_json(), encoding="utf-8", newline="\n")
            told = command("rerun", file, format="json", progress=progress, **options)
    return [Record(json.loads(line)) for line in told.text.splitlines()]


def merge(*shards: File, **options: Any) -> Run:
    """The result of the shards of a run, from whatever machines."""
    told = command("merge", *shards, format="json", **options)
    lines = told.text.splitlines()
    if len(lines) != 1:
        raise UsageError(f"there are {len(lines)} results in these shards: merge those of one scenario at a time")
    return Run(lines, told.status, told.notes)


def read(path: File) -> list[Result]:
    """The results in a file, as :meth:`Result.save` or ``--format json`` writes them, or in a directory of ``--out``."""
    folder = Path(path)
    if not folder.is_dir():
        lines = [line for line in folder.read_text(encoding="utf-8").splitlines() if line]
        try:
            kinds = {json.loads(line)["provenance"]["study"]["kind"] for line in lines}
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{folder} has no results: what `save` or `--format json` writes is read") from None
        # The crossing of a sweep is a study of its own.
        kind = "sweep" if "sweep" in kinds or "cross" in kinds else next(iter(kinds), "run")
        return made_of(kind, lines)
    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    common = document["provenance"]
    wholes = [{**result, "provenance": {**common, **result["provenance"]}} for result in document["results"]]
    return [Run([json.dumps(whole, separators=(",", ":"), ensure_ascii=False)]) for whole in wholes]


def grid(scenario: Source, design: Any, **options: Any) -> Sweep:
    """A sweep of the points of a design: a row each, in its order, as often as they are there. ``design`` is a frame, columns or rows."""
    return sweep(scenario, points=design, **options)


def check(*scenarios: Source) -> list[Record]:
    """What is understood of scenarios: their combatants, and every value with where it comes from."""
    loaded = [scenario_of(source) for source in scenarios]
    return [Record(scenario._check()) for scenario in loaded]


def explain(word: str, system: str | None = None) -> str:
    """What a name, an option or a column means, in words."""
    return command("explain", word, *([] if system is None else [f"--system={system}"])).text


def systems() -> list[Record]:
    """The rule systems: ``name, about``."""
    return [Record({"name": name, "about": about}) for name, about in _core.systems()]
