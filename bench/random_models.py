"""Random models of every kind of case entry, written so that a Transform can express them in other units, axes, numbers and orders.

A model is a tree of mappings and lists whose leaves may be functions of a Transform. `Model.render(transform)` gives the case as
plain data and the text of its mesh. Dimensions are triples of exponents of length, time and mass.
"""
import math
import random

# dimensions: (length, time, mass)
ONE, LENGTH, TIME, MASS, AREA = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0)
SPEED, ACCELERATION, RATE = (1, -1, 0), (1, -2, 0), (0, -1, 0)
FORCE, MOMENT, STRESS, ENERGY = (1, -2, 1), (2, -2, 1), (-1, -2, 1), (2, -2, 1)
DENSITY, INERTIA, AREA_MASS, LINE_MASS, PER_LENGTH = (-3, 0, 1), (2, 0, 1), (-2, 0, 1), (-1, 0, 1), (0, -2, 1)
STIFFNESS, DAMPING, TURN_DAMPING = (0, -2, 1), (0, -1, 1), (2, -1, 1)


def product(*dimensions):
    return tuple(sum(d[i] for d in dimensions) for i in range(3))


def power(dimension, n):
    return tuple(n * d for d in dimension)


def add(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


def turned(R, a):
    return [dot(row, a) for row in R]


def matrix_product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def rotation(axis, angle):
    a, c, s = unit(axis), math.cos(angle), math.sin(angle)
    return [[(c if i == j else 0.0) + (1 - c) * a[i] * a[j] + s * cross(a, [float(k == j) for k in range(3)])[i]
             for j in range(3)] for i in range(3)]


def axis_and_angle(R):
    """Of a rotation matrix, accurate at every angle (by the quaternion of its largest component)."""
    t = [1 + R[0][0] + R[1][1] + R[2][2], 1 + R[0][0] - R[1][1] - R[2][2],
         1 - R[0][0] + R[1][1] - R[2][2], 1 - R[0][0] - R[1][1] + R[2][2]]
    k = t.index(max(t))
    q = [0.0] * 4
    q[k] = math.sqrt(t[k]) / 2
    w = 4 * q[k]
    skew = [R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]]
    for i in range(3):
        if k == 0:
            q[1 + i] = skew[i] / w
        elif i + 1 == k:
            q[0] = skew[i] / w
        else:
            q[1 + i] = (R[i][k - 1] + R[k - 1][i]) / w
    size = math.sqrt(dot(q[1:], q[1:]))
    if size < 1e-15:
        return [0.0, 0.0, 1.0], 0.0
    return [x / size for x in q[1:]], 2 * math.atan2(size, q[0])


IDENTITY = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


class Transform:
    """Units (factors of length, time, mass), then x -> R x + s; relative noise; other numbers, directions and orders."""

    def __init__(self, units=(1.0, 1.0, 1.0), R=None, shift=(0.0, 0.0, 0.0), noise=0.0, seed="", size=1.0,
                 renumber=False, reverse=False, flip=False, reorder=False):
        self.units, self.R, self.shift, self.noise, self.size = units, R or IDENTITY, shift, noise, size
        self.renumber, self.reverse, self.flip, self.reorder = renumber, reverse, flip, reorder
        self.dice = random.Random(seed)
        self.dynamic = True

    def factor(self, dimension):
        return math.prod(u ** d for u, d in zip(self.units, dimension))

    def shaken(self, x):
        return x * (1 + self.noise * self.dice.uniform(-1, 1)) if self.noise else x

    def number(self, x, dimension=ONE):
        return self.shaken(x * self.factor(dimension))

    def vector(self, v, dimension=ONE):
        f = self.factor(dimension)
        return [self.shaken(f * x) for x in turned(self.R, v)]

    def point(self, p):
        moved = [x + self.noise * self.size * self.dice.uniform(-1, 1) if self.noise else x for x in p]
        return [self.factor(LENGTH) * x for x in add(turned(self.R, moved), self.shift)]

    def time(self, t):
        return self.number(t, TIME) if self.dynamic else t


# ---- leaves --------------------------------------------------------------------------------------

def number(x, dimension=ONE):
    return lambda tr: tr.number(x, dimension)


def vector(v, dimension=ONE):
    return lambda tr: tr.vector(v, dimension)


def point(p):
    return lambda tr: tr.point(p)


def text(x):
    return "%.17g" % x


def symmetric(rows):
    """Rows whose entries below the diagonal are those above it, also where numbers are shaken."""
    return [[rows[min(i, j)][max(i, j)] for j in range(len(rows))] for i in range(len(rows))]


class Shape:
    """A function of t: its text has %s for times and rates, which change with the unit of time."""

    def __init__(self, words, *numbers):
        self.words, self.numbers = words, numbers

    def __call__(self, tr):
        return self.words % tuple(text(x if d == ONE or not tr.dynamic else tr.number(x, d)) for x, d in self.numbers)


def expression(x, dimension, shape):
    return lambda tr: "%s*(%s)" % (text(tr.number(x, dimension)), shape(tr))


def expressions(v, dimension, shape):
    return lambda tr: ["%s*(%s)" % (text(x), shape(tr)) for x in tr.vector(v, dimension)]


def render(tree, tr, key=""):
    while callable(tree):
        tree = tree(tr)
    if isinstance(tree, dict):
        return {k: render(v, tr, k) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        items = [render(v, tr) for v in tree]
        if tr.reorder and key in ("bodies", "joints", "springs", "bushings", "matrices", "masses", "loads", "links", "beams", "shells",
                                  "solids", "temperatures", "supports", "equations", "states", "tyres", "contacts", "initial", "probes"):
            tr.dice.shuffle(items)
        return items
    return tree


# ---- meshes --------------------------------------------------------------------------------------

KINDS = {"point": (15, 0), "line2": (1, 1), "line3": (8, 1), "tri3": (2, 2), "quad4": (3, 2), "tri6": (9, 2), "quad9": (10, 2),
         "quad8": (16, 2), "tet4": (4, 3), "hex8": (5, 3), "wedge6": (6, 3), "hex20": (17, 3)}
FLIPPED = {"tri3": (0, 2, 1), "quad4": (0, 3, 2, 1), "tri6": (0, 2, 1, 5, 4, 3), "quad9": (0, 3, 2, 1, 7, 6, 5, 4, 8)}
CYCLED = {"tri3": (1, 2, 0), "quad4": (1, 2, 3, 0), "tri6": (1, 2, 0, 4, 5, 3), "quad9": (1, 2, 3, 0, 5, 6, 7, 4, 8),
          "quad8": (1, 2, 3, 0, 5, 6, 7, 4), "tet4": (1, 2, 0, 3), "wedge6": (1, 2, 0, 4, 5, 3), "hex8": (1, 2, 3, 0, 5, 6, 7, 4)}
BACKWARDS = {"line2": (1, 0), "line3": (1, 0, 2)}


class Mesh:
    def __init__(self):
        self.nodes, self.elements, self.groups = [], [], []

    def node(self, p):
        self.nodes.append(p)
        return len(self.nodes) - 1

    def element(self, kind, group, nodes):
        if group not in self.groups:
            self.groups.append(group)
        self.elements.append((kind, group, list(nodes)))

    def render(self, tr):
        n = len(self.nodes)
        ids = tr.dice.sample(range(1, 3 * n + 1), n) if tr.renumber else range(1, n + 1)
        order, elements = list(range(n)), list(self.elements)
        if tr.renumber:
            tr.dice.shuffle(order)
            tr.dice.shuffle(elements)
        lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(self.groups))]
        dimension = {g: KINDS[k][1] for k, g, _ in self.elements}
        lines += ['%d %d "%s"' % (dimension[g], i + 1, g) for i, g in enumerate(self.groups)]
        lines += ["$EndPhysicalNames", "$Nodes", str(n)]
        lines += ["%d %s" % (ids[i], " ".join(text(x) for x in tr.point(self.nodes[i]))) for i in order]
        lines += ["$EndNodes", "$Elements", str(len(elements))]
        for i, (kind, group, nodes) in enumerate(elements):
            if tr.flip and kind in FLIPPED:
                nodes = [nodes[k] for k in FLIPPED[kind]]
            for _ in range(tr.dice.randrange(4) if tr.reverse and kind in CYCLED else 0):
                nodes = [nodes[k] for k in CYCLED[kind]]
            if tr.reverse and kind in BACKWARDS:
                nodes = [nodes[k] for k in BACKWARDS[kind]]
            g = self.groups.index(group) + 1
            lines.append("%d %d 2 %d %d %s" % (i + 1, KINDS[kind][0], g, g, " ".join(str(ids[k]) for k in nodes)))
        return "\n".join(lines + ["$EndElements", ""])


# ---- models --------------------------------------------------------------------------------------

class Spot:
    """Where entries can be attached: a name for `between` (a leaf), a position, and what may be there."""

    def __init__(self, name, at, kind, **entry):
        self.name, self.at, self.kind, self.entry = name, at, kind, entry  # kind: ground, body, beam, node, free


class Model:
    SCHEMES = ("bdf1 bdf2 bdf3 newmark average_acceleration linear_acceleration fox_goodwin abm1 abm2 abm3 abm4 abm5 abm6 dirk2 "
               "dirk3 dirk4 sdirk2 sdirk3 galpha hht wbz euler").split()
    EXPLICIT = "central_difference explicit_newmark explicit_euler".split()

    def __init__(self, seed):
        self.dice = g = random.Random("model %s" % seed)
        self.seed, self.touched = seed, []
        self.case = {"gimbal": 1, "title": "model %s" % seed}
        self.mesh, self.names, self.size = Mesh(), 0, 1.0
        self.spots = [Spot("ground", [g.uniform(-1, 1) for _ in range(3)], "ground")]
        self.designs, self.functions = [], []  # (name, dimension, is a vector), (name, dimension, weight of KS)
        self.vertical, self.no_reverse, self.no_yield, self.verb = False, False, False, "run"
        self.pressed = False
        self.family = g.choice(("static", "static", "linear", "modes") + 6 * ("dynamic",))
        self.dynamic = self.family == "dynamic"
        self.still = not self.dynamic  # no mechanism is allowed
        self.step = 10 ** g.uniform(-3, -1.7)
        self.steps = g.randint(2, 9)
        self.span = self.step * self.steps
        self.materials()
        if self.dynamic and g.random() < 0.07:
            self.vehicle()
        elif self.dynamic and g.random() < 0.1:
            self.explicit()
        else:
            for _ in range(g.choice((1, 2, 2, 3, 3, 4))):
                g.choice((self.shell, self.shell, self.beam, self.beam, self.line_beam, self.body, self.body, self.free_mass,
                          self.truss))()
            self.connect_more()
        self.actions()
        self.march()
        self.watch()
        self.touch(random.Random("contacts %s" % seed))
        self.land(random.Random("surfaces %s" % seed))
        for part in (self.block, self.stiffen, self.heat, self.buckle, self.press, self.measure):
            self.dice = random.Random("%s, %s" % (part.__name__, seed))
            part()
        self.stick()
        if self.mesh.nodes:
            self.case["mesh"] = "case.msh"
        self.size = max(1.0, max(math.sqrt(dot(s.at, s.at)) for s in self.spots))

    # -- small helpers
    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def entry(self, key, value):
        self.case.setdefault(key, []).append(value)
        return value

    def direction(self):
        return unit([self.dice.gauss(0, 1) for _ in range(3)])

    def near(self, p, distance):
        return add(p, self.direction(), self.dice.uniform(0.3, 1) * distance)

    def follows(self, chance):
        """Following loads have no normal modes."""
        return self.family != "modes" and self.dice.random() < chance

    def log(self, low, high):
        return 10 ** self.dice.uniform(low, high)

    def design(self, keys, parameter, dimension, chance=0.25, is_vector=False):
        """A design, or three for the components of a vector."""
        if self.dice.random() > chance or len(self.designs) > 6:
            return
        for c in (".x", ".y", ".z") if is_vector else ("",):
            name = "%s %s%s" % (list(keys.values())[0], parameter if not callable(parameter) else "number", c)
            if any(d["name"] == name for d in self.case.get("design", [])):
                return
            self.entry("design", {"name": name, **keys, "parameter": parameter if callable(parameter) else parameter + c})
        self.designs.append((name[:-2] if is_vector else name, dimension, is_vector))

    def shape(self, moving=False):
        """A function of t; moving: zero and at rest at the start."""
        g = self.dice
        w = (g.uniform(0.5, 6) / self.span if self.dynamic else 1.0, RATE)
        end = (self.span, TIME)
        if not self.dynamic:
            return Shape("t")
        if moving:
            return g.choice((Shape("1 - cos(%s*t)", w), Shape("(t/%s)^3", end), Shape("smooth(t, 0, 2*%s)", end)))
        return g.choice((Shape("1"), Shape("t/%s", end), Shape("cos(%s*t)", w), Shape("sin(%s*t)", w),
                         Shape("smooth(t, 0, %s)", end), Shape("exp(-%s*t)", w), self.control()))

    def control(self):
        g = self.dice
        if "controls" in self.case:
            return Shape(self.case["controls"][0]["name"])
        n = g.randint(3, 6)
        values = [g.uniform(-1, 1) for _ in range(n)]
        self.entry("controls", {"name": "u1", "kind": g.choice(("cubic", "linear", "step")), "nodes": n,
                                "to": lambda tr: tr.time(self.span * 1.000001), "values": [number(v) for v in values]})
        if self.case["controls"][0]["kind"] == "cubic":
            self.case["controls"][0]["ends"] = g.choice(("natural", "clamped", "not-a-knot")) if n > 3 else "natural"
        return Shape("u1")

    def parent(self, kinds=("ground", "body", "beam")):
        found = [s for s in self.spots if s.kind in kinds]
        return self.dice.choice(found[-3:] if self.dice.random() < 0.7 else found)

    # -- materials and sections
    def materials(self):
        g = self.dice
        E, rho = self.log(6.5, 10), self.log(1.5, 3.8)
        iso = {"young": number(E, STRESS), "poisson": number(g.uniform(0, 0.4)), "density": number(rho, DENSITY),
               "yield": number(E * self.log(-3, -2), STRESS)}
        if self.dynamic and g.random() < 0.3:
            iso["damping"] = {"mass": number(self.log(-1, 1), RATE), "stiffness": number(self.log(-4, -2), TIME)}
        k = E * 0.01
        ortho = {"E1": number(1.5 * E, STRESS), "E2": number(0.2 * E, STRESS), "G12": number(0.1 * E, STRESS),
                 "G13": number(0.1 * E, STRESS), "G23": number(0.07 * E, STRESS), "poisson": number(0.3), "density": number(rho, DENSITY),
                 "Xt": number(k, STRESS), "Xc": number(k, STRESS), "Yt": number(0.2 * k, STRESS), "Yc": number(0.4 * k, STRESS),
                 "S": number(0.2 * k, STRESS), "criterion": g.choice(("tsai_wu", "tsai_hill", "maximum_strain"))}
        self.case["materials"] = {"iso": iso, "ortho": ortho}
        self.E, self.rho = E, rho
        self.k = E * 10 ** g.uniform(-4.5, -3)  # of springs: some thousandth of a plate's membrane

    def section(self, name, value):
        self.case.setdefault("sections", {})[name] = value
        return name

    def beam_section(self):
        g, name, q = self.dice, self.name("sec"), number
        w, h = g.uniform(0.06, 0.2), g.uniform(0.06, 0.2)
        kind = g.choice("rectangle circle tube box I C L constants general".split())
        s = {"type": kind, "material": "iso"}
        if kind in ("rectangle", "box", "I", "C", "L"):
            s.update(width=q(w, LENGTH), height=q(h, LENGTH))
        if kind in ("circle", "tube"):
            s["radius"] = q(w / 2, LENGTH)
        if kind in ("tube", "box", "L"):
            s["thickness"] = q(0.1 * min(w, h), LENGTH)
        if kind in ("I", "C"):
            s.update(flange=q(0.1 * h, LENGTH), web=q(0.1 * w, LENGTH))
        if kind == "constants":
            self.no_yield = True
            I = w * h ** 3 / 12, h * w ** 3 / 12
            s.update(area=q(w * h, AREA), I_yy=q(I[0], power(LENGTH, 4)), I_zz=q(I[1], power(LENGTH, 4)), J=q(I[0], power(LENGTH, 4)),
                     k_y=q(0.8), k_z=q(0.7))
            if g.random() < 0.5:
                s["I_yz"] = lambda tr: tr.number((-1 if tr.reverse else 1) * 0.2 * min(I), power(LENGTH, 4))
            if g.random() < 0.5:
                s["center"] = lambda tr: [tr.number(0.1 * w, LENGTH), tr.number((-1 if tr.reverse else 1) * 0.1 * h, LENGTH)]
        if kind == "general":
            self.general(s, w, h)
        if kind == "L":
            self.no_reverse = True
        if kind != "general" and g.random() < 0.2:
            s["line_mass"] = q(self.rho * w * h * 0.3, LINE_MASS)
            s["line_mass_at"] = lambda tr: [tr.number(0.2 * w, LENGTH), tr.number((-1 if tr.reverse else 1) * 0.3 * h, LENGTH)]
        if g.random() < 0.3:
            s["offset"] = lambda tr: [tr.number(-0.3 * w, LENGTH), tr.number((-1 if tr.reverse else 1) * 0.2 * h, LENGTH)]
        self.section(name, s)
        for key in ("width", "radius", "thickness", "area", "I_yy"):
            if key in s:
                self.design({"section": name}, key, {"area": AREA, "I_yy": power(LENGTH, 4)}.get(key, LENGTH), 0.15)
        return name

    def general(self, s, w, h):
        """A full symmetric matrix; turned about y by half a turn where the lines run backwards."""
        del s["material"]
        self.no_yield = True
        A = self.E * w * h
        sizes = [math.sqrt(x) for x in (A, 0.3 * A, 0.3 * A, 0.05 * A * h * w, A * h * h / 12, A * w * w / 12)]
        mixed = [[self.dice.uniform(-0.15, 0.15) if i != j else 0.5 for j in range(6)] for i in range(6)]
        C = [[sizes[i] * sizes[j] * (mixed[i][j] + mixed[j][i]) for j in range(6)] for i in range(6)]
        signs = (1, -1, 1, 1, -1, 1)
        moment = [0, 0, 0, 1, 1, 1]

        def entry(i, j):
            dimension = product(FORCE, power(LENGTH, moment[i] + moment[j]))
            return lambda tr: tr.number(C[min(i, j)][max(i, j)] * (signs[i] * signs[j] if tr.reverse else 1), dimension)
        rows = [[entry(i, j) for j in range(6)] for i in range(6)]

        def symmetric(tr):
            upper = [[rows[i][j](tr) if j >= i else 0.0 for j in range(6)] for i in range(6)]
            return [[upper[min(i, j)][max(i, j)] for j in range(6)] for i in range(6)]
        s["stiffness"] = symmetric
        m = self.rho * w * h
        values = [m, 0.1 * m * h, -0.1 * m * w, m * h * h / 8, m * w * w / 8, 0.02 * m * w * h]
        flips = (1, -1, 1, 1, 1, -1)
        s["mass"] = [lambda tr, k=k: tr.number(values[k] * (flips[k] if tr.reverse else 1),
                                               product(LINE_MASS, power(LENGTH, (0, 1, 1, 2, 2, 2)[k]))) for k in range(6)]

    def laminate(self, thickness):
        g, name, count = self.dice, self.name("lam"), self.dice.randint(1, 3)
        symmetric = g.random() < 0.5
        plies = [(thickness / count * g.uniform(0.5, 1), g.uniform(-90, 90)) for _ in range(count)]

        def listed(tr):
            these = plies[::-1] if tr.flip and not symmetric else plies
            return [{"material": "ortho", "thickness": tr.number(t, LENGTH), "angle": tr.number(-a if tr.flip else a)} for t, a in these]
        self.section(name, {"type": "laminate", "plies": listed, "symmetric": symmetric})
        index = g.randrange(count)
        self.design({"section": name},
                    lambda tr: "plies[%d].thickness" % (count - 1 - index if tr.flip and not symmetric else index), LENGTH, 0.3)
        return name

    # -- components: each ends as one or more spots
    def shell(self):
        g, name = self.dice, self.name("sh")
        kind = g.choice(("quad4", "quad4", "tri3", "quad9", "tri6"))
        step = 2 if kind in ("quad9", "tri6") else 1
        nx, ny = g.randint(1, 3), g.randint(1, 2)
        mx, my = nx * step, ny * step
        parent = self.parent(("ground", "body"))
        at, R = self.near(parent.at, 0.8), rotation(self.direction(), g.uniform(0, 3))
        length, width = g.uniform(0.7, 2), g.uniform(0.4, 1)
        bend, crease = g.choice((0, 0, g.uniform(0.1, 0.5))), g.choice((0, 0, g.uniform(0.5, 1.2)))
        number_of = {}
        for j in range(my + 1):
            for i in range(mx + 1):
                x, y = length * i / mx, width * j / my
                z = bend * x * x
                if crease and nx > 1 and x > length * step / mx:
                    z += crease * (x - length * step / mx)
                if 0 < i < mx and 0 < j < my and step == 1:
                    x += g.uniform(-0.1, 0.1) * length / mx
                number_of[i, j] = self.mesh.node(add(at, turned(R, [x, y, z])))
        self.cells(kind, name, number_of, mx, my, step)
        for i, group in ((0, "root"), (mx, "tip")):
            for j in range(0, my, step):
                ends = [number_of[i, j], number_of[i, j + step]]
                self.mesh.element("line3" if step == 2 else "line2", name + group, ends + ([number_of[i, j + 1]] if step == 2 else []))
        corner = number_of[mx, my]
        self.mesh.element("point", name + "corner", [corner])
        self.shell_entry(name, 10 ** g.uniform(-2, -1.1))
        self.attach_root(name, parent, self.mesh.nodes[number_of[0, 0]])
        self.spots.append(Spot("group:" + name + "corner", self.mesh.nodes[corner], "node", node=corner))
        self.shell_loads(name)

    def cells(self, kind, name, n, mx, my, step):
        nine = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)]
        four = [(0, 0), (1, 0), (1, 1), (0, 1)]
        pick = {"quad4": [(0, 1, 2, 3)], "tri3": [(0, 1, 2), (0, 2, 3)], "quad9": [range(9)],
                "tri6": [(0, 1, 2, 4, 5, 8), (0, 2, 3, 8, 6, 7)]}[kind]
        for j in range(0, my, step):
            for i in range(0, mx, step):
                all_nodes = [n[i + a, j + b] for a, b in (nine if step == 2 else four)]
                for chosen in pick:
                    self.mesh.element(kind, name, [all_nodes[k] for k in chosen])

    def shell_entry(self, name, thickness):
        g = self.dice
        s = {"group": name, "axis": vector(self.direction())}
        if g.random() < 0.35:
            s["section"] = self.laminate(thickness)
        else:
            s.update(material="iso", thickness=number(thickness, LENGTH))
            if g.random() < 0.2:
                s["area_mass"] = number(0.3 * self.rho * thickness, AREA_MASS)
            self.design_thickness(name)
        if g.random() < 0.2:
            s["offset"] = lambda tr: tr.number((-0.4 if tr.flip else 0.4) * thickness, LENGTH)
        elif g.random() < 0.2:
            s["offset_fraction"] = lambda tr: -0.5 if tr.flip else 0.5
        self.entry("shells", s)

    def design_thickness(self, name):
        if self.dice.random() < 0.3:
            self.entry("design", {"name": name, "thickness": name})
            self.designs.append((name, LENGTH, False))

    def attach_root(self, name, parent, at):
        g = self.dice
        way = g.random()
        if way < 0.5 or (self.still and way < 0.6):
            self.entry("supports", {"group": name + "root", "fix": "all"})
        elif way < 0.6 and self.dynamic:
            self.entry("supports", {"group": name + "root", "fix": "all",
                                    "motion": expressions([0.05 * x for x in self.direction()], LENGTH, self.shape(True))})
        else:
            body = self.rigid_body(at)
            self.entry("links", {"body": body.name, "group": name + "root", "type": "rigid" if self.still else g.choice(("rigid", "rigid", "average"))})
            self.connect(parent, body)

    def shell_loads(self, name):
        g = self.dice
        size = self.E * 10 ** g.uniform(-8, -6.5)
        if g.random() < 0.4:
            shape = self.shape()
            follow, load = self.follows(0.5), self.name("p")
            self.entry("loads", {"type": "pressure", "group": name, "name": load, "follow": follow,
                                 "value": lambda tr: "%s*(%s)" % (text(tr.number(-size if tr.flip else size, STRESS)), shape(tr))})
            self.design({"load": load}, "amplitude", ONE, 0.3)
        if g.random() < 0.4:
            self.entry("loads", {"type": "traction", "group": name + "tip",
                                 "value": expressions([size * x for x in self.direction()], PER_LENGTH, self.shape())})

    def beam(self):
        """Line elements of the mesh."""
        g, name = self.dice, self.name("bm")
        parent = self.parent(("ground", "body", "beam"))
        order, count = g.choice((1, 2)), g.randint(1, 3)
        at, along = (parent.at if parent.kind != "ground" else self.near(parent.at, 0.5)), self.direction()
        length, side = g.uniform(0.7, 2), self.direction()
        bend = g.choice((0, 0.1))
        n = [self.mesh.node(add(add(at, along, length * i / (count * order)), side, bend * (i / (count * order)) ** 2))
             for i in range(count * order + 1)]
        for i in range(count):
            ends = [n[order * i], n[order * i + order]]
            self.mesh.element("line3" if order == 2 else "line2", name, ends + ([n[2 * i + 1]] if order == 2 else []))
        self.mesh.element("point", name + "root", [n[0]])
        self.mesh.element("point", name + "tip", [n[-1]])
        b = {"group": name, "section": self.beam_section()}
        if g.random() < 0.2:
            b["toward"] = point(add(at, cross(along, self.direction()), 7.0))
        else:
            b["orientation"] = vector(unit(add(cross(along, self.direction()), along, 0.3)))
        self.entry("beams", b)
        root = Spot("group:" + name + "root", at, "beam", node=n[0])
        if parent.kind == "ground" and g.random() < 0.7:
            self.entry("supports", {"group": name + "root", "fix": "all"})
        elif parent.kind == "body" and g.random() < 0.4:
            self.entry("links", {"body": parent.name, "group": name + "root"})
        else:
            self.connect(parent, root)
        self.spots.append(Spot("group:" + name + "tip", self.mesh.nodes[n[-1]], "beam", node=n[-1]))
        self.beam_loads(name, name + "tip")

    def beam_loads(self, name, tip):
        g = self.dice
        size = self.E * 10 ** g.uniform(-8, -6.5) * 0.3
        if g.random() < 0.4:
            kind, dimension = g.choice((("force", FORCE), ("moment", MOMENT))[:1 if self.family == "modes" else 2])
            self.entry("loads", {"type": kind, "group": tip, "follow": self.follows(0.4), "name": self.name("f"),
                                 "value": expressions([size * x for x in self.direction()], dimension, self.shape())})
        if g.random() < 0.3:
            self.entry("loads", {"type": "traction", "group": name, "follow": self.follows(0.3),
                                 "value": expressions([size * x for x in self.direction()], PER_LENGTH, self.shape())})

    def line_beam(self):
        """A beam along points."""
        g, name = self.dice, self.name("lb")
        parent = self.parent()
        free = parent.kind == "ground" and g.random() < 0.2
        start = parent.at if parent.kind != "ground" else self.near(parent.at, 0.5)
        points = [start]
        for _ in range(g.randint(1, 2)):
            points.append(self.near(points[-1], 1.5))
        first = None if free or parent.kind == "beam" and callable(parent.name) is False else parent.name
        away = unit(add(points[1], points[0], -1))
        b = {"name": name, "elements": g.randint(1, 2), "order": g.choice((1, 2)), "section": self.beam_section(),
             "points": lambda tr: [tr.point(p) for p in (points[::-1] if tr.reverse else points)],
             "ends": lambda tr: [None, first] if tr.reverse else [first, None]}
        side = cross(away, self.direction())
        if len(points) == 3:
            side = add(side, self.direction(), 0.2)
        b["orientation"] = vector(unit(side))
        self.entry("beams", b)
        start_name = lambda tr: name + (".end" if tr.reverse else ".start")  # noqa: E731
        end_name = lambda tr: name + (".start" if tr.reverse else ".end")  # noqa: E731
        if first is None:
            self.connect(parent, Spot(start_name, start, "beam"))
        self.spots.append(Spot(end_name, points[-1], "beam", group=end_name))
        self.beam_loads(name, end_name)

    def rigid_body(self, at, joined=None):
        g, name = self.dice, self.name("b")
        b = {"name": name, "at": point(at), "rotation": self.turn_of_body()}
        if g.random() < 0.6:
            m = self.log(0.5, 2.5)
            r = g.uniform(0.2, 0.6)
            I = [m * r * r * g.uniform(0.8, 1.2) for _ in range(3)] + [m * r * r * g.uniform(-0.1, 0.1) for _ in range(3)]
            b.update(mass=number(m, MASS), inertia=[number(i, INERTIA) for i in I])
            self.design({"body": name}, "mass", MASS, 0.2)
            self.design({"body": name}, "inertia.xx", INERTIA, 0.15)
        else:
            b["density"] = number(self.rho, DENSITY)
            size = [g.uniform(0.1, 0.6) for _ in range(3)]
            kind = g.choice(("box", "cylinder", "sphere"))
            b[kind] = [number(x, LENGTH) for x in size] if kind == "box" else [number(x, LENGTH) for x in size[:2]] \
                if kind == "cylinder" else number(size[0], LENGTH)
        self.design({"body": name}, "at", LENGTH, 0.12, True)
        self.entry("bodies", b)
        spot = Spot(name, at, "body", body=name)
        self.spots.append(spot)
        return spot

    def turn_of_body(self):
        R = rotation(self.direction(), self.dice.uniform(0, 3))

        def leaf(tr):
            axis, angle = axis_and_angle(matrix_product(tr.R, R))
            return {"axis": axis, "angle": tr.shaken(angle)}
        return leaf

    def body(self):
        g = self.dice
        parent = self.parent()
        spot = self.rigid_body(self.near(parent.at, 1.2))
        way = g.random()
        if way < 0.1 and parent.kind == "ground":
            self.entry("supports", {"body": spot.name, "angle": expression(0.2, ONE, self.shape(True)), "axis": vector(self.direction()),
                                    "about": point(self.near(spot.at, 0.5))})
        else:
            self.connect(parent, spot)
        size = self.k * self.log(-3, -1)
        if g.random() < 0.6:
            kind, dimension = g.choice((("force", FORCE), ("force", FORCE), ("moment", MOMENT))[:2 if self.family == "modes" else 3])
            load = {"type": kind, "body": spot.name, "name": self.name("l"), "follow": self.follows(0.4),
                    "value": expressions([size * x for x in self.direction()], dimension, self.shape())}
            if kind == "force":
                load["at"] = point(self.near(spot.at, 0.4))
                self.design({"load": load["name"]}, "at", LENGTH, 0.2, True)
            self.entry("loads", load)
        if g.random() < 0.2:
            name = self.name("pm")
            self.entry("masses", {"name": name, "body": spot.name, "at": point(self.near(spot.at, 0.4)), "mass": number(self.log(0, 1.5), MASS)})
            self.design({"mass": name}, "mass", MASS, 0.3)

    def free_mass(self):
        g, name = self.dice, self.name("fm")
        at = self.near(self.parent().at, 1)
        m = {"name": name, "at": point(at), "mass": number(self.log(0, 1.5), MASS)}
        if self.dynamic and g.random() < 0.15:
            m["motion"] = expressions([0.1 * x for x in self.direction()], LENGTH, self.shape(True))
        elif self.dynamic and g.random() < 0.4:
            m["velocity"] = vector([g.uniform(-1, 1) for _ in range(3)], SPEED)
            self.design({"mass": name}, "velocity", SPEED, 0.3, True)
        self.entry("masses", m)
        spot = Spot(name, at, "free", mass=name)
        self.spots.append(spot)
        if "motion" not in m:
            self.design({"mass": name}, "mass", MASS, 0.3)
            for _ in range(4 if self.still else g.randint(0, 3)):
                self.spring(Spot("ground", self.near(at, 1.5), "ground"), spot)

    def truss(self):
        """Rods from fixed nodes to a node of another component, or to one of their own."""
        g, name = self.dice, self.name("rd")
        ends = [s for s in self.spots if "node" in s.entry]
        own = not ends or g.random() < 0.3
        top = self.mesh.node(self.near(self.spots[0].at, 1)) if own else g.choice(ends).entry["node"]
        for _ in range(3 if own else g.randint(1, 2)):
            foot = self.mesh.node(self.near(self.mesh.nodes[top], 1.5))
            self.mesh.element("line2", name, [top, foot])
            self.mesh.element("point", name + "foot", [foot])
        area = self.log(-4, -3)
        self.entry("beams", {"group": name, "section": self.section(self.name("rod"), {"type": "rod", "material": "iso",
                                                                                     "area": number(area, AREA)})})
        self.entry("supports", {"group": name + "foot", "fix": ["x", "y", "z"]})
        if own:
            self.mesh.element("point", name + "top", [top])
            self.spots.append(Spot("group:" + name + "top", self.mesh.nodes[top], "node", node=top))

    # -- connections
    def connect(self, parent, child):
        """A joint or a bushing, where no mechanism is allowed with a bushing beside the joint."""
        g = self.dice
        if parent.kind == "beam" and child.kind == "beam" and g.random() < 0.5:
            return self.bushing(parent, child, parent.at)
        at = parent.at if parent.kind == "beam" else child.at if child.kind == "beam" else self.near(child.at, 0.5)
        if g.random() < 0.25:
            return self.bushing(parent, child, at)
        if parent.kind == "beam" and math.dist(parent.at, at) > 0 or child.kind == "beam" and math.dist(child.at, at) > 1e-12:
            return self.bushing(parent, child, at)
        self.joint(parent, child, at)
        if self.still or g.random() < 0.2:
            self.bushing(parent, child, at)
        return None

    def joint(self, parent, child, at):
        g, name = self.dice, self.name("j")
        kind = g.choice("spherical revolute revolute universal cylindrical prismatic planar inline fixed distance".split())
        j = {"type": kind, "name": name, "between": [parent.name, child.name], "at": point(at)}
        axis = self.direction()
        if kind == "distance":
            if parent.kind == "beam" or child.kind == "beam":
                j["type"] = kind = "spherical"
            else:
                other = self.near(at, 0.8)
                j["at"] = lambda tr: [tr.point(at), tr.point(other)]
        if kind not in ("spherical", "fixed", "distance"):
            j["axis"] = vector(axis)
            self.design({"joint": name}, "axis", ONE, 0.1, True)
        if kind == "universal":
            j["second"] = vector(unit(cross(axis, self.direction())))
        drives = self.dynamic and g.random() < 0.15
        if drives and kind in ("revolute", "cylindrical"):
            j["angle"] = expression(0.3, ONE, self.shape(True))
        elif drives and kind in ("prismatic", "cylindrical"):
            j["distance"] = expression(0.1, LENGTH, self.shape(True))
        elif self.dynamic and kind in ("revolute", "cylindrical", "prismatic", "inline") and g.random() < 0.4:
            slides = kind in ("prismatic", "inline")
            j["damping"] = number(self.k * self.log(-3, -2), DAMPING if slides else TURN_DAMPING)
            self.design({"joint": name}, "damping", DAMPING if slides else TURN_DAMPING, 0.3)
            if g.random() < 0.3:
                j["friction"] = {"coefficient": number(0.3), "velocity": number(0.05, SPEED)}
                if kind in ("revolute", "cylindrical"):
                    j["friction"]["radius"] = number(0.05, LENGTH)
        if kind != "distance" and "node" not in {**parent.entry, **child.entry}:
            self.design({"joint": name}, "at", LENGTH, 0.1, True)
        self.entry("joints", j)
        if kind in ("revolute", "cylindrical") and g.random() < 0.3:
            spring = self.name("ts")
            self.entry("springs", {"name": spring, "joint": name, "stiffness": number(self.k * 0.3, MOMENT), "angle": number(g.choice((0, 0.02)))})
            self.design({"spring": spring}, "stiffness", MOMENT, 0.3)

    def bushing(self, parent, child, at):
        g, name = self.dice, self.name("bu")
        k = [self.k * g.uniform(0.5, 2) for _ in range(6)]
        x = self.direction()
        moment = [0, 0, 0, 1, 1, 1]

        def full(tr):
            K = [[0.0] * 6 for _ in range(6)]
            for i in range(6):
                for j in range(i, 6):
                    share = 1.0 if i == j else 0.1 * ((7 * i + 3 * j) % 5 - 2) / 2
                    K[i][j] = K[j][i] = tr.number(math.sqrt(k[i] * k[j]) * share, product(STIFFNESS, power(LENGTH, moment[i] + moment[j])))
            return K
        b = {"name": name, "between": [parent.name, child.name], "at": point(at),
             "axes": [vector(x), vector(unit(add(self.direction(), x, 0.2)))],
             "stiffness": full if g.random() < 0.4 else [number(v, product(STIFFNESS, power(LENGTH, 2 * m))) for v, m in zip(k, moment)]}
        if self.dynamic and g.random() < 0.4:
            b["damping"] = [number(0.01 * v, product(DAMPING, power(LENGTH, 2 * m))) for v, m in zip(k, moment)]
        self.entry("bushings", b)
        self.design({"bushing": name}, "stiffness.11", STIFFNESS, 0.15)
        self.design({"bushing": name}, "stiffness.44", MOMENT, 0.1)

    def measure(self):
        """Given matrices between two frames, or a frame and the ground."""
        g = self.dice
        frames = [s for s in self.spots if s.kind in ("ground", "body", "beam")]
        if g.random() > 0.25 or len(frames) < 2:
            return
        one, two = g.sample(frames, 2)
        if one.kind == two.kind == "ground":
            return
        turn = [0, 0, 0, 1, 1, 1] * 2
        parts = [[g.gauss(0, 1) for _ in range(12)] for _ in range(12)]

        def matrix(size, dimension):
            # positive definite, of the model's size
            def full(tr):
                row = lambda i, j: sum(parts[i][k] * parts[j][k] for k in range(12)) / 12 + (i == j)
                return [[tr.number(size * row(*sorted((i, j))), product(dimension, power(LENGTH, turn[i] + turn[j]))) for j in range(12)]
                        for i in range(12)]
            return lambda tr: symmetric(full(tr))
        name = self.name("mx")
        entry = {"name": name, "between": [one.name, two.name], "axes": [vector(self.direction()), vector(self.direction())],
                 "stiffness": matrix(0.2 * self.k, STIFFNESS)}
        self.design({"matrix": name}, "stiffness", ONE, 0.4)
        if self.dynamic and g.random() < 0.5:
            entry["damping"] = matrix(0.002 * self.k, DAMPING)
            self.design({"matrix": name}, "damping", ONE, 0.4)
        if "spin" not in self.case and g.random() < 0.5:
            entry["mass"] = matrix(0.1, MASS)
            self.design({"matrix": name}, "mass", ONE, 0.4)
        self.entry("matrices", entry)

    def spring(self, one, two):
        g, name = self.dice, self.name("sp")
        at = [point(s.at) if s.kind in ("ground", "body") or callable(s.name) else None for s in (one, two)]
        away = math.dist(one.at, two.at)
        k = self.k * g.uniform(0.3, 2)
        s = {"name": name, "between": [one.name, two.name], "at": at}
        s["stiffness"] = number(k, STIFFNESS) if g.random() < 0.6 else [number(k, STIFFNESS), number(k * g.uniform(-0.2, 0.2), STRESS),
                                                                        number(k * g.uniform(0, 0.5), (-2, -2, 1))]
        if self.dynamic and g.random() < 0.5:
            s["damping"] = number(k * 0.02, DAMPING)
        if g.random() < 0.3:
            s["length"] = number(away * g.uniform(0.97, 1.03), LENGTH)
            self.design({"spring": name}, "length", LENGTH, 0.4)
        elif g.random() < 0.2:
            a = k * 0.1
            s["force"] = lambda tr: "n1*s + %s*s^3" % text(tr.number(a, (-2, -2, 1)))
            s["numbers"] = [number(a, STIFFNESS)]
            self.design({"spring": name}, "n1", STIFFNESS, 0.4)
        if not callable(s["stiffness"]):
            self.design({"spring": name}, "stiffness.2", STRESS, 0.2)
        else:
            self.design({"spring": name}, "stiffness", STIFFNESS, 0.3)
        self.entry("springs", s)

    def connect_more(self):
        g = self.dice
        for _ in range(g.randint(0, 3)):
            one, two = g.choice(self.spots), g.choice(self.spots[1:] or self.spots)
            if one is two or math.dist(one.at, two.at) < 0.05:
                continue
            if one.kind == "ground":
                one = Spot("ground", self.near(two.at, 1.2), "ground")
            self.spring(one, two)
        bodies = [s for s in self.spots if s.kind == "body"]
        if len(bodies) > 1 and g.random() < 0.15:
            one, two = g.sample(bodies, 2)
            u, r = self.direction(), self.direction()

            def term(spot, sign):
                return lambda tr: {"body": spot.name, **dict(zip(("ux", "uy", "uz"), tr.vector([sign * x for x in u]))),
                                   **dict(zip(("rx", "ry", "rz"), tr.vector([0.5 * sign * x for x in r], LENGTH)))}
            self.entry("equations", {"name": "tie", "terms": [term(one, 1.0), term(two, -0.7)]})

    # -- contacts
    def touch(self, dice):
        """Surfaces on bodies or the ground near points of bodies and meshes, some of which touch from the start. They have dice
        of their own, so that models without them stay as they are."""
        g = self.dice = dice
        bodies = [s for s in self.spots if s.kind == "body"]
        groups = [(n, k) for k, n, _ in self.mesh.elements if KINDS[k][1] < 2 or any(e["group"] == n for e in self.case.get("shells", []))]
        if self.family in ("linear", "modes") or self.vertical or g.random() > 0.3:
            return
        watched = self.verb == "gradient" or g.random() < 0.5
        for _ in range(g.randint(1, 3)):
            on = g.choice(bodies) if bodies and g.random() < 0.4 else Spot("ground", None, "ground")
            others = [s for s in bodies if s.name != on.name]
            if others and (not groups or g.random() < 0.6):
                spot = g.choice(others)
                corners = [spot.at] + [self.near(spot.at, 0.4) for _ in range(g.randint(0, 2))]
                touching = {"body": spot.name, "points": [point(p) for p in corners]}
                lines = g.random() < 0.3
                if lines:
                    touching.update(line=number(g.uniform(0.1, 0.5), LENGTH), along=vector(self.direction()))
                self.contact(on, corners, touching, 1 if lines else 0)
            elif groups:
                group, kind = g.choice(groups)
                nodes = [self.mesh.nodes[n] for _, name, own in self.mesh.elements if name == group for n in own]
                self.contact(on, nodes, {"group": group}, KINDS[kind][1])
        if watched and self.designs and self.functions:
            self.verb = "gradient"

    def contact(self, on, nodes, entry, dimension):
        """A surface at the first of the nodes, which is in it by some part of its ball or that far from it."""
        g, name, axis = self.dice, self.name("ct"), self.direction()
        ball, radius = g.uniform(0.02, 0.1), g.uniform(0.2, 0.6)
        surface = g.choice(("plane", "sphere", "cylinder", "capsule", "box"))
        side = cross(axis, self.direction())
        away = unit(side) if surface in ("cylinder", "capsule") else axis
        reach = ball * g.uniform(0.5, 1.5) + {"plane": 0, "box": radius / 2}.get(surface, radius)
        exponent = g.choice((1.0, 1.0, 1.5, 2.0))
        force = product(FORCE, power(LENGTH, -exponent - dimension))
        c = {"name": name, "surface": surface, "on": on.name, "at": point(add(nodes[0], away, -reach)), "axis": vector(axis), **entry,
             "ball": number(ball, LENGTH), "exponent": exponent,
             "stiffness": number(self.k * 0.05 / 0.02 ** (exponent - 1), force)}
        if surface == "box":
            c.update(edges=lambda tr: [tr.number(radius, LENGTH)] * 3, second=vector(side))
        elif surface != "plane":
            c["radius"] = number(radius, LENGTH)
        if surface == "capsule":
            c["length"] = number(radius, LENGTH)
        if self.dynamic and g.random() < 0.5:
            c["damping"] = number(g.uniform(0.05, 0.5), (-1, 1, 0))
        if self.dynamic and g.random() < 0.5:
            c.update(friction=number(g.uniform(0.1, 0.6)), velocity=number(0.05, SPEED))
        self.touched.append((c, dimension))
        self.entry("contacts", c)
        for key, of in (("stiffness", force), ("ball", LENGTH)):
            self.design({"contact": name}, key, of, 0.2)
        self.entry("probes", {"name": self.name("pr"), "reaction": name})
        if g.random() < 0.5:
            self.functional(LENGTH, type="gap", of=name, weight=number(50.0, power(LENGTH, -1)), sum="discrete", at="end")
        else:
            self.area_of(name, 0 if "body" in entry else dimension)

    def stick(self):
        """Let points stick, of some contacts in motions and of some in statics, by dice of their own. Beside a block that contact
        alone holds, friction would let round-off decide where it comes to rest."""
        for contact, dimension in self.touched if not self.pressed else ():
            g = random.Random("sticks %s %s" % (contact["name"], self.seed))
            if {"line", "box"} & contact.keys() or g.random() > (0.5 if self.dynamic and "friction" in contact else 0.3):
                continue
            contact.pop("velocity", None)
            contact.setdefault("friction", number(g.uniform(0.1, 0.6)))
            contact["stick"] = number(self.k * g.uniform(0.5, 5), product(FORCE, power(LENGTH, -1 - dimension)))

    def area_of(self, contact, dimension):
        self.functional(power(LENGTH, dimension), type="area", of=contact, weight=number(50.0, power(LENGTH, -1)), at="end")

    def land(self, dice):
        """A body or some nodes that touch lines or faces of the mesh, some from the start. It has dice of its own too."""
        g = self.dice = dice
        used = {e.get("group") for key in ("beams", "shells") for e in self.case.get(key, [])}
        groups = sorted({(n, KINDS[k][1]) for k, n, _ in self.mesh.elements if n in used and KINDS[k][1] in (1, 2)})
        if not self.dynamic or self.vertical or not groups or g.random() > 0.3:
            return
        group, dimension = g.choice(groups)
        nodes = [self.mesh.nodes[n] for _, name, own in self.mesh.elements if name == group for n in own]
        name, ball, radius = self.name("cs"), g.uniform(0.02, 0.1), g.uniform(0.0, 0.05)
        body = self.rigid_body(self.near(g.choice(nodes), g.uniform(0.7, 2.0) * (ball + radius)))
        self.case["bodies"][-1]["velocity"] = vector([g.uniform(-0.3, 0.3) for _ in range(3)], SPEED)
        exponent = g.choice((1.0, 1.0, 1.5, 2.0))
        force = product(FORCE, power(LENGTH, -exponent))
        c = {"name": name, "surface": "elements", "on": group, "radius": number(radius, LENGTH), "body": body.name,
             "ball": number(ball, LENGTH), "exponent": exponent, "stiffness": number(self.k * 0.05 / 0.02 ** (exponent - 1), force)}
        if g.random() < 0.5:
            c["damping"] = number(g.uniform(0.05, 0.5), (-1, 1, 0))
        if g.random() < 0.5:
            c.update(friction=number(g.uniform(0.1, 0.6)), velocity=number(0.05, SPEED))
        self.entry("contacts", c)
        for key, of in (("stiffness", force), ("ball", LENGTH), ("radius", LENGTH)):
            self.design({"contact": name}, key, of, 0.3)
        probe = self.name("pr")
        self.entry("probes", {"name": probe, "reaction": name})
        self.area_of(name, 0)
        along = vector(self.direction())
        self.functional(product(FORCE, TIME), type="integral", value=lambda tr: " + ".join(
            "%s*%s.%s" % (text(x), probe, f) for x, f in zip(along(tr), ("fx", "fy", "fz"))))
        if self.designs and g.random() < 0.7:
            self.verb = "gradient"

    # -- parts with dice of their own, so that models without them stay as they are
    def block(self):
        """Add a block of solids. Its end is fixed, a load acts on its bottom, and a spring connects a corner to another part."""
        g = self.dice
        if self.vertical or getattr(self, "scheme", None) or g.random() > 0.3:
            return
        name, kind = self.name("so"), g.choice(("hex8", "wedge6", "tet4", "hex20"))
        at, R = self.near(self.spots[0].at, 2), rotation(self.direction(), g.uniform(0, 3))
        count, step = (g.randint(1, 3), g.randint(1, 2), 1), 2 if kind == "hex20" else 1
        number_of = {}

        def node(*index):
            if index not in number_of:
                x = [0.35 * i / step + (g.uniform(-0.03, 0.03) if step == 1 and i > 0 else 0) for i in index]
                number_of[index] = self.mesh.node(add(at, turned(R, x)))
            return number_of[index]
        for i in range(count[0]):
            for j in range(count[1]):
                self.cell(name, kind, lambda a, b, c, i=i, j=j: node(step * i + a, step * j + b, c), i == 0)
        corner = node(step * count[0], step * count[1], step)
        self.mesh.element("point", name + "corner", [corner])
        s = {"group": name, "material": "iso"}
        if g.random() < 0.3:
            three = {"E1": 1.5, "E2": 0.2, "E3": 0.3, "G12": 0.1, "G13": 0.1, "G23": 0.07, "yield": 0.01}
            self.case["materials"]["wood"] = {**{k: number(v * self.E, STRESS) for k, v in three.items()}, "poisson": number(0.3),
                                              "poisson13": number(0.2), "poisson23": number(0.1), "density": number(self.rho, DENSITY)}
            first = self.direction()
            s.update(material="wood", axes=[vector(first), vector(unit(add(self.direction(), first, 0.2)))])
        if g.random() < 0.3:
            s["relative_density"] = number(g.uniform(0.4, 1))
            self.entry("design", {"name": name, "relative_density": name})
            self.designs.append((name, ONE, False))
        self.entry("solids", s)
        self.entry("supports", {"group": name + "root", "fix": "all"})
        self.block_loads(name, corner)

    def cell(self, name, kind, node, first):
        """Add one cell of a block: a hexahedron, or the prisms or tetrahedra that fill its place. The faces at its bottom join a
        group, and the faces at its end do so in the first cell."""
        high = 2 if kind == "hex20" else 1
        eight = [node(*(high * v for v in p)) for p in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
        middles = [node(*p) for p in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 1, 0), (2, 0, 1), (1, 2, 0), (2, 2, 1), (0, 2, 1),
                                      (1, 0, 2), (0, 1, 2), (2, 1, 2), (1, 2, 2))] if high == 2 else []
        pick = {"hex8": [range(8)], "hex20": [range(20)], "wedge6": [(0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)],
                "tet4": [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]}[kind]
        bottom = {"hex8": [(0, 3, 2, 1)], "hex20": [(0, 3, 2, 1, 9, 13, 11, 8)]}.get(kind, [(0, 2, 1), (0, 3, 2)])
        end = {"tet4": [(0, 3, 7), (0, 7, 4)], "hex20": [(0, 4, 7, 3, 10, 17, 15, 9)]}.get(kind, [(0, 4, 7, 3)])
        face = {3: "tri3", 4: "quad4", 8: "quad8"}
        for group, parts in ((name, pick), (name + "bottom", bottom), (name + "root", end if first else [])):
            for part in parts:
                self.mesh.element(kind if group == name else face[len(part)], group, [(eight + middles)[k] for k in part])

    def press(self):
        """Press a block of solids on another one, which stands on its root: in statics only their contact carries the load,
        across a gap of either sign, and springs hold the block that lies on top. Parts that contact alone holds are found
        only in models without equations of constraints, as those of joints and axes of beams."""
        g = self.dice
        if self.family != "static" or any(self.case.get(key) for key in ("beams", "joints", "links", "equations")) or g.random() > 0.8:
            return
        at, R, side = self.near(self.spots[0].at, 2), rotation(self.direction(), g.uniform(0, 3)), 0.35
        gap, ball = side * g.choice((-1, 1)) * 10 ** g.uniform(-9, -3), 0.05 * side
        self.pressed, names = True, [self.name("so"), self.name("so")]
        for k, name in enumerate(names):
            count, bottom = (1, g.randint(1, 2))[k], k * (side + ball + gap)
            grid = [[[self.mesh.node(add(at, turned(R, [side * x, side * y / count, bottom + side * z]))) for y in range(count + 1)]
                     for x in (0, 1)] for z in (0, 1)]
            for y in range(count):
                eight = [grid[z][x][y + b] for z in (0, 1) for x, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
                self.mesh.element("hex8", name, eight)
                for group, face in (("bottom", (0, 3, 2, 1)), ("top", (4, 5, 6, 7))):
                    self.mesh.element("quad4", name + group, [eight[i] for i in face])
            for i, corner in enumerate((grid[1][0][0], grid[1][1][0], grid[1][1][-1])) if k else ():
                self.mesh.element("point", "%scorner%d" % (name, i), [corner])
                spot = Spot("group:%scorner%d" % (name, i), self.mesh.nodes[corner], "node", node=corner)
                away = add(spot.at, turned(R, [((-1, 0), (1, 0), (0, 1))[i][j] * 0.5 if j < 2 else 0 for j in range(3)]))
                self.entry("springs", {"name": self.name("sp"), "between": ["ground", spot.name], "at": [point(away), None],
                                       "stiffness": number(self.E * side * 1e-2, STIFFNESS)})
                self.spots.append(spot)
                self.probe(spot)
            self.entry("solids", {"group": name, "material": "iso"})
        self.entry("supports", {"group": names[0] + "bottom", "fix": "all"})
        contact = self.name("cp")
        self.entry("contacts", {"name": contact, "surface": "elements", "on": names[0] + "top", "group": names[1] + "bottom",
                                "ball": number(ball, LENGTH),
                                "stiffness": number(self.E / side, product(STRESS, power(LENGTH, -1)))})
        size = self.E * 10 ** g.uniform(-6, -3)
        self.entry("loads", {"type": "traction", "group": names[1] + "top",
                             "value": expressions([-size * row[2] for row in R], STRESS, self.shape())})
        self.entry("probes", {"name": self.name("pr"), "reaction": contact})

    def block_loads(self, name, corner):
        g = self.dice
        size, load = self.E * 10 ** g.uniform(-7, -5), self.name("p")
        if g.random() < 0.5:
            self.entry("loads", {"type": "pressure", "group": name + "bottom", "name": load, "follow": self.follows(0.5),
                                 "value": expression(size, STRESS, self.shape())})
            self.design({"load": load}, "amplitude", ONE, 0.3)
        else:
            self.entry("loads", {"type": "traction", "group": name + "bottom",
                                 "value": expressions([size * x for x in self.direction()], STRESS, self.shape())})
        spot = Spot("group:" + name + "corner", self.mesh.nodes[corner], "node", node=corner)
        self.spots.append(spot)
        self.probe(spot)
        self.spring(g.choice([s for s in self.spots[:-1] if math.dist(s.at, spot.at) > 0.05]), spot)

    def stiffen(self):
        """Give some shells a skin with blades in place of their section."""
        g = self.dice
        taken = {d.get("thickness") for d in self.case.get("design", [])}
        plain = [s for s in self.case.get("shells", []) if "thickness" in s and s["group"] not in taken]
        if not plain or g.random() > 0.25:
            return
        s, name, t = g.choice(plain), self.name("panel"), 10 ** g.uniform(-2, -1.3)
        for key in ("material", "thickness", "area_mass", "offset", "offset_fraction"):
            s.pop(key, None)
        s["section"] = name
        self.section(name, {"type": "stiffened_panel", "material": "iso", "side": lambda tr: "bottom" if tr.flip else "top",
                            "thickness": number(t, LENGTH), "pitch": number(10 * t, LENGTH), "height": number(4 * t, LENGTH),
                            "web": number(0.8 * t, LENGTH), "length": number(1.0, LENGTH)})
        for key in ("thickness", "pitch", "height", "web"):
            self.design({"section": name}, key, LENGTH, 0.3)

    def heat(self):
        """Heat some groups: the temperatures vary in space and through the thickness of shells."""
        g = self.dice
        groups = [(key, e.get("group") or e["name"]) for key in ("shells", "beams", "solids") for e in self.case.get(key, [])
                  if key != "beams" or self.case["sections"][e["section"]]["type"] != "general"]
        if not groups or self.vertical or g.random() > 0.3:
            return
        self.case["materials"]["iso"]["expansion"] = number(1e-5)
        self.case["materials"]["ortho"].update(expansion1=number(1e-6), expansion2=number(2e-5))
        if "wood" in self.case["materials"]:
            self.case["materials"]["wood"].update(expansion1=number(1e-6), expansion2=number(2e-5), expansion3=number(3e-5))
        for key, group in g.sample(groups, g.randint(1, len(groups))):
            slope, name = [g.uniform(-0.3, 0.3) for _ in range(3)], self.name("te")
            shape = self.shape()

            def field(tr, slope=slope):
                k, origin = tr.vector(slope, power(LENGTH, -1)), tr.point([0, 0, 0])
                return "1 + " + " + ".join("%s*(%s - %s)" % (text(a), x, text(b)) for a, x, b in zip(k, "xyz", origin))
            t = {"name": name, "group": group, "value": expression(g.uniform(-30, 30), ONE, shape)}
            if key != "beams" or any(b.get("group") == group for b in self.case["beams"]):
                t["field"] = field
            if key == "shells" and g.random() < 0.5:
                across = g.uniform(-2, 2)
                t["gradient"] = lambda tr, across=across: tr.number(-across if tr.flip else across, power(LENGTH, -1))
            self.entry("temperatures", t)
            self.design({"temperature": name}, "amplitude", ONE, 0.4)
        if self.designs and self.functions and g.random() < 0.7 and self.verb == "run":
            self.verb = "gradient"

    def buckle(self):
        """Ask for load factors in place of a run, and take away what makes the tangent unsymmetric."""
        if self.family != "linear" or self.dice.random() > 0.6 or self.case.get("bushings"):
            return
        self.verb = "buckling"
        self.case.pop("spin", None)
        loads = [{**x, "follow": False} for x in self.case.get("loads", []) if x["type"] != "moment"]
        gone = {x.get("name") for x in self.case.get("loads", [])} - {x.get("name") for x in loads}
        self.case["loads"] = loads
        self.case["design"] = [d for d in self.case.get("design", []) if d.get("load") not in gone]
        self.case["modes"] = {"count": 2}

    # -- models of their own
    def vehicle(self):
        g = self.dice
        self.vertical = True
        self.step, self.steps = 2e-3, g.randint(4, 10)
        self.span = self.step * self.steps
        heading, speed, radius = [math.cos(0.3), math.sin(0.3), 0.0], g.uniform(3, 10), 0.3
        side = [-heading[1], heading[0], 0.0]
        start = [v * speed for v in heading]
        self.case["road"] = {"normal": g.choice(("surface", "vertical")), "height": self.road(heading, g.choice((0.0, 0.01)))}
        chassis = self.rigid_body([0.0, 0.0, 0.7])
        self.case["bodies"][-1]["velocity"] = vector(start, SPEED)
        for sx in (-1, 1):
            for sy in (-1, 1) if g.random() < 0.5 else (0,):
                at = add(add([0.0, 0.0, 0.295], heading, 1.2 * sx), side, 0.7 * sy)
                name, tyre = self.name("w"), self.name("ty")
                self.entry("bodies", {"name": name, "at": point(at), "mass": number(15, MASS), "rotation": self.turn_of_body(),
                                      "inertia": [number(v, INERTIA) for v in (0.4, 0.4, 0.4, 0, 0, 0)], "velocity": vector(start, SPEED),
                                      "angular_velocity": vector([speed / radius * c for c in side], RATE)})
                wheel = Spot(name, at, "body", body=name)
                self.spots.append(wheel)
                hub = self.name("bu")
                self.entry("bushings", {"name": hub, "between": [chassis.name, name], "at": point(at), "axes": [vector(side), vector(heading)],
                                        "stiffness": [number(v, product(STIFFNESS, power(LENGTH, 2 * (i > 2))))
                                                      for i, v in enumerate((5e4, 5e4, 2e4, 0, 1e4, 1e4))],
                                        "damping": [number(v, product(DAMPING, power(LENGTH, 2 * (i > 2))))
                                                    for i, v in enumerate((500, 500, 900, 0, 100, 100))]})
                self.entry("tyres", {"name": tyre, "wheel": name, "axis": vector(side), "radius": number(radius, LENGTH),
                                     "stiffness": number(1e5, STIFFNESS), "damping": number(200, DAMPING), "friction": number(1.0),
                                     "side_friction": number(0.9), "slip": number(0.1), "slip_angle": number(0.1),
                                     "slip_speed": number(0.1, SPEED)})
                self.design({"tyre": tyre}, "stiffness", STIFFNESS, 0.3)
                self.design({"tyre": tyre}, "radius", LENGTH, 0.3)
        self.case["gravity"] = vector([0, 0, -9.81], ACCELERATION)

    def road(self, heading, height):
        wave = self.dice.uniform(1, 4)

        def leaf(tr):
            k = [tr.number(wave * c, (-1, 0, 0)) for c in turned(tr.R, heading)]
            origin = tr.point([0, 0, 0])
            return "%s + %s*sin(%s*(x - %s) + %s*(y - %s))" % tuple(
                text(v) for v in (origin[2], tr.number(height, LENGTH), k[0], origin[0], k[1], origin[1]))
        return leaf

    def explicit(self):
        """Soft springs between bodies and free nodes."""
        self.scheme = self.dice.choice(self.EXPLICIT)
        self.k, self.step = 100.0, 1e-3
        self.span = self.step * self.steps
        for _ in range(self.dice.randint(1, 3)):
            self.free_mass()
        self.connect_more()
        if self.scheme == "explicit_euler":
            return
        spot = self.rigid_body(self.near(self.spots[-1].at, 1))
        self.spring(Spot("ground", self.near(spot.at, 1), "ground"), spot)

    # -- actions, march and results
    def actions(self):
        g = self.dice
        if not self.vertical and g.random() < 0.5:
            size = 10 ** g.uniform(-0.5, 1) * (0.05 if not self.dynamic else 1)
            self.case["gravity"] = vector([size * x for x in self.direction()], ACCELERATION)
        if self.family in ("static", "linear") and g.random() < 0.2:
            self.case["spin"] = {"speed": expression(self.log(-2, 0), RATE, self.shape()), "axis": vector(self.direction()),
                                 "about": point([g.uniform(-1, 1) for _ in range(3)])}
        for spot in self.spots:
            if spot.kind == "free" and g.random() < 0.6:
                self.entry("loads", {"type": "force", "mass": spot.name, "name": self.name("l"),
                                     "value": expressions([self.k * 0.02 * x for x in self.direction()], FORCE, self.shape())})
            if self.dynamic and spot.kind == "body" and not self.vertical and g.random() < 0.3:
                b = next(b for b in self.case["bodies"] if b["name"] == spot.name)
                if not any(s.get("body") == spot.name for s in self.case.get("supports", [])):
                    b["angular_velocity"] = vector([g.uniform(-1, 1) for _ in range(3)], RATE)
                    b["velocity"] = vector([g.uniform(-0.3, 0.3) for _ in range(3)], SPEED)
        for b in self.case.get("shells", []):
            if self.dynamic and g.random() < 0.2:
                name = self.name("in")
                self.entry("initial", {"name": name, "group": b["group"], "angular_velocity": vector([g.uniform(-1, 1) for _ in range(3)], RATE),
                                       "about": point([g.uniform(-1, 1) for _ in range(3)])})
                self.design({"initial": name}, "angular_velocity", RATE, 0.3, True)

    def march(self):
        g = self.dice
        if self.dynamic:
            time = {"scheme": getattr(self, "scheme", None) or g.choice(self.SCHEMES), "step": number(self.step, TIME), "steps": self.steps,
                    "error_limit": 1e9}
            if time["scheme"] in ("bdf2", "bdf3") and g.random() < 0.3:
                time["start"] = "dirk"
            if time["scheme"] == "galpha":
                time["rho"] = g.choice((0.0, 0.5, 0.9))
            if "joints" in self.case and g.random() < 0.4:
                self.case["constraints"] = {"enforce": g.choice(("auto", "index1", "projected", "penalty"))}
                if self.case["constraints"]["enforce"] == "penalty":
                    self.case["constraints"].update(factor=number(1e7 * self.rho, MASS), omega=number(0.05 / self.step, RATE))
        else:
            linear = self.family == "linear"
            self.steps = 1 if linear else g.randint(1, 4)
            time = {"scheme": "linear" if linear else "static", "step": 1 / self.steps, "steps": self.steps}
        self.case["time"] = time
        if self.family == "modes":
            self.verb = "modes"
            self.case["modes"] = {"count": 3, "at": g.choice(("reference", "equilibrium"))}
        self.case["output"] = {"every": 0}
        self.case["checkpoint"] = {"disk": 0}

    def probe(self, spot):
        p = {"name": self.name("pr")}
        if spot.kind == "free":
            p["mass"] = spot.entry["mass"]
        elif "body" in spot.entry:
            p.update(body=spot.entry["body"], at=point(self.near(spot.at, 0.3)))
        elif "group" in spot.entry:
            p["group"] = spot.entry["group"]
        else:
            p["group"] = spot.name[len("group:"):]
        self.entry("probes", p)
        return p["name"]

    def watch(self):
        g = self.dice
        probes = [self.probe(s) for s in self.spots if s.kind != "ground"][:5]
        if self.verb == "modes":
            return
        if not self.dynamic and self.family == "static" and not probes:
            return
        if probes and g.random() < 0.8:
            self.functions_of(probes)
        if self.dynamic and len(self.functions) % 2:
            self.states(probes[0])
        if self.designs and self.functions and g.random() < 0.8:
            self.verb = "gradient"

    def states(self, probe):
        """A state that follows another one, and how far a probe is where it ends."""
        rate = 3 / self.span
        self.entry("states", {"name": "lag", "rate": "n1*(lead - lag)", "numbers": number(rate, RATE), "initial": 0.5})
        self.entry("states", {"name": "lead", "rate": expression(rate, RATE, lambda tr: "cos(%s*t)" % text(tr.number(rate, RATE)))})
        self.functional(LENGTH, type="end", value=lambda tr: "lag.value*(%s)" % " + ".join(
            "%s*%s.%s" % (text(c), probe, x) for c, x in zip(tr.vector((0.3, 0.5, 0.8)), ("ux", "uy", "uz"))))
        self.entry("design", {"name": "lag n1", "state": "lag", "parameter": "n1"})
        self.designs.append(("lag n1", RATE, False))

    def functional(self, dimension, **entry):
        name = self.name("F")
        self.entry("functions", {"name": name, **entry})
        self.functions.append((name, dimension, entry["weight"] if entry["type"] == "ks" else None))

    def functions_of(self, probes):
        g = self.dice
        for _ in range(g.randint(1, 3)):
            probe, d = g.choice(probes), self.direction()

            def along(letters, d=d, probe=probe):
                return lambda tr: " + ".join("%s*%s.%s" % (text(c), probe, x) for c, x in zip(tr.vector(d), letters))
            u, v = along(("ux", "uy", "uz")), along(("vx", "vy", "vz"))
            kind = g.choice(("end", "integral", "value", "mass", "compliance", "energy", "ks", "induced", "force"))
            if kind == "end":
                self.functional(LENGTH, type="end", value=u)
            elif kind == "integral" and self.dynamic:
                self.functional((2, -1, 0), type="integral", value=lambda tr, v=v: "(%s)^2" % v(tr))
            elif kind == "value" and self.dynamic:
                self.functional((2, -2, 0), type="value", at="end", value=lambda tr, v=v: "(%s)^2" % v(tr))
            elif kind == "mass":
                self.functional(MASS, type="mass")
            elif kind == "compliance" and self.case.get("loads"):
                self.functional(ENERGY if not self.dynamic else product(ENERGY, TIME), type="compliance")
            elif kind == "energy":
                self.functional(product(ENERGY, TIME if self.dynamic else ONE), type="energy", form=g.choice(("strain", "kinetic", "total") if self.dynamic else ("strain",)))
            elif kind == "ks" and not self.no_yield and (self.case.get("shells") or self.case.get("beams")):
                self.functional(ONE, type="ks", weight=20, sum="discrete")
            elif kind == "induced" and not self.no_yield and (self.case.get("shells") or self.case.get("beams")):
                self.functional(ONE, type="induced", form=g.choice(("exponential", "power")), weight=10, sum="discrete")
            elif kind == "force" and self.case.get("joints") and self.family != "linear":
                joint = g.choice(self.case["joints"])
                value = "f3" if "axis" in joint else lambda tr: "+".join(
                    "%s*f%s" % (text(c), x) for c, x in zip(tr.vector(d), "xyz"))
                self.functional(FORCE, type="value", at="end", of=joint["name"], value=value)

    def render(self, tr):
        tr.dynamic = self.dynamic
        return render(self.case, tr), self.mesh.render(tr) if self.mesh.nodes else None
