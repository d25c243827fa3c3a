"""What is asked, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """A run of one scenario, or a sweep over it, in the words of the command line of `equipoise`.

    Numbers of encounters may be written as the command line has them (`"1e9"`, `"10M"`).
    """

    scenario: str
    """Path of the scenario, `-` excepted."""
    encounters: int | str = "1000000"
    """How many encounters to fight; with `precision`, where it gives up."""
    precision: str | None = None
    """Half-width that every win share's interval is to have; None fights all encounters."""
    confidence: str | None = None
    """Confidence of each interval; None is that of `equipoise`."""
    vary: Sequence[str] = ()
    """`PATH=RANGE` each: a sweep in place of a run."""
    options: Sequence[str] = ()
    """Further options of `run` or `sweep` that change what is fought, such as `--seed 7` or `--set PATH=VALUE`."""
    shards: int | None = None
    """How many ranges to plan; None: four for each thread of the cluster."""
    per_shard: int | str | None = None
    """How many encounters a range has, in place of `shards`."""
    threads: int = 1
    """Threads of each call; a worker of Dask makes as many calls at once as it has threads of its own."""
    attempts: int = 10
    """How often a range is tried before the whole is given up."""
    shared_files: bool = False
    """Workers find the scenario's files under the same paths; otherwise they are sent to them."""

    def study(self) -> list[str]:
        """The words of the command line that every worker is given, but for its range."""
        command = "sweep" if self.vary else "run"
        varied = [word for path in self.vary for word in ("--vary", path)]
        return [command, self.scenario, *varied, *self.options]

    def probe(self) -> list[str]:
        """The words of a call that fights one encounter, with every option whose value may be refused."""
        words = self.study()
        if self.confidence is not None:
            words += ["--confidence", self.confidence]
        if self.precision is not None:
            return [*words, "--precision", self.precision, "--max-encounters", "1"]
        return [*words, "-n", "1"]

    def plan(self, threads: int) -> list[str]:
        """The words of `equipoise plan` for a cluster with so many threads."""
        words = ["plan", "-n", str(self.encounters)]
        if self.precision is not None:
            words.append("--looks")
        if self.per_shard is not None:
            return [*words, "--per-shard", str(self.per_shard)]
        if self.shards is None and self.precision is not None:
            return [*words, "--per-shard", PRECISION_SHARD]
        return [*words, "--shards", str(self.shards or 4 * max(threads, 1))]


# Runs that stop by precision usually end long before their limit: a share of the limit would be too long a shard.
PRECISION_SHARD = "1M"


@dataclass(frozen=True)
class Result:
    """What `equipoise merge` said at the end."""

    status: int
    """0, or 1 where the precision was not reached."""
    stdout: str
    """The results, in the format that was asked for."""
    stderr: str
    """Notes, such as what is not reached."""
