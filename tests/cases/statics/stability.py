"""Stability of static states: the interval that is reported brackets closed-form buckling and limit loads, with and
without constraints and on 1 to 3 ranks; `unstable: stop` ends there; `branch`, `fall` and a case without `unstable` come to the
elastica and to its derivatives, also after a restart, whatever the load steps; the energy that a fall tells is that of
a pendulum; steps along the path neither pass a limit point in their first step nor stay as short
as a stiff beginning makes them; an indefinite stiffness is refused by linear statics and warned of by others.

Sources: Timoshenko & Gere, Theory of Elastic Stability, sections 2.1 (column, pi^2 EI / 4 L^2) and 2.7 (elastica: with
k = sin(angle/2), K(k) = pi/2 sqrt(P/P_cr), y = 2 k L / K, x = (2 E/K - 1) L). A truss of two bars of half span 1 and
height h between springs of length l0 bears 2 c (1 - l0/l) (h - u), at most where l^3 = l0. Simo & Vu-Quoc (1986) for
the frame whose plane buckles.
"""
# quick
# memcheck
import math

from common import ended, in_turn, refused
from helper import ROOT, check, close, example, grid, program, run

EI, LOAD = 1.0, 1.5 * math.pi ** 2 / 4
COLUMN = """gimbal: 1
sections:
  b: {type: general, stiffness: [[1e5, 0, 0, 0, 0, 0], [0, 1e5, 0, 0, 0, 0], [0, 0, 1e5, 0, 0, 0], [0, 0, 0, 3, 0, 0],
      [0, 0, 0, 0, 4, 0], [0, 0, 0, 0, 0, 1]]}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 10, order: 2, section: b, orientation: [0, 1, 0],
         ends: [ground, ~]}]
loads: [{type: force, body: b.end, at: [1, 0, 0], value: ["-%.17g*t", "%g*t", 0]}]
probes: [{name: tip, body: b.end, at: [1, 0, 0]}]
time: {scheme: static, step: 0.1, steps: 10}
output: {every: 0}
"""


def elliptic(k):
    """Complete elliptic integrals K and E by the arithmetic-geometric mean."""
    a, b, c, total, power = 1.0, math.sqrt(1 - k * k), k, 0.0, 0.5
    while abs(c) > 1e-16:
        total += power * c * c
        a, b, c, power = (a + b) / 2, math.sqrt(a * b), (a - b) / 2, 2 * power
    first = math.pi / 2 / a
    return first, first * (1 - total)


def elastica(ratio):
    low, high = 0.0, 1 - 1e-12
    for _ in range(200):
        k = (low + high) / 2
        low, high = (k, high) if elliptic(k)[0] < math.pi / 2 * math.sqrt(ratio) else (low, k)
    first, second = elliptic(k)
    return 2 * second / first - 1, 2 * k / first


def columns():
    x, y = elastica(1.5)
    for push, ranks in ((0, 1), (0, 3), (0.0024674, 1), (0.0024674, 2)):
        name = "column pushed by %g on %d ranks" % (push, ranks)
        case = COLUMN % (LOAD, push)
        r = ended(name + " ends well", run(case, ranks, settings=["time.unstable=warn"]))
        found = r.json["stability"]
        if push == 0:
            check(name + ": between 0.6 and 0.7", found["losses"] == 1 and math.isclose(found["from"], 0.6)
                  and math.isclose(found["to"], 0.7) and found["negative"] == 1, found)
            check(name + ": warned", "between t = 0.6 and t = 0.7" in r.stderr and "4 of 11 states" in r.stderr,
                  r.stderr)
        else:
            check(name + ": warned, or bent", "unstable" in r.stderr
                  or abs(r.json["probes"]["tip"]["u"][-1][1] - y) < 0.01, r.stderr)
        for way in ("branch", "fall", "auto"):
            label = "%s by %s" % (name, way)
            r = run(case, ranks, settings=["time.unstable=" + way])
            if not check(label + " ends well", r.status == 0, r.stderr):
                continue
            u, found = r.json["probes"]["tip"]["u"][-1], r.json["stability"]
            check(label + ": told", ("stable state below" in r.stderr) == (way == "auto" and found.get("falls", 0) > 0)
                  and (push > 0 or found["losses"] == 1), r.stderr)
            check(label + ": is stable", found["negative"] == 0 and found["unstable_states"] == 0, found)
            times = r.json["probes"]["tip"]["t"]
            check(label + ": levels of the case are states",
                  all(min(abs(t - k / 10) for t in times) < 1e-12 for k in range(11)), times)
            close(label + ": elastica, along", 1 + u[0], x, 0, 1e-3)
            close(label + ": elastica, across", abs(u[1]), y, 0, 1e-3)
            close(label + ": in its plane", u[2], 0, 0, 1e-9)
            check(label + ": to the side of the push", push == 0 or u[1] > 0, u)
    r = run(COLUMN % (LOAD, 0), settings=["time.unstable=stop"])
    check("stop ends the march", r.status == 4 and "[unstable]" in r.stderr and "t = 0.6 and t = 0.7" in r.stderr,
          r.stderr)
    r = run(COLUMN % (LOAD / 1.6, 0))
    check("below the buckling load nothing is said", r.status == 0 and r.stderr == ""
          and r.json["stability"]["losses"] == 0, r.stderr)
    refused("branch with arc_length", COLUMN % (LOAD, 0), "unstable",
            settings=["time.unstable=branch", "time.arc_length=true"])


def pairs():
    """A round column that has bent may turn freely about its axis, and another one buckles beside it: the eigenvalue
    nearest to zero is not the negative one."""
    flat, load = COLUMN % (LOAD, 0), 1.2 * math.pi ** 2 / 4
    two = flat.replace("beams:", """  a: {type: general, stiffness: [
      [1e5, 0, 0, 0, 0, 0], [0, 1e5, 0, 0, 0, 0], [0, 0, 1e5, 0, 0, 0], [0, 0, 0, 3, 0, 0],
      [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]}
beams:""").replace("section: b", "section: a").replace("ends: [ground, ~]}]", """ends: [ground, ~]},
  {name: c, points: [[0, 3, 0], [1, 3, 0]], elements: 10, order: 2, section: b, orientation: [0, 1, 0],
   ends: [ground, ~]}]
""").replace('*t", 0]}]', """*t", 0]},
  {type: force, body: c.end, at: [1, 3, 0], value: ["-%.17g*t", 0, 0]}]""" % load).replace(
        "at: [1, 0, 0]}]\ntime", "at: [1, 0, 0]}, {name: other, body: c.end, at: [1, 3, 0]}]\ntime")
    r = ended("pair", run(two, settings=["time.step=1", "time.steps=1"]))
    check("pair: the last state is stable", r.json["stability"]["negative"] == 0, r.stderr)
    for name, ratio in (("tip", 1.5), ("other", 1.2)):
        u = r.json["probes"][name]["u"][-1]
        close("pair: elastica of " + name, math.hypot(*u[1:]), elastica(ratio)[1], 0, 1e-3)


def branches():
    """The gradient at the end of a branch, by the load, and a restart amid it."""
    ahead, behind = elastica(1.5 * 1.001), elastica(1.5 * 0.999)
    for push, way in ((0, "branch"), (0.0024674, "branch"), (0, "auto"), (0.0024674, "fall")):
        name = "%s of a column pushed by %g: " % (way, push)
        case = (COLUMN % (LOAD, push)).replace("loads: [{", "loads: [{name: push, amplitude: 1, ").replace(
            "steps: 10}", "steps: 10, unstable: %s}" % way)
        case += "design: [{name: load, load: push, parameter: amplitude}]\n"
        case += "functions: [{name: x, type: end, of: tip, value: ux}, {name: y, type: end, of: tip, value: uy}]\n"
        ended(name + "derivatives are those of complex step", run(case, 1, "verify", options=["--steps", "1e-30"]))
        whole = run(case, 1, "gradient", settings=["checkpoint.keep=true", "checkpoint.every=9"])
        again = run(case, 1, "gradient", settings=["checkpoint.keep=true", "checkpoint.every=9"],
                    options=["--restart", "case.restart"])
        ended(name + "gradients end well", whole, again)
        check(name + "a restart has the same bits", whole.json["gradient"] == again.json["gradient"] and
              whole.json["stability"] == again.json["stability"], again.json["gradient"])
        side = math.copysign(1, whole.json["functions"]["y"])
        for k, (function, sign) in enumerate((("x", 1), ("y", side))):
            close(name + "d %s / d load of the elastica" % function, sign * whole.json["gradient"][function]["load"][0],
                  (ahead[k] - behind[k]) / 0.002, 0.01)


def rulers():
    """The example: its thin section makes axial stiffnesses 1e9 times as large as those of bending."""
    critical = math.pi ** 2 * 210e9 * 0.02 * 0.001 ** 3 / 12 / (4 * 0.09) / 15
    x, y = elastica(1 / critical)
    for elements in (12, 48):
        r = ended("ruler ends well", run(ROOT / "meshes/buckling-column.yaml",
                                         settings=["output.every=0", "beams.ruler.elements=%d" % elements]))
        found, u = r.json["stability"], r.json["probes"]["top"]["u"][-1]
        check("ruler: the bifurcation is found", found["losses"] == 1 and found["from"] < critical * 1.0001 and
              found["to"] > critical * 0.9999 and found["to"] - found["from"] < 0.1 / 60, (found, critical))
        close("ruler: elastica, along", 1 + u[2] / 0.3, x, 0, 1e-3)
        close("ruler: elastica, across", abs(u[0]) / 0.3, y, 0, 1e-3)


def pendulum():
    """A body on a hinge with a turning spring c bears c / L: multipliers do not count. A fall loses the energy between
    the equilibria, P L (1 - cos a) - c a^2 / 2 where c a = P L sin a."""
    text = """gimbal: 1
bodies: [{name: rod, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 1]}]
joints: [{name: h, type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}]
bushings: [{between: [ground, rod], at: [0, 0, 0], stiffness: [0, 0, 0, 0, 10, 0]}]
loads: [{type: force, body: rod, at: [0, 0, 2], value: [0, 0, "-10*t"]}]
probes: [{name: top, body: rod, at: [0, 0, 2]}]
time: {scheme: static, step: 0.2, steps: 5}
output: {every: 0}
"""
    for ranks in (1, 2):
        r = ended("pendulum ends well", run(text, ranks, settings=["time.unstable=warn"]))
        said = program(["run", "case.yaml"], ranks).stdout
        check("velocities of constraints are not told", "(position)" in said and "velocity" not in said, said)
        found = r.json["stability"]
        check("pendulum: c / L", found["negative"] == 1 and found["losses"] == 1 and found["from"] <= 0.5 <= found["to"]
              and found["to"] - found["from"] < 0.21, found)
        # steps to the bifurcation itself, past it, and far past it
        for steps, push in ((10, 0), (5, 0), (1, 0), (1, -0.01), (3, 0.01)):
            on_joint = text.replace("bushings: [{between: [ground, rod], at: [0, 0, 0], stiffness: [0, 0, 0, 0, 10, 0]}]",
                                    "springs: [{joint: h, stiffness: 10}]").replace("value: [0", "value: [%g*t" % push)
            r = ended("pendulum", run(on_joint, ranks, settings=["time.step=%r" % (1 / steps), "time.steps=%d" % steps]))
            found, at_end = r.json["stability"], angle(20)
            label = "pendulum in %d steps, pushed by %g: " % (steps, push)
            x = r.json["probes"]["top"]["u"][-1][0]
            close(label + "place", abs(x), 2 * math.sin(at_end), 0, 3e-3 if push else 1e-8)
            check(label + "side", x * push >= 0 and found["negative"] == 0 and (push or found["falls"] == 1), (x, found))
            if not push:
                check(label + "falls near the loss", found["to"] - found["from"] < 1 / steps / 7.9, found)
                moment, after = 20 * found["to"], angle(20 * found["to"])
                close(label + "energy", found["fallen_energy"], moment * (1 - math.cos(after)) - 5 * after ** 2, 0.01)


def tape():
    """The example folds in one fall. The moment of a fold that rolls along a thin tape is (1 + nu) D angle = 0.0404 N m."""
    r = ended("tape", run(example("tape-spring"), settings=["output.every=0"]))
    found, moments = r.json["stability"], [m[1] for m in r.json["joints"]["turn"]["moment"]]
    check("tape: it snaps once, to a stable state", found["falls"] == 1 and found["unstable_states"] == 0, found)
    check("tape: the moment drops", max(moments) > 0.25 and 0.036 < moments[-1] < 0.0404, moments)
    close("tape: the moment stays", moments[-1], moments[-10], 0.05)


def angle(moment):
    """Where a turning spring of 10 holds this moment times the sine."""
    low, high = 0.1, math.pi
    while high - low > 1e-14:
        middle = (low + high) / 2
        low, high = (middle, high) if 10 * middle < moment * math.sin(middle) else (low, middle)
    return low


TRUSS = """gimbal: 1
masses: [{name: top, at: [0, 0, 0.2], fix: [x, y]}]
springs:
  - {between: [ground, top], at: [[-1, 0, 0], ~], stiffness: 1e3}
  - {between: [ground, top], at: [[1, 0, 0], ~], stiffness: 1e3}
loads: [{type: force, mass: top, value: [0, 0, "-20*t"]}]
probes: [{name: top, mass: top}]
time: {scheme: static, step: %g, steps: %d, arc_length: true}
output: {every: 0}
"""


def trusses():
    """The first step of a path may be larger than the limit load."""
    l0 = math.hypot(1, 0.2)
    height = math.sqrt(l0 ** (2 / 3) - 1)
    limit = 2e3 * (l0 / math.hypot(1, height) - 1) * height / 20
    for step, steps in ((1, 1), (0.5, 2), (0.05, 20)):
        r = ended("truss in steps of %g" % step, run(TRUSS % (step, steps)))
        found, t = r.json["stability"], r.json["probes"]["top"]["t"]
        check("truss in steps of %g: the limit point" % step, found["losses"] == 1 and max(t[:-1]) > 0.5 * limit
              and found["from"] <= limit * (1 + 1e-9) and min(t) < 0, (found, limit, t))
        check("truss in steps of %g: no state above it" % step, all(
            not (0.2 + u[2] > height) or s <= limit * (1 + 1e-9) for s, u in zip(t, r.json["probes"]["top"]["u"])), t)
        check("truss in steps of %g: not a warning" % step, r.stderr == "", r.stderr)


def frames():
    """Its plane buckles after an almost rigid beginning, which makes a first step of 1e-3 of what follows."""
    mesh = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "4", '1 1 "one"', '1 2 "two"',
            '0 3 "root"', '0 4 "tip"', "$EndPhysicalNames", "$Nodes", "21"]
    mesh += ["%d %g %g 0" % (i + 1, 24 * min(i, 10), -24 * max(i - 10, 0)) for i in range(21)]
    mesh += ["$EndNodes", "$Elements", "12"]
    mesh += ["%d 8 2 %d %d %d %d %d" % (e + 1, 1 + e // 5, 1 + e // 5, 2 * e + 1, 2 * e + 3, 2 * e + 2)
             for e in range(10)]
    mesh += ["11 15 2 3 3 1", "12 15 2 4 4 21", "$EndElements", ""]
    open("frame.msh", "w").write("\n".join(mesh))
    text = """gimbal: 1
mesh: frame.msh
sections:
  b: {type: general,
      stiffness: [[1282320, 0, 0, 0, 0, 0], [0, 407862, 0, 0, 0, 0], [0, 0, 407862, 0, 0, 0], [0, 0, 0, 58732, 0, 0],
      [0, 0, 0, 0, 38470, 0], [0, 0, 0, 0, 0, 96174000]]}
beams:
  - {group: one, section: b, orientation: [0, 1, 0]}
  - {group: two, section: b, orientation: [1, 0, 0]}
supports: [{group: root, fix: all}]
loads: [{type: force, group: tip, value: ["2*t", 0, "0.0002*t"]}]
probes: [{name: p, group: tip}]
time: {scheme: static, step: 0.025, steps: 40, arc_length: true}
output: {every: 0}
"""
    r = ended("frame ends well", run(text))
    check("frame: not many times the steps asked for", r.json["steps"] <= 1.5 * 40, r.json["steps"])
    path = [(abs(u[2]), 2 * t) for u, t in zip(r.json["probes"]["p"]["u"], r.json["probes"]["p"]["t"])]
    # Simo & Vu-Quoc: the plane buckles at a load of 1.088
    flat = [p for w, p in path if 2 < w < 20]
    check("frame: its plane buckles at 1.088", flat and all(1.05 < p < 1.16 for p in flat), flat)
    ends = []
    for steps, ranks in ((40, 1), (10, 1), (7, 3)):
        r = ended("frame in %d steps" % steps, run(text.replace(", arc_length: true", "").replace("0.0002*t", "0.002*t"),
                  ranks, settings=["time.step=%r" % (1 / steps), "time.steps=%d" % steps]))
        ends.append(r.json["probes"]["p"]["u"][-1])
    check("frame: it buckles", abs(ends[0][2]) > 50, ends)
    for u in ends[1:]:
        check("frame: the end does not depend on the load steps", math.dist(u, ends[0]) < 1e-8 * abs(u[2]), ends)


def indefinite():
    text = """gimbal: 1
masses: [{name: m, at: [0, 0, 0], mass: 1}, {name: n, at: [1, 0, 0], mass: 1, fix: [y, z]}]
springs:
  - {between: [ground, m], at: [[-1, 0, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[0, -1, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[0, 0, -1], ~], stiffness: %g}
  - {between: [m, n], stiffness: 50}
loads: [{type: force, mass: m, value: [0, 0, "t"]}]
probes: [{name: m, mass: m}]
time: {scheme: %s, step: 0.01, steps: 1}
output: {every: 0}
"""
    for ranks in (1, 2):
        r = run(text % (-10, "linear"), ranks)
        check("linear statics refuse a spring that pushes", r.status == 5 and "[indefinite-stiffness]" in r.stderr
              and "1 negative eigenvalue" in r.stderr, r.stderr)
        r = run(text % (10, "linear"), ranks)
        check("and take one that pulls", r.status == 0 and r.stderr == "", r.stderr)
    r = run(text % (-10, "static"))
    check("others warn", r.status == 0 and "where the march begins" in r.stderr, r.stderr)


def jumps():
    """A load step that Newton's method solves on the other side of a column."""
    case = COLUMN.replace('["-%.17g*t", "%g*t", 0]', '["-3.26849*t", "-1.29748e-4*t", "0.0188888*t"]').replace(
        "orientation: [0, 1, 0]", "orientation: [0, 0, 1]").replace("elements: 10", "elements: 8")
    ends = [ended("jumps", run(case, settings=["time.step=%r" % (1 / steps), "time.steps=%d" % steps])
                  ).json["probes"]["tip"]["u"][-1] for steps in (10, 23)]
    check("jumps: to one side, whatever the load steps", math.dist(*ends) < 1e-6 and ends[0][2] > 0.7, ends)


def panels():
    """A quarter of a hinged cylindrical panel snaps at 2.22 kN, to the state to which the path leads, also where Newton's
    method jumps there."""
    grid(6, 6, (254, 0.1), lambda x, a: (x, 2540 * math.sin(a), 2540 * (math.cos(a) - 1))).write("panel.msh")
    text = """gimbal: 1
mesh: panel.msh
materials: {m: {young: 3102.75, poisson: 0.3, density: 1e-6}}
shells: [{group: plate, material: m, thickness: 12.7}]
supports:
  - {group: top, fix: [x, y, z]}
  - {group: left, fix: [x, ry, rz]}
  - {group: bottom, fix: [y, rx, rz]}
loads: [{type: force, group: corner00, value: [0, 0, "-750*t"]}]
probes: [{name: crown, group: corner00}]
time: {scheme: static, step: 0.1, steps: 10, %s}
output: {every: 0}
"""
    way = ended("panel", run(text % "arc_length: true")).json["probes"]["crown"]["u"]
    path = way[-1][2]
    grid(6, 6, (0.254, 0.1), lambda x, a: (x, 2.54 * math.sin(a), 2.54 * (math.cos(a) - 1))).write("metres.msh")
    metres = ended("panel in metres", run((text % "arc_length: true").replace("3102.75", "3102.75e6").replace(
        "12.7", "0.0127").replace("panel.msh", "metres.msh"))).json["probes"]["crown"]["u"]
    check("panel in metres: the same states along the path", len(metres) == len(way) and
          all(abs(1e3 * a[2] - b[2]) < 1e-6 for a, b in zip(metres, way)), (metres, way))
    r = run(text % "unstable: stop")
    check("panel: stop ends there", r.status == 4 and "[unstable]" in r.stderr and "t = 0.74" in r.stderr, r.stderr)
    for way in ("fall", "auto", "warn", "branch"):
        r = ended("panel", run(text % ("unstable: " + way)))
        found, falls = r.json["stability"], 1 if way in ("fall", "auto") else 0
        check("panel by %s: it snaps once, which is told" % way, found["losses"] == 1 and found.get("falls", 0) == falls
              and found["to"] - found["from"] < 0.0126 and (way == "fall") == (r.stderr == ""), (found, r.stderr))
        check("panel by %s: at 2.22 kN" % way, found["from"] * 3 < 2.22 * 1.02 and found["to"] * 3 > 2.22 * 0.98, found)
        close("panel by %s: ends on the path" % way, r.json["probes"]["crown"]["u"][-1][2], path, 1e-8)


def coarse():
    """Two-node elements bear their largest moment at half a radian: the mesh is named, and not a limit of the load."""
    r = run(COLUMN.replace("elements: 10, order: 2", "elements: 6, order: 1").replace(
        'type: force, body: b.end, at: [1, 0, 0], value: ["-%.17g*t", "%g*t", 0]',
        "type: moment, body: b.end, value: [0, 0, \"6.283185307179586*t\"]"))
    # at the largest moment the operator is singular: Newton ends there or the factorisation does, by the last digits
    check("a coarse mesh is named", r.status in (4, 5) and "the mesh is too coarse" in r.stderr
          and "degrees" in r.stderr
          and "limit" not in r.stderr.split("largest residual")[-1], r.stderr)


in_turn(columns, pairs, branches, rulers, pendulum, tape, jumps, panels, coarse, trusses, frames, indefinite)
