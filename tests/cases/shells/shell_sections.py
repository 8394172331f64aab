"""Claim: L-, T- and box-section cantilevers of shells bend and twist as theory says, a strip with an angle bends as a
frame of beams, its fold yields under a moment as its penalty says, and a constant stress passes a kink."""
import math

from common import ended
from helper import (check, close, displacement, edge_forces, nodal, point, prism, run, section_case)

YOUNG, SHEAR = 1e7, 1e7 / 2.6  # Poisson's ratio 0.3

# ---- sections ------------------------------------------------------------------------------------

ANGLE = [((0, 1), (0, 0)), ((0, 0), (1, 0))]
TEE = [((0, 0), (0, 1)), ((0, 0), (-0.5, 0)), ((0, 0), (0.5, 0))]
BOX = [((-0.5, -0.3), (0.5, -0.3)), ((0.5, -0.3), (0.5, 0.3)), ((0.5, 0.3), (-0.5, 0.3)), ((-0.5, 0.3), (-0.5, -0.3))]
SQUARE = [((-0.5, -0.5), (0.5, -0.5)), ((0.5, -0.5), (0.5, 0.5)), ((0.5, 0.5), (-0.5, 0.5)),
          ((-0.5, 0.5), (-0.5, -0.5))]


def moments(segments, t):
    """Area, centroid and second moments (zz for y^2) of a thin-walled section, with those of the walls' thickness."""
    area = sum(t * math.dist(p, q) for p, q in segments)
    centre = [sum(t * math.dist(p, q) * (p[k] + q[k]) / 2 for p, q in segments) / area for k in (0, 1)]
    second = {}
    for i, j in ((0, 0), (1, 1), (0, 1)):
        total = 0
        for p, q in segments:
            s = math.dist(p, q)
            m = [(p[k] + q[k]) / 2 - centre[k] for k in (0, 1)]
            d = [(q[k] - p[k]) / s for k in (0, 1)]
            n = [-d[1], d[0]]
            total += t * s * (m[i] * m[j] + s * s / 12 * d[i] * d[j] + t * t / 12 * n[i] * n[j])
        second[i, j] = total
    return area, centre, second


def check_bending(name, segments, across, along=40, length=5.0, t=0.05, ranks=1):
    """Pure bending with curvature 1e-5 about y: sigma = -E k (z - z0). The root is a plane of
    symmetry, so beam theory holds everywhere but for the thickness's own small share."""
    mesh, node = prism(segments, length, along, across)
    _, centre, _ = moments(segments, t)
    k = 1e-5
    forces = edge_forces(segments, across, node, length, lambda e, d: (-YOUNG * k * (e[1] - centre[1]), 0, 0), t)
    # moments of the section about its centre, and the curvatures that they give
    _, _, second = moments(segments, t)
    thin = {key: v for key, v in moments(segments, 1e-9 * t)[2].items()}
    scale = t / (1e-9 * t)
    m = [YOUNG * k * thin[i, 1] * scale for i in (0, 1)]
    det = second[0, 0] * second[1, 1] - second[0, 1] ** 2
    curve = [(second[1, 1] * m[0] - second[0, 1] * m[1]) / det / YOUNG,
             (second[0, 0] * m[1] - second[0, 1] * m[0]) / det / YOUNG]
    first = segments[0]
    point(mesh, "origin", node(0, *first[0]))
    point(mesh, "stop", node(0, *first[1]))
    point(mesh, "end", node(length, *first[0]))
    turn = "z" if first[0][1] == first[1][1] else "y"
    r = run(section_case(mesh, t, ["  - {group: root, symmetry: x}",
                                   "  - {group: origin, fix: [y, z]}",
                                   "  - {group: stop, fix: [%s]}" % turn], nodal(mesh, forces),
                 ["  - {name: end, group: end}"]), ranks)
    ended(name + " bends", r)
    u = displacement(r, "end")
    exact = [c * length ** 2 / 2 for c in curve]
    print("%-6s bending: %.6g %.6g, theory %.6g %.6g" % (name, u[1], u[2], *exact))
    size = math.hypot(*exact)
    close(name + " bends as a beam", u[2], exact[1], 1e-3)
    close(name + " hardly sways", u[1], exact[0], 0, 0.011 * size)  # the forces lack the walls' own moments


check_bending("angle", ANGLE, 4)
check_bending("tee", TEE, 4, ranks=3)
check_bending("box", BOX, 4)


def check_tension(name, segments, ranks=1):
    """A constant stress along the walls: the patch test across a kink."""
    mesh, node = prism(segments, 1.0, 3, 2)
    stress = 1e-12 * YOUNG
    forces = edge_forces(segments, 2, node, 1.0, lambda e, d: (stress, 0, 0), 0.05)
    first = max(segments[0])
    for group, place in (("origin", (0, 0)), ("stop", first)):
        point(mesh, group, node(0, *place))
    point(mesh, "end", node(1, *first))
    turn = "z" if first[0] else "y"
    r = run(section_case(mesh, 0.05, ["  - {group: root, symmetry: x}",
                                      "  - {group: origin, fix: [y, z]}",
                                      "  - {group: stop, fix: [%s]}" % turn], nodal(mesh, forces),
                 ["  - {name: end, group: end}"]), ranks)
    if check(name + " stretches", r.status == 0, r.stderr):
        exact = [1e-12, -0.3e-12 * first[0], -0.3e-12 * first[1]]
        error = math.dist(displacement(r, "end"), exact) / 1e-12
        print("%s in tension: %.1e" % (name, error))
        check(name + " in tension", error < 1e-9, error)


# ---- a strip with a right angle ------------------------------------------------------------------

def strip(along, across, thickness, width=0.2, angle=90.0):
    """Two legs of length 1, the edges `held` and `free`."""
    turn = (1 + math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    mesh, node = prism([((0, 0), (1, 0)), ((1, 0), turn)], width, across, along)
    for group, place in (("held", (0, 0)), ("free", turn)):
        for i in range(across):
            mesh.element("line2", group, [node(width * a / across, *place) for a in (i, i + 1)])
    return mesh, node, turn


def check_strip(along, across, thickness, angle, bound):
    """A force across the free leg at its end, Poisson's ratio 0: two Bernoulli beams and their
    shear. The free leg turns by the corner's rotation: what the corner gives is what is tested."""
    mesh, node, end = strip(along, across, thickness, angle=angle)
    inertia, force = 0.2 * thickness ** 3 / 12, 1e-3 * YOUNG * 0.2 * thickness ** 3 / 12
    point(mesh, "end", node(0.1, *end))
    a = math.radians(angle)
    pull = force / 0.2
    r = run(section_case(mesh, thickness, ["  - {group: held, fix: all}"],
                 ['  - {type: traction, group: free, value: [0, "%.17g*t", "%.17g*t"]}'
                  % (-pull * math.sin(a), pull * math.cos(a))],
                 ["  - {name: end, group: end}"], poisson=0))
    ended("the strip bends", r)
    u = displacement(r, "end")
    across_leg = -u[1] * math.sin(a) + u[2] * math.cos(a)
    # unit load: moment s along the free leg, and 1 + s cos a along the held one
    c = math.cos(a)
    exact = force / (YOUNG * inertia) * (1 / 3 + 1 + c + c * c / 3)
    stiff = 5 / 6 * YOUNG / 2 * 0.2 * thickness
    exact += force / stiff * (1 + c * c) + force * math.sin(a) ** 2 / (YOUNG * 0.2 * thickness)
    print("strip of thickness %g, %g degrees, %d elements a leg: %.6g, theory %.6g (%.2e)" % (
        thickness, angle, along, across_leg, exact, across_leg / exact - 1))
    close("a strip with an angle of %g degrees" % angle, across_leg, exact, bound)


def check_fold(along, thickness, width):
    """A moment along the end of the free leg bends both legs alike, Poisson's ratio 0; what the fold yields besides is
    that of its penalty alone, (3.12): a turn phi of one director against the other has d1.d2 = phi, so the energy
    k phi^2 / 4 and the moment k phi / 2, with k = 2 E t (A + 100 t^2) at a node of two shells that takes half of the
    moment."""
    mesh, node, end = strip(along, 1, thickness, width)
    size = 1e-7 * YOUNG * thickness ** 3 / 12  # per width, of a curvature 1e-7
    for k, x in enumerate((0, width)):
        point(mesh, "m%d" % k, node(x, *end))
    r = run(section_case(mesh, thickness, ["  - {group: held, fix: all}"],
                 ['  - {type: moment, group: m%d, value: ["%.17g*t", 0, 0]}' % (k, size * width / 2) for k in (0, 1)],
                 ["  - {name: end, group: m0}"], poisson=0))
    ended("the fold bends", r)
    share = width / along / 4
    stiff = 2 * YOUNG * thickness * (share + 100 * thickness ** 2)
    phi = 2 * (size * width / 2) / stiff
    u = displacement(r, "end")  # the held leg lies along y, the free one along z
    for i, exact in ((1, -(1e-7 * 1.5 + phi)), (2, 1e-7 / 2)):
        print("fold of thickness %g, width %g, %d elements a leg: %.8g, theory %.8g (%.1e); the fold's part %.2e" % (
            thickness, width, along, u[i], exact, u[i] / exact - 1, phi / 1.5e-7))
        close("a fold under a moment, %s" % "xyz"[i], u[i], exact, 1e-6)


# ---- torsion -------------------------------------------------------------------------------------

def twist_rate(result, names, arm, distance):
    """Rotation about x between two pairs of probes; the second of a pair is arm = (y, z) off."""
    turn = []
    for a, b in names:
        u = [p - q for p, q in zip(displacement(result, b), displacement(result, a))]
        turn.append((arm[0] * u[2] - arm[1] * u[1]) / (arm[0] ** 2 + arm[1] ** 2))
    return (turn[1] - turn[0]) / distance


def check_open_torsion(name, segments, corner, tips, along, across, t, ranks=1):
    """A couple at the tip: equal forces across the walls at their ends. J = sum b t^3/3 less
    0.105 t^4 for each free edge (Saint-Venant); between the quarters the root is not felt."""
    length = 16.0
    mesh, node = prism(segments, length, along, across)
    torque, forces = 0.0, {}
    for y, z in tips:
        arm = (y - corner[0], z - corner[1])
        size = math.hypot(*arm)
        f = (0, -arm[1] / size, arm[0] / size)
        torque += size
        forces[node(length, y, z)] = f
    scale = 1e-5 * SHEAR * t ** 3
    forces = {n: [scale * x for x in f] for n, f in forces.items()}
    names = []
    for k in (1, 3):
        pair = []
        for place in (corner, tips[0]):
            n = node(length * k / 4, *place)
            pair.append("p%d" % n)
            point(mesh, pair[-1], n)
        names.append(pair)
    r = run(section_case(mesh, t, ["  - {group: root, fix: all}"], nodal(mesh, forces),
                 ["  - {name: %s, group: %s}" % (p, p) for pair in names for p in pair]), ranks)
    ended(name + " twists", r)
    rate = twist_rate(r, names, [a - b for a, b in zip(tips[0], corner)], length / 2)
    edges = len(tips)
    J = sum(math.dist(p, q) for p, q in segments) * t ** 3 / 3 - 0.105 * edges * t ** 4
    exact = scale * torque / (SHEAR * J)
    print("%s torsion: %.6g, theory %.6g (%.2e)" % (name, rate, exact, rate / exact - 1))
    close(name + " torsion", rate, exact, 0.01)


def check_closed_torsion(name, segments, along, across, t, ranks=1):
    """A constant shear flow at the tip: Bredt's J = 4 A^2 t / s and the walls' own s t^3/3. The
    root is free to warp."""
    length = 4.0
    mesh, node = prism(segments, length, along, across)
    flow = 1e-5 * SHEAR
    forces = edge_forces(segments, across, node, length, lambda e, d: [0] + [flow * x / math.hypot(*d) for x in d], t)
    names = []
    for p, q in segments:  # the middles do not warp
        point(mesh, "stop", node(0, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
    a, b = [[(p[k] + q[k]) / 2 for k in (0, 1)] for p, q in (segments[3], segments[1])]
    for k in (1, 3):
        pair = []
        for place in (a, b):
            n = node(length * k / 4, *place)
            pair.append("p%d" % n)
            point(mesh, pair[-1], n)
        names.append(pair)
    r = run(section_case(mesh, t, ["  - {group: root, fix: [y, z]}", "  - {group: stop, fix: [x]}"],
                 nodal(mesh, forces),
                 ["  - {name: %s, group: %s}" % (p, p) for pair in names for p in pair]), ranks)
    ended(name + " twists", r)
    rate = twist_rate(r, names, [y - x for x, y in zip(a, b)], length / 2)
    around = sum(math.dist(p, q) for p, q in segments)
    area = abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in segments)) / 2
    exact = flow * t * 2 * area / (SHEAR * (4 * area ** 2 * t / around + around * t ** 3 / 3))
    print("%s torsion: %.6g, theory %.6g (%.2e)" % (name, rate, exact, rate / exact - 1))
    close(name + " torsion", rate, exact, 0.01)


check_tension("angle", ANGLE)
check_tension("tee", TEE, ranks=2)
check_strip(10, 4, 0.01, 90, 0.002)
check_strip(40, 4, 0.1, 90, 0.002)
check_strip(10, 4, 0.01, 20, 0.002)
check_strip(20, 4, 0.01, 150, 0.002)
for fold in ((2, 0.1, 1.0), (1, 0.05, 1.0), (4, 0.02, 0.5)):
    check_fold(*fold)
check_open_torsion("angle", ANGLE, (0, 0), [(1, 0), (0, 1)], 32, 4, 0.01)
check_open_torsion("tee", TEE, (0, 0), [(0.5, 0), (-0.5, 0), (0, 1)], 32, 4, 0.01, ranks=2)
check_closed_torsion("box", BOX, 16, 4, 0.02)
check_closed_torsion("square box", SQUARE, 16, 4, 0.02)
