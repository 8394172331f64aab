"""`verify` reports the error that there is, and ends with status 4 where it is too large.

Claims: a complex step that is too long for x^3 errs by h^2 (v T)^2 / (3 x^2), which is reported, printed and refused
by the names of function and design, by adjoint and tangent, on 1 and 2 ranks, wherever it stands among others; the
smallest of the steps decides; a function too steep for a step of 1e-30 fails `--schemes`, with the scheme's name
and the error 1 - T / sinh T.
"""
# quick
import math
import re

from helper import check, close, program, run

CASE = """gimbal: 1
masses:
  - {name: p, at: [1, 0, 0], mass: 2, velocity: [0.5, 0.25, 0]}
probes:
  - {name: p, mass: p}
design:
  - {name: vy, mass: p, parameter: velocity.y}
  - {name: vx, mass: p, parameter: velocity.x}
  - {name: vz, mass: p, parameter: velocity.z}
functions:
  - {name: line, type: end, of: p, value: "x + y"}
  - {name: cube, type: end, of: p, value: "x^3 + z"}
%stime: {scheme: dirk2, step: 0.1, steps: 10}
output: {every: 0}
"""
PLAIN = CASE % ""


def said(r):
    return re.sub(r"\s+", " ", r.stderr)


def too_long():
    """A free flight of 1 s: x = 1 + v."""
    x, v = 1.5, 0.5
    for ranks, options in ((1, []), (2, []), (1, ["--tangent"])):
        for h in (1e-2, 1e-3):
            exact = h * h * v * v / (3 * x * x)
            r = run(PLAIN, ranks, "verify", (), ["--steps", "%g" % h] + options)
            name = "step %g on %d ranks %s" % (h, ranks, options)
            check(name + ": status 4", r.status == 4, r.status)
            check(name + ": what is off", "d cube / d vx is off by %.1e" % exact in said(r), r.stderr)
            if check(name + ": a report", r.json, r.stdout):
                errors = r.json["verify"]
                close(name + ": the error", errors["cube"]["vx"], exact, 1e-5)
                for function, design in (("line", "vx"), ("line", "vy"), ("cube", "vy"), ("cube", "vz")):
                    close("%s: d %s / d %s" % (name, function, design), errors[function][design], 0, 0, 1e-14)
    told = program(["verify", "case.yaml", "--steps", "1e-30,1e-2"])
    row = [line.split() for line in told.stdout.splitlines() if line.split()[:2] == ["cube", "vx"]]
    check("the smallest step decides", told.status == 0, told.stderr)
    if check("a row of two steps", len(row) == 1 and len(row[0]) == 5, told.stdout):
        check("the table has the error", row[0][3] == "%.1e" % (1e-4 * v * v / (3 * x * x)), row)
        close("and the derivative", float(row[0][4]), 3 * x * x * v, 1e-12)
    check("a step of 1e-4 is short enough", run(PLAIN, 1, "verify", (), ["--steps", "1e-5"]).status == 0)


def too_steep():
    """sin(1e30 z) at z = 0 + 1e-30 i T."""
    text = CASE % '  - {name: steep, type: end, of: p, value: "sin(1e30*uz)"}\n'
    exact = 1 - 1 / math.sinh(1)
    r = run(text, 1, "verify", (), ["--schemes", "dirk2,newmark"])
    check("a steep function: status 4", r.status == 4, r.status)
    check("a steep function: the scheme", "dirk2 is off by %.1e" % exact in said(r), r.stderr)
    if check("a steep function: a report", r.json, r.stdout):
        for scheme, found in r.json["schemes"].items():
            close(scheme + ": the error", found["verify"]["steep"]["vz"], exact, 1e-9)
            close(scheme + ": of another function", found["verify"]["cube"]["vx"], 0, 0, 1e-13)
            close(scheme + ": adjoint and tangent", found["tangent"]["steep"]["vz"], 0, 0, 1e-12)
    r = run(PLAIN, 1, "verify", (), ["--schemes", "dirk2,newmark"])
    check("without it all is well", r.status == 0, r.stderr)


too_long()
too_steep()
