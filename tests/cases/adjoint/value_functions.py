"""Claim: functions of type value are expressions of the histories of probes, reactions, joints and sections at the end
of any step, by every kind of scheme, on 1, 2 and 3 ranks; their gradients by adjoint and tangent are those of complex
step, for material, section, spring, mass and shape designs, with few snapshots too.
"""
# timeout: 200
import math

from common import ended, in_turn
from helper import check, close, gradients_agree, run
from folded import write

MODEL = """gimbal: 1
mesh: folded.msh
gravity: [1, 2, -9]
materials: {m: {young: 5e7, poisson: 0.3, density: 1000},
            p: {E1: 9e7, E2: 2e7, G12: 1e7, G13: 1e7, G23: 8e6, poisson: 0.3, density: 900}}
sections:
  s: {type: rectangle, material: m, width: 0.02, height: 0.03}
  skin: {type: laminate, plies: [{material: p, thickness: 4e-3, angle: 20}, {material: p, thickness: 5e-3, angle: -40}]}
shells: [{group: plate, section: skin, axis: [1, 0.2, 0.1]}]
beams: [{group: stringer, section: s, orientation: [0, 1, 1]}]
supports: [{group: root, %s}]
bodies: [{name: arm, mass: 0.2, inertia: [1e-3, 2e-3, 3e-3, 0, 0, 0], at: [1.2, -0.5, 0.1]}]
joints: [{type: %s, name: pin, between: ["group:end", arm], at: [1, -0.5, 0], axis: [0.2, 1, 0.1]}]
masses: [{name: bead, at: [0.9, 0.3, 0.2], mass: 0.1, fix: [x, z]}]
springs:
  - {name: rope, between: ["group:tip", bead], stiffness: 30, length: 0.1}
  - {name: spring, between: ["group:tip", arm], at: [[0.8, 0, 0], [1.2, -0.5, 0.1]], stiffness: 40, damping: 0.1}
loads: [{type: force, name: push, group: tip, value: ["3*t", 1, -2]}]
probes:
  - {name: tip, group: tip}
  - {name: wall, reaction: root, about: [0.3, -0.2, 0.5]}
  - {name: bolt, reaction: root, per: node}
  - {name: rail, reaction: bead, about: [0.1, 0.2, 0.3]}
  - {name: shell, element_at: [0.3, 0.05, 0]}
  - {name: bar, element: 18}
design:
  - {name: modulus, material: m, parameter: young}
  - {name: rho, material: m, parameter: density}
  - {name: angle, section: skin, parameter: 'plies[1].angle'}
  - {name: ply, section: skin, parameter: 'plies[0].thickness'}
  - {name: width, section: s, parameter: width}
  - {name: stiffness, spring: spring, parameter: stiffness}
  - {name: rope, spring: rope, parameter: stiffness}
  - {name: mass, body: arm, parameter: mass}
  - {name: place, joint: pin, parameter: axis.x}
  - {name: load, load: push, parameter: amplitude}
time: {scheme: bdf2, step: 5e-3, steps: 8}
output: {every: 0}
functions:
"""
# name: (of, expression, the same of histories)
VALUES = {
    "motion": ("tip", "x + 10*uz + vz^2", lambda h: 0.8 + h("tip.ux") + 10 * h("tip.uz") + h("tip.vz") ** 2),
    "wall": ("wall", "fx + 2*fy^2 - my + mz*fz", lambda h: h("wall.fx") + 2 * h("wall.fy") ** 2 - h("wall.my")
             + h("wall.mz") * h("wall.fz")),
    "bolt": (None, "bolt.node1.mx + bolt.node1.fz*bolt.node2.my",
             lambda h: h("bolt.node1.mx") + h("bolt.node1.fz") * h("bolt.node2.my")),
    "rail": ("rail", "mx*fz + mz + my", lambda h: h("rail.mx") * h("rail.fz") + h("rail.mz") + h("rail.my")),
    "pin": ("pin", "fx*fz + f1 - f2*f3 + my + 3*m1*m2 + m3",
            lambda h: h("pin.fx") * h("pin.fz") + h("pin.f1") - h("pin.f2") * h("pin.f3") + h("pin.my")
            + 3 * h("pin.m1") * h("pin.m2") + h("pin.m3")),
    # of the weight of k12: along the direction that is verified its derivative nearly cancels
    "shell": ("shell", "N11*M22 + Q1 + 1e4*(k12 + g1*e22) + 1e-3*(s1_top - s2_bottom) + 1e-4*s12_top",
              lambda h: h("shell.N11") * h("shell.M22") + h("shell.Q1") + 1e4 * (h("shell.k12") + h("shell.g1")
                        * h("shell.e22")) + 1e-3 * (h("shell.s1_top") - h("shell.s2_bottom"))
              + 1e-4 * h("shell.s12_top")),
    "bar": (None, "bar.N*bar.My + bar.T + 1e3*bar.kz + sin(t)*wall.fx",
            lambda h: h("bar.N") * h("bar.My") + h("bar.T") + 1e3 * h("bar.kz") + math.sin(h("t")) * h("wall.fx")),
}
HELD = "fix: all"


def case(held=HELD, joint="revolute", at=(None, 0.01), names=VALUES):
    lines = []
    for k, time in enumerate(at):
        for name in names:
            of, text, _ = VALUES[name]
            when = "" if time is None else ", at: {time: %g}" % time
            lines.append("  - {name: %s%d, type: value, %svalue: \"%s\"%s}"
                         % (name, k, "of: %s, " % of if of else "", text, when))
    return MODEL % (held, joint) + "\n".join(lines) + "\n"


def history(data, row):
    """What the histories have of a name at a step end."""
    def at(name):
        if name == "t":
            return data["probes"]["tip"]["t"][row]
        thing, word = name.rsplit(".", 1)
        if thing in data["probes"]:
            return data["probes"][thing][word[0]][row]["xyz".index(word[1])]
        if thing in data["sections"]:
            return data["sections"][thing][word][row]
        kind = "reactions" if thing in data["reactions"] else "joints"
        local = "local_" if word[1] in "123" else ""
        axis = "123".index(word[1]) if local else "xyz1 2 3".index(word[1]) % 3
        return data[kind][thing][local + ("force" if word[0] == "f" else "moment")][row][axis]
    return at


def values():
    write("folded.msh")
    for scheme in ("bdf2", "galpha", "dirk4", "sdirk2", "newmark", "abm3, time.error_limit=1",
                   "dirk2, constraints.enforce=index3"):
        first = None
        settings = ("time.scheme=" + scheme).split(", ")
        for ranks in (1, 2, 3) if scheme in ("bdf2", "dirk4") else (1,):
            r = ended("%s on %d ranks" % (scheme, ranks), run(case(at=(None, 0.01, 0)), ranks, settings=settings))
            first = first or r.json["functions"]
            for k, row in enumerate((8, 2, 0)):
                for name, (_, _, exact) in VALUES.items():
                    found = r.json["functions"]["%s%d" % (name, k)]
                    label = "%s%d by %s on %d ranks" % (name, k, scheme, ranks)
                    size = 1 + abs(exact(history(r.json, row)))
                    close(label, found, exact(history(r.json, row)), 0, 1e-7 * size)
                    close(label + " and on one", found, first["%s%d" % (name, k)], 0, 1e-7 * size)


def static():
    """The end of statics; the gradient goes by the last state alone."""
    write("folded.msh")
    text = case(joint="fixed", at=(None,), names=("wall", "bolt", "rail", "pin", "shell", "bar"))
    text = text.replace("  - {name: place, joint: pin, parameter: axis.x}\n", "")
    settings = ["time.scheme=static", "time.step=0.5", "time.steps=2", "gravity=[0.2*t, 0.4*t, -0.9*t]"]
    for ranks in (1, 2):
        r = ended("static on %d ranks" % ranks, run(text, ranks, "verify", settings=settings))
        for function, found in r.json["verify"].items():
            for design, error in found.items():
                close("static on %d ranks: d %s / d %s" % (ranks, function, design), error, 0, 0, 1e-10)
    r = run(text, settings=settings)
    for name in ("wall", "bolt", "rail", "pin", "shell", "bar"):
        exact = VALUES[name][2](history(r.json, -1))
        close("static " + name, r.json["functions"][name + "0"], exact, 1e-9)


def gradients():
    write("folded.msh")
    gradients_agree("values", case(), ("bdf2", "galpha", "dirk4"), ranks=(1,))
    moving = 'motion: ["0.02*sin(9*t)", "0.1*t^2", 0], angle: "0.5*t", axis: [1, 0, 0]'
    gradients_agree("values with a given motion", case(moving, "universal"), ("galpha", "dirk4"), ranks=(2,))
    # few snapshots: stages are found again, and asked for again
    all_at_hand, few = (run(case(), verb="gradient", settings=["time.scheme=dirk4", "time.steps=20"] + more)
                        for more in ([], ["checkpoint.memory=60 kB", "checkpoint.disk=0"]))
    if check("few snapshots", few.status == 0 and all_at_hand.status == 0, few.stderr):
        check("steps are computed again", few.json["checkpoint"]["recomputed_steps"] > 0, few.json["checkpoint"])
        for function, gradient in all_at_hand.json["gradient"].items():
            for design, (value,) in gradient.items():
                close("few snapshots: d %s / d %s" % (function, design), few.json["gradient"][function][design][0],
                      value, 1e-8, 1e-10 * max(abs(v[0]) for v in gradient.values()))


in_turn(values, static, gradients)
