#!/usr/bin/python3
"""A search for results that are wrong without a word: small random models under random loads, schemes
and steps, many of them far too hard. Each run ends with status 0, or with 3 (a mesh that chance has folded), 4 or
5 and a cause; a result has no folded shell, and what it says of the last displacement agrees with a run of ten times
as many steps, or the program has warned of the step.

    bench/folds.py [--count 500] [--seed 1] [--only NUMBER]
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
if __name__ == "__main__":
    sys.argv[0] = "search-%d" % os.getpid()  # a folder of its own beside those of the tests
from helper import GIMBAL, PATIENCE, check, grid  # noqa: E402
from shell_folds import folds  # noqa: E402

SCHEMES = ("static bdf1 bdf2 bdf3 euler newmark average_acceleration abm2 abm3 abm4 dirk2 dirk3 dirk4 "
           "sdirk2 sdirk3 galpha hht wbz").split()
TIMES = ("1", "t", "sin(%g*t)")
WRONG = 0.3  # of the largest displacement, between a step and a tenth of it


def choose_mesh(dice, name):
    """A plate, a strip or a part of a cylinder; @return its length and width"""
    kind = dice.choice(("quad4", "quad4", "tri3", "quad9"))
    nx, ny = dice.choice(((1, 1), (2, 1), (4, 1), (8, 1), (2, 2), (3, 2), (4, 4), (4, 2), (16, 1)))
    length, width = 1.0, dice.choice((1.0, 0.25, 0.5))
    place = None
    if dice.random() < 0.3:
        angle = dice.uniform(0.3, min(2.5, 0.5 * nx * (2 if kind == "quad9" else 1)))
        radius = length / angle
        place = lambda x, y: (radius * math.sin(x / radius), y,  # noqa: E731
                              radius * (1 - math.cos(x / radius)))
    grid(nx, ny, (length, width), place, dice.choice((0, 0, 0.2)), dice.randrange(1000), kind).write(name)
    return length, width


def vector(dice):
    """A direction: an axis, or any."""
    if dice.random() < 0.6:
        v = [0.0, 0.0, 0.0]
        v[dice.randrange(3)] = dice.choice((-1.0, 1.0))
        return v
    v = [dice.gauss(0, 1) for _ in range(3)]
    size = math.sqrt(sum(c * c for c in v))
    return [c / size for c in v]


def choose_load(dice, E, t, length, width, step):
    """A load that bends by a part of the length, or ten times as much, or one that stretches."""
    bend = 10 ** dice.uniform(-3, 1) * 3 * E * width * t ** 3 / 12 / length ** 2
    kind = dice.choice(("force", "force", "tip", "pressure", "following", "moment", "stretch"))
    f = dice.choice(TIMES)
    f = f % (10 ** dice.uniform(-1.5, 0) / step) if "%" in f else f  # steps see the load

    def expressions(size):
        return "[%s]" % ", ".join('"%.6g*%s"' % (size * c, f) for c in vector(dice))
    if kind == "stretch":
        size = 10 ** dice.uniform(-6, -1) * E * width * t
        return '{type: force, group: corner10, value: ["%.6g*%s", 0, 0]}' % (
            dice.choice((-1, 1)) * size, f)
    if kind == "pressure" or kind == "following":
        return '{type: pressure, group: plate, value: "%.6g*%s"%s}' % (
            2 * bend / length / width, f, ", follow: true" if kind == "following" else "")
    if kind == "moment":
        return "{type: moment, group: right, value: %s}" % expressions(bend * length / width)
    if kind == "tip":
        return "{type: force, group: corner11, value: %s}" % expressions(bend)
    return "{type: traction, group: right, value: %s}" % expressions(bend / width)


def choose(number, seed):
    """The text of case `number`, and its steps."""
    dice = random.Random("%d/%d" % (seed, number))
    mesh = "folds.msh"
    length, width = choose_mesh(dice, mesh)
    E, t = 10 ** dice.uniform(5, 11.3), 10 ** dice.uniform(-3, -1)
    density, poisson = 10 ** dice.uniform(2, 4), dice.choice((0, 0.3, 0.45))
    period = 2 * math.pi * length ** 2 / 3.516 / math.sqrt(E * t * t / 12 / density)
    scheme = dice.choice(SCHEMES)
    steps = dice.choice((1, 2, 3, 5, 8))
    step = 1.0 / steps if scheme == "static" else period * 10 ** dice.uniform(-2.5, 3)
    load = choose_load(dice, E, t, length, width, step)
    if scheme == "static":
        load = load.replace("*1\"", "*t\"")
    hold = dice.choice(("left", "left", "bottom", "corner00"))
    return """gimbal: 1
mesh: %s
materials:
  m: {young: %.6g, poisson: %g, density: %.6g, yield: 1e12}
shells:
  - {group: plate, material: m, thickness: %.6g}
supports:
  - {group: %s, fix: all}
loads:
  - %s
probes:
  - {name: p, group: corner11}
time: {scheme: %s, step: %.12g, steps: %d}
output: {every: 1}
""" % (mesh, E, poisson, density, t, hold, load, scheme, step, steps), steps, step


def march(case, name, settings=()):
    Path(name + ".yaml").write_text(case)
    for suffix in (".json", ".vtkhdf"):
        Path(name + suffix).unlink(missing_ok=True)
    command = [str(GIMBAL), "run", name + ".yaml", "--quiet", "--json", name + ".json", "--output-dir", "."]
    for s in settings:
        command += ["--set", s]
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=120 * PATIENCE,
                           stdin=subprocess.DEVNULL, env=dict(os.environ, OMP_NUM_THREADS="1"))
    except subprocess.TimeoutExpired:
        return 124, "no end", None
    data = json.loads(Path(name + ".json").read_text()) if p.returncode == 0 else None
    return p.returncode, p.stderr, data


def difference(coarse, fine):
    """Of the last displacements, by the largest of the finer run."""
    u, v = ([d["probes"]["p"]["u"][-1] for d in (coarse, fine)])
    size = max(max(abs(c) for c in row) for row in fine["probes"]["p"]["u"] + coarse["probes"]["p"]["u"])
    return max(abs(a - b) for a, b in zip(u, v)) / size if size > 0 else 0.0


def judge(number, seed):
    """One model. @return a word for what became of it; checks are counted."""
    case, steps, step = choose(number, seed)
    name = "model %d of seed %d" % (number, seed)
    status, said, data = march(case, "folds")
    causes = {0: ("",), 3: ("inverted elements",), 4: ("refused", "not admissible", "Newton", "lets what a step"), 5: ("singular", "mechanism")}
    if not check(name + " ends with 0, or with 3, 4 or 5 and a cause", any(c in said for c in causes.get(status, ())),
                 "%d: %s\n%s" % (status, said, case)):
        return "broken"
    if status == 3:
        return "refused mesh"
    if status == 5:
        return "singular"
    if status == 4:
        print("%s: %s" % (name, next(l for l in said.splitlines() if "warning" not in l)))
        return ("refused" if "not admissible" in said else "unresolved" if "lets what a step" in said
                else "not converged")
    found = folds("folds.vtkhdf")
    if not check(name + " has no folded shell", not found, "%s\n%s" % (found[:5], case)):
        return "folded"
    warned = "time.step is too large" in said
    status, _, fine = march(case, "fine", ["time.steps=%d" % (10 * steps), "time.step=%.12g" % (step / 10),
                                           "output.every=0"])
    if status != 0:
        return "right?"
    off = difference(data, fine)
    if off <= WRONG:
        return "right"
    if warned:
        return "warned"
    print("%s: off by %.2f, step error %s\n%s" % (name, off, data["step_error"], case))
    return "wrong"


def search(count, seed, only=None):
    tally = {}
    for number in range(count) if only is None else (only,):
        word = judge(number, seed)
        tally.setdefault(word, []).append(number)
    print("seed %d:" % seed, ", ".join("%s %d" % (w, len(n)) for w, n in sorted(tally.items())))
    for word in ("wrong", "folded", "broken", "refused", "not converged"):
        if word in tally:
            print(word, tally[word])
    return tally


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    given = parser.parse_args()
    search(given.count, given.seed, given.only)
