"""Scenarios: what is fought."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import PurePath
from typing import Any

from ._ask import call
from .errors import UsageError
from .values import Record


class Scenario:
    """Who fights whom by which rules. It is never changed: :meth:`set` makes another one.

    ``path`` names it in results, and files that it names are looked for beside it. The text is read once, when it is loaded; of files beside
    it the text is read whenever it is played.
    """

    __slots__ = ("_changes", "_known", "allow_files", "path", "text")

    def __init__(
        self,
        text: str | Mapping[str, Any],
        *,
        base: str | os.PathLike[str] = ".",
        name: str = "scenario",
        allow_files: bool = False,
        _path: str | None = None,
        _changes: tuple[str, ...] = (),
    ) -> None:
        """A scenario of a text in TOML, or of tables as dictionaries.

        ``base`` is the folder in which files that it names are looked for, beneath it alone unless ``allow_files``; ``name`` is what results call
        its file.
        """
        known = {
            "path": _path if _path is not None else str(PurePath(base, f"{name}.toml")),
            "text": text if isinstance(text, str) else toml(text),
            "allow_files": allow_files,
            "_changes": _changes,
            "_known": None,
        }
        for key, value in known.items():
            object.__setattr__(self, key, value)

    #: The path by which results call it.
    path: str
    #: The text, in TOML.
    text: str
    #: Whether it may name files that are not beneath its own folder.
    allow_files: bool
    _changes: tuple[str, ...]
    _known: dict[str, Any] | None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a scenario is never changed: `set` makes another one")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.text, self.allow_files, self.path, self._changes)

    @property
    def changes(self) -> tuple[str, ...]:
        """What was set, as ``--set`` takes it."""
        return self._changes

    def set(self, values: Mapping[str, Any] | None = None, /, *, policy: Mapping[str, Any] | None = None) -> Scenario:
        """The same scenario with other values: dotted paths or nested tables, ``{"rules.melee_dr": 14, "combatants.goblin": {"hp": 8}}``.

        ``policy`` is short for the policies of combatants: ``{"rogue": "thrifty"}``.

        What ``--set`` takes is a value here: ``{"rules.melee_dr": "+2"}`` is an error, but ``scenario.change("rules.melee_dr+=2")`` is none.
        """
        changes = [f"{path}={word(value)}" for path, value in paths(values or {})]
        changes += [f"combatants.{who}.policy={word(value)}" for who, value in (policy or {}).items()]
        return self.change(*changes)

    def change(self, *changes: str) -> Scenario:
        """The same scenario with changes as ``--set`` has them: ``"rules.melee_dr+=2"``, ``"combatants.*.hp=+10%"``. Mistakes are told at once."""
        made = Scenario(self.text, allow_files=self.allow_files, _path=self.path, _changes=(*self._changes, *changes))
        made._check()
        return made

    def expecting(self, expect: Mapping[str, Any]) -> Scenario:
        """The same scenario with other expectations, by the names of the numbers: see :func:`equipoise.between`.

        The text is written anew, without its comments. It needs Python 3.11 or newer.
        """
        try:
            import tomllib
        except ImportError:
            raise UsageError("expectations of one's own need Python 3.11 or newer: write them into the scenario") from None
        tables: dict[str, Any] = {**tomllib.loads(self.text), "expect": dict(expect)}
        made = Scenario(tables, allow_files=self.allow_files, _path=self.path, _changes=self._changes)
        made._check()
        return made

    def words(self) -> list[str]:
        """The words of the command line that mean it."""
        return [self.path, *self.options()]

    def options(self) -> list[str]:
        """The words of the command line that belong to it besides its path."""
        files = ["--allow-files"] if self.allow_files else []
        return [*(f"--set={change}" for change in self._changes), *files]

    def _check(self) -> dict[str, Any]:
        if self._known is None:
            told = call(["check", *self.words(), "--format=json"], self.texts())
            object.__setattr__(self, "_known", json.loads(told.text))
        known: dict[str, Any] = self._known or {}
        return known

    def texts(self) -> dict[str, str]:
        """Its text by its path."""
        return {self.path: self.text}

    @property
    def name(self) -> str:
        """Its name."""
        return str(self._check()["scenario"])

    @property
    def system(self) -> str:
        """The name of its rules."""
        return str(self._check()["system"])

    @property
    def combatants(self) -> list[Record]:
        """Who fights: ``id, name, side``."""
        return [Record(each) for each in self._check()["combatants"]]

    @property
    def keys(self) -> list[Record]:
        """Every value: ``path, value, applies, follows, from, rules``; ``from`` is ``file``, ``set`` or ``default``."""
        return [Record(each) for each in self._check()["keys"]]

    def __getitem__(self, path: str) -> Any:
        """The value in effect at a dotted path; of one that follows from others, how it follows."""
        for key in self._check()["keys"]:
            if key["path"] == path:
                return key["follows"] if key["value"] is None else key["value"]
        raise KeyError(path)

    def __iter__(self) -> Iterator[str]:
        return (key["path"] for key in self._check()["keys"])

    def __repr__(self) -> str:
        changed = f", {', '.join(self._changes)}" if self._changes else ""
        return f"Scenario({self.name!r}, {self.system}{changed})"

    def _repr_html_(self) -> str:
        sides: dict[str, list[str]] = {}
        for each in self._check()["combatants"]:
            sides.setdefault(each["side"], []).append(each["name"])
        against = " against ".join(escape(", ".join(names)) for names in sides.values())
        given = [key for key in self._check()["keys"] if key["from"] != "default" and key["path"] not in ("name", "description")]
        rows = "".join(f"<tr><td>{escape(key['path'])}</td><td>{escape(str(key['value']))}</td></tr>" for key in given)
        return (
            f"<p><b>{escape(self.name)}</b> ({escape(self.system)}): {against}</p>"
            f"<details><summary>{len(given)} values that are not the default</summary><table>{rows}</table></details>"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.path, self.text, self._changes, self.allow_files))


def _again(text: str, allow_files: bool, path: str, changes: tuple[str, ...]) -> Scenario:
    """A scenario that was packed."""
    return Scenario(text, allow_files=allow_files, _path=path, _changes=changes)


def between(least: float, most: float) -> dict[str, float]:
    """An expectation: a number from ``least`` to ``most``."""
    return {"at_least": least, "at_most": most}


def at_least(least: float) -> dict[str, float]:
    """An expectation: a number of ``least`` or more."""
    return {"at_least": least}


def at_most(most: float) -> dict[str, float]:
    """An expectation: a number of ``most`` or less."""
    return {"at_most": most}


def load(source: str | os.PathLike[str] | Mapping[str, Any], *, base: str | os.PathLike[str] = ".", allow_files: bool = False) -> Scenario:
    """A scenario from a path, a text in TOML or tables as dictionaries. Mistakes are told at once.

    A text is what has a line break; anything else is a path.
    """
    if isinstance(source, str) and "\n" in source or isinstance(source, Mapping):
        made = Scenario(source, base=base, allow_files=allow_files)
    else:
        path = os.fspath(source)
        if path == "-" or not isinstance(path, str):
            raise UsageError(f"{path!r} is no path of a scenario: a text in TOML, of more than one line, is taken as well")
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError):
            # The command line says what is wrong with a file.
            call(["check", path], {})
            raise
        made = Scenario(text, allow_files=allow_files, _path=path)
    made._check()
    return made


def paths(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted paths with their values, of tables within tables."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from paths(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def word(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, (bytes, bytearray)):
        raise UsageError(f"{value!r} is no value")
    # Arrays and columns of other libraries are lists, and their numbers are numbers.
    exact = value.tolist() if hasattr(value, "tolist") else value.to_list() if hasattr(value, "to_list") else value
    if isinstance(exact, (Sequence, range)) and not isinstance(exact, str):
        if any(isinstance(each, str) and "," in each for each in exact):
            raise UsageError("a text with a comma cannot be one of several values")
        return ",".join(word(each) for each in exact)
    if isinstance(exact, float) and exact.is_integer():
        return str(int(exact))
    return word(exact) if isinstance(exact, (bool, str)) else str(exact)


def toml(table: Mapping[str, Any]) -> str:
    """Tables as a text in TOML."""
    simple = {key: value for key, value in table.items() if not _is_table(value) and not _are_tables(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in simple.items()]
    for key, value in table.items():
        if _is_table(value):
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in table.items():
        if _are_tables(value):
            for each in value:
                lines += ["", f"[[{_key(key)}]]", *(f"{_key(name)} = {_value(inner)}" for name, inner in each.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _are_tables(value: Any) -> bool:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return is_list and len(value) > 0 and all(isinstance(each, Mapping) for each in value)


def _key(key: str) -> str:
    is_bare = key != "" and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if is_bare else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return word(value)
    if value is None:
        raise UsageError("None is no value of a scenario: leave the key out")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    exact = value.item() if hasattr(value, "item") else value
    return _value(exact) if isinstance(exact, (str, bool)) else repr(exact)
