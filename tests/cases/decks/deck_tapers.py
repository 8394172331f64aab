"""Beams of a Nastran deck that taper, and mass beside their line.

Claims: cantilevers of thirty CBAR and CBEAM with PBAR, PBEAM and PBEAML, level, tapered to half, turned by 30
degrees, with offsets of the line (WA, WB), of the centroid (N1, N2) and with NSM beside the line (M1, M2), have the
frequencies and displacements that MSC Nastran's own results give (those published with the tests of TACS, whose
decks are made here anew from their dimensions), as near as the elements let: Nastran's have no rotary inertia, which
counts where frequencies are high. A tapered element alone twists, and bends under a moment at its end, by the closed
form of a linear J and I; finer ones converge with the square of their length. Blank fields stand for end A, or for
the line between the ends. The mean mass, and where it is, are those of the ends; M1 and M2 are `line_mass_at` of a
case. Bars that taper to half, of constants and of shapes, are several elements, and bend, twist and stretch by their
integrals. What varies tenfold is refused, and what tapers is told of once.
"""
import math

from common import agree, passed, refused
from helper import check, close, run
from nastran_decks import card, deck, end, probes

E, NU, RHO = 71.7e9, 0.33, 2810.0
G = E / (2 * (1 + NU))
MATERIAL = card("MAT1", 1, E, "", NU, RHO)


def constants(y, z):
    """A, I1, I2, J of a rectangle, y along the axis of plane 1; J after Roark."""
    a, b = max(y, z) / 2, min(y, z) / 2
    return y * z, z * y ** 3 / 12, y * z ** 3 / 12, a * b ** 3 * (16 / 3 - 3.36 * b / a * (1 - b ** 4 / (12 * a ** 4)))


def cantilever(features, element="CBEAM", section="PBEAM", n=30, y=0.05, z=0.2):
    """Of length 1 along x, clamped at grid 1."""
    angle = math.radians(30) if "turned" in features else 0
    nsm = RHO * y * z if "nsm" in features else 0.0
    line, centroid, mass = (([2 * y, 2 * z] if "line" in features else [0.0, 0.0]),
                            ([2 * y, 2 * z] if "centroid" in features else [0.0, 0.0]),
                            ([y, z] if "beside" in features else [0.0, 0.0]))
    text = MATERIAL + "".join(card("GRID", i + 1, "", i / n, 0.0, 0.0) for i in range(n + 1)) + "SPC1,1,123456,1\n"
    for i in range(n):
        text += card(element, i + 1, i + 1, i + 1, i + 2, 0.0, math.cos(angle), math.sin(angle), "", "", "", 0.0, *line,
                     0.0, *line)
        a, b = (1 - 0.5 * (i + k) / n if "taper" in features else 1.0 for k in (0, 1))
        A, B = constants(y * a, z * a), constants(y * b, z * b)
        if section == "PBAR":
            text += card("PBAR", i + 1, 1, *A, nsm, *[""] * 9, 5 / 6, 5 / 6)
        elif section == "PBEAML":
            text += card("PBEAML", i + 1, 1, "", "BAR", "", "", "", "", z * a, y * a, nsm, "NO", 1.0, z * b, y * b, nsm)
        else:
            text += card("PBEAM", i + 1, 1, A[0], A[1], A[2], 0.0, A[3], nsm, *[""] * 8, "NO", 1.0, B[0], B[1], B[2],
                         0.0, B[3], nsm, 5 / 6, 5 / 6, *[""] * 6, *mass, *mass, *centroid, *centroid)
    return text


def nastrans_frequencies():
    """The lowest ones [Hz]; what is missing above has much rotary inertia."""
    for features, element, section, published, bound in (
            ("", "CBEAM", "PBEAM", [40.736438754, 159.29435150, 252.97350280, 344.79613531], 0.0075),
            ("taper turned", "CBEAM", "PBEAM", [53.592535900, 209.48848357, 225.32004491, 554.32883008, 555.16894373],
             0.0065),
            ("taper turned line centroid nsm", "CBEAM", "PBEAM", [
                    25.744632281, 58.969211942, 83.803725379, 96.853416646, 137.30871345, 179.57583482, 218.97690156,
                    249.93173312], 0.004),
            ("taper turned line nsm", "CBEAM", "PBEAML", [27.261114645, 106.77065744, 124.87407412, 315.28692644],
             0.0025),
            ("turned line nsm", "CBAR", "PBAR", [28.805012084, 112.63811615, 178.87927929, 344.79613531, 493.74006230],
             0.004)):
        if r := passed("%s of %s, %s" % (element, section, features), deck(
                cantilever(features, element, section), "modes: {count: %d}\n" % len(published), verb="modes",
                ranks=2)):
            for k, f in enumerate(published):
                close("%s, %s: frequency %d" % (section, features, k + 1), r.json["modes"]["frequency"][k], f, bound)
    # a slender one of fifty elements, where rotary inertia counts for little
    published = [3.4020326843, 13.585184614, 15.484585105, 38.639044432, 61.250571652, 71.531582313, 112.54780736,
                 122.95368962]
    slender = cantilever("taper turned line centroid nsm beside", n=50, y=0.00625, z=0.025)
    if r := passed("the slender one", deck(slender, "modes: {count: 8}\n", verb="modes")):
        for k, f in enumerate(published):
            close("slender: frequency %d" % (k + 1), r.json["modes"]["frequency"][k], f, 1e-3)


def nastrans_displacements():
    """Of the tip under a moment of 1000 about x, and one about z."""
    for features, moment, published, bound in (
            ("taper turned line centroid nsm beside", [1.0, 0.0, 0.0], [0, 9.8558142781e-3, -2.4639535695e-3], 1e-5),
            ("taper turned line centroid", [0.0, 0.0, 1.0], [9.7726611421e-3, 6.8303272128e-3, 3.6215733271e-3],
             1.2e-3)):
        text = cantilever(features) + card("MOMENT", 2, 31, "", 1000.0, *moment)
        for ranks in (1, 2):
            if r := passed("moments on %d ranks" % ranks,
                           deck(text, probes([31]), "time: {scheme: linear, step: 1, steps: 1}\n", ranks=ranks)):
                # along the beam only the second moment moves the tip
                agree("moment %s on %d ranks" % (moment, ranks), [a if b else 0 for a, b in zip(end(r, 31), published)],
                      published, bound)


SINGLE = (MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nGRID,3,,2.,1.,0.\nRBAR,9,2,3,123456,,,123456\n"
          "CBEAM,1,5,1,2,0.,1.,0.\n")


def single(*section, loads=(), verb="run", ranks=1, keys=""):
    text = SINGLE + card("PBEAM", 5, 1, *section) + "".join(card(*load) for load in loads)
    return deck(text, probes([2, 3]) + keys, "time: {scheme: linear, step: 1, steps: 1}\n", verb, ranks)


def closed_forms():
    A, I1, I2, J, L = 1e-2, 4e-6, 9e-6, 5e-6, 2.0
    blank = [""] * 8

    def mean(a, b):
        return (b - a) / math.log(b / a)

    for name, stations, twist, bend in (
            ("ends", ["NO", 1.0, 1.1 * A, 1.2 * I1, 0.9 * I2, "", 1.25 * J], mean(J, 1.25 * J),
             (mean(I1, 1.2 * I1), mean(I2, 0.9 * I2))),
            ("blank is end A", ["NO", 1.0, "", "", "", "", 1.25 * J], mean(J, 1.25 * J), (I1, I2)),
            ("a station between, out of order",
             ["NO", 1.0, "", "", "", "", 1.2 * J, "", "NO", 0.25, "", 1.1 * I1, "", "", "", ""], mean(J, 1.2 * J),
             (1 / (0.25 / mean(I1, 1.1 * I1) + 0.75 / mean(1.1 * I1, I1)), I2)),
            ("a station with stresses", ["YES", 0.5, "", "", "", "", 1.1 * J, "", *[0.0] * 8, "NO", 1.0],
             1 / (1 / mean(J, 1.1 * J)), (I1, I2))):
        for ranks in (1, 2):
            if r := passed("%s on %d ranks" % (name, ranks), single(
                    A, I1, I2, "", J, "", *blank, *stations, loads=[("MOMENT", 2, 2, "", 1.0, 3.0, 0.0, 0.0)],
                    ranks=ranks)):
                close("twist of " + name, end(r, 3)[2] - end(r, 2)[2], 3.0 * L / (G * twist), 1e-9)
                check("it is told", "PBEAM 5 tapers by up to" in r.stderr and r.stderr.count("tapers") == 1, r.stderr)
            if r := passed("%s bends on %d ranks" % (name, ranks), single(
                    A, I1, I2, "", J, "", *blank, *stations, loads=[("MOMENT", 2, 2, "", 1.0, 0.0, 2.0, 1.0)],
                    ranks=ranks)):
                agree(name, end(r, 2), [0, 1.0 * L * L / (2 * E * bend[0]), -2.0 * L * L / (2 * E * bend[1])], 1e-8)
    if r := passed("I12 and NSM taper",
                   single(A, I1, I2, 1e-6, J, 2.0, *blank, "NO", 1.0, A, 1.1 * I1, I2, 1.5e-6, J, 3.0, verb="check")):
        close("their mass", r.json["mass"], L * (RHO * A + 2.5), 1e-12)
    flexibility = [0, 0]
    for k in range(2000):  # a moment about z, by the inverse of I1, I2, I12 at each place
        x = (k + 0.5) / 2000
        i1, i12 = I1 * (1 + 0.1 * x), 1e-6 + 0.5e-6 * x
        d = i1 * I2 - i12 * i12
        flexibility[0] += I2 / d / 2000
        flexibility[1] += -i12 / d / 2000
    r = single(A, I1, I2, 1e-6, J, "", *blank, "NO", 1.0, A, 1.1 * I1, I2, 1.5e-6, J,
               loads=[("MOMENT", 2, 2, "", 1.0, 0.0, 0.0, 1.0)])
    agree("I12 that varies", end(r, 2), [0, L * L / (2 * E) * flexibility[0], L * L / (2 * E) * flexibility[1]], 1e-7)
    r = single(A, I1, I2, "", J, "", *blank, "NO", 1.0, A, I1, I2, "", J)
    check("no word of what does not taper", "taper" not in r.stderr, r.stderr)


def convergence():
    """A cantilever whose I1 doubles towards its root, under a force at its tip."""
    I, L, errors = 4e-6, 1.0, []
    exact = sum((1 - (k + 0.5) / 4000) ** 2 / (2 - (k + 0.5) / 4000) / 4000 for k in range(4000)) / (E * I)
    for n in (8, 16):
        text = MATERIAL + "".join(card("GRID", i + 1, "", i / n, 0.0, 0.0, "", "" if i else "123456")
                                  for i in range(n + 1))
        for i in range(n):
            a, b = (I * (2 - (i + k) / n) for k in (0, 1))
            text += card("CBEAM", i + 1, i + 1, i + 1, i + 2, 0.0, 1.0, 0.0)
            text += card("PBEAM", i + 1, 1, 1e-2, a, 1e-5, "", 1e-5, "", *[""] * 8, "NO", 1.0, "", b, "", "", "", "",
                         0.0, 0.0)
        if not (r := passed("%d elements" % n, deck(text + card("FORCE", 2, n + 1, "", 1.0, 0.0, 1.0, 0.0),
                                                    probes([n + 1]), "time: {scheme: linear, step: 1, steps: 1}\n"))):
            return
        errors.append(end(r, n + 1)[1] - exact)  # K1 and K2 of 0 are rigid in shear
    order = math.log2(errors[0] / errors[1])
    check("order 2", abs(order - 2) < 0.1, (errors, order))


def mass_beside_the_line():
    """M1, M2 against `line_mass_at`, and against the masses' own moments."""
    A, I, J, L, nsm, m, n = 1e-2, 4e-6, 5e-6, 2.0, 3.0, (0.3, -0.2), (0.05, 0.02)
    section = [A, I, I, "", J, nsm, *[""] * 8, 5 / 6, 5 / 6, *[""] * 6, *m, "", "", *n]
    if r := passed("it is checked", single(*section, verb="check", keys="functions: [%s]\n" % ", ".join(
            "{name: %s, type: mass_centre, form: %s}" % (d, d) for d in "yz"))):
        close("mass", r.json["mass"], L * (RHO * A + nsm), 1e-12)
    if r := passed("it runs", single(*section, keys="functions: [%s]\n" %
                                     ", ".join("{name: %s, type: mass_centre, form: %s}" % (d, d) for d in "yz"))):
        for k, name in enumerate("yz"):
            close("its centre, " + name, r.json["functions"][name], (RHO * A * n[k] + nsm * m[k]) / (RHO * A + nsm),
                  1e-10)
    own = """gimbal: 1
materials: {a: {young: %r, poisson: %r, density: %r}}
sections:
  s: {type: constants, material: a, area: %r, I_yy: %r, I_zz: %r, J: %r, k_y: %r, k_z: %r,
      line_mass: %r, line_mass_at: [%r, %r], offset: [%r, %r], center: [%r, %r]}
beams: [{name: b, points: [[0, 0, 0], [2, 0, 0]], elements: 1, section: s, orientation: [0, 1, 0]}]
supports: [{group: b.start, fix: all}]
modes: {count: 4}
time: {scheme: static, step: 1, steps: 1}
""" % (E, NU, RHO, A, I, I, J, 5 / 6, 5 / 6, nsm, *m, *n, -n[0], -n[1])
    same, ours = deck(SINGLE.replace("RBAR,9,2,3,123456,,,123456\n", "").replace("GRID,3,,2.,1.,0.\n", "") +
                      card("PBEAM", 5, 1, *section), "modes: {count: 4}\n", verb="modes"), run(own, 1, "modes")
    if check("modes of a deck", same.status == 0, same.stderr) and check(
            "modes of a case", ours.status == 0, ours.stderr):
        for k in range(4):
            close("frequency %d" % k, same.json["modes"]["frequency"][k], ours.json["modes"]["frequency"][k], 1e-10)
    refused("it needs a mass", own.replace("line_mass: %r, " % nsm, ""),
            "line_mass_at: has no effect without line_mass", ranks=1, verb="check")


def wrong():
    bar = [1e-3, 1e-6, 1e-6, "", 1e-6, "", *[""] * 8]
    for section, words in (
            (bar + ["NO", 1.0, 1e-3, 1.3e-5], "PBEAM 5: I1 varies from 1e-06 to 1.3e-05 along the beam; accepted: up "
             "to tenfold; divide a beam that tapers into elements"),
            (bar + ["NO", 1.0, 0.7e-4], "A varies from 7e-05 to 0.001"),
            (bar + ["NO", 1.0, "", "", "", 1.4e-6], "I12 = 1.4e-06 at X/XB = 1, and 0 at end A"),
            (bar + ["NO", 1.0, "", "", -1e-6], "I2 = -1e-06 at X/XB = 1; accepted: a number >= 0"),
            (bar + ["NO", 1.0, "", "", "", "", "", -1.0], "NSM = -1 at X/XB = 1; accepted: a number >= 0"),
            (bar + ["NO", 1.5], "X/XB = 1.5; accepted: a number > 0 and <= 1"),
            (bar + sum([["NO", 0.05 * k, *[""] * 6] for k in range(1, 12)], []), "it has more than the 10 stations"),
            (bar[:5] + [2.0, *bar[6:], "", "", *[""] * 6, 0.1, "", 0.2],
             "M1(B) = 0.2, and M1(A) = 0.1; accepted: a difference below a quarter of the radius of gyration")):
        refused(words, single(*section, verb="check"), 3, words)
    text = SINGLE + "PBEAML,5,1,,ROD,,,,\n,0.1,,NO,1.,1.07\n"
    refused("a rod that tapers much", deck(text, verb="check"), 3, "PBEAML 5: DIM1 varies from 0.1 to 1.07",
            "up to tenfold")
    text = SINGLE + card("PBEAM", 5, 1, *bar, "NO", 1.0, 0.5e-3)
    refused("a load along it", deck(text + "PLOAD1,2,1,FY,FR,0.,1.,1.,1.\n", verb="check"), 3,
            "PLOAD1: bar 1 tapers by more than elements do here")
    refused("temperatures", deck(text.replace(MATERIAL, card("MAT1", 1, E, "", NU, RHO, 1e-5)) + "TEMP,7,1,5.,2,9.\n",
                                 verb="check", control="TEMPERATURE(LOAD) = 7\n"), 3, "taper by more than elements")


def divided():
    """Bars that taper more, to half, are several elements: they bend, twist and stretch by their integrals, from either
    end, and have their mass where it is."""
    A, I1, I2, J, L, nsm, n = 1e-2, 4e-6, 9e-6, 5e-6, 2.0, 3.0, 4000
    ends = [A, I1, I2, "", J, nsm], [0.5 * A, 0.4 * I1, 0.5 * I2, "", 0.6 * J, 0.0]
    share = lambda c: sum(1 / (1 - (1 - c) * (k + 0.5) / n) / n for k in range(n))

    def bent(I, c, A, d, K):
        x = [(k + 0.5) / n for k in range(n)]
        return sum(L ** 3 * (1 - s) ** 2 / (E * I(s)) + L / (K * G * A(s)) for s in x) / n

    line = lambda a, c: lambda s: a * (1 - (1 - c) * s)
    exact = [7e3 * L / (E * A) * share(0.5), 3 * bent(line(I1, 0.4), 0, line(A, 0.5), 0, 1),
             -2 * bent(line(I2, 0.5), 0, line(A, 0.5), 0, 1)]
    loads = "FORCE,2,2,,1.,7000.,3.,-2.\nMOMENT,2,2,,1.,5.,0.,0.\nPARAM,WTMASS,.5\n"
    blank = [*[""] * 8]
    for name, ranks, text in (
            ("from end A", 1, SINGLE + card("PBEAM", 5, 1, *ends[0], *blank, "NO", 1.0, *ends[1])),
            ("from end B", 3, SINGLE.replace("5,1,2,0.", "5,2,1,0.") + card("PBEAM", 5, 1, *ends[1], *blank, "NO", 1.0,
                                                                            *ends[0])),
            ("beside its grids", 2, SINGLE.replace("0.,1.,0.\n", "0.,1.,0.\n,,,0.,.3,.2,0.,.3,.2\n")
             + card("PBEAM", 5, 1, *ends[0], *blank, "NO", 1.0, *ends[1]))):
        r = passed(name, deck(text + loads, probes([2, 3]) + "functions: [{name: x, type: mass_centre, form: x}]\n",
                              "time: {scheme: linear, step: 1, steps: 1}\n", ranks=ranks))
        if not r:
            continue
        twist = end(r, 3)[2] - end(r, 2)[2]
        if "beside" not in name:
            agree(name, end(r, 2), exact, 1e-3)
            close("twist " + name, twist, 5 * L / (G * J) * share(0.6), 1e-3)
        else:  # the force 0.3 and 0.2 beside the line twists it too
            close("twist " + name, twist, (5 - 0.3 * -2 + 0.2 * 3) * L / (G * J) * share(0.6), 1e-3)
        close("mass centre " + name, r.json["functions"]["x"],
              (RHO * A * L ** 2 * (1 / 2 - 1 / 6) + nsm * L ** 2 / 6) / (RHO * A * L * 0.75 + nsm * L / 2), 1e-3)
        check("it is told", "PBEAM 5 tapers by 150 %: its bars are 19 elements each" in r.stderr, r.stderr)
    shape = SINGLE + "PBEAML,5,1,,BAR,,,,\n,.1,.2,,NO,1.,.05,.1\nFORCE,2,2,,1.,0.,3.,0.\n"
    r = passed("a shape", deck(shape, probes([2]), "time: {scheme: linear, step: 1, steps: 1}\n"))
    side = line(0.1, 0.5)
    agree("a shape bends", end(r, 2), [0, 3 * bent(lambda s: 8 * side(s) ** 4 / 12, 0, lambda s: 2 * side(s) ** 2, 0,
                                                   5 / 6), 0], 1e-3)


for part in (nastrans_frequencies, nastrans_displacements, closed_forms, convergence, mass_beside_the_line, divided,
             wrong):
    part()
