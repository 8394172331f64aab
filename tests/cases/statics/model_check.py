"""What `gimbal check` says of a model: mass, centre of mass, inertia against closed forms, degrees of
freedom, what is attached to nothing; and a static march of a mechanism is refused by its names.

The inertia of a plate a x b x t about its centre is m (b^2 + t^2)/12, m (a^2 + t^2)/12,
m (a^2 + b^2)/12: the directors carry the thickness, so the shells' is exact. A cylinder of radius r and
length l has m (3 r^2 + l^2)/12 across its axis and m r^2/2 along it.
"""
import math

from common import ended
from helper import check, close, grid, run

RANKS = 1, 3
MATERIAL = "materials: {steel: {young: 2e11, poisson: 0.3, density: 7800}}\n"
SHELLS = "shells: [{group: plate, material: steel, thickness: 0.02}]\n"
MARCH = "time: {scheme: galpha, step: 1e-3, steps: 1}\noutput: {every: 0}\n"
STATIC = MARCH.replace("galpha", "static")


def parts(name, found, mass, center, inertia, scale):
    close(name + ": mass", found["mass"], mass, 1e-12)
    for i in range(3):
        close("%s: centre %d" % (name, i), found["center_of_mass"][i], center[i], 1e-12, 1e-12 * scale)
    for k in range(6):
        close("%s: inertia %d" % (name, k), found["inertia"][k], inertia[k], 1e-11, 1e-12 * mass * scale * scale)


def shift(tensor, mass, arm):
    """A tensor about the centre of mass as one about a point at `arm` from it."""
    x, y, z = arm
    more = [y * y + z * z, z * z + x * x, x * x + y * y, -x * y, -x * z, -y * z]
    return [a + mass * b for a, b in zip(tensor, more)]


# ---- a plate on its own, off the origin and turned about z by 30 degrees -------------------------

A, B, T = 1.2, 0.5, 0.02
c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
mesh = grid(6, 3, size=(A, B), place=lambda x, y: (5 + c * x - s * y, -2 + s * x + c * y, 1.0))
mesh.write("plate.msh")
m = 7800 * A * B * T
jx, jy, jz = m * (B * B + T * T) / 12, m * (A * A + T * T) / 12, m * (A * A + B * B) / 12
plate = [c * c * jx + s * s * jy, s * s * jx + c * c * jy, jz, c * s * (jx - jy), 0, 0]
middle = [5 + c * A / 2 - s * B / 2, -2 + s * A / 2 + c * B / 2, 1.0]
for ranks in RANKS:
    r = ended("plate: it ends well",
              run("gimbal: 1\nmesh: plate.msh\n" + MATERIAL + SHELLS + MARCH, verb="check", ranks=ranks))
    parts("plate", r.json, m, middle, plate, 1)
    check("plate: its freedom", r.json["degrees_of_freedom"] == 6 * 7 * 4, r.json)
    check("plate: it is loose", "the part with node 1" in r.json["loose"], r.json["loose"])


# ---- bodies: a turned cylinder, a sphere, a cube, an inertia with products, turned, and a mass ---

radius, length, rho = 0.2, 1.5, 2000.0
BODIES = """gimbal: 1
bodies:
  - {name: drum, cylinder: [%g, %g], density: %g, at: [1, 2, 3],
     rotation: {axis: [1, 0, 0], angle: %.17g}}
  - {name: ball, sphere: 0.3, density: 500, at: [-1, 0, 0]}
  - {name: one, box: [1, 1, 1], density: 1, at: [0, 0, 0]}
  - {name: two, mass: 1, inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.05], at: [3, 0, 0],
     rotation: {axis: [0, 0, 1], angle: %.17g}}
joints:
  - {type: revolute, name: axle, between: [ground, drum], at: [1, 2, 3], axis: [0, 1, 0]}
  - {type: fixed, name: bar, between: [one, two], at: [1.5, 0, 0], axis: [1, 0, 0]}
masses:
  - {body: ball, at: [-1, 0, 0.3], mass: 4}
""" % (radius, length, rho, math.pi / 2, math.pi / 2)
drum = rho * math.pi * radius ** 2 * length
ball = 500 * 4 / 3 * math.pi * 0.3 ** 3
across, along = drum * (3 * radius ** 2 + length ** 2) / 12, drum * radius ** 2 / 2
expected = {
    "body 'drum'": (drum, [1, 2, 3], [across, along, across, 0, 0, 0]),
    "body 'ball'": (ball, [-1, 0, 0], [0.4 * ball * 0.09] * 3 + [0] * 3),
    "body 'one'": (1, [0, 0, 0], [1 / 6] * 3 + [0] * 3),
    # its x lies along y, and its y along -x
    "body 'two'": (1, [3, 0, 0], [0.4, 0.3, 0.5, -0.02, -0.05, -0.03]),
    "masses": (4, [-1, 0, 0.3], [0] * 6),
}
total = sum(mass for mass, _, _ in expected.values())
center = [sum(mass * at[i] for mass, at, _ in expected.values()) / total for i in range(3)]
whole = [0.0] * 6
for mass, at, tensor in expected.values():
    arm = [at[i] - center[i] for i in range(3)]
    whole = [a + b for a, b in zip(whole, shift(tensor, mass, arm))]
for ranks in RANKS:
    r = ended("bodies: it ends well", run(BODIES + MARCH, verb="check", ranks=ranks))
    for name, (mass, at, tensor) in expected.items():
        parts(name, r.json["parts"][name], mass, at, tensor, 3)
    parts("all bodies", r.json, total, center, whole, 3)
    # a body has 6, the revolute joint takes 5 and the fixed one 6
    check("bodies: their freedom", r.json["degrees_of_freedom"] == 4 * 6 - 5 - 6, r.json)
    check("bodies: what is loose", r.json["loose"] ==
          "body 'ball', body 'one' (at joint 'bar') and 1 that hangs on it", r.json["loose"])

# ---- a rigid link keeps the mass, and takes the unknowns of what it ties -------------------------

grid(6, 3, size=(A, B)).write("plate.msh")
LINK = """bodies: [{name: hub, mass: 2, inertia: [1, 1, 2, 0, 0, 0], at: [-0.1, 0.25, 0]}]
links: [{body: hub, group: left, type: rigid}]
"""
r = ended(
    "link: it ends well", run("gimbal: 1\nmesh: plate.msh\n" + MATERIAL + SHELLS + LINK + MARCH, verb="check", ranks=2))
parts("linked plate", r.json["parts"]["shells 'plate'"], m, [A / 2, B / 2, 0], [jx, jy, jz, 0, 0, 0], 1)
check("link: its freedom", r.json["degrees_of_freedom"] == 6 * 6 * 4 + 6, r.json)

# ---- beams beside shells and bodies --------------------------------------------------------------

BAR = """sections: {bar: {type: rectangle, material: %s, width: 0.1, height: 0.2}}
beams: [{name: bar, points: [[0, 0, 3], [2, 0, 3]], elements: 3, section: bar, orientation: [0, 1, 0]}]
"""
name = MATERIAL.split("{")[1].split(":")[0].strip()
density = float(MATERIAL.split("density:")[1].split("}")[0].split(",")[0])
r = ended("bar: it ends well",
          run("gimbal: 1\nmesh: plate.msh\n" + MATERIAL + SHELLS + LINK + BAR % name + MARCH, verb="check"))
for part, mass in (("shells 'plate'", m), ("body 'hub'", 2), ("beams 'bar'", 0.04 * density)):
    close("mass of %s" % part, r.json["parts"][part]["mass"], mass, 1e-12)

# ---- a static march of a mechanism ---------------------------------------------------------------

PENDULUM = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: rod, box: [1, 0.1, 0.1], density: 1000, at: [0.5, 0, 0]}
joints:
  - {type: revolute, name: pivot, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
"""
PLATE = "gimbal: 1\nmesh: plate.msh\n" + MATERIAL + SHELLS
HINGE = """joints:
  - {type: revolute, name: hinge, between: [ground, hub], at: [-0.1, 0.25, 0], axis: [0, 0, 1]}
"""
SPRING = "springs: [{name: s, joint: pivot, stiffness: 100}]\n"
DRIVEN = PENDULUM.replace("axis: [0, 1, 0]}", 'axis: [0, 1, 0], angle: "0.1*t"}')
LINE = "springs: [{name: s, between: [ground, rod], at: [[1, 0, 1], [1, 0, 0]], stiffness: 1e4}]\n"
AVERAGE = LINK.replace("rigid", "average")
FIXED = HINGE.replace("revolute", "fixed")
mechanisms = [
    ("a pendulum", PENDULUM, ["no support and no joint keeps body 'rod' (at joint 'pivot')",
                              "turning about the axis (0, ", "1, 0) through (0, 0, 0)"]),
    ("a loose body", PENDULUM[:PENDULUM.index("joints")], ["body 'rod'", "6 of 6"]),
    ("a hinged plate", PLATE + LINK + HINGE, ["the part with node 1 and body 'hub'",
                                              "joint 'hinge'", "through (-0.1, 0.25, 0)"]),
    ("a plate that follows a hinged body", PLATE + AVERAGE + HINGE,
     ["the part with node 1 from turning", "(2 of 12"]),
]
for name, text, words in mechanisms:
    for ranks in (1, 2):
        r = run(text + STATIC, ranks=ranks)
        said = [line for line in r.stderr.splitlines() if line.startswith("gimbal:")]
        check(name + ": status 5", r.status == 5, r.stderr)
        for word in ["time: a static march of a mechanism", "accepted: "] + words:
            check(name + ": says " + word, said and word in said[-1], r.stderr)
for name, text in [("a spring about the joint", PENDULUM + SPRING), ("a driven joint", DRIVEN),
                   ("a spring at the end", PENDULUM + LINE),
                   ("a clamped link", PLATE + LINK + FIXED),
                   ("an average that a line of nodes and a support hold",
                    PLATE + AVERAGE + FIXED + "supports: [{group: corner11, fix: [z]}]\n")]:
    ended(name + " holds", run(text + STATIC.replace("step: 1e-3", "step: 1")))
