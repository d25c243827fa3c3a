"""The directory of shards: what has arrived, joined as it arrives.

A file `FROM-TO.json` has the encounters FROM to TO, TO not included. Every file is written under a hidden name and
renamed, so that it is whole or absent, whenever this process dies. Other files are left alone.
"""

from __future__ import annotations

import bisect
import os
import re
from collections.abc import Iterator
from pathlib import Path

from equipoise_dask.binary import Binary

_NAME = re.compile(r"(\d+)-(\d+)\.json")

Range = tuple[int, int]


class Store:
    """The shards in a directory, of one study."""

    def __init__(self, directory: Path, binary: Binary, segments: list[Range], fold: int = 64) -> None:
        """`segments` are the ranges within which shards may be joined; `fold` neighbours become one file."""
        self.directory = directory
        self._binary = binary
        self._ends = [last for _, last in segments]
        self._fold = fold
        self._shards: list[Range] = sorted(self._survivors())
        # The shards of each segment that no joined file has yet.
        self._unjoined: dict[int, list[Range]] = {}

    def _survivors(self) -> Iterator[Range]:
        """The shards in the directory, without those that a joined one has made superfluous."""
        names = (_NAME.fullmatch(path.name) for path in self.directory.iterdir())
        # The longest of those that begin at one encounter comes first.
        ranges = ((int(name[1]), int(name[2])) for name in names if name)
        found = sorted(ranges, key=lambda range: (range[0], -range[1]))
        covered = 0
        for first, last in found:
            if last <= covered:
                self.path((first, last)).unlink()
            else:
                covered = last
                yield first, last

    def is_empty(self) -> bool:
        """Whether nothing is here."""
        return not self._shards

    def path(self, range: Range) -> Path:
        """The file of a range."""
        return self.directory / f"{range[0]}-{range[1]}.json"

    def add(self, range: Range, shard: bytes) -> None:
        """Keeps a shard that has arrived, and joins it with its neighbours once there are enough of them."""
        hidden = self.directory / f".{range[0]}-{range[1]}.part"
        hidden.write_bytes(shard)
        os.replace(hidden, self.path(range))
        bisect.insort(self._shards, range)
        segment = self._segment(range)
        waiting = self._unjoined.setdefault(segment, [])
        bisect.insort(waiting, range)
        for run in _neighbours(waiting):
            if len(run) >= self._fold:
                self._join(run)
                self._unjoined[segment] = [left for left in waiting if left not in run]

    def _segment(self, range: Range) -> int:
        return bisect.bisect_left(self._ends, range[1])

    def _join(self, run: list[Range]) -> None:
        """Makes one file of neighbours. A death between the two steps leaves both, which `_survivors` repairs."""
        whole = (run[0][0], run[-1][1])
        paths = [str(self.path(range)) for range in run]
        self._binary.call("merge", *paths, "--shard", str(self.path(whole)), "--format", "csv")
        for range in run:
            self.path(range).unlink()
            self._shards.remove(range)
        bisect.insort(self._shards, whole)

    def finished_segments(self) -> int:
        """How many segments are there from encounter 0 without a gap."""
        reached = 0
        for first, last in self._shards:
            if first > reached:
                break
            reached = last
        return bisect.bisect_right(self._ends, reached)


def _neighbours(ranges: list[Range]) -> Iterator[list[Range]]:
    """Splits sorted ranges into runs without gaps."""
    run: list[Range] = []
    for range in ranges:
        if run and run[-1][1] != range[0]:
            yield run
            run = []
        run.append(range)
    if run:
        yield run
