#!/usr/bin/env python3
"""Mechanisms: steps a second of joined bodies and of hinged beams, and how they grow with the model.

Rows: chains of N bars that hang from the ground by revolute and spherical joints in turn, binary trees of them, and rings
(a chain whose far end is held too), all let go from the horizontal; square nets of N plates that links join to their
neighbours, held along one edge; beams of N elements, hinged at one end.
Prints for each row the steps a second of the march (the best of so many runs), microseconds a step and a body or element,
the corrections and factorisations of a step, and where its time goes.

usage: bench/mechanisms.py [--rows REGEX] [--repeat N] [--ranks N] [--program PATH] [--gradient] [--designs N]
                           [--set KEY=VALUE]...
  --designs: the gradient is by so many designs, masses of the first bodies or numbers of the beam, of which there are five
Cases are written to $BUILD/bench/mechanisms.
"""
import argparse
import json
import math
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("BUILD", "build")).resolve()
WORK = BUILD / "bench" / "mechanisms"
LENGTH = 0.5

HEAD = """gimbal: 1
title: {title}
gravity: [0, 0, -9.81]
time: {{scheme: galpha, step: 1e-3, steps: {steps}}}
output: {{every: 0}}
functions:
  - {{name: height, type: integral, of: tip, value: z}}
"""


def bar(name, at, upright=False):
    box = f"[0.02, 0.04, {LENGTH}]" if upright else f"[{LENGTH}, 0.04, 0.02]"
    return f"  - {{name: {name}, box: {box}, density: 1000, at: {at}}}\n"


def joint(i, between, at):
    kind = "type: spherical" if i % 2 else "type: revolute, axis: [0, 1, 0]"
    return f"  - {{{kind}, name: joint{i}, between: [{', '.join(between)}], at: {at}}}\n"


def ending(body, at):
    return f"probes:\n  - {{name: tip, body: {body}, at: {at}}}\n"


def masses(count):
    return [f"{{name: mass{i}, body: bar{i}, parameter: mass}}" for i in range(count)]


def chain(count):
    bodies = "".join(bar(f"bar{i}", [LENGTH * (i + 0.5), 0, 0]) for i in range(count))
    joints = "".join(joint(i, [f"bar{i - 1}" if i else "ground", f"bar{i}"], [LENGTH * i, 0, 0]) for i in range(count))
    return "bodies:\n" + bodies + "joints:\n" + joints + ending(f"bar{count - 1}", [LENGTH * count, 0, 0])


def ring(count):
    """Stairs down to the middle and up again, every second bar upright, both ends on the ground."""
    bodies, joints, x, z = "", "", 0, 0
    for i in range(count):
        upright, slope = i % 2, -1 if i < count // 2 else 1
        step = [0, 0, slope * LENGTH] if upright else [LENGTH, 0, 0]
        joints += joint(i, [f"bar{i - 1}" if i else "ground", f"bar{i}"], [x, 0, z])
        bodies += bar(f"bar{i}", [x + step[0] / 2, 0, z + step[2] / 2], upright)
        x, z = x + step[0], z + step[2]
        middle = [x, 0, z] if i == count // 2 else middle if i else None
    joints += joint(1 + 2 * count, [f"bar{count - 1}", "ground"], [x, 0, z])
    return "bodies:\n" + bodies + "joints:\n" + joints + ending(f"bar{count // 2}", middle)


def tree(count):
    """Bar i hangs from the end of bar (i - 1) // 2: layers one below the other, each bar of a layer along x."""
    bodies, joints, start = "", "", {}
    for i in range(count):
        above = (i - 1) // 2
        start[i] = [start[above][0] + LENGTH, start[above][1], start[above][2]] if i else [0, 0, 0]
        x, y, z = start[i]
        bodies += bar(f"bar{i}", [x + LENGTH / 2, y, z])
        joints += joint(i.bit_length(), [f"bar{above}" if i else "ground", f"bar{i}"], start[i]).replace(
            f"name: joint{i.bit_length()},", f"name: joint{i},")
    last = start[count - 1]
    return "bodies:\n" + bodies + "joints:\n" + joints + ending(f"bar{count - 1}", [last[0] + LENGTH, *last[1:]])


def net(count):
    """Plates of 0.4 side by side at distances of 0.5, each linked to the one before it along x and along y."""
    side, bodies, joints = math.isqrt(count), "", ""
    for i in range(side * side):
        x, y = LENGTH * (i % side), LENGTH * (i // side)
        bodies += f"  - {{name: bar{i}, box: [0.4, 0.4, 0.02], density: 1000, at: [{x}, {y}, 0]}}\n"
        near = [[x - 0.3, y, 0], [x - 0.2, y, 0]], [[x, y - 0.3, 0], [x, y - 0.2, 0]]
        before = i - 1 if i % side else None, i - side if i >= side else None
        for k in range(2):
            if before[k] is not None:
                joints += f"  - {{type: distance, name: link{i}.{k}, between: [bar{before[k]}, bar{i}], at: {near[k]}}}\n"
        if i < side:
            joints += f"  - {{type: spherical, name: joint{i}, between: [ground, bar{i}], at: {near[1][1]}}}\n"
    last = side * side - 1
    return "bodies:\n" + bodies + "joints:\n" + joints + ending(f"bar{last}", [x, y, 0])


def beam(count):
    return f"""materials:
  soft: {{young: 5e8, poisson: 0.3, density: 2000}}
sections:
  square: {{type: rectangle, height: 0.02, width: 0.02, material: soft}}
beams:
  - {{name: beam, points: [[0, 0, 0], [1, 0, 0]], elements: {count}, section: square, orientation: [0, 1, 0]}}
joints:
  - {{type: revolute, name: hinge, between: [ground, beam.start], at: [0, 0, 0], axis: [0, 1, 0]}}
probes:
  - {{name: tip, body: beam.end, at: [1, 0, 0]}}
"""


NUMBERS = [f"{{name: {name}, {where}, parameter: {name}}}" for where, names in
           (("material: soft", ("density", "young", "poisson")), ("section: square", ("height", "width"))) for name in names]


ROWS = [(f"chain{n}", n, chain(n)) for n in (2, 10, 30, 100, 300, 1000, 3000)]
ROWS += [(f"ring{n}", n, ring(n)) for n in (10, 100, 1000)]
ROWS += [(f"tree{n}", n, tree(n)) for n in (15, 127, 1023)]
ROWS += [(f"net{n}", n, net(n)) for n in (9, 100, 400)]
ROWS += [(f"beam{n}", n, beam(n)) for n in (8, 32, 128, 1000)]


def run(arguments, name, count, steps, text):
    designs = (NUMBERS if name.startswith("beam") else masses(count))[:arguments.designs]
    text += "design:\n" + "".join(f"  - {design}\n" for design in designs)
    case, result = WORK / f"{name}.yaml", WORK / f"{name}.json"
    case.write_text(HEAD.format(title=name, steps=steps) + text)
    command = [ROOT / "tools/mpirun.sh", str(arguments.ranks), arguments.program,
               "gradient" if arguments.gradient else "run", case, "--quiet", "--output-dir", WORK, "--json", result]
    for setting in arguments.set:
        command += ["--set", setting]
    result.unlink(missing_ok=True)
    subprocess.run(list(map(str, command)), check=True)
    return json.loads(result.read_text())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", default="")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--program", default=BUILD / "gimbal")
    parser.add_argument("--gradient", action="store_true")
    parser.add_argument("--designs", type=int, default=1)
    parser.add_argument("--set", action="append", default=[])
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    print(f"{'row':>10} {'steps/s':>9} {'us/step/N':>9} {'corr.':>6} {'factors':>8} | us a step: "
          f"{'residuals':>9} {'factors':>9} {'solves':>9} {'all':>9}" + ("   gradient/march" if arguments.gradient else ""))
    for name, count, text in ROWS:
        if not re.search(arguments.rows, name):
            continue
        steps = max(20, min(2000, 20000 // count))
        best = min((run(arguments, name, count, steps, text) for _ in range(arguments.repeat)), key=lambda d: d["time"]["march"])
        time, march = best["time"], best["time"]["march"]
        line = (f"{name:>10} {steps / march:9.1f} {1e6 * march / steps / count:9.2f} {best['newton_iterations'] / steps:6.2f} "
                f"{(best['factorisations'] - best.get('gradient_factorisations', 0)) / steps:8.3f} |            "
                + " ".join(f"{1e6 * time[key] / steps:9.1f}" for key in ("assembly", "factorisation", "solve", "march")))
        print(line + (f"   {time['adjoint'] / march:6.2f}" if arguments.gradient else ""), flush=True)


if __name__ == "__main__":
    main()
