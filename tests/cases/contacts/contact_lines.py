# timeout: 300
"""Straight lines of bodies that touch surfaces: capsules, and boxes by their edges.

Claims: a capsule that lies on a plane, one that crosses another, one at a slope and boxes on boxes have the depth of
the integral of the law over the line; a capsule that slides begins to roll; the energy of free bodies that hit each
other is kept but for the quadrature's error, and momentum and its moment exactly; patterns with turned bodies move as
single entries do, on 1 to 4 ranks, in millimetres; gradients agree with complex step and with central differences of
cases that are built anew, by the length of the line too; what has no meaning is refused.
"""
import math
import re

from common import ended, in_turn, refused
from helper import ROOT, built_anew, check, close, gradients_agree, run

INERTIA = "inertia: [8e-3, 8e-3, 1e-3, 0, 0, 0]"
GUIDE = "joints: [{name: guide, type: prismatic, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}]\n"


def resting(surface, touching, height, joints="", more=""):
    """A body of 2 kg that comes to rest on a surface of the ground below it. @return how deep it is below `height`."""
    text = """gimbal: 1
gravity: [0, 0, -10]
bodies: [{name: rod, mass: 2, %s, at: [0, 0, %r]}]
%scontacts: [{name: bed, %s, on: ground, body: rod, %s, stiffness: 1e5, damping: 5%s}]
probes: [{name: rod, body: rod, at: [0, 0, %r]}, {name: bed, reaction: bed}]
time: {scheme: dirk2, step: 5e-3, steps: 600, retry: 6, tolerance: 1e-12}
output: {every: 0}
""" % (INERTIA, height, joints, surface, touching, more, height)
    r = ended("a body rests on %s" % surface, run(text))
    close("the force of %s" % surface, r.json["reactions"]["bed"]["force"][-1][2], 20, 1e-9)
    return -r.json["probes"]["rod"]["u"][-1][2]


def integral(force, low, high, points=4000):
    step = (high - low) / points
    return step * sum(force(low + (i + 0.5) * step) for i in range(points))


def depth_of(load, most):
    """The depth at which a growing function is 20 N."""
    low, high = 0.0, most
    for _ in range(60):
        low, high = ((low + high) / 2, high) if load((low + high) / 2) < 20 else (low, (low + high) / 2)
    return low


def closed_forms():
    plane = "surface: plane, at: [0, 0, 0], axis: [0, 0, 1]"
    close("a capsule on a plane", resting(plane, "line: 0.5, along: [1, 0, 0], ball: 0.1", 0.1), 20 / 1e5 / 0.5, 1e-9)
    close("with an exponent", resting(plane, "line: 0.5, along: [1, 0, 0], ball: 0.1", 0.1, more=", exponent: 1.5"),
          (20 / 1e5 / 0.5) ** (1 / 1.5), 1e-8)
    # a part of length d/sin a touches, whose force is k d^2/(2 sin a)
    sine = 0.3 / math.hypot(1, 0.3)
    close("a capsule at a slope", resting(plane, "line: 0.5, along: [1, 0, 0.3], ball: 0.1", 0.1 + 0.25 * sine, GUIDE),
          math.sqrt(2 * 20 * sine / 1e5), 1e-9)

    def crossing(depth):  # the axes are z apart; s is along the one that moves
        z = 0.2 - depth
        half = math.sqrt(0.04 - z * z)
        return integral(lambda s: 1e5 * (0.2 - math.hypot(z, s)) * z / math.hypot(z, s), -half, half)
    capsule = "surface: capsule, at: [0, 0, 0], axis: [0, 1, 0], radius: 0.1, length: 1"
    close("a capsule across another", resting(capsule, "line: 0.5, along: [1, 0, 0], ball: 0.1", 0.2, GUIDE),
          depth_of(crossing, 0.1), 1e-4)

    def over_box(depth):  # flat over the box of 0.3, then over its edges
        z = 0.05 - depth
        half = math.sqrt(0.05 ** 2 - z * z)
        return 1e5 * (0.3 * depth + 2 * integral(lambda s: (0.05 - math.hypot(z, s)) * z / math.hypot(z, s), 0, half))
    box = "surface: box, at: [0, 0, -0.1], edges: [0.3, 0.4, 0.2]"
    close("a capsule over a box", resting(box, "line: 0.5, along: [1, 0, 0], ball: 0.05", 0.05, GUIDE),
          depth_of(over_box, 0.04), 1e-4)
    # four edges of 0.2, and none of the four upright ones' length
    close("a box on a box", resting(box, "box: [0.2, 0.2, 0.1], ball: 0.01", 0.06), 20 / 1e5 / 0.8, 0.03)


def rolling():
    """A capsule that slides keeps its moment of momentum about the line of contact."""
    r = ended("a capsule rolls", run("""gimbal: 1
gravity: [0, 0, -10]
bodies: [{name: rod, mass: 1, inertia: [4e-3, 1e-3, 4e-3, 0, 0, 0], at: [0, 0, 0.0999], velocity: [1, 0, 0]}]
contacts: [{name: floor, surface: plane, on: ground, at: [0, 0, 0], axis: [0, 0, 1], body: rod,
            line: 0.5, along: [0, 1, 0], ball: 0.1,
            stiffness: 2e5, damping: 1, friction: 0.5, velocity: 1e-3}]
probes: [{name: rod, body: rod, at: [0, 0, 0.0999]}]
time: {scheme: dirk2, step: 1e-3, steps: 300, retry: 6}
output: {every: 0}
"""))
    close("the speed with which it rolls", r.json["probes"]["rod"]["v"][-1][0], 1 / (1 + 1e-3 / 0.1 ** 2) * 1, 2e-3)


def flight(surface, touching, exponent=1, more="", steps=1500):
    return """gimbal: 1
bodies:
  - {name: a, mass: 1, %s, at: [0.13, 0.02, 0.3], velocity: [0, 0, -1], angular_velocity: [0.5, 2, 1]}
  - {name: b, mass: 2, inertia: [2e-2, 2e-2, 2e-3, 0, 0, 0], at: [0, 0, 0], angular_velocity: [-1, 0.7, 0.3]}
contacts: [{name: hit, %s, on: b, body: a, %s, ball: 0.05, stiffness: %g, exponent: %g%s}]
probes: [{name: a, body: a, at: [0.13, 0.02, 0.3]}, {name: b, body: b, at: [0, 0, 0]}]
time: {scheme: dirk4, step: 2e-4, steps: %d, tolerance: 1e-12}
""" % (INERTIA, surface, touching, 1e5 * 10 ** (exponent - 1), exponent, more, steps)


SURFACES = ("surface: capsule, radius: 0.05, length: 0.3, axis: [0, 1, 0]", "surface: box, edges: [0.2, 0.3, 0.1]",
            "surface: cylinder, radius: 0.06, axis: [0, 1, 0]", "surface: sphere, radius: 0.1")
LINES = ("line: 0.4, along: [1, 0.1, 0.05]", "box: [0.3, 0.1, 0.1], along: [1, 0.1, 0.05]")


def free_flights():
    """Three points in each piece change the energy by less than 1e-3 of the largest energy of the spring."""
    for surface in SURFACES:
        for line in LINES:
            label = surface.split(",")[0] + ", " + line.split(":")[0]
            r = ended(label, run(flight(surface, line) + "output: {every: 10}\n"))
            balance = r.json["balance"]
            energy = [a + b for a, b in zip(balance["kinetic"], balance["strain"])]
            check(label + " touch and part", max(balance["strain"]) > 0.02 and balance["strain"][-1] == 0,
                  balance["strain"])
            close(label + ": energy", energy[-1], energy[0], 0, 1e-3 * max(balance["strain"]))
            v = [[r.json["probes"][p]["v"][-1][i] for p in "ab"] for i in range(3)]
            for i in range(3):
                close(label + ": momentum %d" % i, v[i][0] + 2 * v[i][1], (0, 0, -1)[i], 0, 1e-10)
            check(label + ": the bodies turn otherwise", abs(v[2][0] + 1) > 0.1, v)


def heap(extra=""):
    """Sticks and a brick that turn, by patterns."""
    law = "stiffness: 2e4, damping: 0.3, friction: 0.3, velocity: 0.05"
    return """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: stick1, mass: 0.5, inertia: [4e-3, 4e-3, 2e-4, 0, 0, 0], at: [0.02, 0, 0.025],
     rotation: {axis: [0, 1, 0], angle: 1.5}}
  - {name: stick2, mass: 0.5, inertia: [4e-3, 4e-3, 2e-4, 0, 0, 0], at: [0, 0.03, 0.07],
     rotation: {axis: [1, 0.1, 0], angle: 1.6}}
  - {name: stick3, mass: 0.5, inertia: [4e-3, 4e-3, 2e-4, 0, 0, 0], at: [-0.02, 0, 0.115],
     rotation: {axis: [1, 1, 0], angle: 1.5}}
  - {name: brick, mass: 1, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0.01, 0.02, 0.185],
     rotation: {axis: [1, 0, 0.2], angle: 0.4}}
contacts:
  - {name: floor, surface: plane, on: ground, at: [0, 0, 0], axis: [0, 0, 1], body: stick*, line: 0.3, ball: 0.02, %s}
  - {name: heap, surface: capsule, radius: 0.02, length: 0.3, on: stick*, body: stick*, line: 0.3, ball: 0.02, %s}
  - {name: lid, surface: capsule, radius: 0.02, length: 0.3, on: stick*, body: brick*,
     box: [0.1, 0.08, 0.06], across: [1, 0, 0], ball: 0.005, %s}
probes:
%sfunctions:
%stime: {scheme: galpha, rho: 0.5, step: 5e-4, steps: 200}
output: {every: 0}
""" % (law, law, law, "".join("  - {name: %s, body: %s, at: %s}\n" % (p, b, at) for p, b, at in PROBES),
       "".join("  - {name: %s, type: end, value: %s.x + 2*%s.y + 3*%s.z}\n" % ((p,) + (p,) * 3) for p,
               _, _ in PROBES)) + extra


PROBES = (("s1", "stick1", [0.02, 0, 0.025]), ("s3", "stick3", [-0.02, 0, 0.115]), ("b", "brick", [0.01, 0.02, 0.185]))


def same(label, one, other, absolute, factor=1.0):
    if check(label, one.status == other.status == 0, one.stderr + other.stderr):
        for name, value in one.json["functions"].items():
            close("%s: %s" % (label, name), other.json["functions"][name] * factor, value, 0, absolute)


def turned(axis, angle, v):
    """Rodrigues' formula."""
    size = math.sqrt(sum(x * x for x in axis))
    k = [x / size for x in axis]
    cross = [k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0]]
    dot = sum(a * b for a, b in zip(k, v))
    return [v[i] * math.cos(angle) + cross[i] * math.sin(angle) + k[i] * dot * (1 - math.cos(angle)) for i in range(3)]


def singles(text):
    """The case with an entry for each body of a pattern and its directions in space."""
    text = text.replace(",\n     ", ", ")
    bodies = {
        n: (eval(a), float(w)) for n, a, w in re.findall(r"name: (\w+), mass.*?axis: (\[.*?\]), angle: ([\d.]+)", text)}

    def vector(name, v):
        return "[%s]" % ", ".join("%.17g" % x for x in turned(*bodies[name], v))
    lines = []
    for line in text.splitlines():
        if "surface" not in line:
            lines.append(line)
            continue
        on, body = re.search("on: ([^,]*), body: ([^,]*)", line).groups() if "ground" not in line else (
            "ground", "stick*")
        for a in [n for n in bodies if n.startswith(on[:5])] or ["ground"]:
            for b in [n for n in bodies if n.startswith(body[:5]) and n != a]:
                one = line.replace("on: " + on, "on: " + a).replace("body: " + body, "body: " + b)
                one = re.sub("name: (\\w+)", "name: \\1_%s_%s" % (a, b), one)
                one = one.replace(", across: [1, 0, 0]", ", across: " + vector(b, [1, 0, 0]))
                along = ", along: " + vector(b, [0, 0, 1])
                axis = "" if a == "ground" else ", axis: " + vector(a, [0, 0, 1])
                lines.append(one.replace(", ball:", along + axis + ", ball:"))
    return "\n".join(lines) + "\n"


def patterns():
    text = heap()
    one = run(text)
    for ranks in (2, 3, 4):
        same("%d ranks" % ranks, one, run(text, ranks), 1e-11)
    same("as single entries", one, run(singles(text)), 1e-11)
    apart = run(text.replace("line: 0.3", "line: 0.01"))
    check("lines touch", abs(apart.json["functions"]["s3"] - one.json["functions"]["s3"]) > 1e-3,
          apart.json["functions"])


def in_millimetres():
    """kg, mm and s: a stiffness by length in N/m^2 is a thousandth of its number in mN/mm^2."""
    text, one = heap(), run(heap())
    for number in ("line: 0.3", "length: 0.3", "radius: 0.02", "ball: 0.02", "ball: 0.005", "box: [0.1, 0.08, 0.06]",
                   "velocity: 0.05"):
        key, value = number.split(": ")
        check("the case has " + number, number in text)
        text = text.replace(
            number, "%s: %s" % (key, [1000 * x for x in eval(value)] if "[" in value else 1000 * float(value)))
    text = re.sub(r"( at: )\[(.*?)\]",
                  lambda m: m[1] + "[%s]" % ", ".join("%.17g" % (1000 * float(x)) for x in m[2].split(",")), text)
    text = re.sub(r"inertia: \[(.*?)\]",
                  lambda m: "inertia: [%s]" % ", ".join("%.17g" % (1e6 * float(x)) for x in m[1].split(",")), text)
    text = text.replace("-9.81]", "-9810]").replace("stiffness: 2e4", "stiffness: 20").replace(
        "damping: 0.3", "damping: 3e-4")
    same("millimetres", one, run(text), 1e-9, 1e-3)


DESIGNS = """  - {name: k, contact: hit, parameter: stiffness}
  - {name: r, contact: hit, parameter: ball}
  - {name: mu, contact: hit, parameter: friction}
"""
FUNCTIONS = """functions:
  - {name: away, type: end, value: a.vx + 2*a.vy + 3*a.vz}
  - {name: gap, type: gap, of: hit, weight: 1000, sum: discrete}
output: {every: 0}
design:
"""
RUBS = ", damping: 0.5, friction: 0.3, velocity: 0.05"


def gradients():
    for surface in SURFACES[:2] + ("surface: plane, at: [0, 0, 0.1], axis: [0.1, 0, 1]",):
        gradients_agree(surface, flight(surface, LINES[0], 1, RUBS, 600) + FUNCTIONS + DESIGNS +
                        "  - {name: l, contact: hit, parameter: line}\n", ["galpha"], ranks=(1,))
    gradients_agree("a box", flight(SURFACES[1], LINES[1], 1.5, RUBS, 600) + FUNCTIONS + DESIGNS,
                    ["galpha"], ranks=(3,))
    gradients_agree("a heap", heap(
        "design: [{name: mu, contact: heap, parameter: friction}, {name: l, contact: heap, parameter: line}]\n"
                                   ).replace("steps: 200", "steps: 60"), ["galpha"], ranks=(1, 3))
    def long(surface, touching):
        return flight(surface, touching, 1, RUBS, 600).replace("step: 2e-4", "step: 4e-4") + FUNCTIONS + "%s"

    built_anew("a line on a plane", long("surface: plane, at: [0, 0, 0.1], axis: [0.1, 0, 1]", LINES[0]), {
        "l": ("contact: hit, parameter: line", {"contacts[0].line": (0.4, 1)}),
        "r": ("contact: hit, parameter: ball", {"contacts[0].ball": (0.05, 1)}),
        "mu": ("contact: hit, parameter: friction", {"contacts[0].friction": (0.3, 1)})}, h=1e-6)
    built_anew("a box on a box", long(SURFACES[1], LINES[1]), {
        "r": ("contact: hit, parameter: ball", {"contacts[0].ball": (0.05, 1)}),
        "x": ("body: a, parameter: at.x", {"bodies[0].at": ([0.13, 0.02, 0.3], [1, 0, 0])})}, h=1e-7)


def refusals():
    text = flight(SURFACES[0], LINES[0], steps=2)
    for label, old, new, words in (
            ("a line beside a box", "line: 0.4,", "line: 0.4, box: [1, 1, 1],", "beside line"),
            ("a box without an edge", "line: 0.4,", "box: [1, 0, 1],", "an edge of 0"),
            ("a line without length", "line: 0.4,", "line: 0,", "line"),
            ("a line within a cylinder", "capsule, radius: 0.05, length: 0.3,", "cylinder, radius: 0.05, inside: true,",
             "points, at its ends"),
            ("no direction", "along: [1, 0.1, 0.05]", "along: [0, 0, 0]", "no direction"),
            ("a direction alone", "line: 0.4, ", "", "without line or box"),
            ("a side alone", "along: [1", "across: [0, 1, 0], along: [1", "without box"),
            ("a length of points as a design",
             "line: 0.4, along: [1, 0.1, 0.05], ball: 0.05, stiffness: 100000, exponent: 1}]\n",
             "ball: 0.05, stiffness: 100000, exponent: 1}]\ndesign: [{name: l, contact: hit, parameter: line}]\n",
             "it is not given"),
            ("a length of a sphere as a design", "surface: capsule, radius: 0.05, length: 0.3, axis: [0, 1, 0]",
             "surface: sphere, radius: 0.05", "it is not given")):
        check("the case has " + old, old in text)
        more = "design: [{name: l, contact: hit, parameter: length}]\n" if "sphere" in label else ""
        refused(label, text.replace(old, new) + more, words)


in_turn(closed_forms, rolling, free_flights, patterns, in_millimetres, gradients, refusals)
ended("the example", run((ROOT / "meshes/sticks.yaml").read_text(), 2, settings=["time.steps=60", "output.every=0"]))
