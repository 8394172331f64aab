"""Fields, areas and gaps of contacts. A block under a plane has the pressure, gap and area of springs in series at
every node, whatever its shapes of faces; its nodal forces add up to the reaction; a ball and the body under it have the
ball's weight and depth; other nodes have no gap. In a motion with friction the forces of the nodes are those of the
probe. A function of type gap lies below the smallest gap by no more than KS can, of one contact or of all, and its
derivatives agree with complex step, tangent and models that are built anew. 1 and 3 ranks agree; `gimbal view` offers
the fields; bad input is refused."""
# timeout: 300
import math
import re
from pathlib import Path

from common import ended, in_turn, refused
from helper import built_anew, check, close, gradients_agree, grid, run
from hdf5 import File
from solid_blocks import block, members

BLOCK = """gimbal: 1
mesh: block.msh
gravity: [0, 0, -9]
materials: {m: {young: 1000, poisson: 0, density: 1e-15}}
solids: [{group: solid, material: m}]
supports: [{group: bottom, motion: [~, ~, "2e-6*t"]}, {group: left, fix: x}, {group: front, fix: y}]
bodies:
  - {name: ball, sphere: 0.1, density: 100, at: [3, 0, 1.0999]}
  - {name: table, box: [1, 1, 1], density: 1, at: [3, 0, 0.5]}
joints:
  - {type: prismatic, between: [ground, ball], at: [3, 0, 1.0999], axis: [0, 0, 1]}
  - {type: fixed, between: [ground, table], at: [3, 0, 0]}
contacts:
  - {name: press, surface: plane, on: ground, at: [0, 0, 1.5], axis: [0, 0, -1], group: top, stiffness: 2000}
  - {name: far, surface: sphere, on: ground, at: [0, 0, 9], radius: 2, group: top, stiffness: 1}
  - {name: rest, surface: plane, on: table, at: [3, 0, 1], body: ball, ball: 0.1, stiffness: 1e4, exponent: 1.5}
probes: [{name: press, reaction: press}, {name: far, reaction: far}, {name: rest, reaction: rest},
         {name: hand, reaction: bottom}]
functions:
  - {name: press, type: gap, of: press, weight: 1e10, sum: discrete, at: end}
  - {name: rest, type: gap, of: rest, weight: 1e6, at: end}
  - {name: far, type: gap, of: far, weight: 1e4, sum: discrete, at: end}
  - {name: all, type: gap, weight: 1e6, sum: discrete, at: end}
  - {name: part, type: area, of: press, weight: 8e5, at: end}
  - {name: whole, type: area, of: press, weight: 4e6, at: end}
  - {name: none, type: area, of: far, weight: 1}
time: {scheme: static, step: 0.5, steps: 2}
design: [{name: young, material: m, parameter: young}]
"""


def fields(path="case.vtkhdf"):
    """The last frame of the fields of contact, and the points."""
    file = File(path)
    points = file.rows("/VTKHDF/Points")
    return points, {name: file.rows("/VTKHDF/PointData/contact_" + name)[-len(points):] if name == "force"
                    else file.dataset("/VTKHDF/PointData/contact_" + name)[2][-len(points):]
                    for name in ("force", "pressure", "gap")}


def pressed():
    for kind in ("hex20", "tet10", "hex8"):
        mesh = block(kind, (2, 2, 2), (1.0, 1.0, 1.5))
        mesh.write("block.msh")
        gap = 2e-6 / (1 + 2000 * 1.5 / 1000)
        load = 100 * 4 / 3 * math.pi * 1e-3 * 9
        depth, results = (load / 1e4) ** (2 / 3), []
        for ranks in (1, 3):
            r = ended("a pressed block of %s" % kind, run(BLOCK, ranks, "gradient"))
            contacts = r.json["contacts"]
            close("area", contacts["press"]["area"][-1], 1, 1e-12)
            close("gap", contacts["press"]["gap"][-1], -gap, 1e-5)
            close("area of a point", contacts["rest"]["area"][-1], 1, 1e-12)
            close("gap of a ball", contacts["rest"]["gap"][-1], -depth, 1e-9)
            close("no area", contacts["far"]["area"][-1], 0, 0)
            check("it is far", 5.499 < contacts["far"]["gap"][-1] < 5.6, contacts["far"])
            for name, most, weight in (("press", 500, 1e10), ("rest", 1, 1e6), ("far", 500, 1e4)):
                least, found = contacts[name]["gap"][-1], r.json["functions"][name]
                check("KS of " + name, -math.log(most) / weight <= found - least + 1e-12 < 2e-12, (found, least))
            close("the least of all", r.json["functions"]["all"], r.json["functions"]["rest"], 1e-12)
            areas(r.json, gap)
            points, found = fields()
            near(kind, points, found, members(mesh, "top"), gap)
            close("forces of the nodes", sum(f[2] for f, p in zip(found["force"], points) if p[0] < 2),
                  r.json["reactions"]["press"]["force"][-1][2], 1e-8)
            close("and the hand", r.json["reactions"]["hand"]["force"][-1][2],
                  -r.json["reactions"]["press"]["force"][-1][2], 1e-8)
            on = {up: {tuple(round(x, 9) for x in f) for f, p in zip(found["force"], points)
                       if p[0] > 2 and any(f) and (math.dist(p, (3, 0, 1.1)) < 0.11) == up} for up in (True, False)}
            gaps = [g for g, p in zip(found["gap"], points) if p[0] > 2 and g == g]
            check("the ball and its table have its weight", all(on.values()) and all(
                abs(f[2] - (load if up else -load)) < 1e-8 for up in on for f in on[up]), on)
            check("and its gap", all(abs(g + depth) < 1e-9 for g in gaps), gaps)
            results.append([points, found])
        (a, one), (b, three) = results
        check("ranks", a == b and all(abs(x - y) <= 1e-9 or x != x and y != y for name in ("pressure", "gap")
                                      for x, y in zip(one[name], three[name])) and all(
            abs(x - y) < 1e-8 for f, g in zip(one["force"], three["force"]) for x, y in zip(f, g)))


def areas(found, gap):
    """The whole top touches, at the depth 2e-6 / (1 + 3000/E): x^2 (3 - 2 x) of it counts for x = 0.4."""
    x, slope = 8e5 * gap, 2e-6 * 3000 / (1000 + 3000) ** 2
    close("a part of the area", found["functions"]["part"], x * x * (3 - 2 * x), 1e-5)
    close("the whole area", found["functions"]["whole"], 1, 1e-12)
    close("no area far away", found["functions"]["none"], 0, 0)
    close("d area / d young", found["gradient"]["part"]["young"][0], 6 * x * (1 - x) * 8e5 * slope, 1e-5)
    close("d of the whole", found["gradient"]["whole"]["young"][0], 0, 0)


def near(kind, points, found, top, gap):
    """The nodes of the top have the pressure and gap of the springs, the others of the block neither."""
    for n, p in enumerate(points):
        if p[0] > 2:
            continue
        if n + 1 in top:
            close("gap of a node, " + kind, found["gap"][n], -gap, 1e-5)
            close("pressure of a node, " + kind, found["pressure"][n], 2000 * gap, 1e-5)
        else:
            check("no contact, " + kind, math.isnan(found["gap"][n]) and found["pressure"][n] == 0
                  and not any(found["force"][n]), (p, found["gap"][n]))


PLATE = """gimbal: 1
mesh: plate.msh
gravity: [1, 0, -9.81]
materials: {m: {young: 2e6, poisson: 0.3, density: 500}}
shells: [{group: plate, material: m, thickness: 0.01}]
%s
contacts:
  - {name: c, surface: sphere, on: ground, at: [0.45, 0.2, -0.204], radius: 0.2, group: plate, ball: 5e-3,
     stiffness: 1e6,
     damping: 0.5, friction: 0.3, velocity: 0.05}
  - {name: edge, surface: cylinder, axis: [0, 1, 0], on: ground, at: [1, 0, -0.3], radius: 0.25, group: right,
     stiffness: 1e3}
probes: [{name: c, reaction: c}]
functions:
  - {name: march, type: gap, weight: 200, of: c}
  - {name: end, type: gap, weight: 500, sum: discrete, at: end}
%stime: {scheme: %s, step: %s, steps: %d, tolerance: 1e-13}
design:
%s"""
LIES = PLATE.replace("friction: 0.3", "friction: 0")  # nothing slides in statics
NUMBERS = "".join("  - {name: %s, contact: c, parameter: %s}\n" % (name, name)
                  for name in ("stiffness", "ball", "radius"))
# A plate that lies is as deep in the surface whatever its radius is, so that areas there have no digits of derivatives.
EACH = ("  - {name: each, type: gap, weight: 500, of: edge, at: each}\n  - {name: touched, type: area, weight: 300}\n"
        "  - {name: left, type: area, weight: 500, of: c, at: end}\n")


def gradients():
    grid(5, 3, (1.0, 0.4)).write("plate.msh")
    free, held = "initial: [{group: plate, velocity: [0.3, 0, -0.5]}]", "supports: [{group: left, fix: all}]"
    shape = "  - {name: bow, shape: {group: plate, vector: [0, 0, \"x*(1 - x)\"]}}\n"
    gradients_agree("a plate that slides", PLATE % (free, EACH, "bdf2", "1e-3", 25, NUMBERS), ("bdf2", "dirk2"))
    gradients_agree("a plate that lies", LIES % (held, "", "static", "0.5", 2, NUMBERS), ("static",))
    # A stiff surface undoes the bow: the gap changes by 1/30,000 of it, and its derivative loses as many digits.
    softer = LIES.replace("stiffness: 1e6", "stiffness: 1e4")
    gradients_agree("a bowed plate", softer % (held, "", "static", "0.5", 2, NUMBERS + shape), ("static",))
    moves = {name: ("contact: c, parameter: " + name, {"contacts.c." + name: (value, 1)}) for name, value in (
        ("ball", 5e-3), ("radius", 0.2))}
    built_anew("a plate that lies", LIES % (held, "", "static", "0.5", 2, "%s"), moves, 1e-6)


def moving():
    grid(20, 4, (1.0, 0.4)).write("plate.msh")
    free = "initial: [{group: plate, velocity: [0.3, 0, -0.5]}]"
    r = ended("a plate in motion", run(PLATE % (free, "", "bdf2", "1e-3", 14, NUMBERS), 2))
    _, found = fields()
    force, contact = r.json["reactions"]["c"]["force"], r.json["contacts"]["c"]
    for i in range(3):
        close("force along axis %d" % i, sum(f[i] for f in found["force"]), force[-1][i], 1e-9, 1e-9)
    check("friction too", abs(force[-1][0]) > 1e-2 and force[-1][2] > 0, force[-1])
    check("area and gap go together", all((a > 0) == (g < 0) for a, g in zip(contact["area"], contact["gap"]))
          and len(set(contact["area"])) > 1, contact)
    r = run("case.vtkhdf", verb="view", options=["contact_pressure", "contact_gap", "contact_force"], name="view")
    page = Path("case.view.html").read_text() if r.status == 0 else r.stderr
    check("a view of the fields", set(re.findall('data-title="(contact_.*?)"', page)) == {
        "contact_pressure", "contact_gap", "contact_force"}, page[:300])


def refusals():
    block("hex8", (1, 1, 1), (1.0, 1.0, 1.5)).write("block.msh")
    far = "type: gap, of: far, weight: 1e4, sum: discrete, at: end"
    for old, new, words in (("of: press,", "of: pres,", ("functions[0].of", "pres")),
                            ("weight: 1e6, sum", "sum", ("weight",)),
                            (far, "type: end, value: far.gap", ("value", "far.gap", "types gap and area")),
                            (far, "type: end, of: far, value: area", ("value", "area", "types gap and area")),
                            (far, "type: area, of: far, at: end", ("weight: is missing", "area")),
                            (far, "type: area, of: far, weight: 1, sum: discrete", ("sum", "area"))):
        refused(new, BLOCK.replace(old, new, 1), *words, "case.yaml:", status=(2, 3))
    for kind in ("gap", "area"):
        r = run(
            "gimbal: 1\nbodies: [{name: b, sphere: 1, density: 1, at: [0, 0, 0]}]\nfunctions: [{type: %s, weight: 1}]\n"
            "time: {scheme: bdf2, step: 1, steps: 1}\n" % kind)
        check("refused: no contact", r.status in (2, 3)
              and "the %s of contacts, and the case has none" % kind in r.stderr, r.stderr)


in_turn(pressed, gradients, moving, refusals)
