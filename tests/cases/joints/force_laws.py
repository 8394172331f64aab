"""Springs whose force is an expression of elongation, rate and time, or a table; if() and comparisons.

Claims: a law that says what stiffness and damping say gives the same motion, between ends and about a joint; a mass
that falls on a bump stop goes as deep, and comes back when, a closed form says, to 1e-6; a rope that pulls alone lets
its mass fly freely while it is slack; a force by time alone is that of a load; a table goes through its points, stays
monotone between them, is the line that two points say, and rests where the cubic's closed form does; energy and loss
add up where the law has a rate; gradients agree with complex step on 1 and 2 ranks by four schemes, and those by the
numbers n1, n2 of a law with those by the stiffness and damping that they are; a march goes on from a restart file;
kinks are counted where the march crosses them, and said where a step passes over what lies between two; a law that
jumps is named where it ends a march; what is no law is refused.
"""
# timeout: 300
import math
import shutil

from pathlib import Path

from common import ended, in_turn, refused
from helper import ROOT, check, close, gradients_agree, program, run

OSCILLATOR = """gimbal: 1
title: a mass on a spring
masses:
  - {name: m, at: [1, 0.5, 0], mass: 2, velocity: [-1, 0.3, 0]}
springs:
  - {between: [ground, m], at: [[0, 0, 0], ~], %s}
probes: [{name: m, mass: m}]
time: {scheme: dirk4, step: 5e-3, steps: 200}
output: {every: 20}
"""
HINGE = """gimbal: 1
title: a torsion spring
bodies:
  - {name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0.5, 0, 0]}
joints: [{name: pin, type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}]
springs:
  - {joint: pin, angle: 0.7, %s}
probes: [{name: p, body: b, at: [1, 0, 0]}]
time: {scheme: dirk4, step: 0.01, steps: 100}
output: {every: 20}
"""


def end(r, probe):
    return r.json["probes"][probe]["u"][-1]


def alike():
    pairs = (("stiffness: [30, 5, 2], damping: [2, 0.5]", "force: '30*s + 5*s^2 + 2*s^3 + 2*v + 0.5*v^2'"),
             ("stiffness: 30, length: 0.8", "force: '30*s', length: 0.8"),
             ("stiffness: 30, damping: 1", "stiffness: 20, force: '10*s + v'"),
             ("stiffness: 30, damping: [2, 0.5]", "force: 'n1*s + n2*v + n3*v^2', numbers: [30, 2, 0.5]"))
    for text, probe in ((OSCILLATOR, "m"), (HINGE, "p")):
        for one, other in pairs:
            if text == HINGE and "length" in one:
                continue
            u, v = (run(text % law) for law in (one, other))
            if check("alike: " + other, u.status == 0 and v.status == 0, v.stderr):
                for i in range(3):
                    close("alike: " + other, end(v, probe)[i], end(u, probe)[i], 1e-10, 1e-13)
                close("the same loss", v.json["balance"]["lost"][-1], u.json["balance"]["lost"][-1], 1e-9, 1e-12)


STOP = """gimbal: 1
title: a mass on a bump stop
masses:
  - {name: m, at: [1, 0, 0], mass: 2, velocity: [-1, 0, 0], fix: [y, z]}
springs:
  - {name: stop, between: [ground, m], at: [[0, 0, 0], ~], force: "if(s < -0.1, 800*(s + 0.1), 0)"}
probes: [{name: m, mass: m}]
time: {scheme: dirk4, step: %r, steps: %d}
"""


def stops():
    # it flies 0.1 in 0.1, turns round at 0.1 + sqrt(m/k) after a quarter of a period pi/40, and flies back
    n = 1000
    r = ended("bump stop", run(STOP % (0.1 / n, 4 * n)))
    u = [row[0] for row in r.json["probes"]["m"]["u"]]
    t = r.json["probes"]["m"]["t"]
    w = math.sqrt(800 / 2)
    for i in (n // 2, n + 250, n + 600, 4 * n - 1):
        s = t[i] - 0.1
        exact = -t[i] if s < 0 else -0.1 - math.sin(w * s) / w if w * s < math.pi else -0.1 + (s - math.pi / w)
        close("bump stop at %g" % t[i], u[i], exact, 1e-6)
    # a rope of length 1 holds a mass that was thrown inwards: it flies on a parabola until it is taut
    rope = STOP.replace("[y, z]", "[z]").replace('"if(s < -0.1, 800*(s + 0.1), 0)"',
                                                 '"1e4*ramp(s)", length: 1.01').replace(
        "[-1, 0, 0]", "[-1, 2, 0]").replace("title", "gravity: [0, -9.81, 0]\ntitle")
    r = run(rope % (2e-3, 100))
    close("a slack rope x", end(r, "m")[0], -0.2, 1e-10)
    close("a slack rope y", end(r, "m")[1], 2 * 0.2 - 9.81 / 2 * 0.04, 1e-10)
    push = STOP.replace('"if(s < -0.1, 800*(s + 0.1), 0)"', '"-6*t"')  # pushes outwards: m u'' = 6 t
    r = run(push % (1e-2, 50))
    close("a force by time", end(r, "m")[0], -0.5 + 0.5 ** 3 / 2, 1e-9)


TABLE = """gimbal: 1
title: a table
masses: [{name: m, at: [1, 0, 0], fix: [y, z]}]
springs:
  - {between: [ground, m], at: [[0, 0, 0], ~], force: [%s]}
loads: [{type: force, mass: m, value: ["%r*t", 0, 0]}]
probes: [{name: m, mass: m}]
time: {scheme: static, step: 0.25, steps: 4}
"""


def tables():
    for points, force, expected in (
            ("[0, 0], [0.1, 5]", 5, 0.1), ("[0, 0], [0.1, 5]", 20, 0.4), ("[0, 0], [0.1, 5]", -10, -0.2),
            ("[-0.1, -20], [0, 0], [0.1, 5], [0.2, 30]", 5, 0.1), ("[-0.1, -20], [0, 0], [0.1, 5], [0.2, 30]", 30, 0.2),
            # between (0, 0) and (0.1, 5): slopes there are the harmonic means 80 and 250/3
            ("[-0.1, -20], [0, 0], [0.1, 5], [0.2, 30]", -20, -0.1)):
        r = ended("table %s at %g" % (points, force), run(TABLE % (points, force)))
        close("table %s at %g" % (points, force), end(r, "m")[0], expected, 1e-10)
    # half way between two points a cubic is the mean of the forces and h/8 of the difference of slopes
    left, right = 2 / (1 / 200 + 1 / 50), 2 / (1 / 50 + 1 / 250)
    force = 2.5 + 0.1 / 8 * (left - right)
    r = run(TABLE % ("[-0.1, -20], [0, 0], [0.1, 5], [0.2, 30]", force))
    close("half way", end(r, "m")[0], 0.05, 1e-10)
    r = run(TABLE % ("[-1, -1], [0, 0], [0.1, 0.1], [0.2, 10], [1, 10.5]", 10.2))
    check("monotone beyond a knee", r.status == 0 and 0.2 < end(r, "m")[0] < 1, r.stderr)


GRADIENT = """gimbal: 1
title: laws of three springs
gravity: [0, -9.81, 0]
bodies:
  - {name: b, mass: 1, inertia: [0.2, 0.2, 0.2, 0, 0, 0], at: [0.5, 0, 0]}
joints: [{name: pin, type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}]
masses:
  - {name: m, at: [1.5, 0.2, 0], mass: 0.5, velocity: [0, 1, 0.5]}
springs:
  - {name: a, between: [b, m], at: [[1, 0, 0], ~], force: "40*s*exp(-s^2) + 0.5*v*abs(v) + sin(3*t)", stiffness: 10}
  - {name: c, between: [ground, m], at: [[3, 1, 0.5], ~], length: 1,
     force: [[-1, -9], [0, 0], [0.3, 4], [0.6, 20], [2, 40]]}
  - {name: d, joint: pin, angle: 0.1, force: "5*sinh(s) + if(v > 0, 1, 0.5)*v"}
probes: [{name: m, mass: m}]
design:
  - {name: k, spring: a, parameter: stiffness}
  - {name: l, spring: c, parameter: length}
  - {name: phi, spring: d, parameter: angle}
  - {name: w, mass: m, parameter: mass}
time: {scheme: bdf2, step: 0.01, steps: 40}
functions:
  - {name: path, type: integral, of: m, value: "x^2 + 2*y^2 + vz^2"}
output: {every: 20}
"""


def gradients():
    schemes = ["bdf2", "galpha", "dirk4", "sdirk3"]
    gradients_agree("laws", GRADIENT, schemes, (1, 2))
    gradients_agree("example", (ROOT / "meshes/drop-on-stop.yaml").read_text(), schemes, (1,), ["time.steps=60"])
    for text, k, probe in ((OSCILLATOR, 30, "m"), (HINGE, 3, "p")):
        by = []
        for words, one, other in (("force: 'n1*s + n2*v^2', numbers: [%d, 2]" % k, "n1", "n2"),
                                  ("stiffness: %d, damping: [0, 2]" % k, "stiffness", "damping.2")):
            r = ended("numbers of a law as designs", run(text % (words + ", name: s") + "design:\n"
                    "  - {name: a, spring: s, parameter: %s}\n  - {name: b, spring: s, parameter: %s}\n"
                    "functions: [{name: f, type: integral, of: %s, value: x^2 + y}]\n" % (one, other, probe),
                    verb="gradient"))
            by.append([found[0] for found in r.json["gradient"]["f"].values()])
        for known, named in zip(*by):
            close("by a number of a law", known, named, 1e-9)
    ends = [run(GRADIENT, ranks, settings=["checkpoint.keep=true", "checkpoint.every=25"]) for ranks in (2, 1)]
    shutil.copy("case.vtkhdf", "case.vtkhdf.tmp")
    again = run(GRADIENT, 1, options=["--restart", "case.restart"])
    check("it goes on", again.status == 0 and again.json["probes"] == ends[1].json["probes"], again.stderr)
    lost = [r.json["balance"]["lost"] for r in (again, ends[1])]
    check("with the energy that was lost before", lost[0] == lost[1] and lost[1][1] > 0.01, lost)
    for i in range(3):
        close("1 and 2 ranks", end(ends[0], "m")[i], end(ends[1], "m")[i], 1e-9)


def kinks():
    r = run(STOP % (1e-3, 400))
    k = r.json["kinks"]
    check("in and out of a stop", (k["crossings"], k["most_in_a_step"], k["passed_over"]) == (2, 1, 0), k)
    close("when", k["most_at"], 0.1, 0, 1.1e-3)
    # steps of 0.04 fly through a soft wall between 0.093 and 0.107, in the middle of which abs has a kink
    wall = STOP.replace("if(s < -0.1, 800*(s + 0.1), 0)", "if(abs(s + 0.1) < 0.007, 1e-6, 0)")
    for ranks in (1, 2):
        r = run(wall % (0.04, 10), ranks, settings=["checkpoint.keep=true", "checkpoint.every=2"])
        k = r.json["kinks"]
        check("a step passes over a wall", (k["crossings"], k["most_in_a_step"], k["passed_over"]) == (3, 3, 1), k)
        close("where", k["first_passed_at"], 0.12, 1e-12)
    Path("wall.yaml").write_text(wall % (0.04, 10))
    said = program(["run", "wall.yaml"]).stdout
    check("it is said", "steps passed over" in said and "make time.step smaller" in said, said)
    r = run(wall % (0.01, 40))
    check("shorter steps see it", (r.json["kinks"]["crossings"], r.json["kinks"]["passed_over"]) == (3, 0),
          r.json["kinks"])
    table = wall.replace('"if(abs(s + 0.1) < 0.007, 1e-6, 0)"', "[[-0.2, 0], [0.1, 0]]")
    check("the end of a table", run(table % (0.01, 40)).json["kinks"]["crossings"] == 1)
    check("none within", run(table % (0.01, 10)).json["kinks"]["crossings"] == 0)
    # from after the kinks, and from the end of the step before the one that passes over the wall
    for steps, every in ((10, 8), (3, 2)):
        whole = run(wall % (0.04, steps), settings=["checkpoint.keep=true", "checkpoint.every=%d" % every])
        shutil.copy("case.vtkhdf", "case.vtkhdf.tmp")
        r = run(wall % (0.04, steps), options=["--restart", "case.restart"])
        check("restart after step %d counts on" % every, r.status == 0 and r.json["kinks"] == whole.json["kinks"],
              r.stderr)
        check("the wall is passed over", whole.json["kinks"]["passed_over"] == 1, whole.json["kinks"])
    turn = HINGE % "force: 'if(s < -0.3, 10*(s + 0.3), 0)', stiffness: 20"
    r = run(turn, settings=["time.steps=400"])
    k = r.json["kinks"] if check("a joint with kinks", r.status == 0, r.stderr) else {"crossings": 0}
    check("kinks about a joint", k["crossings"] >= 2 and k["most_in_a_step"] == 1, k)


JUMP = """gimbal: 1
masses:
  - {name: m, at: [1, 0, 0], mass: 2, velocity: [-1, 0, 0], fix: [y, z]}
springs:
  - {name: other, between: [ground, m], at: [[0, 0, 0], ~], stiffness: 1, length: 1}
  - {name: damper, between: [ground, m], at: [[0, 0, 0], ~], force: "if(v < -0.2, -50, 50)"}
time: {scheme: %s, step: 0.01, steps: 10}
"""


def jumps():
    """A force that brakes below a rate and drives back beyond it has no equilibrium at this rate: the law is named. A
    law that has a kink alone is not."""
    for scheme in ("bdf2", "newmark", "dirk4"):
        for ranks in (1, 2):
            r = run(JUMP % scheme, ranks)
            check("a jump ends the march by " + scheme,
                  r.status == 4 and "case.yaml:6: springs[1].force has a jump: a step "
                  "across it" in " ".join(r.stderr.split()) and "loops" not in r.stderr, (r.status, r.stderr))
    r = run(STOP % (1e-2, 40), settings=["time.iterations=1"])
    check("a kink ends a march of one correction", r.status == 4 and "largest residual" in r.stderr
          and "jumps" not in r.stderr,
          (r.status, r.stderr))


def refusals():
    for law in ("force: '3*u'", "force: [[0, 1]]", "force: [[0, 0], [0, 1]]", "force: [[0, 0], [1, .nan]]",
                "force: [[0, 0], [1]]", "force: 'if(s < 0, 1)'", "force: '1 < '", "force: 'log(-1)'", "length: 1",
                "force: 'n4*s'"):
        refused(law, OSCILLATOR % law, "accepted", verb="check")
    r = run(OSCILLATOR % "force: 'sqrt(s)'")
    check("no number in the march is an end with a message", r.status in (4, 5) and r.stderr, r.stderr)
    r = run(OSCILLATOR % "force: '30*s - 1*v'")  # negative damping is the user's: energy grows
    check("negative damping gives energy", r.status == 0 and r.json["balance"]["lost"][-1] < 0, r.stderr)


in_turn(alike, stops, tables, gradients, kinks, jumps, refusals)
