"""Mass centre, tensor of inertia and energies as functions, of the whole model and of its parts.

Claims: those of a plate, a pendulum and a beam are their closed forms; at any time they follow what moves; parts add
up; energies are those of the results' history and a body without loads keeps their sum; the gradients by thickness,
sections, masses, places and springs equal complex steps; a static march, parts of nothing and the massless are refused.
"""
# quick
import math

from common import ended, refused
from helper import check, close, grid, run
from hdf5 import File

TENSOR = ("xx", "yy", "zz", "xy", "xz", "yz")


def tensor(name, words="", prefix="i"):
    return ", ".join("{name: %s.%s%s, type: inertia, form: %s%s}" % (name, prefix, c, c, words) for c in TENSOR)


def centre(name, words=""):
    return ", ".join("{name: %s.%s, type: mass_centre, form: %s%s}" % (name, c, c, words) for c in "xyz")


# A plate a x b of thickness t in the plane z = 0.3: of its thickness the directors have t^2/12.
a, b, t, rho, z = 2.0, 0.9, 0.05, 2700.0, 0.3
mesh = grid(4, 3, size=(a, b), place=lambda x, y: (x + 1, y - 4, z), kind="quad4")
mesh.write("plate.msh")
PLATE = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e10, poisson: 0.3, density: %g}, n: {young: 7e10, poisson: 0.3, density: 100}}
shells: [{group: plate, material: m, thickness: %g}]
groups: [{name: near, elements: [1, 5, 9, 2, 6, 10]}, {name: far, elements: [3, 4, 7, 8, 11, 12]}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "1e5*sin(100*t)"}]
sections: {s: {type: rectangle, material: n, width: 0.2, height: 0.1}}
design: [{name: t, thickness: plate, per: element}]
functions: [{name: m, type: mass}, %s]
time: {scheme: %s, step: 1e-3, steps: 6}
"""
m = rho * a * b * t
listed = ", ".join((centre("c"), tensor("own"), tensor("fixed", ", about: [1, 2, 3]"),
                    tensor("turned", ", axes: [[1, 1, 0], [0, 1, 0]]"), centre("near", ", of: near"),
                    centre("far", ", of: far"), tensor("near", ", of: near, about: [0, 0, 0]"),
                    tensor("far", ", of: far, about: [0, 0, 0]"), tensor("all", ", about: [0, 0, 0]"),
                    "{name: far.m, type: mass, of: far}"))
for ranks in (1, 2, 3):
    r = ended("a plate on %d ranks" % ranks, run(PLATE % (rho, t, listed, "galpha"), ranks, "gradient"))
    f, slope = r.json["functions"], r.json["gradient"]
    c = (1 + a / 2, -4 + b / 2, z)
    for k, axis in enumerate("xyz"):
        close("its centre " + axis, f["c." + axis], c[k], 1e-13)
    own = (m * (b * b + t * t) / 12, m * (a * a + t * t) / 12, m * (a * a + b * b) / 12, 0, 0, 0)
    d = [c[k] - (1, 2, 3)[k] for k in range(3)]
    for k, comp in enumerate(TENSOR):
        i, j = "xyz".index(comp[0]), "xyz".index(comp[1])
        close("its inertia " + comp, f["own.i" + comp], own[k], 1e-12, 1e-12 * m)
        there = own[k] + m * ((sum(x * x for x in d) if i == j else 0) - d[i] * d[j])
        close("about a point " + comp, f["fixed.i" + comp], there, 1e-12, 1e-12 * m)
        close("parts of %s add up" % comp, f["near.i" + comp] + f["far.i" + comp], f["all.i" + comp], 1e-12, 1e-11 * m)
    mean = (own[0] + own[1]) / 2
    for comp, value in (("xx", mean), ("yy", mean), ("zz", own[2]), ("xy", (own[1] - own[0]) / 2),
                        ("xz", 0), ("yz", 0)):
        close("by axes turned by 45 degrees " + comp, f["turned.i" + comp], value, 1e-12, 1e-12 * m)
    for k, axis in enumerate("xyz"):
        close("centres of parts " + axis, (f["near." + axis] * (m - f["far.m"]) + f["far." + axis] * f["far.m"]) / m,
              c[k], 1e-12)
    # by the thickness of an element: (x_e - c) m_e / (t m)
    for e in range(12):
        x = 1 + a * (e % 4 + 0.5) / 4
        close("slope of the centre %d" % e, slope["c.x"]["t"][e], (x - c[0]) / 12 / t, 1e-11, 1e-11)

for kind in ("tri3", "tri6", "quad9"):
    grid(3, 2, size=(a, b), place=lambda x, y: (x + 1, y - 4, z), kind=kind).write("kind.msh")
    words = centre("c") + ", " + tensor("own") + ", {name: k, type: energy, form: kinetic, of: plate}"
    text = (PLATE % (rho, t, words, "galpha")).replace("plate.msh", "kind.msh").replace(
        "groups: [{name: near, elements: [1, 5, 9, 2, 6, 10]}, {name: far, elements: [3, 4, 7, 8, 11, 12]}]", "")
    r = ended("shells of " + kind, run(text, 2))
    f = r.json["functions"]
    for k, axis in enumerate("xyz"):
        close("centre %s of %s" % (axis, kind), f["c." + axis], (1 + a / 2, -4 + b / 2, z)[k], 1e-13)
    for comp, value in zip(
            TENSOR, (m * (b * b + t * t) / 12, m * (a * a + t * t) / 12, m * (a * a + b * b) / 12, 0, 0, 0)):
        close("inertia %s of %s" % (comp, kind), f["own.i" + comp], value, 1e-12, 1e-12 * m)

# A pendulum: a body that swings about a hinge, and a bob by a spring; the energies of the history, and what moves.
PENDULUM = """
gimbal: 1
gravity: [0, -9.81, 0]
bodies: [{name: arm, mass: 2, inertia: [0.1, 0.2, 0.25, 0.01, 0.02, 0.03], at: [0.5, 0.1, 0],
          angular_velocity: [0, 0, 2]}]
masses: [{name: bob, at: [1, 2, 3], mass: 0.5, velocity: [0.1, 0.2, 0.3]},
         {name: lump, body: arm, at: [1, 0, 0], mass: 0.7}]
joints: [{name: hinge, type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}]
springs: [{name: s, between: [arm, bob], at: [[1, 0, 0], ~], stiffness: 30}]
probes: [{name: g, body: arm, at: [0.5, 0.1, 0]}, {name: p, mass: bob}]
design:
  - {name: m, body: arm, parameter: mass}
  - {name: ixy, body: arm, parameter: inertia.xy}
  - {name: x, body: arm, parameter: at.x}
  - {name: mb, mass: bob, parameter: mass}
  - {name: xl, mass: lump, parameter: at.x}
  - {name: k, spring: s, parameter: stiffness}
functions: [%s]
time: {scheme: %s, step: 0.01, steps: 10}
"""
listed = ", ".join((centre("arm", ", of: arm, at: end"), centre("all", ", at: {mesh: 3}"), tensor("arm", ", of: arm"),
                    tensor("end", ", of: arm, at: end"),
                    tensor("whole", ", about: [0.2, -1, 0], axes: [[1, 2, 3], [0, 1, -1]], at: end"),
                    tensor("both", ", at: end"),
                    "{name: k, type: energy, form: kinetic, at: each}, {name: s, type: energy, form: strain, at: each}",
                    "{name: e, type: energy, form: total, at: each}, {name: kb, type: energy, form: kinetic, "
                    "of: bob, at: each}",
                    "{name: ka, type: energy, form: kinetic, of: arm, at: each}, "
                    "{name: kl, type: energy, form: kinetic, of: lump, at: each}",
                    "{name: over, type: energy, form: total}, {name: x, type: value, value: g.x}, "
                    "{name: y, type: value, value: g.y}",
                    "{name: ml, type: mass, of: lump}, {name: turn, type: value, value: arm.rz}, "
                    "{name: w, type: value, value: arm.wz, at: each}"))
for ranks in (1, 2):
    r = ended("a pendulum on %d ranks" % ranks, run(PENDULUM % (listed, "bdf2"), ranks, name="swing"))
    f = r.json["functions"]
    J = [[0.1, 0.01, 0.02], [0.01, 0.2, 0.03], [0.02, 0.03, 0.25]]
    for comp in TENSOR:
        i, j = "xyz".index(comp[0]), "xyz".index(comp[1])
        close("the body's own " + comp, f["arm.i" + comp], J[i][j], 1e-13)
    R = [[math.cos(f["turn"]), -math.sin(f["turn"]), 0], [math.sin(f["turn"]), math.cos(f["turn"]), 0], [0, 0, 1]]
    for comp in TENSOR:
        i, j = "xyz".index(comp[0]), "xyz".index(comp[1])
        turned = sum(R[i][k] * J[k][l] * R[j][l] for k in range(3) for l in range(3))
        close("turned with it " + comp, f["end.i" + comp], turned, 1e-9)
    close("its centre is its place", f["arm.x"], f["x"], 1e-12)
    close("its centre is its place", f["arm.y"], f["y"], 1e-12)
    close("a mass of its own name", f["ml"], 0.7, 1e-14)
    r2 = (0.5 ** 2 + 0.1 ** 2)
    for k in range(11):
        w = f["w"][k]
        # by its constraints' drift
        close("energy of rotation at %d" % k, f["ka"][k], 0.5 * (0.25 + 2 * r2) * w * w, 2e-4)
        close("and of what is on it", f["kl"][k], 0.5 * 0.7 * w * w, 2e-4)
        close("sum of parts", f["ka"][k] + f["kb"][k] + f["kl"][k], f["k"][k], 1e-12)
        close("sum of kinds", f["s"][k] + f["k"][k], f["e"][k], 1e-12)
    for k, row in enumerate(File("swing.vtkhdf").rows("/histories/balance")):
        close("the history's kinetic energy at %d" % k, f["k"][k], row[1], 1e-10, 1e-13)
        close("the history's strain energy at %d" % k, f["s"][k], row[2], 1e-10, 1e-13)
# Derivatives that are zero but for round-off say nothing: those of what a hinge about z leaves as it is are left out.
listed = ", ".join((centre("all", ", at: {mesh: 3}"), tensor("both", ", at: end"),
                    tensor("whole", ", about: [0.2, -1, 0], axes: [[1, 2, 3], [0, 1, -1]], at: end"),
                    "{name: ixz, type: inertia, form: xz, of: arm, at: end}, "
                    "{name: s, type: energy, form: strain, at: each}",
                    "{name: e, type: energy, form: total, at: {mesh: 6}}, "
                    "{name: kb, type: energy, form: kinetic, of: bob, at: end}",
                    "{name: over, type: energy, form: total}, {name: kl, type: energy, form: kinetic, of: lump}, "
                    "{name: ml, type: mass, of: lump}"))
for scheme in ("bdf2", "dirk4", "galpha"):
    r = ended("gradients of a pendulum's by %s" % scheme,
              run(PENDULUM % (listed, scheme), 2 if scheme == "bdf2" else 1, "verify"))

# A plate and a beam that move freely keep their energy; the gradients by thickness and section.
FREE = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e7, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.01}}
shells: [{group: plate, material: m, thickness: 0.05}]
beams: [{name: rod, points: [[0, 2, 0], [2, 2.5, 0.3]], elements: 4, section: s, orientation: [0, 0, 1]}]
initial: [{group: %s, velocity: [1, 2, 3], angular_velocity: [3, 0, 2], about: [0, 0, 0]}]
design: [{name: t, thickness: plate},
         {name: h, section: s, parameter: height}, {name: rho, material: m, parameter: density}]
functions: [%s]
time: {scheme: %s, step: 1e-3, steps: 8}
"""
listed = ", ".join(
    ("{name: e, type: energy, form: total, at: each}, {name: er, type: energy, form: total, of: rod, at: end}",
     "{name: s, type: energy, form: strain, of: rod, at: end}, {name: k, type: energy, form: kinetic}",
     centre("rod", ", of: rod, at: end"), tensor("rod", ", of: rod"), tensor("now", ", at: end")))
for ranks in (1, 3):
    r = ended("a plate and a beam in flight on %d ranks" % ranks, run(FREE % ("all", listed, "galpha"), ranks))
    e = r.json["functions"]["e"]
    close("keep their energy", e[8], e[0], 1e-3)
    rod = r.json["functions"]
    d = (2.0, 0.5, 0.3)
    along = [x / math.sqrt(4.34) for x in d]
    mass, second = 2700 * 2e-4 * math.sqrt(4.34), 2e-4 * 4.34 ** 0.5 * 2700 / 12
    up = [0 - along[0] * along[2], 0 - along[1] * along[2], 1 - along[2] ** 2]  # the section's y is nearest to z
    up = [x / math.sqrt(sum(y * y for y in up)) for x in up]
    side = [along[i - 2] * up[i - 1] - along[i - 1] * up[i - 2] for i in range(3)]
    for comp in TENSOR:  # of the line, and of the section width x height along y x z
        i, j = "xyz".index(comp[0]), "xyz".index(comp[1])
        T = [[mass * d[k] * d[l] / 12 + second * (4e-4 * up[k] * up[l] + 1e-4 * side[k] * side[l]) for l in range(3)]
             for k in range(3)]
        close("a beam's inertia " + comp, rod["rod.i" + comp],
              (sum(T[k][k] for k in range(3)) if i == j else 0) - T[i][j], 1e-12)
    for k, axis in enumerate("xyz"):
        X = (1.0, 2.25, 0.15)
        v = [1 + 0 * X[2] - 2 * X[1], 2 + 2 * X[0] - 3 * X[2], 3 + 3 * X[1] - 0 * X[0]]
        close("its centre flies on " + axis, rod["rod." + axis], X[k] + 8e-3 * v[k], 1e-10, 1e-10)
for scheme, ranks, words, designs in (
        ("bdf2", 1, listed, "{name: h, section: s, parameter: height}, {name: rho, material: m, parameter: density}"),
        ("dirk3", 2, "{name: e, type: energy, form: total, at: each}, {name: k, type: energy, form: kinetic}, "
         "{name: s, type: energy, form: strain, of: plate, at: end}, " + tensor("now", ", at: end")
         + ", " + centre("now"),
         "{name: t, thickness: plate}, {name: rho, material: m, parameter: density}")):
    r = ended("gradients in flight by %s" % scheme,
              run(FREE % ("all", words, scheme), ranks, "verify", ["design=[%s]" % designs]))

# A static march knows strain energy, half of its compliance, and where the mass has gone.
STATIC = PLATE % (rho, t, "{name: s, type: energy, form: strain, at: end}, {name: w, type: compliance, at: end}, "
                  "{name: z, type: mass_centre, form: z, at: end}, {name: i, type: inertia, form: xz, "
                  "of: far, at: end}, %s", "static")
STATIC = STATIC.replace("step: 1e-3, steps: 6", "step: 1, steps: 2").replace("1e5*sin(100*t)", "1e4*t")
r = ended("gradients of a static march", run(STATIC % "", 2, "verify"))
close("energy is half of compliance", r.json["functions"]["s"], r.json["functions"]["w"] / 2, 1e-13)
check("the centre moves with the load", r.json["functions"]["z"] > z + 1e-4, r.json["functions"])

for what, words, said in (
        ("velocities in statics", "type: energy, form: kinetic", ["static", "strain"]),
        ("a component that is none", "type: inertia, form: zx", ["form", "xx, yy, zz, xy, xz, yz"]),
        ("no component", "type: mass_centre", ["form", "missing", "x, y, z"]),
        ("a point of a mass", "type: mass, about: [0, 0, 0]", ["about", "not used"]),
        ("axes of a centre", "type: mass_centre, form: x, axes: [[1, 0, 0], [0, 1, 0]]", ["axes", "not used"]),
        ("axes along each other", "type: inertia, form: xx, axes: [[1, 0, 0], [-2, 0, 0]]", ["axes", "along"]),
        ("an edge without beams", "type: mass, of: left", ["left", "no element"]),
        ("energy of an edge", "type: energy, form: strain, of: left", ["left", "no element"]),
        ("compliance of an edge", "type: compliance, of: right", ["right", "no element"]),
        ("one point", "type: mass, of: corner11", ["corner11", "no elements"]),
        ("nothing", "type: inertia, form: xx, of: nowhere", ["nowhere"]),
        ("a weight", "type: mass_centre, form: x, weight: 3", ["weight", "not used"])):
    for ranks in (1, 2) if what.startswith(("an edge", "nothing")) else (1,):
        r = run(STATIC % ("{name: no, %s}" % words), ranks)
        check("%s: refused" % what, r.status in (2, 3), (r.status, r.stderr))
        for word in said:
            check("%s: says %s" % (what, word), word in r.stderr, r.stderr)
STILL = """
gimbal: 1
masses: [{name: a, at: [0, 0, 0], mass: 0}, {name: b, at: [1, 0, 0], mass: 1, fix: [x, y, z]}]
springs:
  - {between: [a, b], stiffness: 1}
  - {between: [a, ground], at: [~, [0, 1, 0]], stiffness: 1}
  - {between: [a, ground], at: [~, [0, 0, 1]], stiffness: 1}
functions: [{name: x, type: mass_centre, form: x, of: a}, {name: i, type: inertia, form: xx, of: a}]
time: {scheme: static, step: 1, steps: 1}
"""
refused("the centre of no mass", STILL, "mass centre", "functions[0]", status=3, ranks=2)
TWICE = PENDULUM.replace("{name: lump,", "{name: arm,")
r = run(TWICE % ("{name: m, type: mass, of: arm}", "bdf2"), 2)
check("one name of two things", r.status in (2, 3), (r.status, r.stderr))
