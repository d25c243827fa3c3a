#!/usr/bin/env python3
"""Simulates the schedule of a run on many machines, and prints the tables of docs/scale.md.

    contrib/scale/simulate.py            prints the tables
    contrib/scale/simulate.py --update   writes them into docs/scale.md
    contrib/scale/simulate.py --check    fails (exit status 1) where the page has others

The model. Hosts of `CORES` cores fight shards; a core takes its next shard as soon as it has finished one, as long as no more than
two shards for each core are out. One driver takes the shards in, one after the other. Hosts are lost at random, all at one rate;
what a lost host was fighting is noticed after a while and fought again from its beginning, and another host replaces it. Hosts
differ in speed by at most a tenth. The seed is fixed: the same tables come out everywhere.
"""

from __future__ import annotations

import heapq
import random
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scale.md"

# Measured: docs/scale.md says how.
FAST = 6.0e6  # encounters of duel/first-challenge a second and core
SLOW = 4.5e4  # encounters of thrum/hold-until-dawn a second and core
START = 0.02  # seconds that a call takes on a worker besides its fights
DRIVER = 0.003  # seconds that the driver is busy with one shard: submits, receives, writes, joins
MERGE = 0.0005  # seconds that `merge` takes for one file

# Assumed.
CORES = 50  # of a host
NOTICE = 60.0  # seconds until the loss of a host is noticed
REPLACE = 300.0  # seconds until another host is there
FOLD = 64  # shards that the driver joins to one file

HOUR = 3600.0


@dataclass
class Outcome:
    """What came of one schedule."""

    wall: float
    """Seconds from the first shard to the end of the merge."""
    shards: int
    lost: float = 0.0
    """Core seconds of fights that were lost with their hosts."""
    losses: int = 0
    """Hosts that were lost."""
    started: int = 0
    """Shards that had been started when the run ended, tries again not counted."""


@dataclass
class Cluster:
    """A run of `shards` equal shards of `seconds` each, on `cores` cores."""

    cores: int
    shards: int
    seconds: float
    loss: float = 0.0
    """Losses an hour of one host."""
    driver: float = DRIVER
    until: int | None = None
    """Ends when so many of the first shards are in, as a run to a precision does."""
    events: list[tuple[float, int, str, tuple[int, ...]]] = field(default_factory=list)
    count: int = 0

    def at(self, time: float, kind: str, *what: int) -> None:
        """Queues an event; those of one time come in the order in which they were queued."""
        self.count += 1
        heapq.heappush(self.events, (time, self.count, kind, what))

    def run(self) -> Outcome:
        """Plays the schedule."""
        chance = random.Random(1)
        hosts = max(self.cores // CORES, 1)
        share = min(CORES, self.cores)
        speed = [chance.uniform(0.9, 1.1) for _ in range(hosts)]
        # What the cores of a host fight: shard and when it began; the epoch tells events of a host that is gone.
        fighting: list[dict[int, float]] = [{} for _ in range(hosts)]
        epoch = [0] * hosts
        idle: deque[tuple[int, int]] = deque()
        again: deque[int] = deque()
        outcome = Outcome(0.0, self.shards)
        needed = self.shards if self.until is None else self.until
        taken_in = accepted_of_needed = fresh = out = 0
        driver_free = 0.0

        def begin(now: float, host: int) -> bool:
            nonlocal fresh, out
            if again:
                shard = again.popleft()
            elif fresh < self.shards and out < 2 * self.cores:
                shard = fresh
                fresh += 1
                out += 1
            else:
                return False
            fighting[host][shard] = now
            self.at(now + START + self.seconds / speed[host], "finish", host, epoch[host], shard)
            return True

        def arrive(now: float, host: int) -> None:
            if self.loss > 0:
                self.at(now + chance.expovariate(self.loss / HOUR), "loss", host, epoch[host])
            for _ in range(share):
                if not begin(now, host):
                    idle.append((host, epoch[host]))

        def wake(now: float) -> None:
            while idle and (again or (fresh < self.shards and out < 2 * self.cores)):
                host, then = idle.popleft()
                if then == epoch[host]:
                    begin(now, host)

        for host in range(hosts):
            arrive(0.0, host)
        while accepted_of_needed < needed:
            now, _, kind, what = heapq.heappop(self.events)
            host = what[0]
            if kind == "finish":
                _, then, shard = what
                if then != epoch[host]:
                    continue
                del fighting[host][shard]
                driver_free = max(driver_free, now) + self.driver
                self.at(driver_free, "taken", host, shard)
                if not begin(now, host):
                    idle.append((host, then))
            elif kind == "taken":
                out -= 1
                taken_in += 1
                accepted_of_needed += what[1] < needed
                outcome.wall = now
                wake(now)
            elif kind == "loss" and what[1] == epoch[host]:
                outcome.losses += 1
                epoch[host] += 1
                outcome.lost += sum(now - began for began in fighting[host].values())
                for shard in fighting[host]:
                    self.at(now + NOTICE, "notice", host, shard)
                fighting[host] = {}
                self.at(now + REPLACE, "back", host)
            elif kind == "notice":
                again.append(what[1])
                wake(now)
            elif kind == "back":
                arrive(now, host)
        outcome.started = fresh
        outcome.wall += MERGE * (taken_in / FOLD + FOLD)
        return outcome


def duration(seconds: float) -> str:
    """Seconds for people."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 2 * HOUR:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / HOUR:.1f} h"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table, numbers to the right."""
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def schedule(encounters: float, rate: float, cores: int, seconds: float, **more: float) -> tuple[Outcome, float]:
    """One run, and the share of the cores' time that went into fights that count."""
    shards = max(round(encounters / (rate * seconds)), 1)
    work = encounters / rate
    outcome = Cluster(cores, shards, work / shards, **more).run()
    return outcome, work / (cores * outcome.wall)


def cost() -> str:
    """10^12 encounters on 10,000 cores."""
    rows = []
    for name, rate, lengths in (("duel/first-challenge", FAST, (1, 4)), ("thrum/hold-until-dawn", SLOW, (30, 60, 300))):
        for seconds in lengths:
            outcome, used = schedule(1e12, rate, 10_000, seconds)
            hours = 1e12 / rate / HOUR
            ideal = duration(1e12 / rate / 10_000)
            rows.append(
                [name, f"{hours:,.0f}", ideal, duration(seconds), f"{outcome.shards:,}", duration(outcome.wall), f"{used:.0%}"]
            )
    head = ["scenario", "core hours of fights", "at best", "shard", "shards", "takes", "used"]
    return table(head, rows)


def limit() -> str:
    """How many cores one driver can keep busy."""
    rows = []
    for cores in (1_000, 3_000, 10_000):
        row = [f"{cores:,}"]
        for seconds in (2, 5, 10, 20, 60):
            # Fifteen shards for each core: the beginning and the end weigh some percent.
            _, used = schedule(15.0 * cores * seconds, 1.0, cores, seconds)
            row.append(f"{used:.0%}")
        rows.append(row)
    return table(["cores", *(f"shards of {seconds} s" for seconds in (2, 5, 10, 20, 60))], rows)


def losses() -> str:
    """What lost hosts cost, by the length of a shard."""
    rows = []
    for seconds in (30, 60, 300, 900, 1800):
        row = [duration(seconds)]
        # Ten hours of 1,000 cores.
        for rate in (0.0, 0.001, 0.01, 0.1, 1.0):
            outcome, used = schedule(36e6, 1.0, 1_000, seconds, loss=rate)
            row.append(f"{used:.1%}")
            if rate == 1.0:
                row.append(f"{outcome.losses}")
                row.append(f"{outcome.lost / HOUR / outcome.losses:.1f} h")
        rows.append(row)
    head = ["shard", "no loss", "one in 1,000 h", "in 100 h", "in 10 h", "in 1 h", "hosts lost then", "core time a host lost"]
    return table(head, rows)


def looks() -> str:
    """What is fought beyond the look that decides."""
    rows = []
    for encounters in (1e9, 1e10, 1e11):
        row = [f"10^{len(str(int(encounters))) - 1}"]
        for cores in (100, 1_000, 10_000):
            for seconds in (5, 20):
                # The next look is a quarter later; what is fought beyond the decision is at most all that is out.
                per_shard = SLOW * seconds
                needed = max(round(encounters / per_shard), 1)
                outcome = Cluster(cores, needed + 4 * cores, encounters / SLOW / needed, until=needed).run()
                row.append(f"{duration(outcome.wall)}, +{(outcome.started - needed) / needed:.0%}")
        rows.append(row)
    head = ["encounters", *(f"{cores:,} cores, {seconds} s" for cores in (100, 1_000, 10_000) for seconds in (5, 20))]
    return table(head, rows)


TABLES = {"cost": cost, "limit": limit, "losses": losses, "looks": looks}


def main(arguments: list[str]) -> int:
    """Prints, writes or checks the tables."""
    tables = {name: make() for name, make in TABLES.items()}
    if not arguments:
        print("\n\n".join(tables.values()))
        return 0
    old = PAGE.read_text(encoding="utf-8")
    new = old
    for name, text in tables.items():
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        before, _, rest = new.partition(begin)
        _, _, after = rest.partition(end)
        new = before + begin + text + end + after
    if arguments == ["--update"]:
        PAGE.write_text(new, encoding="utf-8")
        return 0
    if arguments == ["--check"]:
        if new != old:
            print("docs/scale.md: its tables are not those of contrib/scale/simulate.py --update", file=sys.stderr)
        return int(new != old)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
