#!/usr/bin/env python3
"""How fast it is, measured side by side in one run: writes the tables of docs/speed.md, between their marks.

    benches/speed.py [--quick]

Needs the Rust toolchain and g++; numpy is installed into target/speed-venv where it is absent. --quick plays a hundredth, to try
the script, and writes nothing. Programs that are compared run in turn, each several times, so that whatever else the machine does
hits all of them; what starting a program takes cancels in the difference of two runs. Figures are medians.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUICK = "--quick" in sys.argv[1:]
TIMES = 1 if QUICK else 3
TARGET = ROOT / "target"
EQUIPOISE = str(TARGET / "release" / "equipoise")
DUEL = "scenarios/duel/first-challenge.toml"
# By system: one against one, and many against many, with the encounters of a run.
SIZES = [
    ("duel", "1 against 1", DUEL, [], 4_000_000),
    ("zones", "1 against 1", "scenarios/zones/pit-fight.toml", [], 2_000_000),
    ("zones", "4 against 6", "scenarios/zones/toll-bridge.toml", [], 200_000),
    ("tiny", "2 against 2", "scenarios/tiny/parry-or-strike.toml", [], 400_000),
    ("tiny", "4 against 4", "benches/src/tiny_skirmish.toml", [], 100_000),
    ("wounds", "1 against 1", "scenarios/wounds/sabre-or-maul.toml", [], 2_000_000),
    ("wounds", "4 against 4", "benches/src/wounds_skirmish.toml", [], 200_000),
    ("thrum", "1 against 1", "scenarios/thrum/last-one-standing.toml", [], 4_000_000),
    ("thrum", "3 against 3", "benches/src/thrum_skirmish.toml", [], 20_000),
    ("script", "2 against 3", "scenarios/script/ford.toml", [], 20_000),
]


def scaled(encounters):
    return max(encounters // 100, 1000) if QUICK else encounters


def measured(command, output=subprocess.DEVNULL):
    """Seconds by the clock, seconds of processor time and megabytes at most that a command took."""
    began = time.perf_counter()
    child = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {child.returncode}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def rates(cases):
    """Nanoseconds an encounter, by name; a case is (name, command of so many encounters, encounters)."""
    found = {name: [] for name, _, _ in cases}
    for _ in range(TIMES):
        for name, command, encounters in cases:
            short, long = (measured(command(count))[0] for count in (encounters // 4, encounters))
            found[name].append(max(long - short, 1e-9) * 1e9 / (encounters - encounters // 4))
    return {name: statistics.median(values) for name, values in found.items()}


def run(scenario, options, threads):
    """The command line of a run of so many encounters."""
    common = [EQUIPOISE, "run", scenario, "--quiet", "--format", "json", "--threads", str(threads), *options]
    return lambda encounters: [*common, "-n", str(encounters)]


def table(header, rows):
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(str(field) for field in line) + " |" for line in lines)


def number(value):
    """With a space between thousands, three digits where it is small."""
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def side_by_side(python):
    cpp, rust = str(TARGET / "plain-duel"), str(TARGET / "release" / "plain-duel")
    subprocess.run(["g++", "-std=c++20", "-O3", "-march=native", "-o", cpp, "benches/plain/duel.cpp"], cwd=ROOT, check=True)
    encounters = scaled(4_000_000)
    cases = [
        ("plain C++, dice of one generator", lambda count: [cpp, "stream", str(count), "1"], encounters),
        ("plain C++, dice in slots", lambda count: [cpp, "slots", str(count), "1"], encounters),
        ("plain Rust, wins and rounds alone", lambda count: [rust, str(count), "1"], encounters),
        ("numpy", lambda count: [python, "benches/plain/duel.py", str(count), "1"], encounters // 8),
        ("equipoise, one thread", run(DUEL, [], 1), encounters),
        ("equipoise, two threads", run(DUEL, [], 2), encounters),
    ]
    found = rates(cases)
    floor = found[cases[0][0]]
    rows = [(name, number(found[name]), f"{found[name] / floor:.2f}") for name, _, _ in cases]
    return table(["program", "ns a duel", "times plain C++"], rows)


def by_size():
    cases = [
        ((system, size, threads), run(scenario, options, threads), scaled(encounters))
        for system, size, scenario, options, encounters in SIZES
        for threads in (1, 2)
    ]
    found = rates(cases)
    rows = []
    for system, size, scenario, _, _ in SIZES:
        one, two = (found[system, size, threads] for threads in (1, 2))
        name = f"`{pathlib.Path(scenario).stem}`"
        rows.append((system, size, name, number(1e9 / one), number(1e9 / two), f"{one / two:.2f}"))
    header = ["system", "fighters", "scenario", "encounters a second, one thread", "two threads", "gain"]
    return table(header, rows)


def by_length():
    rows = []
    for exponent in range(6, 10):
        encounters = scaled(10**exponent)
        seconds, cpu, megabytes = measured(run(DUEL, [], 2)(encounters))
        rows.append((f"10^{exponent}", f"{seconds:.2f}", f"{cpu:.2f}", f"{megabytes:.0f}"))
    return table(["encounters", "seconds", "of processor time", "MB at most"], rows)


def waits():
    """From pressing enter to an interval of 0.1 points, for every shipped scenario, on two threads."""
    precision = "0.01" if QUICK else "0.001"
    rows = []
    for path in sorted((ROOT / "scenarios").glob("*/*.toml")):
        scenario = str(path.relative_to(ROOT))
        sampled = [EQUIPOISE, "run", scenario, "--precision", precision, "--max-encounters", "100M", "--quiet", "--format", "json"]
        with tempfile.TemporaryFile() as printed:
            seconds, _, _ = measured(sampled, printed)
            printed.seek(0)
            encounters = json.load(printed)["encounters"]
        rows.append((f"{path.parent.name}/{path.stem}", f"{seconds:.2f}", number(encounters)))
    return table(["scenario", "seconds", "encounters"], rows)


def python_with_numpy():
    venv = TARGET / "speed-venv"
    python = str(venv / "bin" / "python3")
    if not (venv / "bin" / "pip").exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy"], check=True)
    return python


def processor():
    models = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f"{models[0]}, {len(models)} cores" if models else "an unknown processor"


def main():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "equipoise"], cwd=ROOT, check=True)
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "-p", "equipoise-benches", "--bin", "plain-duel"], cwd=ROOT, check=True
    )
    parts = {
        "machine": processor() + ".",
        "duel": side_by_side(python_with_numpy()),
        "sizes": by_size(),
        "lengths": by_length(),
        "waits": waits(),
    }
    path = ROOT / "docs" / "speed.md"
    text = path.read_text()
    for name, measured_part in parts.items():
        print(f"\n{name}\n{measured_part}")
        before, rest = text.split(f"<!-- {name} -->\n", 1)
        _, after = rest.split(f"<!-- end of {name} -->", 1)
        text = f"{before}<!-- {name} -->\n{measured_part}\n<!-- end of {name} -->{after}"
    if not QUICK:
        path.write_text(text)


if __name__ == "__main__":
    main()
