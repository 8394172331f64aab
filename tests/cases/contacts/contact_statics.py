"""Equilibrium of parts that contacts hold: blocks on blocks and on the ground, plates on blocks, rigid bodies.

Claims: contact carries the whole load to 1e-8, whatever the gap at the start (pressed in, just touching, apart by a
thousandth), the mesh, the supports across and the unit of length; the displacement does not depend on the number of
load steps (1e-6) or of ranks; one block has the displacement of a bar on the contact's stiffness; derivatives are
central differences; what slides off, is pulled away or has nothing below ends with status 4 and the node that moves;
friction, which statics would not feel, is refused. Equations and bodies above contacts change none of this.
"""
import math
import random

from common import changed, refused
from helper import check, close, differences_agree, grid, joined, run
from solid_blocks import block

E, DEPTH, SIDE = 2.1e11, 0.02, 0.6
CASE = """gimbal: 1
mesh: parts.msh
materials: {s: {young: %r, poisson: %g}}
%s
contacts: [{name: c, group: %s, ball: %r, stiffness: %r, %s}]
supports: [%s]
loads: [{name: push, type: traction, group: %s, value: [0, 0, "%r*t"]}]
probes: [{name: held, reaction: c}, {name: tip, node: %d}]
time: {scheme: static, step: %g, steps: %d}
output: {every: 0}
"""


def named(mesh, prefix):
    mesh.elements = [(kind, prefix + group, patch, nodes) for kind, group, patch, nodes in mesh.elements]
    mesh.groups = {prefix + group: value for group, value in mesh.groups.items()}
    return mesh


def parts(kind, below, above, gap, unit, across, steps=4, poisson=0.3, pull=-1, shift=0):
    """A block or a plate on a block or the ground; lengths are in `unit` to a metre. The case and its load."""
    ball, at = DEPTH * unit, (0.2 + shift) * unit
    place = lambda x, y, z=0.0: (x + at, y + 0.2 * unit, z + ball + gap * unit)
    if "plate" in kind:
        upper = named(grid(above, above, (SIDE * unit, SIDE * unit), place=place, group="all"), "upper ")
    else:
        upper = named(block("hex8", (above, above, 1 + above // 2), [SIDE * unit, SIDE * unit, 0.3 * unit], place,
                            group="all"), "upper ")
    plane = kind.endswith("ground")
    lower = [] if plane else [named(block("hex8", (below, below, 1 + below // 2), [unit, unit, 0.5 * unit],
                                          lambda x, y, z: (x, y, z - 0.5 * unit), group="all"), "lower ")]
    mesh = joined(*lower, upper)
    mesh.write("parts.msh")
    face, loaded = ("upper all",) * 2 if "plate" in kind else ("upper bottom", "upper top")
    young, pressure = E / unit ** 2, pull * (1e-5 if "plate" in kind else 1e-4) * E / unit ** 2
    solids = ["upper all"] * ("plate" not in kind) + ["lower all"] * (not plane)
    sections = "solids: [%s]\n" % ", ".join("{group: %s, material: s}" % s for s in solids) if solids else ""
    if "plate" in kind:
        sections += "shells: [{group: upper all, material: s, thickness: %r}]\n" % (0.03 * unit)
    fix = ["{group: %s, fix: [x, y]}" % loaded] * across + ["{group: lower bottom, fix: all}"] * (not plane)
    text = CASE % (young, poisson, sections, face, ball, young / unit,
                   "surface: plane, on: ground, at: [0, 0, 0], axis: [0, 0, 1]" if plane
                   else "surface: elements, on: lower top", ", ".join(fix), loaded, pressure, len(mesh.nodes),
                   1 / steps, steps)
    return text.replace("supports: []\n", ""), pressure * (SIDE * unit) ** 2


def carried(label, case, load, ranks=1, settings=()):
    """Whether contact carries the load; the displacement of the tip, and what the run said."""
    r = run(case, ranks, settings=settings)
    if not check(label, r.status == 0, r.stderr):
        return [0.0] * 3
    close(label + ": contact carries the load", r.json["reactions"]["held"]["force"][-1][2], -load, 1e-8)
    # without friction or supports, a block on another one would slide to where that one is softer
    check(label + ": it is said to be stable", "across 0" in label or "unstable" not in r.stderr, r.stderr)
    return r.json["probes"]["tip"]["u"][-1]


def pairs():
    some = random.Random(7)
    for k in range(20):
        kind = ("block on block", "block on ground", "plate on block", "plate on ground")[k % 4]
        gap = some.choice([-1, 0, 1]) * 10 ** some.uniform(-9, -3)
        unit, across = some.choice([1.0, 1e3]), some.choice([True, True, False])
        words = "%s, gap %.1e, unit %g, across %d" % (kind, gap, unit, across)
        make = [kind, some.randint(1, 3), some.randint(1, 3), gap, unit, across]
        case, load = parts(*make)
        u = carried(words, case, load)
        twice = carried(words + ", twice the steps", case, load, settings=["time.step=0.125", "time.steps=8"])
        close(words + ": any number of load steps", twice[2], u[2], 1e-6)
        check(words + ": it stays near", math.hypot(*u) < 0.05 * unit, u)
        if k < 4:
            other = carried(words + " on 3 ranks", case, load, 3)
            close(words + ": on 3 ranks", other[2], u[2], 1e-8)


def bar():
    """Free to widen, the block is a bar: its end moves by the bar's shortening, the contact's depth and the gap."""
    for gap in (-1e-3, -1e-9, 0, 1e-9, 1e-3):
        case, load = parts("block on ground", 1, 2, gap, 1.0, False, poisson=0)
        u = carried("a bar, gap %g" % gap, case, load)
        strain = load / SIDE ** 2 / E  # of forces on the first area and a pressed one's Green strain
        close("a bar, gap %g" % gap, u[2], 0.3 * strain + strain - gap, 3e-4, 1e-9)


def derivatives():
    case, _ = parts("block on block", 1, 2, 1e-4, 1.0, True, steps=2)
    differences_agree("derivatives", case + """functions: [{name: u, type: value, of: tip, value: uz, at: end}]
design: [{name: k, contact: c, parameter: stiffness}, {name: E, material: s, parameter: young},
         {name: ball, contact: c, parameter: ball}]
""")


def tied():
    """The loaded face stays plane by equations, or is linked to a body that carries the load and may tilt."""
    for kind in ("block on block", "block on ground"):
        text, load = parts(kind, 3, 2, 1e-4, 1.0, True)
        tip = text[text.index("{name: tip, node: ") + 18:].split("}")[0]
        plane = "equations: [{terms: [{group: upper top, uz: 1}, {node: %s, uz: -1}], value: 0}]\n" % tip
        carried(kind + ", a plane face", changed(text, ("probes:", plane + "probes:")), load)
        push = text[text.index("loads:"):].split("\n")[0]
        cap = changed(text, (push, "bodies: [{name: cap, at: [0.5, 0.5, 0.5], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]\n"
                             "links: [{body: cap, group: upper top}]\n"
                             "loads: [{type: force, body: cap, at: [0.5, 0.5, 0.5], value: [0, 0, \"%r*t\"]}]" % load),
                      ("{group: upper top, fix: [x, y]}", "{body: cap, fix: [x, y, rz]}"))
        one = carried(kind + ", under a cap", cap, load)
        other = carried(kind + ", under a cap, on 3 ranks", cap, load, 3)
        close(kind + ", under a cap on any ranks", other[2], one[2], 1e-9)


def lost():
    """What has no equilibrium."""
    for label, make in (("pulled away", {"pull": 1}), ("beside what is below", {"shift": 0.9})):
        case, _ = parts("block on block", 2, 2, 1e-6, 1.0, False, steps=1, **make)
        refused(label, run(case), "held by no support, spring or contact", status=4)
    case, _ = parts("block on ground", 1, 1, 0, 1.0, True)
    sliding = case.replace("axis: [0, 0, 1]}", "axis: [0, 0, 1], friction: 0.5, velocity: 1e-3, exponent: 2}")
    refused("friction", run(sliding), "contacts[0].friction: found 0.5 with scheme static",
            "accepted: 0, friction that sticks")


pairs()
bar()
derivatives()
tied()
lost()
