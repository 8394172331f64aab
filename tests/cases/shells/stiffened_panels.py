"""Claim: stiffened panels as sections (type stiffened_panel) have the A, B, D, shear stiffness and mass of their closed
forms, on both faces; their six failure indices are von Mises' stresses of skin and tips, and the inverse load factors
of the skin's, the stiffeners' and the panel's buckling found otherwise; a panel bends and buckles as one whose
stiffeners are shells, within 3 %, and has its mass; a wide column buckles where its index says; all derivatives are
exact.
"""
import math

from hdf5 import File
from common import ended, in_turn
from helper import check, close, gradients_agree, grid, prism, run

AL = dict(young=72e9, poisson=0.33, density=2780.0, yields=325e6)
PANEL = dict(thickness=3e-3, pitch=0.1, height=0.03, blade=3e-3, length=0.6)


def section(d=PANEL, m=AL, side="top", more=""):
    return """materials: {al: {young: %.17g, poisson: %.17g, density: %.17g, yield: %.17g}}
sections:
  panel: {type: stiffened_panel, material: al, thickness: %.17g, length: %.17g%s,
          pitch: %.17g, height: %.17g, web: %.17g, side: %s}
""" % (m["young"], m["poisson"], m["density"], m["yields"], d["thickness"], d["length"], more, d["pitch"], d["height"],
       d["blade"], side)


def simpson(f, a, b, n=200):
    h = (b - a) / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(a + i * h) for i in range(n + 1))


def stiffness(d=PANEL, m=AL, side=1):
    """A, B, D as a 6 x 6 matrix, and the two shear stiffnesses."""
    E, nu, t, h = m["young"], m["poisson"], d["thickness"], d["height"]
    q, G, width = E / (1 - nu ** 2), E / 2 / (1 + nu), d["blade"] / d["pitch"]
    K = [[0.0] * 6 for _ in range(6)]
    for first, size in ((0, t), (3, t ** 3 / 12)):
        for i, row in enumerate(((q, nu * q, 0), (nu * q, q, 0), (0, 0, G))):
            K[first + i][first:first + 3] = [size * x for x in row]
    area, e = width * h, (t + h) / 2
    K[0][0] += E * area
    K[0][3] = K[3][0] = side * E * area * e
    K[3][3] += E * (width * h ** 3 / 12 + area * e ** 2)
    K[5][5] += G * (h * d["blade"] ** 3 / 3) / (4 * d["pitch"])
    neutral = E * area * e / (q * t + E * area)
    bending = K[3][3] - K[0][3] ** 2 / K[0][0]
    tip = t / 2 + h
    energy = simpson(lambda z: (q * (simpson(lambda u: u - neutral, -t / 2, z, 2))) ** 2 / G, -t / 2, t / 2) + \
        simpson(lambda z: (E * width * simpson(lambda u: u - neutral, z, tip, 2)) ** 2 / (G * width), t / 2, tip)
    return K, (bending ** 2 / energy, 5 / 6 * G * t)


def strip(across, along, twist, width, N, M):
    """The inverse load factor of an infinite strip on hinges: the worst of all wave lengths, with Seydel's shear."""
    scale = (width / math.pi) ** 2
    worst = max([0.0] + [scale * -(N + M * s) / (across + 2 * twist * s + along * s * s)
                         for s in [0.0] + [10 ** (k / 4000) for k in range(-16000, 16000)]])
    return worst


def shear_factor(across, along, twist, width):
    theta = math.sqrt(across * along) / twist
    if theta > 1:
        return 4 / width ** 2 * (along * across ** 3) ** 0.25 * (8.125 + 5.045 / theta)
    return 4 / width ** 2 * math.sqrt(across * twist) * (11.7 + 0.532 * theta + 0.938 * theta ** 2)


def together(c, s):
    return (c + math.sqrt(c * c + 4 * s * s)) / 2


def indices(strain, d=PANEL, m=AL, side=1):
    E, nu, t, h = m["young"], m["poisson"], d["thickness"], d["height"]
    K, shear = stiffness(d, m, side)
    q, G = E / (1 - nu ** 2), E / 2 / (1 + nu)
    found = {}
    for face, z in (("bottom", -t / 2), ("top", t / 2)):
        e = [strain[i] + z * strain[3 + i] for i in range(3)]
        s = (q * (e[0] + nu * e[1]), q * (e[1] + nu * e[0]), G * e[2])
        found["skin_" + face] = math.sqrt(s[0] ** 2 - s[0] * s[1] + s[1] ** 2 + 3 * s[2] ** 2) / m["yields"]
    at = lambda z: E * (strain[0] + side * z * strain[3])
    found["stiffener_tip"] = abs(at(t / 2 + h)) / m["yields"]
    # the work of the stress of a blade that turns about its foot by z, weighted with its square
    mean = simpson(lambda r: at(t / 2 + r) * r * r, 0, h) * 3 / h ** 3
    strength = G * (d["blade"] / h) ** 2 + q / 12 * (math.pi * d["blade"] / d["length"]) ** 2
    found["stiffener_buckling"] = max(0.0, -mean / strength)
    D = q * t ** 3 / 12
    N = [t * q * (strain[0] + nu * strain[1]), t * q * (strain[1] + nu * strain[0]), t * G * strain[2]]
    b = d["pitch"]
    found["skin_buckling"] = together(strip(D, D, D, b, N[1], N[0]), N[2] / shear_factor(D, D, D, b))
    N = [sum(K[i][j] * strain[j] for j in range(6)) for i in range(3)]
    L, D1 = d["length"], K[3][3] - K[0][3] ** 2 / K[0][0]
    D1 /= 1 + math.pi ** 2 * D1 / L ** 2 / shear[0]
    of = (D1, K[4][4], K[3][4] + 2 * K[5][5], L)
    found["panel_buckling"] = together(strip(*of, N[0], N[1]), N[2] / shear_factor(*of))
    return found


def same_section():
    """Static deflections and resultants of the section of given stiffness, and the mass."""
    grid(6, 4, size=(0.6, 0.4), distort=0.2).write("plate.msh")
    tail = """shells: [{group: plate, section: panel, axis: [1, 0.2, 0], offset: 2e-3}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 300}, {type: traction, group: right, value: [2e3, 500, -40]}]
probes: [{name: tip, group: corner11}, {name: root, element: 1}]
functions: [{name: m, type: mass}, {name: I, type: inertia, form: yy, about: [0, 0, 0]}]
time: {scheme: linear, step: 1, steps: 1}
"""
    head = "gimbal: 1\nmesh: plate.msh\n"
    for side, word in ((1, "top"), (-1, "bottom")):
        K, shear = stiffness(side=side)
        mat = ["[%s]" % ", ".join("%.17g" % K[r + i][c + j] for i in range(3) for j in range(i, 3))
               for r, c in ((0, 0), (0, 3), (3, 3))]
        mass = AL["density"] * (PANEL["thickness"] + PANEL["blade"] * PANEL["height"] / PANEL["pitch"])
        own = run(head + section(side=word, more=", area_mass: 0.5") + tail, 2, name=word)
        other = run(head + """sections:
  panel: {type: general_shell, thickness: %.17g, A: %s, B: %s, D: %s, shear: [%.17g, 0, %.17g], area_mass: 1}
""" % (PANEL["thickness"], *mat, *shear) + tail, 1, name="general")
        ended("section on the " + word, own, other)
        a, b = (r.json["probes"]["tip"]["u"][-1] for r in (own, other))
        for x, y in zip(a, b):
            close("%s: the tip moves" % word, x, y, 1e-8, 1e-9 * max(map(abs, b)))
        for part, values in own.json["sections"]["root"].items():
            if part[0] in "NMQ":
                size = max(abs(v[-1]) for k, v in other.json["sections"]["root"].items() if k[0] == part[0])
                close("%s: %s" % (word, part), values[-1], other.json["sections"]["root"][part][-1], 1e-7, 1e-8 * size)
        close("%s: the mass" % word, own.json["functions"]["m"], 0.24 * (mass + 0.5), 1e-12)
        # the integral of x^2 + z^2 over skin and area_mass, with their middle at z = 2e-3, and blades beside the skin
        t, h, at, width = PANEL["thickness"], PANEL["height"], 2e-3, PANEL["blade"] / PANEL["pitch"]
        z = t * (at ** 2 + t * t / 12) + width * h * ((at + side * (t + h) / 2) ** 2 + h * h / 12)
        close("%s: the inertia" % word, own.json["functions"]["I"],
              0.24 * ((mass + 0.5) * 0.12 + AL["density"] * z + 0.5 * at ** 2), 1e-12)


def own_indices():
    """The indices of results at uniform strains of all signs, by the strains that the run tells."""
    grid(2, 2, size=(0.3, 0.2)).write("flat.msh")
    # Seydel's table (Z. Flugtechnik 24, 1933) of strips with across = along, to which (4.19) is fitted
    for theta, published in ((1e-12, 11.7), (0.5, 12.2), (1, 13.17), (2, 10.8), (5, 9.25)):
        close("Seydel's strip, %g" % theta, shear_factor(1, 1, 1 / theta, 2) / max(1, theta ** -0.5), published,
              0.02 if theta > 1 else 1e-3)
    wide = dict(PANEL, height=3e-3, blade=14e-3)  # resists twist more than bending: theta = 0.5
    for d, word, N in ((PANEL, "top", (-3e5, 0, 0)), (PANEL, "bottom", (-3e5, 0, 0)), (PANEL, "top", (-2e5, -1e4, 9e4)),
                       (PANEL, "bottom", (2e5, -2e4, 5e4)), (PANEL, "top", (-1e3, 3e4, -9e4)),
                       (PANEL, "bottom", (-4e5, 6e4, 3e4)), (PANEL, "top", (3e5, 2e5, 1e4)),
                       (wide, "top", (-1e3, 3e4, -9e4))):
        edge = {"right": (N[0], N[2]), "left": (-N[0], -N[2]), "top": (N[2], N[1]), "bottom": (-N[2], -N[1])}
        r = ended("uniform strains", run("gimbal: 1\nmesh: flat.msh\n" + section(d, side=word) + """
shells: [{group: plate, section: panel, axis: [1, 0, 0]}]
supports: [{group: corner00, fix: [x, y, z]}, {group: corner10, fix: [y, z]}, {group: corner01, fix: [z]}]
loads: [%s]
probes: [{name: mid, element: 1}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 1}
""" % ", ".join("{type: traction, group: %s, value: [%g, %g, 0]}" % (g, *v) for g, v in edge.items()), name="flat"))
        of = r.json["sections"]["mid"]
        strain = [of[k][-1] for k in ("e11", "e22", "g12", "k11", "k22", "k12")]
        expected = indices(strain, d, side=1 if word == "top" else -1)
        file = File("flat.vtkhdf")
        for name, exact in expected.items():
            found = file.dataset("/VTKHDF/CellData/failure_" + name)[2]
            for value in found[-4:]:
                close("%s of %s: %s" % (N, word, name), value, exact, 2e-6, 1e-9)
        close("the largest", file.dataset("/VTKHDF/CellData/failure")[2][-1], max(expected.values()), 2e-6)
        # the textbook: k pi^2 E / (12 (1 - nu^2)) (t / b)^2 with k = 4, and the resultant of the load
        if N[1] == N[2] == 0:
            close("resultant", of["N11"][-1], N[0], 1e-9)
            E, nu = AL["young"], AL["poisson"]
            sigma = E / (1 - nu ** 2) * (strain[0] + nu * strain[1])
            other = E / (1 - nu ** 2) * (strain[1] + nu * strain[0])
            critical = math.pi ** 2 * E / 12 / (1 - nu ** 2) * (PANEL["thickness"] / PANEL["pitch"]) ** 2
            # of a long plate, with stress across it
            k = 2 + 2 * math.sqrt(1 + other / critical / expected["skin_buckling"])
            close("skin between stiffeners", expected["skin_buckling"], -sigma / (k * critical), 1e-4)


def against_shells():
    """A clamped panel, 1.6 m long with five stiffeners: pressure, and compression by its ends. The nodes are on the
    face of the skin where the stiffeners stand."""
    L, d = 1.6, dict(PANEL, length=1.6)
    t, h, p = d["thickness"], d["height"], d["pitch"]
    y = [0.0] + [p * (i + 0.5) for i in range(5)] + [5 * p]
    lines = [((a, 0.0), (b, 0.0)) for a, b in zip(y, y[1:])]
    blades = [((a, 0.0), (a, h)) for a in y[1:-1]]
    mesh, _ = prism(lines + blades, L, 32, 2, ["skin"] * len(lines) + ["blade"] * len(blades))
    mesh.write("shells.msh")
    mesh, _ = prism([((0.0, 0.0), (5 * p, 0.0))], L, 32, 5, ["skin"])
    mesh.write("smeared.msh")
    tail = """supports: [{group: root, fix: all}, {group: tip, fix: [rx, ry, rz]}, {group: tip, motion: ["%s*t", 0, 0]}]
loads: [{type: pressure, group: skin, value: %g}]
probes: [{name: mid, at: [0.8, 0.25, 0]}]
functions: [{name: m, type: mass}]
time: {scheme: linear, step: 1, steps: 1}
"""
    smeared = "gimbal: 1\nmesh: smeared.msh\n" + section(d) + \
        "shells: [{group: skin, section: panel, axis: [1, 0, 0], offset: -1.5e-3}]\n"
    modelled = "gimbal: 1\nmesh: shells.msh\n" + section(d).split("sections:")[0] + """shells:
  - {group: skin, material: al, thickness: %g, offset: -1.5e-3}
  - {group: blade, material: al, thickness: %g}
""" % (t, d["blade"])
    found = []
    for text in (smeared, modelled):
        r = run(text + tail % ("0", 1000), 1, name="bent")
        b = run(text + tail % ("-1e-3", 1e-9), 1, "buckling", ["modes.count=1"], name="pressed")
        ended("both panels", r, b)
        found.append((r.json["functions"]["m"], r.json["probes"]["mid"]["u"][-1][2], b.json["buckling"]["factor"][0]))
    close("mass", found[0][0], found[1][0], 1e-12)
    close("deflection", found[0][1], found[1][1], 0.03)
    close("load factor", found[0][2], found[1][2], 0.03)


def wide_column():
    """A strip on hinges, without Poisson's effect and with sides of symmetry, buckles where its index says."""
    d, m = dict(PANEL), dict(AL, poisson=0.0)
    grid(40, 1, size=(d["length"], 0.05)).write("column.msh")
    text = "gimbal: 1\nmesh: column.msh\n" + section(d, m) + """shells: [{group: plate, section: panel,
          axis: [1, 0, 0]}]
supports: [{group: left, fix: [x, z]}, {group: right, fix: z}, {group: plate, fix: [y, rx, rz]}]
loads: [{type: traction, group: right, value: [-1e5, 0, 0]}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 1}
"""
    b = run(text, 1, "buckling", ["modes.count=1"], name="column")
    r = run(text, 1, name="column")
    if check("column", b.status == 0 and r.status == 0, b.stderr + r.stderr):
        value = File("column.vtkhdf").dataset("/VTKHDF/CellData/failure_panel_buckling")[2][-1]
        close("the column's load factor", b.json["buckling"]["factor"][0], 1 / value, 2e-3)


def derivatives():
    grid(3, 2, size=(0.5, 0.3), place=lambda x, y: (x, y, 0.2 * x * y + 0.1 * y * y)).write("warped.msh")
    names = ["thickness", "length", "pitch", "height", "web", "area_mass"]
    text = "gimbal: 1\nmesh: warped.msh\n" + section(side="bottom", more=", area_mass: 0.3") + """
shells: [{group: plate, section: panel, axis: [1, 0.5, 0.2], offset: 1e-3}]
supports: [{group: left, fix: all}]
gravity: [10, 20, -9.81]
loads: [{type: pressure, group: plate, value: "2e4*t"},
        {type: traction, group: right, value: ["-9e6*t", "-8e6*t", 1e3]}]
probes: [{name: mid, element: 3}]
design:
%s
  - {name: dE, material: al, parameter: young}
  - {name: dnu, material: al, parameter: poisson}
  - {name: dyield, material: al, parameter: yield}
functions:
  - {name: m, type: mass}
  - {name: c, type: compliance}
  - {name: f, type: ks, weight: 20}
  - {name: s, type: value, of: mid, value: "s11_top + s1_bottom + M12", at: end}
time: {scheme: bdf2, step: 2e-3, steps: 3, error_limit: 1e9}
output: {every: 0}
""" % "\n".join("  - {name: d%s, section: panel, parameter: %s}" % (n.replace("_", ""), n) for n in names)
    gradients_agree("stiffened_panel", text, ["bdf2"], ranks=(1, 3))


def refusals():
    grid(2, 2, size=(0.5, 0.3)).write("plate.msh")
    good = "gimbal: 1\nmesh: plate.msh\n" + section() + """shells: [{group: plate, section: panel, axis: [1, 0, 0]}]
supports: [{group: left, fix: all}]
time: {scheme: linear, step: 1, steps: 1}
"""
    for old, new, parts in (
            (", length: 0.59999999999999998", "", ("length", "missing")),
            ("material: al, ", "", ("material", "missing")),
            ("height: 0.029999999999999999, ", "", ("height", "missing")),
            ("side: top", "side: left", ("side", "top, bottom")),
            ("side: top", "symmetric: true", ("symmetric", "stiffened_panel")),
            ("pitch: 0.10000000000000001", "pitch: 0", ("pitch", "> 0")),
            ("pitch: 0.10000000000000001", "pitch: 0.001", ("web", "below the pitch, 0.001")),
            ("axis: [1, 0, 0]", "offset: 0", ("axis",)),
            ("type: stiffened_panel", "type: general_shell", ("general_shell",)),
            ("type: stiffened_panel", "type: laminate", ("laminate",))):
        r = run(good.replace(old, new), name="bad")
        check("%s is refused" % new, good != good.replace(old, new) and r.status == 2, (r.status, r.stderr))
        for part in parts:
            check("%s: message names %s" % (new, part), part in r.stderr, r.stderr)


in_turn(same_section, own_indices, against_shells, wide_column, derivatives, refusals)
