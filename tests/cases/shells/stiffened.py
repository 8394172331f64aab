"""Shells and beams that share nodes: they turn together. Claims: a strip with a stringer of an offset on each side
bends as their composite section in closed form, upright and turned in space, with 4- and 9-node shells; stringers of
next to no stiffness change nothing of a smooth plate, a fold or a box; a mast at a plate's edge is clamped by it; a
panel that flies and tumbles keeps its energy and angular momentum; gradients are exact by thickness, section and
offset, by adjoint and tangent; 1, 2 and 3 ranks agree; a beam that ends along the shells' normal is warned of, and
refused by statics where it turns freely.
"""
# quick
import math
import subprocess
import sys

from common import ended
from helper import ROOT, check, close, gradients_agree, grid, run
from beam_lines import add

HEAD = """gimbal: 1
mesh: panel.msh
materials: {m: {young: 2e7, poisson: 0, density: 1000, yield: 1e6}}
sections:
  stringer: {type: rectangle, material: m, width: 0.03, height: 0.08, offset: [0, -0.05]}
shells:
  - {group: plate, material: m, thickness: 0.02}
beams:
"""
SIDES = """  - {group: bottom, section: stringer, orientation: [%s]}
  - {group: top, section: stringer, orientation: [%s]}
"""


def turned(v):
    """A rotation of space."""
    x, y, z = v
    return ((2 * x - y + 2 * z) / 3, (2 * x + 2 * y - z) / 3, (-x + 2 * y + 2 * z) / 3)


def composite(kind, order, turn):
    """The stresses of pure bending at the tip of a strip with stringers on both sides: deflection and shortening by the
    composite section."""
    E, L, B, t, w, h, e, M = 2e7, 2.0, 0.3, 0.02, 0.03, 0.08, -0.05, 1e-5
    A = (B * t, 2 * w * h)
    centre = A[1] * e / sum(A)
    plate = E * B * t ** 3 / 12
    EI = plate + E * (A[0] * centre ** 2 + 2 * w * h ** 3 / 12 + A[1] * (e - centre) ** 2)
    push, bend = E * A[0] * M / EI * centre, plate * M / EI  # the plate's own parts
    mesh = grid(8 // order, 1, (L, B), lambda x, y: turn((x, y, 0.0)), kind=kind)
    mesh.element("point", "middle", (mesh.nearest(*turn((L, B / 2, 0.0))),))
    mesh.write("panel.msh")

    def vector(v, size=1.0):
        return "[" + ", ".join("%.17g" % (size * c) for c in turn(v)) + "]"

    inner = 2 / 3 if order == 2 else 0  # of the plate's parts, at its middle node
    loads = "loads:\n"
    for group, force, moment in (("corner10", -inner * push / 2, (M - inner * bend) / 2),
                                 ("corner11", -inner * push / 2, (M - inner * bend) / 2),
                                 ("middle", inner * push, inner * bend))[:3 if inner else 2]:
        loads += "  - {type: moment, group: %s, value: %s}\n" % (group, vector((0, -moment, 0)))
        loads += "  - {type: force, group: %s, value: %s}\n" % (group, vector((force, 0, 0)))
    sides = SIDES % ((vector((0, 1, 0))[1:-1],) * 2)
    text = HEAD + sides + "supports:\n  - {group: left, fix: all}\n" + loads
    text += "probes:\n  - {name: tip, group: corner10}\ntime: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n"
    r = ended("%s runs" % kind, run(text))
    tip = r.json["probes"]["tip"]["u"][-1]
    along = [sum(a * b for a, b in zip(tip, turn(v))) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    close("%s: deflection of the composite" % kind, along[2], M * L ** 2 / 2 / EI, 1e-5)
    close("%s: the skin goes with the neutral axis" % kind, along[0], M * L / EI * centre, 1e-5)
    check("%s: nothing sideways" % kind, abs(along[1]) < 1e-6 * abs(along[2]), along)


def weightless():
    """A fold along which beams of next to no stiffness run moves as without them."""
    def case(beams):
        text = HEAD.replace("width: 0.03, height: 0.08, offset: [0, -0.05]", "width: 1e-5, height: 1e-5")
        text = text if beams else text.replace("beams:\n", "")
        text += "  - {group: ridge, section: stringer, orientation: [0, 1, 1]}\n" if beams else ""
        return text + """supports:
  - {group: root, fix: all}
loads:
  - {type: traction, group: plate, value: [1, 2, -3]}
probes:
  - {name: tip, group: tip}
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""

    for name, corners in (("plate", [(0, 0), (0.3, 0), (0.6, 0)]), ("fold", [(0, 0), (0.3, 0.3), (0.6, 0)]),
                          ("three", [(0, 0), (0.3, 0.3), (0.6, 0.1)])):
        mesh = grid(6, 4, (1.0, 0.6), lambda x, y: (x, y, 0.0))
        for n, (x, y, _) in list(mesh.nodes.items()) if isinstance(mesh.nodes, dict) else list(
                enumerate(mesh.nodes, 0)):
            a, b = corners[0 if y < 0.3 else 1], corners[1 if y < 0.3 else 2]
            s = (y - (0 if y < 0.3 else 0.3)) / 0.3
            mesh.nodes[n] = (x, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]))
        add(mesh, "ridge", [(i / 6, corners[1][0], corners[1][1]) for i in range(7)], 1)
        ends = [n for n in mesh.nodes if abs(mesh.nodes[n][0]) < 1e-9]
        for n in ends:
            mesh.element("point", "root", (n,))
        mesh.element("point", "tip", (mesh.nearest(1.0, *corners[2]),))
        mesh.write("panel.msh")
        u = [run(case(beams)).json["probes"]["tip"]["u"][-1] for beams in (False, True)]
        size = math.hypot(*u[0])
        check("%s: thin wires along it change nothing" % name, math.dist(*u) < 2e-4 * size, u)
        check("%s: it does bend" % name, size > 1e-4, size)


FLIGHT = """  - {group: mast, section: mast, orientation: [1, 0, 0]}
  - {group: bottom, section: stringer, orientation: [0, 1, 0]}
initial: [{group: all, velocity: [0.1, 0, 0.3], angular_velocity: [3, -1, 2]}]
loads:
  - {type: force, group: mast_end, value: ["2*pulse(t, 0, 0.02)", 0, 0]}
probes:
  - {name: tip, group: mast_end}
design:
  - {name: thickness, thickness: plate}
  - {name: width, section: stringer, parameter: width}
  - {name: offset, section: stringer, parameter: offset.z}
  - {name: radius, section: mast, parameter: radius}
functions:
  - {name: sway, type: integral, of: tip, value: "ux^2"}
  - {name: strength, type: ks, weight: 20}
  - {name: compliance, type: compliance}
time: {scheme: bdf2, step: 2e-3, steps: 8}
output: {every: 1}
"""


def flight_case():
    """A panel with a stringer along one edge and a mast that stands on a corner of the stringer."""
    mesh = grid(3, 2, (0.6, 0.4), lambda x, y: (x, y, 0.05 * math.sin(4 * x)))
    add(mesh, "mast", [(0.0, 0.0, 0.1 * k) for k in range(4)], 1)
    mesh.element("point", "mast_end", (mesh.nearest(0.0, 0.0, 0.3),))
    for n in list(mesh.nodes):
        mesh.element("point", "all", (n,))
    mesh.write("panel.msh")
    return HEAD.replace("shells:", "  mast: {type: circle, material: m, radius: 0.02}\nshells:") + FLIGHT


def flight():
    text = flight_case()
    gradients_agree("panel", text, ["bdf2", "galpha", "dirk4", "sdirk3"])
    r = [run(text, ranks, settings=["time.steps=60"]) for ranks in (1, 2, 3)]
    for other in r[1:]:
        for name, value in r[0].json["functions"].items():
            close("ranks: " + name, other.json["functions"][name], value, 1e-9)
    for scheme, settings in (("dirk2", []),):
        drift = []
        for steps in (100, 200):
            b = run(text, settings=["time.scheme=" + scheme, "time.steps=%d" % steps,
                                    "time.step=%r" % (0.2 / steps)] + settings).json["balance"]
            first = steps // 5
            energy = [a + c for a, c in zip(b["kinetic"], b["strain"])][first:]
            drift.append(max(abs(e - energy[0]) for e in energy) / energy[0])
            angular = b["angular_momentum"][first:]
            check("%s: the angular momentum stays" % scheme,
                  max(math.dist(p, angular[0]) for p in angular) < 1e-9 * math.hypot(*angular[0]), angular[-1])
        check("%s: the drift of the energy falls as the square of the step" % scheme,
              3 < drift[0] / drift[1] < 5 or drift[0] < 1e-9, drift)


def symmetric():
    """Half a panel with a plane of symmetry across its stringers is the whole one, and so with a body on its edge."""
    u = []
    for whole in (True, False):
        mesh = grid(8 if whole else 4, 2, (1.0 if whole else 0.5, 0.3))
        mesh.element("point", "centre", (mesh.nearest(0.5, 0.3, 0.0),))
        mesh.write("panel.msh")
        right = "  - {group: right, fix: all}\n" if whole else "  - {group: right, symmetry: x}\n"
        text = HEAD + SIDES % ("0, 1, 0", "0, 1, 0") + "supports:\n" + right + """bodies:
  - {name: clamp, at: [0, 0.15, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
links:
  - {type: rigid, group: left, body: clamp}
joints:
  - {name: fixed, type: fixed, between: [ground, clamp], at: [0, 0.15, 0], axis: [0, 0, 1]}
loads:
  - {type: pressure, group: plate, value: 200}
probes:
  - {name: centre, group: centre}
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
        r = ended("symmetry runs", run(text))
        u.append(r.json["probes"]["centre"]["u"][-1])
    if len(u) == 2:
        check("half is as the whole", math.dist(*u) < 1e-8 * math.hypot(*u[0]) and math.hypot(*u[0]) > 1e-4, u)


def mast():
    """A mast on a plate's edge leans with it; one along the normal at a single node spins freely, which is said."""
    text = flight_case()
    r = run(text, verb="check")
    check("the mast on the stringer is no free end", "do not resist its torsion" not in r.stderr, r.stderr)
    text = text.replace("  - {group: bottom, section: stringer, orientation: [0, 1, 0]}\n", "").replace(
        "  - {name: width, section: stringer, parameter: width}\n"
        "  - {name: offset, section: stringer, parameter: offset.z}\n", "")
    r = run(text, verb="check")
    check("a mast alone along the normal is warned of", "do not resist its torsion" in r.stderr, r.stderr)


DRILL = """gimbal: 1
mesh: drill.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.03}}
shells: [{group: plate, material: m, thickness: 0.01}]
beams: [{group: bars, section: s, orientation: [0.3, 1, 0.1]}]
supports: [{group: left, fix: all}%s]
loads: [{type: force, group: head, value: ["2*t", "t", 0]}]
probes: [{name: head, group: head}]
time: {scheme: %s}
output: {every: 0}
"""


def drilling():
    """Bars on a plate turn about its normal, upright or aslant, which the plate does not resist: statics refuse that on
    any number of ranks, where LU of a singular operator may find a pivot at round-off or not; a support, a second node
    or inertia is enough, and results agree."""
    static, motion = "linear, step: 1, steps: 1", "bdf2, step: 0.005, steps: 10"
    for slant, feet, hold, march, status in (
            (0, 1, "", static, 5), (0.3, 1, "", static, 5), (0.3, 1, ", {group: head, fix: [x]}", static, 5),
            (0.3, 1, ", {group: head, fix: [y]}", static, 0), (0, 1, ", {group: head, fix: [rz]}", static, 0),
            (0, 1, ", {group: foot, fix: [rz]}", static, 0), (0.3, 2, "", static, 0), (0.3, 1, "", motion, 0)):
        mesh = grid(2, 2)
        at = {tuple(X): n for n, X in mesh.nodes.items()}
        foot, other = at[0.5, 0.5, 0.0], at[1.0, 1.0, 0.0]
        top = mesh.node(0.5 + slant, 0.5, 0.5)
        mesh.element("line2", "bars", (foot, top))
        if feet == 2:
            mesh.element("line2", "bars", (other, top))
        for name, n in (("foot", foot), ("head", top)):
            mesh.element("point", name, (n,))
        mesh.write("drill.msh")
        ends, name = [], "slant %g, %d feet%s, %s" % (slant, feet, hold, march[:6])
        for ranks in (1, 4) if status else (1, 3):
            r = run(DRILL % (hold, march), ranks)
            check(name, r.status == status and (status == 0 or "turning about the normal of the shell" in r.stderr),
                  r.stderr)
            ends.append(r.json["probes"]["head"]["u"][-1] if r.status == 0 else None)
        for i in range(3 if ends[0] else 0):
            close(name + ", ranks agree", ends[1][i], ends[0][i], 1e-9, 1e-9 * max(map(abs, ends[0])))


def example_opens():
    """The results of the example name nodes that are there, at shared ones and where beams meet, on 1 and 2 ranks."""
    for case in ("stiffened-panel", "bent-beam"):
        for ranks in (1, 2):
            ended("%s runs on %d ranks" % (case, ranks),
                  run(ROOT / ("meshes/%s.yaml" % case), ranks, settings=["time.steps=2"]))
            found = subprocess.run([sys.executable, ROOT / "tests/check-results.py", case + ".vtkhdf"],
                                   capture_output=True, text=True)
            check("%s on %d ranks: its results" % (case, ranks), found.returncode == 0, found.stderr)


if __name__ == "__main__":
    composite("quad4", 1, lambda v: v)
    composite("quad4", 1, turned)
    composite("quad9", 2, turned)
    weightless()
    flight()
    symmetric()
    mast()
    drilling()
    example_opens()
