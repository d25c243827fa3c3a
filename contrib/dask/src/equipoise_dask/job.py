"""What is asked, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Runs that stop early usually end long before their limit: a share of the limit would be too long a shard.
EARLY_SHARD = "1M"


@dataclass(frozen=True)
class Job:
    """A run of one scenario, a sweep over it, or a comparison, in the words of the command line of `equipoise`.

    Numbers of encounters may be written as the command line has them (`"1e9"`, `"10M"`).
    """

    scenario: str
    """Path of the scenario, `-` excepted."""
    encounters: int | str = "1000000"
    """How many encounters to fight; with `precision` and `until_decided`, where it gives up."""
    precision: str | None = None
    """Half-width that every win share's interval is to have; None fights all encounters."""
    vary: Sequence[str] = ()
    """`PATH=RANGE` each: a sweep in place of a run."""
    against: str | None = None
    """Path of a second scenario: a comparison in place of a run."""
    changes: Sequence[str] = ()
    """`PATH=VALUE` each: a comparison with the scenario that has these values."""
    until_decided: bool = False
    """Of a comparison: fight until its verdict is known."""
    margin: str | None = None
    """Of a comparison: the largest difference that does not matter."""
    confidence: str | None = None
    """Confidence of each interval; None is that of `equipoise`."""
    options: Sequence[str] = ()
    """Further options that change what is fought, such as `--seed 7` or `--set PATH=VALUE`."""
    shards: int | None = None
    """Number of ranges; None: four for each thread of the cluster; a million encounters each where it stops early."""
    per_shard: int | str | None = None
    """How many encounters a range has, in place of `shards`."""
    threads: int = 1
    """Threads of each call; a worker of Dask makes as many calls at once as it has threads of its own."""
    attempts: int = 10
    """How often a range is tried before the whole is given up."""
    shared_files: bool = False
    """Workers find the scenario's files under the same paths; otherwise they are sent to them."""

    def stops_early(self) -> bool:
        """Whether results decide how many encounters are fought."""
        return self.precision is not None or self.until_decided

    def is_comparison(self) -> bool:
        """Whether there are two sides."""
        return self.against is not None or bool(self.changes)

    def study(self) -> list[str]:
        """The words of the command line that every worker is given, but for its range."""
        varied = [word for path in self.vary for word in ("--vary", path)]
        changed = [word for change in self.changes for word in ("--with", change)]
        if self.is_comparison():
            sides = [self.scenario] if self.against is None else [self.scenario, self.against]
            return ["compare", *sides, *changed, *self.options]
        return ["sweep" if self.vary else "run", self.scenario, *varied, *self.options]

    def probe(self) -> list[str]:
        """The words of a call that fights one encounter, with every option whose value may be refused."""
        words = [*self.study(), *self._judged()]
        if self.precision is not None:
            return [*words, "--precision", self.precision, "--max-encounters", "1"]
        return [*words, "-n", "1"]

    def goal(self) -> list[str]:
        """The words that tell `equipoise merge` what the whole is."""
        words = self._judged()
        if self.precision is not None:
            return [*words, "--precision", self.precision, "--max-encounters", str(self.encounters)]
        if self.until_decided:
            return [*words, "--until-decided", "--max-encounters", str(self.encounters)]
        return [*words, "-n", str(self.encounters)]

    def size(self, threads: int) -> list[str]:
        """How `equipoise plan` is to cut, for a cluster with so many threads."""
        if self.per_shard is not None:
            return ["--per-shard", str(self.per_shard)]
        if self.shards is None and self.stops_early():
            return ["--per-shard", EARLY_SHARD]
        return ["--shards", str(self.shards or 4 * max(threads, 1))]

    def _judged(self) -> list[str]:
        confidence = [] if self.confidence is None else ["--confidence", self.confidence]
        return confidence if self.margin is None else [*confidence, "--margin", self.margin]


@dataclass(frozen=True)
class Result:
    """What `equipoise merge` said at the end."""

    status: int
    """0, or 1 where the precision was not reached, or nothing decided."""
    stdout: str
    """The results, in the format that was asked for."""
    stderr: str
    """Notes, such as what is not reached."""
