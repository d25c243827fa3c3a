"""What the tests have in common."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import equipoise as eq

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("EQUIPOISE", str(ROOT / "target/debug/equipoise"))


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def duel() -> eq.Scenario:
    return eq.load("scenarios/duel/first-challenge.toml")


@pytest.fixture
def bridge() -> eq.Scenario:
    return eq.load("scenarios/zones/toll-bridge.toml")


@pytest.fixture
def program() -> Callable[..., str]:
    """What the command line prints."""

    def run(*words: str) -> str:
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run
