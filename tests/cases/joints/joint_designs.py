"""Gradients by places and axes: of joints, springs' ends, forces, masses, bodies.

Claims: a body on a hinge with a torsional spring, started with a motion that its hinge does not allow, follows
its closed form, and so do the derivatives of end values and of histories by the hinge's place, to 1e-8; the rest of
a lever on a spring, and its derivatives by hinge, hook, eye, mass and force, are those of its equation of moments
to 1e-9; adjoint and complex step agree to 1e-10, adjoint and tangent to 1e-11 on a double pendulum, two closed
loops with initial velocities and a hinged plate, by four schemes, and three ranks have the gradients of one; models
built anew at x +- h give the same derivatives; an axis' length does not count; what cannot vary is refused by name.
"""
# timeout: 240
import cmath
import re

from common import ended
from helper import ROOT, built_anew, check, close, gradients_agree, run

SCHEMES = ("bdf2", "galpha", "dirk4", "sdirk3")

HINGE = """gimbal: 1
bodies:
  - {name: b, mass: 2, inertia: [0.5, 0.6, 0.4, 0, 0, 0], at: [0, 0, 0], velocity: [0.3, 0.2, 0],
     angular_velocity: [0, 0, 0.7]}
joints:
  - {type: revolute, name: hinge, between: [ground, b], at: [%.17g, 0.1, 0], axis: [0, 0, 2]}
springs:
  - {name: t, joint: hinge, stiffness: 10, angle: 0.5}
probes:
  - {name: p, body: b, at: [1, 0, 0]}
design:
  - {name: hx, joint: hinge, parameter: at.x}
  - {name: az, joint: hinge, parameter: axis.z}
functions:
  - {name: x, type: end, of: p, value: x}
  - {name: uy, type: end, of: p, value: uy}
  - {name: vx, type: end, of: p, value: vx}
time: {scheme: dirk4, step: 1e-3, steps: 800}
output: {every: 0}
"""


def hinge(ax, t):
    """Place and velocity of the probe: a rotation about (ax, 0.1) with theta'' = -w^2 (theta - 0.5)."""
    m, J, k, ay, rest = 2, 0.4, 10, 0.1, 0.5
    inertia = J + m * (ax * ax + ay * ay)
    w = cmath.sqrt(k / inertia)
    spin = (J * 0.7 + m * (-ax * 0.2 + ay * 0.3)) / inertia  # the angular momentum about the hinge stays
    theta = rest * (1 - cmath.cos(w * t)) + spin / w * cmath.sin(w * t)
    rate = rest * w * cmath.sin(w * t) + spin * cmath.cos(w * t)
    c, s, rx, ry = cmath.cos(theta), cmath.sin(theta), 1 - ax, -ay
    return (ax + c * rx - s * ry, ay + s * rx + c * ry, -rate * (s * rx + c * ry))


def hinged_body():
    ax, h = -0.3, 1e-20
    expected, slope = hinge(ax, 0.8), hinge(ax + 1j * h, 0.8)
    for option in ((), ("--tangent",)):
        r = ended("a body on a hinge", run(HINGE % ax, verb="gradient", options=option))
        for name, value, d in zip(("x", "uy", "vx"), expected, slope):
            close("%s of the body on a hinge" % name, r.json["functions"][name], value.real, 0, 1e-9)
            close("d %s / d hinge %s" % (name, option), r.json["gradient"][name]["hx"][0], d.imag / h, 0, 1e-8)
            close("d %s / d length of the axis" % name, r.json["gradient"][name]["az"][0], 0, 0, 1e-13)
    history = r.json["sensitivities"]["p"]["hx"]
    for n in (1, 400, 800):
        d = hinge(ax + 1j * h, 1e-3 * n)
        close("history of dx at step %d" % n, history["u"][n][0], d[0].imag / h, 0, 1e-8)
        close("history of dvx at step %d" % n, history["v"][n][0], d[2].imag / h, 0, 1e-8)


LEVER = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: lever, mass: 2, inertia: [0.1, 0.3, 0.3, 0, 0, 0], at: [0.5, 0, 0]}
joints:
  - {type: revolute, name: axle, between: [ground, lever], at: [0, 0, 0], axis: [0, -1, 0]}
masses:
  - {name: weight, body: lever, at: [1, 0, 0.1], mass: 1.5}
springs:
  - {name: s, between: [ground, lever], at: [[0.2, 0, 1.1], [0.8, 0, 0.05]], stiffness: 120}
loads:
  - {name: f, type: force, body: lever, at: [0.9, 0, 0], value: [3, 0, "-2*t"]}
probes:
  - {name: p, body: lever, at: [1, 0, 0]}
design:
  - {name: axle_x, joint: axle, parameter: at.x}
  - {name: axle_z, joint: axle, parameter: at.z}
  - {name: hook, spring: s, parameter: at.1.x}
  - {name: eye, spring: s, parameter: at.2.z}
  - {name: weight, mass: weight, parameter: at.z}
  - {name: grip, load: f, parameter: at.x}
  - {name: centre, body: lever, parameter: at.x}
functions:
  - {name: z, type: end, of: p, value: z}
time: {scheme: static, step: 0.25, steps: 4}
output: {every: 0}
"""


def lever(x):
    """z of the probe where the moments about the axle add up to nothing; by Newton's method."""
    axle = complex(x.get("axle_x", 0)), complex(x.get("axle_z", 0))
    hook, eye = (0.2 + x.get("hook", 0), 1.1), (0.8, 0.05 + x.get("eye", 0))
    length = cmath.sqrt((hook[0] - eye[0]) ** 2 + (hook[1] - eye[1]) ** 2)

    def turned(p, angle):
        c, s, a, b = cmath.cos(angle), cmath.sin(angle), p[0] - axle[0], p[1] - axle[1]
        return axle[0] + c * a - s * b, axle[1] + s * a + c * b

    def moment(angle):
        e = turned(eye, angle)
        d = hook[0] - e[0], hook[1] - e[1]
        now = cmath.sqrt(d[0] ** 2 + d[1] ** 2)
        pull = 120 * (now - length) / now
        forces = ((e, pull * d[0], pull * d[1]),
                  (turned((0.5 + x.get("centre", 0), 0), angle), 0, -2 * 9.81),
                  (turned((1, 0.1 + x.get("weight", 0)), angle), 0, -1.5 * 9.81),
                  (turned((0.9 + x.get("grip", 0), 0), angle), 3, -2))
        return sum((p[0] - axle[0]) * fz - (p[1] - axle[1]) * fx for p, fx, fz in forces)

    angle = 0j
    for _ in range(40):
        slope = (moment(angle + 1e-6) - moment(angle - 1e-6)) / 2e-6
        angle -= moment(angle) / slope.real
    return turned((1, 0), angle)[1]


def lever_at_rest():
    for ranks, option in ((1, ()), (2, ("--tangent",))):
        r = ended("a lever on a spring", run(LEVER, ranks, "gradient", options=option))
        close("rest of the lever", r.json["functions"]["z"], lever({}).real, 0, 1e-10)
        for name in ("axle_x", "axle_z", "hook", "eye", "weight", "grip", "centre"):
            close("d rest / d %s %s" % (name, option), r.json["gradient"]["z"][name][0],
                  lever({name: 1e-20j}).imag / 1e-20, 1e-9)


def with_designs(path, designs, functions, **settings):
    """An example's text with designs and functions in place of its own."""
    text = (ROOT / "meshes" / path).read_text()
    text = re.sub(r"^(design|functions):\n(  .*\n)*", "", text, flags=re.M)
    text = re.sub(r"^mesh: ", "mesh: %s/meshes/" % ROOT, text, flags=re.M)
    text = re.sub(r", tolerance: 1e-9", "", text)
    text = re.sub(r"every: \d+", "every: 0", text)
    for key, value in settings.items():
        text = re.sub(r"\b%s: [^,}]+" % key, "%s: %s" % (key, value), text)
    return text + "design:\n" + designs + "functions:\n" + functions


PENDULUM = with_designs("double-pendulum.yaml", """
  - {name: ball, joint: ball, parameter: at.x}
  - {name: hinge_x, joint: hinge, parameter: at.x}
  - {name: hinge_y, joint: hinge, parameter: at.y}
  - {name: turn, joint: hinge, parameter: axis.z}
  - {name: m, body: lower, parameter: mass}
""".lstrip("\n"), """
  - {name: path, type: integral, of: tip, value: "z^2"}
  - {name: speed, type: end, of: tip, value: "vx^2 + vy*uz"}
""".lstrip("\n"), step="5e-3", steps=40)

FOUR_BAR = with_designs("four-bar.yaml", """
  - {name: a0, joint: a0, parameter: at.x}
  - {name: b0, joint: b0, parameter: at.y}
  - {name: c1, joint: c1, parameter: at.x}
  - {name: spin, body: crank1, parameter: angular_velocity.z}
  - {name: m, body: bar1, parameter: mass}
""".lstrip("\n"), """
  - {name: path, type: integral, of: tip, value: "x^2 + vy^2"}
""".lstrip("\n"), step="1e-2", steps=25)

PLATE = with_designs("hinged-plate.yaml", """
  - {name: hinge, joint: hinge, parameter: at.x}
  - {name: hub, body: hub, parameter: at.x}
  - {name: t, thickness: plate}
  - {name: m, body: hub, parameter: mass}
""".lstrip("\n"), """
  - {name: path, type: integral, of: corner, value: "z^2 + vx^2"}
  - {name: c, type: compliance}
""".lstrip("\n"), steps=6)


# Everything at once: each place and axis with its path in the case.
ALL = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: lever, box: [1, 0.1, 0.05], density: 400, at: [0.5, 0, 0], velocity: [0.1, 0.2, 0],
     angular_velocity: [0, 1, 0]}
  - {name: rider, box: [0.1, 0.1, 0.2], density: 900, at: [1.2, 0.05, 0.1],
     rotation: {axis: [0, 1, 1], angle: 0.4}, angular_velocity: [0.2, 0.3, 0.5]}
joints:
  - {type: revolute, name: axle, between: [ground, lever], at: [0, 0, 0], axis: [0.1, 1, 0]}
  - {type: universal, name: cross, between: [lever, rider], at: [1, 0, 0], axis: [0, 1, 0],
     second: [1, 0, 0]}
masses:
  - {name: m, body: lever, at: [0.7, 0.05, 0], mass: 3}
  - {name: free, at: [0.3, 0.1, 1], mass: 2, velocity: [0.1, 0, 0]}
springs:
  - {name: s1, between: [ground, lever], at: [[0.8, 0, -1], [0.8, 0.05, 0]], stiffness: 500, damping: 2}
  - {name: s2, between: [lever, free], at: [[0.4, 0, 0], ~], stiffness: [80, 0, 10]}
  - {name: s3, between: [ground, free], at: [[0, 0.3, 2], ~], stiffness: 90, length: 1}
  - {name: t, joint: axle, stiffness: 10, damping: 0.1, angle: 0.2}
loads:
  - {name: f, type: force, body: lever, at: [1, 0, 0], value: [0, 1, "2*sin(5*t)"], follow: true}
probes:
  - {name: tip, body: rider, at: [1.3, 0, 0.2]}
  - {name: free, mass: free}
design:
%sfunctions:
  - {name: path, type: integral, of: tip, value: "z^2 + vx^2 + free.ux*free.z"}
  - {name: last, type: end, of: tip, value: "y*vz + uz + free.x*free.uz*ux"}
  - {name: c, type: compliance}
time: {scheme: bdf2, step: 1e-2, steps: 15}
output: {every: 0}
"""

# name: (design, paths of the case with values and what a unit of the design adds to them)
MOVES = {
    "axle": ("joint: axle, parameter: at.x", {"joints.axle.at": ([0, 0, 0], [1, 0, 0])}),
    "tilt": ("joint: axle, parameter: axis.x", {"joints.axle.axis": ([0.1, 1, 0], [1, 0, 0])}),
    "cross": ("joint: cross, parameter: at.y", {"joints.cross.at": ([1, 0, 0], [0, 1, 0])}),
    "first": ("joint: cross, parameter: axis.x", {"joints.cross.axis": ([0, 1, 0], [1, 0, 0]),
                                                  "joints.cross.second": ([1, 0, 0], [0, -1, 0])}),
    "second": ("joint: cross, parameter: second.z", {"joints.cross.second": ([1, 0, 0], [0, 0, 1])}),
    "m": ("mass: m, parameter: at.x", {"masses.m.at": ([0.7, 0.05, 0], [1, 0, 0])}),
    "free": ("mass: free, parameter: at.z", {"masses.free.at": ([0.3, 0.1, 1], [0, 0, 1])}),
    "s1": ("spring: s1, parameter: at.1.x",
           {"springs.s1.at": ([[0.8, 0, -1], [0.8, 0.05, 0]], [[1, 0, 0], [0, 0, 0]])}),
    "s2": ("spring: s2, parameter: at.1.x",
           {"springs.s2.at": ([[0.4, 0, 0], "~"], [[1, 0, 0], 0])}),
    "s3": ("spring: s3, parameter: length", {"springs.s3.length": (1, 1)}),
    "t": ("spring: t, parameter: angle", {"springs.t.angle": (0.2, 1)}),
    "f": ("load: f, parameter: at.y", {"loads.f.at": ([1, 0, 0], [0, 1, 0])}),
    "lever": ("body: lever, parameter: at.z", {"bodies.lever.at": ([0.5, 0, 0], [0, 0, 1])}),
    "rider": ("body: rider, parameter: at.x", {"bodies.rider.at": ([1.2, 0.05, 0.1], [1, 0, 0])}),
}


def places_at_once():
    text = built_anew("all places", ALL, MOVES)
    gradients_agree("all places", text, ["dirk4"])


def refusals():
    cases = {
        "joint: cross, parameter: second.x}": None,
        "joint: crss, parameter: at.x}": "nearest: cross",
        "joint: axle, parameter: at}": "accepted: at.x",
        "joint: axle, parameter: second.x}": "it is not given",
        "joint: ball, parameter: axis.x}": "this joint has no axis",
        "spring: s2, parameter: at.2.x}": "this end is at a point",
        "spring: t, parameter: at.1.x}": "it is about a joint",
        "spring: s1, parameter: length}": "give length",
    }
    ball = ALL.replace("masses:\n", "  - {type: spherical, name: ball, between: [ground, rider], "
                                    "at: [1.2, 0.05, 0.1]}\nmasses:\n", 1)
    for design, words in cases.items():
        text = (ball if "ball" in design else ALL) % ("  - {name: x, %s\n" % design)
        r = run(text, verb="check")
        said = re.sub(r"\s+", " ", r.stderr)
        check("refused: " + design, r.status == (2 if words else 0) and (words or "") in said,
              "status %d: %s" % (r.status, r.stderr))


hinged_body()
lever_at_rest()
gradients_agree("the double pendulum", PENDULUM, SCHEMES)
gradients_agree("the four-bar", FOUR_BAR, SCHEMES)
gradients_agree("the linkage", (ROOT / "meshes" / "linkage.yaml").read_text(), SCHEMES,
                settings=["time.steps=30", "output.every=0"])
gradients_agree("the hinged plate", PLATE, SCHEMES[:2])
gradients_agree("the hinged plate", PLATE, SCHEMES[2:], settings=["constraints.enforce=index1"])
places_at_once()
refusals()
