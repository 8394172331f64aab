"""Claim: shells of given stiffness (sections of type general_shell) are those that have it: of an isotropic plate and
of a laminate without symmetry to 1e-9, also beside their nodes; a strip whose bending stiffness is not that of its
thickness sinks by beam theory; the stresses of faces are N/t + 6 M/t^2; every number has exact derivatives; PSHELLs of
several materials are these sections, and four MAT2 are the PCOMP from which they come; what is wrong is refused.
"""
# timeout: 200
import math

from common import ended, in_turn
from helper import check, close, example, gradients_agree, grid, run
from lamination import stiffness

STEEL = dict(E=200e9, nu=0.3, rho=7800.0)
PLY = dict(E1=140e9, E2=10e9, G12=5e9, G13=4.5e9, G23=4.5e9, poisson=0.3, density=1600)


def matrix(K, row, column):
    return "[%s]" % ", ".join("%.17g" % K[row + i][column + j] for i in range(3) for j in range(i, 3))


def isotropic(t):
    """A, B, D and the transverse shear stiffness of a homogeneous plate."""
    E, nu = STEEL["E"], STEEL["nu"]
    q = [[E / (1 - nu ** 2), nu * E / (1 - nu ** 2), 0], [nu * E / (1 - nu ** 2), E / (1 - nu ** 2), 0],
         [0, 0, E / (2 * (1 + nu))]]
    K = [[0.0] * 6 for _ in range(6)]
    for i in range(3):
        for j in range(3):
            K[i][j], K[3 + i][3 + j] = q[i][j] * t, q[i][j] * t ** 3 / 12
    return K, 5 / 6 * q[2][2] * t


def section(K, shear, t, mass=0.0, inertia=0.0):
    return """sections:
  skin: {type: general_shell, thickness: %.17g, A: %s, B: %s, D: %s, shear: [%.17g, 0, %.17g],
         area_mass: %.17g, rotary_inertia: %.17g}
""" % (t, matrix(K, 0, 0), matrix(K, 0, 3), matrix(K, 3, 3), shear[0], shear[1], mass, inertia)


REST = """supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 300}, {type: traction, group: right, value: [2e3, 500, -40]}]
probes: [{name: tip, group: corner11}, {name: root, element: 1}]
"""
STATIC = REST + "functions: [{name: c, type: compliance}]\ntime: {scheme: static, step: 1, steps: 2}\n"
MODES = REST + "modes: {count: 5}\ntime: {scheme: static, step: 1, steps: 1}\n"


def agree(name, own, other, scheme="static"):
    """The same displacements, forces and moments of an element, and frequencies."""
    a, b = (run("gimbal: 1\nmesh: plate.msh\n" + text + STATIC.replace("static", scheme), 1 + i, name=name) for i,
            text in enumerate((own, other)))
    ended(name, a, b)
    tips = [r.json["probes"]["tip"]["u"][-1] for r in (a, b)]
    for x, y in zip(*tips):
        close("%s: the tip moves" % name, x, y, 1e-9, 1e-9 * max(map(abs, tips[1])))
    for part, values in a.json["sections"]["root"].items():
        stress = part[0] == "s"  # plies have stresses of their own
        if part not in ("element", "t") and not (stress and name == "laminate"):
            size = max(abs(v[-1]) for k, v in b.json["sections"]["root"].items() if k[0] == part[0] and k != "element")
            close("%s: %s" % (name, part), values[-1], b.json["sections"]["root"][part][-1], 1e-8, 1e-8 * size)
    a, b = (run("gimbal: 1\nmesh: plate.msh\n" + text + MODES, 1, "modes", name=name) for text in (own, other))
    if check(name + " has modes", a.status == 0 and b.status == 0, a.stderr + b.stderr):
        for i in range(5):
            close("%s: mode %d" % (name, i + 1), *(r.json["modes"]["frequency"][i] for r in (a, b)), 1e-9)


def same_sections():
    grid(4, 3, size=(0.6, 0.3), place=lambda x, y: (x, y, 0.3 * x * y)).write("plate.msh")
    t, rho = 0.01, STEEL["rho"]
    K, shear = isotropic(t)
    material = "materials: {steel: {young: %g, poisson: %g, density: %g}}\n" % (STEEL["E"], STEEL["nu"], rho)
    for offset in ("", ", offset: 4e-3, offset_fraction: 0.5"):
        agree("isotropic" + offset,
              section(K, (shear, shear), t, rho * t, rho * t ** 3 / 12) +
              "shells: [{group: plate, section: skin, axis: [1, 0, 0]%s}]\n" % offset,
              material + "shells: [{group: plate, material: steel, thickness: %g, axis: [1, 0, 0]%s}]\n" % (t, offset))


def laminate():
    """Plies of one shear modulus, so that the stiffness for transverse shear of a flat turn is known."""
    grid(4, 3, size=(0.6, 0.3), place=lambda x, y: (x, y, 0.3 * x * y)).write("plate.msh")
    plies = [(PLY, 2e-3, 0), (PLY, 3e-3, 90)]
    K, faces = stiffness(plies)
    t = faces[-1] - faces[0]
    rho = PLY["density"]
    numbers = ", ".join("%s: %g" % item for item in PLY.items())
    shells = "shells: [{group: plate, section: skin, axis: [1, 0, 0]}]\n"
    own = section(K, shear_of(plies, faces), t, rho * t, rho * t ** 3 / 12) + shells
    agree("laminate", own, """materials: {cfrp: {%s}}
sections:
  skin: {type: laminate, plies: [{material: cfrp, thickness: 2e-3}, {material: cfrp, thickness: 3e-3, angle: 90}]}
%s""" % (numbers, shells), "linear")


def shear_of(plies, faces):
    """R^2 / int S^2/G dz of a cross-ply with S = int E (z - z_n) dz, by Simpson's rule in each ply, exact for its
    quartic but for rounding."""
    found = []
    scale = PLY["E1"] / (PLY["E1"] - PLY["poisson"] ** 2 * PLY["E2"])
    for along in (0, 90):
        E = [scale * PLY["E1" if angle == along else "E2"] for _, _, angle in plies]
        neutral = sum(e * (b * b - a * a) / 2 for e, a, b in zip(E, faces, faces[1:])) / \
            sum(e * (b - a) for e, a, b in zip(E, faces, faces[1:]))
        S = energy = bending = 0.0
        for e, a, b in zip(E, faces, faces[1:]):
            n = 200
            h = (b - a) / n
            value = [S + e * ((a + i * h - neutral) ** 2 - (a - neutral) ** 2) / 2 for i in range(n + 1)]
            energy += h / 3 * sum(w * v * v for w, v in zip([1] + [4, 2] * (n // 2 - 1) + [4, 1], value)) / PLY["G13"]
            S = value[-1]
            bending += e * ((b - neutral) ** 3 - (a - neutral) ** 3) / 3
        found.append(bending ** 2 / energy)
    return found


def sandwich():
    """A cantilever strip under a force across its end, linear: P L^3 / (3 D b) + P L / (S b), and the stress of its
    root by the moment there."""
    grid(40, 1, size=(1.0, 0.05)).write("strip.msh")
    D, S, t, P, b = 900.0, 2e5, 0.02, 3.0, 0.05
    K = [[0.0] * 6 for _ in range(6)]
    for i, (a, d) in enumerate(((4e7, D), (4e7, D), (2e7, D / 2))):
        K[i][i], K[3 + i][3 + i] = a, d
    r = ended("sandwich", run("gimbal: 1\nmesh: strip.msh\n" + section(K, (S, S), t) + """
shells: [{group: plate, section: skin, axis: [1, 0, 0]}]
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: [0, 0, %g]}]
probes: [{name: tip, group: corner11}, {name: root, element: 1}]
time: {scheme: linear, step: 1, steps: 1}
""" % (P / b), 2, name="sandwich"))
    close("the sandwich sinks by beam theory", r.json["probes"]["tip"]["u"][-1][2], P / (3 * D * b) + P / (S * b), 2e-4)
    moment = P / b * (1 - 1 / 80)  # in the middle of the first element
    root = r.json["sections"]["root"]
    close("moment of the root", abs(root["M11"][-1]), moment, 1e-6)
    close("stress of the root", abs(root["s11_top"][-1]), 6 * moment / t ** 2, 1e-6)


def panel():
    """The example's frequencies on hinges by Mindlin's theory, and that the shear of the core lowers them."""
    D, S, mass = 2120.2, 1.2e6, 3.5
    r = ended("sandwich panel", run(example("sandwich-panel"), 2, "modes", name="sandwich-panel"))
    for (m, n), found in zip(((1, 1), (2, 1), (1, 2), (3, 1)), r.json["modes"]["frequency"]):
        k2 = (m * math.pi / 0.9) ** 2 + (n * math.pi / 0.6) ** 2
        close("mode with %d and %d half waves" % (m, n), found,
              math.sqrt(D * k2 * k2 / (1 + D * k2 / S) / mass) / (2 * math.pi), 5e-3)


def derivatives():
    grid(3, 2, size=(0.5, 0.3), place=lambda x, y: (x, y, 0.2 * x * y + 0.1 * y * y)).write("warped.msh")
    plies = [(PLY, 2e-3, 25), (PLY, 3e-3, -60)]
    K, faces = stiffness(plies)
    names = [m + n for m in ("A.", "B.", "D.") for n in ("11", "12", "16", "22", "26", "66")]
    names += ["shear.11", "shear.12", "shear.22", "area_mass", "rotary_inertia", "thickness"]
    text = "gimbal: 1\nmesh: warped.msh\n" + section(K, (2e7, 1.5e7), 5e-3, 8, 1.7e-5).replace(
        ", 0, 1.5", ", 1e6, 1.5") + """
shells: [{group: plate, section: skin, axis: [1, 0.5, 0.2], offset: 1e-3}]
supports: [{group: left, fix: all}]
gravity: [10, 20, -9.81]
loads: [{type: pressure, group: plate, value: "2e4*t"}, {type: traction, group: right, value: [4e4, "-3e4*t", 1e3]}]
probes: [{name: mid, element: 3}]
design:
%s
functions:
  - {name: m, type: mass}
  - {name: c, type: compliance}
  - {name: s, type: value, of: mid, value: "s11_top + s1_bottom + M12", at: end}
time: {scheme: bdf2, step: 2e-3, steps: 4, error_limit: 1e9}
output: {every: 0}
""" % "\n".join("  - {name: d%s, section: skin, parameter: %s}" % (n.replace(".", ""), n) for n in names)
    gradients_agree("general_shell", text, ["bdf2"], ranks=(1, 3))


def nastran():
    """PSHELL with materials and ratios of its own is the section of its stiffnesses; and an unsymmetric PCOMP at an
    angle is the PSHELL of its four MAT2, as MSC Nastran prints them: A/t, 12 D/t^3, -B/t^2 and the shear stiffness over
    t."""
    mesh = grid(3, 2, size=(0.5, 0.3))
    mesh.write("plate.msh")
    quads = [nodes for kind, _, _, nodes in mesh.elements if kind == "quad4"]
    head = "BEGIN BULK\n" + "".join("GRID,%d,,%.16g,%.16g,%.16g\n" % ((n,) + x) for n, x in mesh.nodes.items())
    head += "SPC1,1,123456,%s\n" % ",".join(str(n) for n, x in mesh.nodes.items() if x[0] == 0)

    def deck(name, properties, theta=""):
        cards = "".join("CQUAD4,%d,5,%d,%d,%d,%d,%s\n" % ((i + 1,) + nodes + (theta,)) for i, nodes in enumerate(quads))
        with open(name + ".bdf", "w") as f:
            f.write(head + cards + properties + "ENDDATA\n")
        return run("gimbal: 1\nmesh: %s.bdf\n" % name + REST.replace("group: plate", "group: 5").replace(
            "supports: [{group: left, fix: all}]\n", "").replace(
            "{type: traction, group: right, value: [2e3, 500, -40]}",
            "{type: force, group: far, value: [50, 20, -1]}").replace(
            "group: corner11", "at: [0.5, 0.3, 0]") + "groups: [{name: far, at: [0.5, 0, 0]}]\n"
            "time: {scheme: linear, step: 1, steps: 1}\n", 2, name=name)

    def tip(r, name):
        return r.json["probes"]["tip"]["u"][-1] if check(name, r.status == 0, r.stderr) else [0, 0, 0]

    t, mats = 4e-3, "MAT1,1,7.+10,,.3,2700.\nMAT1,2,9.+10,,.25,1.\nMAT1,3,,3.+9,.1,1.\n"
    r = deck("parts", mats + "PSHELL,5,1,%g,2,3.5,3,.6,1.2\n" % t)
    found = tip(r, "PSHELL of three materials")
    E, nu = 9e10, 0.25
    D, S = 3.5 * E * t ** 3 / 12 / (1 - nu ** 2), 0.6 * t * 3e9
    A = 7e10 * t / (1 - 0.09)
    K = [[0.0] * 6 for _ in range(6)]
    for first, c, n in ((0, A, 0.3), (3, D, nu)):
        for i, row in enumerate(((1, n, 0), (n, 1, 0), (0, 0, (1 - n) / 2))):
            K[first + i][first:first + 3] = [c * x for x in row]
    own = run("gimbal: 1\nmesh: plate.msh\n" + section(K, (S, S), t, 2700 * t + 1.2) + """
shells: [{group: plate, section: skin, axis: [1, 0, 0]}]
supports: [{group: left, fix: all}]
groups: [{name: far, at: [0.5, 0, 0]}]
loads: [{type: pressure, group: plate, value: 300}, {type: force, group: far, value: [50, 20, -1]}]
probes: [{name: tip, group: corner11}]
time: {scheme: linear, step: 1, steps: 1}
""", 1, name="own")
    for x, y in zip(found, tip(own, "the same by a case file")):
        close("PSHELL of three materials", x, y, 1e-12, 1e-15)

    plies = [(PLY, 1e-3, 20), (PLY, 1.5e-3, -50)]
    K, faces = stiffness(plies)
    t = 2.5e-3
    laminate = "MAT8,1,%g,%g,%g,%g,%g,%g,1600.\n" % tuple(PLY[k] for k in ("E1", "E2", "poisson", "G12", "G13", "G23"))
    laminate += "PCOMP,5,,,,,,,,\n,1,.001,20.,,1,.0015,-50.\n"

    def mat2(number, row, column, factor):
        g = [factor * K[row + i][column + j] for i in range(3) for j in range(i, 3)]
        fields = ["MAT2*", "%d" % number] + ["%.9E" % x for x in g]
        return "%-8s%16s%16s%16s%16s*\n%-8s%16s%16s%16s%16s\n" % (*fields[:5], "*", *fields[5:], "")
    equivalent = mat2(1, 0, 0, 1 / t) + mat2(2, 3, 3, 12 / t ** 3) + mat2(4, 0, 3, -1 / t ** 2)
    equivalent += "MAT2,3,1.+11,,,1.+11\nPSHELL,5,1,%g,2,,3,1.\n,,,4\n" % t
    for theta in ("", "35."):
        a, b = tip(deck("plies", laminate, theta), "PCOMP"), tip(deck("mat2", equivalent, theta), "PSHELL of MAT2")
        for x, y in zip(b, a):
            close("a PCOMP as a PSHELL of four MAT2 at '%s'" % theta, x, y, 2e-3, 2e-3 * max(map(abs, a)))
    r = deck("bad", mats + "PSHELL,5,1,%g,2,,3,,\n,,,1\n" % t)
    check("a coupling that is too large is refused", r.status == 3 and "positive definite" in r.stderr, r.stderr)
    r = run("gimbal: 1\nmesh: parts.bdf\ndesign: [{name: t, thickness: 5, per: group}]\n"
            "functions: [{name: m, type: mass}]\n"
            "time: {scheme: linear, step: 1, steps: 1}\n", 1, "gradient", name="thick")
    check("a thickness of stiffnesses is refused", r.status == 3 and "parameter: A.11, D.11" in r.stderr, r.stderr)
    r = deck("blank", mats + "PSHELL,5,1,%g,7\n" % t)
    check("a material that is not there is refused", r.status == 3 and "7" in r.stderr, r.stderr)


def refusals():
    grid(2, 2, size=(0.5, 0.3)).write("plate.msh")
    K, shear = isotropic(0.01)
    good = "gimbal: 1\nmesh: plate.msh\n" + section(K, (shear, shear), 0.01) + \
        "shells: [{group: plate, section: skin, axis: [1, 0, 0]}]\n" + STATIC
    for old, new, parts in (
            ("shear: [", "sheer: [", ("sheer", "shear")),
            (", 0, %.17g]" % shear, "]", ("shear",)),
            ("axis: [1, 0, 0]", "offset: 0", ("axis",)),
            ("type: compliance", "type: ks, weight: 10", ("fail",)),
            ("thickness: 0.01", "symmetric: false", ("thickness", "missing")),
            ("type: general_shell,", "type: general_shell, plies: [],", ("plies",)),
            ("type: general_shell", "type: general", ("general", "missing")),
            ("D: [1", "D: [-1", ("D", "positive definite")),
            ("B: [0,", "B: [9e9,", ("B", "positive definite"))):
        r = run(good.replace(old, new), name="bad")
        check("%s is refused" % new, good != good.replace(old, new) and r.status == 2, (r.status, r.stderr))
        for part in parts:
            check("%s: message names %s" % (new, part), part in r.stderr, r.stderr)


in_turn(same_sections, laminate, sandwich, panel, derivatives, nastran, refusals)
