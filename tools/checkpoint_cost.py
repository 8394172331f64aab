"""Draw docs/checkpoint-cost.png: what the gradient of 1,000 steps costs against the memory that it may use.

    /usr/bin/python3 tools/checkpoint_cost.py build/gimbal OUT.png

Marches a plate of 180 unknowns with the memory of 1 to 1,001 states by newmark, bdf2 and dirk2, and draws
the steps that were computed again beside the binomial schedule's least, and the processor seconds of
the whole run. Needs Debian's python3-matplotlib.
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

STATES = [2, 3, 5, 10, 20, 50, 100, 300, 1001, 2002]
SCHEMES = ["newmark", "bdf2", "dirk2"]
CASE = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: "400*sin(60*t)"}
design:
  - {name: skin, thickness: plate}
functions:
  - {type: compliance}
time: {scheme: newmark, step: 2e-4, steps: 1000}
output: {every: 0}
"""


def gradient(program, folder, scheme, bytes_granted):
    output = folder / "out.json"
    command = [program, "gradient", folder / "case.yaml", "--quiet", "--json", output,
               "--output-dir", folder, "--set", "time.scheme=" + scheme,
               "--set", "checkpoint.memory=%d" % bytes_granted, "--set", "checkpoint.disk=0"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(output.read_text()), after.ru_utime - before.ru_utime


def write_mesh(path, nx=6, ny=4):
    """A clamped rectangle of nx x ny shells, gmsh MSH 2.2."""
    node = lambda i, j: 1 + i + j * (nx + 1)
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "2", '2 1 "plate"',
             '1 2 "left"', "$EndPhysicalNames", "$Nodes", str((nx + 1) * (ny + 1))]
    lines += ["%d %g %g 0" % (node(i, j), i / nx, 0.5 * j / ny)
              for j in range(ny + 1) for i in range(nx + 1)]
    cells = ["3 2 1 1 %d %d %d %d" % (node(i, j), node(i + 1, j), node(i + 1, j + 1),
                                      node(i, j + 1)) for j in range(ny) for i in range(nx)]
    cells += ["1 2 2 1 %d %d" % (node(0, j), node(0, j + 1)) for j in range(ny)]
    lines += ["$EndNodes", "$Elements", str(len(cells))]
    lines += ["%d %s" % (k + 1, cell) for k, cell in enumerate(cells)]
    path.write_text("\n".join(lines + ["$EndElements", ""]))


def measure(program):
    curves = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_mesh(folder / "plate.msh")
        (folder / "case.yaml").write_text(CASE)
        for scheme in SCHEMES:
            curves[scheme] = []
            unknowns = gradient(program, folder, scheme, 1e9)[0]["unknowns"]
            for states in STATES:
                d, seconds = gradient(program, folder, scheme, states * 24 * unknowns)
                usage = d["checkpoint"]
                curves[scheme].append((states, usage["recomputed_steps"],
                                       usage["planned_recomputed_steps"], seconds))
                print(scheme, *curves[scheme][-1])
    return curves


def draw(curves, picture):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2))
    for scheme, rows in curves.items():
        states, steps, planned, seconds = zip(*rows)
        line, = left.plot(states, [1 + n / 1000 for n in steps], "o", label=scheme)
        left.plot(states, [1 + n / 1000 for n in planned], "-", color=line.get_color())
        right.plot(states, [s / seconds[-1] for s in seconds], "o-", label=scheme)
    left.set_ylabel("marches of 1,000 steps (line: binomial schedule)")
    right.set_ylabel("processor time / that with all states kept")
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_xlabel("memory in states")
        axes.set_yscale("log")
        axes.grid(True, which="both", alpha=0.3)
        axes.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=100)


if __name__ == "__main__":
    draw(measure(sys.argv[1]), sys.argv[2])
