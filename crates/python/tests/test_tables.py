"""Tables and single encounters are taken by the libraries for frames."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

TABLE: dict[str, list[Any]] = {
    "name": ["a", None, "c"],
    "value": [0.5, 1, None],
    "n": [1, 2, None],
    "seed": [2**64 - 1, 0, 1],
    "sure": [True, None, False],
    "none": [None] * 3,
}


def test_a_table_without_libraries() -> None:
    table = eq.Table(TABLE)
    assert (len(table), table.columns) == (3, list(TABLE))
    assert list(table)[0]["name"] == "a"
    assert table.where(name="c")["value"] == [None]
    assert "and 5 more rows" in repr(eq.Table({"x": list(range(25))}))
    assert "&lt;b&gt;" in eq.Table({"x": ["<b>"]})._repr_html_()


def test_values_of_several_types_are_refused() -> None:
    for wrong in ([1, "a"], [True, 2.5], [[1]]):
        with pytest.raises(TypeError, match="several types"):
            eq.Table({"x": wrong}).__arrow_c_stream__()
    with pytest.raises(ValueError, match="NUL"):
        eq.Table({"a\0b": ["x"]}).__arrow_c_stream__()
    with pytest.raises(TypeError, match="same length"):
        eq.Table({"x": [1], "y": [1, 2]}).__arrow_c_stream__()
    with pytest.raises(OverflowError):
        eq.Table({"x": [2**70]}).__arrow_c_stream__()


def test_pyarrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(eq.Table(TABLE)).to_pydict() == TABLE
    empty = pyarrow.table(eq.Table({"x": []}))
    assert (empty.num_rows, empty.column_names) == (0, ["x"])


def test_polars(duel: eq.Scenario) -> None:
    polars = pytest.importorskip("polars")
    numbers = eq.run(duel, n=500).numbers.to_polars()
    assert numbers.filter(polars.col("name") == "winners.party")["n"].to_list() == [500]
    assert numbers.schema["value"] == polars.Float64


def test_pandas(duel: eq.Scenario) -> None:
    pytest.importorskip("pandas")
    frame = eq.sweep(duel, vary={"rules.meter_ticks": [5, 9]}, n=300).wide("party", "rounds").to_pandas()
    assert frame["rules.meter_ticks"].tolist() == [5, 9]
    assert (frame["party.lo"] < frame["party"]).all()
    assert eq.run(duel, n=300).numbers.query("name == 'winners.party'")["n"].tolist() == [300]


def test_duckdb(duel: eq.Scenario) -> None:
    duckdb = pytest.importorskip("duckdb")
    rows = eq.encounters(duel, 3000, columns=["winner", "rounds"])
    numbers = eq.run(duel, n=3000).numbers
    # Both are read by their names in the queries.
    won = duckdb.sql("select avg((winner = 'party')::int) from rows")
    told = duckdb.sql("select value from numbers where name = 'winners.party'").fetchall()
    assert (won.fetchall() == told, len(rows.columns), numbers["n"][0]) == (True, 2, 3000)


def test_encounters_are_those_of_the_file(bridge: eq.Scenario, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    file = tmp_path / "rows.parquet"
    eq.command("run", bridge.path, n=70_000, seed=3, encounters_out=file)
    rows: Any = eq.encounters(bridge, n="70k", seed=3)
    streamed, kept = polars.DataFrame(rows), polars.read_parquet(file)
    assert streamed.columns == rows.columns == kept.columns
    words = [name for name, kind in streamed.schema.items() if kind in (polars.Categorical, polars.Enum)]
    assert streamed.cast(dict.fromkeys(words, polars.String)).equals(kept.cast(dict.fromkeys(words, polars.String)))
    # It is played again when it is read again, and a range is a part of the whole.
    part = polars.DataFrame(eq.encounters(bridge, range=range(69_000, 69_010), seed=3, columns=["index", "rounds"]))
    assert part.rows() == streamed[69_000:69_010].select("index", "rounds").rows()


def test_encounters_say_what_did_not_happen(bridge: eq.Scenario) -> None:
    polars = pytest.importorskip("polars")
    rows = polars.DataFrame(eq.encounters(bridge, 5000))
    first = rows["party_first_casualty_round"]
    run = eq.run(bridge, n=5000)
    among = run["party_first_casualty_round"]
    assert isinstance(among, eq.Mean) and among.share is not None
    assert first.null_count() == 5000 - round(5000 * among.share)
    assert first.mean() == pytest.approx(among.value, abs=1e-12)
    assert (rows["party_damage"] - rows["enemies_damage"]).min() < 0


def test_a_stream_that_is_dropped_ends_its_fights(bridge: eq.Scenario) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    reader = pyarrow.RecordBatchReader.from_stream(eq.encounters(bridge, "100G"))
    assert reader.read_next_batch().num_rows == 65_536
    del reader


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": ["nobody"]},
        {"columns": "winner"},
        {"n": "many"},
        {"n": None, "encounters": 1.5},
        {"range": range(5, 1)},
        {"range": range(0, 9, 2)},
        {"threads": 5000},
        {"seed": -1},
    ],
)
def test_encounters_refuse_what_they_do_not_know(duel: eq.Scenario, wrong: dict[str, Any]) -> None:
    with pytest.raises(eq.UsageError):
        eq.encounters(duel, **wrong)


def test_counts_are_those_of_the_command_line(duel: eq.Scenario) -> None:
    from equipoise.encounters import count

    assert [count(text) for text in (5, 1e3, "1e6", "1B", "1.5k", "5_000")] == [5, 1000, 10**6, 10**9, 1500, 5000]


def test_nothing_needs_a_library() -> None:
    hidden = "import sys; [sys.modules.__setitem__(name, None) for name in ('polars', 'pandas', 'pyarrow', 'duckdb', 'numpy', 'tqdm', 'IPython')];"
    asked = "import equipoise as eq; print(eq.run('scenarios/duel/first-challenge.toml', n=100, progress=True).party)"
    done = subprocess.run([sys.executable, "-c", hidden + asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "(" in done.stdout
