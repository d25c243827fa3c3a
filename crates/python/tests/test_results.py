"""Results as objects."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

import equipoise as eq


def test_numbers_by_their_names(bridge: eq.Scenario) -> None:
    run = eq.run(bridge, n=2000, seed=1)
    assert (run.party.count, run.party.n, run.n) == (1136, 2000, 2000)
    assert float(run.party) == run["winners.party"].value == 0.568
    lo, hi = run.party.lo, run.party.hi
    assert lo is not None and hi is not None and lo < 0.568 < hi
    assert repr(run.party) == "Share(0.568, 0.546..0.590, n=2_000)"
    assert run["rounds.p95"].value == 10
    assert run["combatants.rogue.dead"].value == 0.489
    assert run["parley"] == run["metrics.parley"]
    assert sum(run.rounds["encounters"]) == 2000 and sum(run.rounds["share"]) == pytest.approx(1)
    ends = run.combatants.where(combatant="rogue")
    assert ends["dead"] == [0.489] and ends["dead_lo"] == [run["combatants.rogue.dead"].lo]
    assert run["groups.goblin.dead"].value == pytest.approx(sum(run[f"combatants.goblin-{at}.dead"].value for at in range(1, 6)))
    with pytest.raises(KeyError):
        run["nobody"]


def test_every_name_is_understood_by_the_command_line(bridge: eq.Scenario) -> None:
    run = eq.run(bridge, n=200)
    for name in [name for name in run if not name.startswith("rounds")][::7]:
        told = eq.command("run", bridge.path, n=50, only=name, format="csv").text
        assert name in told.splitlines()[1], name


def test_exact_numbers_have_no_interval(duel: eq.Scenario) -> None:
    exact = eq.exact(duel)
    assert (exact.n, exact.party.lo, exact.party.n) == (None, None, None)
    assert math.isclose(sum(exact.rounds["share"]), 1)
    assert math.isclose(exact.party.value + exact.enemies.value, 1)
    assert exact.states == 1468


def test_a_sweep_is_its_cells(duel: eq.Scenario) -> None:
    sweep = eq.sweep(duel, vary={"rules.meter_ticks": range(5, 14, 4), "rules.natural_20_move": [1, 2]}, n=400)
    assert (len(sweep), sweep.axes) == (6, ["rules.meter_ticks", "rules.natural_20_move"])
    pivot = sweep.pivot("party")
    assert pivot.columns == ["rules.meter_ticks", "1", "2"]
    assert pivot["2"][1] == sweep[3].party.value
    assert len(sweep.numbers) == 6 * len(sweep[0].numbers)
    assert sweep.crossing is None
    found = eq.sweep(duel, vary={"rules.meter_ticks": [5, 9, 13]}, n=400, cross={"party": 0.6}).crossing
    assert found is not None and found.quantity == "winners.party"


def test_points_of_a_table(duel: eq.Scenario) -> None:
    design = {"rules.meter_ticks": [5, 9, 9], "combatants.fencer.initiative": [1, 5, 5]}
    sweep = eq.sweep(duel, points=design, n=200)
    assert [cell["party"].value for cell in sweep][1] == sweep[2].party.value
    pandas = pytest.importorskip("pandas")
    assert eq.grid(duel, pandas.DataFrame(design), n=200).to_json() == sweep.to_json()
    assert sweep.wide(short=True).columns[:3] == ["meter_ticks", "initiative", "party"]


def test_comparisons(duel: eq.Scenario) -> None:
    short = duel.set({"rules.meter_ticks": 5})
    compared = eq.compare(duel, short, n=3000)
    assert compared.verdict("party") == "different"
    difference = compared["winners.party"]
    assert difference.hi is not None and difference.value < difference.hi < 0
    assert compared.numbers.where(name="winners.party")["verdict"] == ["different"]
    assert compared == eq.compare(duel, with_={"rules.meter_ticks": 5}, n=3000)
    with pytest.warns(eq.UndecidedWarning):
        assert eq.run(duel, precision=1e-4, max_encounters=2000).n == 2000


def test_targets_and_expectations(duel: eq.Scenario) -> None:
    with pytest.warns(eq.UndecidedWarning):
        tuned = eq.tune(duel, vary={"rules.meter_ticks": [5, 9]}, target={"party": 0.5}, max_encounters="20k")
    assert tuned.best == {"rules.meter_ticks": 5} and not tuned.reached
    assert tuned.statement and isinstance(tuned.remeasured.party, eq.Mean)
    with pytest.raises(eq.Error, match="out of reach"):
        tuned.raise_if_out_of_reach()
    weighed = eq.tune(duel, {"rules.meter_ticks": [9]}, target={"party": 0.68, "rounds": (12, 0.02)}, margin=0.5, max_encounters="20k")
    assert [target.weight for target in weighed.targets] == [1.0, 0.02]
    tested = eq.test(duel)
    tested.assert_passed()
    assert tested.passed and len(tested.expectations) == len(tested.numbers)
    failing = eq.load(duel.text + "\n", base="scenarios/duel").set({"rules.meter_ticks": 5})
    with pytest.warns(eq.UndecidedWarning):
        tested = eq.test(failing)
    with pytest.raises(AssertionError, match="winners.party is 0.5"):
        tested.assert_passed()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="it reads TOML with the standard library")
def test_expectations_of_ones_own(duel: eq.Scenario, bridge: eq.Scenario) -> None:
    tested = eq.test(duel, expect={"party": eq.between(0.6, 0.7), "rounds.p95": eq.at_most(40), "rounds": eq.at_least(3)})
    assert tested.passed and len(tested.expectations) == 3
    # The rest of the text is what it was.
    for scenario in (duel, bridge, eq.load("scenarios/thrum/high-ground.toml"), eq.load("scenarios/wounds/heath.toml")):
        assert eq.run(scenario.expecting({}), n=50).numbers.to_dict() == eq.run(scenario, n=50).numbers.to_dict()


def test_a_fight_is_told(bridge: eq.Scenario) -> None:
    fight = eq.replay(bridge, index=3)
    assert str(fight).count("\n") == len(fight.lines) - 1
    assert "<h5>Round 1</h5>" in fight._repr_html_()
    assert fight.numbers.columns == ["round", "text"]


def test_pages(duel: eq.Scenario, tmp_path: Path) -> None:
    run = eq.run(duel, n=500, page=True)
    assert run.page is not None and "<svg" in run.page and "sandbox" in run._repr_html_()
    assert eq.run(duel, n=500, page=True).page == run.page
    luck = eq.luck(duel, n=200, page=True)
    assert luck.page is not None and luck.page.startswith("<!DOCTYPE html>")
    page = eq.report([duel, "scenarios/duel/long-duel.toml"] if Path("scenarios/duel/long-duel.toml").exists() else duel, n=500)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    assert eq.run(duel, n=500).page is None
    sweep = eq.sweep(duel, {"rules.meter_ticks": [5, 9]}, n=200)
    assert sweep.report().html.startswith("<!DOCTYPE html>") and sweep.svg("party").startswith("<svg")
    assert sweep.vega("party")["$schema"].startswith("https://vega.github.io/schema/vega-lite")
    assert "page" in repr(type(sweep.report())).lower() and eq.exact(duel).report().html.count("<svg")
    with pytest.raises(eq.UsageError, match="has no page"):
        eq.coverage(duel, n=50).report()
    with pytest.raises(eq.Error):
        sweep.svg("nothing")
    with pytest.raises(eq.UsageError, match="was read"):
        eq.Run([run.to_json().strip()]).report()


def test_other_commands(duel: eq.Scenario) -> None:
    assert "winners.party" in eq.explain("winners.party")
    assert [each.name for each in eq.systems()] == ["duel", "zones", "tiny", "wounds", "thrum", "script"]
    assert eq.command("plan", n="1M", shards=4).status == 0
    assert eq.command("--version").text.startswith(f"equipoise {eq.__version__}")
    with pytest.raises(eq.Error):
        eq.command("nonsense")


def test_results_are_read_again(duel: eq.Scenario, tmp_path: Path) -> None:
    run = eq.run(duel, n=300)
    run.save(tmp_path / "a.json")
    eq.run(duel, n=300, out=tmp_path / "set")
    assert [each.numbers.to_dict() for each in eq.read(tmp_path / "set")] == [run.numbers.to_dict()]
    assert eq.read(tmp_path / "set")[0].provenance.study == run.provenance.study
    assert eq.read(tmp_path / "a.json") == [run]
    assert hash(run) == hash(eq.read(tmp_path / "a.json")[0])
    assert run.provenance.study.kind == "run"
    assert run.methods().startswith("300 encounters were simulated with seed 1; intervals hold at 0.95 each")
    assert eq.exact(duel).methods().startswith("The numbers are exact")


def test_objects_say_what_they_are(duel: eq.Scenario) -> None:
    assert repr(eq.run(duel, n=500)).startswith("Run('The first challenge', 500 encounters: party 0.67")
    luck = eq.luck(duel, n=200)
    assert "alone" in dir(luck.parts[0]) and luck.parts[0].alone.portion >= 0
    with pytest.raises(AttributeError, match="there is no 'nothing'"):
        _ = luck.nothing


def test_lists_are_tables(duel: eq.Scenario) -> None:
    effects = eq.sensitivity(duel, n=200, only="**.initiative")
    assert {"path", "steps.value"} <= set(effects.numbers.columns) and "difference" in effects.numbers.columns
    skill = eq.skill(duel, n=100)
    assert len(skill.table("decisions")) > 0 and len(skill.table("ways")) > 0
    with pytest.raises(KeyError, match="there is no list"):
        skill.table("nothing")


def test_other_results_are_read_again(duel: eq.Scenario, tmp_path: Path) -> None:
    for result in (
        eq.compare(duel, with_={"rules.meter_ticks": 5}, n=50),
        eq.sweep(duel, {"rules.meter_ticks": [5, 9]}, n=50, cross={"party": 0.6}),
    ):
        result.save(tmp_path / "a.json")
        (read,) = eq.read(tmp_path / "a.json")
        assert (type(read), read.to_json()) == (type(result), result.to_json())
    for text in ("", "{}", "nonsense"):
        (tmp_path / "b.json").write_text(text)
        if text:
            with pytest.raises(eq.UsageError):
                eq.read(tmp_path / "b.json")
        else:
            assert eq.read(tmp_path / "b.json") == []


def test_names_that_the_documents_have(bridge: eq.Scenario) -> None:
    run = eq.run(bridge, n=500)
    assert run["rounds.mean"] == run["rounds"] and "party" in run and "nobody" not in run
    among, share = run["first_casualty_round"], run["metrics.party_first_casualty_round.share"]
    assert isinstance(among, eq.Mean) and isinstance(share, eq.Share) and 0 < share.value < 1
    assert "decided_after" not in run
    assert eq.compare(bridge, with_={"rules.melee_dr": 13}, n=50)["rounds"].name == "rounds.mean"
