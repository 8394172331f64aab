"""Thermal expansion of laminates against classical lamination theory.

Claims: a laminate that is held statically determinate takes the free strains and curvatures A, B, D^-1 of its thermal
resultants, without resultants, and its outer plies have the stresses Q (e - a T(z)), its plies the failure indices and
its functions the energy of these: for quasi-isotropic and random layups in random axes and units, elements of all
shapes, linear and nonlinear statics, on 1 to 3 ranks; a cross-ply strip and a bimetallic one (Timoshenko) curve by
closed forms; a clamped laminate has the thermal resultants; a laminate of equal isotropic plies is the isotropic shell,
where it is curved, offset and heated unequally; a heated laminate that is turned stays without resultants. Derivatives
by thicknesses, angles, moduli, expansions and temperatures are those of complex step, and of cases read anew.
"""
# quick
import importlib.util
import math
import os
import random
import sys

if not importlib.util.find_spec("numpy") and sys.executable != "/usr/bin/python3":
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])  # that of Debian's python3-numpy
import numpy as np

from common import ended, refused
from helper import built_anew, check, close, gradients_agree, grid, run

STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"
KINDS = "quad4", "tri3", "quad9", "tri6"
SEED = 20263
chance = random.Random(SEED)
print("seed", SEED)


class Ply:
    """A ply: its material's numbers, thickness and angle; stiffness and expansion in the shell's axes."""

    def __init__(self, m, t, angle):
        self.m, self.t, self.angle = m, t, angle
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        scale = m["E1"] / (m["E1"] - m["poisson"] ** 2 * m["E2"])
        Q = np.array([[scale * m["E1"], scale * m["poisson"] * m["E2"], 0],
                      [scale * m["poisson"] * m["E2"], scale * m["E2"], 0], [0, 0, m["G12"]]])
        self.T = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
        self.Q = self.T.T @ Q @ self.T
        self.own = Q
        self.a = np.linalg.solve(self.T, [m["expansion1"], m["expansion2"], 0])


class Laminate:
    def __init__(self, plies, rise, gradient):
        self.plies, self.rise, self.gradient = plies, rise, gradient
        self.z = np.cumsum([0] + [p.t for p in plies]) - sum(p.t for p in plies) / 2
        C, y = np.zeros((6, 6)), np.zeros(6)
        for p, a, b in zip(plies, self.z, self.z[1:]):
            t, first, second = b - a, (b * b - a * a) / 2, (b ** 3 - a ** 3) / 3
            C += np.block([[t * p.Q, first * p.Q], [first * p.Q, second * p.Q]])
            y += np.concatenate(
                [p.Q @ p.a * (rise * t + gradient * first), p.Q @ p.a * (rise * first + gradient * second)])
        self.C, self.forces = C, y
        self.free = np.linalg.solve(C, y)

    def strain(self, ply, z):
        """Strains that have stresses where the laminate expands freely."""
        return self.free[:3] + z * self.free[3:] - self.plies[ply].a * (self.rise + self.gradient * z)

    def face(self, top):
        ply = len(self.plies) - 1 if top else 0
        return self.plies[ply].Q @ self.strain(ply, self.z[-1 if top else 0])

    def energy(self):
        """Twice the energy per area, by Gauss."""
        return sum((b - a) / 2 * self.strain(k, z) @ p.Q @ self.strain(k, z)
                   for k, (p, a, b) in enumerate(zip(self.plies, self.z, self.z[1:]))
                   for z in ((a + b) / 2 + s * (b - a) / math.sqrt(12) for s in (-1, 1)))

    def index(self):
        """The largest index of Tsai and Wu."""
        largest = -math.inf
        for k, p in enumerate(self.plies):
            for z in self.z[k:k + 2]:
                s = p.own @ p.T @ self.strain(k, z)
                m = p.m
                largest = max(largest, (1 / m["Xt"] - 1 / m["Xc"]) * s[0] + (1 / m["Yt"] - 1 / m["Yc"]) * s[1]
                              + s[0] ** 2 / m["Xt"] / m["Xc"] + s[1] ** 2 / m["Yt"] / m["Yc"] + s[2] ** 2 / m["S"] ** 2)
        return largest


CARBON = dict(E1=140e9, E2=10e9, G12=5e9, G13=5e9, G23=3.5e9, poisson=0.3, density=1600, Xt=2e9,
              Xc=1.5e9, Yt=5e7, Yc=2e8, S=8e7, expansion1=-0.5e-6, expansion2=28e-6)
GLASS = dict(CARBON, E1=45e9, E2=12e9, G12=4.5e9, poisson=0.28, Xt=1e9, expansion1=7e-6, expansion2=22e-6)


def scaled(material, length, force):
    """The material in other units: stresses are multiplied by force / length^2."""
    strains = "poisson", "expansion1", "expansion2", "density"
    return {k: v if k in strains else v * force / length ** 2 for k, v in material.items()}


def definitions(plies, offset=0.0, axis=(1, 0, 0)):
    materials, rows = {}, []
    for p in plies:
        name = materials.setdefault(str(p.m), "m%d" % len(materials))
        rows.append("{material: %s, thickness: %r, angle: %r}" % (name, p.t, p.angle))
    named = {name: next(p.m for p in plies if str(p.m) == text) for text, name in materials.items()}
    return "materials:\n%ssections: {s: {type: laminate, plies: [%s]}}\n" \
           "shells: [{group: plate, section: s, axis: %r, offset: %r}]\n" % (
               "".join("  %s: {%s}\n" % (k, ", ".join("%s: %r" % n for n in m.items())) for k, m in named.items()),
               ", ".join(rows), list(map(float, axis)), offset)


def rotation():
    q, r = np.linalg.qr(np.array([[chance.gauss(0, 1) for _ in range(3)] for _ in range(3)]))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else -q


FREE = """
gimbal: 1
mesh: plate.msh
%s
temperatures: [{name: hot, group: plate, value: "t", amplitude: %r, gradient: %r, reference: %r}]
groups: [{name: a, at: %s}, {name: b, at: %s}, {name: c, at: %s}]
supports: [{group: a, fix: [x, y, z]}]
equations:
%s
probes:
  - {name: part, element_at: %s}
%sfunctions: [{name: energy, type: compliance}, {name: largest, type: ks, weight: 1e12}]
"""


def hold(R):
    """Equations that let the corner b move along the first axis and the corner c in the plane."""
    rows = [("b", R[1]), ("b", R[2]), ("c", R[2])]
    return "".join("  - {terms: [{group: %s, ux: %r, uy: %r, uz: %r}]}\n" % (g, *map(float, n)) for g, n in rows)


def expand_freely(kind, scheme, plies, gradient, ranks):
    """Corners a, b, c of a plate are held as at the ends of its axes; d, e, f show the curvatures 11, 22, 12."""
    length, force, R = 10 ** chance.uniform(-2, 2), 10 ** chance.uniform(-2, 2), rotation()
    plies = [Ply(scaled(p.m, length, force), p.t * length, p.angle) for p in plies]
    t = sum(p.t for p in plies)
    reference, rise = chance.uniform(-20, 20), chance.uniform(20, 150)
    offset = chance.uniform(-t, t)
    lam = Laminate(plies, rise, gradient / length)
    size = 1.5 * length, length

    def place(x, y):
        return [float(v) for v in x * R[0] + y * R[1]]

    grid(5, 4, size, place, distort=0.1 if kind in ("quad4", "tri3") else 0.0, kind=kind).write("plate.msh")
    a, b, c = place(0, 0), place(size[0], 0), place(0, size[1])
    bent = {"d": place(0.4 * size[0], 0), "e": place(0, size[1] / 2), "f": place(*size)}
    case = FREE % (definitions(plies, offset, R[0]), rise + reference, gradient / length, reference,
                   a, b, c, hold(R), place(0.3 * length, 0.3 * length),
                   "".join("  - {name: %s, at: %s}\n" % (p, at) for p, at in (("b", b), ("c", c), *bent.items())))
    name = "%s, %s on %d ranks" % (kind, scheme.split()[2].strip(","), ranks)
    r = ended("%s: ends well" % name, run(case + scheme, ranks))
    linear, e, k = scheme == LINEAR, lam.free[:3].copy(), lam.free[3:]
    e -= offset * k
    wanted = {"b": e[0] * size[0] * R[0], "c": (e[2] * R[0] + e[1] * R[1]) * size[1]}
    for corner, u in wanted.items():
        for i in range(3):
            close("%s: u%s of %s" % (name, "xyz"[i], corner), r.json["probes"][corner]["u"][-1][i], u[i], 0,
                  (1e-9 * np.abs(e).max() if linear else 5 * np.abs(e).max() ** 2) * length)
    sags = {"d": k[0] * 0.24 * size[0] ** 2, "e": k[1] * size[1] ** 2 / 4, "f": -k[2] * size[0] * size[1]}
    for at, sag in sags.items():
        close("%s: w of %s" % (name, at), float(np.dot(r.json["probes"][at]["u"][-1], R[2])), sag / 2, 0,
              1e-8 * np.abs(k).max() * length ** 2 + 1e-12 * length)
    part = r.json["sections"]["part"]
    loaded = np.abs(lam.forces)
    for i, ij in enumerate(("11", "22", "12")):
        close("%s: N%s" % (name, ij), part["N" + ij][-1], 0, 0, 1e-9 * loaded.max())
        for face in ("bottom", "top"):
            close("%s: s%s %s" % (name, ij, face), part["s%s_%s" % (ij, face)][-1], lam.face(face == "top")[i], 0,
                  1e-8 * np.abs(lam.face(True)).max())
    close("%s: energy" % name, r.json["functions"]["energy"], lam.energy() * size[0] * size[1], 1e-8)
    close("%s: index" % name, r.json["functions"]["largest"], lam.index(), 1e-8)


def layup(count, symmetric):
    plies = [Ply(chance.choice((CARBON, GLASS)), chance.uniform(1e-4, 3e-4), chance.uniform(-90, 90))
             for _ in range(count)]
    return plies + plies[::-1] if symmetric else plies


QUASI = [Ply(CARBON, 1.25e-4, angle) for angle in (0, 45, -45, 90, 90, -45, 45, 0)]
lam = Laminate(QUASI, 1, 0)
close("a quasi-isotropic laminate expands equally", lam.free[0], lam.free[1], 1e-10)
for kind in KINDS:
    expand_freely(kind, STATIC, chance.choice((QUASI, layup(3, True))), 0.0, chance.choice((1, 2, 3)))
    expand_freely(kind, LINEAR, layup(4, False), chance.uniform(-2e3, 2e3), chance.choice((1, 2, 3)))

# ---- closed forms ----------------------------------------------------------------------------------------------------

STRIP = """
gimbal: 1
mesh: strip.msh
%s
temperatures: [{group: plate, value: "100*t"}]
supports: [{group: left, fix: [x, ry]}, {group: corner00, fix: all}]
probes: [{name: tip, at: [0.1, 0, 0]}]
"""


def isotropic(young, poisson, expansion):
    shear = young / (2 * (1 + poisson))
    return dict(CARBON, E1=young, E2=young, poisson=poisson, G12=shear, G13=shear, G23=shear, expansion1=expansion,
                expansion2=expansion)


# Two isotropic layers of one Poisson's ratio bend as Timoshenko's strip, also across it: Timoshenko 1925, equation (4).
BRASS, INVAR = isotropic(100e9, 0.3, 19e-6), isotropic(145e9, 0.3, 1e-6)
m, n, h = 1.5, 1.45, 2.5e-3
bimetal = 6 * 18e-6 * 100 * (1 + m) ** 2 / (h * (3 * (1 + m) ** 2 + (1 + m * n) * (m ** 2 + 1 / (m * n))))
# [0/90] with plies of thickness t: the moment M of both is opposite in x and y; by hand from A, B, D of classical
# theory.
q = 1 / (1 - CARBON["poisson"] ** 2 * CARBON["E2"] / CARBON["E1"])
q11, q22, q12 = q * CARBON["E1"], q * CARBON["E2"], q * CARBON["poisson"] * CARBON["E2"]
f1 = q11 * CARBON["expansion1"] + q12 * CARBON["expansion2"]
f2 = q12 * CARBON["expansion1"] + q22 * CARBON["expansion2"]
t = 2e-4
A1, B1, D1 = (q11 + q22) * t - 2 * q12 * t, (q22 - q11) * t ** 2 / 2, ((q11 + q22) / 3 - 2 * q12 / 3) * t ** 3
# half the sum and half the difference of the strains in x and y separate: A e + B k = N with k_x = -k_y
cross = 100 * (A1 + 4 * q12 * t) * (f2 - f1) * t ** 2 / 2 - 100 * (f1 + f2) * t * B1
cross /= (A1 + 4 * q12 * t) * D1 - B1 ** 2
grid(10, 2, (0.1, 0.02)).write("strip.msh")
for name, plies, curvature in (("Timoshenko", [Ply(INVAR, 1.5e-3, 0), Ply(BRASS, 1e-3, 30)], bimetal),
                               ("cross-ply", [Ply(CARBON, t, 0), Ply(CARBON, t, 90)], cross)):
    close(name + ": by A, B, D", Laminate(plies, 100, 0).free[3], curvature, 1e-10)
    r = ended(name, run(STRIP % definitions(plies) + LINEAR, 2))
    close(name + ": a strip", r.json["probes"]["tip"]["u"][-1][2], -curvature * 0.1 ** 2 / 2, 1e-9)

# Clamped along all edges: the resultants are those of the temperature.
CLAMPED = STRIP.replace("{group: left, fix: [x, ry]}, {group: corner00, fix: all}", ", ".join(
    "{group: %s, fix: all}" % side for side in ("left", "right", "bottom", "top"))).replace(
        "at: [0.1, 0, 0]", "element_at: [0.05, 0.01, 0]")
plies = layup(5, False)
held = Laminate(plies, 100, 0).forces
r = ended("clamped", run(CLAMPED % definitions(plies) + LINEAR, 3))
for i, ij in enumerate(("11", "22", "12")):
    close("N%s of a clamped laminate" % ij, r.json["sections"]["tip"]["N" + ij][-1], -held[i], 1e-9,
          1e-9 * abs(held[0]))
    close("M%s of a clamped laminate" % ij, r.json["sections"]["tip"]["M" + ij][-1], -held[3 + i],
          1e-9, 1e-9 * abs(held[3]))

# ---- equal plies -----------------------------------------------------------------------------------------------------

SHELL = """
gimbal: 1
mesh: curved.msh
%s
temperatures: [{name: hot, group: plate, value: "t", field: "50*(1 + x) + 30*y", gradient: 20, reference: 7}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "20*t"}]
probes: [{name: tip, at: %s}, {name: part, element_at: %s}]
functions: [{name: energy, type: compliance}]
"""


def arch(x, y):
    return math.sin(x), y, math.cos(x) + 0.1 * y * x


SINGLE = "materials: {m: {young: 70e9, poisson: 0.3, density: 2700, expansion: 23e-6}}\n" \
         "shells: [{group: plate, material: m, thickness: 0.012, offset: 0.004, axis: [1, 0, 0]}]\n"
for kind in KINDS:
    grid(4, 3, (1, 0.8), arch, distort=0.1, kind=kind).write("curved.msh")
    places = list(arch(1, 0.8)), list(arch(0.6, 0.3))
    equal = definitions(
        [Ply(isotropic(70e9, 0.3, 23e-6), t, angle) for t, angle in ((0.004, 0), (0.005, 35), (0.003, 80))], 0.004)
    equal = equal.replace("density: 1600", "density: 2700")
    for scheme in (LINEAR, STATIC)[:1 if kind in ("tri3", "quad9") else 2]:
        found = [run(SHELL % (text, *places) + scheme, ranks) for text,
                 ranks in ((SINGLE, 1), (equal, chance.choice((1, 2, 3))))]
        name = "equal plies of %s, %s" % (kind, scheme.split()[2])
        if not check(name, all(r.status == 0 for r in found), found[-1].stderr):
            continue
        one, other = (r.json for r in found)
        size = max(map(abs, one["probes"]["tip"]["u"][-1]))
        for a, b in zip(one["probes"]["tip"]["u"][-1], other["probes"]["tip"]["u"][-1]):
            close(name, b, a, 0, 1e-10 * size)
        close(name + ": energy", other["functions"]["energy"], one["functions"]["energy"], 1e-10)
        for keys in (("N11", "N22", "N12"), ("M11", "M22", "M12"), ("s11_top", "s22_top", "s12_bottom")):
            size = max(abs(one["sections"]["part"][k][-1]) for k in keys)
            for k in keys:
                close(name + ": " + k, other["sections"]["part"][k][-1], one["sections"]["part"][k][-1], 0, 1e-9 * size)

# ---- large rotations -------------------------------------------------------------------------------------------------

# The three corners follow the turn of a plate that has expanded already.
TURNED = """
gimbal: 1
mesh: turned.msh
%s
temperatures: [{group: plate, value: 90}]
supports:
%s
probes: [{name: part, element_at: [0.3, 0.3, 0]}, {name: far, at: [1, 0.8, 0]}]
"""
plies = [Ply(p.m, 100 * p.t, p.angle) for p in layup(3, True)]
lam = Laminate(plies, 90, 0)
stretch = np.eye(3)
stretch[:2, :2] += [[lam.free[0], lam.free[2] / 2], [lam.free[2] / 2, lam.free[1]]]
axis = rotation()[0]
K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
KK = K @ K


def follow(group, X):
    """(R(2 t) (1 + e) - 1) X by Rodrigues."""
    x = stretch @ X
    return "  - {group: %s, motion: [%s]}\n" % (group, ", ".join(
        '"%r + %r*sin(2*t) + %r*(1 - cos(2*t))"' % (float(x[i] - X[i]), float((K @ x)[i]), float((KK @ x)[i]))
        for i in range(3)))


corners = {"corner10": np.array([1, 0, 0.0]), "corner01": np.array([0, 0.8, 0.0])}
held = "  - {group: corner00, fix: [x, y, z]}\n" + "".join(follow(g, X) for g, X in corners.items())
for kind in ("quad4", "tri6"):
    grid(2, 2, (1, 0.8), distort=0.1 if kind == "quad4" else 0.0, kind=kind).write("turned.msh")
    r = ended("turned, " + kind,
              run(TURNED % (definitions(plies), held) + STATIC.replace("step: 1, steps: 1", "step: 0.1, steps: 10"), 2))
    for k in ("N11", "N22", "N12", "M11", "M22", "M12"):
        close("turned, %s: %s" % (kind, k), r.json["sections"]["part"][k][-1], 0, 0, 1e-8 * abs(lam.forces[0]))
    X = np.array([1, 0.8, 0])
    R = np.eye(3) + math.sin(2) * K + (1 - math.cos(2)) * KK
    for a, b in zip(r.json["probes"]["far"]["u"][-1], R @ stretch @ X - X):
        close("turned, %s: far corner" % kind, a, float(b), 0, 1e-8)

# ---- derivatives -----------------------------------------------------------------------------------------------------

# The plies are thick: where a thin plate bends by many times its thickness, round-off of its membrane forces alone
# makes derivatives of failure indices differ by 1e-10.
SKIN = """
gimbal: 1
mesh: skin.msh
materials:
  carbon: {%s, damping: {mass: 1, stiffness: 1e-5}}
  glass: {%s}
sections:
  s: {type: laminate,
      plies: [{material: carbon, thickness: 5e-3, angle: 20}, {material: glass, thickness: 1e-2, angle: -50},
      {material: carbon, thickness: 7.5e-3, angle: 70}]}
shells: [{group: plate, section: s, axis: [1, 0.2, 0], offset_fraction: 0.3}]
temperatures: [{name: hot, group: plate, value: "60*t/0.1", field: "1 + x", gradient: 300, reference: 5}]
groups: [{name: inner, nodes: [9]}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "5000*t/0.1"}]
probes: [{name: tip, at: [1, 0.5, 0]}, {name: part, element_at: [0.4, 0.2, 0]}]
functions:
  - {name: energy, type: compliance}
  - {name: ks, type: ks, weight: 20}
  - {name: tip, type: end, of: tip, value: "uz + 3*ux"}
  - {name: stress, type: value, value: "part.s1_top + part.s22_bottom + part.N11", at: end}
design:
%%s
""" % tuple(", ".join("%s: %r" % n for n in m.items()) for m in (CARBON, GLASS))
DESIGNS = """  - {name: t, section: s, parameter: "plies[1].thickness"}
  - {name: angle, section: s, parameter: "plies[0].angle"}
  - {name: E1, material: carbon, parameter: E1}
  - {name: nu, material: glass, parameter: poisson}
  - {name: along, material: carbon, parameter: expansion1}
  - {name: across, material: glass, parameter: expansion2}
  - {name: Yt, material: carbon, parameter: Yt}
  - {name: density, material: glass, parameter: density}
  - {name: T, temperature: hot, parameter: amplitude}
  - {name: g, temperature: hot, parameter: gradient}
  - {name: T0, temperature: hot, parameter: reference}
  - {name: place, coordinates: inner}
"""
grid(3, 3, (1, 0.5), distort=0.1).write("skin.msh")
MARCH = "time: {scheme: bdf2, step: 0.01, steps: 10}\n"
gradients_agree("of a heated laminate", SKIN % DESIGNS + MARCH, ("static", "linear", "bdf2"))
for step, moves in (
        (1e-3, {"angle": ('section: s, parameter: "plies[0].angle"', {"sections.s.plies[0].angle": (20, 1)}),
                "T": ("temperature: hot, parameter: amplitude", {"temperatures.hot.amplitude": (1, 1)})}),
        (1e-6, {"t": ('section: s, parameter: "plies[1].thickness"', {"sections.s.plies[1].thickness": (1e-2, 1)})}),
        (1e-9, {"along": ("material: carbon, parameter: expansion1",
                          {"materials.carbon.expansion1": (CARBON["expansion1"], 1)})})):
    built_anew("a heated laminate", SKIN + MARCH.replace("bdf2", "static"), moves, step)

# ---- buckling about the reference ------------------------------------------------------------------------------------
# A plate that is not held across its span strains by heat while it is compressed along it. Forces are proportional to
# the heat, so that the factor is to its reciprocal.

BUCKLING = """gimbal: 1
mesh: strip.msh
%s
supports: [{group: left, fix: all}, {group: right, fix: [x]}]
temperatures: [{name: hot, group: plate, value: 1, amplitude: 90}]
design: [{name: T, temperature: hot, parameter: amplitude}]
functions: [{name: f, type: buckling, mode: 1}]
modes: {count: 2}
"""
grid(12, 2, (1, 0.1)).write("strip.msh")
for name, shells in (
        ("isotropic", "materials: {i: {young: 70e9, poisson: 0.3, density: 2700, expansion: 19e-6}}\n"
                      "shells: [{group: plate, material: i, thickness: 3e-3}]"),
        ("unsymmetric",
         definitions([Ply(CARBON, 1.5e-3, 25), Ply(GLASS, 1e-3, 0), Ply(CARBON, 5e-4, -40)], axis=(1, 0.2, 0)))):
    r = run(BUCKLING % shells + STATIC, 1, "gradient")
    if check(name + ": buckling by heat", r.status == 0 and r.json, r.stderr):
        close(name + ": its derivative", r.json["gradient"]["f"]["T"][0] * 90, -r.json["functions"]["f"], 1e-8)

# ---- refusals --------------------------------------------------------------------------------------------------------

WRONG = definitions([Ply(CARBON, 1e-3, 0)]).replace("expansion1", "expansion").replace(", expansion2: 2.8e-05", "")
refused("the expansion of an isotropic shell", STRIP % WRONG + LINEAR, "'m0' has no expansion1")
refused("that of plies", STRIP % SINGLE.replace("expansion", "expansion1") + LINEAR, "'m' has no expansion,")
GENERAL = "sections: {s: {type: general_shell, thickness: 0.01, A: [1e9, 3e8, 0, 1e9, 0, 3e8], " \
          "D: [1e4, 3e3, 0, 1e4, 0, 3e3], " \
          "shear: [1e8, 0, 1e8]}}\nshells: [{group: plate, section: s, axis: [1, 0, 0]}]\n"
refused("stiffnesses", STRIP % GENERAL + LINEAR, "type general_shell has no thermal expansion")
