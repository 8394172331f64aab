"""Beams at rest against closed forms and published values: a skew cantilever under all six loads at its tip with the
section's axes right-handed, the thin limit without locking, an angle of two beams, roll-up to a circle, the 45 degree
bend, a section that couples bending and twist, one element of any section, failure at the points of sections, supports
of single rotations, the same on 1, 2 and 3 ranks and in other units; and what is refused, elements that bend by a third
of a turn too; the bound of pulls beyond which elements bend by themselves.
"""
# timeout: 300
import math
import os
import random
import re

from common import cross, dot, ended, in_turn, refusals, refused
from helper import ROOT, check, close, run
from beam_lines import add, line

HEAD = "gimbal: 1\nmesh: %s\n"


def case(section, loads, mesh="beam.msh", more="", march="{scheme: static, step: 1, steps: 1}",
         orientation=(0, 0, 1), materials="m: {young: 2e7, poisson: 0.25, density: 3, yield: 10}",
         supports="  - {group: root, fix: all}", beams=None):
    return "\n".join([
        "gimbal: 1", "mesh: " + mesh, "materials: {%s}" % materials, "sections:", "  s: " + section, "beams:",
        beams or "  - {group: beam, section: s, orientation: [%.17g, %.17g, %.17g]}" % tuple(orientation),
        "supports:", supports, "loads:"] + ["  - " + load for load in loads] + [
        "probes:", "  - {name: tip, group: tip}", "time: " + march, more, "output: {every: 0}", ""])


def tip(r):
    return r.json["probes"]["tip"]["u"][-1] if r.json else [math.nan] * 3


def load(kind, vector, size=1.0):
    return "{type: %s, group: tip, value: [%s]}" % (kind, ", ".join("%.17g" % (size * v) for v in vector))


def torsion(b, a):
    """Saint-Venant's constant of a rectangle b <= a, summed plainly."""
    s = sum(math.tanh(n * math.pi * a / 2 / b) / n ** 5 for n in range(1, 400, 2))
    return a * b ** 3 * (1 / 3 - 64 / math.pi ** 5 * b / a * s)


def cantilever():
    """All six loads at the tip of a rectangle of 0.2 along y and 0.1 along z, whose axes are skew."""
    E, nu, L, b, h = 2e7, 0.25, 2.0, 0.2, 0.1
    x, y, z = (2 / 3, 2 / 3, 1 / 3), (-2 / 3, 1 / 3, 2 / 3), (1 / 3, -2 / 3, 2 / 3)
    A, G, Iy, Iz, J = b * h, E / 2 / (1 + nu), b * h ** 3 / 12, h * b ** 3 / 12, torsion(h, b)
    close("J beside the table of Timoshenko & Goodier", J / (b * h ** 3), 0.229, 2e-3)
    shear = L / (5 / 6 * G * A)
    expected = {  # displacements along x, y, z by a unit load
        ("force", x): (L / E / A, 0, 0),
        ("force", y): (0, L ** 3 / 3 / E / Iz + shear, 0),
        ("force", z): (0, 0, L ** 3 / 3 / E / Iy + shear),
        ("moment", y): (0, 0, -L ** 2 / 2 / E / Iy),
        ("moment", z): (0, L ** 2 / 2 / E / Iz, 0)}
    section = "{type: rectangle, material: m, width: %g, height: %g}" % (b, h)
    for order, count in ((1, 1), (1, 3), (2, 1)):
        line(count, order, lambda s: [L * s * c for c in x]).write("beam.msh")
        for (kind, along), value in expected.items():
            size = 1e-3
            r = run(case(section, [load(kind, along, size)], orientation=[a + 0.3 * c for a, c in zip(y, x)]))
            for name, axis, v in zip("xyz", (x, y, z), value):
                close("%d elements of %d nodes, %s along %s, displacement along %s" % (
                    count, order + 1, kind, dict(zip((x, y, z), "xyz"))[along], name),
                    dot(tip(r), axis) / size, v, 1e-6, 1e-6)
    # twist, read at the end of an arm along y that carries the force
    mesh = line(2, 2, lambda s: [L * s * c for c in x])
    arm = add(mesh, "arm", [[L * a + c * s for a, c in zip(x, y)] for s in (0, 0.25, 0.5)], 2)
    mesh.element("point", "end", (arm[-1],))
    mesh.write("beam.msh")
    both = "  - {group: beam, section: s, orientation: [%g, %g, %g]}\n" % y
    both += "  - {group: arm, section: s, orientation: [%g, %g, %g]}" % x
    text = case(section, [load("moment", x, 1e-3)], beams=both).replace("group: tip}", "group: end}", 1)
    text = text.replace("- {name: tip, group: tip}", "- {name: tip, group: end}")
    r = run(text.replace("moment, group: end", "moment, group: tip"))
    close("twist by a torque, to the side of z", dot(tip(r), z) / 1e-3, 0.5 * L / G / J, 1e-6)


def shapes():
    """Stiffness and mass of circle and tube by their integrals, and compliance as load times displacement."""
    E, nu, L, R, t = 2e7, 0.25, 2.0, 0.1, 0.02
    G = E / 2 / (1 + nu)
    line(4, 2, lambda s: (L * s, 0, 0)).write("beam.msh")
    for name, section, r0 in (("circle", "{type: circle, material: m, radius: 0.1}", 0),
                              ("tube", "{type: tube, material: m, radius: 0.1, thickness: 0.02}", R - t)):
        A, moment, m = math.pi * (R ** 2 - r0 ** 2), math.pi / 4 * (R ** 4 - r0 ** 4), r0 / R
        k = 6 * (1 + nu) * (1 + m * m) ** 2 / ((7 + 6 * nu) * (1 + m * m) ** 2 + (20 + 12 * nu) * m * m)
        r = run(case(section, [load("force", (0, 0, 1), 1e-3)],
                     more="functions: [{name: m, type: mass}, {name: c, type: compliance}]"))
        w = L ** 3 / 3 / E / moment + L / k / G / A
        close(name + ": deflection", tip(r)[2] / 1e-3, w, 1e-6)
        close(name + ": mass", r.json["functions"]["m"], 3 * A * L, 1e-13)
        close(name + ": compliance", r.json["functions"]["c"], 1e-6 * w, 1e-6)


def cowper(b, h):
    """Of a box of thin walls of one thickness without Poisson's effect, by its middle line."""
    m, n = b / h, b / h
    return 10 * (1 + 3 * m) ** 2 / (12 + 72 * m + 150 * m ** 2 + 90 * m ** 3 + 10 * n * n * (3 * m + 3 * m * m))


def walls():
    """Deflection, twist and shear center of box, I, C and L, without a mesh; and constants that are the box's."""
    E, G, L = 2e7, 8e6, 2.0
    b, h, f, w, t = 0.1, 0.2, 0.006, 0.004, 0.004

    def response(section, kind, vector):
        text = case(section, [load(kind, vector, 1e-8)], mesh="none", more="functions: [{name: m, type: mass}]", beams=(
            "  - {name: b, points: [[0, 0, 0], [2, 0, 0]], elements: 2, section: s, orientation: [0, 1, 0]}"))
        text = text.replace("mesh: none\n", "").replace("group: root", "group: b.start").replace(
            "group: tip", "group: b.end")
        text = text.replace("probes:", "probes:\n  - {name: arm, body: b.end, at: [2, 0, 1]}")
        r = ended("runs", run(text))
        u, arm = (r.json["probes"][p]["u"][-1] for p in ("tip", "arm"))
        return r.json["functions"]["m"] / 6, u[1] / 1e-8, u[2] / 1e-8, (u[1] - arm[1]) / 1e-8

    A, Iy = b * h - (b - 2 * t) * (h - 2 * t), (b * h ** 3 - (b - 2 * t) * (h - 2 * t) ** 3) / 12
    Iz, J = (h * b ** 3 - (h - 2 * t) * (b - 2 * t) ** 3) / 12, 2 * t * (b - t) ** 2 * (h - t) ** 2 / (b + h - 2 * t)
    k, k2 = cowper(b - t, h - t), cowper(h - t, b - t)
    constants = "{type: constants, material: m, area: %.17g, I_yy: %.17g, I_zz: %.17g, J: %.17g, " \
                "k_y: %.17g, k_z: %.17g}"
    for name, section in (("box", "{type: box, material: m, width: 0.1, height: 0.2, thickness: 0.004}"),
                          ("constants", constants % (A, Iy, Iz, J, k2, k))):
        area, _, down, _ = response(section, "force", (0, 0, 1))
        close(name + ": area", area, A, 1e-12)
        close(name + ": deflection along z", down, L ** 3 / 3 / E / Iy + L / k / G / A, 1e-7)
        close(name + ": along y", response(section, "force", (0, 1, 0))[1], L ** 3 / 3 / E / Iz + L / k2 / G / A, 1e-7)
        close(name + ": twist", response(section, "moment", (1, 0, 0))[3], L / G / J, 1e-7)
    A, J = 2 * b * f + (h - 2 * f) * w, (2 * b * f ** 3 + (h - 2 * f) * w ** 3) / 3
    Iy = (b * h ** 3 - (b - w) * (h - 2 * f) ** 3) / 12
    section = "{type: I, material: m, width: 0.1, height: 0.2, flange: 0.006, web: 0.004}"
    area, side, down, twist = response(section, "force", (0, 0, 1))
    close("I: area", area, A, 1e-12)
    close("I: twist", response(section, "moment", (1, 0, 0))[3], L / G / J, 1e-7)
    close("I: deflection", down, L ** 3 / 3 / E / Iy + L / 0.38 / G / A, 1e-3)  # Cowper: 0.376 of the area
    close("I: nothing to the side", side, 0, 0, 1e-9)
    close("I: no twist by a force", twist, 0, 0, 1e-9)
    # C: the shear center lies behind the web; L: at the corner
    middle, depth = b - w / 2, h - f
    y = (2 * b * f * (b - w) / 2) / A + 3 * middle ** 2 * f / (6 * middle * f + depth * w)
    section = "{type: C, material: m, width: 0.1, height: 0.2, flange: 0.006, web: 0.004}"
    _, side, down, twist = response(section, "force", (0, 0, 1))
    close("C: a force at the centroid twists it", twist, L / G / J * y, 1e-6)
    _, side, down, twist = response(section, "moment", (1, 0, 0))
    close("C: and a torque moves the centroid along z", down, L / G / J * y, 1e-6)
    close("C: not along y", side, 0, 0, 1e-5 * abs(down))
    section = "{type: L, material: m, width: 0.1, height: 0.2, thickness: 0.004}"
    areas = (b * t, (h - t) * t)
    A = sum(areas)
    centre = (areas[0] * (b - t) / 2 / A, areas[1] * h / 2 / A)
    Iy, Iz, Iyz = (
        sum(a * ((p[i] - centre[i]) * (p[j] - centre[j]) + (s[i] ** 2 / 12 if i == j else 0)) for a, p, s in (
        (areas[0], ((b - t) / 2, 0), (b, t)), (areas[1], (0, h / 2), (t, h - t)))) for i, j in ((1, 1), (0, 0), (0, 1)))
    _, side, down, twist = response(section, "moment", (1, 0, 0))
    close("L: a torque turns it about its corner, z", down, L / G / (A * t * t / 3) * centre[0], 1e-5)
    close("L: y", side, -L / G / (A * t * t / 3) * centre[1], 1e-5)
    _, side, down, twist = response(section, "moment", (0, 1, 0))
    scale = L ** 2 / 2 / E / (Iy * Iz - Iyz ** 2)
    close("L: a moment about y bends it along z", down, -scale * Iz, 1e-6)
    close("L: and along y", side, scale * Iyz, 1e-6)


def thin():
    """A strip 10,000 times as long as thick bends as it shall with one element, of both kinds."""
    E, L, h = 2e7, 1.0, 1e-4
    section = "{type: rectangle, material: m, width: 1, height: %g}" % h
    for order in (1, 2):
        line(1, order, lambda s: (L * s, 0, 0)).write("beam.msh")
        P = 1e-4 * E * h ** 3 / 4 / L ** 2
        r = run(case(section, [load("force", (0, 0, 1), P)], orientation=(0, 1, 0)))
        w = P * L ** 3 * 4 / E / h ** 3
        close("thin limit, %d nodes" % (order + 1), tip(r)[2], w, 1e-6)


def angle():
    """A force along z at the end of two beams at a right angle: bending of both, twist of the first. Mirrored and with
    the second line run backwards it is the same."""
    E, G, a, b, R = 2e7, 8e6, 1.0, 0.7, 0.05
    moment, A = math.pi / 4 * R ** 4, math.pi * R ** 2
    k = 6 * 1.25 / (7 + 6 * 0.25)
    w = (a ** 3 + b ** 3) / 3 / E / moment + b * b * a / G / 2 / moment + (a + b) / k / G / A
    for side, back in ((1, False), (-1, False), (1, True)):
        mesh = line(2, 2, lambda s: (a * s, 0, 0))
        mesh.elements.pop()
        points = [(a, side * b * s / 4, 0) for s in range(5)]
        nodes = add(mesh, "beam", points[::-1] if back else points, 2)
        mesh.element("point", "tip", (nodes[0 if back else -1],))
        mesh.write("beam.msh")
        r = run(case("{type: circle, material: m, radius: %g}" % R, [load("force", (0, 0, 1), 1e-4)]))
        close("an angle of beams, side %d, backwards %s" % (side, back), tip(r)[2] / 1e-4, w, 1e-6)


ORDERS = {1: 2, 2: 4}


def observed(label, errors, order):
    rate = math.log2(errors[-2] / errors[-1])
    check("%s: order %.2f" % (label, rate), abs(rate - order) < 0.1, errors)


def roll_up():
    """M = 2 pi E I / L: the tip is back at the root, and at half the moment at (0, 2 L / pi)."""
    L, stiffness = 10.0, "[%s]" % ", ".join(
        "[%s]" % ", ".join(str(v if i == j else 0) for j in range(6))
        for i, v in enumerate((2e4, 1e4, 1e4, 80, 100, 100)))
    for order, counts in ((1, (64, 128)), (2, (16, 32))):
        errors = []
        for count in counts:
            line(count, order, lambda s: (L * s, 0, 0)).write("beam.msh")
            r = run(case("{type: general, stiffness: %s}" % stiffness,
                         ['{type: moment, group: tip, value: [0, "-20*pi*t", 0]}'],
                         march="{scheme: static, step: 0.05, steps: 20}"))
            u = tip(r)
            errors.append(math.hypot(L + u[0], u[2]))
            half = r.json["probes"]["tip"]["u"][10]
            close("half a circle, %d x %d" % (count, order), half[2], 2 * L / math.pi, 20.0 / count ** ORDERS[order])
        observed("roll-up, %d nodes" % (order + 1), errors, ORDERS[order])


BEND = (47.150439, 15.684801, 53.474859)


def diagonal(*values):
    return "[%s]" % ", ".join("[%s]" % ", ".join("%.17g" % (v if i == j else 0) for j in range(6))
                              for i, v in enumerate(values))


def bend():
    """Tip of the 45 degree bend under a force of 600 (shooting on the exact equations, error < 1e-8; Bathe & Bolourchi
    1979). The values of the other loads are those of the same integration."""
    section = "{type: general, stiffness: %s}" % diagonal(1e7, 5e6, 5e6, 5e6 / 6, 1e7 / 12, 1e7 / 12)
    march = "{scheme: static, step: 0.1, steps: 10}"
    for order, counts in ((1, (16, 32)), (2, (8, 16))):
        errors, values = [], []
        for count in counts:
            mesh = line(
                count, order, lambda s: (100 * math.sin(s * math.pi / 4), 100 - 100 * math.cos(s * math.pi / 4), 0))
            mesh.write("beam.msh")
            r = run(case(section, ['{type: force, group: tip, value: [0, 0, "600*t"]}'], march=march))
            end = list(mesh.nodes.values())[-1]
            values.append([x + u for x, u in zip(end, tip(r))])
            errors.append(max(abs(a - b) for a, b in zip(values[-1], BEND)))
        observed("45 degree bend, %d nodes" % (order + 1), errors, ORDERS[order])
        scale = 2 ** ORDERS[order] - 1
        for name, fine, coarse, value in zip("xyz", values[1], values[0], BEND):
            close("45 degree bend, %d nodes, extrapolated %s" % (order + 1, name), fine + (fine - coarse) / scale,
                  value, 0, 1.2e-2 if order == 1 else 2e-5)
    exact = {300: (58.779122, 22.244781, 40.191892), 450: (52.238558, 18.508179, 48.502927)}
    for force, value in exact.items():
        u = r.json["probes"]["tip"]["u"][round(force / 60)] if force == 300 else None
        for a, b, c in zip(end, u or (), value):
            close("at a force of %d" % force, a + b, c, 0, 5e-4)


def coupled():
    """A full matrix: bending with twist (Wang et al. 2017; BeamDyn and Kynema agree on these digits)."""
    block = ((16.96e3, 17.61e3, -0.351e3), (17.61e3, 59.12e3, -0.370e3), (-0.351e3, -0.370e3, 141.47e3))
    rows = [[0.0] * 6 for _ in range(6)]
    for i, v in enumerate((1368.17e3, 88.56e3, 38.78e3)):
        rows[i][i] = v
    for i in range(3):
        rows[3 + i][3:] = block[i]
    values = []
    for count in (8, 16):
        line(count, 2, lambda s: (10 * s, 0, 0)).write("beam.msh")
        r = run(case("{type: general, stiffness: %s}" % rows, [load("force", (0, 0, 1), 150)], orientation=(0, 1, 0)))
        values.append(tip(r))
    for name, coarse, fine, exact in zip("xyz", *values, (-0.0902726627566, -0.0647488486259, 1.22973648292371)):
        close("bend-twist coupling, " + name, fine + (fine - coarse) / 15, exact, 0, 2e-9)


def any_section():
    """Loads of all kinds at the tip of one element whose section couples all strains and stands beside its line: two
    nodes and three give the same displacements, compliance and energy, for both are exact."""
    rng = random.Random(int(os.environ.get("SEED", 7)))
    print("# coupled sections: SEED=%d" % int(os.environ.get("SEED", 7)))
    for _ in range(3):
        root = [[rng.uniform(-1, 1) for _ in range(6)] for _ in range(6)]
        size = [10 ** rng.uniform(2, 4) for _ in range(6)]
        rows = [[math.sqrt(size[i] * size[j]) * (sum(a * b for a, b in zip(root[i], root[j])) + 2 * (i == j))
                 for j in range(6)] for i in range(6)]
        section = "{type: general, stiffness: %s, offset: [%g, %g]}" % (rows, rng.uniform(-1, 1), rng.uniform(-1, 1))
        loads = [load(kind, [rng.uniform(-1, 1) for _ in range(3)]) for kind in ("force", "moment")]
        end = [rng.uniform(-1, 1) for _ in range(3)]
        found = []
        for order, count in ((2, 1), (1, 1), (1, 2)):
            line(count, order, lambda s: [s * x for x in end]).write("beam.msh")
            r = ended("a coupled section",
                      run(case(section, loads, more="functions: [{name: c, type: compliance}]",
                               orientation=cross(end, (0, 0, 1)), march="{scheme: linear, step: 1, steps: 1}")))
            found.append(list(tip(r)) + [r.json["functions"]["c"]])
        for label, other in zip(("one element", "two elements"), found[1:]):
            largest = max(map(abs, found[0][:3]))
            off = max(abs(a - b) for a, b in zip(found[0][:3], other)) / largest
            check("%s of two nodes: displacements" % label, off < 1e-10, (off, found))
            close("%s of two nodes: compliance" % label, other[3], found[0][3], 1e-10)


def failure():
    """The largest index of one element, of known section forces: KS of sampling points with a weight that leaves
    nothing but the largest. The points are at L / (2 sqrt 3) from the middle; shear is looked at in a short element."""
    P, L, b, h, R = 1e-2, 2.0, 0.2, 0.1, 0.1
    most = "functions: [{name: f, type: induced, form: power, weight: 4000, sum: discrete}]"
    rectangle = "{type: rectangle, material: m, width: %g, height: %g}" % (b, h)
    circle = "{type: circle, material: m, radius: %g}" % R
    side = b * h ** 3 * (1 / 3) and torsion(h, b)
    series = sum(1 / n ** 2 / math.cosh(n * math.pi * b / 2 / h) for n in range(1, 99, 2))
    on_long = h * (1 - 8 / math.pi ** 2 * series) / side
    moment = math.pi / 4 * R ** 4
    arm, short = L / 2 * (1 + 1 / math.sqrt(3)), L / 200
    for label, section, loads, stress in (
            ("bending about y", rectangle, [load("force", (0, 0, 1), P)], P * arm * 6 / b / h ** 2),
            ("bending about z", rectangle, [load("force", (0, 1, 0), P)], P * arm * 6 / h / b ** 2),
            ("bending about both", rectangle, [load("force", (0, 1, 1), P)], P * arm * 6 / h / b * (1 / b + 1 / h)),
            ("twist", rectangle, [load("moment", (1, 0, 0), P)], math.sqrt(3) * P * on_long),
            ("stretch", rectangle, [load("force", (1, 0, 0), P)], P / b / h),
            ("shear", rectangle, [load("force", (0, 0, 1), P), load("moment", (0, 1, 0), P * short / 2)],
             math.sqrt(3) * 1.5 * P / b / h),
            ("bending of a circle", circle, [load("force", (0, 0, 1), P)], P * arm * R / moment),
            ("twist and shear of a circle", circle,
             [load("force", (0, 0, 1), P), load("moment", (P, P * short / 2, 0), 1)],
             math.sqrt(3) * (P * R / 2 / moment + 4 / 3 * P / math.pi / R ** 2))):
        line(1, 1, lambda s: ((short if "shear" in label else L) * s, 0, 0)).write("beam.msh")
        r = run(case(section, loads, more=most, orientation=(0, 1, 0)))
        close("failure by " + label, r.json["functions"]["f"], stress / 10, 1e-5)
    line(1, 1, lambda s: (L * s, 0, 0)).write("beam.msh")
    for a, form in ((h, "height"), (b, "width")):  # a square and its table: 0.208
        text = rectangle.replace("height: 0.1", "height: 0.2") if form == "width" else rectangle.replace("0.2", "0.1")
        r = run(case(text, [load("moment", (1, 0, 0), P)], more=most, orientation=(0, 1, 0)))
        close("twist of a square", r.json["functions"]["f"] * 10 / math.sqrt(3) * 0.208 * a ** 3 / P, 1, 2e-3)


def supports():
    """A plane problem by supports of rotations: held at all nodes about y and z a beam twists alone, and about x and y
    it bends in its plane to a circle at any angle of the model; a simple support turns."""
    L, n = 10.0, 16
    section = "{type: general, stiffness: %s}" % diagonal(2e4, 1e4, 1e4, 80, 100, 100)
    line(n, 2, lambda s: (L * s, 0, 0)).write("beam.msh")
    for orientation in ((0, 1, 0), (0, 1, 1), (0, -0.3, 1)):
        r = run(
            case(section, ['{type: moment, group: tip, value: [5*t, 3*t, "20*pi*t"]}'.replace("5*t", '"5*t"').replace(
            "3*t", '"3*t"')], orientation=orientation, march="{scheme: static, step: 0.05, steps: 20}",
            supports="  - {group: root, fix: all}\n  - {group: beam, fix: [z, rx, ry]}"))
        u = tip(r)
        close("roll-up in a plane, x, orientation %s" % (orientation,), u[0], -L, 4e-4)
        close("roll-up in a plane, y", u[1], 0, 0, 2e-3)
    E, I, A, k, G = 2e7, 0.2 * 0.1 ** 3 / 12, 0.02, 5 / 6, 8e6
    line(4, 2, lambda s: (2 * s, 0, 0)).write("beam.msh")
    r = run(case("{type: rectangle, material: m, width: 0.2, height: 0.1}",
                 ["{type: traction, group: beam, value: [0, 0, -1e-3]}"], orientation=(0, 1, 0),
                 more="", supports="  - {group: root, fix: [x, y, z, rx]}\n  - {group: tip, fix: [y, z]}").replace(
                     "- {name: tip, group: tip}", "- {name: tip, at: [1, 0, 0]}"))
    close("a simply supported beam under its load", tip(r)[2] / -1e-3,
          5 * 2 ** 4 / 384 / E / I + 2 ** 2 / 8 / k / G / A, 1e-6)


def everywhere():
    """The same on 1, 2 and 3 ranks; in millimetres and tonnes; ten times the load in two marches."""
    def arc(scale, ranks, force="600*t", steps=10):
        line(6, 2, lambda s: (scale * 100 * math.sin(s), scale * (100 - 100 * math.cos(s)), 0)).write("beam.msh")
        r = run(case("{type: rectangle, material: m, width: %g, height: %g}" % (scale * 2, scale * 1.5),
                     ['{type: force, group: tip, value: [0, 10, "%s"]}' % force], ranks and "beam.msh",
                     materials="m: {young: %.17g, poisson: 0.3}" % (1e7 / scale ** 2),
                     march="{scheme: static, step: %.17g, steps: %d}" % (1 / steps, steps)), ranks)
        return [u / scale for u in tip(r)]
    one = arc(1, 1)
    for ranks in (2, 3):
        for a, b in zip(arc(1, ranks), one):
            close("on %d ranks" % ranks, a, b, 1e-10)
    for a, b in zip(arc(1000, 1), one):
        close("in other units", a, b, 1e-10)
    for a, b in zip(arc(1, 1, "6000*t", 20), arc(1, 1, "6000*t", 60)):
        close("ten times the load, in other steps", a, b, 1e-9)


def toward():
    """A quarter of a ring whose sections point to its centre is the one whose other axis is the ring's."""
    line(6, 2, lambda s: (2 * math.cos(math.pi / 2 * s), 2 * math.sin(math.pi / 2 * s), 0)).write("beam.msh")
    loads = [load("force", (1, 2, 3), 1e-2), load("moment", (3, 1, -2), 1e-2)]
    one = run(case("{type: rectangle, material: m, width: 0.2, height: 0.05}", loads, beams=(
        "  - {group: beam, section: s, toward: [0, 0, 0]}")))
    other = run(case("{type: rectangle, material: m, width: 0.05, height: 0.2}", loads, orientation=(0, 0, 1)))
    check("they end the same", math.dist(tip(one), tip(other)) < 1e-10 * math.hypot(*tip(other)),
          (tip(one), tip(other)))
    refused("a place on the beam points nowhere",
            case("{type: rectangle, material: m, width: 0.2, height: 0.05}", loads,
                 beams=("  - {group: beam, section: s, toward: [2, 0, 0]}")), "beams[0].toward", status=3)
    refused("both", case("{type: rectangle, material: m, width: 0.2, height: 0.05}", loads, beams=(
        "  - {group: beam, section: s, toward: [2, 0, 0], orientation: [0, 0, 1]}")), "beside orientation")


def refused_cases():
    good = case("{type: rectangle, material: m, width: 0.2, height: 0.1}", [load("force", (0, 0, 1))])
    line(2, 1, lambda s: (s, 0, 0)).write("beam.msh")
    check("the case itself runs", run(good).status == 0)
    refusals(good, {
        "orientation along the beam": ("orientation: [0, 0, 1]", "orientation: [1, 0.005, 0]", "along the beam"),
        "no orientation": (", orientation: [0, 0, 1]", "", "orientation"),
        "orientation zero": ("orientation: [0, 0, 1]", "orientation: [0, 0, 0]", "no direction"),
        "a missing dimension": (", height: 0.1", "", "height: is missing"),
        "another shape's dimension": ("height: 0.1", "height: 0.1, radius: 1", "radius: is of other sections"),
        "a negative dimension": ("height: 0.1", "height: -0.1", "out of range"),
        "an unknown section": ("section: s,", "section: t,", "unknown section"),
        "an unknown material": ("material: m,", "material: k,", "unknown material"),
        "a matrix that is not symmetric": ("{type: rectangle, material: m, width: 0.2, height: 0.1}",
                                           "{type: general, stiffness: %s}" % diagonal(1, 1, 1, 1, 1, 1).replace(
            "[1, 0,", "[1, 2,", 1), "not symmetric"),
        "points in place of lines": ("group: beam, section", "group: tip, section", "no line group")}, status=(2, 3))
    mesh = line(2, 1, lambda s: (s, 0, 0))
    mesh.nodes[2] = mesh.nodes[1]
    mesh.write("beam.msh")
    refused("an element without length", good, "without length", status=3)


ROLL = """gimbal: 1
materials: {m: {young: 1e6, poisson: 0, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 0.1, height: 0.1}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: %d, order: %d, section: s, orientation: [0, 1, 0]}]
joints: [{type: fixed, between: [ground, b.start], at: [0, 0, 0]}]
loads: [{body: b.end, type: moment, value: [%s]}]
probes: [{name: tip, body: b.end, at: [1, 0, 0]}]
time: {scheme: bdf2, step: 0.002, steps: 60}
output: {every: 0}
"""


def coarse():
    """Elements whose frames turn by about an eighth of a turn between two nodes fold up: an error, not a result."""
    for moment in ("0, 0, 100", "0, 0, -100", "60, 0, 0"):
        for order, elements in ((1, 2), (2, 1)):
            r = run(ROLL % (elements, order, moment))
            check("%d elements of order %d under (%s) are refused" % (elements, order, moment), r.status == 4 and
                  ("by about 45 degrees" in r.stderr or "did not converge" in r.stderr), (r.status, r.stderr))
    r = run(ROLL % (2, 1, "0, 0, 100"), 2)
    check("and named, on 2 ranks", re.search(r"beam element [12] bends or twists by about 45 degrees", r.stderr),
          r.stderr)
    ended("fine ones go on", run(ROLL % (8, 2, "0, 0, 10")))


HANGING = """gimbal: 1
materials: {m: {young: 1e6, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 1e-3, height: 1e-3}}
beams: [{name: rod, points: [[0, 0, 0], [1, 0, 0]], elements: %d, order: %d, section: s, orientation: [0, 1, 0]}]
supports: [{group: rod.start, fix: all}]
loads: [{type: force, group: rod.end, value: [0, 0, "%.17g*t"]}]
probes: [{name: tip, group: rod.end}]
time: {scheme: static, step: %.17g, steps: %d, adapt: true}
output: {every: 0}
"""


def elastica(load, count=400):
    """Tip displacements of a cantilever of the length 1 under a dead force across it, F/EI given: theta'' = F
    cos(theta)."""
    def shoot(slope):
        state, h = (0.0, slope, 0.0, 0.0), 1 / count
        def rate(s):
            return (s[1], -load * math.cos(s[0]), math.cos(s[0]), math.sin(s[0]))
        for _ in range(count):
            k = [rate(state)]
            for part in (0.5, 0.5, 1):
                k.append(rate([s + part * h * d for s, d in zip(state, k[-1])]))
            state = [s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, *k)]
            if state[1] < 0:
                return None
        return state
    low, high = 0, 2 * math.sqrt(load)
    for _ in range(60):
        slope = (low + high) / 2
        state = shoot(slope)
        low, high = (slope, high) if state is None else (low, slope)
    state = shoot(high)
    return state[2] - 1, -state[3]


def folds_in_one_element():
    """Beyond 45 degrees between two nodes an element's moment falls: one element folded up, with exit 0 and a tip that
    was off by 0.08. The walk now finds the right state, or says where elements are too long."""
    for elements, order, load, steps in ((40, 2, 137, 1), (40, 2, 300, 2), (80, 1, 100, 1)):
        u, w = elastica(load)
        name = "a cantilever of %d elements of order %d under %g" % (elements, order, load)
        r = ended(name, run(HANGING % (elements, order, -load * 1e6 * 1e-12 / 12, 1 / steps, steps)))
        tip = r.json["probes"]["tip"]["u"][-1]
        close(name + " has the elastica's end", math.hypot(tip[0] - u, tip[2] - w), 0, 0, 2e-3)
    r = run(HANGING % (40, 1, -464 * 1e6 * 1e-12 / 12, 0.25, 4))
    check("too long elements are refused",
          r.status == 4 and "beam element 1 bends or twists by about 45 degrees" in r.stderr,
          (r.status, r.stderr))


PULLED = """gimbal: 1
materials: {m: {young: 70e9, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.004, height: 0.002}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: %d, order: %d, section: s, orientation: [0, 1, 0]}]
supports: [{group: b.start, fix: all}]
loads: [{type: force, group: b.end, value: ["%r * min(2 * t, 1)", 0, "%r * max(2 * t - 1, 0)"]}]
probes: [{name: tip, group: b.end}]
modes: {at: reference}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
"""


def pulled():
    """Tension stiffens: the tip of a cantilever that a force N along it pulls moves across by F/N (L - tanh(k L)/k), k^2
    = N/EI, on coarse meshes too; and no factor of buckling belongs to a pull."""
    EI = 70e9 * 0.004 * 0.002 ** 3 / 12
    for order, elements, square, error in ((1, 4, 1, 0.004), (1, 4, 30, 0.017), (1, 16, 30, 0.0012), (1, 4, 3000, 0.02),
                                           (2, 4, 1, 2e-4), (2, 4, 30, 1e-4), (2, 4, 3000, 0.008)):
        N, k = square * EI, math.sqrt(square)
        r = ended("a cantilever is pulled", run(PULLED % (elements // order, order, N, 1e-3 * EI)))
        close("order %d, %d elements, N L^2 = %g EI" % (order, elements, square),
              r.json["probes"]["tip"]["u"][-1][2], 1e-3 * EI / N * (1 - math.tanh(k) / k), error)
        r = run(PULLED % (elements // order, order, N, 0), verb="buckling")
        check("no factor of buckling", r.status == 4 and "no load factor" in r.stderr, r.stderr)


def wire():
    """A wire that a counterweight pulls hangs in an elastic catenary. Its lowest frequency is near that of a string of the
    same span and tension, and a push at a quarter of the span reaches the middle with the speed of waves in a string."""
    example = ROOT / "meshes/contact-wire.yaml"
    area, H, half = math.pi * 0.0069 ** 2, 15e3, 50
    mass, stiffness = 8940 * area, 120e9 * area
    w = 9.81 * mass
    sag = w * half ** 2 / (2 * stiffness) + H / w * (math.hypot(1, w * half / H) - 1)
    r = ended("a contact wire", run(example, 2))
    heights = [u[2] for u in r.json["probes"]["middle"]["u"]]
    close("its sag", -heights[0], sag, 1e-4)
    speed = math.sqrt(H / mass)
    at_half = next(n for n, z in enumerate(heights) if z - heights[0] > max(heights[:80]) / 2 - heights[0] / 2)
    check("a wave comes", abs(at_half * 5e-3 - 25 / speed - 0.05) < 0.01, (at_half * 5e-3, 25 / speed))
    r = ended("its notes", run(example, verb="modes"))
    close("its first note", r.json["modes"]["frequency"][0], speed / 200, 4e-3)


in_turn(cantilever, shapes, walls, thin, angle, roll_up, bend, coupled, any_section, failure, supports, everywhere,
        toward, coarse, folds_in_one_element, pulled, wire, refused_cases)
