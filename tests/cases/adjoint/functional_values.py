"""The values of all functionals against two independent computations.

Claims: mass, compliance, KS and the eight induced aggregates (four forms, both sums) are those of a uniform stretch in
closed form, to 1e-11; and those of tests/shell_strains.py on a curved shell of distorted quadrilaterals (of 4 or 9
nodes) or triangles that moves at large displacements, computed from the displacements and directors of the results
file, with the trapezoidal rule, with rectangles, and at the last step of a static march, to 1e-9; on 1, 2 and 3 ranks.
"""
# timeout: 240
import math

from helper import ROOT, check, close, grid, run
from hdf5 import File
from shell_strains import PLACES, ORDER, Configuration, cross, dot, samples

FORMS, SUMS = ("exponential", "exponential2", "power", "power2"), ("continuous", "discrete")
WEIGHT = 12.0
FUNCTIONS = """functions:
  - {name: mass, type: mass}
  - {name: compliance, type: compliance}
""" + "".join("  - {name: ks %s, type: ks, weight: %r, sum: %s}\n" % (s, WEIGHT, s)
              for s in SUMS) + "".join(
    "  - {name: %s %s, type: induced, form: %s, weight: %r, sum: %s}\n" % (f, s, f, WEIGHT, s)
    for f in FORMS for s in SUMS)


def aggregates(points):
    """Of (time weight, area weight, failure index): by the formulas, with no scaling."""
    values = {}
    for sum_ in SUMS:
        rows = [(w if sum_ == "discrete" else w * area, f) for w, area, f in points]
        total = math.fsum(w * math.exp(WEIGHT * f) for w, f in rows)
        values["ks " + sum_] = math.log(total) / WEIGHT
        for form in FORMS:
            power = 2 if form.endswith("2") else 1
            e = [math.exp(WEIGHT * f) if form.startswith("exp") else f ** WEIGHT for _, f in rows]
            values[form + " " + sum_] = (
                math.fsum(w * f ** power * x for (w, f), x in zip(rows, e))
                / math.fsum(w * x for (w, _), x in zip(rows, e)))
    return values


def compare(name, found, expected, relative):
    check(name + ": all twelve are there", sorted(found) == sorted(expected) and len(found) == 12)
    worst = max(abs(found[k] / expected[k] - 1) for k in expected)
    print("%s: largest relative difference %.1e" % (name, worst))
    for key, value in expected.items():
        close("%s, %s" % (name, key), found[key], value, relative)


# ---- a uniform stretch ---------------------------------------------------------------------------

STRETCH = """
gimbal: 1
mesh: sheet.msh
materials:
  soft: {young: 2.0, poisson: 0.3, density: 7, yield: 1.5}
shells:
  - {group: plate, material: soft, thickness: 0.1}
supports:
  - {group: left, fix: x}
  - {group: bottom, fix: y}
  - {group: plate, fix: [z, rotation]}
loads:
  - {type: traction, group: right, value: ["0.06*t", 0, 0]}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 0}
""" + FUNCTIONS


def stretch():
    """Force per reference width T = lambda n, n = E t e, e = (lambda^2 - 1)/2: a uniform uniaxial
    stress E e in an area of 2 x 1 with 6 elements of 4 points and 2 faces."""
    young, thickness, area, force, limit = 2.0, 0.1, 2.0, 0.06, 1.5
    ratio = 1.0
    for _ in range(50):
        error = young * thickness * ratio * (ratio ** 2 - 1) / 2 - force
        ratio -= error / (young * thickness * (3 * ratio ** 2 - 1) / 2)
    strain = (ratio ** 2 - 1) / 2
    f = young * strain / limit
    expected = {"mass": 7 * thickness * area, "compliance": area * young * thickness * strain ** 2}
    for sum_, weight in (("continuous", 2 * area), ("discrete", 2 * 4 * 6)):
        expected["ks " + sum_] = f + math.log(weight) / WEIGHT
        for form in FORMS:
            expected["%s %s" % (form, sum_)] = f ** 2 if form.endswith("2") else f
    grid(3, 2, size=(2, 1), distort=0.2).write("sheet.msh")
    for ranks in (1, 2, 3):
        r = run(STRETCH, ranks, name="stretch")
        if check("stretch runs on %d ranks" % ranks, r.status == 0, r.stderr):
            compare("stretch by %.3f on %d ranks" % (ratio, ranks), r.json["functions"], expected, 1e-11)


# ---- a curved shell in motion --------------------------------------------------------------------

MATERIAL = {"young": 1e4, "poisson": 0.3, "density": 1.0, "yield": 300.0}
THICKNESS = 0.05
MOVING = """
gimbal: 1
mesh: %s.msh
materials:
  soft: {young: 1e4, poisson: 0.3, density: 1.0, yield: 300.0}
shells:
  - {group: plate, material: soft, thickness: 0.05, kink: 60}
supports:
  - {group: left, fix: all}
loads:
  - {type: traction, group: right, value: ["0.1*t", "0.1*t", "0.4*t"]}
  - {type: pressure, group: plate, value: "sin(20*t)", follow: true}
time: {%s}
output: {every: 1}
""" + FUNCTIONS
MARCHES = {"bdf2": "scheme: bdf2, step: 0.1, steps: 6",
           "rectangle": "scheme: newmark, step: 0.1, steps: 6, quadrature: rectangle",
           "static": "scheme: static, step: 0.02, steps: 8"}


def time_weights(march, times):
    count = len(times)
    if march == "static":
        return [0.0] * (count - 1) + [1.0]
    step = times[1] - times[0]
    if march == "rectangle":
        return [0.0] + [step] * (count - 1)
    return [step / 2] + [step] * (count - 2) + [step / 2]


def directors(mesh):
    """Area-weighted means of the elements' normals."""
    total = {n: [0.0, 0.0, 0.0] for n in mesh.nodes}
    for nodes in surfaces(mesh):
        X = [mesh.nodes[n] for n in nodes]
        if len(X) in (6, 9):  # by the tangents at each node
            corners = ((0, 0), (1, 0), (0, 1), (0.5, 0), (0.5, 0.5), (0, 0.5))
            places = corners if len(X) == 6 else [(PLACES[9][i], PLACES[9][j]) for i, j in ORDER]
            for n, place in zip(nodes, places):
                tangents = Configuration(X, X).slopes(*place)[0]
                area = 0.5 if len(X) == 6 else 4
                total[n] = [x + area * y for x, y in zip(total[n], cross(*tangents))]
            continue
        a, b = (1, 0) if len(X) == 3 else (2, 0)
        c, d = (2, 0) if len(X) == 3 else (3, 1)
        normal = cross([p - q for p, q in zip(X[a], X[b])], [p - q for p, q in zip(X[c], X[d])])
        for n in nodes:
            total[n] = [x + y / 2 for x, y in zip(total[n], normal)]
    return {n: [x / math.sqrt(dot(v, v)) for x in v] for n, v in total.items()}


def surfaces(mesh):
    return [nodes for kind, _, _, nodes in mesh.elements if kind in ("quad4", "tri3", "quad9", "tri6")]


def frames(path, nodes):
    """Times, and of each frame the displacement and director of each node by its number."""
    file = File(path)
    times = file.dataset("/VTKHDF/Steps/Values")[2]
    numbers = file.dataset("/VTKHDF/PointData/node_id")[2]
    fields = [file.rows("/VTKHDF/PointData/" + name) for name in ("displacement", "director")]
    check("every node is in the results", sorted(numbers) == sorted(nodes))
    cut = len(numbers)
    return times, [[dict(zip(numbers, rows[cut * k:cut * (k + 1)])) for rows in fields] for k in range(len(times))]


def same_frames(name, found, expected):
    """Check that the fields that 2 and 3 ranks write are equal to those of one rank."""
    check(name + ": times", found[0] == expected[0], (found[0], expected[0]))
    worst = max(math.dist(row, one[n]) for frame, first in zip(found[1], expected[1], strict=True)
                for rows, one in zip(frame, first) for n, row in rows.items())
    close(name + ": displacements and directors", worst, 0, 0, 1e-10)


def independent(mesh, march, times, shown):
    """All twelve values from the frames of a results file; also the largest failure index and displacement."""
    D = directors(mesh)
    weights = time_weights(march, times)
    points, compliance, area, largest = [], [], [], 0.0
    for k, (u, d) in enumerate(shown):
        largest = max(largest, max(math.sqrt(dot(v, v)) for v in u.values()))
        for nodes in surfaces(mesh) if k == 0 or weights[k] else ():  # the first frame has the area
            X = [mesh.nodes[n] for n in nodes]
            x = [[a + b for a, b in zip(mesh.nodes[n], u[n])] for n in nodes]
            for w, energy, failure in samples(MATERIAL, THICKNESS, X, [D[n] for n in nodes], x, [d[n] for n in nodes]):
                compliance.append(weights[k] * w * energy)
                points += [(weights[k], w, f) for f in failure]
                area += [w] if k == 0 else []
    points = [p for p in points if p[0] > 0]
    values = {"mass": MATERIAL["density"] * THICKNESS * math.fsum(area), "compliance": math.fsum(compliance)}
    values.update(aggregates(points))
    return values, max(f for _, _, f in points), largest


def moving(kind, marches, cells=(4, 3)):
    mesh = grid(*cells, size=(1.0, 0.75), distort=0.2, kind=kind,
                place=lambda x, y: (x, y, 0.25 * x * x + 0.1 * x * y)).write(kind + ".msh")
    for march in marches:
        for ranks in (1, 2, 3) if march == "bdf2" else (1,):
            r = run(MOVING % (kind, MARCHES[march]), ranks, name="%s-%s" % (kind, march))
            name = "%s, %s on %d ranks" % (kind, march, ranks)
            if check(name + " runs", r.status == 0, r.stderr):
                path = "%s-%s.vtkhdf" % (kind, march)
                if ranks == 1:
                    times, shown = frames(path, mesh.nodes)
                    expected, worst, displacement = independent(mesh, march, times, shown)
                else:
                    same_frames(name, frames(path, mesh.nodes), (times, shown))
                compare(name, r.json["functions"], expected, 1e-9)
                print("    largest failure index %.3f, displacement %.3f" % (worst, displacement))
                check(name + ": at large displacements", displacement > 0.2, displacement)


stretch()
moving("quad4", ("bdf2", "rectangle", "static"))
moving("tri3", ("bdf2", "static"))
moving("quad9", ("bdf2", "static"), (2, 2))
moving("tri6", ("bdf2", "static"), (2, 2))
