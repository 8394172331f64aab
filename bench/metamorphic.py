#!/usr/bin/env python3
"""Random models under transformations that must not change their results.

Each model is run as it is, as it is with its numbers changed in the fourteenth digit (how far round-off moves its results), and
transformed: in other units, turned, shifted, renumbered, and so on (KINDS). Results of a transformed model, transformed back, may
differ by SAFETY times what round-off does, and no more.

    bench/metamorphic.py [--count 100] [--seed 1] [--kinds turn,shift] [--keep DIR] [--jobs 2] [--all]

Model number n of a search is that of seed + n: `--seed 17 --count 1 --kinds turn` repeats one finding. Without --kinds each model
undergoes three kinds, which chance picks; --all: each of them. --keep DIR saves the cases of each finding. It runs the program
that GIMBAL names, or build/gimbal. Exit status 1 where there is a finding.
"""
import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
from random_models import (ACCELERATION, FORCE, LENGTH, MOMENT, ONE, RATE, SPEED, TIME, Model, Transform, product,  # noqa: E402
                           rotation, turned)

GIMBAL = Path(os.environ.get("GIMBAL", ROOT / "build" / "gimbal")).resolve()
NOISE, NOISES, SAFETY = 1e-14, 3, 100.0  # relative change of numbers, runs with it, and by how much results may differ more
FLOOR = 1e-13                           # of the largest of its kind: round-off where chance finds none
FLOORS = {"factor": 1e-9}               # the same of what the program finds from differences of matrices
SHIFT = 1e4                             # lengths

PERMUTATIONS = ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
                [[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]])
QUARTER = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]


def units(index, factors):
    def make(dice, model):
        chosen = [1.0, 1.0, 1.0]
        for i in index:
            chosen[i] = dice.choice(factors[i])
        return {"units": tuple(chosen)}
    return make


FACTORS = ((1e3, 10.0, 1e-3, 1 / 0.3048), (1e3, 1e-3, 60.0, 1 / 3600), (1e3, 1e-3, 1 / 14.59, 1e6))
TURN = {"turn": lambda dice, model: {"R": rotation([0, 0, 1] if model.vertical else [dice.gauss(0, 1) for _ in range(3)],
                                                   dice.uniform(0.3, 3))},
        "axes": lambda dice, model: {"R": QUARTER if model.vertical else dice.choice(PERMUTATIONS)}}


def shift(dice, model):
    return {"shift": tuple(SHIFT * model.size * dice.choice((-1, 0.6, 1)) for _ in range(3))}


def ranks(n):
    return lambda dice, model: {"options": {"ranks": n}}


# Keywords of Transform, and `options` of the program.
KINDS = {
    "length": units((0,), FACTORS), "time": units((1,), FACTORS), "mass": units((2,), FACTORS),
    "units": units((0, 1, 2), FACTORS), **TURN, "shift": shift,
    "renumber": lambda dice, model: {"renumber": True}, "reorder": lambda dice, model: {"reorder": True},
    "reverse": lambda dice, model: {"reverse": True}, "flip": lambda dice, model: {"flip": True},
    "two ranks": ranks(2), "three ranks": ranks(3),
    "factors": lambda dice, model: {"options": {"set": ["time.factor=each"]}},
    "budget": lambda dice, model: {"options": {"set": ["checkpoint.memory=60kB"]}},
    "restart": lambda dice, model: {"options": {"restart": True, "exact": True}},
    "tangent": lambda dice, model: {"options": {"more": ["--method", "tangent"]}},
    "verify": lambda dice, model: {"options": {"verify": True}},
}


def applies(kind, model):
    gradient = model.verb == "gradient"
    penalty = model.case.get("constraints", {}).get("enforce") == "penalty"
    if penalty and kind in ("length", "units"):
        return False  # one factor for displacements and rotations: docs/verification.md says so
    if kind == "shift" and model.pressed:
        return False  # so far away depths of contact have the round-off of positions, below which no force is balanced
    if kind in ("restart",):
        return model.verb not in ("modes", "buckling") and model.family != "linear" and model.steps > 2
    return {"reverse": not model.no_reverse and bool(model.mesh.nodes or model.case.get("beams")),
            "renumber": bool(model.mesh.nodes), "flip": "shells" in model.case,
            "budget": gradient and model.steps > 2, "tangent": gradient, "verify": gradient}.get(kind, True)


# ---- running -------------------------------------------------------------------------------------

class Outcome:
    def __init__(self, status, data, words, designs=None):
        self.status, self.json, self.words, self.designs = status, data, words, designs  # values of designs by name


def write(model, transform, folder):
    folder.mkdir(parents=True, exist_ok=True)
    case, mesh = model.render(transform)
    (folder / "case.yaml").write_text(json.dumps(case, indent=1))
    if mesh:
        (folder / "case.msh").write_text(mesh)


def start(folder, arguments, ranks_wanted):
    """Status, standard output and standard error of the program in a folder. A test puts its own way in this place."""
    command = [str(GIMBAL), *arguments]
    if ranks_wanted > 1:
        command = [str(ROOT / "tools/mpirun.sh"), str(ranks_wanted), *command]
    try:
        r = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, env={**os.environ, "TMPDIR": str(folder)})
    except subprocess.TimeoutExpired:
        return -1, "", "it takes more than 300 s"
    return r.returncode, r.stdout, r.stderr


def launch(folder, verb, ranks_wanted=1, more=()):
    (folder / "out.json").unlink(missing_ok=True)
    status, said, wrong = start(folder, [verb, "case.yaml", "--json", "out.json", "--quiet", *more], ranks_wanted)
    data = json.loads((folder / "out.json").read_text()) if (folder / "out.json").exists() else None
    table = folder / "case.designs.csv"
    lines = table.read_text().splitlines()[1:] if table.exists() else []
    designs = {w[0].strip('"'): float(w[1]) for w in (line.split(",") for line in lines)}
    return Outcome(status, data, wrong.strip() or said.strip(), designs)


def run(model, folder, options):
    more = [w for s in options.get("set", ()) for w in ("--set", s)] + list(options.get("more", ()))
    if options.get("restart"):
        middle = max(1, model.steps // 2)
        first = launch(folder, model.verb, 1, ["--set", "checkpoint.every=%d" % middle])
        at = folder / "case.restart"
        if first.status or not at.exists():
            return first
        return launch(folder, model.verb, 1, ["--set", "checkpoint.every=%d" % middle, "--restart", "case.restart"])
    if options.get("verify"):
        return launch(folder, "verify", 1, ["--steps", "1e-30"])
    return launch(folder, model.verb, options.get("ranks", 1), more)


# ---- results as vectors in the model's own units and axes -----------------------------------------

def back(model, transform, outcome):
    """{name: (group of what is alike, or its size, and [numbers])}."""
    found, data = {}, outcome.json
    inverse = [list(row) for row in zip(*transform.R)]

    def vectors(rows, dimension):
        f = transform.factor(dimension)
        return [x / f for row in rows for x in turned(inverse, [math.nan if v is None else v for v in row])]

    def scalars(values, dimension):
        f = transform.factor(dimension)
        return [math.nan if v is None else v / f for v in values]

    def rows(history, key):
        """At the load levels of a static case: how often a march cut its steps between them is round-off's choice."""
        return [row for t, row in zip(history["t"], history[key], strict=True)
                if model.dynamic or abs(t * model.steps - round(t * model.steps)) < 1e-9]
    for name, p in (data.get("probes") or {}).items():
        for key, dimension in (("u", LENGTH), ("v", SPEED), ("a", ACCELERATION)):
            dimension = dimension if model.dynamic else LENGTH
            found["%s of %s" % (key, name)] = (key, vectors(rows(p, key), dimension))
    if not data.get("redundant_rows"):
        for name, j in (data.get("joints") or {}).items():
            for key, dimension in (("force", FORCE), ("moment", MOMENT)):
                found["%s of joint %s" % (key, name)] = (key, vectors(rows(j, key), dimension))
    for name, contact in (data.get("contacts") or {}).items():
        found["gap of " + name] = ("gap", scalars(rows(contact, "gap"), LENGTH))
        found["force of " + name] = ("force", vectors(rows(data["reactions"][name], "force"), FORCE))
    for name, dimension, weight in model.functions:
        if name in (data.get("functions") or {}):
            # KS of a march is a logarithm of a time, which another unit shifts
            shift_of_unit = math.log(transform.factor(TIME)) / weight if weight and model.dynamic else 0.0
            found[name] = ("force" if dimension == FORCE else name, [v - shift_of_unit for v in scalars([data["functions"][name]], dimension)])
    gradients(model, transform, outcome, scalars, vectors, found)
    if "modes" in data:
        found["omega2"] = ("omega2", scalars(data["modes"]["omega2"], (0, -2, 0)))
    if "buckling" in data:
        found["factor"] = ("factor", scalars(data["buckling"]["factor"], ONE))
    return found


def gradients(model, transform, outcome, scalars, vectors, found):
    """A derivative's group has the function's value by the design's as its size: a part of this is round-off."""
    for f, dimension, _ in model.functions:
        g = (outcome.json.get("gradient") or {}).get(f)
        for name, of, is_vector in model.designs if g else ():
            rest = product(dimension, [-d for d in of])
            key, names = "d %s / d %s" % (f, name), [name + c for c in (".x", ".y", ".z")] if is_vector else [name]
            about = max(abs(outcome.designs[n]) for n in names) / transform.factor(of)
            found[key] = (found[f][1][0] / about if about else key,
                          vectors([[g[n][0] for n in names]], rest) if is_vector else scalars(g[name], rest))


def size(values):
    return max((abs(v) for v in values), default=0.0)


def gap(a, b):
    if len(a) != len(b):
        return math.inf
    if any(math.isnan(x) != math.isnan(y) for x, y in zip(a, b)):
        return math.inf
    return size([x - y for x, y in zip(a, b) if not math.isnan(x)])


def compare(base, other, noises, exact, safety):
    """The result that exceeds its bound by the largest factor, as (name, difference, bound, size); None where none does."""
    scale, worst = {}, None
    for group, values in base.values():
        start = abs(group) if isinstance(group, float) else 0.0
        scale[group] = max(scale.get(group, start), size([v for v in values if not math.isnan(v)]))
    for name, (group, values) in base.items():
        if name not in other:
            return name + " is missing", math.inf, 0.0, 0.0
        difference = gap(values, other[name][1])
        bound = 0.0 if exact else safety * max((gap(values, n[name][1]) for n in noises), default=0.0) + FLOORS.get(group, FLOOR) * scale[group]
        if difference > bound and (worst is None or difference * worst[2] >= worst[1] * bound):
            worst = name, difference, bound, size([v for v in values if not math.isnan(v)])
    return worst


# ---- the search ----------------------------------------------------------------------------------

def shake(model, seed, folder, findings, shifted=0.0):
    """Results of the model after random relative changes of all its numbers by round-off. With `shifted`, positions change
    by the round-off of a model at that distance from the origin."""
    noises = []
    for i in range(NOISES):
        shaken = Transform(noise=NOISE, seed="noise %d %d" % (seed, i), size=max(1.0, shifted / NOISE) * model.size)
        place = folder / ("noise%d%s" % (i, "s" if shifted else ""))
        write(model, shaken, place)
        noisy = run(model, place, {})
        if noisy.status:
            findings.append(("noise", "status %d where it was 0: %s" % (noisy.status, noisy.words)))
        else:
            noises.append(back(model, shaken, noisy))
    return noises


def examine(seed, kinds, everything, folder, safety):
    """@return number of comparisons, and a list of findings"""
    model = Model(seed)
    dice = random.Random("kinds %d" % seed)
    possible = [k for k in KINDS if applies(k, model)]
    chosen = possible if everything else dice.sample(possible, min(3, len(possible)))
    if kinds:
        chosen = [k for k in kinds if applies(k, model)]
    plain = Transform()
    write(model, plain, folder / "base")
    base = run(model, folder / "base", {})
    if base.status not in (0, 2, 3, 4, 5):
        return 0, [("base", "status %d: %s" % (base.status, base.words))], base.status
    if not chosen or base.status:
        return 0, [], base.status  # chance has made what is refused, or what does not converge
    values, findings = back(model, plain, base), []
    noises = shake(model, seed, folder, findings)
    for kind in chosen:
        keywords = KINDS[kind](random.Random("%s %d" % (kind, seed)), model)
        options = keywords.pop("options", {})
        transform = Transform(seed="transform %s %d" % (kind, seed), **keywords)
        place = folder / kind.replace(" ", "-")
        write(model, transform, place)
        other = run(model, place, options)
        if other.status:
            findings.append((kind, "status %d where it was 0: %s" % (other.status, other.words)))
            continue
        if options.get("verify"):
            continue
        around = noises + (shake(model, seed, folder, findings, SHIFT * sys.float_info.epsilon) if kind == "shift" else [])
        worst = compare(values, back(model, transform, other), around, options.get("exact"), safety)
        if worst:
            findings.append((kind, "%s differs by %.2g of %.3g, more than %.2g" % (worst[0], worst[1], worst[3], worst[2])))
    return len(chosen), findings, 0


def describe(model):
    case = model.case
    entries = [k for k in ("shells", "beams", "solids", "temperatures", "bodies", "joints", "springs", "bushings", "matrices", "masses", "links", "equations", "states", "tyres",
                           "contacts", "controls", "supports", "loads", "initial", "spin", "gravity") if k in case]
    return "%s %s %s; %s" % (model.verb, case["time"]["scheme"], case.get("constraints", {}).get("enforce", ""), " ".join(entries))


def main(words=None):
    """@return numbers of comparisons and of findings"""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--safety", type=float, default=SAFETY, help="times the effect of round-off that results may differ")
    options = parser.parse_args(words)
    kinds = [k for k in options.kinds.split(",") if k]
    unknown = [k for k in kinds if k not in KINDS]
    if unknown:
        parser.error("no kind %s; there are: %s" % (", ".join(unknown), ", ".join(KINDS)))
    work = Path(tempfile.mkdtemp(prefix="metamorphic-"))
    print("seed %d, %d models, %s" % (options.seed, options.count, ", ".join(kinds) or "all kinds"), flush=True)

    def one(seed):
        folder = work / str(seed)
        result = examine(seed, kinds, options.all, folder, options.safety)
        if result[1] and options.keep:
            shutil.copytree(folder, Path(options.keep) / str(seed), dirs_exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        return seed, result
    comparisons = found = unsolved = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for seed, (made, findings, status) in pool.map(one, range(options.seed, options.seed + options.count)):
            comparisons += made
            unsolved += status != 0
            for kind, words in findings:
                found += 1
                print("--seed %d --count 1 --kinds %s: %s\n    %s" % (seed, kind.replace(" ", "\\ "), describe(Model(seed)), words), flush=True)
    shutil.rmtree(work, ignore_errors=True)
    print("%d models (%d without a result), %d comparisons, %d findings" % (options.count, unsolved, comparisons, found))
    return comparisons, found


if __name__ == "__main__":
    made, wrong = main()
    sys.exit(1 if wrong or not made else 0)
