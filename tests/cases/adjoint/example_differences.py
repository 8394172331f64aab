"""Gradients of the examples by central differences of the case read again, each over its first steps, some on coarser
meshes.

Claims: `verify --differences` finds no wrong derivative in the examples of meshes/ that have designs and functions,
those that take seconds here; `tests/cases/adjoint/example_differences.py all` takes all of them.
"""
# timeout: 300
import re
import sys

from helper import ROOT, WORK, check, geometry_mesh, run

STEPS = {"scara": 100, "pendulum-control": 500, "flapping-wing": 20}  # their functions are at ends of steps there
STATIC_STEPS = {"heated-panel": 4, "rubber-mount": 3}
# numbers of the geometry
COARSE = {"lug": {"n": 2, "layers": 1}, "rubber-mount": {"layers": 2}, "sandwich-panel": {"n": 6}}
SLOW = {"balanced-flap", "bent-beam", "bladed-disc", "bombardier-iltis", "box-beam", "cambered-panel", "damped-panel",
        "flapping-wing", "flexible-slider-crank", "laminated-cylinder", "lightest-mast", "pendulum-control",
        "plate-run", "plate-sensitivities", "plate-verification", "punched-plate", "rotor-blade", "scara", "shell-box",
        "spinning-blade", "stiffened-panel", "tip-path", "tuning-fork"}


def steps_of(name, text):
    """The settings of a shorter march: linear systems keep their steps, and statics but for the listed ones."""
    found = re.search(r"^time:.*?\bscheme: (\w+).*?\bsteps: (\d+)", text, re.M | re.S)
    if not found:
        return []
    still = found.group(1) in ("static", "linear")
    steps = STATIC_STEPS.get(name, int(found.group(2))) if still else STEPS.get(name, 2 if name in SLOW else 8)
    if int(found.group(2)) <= steps:
        return []
    return ["time.steps=%d" % steps]


def compare(path, total):
    text = path.read_text()
    settings = steps_of(path.stem, text) + ["output.every=0"]
    mesh = geometry_mesh(text, **COARSE.get(path.stem, {}))  # made once, for the case is read many times
    settings += ["mesh=%s" % (WORK / mesh)] if mesh else []
    r = run(path, 1, "verify", settings, ["--differences"], timeout=600 if "all" in sys.argv else 100)
    if not check("%s ends with a report" % path.name, r.json and "differences" in r.json, r.stderr[-2000:]):
        return
    check("%s: none is wrong" % path.name, r.json["wrong"] == 0, r.stderr)
    for key in total:
        total[key] += r.json[key]
    print("%-28s %4d compared, %d wrong, %d unclear" % (path.stem, *(r.json[key] for key in total)), flush=True)


def examples():
    total = {"compared": 0, "wrong": 0, "unclear": 0}
    for path in sorted((ROOT / "meshes").glob("*.yaml")):
        text = path.read_text()
        wanted = path.stem in sys.argv or "all" in sys.argv or (len(sys.argv) == 1 and path.stem not in SLOW)
        if wanted and re.search(r"^design:", text, re.M) and re.search(r"^functions:", text, re.M):
            compare(path, total)
    print("%-28s %4d compared, %d wrong, %d unclear" % ("all", *total.values()))
    check("derivatives were compared", total["compared"] > 0, total)


examples()
