"""Claim: functions asked for on a mesh of times or at each step are lists of what a shorter march has at its end; KS of
such values is its formula; aggregates and compliance at times are those of the state there, which restarts leave alone;
lists and their derivatives by adjoint and tangent are those of complex step, on 1, 2 and 3 ranks, and stand in JSON and
CSV with their times; blocks of values that memory has no room for at once make no difference.
"""
# timeout: 200
import csv
import math
from pathlib import Path

from common import ended, in_turn, refused
from helper import check, close, grid, gradients_agree, run

PLATE = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1000, yield: 1e6}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
controls: [{name: p, nodes: 6, to: 0.1, values: [0, 300, -200, 500, 100, 0]}]
loads: [{type: pressure, group: plate, value: p}]
probes: [{name: tip, at: [1, 0.5, 0]}, {name: wall, reaction: left}]
design:
  - {name: skin, thickness: plate}
  - {name: young, material: m, parameter: young}
  - {name: p, control: p}
functions:
  - {name: weight, type: mass}
  - {name: tip, type: value, of: tip, value: "z + 0.01*vz*p", at: {mesh: 5}}
  - {name: force, type: value, value: "wall.fz + wall.my", at: {mesh: 3}}
  - {name: last, type: value, of: tip, value: "z + 0.01*vz*p"}
  - {name: ks, type: ks, weight: 20, at: {mesh: 5}}
  - {name: discrete, type: ks, weight: 20, sum: discrete, at: each}
  - {name: at, type: ks, weight: 20, at: {time: 0.05}}
  - {name: whole, type: ks, weight: 20}
  - {name: all, type: ks, weight: 20, sum: all}
  - {name: energy, type: compliance, at: {mesh: 5}}
  - {name: power, type: induced, form: power2, weight: 4, at: {mesh: 3}}
  - {name: joined, type: value, form: ks, weight: 300, of: tip, value: "z", at: each}
time: {scheme: SCHEME, step: 5e-3, steps: 20}
output: {every: 0}
"""


def plate(scheme="galpha"):
    grid(4, 2, size=(1, 0.5)).write("plate.msh")
    return PLATE.replace("SCHEME", scheme)


def shorter():
    """Value j of a list is the end of a march of j parts of the steps, and so is its gradient."""
    for scheme, ranks in (("galpha", 1), ("dirk4", 2), ("bdf2", 3)):
        whole = ended("%s on %d ranks" % (scheme, ranks), run(plate(scheme), ranks, "gradient"))
        f, g = whole.json["functions"], whole.json["gradient"]
        check("lengths", [len(f[n]) for n in ("tip", "force", "ks", "discrete", "energy", "power")]
              == [5, 3, 5, 21, 5, 3])
        check("derivatives", len(g["tip"]["p"]) == 5 and all(len(row) == 6 for row in g["tip"]["p"]))
        check("times", whole.json["function_times"]["tip"] == [0, 0.025, 0.05, 0.075, 0.1],
              whole.json["function_times"])
        close("the last of a list", f["tip"][-1], f["last"], 1e-12)
        close("at a time", f["ks"][2], f["at"], 1e-12)
        close("nothing yet", f["energy"][0], 0, 0, 1e-12)
        z = [u[2] for u in whole.json["probes"]["tip"]["u"]]
        close("KS of a list", f["joined"], max(z) + math.log(sum(math.exp(300 * (v - max(z))) for v in z)) / 300, 1e-12)
        bound = math.log(sum(math.exp(20 * v) for v in f["discrete"])) / 20
        check("KS of all points and times bounds the largest", f["all"] >= bound * (1 - 1e-12), (f["all"], bound))
        if scheme == "galpha":  # its stages are the ends of steps
            close("KS of all points and times", f["all"], bound, 1e-12)
            table(whole)
        for part in (1, 3):
            settings = [
                "time.steps=%d" % (5 * part), "functions=[{name: v, type: value, of: tip, value: 'z + 0.01*vz*p'}, "
                "{name: f, type: ks, weight: 20, at: end}, {name: c, type: compliance, at: end}]"]
            r = ended("%d parts by %s" % (part, scheme), run(plate(scheme), ranks, "gradient", settings=settings))
            for name, short in (("tip", "v"), ("ks", "f"), ("energy", "c")):
                close("%s %d by %s" % (name, part, scheme), f[name][part], r.json["functions"][short], 1e-9, 1e-12)
                for design in ("skin", "young", "p"):
                    size = max(abs(v) for v in r.json["gradient"][short][design])
                    for a, b in zip(g[name][design][part], r.json["gradient"][short][design]):
                        close("d %s %d / d %s by %s" % (name, part, design, scheme), a, b, 1e-8, 1e-9 * size)


def table(r):
    with open("case.functions.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    f, g = r.json["functions"], r.json["gradient"]
    check("a row each step", len(rows) == 21 and float(rows[20]["t"]) == 0.1)
    check("blank between points", rows[1]["tip"] == "" and rows[1]["discrete"] != "", rows[1])
    close("CSV", float(rows[10]["tip"]), f["tip"][2], 1e-15)
    close("CSV of derivatives", float(rows[10]["d tip / d p.3"]), g["tip"]["p"][2][2], 1e-15)
    head = Path("case.designs.csv").read_text().splitlines()[0]
    check("no lists among designs", head == "name,value,lower,upper,d weight,d last,d at,d whole,d all,d joined", head)


def derivatives():
    gradients_agree("lists", plate(), ("galpha", "dirk4"), ranks=(1,))
    gradients_agree("lists", plate(), ("bdf2",), ranks=(3,))
    # in the middle of the reverse sweep, on other ranks, and with few snapshots
    settings = ["checkpoint.keep=true", "checkpoint.every=7", "checkpoint.memory=9 kB", "checkpoint.disk=0"]
    whole = run(plate(), 2, "gradient", settings=settings, name="stopped")
    again = run(plate(), 3, "gradient", settings=settings, options=["--restart", "stopped.restart"], name="stopped")
    # without the restart file's blocks, for which there is memory for one value each
    plain = run(plate(), 2, "gradient")
    if check("goes on", whole.status == 0 and again.status == 0 and plain.status == 0, whole.stderr + again.stderr):
        check("steps are computed again", whole.json["checkpoint"]["recomputed_steps"] > 0)
        for name, gradient in whole.json["gradient"].items():
            for design, rows in gradient.items():
                flat = lambda x: [v for row in x for v in (row if isinstance(row, list) else [row])]
                size = max(map(abs, flat(rows)))
                for a, b, c in zip(flat(rows), flat(again.json["gradient"][name][design]),
                                   flat(plain.json["gradient"][name][design])):
                    close("restart: d %s / d %s" % (name, design), b, a, 0, 1e-9 * size)
                    close("blocks: d %s / d %s" % (name, design), c, a, 0, 1e-9 * size)


def refusals():
    wrong = {
        "type: value, of: tip, value: z, at: {mesh: 4}": "at: the points of the mesh are not at "
        "ends of steps (found 4 points "
        "over 20 steps); accepted: the nearest that are, 3 or 5",
        "type: value, of: tip, value: z, at: {mesh: 1}": "functions[0].at: not a mesh of times (found a mapping)",
        "type: value, of: tip, value: z, at: {meshes: 5}": "functions[0].at: not an instant",
        "type: value, of: tip, value: z, at: start": "functions[0].at: not an instant (found start); "
        "accepted: end, each, "
        "{time: NUMBER}, or {mesh: NUMBER}",
        "type: value, of: tip, value: z, at: {time: 0.012}": "no step ends at this time",
        "type: integral, of: tip, value: z, at: {mesh: 5}": "at: not used by functions of type integral",
        "type: mass, at: end": "at: not used by functions of type mass",
        "type: control, value: p, at: each": "at: not used by functions of type control",
        "type: value, form: ks, of: tip, value: z, at: {mesh: 5}": "weight: is missing",
    }
    for text, message in wrong.items():
        refused(text, plate(), message, verb="check", settings=["functions=[{name: f, %s}]" % text])
    refused("statics", plate("static"), "a static march is asked for its end alone", verb="check",
            settings=["functions=[{type: ks, weight: 9, at: {mesh: 3}}]"])


in_turn(shorter, derivatives, refusals)
