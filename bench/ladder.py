#!/usr/bin/env python3
"""The ladder: one family of models against which every choice of the solver is measured.

Each row is a march and its gradient. The time of the program as it is, in seconds of the processor,
is divided by that of the same program with `time.factor=each`: a whole factor in double precision
for each solve. No row may be above 1, and none may have a cliff of memory.

usage: bench/ladder.py [--rows REGEX] [--repeat N] [--ranks N] [--against PROGRAM] [--digits TOLERANCES]
  --against  another program, with kept factors, in place of `each`: the ratio then compares the two
  --digits   values of time.tolerance, separated by commas: prints what each of them costs and, relative
             to results with 1e-15, the largest change of a functional and of a derivative
Meshes and cases are written to $BUILD/bench/ladder.
"""
import argparse
import json
import math
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import mechanisms

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("BUILD", "build")).resolve()
WORK = BUILD / "bench" / "ladder"

HEAD = """gimbal: 1
title: ladder
mesh: {mesh}
materials:
  metal: {{young: 70e9, poisson: 0.3, density: 2700, yield: 350e6}}
shells:
  - {{group: plate, material: metal, thickness: {thickness}}}
supports:
  - {{group: edge, fix: all}}
loads:
  - {{type: pressure, group: plate, value: "{load}"}}
design:
  - {{name: skin, thickness: plate, per: group}}
functions:
  - {{name: mass, type: mass}}
  - {{name: compliance, type: compliance}}
  - {{name: ks, type: ks, weight: 20, sum: continuous}}
  - {{name: exponential, type: induced, form: exponential, weight: 20, sum: continuous}}
output: {{every: 0}}
time: {{{time}}}
"""


# ---- meshes: grids of cells, mapped ---------------------------------------------------------------

def grid(cells, place, element="quad", closed=False, edges="xXyY"):
    """A gmsh 2.2 text of a grid of cells[0] x cells[1], its nodes at place(u, v), 0 <= u, v <= 1.
    closed: u = 1 is u = 0. Nodes of the edges named (x: u = 0, X: u = 1, y, Y) are the group edge."""
    step = 2 if element == "quad9" else 1
    columns, rows = cells[0] * step + (0 if closed else 1), cells[1] * step + 1
    number = lambda i, j: 1 + (i % columns) + columns * j
    nodes = [place(i / (cells[0] * step), j / (cells[1] * step))
             for j in range(rows) for i in range(columns)]
    held = [number(i, j) for j in range(rows) for i in range(columns)
            if ("x" in edges and i == 0 and not closed) or ("X" in edges and i == columns - 1 and not closed)
            or ("y" in edges and j == 0) or ("Y" in edges and j == rows - 1)]
    elements = []
    for j in range(0, rows - 1, step):
        for i in range(0, cells[0] * step, step):
            a, b, c, d = (number(i, j), number(i + step, j), number(i + step, j + step),
                          number(i, j + step))
            if element == "tri":
                elements += [(2, (a, b, c)), (2, (a, c, d))] if (i + j) % 2 else \
                    [(2, (a, b, d)), (2, (b, c, d))]
            elif element == "quad9":
                elements.append((10, (a, b, c, d, number(i + 1, j), number(i + 2, j + 1),
                                      number(i + 1, j + 2), number(i, j + 1), number(i + 1, j + 1))))
            else:
                elements.append((3, (a, b, c, d)))
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "2", '0 1 "edge"',
             '2 2 "plate"', "$EndPhysicalNames", "$Nodes", str(len(nodes))]
    lines += ["%d %.17g %.17g %.17g" % (k + 1, *x) for k, x in enumerate(nodes)]
    lines += ["$EndNodes", "$Elements", str(len(elements) + len(held))]
    lines += ["%d 15 2 1 1 %d" % (k + 1, node) for k, node in enumerate(held)]
    lines += ["%d %d 2 2 2 %s" % (len(held) + k + 1, kind, " ".join(map(str, corners)))
              for k, (kind, corners) in enumerate(elements)]
    return "\n".join(lines + ["$EndElements", ""])


def flat(u, v):
    return (u, v, 0.0)


def tilted(u, v):
    """Turned by 30 degrees about (2, 1, 0.5), a direction along no axis."""
    axis = [c / math.sqrt(5.25) for c in (2.0, 1.0, 0.5)]
    x, c, s = (u, v, 0.0), math.cos(math.pi / 6), math.sin(math.pi / 6)
    along = sum(a * b for a, b in zip(axis, x))
    cross = (axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2],
             axis[0] * x[1] - axis[1] * x[0])
    return tuple(c * x[i] + s * cross[i] + (1 - c) * along * axis[i] for i in range(3))


def curved(u, v):
    angle = (u - 0.5) / 2.0
    return (2 * math.sin(angle), v, 2 * math.cos(angle) - 2)


def cylinder(u, v):
    return (0.3 * math.cos(2 * math.pi * u), 0.3 * math.sin(2 * math.pi * u), v)


def box(u, v):
    """A square tube: four plates that meet at right angles."""
    side, along = divmod(4 * (u % 1), 1)
    corner = [(0, 0), (0.3, 0), (0.3, 0.3), (0, 0.3)]
    a, b = corner[int(side)], corner[(int(side) + 1) % 4]
    return (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]), v)


PULSE = "1e3*sin(200*t)"
BDF2 = "scheme: bdf2, step: 1e-3, steps: 10"
RANDOM = "1e3*sin(1e5*t^2 + 7*sin(3e4*t))"
SIZE = (64, 64)


def row(place=flat, time=BDF2, load=PULSE, thickness="1e-2", cells=SIZE, **mesh):
    return lambda name: case(name, grid(cells, place, **mesh), thickness, load, time)


def case(name, mesh, thickness, load, time):
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / (name + ".msh")).write_text(mesh)
    path = WORK / (name + ".yaml")
    path.write_text(HEAD.format(mesh=name + ".msh", thickness=thickness, load=load, time=time))
    return path, []


def example(file, *settings):
    return lambda name: (ROOT / file, ["output.every=0", *settings])


def refined(file, mesh, numbers, changes, *settings):
    """A case of meshes with other numbers of its mesh, and with changes of its text."""
    def make(name):
        WORK.mkdir(parents=True, exist_ok=True)
        drawn, text = WORK / (name + ".geo"), (ROOT / "meshes" / file).read_text()
        drawn.write_text("".join("%s = %s;\n" % pair for pair in numbers.items()) +
                         'Include "%s";\n' % (ROOT / "meshes" / mesh))
        for old, new in {"mesh: " + mesh: "mesh: " + drawn.name, **changes}.items():
            assert old in text, old
            text = text.replace(old, new)
        path = WORK / (name + ".yaml")
        path.write_text(text)
        return path, ["output.every=0", *settings]
    return make


def spinning(name):
    """The flat plate without supports, turning by 2 degrees a step."""
    path, settings = row(time="scheme: galpha, step: 1e-3, steps: 10")(name)
    text = path.read_text().replace("supports:\n  - {group: edge, fix: all}",
                                    "initial:\n  - {group: plate, angular_velocity: [0, 0, 35], about: [0.5, 0.5, 0]}")
    path.write_text(text)
    return path, settings


def mechanism(name, text, design, steps):
    def make(_):
        WORK.mkdir(parents=True, exist_ok=True)
        path = WORK / (name + ".yaml")
        path.write_text(mechanisms.HEAD.format(title=name, steps=steps) + text + "design:\n  - %s\n" % design)
        return path, []
    return make


LINKS = {"crank": ((0, 0), (0.3, 0.4)), "coupler": ((0.3, 0.4), (1.3, 0.4)), "rocker": ((1.3, 0.4), (1, 0))}


def four_bar(name):
    """Three strips of shells, hinged to the ground and to each other through small bodies, under gravity."""
    mesh, bodies, links, joints = "n = 48;\n", "", "", ""
    ends = [(link, end) for link in LINKS for end in (0, 1)]
    for k, (link, (begin, end)) in enumerate(LINKS.items()):
        p = 1 + 4 * k  # numbers of points and of curves begin here
        for i, (x, y) in enumerate((begin, end, end, begin)):
            mesh += "Point(%d) = {%g, %g, %g}; " % (p + i, x, y, 0.2 * (i // 2))
        for i in range(4):
            mesh += "Line(%d) = {%d, %d}; " % (p + i, p + i, p + (i + 1) % 4)
        mesh += ("Curve Loop(%d) = {%d:%d}; Plane Surface(%d) = {%d};\nTransfinite Curve{%d, %d} = n + 1; "
                 "Transfinite Curve{%d, %d} = 17;\n" % (k + 1, p, p + 3, k + 1, k + 1, p, p + 2, p + 1, p + 3))
        mesh += 'Physical Surface("%s") = {%d}; Physical Curve("%s0") = {%d}; Physical Curve("%s1") = {%d};\n' % (
            link, k + 1, link, p + 3, link, p + 1)
    for link, end in ends:
        x, y = LINKS[link][end]
        bodies += "  - {name: %s%d, box: [0.02, 0.02, 0.2], density: 2700, at: [%g, %g, 0.1]}\n" % (link, end, x, y)
        links += "  - {body: %s%d, group: %s%d}\n" % (link, end, link, end)
    for k, (one, other) in enumerate((("ground", "crank0"), ("crank1", "coupler0"), ("coupler1", "rocker0"),
                                      ("rocker1", "ground"))):
        x, y = ((0, 0), (0.3, 0.4), (1.3, 0.4), (1, 0))[k]
        joints += "  - {type: revolute, name: hinge%d, between: [%s, %s], at: [%g, %g, 0.1], axis: [0, 0, 1]}\n" % (
            k, one, other, x, y)
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / (name + ".geo")).write_text(mesh + "Transfinite Surface{:};\nRecombine Surface{:};\n")
    path = WORK / (name + ".yaml")
    text = HEAD.format(mesh=name + ".geo", thickness="5e-3", load="0", time="scheme: galpha, step: 1e-3, steps: 10")
    shells = "".join("  - {group: %s, material: metal, thickness: 5e-3}\n" % link for link in LINKS)
    text = text[:text.index("shells:")] + "gravity: [0, -9.81, 0]\nshells:\n" + shells + "bodies:\n" + bodies + \
        "links:\n" + links + "joints:\n" + joints + text[text.index("design:"):].replace(
            "thickness: plate, per: group", "thickness: crank")
    path.write_text(text)
    return path, []


ROWS = {
    "flat": row(),
    "tilted": row(tilted),
    "curved": row(curved),
    "cylinder": row(cylinder, closed=True, load="1e5*sin(200*t)*(1 + 0.3*sin(900*t))"),
    "folded box": row(box, closed=True, load="1e4*sin(200*t)"),
    "MITC3": row(tilted, element="tri"),
    "MITC9": row(curved, element="quad9", cells=(32, 32)),
    "thin": row(tilted, thickness="1e-3"),
    "thick": row(tilted, thickness="2e-2"),
    "small rotation": row(tilted, load="1*sin(200*t)"),
    "large rotation": row(tilted, edges="x", load="2e4*sin(100*t)", time="scheme: bdf2, step: 2e-3, steps: 10"),
    "h = 1e-4": row(tilted, time="scheme: bdf2, step: 1e-4, steps: 10"),
    "h = 1e-2": row(tilted, time="scheme: bdf2, step: 1e-2, steps: 10"),
    "galpha": row(tilted, time="scheme: galpha, step: 1e-3, steps: 10"),
    "newmark": row(tilted, time="scheme: newmark, step: 1e-3, steps: 10"),
    "dirk3": row(tilted, time="scheme: dirk3, step: 1e-3, steps: 5"),
    "static": row(curved, time="scheme: static, step: 0.2, steps: 5", load="1e4*t", edges="x"),
    "random load": row(tilted, load=RANDOM),
    "hard load": row(tilted, load="1e6*sin(200*t)"),
    "hard, thin": row(tilted, load="1e5*sin(300*t)", thickness="2e-3"),
    "spinning plate": spinning,
    "spinning blade": refined("spinning-blade.yaml", "rotor-blade.geo", {"n": 8, "layers": 140}, {},
                              "time.step=6e-4", "time.steps=10"),
    "four-bar of shells": four_bar,
    "rolled-up strip": refined("cantilever-moment.yaml", "cantilever-moment.geo", {"n": 256}, {
        "output:": "design: [{name: depth, thickness: strip}]\nfunctions: [{name: compliance, type: compliance}]\noutput:"}),
    "chain": mechanism("chain", mechanisms.chain(100), mechanisms.masses(100)[0], 1000),
    "beam": mechanism("beam", mechanisms.beam(128), mechanisms.NUMBERS[0], 200),
    "rotor": example("meshes/spinning-blade.yaml", "time.steps=15"),
    "double pendulum": example("meshes/double-pendulum.yaml", "time.steps=20000"),
}


def march(program, path, settings, ranks, name):
    """CPU seconds of a run of `gradient`, and its report."""
    out = WORK / (name + ".json")
    command = [str(ROOT / "tools/mpirun.sh"), str(ranks), str(program), "gradient", str(path), "--quiet",
               "--json", str(out), "--output-dir", str(WORK)]
    for setting in settings:
        command += ["--set", setting]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1:]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(out.read_text())


def measure(name, options):
    path, settings = ROWS[name](name.replace(" ", "-").replace(",", "").replace("=", ""))
    program = BUILD / "gimbal"
    other = (options.against, settings) if options.against else (program, settings + ["time.factor=each"])
    times, reports = ([], []), [None, None]
    for _ in range(options.repeat):  # in turn, for the machine may have other guests
        for k, (binary, chosen) in enumerate([(program, settings), other]):
            seconds, report = march(binary, path, chosen, options.ranks, "%s-%d" % (path.stem, k))
            if seconds is None:
                return None, report
            times[k].append(seconds)
            reports[k] = report
    return [min(t) for t in times], reports


def change(reports, key):
    """The largest relative difference of two reports' functionals (key "functions") or derivatives ("gradient")."""
    flat = [[value for entry in report[key].values()
             for value in (sum(entry.values(), []) if isinstance(entry, dict) else [entry])] for report in reports]
    return max(abs(a - b) / abs(b) if b else abs(a) for a, b in zip(*flat))


def measure_digits(name, options):
    """Print what each value of time.tolerance costs and changes."""
    path, settings = ROWS[name](name.replace(" ", "-").replace(",", "").replace("=", ""))
    exact, line = None, "| %s |" % name
    for tolerance in ["1e-15", *options.digits.split(",")]:
        runs = [march(BUILD / "gimbal", path, settings + ["time.tolerance=" + tolerance], options.ranks,
                      path.stem + "-digits") for _ in range(options.repeat)]
        seconds, report = min(run[0] for run in runs), runs[0][1]
        exact = exact or report
        line += " %.2f, %.1f + %.1f, %.0e, %.0e |" % (
            seconds, report["newton_iterations"] / report["steps"], report["krylov_iterations"] / report["steps"],
            change((report, exact), "functions"), change((report, exact), "gradient"))
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default=".")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--against")
    parser.add_argument("--digits")
    options = parser.parse_args()
    chosen = [name for name in ROWS if re.search(options.rows, name)]
    if options.digits:
        print("| row | seconds, corrections a step in march + gradient, changes: 1e-15 | %s |\n" %
              options.digits.replace(",", " | ") + "| --- " * (2 + len(options.digits.split(","))) + "|")
        for name in chosen:
            measure_digits(name, options)
        return 0
    print("| row | steps | corrections a step | factors in march + gradient | corrections in gradient "
          "a step | s | reference s | ratio | MB | reference MB |\n" + "| --- " * 10 + "|")
    ratios = []
    for name in chosen:
        times, reports = measure(name, options)
        if times is None:
            print("| %s | failed: %s |" % (name, " ".join(reports)), flush=True)
            ratios.append(math.inf)
            continue
        mine, other = reports
        ratios.append(times[0] / times[1])
        steps, more = mine["steps"], mine["gradient_factorisations"]
        print("| %s | %d | %.1f | %d + %d | %.1f | %.2f | %.2f | %.2f | %.0f | %.0f |" % (
            name, steps, mine["newton_iterations"] / steps, mine["factorisations"] - more, more,
            mine["krylov_iterations"] / steps, *times, ratios[-1], mine["memory"]["peak_mb"],
            other["memory"]["peak_mb"]), flush=True)
    print("geometric mean %.2f, largest %.2f" % (math.exp(sum(map(math.log, ratios)) / len(ratios)), max(ratios)))
    return 0


sys.exit(main())
