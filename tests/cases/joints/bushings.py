"""Bushings: forces and moments between two frames.

Claims: the displacement of a body on a bushing under a force, and its rotation under a moment, with stiffness that
couples both, are those of K (v, sin phi) in closed form; the vibration with damping is that in closed form to 1e-6;
axes that are turned, and a full matrix that is turned to match, are the same; two free bodies between which a bushing
acts keep momentum and angular momentum whichever of them is named first, energy and loss add up, and a spin of both as
one loses nothing; what it does not hold is named as a mechanism; a free node may be an end, also as a design of its
place; places and axes are designs, as models built anew say; gradients agree with complex step on 1 and 2 ranks; a
march goes on from a restart file; wrong entries are refused with what is accepted.
"""
# timeout: 300
import math
import shutil

from common import ended, in_turn, refusals, refused
from helper import ROOT, built_anew, check, close, gradients_agree, run

STATIC = """gimbal: 1
title: a body on a bushing
bodies:
  - {name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [1, 2, 3]}
bushings:
  - {name: m, between: [%s], at: [1, 2, 3], %s}
probes: [{name: p, body: b, at: [1, 2, 3]}, {name: q, body: b, at: [2, 2, 3]}]
loads:
  - {type: force, body: b, at: [1, 2, 3], value: [0, "3*t", 0]}
  - {type: moment, body: b, value: [0, 0, "%g*t"]}
time: {scheme: static, step: 0.25, steps: 4}
"""
COUPLED = "[[50,0,0,0,0,0],[0,60,0,0,0,4],[0,0,70,0,0,0],[0,0,0,5,0,0],[0,0,0,0,6,0],[0,4,0,0,0,7]]"


def solve(moment):
    """v, phi: 60 v + 4 sin phi = 3, (4 v + 7 sin phi) cos phi = moment."""
    phi = 0.0
    for _ in range(200):
        v = (3 - 4 * math.sin(phi)) / 60
        f = (4 * v + 7 * math.sin(phi)) * math.cos(phi) - moment
        slope = ((-16 / 60 + 7) * math.cos(phi) ** 2 - (4 * v + 7 * math.sin(phi)) * math.sin(phi))
        phi -= f / slope
    return v, phi


def place(r, probe):
    return r.json["probes"][probe]["u"][-1]


def statics():
    v, phi = solve(2.5)
    r = ended("statics", run(STATIC % ("ground, b", "stiffness: " + COUPLED, 2.5)))
    close("displacement", place(r, "p")[1], v, 1e-10)
    turn = [place(r, "q")[i] - place(r, "p")[i] for i in range(3)]
    close("rotation", math.atan2(turn[1], 1 + turn[0]), phi, 1e-10)
    # x along y, y along -x: what was y is x of the bushing; six numbers stand for a diagonal
    for axes, numbers in (("[[0, 1, 0], [-1, 0, 0]]", "[60, 50, 70, 6, 5, 7]"),
                          ("[[0, 3, 0], [-1, 1, 0]]", "[60, 50, 70, 6, 5, 7]")):
        turned = run(STATIC % ("ground, b", "axes: %s, stiffness: %s" % (axes, numbers), 0))
        close("turned axes " + axes, place(turned, "p")[1], 3 / 60, 1e-12)
        close("no push across", place(turned, "p")[0], 0, 0, 1e-14)
    # by the body's own axes F is turned by them: (R^T F)_i = k_i (R^T u)_i, here with one stiffness
    alike = [run(STATIC % (ends, "stiffness: [60, 60, 60, 7, 7, 7]", 2)) for ends in ("ground, b", "b, ground")]
    for r in alike:
        close("alike in all directions", place(r, "p")[1], 3 / 60, 1e-10)
    r = run(STATIC % ("ground, b", "stiffness: [1, 2, 0, 1, 0, 1]", 1))
    check("a mechanism", r.status == 5 and "2 of 6 rigid motions are free" in r.stderr
          and "no spring" in r.stderr, r.stderr)
    full = "[[1,1,0,0,0,0],[1,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]"
    r = run(STATIC % ("ground, b", "stiffness: " + full, 1))
    check("a direction that the matrix leaves free", r.status == 5 and
          "moving along (-0.7071, 0.7071, 0);" in r.stderr, r.stderr)


VIBRATION = """gimbal: 1
title: a body shakes on a bushing
bodies:
  - {name: b, mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], at: [0, 0, 0], velocity: [0.1, 0, 0]}
bushings:
  - {name: m, between: [ground, b], at: [0, 0, 0], stiffness: [50, 60, 70, 5, 6, 7], damping: [0.4, 0, 0, 0, 0, 0]}
probes: [{name: p, body: b, at: [0, 0, 0]}]
time: {scheme: dirk4, step: 2e-3, steps: 1500}
output: {every: 500}
"""


def vibration():
    r = ended("vibration", run(VIBRATION))
    half = 0.4 / 2 / 2
    w = math.sqrt(50 / 2 - half * half)
    close("damped vibration", place(r, "p")[0], math.exp(-half * 3) * 0.1 / w * math.sin(w * 3), 1e-6)
    b = r.json["balance"]
    for k, s, lost in zip(b["kinetic"], b["strain"], b["lost"]):
        close("energy and loss", k + s + lost, 0.01, 1e-5)
    check("it loses", b["lost"][-1] > 0.003, b["lost"])
    r = run(VIBRATION, settings=["checkpoint.keep=true", "checkpoint.every=700"])
    shutil.copy("case.vtkhdf", "case.vtkhdf.tmp")
    again = run(VIBRATION, options=["--restart", "case.restart"])
    check("it goes on", again.status == 0 and again.json["balance"] == b, again.stderr)


PAIR = """gimbal: 1
title: two bodies fly with a bushing between them
bodies:
  - {name: a, mass: 2, inertia: [0.3, 0.2, 0.4, 0, 0.05, 0], at: [0, 0, 0], velocity: [1, 0, 0.5],
     angular_velocity: [%s]}
  - {name: b, mass: 1, inertia: [0.1, 0.2, 0.3, 0, 0, 0.02], at: [1, 0, 0], velocity: [%s], angular_velocity: [%s]}
bushings:
  - name: m
    between: [%s]
    at: [0.5, 0.1, 0]
    axes: [[1, 1, 0], [0, 1, 1]]
    stiffness: [[200, 9, 0, 3, 0, 0], [9, 300, 0, 0, 0, 0], [0, 0, 250, 0, 0, -4], [3, 0, 0, 8, 0, 0],
                [0, 0, 0, 0, 9, 1], [0, 0, -4, 0, 1, 7]]
    damping: [2, 3, 4, 0.1, 0.2, 0.3]
time: {scheme: dirk2, step: 2.5e-3, steps: 400}
output: {every: 40}
"""


def flight():
    for ends in ("a, b", "b, a"):
        r = ended("flight " + ends, run(PAIR % ("0, 0, 0", "1, 0.4, 0.5", "0.5, -1, 2", ends), 2))
        b = r.json["balance"]
        for what in ("momentum", "angular_momentum"):
            for i in range(3):
                for value in b[what]:
                    close("%s, %s" % (what, ends), value[i], b[what][0][i], 0, 1e-11)
        energy = [k + s + lost for k, s, lost in zip(b["kinetic"], b["strain"], b["lost"])]
        for e in energy:
            close("energy and loss, " + ends, e, energy[0], 1e-4)
        check("much is lost", b["lost"][-1] > 0.05 * energy[0], b["lost"])
    spin = PAIR % ("0, 0, 2", "1, 0, 0.5", "0, 0, 2", "a, b")  # about one centre, so that nothing is pulled
    spin = spin.replace("0.4, 0, 0.05, 0]", "0.4, 0, 0, 0]").replace(
        "0, 0, 0.02], at: [1, 0, 0]", "0, 0, 0], at: [0, 0, 0]")
    r = ended("a spin", run(spin))
    b = r.json["balance"]
    close("a spin as one loses nothing", b["lost"][-1], 0, 0, 1e-20 * b["kinetic"][0])


NODE = """gimbal: 1
title: a free node on a bushing
bodies:
  - {name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0], angular_velocity: [0, 0.3, 0.2]}
masses:
  - {name: bob, at: [0.3, 0.2, 0.1], mass: 0.5, velocity: [0, 0.2, 0]}
bushings:
  - {name: m, between: [%s], at: [0.3, 0.2, 0.1], axes: [[1, 2, 3], [0, 1, 0]], stiffness: [30, 50, 90, 0, 0, 0],
     damping: [1, 2, 3, 0, 0, 0]}
probes: [{name: bob, mass: bob}]
design:
  - {name: k, bushing: m, parameter: stiffness.22}
  - {name: c, bushing: m, parameter: damping.33}
  - {name: x, mass: bob, parameter: at.x}
time: {scheme: galpha, step: 0.01, steps: 60}
functions:
  - {name: path, type: integral, of: bob, value: "x^2 + 2*y^2 + vz^2"}
  - {name: end, type: end, of: bob, value: x}
"""


def nodes():
    found = []
    for ends in ("b, bob", "bob, b"):
        r = ended("a free node, " + ends, run(NODE % ends))
        found.append(place(r, "bob"))
        momentum = r.json["balance"]["angular_momentum"]
        for i in range(3):
            close("a free node leaves the angular momentum", momentum[-1][i], momentum[0][i], 0, 1e-6)
    check("ends exchanged", len(found) == 2 and found[0] == found[1], found)
    # verify moves the same reference as the adjoint; a model built anew tells whether the bushing goes with its node
    text, h = NODE % "bob, b", 1e-4
    slope = run(text, verb="gradient").json["gradient"]["path"]["x"]
    moved = [run(text.replace("at: [0.3,", "at: [%r," % (0.3 + side * h))).json["functions"]["path"]
             for side in (1, -1)]
    close("a design of its place", slope[0] if isinstance(slope, list) else slope, (moved[0] - moved[1]) / (2 * h),
          1e-6)
    gradients_agree("free node", NODE % "bob, b", ["bdf2"], (1, 2))


def example():
    text = (ROOT / "meshes/engine-mounts.yaml").read_text()
    gradients_agree("engine", text, ["galpha", "bdf2", "dirk4", "sdirk3"], (1, 2), ["time.steps=20", "time.step=5e-3"])
    ends = [run(text, ranks, settings=["time.steps=50"]) for ranks in (1, 2)]
    u = [place(r, "top") for r in ends]
    for i in range(3):
        close("the engine on 1 and 2 ranks", u[1][i], u[0][i], 1e-9, 1e-14)


PLACES = """gimbal: 1
title: places and axes of bushings
gravity: [0, 0, -9.81]
bodies:
  - {name: a, mass: 2, inertia: [0.3, 0.4, 0.5, 0, 0.02, 0], at: [0, 0, 0], rotation: {axis: [1, 2, 3], angle: 0.4}}
  - {name: b, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.6, 0.1, 0], velocity: [0, 1, 0],
     angular_velocity: [1, 2, 0]}
bushings:
  - {name: g, between: [ground, a], at: [-0.2, 0.1, 0.1], stiffness: [900, 800, 700, 20, 30, 40],
     damping: [3, 2, 1, 0.2, 0.1, 0.3]}
  - {name: m, between: [b, a], at: [0.3, 0, 0.1], axes: [[1, 0.2, 0], [0, 1, 0.3]],
     stiffness: [300, 500, 900, 9, 20, 40], damping: [1, 2, 3, 0.1, 0.2, 0.3]}
probes: [{name: p, body: b, at: [0.7, 0.1, 0.2]}]
time: {scheme: bdf2, step: 5e-3, steps: 40}
output: {every: 0}
functions:
  - {name: way, type: integral, of: p, value: "x^2 + 5*y^2 + vz^2"}
  - {name: end, type: end, of: p, value: "x*z + y"}
design:
%s"""


def places():
    moves = {}
    for i, x in enumerate("xyz"):
        unit = [float(i == k) for k in range(3)]
        moves["at" + x] = ("bushing: m, parameter: at." + x, {"bushings.m.at": ([0.3, 0, 0.1], unit)})
        moves["ground" + x] = ("bushing: g, parameter: at." + x, {"bushings.g.at": ([-0.2, 0.1, 0.1], unit)})
    moves["axis"] = ("bushing: m, parameter: axes.1.z",
                     {"bushings.m.axes": ([[1, 0.2, 0], [0, 1, 0.3]], [[0, 0, 1], [0, 0, 0]])})
    moves["second"] = ("bushing: m, parameter: axes.2.x",
                       {"bushings.m.axes": ([[1, 0.2, 0], [0, 1, 0.3]], [[0, 0, 0], [1, 0, 0]])})
    text = built_anew("places", PLACES, moves)
    gradients_agree("places", text, ["bdf2", "dirk4"], (1, 2))
    refusals(lambda parameter: PLACES % ("  - {name: d, bushing: %s}\n" % parameter), [
        ("g, parameter: axes.1.x", "its axes are not given"),
        ("m, parameter: at.w", "accepted")], verb="check")
    refused("it goes with its node", (NODE % "b, bob").replace(
        "design:", "design:\n  - {name: d, bushing: m, parameter: at.x}"), "vary the point's place", verb="check")


def refused_cases():
    again = "name: again", "axes: [[1, 0, 0], [0, 1, 0]]"
    refusals(lambda numbers: STATIC % ("ground, b", numbers.replace(*again), 0), [
        ("stiffness: [1, 2, 3]", "six rows of six"),
        ("stiffness: [[1,2,0,0,0,0],[3,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]",
         "not symmetric"),
        ("stiffness: [1, 2, .nan, 1, 1, 1]", "accepted"),
        ("axes: [[1, 0, 0], [2, 0, 0]], stiffness: [1, 1, 1, 1, 1, 1]", "not parallel"),
        ("name: again", "accepted: with stiffness, damping or inertance")], verb="check")
    for ends, word in (("b, b", "two different ends"), ("b, c", "nearest"), ("ground, ground", "two different ends")):
        r = run(STATIC % (ends, "stiffness: [1, 1, 1, 1, 1, 1]", 0), verb="check")
        check("refused: " + ends, r.status == 2 and (word in r.stderr or "accepted" in r.stderr), r.stderr)
    refused("no axes", (NODE % "b, bob").replace("90, 0, 0, 0]", "90, 0, 1, 0]"), "has no axes", verb="check")
    refused("another place", (NODE % "b, bob").replace("at: [0.3, 0.2, 0.1], axes", "at: [0.3, 0.2, 0.2], axes"),
            "the same place", verb="check")


in_turn(statics, vibration, flight, nodes, example, places, refused_cases)
