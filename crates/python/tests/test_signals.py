"""Ctrl-C, progress, and several threads."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

import equipoise as eq


@pytest.fixture
def interrupted() -> Iterator[list[float]]:
    """Presses Ctrl-C after half a second, and keeps when that was."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, press)
    timer.start()
    yield pressed
    timer.join()


def test_what_is_finished_is_kept(bridge: eq.Scenario, interrupted: list[float]) -> None:
    with pytest.raises(eq.Interrupted) as raised:
        eq.run(bridge, n="10G")
    partial = raised.value.partial
    assert isinstance(partial, eq.Run) and partial.partial and partial.n is not None and partial.n > 0
    assert len(interrupted) == 1
    # The same fights, made again.
    again = eq.run(bridge, n=partial.n)
    assert again.numbers.to_dict() == partial.numbers.to_dict()


def test_ctrl_c_is_a_keyboard_interrupt(bridge: eq.Scenario, interrupted: list[float]) -> None:
    with pytest.raises(KeyboardInterrupt):
        eq.sensitivity(bridge, n="10M")
    assert len(interrupted) == 1
    # The next call begins anew.
    assert eq.run(bridge, n=100).n == 100


def test_progress_is_told_and_may_end_the_work(bridge: eq.Scenario) -> None:
    told: list[tuple[int, int | None, str]] = []
    eq.run(bridge, n="200k", progress=lambda done, total, rate, name: told.append((done, total, name)))
    assert told and {total for _, total, _ in told} == {200_000}
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)

    def end(done: int, total: int | None, rate: float, name: str) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        eq.run(bridge, n="10G", progress=end)


def test_threads_of_python_ask_side_by_side(duel: eq.Scenario, bridge: eq.Scenario) -> None:
    found: dict[str, str] = {}

    def ask(name: str, scenario: eq.Scenario) -> None:
        for _ in range(5):
            found[name] = eq.run(scenario, n=500).to_json()

    threads = [threading.Thread(target=ask, args=each) for each in (("duel", duel), ("bridge", bridge))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"duel": eq.run(duel, n=500).to_json(), "bridge": eq.run(bridge, n=500).to_json()}


def test_python_goes_on_meanwhile(bridge: eq.Scenario) -> None:
    counted = 0
    done = threading.Event()

    def ask() -> None:
        eq.run(bridge, n="100k")
        done.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 3


@pytest.mark.parametrize("what", ["command", "rerun", "report"])
def test_every_call_is_interrupted(what: str, bridge: eq.Scenario) -> None:
    whole = eq.run(bridge, n="300k") if what == "rerun" else None
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(eq.Interrupted):
        if whole is not None:
            for _ in range(100):
                eq.rerun(whole)
        elif what == "report":
            eq.report(bridge, n="10G")
        else:
            eq.command("run", bridge.path, n="10G")
    timer.join()


def test_encounters_are_read_while_something_is_asked(bridge: eq.Scenario, duel: eq.Scenario) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    read: list[int] = []
    eq.run(bridge, n="200k", progress=lambda *_: read.append(pyarrow.table(eq.encounters(duel, 100)).num_rows))
    assert read and set(read) == {100}
