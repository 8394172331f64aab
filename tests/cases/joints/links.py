"""Nodes of a mesh that go with rigid bodies.

Claims: a plate on a hub that nothing holds keeps its energy, momentum and angular momentum, also where the hub has no
inertia of its own; a body whose only inertia is that of 1,000 linked masses moves as the rigid body of the same mass
and inertia to 1e-8; a plate with an edge of 301 nodes that is clamped through a link bends as a supported one to
1e-9; Newton needs no more iterations with a linked edge than without, within one in fifty over four schemes and two
ways to hold the strip, and as many, likewise, for a thousand slaves as for one body at the same point (one in twenty at
another point); two cubes joined to one keep their distance to round-off; gradients by thickness and mass agree with
complex step to 1e-10 on 1 and 3 ranks; ranks 1, 2 and 3 agree to 1e-10; links that make no sense are refused. A body on
an average of nodes passes a force at their mean on to them in equal parts to round-off, a moment as forces c_i x (I^-1
m) / N to 1e-7 where the loads are small, needs no inertia, and keeps momentum and energy; its gradients and ranks agree
likewise.
"""
# timeout: 240
import math
import re

from common import ended, in_turn, refusals
from helper import ROOT, Mesh, check, close, gradients_agree, grid, run

PLATE = ROOT / "meshes" / "hinged-plate.yaml"
CUBES = ROOT / "meshes" / "two-cubes.yaml"

FREE = """gimbal: 1
mesh: plate.msh
materials:
  foam: {young: 5e6, poisson: 0.3, density: 200}
shells:
  - {group: plate, material: foam, thickness: 0.02}
bodies:
  - {name: hub, mass: %g, inertia: %s, at: [-0.1, 0.2, 0.05], velocity: [0.2, 0.12, 1], angular_velocity: [1, 2, 3]}
links:
  - {body: hub, group: left}
initial:
  - {group: plate, velocity: [0.2, 0.12, 1], angular_velocity: [1, 2, 3], about: [-0.1, 0.2, 0.05]}
loads:
  - {type: force, group: corner11, value: [0, 0, "0.3*pulse(t, 0, 0.1)"]}
time: {scheme: dirk2, step: 1e-3, steps: 300}
output: {every: 20}
"""


def free(mass, inertia):
    """After the blow of 0.1 s."""
    r = run(FREE % (mass, inertia))
    name = "a free body of mass %g" % mass
    ended("%s flies" % name, r)
    b = r.json["balance"]
    first = next(k for k, t in enumerate(b["t"]) if t > 0.11)
    energy = [k + s for k, s in zip(b["kinetic"], b["strain"])]
    total = mass + 200 * 0.02 * 0.5
    close(name + ": impulse", b["momentum"][first][2], total + 0.015 * 2 + 2 * (1 * 0.05 - 2 * 0.6), 0, 1e-4)
    close(name + ": energy", energy[-1], energy[first], 2e-4)
    for i in range(3):
        close(name + ": momentum", b["momentum"][-1][i], b["momentum"][first][i], 0, 1e-5)
        close(name + ": angular momentum", b["angular_momentum"][-1][i], b["angular_momentum"][first][i], 0, 1e-5)


BEADS = """gimbal: 1
%s
gravity: [0, -9.81, 0]
bodies:
  - {name: b, mass: %r, inertia: %r, at: %r, velocity: %r, angular_velocity: [0.3, 4, 0.2]}
joints:
  - {type: spherical, between: [ground, b], at: [0, 0, 0]}
probes:
  - {name: p, body: b, at: [1, 2, 3]}
time: {scheme: %s, step: 2e-3, steps: 100}
output: {every: 0}
"""


def spin(at):
    w = (0.3, 4, 0.2)
    return [w[1] * at[2] - w[2] * at[1], w[2] * at[0] - w[0] * at[2], w[0] * at[1] - w[1] * at[0]]


def beads():
    """1,000 masses along a curve in space on a body without mass."""
    mesh, count, m = Mesh(), 1000, 0.002
    place = [(math.cos(3 * s), 0.5 + s, math.sin(2 * s) + 0.3) for s in (k / (count - 1) for k in range(count))]
    nodes = [mesh.node(*p) for p in place]
    for a, b in zip(nodes, nodes[1:]):
        mesh.element("line2", "string", (a, b))
    mesh.write("string.msh")
    c = [sum(p[i] for p in place) / count for i in range(3)]
    J = [0.0] * 6
    for p in place:
        x = [p[i] - c[i] for i in range(3)]
        for i in range(3):
            J[i] += m * sum(x[j] ** 2 for j in range(3) if j != i)
        for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
            J[3 + k] -= m * x[i] * x[j]
    for scheme in ("galpha", "dirk4"):
        one = run(BEADS % ("", m * count, J, c, spin(c), scheme))
        for at, ranks, more in ((c, 1, 0.02), ([0.1, 0.2, -0.4], 1, 0.05), ([0.1, 0.2, -0.4], 3, 0.05)):
            text = BEADS % ("mesh: string.msh", 0, [0] * 6, at, spin(at), scheme)
            text += "links:\n  - {body: b, group: string}\nmasses:\n  - {group: string, mass: %r}\n" % m
            many = run(text, ranks)
            ended("beads swing by %s on %d ranks" % (scheme, ranks), one, many)
            u, v = (r.json["probes"]["p"]["u"] for r in (one, many))
            close("beads by %s" % scheme, max(math.dist(a, b) for a, b in zip(u, v)), 0, 0, 1e-8)
            used = [r.json["newton_iterations"] for r in (one, many)]
            check("as many corrections with 1,000 slaves by %s" % scheme, used[1] <= (1 + more) * used[0], used)


CLAMP = """gimbal: 1
mesh: strip.msh
materials:
  m: {young: 1e7, poisson: 0.3, density: 1000}
shells:
  - {group: plate, material: m, thickness: 0.01}
loads:
  - {type: traction, group: top, value: [0, 0, "5*sin(20*t)"]}
probes:
  - {name: tip, group: corner11}
time: {scheme: bdf2, step: 2e-3, steps: 10}
output: {every: 0}
"""
SUPPORT = "supports:\n  - {group: bottom, fix: all}\n"
BODY = """bodies:
  - {name: wall, mass: 3, inertia: [1, 1, 1, 0, 0, 0], at: [0.3, -1, 0.2]}
"""
LINK = "links:\n  - {body: wall, group: bottom}\n"
JOINT = "joints:\n  - {type: fixed, between: [ground, wall], at: [0.1, 0.2, 0.3]}\n"


def clamp():
    grid(300, 2, size=(1, 0.25)).write("strip.msh")
    held, linked = run(CLAMP + SUPPORT), run(CLAMP + BODY + JOINT + LINK)
    ended("strips bend", held, linked)
    u, v = (r.json["probes"]["tip"]["u"] for r in (held, linked))
    close("linked and supported strips", max(math.dist(a, b) for a, b in zip(u, v)), 0, 0,
          1e-9 * max(abs(a[2]) for a in u))
    settings = ["time.scheme=static", "time.step=0.05", "time.steps=2"]
    held, linked = run(CLAMP + SUPPORT, 1, "run", settings), run(CLAMP + BODY + JOINT + LINK, 2, "run", settings)
    if check("strips bend slowly", held.status == linked.status == 0, held.stderr + linked.stderr):
        u, v = (r.json["probes"]["tip"]["u"][-1][2] for r in (held, linked))
        close("linked and supported strips in statics", v, u, 1e-8)


def iterations():
    """A strip beside a free body and linked to it along its edge of 301 nodes; a strip that is supported along
    that edge and one that is linked there to a held body."""
    pairs = []
    for scheme in ("bdf2", "galpha", "newmark", "dirk4"):
        # of dirk4 the stages alone: where there are constraints auto adds two solves after each step
        enforce = ["constraints.enforce=index1"] if scheme == "dirk4" else []
        for without, linked in ((BODY, BODY + LINK), (SUPPORT, BODY + JOINT + LINK)):
            found = [run(CLAMP + text, 1, "run", ["time.scheme=" + scheme] + enforce) for text in (without, linked)]
            if not check("strips fly by " + scheme, not any(r.status for r in found), found[1].stderr):
                return
            pairs.append([r.json["newton_iterations"] for r in found])
    # where a factor falls due a point sooner or later a single count moves by a tenth, as by a change of round-off
    check("no more Newton iterations with linked edges",
          sum(b for a, b in pairs) <= 1.02 * sum(a for a, b in pairs), pairs)
    check("nor many more in any case", all(b <= 1.15 * a for a, b in pairs), pairs)


def cubes():
    r = ended("the cubes tumble", run(CUBES, 2, settings=["output.every=50"]))
    a, b = r.json["probes"]["first"]["u"], r.json["probes"]["second"]["u"]
    far = [math.dist((x[0], x[1], x[2]), (y[0] + 3, y[1], y[2])) for x, y in zip(a, b)]
    close("distance of the cubes", max(abs(d - 3) for d in far), 0, 0, 1e-13)
    balance = r.json["balance"]
    close("energy of the cubes", balance["kinetic"][-1], balance["kinetic"][0], 1e-6)
    for i in range(3):
        close("momentum of the cubes", balance["momentum"][-1][i], (0, 9, -6)[i], 0, 1e-12)
        close("angular momentum of the cubes", balance["angular_momentum"][-1][i],
              balance["angular_momentum"][0][i], 0, 1e-4)


SMALL = ["time.step=2e-3", "time.steps=12", "output.every=0"]
DESIGNS = """design:
  - {name: t, thickness: plate}
  - {name: m, body: hub, parameter: inertia.yy}
  - {name: w, body: hub, parameter: angular_velocity.y}
functions:
  - {name: compliance, type: compliance}
  - {name: path, type: integral, of: corner, value: "z^2 + x*vz"}
  - {name: end, type: end, of: hub, value: "z"}
"""


def text_of(case):
    return re.sub(r"mesh: \S+", "mesh: hinged.msh", case.read_text())


def gradients():
    grid(4, 2, size=(1, 0.5), place=lambda x, y: (x, y - 0.25, 0)).write("hinged.msh")
    text = text_of(PLATE).replace("group: root", "group: left").replace("group: corner", "group: corner11")
    schemes = ("bdf2", "galpha", "dirk4", "sdirk3")
    gradients_agree("the hinged plate", text + DESIGNS, schemes, settings=SMALL)
    for scheme in schemes:
        one, three = (ended("%s on %d ranks" % (scheme, ranks), run(text + DESIGNS, ranks, "run", [
            "time.scheme=" + scheme] + SMALL)).json["functions"] for ranks in (1, 3))
        for function, value in one.items():
            close("%s on 3 ranks" % function, three[function], value, 1e-10)


def example():
    u = []
    for ranks in (1, 2, 3):
        r = ended("the hinged plate swings on %d ranks" % ranks, run(PLATE, ranks, settings=["time.steps=20"]))
        u.append(r.json["probes"]["corner"]["u"][-1])
    for other in u[1:]:
        close("ranks agree", math.dist(other, u[0]), 0, 0, 1e-10)
    text = PLATE.read_text().replace("mesh: ", "mesh: %s/" % PLATE.parent)
    text += "design:\n  - {name: m, body: hub, parameter: mass}\n"
    text += "  - {name: w, body: hub, parameter: angular_velocity.y}\n"
    text += "functions:\n  - {name: end, type: end, of: corner, value: z}\n"
    for scheme in ("dirk2", "dirk4"): # the hub's spin alone excites what the plate has of high frequencies
        r = ended("the hinged plate by %s" % scheme, run(
            text, 1, "verify", ["time.scheme=" + scheme, "time.steps=25", "output.every=0"], ["--steps", "1e-30"]))
        for design, error in r.json["verify"]["end"].items():
            close("the hinged plate by %s: d / d %s" % (scheme, design), error, 0, 0, 1e-10)


AVERAGE = """gimbal: 1
mesh: plate.msh
materials:
  foam: {young: 5e6, poisson: 0.3, density: 200}
shells:
  - {group: plate, material: foam, thickness: 0.02}
%sprobes:
  - {name: tip, group: corner11}
time: {scheme: static, step: 0.5, steps: 2}
output: {every: 10}
"""
HELD = "supports:\n  - {group: left, fix: all}\n"
FOLLOWER = """bodies:
  - {name: h, mass: %g, inertia: [0, 0, 0, 0, 0, 0], at: [%s], velocity: [0, 0, 1]}
links:
  - {body: h, group: %s, type: average}
"""


def averages():
    mean = "0.5, 0.25, 0"
    ends = [run(AVERAGE % (HELD + text)) for text in (
        "loads:\n  - {type: force, group: plate, value: [0, 0, '0.02*t']}\n",
        FOLLOWER % (0, "0.1, 0.2, 0.3", "plate") +
        "loads:\n  - {type: force, body: h, at: [%s], value: [0, 0, '0.9*t']}\n" % mean)]
    if not check("an average in statics", not any(e.status for e in ends), ends[1].stderr):
        return
    u, v = (r.json["probes"]["tip"]["u"][-1] for r in ends)
    close("a force on an average", math.dist(u, v), 0, 0, 1e-12)
    # a moment about y on a grid of nine by five nodes: forces along z by their x
    places = [(i / 8, j / 4) for i in range(9) for j in range(5)]
    arms = sum((x - 0.5) ** 2 for x, y in places)
    text = "loads:\n" + "".join("  - {type: force, group: n%d, value: [0, 0, '%r*t']}\n" % (
        i, -1e-6 * (i / 8 - 0.5) / arms) for i in range(9))
    ends = [run((AVERAGE % (HELD + t)).replace("plate.msh", "rows.msh")) for t in (
        text, FOLLOWER % (0, mean, "plate") +
        "loads:\n  - {type: moment, body: h, value: [0, '1e-6*t', 0]}\n")]
    if check("a moment on an average", not any(e.status for e in ends), ends[0].stderr + ends[1].stderr):
        u, v = (r.json["probes"]["tip"]["u"][-1][2] for r in ends)
        close("a moment on an average", v, u, 1e-7)
    motion = "initial:\n  - {group: plate, velocity: [0, 0, 1]}\n"
    r = ended("an average flies", run(AVERAGE % (motion + FOLLOWER % (0.2, "1, 0.25, 0", "plate")), 2,
                                      "run", ["time.scheme=galpha", "time.rho=1", "time.step=2e-3", "time.steps=100"]))
    b = r.json["balance"]
    for i in range(3):
        close("momentum of an average", b["momentum"][-1][i], (0, 0, 2.2)[i], 0, 1e-9)
    close("energy of an average", b["kinetic"][-1] + b["strain"][-1], b["kinetic"][0], 1e-5)
    text = AVERAGE % (HELD + FOLLOWER % (0.3, "1, 0.2, 0.1", "right") + "loads:\n"
                      "  - {type: moment, body: h, value: [0.05, 0.02, 0.03], follow: true}\n"
                      "joints:\n  - {type: spherical, between: [ground, h], at: [1, 0.25, 0]}\n"
                      "design:\n  - {name: t, thickness: plate}\n  - {name: m, body: h, parameter: mass}\n"
                      "functions:\n  - {name: p, type: end, of: tip, value: x+z}\n")
    text = text.replace("inertia: [0, 0, 0, 0, 0, 0]", "inertia: [0.1, 0.1, 0.1, 0, 0, 0]")
    text = text.replace(", velocity: [0, 0, 1]", "")
    short = ["time.scheme=bdf2", "time.step=2e-3", "time.steps=10"]
    gradients_agree("an average", text, ("bdf2", "dirk4"), settings=short)
    for ranks in (1, 3):
        r = run(text, ranks, settings=short)
        check("an average of nodes on one line", r.status == 0 and "on one line" in r.stderr, r.stderr)
    refusals(text, [
        ("links:\n", "links:\n  - {body: h, group: bottom}\n", "is linked rigidly"),
        ("body: h, group", "body: g, group", "no body is named 'g'")], count=1, status=(2, 3))


def refused_cases():
    base = FREE % (1, "[1, 1, 1, 0, 0, 0]")
    for find, put, status, words in (
            ("body: hub,", "body: hab,", 2, "nearest: hub"),
            ("group: left", "group: lift", 3, "no group 'lift'"),
            ("links:\n", "links:\n  - {body: hub, group: left}\n", 3, "is linked already, by"),
            ("initial:", "supports:\n  - {group: bottom, fix: [z]}\ninitial:", 3,
             "is linked to body 'hub'"),
            ("mass: 1, inertia: [1, 1, 1, 0, 0, 0]", "mass: 0, inertia: [1, 1, 1, 0, 0, 0]", 2,
             "no body's inertia"),
            ("group: left}", "group: left, type: loose}", 2, "accepted: rigid, average"),
            ("mass: 1, inertia: [1, 1, 1, 0, 0, 0]", "mass: 0, inertia: [0, 0, 0, 0, 0, 0]",
             0, None),
            ("mass: 1, inertia: [1, 1, 1, 0, 0, 0]}", "", 2, "mass and inertia")):
        text = base.replace(find, put, 1)
        if words == "mass and inertia":
            text = base.replace("inertia: [1, 1, 1, 0, 0, 0], ", "", 1)
        if words is None:
            text = text.replace("group: left", "group: corner00")
            status, words = 3, "has no inertia of its own"
        for ranks in (1, 2):
            r = run(text, ranks)
            check("refused: %s on %d ranks" % (words, ranks),
                  r.status == status and words in re.sub(r"\s+", " ", r.stderr),
                  "status %d\n%s" % (r.status, r.stderr))


mesh = grid(8, 4, size=(1, 0.5)).write("plate.msh")
for i in range(9):
    for j in range(5):
        mesh.element("point", "n%d" % i, (mesh.nearest(i / 8, j / 8),))
mesh.write("rows.msh")
free(1, "[0.1, 0.2, 0.3, 0, 0, 0]")
free(0, "[0, 0, 0, 0, 0, 0]")
in_turn(beads, clamp, iterations, cubes, averages, gradients, example, refused_cases)
