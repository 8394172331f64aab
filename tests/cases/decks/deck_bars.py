"""Sections of bars of a Nastran deck are what their cards mean.

Claims: NSM of shells is `area_mass` of a case file; constants with I12, NSM and a centroid beside the line of a PBEAM
bend, stretch, twist and weigh as closed forms say; every shape of PBARL and PBEAML has the area and second moments of
its rectangles, Saint-Venant's or Bredt's torsion, and the shear areas and the shear center of a flow that is summed
here over small pieces of its walls; a channel of PBEAML is the C of a case file whose shear center is on the line, an I
of unlike flanges goes over into the I, a BOX1 into the BOX; BAROR and BEAMOR stand for what bars leave blank; I or J of
0 is a millionth of the others, aloud; PTUBE is a rod; on 1 and 2 ranks. What is no section is refused with file, line
and field.
"""
import math

from common import agree, passed, refused
from helper import check, close
from nastran_decks import card, deck, end, probes

E, NU, RHO = 7e10, 0.3, 2700.0
G = E / (2 * (1 + NU))
MATERIAL = "MAT1,1,%g,,%g,%g\n" % (E, NU, RHO)


# ---- constants -----------------------------------------------------------------------------------

def constants():
    """Cantilevers along x with loads at their tips; y is up."""
    A, I1, I2, I12, J, L, nsm = 8e-4, 1.1e-7, 6e-8, -3e-8, 8e-8, 1.5, 1.7
    D, e1, e2, M, P = I1 * I2 - I12 * I12, 0.03, -0.02, 1e-2, 1e-1
    text = MATERIAL + card("PBAR", 1, 1, A, I1, I2, J, nsm, "", *[""] * 8, 0.8, 0.7, I12)
    text += card("PBEAM", 2, 1, A, I1, I2, I12, J, nsm, *[""] * 8, 0.8, 0.7)
    text += card("PBEAM", 3, 1, A, I1, I2, "", J, "", *[""] * 8, 0.8, 0.7, *[""] * 10, e1, e2)
    text += card("PTUBE", 4, 1, 0.05, 0.01, nsm) + "PTUBE,5,1,0.05\n"
    text += card("PROD", 6, 1, A, "", "", nsm)
    n, at = 10, {}

    def bar(pid, kind, *loads):
        nonlocal text, n
        n += 10
        name = "CTUBE" if pid in (4, 5) else "CROD" if pid == 6 else "CBAR" if pid == 1 else "CBEAM"
        text += card("GRID", n, "", 0.0, 0.0, 0.0, "", "123456")
        text += card("GRID", n + 1, "", L, 0.0, 0.0, "", "23" if pid in (4, 5, 6) else "")
        text += card(name, n, pid, n, n + 1, *([] if pid in (4, 5, 6) else [0.0, 1.0, 0.0]))
        for of, *vector in loads:
            text += card(of, 2, n + 1, "", 1.0, *vector)
        if pid in (4, 5, 6):  # a rod across, which a pull along x does not stretch
            text += card("GRID", n + 2, "", L, 1.0, 0.0, "", "123456") + card("CONROD", n + 2, n + 1, n + 2, 1, A)
        at[kind] = n + 1

    for pid in (1, 2):
        bar(pid, "moment about z of %d" % pid, ("MOMENT", 0.0, 0.0, M))
        bar(pid, "moment about y of %d" % pid, ("MOMENT", 0.0, M, 0.0))
    bar(3, "pull", ("FORCE", P, 0.0, 0.0))
    bar(3, "push along z", ("FORCE", 0.0, 0.0, P))
    for pid, kind in ((4, "tube"), (5, "bar")):
        bar(pid, kind, ("FORCE", P, 0.0, 0.0))
    bar(6, "rod", ("FORCE", P, 0.0, 0.0))
    area = {4: math.pi * (0.025 ** 2 - 0.015 ** 2), 5: math.pi * 0.025 ** 2}
    half = L * L / 2
    exact = {"pull": [P * L / (E * A) + P * e1 * e1 * L / (E * I1) + P * e2 * e2 * L / (E * I2),
                      P * e1 * half / (E * I1), P * e2 * half / (E * I2)],
             "push along z": [0, 0, P * L ** 3 / (3 * E * I2) + P * L / (0.7 * G * A)],
             "tube": [P * L / (E * area[4]), 0, 0], "bar": [P * L / (E * area[5]), 0, 0],
             "rod": [P * L / (E * A), 0, 0]}
    # the centroid is at (e1, e2): a pull on the line bends towards it, and a force along z does not twist
    exact["push along z"][0] = P * half * e2 / (E * I2)
    for pid in (1, 2):
        exact["moment about z of %d" % pid] = [0, M * I2 / (E * D) * half, -M * I12 / (E * D) * half]
        exact["moment about y of %d" % pid] = [0, M * I12 / (E * D) * half, -M * I1 / (E * D) * half]
    for ranks in (1, 2):
        if r := passed("constants on %d ranks" % ranks, deck(text, probes(at.values()), ranks=ranks)):
            for kind in at:
                agree("%s on %d ranks" % (kind, ranks), end(r, at[kind]), exact[kind], 1e-8)
    mass = L * (RHO * (7 * A + area[4] + area[5]) + nsm * 6) + 3 * RHO * A
    r = deck(text, verb="check")
    close("their mass", r.json["mass"], mass, 1e-13)
    for pid, wall, inner in ((4, 0.01, 0.015), (5, "", 0.0)):  # a tube twists by M L/(G J), J = pi (R^4 - r^4)/2
        twist = (MATERIAL + "GRID,1,,0.,0.,0.,,123456\n" + card("CTUBE", 1, pid, 1, 2) +
                 card("GRID", 2, "", L, 0.0, 0.0, "", "2356") + card("PTUBE", pid, 1, 0.05, wall) +
                 card("MOMENT", 2, 2, "", M, 1.0, 0.0, 0.0))
        if r := passed("PTUBE %d is twisted" % pid,
                       deck(twist, "probes: [{name: n9, body: GRID 2, at: [%r, 1, 0]}]\n" % L)):
            close("by its J", end(r, 9)[2], M * L / (G * math.pi / 2 * (0.025 ** 4 - inner ** 4)), 1e-9)
    r = deck(text + "PARAM,WTMASS,.5\n", verb="check")
    close("half of it", r.json["mass"], mass / 2, 1e-13)
    hang = MATERIAL + card("PBAR", 1, 1, A, I1, I2, J, nsm) + "GRID,1,,0.,0.,0.,,123456\n" + \
        card("GRID", 2, "", L, 0.0, 0.0) + "CBAR,1,1,1,2,0.,1.,0.\nGRAV,2,,9.81,1.,0.,0.\n"
    r = deck(hang, probes([2]))
    close("a bar under its weight and that of NSM", end(r, 2)[0], (RHO * A + nsm) * 9.81 * L * L / (2 * E * A), 1e-7)
    varied = ("functions: [{name: c, type: compliance}]\ndesign:\n" + "".join(
        "  - {name: %s, section: PBAR 1, parameter: %s}\n" % (n, n) for n in ("I_yz", "line_mass", "area")))
    skew = hang.replace(card("PBAR", 1, 1, A, I1, I2, J, nsm),
                        card("PBAR", 1, 1, A, I1, I2, J, nsm, "", *[""] * 8, 0.8, 0.7, I12))
    passed("I12 and NSM are designs", deck(skew + "FORCE,2,2,,1.,0.,3.,1.\n", varied, verb="verify"))


# ---- shapes --------------------------------------------------------------------------------------

def flat(y, t, a, b):
    return ((y - t / 2, min(a, b), t, abs(b - a)), t)


def upright(z, t, a, b):
    return ((min(a, b), z - t / 2, abs(b - a), t), t)


def shape_of(name, d):
    """Plates (corner y, z, sizes; thickness), and middle lines (y, z to y, z, thickness) between nodes."""
    if name in ("CHAN", "CHAN1"):
        b, h, web, f = d if name == "CHAN" else (d[0] + d[1], d[3], d[1], (d[3] - d[2]) / 2)
        plates = [flat(f / 2, f, 0, b), flat(h - f / 2, f, 0, b), upright(web / 2, web, f, h - f)]
        lines = [(f / 2, b, f / 2, web / 2, f), (f / 2, web / 2, h - f / 2, web / 2, web),
                 (h - f / 2, web / 2, h - f / 2, b, f)]
    elif name == "CHAN2":
        leg, web, h, b = d
        plates = [upright(leg / 2, leg, 0, h), upright(b - leg / 2, leg, 0, h), flat(web / 2, web, leg, b - leg)]
        lines = [(h, leg / 2, web / 2, leg / 2, leg), (web / 2, leg / 2, web / 2, b - leg / 2, web),
                 (web / 2, b - leg / 2, h, b - leg / 2, leg)]
    elif name in ("T", "T2"):
        b, h, f, web = d
        y, foot = (h - f / 2, 0.0) if name == "T" else (f / 2, h)
        plates = [flat(y, f, -b / 2, b / 2), upright(0.0, web, *((0, h - f) if name == "T" else (f, h)))]
        lines = [(y, -b / 2, y, 0.0, f), (y, 0.0, y, b / 2, f), (foot, 0.0, y, 0.0, web)]
    elif name == "T1":
        h, b, f, web = d
        z = b + f / 2
        plates = [upright(z, f, -h / 2, h / 2), flat(0.0, web, 0, b)]
        lines = [(-h / 2, z, 0.0, z, f), (0.0, z, h / 2, z, f), (0.0, 0.0, 0.0, z, web)]
    elif name == "CROSS":
        arms, t, h, web = d
        w = (arms + t) / 2
        plates = [upright(0.0, t, -h / 2, h / 2), flat(0.0, web, -w, -t / 2), flat(0.0, web, t / 2, w)]
        lines = [(h / 2, 0.0, 0.0, 0.0, t), (0.0, 0.0, -h / 2, 0.0, t), (0.0, -w, 0.0, 0.0, web),
                 (0.0, 0.0, 0.0, w, web)]
    elif name == "H":
        room, both, h, web = d
        t, z = both / 2, room / 2 + both / 4
        plates = [upright(s * z, t, -h / 2, h / 2) for s in (-1, 1)] + [flat(0.0, web, -room / 2, room / 2)]
        lines = [(s * h / 2, q * z, 0.0, q * z, t) for s in (-1, 1) for q in (-1, 1)] + [(0.0, -z, 0.0, z, web)]
    elif name == "I":
        h, low, up, web, fl, fu = d
        plates = [flat(fl / 2, fl, -low / 2, low / 2), flat(h - fu / 2, fu, -up / 2, up / 2),
                  upright(0.0, web, fl, h - fu)]
        lines = [(fl / 2, s * low / 2, fl / 2, 0.0, fl) for s in (-1, 1)] + [
            (h - fu / 2, s * up / 2, h - fu / 2, 0.0, fu) for s in (-1, 1)]
        lines += [(fl / 2, 0.0, h - fu / 2, 0.0, web)]
    elif name == "Z":
        w, web, room, h = d
        f = (h - room) / 2
        plates = [flat(f / 2, f, -web / 2, w + web / 2), flat(h - f / 2, f, -w - web / 2, web / 2),
                  upright(0.0, web, f, h - f)]
        lines = [(f / 2, w + web / 2, f / 2, 0.0, f), (f / 2, 0.0, h - f / 2, 0.0, web),
                 (h - f / 2, 0.0, h - f / 2, -w - web / 2, f)]
    elif name == "HAT":
        h, t, b, brim = d
        z, o, u, v = (b - t) / 2, b / 2, t / 2, h - t / 2
        plates = ([flat(u, t, s * o, s * (o + brim)) for s in (-1, 1)] + [upright(s * z, t, 0, h) for s in (-1, 1)] +
                  [flat(v, t, t - o, o - t)])
        lines = ([(u, s * (o + brim), u, s * z, t) for s in (-1, 1)] + [(u, s * z, v, s * z, t) for s in (-1, 1)] +
                 [(v, -z, v, z, t)])
    elif name == "L":
        b, h, low, leg = d
        plates = [flat(low / 2, low, 0, b), upright(leg / 2, leg, low, h)]
        lines = [(low / 2, b, low / 2, leg / 2, low), (low / 2, leg / 2, h, leg / 2, leg)]
    else:  # BOX1
        b, h, top, low, left, right = d
        plates = [flat(low / 2, low, 0, b), flat(h - top / 2, top, 0, b), upright(left / 2, left, low, h - top),
                  upright(b - right / 2, right, low, h - top)]
        y, z = (low / 2, h - top / 2), (left / 2, b - right / 2)
        lines = [(y[0], z[0], y[0], z[1], low), (y[0], z[1], y[1], z[1], right), (y[1], z[1], y[1], z[0], top),
                 (y[1], z[0], y[0], z[0], left)]
    return plates, lines


def of_plates(plates):
    """Area, centroid, integrals of y^2, z^2, y z about it."""
    A = sum(h * w for (_, _, h, w), _ in plates)
    y, z = (sum(p[2] * p[3] * (p[i] + p[2 + i] / 2) for p, _ in plates) / A for i in (0, 1))
    yy = sum(h * w * (h * h / 12 + (a + h / 2 - y) ** 2) for (a, b, h, w), _ in plates)
    zz = sum(h * w * (w * w / 12 + (b + w / 2 - z) ** 2) for (a, b, h, w), _ in plates)
    return A, (y, z), yy, zz, sum(h * w * (a + h / 2 - y) * (b + w / 2 - z) for (a, b, h, w), _ in plates)


PIECES = 400


def of_lines(lines, about):
    """Flexibilities by shear and the shear center, of small pieces: what hangs on the far side of each is its flow's
    source."""
    bits = []  # y, z, length, thickness
    for y1, z1, y2, z2, t in lines:
        for k in range(PIECES):
            s = (k + 0.5) / PIECES
            bits.append((y1 + s * (y2 - y1), z1 + s * (z2 - z1), math.hypot(y2 - y1, z2 - z1) / PIECES, t))
    A = sum(l * t for _, _, l, t in bits)
    yc, zc = (sum(b[i] * b[2] * b[3] for b in bits) / A for i in (0, 1))
    yy, zz, yz = (sum((b[0] - yc) ** p * (b[1] - zc) ** q * b[2] * b[3] for b in bits)
                  for p, q in ((2, 0), (0, 2), (1, 1)))
    closed = len(lines) == 4 and all(lines[k][2:4] == lines[(k + 1) % 4][:2] for k in range(4))
    result = []
    for force in (0, 1):
        D = yy * zz - yz * yz
        a, b = ((zz, -yz) if force == 0 else (-yz, yy))
        source = [-(a * (y - yc) + b * (z - zc)) / D * l * t for y, z, l, t in bits]
        whole = [sum(source[i * PIECES:(i + 1) * PIECES]) for i in range(len(lines))]

        def behind(i, node, without):
            """All that hangs on a node, without one line."""
            total = 0.0
            for k, line in enumerate(lines):
                if k == without:
                    continue
                for one, other in ((line[:2], line[2:4]), (line[2:4], line[:2])):
                    if math.dist(one, node) < 1e-12:
                        total += whole[k] + behind(i, other, k)
            return total

        flow = []
        for i, line in enumerate(lines):
            q = sum(whole[:i]) if closed else behind(i, line[:2], i)
            for k in range(PIECES):
                flow.append(q + source[i * PIECES + k] / 2)
                q += source[i * PIECES + k]
        if closed:
            twist = sum(q * l / t for q, (_, _, l, t) in zip(flow, bits)) / sum(l / t for _, _, l, t in bits)
            flow = [q - twist for q in flow]
        torque = 0.0
        for i, (y1, z1, y2, z2, t) in enumerate(lines):
            torque += (sum(flow[i * PIECES:(i + 1) * PIECES]) / PIECES *
                       ((y1 - about[0]) * (z2 - about[1]) - (z1 - about[1]) * (y2 - about[0])))
        result.append((sum(q * q * l / t for q, (_, _, l, t) in zip(flow, bits)), torque))
    area = sum((z1 * y2 - y1 * z2) for y1, z1, y2, z2, _ in lines)
    J = area * area / sum(l / t for _, _, l, t in bits) if closed else None
    return result[0][0], result[1][0], (result[1][1], -result[0][1]), J


SHAPES = [("CHAN", (0.05, 0.08, 0.004, 0.006)), ("CHAN1", (0.04, 0.005, 0.07, 0.09)),
          ("CHAN2", (0.005, 0.004, 0.06, 0.1)), ("T", (0.06, 0.08, 0.006, 0.005)), ("T1", (0.06, 0.07, 0.006, 0.005)),
          ("T2", (0.06, 0.08, 0.006, 0.005)), ("CROSS", (0.05, 0.006, 0.08, 0.005)), ("H", (0.06, 0.012, 0.08, 0.005)),
          ("I", (0.1, 0.07, 0.05, 0.004, 0.006, 0.005)), ("Z", (0.04, 0.004, 0.07, 0.08)),
          ("HAT", (0.05, 0.004, 0.06, 0.03)), ("L", (0.05, 0.08, 0.005, 0.006)),
          ("BOX1", (0.06, 0.08, 0.004, 0.006, 0.005, 0.003)), ("BOX", (0.06, 0.08, 0.004, 0.006))]


def shapes():
    """Each shape beside its constants: three forces and three moments at the end of a short bar, and an arm there."""
    L, load = 0.4, ((30.0, 10.0, -7.0), (1.0, -2.0, 1.5))
    for beam in (False, True):
        text, pairs = MATERIAL + "PBAR,900,1,0.001,1e-06,1e-06,1e-06\n", []
        for k, (name, d) in enumerate(SHAPES):
            plates, lines = shape_of("BOX1" if name == "BOX" else name,
                                     d if name != "BOX" else (d[0], d[1], d[2], d[2], d[3], d[3]))
            A, about, yy, zz, yz = of_plates(plates)
            fy, fz, center, J = of_lines(lines, about)
            J = J or sum(h * w * t * t / 3 for (_, _, h, w), t in plates)
            text += card("PBEAML" if beam else "PBARL", 1 + k, 1, "", name, "", "", "", "", *d, 0.25)
            shear = 1 / (A * fy), 1 / (A * fz)
            if beam:
                text += card("PBEAM", 101 + k, 1, A, yy, zz, yz, J, 0.25, *[""] * 8, *shear, *[""] * 10,
                             *[-c for c in center])
            else:
                text += card("PBAR", 101 + k, 1, A, yy, zz, J, 0.25, "", *[""] * 8, *shear, yz)
            pair = []
            for pid in (1 + k, 101 + k):
                n = 10 * pid
                text += card("GRID", n, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", n + 1, "", 0.0, L, 0.0)
                text += card("GRID", n + 2, "", 0.2, L + 0.1, 0.3)
                text += card("CBEAM" if beam else "CBAR", n, pid, n, n + 1, 1.0, 0.0, 0.2) + card(
                    "CBAR", n + 1, 900, n + 1, n + 2, 0.0, 1.0, 0.0)
                text += card("FORCE", 2, n + 1, "", 1e-2, *load[0]) + card("MOMENT", 2, n + 1, "", 1e-2, *load[1])
                pair.append(n + 2)
            pairs.append((name, *pair))
        if r := passed("shapes are read", deck(text, probes([n for p in pairs for n in p[1:]]), ranks=1 + beam)):
            for name, a, b in pairs:
                agree("%s of %s" % (name, "PBEAML" if beam else "PBARL"), end(r, a), end(r, b), 2e-5)
        groups = deck(text, verb="check").json
        check("and weighed", groups["mass"] > 0)


def own_shapes():
    """A channel of PBEAML and the C of a case file; an I that is nearly the I of ours, and a BOX1 the BOX."""
    b, h, web, f = 0.05, 0.08, 0.004, 0.006
    A = 2 * b * f + (h - 2 * f) * web
    middle = (2 * b * f * b / 2 + (h - 2 * f) * web * web / 2) / A
    # from the middle of the web, away from the flanges
    e = (3 * (b - web / 2) ** 2 * f / (6 * (b - web / 2) * f + (h - f) * web))
    y_s = web / 2 - e - middle
    text = (MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,0.,0.5,0.\nCBEAM,1,7,1,2,1.,0.,0.\n" +
            card("PBEAML", 7, 1, "", "CHAN", "", "", "", "", b, h, web, f) + "FORCE,2,2,,1.,3.,10.,5.\n"
            "MOMENT,2,2,,1.,0.1,0.2,0.3\nPBAR,9,1,0.001,1e-06,1e-06,1e-06\nGRID,3,,0.3,0.7,0.1\n"
            "CBAR,2,9,2,3,0.,1.,0.\n")
    plain = deck(text, probes([3]))
    own = deck(text, probes([3]) + "materials: {m: {young: %g, poisson: %g, density: %g}}\n" % (E, NU, RHO) +
               "sections: {c: {type: C, material: m, width: %r, height: %r, web: %r, flange: %r, offset: [%.17g, "
               "0]}}\n" % (b, h, web, f, -y_s) + "beams: [{group: '7', section: c, orientation: [0, 0, -1]}]\n")
    if check("a channel", plain.status == 0 == own.status, plain.stderr + own.stderr):
        agree("a channel is a C", end(plain, 3), end(own, 3), 1e-10)
    for name, d, like in (("I", (0.1, 0.06, 0.06, 0.005, 0.008, 0.008),
                           (0.1, 0.06, 0.06 * (1 + 2e-9), 0.005, 0.008, 0.008)),
                          ("BOX", (0.04, 0.07, 0.005, 0.005), None)):
        u = []
        for kind, size in ((name, d), (name if like else "BOX1", like or (0.04, 0.07, *[0.005] * 4))):
            cards = card("PBEAML", 7, 1, "", kind, "", "", "", "", *size)
            if r := passed(kind + " is read", deck(text.replace(card(
                    "PBEAML", 7, 1, "", "CHAN", "", "", "", "", b, h, web, f), cards), probes([3]))):
                u.append(end(r, 3))
        if len(u) == 2:
            agree(name + " and what is nearly one", u[1], u[0], 1e-7)


def left_blank():
    """BAROR and BEAMOR, before or after their bars."""
    plain = (MATERIAL + "PBAR,5,1,1.-3,1.-6,2.-6,1.-6\nPBEAM,6,1,1.-3,1.-6,2.-6,,1.-6\nGRID,1,,0.,0.,0.,,123456\n"
             "GRID,2,,1.,0.,0.\nGRID,3,,2.,1.,0.\nFORCE,2,3,,1.,1.,2.,3.\n%s%s%s\n%s\n")
    a = deck(plain % ("", "", "CBAR,1,5,1,2,0.,1.,.5", "CBEAM,2,6,2,3,1"), probes([2, 3]))
    b = deck(plain % ("BAROR,,5,,,0.,1.,.5\n", "", "CBAR,1,,1,2", "CBEAM,2,,2,3\nBEAMOR,,6,,,1"), probes([2, 3]))
    if check("what bars leave blank", a.status == 0 == b.status, a.stderr + b.stderr):
        check("is that of BAROR and BEAMOR", all(end(a, n) == end(b, n) for n in (2, 3)))
    for words, first, bar in (("CBAR 1: the orientation is missing; accepted: X1, X2, X3, or G0 in their first field, "
                               "or BAROR", "", "CBAR,1,5,1,2"),
                              ("BAROR: there is one already", "BAROR,,5\nBAROR,,5\n", "CBAR,1,5,1,2,0.,1.,0."),
                              ("OFFT is not read", "BAROR,,5,,,0.,1.,0.,BGG\n", "CBAR,1,5,1,2")):
        refused(words, deck(plain % (first, "", bar, "CBEAM,2,6,2,3,1"), verb="check"), 3, words, "deck.bdf:")


def without():
    """A bar without stiffness in one plane, or about its line: what the others carry is as it was, and a line says what
    the number is."""
    I, L, M = 1.3e-7, 1.4, 0.01
    grids = MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,%g,0.,0.,,%s\nMOMENT,2,2,,%g,0.,%d.,%d.\n"
    for pid, name, held, y, z, sections in (
            (5, "CBAR", "345", 0, 1, (("PBAR", 5, 1, 8e-4, I), "leaves I2 0", "leaves J 0")),
            (5, "CBAR", "246", 1, 0, (("PBAR", 5, 1, 8e-4, "", I, I), "leaves I1 0")),
            (6, "CBEAM", "35", 0, 1,
             (("PBEAM", 6, 1, 8e-4, I, I, "", "", "", *[""] * 8, "NO", 1.0, 8e-4, I, I, "", 0.0), "leaves J(A) 0"))):
        cards, *notes = sections
        for ranks in (1, 2):
            if r := passed("%s %s" % (cards[0], notes), deck(
                    grids % (L, held, M, y, z) + card(name, 1, pid, 1, 2, 0.0, 1.0, 0.0) + card(*cards), probes([2]),
                    ranks=ranks)):
                check("it is told of", all("deck.bdf:" in r.stderr and n in r.stderr
                                           and "millionth of the largest" in r.stderr for n in notes), r.stderr)
                agree("%s %s" % (cards[0], notes), end(r, 2),
                      [0, z * M * L * L / (2 * E * I), -y * M * L * L / (2 * E * I)], 1e-8)
    if r := passed("the plane without stiffness", deck(
            grids % (L, "2", 1e-6 * M, 1, 0) + "CBAR,1,5,1,2,0.,1.,0.\n" + card("PBAR", 5, 1, 8e-4, I), probes([2]))):
        agree("it has a millionth", end(r, 2), [0, 0, -M * L * L / (2 * E * I)], 1e-7)
    # An area on the line y = 1.5 z bends along it by I1 + I2, across it by a millionth of that; the digits of I12 may
    # be too many.
    sum, s = 3.25e-7, math.hypot(1.5, 1.0)
    for product, factor in ((1.5e-7, 1.0), (-1.5e-7, 1.0), (1.50003e-7, 1.0), (1.5e-7, 1e-6), (-1.5e-7, 1e-6)):
        sign = math.copysign(1.0, product)
        along = (1.5 / s, sign / s) if factor == 1 else (-1.0 / s, sign * 1.5 / s)
        if r := passed("an area on a line", deck(
                grids.split("MOMENT")[0] % (L, "") + "MOMENT,2,2,,%r,0.,%r,%r\n" % (M * factor, -along[1], along[0]) +
                "CBAR,1,5,1,2,0.,1.,0.\n" + card("PBAR", 5, 1, 8e-4, 2.25e-7, 1e-7, 3e-7, "", "", *[""] * 10, product),
                probes([2]), "time: {scheme: linear, step: 1, steps: 1}\n")):
            check("it is told of", "has I12^2 = I1 I2" in r.stderr and "deck.bdf:" in r.stderr, r.stderr)
            u = M * L * L / (2 * E * sum)
            agree("it bends %g" % factor, end(r, 2), [0, u * along[0], u * along[1]], 1e-5)


def wrong():
    bar = MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCBEAM,1,5,1,2,0.,1.,0.\n"
    for cards, words in (
            ("PBEAM,5,1,0.001,1e-06,-1e-06\n", "I2(A) = -1e-06; accepted: a number >= 0"),
            ("PBEAM,5,1,0.001,1e-06,,1e-08\n", "I12(A) = 1e-08; accepted: a number below sqrt(I1 I2) = 1e-09 in size"),
            ("PBEAML,5,1,,HEXA,,,,\n,0.1,0.3,0.2\n", "TYPE = 'HEXA' is not read; accepted: BAR, ROD"),
            ("PBEAML,5,1,,CHAN,,,,\n,0.1,0.3,0.02\n", "DIM4 = 0; accepted: a number > 0"),
            ("PBEAML,5,1,,CHAN,,,,\n,0.1,0.3,0.02,0.15\n", "CHAN: flanges or web fill it"),
            ("PBEAML,5,1,,Z,,,,\n,0.1,0.01,0.2,0.2\n", "DIM4, the height, is not above DIM3"),
            ("PBEAML,5,1,,L,,,,\n,0.1,0.1,0.2,0.01\n", "L: the legs fill it"),
            ("PBEAML,5,1,,BOX1,,,,\n,0.1,0.1,0.05,0.05,0.01,0.01\n", "BOX1: the walls fill it"),
            ("PBEAML,5,1,,ROD,,,,\n,0.1,-2.\n", "NSM = -2; accepted: a number >= 0"),
            ("PBEAM,5,1,0.001,1e-06,2e-06,1.5e-06,1e-06\n",
             "I12(A) = 1.5e-06; accepted: a number below sqrt(I1 I2) = 1.41421e-06 in size"),
            ("PBEAM,5,1,0.001,1e-06,2e-06,,1e-06,\n,,,,,,,,\n,1.,1.,,,,,,\n,,,,,0.1,0.,0.2\n",
             "N1(B) = 0.2, and N1(A) = 0.1"),
            ("PBEAM,5,1,0.001,1e-06,2e-06,,1e-06,\n,,,,,,,,\n,1.,1.,,,1e-09\n", "NSI(A)")):
        refused(words, deck(bar + cards, verb="check"), 3, words, "deck.bdf:6: PBEAM")
    refused("a wall that fills the tube", deck(
        MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCTUBE,1,5,1,2\nPTUBE,5,1,.1,.06\n", verb="check"), 3,
            "deck.bdf:6: PTUBE 5: T = 0.06; accepted: a number >= 0, up to OD/2 = 0.05")
    refused("a tube that tapers", deck(MATERIAL + "GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nCTUBE,1,5,1,2\n"
                                       "PTUBE,5,1,.1,.01,,.2\n", verb="check"), 3,
            "OD2 = 0.2: a tube that tapers is not read")


# ---- the same of shells --------------------------------------------------------------------------

PLIES = ("materials: {i: {young: 7e7, poisson: 0.3, density: 2700}, k: {E1: 7e7, E2: 2e7, poisson: 0.25, G12: 1e7, "
         "G13: 1e7, G23: 1e7, density: 1500}}\n")


def shells():
    """NSM of PSHELL and PCOMP: masses, and the same by area_mass of the case file."""
    plate = ("GRID,1,,0.,0.,0.\nGRID,2,,2.,0.,0.\nGRID,3,,2.,1.,0.\nGRID,4,,0.,1.,0.\nGRID,5,,3.,0.,0.\n"
             "GRID,6,,3.,1.,0.\nSPC1,1,123456,1,4\nCQUAD4,1,5,1,2,3,4\nCQUAD4,2,6,2,5,6,3,0.\nMAT1,1,7.+7,,.3,2700.\n"
             "MAT8,8,7.+7,2.+7,.25,1.+7,1.+7,1.+7,1500.\nPSHELL,5,1,.01,1%s\nPCOMP,6,,%s,,,,,%s\n"
             ",8,.004,0.,,8,.003,45.\nGRAV,3,,9.81,0.,0.,-1.\n")
    seen = "probes: [{name: n5, node: 5}, {name: n6, node: 6}]\n"
    for sym in ("", "SYM"):
        bare = 2 * 27.0 + 1500 * 0.007 * (2 if sym else 1)
        if r := passed("NSM of shells", deck(plate % (",,,,4.", "2.5", sym), verb="check")):
            close("its mass", r.json["mass"], bare + 2 * 4 + 2.5, 1e-13)
        own = seen + PLIES + "shells:\n  - {group: '5', material: i, thickness: 0.01, area_mass: 4}\n"
        own += ("  - {group: '6', section: s, axis: [1, 0, 0]}\n"
                "sections: {s: {type: laminate, symmetric: %s, plies: [{material: k, thickness: 0.004, area_mass: %g}, "
                "{material: k, thickness: 0.003, angle: 45}]}}\n" % ("true" if sym else "false", 1.25 if sym else 2.5))
        march = "time: {scheme: bdf2, step: 0.02, steps: 5}\n"
        a = deck(plate % (",,,,4.", "2.5", sym), seen, march, ranks=2)
        b = deck(plate % ("", "", sym), own, march)
        c = deck(plate % ("", "", sym), seen, march)
        if check("NSM of shells moves", a.status == 0 == b.status == c.status, a.stderr + b.stderr + c.stderr):
            agree("as area_mass does", end(a, 5), end(b, 5), 1e-11)
            check("and not as without", abs(end(a, 5)[2] - end(c, 5)[2]) > 1e-3 * abs(end(a, 5)[2]))
    passed("thickness is a design beside it", deck(plate % (",,,,4.", "2.5", ""),
                                                   "functions: [{name: m, type: mass}, {name: c, type: compliance}]\n"
                                                   "design: [{name: t, thickness: '5'}]\n", march, verb="verify"))
    values = []
    for t in (".01", ".02"):
        r = deck((plate % (",,,,4.", "2.5", "")).replace("PSHELL,5,1,.01", "PSHELL,5,1," + t),
                 "functions: [{name: m, type: mass}]\n", march)
        values.append(r.json["functions"]["m"] if r.status == 0 else math.nan)
    close("the mass by the thickness", values[1] - values[0], 54.0, 1e-11)
    if r := passed("a design begins elsewhere", deck(
            plate % (",,,,4.", "2.5", ""), "design: [{name: t, thickness: '5', per: element, values: [0.02]}]\n", march,
            verb="check")):
        close("its mass", r.json["mass"], 2 * 54.0 + 1500 * 0.007 + 2 * 4 + 2.5, 1e-13)
    for cards, words in ((plate % (",,,,-4.", "", ""), "PSHELL 5: NSM = -4; accepted: a number >= 0"),
                         (plate % ("", "-1.", ""), "PCOMP 6: NSM = -1; accepted: a number >= 0")):
        refused(words, deck(cards, verb="check"), 3, words, "deck.bdf:")
    refused("area_mass beside a section", deck(
        plate % ("", "", ""), PLIES + "sections: {s: {type: laminate, plies: [{material: k, thickness: 0.004}]}}\n"
        "shells: [{group: '6', section: s, axis: [1, 0, 0], area_mass: 1}]\n", verb="check"),
            "shells[0].area_mass: beside section")


for part in (constants, shapes, own_shapes, left_blank, without, shells, wrong):
    part()
