"""Functionals of points: integrals over time and end values of expressions of the probes' motion.

Claims, for a strip that bends at large displacements: integrals of displacements, velocities and
accelerations, products, powers and two probes are the quadrature, done here, of what the probes
recorded, to 1e-12, and end values the last record, to the last digits; over the stages of a
Runge-Kutta step the integral of the velocity is the displacement. The adjoint agrees with complex step
(1e-30) to 1e-10 and the tangent with the adjoint to 1e-11, for bdf2, galpha, newmark, dirk3, abm4 and
static; 1, 2 and 3 ranks agree to 1e-10. The example whose tip follows a path has these gradients too.
"""
# timeout: 240
import math

from common import refused
from helper import ROOT, check, close, grid, run
from hdf5 import File

CASE = """gimbal: 1
mesh: strip.msh
materials:
  soft: {young: 2e4, poisson: 0.3, density: 1000, yield: 1e5}
shells:
  - {group: plate, material: soft, thickness: 0.02}
supports:
  - {group: left, fix: all}
loads:
  - {type: traction, group: right, value: ["0.02*t", "0.03*t", "0.1*sin(9*t)"]}
initial:
  - {group: plate, angular_velocity: [0, -0.5, 0]}
probes:
  - {name: tip, group: corner11}
  - {name: middle, at: [0.5, 0, 0]}
design:
  - {name: skin, thickness: plate}
time: {%s}
output: {every: %d}
functions:
"""
STEPS = 15
TIP, MIDDLE = (1.0, 0.25, 0.0), (0.5, 0.0, 0.0)

# Name: kind, of, expression, and the same in Python of t and the motion of both probes.
VALUES = {
    "deflection": ("integral", "tip", "uz", lambda t, a, b: a.u[2]),
    "path": ("integral", "tip", "(x - 1)^2 + (z - 0.3*sin(4*t))^2",
             lambda t, a, b: a.u[0] ** 2 + (a.u[2] - 0.3 * math.sin(4 * t)) ** 2),
    "velocity": ("integral", "tip", "t*vz*vx", lambda t, a, b: t * a.v[2] * a.v[0]),
    "acceleration": ("integral", "tip", "(ax^2 + az^2)/100 + az",
                     lambda t, a, b: (a.a[0] ** 2 + a.a[2] ** 2) / 100 + a.a[2]),
    "work": ("integral", "middle", "uz*vz*(az + 10)", lambda t, a, b: b.u[2] * b.v[2] * (b.a[2] + 10)),
    "distance": ("integral", None,
                 "((tip.x - middle.x)^2 + (tip.y - middle.y)^2 + (tip.z - middle.z)^2)^1.5",
                 lambda t, a, b: math.dist(a.x, b.x) ** 3),
    "mixed": ("integral", "middle", "exp(-uz)*tip.vz + min(z, tip.z)",
              lambda t, a, b: math.exp(-b.u[2]) * a.v[2] + min(b.x[2], a.x[2])),
    "area": ("integral", None, "1", lambda t, a, b: 1.0),
    "end place": ("end", "tip", "z + 2*x*y", lambda t, a, b: a.x[2] + 2 * a.x[0] * a.x[1]),
    "end speed": ("end", "tip", "sqrt(vx^2 + vy^2 + vz^2)", lambda t, a, b: math.hypot(*a.v)),
    "end difference": ("end", None, "tip.vz*middle.z - abs(middle.uz)*t",
                       lambda t, a, b: a.v[2] * b.x[2] - abs(b.u[2]) * t),
    "end acceleration": ("end", "middle", "az^3/1e3 + tip.az",
                         lambda t, a, b: b.a[2] ** 3 / 1e3 + a.a[2]),
}
# Steps that each scheme stands with the membrane's and the directors' vibrations.
SCHEMES = {"bdf2": 0.02, "galpha": 0.02, "newmark": 0.01, "dirk3": 0.02, "abm4": 0.002, "static": 0.02}


class Motion:
    def __init__(self, place, row):
        self.u, self.v, self.a = row[0:3], row[3:6], row[6:9]
        self.x = [X + u for X, u in zip(place, self.u)]


def chosen(scheme):
    """The values that exist: statics have no rates, a step of dirk3 ends without acceleration."""
    rates = ("velocity", "acceleration", "work", "mixed", "end speed", "end difference", "end acceleration")
    return {name: value for name, value in VALUES.items()
            if not (scheme == "static" and name in rates)
            and not (scheme == "dirk3" and name == "end acceleration")}


def case(scheme, every=0, more=""):
    text = CASE % ("scheme: %s, step: %r, steps: %d%s" % (scheme, SCHEMES[scheme], STEPS, more), every)
    for name, (kind, of, value, _) in chosen(scheme).items():
        text += '  - {name: %s, type: %s, %svalue: "%s"}\n' % (name, kind, "of: %s, " % of if of else "", value)
    return text


def weights(scheme, rule):
    if scheme == "static":
        return [0.0] * STEPS + [1.0]
    h = SCHEMES[scheme]
    if rule == "rectangle":
        return [0.0] + [h] * STEPS
    return [h / 2] + [h] * (STEPS - 1) + [h / 2]


def recorded(path):
    """Time and the motion of both probes at each step, from the results file."""
    return [(row[0], Motion(TIP, row[1:10]), Motion(MIDDLE, row[10:19]))
            for row in File(path).rows("/histories/probes")]


def compare(scheme, rule="trapezoid"):
    """Values against quadrature of the records, at the ends of steps."""
    more = ", quadrature: rectangle" if rule == "rectangle" else ""
    r = run(case(scheme, 1, more), name="values-" + scheme)
    if not check("%s runs" % scheme, r.status == 0 and r.json, r.stderr):
        return
    rows = recorded("values-%s.vtkhdf" % scheme)
    check("all steps are recorded", len(rows) == STEPS + 1, len(rows))
    for name, (kind, _, _, value) in chosen(scheme).items():
        samples = [value(*row) for row in rows]
        if kind == "end":
            close("%s, %s" % (scheme, name), r.json["functions"][name], samples[-1], 1e-14)
        elif scheme != "dirk3":
            terms = [w * f for w, f in zip(weights(scheme, rule), samples)]
            close("%s, %s, %s" % (scheme, rule, name), r.json["functions"][name],
                  math.fsum(terms), 0, 1e-12 * math.fsum(map(abs, terms)))


def stages():
    """With Runge-Kutta weights the integrals of the rates are their differences."""
    text = CASE % ("scheme: dirk3, step: 0.02, steps: %d" % STEPS, 1)
    for value in ("uz", "vz"):
        text += "  - {name: end %s, type: end, of: tip, value: %s}\n" % (value, value)
    for value in ("vz", "az"):
        text += "  - {name: integral %s, type: integral, of: tip, value: %s}\n" % (value, value)
    r = run(text, name="stages")
    if check("dirk3 with rates runs", r.status == 0 and r.json, r.stderr):
        f = r.json["functions"]
        close("integral of the velocity", f["integral vz"], f["end uz"], 1e-12)
        close("integral of the acceleration", f["integral az"], f["end vz"] - 0.5, 1e-12)


def verify(scheme):
    """Adjoint against complex step, tangent against adjoint, and other ranks against one."""
    text, functions = case(scheme), chosen(scheme)
    r = run(text, 1, "verify", options=["--steps", "1e-30"], name="verify-" + scheme)
    if not check("%s verifies" % scheme, r.status == 0 and r.json, r.stderr):
        return
    exact = r.json
    errors = {name: abs(e["skin"]) for name, e in exact["verify"].items()}
    print("%s: worst relative error of a gradient %.1e" % (scheme, max(errors.values())))
    for name in functions:
        check("%s: d %s" % (scheme, name), errors[name] <= 1e-10, errors[name])
        vary = name != "area"
        check("%s: d %s is none or some" % (scheme, name),
              (exact["gradient"][name]["skin"][0] != 0) == vary, exact["gradient"][name])
    others = [(1, ["--tangent"], 1e-11), (2, [], 1e-10)] + ([(3, [], 1e-10)] if scheme == "bdf2" else [])
    for ranks, options, tolerance in others:
        name = "%s on %d ranks %s" % (scheme, ranks, " ".join(options))
        r = run(text, ranks, "gradient", options=options, name="other")
        if not check(name + " runs", r.status == 0 and r.json, r.stderr):
            continue
        for f in functions:
            close("%s: %s" % (name, f), r.json["functions"][f], exact["functions"][f], 1e-10)
            close("%s: d %s" % (name, f), r.json["gradient"][f]["skin"][0], exact["gradient"][f]["skin"][0], tolerance)


def example():
    """An arm whose tip shall follow a path: the squared distance by quadrature, and gradients."""
    path, h = ROOT / "meshes/tip-path.yaml", 0.05
    r = run(path, 1, settings=["output.every=0"], name="example")
    if check("the example runs", r.status == 0 and r.json, r.stderr):
        tip, total = r.json["probes"]["tip"], 0.0
        for k, (t, u) in enumerate(zip(tip["t"], tip["u"])):
            s = min(t / 3, 1)
            rise = s * s * (3 - 2 * s)
            distance = (u[0] + 0.054 * rise ** 2) ** 2 + (u[2] - 0.3 * rise) ** 2
            total += (h / 2 if k in (0, 80) else h) * distance
        close("example: path", r.json["functions"]["path"], total, 1e-12)
        close("example: rest", r.json["functions"]["rest"], sum(v * v for v in tip["v"][-1]), 1e-12)
        close("example: mass", r.json["functions"]["mass"], 1200 * 0.02 * 0.1, 1e-12)
    r = run(path, 2, "verify", ["output.every=0"], ["--steps", "1e-30"], name="example")
    if check("the example verifies", r.status == 0 and r.json, r.stderr):
        check("the example has four designs", all(len(e) == 4 for e in r.json["verify"].values()))
        for name, errors in r.json["verify"].items():
            # derivatives of either sign nearly cancel in one part: all against the largest of the four
            slopes = [abs(d) for d in r.json["gradient"][name]["part"]]
            worst = max(e * d for e, d in zip(map(abs, errors.values()), slopes)) / max(slopes)
            check("example: d " + name, worst <= 1e-10, errors)


def without_value():
    """A root of what becomes negative, and one with an infinite slope, end with a message."""
    text = CASE % ("scheme: bdf2, step: 0.02, steps: %d" % STEPS, 0)
    for value, verb, words in (("sqrt(0.001 - uz)", "run", ("the value", "found nan")),
                               ("sqrt(uz)", "gradient", ("a derivative", "t = 0 ", "inf"))):
        entry = '  - {name: root, type: integral, of: tip, value: "%s"}\n' % value
        for ranks in (1, 2):
            refused("%s on %d ranks" % (value, ranks), text + entry, *words + ("functions[0].value",),
                    status=3, ranks=ranks, verb=verb)


grid(6, 2, size=(1.0, 0.25), distort=0.15).write("strip.msh")
for scheme in SCHEMES:
    compare(scheme)
compare("newmark", "rectangle")
stages()
for scheme in SCHEMES:
    verify(scheme)
without_value()
example()
