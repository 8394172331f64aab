"""Claim: a kink of shells keeps its angle and changes nothing else: plates cut into patches, planes
of symmetry, free turns, moments, links, gradients, on any number of ranks."""
import math

from common import ended, refused
from helper import (ROOT, WORK, check, close, displacement, point, prism, run, section_case)

ANGLE = [((0, 1), (0, 0)), ((0, 0), (1, 0))]
SQUARE = [((-0.5, -0.5), (0.5, -0.5)), ((0.5, -0.5), (0.5, 0.5)), ((0.5, 0.5), (-0.5, 0.5)),
          ((-0.5, 0.5), (-0.5, -0.5))]


# ---- what a kink must not change -----------------------------------------------------------------

def deflection(mesh, node, settings=(), ranks=1):
    point(mesh, "end", node(1, 0.5, 0))
    r = run(section_case(mesh, 0.02, ["  - {group: root, fix: all}"],
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
    check("a flat plate, " + name, found and math.dist(found, smooth) < 1e-9 * math.hypot(*smooth), (found, smooth))


def check_soft_fin():
    """A wall of 1e-8 of its stiffness under the middle of a plate makes frames of its nodes, and no
    more: as a stiffener it would take E_w h^3 / (3 E b t^2 / 12) = 1e-6 of the bending."""
    sides = [((-0.5, 0), (0, 0)), ((0, 0), (0.5, 0)), ((0, 0), (0, -0.3))]
    mesh, node = prism(sides, 1.0, 4, 2, ["one", "two", "wall"])
    mesh.write("plain.msh")
    point(mesh, "end", node(1, 0.5, 0))
    text = section_case(mesh, 0.02, ["  - {group: root, fix: all}"],
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
    """Half of a box under forces at its ends, by symmetry, and all of it: the plane of symmetry
    cuts the walls' edges across."""
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
        r = run(section_case(mesh, 0.05, held,
                             ['  - {type: force, group: end, value: [0, 0, "500*t"]}'],
                             ["  - {name: end, group: watched}"]))
        ended("the box bends", r)
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
    text = section_case(mesh, 0.05, [], probes=["  - {name: end, group: corner}"], density=1.0,
                march="{scheme: %s, step: 0.02, steps: 100}" % scheme,
                more="initial: [{group: shell, angular_velocity: [1.5, 2, -2.5]}]")
    r = run(text, ranks, settings=["output.every=1"])
    ended("a free angle turns", r)
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
    check("energy and momenta are kept", max(drift, spin, 1e10 * linear) < 5e-3, (drift, spin, linear))
    return displacement(r, "end")


ends = [check_free_turn("galpha, rho: 0.9", n) for n in (1, 3)]
for end in ends[1:]:
    check("the same on more ranks", end and math.dist(end, ends[0]) < 1e-10, (end, ends[0]))


def check_moment():
    """A dead moment on a free corner is the rate of the angular momentum, whatever its axis."""
    moment, end = (0.03, -0.02, 0.05), 0.2
    for place in ((1, 0, 0), (0, 0, 0)):
        mesh, node = small_angle()
        point(mesh, "corner", node(*place))
        load = '  - {type: moment, group: corner, value: ["%g*t", "%g*t", "%g*t"]}' % moment
        r = run(section_case(mesh, 0.05, [], [load], density=1.0,
                             march="{scheme: bdf2, step: 0.004, steps: 50}"),
                settings=["output.every=1"])
        if check("a moment on a corner", r.status == 0, r.stderr):
            spin = r.json["balance"]["angular_momentum"][-1]
            exact = [m * end ** 2 / 2 for m in moment]
            error = math.dist(spin, exact) / math.hypot(*exact)
            print("moment on a corner: %.1e" % error)
            check("it is the rate of the angular momentum", error < 1e-3, spin)


check_moment()


def check_gradients(scheme, ranks):
    """Of thicknesses element by element and a material's number: the penalty on the frames depends on both."""
    mesh, node = small_angle()
    point(mesh, "corner", node(1, 0, 0))
    text = section_case(mesh, 0.05, ["  - {group: root, fix: all}"],
                ['  - {type: force, group: corner, value: [0, "20*t", "-10*t"]}',
                 '  - {type: moment, group: corner, value: ["3*t", "-2*t", "5*t"]}',
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


def check_refusal():
    slanted = [((0.5, 0.9), (0, 0)), ((0, 0), (1, 0))]
    mesh, node = prism(slanted, 1.0, 3, 2)
    refused("some rotations of an oblique frame",
            section_case(mesh, 0.05, ["  - {group: root, fix: [x, y, z, ry]}"]), "oblique", status=3)


check_refusal()


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
        r = run(section_case(mesh, 0.05, [] if linked else ["  - {group: root, fix: all}"],
                     ['  - {type: force, group: corner, value: [0, "200*t", "-100*t"]}'],
                     ["  - {name: end, group: corner}"], density=1.0,
                     march="{scheme: bdf2, step: 0.02, steps: 5}", more=more if linked else ""),
                ranks)
        ended("an angle on a body moves", r)
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
        r = run(ROOT / "meshes" / "box-beam.yaml", ranks, settings=["mesh=%s/box-beam.geo" % WORK, "output.every=0"])
        ended("the box beam bends", r)
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
