"""A rigid cylinder is pressed on an elastic half-space and pulled along it: Cattaneo's and Mindlin's partial slip.

Claims: only the contact holds the cylinder, which a load presses from the first touch on, whatever the number of load
steps and of ranks; within c = a (1 - Q / (mu P))^(1/2) the surface sticks, where its springs have the traction of
Cattaneo and Mindlin, and outside it slips by the integral of (x^2 - c^2)^(1/2) (Johnson, Contact Mechanics, 1985,
section 7.2); pulled back by as much it goes back by less than it came.
"""
import math

from common import ended
from helper import check, close, run
from solid_blocks import block

N, E, NU, MU, A, R, FAR, K, PULL = 8, 1.0, 0.49, 0.3, 1.0, 50.0, 10.0, 300.0, 0.6
MODULUS = E / (1 - NU * NU)
PRESS = math.pi * A * A * MODULUS / (4 * R)  # by length
THICK = 1.0 / N

CASE = """gimbal: 1
mesh: half.msh
materials: {s: {young: %r, poisson: %r}}
solids: [{group: all, material: s}]
bodies: [{name: punch, at: [0, 0, %r], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
supports:
  - {group: all, fix: [y]}
  - {group: bottom, fix: [x, z]}
  - {body: punch, fix: [y, rx, ry, rz]}
contacts:
  - {name: c, surface: cylinder, on: punch, at: [0, 0, %r], axis: [0, 1, 0], radius: %r, group: top, stiffness: %r,
     friction: %r, stick: %r}
loads:
  - {name: P, type: force, body: punch, at: [0, 0, %r], value: [0, 0, "-%r*min(1, 4*t)"]}
  - {name: Q, type: force, body: punch, at: [0, 0, %r], value: ["%r*(max(0, 4*t - 1) - 2*max(0, 4*t - 3))/2", 0, 0]}
probes: [{name: p, body: punch, at: [0, 0, %r]}, {name: held, reaction: c}, %s]
time: {scheme: static, step: %r, steps: 18, unstable: warn}
output: {every: 0}
"""


def graded(fine, end):
    """Lengths of 1/N up to `fine`, then longer and longer ones up to `end`."""
    x, h = [0.0], 1 / N
    while x[-1] < end:
        x.append(x[-1] + h)
        h *= 1.5 if x[-1] > fine else 1
    return x


def case():
    side, down = graded(1.3, FAR), graded(0.7, FAR)
    x = [-v for v in side[:0:-1]] + side
    z = [-v for v in down[::-1]]
    mesh = block("hex8", (len(x) - 1, 1, len(z) - 1), [len(x) - 1, 1, len(z) - 1],
                 lambda i, j, k: (x[round(i)], j * THICK, z[round(k)]), group="all")
    mesh.write("half.msh")
    near = {v: n for n, v in [(n, p[0]) for n, p in mesh.nodes.items() if p[1] == p[2] == 0 and -1e-9 < p[0] <= 1.001]}
    probes = ", ".join("{name: n%d, node: %d}" % (n, n) for n in near.values())
    return CASE % (E, NU, R, R, R, K, MU, K, R, PRESS * THICK, R, PULL * MU * PRESS * THICK, R, probes, 0.75 / 18), near


def at_time(r, t):
    times = r.json["probes"]["p"]["t"]
    return min(range(len(times)), key=lambda k: abs(times[k] - t))


def slips(r, near, t=0.75):
    """How far the surface went less than the cylinder since it was pressed, by place; and how far the cylinder went."""
    at, pressed, now = r.json["probes"], at_time(r, 0.25), at_time(r, t)
    moved = lambda name: at[name]["u"][now][0] - at[name]["u"][pressed][0]
    return {x: moved("p") - moved("n%d" % n) for x, n in near.items()}, moved("p")


def partial_slip():
    text, near = case()
    r = ended("a cylinder on a half-space, pulled and pulled back", run(text, settings=["time.steps=30"]))
    force = r.json["reactions"]["held"]["force"][at_time(r, 0.75)]
    close("contact carries the press", abs(force[2]), PRESS * THICK, 1e-8)
    close("friction carries the pull", abs(force[0]), PULL * MU * PRESS * THICK, 1e-8)
    check("what it calls unstable is by the symmetric part",
          "points that slide make the stiffness unsymmetric" in r.stderr, r.stderr)
    found, moved = slips(r, near)
    c, p0 = A * math.sqrt(1 - PULL), 2 * PRESS / (math.pi * A)
    size = 2 * MU * p0 / (MODULUS * A)
    whole = size / 2 * (A * math.sqrt(A * A - c * c) - c * c * math.acosh(A / c))
    for x, slip in found.items():
        if x < 0.6 * c:
            traction = MU * p0 * (math.sqrt(1 - x * x) - c * math.sqrt(1 - x * x / c / c))
            close("traction where it sticks, at %.3f" % x, K * slip, traction, 0.08)
        elif x > 1.2 * c:
            exact = size / 2 * (x * math.sqrt(x * x - c * c) - c * c * math.acosh(x / c))
            close("slip at %.3f" % x, slip, exact, 0, 0.14 * whole)
    other = ended("on 3 ranks in 24 load steps", run(text, 3, settings=["time.step=0.03125", "time.steps=24"]))
    close("whatever the ranks and load steps", slips(other, near)[1], moved, 1e-3)
    left = slips(r, near, 1.25)[1]
    check("stays behind", 0 < left < 0.5 * moved, (left, moved))


partial_slip()
