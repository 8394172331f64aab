"""Supports with a given motion.

Claims: a cantilever whose root is accelerated uniformly is that of a resting root under the opposite gravity,
displacements, functionals and gradients to 1e-9, with a fold at the root too; a plate all of whose nodes are turned
moves as a rigid body to round-off and has no stress; a root turned by an angle, about an axis of any length that is
beside it, is one linked to a body that a revolute joint turns, within an error of order 2; a strip pulled by its end in
statics has E A d^2 / L; the ends of joints and averages follow a node that moves; gradients agree with complex step to
1e-10; what contradicts itself is refused; the linear scheme is linear in what is given. A body whose rotation is given
carries others as one that a joint turns, to round-off by schemes of one stage and at the scheme's order by others, its
reaction being Newton's and Euler's; a root linked to it is one whose nodes are turned; one that is moved without a
rotation is a pendulum's pivot; one held in a plane is on a revolute joint.
"""
# quick
import math

from common import ended, in_turn, refusals
from helper import check, close, gradients_agree, grid, run

CANTILEVER = """gimbal: 1
mesh: %s
materials: {m: {young: 2e9, poisson: 0.3, density: 1200}}
shells: [{group: plate, material: m, thickness: 5e-3}]
supports:
  - {group: left, fix: all%s}
%sprobes: [{name: tip, group: corner11}]
design: [{name: skin, thickness: plate}]
functions:
  - {type: compliance}
  - {name: out, type: end, of: tip, value: "uz - ux + uy/2"}
time: {scheme: newmark, step: 2e-3, steps: 40}
"""
ACCELERATION = (3.0, -1.0, 4.0)


def accelerated(label, mesh, ranks):
    """A scheme of order 2 has uniform acceleration exactly."""
    ends, change = [], ", motion: [%s]" % ", ".join('"%g*t^2/2"' % a for a in ACCELERATION)
    for text in (CANTILEVER % (mesh, change, ""),
                 CANTILEVER % (mesh, "", "gravity: [%g, %g, %g]\n" % tuple(-a for a in ACCELERATION))):
        r = ended("%s: it ends well" % label, run(text, ranks, "gradient"))
        ends.append(r.json)
    moved, still = ends
    for row, t, other in zip(moved["probes"]["tip"]["u"], moved["probes"]["tip"]["t"], still["probes"]["tip"]["u"]):
        for i in range(3):
            close("%s: u_%s at %g" % (label, "xyz"[i], t), row[i] - ACCELERATION[i] * t * t / 2, other[i], 0, 1e-9)
    size = abs(still["functions"]["compliance"])
    close(label + ": compliance", moved["functions"]["compliance"], size, 1e-9)
    for f in ("compliance", "out"):
        close("%s: d %s" % (label, f), moved["gradient"][f]["skin"][0], still["gradient"][f]["skin"][0], 1e-8)


def uniform():
    grid(8, 4, size=(0.6, 0.3)).write("flat.msh")
    # two flanges that meet at a fold, which the root crosses
    grid(6, 6, size=(0.6, 0.4), place=lambda x, y: (x, max(y - 0.2, 0), max(0.2 - y, 0))).write("angle.msh")
    for ranks in (1, 2, 3):
        accelerated("flat on %d ranks" % ranks, "flat.msh", ranks)
    accelerated("a fold", "angle.msh", 2)


RIGID = """gimbal: 1
mesh: flat.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1200}}
shells: [{group: plate, material: m, thickness: 5e-3}]
masses: [{name: far, at: [5, 0, 0], mass: 1}]
supports:
  - {group: plate, motion: ["t", 0, "t^2"], angle: "2*t + t^2", axis: [0, 3, 4], about: [0.1, 0.2, 0]}
probes: [{name: tip, group: corner11}]
functions:
  - {type: compliance}
time: {scheme: bdf2, step: 0.05, steps: 10}
"""


def rotated(angle, axis, p):
    """Rodrigues' formula."""
    c, s = math.cos(angle), math.sin(angle)
    along = sum(a * b for a, b in zip(axis, p))
    cross = [axis[(i + 1) % 3] * p[(i + 2) % 3] - axis[(i + 2) % 3] * p[(i + 1) % 3] for i in range(3)]
    return [c * p[i] + s * cross[i] + (1 - c) * along * axis[i] for i in range(3)]


def rigid():
    r = ended("all nodes are moved", run(RIGID))
    arm, axis = (0.5, 0.1, 0.0), (0, 0.6, 0.8)
    probe = r.json["probes"]["tip"]
    for k, t in enumerate(probe["t"]):
        angle, rate, growth = 2 * t + t * t, 2 + 2 * t, 2.0
        across = rotated(angle, axis, [axis[1] * arm[2] - axis[2] * arm[1], axis[2] * arm[0] - axis[0] * arm[2],
                                       axis[0] * arm[1] - axis[1] * arm[0]])
        twice = [axis[1] * across[2] - axis[2] * across[1], axis[2] * across[0] - axis[0] * across[2],
                 axis[0] * across[1] - axis[1] * across[0]]
        place = rotated(angle, axis, arm)
        for i in range(3):
            close("rigid: u at %g" % t, probe["u"][k][i], place[i] - arm[i] + (t, 0, t * t)[i], 0, 1e-14)
            close("rigid: v at %g" % t, probe["v"][k][i], rate * across[i] + (1, 0, 2 * t)[i], 0, 1e-13)
            close("rigid: a at %g" % t, probe["a"][k][i],
                  growth * across[i] + rate * rate * twice[i] + (0, 0, 2)[i], 0, 1e-12)
    close("rigid: no strain", r.json["functions"]["compliance"], 0, 0, 1e-15)


TURNED = """gimbal: 1
mesh: flat.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1200}}
shells: [{group: plate, material: m, thickness: 5e-3}]
%s
probes: [{name: tip, group: corner11}]
design: [{name: skin, thickness: plate}]
functions:
  - {type: compliance}
  - {name: out, type: end, of: tip, value: uz}
time: {scheme: galpha, step: 2e-3, steps: 50}
"""
ANGLE = "0.4*(1 - cos(30*t))"
GIVEN = 'supports: [{group: left, angle: "%s", axis: [0, 2, 0], about: [-0.1, 0, 0.05]}]' % ANGLE
DRIVEN = """bodies: [{name: hub, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [-0.1, 0, 0.05]}]
links: [{body: hub, group: left}]
joints: [{type: revolute, between: [ground, hub], at: [-0.1, 0, 0.05], axis: [0, 1, 0], angle: "%s"}]""" % ANGLE


def turned():
    """The constraint of the joint is met with an error of the scheme, of order 2."""
    off = []
    for steps in (50, 100):
        settings = ["time.steps=%d" % steps, "time.step=%g" % (0.1 / steps)]
        given, driven = run(TURNED % GIVEN, 2, "gradient", settings), run(TURNED % DRIVEN, 1, "gradient", settings)
        ended("by supports and by a joint", given, driven)
        pairs = zip(given.json["probes"]["tip"]["u"], driven.json["probes"]["tip"]["u"])
        off.append(max(abs(x - y) for a, b in pairs for x, y in zip(a, b)))
        for f in ("compliance", "out"):
            close("turned: " + f, given.json["functions"][f], driven.json["functions"][f], 1e-5)
            close("turned: d " + f, given.json["gradient"][f]["skin"][0], driven.json["gradient"][f]["skin"][0], 1e-4)
    check("turned: the same motion", off[0] < 2e-7 and 3.7 < off[0] / off[1] < 4.3, off)
    gradients_agree("of a turned root", TURNED % GIVEN, ["bdf2", "galpha", "dirk4", "sdirk3"],
                    settings=["time.steps=4"])


PULLED = """gimbal: 1
mesh: flat.msh
materials: {m: {young: 2e6, poisson: 0}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports:
  - {group: left, fix: all}
  - {group: right, motion: ["1e-6*t", 0, 0], fix: rotation}
functions: [{type: compliance}]
time: {scheme: static, step: 0.5, steps: 2}
"""


def pulled():
    """Twice the strain energy, E t b d^2 / L, by Green's strain d/L + (d/L)^2/2."""
    r = ended("a pulled strip", run(PULLED))
    e = 1e-6 / 0.6
    close("pulled: twice the energy", r.json["functions"]["compliance"],
          2e6 * 0.01 * 0.3 * 0.6 * (e + e * e / 2) ** 2, 1e-9)


PENDULUM = """gimbal: 1
mesh: flat.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1200}}
shells: [{group: plate, material: m, thickness: 5e-3}]
gravity: [0, 0, -9.81]
supports: [{group: plate, motion: %s, fix: rotation}]
bodies: [{name: bob, mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.6, 0.3, -0.5]}]
joints: [{type: spherical, between: ["group:corner11", bob], at: [0.6, 0.3, 0]}]
probes: [{name: p, body: bob, at: [0.6, 0.3, -0.5]}]
time: {scheme: dirk3, step: 5e-3, steps: 40}
"""


def carried():
    """A pendulum at a node that moves is one at a free node that does."""
    motion = '["0.1*sin(9*t)", 0, "0.05*t^2"]'
    joint = PENDULUM % motion
    point = joint.replace('"group:corner11"', "pivot").replace(
        "gravity", "masses: [{name: pivot, at: [0.6, 0.3, 0], motion: %s}]\ngravity" % motion)
    a, b = run(joint, 2), run(point)
    ended("a pendulum on a moving node", a, b)
    off = max(abs(x - y) for p, q in zip(a.json["probes"]["p"]["u"], b.json["probes"]["p"]["u"]) for x, y in zip(p, q))
    check("a pendulum: as on a moving point", off < 1e-11, off)


AVERAGE = """gimbal: 1
mesh: flat.msh
materials: {m: {young: 2e9, poisson: 0.3, density: 1200}}
shells: [{group: plate, material: m, thickness: 5e-3}]
supports: [{group: plate, motion: ["0.1*t", 0, "0.05*t^2"], angle: "0.5*t", axis: [1, 2, 0]}]
bodies: [{name: rider, mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.3, 0.2, 0.1]}]
links: [{body: rider, group: plate, type: average}]
initial: []
probes: [{name: p, body: rider, at: [0.3, 0.2, 0.1]}]
time: {scheme: bdf2, step: 0.01, steps: 10}
"""


def averaged():
    text = AVERAGE.replace("initial: []\n", "").replace(
        "at: [0.3, 0.2, 0.1]}]\nlinks", "at: [0.3, 0.2, 0.1], velocity: [0.144721359549996, -0.022360679774998, "
        "%.17g], angular_velocity: [0.223606797749979, 0.447213595499958, 0]}]\nlinks"
        % (0.223606797749979 * 0.2 - 0.447213595499958 * 0.3))
    r = ended("a body on the average of moving nodes", run(text))
    place, axis = (0.3, 0.2, 0.1), (1 / math.sqrt(5), 2 / math.sqrt(5), 0)
    probe = r.json["probes"]["p"]
    for t, u in zip(probe["t"], probe["u"]):
        at = rotated(0.5 * t, axis, place)
        for i in range(3):
            close("average: u at %g" % t, u[i], at[i] - place[i] + (0.1 * t, 0, 0.05 * t * t)[i], 0, 1e-10)


def refused_cases():
    good = CANTILEVER % ("flat.msh", ', motion: [0, 0, "t^2"]', "")
    refusals(good, {
        "an angle without axis": ("fix: all,", 'angle: "t",', "supports[0].axis", "is missing"),
        "a zero axis": ("fix: all,", 'angle: "t", axis: [0, 0, 0],', "supports[0].axis", "no direction"),
        "an axis without angle": ("fix: all,", "axis: [0, 0, 1],", "supports[0].axis", "with angle"),
        "a plane of symmetry that moves": ("fix: all,", "symmetry: x,", "symmetry", "given motion"),
        "a jump at the start": ('"t^2"', '"cos(t)"', "motion is 1 at t = 0"),
        "nothing": (', fix: all, motion: [0, 0, "t^2"]', "", "holds nothing", "motion"),
        "two values": ('[0, 0, "t^2"]', '[0, "t^2"]', "supports[0].motion", "[x, y, z]"),
        "a motion that stops being one": ('"t^2"', '"sqrt(t)"', "supports[0]", "velocity")})
    refusals(lambda other: good.replace("probes:", "  - %s\nprobes:" % other), [
        ("{group: corner00, fix: x}", "node 1", "supports[1]", "prevents"),
        ('{group: corner00, motion: ["t", 0, 0]}', "node 1", "supports[0]", "prevents")], status=3)
    ended("other supports may hold what does not move",
          run(good.replace(', motion: [0, 0, "t^2"]', "").replace("probes:", '  - {group: corner00, fix: rotation}\n'
            '  - {group: right, motion: [0, 0, "t^2"]}\nprobes:')))


CRANK = """gimbal: 1
gravity: [0, -9.81, 0]
%sbodies:
  - {name: crank, mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], at: [0.3, 0, 0]%s}
  - {name: link, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.9, 0, 0.1]}
joints:
%s  - {name: pin, type: universal, between: [crank, link], at: [0.6, 0, 0], axis: [0, 0, 1], second: [0, 1, 0]}
probes:
  - {name: tip, body: link, at: [1.2, 0.1, 0]}
  - {name: end, body: crank, at: [0.5, 0.1, 0]}
%sdesign:
  - {name: m, body: link, parameter: mass}
  - {name: m_crank, body: crank, parameter: mass}
  - {name: y, body: link, parameter: at.y}
functions:
  - {name: x, type: end, of: tip, value: x}
  - {name: f, type: value, of: pin, value: "fx + 2*fy + m1"}
%stime: {scheme: bdf2, step: 0.01, steps: 50}
output: {every: 0}
"""
TURN = "0.5*sin(4*t)^2"
BY_SUPPORT = ('supports:\n  - {body: crank, angle: "%s", axis: [0, 0, 2]}\n' % TURN, "", "",
              "  - {name: wall, reaction: crank}\n",
              '  - {name: r, type: value, of: wall, value: "fx + 2*fy + mz/3"}\n')
BY_JOINT = ("", "", '  - {name: axle, type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], '
            'angle: "%s"}\n' % TURN, "", "")


def bodies():
    for scheme, order in (("bdf2", None), ("galpha", None), ("dirk4", 3.5), ("sdirk3", 2.7)):
        off = []
        for steps in (50, 100):
            settings = ["time.scheme=" + scheme, "time.steps=%d" % steps, "time.step=%g" % (0.5 / steps)]
            a = run(CRANK % BY_SUPPORT, 2 if order else 3, "gradient", settings)
            b = run(CRANK % BY_JOINT, 1, "gradient", settings)
            ended("a crank by %s" % scheme, a, b)
            off.append(max(abs(x - y) for p in ("tip", "end") for u, v in zip(
                a.json["probes"][p]["u"], b.json["probes"][p]["u"]) for x, y in zip(u, v)))
            for f in ("x", "f"):
                bound = 1e-8 if order is None else 1e-5
                close("crank, %s: %s" % (scheme, f), a.json["functions"][f], b.json["functions"][f], bound)
                for d in ("m", "m_crank", "y"):
                    close("crank, %s: d %s / d %s" % (scheme, f, d), a.json["gradient"][f][d][0],
                          b.json["gradient"][f][d][0], bound, bound)
            if scheme != "bdf2" or steps == 50:
                continue
            # force and moment about the origin on the crank, by its given motion and what the pin takes
            for k, t in enumerate(a.json["probes"]["end"]["t"]):
                turn = 0.5 * math.sin(4 * t) ** 2
                rate, growth = 2 * math.sin(8 * t), 16 * math.cos(8 * t)
                c, s = math.cos(turn), math.sin(turn)
                accelerated = [0.3 * (-growth * s - rate ** 2 * c), 0.3 * (growth * c - rate ** 2 * s)]
                pin, found = a.json["joints"]["pin"], a.json["reactions"]["wall"]
                fx, fy = pin["force"][k][0], pin["force"][k][1]
                mz = pin["moment"][k][2] + 0.6 * (c * fy - s * fx)
                for label, value, exact in (
                        ("fx", found["force"][k][0] - fx, 2 * accelerated[0]),
                        ("fy", found["force"][k][1] - fy, 2 * (accelerated[1] + 9.81)),
                        ("mz", found["moment"][k][2] - mz, (0.3 + 2 * 0.09) * growth + 2 * 9.81 * 0.3 * c)):
                    close("crank: reaction %s at %g" % (label, t), value, exact, 0, 1e-8)
        if order is None:
            check("crank, %s: as by a joint, to round-off" % scheme, max(off) < 1e-13, off)
        else:
            check("crank, %s: as by a joint, at its order" % scheme, off[0] < 3e-6 and off[0] / off[1] > 2 ** order,
                  off)
    gradients_agree("of a body with a given motion", CRANK % BY_SUPPORT, ["bdf2", "galpha", "dirk4", "sdirk3"],
                    settings=["time.steps=6"])


def carriers():
    """The root of a plate on a body that is turned is one whose nodes are; a pivot of a body is one of a point."""
    hub = """bodies: [{name: hub, mass: 0, inertia: [0, 0, 0, 0, 0, 0], at: [-0.1, 0, 0.05]}]
links: [{body: hub, group: left}]
supports: [{body: hub, angle: "%s", axis: [0, 2, 0], about: [-0.1, 0, 0.05]}]"""
    grid(4, 2, size=(0.6, 0.3)).write("small.msh")
    text = TURNED.replace("flat.msh", "small.msh")
    a, b = run(text % GIVEN, 1, "gradient"), run(text % (hub % ANGLE), 3, "gradient")
    if check("a hub without mass", a.status == b.status == 0, a.stderr + b.stderr):
        off = max(abs(x - y) for u, v in zip(a.json["probes"]["tip"]["u"], b.json["probes"]["tip"]["u"])
                  for x, y in zip(u, v))
        check("a hub: as the nodes themselves", off < 1e-11, off)
        for f in ("compliance", "out"):
            close("a hub: d " + f, b.json["gradient"][f]["skin"][0], a.json["gradient"][f]["skin"][0], 1e-8)
    motion = 'motion: ["0.1*sin(9*t)^2", 0, "0.05*t^2"]'
    bob = """gimbal: 1
gravity: [0, 0, -9.81]
%s
  - {name: bob, mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0.6, 0.3, -0.5]}
joints: [{type: spherical, between: [%s, bob], at: [0.6, 0.3, 0]}]
probes: [{name: p, body: bob, at: [0.6, 0.3, -0.5]}]
time: {scheme: galpha, step: 5e-3, steps: 40}
"""
    point = bob % ("masses: [{name: pivot, at: [0.6, 0.3, 0], %s}]\nbodies:" % motion, "pivot")
    body = bob % ("supports: [{body: cart, %s, fix: rotation}]\nbodies:\n  - {name: cart, mass: 1, "
                  "inertia: [1, 1, 1, 0, 0, 0], at: [0.2, 0.1, 0]}" % motion, "cart")
    free = body.replace(", fix: rotation", "").replace("at: [0.2, 0.1, 0]", "at: [0.6, 0.3, 0]")
    a = run(point, 2)
    for label, other in (("that does not turn", body), ("that turns freely about it", free)):
        b = run(other)
        if check("a pivot on a body " + label, a.status == b.status == 0, a.stderr + b.stderr):
            off = max(abs(x - y) for u, v in zip(a.json["probes"]["p"]["u"], b.json["probes"]["p"]["u"])
                      for x, y in zip(u, v))
            check("a pivot on a body %s: as a point" % label, off < 1e-11, off)


PLANE = """gimbal: 1
gravity: [0, -9.81, 0]
bodies: [{name: arm, mass: 2, inertia: [0.1, 0.2, 0.3, 0, 0, 0], at: [0.5, 0.1, 0]}]
joints: [{name: pin, type: %s, between: [ground, arm], at: [0, 0, 0]%s}]
%sprobes: [{name: p, body: arm, at: [1, 0, 0]}]
time: {scheme: bdf2, step: 0.01, steps: 60}
"""


def plane():
    a = run(PLANE % ("revolute", ", axis: [0, 0, 1]", ""))
    b = run(PLANE % ("spherical", "", "supports: [{body: arm, fix: [rx, ry]}]\n"))
    if check("an arm in a plane", a.status == b.status == 0, a.stderr + b.stderr):
        off = max(abs(x - y) for u, v in zip(a.json["probes"]["p"]["u"], b.json["probes"]["p"]["u"]) for x,
                  y in zip(u, v))
        check("an arm in a plane: as on a revolute joint", off < 1e-11, off)


def refused_bodies():
    good = CRANK % BY_SUPPORT
    entry = BY_SUPPORT[0].split("\n")[1]
    refusals(good, {
        "a group and a body": ("body: crank, angle", "body: crank, group: a, angle", 2, "a group and a body"),
        "neither": ("body: crank, angle", "angle", 2, "no group and no body"),
        "an unknown body": ("body: crank, angle", "body: crnak, angle", 2, "crnak", "crank"),
        "a plane of symmetry": ('angle: "%s", axis: [0, 0, 2]' % TURN, "symmetry: z", 2, "symmetry", "of a body"),
        "a second motion": (entry, entry + '\n  - {body: crank, motion: ["t", 0, 0]}', 3, "body 'crank'", "prevents"),
        "what is fixed besides": (entry, entry + "\n  - {body: crank, fix: x}", 3, "body 'crank'", "prevents"),
        "another velocity": ("at: [0.3, 0, 0]", "at: [0.3, 0, 0], angular_velocity: [0, 0, 1]", 3,
                             "body 'crank'", "an angular velocity of 1 about z", "gives it 0"),
        "a hinge as well": ("joints:\n", "joints:\n  - {name: axle, type: revolute, between: [ground, crank], "
                            "at: [0, 0, 0], axis: [0, 0, 1]}\n", 3, "joint 'axle'", "body 'crank' has a given motion",
                            "no room"),
        "a joint's motion as well": ("joints:\n", "joints:\n  - {name: axle, type: revolute, between: [ground, crank], "
                                     'at: [0, 0, 0], axis: [0, 0, 1], angle: "t"}\n', 3, "joint 'axle'"),
        "its place as a design": ("at.y", "at.y}\n  - {name: c, body: crank, parameter: at.x", 3,
                                  "body 'crank'", "given motion")})
    ended("the velocity that is given may be said", run(
        good.replace("at: [0.3, 0, 0]", "at: [0.3, 0, 0], velocity: [0, 0.3, 0], angular_velocity: [0, 0, 1]").replace(
        TURN, "sin(t)")))


def linear():
    """The linear scheme is linear in given motions too, however large: forces and displacements by what is given."""
    grid(6, 3, (2, 1)).write("linear.msh")
    base = """gimbal: 1
mesh: linear.msh
materials: {m: {young: 1e6, poisson: 0.3, density: 1}}
shells: [{group: plate, material: m, thickness: 0.1}]
masses: [{name: pin, at: [3, 0, 0], motion: ["%g*t", 0, 0]}]
springs: [{between: [pin, "group:corner10"], stiffness: 200}]
controls: [{name: lift, nodes: 3, to: 1, values: [0, %g, %g]}]
%s
probes: [{name: pull, reaction: root}, {name: middle, at: [1, 0.5, 0]}]
design: [{name: skin, thickness: plate}, {name: lift, control: lift}, {name: E, material: m, parameter: young}]
functions: [{name: u, type: end, of: middle, value: "uz + 2*ux + uy^2"}]
time: {scheme: linear, step: 1, steps: 1}
groups: [{name: root, nodes: [1, 8, 15, 22]}]
output: {every: 0}
"""
    ends = "supports: [{group: right, motion: [0, 0, lift]}, {group: right, fix: rotation}, {group: left, fix: all}]"
    rows = """supports: [{group: right, fix: rotation}, {group: left, fix: all}]
equations: [{terms: [{group: right, ux: 1}]}, {terms: [{group: right, uy: 1}]},
            {terms: [{group: right, uz: 1}], value: lift}]"""
    found = {}
    for size in (1e-6, 0.3):
        for ranks, held in ((1, ends), (2, ends), (2, rows)):
            r = ended("linear in %g on %d ranks" % (size, ranks), run(base % (0.5 * size, 2 * size, size, held), ranks))
            values = [v / size for v in r.json["reactions"]["pull"]["force"][-1] + r.json["probes"]["middle"]["u"][-1]]
            first = found.setdefault("all", values)
            for k, (a, b) in enumerate(zip(values, first)):
                close("linear in %g on %d ranks, %d" % (size, ranks, k), a, b, 1e-8, 1e-8 * max(map(abs, first)))
    gradients_agree("a linear march of given motions", base % (0.15, 0.6, 0.3, ends) +
                    "loads: [{type: pressure, group: plate, value: 40}]\n", ["linear"], (2,))


in_turn(linear, bodies, carriers, plane, refused_bodies, uniform, rigid, turned, pulled, carried,
        averaged, refused_cases)
