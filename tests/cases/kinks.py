"""Claim: shells that meet at an angle keep it. L-, T- and box-section cantilevers bend and twist as
theory says, a strip with a right angle bends as a frame of beams, a free angle turns without strain,
supports, motions and gradients work at kinks, on any number of ranks."""
import math

from helper import ROOT, WORK, Mesh, check, close, run

YOUNG, SHEAR = 1e7, 1e7 / 2.6  # Poisson's ratio 0.3


def prism(segments, length, along, across, groups=None):
    """Shells along x over a section: segments (p, q) of points (y, z), each of so many elements.
    Groups: root and tip (their edges' nodes as lines), and a surface each segment."""
    mesh, places = Mesh(), {}

    def node(x, y, z):
        key = tuple(round(v, 9) for v in (x, y, z))
        if key not in places:
            places[key] = mesh.node(x, y, z)
        return places[key]

    for s, (p, q) in enumerate(segments):
        name = groups[s] if groups else "shell"
        for i in range(along):
            for j in range(across):
                corner = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                mesh.element("quad4", name, [
                    node(length * a / along, p[0] + (q[0] - p[0]) * b / across,
                         p[1] + (q[1] - p[1]) * b / across) for a, b in corner])
        for group, x in (("root", 0.0), ("tip", length)):
            for j in range(across):
                mesh.element("line2", group, [
                    node(x, p[0] + (q[0] - p[0]) * b / across, p[1] + (q[1] - p[1]) * b / across)
                    for b in (j, j + 1)])
    return mesh, node


def case(mesh, thickness, supports, loads="", probes="", more="", density=0.0, poisson=0.3,
         march="{scheme: static, step: 1, steps: 1}", young=YOUNG):
    mesh.write("section.msh")
    groups = sorted(g for g, (d, _) in mesh.groups.items() if d == 2)
    lines = ["gimbal: 1", "mesh: section.msh",
             "materials: {m: {young: %.17g, poisson: %g, density: %g, yield: 1e4}}" % (
                 young, poisson, density),
             "shells:"]
    lines += ["  - {group: %s, material: m, thickness: %g}" % (g, thickness) for g in groups]
    lines += ["supports:"] + supports if supports else []
    lines += ["loads:"] + loads if loads else []
    lines += ["probes:"] + probes if probes else []
    return "\n".join(lines + ["time: " + march, more, "output: {every: 0}", ""])


def point(mesh, name, n):
    mesh.element("point", name, (n,))


def nodal(mesh, forces):
    """Forces on nodes as loads: {node: (x, y, z)}."""
    lines = []
    for n, f in forces.items():
        point(mesh, "f%d" % n, n)
        lines.append('  - {type: force, group: f%d, value: ["%.17g*t", "%.17g*t", "%.17g*t"]}'
                     % ((n,) + tuple(f)))
    return lines


def edge_forces(segments, across, node, x, field, thickness):
    """Consistent nodal forces of a stress (x, y, z) at the section's places."""
    forces = {}
    for p, q in segments:
        for j in range(across):
            ends = [[p[k] + (q[k] - p[k]) * b / across for k in (0, 1)] for b in (j, j + 1)]
            size = math.dist(*ends) * thickness
            values = [field(e, (q[0] - p[0], q[1] - p[1])) for e in ends]
            for a in (0, 1):
                f = forces.setdefault(node(x, *ends[a]), [0.0, 0.0, 0.0])
                for k in range(3):
                    f[k] += size * (values[a][k] / 3 + values[1 - a][k] / 6)
    return forces


def displacement(result, name):
    return result.json["probes"][name]["u"][-1]


# ---- sections ------------------------------------------------------------------------------------

ANGLE = [((0, 1), (0, 0)), ((0, 0), (1, 0))]
TEE = [((0, 0), (0, 1)), ((0, 0), (-0.5, 0)), ((0, 0), (0.5, 0))]
BOX = [((-0.5, -0.3), (0.5, -0.3)), ((0.5, -0.3), (0.5, 0.3)), ((0.5, 0.3), (-0.5, 0.3)),
       ((-0.5, 0.3), (-0.5, -0.3))]
SQUARE = [((-0.5, -0.5), (0.5, -0.5)), ((0.5, -0.5), (0.5, 0.5)), ((0.5, 0.5), (-0.5, 0.5)),
          ((-0.5, 0.5), (-0.5, -0.5))]


def moments(segments, t):
    """Area, centroid and second moments (zz for y^2) of a thin-walled section, with those of the
    walls' thickness."""
    area = sum(t * math.dist(p, q) for p, q in segments)
    centre = [sum(t * math.dist(p, q) * (p[k] + q[k]) / 2 for p, q in segments) / area
              for k in (0, 1)]
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
    forces = edge_forces(segments, across, node, length,
                         lambda e, d: (-YOUNG * k * (e[1] - centre[1]), 0, 0), t)
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
    r = run(case(mesh, t, ["  - {group: root, symmetry: x}", "  - {group: origin, fix: [y, z]}",
                           "  - {group: stop, fix: [%s]}" % turn], nodal(mesh, forces),
                 ["  - {name: end, group: end}"]), ranks)
    if not check(name + " bends", r.status == 0, r.stderr):
        return
    u = displacement(r, "end")
    exact = [c * length ** 2 / 2 for c in curve]
    print("%-6s bending: %.6g %.6g, theory %.6g %.6g" % (name, u[1], u[2], *exact))
    size = math.hypot(*exact)
    close(name + " bends as a beam", math.dist(u[1:], exact) / size, 0, 0, 0.01)


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
    r = run(case(mesh, 0.05, ["  - {group: root, symmetry: x}", "  - {group: origin, fix: [y, z]}",
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
    r = run(case(mesh, thickness, ["  - {group: held, fix: all}"],
                 ['  - {type: traction, group: free, value: [0, "%.17g*t", "%.17g*t"]}'
                  % (-pull * math.sin(a), pull * math.cos(a))],
                 ["  - {name: end, group: end}"], poisson=0))
    if not check("the strip bends", r.status == 0, r.stderr):
        return
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
    r = run(case(mesh, t, ["  - {group: root, fix: all}"], nodal(mesh, forces),
                 ["  - {name: %s, group: %s}" % (p, p) for pair in names for p in pair]), ranks)
    if not check(name + " twists", r.status == 0, r.stderr):
        return
    rate = twist_rate(r, names, [a - b for a, b in zip(tips[0], corner)], length / 2)
    edges = len(tips)
    J = sum(math.dist(p, q) for p, q in segments) * t ** 3 / 3 - 0.105 * edges * t ** 4
    exact = scale * torque / (SHEAR * J)
    print("%s torsion: %.6g, theory %.6g (%.2e)" % (name, rate, exact, rate / exact - 1))
    close(name + " torsion", rate, exact, 0.01)


def check_closed_torsion(name, segments, along, across, t, ranks=1):
    """A constant shear flow at the tip: Bredt's J = 4 A^2 t / s and the walls' own s t^3/3. The root
    is free to warp."""
    length = 4.0
    mesh, node = prism(segments, length, along, across)
    flow = 1e-5 * SHEAR
    forces = edge_forces(segments, across, node, length,
                         lambda e, d: (0, flow * d[0] / math.hypot(*d), flow * d[1] / math.hypot(*d)), t)
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
    r = run(case(mesh, t, ["  - {group: root, fix: [y, z]}", "  - {group: stop, fix: [x]}"],
                 nodal(mesh, forces),
                 ["  - {name: %s, group: %s}" % (p, p) for pair in names for p in pair]), ranks)
    if not check(name + " twists", r.status == 0, r.stderr):
        return
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
check_open_torsion("angle", ANGLE, (0, 0), [(1, 0), (0, 1)], 32, 4, 0.01)
check_open_torsion("tee", TEE, (0, 0), [(0.5, 0), (-0.5, 0), (0, 1)], 32, 4, 0.01, ranks=2)
check_closed_torsion("box", BOX, 16, 4, 0.02)
check_closed_torsion("square box", SQUARE, 16, 4, 0.02)


# ---- what a kink must not change -----------------------------------------------------------------

def deflection(mesh, node, settings=(), ranks=1):
    point(mesh, "end", node(1, 0.5, 0))
    r = run(case(mesh, 0.02, ["  - {group: root, fix: all}"],
                 ['  - {type: force, group: end, value: ["2*t", "-1*t", "0.4*t"]}'],
                 ["  - {name: end, group: end}"]), ranks, settings=settings)
    return displacement(r, "end") if check("the plate bends", r.status == 0, r.stderr) else None


def flat(flip):
    """A plate of two groups, whose second half may have the opposite normal."""
    halves = [((-0.5, 0), (0, 0)), ((0.5, 0), (0, 0)) if flip else ((0, 0), (0.5, 0))]
    return prism(halves, 1.0, 4, 2, ["one", "two"])


smooth = deflection(*flat(False))
for name, flip, settings in (("every edge a kink", False, ["shells[0].kink=0", "shells[1].kink=0"]),
                             ("opposed normals", True, [])):
    found = deflection(*flat(flip), settings)
    check("a flat plate, " + name, found and math.dist(found, smooth) < 1e-9 * math.hypot(*smooth),
          (found, smooth))


def check_soft_fin():
    """A wall of 1e-8 of its stiffness under the middle of a plate makes frames of its nodes, and no
    more: as a stiffener it would take E_w h^3 / (3 E b t^2 / 12) = 1e-6 of the bending."""
    sides = [((-0.5, 0), (0, 0)), ((0, 0), (0.5, 0)), ((0, 0), (0, -0.3))]
    mesh, node = prism(sides, 1.0, 4, 2, ["one", "two", "wall"])
    mesh.write("plain.msh")
    point(mesh, "end", node(1, 0.5, 0))
    text = case(mesh, 0.02, ["  - {group: root, fix: all}"],
                ['  - {type: force, group: end, value: ["2*t", "-1*t", "0.4*t"]}'],
                ["  - {name: end, group: end}"])
    text = text.replace("materials: {", "materials: {soft: {young: 0.1, poisson: 0}, ")
    text = text.replace("group: wall, material: m", "group: wall, material: soft")
    r = run(text)
    if check("a plate with a soft wall bends", r.status == 0, r.stderr):
        found = displacement(r, "end")
        error = math.dist(found, smooth) / math.hypot(*smooth)
        print("plate with a soft wall: %.1e" % error)
        check("a soft wall changes nothing", error < 1e-5, error)


check_soft_fin()


def check_symmetry():
    """A quarter of a box under forces at its ends, by symmetry and whole: the plane of symmetry cuts
    the walls' edges across."""
    ends = []
    for half in (False, True):
        mesh, node = prism(SQUARE, 1.0 if half else 2.0, 4 if half else 8, 2)
        place = 0.0 if half else 1.0
        for p in SQUARE:
            point(mesh, "end", node(place + 1, *p[0]))
            if not half:
                point(mesh, "end", node(0, *p[0]))
            point(mesh, "middle", node(place, *p[0]))
        point(mesh, "watched", node(place + 1, *SQUARE[0][0]))
        held = ["  - {group: middle, fix: [y, z]}"]
        held += ["  - {group: root, symmetry: x}"] if half else ["  - {group: middle, fix: [x]}"]
        r = run(case(mesh, 0.05, held, ['  - {type: force, group: end, value: [0, 0, "500*t"]}'],
                     ["  - {name: end, group: watched}"]))
        if not check("the box bends", r.status == 0, r.stderr):
            return
        ends.append(displacement(r, "end"))
    print("half and whole box: %.6e %.6e" % (ends[0][2], ends[1][2]))
    check("symmetry", math.dist(*ends) < 1e-8 * math.hypot(*ends[0]), ends)


check_symmetry()


# ---- motion --------------------------------------------------------------------------------------

def small_angle():
    return prism(ANGLE, 1.0, 3, 2)


def check_free_turn(scheme, ranks):
    """A free angle that spins about an oblique axis through some turns. It stores the strain of the
    centrifugal forces, of the order of rho w^2 l^2 / E = 1e-6 of its energy times the square of its
    slenderness; a frame that did not turn as the shells do would store more."""
    mesh, node = small_angle()
    point(mesh, "corner", node(1, 0, 0))
    text = case(mesh, 0.05, [], probes=["  - {name: end, group: corner}"], density=1.0,
                march="{scheme: %s, step: 0.02, steps: 100}" % scheme,
                more="initial: [{group: shell, angular_velocity: [1.5, 2, -2.5]}]")
    r = run(text, ranks, settings=["output.every=1"])
    if not check("a free angle turns", r.status == 0, r.stderr):
        return None
    b = r.json["balance"]
    strain = max(b["strain"]) / b["kinetic"][0]
    energy = [k + s for k, s in zip(b["kinetic"], b["strain"])]
    drift = max(abs(e / energy[0] - 1) for e in energy)
    linear = max(math.dist(p, b["momentum"][0]) for p in b["momentum"])
    spin = max(math.dist(p, b["angular_momentum"][0]) for p in b["angular_momentum"])
    spin /= math.hypot(*b["angular_momentum"][0])
    print("free angle, %d ranks: strain %.1e, energy drift %.1e, momenta %.1e %.1e" % (
        ranks, strain, drift, linear, spin))
    check("it stores no strain", strain < 1e-4, strain)
    check("energy and momenta are kept", max(drift, spin, 1e10 * linear) < 5e-3,
          (drift, spin, linear))
    return displacement(r, "end")


ends = [check_free_turn("galpha, rho: 0.9", n) for n in (1, 3)]
for end in ends[1:]:
    check("the same on more ranks", end and math.dist(end, ends[0]) < 1e-10, (end, ends[0]))


def check_gradients(scheme, ranks):
    """Of thicknesses element by element and a material's number: the penalty on the frames depends
    on both."""
    mesh, node = small_angle()
    point(mesh, "corner", node(1, 0, 0))
    text = case(mesh, 0.05, ["  - {group: root, fix: all}"],
                ['  - {type: force, group: corner, value: [0, "20*t", "-10*t"]}',
                 '  - {type: pressure, group: shell, value: "100*t", follow: true}'],
                ["  - {name: end, group: corner}"], density=1.0,
                march="{scheme: %s, step: 0.02, steps: 4}" % scheme, more="""design:
  - {name: skin, thickness: shell, per: element}
  - {name: stiffness, material: m, parameter: young}
functions:
  - {name: strain, type: compliance}
  - {name: largest, type: ks, weight: 20, sum: discrete}
  - {name: path, type: integral, of: end, value: "x^2 + y*z + vz^2"}""")
    r = run(text, ranks, verb="verify")
    if check("%s on %d ranks is verified" % (scheme, ranks), r.status == 0, r.stdout + r.stderr):
        worst = max(e for f in r.json["verify"].values() for e in f.values())
        print("%s on %d ranks: gradients to %.1e" % (scheme, ranks, worst))
        check("gradients at kinks", worst <= 1e-10, worst)
    return r.json["functions"]


first = check_gradients("bdf2", 1)
for scheme, n in (("bdf2", 3), ("galpha, rho: 0.8", 3), ("sdirk2", 2)):
    functions = check_gradients(scheme, n)
    for name, value in first.items():
        if scheme == "bdf2":
            close("%s on %d ranks" % (name, n), functions[name], value, 1e-10)


def check_refusals():
    mesh, node = small_angle()
    point(mesh, "corner", node(1, 0, 0))
    r = run(case(mesh, 0.05, ["  - {group: root, fix: all}"],
                 ["  - {type: moment, group: corner, value: [0, 0, 1]}"]))
    check("a moment at a kink is refused", r.status == 3 and "at a kink" in r.stderr, r.stderr)
    slanted = [((0.5, 0.9), (0, 0)), ((0, 0), (1, 0))]
    mesh, node = prism(slanted, 1.0, 3, 2)
    r = run(case(mesh, 0.05, ["  - {group: root, fix: [x, y, z, ry]}"]))
    check("some rotations of an oblique frame are refused",
          r.status == 3 and "oblique" in r.stderr, r.stderr)


check_refusals()


# ---- with bodies, and the example ----------------------------------------------------------------

def check_linked_root(ranks):
    """An angle whose root is linked to a body that a joint fixes, and one that is clamped."""
    ends = []
    for linked in (False, True):
        mesh, node = small_angle()
        point(mesh, "corner", node(1, 0, 0))
        more = """bodies: [{name: hub, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0.3, 0.2]}]
links: [{body: hub, group: root}]
joints: [{type: fixed, name: weld, between: [ground, hub], at: [0, 0, 0]}]"""
        r = run(case(mesh, 0.05, [] if linked else ["  - {group: root, fix: all}"],
                     ['  - {type: force, group: corner, value: [0, "200*t", "-100*t"]}'],
                     ["  - {name: end, group: corner}"], density=1.0,
                     march="{scheme: bdf2, step: 0.02, steps: 5}", more=more if linked else ""),
                ranks)
        if not check("an angle on a body moves", r.status == 0, r.stderr):
            return
        ends.append(displacement(r, "end"))
    error = math.dist(*ends) / math.hypot(*ends[0])
    print("root linked to a fixed body, %d ranks: %.1e" % (ranks, error))
    check("a linked root is a clamped one", error < 1e-9, ends)


def check_box_beam():
    """The example against a mesh twice as fine, and its gradient on two ranks."""
    ends = []
    text = (ROOT / "meshes" / "box-beam.geo").read_text()
    check("the example has n = 4", "n = {4," in text)
    for n, ranks in ((4, 1), (4, 3), (8, 2)):
        with open("box-beam.geo", "w") as file:
            file.write(text.replace("n = {4,", "n = {%d," % n))
        r = run(ROOT / "meshes" / "box-beam.yaml", ranks,
                settings=["mesh=%s/box-beam.geo" % WORK, "output.every=0"])
        if not check("the box beam bends", r.status == 0, r.stderr):
            return
        ends.append(displacement(r, "corner"))
    size = math.hypot(*ends[2])
    print("box beam: %.5e, twice as fine %.5e" % (ends[0][2], ends[2][2]))
    check("box beam on three ranks", math.dist(ends[0], ends[1]) < 1e-9 * size, ends)
    check("box beam against a finer mesh", math.dist(ends[0], ends[2]) < 0.01 * size, ends)
    r = run(ROOT / "meshes" / "box-beam.yaml", 2, verb="verify")
    if check("the box beam is verified", r.status == 0, r.stderr):
        worst = max(e for f in r.json["verify"].values() for e in f.values())
        check("its gradient", worst <= 1e-10, worst)


check_linked_root(1)
check_linked_root(3)
check_box_beam()
