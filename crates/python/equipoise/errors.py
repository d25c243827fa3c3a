"""What can go wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .results import Result


@dataclass(frozen=True)
class Mistake:
    """One mistake of a scenario or of a question.

    ``code`` is the stable name of its kind, and ``path`` the dotted path of the key that it is about; ``file``, ``line`` and
    ``column`` are where it stands, counted from 1. Each is ``None`` if there is none.
    """

    message: str
    code: str | None = None
    path: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    help: str | None = None

    @classmethod
    def _of(cls, told: dict[str, Any]) -> Mistake:
        known: dict[str, Any] = {name: told.get(name) for name in cls.__dataclass_fields__}
        return cls(**known)


class Error(Exception):
    """A question that has no answer.

    Printed, it is what the command line prints: the file, the line, and what may help.
    """

    #: Every mistake that was found.
    mistakes: list[Mistake]

    def __init__(self, shown: str, mistakes: list[Mistake] | None = None) -> None:
        super().__init__(shown)
        self.mistakes = mistakes or []

    def __str__(self) -> str:
        return str(self.args[0])


class ScenarioError(Error):
    """A scenario, or a file beside it, has mistakes."""


class UsageError(Error, ValueError):
    """An option has a value that it does not take, or does not go with another one."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the work. ``partial`` is what was finished, marked as partial, or ``None`` if nothing was."""

    partial: Result | list[Result] | None

    def __init__(self, partial: Result | list[Result] | None, notes: list[str]) -> None:
        super().__init__("; ".join(notes) or "interrupted: nothing was finished")
        self.partial = partial
        self._notes = notes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.partial, self._notes)


class UndecidedWarning(UserWarning):
    """What was asked was not reached: a precision, a target or a verdict. The result is whole all the same."""


def refusal(mistakes_as_json: str, shown: str) -> Error:
    """The exception that mistakes are."""
    mistakes = [Mistake._of(told) for told in json.loads(mistakes_as_json)]
    is_of_scenario = any(mistake.code is not None or mistake.file is not None for mistake in mistakes)
    return (ScenarioError if is_of_scenario else UsageError)(shown.strip() or "refused", mistakes)
