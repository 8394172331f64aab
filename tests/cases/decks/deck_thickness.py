"""Shells of decks whose thickness differs from element to element, or from corner to corner.

Claims: T1 to T4 with TFLAG 0 and 1, blank ones as T of the PSHELL, and *NODAL THICKNESS are the same shells as those of a case
that have the mean of their corners each, with folds, offsets and damping, on 1 and 2 ranks; PSHELLs of several materials, MAT2, MAT8
and a MAT1 with G of its own, with 12I/T**3, TS/T and NSM, are the shells of PSHELLs of these thicknesses each to 1e-12, which cannot
be designs; gradients by thicknesses of such
shells are exact; cantilevers that taper from 2 and from 20 to 1 bend as their closed form with the square of the elements'
length or faster; what has no thickness, or is a laminate, or tapers to less than half is refused, and the mean is told of, more of it where an element
tapers steeply.
"""
from pathlib import Path

from helper import check, close, gradients_agree, run

MORE = "probes: [{name: a, node: 6}, {name: b, node: 9}]\nfunctions: [{name: c, type: compliance}, {name: m, type: mass}, " \
       "{name: k, type: ks, weight: 5}]\ntime: {scheme: bdf2, step: 0.01, steps: 4}\noutput: {every: 0}\n"
METAL = "materials: {m: {young: 7e7, poisson: 0.3, density: 2700, yield: 1e5}}\n"
HEAD = "SPC = 1\nLOAD = 2\nBEGIN BULK\n"
REST = "MAT1,1,7.+7,,.3,2700.\n,1.+5\nSPC1,1,123456,1,4,7\nFORCE,2,9,,1.,2.,3.,-5.\nFORCE,2,6,,1.,1.,2.,3.\nPARAM,COUPMASS,1\nENDDATA\n"
# nine grids, folded along the middle
GRIDS = "".join("GRID,%d,,%g,%g,%g\n" % (1 + i + 3 * j, i, j, 0.5 * max(i - 1, 0) + 0.02 * j) for j in range(3) for i in range(3))
QUADS = {1: (1, 2, 5, 4), 2: (2, 3, 6, 5), 3: (4, 5, 8, 7)}
TRIANGLES = {4: (5, 6, 9), 5: (5, 9, 8)}


def same(label, deck, case, head=GRIDS, ranks=(1, 2)):
    """The deck is the same model as the case with shells of one thickness each."""
    other = run(case + MORE)
    for count in ranks:
        own = run("gimbal: 1\nmesh: %s\n" % deck + MORE, count)
        if not (check("%s on %d ranks runs" % (label, count), own.status == 0, own.stderr)
                and check(label + " as a case runs", other.status == 0, other.stderr)):
            return
        for p in "ab":
            u, v = own.json["probes"][p]["u"][-1], other.json["probes"][p]["u"][-1]
            size = max(map(abs, v))
            check("%s on %d ranks: %s" % (label, count, p), size > 1e-6 and max(abs(x - y) for x, y in zip(u, v)) <= 1e-12 * size, (u, v))
        for f, value in other.json["functions"].items():
            close("%s on %d ranks: %s" % (label, count, f), own.json["functions"][f], value, 1e-12)
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
        text += "%s,%d,5,%s,%s%s%s\n" % (card, e, ",".join(map(str, nodes)), blank, "%g" % offset[e] if offset[e] else "",
                                         "\n" + fields[e][0] if fields[e][0] else "")
    deck = HEAD + GRIDS + text + "PSHELL,5,1,.04,1\n" + REST
    Path("deck.bdf").write_text(deck)
    own = same("T1 to T4", "deck.bdf", shells({e: (fields[e][1], offset[e]) for e in fields}))
    if own:
        check("the mean is told of", "T1 to T4 differ in 3 elements" in own.stderr and "in element 1, by 33.3 % of the least" in own.stderr,
              own.stderr)
    designs = "design: [{name: t, thickness: \"5\", per: element}, {name: e, material: MAT1 1, parameter: young}]\n"
    gradients_agree("T1 to T4", "gimbal: 1\nmesh: deck.bdf\n" + designs + MORE, ("bdf2",), (1, 2))
    all_thick = text.replace("CQUAD4,3,5,4,5,8,7,,-0.02\n", "CQUAD4,3,5,4,5,8,7,,-0.02\n,,,.04,.04,.04,.04\n").replace(
        ",,1,1.2,,.9,1.1", ",,,.048,.04,.036,.044").replace(",,0,.05,,.045", ",,0,.05,.04,.045").replace(",,1,.8,.8,.8", ",,,.032,.032,.032")
    Path("deck.bdf").write_text(HEAD + GRIDS + all_thick + "PSHELL,5,1,,1\n" + REST)
    same("T blank", "deck.bdf", shells({e: (fields[e][1], offset[e]) for e in fields}), ranks=(1,))
    alike = bare.replace("\n", "\n,,1,.5,.5,.5,.5\n", 3).replace(",9\n", ",9\n,,1,.5,.5,.5\n").replace(",8\nCT", ",8\nCT")
    alike = alike.replace("CTRIA3,5,5,5,9,8\n", "CTRIA3,5,5,5,9,8\n,,1,.5,.5,.5\n")
    Path("deck.bdf").write_text(HEAD + GRIDS + alike + "PSHELL,5,1,.08,1,,,,.5\n" + REST)
    own = same("all alike", "deck.bdf", "gimbal: 1\nmesh: half.bdf\n", ranks=(1, 2)) if Path("half.bdf").write_text(
        HEAD + GRIDS + bare + "PSHELL,5,1,.04,1,,,,.5\n" + REST) else None
    if own:
        check("alike ones are not told of", "differ" not in own.stderr, own.stderr)
    Path("bad.bdf").write_text(HEAD + GRIDS + alike + "PSHELL,5,1,.08,1\nDESVAR,1,T,.06,.01,.1\nDVPREL1,2,PSHELL,5,T\n,1,1.\n" + REST)
    r = run("gimbal: 1\nmesh: bad.bdf\ndeck: {designs: keep}\n" + MORE, verb="check")
    words = "DVPREL1 2: T of PSHELL 5 varies, and CQUAD4 1 has T1 to T4 of its own"
    check(words, r.status == 3 and words in r.stderr, r.stderr)
    for words, *changes in (
            ("TFLAG = 2; accepted: 0, or 1", (",,1,1.2", ",,2,1.2")),
            ("T3 = -0.055; accepted: numbers > 0", (".055", "-.055")),
            ("PSHELL 5: T is blank, and 1 of its 5 elements have no T1 to T4", (",,1,1.2,,.9,1.1", ",,,.05,.05,.05,.05"),
             (",,0,.05,,.045", ",,,.05,.05,.05"), (",,1,.8,.8,.8", ",,,.05,.05,.05"), ("PSHELL,5,1,.04", "PSHELL,5,1,")),
            ("CQUAD4 2: TFLAG, or a blank T1 to T4, needs T of PSHELL 5", ("PSHELL,5,1,.04", "PSHELL,5,1,")),
            ("CQUAD4 1: T1 to T4 are not read of elements of a PCOMP", ("PSHELL,5,1,.04,1\n", "PCOMP,5\n,1,.04\n")),
            ("the thickness of element 4 varies from 0.0249 to 0.05, and", (",,0,.05,,.045", ",,0,.05,.0249,.045")),
            ("T must be positive", ("PSHELL,5,1,.04", "PSHELL,5,1,0."))):
        bad = deck
        for a, b in changes:
            assert a in bad, a
            bad = bad.replace(a, b)
        Path("bad.bdf").write_text(bad)
        r = run("gimbal: 1\nmesh: bad.bdf\n" + MORE, verb="check")
        check(words, r.status == 3 and words in r.stderr and "bad.bdf:" in r.stderr, r.stderr)


def sections():
    """PSHELLs that are sections here: an element with T1 to T4 is one with a PSHELL of its own."""
    materials = "MAT1,1,7.+7,,.3,2700.\nMAT1,2,2.+7,,.2,1500.\nMAT1,3,7.+7,2.+7,.3,2700.\nMAT8,8,7.+7,2.+7,.25,1.+7,8.+6,9.+6,1500.\n" \
        "MAT2,9,7.+7,2.+7,1.+6,3.+7,2.+6,1.+7,2000.\n,\nMAT2,10,1.+6,2.+5,3.+5,-4.+5,1.+5,2.+5\nMAT2,11,8.+6,1.+6,,9.+6\n"
    rest = materials + "SPC1,1,123456,1,4,7\nFORCE,2,9,,1.,2.,3.,-5.\nFORCE,2,6,,1.,1.,2.,3.\nENDDATA\n"
    thickness = {1: .0525, 2: .04, 3: .06, 4: .045, 5: .032}
    kinds = {"several materials": "1,%s,2,1.3,11,.7,3.5\n,,,10", "a full MAT2": "9,%s", "MAT8": "8,%s,8,,8,,.4", "MAT1 with G": "3,%s,3,,3,,.4"}
    for name, fields in kinds.items():
        own, each = "", ""
        for e, nodes in {**QUADS, **TRIANGLES}.items():
            card, t, place = "CQUAD4" if e in QUADS else "CTRIA3", thickness[e], ",".join(map(str, nodes))
            line = ",%d.,%s" % (10 * e, ".01" if e % 2 else "")
            corners = ("\n,," + ("," if len(nodes) > 3 or e == 4 else "1,") + ",".join(["%r" % (t if e < 5 else t / .04)] * len(nodes))) if e != 2 else ""
            own += "%s,%d,5,%s%s%s\n" % (card, e, place, line, corners)
            each += "%s,%d,%d,%s%s\nPSHELL,%d,%s\n" % (card, e, e, place, line, e, fields % ("%r" % t))
        Path("own.bdf").write_text(HEAD + GRIDS + own + "PSHELL,5,%s\n" % (fields % ".04") + rest)
        Path("each.bdf").write_text(HEAD + GRIDS + each + rest)
        more = "probes: [{name: a, node: 6}, {name: b, node: 9}]\nfunctions: [{name: c, type: compliance}, {name: m, type: mass}]\n" \
            "time: {scheme: bdf2, step: 0.01, steps: 3}\noutput: {every: 0}\n"
        one = run("gimbal: 1\nmesh: each.bdf\n" + more)
        for ranks in (1, 2):
            r = run("gimbal: 1\nmesh: own.bdf\n" + more, ranks)
            if not check("%s runs" % name, r.status == 0 and one.status == 0, r.stderr + one.stderr):
                break
            for p in "ab":
                u, v = r.json["probes"][p]["u"][-1], one.json["probes"][p]["u"][-1]
                size = max(map(abs, v))
                check("%s on %d ranks: %s" % (name, ranks, p), size > 1e-6 and max(abs(x - y) for x, y in zip(u, v)) <= 1e-12 * size, (u, v))
            for f, value in one.json["functions"].items():
                close("%s on %d ranks: %s" % (name, ranks, f), r.json["functions"][f], value, 1e-12)
    design = 'design: [{name: t, section: "PSHELL 5", parameter: "plies[0].thickness"}]\n'
    r = run("gimbal: 1\nmesh: own.bdf\n" + design + more, verb="check")
    words = "thickness of section 'PSHELL 5' cannot vary: shells that have it have thicknesses of their own (T1 to T4)"
    check(words, r.status == 2 and words in r.stderr, r.stderr)
    gradients_agree("the angle may vary", "gimbal: 1\nmesh: own.bdf\n" + design.replace("thickness", "angle") + more, ("bdf2",), (1,))


def second_order():
    grids = "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,.1\nGRID,4,,0.,1.,0.\nGRID,5,,.5,0.,0.\nGRID,6,,1.,.5,0.\n" \
        "GRID,7,,.5,1.,.05\nGRID,8,,0.,.5,0.\nGRID,9,,2.,0.,.3\nGRID,10,,1.5,0.,.1\nGRID,11,,1.5,.5,.2\n"
    rest = REST.replace("1,4,7", "1,4,8")
    text = HEAD + grids + "CQUAD8,1,5,1,2,3,4,5,6\n,7,8%s\nCTRIA6,2,5,2,9,3,10,11,6\n%s"
    Path("flat.bdf").write_text(text % ("", "") + rest)
    Path("deck.bdf").write_text(text % (",.05,.06,.055,.045,,.01\n,0", ",,-.01,1.1,1.,1.2,1\n") + "PSHELL,5,1,.04,1\n" + rest)
    same("CQUAD8 and CTRIA6", "deck.bdf", shells({1: (.0525, .01), 2: (.044, -.01)}))


def tapered(root, t, counts, most):
    """A cantilever of thickness from root t to t under a force at its thin end: w = P / (E b) int 12 (L - x)^2 / t(x)^3 + 12 / 5 / t(x) dx."""
    L, b, E, P, nodes = 10.0, 1.0, 7e7, 3.0, 20000
    thickness = lambda x: t * (root - (root - 1) * x / L)
    exact = sum(P / (E * b) * (12 * (L - x) ** 2 / thickness(x) ** 3 + 2.4 / thickness(x)) * L / nodes for x in ((k + 0.5) * L / nodes for k in range(nodes)))
    for format in ("bdf", "inp"):
        errors = []
        for n in counts:
            x = [k * L / n for k in range(n + 1)]
            if format == "bdf":
                text = HEAD + "".join("GRID,%d,,%r,%r,0.\n" % (2 * k + j + 1, x[k], j * b) for k in range(n + 1) for j in range(2))
                for k in range(n):
                    text += "CQUAD4,%d,5,%d,%d,%d,%d\n,,,%r,%r,%r,%r\n" % (
                        k + 1, 2 * k + 1, 2 * k + 3, 2 * k + 4, 2 * k + 2, *(thickness(x[k + a]) for a in (0, 1, 1, 0)))
                text += "PSHELL,5,1\nMAT1,1,%r,,0.,1.\nSPC1,1,123456,1,2\nFORCE,2,%d,,%r,0.,0.,1.\nFORCE,2,%d,,%r,0.,0.,1.\nENDDATA\n" % (
                    E, 2 * n + 1, P / 2, 2 * n + 2, P / 2)
            else:
                text = "*NODE\n" + "".join("%d, %r, %r, 0.\n" % (2 * k + j + 1, x[k], j * b) for k in range(n + 1) for j in range(2))
                text += "*ELEMENT, TYPE=S4, ELSET=E\n" + "".join("%d, %d, %d, %d, %d\n" % (k + 1, 2 * k + 1, 2 * k + 3, 2 * k + 4, 2 * k + 2)
                                                                 for k in range(n))
                text += "*MATERIAL, NAME=M\n*ELASTIC\n%r, 0.\n*DENSITY\n1.\n*nodal thickness\n" % E
                text += "".join("%d, %r\n" % (2 * k + j + 1, thickness(x[k])) for k in range(n + 1) for j in range(2))
                text += "*SHELL SECTION, ELSET=E, MATERIAL=M, NODAL THICKNESS\n*BOUNDARY\n1, ENCASTRE\n2, ENCASTRE\n" \
                    "*STEP\n*STATIC\n*CLOAD\n%d, 3, %r\n%d, 3, %r\n*END STEP\n" % (2 * n + 1, P / 2, 2 * n + 2, P / 2)
            Path("taper." + format).write_text(text)
            r = run("gimbal: 1\nmesh: taper.%s\nprobes: [{name: tip, node: %d}]\nfunctions: [{name: m, type: mass}]\n"
                    "time: {scheme: linear, step: 1, steps: 1}\noutput: {every: 0}\n" % (format, 2 * n + 1))
            if not check("a taper of %d elements by %s runs" % (n, format), r.status == 0, r.stderr):
                return
            close("its mass", r.json["functions"]["m"], L * b * (root + 1) / 2 * t, 1e-12)
            steep = thickness(x[n - 1]) / thickness(x[n]) > 1.5
            check("a steep taper is told of", ("for which it is long: shorter elements bend more exactly" in r.stderr) == steep, r.stderr)
            errors.append(r.json["probes"]["tip"]["u"][-1][2] / exact - 1)
        check("a taper by %s bends as it should" % format, abs(errors[-1]) < 1e-3, errors)
        check("with the square of the length by " + format, all(3.3 < a / b < most for a, b in zip(errors, errors[1:])), errors)


NODES = {1: (0, 0, 0), 2: (1, 0, 0), 3: (1, 1, .1), 4: (0, 1, 0), 5: (.5, 0, 0), 6: (1, .5, 0), 7: (.5, 1, .05), 8: (0, .5, 0),
         9: (2, 0, .3), 10: (1.5, 0, .1), 11: (1.5, .5, .2), 12: (3, 0, .3), 13: (3, 1, .1)}


def keywords():
    thickness = {1: .05, 2: .06, 3: .055, 4: .045, 5: .056, 6: .058, 7: .05, 8: .048, 9: .05, 10: .055, 11: .052, 12: .06, 13: .06}
    mesh = "*NODE\n" + "".join("%d, %g, %g, %g\n" % (n, *x) for n, x in NODES.items())
    mesh += "*ELEMENT, TYPE=S8R, ELSET=SKIN\n1, 1,2,3,4, 5,6,7,8\n*ELEMENT, TYPE=S6, ELSET=SKIN\n2, 2,9,3, 10,11,6\n" \
        "*ELEMENT, TYPE=S3, ELSET=SKIN\n3, 9, 12, 13\n*ELEMENT, TYPE=S3, ELSET=SKIN\n4, 9, 13, 3\n" \
        "*NSET, NSET=ROOT\n1, 4, 8\n*NSET, NSET=THICK\n12, 13\n*MATERIAL, NAME=M\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n*FAIL STRESS\n1.E5\n"
    rest = "*BOUNDARY\nROOT, ENCASTRE\n*STEP\n*STATIC\n*CLOAD\n13, 3, 2.\n9, 1, 9.\n*END STEP\n"
    lines = "".join("%d, %r\n" % item for item in thickness.items() if item[0] < 12) + "THICK, .06\n"
    deck = mesh + "*NODAL THICKNESS\n" + lines + "*SHELL SECTION, ELSET=SKIN, MATERIAL=M, NODAL THICKNESS, OFFSET=.2\n.01, 5\n" + rest
    Path("deck.inp").write_text(deck)
    Path("flat.inp").write_text(mesh + rest)
    t = {1: sum(thickness[n] for n in (5, 6, 7, 8)) / 3 - sum(thickness[n] for n in (1, 2, 3, 4)) / 12,
         2: sum(thickness[n] for n in (10, 11, 6)) / 3, 3: (.05 + .06 + .06) / 3, 4: (.05 + .06 + .055) / 3}
    more = MORE.replace(", {name: k, type: ks, weight: 5}", "")
    case = shells({e: (value, 0.0) for e, value in t.items()}, "flat.inp").replace("offset: 0.0", "offset_fraction: -0.2")
    other = run(case + more)
    for count in (1, 2):
        own = run("gimbal: 1\nmesh: deck.inp\n" + more, count)
        if not (check("nodal thickness runs", own.status == 0, own.stderr) and check("as a case", other.status == 0, other.stderr)):
            return
        for p in "ab":
            u, v = own.json["probes"][p]["u"][-1], other.json["probes"][p]["u"][-1]
            size = max(map(abs, v))
            check("nodal thickness: " + p, size > 1e-6 and max(abs(x - y) for x, y in zip(u, v)) <= 1e-12 * size, (u, v))
        for f, value in other.json["functions"].items():
            close("nodal thickness: " + f, own.json["functions"][f], value, 1e-12)
    check("it is told of", "*NODAL THICKNESS differs in 4 elements" in own.stderr and "in element 1, by 33.3 % of the least" in own.stderr, own.stderr)
    for words, a, b in (("node 11 of element 2 has no *NODAL THICKNESS", "11, 0.052\n", ""),
                        ("NODAL THICKNESS beside COMPOSITE", "MATERIAL=M, NODAL", "COMPOSITE, NODAL"),
                        ("which has directions", "*ELASTIC\n7.E7, .3", "*ELASTIC, TYPE=LAMINA\n7.E7, 1.E7, .3, 5.E6, 5.E6, 5.E6"),
                        ("the thickness of element 1 varies from 0.0279 to 0.06, and", "1, 0.05\n", "1, 0.0279\n"),
                        ("the thickness", "10, 0.055", "10, 0.")):
        Path("bad.inp").write_text(deck.replace(a, b))
        r = run("gimbal: 1\nmesh: bad.inp\n" + more, verb="check")
        check(words, deck != deck.replace(a, b) and r.status == 3 and words in r.stderr and "bad.inp" in r.stderr, r.stderr)


for test in (nastran, sections, second_order, keywords):
    test()
tapered(2, 0.2, (8, 16, 32), 4.7)
tapered(20, 0.02, (20, 40, 80), 20)
