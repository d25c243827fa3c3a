"""What a worker does: it fights one range with the binary that it has, and returns the shard.

The scheduler sends this module to the workers as it is, so that they need neither this package nor a file system in
common. It therefore uses nothing but the standard library and `distributed`, and returns plain values.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Seconds that an unfit worker keeps a range: idle as it is, Dask would offer it every range again and again.
UNFIT_PAUSE = 1.0


def locate() -> str | None:
    """The binary: what `EQUIPOISE` names, else that beside this Python (where a wheel puts it), else on the path."""
    named = os.environ.get("EQUIPOISE")
    if named:
        return shutil.which(named)
    return shutil.which("equipoise", path=str(Path(sys.executable).parent)) or shutil.which("equipoise")


def fight(version: str, arguments: list[str], files: dict[str, str] | None) -> tuple[int | None, bytes, str, str]:
    """Runs `equipoise ARGUMENTS --shard FILE`; returns its exit status, the shard, what it said on stderr, and where.

    The status is None where this worker is unfit for any range: it has no binary, or one of another build.

    `version` is what `equipoise --version` prints where the job was planned: shards of different builds are not mixed.
    `files` are the texts of the scenario and of what it reads, by their relative paths; None where the worker finds
    them under the same paths itself.
    """
    address, local_directory = _whereabouts()
    binary = locate()
    if binary is None:
        time.sleep(UNFIT_PAUSE)
        return None, b"", "no equipoise there: install it, or name it in the variable EQUIPOISE", address
    binary = os.path.abspath(binary)
    own = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    if own != version:
        time.sleep(UNFIT_PAUSE)
        return None, b"", f"{own.splitlines()[:2]} there, {version.splitlines()[:2]} where the job was planned", address
    # Dask removes the scratch space of a worker that died when another one starts beside it.
    with tempfile.TemporaryDirectory(prefix="equipoise-", dir=local_directory) as scratch:
        directory = _unpack(files, Path(scratch)) if files is not None else None
        shard = Path(scratch, "shard.json")
        command = [binary, *arguments, "--shard", str(shard), "--quiet", "--format", "csv"]
        ended = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        # With status 0 the shard has the whole range; with any other it is absent or lacks encounters.
        content = shard.read_bytes() if ended.returncode == 0 else b""
        return ended.returncode, content, ended.stderr.decode(errors="replace"), address


def _whereabouts() -> tuple[str, str | None]:
    """The worker's address and its own directory; where this is not called on a worker, the system's directory."""
    from distributed import get_worker

    try:
        return str(get_worker().address), str(get_worker().local_directory)
    except ValueError:
        return "here", None


def _unpack(files: dict[str, str], scratch: Path) -> Path:
    """Writes the files below `scratch`, and returns the directory from which their relative paths find them."""
    depth = max((list(Path(os.path.normpath(path)).parts).count("..") for path in files), default=0)
    directory = scratch.joinpath("files", *["below"] * depth)
    directory.mkdir(parents=True)
    for path, text in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    return directory
