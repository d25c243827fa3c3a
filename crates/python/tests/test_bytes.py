"""Results are those of the command line, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
from equipoise.results import Result

GALLERY = sorted(path for path in Path(__file__).resolve().parents[3].glob("scenarios/*/*.toml") if path.parent.name != "days")


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_runs_of_the_gallery(path: Path, program: Callable[..., str]) -> None:
    n = "30" if path.parent.name == "script" else "300"
    shown = str(path.relative_to(Path.cwd()))
    assert eq.run(shown, n=n, seed=7).to_json() == program("run", shown, "-n", n, "--seed", "7", "--format", "json")


DUEL, BRIDGE, MOB = "scenarios/duel/first-challenge.toml", "scenarios/zones/toll-bridge.toml", "scenarios/tiny/champion.toml"
TICKS = {"rules.meter_ticks": [5, 9, 13]}

QUESTIONS: list[tuple[Callable[[], Result], str]] = [
    (lambda: eq.exact(DUEL), f"exact {DUEL}"),
    (lambda: eq.run(DUEL, precision=0.02, accounts=True, ways=True), f"run {DUEL} --precision 0.02 --accounts --ways"),
    (lambda: eq.run(BRIDGE, range=range(100, 300), check=False), f"run {BRIDGE} --range 100..300"),
    (lambda: eq.odds(MOB), f"odds {MOB}"),
    (
        lambda: eq.sweep(DUEL, vary=TICKS, n=500, cross={"party": 0.65}),
        f"sweep {DUEL} --vary rules.meter_ticks=5,9,13 -n 500 --cross party=0.65",
    ),
    (lambda: eq.compare(DUEL, with_={"rules.meter_ticks": 5}, n=500), f"compare {DUEL} --with rules.meter_ticks=5 -n 500"),
    (
        lambda: eq.tune(DUEL, vary=TICKS, target={"party": 0.6}, max_encounters="20k"),
        f"tune {DUEL} --vary rules.meter_ticks=5,9,13 --target party=0.6 --max-encounters 20k",
    ),
    (lambda: eq.sensitivity(DUEL, n=200, only="**.initiative"), f"sensitivity {DUEL} -n 200 --only **.initiative"),
    (lambda: eq.luck(DUEL, n=200), f"luck {DUEL} -n 200"),
    (lambda: eq.skill(DUEL, n=200), f"skill {DUEL} -n 200"),
    (lambda: eq.test(DUEL, max_encounters="20k"), f"test {DUEL} --max-encounters 20k"),
    (lambda: eq.versus(DUEL, policies=True, n=200), f"versus {DUEL} --policies -n 200"),
    (lambda: eq.replay(BRIDGE, find="upset", n=200), f"replay {BRIDGE} --find upset -n 200"),
    (lambda: eq.replay(DUEL, index=3, odds=True), f"replay {DUEL} --index 3 --odds"),
    (lambda: eq.drama(DUEL, n=100), f"drama {DUEL} -n 100"),
    (lambda: eq.rare(DUEL, event="rounds>40"), f"rare {DUEL} --event rounds>40"),
    (lambda: eq.coverage(DUEL, n=200), f"coverage {DUEL} -n 200"),
]


@pytest.mark.filterwarnings("ignore::equipoise.UndecidedWarning")
@pytest.mark.parametrize(("ask", "line"), QUESTIONS, ids=[line for _, line in QUESTIONS])
def test_questions(ask: Callable[[], Result], line: str, program: Callable[..., str]) -> None:
    assert ask().to_json() == program(*line.split(), "--format", "json")


def test_changes_and_texts_are_those_of_set_and_stdin(program: Callable[..., str]) -> None:
    changed = eq.load(DUEL).set({"rules": {"meter_ticks": 5}, "combatants.fencer.initiative": 7})
    line = f"run {DUEL} --set rules.meter_ticks=5 --set combatants.fencer.initiative=7 -n 200 --format json"
    assert eq.run(changed, n=200).to_json() == program(*line.split())
    # A text in memory has the numbers of its file, and names another path.
    text = eq.Scenario(Path(DUEL).read_text(), base="scenarios/duel", name="mine")
    assert eq.run(text, n=200).numbers.to_dict() == eq.run(DUEL, n=200).numbers.to_dict()


def test_threads_change_nothing(bridge: eq.Scenario) -> None:
    assert len({eq.run(bridge, n=5000, threads=threads).to_json() for threads in (1, 2, 5)}) == 1


def test_results_are_made_again(duel: eq.Scenario, tmp_path: Path) -> None:
    result = eq.run(duel, n=500)
    again: list[Any] = eq.rerun(result)
    assert [each.verdict for each in again] == ["same"]
    shards = [tmp_path / f"{part}.json" for part in (0, 1)]
    for part, shard in enumerate(shards):
        eq.command("run", duel.path, n=500, part=f"{part}/2", shard=shard)
    assert eq.merge(*shards).numbers.to_dict() == result.numbers.to_dict()
