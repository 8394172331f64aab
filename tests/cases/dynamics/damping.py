"""Damping by the material: stresses C (E + b E'), forces a M v.

Claims: the free vibration of a cantilever strip dies out with the logarithmic decrement of theory, from (a / omega + b
omega)/2, to 1e-4, for isotropic shells of three, four and nine nodes and for a laminate that is coupled; and for beams;
energy and loss add up; a plate and a beam that turn as rigid bodies by three quarters of a turn lose nothing to
stiffness damping, to 1e-12, and to mass damping what 1 - exp(-2 a t) says; plies of which one alone is damped lose its
share; gradients by both numbers agree with complex step on 1 and 2 ranks, of beams of all sections too; results are
those of 2 ranks, and a march goes on from a restart file; wrong numbers are refused.
"""
# timeout: 400
import math
import shutil

from common import ended, in_turn, refused
from helper import check, close, example, gradients_agree, grid, run

STRIP = """gimbal: 1
title: a strip is let go
mesh: %s.msh
materials:
  m: {%s}
%s
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: [0, 0, "1e-6*(1 - step(t - 1e-9))"]}]
probes: [{name: tip, group: corner11}]
time: {scheme: dirk4, step: %r, steps: %d}
output: {every: 20}
"""
ISOTROPIC = "young: 1e6, poisson: 0.3, density: 1000"
PLY = "E1: 2e6, E2: 2e5, G12: 1e5, G13: 1e5, G23: 8e4, poisson: 0.3, density: 1000"
SHELL = "shells: [{group: plate, material: m, thickness: 0.1}]"
LAMINATE = """sections:
  s: {type: laminate, plies: [{material: m, thickness: 0.05, angle: 20}, {material: m, thickness: 0.05, angle: 70}]}
shells: [{group: plate, section: s, axis: [1, 0, 0]}]"""


BEAM = STRIP.replace("mesh: %s.msh\n", "").replace("group: left, fix", "group: rod.start, fix").replace(
    "type: traction, group: right", "type: force, group: rod.end").replace(
        "{name: tip, group: corner11}", "{name: tip, group: rod.end}")
ROD = """sections:
  s: {type: rectangle, material: m, width: 0.2, height: 0.1}
beams: [{name: rod, points: [[0, 0, 0], [2, 0, 0]], elements: %d, order: %d, section: s, orientation: [0, 1, 0]}]"""


def fit(u, k):
    """Decay and frequency of one damped vibration by the recursion of its samples, k apart."""
    rows = [(u[n], u[n - k], u[n + k]) for n in range(k, len(u) - k)]
    aa = sum(a * a for a, b, c in rows)
    ab = sum(a * b for a, b, c in rows)
    bb = sum(b * b for a, b, c in rows)
    ac = sum(a * c for a, b, c in rows)
    bc = sum(b * c for a, b, c in rows)
    det = aa * bb - ab * ab
    p, q = (ac * bb - bc * ab) / det, (aa * bc - ab * ac) / det
    decay = math.sqrt(-q)
    return -math.log(decay), math.acos(p / 2 / decay)


def decrement(label, mesh, material, shell, a, b, step, steps=1200):
    material += ", damping: {mass: %r, stiffness: %r}" % (a, b)
    text = STRIP % (mesh, material, shell, step, steps) if mesh else BEAM % (material, shell, step, steps)
    text = text.replace("1 - step(t - 1e-9)", "1 - smooth(t, 0, %r)" % (20 * step))
    r = ended(label, run(text))
    u = [row[2] for row in r.json["probes"]["tip"]["u"]]
    k = 12
    sigma, omega = (x / (k * step) for x in fit(u[steps // 2:], k))
    square = omega * omega + sigma * sigma
    print("%-12s decay %.6g, theory %.6g, omega %.6g" % (label, sigma, (a + b * square) / 2, omega))
    close(label + ": decrement", sigma, (a + b * square) / 2, 1e-4)
    close(label + ": there is a vibration left", min(1, max(map(abs, u[-200:])) / max(map(abs, u)) * 1e3), 1, 0.9)
    return r


def strips():
    grid(6, 1, size=(2, 0.4)).write("strip.msh")
    grid(6, 1, size=(2, 0.4), kind="tri3").write("triangles.msh")
    grid(3, 1, size=(2, 0.4), kind="quad9").write("nine.msh")
    grid(3, 1, size=(2, 0.4), kind="tri6").write("six.msh")
    for label, mesh in (("MITC4", "strip"), ("MITC3", "triangles"), ("MITC9", "nine"), ("MITC6", "six")):
        decrement(label, mesh, ISOTROPIC, SHELL, 0.03, 0.1, 0.04)
    decrement("laminate", "strip", PLY, LAMINATE, 0.02, 0.2, 0.04)
    for order in (1, 2):
        decrement("beam, order %d" % order, None, ISOTROPIC, ROD % (8 // order, order), 0.03, 0.1, 0.04)


strips()


SPIN = """gimbal: 1
title: a plate turns as a body that it is linked to
mesh: free.msh
materials:
  m: {young: 1e6, poisson: 0.3, density: 2700, damping: {mass: %r, stiffness: %r}}
shells: [{group: plate, material: m, thickness: 0.01}]
%s
time: {scheme: dirk4, step: 4e-3, steps: 400}
output: {every: 20}
"""
HUB = """bodies:
  - {name: hub, mass: 10, inertia: [1, 2, 2.5, 0, 0, 0], at: [0.3, 0.5, 0], velocity: [0, 0, 1],
     angular_velocity: [1, 2, 2]}
links: [{body: hub, group: plate}]"""


def spin():
    grid(2, 2).write("free.msh")
    r = ended("a spin", run(SPIN % (0, 1e-5, HUB)))
    b = r.json["balance"]
    print("lost by a spin: %.2e of the kinetic energy" % (b["lost"][-1] / b["kinetic"][0]))
    close("a spin loses nothing", b["lost"][-1], 0, 0, 1e-12 * b["kinetic"][0])
    rod = (ROD % (1, 1)).replace("name: rod", "name: rod, ends: [hub, hub]").replace("m,", "m,")
    text = (SPIN % (0, 1e-5, HUB.split("links")[0] + rod)).replace("mesh: free.msh\n", "")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("shells")) + "\n"
    r = ended("a beam spins", run(text, settings=["time.steps=200"]))
    b = r.json["balance"]
    check("it does", b["kinetic"][0] > 1)
    close("its spin loses nothing", b["lost"][-1], 0, 0, 1e-12 * b["kinetic"][0])
    fly = "initial: [{group: plate, velocity: [0, 0, 0.003]}]"
    r = ended("a flight", run(SPIN % (0.05, 0, fly)))
    b = r.json["balance"]
    close("a flight is slowed down", b["kinetic"][-1], b["kinetic"][0] * math.exp(-2 * 0.05 * 1.6), 1e-9)
    close("the loss is the energy's", b["lost"][-1], b["kinetic"][0] - b["kinetic"][-1], 1e-4)


spin()


# The first ply alone is damped: membrane waves of a strip whose plies are alike but for that lose half of what both
# would.
HALF = """gimbal: 1
title: a strip is pulled and let go
mesh: strip.msh
materials:
  a: {%s, damping: {stiffness: %r}}
  b: {%s%s}
sections:
  s: {type: laminate,
      plies: [{material: a, thickness: 0.03, angle: %r}, {material: b, thickness: 0.04, angle: %r},
              {material: a, thickness: 0.03, angle: %r}]}
shells: [{group: plate, section: s, axis: [1, 0, 0]}]
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: ["1*(1 - smooth(t, 0, 0.02))", 0, 0]}]
probes: [{name: tip, group: corner11}]
time: {scheme: dirk4, step: 2e-3, steps: 200}
output: {every: 200}
"""


def plies():
    """b of 60 % of the thickness is as 0.6 b of all, for stretching."""
    ends = [run(HALF % (PLY, b, PLY, other, 30, 30, 30)) for b,
            other in ((0.01, ""), (0.006, ", damping: {stiffness: 0.006}"))]
    if check("plies", not any(r.status for r in ends), ends[0].stderr + ends[1].stderr):
        u, v = (r.json["probes"]["tip"]["u"][-1][0] for r in ends)
        close("damping of some plies", u, v, 1e-9)
        r = run(HALF % (PLY, 0.01, PLY, ", damping: {stiffness: 0.006}", 30, 30, 30))
        check("more of it", abs(r.json["probes"]["tip"]["u"][-1][0] / v - 1) > 1e-3)


GRADIENT = """gimbal: 1
title: a damped plate under a gust
mesh: plate.msh
materials:
  a: {%s, damping: {mass: 2, stiffness: 0.01}}
%s
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "300*sin(6*t)", follow: true},
        {type: force, group: corner11, value: [20, 30, 40]}]
probes: [{name: tip, group: corner11}]
design:
  - {name: a, material: a, parameter: damping.mass}
  - {name: b, material: a, parameter: damping.stiffness}
  - {name: modulus, material: a, parameter: %s}
  - {name: rho, material: a, parameter: density}
  - {name: t, %s}
time: {scheme: bdf2, step: 0.02, steps: 10}
functions:
  - {name: path, type: integral, of: tip, value: "uz^2 + vx^2"}
  - {name: compliance, type: compliance}
output: {every: 5}
"""


def gradients():
    grid(3, 2, distort=0.15).write("plate.msh")
    for label, text in (
            ("isotropic", GRADIENT % (ISOTROPIC, SHELL.replace("m,", "a,"), "young", "thickness: plate, per: element")),
            ("laminate", GRADIENT % (PLY, LAMINATE.replace("material: m", "material: a"), "E2",
                                     "section: s, parameter: 'plies[0].angle'"))):
        gradients_agree(label, text, ["bdf2", "galpha", "dirk4", "sdirk3"], (1, 2))
    ends = [run(text, ranks, settings=["checkpoint.keep=true", "checkpoint.every=6"]) for ranks in (2, 1)]
    shutil.copy("case.vtkhdf", "case.vtkhdf.tmp")
    again = ended("it goes on", run(text, 1, options=["--restart", "case.restart"]))
    check("as before", again.json["balance"] == ends[1].json["balance"])
    for one, other in zip(ends[0].json["probes"]["tip"]["u"][-1], ends[1].json["probes"]["tip"]["u"][-1]):
        close("1 and 2 ranks", one, other, 1e-9)
    close("the loss on 1 and 2 ranks", ends[0].json["balance"]["lost"][-1], ends[1].json["balance"]["lost"][-1], 1e-9)
    for wrong in ("{mass: -1}", "{stiffness: -1e-9}", "{stiff: 1}", "{stiffness: .nan}", "0.1"):
        refused(wrong, text.replace("{mass: 2, stiffness: 0.01}", wrong), "accepted", verb="check")
    refused("a design of no damping", text.replace(", damping: {mass: 2, stiffness: 0.01}", ""),
            "not given", verb="check")


SHAPES = {"rectangle": "width: 0.2, height: 0.1", "circle": "radius: 0.1", "tube": "radius: 0.1, thickness: 0.02",
          "box": "width: 0.2, height: 0.1, thickness: 0.02", "I": "width: 0.2, height: 0.3, flange: 0.02, web: 0.01",
          "C": "width: 0.2, height: 0.3, flange: 0.02, web: 0.01", "L": "width: 0.2, height: 0.1, thickness: 0.02",
          "constants": "area: 0.02, I_yy: 2e-5, I_zz: 7e-5, J: 5e-5, k_y: 0.8, k_z: 0.7"}


def beams():
    """A curved line of two materials, one of them damped."""
    for k, (shape, numbers) in enumerate(SHAPES.items()):
        first = numbers.split(":")[0]
        text = """gimbal: 1
materials: {a: {%s, damping: {mass: 2, stiffness: 0.01}}}
sections: {s: {type: %s, material: a, %s}}
beams: [{name: rod, points: [[0, 0, 0], [1, 0.2, 0.1]], elements: 2, order: %d, section: s, orientation: [0, 1, 0]}]
supports: [{group: rod.start, fix: all}]
loads: [{type: force, group: rod.end, value: [2, "3*sin(6*t)", 4]}, {type: moment, group: rod.end, value: [0.3, 0, 0]}]
probes: [{name: tip, group: rod.end}]
design:
  - {name: a, material: a, parameter: damping.mass}
  - {name: b, material: a, parameter: damping.stiffness}
  - {name: modulus, material: a, parameter: young}
  - {name: size, section: s, parameter: %s}
time: {scheme: bdf2, step: 0.02, steps: 4}
functions: [{name: path, type: integral, of: tip, value: "uz^2 + vx^2"}]
output: {every: 0}
""" % (ISOTROPIC, shape, numbers, 1 + k % 2, first)
        gradients_agree(shape, text, ["bdf2", "galpha", "dirk4", "sdirk3"] if k < 2 else ["galpha"],
                        (1, 2) if k < 2 else (1,))


def panel():
    gradients_agree("panel", example("damped-panel", n=4), ["galpha"], (2,),
                    ["time.steps=8", "loads[0].value=1e3*pulse(t, 0, 0.01)"])


in_turn(plies, gradients, beams, panel)
