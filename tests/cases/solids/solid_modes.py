"""Modes and buckling of solids: frequencies of a cantilever of hexahedra against a Timoshenko beam's within 1 %, its
torsion, the load factor of a column against Euler's with shear within 0.3 %, on 1 and 3 ranks; a free block has six
motions without stiffness; the gradients of a frequency and of a load factor agree with central differences."""
import math

from common import ended
from helper import built_anew, check, close, run
from solid_blocks import block

CASE = """gimbal: 1
mesh: bar.msh
materials: {m: {young: 1e6, poisson: 0, density: 2, yield: 100}}
solids: [{group: solid, material: m}]
supports: [{group: left, fix: all}]
loads: [{group: right, type: traction, value: [-1, 0, 0]}]
time: {scheme: linear, step: 1, steps: 1}
modes: {count: 8}
"""
E, RHO, L, B, H = 1e6, 2.0, 10.0, 1.0, 0.8
AREA, INERTIA = B * H, B * H ** 3 / 12
EULER = math.pi ** 2 * E * INERTIA / (4 * L * L)
BUCKLING = 1 / (1 / EULER + 1 / (5 / 6 * E / 2 * AREA)) / AREA  # with shear, Timoshenko and Gere 2.17


def frequency(k):
    """Of bending in the weak plane, with shear and rotary inertia: Rayleigh's first correction of Euler's beam."""
    b = (1.8751040687 / L, 4.6940911330 / L)[k]
    w = b * b * math.sqrt(E * INERTIA / (RHO * AREA))
    return w / (2 * math.pi) / math.sqrt(1 + (b * b * INERTIA / AREA) * (1 + E / (5 / 6 * E / 2)))


for kind, cells in (("hex8", (24, 2, 2)), ("hex20", (10, 1, 1)), ("tet10", (10, 1, 1))):
    block(kind, cells, (L, B, H)).write("bar.msh")
    for ranks in (1, 3) if kind == "hex8" else (1,):
        r = ended("modes of " + kind, run(CASE, ranks, "modes"))
        found = r.json["modes"]["frequency"]
        close(kind + ": first frequency", found[0], frequency(0), 0.01)
        close(kind + ": along the bar", min(found, key=lambda f: abs(f - math.sqrt(E / RHO) / (4 * L))),
              math.sqrt(E / RHO) / (4 * L), 0.005)
        r = ended("buckling of " + kind, run(CASE, ranks, "buckling"))
        close(kind + ": load factor", r.json["buckling"]["factor"][0], BUCKLING, 0.003)

block("hex8", (4, 2, 2), (2, 1, 0.8), distort=0.1).write("bar.msh")
r = ended("modes of a free block", run(CASE.replace("supports: [{group: left, fix: all}]\n", "").replace("loads:", "#"),
                                       2, "modes", ["modes.count=7"]))
found = r.json["modes"]["frequency"]
check("six motions without stiffness", max(found[:6]) < 1e-4 * found[6], found)
block("hex8", (8, 2, 1), (L, B, H)).write("bar.msh")
AGAIN = CASE.replace("count: 8", "count: 2").replace("poisson: 0,", "poisson: 0.2,") + """functions: [{name: f,
             type: frequency, mode: 1}, {name: b, type: buckling, mode: 1}]
design:
%s"""
built_anew("modes", AGAIN,
           {"young": ("material: m, parameter: young, lower: 1, upper: 1e9", {"materials.m.young": (1e6, 1)})}, 100)
built_anew("modes", AGAIN, {
    "poisson": ("material: m, parameter: poisson, lower: -0.5, upper: 0.499", {"materials.m.poisson": (0.2, 1)}),
    "density": ("material: m, parameter: density, lower: 0, upper: 1e9", {"materials.m.density": (2, 1)})}, 5e-4)
