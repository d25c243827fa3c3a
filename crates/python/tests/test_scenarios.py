"""Scenarios, and their mistakes."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

FENCERS: dict[str, Any] = {
    "name": "Two fencers",
    "system": "duel",
    "rules": {"meter_ticks": 9},
    "combatants": [
        {"id": "ann", "initiative": 3, "attributes": {"attack": 7, "bluff": 4}},
        {"id": "bob", "initiative": 3, "attributes": {"attack": 7, "bluff": 4}},
    ],
}


def test_a_scenario_is_never_changed(bridge: eq.Scenario) -> None:
    harder = bridge.set({"rules.melee_dr": 14, "combatants.goblin": {"hp": 8}})
    assert (bridge["rules.melee_dr"], harder["rules.melee_dr"], harder["combatants.goblin.hp"]) == (12, 14, 8)
    assert harder.changes == ("rules.melee_dr=14", "combatants.goblin.hp=8")
    assert bridge != harder and bridge == eq.load(bridge.path)
    assert harder.change("rules.melee_dr+=2")["rules.melee_dr"] == 16
    with pytest.raises(KeyError):
        bridge["rules.nothing"]
    assert bridge.set(policy={"rogue": "wary"})["combatants.rogue.policy"] == "wary"


def test_texts_and_tables(duel: eq.Scenario) -> None:
    text = eq.load(duel.text)
    assert (text.path, text.name, text.system) == ("scenario.toml", duel.name, "duel")
    made = eq.load(FENCERS)
    assert [each.id for each in made.combatants] == ["ann", "bob"]
    # Equal fencers, by the exact solution.
    assert eq.exact(made).party.value == pytest.approx(0.5, abs=1e-12)


def test_files_beside_a_text(tmp_path: Path) -> None:
    league = eq.load("scenarios/duel/league.toml") if Path("scenarios/duel/league.toml").exists() else None
    roster = next((path for path in sorted(Path("scenarios").glob("*/*.toml")) if 'roster = "' in path.read_text()), None)
    assert league is not None or roster is not None
    assert roster is not None
    text = eq.Scenario(roster.read_text(), base=roster.parent)
    assert eq.run(text, n=50).numbers.to_dict() == eq.run(roster, n=50).numbers.to_dict()
    with pytest.raises(eq.ScenarioError):
        eq.load(eq.Scenario(roster.read_text(), base=tmp_path).text, base=tmp_path)


def test_numpy_scalars_are_numbers(bridge: eq.Scenario) -> None:
    numpy = pytest.importorskip("numpy")
    assert bridge.set({"rules.melee_dr": numpy.int64(14)})["rules.melee_dr"] == 14
    assert bridge.set({"rules.melee_dr": numpy.float64(14.0)}).changes == ("rules.melee_dr=14",)


def test_mistakes_come_all_at_once(bridge: eq.Scenario, program: Any) -> None:
    with pytest.raises(eq.ScenarioError) as raised:
        bridge.set({"rules.melee_dr": "x", "combatants.rouge.hp": 3})
    one, two = raised.value.mistakes
    assert (one.path, two.path) == ("rules.melee_dr", "combatants.rouge.hp")
    assert one.code and two.code and one.file == "--set"
    assert "rogue" in str(two.help)
    text = bridge.text + "\n[nonsense]\nkey = 3\n"
    with pytest.raises(eq.ScenarioError) as raised:
        eq.load(text, base="scenarios/zones")
    mistake = raised.value.mistakes[0]
    assert mistake.file and mistake.line and mistake.file.endswith("scenario.toml")
    assert f"{mistake.file}:{mistake.line}" in str(raised.value) and mistake.message in str(raised.value)


@pytest.mark.parametrize("wrong", ["nowhere.toml", "scenarios", "README.md"])
def test_what_is_no_scenario(wrong: str) -> None:
    with pytest.raises(eq.Error):
        eq.load(wrong)


def test_options_are_refused_as_the_command_line_refuses_them(duel: eq.Scenario) -> None:
    for options in ({"max_encounters": 5}, {"precision": 7}, {"n": 5, "encounters": 6}, {"n": -1}):
        with pytest.raises(eq.UsageError):
            eq.run(duel, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        eq.run(duel, nonsense=1)  # type: ignore[call-arg]
    with pytest.raises(eq.Error, match="different changes"):
        eq.versus(duel, eq.load("scenarios/duel/first-challenge.toml").set({"rules.meter_ticks": 5}))


def test_a_failing_rule_of_a_script_is_no_panic(tmp_path: Path) -> None:
    script = next(Path("scenarios/script").glob("*.rhai"))
    scenario = next(path for path in Path("scenarios/script").glob("*.toml") if script.name in path.read_text())
    (tmp_path / script.name).write_text(script.read_text() + '\nfn turn(who) { throw "it is broken"; }\n')
    (tmp_path / "a.toml").write_text(scenario.read_text())
    with pytest.raises(eq.ScenarioError):
        eq.run(tmp_path / "a.toml", n=5)


def test_what_is_no_value_is_refused(duel: eq.Scenario) -> None:
    for wrong in (b"9", None, {"rules.meter_ticks": None}):
        with pytest.raises(eq.Error):
            duel.set(wrong if isinstance(wrong, dict) else {"rules.meter_ticks": wrong})
    refused: list[dict[str, Any]] = [
        {"range": range(0, 100, 7)},
        {"n": False},
        {"seed": b"1"},
    ]
    for options in refused:
        with pytest.raises(eq.UsageError):
            eq.run(duel, **options)
    for vary in ({"combatants.fencer.name": ["Smith, John", "Ann"]}, {}):
        with pytest.raises(eq.UsageError):
            eq.sweep(duel, vary, n=10)
    for design in ({"rules.meter_ticks": [9, 11], "combatants.fencer.initiative": [1]}, [{"rules.meter_ticks": 9}, {"x": 1}]):
        with pytest.raises(eq.UsageError):
            eq.grid(duel, design, n=10)
    with pytest.raises(eq.UsageError):
        eq.load("-")
    with pytest.raises(eq.ScenarioError) as raised:
        eq.load("nowhere.toml")
    assert raised.value.mistakes[0].file == "nowhere.toml"
    with pytest.raises(AttributeError, match="never changed"):
        duel.text = "junk"


def test_arrays_are_values(duel: eq.Scenario) -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    lists = eq.sweep(duel, {"rules.meter_ticks": [5, 9]}, n=50).to_json()
    for array in (numpy.array([5, 9]), pandas.Series([5, 9]), numpy.array([5.0, 9.0])):
        assert eq.sweep(duel, {"rules.meter_ticks": array}, n=50).to_json() == lists


def test_two_texts_of_one_name_are_told_apart(duel: eq.Scenario) -> None:
    other = {**FENCERS, "rules": {"meter_ticks": 5}}
    with pytest.raises(eq.UsageError, match=r"two scenarios are called scenario\.toml"):
        eq.compare(eq.load(FENCERS), eq.load(other), n=50)
    compared = eq.compare(eq.load(FENCERS), eq.Scenario(other, name="other"), n=2000)
    assert compared.verdict("rounds") == "different"
    assert eq.compare(duel, duel, n=50).verdict("party") == "identical"


def test_scenarios_are_packed(duel: eq.Scenario) -> None:
    changed = duel.set({"rules.meter_ticks": 5})
    assert pickle.loads(pickle.dumps(changed)) == changed != duel
    assert len({duel, changed, copy.deepcopy(duel)}) == 2
    record = eq.luck(duel, n=50).parts[0]
    assert pickle.loads(pickle.dumps(record)) == record
    interrupted = pickle.loads(pickle.dumps(eq.Interrupted(None, ["enough"])))
    assert (interrupted.partial, str(interrupted)) == (None, "enough")


def test_games_are_held_against_the_model() -> None:
    fixtures = Path("crates/cli/tests/fixtures")
    found = eq.observe(fixtures / "spar.toml", fixtures / "spar-games.csv", ignore="date", n=500)
    assert len(found.numbers) > 0
