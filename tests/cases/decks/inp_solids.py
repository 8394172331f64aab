"""Solids of .inp decks are those of the same mesh by gmsh with a YAML case, to 1e-12.

Claims: of each type of element, with its order of nodes and its numbers of faces, pressures on every face by *DLOAD and
by *DSLOAD move all nodes as pressures on surface elements of a case do, on 1 and 2 ranks, linearly and with NLGEOM;
names of other integration are the same solid; sections, densities, temperatures, orthotropic materials and gravity are
read; ENCASTRE needs no rotations; *TIE, *COUPLING, *RIGID BODY and *EQUATION hold solids; later sections of CalculiX
count; what is no solid, no face or no section is refused with its reason.
"""
# quick
import copy
import math
import random
from pathlib import Path

from common import refused
from helper import check, close, run
from solid_blocks import HEXAHEDRON, KINDS, TETRAHEDRON, WEDGE, block

MODEL = 3
# Of each kind: the types of decks; the edges of their midpoints in their order, from 1; the corners of their faces,
# from 1.
BRICK_FACES = ("1234", "5876", "1562", "2673", "3784", "4851")
TETRAHEDRON_FACES, WEDGE_FACES = ("123", "142", "243", "341"), ("123", "465", "1452", "2563", "3641")
DECKS = {"tet4": ("C3D4 C3D4H", "", TETRAHEDRON_FACES), "pyramid5": ("C3D5", "", ("1234", "152", "253", "354", "451")),
         "wedge6": ("C3D6 C3D6H", "", WEDGE_FACES), "hex8": ("C3D8 C3D8R C3D8I C3D8H C3D8RH C3D8IH", "", BRICK_FACES),
         "tet10": ("C3D10 C3D10M C3D10H C3D10MH C3D10I", "12 23 31 14 24 34", TETRAHEDRON_FACES),
         "wedge15": ("C3D15 C3D15H", "12 23 31 45 56 64 14 25 36", WEDGE_FACES),
         "hex20": ("C3D20 C3D20R C3D20H C3D20RH", "12 23 34 41 56 67 78 85 15 26 37 48", BRICK_FACES)}
EDGES = {"tet10": TETRAHEDRON, "wedge15": WEDGE, "hex20": HEXAHEDRON}
# Corners of an element that is numbered from another corner.
TURNS = {"tet": [(1, 2, 0, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 1, 0, 2)],
         "pyramid": [(1, 2, 3, 0, 4), (3, 0, 1, 2, 4), (0, 1, 2, 3, 4)],
         "wedge": [(1, 2, 0, 4, 5, 3), (3, 5, 4, 0, 2, 1), (2, 0, 1, 5, 3, 4)],
         "hex": [(1, 2, 3, 0, 5, 6, 7, 4), (4, 5, 1, 0, 7, 6, 2, 3)]}
SIZE = (1.2, 0.9, 0.7)
MATERIAL = "*MATERIAL, NAME=M\n*ELASTIC, TYPE=ISOTROPIC\n3.E6, .28\n*DENSITY\n3.5\n*EXPANSION\n1.E-4\n"
SECTION = "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n,\n"
Y_MODEL = ("materials: {m: {young: 3e6, poisson: 0.28, density: 3.5, expansion: 1e-4}}\n"
           "solids: [{group: solid, material: m}]\nsupports: [{group: left, fix: [x, y, z]}]\n")
HELD = "*BOUNDARY\nLEFT, ENCASTRE\n"
STATIC = "time: {scheme: static, step: 1, steps: 1, tolerance: 1e-13}\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"


def lines_of(numbers):
    """A list over lines of 16 numbers, of which all but the last end with a comma."""
    words = [str(n) for n in numbers]
    return ",\n".join(", ".join(words[k:k + 16]) for k in range(0, len(words), 16)) + "\n"


def corners_of(kind):
    return max(int(c) for face in DECKS[kind][2] for c in face)


def middles(kind, nodes):
    """Midpoints of an element by the corners of their edges."""
    return {frozenset(nodes[c] for c in edge): nodes[corners_of(kind) + k]
            for k, edge in enumerate(EDGES.get(kind, ()))}


def deck_nodes(kind, nodes):
    """Nodes of an element in the order of decks."""
    middle = middles(kind, nodes)
    return list(nodes[:corners_of(kind)]) + [
        middle[frozenset(nodes[int(c) - 1] for c in edge)] for edge in DECKS[kind][1].split()]


def turned(kind, nodes, turn):
    """The same element, numbered from another corner."""
    middle, corners = middles(kind, nodes), [nodes[c] for c in turn]
    return tuple(corners + [middle[frozenset(corners[c] for c in edge)] for edge in EDGES.get(kind, ())])


def mesh_of(kind, cells=(2, 2, 1)):
    """Solids alone, with the points `left` and `right`."""
    mesh, turns, chance = block(kind, cells, SIZE, distort=0.2, seed=5), TURNS[KINDS[kind][0]], random.Random(6)
    solids = [e for e in mesh.elements if e[1] == "solid"]
    if kind == "pyramid5":  # holes, in which their triangles are outer faces
        del solids[17], solids[5]
    mesh.elements = [e[:3] + (turned(kind, e[3], chance.choice(turns)),) for e in solids]
    mesh.groups = {"solid": (3, 1)}
    for name, x in (("left", 0), ("right", SIZE[0])):
        for n in sorted({n for e in mesh.elements if e[1] == "solid" for n in e[3] if mesh.nodes[n][0] == x}):
            mesh.element("point", name, [n])
    return mesh


def deck_of(mesh, kind, name=None):
    """Nodes, elements and sets of nodes."""
    text = "*NODE\n" + "".join("%d, %r, %r, %r\n" % ((n,) + tuple(map(float, x))) for n, x in mesh.nodes.items())
    text += "*ELEMENT, TYPE=%s, ELSET=SOLID\n" % (name or DECKS[kind][0].split()[0])
    text += "".join(lines_of([k + 1] + deck_nodes(kind, e[3])) for k, e in enumerate(mesh.elements) if e[1] == "solid")
    for group in ("left", "right"):
        text += "*NSET, NSET=%s\n%s" % (group.upper(), lines_of(e[3][0] for e in mesh.elements if e[1] == group))
    return text


def outer_faces(mesh, kind):
    """Element, number of the face, and its corners, of the faces that one element has alone, but for those that are
    held."""
    all_ = [(k + 1, f + 1, [e[3][int(c) - 1] for c in face]) for k, e in enumerate(mesh.elements) if e[1] == "solid"
            for f, face in enumerate(DECKS[kind][2])]
    count = {}
    for _, _, corners in all_:
        count[frozenset(corners)] = count.get(frozenset(corners), 0) + 1
    return [a for a in all_ if count[frozenset(a[2])] == 1 and any(mesh.nodes[n][0] > 0 for n in a[2])]


def surface(mesh, group, kind, element, corners):
    """Add the surface element of a face."""
    nodes, middle = list(corners), middles(kind, mesh.elements[element - 1][3])
    if middle:
        nodes += [middle[frozenset((corners[k], corners[(k + 1) % len(corners)]))] for k in range(len(corners))]
    mesh.element({3: "tri3", 4: "quad4", 6: "tri6", 8: "quad8"}[len(nodes)], group, nodes)


def probes(mesh):
    return "probes: [%s]\n" % ", ".join("{name: n%d, node: %d}" % (n, n) for n in mesh.nodes)


def compare(label, deck, case, keys, ranks=1, tolerance=1e-12, choice=""):
    """The displacements of all nodes are the same. choice: keys of the deck's case alone."""
    Path("deck.inp").write_text(deck)
    a, b = run("gimbal: 1\nmesh: deck.inp\n" + choice + keys, ranks), run(case + keys)
    if check(label + " runs", a.status == 0 == b.status, a.stderr + b.stderr):
        u, v = ([x for p in r.json["probes"].values() for x in p["u"][-1]] for r in (a, b))
        check(label + " moves", max(map(abs, v)) > 1e-9, v)
        close(label, max(abs(x - y) for x, y in zip(u, v)), 0, 0, tolerance * max(map(abs, v)))


def pressures(kind):
    """A pressure of its own for each number of a face, on all outer faces of that number."""
    mesh = mesh_of(kind)
    faces = outer_faces(mesh, kind)
    check("%s: every face is loaded" % kind, {f for _, f, _ in faces} == set(range(1, 1 + len(DECKS[kind][2]))), faces)
    value = {f: 500. + 130 * f * f for _, f, _ in faces}
    text, case = deck_of(mesh, kind) + MATERIAL + SECTION + HELD, copy.deepcopy(mesh)
    for element, face, corners in faces:
        surface(case, "F%d" % face, kind, element, corners)
    case.write("case.msh")
    dload = "*DLOAD\n" + "".join("%d, P%d, %r\n" % (e, f, value[f]) for e, f, _ in faces)
    surfaces = "".join("*SURFACE, TYPE=ELEMENT, NAME=F%d\n" % f +
                       "".join("%d, S%d\n" % (e, g) for e, g, _ in faces if g == f) for f in value)
    dsload = "*DSLOAD\n" + "".join("F%d, P, %r\n" % (f, p) for f, p in value.items())
    load = ("loads: [" + ", ".join("{type: pressure, group: F%d, value: %r%%s}" % (f, p) for f, p in value.items()) +
            "]\n")
    yaml = "gimbal: 1\nmesh: case.msh\n" + Y_MODEL
    step, large = "*STEP\n*STATIC\n%s*END STEP\n", "*STEP, NLGEOM=YES\n*STATIC\n%s*END STEP\n"
    compare("%s by *DLOAD" % kind, text + step % dload, yaml + load.replace("%s", ""), probes(mesh) + LINEAR)
    compare("%s by *DSLOAD" % kind, text + surfaces + step % dsload, yaml + load.replace("%s", ""),
            probes(mesh) + LINEAR, 2)
    compare("%s with NLGEOM" % kind, text + surfaces + large % dsload, yaml + load.replace("%s", ", follow: true"),
            probes(mesh) + STATIC, 1, 1e-11)
    for name in DECKS[kind][0].split()[1:]:
        compare(name, deck_of(mesh, kind, name) + text[len(deck_of(mesh, kind)):] + step % dload,
                yaml + load.replace("%s", ""), probes(mesh) + LINEAR)


STEP = "*STEP\n*STATIC\n%s*END STEP\n"
PUSH, Y_PUSH = "*CLOAD\nRIGHT, 2, 40.\nRIGHT, 3, -90.\n", "loads: [{type: force, group: right, value: [0, 40, -90]}]\n"
Y_CASE = "gimbal: 1\nmesh: case.msh\n" + Y_MODEL


def fields():
    """Gravity, temperatures of nodes, sections whose sets overlap, and lumped masses."""
    mesh = mesh_of("hex8")
    text, case = deck_of(mesh, "hex8") + MATERIAL, copy.deepcopy(mesh)
    case.write("case.msh")
    held = "*NSET, NSET=ALL\n" + lines_of(mesh.nodes) + SECTION + HELD
    gravity = STEP % "*DLOAD\nSOLID, GRAV, 50., 0., 3., -4.\n"
    compare("gravity", text + held + gravity, Y_CASE + "gravity: [0, 30, -40]\n", probes(mesh) + LINEAR)
    march = probes(mesh) + "time: {scheme: bdf2, step: 0.001, steps: 3}\n"
    lumped = Y_CASE.replace("material: m}]", "material: m, mass: lumped}]") + "gravity: [0, 30, -40]\n"
    compare("lumped masses", text + held + gravity, lumped, march, choice="deck: {mass: lumped}\n")
    heat = ("*INITIAL CONDITIONS, TYPE=TEMPERATURE\nALL, 10.\n" + STEP % "*TEMPERATURE\n%s") % "".join(
        "%d, %r\n" % (n, 30 + 30 * x[0]) for n, x in mesh.nodes.items())
    compare("temperatures", text + held + heat, Y_CASE + "temperatures: [{group: solid, value: 1, field: 20+30*x}]\n",
            probes(mesh) + LINEAR)
    soft = ("*MATERIAL, NAME=SOFT\n*ELASTIC\n1.E6, .2\n*ELSET, ELSET=LATE\n2, 3\n*SOLID SECTION, ELSET=LATE, "
            "MATERIAL=SOFT, ORIENTATION=O\n1.,\n")
    for k in (1, 2):
        kind, _, patch, nodes = case.elements[k]
        case.groups["late"] = (3, 9)
        case.elements[k] = (kind, "late", patch, nodes)
    case.write("case.msh")
    compare("the last of two sections of CalculiX", text + held + soft + STEP % PUSH,
            Y_CASE.replace("materials: {m", "materials: {soft: {young: 1e6, poisson: 0.2}, m").replace(
                "material: m}]", "material: m}, {group: late, material: soft}]") + Y_PUSH, probes(mesh) + LINEAR,
            choice="deck: {dialect: calculix}\n")
    rejected(text + held + soft + STEP % PUSH, "is a solid already", "deck: {dialect: abaqus}\n")
    rejected(text + held + soft + STEP % PUSH, "deck.dialect")


ORTHOTROPIC_DECK = ("%s*ORIENTATION, NAME=O, %s\n%s\n*MATERIAL, NAME=M\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n"
                    "3.E6, 1.2E6, 8.E5, .25, .3, .2, 5.E5, 3.E5\n4.E5\n*DENSITY\n3.5\n*EXPANSION, TYPE=ORTHO\n"
                    "2.E-4, -1.E-4, 3.E-4\n*SOLID SECTION, ELSET=SOLID, MATERIAL=M, ORIENTATION=O\n,\n" + HELD +
                    STEP.replace("%s", "%%s"))


def orthotropic():
    """Materials by engineering constants along the axes of an orientation, which the second line turns."""
    moduli = ("E1: 3e6, E2: 1.2e6, E3: 8e5, poisson: 0.25, poisson13: 0.3, poisson23: 0.2, G12: 5e5, G13: 3e5, "
              "G23: 4e5, density: 3.5, expansion1: 2e-4, expansion2: -1e-4, expansion3: 3e-4")
    for kind in ("hex8", "hex20", "tet10"):
        mesh = mesh_of(kind)
        mesh.write("case.msh")
        c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
        for points, axes in (("1., 2., 2., 0., 1., 0.", "[[1, 2, 2], [0, 1, 0]]"),
                             ("1., 0., 0., 0., 1., 0.\n1, 30.", "[[1, 0, 0], [0, %r, %r]]" % (c, s)),
                             ("1., 0., 0., 0., 1., 0.\n3, 30.", "[[%r, %r, 0], [%r, %r, 0]]" % (c, s, -s, c))):
            text = ORTHOTROPIC_DECK % (deck_of(mesh, kind), "SYSTEM=RECTANGULAR", points)
            heat = "*INITIAL CONDITIONS, TYPE=TEMPERATURE\nALL, 10.\n*STEP"
            text = text.replace("*STEP", "*NSET, NSET=ALL\n" + lines_of(mesh.nodes) + heat, 1)
            case = Y_CASE.replace("young: 3e6, poisson: 0.28, density: 3.5, expansion: 1e-4", moduli).replace(
                "material: m}]", "material: m, axes: %s}]" % axes)
            compare("%s of engineering constants" % kind, text % ("*TEMPERATURE\nALL, 60.\n" + PUSH),
                    case + "temperatures: [{group: solid, value: 50}]\n" + Y_PUSH, probes(mesh) + STATIC)
    mesh = mesh_of("hex8")
    mesh.write("case.msh")
    text = ORTHOTROPIC_DECK % (deck_of(mesh, "hex8"), "SYSTEM=RECTANGULAR", "1., 2., 2., 0., 1., 0.")
    stiff = text.replace("ENGINEERING CONSTANTS\n3.E6, 1.2E6, 8.E5, .25, .3, .2, 5.E5, 3.E5\n4.E5",
                         "ORTHOTROPIC\n3.E6, 6.E5, 2.E6, 4.E5, 3.E5, 1.E6, 5.E5, 3.E5\n4.E5")
    minors = 2e6 * 1e6 - 9e10, 3e6 * 1e6 - 16e10, 3e6 * 2e6 - 36e10
    off = 3e5 * 4e5 - 6e5 * 1e6, 6e5 * 3e5 - 4e5 * 2e6, 6e5 * 4e5 - 3e6 * 3e5  # 12, 13, 23
    whole = 3e6 * minors[0] + 6e5 * off[0] + 4e5 * off[1]
    moduli = ("E1: %r, E2: %r, E3: %r" % tuple(whole / m for m in minors) +
              ", poisson: %r, poisson13: %r, poisson23: %r" %
              (-off[0] / minors[0], -off[1] / minors[0], -off[2] / minors[1]) +
              ", G12: 5e5, G13: 3e5, G23: 4e5, density: 3.5")
    compare("stiffnesses", stiff % PUSH, Y_CASE.replace(
        "young: 3e6, poisson: 0.28, density: 3.5, expansion: 1e-4", moduli).replace(
            "material: m}]", "material: m, axes: [[1, 2, 2], [0, 1, 0]]}]") + Y_PUSH, probes(mesh) + STATIC)


def ties():
    """*TIE, *COUPLING, *RIGID BODY and *EQUATION at nodes of solids; ends of bodies move as those of cases."""
    mesh = mesh_of("hex20", (2, 1, 1))
    text, case = deck_of(mesh, "hex20") + MATERIAL + SECTION + HELD, copy.deepcopy(mesh)
    right = sorted(e[3][0] for e in mesh.elements if e[1] == "right")
    case.write("case.msh")
    compare("the block", text + STEP % PUSH, Y_CASE + Y_PUSH, probes(mesh) + LINEAR)
    split, shared = copy.deepcopy(mesh), sorted(set(mesh.elements[0][3]) & set(mesh.elements[1][3]))
    for n in shared:
        split.nodes[n + 1000] = split.nodes[n]
    kind, group, patch, nodes = split.elements[1]
    split.elements[1] = (kind, group, patch, tuple(n + 1000 if n in shared else n for n in nodes))
    sides = [[f + 1 for f, face in enumerate(BRICK_FACES)
              if all(mesh.elements[e][3][int(c) - 1] in shared for c in face)][0] for e in (0, 1)]
    tie = "*SURFACE, NAME=A\n1, S%d\n*SURFACE, NAME=B, TYPE=ELEMENT\n2, S%d\n*TIE, NAME=T\nB, A\n" % tuple(sides)
    compare("*TIE of faces", deck_of(split, "hex20") + MATERIAL + SECTION + HELD + tie + STEP % PUSH, Y_CASE + Y_PUSH,
            probes(mesh) + LINEAR)
    face = [f + 1 for f, face in enumerate(BRICK_FACES) if all(mesh.elements[1][3][int(c) - 1] in right for c in face)][
        0]
    end = "*NODE\n900, 1.5, .4, .3\n*SURFACE, NAME=E\n2, S%d\n" % face
    act = STEP % "*CLOAD\n900, 3, -90.\n900, 4, 7.\n900, 5, 5.\n"
    y_body = "bodies: [{name: b, at: [1.5, 0.4, 0.3], mass: 0, inertia: [0, 0, 0, 0, 0, 0]}]\n"
    y_act = ("loads: [{type: force, body: b, at: [1.5, 0.4, 0.3], value: [0, 0, -90]}, {type: moment, body: b, "
             "value: [7, 5, 0]}]\n")
    link = "links: [{body: b, group: right%s}]\n"
    couple = "*COUPLING, CONSTRAINT NAME=C, REF NODE=900, SURFACE=E\n*%s\n"
    compare("*KINEMATIC", text + end + couple % "KINEMATIC" + act, Y_CASE + y_body + link % "" + y_act,
            probes(mesh) + LINEAR)
    tip = "*NODE\n900, 1.5, .4, .3\n*ELSET, ELSET=TIP\n2\n*RIGID BODY, REF NODE=900, %s\n"
    for n in sorted(mesh.elements[1][3]):
        case.element("point", "tip", [n])
    case.write("case.msh")
    compare("*RIGID BODY of nodes", text + tip % "TIE NSET=RIGHT" + act, Y_CASE + y_body + link % "" + y_act,
            probes(mesh) + LINEAR)
    compare("*RIGID BODY of solids", text + tip % "ELSET=TIP" + act,
            Y_CASE + y_body + link.replace("right", "tip") % "" + y_act, probes(mesh) + LINEAR)
    compare("*EQUATION", text + "*EQUATION\n2\n%d, 3, 1., %d, 2, -.5\n" % tuple(right[:2]) + STEP % PUSH,
            Y_CASE + Y_PUSH + ("groups: [{name: one, nodes: [%d]}, {name: other, nodes: [%d]}]\n"
                               "equations: [{terms: [{group: one, uz: 1}, {group: other, uy: -0.5}]}]\n" %
                               tuple(right[:2])), probes(mesh) + LINEAR)
    weights = {n: (3 if n in mesh.elements[1][3][:8] else 16) / 76 for n in right}
    compare("*DISTRIBUTING", text + end + couple % "DISTRIBUTING" + act, Y_CASE + y_mean(mesh, weights),
            probes(mesh) + LINEAR)
    mesh = mesh_of("hex8")
    mesh.write("case.msh")
    pins = "*NODE\n900, 1.5, .4, .3\n*RIGID BODY, REF NODE=900, PIN NSET=RIGHT\n"
    compare("*RIGID BODY that pins", deck_of(mesh, "hex8") + MATERIAL + SECTION + HELD + pins + act,
            Y_CASE + y_body + link % "" + y_act, probes(mesh) + LINEAR)


def y_mean(mesh, weight):
    """Forces on nodes that follow from a force and a moment on a body that follows their weighted mean: by their
    weights, and turning."""
    at, force, moment = (1.5, .4, .3), (0, 0, -90.), (7., 5., 0.)
    mean = [sum(w * mesh.nodes[n][i] for n, w in weight.items()) for i in range(3)]
    arm = [a - m for a, m in zip(at, mean)]
    m = [moment[i] + arm[(i + 1) % 3] * force[(i + 2) % 3] - arm[(i + 2) % 3] * force[(i + 1) % 3] for i in range(3)]
    r = {n: [x - c for x, c in zip(mesh.nodes[n], mean)] for n in weight}
    # nodes in a plane x = constant with principal axes along y and z: the inertias about x, y and z
    J = [sum(w * (r[n][(i + 1) % 3] ** 2 + r[n][(i + 2) % 3] ** 2) for n, w in weight.items()) for i in range(3)]
    turn = [m[i] / J[i] for i in range(3)]
    entries, groups = [], []
    for n, w in weight.items():
        f = [w * (force[i] + turn[(i + 1) % 3] * r[n][(i + 2) % 3] - turn[(i + 2) % 3] * r[n][(i + 1) % 3])
             for i in range(3)]
        groups.append("{name: r%d, nodes: [%d]}" % (n, n))
        entries.append("{type: force, group: r%d, value: %r}" % (n, f))
    return "groups: [%s]\nloads: [%s]\n" % (", ".join(groups), ", ".join(entries))


def rejected(deck, wanted, keys=""):
    Path("wrong.inp").write_text(deck)
    refused(wanted, "gimbal: 1\nmesh: wrong.inp\n" + keys + LINEAR, MODEL, wanted, verb="check")


def wrong():
    mesh = mesh_of("hex8")
    text = deck_of(mesh, "hex8")
    good = text + MATERIAL + SECTION + HELD + STEP
    small = mesh_of("tet4")
    tetrahedra = deck_of(small, "tet4") + MATERIAL + SECTION + HELD + STEP
    shell = ("*ELEMENT, TYPE=S4, ELSET=SKIN\n90, %d, %d, %d, %d\n*SHELL SECTION, ELSET=SKIN, MATERIAL=M\n.1\n" %
             mesh.elements[0][3][:4])
    surface = "*SURFACE, NAME=F\n%s\n"
    for deck, wanted in (
            (tetrahedra % "*DLOAD\nSOLID, P6, 1.\n",
             "*DLOAD: P6 on element 1, a 4-node tetrahedron, which has no such face"),
            (good % "*DLOAD\n1, P7, 1.\n", "'P7' on solids is not read; accepted: P1 to P6"),
            (good % "*DLOAD\n1, P, 1.\n", "'P' on solids is not read; accepted: P1 to P6"),
            (good.replace("*STEP", shell + "*STEP") % "*DLOAD\n90, P3, 1.\n",
             "'P3' is not read; accepted: P on shells"),
            (good.replace("*STEP", shell + "*STEP") % "*ELSET, ELSET=X\n1, 90\n*DLOAD\nX, P3, 1.\n",
             "P3 on an element that is no solid"),
            (text + MATERIAL + HELD + STEP % PUSH, "element 1, a solid, is in no set that *SOLID SECTION names"),
            (text + MATERIAL + SECTION.replace("SOLID SECTION", "BEAM SECTION, SECTION=RECT") + STEP % PUSH,
             "is a solid with a section by *SOLID SECTION"),
            (good.replace(",\n*BOUND", ".3\n*BOUND") % PUSH, "solids have none"),
            (good.replace("MATERIAL=M\n,", "MATERIAL=M, SECTION=RECT\n,") % PUSH, "SECTION of solids"),
            (good.replace("TYPE=ISOTROPIC\n3.E6, .28", "TYPE=LAMINA\n1.E6, 1.E6, .3, 1.E5, 1.E5, 1.E5") % PUSH,
             "the material 'M' has no E3; accepted: of solids *ELASTIC of ISOTROPIC, ENGINEERING CONSTANTS or "
             "ORTHOTROPIC"),
            (good.replace("TYPE=ISOTROPIC\n3.E6, .28",
                          "TYPE=ENGINEERING CONSTANTS\n1.E6, 1.E6, 1.E6, .3, 1.2, .3, 1.E5, 1.E5\n1.E5") % PUSH,
             "the material 'M' has no positive definite stiffness; accepted: numbers with poisson13^2 < E1/E3"),
            ((ORTHOTROPIC_DECK % (text, "SYSTEM=CYLINDRICAL", "0., 0., 0., 0., 0., 1.")) % PUSH,
             "CYLINDRICAL; accepted: RECTANGULAR"),
            (good.replace("*NSET", "*ELEMENT, TYPE=C3D8\n77, 1, 2, 3, 4, 5, 6, 7\n*NSET", 1) % PUSH,
             "further nodes of an element"),
            (good.replace("*NSET", "*ELEMENT, TYPE=C3D4\n77, 1, 2, 3, 4, 5, 6\n*NSET", 1) % PUSH, "wrong.inp:"),
            (text.replace("*ELEMENT, TYPE=C3D8, ELSET=SOLID\n",
                          "*ELEMENT, TYPE=C3D8, ELSET=SOLID\n99, %d, %d, %d, %d, %d, %d, %d, %d\n" %
                          (mesh.elements[0][3][4:] + mesh.elements[0][3][:4])) + MATERIAL + SECTION + HELD + STEP %
             PUSH, "inside out"),
            (good % (surface % "SOLID" + "*DSLOAD\nF, P, 1.\n"), "'' on solids is not read; accepted: S1 to S6"),
            (good % (surface % "SOLID, SPOS"), "'SPOS' on solids is not read; accepted: S1 to S6"),
            (good % "*DLOAD\nSOLID, P1, 1.\nSOLID, P2, 1.\nSOLID, P3, 1.\nSOLID, P4, 1.\nSOLID, P5, 1.\n"
             "SOLID, P6, 1.\n", "is between two solids"),
            (good % "*TEMPERATURE\n1, 30., 5.\n", "a gradient"),
            (good % "*CLOAD\nRIGHT, 4, 3.\n", "rods, shear panels or solids only, which have no rotations"),
            (text.replace("C3D8", "C3D27"),
             "TYPE=C3D27 is not read: nodes of its faces may be missing: use C3D20; accepted: S3"),
            (text.replace("C3D8", "C3D8T"), "TYPE=C3D8T is not read: solids are C3D4, C3D5, C3D6, C3D8, C3D10, "
             "C3D15 and C3D20, also with R, I, H or M")):
        rejected(deck, wanted)


for kind in DECKS:
    pressures(kind)
for part in (fields, orthotropic, ties, wrong):
    part()
