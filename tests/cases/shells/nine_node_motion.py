"""Nine-node shells (MITC9) in motion and in company: natural frequencies, a ring under a pressure that follows it,
walls that meet at right angles, links, momentum of a free shell; gradients of curved shells are exact by complex step
and by the tangent, and the same on 3 ranks; result files hold biquadratic cells.

Sources: frequencies of the plate CFFF, reference.md 1.10 (nu = 0.3: 3.4710, 8.5066, 21.285). Ring: u = p R^2 / (E t) of
a membrane.
"""
import math
import subprocess
import sys

from common import ended, in_turn
from helper import ROOT, WORK, check, close, gmsh, grid, run
from hdf5 import File
from spectrum import peaks


def bent(radius=1.0):
    """Places of a quarter of a cylinder: x along the arc in degrees, y along the axis."""
    return lambda x, y: (radius * math.sin(math.radians(x)), y, radius * math.cos(math.radians(x)))


# ---- gradients -----------------------------------------------------------------------------------

SHELL = """
gimbal: 1
mesh: curved.msh
gravity: [0, 0, -9.81]
materials:
  steel: {young: 2e9, poisson: 0.3, density: 2000, yield: 2e7}
shells:
  - {group: plate, material: steel, thickness: 0.02}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: "2e3*sin(30*t)", follow: true}
  - {type: pressure, group: plate, value: "1e3*sin(30*t)"}
  - {type: traction, group: right, value: [0, "3e2*t", 1e2]}
  - {type: traction, group: plate, value: [1e2, 0, 0]}
  - {type: moment, group: corner10, value: [0, "2*t", 0]}
initial:
  - {group: plate, velocity: [0, 0, 0.1]}
probes:
  - {name: tip, group: corner11}
design:
  - {name: skin, thickness: plate, per: %s}
  - {name: young, material: steel, parameter: young}
  - {name: density, material: steel, parameter: density}
time: {scheme: bdf2, step: 2e-3, steps: 8}
functions:
  - {name: mass, type: mass}
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 10, sum: continuous}
  - {name: exponential, type: induced, form: exponential, weight: 10, sum: discrete}
  - {name: power, type: induced, form: power2, weight: 6, sum: continuous}
  - {name: path, type: integral, of: tip, value: "x^2 + vz^2"}
output: {every: 4}
"""
YOUNG, DENSITY, THICKNESS = 2e9, 2000, 0.02


def write_curved():
    grid(3, 3, size=(70, 1), place=bent(), distort=0.2, kind="quad9", patch=lambda i, j: 1 + i % 2).write("curved.msh")


def largest_difference(a, b):
    """Of two gradients, relative to the largest entry of each function's and design's part."""
    worst = 0
    for function in a:
        for design, part in a[function].items():
            size = max(abs(x) for x in part) or 1
            worst = max([worst] + [abs(x - y) / size for x, y in zip(part, b[function][design])])
    return worst


def check_gradients():
    write_curved()
    gradients = {}
    for scheme, per in (("bdf2", "element"), ("galpha", "patch"), ("dirk3", "group")):
        case = SHELL % per
        for ranks, verb, options in ((1, "verify", ["--steps", "1e-30"]), (3, "gradient", [])):
            r = run(case, ranks, verb, ["time.scheme=" + scheme], options)
            if not check("%s on %d ranks" % (scheme, ranks), r.status == 0 and r.json, r.stderr):
                return
            gradients[scheme, ranks] = r.json["gradient"]
            if verb == "verify":
                worst = max(e for f in r.json["verify"].values() for e in f.values())
                check(scheme + " by complex step", worst <= 1e-10, worst)
        t = run(case, 1, "gradient", ["time.scheme=" + scheme], ["--tangent"])
        tangent = largest_difference(gradients[scheme, 1], t.json["gradient"])
        ranks = largest_difference(gradients[scheme, 1], gradients[scheme, 3])
        print("%s: complex step %.1e, tangent %.1e, 1 and 3 ranks %.1e" % (scheme, worst, tangent, ranks))
        check("%s by the tangent" % scheme, tangent <= 1e-11, tangent)
        check("%s on 1 and 3 ranks" % scheme, ranks <= 1e-9, ranks)
    # an arc of three elements is longer than its parabolas by a part of 1e-6
    close("the mass", t.json["functions"]["mass"], DENSITY * THICKNESS * math.radians(70), 2e-4)


# ---- result files --------------------------------------------------------------------------------

def check_file():
    mesh = grid(2, 1, kind="quad9")
    mesh.write("curved.msh")
    ended("the shell runs", run(SHELL % "group", 2))
    file = File("case.vtkhdf")
    check("biquadratic quadrilaterals", list(file.dataset("/VTKHDF/Types")[2]) == [28, 28])
    nodes = [n - 1 for kind, _, _, e in mesh.elements if kind == "quad9" for n in e]
    check("their nodes", list(file.dataset("/VTKHDF/Connectivity")[2]) == nodes)
    topology = [35] + nodes[:9] + [35] + nodes[9:]
    check("the same for XDMF", list(file.dataset("/XDMF/topology")[2]) == topology)
    checked = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py", "case.vtkhdf"],
                             capture_output=True, text=True)
    check("the file is whole", checked.returncode == 0 and not checked.stdout, checked.stdout)


# ---- physics -------------------------------------------------------------------------------------

def check_ring():
    """A quarter of a ring under a pressure from inside that follows it, without Poisson's effect."""
    radius, t, young, pressure = 2.0, 0.01, 1e9, 1e2
    grid(4, 1, size=(90, 0.5), place=bent(radius), kind="quad9").write("ring.msh")
    for follow in ("true", "false"):
        r = ended("the ring widens", run("""
gimbal: 1
mesh: ring.msh
materials: {m: {young: %g, poisson: 0}}
shells: [{group: plate, material: m, thickness: %g}]
supports:
  - {group: left, symmetry: x}
  - {group: right, symmetry: z}
  - {group: bottom, symmetry: y}
loads: [{type: pressure, group: plate, value: "%g*t", follow: %s}]
probes: [{name: top, group: corner00}, {name: side, group: corner10}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
""" % (young, t, pressure, follow)))
        exact = pressure * radius ** 2 / (young * t)
        # the normal of the node order is outwards
        top, side = (r.json["probes"][p]["u"][-1][k] for p, k in (("top", 2), ("side", 0)))
        print("ring, follow %s: %.6g %.6g, membrane %.6g" % (follow, top, side, exact))
        close("ring at the top", top, exact, 1e-3)
        close("ring at the side", side, top, 1e-3)


def check_frequencies():
    """Those of the struck plate, as in vibration.py, with 4 x 4 elements in place of 16 x 16."""
    gmsh(ROOT / "meshes" / "cantilever-plate-vibration.geo", "plate.msh", "-order", 2, "-setnumber", "n", 4)
    r = ended("the plate vibrates",
              run(ROOT / "meshes" / "cantilever-plate-vibration.yaml", settings=["mesh=%s/plate.msh" % WORK]))
    t = r.json["probes"]["struck"]["t"]
    step, first = t[1] - t[0], next(k for k, s in enumerate(t) if s > 0.016 - 1e-9)
    struck, other = ([u[2] for u in r.json["probes"][p]["u"][first:]] for p in ("struck", "other"))
    even = peaks(t[first:], [a + b for a, b in zip(struck, other)], 45)
    odd = peaks(t[first:], [a - b for a, b in zip(struck, other)], 45)
    scale = math.sqrt(2700 * 5e-3 / (70e9 * 5e-3 ** 3 / (12 * (1 - 0.3 ** 2))))
    # four-node elements: 1.3, 0.6 and 5.9 % on 8 x 8
    for f, reference, gate in zip((even[0], odd[0], even[1]), (3.4710, 8.5066, 21.285), (1e-3, 1e-3, 5e-3)):
        # the scheme turns omega into tan(omega h / 2) / (h / 2)
        found = 2 * math.tan(math.pi * f * step) / step * scale
        print("frequency %.4f, converged %.4f" % (found, reference))
        close("a frequency of the plate", found, reference, gate)


def check_box():
    """The box beam with its kinks: nine-node walls against four-node ones half and a quarter as wide."""
    text, ends = (ROOT / "meshes" / "box-beam.geo").read_text(), {}
    for order, n in ((1, 4), (1, 8), (2, 2), (2, 4)):
        source = text.replace("n = {4,", "n = {%d," % n)
        with open("box.geo", "w") as file:
            file.write(source + "Mesh.ElementOrder = %d;\n" % order)
        r = ended("the box beam bends",
                  run(ROOT / "meshes" / "box-beam.yaml", 2, settings=["mesh=%s/box.geo" % WORK, "output.every=0"]))
        ends[order, n] = r.json["probes"]["corner"]["u"][-1]
        print("box beam, order %d, n = %d: %.5e" % (order, n, ends[order, n][2]))
    limit = [b + (b - a) / 3 for a, b in zip(ends[1, 4], ends[1, 8])]
    size = math.hypot(*limit)
    for n in (2, 4):
        error = math.dist(ends[2, n], limit) / size
        check("the box beam of nine-node walls", error < 0.005, error)


def check_link():
    """A root that is linked to a body on the ground is as good as a held one; a body that follows the
    other end's mean carries its mass to the same places on any ranks."""
    write_curved()
    text = """
gimbal: 1
mesh: curved.msh
materials: {m: {young: 1e9, poisson: 0.3, density: 2000}}
shells: [{group: plate, material: m, thickness: 0.02}]
%s
bodies:
  - {name: wall, mass: 3, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0.5, 1]}
  - {name: weight, mass: 5, inertia: [1, 1, 1, 0, 0, 0], at: [1, 0.5, 0.3]}
joints:
  - {type: fixed, name: hold, between: [ground, wall], at: [0, 0.5, 1]}
links:
  - {body: weight, group: right, type: average}
%s
gravity: [0, 0, -9.81]
probes: [{name: weight, body: weight, at: [1, 0.5, 0.3]}]
time: {scheme: galpha, step: 2e-3, steps: 40}
output: {every: 0}
"""
    ends = []
    for ranks, held, linked in ((1, "supports: [{group: left, fix: all}]", ""),
                                (1, "", "  - {body: wall, group: left}"),
                                (3, "", "  - {body: wall, group: left}")):
        r = ended("the linked shell swings", run(text % (held, linked), ranks))
        ends.append(r.json["probes"]["weight"]["u"][-1])
    size = math.hypot(*ends[0])
    print("linked shell: %s" % ends[0])
    check("it moves", size > 1e-3, ends)
    for other in ends[1:]:
        check("linked and held", math.dist(other, ends[0]) < 1e-9 * size, ends)


def check_free_flight():
    """A curved shell thrown with a spin: its centre keeps its velocity and the spin its rate, as a
    rigid body's would."""
    write_curved()
    r = ended("the shell flies", run("""
gimbal: 1
mesh: curved.msh
materials: {m: {young: 1e9, poisson: 0.3, density: 2000}}
shells: [{group: plate, material: m, thickness: 0.02}]
initial: [{group: plate, velocity: [1, 2, 3], angular_velocity: [0, 1e-4, 0]}]
probes: [{name: one, group: corner00}, {name: other, group: corner11}]
time: {scheme: newmark, step: 0.01, steps: 100}
output: {every: 0}
"""))
    for name in ("one", "other"):
        u = r.json["probes"][name]["u"][-1]
        check("it keeps its velocity", math.dist(u, (1, 2, 3)) < 3e-4, u)


in_turn(check_gradients, check_file, check_ring, check_frequencies, check_box, check_link, check_free_flight)
