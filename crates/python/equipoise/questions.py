"""Questions about scenarios, with the options of the command line as keywords.

`generate.py` writes this file from the command line itself.
"""

# ruff: noqa: D405, D417, E501, A002
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ._ask import Progress
from ._front import File, Source, Value, Values, about, between, games_of, of_file
from .results import Compare, Replay, Result, Run, Sweep, Test, Tune


def run(
    scenario: Source,
    *,
    n: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    method: Literal["sample", "exact", "auto"] | None = None,
    check: bool = False,
    range: Values | None = None,
    confidence: Value | None = None,
    precision: Value | None = None,
    max_encounters: Value | None = None,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    part: Value | None = None,
    shard: Value | None = None,
    encounters_out: Value | None = None,
    ways: bool = False,
    out: Value | None = None,
    parquet: bool = False,
    benchmark: Value | None = None,
    resume: Value | None = None,
    extend: Value | None = None,
    only: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Run:
    """Fights scenarios many times and prints how they go.

    Args:
        encounters: Encounters to play, such as 500000, 1e6 or 10M [default: 1000000]
        seed: Master seed [default: 1]
        method: How the numbers come about
        check: Sets the exact values beside the sampled ones, with their distance in standard errors (z)
        range: Plays the encounters FROM to TO, TO not included, instead of the first N; may be repeated
        confidence: Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
        precision: Plays until the interval of every win share has a half-width of at most W
        max_encounters: Encounters at which --precision gives up [default: 1000000000]
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        part: Plays the I-th of K parts of the encounters, from 0/K to K-1/K, as batch systems count their tasks
        shard: Writes what was counted, to be joined by `equipoise merge` (one scenario)
        encounters_out: Writes one row for each encounter to a Parquet file (one scenario)
        ways: Says how far the party's wins depend on how combatants play
        out: Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
        parquet: Writes the tables of --out as Parquet too
        benchmark: Writes the numbers that --only chooses as a list for benchmark trackers: name, unit, value, range
        resume: Goes on where an interrupted call left DIR, and writes its files there as --out does
        extend: Adds encounters to the results in DIR, finished or interrupted, and writes its files anew
        only: Shows only the quantities that match, such as party or 'combatants.*.dead'; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "run",
        scenario,
        n=n,
        encounters=encounters,
        seed=seed,
        method=method,
        check=check,
        range=range,
        confidence=confidence,
        precision=precision,
        max_encounters=max_encounters,
        max_memory=max_memory,
        max_states=max_states,
        part=part,
        shard=shard,
        encounters_out=encounters_out,
        ways=ways,
        out=out,
        parquet=parquet,
        benchmark=benchmark,
        resume=resume,
        extend=extend,
        only=only,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=False,
        as_=Run,
    )


def exact(
    scenario: Source,
    *,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    out: Value | None = None,
    parquet: bool = False,
    benchmark: Value | None = None,
    only: Values | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Run:
    """Works out the exact odds.

    Args:
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        out: Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
        parquet: Writes the tables of --out as Parquet too
        benchmark: Writes the numbers that --only chooses as a list for benchmark trackers: name, unit, value, range
        only: Shows only the quantities that match, such as party or 'combatants.*.dead'; may be repeated
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "exact",
        scenario,
        max_memory=max_memory,
        max_states=max_states,
        out=out,
        parquet=parquet,
        benchmark=benchmark,
        only=only,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=False,
        as_=Run,
    )


def odds(
    scenario: Source,
    *,
    attacker: Value | None = None,
    attack: Value | None = None,
    target: Value | None = None,
    parquet: Value | None = None,
    force: bool = False,
    progress: Progress = None,
) -> Result:
    """Works out what one attack does, exactly.

    Args:
        attacker: The attacker, by id or name
        attack: The attack, by id or name
        target: The target, by id or name
        parquet: Writes the rows of --format csv to a Parquet file
        force: Replaces files that equipoise did not write
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
    """
    return about(
        "odds", scenario, attacker=attacker, attack=attack, target=target, parquet=parquet, force=force, progress=progress, as_=Result
    )


def sweep(
    scenario: Source,
    vary: Values | None = None,
    *,
    n: Value | None = None,
    points: Any = None,
    zip: bool = False,
    pairs: bool = False,
    encounters: Value | None = None,
    range: Value | None = None,
    shard: Value | None = None,
    cells: Value | None = None,
    seed: Value | None = None,
    method: Literal["sample", "exact", "auto"] | None = None,
    check: bool = False,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    confidence: Value | None = None,
    only: Values | None = None,
    out: Value | None = None,
    parquet: bool = False,
    benchmark: Value | None = None,
    resume: Value | None = None,
    extend: Value | None = None,
    cross: Values | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Sweep:
    """Fights every combination of varied values, one row each.

    Args:
        vary: What is varied: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…; several make a grid
        points: Plays the points of a CSV file instead: a column for each path, a row for each point
        zip: Moves the values of all paths together: the first ones, the second ones, …
        pairs: Varies two paths at a time, the others as the scenario says
        encounters: Encounters to play in each cell [default: 100000]
        range: Plays the encounters FROM to TO of each cell, TO not included, instead of the first N
        shard: Writes what was counted in each cell, to be joined by `equipoise merge`
        cells: Plays these cells alone, by their index from 0, TO not included
        seed: Master seed [default: 1]
        method: How the numbers come about
        check: Sets the exact values beside the sampled ones, with their distance in standard errors (z)
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        confidence: Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
        only: Shows only the quantities that match, such as party or 'combatants.*.dead'; may be repeated
        out: Writes summary.csv, combatants.csv, rounds.csv, metrics.csv and run.json into a directory
        parquet: Writes the tables of --out as Parquet too
        benchmark: Writes the numbers that --only chooses as a list for benchmark trackers: name, unit, value, range
        resume: Goes on where an interrupted call left DIR, and writes its files there as --out does
        extend: Adds encounters to the results in DIR, finished or interrupted, and writes its files anew
        cross: Finds the value with which a number of the encounters is as wanted, such as party=50%
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "sweep",
        scenario,
        n=n,
        vary=vary,
        points=points,
        zip=zip,
        pairs=pairs,
        encounters=encounters,
        range=range,
        shard=shard,
        cells=cells,
        seed=seed,
        method=method,
        check=check,
        max_memory=max_memory,
        max_states=max_states,
        confidence=confidence,
        only=only,
        out=out,
        parquet=parquet,
        benchmark=benchmark,
        resume=resume,
        extend=extend,
        cross=cross,
        report=report,
        chart=chart,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Sweep,
    )


def compare(
    first: Source,
    second: Source | None = None,
    *,
    n: Value | None = None,
    with_: Values | None = None,
    encounters: Value | None = None,
    range: Values | None = None,
    shard: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    margin: Value | None = None,
    until_decided: bool = False,
    max_encounters: Value | None = None,
    plan: bool = False,
    only: Values | None = None,
    baseline: Value | None = None,
    today: bool = False,
    rows: Any = None,
    fail_on: Literal["any", "significant"] | None = None,
    benchmark: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Compare:
    """Sets two scenarios against each other, encounter by encounter.

    Args:
        with_: Makes the second scenario of the first one, or of each of the baseline, with this value set; may be
            repeated
        encounters: Encounters to play on each side [default: 1000000]
        range: Plays the encounters FROM to TO, TO not included, instead of the first N; may be repeated
        shard: Writes what was counted, to be joined by `equipoise merge`
        seed: Master seed
        confidence: Confidence of each interval and verdict, at least 0.5 and below 1
        margin: The largest difference of a share that does not matter, such as 0.01
        until_decided: Plays until the party's win shares are known to differ, or to be the same within --margin
        max_encounters: Encounters on each side at which --until-decided gives up [default: 100000000]
        plan: Says how many encounters a verdict will take, judged by a pilot of N (default 20000)
        only: Shows only the numbers that match, such as party or 'combatants.*.dead'; may be repeated
        baseline: Plays what DIR has recorded again, and says what moved
        today: Compares the recorded scenarios with their files as they are now
        rows: What `run --encounters-out FILE` wrote of the baseline's encounters; may be repeated
        fail_on: Which differences from the baseline make the exit status 1 [default: any]
        benchmark: Writes the numbers of today as a list for benchmark trackers, those that --only chooses
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return between(
        first,
        second,
        n=n,
        with_=with_,
        encounters=encounters,
        range=range,
        shard=shard,
        seed=seed,
        confidence=confidence,
        margin=margin,
        until_decided=until_decided,
        max_encounters=max_encounters,
        plan=plan,
        only=only,
        baseline=baseline,
        today=today,
        rows=rows,
        fail_on=fail_on,
        benchmark=benchmark,
        report=report,
        chart=chart,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Compare,
    )


def tune(
    scenario: Source,
    vary: Values | None = None,
    *,
    zip: bool = False,
    target: Values | None = None,
    margin: Value | None = None,
    max_encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    resume: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Tune:
    """Finds the values that bring a scenario closest to what is wanted.

    Args:
        vary: What is varied: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…; several make a grid
        zip: Moves the values of all paths together: the first ones, the second ones, …
        target: What is wanted; may be repeated
        margin: How much farther from the targets than the closest the result may be
        max_encounters: Encounters of all cells together, the second measurement of the best included
        seed: Master seed
        confidence: Confidence of the race, and of each interval by itself, at least 0.5 and below 1
        resume: Keeps in a directory what an interrupt leaves, and goes on from what is kept there
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "tune",
        scenario,
        vary=vary,
        zip=zip,
        target=target,
        margin=margin,
        max_encounters=max_encounters,
        seed=seed,
        confidence=confidence,
        resume=resume,
        report=report,
        chart=chart,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Tune,
    )


def sensitivity(
    scenario: Source,
    *,
    n: Value | None = None,
    only: Values | None = None,
    step: Value | None = None,
    words: bool = False,
    metric: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Moves every number one step down and up, and ranks what matters.

    Args:
        only: Moves the paths alone that match, such as 'combatants.ogre.**'; may be repeated
        step: How long a step is: a whole number, or a portion of each value such as 10% [default: the shortest]
        words: Exchanges words as well, each for every other: policies, armour, yes and no
        metric: The effect to rank by: party, enemies, draw, timeout, rounds, combatants.ID.STATE, groups.ID.STATE
            or a metric
        encounters: Encounters to play of each step
        seed: Master seed
        confidence: Confidence of each interval, at least 0.5 and below 1
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "sensitivity",
        scenario,
        n=n,
        only=only,
        step=step,
        words=words,
        metric=metric,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        report=report,
        chart=chart,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def luck(
    scenario: Source,
    *,
    n: Value | None = None,
    metric: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    check: bool = False,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Tells which dice decide: those of the set-up, of the first rounds, of whose turns.

    Args:
        metric: What is decided: party, enemies, draw, timeout, rounds, combatants.ID.STATE, groups.ID.STATE or a
            metric
        encounters: Encounters to play as they are, and twice with each part of their dice exchanged
        seed: Master seed
        confidence: Confidence of each interval, at least 0.5 and below 1
        check: Sets the exact portions beside the sampled ones, as far as they are known
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "luck",
        scenario,
        n=n,
        metric=metric,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        check=check,
        max_memory=max_memory,
        max_states=max_states,
        report=report,
        chart=chart,
        threads=threads,
        accounts=accounts,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def skill(
    scenario: Source,
    *,
    n: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Tells what good play is worth to each side, and which decisions matter.

    Args:
        encounters: Encounters to play of each way to play
        seed: Master seed
        confidence: Confidence of each interval, at least 0.5 and below 1
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "skill",
        scenario,
        n=n,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        report=report,
        chart=chart,
        threads=threads,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def versus(
    *scenarios: Source,
    n: Value | None = None,
    sides: Literal["all", "party", "enemies"] | None = None,
    policies: bool = False,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    resume: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Fights all against all: who beats whom, in which cycles, and what is worth playing.

    Args:
        sides: Which sides of several scenarios fight [default: all]
        policies: Sets all policies of a single scenario's sides against each other
        encounters: Encounters to play in each match
        seed: Master seed
        confidence: Confidence of each interval, and of all verdicts together, at least 0.5 and below 1
        resume: Keeps in a directory what an interrupt leaves, and goes on from what is kept there
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "versus",
        *scenarios,
        n=n,
        sides=sides,
        policies=policies,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        resume=resume,
        report=report,
        chart=chart,
        threads=threads,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def gauntlet(
    scenario: Source,
    *,
    n: Value | None = None,
    roster: Value | None = None,
    party_roster: Value | None = None,
    count: Value | None = None,
    by: Value | None = None,
    margin: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Plays one party against every row of a roster, and marks the rows that stand out for their level.

    Args:
        roster: CSV file whose rows take the place of the enemies, one after the other
        party_roster: CSV file whose rows take the place of the party, one after the other
        count: How many of each row fight, such as 1..=3 or 1,2,5 [default: as many as the row says, else 1]
        by: Column of numbers by which rows should get harder, such as level; it need be no key of the system
        margin: Marks no row that may be within this distance of the function, a share
        encounters: Encounters to play with each row
        seed: Master seed
        confidence: Confidence of each interval, and of all distances from the fit together, at least 0.5 and below
            1
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "gauntlet",
        scenario,
        n=n,
        roster=roster,
        party_roster=party_roster,
        count=count,
        by=by,
        margin=margin,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        report=report,
        chart=chart,
        threads=threads,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def balance(
    file: File,
    *,
    n: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    apply: bool = False,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Finds the least change of many numbers that brings every target into its band.

    Args:
        encounters: Encounters of each fight in the last measurement; the search takes fewer for each of its own
        seed: Master seed
        confidence: Confidence of the intervals of all targets together, at least 0.5 and below 1
        apply: Writes the numbers of the best sheet into the files: all else in them stays as it is
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return of_file(
        "balance",
        file,
        n=n,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        apply=apply,
        report=report,
        chart=chart,
        threads=threads,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def observe(
    scenario: Source,
    games: File,
    *,
    n: Value | None = None,
    ignore: Values | None = None,
    vary: Values | None = None,
    top: Value | None = None,
    method: Literal["sample", "exact", "auto"] | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Holds games that were played against the model, and finds the value that explains them best.

    Args:
        ignore: Leaves out a column of the games; may be repeated
        vary: Values that may explain the games: PATH=FIRST..=LAST[:STEP], or PATH=VALUE,VALUE…
        top: How many of the most surprising games are told
        method: How the numbers of the model come about
        encounters: Encounters that stand for the model, of each value by itself [default: 100k]
        seed: Master seed, of encounters and of the records that tests draw
        confidence: Confidence of each interval, and of all tests together, at least 0.5 and below 1
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return games_of(
        scenario,
        games,
        n=n,
        ignore=ignore,
        vary=vary,
        top=top,
        method=method,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        max_memory=max_memory,
        max_states=max_states,
        report=report,
        chart=chart,
        threads=threads,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def coverage(
    *scenarios: Source,
    n: Value | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    threads: Value | None = None,
    progress: Progress = None,
) -> Result:
    """Shows which rules fire how often per fight, and which never do.

    Args:
        encounters: Encounters to play of each scenario
        seed: Master seed
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
    """
    return about("coverage", *scenarios, n=n, encounters=encounters, seed=seed, threads=threads, progress=progress, as_=Result)


def test(
    scenario: Source,
    *,
    method: Literal["sample", "exact", "auto"] | None = None,
    confidence: Value | None = None,
    max_encounters: Value | None = None,
    allow_undecided: bool = False,
    seed: Value | None = None,
    shards: Values | None = None,
    junit: Value | None = None,
    markdown: Value | None = None,
    max_states: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    max_memory: Value | None = None,
    accounts: bool = False,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
    expect: Mapping[str, Any] | None = None,
) -> Test:
    """Holds scenarios against what their files expect.

    Args:
        method: How the numbers come about
        confidence: Confidence of all verdicts on a scenario together, at least 0.5 and below 1 [default: 0.999]
        max_encounters: Encounters of a scenario, and of each side against itself, after which what is undecided
            stays so [default: 10000000]
        allow_undecided: Lets undecided expectations pass
        seed: Master seed
        shards: Takes the encounters from shards instead of playing them: a file or a directory, may be repeated
            (one scenario)
        junit: Writes the verdicts as JUnit XML, which CI systems show as test results
        markdown: Writes one table of all verdicts as Markdown, for a pull request
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        max_memory: Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 128MB, or 2GB with
            --method exact]
        accounts: Keeps accounts: who did what, with what, and to whom
        force: Replaces files that equipoise did not write
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        expect: expectations in the place of the file's, by the names of numbers, such as between(0.4, 0.6)
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "test",
        scenario,
        method=method,
        confidence=confidence,
        max_encounters=max_encounters,
        allow_undecided=allow_undecided,
        seed=seed,
        shards=shards,
        junit=junit,
        markdown=markdown,
        max_states=max_states,
        report=report,
        chart=chart,
        threads=threads,
        max_memory=max_memory,
        accounts=accounts,
        force=force,
        expect=expect,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Test,
    )


def drama(
    scenario: Source,
    *,
    n: Value | None = None,
    method: Literal["sample", "exact", "auto"] | None = None,
    encounters: Value | None = None,
    continuations: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    max_states: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    max_memory: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Shows how the odds of fights move: surprise, suspense, comebacks, and by when they are decided.

    Args:
        method: How the numbers come about
        encounters: Fights to follow, where the numbers are not exact [default: 200]
        continuations: How often the rest of a fight is played from each of its moments, at the least [default: 400]
        seed: Master seed [default: 1]
        confidence: Confidence of each interval, at least 0.5 and below 1 [default: 0.95]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        max_memory: Bytes that an exact solution may take, such as 500MB or 8GiB [default: 128MB, or 2GB with
            --method exact]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "drama",
        scenario,
        n=n,
        method=method,
        encounters=encounters,
        continuations=continuations,
        seed=seed,
        confidence=confidence,
        max_states=max_states,
        report=report,
        chart=chart,
        threads=threads,
        max_memory=max_memory,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def rare(
    scenario: Source,
    *,
    n: Value | None = None,
    event: Value | None = None,
    method: Literal["sample", "exact", "auto"] | None = None,
    encounters: Value | None = None,
    seed: Value | None = None,
    confidence: Value | None = None,
    max_states: Value | None = None,
    report: Value | None = None,
    chart: Values | None = None,
    threads: Value | None = None,
    max_memory: Value | None = None,
    force: bool = False,
    progress: Progress = None,
    page: bool | None = None,
) -> Result:
    """Finds the chance of a rare event, down to one in billions of fights.

    Args:
        event: The event: a condition such as `party all dead`, `ID dead and party wins`, `rounds > 20` or `METRIC
            >= 5`, as --find of replay takes it
        method: How the chance comes about
        encounters: Fights to begin or to play on, of all runs and levels together [default: 100k]
        seed: Master seed [default: 1]
        confidence: Confidence of the interval, at least 0.5 and below 1 [default: 0.95]
        max_states: States that an exact solution may have [default: as many as --max-memory holds]
        report: Writes a page of charts about the results, to open in a browser and to send around
        chart: Writes one chart of the page to a file; may be repeated
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        max_memory: Bytes that an exact solution may take, such as 500MB or 8GiB [default: 128MB, or 2GB with
            --method exact]
        force: Replaces files that equipoise did not write
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
        page: whether the result has a page to show; by default in notebooks
    """
    return about(
        "rare",
        scenario,
        n=n,
        event=event,
        method=method,
        encounters=encounters,
        seed=seed,
        confidence=confidence,
        max_states=max_states,
        report=report,
        chart=chart,
        threads=threads,
        max_memory=max_memory,
        force=force,
        progress=progress,
        page=page,
        takes_page=True,
        as_=Result,
    )


def replay(
    scenario: Source,
    *,
    n: Value | None = None,
    seed: Value | None = None,
    index: Value | None = None,
    find: Value | None = None,
    recorded: Value | None = None,
    round: Values | None = None,
    encounters: Value | None = None,
    odds: bool = False,
    method: Literal["sample", "exact", "auto"] | None = None,
    continuations: Value | None = None,
    confidence: Value | None = None,
    max_memory: Value | None = None,
    max_states: Value | None = None,
    threads: Value | None = None,
    progress: Progress = None,
) -> Replay:
    """Tells one fight, round by round.

    Args:
        seed: Master seed
        index: Index of the encounter in a run, from 0
        find: Searches the first encounters of the seed for a fight worth seeing, or the first that fulfils a
            condition
        recorded: Reads the scenario from what DIR has recorded, rather than from its file
        round: Tells this round alone, 0 for the set-up; may be repeated. JSON has all rounds
        encounters: Encounters that --find searches [default: 100000, or 1000 for turning-point]
        odds: Shows how likely the party was to win before and after each step, and which step turned the fight
        method: How the odds come about [default: auto]
        continuations: How often the rest of the fight is played after each step, where the odds are not exact
            [default: 2000]
        confidence: Confidence of the interval of estimated odds, each by itself, at least 0.5 and below 1 [default:
            0.95]
        max_memory: Bytes that exact odds may take, such as 500MB or 8GiB [default: 128MB, or 2GB with --method
            exact]
        max_states: States that exact odds may have [default: as many as --max-memory holds]
        threads: Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
        n: short for encounters
        progress: True for a bar, or a function of finished, all, a second, and the scenario's name
    """
    return about(
        "replay",
        scenario,
        n=n,
        seed=seed,
        index=index,
        find=find,
        recorded=recorded,
        round=round,
        encounters=encounters,
        odds=odds,
        method=method,
        continuations=continuations,
        confidence=confidence,
        max_memory=max_memory,
        max_states=max_states,
        threads=threads,
        progress=progress,
        as_=Replay,
    )


__all__ = [
    "run",
    "exact",
    "odds",
    "sweep",
    "compare",
    "tune",
    "sensitivity",
    "luck",
    "skill",
    "versus",
    "gauntlet",
    "balance",
    "observe",
    "coverage",
    "test",
    "drama",
    "rare",
    "replay",
]
