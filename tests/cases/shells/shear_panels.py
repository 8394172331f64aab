"""Shear panels: quadrilaterals that carry shear flows along their sides and nothing else.

Claims: a spar of panels between stringers has the deflection and the flow of the shear field theory, in any units; a
square box twists as Bredt says, however it lies; panels that are parallelograms have Garvey's energy, trapezoids and
other quadrilaterals the flows that balance and the energy of their stresses, by a quadrature of its own; results are
the same on 1 to 3 ranks; gradients by thickness, material and shape agree with complex step, through marches with
damping too; CSHEAR and PSHEAR are such panels; what is no panel is refused.
"""
# timeout: 200
import math
import random

from common import agree, ended, in_turn, refused_twice, times
from helper import ROOT, Mesh, check, close, displacement, gradients_agree, run
from nastran_decks import card, deck, end, probes

YOUNG, POISSON, THICKNESS, AREA = 70e9, 0.3, 1e-3, 2e-4
SHEAR = YOUNG / 2 / (1 + POISSON)
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
MODEL = """gimbal: 1
mesh: %s
materials: {metal: {young: %.17g, poisson: %.17g, density: 2700, yield: 300e6%s}}
sections: {stringer: {type: rod, material: metal, area: %.17g}}
shells: [{group: web, material: metal, thickness: %.17g, carries: shear}]
beams: [{group: bars, section: stringer}]
"""


def model(mesh, young=YOUNG, area=AREA, thickness=THICKNESS, damping=""):
    return MODEL % (mesh, young, POISSON, damping, area, thickness)


def solve(label, text, ranks=1, verb="run"):
    r = run(text, ranks, verb)
    return r if check(label, r.status == 0, r.stderr) else None


# ---- a spar ------------------------------------------------------------------------------------------

def spar(bays, length, height, name="spar.msh"):
    m = Mesh()
    node = [[m.node(i * length, j * height) for j in (0, 1)] for i in range(bays + 1)]
    for i in range(bays):
        m.element("quad4", "web", (node[i][0], node[i + 1][0], node[i + 1][1], node[i][1]))
    for i in range(bays + 1):
        for j in (0, 1):
            m.element("point", "root" if i == 0 else "rest", (node[i][j],))
            if i < bays:
                m.element("line2", "bars", (node[i][j], node[i + 1][j]))
        m.element("line2", "bars", node[i])
    for j in (0, 1):
        m.element("point", "tip", (node[bays][j],))
    m.write(name)
    return node


def spars():
    bays, length, height, force = 4, 0.3, 0.2, 1000.0
    flow = force / height
    energy = bays * flow ** 2 * length * height / (2 * SHEAR * THICKNESS) + 2 * sum(
        ((i + 0.5) * flow * length) ** 2 * length / (2 * YOUNG * AREA) for i in range(bays))
    for mm, ranks in ((1, 1), (1e3, 2), (1, 3)):  # metres, millimetres
        node = spar(bays, length * mm, height * mm)
        text = model("spar.msh", YOUNG / mm ** 2, AREA * mm ** 2, THICKNESS * mm).replace(
            "300e6", "%g" % (300e6 / mm ** 2)) + (
            "supports: [{group: root, fix: [x, y, z]}, {group: rest, fix: [z]}]\n"
            "loads: [{type: force, group: tip, value: [0, %g, 0]}]\n"
            "probes: [{name: tip, node: %d}, {name: web, element: 2}]\n"
            "functions: [{name: ks, type: ks, weight: 1e5}, {name: U, type: energy, form: strain}]\n"
            % (force / 2, node[bays][0])) + LINEAR
        r = solve("a spar on %d ranks" % ranks, text, ranks)
        if not r:
            continue
        close("its deflection", displacement(r, "tip")[1], 2 * energy / force * mm, 1e-10)
        found = r.json["sections"]["web"]
        close("its flow", found["N12"][-1] * mm, flow, 1e-9)
        close("its stress", found["s12_top"][-1] * mm ** 2, flow / THICKNESS, 1e-9)
        close("nothing else", max(abs(found[k][-1]) for k in ("N11", "N22", "M11", "M12", "Q1")) * mm, 0, 0,
              1e-9 * flow)


# ---- a box -------------------------------------------------------------------------------------------


def random_rotation(seed):
    chance = random.Random(seed)
    q = [chance.gauss(0, 1) for _ in range(4)]
    size = math.sqrt(sum(c * c for c in q))
    w, x, y, z = (c / size for c in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def box(bays, length, side, Q, name="box.msh"):
    """A square tube along the first axis, with a rib at each end of a bay."""
    m = Mesh()
    corner = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    node = [[m.node(*times(Q, (i * length, side * y, side * z))) for y, z in corner] for i in range(bays + 1)]
    for i in range(bays + 1):
        m.element("quad4", "web", node[i])
        for k in range(4):
            m.element("line2", "bars", (node[i][k], node[i][(k + 1) % 4]))
            if i < bays:
                m.element("line2", "bars", (node[i][k], node[i + 1][k]))
                m.element("quad4", "web", (node[i][k], node[i + 1][k], node[i + 1][(k + 1) % 4], node[i][(k + 1) % 4]))
    for k in range(4):
        m.element("point", "root", (node[0][k],))
        m.element("point", "corner%d" % k, (node[bays][k],))
    m.write(name)
    return node, corner


def boxes():
    bays, length, side, torque = 3, 0.25, 0.2, 40.0
    flow = torque / (2 * side ** 2)
    angle = torque * bays * length / (side ** 3 * SHEAR * THICKNESS)
    for seed in (1, 2, 3):
        Q = random_rotation(seed)
        node, corner = box(bays, length, side, Q)
        text = model("box.msh") + "supports: [{group: root, fix: [x, y, z]}]\nloads:\n"
        for k, (y, z) in enumerate(corner):  # flows along the four sides, shared by the corners
            f = times(Q, (0, -2 * z * flow * side / 2, 2 * y * flow * side / 2))
            text += "  - {type: force, group: corner%d, value: [%.17g, %.17g, %.17g]}\n" % (k, *f)
        text += probes([node[bays][0]]) + LINEAR
        r = solve("a box, seed %d" % seed, text, seed)
        if r:
            wanted = times(Q, (0, angle * side / 2, -angle * side / 2))
            agree("its twist, seed %d" % seed, end(r, node[bays][0]), wanted, 1e-9)


# ---- any quadrilateral -------------------------------------------------------------------------------

def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def gauss(n):
    """Places and weights on [0, 1] by Newton's method on Legendre polynomials."""
    out = []
    for k in range(n):
        x = math.cos(math.pi * (k + 0.75) / (n + 0.5))
        for _ in range(50):
            p, before = 1.0, 0.0
            for j in range(n):
                p, before = ((2 * j + 1) * x * p - j * before) / (j + 1), p
            slope = n * (x * p - before) / (x * x - 1)
            x -= p / slope
        out.append((0.5 + x / 2, 1 / ((1 - x * x) * slope ** 2)))
    return out


def meet(a, b, c, d):
    """The direction from a place to where the lines ab and dc meet, which may be at infinity."""
    u, v = minus(b, a), minus(c, d)
    det = cross(u, v)
    if abs(det) < 1e-12 * math.hypot(*u) * math.hypot(*v):
        return lambda x: u
    t = cross(minus(d, a), v) / det
    return lambda x: minus((a[0] + t * u[0], a[1] + t * u[1]), x)


def compliance(X, area):
    """Twice the energy of a unit mean flow by the stresses along lines to both meeting points: at each place the flow
    is W^2 / c^2, 1/W the linear function that is 1/a_i at the corners."""
    square = math.sqrt(area[0] * area[1] * area[2] * area[3])
    one, two = meet(X[0], X[1], X[2], X[3]), meet(X[1], X[2], X[3], X[0])
    det = cross(minus(X[1], X[0]), minus(X[2], X[0]))
    total = 0
    for u, wu in gauss(16):
        for v, wv in gauss(16):
            N = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
            x = tuple(sum(n * p[i] for n, p in zip(N, X)) for i in (0, 1))
            gu = tuple((1 - v) * (X[1][i] - X[0][i]) + v * (X[2][i] - X[3][i]) for i in (0, 1))
            gv = tuple((1 - u) * (X[3][i] - X[0][i]) + u * (X[2][i] - X[1][i]) for i in (0, 1))
            b = cross(minus(x, X[0]), minus(X[2], X[0])) / det
            c = cross(minus(X[1], X[0]), minus(x, X[0])) / det
            W = 1 / ((1 - b - c) / area[0] + b / area[1] + c / area[2])
            p, q = one(x), two(x)
            cot = (p[0] * q[0] + p[1] * q[1]) / cross(p, q)
            total += wu * wv * cross(gu, gv) * (W * W / square) ** 2 * (1 + 2 * cot ** 2 / (1 + POISSON))
    return total / (SHEAR * THICKNESS)


def eliminate(A, b):
    n = len(b)
    A = [row[:] + [x] for row, x in zip(A, b)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[pivot] = A[pivot], A[k]
        for i in range(k + 1, n):
            f = A[i][k] / A[k][k]
            for j in range(k, n + 1):
                A[i][j] -= f * A[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (A[k][n] - sum(A[k][j] * x[j] for j in range(k + 1, n))) / A[k][k]
    return x


def framed(name, X, force, garvey=None):
    """A panel in a frame of four bars, a force on its third corner: statically determinate."""
    area = [cross(minus(X[(a + 2) % 4], X[(a + 1) % 4]), minus(X[(a + 3) % 4], X[(a + 1) % 4])) / 2 for a in range(4)]
    square = math.sqrt(area[0] * area[1] * area[2] * area[3])
    factor = compliance(X, area)
    if garvey:
        close(name + ", the quadrature", factor, garvey, 1e-12)
    A = [[0.0] * 8 for _ in range(8)]  # of four bars, the flow, reactions at corners 1 and 2
    length = [math.dist(X[k], X[(k + 1) % 4]) for k in range(4)]
    for k in range(4):
        e = minus(X[(k + 1) % 4], X[k])
        flow = (-1) ** k * area[k] * area[(k + 1) % 4] / square
        for i in (0, 1):
            A[2 * k + i][k] += e[i] / length[k]
            A[2 * ((k + 1) % 4) + i][k] -= e[i] / length[k]
            for corner in (k, (k + 1) % 4):
                A[2 * corner + i][4] += flow * e[i] / 2
    A[0][5] = A[1][6] = A[3][7] = 1
    N = eliminate(A, [0, 0, 0, 0, -force[0], -force[1], 0, 0])
    work = sum(n * n * l / (YOUNG * AREA) for n, l in zip(N, length)) + N[4] ** 2 * factor
    m = Mesh()
    node = [m.node(*x) for x in X]
    m.element("quad4", "web", node)
    for k in range(4):
        m.element("line2", "bars", (node[k], node[(k + 1) % 4]))
        m.element("point", "all", (node[k],))
        m.element("point", "c%d" % k, (node[k],))
    m.write("one.msh")
    text = model("one.msh") + ("supports: [{group: all, fix: [z]}, {group: c0, fix: [x, y]}, {group: c1, fix: [y]}]\n"
                               "loads: [{type: force, group: c2, value: [%.17g, %.17g, 0]}]\n" % tuple(force))
    text += probes([node[2]]) + "functions: [{name: mass, type: mass}]\n" + LINEAR
    r = solve(name, text)
    if not r:
        return
    u = end(r, node[2])
    close(name + ", the work of the force", u[0] * force[0] + u[1] * force[1], work, 1e-5 if not garvey else 1e-10)
    whole = (cross(minus(X[1], X[0]), minus(X[2], X[0])) + cross(minus(X[2], X[0]), minus(X[3], X[0]))) / 2
    close(name + ", its mass", r.json["functions"]["mass"], 2700 * (whole * THICKNESS + AREA * sum(length)), 1e-12)


def quadrilaterals():
    framed("a square", [(0, 0), (1, 0), (1, 1), (0, 1)], (100, 30), 1 / (SHEAR * THICKNESS))
    for degrees in (45, 70, 120):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        X = [(0, 0), (1.2, 0), (1.2 + 0.7 * c, 0.7 * s), (0.7 * c, 0.7 * s)]
        garvey = 1.2 * 0.7 * s / (SHEAR * THICKNESS) * (1 + 2 * (c / s) ** 2 / (1 + POISSON))
        framed("a parallelogram of %d degrees" % degrees, X, (20, 100), garvey)
    framed("a trapezoid", [(0, 0), (1.5, 0), (1.1, 0.8), (0.3, 0.8)], (100, -50))
    chance = random.Random(4)
    for k in range(4):
        X = [(x + chance.uniform(-0.15, 0.15), y + chance.uniform(-0.15, 0.15))
             for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        X = [minus(x, X[0]) for x in X]
        framed("a random quadrilateral %d of seed 4" % k, X, (chance.uniform(50, 100), chance.uniform(-80, 80)))


# ---- gradients ---------------------------------------------------------------------------------------

def gradients():
    node = spar(3, 0.3, 0.2)
    text = model("spar.msh", damping=", damping: {mass: 0.4, stiffness: 2e-4}") + (
        "supports: [{group: root, fix: [x, y, z]}, {group: rest, fix: [z]}]\n"
        'loads: [{type: force, group: tip, value: [0, "4e4*sin(300*t)", 0]}]\n'
        "gravity: [0, -9.81, 0]\n"
        "functions: [{name: mass, type: mass}, {name: C, type: compliance}, {name: ks, type: ks, weight: 20},\n"
        "  {name: induced, type: induced, form: exponential, weight: 20}]\n"
        "design:\n  - {name: t, thickness: web, per: element}\n"
        "  - {name: E, material: metal, parameter: young}\n  - {name: nu, material: metal, parameter: poisson}\n"
        "  - {name: b, material: metal, parameter: damping.stiffness}\n")
    gradients_agree("a spar in motion", text + "time: {scheme: bdf2, step: 2e-4, steps: 12}\n",
                    ("bdf2", "galpha", "dirk3"), ranks=(1, 2))
    gradients_agree("a spar that bends far", text.replace(", damping: {mass: 0.4, stiffness: 2e-4}", "").replace(
        "  - {name: b, material: metal, parameter: damping.stiffness}\n", "")
        + "time: {scheme: static, step: 1e-3, steps: 4}\n", ("static",), ranks=(1, 3))
    node = spar(3, 0.3, 0.2)
    linear = text.replace(", damping: {mass: 0.4, stiffness: 2e-4}", "").replace(
        "  - {name: b, material: metal, parameter: damping.stiffness}\n", "").replace("4e4*sin(300*t)", "4e4")
    head, tail = linear.split("functions:")
    gradients_agree("a linear spar", head + "functions: [{name: C, type: compliance}, {name: U, type: energy, form: "
                    "strain}]\ndesign:" + tail.split("design:")[1] + LINEAR, ("linear",), ranks=(1, 2))
    r = {n: solve("a march on %d ranks" % n, text + "probes: [{name: tip, node: %d}]\ntime: {scheme: bdf2, step: 2e-4, "
                  "steps: 12}\n" % node[3][0], n) for n in (1, 2, 3)}
    if all(r.values()):
        for n in (2, 3):
            agree("a march on %d ranks and on 1" % n, displacement(r[n], "tip"), displacement(r[1], "tip"), 1e-10)


# ---- decks -------------------------------------------------------------------------------------------

def a_deck(shear="CSHEAR", pshear=("PSHEAR", 7, 1, THICKNESS, 1.5)):
    text = card("MAT1", 1, YOUNG, "", POISSON, 2700.0) + card(*pshear) + card("PROD", 8, 1, AREA)
    for i in range(3):
        for j in (0, 1):
            text += card("GRID", 2 * i + j + 1, "", 0.3 * i, 0.2 * j, 0.05 * i * j, "", "" if i else 123)
    for i in range(2):
        text += card(shear, i + 1, 7, 2 * i + 1, 2 * i + 3, 2 * i + 4, 2 * i + 2)
        for j in (0, 1):
            text += card("CROD", 10 + 2 * i + j, 8, 2 * i + j + 1, 2 * i + j + 3)
    for i in range(3):
        text += card("CROD", 20 + i, 8, 2 * i + 1, 2 * i + 2)
    return text + card("SPC1", 4, 3, 3, 4, 5, 6) + card("FORCE", 2, 5, 0, 1000.0, 0.0, 1.0, 0.0)


def deck_areas():
    """Of the panels of the deck, the second of which is warped a little."""
    for i in range(2):
        X = [(0.3 * k, 0.2 * j, 0.05 * k * j) for k, j in ((i, 0), (i + 1, 0), (i + 1, 1), (i, 1))]
        area = 0
        for u, wu in gauss(12):
            for v, wv in gauss(12):
                a = [(1 - v) * (X[1][k] - X[0][k]) + v * (X[2][k] - X[3][k]) for k in range(3)]
                b = [(1 - u) * (X[3][k] - X[0][k]) + u * (X[2][k] - X[1][k]) for k in range(3)]
                n = [a[k - 2] * b[k - 1] - a[k - 1] * b[k - 2] for k in range(3)]
                area += wu * wv * math.hypot(*n)
        yield area


def decks():
    functions = "functions: [{name: mass, type: mass}, {name: C, type: compliance}]\n"
    control = "SPC = 4\nLOAD = 2\n"
    own = deck(a_deck(), probes([5, 6]) + functions, control=control)
    m = Mesh()
    node = [m.node(0.3 * i, 0.2 * j, 0.05 * i * j) for i in range(3) for j in (0, 1)]
    for i in range(2):
        m.element("quad4", "web", [node[k] for k in (2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1)])
        for j in (0, 1):
            m.element("line2", "bars", (node[2 * i + j], node[2 * i + j + 2]))
    for i in range(3):
        m.element("line2", "bars", (node[2 * i], node[2 * i + 1]))
    for n, group in zip(node, ("root", "root", "rest", "rest", "rest", "rest")):
        m.element("point", group, (n,))
    m.element("point", "tip", (node[4],))
    m.write("own.msh")
    same = solve("panels of YAML", model("own.msh").replace("thickness:", "area_mass: 1.5, thickness:") + probes([5, 6])
                 + "supports: [{group: root, fix: [x, y, z]}, {group: rest, fix: [z]}]\n"
                 "loads: [{type: force, group: tip, value: [0, 1000, 0]}]\n" + functions + LINEAR)
    if check("panels of a deck", own.status == 0, own.stderr) and same:
        for n in (5, 6):
            agree("node %d of a deck" % n, end(own, n), end(same, n), 1e-12)
        for f, value in same.json["functions"].items():
            close("%s of a deck" % f, own.json["functions"][f], value, 1e-12)
    for name, text, words in (
            ("bars of a panel", a_deck(pshear=("PSHEAR", 7, 1, THICKNESS, "", 1.0)), "F1"),
            ("a shell of PSHEAR", a_deck("CQUAD4"), "PSHEAR 7 is the property of 2 elements that are no CSHEAR"),
            ("a panel of PSHELL", a_deck(pshear=("PSHELL", 7, 1, THICKNESS, 1)), "PID = 7 is a PSHELL"),
            ("no thickness", a_deck(pshear=("PSHEAR", 7, 1, 0.0)), "T must be positive")):
        for ranks in (1, 2):
            r = deck(text, probes([5]), ranks=ranks, control=control)
            check(name + " is refused", r.status == 3 and words in " ".join(r.stderr.split()), r.stderr)
    text = a_deck() + card("DESVAR", 3, "WEB", THICKNESS, 1e-4, 1e-2) + card(
        "DVPREL1", 9, "PSHEAR", 7, "T", "", "", "", "", 3, 1.0)
    r = ended("the thickness of a deck's panels as a design",
              deck(text, "deck: {designs: keep}\n" + functions, verb="gradient", control=control))
    close("d mass / d thickness", r.json["gradient"]["mass"]["WEB 3"][0], 2700 * sum(deck_areas()), 1e-7)


def the_example():
    """The root of the flow is linear along the projective map, whose middle is shown."""
    for ranks in (1, 3):
        r = ended("the example on %d ranks" % ranks, run(str(ROOT / "meshes" / "shear-web.yaml"), ranks, "gradient"))
        for name, bay in (("root web", 0), ("tip web", 4)):
            root = 0.5 * sum(600 / (4.5 - 0.3 * (bay + k)) for k in (0, 1))
            close("the flow in the %s on %d ranks" % (name, ranks), r.json["sections"][name]["s1_top"][-1] * 1.2e-3,
                  root ** 2, 1e-10)


# ---- refusals ----------------------------------------------------------------------------------------

def refused(name, nodes, kind, status, words, change=("", ""), supports="[{group: root, fix: all}]"):
    m = Mesh()
    numbers = [m.node(*x) for x in nodes]
    m.element(kind, "web", numbers)
    for k in range(4 if kind == "quad4" else 3):
        m.element("line2", "bars", (numbers[k], numbers[(k + 1) % len(numbers)]))
        m.element("point", "root" if k < 2 else "free", (numbers[k],))
    m.write("bad.msh")
    text = (model("bad.msh") + "supports: %s\nloads: [{type: force, group: free, value: [0, 1, 0]}]\n" % supports
            + LINEAR).replace(*change)
    refused_twice(name, text, words, status=status)


def refusals():
    square = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    refused("a triangle", square[:3], "tri3", 2, "accepted: quadrilaterals with four")
    refused("a warped panel", square[:2] + [(1, 1, 0.5), (0, 1, 0)], "quad4", 2, "off their mean plane")
    refused("a flat corner", [(0, 0, 0), (1, 0, 0), (0.505, 0.505, 0), (0, 1, 0)], "quad4", 2,
            "is flat at its corner 3")
    refused("a word", square, "quad4", 2, "carries", ("carries: shear", "carries: tension"))
    refused("a section", square, "quad4", 2, "accepted: material and thickness",
            ("material: metal, thickness: 0.001, carries", "section: stringer, carries"))
    refused("nothing out of the plane", square, "quad4", 5, "no support keeps the part",
            supports="[{group: root, fix: [x, y, z]}]")


in_turn(spars, boxes, quadrilaterals, gradients, decks, the_example, refusals)
