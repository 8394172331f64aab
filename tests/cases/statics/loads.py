"""Loads push where and when the documents say, by the momentum that they give to what nothing holds.

Claims: a pressure that follows pushes along the present normal of the node order: a plate that spins about an axis in
its plane gathers the momentum p A / w (0, cos(w t) - 1, sin(w t)), with quadrilaterals, triangles and nine-node
shells; a dead one gives p A t along the first normal, and opposite node orders push against each other; gravity of
expressions of time moves shells, masses, points and bodies alike, by its double integral; a moment turns a thick
plate against the inertia of its area and of its directors, m (b^2 + t^2) / 12.
"""
# quick
# memcheck
import math

from common import ended, in_turn
from helper import close, grid, run

PLATE = """gimbal: 1
mesh: %s.msh
materials:
  stiff: {young: 1e9, poisson: 0.3, density: 1000}
shells:
  - {group: plate, material: stiff, thickness: 0.02}
"""
SPIN, PUSH, AREA = 3.0, 28.0, 0.5


def pressures():
    """A uniform pressure neither bends nor turns a plate that nothing holds: each part moves as the whole."""
    for kind in ("quad4", "tri3", "quad9", "tri6"):
        grid(2, 2, size=(1, 0.5), kind=kind).write(kind + ".msh")
        for follow in ("true", "false"):
            name = "pressure on %s, follow: %s" % (kind, follow)
            r = ended(name, run(PLATE % kind + """
initial: [{group: plate, angular_velocity: [%g, 0, 0], about: [0.5, 0.25, 0]}]
loads: [{type: pressure, group: plate, value: 40, amplitude: 0.7, follow: %s}]
time: {scheme: dirk2, step: 5e-3, steps: 200}
output: {every: 100}
""" % (SPIN, follow)))
            balance = r.json["balance"]
            for t, found in zip(balance["t"], balance["momentum"]):
                exact = (0, math.cos(SPIN * t) - 1, math.sin(SPIN * t)) if follow == "true" else (0, 0, SPIN * t)
                for i in range(3):
                    close("%s, momentum %d at %g s" % (name, i, t), found[i], PUSH * AREA / SPIN * exact[i], 0, 2e-3)


def opposed():
    """Two plates side by side, the second with its nodes the other way round."""
    mesh = grid(4, 1, size=(1, 0.5))
    mesh.elements = [(kind, "other" if kind == "quad4" and n[0] > 2 else group, patch,
                      n[::-1] if kind == "quad4" and n[0] > 2 else n) for kind, group, patch, n in mesh.elements]
    mesh.groups["other"] = (2, len(mesh.groups) + 1)
    mesh.write("opposed.msh")
    for follow in ("true", "false"):
        r = ended("opposed normals, follow: " + follow, run(PLATE % "opposed" + """  - {group: other, material: stiff,
     thickness: 0.02}
loads:
  - {type: pressure, group: plate, value: 0.1, follow: %s}
  - {type: pressure, group: other, value: 0.3, follow: %s}
time: {scheme: dirk4, step: 0.02, steps: 5}
output: {every: 5}
""" % (follow, follow)))
        close("opposed normals, follow: " + follow, r.json["balance"]["momentum"][-1][2],
              (0.1 - 0.3) * AREA / 2 * 0.1, 1e-6)


def falls():
    """2 cos 3t, 6 t and -9.81, integrated twice."""
    grid(2, 2, size=(1, 0.5)).write("falls.msh")
    r = ended("all fall", run(PLATE % "falls" + """gravity: ["2*cos(3*t)", "6*t", -9.81]
bodies: [{name: b, box: [1, 2, 3], density: 2, at: [3, 0, 0], angular_velocity: [0, 0, 1]}]
masses:
  - {name: p, at: [5, 0, 0], mass: 2}
  - {group: corner00, mass: 3}
  - {body: b, at: [3, 0, 0], mass: 1}
probes:
  - {name: plate, group: corner11}
  - {name: body, body: b, at: [3, 0, 0]}
  - {name: point, mass: p}
time: {scheme: dirk4, step: 0.02, steps: 50}
output: {every: 50}
""", 2))
    for name in ("plate", "body", "point"):
        probe = r.json["probes"][name]
        for k in (10, 50):
            t = probe["t"][k]
            for i, exact in enumerate((2 / 9 * (1 - math.cos(3 * t)), t ** 3, -9.81 / 2 * t * t)):
                close("%s falls, %d at %g s" % (name, i, t), probe["u"][k][i], exact, 0, 1e-6)
    mass = 1000 * 0.02 * AREA + 12 + 6
    for i, exact in enumerate((2 / 3 * math.sin(3), 3, -9.81)):
        close("momentum of the fall, %d" % i, r.json["balance"]["momentum"][-1][i], mass * exact, 1e-4)


def turns():
    """By a moment about an axis in its plane, on its nodes by their share: as slow as needs no strain."""
    b, t, moment = 0.5, 0.4, 0.3
    for kind in ("quad4", "quad9"):
        mesh = grid(1, 1, size=(1, b), kind=kind)
        mesh.write("thick.msh")
        share = {"quad4": 1 / 4, "quad9": 1 / 36}[kind]
        loads = "  - {type: moment, group: plate, value: [%.17g, 0, 0]}\n" % (moment * share)
        if kind == "quad9":  # Simpson's shares: 1 at corners, 4 at sides, 16 in the middle
            loads = "".join("  - {type: moment, group: n%d, value: [%.17g, 0, 0]}\n" % (n, moment * share * size)
                            for n, size in zip(range(1, 10), (1, 4, 1, 4, 16, 4, 1, 4, 1)))
            for n in range(1, 10):
                mesh.element("point", "n%d" % n, (n,))
            mesh.write("thick.msh")
        r = ended("a thick plate turns", run(PLATE.replace("0.02", "%g" % t) % "thick" + "loads:\n" + loads + """
probes: [{name: one, group: corner00}, {name: other, group: corner01}]
time: {scheme: bdf2, step: 1e-3, steps: 40}
output: {every: 0}
"""))
        end = 0.04
        exact = moment / (1000 * t * b * (b * b + t * t) / 12) * end ** 2 / 2
        found = [(v[2] - u[2]) / b for u, v in zip(*(r.json["probes"][p]["u"] for p in ("one", "other")))][-1]
        close("turn of a thick plate of " + kind, found, exact, 2e-2)


in_turn(pressures, opposed, falls, turns)
