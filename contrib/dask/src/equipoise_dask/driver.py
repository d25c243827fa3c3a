"""The loop: a window of ranges is with the workers, what arrives is kept, what fails is tried again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import cloudpickle
from distributed import Client, as_completed
from distributed.client import Future

from equipoise_dask import worker
from equipoise_dask.binary import BAD_INPUT, NOT_REACHED, BadInput, Binary
from equipoise_dask.job import Job, Result
from equipoise_dask.store import Range, Store

# Ranges that are with the cluster at once, for each of its threads: as many wait as are fought, so that no thread idles
# while this process joins shards.
WINDOW = 2

Report = Callable[[str], None]
Fought = tuple[int | None, bytes, str, str]


class Exhausted(Exception):
    """A range failed as often as `attempts` allows; what has arrived is kept where a directory was named."""


def run(
    client: Client,
    job: Job,
    *,
    directory: str | Path | None = None,
    out: str | Path | None = None,
    format: str = "table",
    binary: str | None = None,
    note: Report = lambda text: None,
    progress: Callable[[int, int], None] = lambda done, planned: None,
) -> Result:
    """Fights `job` on the workers of `client` and joins the shards.

    `directory` keeps the shards: a call that names one with shards of the same job fights what is missing. `out` gets
    the files of `equipoise run --out`, and `format` shapes `stdout` of the result. `note` hears of failures, `progress`
    how many of the planned ranges have arrived.

    Raises `BadInput` where the binary refuses the job, and `Exhausted` where a range fails again and again.
    """
    with ExitStack() as stack:
        if out is not None:
            _make(Path(out))
        if directory is None:
            directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="equipoise-"))
        _make(Path(directory))
        return _Carrier(client, job, Path(directory), Binary(binary), note, progress).carry(out, format)


def _make(directory: Path) -> None:
    """Makes a directory; one that cannot be made is refused before any fight."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(str(error)) from error


class _Carrier:
    def __init__(
        self,
        client: Client,
        job: Job,
        directory: Path,
        binary: Binary,
        note: Report,
        progress: Callable[[int, int], None],
    ) -> None:
        self._client = client
        self._job = job
        self._binary = binary
        self._note = note
        self._progress = progress
        texts = binary.files(job.probe(), must_be_relative=not job.shared_files)
        self._files = None if job.shared_files else texts
        looks = [] if job.precision is None else ["--looks"]
        segments = binary.ranges("plan", "-n", str(job.encounters), *looks, "--shards", "1")
        self._store = Store(directory, binary, segments)
        self._looked = 0
        self._unfit: set[str] = set()
        # Workers get the module itself, so that they need not have this package.
        cloudpickle.register_pickle_by_value(worker)

    def carry(self, out: str | Path | None, format: str) -> Result:
        """Fights until the job is done, and merges."""
        todo = self._todo()
        planned = len(todo)
        if self._store.is_empty() or not self._is_reached():
            self._fight(iter(todo), planned)
        written = [] if out is None else ["--out", str(out)]
        ended = self._binary.attempt(*self._merge(), *written, "--format", format)
        if ended.returncode not in (0, NOT_REACHED):
            raise RuntimeError(f"equipoise merge ended with {ended.returncode}: {ended.stderr.strip()}")
        return Result(ended.returncode, ended.stdout, ended.stderr)

    def _merge(self) -> list[str]:
        words = ["merge", str(self._store.directory)]
        if self._job.confidence is not None:
            words += ["--confidence", self._job.confidence]
        if self._job.precision is None:
            return [*words, "-n", str(self._job.encounters)]
        return [*words, "--precision", self._job.precision, "--max-encounters", str(self._job.encounters)]

    def _todo(self) -> list[Range]:
        """The planned ranges, as far as the directory has not got them."""
        planned = self._binary.ranges(*self._job.plan(self._threads()))
        if self._store.is_empty():
            return planned
        return list(_common(planned, self._binary.ranges(*self._missing())))

    def _missing(self) -> list[str]:
        return ["merge", str(self._store.directory), "-n", str(self._job.encounters), "--missing"]

    def _threads(self) -> int:
        return sum(self._client.nthreads().values())

    def _is_reached(self) -> bool:
        """Whether the shards answer the job already; asked again only where another look has become possible."""
        finished = self._store.finished_segments()
        if self._job.precision is None or finished <= self._looked:
            return False
        self._looked = finished
        return self._binary.attempt(*self._merge(), "--format", "csv").returncode == 0

    def _fight(self, todo: Iterator[Range], planned: int) -> None:
        arriving = as_completed(loop=self._client.loop)
        waiting: dict[Future[Fought], tuple[Range, int]] = {}

        def submit(range: Range, attempt: int) -> None:
            arguments = [*self._job.study(), "--range", f"{range[0]}..{range[1]}", "--threads", str(self._job.threads)]
            # Ranges go to workers that are unfit only where there are no others, and then use up their attempts.
            fit = [address for address in self._client.nthreads() if address not in self._unfit]
            # An impure task has a key of its own, so that a range that failed is not answered from memory.
            future = self._client.submit(
                worker.fight,
                self._binary.version,
                arguments,
                self._files,
                pure=False,
                workers=fit if fit and self._unfit else None,
                allow_other_workers=bool(fit and self._unfit),
            )
            waiting[future] = (range, attempt)
            arriving.add(future)

        def fill() -> None:
            room = max(WINDOW * self._threads(), 1) - len(waiting)
            for range in islice(todo, max(room, 0)):
                submit(range, 1)

        is_joined_by_others = not self._store.is_empty()
        arrived = 0
        fill()
        try:
            for future in arriving:
                range, attempt = waiting.pop(future)
                failure = self._keep(range, future)
                if failure is None:
                    arrived += 1
                    if arrived == 1 and is_joined_by_others:
                        # Shards of another study in the directory are refused before the rest is fought.
                        self._binary.call(*self._missing())
                    self._progress(arrived, planned)
                elif attempt < self._job.attempts:
                    self._note(f"{range[0]}..{range[1]} is fought again: {failure}")
                    submit(range, attempt + 1)
                else:
                    raise Exhausted(f"{range[0]}..{range[1]} failed {attempt} times, at last so: {failure}")
                if failure is None and self._is_reached():
                    return
                fill()
        finally:
            self._client.cancel(list(waiting))

    def _keep(self, range: Range, future: Future[Fought]) -> str | None:
        """Keeps the shard of a range; where there is none, says why."""
        try:
            status, shard, said, address = future.result()
        # Whatever a worker raises, or the cluster where one is lost, is a reason to try again.
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        if status is None:
            self._unfit.add(address)
            return f"{address} is unfit: {said}"
        if status == BAD_INPUT:
            raise BadInput(said.strip())
        if status != 0:
            return f"exit status {status} at {address}: {said.strip()}"
        self._store.add(range, shard)
        return None


def _common(left: Iterable[Range], right: Iterable[Range]) -> Iterator[Range]:
    """What two sorted lists of ranges have in common, split where `left` is."""
    rest = iter(right)
    other = next(rest, None)
    for first, last in left:
        while other is not None and other[1] <= first:
            other = next(rest, None)
        while other is not None and other[0] < last:
            yield max(first, other[0]), min(last, other[1])
            if other[1] > last:
                break
            other = next(rest, None)
