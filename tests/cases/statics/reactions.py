"""Claim: reactions at supports balance loads and inertia, in statics and dynamics, of shells with and without folds, of
beams, of free nodes and of given motions, node by node and in sum; joints' forces are those of a pendulum, in global
axes and in the joint's own; section histories are the fields of the results; all the same on 1, 2 and 3 ranks.

Source: d'Alembert's principle; the tension of a pendulum, m (g cos + v^2 / l).
"""
# quick
import math

from common import cross, ended, in_turn, refusals, refused
from helper import check, close, grid, run
from folded import write as folded
from hdf5 import File


def plus(*vectors):
    return [sum(v) for v in zip(*vectors)]


def times(a, v):
    return [a * x for x in v]


def near(label, found, exact, size, bound=1e-8):
    for i in range(3):
        close("%s, component %d" % (label, i), found[i], exact[i], 0, bound * size)


def same_on(ranks, label, first, r):
    """Reactions, joints and sections of a run are those of the first one."""
    for kind in ("reactions", "joints", "sections"):
        for name, histories in first.json.get(kind, {}).items():
            for key, rows in histories.items():
                if not isinstance(rows, list):
                    continue
                a, b = ([x for row in v for x in (row if isinstance(row, list) else [row])]
                        for v in (rows, r.json[kind][name][key]))
                size = max(map(abs, a)) + 1e-6 * max(abs(x) for v in histories.values() if isinstance(v, list)
                                                     for row in v for x in (row if isinstance(row, list) else [row]))
                close("%s: %s of %s on %d ranks" % (label, key, name, ranks),
                      max(abs(x - y) for x, y in zip(a, b)), 0, 0, 1e-8 * size)


FOLDED = """gimbal: 1
mesh: folded.msh
materials: {m: {young: 5e7, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.03}}
shells: [{group: plate, material: m, thickness: 0.01}]
beams: [{group: stringer, section: s, orientation: [0, 1, 1]}]
"""


def statics():
    """Moments about a point, of forces that have moved with the structure."""
    F, G, O = (1.0, -0.5, 2.0), (-1.0, 1.0, 2.0), (0.3, -0.2, 0.5)
    folded("folded.msh")
    text = FOLDED + """supports: [{group: root, fix: all}]
loads: [{type: force, group: tip, value: [t, "-0.5*t", "2*t"]}, {type: force, group: end, value: ["-t", t, "2*t"]}]
probes:
  - {name: tip, group: tip}
  - {name: end, group: end}
  - {name: wall, reaction: root, about: [0.3, -0.2, 0.5]}
  - {name: each, reaction: root, per: node}
  - {name: skin, element_at: [0.3, 0.05, 0]}
  - {name: bar, element: 18}
time: {scheme: static, step: 0.25, steps: 4}
"""
    first = None
    for ranks in (1, 2, 3):
        r = ended("statics on %d ranks" % ranks, run(text, ranks))
        first = first or r
        same_on(ranks, "statics", first, r)
    held = first.json["reactions"]
    moment = [0, 0, 0]
    for name, force in (("tip", F), ("end", G)):
        probe = first.json["probes"][name]
        x = plus(probe["position"], probe["u"][-1])
        check(name + " has moved far", math.dist(x, probe["position"]) > (0.1 if name == "end" else 1e-5), x)
        moment = plus(moment, cross([a - b for a, b in zip(x, O)], force))
    near("force", held["wall"]["force"][-1], times(-1, plus(F, G)), 7)
    near("moment", held["wall"]["moment"][-1], times(-1, moment), 7)
    nodes = {name: h for name, h in held.items() if name.startswith("each.")}
    places = {n: p for n, p in zip(range(1, 100), File("case.vtkhdf").rows("/VTKHDF/Points"))}
    check("six nodes", len(nodes) == 6, held.keys())
    near("sum over nodes", plus(*(h["force"][-1] for h in nodes.values())), times(-1, plus(F, G)), 7)
    near("their moments",
         plus(*(plus(h["moment"][-1], cross([a - b for a, b in zip(places[int(n[9:])], O)], h["force"][-1]))
                for n, h in nodes.items())), held["wall"]["moment"][-1], 7)
    sections(first)


def sections(r):
    """Histories of elements are the fields of the results."""
    ids = File("case.vtkhdf").dataset("/VTKHDF/CellData/cell_id")[2]
    words = {"skin": (("shell_force", ("N11", "N22", "N12")), ("shell_moment", ("M11", "M22", "M12")),
                      ("shell_shear", ("Q1", "Q2")), ("shell_strain", ("e11", "e22", "g12")),
                      ("shell_curvature", ("k11", "k22", "k12")), ("shell_shear_strain", ("g1", "g2")),
                      ("stress_bottom", ("s11_bottom", "s22_bottom", "s12_bottom")),
                      ("principal_bottom", ("s1_bottom", "s2_bottom")),
                      ("stress_top", ("s11_top", "s22_top", "s12_top")),
                      ("principal_top", ("s1_top", "s2_top"))),
             "bar": (("beam_force", ("N", "Qy", "Qz")), ("beam_moment", ("T", "My", "Mz")),
                     ("beam_strain", ("ex", "gy", "gz")), ("beam_curvature", ("kx", "ky", "kz")))}
    for name, fields in words.items():
        history = r.json["sections"][name]
        for field, columns in fields:
            rows = File("case.vtkhdf").rows("/VTKHDF/CellData/" + field)[-len(ids):]
            for i, word in enumerate(columns):
                exact = rows[ids.index(history["element"])][i]
                close("%s of %s" % (word, name), history[word][-1], exact, 1e-8, 1e-300)
    check("the beam by its number", r.json["sections"]["bar"]["element"] == 18)
    file = File("case.vtkhdf")
    columns = file.dataset("/columns/reactions")[2]
    table = file.rows("/histories/reactions")
    close("a column", table[-1][columns.index("wall.my")], r.json["reactions"]["wall"]["moment"][-1][1], 1e-10)
    check("columns of sections", "skin.s1_top" in file.dataset("/columns/sections")[2])


def dynamics():
    """Forces by the rate of the momentum, which bdf2 takes from that of the velocities (not that of a root whose motion
    is given)."""
    folded("folded.msh")
    h, gravity = 2e-3, (1.0, 2.0, -9.0)
    text = FOLDED + """gravity: [1, 2, -9]
supports: [{group: root, %s}]
loads: [{type: force, group: tip, value: [0, "2*t", 1]}]
probes: [{name: wall, reaction: root}]
time: {scheme: %s, step: 2e-3, steps: 12}
"""
    for label, held in (("a fixed root", "fix: all"),
                        ("a moving root", 'motion: ["0.1*sin(9*t)", "0.3*t^2", 0], angle: "2*t", axis: [1, 0, 0]')):
        first = None
        for ranks in (1, 2):
            r = ended(label + " on %d ranks" % ranks, run(text % (held, "bdf2"), ranks))
            first = first or r
            same_on(ranks, label, first, r)
        mass = run(text % (held, "bdf2"), verb="check").json["mass"]
        p = first.json["balance"]["momentum"]
        for k in range(2, 13):
            rate = [(1.5 * p[k][i] - 2 * p[k - 1][i] + 0.5 * p[k - 2][i]) / h for i in range(3)]
            applied = plus(times(mass, gravity), (0, 2 * k * h, 1))
            near("%s, step %d" % (label, k), first.json["reactions"]["wall"]["force"][k],
                 [a - b for a, b in zip(rate, applied)], 10, 1e-8 if held == "fix: all" else 1e-5)
    # the ends of Runge-Kutta steps have no accelerations of their own
    one, two = (
        run(text % ("fix: all", s), settings=["time.step=%g" % (6e-3 / n), "time.steps=%d" % n]).json["reactions"]
        ["wall"] for s, n in (("dirk4", 60), ("newmark", 600)))
    for key in ("force", "moment"):
        near("dirk4 and newmark, " + key, one[key][-1], two[key][-1], 10, 1e-3)


def pendulum():
    """A body on a tilted pin: at the ends of dirk4's steps forces follow from positions and velocities alone."""
    m, g, s = 2.0, 10.0, math.sqrt(0.5)
    n = (0.0, s, s)  # the pin
    text = """gimbal: 1
gravity: [0, 0, -10]
bodies: [{name: rod, mass: 2, inertia: [1e-9, 1e-9, 1e-9, 0, 0, 0], at: [0.5, 0, 0], velocity: [0, %.17g, %.17g],
          angular_velocity: [0, %.17g, %.17g]}]
joints: [{type: revolute, name: pin, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 1]}]
probes: [{name: bob, body: rod, at: [0.5, 0, 0]}]
time: {scheme: dirk4, step: 0.01, steps: 60}
""" % (1.5 * s, -1.5 * s, 3 * s, 3 * s)
    first = None
    for ranks in (1, 2):
        r = ended("pendulum on %d ranks" % ranks, run(text, ranks))
        first = first or r
        same_on(ranks, "pendulum", first, r)
    pin, bob = first.json["joints"]["pin"], first.json["probes"]["bob"]
    plane, across = None, None
    for k in range(61):
        x = plus(bob["position"], bob["u"][k])
        length = math.hypot(*x)
        e = times(1 / length, x)
        weight = (0, 0, -m * g)
        tension = m * sum(v * v for v in bob["v"][k]) / length + sum(a * b for a, b in zip(e, weight))
        force = pin["force"][k]
        label = "step %d" % k
        close(label + ": tension", -sum(a * b for a, b in zip(force, e)), tension, 1e-8)
        close(label + ": along the pin", sum(a * b for a, b in zip(force, n)), -n[2] * weight[2], 1e-8)
        close(label + ": across", sum(a * b for a, b in zip(force, cross(n, e))), 0, 0, 1e-6 * m * g)
        moment = cross(x, force)
        near(label + ": moment", pin["moment"][k], moment, m * g, 1e-6)
        local = pin["local_force"][k]
        close(label + ": local, along the pin", local[2], -n[2] * weight[2], 1e-8)
        # the axes turn with the rod: in them the tension's direction stays
        size = math.hypot(local[0], local[1])
        close(label + ": local, across the pin", size, tension, 1e-6)
        direction = (local[0] / size, local[1] / size)
        plane = plane or direction
        near(label + ": local direction", (*direction, 0), (*plane, 0), 1, 1e-6)
        close(label + ": local moment", math.hypot(*pin["local_moment"][k]), math.hypot(*moment), 1e-6)
        close(label + ": local moment along the pin", pin["local_moment"][k][2], 0, 0, 1e-6 * m * g)
    check("it has swung", max(abs(u[0]) for u in bob["u"]) > 0.1 and across is None)


def arms():
    """The moment of a clamped joint, in its axes and in global ones: an arm that is held off its centre."""
    r = ended("arm", run("""gimbal: 1
gravity: [0, 0, -10]
bodies: [{name: arm, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [0.5, 0.2, 0]}]
joints: [{type: fixed, name: clamp, between: [ground, arm], at: [0.1, 0, 0], axis: [1, 0, 0]}]
time: {scheme: static, step: 1, steps: 1}
"""))
    clamp = r.json["joints"]["clamp"]
    near("clamp force", clamp["force"][-1], (0, 0, 20), 20)
    near("clamp moment", clamp["moment"][-1], (4, -8, 0), 20)
    close("about its axis", clamp["local_moment"][-1][2], 4, 1e-8)
    close("across it", math.hypot(*clamp["local_moment"][-1][:2]), 8, 1e-8)


def free_node():
    """A mass that is held in two directions on a spring."""
    r = ended("a free node", run("""gimbal: 1
gravity: [0, 0, -10]
masses:
  - {name: a, at: [0, 1, 2], mass: 3, fix: [x, z]}
  - {name: b, at: [0, 3, 2], mass: 1, motion: [0, "0.5*t^2", 0]}
springs: [{between: [a, b], stiffness: 100, length: 1}]
probes: [{name: held, reaction: a}, {name: drive, reaction: b}, {name: a, mass: a}, {name: b, mass: b}]
time: {scheme: bdf2, step: 1e-2, steps: 10}
"""))
    for k in (0, 10):
        pull = 100 * (1 + r.json["probes"]["b"]["u"][k][1] - r.json["probes"]["a"]["u"][k][1])
        y = 1 + r.json["probes"]["a"]["u"][k][1]
        near("held", r.json["reactions"]["held"]["force"][k], (0, 0, 30), 30)
        near("moment", r.json["reactions"]["held"]["moment"][k], (30 * y, 0, 0), 30)
        near("driven", r.json["reactions"]["drive"]["force"][k], (0, 1 + pull, 10), 100)


def linear():
    """Linear statics: moments in the reference, whatever the load."""
    grid(4, 2, size=(1, 0.5)).write("plate.msh")
    r = ended("linear statics", run("""gimbal: 1
mesh: plate.msh
materials: {m: {young: 1e6, poisson: 0.3}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: force, group: corner10, value: [0, 0, 100]}]
probes: [{name: wall, reaction: left}]
time: {scheme: linear, step: 1, steps: 1}
"""))
    near("linear force", r.json["reactions"]["wall"]["force"][-1], (0, 0, -100), 100)
    near("linear moment", r.json["reactions"]["wall"]["moment"][-1], (0, 100, 0), 100)


def refused_cases():
    """Each with the place, what was found and what is accepted."""
    folded("folded.msh")
    text = FOLDED + """supports: [{group: root, fix: all}]
joints: [{type: spherical, name: pin, between: [ground, "group:tip"], at: [0.8, 0, 0]}]
probes: [{name: wall, reaction: root}]
time: {scheme: static, step: 1, steps: 1}
"""
    refusals(lambda new: text.replace("reaction: root", new, 1), [
        ("reaction: roof", "probes[0]", "roof", "root"),
        ("reaction: tip", "probes[0].reaction", "no support holds a node of 'tip'", "(root)"),
        ("reaction: root, node: 3", "needs one place (found 2)", "reaction, element, element_at"),
        ("node: 3, about: [0, 0, 0]", "probes[0].about", "with reaction"),
        ("reaction: root, per: node, about: [0, 0, 0]", "probes[0].about", "with per: group"),
        ("reaction: root, per: nods", "probes[0].per", "group, node"),
        ("element: 999", "probes[0].element", "no shell, beam or solid", "found 999")], verb="check", status=(2, 3))
    refused("a joint's name", text.replace("name: wall", "name: pin"), "a joint has this name too", verb="check")


in_turn(statics, dynamics, pendulum, arms, free_node, linear, refused_cases)
