"""The directory of shards, with the binary that EQUIPOISE names."""

import tempfile
import unittest
from pathlib import Path

from equipoise_dask.binary import Binary
from equipoise_dask.driver import _common
from equipoise_dask.store import Store
from equipoise_dask.worker import fight

SCENARIO = "scenarios/duel/masters-of-the-yard.toml"


class StoreTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.binary = Binary()

    def shard(self, first: int, last: int) -> bytes:
        status, shard, said, _ = fight(self.binary.version, ["run", SCENARIO, "--range", f"{first}..{last}"], None)
        self.assertEqual(status, 0, said)
        return shard

    def names(self) -> list[str]:
        return sorted(path.name for path in self.directory.iterdir())

    def test_neighbours_are_joined_within_a_segment(self) -> None:
        store = Store(self.directory, self.binary, [(0, 20), (20, 40)], fold=2)
        for first in (10, 30, 0, 20):
            self.assertEqual(store.finished_segments(), 0 if first != 20 else 1)
            store.add((first, first + 10), self.shard(first, first + 10))
        self.assertEqual(self.names(), ["0-20.json", "20-40.json"])
        self.assertEqual(store.finished_segments(), 2)
        joined = self.binary.call("merge", *(str(path) for path in self.directory.iterdir()), "--format", "json")
        single = self.binary.call("run", SCENARIO, "-n", "40", "--quiet", "--format", "json")
        self.assertEqual(joined, single)

    def test_what_a_join_left_behind_is_removed(self) -> None:
        for first, last in ((0, 10), (10, 20), (0, 20), (20, 30)):
            Path(self.directory, f"{first}-{last}.json").write_bytes(self.shard(first, last))
        Path(self.directory, "notes.json").write_text("somebody else's")
        store = Store(self.directory, self.binary, [(0, 40)])
        self.assertEqual(self.names(), ["0-20.json", "20-30.json", "notes.json"])
        self.assertEqual(store.finished_segments(), 0)
        store.add((30, 40), self.shard(30, 40))
        self.assertEqual(store.finished_segments(), 1)

    def test_files_are_sent_by_their_relative_paths(self) -> None:
        probe = ["run", SCENARIO, "-n", "1"]
        files = self.binary.files(probe, must_be_relative=True)
        self.assertEqual(len(files), 2)
        moved = {f"../../{path}": text for path, text in files.items()}
        words = ["run", f"../../{SCENARIO}", "--range", "0..10"]
        status, shard, said, _ = fight(self.binary.version, words, moved)
        self.assertEqual(status, 0, said)
        self.assertIn(b"../../scenarios/duel", shard)

    def test_another_build_is_refused(self) -> None:
        status, shard, said, _ = fight("equipoise 9.9.9\n", ["run", SCENARIO, "--range", "0..10"], None)
        self.assertIsNone(status)
        self.assertEqual(shard, b"")
        self.assertIn("9.9.9", said)


class CommonTest(unittest.TestCase):
    def test_planned_ranges_are_cut_to_what_is_missing(self) -> None:
        planned = [(0, 10), (10, 20), (20, 30)]
        self.assertEqual(
            list(_common(planned, [(5, 12), (14, 16), (18, 25)])),
            [
                (5, 10),
                (10, 12),
                (14, 16),
                (18, 20),
                (20, 25),
            ],
        )
        self.assertEqual(list(_common(planned, [])), [])
        self.assertEqual(list(_common(planned, [(0, 30)])), planned)


if __name__ == "__main__":
    unittest.main()
