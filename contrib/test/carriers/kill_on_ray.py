"""A run on Ray whose first worker is killed in the middle of a range, and that is then asked for again with a shard less."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import equipoise as eq
import equipoise_ray
import psutil
import ray

scenario, encounters, directory = eq.load(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
killed = []


def kill() -> None:
    """Kills a worker that fights, once some shards are there."""
    while not killed:
        fighting = [process for process in psutil.process_iter(["cmdline"]) if "ray::fight" in " ".join(process.info["cmdline"] or [])]
        if fighting and any(directory.glob("*.json")):
            os.kill(fighting[0].pid, signal.SIGKILL)
            killed.append(fighting[0].pid)
        time.sleep(0.01)


ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
killer = threading.Thread(target=kill, daemon=True)
killer.start()
equipoise_ray.run(scenario, encounters, shards=10, directory=directory)
assert killed, "no worker was killed"
# What the driver had when it died is kept; the rest is fought.
next(directory.glob("*.json")).unlink()
Path(sys.argv[4]).write_text(equipoise_ray.run(scenario, encounters, shards=10, directory=directory).to_json())
