"""Gradients of solids. The adjoint agrees with complex step to 1e-10 and the tangent with the adjoint to 1e-11, in
statics, linear statics and a damped motion, of each shape, for Young's modulus, Poisson's ratio, density, damping,
yield stress, expansion, temperature and load, on 1 and 3 ranks; Young's modulus, Poisson's ratio and a shape of the
mesh agree with central differences of models that are built anew."""
from helper import built_anew, gradients_agree
from solid_blocks import KINDS, block

CASE = """gimbal: 1
mesh: block.msh
gravity: [0, 0, -9.81]
materials: {m: {young: 2e5, poisson: 0.3, density: 40, yield: 900, expansion: 1e-4,
                damping: {mass: 0.4, stiffness: 2e-3}}}
solids: [{group: solid, material: m%s}]
supports: [{group: left, fix: all}]
temperatures: [{name: heat, group: solid, value: "20*(1 + t)", field: "1 + x"}]
loads:
  - {name: push, group: top, type: pressure, value: "400*t", follow: true}
  - {name: pull, group: right, type: traction, value: ["300*t", 0, "-200*t"]}
probes: [{name: middle, element_at: [0.5, 0.2, 0.2]}, {name: tip, at: [1.2, 0.4, 0.3]}]
functions:
  - {name: mass, type: mass}
  - {name: compliance, type: compliance}
  - {name: stress, type: ks, weight: 20}
  - {name: reach, type: integral, value: "tip.z*tip.z + tip.x"}
  - {name: inside, type: end, value: "middle.s13 + 0.1*middle.e11*middle.s11"}
time: {scheme: static, step: 0.05, steps: 2, tolerance: 1e-13}
design:
%s"""
DESIGNS = """  - {name: young, material: m, parameter: young, lower: 1, upper: 1e9}
  - {name: poisson, material: m, parameter: poisson, lower: 0, upper: 0.499}
  - {name: density, material: m, parameter: density, lower: 0, upper: 1e9}
  - {name: yield, material: m, parameter: yield, lower: 1, upper: 1e9}
  - {name: expansion, material: m, parameter: expansion, lower: -1, upper: 1}
  - {name: damping, material: m, parameter: damping.stiffness, lower: 0, upper: 1}
  - {name: drag, material: m, parameter: damping.mass, lower: 0, upper: 10}
  - {name: heat, temperature: heat, parameter: amplitude, lower: 0, upper: 10}
  - {name: push, load: push, parameter: amplitude, lower: 0, upper: 10}
"""

for kind in KINDS:
    cells = (2, 1, 1) if kind in ("hex20", "hex27", "tet10", "wedge15") else (3, 2, 1)
    block(kind, cells, (1.2, 0.4, 0.3), distort=0.15, seed=2).write("block.msh")
    several = kind in ("hex8", "tet10")
    gradients_agree(kind, CASE % (", mass: lumped" if kind == "wedge6" else "", DESIGNS),
                    ("static", "bdf2") if several else ("bdf2",), ranks=(1, 3) if several else (1,))
block("hex8", (3, 2, 1), (1.2, 0.4, 0.3), distort=0.15, seed=2).write("block.msh")
gradients_agree("hexahedra in linear statics", CASE % ("", DESIGNS), ("linear",), ranks=(1,))
AGAIN = (CASE % ("", "%s")).replace("tolerance: 1e-13", "tolerance: 1e-14")
built_anew("hexahedra", AGAIN, {
    "young": ("material: m, parameter: young, lower: 1, upper: 1e9", {"materials.m.young": (2e5, 1)})}, 20)
built_anew("hexahedra", AGAIN, {
    "poisson": ("material: m, parameter: poisson, lower: 0, upper: 0.499", {"materials.m.poisson": (0.3, 1)})})
built_anew("hexahedra whose nodes move", AGAIN, {
    "shape": ('shape: {group: solid, vector: ["0.3*x*x", "0.1*x*z", "0.2*x + y*z"]}, values: 0',
              {"design[0].values": (0, 1)})})
