"""Loads that turn with the sections of beams. Claims: a cantilever under a force and a moment at its tip and a traction
along it that all follow, far beyond half a turn, comes with the elements at order 2 (2 nodes) and 4 (3 nodes) to the
solution of the rod's equations, which are integrated here from the tip by Runge-Kutta; an orientation in space changes
nothing; gradients are exact by the loads' amplitudes and the section, by adjoint and tangent, on 1 and 3 ranks; a load
that follows where no beam is, or on a point, is refused.
"""
# quick
import math

from common import ended, refused
from helper import check, close, gradients_agree, grid, run
from beam_lines import line

E, NU, L, B, H = 2e7, 0.25, 2.0, 0.2, 0.1
STEPS = 10
CASE = """gimbal: 1
mesh: beam.msh
materials: {m: {young: 2e7, poisson: 0.25, density: 3, yield: 1e6}}
sections:
  s: {type: rectangle, material: m, width: 0.2, height: 0.1}
beams:
  - {group: beam, section: s, orientation: [%s]}
supports:
  - {group: root, fix: all}
loads:
  - {name: push, type: force, group: tip, follow: true, value: [%s], amplitude: AMPLITUDE}
  - {name: turn, type: moment, group: tip, follow: true, value: [%s]}
  - {name: wind, type: traction, group: beam, follow: true, value: [%s]}
probes:
  - {name: tip, group: tip}
design:
  - {name: push, load: push, parameter: amplitude}
  - {name: wind, load: wind, parameter: amplitude}
  - {name: height, section: s, parameter: height}
functions:
  - {name: z, type: end, of: tip, value: "z + x^2"}
  - {name: c, type: compliance}
time: {scheme: static, step: 0.1, steps: 10}
output: {every: 0}
"""
FORCE, MOMENT, WIND = (30.0, 0.0, 250.0), (0.0, -700.0, 0.0), (60.0, 0.0, 180.0)  # at t = 1


def reference(steps=2000):
    """Displacement of the tip in the plane of x and z, integrated from the tip, in its axes, with theta from x to z."""
    EA, GA, EI = E * B * H, 5 / 6 * E / 2 / (1 + NU) * B * H, E * B * H ** 3 / 12

    def rate(y):  # by the length from the tip: x, z, theta, force x and z, moment on the part outside
        x, z, theta, n, q, m = y
        c, s = math.cos(theta), math.sin(theta)
        along, across = c * n + s * q, -s * n + c * q
        e, g = 1 + along / EA, across / GA
        dx, dz = e * c - g * s, e * s + g * c
        w = (c * WIND[0] - s * WIND[2], s * WIND[0] + c * WIND[2])
        return [-dx, -dz, -m / EI, w[0], w[1], dx * q - dz * n]

    y = [0.0, 0.0, 0.0, FORCE[0], FORCE[2], -MOMENT[1]]
    h = L / steps
    for _ in range(steps):
        k1 = rate(y)
        k2 = rate([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = rate([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = rate([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
    c, s = math.cos(y[2]), math.sin(y[2])  # turn the root, which is at y in the tip's axes, back to x
    print("the tip turns by %.3f" % -y[2])
    return -(c * y[0] + s * y[1]) - L, -(-s * y[0] + c * y[1])


def turned(v):
    x, y, z = v
    return ((2 * x - y + 2 * z) / 3, (2 * x + 2 * y - z) / 3, (-x + 2 * y + 2 * z) / 3)


def text(place=lambda v: v):
    vectors = (0, 1, 0), FORCE, MOMENT, WIND
    words = [", ".join("%.17g%s" % (c, "*t" if v is not vectors[0] else "") for c in place(v)) for v in vectors]
    return CASE.replace("AMPLITUDE", "1") % tuple(words)


def converge():
    x, z = reference()
    check("the tip comes back past the root", x < -L, (x, z))
    for order, counts in ((1, (16, 32, 64)), (2, (6, 12, 24))):
        errors = []
        for count in counts:
            line(count, order, lambda s: turned((L * s, 0, 0))).write("beam.msh")
            r = ended("runs with %d elements" % count, run(text(turned)))
            check("no step of %d elements is halved" % count, r.json["halvings"] == 0, r.json["halvings"])
            tip = r.json["probes"]["tip"]["u"][-1]
            u = [sum(a * b for a, b in zip(tip, turned(e))) for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
            errors.append(math.hypot(u[0] - x, u[1], u[2] - z))
        print(order + 1, "nodes:", errors, [math.log2(a / b) for a, b in zip(errors, errors[1:])])
        close("order with %d nodes" % (order + 1), math.log2(errors[-2] / errors[-1]), 2 * order, 0, 0.1)


def beside_a_shell():
    """A model with a shell, here one that nothing loads, has a factor of the operator's symmetric part alone."""
    mesh = line(64, 1, lambda s: (L * s, 0, 0))
    mesh.write("beam.msh")
    alone = run(text())
    mesh.element("quad4", "plate", [mesh.node(x, y, 1.0) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])
    mesh.write("beam.msh")
    r = ended("beside a shell",
              run(text().replace("supports:", "shells: [{group: plate, material: m, thickness: 0.1}]\nsupports:\n"
                                        "  - {group: plate, fix: all}")))
    check("beside a shell no step is halved", r.json["halvings"] == 0, r.json["halvings"])
    close("the tip beside a shell", r.json["functions"]["z"], alone.json["functions"]["z"], 1e-9)
    print("corrections alone and beside a shell:", alone.json["newton_iterations"], r.json["newton_iterations"])


def gradients():
    line(6, 2, lambda s: (L * s, 0.1 * s, 0)).write("beam.msh")
    gradients_agree("cantilever", text().replace("step: 0.1", "step: 0.02"), ["static"])
    motion = text().replace("scheme: static, step: 0.1", "scheme: bdf2, step: 1e-3")
    gradients_agree("cantilever in motion", motion, ["bdf2", "galpha", "dirk4", "sdirk3"])


def refused_cases():
    line(4, 1, lambda s: (L * s, 0, 0)).write("beam.msh")
    good = text()
    refused("a traction on a point", good.replace("  - {name: wind, type: traction, group: beam", "  - {name: wind, "
                                                  "type: traction, group: tip"), "has points", status=3)
    plate = "gimbal: 1\nmesh: plate.msh\nmaterials: {m: {young: 1, poisson: 0, density: 1}}\nshells: [{group: plate, " \
            "material: m, thickness: 0.1}]\nloads: [{type: force, group: corner11, follow: true, value: [0, 0, 1]}]\n" \
            "time: {scheme: static, step: 1, steps: 1}\n"
    grid(1, 1).write("plate.msh")
    r = run(plate)
    check("on a shell", r.status != 0 and "no section of a beam to turn with" in r.stderr, r.stderr)
    point = "gimbal: 1\nmasses: [{name: m, at: [0, 0, 0], mass: 1}]\nloads: [{type: force, mass: m, follow: true, " \
            "value: [0, 0, 1]}]\ntime: {scheme: bdf2, step: 1, steps: 1}\n"
    refused("on a point", point, "a point does not turn")


if __name__ == "__main__":
    converge()
    beside_a_shell()
    gradients()
    refused_cases()
