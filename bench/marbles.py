#!/usr/bin/python3
"""Marbles that fall into a box, each of which may touch all others: a case of any size, or seconds of its march on numbers of
ranks and the largest difference of a marble's place from that on the first number.

    bench/marbles.py [--count 1000] [--step 2.5e-4] [--steps 400] [--ranks 1,4] [--write FILE]
"""
import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RADIUS, DENSITY = 0.05, 955.0  # 0.5 kg
LAW = "stiffness: 2e4, damping: 0.3, friction: %g, velocity: 0.05"


def places(count, seed=1, unit=1.0):
    """Layers of a square grid of about half as many layers as marbles along its sides, moved a little by chance."""
    dice = random.Random(seed)
    side = max(2, round((count / 2) ** (1 / 3)))
    pitch = 2.3 * RADIUS * unit
    return side * pitch, [[(k % side + 0.5) * pitch - side * pitch / 2 + 0.1 * RADIUS * unit * dice.uniform(-1, 1),
                           (k // side % side + 0.5) * pitch - side * pitch / 2 + 0.1 * RADIUS * unit * dice.uniform(-1, 1),
                           1.1 * RADIUS * unit + k // side ** 2 * pitch] for k in range(count)]


def marbles(count, step, steps, friction=0.3, watched=8, more=""):
    """The case; its functions are sums of coordinates of some marbles at the end."""
    width, at = places(count)
    law = LAW % friction
    walls = [("floor", [0, 0, 0], [0, 0, 1]), ("left", [-width / 2, 0, 0], [1, 0, 0]), ("right", [width / 2, 0, 0], [-1, 0, 0]),
             ("front", [0, -width / 2, 0], [0, 1, 0]), ("back", [0, width / 2, 0], [0, -1, 0])]
    seen = range(0, count, max(1, count // watched))
    return "\n".join(
        ["gimbal: 1", "title: marbles fall into a box", "gravity: [0, 0, -9.81]", "bodies:"] +
        ["  - {name: marble%d, sphere: %g, density: %g, at: %r}" % (k, RADIUS, DENSITY, x) for k, x in enumerate(at)] +
        ["contacts:"] +
        ["  - {name: %s, surface: plane, on: ground, at: %r, axis: %r, body: marble*, ball: %g, %s}"
         % (name, place, axis, RADIUS, law) for name, place, axis in walls] +
        ["  - {name: heap, surface: sphere, radius: %g, on: marble*, body: marble*, ball: %g, %s}" % (RADIUS, RADIUS, law),
         "probes:"] +
        ["  - {name: p%d, body: marble%d, at: %r}" % (k, k, at[k]) for k in seen] +
        ["functions:"] +
        ["  - {name: place%d, type: end, value: p%d.x + 2*p%d.y + 3*p%d.z}" % (k, k, k, k) for k in seen] +
        ["time: {scheme: galpha, rho: 0.5, step: %g, steps: %d}" % (step, steps), "output: {every: 0}", more, ""])


def measure(case, ranks, folder):
    out = folder / ("marbles-%d.json" % ranks)
    subprocess.run([str(ROOT / "tools/mpirun.sh"), str(ranks), str(folder.parent / "gimbal"), "run", str(case), "--quiet", "--json",
                    str(out), "--output-dir", str(folder)], check=True)
    return json.loads(out.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--step", type=float, default=2.5e-4)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--ranks", default="1,4")
    parser.add_argument("--write", help="write the case to this file and end")
    options = parser.parse_args()
    text = marbles(options.count, options.step, options.steps)
    if options.write:
        Path(options.write).write_text(text)
        return
    folder = ROOT / os.environ.get("BUILD", "build") / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "marbles.yaml").write_text(text)
    first = None
    print("%d marbles, %d steps of %g s" % (options.count, options.steps, options.step))
    for ranks in map(int, options.ranks.split(",")):
        result = measure(folder / "marbles.yaml", ranks, folder)
        first = first or result["functions"]
        print("%d rank(s): march %.1f s, %d Newton iterations, %d factorisations, %.0f MB, places within %.1e of the first" % (
            ranks, result["time"]["march"], result["newton_iterations"], result["factorisations"], result["memory"]["peak_mb"],
            max(abs(result["functions"][k] - first[k]) for k in first)))


if __name__ == "__main__":
    sys.exit(main())
