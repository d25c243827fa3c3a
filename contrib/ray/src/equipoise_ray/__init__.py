"""Carries the ranges of an equipoise run to the workers of a Ray cluster, and joins the shards."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import ray

import equipoise as eq

__all__ = ["run"]

#: Ranges for each processor of the cluster, unless it is said: what a worker that dies has lost is a small part.
RANGES = 8


def fight(words: list[str], texts: dict[str, str]) -> str:
    """Fights one range where this is called: its shard."""
    return eq.command("run", *words, texts=texts, threads=1, shard="-").text


def run(
    scenario: eq.Scenario,
    encounters: int | str = 1_000_000,
    *,
    seed: int = 1,
    shards: int | None = None,
    directory: str | Path | None = None,
    **options: Any,
) -> eq.Run:
    """Fights encounters of a scenario on all workers, and joins what they have counted: the result of `equipoise.run`.

    `shards` is the number of ranges; `directory` keeps the shards that have arrived, so that the same call goes on; `options` are those of
    `equipoise.merge`, such as `confidence`. Raises `equipoise.Error` for mistakes, before anything is fought.
    """
    # One fight says which texts the scenario reads.
    texts = eq.run(scenario, n=1, seed=seed).provenance.files.to_dict()
    count = shards or max(1, int(ray.cluster_resources().get("CPU", 1)) * RANGES)
    planned = eq.command("plan", n=encounters, shards=count).text.split()
    with tempfile.TemporaryDirectory(prefix="equipoise-") as own:
        kept = Path(directory or own)
        kept.mkdir(parents=True, exist_ok=True)
        # A range of a worker that dies is given to another one, without end; an exception of the task itself is none of these.
        task = ray.remote(num_cpus=1, max_retries=-1)(fight)
        waiting = {}
        for part in planned:
            if not _shard(kept, part).exists():
                words = [*scenario.words(), f"--seed={seed}", f"--range={part}"]
                waiting[task.remote(words, texts)] = part
        while waiting:
            (done,), _ = ray.wait(list(waiting))
            try:
                shard = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            part = waiting.pop(done)
            # A shard has its name when it is whole.
            whole = _shard(kept, part)
            draft = whole.with_suffix(".part")
            draft.write_text(shard, encoding="utf-8", newline="\n")
            draft.replace(whole)
        return eq.merge(*(_shard(kept, part) for part in planned), n=encounters, **options)


def _shard(directory: Path, part: str) -> Path:
    return directory / f"{part.replace('..', '-')}.json"
