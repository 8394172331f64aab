#!/usr/bin/env python3
"""Whether two programs give the same functions, gradients and probes for every case in meshes/.

usage: tools/compare_programs.py OLD NEW [--ranks N] [--tolerance 1e-10] [CASE.yaml ...]

Runs `gradient` (or `run` where a case has no functions or no designs) with both programs, one case
after the other, and prints for each case the largest difference of functions, gradients and probes,
each relative to the largest absolute value of its own vector. Exit status 1 when a difference
exceeds the tolerance, or when the programs end with different statuses.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def numbers(value):
    """All numbers of nested lists and dictionaries, in the order of the keys."""
    if isinstance(value, dict):
        return [x for key in sorted(value) for x in numbers(value[key])]
    if isinstance(value, list):
        return [x for entry in value for x in numbers(entry)]
    return [float(value)] if isinstance(value, (int, float)) else []


def vectors(result):
    """Name and numbers of each vector that is compared."""
    for name, value in result.get("functions", {}).items():
        yield "function " + name, numbers(value)
    for name, by_design in result.get("gradient", {}).items():
        yield "gradient of " + name, numbers(by_design)
    for name, probe in result.get("probes", {}).items():
        yield "probe " + name, numbers(probe)


def run(program, case, ranks):
    verb = "gradient" if "functions:" in case.read_text() and "design:" in case.read_text() else "run"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        done = subprocess.run([str(ROOT / "tools/mpirun.sh"), str(ranks), program, verb, str(case),
                               "--quiet", "--json", str(out), "--output-dir", folder],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return done.returncode, json.loads(out.read_text()) if out.exists() else {}, done.stderr


def difference(old, new):
    """The largest relative difference, and of which vector."""
    worst, where = 0.0, ""
    old, new = dict(vectors(old)), dict(vectors(new))
    if old.keys() != new.keys():
        return float("inf"), "other names"
    for name, values in old.items():
        scale = max((abs(x) for x in values), default=0) or 1
        if len(values) != len(new[name]):
            return float("inf"), name
        for x, y in zip(values, new[name]):
            off = abs(x - y) / scale
            if not off <= worst:
                worst, where = off, name
    return worst, where


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--tolerance", type=float, default=1e-10)
    options = parser.parse_intermixed_args()
    failed = False
    for case in options.cases or sorted((ROOT / "meshes").glob("*.yaml")):
        (status, old, _), (other, new, message) = (run(program, case, options.ranks)
                                                   for program in (options.old, options.new))
        worst, where = difference(old, new)
        bad = status != other or not worst <= options.tolerance
        failed = failed or bad
        count = sum(len(values) for _, values in vectors(old))
        print("%-34s %d %d  %6d numbers  %8.1e  %s%s"
              % (case.name, status, other, count, worst, where if worst else "",
                 "  DIFFERS " + message[:300] if bad else ""), flush=True)
    return failed


sys.exit(main())
