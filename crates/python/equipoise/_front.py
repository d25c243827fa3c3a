"""What the functions of questions.py have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ._ask import Progress, Question, same_changes
from .errors import UsageError
from .results import Compare, Result
from .scenario import Scenario, load

#: A scenario, or a path of one.
Source = Scenario | str | os.PathLike[str]
#: A path of a file.
File = str | os.PathLike[str]
#: The value of an option: what the command line takes, as a text or as what it means.
Value = str | int | float | os.PathLike[str] | range
#: Values of an option that may be repeated: one, several, or a mapping of paths or names to values.
Values = Value | Sequence[Any] | Mapping[str, Any]

_R = TypeVar("_R", bound=Result)


def scenario_of(source: Source) -> Scenario:
    """A scenario, loaded if it is a path."""
    return source if isinstance(source, Scenario) else load(source)


def about(
    command: str,
    *sources: Source,
    as_: type[_R],
    progress: Progress = None,
    page: bool | None = None,
    takes_page: bool = False,
    expect: Mapping[str, Any] | None = None,
    **options: Any,
) -> _R:
    """The result of a command about scenarios."""
    scenarios = [scenario_of(source) for source in sources]
    if expect is not None:
        scenarios = [scenario.expecting(expect) for scenario in scenarios]
    same_changes(scenarios)
    return only(Question(command, scenarios, short(options), takes_page=takes_page).ask(progress, page), as_)


def of_file(
    command: str,
    file: File,
    *,
    as_: type[_R],
    progress: Progress = None,
    page: bool | None = None,
    takes_page: bool = False,
    **options: Any,
) -> _R:
    """The result of a command about a file that is no scenario."""
    return only(Question(command, [], short(options), [os.fspath(file)], takes_page).ask(progress, page), as_)


def games_of(scenario: Source, games: File, *, as_: type[_R], progress: Progress = None, **options: Any) -> _R:
    """The result of `observe`: a scenario and a file of games."""
    takes_page = bool(options.pop("takes_page", False))
    page = options.pop("page", None)
    question = Question("observe", [scenario_of(scenario)], short(options), behind=[os.fspath(games)], takes_page=takes_page)
    return only(question.ask(progress, page), as_)


def between(first: Source, second: Source | None, *, as_: type[Compare], with_: Values | None = None, **options: Any) -> Compare:
    """The result of `compare`. Two scenarios with one text are one scenario, and the second is the first with more changes."""
    one = scenario_of(first)
    if second is None:
        return about("compare", one, as_=as_, with_=with_, **options)
    other = scenario_of(second)
    if with_ is not None:
        raise UsageError("with_ takes the place of a second scenario")
    more = other.changes[len(one.changes) :]
    if more and (one.path, one.text) == (other.path, other.text) and one.changes == other.changes[: len(one.changes)]:
        return about("compare", one, as_=as_, with_=list(more), **options)
    return about("compare", one, other, as_=as_, **options)


def only(results: Sequence[Result], as_: type[_R]) -> _R:
    """The one result."""
    if len(results) != 1 or not isinstance(results[0], as_):
        raise UsageError(f"there are {len(results)} results, where one was expected")
    return results[0]


def short(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options by their long names."""
    given = dict(options)
    count = given.pop("n", None)
    if count is not None:
        if isinstance(count, bool):
            raise UsageError(f"{count} is no number of encounters")
        if given.get("encounters") is not None:
            raise UsageError("n is short for encounters: give one of them")
        given["encounters"] = count
    return given
