"""Claims: with `output: {swept: true}` each beam is in the results as the solid that its section sweeps. Of beams that
are turned and moved as a whole all corners of the outlines are where the rotation takes them, and move so; each solid
has the volume area times length, in the end too; a bent cantilever's end section stands where its node's rotation takes
it; its cells have the forces and the failure index of their elements; 1, 2 and 3 ranks write the same.
"""
# quick
# memcheck
import math
import subprocess

from common import cross, dot, ended
from helper import ROOT, Mesh, check, close, run
from hdf5 import File

HEXAHEDRON, SIDES = 12, 24
OFFSET = (0.03, -0.02)


def rectangles(kind, w, h, f, t):
    """(y, z, width, height) of the parts of a section, from no place in particular."""
    return {"rectangle": [(0, 0, w, h)],
            "box": [(0, 0, w, f), (0, h - f, w, f), (0, f, f, h - 2 * f), (w - f, f, f, h - 2 * f)],
            "I": [(0, 0, w, f), (0, h - f, w, f), (w / 2 - t / 2, f, t, h - 2 * f)],
            "C": [(0, 0, w, f), (0, h - f, w, f), (0, f, t, h - 2 * f)],
            "L": [(0, 0, w, f), (0, f, f, h - f)]}[kind]


def centroid(parts):
    area = sum(a * b for _, _, a, b in parts)
    return area, [sum((p[i] + p[2 + i] / 2) * p[2] * p[3] for p in parts) / area for i in (0, 1)]


SHAPES = {  # text, area of what is drawn
    "rectangle": ("width: 0.2, height: 0.1", None),
    "box": ("width: 0.2, height: 0.1, thickness: 0.01", None),
    "I": ("width: 0.2, height: 0.1, flange: 0.01, web: 0.02", None),
    "C": ("width: 0.2, height: 0.1, flange: 0.01, web: 0.02", None),
    "L": ("width: 0.2, height: 0.1, thickness: 0.01", None),
    "circle": ("radius: 0.1", SIDES / 2 * math.sin(2 * math.pi / SIDES) * 0.01),
    "tube": ("radius: 0.1, thickness: 0.04", SIDES / 2 * math.sin(2 * math.pi / SIDES) * (0.01 - 0.0036)),
    "constants": ("area: 0.02, I_yy: 4e-5, I_zz: 1e-5, J: 1e-5, k_y: 1, k_z: 1", 0.02),
    "rod": ("area: 0.02", 0.02 * SIDES / 2 * math.sin(2 * math.pi / SIDES) / math.pi)}
LINE, AXIS, Y = (1.2, 1.6, 0), (0.8, -0.6, 0), (0, 0, 1)  # from end to end; y of the sections; z = x cross y
ALONG = (0.6, 0.8, 0)


def moved_model(angle):
    sections, beams, supports, mesh = [], [], [], Mesh()
    for k, (kind, (text, _)) in enumerate(SHAPES.items()):
        more = "" if kind == "rod" else ", offset: [%g, %g]" % OFFSET
        sections.append("  %s: {type: %s, material: m, %s%s}" % (kind, kind, text, more))
        n = [mesh.node(*[x * a / 4 for x in LINE[:2]], k) for a in range(5)]
        if kind == "rod" or k % 2:
            ends = [("line2", n[i:i + 3:2]) for i in (0, 2)]
        else:
            ends = [("line3", (n[i], n[i + 2], n[i + 1])) for i in (0, 2)]
        for shape, nodes in ends:
            mesh.element(shape, "b%d" % k, nodes)
        beams.append("  - {group: b%d, section: %s%s}" % (k, kind, "" if kind == "rod" else
                                                          ", orientation: [%g, %g, %g]" % AXIS))
        supports.append(
            '  - {group: b%d, motion: ["t", 0, "t^2"], angle: "%s", axis: [0, 3, 4], about: [0.1, 0.2, 0]}' %
            (k, angle))
    sections.append("  blade: {type: general, stiffness: [1, 1, 1, 1, 1, 1], mass: [1, 0, 0, 0, 0, 0]}")
    beams.append("  - {name: g, points: [[0, 0, 20], [1, 0, 20]], elements: 1, section: blade, orientation: [0, 1, 0]}")
    supports.append("  - {group: g, fix: all}")
    mesh.write("beams.msh")
    return "\n".join(["gimbal: 1", "mesh: beams.msh",
                      "materials: {m: {young: 1e9, poisson: 0.3, density: 1000, yield: 1e6}}", "sections:",
                      *sections, "beams:", *beams, "masses: [{name: far, at: [9, 9, 9], mass: 1}]",
                      "supports:", *supports, "time: {scheme: bdf2, step: 0.1, steps: 3}", "output: {swept: true}", ""])


class Solids:
    """The hexahedra of a results file: nodes of each, points and fields of a frame (-1: the last)."""

    def __init__(self, path="case.vtkhdf"):
        self.file = File(path)
        self.types = self.file.dataset("/VTKHDF/Types")[2]
        starts, nodes = (self.file.dataset("/VTKHDF/" + name)[2] for name in ("Offsets", "Connectivity"))
        self.cells = [c for c, kind in enumerate(self.types) if kind == HEXAHEDRON]
        self.nodes = {c: nodes[starts[c]:starts[c + 1]] for c in self.cells}
        self.reference = self.file.rows("/VTKHDF/Points")

    def frame(self, name, k=-1, items=None):
        rows, count = self.file.rows("/VTKHDF/" + name), items or len(self.reference)
        return rows[k * count:][:count] if k >= 0 else rows[-count:]

    def places(self, k=-1):
        return [[x + u for x, u in zip(X, U)] for X, U in zip(self.reference, self.frame("PointData/displacement", k))]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def volume(places, cell):
    """Of a hexahedron with plane faces; positive when its corners are in VTK's order."""
    p = [places[n] for n in cell]
    total = 0
    for a, b, c, d in ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)):
        total += dot(cross(minus(p[b], p[a]), minus(p[c], p[a])), minus(p[d], p[a])) / 6
    return total


def rotated(angle, axis, p):
    """Rodrigues' formula."""
    c, s, n = math.cos(angle), math.sin(angle), cross(axis, p)
    return [c * p[i] + s * n[i] + (1 - c) * dot(axis, p) * axis[i] for i in range(3)]


def outline(kind):
    """Corners (y, z) that the drawn section must have, and its area."""
    if SHAPES[kind][1] is None:
        text = dict(word.split(": ") for word in SHAPES[kind][0].split(", "))
        parts = rectangles(kind, 0.2, 0.1, float(text.get("flange", text.get("thickness", 0))),
                           float(text.get("web", 0)))
        area, middle = centroid(parts)
        corners = [(y + a * w - middle[0] + OFFSET[0], z + b * h - middle[1] + OFFSET[1])
                   for y, z, w, h in parts for a in (0, 1) for b in (0, 1)]
        return area, corners
    if kind == "constants":  # sides 1 : 2 as the radii of gyration
        return 0.02, [(a * 0.05 + OFFSET[0], b * 0.1 + OFFSET[1]) for a in (-1, 1) for b in (-1, 1)]
    radius = 0.1 if kind != "rod" else math.sqrt(0.02 / math.pi)
    angles = [2 * math.pi * (k + 0.5) / SIDES for k in range(SIDES)]
    offset = (0, 0) if kind == "rod" else OFFSET
    return SHAPES[kind][1], [(r * math.cos(a) + offset[0], r * math.sin(a) + offset[1]) for a in angles
                             for r in ((radius, 0.06) if kind == "tube" else (radius,))]


def turned():
    r = ended("beams that are moved", run(moved_model("2*t + t^2"), 2))
    check("general sections are named", "'blade'" in r.stderr and "no outline" in r.stderr, r.stderr)
    s = Solids()
    axis, about, t = (0, 0.6, 0.8), (0.1, 0.2, 0), 0.3
    angle, rate = 2 * t + t * t, 2 + 2 * t
    end, speed = s.places(), s.frame("PointData/velocity")
    for k, kind in enumerate(SHAPES):
        cells = [c for c in s.cells if all(k - 0.5 < s.reference[n][2] < k + 0.5 for n in s.nodes[c])]
        area, corners = outline(kind)
        nodes = sorted({n for c in cells for n in s.nodes[c]})
        for label, places in (("first", s.reference), ("last", end)):
            parts = [volume(places, s.nodes[c]) for c in cells]
            check("%s: %s solids are not inside out" % (kind, label), min(parts, default=0) > 0, parts)
            close("%s: volume at %s" % (kind, label), sum(parts), 2 * area, 1e-12)
        z = cross(ALONG, AXIS)
        section = [(dot(s.reference[n], AXIS), dot(minus(s.reference[n], (0, 0, k)), z), dot(s.reference[n], ALONG))
                   for n in nodes]
        if kind == "rod":  # its y is across it, anywhere
            off = max(abs(math.hypot(y, h) - math.sqrt(0.02 / math.pi)) for y, h, _ in section)
            check("rod: a circle of its area", off < 1e-12, off)
        else:
            for y, h in corners:
                for x in (0, 1, 2):
                    near = min(math.dist((y, h, x), found) for found in section)
                    check("%s: the corner (%g, %g) at %g" % (kind, y, h, x), near < 1e-12, near)
        for n in nodes:
            arm = rotated(angle, axis, minus(s.reference[n], about))
            place = [about[i] + arm[i] + (t, 0, t * t)[i] for i in range(3)]
            velocity = [rate * cross(axis, arm)[i] + (1, 0, 2 * t)[i] for i in range(3)]
            if kind == "rod":  # turned without a spin of its own: on the circle about the line
                line, at = rotated(angle, axis, ALONG), minus(
                    end[n], [about[i] + (t, 0, t * t)[i] + v for i, v in enumerate(
                    rotated(angle, axis, minus((0, 0, k), about)))])
                along = dot(at, line)
                off = math.hypot(math.dist(at, [along * v for v in line]) - math.sqrt(0.02 / math.pi),
                                 along - dot(s.reference[n], ALONG))
                check("rod: about its line", off < 1e-12, off)
                continue
            check("%s: a corner goes along" % kind, math.dist(place, end[n]) < 1e-12, (place, end[n]))
            check("%s: and as fast" % kind, math.dist(velocity, speed[n]) < 1e-11, (velocity, speed[n]))


BENT = """gimbal: 1
materials: {m: {young: 2e7, poisson: 0.25, density: 3, yield: 1e5}}
sections:
  s: {type: box, material: m, width: 0.2, height: 0.3, thickness: 0.02}
beams: [{name: beam, points: [[0, 0, 0], [4, 0, 0]], elements: 7, order: %d, section: s, orientation: [0, 1, 0]}]
supports: [{group: beam.start, fix: all}]
loads: [{type: moment, group: beam.end, value: [0, 0, "900 * t"]}]
design: [{name: w, section: s, parameter: width}]
time: {scheme: static, step: 0.25, steps: 4}
output: {swept: true}
"""


def bent():
    """A constant curvature M / E I: the last section has turned by M L / E I."""
    for order in (1, 2):
        data = []
        for ranks in (1, 2, 3):
            r = ended("a cantilever on %d ranks" % ranks, run(BENT % order, ranks))
            again = subprocess.run(
                [str(ROOT / "tests" / "check-results.py"), "case.vtkhdf", "--frames", "5", "--fields",
                 "failure", "beam_moment"], capture_output=True, text=True)
            check("ParaView's format on %d ranks" % ranks, again.returncode == 0, again.stdout + again.stderr)
            s = Solids()
            lines = [c for c, kind in enumerate(s.types) if kind == 3]
            share = len(s.cells) // len(lines)
            for name in ("failure", "von_mises", "beam_moment"):
                shape, _, flat = s.file.dataset("/VTKHDF/CellData/" + name)
                width = shape[1] if len(shape) > 1 else 1
                rows = [flat[k * width:(k + 1) * width] for k in range(len(flat) // width)][-len(s.types):]
                check("%s on %d ranks: of the elements" % (name, ranks),
                      all(rows[c] == rows[lines[i // share]] for i, c in enumerate(s.cells)) and any(rows[lines[0]]),
                      rows)
                data.append((name, flat))
            data.append(("displacement", [x for row in s.places() for x in row]))
            data.append(("cells", [n for c in s.cells for n in s.nodes[c]]))
        size = len(data) // 3
        for k in range(size, len(data)):
            name, values = data[k]
            first = data[k % size][1]
            scale = max(map(abs, first))
            off = max(abs(x - y) for x, y in zip(values, first)) / scale if len(first) == len(values) else math.inf
            check("order %d: %s is that of one rank" % (order, name), off < 1e-9, off)
        turn = 900 * 4 / (2e7 * (0.3 * 0.2 ** 3 - 0.26 * 0.16 ** 3) / 12)
        # straight elements of length h have the curvature sin(angle) / h, 2 M h / E I is the sine of twice the angle, and
        # they stay as long, chords of a circle
        angle = math.asin(2 * turn / 7) / 2
        radius, turn = (2 / 7 / math.sin(angle / 2), 7 * angle) if order == 1 else (4 / turn, turn)
        tip = [(X, x) for X, x in zip(s.reference, s.places()) if abs(X[0] - 4) < 1e-12 and (X[1] or X[2])]
        check("there are corners at the end", len(tip) >= 8, tip)
        for X, x in tip:
            exact = ((radius - X[1]) * math.sin(turn), radius - (radius - X[1]) * math.cos(turn), X[2])
            check("order %d: the end's corners" % order, math.dist(x, exact) < (1e-9, 1.5e-4)[order - 1], (x, exact))
    r = run("\n".join(line for line in (BENT % 1).splitlines() if not line.startswith("loads")) + "\n", 2, "modes")
    check("modes sweep too", r.status == 0 and len(Solids("case.modes.vtkhdf").cells) == 7 * 8, r.stderr)
    r = run((BENT % 1).replace("{swept: true}", "{every: 1}"))
    check("not unless asked for", r.status == 0 and not Solids().cells, r.stderr)


turned()
bent()
