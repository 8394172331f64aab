"""Shells of decks whose thickness differs from element to element, or from corner to corner.

Claims: T1 to T4 with TFLAG 0 and 1, blank ones as T of the PSHELL, those of reversed elements, of CQUAD8 and CTRIA6,
and *NODAL THICKNESS are the same shells to 1e-12, with folds, offsets and damping, on 1 and 2 ranks; elements with one
thickness are those of a case that has it; PSHELLs of several materials, MAT2, MAT8 and a MAT1 with G of its own, with
12I/T**3, TS/T and NSM, are the shells of PSHELLs of these thicknesses each to 1e-12, which cannot be designs, and with
other thicknesses at the corners those of a PSHELL of one material; gradients by thicknesses of such shells are exact;
strips that taper from 6 to 1 in four elements of 3, 4, 6 and 9 nodes bend and stretch as their closed forms, with mass
and mass centre, and expand freely without stress; a wedge that thins out to a thousandth vibrates as Kirchhoff's; a
slight taper changes results slightly, and a corner of thickness 0 is the limit of a thin one; what has no thickness, or
one below 0, or is a laminate, is refused.
"""
from math import log, pi, sqrt
from pathlib import Path

from common import agree, changed, passed, refused, same_motions
from helper import check, close, gradients_agree, run

MORE = ("probes: [{name: a, node: 6}, {name: b, node: 9}]\nfunctions: [{name: c, type: compliance}, "
        "{name: m, type: mass}, {name: k, type: ks, weight: 5}]\ntime: {scheme: bdf2, step: 0.01, steps: 4}\n"
        "output: {every: 0}\n")
METAL = "materials: {m: {young: 7e7, poisson: 0.3, density: 2700, yield: 1e5}}\n"
HEAD = "SPC = 1\nLOAD = 2\nBEGIN BULK\n"
REST = ("MAT1,1,7.+7,,.3,2700.\n,1.+5\nSPC1,1,123456,1,4,7\nFORCE,2,9,,1.,2.,3.,-5.\nFORCE,2,6,,1.,1.,2.,3.\n"
        "PARAM,COUPMASS,1\nENDDATA\n")
# nine grids, folded along the middle
GRIDS = "".join("GRID,%d,,%g,%g,%g\n" % (1 + i + 3 * j, i, j, 0.5 * max(i - 1, 0) + 0.02 * j) for j in range(3)
                for i in range(3))
QUADS = {1: (1, 2, 5, 4), 2: (2, 3, 6, 5), 3: (4, 5, 8, 7)}
TRIANGLES = {4: (5, 6, 9), 5: (5, 9, 8)}


def same(label, deck, case, ranks=(1, 2), more=MORE):
    """The deck is the same model as the case."""
    other = run(case + more)
    for count in ranks:
        own = run("gimbal: 1\nmesh: %s\n" % deck + more, count)
        if not same_motions("%s on %d ranks" % (label, count), own, other, least=1e-6):
            return
        agree("%s on %d ranks" % (label, count), own.json["functions"], other.json["functions"], 1e-12)
    return own


def shells(thickness, mesh="flat.bdf"):
    return ("gimbal: 1\nmesh: %s\n" % mesh + METAL + "groups: [%s]\nshells: [%s]\n" % (
        ", ".join("{name: e%d, elements: [%d]}" % (e, e) for e in thickness),
        ", ".join("{group: e%d, material: m, thickness: %r, offset: %r}" % (e, *t) for e, t in thickness.items())))


def nastran():
    bare = "".join("CQUAD4,%d,5,%d,%d,%d,%d\n" % (e, *n) for e, n in QUADS.items()) \
        + "".join("CTRIA3,%d,5,%d,%d,%d\n" % (e, *n) for e, n in TRIANGLES.items())
    Path("flat.bdf").write_text(HEAD + GRIDS + bare + REST)
    fields = {1: (",,,.05,.06,.055,.045", .0525), 2: (",,1,1.2,,.9,1.1", .04 * 1.05), 3: ("", .04),
              4: (",,0,.05,,.045", .045), 5: (",,1,.8,.8,.8", .032)}
    offset = {1: 0.0, 2: 0.01, 3: -0.02, 4: 0.015, 5: 0.0}
    text = ""
    for e, nodes in {**QUADS, **TRIANGLES}.items():
        card, blank = ("CQUAD4", ",") if e in QUADS else ("CTRIA3", ",")
        text += "%s,%d,5,%s,%s%s%s\n" % (card, e, ",".join(map(str, nodes)), blank,
                                         "%g" % offset[e] if offset[e] else "",
                                         "\n" + fields[e][0] if fields[e][0] else "")
    deck = HEAD + GRIDS + text + "PSHELL,5,1,.04,1\n" + REST
    Path("deck.bdf").write_text(deck)
    designs = "design: [{name: t, thickness: \"5\", per: element}, {name: e, material: MAT1 1, parameter: young}]\n"
    gradients_agree("T1 to T4", "gimbal: 1\nmesh: deck.bdf\n" + designs + MORE, ("bdf2",), (1, 2))
    all_thick = text.replace("CQUAD4,3,5,4,5,8,7,,-0.02\n", "CQUAD4,3,5,4,5,8,7,,-0.02\n,,,.04,.04,.04,.04\n").replace(
        ",,1,1.2,,.9,1.1", ",,,.048,.04,.036,.044").replace(",,0,.05,,.045", ",,0,.05,.04,.045").replace(
            ",,1,.8,.8,.8", ",,,.032,.032,.032")
    turned = all_thick.replace("CQUAD4,2,5,2,3,6,5,,0.01\n,,,.048,.04,.036,.044",
                               "CQUAD4,2,5,2,5,6,3,,-0.01\n,,,.048,.044,.036,.04")
    check("an element is reversed", turned != all_thick, all_thick)
    for name, value in (("blank", all_thick), ("turned", turned)):
        Path(name + ".bdf").write_text(HEAD + GRIDS + value + "PSHELL,5,1,,1\n" + REST)
        same("T " + name, "deck.bdf", "gimbal: 1\nmesh: %s.bdf\n" % name)
    refused("orient", "gimbal: 1\nmesh: blank.bdf\norient: outwards\n" + MORE,
            "the deck has thicknesses in an order of nodes that go by the way they face", verb="check")
    edges = []
    for thin in ("0.", "1.-9", "-1.-3"):
        Path("edge.bdf").write_text(HEAD + GRIDS + all_thick.replace(",,,.048,.04", ",,,%s,.04" % thin) +
                                    "PSHELL,5,1,.04,1\n" + REST)
        edges.append(run("gimbal: 1\nmesh: edge.bdf\n" + MORE))
    same_motions("a corner of thickness 0 is the limit", *edges[:2], 1e-6)
    agree("and its functions", edges[0].json["functions"], edges[1].json["functions"], 1e-6)
    refused("a corner of less", edges[2], 3, "T1 = -0.001; accepted: numbers > 0, 0 at an edge")
    lines = "".join("%s,%d,5,%s,,%g\n,,,%s\n" % (
        "CQUAD4" if e in QUADS else "CTRIA3", e, ",".join(map(str, n)), offset[e],
        ",".join(["%r" % fields[e][1]] * len(n))) for e, n in {**QUADS, **TRIANGLES}.items())
    Path("deck.bdf").write_text(HEAD + GRIDS + lines + "PSHELL,5,1,,1\n" + REST)
    same("one thickness each", "deck.bdf", shells({e: (fields[e][1], offset[e]) for e in fields}))
    alike = bare.replace("\n", "\n,,1,.5,.5,.5,.5\n", 3).replace(",9\n", ",9\n,,1,.5,.5,.5\n").replace(
        ",8\nCT", ",8\nCT")
    alike = alike.replace("CTRIA3,5,5,5,9,8\n", "CTRIA3,5,5,5,9,8\n,,1,.5,.5,.5\n")
    Path("deck.bdf").write_text(HEAD + GRIDS + alike + "PSHELL,5,1,.08,1,,,,.5\n" + REST)
    Path("half.bdf").write_text(HEAD + GRIDS + bare + "PSHELL,5,1,.04,1,,,,.5\n" + REST)
    same("all alike", "deck.bdf", "gimbal: 1\nmesh: half.bdf\n")
    Path("bad.bdf").write_text(HEAD + GRIDS + alike + "PSHELL,5,1,.08,1\nDESVAR,1,T,.06,.01,.1\nDVPREL1,2,PSHELL,5,T\n"
                               ",1,1.\n" + REST)
    refused("a design", "gimbal: 1\nmesh: bad.bdf\ndeck: {designs: keep}\n" + MORE, 3,
            "DVPREL1 2: T of PSHELL 5 varies, and CQUAD4 1 has T1 to T4 of its own", verb="check")
    for words, *changes in (
            ("TFLAG = 2; accepted: 0, or 1", (",,1,1.2", ",,2,1.2")),
            ("T3 = -0.055; accepted: numbers > 0", (".055", "-.055")),
            ("PSHELL 5: T is blank, and 1 of its 5 elements have no T1 to T4",
             (",,1,1.2,,.9,1.1", ",,,.05,.05,.05,.05"), (",,0,.05,,.045", ",,,.05,.05,.05"),
             (",,1,.8,.8,.8", ",,,.05,.05,.05"), ("PSHELL,5,1,.04", "PSHELL,5,1,")),
            ("CQUAD4 2: TFLAG, or a blank T1 to T4, needs T of PSHELL 5", ("PSHELL,5,1,.04", "PSHELL,5,1,")),
            ("CQUAD4 1: T1 to T4 are not read of elements of a PCOMP", ("PSHELL,5,1,.04,1\n", "PCOMP,5\n,1,.04\n")),
            ("T must be positive", ("PSHELL,5,1,.04", "PSHELL,5,1,0."))):
        Path("bad.bdf").write_text(changed(deck, *changes))
        refused(words, "gimbal: 1\nmesh: bad.bdf\n" + MORE, 3, words, "bad.bdf:", verb="check")


def sections():
    """PSHELLs that are sections here: an element with T1 to T4 is one with a PSHELL of its own."""
    materials = ("MAT1,1,7.+7,,.3,2700.\nMAT1,2,2.+7,,.2,1500.\nMAT1,3,7.+7,2.+7,.3,2700.\n"
                 "MAT8,8,7.+7,2.+7,.25,1.+7,8.+6,9.+6,1500.\nMAT2,9,7.+7,2.+7,1.+6,3.+7,2.+6,1.+7,2000.\n,\n"
                 "MAT2,10,1.+6,2.+5,3.+5,-4.+5,1.+5,2.+5\nMAT2,11,8.+6,1.+6,,9.+6\n")
    rest = materials + "SPC1,1,123456,1,4,7\nFORCE,2,9,,1.,2.,3.,-5.\nFORCE,2,6,,1.,1.,2.,3.\nENDDATA\n"
    thickness = {1: .0525, 2: .04, 3: .06, 4: .045, 5: .032}
    kinds = {"several materials": "1,%s,2,1.3,11,.7,3.5\n,,,10", "a full MAT2": "9,%s", "MAT8": "8,%s,8,,8,,.4",
             "MAT1 with G": "3,%s,3,,3,,.4"}
    for name, fields in kinds.items():
        own, each = "", ""
        for e, nodes in {**QUADS, **TRIANGLES}.items():
            card, t, place = "CQUAD4" if e in QUADS else "CTRIA3", thickness[e], ",".join(map(str, nodes))
            line = ",%d.,%s" % (10 * e, ".01" if e % 2 else "")
            corners = (("\n,," + ("," if len(nodes) > 3 or e == 4 else "1,") +
                        ",".join(["%r" % (t if e < 5 else t / .04)] * len(nodes))) if e != 2 else "")
            own += "%s,%d,5,%s%s%s\n" % (card, e, place, line, corners)
            each += "%s,%d,%d,%s%s\nPSHELL,%d,%s\n" % (card, e, e, place, line, e, fields % ("%r" % t))
        Path("own.bdf").write_text(HEAD + GRIDS + own + "PSHELL,5,%s\n" % (fields % ".04") + rest)
        Path("each.bdf").write_text(HEAD + GRIDS + each + rest)
        more = ("probes: [{name: a, node: 6}, {name: b, node: 9}]\nfunctions: [{name: c, type: compliance}, "
                "{name: m, type: mass}]\ntime: {scheme: bdf2, step: 0.01, steps: 3}\noutput: {every: 0}\n")
        one = run("gimbal: 1\nmesh: each.bdf\n" + more)
        for ranks in (1, 2):
            r = run("gimbal: 1\nmesh: own.bdf\n" + more, ranks)
            if same_motions("%s on %d ranks" % (name, ranks), r, one, least=1e-6):
                agree("%s on %d ranks" % (name, ranks), r.json["functions"], one.json["functions"], 1e-12)
    corners = {1: (.05, .06, .055, .045), 2: (.02, .06, .05, .03), 3: (.04, .02, .03, .05), 4: (.06, .05, .02),
               5: (.06, .02, .03)}
    for name, fields in (("one", "1,.04,1"), ("several", "1,.04,4,1.,5,.8333333333333333")):
        text = "".join("%s,%d,5,%s,%d.,%s\n,,,%s\n" % (
            "CQUAD4" if e in QUADS else "CTRIA3", e, ",".join(map(str, n)), 10 * e, ".01" if e % 2 else "",
            ",".join("%r" % t for t in corners[e])) for e, n in {**QUADS, **TRIANGLES}.items())
        Path(name + ".bdf").write_text(HEAD + GRIDS + text + "PSHELL,5,%s\nMAT1,4,7.+7,,.3,2700.\n"
                                       "MAT1,5,7.+7,,.3,2700.\n" % fields + rest)
    one, r = (run("gimbal: 1\nmesh: %s.bdf\n" % name + more) for name in ("one", "several"))
    if same_motions("a taper of several materials", r, one, 1e-9):
        agree("a taper of several materials", r.json["functions"], one.json["functions"], 1e-9)
    design = 'design: [{name: t, section: "PSHELL 5", parameter: "plies[0].thickness"}]\n'
    refused("a design", "gimbal: 1\nmesh: own.bdf\n" + design + more, "thickness of section 'PSHELL 5' cannot vary: "
            "shells that have it have thicknesses of their own (T1 to T4)", verb="check")
    gradients_agree("the angle may vary", "gimbal: 1\nmesh: own.bdf\n" + design.replace("thickness", "angle") + more,
                    ("bdf2",), (1,))


def strip(kind, n, thickness, L, actions, offset=""):
    """A cantilever of width 1 along x as an .inp deck. @return the nodes of its free end"""
    m, tall = (2, 3) if kind in ("S8R", "S6") else (1, 2)
    place = {10 * i + j: (L * i / (m * n), j / m) for i in range(m * n + 1) for j in range(tall) if kind != "S8R"
             or not (i % 2 and j % 2)}
    elements = []
    for i in range(0, m * n, m):
        a, b, c, d = 10 * i, 10 * (i + m), 10 * (i + m) + m, 10 * i + m
        ab, bc, cd, da, ac = a + 10, b + 1, d + 10, a + 1, a + 11
        elements += {"S4": [(a, b, c, d)], "S3": [(a, b, c), (a, c, d)], "S8R": [(a, b, c, d, ab, bc, cd, da)],
                     "S6": [(a, b, c, ab, bc, ac), (a, c, d, ac, cd, da)]}[kind]
    end = [k for k, x in sorted(place.items()) if x[0] == L]
    weight = (.5, .5) if m == 1 else (1 / 6, 4 / 6, 1 / 6)
    Path("strip.inp").write_text(
        "*NODE\n" + "".join("%d, %r, %r, 0.\n" % (k + 1, *x) for k, x in place.items()) +
        "*ELEMENT, TYPE=%s, ELSET=E\n" % kind +
        "".join("%d, %s\n" % (i + 1, ", ".join(str(k + 1) for k in e)) for i, e in enumerate(elements)) +
        "*MATERIAL, NAME=M\n*ELASTIC\n7e7, 0.\n*DENSITY\n1.\n*EXPANSION\n1e-5\n*nodal thickness\n" +
        "".join("%d, %r\n" % (k + 1, thickness(x[0])) for k, x in place.items()) +
        "*SHELL SECTION, ELSET=E, MATERIAL=M, NODAL THICKNESS%s\n*BOUNDARY\n" % offset +
        "".join("%d, ENCASTRE\n" % (j + 1) for j in range(tall) if j in place) + "*STEP\n*STATIC\n*CLOAD\n" +
        "".join("%d, %d, %r\n" % (k + 1, axis, size * w) for axis, size in actions for k, w in zip(end, weight)) +
        "*END STEP\n")
    return [k + 1 for k in end]


def strips():
    """Strips under a force P at their thin end: w = P / (E b) int 12 (L - x)^2 / t(x)^3 + 12 / 5 / t(x) dx; and under a
    pull."""
    L, E, P, thin, ratio, nodes = 10.0, 7e7, 3.0, 0.2, 6, 20000
    thickness = lambda x: thin * (ratio - (ratio - 1) * x / L)
    sag = sum(P / E * (12 * (L - x) ** 2 / thickness(x) ** 3 + 2.4 / thickness(x)) * L / nodes
              for x in ((k + 0.5) * L / nodes for k in range(nodes)))
    pull = P * L * log(ratio) / (E * thin * (ratio - 1))
    tail = ("functions: [{name: m, type: mass}, {name: x, type: mass_centre, form: x}]\n"
            "time: {scheme: linear, step: 1, steps: 1}\noutput: {every: 0}\n")
    for kind, bounds in {"S4": (.025, .009), "S3": (.025, .007), "S8R": (.004, .0008), "S6": (.012, .0008)}.items():
        for n, bound, stretch in zip((4, 8), bounds, (.03, .021)):
            end = strip(kind, n, thickness, L, ((3, P), (1, P)))
            if not (r := passed("%d elements %s run" % (n, kind),
                                "gimbal: 1\nmesh: strip.inp\nprobes: [{name: tip, node: %d}]\n" % end[0] + tail)):
                return
            close("%d elements %s sag" % (n, kind), r.json["probes"]["tip"]["u"][-1][2], sag, bound)
            close("%d elements %s stretch" % (n, kind), r.json["probes"]["tip"]["u"][-1][0], pull, stretch)
            warned = "more than twice as thick at one node as at another, 2.25 times in element" in r.stderr
            check("a steep taper of %s is warned of" % kind, warned == (kind in ("S4", "S3") and n == 4), r.stderr)
            close("%s: its mass" % kind, r.json["functions"]["m"], L * (ratio + 1) / 2 * thin, 1e-12)
            close("%s: its mass centre" % kind, r.json["functions"]["x"], L / 3 * (ratio + 2) / (ratio + 1), 1e-12)
        # free expansion, from one end whose width is free
        text = Path("strip.inp").read_text()
        root, loads = text.index("*BOUNDARY"), text.index("*CLOAD")
        Path("strip.inp").write_text(text[:root].replace("NODAL THICKNESS\n", "NODAL THICKNESS, OFFSET=.3\n") +
                                     "*BOUNDARY\n1, 1, 6\n2, 1, 1\n*STEP\n*STATIC\n*END STEP\n")
        if r := passed("%s expands" % kind, "gimbal: 1\nmesh: strip.inp\ntemperatures: [{group: E, value: 50}]\n"
                       "probes: [{name: tip, node: %d}]\nfunctions: [{name: u, type: energy, form: strain}]\n" %
                       end[-1] + tail.split("\n", 1)[1]):
            u = r.json["probes"]["tip"]["u"][-1]
            check("%s expands freely" % kind,
                  abs(u[0] - 5e-3) < 1e-12 and abs(u[1] - 5e-4) < 1e-12 and abs(u[2]) < 1e-11, u)
            check("without stress", abs(r.json["functions"]["u"]) < 1e-18 * E, r.json["functions"])


def wedge():
    """A wedge, w = 5.315 sqrt(E I / (rho A)) / L^2 with I and A of its root; Kirchhoff 1879."""
    root, L = 0.1, 10.0
    strip("S8R", 8, lambda x: root * (1 - 0.999 * x / L), L, ())
    if r := passed("the wedge vibrates", "gimbal: 1\nmesh: strip.inp\nmodes: {count: 1, at: reference}\n"
                   "time: {scheme: linear, step: 1, steps: 1}\n", verb="modes"):
        close("as Kirchhoff's", r.json["modes"]["frequency"][0], 5.315 * sqrt(7e7 / 12) * root / L ** 2 / (2 * pi),
              5e-3)


def small():
    """A taper by a part in 1e11 changes results by as little: principal stresses, and modes with lumped masses."""
    probe = "probes: [{name: e, element: 1}]\ndeck: {mass: lumped}\n"
    for kind in ("S4", "S6"):
        found = []
        for slope in (0, 1e-11):
            strip(kind, 2, lambda x: .1 * (1 + slope * x), 2.0, ((3, 1.0), (1, 30.0), (2, 9.0)))
            linear = "gimbal: 1\nmesh: strip.inp\n" + probe + "time: {scheme: linear, step: 1, steps: 1}\n"
            static, modes = run(linear), run(linear + "modes: {count: 4, at: reference}\n", 2, "modes")
            if not check("a slope of %g in %s" % (slope, kind), static.status == modes.status == 0,
                         static.stderr + modes.stderr):
                return
            stresses = static.json["sections"]["e"]
            found.append([stresses["s%s_%s" % (i, face)][-1] for i in ("1", "2", "11", "22")
                          for face in ("top", "bottom")] + modes.json["modes"]["frequency"])
        for k, (a, b) in enumerate(zip(*found)):
            close("%s: value %d with a slight taper" % (kind, k), b, a, 1e-8, 1e-8 * max(map(abs, found[0])) * (k < 8))
    # elements between .2 and .3 are alike, also if last digits of their means are not
    strip("S4", 6, lambda x: .3 if round(3 * x) % 2 else .2, 2.0, ((3, 1.0),))
    stresses = ("{name: s, type: value, of: e, value: \"e.s1_top + e.s2_bottom\"}, {name: m, type: mass}, "
                "{name: c, type: compliance}")
    gradients_agree("one thickness of alike elements", "gimbal: 1\nmesh: strip.inp\ndesign: [{name: t, thickness: E}]\n"
                    "probes: [{name: e, element: 3}]\nfunctions: [%s]\ntime: {scheme: static, step: 1, steps: 1}\n"
                    % stresses.replace("of: e, ", ""), ("static",), (1,))


NODES = {1: (0, 0, 0), 2: (1, 0, 0), 3: (1, 1, .1), 4: (0, 1, 0), 5: (.5, 0, 0), 6: (1, .5, 0), 7: (.5, 1, .05),
         8: (0, .5, 0), 9: (2, 0, .3), 10: (1.5, 0, .1), 11: (1.5, .5, .2), 12: (3, 0, .3), 13: (3, 1, .1)}


def keywords():
    thickness = {1: .05, 2: .06, 3: .055, 4: .045, 5: .055, 6: .0575, 7: .05, 8: .0475, 9: .05, 10: .055, 11: .0525,
                 12: .06, 13: .06}
    mesh = "*NODE\n" + "".join("%d, %g, %g, %g\n" % (n, *x) for n, x in NODES.items())
    mesh += ("*ELEMENT, TYPE=S8R, ELSET=SKIN\n1, 1,2,3,4, 5,6,7,8\n*ELEMENT, TYPE=S6, ELSET=SKIN\n2, 2,9,3, 10,11,6\n"
             "*ELEMENT, TYPE=S3, ELSET=SKIN\n3, 9, 12, 13\n*ELEMENT, TYPE=S3, ELSET=SKIN\n4, 9, 13, 3\n"
             "*NSET, NSET=ROOT\n1, 4, 8\n*NSET, NSET=THICK\n12, 13\n*MATERIAL, NAME=M\n*ELASTIC\n7.E7, .3\n*DENSITY\n"
             "2700.\n*FAIL STRESS\n1.E5\n")
    rest = "*BOUNDARY\nROOT, ENCASTRE\n*STEP\n*STATIC\n*CLOAD\n13, 3, 2.\n9, 1, 9.\n*END STEP\n"
    lines = "".join("%d, %r\n" % item for item in thickness.items() if item[0] < 12) + "THICK, .06\n"
    deck = (mesh + "*NODAL THICKNESS\n" + lines + "*SHELL SECTION, ELSET=SKIN, MATERIAL=M, NODAL THICKNESS, OFFSET=.2\n"
            ".01, 5\n" + rest)
    Path("deck.inp").write_text(deck)
    Path("flat.inp").write_text(mesh + rest)
    corners = {1: (1, 2, 3, 4), 2: (2, 9, 3), 3: (9, 12, 13), 4: (9, 13, 3)}
    t = {e: [thickness[n] for n in nodes] for e, nodes in corners.items()}
    cards = ("".join("GRID,%d,,%r,%r,%r\n" % (n, *x) for n, x in NODES.items()) +
             "CQUAD8,1,5,1,2,3,4,5,6\n,7,8,%r,%r,%r,%r\n" % (*t[1],) + "CTRIA6,2,5,2,9,3,10,11,6\n,,,%r,%r,%r\n" %
             (*t[2],) + "".join("CTRIA3,%d,5,%d,%d,%d\n,,,%r,%r,%r\n" % (e, *corners[e], *t[e]) for e in (3, 4)))
    Path("cards.bdf").write_text(HEAD + cards + "PSHELL,5,1,,1\nMAT1,1,7.+7,,.3,2700.\nSPC1,1,123456,1,4,8\n"
                                 "FORCE,2,13,,2.,0.,0.,1.\nFORCE,2,9,,9.,1.,0.,0.\nPARAM,COUPMASS,1\nENDDATA\n")
    more = MORE.replace(", {name: k, type: ks, weight: 5}", "")
    Path("plain.inp").write_text(deck.replace(", OFFSET=.2", ""))
    same("*NODAL THICKNESS", "plain.inp", "gimbal: 1\nmesh: cards.bdf\n", more=more)
    designs = "design: [{name: t, thickness: SKIN, per: element}, {name: p, material: M, parameter: poisson}]\n"
    gradients_agree("nodal thickness with an offset", "gimbal: 1\nmesh: deck.inp\n" + designs + more, ("bdf2",), (1,))
    for words, a, b in (("node 11 of element 2 has no *NODAL THICKNESS", "11, 0.0525\n", ""),
                        ("NODAL THICKNESS beside COMPOSITE", "MATERIAL=M, NODAL", "COMPOSITE, NODAL"),
                        ("which has directions", "*ELASTIC\n7.E7, .3",
                         "*ELASTIC, TYPE=LAMINA\n7.E7, 1.E7, .3, 5.E6, 5.E6, 5.E6"),
                        ("the thickness of element 2, interpolated between its nodes, is -", "9, 0.05\n", "9, 0.9\n"),
                        ("the thickness", "10, 0.055", "10, 0.")):
        Path("bad.inp").write_text(deck.replace(a, b))
        r = run("gimbal: 1\nmesh: bad.inp\n" + more, verb="check")
        check(words, deck != deck.replace(a, b) and r.status == 3 and words in r.stderr and "bad.inp" in r.stderr,
              r.stderr)


for test in (nastran, sections, strips, wedge, small, keywords):
    test()
