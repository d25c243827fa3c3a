"""Calls of the binary on the machine that plans and merges."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import PurePath

from equipoise_dask.worker import locate

# Exit statuses of the binary that say more than that it failed.
REACHED = 0
NOT_REACHED = 1
BAD_INPUT = 2


class NotFound(Exception):
    """There is no binary here."""


class BadInput(Exception):
    """The binary refused what it was given (exit status 2); the text is what it said."""


class Binary:
    """The equipoise binary, with its version."""

    def __init__(self, path: str | None = None) -> None:
        found = path or locate()
        if found is None:
            raise NotFound("no equipoise here: `pip install` its wheel, or name the binary in the variable EQUIPOISE")
        self._path = found
        try:
            self.version = self.call("--version")
        except OSError as error:
            raise NotFound(f"{found} cannot be run: {error}") from error

    def attempt(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Calls the binary. Raises `BadInput` when it refuses the arguments."""
        command = [self._path, *arguments]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if ended.returncode == BAD_INPUT:
            raise BadInput(ended.stderr.strip())
        return ended

    def call(self, *arguments: str) -> str:
        """What the binary prints; an error unless its exit status is 0."""
        ended = self.attempt(*arguments)
        if ended.returncode != REACHED:
            raise RuntimeError(f"equipoise {arguments[0]} ended with {ended.returncode}: {ended.stderr.strip()}")
        return ended.stdout

    def ranges(self, *arguments: str) -> list[tuple[int, int]]:
        """The ranges that a call prints, sorted: the first word of each line, since a sweep adds its cells."""
        return sorted({parse_range(line.split()[0]) for line in self.call(*arguments).splitlines()})

    def files(self, probe: Sequence[str], *, must_be_relative: bool) -> dict[str, str]:
        """The text of every file that a study reads, by its path; a study that cannot be fought is refused here.

        `probe` are the words of a call that fights one encounter. Workers can be given files by relative paths alone.
        """
        ended = self.attempt(*probe, "--quiet", "--format", "json")
        texts: dict[str, str] = {}
        for line in ended.stdout.splitlines():
            texts.update(json.loads(line)["provenance"]["files"])
        absolute = [path for path in texts if PurePath(path).is_absolute()]
        if absolute and must_be_relative:
            raise BadInput(
                f"workers cannot be given {absolute[0]} by its absolute path: name the scenario by a relative one, or "
                "say that the workers see the same files (--shared-files)"
            )
        return texts


def parse_range(text: str) -> tuple[int, int]:
    """`FROM..TO` as two numbers."""
    first, last = text.strip().split("..")
    return int(first), int(last)
