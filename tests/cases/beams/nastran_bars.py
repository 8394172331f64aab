"""Bars and rods of a Nastran deck as beams.

Claims: one CBAR or CBEAM has the displacements of Timoshenko's beam under loads at its ends, for every shape
of PBARL and PBEAML that is read, in both planes, with its mass; a beam between pin flags bends as P L^3 / 48 E I
and 5 q L^4 / 384 E I say, with shear; offsets act as arms; random frames of bars with orientations by vectors and
grids, offsets, and pin flags and of rods have the displacements of a direct stiffness method that condenses what
flags release, on 1 and 3 ranks; forces of a truss are those of its joints, and rods share a pull with shells;
dimensions of the deck are designs with exact gradients; what a case says of a group takes the place of the deck's
beams; the crane jib (meshes/crane-jib.bdf) has the mass of its parts and is carried by its supports.
"""
import math
import random

from common import cross, dot, ended, in_turn, unit
from helper import ROOT, Mesh, check, close, gradients_agree, run

E, NU, RHO = 7e10, 0.3, 2700.0
G = E / (2 * (1 + NU))
MATERIAL = "MAT1,1,%g,,%g,%g\n,2.+8\n" % (E, NU, RHO)
CASE = """gimbal: 1
mesh: deck.bdf
%s
time: {scheme: %s}
output: {every: 0}
"""
STATIC = "static, step: 1, steps: 1"


def deck(text, keys="", march=STATIC, verb="run", ranks=1):
    with open("deck.bdf", "w") as f:
        f.write("BEGIN BULK\n" + text + "PARAM,COUPMASS,1\nENDDATA\n")
    return run(CASE % (keys, march), ranks, verb)


def real(x):
    """Sixteen digits in a free field."""
    return "%.15g" % x if "." in "%.15g" % x or "e" in "%.15g" % x else "%.15g." % x


def card(*fields):
    """A card in free fields, in lines of eight."""
    words = [f if isinstance(f, str) else str(f) if isinstance(f, int) else real(f) for f in fields[1:]]
    lines = [",".join(words[i:i + 8]) for i in range(0, len(words), 8)]
    return "\n,".join([fields[0] + "," + lines[0]] + lines[1:]) + "\n"


def probes(nodes, more=""):
    return "probes: [%s]\n" % ", ".join(["{name: n%d, node: %d}" % (n, n) for n in nodes] + [more] * bool(more))


def end(r, node):
    return r.json["probes"]["n%d" % node]["u"][-1]


# ---- vectors and matrices ------------------------------------------------------------------------


def add(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b)]


def triad(along, up):
    x = unit(along)
    y = unit(add(up, x, -dot(up, x)))
    return [x, y, cross(x, y)]


def solve(A, b):
    """Gauss with pivots; rows of zeros give zero."""
    n = len(b)
    A = [row[:] + [b[i]] for i, row in enumerate(A)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(k + 1, n):
            if A[i][k] != 0:
                f = A[i][k] / A[k][k]
                A[i] = [x - f * y for x, y in zip(A[i], A[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (A[k][n] - sum(A[k][j] * x[j] for j in range(k + 1, n))) / A[k][k]
    return x


# ---- the direct stiffness method -----------------------------------------------------------------

def beam_stiffness(L, A, I1, I2, J, K):
    """Timoshenko's beam, of which nothing is approximate; displacements and rotations of both ends."""
    k = [[0.0] * 12 for _ in range(12)]

    def put(i, j, v):
        k[i][j] += v
        if i != j:
            k[j][i] += v

    for at, s in ((0, E * A / L), (3, G * J / L)):
        put(at, at, s), put(at + 6, at + 6, s), put(at, at + 6, -s)
    for I, w, r, sign in ((I1, 1, 5, 1), (I2, 2, 4, -1)):
        phi = 12 * E * I / (K * G * A * L * L)
        c = E * I / (1 + phi) / L ** 3
        put(w, w, 12 * c), put(w + 6, w + 6, 12 * c), put(w, w + 6, -12 * c)
        for a in (r, r + 6):
            put(w, a, sign * 6 * L * c), put(w + 6, a, -sign * 6 * L * c)
            put(a, a, (4 + phi) * L * L * c)
        put(r, r + 6, (2 - phi) * L * L * c)
    return k


def condense(k, free):
    for d in free:
        row = k[d][:]
        for i in range(12):
            f = k[i][d] / row[d]
            k[i] = [x - f * y for x, y in zip(k[i], row)]
    for d in free:
        for i in range(12):
            k[i][d] = k[d][i] = 0.0


class Frame:
    """Grids, bars and rods, and their cards."""

    def __init__(self):
        self.grids, self.fixed, self.loads, self.stiffness, self.text = {}, {}, {}, [], MATERIAL

    def grid(self, n, X, fixed=""):
        self.grids[n], self.fixed[n] = X, fixed
        self.text += card("GRID", n, "", *[float(x) for x in X], "", fixed)

    def section(self, pid, A, I1, I2, J, K, beam=False):
        if beam:
            self.text += card("PBEAM", pid, 1, A, I1, I2, "", J, *[""] * 9, K, K)
        else:
            self.text += card("PBAR", pid, 1, A, I1, I2, J, *[""] * 10, K, K)
        return pid, A, I1, I2, J, K

    def bar(self, eid, section, ga, gb, up=None, toward=None, offset=((0.0,) * 3,) * 2, pins=("", ""), beam=False):
        self.text += card("CBEAM" if beam else "CBAR", eid, section[0], ga, gb,
                          *([toward, "", ""] if toward else up), "", *pins, *offset[0], *offset[1])
        X = [add(self.grids[g], w) for g, w in zip((ga, gb), offset)]
        up = add(self.grids[toward], self.grids[ga], -1) if toward else up
        along = add(X[1], X[0], -1)
        R = triad(along, up)
        k = beam_stiffness(math.sqrt(dot(along, along)), *section[1:])
        condense(k, [6 * e + int(c) - 1 for e in (0, 1) for c in pins[e]])
        # displacements of the ends from those of the grids, in the bar's axes
        T = [[0.0] * 12 for _ in range(12)]
        for e in (0, 1):
            for i in range(3):
                for j in range(3):
                    T[6 * e + i][6 * e + j] = T[6 * e + 3 + i][6 * e + 3 + j] = R[i][j]
                    T[6 * e + i][6 * e + 3 + j] = cross(offset[e], R[i])[j]
        kT = [[dot(row, [t[j] for t in T]) for j in range(12)] for row in k]
        self.stiffness.append(((ga, gb), [[dot([t[i] for t in T], [t[j] for t in kT]) for j in range(12)]
                                          for i in range(12)]))

    def rod(self, eid, area, ga, gb, own=False):
        self.text += card("CONROD", eid, ga, gb, 1, area) if own else \
            card("CROD", eid, 100 + eid, ga, gb) + card("PROD", 100 + eid, 1, area)
        along = add(self.grids[gb], self.grids[ga], -1)
        n, L = unit(along), math.sqrt(dot(along, along))
        b = [-x for x in n] + [0.0] * 3 + n + [0.0] * 3
        self.stiffness.append(((ga, gb), [[E * area / L * x * y for y in b] for x in b]))

    def load(self, n, F, moment=False):
        self.text += card("MOMENT" if moment else "FORCE", 2, n, "", 1.0, *F)
        all_of = self.loads.setdefault(n, [0.0] * 6)
        for i in range(3):
            all_of[3 * moment + i] += F[i]

    def solve(self):
        at = {n: 6 * i for i, n in enumerate(sorted(self.grids))}
        size = 6 * len(at)
        A, b = [[0.0] * size for _ in range(size)], [0.0] * size
        for ends, k in self.stiffness:
            place = [at[g] + i for g in ends for i in range(6)]
            for i, p in enumerate(place):
                for j, q in enumerate(place):
                    A[p][q] += k[i][j]
        for n, F in self.loads.items():
            for i in range(6):
                b[at[n] + i] = F[i]
        largest = max(A[i][i] for i in range(size))
        for n, p in at.items():
            for i in range(6):
                if str(i + 1) in self.fixed[n] or A[p + i][p + i] < 1e-12 * largest:
                    for j in range(size):
                        A[p + i][j] = A[j][p + i] = 0.0
                    A[p + i][p + i], b[p + i] = 1.0, 0.0
        x = solve(A, b)
        return {n: x[p:p + 3] for n, p in at.items()}

    def compare(self, label, ranks, bound=2e-6):
        exact = self.solve()
        carried = sorted({n for ends, _ in self.stiffness for n in ends})
        r = ended("%s runs on %d ranks" % (label, ranks), deck(self.text, probes(carried), ranks=ranks))
        size = max(abs(c) for u in exact.values() for c in u)
        for n in carried:
            for i in range(3):
                close("%s: grid %d, %d" % (label, n, i), end(r, n)[i], exact[n][i], 0, bound * size)


# ---- closed forms --------------------------------------------------------------------------------

def hollow(b, h, bi, hi):
    """Height h along y: A, integral of y^2, of z^2."""
    return b * h - bi * hi, (b * h ** 3 - bi * hi ** 3) / 12, (h * b ** 3 - hi * bi ** 3) / 12


def circle(R, r):
    return math.pi * (R * R - r * r), *[math.pi / 4 * (R ** 4 - r ** 4)] * 2


def beam_I(h, b, web, flange):
    A, I1, _ = hollow(b, h, b - web, h - 2 * flange)
    return A, I1, (2 * flange * b ** 3 + (h - 2 * flange) * web ** 3) / 12


SHAPES = [("BAR", (0.02, 0.05), hollow(0.02, 0.05, 0, 0)),
          ("ROD", (0.03,), circle(0.03, 0)),
          ("TUBE", (0.03, 0.02), circle(0.03, 0.02)),
          ("TUBE2", (0.03, 0.004), circle(0.03, 0.026)),
          ("BOX", (0.04, 0.07, 0.005, 0.005), hollow(0.04, 0.07, 0.03, 0.06)),
          ("I", (0.1, 0.06, 0.06, 0.005, 0.008, 0.008), beam_I(0.1, 0.06, 0.005, 0.008)),
          ("I1", (0.05, 0.01, 0.08, 0.1), beam_I(0.1, 0.06, 0.01, 0.01))]


def shapes():
    """A cantilever of each shape in a skew direction, by a moment at its tip about its y and its z."""
    text, n, exact, mass = MATERIAL, 0, {}, 0.0
    along, up, L = unit([1.0, 2.0, -2.0]), [0.3, -0.2, 1.0], 1.5
    R = triad(along, up)
    for beam in (False, True):
        for k, (name, dimensions, (A, I1, I2)) in enumerate(SHAPES):
            pid = 1 + k + 100 * beam
            text += card("PBEAML" if beam else "PBARL", pid, 1, "", name, "", "", "", "", *dimensions)
            for axis, sign, out, I in ((1, -1, 2, I2), (2, 1, 1, I1)):
                n += 2
                text += card("GRID", n, "", 0.0, 0.0, 0.0, "", "123456")
                text += card("GRID", n + 1, "", *[L * x for x in along])
                text += card("CBEAM" if beam else "CBAR", n, pid, n, n + 1, *up)
                M = 1e-4 * E * I
                text += card("MOMENT", 2, n + 1, "", M, *R[axis])
                exact[n + 1] = name, [sign * M * L * L / (2 * E * I) * x for x in R[out]]
                mass += RHO * A * L
    r = ended("shapes are read", deck(text, probes(exact)))
    for node, (name, u) in exact.items():
        for i in range(3):
            close("%s bends (grid %d), %d" % (name, node, i), end(r, node)[i], u[i], 0, 3e-8)
    close("their mass", deck(text, verb="check").json["mass"], mass, 1e-13)


def deflections():
    """Cantilevers, beams between pins and arms of one bar or two, with their shear."""
    A, I1, I2, J, K = 8e-4, 1.1e-7, 3e-8, 8e-8, 0.8
    f = Frame()
    section = f.section(5, A, I1, I2, J, K)
    f.text += card("PBAR", 6, 1, A, I1, I2, J)
    P, L, exact = 1e-2, 1.0, {}
    up = [0.0, 1.0, 0.0]
    bend, shear = P * L ** 3 / (3 * E * I1), P * L / (K * G * A)
    for at, pid in ((10, 5), (20, 6)):
        f.grid(at, [0, 0, 0], "123456"), f.grid(at + 1, [L, 0, 0])
        f.bar(at, (pid,) + section[1:], at, at + 1, up), f.load(at + 1, [0.0, P, 0.0])
    exact["cantilever"] = 11, 1, bend + shear, 1e-7
    exact["rigid in shear"] = 21, 1, bend, 2e-4
    for at, feet, pins in ((30, ("123456", "123456"), ("456", "56")), (40, ("1234", "1234"), ("56", "56")),
                           (50, ("12345", "12345"), ("6", "6"))):
        f.grid(at, [0, 0, 0], feet[0]), f.grid(at + 1, [L, 0, 0]), f.grid(at + 2, [2 * L, 0, 0], feet[1])
        f.bar(at, section, at, at + 1, up, pins=(pins[0], ""))
        f.bar(at + 1, section, at + 1, at + 2, up, pins=("", pins[1]))
        f.load(at + 1, [0.0, P, 0.0])
        exact["between pins %s %s" % pins] = at + 1, 1, P * (2 * L) ** 3 / (48 * E * I1) + P * L / (2 * K * G * A), 1e-7
    f.grid(60, [0, 0, 0], "123456"), f.grid(61, [L, 0, 0]), f.grid(62, [2 * L, 0, 0], "123456")
    f.bar(60, section, 60, 61, up, pins=("", "56")), f.bar(61, section, 61, 62, up)
    f.load(61, [0.0, P, 0.0])
    exact["hinge"] = 61, 1, (bend + shear) / 2, 1e-7
    f.grid(70, [0, 0, 0], "123456"), f.grid(71, [L, 0, 0])
    f.bar(70, section, 70, 71, up, offset=((0.0, 0.1, 0.0),) * 2), f.load(71, [P, 0.0, 0.0])
    exact["offset"] = 71, 0, P * L / (E * A) + P * 0.1 ** 2 * L / (E * I1), 1e-6
    f.grid(80, [0, 0, 0], "123456"), f.grid(81, [L, 0, 0])
    f.bar(80, section, 80, 81, up, offset=((0.2, 0.0, 0.0), (-0.2, 0.0, 0.0))), f.load(81, [0.0, P, 0.0])
    l, a = 0.6 * L, 0.2 * L
    exact["rigid ends"] = 81, 1, P * (l ** 3 / 3 + a * l * l + a * a * l) / (E * I1) + P * l / (K * G * A), 1e-7
    for ranks in (1, 3):
        r = ended("deflections on %d ranks" % ranks,
                  deck(f.text, probes(f.grids, '{name: wall, reaction: "GRID: 123456"}'), ranks=ranks))
        check("shear that is left out is told", "PBAR 6 leaves K1 or K2 0" in r.stderr, r.stderr)
        for name, (node, axis, u, bound) in exact.items():
            close("%s on %d ranks" % (name, ranks), end(r, node)[axis], u, bound)
        wall = r.json["reactions"]["wall"]["force"][-1]
        close("grids of released ends have their reactions, x", wall[0], -P, 1e-9)
        close("grids of released ends have their reactions, y", wall[1], -5 * P, 1e-9)


def weight():
    """A beam between pins, of four bars, under its own weight."""
    A, I1, I2, J, K = 8e-4, 1.1e-7, 3e-8, 8e-8, 0.8
    f = Frame()
    section = f.section(5, A, I1, I2, J, K)
    for i in range(5):
        f.grid(i + 1, [0.5 * i, 0, 0], "" if 0 < i < 4 else "123456")
    for i in range(4):
        f.bar(i + 1, section, i + 1, i + 2, [0.0, 1.0, 0.0], pins=("456" if i == 0 else "", "56" if i == 3 else ""))
    r = deck(f.text + card("GRAV", 2, "", 1e-3, 0.0, -1.0, 0.0), probes([3]))
    q, L = RHO * A * 1e-3, 2.0
    if check("a beam hangs", r.status == 0, r.stderr):
        close("its middle", end(r, 3)[1], -5 * q * L ** 4 / (384 * E * I1) - q * L * L / (8 * K * G * A), 1e-6)


def frames():
    """Random frames: twelve grids in a box, a chain of bars through all, and bars and rods across."""
    flags = [("", ""), ("", ""), ("456", ""), ("", "56"), ("4", ""), ("5", "6"), ("", "46"), ("1", ""), ("", "2"),
             ("25", ""), ("", "1456"), ("234", ""), ("56", "456"), ("", "45"), ("3", "")]
    for seed in (1, 2, 3):
        dice = random.Random(seed)
        f = Frame()
        own = [f.section(5, 8e-4, 1.1e-7, 6e-8, 8e-8, 0.8), f.section(6, 6e-4, 5e-8, 9e-8, 7e-8, 0.6, beam=True)]
        for n in range(1, 13):
            f.grid(n, [dice.uniform(-1, 1) + 0.3 * n * (i == 0) for i in range(3)], "123456" if n in (1, 12) else "")
        f.grid(20, [1.0, 2.0, 5.0], "123456")
        vector = lambda size: [round(dice.uniform(-size, size), 6) for _ in range(3)]

        def bar(eid, a, b, pins):
            beam = dice.random() < 0.5
            offset = (vector(0.1), vector(0.1)) if dice.random() < 0.5 else ((0.0,) * 3,) * 2
            f.bar(eid, own[beam], a, b, up=vector(1.0), toward=20 if dice.random() < 0.3 else None, offset=offset,
                  pins=pins, beam=beam)

        for n in range(1, 12):
            bar(n, n, n + 1, {1: ("56", ""), 11: ("", "45")}.get(n, ("", "")))
        for k in range(7):
            a, b = dice.sample(range(1, 13), 2)
            bar(20 + k, a, b, dice.choice(flags))
        for k in range(4):
            a, b = dice.sample(range(1, 13), 2)
            f.rod(40 + k, 1e-5 * (1 + k // 2), a, b, own=k < 3)
        for n in (4, 8, 11):
            f.load(n, vector(1e-3)), f.load(n, vector(1e-3), moment=True)
        f.compare("frame %d" % seed, 1 if seed < 3 else 3)


# ---- rods ----------------------------------------------------------------------------------------

TRUSS = (MATERIAL + card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 1.0, 0.0, "", "3456")
         + card("GRID", 3, "", 2.0, 0.0, 0.0, "", "23") + card("CROD", 1, 5, 1, 2) + card("CROD", 2, 5, 2, 3)
         + card("CONROD", 3, 1, 3, 1, 2e-4) + card("PROD", 5, 1, 1e-4, 1e-9))


def truss():
    """Two rods and a tie: the forces of its joints, and displacements by their energy."""
    text = TRUSS + card("FORCE", 2, 2, "", 1.0, 0.0, -3.0, 0.0)
    tension = [-3 / math.sqrt(2)] * 2 + [1.5]
    watch = ", ".join("{name: e%d, element: %d}" % (e, e) for e in (1, 2, 3))
    functions = "functions: [%s]\n" % ", ".join("{name: N%d, type: end, of: e%d, value: N}" % (e, e) for e in (1, 2, 3))
    for ranks in (1, 3):
        r = ended("a truss on %d ranks" % ranks, deck(text, probes((2, 3), watch) + functions, ranks=ranks))
        for e in (1, 2, 3):
            close("force of rod %d" % e, r.json["functions"]["N%d" % e], tension[e - 1], 1e-5)
    r = deck(text, probes((2, 3)))
    slide = 1.5 * 2 / (E * 2e-4)
    close("the roller", end(r, 3)[0], slide, 1e-5)
    close("the top", end(r, 2)[1], -(3 / math.sqrt(2) * math.sqrt(2) / (E * 1e-4) * math.sqrt(2) + slide / 2), 1e-5)
    r = deck(TRUSS + "MOMENT,2,2,,1.,0.,0.,1.\n")
    check("no moment turns a rod", r.status == 3 and "belongs to rods" in r.stderr, r.stderr)


def stiffened():
    """A strip of shells with rods along both edges, pulled: they share the force by their stiffness."""
    t, area, n = 1e-3, 2e-5, 3
    text = "MAT1,1,%g,,0.,%g\n" % (E, RHO) + card("PSHELL", 1, 1, t, 1) + card("PROD", 2, 1, area)
    for i in range(n + 1):
        for j in (0, 1):
            text += card("GRID", 1 + i + 10 * j, "", float(i), float(j), 0.0, "", "" if i else "123456")
    for i in range(n):
        text += card("CQUAD4", 1 + i, 1, 1 + i, 2 + i, 12 + i, 11 + i)
        text += card("CROD", 11 + i, 2, 1 + i, 2 + i) + card("CROD", 21 + i, 2, 11 + i, 12 + i)
    for node in (n + 1, n + 11):
        text += card("FORCE", 2, node, "", 1.0, 1.0, 0.0, 0.0)
    for ranks in (1, 3):
        r = ended("rods on shells, %d ranks" % ranks, deck(text, probes((n + 1,)), ranks=ranks))
        close("their stretch", end(r, n + 1)[0], 2 * n / (E * (t + 2 * area)), 1e-7)


def words():
    """What a rod is not, by the case file."""
    keys = "materials: {m: {young: 7e10, poisson: 0.3, density: 1000}}\n" \
           "sections: {s: {type: rod, material: m, area: 1e-4%s}}\n" \
           "beams: [{section: s, %s}]\n"
    for section, beam, said in ((", offset: [0, 1]", "group: 5", "offset"),
                                ("", "group: 5, orientation: [0, 0, 1]",
                                 "orientation: of a beam whose section is a rod"),
                                ("", "name: r, points: [[0, 0, 0], [1, 0, 0]], elements: 1",
                                 "points: of a beam whose")):
        r = deck(TRUSS, keys % (section, beam))
        check("refused: " + beam + section, r.status == 2 and said in r.stderr, r.stderr)
    r = ended("rods of the case", deck(TRUSS, keys % ("", "group: 5"), "galpha, step: 1, steps: 1", verb="check"))
    close("their mass", r.json["mass"], 2 * math.sqrt(2) * 1e-4 * 1000 + 2 * 2e-4 * RHO, 1e-12)


def rods_in_line():
    """A turn of rods in a row about their own line moves nothing: it need not be held, in any direction and unit. Nodes
    that nothing holds across them are singular, and a beam beside them that turns is told."""
    for count, direction, place, held, status in (
            (1, (1, 0, 0), 0, "{group: tip, fix: [y, z]}", 0), (1, (0.3, -2, 1.7), 40, "{group: tip, fix: [x, z]}", 0),
            (3, (0, 0, 1e-3), 0, "{group: tip, fix: [x, y]}, {group: mid, fix: [x, y]}", 0),
            (3, (0, 500, 0), 1e3, "{group: tip, fix: [x, z]}", 5)):
        mesh, length = Mesh(), math.dist(direction, (0, 0, 0))
        nodes = [mesh.node(*(place * length + c * i / count for c in direction)) for i in range(count + 1)]
        for i in range(count):
            mesh.element("line2", "bar", (nodes[i], nodes[i + 1]))
        for name, which in (("root", nodes[:1]), ("tip", nodes[-1:]), ("mid", nodes[1:-1])):
            for n in which:
                mesh.element("point", name, (n,))
        mesh.write("bar.msh")
        area, force = 1e-4 * length ** 2, 2e3 * length ** 2
        text = "gimbal: 1\nmesh: bar.msh\nmaterials: {m: {young: 2e11, poisson: 0.3, density: 7800}}\n" \
               "sections:\n  s: {type: rod, material: m, area: %.17g}\n" \
               "  c: {type: circle, material: m, radius: %.17g}\n" \
               "supports: [{group: root, fix: all}, %s]\n" % (area, length, held)
        text += "loads: [{type: force, group: tip, value: [%s]}]\nprobes: [{name: tip, group: tip}]\n" % ", ".join(
            "%.17g" % (force * c / length) for c in direction)
        text += "time: {scheme: linear, step: 1, steps: 1}\noutput: {every: 0}\n"
        beams = "beams:\n  - {group: bar, section: s}\n"
        for ranks in (1, 2):
            r = run(text + beams, ranks)
            name = "%d rods along %s on %d ranks" % (count, direction, ranks)
            if check(name, r.status == status and (status == 0 or "is singular" in r.stderr), r.stderr) and status == 0:
                across = [k for k in range(3) if "xyz"[k] in held.split("[")[1].split("]")[0]]
                free = next(k for k in range(3) if k not in across)  # the tip moves along this axis
                u = r.json["probes"]["tip"]["u"][-1][free]
                close(name + ": its stretch", u * direction[free] / length, force * length / (2e11 * area), 1e-9)
        r = run(text + beams + "  - {name: arm, points: [[9, 0, 0], [10, 0, 0]], elements: 1, section: c, "
                "orientation: [0, 0, 1]}\n")
        check(name + ": beside a beam", r.status == 5 and "a static march of a mechanism" in r.stderr, r.stderr)


# ---- designs, and what the case says -------------------------------------------------------------

def designs():
    """All kinds of cards in one frame that moves: its dimensions and numbers are designs."""
    f = Frame()
    f.text += card("PBARL", 7, 1, "", "TUBE2", "", "", "", "", 0.03, 0.004)
    f.text += card("PBEAML", 8, 1, "", "I", "", "", "", "", 0.1, 0.06, 0.06, 0.005, 0.008, 0.008)
    own = f.section(5, 8e-4, 1.1e-7, 3e-8, 8e-8, 0.8)
    for n, X in enumerate(([0, 0, 0], [1, 0, 0.1], [1, 1, 0.4], [2, 1, 0.4], [0, 1, 0])):
        f.grid(n + 1, X, "123456" if n in (0, 4) else "")
    f.bar(1, own, 1, 2, [0.0, 0.0, 1.0], offset=((0.0, 0.05, 0.02), (0.0, 0.03, 0.0)))
    f.bar(2, (7,) + own[1:], 2, 3, [1.0, 0.0, 0.0], pins=("56", ""))
    f.bar(3, (8,) + own[1:], 3, 4, toward=2, beam=True)
    f.bar(4, own, 3, 5, [0.0, 0.0, 1.0])
    f.rod(5, 1e-4, 2, 4)
    f.rod(6, 1e-4, 1, 4, own=True)
    f.load(4, [3.0, -2.0, 5.0])
    names = [("PBAR 5", "I_zz"), ("PBAR 5", "k_y"), ("PBARL 7", "thickness"), ("PBEAML 8", "web"),
             ("PBEAML 8", "height"), ("PROD 105", "area"), ("CONROD 6", "area")]
    with open("deck.bdf", "w") as g:
        g.write("BEGIN BULK\n" + f.text + "PARAM,COUPMASS,1\nENDDATA\n")
    keys = (probes((4,), "{name: rod, element: 5}") + "design:\n" + "".join(
        "  - {name: d%d, section: %s, parameter: %s}\n" % (i, s, p) for i, (s, p) in enumerate(names)) +
        "  - {name: rho, material: MAT1 1, parameter: density}\n"
        "functions: [{type: mass}, {type: compliance}, {name: u, type: end, of: n4, value: uz}, "
        "{name: N, type: end, of: rod, value: N}]\n")
    gradients_agree("dimensions of a deck", CASE % (keys, "galpha, step: 1e-3, steps: 4"), ("galpha", "bdf2"))


def case_beams():
    """A group's beams of the case, with a section of the case, in place of the deck's."""
    text = (MATERIAL + card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 0.0, 0.0) +
            card("GRID", 3, "", 2.0, 0.0, 0.0) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) +
            card("CBAR", 2, 6, 2, 3, 0.0, 1.0, 0.0) + card("PBARL", 5, 1, "", "ROD", "", "", "", "", 0.02) +
            card("PBARL", 6, 1, "", "ROD", "", "", "", "", 0.01))
    keys = "sections: {mine: {type: circle, material: m, radius: 0.03}}\n" \
           "materials: {m: {young: 7e10, poisson: 0.3, density: 1000}}\n" \
           "beams: [{group: 5, section: mine, orientation: [0, 1, 0]}]\n"
    r = ended("beams of the case", deck(text, keys, "galpha, step: 1, steps: 1", verb="check"))
    close("mass", r.json["mass"], math.pi * (1000 * 0.03 ** 2 + RHO * 0.01 ** 2), 1e-12)


def jib():
    """meshes/crane-jib: what it weighs, and that feet and mast carry it."""
    r = run(ROOT / "meshes" / "crane-jib.yaml", 2, settings=["output.every=0"])
    if not check("the jib stands", r.status == 0 and "warning" not in r.stderr, r.stderr):
        return
    chords = 18 * 2 * math.pi * (0.04 ** 2 - 0.036 ** 2)
    battens = 4.8e-4 * (6 * 1.2 + 7 * 2 * math.sqrt(1 + 0.36))
    diagonals = 3e-4 * 6 * (math.sqrt(4 + 1.44) + 2 * math.sqrt(4 + 1.36))
    hoist = 1.2 * (2 * 0.08 * 0.009 + (0.16 - 0.018) * 0.006)
    mass = 7850 * (chords + battens + diagonals + hoist + 2.5e-4 * math.sqrt(144 + 16)) + 120
    close("its mass", r.json["functions"]["mass"], mass, 1e-12)
    own = run(ROOT / "meshes" / "crane-jib.yaml", 3, "check").json["parts"]
    for part, volume in (("chords", chords), ("battens", battens), ("diagonals", diagonals), ("hoist beam", hoist)):
        close("the mass of the " + part, own["beams '%s'" % part]["mass"], 7850 * volume, 1e-12)
    force = [a + b for a, b in zip(*(r.json["reactions"][name]["force"][-1] for name in ("mast", "feet")))]
    for i, exact in enumerate((0, -2000, 20000 + 9.81 * mass)):
        close("what carries it, %d" % i, force[i], exact, 1e-9, 1e-4)


in_turn(shapes, deflections, weight, frames, truss, stiffened, words, rods_in_line, designs, case_beams, jib)
