#!/usr/bin/env python3
"""Gradients of all values of a control problem by the adjoint, by the tangent, and by differences, which march once more for
each design: processor seconds (the least of REPEATS runs), and how many times differences cost more. The cases are those of
sections 5.2 and 5.3 of Lichtenecker and Nachbagauer (2024), the pendulum with 10 and 20 nodes for each control, the arm also
with KS of the stresses in place of lists.

    bench/control-gradient.py [CASE ...]        (default: all)
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REPEATS = 3
NODES = ["--set=controls[%d].nodes=20" % k for k in range(3)]
FOUND = ["--set=initial=%s" % (ROOT / "tests/data/scara.csv")]
KS = ["--set=functions.stress%d={name: stress%d, type: value, form: ks, weight: 200, value: strip%d.failure, at: {mesh: 101}}" % (k, k, k)
      for k in range(1, 5)]
CASES = {"pendulum, k = 10": ("pendulum-control", []), "pendulum, k = 20": ("pendulum-control", NODES),
         "scara": ("scara", FOUND), "scara, KS of stress": ("scara", FOUND + KS)}


def run(folder, verb, case, settings):
    command = [ROOT / "build/gimbal", *verb, ROOT / "meshes" / (case + ".yaml"), "--quiet", "--output-dir", folder,
               "--set", "output.every=0", *settings]
    subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL)


def seconds(verb, case, settings):
    """Processor seconds of a run without files."""
    best = None
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REPEATS):
            before = os.times()
            run(folder, verb, case, settings)
            after = os.times()
            spent = after.children_user + after.children_system - before.children_user - before.children_system
            best = spent if best is None else min(best, spent)
    return best


def sizes(case, settings):
    """How many designs and values there are."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.json"
        run(folder, ["gradient", "--json", output,], case, settings)
        data = json.loads(output.read_text())
    return (sum(len(v) for v in next(iter(data["gradient"].values())).values()),
            sum(len(f) if isinstance(f, list) else 1 for f in data["functions"].values()))


print("%-20s %7s %7s %9s %9s %9s %12s %9s %9s" % ("case", "designs", "values", "march s", "adjoint s", "tangent s", "differences s",
                                                  "/ adjoint", "/ tangent"))
for name in sys.argv[1:] or CASES:
    case, settings = CASES[name]
    march, adjoint, tangent = (seconds(verb, case, settings) for verb in (["run"], ["gradient"], ["gradient", "--tangent"]))
    designs, values = sizes(case, settings)
    differences = (1 + designs) * march
    print("%-20s %7d %7d %9.2f %9.2f %9.2f %12.2f %9.1f %9.1f" % (
        name, designs, values, march, adjoint, tangent, differences, differences / adjoint, differences / tangent))
