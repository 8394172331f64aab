"""Joints to points of `masses` and to supported nodes of the mesh.

Claims: a rod with a mass point at a spherical joint moves as the rod that carries the mass, also on 2 and 3 ranks
and by accelerations, and so does its gradient by mass and place, which adjoint, complex step and models built
anew agree on; a bead on a turning rod (inline) runs away as r0 cosh(w t); a body on a point of given motion moves
with it; a body on a node that is held moves as one on the ground, by the same force; what supports and joints hold
twice is left out with both named; what they leave no motion is refused by `check` and `run` alike, with joints
and supports; what needs axes is refused at a point.
"""
# timeout: 240
import math
import re

from common import ended, in_turn, refused_twice
from helper import check, close, grid, run

ROD = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: rod, mass: 2, inertia: [0.1, 0.3, 0.4, 0, 0, 0], at: [0.5, 0.1, 0]}
masses:
  - {%s, at: [%.17g, 0, 0.2], mass: 1.5}
joints:
  - {type: spherical, name: pin, between: [ground, rod], at: [0, 0, 0]}
%sprobes:
  - {name: tip, body: rod, at: [2, 0, 0]}
time: {scheme: dirk4, step: 5e-3, steps: 100}
output: {every: 0}
"""
BALL = "  - {type: spherical, name: ball, between: [%s], at: [%.17g, 0, 0.2]}\n"
GRADIENT = """design:
  - {name: m, mass: %s, parameter: mass}
  - {name: x, mass: %s, parameter: at.x}
functions:
  - {name: z, type: end, of: tip, value: uz}
  - {name: path, type: integral, of: tip, value: "ux^2 + vy^2"}
"""


def plain(text):
    return re.sub(r"\s+", " ", text)


def point_on_rod(x=1.0, ends="rod, m2"):
    return ROD % ("name: m2", x, BALL % (ends, x))


def mass_on_rod(x=1.0):
    return ROD % ("name: m2, body: rod", x, "")


def a_point_is_a_mass_of_the_body():
    one = run(mass_on_rod() + "constraints: {enforce: index1}\n")
    for ranks, ends, enforce in ((1, "rod, m2", "index3"), (2, "m2, rod", "index3"),
                                 (3, "rod, m2", "index1"), (1, "m2, rod", "index1")):
        text = point_on_rod(ends=ends) + "constraints: {enforce: %s}\n" % enforce
        r = ended("a point on %d ranks, %s" % (ranks, enforce), run(text, ranks))
        bound = 2e-7 if enforce == "index1" else 2e-4  # which stages by positions lose order on
        for a, b in zip(r.json["probes"]["tip"]["u"][-1], one.json["probes"]["tip"]["u"][-1]):
            close("a point on %d ranks, %s" % (ranks, enforce), a, b, 0, bound)


def gradients_agree():
    more, short = GRADIENT % ("m2", "m2") + "constraints: {enforce: index1}\n", ["time.steps=20"]
    text = point_on_rod() + more
    ended("verify", run(text, 2, "verify", short))
    ours = run(text, 1, "gradient", short)
    theirs = run(mass_on_rod() + more, 1, "gradient", short)
    ended("gradients", ours, theirs)
    for function in ("z", "path"):
        for design in ("m", "x"):
            a, b = (side.json["gradient"][function][design][0] for side in (ours, theirs))
            close("d %s / d %s as on the body" % (function, design), a, b, 1e-5)
    h, values = 1e-4, []
    for x in (1 - h, 1 + h):
        values.append(run(point_on_rod(x) + more, settings=short))
    slope = (values[1].json["functions"]["path"] - values[0].json["functions"]["path"]) / (2 * h)
    close("d path / d x of models built anew", ours.json["gradient"]["path"]["x"][0], slope, 1e-5)
    refused_twice("the joint's own place", text.replace(
        "- {name: x, mass: m2,", "- {name: x, joint: ball,"), 2, "that of point 'm2'", "mass 'm2'")


def a_bead_runs_away():
    w, r0, end = 2.0, 0.3, 1.0
    text = """gimbal: 1
bodies:
  - {name: rod, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0], angular_velocity: [0, 0, %g]}
masses:
  - {name: bead, at: [%g, 0, 0], mass: 0.7, velocity: [0, %g, 0]}
joints:
  - {type: revolute, name: axle, between: [ground, rod], at: [0, 0, 0], angle: "%g*t"}
  - {type: inline, name: wire, between: [rod, bead], at: [%g, 0, 0], axis: [1, 0, 0]}
probes:
  - {name: bead, mass: bead}
time: {scheme: dirk4, step: 5e-3, steps: 200}
output: {every: 0}
""" % (w, r0, w * r0, w, r0)
    r = ended("a bead on a wire", run(text))
    x, y, z = r.json["probes"]["bead"]["u"][-1]
    close("how far it is", math.hypot(x + r0, y), r0 * math.cosh(w * end), 5e-7)
    close("where it is", math.atan2(y, x + r0), w * end, 1e-7)
    force = r.json["joints"]["wire"]["force"][-1]
    close("2 m w r'", math.hypot(*force), 0.7 * 2 * w * w * r0 * math.sinh(w * end), 1e-5)
    refused_twice("axes at a bead", text.replace("[rod, bead]", "[bead, rod]"), 2, "point 'bead' of masses",
                  "no axes for a inline joint", "whose second end it is")


def a_point_carries_a_body():
    text = """gimbal: 1
bodies:
  - {name: b, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [1, 0, 0], velocity: [0.3, 0, 0]}
masses:
  - {name: base, at: [1, 0, 0], motion: ["0.1*sin(3*t)", "t^2", 0]}
joints:
  - {type: spherical, name: ball, between: [base, b], at: [1, 0, 0]}
probes:
  - {name: b, body: b, at: [1, 0, 0]}
time: {scheme: galpha, rho: 0.8, step: 0.01, steps: 50}
output: {every: 0}
"""
    for enforce in ("index3", "index1"):
        for ranks in (1, 2):
            r = ended("a moved point, " + enforce, run(text + "constraints: {enforce: %s}\n" % enforce, ranks))
            x, y, _ = r.json["probes"]["b"]["u"][-1]
            close("along x, " + enforce, x, 0.1 * math.sin(1.5), 0, 1e-5)
            close("along y, " + enforce, y, 0.25, 0, 1e-5)
    refused_twice("a moved point on a body on the ground", text.replace(
        "probes:", "  - {type: spherical, name: pin, between: [b, ground], at: [1, 0, 0]}\nprobes:"),
        3, "joint 'pin'", "point 'base' has a given motion")


HELD = """gimbal: 1
mesh: plate.msh
gravity: [%s]
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
  - {group: corner10, fix: %s}
bodies:
  - {name: slider, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [%g, 0, 0]}
joints:
%s  - {type: spherical, name: ball, between: [slider, "%s"], at: [1, 0, 0]}
probes:
  - {name: slider, body: slider, at: [0, 0, 0]}
time: {scheme: galpha, rho: 0.8, step: 1e-3, steps: 20, error_limit: 10}
output: {every: 0}
"""
SLIDE = "  - {type: prismatic, name: slide, between: [ground, slider], at: [1, 0, 0], axis: [1, 0, 0]%s}\n"


def supports_count():
    grid(3, 2).write("plate.msh")
    refused_twice("a driver against a support", HELD % (
        "0, 0, 0", "[x, y]", 1, SLIDE % ', distance: "0.1*t^2"', "group:corner10"), 3,
        "joint 'slide'", "the other joints and the supports", "joint 'ball'",
        "case.yaml:10: supports[1]", "no motion of its own")
    r = run(HELD % ("-3, 0, 0", "[x, y]", 1, SLIDE % "", "group:corner10"))
    said = plain(r.stderr)
    if check("a slider at a held node", r.status == 0 and said.count("redundant and left out") == 1
             and "joint 'ball': the other joints and the supports (joint 'slide', case.yaml:10: "
             "supports[1]) already keep it from moving along (0, 1, 0)" in said, r.stderr):
        close("it stays", r.json["probes"]["slider"]["u"][-1][0], 0, 0, 1e-12)
        close("its weight", abs(r.json["joints"]["ball"]["force"][-1][0]), 6, 1e-9)
    held = run(HELD % ("0, 0, -9.81", "all", 0, "", "group:corner10"), 2)
    ground = run(HELD % ("0, 0, -9.81", "all", 0, "", "ground"))
    if check("a held node and the ground", held.status == 0 and ground.status == 0, held.stderr):
        for i in range(3):
            close("the same swing", held.json["probes"]["slider"]["u"][-1][i],
                  ground.json["probes"]["slider"]["u"][-1][i], 0, 1e-12)
            close("the same force", held.json["joints"]["ball"]["force"][-1][i],
                  ground.json["joints"]["ball"]["force"][-1][i], 1e-8, 1e-9)
    text = ROD % ("name: m2, fix: [x, z]", 1, BALL % ("rod, m2", 1))
    text = text.replace("time:", "  - {name: m, mass: m2}\ntime:").replace(
        "joints:\n", "joints:\n  - {type: revolute, name: hinge, between: [ground, rod], at: [0, 0, 0], "
        'axis: [0, 1, 0], angle: "t^2"}\n').replace(
        "  - {type: spherical, name: pin, between: [ground, rod], at: [0, 0, 0]}\n", "")
    refused_twice("a driver against a point that is held", text, 3, "joint 'hinge'", "masses[0].fix",
                  "joint 'ball'", "no motion of its own")


def refusals():
    refused_twice("a hinge at a point", point_on_rod().replace("type: spherical, name: ball",
                                                               "type: revolute, name: ball"), 2,
                  "joints[1].between", "point 'm2' of masses has no axes for a revolute joint", "spherical")
    refused_twice("a point elsewhere", point_on_rod().replace("name: m2, at: [1, 0", "name: m2, at: [1.1, 0"),
                  2, "joints[1].at", "point 'm2' of masses at (1.1, 0, 0.2)", "the same place")
    refused_twice("no such point", point_on_rod(ends="rod, m3"), 2, "'m3'", "ground", "rod", "m2")
    refused_twice("a name as long as a page", point_on_rod().replace("m2", "m" * 495).replace(
        "probes:", "springs:\n  - {between: [a, ground], at: [~, [0, 0, 1]], stiffness: 1}\nprobes:"),
        2, "no point is named 'a' under masses; accepted: ...")


in_turn(a_point_is_a_mass_of_the_body, gradients_agree, a_bead_runs_away, a_point_carries_a_body, supports_count,
        refusals)
