"""Decks of solids, CHEXA, CPENTA, CTETRA and CPYRAM with and without grids on their edges, move as the same models of a
gmsh mesh and a case to 1e-12.

Claims: under gravity and PLOAD4 on faces, by a normal pressure inwards or along a vector, with RBE2, RBE3, MPC, SPCD,
springs and temperatures, of orthotropic materials along their axes, at grids whose rotations SPCs hold too, and in
modes with lumped masses; pressures that differ between corners act by the integrals of linear ones, anticlockwise seen
from outside from G1 on. What a deck says wrongly is refused.
"""
# quick
from pathlib import Path

from common import agree, passed, refused
from helper import check, close, run
from nastran_decks import STATIC, card, deck, end, probes
from solid_blocks import FACES, KINDS, block, members

MODEL = 3
YOUNG, POISSON, DENSITY = 3e6, 0.28, 3.5
CELLS, SIZE = (2, 1, 2), (1.2, 0.9, 0.7)
# Of each card: the edges with grids in Nastran's order, by corners from 0.
BAND = [(0, 1), (1, 2), (2, 3), (3, 0)]
EDGES = {"hex": ("CHEXA", BAND + [(0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7), (7, 4)]),
         "wedge": ("CPENTA", [(0, 1), (1, 2), (2, 0), (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (5, 3)]),
         "tet": ("CTETRA", [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]), "pyramid": ("CPYRAM", [])}
USED = [kind for kind in KINDS if kind != "hex27"]
CASE = """gimbal: 1
mesh: block.msh
materials: {m: {young: %g, poisson: %g, density: %g, expansion: 2e-3}}
solids: [{group: solid, material: m%s}]
supports: [{group: bottom, fix: [x, y, z]}]
"""


def made(kind, place=lambda x, y, z: (x + 0.2 * z, y - 0.1 * x * z, z + 0.1 * x)):
    """The mesh, and its grids, elements, property and support as cards."""
    mesh = block(kind, CELLS, SIZE, place, straight=True).write("block.msh")
    family, _, edges, _ = KINDS[kind]
    name, order = EDGES[family]
    corners = max(map(max, order), default=4) + 1
    text = "".join(card("GRID", n, "", *map(float, p)) for n, p in mesh.nodes.items())
    for i, (of, _, _, nodes) in enumerate(mesh.elements):
        if of == kind:
            between = {frozenset(edge): nodes[corners + k] for k, edge in enumerate(edges)}
            text += card(name, i + 1, 7, *nodes[:corners],
                         *(between[frozenset(edge)] for edge in (order if edges else [])))
    text += "PSOLID,7,1\n" + card("MAT1", 1, YOUNG, "", POISSON, DENSITY, 2e-3, 5.0)
    return mesh, text + "".join(card("SPC1", 1, 123456, n) for n in members(mesh, "bottom"))


def faces(mesh, kind, group):
    """For each surface element of a group: the solid, its face by corners from 0, and G1 and G3 or G4 as PLOAD4 has
    them."""
    family = KINDS[kind][0]
    solids = [(i + 1, nodes) for i, (of, _, _, nodes) in enumerate(mesh.elements) if of == kind]
    for of, name, _, nodes in mesh.elements:
        corners = 3 if of.startswith("tri") else 4
        if name != group or of == "point":
            continue
        for solid, own in solids:
            for face in FACES[family]:
                at = [own[c] for c in face]
                if set(at) == set(nodes[:corners]):
                    beside = next(own[c] for c in range(4) if c not in face) if family == "tet" else ""
                    yield solid, at, (at[0], at[2] if len(at) == 4 else beside)


def same(label, a, b, nodes):
    """The displacements of all nodes."""
    if check(label + " runs", a.status == 0 == b.status, a.stderr + b.stderr):
        found, wanted = ([x for n in nodes for x in end(r, n)] for r in (a, b))
        agree(label, found, wanted, 1e-12)
        check(label + " moves", max(map(abs, wanted)) > 1e-7, wanted)


def shapes():
    """Gravity, pressures and a vector's pressures on every shape."""
    for kind in USED:
        mesh, text = made(kind)
        asked = probes(mesh.nodes) + STATIC
        case = CASE % (YOUNG, POISSON, DENSITY, "") + asked
        loads = text + "GRAV,2,,9.81,0.2,0.3,-1.\n" + "".join(
            card("PLOAD4", 2, solid, 40.0, "", "", "", *corners) for solid, _, corners in faces(mesh, kind, "top"))
        same("%s: gravity and pressure" % kind, deck(loads, probes(mesh.nodes)),
             run(case + "gravity: [%g, %g, %g]\nloads: [{type: pressure, group: top, value: 40}]\n" %
                 (9.81 * 0.2, 9.81 * 0.3, -9.81)), mesh.nodes)
        loads = text + "".join(card("PLOAD4", 2, solid, 40.0, "", "", "", *corners, 0, 0.0, 0.6, 0.8)
                               for solid, _, corners in faces(mesh, kind, "right"))
        same("%s: pressure along a vector" % kind, deck(loads, probes(mesh.nodes)),
             run(case + "loads: [{type: traction, group: right, value: [0, 24, 32]}]\n"), mesh.nodes)
        r = deck(text, "modes: {count: 4}\n", verb="modes")
        s = run(CASE % (YOUNG, POISSON, DENSITY, "") + STATIC + "modes: {count: 4}\n", verb="modes")
        Path("lumped.bdf").write_text("BEGIN BULK\n" + text + "ENDDATA\n")
        t = run("gimbal: 1\nmesh: lumped.bdf\n" + STATIC + "modes: {count: 4}\n", verb="modes")
        u = run(CASE % (YOUNG, POISSON, DENSITY, ", mass: lumped") + STATIC + "modes: {count: 4}\n", verb="modes")
        if check("modes of %s" % kind, r.status == s.status == t.status == u.status == 0,
                 r.stderr + s.stderr + t.stderr + u.stderr):
            for a, b in ((r, s), (t, u)):
                agree("its frequencies", a.json["modes"]["frequency"], b.json["modes"]["frequency"], 1e-10, each=True)


def orthotropic():
    """Decks with a MAT9 along the axes of CORDM, or of the basic system, equal cases, with heat."""
    E, cross, shear = (3e6, 1.2e6, 0.8e6), (0.25, 0.3, 0.2), (5e5, 4e5, 3e5)
    S = [[1 / E[0], -cross[0] / E[0], -cross[1] / E[0]], [-cross[0] / E[0], 1 / E[1], -cross[2] / E[1]],
         [-cross[1] / E[0], -cross[2] / E[1], 1 / E[2]]]
    minor = [[S[(i + 1) % 3][(j + 1) % 3] * S[(i + 2) % 3][(j + 2) % 3] - S[(i + 1) % 3][(j + 2) % 3] *
              S[(i + 2) % 3][(j + 1) % 3] for j in range(3)] for i in range(3)]
    G = [[minor[i][j] / sum(S[0][k] * minor[0][k] for k in range(3)) for j in range(3)] for i in range(3)]
    numbers = ("E1: %g, E2: %g, E3: %g" % E + ", poisson: %g, poisson13: %g, poisson23: %g" % cross
               + ", G12: %g, G23: %g, G13: %g" % shear + ", expansion1: 2e-3, expansion2: -1e-3, expansion3: 5e-4")
    upper = [*G[0], 0, 0, 0, *G[1][1:], 0, 0, 0, G[2][2], 0, 0, 0, shear[0], 0, 0, shear[1], 0, shear[2]]
    for kind in ("hex8", "hex20", "tet10", "wedge6"):
        mesh, text = made(kind)
        text = text.replace(card("MAT1", 1, YOUNG, "", POISSON, DENSITY, 2e-3, 5.0),
                            card("MAT9", 1, *map(float, upper), DENSITY, 2e-3, -1e-3, 5e-4, "", "", "", 5.0))
        text += "GRAV,2,,9.81,0.2,0.3,-1.\nTEMPD,3,25.\n"
        for system, axes in ((5, "[[1, 2, 2], [0, 1, 0]]"), (0, "[[1, 0, 0], [0, 1, 0]]")):
            turned = text.replace("PSOLID,7,1\n", card("PSOLID", 7, 1, system)
                                  + "CORD2R,5,,0.,0.,0.,-2.,0.,1.\n,1.,2.,2.\n")
            case = CASE.replace("young: %g, poisson: %g", numbers).replace(", expansion: 2e-3", "") % (
                DENSITY, ", axes: " + axes)
            same("%s of a MAT9, system %d" % (kind, system),
                 deck(turned, probes(mesh.nodes), control="SOL 101\nCEND\nLOAD = 2\nSPC = 1\nTEMPERATURE(LOAD) = 3\n"),
                 run(case + probes(mesh.nodes) + STATIC + "gravity: [%g, %g, %g]\n"
                     "temperatures: [{group: solid, value: 25, reference: 5}]\n" % (9.81 * 0.2, 9.81 * 0.3, -9.81)),
                 mesh.nodes)
    plain = (",".join("%g" % v if v else "" for v in upper[:7]) + "\n," +
             ",".join("%g" % v if v else "" for v in upper[7:15]))
    for label, card_of, words in (
            ("no axes", "PSOLID,7,1\nMAT9,1,%s\n,5.+5,,,4.+5,,3.+5\n" % plain, "CORDM is blank or -1"),
            ("axes around a line",
             "PSOLID,7,1,6\nMAT9,1,%s\n,5.+5,,,4.+5,,3.+5\nCORD2C,6,,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n" % plain,
             "is not rectangular"),
            ("coupled shear", "PSOLID,7,1,0\nMAT9,1,%s\n,5.+5,1.,,4.+5,,3.+5\n" % plain,
             "MAT9 1: G45 = 1: the material is not orthotropic"),
            ("no shear", "PSOLID,7,1,0\nMAT9,1,%s\n,5.+5,,,4.+5\n" % plain, "not positive definite"),
            ("distortion", "PSOLID,7,1,0\nMAT9,1,%s\n,5.+5,,,4.+5,,3.+5,,1.\n,,,1.\n" % plain, "A4")):
        refused("MAT9 with %s" % label, deck(CUBE.replace("PSOLID,7,1\n", card_of).replace(
            "MAT1,1,3.+6,,.3,3.,2.-3,5.\n", "") + "FORCE,2,7,,1.,1.,0.,0.\n"), MODEL, words)


def consistent(at, pressure):
    """The forces at the corners of a triangle or parallelogram under inward pressures that are linear between them."""
    a, b = ([at[k][i] - at[0][i] for i in range(3)] for k in (1, len(at) - 1))
    area = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    weights = [2, 1, 1] if len(at) == 3 else [4, 2, 1, 2]
    size = 24 if len(at) == 3 else 36
    sums = [sum(weights[(k - j) % len(at)] * p for j, p in enumerate(pressure)) / size for k in range(len(at))]
    return [[-x * total for x in area] for total in sums]


def corners():
    """Pressures that differ, from each corner on."""
    for kind in ("hex8", "wedge6", "tet4", "pyramid5"):
        mesh, text = made(kind, None)
        loads, forces = "", {n: [0.0, 0.0, 0.0] for n in mesh.nodes}
        pressure = {n: 30 + 70 * x - 110 * y + 50 * z + 90 * x * y for n, (x, y, z) in mesh.nodes.items()}
        for turn, group in enumerate(("left", "top", "front", "right")):
            for solid, at, (_, beside) in faces(mesh, kind, group):
                at = at[turn % len(at):] + at[:turn % len(at)]
                other = at[2] if len(at) == 4 else beside
                loads += card("PLOAD4", 2, solid, *(pressure[n] for n in at), *[""] * (4 - len(at)), at[0], other)
                for n, force in zip(at, consistent([mesh.nodes[n] for n in at], [pressure[n] for n in at])):
                    forces[n] = [u + v for u, v in zip(forces[n], force)]
        asked = probes(mesh.nodes)
        loaded = "".join(card("FORCE", 2, n, "", 1.0, *f) for n, f in forces.items() if any(f))
        same("%s: pressures that differ" % kind, deck(text + loads, asked), deck(text + loaded, asked), mesh.nodes)


def pyramid():
    """The triangles of a pyramid."""
    place = {1: (0., 0., 0.), 2: (1., 0., 0.), 3: (1., 1., 0.), 4: (0., 1., 0.), 5: (.4, .6, .9)}
    text = "".join(card("GRID", n, "", *p) for n, p in place.items())
    text += "CPYRA,1,7,1,2,3,4,5\nPSOLID,7,1\nMAT1,1,3.+6,,.3\nSPC1,1,123456,1\nSPC1,1,23,2\nSPC1,1,3,3\n"
    for face in ((1, 2, 5), (2, 3, 5), (3, 4, 5), (4, 1, 5)):
        forces = zip(face, consistent([place[n] for n in face], [10., 20., 40.]))
        loaded = "".join(card("FORCE", 2, n, "", 1., *f) for n, f in forces)
        same("a triangle of a pyramid", deck(text + card("PLOAD4", 2, 1, 10., 20., 40., "", *face[:2]), probes(place)),
             deck(text + loaded, probes(place)), place)


CUBE = ("".join("GRID,%d,,%d.,%d.,%d.\n" % (i + 1, *p) for i, p in enumerate(
    [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]))
        + "CHEXA,1,7,1,2,3,4,5,6\n,7,8\nPSOLID,7,1\nMAT1,1,3.+6,,.3,3.,2.-3,5.\nSPC1,1,123456,1,2,3,4\n")
BOX = ("gimbal: 1\nmesh: box.msh\nmaterials: {m: {young: 3e6, poisson: 0.3, density: 3, expansion: 2e-3}}\n"
       "solids: [{group: solid, material: m}]\n")


def attached():
    """Rotations that SPCs hold, ties, springs, motions and temperatures at grids of a solid."""
    push = "FORCE,2,7,,9.,.2,.3,-1.\nFORCE,2,5,,7.,.5,.3,-.2\n"
    asked = probes(range(1, 9))
    base = deck(CUBE + push, asked)
    for label, more in (("rotations", "SPC1,1,456,5,6,7,8\n"), ("rotations of GRDSET", "GRDSET,,,,,,,456\n"),
                        ("AUTOSPC", "PARAM,AUTOSPC,YES\n"), ("no AUTOSPC", "PARAM,AUTOSPC,NO\n")):
        r = deck(CUBE + push + more, asked)
        if check(label, r.status == 0 and r.stderr == base.stderr, r.stderr):
            for n in range(1, 9):
                check("%s at grid %d" % (label, n), end(r, n) == end(base, n), end(r, n))
    if r := passed("RBE2 at a solid",
                   deck(CUBE + "GRID,20,,.5,.5,1.5\nRBE2,9,20,123456,5,6,7,8\nFORCE,2,20,,9.,.2,.3,-1.\n", asked)):
        u = {n: end(r, n) for n in (5, 6, 7, 8)}
        for i in range(3):
            close("the face moves as one", u[5][i] + u[7][i], u[6][i] + u[8][i], 0, 1e-9 * 1e-6)
    r = deck(CUBE + "GRID,20,,.5,.5,1.\nRBE3,9,,20,123456,1.,123,5,6\n,7,8\nFORCE,2,20,,8.,1.,2.,3.\n", asked)
    s = deck(CUBE + "".join("FORCE,2,%d,,2.,1.,2.,3.\n" % n for n in (5, 6, 7, 8)), asked)
    if check("RBE3 at a solid", r.status == 0 == s.status, r.stderr + s.stderr):
        agree("RBE3 spreads a force", *({n: end(t, n) for n in (5, 6, 7, 8)} for t in (r, s)), 1e-11)
    if r := passed("MPC at a solid",
                   deck(CUBE + push + "MPC,3,5,1,1.,6,1,-1.\n", asked, control="SPC = 1\nLOAD = 2\nMPC = 3\n")):
        close("MPC", end(r, 5)[0], end(r, 6)[0], 1e-12)
    if r := passed("SPCD at a solid",
                   deck(CUBE + push + "SPC1,1,1,5\nSPCD,2,5,1,.01\n", asked, control="SPC = 1\nLOAD = 2\n")):
        close("SPCD", end(r, 5)[0], 0.01, 1e-12)
    if r := passed("CELAS2 at a solid", deck(CUBE + push + "CELAS2,50,1.+12,7,1\nCELAS2,51,1.+12,6,2,8,2\n", asked)):
        close("a stiff spring holds", end(r, 7)[0], 0, 0, 1e-10)
        close("a stiff spring ties", end(r, 6)[1], end(r, 8)[1], 1e-5)
    held = CUBE.replace("SPC1,1,123456,1,2,3,4", "SPC1,1,123,1\nSPC1,1,23,2\nSPC1,1,3,4")
    if r := passed("a hot solid", deck(held + "TEMPD,5,25.\n", asked, control="SPC = 1\nTEMPERATURE(LOAD) = 5\n")):
        agree("it expands freely", end(r, 7), [0.04, 0.04, 0.04], 1e-11)
    passed("a mass at a solid",
           deck(CUBE + push + "CONM2,60,7,,3.\nGRAV,4,,10.,0.,0.,-1.\n", asked, control="SPC = 1\nLOAD = 4\n"))


def wrong():
    """Each with its line and what is accepted."""
    line = CUBE.count("\n") + 2
    for bad, words in (
            ("CHEXA,2,7,1,2,3,4,5,6\n,7,8,11,12,13,14,15,16\n,17,18,19,20,21\n",
             "CHEXA 2: G20 is missing; accepted: all 20 grids, or the corners G1 to G8 alone"),
            ("CTETRA,2,7,1,2,3,5,11,12\n,,14,15,16\n",
             "CTETRA 2: G7 is missing; accepted: all 10 grids, or the corners G1 to G4 alone"),
            ("CPYRAM,2,7,1,2,3,4,5,11\n", "CPYRAM 2: G6 is a grid on an edge; accepted: the corners G1 to G5 alone"),
            ("CPENTA,2,7,1,2,3,5,6\n", "CPENTA 2: G6"),
            ("PSOLID,8,1,,,,,PFLUID\n", "PSOLID 8: FCTN = 'PFLUID': there are no fluids; accepted: SMECH, or blank"),
            ("PSOLID,8,1,,FIVE\n", "PSOLID 8: IN = 'FIVE'; accepted: BUBBLE"),
            ("PLOAD4,2,1,3.,,,,,7\n", "PLOAD4 2: G3 or G4 without G1"),
            ("PLOAD4,2,1,3.,,,,5,6\n", "PLOAD4: G1 = 5 and G3 or G4 = 6 choose no face of the solid 1; accepted: of a "
             "quadrilateral two opposite corners"),
            ("PLOAD4,2,1,3.,,,,5,3\n", "choose no face"), ("PLOAD4,2,1,3.,,,,5\n", "choose no face"),
            ("GRID,30,,7.,7.,7.\nPLOAD4,2,1,3.,,,,30,7\n", "choose no face"),
            ("PLOAD4,2,1,3.,,,,5,77\n", "PLOAD4: G3 or G4, grid 77, is not defined"),
            ("PLOAD4,2,1,3.\n", "PLOAD4: shell element 1 is not defined: it is a solid; accepted: a shell, "
             "or PLOAD4 with G1 and G3 or G4"),
            ("PLOAD4,2,9,3.,,,,5,7\n", "PLOAD4: solid 9 is not defined"),
            ("MAT8,1,7.+7,3.+6,.25,2.+6\n", "PSOLID 7: MID = 1 is a MAT8; accepted: the number of a MAT1"),
            ("MAT1,1,3.+6,,.5\n", "MAT1 1 has E = 3e+06 and NU = 0.5; accepted in a solid: E > 0, and NU < 0.5"),
            ("PSOLID,7,1\n", "PSOLID 7 is defined twice"),
            ("CQUAD4,9,7,5,6,7,8\n",
             "PSOLID 7: PID = 7 is that of shells too; accepted: properties of different numbers"),
            ("CTETRA,2,7,5,6,7,1\n", "turns them inside out"),
            ("CBAR,9,7,5,7,1.,0.,0.\nPBAR,7,1,.1,.1,.1,.1\n", "PID = 7 is that of solids too")):
        text = CUBE if not bad.startswith("MAT") else CUBE.replace("MAT1,1,3.+6,,.3,3.,2.-3,5.\n", "")
        refused(words, deck(text + bad + "FORCE,2,7,,1.,1.,0.,0.\n"), MODEL, words)
    passed("points of integration are told of",
           deck(CUBE.replace("PSOLID,7,1", "PSOLID,7,1,,TWO,GRID,FULL,SMECH") + "FORCE,2,7,,1.,1.,0.,0.\n"),
           "PSOLID 7: IN and ISOP, which choose points of integration, are left out")
    r = deck(CUBE.replace("PSOLID,7,1", "PSOLID,7,2"))
    check("a material that is missing", r.status != 0 and "deck.bdf:12: PSOLID: unknown material 'MAT1 2'" in r.stderr,
          r.stderr)
    r = deck(CUBE.replace("PSOLID,7,1", "PSOLID,8,1") + "FORCE,2,7,,1.,1.,0.,0.\n")
    check("a property that is missing", r.status != 0
          and "PID = 7 of 1 solids (the first: 1) is no PSOLID of the deck, which has PSOLID 8" in r.stderr, r.stderr)


for part in (shapes, orthotropic, corners, pyramid, attached, wrong):
    part()
