"""Claim: controls are the splines that they say (polynomials come out, rates too), in loads, laws of springs, drivers
and given motions; a hinge that a spline drives has the accelerations and reactions of its polynomial; functionals of
controls are exact integrals; derivatives by all node values are those of complex step, by adjoint and tangent, on 1 and
3 ranks and after a restart in the middle; the one-mass oscillator of Lichtenecker and Nachbagauer has its 2 x 3 matrix
to 1e-12; 20,000 values cost little; wrong entries are refused by name.
"""
# timeout: 200
from pathlib import Path

from common import ended, in_turn, refusals, refused
from helper import ROOT, check, close, grid, gradients_agree, run

CART = """gimbal: 1
masses: [{name: cart, at: [0, 0, 0], mass: 2, fix: [y, z]}]
probes: [{name: cart, mass: cart}]
controls: [%s]
design: [%s]
functions:
%s
time: {scheme: explicit_euler, step: 0.01, steps: 100}
output: {every: 0}
"""


def cart(control, functions, design="{name: z, control: u}"):
    return CART % (control, design, "".join("  - {name: %s, %s}\n" % pair for pair in functions.items()))


AT = (0, 17, 50, 83)


def splines():
    """Splines that are polynomials, on a grid that they do not know; weights of values sum to 1 and to t."""
    cubic = lambda t: 2 * t ** 3 - t ** 2 + 3 * t - 1
    cases = {  # ends: (value, rate) on from .. to
        "not-a-knot": (cubic, lambda t: 6 * t ** 2 - 2 * t + 3),
        "clamped": (lambda t: (t + 0.5) ** 2 * (2.5 - t), lambda t: 2 * (t + 0.5) * (2.5 - t) - (t + 0.5) ** 2),
        "natural": (lambda t: 3 - 2 * t, lambda t: -2),
    }
    for ends, (value, rate) in cases.items():
        # (t + 1/2)^2 (5/2 - t) has no rate at -1/2 and at 3/2
        start, stop, nodes = -0.5, 1.5, (4, 5, 6, 12) if ends != "clamped" else (2,)
        grids = {n: [start + (stop - start) * i / (n - 1) for i in range(n)] for n in nodes}
        controls, functions = [], {}
        for n, at in grids.items():
            controls.append(
                "{name: u%d, from: -0.5, to: 1.5, ends: %s, values: %s}" % (n, ends, [value(t) for t in at]))
            functions.update(
                {"v%d at %d" % (n, k): "type: value, value: u%d, at: {time: %g}" % (n, 0.01 * k) for k in AT})
            functions.update({"r%d" % n: 'type: control, value: "u%d.rate"' % n,
                              "rr%d" % n: 'type: control, value: "u%d.rate^2 + t*u%d"' % (n, n),
                              "uu%d" % n: 'type: control, value: "u%d^2/2"' % n})
        r = ended(ends, run(cart(", ".join(controls), functions,
                                 ", ".join("{name: z%d, control: u%d}" % (n, n) for n in nodes)), verb="gradient"))
        for n, at in grids.items():
            for k in AT:
                label = "%s, %d nodes, t = %g" % (ends, n, 0.01 * k)
                weight = r.json["gradient"]["v%d at %d" % (n, k)]["z%d" % n]
                close(label, r.json["functions"]["v%d at %d" % (n, k)], value(0.01 * k), 1e-13)
                close(label + ": weights", sum(weight), 1, 1e-13)
                if ends != "clamped":
                    close(label + ": weights of times", sum(w * t for w, t in zip(weight, at)), 0.01 * k, 0, 1e-13)
            close(ends + ": integral of the rate", r.json["functions"]["r%d" % n], value(1) - value(0), 1e-13)
            for name, f in (("uu", lambda t: value(t) ** 2 / 2), ("rr", lambda t: rate(t) ** 2 + t * value(t))):
                close("%s: %s" % (ends, name), r.json["functions"]["%s%d" % (name, n)], simpson(f), 1e-10)


def simpson(f, n=2000):
    h = 1 / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(i * h) for i in range(n + 1))


def kinds():
    """Lines and steps: the impulse of explicit Euler's forces, and its derivatives."""
    load = "loads: [{type: force, mass: cart, value: [u, 0, 0]}]\ntime"
    for kind, values in (("linear", [1, -2, 4]), ("step", [1, -2, 4, 3])):
        text = cart("{name: u, kind: %s, to: 1, values: %s}" % (kind, values),
                    {"v": "type: value, of: cart, value: vx"}).replace("time", load)
        r = ended(kind, run(text, verb="gradient"))
        n = len(values)
        expected = [0.0] * n
        for k in range(100):
            t = 0.01 * k
            if kind == "step":
                expected[k * n // 100] += 0.005
            else:
                i = min(int(t * (n - 1)), n - 2)
                part = t * (n - 1) - i
                expected[i] += 0.005 * (1 - part)
                expected[i + 1] += 0.005 * part
        close(kind + ": velocity", r.json["functions"]["v"], sum(e * v for e, v in zip(expected, values)), 1e-12)
        for i in range(n):
            close("%s: value %d" % (kind, i), r.json["gradient"]["v"]["z"][i], expected[i], 1e-12, 1e-15)


def tables():
    """A file with times is a table; one with a number a line has values of equally spaced nodes."""
    Path("table.csv").write_text("t, wanted\n# to follow\n0, 1\n0.1, 2 # late\n0.4;-1\n1.0 3\n")
    Path("values.csv").write_text("1\n\n2\n-1\n3\n")
    exact = lambda t: 1 + 10 * t if t < 0.1 else 2 - 10 * (t - 0.1) if t < 0.4 else -1 + (t - 0.4) * 4 / 0.6
    functions = {"v%d" % k: 'type: value, value: u, at: {time: %g}' % (0.01 * k) for k in (3, 10, 25, 77)}
    functions["J"] = 'type: integral, of: cart, value: "(x - u)^2"'
    r = ended("a table", run(cart("{name: u, kind: linear, values: table.csv}", functions), verb="gradient"))
    for k in (3, 10, 25, 77):
        close("table at %g" % (0.01 * k), r.json["functions"]["v%d" % k], exact(0.01 * k), 1e-13)
    close("follower", r.json["functions"]["J"], 0.01 * sum((0.5 if k in (0, 100) else 1) * exact(0.01 * k) ** 2
                                                           for k in range(101)), 1e-12)
    check("a value of the table a design", len(r.json["gradient"]["J"]["z"]) == 4)
    r = ended("values of a file", run(cart("{name: u, kind: step, to: 1, values: values.csv}", functions)))
    for k, value in ((3, 1), (10, 1), (25, 2), (77, 3)):
        close("file at %g" % (0.01 * k), r.json["functions"]["v%d" % k], value, 1e-14)


OSCILLATOR = """gimbal: 1
masses: [{name: m, at: [0, 0, 0], mass: 1, fix: [y, z]}]
springs: [{name: s, between: [ground, m], at: [[-1, 0, 0], ~], length: 1, stiffness: 1, damping: 0.5}]
controls: [{name: u, nodes: 3, to: 2, values: [10, 6, 2]}]
loads: [{type: force, mass: m, value: [u, 0, 0]}]
probes: [{name: m, mass: m}]
design: [{name: u, control: u}]
functions:
  - {name: h1, type: value, of: m, value: "x + 0.5*vx", at: {time: 1}}
  - {name: h2, type: value, of: m, value: "x + 0.5*vx"}
time: {scheme: SCHEME, step: 1e-3, steps: 2000}
output: {every: 0}
"""
# Lichtenecker & Nachbagauer 2024, section 5.1, computed with 60 digits: natural cubic spline, explicit Euler
MATRIX = {"h1": (0.341871935234067, 0.428054208854555, -0.0455731018162901),
          "h2": (0.197912289851543, 0.916998995642897, 0.248798462739742)}
FORCE = {"h1": 5.895898401835415, "h2": 7.9787137978522935}


def natural(t, y):
    """The natural spline through three nodes at 0, 1, 2."""
    m = 1.5 * (y[0] - 2 * y[1] + y[2])
    i = min(int(t), 1)
    a, b = i + 1 - t, t - i
    return a * y[i] + b * y[i + 1] + ((b ** 3 - b) * m if i == 0 else (a ** 3 - a) * m) / 6


def implicit(y, h=1e-3):
    x = v = 0.0
    out = []
    for k in range(1, 2001):
        a = (natural(h * k, y) - x - h * v - 0.5 * v) / (1 + 0.5 * h + h * h)
        v += h * a
        x += h * v
        out.append(x + 0.5 * v)
    return out[999], out[1999]


def oscillator():
    columns = [implicit([float(i == j) for i in range(3)]) for j in range(3)]
    matrix = {"explicit_euler": MATRIX, "euler": {"h%d" % (i + 1): [c[i] for c in columns] for i in range(2)}}
    forces = {"explicit_euler": FORCE, "euler": dict(zip(("h1", "h2"), implicit((10, 6, 2))))}
    for scheme in matrix:
        for options in ([], ["--tangent"]):
            r = ended(
                "oscillator by " + scheme, run(OSCILLATOR.replace("SCHEME", scheme), verb="gradient", options=options))
            for name in ("h1", "h2"):
                close("%s %s" % (scheme, name), r.json["functions"][name], forces[scheme][name], 1e-12)
                for found, exact in zip(r.json["gradient"][name]["u"], matrix[scheme][name]):
                    close("d %s / du by %s %s" % (name, scheme, options), found, exact, 0, 1e-12)


MECHANISM = """gimbal: 1
mesh: plate.msh
gravity: [0, -9.81, 0]
materials: {m: {young: 5e6, poisson: 0.3, density: 900, damping: {mass: 0.1, stiffness: 1e-4}}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: left, motion: ["0.01*u3", 0, "u3*t"], angle: "0.2*sin(u3)", axis: [0.1, 1, 0.2],
            about: [0.1, 0, 0.3]}]
bodies:
  - {name: crank, at: [0.5, 0, 2], mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], angular_velocity: [0, 0, 1]}
  - {name: rod, at: [1.5, 0, 2], mass: 1, inertia: [0.1, 0.2, 0.2, 0, 0, 0], angular_velocity: [0, 0, 1],
     velocity: [0, 1, 0]}
joints:
  - {name: axle, type: revolute, between: [ground, crank], at: [0, 0, 2], axis: [0, 0, 1], angle: "sin(u1)"}
  - {name: pin, type: revolute, between: [crank, rod], at: [1, 0, 2], axis: [0, 0, 1], damping: 0.1}
masses: [{name: base, at: [3, 0, 2], motion: ["0.1*u2*t", "sin(u2)*u1", 0]}]
springs:
  - {between: [base, rod], at: [~, [2, 0, 2]], length: 1, force: "30*s*(1 + u2^2) + 0.3*v*u1"}
  - {joint: pin, force: "u2*s + u1"}
loads:
  - {type: pressure, group: plate, value: "100*u2*u1"}
  - {type: moment, body: rod, value: [0, 0, "exp(u2)"]}
controls:
  - {name: u1, nodes: 4, to: 0.1, values: [0, 0.1, 0.15, 0.3], ends: not-a-knot}
  - {name: u2, nodes: 6, to: 0.1, values: [0, 0.5, 0.2, -0.1, 0.7, 0.3], ends: clamped}
  - {name: u3, nodes: 5, to: 0.2, values: [0, 0.02, 0.1, 0.3, 0.2]}
  - {name: held, kind: linear, to: 0.1, values: [1, 2]}
probes:
  - {name: tip, body: rod, at: [2, 0, 2]}
  - {name: corner, at: [1, 0.5, 0]}
  - {name: wall, reaction: left}
design:
  - {name: a, control: u1}
  - {name: b, control: u2}
  - {name: c, control: u3}
  - {name: thickness, thickness: plate}
  - {name: place, joint: pin, parameter: at.x}
functions:
  - {name: J, type: control, value: "u1^2/2 + u2.rate*u3*held"}
  - {name: path, type: integral, of: tip, value: "x^2 + vy*u1 + ax*held"}
  - {name: shell, type: value, of: corner, value: "z*u3 + vz + 0.01*ax"}
  - {name: force, type: value, value: "axle.mz + 0.1*pin.fx + wall.fx + wall.my"}
  - {type: compliance}
time: {scheme: galpha, step: 5e-3, steps: 20}
output: {every: 0}
"""


def mechanism():
    grid(4, 2, size=(1, 0.5)).write("plate.msh")
    text = MECHANISM
    gradients_agree("mechanism", text, ("galpha", "bdf2", "sdirk3"), ranks=(1,))
    gradients_agree("mechanism", text, ("dirk4",), ranks=(3,))
    gradients_agree("mechanism from equilibrium", text, ("bdf2",), ranks=(1,), settings=["time.from=equilibrium"])
    whole = run(text, 2, "gradient", settings=["checkpoint.keep=true", "checkpoint.every=8"], name="stopped")
    again = run(text, 3, "gradient", settings=["checkpoint.keep=true", "checkpoint.every=8"],
                options=["--restart", "stopped.restart"], name="stopped")
    if check("goes on from a restart file", whole.status == 0 and again.status == 0, whole.stderr + again.stderr):
        for f, gradient in whole.json["gradient"].items():
            size = max(abs(v) for values in gradient.values() for v in values)
            for name, values in gradient.items():
                for k, value in enumerate(values):
                    close("restart: d %s / d %s.%d" % (f, name, k + 1), again.json["gradient"][f][name][k],
                          value, 0, 1e-9 * size)


HINGE = """gimbal: 1
bodies: [{name: b, at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], velocity: [0, 1.5, 0],
          angular_velocity: [0, 0, 3]}]
joints: [{name: axle, type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1], angle: %s}]
%s
probes: [{name: tip, body: b, at: [1, 0, 0]}]
time: {scheme: galpha, step: 0.01, steps: 40}
output: {every: 0}
"""


def driven():
    """A hinge turned by a control through a cubic moves as one that is turned by the polynomial, accelerations and
    reactions too; the moment of the drive is I_0 times the polynomial's second derivative, I_0 = I_zz + m (l/2)^2 =
    0.8."""
    values = [2 * t ** 3 - t ** 2 + 3 * t for t in (0, 0.125, 0.25, 0.375, 0.5)]
    for scheme in ("dirk4", "galpha", "bdf2"):
        control, polynomial = (run(HINGE % text, settings=["time.scheme=" + scheme]) for text in (
            ("u", "controls: [{name: u, to: 0.5, ends: not-a-knot, values: %s}]" % values),
            ('"2*t^3 - t^2 + 3*t"', "")))
        ended("a driven hinge", control, polynomial)
        pairs = [("tip", key, control.json["probes"]["tip"][key], polynomial.json["probes"]["tip"][key])
                 for key in "uva"]
        pairs += [("axle", key, control.json["joints"]["axle"][key], polynomial.json["joints"]["axle"][key])
                  for key in ("force", "moment")]
        for name, key, found, known in pairs:
            worst = max(abs(x - y) for a, b in zip(found, known) for x, y in zip(a, b))
            check("%s: a control drives as its polynomial, %s of %s" % (scheme, key, name), worst < 1e-8, worst)
        for k in (1, 13, 40) if scheme == "dirk4" else (13, 40) if scheme == "bdf2" else ():
            close("%s: the drive's moment at step %d" % (scheme, k), control.json["joints"]["axle"]["moment"][k][2],
                  0.8 * (0.12 * k - 2), 0, 1e-4 if scheme == "dirk4" else 1e-2)


def statics():
    """In statics t is the load parameter."""
    text = cart("{name: u, nodes: 4, to: 1, values: [1, 2, 0, 3]}", {"x": "type: value, of: cart, value: x"})
    text = text.replace("time: {scheme: explicit_euler, step: 0.01, steps: 100}",
                        "springs: [{between: [ground, cart], at: "
                        "[[-1, 0, 0], ~], stiffness: 5, length: 1}]\nloads: [{type: force, mass: cart, "
                        "value: [u, 0, 0]}]\n"
                        "time: {scheme: static, step: 0.25, steps: 4}")
    r = ended("statics", run(text, verb="gradient"))
    close("statics: the end", r.json["functions"]["x"], 0.6, 1e-10)
    for found, exact in zip(r.json["gradient"]["x"]["z"], (0, 0, 0, 0.2)):
        close("statics: the gradient", found, exact, 1e-9, 1e-12)


def large():
    """20,001 values: the derivatives of an end velocity sum to that of a constant force; cost in proportion to their
    number."""
    text = (ROOT / "meshes" / "pendulum-control.yaml").read_text().split("optimize:")[0]
    settings = ["controls[%d].nodes=6667" % k for k in range(3)] + [
        "functions=[{name: vx, type: value, of: bob, value: vx}, "
        "{name: J, type: control, value: 'u_x^2/2'}]"]
    few = run(text, verb="gradient", settings=["controls[%d].nodes=2" % k for k in range(3)] + settings[3:], fresh=True)
    r = run(text, verb="gradient", settings=settings, fresh=True)
    if check("20,001 values", r.status == 0 and few.status == 0, r.stderr):
        for name in ("z_x", "z_y", "z_z"):
            values = r.json["gradient"]["vx"][name]
            check("as many derivatives", len(values) == 6667)
            close("sum of derivatives by " + name, sum(values), sum(few.json["gradient"]["vx"][name]), 1e-9, 1e-12)
    settings = [s.replace("6667", "66670") for s in settings[:3]] + settings[3:]
    most = ended("200,010 values", run(text, verb="gradient", settings=settings, fresh=True))
    each = [x.json["memory"]["peak_mb"] - few.json["memory"]["peak_mb"] for x in (r, most)]
    check("memory in proportion to their number", each[0] < 20 and each[1] < 12 * each[0], each)
    spent = [x.json["time"]["march"] + x.json["time"]["adjoint"] for x in (few, r, most)]
    check("time not faster than their number", spent[2] < 40 * spent[1] and spent[1] < 40 * spent[0], spent)


def refused_cases():
    good = "{name: u, nodes: 4, to: 1}"
    value = {"x": "type: value, of: cart, value: x"}
    wrong = {
        "{name: u, nodes: 4, to: 0.5}": "control 'u' is from 0 to 0.5, and the march from 0 to 1",
        "{name: u, nodes: 4, from: 0.1, to: 1}": "control 'u' is from 0.1 to 1, and the march from 0 to 1",
    }
    for control, message in wrong.items():
        refused(control, cart(control, value, ""), message)
    more = {
        "{name: z, control: w}": "design[0].control: no such control (found w); accepted: one of controls, as u",
        "{name: z, control: u, parameter: values}": "design[0].parameter: not used by a control",
        "{name: z, control: u}, {name: y, control: u}": "control 'u' is a design already",
    }
    for design, message in more.items():
        refused(design, cart(good, value, design), message)
    refusals(lambda addition: cart("{name: u, kind: linear, nodes: 3, to: 1}", value).replace(
        "time:", addition + "\ntime:"), [
        ("loads: [{type: force, mass: cart, value: [w, 0, 0]}]", "unknown name \"w\""),
        ("gravity: [0, 0, u]", "gravity: not an expression of t"),
        ("supports: []\n"
         "joints: [{type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0], distance: u}]\n"
         "bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}]",
         "control 'u' has no acceleration")])
    refused("a name of a force", cart("{name: fx, nodes: 3, to: 1}", {"x": "type: value, of: hold, value: fx"}).replace(
        "probes: [", "probes: [{name: hold, reaction: cart}, ").replace("control: u}", "control: fx}"),
            "`fx` names two things")
    for text in ("type: control, value: 1/u", "type: control, of: cart, value: u", "type: control"):
        refused(text, cart(good, {"J": text}), "functions[0]", status=(2, 3))


in_turn(splines, kinds, tables, oscillator, mechanism, driven, statics, large, refused_cases)
