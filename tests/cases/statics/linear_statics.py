"""`scheme: linear` is linear in all that it reports: with F times all loads, given motions and angles, displacements,
turns, strains, section forces, stresses, failure indices and reactions are F times as large and energies F squared
times, and two sets of loads superpose. Random models have every kind of entry (the seed is printed with a failure; an
argument is the number of models). Their small loads agree with `static`, reactions balance loads, and gradients are
those of adjoint, tangent, complex step and of differences of cases read anew. Closed forms: a cantilever, a spinning
bar, a lever on springs, a laminate.
"""
import random
import sys

from common import ended
from helper import built_anew, check, close, gradients_agree, grid, run
from hdf5 import File

ENERGIES = ("c", "e", "shell.energy")  # functions


# ---- random models -------------------------------------------------------------------------------

def vector(rng, size=1.0):
    return [round(rng.uniform(-size, size), 6) for _ in range(3)]


def numbers(v, factor):
    return "[%s]" % ", ".join("%.17g" % (factor * x) for x in v)


class Model:
    """A case with every kind of entry, as a function of two factors of its loads."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.seed = seed
        self.kind = rng.choice(["quad4", "tri3", "quad9", "tri6"])
        self.mesh = "strip%d.msh" % seed
        tilt = rng.uniform(0, 0.3)
        mesh = grid(4, 2, size=(2, 0.5), distort=0.2 * rng.random(), seed=seed, kind=self.kind, group="strip",
                    place=lambda x, y: (x, y, tilt * x * y))
        near = [mesh.nearest(x, y) for x, y in ((0.5, 0.25), (1, 0.25), (1, 0.5), (1.5, 0))]
        for pair in zip(near, near[1:]):
            mesh.element("line2", "some", pair)
        mesh.write(self.mesh)
        self.load = [[vector(rng, 0.03) for _ in range(8)] for _ in range(2)]
        self.motion = [[rng.uniform(-1e-3, 1e-3) for _ in range(4)] for _ in range(2)]
        self.axes = [vector(rng) for _ in range(6)]
        self.order = rng.choice([1, 2])
        self.stiff = [[round(rng.uniform(50, 200), 3) for _ in range(6)] for _ in range(2)]
        self.spring = [round(rng.uniform(20, 300), 3) for _ in range(6)]
        self.follow = ["true" if rng.random() < 0.5 else "false" for _ in range(3)]
        self.laminate = rng.random() < 0.5

    def text(self, first, second=0.0, scheme="linear"):
        """With these factors of the two sets of loads."""
        def of(k):
            return numbers([first * a + second * b for a, b in zip(self.load[0][k], self.load[1][k])], 1)

        def motion(k):
            return "%.17g" % (first * self.motion[0][k] + second * self.motion[1][k])

        shell = "section: skin, axis: [1, 0.2, 0]" if self.laminate else "material: a, thickness: 0.02"
        return MODEL % dict(
            mesh=self.mesh, shell=shell, order=self.order, scheme=scheme,
            gravity=of(0), f1=of(1), m1=of(2), f2=of(3), m2=of(4), f3=of(5), t=of(6), m3=of(7),
            pressure="%.17g" % (first * 0.7 + second * 0.4), follow=self.follow[0], follow2=self.follow[1],
            shift=motion(0), angle=motion(1), drive=motion(2), slide=motion(3),
            a0=numbers(self.axes[0], 1), a1=numbers(self.axes[1], 1), a2=numbers(self.axes[2], 1),
            a3=numbers(self.axes[3], 1), k0=numbers(self.stiff[0], 1), k1=numbers(self.stiff[1], 1),
            more="", **{"s%d" % i: self.spring[i] for i in range(6)})


MODEL = """gimbal: 1
mesh: %(mesh)s
gravity: %(gravity)s
materials:
  a: {young: 1e7, poisson: 0.3, density: 1000, yield: 1e5}
  ply: {E1: 2e7, E2: 1e6, G12: 5e5, G13: 5e5, G23: 4e5, poisson: 0.3, density: 1000, Xt: 1e5, Xc: 1e5, Yt: 5e4, Yc: 5e4,
        S: 4e4}
sections:
  s: {type: rectangle, material: a, width: 0.04, height: 0.05}
  skin: {type: laminate,
         plies: [{material: ply, thickness: 0.008, angle: 30}, {material: ply, thickness: 0.012, angle: -50}]}
shells: [{group: strip, %(shell)s}]
beams:
  - {name: b, points: [[2, 0, 0], [3, 0.5, 0.2]], elements: 2, order: %(order)d, section: s, orientation: [0, 0, 1]}
  - {name: c, points: [[0, 3, 0], [1, 3, 0.5]], elements: 2, section: s, orientation: [0, 0, 1]}
bodies:
  - {name: hub, at: [2, 0, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: arm, at: [4, 0.5, 0.2], mass: 2, inertia: [1, 2, 3, 0.1, 0.2, 0.1]}
  - {name: lever, at: [0, 5, 0], mass: 2, inertia: [1, 2, 3, 0.1, 0.2, 0.1]}
  - {name: slide, at: [1, 5, 0], mass: 2, inertia: [1, 2, 3, 0, 0, 0]}
  - {name: rider, at: [2, 0.5, 0.3], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: driven, at: [3, 5, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: turned, at: [5, 5, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
links: [{body: hub, group: right}, {body: rider, group: some, type: average}]
masses:
  - {name: bob, at: [3, 1.5, 0.2], mass: 1}
  - {name: moved, at: [4, 3, 0], motion: ["%(shift)s*t", 0, "%(shift)s*t"]}
  - {group: corner01, mass: 0.3}
  - {name: pad, body: arm, at: [4.5, 0.2, 0], mass: 0.7}
joints:
  - {name: root, type: fixed, between: [hub, b.start], at: [2, 0, 0]}
  - {name: pivot, type: revolute, between: [ground, lever], at: [0.1, 5, 0.1], axis: %(a0)s}
  - {name: rail, type: prismatic, between: [lever, slide], at: [1, 5, 0], axis: %(a1)s}
  - {name: drive, type: revolute, between: [slide, driven], at: [3, 5, 0], axis: %(a2)s, angle: "%(drive)s*t"}
  - {name: push, type: prismatic, between: [driven, turned], at: [4, 5, 0], axis: %(a3)s, distance: "%(slide)s*t"}
springs:
  - {name: one, between: [bob, arm], at: [~, [4, 0.7, 0.3]], stiffness: %(s0)s}
  - {name: two, between: [bob, ground], at: [~, [3, 3, 1]], stiffness: %(s1)s}
  - {name: three, between: [bob, moved], stiffness: %(s2)s}
  - {name: four, between: [lever, slide], at: [[0, 5, 0.5], [1.5, 5.5, 1]], stiffness: %(s3)s}
  - {name: five, joint: pivot, stiffness: %(s4)s}
  - {name: six, between: [bob, ground], at: [~, [3.5, 1, -1]], stiffness: [%(s5)s, 3, 4]}
bushings:
  - {name: rubber, between: [b.end, arm], at: [3, 0.5, 0.2], axes: [[1, 1, 0], [0, 0, 1]], stiffness: %(k0)s}
  - {name: mount, between: [turned, ground], at: [5, 5, 1], axes: [[1, 0, 0], [0, 1, 0]], stiffness: %(k1)s}
supports:
  - {group: left, fix: all}
  - {body: c.start, angle: "%(angle)s*t", axis: [0.2, 1, 0.3], about: [0, 2, 1]}
loads:
  - {name: p, type: pressure, group: strip, value: %(pressure)s, follow: %(follow)s}
  - {type: traction, group: bottom, value: %(t)s}
  - {name: f1, type: force, body: hub, at: [2.1, 0.2, 0.1], value: %(f1)s, follow: %(follow2)s}
  - {name: m1, type: moment, body: arm, value: %(m1)s, follow: %(follow2)s}
  - {name: f2, type: force, mass: bob, value: %(f2)s}
  - {type: moment, group: corner11, value: %(m2)s}
  - {name: f3, type: force, body: lever, at: [0.3, 5.2, 0.4], value: %(f3)s, follow: %(follow)s}
  - {type: moment, body: c.end, value: %(m3)s}
  - {type: traction, group: b, value: %(t)s}
probes:
  - {name: tip, body: b.end, at: [3, 0.5, 0.2]}
  - {name: far, body: arm, at: [5, 1, 1]}
  - {name: lever, body: lever, at: [0.4, 5.2, 0.2]}
  - {name: turned, body: turned, at: [5.4, 5.2, 0.2]}
  - {name: swung, body: c.end, at: [1, 3, 0.5]}
  - {name: bob, mass: bob}
  - {name: held, reaction: left, about: [0.3, 0.2, 0.1]}
  - {name: pushed, reaction: moved}
  - {name: cell, element_at: [1, 0.25, 0]}
  - {name: bar, element_at: [2.2, 0.1, 0]}
functions:
  - {name: c, type: compliance}
  - {name: e, type: energy, form: strain}
  - {name: shell.energy, type: compliance, of: strip}
  - {name: tip, type: end, value: "tip.ux + 2*tip.uy - bob.uz"}
  - {name: turn, type: value, value: "arm.rx - 2*lever.ry + hub.rz"}
  - {name: N, type: value, value: "bar.N + 3*bar.My + cell.N11 + cell.M12"}
  - {name: s, type: value, value: "cell.s1_top - cell.s12_bottom"}
  - {name: arm, type: end, of: far, value: "ux"}
  - {name: held, type: value, value: "held.fx + 2*held.fz - held.mx + 3*held.mz"}
  - {name: pushed, type: value, value: "pushed.fy - 2*pushed.fx"}
  - {name: pin, type: value, value: "pivot.fx + pivot.f2 - 2*pivot.m1 + drive.m3 + root.mz + root.m2"}
%(more)s
time: {scheme: %(scheme)s, step: 1, steps: 1}
output: {every: 1}
"""


def flat(data, path=""):
    """All numbers of nested lists and mappings, by their paths."""
    if isinstance(data, dict):
        data = list(data.items())
    elif isinstance(data, (list, tuple)):
        data = list(enumerate(data))
    else:
        return {path: data} if isinstance(data, (int, float)) and not isinstance(data, bool) else {}
    found = {}
    for key, value in data:
        found.update(flat(value, "%s/%s" % (path, key)))
    return found


def results(model, first, second=0.0, scheme="linear", ranks=1):
    """What a model reports at the end: {quantity: its numbers}, of JSON and of the result file."""
    r = run(model.text(first, second, scheme), ranks)
    if not check("model %d with loads %g, %g by %s" % (model.seed, first, second, scheme), r.status == 0 and r.json,
                 r.stderr):
        return {}
    found = {}
    for name in ("probes", "reactions", "sections", "joints", "bodies"):
        for thing, parts in r.json.get(name, {}).items():
            for part, values in parts.items():
                if part not in ("t", "position", "node", "element", "v", "a", "about", "quaternion"):
                    last = list(flat(values[-1:]).values())
                    if part == "directors":
                        last = [x - y for x, y in zip(last, flat(values[:1]).values())]
                    found["%s %s %s" % (name, thing, part)] = last
    for name, value in r.json["functions"].items():
        found["function " + name] = [value]
    file = File("case.vtkhdf")
    for part in ("PointData", "CellData"):
        for field in file.members("/VTKHDF/" + part):
            shape, _, values = file.dataset("/VTKHDF/%s/%s" % (part, field))
            first, last = values[:len(values) // 2], values[len(values) // 2:]  # of two frames
            if field.startswith("principal"):  # both stresses and an angle
                last = [x for i, x in enumerate(last) if i % 3 < 2]
            elif field == "director":
                last = [x - y for x, y in zip(last, first)]
            if field not in ("node_id", "cell_id", "kind", "failure" if model.laminate else ""):
                found["field " + field] = last
    return found


def unit(name):
    """The quantities that are compared with the largest of them: round-off is of that size."""
    words = name.split()
    if words[0] == "sections":
        return {"N": "force", "Q": "force", "T": "moment", "M": "moment", "k": "curvature", "s": "stress"}.get(
                words[2][0], "strain")
    return name if words[0] in ("field", "function") else words[0] + words[-1].replace("local_", "")


def compare(label, found, expected, tolerance, zero):
    """Numbers against those expected, by the largest of their kind, and beyond twice the round-off `zero` of the
    results without loads."""
    check(label + ": the same quantities", found.keys() == expected.keys() and found, (found.keys(), expected.keys()))
    size = {}
    for name in expected:
        size[unit(name)] = max([size.get(unit(name), 0.0)] + [abs(x) for x in expected[name]])
    for name in found:
        a, b = found[name], expected.get(name, [])
        error = max([abs(x - y) for x, y in zip(a, b)] + [0.0]) - 2 * max([abs(x) for x in zero.get(name, [])] + [0.0])
        error /= max(size.get(unit(name), 0), 1e-300)
        check("%s: %s" % (label, name), len(a) == len(b) and error <= tolerance, "off by %.2g" % error)


def power(name, laminate):
    """Of the loads: energies have their square, and so has the index of a laminate as strong in tension as in
    compression."""
    return 2 if name.split()[-1] in ENERGIES or (laminate and "failure" in name) else 1


def random_models_are_linear(count, seed):
    """Factors, superposition and the slope of finite displacements."""
    for k in range(count):
        model = Model(seed + k)

        def scaled(found, factor):
            return {n: [factor ** power(n, model.laminate) * x for x in v] for n, v in found.items()}

        once, zero = results(model, 1.0), results(model, 0.0)
        # axes of joints are square to each other but for 1e-16, which turns bodies on bushings: forces of 1e-12 at any
        # load
        compare("round-off without loads of model %d" % model.seed,
                {n: [x + y for x, y in zip(once[n], zero[n])] for n in once}, once, 1e-10, {})
        for factor, ranks in ((10.0, 1), (1e-3, 2), (-3.0, 3)):
            many = results(model, factor, ranks=ranks)
            signed = [n for n in many if factor > 0 or "principal" not in n and "s1" not in n and "s2" not in n
                      and "von_mises" not in n
                      and "failure" not in n and n != "function s"]
            compare("%g times the loads of model %d" % (factor, model.seed), {n: many[n] for n in signed},
                    {n: v for n, v in scaled(once, factor).items() if n in signed}, 1e-9, zero)
        other, both = results(model, 0.0, 1.0), results(model, 1.0, 1.0)
        linear = [
            n for n in once if not any(w in n for w in ("principal", "s1", "s2", "von_mises", "failure", "function s"))
            and n.split()[-1] not in ENERGIES]
        compare("superposed loads of model %d" % model.seed, {n: both[n] for n in linear},
                {n: [x + y for x, y in zip(once[n], other[n])] for n in linear}, 1e-9, zero)
        compare("small loads of model %d by static" % model.seed, results(model, 1e-8, scheme="static"),
                scaled(once, 1e-8), 1e-4, zero)


def cantilever():
    """A strip under P at its end: u = P (L^3/(3 E I) + L/(k G A)), compliance P u, no axial force, the moment of the
    first of ten elements 0.95 P L, and failure indices as P, also where u is many times L."""
    young, length, width, height = 70e9, 1.0, 0.1, 0.05
    area, inertia = width * height, width * height ** 3 / 12
    flexibility = length ** 3 / (3 * young * inertia) + length / (5 / 6 * young / 2.6 * area)
    index = {}
    for P in (1.0, 1e3, 1e7):
        r = ended("a cantilever under %g" % P, run("""gimbal: 1
materials: {m: {young: 70e9, poisson: 0.3, density: 2700, yield: 270e6}}
sections: {s: {type: rectangle, material: m, width: 0.1, height: 0.05}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 10, section: s, orientation: [0, 1, 0]}]
supports: [{body: b.start, fix: all}]
loads: [{type: force, body: b.end, at: [1, 0, 0], value: [0, 0, %g]}]
probes: [{name: tip, body: b.end, at: [1, 0, 0]}, {name: root, element_at: [0.05, 0, 0]}]
functions:
  - {name: c, type: compliance}
  - {name: e, type: energy, form: strain}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: ks, type: induced, form: power, weight: 80, sum: discrete}
  - {name: N, type: value, value: root.N}
  - {name: My, type: value, value: root.My}
  - {name: own, type: value, value: root.energy}
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
""" % P, name="cantilever"))
        f = r.json["functions"]
        close("its deflection under %g" % P, f["uz"], P * flexibility, 1e-10)
        close("its compliance under %g" % P, f["c"], P ** 2 * flexibility, 1e-10)
        close("its energy under %g" % P, f["e"], P ** 2 * flexibility / 2, 1e-10)
        close("no axial force under %g" % P, f["N"], 0, 0, 1e-9 * P)
        close("the moment under %g" % P, f["My"], -0.95 * P, 1e-10)
        index[P] = f["ks"] / P
        close("the index under %g" % P, index[P], index[1.0], 1e-12)
        stress = 0.95 * height / 2 / inertia / 270e6
        check("it is the largest of bending, and a little more of all points", stress < index[P] < 1.1 * stress,
              (stress, index))


DESIGNS = """design:
  - {name: h, section: s, parameter: height}
  - {name: E, material: a, parameter: young}
  - {name: k1, spring: one, parameter: stiffness}
  - {name: k5, spring: five, parameter: stiffness}
  - {name: k6, spring: six, parameter: stiffness.2}
  - {name: end, spring: one, parameter: at.2.x}
  - {name: b, bushing: rubber, parameter: stiffness.22}
  - {name: bx, bushing: mount, parameter: at.x}
  - {name: ba, bushing: mount, parameter: axes.1.y}
  - {name: jx, joint: pivot, parameter: at.x}
  - {name: ja, joint: pivot, parameter: axis.z}
  - {name: lx, load: f1, parameter: at.x}
  - {name: la, load: p, parameter: amplitude}
  - {name: m, body: lever, parameter: mass}
  - {name: cg, body: arm, parameter: at.x}
"""


def gradients_of_random_models():
    """Of all functions, forces of joints and supports among them, by numbers of every kind of entry."""
    for seed in (2, 3):
        text = Model(seed).text(1.0).replace("time: {", DESIGNS + "time: {")
        gradients_agree("model %d" % seed, text, ["linear"], (1, 3), tangent=1e-9)


MOVED = """gimbal: 1
mesh: moved.msh
materials: {a: {young: 1e7, poisson: 0.3, density: 1000, yield: 1e6}}
shells: [{group: plate, material: a, thickness: 0.02}]
bodies: [{name: wheel, at: [0, 0, 2], mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0]}]
joints: [{name: axle, type: revolute, between: [ground, wheel], at: [0, 0, 2], axis: [0, 1, 0.2]}]
springs:
  - {name: taut, between: ["group:corner11", ground], at: [~, [1.5, 1, 1]], stiffness: 30, length: 0.8}
  - {name: hard, between: ["group:corner10", ground], at: [~, [2, 0, 0.5]], stiffness: [20, 30, 50], length: 0.9}
  - {name: law, between: ["group:corner11", wheel], at: [~, [0.5, 0, 2]], stiffness: 10, force: "4*s + 3*s^3 + n1",
     numbers: 0.02}
  - {name: coil, joint: axle, stiffness: 5, angle: 0.2}
masses: [{name: bob, group: corner10, mass: 0.3}]
spin: {speed: 2, axis: [0, 0.3, 1], about: [-0.5, 0, 0]}
supports: [{group: left, fix: all}]
loads:
  - {name: p, type: pressure, group: plate, value: 4, follow: true}
  - {name: f, type: force, body: wheel, at: [0.5, 0, 2.1], value: [0.3, 0.2, -1]}
probes: [{name: held, reaction: left, about: [0.2, 0.1, 0]}, {name: tip, group: corner11},
         {name: cell, element_at: [0.3, 0.2, 0]}]
functions:
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 20}
  - {name: u, type: end, of: tip, value: "uz + 2*ux"}
  - {name: r, type: value, value: "held.fz + 2*held.my - held.mz + 0.5*held.fx"}
  - {name: j, type: value, value: "axle.fx - 2*axle.fz + axle.m1 + axle.my"}
  - {name: s, type: value, value: "cell.M11 + cell.N12"}
  - {name: turn, type: value, value: "wheel.ry"}
design:
%stime: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""


def gradients_of_moved_references():
    """Springs that pull in the reference turn with their ends there, moved supports have moved arms."""
    grid(3, 2, size=(1, 0.6), distort=0.1, place=lambda x, y: (x, y, 0.1 * x * y)).write("moved.msh")
    moves = {
        "camber": ('shape: {group: plate, vector: [0, "0.3*x + 0.2*y", "y + x^2"]}', {"design[0].values": (0.0, 1.0)}),
        "t": ("thickness: plate", {"shells[0].thickness": (0.02, 1.0)}),
        "k": ("spring: taut, parameter: stiffness", {"springs[0].stiffness": (30.0, 1.0)}),
        "l": ("spring: taut, parameter: length", {"springs[0].length": (0.8, 1.0)}),
        "l2": ("spring: hard, parameter: length", {"springs[1].length": (0.9, 1.0)}),
        "x": ("spring: taut, parameter: at.2.x", {"springs[0].at": (["~", [1.5, 1.0, 1.0]], [0, [1.0, 0.0, 0.0]])}),
        "n": ("spring: law, parameter: n1", {"springs[2].numbers": (0.02, 1.0)}),
        "phi": ("spring: coil, parameter: angle", {"springs[3].angle": (0.2, 1.0)}),
        "kc": ("spring: coil, parameter: stiffness", {"springs[3].stiffness": (5.0, 1.0)}),
        "fx": ("load: f, parameter: at.z", {"loads[1].at": ([0.5, 0.0, 2.1], [0.0, 0.0, 1.0])}),
        "jx": ("joint: axle, parameter: at.x", {"joints[0].at": ([0.0, 0.0, 2.0], [1.0, 0.0, 0.0])}),
        "ja": ("joint: axle, parameter: axis.z", {"joints[0].axis": ([0.0, 1.0, 0.2], [0.0, 0.0, 1.0])}),
        "m": ("mass: bob, parameter: mass", {"masses[0].mass": (0.3, 1.0)}),
    }
    text = built_anew("moved references", MOVED, moves, h=1e-5)
    gradients_agree("moved references", text, ["linear"], (1, 2), tangent=1e-9)


def forces_turn_with_taut_springs():
    """A mass between two taut springs moves across by P L/(2 F); a lever on a coil with the moment k phi by its
    stiffness."""
    r = ended("taut springs", run("""gimbal: 1
masses: [{name: bob, at: [0, 0, 0], mass: 0}]
springs:
  - {between: [ground, bob], at: [[-0.5, 0, 0], ~], stiffness: 100, length: 0.4}
  - {between: [ground, bob], at: [[0.5, 0, 0], ~], stiffness: 100, length: 0.4}
loads: [{type: force, mass: bob, value: [3, 0, 2]}]
probes: [{name: bob, mass: bob}]
functions: [{name: e, type: energy, form: strain}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
""", name="taut"))
    u = r.json["probes"]["bob"]["u"][-1]
    close("along", u[0], 3 / 200, 1e-12)
    close("across", u[2], 2 * 0.5 / (2 * 10), 1e-12)
    close("their energy, of linear elongations", r.json["functions"]["e"],
          50 * (0.1 + u[0]) ** 2 + 50 * (0.1 - u[0]) ** 2, 1e-12)


def moments_turn_with_their_axes():
    """A coil between two bodies on a bushing: turns by the stiffnesses, and gradients of the forces of its joint."""
    text = """gimbal: 1
bodies: [{name: a, mass: 0, at: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0]},
         {name: b, mass: 0, at: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0]}]
bushings: [{name: mount, between: [ground, a], at: [0, 0, 0], stiffness: [100, 100, 100, 7, 8, 9]}]
joints: [{name: axle, type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}]
springs: [{name: coil, joint: axle, stiffness: 5, angle: 0.2}]
loads: [{name: m, type: moment, body: b, value: [0.7, 0.4, 0.5]}]
design:
  - {name: phi, spring: coil, parameter: angle}
  - {name: k, spring: coil, parameter: stiffness}
  - {name: m, load: m, parameter: amplitude}
functions: [%s]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
""" % ", ".join("{name: %s, type: value, value: %s.%s}" % (
    key, *key.split("_")) for key in ("axle_mx", "axle_my", "b_rx", "b_ry", "b_rz"))
    gradients_agree("a coil on a mount", text, ["linear"], (1, 2), tangent=1e-9)
    r = ended("a coil on a mount", run(text, name="coil"))
    for key, expected in (("b_rx", 0.7 / 7), ("b_ry", 0.4 / 8), ("b_rz", 0.5 / 9 + 0.2 + 0.5 / 5)):
        close(key + " of a coil on a mount", r.json["functions"][key], expected, 1e-12)


PRELOADED = """gimbal: 1
bodies: [{name: b, mass: 1, at: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0]}]
bushings: [{name: mount, between: [ground, b], at: [0, 0, 0], stiffness: [100, 100, 100, 7, 8, 9]}]
springs:
  - {name: s, between: [b, ground], at: [[1, 0, 0], [1, 1, %g]], stiffness: 5, length: 0.98}
%s
loads: [{name: m, type: moment, body: b, value: [%g, 0.4, %g]},
        {name: f, type: force, body: b, at: [0.2, 0.1, 0.4], value: [0, 0, 0]}]
%s
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""
WARNS = "springs are preloaded, and bodies, joints or displacements balance a part of it"


def reactions_turn_with_the_preload():
    """A taut spring whose moment N about z a support bears: turned by ry, its reaction has -N ry about x, as `static`
    has to first order."""
    held = ("supports: [{body: b, fix: [%s]}]\nprobes: [{name: held, reaction: b%s}]\n"
            "functions: [{name: ry, type: end, value: b.ry}, {name: mx, type: value, "
            "value: held.mx}, {name: my, type: value, value: held.my}, {name: mz, type: value, value: held.mz}]\n")
    for ranks in (1, 3):
        r = ended("a preloaded body on %d ranks" % ranks,
                  run(PRELOADED % (0, "", 0, 0, held % ("x, y, z, rz", "")), ranks, name="preloaded"))
        for key, expected in (("ry", 0.4 / 8.1), ("mx", -0.1 * 0.4 / 8.1), ("mz", -0.1)):
            close(key + " of a preloaded body", r.json["functions"][key], expected, 1e-12)
    other = "  - {name: t, between: [b, ground], at: [[0, 1, 0], [0.3, 1, 1]], stiffness: 3, length: 0.9}"
    designs = ("design:\n  - {name: k, spring: s, parameter: stiffness}\n  - {name: l, spring: t, parameter: length}\n"
               "  - {name: ax, spring: s, parameter: at.1.x}\n"
               "  - {name: gy, spring: t, parameter: at.2.y}\n  - {name: m, load: m, parameter: amplitude}\n"
               "  - {name: bk, bushing: mount, parameter: stiffness.44}\n"
               "  - {name: bx, body: b, parameter: at.x}\n")
    gradients_agree("preloaded springs", PRELOADED % (
        0.2, other, 0.3, 0.2, held % ("x, rz", ", about: [0.3, 0.2, 0.1]") + designs), ["linear"], (1, 2), tangent=1e-9)


def preloads_that_bodies_bear_are_named():
    """Two taut springs that pull a body apart resist its turning by 4 N in `static`: linear statics leaves out half of
    it, and says so."""
    other = "  - {name: t, between: [b, ground], at: [[1, 0, 0], [1, -1, 0]], stiffness: 5, length: %s}"
    apart = "springs:\n" + "".join("  - {between: [ground, b], at: [[%d, 0, 0], [%d, 0, 0]], stiffness: 5, "
                                   "length: 0.8}\n" % (2 * s, s) for s in (1, -1))
    text = PRELOADED % (0, other % "0.98", 0, 0, "")
    head, tail = text[:text.index("springs:")], text[text.index("loads:"):]
    for label, case, warns in (
            ("springs without a preload", PRELOADED.replace("0.98", "1") % (0, other % "1", 0, 0, ""), False),
            ("springs in balance at a point of a body", text, False),
            ("springs that pull a body apart", head + apart + tail, True),
            ("springs of which one pulls more", PRELOADED % (0, other % "0.97", 0, 0, ""), True)):
        r = run(case, name="borne")
        check(label, r.status == 0 and (WARNS in r.stderr) == warns, r.stderr)


def angles_are_small():
    """A given angle of a support or a joint moves points by angle k x r, of whatever size."""
    for angle in (1e-3, 0.5, 30.0):
        r = ended("an angle of %g" % angle, run("""gimbal: 1
bodies:
  - {name: a, at: [1, 0, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: b, at: [0, 3, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}
joints: [{name: j, type: revolute, between: [ground, b], at: [0, 3, 0], axis: [0, 0, 1], angle: "%g*t"}]
supports: [{body: a, angle: "%g*t", axis: [0, 0, 1], about: [0, 1, 0]}]
probes: [{name: a, body: a, at: [2, 0, 0]}, {name: b, body: b, at: [1, 3, 0]}]
functions: [{name: turns, type: value, value: "a.rz - 3*b.rz"}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
""" % (angle, angle), name="angles"))
        for name, expected in (("a", (angle, 2 * angle, 0)), ("b", (0, angle, 0))):
            for x, y in zip(r.json["probes"][name]["u"][-1], expected):
                close("u of %s by %g" % (name, angle), x, y, 1e-12, 1e-12 * angle)
        close("turns by %g" % angle, r.json["functions"]["turns"], -2 * angle, 1e-12)


if __name__ == "__main__":
    random_models_are_linear(int(sys.argv[1]) if len(sys.argv) > 1 else 2, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    if len(sys.argv) == 1:
        random_models_are_linear(1, 92)  # whose round-off without loads is 6e-12 of its results
    cantilever()
    angles_are_small()
    forces_turn_with_taut_springs()
    moments_turn_with_their_axes()
    reactions_turn_with_the_preload()
    preloads_that_bodies_bear_are_named()
    gradients_of_moved_references()
    gradients_of_random_models()
