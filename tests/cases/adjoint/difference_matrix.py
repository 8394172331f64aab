"""Gradients by central differences of the case read again: kinds of numbers x kinds of partners x families of schemes.

Claims: adjoint and tangent agree with `verify --differences`, which shares no derivative with them, for positions and
axes of joints, bushings, springs, loads and masses, for stiffnesses, inertias, sections and initial motions, whether
the partner is a body, the end of a beam, a node of a beam or of shells, a free node or a body that links or other beams
carry, in every family of schemes, for frequencies and for load factors of buckling. Positions lie in general
directions, from a seed that is printed.
"""
import json
import os
import random
import sys

from helper import check, program, run

SEED = int(os.environ.get("SEED", "27"))
SCHEMES = {
    "galpha": {"step": 0.02, "steps": 4},
    "newmark": {"step": 0.005, "steps": 3, "error_limit": 1e9},
    "bdf2": {"step": 0.02, "steps": 4},
    "dirk3": {"step": 0.004, "steps": 2, "error_limit": 1e9},
    "sdirk2": {"step": 0.02, "steps": 2},
    "euler": {"step": 0.02, "steps": 4},
    "static": {"step": 1, "steps": 1},
    "linear": {"step": 1, "steps": 1},
}
STILL = ("static", "linear")
MOVING = [scheme for scheme in SCHEMES if scheme not in STILL]
PARTNERS = ("body", "ground", "beam end", "beam start", "end on a body", "body on an end", "corner of beams",
            "straight elements", "node of a beam", "free node", "linked body", "averaged body", "node of shells")


class Space:
    """Random numbers, and a frame turned at random in which cases are written."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        a = self.unit()
        b = self.unit()
        c = self.normal(self.cross(a, b))
        self.axis = [a, c, self.cross(a, c)]
        self.origin = [self.number(-1, 1) for _ in range(3)]

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    @staticmethod
    def cross(a, b):
        return [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]

    @staticmethod
    def normal(a):
        size = sum(x * x for x in a) ** 0.5
        return [x / size for x in a]

    def unit(self):
        return self.normal([self.random.gauss(0, 1) for _ in range(3)])

    def vector(self, x, y, z):
        return [round(x * a + y * b + z * c, 6) for a, b, c in zip(*self.axis)]

    def place(self, x, y, z, spread=0.0):
        x, y, z = (c + self.random.uniform(-spread, spread) for c in (x, y, z))
        return [round(o + v, 6) for o, v in zip(self.origin, self.vector(x, y, z))]

    def some(self, size=1.0):
        return [round(size * x, 4) for x in self.unit()]


def force(s, size):
    return ["%.4f*(1 + t)" % x for x in s.some(size)]


def base():
    return {"gimbal": 1, "materials": {"m": {"young": 4e6, "poisson": 0.3, "density": 400, "yield": 1e3}},
            "sections": {"tube": {"type": "circle", "material": "m", "radius": 0.08}},
            "beams": [], "bodies": [], "joints": [], "springs": [], "bushings": [], "masses": [], "links": [],
            "loads": [], "probes": [], "supports": [], "shells": [], "design": [], "functions": [],
            "gravity": None, "output": {"every": 0}}


def beam(s, name, points, ends=("ground", None), order=2, elements=1):
    return {"name": name, "points": points, "elements": elements, "order": order, "section": "tube",
            "orientation": s.some(), "ends": list(ends)}


def body(s, name, at):
    return {"name": name, "at": at, "mass": s.number(0.5, 1.5),
            "inertia": [s.number(0.1, 0.2) for _ in range(3)] + [s.number(-0.02, 0.02) for _ in range(3)],
            "rotation": {"axis": s.some(), "angle": s.number(0, 3)}}


def hold(s, name, at):
    """Six springs in general directions, which hold a body."""
    ends = [([1, 0.2, 0], [0, 0.2, 0.2]), ([0.1, 1, 0.3], [0.2, 0, -0.2]), ([-0.2, 0.1, 1], [-0.2, 0.2, 0]),
            ([-1, 0.3, 0.2], [0, -0.2, 0.2]), ([0.3, -1, 0.1], [-0.2, 0, 0.2]), ([0.1, -0.2, -1], [0.2, -0.2, 0])]
    return [{"between": ["ground", name],
             "at": [s.place(*[x + y for x, y in zip(at, far)]), s.place(*[x + y for x, y in zip(at, near)])],
             "stiffness": 100, "damping": 0.5} for far, near in ends]


def plate(s):
    """A plate of two elements held along one side, its mesh, and the middle and side nodes that others use."""
    nodes = [s.place(x, y, 0) for x in (-1, -0.5, 0) for y in (-0.6, 0)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "4", '1 1 "root"', '0 2 "tip"',
             '2 3 "plate"', '1 4 "free"', "$EndPhysicalNames", "$Nodes", str(len(nodes))]
    lines += ["%d %.6f %.6f %.6f" % (i + 1, *x) for i, x in enumerate(nodes)]
    lines += ["$EndNodes", "$Elements", "5", "1 1 2 1 1 1 2", "2 15 2 2 2 6", "3 1 2 4 4 5 6", "4 3 2 3 3 1 3 4 2",
              "5 3 2 3 3 3 5 6 4", "$EndElements"]
    return "\n".join(lines) + "\n", nodes


def add_partner(c, s, kind):
    """The partner of the joint, the bushing and all: what they name it by, as a body for loads and masses, whether it
    has a place of its own, and designs of it."""
    here = s.place(0, 0, 0)
    c["probes"].append({"name": "seen", "body": "P", "at": s.place(0, 0, 0, 0.2)})
    if kind in ("body", "linked body", "averaged body", "body on an end"):
        c["bodies"].append(body(s, "P", here))
        c["design"] += [("P.mass", "body", "P", "mass"), ("P.at", "body", "P", "at.y"),
                        ("P.inertia", "body", "P", "inertia.xz")]
    if kind == "body":
        c["bushings"].append({"name": "hold", "between": ["ground", "P"], "at": s.place(0, 0, 0, 0.2),
                              "axes": [s.some(), s.some()], "stiffness": [60, 80, 50, 20, 25, 30],
                              "damping": [1, 1, 1, 0.2, 0.2, 0.2]})
        c["design"] += [("hold.at", "bushing", "hold", "at.z"), ("hold.axes", "bushing", "hold", "axes.1.x")]
    if kind in ("linked body", "averaged body", "node of shells"):
        c["mesh"] = "plate.msh"
        c["groups"] = [{"name": "outer", "nodes": [3, 4, 5, 6]}]
        c["shells"] = [{"group": "plate", "material": "m", "thickness": 0.1}]
        c["supports"] = [{"group": "root", "fix": "all"}]
        c["links"] = [{"body": "P", "group": "outer" if kind == "averaged body" else "free",
                       "type": "average" if kind == "averaged body" else "rigid"}]
        c["design"].append(("shell", "thickness", "plate", None))
    name, place = "P", True
    if kind == "ground":
        name = "ground"
    elif kind == "free node":
        c["masses"].append({"name": "P", "at": here, "mass": 0.7})
        c["springs"] += [{"between": ["ground", "P"], "at": [s.place(*x), None], "stiffness": 200, "damping": 1}
                         for x in ((1, 0, 0.2), (0.1, 1, 0), (-1, 0.1, -0.8))]
        c["design"] += [("P.at", "mass", "P", "at.x"), ("P.mass", "mass", "P", "mass")]
        place = False
    elif kind == "node of shells":
        c["links"] = []
        name, place = "group:tip", False
    elif "beam" in kind or "end" in kind or "elements" in kind:
        order = 1 if kind == "straight elements" else 2
        root = s.place(-1, 0, 0)
        points = [here, root] if kind == "beam start" else [root, here]
        ends = ["ground", None]
        if kind == "beam start":
            ends = [None, "ground"]
        if kind == "end on a body":
            c["bodies"].append(body(s, "carried", s.place(0.1, -0.2, 0.1)))
            ends = ["ground", "carried"]
            c["design"] += [("carried.at", "body", "carried", "at.y")]
        if kind == "body on an end":
            c["joints"].append({"type": "fixed", "name": "clamp", "between": ["bm.end", "P"], "at": here})
            c["design"].append(("clamp.at", "joint", "clamp", "at.x"))
        c["beams"].append(beam(s, "bm", points, ends, order, 2 if order == 1 else 1))
        if kind == "corner of beams":
            c["beams"].append(beam(s, "corner", [here, s.place(0.2, -0.8, 0.3)], ["bm.end", "ground"]))
        c["design"].append(("tube", "section", "tube", "radius"))
        place = kind != "node of a beam"
        if kind != "body on an end":
            name = {"beam start": "bm.start", "node of a beam": "group:bm.end"}.get(kind, "bm.end")
    c["probes"][0]["body"] = name
    if name in ("ground", "P") and kind in ("ground", "free node") or name.startswith("group:"):
        c["probes"][0] = {"name": "seen", "body": "arm", "at": s.place(0.3, 0.1, 0)}
    return name, place


def add_things(c, s, name, place, scheme):
    """A revolute arm, a bushing, a spring, a load, a mass and a torsion spring at the partner, and their numbers."""
    here = s.place(0, 0, 0)
    has_axes = place or name == "group:bm.end"
    c["bodies"] += [body(s, "arm", s.place(0.6, 0.1, 0.1)), body(s, "block", s.place(0.3, 0.5, -0.2))]
    at = s.place(0, 0, 0, 0.15) if place else here
    joint = {"type": "revolute" if has_axes else "spherical", "name": "h", "between": [name, "arm"], "at": at}
    c["joints"].append(joint)
    if has_axes:
        joint["axis"] = s.some()
        c["springs"].append({"name": "turn", "joint": "h", "stiffness": 12, "damping": 0.3})
        c["design"] += [("h.axis", "joint", "h", "axis.y"), ("turn", "spring", "turn", "stiffness")]
    else:
        c["springs"] += hold(s, "arm", (0.5, 0, 0))
        c["springs"][-1]["name"] = "stay"
        c["design"].append(("stay.at", "spring", "stay", "at.2.z"))
    if place:
        c["design"].append(("h.at", "joint", "h", "at.x"))
    bushing = {"name": "b", "between": [name, "block"], "at": s.place(0, 0, 0, 0.15) if place else here,
               "axes": [s.some(), s.some()], "stiffness": [40, 50, 60] + ([10, 12, 14] if has_axes else [0, 0, 0]),
               "damping": [1, 1, 1] + ([0.3, 0.2, 0.1] if has_axes else [0, 0, 0])}
    c["bushings"].append(bushing)
    c["design"] += [("b.axes", "bushing", "b", "axes.1.z"), ("b.stiffness", "bushing", "b", "stiffness.22")]
    if place:
        c["design"].append(("b.at", "bushing", "b", "at.y"))
    if not has_axes:
        c["springs"] += hold(s, "block", (0.3, 0.5, -0.2))
    if place and name != "ground" and not name.startswith("group:"):
        c["loads"].append(
            {"name": "F", "type": "force", "body": name, "at": s.place(0, 0, 0, 0.2), "value": force(s, 3)})
        c["masses"].append({"name": "m", "body": name, "at": s.place(0, 0, 0, 0.3), "mass": s.number(0.2, 0.5)})
        c["design"] += [("F.at", "load", "F", "at.y"), ("F.size", "load", "F", "amplitude"),
                        ("m.at", "mass", "m", "at.z"), ("m.mass", "mass", "m", "mass")]
        c["springs"].append({"name": "s", "between": ["ground", name],
                             "at": [s.place(0.5, -1, 0.3), s.place(0, 0, 0, 0.2)], "stiffness": 35, "damping": 0.5})
        c["design"] += [("s.at", "spring", "s", "at.2.x"), ("s.ground", "spring", "s", "at.1.y")]
    c["loads"].append({"type": "force", "body": "arm", "at": s.place(0.7, 0.1, 0.2), "value": force(s, 2)})
    if scheme != "linear":  # a moment has no potential, and no normal modes
        c["loads"].append({"type": "moment", "body": "block", "value": force(s, 1)})
    c["gravity"] = s.some(2)
    if scheme not in STILL:
        c["bodies"][-2]["angular_velocity"] = s.some(0.3)
        c["design"].append(("arm.spin", "body", "arm", "angular_velocity.x"))
    c["probes"].append({"name": "p", "body": "arm", "at": s.place(0.8, 0.2, 0.3)})
    c["probes"].append({"name": "q", "body": "block", "at": s.place(0.3, 0.6, -0.3)})


def add_functions(c, scheme):
    c["functions"] += [{"name": "uz", "type": "end", "value": "p.uz + 0.3*p.ux"},
                       {"name": "seen", "type": "end", "value": "seen.ux - 0.4*seen.uy + seen.uz"},
                       {"name": "block", "type": "integral", "value": "(q.ux + q.uy)^2 + 0.1*q.uz"},
                       {"name": "energy", "type": "energy", "form": "strain"},
                       {"name": "where", "type": "mass_centre", "form": "x"}]
    if scheme == "linear":
        c["functions"] += [{"name": "Hz %d" % k, "type": "frequency", "mode": k} for k in (1, 3)]
        c["functions"].append({"name": "factor", "type": "buckling", "mode": 1})
    if scheme != "linear":
        c["functions"] += [{"name": "force", "type": "value", "of": "h", "value": "fx - 0.5*fy + 0.2*fz"},
                           {"name": "moment", "type": "value", "of": "h", "value": "m1 + 0.3*m2 + f3"}]
    if scheme not in STILL:
        c["functions"] += [{"name": "speed", "type": "end", "value": "p.vx^2 + q.vy"},
                           {"name": "push", "type": "end", "value": "p.ax + 0.1*q.az"}]


def case(kind, scheme, seed):
    s = Space("%d %s" % (seed, kind))
    c = base()
    c["title"] = "%s, %s, seed %d" % (kind, scheme, seed)
    name, place = add_partner(c, s, kind)
    add_things(c, s, name, place, scheme)
    c["time"] = {"scheme": scheme, **SCHEMES[scheme]}
    add_functions(c, scheme)
    if "mesh" in c:
        mesh, _ = plate(Space("%d %s" % (seed, kind)))
        with open("plate.msh", "w") as file:
            file.write(mesh)
    c["design"] = [{"name": d[0], d[1]: d[2], **({"parameter": d[3]} if d[3] else {})} for d in c["design"]]
    return {key: value for key, value in c.items() if value not in ([], None)}


def tell(found):
    rows = [(f, d, v) for f, by in found["differences"].items() for d, v in by.items() if v["verdict"] != "agrees"]
    return "\n".join("d %s / d %s: %g by the gradient, %g within %.0e by differences: %s"
                     % (f, d, v["derivative"], v["difference"], v["error"], v["verdict"]) for f, d, v in rows)


def compare(name, text, count, ranks=1, options=()):
    r = run(json.dumps(text) + "\n", ranks, "verify", (), ["--differences", *options])
    if not check(name + " ends with a report", r.json and "differences" in r.json, r.stderr):
        return
    check(name + ": none is wrong", r.json["wrong"] == 0 and r.status == 0, tell(r.json))
    for key in ("compared", "wrong", "unclear"):
        count[key] += r.json[key]
    if r.json["unclear"] and "-v" in sys.argv:
        print(name, tell(r.json))


def schemes_of(kind):
    """Those of statics, and two of the others in turn, so that each meets several kinds."""
    place = 2 * PARTNERS.index(kind)
    return [*STILL, MOVING[place % len(MOVING)], MOVING[(place + 1) % len(MOVING)]]


def matrix(wanted):
    """Each number of each kind of partner in one of the schemes at least, every third in each: in which, depends on
    the kind. All numbers in the schemes that the command line names, for the kinds that it names."""
    total = {"compared": 0, "wrong": 0, "unclear": 0}
    print("seed %d" % SEED)
    for kind in [kind for kind in PARTNERS if kind in wanted or not set(wanted) & set(PARTNERS)]:
        count = dict.fromkeys(total, 0)
        named = [scheme for scheme in SCHEMES if scheme in wanted]
        for place, scheme in enumerate(named or schemes_of(kind)):
            text = case(kind, scheme, SEED)
            if not named:
                text["design"] = text["design"][(place + PARTNERS.index(kind)) % 3::3]
            compare("%s, %s" % (kind, scheme), text, count)
        print("%-20s %5d compared, %d wrong, %d unclear" % (kind, count["compared"], count["wrong"], count["unclear"]))
        for key in total:
            total[key] += count[key]
    print("%-20s %5d compared, %d wrong, %d unclear" % ("all", total["compared"], total["wrong"], total["unclear"]))
    check("a thousand comparisons", total["compared"] >= 1000, total)
    check("nearly all can be told", total["unclear"] <= 0.01 * total["compared"], total)


matrix(sys.argv[1:])
