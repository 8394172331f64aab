"""Bodies that a closed surface of the mesh encloses.

Claims: boxes of quadrangles, a tetrahedron and an L-shaped prism have the mass, centre and inertia of their
closed forms to 1e-12, facing inwards or outwards, far from the origin too; a ball of nine-node faces has
the mass of one of four-node faces half as wide; such a box moves as the body
given by `box`, on 1 and 2 ranks; open surfaces and bodies without a mesh are refused by their nodes.
"""
import math

from common import ended
from helper import Mesh, check, close, run

CASE = """gimbal: 1
mesh: solid.msh
gravity: [0, 0, -9.81]
bodies:
  - {name: solid, surface: solid, density: %g}
time: {scheme: galpha, step: 1e-3, steps: 1}
output: {every: 0}
"""


def extrude(outline, height, at=(0.0, 0.0, 0.0), inwards=False, faces=None):
    """A prism over an outline of the x-y plane, its ends fans of triangles about the first corner."""
    mesh = Mesh()
    low = [mesh.node(at[0] + x, at[1] + y, at[2]) for x, y in outline]
    high = [mesh.node(at[0] + x, at[1] + y, at[2] + height) for x, y in outline]
    n = len(outline)
    sides = [(low[i], low[(i + 1) % n], high[(i + 1) % n], high[i]) for i in range(n)]
    ends = [(high[0], high[i], high[i + 1]) for i in range(1, n - 1)]
    ends += [(low[0], low[i + 1], low[i]) for i in range(1, n - 1)]
    for nodes in (sides + ends)[:faces]:
        mesh.element("quad4" if len(nodes) == 4 else "tri3", "solid", nodes[::-1] if inwards else nodes)
    mesh.write("solid.msh")


def compare(name, density, mass, center, inertia):
    for ranks in (1, 2):
        r = ended(name + " is read", run(CASE % density, verb="check", ranks=ranks))
        close(name + ": mass", r.json["mass"], mass, 1e-12)
        for i in range(3):
            close(name + ": centre", r.json["center_of_mass"][i], center[i], 1e-12, 1e-12)
        for k in range(6):
            close(name + ": inertia %d" % k, r.json["inertia"][k], inertia[k], 1e-11, 1e-12 * sum(inertia[:3]))


def box(mass, a, b, c, arm=(0, 0, 0)):
    x, y, z = arm
    return [mass * ((b * b + c * c) / 12 + y * y + z * z), mass * ((a * a + c * c) / 12 + x * x + z * z),
            mass * ((a * a + b * b) / 12 + x * x + y * y), -mass * x * y, -mass * x * z, -mass * y * z]


A, B, C = 1.2, 0.5, 0.3
BOX = [(0, 0), (A, 0), (A, B), (0, B)]
for inwards in (False, True):
    extrude(BOX, C, at=(10, -20, 5), inwards=inwards)
    m = 2700 * A * B * C
    compare("a box", 2700, m, (10 + A / 2, -20 + B / 2, 5 + C / 2), box(m, A, B, C))

# a fan about the inner corner serves an L: its reach sees every other corner
L = [(1, 1), (1, 3), (0, 3), (0, 0), (3, 0), (3, 1)]
extrude(L, 0.5)
upright, foot = 1.0 * 2 * 0.5, 3.0 * 1 * 0.5
center = [(upright * 0.5 + foot * 1.5) / (upright + foot), (upright * 2 + foot * 0.5) / (upright + foot), 0.25]
J = [p + q for p, q in zip(
    box(upright, 1, 2, 0.5, (0.5 - center[0], 2 - center[1], 0)),
    box(foot, 3, 1, 0.5, (1.5 - center[0], 0.5 - center[1], 0)))]
compare("an L", 1, upright + foot, center, J)

mesh = Mesh()
n = [mesh.node(*p) for p in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)):
    mesh.element("tri3", "solid", (n[a], n[b], n[c]))
mesh.write("solid.msh")
m = 6.0 / 6  # int x^2 = 1/60, int x y = 1/120 of the unit tetrahedron
square, product = 6 * (1 / 60 - 1 / 96), 6 * (1 / 120 - 1 / 96)
compare("a tetrahedron", 6, m, (0.25, 0.25, 0.25), [2 * square] * 3 + [-product] * 3)



def ball(kind, n):
    """A sphere of n x n quadrilaterals on each side of a cube."""
    mesh, places, half = Mesh(), {}, 2 if kind == "quad9" else 1
    around = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)]

    def node(side, axis, i, j):
        v = [0.0, 0.0, 0.0]
        v[axis] = side
        v[(axis + 1) % 3], v[(axis + 2) % 3] = (
            math.tan(math.pi / 4 * (2 * k / (n * half) - 1)) * (side if m == 0 else 1)
            for m, k in enumerate((i, j)))
        v = [x / math.hypot(*v) for x in v]
        key = tuple(round(x, 9) for x in v)
        if key not in places:
            places[key] = mesh.node(*v)
        return places[key]

    for side in (-1, 1):
        for axis in range(3):
            for i in range(n):
                for j in range(n):
                    mesh.element(kind, "solid", [
                        node(side, axis, half * i + a * half // 2, half * j + b * half // 2)
                        for a, b in (around if half == 2 else around[:4])])
    mesh.write("solid.msh")
    r = ended("a ball is read", run(CASE % 1, verb="check"))
    return r.json["mass"] if r.json else 0


exact, four, nine = 4 / 3 * math.pi, ball("quad4", 8), ball("quad9", 4)
print("a ball of 8 x 8 four-node and 4 x 4 nine-node faces: %.4f %.4f of %.4f" % (four, nine, exact))
close("a ball of nine-node faces as of four-node ones between the same nodes", nine, four, 0.01)
close("a ball of nine-node faces", nine, exact, 0.03)

# ---- the same motion as the body that is given by its edges ----

extrude(BOX, C)
MORE = """joints:
  - {type: spherical, name: pin, between: [ground, solid], at: [0, 0, 0]}
probes:
  - {name: p, body: solid, at: [1.2, 0.5, 0.3]}
"""
given = (CASE % 2700).replace("mesh: solid.msh\n", "").replace(
    "surface: solid", "box: [1.2, 0.5, 0.3], at: [0.6, 0.25, 0.15]")
steps = ["time.step=5e-3", "time.steps=100"]
ends = []
for text, ranks in ((given + MORE, 1), (CASE % 2700 + MORE, 1), (CASE % 2700 + MORE, 2)):
    r = ended("the solid swings", run(text, ranks, settings=steps))
    ends.append(r.json["probes"]["p"]["u"][-1])
for other in ends[1:]:
    close("end of the solid", math.dist(other, ends[0]), 0, 0, 1e-10)
check("it moves far", math.dist(ends[0], (0, 0, 0)) > 0.5, ends)

# ---- what encloses nothing ----

text = CASE % 2700
extrude(BOX, C, faces=7)
for name, case, status, words in (
        ("an open surface", text, 3, ["surface 'solid' is open at the edge of nodes", "close a volume"]),
        ("an unknown group", text.replace("surface: solid", "surface: solide"), 3,
         ["no surface group 'solide' in solid.msh", "solid (surface)"]),
        ("no mesh", text.replace("mesh: solid.msh\n", ""), 2, ["no mesh has group 'solid'"]),
        ("a place of its own", text.replace("density", "at: [0, 0, 0], density"), 2,
         ["at is not used by a body with surface"]),
        ("no density", text.replace(", density: 2700", ""), 2, ["density with one of box"]),
        ("no place", text.replace("surface: solid", "box: [1, 1, 1]"), 2, ["at is missing", "surface"])):
    r = run(case)
    found = [line for line in r.stderr.splitlines() if line.startswith("gimbal: ") and "warning" not in line]
    check("refused: " + name, r.status == status and len(found) == 1, r.stderr)
    for word in ["case.yaml:"] + words:
        check(name + " says " + word, found and word in found[0], r.stderr)
