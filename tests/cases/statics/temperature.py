"""Thermal expansion of shells, beams and rods against closed forms.

Claims: curved and flat shells of all shapes, beams and rods that are held statically determinate expand freely, x = (1
+ alpha dT) X, without energy, in linear and in nonlinear statics, in any units, axes and on any ranks; held bars and
plates have the forces E A alpha dT and the stresses E alpha dT / (1 - nu); a gradient through the thickness bends a
free plate to the curvature alpha g and gives a clamped one the moments D (1 + nu) alpha g; a bimetallic strip of two
offset layers has Timoshenko's curvature; a heated column and a heated plate buckle at the temperatures of Euler and of
Timoshenko and Gere, also about a state that is heated already; a mass at a rod that is heated suddenly swings about its
new length. Derivatives by expansions, temperatures, gradients, thicknesses, moduli and controls are those of complex
step, and of cases read anew.
"""
# timeout: 240
# quick
import math
import random
from pathlib import Path

from common import cross, ended, refusals, refused, unit
from helper import Mesh, built_anew, check, close, gradients_agree, grid, run

STATIC = "time: {scheme: static, step: 1, steps: 1, unstable: warn}\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
SEED = 20261
chance = random.Random(SEED)
print("seed", SEED)


def axes(a, b):
    """Three orthonormal axes, the first along a, the second towards b."""
    a = unit(a)
    c = unit(cross(a, b))
    return [a, cross(c, a), c]


def rotation():
    return axes(*([chance.gauss(0, 1) for _ in range(3)] for _ in range(2)))


def difference(p, q):
    return [x - y for x, y in zip(p, q)]


def determinate(a, b, c):
    """Supports and equations that hold the nodes of the groups a, b, c at these places without hindering expansion: b
    moves along b - a, c in the plane of the three."""
    along, across, normal = axes(difference(b, a), difference(c, a))
    rows = [("b", across), ("b", normal), ("c", normal)]
    return "groups:\n%ssupports: [{group: a, fix: [x, y, z]}]\nequations:\n%s" % (
        "".join("  - {name: %s, at: %s}\n" % (name, list(place)) for name, place in zip("abc", (a, b, c))),
        "".join("  - {terms: [{group: %s, ux: %r, uy: %r, uz: %r}]}\n" % (name, *n) for name, n in rows))


# ---- free expansion --------------------------------------------------------------------------------------------------

PANEL = """
gimbal: 1
mesh: panel.msh
materials: {metal: {young: %(E)r, poisson: 0.3, density: 1, yield: %(E)r, expansion: %(alpha)r}}
shells: [{group: plate, material: metal, thickness: %(t)r, offset: %(offset)r}]
temperatures: [{group: plate, value: "%(T)r*t", reference: %(T0)r}]
%(held)s
probes: [{name: b, at: %(b)s}, {name: c, at: %(c)s}]
functions:
  - {name: energy, type: compliance}
  - {name: strongest, type: ks, weight: 1e15}
"""


def expand_freely(kind, scheme, ranks):
    unit, R, alpha = 10 ** chance.uniform(-3, 3), rotation(), 1.2e-3
    radius, rise = 2 * unit, chance.uniform(20, 200)

    def place(x, y):
        local = radius * math.sin(x / radius), y, radius * math.cos(x / radius)
        return [sum(R[k][i] * local[k] for k in range(3)) for i in range(3)]

    size = 1.5 * unit, unit
    grid(5, 4, size, place, distort=0.08, kind=kind).write("panel.msh")
    corners = {n: place(x * size[0], y * size[1]) for n, x, y in (("a", 0, 0), ("b", 1, 0), ("c", 0, 1))}
    E, t = 10 ** chance.uniform(0, 11), unit * 0.01
    reference = chance.uniform(-5, 5)
    case = PANEL % dict(corners, held=determinate(**corners), E=E, t=t, offset=chance.uniform(-t, t),
                        alpha=alpha / rise, T=rise + reference, T0=reference)
    name = "%s, %s on %d ranks" % (kind, scheme.split()[2].strip(","), ranks)
    r = ended("%s: ends well" % name, run(case + scheme, ranks))
    for corner in "bc":
        moved = difference(corners[corner], corners["a"])
        for i in range(3):
            close("%s: u%s of %s" % (name, "xyz"[i], corner), r.json["probes"][corner]["u"][-1][i], alpha * moved[i], 0,
                  1e-10 * alpha * unit)
    close("%s: no energy" % name, r.json["functions"]["energy"], 0, 0, 1e-20 * E * alpha ** 2 * t * unit ** 2)
    close("%s: no stress" % name, r.json["functions"]["strongest"], 0, 0, 1e-10 * alpha)


for kind in ("quad4", "tri3", "quad9", "tri6"):
    expand_freely(kind, STATIC, chance.choice((1, 2, 3)))
    expand_freely(kind, LINEAR, chance.choice((1, 2, 3)))

# ---- held bars and plates --------------------------------------------------------------------------------------------

E, ALPHA, NU, RISE = 70e9, 23e-6, 0.3, 80
METAL = "gimbal: 1\nmaterials: {metal: {young: 70e9, poisson: 0.3, density: 2700, yield: 1e8, expansion: 23e-6}}\n"
BAR = METAL + """
sections: {s: {type: rectangle, material: metal, width: 0.02, height: 0.01}}
beams:
  - {name: bar, points: [[0, 0, 0], [0.6, 0.8, 0]], elements: 4, order: %d, section: s, orientation: [0, 0, 1],
     ends: [ground, %s]}
temperatures: [{name: hot, group: bar, value: "60*t", reference: -20}]
functions: [{name: energy, type: compliance}]
probes: [{name: end, body: bar.end, at: [0.6, 0.8, 0]}, {name: middle, element_at: [0.3, 0.4, 0]}]
"""
for order in (1, 2):
    for scheme in (LINEAR, STATIC):
        name = "a bar of order %d, %s" % (order, scheme.split()[2])
        held, free = (run(BAR % (order, end) + scheme) for end in ("ground", "~"))
        if check(name, held.status == free.status == 0, held.stderr + free.stderr):
            close("held " + name, held.json["sections"]["middle"]["N"][-1], -E * 2e-4 * ALPHA * RISE, 1e-10)
            close("its energy, " + name, held.json["functions"]["energy"], E * 2e-4 * (ALPHA * RISE) ** 2, 1e-10)
            close("free " + name, free.json["functions"]["energy"], 0, 0, 1e-18)
            for i, x in enumerate((0.6, 0.8)):
                close("free " + name, free.json["probes"]["end"]["u"][-1][i], x * ALPHA * RISE, 1e-10)

# Three rods, the middle one heated: the outer two pull it back.
RODS = METAL + """
mesh: rods.msh
sections: {s: {type: rod, material: metal, area: 1e-4}}
beams: [{group: cold, section: s}, {group: warm, section: s}]
temperatures: [{name: hot, group: warm, value: 80}]
supports: [{group: ground, fix: [x, y, z]}, {group: top, fix: [x, z]}]
equations: [{terms: [{group: left, uy: 1}, {group: middle, uy: -1}]},
            {terms: [{group: right, uy: 1}, {group: middle, uy: -1}]}]
probes: [{name: top, group: middle}, {name: warm, element_at: [1, 1, 0]}, {name: cold, element_at: [0, 1, 0]}]
"""
mesh = Mesh()
for k, (group, point) in enumerate((("cold", "left"), ("warm", "middle"), ("cold", "right"))):
    ends = [mesh.node(k, y, 0) for y in (0, 2)]
    mesh.element("line2", group, ends)
    mesh.element("point", "ground", ends[:1])
    mesh.element("point", "top", ends[1:])
    mesh.element("point", point, ends[1:])
mesh.write("rods.msh")
for scheme in (LINEAR, STATIC):
    r = ended("rods", run(RODS + scheme, 2))
    close("rods lengthen", r.json["probes"]["top"]["u"][-1][1], 2 * ALPHA * RISE / 3, 1e-10)
    close("the warm rod is pressed", r.json["sections"]["warm"]["N"][-1], -E * 1e-4 * ALPHA * RISE * 2 / 3, 1e-10)
    close("the cold rods are pulled", r.json["sections"]["cold"]["N"][-1], E * 1e-4 * ALPHA * RISE / 3, 1e-10)

PLATE = METAL + """
mesh: plate.msh
shells: [{group: plate, material: metal, thickness: 0.004}]
temperatures: [{name: hot, group: plate, value: "t", amplitude: 80, gradient: 2e4}]
supports: [%s]
probes: [{name: part, element_at: [0.3, 0.3, 0]}, {name: tip, at: [1, 0.8, 0]}, {name: held, reaction: left}]
"""
EDGES = ", ".join("{group: %s, fix: all}" % side for side in ("left", "right", "bottom", "top"))
for kind in ("quad4", "tri3", "quad9", "tri6"):
    # the patch test of membranes holds for distorted elements with straight sides
    grid(5, 4, (1, 0.8), distort=0.08 if kind in ("quad4", "tri3") else 0, kind=kind).write("plate.msh")
    for scheme in (LINEAR, STATIC):
        r = run(PLATE % EDGES + scheme, 2)
        name = "held plate of %s, %s" % (kind, scheme.split()[2])
        if check(name, r.status == 0, r.stderr):
            part = r.json["sections"]["part"]
            stretch = ALPHA * RISE if scheme == LINEAR else ALPHA * RISE + (ALPHA * RISE) ** 2 / 2
            bending = E * 0.004 ** 3 / 12 / (1 - NU) * ALPHA * 2e4
            for axis in "12":
                close("%s: n%s" % (name, axis), part["N%s%s" % (axis, axis)][-1], -E * 0.004 / (1 - NU) * stretch,
                      1e-10)
                close("%s: m%s" % (name, axis), part["M%s%s" % (axis, axis)][-1], -bending, 1e-10)

# A free plate bends to a sphere of curvature alpha g, w = -alpha g (x^2 + y^2) / 2.
FREE = METAL + """
mesh: plate.msh
shells: [{group: plate, material: metal, thickness: 0.004, offset: %g}]
temperatures: [{name: hot, group: plate, value: 1, amplitude: 0, gradient: 50}]
supports: [{group: corner00, fix: all}]
equations: [{terms: [{group: corner10, uy: 1}]}]
probes: [{name: tip, at: [1, 0.8, 0]}]
functions: [{name: energy, type: compliance}]
"""
for kind, distort in (("quad4", 0.2), ("tri3", 0.2), ("quad9", 0), ("tri6", 0)):
    for offset in (0, 0.003):
        grid(5, 4, (1, 0.8), distort=distort, kind=kind).write("plate.msh")
        r = run(FREE % offset + LINEAR, 2)
        name = "a plate of %s with a gradient" % kind
        if check(name, r.status == 0, r.stderr):
            for u, place in zip(r.json["probes"]["tip"]["u"][-1], (-offset, -offset * 0.8, -(1 + 0.8 ** 2) / 2)):
                close(name, u, ALPHA * 50 * place, 1e-8, 1e-15)
            close(name + ": no energy", r.json["functions"]["energy"], 0, 0, 1e-19)

# A bimetallic strip, two beams on the same nodes whose sections lie on both sides of them: Timoshenko 1925, equation
# (4).
STRIP = """
gimbal: 1
mesh: strip.msh
materials:
  brass: {young: 100e9, poisson: 0.3, density: 8500, expansion: 19e-6}
  invar: {young: 145e9, poisson: 0.3, density: 8000, expansion: 1e-6}
sections:
  upper: {type: rectangle, material: brass, width: 0.001, height: 0.01, offset: [0.0005, 0]}
  lower: {type: rectangle, material: invar, width: 0.0015, height: 0.01, offset: [-0.00075, 0]}
beams:
  - {group: upper, section: upper, orientation: [0, 0, 1]}
  - {group: lower, section: lower, orientation: [0, 0, 1]}
temperatures: [{group: upper, value: "100*t"}, {group: lower, value: "100*t"}]
supports: [{group: root, fix: all}]
probes: [{name: tip, group: tip}]
"""
mesh = Mesh()
line = [mesh.node(0.1 * i / 20, 0, 0) for i in range(21)]
for k in range(0, 20, 2):
    mesh.element("line3", "upper", (line[k], line[k + 2], line[k + 1]))
for k in range(20):
    mesh.element("line2", "lower", (line[k], line[k + 1]))
mesh.element("point", "root", line[:1])
mesh.element("point", "tip", line[-1:])
mesh.write("strip.msh")
m, n, h = 0.0015 / 0.001, 145 / 100, 0.0025
curvature = 6 * 18e-6 * 100 * (1 + m) ** 2 / (h * (3 * (1 + m) ** 2 + (1 + m * n) * (m ** 2 + 1 / (m * n))))
for scheme in (LINEAR, STATIC):
    r = ended("a strip", run(STRIP + scheme, 2))
    w = curvature * 0.1 ** 2 / 2 if scheme == LINEAR else (1 - math.cos(curvature * 0.1)) / curvature
    close("Timoshenko's strip, " + scheme, r.json["probes"]["tip"]["u"][-1][2], -w, 1e-3 if scheme == STATIC else 1e-9)

# ---- buckling by heat ------------------------------------------------------------------------------------------------

grid(8, 8, (1, 1), kind="quad9").write("plate.msh")
SQUARE = METAL + """
mesh: plate.msh
shells: [{group: plate, material: metal, thickness: 0.005}]
temperatures: [{name: hot, group: plate, value: "20*t"}]
supports: [%s]
design:
  - {name: T, temperature: hot, parameter: amplitude}
  - {name: t, thickness: plate}
  - {name: alpha, material: metal, parameter: expansion}
functions: [{name: first, type: buckling, mode: 1}]
modes: {count: 2}
"""
SIDES = ("left", "right", "bottom", "top")
HINGED = ", ".join("{group: %s, fix: [x, y, z, %s]}" % (side, "rx" if side in SIDES[:2] else "ry") for side in SIDES)
CLAMPED = ", ".join("{group: %s, fix: all}" % side for side in SIDES)
D = E * 0.005 ** 3 / 12 / (1 - NU ** 2)
for edge, held, force in (("hinged", HINGED, 2 * math.pi ** 2 * D), ("clamped", CLAMPED, 5.304 * math.pi ** 2 * D)):
    critical = force * (1 - NU) / (E * ALPHA * 0.005)
    r = ended("a %s plate buckles" % edge, run(SQUARE % held + LINEAR, 2, "buckling"))
    close("a %s plate" % edge, r.json["buckling"]["factor"][0] * 20, critical, 8e-3)
    print(edge, r.json["buckling"]["factor"][0] * 20 / critical)
    s = ended("a %s plate that is hot buckles" % edge, run(
        SQUARE % held + "time: {scheme: static, step: 0.01, steps: 5}\n", 1, "buckling", ["modes.at=equilibrium"]))
    close("a %s plate that is hot" % edge, (s.json["buckling"]["factor"][0] + 0.05) / r.json["buckling"]["factor"][0],
          1, 2e-3)
    print(s.json["buckling"]["factor"][0],  r.json["buckling"]["factor"][0])
r = ended("derivatives of a factor", run(SQUARE % HINGED + LINEAR, 2, "gradient"))
g, factor = {k: v[0] for k, v in r.json["gradient"]["first"].items()}, r.json["functions"]["first"]
for name, value, power, bound in (("T", 1, -1, 1e-7), ("alpha", ALPHA, -1, 1e-7), ("t", 0.005, 2, 3e-4)):
    close("d factor / d " + name, g[name] * value, power * factor, bound)
r = ended(
    "a heated plate branches", run(SQUARE % HINGED + "time: {scheme: static, step: 0.01, steps: 10, unstable: branch}\n"
        "probes: [{name: middle, at: [0.5, 0.5, 0]}]\n", 2))
flat = [t for t, u in zip(r.json["probes"]["middle"]["t"], r.json["probes"]["middle"]["u"]) if abs(u[2]) < 1e-9]
bowed = [t for t in r.json["probes"]["middle"]["t"] if t not in flat]
check("where it buckles", max(flat) <= 0.0687622 <= min(bowed) and min(bowed) - max(flat) < 2e-3, (flat, bowed))
COLUMN = METAL + """
sections: {s: {type: rectangle, material: metal, width: 0.02, height: 0.002}}
beams: [{name: bar, points: [[0, 0, 0], [0, 0, 1]], elements: 10, order: 2, section: s, orientation: [0, 1, 0],
         ends: [ground, ground]}]
temperatures: [{group: bar, value: "t"}]
"""
r = ended("a heated column", run(COLUMN + LINEAR, 2, "buckling", ["modes.count=1"]))
close("Euler's column", r.json["buckling"]["factor"][0], 4 * math.pi ** 2 * 0.002 ** 2 / 12 / ALPHA, 2e-3)

r = run((SQUARE % HINGED).replace("type: buckling", "type: frequency") + LINEAR, 1, "modes")
s = run((SQUARE % HINGED).replace("type: buckling", "type: frequency").replace("20*t", "0") + LINEAR, 1, "modes")
hot = run((SQUARE % HINGED).replace("type: buckling", "type: frequency")
          + "time: {scheme: static, step: 0.01, steps: 4}\n", 2, "modes", ["modes.at=equilibrium"])
if check("modes", r.status == s.status == hot.status == 0, r.stderr + hot.stderr):
    cold = [m.json["modes"]["frequency"][0] for m in (r, s)]
    close("modes about the reference are cold", cold[0], cold[1], 1e-9)
    # of a simply supported plate the square of the frequency falls in proportion to the force
    part = hot.json["modes"]["frequency"][0] / cold[1]
    close("modes of a hot plate", 1 - part ** 2, 0.04 / 0.0687622, 3e-3)

# ---- motion ----------------------------------------------------------------------------------------------------------

SWING = """
gimbal: 1
mesh: rod.msh
materials: {metal: {young: 1e6, poisson: 0, expansion: 1e-6}}
sections: {s: {type: rod, material: metal, area: 1e-2}}
beams: [{group: rod, section: s}]
temperatures: [{group: rod, value: "step(t)*50", reference: 0}]
masses: [{name: m, group: tip, mass: 25}]
supports: [{group: root, fix: [x, y, z]}, {group: tip, fix: [y, z]}]
probes: [{name: tip, group: tip}]
time: {scheme: newmark, step: 0.002, steps: 200}
"""
mesh = Mesh()
ends = [mesh.node(x, 0, 0) for x in (0, 1)]
mesh.element("line2", "rod", ends)
mesh.element("point", "root", ends[:1])
mesh.element("point", "tip", ends[1:])
mesh.write("rod.msh")
r = ended("a rod heated suddenly", run(SWING))
for t, u in list(zip(r.json["probes"]["tip"]["t"], r.json["probes"]["tip"]["u"]))[::20]:
    close("at t = %g" % t, u[0], 50e-6 * (1 - math.cos(20 * t)), 0, 1e-7)

# ---- derivatives -----------------------------------------------------------------------------------------------------

WING = """
gimbal: 1
mesh: plate.msh
materials:
  skin: {young: 70e9, poisson: 0.3, density: 2700, yield: 1e8, expansion: 23e-6, damping: {mass: 1, stiffness: 1e-5}}
  spar: {young: 200e9, poisson: 0.3, density: 7800, yield: 3e8, expansion: 12e-6}
sections:
  spar: {type: rectangle, material: spar, width: 0.03, height: 0.02, offset: [0.01, 0.02]}
  tie: {type: rod, material: spar, area: 1e-4}
shells: [{group: plate, material: skin, thickness: 0.02, offset_fraction: 0.7}]
beams: [{group: bottom, section: spar, orientation: [0, 0, 1]}, {group: top, section: tie}]
controls: [{name: heat, nodes: 3, to: 0.1, values: [2, 4, 6]}]
temperatures:
  - {name: skin, group: plate, value: "heat + 5*t", gradient: 100, reference: 5}
  - {name: spar, group: bottom, value: "5*sin(20*t)", amplitude: 2}
  - {name: tie, group: top, value: "heat"}
groups: [{name: inner, nodes: [13]}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "5e3*t"}]
probes: [{name: tip, at: [1, 0.5, 0]}, {name: root, reaction: corner00}, {name: part, element_at: [0.4, 0.2, 0]}]
functions:
  - {name: energy, type: compliance}
  - {name: ks, type: ks, weight: 20}
  - {name: tip, type: end, of: tip, value: "uz + 3*ux"}
  - {name: force, type: value, value: "root.fx + 0.1*root.my", at: end}
  - {name: stress, type: value, value: "part.s1_top + part.N11", at: end}
design:
%s
"""
DESIGNS = """  - {name: skin, thickness: plate}
  - {name: young, material: skin, parameter: young}
  - {name: alpha, material: skin, parameter: expansion}
  - {name: spar, material: spar, parameter: expansion}
  - {name: T, temperature: skin, parameter: amplitude}
  - {name: g, temperature: skin, parameter: gradient}
  - {name: T0, temperature: skin, parameter: reference}
  - {name: hot, temperature: spar, parameter: amplitude}
  - {name: heat, control: heat}
  - {name: place, coordinates: inner}
"""
grid(4, 4, (1, 0.5), distort=0.1).write("plate.msh")
MARCH = "time: {scheme: bdf2, step: 0.005, steps: 20}\n"
gradients_agree("of a heated wing", WING % DESIGNS + MARCH, ("static", "linear", "bdf2"))
# Forces of a rotation are differentiated apart from the rest in linear statics, and temperatures once.
SPUN = WING % DESIGNS + "spin: {speed: 30*t, axis: [0, 1, 0.2]}\ntime: {scheme: static, step: 0.05, steps: 2}\n"
gradients_agree("of a heated wing that turns", SPUN, ("static", "linear"))
for step, moves in (
        (1e-3, {"T": ("temperature: skin, parameter: amplitude", {"temperatures.skin.amplitude": (1, 1)}),
                "g": ("temperature: skin, parameter: gradient", {"temperatures.skin.gradient": (100, 1)}),
                "T0": ("temperature: tie, parameter: reference", {"temperatures.tie.reference": (0, 1)})}),
        (1e-6, {"skin": ("thickness: plate", {"shells[0].thickness": (0.02, 1)})}),
        (1e-9, {"alpha": ("material: skin, parameter: expansion", {"materials.skin.expansion": (23e-6, 1)})})):
    built_anew("a heated wing", WING + MARCH.replace("bdf2", "static"), moves, step)

# ---- temperatures in space -------------------------------------------------------------------------------------------

# T = 40 (1 + x) lengthens a free strip by the integral, and values at nodes say the same as a field and as two groups.
FIELD = METAL + """
mesh: strip.msh
shells: [{group: plate, material: metal, thickness: 0.004}]
temperatures: [%s]
supports: [{group: left, fix: [x, z]}, {group: corner00, fix: all}]
probes: [{name: tip, at: [1, 0.1, 0]}]
functions: [{name: end, type: end, of: tip, value: ux}]
design: [{name: T, temperature: hot, parameter: amplitude}, {name: skin, thickness: plate}]
"""
mesh = grid(20, 1, (1, 0.1))
mesh.write("strip.msh")
places = list(mesh.nodes.values())
fields = {"field": 'field: "40*(1 + x)"', "values": "values: %s" % [40 * (1 + p[0]) for p in places]}
Path("values.csv").write_text("".join("%r\n" % (40 * (1 + p[0])) for p in places))
fields["file"] = "values: values.csv"
found = {}
for name, text in fields.items():
    for ranks in (1, 3):
        r = ended("temperatures by %s on %d ranks" % (name, ranks),
                  run(FIELD % ("{name: hot, group: plate, value: t, %s}" % text) + STATIC, ranks, "gradient"))
        found[name, ranks] = r.json["functions"]["end"], r.json["gradient"]["end"]["T"][0]
        close("a strip by %s" % name, found[name, ranks][0], ALPHA * 60, 2e-3)
        for a, b in zip(found[name, ranks], found["field", 1]):
            close("%s as a field on %d ranks" % (name, ranks), a, b, 1e-9)

# ---- sums of mass ----------------------------------------------------------------------------------------------------
# The forces of heat are no inertia: the moment of a square plate is that of two slabs, and its kinetic energy that of
# the balance; neither depends on the expansion.

HEAVY = """gimbal: 1
mesh: square.msh
materials: {m: {young: 7e7, poisson: 0.3, density: 2700, expansion: 1e-5}}
shells: [{group: plate, material: m, thickness: 0.05, offset: 0.01}]
supports: [{group: left, fix: all}]
temperatures: [{name: hot, group: plate, value: 30, gradient: 100}]
functions: [{name: ek, type: energy, form: kinetic, at: end}, {name: izz, type: inertia, form: zz},
            {name: x, type: mass_centre, form: x}]
design: [{name: rho, material: m, parameter: density}, {name: T, temperature: hot, parameter: amplitude},
         {name: t, thickness: plate}]
gravity: [0, 0, -1]
time: {scheme: bdf2, step: 0.002, steps: 3}
"""
grid(2, 2).write("square.msh")
for ranks in (1, 2):
    r = ended("a heated heavy plate on %d ranks" % ranks, run(HEAVY, ranks, "gradient"))
    close("its moment", r.json["functions"]["izz"], 2700 * 0.05 * 2 / 12, 1e-12)
    close("its kinetic energy", r.json["functions"]["ek"], r.json["balance"]["kinetic"][-1], 1e-9)
gradients_agree("a heated heavy plate", HEAVY, ("bdf2",), (1,))

# ---- refusals --------------------------------------------------------------------------------------------------------

GOOD = FIELD % "%s" + STATIC
refusals(lambda text: GOOD % text.replace("{group", "{name: hot, group", 1), [
    ("{group: plate, value: 1}, {group: plate, value: 2}", 2, "has a temperature by"),
    ("{group: wing, value: 1}", 3, "wing"),
    ("{group: corner00, value: 1}", 3, "no shells and no beams"),
    ("{group: plate, value: x}", 2, "unknown name"),
    ("{group: plate}", 2, "temperatures[0].value: is missing"),
    ("{group: plate, value: 1, rise: 3}", 2, "unknown key"),
    ("{group: plate, value: 1, values: [1, 2]}", 2, "found 2"),
    ("{group: plate, value: 1, field: 1/x}", 2, "not finite at node"),
    ("{group: plate, value: 1, field: x, values: [1, 2]}", 2, "accepted: one of both")], ranks=2)
r = run((BAR % (1, "~")).replace(", expansion: 23e-6", "") + STATIC)
check("a material without expansion is told",
      r.status == 0 and "no material of group 'bar' has an expansion" in r.stderr, r.stderr)
refused("a gradient in beams", (BAR % (1, "~")).replace("reference: -20", "gradient: 3") + STATIC,
        "one temperature", status=(2, 3))
