"""`verify --differences` compares with the case read again, and tells right derivatives from wrong ones.

Claims: differences are those of closed forms, on 1 and 2 ranks, by adjoint and tangent, from one side where a number
may not fall; they follow places at the ends of beams, where adjoint and complex step once agreed on wrong derivatives,
joint forces under friction at the ends of Runge-Kutta steps, ends at a point that a design moves, and springs shorter
than the displacements of a linear system; a derivative that the differences contradict ends with status 4, one at a
kink is unclear, and a design that no function depends on is warned of. `verify` passes derivatives that vanish, and of
models at rest, where function and derivatives are round-off of terms that cancel.
"""
# quick
import re

from common import ended, in_turn
from helper import check, close, run

FLIGHT = """gimbal: 1
bodies:
  - {name: b, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [1, 0, 0], velocity: [0.5, 0.25, 0]}
masses:
  - {name: more, body: b, at: [1, 0, 0], mass: 1}
loads:
  - {type: force, body: b, at: [1, 0, 0], value: [0, 3, 0]}
probes:
  - {name: p, body: b, at: [1, 0, 0]}
design:
  - {name: vx, body: b, parameter: velocity.x}
  - {name: vz, body: b, parameter: velocity.z}
  - {name: m, body: b, parameter: mass}
  - {name: more, mass: more, parameter: mass, values: 0}
  - {name: spin, body: b, parameter: inertia.xy}
functions:
  - {name: cube, type: end, of: p, value: "x^3"}
  - {name: uy, type: end, of: p, value: uy}
%stime: {scheme: dirk2, step: 0.1, steps: 10}
output: {every: 0}
"""


def differences(text, ranks=1, options=(), name="case"):
    r = run(text, ranks, "verify", (), ["--differences", *options], name=name)
    check(name + ": a report", r.json and "differences" in r.json, r.stderr)
    return r, (r.json or {}).get("differences", {})


def closed_forms():
    exact = {("cube", "vx"): 3 * 1.5 ** 2 * 0.5, ("uy", "m"): -3 / 2 / 4 * 2, ("uy", "more"): -3 / 2 / 4,
             ("uy", "vx"): 0}
    for ranks, options in ((1, []), (2, []), (1, ["--tangent"])):
        r, found = differences(FLIGHT % "", ranks, options)
        check("free flight: status 0", r.status == 0, r.stderr)
        for (function, design), value in exact.items():
            entry = found.get(function, {}).get(design, {})
            name = "d %s / d %s on %d ranks" % (function, design, ranks)
            off = abs(entry.get("difference", 9) - value)
            close(name, entry.get("difference"), value, 1e-8, 1e-12)
            check(name + ": the error estimate holds", off <= 10 * entry.get("error", 0) + 1e-15, entry)
            check(name + ": agrees", entry.get("verdict") == "agrees", entry)
        check("an idle design is warned of", "no function depends on design 'spin'" in r.stderr.replace("\n", " ")
              or "no function depends on 2 of the 5 designs" in r.stderr, r.stderr)


def verdicts():
    """A slope in so short a part of z that no difference sees it, and a kink."""
    narrow = '  - {name: narrow, type: end, of: p, value: "z + z*exp(-(1e10*z)^2)"}\n'
    kink = '  - {name: kink, type: end, of: p, value: "abs(x - 1.5) + x"}\n'
    for ranks in (1, 2):
        r, found = differences(FLIGHT % narrow, ranks)
        said = re.sub(r"\s+", " ", r.stderr)
        check("a contradicted derivative: status 4", r.status == 4, r.status)
        check("it is named", "d narrow / d vz is off by 5.0e-01" in said, r.stderr)
        check("one of fifteen", "1 of 15 are wrong" in said, r.stderr)
        entry = found.get("narrow", {}).get("vz", {})
        check("its verdict", entry.get("verdict") == "wrong", entry)
        close("its difference", entry.get("difference"), 1, 1e-9)
        close("its derivative", entry.get("derivative"), 2, 1e-9)
    r, found = differences(FLIGHT % kink)
    check("a kink is unclear", found.get("kink", {}).get("vx", {}).get("verdict") == "unclear", found.get("kink"))
    check("and no failure", r.status == 0 and r.json["unclear"] == 1, r.stderr)


BEAM = """gimbal: 1
materials: {m: {young: 1e7, poisson: 0.3, density: 1000}}
sections: {s: {type: circle, material: m, radius: 0.05}}
beams: [{name: bm, points: [[-1, 0, 0], [0, 0, 0]], elements: 2, section: s, orientation: [0, 1, 0], ends: [ground, ~]}]
bodies: [{name: arm, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [1, 0, 0]}]
joints: [{type: revolute, name: h, between: [bm.end, arm], at: [0, 0, 0], axis: [0, 0.8, 0.6]}]
springs: [{name: s, joint: h, stiffness: 10},
          {name: k, between: [ground, bm.end], at: [[0, 0, 1], [0.1, 0, 0]], stiffness: 3}]
bushings: [{name: b, between: [bm.end, arm], at: [0.1, 0, 0], stiffness: [1, 2, 3, 0, 0, 0]}]
masses: [{name: m, body: bm.end, at: [0.1, 0.1, 0.2], mass: 0.3}]
loads:
  - {type: force, body: arm, at: [1, 0, 0], value: ["0.2*t", "0.1*t", "-3*t"]}
  - {name: F, type: force, body: bm.end, at: [0, 0.1, 0], value: [0, 0, "5*t"]}
gravity: [0, 0, -1]
probes: [{name: p, body: arm, at: [1, 0.2, 0.3]}]
design:
  - {name: axis, joint: h, parameter: axis.y}
  - {name: place, joint: h, parameter: at.x}
  - {name: load, load: F, parameter: at.y}
  - {name: mass, mass: m, parameter: at.y}
  - {name: spring, spring: k, parameter: at.2.x}
  - {name: bushing, bushing: b, parameter: at.x}
functions: [{name: uz, type: end, value: p.uz}]
time: {scheme: galpha, step: 0.05, steps: 10}
output: {every: 0}
"""


def beam_ends():
    """The differences are those of runs with other values, and the gradient agrees."""
    r, found = differences(BEAM, name="beam")
    check("at a beam's end none is wrong", r.status == 0 and r.json["wrong"] == 0, r.stderr)
    values = {"axis": 0.8, "place": 0, "load": 0.1, "mass": 0.1, "spring": 0.1, "bushing": 0.1}
    for design, value in values.items():
        ends = [run(BEAM, 1, "run", ["design.%s.values=%r" % (design, value + h), "time.tolerance=1e-14"])
                for h in (1e-4, -1e-4)]
        slope = (ends[0].json["functions"]["uz"] - ends[1].json["functions"]["uz"]) / 2e-4
        entry = found["uz"][design]
        close("d uz / d " + design, entry["derivative"], slope * (value or 1), 1e-5, 1e-10)
        check(design + " counts", abs(entry["derivative"]) > 1e-7, entry)


FRICTION = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: arm, mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.5, 0, 0]}
joints:
  - {type: revolute, name: hinge, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0],
     friction: {coefficient: 0.3, radius: 0.1, velocity: 0.2}}
probes: [{name: p, body: arm, at: [0.5, 0, 0]}]
design:
  - {name: m, body: arm, parameter: mass}
  - {name: mu, joint: hinge, parameter: friction.coefficient}
functions:
  - {name: force, type: value, of: hinge, value: "fx^2 + fz^2"}
  - {name: az, type: end, value: p.az}
time: {scheme: SCHEME, step: 0.02, steps: 3}
output: {every: 0}
"""
POINT = """gimbal: 1
masses: [{name: P, at: [0, 0, 0], mass: 1}]
bodies: [{name: arm, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [1, 0, 0]}]
joints: [{type: spherical, name: h, between: [P, arm], at: [0, 0, 0]}]
springs:
  - {between: [ground, P], at: [[0, 0, 1], [0, 0, 0]], stiffness: 50}
  - {between: [ground, P], at: [[1, 0.3, -0.2], ~], stiffness: 40}
bushings: [{between: [arm, P], at: [0, 0, 0], stiffness: [3, 4, 5, 0, 0, 0]}]
gravity: [0, 1, -3]
probes: [{name: p, body: arm, at: [1, 0.2, 0.3]}]
design: [{name: x, mass: P, parameter: at.x}]
functions: [{name: uz, type: end, value: p.uz}]
time: {scheme: galpha, step: 0.05, steps: 5}
output: {every: 0}
"""
LINEAR = """gimbal: 1
bodies: [{name: b, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0, 0, 0]}]
bushings: [{between: [ground, b], at: [0, 0, 0], stiffness: [0.2, 0.3, 0.2, 20, 20, 20]}]
springs: [{name: k, between: [ground, b], at: [[0.4, 0.1, 0], [0.1, 0, 0.2]], stiffness: 3}]
loads: [{type: force, body: b, at: [0, 0, 0], value: ["5*t", "3*t", "-4*t"]}]
probes: [{name: p, body: b, at: [0.1, 0, 0]}]
design: [{name: x, spring: k, parameter: at.2.x}]
functions: [{name: u, type: end, value: "p.ux + 0.3*p.uz"}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""


def families():
    for scheme in ("dirk4", "sdirk3", "galpha"):
        for options in ([], ["--tangent"]):
            r, _ = differences(FRICTION.replace("SCHEME", scheme), 1, options, "friction")
            check("forces under friction, %s %s" % (scheme, options), r.json and r.json["wrong"] == 0, r.stderr)
    for name, text in (("ends at a point", POINT), ("a linear system of short springs", LINEAR)):
        r, found = differences(text)
        check(name, r.status == 0 and r.json["wrong"] + r.json["unclear"] == 0, r.stderr + str(found))


VANISHING = """gimbal: 1
bodies:
  - {name: fixed, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.3, 0.7, 0.2],
     rotation: {axis: [1, 2, 3], angle: 0.7}}
  - {name: b, mass: 3, inertia: [0.1, 0.2, 0.3, 0.01, 0, 0], at: [1.2, 0.3, 0.1]}
  - {name: c, mass: 2, inertia: [0.1, 0.2, 0.2, 0, 0.02, 0], at: [2.7, 0.4, 0.6],
     rotation: {axis: [1, -2, 1], angle: 1}}
  - {name: d, mass: 2, inertia: [0.1, 0.2, 0.2, 0, 0.02, 0], at: [3.1, 0.5, 0.3],
     rotation: {axis: [3, -2, 1], angle: 2}}
joints: [{type: fixed, name: weld, between: [ground, fixed], at: [0.1, 0.2, 0.9]}]
bushings:
  - {name: to, between: [fixed, b], at: [0.7, 0.6, 0.3], stiffness: [40, 50, 60, 10, 12, 14],
     damping: [1, 1, 1, 1, 1, 1]}
  - {name: free, between: [c, d], at: [2.9, 0.6, 0.3], axes: [[0.47, 0.51, 0.72], [0.51, 0.51, -0.69]],
     stiffness: [40, 50, 60, 10, 12, 14], damping: [1, 1, 1, 1, 1, 1]}
gravity: [0.02, -0.013, 0.019]
probes:
  - {name: p, body: fixed, at: [0.9, 0.3, 0.6]}
  - {name: q, body: d, at: [3.3, 0.9, 0.2]}
design:
  - {name: at, bushing: to, parameter: at.x}
  - {name: k, bushing: to, parameter: stiffness.22}
  - {name: place, body: d, parameter: at.y}
functions:
  - {name: still, type: end, value: "-0.3*p.ux + 0.2*p.uy + 0.7*p.uz"}
  - {name: falls, type: end, value: "-0.6*q.ux - 0.2*q.uy + 0.7*q.uz"}
  - {name: level, type: end, value: "1.3*q.ux + 2*q.uy"}
time: {scheme: SCHEME, step: 0.07, steps: 3, error_limit: 1e9}
output: {every: 0}
"""


FALLING = """gimbal: 1
bodies:
  - {name: c, at: [2.9852, 1.0268, -0.497], cylinder: [0.2718, 0.5436], density: 389.4877,
     rotation: {axis: [-0.4294, 0.732, 0.529], angle: 1.48}}
  - {name: d, at: [3.4295, 1.0662, -0.0635], mass: 165.1732, inertia: [7.2294, 8.0704, 8.3275, -0.1696, -0.7389, 1.211],
     rotation: {axis: [0.078, -0.7724, -0.6303], angle: 2.3379}}
bushings:
  - {name: b, between: [c, d], at: [2.9684, 0.9198, -0.4149],
     axes: [[0.4665, 0.5085, 0.7238], [0.5092, 0.5147, -0.6898]],
     stiffness: [124.0151, 168.9941, 217.5774, 21.0449, 68.9858, 27.4353],
     damping: [20.222, 27.5564, 35.4784, 3.4316, 11.2489, 4.4736]}
masses: [{name: m, body: d, at: [3.3958, 1.2326, -0.2758], mass: 30.8974}]
gravity: [0.0194, -0.013, 0.0188]
probes: [{name: p, body: d, at: [3.3012, 0.8512, 0.0423]}]
design: [{name: y, body: d, parameter: at.y}]
functions: [{name: end, type: end, value: "-0.629*p.ux - 0.207*p.uy + 0.75*p.uz"}]
time: {scheme: hht, step: 0.074, steps: 2, error_limit: 1e9}
output: {every: 0}
"""


def vanishing():
    """Derivatives of functions that vanish: the displacement of a fixed body, the relative displacement of a body that
    falls together with the body it is tied to, and a displacement at right angles to gravity."""
    for steps in ("1e-4", "1e-8", "1e-30"):
        r = ended("an imaginary part that vanishes settles, " + steps,
                  run(FALLING, 1, "verify", (), ["--steps", steps]))
    for scheme in ("bdf3", "hht", "galpha", "dirk3"):
        text = VANISHING.replace("SCHEME", scheme)
        r = ended("verify passes derivatives that vanish, " + scheme, run(text, 1, "verify"))
        r, _ = differences(text, name="vanishing")
        check("and --differences", r.status == 0, r.stderr)


FLYING = """gimbal: 1
gravity: [7.5478, 0.4284, -0.4589]
bodies:
  - {name: a, mass: 68.089, inertia: [1.233, 1.103, 1.127, 0.01, 0.02, -0.01], at: [2.590, -1.596, 0.641],
     velocity: [0.5948, -0.5991, 0.5004]}
  - {name: b, mass: 80.851, inertia: [1.386, 1.116, 1.290, 0.01, 0.02, -0.01], at: [1.750, -0.242, -2.474],
     velocity: [0.5948, -0.5991, 0.5004]}
joints:
  - {type: revolute, name: j, between: [b, a], at: [-2.4469, 1.8352, -1.2612], axis: [0.1557, -0.2822, 0.5593]}
probes: [{name: p, body: a, at: [-1.5222, 2.5357, -0.0404]}, {name: q, body: b, at: [2.1982, -0.7700, -0.2194]}]
design:
  - {name: y, body: a, parameter: at.y}
  - {name: ixx, body: b, parameter: inertia.xx}
functions:
  - {name: px, type: end, of: p, value: ux}
  - {name: pz, type: end, of: p, value: "z"}
  - {name: lin, type: end, of: q, value: "-0.3*ux + 0.2*uy + 0.7*uz"}
time: {scheme: SCHEME, step: STEP, steps: 40, error_limit: 1e9}
output: {every: 0}
"""


def far():
    """Two jointed bodies fall 40 steps, a thousand times their size: what moves a part of a body or changes its inertia
    moves nothing else, and the states' round-off is of the way that they fell."""
    for scheme in ("galpha", "hht", "bdf2", "bdf3"):
        for step in ("0.5", "2"):
            ended("derivatives that vanish far from the start, %s, %s s" % (scheme, step),
                  run(FLYING.replace("SCHEME", scheme).replace("STEP", step), 1, "verify", (), ["--steps", "1e-30"]))


ARM = """gimbal: 1
materials: {polymer: {young: 3e9, poisson: 0.3, density: 1300}}
sections: {strip: {type: rectangle, material: polymer, width: 0.002, height: 0.02}}
beams:
  - {name: upper, points: [[0, 0, 0], [0, -1, 0]], elements: 1, section: strip, orientation: [0, 0, 1]}
  - {name: lower, points: [[0, -1, 0], [0, -2, 0]], elements: 1, section: strip, orientation: [0, 0, 1]}
supports: [{group: upper.end, fix: [z, rx, ry]}, {group: lower.end, fix: [z, rx, ry]}]
masses: [{body: lower.end, at: [0, -2, 0], mass: 1}]
joints:
  - {name: shoulder, type: revolute, between: [ground, upper.start], at: [0, 0, 0], axis: [0, 0, 1]}
  - {name: elbow, type: revolute, between: [upper.end, lower.start], at: [0, -1, 0], axis: [0, 0, 1]}
controls: [{name: u, nodes: 5, to: 0.2}, {name: w, nodes: 5, to: 0.2}]
loads:
  - {type: moment, body: upper.start, value: [0, 0, u]}
  - {type: moment, body: lower.start, value: [0, 0, w]}
  - {type: moment, body: upper.end, value: [0, 0, -w]}
probes: [{name: tip, body: lower.end, at: [0, -2, 0]}]
design: [{name: shoulder, control: u}, {name: elbow, control: w}, {name: height, section: strip, parameter: height}]
functions:
  - {name: vx, type: value, of: tip, value: vx}
  - {name: vy, type: value, of: tip, value: vy}
time: {scheme: bdf1, step: 0.02, steps: 10}
output: {every: 0}
"""

REST = """gimbal: 1
bodies:
  - {name: b, at: [-0.39, 0.08, 0.12], rotation: {axis: [0.34, 0.49, 0.81], angle: 4.4}, mass: 40,
     inertia: [2, 3, 4, 0, 0, 0]}
joints:
  - {name: hinge, type: revolute, between: [ground, b], at: [-0.18, 0.42, 0.18], axis: [-0.36, 0.73, 0.57]}
springs:
  - {name: s, between: [ground, b], at: [[-0.88, 0.17, -0.99], [0.3, 0.2, 0.4]], stiffness: [2e5, -2e4, 3e4],
     damping: 440}
probes: [{name: p, body: b, at: [-0.5, 0.07, 0.14]}]
design:
  - {name: x, joint: hinge, parameter: at.x}
  - {name: y, joint: hinge, parameter: at.y}
  - {name: axis, joint: hinge, parameter: axis.x}
functions:
  - {name: force, type: value, of: hinge, value: f3}
  - {name: square, type: value, of: p, value: "(0.7*vx + 0.1*vy + 0.6*vz)^2"}
time: {scheme: abm3, step: 0.007, steps: 3}
output: {every: 0}
"""


def rest():
    """Two arms stretched along y, whose tip torques cannot move along y at first, and a body on a hinge and a
    spring that nothing loads, whose joint's force and squared velocity are zero: so are their derivatives."""
    for steps in ("1e-8", "1e-30"):
        for name, text, zero in (("arms", ARM, "vy"), ("a body", REST, "force"), ("a body", REST, "square")):
            r = ended("%s at rest, step %s" % (name, steps), run(text, 1, "verify", (), ["--steps", steps]))
            if check("a report", r.json, r.stdout):
                errors = r.json["verify"][zero].values()
                check("%s: errors of d %s" % (name, zero),
                      max(e if isinstance(e, float) else max(e) for e in errors) < 1e-8, errors)


in_turn(closed_forms, verdicts, beam_ends, families, vanishing, far, rest)
