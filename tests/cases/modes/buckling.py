"""Load factors of linearised buckling by `gimbal buckling` against closed forms.

Claims: a bar on a hinge that a spring or a turning spring holds, chains of such bars, and a strut between guides buckle
at their closed forms to 1e-11; columns of beams and of shells come to Euler's loads, a deep cantilever to Prandtl's
lateral load, plates under compression from one and two sides and under shear to Timoshenko and Gere's factors, a
laminate to Jones' formula, a cylinder under axial compression to the classical stress, and a ring under pressure to 3
EI / R^3 where the pressure follows and 4 EI / R^3 where it does not, as meshes are refined. About a state of a static
march the load that remains is what the march has not reached. Derivatives by designs, of the sum of the lowest factors
too, are those of the case read anew. Nothing depends on the number of ranks, the units or the axes. What does not
buckle is refused.
"""
# timeout: 300
import math

from helper import check, close, grid, program, run, same_gradients

STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"


def factors(case, count=3, ranks=1, settings=(), **more):
    r = run(case, ranks, "buckling", [*settings, "modes.count=%d" % count], **more)
    check("buckling ends well", r.status == 0, r.stderr)
    return r.json["buckling"]["factor"] if r.json else [float("nan")] * count


def limit(coarse, fine, order=2):
    """The value to which two meshes come, the fine one with half the elements' size."""
    return fine + (fine - coarse) / (2 ** order - 1)


# ---- closed forms without a mesh -------------------------------------------------------------------------------------

BAR = """
gimbal: 1
bodies: [{name: bar, at: [0, 0, 1], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
joints: [{name: foot, type: revolute, between: [ground, bar], at: [0, 0, 0], axis: [0, 1, 0]}]
springs:
  - {name: side, between: [ground, bar], at: [[5, 0, 2], [0, 0, 2]], stiffness: 30}
  - {name: turn, joint: foot, stiffness: 12}
loads: [{name: top, type: force, body: bar, at: [0, 0, 2], value: [0, 0, -1]}]
design:
  - {name: k, spring: side, parameter: stiffness}
  - {name: c, spring: turn, parameter: stiffness}
  - {name: P, load: top, parameter: amplitude}
functions: [{name: first, type: buckling, mode: 1}]
"""
# P L^2 = k L^2 ... : k L + c / L for the deflection L sin(angle)
for scheme in (LINEAR, STATIC):
    close("a bar on a hinge", factors(BAR + scheme)[0], 30 * 2 + 12 / 2, 1e-11)
r = run(BAR + LINEAR, verb="gradient")
check("its gradient", r.status == 0, r.stderr)
for name, slope in (("k", 2), ("c", 0.5), ("P", -66)):
    close("its derivative by %s" % name, r.json["gradient"]["first"][name][0], slope, 1e-9)

# Two bars of length 1 with hinges at both ends, which a spring holds in the middle: P = k / 2.
TWO = """
gimbal: 1
bodies:
  - {name: lower, at: [0, 0, 0.5], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: upper, at: [0, 0, 1.5], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
joints:
  - {type: revolute, between: [ground, lower], at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: revolute, between: [lower, upper], at: [0, 0, 1], axis: [0, 1, 0]}
  - {type: inline, between: [ground, upper], at: [0, 0, 2], axis: [0, 0, 1]}
springs: [{between: [ground, lower], at: [[3, 0, 1], [0, 0, 1]], stiffness: 80}]
loads: [{type: force, body: upper, at: [0, 0, 2], value: [0, 0, -1]}]
"""
close("two bars", factors(TWO + LINEAR)[0], 40, 1e-11)

# A mass that a spring of length 2 presses and another one guides: P = k L.
GUIDED = """
gimbal: 1
masses: [{name: m, at: [2, 0, 0], mass: 1, fix: [z]}]
springs:
  - {between: [ground, m], at: [[0, 0, 0], ~], stiffness: 1e12}
  - {between: [ground, m], at: [[2, 7, 0], ~], stiffness: 40}
loads: [{type: force, mass: m, value: [-1, 0, 0]}]
"""
close("a guided mass", factors(GUIDED + LINEAR)[0], 80, 1e-9)  # the spring shortens by 4e-11 of its length

# ---- beams -----------------------------------------------------------------------------------------------------------

COLUMN = """
gimbal: 1
materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}
sections: {blade: {type: rectangle, material: steel, width: 0.02, height: 0.002}}
beams:
  - {name: rod, points: [[0, 0, 0], [0, 0, 1]], elements: %d, order: 2, section: blade, orientation: [0, 1, 0],
     ends: [%s]}
loads: [{name: top, type: force, body: rod.end, at: [0, 0, 1], value: [0, 0, "-%g"]}]
%s
design:
  - {name: height, section: blade, parameter: height}
  - {name: young, material: steel, parameter: young}
functions:
  - {name: first, type: buckling, mode: 1}
  - {name: low, type: buckling, form: ks, mode: 2, weight: 3}
"""
EI = 210e9 * 0.02 * 0.002 ** 3 / 12
GUIDE = "joints: [{type: %s, between: [ground, rod.end], at: [0, 0, 1], axis: [0, 0, 1]}]"
EULER = math.pi ** 2 * EI
for name, ends, joints, factor in (("clamped and free", "ground, ~", "", 0.25),
                                   ("clamped and guided", "ground, ~", GUIDE % "prismatic", 4.0),
                                   ("clamped and hinged", "ground, ~", GUIDE % "inline", 2.0457)):
    found = [factors(COLUMN % (n, ends, 1, joints) + LINEAR)[0] for n in (10, 20)]
    print("column %s: %s, Euler %.9g" % (name, found, factor * EULER))
    close("column " + name, found[1], factor * EULER, 1e-4)
case = COLUMN % (10, "ground, ~", 10, "") + LINEAR
one = factors(case)
for ranks in (2, 3):
    for k, f in enumerate(factors(case, ranks=ranks)):
        close("factor %d on %d ranks" % (k + 1, ranks), f, one[k], 1e-9)
r = run(case, 2, "gradient")
check("gradient of the column", r.status == 0, r.stderr)
g = r.json["gradient"]["first"]
close("cubic in the height", g["height"][0] * 0.002 / one[0], 3, 1e-3)
close("linear in the modulus", g["young"][0] * 210e9 / one[0], 1, 1e-8)
aggregate = one[0] - math.log(1 + math.exp(-3 * (one[1] - one[0]))) / 3
close("the aggregate", r.json["functions"]["low"], aggregate, 1e-9)

# The same column in millimetres, newtons and tonnes, turned into the direction (2, 1, 2) / 3.
turned = (COLUMN % (10, "ground, ~", 10, "") + LINEAR).replace("210e9", "210e3").replace("7850", "7.85e-9")
turned = turned.replace("0.02,", "20,").replace("0.002}", "2}").replace(
    "[0, 0, 1], value: [0, 0, \"-10\"]",
    "[%r, %r, %r], value: [%r, %r, %r]" % (*(1000 / 3 * d for d in (2, 1, 2)), *(-10 / 3 * d for d in (2, 1, 2))))
turned = turned.replace("[[0, 0, 0], [0, 0, 1]]", "[[0, 0, 0], [%r, %r, %r]]" % tuple(1000 / 3 * d for d in (2, 1, 2)))
turned = turned.replace("orientation: [0, 1, 0]", "orientation: [1, 0, -1]")
for k, f in enumerate(factors(turned)):
    close("factor %d in other units and axes" % (k + 1), f, one[k], 1e-8)

# About a state of the march, what remains to Euler's load.
case = COLUMN % (10, "ground, ~", 1, "") + LINEAR
critical = factors(case)[0]
half = COLUMN.replace('"-%g"', '"-%g*t"') % (10, "ground, ~", critical, "")
half += "time: {scheme: static, step: 0.25, steps: 4, unstable: warn}\nmodes: {at: 0.5}\n"
close("the rest of the load", factors(half)[0], 0.5, 1e-5)  # the strain at buckling is 2e-6
r = run(half, 3, "buckling", ["modes.count=1"])
close("it says about which load parameter", r.json["buckling"]["t"], 0.5, 1e-12)
late = run(half, verb="buckling", settings=["modes.count=1", "modes.at=0.75", "time.steps=8", "time.step=0.1875"])
check("a state at a multiple of the step", late.status == 0, late.stderr)

# Lateral buckling of a deep cantilever: 4.0126 sqrt(EI GJ) / L^2 (Timoshenko & Gere, 6.3).
DEEP = """
gimbal: 1
materials: {steel: {young: 200e9, poisson: 0.25, density: 7850}}
sections: {deep: {type: constants, material: steel, area: 1e-3, I_yy: %g, I_zz: 1e-8, J: 4e-8, k_y: 0.8, k_z: 0.8}}
beams:
  - {name: arm, points: [[0, 0, 0], [2, 0, 0]], elements: %d, order: 2, section: deep, orientation: [0, 1, 0],
     ends: [ground, ~]}
loads: [{type: force, body: arm.end, at: [2, 0, 0], value: [0, 0, -1]}]
""" + LINEAR
lateral = 4.0126 * math.sqrt(200e9 * 1e-8 * 80e9 * 4e-8) / 4
found = [factors(DEEP % (1e-3, n))[0] for n in (8, 16)]
print("deep cantilever: %s, Prandtl %.9g" % (found, lateral))
close("deep cantilever", found[1], lateral, 1e-3)
# Linear statics turns its path, but does not turn its stiffness: the load is the same where it is not deep.
close("a cantilever that bends", factors(DEEP % (1e-7, 16))[0], lateral, 1e-3)

# ---- plates ----------------------------------------------------------------------------------------------------------

PLATE = """
gimbal: 1
mesh: %s
materials: {steel: {young: 200e9, poisson: 0.3, density: 7850}}
shells: [{group: plate, material: steel, thickness: %g}]
supports:
  - {group: left, fix: [z%s]}
  - {group: right, fix: [z%s]}
  - {group: bottom, fix: [z%s]}
  - {group: top, fix: [z%s]}
  - {group: corner00, fix: [x, y]}
  - {group: corner10, fix: [y]}
loads: [%s]
design: [{name: t, thickness: plate}]
functions: [{name: first, type: buckling, mode: 1}]
""" + LINEAR
ALONG = "{type: traction, group: left, value: [1, 0, 0]}, {type: traction, group: right, value: [-1, 0, 0]}"
ACROSS = ", {type: traction, group: bottom, value: [0, 1, 0]}, {type: traction, group: top, value: [0, -1, 0]}"
SHEAR = ("{type: traction, group: left, value: [0, -1, 0]}, {type: traction, group: right, value: [0, 1, 0]}, "
         "{type: traction, group: bottom, value: [-1, 0, 0]}, {type: traction, group: top, value: [1, 0, 0]}")
THICK = 2e-3
D = 200e9 * THICK ** 3 / 12 / (1 - 0.3 ** 2)
SIMPLE, CLAMPED = ("", "", "", ""), (", ry", ", ry", ", rx", ", rx")


def plate_factor(loads, edges, n, size=(1.0, 1.0), thickness=THICK, ranks=1, kind="quad4"):
    grid(n, round(n * size[1] / size[0]), size, kind=kind).write("plate.msh")
    found = factors(PLATE % (("plate.msh", thickness) + edges + (loads,)), ranks=ranks)
    return [f * size[1] ** 2 / (math.pi ** 2 * D) for f in found]


for name, loads, edges, size, k in (("compression", ALONG, SIMPLE, (1, 1), 4.0),
                                    ("compression of a long plate", ALONG, SIMPLE, (2, 1), 4.0),
                                    ("compression from two sides", ALONG + ACROSS, SIMPLE, (1, 1), 2.0),
                                    ("shear", SHEAR, SIMPLE, (1, 1), 9.3245),
                                    ("compression, clamped", ALONG, CLAMPED, (1, 1), 10.074)):
    coarse, fine = (plate_factor(loads, edges, n, size)[0] for n in (16, 32))
    print("%s: k = %.5f, %.5f, limit %.5f, thin plate %.5f" % (name, coarse, fine, limit(coarse, fine), k))
    close(name, limit(coarse, fine), k, 4e-3)
# The same plate, pressed by a given displacement of 1e-5 of its length.
grid(16, 16).write("plate.msh")
pressed = PLATE % (("plate.msh", THICK) + SIMPLE + ("",))
pressed = pressed.replace(
    "  - {group: corner10, fix: [y]}", "  - {group: corner10, fix: [y]}\n  - {group: left, fix: [x]}\n"
    "  - {group: right, motion: [\"-1e-5*t\", ~, ~]}").replace("design: [{name: t, thickness: plate}]\n", "")
forced = factors(PLATE % (("plate.msh", THICK) + SIMPLE + (ALONG,)))
for k, f in enumerate(factors(pressed, ranks=2)):
    close("factor %d of a given displacement" % (k + 1), f * 200e9 * THICK * 1e-5, forced[k], 1e-9)
one = plate_factor(SHEAR, SIMPLE, 12)
for ranks in (3, 4):
    for k, value in enumerate(plate_factor(SHEAR, SIMPLE, 12, ranks=ranks)):
        close("shear on %d ranks" % ranks, value, one[k], 1e-9)
grid(8, 8).write("plate.msh")
r = run(PLATE % (("plate.msh", THICK) + SIMPLE + (ALONG,)), verb="gradient")
slope = r.json["gradient"]["first"]["t"][0] * THICK / r.json["functions"]["first"]
close("a plate is cubic in its thickness", slope, 3, 2e-3)
# The square plate under equal compression of both sides: factors 2, 5, 5, 8.
r = run(PLATE % (("plate.msh", THICK) + SIMPLE + (ALONG + ACROSS,)), verb="buckling", settings=["modes.count=3"])
check("factors that are equal are told", r.json["buckling"]["repeated"] == [0, 1, 1], r.json["buckling"])

# ---- a laminate ------------------------------------------------------------------------------------------------------

LAMINATE = PLATE.replace(
    "materials: {steel: {young: 200e9, poisson: 0.3, density: 7850}}",
    "materials: {ply: {E1: 138e9, E2: 8.96e9, poisson: 0.3, G12: 7.1e9, G13: 7.1e9, G23: 7.1e9, density: 1600}}\n"
    "sections: {skin: {type: laminate, symmetric: true, plies: [{material: ply, thickness: 2.5e-4, angle: 0}, "
    "{material: ply, thickness: 2.5e-4, angle: 90}, {material: ply, thickness: 2.5e-4, angle: 0}]}}").replace(
        "material: steel, thickness: %g", "section: skin, axis: [1, 0, 0]").replace(
            "design: [{name: t, thickness: plate}]\n", "")


def cross_ply(a, b):
    """Jones, Mechanics of Composite Materials, eq. 5.78: the least over half waves m along x."""
    E1, E2, nu, G, t = 138e9, 8.96e9, 0.3, 7.1e9, 2.5e-4
    q = 1 / (1 - nu * nu * E2 / E1)
    Q11, Q22, Q12 = q * E1, q * E2, q * nu * E2
    z = [-3 * t, -2 * t, -t, t, 2 * t, 3 * t]
    layers = list(zip(z, z[1:], (0, 90, 0, 90, 0)))
    third = [(top ** 3 - bottom ** 3) / 3 for bottom, top, _ in layers]
    D11 = sum(c * (Q22 if angle else Q11) for c, (_, _, angle) in zip(third, layers))
    D22 = sum(c * (Q11 if angle else Q22) for c, (_, _, angle) in zip(third, layers))
    D12, D66 = Q12 * sum(third), G * sum(third)
    return min(math.pi ** 2 * (D11 * (m / a) ** 2 + 2 * (D12 + 2 * D66) / b ** 2 + D22 * (a / m) ** 2 / b ** 4)
               for m in (1, 2, 3))


values = []
for n in (12, 24):
    grid(n, n, (0.3, 0.3)).write("ply.msh")
    values.append(factors(LAMINATE % (("ply.msh",) + SIMPLE + (ALONG,)))[0])
print("laminate: %s, limit %.6g, Jones %.6g" % (values, limit(*values), cross_ply(0.3, 0.3)))
close("cross-ply laminate", limit(*values), cross_ply(0.3, 0.3), 5e-3)

# ---- curved shells ---------------------------------------------------------------------------------------------------

# An eighth of a cylinder under axial compression, nu = 0: the stress E t / (R sqrt 3) of all waves with
# m^2 R^2 (pi / L)^2 + n^2 in the family of Koiter's circle; the ends are free to move along the axis only.
CYLINDER = """
gimbal: 1
mesh: cylinder.msh
materials: {steel: {young: 1, poisson: 0, density: 1}}
shells: [{group: plate, material: steel, thickness: 0.02}]
supports:
  - {group: bottom, symmetry: z}
  - {group: top, fix: [x, y]}
  - {group: left, symmetry: y}
  - {group: right, symmetry: x}
loads: [{type: traction, group: top, value: [0, 0, -1]}]
""" + LINEAR
values = []
for n in (24, 48):
    grid(n, n // 2, (math.pi / 2, 0.7), lambda s, z: (math.cos(s), math.sin(s), z)).write("cylinder.msh")
    values.append(factors(CYLINDER, 2)[0] / (0.02 ** 2 / math.sqrt(3)))
print("cylinder: %s of the classical stress, limit %.5f" % (values, limit(*values)))
close("cylinder", limit(*values), 1, 0.02)

# A quarter of a ring of width 0.1, which buckles into two waves.
RING = """
gimbal: 1
mesh: ring.msh
materials: {steel: {young: 1e9, poisson: 0, density: 1}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports:
  - {group: left, symmetry: y}
  - {group: right, symmetry: x}
  - {group: plate, fix: [z]}
loads: [{type: pressure, group: plate, value: -1, follow: %s}]
""" + LINEAR
for follow, k in (("true", 3), ("false", 4)):
    values = []
    for n in (16, 32):
        grid(n, 1, (math.pi / 2, 0.1), lambda s, z: (math.cos(s), math.sin(s), z)).write("ring.msh")
        values.append(factors(RING % follow, 2)[0] / (1e9 * 1e-6 / 12))
    print("ring, follow %s: %s, limit %.5f" % (follow, values, limit(*values)))
    close("ring, follow %s" % follow, limit(*values), k, 2e-3)

# ---- derivatives -----------------------------------------------------------------------------------------------------

SKEW = """
gimbal: 1
mesh: skew.msh
materials: {steel: {young: 70e9, poisson: 0.3, density: 2700}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports:
  - {group: left, fix: [x, z]}
  - {group: right, fix: [z]}
  - {group: top, fix: [z]}
  - {group: bottom, fix: [z]}
  - {group: corner00, fix: [x, y, z]}
loads:
  - {type: traction, group: right, value: ["-1e5*t", "2e4*t", 0], name: edge}
  - {type: pressure, group: plate, value: "1000*t", follow: %s, name: lift}
design:
  - {name: t, thickness: plate, per: group}
  - {name: E, material: steel, parameter: young}
  - {name: f, load: edge, parameter: amplitude}
  - {name: p, load: lift, parameter: amplitude}
%s
functions:
  - {name: one, type: buckling, mode: 1}
  - {name: low, type: buckling, form: ks, mode: 3, weight: 2}
"""
STRUT = """
gimbal: 1
materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}
sections: {blade: {type: rectangle, material: steel, width: 0.02, height: 0.001}}
beams:
  - {name: ruler, points: [[0, 0, 0], [0, 0, 0.3]], elements: 6, order: 2, section: blade, orientation: [0, 1, 0],
     ends: [ground, ~]}
bodies: [{name: strut, at: [0.001, 0, 0.35], mass: 1, inertia: [0.01, 0.01, 0.02, 0, 0, 0]}]
joints: [{name: hinge, type: revolute, between: [ruler.end, strut], at: [0, 0, 0.3], axis: [0, 1, 0]}]
springs: [{name: side, between: [ground, strut], at: [[0.2, 0, 0.4], [0, 0, 0.4]], stiffness: 300}]
loads: [{name: top, type: force, body: strut, at: [0, 0, 0.4], value: ["0.3*t", "0.1*t", "-15*t"]}]
design:
  - {name: h, section: blade, parameter: height}
  - {name: k, spring: side, parameter: stiffness}
  - {name: f, load: top, parameter: amplitude}
%s
functions:
  - {name: one, type: buckling, mode: 1}
"""
grid(4, 4).write("skew.msh")
WARP = '  - {name: warp, shape: {group: plate, vector: ["0.1*x*y", "0.05*x^2", "0.02*x*y"]}}'
PLACE = "  - {name: place, joint: hinge, parameter: at.z}"
PATH = "time: {scheme: static, step: 0.25, steps: 4}\n"
for name, case, settings, ranks in (
        ("skew plate, following", SKEW % ("true", "") + LINEAR, (), 1),
        ("skew plate about an equilibrium", SKEW % ("false", WARP) + PATH, ["modes.at=equilibrium"], 2),
        ("strut", STRUT % "" + PATH.replace("0.25", "0.025"), (), 1),
        ("strut about a time", STRUT % PLACE + PATH.replace("0.25", "0.025"), ["modes.at=0.05"], 3)):
    r = run(case, 1, "verify", settings, ["--differences"])
    if ranks > 1:
        same_gradients(name, case, (ranks,), settings, part=1e-8)
    check("derivatives of the " + name, r.status == 0, r.stdout + r.stderr)
    for function, row in r.json["differences"].items():
        largest = max(abs(found["difference"]) for found in row.values())  # each times its design
        for design, found in row.items():
            close("%s: %s by %s" % (name, function, design), found["derivative"], found["difference"], 0,
                  1e-6 * largest)

# A pressure that follows is not symmetric at a free edge: what that changes grows with its square, and is told or refused.
FREE = SKEW.replace("  - {group: right, fix: [z]}\n", "") % ("true", "") + LINEAR
dead, told = factors(FREE.replace("follow: true", "follow: false"))[0], []
for lift in (5, 50):
    r = run(FREE, verb="buckling", settings=["modes.count=3", "loads[1].value=%d*t" % lift])
    check("a free edge", r.status == 0, r.stderr)
    told.append(r.json["buckling"]["neglected"])
    close("its factor", r.json["buckling"]["factor"][0], dead, lift * 1e-5)
check("a line tells", "which is neglected" in program(["buckling", "case.yaml", "--output-dir", "."]).stdout)
none = program(["buckling", "case.yaml", "--output-dir", ".", "--set", "output.every=0"]).stdout
check("no shapes are told", "no files of shapes" in none and "shapes case" not in none, none)
close("what is neglected", told[1], 100 * told[0], 1e-3)
r = run(FREE, verb="buckling", settings=["modes.count=3", "loads[1].value=5e5*t"])
check("too much is neglected", r.status == 2 and "not symmetric" in r.stderr, r.stdout + r.stderr)

# ---- what is refused -------------------------------------------------------------------------------------------------

PULLED = BAR.replace("value: [0, 0, -1]", "value: [0, 0, 1]").replace("  - {name: P", "  #")
for name, case, settings, status, words in (
        ("a bar that is pulled", PULLED + LINEAR, (), 4, "with the other sign"),
        ("no load", BAR.replace("value: [0, 0, -1]", "value: [0, 0, 0]") + LINEAR, (), 2, "no load acts"),
        ("a march in time", BAR + "time: {scheme: bdf2, step: 0.1, steps: 2}\n", (), 2, "linear or static"),
        ("linear about an equilibrium", BAR + LINEAR, ["modes.at=equilibrium"], 2, "accepted: reference"),
        ("a turning frame", BAR + LINEAR, ["modes.spin=[0, 0, 1]"], 2, "modes.spin"),
        ("a load of one direction at an end", BAR + STATIC, ["modes.at=equilibrium"], 2, "no load acts"),
        ("a time between steps", BAR + STATIC, ["modes.at=0.3"], 2, "not the end of a step"),
        ("a bar without springs", BAR[:BAR.index("springs")] + BAR[BAR.index("loads"):BAR.index("design")] + LINEAR, (),
         5, "singular"),
        ("more factors than there are", BAR.replace("mode: 1", "mode: 9") + LINEAR, None, 3, "1 load factors")):
    r = run(case, verb="buckling" if settings is not None else "gradient", settings=settings or ())
    check(name + " ends with %d" % status, r.status == status, "%s\n%s" % (r.status, r.stderr))
    check(name + " is told", words in r.stderr, r.stderr)
check("help tells of it", "buckling" in program(["--help"]).stdout)
