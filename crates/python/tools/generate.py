"""Writes equipoise/questions.py: a function for each command that asks about scenarios, with its options as they are documented.

Run it where the package is installed: `python crates/python/tools/generate.py`; with `--check` it compares.
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

from equipoise import _core

HERE = Path(__file__).resolve().parents[1]

#: The commands about one scenario, about several, and about files, each with the class of its result.
ONE = {
    "run": "Run",
    "exact": "Run",
    "odds": "Result",
    "sweep": "Sweep",
    "tune": "Tune",
    "sensitivity": "Result",
    "luck": "Result",
    "skill": "Result",
    "test": "Test",
    "gauntlet": "Result",
    "replay": "Replay",
    "drama": "Result",
    "rare": "Result",
}
SEVERAL = {"versus": "Result", "coverage": "Result"}
FILES = {"balance": "Result"}
#: Options that take a file, or here a table.
TABLES = {"points", "rows"}
#: Options that say how a terminal shows something, and those that a scenario has.
LEFT_OUT = {"format", "quiet", "color", "picture", "no-picture", "set", "allow-files", "help", "version", "csv"}

HEAD = '''"""Questions about scenarios, with the options of the command line as keywords.

`generate.py` writes this file from the command line itself.
"""

# ruff: noqa: D405, D417, E501, A002
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ._ask import Progress
from ._front import File, Source, Value, Values, about, between, games_of, of_file
from .results import Compare, Replay, Result, Run, Sweep, Test, Tune
'''


def name_of(option: str) -> str:
    """The keyword of an option."""
    name = option.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def kind_of(option: dict[str, Any]) -> str:
    """The type of a keyword."""
    if option["flag"]:
        return "bool"
    if option["values"] and not option["several"]:
        return f"Literal[{', '.join(json.dumps(value) for value in option['values'])}] | None"
    if option["name"] in TABLES:
        return "Any"
    is_mapping = "=" in (option["value"] or "")
    return "Values | None" if option["several"] or is_mapping else "Value | None"


def plain(text: str | None) -> str:
    """A text of the help without styles, in one paragraph."""
    return " ".join((text or "").split())


def function(command: dict[str, Any]) -> str:
    """A command as a function."""
    name = command["name"]
    options = [option for option in command["options"] if not option["positional"] and option["name"] not in LEFT_OUT]
    takes_page = any(option["name"] == "report" for option in options) or name in ("run", "exact")
    has_n = any(option["short"] == "n" for option in options)
    keywords = [f"{name_of(option['name'])}: {kind_of(option)} = {'False' if option['flag'] else 'None'}" for option in options]
    if has_n:
        keywords.insert(0, "n: Value | None = None")
    keywords.append("progress: Progress = None")
    if takes_page:
        keywords.append("page: bool | None = None")
    result = {**ONE, **SEVERAL, **FILES, "compare": "Compare", "observe": "Result"}[name]
    first = {"compare": "first: Source, second: Source | None = None", "observe": "scenario: Source, games: File"}.get(name)
    if first is None:
        first = "*scenarios: Source" if name in SEVERAL else "file: File" if name in FILES else "scenario: Source"
    if name in ("sweep", "tune"):
        first += ", vary: Values | None = None"
        keywords = [keyword for keyword in keywords if not keyword.startswith("vary:")]
    if name == "test":
        keywords.append("expect: Mapping[str, Any] | None = None")
    star = [] if name in SEVERAL else ["*"]
    signature = ",\n    ".join([first, *star, *keywords])
    asked = {"compare": "between(first, second", "observe": "games_of(scenario, games"}.get(name)
    if asked is None:
        asked = f'of_file("{name}", file' if name in FILES else f'about("{name}", {"*scenarios" if name in SEVERAL else "scenario"}'
    passed = ["n=n"] if has_n else []
    passed += [f"{name_of(option['name'])}={name_of(option['name'])}" for option in options]
    passed += ["expect=expect"] if name == "test" else []
    passed += ["progress=progress"] + ([f"page=page, takes_page={name not in ('run', 'exact')}"] if takes_page else [])
    told = [f"{name_of(option['name'])}: {plain(option['help'])}" for option in options]
    told += ["n: short for encounters"] if has_n else []
    told += ["progress: True for a bar, or a function of finished, all, a second, and the scenario's name"]
    told += (
        ["expect: expectations in the place of the file's, by the names of numbers, such as between(0.4, 0.6)"] if name == "test" else []
    )
    told += ["page: whether the result has a page to show; by default in notebooks"] if takes_page else []
    lines = [textwrap.fill(line, 116, initial_indent=" " * 8, subsequent_indent=" " * 12) for line in told]
    doc = "\n".join([f"{plain(command['about']).rstrip('.')}.", "", "    Args:", *lines])
    doc = doc.replace("\\", "\\\\")
    return (
        f"def {name_of(name)}(\n    {signature},\n) -> {result}:\n"
        f'    """{doc.strip()}\n    """\n'
        f"    return {asked}, {', '.join(passed)}, as_={result})\n"
    )


def generated() -> str:
    """The text of the file."""
    known = {command["name"]: command for command in json.loads(_core.commands())}
    wanted = [*ONE, *SEVERAL, *FILES, "compare", "observe"]
    functions = [function(known[name]) for name in known if name in wanted]
    names = ", ".join(json.dumps(name_of(name)) for name in known if name in wanted)
    return "\n\n".join([HEAD, *functions, f"__all__ = [{names}]\n"])


def formatted(text: str) -> str:
    """The text as ruff formats it."""
    words = ["ruff", "format", "--quiet", "--stdin-filename", "questions.py", "-"]
    return subprocess.run([sys.executable, "-m", *words], input=text, capture_output=True, text=True, check=True, cwd=HERE).stdout


if __name__ == "__main__":
    written = HERE / "equipoise/questions.py"
    if sys.argv[1:] != ["--check"]:
        written.write_text(formatted(generated()), encoding="utf-8")
    elif written.read_text(encoding="utf-8") != formatted(generated()):
        sys.exit("equipoise/questions.py is of another command line: run `python crates/python/tools/generate.py`")
